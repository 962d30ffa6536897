//! The whole table in a context: random rounds there and back, and what is no round.

use nanikiru::api::{ApiError, Context, Question, request_from_json};
use nanikiru::hand::{Call, From, Meld};
use nanikiru::round::{Event, Manner, Offer, Opening, Phase, RawRound, Round, Table};
use nanikiru::rules::Rules;
use nanikiru::tile::notation::{tiles, to_mpsz};
use nanikiru::tile::{BySeat, Kind, Reds, Seat, Tile, Wind};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Numbers that follow from a seed: xorshift64*.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }

    /// One of so many times.
    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A round that is played at random: mostly discards, with every call, kan and riichi that the rules allow now and then.
struct Game {
    round: Round,
    wall: Vec<Tile>,
    dice: Dice,
}

impl Game {
    fn new(seed: u64) -> Game {
        let mut dice = Dice(seed | 1);
        let mut wall: Vec<Tile> = tiles(&nanikiru::tile::Counts::FULL, Reds::ALL).collect();
        for i in (1..wall.len()).rev() {
            wall.swap(i, dice.below(i + 1));
        }
        let hands = BySeat(std::array::from_fn(|_| std::array::from_fn(|_| wall.pop().unwrap())));
        let opening = Opening {
            wind: Wind::ALL[dice.below(2)],
            dealer: Seat::ALL[dice.below(4)],
            honba: dice.below(3) as u32,
            sticks: dice.below(3) as u32,
            scores: BySeat([25_000; 4]),
            indicator: wall.pop().unwrap(),
        };
        let round = Round::deal(RawRound { opening, hands }, &Rules::TENHOU).unwrap();
        Game { round, wall, dice }
    }

    fn table(&self) -> &Table {
        self.round.table()
    }

    fn ok(&mut self, event: Event) {
        self.round.apply(&event).unwrap_or_else(|illegal| panic!("{event:?}: {illegal}"));
    }

    /// Tries an event that may be forbidden.
    fn may(&mut self, event: Event) -> bool {
        self.round.apply(&event).is_ok()
    }

    fn held(&self, seat: Seat) -> Vec<Tile> {
        tiles(&self.round.concealed(seat), self.round.reds(seat)).collect()
    }

    /// The next event or events; `false` when the round has to end.
    fn step(&mut self) -> bool {
        match self.table().phase() {
            Phase::Draw { offer: Some(Offer { from, tile, riichi }), seat } => {
                if riichi.is_some() {
                    self.ok(Event::RiichiAccepted { seat: from });
                }
                self.claim(from, tile) || self.draw(seat)
            }
            Phase::Draw { seat, offer: None } => self.draw(seat),
            Phase::Kan { seat, .. } => {
                self.indicator();
                self.draw(seat)
            }
            Phase::Act { seat, .. } => {
                if self.dice.one_in(2) {
                    for kind in Kind::ALL {
                        if self.own_kan(seat, kind) {
                            return true;
                        }
                    }
                }
                self.indicator();
                // nobody looks at the shape of a hand here: any closed hand may declare riichi
                if self.dice.one_in(12) {
                    self.may(Event::Riichi { seat });
                }
                self.discard(seat)
            }
            Phase::Called { seat, .. } | Phase::Declared { seat } => self.discard(seat),
            Phase::Won { .. } | Phase::Over => false,
        }
    }

    fn draw(&mut self, seat: Seat) -> bool {
        let Some(&tile) = self.wall.last() else { return false };
        let drawn = self.may(Event::Draw { seat, tile });
        if drawn {
            self.wall.pop();
        }
        drawn
    }

    fn indicator(&mut self) {
        if let Some(&indicator) = self.wall.first() {
            if self.may(Event::Dora { indicator }) {
                self.wall.remove(0);
            }
        }
    }

    fn discard(&mut self, seat: Seat) -> bool {
        let riichi = self.table().player(seat).riichi().is_some();
        if let Some(tile) = self.round.drawn() {
            if riichi || self.dice.one_in(2) {
                self.ok(Event::Discard { seat, tile, manner: Manner::Tsumogiri });
                return true;
            }
        }
        let mut held = self.held(seat);
        while !held.is_empty() {
            let tile = held.swap_remove(self.dice.below(held.len()));
            if self.may(Event::Discard { seat, tile, manner: Manner::Tedashi }) {
                return true;
            }
        }
        false
    }

    fn own_kan(&mut self, seat: Seat, kind: Kind) -> bool {
        let held = self.held(seat).iter().filter(|t| t.kind() == kind).count();
        let reds = kind.is_five() && self.round.reds(seat).contains(kind.suit());
        let red = |tile: Tile| if reds { Tile::red_five(kind.suit()).unwrap() } else { tile };
        if held == 4 {
            let meld = Meld::new(Call::Ankan, kind, reds).unwrap();
            return self.may(Event::Call { seat, meld });
        }
        let melds = self.table().player(seat).melds().to_vec();
        let pon = melds.iter().find(|m| m.kind() == kind && matches!(m.call(), Call::Pon { .. }));
        let Some(Call::Pon { from, claimed }) = pon.filter(|_| held == 1).map(|m| m.call()) else {
            return false;
        };
        let added = red(Tile::plain(kind));
        let meld =
            Meld::new(Call::Kakan { from, claimed, added }, kind, reds || pon.unwrap().has_red()).unwrap();
        self.may(Event::Call { seat, meld })
    }

    fn claim(&mut self, discarder: Seat, tile: Tile) -> bool {
        for seat in [1, 2, 3].map(|i| discarder.after(i)) {
            let from = From::of(discarder, seat).unwrap();
            let mut calls = vec![Call::Daiminkan { from, claimed: tile }, Call::Pon { from, claimed: tile }];
            if from == From::Left {
                calls.push(Call::Chi { claimed: tile });
            }
            for call in calls {
                for low in 0..3 {
                    for red in [true, false] {
                        let kind = match call {
                            Call::Chi { .. } => Kind::new(tile.kind().index().wrapping_sub(low)),
                            _ => Some(tile.kind()).filter(|_| low == 0),
                        };
                        let meld = kind.and_then(|kind| Meld::new(call, kind, red).ok());
                        if let Some(meld) = meld {
                            if self.dice.one_in(3) && self.may(Event::Call { seat, meld }) {
                                return true;
                            }
                        }
                    }
                }
            }
        }
        false
    }

    /// The hand as a request has it: the tile drawn last.
    fn hand(&self, seat: Seat) -> String {
        let mut held = self.held(seat);
        if let (Some(drawn), true) = (self.round.drawn(), self.round.acting() == Some(seat)) {
            let at = held.iter().position(|&tile| tile == drawn).unwrap();
            held.remove(at);
            held.push(drawn);
        }
        let melds = self.table().player(seat).melds().iter().map(|meld| format!(",{meld}"));
        to_mpsz(held) + &melds.collect::<String>()
    }
}

fn ask(request: &Value) -> Result<Question, ApiError> {
    request_from_json(&request.to_string())?.check()
}

/// Everything that lies open, told from the dealer on.
fn told(table: &Table) -> Vec<String> {
    let dealer = table.dealer();
    let wind = |seat: Seat| seat.wind(dealer);
    let player = |i: usize| {
        let player = table.player(dealer.after(i));
        let river: Vec<_> = player
            .river()
            .iter()
            .map(|t| (t.tile, t.manner, t.riichi, t.called_by.map(wind), t.order))
            .collect();
        format!(
            "{river:?} {:?} {:?} {:?} {:?} {:?} {:?} {}",
            player.melds(),
            player.melded(),
            player.own_kans(),
            player.riichi(),
            player.discarded(),
            player.passed(),
            table.scores()[dealer.after(i)],
        )
    };
    let phase = match table.phase() {
        Phase::Draw { seat, offer } => {
            format!("draw {:?} {:?}", wind(seat), offer.map(|o| (wind(o.from), o.tile, o.riichi)))
        }
        Phase::Act { seat, replacement } => format!("act {:?} {replacement}", wind(seat)),
        Phase::Called { seat, forbidden } => format!("called {:?} {forbidden:?}", wind(seat)),
        other => format!("{other:?}"),
    };
    let numbers = (table.wind(), table.honba(), table.sticks(), table.tiles_left(), table.untouched());
    let whole = format!("{phase} {numbers:?} {:?}", table.indicators());
    (0..4).map(player).chain([whole]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Every position that somebody decides in comes back from its JSON as the table that it was.
    #[test]
    fn random_rounds_there_and_back(seed in any::<u64>()) {
        let mut game = Game::new(seed);
        let mut positions = 0;
        loop {
            let acting = match game.table().phase() {
                Phase::Act { seat, .. } | Phase::Called { seat, .. } => vec![seat],
                Phase::Draw { .. } => Seat::ALL.to_vec(),
                _ => vec![],
            };
            for seat in acting {
                let context = Context::of(game.table(), seat).unwrap();
                let request = json!({"hand": game.hand(seat), "context": context});
                let question = ask(&request).map_err(|e| TestCaseError::fail(format!("{request}\n{e:?}")))?;
                let seated = question.seated.as_ref().unwrap();
                prop_assert_eq!(told(&seated.table), told(game.table()), "{}", request);
                prop_assert_eq!(seated.seat.wind(Seat::ALL[0]), seat.wind(game.table().dealer()));
                let view = seated.view(&question.hand);
                let before = game.round.view(seat);
                prop_assert_eq!(view.unseen(), before.unseen());
                let unseen = question.situation.unseen();
                prop_assert_eq!(unseen.counts(), view.unseen());
                prop_assert_eq!(question.situation.tiles_left(), game.table().tiles_left());
                prop_assert_eq!(question.situation.turn().number(), game.table().turn(seat));
                positions += 1;
            }
            if !game.step() {
                break;
            }
        }
        prop_assert!(positions > 20, "only {positions} positions");
    }
}
