//! What a tenpai hand waits for, and how.

use super::ukeire::helpful;
use super::{shanten, shanten_of};
use crate::hand::WaitingHand;
use crate::tile::{Counts, Kind, KindSet, Suit};

/// How a tile completes a hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Wait {
    /// A run, at either end, with the other end open too.
    Ryanmen,
    /// A run, in the middle.
    Kanchan,
    /// A run, by the 3 of 1-2-3 or the 7 of 7-8-9.
    Penchan,
    /// A triplet, of one of two pairs.
    Shanpon,
    /// The pair of four groups and a pair.
    Tanki,
    /// The seventh pair.
    SevenPairs,
    /// The one terminal or honour that thirteen orphans lack.
    ThirteenOrphans,
    /// Any terminal or honour, as the pair of thirteen orphans.
    ThirteenSided,
}

impl Wait {
    /// All of them.
    pub const ALL: [Wait; 8] = [
        Wait::Ryanmen,
        Wait::Kanchan,
        Wait::Penchan,
        Wait::Shanpon,
        Wait::Tanki,
        Wait::SevenPairs,
        Wait::ThirteenOrphans,
        Wait::ThirteenSided,
    ];
}

/// The ways in which one kind completes a hand: at least one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WaitForms {
    /// What completes it.
    pub kind: Kind,
    forms: u8,
}

impl WaitForms {
    /// Whether this is one of them.
    pub const fn contains(self, wait: Wait) -> bool {
        self.forms >> wait as u8 & 1 == 1
    }

    /// The ways.
    pub fn iter(self) -> impl Iterator<Item = Wait> {
        Wait::ALL.into_iter().filter(move |&wait| self.contains(wait))
    }
}

/// The kinds that complete a tenpai hand; none if it is not tenpai.
///
/// All four of such a kind may be visible elsewhere, but the player never owns all four: that is no wait.
pub fn waits(hand: &WaitingHand) -> KindSet {
    if shanten(hand).is_tenpai() { helpful(hand) } else { KindSet::EMPTY }
}

/// Each of the [`waits`] with all its forms.
pub fn wait_forms(hand: &WaitingHand) -> Vec<WaitForms> {
    waits(hand).iter().map(|kind| WaitForms { kind, forms: forms(hand, kind) }).collect()
}

fn forms(hand: &WaitingHand, kind: Kind) -> u8 {
    let melds = hand.melds().len();
    let Ok(full) = hand.concealed().plus(kind) else { return 0 };
    let mut forms = 0;
    let mut add = |wait: Wait| forms |= 1 << wait as u8;
    if let Ok(all) = shanten_of(&full, melds) {
        let complete = |s: Option<super::Shanten>| s.is_some_and(super::Shanten::is_complete);
        if complete(all.seven_pairs) {
            add(Wait::SevenPairs);
        }
        if complete(all.thirteen_orphans) {
            let sided = hand.concealed().iter().all(|(_, n)| n == 1);
            add(if sided { Wait::ThirteenSided } else { Wait::ThirteenOrphans });
        }
    }
    // the tile's group leaves a complete rest
    let completes = |group: [Option<Kind>; 3]| {
        let rest = group.into_iter().try_fold(full, |rest, kind| rest.minus(kind?).ok());
        rest.is_some_and(|rest| {
            melds < 4 && shanten_of(&rest, melds + 1).is_ok_and(|rest| rest.standard.is_complete())
        })
    };
    if completes([Some(kind); 3]) {
        add(Wait::Shanpon);
    }
    let number = |n: usize| Kind::of(kind.suit(), n).filter(|_| kind.suit() != Suit::Honour);
    let n = kind.number();
    for lowest in n.saturating_sub(2).max(1)..=n {
        if completes([number(lowest), number(lowest + 1), number(lowest + 2)]) {
            add(match (lowest, n - lowest) {
                (_, 1) => Wait::Kanchan,
                (1, 2) | (7, 0) => Wait::Penchan,
                _ => Wait::Ryanmen,
            });
        }
    }
    if is_tanki(&full, kind, melds) {
        add(Wait::Tanki);
    }
    forms
}

/// Whether the hand without two of this kind is all groups: with any pair beside, it is complete.
fn is_tanki(full: &Counts, kind: Kind, melds: usize) -> bool {
    let Ok(rest) = full.minus(kind).and_then(|c| c.minus(kind)) else { return false };
    let [man, pin, sou, honours] = super::lookup::SuitKey::of_hand(rest.as_array()).map(|key| key.class());
    let all = man.join(pin).join(sou.join(honours));
    all.distances()[4 - melds] == 0
}
