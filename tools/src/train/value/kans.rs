//! The weights of what strong players do with a kan of their own.

use super::fit::worth;
use super::logit::{self, Choice};
use super::table::{At, Sample};
use nanikiru::analyze::own_kan::{FIGURES, OwnKan, Weights};
use nanikiru::search::Parts;

/// The weight of the squared weights in the cost.
const RIDGE: f64 = 0.5;

/// What is known of the own kans of a decision, with their places among the rows; `outcomes` are what is said of these.
pub fn kans(sample: &Sample, outcomes: &[Parts]) -> Vec<(usize, OwnKan)> {
    // discards have a share of players, or none where these are not known
    let discards = || sample.rows.iter().zip(outcomes).filter(|(row, _)| row.at(At::Policy) >= 0.0);
    let share = |of: &dyn Fn(&Parts) -> f64| -> f64 {
        discards().map(|(row, outcome)| row.at(At::Policy) * of(outcome)).sum()
    };
    let (value, win) = (share(&worth), share(&|outcome| outcome.win.rate));
    let shanten = |at: f64| at as i32;
    let Some(least) = discards().map(|(row, _)| shanten(row.at(At::Shanten))).min() else {
        return Vec::new();
    };
    let rows = sample.rows.iter().enumerate();
    let is_kan = |sort: f64| sort == 6.0 || sort == 7.0;
    rows.filter(|(_, row)| is_kan(row.at(At::Action)) && row.at(At::Act) >= 0.0)
        .map(|(i, row)| {
            let kan = OwnKan {
                kakan: row.at(At::Action) == 7.0,
                value: worth(&outcomes[i]) - value,
                win: outcomes[i].win.rate - win,
                shanten_lost: shanten(row.at(At::Shanten)) - least,
                tenpai: row.at(At::Shanten) <= 0.0,
                open: sample.open,
                tiles_left: sample.left,
                riichi: sample.threat == 1 || sample.threat == 2,
                open_threat: sample.threat == 3,
                folds: row.at(At::Folds),
            };
            (i, kan)
        })
        .collect()
}

/// The likeliest weights; `outcomes` gives what is said of the candidates of a decision.
pub fn fit(samples: &[&Sample], outcomes: impl Fn(&Sample) -> Vec<Parts>) -> Weights {
    let chosen = |sample: &&Sample| -> Option<Choice<FIGURES>> {
        let all = kans(sample, &outcomes(sample));
        let done = all.iter().position(|(i, _)| *i == sample.done);
        // going on without one comes last, and has no figures
        let figures: Vec<[f64; FIGURES]> =
            all.iter().map(|(_, kan)| kan.figures()).chain([[0.0; FIGURES]]).collect();
        let goes_on = (0.0..2.0).contains(&sample.theirs().at(At::Action));
        let taken = done.unwrap_or(all.len());
        // no sort of choice is looked at more often than another
        (!all.is_empty() && (goes_on || done.is_some())).then_some(Choice { figures, taken, weight: 1.0 })
    };
    let fast = samples.iter().copied().filter(|sample| sample.fast);
    let all: Vec<Choice<FIGURES>> = fast.filter_map(|sample| chosen(&sample)).collect();
    println!("{} decisions on a kan of one's own", all.len());
    logit::fit(&all, RIDGE)
}
