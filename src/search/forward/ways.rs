//! Which finished hands a play wins with.

use crate::score::{Yaku, YakuSet};
use crate::search::figures::{MOST_TARGETS, Target};
use crate::search::float::Float;
use crate::search::forward::root_batch::RootBatch;
use crate::search::forward::win::{Circumstances, DAMA, GraphWin};
use crate::search::graph::Graph;
use crate::search::set::origin::{RED, local_of, position};
use crate::search::set::part;
use crate::search::values::model::ValuedGraph;
use crate::search::values::tenpai::NONE;
use crate::sort;
use crate::tile::Tile;
use rustc_hash::FxHashMap;

/// How often each way to win comes, of some actions side by side. A way is a line: a tenpai hand, the tile that completes it,
/// ron or tsumo, in riichi or not.
pub(crate) struct Ways {
    actions: usize,
    /// By line its place among the sums; `NONE` where nobody has won so: most lines.
    places: Vec<u32>,
    /// By place and action the probability, and the payoff weighted with it.
    sums: Vec<[f64; 2]>,
}

/// A finished hand: by suit its concealed tiles, red fives as plain ones, and its melds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct WinningHand([u64; 4]);

/// What wins with a finished hand add up to.
struct WinTally {
    rate: f64,
    value: f64,
    /// The likeliest waiting hand with its tile: how often, and its likeliest line.
    most: f64,
    node: usize,
    tile: Tile,
    line: u32,
}

impl Ways {
    pub(crate) fn new(lines: usize, actions: usize) -> Ways {
        Ways { actions, places: vec![NONE; lines], sums: Vec::new() }
    }

    /// A win more, and what it pays.
    pub(crate) fn add<R: Float>(&mut self, batch: &RootBatch<R>, win: &GraphWin<R>, points: R) {
        let place = &mut self.places[win.gain.line as usize];
        if *place == NONE {
            *place = (self.sums.len() / self.actions) as u32;
            self.sums.resize(self.sums.len() + self.actions, [0.0; 2]);
        }
        let first = *place as usize * self.actions;
        let points = points.to_f64();
        for ([rate, value], &lane) in self.sums[first..first + self.actions].iter_mut().zip(batch) {
            let share = (lane * win.share).to_f64();
            *rate += share;
            *value += share * points;
        }
    }

    fn of(&self, line: u32, action: usize) -> Option<[f64; 2]> {
        let place = *self.places.get(line as usize)?;
        (place != NONE).then(|| self.sums[place as usize * self.actions + action]).filter(|sum| sum[0] > 0.0)
    }

    /// The finished hands that an action wins with most often; of those as likely the dearer first, then by tiles.
    pub(crate) fn targets<R: Float>(
        &self,
        model: &ValuedGraph<'_, R>,
        action: usize,
        double: bool,
    ) -> Vec<Target> {
        let (graph, goals) = (model.graph, model.goals);
        let mut all: FxHashMap<WinningHand, WinTally> = FxHashMap::default();
        for tenpai in &goals.tenpai {
            let node = tenpai.node as usize;
            for wait in &tenpai.waits {
                let (mut here, mut likeliest) = ([0.0; 2], (0.0, NONE));
                for &line in &wait.lines {
                    let Some([rate, value]) = self.of(line, action) else { continue };
                    here = [here[0] + rate, here[1] + value];
                    if rate > likeliest.0 {
                        likeliest = (rate, line);
                    }
                }
                let ([rate, value], (_, line)) = (here, likeliest);
                if line == NONE {
                    continue;
                }
                let way = WinTally { rate, value, most: rate, node, tile: wait.tile, line };
                all.entry(WinningHand::of(graph, node, wait.tile))
                    .and_modify(|found| {
                        let (rate, value) = (found.rate + rate, found.value + value);
                        if way.most > found.most {
                            *found = WinTally { ..way };
                        }
                        (found.rate, found.value) = (rate, value);
                    })
                    .or_insert(way);
            }
        }
        let mut all: Vec<(WinningHand, WinTally)> = all.into_iter().collect();
        sort::by(&mut all, |(a_tiles, a), (b_tiles, b)| {
            let dearer = (b.value / b.rate).total_cmp(&(a.value / a.rate));
            b.rate.total_cmp(&a.rate).then(dearer).then(a_tiles.cmp(b_tiles))
        });
        all.truncate(MOST_TARGETS);
        let target = |(_, found): (WinningHand, WinTally)| {
            let sort = goals.sorts[goals.lines[found.line as usize].sort as usize];
            let bits = goals.yaku_sets[usize::from(sort.yaku)];
            let yakuman = bits & YakuSet::YAKUMAN.bits() != 0;
            let how = Circumstances { double, ..DAMA };
            let bits = if yakuman { bits } else { how.with_luck(bits) };
            let more = u8::from(double && !yakuman);
            Target {
                hand: graph.hand(found.node),
                tile: found.tile,
                rate: found.rate,
                value: found.value,
                yaku: Yaku::ALL.into_iter().filter(|&yaku| bits >> yaku as u8 & 1 == 1).collect(),
                han: (sort.han + more).min(13),
            }
        };
        all.into_iter().map(target).collect()
    }
}

impl WinningHand {
    fn of(graph: &Graph, node: usize, tile: Tile) -> WinningHand {
        let (key, suit) = (graph.key(node), tile.kind().suit().index());
        WinningHand(std::array::from_fn(|s| {
            let parts = &graph.exchanges.suits[s];
            let pattern = parts.parts[usize::from(part(key, s))];
            let drawn = if s == suit { 1 << (3 * position(local_of(tile))) } else { 0 };
            let tiles = u64::from((pattern.packed & !RED) + drawn);
            let melds = parts.meld_set(part(key, s)).set.list.iter();
            tiles | melds.fold(0, |melds, meld| melds << 6 | u64::from(meld.number())) << 32
        }))
    }
}
