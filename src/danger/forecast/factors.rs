//! What learned rates hang on, and the tables that hold them.

use super::super::opponent_view::Standing;
use super::Opponent;
use crate::params::table;
use crate::tile::Kind;

/// Where the viewer stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stance {
    /// Not in riichi.
    Free,
    /// In riichi from the coming discard on, or before: the others fold more often.
    Riichi,
    /// In riichi since a later step, averaged over the steps in which it can have been declared.
    Later,
}

impl Stance {
    /// All, in the order of the tables.
    pub const ALL: [Stance; 3] = [Stance::Free, Stance::Riichi, Stance::Later];
}

/// Own draws that the wall still holds when a step begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock(usize);

impl Clock {
    /// Values that it has.
    pub const COUNT: usize = 18;

    /// In a step, with so many tiles left now.
    pub fn new(left: usize, step: usize) -> Clock {
        Clock((left.saturating_sub(4 * step) / 4).min(Clock::COUNT - 1))
    }

    /// 0..18.
    pub fn index(self) -> usize {
        self.0
    }
}

/// Groups of steps by how far ahead they are: 0, 1, 2, 3, 4 to 5, 6 to 8, later.
pub const AHEAD: usize = 7;

/// The group of a step.
pub fn ahead(step: usize) -> usize {
    match step {
        0..=3 => step,
        4..=5 => 4,
        6..=8 => 5,
        _ => 6,
    }
}

/// What an opponent's rates hang on in a step, as places in tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hazard([u8; Hazard::SIZES.len()]);

impl Hazard {
    /// Values of each: clock; steps ahead; riichi of the two others, by the viewer's stance; tenpai of those of
    /// the two that are not in riichi; melds; who deals; clock of step 0.
    pub const SIZES: [usize; 7] = [Clock::COUNT, AHEAD, 9, 5, 5, 2, Clock::COUNT];

    pub(super) fn new(
        left: usize,
        step: usize,
        stance: Stance,
        riichi: usize,
        silent: f64,
        opponent: &Opponent,
    ) -> Hazard {
        let silent = [0.1, 0.25, 0.5, 0.9].into_iter().filter(|&limit| silent > limit).count();
        let places = [
            Clock::new(left, step).index(),
            ahead(step),
            stance as usize * 3 + riichi,
            silent,
            opponent.melds,
            usize::from(opponent.dealer),
            Clock::new(left, 0).index(),
        ];
        Hazard(places.map(|place| place as u8))
    }

    /// The places, each below its size.
    pub fn places(&self) -> [usize; Hazard::SIZES.len()] {
        self.0.map(usize::from)
    }
}

/// A sort of tile, as far as later deal-ins are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sort(usize);

impl Sort {
    /// Sorts: honours by unseen copies (0 to 3), 1 and 9, 2 and 8, 3 and 7, 4 to 6; twice.
    pub const COUNT: usize = 16;

    fn of(kind: Kind, unseen: usize) -> usize {
        match kind.is_honour() {
            true => unseen.min(3),
            false => 3 + kind.number().min(10 - kind.number()).min(4),
        }
    }

    /// A tile that may deal in now.
    pub(super) fn open(kind: Kind, unseen: usize) -> Sort {
        Sort(Sort::of(kind, unseen))
    }

    /// One that is safe until the opponent's hand changes, because somebody else let it pass.
    pub(super) fn passed(kind: Kind, unseen: usize) -> Sort {
        Sort(Sort::COUNT / 2 + Sort::of(kind, unseen))
    }

    /// Its place in tables.
    pub fn index(self) -> usize {
        self.0
    }

    /// Whether it is safe now.
    pub fn is_passed(self) -> bool {
        self.0 >= Sort::COUNT / 2
    }
}

/// `f64::min` is a call in WebAssembly, and this is asked of every tile in every step.
fn at_most_one(rate: f64) -> f64 {
    if rate > 1.0 { 1.0 } else { rate }
}

/// How likely an opponent that is tenpai wins on a tile in a later step, before what changes with the step.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum WaitRate {
    /// Safe for good.
    #[default]
    Never,
    /// A tile that may deal in now.
    Open(f32),
    /// A tile that is safe until the opponent's hand changes.
    Passed(f32),
}

impl WaitRate {
    /// The rate of a later discard, given what waits are multiplied by.
    pub(super) fn rate(self, later: [f64; 2]) -> f64 {
        match self {
            WaitRate::Never => 0.0,
            WaitRate::Open(rate) => at_most_one(later[0] * f64::from(rate)),
            WaitRate::Passed(rate) => at_most_one(later[1] * f64::from(rate)),
        }
    }
}

/// Factors of a rate, for each of [`Hazard::SIZES`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Product {
    /// By own draws left.
    pub clock: [f64; Clock::COUNT],
    /// By steps ahead.
    pub ahead: [f64; AHEAD],
    /// By riichi of the two others, 0 to 2, for each [`Stance`].
    pub riichi: [f64; 9],
    /// By tenpai of those of the two others that are not in riichi, summed: to 0.1, 0.25, 0.5, 0.9, more.
    pub silent: [f64; 5],
    /// By melds.
    pub melds: [f64; 5],
    /// Not the dealer, the dealer.
    pub dealer: [f64; 2],
    /// By own draws left in step 0.
    pub from: [f64; Clock::COUNT],
}

table!(Product {
    clock: [f64; Clock::COUNT],
    ahead: [f64; AHEAD],
    riichi: [f64; 9],
    silent: [f64; 5],
    melds: [f64; 5],
    dealer: [f64; 2],
    from: [f64; Clock::COUNT],
});

impl Product {
    /// The product for a place.
    pub fn at(&self, hazard: &Hazard) -> f64 {
        let tables: [&[f64]; 7] =
            [&self.clock, &self.ahead, &self.riichi, &self.silent, &self.melds, &self.dealer, &self.from];
        tables.iter().zip(hazard.places()).map(|(table, place)| table[place]).product()
    }
}

/// What becomes of a tile's rate in later steps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LaterRates {
    /// What changes with the step.
    pub steps: Product,
    /// What tiles that are safe now are multiplied by besides, by steps ahead.
    pub passed: [f64; AHEAD],
    /// By [`Sort`]: for tiles that may deal in now a factor, for the others how likely a hand that is tenpai
    /// waits for them.
    pub sorts: [f64; Sort::COUNT],
}

table!(LaterRates { steps: Product, passed: [f64; AHEAD], sorts: [f64; Sort::COUNT] });

/// How tenpai moves in a step: by melds, by whether anybody else is in riichi, by clock.
pub type Moves = [[[f64; Clock::COUNT]; 2]; 5];

/// Prices are grouped at these points, those of dealers divided by 1.5.
const PRICES: [f64; 3] = [2500.0, 4200.0, 6200.0];

/// Everything that is learned from logs.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// The probability that a hand that is not tenpai is, a step later.
    pub up: Moves,
    /// The probability that a hand that is tenpai is not, a step later.
    pub down: Moves,
    /// How often the round goes on to the next step when the hand is tenpai, over how often when it is not.
    pub stay: Moves,
    /// What up is multiplied by in later steps, by steps ahead.
    pub up_ahead: [[f64; AHEAD]; 5],
    /// Wins by tsumo of a hand that is tenpai, by standing.
    pub tsumo: [Product; 3],
    /// Wins by ron from the other two.
    pub ron: [Product; 3],
    /// Deal-ins of the viewer's later discards.
    pub later: [LaterRates; 3],
    /// What the viewer pays for a tsumo over the opponent's mean price, by standing; who deals: neither, the
    /// opponent, the viewer; and price.
    pub tsumo_pays: [[[f64; 4]; 3]; 3],
    /// What the others pay for a ron over the mean price, by standing, dealer and price.
    pub ron_pays: [[[f64; 4]; 2]; 3],
    /// What the viewer pays for a later deal-in over the tile's mean price now, by standing and dealer.
    pub deal_in_pays: [[f64; 2]; 3],
}

table!(Figures {
    up: Moves,
    down: Moves,
    stay: Moves,
    up_ahead: [[f64; AHEAD]; 5],
    tsumo: [Product; 3],
    ron: [Product; 3],
    later: [LaterRates; 3],
    tsumo_pays: [[[f64; 4]; 3]; 3],
    ron_pays: [[[f64; 4]; 2]; 3],
    deal_in_pays: [[f64; 2]; 3],
});

impl Figures {
    pub(super) fn next_tenpai(&self, now: f64, melds: usize, riichi: bool, clock: Clock, step: usize) -> f64 {
        let of = |moves: &Moves| moves[melds][usize::from(riichi)][clock.index()];
        let (down, stay) = (of(&self.down), of(&self.stay));
        let up = (of(&self.up) * self.up_ahead[melds][ahead(step)]).min(1.0);
        let goes_on = now * stay + 1.0 - now;
        (now * stay * (1.0 - down) + (1.0 - now) * up) / goes_on
    }

    pub(super) fn tsumo(&self, standing: Standing, hazard: &Hazard) -> f64 {
        self.tsumo[standing as usize].at(hazard)
    }

    pub(super) fn ron(&self, standing: Standing, hazard: &Hazard) -> f64 {
        self.ron[standing as usize].at(hazard)
    }

    /// For tiles that may deal in now, and for those that are safe now.
    pub(super) fn later(&self, standing: Standing, hazard: &Hazard) -> [f64; 2] {
        let later = &self.later[standing as usize];
        let rate = later.steps.at(hazard);
        [rate, rate * later.passed[hazard.places()[1]]]
    }

    /// How likely an opponent that is tenpai wins on a tile later, before what changes with the step; `rate` is how
    /// likely it does now, 1 for tiles that are safe now.
    pub fn wait(&self, standing: Standing, sort: Sort, rate: f64) -> WaitRate {
        let rate = (rate * self.later[standing as usize].sorts[sort.index()]) as f32;
        if sort.is_passed() { WaitRate::Passed(rate) } else { WaitRate::Open(rate) }
    }

    /// What the viewer pays for a tsumo over the opponent's mean price.
    pub fn tsumo_pays(&self, opponent: &Opponent, dealer: bool) -> f64 {
        self.tsumo_pays[opponent.standing as usize][opponent.relation(dealer)][opponent.price_group()]
    }

    /// What the others pay for a ron over the opponent's mean price.
    pub fn ron_pays(&self, opponent: &Opponent) -> f64 {
        self.ron_pays[opponent.standing as usize][usize::from(opponent.dealer)][opponent.price_group()]
    }

    /// What a later deal-in costs over the tile's mean price now.
    pub fn deal_in_pays(&self, opponent: &Opponent) -> f64 {
        self.deal_in_pays[opponent.standing as usize][usize::from(opponent.dealer)]
    }
}

impl Opponent {
    /// Its place in the payments' tables: neither deals, the opponent, the viewer.
    pub fn relation(&self, viewer_deals: bool) -> usize {
        match (self.dealer, viewer_deals) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 0,
        }
    }

    /// The group of its price.
    pub fn price_group(&self) -> usize {
        let price = if self.dealer { self.price / 1.5 } else { self.price };
        PRICES.into_iter().filter(|&limit| price >= limit).count()
    }
}
