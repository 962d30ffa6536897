//! What the net sees of a tile on offer: the table, the hand as it is, and the hand after each call.
//!
//! Numbers lie between about -1 and 2. A hand after a call is the one with the best discard by shanten and ukeire.

use super::around::scored_at;
use super::inputs::Inputs;
use crate::danger::Danger;
use crate::dense::InputRow;
use crate::ends::inputs::{self as ends, LastAction, Scene};
use crate::hand::{Group, WaitingHand};
use crate::legal::{HandAfterCall, TileOffer};
use crate::reach;
use crate::round::View;
use crate::score::{Pot, Win, income, score};
use crate::shape;
use crate::tile::{Counts, Kind, Seat, Suit, Tile, Wind};
use std::cmp::Reverse;

/// Raised when inputs change their meaning and keep their number.
pub(super) const MEANING: &str = "offer 1";

/// Numbers of the table and of the tile.
pub const OF_TABLE: usize = ends::OF_TABLE + OF_TILE;
/// Of passing or of a call.
pub const OF_CHOICE: usize = ends::OF_HAND + OF_HAND;

/// Of the tile on offer.
const OF_TILE: usize = 20;
/// Of a hand, beside those of how rounds end.
const OF_HAND: usize = 40;

/// A tile is on offer.
#[derive(Clone, Copy, Debug)]
pub struct OfferQuestion<'a> {
    /// What the player sees, with 13 tiles in hand.
    pub view: &'a View<'a>,
    /// The hand.
    pub hand: &'a WaitingHand,
    /// The tile.
    pub offered: TileOffer,
    /// What the others can do.
    pub danger: &'a Danger,
    /// What all hands of the seat have in common.
    pub scene: &'a Scene,
}

/// A hand, and how near it is to a win.
struct HandDistance {
    hand: WaitingHand,
    shanten: i32,
    ukeire: f32,
    /// Shanten as a hand that wins with a yaku.
    yaku: i32,
}

impl OfferQuestion<'_> {
    fn wind(&self) -> Wind {
        self.view.table().seat_wind(self.view.seat())
    }

    fn near(&self, hand: WaitingHand) -> HandDistance {
        HandDistance {
            shanten: shape::shanten(&hand).get(),
            ukeire: shape::ukeire(&hand, self.scene.unseen()).tiles as f32,
            yaku: reach::with_yaku(
                &hand,
                self.view.unseen(),
                &scored_at(self.view),
                self.view.table().rules(),
            ),
            hand,
        }
    }

    /// The hand after a call.
    fn after(&self, called: &HandAfterCall) -> WaitingHand {
        match called {
            HandAfterCall::Kan { hand } => hand.clone(),
            HandAfterCall::Open { hand, forbidden, .. } => {
                let all = shape::discards(hand, self.scene.unseen());
                let allowed = all.iter().filter(|discard| !forbidden.contains(discard.tile.kind()));
                let best =
                    allowed.min_by_key(|discard| (discard.shanten.get(), Reverse(discard.ukeire.tiles)));
                let best = best.expect("a call leaves a discard");
                hand.discard(best.tile).expect("the tile is in the hand")
            }
        }
    }

    /// The inputs of passing, and of each of these calls.
    pub fn inputs(&self, called: &[HandAfterCall]) -> Inputs {
        let pass = self.near(self.hand.clone());
        let mut table = InputRow(self.scene.of_table().to_vec());
        self.of_tile(&mut table);
        debug_assert_eq!(table.0.len(), OF_TABLE);
        let mut choices = vec![self.of_choice(&pass, None, &pass, called)];
        for one in called {
            let after = self.near(self.after(one));
            choices.push(self.of_choice(&after, Some(one), &pass, called));
        }
        Inputs { table: table.0, choices }
    }

    fn of_tile(&self, row: &mut InputRow) {
        let (kind, table) = (self.offered.tile.kind(), self.view.table());
        let class = match kind {
            kind if kind.is_honour() && self.scene.value(kind) > 0 => 6,
            kind if kind.is_honour() => 5,
            kind => kind.number().min(10 - kind.number()) - 1,
        };
        row.is::<7>(class);
        row.reaches(self.scene.dora(kind) + usize::from(self.offered.tile.is_red()), [1, 2]);
        row.reaches(usize::from(self.view.unseen()[kind]), [1, 2]);
        let others = || table.rules().players.others(self.view.seat());
        let from = self.offered.from.seat(self.view.seat());
        row.is::<3>(others().position(|other| other == from).expect("the tile is that of another player"));
        // a call takes ippatsu away
        let ippatsu = |seat: Seat| table.player(seat).riichi().is_some_and(|riichi| riichi.ippatsu);
        row.yes(others().any(ippatsu));
        let safe = |most: f64| {
            let held = self.hand.concealed().iter();
            held.filter(|&(kind, _)| self.danger.rate(Tile::plain(kind)) < most)
                .map(|(_, n)| n)
                .sum::<usize>()
        };
        [0.002, 0.01, 0.03].into_iter().for_each(|most| row.put(safe(most) as f32 / 13.0));
        row.yes(self.hand.is_closed());
        row.put(self.hand.melds().len() as f32 / 4.0);
    }

    fn of_choice(
        &self,
        near: &HandDistance,
        called: Option<&HandAfterCall>,
        pass: &HandDistance,
        all: &[HandAfterCall],
    ) -> Vec<f32> {
        let done = if called.is_some() { LastAction::Discard } else { LastAction::Pass };
        let mut row = InputRow(self.scene.of_hand(&near.hand, done, &mut None));
        let meld = called.and_then(HandAfterCall::meld);
        let group = meld.map(|meld| meld.group());
        let sort = match group {
            None => 0,
            Some(Group::Run(_)) => 1,
            Some(Group::Triplet(_)) => 2,
            Some(Group::Quad(_)) => 3,
        };
        row.is::<4>(sort);
        row.yes(called.is_some() && self.hand.is_closed());
        let gained = pass.shanten - near.shanten;
        row.yes(gained > 0);
        row.yes(gained < 0);
        row.reaches(usize::try_from(near.yaku - near.shanten).unwrap_or(0), [1, 2, 3]);
        row.reaches(usize::try_from(near.yaku).unwrap_or(0), [1, 2, 3, 4, 5]);
        row.put(((pass.yaku - near.yaku) as f32 / 3.0).clamp(-1.0, 1.0));
        row.put((near.ukeire / pass.ukeire.max(1.0)).min(2.0));
        row.put(((near.ukeire - pass.ukeire) / 12.0).clamp(-1.0, 2.0));
        let dora_of = |kind: Kind, n: usize| n * self.scene.dora(kind);
        let dora = meld.map_or(0, |meld| {
            meld.kinds().map(|(kind, n)| dora_of(kind, n)).sum::<usize>() + usize::from(meld.has_red())
        });
        row.reaches(dora, [1, 2, 3]);
        // the same call that keeps the red five in the hand, or gives it
        let reds = |called: &HandAfterCall| called.meld().is_some_and(|meld| meld.has_red());
        let same = |other: &&HandAfterCall| other.meld().map(|meld| meld.group()) == group;
        row.yes(called.is_some_and(|one| !reds(one) && all.iter().filter(same).any(reds)));
        let value = |group: Group| match group {
            Group::Triplet(kind) | Group::Quad(kind) => self.scene.value(kind),
            Group::Run(_) => 0,
        };
        row.reaches(group.map_or(0, value), [1, 2]);
        let melds = near.hand.melds();
        row.yes(!melds.is_empty() && melds.iter().all(|meld| !matches!(meld.group(), Group::Run(_))));
        row.yes(melds.iter().any(|meld| meld.kinds().any(|(kind, _)| kind.is_yaochu())));
        row.reaches(melds.iter().map(|meld| value(meld.group())).sum(), [1, 2]);
        row.reaches(outside(&near.hand), 1..=5);
        self.ready(near, &mut row);
        debug_assert_eq!(row.0.len(), OF_CHOICE);
        row.0
    }

    /// What a tenpai hand waits for and pays.
    fn ready(&self, near: &HandDistance, row: &mut InputRow) {
        let (at, rules) = (scored_at(self.view), self.view.table().rules());
        let dealer = self.wind() == Wind::East;
        let waits = if near.shanten == 0 { shape::waits(&near.hand) } else { Default::default() };
        let points = |kind: Kind, win: &Win| {
            let won = score(&near.hand, kind.into(), win, &at, rules).ok()?;
            Some(income(won.value, dealer, false, rules, Pot::EMPTY) as f32)
        };
        let (mut tiles, mut bare, mut silent, mut riichi) = (0.0, 0.0, 0.0, 0.0);
        for kind in waits.iter() {
            let n = f32::from(self.view.unseen()[kind]);
            tiles += n;
            match points(kind, &Win::RON) {
                Some(points) => silent += n * points,
                None => bare += n,
            }
            if near.hand.is_closed() {
                riichi += n * points(kind, &Win::RIICHI_RON).unwrap_or(0.0);
            }
        }
        let each = |sum: f32| if tiles > 0.0 { sum / tiles } else { 0.0 };
        row.reaches(tiles as usize, [3, 5, 7]);
        row.put(each(bare));
        row.put((each(silent) / 8_000.0).min(2.0));
        row.put((each(riichi) / 8_000.0).min(2.0));
        row.yes(
            waits.iter().any(|kind| self.view.table().player(self.view.seat()).discarded().contains(kind)),
        );
    }
}

/// How many tiles of a hand are of none of the suit that it has most of, beside honours; all 13 where
/// its melds are of two suits.
fn outside(hand: &WaitingHand) -> usize {
    let concealed: &Counts = hand.concealed();
    let of_suit = |suit: Suit| {
        let melded = |kind: Kind| kind.is_honour() || kind.suit() == suit;
        let fits = hand.melds().iter().all(|meld| melded(meld.kind()));
        let held: usize = concealed.iter().filter(|&(kind, _)| melded(kind)).map(|(_, n)| n).sum();
        fits.then_some(held + 3 * hand.melds().len())
    };
    13 - Suit::NUMBERS.into_iter().filter_map(of_suit).max().unwrap_or(0).min(13)
}
