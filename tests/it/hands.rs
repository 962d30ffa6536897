//! Random complete hands for tests.
#![allow(dead_code)] // each test takes what it needs

use nanikiru::hand::{Call, From, Group, Meld, Melds};
use nanikiru::tile::{Kind, Reds, Suit, Tile};
use proptest::prelude::*;

/// A complete hand taken apart: concealed tiles with the winning tile, and melds.
#[derive(Clone, Debug)]
pub struct Complete {
    /// Tiles that are not in melds.
    pub concealed: [u8; 34],
    pub melds: Melds,
}

/// The 21 runs and 34 triplets.
pub fn groups() -> Vec<Group> {
    let runs = Kind::ALL.into_iter().filter(|k| !k.is_honour() && k.number() <= 7).map(Group::Run);
    runs.chain(Kind::ALL.into_iter().map(Group::Triplet)).collect()
}

/// A meld with this group, called in one of the possible ways; `None` when a kan has not enough tiles.
pub fn meld(group: Group, how: usize) -> Option<Meld> {
    let claimed = Tile::plain(group.kind());
    let from = [From::Left, From::Across, From::Right][how % 3];
    let call = match (group, how % 7) {
        (Group::Run(_), _) => Call::Chi { claimed },
        (_, 0..=2) => Call::Pon { from, claimed },
        (_, 3..=4) => Call::Ankan,
        (_, 5) => Call::Daiminkan { from, claimed },
        (_, _) => Call::Kakan { from, claimed, added: claimed },
    };
    Meld::new(call, group.kind(), false).ok()
}

/// Four groups and a pair out of few neighbouring kinds, so that they can be read in several ways,
/// some of the groups as melds; now and then seven pairs or thirteen orphans.
pub fn complete() -> impl Strategy<Value = Complete> {
    let pick = prop::collection::vec((0..34usize, any::<bool>(), 0..21usize), 4);
    let spread = prop_oneof![Just((3, 0..32usize)), Just((7, 0..28)), Just((9, 0..26)), Just((34, 0..1))];
    let spread = spread.prop_flat_map(|(spread, first)| (Just(spread), first));
    let melds = prop_oneof![2 => Just(0usize), 1 => 1..=4usize];
    let standard = (pick, 0..34usize, spread, melds, 0..5u8).prop_filter_map(
        "five copies",
        |(picked, pair, (spread, first), melds, same_number)| {
            let near = |k: usize| first + k % spread;
            let mut chosen = vec![];
            for (i, run, how) in picked {
                let kind = Kind::ALL[near(i)];
                // one hand in five has its groups on the same number in any suit
                let kind = match kind.suit() {
                    Suit::Honour => kind,
                    _ if same_number == 0 => Kind::ALL[kind.index() % 9 + 9 * (how % 3)],
                    _ => kind,
                };
                let run = run && !kind.is_honour() && kind.number() <= 7;
                chosen.push((if run { Group::Run(kind) } else { Group::Triplet(kind) }, how));
            }
            let mut concealed = [0u8; 34];
            concealed[near(pair)] += 2;
            let mut all = concealed;
            let mut called = Melds::new();
            for (i, (group, how)) in chosen.into_iter().enumerate() {
                if i < melds {
                    let meld = meld(group, how)?;
                    meld.kinds().for_each(|(k, n)| all[k.index()] += n as u8);
                    called.push(meld);
                } else {
                    group.kinds().for_each(|(k, n)| {
                        all[k.index()] += n as u8;
                        concealed[k.index()] += n as u8;
                    });
                }
            }
            all.iter().all(|&n| n <= 4).then_some(Complete { concealed, melds: called })
        },
    );
    let pairs = prop::sample::subsequence(Kind::ALL.to_vec(), 7).prop_map(|kinds| {
        let mut concealed = [0; 34];
        kinds.iter().for_each(|k| concealed[k.index()] = 2);
        Complete { concealed, melds: Melds::new() }
    });
    let orphans = (0..13usize).prop_map(|twice| {
        let yaochu: Vec<usize> = Kind::ALL.iter().filter(|k| k.is_yaochu()).map(|k| k.index()).collect();
        let mut concealed = [0; 34];
        yaochu.iter().for_each(|&k| concealed[k] = 1);
        concealed[yaochu[twice]] = 2;
        Complete { concealed, melds: Melds::new() }
    });
    prop_oneof![40 => standard, 3 => pairs, 1 => orphans]
}

/// The tiles of `concealed` that the hand can have won on.
pub fn winning_kinds(concealed: &[u8; 34]) -> Vec<Kind> {
    Kind::ALL.into_iter().filter(|k| concealed[k.index()] > 0).collect()
}

/// Those of these red fives that the concealed tiles have room for.
pub fn reds_in(concealed: &[u8; 34], wanted: Reds) -> Reds {
    let has = |s: &Suit| wanted.contains(*s) && s.five().is_some_and(|k| concealed[k.index()] > 0);
    Suit::NUMBERS.into_iter().filter(has).fold(Reds::NONE, Reds::with)
}
