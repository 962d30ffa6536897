//! A seat that has declared: what is left to it is what the search said before.

use nanikiru::analyze::{
    Action, Candidate, Depth, DetailScope, History, OfferedBy, Options, Position, RawSituation, Situation,
    SituationError, TileOffer, analyze_at_once,
};
use nanikiru::hand::{DrawnHand, From, WaitingHand};
use nanikiru::round::{Brink, Reason, Riichi};
use nanikiru::search::{Kans, Part};
use nanikiru::tile::{KindSet, Tile};

const DECLARED: Riichi = Riichi { discard: 2, double: false, ippatsu: false };

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

/// After so many own discards; a stick lies on the table where riichi is declared.
fn raw(riichi: Option<Riichi>) -> RawSituation {
    let history = History {
        discards: 5,
        discarded: KindSet::EMPTY,
        passed: KindSet::EMPTY,
        called: None,
        replacement: false,
        riichi,
        kans: 0,
        broken_off: None,
        brink: Brink::default(),
        nagashi: [false; 4],
    };
    let declared = riichi.is_some();
    RawSituation {
        turn: 6,
        riichi_sticks: u32::from(declared),
        dora_indicators: vec![tile("9s")],
        scores: Some([if declared { 24_000 } else { 25_000 }, 25_000, 25_000, 25_000]),
        history: Some(history),
        ..RawSituation::default()
    }
}

fn rows(position: &Position, raw: RawSituation) -> Vec<Candidate> {
    let detailed = DetailScope::All;
    let options = Options { depth: Depth::First, calls: 0, kans: Kans::None, detailed, ..Options::default() };
    let situation = Situation::new(position, raw).unwrap();
    analyze_at_once(position, &situation, &options).unwrap().candidates
}

fn row(rows: &[Candidate], action: Action) -> &Candidate {
    rows.iter().find(|row| row.action == action).unwrap_or_else(|| panic!("no {action:?} in {rows:?}"))
}

/// Two waits, one of them dear, and a hand of the dealer.
const HANDS: [(&str, &str); 3] =
    [("123m406p789s1122z5z", "5z"), ("234m345p678s22m67p1z", "1z"), ("11223399m4466p7s9s", "9s")];

#[test]
fn going_on_is_what_declaring_said_but_for_the_stick_and_ippatsu() {
    for (text, drawn) in HANDS {
        let (hand, drawn): (DrawnHand, Tile) = (text.parse().unwrap(), tile(drawn));
        let position = Position::Drawn { hand: hand.clone(), drawn: Some(drawn) };
        let before = rows(&position, raw(None));
        let after = rows(&position, raw(Some(DECLARED)));
        let declares = row(&before, Action::Discard { tile: drawn, riichi: true });
        let goes_on = row(&after, Action::Discard { tile: drawn, riichi: false });
        let near = |a: f64, b: f64, what: &str| assert!((a - b).abs() < 1e-5, "{text}: {what} {a} {b}");
        near(declares.play.win_rate(), goes_on.play.win_rate(), "wins");
        near(declares.play.tenpai_at_draw, goes_on.play.tenpai_at_draw, "tenpai at the draw");
        near(declares.play.wins.riichi, goes_on.play.wins.riichi, "wins in riichi");
        for (a, b) in declares.play.parts.all().into_iter().zip(goes_on.play.parts.all()) {
            near(a.rate, b.rate, "an end");
        }
        // what is already on the table is not paid again; the first turn is one han dearer
        let ippatsu = declares.play.value() - (goes_on.play.value() - 1_000.0);
        let most = declares.play.details.as_ref().unwrap().by_turn[0].win_rate * 12_000.0;
        assert!((0.0..=most).contains(&ippatsu), "{text}: {ippatsu} of at most {most}");
        assert!(ippatsu > 1.0, "{text}: {ippatsu}");
    }
}

#[test]
fn to_pass_what_breaks_the_round_off_ends_it() {
    let offered = |tile| Some(TileOffer { tile, from: From::Right, by: OfferedBy::Discard });
    for (text, discard) in [("123m406p789s1122z", "1z"), ("123m406p789s11z68p", "9s")] {
        for declared in [None, Some(DECLARED)] {
            let hand: WaitingHand = text.parse().unwrap();
            let position = Position::Waiting { hand: hand.clone(), offered: offered(tile(discard)) };
            let mut raw = raw(declared);
            raw.history.as_mut().unwrap().broken_off = Some(Reason::FourRiichi);
            let rows = rows(&position, raw);
            let pass = row(&rows, Action::Pass);
            assert_eq!(pass.play.parts.rest, Part { rate: 1.0, value: 0.0 }, "{text}");
            assert_eq!((pass.play.value(), pass.play.win_rate(), pass.play.tenpai_at_draw), (0.0, 0.0, 0.0));
            let wins = rows.iter().find(|row| row.action == Action::Ron);
            assert_eq!((rows.len(), wins.is_some()), if discard == "1z" { (2, true) } else { (1, false) });
        }
    }
}

#[test]
fn double_riichi_is_a_han_more() {
    let hand: DrawnHand = HANDS[0].0.parse().unwrap();
    let position = Position::Drawn { hand: hand.clone(), drawn: Some(tile("5z")) };
    let [plain, double] =
        [false, true].map(|double| rows(&position, raw(Some(Riichi { double, ..DECLARED }))));
    let (plain, double) = (&plain[0].play, &double[0].play);
    assert_eq!(plain.win_rate(), double.win_rate());
    let each = |value: f64| value / plain.win_rate();
    let times = each(double.parts.win.value) / each(plain.parts.win.value);
    // twice below mangan, nothing within a limit
    assert!(times > 1.1 && times < 2.0, "{times}");
}

#[test]
fn a_win_counts_its_yaku_and_the_hidden_dora() {
    let hand: WaitingHand = "123m456p789s1122z".parse().unwrap();
    let offered = Some(TileOffer { tile: tile("1z"), from: From::Across, by: OfferedBy::Discard });
    let position = Position::Waiting { hand: hand.clone(), offered };
    let wins = |riichi| {
        let rows = rows(&position, raw(Some(riichi)));
        assert_eq!(rows.len(), 2, "a win or not");
        row(&rows, Action::Ron).play.clone()
    };
    // the dealer's riichi, round wind and seat wind, 40 fu: 7,700 without ura-dora, 11,600 with ippatsu
    let (plain, ippatsu) = (wins(DECLARED), wins(Riichi { ippatsu: true, ..DECLARED }));
    assert!(plain.value() > 8_700.0 && plain.value() < 11_000.0, "{}", plain.value());
    assert!(ippatsu.value() > plain.value() + 2_000.0, "{}", ippatsu.value());
    assert_eq!((plain.win_rate(), plain.wins.riichi), (1.0, 1.0));
}

#[test]
fn a_tile_added_to_a_pon_is_won_for_a_han_more_or_passed() {
    let hand: WaitingHand = "123m456p78s11122z".parse().unwrap();
    let of = |by| {
        let offered = Some(TileOffer { tile: tile("9s"), from: From::Across, by });
        let rows = rows(&Position::Waiting { hand: hand.clone(), offered }, raw(Some(DECLARED)));
        assert_eq!(rows.len(), 2, "a win or not");
        [Action::Ron, Action::Pass].map(|action| row(&rows, action).play.clone())
    };
    let ([ron, _], [robbed, pass]) = (of(OfferedBy::Discard), of(OfferedBy::Kakan));
    assert!(robbed.value() > ron.value() + 2_000.0, "{} {}", robbed.value(), ron.value());
    assert!(pass.win_rate() > 0.0 && pass.win_rate() < 1.0);
}

#[test]
fn what_passes_cannot_be_won_later() {
    let hand: WaitingHand = "123m456p789s1122z".parse().unwrap();
    let offered =
        |text: &str| Some(TileOffer { tile: tile(text), from: From::Across, by: OfferedBy::Discard });
    let passes = |text| {
        let position = Position::Waiting { hand: hand.clone(), offered: offered(text) };
        rows(&position, raw(Some(DECLARED)))
    };
    let (wait, other) = (passes("1z"), passes("3z"));
    assert_eq!(other.len(), 1, "nothing to win on");
    let tsumo = |rows: &[Candidate]| {
        let pass = &row(rows, Action::Pass).play;
        (pass.wins.tsumo / pass.win_rate(), pass.win_rate())
    };
    assert!((tsumo(&wait).0 - 1.0).abs() < 1e-6, "furiten for good: {:?}", tsumo(&wait));
    assert!(tsumo(&other).0 < 0.7 && tsumo(&other).1 > tsumo(&wait).1);
    // a furiten hand is offered its wait
    let position = Position::Waiting { hand: hand.clone(), offered: offered("1z") };
    let mut furiten = raw(Some(DECLARED));
    furiten.history.as_mut().unwrap().passed = KindSet::from_iter([tile("2z").kind()]);
    assert_eq!(rows(&position, furiten).len(), 1);
}

#[test]
fn kans_leave_the_waits_as_they_are() {
    let kans = |text: &str, drawn: &str| {
        let hand: DrawnHand = text.parse().unwrap();
        let position = Position::Drawn { hand: hand.clone(), drawn: Some(tile(drawn)) };
        let rows = rows(&position, raw(Some(DECLARED)));
        rows.iter().filter(|row| matches!(row.action, Action::Ankan { .. })).count()
    };
    assert_eq!(kans("1111z123m456p99p45s", "1z"), 1);
    // with 44 and 45 it waits for 3s and 6s, too
    assert_eq!(kans("123m456p789p44445s", "4s"), 0);
}

#[test]
fn a_hand_in_riichi_is_a_closed_tenpai_and_its_drawn_tile_is_known() {
    let refused = |text: &str, drawn: Option<Tile>| {
        let hand: DrawnHand = text.parse().unwrap();
        Situation::new(&Position::Drawn { hand: hand.clone(), drawn }, raw(Some(DECLARED))).err()
    };
    assert_eq!(refused("123m406p789s1122z5z", None), Some(SituationError::RiichiDrawn));
    assert_eq!(refused("123m406p789s1357z5z", Some(tile("5z"))), Some(SituationError::RiichiNoten));
    assert_eq!(refused("406p789s1122z5z,m12-3", Some(tile("5z"))), Some(SituationError::RiichiNoten));
    assert_eq!(refused("123m406p789s1122z5z", Some(tile("5z"))), None);
}
