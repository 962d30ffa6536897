//! The yaku in one table: names, worth, tests; and sets of them.

use super::facts::{Facts, FormReading};
use super::patterns::*;

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

use Worth::{Any, Closed, Falls, Limit, Yakuman};

/// Makes everything that there is one of for each yaku out of the table's rows: meaning, variant,
/// romanised name, Japanese name, worth, and the test, which looks at the hand or also at its form.
///
/// The tests are called by name so that they are compiled into the two loops: through pointers a
/// win takes 2.5 times as long.
macro_rules! table {
    ($($(#[$meaning:meta])* $yaku:ident $name:literal $japanese:literal $worth:expr, $scope:ident $test:expr;)*) => {
        /// A yaku, in the order of the numbers that Tenhou's records give them.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Yaku {
            $($(#[$meaning])* $yaku,)*
        }

        impl Yaku {
            /// All of them in order.
            pub const ALL: [Yaku; Yaku::COUNT] = [$(Yaku::$yaku),*];

            const fn row(self) -> (&'static str, &'static str, Worth) {
                match self {
                    $(Yaku::$yaku => ($name, $japanese, $worth),)*
                }
            }
        }

        /// The yaku that are the same for all forms.
        pub(super) fn of_hand(hand: &Facts) -> YakuSet {
            YakuSet(0 $(| u64::from(table!(@hand $scope $test, hand)) << Yaku::$yaku as u8)*)
        }

        /// The yaku of one form.
        pub(super) fn of_form(hand: &Facts, form: &FormReading) -> YakuSet {
            YakuSet(0 $(| u64::from(table!(@form $scope $test, hand, form)) << Yaku::$yaku as u8)*)
        }
    };
    (@hand Hand $test:expr, $hand:ident) => { $test($hand) };
    (@hand Form $test:expr, $hand:ident) => { false };
    (@form Hand $test:expr, $hand:ident, $form:ident) => { false };
    (@form Form $test:expr, $hand:ident, $form:ident) => { $test($hand, $form) };
}

table! {
    /// Self-drawn with a closed hand.
    MenzenTsumo "menzen tsumo" "門前清自摸和" Closed(1), Hand menzen_tsumo;
    /// Declared ready.
    Riichi "riichi" "立直" Closed(1), Hand riichi;
    /// Within one turn of the riichi.
    Ippatsu "ippatsu" "一発" Closed(1), Hand ippatsu;
    /// On the fourth tile of another's kan.
    Chankan "chankan" "槍槓" Any(1), Hand chankan;
    /// On the replacement tile after a kan.
    Rinshan "rinshan kaihou" "嶺上開花" Any(1), Hand rinshan;
    /// On the last draw.
    Haitei "haitei raoyue" "海底摸月" Any(1), Hand haitei;
    /// On the last discard.
    Houtei "houtei raoyui" "河底撈魚" Any(1), Hand houtei;
    /// Four runs, a pair without fu, a two-sided wait.
    Pinfu "pinfu" "平和" Closed(1), Form pinfu;
    /// No terminals or honours; open only where the rules allow kuitan.
    Tanyao "tanyao" "断幺九" Any(1), Hand tanyao;
    /// Two equal runs.
    Iipeikou "iipeikou" "一盃口" Closed(1), Form iipeikou;
    /// A triplet of the seat wind.
    SeatEast "seat wind east" "自風 東" Any(1), Form seat_wind::<0>;
    /// A triplet of the seat wind.
    SeatSouth "seat wind south" "自風 南" Any(1), Form seat_wind::<1>;
    /// A triplet of the seat wind.
    SeatWest "seat wind west" "自風 西" Any(1), Form seat_wind::<2>;
    /// A triplet of the seat wind.
    SeatNorth "seat wind north" "自風 北" Any(1), Form seat_wind::<3>;
    /// A triplet of the round wind.
    RoundEast "round wind east" "場風 東" Any(1), Form round_wind::<0>;
    /// A triplet of the round wind.
    RoundSouth "round wind south" "場風 南" Any(1), Form round_wind::<1>;
    /// A triplet of the round wind.
    RoundWest "round wind west" "場風 西" Any(1), Form round_wind::<2>;
    /// A triplet of the round wind.
    RoundNorth "round wind north" "場風 北" Any(1), Form round_wind::<3>;
    /// A triplet of white dragons.
    Haku "yakuhai haku" "役牌 白" Any(1), Form dragon::<4>;
    /// A triplet of green dragons.
    Hatsu "yakuhai hatsu" "役牌 發" Any(1), Form dragon::<5>;
    /// A triplet of red dragons.
    Chun "yakuhai chun" "役牌 中" Any(1), Form dragon::<6>;
    /// Riichi with the first discard, with no call before it; counts instead of riichi.
    DoubleRiichi "double riichi" "両立直" Closed(2), Hand double_riichi;
    /// Seven different pairs.
    Chiitoitsu "chiitoitsu" "七対子" Closed(2), Form chiitoitsu;
    /// A terminal or honour in each group and the pair, with a run and an honour.
    Chanta "chanta" "混全帯幺九" Falls(2), Form chanta;
    /// 123, 456 and 789 of one suit.
    Ittsu "ittsu" "一気通貫" Falls(2), Form ittsu;
    /// The same run in all three suits.
    SanshokuDoujun "sanshoku doujun" "三色同順" Falls(2), Form sanshoku_doujun;
    /// The same triplet in all three suits.
    SanshokuDoukou "sanshoku doukou" "三色同刻" Any(2), Form sanshoku_doukou;
    /// Three kans.
    Sankantsu "sankantsu" "三槓子" Any(2), Hand sankantsu;
    /// Four triplets or kans.
    Toitoi "toitoi" "対々和" Any(2), Form toitoi;
    /// Three concealed triplets or kans.
    Sanankou "sanankou" "三暗刻" Any(2), Form sanankou;
    /// Two dragon triplets and a pair of the third.
    Shousangen "shousangen" "小三元" Any(2), Form shousangen;
    /// Only terminals and honours.
    Honroutou "honroutou" "混老頭" Any(2), Hand honroutou;
    /// Twice two equal runs; counts instead of iipeikou.
    Ryanpeikou "ryanpeikou" "二盃口" Closed(3), Form ryanpeikou;
    /// A terminal in each group and the pair, with a run.
    Junchan "junchan" "純全帯幺九" Falls(3), Form junchan;
    /// One suit and honours.
    Honitsu "honitsu" "混一色" Falls(3), Hand honitsu;
    /// One suit.
    Chinitsu "chinitsu" "清一色" Falls(6), Hand chinitsu;
    /// On a discard before the own first draw, with no call before it.
    Renhou "renhou" "人和" Limit, Hand renhou;
    /// The dealer's first draw.
    Tenhou "tenhou" "天和" Yakuman, Hand tenhou;
    /// Another player's first draw, with no call before it.
    Chiihou "chiihou" "地和" Yakuman, Hand chiihou;
    /// Three dragon triplets.
    Daisangen "daisangen" "大三元" Yakuman, Form daisangen;
    /// Four concealed triplets or kans.
    Suuankou "suuankou" "四暗刻" Yakuman, Form suuankou;
    /// Four concealed triplets or kans with a pair wait.
    SuuankouTanki "suuankou tanki" "四暗刻単騎" Yakuman, Form suuankou_tanki;
    /// Only honours.
    Tsuuiisou "tsuuiisou" "字一色" Yakuman, Hand tsuuiisou;
    /// Only 2, 3, 4, 6, 8 of bamboos and green dragons.
    Ryuuiisou "ryuuiisou" "緑一色" Yakuman, Hand ryuuiisou;
    /// Only terminals.
    Chinroutou "chinroutou" "清老頭" Yakuman, Hand chinroutou;
    /// 1112345678999 of one suit and one tile more, without a kan.
    Chuuren "chuuren poutou" "九蓮宝燈" Yakuman, Hand chuuren;
    /// 1112345678999 of one suit, waiting on all nine.
    JunseiChuuren "junsei chuuren poutou" "純正九蓮宝燈" Yakuman, Hand junsei_chuuren;
    /// Each terminal and honour, one of them twice.
    Kokushi "kokushi musou" "国士無双" Yakuman, Form kokushi;
    /// Each terminal and honour once, waiting on all thirteen.
    Kokushi13 "kokushi musou 13" "国士無双13面" Yakuman, Form kokushi_13;
    /// Triplets of all four winds.
    Daisuushii "daisuushii" "大四喜" Yakuman, Form daisuushii;
    /// Triplets of three winds and a pair of the fourth.
    Shousuushii "shousuushii" "小四喜" Yakuman, Form shousuushii;
    /// Four kans.
    Suukantsu "suukantsu" "四槓子" Yakuman, Hand suukantsu;
}

impl Yaku {
    /// How many there are.
    pub const COUNT: usize = 52;

    /// Its romanised name.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Its Japanese name.
    pub const fn japanese(self) -> &'static str {
        self.row().1
    }

    /// What it is worth.
    pub const fn worth(self) -> Worth {
        self.row().2
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

/// Yaku that need a closed hand.
pub(super) const CLOSED_ONLY: YakuSet = {
    let (mut set, mut i) = (YakuSet::EMPTY, 0);
    while i < Yaku::COUNT {
        if matches!(Yaku::ALL[i].worth(), Worth::Closed(_)) {
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
    /// Every yakuman.
    pub const YAKUMAN: YakuSet = YAKUMAN;

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
