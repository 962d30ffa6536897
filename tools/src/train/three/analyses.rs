//! How analyses of three players say that rounds end, and what ends pay: what is left on top of all other corrections.

use super::logit::ChoiceSamples;
use nanikiru::analyze::differences::{Differences, NUMBERS_OF_THREE, SECTION_OF_THREE, section_of_three};
use nanikiru::analyze::outcome::PAYING;
use nanikiru::analyze::three::{FIGURES, OfThree, PAY_FIGURES, SECTIONS, figures, layouts, pay_figures};
use nanikiru::analyze::{Depth, DetailScope, Options, Spot, TableThreat, analyze_at_once};
use nanikiru::params::{Format, Params, Section, THREE};
use nanikiru::review::Choice;
use nanikiru::search::{End, Part, Parts};
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
    figures: [f64; FIGURES],
    pay_figures: [f64; PAY_FIGURES],
    /// What its discard risks at once.
    risk: End,
    /// The ends once it passes, by the file that is there.
    passed: [Part; 5],
    /// What each pays then, before differences are those of play-outs; none where it never comes.
    pays: [Option<f64>; PAYING],
    outcome: Outcome,
    threat: bool,
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
        let facts = row.facts?;
        let risk = facts.risk;
        let passed = |parts: Parts| {
            let mut ends = parts.all();
            ends[1] = Part { rate: ends[1].rate - risk.rate, value: ends[1].value - risk.rate * risk.value };
            let passes = 1.0 - risk.rate;
            ends.map(|end| Part { rate: end.rate.max(0.0) / passes, value: end.value / passes })
        };
        let (passed, by_table) = (passed(row.play.parts), passed(facts.by_table));
        // less is rounding
        let pays = std::array::from_fn(|i| {
            let Part { rate, value } = by_table[i];
            (rate > LEAST).then(|| value / rate)
        });
        let threat = facts.case.threat != TableThreat::None;
        let (figures, pay_figures) = (figures(&facts), pay_figures(&facts));
        let outcome = recorded.outcome()?;
        let round = mix(game ^ mix(recorded.at as u64));
        Some(Sample { figures, pay_figures, risk, passed, pays, outcome, threat, round })
    }

    /// The ends with what is added to the weights, and what they are worth.
    fn ends(&self, more: &OfThree) -> [Part; 5] {
        let passes = 1.0 - self.risk.rate;
        let rates = more.rates(&self.passed.map(|part| part.rate), &self.figures);
        let pays = more.paying(&self.pay_figures);
        let mut ends: [Part; 5] = std::array::from_fn(|i| {
            let Part { rate, value } = self.passed[i];
            let each = if rate > 0.0 { value / rate } else { 0.0 };
            let each = match i {
                0..3 => each * pays[i].exp(),
                3 => each + pays[3],
                _ => each,
            };
            Part { rate: passes * rates[i], value: passes * rates[i] * each }
        });
        ends[1].rate += self.risk.rate;
        ends[1].value += self.risk.rate * self.risk.value;
        ends
    }
}

/// The sections of a file that is there, without weights where they are not of these figures.
pub fn sections_of(params: &Params) -> [Section; 2] {
    let there = |name: &str| params.sections().iter().find(|section| section.name == name);
    match (SECTIONS.map(there), OfThree::new(params)) {
        ([Some(ends), Some(pays)], Ok(_)) => [ends.clone(), pays.clone()],
        _ => sections(layouts().map(|(len, _)| vec![0.0; len]), [0, 0]),
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

fn sections(numbers: [Vec<f32>; 2], samples: [usize; 2]) -> [Section; 2] {
    let mut numbers = numbers.into_iter();
    std::array::from_fn(|i| Section {
        name: SECTIONS[i].into(),
        layout: layouts()[i].1,
        format: Format::F32,
        numbers: numbers.next().expect("one for each section"),
        samples: samples[i] as u64,
    })
}

/// What ends pay, beside what is said without the weights that are there, in quiet and threatened; and on how many ends.
fn pays(samples: &[Sample], there: &OfThree) -> (Vec<f32>, usize) {
    let mut numbers = Vec::new();
    let mut count = 0;
    for end in 0..PAYING {
        let [quiet, threatened] = [false, true].map(|threat| {
            let ended = samples.iter().filter(|sample| {
                sample.threat == threat && !sample.outcome.at_once && sample.outcome.round_end as usize == end
            });
            let (mut n, mut said, mut paid) = (0.0, 0.0, 0.0);
            for sample in ended {
                let Some(each) = sample.pays[end] else { continue };
                let weights = there.paying(&sample.pay_figures)[end];
                n += 1.0;
                said += if end == 3 { each - weights } else { each * (-weights).exp() };
                paid += f64::from(sample.outcome.change);
            }
            count += n as usize;
            match end {
                3 => (paid - said) / f64::max(n, 1.0),
                _ if n > 0.0 => (paid / said).ln(),
                _ => 0.0,
            }
        });
        numbers.extend([threatened - quiet, quiet].map(|number| number as f32));
    }
    (numbers, count)
}

/// The parameter file that is there with these sections anew; one decision in `share` is analysed.
pub fn fit(mut params: Params, paths: &[PathBuf], limit: usize, share: u64) -> Result<Vec<u8>, String> {
    sections_of(&params).into_iter().for_each(|section| params.put(section));
    params.put(differences_of(&params));
    let there = OfThree::new(&params).map_err(|error| error.to_string())?;
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
        let before = sample.passed.map(|part| part.rate + LEAST);
        let weights = there.ends.map(|end| end.iter().zip(sample.figures).map(|(w, x)| w * x).sum::<f64>());
        let odds: [f32; 5] = std::array::from_fn(|end| (before[end].ln() - weights[end]) as f32);
        // the last figure is the constant, which the fit has itself
        let row = sample.figures.map(|figure| figure as f32);
        shared.push(&odds, &row[..FIGURES - 1], sample.outcome.round_end as usize);
    }
    let (pays, paid) = pays(&training, &there);
    let numbers = [shared.fit(SECTIONS[0], RIDGE)?, pays];
    sections(numbers, [shared.len(), paid]).into_iter().for_each(|section| params.put(section));
    let bytes = params.write();
    let params = Params::read(THREE, &bytes).map_err(|error| error.to_string())?;
    let fitted = OfThree::new(&params).map_err(|error| error.to_string())?;
    for (end, weights) in RoundEnd::ALL.into_iter().zip(fitted.ends) {
        println!("{}: {weights:.2?}", end.name());
    }
    println!("payments: {:.3?}", fitted.pays);
    // what is added to the file that is there
    let more = OfThree {
        ends: std::array::from_fn(|end| std::array::from_fn(|i| fitted.ends[end][i] - there.ends[end][i])),
        pays: std::array::from_fn(|end| std::array::from_fn(|i| fitted.pays[end][i] - there.pays[end][i])),
    };
    for (name, samples) in [("training", &training), ("validation", &validation)] {
        for threat in [false, true] {
            let samples: Vec<&Sample> = samples.iter().filter(|sample| sample.threat == threat).collect();
            let threat = if threat { "threatened" } else { "quiet" };
            println!("{name}, {threat}: {} decisions", samples.len());
            print(&samples, &more);
        }
    }
    Ok(bytes)
}

/// Rates of the ends and points: by the file that is there, by the one that is fitted, and recorded; then what an end pays, and
/// the standard errors of what is recorded less what is fitted, by round.
fn print(samples: &[&Sample], more: &OfThree) {
    const NONE: [Part; 5] = [Part { rate: 0.0, value: 0.0 }; 5];
    let n = samples.len().max(1) as f64;
    let add = |mut sum: [Part; 5], ends: [Part; 5]| {
        for (sum, end) in sum.iter_mut().zip(ends) {
            (sum.rate, sum.value) = (sum.rate + end.rate, sum.value + end.value);
        }
        sum
    };
    let points = |ends: &[Part; 5]| ends.iter().map(|end| end.value).sum::<f64>();
    let there = |sample: &Sample| sample.ends(&OfThree::NONE);
    let fitted = |sample: &Sample| sample.ends(more);
    let recorded = |sample: &Sample| {
        let mut ends = NONE;
        let value = f64::from(sample.outcome.change);
        ends[sample.outcome.round_end as usize] = Part { rate: 1.0, value };
        ends
    };
    type EndsOf<'a> = &'a dyn Fn(&Sample) -> [Part; 5];
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
