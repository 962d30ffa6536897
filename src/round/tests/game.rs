//! Rounds written down shortly.

use super::*;

/// `"19m0p"` as tiles.
pub(super) fn tiles(text: &str) -> Vec<Tile> {
    let mut numbers = Vec::new();
    let mut tiles = Vec::new();
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(number) => numbers.push(number as usize),
            None => {
                let suit = Suit::ALL.into_iter().find(|s| s.letter() == letter).unwrap();
                tiles.extend(numbers.drain(..).map(|n| match n {
                    0 => Tile::red_five(suit).unwrap(),
                    n => Tile::plain(Kind::of(suit, n).unwrap()),
                }));
            }
        }
    }
    tiles
}

pub(super) fn tile(text: &str) -> Tile {
    tiles(text)[0]
}

/// All 136 tiles, the honours first: what nobody asked for is dealt and drawn from there.
pub(super) fn all_tiles() -> Vec<Tile> {
    let mut all = Vec::new();
    for kind in Kind::ALL.into_iter().rev() {
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
        all.extend(red);
        all.extend(std::iter::repeat_n(Tile::plain(kind), if red.is_some() { 3 } else { 4 }));
    }
    all
}

/// A round being played by a test.
pub(super) struct Game {
    pub(super) round: Round,
    /// What has not turned up.
    pub(super) rest: Vec<Tile>,
}

impl Game {
    /// Hands that begin as given and are filled up with what is left; A deals, the indicator is 9s.
    pub(super) fn new(hands: [&str; 4]) -> Game {
        Game::with(hands, 25_000, &Rules::TENHOU)
    }

    pub(super) fn with(hands: [&str; 4], points: i32, rules: &Rules) -> Game {
        let mut rest = all_tiles();
        let mut grab = |tile: Tile| rest.remove(rest.iter().rposition(|&t| t == tile).unwrap());
        let indicator = grab(tile("9s"));
        let given = hands.map(|hand| tiles(hand).into_iter().map(&mut grab).collect::<Vec<_>>());
        // fillers have few pairs, and leave the 72 tiles of man and pin for the test
        let mut place = 0;
        let hands = given.map(|mut hand| {
            while hand.len() < 13 {
                place = (place + 5) % (rest.len() - 72).max(1);
                hand.push(rest.remove(place));
            }
            <[Tile; 13]>::try_from(hand).unwrap()
        });
        let scores = BySeat([points; 4]);
        let opening = Opening { scores, ..Opening::first(rules, indicator) };
        let round = Round::deal(RawRound { opening, hands: hands.into() }, rules).unwrap();
        Game { round, rest }
    }

    pub(super) fn ok(&mut self, event: Event) -> &mut Game {
        let shown = format!("{event:?}");
        self.round.apply(&event).unwrap_or_else(|illegal| panic!("{shown}: {illegal}"));
        self
    }

    /// The event is refused, and nothing has changed.
    pub(super) fn refused(&mut self, event: Event) -> Fault {
        let before = format!("{:?}", self.round);
        let illegal = self.round.apply(&event).unwrap_err();
        assert_eq!(format!("{:?}", self.round), before);
        illegal.fault
    }

    pub(super) fn draw(&mut self, seat: Seat, text: &str) -> &mut Game {
        let drawn = tile(text);
        self.rest.remove(self.rest.iter().rposition(|&t| t == drawn).unwrap());
        self.ok(Event::Draw { seat, tile: drawn })
    }

    pub(super) fn cut(&mut self, seat: Seat, text: &str) -> &mut Game {
        self.ok(cut(seat, text))
    }

    /// The next seat draws a tile that nobody asked for and discards it.
    pub(super) fn turn(&mut self) -> &mut Game {
        let Phase::Draw { seat, .. } = self.round.table().phase() else { panic!("not a draw") };
        let tile = self.rest.remove(0);
        self.ok(Event::Draw { seat, tile });
        self.ok(Event::Discard { seat, tile, manner: Manner::Tsumogiri })
    }

    pub(super) fn turns(&mut self, n: usize) {
        for _ in 0..n {
            self.turn();
        }
    }

    pub(super) fn cut_drawn(&mut self, seat: Seat, text: &str) -> &mut Game {
        self.ok(Event::Discard { seat, tile: tile(text), manner: Manner::Tsumogiri })
    }

    pub(super) fn riichi(&mut self, seat: Seat, draw: &str, discard: &str) -> &mut Game {
        self.draw(seat, draw).ok(Event::Riichi { seat }).cut(seat, discard).ok(Event::RiichiAccepted { seat })
    }

    pub(super) fn call(&mut self, seat: Seat, call: Call, low: &str) -> &mut Game {
        self.ok(called(seat, call, low))
    }

    pub(super) fn dora(&mut self, text: &str) -> &mut Game {
        let indicator = tile(text);
        self.rest.remove(self.rest.iter().rposition(|&t| t == indicator).unwrap());
        self.ok(Event::Dora { indicator })
    }

    pub(super) fn table(&self) -> &Table {
        self.round.table()
    }
}

pub(super) fn cut(seat: Seat, text: &str) -> Event {
    Event::Discard { seat, tile: tile(text), manner: Manner::Tedashi }
}

pub(super) fn called(seat: Seat, call: Call, low: &str) -> Event {
    let low = tile(low);
    Event::Call { seat, meld: Meld::new(call, low.kind(), low.is_red()).unwrap() }
}

pub(super) fn chi(claimed: &str) -> Call {
    Call::Chi { claimed: tile(claimed) }
}

pub(super) fn pon(from: From, claimed: &str) -> Call {
    Call::Pon { from, claimed: tile(claimed) }
}

pub(super) fn ron(seat: Seat, from: Seat, text: &str, gains: [i32; 4]) -> Event {
    Event::Win(WinEvent {
        seat,
        source: Source::Ron { from },
        tile: tile(text),
        ura: ArrayVec::new(),
        gains: BySeat(gains),
    })
}

pub(super) fn drawn(how: DrawReason) -> Event {
    Event::Drawn { how, gains: BySeat::default() }
}
