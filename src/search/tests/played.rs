//! Rounds played by hand against shuffled walls: whether they turn out as the figures say.

use super::super::*;
use super::{Position, Random, coming_riichi, discard, threatened, tiles_of, unseen_tiles};
use crate::search::graph::Destination;
use crate::search::riichi::later_of;
use crate::search::riichi::step::InRiichi;
use crate::search::solve::exchanges;
use crate::search::values;
use crate::search::values::goals::Goals;
use crate::search::values::model::{Aim, Layers, ValuedGraph};
use crate::search::values::offers::{Use, Uses};
use crate::search::values::step_context::StepContext;
use crate::search::values::successors::Successors;
use crate::search::values::tenpai::Luck;
use crate::tile::Tile;

impl Position {
    /// What the search has inside.
    pub(super) fn solve<T>(&self, options: &Options, then: impl FnOnce(&SolvedSearch<'_>) -> T) -> T {
        let calm = Progress::default();
        let (_, exchanges, _) =
            exchanges(&self.root(), &self.unseen, options, &mut Default::default()).unwrap();
        let graph = graph::Graph::new(exchanges, &calm).unwrap();
        let course = chance::Course::new(&self.chance, self.unseen.total(), graph.most_kans()).unwrap();
        let goals = Goals::new(&graph, &self.points, &calm).unwrap();
        let replacement = options.kans == Kans::Replacement;
        let aim = Aim { payoffs: &self.points, criterion: options.criterion, replacement };
        let layers = Layers::new(&graph, &goals, &course, aim, &calm).unwrap();
        then(&SolvedSearch::new(&layers))
    }
}

/// A graph with its values, for playing its plan by hand.
pub(super) struct SolvedSearch<'a> {
    layers: &'a Layers<'a, f64>,
    pub(super) models: Vec<&'a ValuedGraph<'a, f64>>,
    /// What every successor is worth, by layer and from step 0.
    successors: Vec<Vec<Successors<f64>>>,
    /// What draws are worth after a coming riichi, from step 0.
    drawn: Vec<Vec<f64>>,
}

impl<'a> SolvedSearch<'a> {
    fn new(layers: &'a Layers<'a, f64>) -> SolvedSearch<'a> {
        let models: Vec<&ValuedGraph<'_, f64>> = layers.all().collect();
        let (mut values, calm) = (Vec::new(), Progress::default());
        let declared = DeclaredRiichi { double: false, ippatsu: true };
        outlook::pass::outlooks(layers, &[], declared, Some(&mut values), &calm).unwrap();
        let successors = |(model, values): (&&ValuedGraph<'_, f64>, &values::Values<f64>)| {
            let of = |(j, next): (usize, &Vec<f64>)| {
                let mut successors = Successors::of_play(model.graph);
                model.successors(next, j, &mut successors);
                successors
            };
            values.hands.iter().enumerate().map(of).collect()
        };
        let successors: Vec<Vec<Successors<f64>>> = models.iter().zip(&values).map(successors).collect();
        let drawn = models.get(1).map_or(Vec::new(), |model| {
            let steps = successors[1].iter().enumerate();
            steps.map(|(j, successors)| model.drawn(&model.now(j, &successors.worth))).collect()
        });
        SolvedSearch { layers, models, successors, drawn }
    }

    pub(super) fn now(&self, layer: usize, j: usize) -> StepContext<'_, f64> {
        let successors: &[f64] = self.successors[layer].get(j).map_or(&[], |successors| &successors.worth);
        match (layer, self.drawn.get(j)) {
            (0, Some(drawn)) => self.layers.before_riichi_now(j, successors, drawn),
            _ => self.models[layer].now(j, successors),
        }
    }

    /// Where the best use of a draw or call in step `j` leads.
    pub(super) fn lead(&self, layer: usize, j: usize, successor: usize) -> Destination {
        self.models[layer].graph.target(self.successors[layer][j].lead(successor))
    }

    /// What going on with a hand is worth.
    pub(super) fn going_on(&self, layer: usize, node: usize, j: usize) -> f64 {
        let (model, now) = (self.models[layer], self.now(layer, j));
        model.dama_value(node, &now, model.passed(node, &now))
    }
}

/// A round against a shuffled wall.
struct Round<'a> {
    solved: &'a SolvedSearch<'a>,
    /// 1 after a coming riichi.
    layer: usize,
    wall: Vec<Tile>,
    random: Random,
    /// Drawn and called since the last discard.
    gained: Vec<Tile>,
}

enum After {
    Over(f64, bool),
    Holds(usize),
}

impl<'a> Round<'a> {
    fn model(&self) -> &'a ValuedGraph<'a, f64> {
        self.solved.models[self.layer]
    }

    /// Takes a tile out of the wall, if it is still there.
    fn take(&mut self, tile: Tile) -> bool {
        let at = self.wall.iter().position(|other| *other == tile);
        at.map(|at| self.wall.swap_remove(at)).is_some()
    }

    /// The probability that a player discards a tile, by what is really left in the wall.
    fn discards(&self, tile: Tile, rate: f64) -> f64 {
        let copies = self.wall.iter().filter(|other| **other == tile).count();
        rate * copies as f64 / self.wall.len() as f64
    }

    /// What is paid if the discard with which step `j + 1` begins deals in: of all that was held and gained
    /// in step `j` the tile that is in the next hand no more.
    fn discard(&mut self, node: usize, next: usize, j: usize) -> Option<f64> {
        let graph = self.model().graph;
        let (before, after) = (graph.hand(node), graph.hand(next));
        let mut owned: Vec<Tile> = tiles_of(&before.owned(), before.all_reds());
        owned.append(&mut self.gained);
        for tile in tiles_of(&after.owned(), after.all_reds()) {
            let at = owned.iter().position(|other| *other == tile).unwrap();
            owned.swap_remove(at);
        }
        // a kan takes the place of a discard
        let tile = owned.pop()?;
        assert_eq!(owned, []);
        self.thrown(tile, j + 1)
    }

    /// What is paid if the discard with which step `j` begins deals in.
    fn thrown(&mut self, tile: Tile, j: usize) -> Option<f64> {
        let End { rate, value } = self.model().odds.steps[j].risks.of(tile);
        (self.random.unit() < rate).then_some(value)
    }

    /// The same in riichi.
    fn thrown_in_riichi(&mut self, tile: Tile, j: usize) -> Option<f64> {
        let End { rate, value } = self.model().odds.steps[j].thrown.of(tile);
        (self.random.unit() < rate).then_some(value)
    }

    fn drawn(&mut self, successor: usize, j: usize) -> After {
        let model = self.model();
        match self.solved.lead(self.layer, j, successor) {
            Destination::Hand(node) => After::Holds(node),
            Destination::Kan(place) => self.draw(model.graph.kan_node(place), j, Luck::Rinshan),
            Destination::Drawn(_) => panic!("a discard or kan is due"),
        }
    }

    fn draw(&mut self, node: usize, j: usize, luck: Luck) -> After {
        let (solved, model) = (self.solved, self.model());
        let now = solved.now(self.layer, j);
        let at = self.random.below(self.wall.len());
        let tile = self.wall.swap_remove(at);
        let stay = now.successors[node];
        let wait = model.tenpai_at(node).and_then(|t| t.waits.iter().find(|wait| wait.tile == tile));
        if let Some((value, gain)) = wait.and_then(|wait| model.tsumo(node, wait, &now, luck))
            && value > stay
        {
            return After::Over(model.points(gain), true);
        }
        self.gained.push(tile);
        let edge = model.graph.edges(node).iter().zip(model.graph.edge_tiles(node)).find(|e| e.1 == tile);
        match edge {
            Some((edge, _)) if now.successors[edge.successor()] > stay => self.drawn(edge.successor(), j),
            _ => After::Holds(node),
        }
    }

    /// In riichi with a hand; `first` until the own next draw is over.
    fn riichi(&mut self, mut number: usize, from: usize) -> (f64, bool) {
        let model = self.model();
        let lost = model.stick();
        let later = later_of(model);
        let riichi = InRiichi { double: 0, later_of: &later };
        for j in from..=model.odds.draws() {
            let ends = model.odds.steps[j].riichi.ends.any();
            if self.random.unit() < ends.rate {
                return (ends.value + lost, false);
            }
            let han = usize::from(j == from);
            for k in (0..3).filter(|&k| model.discards(k, 3, j) && !model.goals.tenpai[number].furiten) {
                let luck = usize::from(model.ron_luck(k, j) == Luck::Last);
                let mut chance = self.random.unit();
                for wait in &model.goals.tenpai[number].waits {
                    let rate = model.odds.steps[j].riichi.ron.0[k][wait.tile.kind().index()];
                    chance -= self.discards(wait.tile, rate);
                    if chance < 0.0 {
                        return (model.points(wait.riichi(false, han + luck).unwrap()), true);
                    }
                }
            }
            if j == model.odds.draws() {
                break;
            }
            let mut han = han + usize::from(model.odds.is_haitei(j));
            loop {
                let at = self.random.below(self.wall.len());
                let tile = self.wall.swap_remove(at);
                let tenpai = &model.goals.tenpai[number];
                if let Some(wait) = tenpai.waits.iter().find(|wait| wait.tile == tile) {
                    return (model.points(wait.riichi(true, han).unwrap()), true);
                }
                let then = model.after_thrown(tenpai, later(number)[j + 1], j);
                let kan = tenpai.kans.iter().find(|kan| kan.tile == tile);
                match kan.filter(|kan| model.riichi_kan(kan, &riichi, j).is_some_and(|after| after > then)) {
                    Some(kan) => number = kan.to as usize,
                    None => match self.thrown_in_riichi(tile, j + 1) {
                        Some(paid) => return (paid + lost, false),
                        None => break,
                    },
                }
                han = 1;
            }
        }
        (model.payoffs.exhaustive_draw(true) + lost, false)
    }

    /// The end of a folded hand, by its parts: they have a test of their own.
    fn fold(&mut self, parts: Parts) -> (f64, bool) {
        let mut chance = self.random.unit();
        let end = parts.all().into_iter().find(|part| {
            chance -= part.rate;
            chance < 0.0
        });
        (end.map_or(0.0, |part| part.value / part.rate), false)
    }

    /// Payoff and whether it was a win.
    fn play(&mut self, mut node: usize, riichi: bool) -> (f64, bool) {
        let solved = self.solved;
        'steps: for j in 0..=self.model().odds.draws() {
            let model = self.model();
            let now = solved.now(self.layer, j);
            let on = solved.going_on(self.layer, node, j);
            let folded = model.folded(node, j, on);
            let folds = folded.is_some();
            let better = || model.riichi(node, j).is_some_and(|riichi| riichi > folded.unwrap_or(on));
            let declares = if j == 0 { riichi } else { better() };
            if declares {
                return self.riichi(model.tenpai_number(node).unwrap(), j);
            }
            if folds {
                return self.fold(model.folds.as_ref().unwrap().parts(node, j));
            }
            let step = &model.odds.steps[j];
            let standing = if model.is_closed(node) { &step.closed } else { &step.open };
            let ends = standing.ends.any();
            if self.random.unit() < ends.rate {
                return (ends.value, false);
            }
            let mut offers = Uses::new();
            let dama = model.dama(node, &now, 3, &mut offers);
            for k in (0..3).filter(|&k| model.discards(k, 3, j)) {
                let mut chance = self.random.unit();
                for offer in &offers.list {
                    let Some((value, what)) = model.used(node, offer, k, j) else { continue };
                    let rates = if offer.wait.is_some() { &standing.ron } else { &model.odds.steps[j].calls };
                    chance -= self.discards(offer.tile, rates.0[k][offer.tile.kind().index()]);
                    if chance >= 0.0 {
                        continue;
                    }
                    if value <= dama.stages[k + 1] {
                        break;
                    }
                    let after = match what {
                        Use::Ron(gain) => return (model.points(gain), true),
                        Use::Call(successor, _) => {
                            assert!(self.take(offer.tile));
                            self.gained.push(offer.tile);
                            self.drawn(successor as usize, j)
                        }
                    };
                    match after {
                        After::Over(value, won) => return (value, won),
                        After::Holds(next) => match self.discard(node, next, j) {
                            Some(paid) => return (paid, false),
                            None => node = next,
                        },
                    }
                    continue 'steps;
                }
            }
            if j == model.odds.draws() {
                break;
            }
            let luck = if model.odds.is_haitei(j) { Luck::Last } else { Luck::Plain };
            if now.coming_riichi.is_some_and(|coming_riichi| self.random.unit() < coming_riichi.rate) {
                self.layer = 1;
            }
            match self.draw(node, j, luck) {
                After::Over(value, won) => return (value, won),
                After::Holds(next) => match self.discard(node, next, j) {
                    Some(paid) => return (paid, false),
                    None => node = next,
                },
            }
        }
        let model = self.model();
        (model.payoffs.exhaustive_draw(model.is_tenpai(node)), false)
    }
}

/// How many standard errors a prediction is off.
struct Check {
    predicted: f64,
    sum: f64,
    squares: f64,
    games: f64,
}

impl Check {
    fn new(predicted: f64) -> Check {
        Check { predicted, sum: 0.0, squares: 0.0, games: 0.0 }
    }

    fn add(&mut self, result: f64) {
        self.games += 1.0;
        self.sum += result;
        self.squares += result * result;
    }

    fn off(&self) -> f64 {
        let mean = self.sum / self.games;
        let variance = (self.squares / self.games - mean * mean) / (self.games - 1.0);
        if variance == 0.0 { 0.0 } else { (self.predicted - mean) / variance.sqrt() }
    }
}

/// 100 positions, or the first 20 of them, half of them with risks, half of them with riichi to come, 4,000 games each against shuffled walls: predicted and realised win rate and value
/// lie within the 95 % interval as often as chance lets them (at least 89 of 100 or 16 of 20: a fair test fails
/// that once in 300), and are not off in one direction.
#[test]
fn games_played_by_the_policy_turn_out_as_predicted() {
    let mut random = Random(20_261_121);
    let (mut wins_off, mut values_off) = (Vec::new(), Vec::new());
    let mut calls = 0.0;
    let full = std::env::var("NANIKIRU_TESTS").is_ok_and(|size| size == "full");
    // how many are played, and how many of them chance leaves within the interval but for once in 300
    let (positions, least) = if full { (100, 89) } else { (20, 16) };
    while wins_off.len() < positions {
        let mut position = Position::new(&mut random);
        if position.shanten() > 2 {
            continue;
        }
        // every other one
        if wins_off.len() % 2 == 1 {
            threatened(&mut position.chance.steps, 1.0);
        }
        if wins_off.len() % 4 >= 2 {
            position.chance.coming_riichi = Some(coming_riichi(&position.chance));
        }
        let exchanges = if position.shanten() < 2 { Exchanges::Beyond(1) } else { Exchanges::Beyond(0) };
        let options = Options { exchanges, ..Options::default() };
        let best = position.search(&options).rows.swap_remove(0);
        calls += best.play.call_rate;
        let (tile, riichi) = discard(&best);
        let (mut win, mut value) = (Check::new(best.play.win_rate()), Check::new(best.play.value()));
        position.solve(&options, |solved| {
            let node = solved.models[0].graph.root(Some(tile));
            let wall = unseen_tiles(&position.unseen);
            for _ in 0..4_000 {
                let seed = Random(random.next());
                let mut round =
                    Round { solved, layer: 0, wall: wall.clone(), random: seed, gained: Vec::new() };
                let (payoff, won) = match round.thrown(tile, 0) {
                    Some(paid) => (paid, false),
                    None => round.play(node, riichi),
                };
                win.add(f64::from(u8::from(won)));
                value.add(payoff);
            }
        });
        wins_off.push(win.off());
        values_off.push(value.off());
    }
    println!("calls in {:.1} % of the rounds", 100.0 * calls / positions as f64);
    for (what, off) in [("win rate", wins_off), ("value", values_off)] {
        let within = off.iter().filter(|z| z.abs() <= 1.96).count();
        let mean = off.iter().sum::<f64>() / off.len() as f64;
        println!(
            "{what}: {within} of {positions} within the 95 % interval, mean error {mean:.2} standard errors"
        );
        assert!(within >= least, "{what}: only {within} of {positions} within the 95 % interval");
        assert!(
            mean.abs() < 3.5 / (positions as f64).sqrt(),
            "{what}: off by {mean} standard errors on average"
        );
    }
}
