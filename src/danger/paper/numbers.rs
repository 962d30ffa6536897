//! Parameters as a row of numbers, the way the parameter file keeps them.

/// The numbers that are left.
pub struct Numbers<'a>(pub std::slice::Iter<'a, f32>);

/// The row is at its end too early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Short;

impl Numbers<'_> {
    /// The next number.
    pub fn next(&mut self) -> Result<f64, Short> {
        self.0.next().map(|&number| f64::from(number)).ok_or(Short)
    }

    /// The next numbers of a table.
    pub fn row<const N: usize>(&mut self) -> Result<[f64; N], Short> {
        let mut row = [0.0; N];
        for number in &mut row {
            *number = self.next()?;
        }
        Ok(row)
    }
}
