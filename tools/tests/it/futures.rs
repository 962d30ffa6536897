//! What became of decisions of made-up games, at tables of four and of three.

use crate::records;
use nanikiru::replay::{Room, mjai};
use nanikiru::rules::Rules;
use nanikiru_tools::decisions::look_at;
use nanikiru_tools::futures::{End, Follower, Future};

/// Every decision of some games by these rules.
fn futures(rules: &Rules) -> Vec<Future> {
    let mut all = Vec::new();
    for seed in 0..6 {
        let logs = records::game(seed, 4, rules);
        let text = mjai::write(&Room { rules: rules.clone(), ..Room::USUAL }, None, &logs);
        let mut follower = Follower::new(rules.players, 1, |future| all.push(future));
        assert!(look_at(rules.players, "made up", text.as_bytes(), &mut follower), "{seed}");
    }
    all
}

#[test]
fn opponents_are_those_who_play() {
    for rules in [&Rules::TENHOU, &Rules::TENHOU_SANMA] {
        let others = rules.players.count() - 1;
        let (mut tenpai, mut tsumo, mut ron) = ([0; 3], [0; 3], [0; 3]);
        for future in futures(rules) {
            assert_eq!(future.outlook.opponents.len(), others);
            for step in &future.steps {
                tenpai.iter_mut().zip(step.tenpai).for_each(|(n, is)| *n += usize::from(is));
                let nobody = &step.discards[others..];
                assert!(nobody.iter().all(|discard| discard.wait.is_none() && !discard.hit));
                match step.end {
                    End::Tsumo { by, pays } => {
                        assert!(pays > 0);
                        tsumo[by] += 1;
                    }
                    End::Ron { pays } | End::DealIn { pays } => {
                        pays.iter().zip(&mut ron).for_each(|(pays, n)| *n += usize::from(pays.is_some()));
                    }
                    _ => {}
                }
            }
        }
        for i in 0..3 {
            let all = [tenpai[i] > 0, tsumo[i] > 0, ron[i] > 0];
            assert_eq!(all, [i < others; 3], "{}: {i}", rules.players);
        }
    }
}

/// What a ron can be worth, without counters: points of every han and fu, and of limits.
fn prices() -> Vec<i32> {
    let fu = (20..=110).step_by(10).chain([25]);
    let small = fu.flat_map(|fu| (1..=4).map(move |han| (fu << (2 + han)).min(2_000)));
    let limits = [2_000, 3_000, 4_000, 6_000].into_iter().chain((1..=6).map(|yakuman| 8_000 * yakuman));
    small.chain(limits).flat_map(|base| [4, 6].map(|times| (times * base + 99) / 100 * 100)).collect()
}

/// Counters of made-up games, whose dealers stay, would make other points of them.
#[test]
fn payments_are_without_honba() {
    let prices = prices();
    for rules in [&Rules::TENHOU, &Rules::TENHOU_SANMA] {
        let mut seen = 0;
        for future in futures(rules) {
            let Some(End::Ron { pays } | End::DealIn { pays }) = future.steps.last().map(|step| step.end)
            else {
                continue;
            };
            for pays in pays.into_iter().flatten() {
                assert!(prices.contains(&pays), "{pays}");
                seen += 1;
            }
        }
        assert!(seen > 20, "{seen}");
    }
}
