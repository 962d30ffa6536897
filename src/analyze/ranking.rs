//! Which action comes first: the one of most value.
//!
//! What a search leaves out shows in what strong players do: of two actions whose searches differ by less than what searches
//! get wrong, the one that they take is the better one. So a value has two parts. With `v` what the outcomes of an action say, and
//! `p` the share of strong players that take it, two actions of one sort differ by
//!
//! ```text
//! KEPT (v - v') + NAT (ln(p + e) - ln(p' + e))
//! ```
//!
//! and so do two sorts (discards without riichi and with it, own kans, passing, calls), `v` being that of the first of each sort and `p` the share of
//! the whole sort. Were single actions compared there, three ways to call that a fifth of players choose each would stand behind passing, which
//! two fifths choose. Between riichi and silence, [`BETWEEN`] stands for `KEPT`: what outcomes find between them is for the most part whose hands
//! stay silent, and not what silence does to a hand. What they find on average is kept ([`DECLARED`]), and so of calls and passing ([`CALLED`]).
//! Where outcomes and shares say the same of the two, more is kept ([`AGREED`]): shares tell the order, and outcomes by how much. [`BETWEEN`] also
//! stands between a search and averages in the place of one, which leave out other things.
//! The mean of the values over what players do is that of `v`: what is told of the actions that are taken stays true on average. Wins, which
//! everybody declares, keep `v`.
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
/// model of the others, and looked at again with the nets of 2,078,554 decisions: with 0.35 and 120 what comes first is what was done in 73.4 % of
/// discards and 87.4 % of riichi or not, and values tell 8.70 % of the variance of what happened; with 0.5 and 120 73.2, 87.4 and 8.69 %, with 0.35
/// and 200 73.5, 87.3 and 8.64 %.
const KEPT: f64 = 0.35;
/// The same between actions with riichi and those without: a fifth makes 80.5 % of riichi or not.
const BETWEEN: f64 = 0.02;
/// How many points riichi is above silence where players choose either as often. At every share those who declare did better than those who stay
/// silent: where a fifth to a half of players do, by 251 +- 273 points on the decisions of the fit, where a half to four fifths do, by 706 +- 256. With 75
/// points 86.3 % of riichi or not comes first as it was done, with none 87.4, with 100 85.6, with 200 80.6.
const DECLARED: f64 = 75.0;
/// Where outcomes say of riichi and silence what shares and [`DECLARED`] say, so many times as much is kept of the outcomes' difference, and more of
/// none; the order stays. On the decisions of the fit riichi is told 25 +- 77 points too low and dama 1 +- 56 too well; by the fit to
/// 83,560 decisions 24 too low and 13 too well, without [`DECLARED`] and with 8 times 90 and 52, without either 154 and 90.
const AGREED: f64 = 16.0;
/// How many points taking a tile is above leaving it where players do either as often. They call where outcomes are for it, so that what [`KEPT`]
/// leaves of the difference lowers the calls that are made. On the decisions of the fit, by none, 60 and 120 points: calls are told 61, 42 and 24 +- 29
/// too low, and 91.5, 91.1 and 90.3 % of calls or not come first as they were done; of tiles that can be called 17.7, 19.6 and 21.8 % are told to
/// be, and 18.6 are.
const CALLED: f64 = 60.0;
/// What a nat of share is worth, in points.
const NAT: f64 = 120.0;
/// A share that is as good as none.
const LEAST: f64 = 0.005;

/// The candidates that are discards, with their places.
fn discards(candidates: &[Candidate]) -> impl Iterator<Item = (usize, Discard)> + '_ {
    candidates.iter().enumerate().filter_map(|(i, candidate)| match candidate.action {
        Action::Discard { tile, riichi } => Some((i, Discard { tile, riichi })),
        _ => None,
    })
}

/// Gives every discard its share of strong players, where that is known.
pub(super) fn share(candidates: &mut [Candidate], policy: Option<&Policy>) {
    let Some(policy) = policy else { return };
    let (places, among): (Vec<usize>, Vec<Discard>) = discards(candidates).unzip();
    let shares = policy.shares(&among);
    for (i, share) in places.into_iter().zip(shares) {
        (candidates[i].policy, candidates[i].share) = (share, share);
    }
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
        Some(Taking {
            taken: facts.taken?,
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
    let shares = choice::shares(choice::builtin(), &all)?;
    let mut calls = 0.0;
    for ((i, taking), share) in places.into_iter().zip(all).zip(shares) {
        candidates[i].share = Some(share);
        calls += if taking.is_call() { share } else { 0.0 };
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
    let by_choice = options.policy && options.danger && options.others && points;
    if by_choice {
        share_kans(candidates, point);
        add_choice(candidates, point);
    }
    for candidate in candidates.iter_mut() {
        candidate.pay_nagashi();
        candidate.ranked = if points { candidate.value } else { options.objective.worth(&candidate.play) };
    }
    // where no place can change all are worth the same; stable: other equals stay in the order of actions
    let share = |candidate: &Candidate| candidate.share.filter(|_| by_choice).unwrap_or(0.0);
    candidates.sort_by(|a, b| b.ranked.total_cmp(&a.ranked).then(share(b).total_cmp(&share(a))));
}

/// An action with a share of strong players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shared {
    /// The share, 0..1; those of all actions add up to 1.
    pub share: f64,
    /// What its outcomes say.
    pub value: f64,
    /// What is done.
    pub sort: Sort,
    /// Whether averages stand in the place of its search.
    pub estimated: bool,
}

/// What players decide on first, before they choose among the actions of one sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A discard without riichi.
    Silent,
    /// A discard with riichi.
    Riichi,
    /// A kan of one's own.
    Kan,
    /// Leaving a tile.
    Pass,
    /// Taking it.
    Call,
}

impl Sort {
    const ALL: [Sort; 5] = [Sort::Silent, Sort::Riichi, Sort::Kan, Sort::Pass, Sort::Call];

    /// None for wins and abortive draws.
    fn of(action: &Action) -> Option<Sort> {
        match action {
            Action::Discard { riichi: false, .. } => Some(Sort::Silent),
            Action::Discard { riichi: true, .. } => Some(Sort::Riichi),
            Action::Ankan { .. } | Action::Kakan { .. } => Some(Sort::Kan),
            Action::Pass => Some(Sort::Pass),
            Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan => Some(Sort::Call),
            Action::Tsumo | Action::Ron | Action::NineTerminals => None,
        }
    }

    fn is_discard(self) -> bool {
        matches!(self, Sort::Silent | Sort::Riichi)
    }
}

/// Where no place can change all actions are worth the same: searches differ by rounding.
fn level(candidates: &mut [Candidate]) {
    let shared = || candidates.iter().filter_map(|candidate| Some((candidate.share?, candidate.value)));
    let mean: f64 = shared().map(|(share, value)| share * value).sum();
    for candidate in candidates.iter_mut().filter(|candidate| candidate.share.is_some()) {
        candidate.add(Added { differences: mean - candidate.value, policy: 0.0 });
        candidate.value = mean;
    }
}

fn add_choice(candidates: &mut [Candidate], point: f64) {
    if point == 0.0 {
        return level(candidates);
    }
    // what is known keeps its value; the shares of the others are those among them
    let known = |candidate: &&Candidate| candidate.is_known();
    let left = 1.0 - candidates.iter().filter(known).filter_map(|candidate| candidate.share).sum::<f64>();
    let shared = |candidate: &Candidate| {
        let share = candidate.share.filter(|_| !candidate.is_known() && left > 0.0)? / left;
        let sort = Sort::of(&candidate.action)?;
        Some(Shared { share, value: candidate.value, sort, estimated: candidate.estimated })
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

/// The actions of one sort.
struct Alike {
    share: f64,
    /// What the outcomes of the first of them say.
    value: f64,
    /// Its share among them, in nats.
    nats: f64,
    estimated: bool,
}

fn nats(share: f64) -> f64 {
    libm::log(share + LEAST)
}

impl Alike {
    fn of(all: &[Shared], sort: Sort, point: f64) -> Option<Alike> {
        let these = || all.iter().filter(|one| one.sort == sort);
        let share = these().map(|one| one.share).sum();
        let within = |one: &Shared| nats(part(one.share, share));
        let worth = |one: &Shared| KEPT * one.value + NAT * point * within(one);
        let first = these().reduce(|first, one| if worth(one) > worth(first) { one } else { first })?;
        Some(Alike { share, value: first.value, nats: within(first), estimated: first.estimated })
    }

    /// How much is kept of what the outcomes of riichi and silence differ by, 0..1.
    fn kept_beside(&self, silent: &Alike, point: f64) -> f64 {
        let by = self.value - silent.value;
        let chosen = point * (DECLARED + NAT * (nats(self.share) - nats(silent.share)));
        let agreed = if by * chosen > 0.0 { (AGREED * chosen / by).min(1.0) } else { 0.0 };
        agreed.max(BETWEEN)
    }
}

/// The share of an action among those of a sort.
fn part(share: f64, of: f64) -> f64 {
    if of > 0.0 { share / of } else { 0.0 }
}

/// What the choice of strong players adds to values that have these shares; a point is worth `point` in their unit.
pub fn added(all: &[Shared], point: f64) -> Vec<Added> {
    let sorts = Sort::ALL.map(|sort| Alike::of(all, sort, point));
    let sort_of = |sort: Sort| sorts[sort as usize].as_ref().expect("it has this action");
    let discards = || {
        Sort::ALL.iter().filter(|sort| sort.is_discard()).filter_map(|&sort| sorts[sort as usize].as_ref())
    };
    let discarded: f64 = discards().map(|alike| alike.share).sum();
    let of_discards: f64 = discards().map(|alike| part(alike.share, discarded) * alike.value).sum();
    let estimated = |whether: bool| sorts.iter().flatten().any(|alike| alike.estimated == whether);
    let kept = if estimated(true) && estimated(false) { BETWEEN } else { KEPT };
    let (declaring, declared) = match [Sort::Riichi, Sort::Silent].map(|sort| sorts[sort as usize].as_ref()) {
        [Some(riichi), Some(silent)] => {
            let share = part(riichi.share, discarded);
            (riichi.kept_beside(silent, point), [-share, 1.0 - share].map(|part| part * DECLARED * point))
        }
        _ => (BETWEEN, [0.0; 2]),
    };
    let level = |one: &Shared| match sort_of(one.sort).value {
        value if one.sort.is_discard() => {
            let declared = declared[usize::from(one.sort == Sort::Riichi)];
            kept * of_discards + declaring * (value - of_discards) + declared
        }
        value if one.sort == Sort::Call => kept * value + CALLED * point,
        value => kept * value,
    };
    let added = |one: &Shared| {
        let alike = sort_of(one.sort);
        let within = nats(part(one.share, alike.share)) - alike.nats;
        Added {
            differences: level(one) + KEPT * (one.value - alike.value) - one.value,
            policy: NAT * point * (nats(alike.share) + within),
        }
    };
    let mean = |of: &dyn Fn(Added) -> f64| -> f64 { all.iter().map(|one| one.share * of(added(one))).sum() };
    let usual = Added { differences: mean(&|added| added.differences), policy: mean(&|added| added.policy) };
    let of = |one: &Shared| {
        let added = added(one);
        Added { differences: added.differences - usual.differences, policy: added.policy - usual.policy }
    };
    all.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(sorts: [Sort; 3]) -> [Shared; 3] {
        let of = |share, value, sort| Shared { share, value, sort, estimated: false };
        [of(0.4, 100.0, sorts[0]), of(0.35, 400.0, sorts[1]), of(0.25, -200.0, sorts[2])]
    }

    /// By how much the first is above the second.
    fn between(all: &[Shared], first: usize, second: usize) -> f64 {
        let added = added(all, 2.0);
        all[first].value + added[first].sum() - all[second].value - added[second].sum()
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
    }

    #[test]
    fn the_mean_over_what_players_do_stays_as_it_is() {
        use Sort::{Call, Kan, Pass, Riichi, Silent};
        for sorts in [[Silent; 3], [Riichi, Silent, Silent], [Riichi, Silent, Kan], [Pass, Call, Call]] {
            let all = all(sorts);
            let mean: f64 =
                added(&all, 1.0).iter().zip(all).map(|(added, one)| added.sum() * one.share).sum();
            near(mean, 0.0);
        }
    }

    #[test]
    fn rows_of_one_sort_differ_by_what_is_kept_and_by_their_shares() {
        let nats = |a: f64, b: f64| NAT * 2.0 * ((a + LEAST) / (b + LEAST)).ln();
        near(between(&all([Sort::Silent; 3]), 0, 1), nats(0.4, 0.35) - KEPT * 300.0);
        let riichi = all([Sort::Silent, Sort::Riichi, Sort::Riichi]);
        near(between(&riichi, 1, 2), nats(0.35 / 0.6, 0.25 / 0.6) + KEPT * 600.0);
        // silence against the first of those with riichi, which both shares and outcomes prefer
        near(between(&riichi, 0, 1), nats(0.4, 0.6) - 2.0 * DECLARED - 300.0);
    }

    #[test]
    fn of_riichi_and_silence_outcomes_keep_what_shares_say_too() {
        let of = |share, value, sort| Shared { share, value, sort, estimated: false };
        let two = |silent: f64, by: f64| {
            between(&[of(silent, 0.0, Sort::Silent), of(1.0 - silent, by, Sort::Riichi)], 1, 0)
        };
        let chosen = |silent: f64| 2.0 * (DECLARED + NAT * ((1.0 - silent + LEAST) / (silent + LEAST)).ln());
        near(two(0.3, 500.0), chosen(0.3) + 500.0);
        // not more than so many times what the shares are worth
        near(two(0.3, 50_000.0), chosen(0.3) + AGREED * chosen(0.3));
        near(two(0.3, -500.0), chosen(0.3) - BETWEEN * 500.0);
        near(two(0.7, 500.0), chosen(0.7) + BETWEEN * 500.0);
        near(two(0.7, -500.0), chosen(0.7) - 500.0);
        near(two(0.5, 0.0), 2.0 * DECLARED);
        near(two(0.5, -500.0), 2.0 * DECLARED - BETWEEN * 500.0);
    }

    #[test]
    fn calls_that_most_players_make_among_them_come_before_passing() {
        let offered = all([Sort::Pass, Sort::Call, Sort::Call]).map(|one| Shared { value: 0.0, ..one });
        let nats = NAT * 2.0 * ((0.6f64 + LEAST) / (0.4 + LEAST)).ln();
        near(between(&offered, 1, 0), nats + 2.0 * CALLED);
        assert!(between(&offered, 0, 2) < nats);
        let worse =
            offered.map(|one| Shared { value: if one.sort == Sort::Pass { 300.0 } else { 0.0 }, ..one });
        near(between(&worse, 1, 0), nats + 2.0 * CALLED - KEPT * 300.0);
        // a search beside averages
        let far = worse.map(|one| Shared { estimated: one.sort == Sort::Call, ..one });
        near(between(&far, 1, 0), nats + 2.0 * CALLED - BETWEEN * 300.0);
    }

    #[test]
    fn a_sort_that_nobody_chooses_has_a_value() {
        let none = all([Sort::Silent, Sort::Silent, Sort::Riichi]).map(|one| match one.sort {
            Sort::Riichi => Shared { share: 0.0, ..one },
            _ => Shared { share: one.share / 0.75, ..one },
        });
        assert!(added(&none, 1.0).iter().all(|added| added.sum().is_finite()));
        assert!(between(&none, 0, 2) > 0.0 && between(&none, 1, 2) > 0.0);
    }
}
