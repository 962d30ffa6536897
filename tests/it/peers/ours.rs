//! The model without any engine's assumption is the search of this crate: as many exchanges as the shanten,
//! wins by tsumo only, no payments at the draw, a riichi stick that costs nothing.

use super::model::{Graph, OURS};
use super::payoff::pays;
use super::records::read;
use nanikiru::hand::WaitingHand;
use nanikiru::rules::RiichiKans;
use nanikiru::score::Table;
use nanikiru::search::{
    BareLines, Chance, ChanceStep, Exchanges, Kans, Line, Move, Options, Payoffs, Progress, RiichiLines,
    Root, Search, WinLines,
};
use nanikiru::tile::{Counts, KindSet, Tile};

/// Hands where plays of equal value win with different probability: with a hundredth of a point more for
/// every win their win rates are equal, too.
const TIES: [usize; 1] = [26];

/// The model's payoffs.
struct Tsumo {
    table: Table,
}

impl Payoffs for Tsumo {
    fn win(&self, hand: &WaitingHand, tile: Tile, unseen: &Counts, _: usize) -> WinLines {
        let line = |plain, more| Line {
            values: [plain, more, more, more],
            yaku: 0,
            han: 1,
            more: [1.0, 0.0, 0.0, 0.0, 0.0],
        };
        let pays = |riichi| pays(hand, tile, riichi, unseen, &self.table, &OURS);
        let riichi = pays(true).map(|p| RiichiLines { tsumo: line(p.later, p.at_once), ron: line(0.0, 0.0) });
        let tsumo = pays(false).map(|p| line(p.later, p.later));
        WinLines { tsumo, ron: None, riichi, bare: BareLines::default() }
    }

    fn exhaustive_draw(&self, _: bool) -> f64 {
        0.0
    }

    fn riichi_stick(&self) -> Option<f64> {
        Some(0.0)
    }

    fn riichi_kans(&self) -> RiichiKans {
        RiichiKans::EveryReading
    }
}

#[test]
#[ignore = "needs ../shared"]
fn without_the_assumptions_it_is_our_search() {
    let records = read("libriichi_000.json");
    for (position, answer) in records.iter().filter(|(_, answer)| answer.is_searched()) {
        let draws = 18 - position.turn;
        // with a discard of another player after it the last draw is no haitei
        let chance = Chance::even(draws, 1, ChanceStep::ALONE);
        let options =
            Options { exchanges: Exchanges::Beyond(0), calls: 0, kans: Kans::None, ..Options::default() };
        let payoffs = Tsumo { table: position.table };
        let (hand, unseen) = (position.hand(), position.unseen());
        let root = Root::Drawn { hand: &hand, forbidden: KindSet::EMPTY };
        let outcome = Search { root, unseen: &unseen, chance: &chance, payoffs: &payoffs }
            .run_f64(&options, &Progress::default())
            .unwrap();
        for (tile, figures) in Graph::new(position, OURS).evaluate(position.turn..=18) {
            let figures = figures[0];
            let is_of = |action| matches!(action, Move::Discard { tile: discarded, .. } if discarded == tile);
            // rows are sorted: the better of riichi and dama is the first
            let play = &outcome.rows.iter().find(|row| is_of(row.action)).unwrap().play;
            let same = |a: f64, b: f64| (a - b).abs() <= 1e-12 * a;
            let at = format!("hand {} without {tile}", answer.id);
            assert!(same(figures.points, play.value()), "{at}: {} and {}", figures.points, play.value());
            let wins = same(figures.win, play.win_rate()) || TIES.contains(&answer.id);
            assert!(wins, "{at}: {} and {}", figures.win, play.win_rate());
        }
    }
}
