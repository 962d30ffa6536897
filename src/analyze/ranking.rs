//! The order of the candidates, and the probability that strong players choose each.
//!
//! Candidates stand in the order of their values, those of the same value in that of their probability. Those that differ
//! from the best by less than the model resolves ([`differences::width`]) are its group, about equal: they come first, in
//! the order of their probability.

use super::differences;
use super::offer::{self, OfferAction};
use super::opponents::TableThreat;
use super::options::{Objective, Options};
use super::own_kan::{self, OwnKan};
use super::report::{Candidate, Nagashi};
use crate::legal::Action;
use crate::policy::{Discard, Policy};
use crate::sort;
use crate::tile::Players;

/// The candidates that are discards, with their places.
fn discards(candidates: &[Candidate]) -> impl Iterator<Item = (usize, Discard)> + '_ {
    candidates.iter().enumerate().filter_map(|(i, candidate)| match candidate.action {
        Action::Discard { tile, riichi } => Some((i, Discard { tile, riichi })),
        _ => None,
    })
}

/// Gives every discard, and a north to set aside, the probability that a strong player chooses it, where that is known.
pub(super) fn share(candidates: &mut [Candidate], policy: Option<&Policy>, kita: Option<f64>) {
    let Some(policy) = policy else { return };
    let (places, among): (Vec<usize>, Vec<Discard>) = discards(candidates).unzip();
    let shares = policy.shares(&among);
    let left = 1.0 - kita.unwrap_or(0.0);
    for (i, share) in places.into_iter().zip(shares) {
        (candidates[i].policy, candidates[i].share) = (share, share.map(|share| share * left));
    }
    if let Some(north) = candidates.iter_mut().find(|candidate| candidate.action == Action::Kita) {
        north.share = kita;
    }
}

/// The probability that a strong player declares riichi, where it is possible and known.
pub(super) fn riichi_share(candidates: &[Candidate]) -> Option<f64> {
    let declared = discards(candidates).filter(|(_, discard)| discard.riichi);
    declared.map(|(i, _)| candidates[i].policy).reduce(|a, b| Some(a? + b?)).flatten()
}

/// Gives passing and every call on a tile their shares, and says how many call; nothing where there is none to call.
pub(super) fn share_offers(candidates: &mut [Candidate]) -> Option<f64> {
    let action = |candidate: &Candidate| {
        let chi = matches!(candidate.action, Action::Chi { .. });
        candidate.facts.as_ref().and_then(|facts| OfferAction::of(facts, chi))
    };
    let (places, all): (Vec<usize>, Vec<OfferAction>) =
        candidates.iter().enumerate().filter_map(|(i, candidate)| Some((i, action(candidate)?))).unzip();
    let shares = offer::shares(offer::builtin(), &all)?;
    let mut calls = 0.0;
    for ((i, action), share) in places.into_iter().zip(all).zip(shares) {
        candidates[i].share = Some(share);
        calls += if action.is_call() { share } else { 0.0 };
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
    let (value, win) = (mean(&|candidate| candidate.value), mean(&|candidate| candidate.play.win_rate()));
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
            win: candidate.play.win_rate() - win,
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

/// Gives every candidate its value and its group, and puts the best first; a point is worth `point` in the unit of the values.
pub(super) fn rank(candidates: &mut [Candidate], players: Players, options: &Options, point: f64) {
    for candidate in candidates.iter_mut() {
        candidate.value = candidate.play.value();
    }
    let points = matches!(options.objective, Objective::Points | Objective::Placement);
    if points && options.danger && options.others {
        share_kans(candidates, point);
    }
    for candidate in candidates.iter_mut() {
        candidate.pay_nagashi();
        go_as_planned(candidate);
        candidate.ranked = if points { candidate.value } else { options.objective.worth(&candidate.play) };
    }
    let probability = |candidate: &Candidate| candidate.share.filter(|_| options.policy).unwrap_or(1.0);
    // of the same value: what more players choose; stable: other equals stay in the order of actions
    sort::by(candidates, |a, b| {
        b.ranked.total_cmp(&a.ranked).then_with(|| probability(b).total_cmp(&probability(a)))
    });
    let width = differences::width(candidates, players, point);
    let width = width.filter(|_| options.policy && options.is_calibrated());
    let equal = width.map_or(1, |width| equal_to_first(candidates, width)).max(1);
    let (first, others) = candidates.split_at_mut(equal.min(candidates.len()));
    sort::by(first, |a, b| probability(b).total_cmp(&probability(a)));
    first.iter_mut().for_each(|candidate| candidate.group = 1);
    others.iter_mut().zip(2..).for_each(|(candidate, group)| candidate.group = group);
}

/// Puts a play that goes for a nagashi mangan in the place of the search's. Others and draws are those of the search, so
/// that records change it by as much.
fn go_as_planned(candidate: &mut Candidate) {
    let Nagashi::Planned(plan) = &candidate.nagashi else { return };
    let corrected = candidate.play.value() - candidate.searched;
    candidate.searched = plan.value();
    candidate.play = differences::with_more(plan, corrected);
    candidate.value = candidate.play.value();
}

/// How many of the first are worth about as much as the best. One whose value is known, whose probability is not, or that
/// goes for a nagashi mangan, is equal to none and ends them, so that nothing of less value stands before it. Where no
/// point changes a place (an infinite width), all are equal.
fn equal_to_first(candidates: &[Candidate], width: f64) -> usize {
    let comparable = |candidate: &Candidate| {
        let is_planned = matches!(candidate.nagashi, Nagashi::Planned(_));
        candidate.facts.is_some() && candidate.share.is_some() && !candidate.is_known() && !is_planned
    };
    if width.is_infinite() {
        return candidates.len();
    }
    let best = candidates.first().map_or(0.0, |best| best.ranked);
    candidates
        .iter()
        .take_while(|candidate| comparable(candidate) && best - candidate.ranked <= width)
        .count()
}
