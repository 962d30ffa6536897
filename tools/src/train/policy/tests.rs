use super::pass::backward;
use super::samples::Sample;
use super::{judge, sections, start, summary, train};
use crate::train::adam::{Descent, check_gradients};
use nanikiru::params::{Params, Provenance};
use nanikiru::policy::LABEL;
use nanikiru::policy::inputs::Inputs;
use nanikiru::policy::net::{Net, Places, Scope};
use nanikiru_tools::decisions::mix;

/// The nets differ in the number of their inputs alone.
const SCOPE: Scope = Scope::Offer;

/// A decision in which the choice with the largest of some inputs is made.
fn sample(seed: u64) -> Sample {
    let mut n = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        n = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(n)
    };
    let mut numbers = |len: usize| -> Vec<f32> {
        let number = |bits: u64| match bits % 3 {
            0 => (bits >> 40) as f32 / (1u64 << 24) as f32,
            _ => 0.0,
        };
        (0..len).map(|_| number(next())).collect()
    };
    let (of_table, of_choice) = SCOPE.inputs();
    let choices: Vec<Vec<f32>> = (0..3 + seed % 9).map(|_| numbers(of_choice)).collect();
    let sum = |choice: &Vec<f32>| choice[..20].iter().sum::<f32>();
    let made = (0..choices.len()).max_by(|&a, &b| sum(&choices[a]).total_cmp(&sum(&choices[b])));
    let marked = vec![false; choices.len()];
    Sample::new(&Inputs { table: numbers(of_table), choices }, made.unwrap(), &marked)
}

#[test]
fn a_sample_keeps_its_numbers_to_a_ten_thousandth() {
    let inputs = Inputs {
        table: vec![0.0, 1.0, -1.0, 0.123_456],
        choices: vec![vec![2.0, 0.5, 0.333_33], vec![0.0, 1.5, -0.25]],
    };
    let sample = Sample::new(&inputs, 1, &[false, true]);
    let found = sample.inputs();
    let near = |found: &[f32], expected: &[f32]| {
        assert_eq!(found.len(), expected.len());
        found.iter().zip(expected).for_each(|(found, expected)| assert!((found - expected).abs() < 1e-4));
    };
    near(&found.table, &inputs.table);
    assert_eq!(found.choices.len(), 2);
    found.choices.iter().zip(&inputs.choices).for_each(|(found, expected)| near(found, expected));
    assert_eq!((sample.made(), sample.is_marked(0), sample.is_marked(1)), (1, false, true));
}

#[test]
fn gradients_are_what_the_cost_changes_by() {
    // so large that most of them matter
    let weights: Vec<f32> = start(SCOPE).into_iter().map(|weight| 3.0 * weight + 0.01).collect();
    let samples: Vec<Sample> = (1..4).map(sample).collect();
    let places = Places::of(SCOPE);
    let backward =
        |weights: &[f32], sample: &Sample, gradient: &mut [f32]| backward(&places, weights, sample, gradient);
    check_gradients(weights, &samples, 17, backward);
}

#[test]
fn any_number_of_threads_fits_the_same_bits_and_learns() {
    let samples: Vec<Sample> = (0..3_000).map(sample).collect();
    let places = Places::of(SCOPE);
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut descent = Descent::new(start(SCOPE), 2e-3);
        let lots = [(&samples[..700], 0.0..0.4), (&samples[700..1_500], 0.4..1.0)];
        pool.install(|| lots.map(|(lot, span)| train(&mut descent, &places, lot, 2, span)));
        descent.into_weights()
    };
    assert_eq!(with(1), with(3));
    let mut descent = Descent::new(start(SCOPE), 2e-3);
    let costs = train(&mut descent, &places, &samples, 25, 0.0..1.0);
    let weights = descent.into_weights();
    assert_eq!(costs.len(), 25);
    assert!(costs[24] < 0.7 * costs[0], "{costs:?}");
    // what is written is read, and judged
    let params = Params::new(LABEL, Provenance::default(), sections(&weights, 0, SCOPE));
    let net = Net::new(&Params::read(LABEL, &params.write()).unwrap(), SCOPE).unwrap();
    assert!(summary(&judge(&net, &samples[..100])).starts_with("100 unseen decisions: cost "));
}
