//! Positions that nobody thought of.

use super::case::{At, Case, ODD, Odd, lively};
use super::hands::{NORTH, all_tiles};
use crate::random::Random;
use crate::size::size;
use nanikiru::hand::{Call, Deck, From, Meld, Melds};
use nanikiru::rules::Kuikae;
use nanikiru::search::{Criterion, Kans, Start};
use nanikiru::tile::{Kind, Players, Suit, Tile};

/// The tiles that nobody has yet.
struct Wall(Vec<Tile>);

impl Wall {
    fn new(players: Players) -> Wall {
        let copies = |tile: Tile| match tile.is_red() {
            true => 1,
            false => 4 - usize::from(tile.kind().is_five()),
        };
        let tiles = all_tiles().filter(|tile| players.has(tile.kind()));
        Wall(tiles.flat_map(|tile| vec![tile; copies(tile)]).collect())
    }

    /// One of this kind; any of the fives.
    fn take(&mut self, kind: Kind, random: &mut Random) -> Option<Tile> {
        let there: Vec<usize> = (0..self.0.len()).filter(|&i| self.0[i].kind() == kind).collect();
        (!there.is_empty()).then(|| self.0.remove(random.pick(&there)))
    }

    fn take_any(&mut self, random: &mut Random) -> Tile {
        self.0.remove(random.below(self.0.len()))
    }
}

fn text(tiles: &[Tile]) -> String {
    tiles.iter().map(Tile::to_string).collect()
}

/// Kinds of a group: mostly runs, in few suits, so that groups touch each other.
fn group(random: &mut Random) -> [Kind; 3] {
    let suit = random.pick(&[Suit::Man, Suit::Man, Suit::Pin, Suit::Sou, Suit::Honour]);
    if suit == Suit::Honour || random.one_in(3) {
        return [Kind::of(suit, 1 + random.below(suit.size())).unwrap(); 3];
    }
    let low = 1 + random.below(7);
    [0, 1, 2].map(|i| Kind::of(suit, low + i).unwrap())
}

fn meld(tiles: &[Tile], wall: &mut Wall, random: &mut Random) -> Meld {
    let kind = tiles.iter().map(|tile| tile.kind()).min().unwrap();
    let triplet = tiles.iter().all(|tile| tile.kind() == kind);
    let mut red = tiles.iter().any(|tile| tile.is_red());
    let from = From::Across;
    if !triplet {
        let claimed = tiles.iter().copied().find(|tile| !tile.kind().is_five()).unwrap();
        return Meld::new(Call::Chi { claimed }, kind, red).unwrap();
    }
    let claimed = Tile::plain(kind);
    let fourth = if random.one_in(2) { wall.take(kind, random) } else { None };
    red |= fourth.is_some_and(Tile::is_red);
    let call = match fourth {
        None => Call::Pon { from, claimed },
        Some(_) if random.one_in(2) => Call::Ankan,
        Some(_) => Call::Daiminkan { from, claimed },
    };
    Meld::new(call, kind, red).unwrap()
}

/// A winning hand with one to three other tiles in it, some groups of it melds.
fn position(random: &mut Random, players: Players) -> Option<Case> {
    let mut wall = Wall::new(players);
    let mut concealed = Vec::new();
    let mut melds = Melds::new();
    let shown = random.pick(&[0, 0, 0, 1, 1, 2, 3]);
    for i in 0..4 {
        let tiles: Option<Vec<Tile>> =
            group(random).into_iter().map(|kind| wall.take(kind, random)).collect();
        let tiles = tiles?;
        let run = tiles[0].kind() != tiles[1].kind();
        if i < shown && run && players == Players::Three {
            return None;
        }
        match i < shown {
            true => melds.push(meld(&tiles, &mut wall, random)),
            false => concealed.extend(tiles),
        }
    }
    let pair = random.pick(&Kind::ALL);
    concealed.extend([wall.take(pair, random)?, wall.take(pair, random)?]);
    let drawn = random.below(3) > 0;
    let others = 1 + random.below(3);
    for _ in 0..others + usize::from(!drawn) {
        concealed.remove(random.below(concealed.len()));
    }
    for _ in 0..others {
        concealed.push(wall.take_any(random));
    }
    let forbidden: Vec<Tile> = concealed.iter().copied().filter(|_| random.one_in(8)).collect();
    // those near the hand's kinds first: the rest of the wall rarely matters
    let size = 12 + random.below(20);
    let mut unseen = Vec::new();
    while unseen.len() < size {
        let near = random.pick(&concealed).kind().index() + random.below(5);
        let kind = Kind::new((near + 32) % 34).unwrap();
        let tile = if random.one_in(3) { Some(wall.take_any(random)) } else { wall.take(kind, random) };
        unseen.extend(tile);
    }
    if players == Players::Three {
        // norths to draw
        let norths = random.below(4);
        unseen.extend((0..norths).filter_map(|_| wall.take(Kind::ALL[NORTH], random)));
    }
    let draws = 1 + random.below(3);
    let from = match random.below(5) {
        4 => Start::Replacement,
        discards => Start::Offers(discards),
    };
    Some(Case {
        tiles: text(&concealed),
        melds: melds.to_vec(),
        deck: Deck::of(players, 0).unwrap(),
        unseen: text(&unseen),
        at: if drawn { At::Discard(text(&forbidden)) } else { At::Wait(from) },
        chance: lively(draws, random.below(4)),
        n: 0,
        calls: random.pick(&[0, 1, 1, 2, 2, 3, 4]),
        kans: random.pick(&[Kans::None, Kans::Plain, Kans::Replacement, Kans::Held]),
        fewer: random.pick(&[0, 0, 1]),
        kita: if players == Players::Three { random.pick(&[0, 1, 2, 4]) } else { 0 },
        kuikae: random.pick(&[Kuikae::Allowed, Kuikae::Forbidden]),
        objective: random.pick(&[Criterion::Value, Criterion::Value, Criterion::WinRate, Criterion::Tenpai]),
        first_turn: random.one_in(2),
        payoffs: Odd { riichi: random.one_in(2), ..ODD },
    })
}

#[test]
fn random_positions() {
    check_positions(&mut Random(20_261_121), Players::Four, size(20, 150));
}

#[test]
fn random_positions_of_three_players() {
    check_positions(&mut Random(20_261_127), Players::Three, size(10, 100));
}

fn check_positions(random: &mut Random, players: Players, count: u32) {
    let mut done = 0;
    while done < count {
        let Some(case) = position(random, players) else { continue };
        let least = case.least_exchanges(2);
        let more = random.below(2);
        let Some(least) = least else { continue };
        let case = Case { n: least + more, ..case };
        if case.hands() > 1_500 || case.rows().is_empty() {
            continue;
        }
        case.check();
        done += 1;
    }
}
