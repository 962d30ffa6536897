//! How good the models are at tables of three players, on the games that training leaves out or on those that it has. No search.

use crate::measure::Trial;
use crate::measure::danger::bins::{Bins, Sharpness};
use crate::measure::danger::{GROUPS, group};
use nanikiru::danger::class::{CLASSES, TURNS, cell};
use nanikiru::danger::{self, OpponentView};
use nanikiru::dense::is;
use nanikiru::ends::inputs::{LastAction, Scene};
use nanikiru::ends::{ENDS, EndsModel};
use nanikiru::params::{Params, THREE};
use nanikiru::placement::Places;
use nanikiru::policy::discard::Question;
use nanikiru::policy::offer::OfferQuestion;
use nanikiru::policy::{Discard, PolicyModel};
use nanikiru::review::RecordedAction;
use nanikiru::round::{Schedule, last_wind};
use nanikiru::tile::{Kind, Players, Seat, Tile};
use nanikiru_tools::choice;
use nanikiru_tools::decisions::{DealIn, Decision, Look, Purpose, hash, look_at, mix};
use nanikiru_tools::games::{archives, each_game};
use nanikiru_tools::moment::Question as Asked;
use nanikiru_tools::openings::Openings;
use nanikiru_tools::outcome::RoundEnd;
use nanikiru_tools::recorded::{RecordedDecision, each_decision};
use nanikiru_tools::thousands;
use std::path::Path;

/// The standard error of how much more often something came than was predicted: what comes of one round hangs together.
#[derive(Default, Clone, Copy)]
struct ByRound {
    /// Of the round that is looked at.
    now: f64,
    squares: f64,
    count: f64,
}

impl ByRound {
    fn add(&mut self, rate: f64, real: bool) {
        self.now += is(real) - rate;
        self.count += 1.0;
    }

    /// A round is over.
    fn close(&mut self) {
        self.squares += self.now * self.now;
        self.now = 0.0;
    }

    fn append(&mut self, mut later: ByRound) {
        later.close();
        self.squares += later.squares;
        self.count += later.count;
    }

    /// The standard error, in points of a hundred.
    fn error(&self) -> f64 {
        100.0 * self.squares.sqrt() / self.count.max(1.0)
    }
}

/// Turns that are reported together: up to these.
const LATEST: [usize; 3] = [6, 12, usize::MAX];
/// Risks of the discards that were made, up to these.
const RISKS: [f64; 6] = [0.01, 0.02, 0.04, 0.07, 0.12, 1.0];
/// Deal-ins whose price is reported apart.
const PRICED: [&str; 4] = ["riichi, not dealer", "riichi, dealer", "no riichi", "winner has norths"];

/// Waits among held kinds by class of tile and turn, in training games: what the model is compared with.
#[derive(Clone)]
struct ByClass(Vec<[u64; 2]>);

impl Default for ByClass {
    fn default() -> ByClass {
        ByClass(vec![[0; 2]; CLASSES * TURNS])
    }
}

impl ByClass {
    fn rate(&self, (class, turn): (usize, usize)) -> f64 {
        let [no, yes] = self.0[class * TURNS + turn];
        (yes as f64 + 0.1) / ((no + yes) as f64 + 1.0)
    }
}

/// The only opponent in riichi, where the player is in none.
fn only_riichi(decision: &Decision) -> Option<Seat> {
    let table = decision.round.table();
    let mut riichi = Players::Three.seats().filter(|&seat| table.player(seat).riichi().is_some());
    let only = riichi.next().filter(|&seat| seat != decision.seat)?;
    riichi.next().is_none().then_some(only)
}

impl Look for ByClass {
    fn decision(&mut self, decision: &Decision) {
        let Some(opponent) = only_riichi(decision) else { return };
        let view = decision.round.view(decision.seat);
        for (kind, _) in view.concealed().iter() {
            if !view.table().player(opponent).furiten().contains(kind) {
                let (class, turn) = cell(&view, opponent, kind);
                let wait = decision.truths[opponent].ron.contains(kind);
                self.0[class * TURNS + turn][usize::from(wait)] += 1;
            }
        }
    }

    fn deal_in(&mut self, _: &DealIn) {}
}

/// How often something was predicted and came, and how often the likelier of both did.
#[derive(Default, Clone, Copy)]
struct Rate {
    count: u64,
    predicted: f64,
    real: u64,
    right: u64,
}

impl Rate {
    fn add(&mut self, rate: f64, real: bool) {
        self.count += 1;
        self.predicted += rate;
        self.real += u64::from(real);
        self.right += u64::from((rate > 0.5) == real);
    }

    fn append(&mut self, later: &Rate) {
        self.count += later.count;
        self.predicted += later.predicted;
        self.real += later.real;
        self.right += later.right;
    }

    fn line(&self, name: &str, error: Option<f64>) -> String {
        let share = |n: f64| 100.0 * n / self.count.max(1) as f64;
        let (predicted, real, right) =
            (share(self.predicted), share(self.real as f64), share(self.right as f64));
        let error = error.map_or(String::new(), |error| format!(" +- {error:.2}"));
        format!("| {name} | {} | {predicted:.2} | {real:.2}{error} | {right:.1} |", thousands(self.count))
    }
}

#[derive(Default)]
struct Findings {
    games: u64,
    by_class: ByClass,
    /// Against the only riichi: the classes, and the model.
    one_riichi: [Sharpness; 2],
    tenpai: [Sharpness; 6],
    held: [Sharpness; 6],
    made: Bins,
    risks: [Rate; RISKS.len()],
    /// The errors of tenpai, of held kinds, of discards made, and of ends by turn.
    tenpai_by_round: [ByRound; 6],
    held_by_round: [ByRound; 6],
    risks_by_round: [ByRound; RISKS.len()],
    ends_by_round: [[ByRound; ENDS]; LATEST.len()],
    /// The round of the last decision whose end was looked at.
    round: usize,
    /// Count, paid, expected.
    prices: [[f64; 3]; PRICED.len()],
    /// Discards, and those that were the first of the policy: all, where riichi is possible, after a threat.
    first: [[u64; 2]; 3],
    riichi: Rate,
    calls: Rate,
    kita: Rate,
    /// By turn the rates predicted and what came; and what was lost to knowing nothing else, by end.
    ends: [[[f64; 2]; ENDS]; LATEST.len()],
    ended: [Sharpness; ENDS],
    /// By final place, of all seats before all rounds.
    places: [Sharpness; 3],
    surprise: f64,
    seats: u64,
}

impl Findings {
    fn append(mut self, later: Findings) -> Findings {
        self.games += later.games;
        let cells = self.by_class.0.iter_mut().flatten();
        cells.zip(later.by_class.0.iter().flatten()).for_each(|(a, b)| *a += b);
        let all = |mine: &mut [Sharpness], later: Vec<Sharpness>| {
            mine.iter_mut().zip(later).for_each(|(a, b)| a.append(b));
        };
        all(&mut self.one_riichi, later.one_riichi.into());
        all(&mut self.tenpai, later.tenpai.into());
        all(&mut self.held, later.held.into());
        all(&mut self.ended, later.ended.into());
        all(&mut self.places, later.places.into());
        self.made.append(later.made);
        self.risks.iter_mut().zip(&later.risks).for_each(|(a, b)| a.append(b));
        self.prices.iter_mut().flatten().zip(later.prices.iter().flatten()).for_each(|(a, b)| *a += b);
        self.first.iter_mut().flatten().zip(later.first.iter().flatten()).for_each(|(a, b)| *a += b);
        let by_round = |mine: &mut [ByRound], later: &[ByRound]| {
            mine.iter_mut().zip(later).for_each(|(a, b)| a.append(*b));
        };
        by_round(&mut self.tenpai_by_round, &later.tenpai_by_round);
        by_round(&mut self.held_by_round, &later.held_by_round);
        by_round(&mut self.risks_by_round, &later.risks_by_round);
        by_round(self.ends_by_round.as_flattened_mut(), later.ends_by_round.as_flattened());
        for (mine, later) in
            [(&mut self.riichi, later.riichi), (&mut self.calls, later.calls), (&mut self.kita, later.kita)]
        {
            mine.append(&later);
        }
        let ends = self.ends.iter_mut().flatten().flatten();
        ends.zip(later.ends.iter().flatten().flatten()).for_each(|(a, b)| *a += b);
        self.surprise += later.surprise;
        self.seats += later.seats;
        self
    }

    /// A round of the danger is over.
    fn close_danger(&mut self) {
        let all = self.tenpai_by_round.iter_mut().chain(&mut self.held_by_round);
        all.chain(&mut self.risks_by_round).for_each(ByRound::close);
    }

    /// The same of its ends.
    fn close_ends(&mut self) {
        self.ends_by_round.as_flattened_mut().iter_mut().for_each(ByRound::close);
    }

    fn places(&mut self, game: &Openings) {
        for carry in &game.rounds {
            let places = Places::before(carry, last_wind(game.length), &game.rules);
            for seat in Players::Three.seats() {
                let (chances, place) = (places.of(seat), game.places[seat]);
                (0..3).for_each(|i| self.places[i].add(chances[i], place == i));
                self.surprise -= chances[place].max(1e-6).ln();
                self.seats += 1;
            }
        }
    }

    /// What players do, one decision in `share`, and how the round ended.
    fn recorded(&mut self, recorded: &RecordedDecision, chosen: bool) {
        let (decision, length) = (recorded.decision, recorded.length);
        let view = decision.round.view(decision.seat);
        let (table, schedule) = (view.table(), Schedule::of(view.table(), length));
        if table.player(decision.seat).riichi().is_some() || !chosen {
            return;
        }
        let scene = Scene::of(&view, schedule);
        if Asked::Call.is_answered_by(decision) {
            let hand = decision.round.waiting_hand(decision.seat);
            let (Some((offered, called, made)), Ok(hand)) = (choice::offered(decision), hand) else { return };
            let danger = danger::assess(&view, length);
            let question =
                OfferQuestion { view: &view, hand: &hand, offered, danger: &danger, scene: &scene };
            let passes = PolicyModel::builtin().offered(&question, &called)[0];
            return self.calls.add(1.0 - passes, made > 0);
        }
        let Ok(hand) = decision.round.drawn_hand(decision.seat) else { return };
        let danger = danger::assess(&view, length);
        let drawn = decision.round.drawn();
        let question = Question { view: &view, hand: &hand, drawn, danger: &danger, schedule };
        if choice::may_set_aside(decision) {
            self.kita.add(PolicyModel::builtin().kita(&question), decision.done == RecordedAction::Kita);
        }
        let RecordedAction::Discard { tile, riichi, .. } = decision.done else { return };
        if let Some((among, _)) = choice::discards(decision) {
            let declares = among.iter().any(|discard| discard.riichi);
            let shares = PolicyModel::builtin().policy(question, among.clone()).shares(&among);
            let share_of = |of: &dyn Fn(&Discard) -> bool| -> f64 {
                among
                    .iter()
                    .zip(&shares)
                    .filter(|(discard, _)| of(discard))
                    .filter_map(|(_, share)| *share)
                    .sum()
            };
            let of_tile = |tile: Tile| share_of(&|discard| discard.tile == tile);
            let tiles = among.iter().map(|discard| discard.tile);
            let first = tiles.max_by(|&a, &b| of_tile(a).total_cmp(&of_tile(b)));
            let threatened =
                Players::Three.others(decision.seat).any(|other| table.player(other).riichi().is_some());
            let groups = [true, declares, threatened];
            for ([count, right], _) in self.first.iter_mut().zip(groups).filter(|(_, is)| *is) {
                *count += 1;
                *right += u64::from(first == Some(tile));
            }
            if declares {
                self.riichi.add(share_of(&|discard| discard.riichi), riichi);
            }
        }
        let (Some(after), Some(outcome)) = (hand.discard(tile), recorded.outcome()) else { return };
        if outcome.at_once {
            return;
        }
        if self.round != recorded.at {
            self.close_ends();
            self.round = recorded.at;
        }
        let left = if riichi { LastAction::Riichi } else { LastAction::Discard };
        let rates = EndsModel::builtin().rates_after(&scene, &after, left);
        let turn = table.turn(decision.seat);
        let group = LATEST.iter().position(|&latest| turn <= latest).unwrap_or(0);
        for (end, rate) in rates.into_iter().enumerate() {
            let came = outcome.round_end as usize == end;
            self.ends[group][end][0] += rate;
            self.ends[group][end][1] += is(came);
            self.ended[end].add(rate, came);
            self.ends_by_round[group][end].add(rate, came);
        }
    }
}

struct Judge<'a> {
    found: &'a mut Findings,
    by_class: &'a ByClass,
    share: u64,
}

impl Look for Judge<'_> {
    fn round(&mut self) {
        self.found.close_danger();
    }

    fn decision(&mut self, decision: &Decision) {
        if !mix(decision.id).is_multiple_of(self.share) {
            return;
        }
        let view = decision.round.view(decision.seat);
        let danger = danger::assess(&view, decision.length);
        let others = || Players::Three.others(decision.seat);
        let dealt = others().any(|seat| decision.truths[seat].ron.contains(decision.tile.kind()));
        let rate = danger.rate(decision.tile);
        self.found.made.add(rate, dealt);
        let risk = RISKS.iter().position(|&most| rate <= most).unwrap_or(0);
        self.found.risks[risk].add(rate, dealt);
        self.found.risks_by_round[risk].add(rate, dealt);
        let only = only_riichi(decision);
        for opponent in others() {
            let Some(threat) = &danger.threats[opponent] else { continue };
            let (truth, group) = (decision.truths[opponent], group(&view, opponent));
            self.found.tenpai[group].add(threat.tenpai, truth.tenpai);
            self.found.tenpai_by_round[group].add(threat.tenpai, truth.tenpai);
            let possible = OpponentView::new(&view, opponent).possible;
            for kind in Kind::ALL.into_iter().filter(|&kind| view.concealed()[kind] > 0) {
                if view.table().player(opponent).furiten().contains(kind) {
                    continue;
                }
                let rate = if possible.contains(kind) { threat.risk(Tile::plain(kind)).rate } else { 0.0 };
                let wait = truth.ron.contains(kind);
                self.found.held[group].add(rate, wait);
                self.found.held_by_round[group].add(rate, wait);
                if only == Some(opponent) {
                    let class = self.by_class.rate(cell(&view, opponent, kind));
                    self.found.one_riichi[0].add(class, wait);
                    self.found.one_riichi[1].add(rate, wait);
                }
            }
        }
    }

    fn deal_in(&mut self, deal_in: &DealIn) {
        let view = deal_in.round.view(deal_in.seat);
        let danger = danger::assess(&view, deal_in.length);
        let Some(threat) = &danger.threats[deal_in.winner] else { return };
        let player = view.table().player(deal_in.winner);
        let (riichi, dealer) = (player.riichi().is_some(), view.table().dealer() == deal_in.winner);
        let groups = [riichi && !dealer, riichi && dealer, !riichi, !player.kita().is_empty()];
        for (price, _) in self.found.prices.iter_mut().zip(groups).filter(|(_, is)| *is) {
            price[0] += 1.0;
            price[1] += f64::from(deal_in.points);
            price[2] += threat.risk(deal_in.tile).mean();
        }
    }
}

/// Has another file of three players than the crate's judged, if there is one.
///
/// # Errors
/// When it is no such file.
pub fn read_params(path: Option<&Path>) -> Result<(), String> {
    let Some(path) = path else { return Ok(()) };
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = std::fs::read(path).map_err(|e| fail(&e))?;
    Params::read(THREE, &bytes).map_err(|e| fail(&e))?.read_as_of_three();
    Ok(())
}

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    trial: Trial,
    /// One table: that of docs/results.md
    #[arg(long)]
    summary: bool,
    /// On the games that the models are fitted to, in the place of validation games
    #[arg(long)]
    training: bool,
}

/// Prints everything.
pub fn print(arguments: &Arguments) -> Result<(), String> {
    let Arguments { trial, summary: one_table, training } = arguments;
    let share = trial.one_in;
    read_params(trial.params.as_deref())?;
    let paths = archives(Players::Three)?;
    let count = |mut all: Findings, name: &str, record: &[u8]| {
        if Purpose::of(name) != Purpose::Validation {
            look_at(Players::Three, name, record, &mut all.by_class);
        }
        all
    };
    let by_class = each_game(&paths, usize::MAX, count, Findings::append)?.by_class;
    let judge = |mut found: Findings, name: &str, record: &[u8]| {
        if (Purpose::of(name) == Purpose::Validation) == *training {
            return found;
        }
        let mut judge = Judge { found: &mut found, by_class: &by_class, share };
        if look_at(Players::Three, name, record, &mut judge) {
            found.games += 1;
            let game = hash(name);
            each_decision(name, record, 0, &mut |recorded| {
                let chosen = mix(game ^ mix(recorded.number)).is_multiple_of(share);
                found.recorded(recorded, chosen);
            });
            found.close_danger();
            found.close_ends();
            if let Some(game) = Openings::of(Players::Three, record) {
                found.places(&game);
            }
        }
        found
    };
    let found = each_game(&paths, usize::MAX, judge, Findings::append)?;
    let games = if *training { "training" } else { "validation" };
    match one_table {
        true => print!("{}", summary(&found, games)),
        false => tables(&found, games, share),
    }
    Ok(())
}

/// Groups of opponents in the summary, and their places in [`GROUPS`].
const SUMMARY: [&str; 4] = ["riichi", "1 call", "2 calls", "closed"];
/// The risk of discards in the summary, by its place in [`RISKS`].
const RISKY: usize = 4;

/// The most important figures.
fn summary(found: &Findings, games: &str) -> String {
    let places = SUMMARY.map(|name| GROUPS.iter().position(|group| *group == name).expect("a group"));
    let rates = |sharp: &[Sharpness; 6], by_round: &[ByRound; 6], places: &[usize]| {
        let each =
            |of: &dyn Fn(usize) -> String| places.iter().map(|&at| of(at)).collect::<Vec<_>>().join(", ");
        [
            each(&|at| format!("{:.1}", 100.0 * sharp[at].estimated())),
            each(&|at| format!("{:.1} +- {:.1}", 100.0 * sharp[at].rate(), by_round[at].error())),
        ]
    };
    let mut text = format!(
        "| {} {games} games | predicted | real, +- one standard error |\n|---|---|---|\n",
        found.games
    );
    let mut row =
        |name: &str, [predicted, real]: [String; 2]| text += &format!("| {name} | {predicted} | {real} |\n");
    let waiting = &places[1..];
    row("tenpai: 1 call, 2 calls, closed, %", rates(&found.tenpai, &found.tenpai_by_round, waiting));
    row(
        "held kinds that are waits: riichi, 1 call, 2 calls, closed, %",
        rates(&found.held, &found.held_by_round, &places),
    );
    let share = |n: f64, of: u64| 100.0 * n / of.max(1) as f64;
    let risky = &found.risks[RISKY];
    row(
        "discards of 7 to 12 % that deal in, %",
        [
            format!("{:.1}", share(risky.predicted, risky.count)),
            format!(
                "{:.1} +- {:.1}",
                share(risky.real as f64, risky.count),
                found.risks_by_round[RISKY].error()
            ),
        ],
    );
    let choices = [&found.riichi, &found.calls, &found.kita];
    let rates =
        |of: fn(&Rate) -> f64| choices.map(|rate| format!("{:.1}", share(of(rate), rate.count))).join(", ");
    row("riichi, calls, kita, %", [rates(|rate| rate.predicted), rates(|rate| rate.real as f64)]);
    let ends: [[f64; 2]; ENDS] = std::array::from_fn(|end| {
        let of = |side: usize| found.ends.iter().map(|turns| turns[end][side]).sum();
        [of(0), of(1)]
    });
    let decisions = ends.iter().map(|end| end[1]).sum::<f64>() as u64;
    let of = |side: usize| ends.map(|end| format!("{:.1}", share(end[side], decisions))).join(", ");
    row(&format!("{}, %", RoundEnd::ALL.map(RoundEnd::name).join(", ")), [of(0), of(1)]);
    let [count, right] = found.first[0];
    row(
        "first discard of the policy is the player's, %",
        [String::new(), format!("{:.1}", share(right as f64, count))],
    );
    let [class, model] = &found.one_riichi;
    let gain = |sharp: &Sharpness| format!("{:.1}", 100.0 * sharp.gain());
    row(
        "gain against the one riichi over the constant rate, %; class by turn",
        [format!("{}; {}", gain(model), gain(class)), String::new()],
    );
    let loss = found.surprise / found.seats.max(1) as f64;
    row("log-loss of the final place; constant 1.099", [format!("{loss:.3}"), String::new()]);
    text
}

fn tables(found: &Findings, games: &str, share: u64) {
    println!("{} {games} games, one decision in {share}; +- is one standard error, by round\n", found.games);
    println!("| opponent | seen | tenpai predicted % | real % | kinds held | waits predicted % | real % |");
    println!("|---|---|---|---|---|---|---|");
    for (i, name) in GROUPS.iter().enumerate() {
        let both = |sharp: &Sharpness, by_round: &ByRound| {
            let [predicted, real] = [sharp.estimated(), sharp.rate()].map(|rate| 100.0 * rate);
            format!("{} | {predicted:.2} | {real:.2} +- {:.2}", thousands(sharp.count()), by_round.error())
        };
        let tenpai = both(&found.tenpai[i], &found.tenpai_by_round[i]);
        println!("| {name} | {tenpai} | {} |", both(&found.held[i], &found.held_by_round[i]));
    }
    let [class, model] = &found.one_riichi;
    println!(
        "\n| against the only riichi | kinds held | information over a constant % | AUC |\n|---|---|---|---|"
    );
    for (name, sharp) in [("class and turn, counted in training games", class), ("model", model)] {
        let (gain, auc) = (100.0 * sharp.gain(), sharp.auc());
        println!("| {name} | {} | {gain:.2} | {auc:.4} |", thousands(sharp.count()));
    }
    println!("ratio {:.2}", model.gain() / class.gain());
    println!("\n| discards made, predicted | count | mean % | dealt in % | |\n|---|---|---|---|---|");
    for ((most, rate), by_round) in RISKS.iter().zip(&found.risks).zip(&found.risks_by_round) {
        println!("{}", rate.line(&format!("up to {:.0} %", 100.0 * most), Some(by_round.error())));
    }
    println!("expected calibration error {:.3} %", 100.0 * found.made.error());
    println!("\n| deal-ins | count | paid | expected |\n|---|---|---|---|");
    for (name, [count, paid, expected]) in PRICED.iter().zip(&found.prices) {
        println!("| {name} | {count} | {:.0} | {:.0} |", paid / count.max(1.0), expected / count.max(1.0));
    }
    println!("\n| first of the policy | discards | as the players % |\n|---|---|---|");
    for (name, [count, right]) in ["all", "riichi possible", "under a riichi"].iter().zip(&found.first) {
        println!(
            "| {name} | {} | {:.2} |",
            thousands(*count),
            100.0 * *right as f64 / (*count).max(1) as f64
        );
    }
    println!("\n| choice | count | predicted % | real % | likelier one right % |\n|---|---|---|---|---|");
    println!("{}", found.riichi.line("riichi", None));
    println!("{}", found.calls.line("call", None));
    println!("{}", found.kita.line("kita", None));
    let names = RoundEnd::ALL.map(RoundEnd::name).join(" | ");
    println!("\n| turns, predicted / real % | {names} |\n|---|---|---|---|---|---|");
    let mut all = found.ends[0];
    found.ends[1..].iter().for_each(|ends| {
        all.iter_mut().flatten().zip(ends.iter().flatten()).for_each(|(sum, n)| *sum += n);
    });
    let rows = [&found.ends[0], &found.ends[1], &found.ends[2], &all];
    for (i, (latest, ends)) in ["1 to 6", "7 to 12", "later", "all"].iter().zip(rows).enumerate() {
        let count: f64 = ends.iter().map(|end| end[1]).sum();
        let cells = ends.map(|[predicted, real]| {
            format!("{:.2} / {:.2}", 100.0 * predicted / count.max(1.0), 100.0 * real / count.max(1.0))
        });
        println!("| {latest} | {} |", cells.join(" | "));
        if let Some(by_round) = found.ends_by_round.get(i) {
            let errors = by_round.each_ref().map(|end| format!("+- {:.2}", end.error()));
            println!("| | {} |", errors.join(" | "));
        }
    }
    let gains = found.ended.each_ref().map(|end| format!("{:.1}", 100.0 * end.gain())).join(" | ");
    println!("| information over a constant % | {gains} |");
    println!("\n| place | predicted % | real % | information over a constant % |\n|---|---|---|---|");
    for (i, place) in found.places.iter().enumerate() {
        let (predicted, real, gain) = (place.estimated(), place.rate(), place.gain());
        println!("| {} | {:.2} | {:.2} | {:.2} |", i + 1, 100.0 * predicted, 100.0 * real, 100.0 * gain);
    }
    println!("log-loss of the final place {:.4}", found.surprise / found.seats.max(1) as f64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_has_what_was_predicted_and_what_came() {
        let mut found = Findings { games: 1, ..Findings::default() };
        for dealt in [true, false, false, false] {
            found.risks[RISKY].add(0.1, dealt);
            found.tenpai[GROUPS.iter().position(|&group| group == "2 calls").unwrap()].add(0.6, dealt);
        }
        found.kita.add(0.9, true);
        found.ends[1][RoundEnd::Win as usize] = [0.5, 1.0];
        let text = summary(&found, "validation");
        let row = |name: &str| text.lines().find(|line| line.starts_with(&format!("| {name}"))).unwrap();
        assert!(
            row("discards of 7").starts_with("| discards of 7 to 12 % that deal in, % | 10.0 | 25.0 +- "),
            "{text}"
        );
        assert!(row("tenpai").contains(", 60.0, ") && row("tenpai").contains(", 25.0 +- "), "{text}");
        assert_eq!(row("riichi, calls"), "| riichi, calls, kita, % | 0.0, 0.0, 90.0 | 0.0, 0.0, 100.0 |");
        assert!(row("win").ends_with(" | 50.0, 0.0, 0.0, 0.0, 0.0 | 100.0, 0.0, 0.0, 0.0, 0.0 |"), "{text}");
        assert_eq!(RISKS[RISKY - 1..=RISKY], [0.07, 0.12]);
    }
}
