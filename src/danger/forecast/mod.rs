//! What the other three will do from here on, step by step: a step lasts from an own discard that passed to
//! the next own discard, or to the end of the wall. Step 0 follows the coming discard.
//!
//! Hazards and payments of the others' wins are learned from logs by situation. Own deal-ins are left
//! out of the hazards: [`super::Danger`] has their rates for the coming discard, [`Other::deal_in`] for
//! later ones.
//!
//! An opponent's probability p of being tenpai moves from step to step by three learned chances: that a hand
//! that was not becomes tenpai (up), that one that was is none any more (down), and how much seldomer a round
//! goes on when it is tenpai (stay):
//!
//! ```text
//! p' = (p stay (1 - down) + (1 - p) up) / (p stay + 1 - p)
//! ```
//!
//! Its wins by tsumo and by ron from the other two are p times a product of factors (clock, steps ahead,
//! riichi on the table, the others' tenpai, melds, dealer), fitted so that each factor's groups add up to the
//! wins that were counted.

mod coming;
mod factors;
pub mod three;

pub use coming::{Acts, ComingModel, OpponentStep, Rate, RiichiOrigin};
pub use factors::{AHEAD, Clock, Figures, Hazard, LaterRates, Moves, Product, Sort, Stance, WaitRate, ahead};

use super::opponent_view::Standing;
use super::threat::{Danger, Threat};
use crate::params::{Params, layout_hash};
use crate::round::View;
use crate::tile::{BySeat, KindSet, Players, Seat, Tile};
use arrayvec::ArrayVec;
use coming::OpponentCourse;
use std::sync::OnceLock;
use three::ThreePlayerForecast;

/// No forecast has more steps: 69 tiles are left at the first discard.
pub const STEPS: usize = 18;

/// What the rest of the table will do.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// By seat; none for the viewer, and where nobody sits.
    pub others: BySeat<Option<Other>>,
    steps: usize,
}

/// What one opponent will do.
#[derive(Clone, PartialEq, Debug)]
pub struct Other {
    /// By the viewer's stance and by step.
    steps: [ArrayVec<ForecastStep, STEPS>; 3],
    apart: OpponentCourse,
    waits: [WaitRate; Tile::COUNT],
    prices: [f32; Tile::COUNT],
    /// What the viewer pays when the opponent wins by tsumo, honba left out: points, on average.
    pub tsumo_pays: f64,
    /// What a ron of the opponent costs the player who deals in, honba left out: points, on average.
    pub ron_pays: f64,
    /// The same two after a riichi that it declares later.
    pub declared_pays: [f64; 2],
}

/// What one opponent does in one step, given that the round goes on to it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ForecastStep {
    /// The probability that it is tenpai, 0..1.
    pub tenpai: f64,
    /// The probability that it ends the round by tsumo, 0..1; if the viewer does not win by ron before.
    pub tsumo: f64,
    /// The probability that it wins on a tile of one of the other two, 0..1, a win of two at a time being
    /// half of each one's; if the viewer does not win by ron before.
    pub ron: f64,
    /// What a wait is multiplied by, to give the deal-in rate of the discard that the next step begins with: for
    /// tiles that may deal in now, and for those that are safe now.
    later: [f64; 2],
}

/// What the forecast of one opponent hangs on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Opponent {
    /// Riichi, open or closed.
    pub standing: Standing,
    /// Its melds, 0..=4.
    pub melds: usize,
    /// Whether it deals.
    pub dealer: bool,
    /// Whether it is tenpai, 0..1, as the danger model says.
    pub tenpai: f64,
    /// The mean price of a ron by the danger model, points.
    pub price: f64,
}

/// What a forecast hangs on, the single tiles apart.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// Tiles that can still be drawn; with three players as many as if the empty seat drew, too.
    pub left: usize,
    /// Whether the viewer deals.
    pub dealer: bool,
    /// In the order in which they play after the viewer.
    pub opponents: ArrayVec<Opponent, 3>,
    /// Riichi that have come since, of any opponent.
    more_riichi: usize,
}

/// A price where no tile can deal in: what a ron costs in the top room on average, points.
const ANY_PRICE: f64 = 5200.0;

/// What the parameter file says that it is for.
pub const LABEL: &str = "nanikiru forecast";

const BUILTIN: &[u8] = include_bytes!("../../../data/forecast.params");

impl Figures {
    /// The section's name in the parameter file.
    pub const SECTION: &str = "steps";
    const MEANING: &str = "up, down, stay; up ahead; tsumo, ron by standing; later by standing; tsumo pays, ron pays, deal-in \
        pays";

    /// A hash of what the numbers mean.
    pub fn layout() -> u64 {
        layout_hash(Figures::MEANING)
    }

    /// Those that the crate carries.
    pub fn builtin() -> &'static Figures {
        static FIGURES: OnceLock<Figures> = OnceLock::new();
        let read = |params: &Params| params.table(Figures::SECTION, Figures::layout());
        FIGURES.get_or_init(|| Params::carried(LABEL, BUILTIN, read))
    }

    /// Those of a table of so many.
    pub fn at(players: Players) -> &'static Figures {
        static OF_THREE: OnceLock<Figures> = OnceLock::new();
        match players {
            Players::Three => {
                OF_THREE.get_or_init(|| ThreePlayerForecast::builtin().figures(Figures::builtin()))
            }
            Players::Four => Figures::builtin(),
        }
    }
}

impl ComingModel {
    /// The section's name in the parameter file.
    pub const SECTION: &str = "riichi to come";
    const MEANING: &str = "declares; before riichi and declared: tsumo, ron, later; tsumo pays, ron pays";

    /// A hash of what the numbers mean.
    pub fn layout() -> u64 {
        layout_hash(ComingModel::MEANING)
    }

    /// What the crate carries.
    pub fn builtin() -> &'static ComingModel {
        static COMING: OnceLock<ComingModel> = OnceLock::new();
        let read = |params: &Params| params.table(ComingModel::SECTION, ComingModel::layout());
        COMING.get_or_init(|| Params::carried(LABEL, BUILTIN, read))
    }

    /// That of a table of so many.
    pub fn at(players: Players) -> &'static ComingModel {
        static OF_THREE: OnceLock<ComingModel> = OnceLock::new();
        match players {
            Players::Three => {
                OF_THREE.get_or_init(|| ThreePlayerForecast::builtin().coming(ComingModel::builtin()))
            }
            Players::Four => ComingModel::builtin(),
        }
    }
}

impl Opponent {
    fn new(view: &View, threat: &Threat, seat: Seat) -> Opponent {
        let table = view.table();
        let player = table.player(seat);
        // the red one of four fives
        let weight = |tile: Tile| if tile.is_red() { 0.25 } else { 1.0 };
        let tiles = (0..Tile::COUNT).filter_map(Tile::new);
        let risks = tiles.map(|tile| (weight(tile) * threat.risk(tile).rate, threat.risk(tile)));
        let (sum, paid) = risks
            .filter(|(rate, _)| *rate > 0.0)
            .fold((0.0, 0.0), |(sum, paid), (rate, risk)| (sum + rate, paid + rate * risk.mean()));
        Opponent {
            standing: Standing::of(player),
            melds: player.melds().len(),
            dealer: table.dealer() == seat,
            tenpai: threat.tenpai,
            price: if sum > 0.0 { paid / sum } else { ANY_PRICE },
        }
    }
}

impl Outlook {
    /// What the forecast hangs on; none when the danger is another seat's.
    pub fn new(view: &View, danger: &Danger) -> Option<Outlook> {
        let mut opponents = ArrayVec::<Opponent, 3>::new();
        let players = view.table().rules().players;
        for seat in players.others(view.seat()) {
            opponents.push(Opponent::new(view, danger.threats[seat].as_ref()?, seat));
        }
        Some(Outlook {
            left: 4 * (view.table().tiles_left() / players.count())
                + view.table().tiles_left() % players.count(),
            dealer: view.table().dealer() == view.seat(),
            opponents,
            more_riichi: 0,
        })
    }

    /// How many steps there are: the own draws that are left, and what follows the last one.
    pub fn steps(&self) -> usize {
        (self.left / 4 + 1).min(STEPS)
    }

    /// Riichi of the two other opponents.
    pub fn other_riichi(&self, at: usize) -> usize {
        let others = self.opponents.iter().enumerate().filter(|&(i, _)| i != at);
        let now = others.filter(|(_, o)| o.standing == Standing::Riichi).count();
        (now + self.more_riichi).min(2)
    }

    /// The probabilities of tenpai, by step and opponent.
    pub fn tenpai(&self, stance: Stance, figures: &Figures) -> ArrayVec<[f64; 3], STEPS> {
        let mut now = [0.0; 3];
        now.iter_mut().zip(&self.opponents).for_each(|(now, opponent)| *now = opponent.tenpai);
        let mut all = ArrayVec::new();
        for step in 0..self.steps() {
            all.push(now);
            let clock = Clock::new(self.left, step);
            for (i, opponent) in self.opponents.iter().enumerate() {
                if opponent.standing != Standing::Riichi {
                    let riichi = stance == Stance::Riichi || self.other_riichi(i) > 0;
                    now[i] = figures.next_tenpai(now[i], opponent.melds, riichi, clock, step);
                }
            }
        }
        all
    }

    /// What the rates of wins of an opponent hang on in a step, given everybody's tenpai in it.
    pub fn hazard(&self, at: usize, step: usize, stance: Stance, tenpai: &[f64; 3]) -> Hazard {
        let opponent = &self.opponents[at];
        let others = self.opponents.iter().enumerate().filter(|&(i, _)| i != at);
        let silent = others.filter(|(_, o)| o.standing != Standing::Riichi).map(|(i, _)| tenpai[i]).sum();
        Hazard::new(self.left, step, stance, self.other_riichi(at), silent, opponent)
    }

    /// Whether an opponent draws in a step, and the share of the other opponents' discards that there are.
    pub fn acts(&self, at: usize, step: usize) -> (bool, f64) {
        let left = self.left.saturating_sub(4 * step);
        let draws = |after: usize| after <= left;
        let count = self.opponents.len();
        let others = (1..=count).filter(|&after| after != at + 1 && draws(after)).count();
        (draws(at + 1), others as f64 / (count - 1) as f64)
    }

    /// What the opponents do in each step, given where the viewer stands.
    pub fn steps_of(&self, stance: Stance, figures: &Figures) -> ArrayVec<[ForecastStep; 3], STEPS> {
        let tenpai = self.tenpai(stance, figures);
        let mut all = ArrayVec::new();
        for (step, now) in tenpai.iter().enumerate() {
            all.push(std::array::from_fn(|at| {
                if at >= self.opponents.len() {
                    return ForecastStep::default();
                }
                let hazard = self.hazard(at, step, stance, now);
                let (draws, discards) = self.acts(at, step);
                let standing = self.opponents[at].standing;
                let next = tenpai.get(step + 1).unwrap_or(now);
                let tsumo = if draws { now[at] * figures.tsumo(standing, &hazard) } else { 0.0 };
                ForecastStep {
                    tenpai: now[at],
                    tsumo,
                    ron: now[at] * discards * figures.ron(standing, &hazard),
                    later: figures
                        .later(standing, &self.hazard(at, step + 1, stance, next))
                        .map(|rate| next[at] * rate),
                }
            }));
        }
        all
    }
}

impl Forecast {
    /// The forecast for a seat, and what the danger model says of it now. None when the danger is that of
    /// another seat.
    pub fn new(view: &View, danger: &Danger) -> Option<Forecast> {
        let players = view.table().rules().players;
        let (figures, coming) = (Figures::at(players), ComingModel::at(players));
        let outlook = Outlook::new(view, danger)?;
        let steps = Stance::ALL.map(|stance| outlook.steps_of(stance, figures));
        let apart = coming.apart(&outlook, &steps[Stance::Free as usize], &outlook.threatened(figures));
        let others = BySeat::from_fn(|seat| {
            let threat = danger.threats[seat].as_ref()?;
            let at = players.others(view.seat()).position(|other| other == seat)?;
            let opponent = &outlook.opponents[at];
            let waits = Waits::new(view, threat, seat);
            let of = |tile: usize| Tile::new(tile).expect("37 tiles");
            Some(Other {
                steps: steps.each_ref().map(|steps| steps.iter().map(|step| step[at]).collect()),
                apart: apart[at].clone(),
                waits: std::array::from_fn(|i| match waits.sort(of(i)) {
                    None => WaitRate::Never,
                    Some((sort, rate)) => figures.wait(opponent.standing, sort, rate),
                }),
                prices: std::array::from_fn(|i| {
                    let now = threat.risk(of(i));
                    let price = if now.rate > 0.0 { now.mean() } else { opponent.price };
                    (price * figures.deal_in_pays(opponent)) as f32
                }),
                tsumo_pays: opponent.price * figures.tsumo_pays(opponent, outlook.dealer),
                ron_pays: opponent.price * figures.ron_pays(opponent),
                declared_pays: [coming.tsumo_pays(opponent, outlook.dealer), coming.ron_pays(opponent)],
            })
        });
        Some(Forecast { others, steps: outlook.steps() })
    }

    /// How likely each opponent is to be tenpai in the last step, 0..1, in the order in which they play after
    /// the viewer; 0 in the third place with three players.
    pub fn at_the_end(&self) -> Option<[f64; 3]> {
        let viewer = Seat::ALL.into_iter().find(|&seat| self.others[seat].is_none())?;
        let last = self.steps.checked_sub(1)?;
        let mut rates = [0.0; 3];
        let others = (1..4).filter_map(|place| self.others[viewer.after(place)].as_ref());
        for (rate, other) in rates.iter_mut().zip(others) {
            *rate = other.step(last, Stance::Free)?.tenpai;
        }
        Some(rates)
    }

    /// How many steps there are: 0 to this less one.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The probability that the others end the round in a step among themselves: by tsumo or by ron from one
    /// another, 0..1; if the viewer does not win by ron before.
    pub fn ends(&self, step: usize, stance: Stance) -> f64 {
        let of = |other: &Other| other.step(step, stance).map_or(0.0, |step| step.tsumo + step.ron);
        self.others.0.iter().flatten().map(of).sum()
    }

    /// The probability that a tile discarded at the beginning of step `step + 1` deals in, 0..1, the opponents
    /// taken as independent.
    pub fn deal_in(&self, step: usize, stance: Stance, tile: Tile) -> f64 {
        let passes = |other: &Other| 1.0 - other.deal_in(step, stance, tile);
        1.0 - self.others.0.iter().flatten().map(passes).product::<f64>()
    }
}

impl ForecastStep {
    /// The probability that the discard which the next step begins with deals in to the opponent, 0..1.
    /// `wait` is what [`Figures::wait`] says of it.
    pub fn deal_in(&self, wait: WaitRate) -> f64 {
        wait.rate(self.later)
    }
}

impl Other {
    /// What it does in a step; none past the last one.
    pub fn step(&self, step: usize, stance: Stance) -> Option<&ForecastStep> {
        self.steps[stance as usize].get(step)
    }

    /// The probability that a tile discarded at the beginning of step `step + 1` deals in to it, 0..1.
    pub fn deal_in(&self, step: usize, stance: Stance, tile: Tile) -> f64 {
        self.step(step, stance).map_or(0.0, |step| step.deal_in(self.waits[tile.index()]))
    }

    /// The probability that it declares riichi in a step, 0..1, if it has not by then and the round goes on.
    pub fn declares(&self, step: usize) -> f64 {
        self.apart.declares.get(step).copied().unwrap_or(0.0)
    }

    /// What it does in a step, given whose riichi has come by then; none past the last one, and none in its own
    /// riichi where it cannot declare it.
    pub fn step_since(&self, step: usize, since: RiichiOrigin) -> Option<&OpponentStep> {
        self.apart.steps[since as usize].get(step)
    }

    /// The probability that a tile discarded at the beginning of step `step + 1` deals in to it, 0..1, given whose
    /// riichi has come in step `step` or before.
    pub fn deal_in_since(&self, step: usize, since: RiichiOrigin, tile: Tile) -> f64 {
        self.step_since(step, since).map_or(0.0, |doing| self.waits[tile.index()].rate(doing.later))
    }

    /// What a deal-in by the tile costs later on, honba left out: points, on average.
    pub fn price(&self, tile: Tile) -> f64 {
        f64::from(self.prices[tile.index()])
    }
}

/// What can be said of the tiles later on, from what is seen now.
pub struct Waits<'a> {
    threat: &'a Threat,
    view: &'a View<'a>,
    /// Safe for good: discarded by the opponent itself, or by anybody after its riichi.
    safe: KindSet,
    /// Safe until the opponent's hand changes.
    passed: KindSet,
}

impl<'a> Waits<'a> {
    /// Against one opponent.
    pub fn new(view: &'a View<'a>, threat: &'a Threat, seat: Seat) -> Waits<'a> {
        let player = view.table().player(seat);
        let (safe, passed) = match player.riichi() {
            Some(_) => (player.furiten(), KindSet::EMPTY),
            None => (player.discarded(), player.passed()),
        };
        Waits { threat, view, safe, passed }
    }

    /// The sort of a tile, and how likely an opponent that is tenpai wins on it now (1 where that is for the
    /// sort alone to say); none when it is safe for good.
    pub fn sort(&self, tile: Tile) -> Option<(Sort, f64)> {
        let kind = tile.kind();
        if self.safe.contains(kind) {
            return None;
        }
        let unseen = usize::from(self.view.unseen()[kind]);
        if self.passed.contains(kind) {
            return Some((Sort::passed(kind, unseen), 1.0));
        }
        let rate = self.threat.risk(tile).rate / self.threat.tenpai;
        (rate > 0.0).then(|| (Sort::open(kind, unseen), rate))
    }
}

#[cfg(test)]
mod tests;
