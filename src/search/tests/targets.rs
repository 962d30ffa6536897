//! The finished hands of a play against all of its rounds, one draw and discard after the other.

use super::super::*;
use super::played::SolvedSearch;
use super::{Position, Random, coming_riichi, discard, step};
use crate::hand::{DrawnHand, Group, Unseen, WaitingHand};
use crate::score::{Draw, Ready, Riichi, Win, Yaku, YakuSet, score};
use crate::search::graph::Destination;
use crate::search::values::offers::{Use, Uses};
use crate::search::values::tenpai::{Gain, Luck};
use crate::tile::{Counts, Reds, Tile};
use std::collections::HashMap;

/// A finished hand, red fives as plain ones.
type FinishedHand = (Counts, Vec<(Group, bool)>);

fn finished(hand: &WaitingHand, tile: Tile) -> FinishedHand {
    let mut melds: Vec<(Group, bool)> =
        hand.melds().iter().map(|meld| (meld.group(), meld.is_open())).collect();
    melds.sort_by_key(|meld| format!("{meld:?}"));
    (hand.concealed().plus(tile.kind()).unwrap(), melds)
}

/// All rounds after an action, by the values and without kans, as far as they are won.
struct Rounds<'a> {
    solved: &'a SolvedSearch<'a>,
    /// Probability of winning with each finished hand, and what that pays in all.
    won: HashMap<FinishedHand, [f64; 2]>,
}

impl Rounds<'_> {
    fn win(&mut self, (layer, node): (usize, usize), tile: Tile, share: f64, gain: Gain) {
        let model = self.solved.models[layer];
        let sum = self.won.entry(finished(&model.graph.hand(node), tile)).or_default();
        sum[0] += share;
        sum[1] += share * model.points(gain);
    }

    /// The probability that this tile comes, of all that are left.
    fn comes(&self, (layer, node): (usize, usize), tile: Tile, j: usize) -> f64 {
        let model = self.solved.models[layer];
        f64::from(model.graph.weight(node, tile)) / model.left(node, j)
    }

    fn riichi(&mut self, (layer, node): (usize, usize), from: usize, mut mass: f64) {
        let model = self.solved.models[layer];
        let tenpai = model.tenpai_at(node).unwrap();
        for j in from..=model.odds.draws() {
            mass *= 1.0 - model.odds.steps[j].riichi.ends.any().rate;
            let han = usize::from(j == from);
            for k in (0..3).filter(|&k| model.discards(k, 3, j) && !tenpai.furiten) {
                let last = usize::from(model.ron_luck(k, j) == Luck::Last);
                let mut passes = 1.0;
                for wait in &tenpai.waits {
                    let rate = model.odds.steps[j].riichi.ron.0[k][wait.tile.kind().index()];
                    let share = rate * self.comes((layer, node), wait.tile, j);
                    self.win((layer, node), wait.tile, mass * share, wait.riichi(false, han + last).unwrap());
                    passes -= share;
                }
                mass *= passes;
            }
            if j == model.odds.draws() {
                return;
            }
            let han = han + usize::from(model.odds.is_haitei(j));
            let mut passes = 1.0;
            for wait in &tenpai.waits {
                let share = self.comes((layer, node), wait.tile, j);
                self.win((layer, node), wait.tile, mass * share, wait.riichi(true, han).unwrap());
                passes -= share;
            }
            mass *= passes;
        }
    }

    fn holds(&mut self, (layer, node): (usize, usize), j: usize, mut mass: f64, riichi: Option<bool>) {
        let solved = self.solved;
        let (model, now) = (solved.models[layer], solved.now(layer, j));
        let better = || model.riichi(node, j).is_some_and(|riichi| riichi > solved.going_on(layer, node, j));
        if riichi.unwrap_or_else(better) {
            return self.riichi((layer, node), j, mass);
        }
        let step = &model.odds.steps[j];
        let standing = if model.is_closed(node) { &step.closed } else { &step.open };
        mass *= 1.0 - standing.ends.any().rate;
        let mut offers = Uses::new();
        let stages = model.dama(node, &now, 3, &mut offers).stages;
        for k in (0..3).filter(|&k| model.discards(k, 3, j)) {
            let mut passes = 1.0;
            for offer in &offers.list {
                let Some((value, what)) = model.used(node, offer, k, j) else { continue };
                if value <= stages[k + 1] {
                    continue;
                }
                let rates = if offer.wait.is_some() { &standing.ron } else { &step.calls };
                let rate = rates.0[k][offer.tile.kind().index()];
                let share = rate * self.comes((layer, node), offer.tile, j);
                passes -= share;
                match what {
                    Use::Ron(gain) => self.win((layer, node), offer.tile, mass * share, gain),
                    Use::Call(successor, _) => self.goes((layer, successor as usize), j, mass * share),
                }
            }
            mass *= passes;
        }
        if j == model.odds.draws() {
            return;
        }
        let comes = now.coming_riichi.map_or(0.0, |coming_riichi| coming_riichi.rate);
        if comes > 0.0 {
            self.draws((1, node), j, comes * mass);
        }
        self.draws((layer, node), j, (1.0 - comes) * mass);
    }

    fn draws(&mut self, (layer, node): (usize, usize), j: usize, mass: f64) {
        let (model, now) = (self.solved.models[layer], self.solved.now(layer, j));
        let luck = if model.odds.is_haitei(j) { Luck::Last } else { Luck::Plain };
        let (stay, mut passes) = (now.successors[node], 1.0);
        let mut wins = Vec::new();
        for wait in model.tenpai_at(node).map_or(&[][..], |tenpai| &tenpai.waits) {
            let won = model.tsumo(node, wait, &now, luck).filter(|&(value, _)| value > stay);
            if let Some((_, gain)) = won {
                let share = self.comes((layer, node), wait.tile, j);
                self.win((layer, node), wait.tile, mass * share, gain);
                passes -= share;
                wins.push(wait.tile);
            }
        }
        for (edge, tile) in model.graph.edges(node).iter().zip(model.graph.edge_tiles(node)) {
            if wins.contains(&tile) || now.successors[edge.successor()] <= stay {
                continue;
            }
            let share = self.comes((layer, node), tile, j);
            passes -= share;
            self.goes((layer, edge.successor()), j, mass * share);
        }
        assert!(passes >= 0.0, "more tiles are wanted than left");
        self.holds((layer, node), j + 1, mass * passes, None);
    }

    fn goes(&mut self, (layer, successor): (usize, usize), j: usize, mass: f64) {
        let Destination::Hand(node) = self.solved.lead(layer, j, successor) else { panic!("no kans") };
        self.holds((layer, node), j + 1, mass, None);
    }
}

#[test]
fn targets_are_the_finished_hands_that_all_rounds_of_a_play_are_won_with() {
    let mut random = Random(41);
    let (mut few, mut many, mut open) = (0, 0, 0);
    let mut i = 0;
    while i < 16 {
        let mut position = Position::new(&mut random);
        if position.shanten() > 2 {
            continue;
        }
        i += 1;
        position.chance = Chance::even(4, random.below(4), step());
        if i % 3 == 0 {
            let mut coming_riichi = coming_riichi(&position.chance);
            coming_riichi.declarers.clear();
            coming_riichi
                .steps
                .iter_mut()
                .for_each(|step| (step.risks, step.thrown) = (Risks::NONE, Risks::NONE));
            position.chance.coming_riichi = Some(coming_riichi);
        }
        let exchanges = Exchanges::Beyond(usize::from(position.shanten() == 0));
        let options = Options { exchanges, kans: Kans::None, ..Options::default() };
        let (outcome, plays) = position.played_from(position.root(), &options);
        position.solve(&options, |solved| {
            for (row, play) in outcome.rows.iter().zip(&plays) {
                let (tile, riichi) = discard(row);
                let mut rounds = Rounds { solved, won: HashMap::new() };
                rounds.holds((0, solved.models[0].graph.root(Some(tile))), 0, 1.0, Some(riichi));
                let mut rates: Vec<f64> = rounds.won.values().map(|sum| sum[0]).collect();
                rates.sort_by(|a, b| b.total_cmp(a));
                let targets = &play.details.as_ref().unwrap().targets;
                assert_eq!(targets.len(), rates.len().min(5));
                for (target, likely) in targets.iter().zip(&rates) {
                    let [rate, value] = rounds.won[&finished(&target.hand, target.tile)];
                    assert!((target.rate - likely).abs() < 1e-12 && (target.rate - rate).abs() < 1e-12);
                    assert!((target.value - value).abs() < 1e-8, "{} {value}", target.value);
                    let by_moment = [Yaku::Haitei, Yaku::Houtei].map(|yaku| YakuSet::EMPTY.with(yaku));
                    let known = yaku_of(&position.points, target).contains(&target.yaku);
                    assert!(known || by_moment.contains(&target.yaku), "{target:?}");
                    open += usize::from(!target.hand.is_closed());
                }
                let sum: f64 = targets.iter().map(|target| target.rate).sum();
                match rates.len() {
                    0..=5 => assert!((sum - play.win_rate()).abs() < 1e-12),
                    _ => assert!(sum < play.win_rate()),
                }
                few += usize::from((1..=5).contains(&rates.len()));
                many += usize::from(rates.len() > 5);
            }
        });
    }
    // the positions have all that there is
    assert!(few > 10 && many > 10 && open > 10, "{few} {many} {open}");
}

/// The yaku of a win by ron and tsumo, in riichi and not.
fn yaku_of(points: &Points, target: &Target) -> Vec<YakuSet> {
    let ready = [Ready::Dama, Ready::Riichi { riichi: Riichi::PLAIN, ippatsu: false }];
    let tsumo = ready.map(|ready| Win::Tsumo { ready, draw: Draw::Wall });
    let won =
        |win: &Win| Some(score(&target.hand, target.tile, win, &points.table, &points.rules).ok()?.yaku);
    [Win::RON, Win::RIICHI_RON].iter().chain(&tsumo).filter_map(won).collect()
}

#[test]
fn a_red_five_finishes_the_same_hand_as_a_plain_one_and_a_double_riichi_says_so() {
    let hand: WaitingHand = "123m46p111789s11z".parse().unwrap();
    let unseen = Unseen::new(&hand.owned(), Reds::NONE).unwrap();
    let chance = Chance::even(3, 3, step());
    let drawn: DrawnHand = hand.draw(Tile::plain(crate::tile::Kind::ALL[33])).unwrap();
    let position = Position { hand: drawn, unseen, chance, ..Position::new(&mut Random(1)) };
    let [single, double] = [false, true].map(|double| {
        let declared = DeclaredRiichi { double, ippatsu: false };
        let root = Root::InRiichi { hand: &hand, from: Start::Offers(3), declared };
        let (_, plays) = position.played_from(root, &Options { kans: Kans::None, ..Options::default() });
        let mut targets = plays[0].details.clone().unwrap().targets;
        assert_eq!(targets.len(), 1, "{targets:?}");
        let target = targets.remove(0);
        assert!((target.rate - plays[0].win_rate()).abs() < 1e-12);
        // three plain fives are likelier than the red one
        assert_eq!((&target.hand, target.tile.is_red()), (&hand, false));
        assert_eq!(target.yaku.contains(Yaku::DoubleRiichi), double);
        assert_eq!(target.yaku.contains(Yaku::Riichi), !double);
        target
    });
    assert_eq!(double.han, single.han + 1);
}
