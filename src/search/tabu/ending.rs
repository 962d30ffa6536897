//! The winning hands that runs come to.

use super::{Recommendation, SimilarityOrder, Task};
use crate::hand::{DrawnHand, WaitingHand};
use crate::score::{Value, YakuSet};
use crate::sort;
use crate::tile::{Counts, Tile};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// Winning hands that are reported of a discard.
const MOST: usize = 5;

/// A winning hand that runs ended on which gave the same tile away first.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// What these runs gave away first.
    pub first: Tile,
    /// How many they were.
    pub times: u32,
    /// The hand; of those of the same kinds, with red fives or not, the one that came first. It need not have a yaku.
    pub hand: DrawnHand,
}

/// What a winning hand pays by ron, its dearest new tile drawn last; in riichi with a closed hand.
#[derive(Clone, PartialEq, Debug)]
pub struct PricedWin {
    /// The hand before its last tile.
    pub hand: WaitingHand,
    /// The tile that completes it.
    pub tile: Tile,
    /// Points.
    pub points: u32,
    /// Its yaku.
    pub yaku: YakuSet,
    /// Han, dora and red fives included; 13 stands for more and for yakuman.
    pub han: u8,
}

impl Ending {
    /// What it pays; none without a yaku.
    pub fn paid(&self, question: &Task<'_>) -> Option<PricedWin> {
        let Task { hand, unseen, table, rules, .. } = *question;
        let (tile, points, score) =
            SimilarityOrder { first: hand, unseen, table, rules }.dearest(&self.hand)?;
        let hand = self.hand.discard(tile)?;
        let han = match score.value {
            Value::Han { han, .. } => han.min(13),
            Value::Yakuman(_) => 13,
        };
        Some(PricedWin { hand, tile, points, yaku: score.yaku, han })
    }
}

impl Recommendation {
    /// The winning hands with a yaku that runs ended on most often which gave this tile away first, how often, and what they
    /// pay; of those as frequent the dearer first, then by kinds.
    pub fn targets(&self, question: &Task<'_>, first: Tile) -> Vec<(u32, PricedWin)> {
        let here = self.won.iter().filter(|won| won.first == first);
        let mut paid: Vec<(u32, PricedWin)> =
            here.filter_map(|won| Some((won.times, won.paid(question)?))).collect();
        // stable: they are in the order of kinds
        sort::by_key(&mut paid, |(times, paid)| Reverse((*times, paid.points)));
        paid.truncate(MOST);
        paid
    }
}

/// Winning hands, counted.
#[derive(Default)]
pub(super) struct Tally {
    /// By the tile given away first and the kinds of the hand, whose melds are always the same.
    found: FxHashMap<(Tile, Counts), Ending>,
}

impl Tally {
    /// A run has come to a winning hand.
    pub(super) fn add(&mut self, first: Tile, hand: &DrawnHand) {
        let found = self.found.entry((first, *hand.concealed()));
        found.or_insert_with(|| Ending { first, times: 0, hand: hand.clone() }).times += 1;
    }

    /// Those that came most often first; of those as frequent by tile and kinds.
    pub(super) fn into_won(self) -> Vec<Ending> {
        let mut won: Vec<Ending> = self.found.into_values().collect();
        sort::by_key(&mut won, |won| (Reverse(won.times), won.first, *won.hand.concealed()));
        won
    }
}
