//! Every decision on a line, for looking at disagreements one by one.

use super::verdict::{Row, Verdict};
use nanikiru::analyze::{Action, Position};
use nanikiru::round::{Manner, RiverTile};
use nanikiru::tile::notation::to_mpsz;
use nanikiru::tile::{Seat, Wind};
use nanikiru_tools::moment::threat_name;
use std::io::{self, Write};

/// Names of the columns.
const COLUMNS: [&str; 22] = [
    "key",
    "game",
    "round",
    "event",
    "questions",
    "threat",
    "last",
    "wind",
    "seat",
    "turn",
    "left",
    "scores",
    "dora",
    "hand",
    "offered",
    "table",
    "done",
    "ours",
    "place",
    "loss",
    "outcome",
    "rows",
];

/// The names of the columns on one line.
pub fn head(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", COLUMNS.join("\t"))
}

/// One decision on one line.
pub fn line(out: &mut impl Write, verdict: &Verdict) -> io::Result<()> {
    let taken = verdict.taken;
    let decision = &taken.decision;
    let table = decision.round.table();
    let winds = Wind::ALL.map(|wind| table.dealer().after(wind.index()));
    let scores: Vec<String> = winds.iter().map(|&seat| table.scores()[seat].to_string()).collect();
    let (hand, offered) = match &verdict.asked.position {
        Position::Drawn { hand, drawn } => {
            (hand.to_string(), drawn.map_or(String::new(), |tile| format!("drew {tile}")))
        }
        Position::Waiting { hand, offered } => {
            let offered = offered.map(|offered| format!("{} from {}", offered.tile, offered.from.name()));
            (hand.to_string(), offered.unwrap_or_default())
        }
    };
    let players: Vec<String> = winds.iter().map(|&seat| player(verdict, seat)).collect();
    let questions: Vec<String> = taken.questions.iter().map(|q| format!("{q:?}")).collect();
    let rows: Vec<String> = verdict.rows.iter().map(figures).collect();
    let outcome = &taken.outcome;
    let cells = [
        format!("{:016x}", taken.key),
        taken.game.0.clone(),
        format!(
            "{}:{}{}-{}",
            taken.game.1,
            ["E", "S", "W", "N"][table.wind().index()],
            table.dealer().index() + 1,
            table.honba()
        ),
        decision.events.to_string(),
        questions.join(" "),
        threat_name(taken.threat).to_string(),
        taken.last.to_string(),
        ["E", "S", "W", "N"][decision.seat.wind(table.dealer()).index()].to_string(),
        decision.seat.index().to_string(),
        verdict.turn.to_string(),
        table.tiles_left().to_string(),
        scores.join(" "),
        to_mpsz(table.indicators().iter().copied()),
        hand,
        offered,
        players.join(" | "),
        text(&verdict.theirs().action),
        text(&verdict.ours().action),
        verdict.place().map_or(String::new(), |place| (place + 1).to_string()),
        format!("{:.0}", verdict.loss()),
        format!("{} {:+} tenpai {}", outcome.round_end.name(), outcome.change, outcome.tenpai),
        rows.join("; "),
    ];
    writeln!(out, "{}", cells.join("\t"))
}

/// An action in short.
fn text(action: &Action) -> String {
    match *action {
        Action::Discard { tile, riichi: false } => tile.to_string(),
        Action::Discard { tile, riichi: true } => format!("{tile}*"),
        Action::Chi { own, discard } => format!("chi {}>{discard}", to_mpsz(own)),
        Action::Pon { own, discard } => format!("pon {}>{discard}", to_mpsz(own)),
        Action::Ankan { kind } => format!("ankan {kind}"),
        Action::Kakan { tile } => format!("kakan {tile}"),
        Action::Kita => "kita".to_string(),
        Action::Daiminkan => "daiminkan".to_string(),
        Action::Tsumo => "tsumo".to_string(),
        Action::NineTerminals => "nine terminals".to_string(),
        Action::Ron => "ron".to_string(),
        Action::Pass => "pass".to_string(),
    }
}

/// Value, then each part's rate and value, shanten, ukeire, the discard's deal-in rate and policy.
fn figures(row: &Row) -> String {
    let parts = row.parts.all().map(|part| format!("{:.1}%{:+.0}", 100.0 * part.rate, part.value));
    let deal_in = row.deal_in.map_or(String::new(), |rate| format!(" discard {:.1}%", 100.0 * rate));
    let policy = row.policy.map_or(String::new(), |share| format!(" policy {:.2}%", 100.0 * share));
    let Row { action, value, shanten, ukeire, .. } = row;
    format!("{} {value:.0} [{}] {shanten}-shanten {ukeire}{deal_in}{policy}", text(action), parts.join(" "))
}

fn player(verdict: &Verdict, seat: Seat) -> String {
    let player = verdict.taken.decision.round.table().player(seat);
    let melds: Vec<String> = player.melds().iter().map(|meld| meld.to_string()).collect();
    let river: String = player.river().iter().map(discard).collect();
    [river, melds.join(" ")].join(" ").trim().to_string()
}

fn discard(discard: &RiverTile) -> String {
    let RiverTile { tile, manner, riichi, called_by, .. } = discard;
    let drawn = if *manner == Manner::Tsumogiri { "-" } else { "" };
    let riichi = if *riichi { "*" } else { "" };
    let called = if called_by.is_some() { "^" } else { "" };
    format!("{tile}{drawn}{riichi}{called}")
}
