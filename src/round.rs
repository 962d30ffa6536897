//! round
