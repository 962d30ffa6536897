//! Why a round was drawn, in the words of mjai's writers.

use crate::round::Reason;

/// Names of the reasons, without case, underscores and other signs: of the first mjai server, of RiichiEnv and of those
/// who spell the Japanese words otherwise.
const NAMES: [(&str, Reason); 26] = [
    ("fanpai", Reason::Exhausted),
    ("howanpai", Reason::Exhausted),
    ("exhaustivedraw", Reason::Exhausted),
    ("exhausted", Reason::Exhausted),
    ("nagashimangan", Reason::NagashiMangan),
    ("kyushukyuhai", Reason::NineTerminals),
    ("kyuushukyuuhai", Reason::NineTerminals),
    ("kyuushuukyuuhai", Reason::NineTerminals),
    ("nineterminals", Reason::NineTerminals),
    ("sufonrenta", Reason::FourWinds),
    ("sufonrenda", Reason::FourWinds),
    ("sufurenta", Reason::FourWinds),
    ("sufuurenta", Reason::FourWinds),
    ("suufonrenda", Reason::FourWinds),
    ("fourwinds", Reason::FourWinds),
    ("suchareach", Reason::FourRiichi),
    ("sucharichi", Reason::FourRiichi),
    ("suuchariichi", Reason::FourRiichi),
    ("fourriichi", Reason::FourRiichi),
    ("sukaikan", Reason::FourKans),
    ("suukaikan", Reason::FourKans),
    ("suukansan", Reason::FourKans),
    ("suukansansen", Reason::FourKans),
    ("fourkans", Reason::FourKans),
    ("sanchaho", Reason::TripleRon),
    ("tripleron", Reason::TripleRon),
];

/// The reason of this name; `None` for a name that nobody here has met.
pub(super) fn of(name: &str) -> Option<Reason> {
    let plain: String =
        name.chars().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase()).collect();
    NAMES.iter().find(|(known, _)| *known == plain).map(|(_, reason)| *reason)
}
