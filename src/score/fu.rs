//! Fu: 20, and more for triplets, the pair, the wait, and how the hand was won.

use super::facts::{DRAGONS, Facts, FormReading, bit};
use super::patterns;
use super::win::Win;
use crate::rules::DoubleWindPair;
use crate::shape::Wait;
use crate::tile::Kind;

/// Fu rounded up to tens; 25 for seven pairs.
pub(super) fn fu(hand: &Facts, form: &FormReading) -> u8 {
    if form.wait == Wait::SevenPairs {
        return 25;
    }
    let pinfu = patterns::pinfu(hand, form) && hand.closed;
    let menzen_ron = if hand.closed && !hand.win.is_tsumo() { 10 } else { 0 };
    let fu = 20 + menzen_ron + tsumo(hand, pinfu) + form.group_fu + pair(hand, form) + wait(form);
    // an open hand of runs without any fu counts 30
    if fu == 20 && !hand.closed { 30 } else { fu.div_ceil(10) * 10 }
}

fn tsumo(hand: &Facts, pinfu: bool) -> u8 {
    match hand.win {
        _ if pinfu => 0,
        Win::Rinshan { .. } if !hand.rules.rinshan_fu => 0,
        win => 2 * u8::from(win.is_tsumo()),
    }
}

fn pair(hand: &Facts, form: &FormReading) -> u8 {
    let (round, seat) = (bit(Kind::wind(hand.table.round)), bit(Kind::wind(hand.table.seat)));
    match hand.rules.double_wind_pair {
        DoubleWindPair::Four if round == seat && form.pair == round => 4,
        _ => 2 * u8::from(form.pair & (DRAGONS | round | seat) != 0),
    }
}

fn wait(form: &FormReading) -> u8 {
    2 * u8::from(matches!(form.wait, Wait::Tanki | Wait::Kanchan | Wait::Penchan))
}
