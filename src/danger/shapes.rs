//! What a tenpai hand can wait with: the last part of it that is no group yet, and its features.
//!
//! The wait forms of Kurita & Hoki (deal-in, section 4): 18 open-ended pairs, 21 closed and 6 edge ones, 34 pairs (of which a
//! hand has two) and 34 single tiles. A kind is a wait when any of the shapes that it completes is there.

use super::opponent_view::{Mark, OpponentView};
use super::safe::neighbour;
use super::slots::Slots;
use super::threat::Cause;
use crate::tile::{Kind, KindSet, Suit};
use arrayvec::ArrayVec;
use std::sync::OnceLock;

/// Raised when categories change their meaning and keep their number.
pub(super) const MEANING: &str = "shapes 2";

/// How a shape is completed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// A run at either end.
    Ryanmen,
    /// A run in the middle, or at the only end (penchan).
    Closed,
    /// A triplet.
    Shanpon,
    /// The pair, of seven pairs too.
    Tanki,
}

/// One shape.
#[derive(Clone, Debug)]
pub struct Shape {
    /// How it is completed.
    pub form: Form,
    /// What it consists of, one or two tiles.
    pub held: ArrayVec<Kind, 2>,
    /// What completes it.
    pub ends: ArrayVec<Kind, 2>,
    /// Where its neighbours are counted from.
    base: Kind,
    mirrored: bool,
    class: usize,
}

/// Every shape, always in the same order.
pub fn shapes() -> &'static [Shape] {
    static SHAPES: OnceLock<Vec<Shape>> = OnceLock::new();
    SHAPES.get_or_init(|| {
        let mut all = Vec::new();
        let numbers = || Kind::ALL.into_iter().filter(|k| !k.is_honour());
        for low in numbers() {
            if let (Some(before), Some(high), Some(after)) =
                (neighbour(low, -1), neighbour(low, 1), neighbour(low, 2))
            {
                // 23, 34, 45, and mirrored 56, 67, 78
                let mirrored = low.number() > 4;
                let base = if mirrored { high } else { low };
                let class = if mirrored { 7 - low.number() } else { low.number() - 2 };
                all.push(Shape::new(Form::Ryanmen, [low, high], [before, after], base, mirrored, class));
            }
        }
        for wait in numbers() {
            let mirrored = wait.number() > 5;
            let number = wait.number().min(10 - wait.number());
            if let (Some(low), Some(high)) = (neighbour(wait, -1), neighbour(wait, 1)) {
                all.push(Shape::new(Form::Closed, [low, high], [wait], wait, mirrored, number - 2));
            }
            if number == 3 {
                let edge = [1, 2].map(|n| if mirrored { n } else { -n });
                let held = edge.into_iter().filter_map(|step| neighbour(wait, step));
                all.push(Shape::new(Form::Closed, held, [wait], wait, mirrored, 4));
            }
        }
        for form in [Form::Shanpon, Form::Tanki] {
            for kind in Kind::ALL {
                let mirrored = !kind.is_honour() && kind.number() > 5;
                let class = match kind {
                    k if k.is_dragon() => 6,
                    k if k.is_honour() => 5,
                    k => k.number().min(10 - k.number()) - 1,
                };
                let held = std::iter::repeat_n(kind, if form == Form::Shanpon { 2 } else { 1 });
                all.push(Shape::new(form, held, [kind], kind, mirrored, class));
            }
        }
        all
    })
}

impl Form {
    const ALL: [Form; 4] = [Form::Ryanmen, Form::Closed, Form::Shanpon, Form::Tanki];

    /// Sorts of the shape: mirrored numbers; for pairs and single tiles also guest winds, dragons, own winds.
    const fn classes(self) -> usize {
        match self {
            Form::Ryanmen => 3,
            Form::Closed => 5,
            Form::Shanpon | Form::Tanki => 8,
        }
    }

    /// Steps from the base to the neighbours that can matter.
    const fn steps(self) -> &'static [isize] {
        match self {
            Form::Ryanmen => &[-3, -2, -1, 0, 1, 2, 3, 4],
            Form::Closed => &[-3, -2, -1, 0, 1, 2, 3],
            Form::Shanpon | Form::Tanki => &[-3, -2, -1, 1, 2, 3],
        }
    }
}

impl Shape {
    fn new(
        form: Form,
        held: impl IntoIterator<Item = Kind>,
        ends: impl IntoIterator<Item = Kind>,
        base: Kind,
        mirrored: bool,
        class: usize,
    ) -> Shape {
        let (held, ends) = (held.into_iter().collect(), ends.into_iter().collect());
        Shape { form, held, ends, base, mirrored, class }
    }

    /// Whether the opponent can have it and win with it, as far as the view shows.
    pub fn possible(&self, opponent_view: &OpponentView) -> bool {
        let needed = if self.form == Form::Shanpon { 2 } else { 1 };
        let melds = opponent_view.player.melds().len();
        self.held.iter().all(|k| opponent_view.unseen[k.index()] >= needed)
            && !self.ends.iter().any(|&k| opponent_view.furiten.contains(k))
            && (melds < 4 || self.form == Form::Tanki)
    }
}

/// For each kind, the shapes that it completes.
pub(super) fn by_kind() -> &'static [ArrayVec<u8, 8>; 34] {
    static BY_KIND: OnceLock<[ArrayVec<u8, 8>; 34]> = OnceLock::new();
    BY_KIND.get_or_init(|| {
        Kind::ALL.map(|kind| {
            let of = shapes().iter().enumerate().filter(|(_, shape)| shape.ends.contains(&kind));
            of.map(|(i, _)| i as u8).collect()
        })
    })
}

/// The shapes that a hand waits with: it holds them, and they end in its waits. `waits` has for each form what
/// completes a hand in that way.
pub fn shapes_of(concealed: &crate::tile::Counts, waits: impl Fn(Form) -> KindSet) -> u128 {
    let is = |shape: &Shape| {
        let needed = if shape.form == Form::Shanpon { 2 } else { 1 };
        let waits = waits(shape.form);
        shape.held.iter().all(|&k| concealed[k] >= needed) && shape.ends.iter().all(|&k| waits.contains(k))
    };
    shapes().iter().enumerate().filter(|(_, s)| is(s)).fold(0, |all, (i, _)| all | 1 << i)
}

/// How many features the forms have, added up.
pub(super) fn offsets(opponent_view: &OpponentView) -> [u32; 5] {
    static OFFSETS: OnceLock<[u32; 5]> = OnceLock::new();
    *OFFSETS.get_or_init(|| {
        let mut all = [0; 5];
        for (i, form) in Form::ALL.into_iter().enumerate() {
            let mut slots = Slots::default();
            let shape = shapes().iter().find(|s| s.form == form).expect("every form has shapes");
            put(opponent_view, shape, &mut slots);
            all[i + 1] = all[i] + slots.size() as u32;
        }
        all
    })
}

/// Puts the features of a shape, whose slots stand where its form's begin.
pub fn features(opponent_view: &OpponentView, shape: &Shape, slots: &mut Slots) {
    slots.begin(offsets(opponent_view)[shape.form as usize]);
    put(opponent_view, shape, slots);
}

fn put(opponent_view: &OpponentView, shape: &Shape, slots: &mut Slots) {
    let classes = shape.form.classes();
    // an own or round wind is another class than a guest wind
    let class = if shape.class == 5 && shape.form >= Form::Shanpon && opponent_view.value(shape.base) > 0 {
        7
    } else {
        shape.class
    };
    let turned = |step: isize| if shape.mirrored { -step } else { step };
    let near = |step: isize| neighbour(shape.base, turned(step)).or((step == 0).then_some(shape.base));
    let suit = shape.base.suit();
    let number = suit != Suit::Honour;
    let time = (opponent_view.riichi_turn() / 3).min(5);
    // every neighbour: what happened to it, and unseen copies
    let steps = shape.form.steps();
    let mut states: ArrayVec<Option<(usize, usize)>, 8> = ArrayVec::new();
    for &step in steps {
        let state = near(step)
            .map(|k| (opponent_view.marks[k.index()] as usize, opponent_view.unseen[k.index()].into()));
        let value = state.map(|(mark, unseen): (usize, usize)| (class * Mark::COUNT + mark) * 5 + unseen);
        slots.maybe(Cause::River, value, classes * Mark::COUNT * 5);
        let value = state.map(|(mark, _)| (class * Mark::COUNT + mark) * 6 + time);
        slots.maybe(Cause::River, value, classes * Mark::COUNT * 6);
        states.push(state);
    }
    let inner = |i: usize| steps[i] >= -2 && steps[i] <= 3;
    for i in (0..steps.len()).filter(|&i| inner(i)) {
        for j in (i + 1..steps.len()).filter(|&j| inner(j)) {
            let both = states[i].zip(states[j]);
            let marks = both.map(|((a, _), (b, _))| (class * Mark::COUNT + a) * Mark::COUNT + b);
            slots.maybe(Cause::River, marks, classes * Mark::COUNT * Mark::COUNT);
        }
    }
    let held = |i: usize| shape.held.get(i).map_or(0, |k| usize::from(opponent_view.unseen[k.index()]));
    let ends: usize = shape.ends.iter().map(|k| usize::from(opponent_view.unseen[k.index()])).sum();
    let own = usize::from(opponent_view.unseen[shape.base.index()]);
    slots.put(Cause::Walls, (class * 5 + held(0)) * 5 + held(1), classes * 25);
    slots.put(Cause::Walls, (class * 5 + own) * 9 + ends, classes * 45);
    slots.put(
        Cause::Walls,
        ((class * 5 + held(0)) * 5 + held(1)) * 5 + (opponent_view.suji / 4).min(4),
        classes * 125,
    );
    slots.put(Cause::Walls, (class * 5 + own) * 6 + time, classes * 30);
    let quiet = shape.ends.iter().filter(|&&k| opponent_view.quiet.contains(k)).count();
    slots.put(Cause::Passed, class * 3 + quiet, classes * 3);
    let dora_held: usize = shape.held.iter().map(|k| usize::from(opponent_view.dora[k.index()])).sum();
    let dora_ends: usize = shape.ends.iter().map(|k| usize::from(opponent_view.dora[k.index()])).sum();
    slots.put(Cause::Dora, (class * 3 + dora_held.min(2)) * 3 + dora_ends.min(2), classes * 9);
    let steps_to = |other: Option<Kind>| {
        let other = other.filter(|k| number && k.suit() == suit)?;
        Some((turned(other.number() as isize - shape.base.number() as isize) + 8) as usize)
    };
    let dora = Kind::ALL.into_iter().find(|k| opponent_view.dora[k.index()] > 0 && k.suit() == suit);
    slots.maybe(Cause::Dora, steps_to(dora).map(|s| class * 17 + s), classes * 17);
    let way = usize::from(opponent_view.last_tedashi);
    for (place, last) in opponent_view.last.into_iter().enumerate() {
        let way = if place == 0 { way } else { 0 };
        slots.maybe(Cause::LastTile, steps_to(last).map(|s| (class * 17 + s) * 2 + way), classes * 34);
        let sort = match last {
            None => 0,
            Some(k) if k.suit() == suit => 1,
            Some(k) if k.is_honour() => 2 + usize::from(opponent_view.value(k) > 0),
            Some(k) if k.is_terminal() => 4,
            Some(k) => 5 + usize::from(opponent_view.dora[k.index()] > 0),
        };
        slots.put(Cause::LastTile, class * 7 + sort, classes * 7);
    }
    let alive = opponent_view.ryanmen.iter().sum::<f32>() / 8.0;
    let calls = opponent_view.player.melds().len();
    let in_suit = match opponent_view.meld_suit {
        None => 0,
        Some(s) if s == suit => 1,
        Some(_) if !number => 2,
        Some(_) => 3,
    };
    let mut cross = |cause, value: usize, categories: usize| {
        slots.put(cause, class * categories + value.min(categories - 1), classes * categories);
    };
    cross(Cause::Tile, 0, 1);
    cross(Cause::Turn, opponent_view.turn(), 19);
    cross(Cause::Turn, opponent_view.riichi_turn(), 18);
    cross(Cause::Turn, opponent_view.tedashi, 14);
    cross(Cause::Turn, opponent_view.streak, 6);
    cross(Cause::Shapes, opponent_view.suji, 19);
    cross(Cause::Shapes, if number { opponent_view.suji_of[suit.index()] } else { 0 }, 7);
    cross(Cause::Shapes, alive as usize, 24);
    cross(Cause::Shapes, (libm::logf(opponent_view.shapes.max(0.1)) * 6.0).max(0.0) as usize, 28);
    cross(Cause::Table, opponent_view.riichi, 3);
    cross(Cause::Table, usize::from(opponent_view.table.dealer() == opponent_view.seat), 2);
    cross(Cause::Table, opponent_view.pushes.min(3) * 3 + opponent_view.folds.min(2), 12);
    cross(Cause::Suit, opponent_view.thrown[suit.index()], 9);
    cross(Cause::Suit, opponent_view.thrown[Suit::Honour.index()], 8);
    cross(Cause::Suit, opponent_view.yaochu, 9);
    cross(Cause::Suit, opponent_view.simples, 12);
    cross(Cause::Dora, opponent_view.red_thrown.get(suit.index()).copied().unwrap_or(false).into(), 2);
    cross(Cause::Melds, opponent_view.yaku_path as usize * 5 + calls, 30);
    cross(Cause::Melds, opponent_view.yaku_path as usize * 4 + in_suit, 24);
    cross(Cause::Melds, opponent_view.since_call, 6);
    cross(Cause::Melds, opponent_view.meld_dora, 4);
    cross(
        Cause::Suit,
        in_suit * 6 + opponent_view.meld_suit.map_or(0, |s| 1 + opponent_view.thrown[s.index()].min(4)),
        24,
    );
}
