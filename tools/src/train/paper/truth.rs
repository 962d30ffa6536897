//! What a tenpai hand really waits for, in the words of the seed.

use nanikiru::danger::paper::{ClosedWait, Colour};
use nanikiru::hand::{Group, WaitingHand};
use nanikiru::shape::forms::{Form, Place, Standard, forms};
use nanikiru::shape::{Wait, waits};
use nanikiru::tile::{Kind, KindSet, Suit};
use std::collections::BTreeSet;

/// All waits of a hand but those of thirteen orphans; the ends of 3456 are two-sided and not single.
pub fn closed_waits(hand: &WaitingHand) -> BTreeSet<ClosedWait> {
    let mut found = BTreeSet::new();
    let kinds = waits(hand);
    for kind in kinds.iter() {
        found.extend(forms(hand, kind).iter().filter_map(|form| wait(form, kind)));
    }
    for (low, high) in run_of_four(hand, kinds) {
        found.insert(ClosedWait::TwoSided(low));
        found.remove(&ClosedWait::Single(low));
        found.remove(&ClosedWait::Single(high));
    }
    found
}

fn wait(form: &Form, kind: Kind) -> Option<ClosedWait> {
    Some(match form.wait(kind) {
        Wait::Kanchan => ClosedWait::Middle(kind),
        Wait::Penchan => ClosedWait::Edge(kind),
        Wait::Shanpon => ClosedWait::Pair(kind),
        Wait::Tanki | Wait::SevenPairs => ClosedWait::Single(kind),
        Wait::ThirteenOrphans | Wait::ThirteenSided => return None,
        Wait::Ryanmen => {
            let Form::Standard(standard) = form else { return None };
            let Place::Group(place) = standard.won else { return None };
            let run = standard.groups()[usize::from(place)].kind();
            // the winning tile is the run's lowest, or its highest: then the other end lies one below the run
            let low = if run == kind { Some(kind) } else { Kind::of(run.suit(), run.number() - 1) };
            ClosedWait::TwoSided(low?)
        }
    })
}

/// Pairs of waits that are the ends of a run of four, the rest being groups.
fn run_of_four(hand: &WaitingHand, kinds: KindSet) -> Vec<(Kind, Kind)> {
    let single = |kind: Kind| -> Vec<Standard> {
        let standard = |form: &Form| match form {
            Form::Standard(s) if s.won == Place::Pair => Some(*s),
            _ => None,
        };
        forms(hand, kind).iter().filter_map(standard).collect()
    };
    let high = |low: Kind| Kind::of(low.suit(), low.number() + 3).filter(|k| kinds.contains(*k));
    let ends = kinds.iter().filter(|k| !k.is_honour()).filter_map(|low| Some((low, high(low)?)));
    let is_run = |low: Kind, high: Kind| {
        single(low).iter().any(|a| {
            let next = Kind::ALL[low.index() + 1];
            a.groups().iter().enumerate().filter(|(_, g)| **g == Group::Run(next)).any(|(i, _)| {
                let mut groups = a.groups().to_vec();
                groups[i] = Group::Run(low);
                groups.sort();
                single(high).iter().any(|b| {
                    let mut theirs = b.groups().to_vec();
                    theirs.sort();
                    theirs == groups
                })
            })
        })
    };
    ends.filter(|&(low, high)| is_run(low, high)).collect()
}

/// The suits of number tiles in a hand, as bits.
fn suits(hand: &WaitingHand) -> u8 {
    let owned = hand.owned();
    let suits = owned.iter().map(|(kind, _)| 1 << kind.suit().index());
    suits.fold(0, |all, suit: u8| all | suit) & 0b111
}

/// Whether the hand has the colour.
pub fn has_colour(hand: &WaitingHand, colour: Colour) -> bool {
    let suits = suits(hand);
    match colour {
        Colour::One(suit) => suits & !(1 << suit.index()) == 0,
        Colour::Mixed => Suit::NUMBERS.into_iter().all(|suit| suits & !(1 << suit.index()) != 0),
    }
}
