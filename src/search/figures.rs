//! The figures of an action: what playing on by the best plan leads to.

use crate::hand::WaitingHand;
use crate::score::{Yaku, YakuSet};
use crate::search::chance::End;
use crate::sort;
use crate::tile::Tile;

/// What following one action and then the best plan leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Play {
    /// Probability of being tenpai at any time.
    pub tenpai_rate: f64,
    /// Probability that the round ends in an exhaustive draw with the hand tenpai.
    pub tenpai_at_draw: f64,
    /// Probability that the others end the round.
    pub others_rate: f64,
    /// Probability of calling at least once, kans included.
    pub call_rate: f64,
    /// Probability of folding: from some discard on only the safest tiles are thrown away.
    pub fold_rate: f64,
    /// Which wins these are.
    pub wins: WinKinds,
    /// How the round ends.
    pub parts: Parts,
    /// When what happens, and by which yaku; where the plan has been played for it, or no search was needed.
    pub details: Option<Details>,
}

const NEVER: Part = Part { rate: 0.0, value: 0.0 };

/// So many finished hands are listed.
pub(super) const MOST_TARGETS: usize = 5;

/// When what happens in a play, and by which yaku it wins.
#[derive(Clone, PartialEq, Debug)]
pub struct Details {
    /// Entry `i`: figures after `i + 1` more draws; the last also counts what comes after its discard.
    pub by_turn: Vec<TurnFigures>,
    /// Probability of winning with each yaku, by bit of the yaku set.
    pub yaku: [f64; 64],
    /// Probability of winning with so many han, ura-dora included; entry 13 is for 13 and more.
    pub han: [f64; 14],
    /// The finished hands that it wins with most often, likeliest first.
    pub targets: Vec<Target>,
}

/// A finished hand that a play wins with: 14 tiles, red fives or not, melds among them as they were made.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    /// The likeliest hand before its last tile.
    pub hand: WaitingHand,
    /// The tile that completes it.
    pub tile: Tile,
    /// Probability of winning with the finished hand, by any tile.
    pub rate: f64,
    /// Payoff of these wins, weighted with it.
    pub value: f64,
    /// Yaku of the likeliest of them, ron or tsumo, in riichi or not; those of the moment apart: ippatsu, the last tile, a
    /// replacement tile.
    pub yaku: YakuSet,
    /// Han of the same win, dora and red fives included as far as they are known; 13 stands for more and for yakuman.
    pub han: u8,
}

/// One way in which the round can end.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Part {
    /// Its probability.
    pub rate: f64,
    /// Its part of the value: the probability times what it pays on average.
    pub value: f64,
}

/// The ways in which the round can end: the rates add up to 1, the values to the value of the play.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Parts {
    /// The player wins.
    pub win: Part,
    /// The player deals in.
    pub deal_in: Part,
    /// Another player wins by tsumo.
    pub tsumo: Part,
    /// Nobody wins before the wall ends.
    pub draw: Part,
    /// Others win from one another, and every other end of a round.
    pub rest: Part,
}

impl Parts {
    /// All of them, in the order of their names here.
    pub const fn all(&self) -> [Part; 5] {
        [self.win, self.deal_in, self.tsumo, self.draw, self.rest]
    }

    /// What all of them add up to.
    pub fn value(&self) -> f64 {
        self.all().iter().map(|part| part.value).sum()
    }

    /// These too, with a probability.
    pub(crate) fn add(&mut self, other: &Parts, share: f64) {
        let Parts { win, deal_in, tsumo, draw, rest } = self;
        for (to, from) in [win, deal_in, tsumo, draw, rest].into_iter().zip(other.all()) {
            to.rate += share * from.rate;
            to.value += share * from.value;
        }
    }
}

impl Play {
    /// Expected payoff: what all ends add up to.
    pub fn value(&self) -> f64 {
        self.parts.value()
    }

    /// Probability of winning.
    pub fn win_rate(&self) -> f64 {
        self.parts.win.rate
    }

    /// The same plan where the round ends so: what follows from the ends follows from these. `tenpai`: at any time, and at a
    /// draw.
    pub(crate) fn with_ends(
        &self,
        parts: Parts,
        wins: WinKinds,
        [tenpai_rate, tenpai_at_draw]: [f64; 2],
        details: Option<Details>,
    ) -> Play {
        let Parts { deal_in, tsumo, rest, .. } = parts;
        Play {
            tenpai_rate,
            tenpai_at_draw,
            others_rate: deal_in.rate + tsumo.rate + rest.rate,
            call_rate: self.call_rate,
            fold_rate: self.fold_rate,
            wins,
            parts,
            details,
        }
    }

    /// The same after a discard that can deal in.
    pub(crate) fn after(self, risk: End) -> Play {
        let passes = 1.0 - risk.rate;
        let part = |part: Part| Part { rate: passes * part.rate, value: passes * part.value };
        let Parts { win, deal_in, tsumo, draw, rest } = self.parts;
        let dealt = Part { rate: risk.rate, value: risk.rate * risk.value };
        let deal_in =
            Part { rate: part(deal_in).rate + dealt.rate, value: part(deal_in).value + dealt.value };
        Play {
            tenpai_rate: passes * self.tenpai_rate,
            tenpai_at_draw: passes * self.tenpai_at_draw,
            others_rate: passes * self.others_rate + risk.rate,
            call_rate: passes * self.call_rate,
            fold_rate: passes * self.fold_rate,
            wins: self.wins.times(passes),
            parts: Parts { win: part(win), deal_in, tsumo: part(tsumo), draw: part(draw), rest: part(rest) },
            details: self.details.map(|details| details.times(passes, passes)),
        }
    }

    /// The same where the round can be broken off first.
    pub(crate) fn unless_broken_off(self, off: End) -> Play {
        let mut play = self.after(off);
        let part = Part { rate: off.rate, value: off.rate * off.value };
        let Parts { deal_in, rest, .. } = &mut play.parts;
        (deal_in.rate, deal_in.value) = (deal_in.rate - part.rate, deal_in.value - part.value);
        (rest.rate, rest.value) = (rest.rate + part.rate, rest.value + part.value);
        play
    }

    /// The same if the discard before it has passed: what [`Play::after`] makes of it is this again.
    pub(crate) fn before(self, risk: End) -> Play {
        let passes = 1.0 - risk.rate;
        let part = |part: Part| Part { rate: part.rate / passes, value: part.value / passes };
        let Parts { win, deal_in, tsumo, draw, rest } = self.parts;
        // rounding may leave less than nothing
        let later =
            Part { rate: (deal_in.rate - risk.rate).max(0.0), value: deal_in.value - risk.rate * risk.value };
        Play {
            tenpai_rate: self.tenpai_rate / passes,
            tenpai_at_draw: self.tenpai_at_draw / passes,
            others_rate: (self.others_rate - risk.rate).max(0.0) / passes,
            call_rate: self.call_rate / passes,
            fold_rate: self.fold_rate / passes,
            wins: self.wins.times(1.0 / passes),
            parts: Parts {
                win: part(win),
                deal_in: part(later),
                tsumo: part(tsumo),
                draw: part(draw),
                rest: part(rest),
            },
            details: self.details.map(|details| details.times(1.0 / passes, 1.0 / passes)),
        }
    }

    /// The same after a kan: its replacement draw is no turn of its own, the next entry counts it, too.
    pub(crate) fn without_first_draw(mut self) -> Play {
        if let Some(details) = &mut self.details {
            details.by_turn.remove(0);
        }
        self
    }

    /// Nothing happens.
    const NOTHING: Play = Play {
        tenpai_rate: 0.0,
        tenpai_at_draw: 0.0,
        others_rate: 0.0,
        call_rate: 0.0,
        fold_rate: 0.0,
        wins: WinKinds::NONE,
        parts: Parts { win: NEVER, deal_in: NEVER, tsumo: NEVER, draw: NEVER, rest: NEVER },
        details: None,
    };

    /// The round is broken off at once, with a hand that is tenpai or not.
    pub(crate) fn aborted(value: f64, tenpai: bool, draws: usize) -> Play {
        let rest = Part { rate: 1.0, value };
        Play { others_rate: 0.0, ..Play::unwon(Parts { rest, ..Parts::default() }, tenpai, draws) }
    }

    /// The round ends in these ways, none of them a win, with a hand that is tenpai or not.
    pub(crate) fn unwon(parts: Parts, tenpai: bool, draws: usize) -> Play {
        let tenpai_rate = f64::from(u8::from(tenpai));
        let turn = TurnFigures { tenpai_rate, ..TurnFigures::default() };
        Play {
            tenpai_rate,
            tenpai_at_draw: tenpai_rate * parts.draw.rate,
            others_rate: parts.deal_in.rate + parts.tsumo.rate + parts.rest.rate,
            parts,
            details: Some(Details { by_turn: vec![turn; draws], ..Details::NONE }),
            ..Play::NOTHING
        }
    }

    /// One of these plays, by their probabilities; all of them have details of as many turns.
    pub(crate) fn mixed(plays: impl IntoIterator<Item = (f64, Play)>, draws: usize) -> Play {
        let mut sum = Play::NOTHING;
        let mut details = Details { by_turn: vec![TurnFigures::default(); draws], ..Details::NONE };
        for (share, play) in plays {
            sum.tenpai_rate += share * play.tenpai_rate;
            sum.tenpai_at_draw += share * play.tenpai_at_draw;
            sum.others_rate += share * play.others_rate;
            sum.call_rate += share * play.call_rate;
            sum.fold_rate += share * play.fold_rate;
            let WinKinds { tsumo, riichi } = play.wins.times(share);
            sum.wins.tsumo += tsumo;
            sum.wins.riichi += riichi;
            sum.parts.add(&play.parts, share);
            details.add(play.details.expect("a play of the sum has details").times(share, share));
        }
        sort::by(&mut details.targets, |a, b| b.rate.total_cmp(&a.rate));
        details.targets.truncate(MOST_TARGETS);
        Play { details: Some(details), ..sum }
    }

    /// A win before any of the coming draws.
    pub(crate) fn won(win: &SureWin, draws: usize) -> Play {
        let &SureWin { hand, tile, value, kinds, yaku, han, more } = win;
        let turn = TurnFigures { win_rate: 1.0, tenpai_rate: 1.0, value };
        let target = Target { hand: hand.clone(), tile, rate: 1.0, value, yaku, han };
        let mut details = Details { by_turn: vec![turn; draws], targets: vec![target], ..Details::NONE };
        yaku.iter().for_each(|yaku| details.yaku[bit(yaku)] = 1.0);
        for (more, share) in more.iter().enumerate() {
            details.han[(usize::from(han) + more).min(13)] += share;
        }
        Play {
            tenpai_rate: 1.0,
            tenpai_at_draw: 0.0,
            others_rate: 0.0,
            call_rate: 0.0,
            fold_rate: 0.0,
            wins: kinds,
            parts: Parts { win: Part { rate: 1.0, value }, ..Parts::default() },
            details: Some(details),
        }
    }
}

/// A win at once, by a hand and its last tile.
pub(crate) struct SureWin<'a> {
    pub hand: &'a WaitingHand,
    pub tile: Tile,
    /// What it pays.
    pub value: f64,
    pub kinds: WinKinds,
    pub yaku: YakuSet,
    /// The least that it can have.
    pub han: u8,
    /// Probabilities of so many han more, by ura-dora.
    pub more: &'a [f64; 5],
}

/// Figures up to one of the coming draws.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TurnFigures {
    /// Probability of having won.
    pub win_rate: f64,
    /// Probability of having been tenpai.
    pub tenpai_rate: f64,
    /// Payoff of the wins so far.
    pub value: f64,
}

/// Kinds of wins, as probabilities within all that can happen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinKinds {
    /// Probability of winning by tsumo.
    pub tsumo: f64,
    /// Probability of winning after riichi.
    pub riichi: f64,
}

impl Details {
    /// Nothing happens.
    pub(crate) const NONE: Details =
        Details { by_turn: Vec::new(), yaku: [0.0; 64], han: [0.0; 14], targets: Vec::new() };

    /// Those of a play, with the probabilities and payments that are shown of it. What a target pays is what the rules say of its
    /// tiles, and stays so.
    pub(crate) fn shown(played: Play, shown: &Play) -> Option<Details> {
        let times = |played: f64, shown: f64| if played > 0.0 { shown / played } else { 1.0 };
        let wins = times(played.win_rate(), shown.win_rate());
        let tenpai = times(played.tenpai_rate, shown.tenpai_rate);
        // what wins are worth can be less than nothing, and about nothing by chance
        let (paid, pays) = (wins * played.parts.win.value, shown.parts.win.value);
        let dearer = if paid * pays > 0.0 { pays / paid } else { 1.0 };
        let mut details = played.details?.times(wins, tenpai);
        details.by_turn.iter_mut().for_each(|turn| turn.value *= dearer);
        Some(details)
    }

    /// With other probabilities of wins, and of tenpai.
    pub(crate) fn times(self, wins: f64, tenpai: f64) -> Details {
        let turn = |turn: TurnFigures| TurnFigures {
            win_rate: wins * turn.win_rate,
            tenpai_rate: tenpai * turn.tenpai_rate,
            value: wins * turn.value,
        };
        let target =
            |target: Target| Target { rate: wins * target.rate, value: wins * target.value, ..target };
        Details {
            by_turn: self.by_turn.into_iter().map(turn).collect(),
            targets: self.targets.into_iter().map(target).collect(),
            yaku: self.yaku.map(|p| wins * p),
            han: self.han.map(|p| wins * p),
        }
    }

    /// These too.
    fn add(&mut self, other: Details) {
        for (to, from) in self.by_turn.iter_mut().zip(&other.by_turn) {
            to.win_rate += from.win_rate;
            to.tenpai_rate += from.tenpai_rate;
            to.value += from.value;
        }
        self.yaku.iter_mut().zip(other.yaku).for_each(|(to, from)| *to += from);
        self.han.iter_mut().zip(other.han).for_each(|(to, from)| *to += from);
        self.targets.extend(other.targets);
    }

    /// With as many turns: what has happened by the last one stays so.
    pub(crate) fn of_turns(mut self, draws: usize) -> Details {
        let last = self.by_turn.last().copied().unwrap_or_default();
        self.by_turn.resize(draws, last);
        self
    }
}

impl WinKinds {
    /// None of these, or not known.
    pub(crate) const NONE: WinKinds = WinKinds { tsumo: 0.0, riichi: 0.0 };

    pub(crate) fn times(self, share: f64) -> WinKinds {
        WinKinds { tsumo: share * self.tsumo, riichi: share * self.riichi }
    }
}

fn bit(yaku: Yaku) -> usize {
    YakuSet::from_iter([yaku]).bits().trailing_zeros() as usize
}
