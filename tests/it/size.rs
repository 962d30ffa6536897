//! How many cases a slow oracle tries: a part in `cargo test`, all of them in `npm run test:all`.

/// `fast`, or `full` where the environment has `NANIKIRU_TESTS=full`.
pub fn size(fast: u32, full: u32) -> u32 {
    match std::env::var("NANIKIRU_TESTS").as_deref() {
        Ok("full") => full,
        Ok(other) => panic!("NANIKIRU_TESTS is {other}: there is full, and nothing else"),
        Err(_) => fast,
    }
}
