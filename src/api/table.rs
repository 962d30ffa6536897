//! The whole table: from rivers and melds as they are written to a table that has been played, and back.

use super::fault::{fault, meld_fault, notation_fault};
use super::{ApiError, Context, ErrorCode, HandInput, Player, Players};
use crate::analyze::{Place as Seen, RawSituation, SituationError, TileOffer, Viewpoint};
use crate::hand::Meld;
use crate::legal::Position;
use crate::round::{Due, Fault, Layout, LayoutError, LayoutFault, Phase, Place, River, Side, Table, View};
use crate::rules::{Preset, RedFives, Rules};
use crate::sort;
use crate::tile::notation::to_mpsz;
use crate::tile::{BySeat, Seat, Tile, Wind};
use serde_json::Value;

/// A table and the player's place at it; seat 0 deals.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerTable {
    /// What everybody sees.
    pub table: Table,
    /// The player's seat.
    pub seat: Seat,
}

/// The seat that has a wind when seat 0 deals.
const fn seat_of(wind: Wind) -> Seat {
    Seat::ALL[wind.index()]
}

/// The wind of a seat when seat 0 deals.
pub(super) const fn wind_of(seat: Seat) -> Wind {
    Wind::ALL[seat.index()]
}

const fn lower(wind: Wind) -> &'static str {
    ["east", "south", "west", "north"][wind.index()]
}

const fn capital(wind: Wind) -> &'static str {
    ["East", "South", "West", "North"][wind.index()]
}

impl Players {
    fn player(&self, wind: Wind) -> Option<&Player> {
        match wind {
            Wind::East => self.east.as_ref(),
            Wind::South => self.south.as_ref(),
            Wind::West => self.west.as_ref(),
            Wind::North => self.north.as_ref(),
        }
    }

    fn side(&self, wind: Wind) -> Result<Side, ApiError> {
        let Some(Player { river, melds }) = self.player(wind) else { return Ok(Side::default()) };
        let text = river.as_deref().unwrap_or_default();
        let field = river_field(wind);
        let river: River = text.parse().map_err(|e| notation_fault(&field, text, &e))?;
        let meld = |(i, text): (usize, &String)| -> Result<Meld, ApiError> {
            text.parse().map_err(|e| meld_fault(meld_field(wind, i), text, &e))
        };
        let melds = melds.iter().flatten().enumerate().map(meld).collect::<Result<_, _>>()?;
        Ok(Side { river, melds })
    }

    /// How many norths a player has set aside.
    pub(super) fn kita(&self, wind: Wind) -> usize {
        let text = self.player(wind).and_then(|player| player.river.as_deref()).unwrap_or_default();
        // what is no river is refused later
        text.parse::<River>().map_or(0, |river| river.kita())
    }

    fn river_value(&self, wind: Wind) -> Value {
        self.player(wind).and_then(|player| player.river.as_deref()).into()
    }

    fn meld_value(&self, wind: Wind, index: usize) -> Value {
        let melds = self.player(wind).and_then(|player| player.melds.as_ref());
        melds.and_then(|melds| melds.get(index)).map(String::as_str).into()
    }
}

fn river_field(wind: Wind) -> String {
    format!("context.players.{}.river", lower(wind))
}

fn meld_field(wind: Wind, index: usize) -> String {
    format!("context.players.{}.melds[{index}]", lower(wind))
}

/// The player's own melds are those of the hand; in the order of `players`, if they are given there, too.
fn own_melds(
    side: &mut Side,
    player: Option<&Player>,
    position: &Position,
    own: Wind,
) -> Result<(), ApiError> {
    let held = position.melds();
    let Some(given) = player.and_then(|player| player.melds.as_ref()) else {
        side.melds = held.to_vec();
        return Ok(());
    };
    let sorted = |melds: &[Meld]| {
        let mut melds = melds.to_vec();
        sort::by(&mut melds, Ord::cmp);
        melds
    };
    if sorted(&side.melds) == sorted(held) {
        return Ok(());
    }
    let field = format!("context.players.{}.melds", lower(own));
    let message = format!("{} is the player, whose melds are those of the hand", capital(own));
    Err(fault(ErrorCode::ContextContradiction, field, given.clone(), message))
}

impl PlayerTable {
    /// What the player sees, with this hand.
    pub fn view(&self, position: &Position) -> View<'_> {
        let (concealed, reds) = match position {
            Position::Drawn { hand, .. } => (*hand.concealed(), hand.reds()),
            Position::Waiting { hand, .. } => (*hand.concealed(), hand.reds()),
        };
        View::new(&self.table, self.seat, concealed, reds).expect("the door has counted all tiles")
    }

    /// What everybody sees, from the player's place.
    fn seen(&self) -> Viewpoint<'_> {
        Viewpoint { table: &self.table, seat: self.seat }
    }

    /// Whether the player is in riichi, so that the hand is fixed.
    pub fn in_riichi(&self) -> bool {
        self.table.player(self.seat).riichi().is_some()
    }
}

impl Context {
    /// What a seat sees of a table, its rules the nearest rule set and what the table has otherwise; `None` in the middle of an
    /// action and after the end of the round, and with red fives in some suits only.
    pub fn of(table: &Table, seat: Seat) -> Option<Context> {
        let Layout { wind, honba, sticks, scores, indicators, sides, .. } = Layout::of(table)?;
        let Rules { red_fives, kuitan, .. } = *table.rules();
        let (Preset { name, rules: named, .. }, _) = table.rules().nearest();
        let own = table.rules().beside(&named);
        let red = red_fives != RedFives::NONE;
        if red && red_fives != RedFives::of_each_suit(table.rules().players) {
            return None;
        }
        let player = |wind: Wind| {
            let Side { river, melds } = &sides[seat_of(wind)];
            let river = (!river.0.is_empty()).then(|| river.to_string());
            let melds = (!melds.is_empty()).then(|| melds.iter().map(Meld::to_string).collect());
            (river.is_some() || melds.is_some()).then_some(Player { river, melds })
        };
        let [east, south, west, north] = Wind::ALL.map(player);
        Some(Context {
            rules: Some(name.into()),
            table_rules: (!own.is_empty()).then_some(own),
            red_fives: (red_fives != named.red_fives).then_some(red),
            kuitan: (kuitan != named.kuitan).then_some(kuitan),
            round_wind: Some(wind),
            round_number: Some(table.dealer().index() as u32 + 1),
            seat: Some(table.seat_wind(seat)),
            honba: Some(honba),
            riichi_sticks: sticks,
            scores: Some(scores.0),
            dora_indicators: Some(to_mpsz(indicators)),
            players: Some(Players { east, south, west, north }),
            ..Context::default()
        })
    }

    /// The wind of the player's seat.
    pub(super) fn own_wind(&self) -> Wind {
        self.seat.unwrap_or(Wind::East)
    }

    /// The whole table, if it is given, and what follows from it put into `raw` and `hand`.
    pub(super) fn seated(
        &self,
        position: &mut Position,
        given: &HandInput,
        raw: &mut RawSituation,
    ) -> Result<Option<PlayerTable>, ApiError> {
        let Some(players) = &self.players else { return Ok(None) };
        raw.ranges().map_err(|e| self.fault(given, &e))?;
        if self.dora_indicators.is_none() {
            let message = "a whole table has a dora indicator";
            let code = ErrorCode::RequestMissingField;
            return Err(fault(code, "context.doraIndicators", Value::Null, message));
        }
        let own = self.own_wind();
        let mut sides = BySeat::default();
        for wind in Wind::ALL {
            sides[seat_of(wind)] = players.side(wind)?;
        }
        own_melds(&mut sides[seat_of(own)], players.player(own), position, own)?;
        let layout = Layout {
            wind: raw.round_wind,
            honba: raw.honba,
            sticks: self.riichi_sticks,
            scores: raw.scores.map_or(raw.rules.starting_scores(), BySeat),
            indicators: raw.dora_indicators.clone(),
            sides,
            due: match position {
                Position::Drawn { .. } => Due::Act(seat_of(own)),
                Position::Waiting { offered, .. } => {
                    match offered.and_then(|o| Some((o.from, o.robbable()?))) {
                        Some((from, kan)) => Due::Rob { seat: from.seat(seat_of(own)), kan },
                        None => Due::Claim,
                    }
                }
            },
        };
        let table = layout.table(&raw.rules).map_err(|e| self.layout_fault(players, given, &e))?;
        let seated = PlayerTable { table, seat: seat_of(own) };
        self.derive(&seated, position, given, raw)?;
        Ok(Some(seated))
    }

    /// Puts what follows from the table into `raw` and `hand`; refuses a field that says otherwise.
    fn derive(
        &self,
        seated: &PlayerTable,
        position: &mut Position,
        given: &HandInput,
        raw: &mut RawSituation,
    ) -> Result<(), ApiError> {
        let own = capital(self.own_wind());
        let (table, seen) = (&seated.table, seated.seen());
        match (&mut *position, table.phase()) {
            (Position::Drawn { drawn, .. }, Phase::Called { .. }) => *drawn = None,
            (Position::Waiting { .. }, Phase::Called { seat, .. }) if seat == seated.seat => {
                let message = format!(
                    "{own} has called and is to discard: the hand has 14 tiles, the meld counted as three"
                );
                return Err(fault(ErrorCode::ContextNotDue, "hand", given.value(), message));
            }
            (Position::Waiting { offered, .. }, _) => {
                let follows = seen.offered();
                if let Some(given) = offered.filter(|given| Some(*given) != follows) {
                    let message = match follows {
                        Some(TileOffer { tile, from, by: _ }) => {
                            format!(
                                "the last discard is {tile} from {}, not {} from {}",
                                from.name(),
                                given.tile,
                                given.from.name()
                            )
                        }
                        None => format!("no discard of another player is there for {own} to take"),
                    };
                    let value = serde_json::to_value(&self.offered).unwrap_or(Value::Null);
                    return Err(fault(ErrorCode::ContextContradiction, "context.offered", value, message));
                }
                *offered = follows;
            }
            _ => {}
        }
        let history = seen.history();
        let (turn, left) = (history.discards as u32 + 1, table.tiles_left() as u32);
        let interrupted = seen.interrupted();
        let visible: Vec<Tile> =
            seen.visible(position.is_offered()).into_iter().map(|(tile, _)| tile).collect();
        let contradiction = |field: &str, value: Value, message: String| {
            Err(fault(ErrorCode::ContextContradiction, format!("context.{field}"), value, message))
        };
        if let Some(given) = self.turn.filter(|&given| given != turn) {
            let message =
                format!("{own} has {} discards in the river, so that this is turn {turn}", turn - 1);
            return contradiction("turn", given.into(), message);
        }
        if let Some(given) = self.tiles_left.filter(|&given| given != left) {
            let message = format!("after these discards, calls and kans {left} tiles are left");
            return contradiction("tilesLeft", given.into(), message);
        }
        if let Some(given) = self.interrupted.filter(|&given| given != interrupted) {
            let called = if interrupted { "somebody" } else { "nobody" };
            let message = format!("{called} has called before {own}'s first discard");
            return contradiction("interrupted", given.into(), message);
        }
        if let Some(given) = &self.visible {
            let sorted = |tiles: &[Tile]| {
                let mut tiles = tiles.to_vec();
                sort::by(&mut tiles, Ord::cmp);
                tiles
            };
            if sorted(&raw.visible) != sorted(&visible) {
                let message = format!("rivers and others' melds show {}", to_mpsz(sorted(&visible)));
                return contradiction("visible", given.as_str().into(), message);
            }
        }
        raw.turn = turn;
        raw.tiles_left = Some(left);
        raw.visible = visible;
        raw.interrupted = interrupted;
        raw.riichi_sticks = table.sticks();
        raw.history = Some(history);
        Ok(())
    }

    /// Where the tile lies that is one too many, when the whole table is given.
    pub(super) fn too_many(
        &self,
        seated: &PlayerTable,
        position: &Position,
        given: &HandInput,
        error: &SituationError,
    ) -> Option<ApiError> {
        let players = self.players.as_ref()?;
        let visible = seated.seen().visible(position.is_offered());
        let nth = |fits: &dyn Fn(Tile) -> bool, count: usize, most: usize| {
            let lying: Vec<Place> =
                visible.iter().filter(|(tile, _)| fits(*tile)).map(|(_, place)| *place).collect();
            let elsewhere = count.checked_sub(lying.len())?;
            // the places are looked at in this order, so the first that cannot be is the one at fault
            lying.get(most.saturating_sub(elsewhere)).copied()
        };
        let (code, place) = match *error {
            SituationError::TooManyCopies { kind, count, place: Seen::Visible } => {
                (ErrorCode::ContextTooManyCopies, nth(&|tile| tile.kind() == kind, count, 4)?)
            }
            SituationError::RedFive { tile, count, place: Seen::Visible } => {
                (ErrorCode::ContextRedFive, nth(&|t| t == tile, count, 1)?)
            }
            SituationError::NoRedFives { tile, place: Seen::Visible } => {
                (ErrorCode::ContextRedFive, visible.iter().find(|(t, _)| *t == tile)?.1)
            }
            SituationError::MissingRed { kind, place: Seen::Visible } => {
                (ErrorCode::ContextRedFive, visible.iter().rfind(|(tile, _)| tile.kind() == kind)?.1)
            }
            _ => return None,
        };
        let (field, value) = self.at(players, given, place);
        Some(fault(code, field, value, format!("{}: {error}", self.name(players, place))))
    }

    fn at(&self, players: &Players, given: &HandInput, place: Place) -> (String, Value) {
        match place {
            Place::River { seat, .. } => {
                let wind = wind_of(seat);
                (river_field(wind), players.river_value(wind))
            }
            Place::Meld { seat, index } => {
                let wind = wind_of(seat);
                match players.meld_value(wind, index) {
                    // the player's own melds are those of the hand
                    Value::Null => ("hand".into(), given.value()),
                    value => (meld_field(wind, index), value),
                }
            }
            Place::Indicators => ("context.doraIndicators".into(), self.dora_indicators.as_deref().into()),
            Place::Sticks => ("context.riichiSticks".into(), self.riichi_sticks.into()),
            Place::Scores => {
                ("context.scores".into(), self.scores.map_or(Value::Null, |scores| scores.to_vec().into()))
            }
            Place::Holding => ("hand".into(), given.value()),
            Place::Robbed => {
                let offered = serde_json::to_value(&self.offered).unwrap_or(Value::Null);
                ("context.offered".into(), offered)
            }
        }
    }

    /// The place in words, for a message.
    fn name(&self, players: &Players, place: Place) -> String {
        match place {
            Place::River { seat, turn } => format!("{}, turn {turn}", capital(wind_of(seat))),
            Place::Meld { seat, index } => {
                let wind = wind_of(seat);
                match players.meld_value(wind, index).as_str() {
                    Some(meld) => format!("{}, meld {meld}", capital(wind)),
                    None => format!("{}, meld {}", capital(wind), index + 1),
                }
            }
            Place::Indicators => "dora indicators".into(),
            Place::Sticks => "riichi sticks".into(),
            Place::Scores => "points".into(),
            Place::Holding => "the hand".into(),
            Place::Robbed => "the tile offered".into(),
        }
    }

    fn layout_fault(&self, players: &Players, given: &HandInput, error: &LayoutError) -> ApiError {
        use ErrorCode as C;
        let code = match &error.fault {
            LayoutFault::EmptySeat { .. } => C::ContextPlayers,
            LayoutFault::Illegal(Fault::KitaOfFour) => C::ContextPlayers,
            LayoutFault::RiverLength { .. } | LayoutFault::TooEarly { .. } => C::ContextRiverLength,
            LayoutFault::Melds { .. } => C::MeldInvalid,
            LayoutFault::NeverDiscarded { .. }
            | LayoutFault::Unclaimed { .. }
            | LayoutFault::NotCalled { .. } => C::ContextNeverDiscarded,
            LayoutFault::NotDue { .. } => C::ContextNotDue,
            LayoutFault::NotAdded { .. } | LayoutFault::NotConcealed { .. } | LayoutFault::NotSetAside => {
                C::ContextContradiction
            }
            LayoutFault::Ambiguous { .. } => C::ContextAmbiguousCall,
            LayoutFault::NoKan { .. } | LayoutFault::NoTurn { .. } | LayoutFault::NoTurnForKita => {
                C::ContextNoKan
            }
            LayoutFault::Indicators { .. } => C::ContextIndicators,
            LayoutFault::Sticks { .. } | LayoutFault::StickEarly { .. } | LayoutFault::PointsEarly => {
                C::ContextRiichiSticks
            }
            LayoutFault::Illegal(Fault::RiichiOpen) => C::ContextRiichiOpen,
            LayoutFault::Illegal(Fault::Kuikae { .. }) => C::ContextKuikae,
            LayoutFault::Illegal(_) => C::ContextIllegal,
        };
        let (field, value) = self.at(players, given, error.place);
        let words = match &error.fault {
            LayoutFault::Illegal(Fault::WrongTile { tile, expected: None }) => {
                format!(
                    "after a call nothing is drawn, so that {tile} comes out of the hand: leave out the mark -"
                )
            }
            LayoutFault::Illegal(Fault::Phase { phase: Phase::Called { .. } }) => {
                "right after a call there can only be a discard".into()
            }
            fault => fault.to_string(),
        };
        fault(code, field, value, format!("{}: {words}", self.name(players, error.place)))
    }
}
