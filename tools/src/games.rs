//! Recorded games out of archives, folders and files, many at a time.

use crate::progress::Progress;
use crate::{archive, project};
use nanikiru::rules::Length;
use nanikiru::tile::Players;
use rayon::prelude::*;
use std::path::PathBuf;

/// Games that are replayed in parallel before the next ones are read.
const BATCH: usize = 1024;
/// Games that one thread looks at in a row.
const CHUNK: usize = 32;

/// The archive of four-player games of this length.
///
/// # Errors
/// When it is not there.
pub fn archive(length: Length) -> Result<PathBuf, String> {
    project::shared(match length {
        Length::Hanchan => "data/train_xml_hanchan.tar.zst",
        Length::Tonpuu => "data/train_xml_tonpuu.tar.zst",
    })
}

/// The archives of games of so many players: of four hanchan, then tonpuu.
///
/// # Errors
/// When one is not there.
pub fn archives(players: Players) -> Result<Vec<PathBuf>, String> {
    match players {
        Players::Four => [Length::Hanchan, Length::Tonpuu].into_iter().map(archive).collect(),
        Players::Three => Ok(vec![project::shared("data/train_xml_sanma.tar.zst")?]),
    }
}

/// Who play, by their number: for `--players`.
///
/// # Errors
/// When it is neither 3 nor 4.
pub fn players_of(word: &str) -> Result<Players, String> {
    match word {
        "3" => Ok(Players::Three),
        "4" => Ok(Players::Four),
        _ => Err(format!("{word:?} is neither 3 nor 4")),
    }
}

/// These paths, or the archives where there are none.
///
/// # Errors
/// When there are none, and an archive is not there.
pub fn archives_unless(paths: Vec<PathBuf>, players: Players) -> Result<Vec<PathBuf>, String> {
    if paths.is_empty() { archives(players) } else { Ok(paths) }
}

/// Looks at games in parallel, a few at a time, and puts the results together in the order of the games.
///
/// # Errors
/// When a path cannot be read.
pub fn each_game<T: Default + Send>(
    paths: &[PathBuf],
    limit: usize,
    look: impl Fn(T, &str, &[u8]) -> T + Sync,
    merge: impl Fn(T, T) -> T,
) -> Result<T, String> {
    let progress = Progress::of_games();
    let mut all = T::default();
    for path in paths {
        let fail = |error| format!("{}: {error}", path.display());
        let mut games = archive::games(path).map_err(fail)?.take(limit);
        loop {
            let batch: Vec<_> = games.by_ref().take(BATCH).collect::<Result<_, _>>().map_err(fail)?;
            if batch.is_empty() {
                break;
            }
            let few = |games: &[archive::Game]| {
                games.iter().fold(T::default(), |all, (name, xml)| {
                    progress.step();
                    look(all, name, xml)
                })
            };
            let looked: Vec<T> = batch.par_chunks(CHUNK).map(few).collect();
            all = looked.into_iter().fold(all, &merge);
        }
    }
    Ok(all)
}
