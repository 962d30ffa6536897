//! How averages stand beside a search.

use crate::search::Play;

/// What is left of averages beside a search, which holds fewer ways to a win than those that they are of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Scale {
    pub(super) win: f64,
    pub(super) tenpai: f64,
}

impl Scale {
    /// They stay as they are.
    pub(super) const NONE: Scale = Scale { win: 1.0, tenpai: 1.0 };

    /// What a search says of a hand beside what the averages say of it, and never more than they do.
    pub(super) fn of(searched: &Play, usual: &Play) -> Scale {
        let share = |found: f64, usual: f64| if usual > 0.0 { (found / usual).min(1.0) } else { 1.0 };
        Scale {
            win: share(searched.win_rate, usual.win_rate),
            tenpai: share(searched.tenpai_rate, usual.tenpai_rate),
        }
    }
}
