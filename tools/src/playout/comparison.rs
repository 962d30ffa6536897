//! Which actions of a decision are compared.

use super::journal::{Action, Witness};
use super::kind::{Kind, Side};
use nanikiru::analyze::{self, Candidate, Situation};
use nanikiru_tools::decisions::mix;

/// A push risks at least so much more of a deal-in than folding: the safest tile is no fold otherwise.
const RISK: f64 = 0.02;
/// Discards that fewer strong players choose are compared only when the search names them.
const PLAUSIBLE: f64 = 0.02;

/// A candidate that can be compared.
struct Comparable<'a> {
    at: usize,
    candidate: &'a Candidate,
    side: Side,
    witnesses: [f64; Witness::ALL.len()],
}

/// The actions to compare, at most `most`: the first by `value` of each side, the first of every witness, what the
/// player did, then others by a hash of `key`. None where there are no two sides, or a witness is not known.
pub fn compared(
    kind: Kind,
    candidates: &[Candidate],
    situation: &Situation,
    done: impl Fn(&analyze::Action) -> bool,
    (most, key): (usize, u64),
) -> Option<Vec<Action>> {
    let sides = sides(kind, candidates, situation)?;
    let comparable = |(at, (candidate, side)): (usize, (&'_ Candidate, Option<Side>))| {
        Some((at, side?, Witness::of(candidate)?))
    };
    let all: Vec<(usize, Side, [f64; Witness::ALL.len()])> =
        candidates.iter().zip(sides).enumerate().filter_map(comparable).collect();
    let all: Vec<Comparable> = all
        .into_iter()
        .map(|(at, side, witnesses)| Comparable { at, candidate: &candidates[at], side, witnesses })
        .collect();
    let mut order: Vec<usize> = Vec::new();
    let first = |witness: Witness, side: Option<Side>| {
        let of_side = all.iter().filter(|one| side.is_none_or(|side| one.side == side));
        // the earlier one of equals: candidates stand in the order of their values
        of_side.rev().max_by(|a, b| a.witnesses[witness as usize].total_cmp(&b.witnesses[witness as usize]))
    };
    if kind.has_sides() {
        for side in [Side::Act, Side::Leave] {
            order.push(first(Witness::Value, Some(side))?.at);
        }
    }
    order.extend(Witness::ALL.into_iter().filter_map(|witness| first(witness, None)).map(|one| one.at));
    order.extend(all.iter().filter(|one| done(&one.candidate.action)).map(|one| one.at));
    order.extend(plausible(&all, key));
    let mut chosen: Vec<usize> = Vec::new();
    for at in order {
        if !chosen.contains(&at) && chosen.len() < most {
            chosen.push(at);
        }
    }
    let actions = chosen.iter().filter_map(|&at| all.iter().find(|one| one.at == at));
    let actions: Vec<Action> = actions
        .map(|one| Action {
            action: words(&one.candidate.action),
            side: one.side,
            recorded: done(&one.candidate.action),
            witnesses: one.witnesses,
            candidate: one.at,
            changes: Vec::new(),
            ends: Default::default(),
        })
        .collect();
    (actions.len() > 1).then_some(actions)
}

/// Those that strong players may choose, or that are among the first four of the search, in a random order.
fn plausible(all: &[Comparable], key: u64) -> Vec<usize> {
    let search = |one: &Comparable| one.witnesses[Witness::SearchValue as usize];
    let better = |one: &Comparable| all.iter().filter(|other| search(other) > search(one)).count();
    let share = |one: &Comparable| libm::exp(one.witnesses[Witness::LogProbability as usize]);
    let plausible = all.iter().filter(|one| share(one) >= PLAUSIBLE || better(one) < 4);
    let mut plausible: Vec<usize> = plausible.map(|one| one.at).collect();
    plausible.sort_by_key(|&at| mix(key ^ mix(at as u64 + 1)));
    plausible
}

/// The side of every candidate; none of one that is not compared.
fn sides(kind: Kind, candidates: &[Candidate], situation: &Situation) -> Option<Vec<Option<Side>>> {
    use analyze::Action::{Ankan, Chi, Daiminkan, Discard, Kakan, Pass, Pon};
    if kind == Kind::Push {
        return push_sides(candidates, situation);
    }
    let side = |candidate: &Candidate| match (kind, candidate.action) {
        (Kind::Discard | Kind::Riichi | Kind::Kan, Discard { riichi: false, .. }) => Some(Side::Leave),
        (Kind::Riichi, Discard { riichi: true, .. }) => Some(Side::Act),
        (Kind::Kan, Discard { riichi: true, .. }) => Some(Side::Leave),
        (Kind::Kan, Ankan { .. } | Kakan { .. }) => Some(Side::Act),
        (Kind::Call, Chi { .. } | Pon { .. } | Daiminkan) => Some(Side::Act),
        (Kind::Call, Pass) => Some(Side::Leave),
        _ => None,
    };
    Some(candidates.iter().map(side).collect())
}

/// Discards that keep shanten least push; one that does not, and is the safest by far, folds.
fn push_sides(candidates: &[Candidate], situation: &Situation) -> Option<Vec<Option<Side>>> {
    let danger = situation.danger()?;
    let rate = |candidate: &Candidate| match candidate.action {
        analyze::Action::Discard { tile, riichi: false } => Some(danger.rate(tile)),
        _ => None,
    };
    let least = candidates.iter().filter(|one| rate(one).is_some()).map(|one| one.shanten).min()?;
    let safest = candidates.iter().filter_map(rate).min_by(f64::total_cmp)?;
    let side = |candidate: &Candidate| {
        let rate = rate(candidate)?;
        match candidate.shanten == least {
            true => (rate >= safest + RISK).then_some(Side::Act),
            false => (rate == safest).then_some(Side::Leave),
        }
    };
    Some(candidates.iter().map(side).collect())
}

/// An action as tables and journals write it.
pub fn words(action: &analyze::Action) -> String {
    use analyze::Action::{
        Ankan, Chi, Daiminkan, Discard, Kakan, Kita, NineTerminals, Pass, Pon, Ron, Tsumo,
    };
    match action {
        Discard { tile, riichi: false } => tile.to_string(),
        Discard { tile, riichi: true } => format!("riichi {tile}"),
        Chi { own: [a, b], discard } => format!("chi {a}{b}, {discard}"),
        Pon { own: [a, b], discard } => format!("pon {a}{b}, {discard}"),
        Ankan { kind } => format!("ankan {kind}"),
        Kakan { tile } => format!("kakan {tile}"),
        Kita => "kita".into(),
        Daiminkan => "daiminkan".into(),
        Pass => "pass".into(),
        Tsumo => "tsumo".into(),
        Ron => "ron".into(),
        NineTerminals => "nine terminals".into(),
    }
}
