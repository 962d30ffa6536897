//! What follows from a state: the figures of a row as one vector, found backwards together with the value.
//!
//! Every hand of a step has an outlook, made of those of the next step by the plan that the values make. So the
//! figures of all rows come out of one pass, however many rows there are. Value and outlook are found in one visit: whoever weighs a draw
//! or an offer ([`draw`](crate::search::values::draw), [`offers`](crate::search::values::offers)) tells at once where it goes. The value is
//! not read off the outlook: a draw that gains nothing leaves it as it is, to the bit, so that equals stay equal.
//! What asks when something happens, or by which yaku, is left to `forward`, for the rows whose details are asked for.

pub(crate) mod pass;

mod layer_step;
mod riichi;
mod sums;

use crate::search::figures::{Part, Parts, Play, WinKinds};
use crate::search::float::Float;
use crate::search::values::risk::DiscardRisk;

/// Numbers of an outlook: in single precision a line of the cache, and four vectors of WebAssembly.
const LANES: usize = 16;

/// Where a figure stands. What an end pays stands after its probability.
#[derive(Clone, Copy)]
enum Lane {
    Win = 0,
    DealIn = 2,
    Tsumo = 4,
    Draw = 6,
    Rest = 8,
    /// Being tenpai at any time from here on.
    Tenpai = 10,
    TenpaiAtDraw,
    /// Calling for the first time.
    Call,
    Fold,
    /// Winning by tsumo.
    OwnTsumo,
    /// Winning after riichi.
    AfterRiichi,
}

/// Probabilities and means of what follows.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub(crate) struct Outlook<R>([R; LANES]);

/// How a win comes about, as far as an outlook knows.
#[derive(Clone, Copy)]
struct WinKind {
    tsumo: bool,
    riichi: bool,
}

impl<R: Float> Outlook<R> {
    pub(crate) const NOTHING: Outlook<R> = Outlook([R::ZERO; LANES]);

    /// With another of some probability.
    #[inline(always)]
    fn add(&mut self, other: &Outlook<R>, share: R) {
        for (to, &from) in self.0.iter_mut().zip(&other.0) {
            *to += share * from;
        }
    }

    /// The same with another probability.
    #[inline(always)]
    fn times(&self, share: R) -> Outlook<R> {
        Outlook(self.0.map(|lane| share * lane))
    }

    #[inline(always)]
    fn gain(&mut self, lane: Lane, by: R) {
        self.0[lane as usize] += by;
    }

    fn set(&mut self, lane: Lane, to: R) {
        self.0[lane as usize] = to;
    }

    /// With an end of this probability; `value` is what it pays times that.
    #[inline(always)]
    fn end(&mut self, lane: Lane, rate: R, value: R) {
        self.0[lane as usize] += rate;
        self.0[lane as usize + 1] += value;
    }

    fn win(&mut self, share: R, points: R, won: WinKind) {
        self.end(Lane::Win, share, share * points);
        self.gain(Lane::Tenpai, share);
        if won.tsumo {
            self.gain(Lane::OwnTsumo, share);
        }
        if won.riichi {
            self.gain(Lane::AfterRiichi, share);
        }
    }

    /// With an exhaustive draw of this probability.
    fn exhausted(&mut self, share: R, tenpai: bool, pays: f64) {
        self.end(Lane::Draw, share, share * R::of(pays));
        if tenpai {
            self.gain(Lane::TenpaiAtDraw, share);
        }
    }

    /// Ends without a win.
    fn of_ends(parts: &Parts) -> Outlook<R> {
        Outlook::NOTHING.with_ends(parts, R::ONE)
    }

    /// With ends of some probability, none of them a win.
    pub(crate) fn with_ends(mut self, parts: &Parts, share: R) -> Outlook<R> {
        let Parts { deal_in, tsumo, draw, rest, .. } = *parts;
        let lanes = [Lane::DealIn, Lane::Tsumo, Lane::Draw, Lane::Rest];
        for (lane, part) in lanes.into_iter().zip([deal_in, tsumo, draw, rest]) {
            self.end(lane, share * R::of(part.rate), share * R::of(part.value));
        }
        self
    }

    /// The same after a discard.
    fn after(&self, discarded: DiscardRisk<R>) -> Outlook<R> {
        let mut outlook = Outlook::NOTHING;
        outlook.end(Lane::DealIn, discarded.rate(), discarded.cost);
        outlook.add(self, discarded.pass);
        outlook
    }

    /// As the figures of a row, without details.
    pub(crate) fn play(&self) -> Play {
        let of = |lane: Lane| self.0[lane as usize].to_f64();
        let part = |lane: Lane| Part { rate: of(lane), value: self.0[lane as usize + 1].to_f64() };
        let parts = Parts {
            win: part(Lane::Win),
            deal_in: part(Lane::DealIn),
            tsumo: part(Lane::Tsumo),
            draw: part(Lane::Draw),
            rest: part(Lane::Rest),
        };
        Play {
            tenpai_rate: of(Lane::Tenpai),
            tenpai_at_draw: of(Lane::TenpaiAtDraw),
            others_rate: parts.tsumo.rate + parts.rest.rate + parts.deal_in.rate,
            call_rate: of(Lane::Call),
            fold_rate: of(Lane::Fold),
            wins: WinKinds { tsumo: of(Lane::OwnTsumo), riichi: of(Lane::AfterRiichi) },
            parts,
            details: None,
        }
    }
}
