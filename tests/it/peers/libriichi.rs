//! libriichi's single-player tables (Mortal, d5e80bf) without shanten-down and tegawari.
//!
//! It also discards plain fives before red ones. That needs no switch: the red one is never worth less, and
//! goes last among equals.

use super::engine::{Assumption, Engine};
use super::model::*;

const ENGINE: Engine = Engine {
    answers: "libriichi_000.json",
    switches: Switches {
        river: River::Stays,
        clock: Clock::FromNow,
        moves: Moves::Forward,
        meld_copies: MeldCopies::Ignored,
        policy: Policy::WholePoints,
        riichi: Riichi::Always,
        ippatsu: Ippatsu::NextDraw,
        ura: Ura::Concealed,
    },
    turns: |now| now..=18,
    before: 0,
    // computed with 24 bits, in points 1,919.3127 and the like
    same_rate: |ours, theirs| (ours - theirs).abs() <= 1e-6 * theirs,
    same_points: 1e-3,
    counts_dead_kinds: false,
    assumptions: &[
        Assumption {
            name: "draws and discards only go forward",
            undo: |s| Switches { moves: OURS.moves, ..s },
            hands: &[6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30],
        },
        Assumption {
            name: "tiles in own melds still count as tiles to wait for",
            undo: |s| Switches { meld_copies: OURS.meld_copies, ..s },
            hands: &[],
        },
        Assumption {
            name: "fractions of a point do not decide",
            undo: |s| Switches { policy: OURS.policy, ..s },
            hands: &[10, 20, 26, 28, 30],
        },
        Assumption {
            name: "riichi with every closed tenpai hand",
            undo: |s| Switches { riichi: OURS.riichi, ..s },
            hands: &[],
        },
        Assumption {
            name: "ura-dora in concealed kans do not count",
            undo: |s| Switches { ura: OURS.ura, ..s },
            hands: &[2],
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
