//! Whether differences between actions are true: each action of a recorded decision is played to the end of the
//! round, on the same walls, by seats that choose as strong players do.

mod bootstrap;
mod comparison;
pub mod differences;
mod fit;
#[cfg(test)]
mod fit_tests;
mod journal;
mod kind;
mod play;
mod sample;
mod summary;
mod tables;
#[cfg(test)]
mod tests;
mod world;

use journal::{Games, Head, Line, Measure};
use kind::Kind;
use nanikiru::analyze::{Depth, Options};
use nanikiru::params::{Params, THREE};
use nanikiru::tile::Players;
use nanikiru_tools::games::{archives_unless, players_of};
use nanikiru_tools::journal::Journal;
use nanikiru_tools::{project, workers};
use play::Work;
use sample::Corpus;
use std::path::PathBuf;
use std::time::Instant;

/// Plays recorded decisions out, and compares what happens with what an analysis says
///
/// Hidden hands are as recorded, and the tiles that nobody holds or sees are shuffled. All seats follow the
/// probabilities of `src/policy`: they win whenever they can and do not search. Results are the same for a seed and any
/// number of threads.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    #[command(subcommand)]
    part: Part,
}

#[derive(clap::Subcommand)]
enum Part {
    World(World),
    Decisions(Decisions),
    Again(Again),
    Fit(Fit),
    /// Prints the tables of a journal, as Markdown
    Tables {
        /// What `playout decisions --journal` wrote
        #[arg(value_name = "FILE")]
        journal: PathBuf,
        /// One table for all kinds: that of docs/results.md
        #[arg(long)]
        summary: bool,
    },
}

/// Which games, and how they are worked on.
#[derive(clap::Args)]
struct Source {
    /// Archives, folders or records; the archives of ../shared/data where there are none
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Games of so many players
    #[arg(long, value_name = "3|4", default_value = "4", value_parser = players_of)]
    players: Players,
    /// Games on which weights are fitted, in the place of those that judge
    #[arg(long)]
    training: bool,
    /// Another seed is another choice, and other walls
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// As many as there are processors where it is not given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl Source {
    const fn games(&self) -> Games {
        if self.training { Games::Training } else { Games::Validation }
    }

    /// These paths, or the archives.
    fn corpus(&self) -> Result<Corpus, String> {
        let paths = archives_unless(self.paths.clone(), self.players)?;
        let (players, seed) = (self.players, self.seed);
        Ok(Corpus { paths, games: self.games(), players, measure: Measure::Points, seed })
    }
}

/// Plays whole recorded rounds anew: are their wins, deal-ins, draws, riichi, calls and payments those of the records?
#[derive(clap::Args)]
struct World {
    #[command(flatten)]
    source: Source,
    /// Rounds of each length of game
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    rounds: usize,
}

/// Plays the actions of decisions out, and prints slopes, explained shares and signs
#[derive(clap::Args)]
struct Decisions {
    #[command(flatten)]
    source: Source,
    /// Kinds of decisions
    #[arg(
        long,
        value_name = "KIND,...",
        value_delimiter = ',',
        default_value = "discard,riichi,call,kan,push"
    )]
    kinds: Vec<Kind>,
    /// Decisions of each kind and length of game
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    decisions: usize,
    /// Plays of each action
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(2..))]
    plays: u32,
    /// Actions of each decision at most: 3 discards, and 2 of other kinds, where it is not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    actions: Option<u32>,
    /// How deep decisions are analysed
    #[arg(long, value_name = "DEPTH", default_value = "full")]
    depth: Word,
    /// What plays are counted in
    #[arg(long, value_name = "MEASURE", default_value = "points")]
    measure: Measure,
    /// Where every decision is noted as a line of JSON; those that are there are not played again. For one build:
    /// another may play them otherwise
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

/// Analyses the decisions of a journal again, by this build: plays are those of the journal
#[derive(clap::Args)]
struct Again {
    /// What `playout decisions --journal` wrote
    #[arg(value_name = "FILE")]
    from: PathBuf,
    /// Archives, folders or records; the archives of ../shared/data where there are none
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Where the decisions are noted with what this build says
    #[arg(long, value_name = "FILE")]
    journal: PathBuf,
    /// As many as there are processors where it is not given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// Fits what values say of differences to play-outs of training games: data/differences.params, and of three players the
/// errors between discards in data/three.params
#[derive(clap::Args)]
struct Fit {
    /// What `playout decisions --training --journal` wrote
    #[arg(value_name = "FILE", required = true)]
    journals: Vec<PathBuf>,
    /// Where the parameters go; the file of the crate where it is not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Again {
    fn look(self) -> Result<(Head, Vec<Line>), String> {
        let Again { from, paths, journal, threads } = self;
        let (head, lines) = Journal::read::<Head, Line>(&from)?;
        let depth = match head.depth.as_str() {
            "fast" => Depth::Fast,
            "full" => Depth::Full,
            other => return Err(format!("{}: no depth {other}", from.display())),
        };
        let mut places = sample::Places::new();
        for (at, line) in lines.iter().enumerate() {
            places.entry(line.key()).or_default().push((at, line.kind()));
        }
        let paths = archives_unless(paths, head.players())?;
        let Head { games, measure, seed, .. } = head;
        let corpus = Corpus { paths, games, players: head.players(), measure, seed };
        let sample = sample::taken(&corpus, &places)?;
        let options = Options { depth, objective: measure.objective(), ..Options::default() };
        let work = Work { head: &head, options: &options, threads: workers::threads(threads) };
        let lines = play::again(lines, &sample, &work)?;
        let (journal, known) = Journal::open::<Head, Line>(&journal, &head)?;
        if !known.is_empty() {
            return Err("the journal to write is there already".into());
        }
        lines.iter().try_for_each(|line| journal.write(line))?;
        Ok((head, lines))
    }
}

impl Fit {
    fn write(self) -> Result<(), String> {
        let mut all: Vec<Line> = Vec::new();
        let mut players = None;
        for journal in &self.journals {
            let (head, lines) = Journal::read::<Head, Line>(journal)?;
            if head.games != Games::Training || head.measure != Measure::Points {
                let only = "only play-outs of training games, in points, are fitted to";
                return Err(format!("{}: {only}", journal.display()));
            }
            if *players.get_or_insert(head.players()) != head.players() {
                return Err("the journals are of games of three players and of four".into());
            }
            all.extend(lines);
        }
        let (file, bytes, text) = match players {
            Some(Players::Three) => {
                let file = project::file("data/three.params");
                let bytes = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
                let mut params = Params::read(THREE, &bytes).map_err(|error| error.to_string())?;
                let (section, text) = differences::fit_of_three(&all, 1)?;
                params.put(section);
                (file, params.write(), text)
            }
            _ => {
                let (bytes, text) = differences::fit(&all, 1)?;
                (project::file("data/differences.params"), bytes, text)
            }
        };
        print!("{text}");
        let out = self.out.unwrap_or(file);
        std::fs::write(&out, bytes).map_err(|error| format!("{}: {error}", out.display()))
    }
}

/// A depth by its word.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Word {
    Fast,
    Full,
}

/// Plays, and prints tables.
pub fn run(arguments: Arguments) -> Result<(), String> {
    match arguments.part {
        Part::World(world) => print!("{}", world.play()?),
        Part::Decisions(decisions) => {
            let (head, lines) = decisions.play()?;
            print!("{}", tables::tables(&head, &lines));
        }
        Part::Again(again) => {
            let (head, lines) = again.look()?;
            print!("{}", tables::tables(&head, &lines));
        }
        Part::Fit(fit) => fit.write()?,
        Part::Tables { journal, summary } => {
            let (head, lines) = Journal::read::<Head, Line>(&journal)?;
            if summary && head.measure == Measure::Placement {
                return Err("--summary is a table of points, and these are placement points".into());
            }
            let text = if summary { summary::summary(&head, &lines) } else { tables::tables(&head, &lines) };
            print!("{text}");
        }
    }
    Ok(())
}

impl World {
    fn play(self) -> Result<String, String> {
        let World { source, rounds } = self;
        let (corpus, threads) = (source.corpus()?, workers::threads(source.threads));
        let Corpus { games, seed, .. } = corpus;
        let recorded = world::rounds(&corpus, rounds)?;
        if recorded.is_empty() {
            return Err(format!("there are no rounds of {games:?} games"));
        }
        let begin = Instant::now();
        let all = world::play(&recorded, seed, threads)?;
        let took = begin.elapsed();
        let (choices, time) = world::time(&all);
        eprintln!(
            "{} rounds in {:.0} s on {threads} threads; {choices} choices, {:.2} ms each",
            all.len(),
            took.as_secs_f64(),
            time.as_secs_f64() * 1e3 / choices.max(1) as f64
        );
        Ok(format!(
            "{} rounds of {games:?} games from their recorded openings, on new walls, seed {seed}. Errors are \
             standard errors by bootstrap over rounds.\n\n{}",
            all.len(),
            world::table(&all, source.players, seed)
        ))
    }
}

impl Decisions {
    fn play(self) -> Result<(Head, Vec<Line>), String> {
        let Decisions { source, mut kinds, decisions, plays, actions, depth, measure, journal } = self;
        kinds.sort();
        kinds.dedup();
        let (word, depth) = match depth {
            Word::Fast => ("fast", Depth::Fast),
            Word::Full => ("full", Depth::Full),
        };
        let head = Head {
            playouts: journal::VERSION,
            kinds,
            plays: plays as usize,
            actions: actions.map(|n| n as usize),
            depth: word.into(),
            games: source.games(),
            three_players: source.players == Players::Three,
            measure,
            seed: source.seed,
        };
        let opened = journal.map(|path| Journal::open::<Head, Line>(&path, &head)).transpose()?;
        let (journal, known) = opened.map_or((None, Vec::new()), |(journal, known)| (Some(journal), known));
        let corpus = Corpus { measure, ..source.corpus()? };
        let sample = sample::sample(&corpus, &head.kinds, decisions)?;
        if sample.is_empty() {
            return Err(format!("there are no such decisions of {:?} games", head.games));
        }
        let options = Options { depth, objective: measure.objective(), ..Options::default() };
        let work = Work { head: &head, options: &options, threads: workers::threads(source.threads) };
        let lines = play::play(&sample, known, &work, journal.as_ref())?;
        Ok((head, lines))
    }
}
