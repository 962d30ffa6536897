//! Rule sets as plain data, with presets.

mod presets;

pub use presets::{Preset, UnknownRules};

use crate::tile::{BySeat, Players};
use serde::{Deserialize, Serialize};

macro_rules! rules {
    ($($(#[$said:meta])+ $other:ident: $kind:ty,)+; $($(#[$doc:meta])+ $field:ident: $type:ty as $name:ident,)+) => {
        /// What a table plays by.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Rules {
            $($(#[$said])+ pub $other: $kind,)+
            $($(#[$doc])+ pub $field: $type,)+
        }

        /// A rule of a table in which it can differ from its rule set.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[serde(rename_all = "camelCase")]
        pub enum TableRule {
            $($(#[$doc])+ $name,)+
        }

        /// What a table has otherwise than its rule set, beside red fives and open tanyao.
        #[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[serde(rename_all = "camelCase", deny_unknown_fields, default)]
        #[cfg_attr(test, ts(optional_fields))]
        pub struct TableRules {
            $(
                $(#[$doc])+
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<$type>,
            )+
        }

        impl Rules {
            /// What another rule set for as many players has otherwise, but for red fives and open tanyao.
            pub fn differences(&self, other: &Rules) -> Vec<TableRule> {
                let mut fields = Vec::new();
                $(if self.$field != other.$field {
                    fields.push(TableRule::$name);
                })+
                fields
            }

            /// The same, with what these rules have there.
            pub fn beside(&self, other: &Rules) -> TableRules {
                TableRules { $($field: (self.$field != other.$field).then_some(self.$field),)+ }
            }

            /// A rule set as a table plays it.
            pub fn with(self, table: &TableRules) -> Rules {
                Rules { $($field: table.$field.unwrap_or(self.$field),)+ ..self }
            }
        }
    };
}

rules! {
    /// How many play.
    players: Players,
    /// Which number suits have a red five, worth one dora each.
    red_fives: RedFives,
    /// Tanyao with an open hand.
    kuitan: bool,
    ;
    /// What a fourth player would pay by tsumo.
    tsumo_loss: TsumoLoss as TsumoLoss,
    /// Riichi wins turn the indicators under the dora.
    ura_dora: bool as UraDora,
    /// When a kan turns a new dora indicator.
    kan_dora: KanDora as KanDora,
    /// What may be discarded right after a chi or pon.
    kuikae: Kuikae as Kuikae,
    /// Fu of a pair that is both round and seat wind.
    double_wind_pair: DoubleWindPair as DoubleWindPair,
    /// Whether a win on a kan's replacement tile gets the 2 fu of a tsumo.
    rinshan_fu: bool as RinshanFu,
    /// 4 han 30 fu and 3 han 60 fu are raised to a mangan.
    kiriage: bool as Kiriage,
    /// 13 han without a yakuman.
    kazoe: Kazoe as Kazoe,
    /// Patterns that count as two yakuman.
    double_yakuman: DoubleYakuman as DoubleYakuman,
    /// Several yakuman in one hand.
    yakuman_sum: YakumanSum as YakumanSum,
    /// A ron before the own first draw.
    renhou: Renhou as Renhou,
    /// Several players win on one discard.
    multiple_ron: MultipleRon as MultipleRon,
    /// Concealed kans of a hand in riichi.
    riichi_kans: RiichiKans as RiichiKans,
    /// Thirteen orphans may win on the fourth tile of a concealed kan.
    kokushi_robs_ankan: bool as KokushiRobsAnkan,
    /// Who pays for yakuman that another player's discards made sure.
    pao: Pao as Pao,
    /// Rounds that are broken off.
    abortive: Abortive as Abortive,
    /// Exhaustive draw with none but terminals and honours in the river, none of them claimed.
    nagashi: Nagashi as Nagashi,
    /// Points of each player at the start.
    start: i32 as Start,
    /// Points that somebody must have reached for the game to end in time; final scores count from here.
    target: i32 as Target,
    /// Points for the places beside the oka; three players have no fourth.
    uma: [i32; 4] as Uma,
    /// Points for the first place, put up by all.
    oka: i32 as Oka,
    /// Equal points at the end.
    ties: Ties as Ties,
    /// Players who run out of points.
    bankruptcy: Bankruptcy as Bankruptcy,
    /// A leading dealer in the last round.
    dealer_stop: DealerStop as DealerStop,
    /// Nobody has the target when the last round ends.
    extra_round: ExtraRound as ExtraRound,
    /// Riichi with less than 1,000 points.
    riichi_points: RiichiPoints as RiichiPoints,
    /// Tiles that the wall needs for riichi.
    riichi_wall: usize as RiichiWall,
}

/// With three players: what a fourth player would pay by tsumo. Four players have nobody missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TsumoLoss {
    /// Nobody pays it.
    Lost,
    /// The two others pay half of it each, their payments rounded up to hundreds.
    Split,
}

/// Which number suits have one red five each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct RedFives {
    pub man: bool,
    pub pin: bool,
    pub sou: bool,
}

impl RedFives {
    /// No red fives.
    pub const NONE: RedFives = RedFives { man: false, pin: false, sou: false };
    /// One in each suit.
    pub const THREE: RedFives = RedFives { man: true, pin: true, sou: true };

    /// One in each suit that has a five: three players have none in man.
    pub const fn of_each_suit(players: Players) -> RedFives {
        RedFives { man: matches!(players, Players::Four), ..RedFives::THREE }
    }

    /// 1 for man, 2 for pin, 4 for sou.
    pub const fn bits(self) -> u8 {
        self.man as u8 | (self.pin as u8) << 1 | (self.sou as u8) << 2
    }
}

/// When a kan turns a new dora indicator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum KanDora {
    /// Always right away.
    AtOnce,
    /// Right away for a concealed kan, after the discard (or before the next kan) for others.
    OpenAfterDiscard,
}

/// What may be discarded right after a chi or pon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Kuikae {
    /// Anything.
    Allowed,
    /// Neither the claimed kind nor the kind that would complete the chi on its other side.
    Forbidden,
}

/// Fu of a pair that is both round and seat wind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[repr(u8)]
pub enum DoubleWindPair {
    /// 2 fu, like any other yakuhai pair.
    Two = 2,
    /// 4 fu.
    Four = 4,
}

/// What 13 han without a yakuman are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Kazoe {
    /// A counted yakuman; further han do not add.
    Yakuman,
    /// 11 han and more are a sanbaiman.
    Sanbaiman,
}

/// Patterns that count as two yakuman.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DoubleYakuman {
    /// Four concealed triplets with a pair wait.
    pub suuankou_tanki: bool,
    /// Thirteen orphans with thirteen waits.
    pub kokushi_13: bool,
    /// Nine gates with nine waits.
    pub junsei_chuuren: bool,
    /// Triplets of all four winds.
    pub daisuushii: bool,
}

impl DoubleYakuman {
    /// None counts twice.
    pub const NONE: DoubleYakuman =
        DoubleYakuman { suuankou_tanki: false, kokushi_13: false, junsei_chuuren: false, daisuushii: false };
    /// All four count twice.
    pub const ALL: DoubleYakuman =
        DoubleYakuman { suuankou_tanki: true, kokushi_13: true, junsei_chuuren: true, daisuushii: true };
}

/// Several yakuman in one hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum YakumanSum {
    /// They add up.
    Adds,
    /// The hand is worth one yakuman.
    Single,
}

/// A ron before the own first draw, with no call before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Renhou {
    /// Nothing special.
    None,
    /// A mangan, not combined with other yaku or dora; the hand may be worth more without it.
    Mangan,
    /// A yakuman.
    Yakuman,
}

/// Several players win on one discard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MultipleRon {
    /// Only the first after the discarder wins (atamahane).
    HeadBump,
    /// Two win; with three the round is broken off.
    Double,
    /// All win.
    Triple,
}

/// Concealed kans of a hand in riichi: always of the tile just drawn, and never with other waits after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum RiichiKans {
    /// None.
    Forbidden,
    /// Those that leave the waits as they are.
    SameWaits,
    /// Those that leave the other waits as they are: the hand can wait for the kan's own kind, of which nothing is left after it.
    OtherWaits,
    /// Of those with the same waits only those whose three tiles are a triplet in every winning form of the hand.
    EveryReading,
}

/// Which of three players win on a discard, by their probabilities.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Winners {
    /// That one wins, and nobody before it in the order of turns.
    pub first: [f64; 3],
    /// That one wins beside another who comes before it.
    pub later: [f64; 3],
    /// That all three could, and the round is broken off.
    pub broken_off: f64,
}

impl MultipleRon {
    /// The winners of a discard that each of the others waits for with this probability, independently, in the order of
    /// turns after the discarder.
    pub fn winners(self, rates: [f64; 3]) -> Winners {
        let [a, b, c] = rates;
        let first = [a, (1.0 - a) * b, (1.0 - a) * (1.0 - b) * c];
        let later = [0.0, a * b, c - first[2]];
        let all = a * b * c;
        match self {
            MultipleRon::HeadBump => Winners { first, later: [0.0; 3], broken_off: 0.0 },
            MultipleRon::Double => Winners {
                first: [a - all, first[1], first[2]],
                later: [0.0, later[1] - all, later[2] - all],
                broken_off: all,
            },
            MultipleRon::Triple => Winners { first, later, broken_off: 0.0 },
        }
    }
}

/// Who pays for yakuman that another player's discards made sure (sekinin barai).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pao {
    /// For feeding the third dragon meld.
    pub daisangen: bool,
    /// For feeding the fourth wind meld.
    pub daisuushii: bool,
    /// For feeding the fourth kan.
    pub suukantsu: bool,
    /// How much of the hand it covers when there are further yakuman.
    pub scope: PaoScope,
    /// Who pays the honba when another player deals in.
    pub honba: PaoHonba,
}

/// How much of a hand pao covers when there are further yakuman.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PaoScope {
    /// The whole hand.
    Hand,
    /// That yakuman's part of it.
    Yakuman,
}

/// Who pays the honba of a hand with pao that wins on a third player's discard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PaoHonba {
    /// The liable player.
    Liable,
    /// The discarder.
    Discarder,
}

/// Rounds that are broken off; what three wins on one discard are is a rule of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Abortive {
    /// Nine kinds of terminals and honours in the first draw.
    pub nine_kinds: bool,
    /// Four equal winds discarded in the first turn.
    pub four_winds: bool,
    /// Four kans by more than one player.
    pub four_kans: bool,
    /// Four riichi.
    pub four_riichi: bool,
}

impl Abortive {
    /// Rounds are never broken off.
    pub const NONE: Abortive =
        Abortive { nine_kinds: false, four_winds: false, four_kans: false, four_riichi: false };
    /// All four.
    pub const ALL: Abortive =
        Abortive { nine_kinds: true, four_winds: true, four_kans: true, four_riichi: true };
}

/// Exhaustive draw with none but terminals and honours in the river, none of them claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Nagashi {
    /// Nothing special.
    None,
    /// Paid like a mangan by tsumo instead of the tenpai payments.
    Mangan,
}

/// Equal points at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Ties {
    /// Who dealt earlier places higher.
    SeatOrder,
    /// They share the places' points.
    Shared,
}

/// Players who run out of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Bankruptcy {
    /// Play goes on.
    Continues,
    /// The game ends when somebody has less than zero points.
    BelowZero,
}

/// A leading dealer in the last round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum DealerStop {
    /// Plays on as long as the deal repeats.
    Never,
    /// The game ends after a win (agari-yame).
    Win,
    /// The game ends after a tenpai draw (tenpai-yame).
    Tenpai,
    /// The game ends after either.
    WinOrTenpai,
}

impl DealerStop {
    /// What ends the game: a win, a tenpai draw.
    pub const fn after(win: bool, tenpai: bool) -> DealerStop {
        match (win, tenpai) {
            (false, false) => DealerStop::Never,
            (true, false) => DealerStop::Win,
            (false, true) => DealerStop::Tenpai,
            (true, true) => DealerStop::WinOrTenpai,
        }
    }
}

/// Nobody has the target when the last round ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ExtraRound {
    /// The game ends all the same.
    None,
    /// One more wind, until somebody has the target after a deal.
    SuddenDeath,
}

/// Riichi with less than 1,000 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum RiichiPoints {
    /// Not allowed.
    Needed,
    /// Allowed.
    NotNeeded,
}

impl Rules {
    /// Points of each player at the start.
    pub fn starting_scores(&self) -> BySeat<i32> {
        BySeat::from_fn(|seat| if self.players.has_seat(seat) { self.start } else { 0 })
    }
}

/// A table's own rule that no game can have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{field}` is {found}: {allowed}")]
pub struct ImpossibleRule {
    /// The field, as JSON has it.
    pub field: &'static str,
    /// Its value.
    pub found: i64,
    /// What it can be.
    pub allowed: &'static str,
}

impl TableRules {
    /// Whether the table has nothing otherwise.
    pub fn is_empty(&self) -> bool {
        *self == TableRules::default()
    }

    /// That all numbers are those of a game.
    ///
    /// # Errors
    /// For the first that is not.
    pub fn check(&self) -> Result<(), ImpossibleRule> {
        const MOST: i32 = 1_000_000;
        let impossible = |field, found: i64, allowed| Err(ImpossibleRule { field, found, allowed });
        for (field, points) in [("start", self.start), ("target", self.target)] {
            if let Some(points) = points
                && !((0..=MOST).contains(&points) && points % 100 == 0)
            {
                return impossible(field, points.into(), "hundreds of points from 0 to 1,000,000");
            }
        }
        let places = self.uma.into_iter().flatten().map(|points| ("uma", points));
        for (field, points) in places.chain(self.oka.map(|points| ("oka", points))) {
            if !(-MOST..=MOST).contains(&points) {
                return impossible(field, points.into(), "points from -1,000,000 to 1,000,000");
            }
        }
        match self.riichi_wall {
            Some(tiles) if !(1..=70).contains(&tiles) => {
                impossible("riichiWall", i64::try_from(tiles).unwrap_or(i64::MAX), "1 to 70 tiles")
            }
            _ => Ok(()),
        }
    }
}

/// How many winds a game is planned for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "LengthName"))]
#[serde(rename_all = "lowercase")]
pub enum Length {
    /// East only.
    Tonpuu,
    /// East and South.
    #[default]
    Hanchan,
}
