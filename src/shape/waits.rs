//! What a tenpai hand waits for, and how.

use super::forms::forms;
use super::shanten;
use super::ukeire::helpful;
use super::wait::Wait;
use crate::hand::WaitingHand;
use crate::tile::{Kind, KindSet};

/// The ways in which one kind completes a hand: at least one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WaitForms {
    /// What completes it.
    pub kind: Kind,
    forms: u8,
}

impl WaitForms {
    /// Whether this is one of them.
    pub const fn contains(self, wait: Wait) -> bool {
        self.forms >> wait as u8 & 1 == 1
    }

    /// The ways.
    pub fn iter(self) -> impl Iterator<Item = Wait> {
        Wait::ALL.into_iter().filter(move |&wait| self.contains(wait))
    }
}

/// The kinds that complete a tenpai hand; none if it is not tenpai.
///
/// All four of such a kind may be visible elsewhere, but the player never owns all four: that is no wait.
pub fn waits(hand: &WaitingHand) -> KindSet {
    if shanten(hand).is_tenpai() { helpful(hand) } else { KindSet::EMPTY }
}

/// Each of the [`waits`] with all its forms.
pub fn wait_forms(hand: &WaitingHand) -> Vec<WaitForms> {
    let with_forms = |kind| {
        let forms = forms(hand, kind).iter().fold(0, |all, form| all | 1 << form.wait(kind) as u8);
        WaitForms { kind, forms }
    };
    waits(hand).iter().map(with_forms).collect()
}
