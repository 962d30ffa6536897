//! The calls and kans that a hand can make, and what it holds after each.

use super::action::Action;
use super::position::{OfferedBy, TileOffer};
use crate::hand::{Call, DrawnHand, From, Group, Meld, WaitingHand};
use crate::round::{Permit, Robbable};
use crate::rules::{Kuikae, RiichiKans};
use crate::shape;
use crate::shape::forms::is_always_triplet;
use crate::tile::{Counts, Kind, KindSet, Players, Tile};

/// A hand right after a call, or after an open kan and before its replacement draw; the new meld is its last.
#[derive(Clone, PartialEq, Debug)]
pub enum HandAfterCall {
    /// A discard is due.
    Open {
        /// The hand.
        hand: DrawnHand,
        /// The two tiles that it gave to the meld.
        own: [Tile; 2],
        /// Kinds that it may not discard (kuikae).
        forbidden: KindSet,
    },
    /// A replacement draw is due.
    Kan {
        /// The hand.
        hand: WaitingHand,
    },
}

/// The tiles of a hand as they can be taken out of it: concealed tiles and red fives.
pub(super) fn without(hand: &WaitingHand, tiles: &[Tile]) -> Option<(Counts, crate::tile::Reds)> {
    let (mut counts, mut reds) = (*hand.concealed(), hand.reds());
    for tile in tiles {
        let kind = tile.kind();
        let held = kind.is_five() && reds.contains(kind.suit());
        if tile.is_red() && !held || !tile.is_red() && counts[kind] <= u8::from(held) {
            return None;
        }
        counts = counts.minus(kind).ok()?;
        if tile.is_red() {
            reds = reds.without(kind.suit());
        }
    }
    Some((counts, reds))
}

/// The tiles of a kind that a hand can give: plain and red.
fn tiles_of(hand: &WaitingHand, kind: Kind) -> impl Iterator<Item = Tile> + '_ {
    let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
    red.into_iter().chain([Tile::plain(kind)]).filter(move |&tile| without(hand, &[tile]).is_some())
}

/// Whether anything but a win can take the tile on offer.
fn can_call(offered: TileOffer, permit: &Permit<'_>) -> bool {
    offered.by == OfferedBy::Discard && permit.call().is_ok()
}

/// The chis and pons of an offered discard.
pub fn calls(hand: &WaitingHand, offered: TileOffer, permit: &Permit<'_>) -> Vec<HandAfterCall> {
    let mut found = Vec::new();
    if !can_call(offered, permit) {
        return found;
    }
    let claimed = offered.tile;
    let kind = claimed.kind();
    let mut call = |call: Call, low: Kind, own: [Tile; 2]| {
        let Some((counts, reds)) = without(hand, &own) else { return };
        let red = claimed.is_red() || own.iter().any(|tile| tile.is_red());
        let Ok(meld) = Meld::new(call, low, red) else { return };
        let melds = hand.melds().iter().copied().chain([meld]).collect();
        let Ok(made) = DrawnHand::of(hand.deck(), counts, reds, melds) else { return };
        let forbidden = match permit.rules.kuikae {
            Kuikae::Forbidden => meld.kuikae(kind),
            Kuikae::Allowed => KindSet::EMPTY,
        };
        found.push(HandAfterCall::Open { hand: made, own, forbidden });
    };
    let chi = permit.rules.players == Players::Four && offered.from == From::Left;
    if chi && !kind.is_honour() {
        for low in kind.number().saturating_sub(2).max(1)..=kind.number() {
            let kinds: Vec<Kind> = (low..low + 3)
                .filter(|&number| number != kind.number())
                .filter_map(|number| Kind::of(kind.suit(), number))
                .collect();
            let [Some(&first), Some(&second)] = [kinds.first(), kinds.get(1)] else { continue };
            let low = if kind.number() == low { kind } else { first };
            for a in tiles_of(hand, first) {
                for b in tiles_of(hand, second) {
                    call(Call::Chi { claimed }, low, [a, b]);
                }
            }
        }
    }
    let from = offered.from;
    let own: Vec<Tile> = tiles_of(hand, kind).collect();
    for &a in &own {
        // the red five comes first, so that each pair is named once
        call(Call::Pon { from, claimed }, kind, [a, Tile::plain(kind)]);
    }
    found
}

/// The open kan of an offered discard.
pub fn daiminkan(hand: &WaitingHand, offered: TileOffer, permit: &Permit<'_>) -> Option<HandAfterCall> {
    let (kind, claimed) = (offered.tile.kind(), offered.tile);
    if hand.concealed()[kind] < 3 || permit.kan().is_err() || !can_call(offered, permit) {
        return None;
    }
    let mut counts = *hand.concealed().as_array();
    counts[kind.index()] -= 3;
    let held = kind.is_five() && hand.reds().contains(kind.suit());
    let reds = if held { hand.reds().without(kind.suit()) } else { hand.reds() };
    let call = Call::Daiminkan { from: offered.from, claimed };
    let meld = Meld::new(call, kind, held || claimed.is_red()).ok()?;
    let melds = hand.melds().iter().copied().chain([meld]).collect();
    let hand = WaitingHand::of(hand.deck(), Counts::new(counts).ok()?, reds, melds).ok()?;
    Some(HandAfterCall::Kan { hand })
}

/// Every call of an offered discard that leaves something to discard, the open kan last.
pub fn offered_calls(hand: &WaitingHand, offered: TileOffer, permit: &Permit<'_>) -> Vec<HandAfterCall> {
    let mut called = calls(hand, offered, permit);
    called.retain(|called| !called.actions().is_empty());
    called.extend(daiminkan(hand, offered, permit));
    called
}

/// The kans that a drawn hand can declare; in riichi those of the tile drawn that leave the waits as they are, as far as the
/// rules allow them.
pub fn kans(hand: &DrawnHand, drawn: Option<Tile>, permit: &Permit<'_>) -> Vec<(Action, WaitingHand)> {
    if permit.called.is_some() || permit.kan().is_err() {
        // right after a call there is a discard and nothing else
        return Vec::new();
    }
    let mut found = quads(hand);
    if permit.riichi.is_some() {
        let before = drawn.and_then(|tile| Some((tile.kind(), hand.discard(tile)?)));
        found.retain(|(action, after)| {
            before.as_ref().is_some_and(|(drawn, before)| {
                action.kan() == Some(*drawn)
                    && is_allowed_in_riichi(before, *drawn, after, permit.rules.riichi_kans)
            })
        });
    }
    found
}

/// What a drawn hand holds after it sets a north aside, if it can; in riichi only the tile drawn.
pub fn kita(hand: &DrawnHand, drawn: Option<Tile>, permit: &Permit<'_>) -> Option<WaitingHand> {
    let fixed = permit.riichi.is_some() && drawn != Some(Robbable::Kita.tile());
    // right after a call there is a discard and nothing else
    if permit.called.is_some() || permit.kita().is_err() || fixed {
        return None;
    }
    hand.kita()
}

/// Whether a hand in riichi may make a kan of the tile that it drew.
fn is_allowed_in_riichi(before: &WaitingHand, drawn: Kind, after: &WaitingHand, rule: RiichiKans) -> bool {
    let waits = shape::waits(before);
    let same = || shape::waits(after) == waits;
    match rule {
        RiichiKans::Forbidden => false,
        RiichiKans::SameWaits => same(),
        RiichiKans::OtherWaits => {
            let others: KindSet = waits.iter().filter(|&kind| kind != drawn).collect();
            !others.is_empty() && shape::waits(after) == others
        }
        RiichiKans::EveryReading => same() && is_always_triplet(before, waits, drawn),
    }
}

/// The kans that the tiles of a drawn hand make.
pub(super) fn quads(hand: &DrawnHand) -> Vec<(Action, WaitingHand)> {
    let mut found = Vec::new();
    for (kind, count) in hand.concealed().iter() {
        let held = kind.is_five() && hand.reds().contains(kind.suit());
        let reds = if held { hand.reds().without(kind.suit()) } else { hand.reds() };
        let mut counts = *hand.concealed().as_array();
        let pon = hand
            .melds()
            .iter()
            .position(|meld| matches!(meld.call(), Call::Pon { .. }) && meld.group() == Group::Triplet(kind));
        let mut melds: crate::hand::Melds = hand.melds().iter().copied().collect();
        let action = if count == 4 {
            let Ok(meld) = Meld::new(Call::Ankan, kind, held) else { continue };
            if melds.try_push(meld).is_err() {
                continue;
            }
            counts[kind.index()] = 0;
            Action::Ankan { kind }
        } else if let Some(at) = pon {
            let Call::Pon { from, claimed } = melds[at].call() else { continue };
            let red = Tile::red_five(kind.suit()).filter(|_| held);
            let added = red.unwrap_or(Tile::plain(kind));
            let call = Call::Kakan { from, claimed, added };
            let Ok(meld) = Meld::new(call, kind, held || melds[at].has_red()) else { continue };
            melds[at] = meld;
            counts[kind.index()] -= 1;
            Action::Kakan { tile: added }
        } else {
            continue;
        };
        let Ok(counts) = Counts::new(counts) else { continue };
        if let Ok(after) = WaitingHand::of(hand.deck(), counts, reds, melds) {
            found.push((action, after));
        }
    }
    found
}

impl HandAfterCall {
    /// The meld that was made.
    pub fn meld(&self) -> Option<&Meld> {
        match self {
            HandAfterCall::Open { hand, .. } => hand.melds().last(),
            HandAfterCall::Kan { hand } => hand.melds().last(),
        }
    }

    /// The chi or pon with each discard that can follow; of a kan none.
    pub fn actions(&self) -> Vec<Action> {
        let HandAfterCall::Open { hand, own, forbidden } = self else { return Vec::new() };
        let allowed = hand.discards().filter(|tile| !forbidden.contains(tile.kind()));
        allowed.map(|discard| self.with(*own, discard)).collect()
    }

    /// The chi or pon with this discard, whether it is allowed or not.
    pub fn with(&self, own: [Tile; 2], discard: Tile) -> Action {
        let chi = self.meld().is_some_and(|meld| matches!(meld.group(), Group::Run(_)));
        if chi { Action::Chi { own, discard } } else { Action::Pon { own, discard } }
    }
}
