//! Which action comes first: the one of most value.
//!
//! What a search leaves out shows in what strong players do: of two actions whose searches differ by less than what searches
//! get wrong, the one that they take is the better one. So a value has two parts. With `v` what the outcomes of an action say,
//! `p` the share of strong players that take it, and means over these shares,
//!
//! ```text
//! value = mean(v) + KEPT (v - mean(v)) + NAT (ln(p + e) - mean(ln(p + e)))
//! ```
//!
//! The mean over what players do is that of `v`: what is told of the actions that are taken stays true on average. Between those with riichi and
//! those without, [`BETWEEN`] stands for `KEPT`: what outcomes find between them is for the most part whose hands stay silent, and not what
//! silence does to a hand. Wins, which everybody declares, keep `v`.
//!
//! The numbers are for all sorts of actions, hands and rule sets. On 17,175 decisions (of an earlier table of `cargo tools train --value`) a regression of
//! the change of points gives a nat 22 +- 67 points, and `KEPT` 0.1 +- 0.5, where no riichi is possible; where it is, -145 +- 156, and 0.8 +- 0.4 but
//! for riichi itself: rounds end in too many ways to tell more. What players do tells the ratio: with 300 points of `v` to a nat 73.4 %
//! of discards come first, with 100 72.9 %, without 57.9 %.

use super::choice::{self, Taking};
use super::own_kan::{self, OwnKan};
use super::{Action, Added, Candidate, Objective, Options, TableThreat};
use crate::policy::{Discard, Policy};

/// What is kept of the differences of outcomes. This and the next two were chosen on the 83,560 decisions of the fit, each fifth of their rounds by the
/// model of the others: with 0.35, 0.02 and 120 what comes first is what was done in 72.8 % of discards and 84.9 % of riichi or not, and values tell 8.67 %
/// of the variance of what happened; with 0.5, 0.05 and 150 72.8, 84.4 and 8.65 %. Of riichi or not the shares alone make 85.0 %.
const KEPT: f64 = 0.35;
/// The same between actions with riichi and those without: a fifth makes 79.1 % of riichi or not.
const BETWEEN: f64 = 0.02;
/// What a nat of share is worth, in points.
const NAT: f64 = 120.0;
/// What a double riichi adds to the log-odds of declaring, which the net does not tell from any other of an early turn: in 336 decisions, all in which
/// one was possible in the first 18,000 games of each archive, 89 % declared, and the net said 75 %; fitted by likelihood, 1.46 +- 0.21.
const DOUBLE: f64 = 1.5;
/// A share that is as good as none.
const LEAST: f64 = 0.005;

/// The candidates that are discards, with their places.
fn discards(candidates: &[Candidate]) -> impl Iterator<Item = (usize, Discard)> + '_ {
    candidates.iter().enumerate().filter_map(|(i, candidate)| match candidate.action {
        Action::Discard { tile, riichi } => Some((i, Discard { tile, riichi })),
        _ => None,
    })
}

/// Gives every discard its share of strong players, where that is known; `double` where a riichi is a double one.
pub(super) fn share(candidates: &mut [Candidate], policy: Option<&Policy>, double: bool) {
    let Some(policy) = policy else { return };
    let (places, among): (Vec<usize>, Vec<Discard>) = discards(candidates).unzip();
    let mut shares = policy.shares(&among);
    if double {
        declare_more(&mut shares, &among);
    }
    for (i, share) in places.into_iter().zip(shares) {
        (candidates[i].policy, candidates[i].share) = (share, share);
    }
}

/// Makes riichi likelier by what a double one is.
fn declare_more(shares: &mut [Option<f64>], among: &[Discard]) {
    let times = libm::exp(DOUBLE);
    let declared = || among.iter().zip(0..).filter(|(discard, _)| discard.riichi).map(|(_, i)| i);
    declared().for_each(|i: usize| shares[i] = shares[i].map(|share| share * times));
    let all: f64 = shares.iter().flatten().sum();
    shares.iter_mut().flatten().for_each(|share| *share /= all);
}

/// The share of strong players that declare riichi, where it is possible and known.
pub(super) fn riichi_share(candidates: &[Candidate]) -> Option<f64> {
    let declared = discards(candidates).filter(|(_, discard)| discard.riichi);
    declared.map(|(i, _)| candidates[i].policy).reduce(|a, b| Some(a? + b?)).flatten()
}

/// Gives passing and every call on a tile their shares, and says how many call; nothing where there is none to call.
pub(super) fn share_offers(candidates: &mut [Candidate], point: f64) -> Option<f64> {
    let taking = |candidate: &Candidate| {
        let facts = candidate.facts.as_ref()?;
        let call = match candidate.action {
            Action::Pass => false,
            Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan => true,
            _ => return None,
        };
        Some(Taking {
            call,
            chi: matches!(candidate.action, Action::Chi { .. }),
            shanten: facts.shanten,
            yaku: facts.yaku,
            folds: facts.folds,
            win: candidate.play.win_rate,
            value: if point == 0.0 { 0.0 } else { candidate.play.value / point },
            open: facts.case.open,
            riichi: matches!(facts.case.threat, TableThreat::OneRiichi | TableThreat::MoreRiichi),
        })
    };
    let (places, all): (Vec<usize>, Vec<Taking>) =
        candidates.iter().enumerate().filter_map(|(i, candidate)| Some((i, taking(candidate)?))).unzip();
    if all.len() < 2 {
        return None;
    }
    let shares = choice::shares(choice::builtin(), &all)?;
    let mut calls = 0.0;
    for ((i, taking), share) in places.into_iter().zip(all).zip(shares) {
        candidates[i].share = Some(share);
        calls += if taking.call { share } else { 0.0 };
    }
    Some(calls)
}

/// Gives every own kan its share, and takes it from those of the discards; nothing where these have none.
fn share_kans(candidates: &mut [Candidate], point: f64) {
    let shared: Vec<&Candidate> = candidates.iter().filter(|candidate| candidate.share.is_some()).collect();
    let mean = |of: &dyn Fn(&Candidate) -> f64| -> f64 {
        shared.iter().map(|candidate| candidate.share.unwrap_or(0.0) * of(candidate)).sum()
    };
    let Some(least) = shared.iter().map(|candidate| candidate.shanten.get()).min() else { return };
    let (value, win) = (mean(&|candidate| candidate.value), mean(&|candidate| candidate.play.win_rate));
    let kan = |candidate: &Candidate| {
        let facts = candidate.facts.as_ref()?;
        let kakan = match candidate.action {
            Action::Ankan { .. } => false,
            Action::Kakan { .. } => true,
            _ => return None,
        };
        Some(OwnKan {
            kakan,
            value: if point == 0.0 { 0.0 } else { (candidate.value - value) / point },
            win: candidate.play.win_rate - win,
            shanten_lost: facts.shanten - least,
            tenpai: facts.shanten <= 0,
            open: facts.case.open,
            tiles_left: facts.case.tiles_left,
            riichi: matches!(facts.case.threat, TableThreat::OneRiichi | TableThreat::MoreRiichi),
            open_threat: facts.case.threat == TableThreat::Open,
            folds: facts.folds,
        })
    };
    let (places, kans): (Vec<usize>, Vec<OwnKan>) =
        candidates.iter().enumerate().filter_map(|(i, candidate)| Some((i, kan(candidate)?))).unzip();
    if kans.is_empty() {
        return;
    }
    let shares = own_kan::shares(own_kan::builtin(), &kans);
    let left = 1.0 - shares.iter().sum::<f64>();
    for candidate in candidates.iter_mut() {
        candidate.share = candidate.share.map(|share| share * left);
    }
    places.into_iter().zip(shares).for_each(|(i, share)| candidates[i].share = Some(share));
}

/// Gives every candidate its value, and puts the best first; a point is worth `point` in the unit of the values.
pub(super) fn rank(candidates: &mut [Candidate], options: &Options, point: f64) {
    for candidate in candidates.iter_mut() {
        candidate.value = candidate.play.value;
    }
    let points = matches!(options.objective, Objective::Points | Objective::Placement);
    if options.policy && options.danger && options.others && points {
        share_kans(candidates, point);
        add_choice(candidates, point);
    }
    for candidate in candidates.iter_mut() {
        candidate.ranked = if points { candidate.value } else { options.objective.worth(&candidate.play) };
    }
    // stable: equals stay in the order of actions
    candidates.sort_by(|a, b| b.ranked.total_cmp(&a.ranked));
}

/// An action with a share of strong players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shared {
    /// The share, 0..1; those of all actions add up to 1.
    pub share: f64,
    /// What its outcomes say.
    pub value: f64,
    /// Whether riichi is declared with it.
    pub riichi: bool,
}

fn add_choice(candidates: &mut [Candidate], point: f64) {
    let shared = |candidate: &Candidate| {
        let share = candidate.share?;
        let riichi = matches!(candidate.action, Action::Discard { riichi: true, .. });
        Some(Shared { share, value: candidate.value, riichi })
    };
    let (places, all): (Vec<usize>, Vec<Shared>) =
        candidates.iter().enumerate().filter_map(|(i, candidate)| Some((i, shared(candidate)?))).unzip();
    for (i, added) in places.into_iter().zip(added(&all, point)) {
        candidates[i].add(added);
    }
    for candidate in candidates.iter_mut() {
        candidate.value += candidate.choice;
    }
}

impl Candidate {
    fn add(&mut self, added: Added) {
        self.choice = added.sum();
        self.because = self.because.with_choice(added);
    }
}

/// What the choice of strong players adds to values that have these shares; a point is worth `point` in their unit.
pub fn added(all: &[Shared], point: f64) -> Vec<Added> {
    let nats = |one: &Shared| libm::log(one.share + LEAST);
    let nat: f64 = all.iter().map(|one| one.share * nats(one)).sum();
    let mean = |among: &dyn Fn(&Shared) -> bool| {
        let of = || all.iter().filter(|one| among(one));
        let share: f64 = of().map(|one| one.share).sum();
        let sum: f64 = of().map(|one| one.share * one.value).sum();
        if share > 0.0 { sum / share } else { 0.0 }
    };
    let whole = mean(&|_| true);
    let alike = [false, true].map(|riichi| mean(&|one| one.riichi == riichi));
    all.iter()
        .map(|one| {
            let alike = alike[usize::from(one.riichi)];
            Added {
                differences: (KEPT - 1.0) * (one.value - alike) + (BETWEEN - 1.0) * (alike - whole),
                policy: NAT * point * (nats(one) - nat),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(riichi: [bool; 3]) -> [Shared; 3] {
        let of = |share, value, riichi| Shared { share, value, riichi };
        [of(0.6, 100.0, riichi[0]), of(0.3, 400.0, riichi[1]), of(0.1, -200.0, riichi[2])]
    }

    #[test]
    fn a_double_riichi_is_declared_more_often_and_shares_add_up() {
        let of = |number: usize, riichi| Discard { tile: crate::tile::Tile::new(number).unwrap(), riichi };
        let among = [of(0, false), of(0, true), of(1, false), of(1, true)];
        let mut shares = [Some(0.5), Some(0.2), Some(0.2), Some(0.1)];
        declare_more(&mut shares, &among);
        let shares = shares.map(Option::unwrap);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{shares:?}");
        let odds = (shares[1] + shares[3]) / (shares[0] + shares[2]);
        assert!((odds.ln() - (0.3f64 / 0.7).ln() - DOUBLE).abs() < 1e-12, "{shares:?}");
        assert!((shares[0] / shares[2] - 2.5).abs() < 1e-12 && (shares[1] / shares[3] - 2.0).abs() < 1e-12);
    }

    #[test]
    fn the_mean_over_what_players_do_stays_as_it_is() {
        for riichi in [[false; 3], [true, false, false], [true, true, false]] {
            let all = all(riichi);
            let mean: f64 =
                added(&all, 1.0).iter().zip(all).map(|(added, one)| added.sum() * one.share).sum();
            assert!(mean.abs() < 1e-9, "{mean}");
        }
    }

    #[test]
    fn rows_differ_by_what_is_kept_and_by_their_shares() {
        let nats = NAT * 2.0 * (0.605f64 / 0.305).ln();
        for (riichi, kept) in [([false; 3], KEPT), ([true, true, false], KEPT)] {
            let added = added(&all(riichi), 2.0);
            let between = (100.0 + added[0].sum()) - (400.0 + added[1].sum());
            assert!((between - (nats - kept * 300.0)).abs() < 1e-9, "{between}");
        }
        // riichi against the other two, whose mean is 250: players see it otherwise
        let with = added(&all([true, false, false]), 2.0);
        let between = (100.0 + with[0].sum()) - (400.0 + with[1].sum());
        let expected = nats + BETWEEN * (100.0 - 250.0) - KEPT * (400.0 - 250.0);
        assert!((between - expected).abs() < 1e-9, "{between} {expected}");
    }
}
