//! Who pays how much to whom.

use super::points::{HONBA, Limit, Pot, Value, hundreds, tsumo_payment};
use super::yaku::{Yaku, YakuSet};
use super::{Score, yakuman_of};
use crate::hand::{Call, From, Meld};
use crate::rules::{PaoHonba, PaoScope, Rules, TsumoLoss, YakumanSum};
use crate::tile::{BySeat, Players, Seat};
use arrayvec::ArrayVec;

/// Yakuman that somebody can be liable for.
const WITH_PAO: YakuSet = YakuSet::EMPTY.with(Yaku::Daisangen).with(Yaku::Daisuushii).with(Yaku::Suukantsu);

/// Whose tile won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The winner's own draw.
    Tsumo,
    /// Another player's tile, as the winner sees that player.
    Ron(From),
}

/// A player who is liable for a yakuman (pao).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Liable {
    /// The yakuman.
    pub yaku: Yaku,
    /// Who fed its last group, as the winner sees that player.
    pub from: From,
}

/// What a win is paid by: the value of its hand, and who is liable for yakuman of it.
#[derive(Clone, Copy, Debug)]
pub struct Price<'l> {
    /// The value of the hand.
    pub value: Value,
    /// Who is liable for which yakuman; nobody in most wins.
    pub liable: &'l [Liable],
}

impl Price<'_> {
    /// Nobody is liable.
    pub fn plain(value: Value) -> Price<'static> {
        Price { value, liable: &[] }
    }
}

/// Who is paid, by whom, and what lies on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payout {
    /// Who wins.
    pub winner: Seat,
    /// The dealer, who pays and wins more.
    pub dealer: Seat,
    /// Whose tile won.
    pub source: Source,
    /// Honba and riichi sticks that the winner takes.
    pub pot: Pot,
}

/// A share of a win that is paid by its own rule.
struct WinPart {
    base: i32,
    liable: Option<Seat>,
}

/// Changes of points for a win; they add up to the riichi sticks on the table.
///
/// With several wins on one discard, only the first winner after the discarder has a pot.
pub fn payments(score: &Score, payout: Payout, rules: &Rules) -> BySeat<i32> {
    liable_payments(score.price(), payout, rules)
}

/// The same for a win at this price.
pub fn liable_payments(price: Price<'_>, payout: Payout, rules: &Rules) -> BySeat<i32> {
    let Price { value, liable } = price;
    let Payout { winner, dealer, source, pot } = payout;
    let mut change = BySeat([0; 4]);
    let mut pay = |payer: Seat, points: i32| {
        change[payer] -= points;
        change[winner] += points;
    };
    let times = |payer: Seat| if winner == dealer || payer == dealer { 2 } else { 1 };
    // a missing fourth player deals never
    let missing = if winner == dealer { 2 } else { 1 };
    let by_tsumo = |base: i32, payer: Seat| tsumo_payment(base, times(payer), missing, rules);
    let players = rules.players;
    let others = || players.others(winner);
    // by ron, and by tsumo of a hand with pao, one player pays six or four times the base
    let whole = |base: i32| hundreds(base * if winner == dealer { 6 } else { 4 });
    for WinPart { base, liable } in parts(value, liable, winner, rules) {
        match (source, liable) {
            (Source::Tsumo, None) => others().for_each(|s| pay(s, by_tsumo(base, s))),
            (Source::Tsumo, Some(liable)) => pay(liable, whole(base)),
            (Source::Ron(from), None) => pay(from.seat(winner), whole(base)),
            (Source::Ron(from), Some(liable)) => {
                pay(from.seat(winner), whole(base) / 2);
                pay(liable, whole(base) / 2);
            }
        }
    }
    let liable = liable.first().map(|l| l.from.seat(winner));
    let each = HONBA * i32::from(pot.honba);
    let honba = each * (players.count() as i32 - 1);
    match (source, liable) {
        (Source::Ron(from), Some(_)) if rules.pao.honba == PaoHonba::Discarder => {
            pay(from.seat(winner), honba);
        }
        (_, Some(liable)) => pay(liable, honba),
        (Source::Tsumo, None) => others().for_each(|s| pay(s, each)),
        (Source::Ron(from), None) => pay(from.seat(winner), honba),
    }
    change[winner] += 1_000 * i32::from(pot.sticks);
    change
}

/// Changes of points for a win of which only the points are known, honba and sticks apart; nobody is liable.
///
/// By tsumo the points say who paid what, as the dealer pays twice the others' share before both are rounded
/// up: these are the changes of [`payments`]. A number of points that no hand has is shared likewise.
pub fn shares(points: i32, payout: Payout, rules: &Rules) -> BySeat<i32> {
    let Payout { winner, dealer, source, pot } = payout;
    let mut change = BySeat([0; 4]);
    let players = rules.players;
    let each = HONBA * i32::from(pot.honba);
    let payers = players.count() as i32 - 1;
    let mut pay = |payer: Seat, points: i32| {
        change[payer] -= points;
        change[winner] += points;
    };
    match source {
        Source::Ron(from) => pay(from.seat(winner), points + payers * each),
        Source::Tsumo => {
            // shares of b and of 2b, both rounded up to hundreds, make 4 or, one hundred less, 3.9 times the first
            let one = match (players, rules.tsumo_loss) {
                _ if winner == dealer => points / payers,
                (Players::Four, _) => hundreds((points + 3) / 4),
                (Players::Three, TsumoLoss::Lost) => hundreds((points + 2) / 3),
                (Players::Three, TsumoLoss::Split) => hundreds((3 * points + 7) / 8),
            };
            for payer in players.others(winner) {
                let share = if payer == dealer { points - (payers - 1) * one } else { one };
                pay(payer, share + each);
            }
        }
    }
    change[winner] += 1_000 * i32::from(pot.sticks);
    change
}

/// Splits a win into what liable players pay and the rest.
fn parts(value: Value, liable: &[Liable], winner: Seat, rules: &Rules) -> ArrayVec<WinPart, 3> {
    let yakuman = |count: u8| Value::Yakuman(count).base(rules);
    let seat = |liable: &Liable| liable.from.seat(winner);
    let mut parts = ArrayVec::new();
    let mut left = value.base(rules);
    let hand = rules.pao.scope == PaoScope::Hand;
    for liable in liable {
        let own = if hand { left } else { left.min(yakuman(yakuman_of(liable.yaku, rules))) };
        parts.push(WinPart { base: own, liable: Some(seat(liable)) });
        left -= own;
    }
    if left > 0 {
        parts.push(WinPart { base: left, liable: None });
    }
    parts
}

/// Who is liable for which of these yakuman, read off the melds in their order.
///
/// Only the call that completes the set counts: a concealed kan as the third dragon or fourth wind
/// makes nobody liable. For four kans the last meld must be an open kan; that an older pon became
/// a kan after it cannot be seen.
pub(super) fn liable(melds: &[Meld], yaku: YakuSet, rules: &Rules) -> ArrayVec<Liable, 2> {
    let last = |needed: usize, part: fn(&Meld) -> bool| {
        let mut melds = melds.iter().filter(|m| part(m));
        let last = melds.nth(needed - 1)?;
        match last.call() {
            Call::Pon { from, .. } | Call::Daiminkan { from, .. } | Call::Kakan { from, .. } => {
                Some((from, last))
            }
            Call::Ankan | Call::Chi { .. } => None,
        }
    };
    let mut liable = ArrayVec::new();
    let mut add = |on: bool, wanted: Yaku, from: Option<From>| {
        if let Some(from) = from.filter(|_| on && yaku.contains(wanted)) {
            liable.push(Liable { yaku: wanted, from });
        }
    };
    if yaku.intersection(WITH_PAO).is_empty() {
        return liable;
    }
    add(rules.pao.daisangen, Yaku::Daisangen, last(3, |m| m.kind().is_dragon()).map(|(from, _)| from));
    add(rules.pao.daisuushii, Yaku::Daisuushii, last(4, |m| m.kind().is_wind()).map(|(from, _)| from));
    let kan = last(4, Meld::is_kan).filter(|(_, meld)| matches!(meld.call(), Call::Daiminkan { .. }));
    add(rules.pao.suukantsu, Yaku::Suukantsu, kan.map(|(from, _)| from));
    liable
}

/// Yakuman that melds alone make sure, with any other tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SureYakuman {
    /// Which.
    pub yaku: YakuSet,
    /// What they are worth.
    pub value: Value,
    /// Who is liable for them.
    pub liable: ArrayVec<Liable, 2>,
}

impl SureYakuman {
    /// What a win with them is paid by.
    pub fn price(&self) -> Price<'_> {
        Price { value: self.value, liable: &self.liable }
    }

    /// Those of some melds, in the order in which they were made: three dragons, four winds, four kans.
    pub fn of(melds: &[Meld], rules: &Rules) -> Option<SureYakuman> {
        let count = |part: fn(&Meld) -> bool| melds.iter().filter(|meld| part(meld)).count();
        let made = [
            (Yaku::Daisangen, count(|meld| meld.kind().is_dragon()) == 3),
            (Yaku::Daisuushii, count(|meld| meld.kind().is_wind()) == 4),
            (Yaku::Suukantsu, count(Meld::is_kan) == 4),
        ];
        let yaku =
            made.into_iter().filter(|(_, made)| *made).fold(YakuSet::EMPTY, |all, (yaku, _)| all.with(yaku));
        if yaku.is_empty() {
            return None;
        }
        let sum = yaku.iter().map(|yaku| yakuman_of(yaku, rules)).sum();
        let value = Value::Yakuman(if rules.yakuman_sum == YakumanSum::Single { 1 } else { sum });
        Some(SureYakuman { yaku, value, liable: liable(melds, yaku, rules) })
    }
}

/// Changes of points for an exhaustive draw: 1,000 for each other player, from those who are not tenpai to those who are.
pub fn draw_payments(tenpai: BySeat<bool>, players: Players) -> BySeat<i32> {
    let count = players.count() as i32;
    let ready = players.seats().filter(|&seat| tenpai[seat]).count() as i32;
    let mut change = BySeat([0; 4]);
    if (1..count).contains(&ready) {
        let all = 1_000 * (count - 1);
        for seat in players.seats() {
            change[seat] = if tenpai[seat] { all / ready } else { -all / (count - ready) };
        }
    }
    change
}

/// Changes of points for nagashi mangan: each of these players is paid like a mangan by tsumo.
pub fn nagashi_payments(nagashi: BySeat<bool>, dealer: Seat, rules: &Rules) -> BySeat<i32> {
    let mut change = BySeat([0; 4]);
    for winner in rules.players.seats().filter(|&seat| nagashi[seat]) {
        for payer in rules.players.others(winner) {
            let (times, missing) = match (winner == dealer, payer == dealer) {
                (true, _) => (2, 2),
                (false, true) => (2, 1),
                (false, false) => (1, 1),
            };
            let points = tsumo_payment(Limit::Mangan.base(), times, missing, rules);
            change[payer] -= points;
            change[winner] += points;
        }
    }
    change
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::income;

    #[test]
    fn shares_of_all_hands_are_their_payments() {
        let split = Rules { tsumo_loss: TsumoLoss::Split, ..Rules::TENHOU_SANMA };
        let by_fu = (1..5).flat_map(|han| (2..12).map(move |tens| Value::Han { han, fu: 10 * tens }));
        let limits = (5..14).map(|han| Value::Han { han, fu: 30 });
        let values: Vec<Value> = by_fu.chain(limits).chain([1, 2].map(Value::Yakuman)).collect();
        for rules in [&Rules::TENHOU, &Rules::TENHOU_SANMA, &split] {
            for (winner, dealer) in
                rules.players.seats().flat_map(|w| rules.players.seats().map(move |d| (w, d)))
            {
                let rons = rules.players.others(winner).filter_map(|other| From::of(other, winner));
                for source in rons.map(Source::Ron).chain([Source::Tsumo]) {
                    for &value in &values {
                        let tsumo = source == Source::Tsumo;
                        let points = income(value, winner == dealer, tsumo, rules, Pot::EMPTY);
                        let pot = Pot { honba: 2, sticks: 1 };
                        let paid = liable_payments(
                            Price::plain(value),
                            Payout { winner, dealer, source, pot },
                            rules,
                        );
                        assert_eq!(
                            shares(points, Payout { winner, dealer, source, pot }, rules),
                            paid,
                            "{value:?}"
                        );
                    }
                }
            }
        }
    }
}
