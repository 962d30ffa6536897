//! A table that follows events: what the package's `createTable` runs on.

use super::door::read_from;
use super::fault::{as_played, fault, rules_of};
use super::log::{hand_text, offered_tile};
use super::{Action, ActionInput, ApiError, Context, ErrorCode};
use crate::follow::{FollowError, Follower, GameSetup, Problem};
use crate::round::{by_wind, melds_by_wind};
use crate::rules::{Length, Rules, TableRules};
use crate::tile::{Seat, Wind};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// What is known of a game before its first event.
#[derive(Clone, Debug, Deserialize, Serialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(test, ts(optional_fields))]
pub struct TableOptions {
    /// Name of a rule set, as in `Context`; `tenhou` when left out.
    #[cfg_attr(test, ts(optional, type = "RulesName | ThreePlayerRulesName"))]
    pub rules: Option<String>,
    /// What the table has otherwise than the rule set, as in `Context`.
    pub table_rules: Option<TableRules>,
    /// Whether there are red fives; as `start_game` says, else as in the rule set, when left out.
    pub red_fives: Option<bool>,
    /// Whether an open hand can win by tanyao; as `start_game` says, else as in the rule set, when left out.
    pub kuitan: Option<bool>,
    /// How many winds the game is planned for, which mjai does not say; `hanchan` when left out.
    pub length: Option<Length>,
    /// The player's seat, 0 for the one who deals first; as the `id` of `start_game` says when left out.
    pub seat: Option<u32>,
    /// Whether `toMjai` says `nukidora` for kita; as the events do, once one has come, and `kita` before when left out.
    pub nukidora: Option<bool>,
}

/// What the table asks of the player at a moment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Moment {
    /// The player's hand, the tile drawn last, as `analyze` takes it.
    pub hand: String,
    /// The table as the player sees it, as `analyze` takes it.
    pub context: Context,
}

/// A game as one player follows it.
#[derive(Clone, PartialEq, Debug)]
pub struct FollowedTable(Follower);

impl FollowedTable {
    /// A table before the first event.
    ///
    /// Errors: `context.unknown_rules`, `request.out_of_range`.
    pub fn new(options: &TableOptions) -> Result<FollowedTable, ApiError> {
        let rules = match &options.rules {
            None => Rules::TENHOU,
            Some(name) => rules_of("rules", name)?,
        };
        let rules = as_played("tableRules", rules, options.table_rules.as_ref())?;
        let seat = |number: u32| {
            let seat = Seat::new(number as usize).filter(|&seat| rules.players.has_seat(seat));
            let message = format!("seats are 0 to {}", rules.players.last_seat().index());
            seat.ok_or_else(|| fault(ErrorCode::RequestOutOfRange, "seat", number, message))
        };
        let seat = options.seat.map(seat).transpose()?;
        Ok(FollowedTable(Follower::new(GameSetup {
            rules,
            red_fives: options.red_fives,
            kuitan: options.kuitan,
            length: options.length,
            seat,
            nukidora: options.nukidora.unwrap_or(false),
        })))
    }

    /// Takes an event of mjai in, the others' tiles hidden (`?`) or shown; after an error nothing has changed.
    ///
    /// Errors: the codes that start with `event.`
    pub fn apply<'de, D: Deserializer<'de>>(&mut self, event: D) -> Result<(), ApiError> {
        let event: Map<String, Value> = read_from(event)?;
        let given = Value::Object(event.clone());
        self.0.apply(event).map_err(|error| {
            let code = match &error {
                FollowError::Read(Problem::Element(_)) => ErrorCode::EventUnknown,
                FollowError::Read(Problem::Hidden { .. }) | FollowError::HiddenHand { .. } => {
                    ErrorCode::EventHidden
                }
                FollowError::Read(_) => ErrorCode::EventValue,
                FollowError::NoSeat => ErrorCode::EventNoSeat,
                FollowError::EmptySeat { .. } => ErrorCode::EventNoSeat,
                FollowError::Illegal(_)
                | FollowError::Action(_)
                | FollowError::Sticks { .. }
                | FollowError::NoRound => ErrorCode::EventIllegal,
            };
            fault(code, "event", given, error)
        })
    }

    /// The player's seat, if it is known.
    pub fn seat(&self) -> Option<u32> {
        self.0.seat().map(|seat| seat.index() as u32)
    }

    /// What the player may do now; nothing where there is only waiting.
    pub fn actions(&self) -> Vec<Action> {
        self.0.actions().iter().map(Action::from).collect()
    }

    /// Hand and table as the player sees them; none while nobody can be asked: between rounds, in the middle of a kan.
    pub fn moment(&self) -> Option<Moment> {
        let round = self.0.round().filter(|round| !round.is_over())?;
        let (table, seat) = (round.table(), round.seat());
        let phase = table.phase();
        let offered = self.0.offered().map(|offered| {
            let from = by_wind(table, offered.from.seat(seat), seat);
            offered_tile(offered.tile, from, phase)
        });
        let context = Context::of(table, seat)?;
        let melds = melds_by_wind(table, seat);
        Some(Moment {
            hand: hand_text(&round.concealed(), round.reds(), &melds, round.drawn()),
            context: Context { offered, length: Some(self.0.length()), ..context },
        })
    }

    /// Says an action in mjai.
    ///
    /// Errors: fields of the action that do not fit, and the codes that start with `action.` where it cannot be done now.
    pub fn to_mjai(&self, action: &ActionInput) -> Result<Value, ApiError> {
        let checked = action.check("action")?;
        self.0.reply(&checked).map_err(|error| super::fault::action_fault(&error, "action", action.value()))
    }

    /// The player's wind in this round.
    pub fn wind(&self) -> Option<Wind> {
        let round = self.0.round()?;
        Some(round.table().seat_wind(round.seat()))
    }
}
