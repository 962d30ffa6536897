//! The folder `shared` beside the project: recorded games, and answers of other programs. It is not in the repository.
//!
//! A test that reads it is `#[ignore = "needs ../shared"]`, so that it counts as ignored where the folder is missing,
//! and not as passed; `npm run test:all` asks for these tests where the folder is there.

use std::path::{Path, PathBuf};

/// A file or folder in it.
pub fn shared(path: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    assert!(path.exists(), "{} is not there", path.display());
    path
}
