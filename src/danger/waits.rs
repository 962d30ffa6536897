//! Features of one kind as a wait of one opponent.
//!
//! Number tiles are mirrored, so that 1 to 5 stand for 9 to 5 too, and a step up leads towards the middle.

use super::odds::logistic;
use super::opponent_view::{Mark, OpponentView, YakuPath};
use super::safe::neighbour;
use super::slots::Slots;
use super::threat::Cause;
use crate::tile::{Kind, Suit};

/// Raised when categories change their meaning and keep their number.
pub(super) const MEANING: &str = "waits 2";

/// Sorts of tiles: 5 mirrored numbers by which of their two suji partners are furiten, and honours by unseen
/// copies: guest winds, own or round winds, dragons.
const SORTS: usize = 5 * 4 + 3 * 4;
/// Mirrored numbers.
const NUMBERS: usize = 5;
/// Unseen copies: 0 to 4.
const UNSEEN: usize = 5;
/// Steps of a logarithm.
const LEVELS: usize = 20;
/// Steps to the neighbours that can matter.
const STEPS: [isize; 8] = [-4, -3, -2, -1, 1, 2, 3, 4];

/// Puts the features of a kind that may deal in.
///
/// `odds` are the log-odds of all kinds that may deal in, by their shapes.
pub fn features(opponent_view: &OpponentView, kind: Kind, odds: &[Option<f64>; 34], slots: &mut Slots) {
    let tile = Neighbourhood::new(opponent_view, kind);
    tile.table(opponent_view, slots);
    tile.neighbours(slots);
    tile.shapes(opponent_view, slots);
    tile.last(opponent_view, slots);
    tile.melds(opponent_view, slots);
    tile.beside(odds, slots);
}

/// A kind with what lies around it.
struct Neighbourhood {
    kind: Kind,
    sort: usize,
    /// The mirrored number, less one; none for honours.
    number: Option<usize>,
    unseen: usize,
    /// What happened to the neighbours, and their unseen copies.
    near: [Option<(Mark, usize)>; 8],
    /// Shares of shapes: above, below, in between.
    run: [Option<(usize, usize, bool)>; 3],
    mirrored: bool,
}

impl Neighbourhood {
    fn new(opponent_view: &OpponentView, kind: Kind) -> Neighbourhood {
        let unseen = usize::from(opponent_view.unseen[kind.index()]);
        let mirrored = !kind.is_honour() && kind.number() > 5;
        let turn = |step: isize| if mirrored { -step } else { step };
        let beside = |step: isize| neighbour(kind, turn(step));
        let state = |k: Kind| (opponent_view.marks[k.index()], usize::from(opponent_view.unseen[k.index()]));
        let free = |step: isize| beside(step).is_some_and(|k| !opponent_view.furiten.contains(k));
        let pair = |a: isize, b: isize, end: isize| {
            let n = |k: Kind| usize::from(opponent_view.unseen[k.index()]);
            let alive = beside(end).is_none_or(|k| !opponent_view.furiten.contains(k));
            Some((n(beside(a)?), n(beside(b)?), alive))
        };
        let number = (!kind.is_honour()).then(|| kind.number().min(10 - kind.number()) - 1);
        let sort = match number {
            Some(number) => number * 4 + usize::from(free(3)) * 2 + usize::from(free(-3)),
            None => {
                let value = opponent_view.value(kind);
                let sort = if kind.is_dragon() { 2 } else { usize::from(value > 0) };
                20 + sort * 4 + unseen.min(3)
            }
        };
        Neighbourhood {
            kind,
            sort,
            number,
            unseen,
            near: STEPS.map(|step| beside(step).map(state)),
            run: [pair(1, 2, 3), pair(-1, -2, -3), pair(-1, 1, 0)],
            mirrored,
        }
    }

    /// The sort of tile by what stands for the whole table.
    fn table(&self, opponent_view: &OpponentView, slots: &mut Slots) {
        // where the dora is: by steps in the same suit, mirrored like the kind
        let dora =
            Kind::ALL.into_iter().find(|k| opponent_view.dora[k.index()] > 0 && k.suit() == self.kind.suit());
        slots.maybe(Cause::Dora, dora.and_then(|k| self.steps_to(k)), NUMBERS * 17);
        let mut cross = |cause, value: usize, categories: usize| {
            slots.put(cause, self.sort * categories + value.min(categories - 1), SORTS * categories);
        };
        let suit = self.kind.suit();
        cross(Cause::Suji, 0, 1);
        cross(Cause::Tile, self.unseen, UNSEEN);
        cross(Cause::Turn, opponent_view.turn() / 2, 10);
        cross(Cause::Turn, opponent_view.riichi_turn() / 2, 9);
        cross(Cause::Turn, opponent_view.tiles_left() / 8, 9);
        cross(Cause::Shapes, opponent_view.suji / 2, 10);
        cross(Cause::Shapes, if suit == Suit::Honour { 0 } else { opponent_view.suji_of[suit.index()] }, 7);
        cross(Cause::Table, opponent_view.riichi, 3);
        cross(Cause::Table, usize::from(opponent_view.table.dealer() == opponent_view.seat), 2);
        cross(Cause::Turn, opponent_view.tedashi, 12);
        cross(Cause::Turn, opponent_view.streak, 6);
        cross(Cause::Suit, opponent_view.thrown[suit.index()], 8);
        cross(Cause::Suit, opponent_view.thrown[Suit::Honour.index()], 8);
        cross(Cause::Suit, opponent_view.yaochu, 9);
        cross(Cause::Passed, usize::from(opponent_view.quiet.contains(self.kind)), 2);
        cross(Cause::River, opponent_view.marks[self.kind.index()] as usize, Mark::COUNT);
        cross(Cause::Dora, opponent_view.dora[self.kind.index()].into(), 3);
        cross(Cause::Dora, opponent_view.red_thrown.get(suit.index()).copied().unwrap_or(false).into(), 2);
        cross(Cause::Table, opponent_view.pushes, 4);
        cross(Cause::Table, opponent_view.folds, 4);
        let alive = [Suit::Man, Suit::Pin, Suit::Sou].map(|s| opponent_view.ryanmen[s.index()]);
        let whole: f32 = alive.iter().sum();
        cross(Cause::Shapes, (whole / 8.0) as usize, 14);
        cross(Cause::Shapes, (libm::logf(opponent_view.shapes.max(0.1)) * 4.0).max(0.0) as usize, 18);
    }

    /// Steps to another number of the suit, crossed with the own number.
    fn steps_to(&self, other: Kind) -> Option<usize> {
        let number = self.number?;
        let steps = other.number() as isize - self.kind.number() as isize;
        let steps = if self.mirrored { -steps } else { steps };
        (other.suit() == self.kind.suit()).then(|| number * 17 + (steps + 8) as usize)
    }

    fn neighbours(&self, slots: &mut Slots) {
        let size = NUMBERS * Mark::COUNT * UNSEEN;
        for near in self.near {
            let state = self.number.zip(near);
            let value = state
                .map(|(number, (mark, unseen))| (number * Mark::COUNT + mark as usize) * UNSEEN + unseen);
            slots.maybe(Cause::River, value, size);
        }
    }

    /// The tile's shapes: how many pairs of unseen tiles make each, and their share among all.
    fn shapes(&self, opponent_view: &OpponentView, slots: &mut Slots) {
        let mut own = 0.0;
        for (i, run) in self.run.iter().enumerate() {
            let pairs = run.filter(|&(_, _, alive)| alive).map(|(a, b, _)| (a * b) as f32);
            let weight = if i < 2 { 0.5 } else { 0.06 };
            own += pairs.unwrap_or(0.0) * weight;
            let value = self
                .number
                .zip(*run)
                .map(|(number, (a, b, alive))| ((number * UNSEEN + a) * UNSEEN + b) * 2 + usize::from(alive));
            slots.maybe(Cause::Walls, value, NUMBERS * UNSEEN * UNSEEN * 2);
        }
        let n = self.unseen as f32;
        own += 0.05 * n * (n - 1.0).max(0.0) + 0.03 * n;
        let share = libm::logf((own / opponent_view.shapes.max(0.1)).max(1e-4));
        let level = ((share + 7.0) * 4.0).clamp(0.0, 27.0) as usize;
        let sort = self.number.unwrap_or(NUMBERS);
        slots.put(Cause::Shapes, sort * 28 + level, (NUMBERS + 1) * 28);
    }

    /// The last two tiles out of the hand.
    fn last(&self, opponent_view: &OpponentView, slots: &mut Slots) {
        let [last, before] = opponent_view.last.map(|kind| kind.and_then(|k| self.steps_to(k)));
        let way = usize::from(opponent_view.last_tedashi);
        slots.maybe(Cause::LastTile, last.map(|steps| steps * 2 + way), NUMBERS * 17 * 2);
        slots.maybe(Cause::LastTile, before, NUMBERS * 17);
        let other = |kind: Option<Kind>| match kind {
            None => 0,
            Some(k) if k.suit() == self.kind.suit() => 1,
            Some(k) if k.is_honour() => 2,
            Some(k) if k.is_terminal() => 3,
            Some(k) => 4 + usize::from(opponent_view.dora[k.index()] > 0),
        };
        slots.put(Cause::LastTile, self.sort * 6 + other(opponent_view.last[0]), SORTS * 6);
        slots.put(Cause::LastTile, self.sort * 6 + other(opponent_view.last[1]), SORTS * 6);
    }

    /// What melds leave.
    fn melds(&self, opponent_view: &OpponentView, slots: &mut Slots) {
        let calls = opponent_view.player.melds().len();
        let suit = self.kind.suit();
        let in_suit = match opponent_view.meld_suit {
            None => 0,
            Some(s) if s == suit => 1,
            Some(_) if suit == Suit::Honour => 2,
            Some(_) => 3,
        };
        let of_suit = opponent_view.player.melds().iter().filter(|m| m.kind().suit() == suit).count();
        let yaku_path = opponent_view.yaku_path as usize;
        let mut cross = |value: usize, categories: usize| {
            slots.put(Cause::Melds, self.sort * categories + value, SORTS * categories);
        };
        cross(yaku_path * 5 + calls, YakuPath::COUNT * 5);
        cross(yaku_path * 4 + in_suit, YakuPath::COUNT * 4);
        cross(of_suit, 5);
        cross(opponent_view.meld_dora.min(3), 4);
        cross(opponent_view.since_call.min(5), 6);
        let thrown = opponent_view.meld_suit.map_or(0, |s| 1 + opponent_view.thrown[s.index()].min(4));
        slots.put(Cause::Suit, (in_suit * 5 + calls) * 6 + thrown, 4 * 5 * 6);
        let left = Suit::NUMBERS.map(|s| opponent_view.thrown[s.index()]);
        let rank = left.iter().filter(|&&n| suit != Suit::Honour && n < left[suit.index()]).count();
        slots.put(Cause::Suit, (rank * 5 + calls) * YakuPath::COUNT + yaku_path, 3 * 5 * YakuPath::COUNT);
    }

    /// The kind's log-odds beside those of all others.
    fn beside(&self, odds: &[Option<f64>; 34], slots: &mut Slots) {
        let kind = self.kind;
        let level = |value: f64, from: f64, step: f64| {
            ((value - from) / step).clamp(0.0, LEVELS as f64 - 1.0) as usize
        };
        let own = odds[kind.index()].unwrap_or(0.0);
        let all: f64 = odds.iter().flatten().copied().map(logistic).sum();
        let suit = kind.suit().first()..kind.suit().first() + kind.suit().size();
        let of_suit: f64 = odds[suit].iter().flatten().copied().map(logistic).sum();
        let whole = level(libm::log(all.max(0.01)), -1.0, 0.15);
        slots.put(Cause::Shapes, self.sort * LEVELS + whole, SORTS * LEVELS);
        let (own, rest) = (level(own, -7.0, 0.4), level(libm::log(of_suit.max(0.01)), -3.0, 0.25));
        slots.put(Cause::Shapes, own * LEVELS + whole, LEVELS * LEVELS);
        slots.put(Cause::Shapes, self.sort * LEVELS + own, SORTS * LEVELS);
        slots.put(Cause::Shapes, self.number.unwrap_or(NUMBERS) * LEVELS + rest, (NUMBERS + 1) * LEVELS);
    }
}
