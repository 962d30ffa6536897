//! Nagashi mangan: an exhaustive draw with nothing but terminals and honours in a river, none of them called.
//!
//! With no own draw left the search knows all but what the draw pays. With one left the plan looks at every draw and every
//! discard after it. Before that, it discards terminals and honours as long as the hand has any, and never wins: it counts
//! tiles, not kinds. A hand in riichi discards what it draws. Own discards are called as often as recorded ones
//! (`cargo tools measure draws`); how the others end the round is what the search assumes.

use super::analysis::Analysis;
use super::broken_off::CertainWin;
use super::opponents::Opponents;
use super::options::Objective;
use super::others;
use super::report::Nagashi;
use super::searches::Draft;
use super::utility::RoundUtility;
use crate::hand::{Unseen, WaitingHand};
use crate::legal::Action;
use crate::score::Yaku;
use crate::search::{Chance, End, Ends, HandChance, Part, Parts, Payoffs, Play, Points, Utility};
use crate::shape;
use crate::tile::{Kind, KindSet, Tile};
use std::ops::Range;

/// The probability that a terminal or honour is called: with fewer than 36 tiles left and with more, by copies that the player
/// does not see.
const CALLED: [Calls; 2] = [
    Calls { terminal: [0.006, 0.009, 0.020, 0.049], honour: [0.0, 0.0, 0.029, 0.161] },
    Calls { terminal: [0.007, 0.007, 0.013, 0.024], honour: [0.0, 0.0, 0.014, 0.097] },
];
/// As many tiles are left where [`CALLED`] has its second row.
const EARLY: usize = 36;

/// A plan goes for it where the river lasts in at least this share of its exhaustive draws. Below, the plan would mostly stand
/// for folding, which the search has.
const LEAST: f64 = 0.1;

struct Calls {
    terminal: [f64; 4],
    honour: [f64; 4],
}

/// What a play leads to, and the nagashi mangan in it: its probability, and what it pays more than another draw, times that.
struct Course {
    play: Play,
    nagashi: Part,
}

impl Course {
    fn value(&self) -> f64 {
        self.play.value() + self.nagashi.value
    }

    /// The same after a discard that can deal in.
    fn after(self, risk: End) -> Course {
        let passes = 1.0 - risk.rate;
        let Part { rate, value } = self.nagashi;
        let nagashi = Part { rate: passes * rate, value: passes * value };
        Course { play: self.play.after(risk), nagashi }
    }

    fn mixed(courses: Vec<(f64, Course)>, draws: usize) -> Course {
        let mut nagashi = Part::default();
        for (share, course) in &courses {
            nagashi.rate += share * course.nagashi.rate;
            nagashi.value += share * course.nagashi.value;
        }
        let plays = courses.into_iter().map(|(share, course)| (share, course.play));
        Course { play: Play::mixed(plays, draws), nagashi }
    }

    /// As the play of a row.
    fn paid(self) -> Play {
        let Course { mut play, nagashi } = self;
        play.parts.draw.value += nagashi.value;
        play
    }
}

/// A hand that goes for a nagashi mangan, not in riichi.
struct Plan<'a> {
    chance: &'a Chance,
    points: &'a Points,
    utility: &'a RoundUtility,
    unseen: &'a Unseen,
    open: bool,
    /// Kinds that no ron is won with.
    discarded: KindSet,
    /// What is left of the calls where some of the others are in riichi, 0..1.
    callers: f64,
    /// Draws that the details of a play are of.
    turns: usize,
    /// How many others play.
    others: usize,
}

impl Analysis<'_> {
    /// Gives the candidates what a nagashi mangan adds to them, or the plays that go for it.
    pub(super) fn go_for_nagashi(&self, draft: &mut Draft<'_>) {
        let history = self.situation.history().filter(|history| history.nagashi[0]);
        let points = matches!(self.options.objective, Objective::Points | Objective::Placement);
        let Some(history) = history.filter(|_| points) else { return };
        let after = self.after_discard();
        let (before, players) = self.before_draw();
        let riichi = self.situation.opponents().map_or(0, Opponents::riichi);
        let others = self.situation.rules().players.count() - 1;
        let callers = if self.options.others { (others - riichi) as f64 / others as f64 } else { 0.0 };
        for (candidate, hand) in draft.candidates.iter_mut().zip(&draft.hands_after) {
            let Some(hand) = hand.as_ref().filter(|_| candidate.ends.is_none()) else { continue };
            let (tile, chance, players) = match candidate.action {
                Action::Pass => (None, before, 3 - players..3),
                action => match action.discard() {
                    Some(tile) => (Some(tile), after, 0..3),
                    None => continue,
                },
            };
            let discarded = tile.into_iter().map(Tile::kind).chain(history.discarded.iter()).collect();
            let plan = Plan {
                chance,
                points: &draft.payments.points[0],
                utility: &self.utility,
                unseen: self.situation.unseen(),
                open: !hand.is_closed(),
                discarded,
                callers,
                turns: draft.draws,
                others,
            };
            let lasts = tile.map_or(1.0, |tile| plan.lasts(tile, 0));
            if lasts == 0.0 {
                continue;
            }
            let declared = candidate.action.declared().is_some();
            if chance.draws == 0 || declared || history.riichi.is_some() {
                let share = lasts * plan.drawn_and_discarded();
                let stick = if declared { self.utility.stick() } else { 0.0 };
                candidate.nagashi = plan.paid(&candidate.play, share, stick);
                continue;
            }
            let course = match chance.draws {
                1 => plan.one_draw(hand, players, lasts),
                _ => plan.many_draws(hand, players, lasts),
            };
            let risk = tile.map_or(End::NEVER, |tile| others::risk(chance, tile));
            let course = course.after(risk);
            let goes_for_it = course.nagashi.rate >= LEAST * course.play.parts.draw.rate;
            if goes_for_it && course.value() > candidate.play.value() {
                candidate.nagashi = Nagashi::Planned(Box::new(course.paid()));
                candidate.origin = None;
            }
        }
    }
}

impl Plan<'_> {
    /// How likely the river lasts when this tile is discarded before step `j`.
    fn lasts(&self, tile: Tile, j: usize) -> f64 {
        let kind = tile.kind();
        if kind.is_yaochu() { 1.0 - self.called(kind, j) } else { 0.0 }
    }

    /// How likely a terminal or honour that is discarded before step `j` is called.
    fn called(&self, kind: Kind, j: usize) -> f64 {
        // three players leave the first place of a step empty
        let last = self.chance.tail.saturating_sub(3 - self.others);
        let left = (self.others + 1) * (self.chance.draws - j) + last;
        if left == 0 {
            return 0.0;
        }
        let Calls { terminal, honour } = &CALLED[usize::from(left >= EARLY)];
        let copies = usize::from(self.unseen.counts()[kind]).min(3);
        self.callers * if kind.is_honour() { honour[copies] } else { terminal[copies] }
    }

    /// The mean over the unseen terminals and honours and those of a hand.
    fn mean(&self, hand: Option<&WaitingHand>, of: impl Fn(Kind) -> f64) -> f64 {
        let (mut all, mut sum) = (0.0, 0.0);
        for kind in Kind::ALL.into_iter().filter(|kind| kind.is_yaochu()) {
            let held = hand.map_or(0, |hand| hand.concealed()[kind]);
            let count = f64::from(held + self.unseen.counts()[kind]);
            all += count;
            sum += count * of(kind);
        }
        if all > 0.0 { sum / all } else { 0.0 }
    }

    /// The probability that a draw is a terminal or honour.
    fn drawn(&self) -> f64 {
        let counts = self.unseen.counts();
        let yaochu: usize = counts.iter().filter(|(kind, _)| kind.is_yaochu()).map(|(_, count)| count).sum();
        yaochu as f64 / self.unseen.total() as f64
    }

    /// The probability that a river lasts into which every tile goes that is still drawn.
    fn drawn_and_discarded(&self) -> f64 {
        let lasts = |j| self.drawn() * (1.0 - self.mean(None, |kind| self.called(kind, j)));
        (1..=self.chance.draws).map(lasts).product()
    }

    /// What the draws of a play pay more when the river lasts to a share of them.
    fn paid(&self, play: &Play, share: f64, stick: f64) -> Nagashi {
        let Part { rate, value } = play.parts.draw;
        if rate <= 0.0 {
            return Nagashi::None;
        }
        let tenpai = play.tenpai_at_draw / rate;
        let [noten, ready] = [false, true].map(|tenpai| self.utility.nagashi(tenpai));
        Nagashi::Paid { share, more: noten + tenpai * (ready - noten) + stick - value / rate }
    }

    /// How likely a riichi to come has come before step `j` is over.
    fn declared(&self, j: usize) -> f64 {
        let comes = self.chance.coming_riichi.as_ref().map_or(&[][..], |coming| &coming.comes);
        1.0 - comes.iter().take(j + 1).map(|comes| 1.0 - comes).product::<f64>()
    }

    fn standing(&self, j: usize, after: bool) -> Option<&HandChance> {
        let steps = match after {
            true => &self.chance.coming_riichi.as_ref()?.steps,
            false => &self.chance.steps,
        };
        Some(if self.open { &steps[j].open } else { &steps[j].closed })
    }

    /// How the others end the round in step `j`.
    fn ends(&self, j: usize) -> Parts {
        let mut parts = Parts::default();
        let declared = self.declared(j);
        for (after, share) in [(false, 1.0 - declared), (true, declared)] {
            let Some(HandChance { ends: Ends { tsumo, rest, deal_in }, .. }) = self.standing(j, after) else {
                continue;
            };
            let part = |end: &End| Part { rate: end.rate, value: end.rate * end.value };
            let of =
                Parts { tsumo: part(tsumo), rest: part(rest), deal_in: part(deal_in), ..Parts::default() };
            parts.add(&of, share);
        }
        parts
    }

    /// What a discard before step `j` risks, the first one apart.
    fn risk(&self, tile: Tile, j: usize) -> End {
        let declared = self.declared(j - 1);
        let now = self.chance.steps[j].risks.of(tile);
        let then = self.chance.coming_riichi.as_ref().map_or(now, |coming| coming.steps[j].risks.of(tile));
        let rate = now.rate + declared * (then.rate - now.rate);
        let value = (1.0 - declared) * now.rate * now.value + declared * then.rate * then.value;
        End { rate, value: if rate > 0.0 { value / rate } else { 0.0 } }
    }

    /// The wins by ron in step `j`, where these of the others discard, with their probabilities; `drawn` is not unseen any more.
    fn rons(
        &self,
        hand: &WaitingHand,
        j: usize,
        players: Range<usize>,
        drawn: Option<Tile>,
    ) -> Vec<(f64, Play)> {
        let waits = shape::waits(hand);
        if waits.iter().any(|kind| self.discarded.contains(kind)) {
            return Vec::new();
        }
        let last = j == self.chance.draws;
        let end = if last { players.end.min(self.chance.tail) } else { players.end };
        let left = (self.unseen.total() - j) as f64;
        let unseen = *self.unseen.counts();
        let mut passes = 1.0;
        let mut wins = Vec::new();
        let offers = self.standing(j, false).map(|standing| standing.ron);
        for player in players.start..end {
            let luck = (last && player + 1 == end).then_some(Yaku::Houtei);
            let mut used = 0.0;
            for (tile, count) in self.unseen.tiles().filter(|(tile, _)| waits.contains(tile.kind())) {
                let count = count - usize::from(drawn == Some(tile));
                let rate = offers.map_or(0.0, |offers| offers.0[player][tile.kind().index()]);
                let share = rate * count as f64 / left;
                let lines = self.points.win(hand, tile, &unseen, 0);
                let win = CertainWin { hand, tile, tsumo: false, luck };
                if let Some(play) = win.dama(&lines, self.turns) {
                    wins.push((passes * share, play));
                    used += share;
                }
            }
            passes *= f64::max(1.0 - used, 0.0);
        }
        wins
    }

    /// The step after the last own discard, to which the river lasts with this probability.
    fn last_step(&self, hand: &WaitingHand, lasts: f64, drawn: Option<Tile>) -> Course {
        let j = self.chance.draws;
        let tenpai = shape::shanten(hand).is_tenpai();
        let (parts, rons) = self.others_act(hand, j, 0..3, drawn);
        let left = 1.0 - rons.iter().map(|(share, _)| share).sum::<f64>();
        let ended = parts.all().iter().map(|part| part.rate).sum::<f64>();
        let rate = left - ended;
        let pays = self.points.exhaustive_draw(tenpai);
        let draw = Part { rate, value: rate * pays };
        let nagashi =
            Part { rate: lasts * rate, value: lasts * rate * (self.utility.nagashi(tenpai) - pays) };
        let play = self.beside(Parts { draw, ..parts }, rons, tenpai);
        Course { play, nagashi }
    }

    /// How the others end the round in a step, and the own wins by ron, each by its probability.
    fn others_act(
        &self,
        hand: &WaitingHand,
        j: usize,
        players: Range<usize>,
        drawn: Option<Tile>,
    ) -> (Parts, Vec<(f64, Play)>) {
        let parts = if players.len() == 3 { self.ends(j) } else { Parts::default() };
        let goes_on = 1.0 - parts.all().iter().map(|part| part.rate).sum::<f64>();
        let mut rons = self.rons(hand, j, players, drawn);
        rons.iter_mut().for_each(|(share, _)| *share *= goes_on);
        (parts, rons)
    }

    /// The ends that are no wins beside those that are; together they are all there is.
    fn beside(&self, parts: Parts, rons: Vec<(f64, Play)>, tenpai: bool) -> Play {
        let rate: f64 = parts.all().iter().map(|part| part.rate).sum();
        if rons.is_empty() {
            return Play::unwon(parts, tenpai, self.turns);
        }
        let mut whole = Parts::default();
        whole.add(&parts, 1.0 / rate);
        let unwon = (rate, Play::unwon(whole, tenpai, self.turns));
        Play::mixed([unwon].into_iter().chain(rons), self.turns)
    }

    /// With one own draw to come: every tile, and the best that can be done with it.
    fn one_draw(&self, hand: &WaitingHand, players: Range<usize>, lasts: f64) -> Course {
        let (parts, rons) = self.others_act(hand, 0, players, None);
        let ended = parts.all().iter().map(|part| part.rate).sum::<f64>();
        let won = rons.iter().map(|(share, _)| share).sum::<f64>();
        let tenpai = shape::shanten(hand).is_tenpai();
        let mut courses: Vec<(f64, Course)> = Vec::new();
        let of = |play| Course { play, nagashi: Part::default() };
        if ended > 0.0 {
            let mut whole = Parts::default();
            whole.add(&parts, 1.0 / ended);
            courses.push((ended, of(Play::unwon(whole, tenpai, self.turns))));
        }
        courses.extend(rons.into_iter().map(|(share, play)| (share, of(play))));
        let total = self.unseen.total() as f64;
        for (tile, count) in self.unseen.tiles() {
            let share = (1.0 - ended - won) * count as f64 / total;
            let mut course = self.with_drawn(hand, tile, lasts);
            if tenpai {
                course.play.tenpai_rate = 1.0;
            }
            courses.push((share, course));
        }
        Course::mixed(courses, self.turns)
    }

    /// The best play with the last tile drawn.
    fn with_drawn(&self, hand: &WaitingHand, tile: Tile, lasts: f64) -> Course {
        let luck = (self.chance.tail == 0).then_some(Yaku::Haitei);
        let lines = self.points.win(hand, tile, self.unseen.counts(), 0);
        let won = CertainWin { hand, tile, tsumo: true, luck }.dama(&lines, self.turns);
        let won = won.map(|play| Course { play, nagashi: Part::default() });
        let drawn = hand.draw(tile).expect("an unseen tile is no fifth one");
        let discards = drawn.discards().filter_map(|discard| {
            let after = drawn.discard(discard)?;
            let lasts = lasts * self.lasts(discard, 1);
            let discarded = self.discarded.iter().chain([discard.kind()]).collect();
            let plan = Plan { discarded, ..*self };
            Some(plan.last_step(&after, lasts, Some(tile)).after(self.risk(discard, 1)))
        });
        let best = won
            .into_iter()
            .chain(discards)
            .reduce(|best, course| if course.value() > best.value() { course } else { best });
        best.expect("a drawn hand can discard")
    }

    /// With more draws to come: terminals and honours go as long as there are any, by their number alone.
    fn many_draws(&self, hand: &WaitingHand, players: Range<usize>, lasts: f64) -> Course {
        let held: u8 = Kind::ALL.into_iter().filter(|k| k.is_yaochu()).map(|k| hand.concealed()[k]).sum();
        let drawn = self.drawn();
        // by terminals and honours that are held, while the river lasts; and rivers that have not
        let mut alive = vec![0.0; usize::from(held) + 1];
        alive[usize::from(held)] = lasts;
        let mut broken = 1.0 - lasts;
        let mut parts = Parts::default();
        for j in 0..=self.chance.draws {
            let ends = if j > 0 || players.len() == 3 { self.ends(j) } else { Parts::default() };
            let all = broken + alive.iter().sum::<f64>();
            parts.add(&ends, all);
            let passes = 1.0 - ends.all().iter().map(|part| part.rate).sum::<f64>();
            broken *= passes;
            alive.iter_mut().for_each(|mass| *mass *= passes);
            if j == self.chance.draws {
                break;
            }
            // a draw of another tile takes one that was held
            broken += (1.0 - drawn) * alive[0];
            alive[0] *= drawn;
            for held in 1..alive.len() {
                alive[held - 1] += (1.0 - drawn) * alive[held];
                alive[held] *= drawn;
            }
            let risk = |kind: Kind| self.risk(Tile::plain(kind), j + 1);
            let rate = self.mean(Some(hand), |kind| risk(kind).rate);
            let value = self.mean(Some(hand), |kind| risk(kind).rate * risk(kind).value);
            let all = broken + alive.iter().sum::<f64>();
            parts.deal_in.rate += all * rate;
            parts.deal_in.value += all * value;
            let called = self.mean(Some(hand), |kind| self.called(kind, j + 1));
            broken = (1.0 - rate) * (broken + called * alive.iter().sum::<f64>());
            alive.iter_mut().for_each(|mass| *mass *= (1.0 - rate) * (1.0 - called));
        }
        let lasting = alive.iter().sum::<f64>();
        let pays = self.points.exhaustive_draw(false);
        parts.draw = Part { rate: broken + lasting, value: (broken + lasting) * pays };
        let nagashi = Part { rate: lasting, value: lasting * (self.utility.nagashi(false) - pays) };
        Course { play: Play::unwon(parts, false, self.turns), nagashi }
    }
}
