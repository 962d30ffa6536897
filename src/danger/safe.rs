//! What cannot deal in to any hand of the opponent: by furiten, or because no wait on it is possible.

use crate::hand::Meld;
use crate::round::{Player, View};
use crate::tile::{Counts, Kind, KindSet, Seat};

/// The kinds on which the opponent could have a ron, as far as the view can rule it out: a kind is left out when
/// the opponent is furiten by it, and when none of the shapes that wait on it can be made of unseen tiles.
pub fn possible(view: &View, opponent: Seat) -> KindSet {
    let player = view.table().player(opponent);
    let furiten = player.furiten();
    let open = |&kind: &Kind| !furiten.contains(kind) && has_shape(kind, view.unseen(), furiten, player);
    Kind::ALL.into_iter().filter(open).collect()
}

fn has_shape(kind: Kind, unseen: &Counts, furiten: KindSet, player: &Player) -> bool {
    let melds = player.melds().len();
    let left = unseen[kind];
    // the pair's other tile; the same for seven pairs
    if left >= 1 {
        return true;
    }
    // with four melds only the pair is left; three of a kind need two more of it, so `left` was enough for both
    (melds < 4 && in_a_run(kind, unseen, furiten)) || (melds == 0 && orphan(kind, unseen))
}

/// Two neighbours that make a run with the kind, the other end of which (if there is one) is no furiten.
fn in_a_run(kind: Kind, unseen: &Counts, furiten: KindSet) -> bool {
    let near = |steps: isize| neighbour(kind, steps);
    let held = |steps: isize| near(steps).is_some_and(|k| unseen[k] > 0);
    let no_furiten = |steps: isize| near(steps).is_none_or(|k| !furiten.contains(k));
    (held(1) && held(2) && no_furiten(3)) || (held(-1) && held(-2) && no_furiten(-3)) || (held(-1) && held(1))
}

/// Thirteen orphans that lack this kind: the other twelve, one of them twice.
fn orphan(kind: Kind, unseen: &Counts) -> bool {
    let others = || Kind::ALL.into_iter().filter(|&k| k.is_yaochu() && k != kind).map(|k| unseen[k]);
    kind.is_yaochu() && others().all(|n| n > 0) && others().any(|n| n > 1)
}

/// The kind so many numbers away in the same suit; honours have no neighbours.
pub(super) fn neighbour(kind: Kind, steps: isize) -> Option<Kind> {
    if kind.is_honour() {
        return None;
    }
    Kind::of(kind.suit(), kind.number().checked_add_signed(steps)?)
}

/// Whether the seat's melds are all triplets or kans.
pub(super) fn no_runs(melds: &[Meld]) -> bool {
    melds.iter().all(|m| !matches!(m.call(), crate::hand::Call::Chi { .. }))
}
