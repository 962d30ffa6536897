//! The rules of a game: what its record says, then what the caller says, then what is usual.

use super::{Players, Problem, Room};
use crate::rules::{Length, MultipleRon, RedFives, Rules};
use crate::tile::BySeat;
use serde::Serialize;

/// What a record says about the rules of its game; `None` where it says nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordRules {
    /// The rules of the site, room or league.
    pub rules: Option<Rules>,
    /// The red fives, which a room can have otherwise than its site.
    pub red_fives: Option<RedFives>,
    /// Open tanyao, which a room can have otherwise than its site.
    pub kuitan: Option<bool>,
    /// What three wins on one discard are, where a round ended so.
    pub multiple_ron: Option<MultipleRon>,
    /// How many rounds of winds are planned.
    pub length: Option<Length>,
    /// Three or four players.
    pub players: Option<Players>,
    /// Short times for thinking.
    pub fast: Option<bool>,
    /// What it says of the table's rules that is not known here, as it writes it; play follows the rules that are known.
    pub unknown: Vec<String>,
}

/// What stands over a game, where its record has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heading {
    /// Its number at the site, or its title.
    pub name: Option<String>,
    /// When it was played: year, month and day, and the time in UTC where it is known; else as the record writes it.
    pub date: Option<String>,
    /// The room as records of Tenhou's viewer write it: `鳳南喰赤`.
    pub room: Option<String>,
}

/// One of the games of an input, as far as its record has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameOfInput {
    /// Name, date and room.
    pub heading: Heading,
    /// The players by seat.
    pub names: Option<BySeat<String>>,
}

/// What the caller says about a record; the record's own word goes first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// Which game of several in one input, from 0. Without it the first is read, and a second one is
    /// [`Problem::SecondGame`](super::Problem::SecondGame).
    pub game: Option<usize>,
    /// The rules of the game; [`Room::USUAL`] has them where neither says any.
    pub rules: Option<Rules>,
}

/// Where a game's rules come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RulesSourceWord"))]
#[serde(rename_all = "lowercase")]
pub enum RulesSource {
    /// The record names them.
    Record,
    /// The caller does, and the record does not.
    Caller,
    /// Neither does: they are [`Room::USUAL`].
    Usual,
}

impl RecordRules {
    /// The room of the game; `rules` are the caller's, for what the record does not say.
    pub fn room(&self, rules: Option<&Rules>) -> Room {
        let usual = Room::USUAL;
        let of_site = match self.players {
            Some(Players::Three) => &Rules::TENHOU_SANMA,
            Some(Players::Four) | None => &usual.rules,
        };
        let rules = self.rules.as_ref().or(self.usable(rules)).unwrap_or(of_site);
        let red_fives = self.red_fives.unwrap_or(rules.red_fives);
        Room {
            length: self.length.unwrap_or(usual.length),
            fast: self.fast.unwrap_or(usual.fast),
            rules: Rules {
                // three players have no 5m
                red_fives: RedFives { man: red_fives.man && rules.players == Players::Four, ..red_fives },
                kuitan: self.kuitan.unwrap_or(rules.kuitan),
                multiple_ron: self.multiple_ron.unwrap_or(rules.multiple_ron),
                ..rules.clone()
            },
        }
    }

    /// The caller's rules, unless they are for another number of players than the record has.
    pub fn usable<'a>(&self, rules: Option<&'a Rules>) -> Option<&'a Rules> {
        rules.filter(|rules| self.players.is_none_or(|record| record == rules.players))
    }

    /// That the rules are for as many players as the record has.
    ///
    /// # Errors
    /// When they are for others.
    pub(super) fn agree(&self, rules: Option<&Rules>) -> Result<(), Problem> {
        match (self.players, rules) {
            (Some(record), Some(rules)) if rules.players != record => {
                Err(Problem::Players { record, rules: rules.players })
            }
            _ => Ok(()),
        }
    }

    /// Where the rules come from, if the caller's are these.
    pub fn source(&self, rules: Option<&Rules>) -> RulesSource {
        match (&self.rules, self.usable(rules)) {
            (Some(_), _) => RulesSource::Record,
            (None, Some(_)) => RulesSource::Caller,
            (None, None) => RulesSource::Usual,
        }
    }
}
