//! The search against the definitions, written down as slowly and plainly as possible.
//!
//! The oracle shares no code with the search: it lists winning hands group by group, takes every
//! partial exchange of every one of them (seed 000, eq. 8 to 10), and follows Algorithm 3 (without
//! calls) by recursion over single draws and discards.

use nanikiru::hand::{Call, DrawnHand, From, Meld, Melds, Unseen, WaitingHand};
use nanikiru::search::{
    Chance, Exchanges, Line, Options, Payoffs, Progress, Rates, RiichiLines, WinLines, search,
};
use nanikiru::tile::notation::parse_tiles;
use nanikiru::tile::{Counts, Kind, Reds, Tile};
use std::collections::{HashMap, HashSet};

const ORPHANS: [usize; 13] = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33];

/// Counts and red fives of a concealed hand.
type State = ([u8; 34], u8);

/// Payoffs that depend on everything, so that no two ways are worth the same by accident.
struct Odd {
    riichi: bool,
}

fn mixed(hand: &WaitingHand, tile: Tile) -> f64 {
    let mut bits: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut feed = |n: u64| bits = (bits ^ n).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
    hand.concealed().as_array().iter().for_each(|&n| feed(n.into()));
    feed(hand.reds().bits().into());
    feed(tile.index() as u64);
    (bits % 7_000) as f64
}

impl Payoffs for Odd {
    fn win(&self, hand: &WaitingHand, tile: Tile, unseen: &Counts) -> WinLines {
        let base = 1_000.0 + mixed(hand, tile) + f64::from(unseen[tile.kind()]);
        let line = |value| Line { value, yaku: 1, han: 2, ura: [1.0, 0.0, 0.0, 0.0, 0.0] };
        WinLines {
            tsumo: Some(line(base + 300.0)),
            // no yaku for ron with a quarter of the hands
            ron: (base as u64 & 3 > 0).then(|| line(base)),
            riichi: hand.is_closed().then(|| RiichiLines {
                tsumo: line(2.0 * base + 100.0),
                ron: line(2.0 * base),
                ippatsu_tsumo: line(3.0 * base + 100.0),
                ippatsu_ron: line(3.0 * base),
            }),
        }
    }

    fn exhaustive_draw(&self, tenpai: bool) -> f64 {
        if tenpai { 1_234.5 } else { -1_011.25 }
    }

    fn riichi_stick(&self) -> Option<f64> {
        self.riichi.then_some(-1_000.0)
    }
}

struct Oracle<'a> {
    root: [u8; 34],
    root_reds: u8,
    melds: Melds,
    cap: [u8; 34],
    unseen: [u8; 34],
    unseen_reds: u8,
    total: usize,
    chance: &'a Chance,
    payoffs: &'a dyn Payoffs,
    searched: HashSet<State>,
    known: HashMap<(State, usize), Figures>,
}

/// Value, win rate, tenpai rate of the hand and of one that has been tenpai before.
#[derive(Clone, Copy, Debug)]
struct Figures {
    value: f64,
    win: f64,
    tenpai: f64,
}

impl<'a> Oracle<'a> {
    fn new(
        hand: &DrawnHand,
        unseen: &Unseen,
        n: usize,
        chance: &'a Chance,
        payoffs: &'a dyn Payoffs,
    ) -> Oracle<'a> {
        let owned = hand.owned();
        let concealed = *hand.concealed().as_array();
        let mut oracle = Oracle {
            root: concealed,
            root_reds: hand.reds().bits(),
            melds: hand.melds().iter().copied().collect(),
            cap: std::array::from_fn(|i| 4 - (owned.as_array()[i] - concealed[i])),
            unseen: *unseen.counts().as_array(),
            unseen_reds: unseen.reds().bits(),
            total: unseen.total(),
            chance,
            payoffs,
            searched: HashSet::new(),
            known: HashMap::new(),
        };
        let mut wins = Vec::new();
        let groups = 4 - oracle.melds.len();
        for pair in 0..34 {
            let mut win = [0; 34];
            win[pair] = 2;
            oracle.complete(&mut win, 0, groups, n, &mut wins);
        }
        if oracle.melds.is_empty() {
            oracle.seven_pairs(&mut [0; 34], 0, 7, n, &mut wins);
            for twice in ORPHANS {
                let mut win = [0; 34];
                ORPHANS.iter().for_each(|&i| win[i] = 1);
                win[twice] = 2;
                oracle.keep(&win, n, &mut wins);
            }
        }
        for win in wins {
            oracle.partial_exchanges(&win, n);
        }
        for discard in 0..34 {
            if oracle.root[discard] > 0 {
                let mut counts = oracle.root;
                counts[discard] -= 1;
                oracle.insert(counts);
            }
        }
        oracle
    }

    fn distance(&self, win: &[u8; 34]) -> usize {
        (0..34).map(|i| usize::from(win[i].saturating_sub(self.root[i]))).sum()
    }

    fn keep(&self, win: &[u8; 34], n: usize, wins: &mut Vec<[u8; 34]>) {
        if (0..34).all(|i| win[i] <= self.cap[i]) && self.distance(win) <= n + 1 {
            wins.push(*win);
        }
    }

    /// Adds groups with numbers `from..` : 34 triplets, then the runs.
    fn complete(&self, win: &mut [u8; 34], from: usize, left: usize, n: usize, wins: &mut Vec<[u8; 34]>) {
        if (0..34).any(|i| win[i] > self.cap[i]) || self.distance(win) > n + 1 {
            return;
        }
        if left == 0 {
            return self.keep(win, n, wins);
        }
        for group in from..34 + 27 {
            let tiles = match group {
                0..34 => [group; 3],
                _ if (group - 34) % 9 < 7 => [group - 34, group - 33, group - 32],
                _ => continue,
            };
            tiles.iter().for_each(|&t| win[t] += 1);
            self.complete(win, group, left - 1, n, wins);
            tiles.iter().for_each(|&t| win[t] -= 1);
        }
    }

    fn seven_pairs(&self, win: &mut [u8; 34], from: usize, left: usize, n: usize, wins: &mut Vec<[u8; 34]>) {
        if self.distance(win) > n + 1 {
            return;
        }
        if left == 0 {
            return self.keep(win, n, wins);
        }
        for kind in from..34 {
            win[kind] = 2;
            self.seven_pairs(win, kind + 1, left - 1, n, wins);
            win[kind] = 0;
        }
    }

    fn partial_exchanges(&mut self, win: &[u8; 34], n: usize) {
        let mut hands = vec![(self.root, 0, 0)];
        for (i, &wanted) in win.iter().enumerate() {
            let have = self.root[i];
            let mut more = Vec::new();
            for (hand, gained, lost) in hands {
                for count in have.min(wanted)..=have.max(wanted) {
                    let mut hand = hand;
                    hand[i] = count;
                    let gained = gained + usize::from(count.saturating_sub(have));
                    let lost = lost + usize::from(have.saturating_sub(count));
                    if gained <= n && lost <= n + 1 && count <= have + self.unseen[i] {
                        more.push((hand, gained, lost));
                    }
                }
            }
            hands = more;
        }
        for (hand, gained, lost) in hands {
            if lost == gained + 1 {
                self.insert(hand);
            }
        }
    }

    /// A copy for every possible state of the red fives.
    fn insert(&mut self, counts: [u8; 34]) {
        for reds in 0..8u8 {
            let possible = (0..3).all(|s| {
                let (five, bit) = (9 * s + 4, 1 << s);
                let (had, has) = (self.root[five], counts[five]);
                let held = reds & bit != 0;
                if self.root_reds & bit != 0 {
                    if held { has > 0 } else { has == 0 || has < had }
                } else {
                    !held || (self.unseen_reds & bit != 0 && has > had)
                }
            });
            if possible {
                self.searched.insert((counts, reds));
            }
        }
    }

    fn hand(&self, state: &State) -> WaitingHand {
        let counts = Counts::new(state.0).unwrap();
        WaitingHand::new(counts, Reds::from_bits(state.1).unwrap(), self.melds.clone()).unwrap()
    }

    fn is_win(&self, counts: &[u8; 34]) -> bool {
        fn groups(counts: &mut [u8; 34]) -> bool {
            let Some(i) = counts.iter().position(|&n| n > 0) else { return true };
            if counts[i] >= 3 {
                counts[i] -= 3;
                let fits = groups(counts);
                counts[i] += 3;
                if fits {
                    return true;
                }
            }
            if i < 27 && i % 9 < 7 && counts[i + 1] > 0 && counts[i + 2] > 0 {
                (i..i + 3).for_each(|k| counts[k] -= 1);
                let fits = groups(counts);
                (i..i + 3).for_each(|k| counts[k] += 1);
                return fits;
            }
            false
        }
        let mut counts = *counts;
        if self.melds.is_empty() {
            let pairs = counts.iter().filter(|&&n| n == 2).count();
            let orphans: u8 = ORPHANS.iter().map(|&i| counts[i]).sum();
            if pairs == 7 || (orphans == 14 && ORPHANS.iter().all(|&i| counts[i] > 0)) {
                return true;
            }
        }
        (0..34).any(|pair| {
            counts[pair] >= 2 && {
                counts[pair] -= 2;
                let fits = groups(&mut counts);
                counts[pair] += 2;
                fits
            }
        })
    }

    fn waits(&self, state: &State) -> Vec<usize> {
        (0..34)
            .filter(|&i| {
                let mut counts = state.0;
                counts[i] += 1;
                counts[i] <= self.cap[i] && self.is_win(&counts)
            })
            .collect()
    }

    /// Unseen copies of a tile while this hand is held.
    fn copies(&self, state: &State, tile: Tile) -> f64 {
        let i = tile.kind().index();
        let left = self.unseen[i] - state.0[i].saturating_sub(self.root[i]);
        let bit = 1u8 << tile.kind().suit().index();
        let red = tile.kind().is_five() && self.unseen_reds & bit != 0 && state.1 & bit == 0 && left > 0;
        match tile.is_red() {
            true => f64::from(u8::from(red)),
            false => f64::from(left - u8::from(red)),
        }
    }

    fn tiles() -> impl Iterator<Item = Tile> {
        (0..Tile::COUNT).filter_map(Tile::new)
    }

    fn with(state: &State, tile: Tile) -> State {
        let mut state = *state;
        state.0[tile.kind().index()] += 1;
        if tile.is_red() {
            state.1 |= 1 << tile.kind().suit().index();
        }
        state
    }

    fn without(state: &State, tile: Tile) -> Option<State> {
        let bit = 1u8.checked_shl(tile.kind().suit().index() as u32)?;
        let holds_red = tile.kind().is_five() && state.1 & bit != 0;
        let count = state.0[tile.kind().index()];
        let there = if tile.is_red() { holds_red } else { count > u8::from(holds_red) };
        let mut state = *state;
        state.0[tile.kind().index()] = count.checked_sub(1)?;
        if tile.is_red() {
            state.1 &= !bit;
        }
        there.then_some(state)
    }

    fn unseen_copies(&self, state: &State) -> Counts {
        let left = std::array::from_fn(|i| self.unseen[i] - state.0[i].saturating_sub(self.root[i]));
        Counts::new(left).unwrap()
    }

    fn furiten(&self, state: &State, waits: &[usize]) -> bool {
        waits.iter().any(|&i| state.0[i] < self.root[i])
    }

    fn winning_tiles(&self, state: &State, waits: &[usize]) -> Vec<(Tile, f64, WinLines)> {
        let hand = self.hand(state);
        Self::tiles()
            .filter(|tile| waits.contains(&tile.kind().index()))
            .map(|tile| (tile, self.copies(state, tile)))
            .filter(|(_, copies)| *copies > 0.0)
            .map(|(tile, copies)| (tile, copies, self.payoffs.win(&hand, tile, &self.unseen_copies(state))))
            .collect()
    }

    /// After riichi, before the others' discards following draw `j`.
    fn riichi(&self, state: &State, j: usize, first: bool) -> Figures {
        let stick = self.payoffs.riichi_stick().unwrap();
        if j == self.chance.draws {
            return Figures { value: self.payoffs.exhaustive_draw(true) + stick, win: 0.0, tenpai: 1.0 };
        }
        let waits = self.waits(state);
        let tiles = self.winning_tiles(state, &waits);
        let later = self.riichi(state, j + 1, false);
        let left = (self.total - j) as f64;
        let left = left.max(tiles.iter().map(|t| t.1).sum());
        let (mut value, mut win, mut rest) = (0.0, 0.0, 1.0);
        for (_, copies, lines) in &tiles {
            let lines = lines.riichi.unwrap();
            let tsumo = if first { lines.ippatsu_tsumo } else { lines.tsumo };
            value += copies / left * tsumo.value;
            win += copies / left;
            rest -= copies / left;
        }
        value += rest * later.value;
        win += rest * later.win;
        if self.furiten(state, &waits) {
            return Figures { value, win, tenpai: 1.0 };
        }
        // one other player after the other
        let rate = |tile: &Tile| self.chance.riichi.of(tile.kind());
        let wanted: f64 = tiles.iter().map(|(tile, copies, _)| copies * rate(tile)).sum();
        let left = ((self.total - j) as f64).max(wanted);
        for _ in 0..3 {
            let mut before = Figures { value: 0.0, win: 0.0, tenpai: 1.0 };
            let mut pass = 1.0;
            for (tile, copies, lines) in &tiles {
                let lines = lines.riichi.unwrap();
                let ron = if first { lines.ippatsu_ron } else { lines.ron };
                let p = copies * rate(tile) / left;
                before.value += p * ron.value;
                before.win += p;
                pass -= p;
            }
            value = before.value + pass * value;
            win = before.win + pass * win;
        }
        Figures { value, win, tenpai: 1.0 }
    }

    /// Just discarded into `state` after draw `j`: riichi or dama by what is worth more.
    fn discarded(&mut self, state: &State, j: usize) -> Figures {
        if let Some(&known) = self.known.get(&(*state, j)) {
            return known;
        }
        let dama = self.dama(state, j);
        let figures = match self.declared(state, j) {
            Some(riichi) if riichi.value > dama.value => riichi,
            _ => dama,
        };
        self.known.insert((*state, j), figures);
        figures
    }

    fn declared(&self, state: &State, j: usize) -> Option<Figures> {
        let closed = !self.melds.iter().any(Meld::is_open);
        let possible = closed && j < self.chance.draws && self.payoffs.riichi_stick().is_some();
        (possible && !self.waits(state).is_empty()).then(|| self.riichi(state, j, true))
    }

    fn dama(&mut self, state: &State, j: usize) -> Figures {
        let waits = self.waits(state);
        let tenpai = !waits.is_empty();
        if j == self.chance.draws {
            let value = self.payoffs.exhaustive_draw(tenpai);
            return Figures { value, win: 0.0, tenpai: f64::from(u8::from(tenpai)) };
        }
        let stay = self.discarded(state, j + 1);
        let wins = self.winning_tiles(state, &waits);
        let mut wanted = Vec::new();
        for tile in Self::tiles() {
            let copies = self.copies(state, tile);
            if copies == 0.0 {
                continue;
            }
            let mut best = stay;
            if let Some((_, _, WinLines { tsumo: Some(line), .. })) = wins.iter().find(|w| w.0 == tile)
                && line.value > best.value
            {
                best = Figures { value: line.value, win: 1.0, tenpai: 1.0 };
            }
            if state.0[tile.kind().index()] < self.cap[tile.kind().index()] {
                let drawn = Self::with(state, tile);
                for discard in Self::tiles() {
                    let Some(next) = Self::without(&drawn, discard) else { continue };
                    if discard != tile && self.searched.contains(&next) {
                        let next = self.discarded(&next, j + 1);
                        if next.value > best.value {
                            best = next;
                        }
                    }
                }
            }
            if best.value > stay.value {
                wanted.push((copies, best));
            }
        }
        // those that gain most first, as long as tiles are left
        wanted.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        let mut tiles_left = (self.total - j) as f64;
        let mut now = Figures { value: 0.0, win: 0.0, tenpai: 0.0 };
        let mut rest = 1.0;
        for (copies, best) in wanted {
            let copies = copies.min(tiles_left);
            tiles_left -= copies;
            let p = copies / (self.total - j) as f64;
            now.value += p * best.value;
            now.win += p * best.win;
            now.tenpai += p * best.tenpai;
            rest -= p;
        }
        now.value += rest * stay.value;
        now.win += rest * stay.win;
        now.tenpai += rest * stay.tenpai;
        if !self.furiten(state, &waits) {
            let rate = |tile: &Tile| self.chance.dama.of(tile.kind());
            let rons: Vec<(f64, f64)> = wins
                .iter()
                .filter_map(|(tile, copies, lines)| Some((copies * rate(tile), lines.ron?.value)))
                .filter(|(_, value)| *value > now.value)
                .collect();
            let all: f64 = wins.iter().filter(|w| w.2.ron.is_some()).map(|w| w.1 * rate(&w.0)).sum();
            let left = ((self.total - j) as f64).max(all);
            for _ in 0..3 {
                let mut before = Figures { value: 0.0, win: 0.0, tenpai: 0.0 };
                let mut pass = 1.0;
                for (weight, value) in &rons {
                    before.value += weight / left * value;
                    before.win += weight / left;
                    before.tenpai += weight / left;
                    pass -= weight / left;
                }
                now = Figures {
                    value: before.value + pass * now.value,
                    win: before.win + pass * now.win,
                    tenpai: before.tenpai + pass * now.tenpai,
                };
            }
        }
        if tenpai {
            now.tenpai = 1.0;
        }
        now
    }
}

fn tiles(text: &str) -> (Counts, Reds) {
    let mut sum = (Counts::EMPTY, Reds::NONE);
    for tile in parse_tiles(text).unwrap() {
        sum.0.add(tile.kind()).unwrap();
        if tile.is_red() {
            sum.1 = sum.1.with(tile.kind().suit());
        }
    }
    sum
}

struct Case {
    tiles: &'static str,
    melds: Vec<Meld>,
    /// Tiles that are still to come; everything else has been seen.
    unseen: &'static str,
    draws: usize,
    n: usize,
    rates: Rates,
    riichi: bool,
}

impl Case {
    fn check(&self) {
        let (concealed, reds) = tiles(self.tiles);
        let hand = DrawnHand::new(concealed, reds, self.melds.iter().copied().collect()).unwrap();
        let (unseen_counts, unseen_reds) = tiles(self.unseen);
        let seen = Counts::new(unseen_counts.as_array().map(|n| 4 - n)).unwrap();
        let unseen = Unseen::new(&seen, unseen_reds).unwrap();
        let chance = Chance { draws: self.draws, dama: self.rates, riichi: self.rates };
        let payoffs = Odd { riichi: self.riichi };
        let options = Options { exchanges: Exchanges::Exactly(self.n), ..Options::default() };
        let outcome = search(&hand, &unseen, &chance, &payoffs, &options, &Progress::default()).unwrap();
        let mut oracle = Oracle::new(&hand, &unseen, self.n, &chance, &payoffs);
        let mut rows = 0;
        for discard in Oracle::tiles() {
            let root = (*hand.concealed().as_array(), hand.reds().bits());
            let Some(state) = Oracle::without(&root, discard) else { continue };
            let declared = oracle.declared(&state, 0);
            for (riichi, figures) in [(false, Some(oracle.dama(&state, 0))), (true, declared)] {
                let Some(figures) = figures else { continue };
                rows += 1;
                let row = outcome.rows.iter().find(|r| r.discard == discard && r.riichi == riichi);
                let play = &row.unwrap_or_else(|| panic!("{}: no row for {discard}", self.tiles)).play;
                let near = |ours: f64, theirs: f64, what: &str| {
                    assert!(
                        (ours - theirs).abs() <= 1e-9 * theirs.abs().max(1.0),
                        "{} discards {discard} (riichi {riichi}): {what} {ours}, by definition {theirs}",
                        self.tiles
                    );
                };
                near(play.value, figures.value, "value");
                near(play.win_rate, figures.win, "win rate");
                near(play.tenpai_rate, figures.tenpai, "tenpai rate");
            }
        }
        assert_eq!(rows, outcome.rows.len(), "{}: a row too many", self.tiles);
        let riichi_copies =
            oracle.searched.iter().filter(|state| oracle.declared(state, 0).is_some()).count();
        assert_eq!(outcome.hands, oracle.searched.len() + riichi_copies, "{}: |Q_S0|", self.tiles);
    }
}

const SLOW_TABLE: Rates = Rates { honour: 0.9, number: [0.8, 0.7, 0.6, 0.5, 0.4] };

fn closed(tiles: &'static str, unseen: &'static str, draws: usize, n: usize) -> Case {
    Case { tiles, melds: vec![], unseen, draws, n, rates: SLOW_TABLE, riichi: true }
}

/// Every tile that the hand does not hold.
fn all_but(hand: &str) -> &'static str {
    let (counts, reds) = tiles(hand);
    let mut text = String::new();
    for kind in Kind::ALL {
        let red = kind.is_five() && !reds.contains(kind.suit());
        for copy in 0..4 - counts[kind] {
            let digit = if red && copy == 0 { 0 } else { kind.number() };
            text += &format!("{digit}{}", kind.suit().letter());
        }
    }
    text.leak()
}

fn pon(kind: &str) -> Meld {
    let (counts, _) = tiles(kind);
    let kind = counts.iter().next().unwrap().0;
    Meld::new(Call::Pon { from: From::Across, claimed: Tile::plain(kind) }, kind, false).unwrap()
}

#[test]
fn one_shanten_with_all_tiles_unseen() {
    for n in 1..=2 {
        closed("234m456p34677s55z1z", all_but("234m456p34677s551z"), 4, n).check();
    }
}

#[test]
fn complete_hand() {
    closed("234m406p34577s555z", all_but("234m406p34577s555z"), 3, 1).check();
}

#[test]
fn two_shanten_with_red_fives() {
    for n in 2..=3 {
        closed("34m406p3467s2258p1z", all_but("34m406p3467s2258p1z"), 3, n).check();
    }
}

#[test]
fn a_plain_five_beside_the_red_one() {
    closed("2340m4556p34677s1z", all_but("2340m4556p34677s1z"), 3, 2).check();
    closed("2340m456p34577s55z", all_but("2340m456p34577s55z"), 4, 1).check();
    closed("234055m456p34577s", all_but("234055m456p34577s"), 4, 1).check();
}

#[test]
fn two_shanten() {
    closed("1357m2468p34568s1z", all_but("1357m2468p34568s1z"), 4, 3).check();
    closed("135m2468p345688s1z", all_but("135m2468p345688s1z"), 5, 2).check();
}

#[test]
fn seven_pairs_and_thirteen_orphans() {
    closed("1133m2255p446s127z", all_but("1133m2255p446s127z"), 3, 1).check();
    closed("119m19p19s1234567z", all_but("119m19p19s1234567z"), 3, 1).check();
    closed("199m19p159s123456z", all_but("1199m19p159s12345z"), 3, 3).check();
}

#[test]
fn few_kinds_many_turns() {
    closed("23455667m22p345s8p", "111444777m0888m22p444p", 9, 2).check();
}

#[test]
fn open_hands() {
    for (tiles, melds) in
        [("23468p345s77z2m", vec![pon("5z")]), ("4567p1z", vec![pon("5z"), pon("1m"), pon("9s")])]
    {
        let unseen = all_but(Box::leak(
            format!("{tiles}555z{}", if melds.len() == 3 { "111m999s" } else { "" }).into_boxed_str(),
        ));
        for n in 1..=2 {
            Case { tiles, melds: melds.clone(), unseen, draws: 5, n, rates: SLOW_TABLE, riichi: true }
                .check();
        }
    }
}

#[test]
fn nothing_but_tsumo_and_no_points_for_riichi() {
    let tiles = "34m406p3467s2258p1z";
    let case = closed(tiles, all_but(tiles), 3, 2);
    Case { rates: Rates::NEVER, riichi: false, ..case }.check();
}

#[test]
fn more_wanted_tiles_than_tiles_left() {
    closed("119m19p19s1234567z", "19m19p19s1234567z", 6, 1).check();
}
