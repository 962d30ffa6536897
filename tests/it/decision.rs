//! Every decision of some games: the rows are the legal actions, and their figures add up.

use crate::records;
use crate::size::size;

use nanikiru::analyze::{
    Action, Depth, DetailScope, Objective, OfferedBy, Options, Position, RawSituation, Report, Situation,
    Spot, TileOffer, Watch, analyze, analyze_at_once,
};
use nanikiru::hand::{Call, From, Meld, WaitingHand};
use nanikiru::review::{Choice, Decision, decisions};
use nanikiru::round::{Event, Phase, Robbable};
use nanikiru::rules::{Length, Rules};
use nanikiru::score::Yaku;
use nanikiru::search::Progress;
use nanikiru::shape;
use nanikiru::tile::{Kind, Seat, Tile};
use std::collections::BTreeSet;

/// Decisions of seats that are not in riichi.
fn asked() -> Vec<(Decision, Spot)> {
    let logs: Vec<_> = [5, 11, 40].iter().flat_map(|&seed| records::game(seed, 2, &Rules::TENHOU)).collect();
    let mut found = Vec::new();
    for log in &logs {
        for decision in decisions(log, &Rules::TENHOU) {
            let decision = decision.unwrap();
            if decision.round.table().player(decision.seat).riichi().is_some() {
                continue;
            }
            let asked = Spot::of(&decision.round, decision.seat, Length::Hanchan).unwrap();
            found.push((decision, asked));
        }
    }
    found
}

fn report(asked: &Spot, options: &Options) -> Report {
    analyze_at_once(&asked.position, &asked.situation, options).unwrap()
}

/// The tiles that a call takes out of the hand, as an action names them.
fn own(meld: &Meld) -> BTreeSet<Vec<Tile>> {
    let claimed = match meld.call() {
        Call::Chi { claimed } | Call::Pon { claimed, .. } => claimed,
        _ => return BTreeSet::new(),
    };
    let mut tiles: Vec<Tile> = meld.tiles().collect();
    tiles.remove(tiles.iter().position(|&tile| tile == claimed).unwrap());
    tiles.sort();
    BTreeSet::from([tiles])
}

fn sorted(own: [Tile; 2]) -> Vec<Tile> {
    let mut own = own.to_vec();
    own.sort();
    own
}

#[test]
fn rows_are_the_legal_actions() {
    let (mut turns, mut offers) = (0, 0);
    for (decision, asked) in asked() {
        let options = Options { depth: Depth::First, calls: 0, max_hands: 300, ..Options::default() };
        let rows: Vec<Action> = report(&asked, &options).candidates.iter().map(|c| c.action).collect();
        let has = |action: Action| rows.contains(&action);
        let discards = |riichi: bool| -> BTreeSet<Tile> {
            let of = |action: &Action| match *action {
                Action::Discard { tile, riichi: with } if with == riichi => Some(tile),
                _ => None,
            };
            rows.iter().filter_map(of).collect()
        };
        match &decision.choice {
            Choice::Turn(turn) => {
                turns += 1;
                assert_eq!(discards(false), turn.discards.iter().copied().collect());
                // the estimate of a far hand has no riichi, and a far hand none to declare
                assert_eq!(discards(true), turn.riichi.iter().copied().collect());
                assert_eq!(has(Action::Tsumo), turn.tsumo);
                assert_eq!(has(Action::NineTerminals), turn.nine_terminals);
                let kans =
                    rows.iter().filter(|row| matches!(row, Action::Ankan { .. } | Action::Kakan { .. }));
                assert_eq!(kans.count(), turn.kans.len(), "{rows:?}");
            }
            Choice::AfterCall { discards: allowed } => {
                assert_eq!(discards(false), allowed.iter().copied().collect());
                assert!(rows.iter().all(|row| matches!(row, Action::Discard { riichi: false, .. })));
            }
            Choice::Offer(claims) => {
                offers += 1;
                assert_eq!(has(Action::Ron), claims.ron);
                assert!(has(Action::Pass));
                let called: BTreeSet<Vec<Tile>> = rows
                    .iter()
                    .filter_map(|row| match *row {
                        Action::Chi { own, .. } | Action::Pon { own, .. } => Some(sorted(own)),
                        _ => None,
                    })
                    .collect();
                assert_eq!(called, claims.calls.iter().flat_map(own).collect(), "{rows:?}");
                assert_eq!(
                    has(Action::Daiminkan),
                    claims.calls.iter().any(|meld| matches!(meld.call(), Call::Daiminkan { .. }))
                );
            }
        }
    }
    assert!(turns > 100 && offers > 10, "{turns} own turns, {offers} offers");
}

#[test]
fn a_tile_added_to_a_pon_can_be_won_with_or_left() {
    let options = Options { depth: Depth::First, calls: 0, detailed: DetailScope::All, ..Options::default() };
    let mut wins = 0;
    let logs = (0..400).flat_map(|seed| records::game(seed, 1, &Rules::TENHOU));
    for decision in logs.flat_map(|log| decisions(&log, &Rules::TENHOU).collect::<Vec<_>>()) {
        let decision = decision.unwrap();
        let (Choice::Offer(claims), Phase::Kan { .. }) = (&decision.choice, decision.round.table().phase())
        else {
            continue;
        };
        assert!(claims.ron && claims.calls.is_empty());
        let asked = Spot::of(&decision.round, decision.seat, Length::Hanchan).unwrap();
        let Position::Waiting { hand, offered: Some(TileOffer { tile, from, by }) } = &asked.position else {
            panic!("{asked:?}")
        };
        assert_eq!((*tile, from.seat(decision.seat), *by), (claims.tile, claims.from, OfferedBy::Kakan));
        // it is the fourth of its kind
        assert_eq!(asked.situation.unseen().counts()[tile.kind()], 0, "{asked:?}");
        let rows = report(&asked, &options).candidates;
        let actions: BTreeSet<String> = rows.iter().map(|row| format!("{:?}", row.action)).collect();
        assert_eq!(actions, BTreeSet::from(["Pass".to_string(), "Ron".to_string()]), "{hand}");
        let ron = rows.iter().find(|row| row.action == Action::Ron).unwrap();
        assert_eq!(ron.play.details.as_ref().unwrap().yaku[Yaku::Chankan as usize], 1.0);
        wins += 1;
    }
    assert!(wins >= 3, "{wins} of 400 rounds");
}

#[test]
fn thirteen_orphans_alone_rob_a_concealed_kan() {
    let options = Options { depth: Depth::First, calls: 0, detailed: DetailScope::All, ..Options::default() };
    let rules = Rules::MAHJONG_SOUL;
    let robbing = |rules: &Rules, seed| {
        let logs = records::game(seed, 1, rules);
        let all = logs.iter().flat_map(|log| decisions(log, rules).collect::<Vec<_>>()).map(Result::unwrap);
        let ankan = |d: &Decision| {
            matches!(d.round.table().phase(), Phase::Kan { robbable: Some(Robbable::Ankan(_)), .. })
        };
        all.filter(ankan).collect::<Vec<_>>()
    };
    let mut wins = 0;
    for decision in (0..300).flat_map(|seed| robbing(&rules, seed)) {
        let asked = Spot::of(&decision.round, decision.seat, Length::Hanchan).unwrap();
        let Position::Waiting { hand, offered: Some(TileOffer { tile, by: OfferedBy::Ankan, .. }) } =
            &asked.position
        else {
            panic!("{asked:?}")
        };
        assert!(shape::is_thirteen_orphans_tenpai(hand), "{hand}");
        assert_eq!(asked.situation.unseen().counts()[tile.kind()], 0, "{asked:?}");
        let rows = report(&asked, &options).candidates;
        let actions: BTreeSet<String> = rows.iter().map(|row| format!("{:?}", row.action)).collect();
        assert_eq!(actions, BTreeSet::from(["Pass".to_string(), "Ron".to_string()]), "{hand}");
        // a yakuman, beside which chankan does not count
        let ron = rows.iter().find(|row| row.action == Action::Ron).unwrap();
        assert_eq!(ron.play.details.as_ref().unwrap().yaku[Yaku::Kokushi as usize], 1.0);
        assert!(ron.play.value() >= 32_000.0);
        // whoever waits for it with a run could not win, and is not furiten
        let mut table = decision.round.table().clone();
        let Phase::Kan { seat, .. } = table.phase() else { unreachable!() };
        let other = Tile::plain(Kind::ALL[33]);
        while table.apply(&Event::Draw { seat, tile: other }).is_err() {
            table.apply(&Event::Dora { indicator: other }).unwrap();
        }
        assert!(Seat::ALL.iter().all(|&seat| !table.player(seat).passed().contains(tile.kind())));
        wins += 1;
    }
    assert!(wins >= 3, "{wins} of 300 rounds");
    assert!((0..300).all(|seed| robbing(&Rules::TENHOU, seed).is_empty()), "these rules do not know it");
}

/// Without a table nobody says where its other tiles lie; once three of them were thought to be in the wall.
#[test]
fn a_kan_that_can_be_robbed_has_all_tiles_of_its_kind() {
    let cases =
        [("99m19p19s1234567z", "1m", OfferedBy::Ankan), ("123m34p678p456s22z", "5p", OfferedBy::Kakan)];
    for (hand, tile, by) in cases {
        let hand: WaitingHand = hand.parse().unwrap();
        let offered = TileOffer { tile: tile.parse().unwrap(), from: From::Left, by };
        let position = Position::Waiting { hand, offered: Some(offered) };
        let raw = RawSituation { rules: Rules::MAHJONG_SOUL, ..RawSituation::default() };
        let situation = Situation::new(&position, raw).unwrap();
        assert_eq!(situation.unseen().counts()[offered.tile.kind()], 0, "{tile}");
        let report = analyze_at_once(&position, &situation, &Options::default()).unwrap();
        let pass = report.candidates.iter().find(|row| row.action == Action::Pass).unwrap();
        let waits = pass.ukeire.tiles;
        assert_eq!(waits, if by == OfferedBy::Ankan { 0 } else { 4 }, "{tile}");
        assert!(report.candidates.iter().any(|row| row.action == Action::Ron), "{tile}");
    }
}

/// Who watches sees what comes before the last report, and the same last report.
#[test]
fn what_nobody_sees_changes_nothing() {
    let (mut deep, mut offers, mut riichi) = (0, 0, 0);
    let every = size(3, 1) as usize;
    let logs = records::game(12, 8, &Rules::TENHOU);
    let all = logs.iter().flat_map(|log| decisions(log, &Rules::TENHOU).collect::<Vec<_>>());
    for decision in all.step_by(every) {
        let decision = decision.unwrap();
        let asked = Spot::of(&decision.round, decision.seat, Length::Hanchan).unwrap();
        let options = Options { depth: Depth::Fast, max_hands: 400, ..Options::default() };
        let (progress, mut before) = (Progress::default(), 0);
        let mut count = |_: &Report| {
            before += 1;
        };
        let mut watch = Watch { progress: &progress, report: Some(&mut count), clock: || 0.0 };
        let watched = analyze(&asked.position, &asked.situation, &options, &mut watch).unwrap();
        assert_eq!(watched, report(&asked, &options));
        deep += usize::from(before > 1);
        offers += usize::from(asked.position.is_offered());
        riichi += usize::from(decision.round.table().player(decision.seat).riichi().is_some());
    }
    assert!(
        deep > 20 / every && offers > 10 / every && riichi > 2 / every,
        "{deep} deep, {offers} offers, {riichi} in riichi"
    );
}

/// P(win) x mean win + P(deal-in) x mean loss + others' tsumo + draw + rest = value, and the rates are all there is.
#[test]
fn parts_add_up_to_the_value() {
    let mut rows = 0;
    for (i, (_, asked)) in asked().into_iter().enumerate().filter(|(i, _)| i % 5 == 0) {
        let objective = if i % 2 == 0 { Objective::Points } else { Objective::Placement };
        let options = Options {
            depth: Depth::Fast,
            max_hands: 500,
            objective,
            danger: i % 15 != 0,
            ..Options::default()
        };
        for candidate in report(&asked, &options).candidates {
            let play = &candidate.play;
            let all = play.parts.all();
            let rate: f64 = all.iter().map(|part| part.rate).sum();
            let value: f64 = all.iter().map(|part| part.value).sum();
            assert!((rate - 1.0).abs() < 1e-4, "{:?}: {rate} of {all:?}", candidate.action);
            assert!((value - play.value()).abs() < 1e-9 * value.abs().max(1.0));
            assert!(all.iter().all(|part| part.rate >= -1e-6), "{all:?}");
            assert_eq!(play.parts.win.rate, play.win_rate());
            rows += 1;
        }
    }
    assert!(rows > 300, "{rows} rows");
}

/// A discard that nobody can win with is worth more than the same hand would be at a table where it deals in.
#[test]
fn danger_costs() {
    let (mut cheaper, mut all) = (0, 0);
    for (_, asked) in asked().into_iter().filter(|(decision, _)| matches!(decision.choice, Choice::Turn(_))) {
        let Some(danger) = asked.situation.danger() else { panic!("a round has a table") };
        let options = Options { depth: Depth::First, calls: 0, max_hands: 300, ..Options::default() };
        for candidate in report(&asked, &options).candidates {
            let Some(tile) = candidate.action.discard() else { continue };
            all += 1;
            let rate = candidate.play.parts.deal_in.rate;
            assert!(rate >= danger.rate(tile) - 1e-5, "{rate} of {tile}, {}", danger.rate(tile));
            cheaper += usize::from(danger.rate(tile) > 0.0);
        }
    }
    assert!(cheaper > all / 10, "{cheaper} of {all} discards risk anything");
}
