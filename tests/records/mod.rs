//! Games made up by random play, and records written in every format: the other way round than the readers.
#![allow(dead_code)] // each test uses a part

pub mod mjai;
pub mod mjlog;
pub mod tenhou6;

use arrayvec::ArrayVec;
use nanikiru::hand::Meld;
use nanikiru::replay::{RoundLog, WinClaim};
use nanikiru::review::{Choice, choice};
use nanikiru::round::{Drawn, Event, Manner, Opening, Phase, RawRound, Reason, Round, STICK, Source, Win};
use nanikiru::rules::{MultipleRon, Rules};
use nanikiru::score::{draw_payments, nagashi_payments};
use nanikiru::shape::shanten_of;
use nanikiru::tile::{BySeat, Kind, Reds, Seat, Tile, Wind};

/// splitmix64: the same numbers every time.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// A game of some rounds, each legal from its deal to its end.
pub fn game(seed: u64, rounds: usize, rules: &Rules) -> Vec<RoundLog> {
    let random = &mut Random(seed);
    let mut opening = Opening {
        wind: Wind::East,
        dealer: Seat::ALL[0],
        honba: 0,
        sticks: 0,
        scores: BySeat([25_000; 4]),
        indicator: Tile::plain(Kind::ALL[0]),
    };
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
}

impl<'a> Player<'a> {
    fn deal(random: &'a mut Random, opening: Opening, rules: &Rules) -> Player<'a> {
        let reds = Reds::from_bits(rules.red_fives.bits()).unwrap();
        let mut wall: Vec<Tile> = (0..136).map(|id| Tile::from_tenhou_id(id, reds).unwrap()).collect();
        random.shuffle(&mut wall);
        // now and then winds and dragons come together, for abortive draws
        if random.chance(15) {
            let honours = |t: &Tile| usize::from(!t.kind().is_yaochu());
            let first = wall.len() - 60;
            wall[first..].sort_by_key(honours);
            wall.reverse();
            let end = 60;
            let (few, _) = wall.split_at_mut(end);
            random.shuffle(few);
            wall.reverse();
        }
        let mut take = || wall.pop().unwrap();
        let hands = BySeat::from_fn(|_| std::array::from_fn(|_| take()));
        let opening = Opening { indicator: take(), ..opening };
        let ura = (0..5).map(|_| take()).collect();
        let raw = RawRound { opening, hands };
        let round = Round::deal(raw.clone(), rules).unwrap();
        let log = RoundLog { raw, events: Vec::new(), claims: Vec::new(), absences: Vec::new() };
        let calls = [0, 30, 90][random.below(3)];
        Player { random, round, log, wall, ura, calls }
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
                Phase::Kan { seat, added } => {
                    if added.is_none() || !self.rons(seat) {
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
        for how in [Drawn::FourWinds, Drawn::FourRiichi, Drawn::FourKans] {
            if self.try_apply(Event::Drawn { how, gains: BySeat::default() }) {
                return;
            }
        }
        if self.round.table().tiles_left() == 0 {
            return self.exhausted();
        }
        let mut calls: Vec<(Seat, Meld)> = Vec::new();
        for seat in (1..4).map(|i| offer.from.after(i)) {
            if let Some(Choice::Offer(claims)) = choice(&self.round, seat) {
                calls.extend(claims.calls.into_iter().map(|meld| (seat, meld)));
            }
        }
        if !calls.is_empty() && self.random.chance(self.calls) {
            let (seat, meld) = calls[self.random.below(calls.len())];
            return self.apply(Event::Call { seat, meld });
        }
        self.draw(next);
    }

    fn exhausted(&mut self) {
        let table = self.round.table();
        let tenpai = BySeat::from_fn(|seat| {
            let melds = table.player(seat).melds().len();
            shanten_of(&self.round.concealed(seat), melds).unwrap().least().is_tenpai()
        });
        let nagashi = BySeat::from_fn(|seat| table.nagashi(seat));
        let event = if nagashi.0.contains(&true) {
            let gains = nagashi_payments(nagashi, table.dealer());
            Event::Drawn { how: Drawn::NagashiMangan { tenpai }, gains }
        } else {
            Event::Drawn { how: Drawn::Exhausted { tenpai }, gains: draw_payments(tenpai) }
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
            let how = Drawn::NineTerminals { seat };
            return self.apply(Event::Drawn { how, gains: BySeat::default() });
        }
        if !turn.kans.is_empty() && self.random.chance(self.calls.max(50)) {
            let meld = turn.kans[self.random.below(turn.kans.len())];
            return self.apply(Event::Call { seat, meld });
        }
        self.turn_indicators();
        let declares = !turn.riichi.is_empty() && self.random.chance(80);
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
        let best = tiles.iter().map(far).min().unwrap();
        let good: Vec<Tile> = tiles.iter().copied().filter(|t| far(t) == best).collect();
        let from = if self.random.chance(95) { &good } else { tiles };
        from[self.random.below(from.len())]
    }

    /// Those who want to win on what lies on offer do.
    fn rons(&mut self, from: Seat) -> bool {
        let mut winners = Vec::new();
        let mut tile = None;
        for seat in (1..4).map(|i| from.after(i)) {
            if let Some(Choice::Offer(claims)) = choice(&self.round, seat)
                && claims.ron
                && self.random.chance(90)
            {
                winners.push(seat);
                tile = Some(claims.tile);
            }
        }
        let Some(tile) = tile else { return false };
        if winners.len() == 3 && self.round.table().rules().multiple_ron == MultipleRon::Double {
            self.apply(Event::Drawn { how: Drawn::TripleRon, gains: BySeat::default() });
        } else {
            winners.into_iter().for_each(|seat| self.win(seat, Source::Ron { from }, tile));
        }
        true
    }

    /// A win with made-up points: what it is worth is not what the readers care for.
    fn win(&mut self, seat: Seat, source: Source, tile: Tile) {
        let table = self.round.table();
        let shown = if table.player(seat).riichi().is_some() { table.indicators().len() } else { 0 };
        let ura: ArrayVec<Tile, 5> = self.ura[..shown].iter().copied().collect();
        let pot = table.sticks() as i32 * STICK;
        let mut gains = BySeat::from_fn(|other| match source {
            Source::Tsumo if other != seat => -400,
            Source::Ron { from } if other == from => -1300,
            _ => 0,
        });
        gains[seat] = pot - gains.0.iter().sum::<i32>();
        self.apply(Event::Win(Win { seat, source, tile, ura, gains }));
        self.log.claims.push(WinClaim::default());
    }
}

/// The tiles of a meld with the claimed and the added one apart: claimed, added, the others.
pub fn parts(meld: &Meld) -> (Option<Tile>, Option<Tile>, Vec<Tile>) {
    use nanikiru::hand::Call;
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
            Drawn::Exhausted { .. } => Reason::Exhausted,
            Drawn::NagashiMangan { .. } => Reason::NagashiMangan,
            Drawn::NineTerminals { .. } => Reason::NineTerminals,
            Drawn::FourWinds => Reason::FourWinds,
            Drawn::FourRiichi => Reason::FourRiichi,
            Drawn::FourKans => Reason::FourKans,
            Drawn::TripleRon => Reason::TripleRon,
        }),
        _ => None,
    }
}
