//! From han and fu to points.

use crate::rules::{Kazoe, Rules, TsumoLoss};
use crate::tile::Players;

/// What a hand is worth before it is known who pays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Han with all dora, and fu: rounded up to tens, 25 for seven pairs.
    Han {
        /// 1 or more.
        han: u8,
        /// 20, 25, 30, 40 ... 110 and beyond with kans.
        fu: u8,
    },
    /// One or more yakuman.
    Yakuman(u8),
}

/// The named limits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Limit {
    /// 5 han, or less with many fu: base points 2,000.
    Mangan,
    /// 6 and 7 han: 3,000.
    Haneman,
    /// 8 to 10 han: 4,000.
    Baiman,
    /// 11 and 12 han: 6,000.
    Sanbaiman,
    /// 13 han and more: 8,000, where the rules count it so.
    KazoeYakuman,
    /// So many yakuman: 8,000 each.
    Yakuman(u8),
}

impl Limit {
    /// Base points: by ron the dealer gets six times, others four times as many.
    pub const fn base(self) -> i32 {
        match self {
            Limit::Mangan => 2_000,
            Limit::Haneman => 3_000,
            Limit::Baiman => 4_000,
            Limit::Sanbaiman => 6_000,
            Limit::KazoeYakuman => 8_000,
            Limit::Yakuman(n) => 8_000 * n as i32,
        }
    }
}

impl Value {
    /// With more han, from ippatsu or ura-dora; a yakuman stays as it is.
    ///
    /// So a search scores a riichi win once for any number of ura-dora. Another form of the hand with
    /// more han and less than half the fu could overtake; a property test finds none that does.
    #[must_use]
    pub const fn plus_han(self, more: u8) -> Value {
        match self {
            Value::Han { han, fu } => Value::Han { han: han.saturating_add(more), fu },
            yakuman => yakuman,
        }
    }

    /// The limit that it reaches, if any.
    pub const fn limit(self, rules: &Rules) -> Option<Limit> {
        match self {
            Value::Yakuman(n) => Some(Limit::Yakuman(n)),
            Value::Han { han: 13.., .. } if matches!(rules.kazoe, Kazoe::Yakuman) => {
                Some(Limit::KazoeYakuman)
            }
            Value::Han { han: 11.., .. } => Some(Limit::Sanbaiman),
            Value::Han { han: 8..=10, .. } => Some(Limit::Baiman),
            Value::Han { han: 6 | 7, .. } => Some(Limit::Haneman),
            Value::Han { han: 5, .. } => Some(Limit::Mangan),
            Value::Han { han, fu } => {
                // kiriage raises 1,920 (4 han 30 fu, 3 han 60 fu) to 2,000
                let from = if rules.kiriage { 1_920 } else { 2_000 };
                if (fu as i32) << (2 + han) >= from { Some(Limit::Mangan) } else { None }
            }
        }
    }

    /// Base points: fu doubled for each han and twice more, or the limit's.
    pub const fn base(self, rules: &Rules) -> i32 {
        match (self.limit(rules), self) {
            (Some(limit), _) => limit.base(),
            (None, Value::Han { han, fu }) => (fu as i32) << (2 + han),
            (None, Value::Yakuman(n)) => Limit::Yakuman(n).base(),
        }
    }
}

/// What lies on the table for the winner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pot {
    /// Honba counters: 100 points each for every other player, from each payer by tsumo and from one by ron.
    pub honba: u16,
    /// Riichi sticks: 1,000 points each, the winner's own included.
    pub sticks: u16,
}

impl Pot {
    /// Nothing.
    pub const EMPTY: Pot = Pot { honba: 0, sticks: 0 };
}

/// Points that the winner receives: payments with honba, and all riichi sticks (the own one comes back).
pub const fn income(value: Value, dealer: bool, tsumo: bool, rules: &Rules, pot: Pot) -> i32 {
    let base = value.base(rules);
    let others = rules.players.count() as i32 - 1;
    let hand = match (dealer, tsumo) {
        (true, true) => others * tsumo_payment(base, 2, 2, rules),
        (true, false) => hundreds(6 * base),
        (false, true) => tsumo_payment(base, 2, 1, rules) + (others - 1) * tsumo_payment(base, 1, 1, rules),
        (false, false) => hundreds(4 * base),
    };
    hand + HONBA * others * pot.honba as i32 + 1_000 * pot.sticks as i32
}

/// Points of a honba counter from each of the others.
pub(super) const HONBA: i32 = 100;

/// What one player pays by tsumo: so many times the base points, and perhaps half of what a fourth player would.
pub(super) const fn tsumo_payment(base: i32, times: i32, missing: i32, rules: &Rules) -> i32 {
    let own = hundreds(base * times);
    match (rules.players, rules.tsumo_loss) {
        (Players::Four, _) | (Players::Three, TsumoLoss::Lost) => own,
        (Players::Three, TsumoLoss::Split) => hundreds(own + hundreds(base * missing) / 2),
    }
}

/// Rounded up to hundreds.
pub(super) const fn hundreds(points: i32) -> i32 {
    (points + 99) / 100 * 100
}
