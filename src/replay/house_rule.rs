//! Rules and modes of other tables that this program does not play.

use serde::Serialize;

/// What a table can play and this program cannot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum HouseRule {
    /// One round is the whole game.
    #[error("a game of one single round (一局戦, 一局战)")]
    SingleRound,
    /// Two red fives of pin, or other numbers of them.
    #[error("four red fives")]
    FourRedFives,
    /// A game that somebody ends by reaching many points.
    #[error("a game that ends when somebody has enough points (天边)")]
    PointLimit,
    /// Sticks of other than 1,000 points, or a honba of other than 300.
    #[error("other values of riichi sticks or honba")]
    Counters,
    /// Other payments for tenpai than 3,000 points in all.
    #[error("other payments at an exhaustive draw")]
    TenpaiPayments,
    /// No dora, kan dora or kan ura-dora.
    #[error("a table without one of the kinds of dora")]
    NoDora,
    /// No repeat of the deal after a win or with a tenpai hand.
    #[error("a dealer who does not deal again after a win or with a tenpai hand")]
    NoRepeat,
    /// Three players who keep their norths.
    #[error("three players without kita")]
    NoKita,
    /// Uma that depends on how many players are above the points that count from.
    #[error("an uma by the number of players who are ahead")]
    UmaByPlayersAhead,
    /// No ippatsu.
    #[error("a table without ippatsu")]
    NoIppatsu,
    /// More than one han is needed to win.
    #[error("a minimum of more than one han (番缚)")]
    MinimumHan,
    /// Riichi with fewer than four tiles left.
    #[error("riichi without another draw")]
    LateRiichi,
    /// Renhou.
    #[error("renhou (人和)")]
    Renhou,
    /// Pao for more than two yakuman, or with other payments.
    #[error("other rules of pao (包牌)")]
    Pao,
    /// Old yaku.
    #[error("old yaku (古役)")]
    OldYaku,
    /// 宝牌狂热.
    #[error("DoraDorara, with three dora indicators (宝牌狂热)")]
    ManyDora,
    /// 配牌明牌.
    #[error("Open Hand Match, with open starting hands (配牌明牌)")]
    OpenStart,
    /// 龙之目玉.
    #[error("Chaotic Wall Break (龙之目玉)")]
    DragonEye,
    /// 明镜之战.
    #[error("Battle of Clairvoyance, with tiles that all can see (明镜之战)")]
    OpenHands,
    /// 血战到底, 修罗之战.
    #[error("Battle of Asura, in which play goes on after a win (修罗之战, 血战到底)")]
    PlayOn,
    /// 换三张.
    #[error("the mode in which players exchange three tiles (换三张)")]
    Exchange,
    /// 赤羽之战, 川麻.
    #[error("Bloodshed Skirmish, by the rules of Sichuan (赤羽之战, 川麻)")]
    Sichuan,
    /// 暗夜之战.
    #[error("Battle of Darkness, with hidden discards (暗夜之战)")]
    HiddenDiscards,
    /// 幻境传说.
    #[error("Dreamland Odyssey, with field spells (幻境传说)")]
    FieldSpells,
    /// 占星之战.
    #[error("the mode with a choice of the next tile (占星之战)")]
    Stars,
    /// 天命之战.
    #[error("the mode with tiles of destiny (天命之战)")]
    Destiny,
    /// 咏唱之战.
    #[error("Battle of Incantation (咏唱之战)")]
    Chants,
    /// 魂之一击.
    #[error("the mode with the strike of the soul (魂之一击)")]
    SoulStrike,
    /// 万象修罗.
    #[error("the mode with jokers in which play goes on after a win (万象修罗)")]
    PlayOnWithJokers,
    /// 背水之战.
    #[error("the mode with riichi of several sticks (背水之战)")]
    BackToTheWall,
    /// A mode that a later version of the game brought.
    #[error("a special mode of the game that is not known here")]
    OtherMode,
}
