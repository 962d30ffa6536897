//! Games out of archives, folders and files, in a fixed order.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A game's file name and its record.
pub type Game = (String, Vec<u8>);

/// All games under a path, one after the other: a `.tar.zst`, a folder, or a record.
pub fn games(path: &Path) -> io::Result<Box<dyn Iterator<Item = io::Result<Game>> + Send>> {
    if path.is_dir() {
        let mut files = Vec::new();
        collect(path, &mut files)?;
        files.sort();
        Ok(Box::new(files.into_iter().map(|file| Ok((name(&file), fs::read(&file)?)))))
    } else if path.extension().is_some_and(|e| e == "zst") {
        Ok(Box::new(Members::open(path)?))
    } else {
        let path = path.to_path_buf();
        Ok(Box::new(std::iter::once_with(move || Ok((name(&path), fs::read(&path)?)))))
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if is_record(&path) {
            files.push(path);
        }
    }
    Ok(())
}

/// The endings of mjlog, JSON, mjai, bytes and captures of Mahjong Soul, and anything packed.
fn is_record(path: &Path) -> bool {
    let endings = ["xml", "mjlog", "json", "jsonl", "mjson", "bin", "har", "gz"];
    path.extension().and_then(|e| e.to_str()).is_some_and(|e| endings.contains(&e))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// The records of a compressed archive, read by a thread of its own a few ahead.
struct Members {
    games: std::sync::mpsc::Receiver<io::Result<Game>>,
}

impl Members {
    fn open(path: &Path) -> io::Result<Members> {
        let file = File::open(path)?;
        let (send, games) = std::sync::mpsc::sync_channel(256);
        std::thread::spawn(move || {
            let mut feed = |game| send.send(game).map_err(|_| io::Error::other("nobody reads on"));
            if let Err(error) = read_members(file, &mut feed) {
                let _ = send.send(Err(error)); // nobody reads on: then nobody misses it
            }
        });
        Ok(Members { games })
    }
}

fn read_members(file: File, feed: &mut impl FnMut(io::Result<Game>) -> io::Result<()>) -> io::Result<()> {
    let mut archive = tar::Archive::new(zstd::Decoder::new(file)?);
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        if is_record(&path) {
            let mut record = Vec::with_capacity(entry.size() as usize);
            entry.read_to_end(&mut record)?;
            feed(Ok((name(&path), record)))?;
        }
    }
    Ok(())
}

impl Iterator for Members {
    type Item = io::Result<Game>;

    fn next(&mut self) -> Option<io::Result<Game>> {
        self.games.recv().ok()
    }
}
