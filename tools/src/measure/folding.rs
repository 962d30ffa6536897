//! What players who fold really lose.
//!
//! A threat appears: the first riichi of an opponent, the second, or the second call of a dealer while nobody is
//! in riichi. A player folds when it is not tenpai at its next decision, its next two discards have rates under
//! 3 %, and it does not call between them. What happens from the second one on is counted.

use nanikiru::danger::{Danger, DangerModel, Estimator};
use nanikiru::round::{Source, Table, View};
use nanikiru::tile::{BySeat, Kind, Players, Seat, Tile};
use nanikiru_tools::decisions::{DealIn, Decision, Look, Over, Purpose, look};
use nanikiru_tools::games::{archives, each_game};
use std::collections::BTreeMap;

/// A discard that folds deals in at most this often.
const FOLDS: f64 = 0.03;
/// A safe tile deals in at most this often.
const SAFE: f64 = 0.01;

/// What threatens, in the order of weight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum TableThreat {
    Dealer,
    OneRiichi,
    TwoRiichi,
}

impl TableThreat {
    fn of(table: &Table, seat: Seat) -> Option<TableThreat> {
        let others = || Seat::ALL.into_iter().filter(|&s| s != seat);
        let riichi = others().filter(|&s| table.player(s).riichi().is_some()).count();
        let calls = |s: Seat| table.player(s).melds().iter().filter(|m| m.is_open()).count();
        let dealer = others().any(|s| s == table.dealer() && calls(s) >= 2);
        match riichi {
            0 => dealer.then_some(TableThreat::Dealer),
            1 => Some(TableThreat::OneRiichi),
            _ => Some(TableThreat::TwoRiichi),
        }
    }

    fn name(self) -> &'static str {
        match self {
            TableThreat::Dealer => "dealer with two calls",
            TableThreat::OneRiichi => "one riichi",
            TableThreat::TwoRiichi => "two riichi",
        }
    }
}

/// A player that a threat has appeared to.
#[derive(Clone, Copy)]
struct Player {
    threat: TableThreat,
    turn: usize,
    /// Tiles in hand with a rate under [`SAFE`].
    safe: usize,
    melds: usize,
    /// Own discards since, all of them folding.
    discards: usize,
}

/// What became of players of one group. Points as they were paid, honba included.
#[derive(Clone, Copy, Default)]
struct Fates {
    players: f64,
    /// Rounds that were over before the second discard.
    cut: f64,
    deal_in: [f64; 2],
    tsumo: [f64; 2],
    ron: f64,
    drawn: [f64; 2],
    tenpai: f64,
    won: [f64; 2],
    all: f64,
}

impl Fates {
    fn merge(&mut self, other: &Fates) {
        self.players += other.players;
        self.cut += other.cut;
        for (mine, theirs) in [
            (&mut self.deal_in, other.deal_in),
            (&mut self.tsumo, other.tsumo),
            (&mut self.drawn, other.drawn),
            (&mut self.won, other.won),
        ] {
            mine.iter_mut().zip(theirs).for_each(|(sum, n)| *sum += n);
        }
        self.ron += other.ron;
        self.tenpai += other.tenpai;
        self.all += other.all;
    }

    fn count(&mut self, seat: Seat, over: &Over) {
        self.players += 1.0;
        let gained = match over.drawn {
            Some(gains) => gains[seat],
            None => over.wins.iter().map(|win| win.gains[seat]).sum(),
        };
        let points = f64::from(gained);
        self.all += points;
        let add = |sums: &mut [f64; 2]| {
            sums[0] += 1.0;
            sums[1] += points;
        };
        let own = over.wins.iter().any(|win| win.seat == seat);
        match over.wins.first().map(|win| win.source) {
            _ if own => add(&mut self.won),
            Some(Source::Ron { from }) if from == seat => add(&mut self.deal_in),
            Some(Source::Ron { .. }) => self.ron += 1.0,
            Some(Source::Tsumo) => add(&mut self.tsumo),
            None if over.drawn.is_some() => {
                add(&mut self.drawn);
                self.tenpai += f64::from(u8::from(gained > 0));
            }
            None => {}
        }
    }
}

type Group = (TableThreat, &'static str, [usize; 2], String);

#[derive(Default)]
struct GroupFates {
    /// Training games, validation games.
    groups: [BTreeMap<Group, Fates>; 2],
}

impl GroupFates {
    fn merge(mut self, later: GroupFates) -> GroupFates {
        for (mine, theirs) in self.groups.iter_mut().zip(&later.groups) {
            theirs.iter().for_each(|(group, fates)| mine.entry(group.clone()).or_default().merge(fates));
        }
        self
    }
}

struct Watcher<'a> {
    groups: &'a mut BTreeMap<Group, Fates>,
    seen: BySeat<Option<TableThreat>>,
    players: BySeat<Vec<Player>>,
}

impl Watcher<'_> {
    fn groups(player: &Player) -> [Group; 4] {
        let turn = [7, 10, 13].into_iter().filter(|&turn| player.turn >= turn).count();
        let safe = [2, 4, 7].into_iter().filter(|&safe| player.safe >= safe).count();
        let turns = ["turn 1 to 6", "turn 7 to 9", "turn 10 to 12", "turn 13 and later"][turn];
        let tiles = ["0 to 1 safe", "2 to 3 safe", "4 to 6 safe", "7 and more safe"][safe];
        let of = |by, place, group: String| (player.threat, by, place, group);
        [
            of("all", [0, 0], "all".into()),
            of("turn", [turn, 0], turns.into()),
            of("safe tiles", [safe, 0], tiles.into()),
            of("turn and safe tiles", [turn, safe], format!("{turns}, {tiles}")),
        ]
    }
}

fn safe_tiles(view: &View, danger: &Danger) -> usize {
    let held = |kind: Kind| usize::from(view.concealed()[kind]);
    let safe = |kind: &Kind| danger.rate(Tile::plain(*kind)) < SAFE;
    Kind::ALL.into_iter().filter(safe).map(held).sum()
}

impl Look for Watcher<'_> {
    fn round(&mut self) {
        self.seen = BySeat::default();
        self.players = BySeat::default();
    }

    fn decision(&mut self, decision: &Decision) {
        let (seat, table) = (decision.seat, decision.round.table());
        let threat = TableThreat::of(table, seat);
        let new = threat.filter(|&threat| self.seen[seat].is_none_or(|seen| threat > seen));
        let waiting = self.players[seat].iter().any(|p| p.discards < 2);
        let own = table.player(seat);
        let free = own.riichi().is_none() && !decision.truths[seat].tenpai;
        if new.is_some() {
            self.seen[seat] = new;
        }
        if (new.is_none() || !free) && !waiting {
            return;
        }
        let view = decision.round.view(seat);
        let danger = DangerModel::builtin().danger(&view, decision.length);
        let folds = danger.rate(decision.tile) < FOLDS;
        let melds = own.melds().len();
        self.players[seat].retain_mut(|player| {
            let going = player.discards < 2;
            player.discards += usize::from(going);
            !going || (folds && player.melds == melds)
        });
        if let Some(threat) = new.filter(|_| free && folds) {
            let safe = safe_tiles(&view, &danger);
            self.players[seat].push(Player { threat, turn: table.turn(seat), safe, melds, discards: 1 });
        }
    }

    fn deal_in(&mut self, _: &DealIn) {}

    fn over(&mut self, over: &Over) {
        for seat in Seat::ALL {
            for player in self.players[seat].drain(..) {
                for group in Watcher::groups(&player) {
                    let fates = self.groups.entry(group).or_default();
                    if player.discards < 2 {
                        fates.cut += 1.0;
                    } else {
                        fates.count(seat, over);
                    }
                }
            }
        }
    }
}

/// Prints what folding players lose: training games, and validation games beside them.
pub fn print() -> Result<(), String> {
    let paths = archives(Players::Four)?;
    let judge = |mut found: GroupFates, name: &str, xml: &[u8]| {
        let groups = &mut found.groups[usize::from(Purpose::of(name) == Purpose::Validation)];
        look(name, xml, &mut Watcher { groups, seen: BySeat::default(), players: BySeat::default() });
        found
    };
    let found = each_game(&paths, usize::MAX, judge, GroupFates::merge)?;
    println!(
        "Players who fold: not tenpai, no call, two discards of rates under 3 % after the threat appeared. Outcomes \
         from the second discard on, % of the players and points on average (honba included); ends before it apart."
    );
    println!(
        "| threat | group | games | players | ended before | deal in % | pays | others' tsumo % | pays | others' ron % | \
         drawn % | gets | tenpai then % | wins % | gets | mean change |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (group, training) in &found.groups[0] {
        let validation = found.groups[1].get(group).copied().unwrap_or_default();
        for (games, fates) in [("training", training), ("validation", &validation)] {
            row(group, games, fates);
        }
    }
    Ok(())
}

fn row((threat, _, _, name): &Group, games: &str, fates: &Fates) {
    let Fates { players, cut, deal_in, tsumo, ron, drawn, tenpai, won, all } = fates;
    let rate = |n: f64| 100.0 * n / players.max(1.0);
    let mean = |[n, points]: [f64; 2]| points / n.max(1.0);
    println!(
        "| {} | {name} | {games} | {players} | {cut} | {:.2} | {:.0} | {:.2} | {:.0} | {:.2} | {:.2} | {:.0} | {:.1} | {:.2} | {:.0} | {:.0} |",
        threat.name(),
        rate(deal_in[0]),
        mean(*deal_in),
        rate(tsumo[0]),
        mean(*tsumo),
        rate(*ron),
        rate(drawn[0]),
        mean(*drawn),
        100.0 * tenpai / drawn[0].max(1.0),
        rate(won[0]),
        mean(*won),
        all / players.max(1.0),
    );
}
