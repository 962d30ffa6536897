//! The graph with its ends: which hands are tenpai, what each win pays, what a riichi is worth.

use super::chance::{End, Odds, Offers, Standing, Step};
use super::exchange::part;
use super::fold::Folds;
use super::graph::{Graph, UnseenByPart};
use super::near::{Shape, near_tenpai};
use super::now::Now;
use super::payoff::{Line, Objective, Payoffs};
use super::real::Real;
use super::risk::{Discarded, StepRisk};
use super::tenpai::{Gain, NONE, Sort, StoredLine, Tenpai, Wait};
use super::{Progress, SearchError};
use crate::hand::WaitingHand;
use crate::shape::KeyedHand;
use crate::tile::{KindSet, Suit, Tile};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Hands that a thread looks at at a time.
const GRAIN: usize = 256;

/// The bit of a hand's kind that says it is tenpai.
const TENPAI: u8 = 4;

/// Tenpai hands and the lines of their waits.
struct Found<R> {
    tenpai: Vec<Tenpai<R>>,
    lines: Vec<RawLine<R>>,
}

/// A line in the search's precision.
struct RawLine<R> {
    values: [R; 4],
    more: [R; 5],
    yaku: u64,
    han: u8,
}

/// How the others meet a hand in a step, in the search's precision.
pub(super) struct Met<R> {
    /// How often a discard that the hand wins with is made: by player and kind.
    pub(super) ron: [[R; 34]; 3],
    /// That they end the round, and what that is worth to the objective.
    ends: (R, R),
}

/// The chances of a step that are the same for many hands.
pub(super) struct StepTable<R> {
    /// Against a closed and an open hand, and after riichi.
    pub(super) met: [Met<R>; 3],
    /// How often a discard that can be called is made: by player and kind.
    pub(super) calls: [[R; 34]; 3],
    /// The largest of all these rates but those after riichi.
    pub(super) most: R,
}

/// The graph with its ends.
pub(super) struct Model<'a, R> {
    pub(super) graph: &'a Graph,
    pub(super) odds: &'a Odds<'a>,
    pub(super) payoffs: &'a dyn Payoffs,
    pub(super) objective: Objective,
    /// Whether a kan has a replacement tile.
    pub(super) replacement: bool,
    /// Per step.
    tables: Vec<StepTable<R>>,
    /// Per step what its first discard risks; none where nothing does.
    pub(super) risks: Vec<Option<StepRisk<R>>>,
    /// What folding is worth; none where nothing is risked.
    pub(super) folds: Option<Folds<R>>,
    /// By place among the hands with kans: the kan that has just been made, and how many of its tiles were concealed.
    kan_tiles: Vec<Option<(Tile, u32)>>,
    /// Per hand its number in `tenpai`, or `NONE`.
    tenpai_of: Vec<u32>,
    pub(super) tenpai: Vec<Tenpai<R>>,
    pub(super) lines: Vec<StoredLine<R>>,
    pub(super) sorts: Vec<Sort<R>>,
    /// Sets of yaku that a line can have.
    pub(super) yaku_sets: Vec<u64>,
    /// Per hand 8 times the number of its kans, four for tenpai, two for melds that the root has not, one
    /// for an open hand.
    kinds: Vec<u8>,
}

impl<'a, R: Real> Model<'a, R> {
    pub(super) fn new(
        graph: &'a Graph,
        odds: &'a Odds<'a>,
        payoffs: &'a dyn Payoffs,
        (objective, replacement): (Objective, bool),
        progress: &Progress,
    ) -> Result<Model<'a, R>, SearchError> {
        let suits = &graph.exchanges.suits;
        let shapes: Vec<Vec<Shape>> = Suit::ALL
            .into_iter()
            .zip(suits)
            .map(|(suit, parts)| parts.parts.iter().map(|part| Shape::new(suit, part.packed)).collect())
            .collect();
        let unseen = graph.unseen_by_part();
        let starts: Vec<usize> = (0..graph.len()).step_by(GRAIN).collect();
        let found: Vec<Found<R>> = starts
            .into_par_iter()
            .map(|start| {
                progress.check()?;
                let mut found = Found { tenpai: Vec::new(), lines: Vec::new() };
                for node in start..graph.len().min(start + GRAIN) {
                    if near_tenpai(graph, &shapes, node) {
                        found.tenpai.extend(tenpai(graph, &unseen, payoffs, node, &mut found.lines));
                    }
                }
                Ok(found)
            })
            .collect::<Result<_, SearchError>>()?;
        let mut tenpai_of = vec![NONE; graph.len()];
        let mut list = Vec::with_capacity(found.iter().map(|found| found.tenpai.len()).sum());
        let mut lines = Vec::with_capacity(found.iter().map(|found| found.lines.len()).sum());
        let (mut yaku_sets, mut yaku_numbers) = (Vec::new(), FxHashMap::default());
        let (mut sorts, mut sort_numbers) = (Vec::new(), FxHashMap::default());
        let mut store = |line: RawLine<R>| {
            let RawLine { values, yaku, han, more } = line;
            let yaku = *yaku_numbers.entry(yaku).or_insert_with(|| {
                yaku_sets.push(yaku);
                yaku_sets.len() as u16 - 1
            });
            let sort =
                *sort_numbers.entry((more.map(|p| p.to_f64().to_bits()), yaku, han)).or_insert_with(|| {
                    sorts.push(Sort { more, yaku, han });
                    sorts.len() as u32 - 1
                });
            StoredLine { values, sort }
        };
        for Found { tenpai, lines: own } in found {
            let before = lines.len() as u32;
            for mut tenpai in tenpai {
                for line in tenpai.waits.iter_mut().flat_map(|wait| &mut wait.lines) {
                    *line = if *line == NONE { NONE } else { before + *line };
                }
                tenpai_of[tenpai.node as usize] = list.len() as u32;
                list.push(tenpai);
            }
            lines.extend(own.into_iter().map(&mut store));
        }
        let by_part: [Vec<u8>; 4] = std::array::from_fn(|s| suits[s].kinds_of_parts());
        let keys = graph.exchanges.hands.par_iter().with_min_len(GRAIN).zip(&tenpai_of);
        let kinds = keys.map(|(&key, &number)| {
            let of = |s: usize| by_part[s][usize::from(part(key, s))];
            let (kans, rest) = (0..4).map(of).fold((0, 0), |(kans, rest), b| (kans + (b & !7), rest | b & 7));
            kans | rest | if number == NONE { 0 } else { TENPAI }
        });
        let kinds = kinds.collect();
        let mut model = Model {
            graph,
            odds,
            payoffs,
            objective,
            replacement,
            tables: Vec::new(),
            risks: StepRisk::of_steps(&graph.exchanges, odds, objective),
            folds: Folds::new(graph, odds, payoffs, objective),
            kan_tiles: Vec::new(),
            tenpai_of,
            tenpai: list,
            lines,
            sorts,
            yaku_sets,
            kinds,
        };
        if model.risks.iter().any(Option::is_some) {
            model.kan_tiles =
                (0..graph.kan_len()).map(|place| graph.kan_made(graph.kan_node(place))).collect();
        }
        model.tables = odds.chance.steps.iter().map(|step| model.table(step)).collect();
        Ok(model)
    }

    pub(super) fn tenpai_number(&self, node: usize) -> Option<usize> {
        let number = self.tenpai_of[node];
        (number != NONE).then_some(number as usize)
    }

    pub(super) fn tenpai_at(&self, node: usize) -> Option<&Tenpai<R>> {
        self.tenpai_number(node).map(|number| &self.tenpai[number])
    }

    pub(super) fn kans(&self, node: usize) -> usize {
        usize::from(self.kinds[node] / 8)
    }

    /// Whether the hand has melds that the root has not.
    pub(super) fn has_called(&self, node: usize) -> bool {
        self.kinds[node] & 2 != 0
    }

    pub(super) fn is_tenpai(&self, node: usize) -> bool {
        self.kinds[node] & TENPAI != 0
    }

    pub(super) fn is_closed(&self, node: usize) -> bool {
        self.kinds[node] & 1 == 0
    }

    fn table(&self, step: &Step) -> StepTable<R> {
        let rates = |offers: &Offers| offers.0.map(|player| player.map(R::of));
        let met = |standing: &Standing, lost: f64| {
            let End { rate, value } = standing.ends.any();
            Met { ron: rates(&standing.ron), ends: (R::of(rate), self.end_worth(value + lost)) }
        };
        let offers = [&step.calls, &step.closed.ron, &step.open.ron];
        let most =
            offers.iter().flat_map(|offers| offers.0.iter().flatten()).fold(0.0, |a, &b| f64::max(a, b));
        StepTable {
            most: R::of(most),
            met: [met(&step.closed, 0.0), met(&step.open, 0.0), met(&step.riichi, self.stick())],
            calls: rates(&step.calls),
        }
    }

    /// What is known when step `j` is valued or played.
    pub(super) fn now<'s>(&'s self, j: usize, spots: &'s [R]) -> Now<'s, R> {
        Now { j, spots, risk: self.risks.get(j + 1).and_then(Option::as_ref) }
    }

    /// What folding from step `j` on is worth, if that is better than going on.
    pub(super) fn folded(&self, node: usize, j: usize, going_on: R) -> Option<R> {
        self.folds.as_ref().map(|folds| folds.value(node, j)).filter(|&folded| folded >= going_on)
    }

    /// What the first discard of a step risks.
    pub(super) fn risk(&self, j: usize) -> Option<&StepRisk<R>> {
        self.risks[j].as_ref()
    }

    /// What throwing away the tile risks that has been drawn in riichi in step `j`.
    pub(super) fn thrown_in_riichi(&self, tenpai: &Tenpai<R>, j: usize) -> Option<Discarded<R>> {
        let risk = self.risks.get(j + 1)?.as_ref()?;
        let thrown = tenpai.waits.iter().fold(risk.unseen(), |thrown, wait| {
            risk.keeping(thrown, wait.tile, R::of_count(u32::from(wait.weight)))
        });
        Some(thrown.one())
    }

    pub(super) fn step_table(&self, j: usize) -> &StepTable<R> {
        &self.tables[j]
    }

    /// The same as `standing` in the search's precision.
    pub(super) fn met(&self, node: usize, j: usize) -> &Met<R> {
        &self.tables[j].met[usize::from(!self.is_closed(node))]
    }

    pub(super) fn left(&self, node: usize, j: usize) -> R {
        R::of(self.odds.tiles_left(j, if self.replacement { self.kans(node) } else { 0 }))
    }

    /// What a win is worth to the objective.
    pub(super) fn worth(&self, gain: Gain) -> R {
        match self.objective {
            Objective::Value => self.points(gain),
            Objective::WinRate | Objective::Tenpai => R::ONE,
        }
    }

    /// What a win pays.
    pub(super) fn points(&self, gain: Gain) -> R {
        self.lines[gain.line as usize].values[usize::from(gain.extra)]
    }

    /// What any other end is worth to the objective.
    pub(super) fn end_worth(&self, payoff: f64) -> R {
        R::of(if self.objective == Objective::Value { payoff } else { 0.0 })
    }

    /// What an exhaustive draw is worth to the objective.
    pub(super) fn draw_worth(&self, tenpai: bool) -> R {
        R::of(match self.objective {
            Objective::Value => self.payoffs.exhaustive_draw(tenpai),
            Objective::WinRate => 0.0,
            Objective::Tenpai => f64::from(u8::from(tenpai)),
        })
    }

    pub(super) fn stick(&self) -> f64 {
        self.payoffs.riichi_stick().unwrap_or(0.0)
    }

    /// What a kan leads to, as what can come of the same tiles is compared.
    pub(super) fn lifted_kan(&self, value: R, place: usize, now: &Now<'_, R>) -> R {
        let lifted = |risk: &StepRisk<R>| {
            risk.lifted_kan(value, self.graph.key(self.graph.kan_node(place)), self.kan_tiles[place])
        };
        now.risk.map_or(value, lifted)
    }

    /// Whether a kan has a replacement tile, or is allowed at all, after `j` steps.
    pub(super) fn kan_possible(&self, j: usize) -> bool {
        !self.odds.chance.is_haitei(j)
    }
}

impl<R: Real> Met<R> {
    /// The chance that the round goes on.
    pub(super) fn goes_on(&self) -> R {
        R::ONE - self.ends.0
    }

    /// With the chance that the others end the round first.
    pub(super) fn ended(&self, value: R) -> R {
        value + self.ends.0 * (self.ends.1 - value)
    }
}

/// The kinds that complete a hand, of which the player does not own all four.
pub(super) fn waits_of(hand: &WaitingHand) -> KindSet {
    let keyed = KeyedHand::new(hand.concealed(), hand.melds().len()).expect("a hand has 13 tiles");
    if !keyed.shanten().is_tenpai() {
        return KindSet::EMPTY;
    }
    // the tiles in hand exist: only the one that completes them could be a fifth
    let owned = hand.owned();
    keyed.helpful().iter().filter(|&kind| owned[kind] < 4).collect()
}

fn tenpai<R: Real>(
    graph: &Graph,
    unseen: &UnseenByPart,
    payoffs: &dyn Payoffs,
    node: usize,
    lines: &mut Vec<RawLine<R>>,
) -> Option<Tenpai<R>> {
    let hand = graph.hand(node);
    let kinds = waits_of(&hand);
    if kinds.is_empty() {
        return None;
    }
    let unseen = graph.unseen(node, unseen);
    let kans = graph.kans(node);
    let furiten = kinds.iter().any(|kind| graph.has_discarded(node, kind));
    let (mut waits, mut wait_edges) = (Vec::new(), 0u64);
    for kind in kinds.iter() {
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
        for tile in [Some(Tile::plain(kind)), red].into_iter().flatten() {
            let weight = graph.weight(node, tile);
            if weight == 0 {
                continue;
            }
            let edge = graph.edge_with(node, tile);
            wait_edges |= edge.map_or(0, |edge| 1 << edge);
            let won = payoffs.win(&hand, tile, &unseen, kans);
            let mut keep = |line: Option<&Line>| {
                let Some(&Line { values, yaku, han, more }) = line else { return NONE };
                lines.push(RawLine { values: values.map(R::of), more: more.map(R::of), yaku, han });
                lines.len() as u32 - 1
            };
            let riichi = won.riichi.as_ref();
            waits.push(Wait {
                tile,
                weight,
                spot: edge.map_or(NONE, |edge| graph.edges(node)[edge].spot() as u32),
                lines: [
                    keep(won.tsumo.as_ref()),
                    keep(won.ron.as_ref()),
                    keep(won.bare.last_tsumo.as_ref()),
                    keep(won.bare.last_ron.as_ref()),
                    keep(won.bare.rinshan.as_ref()),
                    keep(riichi.map(|r| &r.tsumo)),
                    keep(riichi.map(|r| &r.ron)),
                ],
            });
        }
    }
    Some(Tenpai { node: node as u32, waits, furiten, wait_edges, kans: Vec::new(), riichi: None })
}
