//! What the native tools share: games out of archives, replayed one after the other.

mod archive;
pub mod play;

use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Games that are replayed in parallel before the next ones are read.
const BATCH: usize = 1024;
/// Games that one thread looks at in a row.
const CHUNK: usize = 32;

/// The archives of four-player games beside the project: hanchan, then tonpuu.
pub fn archives() -> [PathBuf; 2] {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    ["train_xml_hanchan.tar.zst", "train_xml_tonpuu.tar.zst"].map(|file| data.join(file))
}

/// Looks at games in parallel, a few at a time, and puts the results together in the order of the games.
pub fn each_game<T: Default + Send>(
    paths: &[PathBuf],
    limit: usize,
    look: impl Fn(T, &str, &[u8]) -> T + Sync,
    merge: impl Fn(T, T) -> T,
) -> Result<T, String> {
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
                games.iter().fold(T::default(), |all, (name, xml)| look(all, name, xml))
            };
            let looked: Vec<T> = batch.par_chunks(CHUNK).map(few).collect();
            all = looked.into_iter().fold(all, &merge);
        }
    }
    Ok(all)
}
