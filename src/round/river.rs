//! A river as text.
//!
//! A river is its discards in order, each with its marks behind it, and the own kans between them:
//! `1z9m-4p*7s^W+8s2p-`.
//!
//! | written | meaning |
//! |---|---|
//! | `9m` | out of the hand (tedashi) |
//! | `9m-` | as it was drawn (tsumogiri) |
//! | `9m*` | riichi was declared with it |
//! | `9m^W` | called by West; the others' melds say it, too, so that it is only needed where they fit two discards |
//! | `+8s` | a kan of 8s was declared in this turn, concealed or added; without it as late as it can have been |
//! | `f4z` | a north was set aside in this turn (kita), with three players |
//!
//! Tiles are in any notation of [`parse_tiles`], and a mark may stand behind a digit as behind its suit:
//! `19-m`, `E-`. What is written has the suit behind each tile.

use super::event::Manner;
use crate::tile::notation::{NotationError, Problem, ascii, digit_of, parse_tiles};
use crate::tile::{Kind, Tile, Wind};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One thing in a river.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RiverEntry {
    /// A discard.
    Discard {
        /// The tile.
        tile: Tile,
        /// From the hand or as drawn.
        manner: Manner,
        /// Whether riichi was declared with it.
        riichi: bool,
        /// Who called it, if that is said here.
        called_by: Option<Wind>,
    },
    /// A concealed or added kan between a draw and its replacement.
    Kan {
        /// Its kind.
        kind: Kind,
    },
    /// A north set aside between a draw and its replacement.
    Kita,
}

/// Discards and own kans of one player in order; not yet known to fit a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct River(pub Vec<RiverEntry>);

impl River {
    /// The discards alone.
    pub fn discards(&self) -> impl Iterator<Item = Tile> + '_ {
        self.0.iter().filter_map(|step| match step {
            RiverEntry::Discard { tile, .. } => Some(*tile),
            RiverEntry::Kan { .. } | RiverEntry::Kita => None,
        })
    }

    /// How many norths were set aside.
    pub fn kita(&self) -> usize {
        self.0.iter().filter(|step| matches!(step, RiverEntry::Kita)).count()
    }
}

const WINDS: &str = "ESWN";

/// What stands before and behind one tile.
#[derive(Clone, Copy, Default)]
struct Marks {
    kan: bool,
    kita: bool,
    drawn: bool,
    riichi: bool,
    called_by: Option<Wind>,
}

impl FromStr for River {
    type Err = NotationError;

    /// Reads a river; see the module's table.
    ///
    /// ```
    /// use nanikiru::round::River;
    /// let river: River = "19-m 0p* E^W +8s".parse().unwrap();
    /// assert_eq!(river.to_string(), "1m9m-0p*1z^W+8s");
    /// ```
    fn from_str(text: &str) -> Result<River, NotationError> {
        let fail = |at: Range<usize>| NotationError::new(Problem::Unexpected, text, at);
        // the tiles without the marks, and where each of their characters stood
        let (mut plain, mut places, mut tile_places) = (String::new(), Vec::new(), Vec::new());
        let mut marks: Vec<Marks> = Vec::new();
        // what stands before a tile: a kan or a north set aside
        let mut before: Option<(char, Range<usize>)> = None;
        let mut characters = text.char_indices();
        while let Some((start, written)) = characters.next() {
            let at = start..start + written.len_utf8();
            let c = ascii(written);
            let last = marks.last_mut().filter(|last| before.is_none() && !last.kan && !last.kita);
            match (c, last) {
                ('-', Some(last)) if !last.drawn => last.drawn = true,
                ('*', Some(last)) if !last.riichi => last.riichi = true,
                ('^', Some(last)) if last.called_by.is_none() => {
                    let wind = characters.next().and_then(|(_, c)| WINDS.find(ascii(c)));
                    last.called_by = Some(Wind::ALL[wind.ok_or_else(|| fail(at))?]);
                }
                ('+' | 'f', _) if before.is_none() => before = Some((c, at)),
                ('-' | '*' | '^' | '+' | 'f', _) => return Err(fail(at)),
                _ => {
                    if digit_of(c).is_some() || "ESWNPFC".contains(c) {
                        let before = before.take().map(|(mark, _)| mark);
                        let (kan, kita) = (before == Some('+'), before == Some('f'));
                        marks.push(Marks { kan, kita, ..Marks::default() });
                        tile_places.push(at.clone());
                    }
                    places.extend(std::iter::repeat_n(at, written.len_utf8()));
                    plain.push(written);
                }
            }
        }
        if let Some((_, at)) = before {
            return Err(fail(at));
        }
        let tiles = parse_tiles(&plain).map_err(|error| {
            let place = |i: usize| places.get(i).cloned().unwrap_or(text.len()..text.len());
            let (first, last) = (place(error.at.start), place(error.at.end.max(1) - 1));
            NotationError::new(error.problem, text, first.start..last.end.max(first.start))
        })?;
        let north = Tile::plain(Kind::wind(Wind::North));
        if let Some(at) = tiles.iter().zip(&marks).position(|(&tile, marks)| marks.kita && tile != north) {
            return Err(fail(tile_places[at].clone()));
        }
        let step = |(tile, marks): (Tile, Marks)| match marks {
            Marks { kan: true, .. } => RiverEntry::Kan { kind: tile.kind() },
            Marks { kita: true, .. } => RiverEntry::Kita,
            Marks { drawn, riichi, called_by, .. } => {
                let manner = if drawn { Manner::Tsumogiri } else { Manner::Tedashi };
                RiverEntry::Discard { tile, manner, riichi, called_by }
            }
        };
        Ok(River(tiles.into_iter().zip(marks).map(step).collect()))
    }
}

impl fmt::Display for River {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|step| match *step {
            RiverEntry::Kan { kind } => write!(f, "+{kind}"),
            RiverEntry::Kita => f.write_str("f4z"),
            RiverEntry::Discard { tile, manner, riichi, called_by } => {
                write!(f, "{tile}")?;
                if manner == Manner::Tsumogiri {
                    f.write_str("-")?;
                }
                if riichi {
                    f.write_str("*")?;
                }
                match called_by {
                    Some(wind) => write!(f, "^{}", &WINDS[wind.index()..=wind.index()]),
                    None => Ok(()),
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_step() -> impl Strategy<Value = RiverEntry> {
        let tile = (0..Tile::COUNT).prop_filter_map("37 tiles", Tile::new);
        let wind = prop::option::of((0..4usize).prop_map(|i| Wind::ALL[i]));
        (any::<u8>(), tile, any::<bool>(), any::<bool>(), wind).prop_map(
            |(n, tile, drawn, riichi, called_by)| {
                let manner = if drawn { Manner::Tsumogiri } else { Manner::Tedashi };
                match n {
                    0..30 => RiverEntry::Kan { kind: tile.kind() },
                    30..50 => RiverEntry::Kita,
                    _ => RiverEntry::Discard { tile, manner, riichi, called_by },
                }
            },
        )
    }

    #[test]
    fn marks_belong_to_the_tile_before_them() {
        let read = |text: &str| text.parse::<River>().unwrap().to_string();
        for (text, written) in [
            ("", ""),
            ("1z9m-4p*7s-", "1z9m-4p*7s-"),
            ("19-m4*p", "1m9m-4p*"),
            ("m19- p0", "1m9m-0p"),
            ("5mr-E*-", "0m-1z-*"),
            ("１ｍ－ 東＊", "1m-1z*"),
            ("7^Ws", "7s^W"),
            ("7s^西-", "7s-^W"),
            ("+8s", "+8s"),
            ("1m+0p9p", "1m+5p9p"),
            ("1m-f4z9p*", "1m-f4z9p*"),
            ("fN1z-", "f4z1z-"),
        ] {
            assert_eq!(read(text), written, "{text}");
        }
    }

    #[test]
    fn what_is_no_river() {
        for (text, problem, wrong) in [
            ("-1m", Problem::Unexpected, "-"),
            ("1m--", Problem::Unexpected, "-"),
            ("1m*-*", Problem::Unexpected, "*"),
            ("1m^", Problem::Unexpected, "^"),
            ("1m^x", Problem::Unexpected, "^"),
            ("1m^s2p", Problem::Unexpected, "^"),
            ("1m+", Problem::Unexpected, "+"),
            ("1m++1p", Problem::Unexpected, "+"),
            ("+8s-", Problem::Unexpected, "-"),
            ("f4z-", Problem::Unexpected, "-"),
            ("f3z", Problem::Unexpected, "3"),
            ("1zf", Problem::Unexpected, "f"),
            ("+f4z", Problem::Unexpected, "f"),
            ("1m-8-9-z", Problem::NoSuchTile, "8"),
            ("1m-2", Problem::NoSuit, "2"),
            ("1-2-", Problem::NoSuit, "1-2"),
            ("1m-x", Problem::Unexpected, "x"),
        ] {
            let error = text.parse::<River>().unwrap_err();
            assert_eq!((error.problem, error.text.as_str()), (problem, wrong), "{text}");
        }
    }

    proptest! {
        #[test]
        fn rivers_round_trip(steps in prop::collection::vec(any_step(), 0..30)) {
            let river = River(steps);
            prop_assert_eq!(river.to_string().parse(), Ok(river));
        }

        #[test]
        fn any_text_is_read_or_refused_at_its_place(text in "[0-9mpszrfEW^*+ー -]{0,24}") {
            if let Err(error) = text.parse::<River>() {
                prop_assert_eq!(&text[error.at], &error.text);
            }
        }
    }
}
