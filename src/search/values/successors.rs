//! What each successor of a step is worth: hands, kans that have just been made, and 14-tile hands by their best discard or kan.

use crate::search::float::Float;
use crate::search::graph::{Graph, Successor};
use crate::search::values::model::ValuedGraph;
use crate::search::values::tenpai::Luck;
use rayon::prelude::*;
use std::ops::Range;

/// Hands after a kan that a thread takes at a time.
const GRAIN: usize = 32;

/// 14-tile hands that a thread takes at a time: to compare a few values takes as long as to hand over work.
const COMPARED: usize = 512;

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
        let worth = worth[range.clone()].par_chunks_mut(COMPARED).enumerate();
        let first = |chunk: usize| range.start + chunk * COMPARED;
        if self.leads.is_empty() {
            return worth.for_each(|(chunk, worth)| best(graph, first(chunk), j, known, worth, |_, _| ()));
        }
        let leads = self.leads[graph.before_drawn()..][range.clone()].par_chunks_mut(COMPARED);
        worth.zip(leads).for_each(|((chunk, worth), leads)| {
            best(graph, first(chunk), j, known, worth, |i, lead| leads[i] = lead);
        });
    }
}

/// Computes the worth of the 14-tile hands from `first` on that can be made in step `j`. Reports of each, by its place,
/// the first of the best that it can become.
fn best<R: Float>(
    graph: &Graph,
    first: usize,
    j: usize,
    known: &[R],
    worth: &mut [R],
    mut report: impl FnMut(usize, Successor),
) {
    let starts = graph.child_start[first..].windows(2);
    let drawn = starts.zip(&graph.drawn_soonest[first..]).zip(worth).enumerate();
    for (i, ((of, &soonest), worth)) in drawn {
        *worth = R::LEAST;
        if usize::from(soonest) <= j {
            let children = &graph.children[of[0] as usize..of[1] as usize];
            let mut lead = children[0];
            let mut most = known[lead as usize];
            for &child in &children[1..] {
                // without a branch the processor need not guess
                let (value, better) = (known[child as usize], known[child as usize] > most);
                most = if better { value } else { most };
                lead = if better { child } else { lead };
            }
            *worth = most;
            report(i, lead);
        }
    }
}

impl<R: Float> ValuedGraph<'_, R> {
    /// What every successor of step `j` is worth, given `A(q, j + 1)`.
    pub(crate) fn successors(&self, next: &[R], j: usize, successors: &mut Successors<R>) {
        self.successors_after_kans(next, j, successors, |places, successors| {
            let now = self.now(j, &successors.worth);
            let after = |place: usize| match (self.graph.kan_node(place), self.replacement) {
                (node, _) if self.graph.soonest(node) > j => R::LEAST,
                (node, true) => {
                    self.normalised_kan(self.draw(node, &now, Luck::Rinshan, &mut ()), place, &now)
                }
                (node, false) => self.normalised_kan(next[node], place, &now),
            };
            places.into_par_iter().with_min_len(GRAIN).map(after).collect()
        });
    }

    /// The same by what says what right after kans is worth, given the successors that are known by then. It is asked of places
    /// with as many kans, those with most kans first.
    pub(crate) fn successors_after_kans(
        &self,
        next: &[R],
        j: usize,
        successors: &mut Successors<R>,
        mut after: impl FnMut(Range<usize>, &Successors<R>) -> Vec<R>,
    ) {
        let (graph, hands) = (self.graph, self.graph.len());
        let worth = &mut successors.worth[..hands];
        match self.risks.get(j + 1).and_then(Option::as_ref) {
            None => {
                let copies = worth.par_chunks_mut(COPIED).zip(next.par_chunks(COPIED));
                copies.for_each(|(to, from)| to.copy_from_slice(from));
            }
            Some(risk) => {
                let nodes = worth.par_iter_mut().zip(next).enumerate().with_min_len(COMPARED);
                nodes.for_each(|(node, (to, &from))| *to = risk.normalised(from, graph.key(node)));
            }
        }
        for kans in (0..=graph.most_kans()).rev() {
            successors.choose(graph, graph.drawn_with_kans(kans), j);
            if kans == 0 {
                continue;
            }
            let places = graph.kan_places(kans);
            let range = hands + places.start..hands + places.end;
            if self.kan_possible(j) {
                let after = after(places, successors);
                successors.worth[range].copy_from_slice(&after);
            } else {
                successors.worth[range].fill(R::LEAST);
            }
        }
        successors.choose(graph, graph.drawn_by_call(), j);
    }
}
