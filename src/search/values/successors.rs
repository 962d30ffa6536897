//! What each successor of a step is worth: hands, kans that have just been made, and 14-tile hands by their best discard or kan.

use crate::search::float::Float;
use crate::search::graph::{Graph, Successor};
use crate::search::values::model::ValuedGraph;
use crate::search::values::tenpai::Luck;
use rayon::prelude::*;
use std::ops::Range;

/// Nodes that a thread takes at a time.
const GRAIN: usize = 256;

/// Values that a thread copies at a time.
const COPIED: usize = 1 << 16;

/// What every successor of a step is worth, and by which hand.
pub(crate) struct Successors<R> {
    pub(crate) worth: Vec<R>,
    /// Where a successor leads, by the first of the best discards or kans from a 14-tile hand; empty if
    /// nobody asks.
    leads: Vec<Successor>,
}

impl<R: Float> Successors<R> {
    /// For values alone.
    pub(crate) fn of_values(graph: &Graph) -> Successors<R> {
        Successors { worth: vec![R::LEAST; graph.before_drawn() + graph.drawn_len()], leads: Vec::new() }
    }

    /// For playing by them.
    pub(crate) fn of_play(graph: &Graph) -> Successors<R> {
        let successors = Successors::of_values(graph);
        Successors { leads: (0..successors.worth.len() as Successor).collect(), ..successors }
    }

    /// The hand or kan that a successor leads to, as a successor.
    pub(crate) fn lead(&self, successor: usize) -> Successor {
        self.leads[successor]
    }

    /// Finds the best of 14-tile hands whose children are all known.
    fn choose(&mut self, graph: &Graph, range: Range<usize>, j: usize) {
        let (known, worth) = self.worth.split_at_mut(graph.before_drawn());
        let worth = worth[range.clone()].par_chunks_mut(GRAIN).enumerate();
        let first = |chunk: usize| range.start + chunk * GRAIN;
        if self.leads.is_empty() {
            return worth.for_each(|(chunk, worth)| best(graph, first(chunk), j, known, worth, |_, _| ()));
        }
        let leads = self.leads[graph.before_drawn()..][range.clone()].par_chunks_mut(GRAIN);
        worth.zip(leads).for_each(|((chunk, worth), leads)| {
            best(graph, first(chunk), j, known, worth, |children, (i, most)| {
                let lead = children.iter().find(|&&child| known[child as usize] == most);
                leads[i] = *lead.expect("the best is one of them");
            });
        });
    }
}

/// Finds what the 14-tile hands from `first` on are worth that can be made in step `j`, and tells of each what it can
/// become, where it is among them, and its worth.
fn best<R: Float>(
    graph: &Graph,
    first: usize,
    j: usize,
    known: &[R],
    worth: &mut [R],
    mut tell: impl FnMut(&[Successor], (usize, R)),
) {
    let starts = graph.child_start[first..].windows(2);
    let drawn = starts.zip(&graph.drawn_soonest[first..]).zip(worth).enumerate();
    for (i, ((of, &soonest), worth)) in drawn {
        *worth = R::LEAST;
        if usize::from(soonest) <= j {
            let children = &graph.children[of[0] as usize..of[1] as usize];
            *worth = children.iter().fold(R::LEAST, |best, &child| best.larger(known[child as usize]));
            tell(children, (i, *worth));
        }
    }
}

impl<R: Float> ValuedGraph<'_, R> {
    /// What every successor of step `j` is worth, given `A(q, j + 1)`.
    pub(crate) fn successors(&self, next: &[R], j: usize, successors: &mut Successors<R>) {
        let (graph, hands) = (self.graph, self.graph.len());
        let copies = successors.worth[..hands].par_chunks_mut(COPIED).zip(next.par_chunks(COPIED));
        match self.risks.get(j + 1).and_then(Option::as_ref) {
            None => copies.for_each(|(to, from)| to.copy_from_slice(from)),
            Some(risk) => copies.enumerate().for_each(|(chunk, (to, from))| {
                let nodes = chunk * COPIED..;
                for ((to, &from), node) in to.iter_mut().zip(from).zip(nodes) {
                    *to = risk.normalised(from, graph.key(node));
                }
            }),
        }
        for kans in (0..=graph.most_kans()).rev() {
            successors.choose(graph, graph.drawn_with_kans(kans), j);
            if kans == 0 {
                continue;
            }
            let places = graph.kan_places(kans);
            let places = hands + places.start..hands + places.end;
            if !self.kan_possible(j) {
                successors.worth[places].fill(R::LEAST);
                continue;
            }
            let now = self.now(j, &successors.worth);
            let after: Vec<R> = graph
                .kan_places(kans)
                .into_par_iter()
                .with_min_len(GRAIN)
                .map(|place| {
                    let node = graph.kan_node(place);
                    if graph.soonest(node) > j {
                        return R::LEAST;
                    }
                    let value = match self.replacement {
                        true => self.draw(node, &now, Luck::Rinshan).value,
                        false => next[node],
                    };
                    self.normalised_kan(value, place, &now)
                })
                .collect();
            successors.worth[places].copy_from_slice(&after);
        }
        successors.choose(graph, graph.drawn_by_call(), j);
    }
}
