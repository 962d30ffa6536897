//! What does not change from discard to discard: the table as the player sees it, and the hand before one.

use super::question::Question;
use crate::ends::inputs::set_aside;
use crate::hand::Unseen;
use crate::round::{Table, View};
use crate::score::{self, Indicators};
use crate::shape;
use crate::tile::{Counts, Kind, Reds, Seat, Tile, Wind};

/// How a hand is made up, melds counted in.
pub(super) struct Make {
    /// By suit.
    pub(super) suits: [usize; 4],
    pub(super) yaochu: usize,
    pub(super) honours: usize,
    pub(super) pairs: usize,
    pub(super) triplets: usize,
    /// Pairs, and triplets or more, of kinds that are yaku.
    pub(super) value_pairs: usize,
    pub(super) value_triplets: usize,
    pub(super) dora: usize,
}

/// What does not change from discard to discard.
pub(super) struct Around<'a> {
    pub(super) question: Question<'a>,
    pub(super) table: &'a Table,
    pub(super) seat: Seat,
    pub(super) wind: Wind,
    pub(super) unseen: Unseen,
    pub(super) dora: [u8; 34],
    /// The table as scores are counted at it.
    pub(super) at: score::Table,
    /// Whether the hand was tenpai and closed before the draw, and stayed silent.
    pub(super) silent: bool,
    /// Points up to the next place and the first, what lies on the table taken off; none of who is first.
    pub(super) behind: [Option<i32>; 2],
}

impl<'a> Around<'a> {
    pub(super) fn new(question: Question<'a>) -> Around<'a> {
        let (view, table) = (question.view, question.view.table());
        let hand = question.hand;
        let before = question.drawn.and_then(|drawn| hand.discard(drawn));
        let discarded = !table.player(view.seat()).river().is_empty();
        let silent =
            discarded && hand.is_closed() && before.is_some_and(|before| shape::shanten(&before).is_tenpai());
        let scores = table.scores();
        let players = table.rules().players;
        let others = || players.others(view.seat());
        let ahead = || {
            others().map(|other| scores[other] - scores[view.seat()]).filter(|&by| by > 0)
        };
        let lying = (1_000 * table.sticks() + 100 * (players.count() as u32 - 1) * table.honba()) as i32;
        let behind = [ahead().min(), ahead().max()].map(|by| by.map(|by| by - lying));
        Around {
            question,
            table,
            seat: view.seat(),
            wind: table.seat_wind(view.seat()),
            unseen: Unseen::plain(*view.unseen()),
            dora: table.dora(),
            at: scored_at(view),
            silent,
            behind,
        }
    }

    pub(super) fn make(&self, concealed: &Counts, reds: Reds) -> Make {
        let mut counts = concealed.as_array().map(usize::from);
        let mut red = reds.len();
        for meld in self.question.hand.melds() {
            meld.kinds().for_each(|(kind, n)| counts[kind.index()] += n);
            red += usize::from(meld.has_red());
        }
        let mut make = Make {
            suits: [0; 4],
            yaochu: 0,
            honours: 0,
            pairs: 0,
            triplets: 0,
            value_pairs: 0,
            value_triplets: 0,
            dora: red + set_aside(self.question.hand.deck(), &self.dora),
        };
        for kind in Kind::ALL {
            let n = counts[kind.index()];
            make.suits[kind.suit().index()] += n;
            make.yaochu += n * usize::from(kind.is_yaochu());
            make.honours += n * usize::from(kind.is_honour());
            make.pairs += usize::from(n == 2);
            make.triplets += usize::from(n >= 3);
            let value = usize::from(self.table.yakuhai(self.seat, kind) > 0);
            make.value_pairs += value * usize::from(n == 2);
            make.value_triplets += value * usize::from(n >= 3);
            make.dora += n * usize::from(self.dora[kind.index()]);
        }
        make
    }

    /// The most tiles of three same runs in three suits, and of a straight in one, that the hand has together.
    pub(super) fn runs(&self, concealed: &Counts) -> [usize; 2] {
        let mut has = concealed.as_array().map(|n| n > 0);
        for (kind, _) in self.question.hand.melds().iter().flat_map(|meld| meld.kinds()) {
            has[kind.index()] = true;
        }
        let count = |kinds: &mut dyn Iterator<Item = usize>| kinds.filter(|&i| has[i]).count();
        let same = |low: usize| count(&mut (0..9).map(|i| i / 3 * 9 + low + i % 3));
        let straight = |suit: usize| count(&mut (suit * 9..suit * 9 + 9));
        [(0..7).map(same).max().unwrap_or(0), (0..3).map(straight).max().unwrap_or(0)]
    }

    pub(super) fn rate(&self, tile: Tile, other: Option<Seat>) -> f32 {
        let threat = other.and_then(|other| self.question.danger.threats[other].as_ref());
        threat.map_or(0.0, |threat| threat.risk(tile).rate as f32)
    }
}

/// The table as scores are counted at it.
pub(super) fn scored_at(view: &View) -> score::Table {
    let table = view.table();
    let kinds: Vec<Kind> = table.indicators().iter().map(|tile| tile.kind()).collect();
    score::Table {
        round: table.wind(),
        seat: table.seat_wind(view.seat()),
        dora: Indicators::new(&kinds).unwrap_or(Indicators::NONE),
    }
}

/// Larger numbers closer together.
pub(super) fn log(rate: f32) -> f32 {
    // libm, so that every platform has the same bits
    (libm::logf(rate.max(0.0) + 1e-4) + 9.2) / 9.2
}

/// Whether one tile of the kind is in the hand, and nothing that joins it.
pub(super) fn is_isolated(concealed: &Counts, kind: Kind) -> bool {
    let near = |other: &Kind| {
        *other != kind
            && !kind.is_honour()
            && other.suit() == kind.suit()
            && other.number().abs_diff(kind.number()) <= 2
            && concealed[*other] > 0
    };
    concealed[kind] == 1 && !Kind::ALL.iter().any(near)
}
