//! The estimator of Kurita & Hoki (deal-in) against brute force: every hand that a caller could hold, by `shape`, with its own
//! `score`.

use nanikiru::danger::Estimator;
use nanikiru::danger::paper::riichi::{Bill, CONDITIONS, RiichiWaits};
use nanikiru::danger::paper::tenpai::{DISCARDS, Regressions, Tenpai};
use nanikiru::danger::paper::{self, Paper, Price, WaitForm};
use nanikiru::hand::{Call, From, Meld, Melds, WaitingHand};
use nanikiru::round::{Event, Manner, Opening, Table, View};
use nanikiru::rules::{Length, Rules};
use nanikiru::score::{self, Indicators, Win, score};
use nanikiru::shape::{Wait, shanten_of, wait_forms};
use nanikiru::tile::{Counts, Kind, KindSet, Reds, Seat, Suit, Tile};
use std::collections::BTreeMap;

/// Eq. 15 in these tests, as in the seed.
const BAD: f64 = 0.2;
const CALLER: Seat = Seat::ALL[1];
const VIEWER: Seat = Seat::ALL[3];

fn tile(text: &str) -> Tile {
    let (number, suit) = text.split_at(1);
    let suit = Suit::ALL.into_iter().find(|s| suit == s.letter().to_string()).unwrap();
    match number.parse().unwrap() {
        0 => Tile::red_five(suit).unwrap(),
        n => Kind::of(suit, n).unwrap().into(),
    }
}

fn kind(text: &str) -> Kind {
    tile(text).kind()
}

/// An estimator that takes every mixed hand for tenpai, and one of a colour for `tinted` of them.
fn estimator(tinted: f64) -> Paper {
    let constant = |rate: f64| (rate / (1.0 - rate)).ln();
    fn regressions<const N: usize>(calls: usize, first: f64) -> Regressions<N> {
        let mut row = [0.0; N];
        row[0] = first;
        Regressions { weights: vec![[row; DISCARDS]; calls] }
    }
    let bill = |han: usize| {
        let mut bill = Bill { han: [0.0; 15], fu: [0.0; 12] };
        bill.han[han] = 0.5;
        bill.han[han + 1] = 0.5;
        bill.fu[3] = 1.0;
        bill
    };
    Paper {
        tenpai: Tenpai {
            tinted: regressions(3, constant(tinted)),
            tenpai_tinted: regressions(3, constant(0.5)),
            tenpai_mixed: regressions(4, constant(0.25)),
        },
        bad: [BAD; 3],
        waits: RiichiWaits {
            two_sided: std::array::from_fn(|l| l as f64 / 20.0),
            forms: [0.0, 0.5, 0.3, 0.2],
            places: [1.0; paper::PLACES],
            honours: [[1.0; 3]; 2],
            odds: vec![[1.0; CONDITIONS]; paper::PLACES],
            spare: [[0.5, 0.8]; WaitForm::COUNT],
        },
        riichi: bill(2),
        closed: bill(1),
    }
}

/// A table on which seat 0 discards what seat 1 calls and all discard some tiles.
struct Story {
    table: Table,
}

impl Story {
    fn new(indicator: &str) -> Story {
        let opening = Opening::first(&Rules::TENHOU, tile(indicator));
        Story { table: Table::new(&opening, &Rules::TENHOU).unwrap() }
    }

    fn apply(&mut self, event: Event) {
        self.table.apply(&event).unwrap_or_else(|fault| panic!("{event:?}: {fault}"));
    }

    fn turn(&mut self, seat: usize, discard: &str, manner: Manner) {
        let seat = Seat::ALL[seat];
        self.apply(Event::Draw { seat, tile: tile(discard) });
        self.apply(Event::Discard { seat, tile: tile(discard), manner });
    }

    /// All four draw and discard in turn.
    fn round(&mut self, discards: [&str; 4]) {
        for (seat, discard) in discards.into_iter().enumerate() {
            self.turn(seat, discard, Manner::Tsumogiri);
        }
    }

    /// Seat 0 discards, seat 1 calls and discards, seats 2 and 3 discard.
    fn call(&mut self, claimed: &str, lowest: &str, red: bool, discards: [&str; 3]) {
        self.turn(0, claimed, Manner::Tsumogiri);
        let claimed = tile(claimed);
        let call =
            if lowest.is_empty() { Call::Pon { from: From::Left, claimed } } else { Call::Chi { claimed } };
        let low = if lowest.is_empty() { claimed.kind() } else { kind(lowest) };
        self.apply(Event::Call { seat: CALLER, meld: Meld::new(call, low, red).unwrap() });
        self.apply(Event::Discard { seat: CALLER, tile: tile(discards[0]), manner: Manner::Tedashi });
        self.turn(2, discards[1], Manner::Tsumogiri);
        self.turn(3, discards[2], Manner::Tsumogiri);
    }

    fn view(&self, hand: &[&str]) -> View<'_> {
        let mut counts = Counts::EMPTY;
        let mut reds = Reds::NONE;
        for tile in hand.iter().map(|text| tile(text)) {
            counts.add(tile.kind()).unwrap();
            reds = if tile.is_red() { reds.with(tile.kind().suit()) } else { reds };
        }
        View::new(&self.table, VIEWER, counts, reds).unwrap()
    }
}

const HAND: [&str; 13] = ["1m", "1m", "3m", "4p", "4p", "4p", "0p", "7p", "1s", "9s", "9s", "2z", "5z"];

/// Every set of so many unseen tiles.
fn each_hand(unseen: &Counts, size: usize, found: &mut impl FnMut(&Counts)) {
    fn add(from: usize, left: usize, unseen: &Counts, hand: &mut Counts, found: &mut impl FnMut(&Counts)) {
        if left == 0 {
            return found(hand);
        }
        for kind in Kind::ALL.into_iter().skip(from).filter(|&k| unseen[k] > 0) {
            if hand[kind] < unseen[kind] {
                hand.add(kind).unwrap();
                add(kind.index(), left - 1, unseen, hand, found);
                hand.remove(kind).unwrap();
            }
        }
    }
    add(0, size, unseen, &mut Counts::EMPTY.clone(), found);
}

fn choose(n: u8, k: u8) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

/// The colour of hand and melds, 3 for several.
fn colours(hand: &WaitingHand) -> Vec<usize> {
    let owned = hand.owned();
    let suits: Vec<usize> = (0..3)
        .filter(|&s| Suit::NUMBERS[s].five().is_some() && owned.suit(Suit::NUMBERS[s]).iter().any(|&n| n > 0))
        .collect();
    match suits[..] {
        [] => vec![0, 1, 2],
        [suit] => vec![suit],
        _ => vec![3],
    }
}

/// 3456 with groups: what the seed counts as two-sided.
fn run_of_four(hand: &WaitingHand, waits: KindSet) -> bool {
    let concealed = hand.concealed();
    waits.iter().filter(|k| !k.is_honour() && k.number() <= 6).any(|low| {
        let run: Vec<Kind> = (0..4).map(|i| Kind::ALL[low.index() + i]).collect();
        let rest = run.iter().try_fold(*concealed, |rest, &k| rest.minus(k));
        // the rest is nothing but groups: with one pair more it is complete
        let pair = |rest: &Counts, k: Kind| rest.plus(k).and_then(|r| r.plus(k)).ok();
        let groups = |rest: &Counts| {
            rest.total() == 0
                || Kind::ALL.into_iter().filter(|&k| rest[k] == 0).any(|k| {
                    let near = |d: usize| k.index().checked_sub(d).is_some_and(|i| rest.as_array()[i] > 0);
                    let lonely = k.is_honour() && !near(0);
                    lonely
                        && pair(rest, k).is_some_and(|r| {
                            shanten_of(&r, 4 - rest.total() / 3).unwrap().standard.is_complete()
                        })
                })
        };
        rest.is_ok_and(|rest| groups(&rest)) && waits.contains(run[3])
    })
}

/// The prices of the caller's tenpai hands as the seed defines them, every hand looked at by itself.
fn brute_force(paper: &Paper, view: &View) -> Vec<BTreeMap<Price, f64>> {
    let table = view.table();
    let player = table.player(CALLER);
    let melds: Melds = player.melds().iter().copied().collect();
    let rates = paper.tenpai.rates(table, CALLER);
    let indicators: Vec<Kind> = table.indicators().iter().map(|t| t.kind()).collect();
    let at = score::Table {
        round: table.wind(),
        seat: CALLER.wind(table.dealer()),
        dora: Indicators::new(&indicators).unwrap(),
    };
    let mut seen_reds = view.reds();
    for seat in Seat::ALL {
        for tile in table.player(seat).river().iter().map(|r| r.tile).filter(|t| t.is_red()) {
            seen_reds = seen_reds.with(tile.kind().suit());
        }
        for meld in table.player(seat).melds().iter().filter(|m| m.has_red()) {
            seen_reds = seen_reds.with(meld.kind().suit());
        }
    }
    let mut totals = [0.0; 4];
    let mut sums = vec![vec![BTreeMap::<Price, f64>::new(); Kind::COUNT]; 4];
    each_hand(view.unseen(), 13 - 3 * melds.len(), &mut |tiles| {
        if !shanten_of(tiles, melds.len()).unwrap().standard.is_tenpai() {
            return;
        }
        let Ok(hand) = WaitingHand::new(*tiles, Reds::NONE, melds.clone()) else { return };
        // waits that only a fifth copy of a concealed tile would fill are none
        let forms: Vec<_> = wait_forms(&hand).into_iter().filter(|form| tiles[form.kind] < 4).collect();
        let waits: KindSet = forms.iter().map(|form| form.kind).collect();
        if waits.is_empty() || waits.bits() & player.furiten().bits() != 0 {
            return;
        }
        let good = forms.iter().any(|f| f.contains(Wait::Ryanmen) || f.contains(Wait::Shanpon));
        let form = if good || run_of_four(&hand, waits) { 1.0 } else { BAD };
        let ways: f64 = tiles.iter().map(|(k, n)| choose(view.unseen()[k], n as u8)).product();
        let factor = ways * form;
        for colour in colours(&hand) {
            totals[colour] += factor;
        }
        // which red fives it holds
        let held = |suit: Suit| {
            let five = suit.five().unwrap();
            let n = tiles[five];
            if seen_reds.contains(suit) || n == 0 {
                0.0
            } else {
                f64::from(n) / f64::from(view.unseen()[five])
            }
        };
        for bits in 0..8 {
            let reds = Reds::from_bits(bits).unwrap();
            let rate: f64 = Suit::NUMBERS
                .into_iter()
                .map(|suit| if reds.contains(suit) { held(suit) } else { 1.0 - held(suit) })
                .product();
            if rate == 0.0 {
                continue;
            }
            let hand = WaitingHand::new(*tiles, reds, melds.clone()).unwrap();
            for kind in waits.iter() {
                if let Ok(won) = score(&hand, Tile::plain(kind), &Win::RON, &at, table.rules()) {
                    for colour in colours(&hand) {
                        *sums[colour][kind.index()].entry(Price::of(won.value)).or_default() += factor * rate;
                    }
                }
            }
        }
    });
    let mut prices = vec![BTreeMap::new(); Kind::COUNT];
    for colour in (0..4).filter(|&c| totals[c] > 0.0) {
        for (kind, by_price) in sums[colour].iter().enumerate() {
            for (&price, sum) in by_price {
                *prices[kind].entry(price).or_default() += rates[colour] * sum / totals[colour];
            }
        }
    }
    prices
}

fn compare(paper: &Paper, view: &View) {
    let (tenpai, ours) = paper.prices(view, CALLER);
    assert!((0.0..=1.0).contains(&tenpai));
    let mut positive = 0;
    for (kind, (ours, theirs)) in Kind::ALL.into_iter().zip(ours.iter().zip(brute_force(paper, view))) {
        let ours: BTreeMap<Price, f64> = ours.iter().collect();
        let keys: Vec<Price> = ours.keys().chain(theirs.keys()).copied().collect();
        positive += theirs.len();
        for price in keys {
            let (a, b) = (ours.get(&price).unwrap_or(&0.0), theirs.get(&price).unwrap_or(&0.0));
            assert!((a - b).abs() < 1e-9, "{kind} {price:?}: {a} {b}");
        }
    }
    assert!(positive > 10, "only {positive} prices are possible");
}

#[test]
fn three_calls_as_by_brute_force() {
    let mut story = Story::new("3s");
    story.round(["9m", "1z", "9p", "1p"]);
    story.call("3m", "2m", false, ["2z", "8s", "8s"]);
    story.call("5z", "", false, ["9p", "7z", "6z"]);
    story.call("6m", "5m", true, ["1s", "7z", "6z"]);
    compare(&estimator(0.4), &story.view(&HAND));

    let mut story = Story::new("4z");
    story.call("2z", "", false, ["1m", "8s", "8s"]);
    story.call("6z", "", false, ["9p", "7z", "2m"]);
    story.call("1z", "", false, ["5s", "7z", "3z"]);
    compare(
        &estimator(0.2),
        &story.view(&["1m", "1m", "3m", "4p", "4p", "4p", "0p", "7p", "1s", "9s", "9s", "7z", "5z"]),
    );

    let mut story = Story::new("8p");
    story.call("2p", "1p", false, ["1m", "7s", "7s"]);
    story.call("2m", "1m", false, ["9p", "7z", "2m"]);
    story.call("8s", "", false, ["5m", "7z", "3z"]);
    compare(&estimator(0.2), &story.view(&HAND));
}

#[test]
fn two_calls_as_by_brute_force() {
    let mut story = Story::new("3s");
    story.round(["9m", "1z", "9p", "1p"]);
    story.call("4s", "3s", false, ["2z", "8s", "8s"]);
    story.call("5z", "", false, ["9p", "7z", "6z"]);
    // many tiles are gone: fewer hands to look at
    for discards in [
        ["1z", "1z", "1z", "2z"],
        ["3z", "3z", "3z", "4z"],
        ["4z", "4z", "6z", "7z"],
        ["9m", "9m", "9m", "8m"],
        ["1p", "1p", "2p", "2p"],
        ["7p", "7p", "8p", "8p"],
        ["9p", "2s", "2s", "2s"],
        ["7s", "7s", "8s", "9s"],
        ["3m", "3m", "8m", "8m"],
    ] {
        story.round(discards);
    }
    compare(&estimator(0.3), &story.view(&HAND));
}

/// Two callers and a riichi.
fn busy() -> Story {
    let mut story = Story::new("3s");
    story.round(["9m", "1z", "9p", "1p"]);
    story.call("4s", "3s", false, ["2z", "8s", "8s"]);
    story.call("5z", "", false, ["9p", "7z", "6z"]);
    story.turn(0, "9m", Manner::Tsumogiri);
    story.turn(1, "9m", Manner::Tsumogiri);
    let seat = Seat::ALL[2];
    story.apply(Event::Draw { seat, tile: tile("3p") });
    story.apply(Event::Riichi { seat });
    story.apply(Event::Discard { seat, tile: tile("3p"), manner: Manner::Tedashi });
    story.apply(Event::RiichiAccepted { seat });
    story.turn(3, "2s", Manner::Tsumogiri);
    story.turn(0, "4z", Manner::Tsumogiri);
    story
}

#[test]
fn rates_and_payments_are_distributions() {
    let story = busy();
    let view = story.view(&HAND);
    for paper in [&estimator(0.3), Paper::builtin()] {
        let danger = paper.danger(&view, Length::Hanchan);
        assert_eq!(danger.threats[VIEWER], None);
        for seat in Seat::ALL.into_iter().filter(|&seat| seat != VIEWER) {
            let threat = danger.threats[seat].as_ref().unwrap();
            assert!((0.0..=1.0).contains(&threat.tenpai));
            assert_eq!(threat.risks.len(), Tile::COUNT);
            let furiten = view.table().player(seat).furiten();
            assert!(!furiten.is_empty());
            for tile in (0..Tile::COUNT).filter_map(Tile::new) {
                let risk = threat.risk(tile);
                assert!((0.0..=1.0).contains(&risk.rate), "{tile} {}", risk.rate);
                if furiten.contains(tile.kind()) {
                    assert_eq!(risk.rate, 0.0, "{tile}");
                }
                let sum: f64 = risk.payments.iter().map(|p| p.rate).sum();
                assert!(if risk.rate > 0.0 { (sum - 1.0).abs() < 1e-9 } else { sum == 0.0 }, "{tile} {sum}");
                assert!(risk.payments.is_sorted_by(|a, b| a.points < b.points));
                assert!(risk.payments.iter().all(|p| p.points >= 1000), "{tile} {:?}", risk.payments);
            }
        }
        assert_eq!(danger.threats[Seat::ALL[2]].as_ref().unwrap().tenpai, 1.0);
        assert_eq!(paper.danger(&view, Length::Hanchan), danger, "the same view has the same danger");
    }
}

#[test]
fn waits_of_a_riichi_add_up_to_the_forms() {
    let story = busy();
    let view = story.view(&HAND);
    let paper = estimator(0.3);
    let seat = Seat::ALL[2];
    let rates = paper.waits.rates(view.table(), seat, view.unseen());
    let of = |form| rates.iter().filter(|(w, _)| w.form() == form).map(|(_, rate)| rate).sum::<f64>();
    // eq. 26: furiten are the discards 9p 8s 3p, and 2s that passed since
    let furiten = view.table().player(seat).furiten();
    let suji = paper::riichi::suji_left(furiten);
    let lost = [("3p", "6p"), ("6p", "9p"), ("5s", "8s"), ("2s", "5s")];
    assert_eq!(suji, 18 - lost.len());
    let two_sided = suji as f64 / 20.0;
    assert!((of(WaitForm::TwoSided) - two_sided).abs() < 1e-12);
    // eq. 28 and 19: the pair counts twice
    assert!((of(WaitForm::OneSided) - 0.5 * (1.0 - two_sided)).abs() < 1e-12);
    assert!((of(WaitForm::Pair) - 2.0 * 0.3 * (1.0 - two_sided)).abs() < 1e-12);
    assert!((of(WaitForm::Single) - 0.2 * (1.0 - two_sided)).abs() < 1e-12);
    // eq. 25: a kind's rate is the sum of its waits'
    let (_, prices) = paper.prices(&view, seat);
    for kind in Kind::ALL {
        let sum: f64 = rates.iter().filter(|(w, _)| w.kinds().any(|k| k == kind)).map(|(_, r)| r).sum();
        assert!((prices[kind.index()].rate() - sum).abs() < 1e-12, "{kind}");
    }
}
