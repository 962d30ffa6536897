//! Strength by play: whole games over shuffled walls, each wall with every player in every seat.
//!
//! Games are the same for a seed and any number of threads, unless analyses have a time budget.

mod analyst;
mod game;
mod journal;
mod pairs;
mod plain;
mod tabu;
mod tally;

use analyst::Analyst;
use game::{Contest, Deal, Game, Start, seat_of};
use journal::Journal;
use nanikiru::replay::Length;
use nanikiru::rules::Rules;
use nanikiru::tile::{BySeat, Players};
use nanikiru_tools::player::Player;
use nanikiru_tools::policy_seat::PolicySeat;
use nanikiru_tools::workers;
use plain::Plain;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tabu::{RandomShanten, Tabu};
use tally::{Mean, Tally, by_kind};

/// Plays whole games over shuffled walls, each wall with every player in every seat
///
/// Rules say how many play, three or four. Players are `plain` (least shanten, then widest, always riichi, no calls but
/// kita, no folding), `policy` (the most probable choice of the policy of strong players, without a search) and `analyst`
/// (does what `analyze` recommends for placement points), which can be changed: `analyst:no-danger`, `analyst:no-calls`,
/// `analyst:no-policy`, `analyst:no-placement` (for points, and without a look at the score), `analyst:points`,
/// `analyst:fast`, `analyst:alone`, several joined by `+`; and those of Yoshimura et al., who declare riichi
/// always and fold never: `tabu` (discards and calls by tabu search), `tabu:discards` (no calls), `tabu:yakuhai`
/// (calls yakuhai, and then what lowers shanten), all with `+runs-N` (100), and `random-shanten` (any discard
/// that keeps shanten least, no calls). `tabu` plays with four only. Rules `yoshimura` are those of their
/// matches. As many games as players make a set: the same walls with the players in other seats. Games are the same for a
/// seed and any number of threads, unless analyses have a time budget.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// How many games, in whole sets; the sets of 400 when left out
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Another seed is other walls
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// As many players as the rules are for; `analyst` among `plain` ones when left out
    #[arg(long, value_name = "A,B,C[,D]")]
    players: Option<String>,
    /// A preset of rules by its name, or yoshimura: no red fives, no second ron, each player deals once
    #[arg(long, value_name = "NAME", default_value = "tenhou")]
    rules: String,
    /// How long games are planned to be
    #[arg(long, value_name = "LENGTH", default_value = "hanchan")]
    length: GameLength,
    /// Games begin with their last round, from scores that plain players came to, no place more than 8,000 points
    /// from the next
    #[arg(long)]
    last: bool,
    /// Two against two who sit across, A,B,A,B: a set is a wall twice, the second time with places exchanged
    #[arg(long, conflicts_with = "last")]
    pairs: bool,
    /// All analysts are `analyst:fast`
    #[arg(long)]
    fast: bool,
    /// A time budget of each analysis
    #[arg(long, value_name = "N")]
    budget_ms: Option<u64>,
    /// Games at a time; default: as many as there are processors
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Where every game is written as mjai
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Where every game is noted; those that are there already are not played again. For one build: another may play them
    /// otherwise
    #[arg(long, value_name = "FILE", conflicts_with = "records")]
    journal: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum GameLength {
    Hanchan,
    Tonpuu,
}

/// How many games there are, as far as they are whole sets.
const GAMES: usize = 400;

struct Setup {
    games: usize,
    contest: Contest,
    rules: String,
    lineup: Lineup,
    /// Two against two.
    pairs: bool,
    /// Games of a set.
    rotations: usize,
    threads: usize,
    records: Option<PathBuf>,
    journal: Option<PathBuf>,
    fast: bool,
    budget_ms: Option<u64>,
}

/// Players of at least one kind.
struct Lineup {
    /// How many they are.
    players: Players,
    /// The kinds by name, in the order in which they are first named.
    kinds: Vec<(String, Box<dyn Player>)>,
    /// The kind at each place.
    places: Vec<usize>,
}

impl Lineup {
    fn parse(players: Players, names: &str, fast: bool, budget_ms: Option<f64>) -> Result<Lineup, String> {
        let mut kinds: Vec<(String, Box<dyn Player>)> = Vec::new();
        let mut places = Vec::new();
        for name in names.split(',') {
            let at = kinds.iter().position(|(known, _)| known == name);
            let at = match at {
                Some(at) => at,
                None => {
                    kinds.push((name.to_string(), player(players, name, fast, budget_ms)?));
                    kinds.len() - 1
                }
            };
            places.push(at);
        }
        match places.len() {
            count if count == players.count() => Ok(Lineup { players, kinds, places }),
            count => Err(format!("{players} sit at a table, not {count}{}", rules_for(count))),
        }
    }

    /// The kind in each seat; an empty seat has the first.
    fn seated(&self, rotation: usize) -> BySeat<usize> {
        let mut seated = BySeat([0; 4]);
        let seat = |place| seat_of(self.players, place, rotation);
        self.places.iter().enumerate().for_each(|(place, &kind)| seated[seat(place)] = kind);
        seated
    }
}

/// Where so many can play, as the end of a message; nothing where nobody can.
fn rules_for(count: usize) -> String {
    let fitting = Rules::presets().filter(|preset| preset.rules.players.count() == count);
    let names: Vec<&str> = fitting.map(|preset| preset.name).collect();
    if names.is_empty() { String::new() } else { format!("; rules for {count} are {}", names.join(", ")) }
}

fn player(
    players: Players,
    name: &str,
    fast: bool,
    budget_ms: Option<f64>,
) -> Result<Box<dyn Player>, String> {
    let (kind, changes) = name.split_once(':').unwrap_or((name, ""));
    let changes = changes.split('+').filter(|change| !change.is_empty());
    let unchanged = changes.clone().next().is_none();
    if players == Players::Three && kind == "tabu" {
        return Err(format!("{name} is for four players only"));
    }
    match kind {
        "plain" if unchanged => Ok(Box::new(Plain)),
        "policy" if unchanged => Ok(Box::new(PolicySeat::first())),
        "random-shanten" if unchanged => Ok(Box::new(RandomShanten)),
        "tabu" => Ok(Box::new(Tabu::with(changes)?)),
        "analyst" => Ok(Box::new(Analyst::with(changes.chain(fast.then_some("fast")), budget_ms)?)),
        _ => Err(format!(
            "there is no player {name:?}; there are plain, policy, analyst, tabu and random-shanten"
        )),
    }
}

impl Setup {
    fn new(arguments: Arguments) -> Result<Setup, String> {
        let Arguments { games, seed, players, rules, length, last, pairs, fast, budget_ms, .. } = arguments;
        let Arguments { threads, records, journal, .. } = arguments;
        let (table, deal) = match &rules[..] {
            "yoshimura" => (tabu::RULES, Deal::Passes),
            preset => (Rules::preset(preset).map_err(|e| e.to_string())?, Deal::Repeats),
        };
        let seats = table.players;
        let rotations = if pairs { 2 } else { seats.count() };
        let games = games.unwrap_or(GAMES / rotations * rotations);
        if games == 0 || !games.is_multiple_of(rotations) {
            return Err(format!("{games} games are no whole sets of {rotations}"));
        }
        let players = players.unwrap_or_else(|| format!("analyst{}", ",plain".repeat(seats.count() - 1)));
        let lineup = Lineup::parse(seats, &players, fast, budget_ms.map(|budget| budget as f64))?;
        if pairs && lineup.places != [0, 1, 0, 1] {
            return Err(format!("{players} are no two against two who sit across"));
        }
        let contest = Contest {
            rules: table,
            deal,
            length: match length {
                GameLength::Hanchan => Length::Hanchan,
                GameLength::Tonpuu => Length::Tonpuu,
            },
            seed,
            start: if last { Start::Last } else { Start::First },
        };
        let threads = workers::threads(threads);
        Ok(Setup {
            games,
            contest,
            rules,
            lineup,
            pairs,
            rotations,
            threads,
            records,
            journal,
            fast,
            budget_ms,
        })
    }
}

/// Plays, and prints how strong the players are.
pub fn run(arguments: Arguments) -> Result<(), String> {
    let setup = &Setup::new(arguments)?;
    if let Some(folder) = &setup.records {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let begin = Instant::now();
    let running = MeanRanks { setup, so_far: Mutex::default() };
    let games = play(setup, |tallies| running.show(tallies))?;
    match setup.pairs {
        true => pairs::print(setup, &games),
        false => print(setup, &games, begin.elapsed()),
    }
    Ok(())
}

/// The tallies of every game by kind of player, in the order of games.
fn play(setup: &Setup, say: impl Fn(&[Tally]) -> String + Sync) -> Result<Vec<Vec<Tally>>, String> {
    let journal = setup.journal.as_ref().map(|path| Journal::open(path, setup)).transpose()?;
    let numbers: Vec<usize> = (0..setup.games).collect();
    let say = |result: &Result<Vec<Tally>, String>| result.as_deref().map_or_else(|_| String::new(), &say);
    let game = |&number: &usize| match journal.as_ref().map(|journal| (journal, journal.known(number))) {
        None => one(setup, number),
        Some((_, Some(known))) => Ok(known.clone()),
        Some((journal, None)) => {
            let tallies = one(setup, number)?;
            journal.note(number, &tallies).map(|()| tallies)
        }
    };
    workers::each_and_say(&numbers, setup.threads, say, game).into_iter().collect()
}

/// One game.
fn one(setup: &Setup, number: usize) -> Result<Vec<Tally>, String> {
    let Setup { contest, lineup, .. } = setup;
    let (set, rotation) = (number / setup.rotations, number % setup.rotations);
    let kinds = lineup.seated(rotation);
    let players = BySeat::from_fn(|seat| &*lineup.kinds[kinds[seat]].1);
    let game = game::play(contest, set as u64, players);
    let game: Game = game.map_err(|wrong| format!("game {rotation} of set {set}: {wrong}"))?;
    if let Some(folder) = &setup.records {
        let names = BySeat::from_fn(|seat| &lineup.kinds[kinds[seat]].0[..]);
        let file = folder.join(format!("{}-{set}-{rotation}.mjson", contest.seed));
        let text = game.record(names, contest);
        std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(by_kind(&game, kinds, lineup.kinds.len(), &contest.rules))
}

/// The mean ranks so far.
struct MeanRanks<'a> {
    setup: &'a Setup,
    so_far: Mutex<Vec<Tally>>,
}

impl MeanRanks<'_> {
    fn show(&self, tallies: &[Tally]) -> String {
        let mut sums = self.so_far.lock().expect("a panic of a worker ends the program");
        sums.resize(tallies.len(), Tally::default());
        sums.iter_mut().zip(tallies).for_each(|(sum, tally)| *sum += tally);
        let ranks = self.setup.lineup.kinds.iter().zip(&*sums);
        let ranks = ranks.map(|((name, _), sum)| format!("{name} {:.2}", sum.ranks / sum.games as f64));
        format!("mean rank {}", ranks.collect::<Vec<String>>().join(", "))
    }
}

fn print(setup: &Setup, games: &[Vec<Tally>], took: Duration) {
    let sets: Vec<&[Vec<Tally>]> = games.chunks(setup.rotations).collect();
    let seats = setup.lineup.players.count();
    let length = if setup.contest.length == Length::Tonpuu { "tonpuu" } else { "hanchan" };
    let last = if setup.contest.start == Start::Last { ", from the last round" } else { "" };
    let rounds: u64 = games.iter().flatten().map(|tally| tally.rounds).sum::<u64>() / seats as u64;
    println!(
        "{} {length}{last} of {} sets of walls, seed {}, rules {}: {rounds} rounds in {:.0} s on {} threads, {:.0} an hour\n",
        games.len(),
        sets.len(),
        setup.contest.seed,
        setup.rules,
        took.as_secs_f64(),
        setup.threads,
        rounds as f64 / took.as_secs_f64() * 3600.0,
    );
    println!("Intervals are of 95 %, over sets: the games of one are not independent.\n");
    let places = &["1st", "2nd", "3rd", "4th"][..seats];
    println!("| player | mean rank | placement points | score | {} |", places.join(" | "));
    println!("|{}", "---|".repeat(4 + seats));
    let kinds = setup.lineup.kinds.iter().enumerate();
    let sums: Vec<(usize, &str, Tally)> = kinds
        .map(|(kind, (name, _))| {
            let mut sum = Tally::default();
            games.iter().for_each(|game| sum += &game[kind]);
            (kind, &name[..], sum)
        })
        .collect();
    for (kind, name, sum) in &sums {
        let over_sets = |of: fn(&Tally) -> f64| {
            let set = |games: &&[Vec<Tally>]| {
                let seats: u64 = games.iter().map(|game| game[*kind].games).sum();
                games.iter().map(|game| of(&game[*kind])).sum::<f64>() / seats as f64
            };
            Mean::of(&sets.iter().map(set).collect::<Vec<f64>>())
        };
        let (rank, placement) = (over_sets(|tally| tally.ranks), over_sets(|tally| tally.placement));
        print!(
            "| {name} | {:.3} +- {:.3} | {:+.0} +- {:.0} | {:.0}",
            rank.mean,
            rank.half,
            placement.mean,
            placement.half,
            sum.scores / sum.games as f64
        );
        sum.places[..seats].iter().for_each(|&n| print!(" | {:.1} %", percent(n, sum.games)));
        println!(" |");
    }
    println!("\nOf all rounds; points of a win with honba and sticks, of a deal-in with honba.\n");
    let kita = setup.lineup.players == Players::Three;
    println!(
        "| player | wins | by tsumo | points a win | deals in | points a deal-in | riichi | opens | draws | tenpai at draws |{}",
        if kita { " norths a round |" } else { "" }
    );
    println!("|{}", "---|".repeat(10 + usize::from(kita)));
    for (_, name, sum) in &sums {
        print!(
            "| {name} | {:.1} % | {:.1} % | {:.0} | {:.1} % | {:.0} | {:.1} % | {:.1} % | {:.1} % | {:.1} % |",
            percent(sum.wins, sum.rounds),
            percent(sum.tsumo, sum.rounds),
            sum.won as f64 / sum.wins.max(1) as f64,
            percent(sum.deal_ins, sum.rounds),
            sum.paid as f64 / sum.deal_ins.max(1) as f64,
            percent(sum.riichi, sum.rounds),
            percent(sum.open, sum.rounds),
            percent(sum.draws, sum.rounds),
            percent(sum.tenpai, sum.draws),
        );
        if kita {
            print!(" {:.2} |", sum.kita as f64 / sum.rounds as f64);
        }
        println!();
    }
    for (_, name, sum) in sums.iter().filter(|(_, _, sum)| sum.thought.asked > 0) {
        let thought = &sum.thought;
        println!(
            "\n{name}: {} analyses, {:.1} ms each on one thread, {:.0} ms at most; {:.2} % without an answer",
            thought.asked,
            thought.time.as_secs_f64() * 1e3 / thought.asked as f64,
            thought.longest.as_secs_f64() * 1e3,
            percent(thought.unanswered, thought.asked),
        );
        // only an analysis says what a call is for
        if thought.calls == 0 {
            continue;
        }
        let of_rounds = |calls: u64| 100.0 * calls as f64 / sum.rounds as f64;
        println!(
            "Calls in 100 rounds: {:.1}, of them {:.1} that leave it 3-shanten or farther with a yaku, and {:.1} after which nine plays in ten fold",
            of_rounds(thought.calls),
            of_rounds(thought.far_calls),
            of_rounds(thought.folding_calls),
        );
    }
}

fn percent(n: u64, of: u64) -> f64 {
    100.0 * n as f64 / of.max(1) as f64
}

#[cfg(test)]
mod tests;
