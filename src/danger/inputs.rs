//! What the net sees of one opponent: every kind with its own history, and what holds for the whole table.
//!
//! All of it is yes or no. Each kind is an input of its own, so that the net may be shown a suit mirrored (1 for 9).

use super::opponent_view::{OpponentView, YakuPath};
use crate::round::Manner;
use crate::tile::{Kind, KindSet, Seat};

/// Raised when features change their meaning and keep their number.
pub(super) const MEANING: &str = "net 1";

/// Features of one kind.
pub const OF_KIND: usize = 43;
/// Features of the table.
pub const OF_TABLE: usize = 280;
/// Sorts of honours: guest wind, dragon, own or round wind, both.
pub const SORTS: usize = 4;

/// What is on.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// For each kind the features that are on, in the order of kinds.
    pub kinds: Vec<(Kind, u8)>,
    /// What holds for all kinds.
    pub table: Vec<u16>,
    /// The sorts of the seven honours.
    pub sorts: [u8; 7],
    size: u16,
}

impl Inputs {
    /// How many features of the table there are.
    pub(super) fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// What is known of the opponent.
    pub fn of(opponent_view: &OpponentView) -> Inputs {
        let mut inputs = Inputs::default();
        inputs.read_kinds(opponent_view);
        inputs.read_table(opponent_view);
        debug_assert_eq!(inputs.size(), OF_TABLE);
        let honours = Kind::ALL.into_iter().filter(|k| k.is_honour());
        for (sort, kind) in inputs.sorts.iter_mut().zip(honours) {
            *sort = if kind.is_dragon() { 1 } else { [0, 2, 3][opponent_view.value(kind)] };
        }
        inputs
    }

    fn read_kinds(&mut self, opponent_view: &OpponentView) {
        let river = opponent_view.player.river();
        let declared = opponent_view.player.riichi().map(|riichi| riichi.discard);
        let end = declared.map_or(river.len(), |at| at + 1);
        let out = |i: usize| river[i].manner == Manner::Tedashi;
        let mut last = (0..end).rev().filter(|&i| out(i) || Some(i) == declared);
        let last: [Option<usize>; 3] = std::array::from_fn(|_| last.next());
        let last_order = river[..end].last().map_or(0, |d| d.order);
        let mut others = [[0u8; 3]; 34];
        for seat in Seat::ALL.into_iter().filter(|&s| s != opponent_view.seat) {
            let player = opponent_view.table.player(seat);
            for discard in player.river() {
                let late = usize::from(declared.is_some() && discard.order > last_order);
                others[discard.tile.kind().index()][late] += 1;
            }
            for (kind, n) in player.melds().iter().flat_map(|m| m.kinds()) {
                others[kind.index()][2] += n as u8;
            }
        }
        let mut own = [0u8; 34];
        for (kind, n) in opponent_view.player.melds().iter().flat_map(|m| m.kinds()) {
            own[kind.index()] += n as u8;
        }
        for kind in Kind::ALL {
            let at = kind.index();
            let mut put = |feature: usize| self.kinds.push((kind, feature as u8));
            put(usize::from(opponent_view.unseen[at]));
            let mut thrown = (0..end).filter(|&i| river[i].tile.kind() == kind);
            if let Some(first) = thrown.next() {
                let time = match first {
                    0 => 0,
                    1..=2 => 1,
                    3..=5 => 2,
                    6..=8 => 3,
                    9..=11 => 4,
                    _ => 5,
                };
                put(5 + time * 2 + usize::from(out(first)));
                if let Some(second) = thrown.next() {
                    put(17 + usize::from(out(second)));
                }
            }
            for (place, last) in last.iter().enumerate() {
                if last.is_some_and(|i| river[i].tile.kind() == kind) {
                    put(if place == 0 && !opponent_view.last_tedashi { 22 } else { 19 + place });
                }
            }
            if (end..river.len()).any(|i| river[i].tile.kind() == kind) {
                put(23);
            }
            if opponent_view.quiet.contains(kind) {
                put(24);
            }
            let [before, after, melded] = others[at].map(usize::from);
            if before > 0 {
                put(24 + before.min(3)); // 25 to 27
            }
            if after > 0 {
                put(27 + after.min(2)); // 28, 29
            }
            if melded > 0 {
                put(29 + melded.min(3)); // 30 to 32
            }
            if own[at] > 0 {
                put(32 + usize::from(own[at].min(3))); // 33 to 35
            }
            if opponent_view.dora[at] > 0 {
                put(35 + usize::from(opponent_view.dora[at].min(2))); // 36, 37
            }
            if kind.is_five() && opponent_view.red_thrown[kind.suit().index()] {
                put(38);
            }
            if opponent_view.furiten.contains(kind) {
                put(39);
            } else if opponent_view.possible.contains(kind) {
                put(40);
            }
            let early = (0..end.min(6)).any(|i| river[i].tile.kind() == kind && out(i));
            if early {
                put(41);
            }
            if declared.is_some_and(|at| (at.saturating_sub(3)..at).any(|i| river[i].tile.kind() == kind)) {
                put(42);
            }
        }
    }

    fn read_table(&mut self, opponent_view: &OpponentView) {
        let river = opponent_view.player.river();
        let declared = opponent_view.player.riichi();
        let end = declared.map_or(river.len(), |riichi| riichi.discard + 1);
        let class = |kind: Kind| match kind {
            k if k.is_honour() => usize::from(opponent_view.value(k) > 0),
            k => 1 + k.number().min(10 - k.number()).min(4),
        };
        let mut put = |value: usize, categories: usize| {
            self.table.push(self.size + value.min(categories - 1) as u16);
            self.size += categories as u16;
        };
        put(opponent_view.standing as usize, 3);
        put(opponent_view.riichi_turn() / 2, 10);
        let since = opponent_view.turn() - opponent_view.riichi_turn();
        put(if since < 4 { since } else { 4 + (since - 4) / 3 }, 7);
        put(usize::from(opponent_view.table.dealer() == opponent_view.seat), 2);
        put(opponent_view.tedashi, 13);
        put(opponent_view.streak, 6);
        let dora = |kind: Kind| usize::from(opponent_view.dora[kind.index()] > 0);
        for (place, last) in opponent_view.last.into_iter().enumerate() {
            let manner = if place == 0 { usize::from(opponent_view.last_tedashi) } else { 0 };
            put(last.map_or(0, |k| 1 + class(k) * 4 + dora(k) * 2 + manner), 25);
        }
        for i in 0..6 {
            let early = river[..end].get(i);
            put(early.map_or(0, |d| 1 + class(d.tile.kind())), 7);
        }
        put(opponent_view.riichi, 3);
        put(opponent_view.pushes, 4);
        put(opponent_view.folds, 4);
        put(opponent_view.player.melds().len(), 5);
        put(opponent_view.yaku_path as usize, YakuPath::COUNT);
        put(river[..end].iter().filter(|d| dora(d.tile.kind()) > 0 || d.tile.is_red()).count(), 3);
        let left: usize =
            (0..34).map(|i| usize::from(opponent_view.dora[i]) * usize::from(opponent_view.unseen[i])).sum();
        put(left, 6);
        let shown = Kind::ALL.into_iter().find(|&k| dora(k) > 0);
        put(shown.map_or(0, class), 6);
        put(opponent_view.thrown[3], 8);
        put(opponent_view.yaochu, 10);
        put(opponent_view.simples, 13);
        put(opponent_view.suji, 19);
        let pairs =
            Kind::ALL.into_iter().filter(|k| k.is_honour() && opponent_view.unseen[k.index()] > 1).count();
        put(pairs, 8);
        put(opponent_view.table.wind().index(), 3);
        put(opponent_view.tiles_left() / 8, 9);
        put(declared.map_or(0, |r| 1 + usize::from(r.ippatsu) + 2 * usize::from(r.double)), 5);
        put(opponent_view.since_call, 6);
        put(
            opponent_view
                .player
                .melded()
                .last()
                .map_or(0, |&order| 1 + 4 * order / (10 * opponent_view.table.rules().players.count())),
            7,
        );
        put(opponent_view.yakuhai, 4);
        put(opponent_view.meld_dora, 4);
        put(opponent_view.ahead(), 4);
        let kinds: KindSet = river[..end].iter().map(|d| d.tile.kind()).collect();
        put(river[..end].len() - kinds.iter().count(), 5);
        let drawn = river[..end.min(6)].iter().filter(|d| d.manner == Manner::Tsumogiri).count();
        put(drawn, 5);
    }
}
