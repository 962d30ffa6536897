//! Features of one opponent's hand as tenpai.

use super::opponent_view::{OpponentView, YakuPath};
use super::slots::Slots;
use super::threat::Cause;
use crate::hand::Call;
use crate::tile::{Kind, Suit};

/// Raised when categories change their meaning and keep their number.
pub(super) const MEANING: &str = "tenpai 1";

/// Puts the features of an opponent without riichi.
pub fn features(opponent_view: &OpponentView, slots: &mut Slots) {
    let calls = opponent_view.player.melds().len();
    let yaku_path = opponent_view.yaku_path as usize;
    let turn = opponent_view.turn().min(19);
    let mut cross = |cause, value: usize, categories: usize| {
        slots.put(cause, calls * categories + value.min(categories - 1), 5 * categories);
    };
    cross(Cause::Turn, turn, 20);
    cross(Cause::Turn, opponent_view.tiles_left() / 4, 18);
    cross(Cause::Turn, opponent_view.tedashi, 16);
    cross(Cause::Turn, opponent_view.streak, 10);
    cross(Cause::Turn, opponent_view.since_call, 8);
    cross(Cause::Turn, opponent_view.streak.min(5) * 6 + turn / 3, 36);
    cross(Cause::Turn, opponent_view.since_call.min(3) * 4 + opponent_view.streak.min(3), 16);
    let last_call = opponent_view
        .player
        .melded()
        .last()
        .map_or(0, |&order| 1 + order / opponent_view.table.rules().players.count());
    cross(Cause::Turn, last_call, 18);
    cross(Cause::Melds, yaku_path, YakuPath::COUNT);
    cross(Cause::Melds, yaku_path * 7 + turn / 3, YakuPath::COUNT * 7);
    cross(
        Cause::Melds,
        opponent_view.player.melds().iter().filter(|m| matches!(m.call(), Call::Chi { .. })).count(),
        5,
    );
    cross(Cause::Melds, opponent_view.yakuhai, 4);
    cross(Cause::Melds, opponent_view.player.melds().iter().filter(|m| m.is_kan()).count(), 4);
    cross(Cause::Dora, opponent_view.meld_dora, 5);
    let seen = Kind::ALL
        .into_iter()
        .filter(|k| opponent_view.dora[k.index()] > 0)
        .map(|k| usize::from(opponent_view.unseen[k.index()]));
    cross(Cause::Dora, seen.sum::<usize>(), 6);
    cross(Cause::River, opponent_view.yaochu, 10);
    cross(Cause::River, opponent_view.simples, 14);
    cross(Cause::River, opponent_view.thrown[Suit::Honour.index()], 8);
    cross(Cause::Table, opponent_view.riichi * 4 + opponent_view.pushes.min(3), 12);
    cross(Cause::Table, opponent_view.riichi.min(1) * 6 + opponent_view.folds.min(5), 12);
    cross(Cause::Table, opponent_view.pushes.min(3) * 4 + opponent_view.folds.min(3), 16);
    cross(Cause::Table, usize::from(opponent_view.table.dealer() == opponent_view.seat), 2);
    let sort = |kind: Option<Kind>| match kind {
        None => 0,
        Some(k) if k.is_honour() => 1 + usize::from(opponent_view.value(k) > 0),
        Some(k) => 2 + k.number().min(10 - k.number()),
    };
    let dora = |kind: Option<Kind>| kind.is_some_and(|k| opponent_view.dora[k.index()] > 0);
    cross(Cause::LastTile, sort(opponent_view.last[0]), 8);
    cross(Cause::LastTile, sort(opponent_view.last[0]) * 4 + turn / 5, 32);
    cross(Cause::LastTile, sort(opponent_view.last[0]) * 8 + sort(opponent_view.last[1]), 64);
    cross(
        Cause::LastTile,
        usize::from(dora(opponent_view.last[0])) * 2 + usize::from(dora(opponent_view.last[1])),
        4,
    );
    let suit = opponent_view.meld_suit.map_or(0, |s| 1 + opponent_view.thrown[s.index()].min(4));
    cross(Cause::Suit, suit, 6);
    cross(Cause::Suit, suit * 4 + turn / 5, 24);
    let reds = opponent_view.red_thrown.iter().filter(|&&red| red).count();
    cross(Cause::Dora, reds, 3);
    cross(Cause::Table, opponent_view.ahead() * 3 + opponent_view.table.wind().index().min(2), 12);
    let others = opponent_view.table.dealer() == opponent_view.viewer;
    cross(Cause::Table, usize::from(others), 2);
    let called = opponent_view.player.river().iter().filter(|d| d.called_by.is_some()).count();
    cross(Cause::River, called, 3);
}
