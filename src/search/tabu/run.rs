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

/// Tiles that can come into a hand.
struct Pool<'a> {
    first: &'a DrawnHand,
    unseen: &'a Unseen,
}

impl Pool<'_> {
    /// Unseen copies of a tile, without those that have come into the hand.
    fn left(&self, hand: &DrawnHand, tile: Tile) -> u8 {
        let kind = tile.kind();
        let red = |reds: Reds| u8::from(kind.is_five() && reds.contains(kind.suit()));
        let (now, before) = (red(hand.reds()), red(self.first.reds()));
        let red_left = red(self.unseen.reds()).saturating_sub(now.saturating_sub(before));
        if tile.is_red() {
            return red_left;
        }
        let all = |hand: &DrawnHand| hand.concealed()[kind];
        let left = self.unseen.counts()[kind].saturating_sub(all(hand).saturating_sub(all(self.first)));
        left.saturating_sub(red_left)
    }

    /// A hand with one tile of this one exchanged for an unseen tile, each tile as likely as any other; and which tile went.
    fn neighbour(&self, hand: &DrawnHand, may: KindSet, random: &mut Random) -> Option<(Tile, DrawnHand)> {
        let copies = |tile: Tile| {
            let held = hand.concealed()[tile.kind()];
            let red = tile.kind().is_five() && hand.reds().contains(tile.kind().suit());
            if tile.is_red() { 1 } else { held - u8::from(red) }
        };
        let held = hand.discards().filter(|tile| may.contains(tile.kind())).map(|tile| (tile, copies(tile)));
        let goes = pick(held.collect(), random)?;
        let waiting = hand.discard(goes)?;
        let tiles = (0..Tile::COUNT).filter_map(Tile::new).filter(|&tile| tile != goes);
        let comes = pick(tiles.map(|tile| (tile, self.left(hand, tile))).collect(), random)?;
        Some((goes, waiting.draw(comes).ok()?))
    }
}

/// One of the tiles, by the number of its copies.
fn pick(tiles: ArrayVec<(Tile, u8), { Tile::COUNT }>, random: &mut Random) -> Option<Tile> {
    let total: u32 = tiles.iter().map(|&(_, copies)| u32::from(copies)).sum();
    if total == 0 {
        return None;
    }
    let mut at = random.below(total);
    for (tile, copies) in tiles {
        match at.checked_sub(u32::from(copies)) {
            Some(rest) => at = rest,
            None => return Some(tile),
        }
    }
    None
}

/// Searches once. `may` are the kinds that the first exchange can discard.
pub(super) fn run<E: Evaluation>(
    evaluation: &E,
    first: &DrawnHand,
    unseen: &Unseen,
    may: KindSet,
    options: &Options,
    mut random: Random,
) -> Run<E::Solution> {
    let pool = Pool { first, unseen };
    let mut best = evaluation.see(first.clone());
    let mut now = best.clone();
    let mut discarded = None;
    let mut list: Vec<(DrawnHand, DrawnHand)> = Vec::with_capacity(options.list);
    for _ in 0..options.moves.get() {
        let hand = evaluation.hand(&now);
        let may = if discarded.is_none() { may } else { all_kinds() };
        let mut next: Option<(Tile, E::Solution)> = None;
        for _ in 0..options.neighbours.get() {
            let Some((goes, neighbour)) = pool.neighbour(hand, may, &mut random) else { continue };
            let back = |(from, to): &(DrawnHand, DrawnHand)| {
                (from == hand && *to == neighbour) || (to == hand && *from == neighbour)
            };
            if list.iter().any(back) {
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
