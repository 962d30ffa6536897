//! What became of decisions: the steps that followed each, until the end of the round.

use crate::decisions::{DealIn, Decision, Look, Over, mix};
use nanikiru::danger::forecast::{Outlook, Sort, Stance, Waits};
use nanikiru::danger::{Danger, DangerModel, Estimator};
use nanikiru::round::{Phase, Source};
use nanikiru::tile::{BySeat, Kind, Players, Seat, Tile};

/// What a counter costs each who pays it, points.
const HONBA: i32 = 100;

/// A decision, what the forecast of it hangs on, and what happened.
pub struct Future {
    /// What was seen.
    pub outlook: Outlook,
    /// Own discards made before.
    pub turn: usize,
    /// The steps from the decision's discard on.
    pub steps: Vec<DiscardStep>,
}

/// One discard and the step after it. With three players the last opponent is nobody, who does nothing.
#[derive(Clone, Debug)]
pub struct DiscardStep {
    /// Whether the player was in riichi when it discarded, or declared it then.
    pub stance: Stance,
    /// The same before the discard.
    pub before: Stance,
    /// Which of the opponents were tenpai at the discard.
    pub tenpai: [bool; 3],
    /// Which of them were in riichi at the discard.
    pub riichi: [bool; 3],
    /// The discard against each opponent.
    pub discards: [Discard; 3],
    /// A tile of the hand, whichever it is, as if it were discarded: players choose what is safe by what they see
    /// then. In riichi the discard itself.
    pub any: [Discard; 3],
    /// Whether a tile like it was in hand at the first decision.
    pub held: bool,
    /// How the step ended.
    pub end: End,
}

/// A discard against one opponent, as it was judged at the first decision.
#[derive(Clone, Copy, Debug)]
pub struct Discard {
    /// Its sort, and how likely an opponent that is tenpai won on it then; none when it was safe for good.
    pub wait: Option<(Sort, f32)>,
    /// Its rate then.
    pub rate: f32,
    /// What a deal-in by it cost on average then, points; 0 when that is not known.
    pub price: f32,
    /// Whether the opponent could win on it when it was made.
    pub hit: bool,
}

impl Discard {
    /// Against nobody.
    const NONE: Discard = Discard { wait: None, rate: 0.0, price: 0.0, hit: false };
}

/// How a step ends. Points are without honba.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum End {
    /// With the own next discard.
    GoesOn,
    /// An opponent wins by tsumo, and the player pays.
    Tsumo {
        /// Which opponent, by its place in the outlook.
        by: usize,
        /// What the player pays.
        pays: i32,
    },
    /// Opponents win on another one's tile.
    Ron {
        /// What each of them gets who wins.
        pays: [Option<i32>; 3],
    },
    /// The player's discard is won.
    DealIn {
        /// What each of them gets who wins.
        pays: [Option<i32>; 3],
    },
    /// The player wins by ron.
    OwnRon,
    /// The player wins by tsumo.
    OwnTsumo,
    /// The wall is used up.
    Exhausted {
        /// What the player gets.
        gets: i32,
    },
    /// The round is broken off.
    Aborted,
}

struct OpenDecision {
    danger: Danger,
    /// By opponent and tile.
    waits: [[Option<(Sort, f32)>; 37]; 3],
    held: [bool; 34],
    future: Future,
}

/// Follows decisions to the end of their rounds.
pub struct Follower<'a, F> {
    players: Players,
    /// One decision in so many.
    share: u64,
    model: &'a DangerModel,
    open: BySeat<Vec<OpenDecision>>,
    done: F,
}

impl<'a, F: FnMut(Future)> Follower<'a, F> {
    /// Follows one decision in `share` of games of so many, and hands every future to `done`.
    pub fn new(players: Players, share: u64, done: F) -> Follower<'a, F> {
        Follower { players, share, model: DangerModel::builtin(), open: Default::default(), done }
    }

    fn open(&self, decision: &Decision) -> Option<OpenDecision> {
        let view = decision.round.view(decision.seat);
        let danger = self.model.danger(&view, decision.length);
        let outlook = Outlook::new(&view, &danger)?;
        let waits = self.players.places(decision.seat).map(|seat| {
            let Some(seat) = seat else { return [None; Tile::COUNT] };
            let threat = danger.threats[seat].as_ref().expect("an opponent");
            let waits = Waits::new(&view, threat, seat);
            std::array::from_fn(|tile| {
                let tile = Tile::new(tile).expect("37 tiles");
                waits.sort(tile).map(|(sort, rate)| (sort, rate as f32))
            })
        });
        let held = Kind::ALL.map(|kind| view.concealed()[kind] > 0);
        let turn = view.table().player(decision.seat).river().len();
        Some(OpenDecision { danger, waits, held, future: Future { outlook, turn, steps: Vec::new() } })
    }
}

/// One of the tiles that a player holds, each as likely as any other, and the same in every run.
fn any_tile(decision: &Decision) -> Tile {
    let view = decision.round.view(decision.seat);
    let held = view.concealed();
    let all: usize = held.iter().map(|(_, count)| count).sum();
    let mut at = (mix(decision.id ^ 0x7a11) % all.max(1) as u64) as usize;
    let mut kinds = held.iter();
    let kind = kinds.find(|&(_, count)| {
        let found = at < count;
        at = at.wrapping_sub(count);
        found
    });
    kind.map_or(decision.tile, |(kind, _)| Tile::plain(kind))
}

impl<F: FnMut(Future)> Look for Follower<'_, F> {
    fn round(&mut self) {
        self.open = Default::default();
    }

    fn decision(&mut self, decision: &Decision) {
        if mix(decision.id ^ 0x5eed).is_multiple_of(self.share)
            && let Some(open) = self.open(decision)
        {
            self.open[decision.seat].push(open);
        }
        let table = decision.round.table();
        let riichi = table.player(decision.seat).riichi().is_some();
        let declared = matches!(table.phase(), Phase::Declared { .. });
        if self.open[decision.seat].is_empty() {
            return;
        }
        let any = if riichi { decision.tile } else { any_tile(decision) };
        let places = self.players.places(decision.seat);
        for open in &mut self.open[decision.seat] {
            let against = |tile: Tile| {
                std::array::from_fn(|i| {
                    let Some(seat) = places[i] else { return Discard::NONE };
                    let risk = open.danger.threats[seat].as_ref().expect("an opponent").risk(tile);
                    Discard {
                        wait: open.waits[i][tile.index()],
                        rate: risk.rate as f32,
                        price: risk.mean() as f32,
                        hit: decision.truths[seat].ron.contains(tile.kind()),
                    }
                })
            };
            let first = open.future.steps.first().map_or(riichi || declared, |s| s.stance == Stance::Riichi);
            let stance = |riichi: bool| match (riichi, first) {
                (false, _) => Stance::Free,
                (true, true) => Stance::Riichi,
                (true, false) => Stance::Later,
            };
            open.future.steps.push(DiscardStep {
                stance: stance(riichi || declared),
                before: stance(riichi),
                tenpai: places.map(|seat| seat.is_some_and(|seat| decision.truths[seat].tenpai)),
                riichi: places.map(|seat| seat.is_some_and(|seat| table.player(seat).riichi().is_some())),
                discards: against(decision.tile),
                any: against(any),
                held: open.held[decision.tile.kind().index()],
                end: End::GoesOn,
            });
        }
    }

    fn deal_in(&mut self, _: &DealIn) {}

    fn over(&mut self, over: &Over) {
        let honba = HONBA * over.round.table().honba() as i32;
        let payers = self.players.count() as i32 - 1;
        for seat in self.players.seats() {
            let others = self.players.places(seat);
            let at = |other: Seat| others.iter().position(|&place| place == Some(other)).expect("another");
            let own = over.wins.iter().find(|win| win.seat == seat);
            let end = match (own.or(over.wins.first()), over.drawn) {
                (None, Some(gains)) => End::Exhausted { gets: gains[seat] },
                (None, None) => End::Aborted,
                (Some(win), _) => match win.source {
                    Source::Tsumo if win.seat == seat => End::OwnTsumo,
                    Source::Ron { .. } if win.seat == seat => End::OwnRon,
                    Source::Tsumo => End::Tsumo { by: at(win.seat), pays: -win.gains[seat] - honba },
                    Source::Ron { from } => {
                        let mut pays = [None; 3];
                        for (i, win) in over.wins.iter().enumerate() {
                            let counters = if i == 0 { payers * honba } else { 0 };
                            pays[at(win.seat)] = Some(-win.gains[from] - counters);
                        }
                        if from == seat { End::DealIn { pays } } else { End::Ron { pays } }
                    }
                },
            };
            for mut open in self.open[seat].drain(..) {
                if let Some(last) = open.future.steps.last_mut() {
                    last.end = end;
                }
                (self.done)(open.future);
            }
        }
    }
}
