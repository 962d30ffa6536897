//! What the others discard, against blind discards from the tiles that a seat cannot see.

use super::standing::{STANDINGS, Standing, TURNS, table_row};
use nanikiru::tile::{Kind, Players};
use std::fmt::{self, Formatter};
use std::ops::AddAssign;

/// Classes of kinds, in the order of the tables.
pub const CLASSES: [&str; 6] = ["honour", "1 9", "2 8", "3 7", "4 6", "5"];
/// Kinds of each class.
pub fn kinds(players: Players) -> [u8; 6] {
    let mut kinds = [0; 6];
    players.kinds().iter().for_each(|kind| kinds[class(kind)] += 1);
    kinds
}
/// Who discards, as the seat sees it, in the order of their turns.
const OTHERS: [&str; 3] = ["right", "across", "left"];

/// The class of a kind.
pub fn class(kind: Kind) -> usize {
    match (kind.is_honour(), kind.number()) {
        (true, _) => 0,
        (_, 1 | 9) => 1,
        (_, 2 | 8) => 2,
        (_, 3 | 7) => 3,
        (_, 4 | 6) => 4,
        _ => 5,
    }
}

/// Discards of others while a seat looks for some kinds.
#[derive(Clone, Copy, Default)]
pub struct Trials {
    /// Discards.
    pub discards: u64,
    /// Those of the kinds.
    pub observed: u64,
    /// Unseen copies of the kinds / unseen tiles, summed over the discards.
    pub expected: f64,
}

impl AddAssign for Trials {
    fn add_assign(&mut self, other: Trials) {
        self.discards += other.discards;
        self.observed += other.observed;
        self.expected += other.expected;
    }
}

impl Trials {
    /// How often, relative to blind discards.
    pub fn rate(&self) -> f64 {
        self.observed as f64 / self.expected
    }

    /// All of these together.
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Trials>) -> Trials {
        parts.into_iter().fold(Trials::default(), |mut sum, part| {
            sum += *part;
            sum
        })
    }
}

/// By class of the kinds.
pub type ByClass = [Trials; 6];

/// The discards of one length of game.
#[derive(Clone, Default)]
pub struct Discards {
    /// Kinds that a seat does not wait for while it is not in riichi: by its turn, and right, across, left.
    pub callable: [[ByClass; 3]; TURNS],
    /// Kinds that it waits for: by standing, furiten and turn.
    pub waits: [[[ByClass; TURNS]; 2]; 3],
    /// Discards while it waits for any kind: by standing and furiten.
    pub waited: [[Trials; 2]; 3],
    /// The same, not furiten, by standing, turn and how many others are in riichi.
    pub waits_met: [[[Trials; RIICHI]; TURNS]; 3],
}

/// Others in riichi, with numbers of their own: none, one, two and more.
pub const RIICHI: usize = 3;

impl AddAssign<&Discards> for Discards {
    fn add_assign(&mut self, other: &Discards) {
        let theirs = other.callable.as_flattened().as_flattened();
        for (mine, theirs) in self.callable.as_flattened_mut().as_flattened_mut().iter_mut().zip(theirs) {
            *mine += *theirs;
        }
        let theirs = other.waits.as_flattened().as_flattened().as_flattened();
        let mine = self.waits.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        for (mine, theirs) in mine.iter_mut().zip(theirs) {
            *mine += *theirs;
        }
        let theirs = other.waits_met.as_flattened().as_flattened();
        let mine = self.waits_met.as_flattened_mut().as_flattened_mut();
        for (mine, theirs) in mine.iter_mut().zip(theirs) {
            *mine += *theirs;
        }
        for (mine, theirs) in self.waited.as_flattened_mut().iter_mut().zip(other.waited.as_flattened()) {
            *mine += *theirs;
        }
    }
}

/// By how many others are in riichi, the rate of trials over what the rates of their turns would have.
fn met(turns: &[[Trials; RIICHI]; TURNS]) -> [f64; RIICHI] {
    let rates = turns.each_ref().map(|row| Trials::sum(row).rate());
    std::array::from_fn(|riichi| {
        let rows =
            turns.iter().zip(rates).filter(|(row, rate)| row[riichi].expected > 0.0 && rate.is_finite());
        let (observed, expected) = rows.fold((0.0, 0.0), |(observed, expected), (row, rate)| {
            (observed + row[riichi].observed as f64, expected + rate * row[riichi].expected)
        });
        observed / expected
    })
}

impl Discards {
    /// How often others discard what a seat waits for, by its standing and by how many of them are in riichi,
    /// relative to how often they do at that turn.
    pub fn waits_by_riichi(&self) -> [[f64; RIICHI]; 3] {
        self.waits_met.each_ref().map(met)
    }

    /// The callable discards of all three others, by turn.
    pub fn called(&self) -> [ByClass; TURNS] {
        self.callable.map(|others| std::array::from_fn(|c| Trials::sum(others.iter().map(|o| &o[c]))))
    }
}

/// Prints the ratios of waits, all turns together.
pub fn print_waits(f: &mut Formatter<'_>, rooms: &[(&str, &Discards)]) -> fmt::Result {
    writeln!(
        f,
        "\nDischarge of waits: another player's discard is one trial; expected is unseen copies of the"
    )?;
    writeln!(f, "wait / unseen tiles, summed. Ratio with its 95 % interval (Poisson).")?;
    writeln!(f, "| games | hand | furiten | wait | trials | observed | expected | ratio | +- |")?;
    writeln!(f, "|---|---|---|---|---|---|---|---|---|")?;
    for (name, discards) in rooms {
        for standing in [Standing::Riichi, Standing::Closed, Standing::Open] {
            let (waits, waited) =
                (&discards.waits[table_row(standing)], &discards.waited[table_row(standing)]);
            for (label, furiten) in [("no", &[0][..]), ("yes", &[1]), ("any", &[0, 1])] {
                for class in 0..7 {
                    let turns = furiten.iter().flat_map(|&i| &waits[i]);
                    let trials = match CLASSES.get(class) {
                        Some(_) => Trials::sum(turns.map(|turn| &turn[class])),
                        None => Trials::sum(furiten.iter().map(|&i| &waited[i])),
                    };
                    let Trials { discards, observed, expected } = trials;
                    let (hand, wait) = (standing.name(), CLASSES.get(class).unwrap_or(&"all"));
                    let (ratio, error) = (trials.rate(), 1.96 * (observed as f64).sqrt() / expected);
                    writeln!(
                        f,
                        "| {name} | {hand} | {label} | {wait} | {discards} | {observed} | {expected:.1} | {ratio:.3} | {error:.3} |"
                    )?;
                }
            }
        }
    }
    Ok(())
}

/// Prints the ratios by turn.
pub fn print_turns(f: &mut Formatter<'_>, rooms: &[(&str, &Discards)]) -> fmt::Result {
    writeln!(f, "\nDiscards by the seat's turn, relative to blind ones: kinds that it does not wait for,")?;
    writeln!(f, "while it is not in riichi")?;
    head(f, "discarder")?;
    for (name, discards) in rooms {
        for (other, label) in OTHERS.iter().enumerate() {
            for (turn, row) in discards.callable.iter().enumerate() {
                rates(f, &[name, label], turn, &row[other])?;
            }
        }
        for (turn, row) in discards.called().iter().enumerate() {
            rates(f, &[name, "each"], turn, row)?;
        }
    }
    writeln!(f, "\nKinds that a tenpai seat waits for, not furiten")?;
    head(f, "hand")?;
    for (name, discards) in rooms {
        for standing in STANDINGS {
            for (turn, row) in discards.waits[table_row(standing)][0].iter().enumerate() {
                rates(f, &[name, standing.name()], turn, row)?;
            }
        }
    }
    Ok(())
}

fn head(f: &mut Formatter<'_>, what: &str) -> fmt::Result {
    writeln!(f, "| games | {what} | turn | {} | discards | hits |", CLASSES.join(" | "))?;
    writeln!(f, "|---|---|---|{}---|---|", "---|".repeat(CLASSES.len()))
}

fn rates(f: &mut Formatter<'_>, names: &[&str], turn: usize, row: &ByClass) -> fmt::Result {
    write!(f, "| {} | {} ", names.join(" | "), turn + 1)?;
    row.iter().try_for_each(|trials| write!(f, "| {:.3} ", trials.rate()))?;
    let counts = |count: fn(&Trials) -> u64| row.each_ref().map(|trials| count(trials).to_string()).join(" ");
    writeln!(f, "| {} | {} |", counts(|t| t.discards), counts(|t| t.observed))
}
