//! Why a round was drawn: the names that writers have for it, in every format, and what the table says.

use super::tenpai;
use crate::legal::{payments_of_draw, triple_ron};
use crate::round::{DrawReason, Event, Illegal, Phase, Reason, Round};
use crate::rules::MultipleRon;
use crate::tile::BySeat;

/// The names, without case, spaces and signs: Tenhou's in Japanese and in its XML, those of the first mjai server, of
/// RiichiEnv, of the converters of Mahjong Soul's records in Japanese, Chinese and English, and other spellings of the same.
const NAMES: [(Reason, &[&str]); 7] = [
    (
        Reason::Exhausted,
        &[
            "流局",
            "荒牌流局",
            "荒牌平局",
            "荒牌",
            "通常流局",
            "普通流局",
            "平局",
            "荒庄",
            "荒莊",
            "黄庄",
            "黃莊",
            "유국",
            "황패유국",
            "fanpai",
            "howanpai",
            "houanpai",
            "kohaiheikyoku",
            "kouhaiheikyoku",
            "exhaustivedraw",
            "exhausted",
            "exhaustion",
            "exhaustive",
            "ryukyoku",
            "ryuukyoku",
            "draw",
            "normaldraw",
            "drawngame",
            "wallexhausted",
            "notile",
            "全員聴牌",
            "全員不聴",
            "全員ノーテン",
            "全员听牌",
            "全员未听",
            "全員聽牌",
            "全員未聽",
        ],
    ),
    (
        Reason::NagashiMangan,
        &[
            "流し満貫",
            "流満",
            "流局满贯",
            "流局滿貫",
            "流满",
            "유국만관",
            "nagashimangan",
            "nagashi",
            "manganatdraw",
            "nm",
        ],
    ),
    (
        Reason::NineTerminals,
        &[
            "九種九牌",
            "九種么九牌",
            "九種幺九牌",
            "九种九牌",
            "九种幺九牌",
            "九种么九牌",
            "구종구패",
            "kyushukyuhai",
            "kyuushukyuuhai",
            "kyuushuukyuuhai",
            "kyusyukyuhai",
            "kyuusyukyuuhai",
            "kyushukyuuhai",
            "nineterminals",
            "nineterminal",
            "nineterminalsandhonors",
            "ninekinds",
            "ninedifferentterminals",
            "nineorphans",
            "nineterminalsdraw",
            "9terminals",
            "yao9",
        ],
    ),
    (
        Reason::FourWinds,
        &[
            "四風連打",
            "四風子連打",
            "四风连打",
            "四风子连打",
            "사풍연타",
            "sufonrenta",
            "sufonrenda",
            "sufurenta",
            "sufurenda",
            "sufuurenta",
            "sufuurenda",
            "suufonrenta",
            "suufonrenda",
            "suufuurenta",
            "suufuurenda",
            "suufurenta",
            "suufurenda",
            "suufontsurenta",
            "suufontsurenda",
            "sufuutsurenta",
            "fourwinds",
            "fourwind",
            "fourwinddiscarded",
            "fourwindsdiscarded",
            "samewind",
            "kaze4",
        ],
    ),
    (
        Reason::FourRiichi,
        &[
            "四家立直",
            "四人立直",
            "四家リーチ",
            "四人リーチ",
            "사가리치",
            "사가입직",
            "suchareach",
            "sucharichi",
            "sucharriichi",
            "suchariichi",
            "suuchareach",
            "suuchariichi",
            "suucharichi",
            "suucharriichi",
            "suuchaariichi",
            "fourriichi",
            "fourriichis",
            "fourreach",
            "fourrichi",
            "fourplayerriichi",
            "fourplayersriichi",
            "4riichi",
            "reach4",
        ],
    ),
    (
        Reason::FourKans,
        &[
            "四槓散了",
            "四開槓",
            "四槓流局",
            "四杠散了",
            "四开杠",
            "四杠流局",
            "사개깡",
            "사깡유국",
            "sukaikan",
            "suukaikan",
            "sukansan",
            "suukansan",
            "sukansanra",
            "suukansanra",
            "suukansansen",
            "suukantsusanra",
            "sukantsu",
            "fourkans",
            "fourkan",
            "fourquads",
            "4kans",
            "kan4",
        ],
    ),
    (
        Reason::TripleRon,
        &[
            "三家和了",
            "三家和",
            "三家栄和",
            "三家荣和",
            "三家榮和",
            "トリプルロン",
            "三家ロン",
            "삼가화",
            "sanchaho",
            "sanchahou",
            "sanchahora",
            "sancharon",
            "sanchaagari",
            "sankaho",
            "sankahoura",
            "tripleron",
            "threeron",
            "threerons",
            "threewins",
            "triplewin",
            "3ron",
            "ron3",
        ],
    ),
];

/// Words around a name that say no more than that the round is drawn.
const AROUND: [&str; 5] = ["abortivedraw", "abortion", "abortive", "abort", "draw"];

/// The reason of this name, in any format; `None` for a name that nobody here has met.
pub(super) fn named(name: &str) -> Option<Reason> {
    let plain: String =
        name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let known =
        |plain: &str| NAMES.iter().find(|(_, names)| names.contains(&plain)).map(|(reason, _)| *reason);
    known(&plain).or_else(|| {
        AROUND.iter().find_map(|word| known(plain.strip_suffix(word).or_else(|| plain.strip_prefix(word))?))
    })
}

/// Who was tenpai, as a name of an exhaustive draw can say it for all at once.
pub(super) fn shown_by(name: &str) -> Option<BySeat<bool>> {
    match name {
        "全員聴牌" | "全员听牌" | "全員聽牌" => Some(BySeat([true; 4])),
        "全員不聴" | "全員ノーテン" | "全员未听" | "全員未聽" => Some(BySeat([false; 4])),
        _ => None,
    }
}

/// What a record says about a draw.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordedDraw {
    /// The name that it gives.
    pub name: Option<String>,
    /// Whose hands were shown.
    pub tenpai: Option<BySeat<bool>>,
    /// Points won and lost.
    pub gains: Option<BySeat<i32>>,
}

impl RecordedDraw {
    /// Whether its name is a known one.
    pub fn is_named(&self) -> bool {
        self.name.as_deref().and_then(named).is_some()
    }

    /// Whether three wins on the discard end this round, so that a riichi with it is not accepted.
    pub fn is_triple_ron(&self, round: &Round) -> bool {
        match self.name.as_deref().and_then(named) {
            Some(Reason::Exhausted) | None => {
                let abortive = round.table().rules().multiple_ron == MultipleRon::Double;
                abortive && round.table().tiles_left() > 0 && triple_ron(round)
            }
            reason => reason == Some(Reason::TripleRon),
        }
    }

    /// The draw of this round, which has come to its end: the reason that the record names, if the table allows it; else the
    /// first that the table allows, the wall's end last. What the record leaves out of tenpai and points follows from the
    /// hands.
    ///
    /// # Errors
    /// When the round cannot be drawn here: why the reason that is named, or else the last one that was tried, is not legal.
    pub fn event(&self, round: &Round) -> Result<Event, Illegal> {
        let named = self.name.as_deref().and_then(named);
        let mut reasons = vec![
            Reason::NineTerminals,
            Reason::FourKans,
            Reason::FourWinds,
            Reason::FourRiichi,
            Reason::NagashiMangan,
            Reason::Exhausted,
            Reason::TripleRon,
        ];
        // before the wall is used up its name is that of a writer that knows one for all draws
        let used_up = round.table().tiles_left() == 0;
        if let Some(named) = named.filter(|&reason| reason != Reason::Exhausted || used_up) {
            reasons.insert(0, named);
        }
        let mut refused: Option<Illegal> = None;
        for reason in reasons {
            if reason == Reason::TripleRon && named != Some(reason) && !triple_ron(round) {
                continue;
            }
            let event = self.of(reason, round);
            match round.clone().apply(&event) {
                Ok(()) => return Ok(event),
                Err(illegal) if Some(reason) == named || refused.is_none() => refused = Some(illegal),
                Err(_) => {}
            }
        }
        Err(refused.expect("reasons were tried"))
    }

    fn of(&self, reason: Reason, round: &Round) -> Event {
        let tenpai = || {
            let name = self.name.as_deref().and_then(shown_by);
            // the points of a nagashi mangan say nothing of tenpai
            let paid = self.gains.filter(|_| reason == Reason::Exhausted);
            let paid = paid.filter(|gains| gains.0.iter().any(|&points| points > 0));
            let paid = paid.map(|gains| BySeat::from_fn(|seat| gains[seat] > 0));
            self.tenpai.or(name).or(paid).unwrap_or_else(|| tenpai::shown(round))
        };
        let how = match reason {
            Reason::Exhausted => DrawReason::Exhausted { tenpai: tenpai() },
            Reason::NagashiMangan => DrawReason::NagashiMangan { tenpai: tenpai() },
            Reason::NineTerminals => match round.table().phase() {
                Phase::Act { seat, .. } => DrawReason::NineTerminals { seat },
                // no draw of this kind is legal there for any seat
                _ => DrawReason::NineTerminals { seat: round.table().dealer() },
            },
            Reason::FourWinds => DrawReason::FourWinds,
            Reason::FourRiichi => DrawReason::FourRiichi,
            Reason::FourKans => DrawReason::FourKans,
            Reason::TripleRon => DrawReason::TripleRon,
        };
        let gains = self.gains.unwrap_or_else(|| payments_of_draw(round.table(), &how));
        Event::Drawn { how, gains }
    }
}
