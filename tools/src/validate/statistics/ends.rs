//! How a round ends between two discards of a seat, and what that costs it.

use super::standing::{STANDINGS, Standing, TURNS, table_row};
use nanikiru::tile::Players;
use std::fmt::{self, Formatter};
use std::ops::AddAssign;

/// Others that still draw after a seat's last discard: 0 to 3.
pub const TAILS: usize = 4;

/// Rounds that others end, and what the seat gets or pays: honba included, its own riichi stick not.
#[derive(Clone, Copy, Default)]
pub struct Ends {
    /// Rounds.
    pub rounds: u64,
    /// Points, summed.
    pub points: i64,
    /// Their squares, summed.
    pub squares: f64,
}

impl Ends {
    /// One end more.
    pub fn add(&mut self, points: i32) {
        *self += Ends { rounds: 1, points: points.into(), squares: f64::from(points) * f64::from(points) };
    }

    /// Points of an end on average.
    pub fn mean(&self) -> f64 {
        if self.rounds == 0 { 0.0 } else { self.points as f64 / self.rounds as f64 }
    }
}

impl AddAssign for Ends {
    fn add_assign(&mut self, other: Ends) {
        self.rounds += other.rounds;
        self.points += other.points;
        self.squares += other.squares;
    }
}

/// What happens between a seat's discard and its next one, or the end of the round.
#[derive(Clone, Copy, Default)]
pub struct Intervals {
    /// All of them.
    pub all: u64,
    /// Another wins on the seat's tile.
    pub deal_in: Ends,
    /// Another wins on a third one's tile.
    pub other_ron: Ends,
    /// Another wins with its own draw.
    pub other_tsumo: Ends,
    /// The seat wins on another's tile.
    pub own_ron: u64,
    /// The seat wins with its own draw.
    pub own_tsumo: u64,
    /// The wall is used up.
    pub exhausted: u64,
    /// The round is broken off.
    pub aborted: u64,
}

impl AddAssign for Intervals {
    fn add_assign(&mut self, other: Intervals) {
        self.all += other.all;
        self.deal_in += other.deal_in;
        self.other_ron += other.other_ron;
        self.other_tsumo += other.other_tsumo;
        self.own_ron += other.own_ron;
        self.own_tsumo += other.own_tsumo;
        self.exhausted += other.exhausted;
        self.aborted += other.aborted;
    }
}

impl Intervals {
    /// All of these together.
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Intervals>) -> Intervals {
        parts.into_iter().fold(Intervals::default(), |mut sum, part| {
            sum += *part;
            sum
        })
    }

    /// Those that the seat does not win in.
    pub fn unwon(&self) -> u64 {
        self.all - self.own_ron - self.own_tsumo
    }

    /// Probability that others end the round if the seat does not win before they do. Its deal-in comes
    /// first and its own draw last; of its rons half come before the others' wins.
    pub fn hazard(&self) -> f64 {
        let [all, deal_in, ron] = [self.all, self.deal_in.rounds, self.own_ron].map(|n| n as f64);
        let others = (self.other_ron.rounds + self.other_tsumo.rounds) as f64;
        let ratio = |n: f64, of: f64| if of > 0.0 { n / of } else { 0.0 };
        1.0 - (1.0 - ratio(deal_in, all)) * (1.0 - ratio(others, all - deal_in - ron / 2.0))
    }

    /// Others' wins of all three sorts.
    pub fn ends(&self) -> Ends {
        let mut ends = self.deal_in;
        ends += self.other_ron;
        ends += self.other_tsumo;
        ends
    }
}

/// The intervals of one length of game.
#[derive(Clone, Default)]
pub struct ByTurn {
    /// By tenpai, standing, dealer and turn.
    turns: [[[[Intervals; TURNS]; 2]; 3]; 2],
    /// After the last discard: by standing, dealer and how many others draw once more.
    tails: [[[Intervals; TAILS]; 2]; 3],
}

/// A seat between two of its discards.
#[derive(Clone, Copy)]
pub struct Place {
    /// How it stands.
    pub standing: Standing,
    /// Whether its hand is tenpai.
    pub tenpai: bool,
    /// Whether it deals.
    pub dealer: bool,
    /// Own discards made.
    pub turn: usize,
    /// Tiles that can still be drawn.
    pub draws_left: usize,
    /// How many play: so many tiles, less one, are drawn after the last discard.
    pub players: Players,
}

impl AddAssign<&ByTurn> for ByTurn {
    fn add_assign(&mut self, other: &ByTurn) {
        let theirs = other.turns.as_flattened().as_flattened().as_flattened();
        let mine = self.turns.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        for (mine, theirs) in mine.iter_mut().zip(theirs) {
            *mine += *theirs;
        }
        let theirs = other.tails.as_flattened().as_flattened();
        for (mine, theirs) in self.tails.as_flattened_mut().as_flattened_mut().iter_mut().zip(theirs) {
            *mine += *theirs;
        }
    }
}

impl ByTurn {
    /// Counts at a place.
    pub fn count(&mut self, at: Place, count: impl Fn(&mut Intervals)) {
        let turn = at.turn.clamp(1, TURNS) - 1;
        let [tenpai, dealer] = [at.tenpai, at.dealer].map(usize::from);
        count(&mut self.turns[tenpai][table_row(at.standing)][dealer][turn]);
        if let Some(tail) = self.tails[table_row(at.standing)][dealer].get_mut(..at.players.count()).and_then(|tails| tails.get_mut(at.draws_left))
        {
            count(tail);
        }
    }

    /// The intervals of a seat by turn.
    pub fn of(&self, standing: Standing, dealer: bool) -> [Intervals; TURNS] {
        let turns = |tenpai: usize| &self.turns[tenpai][table_row(standing)][usize::from(dealer)];
        std::array::from_fn(|turn| Intervals::sum([&turns(0)[turn], &turns(1)[turn]]))
    }

    /// The intervals of a seat after its last discard, by how many others draw once more.
    pub fn last(&self, standing: Standing, dealer: bool) -> [Intervals; TAILS] {
        self.tails[table_row(standing)][usize::from(dealer)]
    }

    fn of_sort(&self, tenpai: Option<bool>, standing: Standing, turn: usize) -> Intervals {
        let sorts = self.turns.iter().zip([false, true]).filter(|&(_, t)| tenpai.is_none_or(|is| is == t));
        Intervals::sum(sorts.flat_map(|(sort, _)| &sort[table_row(standing)]).map(|turns| &turns[turn]))
    }
}

/// Prints how intervals end, by turn.
pub fn print(f: &mut Formatter<'_>, rooms: &[(&str, &ByTurn)]) -> fmt::Result {
    writeln!(f, "\nFrom a discard to the same seat's next one, by its turn: % of all such intervals")?;
    writeln!(
        f,
        "| games | hand | turn | intervals | deals in | others ron | others tsumo | own ron | own tsumo | exhausted | aborted |"
    )?;
    writeln!(f, "|---|---|---|---|---|---|---|---|---|---|---|")?;
    let sorts = [
        ("closed, noten", Some(false), Standing::Closed),
        ("dama", Some(true), Standing::Closed),
        ("open, noten", Some(false), Standing::Open),
        ("open, tenpai", Some(true), Standing::Open),
        ("riichi", None, Standing::Riichi),
    ];
    for (name, intervals) in rooms {
        for (label, tenpai, standing) in sorts {
            for turn in 0..TURNS {
                let row = intervals.of_sort(tenpai, standing, turn);
                if row.all > 0 {
                    shares(f, &[name, label, &(turn + 1).to_string()], &row)?;
                }
            }
        }
    }
    writeln!(
        f,
        "\nOthers end the round: % of the intervals that the seat does not win in, and points on average;"
    )?;
    writeln!(f, "by turn, and after the seat's last discard by how many others draw once more")?;
    writeln!(
        f,
        "| games | hand | seat | turn | intervals | ends | points | +- | deals in | points | others ron | points | others tsumo | points |"
    )?;
    writeln!(f, "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")?;
    for (name, intervals) in rooms {
        for standing in STANDINGS {
            for (dealer, seat) in [(false, "other"), (true, "dealer")] {
                for (turn, row) in intervals.of(standing, dealer).iter().enumerate() {
                    components(f, &[name, standing.name(), seat, &(turn + 1).to_string()], row)?;
                }
                for (others, row) in intervals.last(standing, dealer).iter().enumerate() {
                    components(f, &[name, standing.name(), seat, &format!("last, {others}")], row)?;
                }
            }
        }
    }
    Ok(())
}

fn shares(f: &mut Formatter<'_>, names: &[&str], row: &Intervals) -> fmt::Result {
    write!(f, "| {} | {} ", names.join(" | "), row.all)?;
    let ends = [row.deal_in, row.other_ron, row.other_tsumo].map(|ends| ends.rounds);
    for n in ends.into_iter().chain([row.own_ron, row.own_tsumo, row.exhausted, row.aborted]) {
        write!(f, "| {:.3} ", 100.0 * n as f64 / row.all as f64)?;
    }
    writeln!(f, "|")
}

fn components(f: &mut Formatter<'_>, names: &[&str], row: &Intervals) -> fmt::Result {
    let rate = |ends: Ends| 100.0 * ends.rounds as f64 / row.unwon() as f64;
    let all = row.ends();
    let n = all.rounds as f64;
    let error = 1.96 * ((all.squares / n - all.mean() * all.mean()) / n).sqrt();
    write!(
        f,
        "| {} | {} | {:.3} | {:.0} | {error:.0} ",
        names.join(" | "),
        row.unwon(),
        rate(all),
        all.mean()
    )?;
    for ends in [row.deal_in, row.other_ron, row.other_tsumo] {
        write!(f, "| {:.3} | {:.0} ", rate(ends), ends.mean())?;
    }
    writeln!(f, "|")
}
