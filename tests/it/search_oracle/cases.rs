//! The cases.

use super::case::{At, Case, ODD, Odd, all_but, kind, lively};
use nanikiru::hand::{Call, Deck, From, Meld};
use nanikiru::rules::Kuikae;
use nanikiru::search::{
    Chance, ChanceStep, Criterion, End, Ends, HandChance, Kans, Offers, Rates, Risks, Start,
};
use nanikiru::tile::Tile;

const SLOW_TABLE: Rates = Rates { honour: 0.9, number: [0.8, 0.7, 0.6, 0.5, 0.4] };

/// Nobody calls, nobody else wins, nobody discards after the last draw.
fn quiet(draws: usize, rates: &Rates) -> Chance {
    let standing = || HandChance { ron: Offers::even(rates), ends: Ends::NEVER };
    let step = ChanceStep {
        calls: Offers::NEVER,
        closed: standing(),
        open: standing(),
        riichi: standing(),
        risks: Risks::NONE,
        thrown: Risks::NONE,
    };
    let mut chance = Chance::even(draws, 1, step);
    chance.steps[draws] = ChanceStep::ALONE;
    chance
}

fn closed(tiles: &str, unseen: String, draws: usize, n: usize) -> Case {
    Case {
        tiles: tiles.into(),
        melds: vec![],
        deck: Deck::Four,
        unseen,
        at: At::Discard("".into()),
        chance: quiet(draws, &SLOW_TABLE),
        n,
        calls: 0,
        kans: Kans::None,
        fewer: 0,
        kita: 4,
        kuikae: Kuikae::Forbidden,
        objective: Criterion::Value,
        first_turn: false,
        payoffs: ODD,
    }
}

fn full(tiles: &str, draws: usize, n: usize) -> Case {
    closed(tiles, all_but(tiles), draws, n)
}

fn pon(tile: &str) -> Meld {
    Meld::new(Call::Pon { from: From::Across, claimed: Tile::plain(kind(tile)) }, kind(tile), false).unwrap()
}

#[test]
fn one_shanten_with_all_tiles_unseen() {
    for n in 1..=2 {
        full("234m456p34677s55z1z", 4, n).check();
    }
}

#[test]
fn complete_hand() {
    full("234m406p34577s555z", 3, 1).check();
}

#[test]
fn two_shanten_with_red_fives() {
    for n in 2..=3 {
        full("34m406p3467s2258p1z", 3, n).check();
    }
}

#[test]
fn a_plain_five_beside_the_red_one() {
    full("2340m4556p34677s1z", 3, 2).check();
    full("2340m456p34577s55z", 4, 1).check();
    full("234055m456p34577s", 4, 1).check();
}

#[test]
fn two_shanten() {
    full("1357m2468p34568s1z", 4, 3).check();
    full("135m2468p345688s1z", 5, 2).check();
}

#[test]
fn seven_pairs_and_thirteen_orphans() {
    full("1133m2255p446s127z", 3, 1).check();
    full("119m19p19s1234567z", 3, 1).check();
    full("199m19p159s123456z", 3, 3).check();
}

#[test]
fn few_kinds_many_turns() {
    closed("23455667m22p345s8p", "111444777m0888m22p444p".into(), 9, 2).check();
}

#[test]
fn open_hands() {
    let seen = |tiles: &str, melds: &str| all_but(&format!("{tiles}{melds}"));
    for n in 1..=2 {
        let case = closed("23468p345s77z2m", seen("23468p345s77z2m", "555z"), 5, n);
        Case { melds: vec![pon("5z")], ..case }.check();
        let case = closed("4567p1z", seen("4567p1z", "555z111m999s"), 5, n);
        Case { melds: vec![pon("5z"), pon("1m"), pon("9s")], ..case }.check();
    }
}

#[test]
fn nothing_but_tsumo_and_no_points_for_riichi() {
    let never = Rates { honour: 0.0, number: [0.0; 5] };
    let case = full("34m406p3467s2258p1z", 3, 2);
    Case { chance: quiet(3, &never), payoffs: Odd { riichi: false, ..ODD }, ..case }.check();
}

#[test]
fn more_wanted_tiles_than_tiles_left() {
    closed("119m19p19s1234567z", "19m19p19s1234567z".into(), 6, 1).check();
}

fn chi(low: &str) -> Meld {
    Meld::new(Call::Chi { claimed: Tile::plain(kind(low)) }, kind(low), false).unwrap()
}

fn ankan(tile: &str) -> Meld {
    Meld::new(Call::Ankan, kind(tile), false).unwrap()
}

/// Calls and kans with everything on; what is not in the hand and not `seen` is unseen.
fn busy(tiles: &str, seen: &str, draws: usize, n: usize, calls: usize) -> Case {
    let unseen = all_but(&format!("{tiles}{seen}"));
    let kans = Kans::Replacement;
    Case { chance: lively(draws, 3), calls, kans, ..closed(tiles, unseen, draws, n) }
}

/// The same with these tiles unseen.
fn small(tiles: &str, unseen: &str, draws: usize, n: usize, calls: usize) -> Case {
    let kans = Kans::Replacement;
    Case { chance: lively(draws, 3), calls, kans, ..closed(tiles, unseen.into(), draws, n) }
}

/// With riichi, and without: then calls and kans are worth more.
fn both(case: Case) {
    for riichi in [true, false] {
        Case { payoffs: Odd { riichi, ..case.payoffs }, ..case.clone() }.check();
    }
}

const OBJECTIVES: [Criterion; 3] = [Criterion::Value, Criterion::WinRate, Criterion::Tenpai];

#[test]
fn chi_in_three_positions_and_pon() {
    for calls in 1..=2 {
        both(busy("24m5678p1289s5577z", "", 3, 2, calls));
        both(busy("234m4567p1289s557z", "", 4, 1, calls));
        both(small("24m5678p1289s5577z", "3m47p3s7s5z7z9s9p", 4, 2, calls));
    }
    // four melds and a bare pair
    both(small("1199m77p34s5522z6m8p", "1m9m7p5z2s5s3z8s", 5, 3, 4));
}

#[test]
fn every_kan() {
    for kans in [Kans::None, Kans::Plain, Kans::Replacement, Kans::Held] {
        for calls in 0..=2 {
            // two triplets to make kans of, one beside a run
            let case = small("1112m555z4567p22s3m", "1m5z3m47p2s6s9s66z8p", 3, 1, calls);
            both(Case { kans, ..case });
            // four of a kind in hand, a pon to add to
            let case = small("222234m55p678s", "5z5p1m4m9s8s1z3p", 3, 1, calls);
            both(Case { kans, melds: vec![pon("5z")], ..case });
        }
    }
}

#[test]
fn replacement_after_replacement() {
    both(small("111999m111p45s99p5z", "19m1p3s6s1z9p", 2, 1, 3));
    let case = small("111m999p45s111p", "1m1p9p5z3s6s1z4s", 3, 1, 2);
    both(Case { melds: vec![pon("5z")], ..case });
}

#[test]
fn swap_calling() {
    for kuikae in [Kuikae::Allowed, Kuikae::Forbidden] {
        for (tiles, unseen) in [
            ("23456m234p78s5577z", "147m15p69s5z7z8m"),
            ("2345m2233p789s555z", "1m6m4p1p5z2p3p9s"),
            ("4445667m789s5566p", "3m4m0m6m8m5p6p7p9s"),
        ] {
            both(Case { kuikae, ..small(tiles, unseen, 3, 1, 2) });
        }
    }
}

#[test]
fn red_fives_in_hand_and_in_melds() {
    // held
    both(small("40671m0556p33s789s", "5m358m45p34s7z1z", 3, 1, 2));
    both(small("34m340p5506s789s11z", "5m4p5p5s257m6s", 3, 1, 2));
    // to come
    both(small("469m34p4455s678s11z", "0m5m0p25p0s3s6s1z", 3, 2, 2));
    both(small("555m469p55672s111z", "0m0p5p0s8s1z4s", 3, 1, 3));
    // in a meld already, and in a kan
    let chi = Meld::new(Call::Chi { claimed: Tile::plain(kind("4m")) }, kind("4m"), true).unwrap();
    both(Case { melds: vec![chi], ..small("555p55m34s678s1z", "5m0p25s1z6s1p", 3, 1, 2) });
    let claimed = Tile::plain(kind("5s"));
    let pon_red = Meld::new(Call::Pon { from: From::Right, claimed }, kind("5s"), true).unwrap();
    both(Case { melds: vec![pon_red], ..small("34067p55678m1z", "5s258p5m9m1z", 3, 1, 2) });
    for calls in 0..=1 {
        let case = small("3467p55678m11z", "0s0p258p5m9m1z", 3, 1, calls);
        both(Case { melds: vec![pon("5s")], ..case });
    }
}

#[test]
fn last_tiles() {
    for tail in 0..=3 {
        for draws in 1..=2 {
            let case = small("234m4567p1122s55z1z", "147p1s2s5z3m9s", draws, 1, 1);
            both(Case { chance: lively(draws, tail), ..case.clone() });
            let case = small("456p111m23s99s1z", "14s9s1m5z7p2z1z", draws, 1, 1);
            both(Case { chance: lively(draws, tail), melds: vec![pon("5z")], ..case });
        }
    }
}

#[test]
fn no_draw_left() {
    for tail in 0..=3 {
        let case = small("234m4567p1122s555z", "147p1s2s3m9s", 0, 1, 1);
        Case { chance: lively(0, tail), ..case.clone() }.check();
        let at = At::Wait(Start::Offers(3));
        Case { chance: lively(0, tail), at, tiles: "234m456p1122s555z".into(), ..case }.check();
    }
}

#[test]
fn double_riichi() {
    for first_turn in [false, true] {
        for tail in [0, 2] {
            let case = small("234m456p33478s555z", "69s3s5z1z9m2m4p", 3, 1, 1);
            Case { first_turn, chance: lively(3, tail), ..case }.check();
        }
    }
}

#[test]
fn kans_under_riichi() {
    for kans in [Kans::Plain, Kans::Replacement, Kans::Held] {
        for tail in [0, 1, 3] {
            // the triplet stands alone; it is part of the wait; it is a run in one of the forms
            for (tiles, unseen) in [
                ("111m456p23478s555z", "1m69s5z9m1p3z"),
                ("1112m456p999s555z1p", "1m23m9s5z9m1p3z"),
                ("11123m456p789s55z3p", "1m4m5z2m9m3p3z8s"),
                ("333444555m78p999s", "3m4m0m69p9s1z2m5s"),
            ] {
                let case = small(tiles, unseen, 3, 1, 2);
                Case { kans, chance: lively(3, tail), ..case }.check();
            }
        }
    }
    // a kan at the root stays closed
    let case = small("234m567p78s555z", "69s5z2m1m4p8p", 3, 1, 1);
    both(Case { melds: vec![ankan("9m")], first_turn: true, ..case });
}

#[test]
fn furiten() {
    // the nine-sided wait loses some of it with the first discard
    both(small("2345678p345s22m99m", "123456789p2m9m1z", 3, 1, 1));
    both(small("23456p34567s222z1m", "147p258s2z1m3m", 3, 2, 1));
}

#[test]
fn objectives() {
    for objective in OBJECTIVES {
        Case { objective, ..busy("234m4567p1289s557z", "", 3, 1, 1) }.check();
        Case { objective, ..small("24m5678p1289s5577z", "3m47p3s7s5z7z9s9p", 4, 2, 2) }.check();
        let case = small("1112m555z4567p22s3m", "1m5z3m47p2s6s9s66z8p", 4, 1, 2);
        both(Case { objective, ..case });
        Case { objective, ..full("34m406p3467s2258p1z", 3, 2) }.check();
    }
}

#[test]
fn forbidden_discards() {
    let case = small("2346m2233p789s", "147m1p4p2p9s5z", 4, 1, 2);
    Case { at: At::Discard("3m6m".into()), melds: vec![chi("3m")], ..case }.check();
    both(Case { at: At::Discard("26m5z".into()), ..small("2346m22334p78s555z", "147m1p4p2p9s5z", 3, 1, 2) });
}

#[test]
fn waiting_hands() {
    let chance = lively(3, 2);
    for from in [Start::Offers(0), Start::Offers(1), Start::Offers(2), Start::Offers(3), Start::Replacement] {
        let at = At::Wait(from);
        // tenpai, two away, with a pon that can become a kan, with a concealed kan
        let case = small("234m456p3478s555z", "25s69s5z3s1z7s", 3, 1, 1);
        both(Case { at: at.clone(), chance: chance.clone(), ..case });
        let case = small("24m456p3378s5577z", "3m69s3s5z7z1z", 3, 2, 2);
        both(Case { at: at.clone(), chance: chance.clone(), ..case });
        let case = small("24m406p3378s5z", "3m69s3s1z7p9p", 3, 1, 2);
        both(Case { at: at.clone(), chance: chance.clone(), melds: vec![pon("5z")], ..case });
        let case = small("24m406p3378s1z", "3m69s3s5z1z7p9p", 3, 1, 1);
        both(Case { at: at.clone(), chance: chance.clone(), melds: vec![ankan("9m")], ..case });
    }
}

#[test]
fn melds_at_the_root() {
    let open_kan =
        Meld::new(Call::Daiminkan { from: From::Left, claimed: Tile::plain(kind("1z")) }, kind("1z"), false);
    let case = small("3467p22s57s", "258p2s6s5z7p4s", 4, 1, 2);
    Case { melds: vec![pon("5z"), open_kan.unwrap()], ..case.clone() }.check();
    Case { melds: vec![chi("1m"), chi("1m")], ..case }.check();
    // nothing but the pair is free
    let case = small("4p1z", "4p1z5z7p1m9m3s5m", 4, 1, 1);
    Case { melds: vec![pon("5z"), pon("1m"), chi("3s"), chi("3s")], ..case }.check();
}

#[test]
fn special_hands_and_calls() {
    both(small("1133m2255p446s127z", "1m3m2p5p4s6s7z2z1z9m", 3, 1, 2));
    both(small("1133m2255p446s127z", "1m3m2p5p4s6s7z2z1z9m", 4, 3, 3));
    both(small("119m19p19s1234567z", "1m9m1p2z3z5m7z5z", 3, 1, 1));
}

#[test]
fn more_callable_tiles_than_tiles_left() {
    for more in [2.0, 4.0] {
        let case = small("234m46p33788s555z1z", "5p69s38s1z2z7p", 3, 1, 2);
        let mut chance = case.chance.clone();
        for step in &mut chance.steps {
            let all = [&mut step.calls, &mut step.closed.ron, &mut step.open.ron, &mut step.riichi.ron];
            all.into_iter().flat_map(|offers| offers.0.as_flattened_mut()).for_each(|rate| *rate *= more);
        }
        both(Case { chance, kans: Kans::None, ..case });
    }
}

#[test]
fn no_riichi_and_no_calls_by_choice() {
    let case = small("234m456p33478s55z1z", "69s3s5z1z9m2m4p", 3, 1, 1);
    Case { payoffs: Odd { riichi: false, ..ODD }, ..case.clone() }.check();
    Case { payoffs: Odd { tsumo: true, bare: false, ..ODD }, calls: 0, ..case }.check();
}

/// 45p77z beside three runs: with one exchange the wins are 345p, 456p, 234p, 444p, 567p or 555p
/// with 77z, and 777z with 44p or 55p; on the way to them the hand becomes 4777, 4477, 5777, 5577,
/// 2477, 3477, 5677 or (7p) 5777, and 777z may be a pon or one of two kans.
#[test]
fn hands_counted_by_hand() {
    let chance = lively(2, 3);
    let melds = vec![chi("1m"), chi("1m"), chi("7s")];
    for (n, calls, kans, hands) in [
        (0, 1, Kans::Replacement, 1),
        (1, 0, Kans::None, 9),
        (1, 0, Kans::Replacement, 9),
        (1, 1, Kans::None, 11),
        (1, 1, Kans::Replacement, 15),
        (1, 1, Kans::Held, 13),
        (1, 4, Kans::Plain, 15),
    ] {
        let at = At::Wait(Start::Offers(3));
        let case = Case {
            at: at.clone(),
            kans,
            chance: chance.clone(),
            ..small("45p77z", "23456677p77z", 2, n, calls)
        };
        let case = Case { melds: melds.clone(), ..case };
        assert_eq!(case.hands(), hands, "n {n}, {calls} calls, {kans:?}");
        case.check();
    }
    // a bare wait on two kinds or on one of four drawn ones, and two pons that can become kans
    for (kans, hands) in [(Kans::None, 6), (Kans::Replacement, 24), (Kans::Held, 24)] {
        let case = small("4p1z", "4p1z5z7p1m9m3s5m", 2, 1, 1);
        let melds = vec![pon("5z"), pon("1m"), chi("3s"), chi("3s")];
        let case = Case { melds, kans, ..case };
        assert_eq!(case.hands(), hands, "{kans:?}");
        case.check();
    }
}

#[test]
fn more_calls_are_more_choice() {
    for riichi in [true, false] {
        let best = |calls| {
            let case = small("24m5678p1289s5577z", "3m47p3s7s5z7z9s9p1m2p", 4, 2, calls);
            let rows = Case { payoffs: Odd { riichi, ..ODD }, ..case }.rows();
            rows.iter().map(|row| row.1.utility).fold(f64::NEG_INFINITY, f64::max)
        };
        let values: Vec<f64> = (0..=4).map(best).collect();
        assert!(values.is_sorted() && values[0] < values[2], "{values:?}");
    }
}

/// The same tiles with three players: nobody calls chi, and no hand is searched for tiles that are not there.
fn of_three(case: Case, kita: u8) -> Case {
    Case { deck: Deck::Three { kita }, ..case }
}

/// Everything of three players but these tiles.
fn rest_of_three(seen: &str) -> String {
    all_but(&format!("2222333344440555666677778888m{seen}"))
}

#[test]
fn hands_of_three_players() {
    let tiles = "119m34567p23488s4z";
    for n in 1..=2 {
        of_three(closed(tiles, rest_of_three(tiles), 3, n), 0).check();
    }
    let tiles = "19m345p234678s44z5z";
    of_three(closed(tiles, rest_of_three(&format!("{tiles}4z")), 3, 2), 1).check();
}

#[test]
fn three_players_call_pon_and_kan_alone() {
    let (tiles, seen) = ("34556p2267s55z", "999s4z");
    let case = closed(tiles, rest_of_three(&format!("{tiles}{seen}")), 2, 2);
    let (kans, melds) = (Kans::Replacement, vec![pon("9s")]);
    let case = of_three(Case { chance: lively(2, 3), calls: 2, kans, melds, ..case }, 1);
    case.check();
    assert_ne!(case.hands(), Case { deck: Deck::Four, ..case.clone() }.hands());
}

/// A north set aside: the replacement draw, with the hand that has one more of them.
#[test]
fn a_north_is_set_aside() {
    let tiles = "19m345p23467s444z";
    for kita in 0..=1 {
        let unseen = rest_of_three(&format!("{tiles}{}", "4z".repeat(kita)));
        let case = closed(tiles, unseen, 3, 2);
        let at = At::Wait(Start::Replacement);
        of_three(Case { at, kans: Kans::Replacement, chance: lively(3, 2), ..case }, kita as u8).check();
    }
}

/// Norths that are held at the root or drawn later are set aside within the search: in closed and open hands, in riichi and not,
/// beside kans, up to every number of them.
#[test]
fn norths_are_set_aside_within_the_search() {
    for kita in [0, 1, 2, 4] {
        for (tiles, unseen) in [
            // one away and tenpai with a north; without one; with two
            ("34567p34778s555z4z", "258p25s8s7s44z1z9m9p"),
            ("234678p3477s555z4z", "25s444z7s1z9p9s9m1p"),
            ("234678p3477s555z1z", "25s4444z7s2z9p9s9m1p"),
            ("234678p3477s55z44z", "25s4z7s5z1z9p9s9m1p"),
        ] {
            both(of_three(Case { kita, ..small(tiles, unseen, 3, 1, 1) }, 0));
        }
        let case = small("34567p34778s4z", "258p25s8s7s44z1z9m9p", 3, 1, 1);
        both(of_three(Case { kita, melds: vec![pon("5z")], ..case }, 1));
    }
}

#[test]
fn norths_that_the_hand_can_use() {
    for (tiles, unseen) in [
        // a triplet and a pair of them; a wait on them; a bare wait; among thirteen orphans
        ("234678p34s44455z1p", "25s4z5z1z9p9s9m13p"),
        ("234678p34s44z555z1p", "25s44z5z1z9p9s9m13p"),
        ("234678p345s77s44z1p", "7s44z5z1z9p9s9m13p2s"),
        ("234678p345789s4z1p", "44z1p5z1z9p9s9m13p2s"),
        ("19m19p19s12345677z", "19m444z1p2z5s9s3p3s9p"),
    ] {
        both(of_three(small(tiles, unseen, 3, 1, 1), 0));
    }
}

#[test]
fn norths_and_kans() {
    for kans in [Kans::None, Kans::Plain, Kans::Replacement, Kans::Held] {
        let case = small("111m23478p345s77s4z", "1m69p7s44z1z9p9s3p3s2z", 2, 1, 2);
        both(of_three(Case { kans, ..case }, 0));
        let case = small("23478p34s55z44z", "5z69p25s4z1z9p9s3p3s2z", 2, 1, 2);
        both(of_three(Case { kans, melds: vec![pon("1m")], ..case }, 0));
    }
    // four norths: a kan of them, or four set aside
    both(of_three(small("234678p34s555z444z", "25s4z1z5z9p9s9m13p2s", 2, 1, 1), 0));
}

#[test]
fn norths_at_the_end_and_elsewhere() {
    let tiles = "234678p3477s555z4z";
    for tail in 0..=3 {
        for draws in 1..=3 {
            let case = small(tiles, "25s44z7s1z9p9s9m1p2z", draws, 1, 1);
            both(of_three(Case { chance: lively(draws, tail), ..case }, 1));
        }
    }
    for objective in OBJECTIVES {
        let case = small("34567p34778s555z4z", "258p25s8s7s44z1z9m9p", 3, 2, 1);
        both(of_three(Case { objective, first_turn: true, ..case }, 0));
    }
    for from in [Start::Offers(0), Start::Offers(2), Start::Offers(3), Start::Replacement] {
        let (at, chance) = (At::Wait(from), lively(3, 2));
        let case = small("234678p3477s55z4z", "25s44z7s5z1z9p9s9m1p2z", 3, 1, 1);
        both(of_three(Case { at: at.clone(), chance: chance.clone(), ..case }, 1));
        let case = small("34678p3477s4z", "25p25s44z7s5z1z9p9s9m1p", 3, 1, 1);
        both(of_three(Case { at, chance, melds: vec![pon("5z")], ..case }, 0));
    }
}

/// With more norths than tiles left to draw, a wait comes first and the norths take what is left.
#[test]
fn more_norths_than_tiles_left() {
    both(of_three(small("234678p3477s555z1z", "255s4444z1z", 3, 1, 0), 0));
}

/// A north to draw is worth something, and the more so the more of them are followed.
#[test]
fn norths_are_worth_their_draw_and_their_han() {
    for riichi in [true, false] {
        let best = |kita| {
            let case = small("34567p34778s555z4z", "258p25s8s7s44z1z9m9p", 3, 1, 1);
            let rows = of_three(
                Case { kita, payoffs: Odd { riichi, ..ODD }, objective: Criterion::WinRate, ..case },
                0,
            )
            .rows();
            rows.iter().map(|row| row.1.utility).fold(f64::NEG_INFINITY, f64::max)
        };
        let values: Vec<f64> = (0..=3).map(best).collect();
        assert!(values.is_sorted() && values[0] < values[1] && values[1] < values[2], "{values:?}");
    }
}

/// Where discards risk something, the plan played from the root is that of the values, and norths to draw are worth something.
#[test]
fn norths_and_risky_discards() {
    let mut chance = lively(3, 2);
    for step in &mut chance.steps {
        let risk = |tile: Tile| End {
            rate: 0.01 * (1 + tile.index() % 7) as f64,
            value: -3_000.0 - 100.0 * tile.index() as f64,
        };
        (step.risks, step.thrown) = (Risks::from_fn(risk), Risks::from_fn(risk));
    }
    for (tiles, melds) in [("34567p34778s555z4z", vec![]), ("34567p34778s4z", vec![pon("5z")])] {
        for riichi in [true, false] {
            let mut best = Vec::new();
            for kita in [0, 1, 2, 4] {
                let case = small(tiles, "258p25s8s7s44z1z9m9p", 3, 1, 1);
                let (melds, chance) = (melds.clone(), chance.clone());
                let payoffs = Odd { riichi, ..ODD };
                let case = of_three(Case { kita, melds, chance, payoffs, ..case }, 0);
                let [backwards, played] = [false, true].map(|played| case.searched(true, played).rows);
                for (backwards, played) in backwards.iter().zip(&played) {
                    assert_eq!(backwards.action, played.action);
                    let [a, b] = [&backwards.play, &played.play];
                    for (a, b) in [
                        (a.value(), b.value()),
                        (a.win_rate(), b.win_rate()),
                        (a.tenpai_rate, b.tenpai_rate),
                        (a.parts.deal_in.rate, b.parts.deal_in.rate),
                        (a.call_rate, b.call_rate),
                    ] {
                        assert!((a - b).abs() < 1e-9 * a.abs().max(1.0), "{a} {b} of {:?}", backwards.action);
                    }
                }
                best.push(backwards[0].play.value());
            }
            assert!(best.is_sorted() && best[0] + 10.0 < best[1], "{best:?}");
        }
    }
}

/// No north is called: with the calls of a hand that nobody else feeds there are none.
#[test]
fn a_north_set_aside_is_no_call() {
    let case = small("34567p34778s555z4z", "258p25s8s7s44z1z9m9p", 3, 1, 1);
    let chance = quiet(3, &SLOW_TABLE);
    for kans in [Kans::None, Kans::Replacement] {
        let case = of_three(Case { kans, chance: chance.clone(), ..case.clone() }, 0);
        for played in [false, true] {
            for row in case.searched(true, played).rows {
                assert_eq!(row.play.call_rate, 0.0, "{:?}", row.action);
            }
        }
    }
}
