//! Numbers as parameter files of decimals have them.

use nanikiru::params::Table;

/// The same with five digits behind the point, as parameter files of decimals have them.
pub fn rounded<T: Table>(table: &T) -> T {
    let mut numbers = Vec::with_capacity(T::COUNT);
    table.write(&mut numbers);
    let mut numbers = numbers.into_iter().map(|number| digits(number, 5));
    T::read(&mut || numbers.next().expect("as many as it has"))
}

/// A number with so many digits behind the point.
pub fn digits(number: f64, digits: usize) -> f64 {
    format!("{number:.digits$}").parse().expect("a number")
}
