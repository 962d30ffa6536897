//! Small rounds written by hand; real games are replayed by tools/tests/it/logs.rs.

mod game;

use super::*;
use crate::hand::{Call, From, Meld};
use crate::rules::{MultipleRon, Rules};
use crate::tile::{BySeat, Kind, Seat, Suit, Tile, Wind};
use arrayvec::ArrayVec;
use game::*;
use proptest::prelude::*;

const A: Seat = Seat::ALL[0];
const B: Seat = Seat::ALL[1];
const C: Seat = Seat::ALL[2];
const D: Seat = Seat::ALL[3];

#[test]
fn seats_take_turns_with_tiles_they_hold() {
    let mut game = Game::new(["1m", "", "", ""]);
    assert!(matches!(game.refused(Event::Draw { seat: B, tile: tile("1m") }), Fault::Phase { .. }));
    assert!(matches!(game.refused(cut(A, "1m")), Fault::Phase { .. }));
    game.draw(A, "2m");
    assert_eq!(game.refused(cut(A, "0m")), Fault::NotInHand { tile: tile("0m") });
    let feigned = Event::Discard { seat: A, tile: tile("1m"), manner: Manner::Tsumogiri };
    assert_eq!(game.refused(feigned), Fault::WrongTile { tile: tile("1m"), expected: Some(tile("2m")) });
    game.cut(A, "1m");
    assert_eq!(game.table().turn(A), 2);
    assert_eq!(game.table().tiles_left(), 69);
}

#[test]
fn no_tile_turns_up_five_times() {
    let mut game = Game::new(["1111m", "0p", "", ""]);
    assert_eq!(
        game.refused(Event::Draw { seat: A, tile: tile("1m") }),
        Fault::NoSuchTile { tile: tile("1m") }
    );
    assert_eq!(
        game.refused(Event::Draw { seat: A, tile: tile("0p") }),
        Fault::NoSuchTile { tile: tile("0p") }
    );
    let raw =
        RawRound { opening: Opening::first(&Rules::TENHOU, tile("1m")), hands: [[tile("1m"); 13]; 4].into() };
    let illegal = Round::deal(raw, &Rules::TENHOU).unwrap_err();
    assert_eq!((illegal.seat, illegal.fault), (Some(A), Fault::NoSuchTile { tile: tile("1m") }));
}

#[test]
fn chi_comes_from_the_left_and_may_not_be_undone() {
    let mut game = Game::new(["3m", "4577m", "24m", ""]);
    game.draw(A, "9m").cut(A, "3m");
    let across = Event::Call { seat: C, meld: Meld::new(chi("3m"), tile("2m").kind(), false).unwrap() };
    assert_eq!(game.refused(across), Fault::WrongSource { from: From::Left, discarder: A });
    let other = called(B, chi("6m"), "5m");
    assert_eq!(game.refused(other), Fault::WrongTile { tile: tile("6m"), expected: Some(tile("3m")) });
    assert_eq!(game.refused(called(B, chi("3m"), "2m")), Fault::NotInHand { tile: tile("2m") });
    game.call(B, chi("3m"), "3m");
    let river = game.table().player(A).river();
    assert_eq!(river[0].called_by, Some(B));
    // 345 with the 3 claimed: neither 3 nor 6
    let Phase::Called { forbidden, .. } = game.table().phase() else { panic!() };
    assert_eq!(forbidden.iter().collect::<Vec<_>>(), [tile("3m").kind(), tile("6m").kind()]);
    assert!(!game.table().untouched());
    game.cut(B, "7m");
    assert!(!game.table().player(B).is_closed());
}

#[test]
fn swap_calling_is_refused_where_the_rules_say_so() {
    for (rules, allowed) in
        [(Rules::TENHOU, false), (Rules { kuikae: crate::rules::Kuikae::Allowed, ..Rules::TENHOU }, true)]
    {
        let mut game = Game::with(["7m", "4566m", "", ""], 25_000, &rules);
        game.draw(A, "9m").cut(A, "7m");
        game.call(B, chi("7m"), "5m");
        if allowed {
            game.cut(B, "4m");
        } else {
            assert_eq!(game.refused(cut(B, "4m")), Fault::Kuikae { tile: tile("4m") });
            game.cut(B, "6m");
        }
    }
}

#[test]
fn a_kakan_needs_its_pon_and_brings_a_tile_and_later_an_indicator() {
    let mut game = Game::new(["5p", "50p", "", ""]);
    game.draw(A, "9m").cut(A, "5p");
    game.call(B, pon(From::Left, "5p"), "0p");
    let filler = game.round.concealed(B).iter().map(|(k, _)| k).find(|k| !k.is_five()).unwrap();
    game.ok(Event::Discard { seat: B, tile: filler.into(), manner: Manner::Tedashi });
    game.turn().turn().turn();
    game.draw(B, "5p");
    let kakan = |from| Call::Kakan { from, claimed: tile("5p"), added: tile("5p") };
    assert_eq!(game.refused(called(B, kakan(From::Across), "0p")), Fault::NoPon { kind: tile("5p").kind() });
    game.call(B, kakan(From::Left), "0p");
    assert_eq!(game.table().player(B).melds().len(), 1);
    assert_eq!(game.refused(Event::Dora { indicator: tile("1m") }), Fault::NoIndicatorDue);
    game.draw(B, "1s");
    assert!(matches!(game.table().phase(), Phase::Act { replacement: true, .. }));
    let discard = Event::Discard { seat: B, tile: tile("1s"), manner: Manner::Tsumogiri };
    assert_eq!(game.refused(discard.clone()), Fault::IndicatorDue);
    game.dora("1m").ok(discard);
    assert_eq!(game.table().indicators(), tiles("9s1m"));
}

#[test]
fn a_concealed_kan_turns_its_indicator_at_once() {
    let mut game = Game::new(["1111m", "", "", ""]);
    game.draw(A, "9m");
    assert_eq!(game.refused(called(A, Call::Ankan, "2m")), Fault::NotInHand { tile: tile("2m") });
    game.call(A, Call::Ankan, "1m");
    assert_eq!(game.refused(Event::Draw { seat: A, tile: tile("9m") }), Fault::IndicatorDue);
    game.dora("2m").draw(A, "9m").cut(A, "9m");
    assert!(game.table().player(A).is_closed());
    assert!(!game.table().untouched());
}

#[test]
fn riichi_fixes_the_hand_and_pays_a_stick() {
    let mut game = Game::new(["1112223334445m", "", "", ""]);
    game.draw(A, "9p").ok(Event::Riichi { seat: A });
    game.cut(A, "9p");
    assert_eq!(game.refused(Event::Draw { seat: B, tile: tile("1p") }), Fault::RiichiPending { seat: A });
    game.ok(Event::RiichiAccepted { seat: A });
    assert_eq!(game.table().scores()[A], 24_000);
    assert_eq!(game.table().sticks(), 1);
    let riichi = game.table().player(A).riichi().unwrap();
    assert!(riichi.double && riichi.ippatsu);
    game.draw(B, "1m").cut(B, "1m");
    // called tiles and tiles from the hand would change the fixed hand
    let kan = called(A, Call::Daiminkan { from: From::Right, claimed: tile("1m") }, "1m");
    assert_eq!(game.refused(kan), Fault::HandFixed);
    game.turn().turn();
    game.draw(A, "2m");
    assert_eq!(game.refused(cut(A, "1m")), Fault::HandFixed);
    assert_eq!(game.refused(Event::Riichi { seat: A }), Fault::HandFixed);
    assert_eq!(game.refused(called(A, Call::Ankan, "3m")), Fault::NotInHand { tile: tile("3m") });
    game.call(A, Call::Ankan, "2m").dora("8p").draw(A, "8p");
    assert!(!game.table().player(A).riichi().unwrap().ippatsu);
}

#[test]
fn riichi_needs_a_closed_hand_points_and_four_tiles() {
    let mut poor = Game::with(["", "", "", ""], 900, &Rules::TENHOU);
    poor.draw(A, "1m");
    assert_eq!(poor.refused(Event::Riichi { seat: A }), Fault::RiichiPoints { points: 900 });
    let mut lenient = Game::with(["", "", "", ""], 900, &Rules::M_LEAGUE);
    lenient.draw(A, "1m").ok(Event::Riichi { seat: A });

    let mut open = Game::new(["3m", "33m", "", ""]);
    open.draw(A, "9m").cut(A, "3m").call(B, pon(From::Left, "3m"), "3m");
    let any = open.round.concealed(B).iter().next().unwrap().0;
    open.ok(Event::Discard { seat: B, tile: any.into(), manner: Manner::Tedashi });
    open.turn().turn().turn().draw(B, "1s");
    assert_eq!(open.refused(Event::Riichi { seat: B }), Fault::RiichiOpen);

    let mut late = Game::new(["", "", "", ""]);
    late.turns(66);
    let tile = late.rest.remove(0);
    late.ok(Event::Draw { seat: C, tile });
    assert_eq!(late.refused(Event::Riichi { seat: C }), Fault::WallShort { left: 3, needed: 4 });
}

#[test]
fn passed_tiles_are_furiten_until_the_hand_changes() {
    let mut game = Game::new(["", "", "", ""]);
    game.draw(A, "1m").cut(A, "1m");
    let furiten = |game: &Game, seat, text| game.table().player(seat).furiten().contains(tile(text).kind());
    assert!(furiten(&game, A, "1m") && !furiten(&game, B, "1m"), "a discard can still be won");
    game.draw(B, "2m");
    assert!(!furiten(&game, B, "1m") && furiten(&game, C, "1m"), "B's own draw ends it");
    game.cut(B, "2m").draw(C, "3m");
    assert!(!furiten(&game, C, "1m") && furiten(&game, D, "1m") && furiten(&game, D, "2m"));
    assert!(furiten(&game, A, "1m"), "own discards stay");

    let mut riichi = Game::new(["", "", "", ""]);
    riichi.riichi(A, "9p", "9p").draw(B, "1m").cut(B, "1m").turn().turn();
    riichi.draw(A, "2m").cut_drawn(A, "2m");
    assert!(furiten(&riichi, A, "1m"), "in riichi for good");
}

#[test]
fn the_wall_has_seventy_tiles() {
    let mut game = Game::new(["2m", "2m", "2m", "2m"]);
    game.turns(69);
    let shown = DrawReason::Exhausted { tenpai: BySeat([true, false, false, false]) };
    let gains = BySeat([3000, -1000, -1000, -1000]);
    let end = Event::Drawn { how: shown, gains };
    assert_eq!(game.refused(end.clone()), Fault::NoReason(Reason::Exhausted));
    game.turn();
    assert_eq!(game.table().tiles_left(), 0);
    let next = Event::Draw { seat: C, tile: game.rest[0] };
    assert_eq!(game.refused(next), Fault::WallEmpty);
    let short = Event::Drawn { how: shown, gains: BySeat([3000, -1000, -1000, 0]) };
    assert!(matches!(game.refused(short), Fault::Total { total: 1000, .. }));
    game.ok(end);
    let carry = game.table().carry().unwrap();
    assert_eq!((carry.dealer, carry.honba, carry.wind), (A, 1, Wind::East));
    assert_eq!(carry.scores, BySeat([28_000, 24_000, 24_000, 24_000]));
    assert!(!game.table().game_over(Wind::East), "East 1 is not the last round");
}

#[test]
fn nobody_claims_the_last_discard() {
    let mut game = Game::new(["", "2m", "22m", ""]);
    game.turns(69);
    let tile = game.rest.remove(0);
    game.ok(Event::Draw { seat: B, tile }).cut(B, "2m");
    assert_eq!(game.refused(called(C, pon(From::Left, "2m"), "2m")), Fault::WallEmpty);
}

#[test]
fn nagashi_mangan_has_to_be_recorded_as_such() {
    // D draws nothing but terminals until they run out, and has one in hand for its last turn
    let mut game = Game::new(["", "", "", "1z"]);
    let (terminals, others): (Vec<Tile>, Vec<Tile>) = game.rest.iter().partition(|t| t.kind().is_yaochu());
    let (mut terminals, mut others) = (terminals.into_iter(), others.into_iter());
    for turn in 0..70 {
        let Phase::Draw { seat, .. } = game.table().phase() else { panic!() };
        let next = if seat == D { terminals.next() } else { None };
        let drawn = next.or_else(|| others.next()).unwrap();
        game.ok(Event::Draw { seat, tile: drawn });
        if turn == 67 {
            game.cut(D, "1z");
        } else {
            game.ok(Event::Discard { seat, tile: drawn, manner: Manner::Tsumogiri });
        }
    }
    assert!(game.table().nagashi(D) && !game.table().nagashi(A));
    let none = BySeat([false; 4]);
    let plain = drawn(DrawReason::Exhausted { tenpai: none });
    assert_eq!(game.refused(plain), Fault::MustEnd(Reason::NagashiMangan));
    let gains = BySeat([-4000, -2000, -2000, 8000]);
    game.ok(Event::Drawn { how: DrawReason::NagashiMangan { tenpai: none }, gains });
    assert_eq!(game.table().carry().unwrap().dealer, B);
}

#[test]
fn four_equal_winds_end_the_round() {
    let mut game = Game::new(["1z", "1z", "1z", "1z"]);
    game.draw(A, "1m").cut(A, "1z").draw(B, "1m").cut(B, "1z").draw(C, "1m").cut(C, "1z");
    assert!(matches!(game.refused(drawn(DrawReason::FourWinds)), Fault::NoReason(Reason::FourWinds)));
    game.draw(D, "1m").cut(D, "1z");
    assert_eq!(game.refused(Event::Draw { seat: A, tile: tile("9p") }), Fault::MustEnd(Reason::FourWinds));
    game.ok(drawn(DrawReason::FourWinds));
    let carry = game.table().carry().unwrap();
    assert_eq!((carry.dealer, carry.honba), (A, 1));
    let mut same = Game::with(["1z", "1z", "1z", "1z"], 25_000, &Rules::M_LEAGUE);
    same.draw(A, "1m").cut(A, "1z").draw(B, "1m").cut(B, "1z").draw(C, "1m").cut(C, "1z");
    same.draw(D, "1m").cut(D, "1z").turn();
}

#[test]
fn nine_terminals_are_counted() {
    let mut game = Game::new(["19m19p1s1233z2345m", "", "", ""]);
    game.draw(A, "3m");
    assert_eq!(game.refused(drawn(DrawReason::NineTerminals { seat: A })), Fault::NineTerminals { kinds: 8 });
    let mut game = Game::new(["19m19p1s1233z2345m", "19m19p1s12334z234s", "", ""]);
    game.draw(A, "5p").cut(A, "5p").draw(B, "5p");
    game.ok(drawn(DrawReason::NineTerminals { seat: B }));
}

#[test]
fn four_riichi_and_four_kans_end_the_round() {
    let mut game = Game::new(["", "", "", ""]);
    game.riichi(A, "1m", "1m").riichi(B, "1m", "1m").riichi(C, "1m", "1m").riichi(D, "1m", "1m");
    assert_eq!(game.refused(Event::Draw { seat: A, tile: tile("9p") }), Fault::MustEnd(Reason::FourRiichi));
    game.ok(drawn(DrawReason::FourRiichi));
    assert_eq!(game.table().carry().unwrap().sticks, 4);

    let mut kans = Game::new(["111122223333m", "7777m", "", ""]);
    kans.draw(A, "9p");
    for kind in ["1m", "2m", "3m"] {
        kans.call(A, Call::Ankan, kind).dora("8p").draw(A, "7p");
    }
    kans.cut(A, "7p").draw(B, "9p").call(B, Call::Ankan, "7m").dora("8p").draw(B, "6p");
    kans.cut(B, "6p");
    assert_eq!(kans.refused(Event::Draw { seat: C, tile: tile("9p") }), Fault::MustEnd(Reason::FourKans));
    kans.ok(drawn(DrawReason::FourKans));
}

#[test]
fn wins_follow_one_another_from_the_discarder_to_the_right() {
    let mut game = Game::new(["1m", "", "", ""]);
    game.riichi(A, "9p", "9p").turn().turn().turn().draw(A, "1m").cut_drawn(A, "1m");
    let none = [0; 4];
    assert!(matches!(game.refused(ron(C, D, "1m", none)), Fault::Phase { .. }), "A discarded");
    assert!(matches!(game.refused(ron(C, A, "2m", none)), Fault::WrongTile { .. }));
    let short = game.refused(ron(C, A, "1m", [-1000, 0, 1000, 0]));
    assert!(matches!(short, Fault::Total { total: 0, expected: 1000, .. }));
    let words = "gains [-1000, 0, 1000, 0] add up to 0, with 1000 points of sticks on the table";
    assert_eq!(short.to_string(), words);
    let mut bumped = Game { round: game.round.clone(), rest: game.rest.clone() };
    game.ok(ron(C, A, "1m", [-1000, 0, 2000, 0]));
    assert_eq!(game.table().carry().unwrap().honba, 0);
    assert!(matches!(game.refused(ron(B, A, "1m", none)), Fault::Phase { .. }), "B comes before C");
    game.ok(ron(D, A, "1m", [-1000, 0, 0, 1000]));
    assert_eq!(*game.table().scores(), BySeat([22_000, 25_000, 27_000, 26_000]));
    assert_eq!(game.table().carry().unwrap().sticks, 0);
    assert_eq!(game.table().ending(), Some(Ending::Won));

    bumped.ok(ron(B, A, "1m", [-1000, 2000, 0, 0])).ok(ron(C, A, "1m", [-1000, 0, 1000, 0]));
    assert_eq!(bumped.refused(ron(D, A, "1m", [-1000, 0, 0, 1000])), Fault::MustEnd(Reason::TripleRon));
}

#[test]
fn how_many_win_is_a_rule() {
    let start = |multiple_ron| {
        let rules = Rules { multiple_ron, ..Rules::TENHOU };
        let mut game = Game::with(["", "", "", ""], 25_000, &rules);
        game.draw(A, "1m").cut_drawn(A, "1m");
        game
    };
    let mut one = start(MultipleRon::HeadBump);
    one.ok(ron(B, A, "1m", [-1000, 1000, 0, 0]));
    assert!(matches!(one.refused(ron(C, A, "1m", [-1000, 0, 1000, 0])), Fault::Phase { .. }));
    let mut three = start(MultipleRon::Triple);
    assert_eq!(three.refused(drawn(DrawReason::TripleRon)), Fault::NoReason(Reason::TripleRon));
    for (seat, gains) in [(B, [-1000, 1000, 0, 0]), (C, [-1000, 0, 1000, 0]), (D, [-1000, 0, 0, 1000])] {
        three.ok(ron(seat, A, "1m", gains));
    }
    start(MultipleRon::Double).ok(drawn(DrawReason::TripleRon));
}

#[test]
fn a_riichi_discard_that_is_won_costs_no_stick() {
    let mut game = Game::new(["", "", "", ""]);
    game.draw(A, "1m").ok(Event::Riichi { seat: A }).cut_drawn(A, "1m");
    game.ok(ron(B, A, "1m", [-1000, 1000, 0, 0]));
    assert_eq!(game.table().scores()[A], 24_000);
    assert_eq!(game.table().sticks(), 0);
}

#[test]
fn absurd_points_are_refused_at_the_door() {
    let mut raw = RawRound {
        opening: Opening {
            sticks: u32::MAX,
            scores: BySeat([0; 4]),
            ..Opening::first(&Rules::TENHOU, tile("1m"))
        },
        hands: [[tile("1m"); 13]; 4].into(),
    };
    for (hand, first) in raw.hands.iter_mut().zip(1..) {
        *hand = std::array::from_fn(|i| all_tiles()[4 * i + first]);
    }
    let fault = Round::deal(raw, &Rules::TENHOU).unwrap_err().fault;
    assert_eq!(fault, Fault::Absurd { points: 4_294_967_295_000 });
}

fn any_event() -> impl Strategy<Value = Event> {
    let seat = || (0..4_usize).prop_map(|i| Seat::ALL[i]);
    let any_tile = || (0..Tile::COUNT).prop_map(|i| Tile::new(i).unwrap());
    let from = || prop_oneof![Just(From::Left), Just(From::Across), Just(From::Right)];
    let call = prop_oneof![
        any_tile().prop_map(|claimed| Call::Chi { claimed }),
        (from(), any_tile()).prop_map(|(from, claimed)| Call::Pon { from, claimed }),
        Just(Call::Ankan),
        (from(), any_tile()).prop_map(|(from, claimed)| Call::Daiminkan { from, claimed }),
        (from(), any_tile(), any_tile()).prop_map(|(from, claimed, added)| Call::Kakan {
            from,
            claimed,
            added
        }),
    ];
    let meld = (call, any_tile(), any::<bool>())
        .prop_filter_map("no meld", |(call, low, red)| Meld::new(call, low.kind(), red).ok());
    let gains = || prop::array::uniform4(any::<i32>()).prop_map(BySeat);
    prop_oneof![
        6 => (seat(), any_tile()).prop_map(|(seat, tile)| Event::Draw { seat, tile }),
        6 => (seat(), any_tile(), any::<bool>()).prop_map(|(seat, tile, drawn)| {
            let manner = if drawn { Manner::Tsumogiri } else { Manner::Tedashi };
            Event::Discard { seat, tile, manner }
        }),
        1 => seat().prop_map(|seat| Event::Riichi { seat }),
        1 => seat().prop_map(|seat| Event::RiichiAccepted { seat }),
        3 => (seat(), meld).prop_map(|(seat, meld)| Event::Call { seat, meld }),
        1 => any_tile().prop_map(|indicator| Event::Dora { indicator }),
        1 => (seat(), seat(), any_tile(), gains()).prop_map(|(seat, from, tile, gains)| {
            Event::Win(WinEvent { seat, source: Source::Ron { from }, tile, ura: ArrayVec::new(), gains })
        }),
        1 => (prop::array::uniform4(any::<bool>()), gains())
            .prop_map(|(shown, gains)| Event::Drawn { how: DrawReason::Exhausted { tenpai: BySeat(shown) }, gains }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Any events: no panic, an error changes nothing, no tile is lost or made.
    #[test]
    fn a_round_stays_whole(steps in prop::collection::vec((any_event(), any::<u8>()), 1..400)) {
        let mut game = Game::new(["", "", "", ""]);
        for (wild, choice) in steps {
            // two steps of three are likely to be legal, so that the round goes on
            let event = if choice.is_multiple_of(3) { wild } else { game.likely(choice.into()) };
            let before = format!("{:?}", game.round);
            if game.round.apply(&event).is_err() {
                prop_assert_eq!(format!("{:?}", game.round), before);
                continue;
            }
            if let Event::Draw { tile, .. } | Event::Dora { indicator: tile } = event {
                let place = game.rest.iter().position(|&t| t == tile);
                prop_assert!(place.is_some(), "{tile} was drawn once too often");
                game.rest.remove(place.unwrap());
            }
            let melds = |s| game.table().player(s).melds().len();
            let sizes = Seat::ALL.map(|s| game.round.concealed(s).total() + 3 * melds(s));
            prop_assert!(sizes.iter().all(|n| (13..=14).contains(n)), "{sizes:?}");
        }
    }
}

impl Game {
    /// A draw or a discard, whichever is due.
    fn likely(&self, choice: usize) -> Event {
        let pick = |tiles: &[Tile]| tiles[choice % tiles.len()];
        match self.table().phase() {
            Phase::Draw { offer: Some(Offer { from: seat, riichi: Some(_), .. }), .. } => {
                Event::RiichiAccepted { seat }
            }
            Phase::Kan { .. } if choice.is_multiple_of(2) => Event::Dora { indicator: pick(&self.rest) },
            Phase::Draw { seat, .. } | Phase::Kan { seat, .. } => {
                Event::Draw { seat, tile: pick(&self.rest) }
            }
            Phase::Act { seat, .. } | Phase::Called { seat, .. } | Phase::Declared { seat } => {
                let held: Vec<Tile> = self.round.concealed(seat).iter().map(|(k, _)| k.into()).collect();
                match self.round.drawn() {
                    Some(tile) if choice.is_multiple_of(2) => {
                        Event::Discard { seat, tile, manner: Manner::Tsumogiri }
                    }
                    _ => Event::Discard { seat, tile: pick(&held), manner: Manner::Tedashi },
                }
            }
            Phase::Won { .. } | Phase::Over => drawn(DrawReason::FourWinds),
        }
    }
}
