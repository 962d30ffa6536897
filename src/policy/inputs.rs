//! The inputs of a net: a decision.

/// What is known of the choices of a decision.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// Of the table, and of all choices together.
    pub table: Vec<f32>,
    /// Of every choice.
    pub choices: Vec<Vec<f32>>,
}
