use super::*;
use nanikiru::dense::is;

/// Made-up decisions: hands like this one win so much more often than predicted, and are tenpai as often.
fn sample(n: u64, boost: f64) -> Sample {
    let bits = mix(n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let share = |at: u32| (bits >> at & 0xff) as f64 / 256.0;
    let far = n.is_multiple_of(2);
    let mut figures = [0.0; FIGURES];
    figures[0] = 1.0;
    figures[3] = is(far);
    let odds = [0.2 + 0.3 * share(0), 0.1, 0.2, 0.3, 0.1];
    let shares = |odds: [f64; 5]| odds.map(|end| end / odds.iter().sum::<f64>());
    let mut real = odds;
    real[0] *= if far { boost } else { 1.0 };
    let (real, mut at) = (shares(real), (mix(bits) >> 11) as f64 / (1u64 << 53) as f64);
    let which = real.iter().position(|&end| {
        at -= end;
        at < 0.0
    });
    let round_end = RoundEnd::ALL[which.unwrap_or(4)];
    let tenpai = share(8) < 0.4;
    let tenpai_at_draw = round_end == RoundEnd::Draw && tenpai;
    let outcome = Outcome {
        round_end,
        change: 0,
        tenpai: tenpai || round_end == RoundEnd::Win,
        tenpai_at_draw,
        at_once: false,
    };
    Sample {
        figures,
        rates: EndRates { ends: shares(odds), at_draw: 0.4, tenpai: 0.4 },
        outcome,
        weight: 1.0,
    }
}

#[test]
fn wrong_rates_are_made_right_and_the_rest_stays() {
    let samples: Vec<Sample> = (0..40_000).map(|n| sample(n, 2.0)).collect();
    let model = CalibrationModel::with(weights(&samples).unwrap());
    for far in [false, true] {
        let here: Vec<&Sample> = samples.iter().filter(|s| (s.figures[3] == 1.0) == far).collect();
        let n = here.len() as f64;
        let mean = |of: &dyn Fn(&Sample) -> f64| here.iter().map(|sample| of(sample)).sum::<f64>() / n;
        let becomes = |sample: &Sample| model.becomes(&sample.rates, &sample.figures);
        for round_end in RoundEnd::ALL {
            let said = mean(&|sample| becomes(sample).ends[round_end as usize]);
            let happened = mean(&|sample| is(sample.outcome.round_end == round_end));
            assert!((said - happened).abs() < 1e-3, "{round_end:?}: {said} {happened}");
        }
        let wins = [mean(&|s| s.rates.ends[0]), mean(&|s| becomes(s).ends[0])];
        assert!(if far { wins[1] > wins[0] + 0.1 } else { (wins[1] - wins[0]).abs() < 0.02 }, "{wins:?}");
        assert!((mean(&|sample| becomes(sample).at_draw) - 0.4).abs() < 0.02);
    }
    assert!(log_loss(&samples, Some(&model)) < log_loss(&samples, None) - 0.01);
}

#[test]
fn any_number_of_threads_fits_the_same_bits() {
    let samples: Vec<Sample> = (0..3_000).map(|n| sample(n, 1.5)).collect();
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| weights(&samples).unwrap())
    };
    assert_eq!(on(1), on(3));
}
