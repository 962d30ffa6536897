//! The players and the rules of the matches of Yoshimura et al. (section 5.1): tabu search, and whom it was measured against.

use crate::arena::plain::{Plain, shapes, spares_north};
use nanikiru::analyze::{Position, Situation};
use nanikiru::hand::{Call, DrawnHand};
use nanikiru::legal::{self, HandAfterCall};
use nanikiru::review::{Choice, Claims};
use nanikiru::rules::{Bankruptcy, DealerStop, ExtraRound, MultipleRon, RedFives, Rules};
use nanikiru::search::tabu::{self, Options, Task};
use nanikiru::shape;
use nanikiru::tile::{Kind, KindSet, Tile};
use nanikiru_tools::player::{Act, Moment, Player, Thought};
use nanikiru_tools::wall::Random;
use std::cmp::Reverse;
use std::num::NonZeroU32;
use std::time::Instant;

/// Tenhou's with open tanyao and no red fives, nobody bankrupt and no double ron (section 5.1.1); one who deals in to two
/// pays the first. Who deals is not in them: each player once. Where the paper changes nothing, Tenhou's stay.
pub const RULES: Rules = Rules {
    red_fives: RedFives::NONE,
    multiple_ron: MultipleRon::HeadBump,
    bankruptcy: Bankruptcy::Continues,
    dealer_stop: DealerStop::Never,
    extra_round: ExtraRound::None,
    ..Rules::TENHOU
};

/// Discards what tabu search would, declares riichi with it wherever it can, makes no kan and never folds; wins wherever it
/// can; throws in nine terminals and honours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tabu {
    calls: Calls,
    options: Options,
}

/// What a player of tabu search calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Calls {
    /// Nothing: M I.
    Nothing,
    /// What leads to a win with a yaku, by tabu search (section 4.5): M II.
    Searched,
    /// A triplet of yakuhai, and then every call that lowers shanten: B II.
    AfterYakuhai,
}

/// Runs for a discard. The paper has 4 s and says no number.
const RUNS: u32 = 100;

impl Tabu {
    /// One with these changes.
    ///
    /// # Errors
    /// When there is no change of a name.
    pub fn with<'a>(changes: impl Iterator<Item = &'a str>) -> Result<Tabu, String> {
        let runs = NonZeroU32::new(RUNS).expect("some runs");
        let options = Options { runs, ..Options::default() };
        let mut tabu = Tabu { calls: Calls::Searched, options };
        for change in changes {
            match (change, change.strip_prefix("runs-").map(str::parse)) {
                ("discards", _) => tabu.calls = Calls::Nothing,
                ("yakuhai", _) => tabu.calls = Calls::AfterYakuhai,
                (_, Some(Ok(runs))) => tabu.options.runs = runs,
                _ => {
                    return Err(format!(
                        "a player of tabu search cannot be {change:?}; it can be discards, yakuhai and runs-N"
                    ));
                }
            }
        }
        Ok(tabu)
    }

    /// Of a call: half of the neighbours, in an eighth of the time (0.5 of 4 s), which is a quarter of the runs.
    fn of_a_call(&self) -> Options {
        let part = |number: NonZeroU32, by| NonZeroU32::new(number.get() / by).unwrap_or(NonZeroU32::MIN);
        let Options { runs, neighbours, .. } = self.options;
        Options { runs: part(runs, 4), neighbours: part(neighbours, 2), ..self.options }
    }

    /// The best of these discards.
    fn discard(&self, moment: &Moment, among: &[Tile]) -> Option<Tile> {
        if let [only] = among {
            return Some(*only);
        }
        let (position, situation) = moment.seen().ok()?;
        let Position::Drawn { hand, .. } = &position else { return None };
        let allowed: KindSet = among.iter().map(|tile| tile.kind()).collect();
        let forbidden = Kind::ALL.into_iter().filter(|&kind| !allowed.contains(kind)).collect();
        let options = match moment.choice() {
            Choice::AfterCall { .. } => self.of_a_call(),
            _ => self.options,
        };
        let found = ask(&situation, hand, forbidden, |question| {
            tabu::search(question, &options, &mut |_| true).ok()
        })?;
        found.discards.iter().map(|ranked| ranked.tile).find(|tile| among.contains(tile))
    }

    /// The call to make, if any.
    fn call(&self, moment: &Moment, claims: &Claims) -> Option<Act> {
        if self.calls == Calls::Nothing || claims.calls.is_empty() {
            return Some(Act::Pass);
        }
        let (position, situation) = moment.seen().ok()?;
        let Position::Waiting { hand, offered: Some(offered) } = &position else { return None };
        let permit = situation.permit(&position);
        let before = position.shanten();
        let lowers = |called: &HandAfterCall| match called {
            HandAfterCall::Open { hand, .. } => !called.actions().is_empty() && shape::shanten(hand) < before,
            HandAfterCall::Kan { .. } => false,
        };
        let calls: Vec<HandAfterCall> =
            legal::calls(hand, *offered, &permit).into_iter().filter(lowers).collect();
        let made = match self.calls {
            Calls::Nothing => None,
            Calls::Searched => {
                let table = situation.table();
                let question = |called: &'_ HandAfterCall| match called {
                    HandAfterCall::Open { hand, forbidden, .. } => Some((hand.clone(), *forbidden)),
                    HandAfterCall::Kan { .. } => None,
                };
                let hands: Vec<(DrawnHand, KindSet)> = calls.iter().filter_map(question).collect();
                let questions: Vec<Task<'_>> = hands
                    .iter()
                    .map(|(hand, forbidden)| Task {
                        hand,
                        forbidden: *forbidden,
                        unseen: situation.unseen(),
                        table: &table,
                        rules: situation.rules(),
                    })
                    .collect();
                // the search itself halves the neighbours
                let options = Options { neighbours: self.options.neighbours, ..self.of_a_call() };
                let made = tabu::search_calls(before, &questions, &options, &mut |_| true).ok()?;
                made.and_then(|(at, _)| calls.get(at))
            }
            Calls::AfterYakuhai => {
                let (round, seat) = (situation.round_wind(), situation.seat_wind());
                let is_yakuhai =
                    |kind: Kind| kind.is_dragon() || [Kind::wind(round), Kind::wind(seat)].contains(&kind);
                let has = hand.melds().iter().any(|meld| is_yakuhai(meld.kind()));
                let is_pon = |called: &&HandAfterCall| {
                    called.meld().is_some_and(|meld| matches!(meld.call(), Call::Pon { .. }))
                };
                let may = |called: &&HandAfterCall| has || is_pon(called) && is_yakuhai(offered.tile.kind());
                let width = |called: &&HandAfterCall| match called {
                    HandAfterCall::Open { hand, .. } => {
                        let widest = shape::discards(hand, situation.unseen());
                        let least = widest.iter().map(|way| (way.shanten, Reverse(way.ukeire.tiles))).min();
                        (least, !is_pon(called))
                    }
                    HandAfterCall::Kan { .. } => (None, true),
                };
                calls.iter().filter(may).min_by_key(width)
            }
        };
        Some(made.and_then(|called| called.meld()).map_or(Act::Pass, |meld| Act::Call(*meld)))
    }
}

fn ask<T>(situation: &Situation, hand: &DrawnHand, forbidden: KindSet, search: impl Fn(&Task<'_>) -> T) -> T {
    let table = situation.table();
    search(&Task { hand, forbidden, unseen: situation.unseen(), table: &table, rules: situation.rules() })
}

impl Player for Tabu {
    fn act(&self, moment: &Moment, thought: &mut Thought) -> Act {
        let begin = Instant::now();
        let act = match moment.choice() {
            Choice::Turn(turn) if turn.tsumo => return Act::Tsumo,
            Choice::Turn(turn) if turn.nine_terminals => return Act::NineTerminals,
            Choice::Turn(turn) if moment.in_riichi() => {
                return Act::Discard { tile: turn.discards[0], riichi: false };
            }
            Choice::Turn(turn) => self
                .discard(moment, &turn.discards)
                .map(|tile| Act::Discard { tile, riichi: turn.riichi.contains(&tile) }),
            Choice::AfterCall { discards } => {
                self.discard(moment, discards).map(|tile| Act::Discard { tile, riichi: false })
            }
            Choice::Offer(claims) if claims.ron => return Act::Ron,
            Choice::Offer(_) if moment.in_riichi() => return Act::Pass,
            Choice::Offer(claims) => self.call(moment, claims),
        };
        thought.add(begin.elapsed(), act.is_some());
        act.unwrap_or_else(|| Plain.act(moment, thought))
    }
}

/// Any discard that leaves shanten least, each as likely as another: B I. Riichi, calls, norths and wins as [`Plain`].
#[derive(Clone, Copy, Debug)]
pub struct RandomShanten;

impl Player for RandomShanten {
    fn act(&self, moment: &Moment, thought: &mut Thought) -> Act {
        match moment.choice() {
            Choice::Turn(turn) if !turn.tsumo && !turn.nine_terminals && !spares_north(moment, turn) => {
                let view = moment.view();
                let shapes = shapes(&view);
                let may = || shapes.iter().filter(|shape| turn.discards.contains(&shape.tile));
                let least = may().map(|shape| shape.shanten).min();
                let nearest: Vec<Tile> =
                    may().filter(|shape| Some(shape.shanten) == least).map(|shape| shape.tile).collect();
                // the same moment has the same answer: what the seat sees is the seed
                let seen = view.concealed().as_array().iter().chain(view.unseen().as_array());
                let key: Vec<u64> = seen.map(|&tiles| u64::from(tiles)).collect();
                let tile = nearest[Random::of(&key).below(nearest.len())];
                Act::Discard { tile, riichi: turn.riichi.contains(&tile) }
            }
            _ => Plain.act(moment, thought),
        }
    }
}
