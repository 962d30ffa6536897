//! One model of drawing and discarding alone; [`Switches`] are the assumptions in which engines differ.

use super::payoff::{Pays, pays};
use super::records::{Position, Tiles, all_tiles, kinds};
use nanikiru::hand::{Call, DrawnHand, From, Meld, Melds, WaitingHand};
use nanikiru::score::{Indicators, Table};
use nanikiru::shape::{Shanten, shanten, shanten_of};
use nanikiru::tile::notation::{parse_tiles, to_mpsz};
use nanikiru::tile::{Kind, Tile, Wind};
use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

/// The assumptions of one engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    pub river: River,
    pub clock: Clock,
    pub moves: Moves,
    pub meld_copies: MeldCopies,
    pub policy: Policy,
    pub riichi: Riichi,
    pub ippatsu: Ippatsu,
    pub ura: Ura,
}

/// The search of this crate with as many exchanges as the shanten, no calls and wins by tsumo only.
pub const OURS: Switches = Switches {
    river: River::Stays,
    clock: Clock::FromNow,
    moves: Moves::Between,
    meld_copies: MeldCopies::Counted,
    policy: Policy::Points,
    riichi: Riichi::Chosen,
    ippatsu: Ippatsu::NextDraw,
    ura: Ura::WholeHand,
};

/// Where own discards go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum River {
    /// Into the river: they cannot be drawn again.
    Stays,
    /// Back into the wall.
    Returns,
}

/// How many tiles there are to draw from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// Those unseen now, one less for each draw since now.
    FromNow,
    /// Those unseen now, one less for each turn since the deal.
    FromDeal,
}

/// Which exchanges are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    /// Draws that lower the shanten, discards that keep it.
    Forward,
    /// Each of those can also be undone: what can be drawn can be discarded again, and the other way round.
    BothWays,
    /// Every draw and discard between two of the hands that those lead to; after riichi only wins.
    Between,
}

/// Whether shanten knows that tiles in own melds cannot be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeldCopies {
    Counted,
    Ignored,
}

/// What the player wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Each figure is the best that play for it alone would reach.
    EachForItself,
    /// The most points; all figures are of that play.
    Points,
    /// The most whole points, fractions cut off; among equals honours, then the outermost number, red
    /// fives last, and of those again the first in the order of tiles. All figures are of that play.
    WholePoints,
}

/// When a closed tenpai hand declares riichi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Riichi {
    Always,
    /// When that is the better play.
    Chosen,
}

/// Han for a win soon after riichi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ippatsu {
    /// For a win with the next draw.
    NextDraw,
    Never,
}

/// Whose tiles the ura-dora are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ura {
    /// All of the hand's.
    WholeHand,
    /// Those outside of its melds.
    Concealed,
}

/// What an engine reports of a hand at some turn.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Figures {
    /// Probability to be or become tenpai.
    pub tenpai: f64,
    /// Probability to win.
    pub win: f64,
    /// Expected points.
    pub points: f64,
}

/// All hands that a drawn hand leads to; 0 is the drawn hand itself.
pub struct Graph {
    switches: Switches,
    /// Whether each waiting hand is tenpai.
    tenpai: Vec<bool>,
    /// Waiting hands with the same hand in riichi, where that is a choice.
    choices: Vec<(usize, usize)>,
    /// How many hands with a drawn tile there are.
    drawn: usize,
    /// Of equal discards the one that goes first comes first.
    edges: Vec<Edge>,
    unseen: usize,
    turn: usize,
}

/// The tile between a waiting hand and one with a drawn tile.
struct Edge {
    waiting: usize,
    drawn: usize,
    tile: Tile,
    /// Copies of the tile that the waiting hand can draw.
    copies: u8,
    /// When the drawn tile wins with a yaku.
    pays: Option<Pays>,
    /// Whether the tile is worth drawing.
    draw: bool,
    /// Whether the tile is worth discarding.
    discard: bool,
}

/// Concealed tiles, and whether riichi has been declared.
type Key = (Tiles, bool);

/// Keys in the order in which they were found.
#[derive(Default)]
struct Numbered {
    keys: Vec<Key>,
    numbers: HashMap<Key, usize>,
}

impl Numbered {
    fn number(&mut self, key: Key) -> usize {
        *self.numbers.entry(key).or_insert_with(|| {
            self.keys.push(key);
            self.keys.len() - 1
        })
    }
}

/// A graph in the making.
struct Builder<'a> {
    hands: Hands<'a>,
    waiting: Numbered,
    drawn: Numbered,
    edges: HashMap<(usize, usize), Edge>,
}

impl Builder<'_> {
    /// All hands that draws which lower the shanten and discards which keep it lead to.
    fn explore(&mut self, root: Tiles) {
        self.drawn.number((root, false));
        let (mut next_drawn, mut next_waiting) = (0, 0);
        while next_drawn < self.drawn.keys.len() {
            let (tiles, riichi) = self.drawn.keys[next_drawn];
            for (tile, after) in self.hands.discards(&tiles) {
                let to = self.hands.discarded(after, riichi);
                self.connect(to, (tiles, riichi), tile).discard = true;
                if self.hands.riichi_is_possible(&after) {
                    self.waiting.number((after, true));
                }
            }
            next_drawn += 1;
            while next_waiting < self.waiting.keys.len() {
                let (tiles, riichi) = self.waiting.keys[next_waiting];
                for (tile, after) in self.hands.draws(&tiles) {
                    self.connect((tiles, riichi), (after, riichi), tile).draw = true;
                }
                next_waiting += 1;
            }
        }
    }

    /// Every way to get from one of these hands to another by a draw and a discard, before riichi.
    fn close(&mut self) {
        for from in 0..self.waiting.keys.len() {
            let (tiles, riichi) = self.waiting.keys[from];
            let live = |&tile: &Tile| !riichi && self.hands.copies(&tiles, tile) > 0;
            for tile in all_tiles().filter(live).collect::<Vec<_>>() {
                let drawn = changed(&tiles, tile, 1);
                let known = |(_, key): &(Tile, Key)| self.waiting.numbers.contains_key(key);
                let discards = all_tiles().filter(|t| drawn[t.index()] > 0);
                let ways = discards.map(|t| (t, self.hands.discarded(changed(&drawn, t, -1), false)));
                let ways: Vec<(Tile, Key)> = ways.filter(known).collect();
                // the drawn tile itself can always be thrown away
                if ways.len() > 1 || self.drawn.numbers.contains_key(&(drawn, false)) {
                    self.connect((tiles, false), (drawn, false), tile).draw = true;
                    for (discard, to) in ways {
                        self.connect(to, (drawn, false), discard).discard = true;
                    }
                }
            }
        }
    }

    fn connect(&mut self, waiting: Key, drawn: Key, tile: Tile) -> &mut Edge {
        let (from, to) = (self.waiting.number(waiting), self.drawn.number(drawn));
        self.edges.entry((from, to)).or_insert_with(|| Edge {
            waiting: from,
            drawn: to,
            tile,
            copies: self.hands.copies(&waiting.0, tile),
            pays: self.hands.pays(waiting, tile),
            draw: false,
            discard: false,
        })
    }
}

impl Graph {
    pub fn new(position: &Position, switches: Switches) -> Graph {
        let hands = Hands { position, switches };
        let mut builder =
            Builder { hands, waiting: Default::default(), drawn: Default::default(), edges: HashMap::new() };
        builder.explore(position.held);
        if switches.moves == Moves::Between {
            builder.close();
        }
        let mut edges: Vec<Edge> = builder.edges.into_values().collect();
        edges.sort_by_key(|e| (from_outside(e.tile), e.waiting, e.drawn));
        let tenpai = |(tiles, _): &Key| builder.hands.shanten(tiles).is_tenpai();
        let numbers = &builder.waiting.numbers;
        let in_riichi = |((tiles, riichi), &from): (&Key, &usize)| {
            let to = numbers.get(&(*tiles, true)).filter(|_| !riichi);
            to.map(|&to| (from, to))
        };
        Graph {
            switches,
            choices: numbers.iter().filter_map(in_riichi).collect(),
            tenpai: builder.waiting.keys.iter().map(tenpai).collect(),
            drawn: builder.drawn.keys.len(),
            edges,
            unseen: position.unseen.iter().map(|&n| usize::from(n)).sum(),
            turn: position.turn,
        }
    }

    /// Waiting hands and hands with a drawn tile.
    pub fn hands(&self) -> usize {
        self.tenpai.len() + self.drawn
    }

    /// The discards of the root that keep its shanten.
    pub fn discards(&self) -> impl Iterator<Item = Tile> {
        self.roots().map(|edge| edge.tile)
    }

    fn roots(&self) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(|edge| edge.drawn == 0 && edge.discard)
    }

    /// For each discard its figures at each of these turns; there is no draw after the last one.
    pub fn evaluate(&self, turns: RangeInclusive<usize>) -> HashMap<Tile, Vec<Figures>> {
        let end = |tenpai: &bool| Figures { tenpai: f64::from(u8::from(*tenpai)), ..Figures::default() };
        let mut now: Vec<HandChance> = self.tenpai.iter().map(|t| HandChance::both(end(t))).collect();
        let mut found: HashMap<Tile, Vec<Figures>> = HashMap::new();
        for turn in turns.clone().rev() {
            if turn < *turns.end() {
                now = self.draw(turn, &now);
            }
            for edge in self.roots() {
                found.entry(edge.tile).or_default().push(now[edge.waiting].reached);
            }
        }
        found.values_mut().for_each(|figures| figures.reverse());
        found
    }

    /// The waiting hands' figures in a turn, from those in the turn after it.
    fn draw(&self, turn: usize, next: &[HandChance]) -> Vec<HandChance> {
        let best = self.best(next);
        let left = match self.switches.clock {
            Clock::FromDeal => self.unseen - turn,
            Clock::FromNow => self.unseen + self.turn - turn,
        };
        let mut now: Vec<HandChance> = next.iter().map(|standing| HandChance::both(standing.kept)).collect();
        for edge in self.edges.iter().filter(|e| self.is_draw(e)) {
            let p = f64::from(edge.copies) / left as f64;
            let (was, after) = (next[edge.waiting].kept, best[edge.drawn]);
            let win = |points| self.choose(Figures { win: 1.0, points, ..after }, after);
            let (reached, kept) = edge.pays.map_or((after, after), |p| (win(p.at_once), win(p.later)));
            now[edge.waiting].reached.shift(p, &was, &reached);
            now[edge.waiting].kept.shift(p, &was, &kept);
        }
        for (standing, _) in now.iter_mut().zip(&self.tenpai).filter(|(_, tenpai)| **tenpai) {
            standing.reached.tenpai = 1.0;
            standing.kept.tenpai = 1.0;
        }
        for &(dama, riichi) in &self.choices {
            now[dama] = HandChance::both(self.choose(now[dama].reached, now[riichi].reached));
        }
        now
    }

    /// The figures of each hand with a drawn tile: of its best discard.
    fn best(&self, next: &[HandChance]) -> Vec<Figures> {
        let mut best: Vec<Option<Figures>> = vec![None; self.drawn];
        for edge in self.edges.iter().filter(|e| self.is_discard(e)) {
            let this = next[edge.waiting].reached;
            best[edge.drawn] = Some(best[edge.drawn].map_or(this, |best| self.choose(best, this)));
        }
        best.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// The better of two ways to go on; the first one when they are equal.
    fn choose(&self, a: Figures, b: Figures) -> Figures {
        let second = match self.switches.policy {
            Policy::Points => b.points > a.points,
            Policy::WholePoints => b.points.floor() > a.points.floor(),
            Policy::EachForItself => return a.each_best(&b),
        };
        if second { b } else { a }
    }

    fn is_draw(&self, edge: &Edge) -> bool {
        edge.draw || self.switches.moves == Moves::BothWays
    }

    fn is_discard(&self, edge: &Edge) -> bool {
        edge.discard || self.switches.moves == Moves::BothWays
    }
}

/// Figures of a waiting hand.
#[derive(Clone, Copy)]
struct HandChance {
    /// Just reached: the next draw may be ippatsu.
    reached: Figures,
    /// After a draw that was thrown away.
    kept: Figures,
}

impl HandChance {
    fn both(figures: Figures) -> HandChance {
        HandChance { reached: figures, kept: figures }
    }
}

impl Figures {
    /// With probability `p` it goes on as in `to` instead of `from`.
    fn shift(&mut self, p: f64, from: &Figures, to: &Figures) {
        self.tenpai += p * (to.tenpai - from.tenpai);
        self.win += p * (to.win - from.win);
        self.points += p * (to.points - from.points);
    }

    fn each_best(&self, other: &Figures) -> Figures {
        Figures {
            tenpai: self.tenpai.max(other.tenpai),
            win: self.win.max(other.win),
            points: self.points.max(other.points),
        }
    }
}

/// In which order tiles are discarded when nothing else decides.
fn from_outside(tile: Tile) -> (usize, usize) {
    let kind = tile.kind();
    let place = match tile {
        _ if tile.is_red() => 6,
        _ if kind.is_honour() => 0,
        _ => 5 - kind.number().abs_diff(5),
    };
    (place, tile.index())
}

/// What can be done with concealed tiles.
struct Hands<'a> {
    position: &'a Position,
    switches: Switches,
}

impl Hands<'_> {
    fn is_closed(&self) -> bool {
        !self.position.melds.iter().any(|m| m.is_open())
    }

    fn shanten(&self, tiles: &Tiles) -> Shanten {
        let (concealed, reds) = kinds(tiles);
        let melds = &self.position.melds;
        match self.switches.meld_copies {
            MeldCopies::Ignored => shanten_of(&concealed, melds.len()).unwrap().least(),
            MeldCopies::Counted => match DrawnHand::new(concealed, reds, melds.clone()) {
                Ok(hand) => shanten(&hand),
                Err(_) => shanten(&WaitingHand::new(concealed, reds, melds.clone()).unwrap()),
            },
        }
    }

    /// Copies of a tile that a hand can draw.
    fn copies(&self, tiles: &Tiles, tile: Tile) -> u8 {
        let i = tile.index();
        let (unseen, root, now) = (self.position.unseen[i], self.position.held[i], tiles[i]);
        match self.switches.river {
            River::Stays => unseen - now.saturating_sub(root),
            River::Returns => unseen + root - now,
        }
    }

    /// What a discard leaves, with riichi where it is always declared.
    fn discarded(&self, after: Tiles, riichi: bool) -> Key {
        (after, riichi || self.switches.riichi == Riichi::Always && self.riichi_is_possible(&after))
    }

    fn riichi_is_possible(&self, tiles: &Tiles) -> bool {
        self.is_closed() && self.shanten(tiles).is_tenpai()
    }

    /// Discards that keep the shanten, and what is left.
    fn discards(&self, tiles: &Tiles) -> Vec<(Tile, Tiles)> {
        let now = self.shanten(tiles);
        let held = all_tiles().filter(|t| tiles[t.index()] > 0);
        held.map(|tile| (tile, changed(tiles, tile, -1))).filter(|(_, t)| self.shanten(t) == now).collect()
    }

    /// Draws that lower the shanten, and what is held then.
    fn draws(&self, tiles: &Tiles) -> Vec<(Tile, Tiles)> {
        let now = self.shanten(tiles);
        let live = all_tiles().filter(|&t| self.copies(tiles, t) > 0);
        live.map(|tile| (tile, changed(tiles, tile, 1))).filter(|(_, t)| self.shanten(t) < now).collect()
    }

    /// What a draw that can come pays, if it wins.
    fn pays(&self, (tiles, riichi): Key, tile: Tile) -> Option<Pays> {
        let (concealed, reds) = kinds(&tiles);
        let hand = WaitingHand::new(concealed, reds, self.position.melds.clone()).unwrap();
        let (wall, _) = kinds(&std::array::from_fn(|i| self.copies(&tiles, Tile::new(i).unwrap())));
        let comes = self.copies(&tiles, tile) > 0;
        comes.then(|| pays(&hand, tile, riichi, &wall, &self.position.table, &self.switches)).flatten()
    }
}

fn changed(tiles: &Tiles, tile: Tile, by: i8) -> Tiles {
    let mut tiles = *tiles;
    tiles[tile.index()] = tiles[tile.index()].checked_add_signed(by).unwrap();
    tiles
}

#[test]
fn a_wait_on_a_tile_in_an_own_meld() {
    // 234567m 678s, three 1p in a meld: the fourth 1p waits for itself
    let pon = Call::Pon { from: From::Left, claimed: Tile::plain(Kind::ALL[9]) };
    let mut position = Position {
        held: [0; Tile::COUNT],
        melds: Melds::from_iter([Meld::new(pon, Kind::ALL[9], false).unwrap()]),
        unseen: [1; Tile::COUNT],
        table: Table {
            round: Wind::East,
            seat: Wind::East,
            dora: Indicators::new(&[Kind::ALL[30]]).unwrap(),
        },
        turn: 17,
    };
    for tile in parse_tiles("234567m1p6789s").unwrap() {
        position.held[tile.index()] += 1;
    }
    position.unseen[9] = 0;
    let discards = |meld_copies| {
        let graph = Graph::new(&position, Switches { meld_copies, ..OURS });
        to_mpsz(graph.discards().collect::<BTreeSet<_>>())
    };
    assert_eq!(discards(MeldCopies::Counted), "1p");
    assert_eq!(discards(MeldCopies::Ignored), "1p69s");
}
