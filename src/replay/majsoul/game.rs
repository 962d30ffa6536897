//! The games of a file, put together from the records in it.

use super::super::{Heading, MOST_ROUNDS, Outcome, Problem, RecordRules, RoundLog, day};
use super::message::{Field, Message};
use super::round::{Kind, OpenRound};
use super::rules::{of_site, room_name, stated};
use crate::replay::Reading;
use crate::round::RawRound;
use crate::rules::Rules;
use crate::tile::BySeat;

/// A game: its whole rounds, and why there are no more.
#[derive(Default)]
pub(super) struct Game {
    pub head: Option<Head>,
    pub rounds: Vec<RoundLog>,
    /// Where it begins.
    pub at: usize,
    /// Where it breaks off.
    pub failed: Option<(usize, Problem)>,
    first: Option<RawRound>,
}

/// What stands around the rounds: the players, the rules, the final points.
#[derive(Clone, Default)]
pub(super) struct Head {
    pub heading: Heading,
    pub names: BySeat<String>,
    pub stated: RecordRules,
    pub outcome: Option<Outcome>,
}

impl Head {
    /// Of a record without one.
    pub fn unknown() -> Head {
        Head { stated: of_site(), ..Head::default() }
    }

    fn of(head: Message) -> Reading<Head> {
        const SEAT: Field = Field(2, "seat");
        let mut names = BySeat::<String>::default();
        for account in
            head.messages(Field(11, "accounts"))?.into_iter().chain(head.messages(Field(13, "robots"))?)
        {
            names[account.seat(SEAT)?] = account.text(Field(3, "nickname"))?.to_string();
        }
        let (mut mode, mut room) = (None, None);
        if let Some(config) = head.message(Field(5, "config"))? {
            mode = config.message(Field(2, "mode"))?;
            if let Some(meta) = config.message(Field(3, "meta"))? {
                room = room_name(meta.number(Field(2, "mode_id"))?);
            }
        }
        let stated = mode.map_or_else(|| Ok(of_site()), stated)?;
        let mut outcome = Outcome { points: BySeat::default(), standing: BySeat::default() };
        let players = match head.message(Field(12, "result"))? {
            Some(result) => result.messages(Field(1, "players"))?,
            None => Vec::new(),
        };
        let whole = players.len() == stated.players.unwrap_or_default().count();
        for player in players {
            let seat = player.seat(Field(1, "seat"))?;
            outcome.points[seat] = player.number(Field(3, "part_point_1"))?;
            outcome.standing[seat] = f64::from(player.number::<i32>(Field(2, "total_point"))?) / 1000.0;
        }
        let id = head.text(Field(1, "uuid"))?;
        let start: u64 = head.number(Field(2, "start_time"))?;
        let heading = Heading {
            name: (!id.is_empty()).then(|| id.to_string()),
            date: (start > 0).then(|| day::of_seconds(start)),
            room,
        };
        Ok(Head { heading, names, stated, outcome: whole.then_some(outcome) })
    }
}

/// Takes the records of a file in, in their order.
#[derive(Default)]
pub(super) struct Games {
    pub games: Vec<Game>,
    /// The game whose rounds are read; of the others there is their first one, by which a game is known again.
    wanted: usize,
    open: Option<OpenRound>,
    /// The head of the game that comes.
    head: Option<(usize, Reading<Head>)>,
    /// Whether the records are those of a game that has come before.
    again: bool,
}

/// The most games of one file: an archive of a player's has some hundreds.
const MOST_GAMES: usize = 1000;

impl Games {
    /// Takes all games in, and the rounds of this one.
    pub fn with_rounds_of(wanted: usize) -> Games {
        Games { wanted, ..Games::default() }
    }

    /// The head of the game that comes.
    pub fn head(&mut self, at: usize, head: Reading<Message>) {
        self.head = Some((at, head.and_then(Head::of)));
    }

    /// A record of the usual game.
    pub fn record(&mut self, kind: Kind, at: usize, record: Message) {
        let read = match kind {
            Kind::NewRound => self.new_round(at, record),
            _ if self.passes_over() => Ok(()),
            _ => match &mut self.open {
                Some(open) => open.record(kind, record),
                None => Err(Problem::Misplaced(kind.name().to_string())),
            },
        };
        if let Err(problem) = read {
            self.fail(at, problem);
        }
    }

    /// Whether the game at hand is not the one whose rounds are read.
    fn passes_over(&self) -> bool {
        self.ignores() || !self.games.is_empty() && self.games.len() != self.wanted + 1
    }

    /// Whether nothing more of the game at hand is of use.
    fn ignores(&self) -> bool {
        self.again || self.games.last().is_some_and(|game| game.failed.is_some())
    }

    fn new_round(&mut self, at: usize, record: Message) -> Reading<()> {
        if self.games.is_empty() || begins_game(record)? {
            self.close(at);
            self.begin(at)?;
        } else if self.passes_over() {
            return Ok(());
        } else {
            self.close(at);
        }
        if self.ignores() {
            return Ok(());
        }
        let open = OpenRound::new(record)?;
        let raw = open.raw();
        if self.games.iter().any(|game| game.first.as_ref() == Some(raw)) {
            // a capture holds a record as often as it was opened
            self.games.pop_if(|game| game.first.is_none());
            self.again = true;
            return Ok(());
        }
        if let Some(game) = self.games.last_mut() {
            game.first.get_or_insert_with(|| raw.clone());
        }
        self.open = Some(open).filter(|_| !self.passes_over());
        Ok(())
    }

    fn begin(&mut self, at: usize) -> Reading<()> {
        self.again = false;
        let head = self.head.take();
        if self.games.len() == MOST_GAMES {
            return Err(Problem::TooLong { what: "games", count: MOST_GAMES + 1 });
        }
        let mut game = Game { at, ..Game::default() };
        match head {
            Some((_, Ok(head))) => game.head = Some(head),
            Some((at, Err(problem))) => game.failed = Some((at, problem)),
            None => {}
        }
        self.games.push(game);
        Ok(())
    }

    /// Closes the round that is open; without its end the game breaks off.
    fn close(&mut self, at: usize) {
        let (Some(open), Some(game)) = (self.open.take(), self.games.last_mut()) else { return };
        let usual = Rules::MAHJONG_SOUL;
        let rules = game.head.as_ref().and_then(|head| head.stated.rules.as_ref()).unwrap_or(&usual);
        match open.close(rules) {
            // one more shows that there are too many
            Some(log) if game.rounds.len() <= MOST_ROUNDS => game.rounds.push(log),
            Some(_) => {}
            None => game.failed = game.failed.take().or(Some((at, Problem::Unfinished))),
        }
    }

    /// The game at hand goes no further; of one that is not played by our rules nothing is left.
    pub fn fail(&mut self, at: usize, problem: Problem) {
        if self.ignores() {
            return;
        }
        let whole = self.open.take_if(|open| open.ended());
        self.open = whole;
        self.close(at);
        if self.games.is_empty() && self.begin(at).is_err() {
            return;
        }
        if let Some(game) = self.games.last_mut() {
            if matches!(problem, Problem::HouseRule(_)) {
                game.rounds.clear();
            }
            game.failed = game.failed.take().or(Some((at, problem)));
        }
    }

    /// The end of the file.
    pub fn finish(&mut self, at: usize) {
        self.close(at);
        if self.games.is_empty()
            && let Some((at, head)) = self.head.take()
        {
            let missing = Problem::Missing { element: "ResGameRecord".to_string(), attribute: "data" };
            self.games.push(Game {
                at,
                failed: Some((at, head.err().unwrap_or(missing))),
                ..Game::default()
            });
        }
    }
}

/// Whether a round is East 1 without honba.
fn begins_game(record: Message) -> Reading<bool> {
    let number = |number, name| record.number::<u32>(Field(number, name));
    Ok(number(1, "chang")? == 0 && number(2, "ju")? == 0 && number(3, "ben")? == 0)
}
