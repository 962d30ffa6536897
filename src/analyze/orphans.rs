//! Far hands that are nearer to thirteen orphans than to any other form.
//!
//! A search of the shortest ways knows all that such a hand can become: each of thirteen kinds is wanted, and no exchange more makes it wider. So
//! what corrects the searches of other far hands, which know few of their ways, is not true of it. Of 8,065 recorded discards that left such
//! a hand 1.9 % won, where the search says 1.6 %. They are 1 in
//! 1,000 discards: too few among the decisions of the other fits for a figure of their own.

use super::outcome::with_parts;
use super::pooling::USUAL_WIN;
use crate::hand::WaitingHand;
use crate::search::{Part, Parts, Play};
use crate::shape::{Shanten, shanten_by_form};

/// How often such a hand wins in another way, once it has changed its plan.
const OTHER_WINS: f64 = 0.005;

/// Whether the hand is 2-shanten or farther, and thirteen orphans are nearer than any other form.
pub(super) fn are_nearest(hand: &WaitingHand) -> bool {
    let forms = shanten_by_form(hand);
    let nearer = |orphans: Shanten| {
        orphans.get() >= 2
            && orphans < forms.standard
            && forms.seven_pairs.is_none_or(|pairs| orphans < pairs)
    };
    forms.thirteen_orphans.is_some_and(nearer)
}

/// A play with as many wins as its search knows, and those in other ways; the other ends come as often to each other as before. A point
/// is worth `point` in the unit of its value.
pub(super) fn as_searched(play: &Play, searched: f64, point: f64) -> Play {
    let Parts { win, deal_in, tsumo, draw, rest } = play.parts;
    let rate = searched + OTHER_WINS;
    let each = if win.rate > 0.0 { win.value / win.rate } else { 0.0 };
    let lost = (1.0 - rate) / (1.0 - win.rate);
    let part = |part: Part| Part { rate: part.rate * lost, value: part.value * lost };
    let parts = Parts {
        win: Part { rate, value: searched * each + OTHER_WINS * USUAL_WIN * point },
        deal_in: part(deal_in),
        tsumo: part(tsumo),
        draw: part(draw),
        rest: part(rest),
    };
    with_parts(play, parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::WinKinds;

    fn play(win: Part) -> Play {
        let part = |rate: f64, each: f64| Part { rate, value: rate * each };
        let parts = Parts {
            win,
            deal_in: part(0.1, -5_000.0),
            tsumo: part(0.3, -2_500.0),
            draw: part(0.3, -500.0),
            rest: part(0.3 - win.rate, 0.0),
        };
        Play {
            tenpai_rate: win.rate,
            tenpai_at_draw: 0.0,
            others_rate: 0.7 - win.rate,
            call_rate: 0.0,
            fold_rate: 0.0,
            wins: WinKinds::NONE,
            parts,
            details: None,
        }
    }

    #[test]
    fn wins_are_those_of_the_search_and_a_few_more() {
        let searched = play(Part { rate: 0.06, value: 0.06 * 40_000.0 });
        let play = as_searched(&searched, 0.01, 2.0);
        let [win, others @ ..] = play.parts.all();
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
        near(win.rate, 0.01 + OTHER_WINS);
        near(win.value, 0.01 * 40_000.0 + OTHER_WINS * 2.0 * USUAL_WIN);
        near(play.parts.all().iter().map(|part| part.rate).sum(), 1.0);
        for (now, before) in others.into_iter().zip(&searched.parts.all()[1..]) {
            near(now.rate / before.rate, (0.99 - OTHER_WINS) / 0.94);
            near(now.value * before.rate, before.value * now.rate);
        }
    }

    #[test]
    fn the_nearest_form_counts() {
        let nearest = |hand: &str| are_nearest(&hand.parse().unwrap());
        assert!(nearest("159m258p17s13567z"));
        assert!(!nearest("19m19p19s1234567z"), "tenpai");
        assert!(!nearest("159m19p19s123456z"), "1-shanten");
        assert!(!nearest("11m1199p1199s123z"), "seven pairs are as near");
        assert!(!nearest("123m456p789s1122z"));
    }
}
