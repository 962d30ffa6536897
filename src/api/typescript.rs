//! Composes js/api.d.ts from the Rust types and compares it with the committed file.

use super::*;
use crate::review::HouseRule;
use crate::rules::*;
use ts_rs::{Config, TS};

fn declaration<T: TS>(config: &Config) -> String {
    let raw = format!("{}export {}", T::docs().unwrap_or_default(), T::decl(config));
    // ts-rs takes three lines for a comment of one, and does not indent
    let short = raw.replace("/**\n * ", "/** ").replace("\n */\n", " */\n").replace("{ \n", "{\n");
    let fields = short.find("{\n").map_or(short.len(), |i| i + 2);
    let indent =
        |(start, line): (usize, &str)| if start < fields { line.into() } else { format!("  {line}") };
    let starts = short.lines().scan(0, |next, line| Some(std::mem::replace(next, *next + line.len() + 1)));
    let lines: Vec<String> = starts.zip(short.lines()).map(indent).collect();
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    format!("\n{}\n", lines.join("\n").replace(", };", ",\n};"))
}

fn compose() -> String {
    let config = Config::default();
    let mut text = String::from(
        "// Generated from the types of src/api; write anew with: UPDATE_API=1 cargo test --lib typescript\n",
    );
    text += "\nimport type { RulesName, ThreePlayerRulesName } from \"./rules.js\";\n";
    macro_rules! all {
        ($($type:ty),+ $(,)?) => { $(text += &declaration::<$type>(&config);)+ };
    }
    all!(
        Request,
        HandInput,
        HandParts,
        Context,
        TableRules,
        KanDora,
        Kuikae,
        DoubleWindPair,
        Kazoe,
        DoubleYakuman,
        YakumanSum,
        Renhou,
        MultipleRon,
        RiichiKans,
        Pao,
        PaoScope,
        PaoHonba,
        Abortive,
        Nagashi,
        Ties,
        Bankruptcy,
        DealerStop,
        ExtraRound,
        RiichiPoints,
        TsumoLoss,
        Wind,
        Length,
        OfferedTile,
        OfferedBy,
        Players,
        Player,
        Claimed,
        Options,
        Objective,
        Depth,
        DepthWord,
        DetailsWord,
        Report,
        SearchInfo,
        SearchEnd,
        Candidate,
        Correction,
        Because,
        Reason,
        Action,
        Outcomes,
        Outcome,
        Ukeire,
        ByTurn,
        Wins,
        Target,
        YakuShare,
        HanShare,
        TabuRequest,
        TabuOptions,
        TabuReport,
        TabuCandidate,
        TabuTarget,
        TabuWin,
        DangerRequest,
        EstimatorName,
        DangerReport,
        Opponent,
        TileRisk,
        OpponentRisk,
        PaymentShare,
        Fact,
        Cause,
        GameLog,
        Format,
        RoundOfLog,
        FinalPlaces,
        GameOfInput,
        Decision,
        RoundResult,
        RoundWin,
        DrawWord,
        LogBreak,
        HouseRule,
        LogRules,
        TableRule,
        RulesField,
        RulesSource,
        WrittenFormat,
        ConvertedLog,
        JudgeRequest,
        Verdict,
        JudgedAction,
        Unjudged,
        TableOptions,
        Moment,
        ApiError,
        Span,
        ErrorCode,
    );
    text
}

/// A number as documentation writes it: `5,500`.
fn written(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|g| std::str::from_utf8(g).unwrap()).collect();
    groups.join(",")
}

/// The comments of a source file as running text.
fn comments(source: &str) -> String {
    let lines = source.lines().filter_map(|line| line.trim().strip_prefix("///"));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

/// The rule sets by name, for those who list them.
fn compose_rules() -> String {
    let quoted = |sets: &[Preset]| -> Vec<String> {
        sets.iter().map(|preset| format!("\"{}\"", preset.name)).collect()
    };
    let (four, three) = (quoted(&Rules::PRESETS), quoted(&Rules::SANMA));
    format!(
        "// Generated from src/rules/presets.rs; write anew with: UPDATE_API=1 cargo test --lib typescript\n\n\
         /** The name of a rule set of four players. */\n\
         export type RulesName = {};\n\n\
         /** The name of one of three players. */\n\
         export type ThreePlayerRulesName = {};\n\n\
         /** The names of the rule sets of four players, for `context.rules`. */\n\
         export const RULES: readonly RulesName[] = [{}];\n\n\
         /** Those of three players. */\n\
         export const THREE_PLAYER_RULES: readonly ThreePlayerRulesName[] = [{}];\n",
        four.join(" | "),
        three.join(" | "),
        four.join(", "),
        three.join(", ")
    )
}

/// The same as the page shows them.
fn compose_titles() -> String {
    let list = |of: fn(&Preset) -> &str| {
        let lines =
            Rules::PRESETS.iter().map(|preset| format!("  \"{}\": \"{}\",\n", preset.name, of(preset)));
        lines.collect::<String>()
    };
    format!(
        "// Generated from src/rules/presets.rs; write anew with: UPDATE_API=1 cargo test --lib typescript\n\n\
         import type {{ RulesName }} from \"nanikiru\";\n\n\
         /** The rule sets, as English speakers read them. */\n\
         export const RULES_EN: Readonly<Record<RulesName, string>> = {{\n{}}};\n\n\
         /** As Japanese speakers read them. */\n\
         export const RULES_JA: Readonly<Record<RulesName, string>> = {{\n{}}};\n",
        list(|preset| preset.title),
        list(|preset| preset.japanese)
    )
}

#[test]
fn documented_limits_are_those_of_the_search() {
    let text = comments(include_str!("../api.rs"));
    for [first, later] in [crate::analyze::FAST_HANDS, crate::analyze::UNTIMED_HANDS] {
        let limits = format!("of more than {} hands (the first of {})", written(later), written(first));
        assert!(text.contains(&limits), "{limits}");
    }
    let limit = format!("of more than {} hands are estimated", written(crate::analyze::FIRST_HANDS));
    assert!(text.contains(&limit), "{limit}");
    let text = comments(include_str!("log.rs"));
    let (rounds, mib) = (crate::review::MOST_ROUNDS, crate::review::LIMIT >> 20);
    assert!(text.contains(&format!("of more than {rounds} rounds")), "{rounds}");
    assert!(text.contains(&format!("At most {mib} MiB")), "{mib}");
}

/// `Objective::Placement` names the rule sets whose places are worth equal steps.
#[test]
fn documented_rules_with_linear_places_are_those() {
    let text = comments(include_str!("../analyze/options.rs"));
    let (before, others) = text.split_once("linear in the mean rank").unwrap();
    let (_, linear) = before.rsplit_once("With ").unwrap();
    let (others, _) = others.split_once("are not").unwrap();
    for Preset { name, rules, .. } in Rules::PRESETS {
        let [first, second, third, last] = rules.uma;
        let steps = [first + rules.oka - second, second - third, third - last];
        let equal = steps[0] == steps[1] && steps[1] == steps[2];
        let part = if equal { linear } else { others };
        assert!(part.contains(&format!("`{name}`")), "{name}: {steps:?}");
    }
}

#[test]
fn typescript_declarations_are_up_to_date() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let files =
        [("js/api.d.ts", compose()), ("js/rules.ts", compose_rules()), ("www/rules.ts", compose_titles())];
    for (file, composed) in files {
        let path = root.join(file);
        // the crate that is published has no page
        if !path.parent().is_some_and(|folder| folder.is_dir()) {
            continue;
        }
        if std::env::var_os("UPDATE_API").is_some() {
            std::fs::write(&path, &composed).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(committed, composed, "write {file} anew: UPDATE_API=1 cargo test --lib typescript");
    }
}
