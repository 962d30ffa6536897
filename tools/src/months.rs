//! When games were played, by their names.

/// The months of the first and the last game, like `2018-11`; empty before any.
#[derive(Default)]
pub struct Months {
    /// Of the first game.
    pub from: String,
    /// Of the last game.
    pub to: String,
}

impl Months {
    /// A game has been looked at; its name begins with year, month, day and hour.
    pub fn see(&mut self, name: &str) {
        if let Some(digits) = name.get(..6).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit())) {
            let month = format!("{}-{}", &digits[..4], &digits[4..]);
            self.append(Months { from: month.clone(), to: month });
        }
    }

    /// Takes in the months of others.
    pub fn append(&mut self, other: Months) {
        if self.from.is_empty() || (!other.from.is_empty() && other.from < self.from) {
            self.from = other.from;
        }
        if other.to > self.to {
            self.to = other.to;
        }
    }
}
