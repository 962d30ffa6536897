//! Figures that others have published, and what stands behind them.

use nanikiru::analyze::{Depth, Options, Position, RawSituation, Situation, analyze_at_once};
use nanikiru::hand::DrawnHand;
use nanikiru::rules::{RedFives, RiichiKans, Rules};
use nanikiru::search::{Chance, ChanceStep, Exchanges, Payoffs, Points, Progress, Root, Search};
use nanikiru::tile::notation::parse_tiles;
use nanikiru::tile::{KindSet, Tile, Wind};

/// 34678m678p22s with an open 345p waits on 2m and 5m: tanyao and two dora, 3 han 30 fu, 4,000 points by
/// tsumo to a player who is not the dealer.
const HAND: &str = "34678m678p22s5z,p3-45";
const POINTS: f64 = 4_000.0;
/// No red fives.
const RULES: Rules = Rules { red_fives: RedFives::NONE, ..Rules::TENHOU };
/// Unseen tiles: 136 less the hand and the indicator; 8 of them win.
const UNSEEN: f64 = 136.0 - 14.0 - 1.0;
const DRAWS: usize = 14;

/// The published case: "4,000 points times 61.62 % win rate = 2,465". Both figures are those of 14 draws
/// that go back into the wall; without replacement it is 63.77 %.
#[test]
fn an_open_tanyao_with_two_dora() {
    let with_replacement = 1.0 - (1.0 - 8.0 / UNSEEN).powi(DRAWS as i32);
    assert_eq!(format!("{:.2} %", 100.0 * with_replacement), "61.62 %");
    assert_eq!((POINTS * with_replacement).round(), 2_465.0);

    let hand: DrawnHand = HAND.parse().unwrap();
    let position = Position::Drawn { hand: hand.clone(), drawn: None };
    let raw = RawSituation {
        rules: RULES,
        seat_wind: Wind::South,
        dora_indicators: parse_tiles("1s").unwrap(),
        // 14 more draws, the last of them not the last tile of the wall
        tiles_left: Some(4 * DRAWS as u32 + 1),
        ..RawSituation::default()
    };
    let situation = Situation::new(&position, raw).unwrap();
    let options = Options { depth: Depth::First, others: false, ..Options::default() };
    let report = analyze_at_once(&position, &situation, &options).unwrap();
    let best = &report.candidates[0];
    let without = 1.0 - (0..DRAWS).map(|j| 1.0 - 8.0 / (UNSEEN - j as f64)).product::<f64>();
    assert_eq!(report.draws_left, DRAWS);
    assert!((best.play.win_rate() - without).abs() < 1e-6, "{} {without}", best.play.win_rate());
    assert!((best.play.parts.win.value - POINTS * without).abs() < 0.01, "{}", best.play.parts.win.value);
}

/// Nothing but the wins is paid where an exhaustive draw pays nothing: the value is points times win rate.
#[test]
fn value_is_points_times_win_rate() {
    struct WinsOnly(Points);
    impl Payoffs for WinsOnly {
        fn win(
            &self,
            hand: &nanikiru::hand::WaitingHand,
            tile: Tile,
            unseen: &nanikiru::tile::Counts,
            kans: usize,
        ) -> nanikiru::search::WinLines {
            self.0.win(hand, tile, unseen, kans)
        }

        fn exhaustive_draw(&self, _: bool) -> f64 {
            0.0
        }

        fn riichi_stick(&self) -> Option<f64> {
            None
        }

        fn riichi_kans(&self) -> RiichiKans {
            self.0.rules.riichi_kans
        }
    }
    let hand: DrawnHand = HAND.parse().unwrap();
    let indicator = parse_tiles("1s").unwrap();
    let position = Position::Drawn { hand: hand.clone(), drawn: None };
    let raw = RawSituation { rules: RULES, dora_indicators: indicator.clone(), ..RawSituation::default() };
    let situation = Situation::new(&position, raw).unwrap();
    let points = WinsOnly(Points {
        rules: situation.rules().clone(),
        table: nanikiru::score::Table {
            round: Wind::East,
            seat: Wind::South,
            dora: nanikiru::score::Indicators::new(&[indicator[0].kind()]).unwrap(),
        },
        pot: nanikiru::score::Pot::EMPTY,
        riichi: false,
        others: nanikiru::search::OthersTenpai { tenpai: [1.0, 0.0, 0.0, 0.0], noten: [1.0, 0.0, 0.0, 0.0] },
        kans: 0,
        utility: None,
    });
    let options = nanikiru::search::Options {
        exchanges: Exchanges::Beyond(0),
        calls: 0,
        ..nanikiru::search::Options::default()
    };
    let root = Root::Drawn { hand: &hand, forbidden: KindSet::EMPTY };
    let chance = Chance::even(DRAWS, 1, ChanceStep::ALONE);
    let search = Search { root, unseen: situation.unseen(), chance: &chance, payoffs: &points };
    let outcome = search.run_f64(&options, &Progress::default()).unwrap();
    let best = &outcome.rows[0].play;
    assert!((best.value() - POINTS * best.win_rate()).abs() < 1e-9, "{} {}", best.value(), best.win_rate());
}
