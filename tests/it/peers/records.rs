//! The recorded hands and answers in ../shared/reference/ev.

use super::model::Figures;
use crate::shared::shared;
use nanikiru::hand::{Call, DrawnHand, From, Meld, Melds, Unseen};
use nanikiru::score::{Indicators, Table};
use nanikiru::tile::{Counts, Kind, Reds, Tile, Wind};
use serde::Deserialize;

/// Tiles by [`Tile::index`]: the plain ones by kind, then the red fives.
pub type Tiles = [u8; Tile::COUNT];

#[derive(Deserialize)]
struct RawHands {
    hands: Vec<RawHand>,
}

#[derive(Deserialize)]
struct RawHand {
    id: usize,
    hand37: Vec<u8>,
    wall37: Vec<u8>,
    wall_sum: u32,
    melds: Vec<RawMeld>,
    dora_indicators: Vec<usize>,
    bakaze: usize,
    jikaze: usize,
    turn: usize,
}

#[derive(Deserialize)]
struct RawMeld {
    r#type: String,
    tiles: Vec<usize>,
}

/// A drawn hand and what its player sees.
pub struct Position {
    /// The concealed tiles.
    pub held: Tiles,
    pub melds: Melds,
    pub unseen: Tiles,
    pub table: Table,
    /// The player's turn in the round, from 1.
    pub turn: usize,
}

/// Recorded answers for one hand.
#[derive(Deserialize)]
pub struct Answer {
    pub id: usize,
    pub shanten: i32,
    pub candidates: Vec<Candidate>,
    /// Waiting and drawn hands that were visited.
    pub vertices: Option<usize>,
}

/// One discard with its figures by turn; none where the engine did not search.
#[derive(Deserialize)]
pub struct Candidate {
    tile: usize,
    /// Kinds that lower the shanten.
    pub ukeire_types: usize,
    /// Unseen tiles of those.
    pub ukeire: u32,
    tenpai: Vec<f64>,
    win: Vec<f64>,
    ev: Vec<f64>,
}

impl Answer {
    /// Whether there are figures: hands far from a win have only ukeire.
    pub fn is_searched(&self) -> bool {
        self.candidates.iter().any(|candidate| !candidate.win.is_empty())
    }
}

impl Candidate {
    pub fn tile(&self) -> Tile {
        Tile::new(self.tile).unwrap()
    }

    /// The figures that it has, turn by turn.
    pub fn figures(&self) -> impl Iterator<Item = Figures> {
        let rates = self.tenpai.iter().zip(&self.win);
        rates.zip(&self.ev).map(|((&tenpai, &win), &points)| Figures { tenpai, win, points })
    }
}

#[derive(Deserialize)]
struct RawAnswers {
    hands: Vec<Answer>,
}

/// The positions and one engine's answers.
pub fn read(answers: &str) -> Vec<(Position, Answer)> {
    let text = |name: &str| std::fs::read_to_string(shared("reference/ev").join(name)).unwrap();
    let hands: RawHands = serde_json::from_str(&text("hands.json")).unwrap();
    let answers: RawAnswers = serde_json::from_str(&text(answers)).unwrap();
    let position = |id| Position::of(hands.hands.iter().find(|h| h.id == id).unwrap());
    answers.hands.into_iter().map(|answer| (position(answer.id), answer)).collect()
}

impl Position {
    fn of(raw: &RawHand) -> Position {
        let kind = |i| Kind::new(i).unwrap();
        let indicators: Vec<Kind> =
            raw.dora_indicators.iter().map(|&i| Tile::new(i).unwrap().kind()).collect();
        let wind = |i: usize| Wind::ALL[i - 27];
        let unseen = apart(&raw.wall37);
        assert_eq!(unseen.iter().map(|&n| u32::from(n)).sum::<u32>(), raw.wall_sum);
        let meld = |raw: &RawMeld| {
            let claimed = Tile::plain(kind(raw.tiles[0]));
            let call = match &raw.r#type[..] {
                "chi" => Call::Chi { claimed },
                "pon" => Call::Pon { from: From::Left, claimed },
                "ankan" => Call::Ankan,
                other => panic!("a meld of type {other}"),
            };
            Meld::new(call, claimed.kind(), false).unwrap()
        };
        Position {
            held: apart(&raw.hand37),
            melds: raw.melds.iter().map(meld).collect(),
            unseen,
            table: Table {
                round: wind(raw.bakaze),
                seat: wind(raw.jikaze),
                dora: Indicators::new(&indicators).unwrap(),
            },
            turn: raw.turn,
        }
    }

    pub fn hand(&self) -> DrawnHand {
        let (concealed, reds) = kinds(&self.held);
        DrawnHand::new(concealed, reds, self.melds.clone()).unwrap()
    }

    pub fn unseen(&self) -> Unseen {
        let (unseen, reds) = kinds(&self.unseen);
        Unseen::new(&Counts::new(unseen.as_array().map(|n| 4 - n)).unwrap(), reds).unwrap()
    }
}

/// Counts of kinds, and the red fives among them.
pub fn kinds(tiles: &Tiles) -> (Counts, Reds) {
    let mut counts: [u8; Kind::COUNT] = tiles[..Kind::COUNT].try_into().unwrap();
    let mut reds = Reds::NONE;
    for red in all_tiles().filter(|t| t.is_red() && tiles[t.index()] > 0) {
        counts[red.kind().index()] += 1;
        reds = reds.with(red.kind().suit());
    }
    (Counts::new(counts).unwrap(), reds)
}

/// The 37 tiles.
pub fn all_tiles() -> impl Iterator<Item = Tile> {
    (0..Tile::COUNT).filter_map(Tile::new)
}

/// The records count a red five as a five, too; here each tile counts once.
fn apart(counts: &[u8]) -> Tiles {
    let mut tiles: Tiles = counts.try_into().unwrap();
    for red in all_tiles().filter(|t| t.is_red()) {
        tiles[red.kind().index()] -= tiles[red.index()];
    }
    tiles
}
