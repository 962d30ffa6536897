//! Scores against a slow scorer that is written from the textbook's definitions, with lists of tiles
//! where the fast one has bits, and laws that hold for all wins.

use crate::hands;
use crate::size::size;

use hands::{Complete, complete, reds_in, winning_kinds};
use nanikiru::hand::{Call, From, WaitingHand};
use nanikiru::rules::{DoubleWindPair, Kazoe, Renhou, Rules, YakumanSum};
use nanikiru::score::{
    Claim, Draw, Indicators, Payout, Pot, Ready, Riichi, Score, ScoreError, Source, Table, Value, Win, Yaku,
    income, payments, score, shares,
};
use nanikiru::tile::{Counts, Kind, Reds, Seat, Tile, Wind};
use proptest::prelude::*;

/// A set of a reading: its tiles in order, whether it was called openly, whether the win completed it.
#[derive(Clone, Debug)]
struct Set {
    tiles: Vec<usize>,
    open: bool,
    won: bool,
}

impl Set {
    fn is_run(&self) -> bool {
        self.tiles.len() == 3 && self.tiles[0] != self.tiles[1]
    }

    fn is_pair(&self) -> bool {
        self.tiles.len() == 2
    }

    /// Three or four of a kind.
    fn is_triplet(&self) -> bool {
        self.tiles.len() >= 3 && !self.is_run()
    }

    fn is_triplet_of(&self, kind: usize) -> bool {
        self.is_triplet() && self.tiles[0] == kind
    }
}

fn honour(kind: usize) -> bool {
    kind >= 27
}

fn terminal(kind: usize) -> bool {
    !honour(kind) && matches!(kind % 9, 0 | 8)
}

fn outer(kind: usize) -> bool {
    honour(kind) || terminal(kind)
}

/// Every way to cut sorted tiles into sets and one pair: the first tile is in one of them.
fn cut(tiles: &[usize], pair: bool, sets: &mut Vec<Vec<usize>>, found: &mut Vec<Vec<Vec<usize>>>) {
    let Some(&first) = tiles.first() else {
        if pair {
            found.push(sets.clone());
        }
        return;
    };
    let without = |take: &[usize]| {
        let mut left = tiles.to_vec();
        for t in take {
            left.remove(left.iter().position(|x| x == t)?);
        }
        Some(left)
    };
    let mut options = vec![vec![first; 3]];
    if !honour(first) && first % 9 < 7 {
        options.push(vec![first, first + 1, first + 2]);
    }
    if !pair {
        options.push(vec![first; 2]);
    }
    for take in options {
        if let Some(left) = without(&take) {
            let pair = pair || take.len() == 2;
            sets.push(take);
            cut(&left, pair, sets, found);
            sets.pop();
        }
    }
}

/// Sorted yaku and their value.
type Best = (Vec<Yaku>, Value);

struct Case {
    hand: WaitingHand,
    tile: Tile,
    win: Win,
    table: Table,
    rules: Rules,
}

/// What one reading is worth: its yaku with han (or the number of yakuman, negative) and its fu.
struct Reading {
    yaku: Vec<(Yaku, i32)>,
    fu: i32,
}

fn circumstances(case: &Case, closed: bool) -> Vec<(Yaku, i32)> {
    let mut yaku = vec![];
    let tsumo = matches!(case.win, Win::FirstDraw | Win::Tsumo { .. } | Win::Rinshan { .. });
    if tsumo && closed {
        yaku.push((Yaku::MenzenTsumo, 1));
    }
    let ready = match case.win {
        Win::Tsumo { ready, .. } | Win::Ron { ready, .. } => ready,
        Win::Rinshan { riichi: Some(riichi) } => Ready::Riichi { riichi, ippatsu: false },
        _ => Ready::Dama,
    };
    if let Ready::Riichi { riichi, ippatsu } = ready {
        yaku.push(if riichi.double { (Yaku::DoubleRiichi, 2) } else { (Yaku::Riichi, 1) });
        if ippatsu {
            yaku.push((Yaku::Ippatsu, 1));
        }
    }
    match case.win {
        Win::Rinshan { .. } => yaku.push((Yaku::Rinshan, 1)),
        Win::Tsumo { draw: Draw::Haitei, .. } => yaku.push((Yaku::Haitei, 1)),
        Win::Ron { claim: Claim::Houtei, .. } => yaku.push((Yaku::Houtei, 1)),
        Win::Ron { claim: Claim::Chankan, .. } => yaku.push((Yaku::Chankan, 1)),
        Win::FirstDraw if case.table.seat == Wind::East => yaku.push((Yaku::Tenhou, -1)),
        Win::FirstDraw => yaku.push((Yaku::Chiihou, -1)),
        _ => {}
    }
    yaku
}

/// Yaku that a list of tiles decides, in sets or not.
fn by_tiles(tiles: &[usize], closed: bool, rules: &Rules) -> Vec<(Yaku, i32)> {
    let mut yaku = vec![];
    let lower = i32::from(!closed);
    let mut suits: Vec<usize> = tiles.iter().filter(|t| !honour(**t)).map(|t| t / 9).collect();
    suits.dedup();
    let honours = tiles.iter().any(|t| honour(*t));
    if !tiles.iter().any(|t| outer(*t)) && (closed || rules.kuitan) {
        yaku.push((Yaku::Tanyao, 1));
    }
    if suits.len() == 1 {
        yaku.push(if honours { (Yaku::Honitsu, 3 - lower) } else { (Yaku::Chinitsu, 6 - lower) });
    }
    if tiles.iter().all(|t| outer(*t)) {
        yaku.push((Yaku::Honroutou, 2));
    }
    if tiles.iter().all(|t| honour(*t)) {
        yaku.push((Yaku::Tsuuiisou, -1));
    }
    if tiles.iter().all(|t| terminal(*t)) {
        yaku.push((Yaku::Chinroutou, -1));
    }
    if tiles.iter().all(|t| [19, 20, 21, 23, 25, 32].contains(t)) {
        yaku.push((Yaku::Ryuuiisou, -1));
    }
    yaku
}

fn by_sets(case: &Case, sets: &[Set], closed: bool) -> Vec<(Yaku, i32)> {
    let mut yaku = vec![];
    let mut add = |on: bool, name: Yaku, han: i32| {
        if on {
            yaku.push((name, han));
        }
    };
    let lower = i32::from(!closed);
    let double = case.rules.double_yakuman;
    let tsumo = matches!(case.win, Win::FirstDraw | Win::Tsumo { .. } | Win::Rinshan { .. });
    let (round, seat) = (case.table.round.index(), case.table.seat.index());
    let pair = sets.iter().find(|s| s.is_pair()).unwrap();
    let won = sets.iter().find(|s| s.won).unwrap();
    let runs: Vec<usize> = sets.iter().filter(|s| s.is_run()).map(|s| s.tiles[0]).collect();
    let triplet = |kind: usize| sets.iter().any(|s| s.is_triplet_of(kind));
    let triplets = sets.iter().filter(|s| s.is_triplet()).count();
    let concealed = sets.iter().filter(|s| s.is_triplet() && !s.open && (tsumo || !s.won)).count();
    let kans = sets.iter().filter(|s| s.tiles.len() == 4).count();
    let plain_pair = pair.tiles[0] < 31 && pair.tiles[0] != 27 + round && pair.tiles[0] != 27 + seat;
    let two_sided = won.is_run() && {
        let tile = case.tile.kind().index();
        (tile == won.tiles[0] && tile % 9 != 6) || (tile == won.tiles[2] && tile % 9 != 2)
    };
    add(closed && runs.len() == 4 && plain_pair && two_sided, Yaku::Pinfu, 1);
    let mut different = runs.clone();
    different.sort();
    different.dedup();
    let twins: usize = different.iter().map(|r| runs.iter().filter(|x| *x == r).count() / 2).sum();
    add(closed && twins == 1, Yaku::Iipeikou, 1);
    add(closed && twins == 2, Yaku::Ryanpeikou, 3);
    let seats = [Yaku::SeatEast, Yaku::SeatSouth, Yaku::SeatWest, Yaku::SeatNorth];
    let rounds = [Yaku::RoundEast, Yaku::RoundSouth, Yaku::RoundWest, Yaku::RoundNorth];
    add(triplet(27 + seat), seats[seat], 1);
    add(triplet(27 + round), rounds[round], 1);
    add(triplet(31), Yaku::Haku, 1);
    add(triplet(32), Yaku::Hatsu, 1);
    add(triplet(33), Yaku::Chun, 1);
    let all_outer = sets.iter().all(|s| s.tiles.iter().any(|t| outer(*t)));
    let honours = sets.iter().any(|s| honour(s.tiles[0]));
    add(all_outer && !runs.is_empty() && honours, Yaku::Chanta, 2 - lower);
    add(all_outer && !runs.is_empty() && !honours, Yaku::Junchan, 3 - lower);
    let straight = (0..3).any(|s| [0, 3, 6].iter().all(|n| runs.contains(&(9 * s + n))));
    add(straight, Yaku::Ittsu, 2 - lower);
    let three = |has: &dyn Fn(usize) -> bool| (0..9).any(|n| (0..3).all(|s| has(9 * s + n)));
    add(three(&|k| runs.contains(&k)), Yaku::SanshokuDoujun, 2 - lower);
    add(three(&triplet), Yaku::SanshokuDoukou, 2);
    add(kans == 3, Yaku::Sankantsu, 2);
    add(triplets == 4, Yaku::Toitoi, 2);
    add(concealed == 3, Yaku::Sanankou, 2);
    let dragons = (31..34).filter(|k| triplet(*k)).count();
    let winds = (27..31).filter(|k| triplet(*k)).count();
    add(dragons == 2 && pair.tiles[0] >= 31, Yaku::Shousangen, 2);
    add(dragons == 3, Yaku::Daisangen, -1);
    add(winds == 3 && (27..31).contains(&pair.tiles[0]), Yaku::Shousuushii, -1);
    add(winds == 4, Yaku::Daisuushii, -1 - i32::from(double.daisuushii));
    add(concealed == 4 && !won.is_pair(), Yaku::Suuankou, -1);
    add(concealed == 4 && won.is_pair(), Yaku::SuuankouTanki, -1 - i32::from(double.suuankou_tanki));
    add(kans == 4, Yaku::Suukantsu, -1);
    let mut left: Vec<usize> = sets.iter().flat_map(|s| s.tiles.clone()).collect();
    let suit = left[0] / 9;
    let gates = [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9].map(|n| 9 * suit + n - 1);
    let complete =
        suit < 3 && gates.iter().all(|g| left.iter().position(|t| t == g).map(|i| left.remove(i)).is_some());
    if complete && case.hand.melds().is_empty() && left[0] / 9 == suit {
        if left[0] == case.tile.kind().index() {
            add(true, Yaku::JunseiChuuren, -1 - i32::from(double.junsei_chuuren));
        } else {
            add(true, Yaku::Chuuren, -1);
        }
    }
    yaku
}

fn fu(case: &Case, sets: &[Set], closed: bool, pinfu: bool) -> i32 {
    let tsumo = matches!(case.win, Win::FirstDraw | Win::Tsumo { .. } | Win::Rinshan { .. });
    if pinfu {
        return if tsumo { 20 } else { 30 };
    }
    let mut fu = 20;
    if closed && !tsumo {
        fu += 10;
    }
    let rinshan = matches!(case.win, Win::Rinshan { .. });
    if tsumo && (!rinshan || case.rules.rinshan_fu) {
        fu += 2;
    }
    for set in sets {
        let kind = set.tiles[0];
        if set.is_pair() {
            let round = kind == 27 + case.table.round.index();
            let seat = kind == 27 + case.table.seat.index();
            fu += if kind >= 31 || round || seat { 2 } else { 0 };
            fu += if round && seat && case.rules.double_wind_pair == DoubleWindPair::Four { 2 } else { 0 };
        } else if set.is_triplet() {
            let open = set.open || (set.won && !tsumo);
            fu += match (set.tiles.len() == 4, open, outer(kind)) {
                (false, true, false) => 2,
                (false, true, true) | (false, false, false) => 4,
                (false, false, true) | (true, true, false) => 8,
                (true, true, true) | (true, false, false) => 16,
                (true, false, true) => 32,
            };
        }
        if set.won {
            let others: Vec<usize> =
                set.tiles.iter().filter(|t| **t != case.tile.kind().index()).map(|t| t % 9).collect();
            let one_wait = match others[..] {
                _ if set.is_pair() => true,
                [0, 1] | [7, 8] => true,
                [a, b] => b - a == 2,
                _ => false,
            };
            fu += if one_wait { 2 } else { 0 };
        }
    }
    let rounded = (fu + 9) / 10 * 10;
    if rounded == 20 { 30 } else { rounded }
}

/// Base points of a list of yaku with dora, or nothing without a yaku.
fn base(reading: &Reading, dora: i32, rules: &Rules) -> Option<(i32, Vec<Yaku>, Value)> {
    let yakuman: Vec<&(Yaku, i32)> = reading.yaku.iter().filter(|y| y.1 < 0).collect();
    if !yakuman.is_empty() {
        let sum: i32 = yakuman.iter().map(|y| -y.1).sum();
        let times = if rules.yakuman_sum == YakumanSum::Single { 1 } else { sum };
        let names = yakuman.iter().map(|y| y.0).collect();
        return Some((8_000 * times, names, Value::Yakuman(times as u8)));
    }
    let han: i32 = reading.yaku.iter().map(|y| y.1).sum();
    if han == 0 {
        return None;
    }
    let (han, fu) = (han + dora, reading.fu);
    let kiriage = rules.kiriage && ((han == 4 && fu == 30) || (han == 3 && fu == 60));
    let points = match han {
        1..=4 if kiriage => 2_000,
        1..=4 => (fu * 2i32.pow(han as u32 + 2)).min(2_000),
        5 => 2_000,
        6..=7 => 3_000,
        8..=10 => 4_000,
        11..=12 => 6_000,
        _ if rules.kazoe == Kazoe::Yakuman => 8_000,
        _ => 6_000,
    };
    let names = reading.yaku.iter().map(|y| y.0).collect();
    Some((points, names, Value::Han { han: han as u8, fu: fu as u8 }))
}

/// The most base points of any reading, and the yaku and value of all readings that have them.
fn oracle(case: &Case) -> Option<(i32, Vec<Best>)> {
    let tile = case.tile.kind().index();
    let mut concealed: Vec<usize> = vec![tile];
    case.hand.concealed().iter().for_each(|(k, n)| concealed.extend(vec![k.index(); n]));
    concealed.sort();
    let melds: Vec<Set> = case
        .hand
        .melds()
        .iter()
        .map(|m| Set {
            tiles: m.kinds().flat_map(|(k, n)| vec![k.index(); n]).collect(),
            open: m.call() != Call::Ankan,
            won: false,
        })
        .collect();
    let closed = melds.iter().all(|m| !m.open);
    let mut tiles = concealed.clone();
    melds.iter().for_each(|m| tiles.extend(&m.tiles));
    tiles.sort();
    let mut common = circumstances(case, closed);
    common.extend(by_tiles(&tiles, closed, &case.rules));
    let mut readings = vec![];
    let mut cuts = vec![];
    cut(&concealed, false, &mut vec![], &mut cuts);
    for sets in cuts {
        for at in (0..sets.len()).filter(|i| sets[*i].contains(&tile)) {
            let sets =
                sets.iter().enumerate().map(|(i, t)| Set { tiles: t.clone(), open: false, won: i == at });
            let sets: Vec<Set> = sets.chain(melds.clone()).collect();
            let mut yaku = common.clone();
            yaku.extend(by_sets(case, &sets, closed));
            let pinfu = yaku.iter().any(|y| y.0 == Yaku::Pinfu);
            readings.push(Reading { fu: fu(case, &sets, closed, pinfu), yaku });
        }
    }
    let mut different = concealed.clone();
    different.dedup();
    if concealed.len() == 14 && different.len() == 7 && concealed.chunks(2).all(|c| c[0] == c[1]) {
        let mut yaku = common.clone();
        yaku.push((Yaku::Chiitoitsu, 2));
        readings.push(Reading { yaku, fu: 25 });
    }
    if different.len() == 13 && different.iter().all(|t| outer(*t)) {
        let double = i32::from(case.rules.double_yakuman.kokushi_13);
        let thirteen = concealed.iter().filter(|t| **t == tile).count() == 2;
        let mut yaku = common.clone();
        yaku.push(if thirteen { (Yaku::Kokushi13, -1 - double) } else { (Yaku::Kokushi, -1) });
        readings.push(Reading { yaku, fu: 0 });
    }
    let mut dora = 0;
    let mut shown = case.table.dora.kinds().to_vec();
    if let (Some(riichi), true) = (case.win.riichi(), case.rules.ura_dora) {
        shown.extend(riichi.ura.kinds());
    }
    for k in shown {
        dora += tiles.iter().filter(|t| **t == k.dora().index()).count() as i32;
    }
    if case.rules.red_fives.man {
        dora += (case.hand.all_reds().len() + usize::from(case.tile.is_red())) as i32;
    }
    let mut worths: Vec<_> = readings.iter().filter_map(|r| base(r, dora, &case.rules)).collect();
    if case.win == Win::FirstDiscard && !readings.is_empty() {
        match case.rules.renhou {
            Renhou::None => {}
            Renhou::Mangan => {
                worths.extend(
                    readings
                        .iter()
                        .map(|r| (2_000, vec![Yaku::Renhou], Value::Han { han: 5, fu: r.fu as u8 })),
                );
            }
            Renhou::Yakuman => unreachable!("in no preset"),
        }
    }
    let best = worths.iter().map(|w| w.0).max()?;
    let sorted = |mut yaku: Vec<Yaku>| {
        yaku.sort();
        yaku
    };
    Some((best, worths.into_iter().filter(|w| w.0 == best).map(|w| (sorted(w.1), w.2)).collect()))
}

/// A win that fits the hand, by two numbers.
fn fitting(hand: &WaitingHand, tile: Kind, seat: Wind, how: usize, riichi: usize, ura: Indicators) -> Win {
    let kan = hand.melds().iter().any(|m| m.is_kan());
    let first = hand.melds().is_empty();
    let declared = (hand.is_closed() && riichi > 1).then_some(Riichi { double: riichi == 2, ura });
    let ready = match declared {
        Some(declared) => Ready::Riichi { riichi: declared, ippatsu: matches!(riichi, 2 | 4 | 6) },
        None => Ready::Dama,
    };
    match how {
        0 if first => Win::FirstDraw,
        1 if first && seat != Wind::East => Win::FirstDiscard,
        2 => Win::Tsumo { ready, draw: Draw::Haitei },
        3 if kan => Win::Rinshan { riichi: declared },
        4 => Win::Ron { ready, claim: Claim::Houtei },
        5 if hand.owned()[tile] == 0 => Win::Ron { ready, claim: Claim::Chankan },
        6..=9 => Win::Tsumo { ready, draw: Draw::Wall },
        _ => Win::Ron { ready, claim: Claim::Discard },
    }
}

fn wins() -> impl Strategy<Value = Case> {
    let indicators = || prop::collection::vec(0..34usize, 1..=4);
    let numbers =
        (any::<prop::sample::Index>(), 0..8u8, 0..14usize, 0..8usize, 0..4usize, 0..4usize, 0..5usize);
    (complete(), numbers, indicators(), indicators()).prop_map(|(complete, numbers, dora, ura)| {
        let Complete { concealed, melds } = complete;
        let (at, reds, how, riichi, round, seat, preset) = numbers;
        let kinds = winning_kinds(&concealed);
        let kind = *at.get(&kinds);
        let row = |kinds: Vec<usize>| {
            Indicators::new(&kinds.iter().map(|k| Kind::ALL[*k]).collect::<Vec<_>>()).unwrap()
        };
        let waiting = Counts::new(concealed).unwrap().minus(kind).unwrap();
        let reds = reds_in(&concealed, Reds::from_bits(reds).unwrap());
        let held = reds_in(waiting.as_array(), reds);
        let red = kind.is_five() && reds.contains(kind.suit()) && !held.contains(kind.suit());
        let tile = if red { Tile::red_five(kind.suit()).unwrap() } else { Tile::plain(kind) };
        let hand = WaitingHand::new(waiting, held, melds).unwrap();
        let table = Table { round: Wind::ALL[round], seat: Wind::ALL[seat], dora: row(dora) };
        let win = fitting(&hand, kind, table.seat, how, riichi, row(ura));
        Case { hand, tile, win, table, rules: Rules::PRESETS[preset].rules.clone() }
    })
}

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} + {} {:?} {:?}", self.hand, self.tile, self.win, self.table)
    }
}

fn fast(case: &Case) -> Result<Score, ScoreError> {
    score(&case.hand, case.tile, &case.win, &case.table, &case.rules)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: size(4_000, 20_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_textbook_agrees(case in wins()) {
        match (fast(&case), oracle(&case)) {
            (Ok(score), Some((points, best))) => {
                prop_assert_eq!(score.value.base(&case.rules), points, "{:?} {:?}", score, best);
                let got = (score.yaku.iter().collect::<Vec<_>>(), score.value);
                prop_assert!(best.contains(&got), "{:?} is none of {:?}", got, best);
            }
            (Err(ScoreError::NoYaku), None) => {}
            (fast, slow) => prop_assert!(false, "{fast:?} {slow:?}"),
        }
    }

    #[test]
    fn riichi_never_lowers_a_score(case in wins()) {
        if !case.hand.is_closed() {
            return Ok(());
        }
        let riichi = match case.win {
            Win::Tsumo { ready: Ready::Dama, draw } => {
                Win::Tsumo { ready: Ready::Riichi { riichi: Riichi::PLAIN, ippatsu: false }, draw }
            }
            Win::Ron { ready: Ready::Dama, claim } => {
                Win::Ron { ready: Ready::Riichi { riichi: Riichi::PLAIN, ippatsu: false }, claim }
            }
            _ => return Ok(()),
        };
        let before = fast(&case).map_or(0, |s| s.value.base(&case.rules));
        let rules = case.rules.clone();
        let after = fast(&Case { win: riichi, ..case }).unwrap();
        prop_assert!(after.value.base(&rules) >= before);
    }

    #[test]
    fn ippatsu_and_ura_dora_only_add_han(case in wins()) {
        let plain = match case.win {
            Win::Tsumo { ready: Ready::Riichi { .. }, draw: Draw::Wall } => Win::RIICHI_TSUMO,
            Win::Ron { ready: Ready::Riichi { .. }, claim: Claim::Discard } => Win::RIICHI_RON,
            _ => return Ok(()),
        };
        let whole = fast(&case).unwrap();
        let double = whole.yaku.contains(Yaku::DoubleRiichi);
        let more = whole.dora.ura + u8::from(case.win.ippatsu()) + u8::from(double);
        let rules = case.rules.clone();
        let before = fast(&Case { win: plain, ..case }).unwrap();
        prop_assert_eq!(before.value.plus_han(more).base(&rules), whole.value.base(&rules));
    }

    #[test]
    fn payments_add_up(case in wins(), winner in 0..4usize, from in 1..4usize, honba in 0..9u16, sticks in 0..9u16) {
        let Ok(score) = fast(&case) else { return Ok(()) };
        let winner = Seat::new(winner).unwrap();
        let dealer = winner.after((4 - case.table.seat.index()) % 4);
        let source = match From::of(winner.after(from), winner) {
            Some(from) if !case.win.is_tsumo() => Source::Ron(from),
            _ => Source::Tsumo,
        };
        let pot = Pot { honba, sticks };
        let change = payments(&score, Payout { winner, dealer, source, pot }, &case.rules);
        prop_assert_eq!(change.0.iter().sum::<i32>(), 1_000 * i32::from(sticks));
        let tsumo = case.win.is_tsumo();
        let received = income(score.value, winner == dealer, tsumo, &case.rules, pot);
        if score.liable.is_empty() {
            prop_assert_eq!(change[winner], received);
            let hand = income(score.value, winner == dealer, tsumo, &case.rules, Pot::EMPTY);
            prop_assert_eq!(change, shares(hand, Payout { winner, dealer, source, pot }, &case.rules));
            let payers = change.iter().filter(|(_, c)| **c < 0).count();
            prop_assert_eq!(payers, if tsumo { 3 } else { 1 });
        }
        prop_assert!(change.iter().all(|(seat, c)| (seat == winner) == (*c > 0)));
    }
}
