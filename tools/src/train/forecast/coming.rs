//! Fits when a riichi comes and what changes with it.

use super::product::Trials;
use super::{Counts, gather, of_which};
use crate::train::split::provenance;
use nanikiru::danger::Standing;
use nanikiru::danger::forecast::{AHEAD, Acts, Clock, ComingModel, Figures, Rate, Stance, WaitRate, ahead};
use nanikiru::dense::is;
use nanikiru::params::{Provenance, Section, Table};
use nanikiru::tile::Players;
use nanikiru_tools::digits::{digits, rounded};
use nanikiru_tools::futures::{End, Future};
use std::path::PathBuf;

/// Exposures and events of one rate.
struct Trial(Trials<2>);

impl Trial {
    fn print_and_fit(&self, name: &str) -> Rate {
        let (rate, counts) = self.fit();
        println!("{name}: {}", of_which(counts));
        rate
    }

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
struct OpponentTrials {
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

struct ActionTrials {
    declares: Trial,
    before_riichi: OpponentTrials,
    declared: OpponentTrials,
    tsumo: [Mean; 3],
    ron: [Mean; 2],
}

impl ActionTrials {
    fn new() -> ActionTrials {
        let acting =
            || OpponentTrials { tsumo: Trial::new(), ron: Trial::new(), later: [Trial::new(), Trial::new()] };
        ActionTrials {
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
                        WaitRate::Never => {}
                        WaitRate::Open(rate) => acting.later[0].add(at, rate.into(), hit),
                        WaitRate::Passed(rate) => acting.later[1].add(at, rate.into(), hit),
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

/// The section of the figures, learned from one decision in `share` of the training games, and what they come from.
pub fn fit(paths: &[PathBuf], limit: usize, share: u64) -> Result<(Section, Provenance), String> {
    let futures = gather(Players::Four, paths, limit, share)?;
    let mut seen = ActionTrials::new();
    futures.all.iter().for_each(|future| seen.future(future));
    let decisions = futures.all.len() as u64;
    let section = seen.fit().section(ComingModel::SECTION, ComingModel::layout(), decisions);
    Ok((section, provenance(&futures.months, futures.games, decisions)))
}

impl OpponentTrials {
    fn fit(&self, name: &str) -> Acts {
        let rate = |what: &str, trial: &Trial| trial.print_and_fit(&format!("{name}, {what}"));
        Acts {
            tsumo: rate("tsumo", &self.tsumo),
            ron: rate("ron", &self.ron),
            later: self.later.each_ref().map(|later| rate("later deal-ins", later)),
        }
    }
}

impl ActionTrials {
    fn fit(&self) -> ComingModel {
        let mean = |Mean([sum, n]): Mean| digits(sum / n.max(1.0), 1);
        let coming = ComingModel {
            declares: self.declares.print_and_fit("declares"),
            before_riichi: self.before_riichi.fit("before riichi"),
            declared: self.declared.fit("declared"),
            tsumo_pays: self.tsumo.map(mean),
            ron_pays: self.ron.map(mean),
        };
        rounded(&coming)
    }
}
