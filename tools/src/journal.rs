//! A file of JSON lines that grows while a command works, so that the command goes on where it was left.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A journal that is being written.
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Reads it, or begins it with its head; returns the lines that it has. A last line that was not written to its
    /// end is removed.
    ///
    /// # Errors
    /// When it cannot be read or written, is no journal, or has another head.
    pub fn open<H, L>(path: &Path, head: &H) -> Result<(Journal, Vec<L>), String>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        L: DeserializeOwned,
    {
        let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let found = match File::open(path) {
            Ok(file) => lines::<H, L>(file).map_err(|error| fail(&error))?,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Lines { head: None, lines: Vec::new(), whole: 0 }
            }
            Err(error) => return Err(fail(&error)),
        };
        if found.head.as_ref().is_some_and(|found| found != head) {
            return Err(fail(&"it belongs to other options; these need another journal"));
        }
        let options = OpenOptions::new().create(true).truncate(false).write(true).open(path);
        let mut file = options.map_err(|error| fail(&error))?;
        file.set_len(found.whole).map_err(|error| fail(&error))?;
        file.seek(SeekFrom::Start(found.whole)).map_err(|error| fail(&error))?;
        let journal = Journal { path: path.to_path_buf(), file: Mutex::new(file) };
        if found.head.is_none() {
            journal.write(head)?;
        }
        Ok((journal, found.lines))
    }

    /// The head and the lines of a journal that is only read.
    ///
    /// # Errors
    /// When it cannot be read, or is no journal.
    pub fn read<H: DeserializeOwned, L: DeserializeOwned>(path: &Path) -> Result<(H, Vec<L>), String> {
        let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(|error| fail(&error))?;
        let Lines { head, lines, .. } = lines::<H, L>(file).map_err(|error| fail(&error))?;
        Ok((head.ok_or_else(|| fail(&"it is empty"))?, lines))
    }

    /// Adds a line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, line: &impl Serialize) -> Result<(), String> {
        let mut text = serde_json::to_string(line).map_err(|error| error.to_string())?;
        text.push('\n');
        let mut file = self.file.lock().expect("a panic of a worker ends the program");
        file.write_all(text.as_bytes()).map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

/// What a file has, and how many bytes of it are whole lines.
struct Lines<H, L> {
    head: Option<H>,
    lines: Vec<L>,
    whole: u64,
}

fn lines<H: DeserializeOwned, L: DeserializeOwned>(file: File) -> std::io::Result<Lines<H, L>> {
    let mut reader = BufReader::new(file);
    let mut found = Lines { head: None, lines: Vec::new(), whole: 0 };
    let mut text = String::new();
    while reader.read_line(&mut text)? > 0 && text.ends_with('\n') {
        match found.head {
            None => found.head = Some(serde_json::from_str(&text)?),
            Some(_) => found.lines.push(serde_json::from_str(&text)?),
        }
        found.whole += text.len() as u64;
        text.clear();
    }
    Ok(found)
}
