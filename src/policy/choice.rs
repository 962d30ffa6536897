//! The inputs of a net: one discard beside the others.

use super::Discard;
use super::around::{Around, is_isolated, log};
use super::hand_shape::Shape;
use super::ready::Ready;
use crate::dense::InputRow;
use crate::tile::{Kind, Seat, Suit};

/// Numbers of one discard.
pub const OF_DISCARD: usize = 161;

/// A discard beside the others.
pub(super) struct Choice<'a> {
    pub(super) around: &'a Around<'a>,
    pub(super) discard: &'a Discard,
    pub(super) shape: &'a Shape,
    /// The most that any of the nearest discards has of each.
    pub(super) best: &'a Shape,
    /// How many of them have more ukeire.
    pub(super) wider: usize,
    pub(super) ready: &'a Ready,
    /// Shanten as a hand that wins with a yaku.
    pub(super) yaku: i32,
    /// How often each discard deals in.
    pub(super) rates: &'a [f64],
}

impl Choice<'_> {
    pub(super) fn row(&self) -> Vec<f32> {
        let mut row = InputRow::default();
        self.tile(&mut row);
        self.suit(&mut row);
        self.shape(&mut row);
        self.make(&mut row);
        self.danger(&mut row);
        self.rivers(&mut row);
        self.ready(&mut row);
        self.wait(&mut row);
        self.alone(&mut row);
        debug_assert_eq!(row.0.len(), OF_DISCARD);
        row.0
    }

    fn kind(&self) -> Kind {
        self.discard.tile.kind()
    }

    /// The kind so far from the tile's own, counted from the nearer end of its suit; none beyond the suit, and beside an honour.
    fn beside(&self, by: i32) -> Option<Kind> {
        let kind = self.kind();
        if kind.is_honour() {
            return (by == 0).then_some(kind);
        }
        let by = if kind.number() > 5 { -by } else { by };
        let number = usize::try_from(kind.number() as i32 + by).ok().filter(|n| (1..=9).contains(n))?;
        Kind::of(kind.suit(), number)
    }

    fn tile(&self, row: &mut InputRow) {
        let Discard { tile, riichi } = *self.discard;
        let (around, kind) = (self.around, self.kind());
        row.yes(riichi);
        row.yes(around.question.drawn == Some(tile));
        row.yes(tile.is_red());
        row.reaches(around.dora[kind.index()].into(), [1, 2]);
        let value = around.table.yakuhai(around.seat, kind);
        let class = match kind {
            k if k.is_dragon() => 0,
            k if k.is_honour() => match (value, k == Kind::wind(around.wind)) {
                (0, _) => 1,
                (1, true) => 2,
                (1, false) => 3,
                _ => 4,
            },
            k => 4 + k.number().min(10 - k.number()),
        };
        row.is::<10>(class);
    }

    /// What lies around the tile in its suit.
    fn suit(&self, row: &mut InputRow) {
        let (around, kind) = (self.around, self.kind());
        let hand = around.question.hand;
        let concealed = hand.concealed();
        for by in [-4, -3, -2, -1, 1, 2, 3, 4] {
            row.reaches(self.beside(by).map_or(0, |k| concealed[k].into()), [1, 2, 3]);
        }
        row.reaches(concealed[kind].into(), [2, 3, 4]);
        let unseen = around.unseen.counts();
        for by in [-2, -1, 1, 2] {
            row.put(self.beside(by).map_or(0.0, |k| f32::from(unseen[k]) / 4.0));
        }
        row.reaches(unseen[kind].into(), [1, 2, 3]);
        for by in [-2, -1, 1, 2] {
            row.yes(self.beside(by).is_some_and(|k| around.dora[k.index()] > 0));
        }
        row.yes(
            !self.discard.tile.is_red()
                && hand.reds().contains(kind.suit())
                && (3..=7).contains(&kind.number())
                && !kind.is_honour(),
        );
    }

    fn shape(&self, row: &mut InputRow) {
        let Choice { shape, best, wider, .. } = *self;
        row.reaches(shape.shanten - best.shanten, [1, 2]);
        row.reaches(shape.shanten, [1, 2, 3]);
        row.reaches(shape.standard - best.shanten, [1, 2]);
        row.reaches(shape.pairs, [1, 2, 3]);
        row.put((shape.ukeire / 40.0).min(2.0));
        row.put((shape.ukeire / best.ukeire).min(1.5));
        row.put(((best.ukeire - shape.ukeire) / 12.0).clamp(-1.0, 2.0));
        row.put(wider as f32 / 8.0);
        row.yes(wider == 0);
        row.put((shape.next / 30.0).min(2.0));
        row.put((shape.next / best.next).min(1.5));
        row.put(((best.next - shape.next) / 8.0).clamp(-1.0, 2.0));
        row.put(shape.good);
        row.put((shape.wider / 4.0).min(2.0));
        row.put(((best.wider - shape.wider) / 2.0).clamp(-1.0, 2.0));
        // the expected ukeire of two steps, which separates the shapes
        let product = |shape: &Shape| shape.ukeire * shape.next;
        row.put((product(shape) / (best.ukeire * best.next)).min(1.5));
    }

    /// What the hand is made of once the tile is gone.
    fn make(&self, row: &mut InputRow) {
        let (around, kind) = (self.around, self.kind());
        let hand = around.question.hand;
        let mut counts = *hand.concealed();
        counts.remove(kind).expect("the tile is in the hand");
        let reds = if self.discard.tile.is_red() { hand.reds().without(kind.suit()) } else { hand.reds() };
        let make = around.make(&counts, reds);
        row.reaches(make.dora as i32, [1, 2, 3, 4]);
        row.reaches(make.yaochu as i32, [1, 2, 3, 4]);
        row.reaches(make.pairs as i32, [1, 2, 3, 4, 5]);
        row.yes(make.value_pairs > 0);
        let melded =
            |suit: Suit| hand.melds().iter().all(|m| m.kind().is_honour() || m.kind().suit() == suit);
        let flush =
            Suit::NUMBERS.into_iter().filter(|&suit| melded(suit)).map(|suit| make.suits[suit.index()]).max();
        let outside = flush.map_or(13, |most| 13 - (most + make.suits[3]).min(13)) as i32;
        row.reaches(outside, [1, 2, 3, 4, 5]);
        let runs = around.runs(&counts);
        let before = around.runs(hand.concealed());
        for (after, before) in runs.into_iter().zip(before) {
            row.reaches(after as i32, [6, 7, 8, 9]);
            row.yes(after < before);
        }
    }

    fn danger(&self, row: &mut InputRow) {
        let (tile, rates) = (self.discard.tile, self.rates);
        let danger = self.around.question.danger;
        let rate = danger.rate(tile);
        let least = rates.iter().copied().fold(1.0, f64::min);
        row.put((5.0 * rate as f32).min(2.0));
        row.put(log(rate as f32));
        row.put(log(rate as f32) - log(least as f32));
        row.put(rates.iter().filter(|&&other| other < rate).count() as f32 / 14.0);
        row.put((danger.loss(tile) as f32 / 1_000.0).min(2.0));
        for other in self.around.table.rules().players.places(self.around.seat) {
            let rate = self.around.rate(tile, other);
            row.put((5.0 * rate).min(2.0));
            row.put(log(rate));
            row.yes(rate == 0.0);
        }
    }

    /// To how many of the others the tile is yaku, and what lies in the rivers.
    fn rivers(&self, row: &mut InputRow) {
        let (around, kind) = (self.around, self.kind());
        let table = around.table;
        let mut worth = 0;
        for other in table.rules().players.others(around.seat) {
            worth += table.yakuhai(other, kind).min(1);
        }
        row.put(worth as f32 / 3.0);
        let own = table.player(around.seat);
        row.yes(own.discarded().contains(kind));
        for by in [-3, 3] {
            row.yes(self.beside(by).is_some_and(|k| !kind.is_honour() && own.discarded().contains(k)));
        }
        let same = own.river().iter().filter(|d| d.tile.kind().suit() == kind.suit()).count();
        row.put((same as f32 / 8.0).min(1.5));
        let thrown = |seat: Seat| table.player(seat).river().iter().filter(|d| d.tile.kind() == kind).count();
        row.put(Seat::ALL.into_iter().map(thrown).sum::<usize>() as f32 / 3.0);
    }

    /// What the hand waits for, where it is tenpai.
    fn ready(&self, row: &mut InputRow) {
        let ready = self.ready;
        row.yes(ready.tenpai);
        row.put((ready.tiles / 8.0).min(2.0));
        row.reaches(ready.tiles as i32, [3, 5]);
        row.put(ready.suji);
        row.put(ready.dora);
        row.reaches(ready.kinds as i32, [2, 3]);
        row.yes(ready.ryanmen);
        row.put(ready.yaochu);
        row.yes(ready.furiten);
        row.put((ready.dama / 8_000.0).min(2.0));
        row.put((ready.riichi / 8_000.0).min(2.0));
        row.yes(ready.yaku);
        row.yes(ready.tenpai && self.discard.riichi && ready.dama == 0.0);
    }

    /// How it waits, and what a win would do for the place.
    fn wait(&self, row: &mut InputRow) {
        let ready = self.ready;
        row.yes(ready.furiten_now);
        row.yes(ready.tanki);
        row.yes(ready.shanpon);
        row.yes(ready.narrow);
        row.yes(ready.honour);
        row.reaches(ready.dama as i32, [3_900, 7_700, 11_600]);
        row.reaches(ready.riichi as i32, [3_900, 7_700, 11_600]);
        for by in self.around.behind {
            for points in [ready.dama, ready.riichi] {
                row.yes(ready.tenpai && by.is_some_and(|by| points as i32 > by));
            }
        }
        row.yes(self.discard.riichi && self.around.silent);
    }

    /// Whether the tile stands alone, and how far the hand is from a yaku without it.
    fn alone(&self, row: &mut InputRow) {
        let (hand, kind) = (self.around.question.hand, self.kind());
        row.yes(is_isolated(hand.concealed(), kind));
        let same = hand.concealed().suit(kind.suit()).iter().map(|&n| usize::from(n)).sum::<usize>();
        row.put(same as f32 / 10.0);
        row.reaches(self.yaku - self.shape.shanten, [1, 2, 3]);
    }
}
