//! The table as the player sees it, checked.

mod error;

pub use error::{Empty, Place, SituationError};

use super::opponents::Opponents;
use crate::danger::Danger;
use crate::hand::{Unseen, WaitingHand};
use crate::legal::{OfferedBy, Position, TileOffer};
use crate::round::{Brink, Carry, Permit, Reason, Riichi, Schedule, View, last_wind};
use crate::rules::{Length, Rules};
use crate::score::{Indicators, Table};
use crate::shape;
use crate::tile::{BySeat, Counts, Kind, KindSet, Players, Reds, Seat, Suit, Tile, Wind};
use arrayvec::ArrayVec;

/// A turn, junme: own discards made so far, plus one. 1..=18, with three players 1..=19, and more after calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turn(u8);

impl Turn {
    /// The first of a round.
    pub const FIRST: Turn = Turn(1);
    /// The turn with this number.
    pub const fn new(number: u32, players: Players) -> Option<Turn> {
        if number >= 1 && number as usize <= players.turns() { Some(Turn(number as u8)) } else { None }
    }

    /// From 1.
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// The table as the player sees it, not yet checked.
#[derive(Clone, PartialEq, Debug)]
pub struct RawSituation {
    /// What the table plays by.
    pub rules: Rules,
    /// The wind of the round.
    pub round_wind: Wind,
    /// The player's wind.
    pub seat_wind: Wind,
    /// Honba counters.
    pub honba: u32,
    /// Riichi sticks on the table.
    pub riichi_sticks: u32,
    /// Dora indicators; none when they are not known.
    pub dora_indicators: Vec<Tile>,
    /// Tiles seen elsewhere: rivers and other players' melds, without own tiles and indicators.
    pub visible: Vec<Tile>,
    /// Own discards made so far, plus one.
    pub turn: u32,
    /// Tiles left in the live wall; as if nobody had called where they are not known.
    pub tiles_left: Option<u32>,
    /// Whether somebody has called before the own first discard.
    pub interrupted: bool,
    /// Points of the seats by wind.
    pub scores: Option<[i32; 4]>,
    /// The number of the round within its wind, 1..=4; 1 when left out.
    pub round_number: Option<u32>,
    /// How long the game is planned to be.
    pub length: Length,
    /// What follows from the whole course of the round alone.
    pub history: Option<History>,
}

/// What the player's own discards and the last moments of the round mean for the next action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct History {
    /// How many discards the player has made; calls of others can give a player more than 18 turns.
    pub discards: usize,
    /// Their kinds: who waits on one of them is furiten.
    pub discarded: KindSet,
    /// Kinds that others have discarded since the own hand last changed: no ron with a wait on one of them now.
    pub passed: KindSet,
    /// Right after an own chi or pon, when a discard is all that can follow: the kinds that it may not be (kuikae).
    pub called: Option<KindSet>,
    /// Whether the tile just drawn replaces one of an own kan.
    pub replacement: bool,
    /// The own riichi, if it is declared: the hand is fixed.
    pub riichi: Option<Riichi>,
    /// Kans of all players so far: nobody declares a fifth.
    pub kans: usize,
    /// Why the round is broken off if nobody wins on the discard on offer: the fourth riichi, four kans of more than one
    /// player, or the same wind four times.
    pub broken_off: Option<Reason>,
    /// Which actions of the player break it off.
    pub brink: Brink,
    /// In the order of play, the player first: whether the river can still become a nagashi mangan.
    pub nagashi: [bool; 4],
}

impl History {
    /// Most turns of a player: as many as the longest river has discards, and one.
    const MOST_TURNS: usize = 41;

    fn turn(&self) -> Option<Turn> {
        (self.discards < History::MOST_TURNS).then_some(Turn(self.discards as u8 + 1))
    }
}

impl Default for RawSituation {
    /// Tenhou's rules, the dealer's first turn of an east round, nothing seen.
    fn default() -> RawSituation {
        RawSituation {
            rules: Rules::TENHOU,
            round_wind: Wind::East,
            seat_wind: Wind::East,
            honba: 0,
            riichi_sticks: 0,
            dora_indicators: Vec::new(),
            visible: Vec::new(),
            turn: 1,
            tiles_left: None,
            interrupted: false,
            scores: None,
            round_number: None,
            length: Length::Hanchan,
            history: None,
        }
    }
}

/// The table as the player sees it, checked against the hand and the rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Situation {
    rules: Rules,
    round_wind: Wind,
    seat_wind: Wind,
    honba: u32,
    riichi_sticks: u32,
    dora_indicators: ArrayVec<Tile, 5>,
    unseen: Unseen,
    turn: Turn,
    tiles_left: usize,
    interrupted: bool,
    scores: Option<[i32; 4]>,
    /// Who deals, the first dealer of the game being seat 0.
    dealer: Seat,
    length: Length,
    history: Option<History>,
    opponents: Option<Opponents>,
}

impl RawSituation {
    /// Checks the numbers whose ranges do not depend on the hand: counters, points, indicators.
    ///
    /// # Errors
    /// The first that is out of its range.
    pub fn ranges(&self) -> Result<(), SituationError> {
        if self.honba > Situation::MOST_COUNTERS {
            return Err(SituationError::Honba { honba: self.honba });
        }
        if self.riichi_sticks > Situation::MOST_COUNTERS {
            return Err(SituationError::RiichiSticks { sticks: self.riichi_sticks });
        }
        for (wind, points) in Wind::ALL.into_iter().zip(self.scores.into_iter().flatten()) {
            if points.unsigned_abs() > Situation::MOST_POINTS.unsigned_abs() {
                return Err(SituationError::Score { wind, points });
            }
        }
        match self.dora_indicators.len() {
            0..=5 => Ok(()),
            count => Err(SituationError::Indicators { count }),
        }
    }
}

impl Situation {
    /// Most honba counters and most riichi sticks that are accepted, far above any that occurred.
    pub const MOST_COUNTERS: u32 = error::MOST_COUNTERS;
    /// Most points of a player that are accepted, and most that one can owe: a round has negative points where the game goes on
    /// below zero, and before it ends.
    pub const MOST_POINTS: i32 = error::MOST_POINTS;

    /// Checks numbers against their ranges and every tile against the four (red fives: one) that there are.
    pub fn new(position: &Position, raw: RawSituation) -> Result<Situation, SituationError> {
        let players = raw.rules.players;
        let turn = match &raw.history {
            None => Turn::new(raw.turn, players),
            Some(history) => history.turn().filter(|turn| turn.number() == raw.turn as usize),
        };
        let turn = turn.ok_or(SituationError::Turn { turn: raw.turn, players })?;
        if position.deck().players() != players {
            return Err(SituationError::Deck { hand: position.deck().players(), rules: players });
        }
        if players == Players::Three {
            all_seated(position, &raw)?;
        }
        let usual = tiles_left(position, turn, raw.seat_wind, players);
        let tiles_left = raw.tiles_left.unwrap_or(usual);
        if tiles_left as usize > players.wall() {
            return Err(SituationError::TilesLeft { tiles: tiles_left, players });
        }
        raw.ranges()?;
        if let Position::Waiting { offered: Some(offered), .. } = *position
            && offered.by == OfferedBy::Ankan
            && !(raw.rules.kokushi_robs_ankan && offered.tile.kind().is_yaochu())
        {
            return Err(SituationError::NotRobbable { tile: offered.tile });
        }
        if raw.history.is_some_and(|history| history.riichi.is_some()) {
            in_riichi(position)?;
        }
        let number = raw.round_number.unwrap_or(1);
        let dealer = number.checked_sub(1).and_then(|i| players.seats().nth(i as usize));
        let dealer = dealer.ok_or(SituationError::RoundNumber { number, players })?;
        let dora_indicators: ArrayVec<Tile, 5> = raw.dora_indicators.iter().copied().collect();
        // a meld of one's own is a call, a concealed kan and a north set aside too, and so is the kan that turned a second indicator
        let called = !position.melds().is_empty() || dora_indicators.len() > 1 || position.deck().kita() > 0;
        let unseen = unseen(position, &raw)?;
        let RawSituation {
            rules,
            round_wind,
            seat_wind,
            honba,
            riichi_sticks,
            scores,
            length,
            interrupted,
            history,
            ..
        } = raw;
        Ok(Situation {
            rules,
            round_wind,
            seat_wind,
            honba,
            riichi_sticks,
            dora_indicators,
            unseen,
            turn,
            tiles_left: tiles_left as usize,
            interrupted: interrupted || called,
            scores,
            dealer,
            length,
            history,
            opponents: None,
        })
    }

    /// What the table plays by.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The wind of the round.
    pub const fn round_wind(&self) -> Wind {
        self.round_wind
    }

    /// The player's wind.
    pub const fn seat_wind(&self) -> Wind {
        self.seat_wind
    }

    /// Honba counters.
    pub const fn honba(&self) -> u32 {
        self.honba
    }

    /// Riichi sticks on the table, 1,000 points each.
    pub const fn riichi_sticks(&self) -> u32 {
        self.riichi_sticks
    }

    /// The dora indicators.
    pub fn dora_indicators(&self) -> &[Tile] {
        &self.dora_indicators
    }

    /// The same with the other players, as a seat sees them: the table must be this one. What they can do is computed
    /// when it is asked for; the build `preview` has nothing that computes it.
    pub fn with_view(self, view: &View<'_>) -> Situation {
        if cfg!(feature = "preview") {
            return self;
        }
        let schedule = Schedule { length: self.length, dealer: self.dealer };
        Situation { opponents: Some(Opponents::new(view, schedule)), ..self }
    }

    /// What the other players can do to each tile, if the whole table is known.
    pub fn danger(&self) -> Option<&Danger> {
        self.opponents().map(Opponents::danger)
    }

    pub(super) const fn opponents(&self) -> Option<&Opponents> {
        // said here as well: what asks for them is then not linked
        if cfg!(feature = "preview") { None } else { self.opponents.as_ref() }
    }

    /// How the round stands for everybody: who deals, points, honba and sticks; everybody has what the game began
    /// with where the points are not known.
    pub fn carry(&self) -> Carry {
        let scores = self.scores.unwrap_or(self.rules.starting_scores().0);
        Carry {
            dealer: self.dealer,
            wind: self.round_wind,
            honba: self.honba,
            sticks: self.riichi_sticks,
            scores: BySeat::from_fn(|seat| match self.rules.players.has_seat(seat) {
                true => scores[self.rules.players.wind(seat, self.dealer).index()],
                false => 0,
            }),
        }
    }

    /// The player's seat.
    pub const fn seat(&self) -> Seat {
        self.rules.players.after(self.dealer, self.seat_wind.index())
    }

    /// How long the game is planned to be.
    pub const fn length(&self) -> Length {
        self.length
    }

    /// The wind of the last planned rounds.
    pub const fn last_wind(&self) -> Wind {
        last_wind(self.length)
    }

    /// What the player cannot see.
    pub const fn unseen(&self) -> &Unseen {
        &self.unseen
    }

    /// The turn of the coming discard.
    pub const fn turn(&self) -> Turn {
        self.turn
    }

    /// How many of the others discard before the own draw if the tile is left: one whose kan or north is on offer draws first.
    pub(super) fn before_own_draw(&self, offered: &TileOffer) -> usize {
        let players = self.rules.players;
        let own = self.seat_wind.index();
        let from = offered.from.seat(Seat::ALL[own]).index();
        let after = (players.count() + own - from - 1) % players.count();
        after + usize::from(offered.by != OfferedBy::Discard)
    }

    /// Tiles left in the live wall.
    pub const fn tiles_left(&self) -> usize {
        self.tiles_left
    }

    /// What the table lets the player do. Where its course is not known, kans are those that the own melds and the dora
    /// indicators tell of, and nothing has been discarded.
    pub fn permit(&self, position: &Position) -> Permit<'_> {
        let kans = position.melds().iter().filter(|meld| meld.is_kan()).count();
        let turned = self.dora_indicators.len().saturating_sub(1);
        let history = self.history.as_ref();
        Permit {
            rules: &self.rules,
            round_wind: self.round_wind,
            seat_wind: self.seat_wind,
            tiles_left: self.tiles_left,
            kans: history.map_or(kans.max(turned), |history| history.kans),
            points: self.scores.map(|scores| scores[self.seat_wind.index()]),
            first_turn: self.is_first_turn(),
            discarded: history.map_or(KindSet::EMPTY, |history| history.discarded),
            passed: history.map_or(KindSet::EMPTY, |history| history.passed),
            called: history.and_then(|history| history.called),
            replacement: history.is_some_and(|history| history.replacement),
            riichi: history.and_then(|history| history.riichi),
            broken_off: history.and_then(|history| history.broken_off),
            brink: history.map_or_else(Brink::default, |history| history.brink),
        }
    }

    /// The table as `score` needs it.
    pub fn table(&self) -> Table {
        let kinds: Vec<Kind> = self.dora_indicators.iter().map(|tile| tile.kind()).collect();
        let dora =
            Indicators::new(&kinds).expect("a situation has at most five indicators and four of a kind");
        Table { round: self.round_wind, seat: self.seat_wind, dora }
    }

    /// Whether this is the own first turn and nobody has called yet.
    pub fn is_first_turn(&self) -> bool {
        self.turn == Turn::FIRST && !self.interrupted
    }

    /// What follows from the course of the round, if it is known.
    pub const fn history(&self) -> Option<&History> {
        self.history.as_ref()
    }

    /// Points of the seats by wind, if they are known.
    pub const fn scores(&self) -> Option<[i32; 4]> {
        self.scores
    }
}

/// A hand in riichi waits, or has just drawn.
fn in_riichi(position: &Position) -> Result<(), SituationError> {
    let tenpai = |hand: &WaitingHand| shape::shanten(hand).is_tenpai() && hand.is_closed();
    let holds = match *position {
        Position::Waiting { ref hand, .. } => tenpai(hand),
        Position::Drawn { ref hand, drawn } => {
            let drawn = drawn.ok_or(SituationError::RiichiDrawn)?;
            hand.discard(drawn).is_some_and(|hand| tenpai(&hand))
        }
    };
    if holds { Ok(()) } else { Err(SituationError::RiichiNoten) }
}

/// Nobody sits in the fourth seat of three players.
fn all_seated(position: &Position, raw: &RawSituation) -> Result<(), SituationError> {
    let empty = |what| Err(SituationError::EmptySeat { what });
    if raw.seat_wind == Wind::North {
        return empty(Empty::Player);
    }
    if raw.scores.is_some_and(|scores| scores[Wind::North.index()] != 0) {
        return empty(Empty::Points);
    }
    match position {
        Position::Waiting { offered: Some(offered), .. }
            if offered.from.seat(Seat::ALL[raw.seat_wind.index()]) == Seat::ALL[Wind::North.index()] =>
        {
            empty(Empty::Offered)
        }
        _ => Ok(()),
    }
}

/// Tiles left in the live wall if nobody has called: each player draws one in a turn, beginning with the dealer.
fn tiles_left(position: &Position, turn: Turn, seat: Wind, players: Players) -> u32 {
    let (turn, wind, count) = (turn.number() as u32, seat.index() as u32, players.count() as u32);
    let drawn = match position {
        Position::Drawn { .. } => count * (turn - 1) + wind + 1,
        // after the own last discard, or before the first one
        Position::Waiting { offered: None, .. } => (count * (turn - 1) + wind + 1).saturating_sub(count),
        Position::Waiting { offered: Some(offered), .. } => {
            let other = offered.from.seat(Seat::ALL[seat.index()]).index() as u32;
            let rounds = if other > wind { (turn - 1).saturating_sub(1) } else { turn - 1 };
            count * rounds + other + 1
        }
    };
    // without calls the last turn of two seats would come after the wall has ended
    (players.wall() as u32).saturating_sub(drawn)
}

/// What is left when the hand, the indicators and the visible tiles are taken out, in this order, so
/// that the place at fault is the one where a tile becomes one too many.
fn unseen(position: &Position, raw: &RawSituation) -> Result<Unseen, SituationError> {
    let played = Reds::from_bits(raw.rules.red_fives.bits()).unwrap_or(Reds::NONE);
    let (owned, own_reds) = match position {
        Position::Drawn { hand, .. } => (hand.owned(), hand.all_reds()),
        Position::Waiting { hand, .. } => (hand.owned(), hand.all_reds()),
    };
    let players = raw.rules.players;
    let offered = match position {
        Position::Waiting { offered: Some(offered), .. } => std::slice::from_ref(&offered.tile),
        _ => &[],
    };
    let mut seen = *owned.as_array();
    seen[Kind::wind(Wind::North).index()] += position.deck().kita();
    let mut reds = Suit::NUMBERS.map(|suit| usize::from(own_reds.contains(suit)));
    for (place, tiles) in [
        (Place::Hand, &[][..]),
        (Place::Offered, offered),
        (Place::Indicators, &raw.dora_indicators),
        (Place::Visible, &raw.visible),
    ] {
        let mut counts = seen.map(usize::from);
        for tile in tiles {
            counts[tile.kind().index()] += 1;
            reds[tile.kind().suit().index() % 3] += usize::from(tile.is_red());
        }
        if let Some(kind) = Kind::ALL.into_iter().find(|&k| counts[k.index()] > 0 && !players.has(k)) {
            return Err(SituationError::NotInDeck { place, kind });
        }
        if let Some(kind) = Kind::ALL.into_iter().find(|k| counts[k.index()] > 4) {
            return Err(SituationError::TooManyCopies { place, kind, count: counts[kind.index()] });
        }
        seen = counts.map(|n| n as u8);
        for (suit, count) in Suit::NUMBERS.into_iter().zip(reds) {
            let (Some(kind), Some(tile)) = (suit.five(), Tile::red_five(suit)) else { continue };
            match (played.contains(suit), count) {
                (true, 2..) => return Err(SituationError::RedFive { place, tile, count }),
                (false, 1..) => return Err(SituationError::NoRedFives { place, tile }),
                (true, 0) if seen[kind.index()] == 4 => {
                    return Err(SituationError::MissingRed { place, kind });
                }
                _ => {}
            }
        }
    }
    if let Position::Waiting { offered: Some(offered), .. } = position
        && matches!(offered.by, OfferedBy::Kakan | OfferedBy::Ankan)
    {
        // a kan has all that are not seen elsewhere
        let kind = offered.tile.kind();
        seen[kind.index()] = 4;
        reds[kind.suit().index() % 3] |= usize::from(kind.is_five() && played.contains(kind.suit()));
    }
    let left = Suit::NUMBERS.into_iter().zip(reds).filter(|&(_, n)| n == 1);
    let left = left.fold(played, |left, (suit, _)| left.without(suit));
    let seen = Counts::new(seen).expect("checked above");
    Ok(Unseen::of(players, &seen, left).expect("four fives are only seen together with the red one"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::From;
    use crate::tile::notation::parse_tiles;

    fn with(hand: &str, change: impl FnOnce(&mut RawSituation)) -> Result<Situation, SituationError> {
        let mut raw = RawSituation::default();
        change(&mut raw);
        Situation::new(&Position::Drawn { hand: hand.parse().unwrap(), drawn: None }, raw)
    }

    #[test]
    fn what_is_left() {
        let situation = with("123m406p789s1122z5z", |raw| {
            raw.dora_indicators = parse_tiles("4p").unwrap();
            raw.visible = parse_tiles("0s11z").unwrap();
        });
        let unseen = *situation.unwrap().unseen();
        assert_eq!(unseen.total(), 136 - 14 - 1 - 3);
        assert_eq!(unseen.reds(), Reds::NONE.with(Suit::Man));
        assert_eq!((unseen.counts()[Kind::ALL[12]], unseen.counts()[Kind::ALL[27]]), (2, 0));
    }

    #[test]
    fn a_tile_too_many_is_found_where_it_lies() {
        let hand = "123m406p789s1122z5z";
        let indicators = |text| with(hand, |raw| raw.dora_indicators = parse_tiles(text).unwrap());
        let visible = |text| with(hand, |raw| raw.visible = parse_tiles(text).unwrap());
        let (east, pin5) = (Kind::ALL[27], Kind::ALL[13]);
        let tile = Tile::red_five(Suit::Pin).unwrap();
        use {Place::*, SituationError as E};
        assert_eq!(indicators("111z"), Err(E::TooManyCopies { place: Indicators, kind: east, count: 5 }));
        assert_eq!(visible("1111z"), Err(E::TooManyCopies { place: Visible, kind: east, count: 6 }));
        assert_eq!(visible("0p"), Err(E::RedFive { place: Visible, tile, count: 2 }));
        assert_eq!(indicators("5555m").unwrap_err(), {
            E::MissingRed { place: Indicators, kind: Kind::ALL[4] }
        });
        assert!(visible("555p").is_ok());
        assert_eq!(indicators("123456m"), Err(E::Indicators { count: 6 }));
        let hand = "5555p123456789m1z";
        assert_eq!(with(hand, |_| {}), Err(E::MissingRed { place: Hand, kind: pin5 }));
        assert!(with(hand, |raw| raw.rules = Rules::WRC).is_ok());
        let wrc = with("0555p123456789m1z", |raw| raw.rules = Rules::WRC);
        assert_eq!(wrc, Err(E::NoRedFives { place: Hand, tile }));
    }

    /// South draws the last of 70 tiles: 18 turns for East and South, 17 for West and North.
    #[test]
    fn tiles_left_if_nobody_calls() {
        let hand = "123m406p789s1122z5z";
        let left = |turn, seat_wind| {
            with(hand, |raw| (raw.turn, raw.seat_wind) = (turn, seat_wind)).unwrap().tiles_left()
        };
        assert_eq!([left(1, Wind::East), left(1, Wind::North)], [69, 66]);
        assert_eq!([left(18, Wind::East), left(18, Wind::South), left(17, Wind::North)], [1, 0, 2]);
        assert_eq!(left(18, Wind::West), 0);
        let waiting: crate::hand::WaitingHand = "123m406p789s1122z".parse().unwrap();
        let offered = |turn, seat_wind, from| {
            let tile = Tile::plain(Kind::ALL[33]);
            let offered = Some(crate::legal::TileOffer { tile, from, by: crate::legal::OfferedBy::Discard });
            let raw = RawSituation { turn, seat_wind, ..RawSituation::default() };
            Situation::new(&Position::Waiting { hand: waiting.clone(), offered }, raw).unwrap().tiles_left()
        };
        // South's second turn: the dealer, to the left, has drawn twice, the others once
        assert_eq!(offered(2, Wind::South, From::Left), 70 - 5);
        assert_eq!(offered(2, Wind::South, From::Right), 70 - 3);
        assert_eq!(offered(1, Wind::South, From::Left), 70 - 1);
    }

    #[test]
    fn numbers_have_ranges() {
        let hand = "123m406p789s1122z5z";
        let players = Players::Four;
        for turn in [0, 19, u32::MAX] {
            assert_eq!(with(hand, |raw| raw.turn = turn), Err(SituationError::Turn { turn, players }));
        }
        let most = Err(SituationError::TilesLeft { tiles: 71, players });
        assert_eq!(with(hand, |raw| raw.tiles_left = Some(71)), most);
        assert_eq!(with(hand, |raw| raw.honba = 100), Err(SituationError::Honba { honba: 100 }));
        assert_eq!(with(hand, |raw| raw.riichi_sticks = 100), {
            Err(SituationError::RiichiSticks { sticks: 100 })
        });
        let scores = |points| with(hand, |raw| raw.scores = Some([25_000, points, 0, 0])).err();
        assert_eq!(scores(0), None);
        assert_eq!(scores(-100), None);
        for points in [i32::MIN, -1_000_001, 1_000_001, i32::MAX] {
            assert_eq!(scores(points), Some(SituationError::Score { wind: Wind::South, points }));
        }
    }
}
