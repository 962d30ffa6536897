//! Hai Num Bit and Tehai State Bit: hands packed into words, with hashes (seed 000, section 4.1).
//!
//! Hai Num Bit, the concealed tiles, `[u32; 4]`:
//!
//! | word | bits | meaning |
//! |---|---|---|
//! | 0, 1, 2 | `3r..3r+3`, r = 0..9 | how many of number r + 1 in man, pin, sou |
//! | 3 | `3r..3r+3`, r = 0..7 | how many of honour r + 1 |
//!
//! Tehai State Bit, everything else, `[u32; 8]`:
//!
//! | word | bits | meaning |
//! |---|---|---|
//! | 0, 1, 2 | `3r..3r+3`, r = 0..7 | minshun: how many chi whose lowest number is r + 1 in man, pin, sou |
//! | 3, 4, 5, 6 | `r` | minko: a pon of number r + 1 in man, pin, sou, honours |
//! | 3, 4, 5, 6 | `s + r`, s = 9 (honours 7) | minkan: an open or added kan |
//! | 3, 4, 5, 6 | `2s + r` | ankan |
//! | 7 | 0 | riichi |
//! | 7 | 1, 2, 3 | the red five of man, pin, sou is in a meld |
//! | 7 | 4, 5, 6 | the red five of man, pin, sou is concealed |
//!
//! Hands that differ only in the order of their melds, in whose discard or which tile of a run was
//! claimed, in how a kan was opened, or in which meld holds the red five have the same bits.

use super::{Call, DrawnHand, From as Claimed, Group, Meld, Melds, WaitingHand};
use crate::tile::{Counts, Kind, Reds, Suit, Tile};

/// The concealed tiles in three bits a kind; see the [module](self) for the layout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HaiNumBits([u32; 4]);

impl HaiNumBits {
    /// Packs counts.
    pub fn new(counts: &Counts) -> HaiNumBits {
        let mut words = [0; 4];
        for (kind, n) in counts.iter() {
            let (word, one) = HaiNumBits::one(kind);
            words[word] += one * n as u32;
        }
        HaiNumBits(words)
    }

    /// The word of a kind and what one tile of it adds to that word: hands change by adding and subtracting.
    ///
    /// ```
    /// use nanikiru::hand::bits::HaiNumBits;
    /// use nanikiru::tile::{Counts, Kind};
    /// let kind = Kind::ALL[20];
    /// let (word, one) = HaiNumBits::one(kind);
    /// let mut words = HaiNumBits::new(&Counts::EMPTY).words();
    /// words[word] += one;
    /// assert_eq!(HaiNumBits::from_words(words), Some(HaiNumBits::new(&Counts::EMPTY.plus(kind).unwrap())));
    /// ```
    pub const fn one(kind: Kind) -> (usize, u32) {
        (kind.suit().index(), 1 << (3 * (kind.number() - 1)))
    }

    /// The words of the layout.
    pub const fn words(self) -> [u32; 4] {
        self.0
    }

    /// From words of the layout; `None` for more than four of a kind or a bit outside it.
    pub fn from_words(words: [u32; 4]) -> Option<HaiNumBits> {
        let mut counts = [0; 34];
        for kind in Kind::ALL {
            counts[kind.index()] = ((words[kind.suit().index()] / HaiNumBits::one(kind).1) & 7) as u8;
        }
        let bits = HaiNumBits::new(&Counts::new(counts).ok()?);
        (bits.0 == words).then_some(bits)
    }

    /// The counts.
    pub fn counts(self) -> Counts {
        let count = |kind: Kind| (self.0[kind.suit().index()] >> (3 * (kind.number() - 1)) & 7) as u8;
        Counts::new(Kind::ALL.map(count)).expect("no constructor lets a fifth in")
    }

    /// Algorithm 1: the exclusive or of the words, word i shifted left by i bits.
    pub const fn hash(self) -> u32 {
        let [a, b, c, d] = self.0;
        a ^ b << 1 ^ c << 2 ^ d << 3
    }
}

/// Melds, riichi and red fives; see the [module](self) for the layout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TehaiStateBits([u32; 8]);

impl TehaiStateBits {
    fn new(melds: &[Meld], reds: Reds, riichi: bool) -> TehaiStateBits {
        let mut words = [0; 8];
        for meld in melds {
            let (suit, rank) = (meld.kind().suit(), meld.kind().number() - 1);
            match (meld.group(), meld.call()) {
                (Group::Run(_), _) => words[suit.index()] += 1 << (3 * rank),
                (Group::Triplet(_), _) => words[3 + suit.index()] |= 1 << rank,
                (Group::Quad(_), Call::Ankan) => words[3 + suit.index()] |= 1 << (2 * suit.size() + rank),
                (Group::Quad(_), _) => words[3 + suit.index()] |= 1 << (suit.size() + rank),
            }
            words[7] |= u32::from(meld.has_red()) << (1 + suit.index());
        }
        words[7] |= u32::from(riichi) | u32::from(reds.bits()) << 4;
        TehaiStateBits(words)
    }

    /// The words of the layout.
    pub const fn words(self) -> [u32; 8] {
        self.0
    }

    /// Whether riichi is declared.
    pub const fn riichi(self) -> bool {
        self.0[7] & 1 == 1
    }

    /// The exclusive or of the eight words.
    pub fn hash(self) -> u32 {
        self.0.into_iter().fold(0, |hash, word| hash ^ word)
    }

    /// Melds and concealed red fives that these words stand for.
    fn parts(words: [u32; 8]) -> Option<(Melds, Reds)> {
        let mut exposed = Reds::from_bits((words[7] >> 1 & 7) as u8)?;
        let concealed = Reds::from_bits((words[7] >> 4) as u8)?;
        let mut melds = Melds::new();
        let mut add = |call: Call, kind: Kind| {
            let suit = kind.suit();
            let red = exposed.contains(suit) && Meld::new(call, kind, true).is_ok();
            if red {
                exposed = exposed.without(suit);
            }
            melds.try_push(Meld::new(call, kind, red).ok()?).ok()
        };
        for suit in Suit::ALL {
            let size = suit.size();
            for kind in Kind::ALL.into_iter().filter(|k| k.suit() == suit) {
                let (rank, from) = (kind.number() - 1, Claimed::Left);
                let runs = words.get(suit.index()).filter(|_| rank < 7 && !kind.is_honour());
                for _ in 0..runs.map_or(0, |word| word >> (3 * rank) & 7) {
                    // any tile but the five, which may be the red one
                    let claimed = if kind.is_five() { Kind::of(suit, 6)? } else { kind };
                    add(Call::Chi { claimed: claimed.into() }, kind)?;
                }
                let has = |place: usize| words[3 + suit.index()] >> (place * size + rank) & 1 == 1;
                let claimed = Tile::plain(kind);
                if has(0) {
                    add(Call::Pon { from, claimed }, kind)?;
                }
                if has(1) {
                    add(Call::Daiminkan { from, claimed }, kind)?;
                }
                if has(2) {
                    add(Call::Ankan, kind)?;
                }
            }
        }
        exposed.is_empty().then_some((melds, concealed))
    }
}

macro_rules! bits {
    ($($hand:ident),+) => {$(
        impl $hand {
            /// The hand in words; a hand has no riichi of its own, so that it is given.
            pub fn bits(&self, riichi: bool) -> (HaiNumBits, TehaiStateBits) {
                (HaiNumBits::new(self.concealed()), TehaiStateBits::new(self.melds(), self.reds(), riichi))
            }

            /// A hand with these bits, of all that have them the one whose melds are sorted by suit and
            /// number and claimed from the left; `None` if the words are no hand of this size.
            pub fn from_bits(hai_num: [u32; 4], tehai_state: [u32; 8]) -> Option<$hand> {
                let concealed = HaiNumBits::from_words(hai_num)?.counts();
                let (melds, reds) = TehaiStateBits::parts(tehai_state)?;
                let hand = $hand::new(concealed, reds, melds).ok()?;
                // words with bits outside the layout do not come back
                let riichi = tehai_state[7] & 1 == 1;
                let (_, state) = hand.bits(riichi);
                (state.words() == tehai_state && !(riichi && !hand.is_closed())).then_some(hand)
            }
        }
    )+};
}

bits!(WaitingHand, DrawnHand);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::notation::{RawHand, tests::any_meld};
    use proptest::prelude::*;

    fn bits(text: &str) -> ([u32; 4], [u32; 8]) {
        let (hai, state) = text.parse::<WaitingHand>().unwrap().bits(false);
        (hai.words(), state.words())
    }

    #[test]
    fn layout_of_hai_num_bits() {
        let (hai, state) = bits("1119m05p9s1777z12s");
        assert_eq!(hai, [3 | 1 << 24, 2 << 12, 1 | 1 << 3 | 1 << 24, 1 | 3 << 18]);
        assert_eq!(state, [0, 0, 0, 0, 0, 0, 0, 1 << 5]);
        let packed = HaiNumBits::from_words(hai).unwrap();
        assert_eq!(packed.hash(), hai[0] ^ (hai[1] << 1) ^ (hai[2] << 2) ^ (hai[3] << 3));
        assert_eq!(HaiNumBits::from_words([5, 0, 0, 0]), None);
        assert_eq!(HaiNumBits::from_words([1 << 27, 0, 0, 0]), None);
        assert_eq!(HaiNumBits::from_words([0, 0, 0, 1 << 21]), None);
    }

    #[test]
    fn layout_of_tehai_state_bits() {
        let (_, state) = bits("1m,m3-40,m345-,p999=,z7777");
        assert_eq!(state, [2 << 6, 0, 0, 0, 1 << 8, 0, 1 << 20, 1 << 1]);
        let (_, state) = bits("1m,s1111-,s222=2,s3333,z111+");
        assert_eq!(state, [0, 0, 0, 0, 0, 1 << 9 | 1 << 10 | 1 << 20, 1, 0]);
        let hand: WaitingHand = "1m,m3-40,m345-,p999=,z7777".parse().unwrap();
        let (_, state) = hand.bits(true);
        assert_eq!(state.hash(), (2 << 6) ^ (1 << 8) ^ (1 << 20) ^ (1 << 1) ^ 1);
        assert!(state.riichi());
    }

    #[test]
    fn what_the_bits_leave_out() {
        let same = bits("1m,m340-,m3-45,p999=,p1111-");
        assert_eq!(same, bits("1m,p111+1,p999-,m3-45,m34-0"));
        assert_ne!(same, bits("1m,m345-,m3-45,p999=,p1111-"));
        assert_ne!(same, bits("1m,m340-,m3-45,p999=,p1111"));
    }

    #[test]
    fn words_that_are_no_hand() {
        let (hai, state) = bits("123m456p789s1122z");
        assert!(WaitingHand::from_bits(hai, state).is_some());
        assert_eq!(DrawnHand::from_bits(hai, state), None);
        for (word, bit) in [(0, 21), (3, 27), (6, 21), (7, 7), (7, 1), (7, 4), (0, 0)] {
            let mut state = state;
            state[word] |= 1 << bit;
            assert_eq!(WaitingHand::from_bits(hai, state), None, "word {word}, bit {bit}");
        }
        let (hai, mut state) = bits("123m456p789s1z,m1-23");
        state[7] |= 1;
        assert_eq!(WaitingHand::from_bits(hai, state), None, "riichi with an open hand");
    }

    proptest! {
        #[test]
        fn hands_with_the_same_bits(
            tiles in prop::collection::vec(0..Tile::COUNT, 13),
            melds in prop::collection::vec(any_meld(), 0..5),
            wish in any::<bool>(),
        ) {
            let mut tiles: Vec<Tile> = tiles.into_iter().filter_map(Tile::new).collect();
            tiles.truncate(13 - 3 * melds.len());
            if let Ok(hand) = (RawHand { tiles, melds }).waiting() {
                let riichi = wish && hand.is_closed();
                let (hai, state) = hand.bits(riichi);
                prop_assert_eq!(hai.counts(), *hand.concealed());
                let back = WaitingHand::from_bits(hai.words(), state.words());
                let back = back.expect("bits of a hand are bits of a hand");
                prop_assert_eq!(back.bits(riichi), (hai, state));
                prop_assert_eq!(back.owned(), hand.owned());
                prop_assert_eq!(back.all_reds(), hand.all_reds());
                prop_assert_eq!(back.is_closed(), hand.is_closed());
            }
        }

        #[test]
        fn flipped_bits_are_read_or_refused(flips in prop::collection::vec((0..12usize, 0..32usize), 0..4)) {
            let (mut hai, mut state) = bits("1m0p99s,m3-40,p999=,z7777");
            for (word, bit) in flips {
                *hai.iter_mut().chain(&mut state).nth(word).unwrap() ^= 1 << bit;
            }
            if let Some(hand) = WaitingHand::from_bits(hai, state) {
                let (h, s) = hand.bits(state[7] & 1 == 1);
                prop_assert_eq!((h.words(), s.words()), (hai, state));
            }
        }
    }
}
