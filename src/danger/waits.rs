//! Features of one kind as a wait of one opponent.
//!
//! Number tiles are mirrored, so that 1 to 5 stand for 9 to 5 too, and a step up leads towards the middle.

use super::odds::logistic;
use super::safe::neighbour;
use super::sight::{Mark, Road, Sight};
use super::slots::Slots;
use super::threat::Cause;
use crate::tile::{Kind, Suit};

/// Changes with what the categories mean, where their numbers do not tell.
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
pub fn features(sight: &Sight, kind: Kind, odds: &[Option<f64>; 34], slots: &mut Slots) {
    let tile = Seen::new(sight, kind);
    tile.table(sight, slots);
    tile.neighbours(slots);
    tile.shapes(sight, slots);
    tile.last(sight, slots);
    tile.melds(sight, slots);
    tile.beside(odds, slots);
}

/// A kind with what lies around it.
struct Seen {
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

impl Seen {
    fn new(sight: &Sight, kind: Kind) -> Seen {
        let unseen = usize::from(sight.unseen[kind.index()]);
        let mirrored = !kind.is_honour() && kind.number() > 5;
        let turn = |step: isize| if mirrored { -step } else { step };
        let beside = |step: isize| neighbour(kind, turn(step));
        let state = |k: Kind| (sight.marks[k.index()], usize::from(sight.unseen[k.index()]));
        let free = |step: isize| beside(step).is_some_and(|k| !sight.furiten.contains(k));
        let pair = |a: isize, b: isize, end: isize| {
            let n = |k: Kind| usize::from(sight.unseen[k.index()]);
            let alive = beside(end).is_none_or(|k| !sight.furiten.contains(k));
            Some((n(beside(a)?), n(beside(b)?), alive))
        };
        let number = (!kind.is_honour()).then(|| kind.number().min(10 - kind.number()) - 1);
        let sort = match number {
            Some(number) => number * 4 + usize::from(free(3)) * 2 + usize::from(free(-3)),
            None => {
                let value = sight.value(kind);
                let sort = if kind.is_dragon() { 2 } else { usize::from(value > 0) };
                20 + sort * 4 + unseen.min(3)
            }
        };
        Seen {
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
    fn table(&self, sight: &Sight, slots: &mut Slots) {
        // where the dora is: by steps in the same suit, mirrored like the kind
        let dora = Kind::ALL.into_iter().find(|k| sight.dora[k.index()] > 0 && k.suit() == self.kind.suit());
        slots.maybe(Cause::Dora, dora.and_then(|k| self.steps_to(k)), NUMBERS * 17);
        let mut cross = |cause, value: usize, categories: usize| {
            slots.put(cause, self.sort * categories + value.min(categories - 1), SORTS * categories);
        };
        let suit = self.kind.suit();
        cross(Cause::Suji, 0, 1);
        cross(Cause::Tile, self.unseen, UNSEEN);
        cross(Cause::Turn, sight.turn() / 2, 10);
        cross(Cause::Turn, sight.riichi_turn() / 2, 9);
        cross(Cause::Turn, sight.table.tiles_left() / 8, 9);
        cross(Cause::Shapes, sight.suji / 2, 10);
        cross(Cause::Shapes, if suit == Suit::Honour { 0 } else { sight.suji_of[suit.index()] }, 7);
        cross(Cause::Table, sight.riichi, 3);
        cross(Cause::Table, usize::from(sight.table.dealer() == sight.seat), 2);
        cross(Cause::Turn, sight.tedashi, 12);
        cross(Cause::Turn, sight.streak, 6);
        cross(Cause::Suit, sight.thrown[suit.index()], 8);
        cross(Cause::Suit, sight.thrown[Suit::Honour.index()], 8);
        cross(Cause::Suit, sight.yaochu, 9);
        cross(Cause::Passed, usize::from(sight.quiet.contains(self.kind)), 2);
        cross(Cause::River, sight.marks[self.kind.index()] as usize, Mark::COUNT);
        cross(Cause::Dora, sight.dora[self.kind.index()].into(), 3);
        cross(Cause::Dora, sight.red_thrown.get(suit.index()).copied().unwrap_or(false).into(), 2);
        cross(Cause::Table, sight.pushes, 4);
        cross(Cause::Table, sight.folds, 4);
        let alive = [Suit::Man, Suit::Pin, Suit::Sou].map(|s| sight.ryanmen[s.index()]);
        let whole: f32 = alive.iter().sum();
        cross(Cause::Shapes, (whole / 8.0) as usize, 14);
        cross(Cause::Shapes, (libm::logf(sight.shapes.max(0.1)) * 4.0).max(0.0) as usize, 18);
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
    fn shapes(&self, sight: &Sight, slots: &mut Slots) {
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
        let share = libm::logf((own / sight.shapes.max(0.1)).max(1e-4));
        let level = ((share + 7.0) * 4.0).clamp(0.0, 27.0) as usize;
        let sort = self.number.unwrap_or(NUMBERS);
        slots.put(Cause::Shapes, sort * 28 + level, (NUMBERS + 1) * 28);
    }

    /// The last two tiles out of the hand.
    fn last(&self, sight: &Sight, slots: &mut Slots) {
        let [last, before] = sight.last.map(|kind| kind.and_then(|k| self.steps_to(k)));
        let way = usize::from(sight.last_tedashi);
        slots.maybe(Cause::LastTile, last.map(|steps| steps * 2 + way), NUMBERS * 17 * 2);
        slots.maybe(Cause::LastTile, before, NUMBERS * 17);
        let other = |kind: Option<Kind>| match kind {
            None => 0,
            Some(k) if k.suit() == self.kind.suit() => 1,
            Some(k) if k.is_honour() => 2,
            Some(k) if k.is_terminal() => 3,
            Some(k) => 4 + usize::from(sight.dora[k.index()] > 0),
        };
        slots.put(Cause::LastTile, self.sort * 6 + other(sight.last[0]), SORTS * 6);
        slots.put(Cause::LastTile, self.sort * 6 + other(sight.last[1]), SORTS * 6);
    }

    /// What melds leave.
    fn melds(&self, sight: &Sight, slots: &mut Slots) {
        let calls = sight.player.melds().len();
        let suit = self.kind.suit();
        let in_suit = match sight.meld_suit {
            None => 0,
            Some(s) if s == suit => 1,
            Some(_) if suit == Suit::Honour => 2,
            Some(_) => 3,
        };
        let of_suit = sight.player.melds().iter().filter(|m| m.kind().suit() == suit).count();
        let road = sight.road as usize;
        let mut cross = |value: usize, categories: usize| {
            slots.put(Cause::Melds, self.sort * categories + value, SORTS * categories);
        };
        cross(road * 5 + calls, Road::COUNT * 5);
        cross(road * 4 + in_suit, Road::COUNT * 4);
        cross(of_suit, 5);
        cross(sight.meld_dora.min(3), 4);
        cross(sight.since_call.min(5), 6);
        let thrown = sight.meld_suit.map_or(0, |s| 1 + sight.thrown[s.index()].min(4));
        slots.put(Cause::Suit, (in_suit * 5 + calls) * 6 + thrown, 4 * 5 * 6);
        let left = Suit::NUMBERS.map(|s| sight.thrown[s.index()]);
        let rank = left.iter().filter(|&&n| suit != Suit::Honour && n < left[suit.index()]).count();
        slots.put(Cause::Suit, (rank * 5 + calls) * Road::COUNT + road, 3 * 5 * Road::COUNT);
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
