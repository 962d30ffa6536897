//! Fits when a riichi comes and what changes with it, and writes `src/danger/forecast/coming_figures.rs`.

use super::product::Trials;
use super::source::{both, row_of};
use super::{Counts, Futures, gather};
use nanikiru::danger::Standing;
use nanikiru::danger::forecast::{AHEAD, Clock, Figures, Rate, Stance, Wait, ahead};
use nanikiru_tools::futures::{End, Future};
use nanikiru_tools::thousands;
use std::fmt::{self, Write};
use std::path::PathBuf;

/// Exposures and events of one rate.
struct Trial(Trials<2>);

impl Trial {
    fn new() -> Trial {
        Trial(Trials::new([2 * Clock::COUNT, AHEAD]))
    }

    fn add(&mut self, (riichi, left, step): (bool, usize, usize), exposure: f64, events: f64) {
        if exposure > 0.0 {
            let clock = Clock::new(left, step).index();
            self.0.add([usize::from(riichi) * Clock::COUNT + clock, ahead(step)], exposure, events);
        }
    }

    fn fit(&self) -> (Rate, Counts) {
        let [cells, steps] = self.0.fit();
        let rate = Rate {
            cells: std::array::from_fn(|riichi| {
                std::array::from_fn(|clock| cells[riichi * Clock::COUNT + clock])
            }),
            ahead: std::array::from_fn(|group| steps[group]),
        };
        (rate, self.0.counts())
    }
}

/// What an opponent does.
struct Acting {
    tsumo: Trial,
    ron: Trial,
    later: [Trial; 2],
}

/// Points and how often.
#[derive(Clone, Copy, Default)]
struct Mean([f64; 2]);

impl Mean {
    fn add(&mut self, points: i32) {
        self.0[0] += f64::from(points);
        self.0[1] += 1.0;
    }
}

struct Seen {
    declares: Trial,
    before_riichi: Acting,
    declared: Acting,
    tsumo: [Mean; 3],
    ron: [Mean; 2],
}

impl Seen {
    fn new() -> Seen {
        let acting =
            || Acting { tsumo: Trial::new(), ron: Trial::new(), later: [Trial::new(), Trial::new()] };
        Seen {
            declares: Trial::new(),
            before_riichi: acting(),
            declared: acting(),
            tsumo: Default::default(),
            ron: Default::default(),
        }
    }

    fn future(&mut self, future: &Future) {
        let outlook = &future.outlook;
        let figures = Figures::builtin();
        let is = |yes: bool| f64::from(u8::from(yes));
        for (n, step) in future.steps.iter().enumerate().take(outlook.steps()) {
            if step.before != Stance::Free {
                break;
            }
            for (i, opponent) in outlook.opponents.iter().enumerate() {
                if opponent.standing != Standing::Closed {
                    continue;
                }
                let another = (0..3).any(|other| other != i && step.riichi[other]);
                let at = (another, outlook.left, n);
                let acting = if step.riichi[i] { &mut self.declared } else { &mut self.before_riichi };
                if n > 0
                    && let Some((sort, rate)) = step.any[i].wait
                {
                    let hit = is(step.any[i].hit);
                    match figures.wait(Standing::Closed, sort, rate.into()) {
                        Wait::Never => {}
                        Wait::Open(rate) => acting.later[0].add(at, rate.into(), hit),
                        Wait::Passed(rate) => acting.later[1].add(at, rate.into(), hit),
                    }
                }
                if step.stance != Stance::Free {
                    continue;
                }
                let weight = match step.end {
                    End::DealIn { .. } => 0.0,
                    End::OwnRon => 0.5,
                    _ => 1.0,
                };
                let (draws, discards) = outlook.acts(i, n);
                if draws {
                    acting.tsumo.add(at, weight, is(matches!(step.end, End::Tsumo { by, .. } if by == i)));
                }
                let (mut won, mut winners) = (None, 1);
                if let End::Ron { pays } = step.end {
                    (won, winners) = (pays[i], pays.iter().flatten().count());
                }
                acting.ron.add(at, weight * discards, is(won.is_some()) / winners as f64);
                if step.riichi[i] {
                    match step.end {
                        End::Tsumo { by, pays } if by == i => {
                            self.tsumo[opponent.relation(outlook.dealer)].add(pays);
                        }
                        _ => {}
                    }
                    if let Some(pays) = won {
                        self.ron[usize::from(opponent.dealer)].add(pays);
                    }
                } else if let Some(next) = future.steps.get(n + 1) {
                    self.declares.add(at, 1.0, is(next.riichi[i]));
                }
            }
        }
    }
}

/// The source of the figures, learned from one decision in `share` of the training games.
pub fn fit(paths: &[PathBuf], limit: usize, share: u64) -> Result<String, String> {
    let futures = gather(paths, limit, share)?;
    let mut seen = Seen::new();
    futures.all.iter().for_each(|future| seen.future(future));
    write(&futures, &seen).map_err(|error| error.to_string())
}

fn write(futures: &Futures, seen: &Seen) -> Result<String, fmt::Error> {
    let mut text = String::new();
    let [games, decisions] = [futures.games, futures.all.len() as u64].map(thousands);
    write!(
        text,
        "//! When a riichi comes and what changes with it: {decisions} decisions of {games} training games (four
//! players, Tenhou's top room, hanchan and tonpuu of 2018 to 2024), each followed to the end of its round.
//!
//! Written by `cargo tools train --coming`, not by hand. Rates are products of factors; each
//! factor makes its group's expected events equal to those counted (iterative proportional fitting).

use super::coming::{{Acts, Coming, Rate}};

pub(super) static COMING: Coming = Coming {{
"
    )?;
    rate(&mut text, "declares", &seen.declares, "    ")?;
    for (name, acting) in [("before_riichi", &seen.before_riichi), ("declared", &seen.declared)] {
        writeln!(text, "    {name}: Acts {{")?;
        rate(&mut text, "tsumo", &acting.tsumo, "        ")?;
        rate(&mut text, "ron", &acting.ron, "        ")?;
        writeln!(text, "        later: [")?;
        acting.later.iter().try_for_each(|later| rate(&mut text, "", later, "            "))?;
        writeln!(text, "        ],\n    }},")?;
    }
    pays(&mut text, "tsumo_pays", &seen.tsumo)?;
    pays(&mut text, "ron_pays", &seen.ron)?;
    writeln!(text, "}};")?;
    Ok(text)
}

fn pays(text: &mut String, name: &str, means: &[Mean]) -> fmt::Result {
    let counts: Vec<String> = means.iter().map(|mean| thousands(mean.0[1] as u64)).collect();
    let means: Vec<String> = means.iter().map(|Mean([sum, n])| format!("{:.1}", sum / n.max(1.0))).collect();
    writeln!(text, "    // {} wins\n    {name}: [{}],", counts.join(", "), means.join(", "))
}

fn rate(text: &mut String, name: &str, trial: &Trial, indent: &str) -> fmt::Result {
    let (rate, counts) = trial.fit();
    let [steps, events] = both(counts);
    writeln!(text, "{indent}// {steps} of which {events}")?;
    let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
    writeln!(text, "{indent}{name}Rate {{\n{indent}    cells: [")?;
    for row in &rate.cells {
        writeln!(text, "{indent}        {},", row_of(row))?;
    }
    writeln!(text, "{indent}    ],\n{indent}    ahead: {},\n{indent}}},", row_of(&rate.ahead))
}
