//! One test for each yaku. What excludes another yaku is said here, what needs a closed hand in the table.

use super::facts::{DRAGONS, Facts, FormReading, HONOURS, Kinds, NUMBERS, TERMINALS, WINDS, YAOCHU, bit};
use super::win::{Claim, Draw, Win};
use crate::rules::Renhou;
use crate::shape::Wait;
use crate::tile::{Kind, Wind};

pub(super) fn menzen_tsumo(hand: &Facts) -> bool {
    hand.closed && hand.win.is_tsumo()
}

pub(super) fn riichi(hand: &Facts) -> bool {
    hand.win.riichi().is_some_and(|r| !r.double)
}

pub(super) fn double_riichi(hand: &Facts) -> bool {
    hand.win.riichi().is_some_and(|r| r.double)
}

pub(super) fn ippatsu(hand: &Facts) -> bool {
    hand.win.ippatsu()
}

pub(super) fn chankan(hand: &Facts) -> bool {
    matches!(hand.win, Win::Ron { claim: Claim::Chankan, .. })
}

pub(super) fn rinshan(hand: &Facts) -> bool {
    matches!(hand.win, Win::Rinshan { .. })
}

pub(super) fn haitei(hand: &Facts) -> bool {
    matches!(hand.win, Win::Tsumo { draw: Draw::Haitei, .. })
}

pub(super) fn houtei(hand: &Facts) -> bool {
    matches!(hand.win, Win::Ron { claim: Claim::Houtei, .. })
}

pub(super) fn renhou(hand: &Facts) -> bool {
    *hand.win == Win::FirstDiscard && hand.rules.renhou != Renhou::None
}

pub(super) fn tenhou(hand: &Facts) -> bool {
    *hand.win == Win::FirstDraw && hand.table.seat == Wind::East
}

pub(super) fn chiihou(hand: &Facts) -> bool {
    *hand.win == Win::FirstDraw && hand.table.seat != Wind::East
}

pub(super) fn tanyao(hand: &Facts) -> bool {
    hand.kinds & YAOCHU == 0 && (hand.closed || hand.rules.kuitan)
}

pub(super) fn honroutou(hand: &Facts) -> bool {
    hand.only(YAOCHU)
}

pub(super) fn tsuuiisou(hand: &Facts) -> bool {
    hand.only(HONOURS)
}

pub(super) fn chinroutou(hand: &Facts) -> bool {
    hand.only(TERMINALS)
}

pub(super) fn ryuuiisou(hand: &Facts) -> bool {
    const SOU_23468: Kinds = 0b0_1010_1110 << 18;
    const HATSU: Kinds = 1 << 32;
    hand.only(SOU_23468 | HATSU)
}

/// The number suits that occur are at most one.
fn one_suit(hand: &Facts) -> bool {
    (0..3).any(|suit| hand.only(0x1ff << (9 * suit) | HONOURS))
}

pub(super) fn honitsu(hand: &Facts) -> bool {
    one_suit(hand) && hand.kinds & HONOURS != 0 && hand.kinds & NUMBERS != 0
}

pub(super) fn chinitsu(hand: &Facts) -> bool {
    one_suit(hand) && hand.kinds & HONOURS == 0
}

/// 1112345678999 of one suit and one tile more, without melds: kans, too, would leave too few tiles.
fn nine_gates(hand: &Facts) -> bool {
    chinitsu(hand)
        && hand.melds.is_empty()
        && Kind::ALL.iter().filter(|k| hand.owned[k.index()] > 0).all(|k| gate(*k) <= hand.owned[k.index()])
        && hand.kinds.count_ones() == 9
}

/// How many of this kind nine gates need.
const fn gate(kind: Kind) -> u8 {
    if kind.is_terminal() { 3 } else { 1 }
}

/// The winning tile was the one more: without it the gates are complete.
fn waits_on_nine(hand: &Facts) -> bool {
    let kind = hand.tile.kind();
    hand.held[kind.index()] == gate(kind)
}

pub(super) fn chuuren(hand: &Facts) -> bool {
    nine_gates(hand) && !waits_on_nine(hand)
}

pub(super) fn junsei_chuuren(hand: &Facts) -> bool {
    nine_gates(hand) && waits_on_nine(hand)
}

pub(super) fn sankantsu(hand: &Facts) -> bool {
    hand.kans == 3
}

pub(super) fn suukantsu(hand: &Facts) -> bool {
    hand.kans == 4
}

pub(super) fn pinfu(hand: &Facts, form: &FormReading) -> bool {
    let yakuhai = DRAGONS | bit(Kind::wind(hand.table.round)) | bit(Kind::wind(hand.table.seat));
    form.wait == Wait::Ryanmen && form.triplets == 0 && form.pair & yakuhai == 0
}

pub(super) fn iipeikou(_: &Facts, form: &FormReading) -> bool {
    form.twins == 1
}

pub(super) fn ryanpeikou(_: &Facts, form: &FormReading) -> bool {
    form.twins == 2
}

pub(super) fn seat_wind<const WIND: usize>(hand: &Facts, form: &FormReading) -> bool {
    hand.table.seat.index() == WIND && form.triplets & 1 << (27 + WIND) != 0
}

pub(super) fn round_wind<const WIND: usize>(hand: &Facts, form: &FormReading) -> bool {
    hand.table.round.index() == WIND && form.triplets & 1 << (27 + WIND) != 0
}

/// The dragons are the honours 4, 5 and 6, counted from 0.
pub(super) fn dragon<const HONOUR: usize>(_: &Facts, form: &FormReading) -> bool {
    form.triplets & 1 << (27 + HONOUR) != 0
}

pub(super) fn chiitoitsu(_: &Facts, form: &FormReading) -> bool {
    form.wait == Wait::SevenPairs
}

/// Runs, and nothing that has no terminal or honour.
fn outside(form: &FormReading) -> bool {
    const RUNS_123_789: Kinds = 0b0_0100_0001 * (1 | 1 << 9 | 1 << 18);
    form.runs != 0 && form.runs & !RUNS_123_789 == 0 && (form.triplets | form.pair) & !YAOCHU == 0
}

pub(super) fn chanta(hand: &Facts, form: &FormReading) -> bool {
    outside(form) && hand.kinds & HONOURS != 0
}

pub(super) fn junchan(hand: &Facts, form: &FormReading) -> bool {
    outside(form) && hand.kinds & HONOURS == 0
}

pub(super) fn ittsu(_: &Facts, form: &FormReading) -> bool {
    const RUNS_123_456_789: Kinds = 0b0_0100_1001;
    (0..3).any(|suit| !form.runs >> (9 * suit) & RUNS_123_456_789 == 0)
}

/// A bit for each number that all three suits have.
fn in_all_suits(set: Kinds) -> Kinds {
    set & set >> 9 & set >> 18 & 0x1ff
}

pub(super) fn sanshoku_doujun(_: &Facts, form: &FormReading) -> bool {
    in_all_suits(form.runs) != 0
}

pub(super) fn sanshoku_doukou(_: &Facts, form: &FormReading) -> bool {
    in_all_suits(form.triplets & NUMBERS) != 0
}

pub(super) fn toitoi(_: &Facts, form: &FormReading) -> bool {
    form.pair != 0 && form.runs == 0
}

pub(super) fn sanankou(_: &Facts, form: &FormReading) -> bool {
    form.ankou == 3
}

pub(super) fn suuankou(_: &Facts, form: &FormReading) -> bool {
    form.ankou == 4 && form.wait != Wait::Tanki
}

pub(super) fn suuankou_tanki(_: &Facts, form: &FormReading) -> bool {
    form.ankou == 4 && form.wait == Wait::Tanki
}

pub(super) fn shousangen(_: &Facts, form: &FormReading) -> bool {
    (form.triplets & DRAGONS).count_ones() == 2 && form.pair & DRAGONS != 0
}

pub(super) fn daisangen(_: &Facts, form: &FormReading) -> bool {
    form.triplets & DRAGONS == DRAGONS
}

pub(super) fn shousuushii(_: &Facts, form: &FormReading) -> bool {
    (form.triplets & WINDS).count_ones() == 3 && form.pair & WINDS != 0
}

pub(super) fn daisuushii(_: &Facts, form: &FormReading) -> bool {
    form.triplets & WINDS == WINDS
}

pub(super) fn kokushi(_: &Facts, form: &FormReading) -> bool {
    form.wait == Wait::ThirteenOrphans
}

pub(super) fn kokushi_13(_: &Facts, form: &FormReading) -> bool {
    form.wait == Wait::ThirteenSided
}
