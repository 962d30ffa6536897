//! Recorded games a lot at a time: what is fitted to the decisions of all of them has those of one lot in memory.

use crate::train::split::provenance;
use nanikiru::params::Provenance;
use nanikiru_tools::archive::{self, Game};
use nanikiru_tools::decisions::{hash, is_validation, mix};
use nanikiru_tools::months::Months;
use nanikiru_tools::progress::Progress;
use rayon::prelude::*;
use std::ops::Range;
use std::path::PathBuf;

/// Games of both lengths and all years mixed, those to fit on apart from those to judge by.
pub struct Lots {
    training: Vec<Game>,
    unseen: Vec<Game>,
}

/// What the games of one purpose gave.
#[derive(Default)]
pub struct LotTotals {
    games: u64,
    decisions: u64,
    months: Months,
}

impl Lots {
    /// Reads the records, which are small beside the features of their decisions.
    pub fn read(paths: &[PathBuf], limit: usize) -> Result<Lots, String> {
        let mut all = Vec::new();
        for path in paths {
            let fail = |error| format!("{}: {error}", path.display());
            for game in archive::games(path).map_err(fail)?.take(limit) {
                all.push(game.map_err(fail)?);
            }
        }
        Ok(Lots::of(all))
    }

    fn of(mut games: Vec<Game>) -> Lots {
        games.sort_by_cached_key(|(name, _)| mix(hash(name) ^ 0x107));
        let (unseen, training) = games.into_iter().partition(|(name, _)| is_validation(name));
        Lots { training, unseen }
    }

    /// Shows the samples of the games to fit on, `size` games at a time, with the shares of the games that are done before and after
    /// them. `samples` gives none for what is no game.
    pub fn train<S: Send>(
        &self,
        size: usize,
        samples: impl Fn(&str, &[u8]) -> Option<Vec<S>> + Sync,
        look: impl FnMut(Vec<S>, Range<f64>),
    ) -> LotTotals {
        go(&self.training, size, samples, look)
    }

    /// The same of the games to judge by.
    pub fn judge<S: Send>(
        &self,
        size: usize,
        samples: impl Fn(&str, &[u8]) -> Option<Vec<S>> + Sync,
        mut look: impl FnMut(Vec<S>),
    ) {
        go(&self.unseen, size, samples, |lot, _| look(lot));
    }
}

fn go<S: Send>(
    games: &[Game],
    size: usize,
    samples: impl Fn(&str, &[u8]) -> Option<Vec<S>> + Sync,
    mut look: impl FnMut(Vec<S>, Range<f64>),
) -> LotTotals {
    let progress = Progress::of(games.len() as u64);
    let (mut gone, mut before) = (LotTotals::default(), 0);
    for lot in games.chunks(size) {
        let of_game = |(name, record): &Game| {
            progress.step();
            samples(name, record)
        };
        let found: Vec<Option<Vec<S>>> = lot.par_iter().map(of_game).collect();
        let mut all = Vec::new();
        for ((name, _), samples) in lot.iter().zip(found) {
            let Some(samples) = samples else { continue };
            gone.games += 1;
            gone.months.see(name);
            all.extend(samples);
        }
        gone.decisions += all.len() as u64;
        let after = before + lot.len();
        let share = |n: usize| n as f64 / games.len() as f64;
        look(all, share(before)..share(after));
        before = after;
    }
    gone
}

impl LotTotals {
    /// Decisions that were gone through.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// What a parameter file says of it.
    pub fn provenance(&self) -> Provenance {
        provenance(&self.months, self.games, self.decisions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Vec<Game> {
        (0..100)
            .map(|i| (format!("{}{:02}0100gm-{i}.xml", 2010 + i / 10, 1 + i % 10), vec![i as u8]))
            .collect()
    }

    #[test]
    fn every_game_is_shown_once_mixed_and_those_to_judge_by_apart() {
        let lots = Lots::of(games());
        let of_game = |_: &str, record: &[u8]| Some(vec![record[0]; 3]);
        let (mut shown, mut spans) = (Vec::new(), Vec::new());
        let gone = lots.train(7, of_game, |lot, span| {
            assert!(lot.len() <= 21, "{}", lot.len());
            shown.extend(lot);
            spans.push(span);
        });
        assert_eq!((spans[0].start, spans[spans.len() - 1].end), (0.0, 1.0));
        assert!(spans.windows(2).all(|two| two[0].end == two[1].start && two[0].start < two[0].end));
        assert_eq!(gone.decisions(), shown.len() as u64);
        assert_eq!(gone.provenance().games * 3, gone.decisions());
        let mut names: Vec<String> = games().into_iter().map(|(name, _)| name).collect();
        names.retain(|name| !is_validation(name));
        let month = |name: Option<&String>| format!("{}-{}", &name.unwrap()[..4], &name.unwrap()[4..6]);
        let Provenance { from, to, .. } = gone.provenance();
        assert_eq!([from, to], [names.iter().min(), names.iter().max()].map(month));
        let early = shown[..shown.len() / 2].iter().filter(|game| **game < 50).count();
        assert!((60..80).contains(&early), "{early} of {} in the order of their years", shown.len() / 2);

        let mut unseen = Vec::new();
        lots.judge(2, of_game, |lot| unseen.extend(lot));
        let purpose = |game: u8| is_validation(&games()[usize::from(game)].0);
        assert!(unseen.len() > 9 && unseen.iter().all(|game| purpose(*game)));
        assert!(shown.iter().all(|game| !purpose(*game)));
        shown.extend(unseen);
        shown.sort_unstable();
        assert!(shown.chunks(3).enumerate().all(|(i, three)| three == [i as u8; 3]) && shown.len() == 300);
    }

    #[test]
    fn the_order_of_the_archives_and_the_threads_change_nothing_and_what_is_no_game_is_left_out() {
        let of_game = |_: &str, record: &[u8]| (!record[0].is_multiple_of(4)).then(|| vec![record[0]]);
        let go = |games: Vec<Game>, threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut all = Vec::new();
            let gone = pool.install(|| Lots::of(games).train(16, of_game, |lot, _| all.push(lot)));
            (all, gone.provenance().games)
        };
        let one = go(games(), 1);
        assert_eq!(one, go(games().into_iter().rev().collect(), 3));
        assert_eq!(one.1, one.0.iter().map(Vec::len).sum::<usize>() as u64);
        assert!(one.0.iter().flatten().all(|game| !game.is_multiple_of(4)));
    }
}
