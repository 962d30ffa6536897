//! What a win is worth: yaku, fu, dora, limits, and who pays.

mod facts;
mod fu;
mod patterns;
mod payment;
mod points;
mod win;
mod yaku;

pub use payment::{
    Liable, Payout, Price, Source, SureYakuman, draw_payments, liable_payments, nagashi_payments, payments,
    shares,
};
pub use points::{Limit, Pot, Value, income};
pub use win::{Claim, Draw, IndicatorError, Indicators, Ready, Riichi, Table, Win};
pub use yaku::{Worth, Yaku, YakuSet};

use crate::hand::{HandError, Meld, WaitingHand};
use crate::rules::{Renhou, Rules, YakumanSum};
use crate::shape::forms::{Form, each_form};
pub use crate::shape::forms::{Place, Standard};
use crate::tile::{Kind, Players, Tile, Wind};
use arrayvec::ArrayVec;
pub use facts::Circumstances;
use facts::{Facts, FormReading};

/// What a win is worth, read as its most valuable form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// Its yaku; only its yakuman when it has any.
    pub yaku: YakuSet,
    /// Whether no meld opens the hand.
    pub closed: bool,
    /// The dora in it; they count nothing beside a yakuman or renhou.
    pub dora: Dora,
    /// Han and rounded fu, or yakuman.
    pub value: Value,
    /// The form that was read.
    pub form: Form,
    /// Who is liable for which yakuman.
    pub liable: ArrayVec<Liable, 2>,
}

/// How many dora of each sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dora {
    /// By the dora indicators, a kind as often as it is shown.
    pub dora: u8,
    /// By the ura-dora indicators.
    pub ura: u8,
    /// Red fives.
    pub red: u8,
    /// Norths set aside, one han each; those that an indicator shows count as dora, too.
    pub kita: u8,
}

/// Why there is no score.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScoreError {
    /// The winning tile cannot exist beside the hand.
    #[error(transparent)]
    Tile(#[from] HandError),
    /// The tile does not complete the hand.
    #[error("{tile} does not complete the hand")]
    Incomplete {
        /// The tile.
        tile: Tile,
    },
    /// The hand is complete and has no yaku; dora are none.
    #[error("the hand is complete but has no yaku")]
    NoYaku,
    /// The hand or the table cannot be part of such a win.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
}

/// A win that cannot have come about with this hand at this table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Contradiction {
    /// Riichi needs a closed hand.
    #[error("riichi with an open hand")]
    OpenRiichi,
    /// A replacement tile needs a kan or a north set aside.
    #[error("a replacement tile without a kan")]
    RinshanWithoutKan,
    /// The hand is of another number of players than the rules are for.
    #[error("a hand of {hand}, and rules for {rules}")]
    Players {
        /// Those that the hand is dealt for.
        hand: Players,
        /// Those that the rules are for.
        rules: Players,
    },
    /// A north that is set aside ends the first turn, as calls do.
    #[error("a win before any call, with a north set aside")]
    KitaBeforeCalls,
    /// Before any call nobody has melds.
    #[error("a win before any call, with a meld")]
    MeldBeforeCalls,
    /// The dealer has drawn before anybody discards.
    #[error("the dealer has no discard to win on before the first draw")]
    DealerBeforeDraw,
    /// The other three tiles of a robbed kan are not in the winner's hand.
    #[error("a robbed kan of a kind that the winner holds")]
    ChankanOfOwnKind,
}

/// The score of `hand` winning on `tile`: of the form with the most points, then han, then fu.
///
/// ```
/// use nanikiru::hand::{Melds, WaitingHand};
/// use nanikiru::rules::Rules;
/// use nanikiru::score::{Indicators, Pot, Table, Value, Win, Yaku, income, score};
/// use nanikiru::tile::{Counts, Kind, Reds, Tile, Wind};
///
/// // 23456m456p789s22s waiting on 1m, 4m, 7m
/// let counts = [0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
/// let hand = WaitingHand::new(Counts::new(counts)?, Reds::NONE, Melds::new())?;
/// let table = Table { round: Wind::East, seat: Wind::South, dora: Indicators::NONE };
/// let tile = Tile::plain(Kind::new(0).expect("1m"));
/// let won = score(&hand, tile, &Win::RIICHI_RON, &table, &Rules::TENHOU)?;
/// assert_eq!(won.yaku.iter().collect::<Vec<_>>(), [Yaku::Riichi, Yaku::Pinfu]);
/// assert_eq!(won.value, Value::Han { han: 2, fu: 30 });
/// assert_eq!(income(won.value, false, false, &Rules::TENHOU, Pot { honba: 1, sticks: 1 }), 2_000 + 300 + 1_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the tile cannot exist beside the hand, does not complete it, or completes it without a
/// yaku; and when the hand contradicts the win.
pub fn score(
    hand: &WaitingHand,
    tile: Tile,
    win: &Win,
    table: &Table,
    rules: &Rules,
) -> Result<Score, ScoreError> {
    let [score] = scores(hand, tile, [win], table, rules);
    score
}

/// The same of several wins with one tile: what they share, above all the forms, is found once.
pub(crate) fn scores<const N: usize>(
    hand: &WaitingHand,
    tile: Tile,
    wins: [&Win; N],
    table: &Table,
    rules: &Rules,
) -> [Result<Score, ScoreError>; N] {
    let shared = Facts::new(hand, tile, Circumstances { win: &Win::TSUMO, table, rules });
    let mut scored = wins.map(|win| WinScorer::of(shared.won(win)));
    let mut complete = false;
    each_form(hand, tile.kind(), |form| {
        complete = true;
        scored.iter_mut().flatten().for_each(|scored| scored.look_at(form));
    });
    scored.map(|scored| scored?.score(hand, complete))
}

/// A win, and the most valuable of the forms that were looked at.
struct WinScorer<'a> {
    facts: Facts<'a>,
    of_hand: YakuSet,
    dora: Dora,
    best: Option<BestForm>,
}

/// A form with its rank.
struct BestForm {
    rank: (i32, u8, u8),
    value: Value,
    yaku: YakuSet,
    form: Form,
}

impl<'a> WinScorer<'a> {
    fn of(facts: Facts<'a>) -> Result<WinScorer<'a>, ScoreError> {
        exists(&facts)?;
        fits(&facts)?;
        let (dora, of_hand) = (dora(&facts), yaku::of_hand(&facts));
        Ok(WinScorer { facts, of_hand, dora, best: None })
    }

    fn look_at(&mut self, form: Form) {
        let WinScorer { facts, of_hand, dora, best } = self;
        let Some((value, yaku)) = value(facts, *of_hand, &facts.read(form), *dora) else { return };
        let rank = rank(value, facts.rules);
        if best.as_ref().is_none_or(|best| rank > best.rank) {
            *best = Some(BestForm { rank, value, yaku, form });
        }
    }

    fn score(self, hand: &WaitingHand, complete: bool) -> Result<Score, ScoreError> {
        let WinScorer { facts, dora, best, .. } = self;
        if !complete {
            return Err(ScoreError::Incomplete { tile: facts.tile });
        }
        let BestForm { value, yaku, form, .. } = best.ok_or(ScoreError::NoYaku)?;
        let liable = payment::liable(hand.melds(), yaku, facts.rules);
        Ok(Score { yaku, closed: facts.closed, dora, value, form, liable })
    }
}

/// What one form is worth on `tile`, without dora; `None` when it has no yaku.
///
/// For estimates that know a hand by its groups: it may have fewer than four of them, and nobody asks
/// whether its tiles exist or whether it can be won so.
pub fn score_form(melds: &[Meld], form: Standard, tile: Kind, won: Circumstances<'_>) -> Option<Value> {
    let facts = Facts::of_groups(melds, &form, tile, won);
    let reading = facts.read(Form::Standard(form));
    value(&facts, yaku::of_hand(&facts), &reading, Dora::default()).map(|(value, _)| value)
}

/// Whether the winning tile can exist beside the hand.
fn exists(facts: &Facts) -> Result<(), HandError> {
    let (tile, kind) = (facts.tile, facts.tile.kind());
    if !facts.deck.players().has(kind) {
        return Err(HandError::NotInDeck { kind });
    }
    let aside = if kind == Kind::wind(Wind::North) { facts.deck.kita() } else { 0 };
    let count = usize::from(facts.owned[kind.index()] + aside);
    if count > 4 {
        return Err(HandError::TooManyCopies { kind, count });
    }
    if tile.is_red() && facts.reds.contains(kind.suit()) {
        return Err(HandError::RedFive { tile, count: 2 });
    }
    Ok(())
}

/// Whether such a win can come about with this hand at this table.
fn fits(facts: &Facts) -> Result<(), Contradiction> {
    let first = matches!(facts.win, Win::FirstDraw | Win::FirstDiscard);
    let chankan = matches!(facts.win, Win::Ron { claim: Claim::Chankan, .. });
    let rinshan = matches!(facts.win, Win::Rinshan { .. });
    if facts.win.riichi().is_some() && !facts.closed {
        return Err(Contradiction::OpenRiichi);
    }
    let (hand, rules) = (facts.deck.players(), facts.rules.players);
    if hand != rules {
        return Err(Contradiction::Players { hand, rules });
    }
    if rinshan && facts.kans == 0 && facts.deck.kita() == 0 {
        return Err(Contradiction::RinshanWithoutKan);
    }
    if first && facts.deck.kita() > 0 {
        return Err(Contradiction::KitaBeforeCalls);
    }
    if first && !facts.melds.is_empty() {
        return Err(Contradiction::MeldBeforeCalls);
    }
    if *facts.win == Win::FirstDiscard && facts.table.seat == Wind::East {
        return Err(Contradiction::DealerBeforeDraw);
    }
    if chankan && facts.owned[facts.tile.kind().index()] > 1 {
        return Err(Contradiction::ChankanOfOwnKind);
    }
    Ok(())
}

fn dora(facts: &Facts) -> Dora {
    let rules = facts.rules;
    let ura = facts.win.riichi().filter(|_| rules.ura_dora).map_or(0, |r| facts.dora(r.ura.kinds()));
    let won = u8::from(facts.tile.is_red()) << facts.tile.kind().suit().index();
    let reds = (facts.reds.bits() | won) & rules.red_fives.bits();
    let kita = facts.deck.kita();
    Dora { dora: facts.dora(facts.table.dora.kinds()), ura, red: reds.count_ones() as u8, kita }
}

/// The value of one form and the yaku that make it, if there are any.
fn value(facts: &Facts, of_hand: YakuSet, reading: &FormReading, dora: Dora) -> Option<(Value, YakuSet)> {
    let all = yaku::of_form(facts, reading).union(of_hand);
    let rules = facts.rules;
    let all = if facts.closed { all } else { all.minus(yaku::CLOSED_ONLY) };
    let renhou = YakuSet::EMPTY.with(Yaku::Renhou);
    let top = if rules.renhou == Renhou::Yakuman { yaku::YAKUMAN.union(renhou) } else { yaku::YAKUMAN };
    let yakuman = all.intersection(top);
    if !yakuman.is_empty() {
        let sum = yakuman.iter().map(|y| yakuman_of(y, rules)).sum();
        let count = if rules.yakuman_sum == YakumanSum::Single { 1 } else { sum };
        return Some((Value::Yakuman(count), yakuman));
    }
    let fu = fu::fu(facts, reading);
    let common = all.minus(renhou);
    let han = common.iter().map(|yaku| han_of(yaku, facts.closed)).sum::<u8>();
    let plain = (han > 0).then(|| (Value::Han { han: han + dora.total(), fu }, common));
    let mangan = all.contains(Yaku::Renhou).then_some((Value::Han { han: MANGAN_HAN, fu }, renhou));
    plain.into_iter().chain(mangan).max_by_key(|(value, _)| rank(*value, rules))
}

/// Points first; then the larger han, then fu.
fn rank(value: Value, rules: &Rules) -> (i32, u8, u8) {
    let (han, fu) = match value {
        Value::Han { han, fu } => (han, fu),
        Value::Yakuman(_) => (0, 0),
    };
    (value.base(rules), han, fu)
}

/// Han that make a mangan.
const MANGAN_HAN: u8 = 5;

/// Han of a yaku that is no yakuman.
fn han_of(yaku: Yaku, closed: bool) -> u8 {
    match yaku.worth() {
        Worth::Closed(han) | Worth::Any(han) => han,
        Worth::Falls(han) => han - u8::from(!closed),
        Worth::Limit => MANGAN_HAN,
        Worth::Yakuman => 0,
    }
}

/// One, or two for a pattern that counts twice.
fn yakuman_of(yaku: Yaku, rules: &Rules) -> u8 {
    let double = rules.double_yakuman;
    1 + u8::from(match yaku {
        Yaku::SuuankouTanki => double.suuankou_tanki,
        Yaku::Kokushi13 => double.kokushi_13,
        Yaku::JunseiChuuren => double.junsei_chuuren,
        Yaku::Daisuushii => double.daisuushii,
        _ => false,
    })
}

/// What one yaku adds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Share {
    /// Han.
    Han(u8),
    /// Yakuman, before several of them are capped.
    Yakuman(u8),
}

impl Score {
    /// What the win is paid by.
    pub fn price(&self) -> Price<'_> {
        Price { value: self.value, liable: &self.liable }
    }

    /// Each yaku with what it adds; dora are apart.
    pub fn shares(&self, rules: &Rules) -> impl Iterator<Item = (Yaku, Share)> {
        let share = move |yaku| match self.value {
            Value::Han { .. } => Share::Han(han_of(yaku, self.closed)),
            Value::Yakuman(_) => Share::Yakuman(yakuman_of(yaku, rules)),
        };
        self.yaku.iter().map(move |yaku| (yaku, share(yaku)))
    }
}

impl Dora {
    /// All of them, one han each.
    pub const fn total(self) -> u8 {
        self.dora + self.ura + self.red + self.kita
    }
}
