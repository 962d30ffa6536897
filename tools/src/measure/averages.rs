//! How strong players play, counted: the averages that `summarizeGames` shows beside a player's own figures.
//!
//! Prints JSON, of training games. `js/statistics.ts` counts the same of a parsed game.

use super::Scope;
use nanikiru::replay::{Room, RoundLog};
use nanikiru::round::{Carry, DrawReason, Event, Phase, Round, Source, Table, WinEvent};
use nanikiru::tile::{BySeat, Players, Seat, Tile};
use nanikiru_tools::decisions::is_validation;
use nanikiru_tools::games::{archives, each_game};
use nanikiru_tools::play::{Watch, play};
use serde::Serialize;
use std::path::PathBuf;

/// Discards of later turns are counted with those of this one.
const LAST_TURN: usize = 18;

/// How often something was so, or a sum of points; and of how many.
#[derive(Clone, Copy, Default, Serialize)]
struct Count {
    total: i64,
    of: i64,
}

impl Count {
    fn add(&mut self, value: impl Into<i64>) {
        self.total += value.into();
        self.of += 1;
    }

    fn merge(&mut self, other: Count) {
        self.total += other.total;
        self.of += other.of;
    }
}

/// By class of tile; a tile is of the first that fits.
#[derive(Clone, Copy, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct ByTile {
    red: Count,
    dora: Count,
    yakuhai: Count,
    guest_wind: Count,
    terminal: Count,
    edge: Count,
    middle: Count,
}

/// The place of a discard's class in [`ByTile::all`].
fn class(tile: Tile, table: &Table, seat: Seat) -> usize {
    let kind = tile.kind();
    if tile.is_red() {
        0
    } else if table.dora()[kind.index()] > 0 {
        1
    } else if table.yakuhai(seat, kind) > 0 {
        2
    } else if kind.is_wind() {
        3
    } else {
        match kind.number() {
            1 | 9 => 4,
            2 | 8 => 5,
            _ => 6,
        }
    }
}

impl ByTile {
    fn all(&mut self) -> [&mut Count; 7] {
        let ByTile { red, dora, yakuhai, guest_wind, terminal, edge, middle } = self;
        [red, dora, yakuhai, guest_wind, terminal, edge, middle]
    }
}

/// Everything that is counted, of all seats.
#[derive(Clone, Copy, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Counts {
    games: i64,
    rounds: i64,
    rounds_of_three: i64,
    wins: Count,
    tsumo: Count,
    win_points: Count,
    deal_ins: Count,
    deal_in_points: Count,
    riichi: Count,
    calls: Count,
    tenpai_at_draw: Count,
    deal_ins_by_tile: ByTile,
    deal_ins_by_turn: [Count; LAST_TURN],
}

impl Counts {
    fn all(&mut self) -> impl Iterator<Item = &mut Count> {
        let Counts {
            wins, tsumo, win_points, deal_ins, deal_in_points, riichi, calls, tenpai_at_draw, ..
        } = self;
        [wins, tsumo, win_points, deal_ins, deal_in_points, riichi, calls, tenpai_at_draw]
            .into_iter()
            .chain(self.deal_ins_by_tile.all())
            .chain(&mut self.deal_ins_by_turn)
    }

    fn merge(mut self, mut other: Counts) -> Counts {
        self.games += other.games;
        self.rounds += other.rounds;
        self.rounds_of_three += other.rounds_of_three;
        self.all().zip(other.all()).for_each(|(to, from)| to.merge(*from));
        self
    }
}

/// A discard that the player chose: not in riichi.
struct FreeDiscard {
    seat: Seat,
    class: usize,
    turn: usize,
}

/// What has happened in the round so far.
#[derive(Default)]
struct RoundEvents {
    riichi: BySeat<bool>,
    called: BySeat<bool>,
    wins: Vec<WinEvent>,
    tenpai: Option<BySeat<bool>>,
    /// Discards in order; none for one in riichi.
    discards: Vec<Option<FreeDiscard>>,
    /// Whether the wins are of a tile of a kan.
    robbed: bool,
}

struct Eye {
    players: Players,
    counts: Counts,
    seen: RoundEvents,
}

impl Watch for Eye {
    fn wants(&self, players: Players) -> bool {
        players == self.players
    }

    fn begin(&mut self, _: Room, _: &RoundLog, _: Option<&Carry>) {
        self.seen = RoundEvents::default();
    }

    fn before(&mut self, round: &Round, event: &Event) {
        let (table, seen) = (round.table(), &mut self.seen);
        match event {
            &Event::Discard { seat, tile, .. } => {
                let chosen = !seen.riichi[seat] || matches!(table.phase(), Phase::Declared { .. });
                let chosen = chosen.then(|| FreeDiscard {
                    seat,
                    class: class(tile, table, seat),
                    turn: table.turn(seat),
                });
                seen.discards.push(chosen);
            }
            Event::Riichi { seat } => seen.riichi[*seat] = true,
            Event::Call { seat, meld } => seen.called[*seat] |= meld.is_open(),
            Event::Win(win) => {
                seen.robbed |= matches!(table.phase(), Phase::Kan { .. });
                seen.wins.push(win.clone());
            }
            Event::Drawn {
                how: DrawReason::Exhausted { tenpai } | DrawReason::NagashiMangan { tenpai },
                ..
            } => {
                seen.tenpai = Some(*tenpai);
            }
            _ => {}
        }
    }

    fn end(&mut self, _: &Round) {
        let seen = std::mem::take(&mut self.seen);
        let counts = &mut self.counts;
        let from = |win: &WinEvent| match win.source {
            Source::Ron { from } => Some(from),
            Source::Tsumo => None,
        };
        let last = seen.discards.len().wrapping_sub(1);
        for (i, chosen) in seen.discards.iter().enumerate() {
            let Some(FreeDiscard { seat, class, turn }) = chosen else { continue };
            let won = |win| from(win) == Some(*seat);
            let dealt_in = i == last && !seen.robbed && seen.wins.iter().any(won);
            counts.deal_ins_by_tile.all()[*class].add(dealt_in);
            counts.deal_ins_by_turn[*turn.min(&LAST_TURN) - 1].add(dealt_in);
        }
        for seat in self.players.seats() {
            counts.rounds += 1;
            counts.rounds_of_three += i64::from(self.players == Players::Three);
            let own: Vec<_> = seen.wins.iter().filter(|win| win.seat == seat).collect();
            counts.wins.add(!own.is_empty());
            for win in own {
                counts.tsumo.add(from(win).is_none());
                counts.win_points.add(win.gains[seat]);
            }
            let paid: Vec<_> = seen.wins.iter().filter(|win| from(win) == Some(seat)).collect();
            counts.deal_ins.add(!paid.is_empty());
            if !paid.is_empty() {
                counts.deal_in_points.add(-paid.iter().map(|win| win.gains[seat]).sum::<i32>());
            }
            counts.riichi.add(seen.riichi[seat]);
            counts.calls.add(seen.called[seat]);
            if let Some(tenpai) = seen.tenpai {
                counts.tenpai_at_draw.add(tenpai[seat]);
            }
        }
    }
}

/// What is counted of training games, or of the first `--sample` games of each archive.
fn count(archives: &[PathBuf], players: Players, scope: &Scope) -> Result<Counts, String> {
    let look = |counts: Counts, name: &str, record: &[u8]| {
        if is_validation(name) {
            return counts;
        }
        let mut eye = Eye { players, counts: Counts::default(), seen: RoundEvents::default() };
        if !play(record, &mut eye) {
            return counts;
        }
        eye.counts.games = players.count() as i64;
        counts.merge(eye.counts)
    };
    each_game(archives, scope.sample_or(usize::MAX), look, Counts::merge)
}

/// Prints the counts as JSON, of games of four players and of three.
pub fn print(scope: &Scope) -> Result<(), String> {
    #[derive(Serialize)]
    struct All {
        four: Counts,
        three: Counts,
    }
    let all = All {
        four: count(&archives(Players::Four)?, Players::Four, scope)?,
        three: count(&archives(Players::Three)?, Players::Three, scope)?,
    };
    let json = serde_json::to_string_pretty(&all).map_err(|error| error.to_string())?;
    println!("{json}");
    Ok(())
}
