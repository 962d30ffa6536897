//! What was possible at a recorded decision, and which of it was done.

use nanikiru::hand::From;
use nanikiru::legal::{self, HandAfterCall, OfferedBy, TileOffer};
use nanikiru::policy::Discard;
use nanikiru::review::{Choice, Decision, RecordedAction};
use nanikiru::tile::Tile;

/// The discards that were possible, and which was made; none where another thing was done, or there was no choice.
pub fn discards(decision: &Decision) -> Option<(Vec<Discard>, usize)> {
    let RecordedAction::Discard { tile, riichi, .. } = decision.done else { return None };
    let (silent, declaring) = match &decision.choice {
        Choice::Turn(turn) => (&turn.discards, &turn.riichi[..]),
        Choice::AfterCall { discards } => (discards, &[][..]),
        Choice::Offer(_) => return None,
    };
    let all = |tiles: &[Tile], riichi| tiles.iter().map(move |&tile| Discard { tile, riichi }).collect();
    let [mut among, declared]: [Vec<Discard>; 2] = [all(silent, false), all(declaring, true)];
    among.extend(declared);
    let made = among.iter().position(|discard| *discard == Discard { tile, riichi })?;
    (among.len() > 1).then_some((among, made))
}

/// Whether a north could be set aside, by a player who may choose and did not win.
pub fn may_set_aside(decision: &Decision) -> bool {
    matches!(&decision.choice, Choice::Turn(turn) if turn.kita)
        && !matches!(
            decision.done,
            RecordedAction::Tsumo | RecordedAction::NineTerminals | RecordedAction::Overridden { .. }
        )
        && decision.round.table().player(decision.seat).riichi().is_none()
}

/// The tile on offer, the calls that were possible, and which was made: 0 is passing. None where another thing was
/// done.
pub fn offered(decision: &Decision) -> Option<(TileOffer, Vec<HandAfterCall>, usize)> {
    let Choice::Offer(claims) = &decision.choice else { return None };
    let from = From::of(claims.from, decision.seat)?;
    let offered = TileOffer { tile: claims.tile, from, by: OfferedBy::Discard };
    let hand = decision.round.waiting_hand(decision.seat).ok()?;
    let called = legal::offered_calls(&hand, offered, &decision.round.table().permit(decision.seat));
    let made = match decision.done {
        RecordedAction::Pass => 0,
        RecordedAction::Call(meld) => 1 + called.iter().position(|called| called.meld() == Some(&meld))?,
        _ => return None,
    };
    Some((offered, called, made))
}
