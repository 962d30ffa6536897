//! What separates the parts of a suit, and how the player may call.

use crate::rules::Kuikae;
use crate::search::Kans;
use crate::search::set::needs::{Goal, Needs};

/// What a part needs and how far it is from the root; parts that agree in it are interchangeable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Class {
    pub(crate) gained: u8,
    pub(crate) lost: u8,
    /// Melds that the root does not have; a pon made a kan is none.
    pub(crate) calls: u8,
    pub(crate) needs: Needs,
}

impl Class {
    pub(crate) fn join(&self, other: &Class, goal: Goal) -> Class {
        Class {
            gained: self.gained + other.gained,
            lost: self.lost + other.lost,
            calls: self.calls + other.calls,
            needs: goal.join(&self.needs, &other.needs),
        }
    }
}

/// How the player may call in a search.
#[derive(Clone, Copy)]
pub(crate) struct CallLimits {
    pub(crate) calls: usize,
    /// Whether there is chi: not with three players.
    pub(crate) chi: bool,
    pub(crate) kans: Kans,
    pub(crate) kuikae: Kuikae,
    /// Exchanges fewer for a hand that has called.
    pub(crate) fewer: u8,
    /// Most norths that are set aside after the root.
    pub(crate) kita: u8,
}

impl CallLimits {
    /// The goal of hands with so many calls.
    pub(crate) fn goal(&self, goal: Goal, calls: u8) -> Goal {
        let fewer = if calls > 0 { self.fewer } else { 0 };
        Goal { reach: goal.reach.saturating_sub(fewer), ..goal }
    }
}

/// More patterns of one suit than numbers.
pub(crate) struct TooManyParts;
