//! Rule sets as plain data.

/// What a table plays by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// One red five in each number suit.
    pub red_fives: bool,
}
