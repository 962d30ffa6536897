//! The rules of a game, as the head of a record names them: `rule`, the first line of `title`, and `ref`.

use super::{Players, Problem, RecordRules};
use crate::replay::Reading;
use crate::rules::{Length, RedFives, Rules, TableRules};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Rooms of Mahjong Soul as its converters write them, in Japanese, Chinese and English.
const MAHJONG_SOUL: [&str; 27] = [
    "銅の間",
    "銀の間",
    "金の間",
    "玉の間",
    "王座の間",
    "铜之间",
    "银之间",
    "金之间",
    "玉之间",
    "王座之间",
    "銅之間",
    "銀之間",
    "金之間",
    "玉之間",
    "王座之間",
    "友人戦",
    "大会戦",
    "bronze room",
    "copper room",
    "silver room",
    "gold room",
    "jade room",
    "throne room",
    "mahjong soul",
    "mahjongsoul",
    "majsoul",
    "雀魂",
];

/// Tenhou's rooms: 般, 上, 特 and 鳳.
const TENHOU_ROOMS: [char; 4] = ['般', '上', '特', '鳳'];

/// What `rule`, `title` and `ref` say together.
pub(super) fn read(
    rule: &Map<String, Value>,
    title: Option<&str>,
    reference: Option<&str>,
) -> Reading<RecordRules> {
    let wrong = |attribute: &str, value: &Value| Problem::Value {
        attribute: format!("rule.{attribute}"),
        value: value.to_string(),
    };
    let disp = match rule.get("disp") {
        Some(value) => value.as_str().ok_or_else(|| wrong("disp", value))?,
        None => "",
    };
    let small = disp.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| small.contains(word));
    let mut stated = RecordRules {
        rules: named(disp, title.unwrap_or(""), reference.unwrap_or("")),
        ..RecordRules::default()
    };
    if disp.starts_with('三')
        || has(&["三人", "三麻", "3-player", "3 player", "three-player", "sanma", "3인"])
    {
        stated.players = Some(Players::Three);
    }
    if stated.players == Some(Players::Three) {
        let of_three = |rules: Rules| match rules == Rules::MAHJONG_SOUL {
            true => Rules::MAHJONG_SOUL_SANMA,
            false => Rules::TENHOU_SANMA,
        };
        stated.rules = stated.rules.map(|rules| match rules.players {
            Players::Three => rules,
            Players::Four => of_three(rules),
        });
    }
    if has(&["南", "south", "半荘", "半莊", "半庄", "hanchan", "반장"]) {
        stated.length = Some(Length::Hanchan);
    } else if has(&["東", "东", "east", "tonpuu", "동풍"]) {
        stated.length = Some(Length::Tonpuu);
    }
    if disp.contains('速') {
        stated.fast = Some(true);
    }
    // behind the wind stand signs for each rule that a table has; rooms of others do not name all of theirs
    let signs = disp.rsplit_once(['東', '南']).map(|(_, signs)| signs);
    let signs = signs
        .filter(|signs| signs.chars().all(|sign| "喰赤速祝暗０１２３４５６７８９0123456789".contains(sign)));
    let tenhou = [Rules::TENHOU, Rules::TENHOU_SANMA];
    let all_named = stated.rules.as_ref().is_none_or(|rules| tenhou.contains(rules));
    if let Some(signs) = signs {
        let sign = |sign| signs.contains(sign) || !all_named;
        stated.kuitan = (signs.contains('喰') || all_named).then(|| sign('喰'));
        stated.red_fives = (signs.contains('赤') || all_named).then(|| reds(sign('赤')));
    }
    if has(&["aka nashi", "no red", "赤なし", "赤無", "无赤", "無赤"]) {
        stated.red_fives = Some(RedFives::NONE);
    }
    if let Some(value) = rule.get("tableRules") {
        let own = TableRules::deserialize(value).ok().filter(|own| own.check().is_ok());
        let own = own.ok_or_else(|| wrong("tableRules", value))?;
        let set = match stated.players {
            Some(Players::Three) => Rules::TENHOU_SANMA,
            Some(Players::Four) | None => Rules::TENHOU,
        };
        stated.rules = Some(stated.rules.unwrap_or(set).with(&own));
    }
    let mut marked = Vec::new();
    for key in ["aka", "aka51", "aka52", "aka53"] {
        if let Some(value) = rule.get(key) {
            match value.as_u64() {
                Some(n @ 0..=1) => marked.push((key, n == 1, value)),
                _ if stated.players == Some(Players::Three) => {}
                _ => return Err(wrong(key, value)),
            }
        }
    }
    let Some(&(_, first, _)) = marked.first() else { return Ok(stated) };
    // three players have no red five of man
    let three = stated.players == Some(Players::Three);
    let red = if three { marked.iter().any(|&(_, red, _)| red) } else { first };
    stated.red_fives = Some(reds(red));
    match marked.iter().find(|&&(_, other, _)| other != red) {
        // four players have one of each suit, or none
        Some((key, _, value)) if !three => Err(wrong(key, value)),
        _ => Ok(stated),
    }
}

fn reds(red: bool) -> RedFives {
    if red { RedFives::THREE } else { RedFives::NONE }
}

/// The rule set that the room, the title or the number of the record names.
fn named(disp: &str, title: &str, reference: &str) -> Option<Rules> {
    let [small, title] = [disp, title].map(str::to_lowercase);
    if MAHJONG_SOUL.iter().any(|room| small.contains(room) || title.contains(room)) || is_game_id(reference) {
        return Some(Rules::MAHJONG_SOUL);
    }
    let word = |name: &str| {
        // not a part of a longer word
        let outside = |text: &str| !text.starts_with(|sign: char| sign.is_ascii_alphabetic());
        small.match_indices(&name.to_lowercase()).any(|(at, name)| {
            let before = small[..at].ends_with(|sign: char| sign.is_ascii_alphabetic());
            !before && outside(&small[at + name.len()..])
        })
    };
    let preset = Rules::presets().find(|set| word(set.name) || word(set.title) || word(set.japanese));
    if let Some(preset) = preset {
        return Some(preset.rules);
    }
    let mut letters = disp.chars().skip_while(|&sign| sign == '三' || sign == '四');
    let room = letters.next().is_some_and(|sign| TENHOU_ROOMS.contains(&sign));
    let room = room && letters.next().is_some_and(|sign| sign == '東' || sign == '南');
    // a number like 2019050417gm-0029-0000-4f2a8622
    let numbered =
        reference.get(10..13) == Some("gm-") && reference.bytes().take(10).all(|b| b.is_ascii_digit());
    (room || numbered).then_some(Rules::TENHOU)
}

/// The day in the number of a game: of 2019050417gm-... and 210815-...
pub(super) fn date(reference: &str) -> Option<String> {
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let day = match reference.get(10..13) {
        Some("gm-") => reference.get(..8)?.to_string(),
        _ if is_game_id(reference) => format!("20{}", reference.get(..6)?),
        _ => return None,
    };
    digits(&day).then(|| format!("{}-{}-{}", &day[..4], &day[4..6], &day[6..]))
}

/// Whether this is the number of a game of Mahjong Soul, like 210815-01234567-89ab-cdef-0123-456789abcdef.
fn is_game_id(reference: &str) -> bool {
    let lengths =
        reference.split('-').map(|part| part.bytes().all(|b| b.is_ascii_hexdigit()).then_some(part.len()));
    lengths.eq([6, 8, 4, 4, 4, 12].map(Some))
}
