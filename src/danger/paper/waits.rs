//! The waits of a closed hand: the sets M of the seed's chapter 4.

use crate::tile::{Counts, Kind, Suit};

/// How a hand waits; thirteen orphans are left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum WaitForm {
    /// Ryanmen: 18 pairs of kinds, waited for by 45 as well as by 3456.
    TwoSided,
    /// PKTatsu: 6 penchan and 21 kanchan.
    OneSided,
    /// Toitsu: 34 kinds; a hand that waits so has two pairs.
    Pair,
    /// TankiRes: 34 kinds, those that 3456 waits for left out; the seventh pair among them.
    Single,
}

impl WaitForm {
    /// How many there are.
    pub const COUNT: usize = 4;
    /// All of them.
    pub const ALL: [WaitForm; 4] = [WaitForm::TwoSided, WaitForm::OneSided, WaitForm::Pair, WaitForm::Single];

    /// How many waits of the form a hand with one of them has: the alpha of eq. 19.
    pub fn times(self) -> f64 {
        if self == WaitForm::Pair { 2.0 } else { 1.0 }
    }
}

/// A wait: an element of M.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ClosedWait {
    /// For this kind and the one three above, with the two between.
    TwoSided(Kind),
    /// For this kind, with the ones beside it.
    Middle(Kind),
    /// For this 3 or 7, with the 1 and 2, or 8 and 9.
    Edge(Kind),
    /// For this kind, with two of it.
    Pair(Kind),
    /// For this kind, with one of it.
    Single(Kind),
}

/// Waits of one suit: 6 two-sided, 7 middle, 2 edge, 9 pairs and 9 single.
pub const PLACES: usize = 33;

impl ClosedWait {
    /// All of them: 18, 27, 34 and 34.
    pub fn all() -> impl Iterator<Item = ClosedWait> {
        Kind::ALL.into_iter().flat_map(|kind| {
            let (run, n) = (!kind.is_honour(), kind.number());
            [
                (run && n <= 6).then_some(ClosedWait::TwoSided(kind)),
                (run && (2..=8).contains(&n)).then_some(ClosedWait::Middle(kind)),
                (run && [3, 7].contains(&n)).then_some(ClosedWait::Edge(kind)),
                Some(ClosedWait::Pair(kind)),
                Some(ClosedWait::Single(kind)),
            ]
            .into_iter()
            .flatten()
        })
    }

    /// Its form.
    pub fn form(self) -> WaitForm {
        match self {
            ClosedWait::TwoSided(_) => WaitForm::TwoSided,
            ClosedWait::Middle(_) | ClosedWait::Edge(_) => WaitForm::OneSided,
            ClosedWait::Pair(_) => WaitForm::Pair,
            ClosedWait::Single(_) => WaitForm::Single,
        }
    }

    fn kind(self) -> Kind {
        match self {
            ClosedWait::TwoSided(kind)
            | ClosedWait::Middle(kind)
            | ClosedWait::Edge(kind)
            | ClosedWait::Pair(kind)
            | ClosedWait::Single(kind) => kind,
        }
    }

    /// The suit of its tiles.
    pub fn suit(self) -> Suit {
        self.kind().suit()
    }

    /// The kinds that it waits for.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        let second = matches!(self, ClosedWait::TwoSided(_)).then(|| self.beside(3));
        [Some(self.kind()), second].into_iter().flatten()
    }

    fn beside(self, steps: isize) -> Kind {
        Kind::ALL[self.kind().index().wrapping_add_signed(steps)]
    }

    /// The tiles of the hand that it takes, and how many of each.
    pub fn needs(self) -> impl Iterator<Item = (Kind, u8)> {
        let kind = self.kind();
        let (first, second) = match self {
            ClosedWait::TwoSided(_) => ((self.beside(1), 1), Some((self.beside(2), 1))),
            ClosedWait::Middle(_) => ((self.beside(-1), 1), Some((self.beside(1), 1))),
            ClosedWait::Edge(_) if kind.number() == 3 => ((self.beside(-2), 1), Some((self.beside(-1), 1))),
            ClosedWait::Edge(_) => ((self.beside(1), 1), Some((self.beside(2), 1))),
            ClosedWait::Pair(_) => ((kind, 2), None),
            ClosedWait::Single(_) => ((kind, 1), None),
        };
        [Some(first), second].into_iter().flatten()
    }

    /// How many more tiles have to be seen until the wait cannot be: 0 when it cannot, at most 3.
    pub fn spare(self, unseen: &Counts) -> usize {
        let spare = |(kind, n): (Kind, u8)| (unseen[kind] + 1).saturating_sub(n);
        usize::from(self.needs().map(spare).min().unwrap_or(0)).min(3)
    }

    /// The place in a number suit, below [`PLACES`]; `None` for honours.
    pub fn place(self) -> Option<usize> {
        let number = self.kind().number() - 1;
        (self.suit() != Suit::Honour).then(|| match self {
            ClosedWait::TwoSided(_) => number,
            ClosedWait::Middle(_) => 6 + number - 1,
            ClosedWait::Edge(kind) => 13 + usize::from(kind.number() == 7),
            ClosedWait::Pair(_) => 15 + number,
            ClosedWait::Single(_) => 24 + number,
        })
    }

    /// The same wait counted from the other end of its suit; an honour's is itself.
    #[must_use]
    pub fn mirrored(self) -> ClosedWait {
        let other = |kind: Kind, sum: usize| Kind::of(kind.suit(), sum - kind.number()).unwrap_or(kind);
        match self {
            _ if self.suit() == Suit::Honour => self,
            ClosedWait::TwoSided(kind) => ClosedWait::TwoSided(other(kind, 7)),
            ClosedWait::Middle(kind) => ClosedWait::Middle(other(kind, 10)),
            ClosedWait::Edge(kind) => ClosedWait::Edge(other(kind, 10)),
            ClosedWait::Pair(kind) => ClosedWait::Pair(other(kind, 10)),
            ClosedWait::Single(kind) => ClosedWait::Single(other(kind, 10)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_sets_of_the_seed() {
        let of = |form| ClosedWait::all().filter(|wait| wait.form() == form).count();
        assert_eq!(WaitForm::ALL.map(of), [18, 27, 34, 34]);
        let places: BTreeSet<usize> =
            ClosedWait::all().filter(|w| w.suit() == Suit::Sou).filter_map(ClosedWait::place).collect();
        assert_eq!(places, (0..PLACES).collect());
        for wait in ClosedWait::all() {
            assert_eq!((wait.mirrored().mirrored(), wait.mirrored().form()), (wait, wait.form()));
        }
    }

    #[test]
    fn tiles_that_a_wait_needs() {
        let kind = |n: usize| Kind::of(Suit::Man, n).unwrap();
        let needs = |wait: ClosedWait| wait.needs().map(|(k, n)| (k.number(), n)).collect::<Vec<_>>();
        assert_eq!(needs(ClosedWait::TwoSided(kind(5))), [(6, 1), (7, 1)]);
        assert_eq!(needs(ClosedWait::Middle(kind(5))), [(4, 1), (6, 1)]);
        assert_eq!(needs(ClosedWait::Edge(kind(3))), [(1, 1), (2, 1)]);
        assert_eq!(needs(ClosedWait::Edge(kind(7))), [(8, 1), (9, 1)]);
        // Kurita & Hoki, deal-in, eq. 29: 58m with four 6m seen, with three, with two
        let spare = |left: u8| {
            let mut unseen = [4; 34];
            unseen[kind(6).index()] = left;
            ClosedWait::TwoSided(kind(5)).spare(&Counts::new(unseen).unwrap())
        };
        assert_eq!([0, 1, 2, 3, 4].map(spare), [0, 1, 2, 3, 3]);
        let pair = |left: u8| {
            let mut unseen = [4; 34];
            unseen[0] = left;
            ClosedWait::Pair(kind(1)).spare(&Counts::new(unseen).unwrap())
        };
        assert_eq!([0, 1, 2, 3, 4].map(pair), [0, 0, 1, 2, 3]);
    }
}
