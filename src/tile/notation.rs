//! Tile names: mpsz in both orders, mjai, tenhou.net/6 numbers and Tenhou's ids 0..136.
//!
//! [`parse_tiles`] reads, in any mixture:
//!
//! | written | tiles |
//! |---|---|
//! | `123m406p789s11z` | digits, then the suit; `0` is a red five; honours 1..7 are E S W N, white, green, red |
//! | `m340p12` | the suit first, as majiang writes it |
//! | `5mr`, `5pr`, `5sr` | a red five, as mjai writes it |
//! | `E S W N P F C`, `東南西北白發中` | honours; letters of suits are small, those of honours are capitals |
//! | `１２３ｍ`, `1 2 3 m` | full-width forms and spaces |
//! | `🀇🀈🀉🀀` | Unicode's pictures of tiles; they have no red five |
//!
//! Which order a letter belongs to is decided from left to right: after digits it closes them; a
//! letter that has no digits before it opens a suit-first group only at the start, after a space or
//! after another suit-first group. A space ends a suit-first group that has digits, and is ignored
//! between digits and their suit. So `123mp456s` is an error at `p`, not a guess.

use super::{Counts, Kind, Reds, Suit, Tile};
use std::fmt::Write;
use std::ops::Range;
use std::str::FromStr;

/// Where a text is no tile notation, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` {problem}")]
pub struct NotationError {
    /// What is wrong there.
    pub problem: Problem,
    /// The offending part, in bytes of the text.
    pub at: Range<usize>,
    /// The offending part as it was written.
    pub text: String,
}

/// Why a text is no tile notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A character that the notation does not use, or not in this place.
    #[error("has no place here")]
    Unexpected,
    /// Digits that no suit letter follows.
    #[error("needs a suit: one of the small letters m, p, s, z after it")]
    NoSuit,
    /// A suit letter without digits.
    #[error("is a suit without digits")]
    NoDigits,
    /// 0z, 8z or 9z.
    #[error("is no tile: honours are 1z to 7z")]
    NoSuchTile,
    /// An `r` behind something else than a five.
    #[error("does not follow a five: only fives are red")]
    NotAFive,
    /// Another number of tiles than the one that was asked for.
    #[error("is not one tile")]
    NotOne,
}

impl NotationError {
    pub(crate) fn new(problem: Problem, whole: &str, at: Range<usize>) -> NotationError {
        NotationError { problem, text: whole[at.clone()].into(), at }
    }
}

/// A range of bytes as UTF-16 code units, as JavaScript counts them; `None` if it does not fit the text.
pub fn utf16(text: &str, bytes: Range<usize>) -> Option<Range<usize>> {
    let units = |part: &str| part.encode_utf16().count();
    let start = units(text.get(..bytes.start)?);
    Some(start..start + units(text.get(bytes)?))
}

/// The ASCII character that a full-width form, a dash, a CJK comma or space or an honour's kanji stands for.
pub(crate) fn ascii(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from((c as u32 - 0xfee0) as u8),
        c if c.is_whitespace() => ' ',
        '、' => ',',
        '‐' | '–' | '−' | 'ー' => '-',
        '東' => 'E',
        '南' => 'S',
        '西' => 'W',
        '北' => 'N',
        '白' => 'P',
        '發' | '発' | '发' => 'F',
        '中' => 'C',
        c => c,
    }
}

pub(crate) fn suit_of(letter: char) -> Option<Suit> {
    Suit::ALL.into_iter().find(|s| s.letter() == letter)
}

/// The tile of a digit in a suit, 0 for the red five.
pub(crate) fn tile_of(suit: Suit, digit: u8) -> Option<Tile> {
    if digit == 0 { Tile::red_five(suit) } else { Kind::of(suit, digit.into()).map(Tile::plain) }
}

pub(crate) fn digit_of(c: char) -> Option<u8> {
    c.to_digit(10).map(|d| d as u8)
}

/// Where the reader is between two characters.
enum State {
    /// Between groups; whether a suit letter may open a group here, and whether one has just closed one.
    Between { opens: bool, closed: bool },
    /// Digits that wait for their suit, with their places.
    Digits(Vec<(Range<usize>, u8)>),
    /// After a suit letter that came first.
    Suit { suit: Suit, at: Range<usize>, empty: bool },
}

/// Reads any number of tiles; the order is kept. See the [module](self) for what is accepted.
///
/// ```
/// use nanikiru::tile::notation::{parse_tiles, to_mpsz};
/// assert_eq!(to_mpsz(parse_tiles("1 2 3 m ５ｐｒ E E").unwrap()), "123m0p11z");
/// assert_eq!(parse_tiles("m340p12"), parse_tiles("340m12p"));
/// let error = parse_tiles("123m89z").unwrap_err();
/// assert_eq!((error.at, error.text.as_str()), (4..5, "8"));
/// ```
pub fn parse_tiles(text: &str) -> Result<Vec<Tile>, NotationError> {
    let mut tiles = Vec::new();
    let mut state = State::Between { opens: true, closed: false };
    let fail = |problem, at| NotationError::new(problem, text, at);
    let finish = |state: &State| match state {
        State::Between { .. } => Ok(()),
        State::Digits(digits) => {
            Err(fail(Problem::NoSuit, digits[0].0.start..digits[digits.len() - 1].0.end))
        }
        State::Suit { at, empty: true, .. } => Err(fail(Problem::NoDigits, at.clone())),
        State::Suit { .. } => Ok(()),
    };
    // where the last picture ends
    let mut pictured = None;
    for (start, written) in text.char_indices() {
        let at = start..start + written.len_utf8();
        let c = ascii(written);
        if matches!(written, TEXT_STYLE | EMOJI_STYLE) && pictured == Some(start) {
            continue;
        }
        if c == ' ' {
            if matches!(state, State::Between { .. } | State::Suit { empty: false, .. }) {
                state = State::Between { opens: true, closed: false };
            }
        } else if let Some(digit) = digit_of(c) {
            match &mut state {
                State::Between { .. } => state = State::Digits(vec![(at, digit)]),
                State::Digits(digits) => digits.push((at, digit)),
                State::Suit { suit, empty, .. } => {
                    tiles.push(tile_of(*suit, digit).ok_or_else(|| fail(Problem::NoSuchTile, at))?);
                    *empty = false;
                }
            }
        } else if let Some(suit) = suit_of(c) {
            state = match state {
                State::Digits(digits) => {
                    for (at, digit) in digits {
                        tiles.push(tile_of(suit, digit).ok_or_else(|| fail(Problem::NoSuchTile, at))?);
                    }
                    State::Between { opens: false, closed: true }
                }
                State::Between { opens: false, .. } => return Err(fail(Problem::NoDigits, at)),
                State::Suit { empty: true, at, .. } => return Err(fail(Problem::NoDigits, at)),
                _ => State::Suit { suit, at, empty: true },
            };
        } else if c == 'r' && matches!(state, State::Between { closed: true, .. }) {
            let last = tiles.last_mut().expect("a group that closed has a tile");
            if !last.kind().is_five() || last.is_red() {
                return Err(fail(Problem::NotAFive, at));
            }
            *last = Tile::red_five(last.kind().suit()).expect("fives are of number suits");
            state = State::Between { opens: false, closed: false };
        } else if let Some(tile) = honour_of(c).or_else(|| picture_of(written)) {
            finish(&state)?;
            pictured = Some(at.end);
            tiles.push(tile);
            let opens = matches!(state, State::Between { opens: true, .. } | State::Suit { .. });
            state = State::Between { opens, closed: false };
        } else {
            return Err(fail(Problem::Unexpected, at));
        }
    }
    finish(&state)?;
    Ok(tiles)
}

/// The honour that mjai writes with this letter.
fn honour_of(letter: char) -> Option<Tile> {
    let number = "ESWNPFC".find(letter)? + 1;
    Kind::of(Suit::Honour, number).map(Tile::plain)
}

/// What can follow a picture and says only how it is drawn (variation selectors 15 and 16).
const TEXT_STYLE: char = '\u{fe0e}';
const EMOJI_STYLE: char = '\u{fe0f}';

/// The tile of a picture in Unicode's block of mahjong tiles (U+1F000 to U+1F021): winds, dragons from red to white, man,
/// sou, pin.
fn picture_of(picture: char) -> Option<Tile> {
    let (suit, number) = match picture {
        '\u{1f000}'..='\u{1f003}' => (Suit::Honour, picture as u32 - 0x1f000 + 1),
        '\u{1f004}'..='\u{1f006}' => (Suit::Honour, 7 - (picture as u32 - 0x1f004)),
        '\u{1f007}'..='\u{1f00f}' => (Suit::Man, picture as u32 - 0x1f007 + 1),
        '\u{1f010}'..='\u{1f018}' => (Suit::Sou, picture as u32 - 0x1f010 + 1),
        '\u{1f019}'..='\u{1f021}' => (Suit::Pin, picture as u32 - 0x1f019 + 1),
        _ => return None,
    };
    Kind::of(suit, number as usize).map(Tile::plain)
}

/// Writes tiles in their order, one letter for each row of tiles of one suit: `123m406p11z`.
pub fn to_mpsz(tiles: impl IntoIterator<Item = Tile>) -> String {
    let mut text = String::new();
    let mut open: Option<Suit> = None;
    for tile in tiles {
        let suit = tile.kind().suit();
        if let Some(before) = open.replace(suit).filter(|&before| before != suit) {
            text.push(before.letter());
        }
        let digit = if tile.is_red() { 0 } else { tile.kind().number() };
        write!(text, "{digit}").expect("a String takes everything");
    }
    text.extend(open.map(Suit::letter));
    text
}

/// The tiles of counts in the order of kinds, a red five (of those in `reds`) before the plain ones.
pub fn tiles(counts: &Counts, reds: Reds) -> impl Iterator<Item = Tile> + '_ {
    counts.iter().flat_map(move |(kind, n)| {
        let red = Tile::red_five(kind.suit()).filter(|t| t.kind() == kind && reds.contains(kind.suit()));
        red.into_iter().chain(std::iter::repeat(Tile::plain(kind))).take(n)
    })
}

impl FromStr for Tile {
    type Err = NotationError;

    /// One tile in any notation of [`parse_tiles`].
    fn from_str(text: &str) -> Result<Tile, NotationError> {
        match parse_tiles(text)?[..] {
            [tile] => Ok(tile),
            _ => Err(NotationError::new(Problem::NotOne, text, 0..text.len())),
        }
    }
}

/// mjai's names in the order of [`Tile::index`].
const MJAI: [&str; Tile::COUNT] = [
    "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p",
    "9p", "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "E", "S", "W", "N", "P", "F", "C", "5mr",
    "5pr", "5sr",
];

impl Tile {
    /// mjai's name: `1m`, `5mr`, `E`.
    pub const fn mjai(self) -> &'static str {
        MJAI[self.index()]
    }

    /// The tile with this name in mjai, which has one name for each; mjai's unknown tile `?` is none.
    pub fn from_mjai(name: &str) -> Option<Tile> {
        MJAI.iter().position(|&n| n == name).and_then(Tile::new)
    }

    /// The number in tenhou.net/6 records: 11..=19 man, 21..=29 pin, 31..=39 sou, 41..=47 honours,
    /// 51, 52, 53 the red fives.
    pub const fn tenhou6(self) -> u8 {
        let suit = self.kind().suit() as u8 + 1;
        if self.is_red() { 50 + suit } else { suit * 10 + self.kind().number() as u8 }
    }

    /// The tile with this number in tenhou.net/6 records.
    pub fn from_tenhou6(number: u8) -> Option<Tile> {
        let suit = |i: u8| Suit::ALL.get(usize::from(i).checked_sub(1)?).copied();
        match (number / 10, number % 10) {
            (_, 0) => None,
            (5, n) => Tile::red_five(suit(n)?),
            (s, n) => tile_of(suit(s)?, n),
        }
    }

    /// The tile with one of Tenhou's ids 0..136, four to a kind; the first five of a suit in `reds` is red.
    pub fn from_tenhou_id(id: u8, reds: Reds) -> Option<Tile> {
        let kind = Kind::new(usize::from(id / 4))?;
        let red = kind.is_five() && id.is_multiple_of(4) && reds.contains(kind.suit());
        if red { Tile::red_five(kind.suit()) } else { Some(Tile::plain(kind)) }
    }

    /// Tenhou's ids of this tile when the red fives in `reds` are played: none if it is not among them.
    pub fn tenhou_ids(self, reds: Reds) -> impl Iterator<Item = u8> {
        let first = self.kind().index() as u8 * 4;
        (first..first + 4).filter(move |&id| Tile::from_tenhou_id(id, reds) == Some(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn mpsz(text: &str) -> String {
        to_mpsz(parse_tiles(text).unwrap())
    }

    #[test]
    fn every_tile_has_one_name_in_each_notation() {
        for tile in (0..Tile::COUNT).map(|i| Tile::new(i).unwrap()) {
            assert_eq!(tile.to_string().parse(), Ok(tile));
            assert_eq!(tile.mjai().parse(), Ok(tile));
            assert_eq!(Tile::from_mjai(tile.mjai()), Some(tile));
            assert_eq!(Tile::from_tenhou6(tile.tenhou6()), Some(tile));
            let ids: Vec<u8> = tile.tenhou_ids(Reds::ALL).collect();
            let expected = if tile.is_red() { 1 } else { 4 - usize::from(tile.kind().is_five()) };
            assert_eq!(ids.len(), expected, "{tile}");
        }
        assert_eq!((0..=255).filter_map(Tile::from_tenhou6).count(), Tile::COUNT);
        assert_eq!((0..=255).filter_map(|id| Tile::from_tenhou_id(id, Reds::ALL)).count(), 136);
        assert_eq!(["1m", "0s", "7z"].map(|t| t.parse::<Tile>().unwrap().tenhou6()), [11, 53, 47]);
        // Tenhou's red fives: 16, 52, 88
        let red = [16, 52, 88].map(|id| Tile::from_tenhou_id(id, Reds::ALL).unwrap());
        assert_eq!(to_mpsz(red), "0m0p0s");
        assert_eq!(Tile::from_tenhou_id(16, Reds::NONE), "5m".parse().ok());
        assert_eq!("0m".parse::<Tile>().unwrap().tenhou_ids(Reds::NONE).count(), 0);
    }

    #[test]
    fn lenient_forms() {
        for (text, expected) in [
            ("", ""),
            ("123m406p789s11z", "123m406p789s11z"),
            ("１２３ｍ　４０６ｐ", "123m406p"),
            ("1 2 3 m", "123m"),
            ("m340p12z7", "340m12p7z"),
            ("m 3 12p", "3m12p"),
            ("455mr5mr", "4500m"),
            ("1m2m5mr E S W N P F C", "120m1234567z"),
            ("東南西北白發中発", "12345676z"),
            ("EEm12", "11z12m"),
            ("m12Ep3", "12m1z3p"),
            ("🀇🀏🀙🀡🀐🀘🀀🀁🀂🀃🀆🀅🀄", "19m19p19s1234567z"),
            ("🀋🀄\u{fe0f}m12 🀝\u{fe0e}5pr", "5m7z12m50p"),
        ] {
            assert_eq!(mpsz(text), expected, "{text}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        use Problem::*;
        for (text, problem, at) in [
            ("123", NoSuit, 0..3),
            ("1m23 4", NoSuit, 2..6),
            ("123mp456s", NoDigits, 4..5),
            ("m", NoDigits, 0..1),
            ("m12p", NoDigits, 3..4),
            ("mp12", NoDigits, 0..1),
            ("12E", NoSuit, 0..2),
            ("18z", NoSuchTile, 1..2),
            ("z0", NoSuchTile, 1..2),
            ("4mr", NotAFive, 2..3),
            ("0mr", NotAFive, 2..3),
            ("5mrr", Unexpected, 3..4),
            ("5m r", Unexpected, 3..4),
            ("r", Unexpected, 0..1),
            ("12x", Unexpected, 2..3),
            ("１２３M", Unexpected, 9..10),
            ("1m😀", Unexpected, 2..6),
            ("🀪", Unexpected, 0..4),
            ("1m\u{fe0f}", Unexpected, 2..5),
            ("12🀀", NoSuit, 0..2),
        ] {
            let error = parse_tiles(text).unwrap_err();
            assert_eq!((error.problem, error.at.clone()), (problem, at.clone()), "{text}");
            assert_eq!(error.text, text[at], "{text}");
        }
        assert_eq!(utf16("１😀x", 7..8), Some(3..4));
        assert_eq!(utf16("１", 1..2), None);
        assert_eq!("12m".parse::<Tile>().unwrap_err().problem, NotOne);
    }

    proptest! {
        #[test]
        fn printing_and_parsing_round_trip(indices in prop::collection::vec(0..Tile::COUNT, 0..40)) {
            let tiles: Vec<Tile> = indices.into_iter().filter_map(Tile::new).collect();
            prop_assert_eq!(parse_tiles(&to_mpsz(tiles.iter().copied())).unwrap(), tiles.clone());
            let mjai: Vec<&str> = tiles.iter().map(|t| t.mjai()).collect();
            for between in ["", " ", "　"] {
                prop_assert_eq!(parse_tiles(&mjai.join(between)).unwrap(), tiles.clone());
            }
        }

        #[test]
        fn suit_first_is_the_same_as_suit_last(groups in prop::collection::vec(("[mps]", "[0-9]{1,9}"), 0..9)) {
            let first: String = groups.iter().map(|(suit, digits)| format!("{suit}{digits}")).collect();
            let last: String = groups.iter().map(|(suit, digits)| format!("{digits}{suit}")).collect();
            prop_assert_eq!(parse_tiles(&first).unwrap(), parse_tiles(&last).unwrap());
        }

        #[test]
        fn any_text_is_read_or_refused_at_a_place(text in "[0-9mpszrESWNPFC 　０-９ｍ東中x,\\-😀]{0,24}") {
            match parse_tiles(&text) {
                Ok(tiles) => prop_assert_eq!(parse_tiles(&to_mpsz(tiles.clone())).unwrap(), tiles),
                Err(error) => {
                    prop_assert!(!error.at.is_empty());
                    prop_assert_eq!(&text[error.at.clone()], &error.text);
                    // what stands before the place is right, or waits for its end
                    let before = parse_tiles(&text[..error.at.start]);
                    prop_assert!(before.is_ok() || before.is_err_and(|e|
                        matches!(e.problem, Problem::NoSuit | Problem::NoDigits)));
                }
            }
        }
    }
}
