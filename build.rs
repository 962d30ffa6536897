//! Writes the tables of `shape::lookup` (about half a megabyte, mostly padding) for the crate to include.

#[path = "src/shape/distances.rs"]
mod distances;
#[path = "src/shape/generator.rs"]
mod generator;

use std::{env, fs, path::PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/shape/distances.rs");
    println!("cargo::rerun-if-changed=src/shape/generator.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let write = |name: &str, content: &[u8]| fs::write(out.join(name), content).expect("OUT_DIR is writable");
    let tables = generator::tables();
    // a fifth copy of a kind, which callers rule out later, reads past a row: it must not read past the table
    let rows = [&tables.rows[..], &[generator::NO_CLASS; 625]].concat();
    write("rows.bin", &rows);
    write("join.bin", &tables.join);
    for (groups, table) in tables.replacement.chunks(65536).enumerate() {
        write(&format!("replacement{groups}.bin"), table);
    }
    let replacement: Vec<_> = (0..5).map(|g| format!("*include_bytes!(\"replacement{g}.bin\")")).collect();
    let replacement = format!("[{}]", replacement.join(", "));
    let source = format!(
        "pub(super) static ROWS: [u8; {}] = *include_bytes!(\"rows.bin\");\n\
         pub(super) static JOIN: [u8; 65536] = *include_bytes!(\"join.bin\");\n\
         pub(super) static REPLACEMENT: [[u8; 65536]; 5] = {};\n\
         pub(super) static BASE: [u32; 4096] = {:?};\n\
         pub(super) static COLUMN: [u16; 1024] = {:?};\n\
         pub(super) static DISTANCES: [[u8; 10]; {}] = {:?};\n",
        rows.len(),
        replacement,
        padded(tables.base, 4096),
        padded(tables.column, 1024),
        tables.distances.len(),
        tables.distances,
    );
    write("tables.rs", source.as_bytes());
}

/// Indices are masked instead of checked, so that the tables' lengths are powers of two.
fn padded<T: Clone + Default>(mut table: Vec<T>, len: usize) -> Vec<T> {
    table.resize(len, T::default());
    table
}
