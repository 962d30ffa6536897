//! Which hands can be tenpai: a glance at their suits.

use crate::search::graph::Graph;
use crate::search::set::origin::count;
use crate::search::set::part;
use crate::shape::lookup::{Class, SuitKey};
use crate::tile::{Counts, Suit};

/// What one suit part adds to the forms of a hand.
pub(crate) struct Shape {
    class: Class,
    pairs: u8,
    kinds: u8,
    orphans: u8,
    orphan_pair: bool,
}

impl Shape {
    pub(crate) fn new(suit: Suit, packed: u32) -> Shape {
        let mut counts = [0; 34];
        for i in 0..suit.size() {
            counts[suit.first() + i] = count(packed, i);
        }
        let counts = Counts::new(counts).expect("at most four of a kind are enumerated");
        let orphans = || counts.iter().filter(|(kind, _)| kind.is_yaochu());
        Shape {
            class: SuitKey::new(&counts, suit).expect("a hand has at most 14 tiles").class(),
            pairs: counts.iter().filter(|&(_, n)| n >= 2).count() as u8,
            kinds: counts.iter().count() as u8,
            orphans: orphans().count() as u8,
            orphan_pair: orphans().any(|(_, n)| n >= 2),
        }
    }
}

/// Whether the hand lacks one tile, copies in melds not looked at.
pub(crate) fn near_tenpai(graph: &Graph, shapes: &[Vec<Shape>], node: usize) -> bool {
    let suits = &graph.exchanges.suits;
    let key = graph.exchanges.hands[node];
    let parts: [u16; 4] = std::array::from_fn(|s| part(key, s));
    let melds: usize = (0..4).map(|s| suits[s].meld_set(parts[s]).set.list.len()).sum();
    let [man, pin, sou, honours] = std::array::from_fn(|s| &shapes[s][usize::from(parts[s])]);
    let standard = man.class.join(pin.class).replacement(sou.class.join(honours.class), 4 - melds);
    if standard <= 1 || melds > 0 {
        return standard <= 1;
    }
    let suits = [man, pin, sou, honours];
    let sum = |of: fn(&Shape) -> u8| suits.iter().map(|&shape| of(shape)).sum::<u8>();
    let (pairs, kinds) = (sum(|s| s.pairs), sum(|s| s.kinds));
    let orphans = sum(|s| s.orphans) + u8::from(suits.iter().any(|s| s.orphan_pair));
    (pairs == 6 && kinds >= 7) || orphans == 13
}
