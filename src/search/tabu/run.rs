//! One run: from the first hand by so many exchanges, the best hand on the way.

use super::random::Random;
use super::{Evaluation, Options};
use crate::hand::{DrawnHand, Unseen};
use crate::tile::{Kind, KindSet, Reds, Tile};
use arrayvec::ArrayVec;
use std::cmp::Ordering;

/// What a run found.
pub(super) struct Run<S> {
    /// The best hand.
    pub best: S,
    /// What its first exchange discarded; none where no hand is to be had.
    pub first: Option<Tile>,
}

/// What the neighbours of a hand are drawn from.
struct Around<'a> {
    hand: &'a DrawnHand,
    /// The tiles that can go, and how many those and all before are.
    held: ArrayVec<(Tile, u32), 14>,
    /// How many tiles that can come are among the first so many of all tiles.
    before: [u32; Tile::COUNT + 1],
}

impl<'a> Around<'a> {
    /// Of a hand that a run from `first` has come to: each of its tiles that it may discard, each unseen tile that it has not taken.
    fn of(hand: &'a DrawnHand, first: &DrawnHand, unseen: &Unseen, may: KindSet) -> Around<'a> {
        let mut held = ArrayVec::new();
        let mut all = 0;
        for tile in hand.discards().filter(|tile| may.contains(tile.kind())) {
            let red = tile.kind().is_five() && hand.reds().contains(tile.kind().suit());
            let copies = hand.concealed()[tile.kind()] - u8::from(red);
            all += if tile.is_red() { 1 } else { u32::from(copies) };
            held.push((tile, all));
        }
        let mut before = [0; Tile::COUNT + 1];
        for index in 0..Tile::COUNT {
            let left = Tile::new(index).map_or(0, |tile| left(hand, first, unseen, tile));
            before[index + 1] = before[index] + u32::from(left);
        }
        Around { hand, held, before }
    }

    /// A hand with one tile of this one exchanged for an unseen tile, each tile as likely as any other; and which tile went.
    fn neighbour(&self, random: &mut Random) -> Option<(Tile, DrawnHand)> {
        let &(_, all) = self.held.last()?;
        let at = random.below(all);
        let &(goes, _) = self.held.iter().find(|&&(_, up_to)| at < up_to)?;
        // every tile but the one that went
        let gone = self.before[goes.index()]..self.before[goes.index() + 1];
        let comes = self.before[Tile::COUNT] - gone.len() as u32;
        if comes == 0 {
            return None;
        }
        let at = random.below(comes);
        let at = if at < gone.start { at } else { at + gone.len() as u32 };
        let comes = Tile::new(self.before.partition_point(|&before| before <= at) - 1)?;
        Some((goes, self.hand.exchange(goes, comes)?))
    }
}

/// One neighbour of a hand.
#[cfg(test)]
pub(super) fn neighbour(
    hand: &DrawnHand,
    first: &DrawnHand,
    unseen: &Unseen,
    may: KindSet,
    random: &mut Random,
) -> Option<(Tile, DrawnHand)> {
    Around::of(hand, first, unseen, may).neighbour(random)
}

/// Unseen copies of a tile, without those that have come into the hand.
fn left(hand: &DrawnHand, first: &DrawnHand, unseen: &Unseen, tile: Tile) -> u8 {
    let kind = tile.kind();
    let red = |reds: Reds| u8::from(kind.is_five() && reds.contains(kind.suit()));
    let (now, before) = (red(hand.reds()), red(first.reds()));
    let red_left = red(unseen.reds()).saturating_sub(now.saturating_sub(before));
    if tile.is_red() {
        return red_left;
    }
    let all = |hand: &DrawnHand| hand.concealed()[kind];
    let left = unseen.counts()[kind].saturating_sub(all(hand).saturating_sub(all(first)));
    left.saturating_sub(red_left)
}

/// Searches once, from a hand that has been looked at. `may` are the kinds that the first exchange can discard.
pub(super) fn run<E: Evaluation>(
    evaluation: &E,
    from: &E::Solution,
    unseen: &Unseen,
    may: KindSet,
    options: &Options,
    mut random: Random,
) -> Run<E::Solution> {
    let first = evaluation.hand(from).clone();
    let mut best = from.clone();
    let mut now = from.clone();
    let mut discarded = None;
    let mut list: Vec<(DrawnHand, DrawnHand)> = Vec::with_capacity(options.list);
    for _ in 0..options.moves.get() {
        let hand = evaluation.hand(&now);
        let may = if discarded.is_none() { may } else { all_kinds() };
        let around = Around::of(hand, &first, unseen, may);
        let back = |(from, to): &(DrawnHand, DrawnHand)| {
            if from == hand {
                Some(to.clone())
            } else if to == hand {
                Some(from.clone())
            } else {
                None
            }
        };
        let tabu: Vec<DrawnHand> = list.iter().filter_map(back).collect();
        let mut next: Option<(Tile, E::Solution)> = None;
        for _ in 0..options.neighbours.get() {
            let Some((goes, neighbour)) = around.neighbour(&mut random) else { continue };
            if tabu.contains(&neighbour) {
                continue;
            }
            let seen = evaluation.see(neighbour);
            if next.as_ref().is_none_or(|(_, best)| evaluation.order(&seen, best) == Ordering::Greater) {
                next = Some((goes, seen));
            }
        }
        let Some((goes, next)) = next else { break };
        if list.len() == options.list && !list.is_empty() {
            list.remove(0);
        }
        if options.list > 0 {
            list.push((hand.clone(), evaluation.hand(&next).clone()));
        }
        discarded.get_or_insert(goes);
        if evaluation.order(&next, &best) == Ordering::Greater {
            best = next.clone();
        }
        now = next;
    }
    Run { best, first: discarded }
}

fn all_kinds() -> KindSet {
    Kind::ALL.into_iter().collect()
}
