use super::around::Dropout;
use super::cost::Costs;
use super::pass::{ALL, Tape};
use super::samples::{Places, Sample};
use super::{fit, start};
use nanikiru::danger::inputs::{Inputs, OF_KIND, OF_TABLE, SORTS};
use nanikiru::danger::net::Net;
use nanikiru::params::{Params, Provenance};
use nanikiru::tile::Kind;
use nanikiru_tools::decisions::mix;

fn sample(seed: u64) -> Sample {
    let mut n = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        n = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(n)
    };
    let mut kinds = Vec::new();
    for kind in 0..34u8 {
        kinds.extend((0..OF_KIND as u8).filter(|_| next().is_multiple_of(12)).map(|feature| (kind, feature)));
    }
    Sample {
        kinds: kinds.into(),
        table: (0..OF_TABLE as u16).filter(|_| next().is_multiple_of(9)).collect(),
        sorts: std::array::from_fn(|_| (next() % SORTS as u64) as u8),
        possible: next() | next(),
        tenpai: !seed.is_multiple_of(3),
        ron: next() & next() & next(),
        shapes: u128::from(next() & next()) << 40,
        held: [next(), next() & next()],
        taught: std::array::from_fn(|_| next() as f32 / u64::MAX as f32),
    }
}

/// Weights that are not nearly nothing anywhere.
fn weights() -> Vec<f32> {
    (0..ALL as u64).map(|i| (mix(i + 9) >> 40) as f32 / (1u64 << 24) as f32 * 0.4 - 0.2).collect()
}

#[test]
fn gradients_are_what_the_cost_changes_by() {
    let (places, costs) = (Places::new(), Costs { soft: 0.3, held: 0.2, shapes: 0.4 });
    let mut weights = weights();
    let (mut checked, mut bent) = (0, 0);
    for seed in 1..4 {
        let dropout = (seed != 3).then_some(Dropout { seed });
        let (sample, shown) = (sample(seed), ([seed == 1, true, seed == 2], dropout));
        let mut gradient = vec![0.0; ALL];
        Tape::new().backward(&weights, &sample, shown, (&places, costs), &mut gradient);
        let cost = |weights: &[f32]| {
            let mut unused = vec![0.0; ALL];
            Tape::new().backward(weights, &sample, shown, (&places, costs), &mut unused)
        };
        for i in (0..ALL).step_by(29) {
            let (kept, step) = (weights[i], 1e-3f32);
            weights[i] = kept + step;
            let more = cost(&weights);
            weights[i] = kept - step;
            let less = cost(&weights);
            weights[i] = kept;
            let by = (more - less) / f64::from(2.0 * step);
            let off = (by - f64::from(gradient[i])).abs() / by.abs().max(1.0);
            assert!(off < 0.2, "{i}: {by} {}", gradient[i]);
            // a unit that begins or stops within the step
            bent += usize::from(off > 0.02);
            checked += usize::from(by.abs() > 0.01);
        }
    }
    assert!(checked > 500, "only {checked} of the weights matter");
    assert!(bent * 50 < checked, "{bent} of {checked}");
}

#[test]
fn what_is_fitted_is_what_is_asked() {
    let weights = weights();
    let params = Params::new("a test", Provenance::default(), super::sections(&weights, 0));
    let net = Net::new(&params).unwrap();
    let sample = sample(5);
    let [a, b] = [false, true].map(|mirrored| {
        let mut tape = Tape::new();
        tape.forward(&weights, &sample, [mirrored; 3], None);
        tape.odds
    });
    let mut inputs = Inputs::default();
    inputs.kinds = sample.kinds.iter().map(|&(kind, f)| (Kind::ALL[usize::from(kind)], f)).collect();
    inputs.table = sample.table.to_vec();
    inputs.sorts = sample.sorts;
    for (i, odds) in net.odds(&inputs).into_iter().enumerate() {
        let mean = f64::from(a[i] + b[i]) / 2.0;
        assert!((odds - mean).abs() < 1e-4, "{i}: {odds} {mean}");
    }
}

#[test]
fn any_number_of_threads_fits_the_same_bits() {
    let samples: Vec<Sample> = (0..600).map(sample).collect();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| fit(&samples, &|_| ()))
    };
    let one = with(1);
    assert_eq!(one, with(3));
    let start = start();
    assert_ne!(one[0].numbers[..], start[..one[0].numbers.len()], "some steps were made");
}

#[test]
fn mirrored_shapes_lie_in_mirrored_places() {
    let places = Places::new();
    let mut sample = sample(1);
    // 2s and 3s: open-ended
    let held = [Kind::ALL[19], Kind::ALL[20]];
    let shape = nanikiru::danger::shapes::shapes().iter().position(|s| s.held[..] == held).unwrap();
    sample.shapes = 1 << shape;
    let found = |mirrored| (18..24).find(|&i| places.suit(&sample, 2, mirrored, i) == Some(true));
    assert_eq!([false, true].map(found), [Some(18), Some(23)]);
}

#[test]
fn closed_shapes_lie_where_they_wait() {
    let places = Places::new();
    for (held, wait) in [([0, 1], 2), ([7, 8], 6), ([3, 5], 4), ([0, 2], 1)] {
        let mut sample = Sample { tenpai: true, ..sample(1) };
        let kinds = held.map(|i| Kind::ALL[i]);
        let mut shapes = nanikiru::danger::shapes::shapes().iter();
        let of_both = |held: &[Kind]| held.len() == 2 && kinds.iter().all(|kind| held.contains(kind));
        sample.shapes = 1 << shapes.position(|shape| of_both(&shape.held)).unwrap();
        for (mirrored, wait) in [(false, wait), (true, 8 - wait)] {
            let found = |n| places.number(&sample, (0, mirrored), n, 2);
            assert_eq!([0, 8].map(found), [None, None]);
            (1..8).for_each(|n| assert_eq!(found(n), Some(n == wait), "{held:?} {n}"));
        }
    }
}
