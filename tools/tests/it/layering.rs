//! The tools keep apart: what they share is in the library, commands do not import each other, nothing is left unused.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The commands, each a folder beside main.rs.
const COMMANDS: [&str; 5] = ["arena", "measure", "playout", "train", "validate"];

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// What is wrong with a source file of this command, or of what all share.
fn faults(command: Option<&str>, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for word in ["#[path", "allow(dead_code)"] {
        if text.contains(word) {
            faults.push(word.to_string());
        }
    }
    for other in COMMANDS.into_iter().filter(|&other| Some(other) != command) {
        if text.contains(&format!("crate::{other}::")) {
            faults.push(format!("imports {other}"));
        }
    }
    if text.lines().count() > 600 {
        faults.push("is past 600 lines".into());
    }
    faults
}

#[test]
fn commands_keep_apart() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    assert!(files.len() > 80, "only {} files", files.len());
    let mut seen = 0;
    for file in files {
        let inside = file.strip_prefix(&src).unwrap();
        let first = inside.iter().next().unwrap().to_str().unwrap();
        let command = COMMANDS.into_iter().find(|&command| command == first);
        seen += usize::from(command.is_some());
        assert_eq!(faults(command, &fs::read_to_string(&file).unwrap()), [""; 0], "{}", inside.display());
    }
    assert!(seen > 70, "only {seen} files of commands");
}

/// Names below the crate, `["train", "value"]`.
type Module = Vec<String>;

/// The module of a file below src/.
fn module(inside: &Path) -> Module {
    let mut names: Module = inside.with_extension("").iter().map(|n| n.to_str().unwrap().into()).collect();
    if names.last().is_some_and(|name| ["mod", "main", "lib"].contains(&&name[..])) {
        names.pop();
    }
    names
}

/// The paths that the text of a module names with `crate`, `super` or the library's name, braces resolved.
fn paths(module: &Module, text: &str) -> Vec<Module> {
    fn names(base: Module, rest: &str, found: &mut Vec<Module>) {
        if let Some(group) = rest.strip_prefix('{') {
            let (mut depth, mut start) = (1, 0);
            for (i, c) in group.char_indices() {
                depth += i32::from(c == '{') - i32::from(c == '}');
                if depth == 0 || (depth == 1 && c == ',') {
                    names(base.clone(), group[start..i].trim(), found);
                    start = i + 1;
                }
                if depth == 0 {
                    return;
                }
            }
            return;
        }
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let mut path = base;
        match &name[..] {
            "" | "self" => {}
            "super" => drop(path.pop()),
            _ => path.push(name.clone()),
        }
        match rest[name.len()..].strip_prefix("::") {
            Some(rest) => names(path, rest, found),
            None => found.push(path),
        }
    }
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap()).collect();
    let (code, mut found) = (code.join(" "), Vec::new());
    let above = module[..module.len().saturating_sub(1)].to_vec();
    for (word, base) in [("crate::", Vec::new()), ("nanikiru_tools::", Vec::new()), ("super::", above)] {
        for (at, _) in code.match_indices(word) {
            let before = code[..at].chars().next_back();
            if !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                names(base.clone(), &code[at + word.len()..], &mut found);
            }
        }
    }
    found
}

/// Files that import each other in a circle. What stands above a file is left out: a face shows its files, and they may use
/// what it declares.
fn circles(files: &[(Module, String)]) -> Vec<String> {
    let known = |path: &Module| {
        let names = (1..=path.len()).rev().map(|n| &path[..n]);
        names.into_iter().find(|&name| files.iter().any(|(module, _)| module == name)).map(<[String]>::to_vec)
    };
    let edges = |(module, text): &(Module, String)| {
        let targets = paths(module, text).into_iter().filter_map(|path| known(&path));
        let targets: Vec<Module> = targets.filter(|target| !module.starts_with(target)).collect();
        (module.clone(), targets)
    };
    let edges: BTreeMap<Module, Vec<Module>> = files.iter().map(edges).collect();
    let reaches = |from: &Module| {
        let (mut seen, mut open) = (BTreeSet::new(), edges[from].clone());
        while let Some(next) = open.pop() {
            if seen.insert(next.clone()) {
                open.extend(edges[&next].iter().cloned());
            }
        }
        seen.contains(from)
    };
    edges.keys().filter(|module| reaches(module)).map(|module| module.join("::")).collect()
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let read = |file: &PathBuf| (module(file.strip_prefix(&src).unwrap()), fs::read_to_string(file).unwrap());
    let files: Vec<(Module, String)> =
        files.iter().map(read).filter(|(module, _)| !module.is_empty()).collect();
    assert_eq!(circles(&files), [""; 0]);
}

#[test]
fn planted_circles_are_found() {
    let file = |name: &str, text: &str| (name.split("::").map(String::from).collect(), text.to_string());
    let circle = [
        file("train", "mod a; mod b; pub struct Shared;"),
        file("train::a", "use super::{Shared, b::{self, Two}};"),
        file("train::b", "// super::a\nuse nanikiru_tools::games; fn f() { crate::train::c::three() }"),
        file("train::c", "mod tests { use super::*; }\nuse super::a;"),
        file("games", "pub fn each() {}"),
    ];
    assert_eq!(circles(&circle), ["train::a", "train::b", "train::c"]);
    assert_eq!(circles(&circle[..3]), [""; 0]);
}

#[test]
fn planted_faults_are_found() {
    assert_eq!(faults(Some("train"), "use crate::train::adam;"), [""; 0]);
    assert_eq!(faults(Some("train"), "use crate::measure::sample;"), ["imports measure"]);
    assert_eq!(faults(None, "use crate::arena::wall;"), ["imports arena"]);
    assert_eq!(faults(None, "#[path = \"x.rs\"]"), ["#[path"]);
    assert_eq!(faults(None, "#![allow(dead_code)]"), ["allow(dead_code)"]);
    assert_eq!(faults(None, &"\n".repeat(601)), ["is past 600 lines"]);
}
