//! Replays recorded games and compares every win with ours.
fn main() {}
