//! Hands that are the same in riichi.

use super::super::*;
use super::{Position, Random, coming_riichi, threatened};

#[test]
fn hands_of_one_sort_are_worth_the_same_in_riichi_to_the_bit() {
    let mut random = Random(11);
    let (mut hands, mut sorts, mut with_kans) = (0, 0, 0);
    for i in 0..12 {
        let mut position = Position::new(&mut random);
        if i % 2 == 1 {
            threatened(&mut position.chance.steps, 1.0);
            position.chance.coming_riichi = Some(coming_riichi(&position.chance));
        }
        let options = Options { exchanges: Exchanges::Beyond(1), kans: Kans::Held, ..Options::default() };
        if position.shanten() > 2 {
            continue;
        }
        position.solve(&options, |solved| {
            for model in &solved.models {
                sorts += model.goals.classes.len();
                for number in 0..model.goals.tenpai.len() {
                    let alone = model.riichi_of(number).map(|_| model.riichi_family(number, 0));
                    assert_eq!(alone.is_some(), model.is_closed(model.goals.tenpai[number].node as usize));
                    if let Some(alone) = alone {
                        assert_eq!(
                            Some(&alone[&number]),
                            model.riichi_of(number).map(|riichi| &riichi.later)
                        );
                        hands += 1;
                        with_kans += usize::from(!model.goals.tenpai[number].kans.is_empty());
                    }
                }
            }
        });
    }
    assert!(sorts > 100 && hands > sorts + sorts / 2 && with_kans > 0, "{hands} {sorts} {with_kans}");
}
