//! What became of a seat between a decision and the end of the round.

use nanikiru::round::{DrawReason, Event, Phase, Round, Source};
use nanikiru::shape::shanten;
use nanikiru::tile::Seat;

/// How a round ended for a seat: the parts of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RoundEnd {
    /// It won.
    Win,
    /// It dealt in.
    DealIn,
    /// Another won by tsumo.
    Tsumo,
    /// The wall was used up.
    Draw,
    /// Others won from one another, or the round was broken off.
    Rest,
}

impl RoundEnd {
    /// All of them, in the order of a value's parts.
    pub const ALL: [RoundEnd; 5] =
        [RoundEnd::Win, RoundEnd::DealIn, RoundEnd::Tsumo, RoundEnd::Draw, RoundEnd::Rest];

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            RoundEnd::Win => "win",
            RoundEnd::DealIn => "deal-in",
            RoundEnd::Tsumo => "others' tsumo",
            RoundEnd::Draw => "draw",
            RoundEnd::Rest => "rest",
        }
    }
}

/// What became of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How the round ended for it.
    pub round_end: RoundEnd,
    /// What its points changed by from the decision on.
    pub change: i32,
    /// Whether it was tenpai at any time from the decision on.
    pub tenpai: bool,
    /// Whether the wall was used up and it was tenpai.
    pub tenpai_at_draw: bool,
    /// Whether it dealt in with its first discard.
    pub at_once: bool,
}

/// Follows a seat from a round to its end; `None` if the events do not lead there.
pub fn follow(mut round: Round, seat: Seat, rest: &[Event]) -> Option<Outcome> {
    let before = round.table().scores()[seat];
    let mut tenpai = waits(&round, seat);
    let mut round_end = None;
    let (mut tenpai_at_draw, mut discards) = (false, 0);
    for event in rest {
        round.apply(event).ok()?;
        discards += usize::from(matches!(event, Event::Discard { seat: acting, .. } if *acting == seat));
        match event {
            Event::Discard { seat: acting, .. } | Event::Call { seat: acting, .. } if *acting == seat => {
                tenpai |= waits(&round, seat);
            }
            Event::Win(win) => {
                let this = match win.source {
                    _ if win.seat == seat => RoundEnd::Win,
                    Source::Ron { from } if from == seat => RoundEnd::DealIn,
                    Source::Ron { .. } => RoundEnd::Rest,
                    Source::Tsumo => RoundEnd::Tsumo,
                };
                // of two wins on one tile the one that concerns the seat
                round_end = Some(round_end.map_or(this, |round_end: RoundEnd| round_end.min(this)));
            }
            Event::Drawn {
                how: DrawReason::Exhausted { tenpai } | DrawReason::NagashiMangan { tenpai },
                ..
            } => {
                tenpai_at_draw = tenpai[seat];
                round_end = Some(RoundEnd::Draw);
            }
            Event::Drawn { .. } => round_end = Some(RoundEnd::Rest),
            _ => {}
        }
    }
    let round_end = round_end?;
    tenpai |= round_end == RoundEnd::Win || tenpai_at_draw;
    let at_once = round_end == RoundEnd::DealIn && discards == 1;
    let change = round.table().scores()[seat] - before;
    Some(Outcome { round_end, change, tenpai, tenpai_at_draw, at_once })
}

/// Whether a seat that is not about to discard is tenpai.
fn waits(round: &Round, seat: Seat) -> bool {
    let holding = match round.table().phase() {
        Phase::Act { seat: due, .. } | Phase::Called { seat: due, .. } | Phase::Declared { seat: due } => {
            due == seat
        }
        _ => false,
    };
    !holding && round.waiting_hand(seat).is_ok_and(|hand| shanten(&hand).is_tenpai())
}
