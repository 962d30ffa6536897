//! A hand that a run comes to, and how good it is.

use crate::hand::{DrawnHand, Unseen};
use crate::rules::Rules;
use crate::score::{Pot, Score, Table, Win, income, score};
use crate::shape::{self, Shanten, Widest};
use crate::tile::{Kind, Tile, Wind};
use std::cell::{OnceCell, RefCell};
use std::cmp::Ordering;

/// Says which of two hands a run prefers.
pub trait Evaluation {
    /// What it knows of a hand.
    type Solution: Clone;

    /// Looks at a hand.
    fn see(&self, hand: DrawnHand) -> Self::Solution;
    /// The hand.
    fn hand<'a>(&self, solution: &'a Self::Solution) -> &'a DrawnHand;
    /// The points of the hand if it is a win with a yaku, else 0.
    fn points(&self, solution: &Self::Solution) -> u32;
    /// The better is greater.
    fn order(&self, one: &Self::Solution, other: &Self::Solution) -> Ordering;
}

/// The order of Yoshimura et al., section 4.2: least shanten, then most ukeire, then most like the first hand (eq. 8), then
/// most points.
#[derive(Clone, Copy, Debug)]
pub struct SimilarityOrder<'a> {
    /// The hand that the search begins with.
    pub first: &'a DrawnHand,
    /// What its player does not see.
    pub unseen: &'a Unseen,
    /// Winds and dora.
    pub table: &'a Table,
    /// What a win pays.
    pub rules: &'a Rules,
}

/// A hand with what the order asks for, each found out when it is first asked for.
#[derive(Clone, Debug)]
pub struct Solution {
    hand: DrawnHand,
    shanten: Shanten,
    ukeire: OnceCell<u32>,
    similarity: OnceCell<f64>,
    points: OnceCell<u32>,
}

impl Solution {
    fn new(hand: DrawnHand, shanten: Shanten) -> Solution {
        let (ukeire, similarity, points) = Default::default();
        Solution { hand, shanten, ukeire, similarity, points }
    }

    /// The hand.
    pub fn hand(&self) -> &DrawnHand {
        &self.hand
    }

    /// Its shanten.
    pub fn shanten(&self) -> Shanten {
        self.shanten
    }
}

impl SimilarityOrder<'_> {
    /// Unseen tiles that bring the hand nearer after its best discard; 0 for a complete hand.
    pub fn ukeire(&self, of: &Solution) -> u32 {
        *of.ukeire.get_or_init(|| match of.shanten {
            Shanten::COMPLETE => 0,
            least => {
                let ways = shape::discards_where(&of.hand, self.unseen, |shanten| shanten == least);
                ways.iter().map(|way| way.ukeire.tiles).max().unwrap_or(0)
            }
        })
    }

    /// The chance of drawing every tile that the first hand has not (eq. 8): 1 for the first hand itself. What others hold is
    /// not known to the player and counts as unseen.
    pub fn similarity(&self, of: &Solution) -> f64 {
        *of.similarity.get_or_init(|| {
            let total = self.unseen.total() as f64;
            let new = |kind: Kind| of.hand.concealed()[kind].saturating_sub(self.first.concealed()[kind]);
            let chance = |kind: Kind| f64::from(self.unseen.counts()[kind]) / total;
            let drawn = Kind::ALL.into_iter().filter(|&kind| new(kind) > 0);
            drawn.map(|kind| chance(kind).powi(i32::from(new(kind)))).product()
        })
    }

    /// The last tile by which a complete hand pays most by ron, after riichi with a closed hand: one of the new tiles, else any; and
    /// what it pays. None without a yaku.
    pub(super) fn dearest(&self, hand: &DrawnHand) -> Option<(Tile, u32, Score)> {
        let win = if hand.is_closed() { Win::RIICHI_RON } else { Win::RON };
        let pays = |tile: Tile| {
            let won = score(&hand.discard(tile)?, tile, &win, self.table, self.rules).ok()?;
            let dealer = self.table.seat == Wind::East;
            let points = u32::try_from(income(won.value, dealer, false, self.rules, Pot::EMPTY)).ok()?;
            Some((tile, points, won))
        };
        let most = |new: bool| {
            let tiles = hand.discards().filter(|&tile| !new || self.is_new(hand, tile));
            tiles.filter_map(pays).reduce(|best, other| if other.1 > best.1 { other } else { best })
        };
        most(true).or_else(|| most(false))
    }

    /// Whether a run had to draw the tile.
    fn is_new(&self, hand: &DrawnHand, tile: Tile) -> bool {
        let kind = tile.kind();
        let red = |hand: &DrawnHand| hand.reds().contains(kind.suit());
        hand.concealed()[kind] > self.first.concealed()[kind]
            || tile.is_red() && red(hand) && !red(self.first)
    }
}

/// The same order, found out faster: what the suits of hands say is kept. For hands that are exchanges from the first.
pub(super) struct BySuits<'a> {
    similar: SimilarityOrder<'a>,
    widest: RefCell<Widest>,
}

impl<'a> BySuits<'a> {
    pub(super) fn new(similar: SimilarityOrder<'a>) -> BySuits<'a> {
        BySuits { similar, widest: RefCell::new(Widest::beside(similar.first.melds(), similar.unseen)) }
    }

    /// As that of [`SimilarityOrder`].
    pub(super) fn ukeire(&self, of: &Solution) -> u32 {
        *of.ukeire.get_or_init(|| match of.shanten {
            Shanten::COMPLETE => 0,
            least => self.widest.borrow_mut().ukeire(&of.hand, least),
        })
    }

    /// As that of [`SimilarityOrder`].
    pub(super) fn similarity(&self, of: &Solution) -> f64 {
        self.similar.similarity(of)
    }
}

impl Evaluation for BySuits<'_> {
    type Solution = Solution;

    fn see(&self, hand: DrawnHand) -> Solution {
        let shanten = self.widest.borrow_mut().shanten(&hand);
        Solution::new(hand, shanten)
    }

    fn hand<'a>(&self, solution: &'a Solution) -> &'a DrawnHand {
        &solution.hand
    }

    fn points(&self, solution: &Solution) -> u32 {
        self.similar.points(solution)
    }

    fn order(&self, one: &Solution, other: &Solution) -> Ordering {
        by_rank(one, other, |solution| self.ukeire(solution), &self.similar)
    }
}

/// Shanten, ukeire, similarity, points; what comes later is asked for where what came before is equal.
fn by_rank(
    one: &Solution,
    other: &Solution,
    ukeire: impl Fn(&Solution) -> u32,
    similar: &SimilarityOrder<'_>,
) -> Ordering {
    let nearer = other.shanten.cmp(&one.shanten);
    nearer
        .then_with(|| ukeire(one).cmp(&ukeire(other)))
        .then_with(|| similar.similarity(one).total_cmp(&similar.similarity(other)))
        .then_with(|| similar.points(one).cmp(&similar.points(other)))
}

impl Evaluation for SimilarityOrder<'_> {
    type Solution = Solution;

    fn see(&self, hand: DrawnHand) -> Solution {
        let shanten = shape::shanten(&hand);
        Solution::new(hand, shanten)
    }

    fn hand<'a>(&self, solution: &'a Solution) -> &'a DrawnHand {
        &solution.hand
    }

    /// What the dearest of the new tiles pays by ron, after riichi with a closed hand.
    fn points(&self, solution: &Solution) -> u32 {
        *solution.points.get_or_init(|| match solution.shanten {
            Shanten::COMPLETE => self.dearest(&solution.hand).map_or(0, |(_, points, _)| points),
            _ => 0,
        })
    }

    fn order(&self, one: &Solution, other: &Solution) -> Ordering {
        by_rank(one, other, |solution| self.ukeire(solution), self)
    }
}
