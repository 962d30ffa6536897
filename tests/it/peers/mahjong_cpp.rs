//! nekobean/mahjong-cpp 0.9.8 without shanten-down and tegawari.

use super::engine::{Assumption, Engine};
use super::model::*;

const ENGINE: Engine = Engine {
    answers: "mahjong-cpp_nodev.json",
    switches: Switches {
        river: River::Returns,
        clock: Clock::FromDeal,
        moves: Moves::BothWays,
        meld_copies: MeldCopies::Ignored,
        policy: Policy::EachForItself,
        riichi: Riichi::Always,
        ippatsu: Ippatsu::Never,
        ura: Ura::WholeHand,
    },
    turns: |_| 1..=18,
    before: 1,
    // printed with 12 digits
    same_rate: |ours, theirs| (ours - theirs).abs() <= 1e-11 * theirs,
    same_points: 1e-8,
    counts_dead_kinds: true,
    assumptions: &[
        Assumption {
            name: "own discards return to the wall",
            undo: |s| Switches { river: OURS.river, ..s },
            hands: &[0, 2, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30],
        },
        Assumption {
            name: "tiles to draw from: what is unseen now, less all turns since the deal",
            undo: |s| Switches { clock: OURS.clock, ..s },
            hands: &[0, 2, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30],
        },
        Assumption {
            name: "every draw and discard can be undone",
            undo: |s| Switches { moves: OURS.moves, ..s },
            hands: &[0, 8, 10, 12, 16, 20, 24, 26, 28, 30],
        },
        Assumption {
            name: "tiles in own melds still count as tiles to wait for",
            undo: |s| Switches { meld_copies: OURS.meld_copies, ..s },
            hands: &[],
        },
        Assumption {
            name: "tenpai, win and points each of its own best play",
            undo: |s| Switches { policy: OURS.policy, ..s },
            hands: &[6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30],
        },
        Assumption {
            name: "riichi with every closed tenpai hand",
            undo: |s| Switches { riichi: OURS.riichi, ..s },
            hands: &[10, 12, 20, 24, 28, 30],
        },
        Assumption {
            name: "no ippatsu",
            undo: |s| Switches { ippatsu: OURS.ippatsu, ..s },
            hands: &[0, 2, 6, 10, 14, 16, 20, 22, 24, 28, 30],
        },
    ],
};

#[test]
#[ignore = "needs ../shared"]
fn figures() {
    ENGINE.check_figures();
}

#[test]
#[ignore = "needs ../shared"]
fn graphs() {
    ENGINE.check_graphs();
}

#[test]
#[ignore = "needs ../shared"]
fn ukeire() {
    ENGINE.check_ukeire();
}

#[test]
#[ignore = "needs ../shared"]
fn assumptions() {
    ENGINE.check_assumptions();
}
