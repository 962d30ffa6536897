//! The danger model on tables that nobody chose: rates are rates, what is safe is safe, and every run is the same.

use crate::random;

use flate2::Compression;
use flate2::write::GzEncoder;
use nanikiru::danger::{Danger, DangerModel, Estimator, LABEL, OpponentView, assess, possible};
use nanikiru::hand::{Call, From, Meld, Melds, WaitingHand};
use nanikiru::params::Params;
use nanikiru::round::{Event, Manner, Opening, Phase, RawRound, Round};
use nanikiru::rules::{Length, Rules};
use nanikiru::shape::waits;
use nanikiru::tile::{BySeat, Counts, Kind, Reds, Seat, Suit, Tile, Wind};
use proptest::prelude::*;
use proptest::test_runner::TestRng;
use random::Random;
use std::io::Write;

/// All 136 tiles, shuffled.
fn wall(rng: &mut TestRng) -> Vec<Tile> {
    let mut tiles: Vec<Tile> =
        Kind::ALL.into_iter().flat_map(|k| std::iter::repeat_n(Tile::plain(k), 4)).collect();
    for suit in Suit::NUMBERS {
        let five = suit.five().unwrap();
        let at = tiles.iter().position(|t| t.kind() == five).unwrap();
        tiles[at] = Tile::red_five(suit).unwrap();
    }
    for i in (1..tiles.len()).rev() {
        tiles.swap(i, rng.random_range(0..=i));
    }
    tiles
}

/// A round in which everybody discards at random, calls pons at random and declares riichi at random, stopped
/// before a discard.
fn round(rng: &mut TestRng, turns: usize) -> Round {
    let mut wall = wall(rng);
    let hands = BySeat(std::array::from_fn(|_| std::array::from_fn(|_| wall.pop().unwrap())));
    let opening = Opening {
        wind: [Wind::East, Wind::South][rng.random_range(0..2)],
        dealer: Seat::ALL[rng.random_range(0..4)],
        ..Opening::first(&Rules::TENHOU, wall.pop().unwrap())
    };
    let mut round = Round::deal(RawRound { opening, hands: hands.0.into() }, &Rules::TENHOU).unwrap();
    for _ in 0..turns {
        if !matches!(round.table().phase(), Phase::Act { .. } | Phase::Called { .. })
            && !draw(&mut round, &mut wall)
        {
            break;
        }
        let before = round.clone();
        let (seat, called) = match round.table().phase() {
            Phase::Act { seat, .. } => (seat, false),
            Phase::Called { seat, .. } => (seat, true),
            _ => return before,
        };
        let held: Vec<Tile> = tiles(&round, seat);
        let fixed = round.table().player(seat).riichi().is_some();
        let declared =
            !called && rng.random_range(0..12) == 0 && round.apply(&Event::Riichi { seat }).is_ok();
        let drawn = round.drawn();
        let tile = if fixed { drawn.unwrap() } else { held[rng.random_range(0..held.len())] };
        let manner = if drawn == Some(tile) { Manner::Tsumogiri } else { Manner::Tedashi };
        if round.apply(&Event::Discard { seat, tile, manner }).is_err() {
            return before; // kuikae
        }
        if declared {
            round.apply(&Event::RiichiAccepted { seat }).unwrap();
        }
        for steps in 1..4 {
            let caller = seat.after(steps);
            let from = From::of(seat, caller).unwrap();
            let call = Call::Pon { from, claimed: tile };
            let meld = Meld::new(call, tile.kind(), tile.is_red()).unwrap();
            if rng.random_range(0..2) == 0 && round.apply(&Event::Call { seat: caller, meld }).is_ok() {
                break;
            }
        }
    }
    if !matches!(round.table().phase(), Phase::Act { .. } | Phase::Called { .. }) {
        draw(&mut round, &mut wall);
    }
    round
}

fn draw(round: &mut Round, wall: &mut Vec<Tile>) -> bool {
    let Phase::Draw { seat, .. } = round.table().phase() else { return false };
    let Some(tile) = wall.pop() else { return false };
    round.apply(&Event::Draw { seat, tile }).is_ok()
}

fn tiles(round: &Round, seat: Seat) -> Vec<Tile> {
    let reds = round.reds(seat);
    round
        .concealed(seat)
        .iter()
        .flat_map(|(kind, n)| {
            let red = reds.contains(kind.suit()) && kind.is_five();
            let red = Tile::red_five(kind.suit()).filter(|_| red);
            let plain = n - usize::from(red.is_some());
            red.into_iter().chain(std::iter::repeat_n(Tile::plain(kind), plain))
        })
        .collect()
}

fn rounds() -> impl Strategy<Value = Round> {
    (0..80usize).prop_perturb(|turns, mut rng| round(&mut rng, turns))
}

/// Whoever is to discard, or else the next to draw.
fn viewer(round: &Round) -> Seat {
    match round.table().phase() {
        Phase::Act { seat, .. } | Phase::Called { seat, .. } | Phase::Draw { seat, .. } => seat,
        _ => Seat::ALL[0],
    }
}

fn check(danger: &Danger, viewer: Seat) {
    for (seat, threat) in danger.threats.iter() {
        assert_eq!(threat.is_none(), seat == viewer);
        let Some(threat) = threat else { continue };
        assert!((0.0..=1.0).contains(&threat.tenpai), "{}", threat.tenpai);
        assert_eq!(threat.risks.len(), Tile::COUNT);
        for risk in &threat.risks {
            assert!((0.0..=1.0).contains(&risk.rate) && risk.rate <= threat.tenpai, "{}", risk.rate);
            if risk.rate == 0.0 {
                assert!(risk.payments.is_empty() && risk.facts.is_empty());
                continue;
            }
            let sum: f64 = risk.payments.iter().map(|p| p.rate).sum();
            assert!((sum - 1.0).abs() < 1e-9, "payments add up to {sum}");
            assert!(risk.payments.iter().all(|p| (0.0..=1.0).contains(&p.rate)));
            assert!(risk.payments.windows(2).all(|two| two[0].points < two[1].points), "cheapest first");
            assert!(risk.facts.windows(2).all(|two| two[0].effect.abs() >= two[1].effect.abs()));
            assert!(risk.facts.iter().all(|fact| fact.effect.is_finite()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn rates_are_rates_and_payments_add_up(round in rounds()) {
        let viewer = viewer(&round);
        let view = round.view(viewer);
        let danger = assess(&view, Length::Hanchan);
        check(&danger, viewer);
        prop_assert_eq!(&danger, &assess(&view, Length::Hanchan), "the same answer twice");
        for tile in (0..Tile::COUNT).filter_map(Tile::new) {
            prop_assert!((0.0..=1.0).contains(&danger.rate(tile)));
            prop_assert!(danger.loss(tile) >= 0.0);
        }
    }

    #[test]
    fn furiten_is_safe(round in rounds()) {
        let viewer = viewer(&round);
        let danger = assess(&round.view(viewer), Length::Hanchan);
        for opponent in Seat::ALL.into_iter().filter(|&s| s != viewer) {
            let threat = danger.threats[opponent].as_ref().unwrap();
            for kind in round.table().player(opponent).furiten().iter() {
                prop_assert_eq!(threat.risk(Tile::plain(kind)).rate, 0.0, "{}", kind);
            }
        }
    }

    /// What is called impossible is no wait of any hand that the opponent could hold: hands near tenpai are made
    /// of the tiles that the viewer does not see.
    #[test]
    fn what_is_impossible_is_no_wait(round in rounds(), seed in any::<u64>()) {
        let viewer = viewer(&round);
        let view = round.view(viewer);
        for opponent in Seat::ALL.into_iter().filter(|&s| s != viewer) {
            let player = round.table().player(opponent);
            let possible = possible(&view, opponent);
            let melds: Melds = player.melds().iter().copied().collect();
            for at in 0..60 {
                let Some(hand) = tenpai(view.unseen(), melds.clone(), seed.wrapping_add(at)) else { continue };
                let waits = waits(&hand);
                if waits.iter().any(|k| player.furiten().contains(k)) {
                    continue;
                }
                for kind in waits.iter() {
                    prop_assert!(possible.contains(kind), "{kind} is a wait of {hand:?}");
                }
            }
        }
    }
}

/// A hand of unseen tiles that is one tile short of groups and a pair, if chance makes one.
fn tenpai(unseen: &Counts, melds: Melds, seed: u64) -> Option<WaitingHand> {
    let mut left = *unseen.as_array();
    let mut random = Random(seed);
    let mut next = |n: usize| random.below(n);
    let mut hand = [0u8; 34];
    let take = |kinds: &[usize], left: &mut [u8; 34], hand: &mut [u8; 34]| {
        let mut copy = *left;
        for &k in kinds {
            copy[k] = copy[k].checked_sub(1)?;
        }
        *left = copy;
        kinds.iter().for_each(|&k| hand[k] += 1);
        Some(())
    };
    let groups = 4 - melds.len();
    // the group or pair that the wait completes is taken from four of each: its last tile need not be unseen
    let short = next(groups + 1);
    for i in 0..=groups {
        let mut made = false;
        for _ in 0..40 {
            let kind = next(34);
            let run = next(2) == 0 && kind < 27 && kind % 9 < 7;
            let whole = match (i == groups, run) {
                (true, _) => vec![kind, kind],
                (false, true) => vec![kind, kind + 1, kind + 2],
                (false, false) => vec![kind, kind, kind],
            };
            let mut part = whole.clone();
            if i == short {
                part.remove(next(whole.len()));
            }
            if take(&part, &mut left, &mut hand).is_some() {
                made = true;
                break;
            }
        }
        if !made {
            return None;
        }
    }
    WaitingHand::new(Counts::new(hand).ok()?, Reds::NONE, melds).ok()
}

#[test]
fn an_honour_without_unseen_copies_is_safe_but_for_thirteen_orphans() {
    // 33 of the 34 kinds once round, East three times in the viewer's hand, the fourth as the indicator
    let east = Kind::of(Suit::Honour, 1).unwrap();
    let opening = Opening::first(&Rules::TENHOU, Tile::plain(east));
    let table = nanikiru::round::Table::new(&opening, &Rules::TENHOU).unwrap();
    let mut hand = [0u8; 34];
    hand[east.index()] = 3;
    hand[1..11].iter_mut().filter(|n| **n == 0).take(10).for_each(|n| *n = 1);
    let view = |hand: [u8; 34]| {
        nanikiru::round::View::new(&table, Seat::ALL[0], Counts::new(hand).unwrap(), Reds::NONE).unwrap()
    };
    // nine of the other orphans are unseen, one of them twice: thirteen orphans could wait for it
    assert!(possible(&view(hand), Seat::ALL[1]).contains(east));
    // without any 9s left there is no thirteen orphans
    let nine = Kind::of(Suit::Sou, 9).unwrap();
    let mut hand = [0u8; 34];
    hand[east.index()] = 3;
    hand[nine.index()] = 4;
    hand[1..7].fill(1);
    assert!(!possible(&view(hand), Seat::ALL[1]).contains(east));
    assert_eq!(assess(&view(hand), Length::Hanchan).rate(Tile::plain(east)), 0.0);
}

#[test]
fn the_carried_parameters_are_small_and_say_where_they_come_from() {
    let bytes = include_bytes!("../../data/danger.params");
    // half of the bytes are zero, and nobody loads them as they are
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).unwrap();
    let packed = packed.finish().unwrap().len();
    assert!(packed <= 200_000, "{packed} bytes");
    let params = Params::read(LABEL, bytes).unwrap();
    assert!(DangerModel::new(&params).is_ok());
    assert_eq!(params.write(), bytes);
    assert!(params.provenance.games > 10_000, "{:?}", params.provenance);
    assert!(params.provenance.from < params.provenance.to);
}

fn sixteen_rounds() -> Vec<Round> {
    let rng = |i| TestRng::from_seed(proptest::test_runner::RngAlgorithm::ChaCha, &[i; 32]);
    (0..16).map(|i| round(&mut rng(i), 40)).collect()
}

#[test]
fn the_same_tiles_deal_in_in_a_hanchan_and_cost_more() {
    let (mut tonpuu, mut hanchan) = (0.0, 0.0);
    for round in sixteen_rounds() {
        let view = round.view(viewer(&round));
        let [short, long] = [Length::Tonpuu, Length::Hanchan].map(|length| assess(&view, length).threats);
        for (short, long) in short.iter().zip(long.iter()).filter_map(|(a, b)| a.1.as_ref().zip(b.1.as_ref()))
        {
            assert_eq!(short.tenpai, long.tenpai);
            for tile in (0..Tile::COUNT).filter_map(Tile::new) {
                let (short, long) = (short.risk(tile), long.risk(tile));
                assert_eq!((short.rate, &short.facts), (long.rate, &long.facts));
                tonpuu += short.mean();
                hanchan += long.mean();
            }
        }
    }
    // 3 to 5 % in recorded games
    assert!((1.02..1.08).contains(&(hanchan / tonpuu)), "{hanchan} {tonpuu}");
}

#[test]
fn any_number_of_threads_gives_the_same() {
    use rayon::prelude::*;
    let rounds = sixteen_rounds();
    let one: Vec<Danger> = rounds.iter().map(|r| assess(&r.view(viewer(r)), Length::Hanchan)).collect();
    let many: Vec<Danger> = rounds
        .par_iter()
        .map(|r| DangerModel::builtin().danger(&r.view(viewer(r)), Length::Hanchan))
        .collect();
    assert_eq!(one, many);
    let opponent_views =
        rounds.iter().map(|r| OpponentView::new(&r.view(viewer(r)), viewer(r).after(1)).possible);
    assert!(opponent_views.map(|kinds| kinds.len()).sum::<usize>() > 16 * 10, "most kinds can deal in");
}
