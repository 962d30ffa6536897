//! What a tenpai hand waits for and what it is worth.

use super::around::Around;
use crate::hand::WaitingHand;
use crate::score::{Pot, Win, income, score};
use crate::shape::{Wait, wait_forms};
use crate::tile::{Kind, KindSet, Wind};

/// What a tenpai hand waits for and what it is worth.
#[derive(Clone, Copy, Default)]
pub(super) struct Ready {
    pub(super) tenpai: bool,
    pub(super) tiles: f32,
    pub(super) kinds: usize,
    pub(super) ryanmen: bool,
    pub(super) yaochu: f32,
    /// Of the waiting tiles, the share that an own discard three numbers away makes look safe, and of dora.
    pub(super) suji: f32,
    pub(super) dora: f32,
    /// By an earlier discard.
    pub(super) furiten: bool,
    /// By this one.
    pub(super) furiten_now: bool,
    /// Or the seventh pair.
    pub(super) tanki: bool,
    pub(super) shanpon: bool,
    /// Kanchan or penchan.
    pub(super) narrow: bool,
    pub(super) honour: bool,
    /// Mean points of a ron, silent (0 without a yaku) and after riichi.
    pub(super) dama: f32,
    pub(super) riichi: f32,
    /// Whether every wait has a yaku without riichi.
    pub(super) yaku: bool,
}

impl Ready {
    pub(super) fn new(around: &Around, after: &WaitingHand, discard: Kind, waits: KindSet) -> Ready {
        let table = around.table;
        let points = |kind: Kind, win: &Win| {
            let won = score(after, kind.into(), win, &around.at, table.rules()).ok()?;
            let dealer = around.wind == Wind::East;
            Some(income(won.value, dealer, false, table.rules(), Pot::EMPTY) as f32)
        };
        let own = table.player(around.seat).discarded();
        let mut ready = Ready { tenpai: true, yaku: true, kinds: waits.len(), ..Ready::default() };
        for kind in waits.iter() {
            let n = f32::from(around.unseen.counts()[kind]);
            ready.tiles += n;
            ready.yaochu += n * f32::from(u8::from(kind.is_yaochu()));
            ready.dora += n * f32::from(around.dora[kind.index()].min(1));
            let apart =
                |other: Kind| other.suit() == kind.suit() && other.number().abs_diff(kind.number()) == 3;
            if !kind.is_honour() && own.iter().any(apart) {
                ready.suji += n;
            }
            ready.furiten |= own.contains(kind);
            ready.furiten_now |= kind == discard;
            ready.honour |= kind.is_honour();
            let dama = points(kind, &Win::RON);
            ready.yaku &= dama.is_some();
            ready.dama += n * dama.unwrap_or(0.0);
            if after.is_closed() {
                ready.riichi += n * points(kind, &Win::RIICHI_RON).unwrap_or(0.0);
            }
        }
        if ready.tiles > 0.0 {
            let means =
                [&mut ready.dama, &mut ready.riichi, &mut ready.yaochu, &mut ready.suji, &mut ready.dora];
            means.into_iter().for_each(|n| *n /= ready.tiles);
        }
        let forms = wait_forms(after);
        let has = |wait: Wait| forms.iter().any(|forms| forms.contains(wait));
        ready.ryanmen = has(Wait::Ryanmen);
        ready.tanki = has(Wait::Tanki) || has(Wait::SevenPairs);
        ready.shanpon = has(Wait::Shanpon);
        ready.narrow = has(Wait::Kanchan) || has(Wait::Penchan);
        ready
    }
}
