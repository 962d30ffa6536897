//! Who may import whom: reads src/**.rs and fails on an import that the plan forbids.
//!
//! rustc allows modules to import in circles; this is what keeps the modules apart.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The plan: each module with those that it may import, from the bottom up.
const PLAN: &[(&str, &[&str])] = &[
    ("tile", &[]),
    ("rules", &["tile"]),
    ("params", &[]),
    ("dense", &[]),
    ("sort", &[]),
    ("hand", &["tile", "rules", "sort"]),
    ("shape", &["tile", "hand"]),
    ("score", &["tile", "rules", "hand", "shape"]),
    ("search", &["tile", "rules", "hand", "shape", "score", "sort"]),
    ("round", &["tile", "rules", "hand", "sort"]),
    // what a seat can do: the table's judgement meets tenpai, waits and yaku, which `round` knows nothing of, so that the list
    // stands above `round` and not in it
    ("legal", &["tile", "rules", "hand", "shape", "score", "round"]),
    // records leave out points, and viewers want yaku as text: a reader and a writer ask what a win is worth
    ("replay", &["tile", "rules", "hand", "shape", "score", "round", "legal"]),
    ("follow", &["tile", "rules", "hand", "round", "legal", "replay"]),
    ("danger", &["tile", "rules", "hand", "round", "score", "params", "dense", "sort"]),
    ("reach", &["tile", "rules", "hand", "shape", "score"]),
    ("ends", &["tile", "rules", "hand", "shape", "round", "danger", "params", "dense"]),
    (
        "policy",
        &[
            "tile", "rules", "hand", "shape", "score", "round", "legal", "danger", "reach", "ends", "params",
            "dense",
        ],
    ),
    ("placement", &["tile", "rules", "hand", "round", "score", "params", "dense"]),
    (
        "analyze",
        &[
            "tile",
            "rules",
            "hand",
            "shape",
            "score",
            "search",
            "round",
            "legal",
            "danger",
            "reach",
            "policy",
            "ends",
            "placement",
            "params",
            "dense",
            "sort",
        ],
    ),
    (
        "review",
        &[
            "tile",
            "rules",
            "hand",
            "shape",
            "score",
            "search",
            "round",
            "legal",
            "replay",
            "danger",
            "placement",
            "analyze",
            "sort",
        ],
    ),
    (
        "api",
        &[
            "tile",
            "rules",
            "hand",
            "shape",
            "score",
            "search",
            "round",
            "legal",
            "follow",
            "danger",
            "placement",
            "analyze",
            "review",
            "sort",
        ],
    ),
    ("wasm", &["api"]),
];

/// A module of the crate: the names below `crate`, `["search", "graph"]`.
type Module = Vec<String>;

/// A source file with every path that it names, from the crate's root.
struct Source {
    module: Module,
    paths: BTreeSet<Vec<String>>,
    /// What a name of this module stands for, by `pub use child::Name`.
    exports: BTreeMap<String, String>,
    /// The types and traits that it declares, those inside of functions left out.
    types: Vec<String>,
}

impl Source {
    fn read(module: Module, text: &str) -> Source {
        let tokens: TokenStream = text.parse().expect("the sources compile");
        let types = declared(tokens.clone());
        let (paths, exports) = (BTreeSet::new(), BTreeMap::new());
        let mut source = Source { module: module.clone(), paths, exports, types };
        source.walk(tokens, &module);
        source
    }

    /// Finds every path that starts with `crate`, `nanikiru`, `super` or `self`; `here` is the module, inline
    /// modules included, in which the tokens stand.
    fn walk(&mut self, tokens: TokenStream, here: &Module) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let word = |i: usize| match tokens.get(i) {
            Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
            _ => None,
        };
        let colons = |i: usize| {
            let colon = |i| matches!(tokens.get(i), Some(TokenTree::Punct(p)) if p.as_char() == ':');
            colon(i) && colon(i + 1)
        };
        let mut i = 0;
        while i < tokens.len() {
            match (word(i), tokens.get(i)) {
                (Some(keyword), _) if keyword == "mod" => {
                    if let (Some(name), Some(TokenTree::Group(body))) = (word(i + 1), tokens.get(i + 2)) {
                        let inner = here.iter().cloned().chain([name]).collect();
                        self.walk(body.stream(), &inner);
                        i += 2;
                    }
                }
                (Some(root), _) if !(i > 1 && colons(i - 2)) => {
                    let base = match &root[..] {
                        "crate" | "nanikiru" => Some(Vec::new()),
                        "self" => Some(here.clone()),
                        "super" => Some(here[..here.len().saturating_sub(1)].to_vec()),
                        _ => None,
                    };
                    if let Some(base) = base.filter(|_| colons(i + 1)) {
                        self.path(base, &tokens[i + 3..]);
                    } else if root == "use" && i > 0 && word(i - 1).as_deref() == Some("pub") {
                        self.export(&tokens[i + 1..]);
                    }
                }
                (_, Some(TokenTree::Group(group))) => self.walk(group.stream(), here),
                _ => {}
            }
            i += 1;
        }
    }

    /// The names that follow `a::`: one, or several in braces.
    fn path(&mut self, mut base: Vec<String>, rest: &[TokenTree]) {
        match rest {
            [TokenTree::Ident(name), tail @ ..] => {
                let name = name.to_string();
                match &name[..] {
                    "super" => drop(base.pop()),
                    _ => base.push(name),
                }
                match tail {
                    [TokenTree::Punct(a), TokenTree::Punct(b), next @ ..]
                        if a.as_char() == ':' && b.as_char() == ':' =>
                    {
                        self.path(base, next);
                    }
                    _ => drop(self.paths.insert(base)),
                }
            }
            [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let comma = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ',');
                inner
                    .split(comma)
                    .filter(|part| !part.is_empty())
                    .for_each(|part| self.path(base.clone(), part));
            }
            _ => drop(self.paths.insert(base)),
        }
    }

    /// `pub use child::{A, B}` of this file.
    fn export(&mut self, rest: &[TokenTree]) {
        let [TokenTree::Ident(child), TokenTree::Punct(_), TokenTree::Punct(_), names @ ..] = rest else {
            return;
        };
        let names = names.iter().take_while(|t| !matches!(t, TokenTree::Punct(p) if p.as_char() == ';'));
        let text = names.map(|t| t.to_string()).collect::<String>();
        for name in text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|n| !n.is_empty()) {
            self.exports.insert(name.into(), child.to_string());
        }
    }
}

/// The types and traits of these items, those of tests left out.
fn declared(items: TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = items.into_iter().collect();
    let mut names = Vec::new();
    for three in tokens.windows(3) {
        match three {
            [TokenTree::Ident(word), TokenTree::Ident(name), _]
                if ["struct", "enum", "trait"].contains(&&word.to_string()[..]) =>
            {
                names.push(name.to_string());
            }
            [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Group(body)]
                if word == "mod" && name != "tests" =>
            {
                names.extend(declared(body.stream()));
            }
            _ => {}
        }
    }
    names
}

/// Names that one module has for several types: each noun is to name one.
fn namesakes(sources: &[Source]) -> Vec<String> {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for source in sources.iter().filter(|source| !source.module.iter().any(|name| name == "tests")) {
        let module = source.module.first().map_or("", String::as_str);
        source.types.iter().for_each(|name| *counts.entry((module, name)).or_default() += 1);
    }
    counts
        .into_iter()
        .filter(|(_, n)| *n > 1)
        .map(|((module, name), _)| format!("{module}: {name}"))
        .collect()
}

/// What the plan forbids in these sources, in words.
fn violations(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        let Some(module) = source.module.first() else { continue };
        let Some((_, allowed)) = PLAN.iter().find(|(name, _)| name == module) else {
            found.push(format!("{module} is not in the plan"));
            continue;
        };
        if source.paths.contains(&Vec::new()) {
            found.push(format!("{} imports the whole crate", source.module.join("::")));
        }
        let modules = source.paths.iter().filter_map(|path| path.first());
        for other in modules.filter(|r| *r != module && PLAN.iter().any(|(name, _)| name == r)) {
            if !allowed.contains(&other.as_str()) {
                found.push(format!("{} imports {other}", source.module.join("::")));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Circles among the files of one module, its root left out: a root shows what its children have, and
/// children may use what it defines for all of them.
fn circles(sources: &[Source]) -> Vec<String> {
    let files: BTreeMap<&[String], &Source> = sources.iter().map(|s| (&s.module[..], s)).collect();
    let target = |path: &[String]| -> Option<Module> {
        let longest = (2..=path.len()).rev().map(|n| &path[..n]).find(|p| files.contains_key(*p));
        let exported = || {
            let root = files.get(path.get(..1)?)?;
            Some(vec![path[0].clone(), root.exports.get(path.get(1)?)?.clone()])
        };
        longest.map(<[String]>::to_vec).or_else(exported)
    };
    let edges: BTreeMap<Module, BTreeSet<Module>> = sources
        .iter()
        .filter(|s| s.module.len() > 1)
        .map(|s| {
            let used = s.paths.iter().filter_map(|p| target(p));
            let module = used.filter(|m| m[0] == s.module[0] && *m != s.module);
            (s.module.clone(), module.collect())
        })
        .collect();
    let reach = |from: &Module| {
        let mut seen: BTreeSet<Module> = BTreeSet::new();
        let mut open = vec![from.clone()];
        while let Some(module) = open.pop() {
            for next in edges.get(&module).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        seen
    };
    edges
        .keys()
        .filter(|m| reach(m).contains(*m))
        .map(|m| format!("{} is in a circle", m.join("::")))
        .collect()
}

/// Files below `room` that import what a module above them declares itself: a face shows its files, and has nothing of its
/// own that they could use.
fn climbs(sources: &[Source], room: &str) -> Vec<String> {
    let files: BTreeMap<&[String], &Source> = sources.iter().map(|s| (&s.module[..], s)).collect();
    let climbs = |source: &Source, path: &[String]| {
        let above = (1..source.module.len()).rev().map(|n| &source.module[..n]);
        let above = above.filter(|above| path.starts_with(above)).find_map(|above| files.get(above));
        let Some(face) = above else { return false };
        let Some(name) = path.get(face.module.len()) else { return true };
        let child = [&face.module[..], std::slice::from_ref(name)].concat();
        !files.contains_key(&child[..]) && !face.exports.contains_key(name)
    };
    let below = sources.iter().filter(|s| s.module.len() > 1 && s.module[0] == room);
    below
        .flat_map(|s| s.paths.iter().filter(|path| climbs(s, path)).map(move |path| (s, path)))
        .map(|(s, path)| format!("{} imports {}", s.module.join("::"), path.join("::")))
        .collect()
}

/// Every module of src/ but the root.
fn sources() -> Vec<Source> {
    fn visit(dir: &Path, module: &Module, sources: &mut Vec<Source>) {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let below = || module.iter().cloned().chain([name.clone()]).collect::<Module>();
            if path.is_dir() {
                visit(&path, &below(), sources);
            } else if path.extension().is_some_and(|e| e == "rs") && name != "lib" {
                let module = if name == "mod" { module.clone() } else { below() };
                sources.push(Source::read(module, &std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let mut sources = Vec::new();
    visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &Vec::new(), &mut sources);
    sources
}

#[test]
fn no_import_is_forbidden() {
    let sources = sources();
    assert!(sources.len() > 20, "only {} source files were found", sources.len());
    assert_eq!(violations(&sources), [""; 0]);
    assert_eq!(circles(&sources), [""; 0]);
}

#[test]
fn no_file_of_analyze_imports_what_stands_above_it() {
    let sources = sources();
    assert_eq!(climbs(&sources, "analyze"), [""; 0]);
    let face = sources.iter().find(|source| source.module == ["analyze"]).unwrap();
    assert_eq!(face.types, [""; 0]);
}

#[test]
fn a_name_is_one_type_in_its_room() {
    // each format has a reader, and each search its options, which others name with their module
    assert_eq!(namesakes(&sources()), ["replay: Reader", "search: Options"]);
}

#[test]
fn the_plan_has_no_circle() {
    for (i, (module, allowed)) in PLAN.iter().enumerate() {
        for other in *allowed {
            assert!(
                PLAN[..i].iter().any(|(name, _)| name == other),
                "{module} may import {other}, which is above"
            );
        }
    }
}

#[test]
fn planted_imports_are_found() {
    let read =
        |module: &[&str], text: &str| Source::read(module.iter().map(|s| s.to_string()).collect(), text);
    let planted = |module: &[&str], text: &str| violations(&[read(module, text)]);
    for text in [
        "use crate::score::Win;",
        "use crate::{tile::Kind, score::{Win, Yaku}};",
        "use super::super::{score, tile};",
        "pub use crate::score as points;",
        "fn f() -> u8 { vec![crate::score::POINTS][0] }",
        "macro_rules! m { () => { $crate::score::f() } }",
        "mod inner { use super::super::super::score; }",
        "use nanikiru::score;",
        "#[cfg(test)] mod tests { fn f() { let x: crate::score::Win; } }",
    ] {
        assert_eq!(planted(&["shape", "waits"], text), ["shape::waits imports score"], "{text}");
    }
    for text in [
        "//! [`crate::score`] in a comment, crate::score\n",
        "const TEXT: &str = \"crate::score::Win\";",
        "use super::{score, Shanten}; use crate::hand::{Meld, score};",
        "mod inner { use super::score; use super::super::score; }",
        "use other::crate_name::score;",
    ] {
        assert_eq!(planted(&["shape", "waits"], text), [""; 0], "{text}");
    }
    assert_eq!(planted(&["attic"], ""), ["attic is not in the plan"]);
    assert_eq!(planted(&["tile", "kind"], "use crate::*;"), ["tile::kind imports the whole crate"]);

    let twice = [
        read(&["tile", "a"], "pub struct One(u8); mod inner { enum Two {} } fn f() { struct Three; }"),
        read(&["tile", "b"], "trait Two { } struct Three; #[cfg(test)] mod tests { struct One; }"),
        read(&["hand", "tests"], "struct Four; enum Four {}"),
    ];
    assert_eq!(namesakes(&twice), ["tile: Two"]);

    let circle = [
        read(&["tile"], "mod a; mod b; pub use a::{One, Two}; pub use b::Three;"),
        read(&["tile", "a"], "use super::Three;"),
        read(&["tile", "b"], "use super::One;"),
        read(&["tile", "c"], "use super::{a, b};"),
    ];
    assert_eq!(circles(&circle), ["tile::a is in a circle", "tile::b is in a circle"]);
    assert_eq!(circles(&circle[..2]), [""; 0]);

    let climbing = [
        read(&["tile"], "mod a; mod b; pub use a::One; use b::Two; pub fn four() {}"),
        read(&["tile", "a"], "use super::b::Two; use super::One; use super::{Two, four};"),
        read(&["tile", "a", "c"], "use super::super::four; use super::Three; mod tests { use super::*; }"),
        read(&["tile", "b"], "use super::*; mod tests { use super::*; use super::super::a::One; }"),
    ];
    let above = ["a imports tile::Two", "a imports tile::four", "a::c imports tile::a::Three"];
    let above = above.iter().chain(&["a::c imports tile::four", "b imports tile"]);
    let above: Vec<String> = above.map(|climb| format!("tile::{climb}")).collect();
    assert_eq!(climbs(&climbing, "tile"), above);
}

/// A test that needs what is not there is `#[ignore]`, and counted; it does not print that it is skipped and pass.
#[test]
fn no_test_passes_without_its_data() {
    fn visit(folder: &Path, seen: &mut usize) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, seen);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(!text.contains(concat!("println!(\"", "skipped")), "{} passes", path.display());
                *seen += 1;
            }
        }
    }
    let (root, mut seen) = (Path::new(env!("CARGO_MANIFEST_DIR")), 0);
    ["tests", "src", "tools"]
        .map(|name| root.join(name))
        .iter()
        .filter(|f| f.exists())
        .for_each(|f| visit(f, &mut seen));
    assert!(seen > 100, "only {seen} files");
}
