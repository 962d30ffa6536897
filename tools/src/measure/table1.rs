//! Table 1 of Kurita & Hoki (DAG): how many hands a search holds, by shanten, n and m_f.

use crate::measure::depth::counted;
use crate::measure::markdown::{self, Block};
use crate::measure::position::Position;
use crate::measure::{Scope, sample};
use nanikiru::search::{Kans, Root, SearchError, count_hands};
use nanikiru::shape::shanten;
use nanikiru::tile::{KindSet, Players};
use nanikiru_tools::games::archives;
use nanikiru_tools::{thousands, workers};
use std::fmt;

/// The paper's rows: shanten, n, m_f, mean of |Q_S|.
const PAPER: [(i32, usize, usize, u32); 21] = [
    (1, 1, 0, 57),
    (1, 1, 1, 180),
    (1, 2, 0, 2_323),
    (1, 2, 1, 5_804),
    (1, 3, 0, 13_631),
    (1, 3, 1, 32_859),
    (2, 2, 0, 337),
    (2, 2, 1, 765),
    (2, 2, 2, 949),
    (2, 3, 0, 7_865),
    (2, 3, 1, 20_044),
    (2, 3, 2, 26_602),
    (3, 3, 0, 2_091),
    (3, 3, 1, 4_802),
    (3, 3, 2, 6_305),
    (3, 4, 0, 36_919),
    (3, 4, 1, 103_249),
    (3, 4, 2, 139_468),
    (4, 4, 0, 10_737),
    (4, 4, 1, 30_243),
    (4, 4, 2, 40_614),
];

/// A hand with the size of its searches, row by row of the paper.
struct HandSizes {
    drawn: i32,
    before: i32,
    hands: Sizes,
    /// The same with plain fives in the place of red ones.
    without_reds: Sizes,
    /// The same without kans.
    without_kans: Sizes,
}

/// Sizes by row; `None` where it was not asked for, or cannot be counted.
type Sizes = [Option<usize>; PAPER.len()];

/// A choice of hands and of how they are counted: a column of the table.
struct Column {
    shanten: fn(&HandSizes) -> i32,
    hands: fn(&HandSizes) -> &Sizes,
}

/// By shanten of the 14 tiles, then of the 13 before the draw.
const COLUMNS: [Column; 6] = [
    Column { shanten: |c| c.drawn, hands: |c| &c.hands },
    Column { shanten: |c| c.drawn, hands: |c| &c.without_reds },
    Column { shanten: |c| c.drawn, hands: |c| &c.without_kans },
    Column { shanten: |c| c.before, hands: |c| &c.hands },
    Column { shanten: |c| c.before, hands: |c| &c.without_reds },
    Column { shanten: |c| c.before, hands: |c| &c.without_kans },
];

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    scope: Scope,
    /// Writes its table into docs/results.md, with machine, day and commit
    #[arg(long, conflicts_with_all = ["sample", "seed"])]
    markdown: bool,
}

/// Prints the table.
pub fn print(arguments: &Arguments) -> Result<(), String> {
    let scope = &arguments.scope;
    // a player in riichi has nothing to search
    let fourth = |d: &sample::Decision| d.turn() == 4 && !d.fixed();
    let positions = sample::positions(&archives(Players::Four)?, scope.sample_or(1_200), scope.seed, fourth)?;
    let hands = workers::each(&positions, scope.threads, count);
    let counted: Vec<HandSizes> = hands.into_iter().collect::<Result<_, _>>()?;
    if arguments.markdown {
        return markdown::write("cargo tools measure table1 --markdown", &[block(&counted)]);
    }
    println!("## Table 1 of Kurita & Hoki (DAG): mean number of hands |Q_S|\n");
    println!(
        "{} hands at a player's fourth discard after a draw, one of a game, hanchan and tonpuu. Riichi copies are\n\
         not counted. Drawn: by shanten of the 14 tiles; before: of the 13 before the draw. +-: 95 % interval of the mean.\n",
        counted.len()
    );
    println!(
        "| shanten | n | m_f | paper | drawn | no red fives | nor kans | hands | too large | before | no red fives | nor kans | hands | too large |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (row, (shanten, n, calls, paper)) in PAPER.into_iter().enumerate() {
        let mut line = format!("| {shanten} | {n} | {calls} | {paper} ");
        for columns in COLUMNS.chunks(COLUMNS.len() / 2) {
            for Column { shanten: by, hands } in columns {
                let of = counted.iter().filter(|c| by(c) == shanten);
                line += &format!("| {} ", Mean::of(of.filter_map(|c| hands(c)[row])));
            }
            let all = || counted.iter().filter(|c| (columns[0].shanten)(c) == shanten);
            let uncounted = all().filter(|c| (columns[0].hands)(c)[row].is_none()).count();
            line += &format!("| {} | {uncounted} ", all().count());
        }
        println!("{line}|");
    }
    println!();
    Ok(())
}

/// By shanten of the 14 tiles.
fn block(counted: &[HandSizes]) -> Block {
    let head =
        ["shanten, n, m_f", "hands", "paper", "ours", "without red fives", "without red fives and kans"];
    let mut block = Block::new("table1", &head.map(String::from));
    for (row, (shanten, n, calls, paper)) in PAPER.into_iter().enumerate() {
        let of = || counted.iter().filter(|c| c.drawn == shanten);
        let mean = |hands: fn(&HandSizes) -> &Sizes| {
            let mean = Mean::of(of().filter_map(|c| hands(c)[row]));
            if mean.count == 0 {
                "-".to_string()
            } else {
                thousands((mean.sum / mean.count as f64).round() as u64)
            }
        };
        block.push(&[
            format!("{shanten}, {n}, {calls}"),
            of().count().to_string(),
            thousands(paper.into()),
            mean(|c| &c.hands),
            mean(|c| &c.without_reds),
            mean(|c| &c.without_kans),
        ]);
    }
    block
}

fn count(position: &Position) -> Result<HandSizes, String> {
    let (drawn, before) = (position.shanten().get(), shanten(&position.before).get());
    let plain = position.without_reds()?;
    let wanted = |shanten| shanten == drawn || shanten == before;
    Ok(HandSizes {
        drawn,
        before,
        hands: sizes(position, Kans::Replacement, wanted)?,
        without_reds: sizes(&plain, Kans::Replacement, wanted)?,
        without_kans: sizes(&plain, Kans::None, wanted)?,
    })
}

/// The rows of the wanted shanten.
fn sizes(position: &Position, kans: Kans, wanted: impl Fn(i32) -> bool) -> Result<Sizes, String> {
    let situation = position.situation()?;
    let unseen = situation.unseen();
    let root = Root::Drawn { hand: &position.hand, forbidden: KindSet::EMPTY };
    let mut hands = [None; PAPER.len()];
    for (row, &(shanten, exchanges, calls, _)) in PAPER.iter().enumerate() {
        if wanted(shanten) {
            hands[row] = match count_hands(root, unseen, &counted(exchanges, calls, kans)) {
                Ok(number) => Some(number),
                // a suit with more parts than can be numbered
                Err(SearchError::TooLarge { .. }) => None,
                Err(error) => return Err(error.to_string()),
            };
        }
    }
    Ok(hands)
}

/// A mean with its error.
#[derive(Default)]
struct Mean {
    count: usize,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn of(numbers: impl Iterator<Item = usize>) -> Mean {
        numbers.fold(Mean::default(), |mean, number| {
            let x = number as f64;
            Mean { count: mean.count + 1, sum: mean.sum + x, squares: mean.squares + x * x }
        })
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.count as f64;
        if self.count == 0 {
            return f.write_str("-");
        }
        let mean = self.sum / n;
        let variance = (self.squares / n - mean * mean).max(0.0) * n / (n - 1.0).max(1.0);
        write!(f, "{mean:.0} +- {:.0}", 1.96 * (variance / n).sqrt())
    }
}
