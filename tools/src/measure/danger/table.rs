//! The published class-by-turn table, fitted on the training games: what a player knows by heart.

use nanikiru::danger::{Danger, Estimator, Risk, Threat};
use nanikiru::round::{Player, View};
use nanikiru::rules::Length;
use nanikiru::tile::{BySeat, Kind, KindSet, Seat, Tile};
use nanikiru_tools::decisions::{DealIn, Decision, Look, Purpose, look};
use nanikiru_tools::games::{archives, each_game};

/// no-suji 5, 46, 37, 28, 19; half-suji 5, 46; suji 37, 28, 19; double suji 5, 46; yakuhai with 3, 2, 1, 0
/// unseen; guest winds with 3, 2, 1, 0 unseen.
const CLASSES: usize = 20;
const TURNS: usize = 19;

/// How often held kinds are waits, by class and turn.
#[derive(Clone, Default)]
pub struct ClassTable {
    counts: Vec<[u64; 2]>,
}

fn class(view: &View, opponent: Seat, kind: Kind) -> usize {
    let table = view.table();
    if kind.is_honour() {
        let winds = [Kind::wind(table.wind()), Kind::wind(opponent.wind(table.dealer()))];
        let value = kind.is_dragon() || winds.contains(&kind);
        return if value { 12 } else { 16 } + usize::from(view.unseen()[kind].min(3));
    }
    let furiten = table.player(opponent).furiten();
    let number = kind.number();
    let suji =
        |n: Option<usize>| n.and_then(|n| Kind::of(kind.suit(), n)).is_some_and(|k| furiten.contains(k));
    let both = usize::from(suji(Some(number + 3))) + usize::from(suji(number.checked_sub(3)));
    let mirrored = number.min(10 - number);
    match (mirrored, both) {
        (5, 0) => 0,
        (4, 0) => 1,
        (m, 0) => 5 - m,
        (5, 1) => 5,
        (4, 1) => 6,
        (5, _) => 10,
        (4, _) => 11,
        (m, _) => 10 - m,
    }
}

fn turn(player: &Player) -> usize {
    player.river().len().min(TURNS - 1)
}

impl ClassTable {
    /// Counted over the training games; `None` without them.
    pub fn read() -> Result<ClassTable, String> {
        let count = |mut all: ClassTable, name: &str, xml: &[u8]| {
            if Purpose::of(name) != Purpose::Validation {
                look(name, xml, &mut all);
            }
            all
        };
        let merge = |mut a: ClassTable, b: ClassTable| {
            a.counts.resize(CLASSES * TURNS, [0; 2]);
            for (a, b) in a.counts.iter_mut().zip(b.counts) {
                a[0] += b[0];
                a[1] += b[1];
            }
            a
        };
        each_game(&archives()?, usize::MAX, count, merge)
    }
}

impl Look for ClassTable {
    fn decision(&mut self, decision: &Decision) {
        self.counts.resize(CLASSES * TURNS, [0; 2]);
        let table = decision.round.table();
        let riichi = |&s: &Seat| table.player(s).riichi().is_some();
        let mut all = Seat::ALL.into_iter().filter(riichi);
        let (Some(opponent), None) = (all.next(), all.next()) else { return };
        if opponent == decision.seat {
            return;
        }
        let view = decision.round.view(decision.seat);
        for (kind, _) in view.concealed().iter() {
            if !table.player(opponent).furiten().contains(kind) {
                let at = class(&view, opponent, kind) * TURNS + turn(table.player(opponent));
                self.counts[at][usize::from(decision.truths[opponent].ron.contains(kind))] += 1;
            }
        }
    }

    fn deal_in(&mut self, _: &DealIn) {}
}

impl Estimator for ClassTable {
    fn danger(&self, view: &View, _: Length) -> Danger {
        let threat = |seat: Seat| {
            let player = view.table().player(seat);
            let riichi = player.riichi().is_some();
            let safe: KindSet = player.furiten();
            let risk = |tile: Tile| {
                let at = class(view, seat, tile.kind()) * TURNS + turn(player);
                let [no, yes] = self.counts[at];
                let rate = (yes as f64 + 0.1) / (no as f64 + yes as f64 + 1.0);
                if !riichi || safe.contains(tile.kind()) { Risk::NONE } else { Risk { rate, ..Risk::NONE } }
            };
            Threat {
                tenpai: f64::from(u8::from(riichi)),
                risks: (0..Tile::COUNT).filter_map(Tile::new).map(risk).collect(),
            }
        };
        Danger { threats: BySeat::from_fn(|seat| (seat != view.seat()).then(|| threat(seat))) }
    }
}
