//! A recorded engine, and how the model with its switches compares.

use super::model::{Figures, Graph, OURS, Switches};
use super::records::{Answer, Position, read};
use nanikiru::shape::{discards, shanten};
use nanikiru::tile::Tile;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// An engine with its recorded answers.
pub struct Engine {
    /// The file in ../shared/reference/ev.
    pub answers: &'static str,
    pub switches: Switches,
    /// The turns that its search looks at when the hand's turn is this.
    pub turns: fn(usize) -> RangeInclusive<usize>,
    /// Entries in its answers before the first of these turns.
    pub before: usize,
    /// Whether two tenpai or win rates are equal but for its arithmetic and printing: ours, theirs.
    pub same_rate: fn(f64, f64) -> bool,
    /// So far may two expected scores differ, in points.
    pub same_points: f64,
    /// Whether it counts kinds of which no tile is left among those that lower the shanten.
    pub counts_dead_kinds: bool,
    /// The assumptions in which it is not like ours, each with the hands whose figures that changes.
    pub assumptions: &'static [Assumption],
}

/// One assumption of an engine that is not ours.
pub struct Assumption {
    pub name: &'static str,
    /// Replaces it by ours.
    pub undo: fn(Switches) -> Switches,
    /// The recorded hands of which some figure comes out differently then; none if no recorded hand shows
    /// the assumption.
    pub hands: &'static [usize],
}

/// How far the figures of one discard are apart.
struct Gap {
    hand: usize,
    discard: Tile,
    values: usize,
    tenpai: f64,
    win: f64,
    points: f64,
    same: bool,
}

impl Engine {
    /// Every recorded figure comes out again, of just the recorded discards.
    pub fn check_figures(&self) {
        let records = read(self.answers);
        let gaps = self.gaps(&records, self.switches);
        let values: usize = gaps.iter().map(|gap| gap.values).sum();
        let most = |of: fn(&Gap) -> f64| gaps.iter().map(of).fold(0.0, f64::max);
        println!(
            "{}: {values} values of {} discards; largest differences {:.1e} (tenpai), {:.1e} (win), {:.1e} points",
            self.answers,
            gaps.len(),
            most(|gap| gap.tenpai),
            most(|gap| gap.win),
            most(|gap| gap.points),
        );
        let apart: Vec<(usize, Tile)> =
            gaps.iter().filter(|g| !g.same).map(|g| (g.hand, g.discard)).collect();
        assert_eq!(apart, [], "hands and discards with other figures");
    }

    /// Its graphs have the recorded size, and lead away from the root by the recorded discards.
    pub fn check_graphs(&self) {
        let records = read(self.answers);
        for (position, answer) in records.iter().filter(|(_, answer)| answer.is_searched()) {
            let graph = Graph::new(position, self.switches);
            assert_eq!(graph.hands(), answer.vertices.unwrap_or(graph.hands()), "hand {}", answer.id);
            let recorded: BTreeSet<Tile> = answer.candidates.iter().map(|c| c.tile()).collect();
            assert_eq!(graph.discards().collect::<BTreeSet<Tile>>(), recorded, "hand {}", answer.id);
        }
    }

    /// Shanten and ukeire are those of this crate.
    pub fn check_ukeire(&self) {
        let records = read(self.answers);
        for (position, answer) in &records {
            let hand = position.hand();
            assert_eq!(shanten(&hand).get(), answer.shanten, "hand {}", answer.id);
            let ours = discards(&hand, &position.unseen());
            for candidate in &answer.candidates {
                let ours = ours.iter().find(|d| d.tile == candidate.tile()).unwrap().ukeire;
                let dead = if self.counts_dead_kinds { ours.dead.len() } else { 0 };
                let ours = (ours.kinds.len() + dead, ours.tiles);
                let theirs = (candidate.ukeire_types, candidate.ukeire);
                assert_eq!(ours, theirs, "hand {} without {}", answer.id, candidate.tile());
            }
        }
    }

    /// All assumptions together are what separates the engine from ours, and each has the effect that is noted.
    pub fn check_assumptions(&self) {
        let ours = self.assumptions.iter().fold(self.switches, |switches, a| (a.undo)(switches));
        assert_eq!(ours, OURS, "an assumption is not named");
        let records = read(self.answers);
        for assumption in self.assumptions {
            let gaps = self.gaps(&records, (assumption.undo)(self.switches));
            let hands: BTreeSet<usize> = gaps.iter().filter(|gap| !gap.same).map(|gap| gap.hand).collect();
            assert!(hands.iter().eq(assumption.hands), "{}: {hands:?}", assumption.name);
        }
    }

    /// Of every recorded discard how far the figures with these switches are from the recorded ones.
    fn gaps(&self, records: &[(Position, Answer)], switches: Switches) -> Vec<Gap> {
        let mut gaps = Vec::new();
        for (position, answer) in records.iter().filter(|(_, answer)| answer.is_searched()) {
            let ours = Graph::new(position, switches).evaluate((self.turns)(position.turn));
            for candidate in &answer.candidates {
                let theirs: Vec<Figures> = candidate.figures().skip(self.before).collect();
                let ours = ours.get(&candidate.tile()).map_or(&[][..], Vec::as_slice);
                gaps.push(self.gap(answer.id, candidate.tile(), ours, &theirs));
            }
        }
        gaps
    }

    fn gap(&self, hand: usize, discard: Tile, ours: &[Figures], theirs: &[Figures]) -> Gap {
        let pairs = || ours.iter().zip(theirs);
        let most = |of: fn(&Figures) -> f64| pairs().map(|(a, b)| (of(a) - of(b)).abs()).fold(0.0, f64::max);
        let points = most(|f| f.points);
        let same = |(a, b): (&Figures, &Figures)| {
            (self.same_rate)(a.tenpai, b.tenpai) && (self.same_rate)(a.win, b.win)
        };
        Gap {
            hand,
            discard,
            values: 3 * theirs.len(),
            tenpai: most(|f| f.tenpai),
            win: most(|f| f.win),
            points,
            same: ours.len() >= theirs.len() && points <= self.same_points && pairs().all(same),
        }
    }
}
