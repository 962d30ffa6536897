//! One opponent as the viewer sees it: what all features are made of.

use super::safe::{neighbour, possible};
use crate::hand::Meld;
use crate::round::{Manner, Player, Table, View};
use crate::tile::{Kind, KindSet, Seat, Suit, Wind};

/// What happened to a kind, as far as one opponent is concerned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub(super) enum Mark {
    /// Nothing.
    None,
    /// Discarded as one of the first three tiles.
    First,
    /// As the fourth to sixth.
    Early,
    /// Later, out of the hand.
    Late,
    /// Out of the hand, the last time but one (before riichi).
    Before,
    /// Out of the hand, the last time; the riichi tile.
    Last,
    /// As drawn, from the fourth discard on.
    Drawn,
    /// By others since the hand last changed, or after riichi.
    Passed,
    /// By itself after riichi.
    After,
}

impl Mark {
    pub(super) const COUNT: usize = 9;
}

/// Which of the three situations an opponent is in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Standing {
    /// Riichi is declared.
    Riichi,
    /// The hand is open.
    Open,
    /// Neither.
    Closed,
}

impl Standing {
    /// All three.
    pub const ALL: [Standing; 3] = [Standing::Riichi, Standing::Open, Standing::Closed];

    /// The standing of a player.
    pub fn of(player: &Player) -> Standing {
        match (player.riichi(), player.is_closed()) {
            (Some(_), _) => Standing::Riichi,
            (None, true) => Standing::Closed,
            (None, false) => Standing::Open,
        }
    }

    /// Its name in the parameter file.
    pub const fn name(self) -> &'static str {
        match self {
            Standing::Riichi => "riichi",
            Standing::Open => "open",
            Standing::Closed => "closed",
        }
    }
}

/// What an open hand's melds leave as its yaku.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub(super) enum YakuPath {
    /// No open meld.
    Closed,
    /// A triplet of dragons or of an own wind.
    Yakuhai,
    /// Only simples: tanyao.
    Tanyao,
    /// One suit and honours: a flush.
    Flush,
    /// Only triplets.
    Triplets,
    /// None of these.
    Other,
}

impl YakuPath {
    pub(super) const COUNT: usize = 6;
}

/// One opponent as the viewer sees it.
pub struct OpponentView<'a> {
    pub(super) table: &'a Table,
    pub(super) player: &'a Player,
    pub(super) seat: Seat,
    pub(super) viewer: Seat,
    /// Whether riichi is declared, or the hand open.
    pub standing: Standing,
    /// Kinds that may deal in; all others are safe for certain.
    pub possible: KindSet,
    pub(super) furiten: KindSet,
    pub(super) unseen: [u8; 34],
    /// Dora by kind, red fives apart.
    pub(super) dora: [u8; 34],
    pub(super) marks: [Mark; 34],
    /// Discarded by others since the hand last changed: had it waited there, it would have won.
    pub(super) quiet: KindSet,
    /// Runs with two open ends that are no furiten, of 18; and by suit.
    pub(super) suji: usize,
    pub(super) suji_of: [usize; 3],
    /// Pairs of unseen tiles that make an open-ended shape without furiten, by suit.
    pub(super) ryanmen: [f32; 3],
    /// The same of all shapes with a rough prior.
    pub(super) shapes: f32,
    pub(super) yaku_path: YakuPath,
    /// Own discards by suit (before riichi).
    pub(super) thrown: [usize; 4],
    /// Kinds of terminals and honours, and of simples, among them.
    pub(super) yaochu: usize,
    pub(super) simples: usize,
    /// Tiles out of the hand, before riichi.
    pub(super) tedashi: usize,
    /// Own discards since the last one out of the hand.
    pub(super) streak: usize,
    /// Discards out of the hand since the last call.
    pub(super) since_call: usize,
    /// The last two tiles out of the hand (the riichi tile is the last).
    pub(super) last: [Option<Kind>; 2],
    /// Whether the last of them was out of the hand: a riichi tile can be the drawn one.
    pub(super) last_tedashi: bool,
    /// The suit's red five was discarded by the opponent.
    pub(super) red_thrown: [bool; 3],
    /// Discards not safe against another player's riichi, made after it.
    pub(super) pushes: usize,
    /// Discards safe against it.
    pub(super) folds: usize,
    /// Other players (the viewer included) in riichi.
    pub(super) riichi: usize,
    /// Dora and red fives in its melds.
    pub(super) meld_dora: usize,
    /// Triplets of dragons, round wind and seat wind in its melds, double winds twice.
    pub(super) yakuhai: usize,
    /// The suit of all its melds, if they have one; honours aside.
    pub(super) meld_suit: Option<Suit>,
    pub(super) wind: Wind,
}

impl<'a> OpponentView<'a> {
    /// An opponent as the viewer sees it.
    pub fn new(view: &View<'a>, opponent: Seat) -> OpponentView<'a> {
        let table = view.table();
        let player = table.player(opponent);
        let unseen = *view.unseen().as_array();
        let wind = table.seat_wind(opponent);
        let mut opponent_view = OpponentView {
            table,
            player,
            seat: opponent,
            viewer: view.seat(),
            standing: Standing::of(player),
            possible: possible(view, opponent),
            furiten: player.furiten(),
            unseen,
            dora: table.dora(),
            marks: [Mark::None; 34],
            quiet: KindSet::EMPTY,
            suji: 0,
            suji_of: [0; 3],
            ryanmen: [0.0; 3],
            shapes: 0.0,
            yaku_path: YakuPath::Closed,
            thrown: [0; 4],
            yaochu: 0,
            simples: 0,
            tedashi: 0,
            streak: 0,
            since_call: 0,
            last: [None; 2],
            last_tedashi: false,
            red_thrown: [false; 3],
            pushes: 0,
            folds: 0,
            riichi: Seat::ALL
                .into_iter()
                .filter(|&s| s != opponent && table.player(s).riichi().is_some())
                .count(),
            meld_dora: 0,
            yakuhai: 0,
            meld_suit: None,
            wind,
        };
        opponent_view.read_river();
        opponent_view.read_others();
        opponent_view.read_melds();
        opponent_view.count_shapes();
        opponent_view
    }

    /// The place of the riichi tile in the river.
    fn declared(&self) -> Option<usize> {
        self.player.riichi().map(|riichi| riichi.discard)
    }

    fn read_river(&mut self) {
        let river = self.player.river();
        let hand_tiles = self.declared().map_or(river.len(), |at| at + 1);
        let out = |i: usize| river[i].manner == Manner::Tedashi;
        let last_call = self.player.melded().last().copied().unwrap_or(0);
        let mut tedashi = (0..hand_tiles).rev().filter(|&i| out(i) || Some(i) == self.declared());
        let (last, before) = (tedashi.next(), tedashi.next());
        self.last = [last, before].map(|i| i.map(|i| river[i].tile.kind()));
        self.last_tedashi = last.is_some_and(out);
        let mut seen = KindSet::EMPTY;
        for (i, discard) in river.iter().enumerate() {
            let kind = discard.tile.kind();
            let mark = match i {
                _ if i >= hand_tiles => Mark::After,
                _ if Some(i) == last => Mark::Last,
                _ if Some(i) == before => Mark::Before,
                0..=2 => Mark::First,
                3..=5 => Mark::Early,
                _ if out(i) => Mark::Late,
                _ => Mark::Drawn,
            };
            let place = &mut self.marks[kind.index()];
            if *place == Mark::None || matches!(mark, Mark::Last | Mark::Before) {
                *place = mark;
            }
            if i >= hand_tiles {
                continue;
            }
            self.thrown[kind.suit().index()] += 1;
            if !seen.contains(kind) {
                *if kind.is_yaochu() { &mut self.yaochu } else { &mut self.simples } += 1;
                seen.insert(kind);
            }
            self.tedashi += usize::from(out(i));
            self.streak = if out(i) { 0 } else { self.streak + 1 };
            if out(i) && discard.order >= last_call && !self.player.melds().is_empty() {
                self.since_call += 1;
            }
            if discard.tile.is_red() {
                self.red_thrown[kind.suit().index()] = true;
            }
        }
    }

    fn read_others(&mut self) {
        let river = self.player.river();
        let end = self.declared().map_or(river.len(), |at| at + 1);
        let changed =
            (0..end).rev().find(|&i| river[i].manner == Manner::Tedashi || Some(i) == self.declared());
        let changed = changed.map_or(0, |i| river[i].order + 1);
        let changed = changed.max(self.player.melded().last().copied().unwrap_or(0));
        for seat in Seat::ALL.into_iter().filter(|&s| s != self.seat) {
            let other = self.table.player(seat);
            for discard in other.river().iter().filter(|d| d.order >= changed) {
                let kind = discard.tile.kind();
                self.quiet.insert(kind);
                let place = &mut self.marks[kind.index()];
                if *place == Mark::None {
                    *place = Mark::Passed;
                }
            }
            if let Some(riichi) = other.riichi() {
                let declared = other.river()[riichi.discard].order;
                for (i, discard) in river.iter().enumerate().filter(|(_, d)| d.order > declared) {
                    let kind = discard.tile.kind();
                    if self.declared().is_some_and(|at| i > at) {
                        continue;
                    }
                    let own = other.river().iter().filter(|d| d.order < discard.order);
                    let safe = own.map(|d| d.tile.kind()).any(|k| k == kind)
                        || self.passed_between(declared, discard.order, kind, seat);
                    *if safe { &mut self.folds } else { &mut self.pushes } += 1;
                }
            }
        }
    }

    /// Whether anybody else discarded the kind after a riichi and before a discard.
    fn passed_between(&self, from: usize, to: usize, kind: Kind, riichi: Seat) -> bool {
        Seat::ALL.into_iter().filter(|&s| s != riichi).any(|s| {
            let river = self.table.player(s).river();
            river.iter().any(|d| d.order > from && d.order < to && d.tile.kind() == kind)
        })
    }

    fn read_melds(&mut self) {
        let melds = self.player.melds();
        let own_wind = |k: Kind| k == Kind::wind(self.wind);
        let round_wind = |k: Kind| k == Kind::wind(self.table.wind());
        for meld in melds {
            let tiles: usize = meld.kinds().map(|(kind, n)| n * usize::from(self.dora[kind.index()])).sum();
            self.meld_dora += tiles + usize::from(meld.has_red());
            let kind = meld.kind();
            let value = |yes: bool| usize::from(yes);
            self.yakuhai += value(kind.is_dragon()) + value(own_wind(kind)) + value(round_wind(kind));
        }
        let mut suits = melds.iter().map(|m| m.kind().suit()).filter(|&s| s != Suit::Honour);
        let first = suits.next();
        self.meld_suit = first.filter(|&s| suits.all(|other| other == s));
        let one_suit = first.is_none() || self.meld_suit.is_some();
        let simple = |m: &Meld| m.kinds().all(|(kind, _)| !kind.is_yaochu());
        self.yaku_path = if melds.iter().all(|m| !m.is_open()) {
            YakuPath::Closed
        } else if self.yakuhai > 0 {
            YakuPath::Yakuhai
        } else if melds.iter().all(simple) {
            YakuPath::Tanyao
        } else if one_suit {
            YakuPath::Flush
        } else if super::safe::no_runs(melds) {
            YakuPath::Triplets
        } else {
            YakuPath::Other
        };
    }

    fn count_shapes(&mut self) {
        let unseen = |k: Kind| f32::from(self.unseen[k.index()]);
        let players = self.table.rules().players;
        let (mut suji, mut suji_of, mut ryanmen, mut shapes) = (0, [0; 3], [0.0; 3], 0.0);
        for kind in Kind::ALL {
            let near = |steps| neighbour(kind, steps).filter(|&k| players.has(k));
            let own = unseen(kind);
            if !self.furiten.contains(kind) {
                // rough shares of waits among riichi: single tiles and pairs much less than open ends
                shapes += 0.05 * own * (own - 1.0).max(0.0) + 0.03 * own;
            }
            if let (Some(a), Some(b)) = (near(1), near(2)) {
                let pairs = unseen(a) * unseen(b);
                match near(3) {
                    Some(end) if !self.furiten.contains(kind) && !self.furiten.contains(end) => {
                        suji += 1;
                        suji_of[kind.suit().index()] += 1;
                        ryanmen[kind.suit().index()] += pairs;
                        shapes += 2.0 * pairs / 16.0 * 4.0;
                    }
                    None if !self.furiten.contains(kind) => shapes += 0.04 * pairs,
                    _ => {}
                }
            }
            if let (Some(a), Some(b), None) = (near(-1), near(-2), near(-3))
                && !self.furiten.contains(kind)
            {
                shapes += 0.04 * unseen(a) * unseen(b);
            }
            if let (Some(a), Some(b)) = (near(-1), near(1))
                && !self.furiten.contains(kind)
            {
                shapes += 0.06 * unseen(a) * unseen(b);
            }
        }
        (self.suji, self.suji_of, self.ryanmen, self.shapes) = (suji, suji_of, ryanmen, shapes);
    }

    /// Dora and red fives that everybody sees in its melds.
    pub fn open_dora(&self) -> usize {
        self.meld_dora
    }

    /// Han that triplets of dragons and own winds in its melds are worth.
    pub fn open_yakuhai(&self) -> usize {
        self.yakuhai
    }

    /// A kind is worth a yaku as a triplet: how many han.
    pub(super) fn value(&self, kind: Kind) -> usize {
        self.table.yakuhai(self.seat, kind)
    }

    /// The discards that the opponent has made.
    pub(super) fn turn(&self) -> usize {
        self.player.river().len()
    }

    /// Tiles that can still be drawn, as many as there would be for as many draws of each with four players.
    pub(super) fn tiles_left(&self) -> usize {
        4 * self.table.tiles_left() / self.table.rules().players.count()
    }

    /// What its norths set aside are worth, han.
    pub fn set_aside(&self) -> u8 {
        self.player.kita().len() as u8 * (1 + self.dora[Kind::wind(Wind::North).index()])
    }

    /// How many of the others have more points.
    pub(super) fn ahead(&self) -> usize {
        let scores = self.table.scores();
        let others = self.table.rules().players.others(self.seat);
        others.filter(|&other| scores[other] > scores[self.seat]).count()
    }

    /// Its discards up to the riichi tile.
    pub(super) fn riichi_turn(&self) -> usize {
        self.declared().map_or(self.turn(), |at| at + 1)
    }
}
