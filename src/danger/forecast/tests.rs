use super::*;
use crate::danger::assess;
use crate::round::{Event, Manner, Opening, Table};
use crate::rules::{Length, Rules};
use crate::tile::{Counts, Reds};

const EAST: Seat = Seat::ALL[0];
const HAND: &str = "2378m2378p2378s7z";

fn table() -> Table {
    let opening = Opening::first(&Rules::TENHOU, tile("1z"));
    Table::new(&opening, &Rules::TENHOU).unwrap()
}

fn tile(text: &str) -> Tile {
    crate::tile::notation::parse_tiles(text).unwrap()[0]
}

fn view<'a>(table: &'a Table, seat: Seat) -> View<'a> {
    let mut hand = Counts::EMPTY;
    let tiles = crate::tile::notation::parse_tiles(HAND).unwrap();
    tiles.iter().for_each(|t| hand.add(t.kind()).unwrap());
    View::new(table, seat, hand, Reds::NONE).unwrap()
}

fn forecast(table: &Table, seat: Seat) -> Forecast {
    let view = view(table, seat);
    Forecast::new(&view, &assess(&view, Length::Hanchan)).unwrap()
}

/// Each player in turn, from the dealer on, draws and discards one of these as drawn; with `*` it declares riichi.
/// The next player draws.
fn play(discards: &str) -> Table {
    let mut table = table();
    let words: Vec<&str> = discards.split_whitespace().collect();
    for (turn, word) in words.iter().enumerate() {
        let seat = EAST.after(turn);
        let tile = tile(word.trim_end_matches('*'));
        table.apply(&Event::Draw { seat, tile }).unwrap();
        let riichi = word.ends_with('*');
        if riichi {
            table.apply(&Event::Riichi { seat }).unwrap();
        }
        table.apply(&Event::Discard { seat, tile, manner: Manner::Tsumogiri }).unwrap();
        if riichi {
            table.apply(&Event::RiichiAccepted { seat }).unwrap();
        }
    }
    table.apply(&Event::Draw { seat: EAST.after(words.len()), tile: tile("7z") }).unwrap();
    table
}

/// South has declared riichi with 9s; East comes next.
const RIICHI: &str = "9m 1p 4z 1s 9p 9s* 3z 1m";

#[test]
fn every_rate_is_a_probability() {
    for discards in ["", "9m 1p 4z 1s", RIICHI] {
        let table = play(discards);
        let forecast = forecast(&table, EAST);
        assert_eq!(forecast.steps(), table.tiles_left() / 4 + 1);
        for (_, other) in forecast.others.iter().filter_map(|(seat, o)| Some((seat, o.as_ref()?))) {
            for stance in Stance::ALL {
                for step in 0..forecast.steps() {
                    let now = other.step(step, stance).unwrap();
                    let rates = [now.tenpai, now.tsumo, now.ron];
                    assert!(rates.iter().all(|rate| (0.0..=1.0).contains(rate)), "{step}: {now:?}");
                    assert!(now.tsumo + now.ron < now.tenpai, "{step}: {now:?}");
                    for tile in (0..Tile::COUNT).filter_map(Tile::new) {
                        let rate = other.deal_in(step, stance, tile);
                        assert!((0.0..=now.tenpai.max(0.5)).contains(&rate), "{step} {tile}: {rate}");
                        assert!((1000.0..32_000.0).contains(&other.price(tile)));
                    }
                }
                assert_eq!(other.step(forecast.steps(), stance), None);
            }
            assert!((500.0..8000.0).contains(&other.tsumo_pays), "{}", other.tsumo_pays);
            assert!((1000.0..16_000.0).contains(&other.ron_pays), "{}", other.ron_pays);
        }
        assert_eq!(forecast.others[EAST], None);
    }
}

#[test]
fn what_a_riichi_changes_lies_on_both_sides_of_the_average() {
    let forecast = forecast(&play("9m 1p 4z 1s"), EAST);
    for seat in &Seat::ALL[1..] {
        let other = forecast.others[*seat].as_ref().unwrap();
        for step in 2..forecast.steps() - 1 {
            let average = other.step(step, Stance::Free).unwrap();
            let [quiet, another, own] =
                RiichiOrigin::ALL.map(|since| *other.step_since(step, since).unwrap());
            assert!(quiet.tsumo < average.tsumo && average.tsumo < own.tsumo, "{step}: {quiet:?} {own:?}");
            assert!(another.ron < own.ron && quiet.ron < own.ron, "{step}: {another:?} {own:?}");
            let deals_in = |since| other.deal_in_since(step, since, tile("5p"));
            assert!(3.0 * deals_in(RiichiOrigin::BeforeRiichi) < deals_in(RiichiOrigin::Own), "{step}");
            assert!((0.005..0.12).contains(&other.declares(step)) || step > 12, "{step}");
            // what it has discarded itself stays safe
            let own_tile =
                other.deal_in_since(step, RiichiOrigin::Own, tile(["1p", "4z", "1s"][seat.index() - 1]));
            assert_eq!(own_tile, 0.0);
        }
        assert!(other.step_since(forecast.steps(), RiichiOrigin::Own).is_none());
    }
}

#[test]
fn who_is_in_riichi_or_open_declares_none() {
    let forecast = forecast(&play(RIICHI), EAST);
    let south = forecast.others[Seat::ALL[1]].as_ref().unwrap();
    for step in 0..forecast.steps() {
        assert_eq!(south.declares(step), 0.0);
        assert!(south.step_since(step, RiichiOrigin::Own).is_none());
        // it plays on as it is, against any new riichi
        assert_eq!(
            south.step_since(step, RiichiOrigin::BeforeRiichi),
            south.step(step, Stance::Free).map(OpponentStep::of).as_ref()
        );
    }
}

#[test]
fn step_0_begins_with_what_the_danger_model_says() {
    let table = play("9m 1p 4z 1s");
    let view = view(&table, EAST);
    let danger = assess(&view, Length::Hanchan);
    let forecast = Forecast::new(&view, &danger).unwrap();
    for seat in &Seat::ALL[1..] {
        let tenpai = danger.threats[*seat].as_ref().unwrap().tenpai;
        let other = forecast.others[*seat].as_ref().unwrap();
        assert_eq!(other.step(0, Stance::Free).unwrap().tenpai, tenpai);
        let later = other.step(5, Stance::Free).unwrap().tenpai;
        assert!(later > 3.0 * tenpai, "{tenpai} {later}");
    }
}

#[test]
fn a_riichi_stays_tenpai_and_wins_more_often() {
    let (quiet, riichi) = (play(&RIICHI.replace('*', "")), play(RIICHI));
    let [quiet, riichi] = [&quiet, &riichi].map(|table| forecast(table, EAST));
    let south = Seat::ALL[1];
    let of = |forecast: &Forecast, step| {
        *forecast.others[south].as_ref().unwrap().step(step, Stance::Free).unwrap()
    };
    for step in 0..riichi.steps() {
        assert_eq!(of(&riichi, step).tenpai, 1.0);
    }
    assert!(of(&riichi, 1).tsumo > 4.0 * of(&quiet, 1).tsumo);
    assert!(riichi.ends(1, Stance::Free) > 2.0 * quiet.ends(1, Stance::Free));
    // the others fold against two riichi more often
    let west = |stance| riichi.others[Seat::ALL[2]].as_ref().unwrap().step(3, stance).unwrap().tenpai;
    assert!(west(Stance::Riichi) <= west(Stance::Free));
}

#[test]
fn what_is_safe_for_good_stays_safe_and_what_only_passed_does_not() {
    let forecast = forecast(&play(RIICHI), EAST);
    let of = |seat: usize, text: &str| {
        forecast.others[Seat::ALL[seat]].as_ref().unwrap().deal_in(2, Stance::Free, tile(text))
    };
    // South's own discards, and what passed after its riichi
    for text in ["1p", "9s", "3z", "1m"] {
        assert_eq!(of(1, text), 0.0, "{text}");
    }
    // what East discarded before the riichi
    assert!(of(1, "9p") > 0.001);
    // West's own discard, and North's tile that passed West after it
    assert_eq!(of(2, "3z"), 0.0);
    assert!((0.0005..0.03).contains(&of(2, "1m")), "{}", of(2, "1m"));
}

#[test]
fn only_those_who_draw_win_by_tsumo_at_the_end_of_the_wall() {
    let outlook = Outlook {
        more_riichi: 0,
        left: 2,
        dealer: true,
        opponents: ArrayVec::from(
            [Opponent { standing: Standing::Riichi, melds: 0, dealer: false, tenpai: 1.0, price: 5200.0 }; 3],
        ),
    };
    let steps = outlook.steps_of(Stance::Free, Figures::builtin());
    assert_eq!(steps.len(), 1);
    let [right, across, left] = steps[0];
    assert!(right.tsumo > 0.0 && across.tsumo > 0.0);
    assert_eq!(left.tsumo, 0.0);
    // two others discard before the left one could win, only one before the others
    assert!(left.ron > 1.9 * right.ron);
    assert_eq!(Outlook { left: 69, ..outlook }.steps(), STEPS);
}

#[test]
fn another_seats_danger_is_refused() {
    let table = table();
    let danger = assess(&view(&table, EAST), Length::Hanchan);
    assert_eq!(Forecast::new(&view(&table, Seat::ALL[1]), &danger), None);
}

#[test]
fn a_dealers_tsumo_costs_more_than_another_ones() {
    let forecast = forecast(&play("9m 1p 4z"), Seat::ALL[3]);
    let pays = |seat: usize| forecast.others[Seat::ALL[seat]].as_ref().unwrap().tsumo_pays;
    assert!(pays(0) > 1.3 * pays(1), "{} {}", pays(0), pays(1));
}

#[test]
fn the_file_that_the_crate_carries_is_one_of_these_figures() {
    let params = Params::read(LABEL, BUILTIN).unwrap();
    assert_eq!(params.write(), BUILTIN);
    let (figures, coming) = (Figures::builtin(), ComingModel::builtin());
    // first and last numbers, as they were fitted
    assert_eq!((figures.up[0][0][0], figures.deal_in_pays[2][1]), (0.11679, 0.94037));
    assert_eq!((coming.declares.cells[0][0], coming.ron_pays[1]), (0.00438, 7898.5));
}
