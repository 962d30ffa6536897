//! The yaku: names, han, tests, and sets of them.

use super::facts::{Facts, Reading};
use super::patterns::*;

/// A yaku, in the order of the numbers that Tenhou's records give them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Yaku {
    /// Self-drawn with a closed hand.
    MenzenTsumo,
    /// Declared ready.
    Riichi,
    /// Within one turn of the riichi.
    Ippatsu,
    /// On the fourth tile of another's kan.
    Chankan,
    /// On the replacement tile after a kan.
    Rinshan,
    /// On the last draw.
    Haitei,
    /// On the last discard.
    Houtei,
    /// Four runs, a pair without fu, a two-sided wait.
    Pinfu,
    /// No terminals or honours; open only where the rules allow kuitan.
    Tanyao,
    /// Two equal runs.
    Iipeikou,
    /// A triplet of the seat wind.
    SeatEast,
    /// A triplet of the seat wind.
    SeatSouth,
    /// A triplet of the seat wind.
    SeatWest,
    /// A triplet of the seat wind.
    SeatNorth,
    /// A triplet of the round wind.
    RoundEast,
    /// A triplet of the round wind.
    RoundSouth,
    /// A triplet of the round wind.
    RoundWest,
    /// A triplet of the round wind.
    RoundNorth,
    /// A triplet of white dragons.
    Haku,
    /// A triplet of green dragons.
    Hatsu,
    /// A triplet of red dragons.
    Chun,
    /// Riichi with the first discard, with no call before it; counts instead of riichi.
    DoubleRiichi,
    /// Seven different pairs.
    Chiitoitsu,
    /// A terminal or honour in each group and the pair, with a run and an honour.
    Chanta,
    /// 123, 456 and 789 of one suit.
    Ittsu,
    /// The same run in all three suits.
    SanshokuDoujun,
    /// The same triplet in all three suits.
    SanshokuDoukou,
    /// Three kans.
    Sankantsu,
    /// Four triplets or kans.
    Toitoi,
    /// Three concealed triplets or kans.
    Sanankou,
    /// Two dragon triplets and a pair of the third.
    Shousangen,
    /// Only terminals and honours.
    Honroutou,
    /// Twice two equal runs; counts instead of iipeikou.
    Ryanpeikou,
    /// A terminal in each group and the pair, with a run.
    Junchan,
    /// One suit and honours.
    Honitsu,
    /// One suit.
    Chinitsu,
    /// On a discard before the own first draw, with no call before it.
    Renhou,
    /// The dealer's first draw.
    Tenhou,
    /// Another player's first draw, with no call before it.
    Chiihou,
    /// Three dragon triplets.
    Daisangen,
    /// Four concealed triplets or kans.
    Suuankou,
    /// Four concealed triplets or kans with a pair wait.
    SuuankouTanki,
    /// Only honours.
    Tsuuiisou,
    /// Only 2, 3, 4, 6, 8 of bamboos and green dragons.
    Ryuuiisou,
    /// Only terminals.
    Chinroutou,
    /// 1112345678999 of one suit and one tile more, without a kan.
    Chuuren,
    /// 1112345678999 of one suit, waiting on all nine.
    JunseiChuuren,
    /// Each terminal and honour, one of them twice.
    Kokushi,
    /// Each terminal and honour once, waiting on all thirteen.
    Kokushi13,
    /// Triplets of all four winds.
    Daisuushii,
    /// Triplets of three winds and a pair of the fourth.
    Shousuushii,
    /// Four kans.
    Suukantsu,
}

/// What a yaku is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// Han, only with a closed hand.
    Closed(u8),
    /// Han, open or closed.
    Any(u8),
    /// Han with a closed hand, one less with an open one.
    Falls(u8),
    /// One yakuman, or two by [`crate::rules::DoubleYakuman`].
    Yakuman,
    /// By [`crate::rules::Renhou`].
    Limit,
}

impl Yaku {
    /// How many there are.
    pub const COUNT: usize = 52;

    /// All of them in order.
    pub const ALL: [Yaku; Yaku::COUNT] = {
        use Yaku::*;
        [
            MenzenTsumo,
            Riichi,
            Ippatsu,
            Chankan,
            Rinshan,
            Haitei,
            Houtei,
            Pinfu,
            Tanyao,
            Iipeikou,
            SeatEast,
            SeatSouth,
            SeatWest,
            SeatNorth,
            RoundEast,
            RoundSouth,
            RoundWest,
            RoundNorth,
            Haku,
            Hatsu,
            Chun,
            DoubleRiichi,
            Chiitoitsu,
            Chanta,
            Ittsu,
            SanshokuDoujun,
            SanshokuDoukou,
            Sankantsu,
            Toitoi,
            Sanankou,
            Shousangen,
            Honroutou,
            Ryanpeikou,
            Junchan,
            Honitsu,
            Chinitsu,
            Renhou,
            Tenhou,
            Chiihou,
            Daisangen,
            Suuankou,
            SuuankouTanki,
            Tsuuiisou,
            Ryuuiisou,
            Chinroutou,
            Chuuren,
            JunseiChuuren,
            Kokushi,
            Kokushi13,
            Daisuushii,
            Shousuushii,
            Suukantsu,
        ]
    };

    /// Its romanised name.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].name
    }

    /// Its Japanese name.
    pub const fn japanese(self) -> &'static str {
        TABLE[self as usize].japanese
    }

    /// What it is worth.
    pub const fn worth(self) -> Worth {
        TABLE[self as usize].worth
    }

    /// Its number in Tenhou's records, 0..52; there 52 to 54 are dora, ura-dora and red fives.
    pub const fn tenhou_id(self) -> usize {
        self as usize
    }

    /// The yaku with this number in Tenhou's records.
    pub const fn from_tenhou_id(id: usize) -> Option<Yaku> {
        if id < Yaku::COUNT { Some(Yaku::ALL[id]) } else { None }
    }

    /// Whether it is a yakuman; renhou is none by itself.
    pub const fn is_yakuman(self) -> bool {
        matches!(self.worth(), Worth::Yakuman)
    }
}

/// A yaku's names, worth and test.
pub(super) struct Row {
    yaku: Yaku,
    name: &'static str,
    japanese: &'static str,
    worth: Worth,
    pub(super) test: Test,
}

/// What a yaku looks at.
#[derive(Clone, Copy)]
pub(super) enum Test {
    /// The tiles and the win: once a hand.
    Hand(fn(&Facts) -> bool),
    /// A form, too: once a form.
    Form(fn(&Facts, &Reading) -> bool),
}

const fn row(yaku: Yaku, name: &'static str, japanese: &'static str, worth: Worth, test: Test) -> Row {
    Row { yaku, name, japanese, worth, test }
}

/// All yaku in order.
#[rustfmt::skip]
pub(super) const TABLE: [Row; Yaku::COUNT] = {
    use Test::*;
    use Worth::*;
    use Yaku::*;
    [
        row(MenzenTsumo, "menzen tsumo", "門前清自摸和", Closed(1), Hand(menzen_tsumo)),
        row(Riichi, "riichi", "立直", Closed(1), Hand(riichi)),
        row(Ippatsu, "ippatsu", "一発", Closed(1), Hand(ippatsu)),
        row(Chankan, "chankan", "槍槓", Any(1), Hand(chankan)),
        row(Rinshan, "rinshan kaihou", "嶺上開花", Any(1), Hand(rinshan)),
        row(Haitei, "haitei raoyue", "海底摸月", Any(1), Hand(haitei)),
        row(Houtei, "houtei raoyui", "河底撈魚", Any(1), Hand(houtei)),
        row(Pinfu, "pinfu", "平和", Closed(1), Form(pinfu)),
        row(Tanyao, "tanyao", "断幺九", Any(1), Hand(tanyao)),
        row(Iipeikou, "iipeikou", "一盃口", Closed(1), Form(iipeikou)),
        row(SeatEast, "seat wind east", "自風 東", Any(1), Form(seat_wind::<0>)),
        row(SeatSouth, "seat wind south", "自風 南", Any(1), Form(seat_wind::<1>)),
        row(SeatWest, "seat wind west", "自風 西", Any(1), Form(seat_wind::<2>)),
        row(SeatNorth, "seat wind north", "自風 北", Any(1), Form(seat_wind::<3>)),
        row(RoundEast, "round wind east", "場風 東", Any(1), Form(round_wind::<0>)),
        row(RoundSouth, "round wind south", "場風 南", Any(1), Form(round_wind::<1>)),
        row(RoundWest, "round wind west", "場風 西", Any(1), Form(round_wind::<2>)),
        row(RoundNorth, "round wind north", "場風 北", Any(1), Form(round_wind::<3>)),
        row(Haku, "yakuhai haku", "役牌 白", Any(1), Form(dragon::<4>)),
        row(Hatsu, "yakuhai hatsu", "役牌 發", Any(1), Form(dragon::<5>)),
        row(Chun, "yakuhai chun", "役牌 中", Any(1), Form(dragon::<6>)),
        row(DoubleRiichi, "double riichi", "両立直", Closed(2), Hand(double_riichi)),
        row(Chiitoitsu, "chiitoitsu", "七対子", Closed(2), Form(chiitoitsu)),
        row(Chanta, "chanta", "混全帯幺九", Falls(2), Form(chanta)),
        row(Ittsu, "ittsu", "一気通貫", Falls(2), Form(ittsu)),
        row(SanshokuDoujun, "sanshoku doujun", "三色同順", Falls(2), Form(sanshoku_doujun)),
        row(SanshokuDoukou, "sanshoku doukou", "三色同刻", Any(2), Form(sanshoku_doukou)),
        row(Sankantsu, "sankantsu", "三槓子", Any(2), Hand(sankantsu)),
        row(Toitoi, "toitoi", "対々和", Any(2), Form(toitoi)),
        row(Sanankou, "sanankou", "三暗刻", Any(2), Form(sanankou)),
        row(Shousangen, "shousangen", "小三元", Any(2), Form(shousangen)),
        row(Honroutou, "honroutou", "混老頭", Any(2), Hand(honroutou)),
        row(Ryanpeikou, "ryanpeikou", "二盃口", Closed(3), Form(ryanpeikou)),
        row(Junchan, "junchan", "純全帯幺九", Falls(3), Form(junchan)),
        row(Honitsu, "honitsu", "混一色", Falls(3), Hand(honitsu)),
        row(Chinitsu, "chinitsu", "清一色", Falls(6), Hand(chinitsu)),
        row(Renhou, "renhou", "人和", Limit, Hand(renhou)),
        row(Tenhou, "tenhou", "天和", Yakuman, Hand(tenhou)),
        row(Chiihou, "chiihou", "地和", Yakuman, Hand(chiihou)),
        row(Daisangen, "daisangen", "大三元", Yakuman, Form(daisangen)),
        row(Suuankou, "suuankou", "四暗刻", Yakuman, Form(suuankou)),
        row(SuuankouTanki, "suuankou tanki", "四暗刻単騎", Yakuman, Form(suuankou_tanki)),
        row(Tsuuiisou, "tsuuiisou", "字一色", Yakuman, Hand(tsuuiisou)),
        row(Ryuuiisou, "ryuuiisou", "緑一色", Yakuman, Hand(ryuuiisou)),
        row(Chinroutou, "chinroutou", "清老頭", Yakuman, Hand(chinroutou)),
        row(Chuuren, "chuuren poutou", "九蓮宝燈", Yakuman, Hand(chuuren)),
        row(JunseiChuuren, "junsei chuuren poutou", "純正九蓮宝燈", Yakuman, Hand(junsei_chuuren)),
        row(Kokushi, "kokushi musou", "国士無双", Yakuman, Form(kokushi)),
        row(Kokushi13, "kokushi musou 13", "国士無双13面", Yakuman, Form(kokushi_13)),
        row(Daisuushii, "daisuushii", "大四喜", Yakuman, Form(daisuushii)),
        row(Shousuushii, "shousuushii", "小四喜", Yakuman, Form(shousuushii)),
        row(Suukantsu, "suukantsu", "四槓子", Yakuman, Hand(suukantsu)),
    ]
};

const _: () = {
    let mut i = 0;
    while i < Yaku::COUNT {
        assert!(TABLE[i].yaku as usize == i && Yaku::ALL[i] as usize == i);
        i += 1;
    }
};

/// Yaku that need a closed hand.
pub(super) const CLOSED_ONLY: YakuSet = {
    let (mut set, mut i) = (YakuSet::EMPTY, 0);
    while i < Yaku::COUNT {
        if matches!(TABLE[i].worth, Worth::Closed(_)) {
            set = set.with(Yaku::ALL[i]);
        }
        i += 1;
    }
    set
};

/// Yaku that are yakuman in all rules.
pub(super) const YAKUMAN: YakuSet = {
    let (mut set, mut i) = (YakuSet::EMPTY, 0);
    while i < Yaku::COUNT {
        if Yaku::ALL[i].is_yakuman() {
            set = set.with(Yaku::ALL[i]);
        }
        i += 1;
    }
    set
};

/// A set of yaku.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct YakuSet(u64);

impl YakuSet {
    /// No yaku.
    pub const EMPTY: YakuSet = YakuSet(0);

    /// Bit `i` is the yaku with Tenhou's number `i`.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the yaku is in the set.
    pub const fn contains(self, yaku: Yaku) -> bool {
        self.0 >> yaku as u8 & 1 == 1
    }

    /// The set with one yaku more.
    #[must_use]
    pub const fn with(self, yaku: Yaku) -> YakuSet {
        YakuSet(self.0 | 1 << yaku as u8)
    }

    /// All that are in this set and not in the other.
    #[must_use]
    pub const fn minus(self, other: YakuSet) -> YakuSet {
        YakuSet(self.0 & !other.0)
    }

    /// All that are in either set.
    #[must_use]
    pub const fn union(self, other: YakuSet) -> YakuSet {
        YakuSet(self.0 | other.0)
    }

    /// All that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: YakuSet) -> YakuSet {
        YakuSet(self.0 & other.0)
    }

    /// How many.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The yaku in order.
    pub fn iter(self) -> impl Iterator<Item = Yaku> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let yaku = Yaku::from_tenhou_id(bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(yaku)
        })
    }
}

impl FromIterator<Yaku> for YakuSet {
    fn from_iter<I: IntoIterator<Item = Yaku>>(yaku: I) -> YakuSet {
        yaku.into_iter().fold(YakuSet::EMPTY, YakuSet::with)
    }
}
