//! Hands and melds as text.
//!
//! A hand is its concealed tiles ([`parse_tiles`]), then its melds, each after a comma or in round or
//! square brackets: `123m456p11z,m12-3,p555+` is `123m456p11z(m12-3)[p555+]`. A comma may end the text.
//!
//! A meld is its digits with the suit before (majiang) or behind them, `0` for a red five, and a sign
//! after the claimed tile that says whose it was: `-` left, `=` across, `+` right.
//!
//! | meld | written | also read |
//! |---|---|---|
//! | chi, 2m claimed | `m12-3` | `m2-13`, `12-3m` |
//! | pon from the right | `p555+` | `p55+5` |
//! | pon, the claimed five red / another five red | `p550+` / `p055+` | `p0+55` / `p505+` |
//! | concealed kan | `s8888` | |
//! | open kan from the left | `z1111-` | |
//! | added kan: pon from across, then the fourth | `z111=1` | |
//!
//! Forms without the claimed tile, such as `123m` or riichienv's `(p5z0)`, are refused.

use super::{Call, Deck, DrawnHand, From as Claimed, HandError, Meld, MeldError, Melds, WaitingHand};
use crate::sort;
use crate::tile::notation::{self, NotationError, Problem, ascii, digit_of, parse_tiles, suit_of, to_mpsz};
use crate::tile::{Counts, Kind, Reds, Suit, Tile};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Where a text is no meld, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` {problem}")]
pub struct MeldTextError {
    /// What is wrong there.
    pub problem: MeldProblem,
    /// The offending part, in bytes of the text.
    pub at: Range<usize>,
    /// The offending part as it was written.
    pub text: String,
}

/// Why a text is no meld.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MeldProblem {
    /// A character that melds do not use, a missing suit, a tile that does not exist.
    #[error(transparent)]
    Notation(Problem),
    /// Neither a run, nor three or four of a kind.
    #[error("is neither a run nor three or four of a kind")]
    NoGroup,
    /// No sign, more than one, or one in the wrong place.
    #[error("needs one sign after the claimed tile: - from the left, = across, + right")]
    Sign,
    /// A chi from another player than the left one.
    #[error("is no chi: only the left player's discard can be claimed for a run, with -")]
    NotLeft,
    /// Tiles that do not go together.
    #[error("is no meld: {0}")]
    Meld(MeldError),
}

impl From<NotationError> for MeldTextError {
    fn from(NotationError { problem, at, text }: NotationError) -> MeldTextError {
        MeldTextError { problem: MeldProblem::Notation(problem), at, text }
    }
}

/// Why a text is no hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HandTextError {
    /// The concealed tiles, or a bracket that is not closed.
    #[error(transparent)]
    Tiles(#[from] NotationError),
    /// A meld.
    #[error(transparent)]
    Meld(#[from] MeldTextError),
    /// Tiles and melds that are well written but no hand of this size.
    #[error(transparent)]
    Hand(#[from] HandError),
}

fn sign_of(c: char) -> Option<Claimed> {
    match c {
        '-' => Some(Claimed::Left),
        '=' => Some(Claimed::Across),
        '+' => Some(Claimed::Right),
        _ => None,
    }
}

const fn sign(from: Claimed) -> char {
    match from {
        Claimed::Left => '-',
        Claimed::Across => '=',
        Claimed::Right => '+',
    }
}

/// The digits and signs of a meld as they stand, before anything is made of them.
struct Signs {
    tiles: Vec<Tile>,
    /// Signs, each with the index of the tile that it follows.
    marks: Vec<(usize, Claimed)>,
}

fn signs(text: &str) -> Result<Signs, NotationError> {
    let fail = |problem, at| NotationError::new(problem, text, at);
    let (mut suit, mut closed) = (None, false);
    let mut digits: Vec<(Range<usize>, u8)> = Vec::new();
    let mut marks = Vec::new();
    for (start, written) in text.char_indices() {
        let at = start..start + written.len_utf8();
        let c = ascii(written);
        if c == ' ' {
        } else if let Some(digit) = digit_of(c).filter(|_| !closed) {
            digits.push((at, digit));
        } else if let (Some(from), Some(last)) = (sign_of(c), digits.len().checked_sub(1)) {
            marks.push((last, from));
        } else if let Some(found) = suit_of(c).filter(|_| suit.is_none()) {
            (suit, closed) = (Some(found), !digits.is_empty());
        } else {
            return Err(fail(Problem::Unexpected, at));
        }
    }
    let Some(suit) = suit else { return Err(fail(Problem::NoSuit, 0..text.len())) };
    let tile = |(at, digit)| notation::tile_of(suit, digit).ok_or_else(|| fail(Problem::NoSuchTile, at));
    let tiles: Vec<Tile> = digits.into_iter().map(tile).collect::<Result<_, _>>()?;
    if tiles.is_empty() { Err(fail(Problem::NoDigits, 0..text.len())) } else { Ok(Signs { tiles, marks }) }
}

impl FromStr for Meld {
    type Err = MeldTextError;

    /// Reads one meld; see the [module](self) for the scheme.
    ///
    /// ```
    /// use nanikiru::hand::{Call, From, Meld};
    /// let meld: Meld = "p55+0".parse().unwrap();
    /// assert_eq!(meld.call(), Call::Pon { from: From::Right, claimed: "5p".parse().unwrap() });
    /// assert_eq!(meld.to_string(), "p055+");
    /// ```
    fn from_str(text: &str) -> Result<Meld, MeldTextError> {
        let Signs { tiles, marks } = signs(text)?;
        let fail = |problem| MeldTextError { problem, at: 0..text.len(), text: text.into() };
        let mut kinds: Vec<Kind> = tiles.iter().map(|t| t.kind()).collect();
        sort::by(&mut kinds, Ord::cmp);
        let same = kinds.first() == kinds.last();
        let run = kinds.windows(2).all(|w| w[1].index() == w[0].index() + 1);
        let call = match (tiles.len(), &marks[..]) {
            (4, []) if same => Call::Ankan,
            (3, &[(i, from)]) if same => Call::Pon { from, claimed: tiles[i] },
            (4, &[(3, from)]) if same => Call::Daiminkan { from, claimed: tiles[3] },
            (4, &[(2, from)]) if same => Call::Kakan { from, claimed: tiles[2], added: tiles[3] },
            (3, &[(i, Claimed::Left)]) if run => Call::Chi { claimed: tiles[i] },
            (3, &[_]) if run => return Err(fail(MeldProblem::NotLeft)),
            (3, _) if same || run => return Err(fail(MeldProblem::Sign)),
            (4, _) if same => return Err(fail(MeldProblem::Sign)),
            _ => return Err(fail(MeldProblem::NoGroup)),
        };
        let reds = tiles.iter().filter(|t| t.is_red()).count();
        let made = match reds {
            0 | 1 => Meld::new(call, kinds[0], reds == 1),
            _ => Err(MeldError::NoRedFive { kind: kinds[0] }),
        };
        made.map_err(|reason| fail(MeldProblem::Meld(reason)))
    }
}

impl fmt::Display for Meld {
    /// The first column of the [module](self)'s table; reading it back gives the same meld.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named: &[Tile] = match &self.call() {
            Call::Ankan => &[],
            Call::Chi { claimed } | Call::Pon { claimed, .. } | Call::Daiminkan { claimed, .. } => {
                &[*claimed]
            }
            Call::Kakan { claimed, added, .. } => &[*claimed, *added],
        };
        // the red five is one of the named tiles, or else of the player's own
        let mut red = self.has_red() && !named.iter().any(|t| t.is_red());
        let mut own = |kind: Kind| {
            let tile = Tile::red_five(kind.suit()).filter(|_| kind.is_five() && red);
            red &= tile.is_none();
            tile.unwrap_or(Tile::plain(kind))
        };
        let digit = |tile: Tile| if tile.is_red() { 0 } else { tile.kind().number() };
        write!(f, "{}", self.kind().suit().letter())?;
        if let Call::Chi { claimed } = self.call() {
            for (kind, _) in self.kinds() {
                match kind == claimed.kind() {
                    true => write!(f, "{}-", digit(claimed))?,
                    false => write!(f, "{}", digit(own(kind)))?,
                }
            }
            return Ok(());
        }
        let size = if self.is_kan() { 4 } else { 3 };
        for _ in named.len()..size {
            write!(f, "{}", digit(own(self.kind())))?;
        }
        match self.call() {
            Call::Pon { from, claimed } | Call::Daiminkan { from, claimed } => {
                write!(f, "{}{}", digit(claimed), sign(from))
            }
            Call::Kakan { from, claimed, added } => {
                write!(f, "{}{}{}", digit(claimed), sign(from), digit(added))
            }
            Call::Ankan | Call::Chi { .. } => Ok(()),
        }
    }
}

/// Tiles and melds as they were written, not yet known to be a hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RawHand {
    /// The concealed tiles in the order given.
    pub tiles: Vec<Tile>,
    /// The melds in the order given.
    pub melds: Vec<Meld>,
}

impl RawHand {
    /// As a drawn hand: 14 tiles, a meld counted as three.
    pub fn drawn(&self) -> Result<DrawnHand, HandError> {
        self.drawn_of(Deck::Four)
    }

    /// The same from any deck.
    pub fn drawn_of(&self, deck: Deck) -> Result<DrawnHand, HandError> {
        let (concealed, reds, melds) = self.parts(DrawnHand::SIZE)?;
        DrawnHand::of(deck, concealed, reds, melds)
    }

    /// As a waiting hand: 13 tiles, a meld counted as three.
    pub fn waiting(&self) -> Result<WaitingHand, HandError> {
        self.waiting_of(Deck::Four)
    }

    /// The same from any deck.
    pub fn waiting_of(&self, deck: Deck) -> Result<WaitingHand, HandError> {
        let (concealed, reds, melds) = self.parts(WaitingHand::SIZE)?;
        WaitingHand::of(deck, concealed, reds, melds)
    }

    fn parts(&self, expected: usize) -> Result<(Counts, Reds, Melds), HandError> {
        let size = HandError::Size { concealed: self.tiles.len(), melds: self.melds.len(), expected };
        if self.tiles.len() + 3 * self.melds.len() != expected {
            return Err(size);
        }
        let melds = Melds::try_from(&self.melds[..]).map_err(|_| size)?;
        let mut counts = [0u8; 34];
        self.tiles.iter().for_each(|t| counts[t.kind().index()] += 1);
        let concealed = Counts::new(counts).map_err(|_| {
            let kind = Kind::ALL.into_iter().find(|k| counts[k.index()] > 4).expect("Counts found one");
            HandError::TooManyCopies { kind, count: counts[kind.index()].into() }
        })?;
        let mut reds = Reds::NONE;
        for suit in Suit::NUMBERS {
            let count = self.tiles.iter().filter(|t| t.is_red() && t.kind().suit() == suit).count();
            match (count, Tile::red_five(suit)) {
                (2.., Some(tile)) => return Err(HandError::RedFive { tile, count }),
                (1, _) => reds = reds.with(suit),
                _ => {}
            }
        }
        Ok((concealed, reds, melds))
    }
}

impl FromStr for RawHand {
    type Err = HandTextError;

    /// Reads concealed tiles and melds; see the [module](self) for the scheme.
    fn from_str(text: &str) -> Result<RawHand, HandTextError> {
        let place = |i: usize| i..i + text[i..].chars().next().map_or(0, char::len_utf8);
        let unexpected = |i: usize| NotationError::new(Problem::Unexpected, text, place(i));
        let separators =
            text.char_indices().map(|(i, c)| (i, ascii(c))).filter(|&(_, c)| ",()[]".contains(c));
        let mut hand = RawHand::default();
        // where the part that is being read starts, and its bracket with its place
        let (mut start, mut open): (usize, Option<(char, usize)>) = (0, None);
        // nothing but spaces may stand between a closed bracket and the next separator
        let (mut first, mut closed) = (true, false);
        for (i, c) in separators.chain([(text.len(), ',')]) {
            let part = &text[start..i];
            let blank = part.chars().all(|c| ascii(c) == ' ');
            match (open, c) {
                (Some(('(', _)), ')') | (Some(('[', _)), ']') if !blank => {
                    hand.melds.push(meld(part, start)?);
                    (open, closed) = (None, true);
                }
                (Some((_, at)), _) if i == text.len() => return Err(unexpected(at).into()),
                (Some(_), _) | (None, ')' | ']') => return Err(unexpected(i).into()),
                (None, _) => {
                    if first {
                        hand.tiles = parse_tiles(part)?;
                    } else if closed && !blank {
                        return Err(unexpected(start + part.find(|c| ascii(c) != ' ').unwrap_or(0)).into());
                    } else if !closed && !blank {
                        hand.melds.push(meld(part, start)?);
                    } else if !closed && i < text.len() && c == ',' {
                        return Err(unexpected(i).into());
                    }
                    first = false;
                    closed = false;
                    open = (c != ',').then_some((c, i));
                }
            }
            start = place(i).end;
        }
        Ok(hand)
    }
}

/// Reads a meld that starts at byte `offset` of the whole text, spaces around it left out.
fn meld(part: &str, offset: usize) -> Result<Meld, MeldTextError> {
    let trimmed = part.trim_start();
    let offset = offset + part.len() - trimmed.len();
    trimmed
        .trim_end()
        .parse()
        .map_err(|e: MeldTextError| MeldTextError { at: e.at.start + offset..e.at.end + offset, ..e })
}

macro_rules! hand_text {
    ($($name:ident, $check:ident);+) => {$(
        impl FromStr for $name {
            type Err = HandTextError;

            fn from_str(text: &str) -> Result<$name, HandTextError> {
                Ok(text.parse::<RawHand>()?.$check()?)
            }
        }

        impl fmt::Display for $name {
            /// Sorted tiles, then the melds after commas; reading it back gives the same hand.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&to_mpsz(notation::tiles(self.concealed(), self.reds())))?;
                self.melds().iter().try_for_each(|meld| write!(f, ",{meld}"))
            }
        }
    )+};
}

hand_text!(WaitingHand, waiting; DrawnHand, drawn);

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_from() -> impl Strategy<Value = Claimed> {
        prop::sample::select(vec![Claimed::Left, Claimed::Across, Claimed::Right])
    }

    /// Every meld that can exist: call, kind, red five claimed, added, own or none.
    pub(crate) fn any_meld() -> impl Strategy<Value = Meld> {
        (0..5usize, 0..34usize, any_from(), 0..3usize, 0..4usize).prop_filter_map(
            "tiles fit the call",
            |(call, kind, from, step, red)| {
                let kind = Kind::new(kind)?;
                let tile = |kind: Kind, red: bool| match Tile::red_five(kind.suit()) {
                    Some(tile) if red && kind.is_five() => tile,
                    _ => Tile::plain(kind),
                };
                let claimed = tile(kind, red == 1);
                let call = match call {
                    0 => Call::Chi { claimed: tile(Kind::new(kind.index() + step)?, red == 1) },
                    1 => Call::Pon { from, claimed },
                    2 => Call::Ankan,
                    3 => Call::Daiminkan { from, claimed },
                    _ => Call::Kakan { from, claimed, added: tile(kind, red == 2) },
                };
                Meld::new(call, kind, red > 0).ok()
            },
        )
    }

    #[test]
    fn melds_are_unambiguous() {
        let of = |text: &str| text.parse::<Meld>().unwrap();
        let tile = |text: &str| text.parse::<Tile>().unwrap();
        assert_eq!(of("m12-3").call(), Call::Chi { claimed: tile("2m") });
        assert_eq!(of("m12-3").kind(), Kind::ALL[0]);
        assert_eq!(of("s888+8").call(), {
            Call::Kakan { from: Claimed::Right, claimed: tile("8s"), added: tile("8s") }
        });
        assert_eq!(of("z1111+").call(), Call::Daiminkan { from: Claimed::Right, claimed: tile("E") });
        assert_eq!(of("p5550=").call(), Call::Daiminkan { from: Claimed::Across, claimed: tile("0p") });
        assert_eq!(of("p0555").call(), Call::Ankan);
        assert!(of("p0555").has_red() && !of("p5555").has_red());
        for (read, written) in [
            ("m2-13", "m12-3"),
            ("１２－３ｍ", "m12-3"),
            ("m 12 - 3", "m12-3"),
            ("p3-04", "p3-40"),
            ("p0+55", "p550+"),
            ("p505+", "p055+"),
            ("p5550", "p0555"),
            ("p505=5", "p055=5"),
            ("p550=5", "p550=5"),
            ("p555=0", "p555=0"),
        ] {
            assert_eq!(of(read).to_string(), written, "{read}");
        }
    }

    #[test]
    fn what_is_no_meld() {
        use MeldProblem::*;
        for (text, problem) in [
            ("m123", Sign),
            ("m1-2-3", Sign),
            ("m12+3", NotLeft),
            ("m111", Sign),
            ("m11+11", Sign),
            ("m1111--", Sign),
            ("m12", NoGroup),
            ("m12345", NoGroup),
            ("m122-", NoGroup),
            ("m891-", NoGroup),
            ("m11111-", NoGroup),
            ("p00+5", Meld(MeldError::NoRedFive { kind: Kind::ALL[13] })),
            ("z12-3", Meld(MeldError::NoRun { lowest: Kind::ALL[27] })),
            ("z888-", Notation(Problem::NoSuchTile)),
            ("-m123", Notation(Problem::Unexpected)),
            ("p5z0", Notation(Problem::Unexpected)),
            ("12-3", Notation(Problem::NoSuit)),
            ("m", Notation(Problem::NoDigits)),
            ("", Notation(Problem::NoSuit)),
        ] {
            assert_eq!(text.parse::<super::Meld>().unwrap_err().problem, problem, "{text}");
        }
    }

    #[test]
    fn hands_in_every_writing() {
        let hand: DrawnHand = "123m456p11z,m12-3,p555+".parse().unwrap();
        for text in [
            "123m456p11z(m12-3)[p555+]",
            " 11z m123 p456 , 2-13m , p55+5 ,",
            "１１ｚ１２３ｍ４５６ｐ（ｍ１２－３）、ｐ５５５＋",
            "m123p456z11,m12-3(p555+)",
        ] {
            assert_eq!(text.parse(), Ok(hand.clone()), "{text}");
        }
        assert_eq!(hand.to_string(), "123m456p11z,m12-3,p555+");
        let error = |text: &str| text.parse::<RawHand>().unwrap_err();
        for (text, at) in [
            ("123m(m12-3", 4..5),
            ("123m(m12-3]", 10..11),
            ("123m)", 4..5),
            ("123m()", 5..6),
            ("123m,,m12-3", 5..6),
            ("123m(m12-3)4p", 11..12),
            ("123m,m12-x", 9..10),
            ("123m, m122-", 6..11),
            ("12x", 2..3),
        ] {
            let found = match error(text) {
                HandTextError::Tiles(e) => e.at,
                HandTextError::Meld(e) => e.at,
                HandTextError::Hand(e) => panic!("{text}: {e}"),
            };
            assert_eq!(found, at, "{text}");
        }
    }

    #[test]
    fn what_is_no_hand() {
        let refused = |text: &str| text.parse::<RawHand>().unwrap().drawn().unwrap_err();
        let kind = |i: usize| Kind::ALL[i];
        assert_eq!(refused("123m"), HandError::Size { concealed: 3, melds: 0, expected: 14 });
        assert_eq!(
            refused("11z,m1-23,m1-23,m1-23,m1-23,m1-23"),
            HandError::Size { concealed: 2, melds: 5, expected: 14 }
        );
        assert_eq!(refused("11111m123456789p"), HandError::TooManyCopies { kind: kind(0), count: 5 });
        assert_eq!(refused("11m123456789p,m111+"), HandError::TooManyCopies { kind: kind(0), count: 5 });
        let tile = "0p".parse().unwrap();
        assert_eq!(refused("00123456789p111m"), HandError::RedFive { tile, count: 2 });
        assert_eq!(refused("01234678p111m,p06-7"), HandError::RedFive { tile, count: 2 });
    }

    proptest! {
        #[test]
        fn melds_round_trip(meld in any_meld()) {
            prop_assert_eq!(meld.to_string().parse(), Ok(meld));
        }

        #[test]
        fn hands_round_trip(
            tiles in prop::collection::vec(0..Tile::COUNT, 14),
            melds in prop::collection::vec(any_meld(), 0..4),
        ) {
            let mut tiles: Vec<Tile> = tiles.into_iter().filter_map(Tile::new).collect();
            tiles.truncate(14 - 3 * melds.len());
            let raw = RawHand { tiles, melds };
            if let Ok(hand) = raw.drawn() {
                prop_assert_eq!(hand.to_string().parse(), Ok(hand));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9mpszrE ,()\\[\\]=+\\-（ー😀]{0,24}") {
            match text.parse::<RawHand>() {
                Ok(raw) => { let _ = (raw.drawn(), raw.waiting()); }
                Err(HandTextError::Tiles(e)) => prop_assert_eq!(&text[e.at], &e.text),
                Err(HandTextError::Meld(e)) => prop_assert_eq!(&text[e.at], &e.text),
                Err(HandTextError::Hand(e)) => prop_assert!(false, "{}", e),
            }
        }
    }
}
