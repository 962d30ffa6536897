//! The rule sets that many play by.
//!
//! Each names the public pages that its values come from, and says which values no page confirms: those are common
//! knowledge, or taken over from the nearest rule set.

use super::{
    Abortive, Bankruptcy, DealerStop, DoubleWindPair, DoubleYakuman, ExtraRound, KanDora, Kazoe, Kuikae,
    MultipleRon, Nagashi, Pao, PaoHonba, PaoScope, RedFives, Renhou, RiichiKans, RiichiPoints, Rules,
    TableRule, Ties, TsumoLoss, YakumanSum,
};
use crate::tile::Players;

/// No rule set has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no rule set is named {name:?}; there are {}", names())]
pub struct UnknownRules {
    /// The name.
    pub name: String,
}

fn names() -> String {
    Rules::presets().map(|preset| preset.name).collect::<Vec<_>>().join(", ")
}

/// A rule set that many play by.
#[derive(Clone, PartialEq, Debug)]
pub struct Preset {
    /// What a context calls it.
    pub name: &'static str,
    /// What English speakers read.
    pub title: &'static str,
    /// What Japanese speakers read.
    pub japanese: &'static str,
    /// What it says.
    pub rules: Rules,
}

impl Rules {
    /// Tenhou, four players, with red fives and open tanyao.
    ///
    /// From <https://www.mjstars.net/rules-for>, a copy of Tenhou's own summary: uma, ties, bankruptcy,
    /// sudden death, a leading dealer's end of the game, 4 fu for a double wind pair, 2 fu for a tsumo
    /// on a replacement tile, abortive draws, nagashi mangan, double ron, pao and its honba. What pao
    /// covers and that thirteen orphans cannot rob a concealed kan: RiichiEnv, docs/RULES.md.
    /// All that concerns points agrees with the 191,594 wins in four-player records.
    pub const TENHOU: Rules = Rules {
        players: Players::Four,
        tsumo_loss: TsumoLoss::Lost,
        red_fives: RedFives::THREE,
        ura_dora: true,
        kan_dora: KanDora::OpenAfterDiscard,
        kuitan: true,
        kuikae: Kuikae::Forbidden,
        double_wind_pair: DoubleWindPair::Four,
        rinshan_fu: true,
        kiriage: false,
        kazoe: Kazoe::Yakuman,
        double_yakuman: DoubleYakuman::NONE,
        yakuman_sum: YakumanSum::Adds,
        renhou: Renhou::None,
        multiple_ron: MultipleRon::Double,
        riichi_kans: RiichiKans::SameWaits,
        kokushi_robs_ankan: false,
        pao: Pao {
            daisangen: true,
            daisuushii: true,
            suukantsu: false,
            scope: PaoScope::Hand,
            honba: PaoHonba::Liable,
        },
        abortive: Abortive::ALL,
        nagashi: Nagashi::Mangan,
        start: 25_000,
        target: 30_000,
        uma: [20_000, 10_000, -10_000, -20_000],
        oka: 20_000,
        ties: Ties::SeatOrder,
        bankruptcy: Bankruptcy::BelowZero,
        dealer_stop: DealerStop::WinOrTenpai,
        extra_round: ExtraRound::SuddenDeath,
        riichi_points: RiichiPoints::Needed,
        riichi_wall: 4,
    };

    /// Mahjong Soul, ranked, four players.
    ///
    /// Double yakuman, triple ron, what pao covers, robbing a concealed kan: RiichiEnv, docs/RULES.md,
    /// which its authors check against Mahjong Soul's records. Honba under pao:
    /// <https://gist.github.com/Cryolite/a026f41713f6a7ca88713737f5c2cfb6>, quoting the game's rule page.
    /// Unconfirmed: target, uma and oka, the leading dealer's end of the game, the extra round; fu as
    /// Tenhou's.
    pub const MAHJONG_SOUL: Rules = Rules {
        double_yakuman: DoubleYakuman::ALL,
        multiple_ron: MultipleRon::Triple,
        kokushi_robs_ankan: true,
        pao: Pao {
            daisangen: true,
            daisuushii: true,
            suukantsu: false,
            scope: PaoScope::Yakuman,
            honba: PaoHonba::Liable,
        },
        uma: [15_000, 5_000, -5_000, -15_000],
        oka: 0,
        ..Rules::TENHOU
    };

    /// M-League.
    ///
    /// Uma, oka, shared places, head bump, 2 fu for a double wind pair, pao for three yakuman, kan dora:
    /// <https://riichi.wiki/Special:MobileDiff/26112>. No abortive draws, no end by bankruptcy, riichi with
    /// less than 1,000 points, no end by a leading dealer: <https://majannavi.com/archives/55>. No robbing
    /// of concealed kans: <http://mahjong-space.com/index.php?M%E3%83%AA%E3%83%BC%E3%82%B0>.
    /// Unconfirmed: kans in riichi as at Tenhou, kiriage, sanbaiman for 13 han, no renhou, no nagashi
    /// mangan, what pao covers and its honba, 2 fu for a tsumo on a replacement tile.
    pub const M_LEAGUE: Rules = Rules {
        kan_dora: KanDora::AtOnce,
        double_wind_pair: DoubleWindPair::Two,
        kiriage: true,
        kazoe: Kazoe::Sanbaiman,
        multiple_ron: MultipleRon::HeadBump,
        pao: Pao {
            daisangen: true,
            daisuushii: true,
            suukantsu: true,
            scope: PaoScope::Yakuman,
            honba: PaoHonba::Liable,
        },
        abortive: Abortive::NONE,
        nagashi: Nagashi::None,
        uma: [30_000, 10_000, -10_000, -30_000],
        ties: Ties::Shared,
        bankruptcy: Bankruptcy::Continues,
        dealer_stop: DealerStop::Never,
        extra_round: ExtraRound::None,
        riichi_points: RiichiPoints::NotNeeded,
        ..Rules::TENHOU
    };

    /// World Riichi Championship, rules of 2015.
    ///
    /// Points, uma, shared places, no abortive draws, bankruptcy, yakuman that count once, no counted
    /// yakuman: <https://riichi.wiki/World_Riichi_Championship_rules>. No pao for four kans, no kuikae:
    /// the errata of 2014 (reachmahjong.com forum, topic 53230). Renhou in the book of 2015 is among the
    /// mangan yaku (its table of contents, 6.5.4). No end by a leading dealer: the same, 5.9.1. Kans in riichi only of
    /// tiles that are a triplet in every reading of the hand: the same, 6.5.1.
    /// Unconfirmed: kiriage, head bump, no nagashi mangan, points for
    /// riichi, fu of a double wind pair and of a replacement tile; pao's honba as in the European rules,
    /// whose text the book reuses.
    pub const WRC: Rules = Rules {
        red_fives: RedFives::NONE,
        kan_dora: KanDora::AtOnce,
        kiriage: true,
        kazoe: Kazoe::Sanbaiman,
        renhou: Renhou::Mangan,
        multiple_ron: MultipleRon::HeadBump,
        riichi_kans: RiichiKans::EveryReading,
        pao: Pao {
            daisangen: true,
            daisuushii: true,
            suukantsu: false,
            scope: PaoScope::Yakuman,
            honba: PaoHonba::Discarder,
        },
        abortive: Abortive::NONE,
        nagashi: Nagashi::None,
        start: 30_000,
        uma: [15_000, 5_000, -5_000, -15_000],
        oka: 0,
        ties: Ties::Shared,
        dealer_stop: DealerStop::Never,
        extra_round: ExtraRound::None,
        ..Rules::TENHOU
    };

    /// European Mahjong Association, rules of 2016.
    ///
    /// No red fives, open tanyao, renhou as a mangan, at most one yakuman, double and triple ron, kan dora
    /// at once, no abortive draws: <https://riichi.wiki/EMA_Riichi_Competition_Rules> and its history.
    /// Pao and who pays its honba: <http://mahjongtime.com/mahjong-japanese-rules-4.html>, a copy of the
    /// association's book (3.3.9). Unconfirmed: uma, starting points, no
    /// nagashi mangan, no end by bankruptcy or by a leading dealer, points for riichi, fu of a double wind
    /// pair and of a replacement tile.
    pub const EMA: Rules = Rules {
        kiriage: false,
        yakuman_sum: YakumanSum::Single,
        multiple_ron: MultipleRon::Triple,
        bankruptcy: Bankruptcy::Continues,
        ..Rules::WRC
    };

    /// Tenhou, three players.
    ///
    /// All of it agrees with 1,422 games of the site's highest room: wall, starting points, payments by tsumo and at exhaustive
    /// draws, honba, extra rounds, riichi with three tiles left, nine terminals, four kans, two wins on one discard, uma and oka.
    pub const TENHOU_SANMA: Rules = Rules {
        players: Players::Three,
        red_fives: RedFives::of_each_suit(Players::Three),
        multiple_ron: MultipleRon::Triple,
        riichi_kans: RiichiKans::OtherWaits,
        abortive: Abortive { four_winds: false, four_riichi: false, ..Abortive::ALL },
        start: 35_000,
        target: 40_000,
        uma: [20_000, 0, -20_000, 0],
        oka: 15_000,
        riichi_wall: 3,
        ..Rules::TENHOU
    };

    /// Mahjong Soul, ranked, three players.
    ///
    /// Starting points, uma, tsumo loss, abortive draws: GrandDawn/majsoul-replay-editor, doc/7; no oka, as with four players.
    /// What is the same as with four players: [`Rules::MAHJONG_SOUL`]. Unconfirmed: pao and nagashi mangan with tsumo loss as at Tenhou.
    pub const MAHJONG_SOUL_SANMA: Rules = Rules {
        players: Players::Three,
        red_fives: RedFives::of_each_suit(Players::Three),
        abortive: Abortive { four_winds: false, four_riichi: false, ..Abortive::ALL },
        start: 35_000,
        target: 40_000,
        uma: [15_000, 0, -15_000, 0],
        ..Rules::MAHJONG_SOUL
    };

    /// The presets of three players.
    pub const SANMA: [Preset; 2] = [
        Preset {
            name: "tenhou-sanma",
            title: "Tenhou, three players",
            japanese: "天鳳 三人打ち",
            rules: Rules::TENHOU_SANMA,
        },
        Preset {
            name: "mahjong-soul-sanma",
            title: "Mahjong Soul, three players",
            japanese: "雀魂 三人打ち",
            rules: Rules::MAHJONG_SOUL_SANMA,
        },
    ];

    /// The presets of four players.
    pub const PRESETS: [Preset; 5] = [
        Preset { name: "tenhou", title: "Tenhou", japanese: "天鳳", rules: Rules::TENHOU },
        Preset {
            name: "mahjong-soul", title: "Mahjong Soul", japanese: "雀魂", rules: Rules::MAHJONG_SOUL
        },
        Preset { name: "m-league", title: "M-League", japanese: "Mリーグ", rules: Rules::M_LEAGUE },
        Preset { name: "wrc", title: "WRC", japanese: "WRC", rules: Rules::WRC },
        Preset { name: "ema", title: "EMA", japanese: "EMA", rules: Rules::EMA },
    ];

    /// The presets, those of four players first.
    pub fn presets() -> impl Iterator<Item = Preset> {
        Rules::PRESETS.into_iter().chain(Rules::SANMA)
    }

    /// The preset of as many players that has most of these rules, and the fields in which it differs. Red fives and open
    /// tanyao are not compared: rooms have them otherwise than their sites. Of presets that are equally near it is the first.
    pub fn nearest(&self) -> (Preset, Vec<TableRule>) {
        let mut all = Rules::presets().filter(|preset| preset.rules.players == self.players).map(|preset| {
            let differences = self.differences(&preset.rules);
            (preset, differences)
        });
        let first = all.next().expect("there are presets");
        all.fold(first, |best, other| if other.1.len() < best.1.len() { other } else { best })
    }

    /// The preset with this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn preset(name: &str) -> Result<Rules, UnknownRules> {
        let found = Rules::presets().find(|preset| preset.name == name);
        found.map(|preset| preset.rules).ok_or_else(|| UnknownRules { name: name.into() })
    }
}
