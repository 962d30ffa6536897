//! Calls with hands that are far from a win and have no yaku in reach: passing is worth more than any of them.

use crate::random;
use crate::size::size;

use nanikiru::api::{Action, Candidate, Report, Request, Watch, analyze, request_from_json};
use nanikiru::hand::WaitingHand;
use nanikiru::shape;
use nanikiru::tile::{Kind, Suit, Tile};
use random::Random;
use rayon::prelude::*;

/// Tiles in their short form.
fn text(tiles: &[Tile]) -> String {
    tiles.iter().map(Tile::to_string).collect()
}

/// A hand, a tile that somebody discards, and the dora indicator.
#[derive(Debug)]
struct FarCall {
    hand: String,
    offered: String,
    indicator: String,
}

impl FarCall {
    /// Any 13 tiles of the wall, where they are three tiles and more from tenpai, and have a pair of a guest wind of West in an east round, or
    /// of a terminal, whose third tile comes from East. No yaku is in reach: no pair of honours that are one, less than three
    /// pairs, less than nine tiles of a suit and honours, and less than eleven that chanta can take.
    fn deal(random: &mut Random) -> Option<FarCall> {
        let mut wall: Vec<Tile> = Kind::ALL
            .into_iter()
            .flat_map(|kind| {
                let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
                [red.unwrap_or(Tile::plain(kind)), Tile::plain(kind), Tile::plain(kind), Tile::plain(kind)]
            })
            .collect();
        random.shuffle(&mut wall);
        let (hand, rest) = wall.split_at(13);
        let held = |kind: Kind| hand.iter().filter(|tile| tile.kind() == kind).count();
        let is_guest = |kind: Kind| kind.suit() == Suit::Honour && [2, 4].contains(&kind.number());
        let is_value = |kind: Kind| kind.is_honour() && !is_guest(kind);
        let pairs = Kind::ALL.into_iter().filter(|&kind| held(kind) >= 2);
        let of_suit = |suit: Suit| {
            hand.iter().filter(|tile| tile.kind().is_honour() || tile.kind().suit() == suit).count()
        };
        let outside = hand
            .iter()
            .map(|tile| tile.kind())
            .filter(|kind| kind.is_honour() || !(4..=6).contains(&kind.number()));
        if pairs.clone().any(is_value)
            || pairs.count() >= 3
            || outside.count() >= 11
            || Suit::NUMBERS.into_iter().any(|suit| of_suit(suit) >= 9)
        {
            return None;
        }
        let called =
            |tile: &&Tile| held(tile.kind()) == 2 && (is_guest(tile.kind()) || tile.kind().is_terminal());
        let (indicator, rest) = rest.split_first()?;
        let offered = rest.iter().find(called)?;
        let hand = text(hand);
        let waiting: WaitingHand = hand.parse().ok()?;
        (shape::shanten(&waiting).get() >= 3).then(|| FarCall {
            hand,
            offered: offered.to_string(),
            indicator: indicator.to_string(),
        })
    }

    fn with_table(&self, options: &str) -> String {
        let FarCall { hand, offered, indicator } = self;
        format!(
            r#"{{"hand":"{hand}","context":{{"rules":"mahjong-soul","seat":"west","scores":[25000,25000,25000,25000],
                "doraIndicators":"{indicator}","players":{{"east":{{"river":"{offered}"}}}}}},"options":{options}}}"#
        )
    }

    fn without_table(&self, options: &str) -> String {
        let FarCall { hand, offered, indicator } = self;
        format!(
            r#"{{"hand":"{hand}","context":{{"rules":"mahjong-soul","seat":"west","doraIndicators":"{indicator}",
                "offered":{{"tile":"{offered}","from":"across"}}}},"options":{options}}}"#
        )
    }
}

fn report(request: &str) -> Report {
    let request: Request = request_from_json(request).unwrap_or_else(|error| panic!("{request}: {error:?}"));
    let progress = Default::default();
    let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    analyze(&request, &mut watch).unwrap_or_else(|error| panic!("{error:?}"))
}

/// What stands above passing, if anything.
fn above_pass(request: &str) -> Option<String> {
    let report = report(request);
    let value = |candidate: &Candidate| (candidate.value, candidate.win_rate, candidate.estimated);
    let pass = report.candidates.iter().find(|row| row.action == Action::Pass).expect("passing has a row");
    let first = &report.candidates[0];
    (first.value > pass.value)
        .then(|| format!("{request}: {:?} {:?}, passing {:?}", first.action, value(first), value(pass)))
}

/// A call without a way to a yaku once stood above passing in 16 of 60 such hands, because averages said how often it wins.
#[test]
fn far_calls_without_a_yaku_in_reach_never_stand_above_pass() {
    let (mut random, hands) = (Random(2026), size(12, 60) as usize);
    let calls: Vec<FarCall> =
        std::iter::repeat_with(|| FarCall::deal(&mut random)).flatten().take(hands).collect();
    let fast = r#"{"depth":"fast"}"#;
    let requests: Vec<String> = calls
        .iter()
        .flat_map(|call| {
            [
                call.without_table(fast),
                call.without_table("{}"),
                call.with_table(fast),
                call.with_table(r#"{"depth":"fast","objective":"placement"}"#),
            ]
        })
        .collect();
    let above: Vec<String> = requests.par_iter().filter_map(|request| above_pass(request)).collect();
    assert!(above.is_empty(), "{} of {}:\n{}", above.len(), requests.len(), above.join("\n"));
}

/// The pon of a guest wind was "11 % -867", passing "6 % -1,110".
#[test]
fn a_pon_of_a_guest_wind_stands_below_pass() {
    for options in ["{}", r#"{"depth":"fast"}"#] {
        let request = format!(
            r#"{{"hand":"499m1134p6p4s44z67z","context":{{"offered":{{"tile":"4z","from":"across"}}}},"options":{options}}}"#
        );
        assert_eq!(above_pass(&request), None);
    }
}
