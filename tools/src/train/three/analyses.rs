//! How analyses of three players say that rounds end, and what ends pay: what is left on top of all other corrections.

use super::logit::ChoiceSamples;
use nanikiru::analyze::differences::{Differences, NUMBERS_OF_THREE, SECTION_OF_THREE, section_of_three};
use nanikiru::analyze::figures::RATES_OF_THREE;
use nanikiru::analyze::value::{OfThree, PAYING, ValueModel};
use nanikiru::analyze::{Depth, DetailScope, Facts, Options, Spot, TableThreat, analyze_at_once};
use nanikiru::ends::ENDS;
use nanikiru::params::{Params, Section, THREE};
use nanikiru::review::Choice;
use nanikiru::search::Part;
use nanikiru::tile::Players;
use nanikiru_tools::decisions::{Purpose, hash, mix};
use nanikiru_tools::games::each_game;
use nanikiru_tools::outcome::{Outcome, RoundEnd};
use nanikiru_tools::recorded::{RecordedDecision, each_decision};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How strongly weights are drawn to 0.
const RIDGE: f64 = 2.5;
/// A rate that is as good as none.
const LEAST: f64 = 1e-4;
/// Of validation games so many times as many decisions are looked at: there are few games.
const VALIDATION: u64 = 3;

/// What was done, analysed, with what came of it.
struct Sample {
    facts: Facts,
    outcome: Outcome,
    /// Another number for each round.
    round: u64,
}

/// Those of training games, and those of validation games.
#[derive(Default)]
struct Samples([Vec<Sample>; 2]);

impl Sample {
    /// None where nobody chose, or nothing is corrected.
    fn of(game: u64, recorded: &RecordedDecision) -> Option<Sample> {
        let decision = recorded.decision;
        let done = decision.action?;
        let spot = Spot::of(&decision.round, decision.seat, recorded.length).ok()?;
        let options = Options { depth: Depth::First, detailed: DetailScope::None, ..Options::default() };
        let report = analyze_at_once(&spot.position, &spot.situation, &options).ok()?;
        let row = report.candidates.iter().find(|row| row.action == done)?;
        let round = mix(game ^ mix(recorded.at as u64));
        Some(Sample { facts: row.facts?, outcome: recorded.outcome()?, round })
    }

    fn is_threatened(&self) -> bool {
        self.facts.case.threat != TableThreat::None
    }
}

/// The sections of a file that is there, without weights where they are not of these figures.
pub fn sections_of(params: &Params) -> [Section; 2] {
    let there = |name: &str| params.sections().iter().find(|section| section.name == name);
    match (OfThree::SECTIONS.map(there), OfThree::read(params)) {
        ([Some(ends), Some(pays)], Ok(_)) => [ends.clone(), pays.clone()],
        _ => OfThree::none().sections([0, 0]),
    }
}

/// What `playout fit` put into a file that is there; without errors where it is not of these numbers.
pub fn differences_of(params: &Params) -> Section {
    let there = params.sections().iter().find(|section| section.name == SECTION_OF_THREE);
    match (there, Differences::builtin().with_three(params)) {
        (Some(section), Ok(_)) => section.clone(),
        // nothing is about equal
        _ => section_of_three(vec![0.0; NUMBERS_OF_THREE], 0),
    }
}

/// What ends pay beside what a model says that is not of three, in quiet and threatened; and on how many ends.
fn pays(samples: &[Sample], of_four: &ValueModel) -> ([[f64; PAYING]; 2], usize) {
    let mut count = 0;
    let by_end: [[f64; 2]; PAYING] = std::array::from_fn(|end| {
        let [quiet, threatened] = [false, true].map(|threat| {
            let ended = samples.iter().filter(|sample| {
                let outcome = &sample.outcome;
                sample.is_threatened() == threat && !outcome.at_once && outcome.round_end as usize == end
            });
            let valued = ended.map(|sample| (sample, of_four.valued(&sample.facts)));
            let (mut n, mut said, mut paid) = (0.0, 0.0, 0.0);
            for (sample, valued) in valued.filter(|(_, valued)| valued.rates[end] > LEAST) {
                n += 1.0;
                said += valued.each[end];
                paid += f64::from(sample.outcome.change);
            }
            count += n as usize;
            match end {
                3 => (paid - said) / f64::max(n, 1.0),
                _ if n > 0.0 => (paid / said).ln(),
                _ => 0.0,
            }
        });
        [threatened - quiet, quiet]
    });
    ([0, 1].map(|figure| by_end.map(|weights| weights[figure])), count)
}

/// The parameter file that is there with these sections anew; one decision in `share` is analysed.
pub fn fit(mut params: Params, paths: &[PathBuf], limit: usize, share: u64) -> Result<Vec<u8>, String> {
    sections_of(&params).into_iter().for_each(|section| params.put(section));
    params.put(differences_of(&params));
    let there = OfThree::read(&params).map_err(|error| error.to_string())?;
    let of_four = ValueModel::at(Players::Four);
    let with = |three: &OfThree| ValueModel { three: Some(three.clone()), ..of_four.clone() };
    params.clone().read_as_of_three();
    let look = |mut all: Samples, name: &str, record: &[u8]| {
        let validation = Purpose::of(name) == Purpose::Validation;
        let one_in = if validation { share.div_ceil(VALIDATION) } else { share };
        each_decision(name, record, 0, &mut |recorded| {
            let table = recorded.decision.round.table();
            let chosen = mix(recorded.key ^ 0x3e4d).is_multiple_of(one_in);
            let asked = matches!(recorded.decision.choice, Choice::Turn(_) | Choice::Offer(_));
            if chosen && asked && table.rules().players == Players::Three {
                all.0[usize::from(validation)].extend(Sample::of(hash(name), recorded));
            }
        });
        all
    };
    let merge = |mut all: Samples, later: Samples| {
        all.0.iter_mut().zip(later.0).for_each(|(all, later)| all.extend(later));
        all
    };
    let Samples([training, validation]) = each_game(paths, limit, look, merge)?;
    let mut shared = ChoiceSamples::default();
    // a discard that was won on did not pass
    for sample in training.iter().filter(|sample| !sample.outcome.at_once) {
        let odds = of_four.valued(&sample.facts).rates.map(|rate| (rate + LEAST).ln() as f32);
        // the last figure is the constant, which the fit has itself
        let row: Vec<f32> = RATES_OF_THREE.iter().map(|figure| figure.of(&sample.facts) as f32).collect();
        shared.push(&odds, &row[..row.len() - 1], sample.outcome.round_end as usize);
    }
    let mut fitted = OfThree::none();
    let found = shared.fit(OfThree::SECTIONS[0], RIDGE)?;
    for (end, weights) in found.chunks(RATES_OF_THREE.len()).enumerate() {
        fitted.rates.weights.iter_mut().zip(weights).for_each(|(to, weight)| to[end] = f64::from(*weight));
    }
    let (pays, paid) = pays(&training, of_four);
    fitted.pays.weights = pays.to_vec();
    fitted
        .sections([shared.len(), paid].map(|count| count as u64))
        .into_iter()
        .for_each(|section| params.put(section));
    let bytes = params.write();
    let params = Params::read(THREE, &bytes).map_err(|error| error.to_string())?;
    let fitted = OfThree::read(&params).map_err(|error| error.to_string())?;
    for (i, end) in RoundEnd::ALL.into_iter().enumerate() {
        let weights: Vec<f64> = fitted.rates.weights.iter().map(|weights| weights[i]).collect();
        println!("{}: {weights:.2?}", end.name());
    }
    println!("payments: {:.3?}", fitted.pays.weights);
    for (name, samples) in [("training", &training), ("validation", &validation)] {
        for threat in [false, true] {
            let samples: Vec<&Sample> =
                samples.iter().filter(|sample| sample.is_threatened() == threat).collect();
            let threat = if threat { "threatened" } else { "quiet" };
            println!("{name}, {threat}: {} decisions", samples.len());
            print(&samples, [with(&there), with(&fitted)]);
        }
    }
    Ok(bytes)
}

/// Rates of the ends and points: by the file that is there, by the one that is fitted, and recorded; then what an end pays, and
/// the standard errors of what is recorded less what is fitted, by round.
fn print(samples: &[&Sample], [there, fitted]: [ValueModel; 2]) {
    const NONE: [Part; ENDS] = [Part { rate: 0.0, value: 0.0 }; 5];
    let n = samples.len().max(1) as f64;
    let add = |mut sum: [Part; ENDS], ends: [Part; ENDS]| {
        for (sum, end) in sum.iter_mut().zip(ends) {
            (sum.rate, sum.value) = (sum.rate + end.rate, sum.value + end.value);
        }
        sum
    };
    let points = |ends: &[Part; ENDS]| ends.iter().map(|end| end.value).sum::<f64>();
    let there = |sample: &Sample| there.ends(&sample.facts).all();
    let fitted = |sample: &Sample| fitted.ends(&sample.facts).all();
    let recorded = |sample: &Sample| {
        let mut ends = NONE;
        let value = f64::from(sample.outcome.change);
        ends[sample.outcome.round_end as usize] = Part { rate: 1.0, value };
        ends
    };
    type EndsOf<'a> = &'a dyn Fn(&Sample) -> [Part; ENDS];
    let all: [(&str, EndsOf<'_>); 3] = [("there", &there), ("fitted", &fitted), ("recorded", &recorded)];
    for (name, ends) in all {
        let sum = samples.iter().fold(NONE, |sum, sample| add(sum, ends(sample)));
        let rates = sum.map(|end| format!("{:.1}", 100.0 * end.rate / n)).join(" ");
        let each = sum.map(|end| format!("{:+.0}", end.value / end.rate.max(1e-9))).join(" ");
        println!("  {name}: {rates} %, {:+.0} points; each {each}", points(&sum) / n);
    }
    // decisions of one round end alike
    let mut rounds: BTreeMap<u64, [f64; 6]> = BTreeMap::new();
    for sample in samples {
        let (real, fitted) = (recorded(sample), fitted(sample));
        let sums = rounds.entry(sample.round).or_default();
        sums.iter_mut().zip(real.iter().zip(&fitted)).for_each(|(sum, (a, b))| *sum += a.rate - b.rate);
        sums[5] += points(&real) - points(&fitted);
    }
    let errors: [f64; 6] =
        std::array::from_fn(|i| rounds.values().map(|sums| sums[i] * sums[i]).sum::<f64>().sqrt() / n);
    let rates = [0, 1, 2, 3, 4].map(|i| format!("{:.1}", 100.0 * errors[i])).join(" ");
    println!("  standard errors of {} rounds: {rates} %, {:.0} points", rounds.len(), errors[5]);
}
