//! What tables of three players change: a straight line from the inputs to the log-odds of each end.

use super::ENDS;
use super::inputs::{INPUTS, MEANING};
use crate::dense::line;
use crate::params::{Params, ParamsError, layout_hash};
use std::sync::OnceLock;

/// The section's name in the file of three players.
pub const SECTION: &str = "ends";
/// Numbers of each end: one for each input, and a constant.
pub const OF_END: usize = INPUTS + 1;

/// The weights of each end.
#[derive(Clone, PartialEq, Debug)]
pub struct ThreePlayerEnds(Vec<f32>);

/// A hash of what the numbers mean.
pub fn layout() -> u64 {
    layout_hash(&format!("three 1, by end from {MEANING} {INPUTS} and a constant"))
}

impl ThreePlayerEnds {
    /// Those of a parameter file.
    ///
    /// # Errors
    /// When the file lacks the section, or has it for other inputs.
    pub fn new(params: &Params) -> Result<ThreePlayerEnds, ParamsError> {
        Ok(ThreePlayerEnds(params.numbers(SECTION, layout(), ENDS * OF_END)?.to_vec()))
    }

    /// Those that the crate carries.
    pub fn builtin() -> &'static ThreePlayerEnds {
        static OF_THREE: OnceLock<ThreePlayerEnds> = OnceLock::new();
        OF_THREE.get_or_init(|| Params::carried_of_three(ThreePlayerEnds::new))
    }

    /// Adds what three players change to the log-odds.
    pub(super) fn add(&self, inputs: &[f32], odds: &mut [f32; ENDS]) {
        for (odds, weights) in odds.iter_mut().zip(self.0.chunks_exact(OF_END)) {
            *odds += line(&weights[..INPUTS], inputs) as f32 + weights[INPUTS];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{Format, Provenance, Section};

    #[test]
    fn the_file_that_the_crate_carries_is_read_and_another_refused() {
        ThreePlayerEnds::new(Params::of_three()).unwrap();
        let file = |layout, len| {
            let name = SECTION.into();
            let section = Section { name, layout, format: Format::F32, numbers: vec![0.0; len], samples: 0 };
            ThreePlayerEnds::new(&Params::new("a test", Provenance::default(), [section]))
        };
        assert!(file(layout(), ENDS * OF_END).is_ok());
        assert!(matches!(file(layout() ^ 1, ENDS * OF_END), Err(ParamsError::Layout { .. })));
        assert!(matches!(file(layout(), 7), Err(ParamsError::Length { .. })));
    }

    #[test]
    fn each_end_has_its_line() {
        let mut weights = vec![0.0; ENDS * OF_END];
        (weights[OF_END + INPUTS - 1], weights[OF_END + INPUTS]) = (2.0, 0.5);
        let (mut inputs, mut odds) = ([0.0; INPUTS], [1.0; ENDS]);
        inputs[INPUTS - 1] = 4.0;
        ThreePlayerEnds(weights).add(&inputs, &mut odds);
        assert_eq!(odds, [1.0, 9.5, 1.0, 1.0, 1.0]);
    }
}
