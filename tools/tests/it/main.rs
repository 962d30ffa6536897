//! The tests of the tools: one program, because each more is linked for as long as all of them.

mod command_line;
mod futures;
mod layering;
mod logs;
mod placement;
#[path = "../../../tests/it/random.rs"]
mod random;
#[path = "../../../tests/it/records/mod.rs"] // the library's tests write made-up games with it
mod records;
