//! What the nets see of a discard that is due: the table and the hand once, and every discard beside the others.
//!
//! Numbers lie between about -1 and 2. A suit is seen from the nearer end, so that 8 counts as 2 does.

pub use super::choice::OF_DISCARD;
pub use super::question::Question;

use super::Discard;
use super::around::{Around, is_isolated};
use super::choice::Choice;
use super::hand_shape::Shape;
use super::inputs::Inputs;
use super::ready::Ready;
use crate::dense::InputRow;
use crate::ends::inputs::usual;
use crate::reach;
use crate::round::{Manner, STICK};
use crate::rules::Length;
use crate::shape::{self, Widest};
use crate::tile::{Kind, Tile, Wind};

/// Raised when inputs change their meaning and keep their number.
pub(super) const MEANING: &str = "policy 2";

/// Numbers of the table and the hand.
pub const OF_TABLE: usize = 105;

impl Question<'_> {
    /// What is known of a decision between some discards, in their order; all of them are of tiles in the hand.
    pub fn inputs(self, among: &[Discard]) -> Inputs {
        let (question, around) = (self, Around::new(self));
        let hand = question.hand;
        let shapes = shape::discards(hand, &around.unseen);
        let mut widest = Widest::beside(hand.melds(), &around.unseen);
        let mut known: Vec<(Kind, Shape, Ready, i32)> = Vec::new();
        for discard in &shapes {
            let kind = discard.tile.kind();
            // a red five leaves the shape of a plain one
            if known.last().is_some_and(|(last, ..)| *last == kind) {
                continue;
            }
            let Some(after) = hand.discard(discard.tile) else { continue };
            let ready = match discard.shanten.is_tenpai() {
                true => Ready::new(&around, &after, kind, shape::waits(&after)),
                false => Ready::default(),
            };
            let yaku = reach::with_yaku(&after, around.unseen.counts(), &around.at, around.table.rules());
            known.push((kind, Shape::new(discard, &after, &mut widest), ready, yaku));
        }
        let least = known.iter().map(|(_, shape, ..)| shape.shanten).min().unwrap_or(0);
        let table = of_table(&around, least);
        let nearest = || known.iter().map(|(_, shape, ..)| shape).filter(|shape| shape.shanten == least);
        let most = |of: fn(&Shape) -> f32| nearest().map(of).fold(1.0, f32::max);
        let best = Shape {
            shanten: least,
            ukeire: most(|shape| shape.ukeire),
            next: most(|shape| shape.next),
            good: 1.0,
            wider: most(|shape| shape.wider),
            ..Shape::default()
        };
        let rates: Vec<f64> = hand.discards().map(|tile| question.danger.rate(tile)).collect();
        let row = |discard: &Discard| {
            let found = known.iter().find(|(kind, ..)| *kind == discard.tile.kind());
            let (_, shape, ready, yaku) = found.expect("the tile is in the hand");
            let wider = nearest().filter(|other| other.ukeire > shape.ukeire).count();
            Choice { around: &around, discard, shape, best: &best, wider, ready, yaku: *yaku, rates: &rates }
                .row()
        };
        Inputs { table, choices: among.iter().map(row).collect() }
    }
}

fn of_table(around: &Around, least: i32) -> Vec<f32> {
    let (table, seat, hand) = (around.table, around.seat, around.question.hand);
    let mut row = InputRow::default();
    let turn = table.turn(seat) as i32;
    row.put(turn as f32 / 18.0);
    row.reaches(turn, [2, 3, 4, 6, 8, 11, 14]);
    row.put(table.tiles_left() as f32 / table.rules().players.wall() as f32);
    row.is::<4>(around.wind.index());
    row.yes(table.wind() == Wind::East);
    let players = table.rules().players;
    let (mut riichi, mut open) = (0, 0);
    for other in players.places(seat) {
        let Some(other) = other else {
            [0.0; 4].into_iter().for_each(|nobody| row.put(nobody));
            continue;
        };
        let player = table.player(other);
        let threat = around.question.danger.threats[other].as_ref();
        row.yes(player.riichi().is_some());
        row.put(player.melds().iter().filter(|m| m.is_open()).count() as f32 / 4.0);
        row.put(threat.map_or(0.0, |threat| threat.tenpai as f32));
        row.yes(other == table.dealer());
        riichi += i32::from(player.riichi().is_some());
        open += i32::from(player.melds().iter().filter(|m| m.is_open()).count() >= 2);
    }
    row.reaches(riichi, [1, 2]);
    row.reaches(open, [1]);
    let scores = table.scores();
    let own = scores[seat];
    let others = || players.others(seat).map(|other| scores[other]);
    row.is::<4>(others().filter(|&points| points > own).count());
    row.put(usual(own, players) as f32 / 50_000.0);
    let gap = |points: Option<i32>| points.map_or(1.0, |by| (by as f32 / 16_000.0).min(1.0));
    row.put(gap(others().filter(|&points| points > own).map(|points| points - own).min()));
    row.put(gap(others().filter(|&points| points <= own).map(|points| own - points).min()));
    let schedule = around.question.schedule;
    row.yes(schedule.is_last_deal(table));
    row.yes(schedule.is_last_wind(table.wind()));
    row.yes(table.honba() > 0);
    row.put((table.sticks() as f32 / 4.0).min(1.0));
    let open = hand.melds().iter().filter(|meld| meld.is_open()).count();
    row.is::<5>(open);
    row.reaches(least, [1, 2, 3, 4, 5]);
    let make = around.make(hand.concealed(), hand.reds());
    row.reaches(make.dora as i32, [1, 2, 3, 4]);
    row.put(make.honours as f32 / 7.0);
    row.put(make.yaochu as f32 / 9.0);
    row.put(make.pairs as f32 / 5.0);
    row.reaches(make.pairs as i32, [3, 4, 5]);
    row.put(make.triplets as f32 / 3.0);
    row.put(make.value_pairs as f32 / 2.0);
    row.yes(make.value_triplets > 0);
    let most = make.suits[..3].iter().max().copied().unwrap_or(0);
    row.put((most + make.suits[3]) as f32 / 14.0);
    row.reaches(14 - (most + make.suits[3]) as i32, [1, 3, 5]);
    let safe = |most: f64| {
        let copies = |tile: Tile| usize::from(hand.concealed()[tile.kind()]);
        let plain = hand.discards().filter(|tile| !tile.is_red());
        plain.filter(|&tile| around.question.danger.rate(tile) < most).map(copies).sum::<usize>()
    };
    [0.002, 0.01, 0.03].into_iter().for_each(|most| row.put(safe(most) as f32 / 14.0));
    // what came later stands behind, so that earlier nets go by the first of these numbers
    past(around, &mut row);
    standing(around, &mut row);
    let isolated = Kind::ALL.into_iter().filter(|&kind| is_isolated(hand.concealed(), kind)).count();
    row.reaches(isolated, [1, 2, 3, 4]);
    row.put(table.honba() as f32 / 4.0);
    row.yes(!hand.reds().is_empty());
    debug_assert_eq!(row.0.len(), OF_TABLE);
    row.0
}

/// What the player did before.
fn past(around: &Around, row: &mut InputRow) {
    let river = around.table.player(around.seat).river();
    let drawn = |last: usize| {
        river.len() >= last && river[river.len() - last..].iter().all(|tile| tile.manner == Manner::Tsumogiri)
    };
    row.yes(around.silent);
    row.yes(drawn(1));
    row.yes(drawn(2));
    row.yes(around.table.untouched() && river.is_empty());
}

/// How far the game is, and what wins would do for the place.
fn standing(around: &Around, row: &mut InputRow) {
    let Around { table, seat, question: Question { schedule, .. }, behind, .. } = *around;
    row.yes(schedule.length == Length::Hanchan);
    row.put((4 * table.wind().index() + schedule.dealer.index()) as f32 / 8.0);
    let own = table.scores()[seat];
    row.yes(own >= STICK);
    let ahead =
        || table.rules().players.others(seat).map(|other| own - table.scores()[other]).filter(|&by| by >= 0);
    for [near, far] in [behind, [ahead().min(), ahead().max()]] {
        row.reaches(near.unwrap_or(-1), [0, 1_000, 2_000, 3_900, 5_200, 8_000, 12_000]);
        row.reaches(far.unwrap_or(-1), [3_900, 8_000, 12_000, 16_000]);
    }
}
