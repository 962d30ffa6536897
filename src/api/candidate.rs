//! One row of a report.

use super::danger::Risks;
use super::{
    Action, ByTurn, Correction, HanShare, OpponentRisk, Outcome, Outcomes, Target, TileRisk, Ukeire, Wins,
    YakuShare,
};
use crate::analyze;
use crate::score::Yaku;
use crate::search::{self, Details, Part, Parts, Play, TurnFigures};
use crate::sort;
use crate::tile::{Kind, KindSet};
use serde::Serialize;

/// Where a row's figures come from.
struct Sources<'a> {
    candidate: &'a analyze::Candidate,
    play: &'a Play,
    /// Of the tile that the action discards, or of the north that it sets aside, where the table is known.
    risk: Option<TileRisk>,
}

/// A row's figures, one entry each: what it means, its name and type, and what it is. The declarations of the package, their
/// documents and the checks of both are made of it.
macro_rules! figures {
    (
        $(#[$of_row:meta])* pub struct $row:ident($from:ident) {
            $($(#[$of_figure:meta])* pub $figure:ident: $type:ty = $is:expr;)*
        }
    ) => {
        $(#[$of_row])*
        pub struct $row {
            $($(#[$of_figure])* pub $figure: $type,)*
        }

        impl $row {
            fn of($from: &Sources<'_>) -> $row {
                $row { $($figure: $is,)* }
            }
        }
    };
}

figures! {
    /// One action and what it is worth.
    #[derive(Clone, Debug, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct Candidate(from) {
        /// What to do.
        pub action: Action = Action::from(&from.candidate.action);
        /// What the action is worth: the expected change of the player's points in this round, or of the placement points
        /// of the game with the objective `placement`. It is the sum of what `outcomes` add, each rate times its mean.
        pub value: f64 = from.candidate.value;
        /// 1 for the best action by value and for those that are about equal to it: they differ by less than the
        /// models can tell, and stand in the order of `policy`. Every other action has a group of its own, 2 and on, in
        /// the order of `value`. With `policy: false`, without `players` and with other objectives nothing is about
        /// equal.
        pub group: u32 = from.candidate.group;
        /// Estimated bias of `value` for candidates of this kind, in its unit; with `players`, for points and placement points. Absent
        /// for wins and in riichi. Most of it is shared by all candidates, so it says little about their order.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub value_error: Option<f64> = from.candidate.value_error;
        /// What the search alone says, in points or placement points: `value` without `correction`.
        pub search_value: f64 = from.candidate.searched;
        /// What records of strong players add to it.
        pub correction: Correction = Correction::from(from.candidate);
        /// Probability 0..1 of winning the round.
        pub win_rate: f64 = from.play.win_rate();
        /// Probability 0..1 of being tenpai at any time.
        pub tenpai_rate: f64 = from.play.tenpai_rate;
        /// Probability 0..1 that the round ends in an exhaustive draw with the hand tenpai. With `players` it counts, but for
        /// riichi, that 35 % of such hands are given up before.
        pub tenpai_at_draw: f64 = from.play.tenpai_at_draw;
        /// Probability 0..1 that another player ends the round by a win.
        pub others_rate: f64 = from.play.others_rate;
        /// Probability 0..1 of calling at least once, kans included, this action's own call not counted.
        pub call_rate: f64 = from.play.call_rate;
        /// Probability 0..1 of folding: from some discard on nothing but the safest tile is thrown away.
        pub fold_rate: f64 = from.play.fold_rate;
        /// Shanten after the action.
        pub shanten: i32 = from.candidate.shanten.get();
        /// Tiles that lower shanten after the action.
        pub ukeire: Ukeire = Ukeire {
            kinds: kinds(from.candidate.ukeire.kinds),
            tiles: from.candidate.ukeire.tiles,
        };
        /// The same figures by turn: entry i is after i + 1 more draws. Where `options.details` asks for this candidate.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub by_turn: Option<ByTurn> = from.play.details.as_ref().map(by_turn);
        /// What the wins look like.
        pub wins: Wins = wins(from.play);
        /// The finished hands that it wins with most often, at most five, likeliest first; none where nothing was searched. Where
        /// `options.details` asks for this candidate.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub targets: Option<Vec<Target>> = from.play.details.as_ref().map(|details| targets(from.play, details));
        /// How the round ends after the action: the rates add up to 1, and each rate times its mean to the value in
        /// points or placement points.
        pub outcomes: Outcomes = Outcomes::from(&from.play.parts);
        /// Probability 0..1 that the action's discard, or the north that it sets aside, deals in to anybody; when there
        /// is one and the context has `players`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub deal_in_rate: Option<f64> = from.risk.as_ref().map(|risk| risk.deal_in_rate);
        /// Expected loss by dealing in with that discard, points, honba and riichi sticks left out. Later ones are in
        /// `outcomes.dealIn`, too.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub expected_loss: Option<f64> = from.risk.as_ref().map(|risk| risk.expected_loss);
        /// The same by opponent, in the order of the report's `opponents`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub risks: Option<Vec<OpponentRisk>> = from.risk.as_ref().map(|risk| risk.risks.clone());
        /// Probability 0..1 that a strong player does so, of all that can be done here but wins and abortive draws; when the context has
        /// `players`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub policy: Option<f64> = from.candidate.share;
        /// Whether the figures are averages of hands as far and as wide after it, since a search of this action does not fit.
        pub estimated: bool = from.candidate.estimated;
    }
}

impl Candidate {
    pub(super) fn new(candidate: &analyze::Candidate, risks: Option<&Risks>) -> Candidate {
        let risk = risks.zip(candidate.action.exposed()).map(|(risks, tile)| match candidate.action {
            analyze::Action::Kita => risks.set_aside(tile),
            _ => risks.tile(tile),
        });
        Candidate::of(&Sources { candidate, play: &candidate.play, risk })
    }
}

fn by_turn(details: &Details) -> ByTurn {
    let of = |figure: fn(&TurnFigures) -> f64| details.by_turn.iter().map(figure).collect();
    ByTurn {
        win_rate: of(|turn| turn.win_rate),
        tenpai_rate: of(|turn| turn.tenpai_rate),
        value: of(|turn| turn.value),
    }
}

impl From<&Parts> for Outcomes {
    fn from(parts: &Parts) -> Outcomes {
        let outcome =
            |Part { rate, value }| Outcome { rate, mean: if rate > 0.0 { value / rate } else { 0.0 } };
        Outcomes {
            win: outcome(parts.win),
            deal_in: outcome(parts.deal_in),
            tsumo: outcome(parts.tsumo),
            draw: outcome(parts.draw),
            rest: outcome(parts.rest),
        }
    }
}

/// Each kind once, suit after suit: `36m1z`.
fn kinds(set: KindSet) -> String {
    let kinds: Vec<Kind> = set.iter().collect();
    let suits = kinds.chunk_by(|a, b| a.suit() == b.suit());
    suits
        .map(|suit| {
            let digits: String = suit.iter().map(|kind| kind.number().to_string()).collect();
            format!("{digits}{}", suit[0].suit().letter())
        })
        .collect()
}

/// The finished hands, with their shares of all wins.
fn targets(play: &Play, details: &Details) -> Vec<Target> {
    let target = |target: &search::Target| Target {
        hand: target.hand.to_string(),
        tile: target.tile.to_string(),
        share: target.rate / play.win_rate(),
        mean_points: target.value / target.rate,
        han: target.han.into(),
        yaku: target.yaku.iter().map(|yaku| yaku.name().into()).collect(),
    };
    details.targets.iter().filter(|target| target.rate > 0.0).map(target).collect()
}

fn wins(play: &Play) -> Wins {
    let share = |probability: f64| if play.win_rate() > 0.0 { probability / play.win_rate() } else { 0.0 };
    let yaku = |details: &Details| {
        let yaku = Yaku::ALL.into_iter().map(|yaku| (yaku, share(details.yaku[yaku as usize])));
        let mut yaku: Vec<YakuShare> = yaku
            .filter(|&(_, share)| share > 0.0)
            .map(|(yaku, share)| YakuShare { name: yaku.name().into(), share })
            .collect();
        sort::by(&mut yaku, |a, b| b.share.total_cmp(&a.share));
        yaku
    };
    let han = |details: &Details| {
        let han = details.han.iter().enumerate().map(|(han, &p)| (han as u32, share(p)));
        han.filter(|&(_, share)| share > 0.0).map(|(han, share)| HanShare { han, share }).collect()
    };
    Wins {
        mean_points: share(play.parts.win.value),
        tsumo: share(play.wins.tsumo),
        riichi: share(play.wins.riichi),
        yaku: play.details.as_ref().map(yaku),
        han: play.details.as_ref().map(han),
    }
}
