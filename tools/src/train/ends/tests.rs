use super::pass::backward;
use super::samples::Sample;
use super::{STEP, judge, net, sections, start, summary};
use crate::train::adam::{Descent, check_gradients};
use nanikiru::ends::inputs::INPUTS;
use nanikiru::ends::{ENDS, LABEL};
use nanikiru::params::{Params, Provenance};
use nanikiru_tools::decisions::mix;

/// A discard whose round ends by which of the first inputs is the largest.
fn sample(seed: u64) -> Sample {
    let mut n = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        n = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = mix(n);
        if bits.is_multiple_of(3) { (bits >> 40) as f32 / (1u64 << 24) as f32 } else { 0.0 }
    };
    let inputs: Box<[f32]> = (0..INPUTS).map(|_| next()).collect();
    let end = (0..ENDS).max_by(|&a, &b| inputs[a].total_cmp(&inputs[b])).unwrap();
    Sample { inputs, end, turn: 1 + seed as usize % 18 }
}

#[test]
fn gradients_are_what_the_cost_changes_by() {
    // so large that most of them matter
    let weights: Vec<f32> = start().into_iter().map(|weight| 3.0 * weight + 0.01).collect();
    let samples: Vec<Sample> = (1..4).map(sample).collect();
    check_gradients(weights, &samples, 7, backward);
}

#[test]
fn any_number_of_threads_fits_the_same_bits_and_learns() {
    let samples: Vec<Sample> = (0..6_000).map(sample).collect();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut descent = Descent::new(start(), STEP);
        let lots = [(&samples[..700], 0.0..0.4), (&samples[700..1_500], 0.4..1.0)];
        pool.install(|| lots.map(|(lot, span)| descent.lot(lot, 2, span, backward)));
        descent.into_weights()
    };
    assert_eq!(with(1), with(3));
    let mut descent = Descent::new(start(), STEP);
    let costs = descent.lot(&samples, 25, 0.0..1.0, backward);
    let weights = descent.into_weights();
    assert_eq!(costs.len(), 25);
    assert!(costs[24] < 0.7 * costs[0], "{costs:?}");
    // what is written is read, and judged: ends that the net knows are less surprising
    let bytes = Params::new(LABEL, Provenance::default(), sections(&weights, 0)).write();
    let judged = judge(&net(&bytes).unwrap(), &samples[..2_000]);
    let summary = summary(&judged, "turns", |turn| turn < 9);
    let known: Vec<f64> =
        summary.split('|').filter_map(|cell| cell.trim().strip_suffix(" %")?.parse().ok()).collect();
    assert!(known.len() == ENDS && known.iter().all(|known| *known > 10.0), "{summary}");
}
