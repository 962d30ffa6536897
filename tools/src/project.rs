//! Where the files are that the tools read and write.

use std::path::{Path, PathBuf};

/// A file of the project, by its path from the project's root.
pub fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// A file of the folder `shared` beside the project, which has the recorded games.
///
/// # Errors
/// When it is not there.
pub fn shared(path: &str) -> Result<PathBuf, String> {
    let path = file("../shared").join(path);
    if path.exists() {
        Ok(path)
    } else {
        Err(format!("{} is not there: see tools/README.md", path.display()))
    }
}
