//! What lies before the players at one moment, and the way it came there.
//!
//! Rivers and melds tell the whole round but the draws: the dealer begins, after a discard comes whoever
//! claimed it, else the next seat. So there is mostly one order of events that ends with these rivers
//! and melds, and a [`Table`] can judge it event by event. Where two orders fit, a mark in a river
//! decides; nothing is guessed.

mod fault;
mod order;
mod side;

pub use fault::{LayoutError, LayoutFault, Place};
pub use side::{Side, by_seat, by_wind, melds_by_wind};

use crate::sort;
use side::asides;

use super::event::{Event, Opening};
use super::permit::STICK;
use super::river::{River, RiverEntry};
use super::state::{Offer, Phase, Robbable};
use super::table::Table;
use crate::hand::{Call, Meld};
use crate::rules::Rules;
use crate::tile::{BySeat, Kind, Seat, Tile, Wind};
use order::{Begin, Order};

/// Rivers, melds and all else that lies open, not yet known to fit together. Seat 0 deals.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// The wind of the round.
    pub wind: Wind,
    /// Honba counters.
    pub honba: u32,
    /// Riichi sticks on the table now; those of this round's riichis where that is not known.
    pub sticks: Option<u32>,
    /// Points now.
    pub scores: BySeat<i32>,
    /// The dora indicators, the first one first.
    pub indicators: Vec<Tile>,
    /// What lies before each player.
    pub sides: BySeat<Side>,
    /// What comes next.
    pub due: Due,
}

/// What comes next at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// The last discard can be claimed, or the next seat draws.
    Claim,
    /// This seat has drawn or called, and acts.
    Act(Seat),
    /// This seat has declared a kan that can be robbed.
    Rob {
        /// Whose kan.
        seat: Seat,
        /// What can be robbed.
        kan: Robbable,
    },
}

impl Due {
    /// Who has had a draw or call after the last discard.
    fn seat(self) -> Option<Seat> {
        match self {
            Due::Claim => None,
            Due::Act(seat) | Due::Rob { seat, .. } => Some(seat),
        }
    }
}

/// What a seat puts aside between a draw and its replacement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aside {
    /// The meld with this index, a concealed or added kan.
    Kan(usize),
    /// A north.
    Kita,
}

/// An own kan or a north set aside, and the turn in which that happens.
struct OwnKan {
    aside: Aside,
    /// Index of the turn in the order of events.
    turn: usize,
    /// Its place among the marks of its river; those without a mark come last.
    mark: usize,
}

impl Layout {
    /// The table that comes to this.
    ///
    /// # Errors
    /// When no order of events ends here, more than one does, or the rules forbid one of them.
    pub fn table(&self, rules: &Rules) -> Result<Table, LayoutError> {
        side::check_seats(&self.sides, rules.players)?;
        let order =
            Order::new(&self.sides, self.due.seat(), rules.players)?.find().map_err(|error| {
                match (self.due, error) {
                    (Due::Rob { kan, .. }, LayoutError { fault: LayoutFault::NotDue { .. }, .. }) => {
                        not_robbable(kan)
                    }
                    (_, error) => error,
                }
            })?;
        let kans = BySeat(Seat::ALL.map(|seat| self.own_kans(seat, &order)));
        let [a, b, c, d] = kans.0;
        Replay {
            layout: self,
            kans: BySeat([a?, b?, c?, d?]),
            table: self.opening(rules, &order)?,
            turned: 1,
        }
        .run(&order)
    }

    /// What lies open on a table; `None` in the middle of an action (riichi or a kan just declared that nobody can rob) and
    /// after the end, when it is no position that anybody decides in.
    pub fn of(table: &Table) -> Option<Layout> {
        let (dealer, players) = (table.dealer(), table.rules().players);
        // seat 0 deals here
        let turned = |seat: Seat| Seat::ALL[players.wind(seat, dealer).index()];
        let from = |east: Seat| match players.has_seat(east) {
            true => players.after(dealer, east.index()),
            false => east,
        };
        let due = match table.phase() {
            Phase::Draw { .. } => Due::Claim,
            Phase::Act { seat, .. } | Phase::Called { seat, .. } => Due::Act(turned(seat)),
            Phase::Kan { seat, robbable: Some(kan) } => Due::Rob { seat: turned(seat), kan },
            _ => return None,
        };
        let sides = BySeat::from_fn(|east| {
            let player = table.player(from(east));
            let mut steps = Vec::new();
            let mut aside = asides(player).into_iter().peekable();
            for discard in player.river() {
                while let Some((step, _)) = aside.next_if(|(_, before)| *before <= discard.order) {
                    steps.push(step);
                }
                let called_by = discard.called_by.map(|seat| players.wind(seat, dealer));
                let (tile, manner, riichi) = (discard.tile, discard.manner, discard.riichi);
                steps.push(RiverEntry::Discard { tile, manner, riichi, called_by });
            }
            steps.extend(aside.map(|(step, _)| step));
            Side { river: River(steps), melds: melds_by_wind(table, from(east)) }
        });
        Some(Layout {
            wind: table.wind(),
            honba: table.honba(),
            sticks: Some(table.sticks()),
            scores: BySeat::from_fn(|east| table.scores()[from(east)]),
            indicators: table.indicators().to_vec(),
            sides,
            due,
        })
    }

    /// In which turn a seat declared each of its own kans: where its river says so, else as late as it can have been.
    fn own_kans(&self, seat: Seat, order: &[Begin]) -> Result<Vec<OwnKan>, LayoutError> {
        let Side { river, melds } = &self.sides[seat];
        let own = |meld: &Meld| matches!(meld.call(), Call::Ankan | Call::Kakan { .. });
        let mut open: Vec<usize> = (0..melds.len()).filter(|&i| own(&melds[i])).collect();
        let acted = |i: &usize| *i + 1 < order.len() || self.due.seat() == Some(seat);
        let turns = (0..order.len()).filter(|&i| order[i].seat == seat);
        let turns: Vec<usize> = turns.filter(acted).collect();
        let mut kans = Vec::new();
        let mut discards = 0;
        for step in &river.0 {
            let place = Place::River { seat, turn: discards + 1 };
            let kind = match *step {
                RiverEntry::Kan { kind } => kind,
                RiverEntry::Kita => {
                    let no_turn = LayoutError { place, fault: LayoutFault::NoTurnForKita };
                    let turn = *turns.get(discards).ok_or(no_turn)?;
                    kans.push(OwnKan { aside: Aside::Kita, turn, mark: kans.len() });
                    continue;
                }
                RiverEntry::Discard { .. } => {
                    discards += 1;
                    continue;
                }
            };
            let which = open.iter().position(|&i| melds[i].kind() == kind);
            let which = which.ok_or(LayoutError { place, fault: LayoutFault::NoKan { kind } })?;
            let no_turn = LayoutError { place, fault: LayoutFault::NoTurn { kind } };
            let turn = *turns.get(discards).ok_or(no_turn)?;
            kans.push(OwnKan { aside: Aside::Kan(open.remove(which)), turn, mark: kans.len() });
        }
        for index in open {
            let pon = match melds[index].call() {
                Call::Kakan { .. } => order.iter().position(|b| b.seat == seat && b.meld == Some(index)),
                _ => Some(0),
            };
            let drawn = |i: &usize| {
                let replaced =
                    order[*i].meld.is_none_or(|meld| matches!(melds[meld].call(), Call::Daiminkan { .. }));
                replaced && pon.is_some_and(|pon| *i >= pon)
            };
            // the turn under way only where there was none before it
            let (done, now): (Vec<usize>, Vec<usize>) =
                turns.iter().copied().filter(drawn).partition(|i| i + 1 < order.len());
            // the one that can be robbed comes last of all
            let robbed = match (self.due, melds[index].call()) {
                (Due::Rob { seat: by, kan: Robbable::Kakan(tile) }, Call::Kakan { added, .. }) => {
                    (by, tile) == (seat, added)
                }
                (Due::Rob { seat: by, kan: Robbable::Ankan(kind) }, Call::Ankan) => {
                    (by, kind) == (seat, melds[index].kind())
                }
                _ => false,
            };
            let turn = if robbed { now.last() } else { done.last().or(now.last()) };
            let turn = turn.copied().ok_or(LayoutError {
                place: Place::Meld { seat, index },
                fault: LayoutFault::NoTurn { kind: melds[index].kind() },
            })?;
            kans.push(OwnKan {
                aside: Aside::Kan(index),
                turn,
                mark: if robbed { usize::MAX } else { kans.len() },
            });
        }
        sort::by_key(&mut kans, |kan| (kan.turn, kan.mark));
        Ok(kans)
    }

    /// The table before the first draw, with the points and sticks that this round's riichis have moved since.
    fn opening(&self, rules: &Rules, order: &[Begin]) -> Result<Table, LayoutError> {
        let declared = |seat: Seat| {
            let steps = self.sides[seat].river.0.iter();
            steps.filter(|step| matches!(step, RiverEntry::Discard { riichi: true, .. })).count() as u32
        };
        // the discard that can still be won has not brought its stick
        let pending = match order {
            [.., last, Begin { meld: None, .. }] if self.due == Due::Claim => {
                let latest =
                    self.sides[last.seat].river.0.iter().rfind(|s| matches!(s, RiverEntry::Discard { .. }));
                matches!(latest, Some(RiverEntry::Discard { riichi: true, .. })).then_some(last.seat)
            }
            _ => None,
        };
        let paid = BySeat::from_fn(|seat| declared(seat) - u32::from(pending == Some(seat)));
        let riichis: u32 = paid.0.iter().sum();
        let given = self.sticks.unwrap_or(riichis);
        let at = |place| move |fault| LayoutError { place, fault };
        let kans = self.sides.0.iter().flat_map(|side| &side.melds).filter(|meld| meld.is_kan()).count();
        let none = LayoutFault::Indicators { given: 0, kans };
        let indicator = *self.indicators.first().ok_or(none).map_err(at(Place::Indicators))?;
        let sticks = given.checked_sub(riichis);
        let sticks = sticks.ok_or(LayoutFault::Sticks { given, riichis }).map_err(at(Place::Sticks))?;
        if pending.is_some() {
            self.not_early(rules, given, sticks)?;
        }
        let before = |seat: Seat| self.scores[seat].saturating_add(STICK * paid[seat] as i32);
        let opening = Opening {
            wind: self.wind,
            dealer: Seat::ALL[0],
            honba: self.honba,
            sticks,
            scores: BySeat::from_fn(before),
            indicator,
        };
        Table::new(&opening, rules).map_err(LayoutFault::from).map_err(at(Place::Scores))
    }
}

impl Layout {
    /// Whether the stick of a riichi whose tile can still be won has not been moved: `given` are all sticks, `before` those
    /// of earlier rounds.
    fn not_early(&self, rules: &Rules, given: u32, before: u32) -> Result<(), LayoutError> {
        let points: i64 = self.scores.0.iter().map(|&points| i64::from(points)).sum();
        let all = points + i64::from(STICK) * i64::from(given);
        let players = rules.players.count() as i64;
        let [start, stick] = [rules.start, STICK].map(i64::from);
        // points that nobody has named are those of the start
        let named = self.scores != rules.starting_scores();
        let early = |place, fault| Err(LayoutError { place, fault });
        // sticks are left by a round without a winner, one of each player at the most, and each such round adds a honba
        if i64::from(before) > players * i64::from(self.honba) || (named && all == players * start + stick) {
            return early(Place::Sticks, LayoutFault::StickEarly { given });
        }
        if named && all == players * start - stick {
            return early(Place::Scores, LayoutFault::PointsEarly);
        }
        Ok(())
    }
}

fn not_robbable(kan: Robbable) -> LayoutError {
    let fault = match kan {
        Robbable::Kakan(tile) => LayoutFault::NotAdded { tile },
        Robbable::Ankan(kind) => LayoutFault::NotConcealed { kind },
        Robbable::Kita => LayoutFault::NotSetAside,
    };
    LayoutError { place: Place::Robbed, fault }
}

/// The events of one order, judged one by one.
struct Replay<'a> {
    layout: &'a Layout,
    kans: BySeat<Vec<OwnKan>>,
    table: Table,
    /// How many indicators lie open.
    turned: usize,
}

impl Replay<'_> {
    fn run(mut self, order: &[Begin]) -> Result<Table, LayoutError> {
        let last = order.len() - 1;
        for (i, begin) in order.iter().enumerate() {
            let seat = begin.seat;
            if i == last && begin.meld.is_none() && self.layout.due == Due::Claim {
                break;
            }
            self.begin(*begin)?;
            let kans = std::mem::take(&mut self.kans[seat]);
            let mut here = kans.iter().filter(|kan| kan.turn == i).peekable();
            while let Some(kan) = here.next() {
                match kan.aside {
                    Aside::Kan(index) => self.meld(seat, index, self.layout.sides[seat].melds[index])?,
                    Aside::Kita => self.apply(self.here(seat), Event::Kita { seat })?,
                }
                let robbed = i == last && here.peek().is_none() && self.is_robbed();
                if !robbed {
                    self.replacement(seat)?;
                }
            }
            self.kans[seat] = kans;
            if i < last {
                let latest = i + 1 == last && order[last].meld.is_none() && self.layout.due == Due::Claim;
                self.discard(seat, latest)?;
            }
        }
        if let Due::Rob { kan, .. } = self.layout.due
            && !self.is_robbed()
        {
            return Err(not_robbable(kan));
        }
        // after an open kan the indicator may lie there before the discard
        if self.turned < self.layout.indicators.len() {
            self.indicators()?;
        }
        match self.turned == self.layout.indicators.len() {
            true => Ok(self.table),
            false => Err(self.indicator_fault()),
        }
    }

    /// Whether the table has come to the kan that can be robbed.
    fn is_robbed(&self) -> bool {
        matches!((self.layout.due, self.table.phase()), (Due::Rob { seat, kan }, Phase::Kan { seat: by, robbable })
            if (by, robbable) == (seat, Some(kan)))
    }

    fn apply(&mut self, place: Place, event: Event) -> Result<(), LayoutError> {
        self.table.apply(&event).map_err(|fault| LayoutError { place, fault: fault.into() })
    }

    fn here(&self, seat: Seat) -> Place {
        Place::River { seat, turn: self.table.turn(seat) }
    }

    fn draw(&mut self, seat: Seat) -> Result<(), LayoutError> {
        // a table does not look at what is drawn
        let tile = Tile::plain(Kind::ALL[0]);
        self.apply(self.here(seat), Event::Draw { seat, tile })
    }

    fn begin(&mut self, Begin { seat, meld }: Begin) -> Result<(), LayoutError> {
        if let Phase::Draw { offer: Some(Offer { from, riichi: Some(_), .. }), .. } = self.table.phase() {
            let turn = self.table.turn(from) - 1;
            self.apply(Place::River { seat: from, turn }, Event::RiichiAccepted { seat: from })?;
        }
        let Some(index) = meld else { return self.draw(seat) };
        let meld = self.layout.sides[seat].melds[index];
        // a kakan was a pon when it was claimed
        let pon = match meld.call() {
            Call::Kakan { from, claimed, added } => {
                Meld::new(Call::Pon { from, claimed }, meld.kind(), meld.has_red() && !added.is_red())
            }
            _ => Ok(meld),
        };
        self.meld(seat, index, pon.expect("a kakan without its last tile is a pon"))?;
        if matches!(meld.call(), Call::Daiminkan { .. }) { self.replacement(seat) } else { Ok(()) }
    }

    fn meld(&mut self, seat: Seat, index: usize, meld: Meld) -> Result<(), LayoutError> {
        self.apply(Place::Meld { seat, index }, Event::Call { seat, meld })
    }

    fn replacement(&mut self, seat: Seat) -> Result<(), LayoutError> {
        self.indicators()?;
        self.draw(seat)
    }

    fn indicators(&mut self) -> Result<(), LayoutError> {
        for _ in 0..self.table.indicators_due() {
            let indicator = *self.layout.indicators.get(self.turned).ok_or_else(|| self.indicator_fault())?;
            self.apply(Place::Indicators, Event::Dora { indicator })?;
            self.turned += 1;
        }
        Ok(())
    }

    fn indicator_fault(&self) -> LayoutError {
        let kans = Seat::ALL.into_iter().flat_map(|seat| self.table.player(seat).melds());
        let kans = kans.filter(|meld| meld.is_kan()).count();
        let fault = LayoutFault::Indicators { given: self.layout.indicators.len(), kans };
        LayoutError { place: Place::Indicators, fault }
    }

    /// `latest`: nothing has happened since, so that the indicator of an open kan before it may not have been turned yet.
    fn discard(&mut self, seat: Seat, latest: bool) -> Result<(), LayoutError> {
        let made = self.table.player(seat).river().len();
        let river = &self.layout.sides[seat].river.0;
        let mut discards = river.iter().filter(|step| matches!(step, RiverEntry::Discard { .. }));
        let Some(&RiverEntry::Discard { tile, manner, riichi, .. }) = discards.nth(made) else {
            unreachable!("the order has as many turns as the river has discards")
        };
        let place = self.here(seat);
        if latest && self.turned == self.layout.indicators.len() {
            self.table.postpone_indicators();
        }
        self.indicators()?;
        if riichi {
            self.apply(place, Event::Riichi { seat })?;
        }
        self.apply(place, Event::Discard { seat, tile, manner })
    }
}
