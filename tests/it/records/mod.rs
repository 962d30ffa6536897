//! Games made up by random play, and records written in every format: the other way round than the readers.
#![allow(dead_code)] // each test uses a part

pub mod majiang;
pub mod majsoul;
pub mod mjai;
pub mod mjlog;

pub use crate::random::Random;

use arrayvec::ArrayVec;
use nanikiru::hand::{Call, Meld};
use nanikiru::replay::{RoundLog, WinClaim};
use nanikiru::review::{Choice, choice};
use nanikiru::round::{
    DrawReason, Event, Manner, Opening, Phase, RawRound, Reason, Round, STICK, Source, WinEvent,
};
use nanikiru::rules::{MultipleRon, Rules};
use nanikiru::score::{draw_payments, nagashi_payments};
use nanikiru::shape::shanten_of;
use nanikiru::tile::notation::parse_tiles;
use nanikiru::tile::{BySeat, Kind, Players, Reds, Seat, Tile, Wind};

/// A game of some rounds, each legal from its deal to its end.
pub fn game(seed: u64, rounds: usize, rules: &Rules) -> Vec<RoundLog> {
    game_from(seed, rounds, (Wind::East, Seat::ALL[0]), rules)
}

/// The same from another deal on.
pub fn game_from(seed: u64, rounds: usize, (wind, dealer): (Wind, Seat), rules: &Rules) -> Vec<RoundLog> {
    // each round has an indicator of its own
    let opening = Opening { wind, dealer, ..Opening::first(rules, Tile::plain(Kind::ALL[0])) };
    game_with(seed, rounds, opening, rules)
}

/// The same from a deal on with these points and sticks.
pub fn game_with(seed: u64, rounds: usize, mut opening: Opening, rules: &Rules) -> Vec<RoundLog> {
    let random = &mut Random(seed);
    let mut logs = Vec::new();
    for _ in 0..rounds {
        let (log, round) = Player::deal(random, opening.clone(), rules).play();
        let carry = round.table().carry().expect("the round is over");
        opening = Opening {
            wind: carry.wind,
            dealer: carry.dealer,
            honba: carry.honba,
            sticks: carry.sticks,
            scores: carry.scores,
            ..opening
        };
        logs.push(log);
        if opening.scores.0.iter().any(|&points| points < 0) {
            break;
        }
    }
    logs
}

struct Player<'a> {
    random: &'a mut Random,
    round: Round,
    log: RoundLog,
    wall: Vec<Tile>,
    ura: Vec<Tile>,
    /// How eagerly this round's players call, in per cent: from closed hands to four kans.
    calls: usize,
    mood: Mood,
}

/// Rare ends happen often enough when the hands are dealt for them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    Any,
    FourWinds,
    FourRiichi,
    /// Three wait for the same tiles.
    TripleRon,
    /// The first seat keeps nothing but what it draws.
    Nagashi,
    /// The second seat adds to its pon what the first one, without another yaku, waits for.
    Chankan,
    /// The second seat has four of what the first one's thirteen orphans, and a run of the third one's, wait for.
    Ankan,
}

impl Mood {
    fn any(random: &mut Random) -> Mood {
        match random.below(12) {
            0 => Mood::FourWinds,
            1 => Mood::FourRiichi,
            2 => Mood::TripleRon,
            3 => Mood::Nagashi,
            4 => Mood::Chankan,
            5 => Mood::Ankan,
            _ => Mood::Any,
        }
    }

    fn hands(self) -> [&'static str; 4] {
        match self {
            Mood::Any => [""; 4],
            Mood::FourWinds => ["1z"; 4],
            Mood::FourRiichi => {
                ["123406789m11z23p", "123406789p22z23s", "123406789s33z23m", "123456789m44z78p"]
            }
            Mood::TripleRon => ["123406789m22z23p", "123406789s33z23p", "123m789m456s44z23p", ""],
            Mood::Chankan => ["111m999567s24p44z", "333p", "3p", ""],
            Mood::Ankan => ["99m19p19s1234567z", "1111m", "23m456789p22345s", ""],
            Mood::Nagashi => ["19m19p19s1234567z", "", "", ""],
        }
    }
}

impl<'a> Player<'a> {
    fn deal(random: &'a mut Random, opening: Opening, rules: &Rules) -> Player<'a> {
        let reds = Reds::from_bits(rules.red_fives.bits()).unwrap();
        let all = (0..136).map(|id| Tile::from_tenhou_id(id, reds).unwrap());
        let mut wall: Vec<Tile> = all.filter(|tile| rules.players.has(tile.kind())).collect();
        random.shuffle(&mut wall);
        let mood = match rules.players {
            Players::Four => Mood::any(random),
            Players::Three => Mood::Any,
        };
        let mut take = |wanted: Option<Tile>| {
            let at = match wanted {
                // rules without red fives have a plain one in the place of each
                Some(wanted) => {
                    let alike = || wall.iter().position(|t| t.kind() == wanted.kind());
                    wall.iter().position(|&t| t == wanted).or_else(alike).unwrap()
                }
                None => wall.len() - 1,
            };
            wall.swap_remove(at)
        };
        let wanted = mood.hands().map(|text| parse_tiles(text).unwrap());
        let mut held = wanted.map(|tiles| tiles.into_iter().map(|t| take(Some(t))).collect::<Vec<_>>());
        let hands = rules.players.seats().map(|seat| {
            let held = &mut held[seat.index()];
            held.resize_with(13, || take(None));
            held[..].try_into().unwrap()
        });
        let hands = hands.collect();
        let opening = Opening { indicator: take(None), ..opening };
        let ura = (0..5).map(|_| take(None)).collect();
        let raw = RawRound { opening, hands };
        let round = Round::deal(raw.clone(), rules).unwrap();
        let log = RoundLog { raw, events: Vec::new(), claims: Vec::new(), absences: Vec::new() };
        let calls = match mood {
            Mood::Any => [0, 30, 90][random.below(3)],
            Mood::Chankan => 100,
            _ => 0,
        };
        Player { random, round, log, wall, ura, calls, mood }
    }

    fn try_apply(&mut self, event: Event) -> bool {
        let legal = self.round.apply(&event).is_ok();
        if legal {
            self.log.events.push(event);
        }
        legal
    }

    fn apply(&mut self, event: Event) {
        let shown = format!("{event:?}");
        if let Err(illegal) = self.round.apply(&event) {
            panic!("{shown}: {illegal}");
        }
        self.log.events.push(event);
    }

    fn play(mut self) -> (RoundLog, Round) {
        while self.round.table().ending().is_none() {
            match self.round.table().phase() {
                Phase::Draw { seat, .. } => self.between(seat),
                Phase::Kan { seat, robbable } => {
                    if robbable.is_none() || !self.rons(seat) {
                        self.draw(seat);
                    }
                }
                Phase::Act { seat, .. } | Phase::Called { seat, .. } => self.act(seat),
                phase => unreachable!("{phase:?} is over at once"),
            }
        }
        (self.log, self.round)
    }

    fn turn_indicators(&mut self) {
        let indicator = *self.wall.last().unwrap();
        if self.try_apply(Event::Dora { indicator }) {
            self.wall.pop();
        }
    }

    fn draw(&mut self, seat: Seat) {
        while matches!(self.round.table().phase(), Phase::Kan { .. }) {
            let before = self.log.events.len();
            self.turn_indicators();
            if self.log.events.len() == before {
                break;
            }
        }
        let tile = self.wall.pop().unwrap();
        self.apply(Event::Draw { seat, tile });
    }

    /// After a discard: wins, calls, the end of the round or the next draw.
    fn between(&mut self, next: Seat) {
        let Phase::Draw { offer, .. } = self.round.table().phase() else { unreachable!() };
        let Some(offer) = offer else { return self.draw(next) };
        if self.rons(offer.from) {
            return;
        }
        if offer.riichi.is_some() {
            self.apply(Event::RiichiAccepted { seat: offer.from });
        }
        for how in [DrawReason::FourWinds, DrawReason::FourRiichi, DrawReason::FourKans] {
            if self.try_apply(Event::Drawn { how, gains: BySeat::default() }) {
                return;
            }
        }
        if self.round.table().tiles_left() == 0 {
            return self.exhausted();
        }
        let mut calls: Vec<(Seat, Meld)> = Vec::new();
        for seat in self.round.table().rules().players.others(offer.from) {
            if let Some(Choice::Offer(claims)) = choice(&self.round, seat) {
                calls.extend(claims.calls.into_iter().map(|meld| (seat, meld)));
            }
        }
        if self.mood == Mood::Chankan {
            calls.retain(|(_, meld)| meld.kind() == Kind::ALL[11] && matches!(meld.call(), Call::Pon { .. }));
        }
        if !calls.is_empty() && self.random.chance(self.calls) {
            let (seat, meld) = calls[self.random.below(calls.len())];
            return self.apply(Event::Call { seat, meld });
        }
        self.draw(next);
    }

    fn exhausted(&mut self) {
        let table = self.round.table();
        let players = table.rules().players;
        let tenpai = BySeat::from_fn(|seat| {
            if !players.has_seat(seat) {
                return false;
            }
            let melds = table.player(seat).melds().len();
            shanten_of(&self.round.concealed(seat), melds).unwrap().least().is_tenpai()
        });
        let nagashi = BySeat::from_fn(|seat| players.has_seat(seat) && table.nagashi(seat));
        let event = if nagashi.0.contains(&true) {
            let gains = nagashi_payments(nagashi, table.dealer(), table.rules());
            Event::Drawn { how: DrawReason::NagashiMangan { tenpai }, gains }
        } else {
            Event::Drawn {
                how: DrawReason::Exhausted { tenpai },
                gains: draw_payments(tenpai, table.rules().players),
            }
        };
        self.apply(event);
    }

    fn act(&mut self, seat: Seat) {
        let turn = match choice(&self.round, seat) {
            Some(Choice::Turn(turn)) => turn,
            Some(Choice::AfterCall { discards }) => {
                let tile = self.pick(seat, &discards);
                return self.apply(Event::Discard { seat, tile, manner: Manner::Tedashi });
            }
            other => unreachable!("{other:?}"),
        };
        if turn.tsumo && self.random.chance(90) {
            return self.win(seat, Source::Tsumo, self.round.drawn().unwrap());
        }
        if turn.nine_terminals && self.random.chance(50) {
            let how = DrawReason::NineTerminals { seat };
            return self.apply(Event::Drawn { how, gains: BySeat::default() });
        }
        if turn.kita && self.random.chance(80) {
            return self.apply(Event::Kita { seat });
        }
        if !turn.kans.is_empty() && self.random.chance(self.calls.max(50)) {
            let meld = turn.kans[self.random.below(turn.kans.len())];
            return self.apply(Event::Call { seat, meld });
        }
        self.turn_indicators();
        let declares = !turn.riichi.is_empty() && self.mood != Mood::Chankan && self.random.chance(80);
        if declares {
            self.apply(Event::Riichi { seat });
        }
        let tile = self.pick(seat, if declares { &turn.riichi } else { &turn.discards });
        let drawn = self.round.drawn() == Some(tile);
        let red = tile.is_red();
        let held = usize::from(self.round.concealed(seat)[tile.kind()])
            - usize::from(
                !red && self.round.reds(seat).contains(tile.kind().suit()) && tile.kind().is_five(),
            );
        let alone = red || held == 1;
        let riichi = self.round.table().player(seat).riichi().is_some();
        let tsumogiri = drawn && (alone || riichi || self.random.chance(50));
        let manner = if tsumogiri { Manner::Tsumogiri } else { Manner::Tedashi };
        self.apply(Event::Discard { seat, tile, manner });
    }

    /// Mostly towards a complete hand, else anything.
    fn pick(&mut self, seat: Seat, tiles: &[Tile]) -> Tile {
        let concealed = self.round.concealed(seat);
        let melds = self.round.table().player(seat).melds().len();
        let far = |tile: &Tile| {
            let left = concealed.minus(tile.kind()).unwrap();
            shanten_of(&left, melds).unwrap().least()
        };
        let first = self.round.table().player(seat).river().is_empty();
        let preferred = tiles.iter().copied().find(|tile| match self.mood {
            Mood::FourWinds => first && tile.kind() == Kind::wind(Wind::East),
            Mood::Nagashi => seat == Seat::ALL[0] && tile.kind().is_yaochu(),
            Mood::Chankan => seat == Seat::ALL[2] && tile.kind() == Kind::ALL[11],
            _ => false,
        });
        if let Some(preferred) = preferred {
            return preferred;
        }
        let best = tiles.iter().map(far).min().unwrap();
        let good: Vec<Tile> = tiles.iter().copied().filter(|t| far(t) == best).collect();
        let from = if self.random.chance(95) { &good } else { tiles };
        from[self.random.below(from.len())]
    }

    /// Those who want to win on what lies on offer do.
    fn rons(&mut self, from: Seat) -> bool {
        let mut winners = Vec::new();
        let mut tile = None;
        for seat in self.round.table().rules().players.others(from) {
            if let Some(Choice::Offer(claims)) = choice(&self.round, seat)
                && claims.ron
                && self.random.chance(90)
            {
                winners.push(seat);
                tile = Some(claims.tile);
            }
        }
        let Some(tile) = tile else { return false };
        if self.round.table().rules().multiple_ron == MultipleRon::HeadBump {
            winners.truncate(1);
        }
        if winners.len() == 3 && self.round.table().rules().multiple_ron == MultipleRon::Double {
            self.apply(Event::Drawn { how: DrawReason::TripleRon, gains: BySeat::default() });
        } else {
            winners.into_iter().for_each(|seat| self.win(seat, Source::Ron { from }, tile));
        }
        true
    }

    /// A win with made-up points: what it is worth is not what the readers care for.
    fn win(&mut self, seat: Seat, source: Source, tile: Tile) {
        let table = self.round.table();
        let turned = table.rules().ura_dora && table.player(seat).riichi().is_some();
        let shown = if turned { table.indicators().len() } else { 0 };
        let ura: ArrayVec<Tile, 5> = self.ura[..shown].iter().copied().collect();
        let pot = table.sticks() as i32 * STICK;
        let mut gains = BySeat::from_fn(|other| match source {
            Source::Tsumo if other != seat && table.rules().players.has_seat(other) => -400,
            Source::Ron { from } if other == from => -1300,
            _ => 0,
        });
        gains[seat] = pot - gains.0.iter().sum::<i32>();
        self.apply(Event::Win(WinEvent { seat, source, tile, ura, gains }));
        self.log.claims.push(WinClaim::default());
    }
}

/// The tiles of a meld with the claimed and the added one apart: claimed, added, the others.
pub fn parts(meld: &Meld) -> (Option<Tile>, Option<Tile>, Vec<Tile>) {
    let mut tiles: Vec<Tile> =
        meld.kinds().flat_map(|(kind, n)| std::iter::repeat_n(Tile::plain(kind), n)).collect();
    if meld.has_red() {
        let five = tiles.iter_mut().find(|t| t.kind().is_five()).unwrap();
        *five = Tile::red_five(five.kind().suit()).unwrap();
    }
    let mut take = |tile: Tile| {
        tiles.remove(tiles.iter().position(|&t| t == tile).unwrap());
        Some(tile)
    };
    let (claimed, added) = match meld.call() {
        Call::Chi { claimed } | Call::Pon { claimed, .. } | Call::Daiminkan { claimed, .. } => {
            (take(claimed), None)
        }
        Call::Kakan { claimed, added, .. } => (take(claimed), take(added)),
        Call::Ankan => (None, None),
    };
    (claimed, added, tiles)
}

/// What a count of rounds ended with.
pub fn reason(event: &Event) -> Option<Reason> {
    match event {
        Event::Drawn { how, .. } => Some(match how {
            DrawReason::Exhausted { .. } => Reason::Exhausted,
            DrawReason::NagashiMangan { .. } => Reason::NagashiMangan,
            DrawReason::NineTerminals { .. } => Reason::NineTerminals,
            DrawReason::FourWinds => Reason::FourWinds,
            DrawReason::FourRiichi => Reason::FourRiichi,
            DrawReason::FourKans => Reason::FourKans,
            DrawReason::TripleRon => Reason::TripleRon,
        }),
        _ => None,
    }
}
