//! Where an action stands among others, where some are equally good.

/// Values that are nearer than this count as equal, in points: the search's rounding.
pub const EQUAL: f64 = 0.05;

/// Chances to be the first, and among the first three.
#[derive(Clone, Copy, Debug)]
pub struct Chances {
    /// The first.
    pub first: f64,
    /// Among the first three.
    pub three: f64,
}

impl Chances {
    /// Of one of `equal` tiles that come after `better` others.
    pub fn new(better: usize, equal: usize) -> Chances {
        let within = |places: usize| {
            let free = places.saturating_sub(better).min(equal);
            free as f64 / equal as f64
        };
        Chances { first: within(1), three: within(3) }
    }
}
