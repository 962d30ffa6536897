//! Folding: from some discard on nothing but the safest tile is thrown away, and nothing is won.
//!
//! What that is worth depends on how many tiles of a hand are how safe. The tiles are sorted into a few
//! levels by what they risk; hands with as many of each level fold alike. The `i`-th discard from now on is
//! the `i`-th safest of the hand and of `i` tiles drawn in the meantime, whose levels are those of the unseen
//! tiles on average.

use crate::search::chance::{ChanceStep, End, Ends, Odds, Risks};
use crate::search::figures::{Part, Parts};
use crate::search::float::Float;
use crate::search::graph::Graph;
use crate::search::outlook::Outlook;
use crate::search::payoff::{Criterion, Payoffs};
use crate::search::set::origin::{RED, RedFive, count};
use crate::tile::{Suit, Tile};
use rustc_hash::FxHashMap;

/// Levels of safe tiles.
const LEVELS: usize = 8;

/// The highest probability of dealing in of every level but the last.
const LIMITS: [f64; LEVELS - 1] = [0.001, 0.004, 0.01, 0.02, 0.04, 0.08, 0.15];

/// So many tiles of each level, a byte each.
type Safety = u64;

/// What folding is worth. Who folds after a coming riichi knows whose it is.
pub(crate) struct Folds<R> {
    against: Vec<Against<R>>,
}

/// Folding when the risk is this.
struct Against<R> {
    share: R,
    /// Per hand its class: hands with as many tiles of each level, open ones apart.
    class_of: Vec<u32>,
    steps: usize,
    /// By class and step what folding is worth, and how the round ends then.
    values: Vec<R>,
    parts: Vec<Parts>,
}

/// What a fold hangs on.
struct FoldTable {
    /// By step and level what a discard risks with which the step begins: the rate, and what is paid times that.
    risks: Vec<[[f64; 2]; LEVELS]>,
    /// Shares of the levels among the unseen tiles.
    drawn: [f64; LEVELS],
    /// By step the others' wins against a closed and an open hand.
    ends: Vec<[Ends; 2]>,
    /// What an exhaustive draw pays without tenpai.
    draw: f64,
}

fn level(rate: f64) -> usize {
    LIMITS.iter().position(|&limit| rate <= limit).unwrap_or(LEVELS - 1)
}

impl<R: Float> Folds<R> {
    /// What folding is worth at every hand and step; `None` where no discard risks anything.
    pub(crate) fn new(
        graph: &Graph,
        odds: &Odds<'_>,
        payoffs: &dyn Payoffs,
        criterion: Criterion,
    ) -> Option<Folds<R>> {
        let risks: Vec<(f64, Vec<&Risks>)> = match odds.declarers {
            [] => vec![(1.0, odds.steps.iter().map(|step| &step.risks).collect())],
            declarers => {
                declarers.iter().map(|declarer| (declarer.share, declarer.risks.iter().collect())).collect()
            }
        };
        let against = risks.iter().map(|(share, risks)| {
            Against::new(graph, (odds.steps, risks), payoffs, criterion)
                .map(|a| Against { share: R::of(*share), ..a })
        });
        Some(Folds { against: against.collect::<Option<_>>()? })
    }

    /// What folding with a hand from step `j` on is worth.
    pub(crate) fn value(&self, node: usize, j: usize) -> R {
        self.against.iter().fold(R::ZERO, |sum, against| sum + against.share * against.value(node, j))
    }

    /// What it leads to.
    pub(crate) fn outlook(&self, node: usize, j: usize) -> Outlook<R> {
        let nothing = Outlook::NOTHING;
        self.against.iter().fold(nothing, |sum, against| sum.with_ends(against.parts(node, j), against.share))
    }

    /// How the round ends then.
    pub(crate) fn parts(&self, node: usize, j: usize) -> Parts {
        let mut sum = Parts::default();
        for against in &self.against {
            sum.add(against.parts(node, j), against.share.to_f64());
        }
        sum
    }
}

impl<R: Float> Against<R> {
    fn new(
        graph: &Graph,
        (steps, risks): (&[ChanceStep], &[&Risks]),
        payoffs: &dyn Payoffs,
        criterion: Criterion,
    ) -> Option<Against<R>> {
        // of the next discard: later ones are as safe or not, only more so
        let first = risks.iter().skip(1).find(|risks| !risks.is_none())?;
        let level_of = |tile: Tile| level(first.of(tile).rate);
        let table = FoldTable::new(graph, steps, risks, payoffs, level_of);
        let by_part: [Vec<Safety>; 4] = std::array::from_fn(|s| {
            let suit = Suit::ALL[s];
            let safety = |packed: u32| {
                (0..suit.size()).fold(0, |sum: Safety, i| {
                    let (copies, red) = (count(packed, i), i == 4 && packed & RED != 0);
                    let tile = |tile: Option<Tile>| tile.map_or(0, |tile| 1 << (8 * level_of(tile)));
                    let plain = tile(crate::tile::Kind::of(suit, i + 1).map(Tile::plain));
                    let red_tile = tile(Tile::red_five(suit).filter(|_| red));
                    sum + plain * Safety::from(copies - u8::from(red)) + red_tile
                })
            };
            graph.exchanges.suits[s].parts.iter().map(|part| safety(part.packed)).collect()
        });
        let open: [Vec<bool>; 4] = std::array::from_fn(|s| {
            let suit = &graph.exchanges.suits[s];
            (0..suit.parts.len()).map(|part| suit.meld_set(part as u16).open).collect()
        });
        let mut numbers: FxHashMap<(Safety, bool), u32> = FxHashMap::default();
        let mut classes = Vec::new();
        let class_of = (0..graph.len()).map(|node| {
            let parts: [usize; 4] =
                std::array::from_fn(|s| usize::from(crate::search::set::part(graph.key(node), s)));
            let safety = (0..4).map(|s| by_part[s][parts[s]]).sum();
            let open = (0..4).any(|s| open[s][parts[s]]);
            *numbers.entry((safety, open)).or_insert_with(|| {
                classes.push((safety, open));
                classes.len() as u32 - 1
            })
        });
        let class_of = class_of.collect();
        let worth = |parts: &Parts| match criterion {
            Criterion::Value => parts.all().iter().map(|part| part.value).sum(),
            Criterion::WinRate | Criterion::Tenpai => 0.0,
        };
        let mut parts = Vec::with_capacity(classes.len() * steps.len());
        for (safety, open) in classes {
            let shares = table.shares(safety);
            parts.extend((0..steps.len()).map(|j| table.parts(&shares, open, j)));
        }
        let values = parts.iter().map(|parts| R::of(worth(parts))).collect();
        Some(Against { share: R::ONE, class_of, steps: steps.len(), values, parts })
    }

    fn place(&self, node: usize, j: usize) -> usize {
        self.class_of[node] as usize * self.steps + j
    }

    fn value(&self, node: usize, j: usize) -> R {
        self.values[self.place(node, j)]
    }

    fn parts(&self, node: usize, j: usize) -> &Parts {
        &self.parts[self.place(node, j)]
    }
}

impl FoldTable {
    fn new(
        graph: &Graph,
        steps: &[ChanceStep],
        risks: &[&Risks],
        payoffs: &dyn Payoffs,
        level_of: impl Fn(Tile) -> usize,
    ) -> FoldTable {
        // of all that the player holds or can draw
        let tiles: Vec<(Tile, f64, f64)> = (0..Tile::COUNT)
            .filter_map(Tile::new)
            .map(|tile| {
                let root = &graph.exchanges.suits[tile.kind().suit().index()].root;
                let i = tile.kind().number() - 1;
                let count = |all: u8, red: bool| match (tile.is_red(), tile.kind().is_five() && red) {
                    (true, red) => f64::from(u8::from(red)),
                    (false, red) => f64::from(all - u8::from(red)),
                };
                let unseen = count(root.unseen[i], root.red == RedFive::Unseen);
                (
                    tile,
                    unseen,
                    unseen + count(crate::search::set::origin::count(root.packed, i), root.packed & RED != 0),
                )
            })
            .collect();
        let all: f64 = tiles.iter().map(|&(_, unseen, _)| unseen).sum();
        let mut drawn = [0.0; LEVELS];
        for &(tile, unseen, _) in &tiles {
            drawn[level_of(tile)] += unseen / all.max(1.0);
        }
        let risks = risks.iter().map(|risks| {
            let (mut rate, mut paid, mut weight) = ([0.0; LEVELS], [0.0; LEVELS], [0.0; LEVELS]);
            for &(tile, _, copies) in &tiles {
                let End { rate: r, value } = risks.of(tile);
                let level = level_of(tile);
                rate[level] += copies * r;
                paid[level] += copies * r * value;
                weight[level] += copies;
            }
            std::array::from_fn(|level| match weight[level] > 0.0 {
                true => [rate[level] / weight[level], paid[level] / weight[level]],
                false => [0.0; 2],
            })
        });
        FoldTable {
            risks: risks.collect(),
            drawn,
            ends: steps.iter().map(|step| [step.closed.ends, step.open.ends]).collect(),
            draw: payoffs.exhaustive_draw(false),
        }
    }

    /// How the round ends for a hand that folds from step `j` on, given the [`FoldTable::shares`] of its tiles.
    fn parts(&self, shares: &[[f64; LEVELS]], open: bool, j: usize) -> Parts {
        let mut parts = Parts::default();
        let mut here = 1.0;
        let lose = |part: &mut Part, here: f64, end: End| {
            part.rate += here * end.rate;
            part.value += here * end.rate * end.value;
        };
        for step in j..self.ends.len() {
            if step > j {
                let [rate, paid] = self.discard(&shares[step - j - 1], step);
                parts.deal_in.rate += here * rate;
                parts.deal_in.value += here * paid;
                here *= 1.0 - rate;
            }
            let ends = &self.ends[step][usize::from(open)];
            lose(&mut parts.tsumo, here, ends.tsumo);
            lose(&mut parts.rest, here, ends.rest);
            lose(&mut parts.deal_in, here, ends.deal_in);
            here *= 1.0 - ends.any().rate;
        }
        parts.draw = Part { rate: here, value: here * self.draw };
        parts
    }

    /// Of each discard from the next one on the shares of the levels that it can be of.
    fn shares(&self, safety: Safety) -> Vec<[f64; LEVELS]> {
        (1..self.ends.len())
            .map(|i| {
                // the i-th unit of what there is when the i-th tile has been drawn
                let (from, to) = ((i - 1) as f64, i as f64);
                let mut below = 0.0;
                std::array::from_fn(|level| {
                    let held = (safety >> (8 * level) & 0xff) as f64;
                    let above = below + held + i as f64 * self.drawn[level];
                    // `f64::max` and `min` are calls in WebAssembly
                    let (begin, end) = (below.larger(from), if above > to { to } else { above });
                    below = above;
                    (end - begin).larger(0.0)
                })
            })
            .collect()
    }

    /// What a discard with these shares risks with which `step` begins: the rate, and what is paid times that.
    fn discard(&self, shares: &[f64; LEVELS], step: usize) -> [f64; 2] {
        let each = shares.iter().zip(&self.risks[step]);
        each.fold([0.0; 2], |[rate, paid], (share, of)| [rate + share * of[0], paid + share * of[1]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(draws: usize) -> FoldTable {
        let mut risks = [[0.1, -500.0]; LEVELS];
        risks[0] = [0.0; 2];
        let ends = Ends { tsumo: End { rate: 0.05, value: -2_000.0 }, ..Ends::NEVER };
        let drawn = std::array::from_fn(|level| if level == LEVELS - 1 { 1.0 } else { 0.0 });
        FoldTable { risks: vec![risks; draws + 1], drawn, ends: vec![[ends; 2]; draws + 1], draw: -1_000.0 }
    }

    /// Three safe tiles, then nothing but dangerous ones.
    #[test]
    fn safe_tiles_last_as_long_as_there_are_some() {
        let dangerous = 10 << (8 * (LEVELS - 1));
        for (draws, deals_in) in [(0, 0), (3, 0), (4, 1), (6, 3)] {
            let table = table(draws);
            let parts = table.parts(&table.shares(3 | dangerous), false, 0);
            let (mut here, mut rate) = (1.0, 0.0);
            for step in 0..=draws {
                if step > 3 {
                    rate += here * 0.1;
                    here *= 0.9;
                }
                here *= 0.95;
            }
            assert!(
                (parts.deal_in.rate - rate).abs() < 1e-12,
                "{draws} draws, {deals_in} dangerous discards"
            );
            assert!((parts.deal_in.value + 5_000.0 * rate).abs() < 1e-9);
            assert!((parts.draw.value + 1_000.0 * here).abs() < 1e-9);
            assert!((parts.all().iter().map(|part| part.rate).sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
