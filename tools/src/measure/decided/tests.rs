//! Small rounds written by hand, and what is made of them.

use super::sample::SampledDecision;
use super::verdict::{Kind, judge};
use arrayvec::ArrayVec;
use nanikiru::analyze::{Action, Depth, Options, TableThreat};
use nanikiru::hand::{Call, From, Meld};
use nanikiru::replay::{Length, RoundLog};
use nanikiru::review::{Decision, RecordedAction, decisions};
use nanikiru::round::{DrawReason, Event, Manner, Opening, RawRound, Round, Source, WinEvent};
use nanikiru::rules::{RedFives, Rules};
use nanikiru::tile::notation::parse_tiles;
use nanikiru::tile::{BySeat, Kind as TileKind, Seat, Tile};
use nanikiru_tools::moment::{Question, is_last};
use nanikiru_tools::outcome::{Outcome, RoundEnd, follow};

const A: Seat = Seat::ALL[0];
const B: Seat = Seat::ALL[1];
const C: Seat = Seat::ALL[2];
const D: Seat = Seat::ALL[3];

fn rules() -> Rules {
    Rules { red_fives: RedFives::NONE, ..Rules::TENHOU }
}

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

/// A round that is being written.
struct RoundBuilder {
    log: RoundLog,
    round: Round,
    /// What nobody has seen, by kind.
    rest: Vec<Tile>,
}

impl RoundBuilder {
    /// A deals; hands that are not given whole are filled up with honours and what follows them.
    fn new(hands: [&str; 4]) -> RoundBuilder {
        let mut rest: Vec<Tile> =
            TileKind::ALL.into_iter().flat_map(|kind| std::iter::repeat_n(Tile::plain(kind), 4)).collect();
        let mut take = |tile: Tile| rest.remove(rest.iter().position(|&t| t == tile).unwrap());
        let indicator = take(tile("9s"));
        let given = hands.map(|hand| parse_tiles(hand).unwrap().into_iter().map(&mut take).collect());
        let hands = given.map(|mut hand: Vec<Tile>| {
            // every third from the end: no hand is anything
            while hand.len() < 13 {
                let at = rest.len() - 1 - (3 * hand.len()) % 40;
                hand.push(rest.remove(at));
            }
            <[Tile; 13]>::try_from(hand).unwrap()
        });
        let raw = RawRound { opening: Opening::first(&rules(), indicator), hands: hands.into() };
        let round = Round::deal(raw.clone(), &rules()).unwrap();
        let log = RoundLog { raw, events: Vec::new(), claims: Vec::new(), absences: Vec::new() };
        RoundBuilder { log, round, rest }
    }

    fn ok(&mut self, event: Event) -> &mut RoundBuilder {
        self.round.apply(&event).unwrap_or_else(|illegal| panic!("{event:?}: {illegal}"));
        self.log.events.push(event);
        self
    }

    fn draw(&mut self, seat: Seat, text: &str) -> &mut RoundBuilder {
        let at = self.rest.iter().position(|&t| t == tile(text)).unwrap();
        self.rest.remove(at);
        self.ok(Event::Draw { seat, tile: tile(text) })
    }

    fn cut(&mut self, seat: Seat, text: &str) -> &mut RoundBuilder {
        let drawn = self.round.drawn() == Some(tile(text));
        let manner = if drawn { Manner::Tsumogiri } else { Manner::Tedashi };
        self.ok(Event::Discard { seat, tile: tile(text), manner })
    }

    /// The seat draws and discards a tile that nobody asked for.
    fn turn(&mut self, seat: Seat) -> &mut RoundBuilder {
        let tile = self.rest.remove(0);
        self.ok(Event::Draw { seat, tile });
        self.ok(Event::Discard { seat, tile, manner: Manner::Tsumogiri })
    }

    fn pon(&mut self, seat: Seat, from: From, text: &str) -> &mut RoundBuilder {
        let claimed = tile(text);
        let meld = Meld::new(Call::Pon { from, claimed }, claimed.kind(), false).unwrap();
        self.ok(Event::Call { seat, meld })
    }

    fn win(&mut self, seat: Seat, source: Source, text: &str, gains: [i32; 4]) -> &mut RoundBuilder {
        let ura = ArrayVec::new();
        self.ok(Event::Win(WinEvent { seat, source, tile: tile(text), ura, gains: BySeat(gains) }))
    }

    /// What becomes of a seat after so many events.
    fn follow(&self, events: usize, seat: Seat) -> Option<Outcome> {
        let mut round = Round::deal(self.log.raw.clone(), &rules()).unwrap();
        self.log.events[..events].iter().for_each(|event| round.apply(event).unwrap());
        follow(round, seat, &self.log.events[events..])
    }

    fn decisions(&self) -> Vec<Decision> {
        decisions(&self.log, &rules()).collect::<Result<_, _>>().unwrap()
    }
}

const TENPAI: &str = "123456789m1123s";

/// Who deals in here does so with the next discard.
fn outcome(round_end: RoundEnd, change: i32, tenpai: bool, tenpai_at_draw: bool) -> Option<Outcome> {
    Some(Outcome { round_end, change, tenpai, tenpai_at_draw, at_once: round_end == RoundEnd::DealIn })
}

#[test]
fn a_round_that_is_not_over_has_no_outcome() {
    let mut made = RoundBuilder::new([TENPAI, "", "", ""]);
    made.turn(A).turn(B);
    assert_eq!(made.follow(1, A), None);
}

#[test]
fn the_wall_ends() {
    let mut made = RoundBuilder::new([TENPAI, "", "", ""]);
    for i in 0..70 {
        made.turn(Seat::ALL[i % 4]);
    }
    let how = DrawReason::Exhausted { tenpai: BySeat([true, false, false, false]) };
    made.ok(Event::Drawn { how, gains: BySeat([3_000, -1_000, -1_000, -1_000]) });
    assert_eq!(made.follow(1, A), outcome(RoundEnd::Draw, 3_000, true, true));
    assert_eq!(made.follow(9, B), outcome(RoundEnd::Draw, -1_000, false, false));
}

#[test]
fn two_win_on_one_tile() {
    let mut made = RoundBuilder::new([TENPAI, "", "", ""]);
    made.turn(A).draw(B, "1s").cut(B, "1s");
    made.win(C, Source::Ron { from: B }, "1s", [0, -2_000, 2_000, 0]);
    made.win(A, Source::Ron { from: B }, "1s", [3_900, -3_900, 0, 0]);
    assert_eq!(made.follow(0, A), outcome(RoundEnd::Win, 3_900, true, false));
    assert_eq!(made.follow(3, B), outcome(RoundEnd::DealIn, -5_900, false, false));
    assert_eq!(made.follow(3, C), outcome(RoundEnd::Win, 2_000, true, false));
    assert_eq!(made.follow(3, D), outcome(RoundEnd::Rest, 0, false, false));
}

/// The stick of a riichi that is declared after the decision is part of what it changes.
#[test]
fn a_riichi_is_paid_for_and_somebody_else_draws_the_win() {
    let mut made = RoundBuilder::new([TENPAI, "", "", ""]);
    made.draw(A, "9p").ok(Event::Riichi { seat: A }).cut(A, "9p").ok(Event::RiichiAccepted { seat: A });
    made.draw(B, "8p").win(B, Source::Tsumo, "8p", [-2_000, 5_000, -1_000, -1_000]);
    assert_eq!(made.follow(1, A), outcome(RoundEnd::Tsumo, -3_000, true, false));
    assert_eq!(made.follow(4, A), outcome(RoundEnd::Tsumo, -2_000, true, false));
    assert_eq!(made.follow(1, B), outcome(RoundEnd::Win, 5_000, true, false));
}

/// Not before the discard that makes it so.
#[test]
fn tenpai_counts_from_the_decision_on() {
    let mut made = RoundBuilder::new(["123456789m1125s", "", "", ""]);
    made.draw(A, "3s").cut(A, "5s").turn(B).turn(C).turn(D);
    made.draw(A, "9p").cut(A, "2s").turn(B);
    made.draw(C, "8p").win(C, Source::Tsumo, "8p", [-2_000, -1_000, 4_000, -1_000]);
    assert_eq!(made.follow(1, A), outcome(RoundEnd::Tsumo, -2_000, true, false));
    // 1123s has become 113s, with 9p: one away
    assert_eq!(made.follow(10, A).map(|o| o.tenpai), Some(false));
}

#[test]
fn what_threatens_is_seen_by_the_others() {
    let mut made = RoundBuilder::new(["", "", "55p77p123m", ""]);
    assert_eq!(TableThreat::of(made.round.table(), A), TableThreat::None);
    made.draw(A, "5p").cut(A, "5p").pon(C, From::Across, "5p").cut(C, "1m");
    made.draw(D, "7p").cut(D, "7p");
    assert_eq!(TableThreat::of(made.round.table(), B), TableThreat::None);
    made.pon(C, From::Right, "7p").cut(C, "2m");
    assert_eq!(TableThreat::of(made.round.table(), B), TableThreat::Open);
    assert_eq!(TableThreat::of(made.round.table(), C), TableThreat::None);
    made.draw(D, "9m").ok(Event::Riichi { seat: D }).cut(D, "9m");
    // before the stick lies on the table, too
    assert_eq!(TableThreat::of(made.round.table(), A), TableThreat::OneRiichi);
    assert_eq!(TableThreat::of(made.round.table(), D), TableThreat::Open);
    made.ok(Event::RiichiAccepted { seat: D });
    assert_eq!(TableThreat::of(made.round.table(), A), TableThreat::OneRiichi);
    made.draw(A, "8m").ok(Event::Riichi { seat: A }).cut(A, "8m").ok(Event::RiichiAccepted { seat: A });
    assert_eq!(TableThreat::of(made.round.table(), B), TableThreat::MoreRiichi);
    assert_eq!(TableThreat::of(made.round.table(), A), TableThreat::OneRiichi);
    assert!(!is_last(made.round.table(), Length::Tonpuu));
}

#[test]
fn decisions_answer_their_questions() {
    let mut made = RoundBuilder::new([TENPAI, "55p", "", ""]);
    made.draw(A, "5p").cut(A, "5p").pon(B, From::Left, "5p");
    let first = made.rest[0];
    let held = made.round.concealed(B).iter().next().unwrap().0;
    made.cut(B, &held.to_string()).ok(Event::Draw { seat: C, tile: first });
    let all = made.decisions();
    let questions = |decision: &Decision| -> Vec<Question> {
        Question::ALL.into_iter().filter(|question| question.is_answered_by(decision)).collect()
    };
    // A could have declared riichi, B calls, B discards after it
    let of = |seat: Seat| all.iter().filter(|d| d.seat == seat).map(questions).collect::<Vec<_>>();
    assert_eq!(of(A)[0], [Question::Discard, Question::Riichi]);
    assert_eq!(of(B)[..2], [vec![Question::Call], vec![Question::Discard]]);
}

#[test]
fn a_verdict_finds_what_was_done() {
    let mut made = RoundBuilder::new([TENPAI, "55p", "", ""]);
    made.draw(A, "5p").cut(A, "5p").pon(B, From::Left, "5p");
    let held = made.round.concealed(B).iter().next().unwrap().0;
    made.cut(B, &held.to_string());
    let options = Options { depth: Depth::First, ..Options::default() };
    let taken = |decision: &Decision, discard: Option<Tile>| SampledDecision {
        key: 0,
        round: 0,
        game: (String::new(), 0),
        decision: decision.clone(),
        discard,
        outcome: Outcome {
            round_end: RoundEnd::Rest,
            change: 0,
            tenpai: false,
            tenpai_at_draw: false,
            at_once: false,
        },
        threat: TableThreat::None,
        length: Length::Hanchan,
        last: false,
        questions: vec![Question::Discard],
    };
    let all = made.decisions();
    let own = taken(&all[0], None);
    let verdict = judge(&own, &options).ok().unwrap();
    assert_eq!(verdict.theirs().action, Action::Discard { tile: tile("5p"), riichi: false });
    // a closed tenpai: riichi and dama are two rows of one tile
    assert_eq!(verdict.rows.iter().filter(|row| row.action.discard() == Some(tile("5p"))).count(), 2);
    assert_eq!(verdict.place(), Some(0));
    assert_eq!(verdict.shanten, 0);
    assert!(verdict.was_tenpai());
    let sum: f64 = verdict.theirs().parts.all().iter().map(|part| part.rate).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
    assert!(verdict.loss() >= 0.0);

    let call = all.iter().find(|d| d.seat == B).unwrap();
    assert!(matches!(call.done, RecordedAction::Call(_)));
    let call = taken(call, Some(held.into()));
    let verdict = judge(&call, &options).ok().unwrap();
    assert_eq!(Kind::of(&verdict.theirs().action), Kind::Pon);
    assert_eq!(verdict.theirs().action.discard(), Some(held.into()));
    assert_eq!(verdict.place(), None);
}
