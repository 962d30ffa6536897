//! Which hands are searched: every winning hand is listed group by group, its groups are melds or
//! not, and every partial exchange between the root and it is taken (Kurita & Hoki, DAG, eq. 8 to 14).

use super::hands::{Block, Blocks, Hand, NORTH, Scene};
use super::shape::{Counts34, Group, ORPHANS, five};
use nanikiru::hand::Deck;
use nanikiru::search::Kans;
use nanikiru::tile::{Kind, KindSet};
use std::collections::HashSet;

/// How far the search goes.
#[derive(Clone, Copy)]
pub struct Reach {
    /// Exchange number.
    pub n: usize,
    /// New melds.
    pub calls: usize,
    pub kans: Kans,
    /// Exchanges fewer for hands that have called.
    pub fewer: usize,
    /// Most norths that are set aside.
    pub kita: usize,
}

/// A winning hand: all its tiles (a kan counts three), and the groups that are not melds at the root.
struct Win {
    tiles: Counts34,
    groups: Vec<Group>,
}

pub fn searched(scene: &Scene, reach: Reach, forbidden: KindSet) -> HashSet<Hand> {
    let root = scene.root.totals();
    let mut hands = HashSet::new();
    let wins = wins(scene, reach);
    assert!(!wins.is_empty(), "no win within reach of {:?}", scene.root);
    for win in wins {
        let partial = partial_exchanges(&root, &win.tiles, reach.n);
        let nearer = match reach.n.checked_sub(reach.fewer) {
            Some(n) if needed(&root, &win.tiles) <= n + 1 => partial_exchanges(&root, &win.tiles, n),
            _ => Vec::new(),
        };
        for melds in meld_choices(scene, &win, reach) {
            let called = melds.len() > scene.root.melds.len();
            let partial = if called { &nearer } else { &partial };
            let mut laid = [0u8; 34];
            melds.iter().flat_map(|b| b.group().tiles()).for_each(|t| laid[t] += 1);
            for totals in partial {
                if (0..34).all(|i| totals[i] >= laid[i]) {
                    let concealed = std::array::from_fn(|i| totals[i] - laid[i]);
                    insert(scene, concealed, &melds, reach.kita, &mut hands);
                }
            }
        }
    }
    if drawn(&root) {
        let kinds: Vec<usize> = forbidden.iter().map(|kind| kind.index()).collect();
        hands.extend(scene.root.discards(&kinds).into_iter().map(|(_, hand)| hand));
    } else {
        hands.insert(scene.root.clone());
    }
    hands
}

/// The least number of exchanges that reaches a win, if that is at most so many.
pub fn least_exchanges(scene: &Scene, most: usize) -> Option<usize> {
    (0..=most).find(|&n| !wins(scene, Reach { n, calls: 0, kans: Kans::None, fewer: 0, kita: 0 }).is_empty())
}

fn drawn(root: &Counts34) -> bool {
    root.iter().sum::<u8>() == 14
}

fn needed(from: &Counts34, to: &Counts34) -> usize {
    (0..34).map(|i| usize::from(to[i].saturating_sub(from[i]))).sum()
}

fn wins(scene: &Scene, reach: Reach) -> Vec<Win> {
    let root = scene.root.totals();
    let near = |tiles: &Counts34| {
        let kan = |kind: usize| scene.root.melds.iter().any(|b| b.kan() == Some(kind));
        let players = scene.deck.players();
        let copies = |i: usize| tiles[i] <= if kan(i) { 3 } else { players.copies(Kind::ALL[i]) };
        (0..34).all(copies) && needed(&root, tiles) <= reach.n + 1
    };
    fn complete(
        (tiles, groups): (&mut Counts34, &mut Vec<Group>),
        all: &[Group],
        left: usize,
        near: &dyn Fn(&Counts34) -> bool,
        wins: &mut Vec<Win>,
    ) {
        if !near(tiles) {
            return;
        }
        if left == 0 {
            return wins.push(Win { tiles: *tiles, groups: groups.clone() });
        }
        for (i, group) in all.iter().enumerate() {
            group.tiles().iter().for_each(|&t| tiles[t] += 1);
            groups.push(*group);
            complete((tiles, groups), &all[i..], left - 1, near, wins);
            groups.pop();
            group.tiles().iter().for_each(|&t| tiles[t] -= 1);
        }
    }
    fn seven_pairs(
        tiles: &mut Counts34,
        from: usize,
        left: usize,
        near: &dyn Fn(&Counts34) -> bool,
        wins: &mut Vec<Win>,
    ) {
        if !near(tiles) {
            return;
        }
        if left == 0 {
            return wins.push(Win { tiles: *tiles, groups: vec![] });
        }
        for kind in from..34 {
            tiles[kind] = 2;
            seven_pairs(tiles, kind + 1, left - 1, near, wins);
            tiles[kind] = 0;
        }
    }
    let mut wins = Vec::new();
    let all: Vec<Group> = Group::all().collect();
    let melds = &scene.root.melds;
    for pair in 0..34 {
        let mut tiles = [0; 34];
        tiles[pair] = 2;
        melds.iter().flat_map(|b| b.group().tiles()).for_each(|t| tiles[t] += 1);
        complete((&mut tiles, &mut vec![]), &all, 4 - melds.len(), &near, &mut wins);
    }
    if melds.is_empty() {
        seven_pairs(&mut [0; 34], 0, 7, &near, &mut wins);
        for twice in ORPHANS {
            let mut tiles = [0; 34];
            ORPHANS.iter().for_each(|&i| tiles[i] = 1);
            tiles[twice] = 2;
            if near(&tiles) {
                wins.push(Win { tiles, groups: vec![] });
            }
        }
    }
    wins
}

/// Every set of melds that the hand can have on its way to this win.
fn meld_choices(scene: &Scene, win: &Win, reach: Reach) -> HashSet<Blocks> {
    // a kan takes all four
    let root = scene.root.totals();
    let declared = |kind: usize, least: u8| match reach.kans {
        Kans::None => false,
        Kans::Plain | Kans::Replacement => true,
        Kans::Held => root[kind] >= least,
    };
    let fits = |kind: usize, least: u8| declared(kind, least) && win.tiles[kind] == 3;
    let open_fits = |kind: usize| fits(kind, 2);
    let concealed_fits = |kind: usize| fits(kind, 3);
    let mut choices: Vec<(Blocks, usize)> = vec![(Blocks::new(), 0)];
    for &block in &scene.root.melds {
        let mut ways = vec![block];
        if let Block::Pon(kind) = block
            && open_fits(kind)
        {
            ways.push(Block::Kan(kind));
        }
        choices = extend(&choices, &ways, 0);
    }
    for &group in &win.groups {
        let mut ways = match group {
            Group::Run(_) if scene.deck != Deck::Four => vec![],
            Group::Run(low) => vec![Block::Chi(low)],
            Group::Triplet(kind) => vec![Block::Pon(kind)],
        };
        if let Group::Triplet(kind) = group {
            ways.extend(concealed_fits(kind).then_some(Block::Ankan(kind)));
            ways.extend(open_fits(kind).then_some(Block::Kan(kind)));
        }
        let exposed = extend(&choices, &ways, 1);
        choices.extend(exposed.into_iter().filter(|(_, calls)| *calls <= reach.calls));
    }
    let sorted = |(mut melds, _): (Blocks, usize)| {
        melds.sort();
        melds
    };
    choices.into_iter().map(sorted).collect()
}

fn extend(choices: &[(Blocks, usize)], ways: &[Block], calls: usize) -> Vec<(Blocks, usize)> {
    let mut more = Vec::new();
    for (melds, before) in choices {
        for &way in ways {
            let mut melds = melds.clone();
            melds.push(way);
            more.push((melds, before + calls));
        }
    }
    more
}

/// Everything of 13 tiles between the root and a win, with at most `n` tiles gained.
fn partial_exchanges(root: &Counts34, win: &Counts34, n: usize) -> Vec<Counts34> {
    let surplus = usize::from(drawn(root));
    let mut hands = vec![(*root, 0, 0)];
    for i in 0..34 {
        let (have, wanted) = (root[i], win[i]);
        let mut more = Vec::new();
        for (hand, gained, lost) in hands {
            for count in have.min(wanted)..=have.max(wanted) {
                let mut hand: Counts34 = hand;
                hand[i] = count;
                let gained = gained + usize::from(count.saturating_sub(have));
                let lost = lost + usize::from(have.saturating_sub(count));
                if gained <= n && lost <= n + surplus {
                    more.push((hand, gained, lost));
                }
            }
        }
        hands = more;
    }
    let balanced = |(hand, gained, lost)| (lost == gained + surplus).then_some(hand);
    hands.into_iter().filter_map(balanced).collect()
}

/// A hand for every place that the red fives can be in, and every number of norths set aside, if there are tiles enough.
fn insert(scene: &Scene, concealed: Counts34, melds: &Blocks, kita: usize, hands: &mut HashSet<Hand>) {
    let plain = Hand { concealed, reds: 0, melds: melds.clone(), exposed: 0, kita: 0 };
    let (owned, before) = (plain.owned(), scene.root.owned());
    if (0..34).any(|i| owned[i] > before[i] + scene.unseen[i]) {
        return;
    }
    // melds that were not there at the root
    let mut fresh = melds.to_vec();
    for block in &scene.root.melds {
        if let Some(at) = fresh.iter().position(|b| b == block) {
            fresh.remove(at);
        }
    }
    let mut variants = vec![plain];
    for suit in 0..3 {
        let (kind, bit) = (five(suit), 1 << suit);
        let (gained, lost) =
            (owned[kind].saturating_sub(before[kind]), before[kind].saturating_sub(owned[kind]));
        let in_hand = concealed[kind] > 0;
        let in_meld = fresh.iter().any(|b| b.has_five(suit));
        // concealed, in a meld, in neither
        let places = if scene.root.exposed & bit != 0 {
            [false, true, false]
        } else if scene.root.reds & bit != 0 {
            [in_hand, in_meld, lost > 0]
        } else if scene.unseen_reds & bit != 0 {
            [gained > 0 && in_hand, gained > 0 && in_meld, gained < scene.unseen[kind]]
        } else {
            [false, false, true]
        };
        let mut more = Vec::new();
        for hand in &variants {
            if places[0] {
                more.push(Hand { reds: hand.reds | bit, ..hand.clone() });
            }
            if places[1] {
                more.push(Hand { exposed: hand.exposed | bit, ..hand.clone() });
            }
            if places[2] {
                more.push(hand.clone());
            }
        }
        variants = more;
    }
    let norths = before[NORTH] + scene.unseen[NORTH] - owned[NORTH];
    for kita in 0..=norths.min(kita as u8) {
        hands.extend(variants.iter().map(|hand| Hand { kita, ..hand.clone() }));
    }
}
