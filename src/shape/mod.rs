//! shape

pub mod forms;
