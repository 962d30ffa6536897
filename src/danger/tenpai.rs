//! Features of one opponent's hand as tenpai.

use super::sight::{Road, Sight};
use super::slots::Slots;
use super::threat::Cause;
use crate::hand::Call;
use crate::tile::{Kind, Suit};

/// Changes with what the categories mean, where their numbers do not tell.
pub(super) const MEANING: &str = "tenpai 1";

/// Puts the features of an opponent without riichi.
pub fn features(sight: &Sight, slots: &mut Slots) {
    let calls = sight.player.melds().len();
    let road = sight.road as usize;
    let turn = sight.turn().min(19);
    let mut cross = |cause, value: usize, categories: usize| {
        slots.put(cause, calls * categories + value.min(categories - 1), 5 * categories);
    };
    cross(Cause::Turn, turn, 20);
    cross(Cause::Turn, sight.table.tiles_left() / 4, 18);
    cross(Cause::Turn, sight.tedashi, 16);
    cross(Cause::Turn, sight.streak, 10);
    cross(Cause::Turn, sight.since_call, 8);
    cross(Cause::Turn, sight.streak.min(5) * 6 + turn / 3, 36);
    cross(Cause::Turn, sight.since_call.min(3) * 4 + sight.streak.min(3), 16);
    let last_call = sight.player.melded().last().map_or(0, |&order| 1 + order / 4);
    cross(Cause::Turn, last_call, 18);
    cross(Cause::Melds, road, Road::COUNT);
    cross(Cause::Melds, road * 7 + turn / 3, Road::COUNT * 7);
    cross(
        Cause::Melds,
        sight.player.melds().iter().filter(|m| matches!(m.call(), Call::Chi { .. })).count(),
        5,
    );
    cross(Cause::Melds, sight.yakuhai, 4);
    cross(Cause::Melds, sight.player.melds().iter().filter(|m| m.is_kan()).count(), 4);
    cross(Cause::Dora, sight.meld_dora, 5);
    let seen = Kind::ALL
        .into_iter()
        .filter(|k| sight.dora[k.index()] > 0)
        .map(|k| usize::from(sight.unseen[k.index()]));
    cross(Cause::Dora, seen.sum::<usize>(), 6);
    cross(Cause::River, sight.yaochu, 10);
    cross(Cause::River, sight.simples, 14);
    cross(Cause::River, sight.thrown[Suit::Honour.index()], 8);
    cross(Cause::Table, sight.riichi * 4 + sight.pushes.min(3), 12);
    cross(Cause::Table, sight.riichi.min(1) * 6 + sight.folds.min(5), 12);
    cross(Cause::Table, sight.pushes.min(3) * 4 + sight.folds.min(3), 16);
    cross(Cause::Table, usize::from(sight.table.dealer() == sight.seat), 2);
    let sort = |kind: Option<Kind>| match kind {
        None => 0,
        Some(k) if k.is_honour() => 1 + usize::from(sight.value(k) > 0),
        Some(k) => 2 + k.number().min(10 - k.number()),
    };
    let dora = |kind: Option<Kind>| kind.is_some_and(|k| sight.dora[k.index()] > 0);
    cross(Cause::LastTile, sort(sight.last[0]), 8);
    cross(Cause::LastTile, sort(sight.last[0]) * 4 + turn / 5, 32);
    cross(Cause::LastTile, sort(sight.last[0]) * 8 + sort(sight.last[1]), 64);
    cross(Cause::LastTile, usize::from(dora(sight.last[0])) * 2 + usize::from(dora(sight.last[1])), 4);
    let suit = sight.meld_suit.map_or(0, |s| 1 + sight.thrown[s.index()].min(4));
    cross(Cause::Suit, suit, 6);
    cross(Cause::Suit, suit * 4 + turn / 5, 24);
    let reds = sight.red_thrown.iter().filter(|&&red| red).count();
    cross(Cause::Dora, reds, 3);
    let scores = sight.table.scores();
    let ahead =
        sight.table.scores().iter().filter(|&(s, &p)| s != sight.seat && p > scores[sight.seat]).count();
    cross(Cause::Table, ahead * 3 + sight.table.wind().index().min(2), 12);
    let others = sight.table.dealer() == sight.viewer;
    cross(Cause::Table, usize::from(others), 2);
    let called = sight.player.river().iter().filter(|d| d.called_by.is_some()).count();
    cross(Cause::River, called, 3);
}
