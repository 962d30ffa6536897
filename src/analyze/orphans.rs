//! Hands that are nearer to thirteen orphans than to any other form.
//!
//! The shortest ways, which are all that a search of so far a hand holds, win by thirteen orphans alone. Records say that such hands win more
//! often than that, and those other wins are no yakuman: they pay what wins usually do.

use super::outcome::with_parts;
use super::recorded::USUAL_WIN;
use crate::hand::WaitingHand;
use crate::search::{Part, Parts, Play};
use crate::shape::shanten_by_form;

/// Whether thirteen orphans are nearer than any other form.
pub(super) fn are_nearest(hand: &WaitingHand) -> bool {
    let forms = shanten_by_form(hand);
    let nearer = |orphans| orphans < forms.standard && forms.seven_pairs.is_none_or(|pairs| orphans < pairs);
    forms.thirteen_orphans.is_some_and(nearer)
}

/// A play whose wins beyond this rate, which its search knows, pay as wins usually do; a point is worth `point` in the unit of its value.
pub(super) fn paid(play: &Play, searched: f64, point: f64) -> Play {
    let Part { rate, value } = play.parts.win;
    let more = rate - searched;
    if more <= 0.0 {
        return play.clone();
    }
    let win = Part { rate, value: value * searched / rate + more * USUAL_WIN * point };
    with_parts(play, Parts { win, ..play.parts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Mix;

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
            value: parts.all().iter().map(|part| part.value).sum(),
            win_rate: win.rate,
            tenpai_rate: win.rate,
            tenpai_at_draw: 0.0,
            others_rate: 0.7 - win.rate,
            call_rate: 0.0,
            fold_rate: 0.0,
            wins: Mix::unknown(win.value),
            parts,
            details: None,
        }
    }

    #[test]
    fn wins_that_no_search_knows_pay_as_usual() {
        let told = play(Part { rate: 0.06, value: 0.06 * 40_000.0 });
        let paid = paid(&told, 0.01, 2.0);
        let win = 0.01 * 40_000.0 + 0.05 * 12_000.0;
        assert!((paid.parts.win.value - win).abs() < 1e-9);
        assert_eq!(paid.win_rate, told.win_rate);
        assert!((paid.value - (told.value - 2_400.0 + win)).abs() < 1e-9);
        assert_eq!(super::paid(&told, 0.06, 2.0), told);
        assert_eq!(super::paid(&told, 0.2, 2.0), told);
    }

    #[test]
    fn the_nearest_form_counts() {
        let nearest = |hand: &str| are_nearest(&hand.parse().unwrap());
        assert!(nearest("159m258p47s13567z"));
        assert!(nearest("19m19p19s1234567z"));
        assert!(!nearest("19m1199p1199s123z"), "seven pairs are as near");
        assert!(!nearest("123m456p789s1122z"));
    }
}
