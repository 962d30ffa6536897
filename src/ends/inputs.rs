//! What the net sees: the table once, and a hand after an action.
//!
//! Numbers lie between about -1 and 2. Suits are alike: nothing says which one a tile is of.

use crate::danger::{DangerModel, OpponentView};
use crate::dense::InputRow;
use crate::hand::{Deck, Unseen, WaitingHand};
use crate::round::{Schedule, View};
use crate::rules::Length;
use crate::shape::{self, Wait, Widest, wait_forms};
use crate::tile::{Kind, KindSet, Players, Wind};

/// Raised when inputs change their meaning and keep their number.
pub(super) const MEANING: &str = "ends 1";

/// How many numbers there are.
pub const INPUTS: usize = OF_TABLE + OF_HAND;
/// How many tell of the table.
pub const OF_TABLE: usize = 39;
/// How many tell of the hand, and of how far the round is.
pub const OF_HAND: usize = 102;
/// Farther from tenpai, how much wider a hand gets without getting nearer says little, and takes the most time.
const WIDER: i32 = 2;

/// How the hand came to be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LastAction {
    /// A discard, or a call with one.
    Discard,
    /// A discard with riichi.
    Riichi,
    /// Nothing: a tile was let go.
    Pass,
}

/// Tiles on a scale on which a few more of few count as much as many more of many.
fn log(tiles: f32) -> f32 {
    // libm, so that every platform has the same bits
    libm::logf(tiles + 1.0)
}

/// What does not change from hand to hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    table: Vec<f32>,
    players: Players,
    turn: usize,
    unseen: Unseen,
    dora: [u8; 34],
    /// How many han a triplet is.
    value: [usize; 34],
    discarded: KindSet,
}

impl Scene {
    /// As a seat sees it, in a round that stands there in its game.
    pub fn of(view: &View, schedule: Schedule) -> Scene {
        let (table, seat) = (view.table(), view.seat());
        Scene {
            table: of_table(view, schedule),
            players: table.rules().players,
            turn: table.turn(seat),
            unseen: Unseen::plain(*view.unseen()),
            dora: table.dora(),
            value: Kind::ALL.map(|kind| table.yakuhai(seat, kind)),
            discarded: table.player(seat).discarded(),
        }
    }

    /// All numbers, for a hand after an action.
    pub fn inputs(&self, after: &WaitingHand, done: LastAction) -> Vec<f32> {
        [&self.table[..], &self.of_hand(after, done, &mut None)].concat()
    }

    /// How many play.
    pub fn players(&self) -> Players {
        self.players
    }

    /// Those of the table.
    pub fn of_table(&self) -> &[f32] {
        &self.table
    }

    /// Those of a hand after an action; `widest` is kept from hand to hand.
    pub(crate) fn of_hand(
        &self,
        after: &WaitingHand,
        done: LastAction,
        widest: &mut Option<Widest>,
    ) -> Vec<f32> {
        let mut row = InputRow(Vec::with_capacity(OF_HAND));
        // own discards so far, that of the action with them
        row.reaches(self.turn - usize::from(done == LastAction::Pass), 1..=18);
        let open = after.melds().iter().filter(|meld| meld.is_open()).count();
        row.is::<5>(open);
        self.shape(after, widest, &mut row);
        self.make(after, &mut row);
        let waits = shape::waits(after);
        row.yes(done == LastAction::Riichi);
        row.yes(done != LastAction::Riichi && open == 0 && !waits.is_empty());
        row.yes(waits.iter().any(|kind| self.discarded.contains(kind)));
        row.yes(wait_forms(after).iter().any(|forms| forms.contains(Wait::Ryanmen)));
        row.yes(waits.iter().any(Kind::is_yaochu));
        debug_assert_eq!(row.0.len(), OF_HAND);
        row.0
    }

    /// What the seat cannot see.
    pub fn unseen(&self) -> &Unseen {
        &self.unseen
    }

    /// How many dora a tile of this kind is, red fives left out.
    pub fn dora(&self, kind: Kind) -> usize {
        self.dora[kind.index()].into()
    }

    /// How many han a triplet of this kind is.
    pub fn value(&self, kind: Kind) -> usize {
        self.value[kind.index()]
    }

    /// How far the hand is from a win, and how wide.
    fn shape(&self, after: &WaitingHand, widest: &mut Option<Widest>, row: &mut InputRow) {
        let forms = shape::shanten_by_form(after);
        let least = forms.least();
        let shanten = least.get();
        let widest = Widest::kept(widest, after.melds(), &self.unseen);
        let ukeire = shape::ukeire(after, &self.unseen);
        let tiles = ukeire.tiles as f32;
        let by_shanten = |row: &mut InputRow, number: f32| {
            (0..4).for_each(|i| row.put(if shanten == i { number } else { 0.0 }));
        };
        row.is::<7>(usize::try_from(shanten).unwrap_or(0));
        row.is::<7>(usize::try_from(forms.standard.get()).unwrap_or(0));
        let pairs = forms.seven_pairs.map_or(7, |pairs| pairs.get());
        (0..5).for_each(|i| row.yes(pairs <= i));
        row.put((tiles / 40.0).min(2.0));
        row.put(log(tiles) / 4.0);
        row.reaches(ukeire.tiles as usize, [1, 3, 5, 7, 9, 13, 17, 21, 26]);
        by_shanten(row, log(tiles) / 3.0);
        // tiles that help, the mean ukeire after them, how many leave six tiles or more; and how much wider others make it
        let (mut helps, mut next, mut good, mut total, mut wider) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for kind in Kind::ALL {
            let n = f32::from(self.unseen.counts()[kind]);
            let helping = ukeire.kinds.contains(kind);
            total += n;
            if n == 0.0 || !helping && shanten > WIDER {
                continue;
            }
            let Ok(drawn) = after.draw(kind.into()) else { continue };
            let best = widest.after_draw(&drawn, least, helping) as f32;
            if helping {
                helps += n;
                next += n * best;
                good += n * f32::from(u8::from(best >= 6.0));
            } else {
                wider += n * (best - tiles).max(0.0);
            }
        }
        if helps > 0.0 {
            next /= helps;
            good /= helps;
        }
        if total > 0.0 {
            wider /= total;
        }
        row.put((next / 30.0).min(2.0));
        row.put(log(next) / 4.0);
        row.put(good);
        row.put((wider / 4.0).min(2.0));
        by_shanten(row, log(next) / 3.0);
    }

    /// What the hand is made of, melds counted in.
    fn make(&self, after: &WaitingHand, row: &mut InputRow) {
        let mut counts = after.concealed().as_array().map(usize::from);
        let mut dora = after.reds().len() + set_aside(after.deck(), &self.dora);
        for meld in after.melds() {
            meld.kinds().for_each(|(kind, n)| counts[kind.index()] += n);
            dora += usize::from(meld.has_red());
        }
        let mut suits = [0; 4];
        for kind in Kind::ALL {
            let n = counts[kind.index()];
            dora += n * usize::from(self.dora[kind.index()]);
            suits[kind.suit().index()] += n;
        }
        let sum = |of: &dyn Fn(Kind, usize) -> usize| -> usize {
            Kind::ALL.into_iter().map(|kind| of(kind, counts[kind.index()])).sum()
        };
        let many = |is: &dyn Fn(Kind, usize) -> bool| sum(&|kind, n| usize::from(is(kind, n)));
        let value = |kind: Kind| self.value[kind.index()];
        row.reaches(dora, 1..=5);
        row.reaches(sum(&|kind, n| n * usize::from(kind.is_yaochu())), 1..=5);
        row.reaches(suits[3], 1..=3);
        row.reaches(many(&|_, n| n == 2), 1..=5);
        row.reaches(many(&|_, n| n >= 3), 1..=3);
        row.reaches(many(&|kind, n| n == 2 && value(kind) > 0), 1..=2);
        row.reaches(sum(&|kind, n| value(kind) * usize::from(n >= 3)), 1..=2);
        row.reaches(many(&|kind, n| n == 1 && value(kind) > 0), 1..=2);
        let most = suits[..3].iter().max().copied().unwrap_or(0) + suits[3];
        row.reaches(most, 9..=13);
    }
}

/// Points as with four players, who begin with 10,000 less than three do.
pub(crate) const fn usual(points: i32, players: Players) -> i32 {
    match players {
        Players::Three => points - 10_000,
        Players::Four => points,
    }
}

/// What the norths that a player has set aside are worth, han.
pub(crate) fn set_aside(deck: Deck, dora: &[u8; 34]) -> usize {
    let Deck::Three { kita } = deck else { return 0 };
    usize::from(kita) * (1 + usize::from(dora[Kind::wind(Wind::North).index()]))
}

fn of_table(view: &View, schedule: Schedule) -> Vec<f32> {
    let (table, seat) = (view.table(), view.seat());
    let players = table.rules().players;
    let mut row = InputRow::default();
    row.put(table.turn(seat) as f32 / 18.0);
    row.put(table.tiles_left() as f32 / players.wall() as f32);
    row.is::<4>(table.seat_wind(seat).index());
    row.yes(table.wind() == Wind::East);
    let mut ready = 0.0;
    for other in players.places(seat) {
        let Some(other) = other else {
            [0.0; 6].into_iter().for_each(|nobody| row.put(nobody));
            continue;
        };
        let player = table.player(other);
        let tenpai = DangerModel::builtin().tenpai(&OpponentView::new(view, other)) as f32;
        let open = player.melds().iter().filter(|meld| meld.is_open()).count();
        row.yes(player.riichi().is_some());
        row.reaches(open, 1..=3);
        row.put(tenpai);
        row.yes(other == table.dealer());
        ready += tenpai;
    }
    row.put(ready);
    let scores = table.scores();
    let own = scores[seat];
    let others = || players.places(seat).map(|other| other.map(|other| scores[other]));
    row.is::<4>(others().into_iter().flatten().filter(|&points| points > own).count());
    row.put(usual(own, players) as f32 / 50_000.0);
    for points in others() {
        row.put(points.map_or(0, |points| points - own) as f32 / 50_000.0);
    }
    row.yes(schedule.is_last_deal(table));
    row.yes(schedule.is_last_wind(table.wind()));
    row.yes(table.honba() > 0);
    row.put((table.sticks() as f32 / 4.0).min(1.0));
    row.yes(schedule.length == Length::Hanchan);
    debug_assert_eq!(row.0.len(), OF_TABLE);
    row.0
}
