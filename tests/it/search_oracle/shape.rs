//! Winning shapes, group by group. Kinds are numbers 0..34.

pub type Counts34 = [u8; 34];

pub const ORPHANS: [usize; 13] = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33];

/// Where the five of this suit lies; honours have none.
pub const fn five(suit: usize) -> usize {
    9 * suit + 4
}

/// A group by its number: 34 triplets, then the runs by their lowest kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    Run(usize),
    Triplet(usize),
}

impl Group {
    pub fn all() -> impl Iterator<Item = Group> {
        let runs = (0..27).filter(|low| low % 9 < 7).map(Group::Run);
        (0..34).map(Group::Triplet).chain(runs)
    }

    pub fn tiles(self) -> [usize; 3] {
        match self {
            Group::Triplet(kind) => [kind; 3],
            Group::Run(low) => [low, low + 1, low + 2],
        }
    }
}

/// Every way to take these tiles apart into groups and one pair.
pub fn forms(tiles: &Counts34) -> Vec<Vec<Group>> {
    fn take(tiles: &mut Counts34, groups: &mut Vec<Group>, found: &mut Vec<Vec<Group>>) {
        let Some(i) = tiles.iter().position(|&n| n > 0) else {
            return found.push(groups.clone());
        };
        let run = i < 27 && i % 9 < 7;
        for group in [Some(Group::Triplet(i)), run.then_some(Group::Run(i))].into_iter().flatten() {
            let before = *tiles;
            let fits = group.tiles().iter().all(|&t| {
                let there = tiles[t] > 0;
                tiles[t] = tiles[t].saturating_sub(1);
                there
            });
            if fits {
                groups.push(group);
                take(tiles, groups, found);
                groups.pop();
            }
            *tiles = before;
        }
    }
    let mut found = Vec::new();
    for pair in 0..34 {
        if tiles[pair] >= 2 {
            let mut tiles = *tiles;
            tiles[pair] -= 2;
            take(&mut tiles, &mut Vec::new(), &mut found);
        }
    }
    found
}

/// Whether the concealed tiles of a hand with so many melds are a win.
pub fn is_win(tiles: &Counts34, melds: usize) -> bool {
    let pairs = tiles.iter().filter(|&&n| n == 2).count();
    let orphans: u8 = ORPHANS.iter().map(|&i| tiles[i]).sum();
    let special = pairs == 7 || (orphans == 14 && ORPHANS.iter().all(|&i| tiles[i] > 0));
    (melds == 0 && special) || !forms(tiles).is_empty()
}
