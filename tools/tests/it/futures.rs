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
