//! The table of the forms in which records come: who writes each, what is read of the examples, and whether their wins
//! agree.

use super::judge::{Difference, Findings, Judge};
use nanikiru::api::{ErrorCode, parse_log};
use nanikiru_tools::{archive, play, project, thousands};
use std::fs;
use std::process::ExitCode;

/// One form of a record, and the examples of it.
struct Form {
    name: &'static str,
    /// Who writes it.
    writer: &'static str,
    /// Its files below `data/fixtures`, `*` for any text; a file is of the first form that it fits.
    files: &'static str,
}

const fn form(name: &'static str, writer: &'static str, files: &'static str) -> Form {
    Form { name, writer, files }
}

const FORMS: &[Form] = &[
    form("Mahjong Soul's JSON", "its client", "majsoul/*.console.json"),
    form("list of records", "scripts", "majsoul/*.head-data.json"),
    form("bytes with zeros", "server of 2021", "majsoul/*.explicit.*.bin"),
    form("bytes", "server's `data_url`", "majsoul/*.details.bin"),
    form("answer", "server", "majsoul/*.response.bin"),
    form("frame", "server", "majsoul/*.frame.bin"),
    form("version 0", "server until 2021", "majsoul/*.legacy.bin"),
    form("HAR", "browsers", "majsoul/*.har"),
    form("frames", "browsers' extensions", "majsoul/*.capture.json"),
    form("`records`", "an assistant", "other/majsoul-*.json"),
    form("tenhou6", "tensoul", "majsoul/*.tenhou6.json"),
    form("mjai", "a converter", "majsoul/*.mjai.jsonl"),
    form("mjlog", "Tenhou", "other/tenhou-*.xml"),
    form("mjlog in gzip", "Tenhou", "other/tenhou-*.mjlog"),
    form("tenhou6", "Tenhou's viewer", "tenhou6/*.json"),
    form("mjai", "RiichiEnv", "*/*mjai*.jsonl"),
    form("mjai of one seat", "clients", "mjai/*.mjson"),
    form("majiang", "電脳麻将", "other/majiang-*.json"),
    form("scored hands", "RiichiEnv", "other/scoring-*.json"),
];

/// The files that are no whole legal record.
const REFUSED: &[(&str, ErrorCode, &str)] = &[
    ("mjai/kuikae.mjson", ErrorCode::LogHidden, "one seat's view"),
    ("mjai/kuikae_only.mjson", ErrorCode::LogHidden, "one seat's view"),
    ("other/majsoul-synthetic-awakefantasy.json", ErrorCode::LogValue, "the dealer gets 13 tiles"),
    ("other/scoring-3p-riichienv.json", ErrorCode::LogUnknown, "no record"),
    ("tenhou6/confusing_nakis_1.json", ErrorCode::LogIllegal, "points that do not add up"),
    ("tenhou6/confusing_nakis_2.json", ErrorCode::LogOrder, "no order of its calls is possible"),
];

/// The files whose starting points, uma or oka are not those of the rules, and which do not state theirs.
const OWN_POINTS: &[&str] = &[
    "other/tenhou-bye.mjlog.xml",
    "other/tenhou-chip.mjlog.xml",
    "tenhou6/double_ron.json",
    "tenhou6/kyushukyuhai.json",
    "tenhou6/ryukyoku.json",
];

/// What the files of a form have.
#[derive(Default)]
struct Row {
    files: u64,
    refused: u64,
    decisions: usize,
    found: Findings,
}

/// Whether a path fits a pattern with `*` for any text.
fn fits(pattern: &str, path: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == path,
        Some((start, end)) => path
            .strip_prefix(start)
            .is_some_and(|rest| rest.char_indices().any(|(at, _)| fits(end, &rest[at..])) || end.is_empty()),
    }
}

/// Prints the table of all files below `../shared/data/fixtures`; a difference, an unknown form and an unexpected refusal
/// are failures.
pub fn run() -> Result<ExitCode, String> {
    let root = project::shared("data/fixtures")?;
    let fail = |error: std::io::Error| format!("{}: {error}", root.display());
    let mut folders: Vec<_> = fs::read_dir(&root).map_err(fail)?.collect::<Result<_, _>>().map_err(fail)?;
    folders.sort_by_key(fs::DirEntry::file_name);
    let mut rows: Vec<Row> = FORMS.iter().map(|_| Row::default()).collect();
    let (mut refused, mut wrong) = (Vec::new(), Vec::new());
    for folder in folders.iter().map(fs::DirEntry::path).filter(|path| path.is_dir()) {
        for game in archive::games(&folder).map_err(fail)? {
            let (name, bytes) = game.map_err(fail)?;
            let path = format!("{}/{name}", folder.file_name().unwrap_or_default().to_string_lossy());
            let Some(form) = FORMS.iter().position(|form| fits(form.files, &path)) else {
                wrong.push(format!("{path}: of no form"));
                continue;
            };
            let row = &mut rows[form];
            row.files += 1;
            let expected = REFUSED.iter().find(|(file, ..)| *file == path);
            match read(&bytes) {
                Ok(decisions) if expected.is_none() => {
                    row.decisions += decisions;
                    let mut judge = Judge::new(&path, false);
                    play::play(&bytes, &mut judge);
                    row.found = std::mem::take(&mut row.found).merge(judge.findings());
                }
                Ok(_) => wrong.push(format!("{path}: read, and should be refused")),
                Err((code, message)) => {
                    row.refused += 1;
                    match expected {
                        Some((_, wanted, why)) if *wanted == code => refused.push((name, code, *why)),
                        _ => wrong.push(format!("{path}: {}: {message}", code.as_str())),
                    }
                }
            }
        }
    }
    let own = |game: &str| OWN_POINTS.contains(&game);
    for Row { found, .. } in &mut rows {
        for Difference { game, round, what, .. } in &found.cut {
            wrong.push(format!("{game} {round}: {what}"));
        }
        found.differences.retain(|one| !one.table || !own(&one.game));
        for Difference { game, round, what, .. } in &found.differences {
            wrong.push(format!("{game} {round}: {what}"));
        }
    }
    for (form, _) in FORMS.iter().zip(&rows).filter(|(_, row)| row.files == 0) {
        wrong.push(format!("{}: no file", form.files));
    }
    print(&rows, &refused);
    wrong.iter().for_each(|line| eprintln!("{line}"));
    Ok(if wrong.is_empty() && refused.len() == REFUSED.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The decisions of a whole record.
fn read(bytes: &[u8]) -> Result<usize, (ErrorCode, String)> {
    let game = parse_log(bytes).map_err(|error| (error.code, error.message))?;
    match game.broken {
        Some(broken) => Err((broken.code, broken.message)),
        None => Ok(game.rounds.iter().map(|round| round.decisions.len()).sum()),
    }
}

fn print(rows: &[Row], refused: &[(String, ErrorCode, &str)]) {
    println!("| form, written by | files | rounds, decisions, wins | differences |");
    println!("|---|---|---|---|");
    for (form, row) in FORMS.iter().zip(rows) {
        let Row { files, refused, decisions, found } = row;
        let whole = files - refused;
        let read = match whole {
            0 => "refused | -".to_string(),
            _ => format!(
                "{}, {}, {} | {}",
                found.rounds,
                thousands(*decisions as u64),
                found.claimed,
                found.differences.len()
            ),
        };
        println!("| {}, {} | {} `{}` | {read} |", form.name, form.writer, files, form.files);
    }
    println!();
    let refused: Vec<String> =
        refused.iter().map(|(name, code, why)| format!("{name} (`{}`: {why})", code.as_str())).collect();
    println!("Refused: {}.", refused.join(", "));
    println!();
    let own: Vec<&str> = OWN_POINTS.iter().filter_map(|path| path.split(['/', '.']).nth(1)).collect();
    println!("With starting points, uma or oka that the record does not state: {}.", own.join(", "));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, path, fit) in [
            ("a/*.bin", "a/x.details.bin", true),
            ("a/*.details.bin", "a/x.bin", false),
            ("a/*.explicit.*.bin", "a/x.explicit.details.bin", true),
            ("a/*.explicit.*.bin", "a/x.details.bin", false),
            ("*/*mjai*.jsonl", "b/mjai-x.jsonl", true),
            ("a/*", "a/", true),
            ("a/x", "a/y", false),
        ] {
            assert_eq!(fits(pattern, path), fit, "{pattern} {path}");
        }
    }

    #[test]
    fn files_that_are_refused_have_a_form() {
        for (file, ..) in REFUSED {
            assert!(FORMS.iter().any(|form| fits(form.files, file)), "{file}");
        }
    }
}
