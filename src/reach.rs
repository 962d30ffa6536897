//! How far an open hand is from a win that has a yaku.

use crate::hand::{Group, Meld, Unseen, WaitingHand};
use crate::rules::Rules;
use crate::score::Table;
use crate::shape::{shanten, shanten_of, ukeire};
use crate::tile::{Counts, Kind, Suit};

/// Shanten of a hand as one that wins with a yaku. A closed hand has riichi and tsumo; of an open one the nearest is taken of
/// a triplet of dragons or of its winds, tanyao where the rules have it for open hands, a flush, only triplets, a straight and chanta: the
/// tiles that it still has to draw, with the best discards. Never less than its shanten.
pub(crate) fn with_yaku(hand: &WaitingHand, unseen: &Counts, table: &Table, rules: &Rules) -> i32 {
    let plain = shanten(hand).get();
    if hand.is_closed() {
        return plain;
    }
    let kuitan = rules.kuitan;
    OpenHand { counts: hand.concealed(), melds: hand.melds(), unseen, kuitan }.nearest(table).max(plain)
}

/// How many unseen tiles bring a hand nearer to a win that has a yaku, with the best discards: of a closed hand those that lower its
/// shanten, of an open one those after which [`with_yaku`] says less.
pub(crate) fn width(hand: &WaitingHand, unseen: &Unseen, table: &Table, rules: &Rules) -> u32 {
    if hand.is_closed() {
        return ukeire(hand, unseen).tiles;
    }
    let away = with_yaku(hand, unseen.counts(), table, rules);
    let kuitan = rules.kuitan;
    let nearer = |kind: Kind| {
        let (Ok(counts), Ok(unseen)) = (hand.concealed().plus(kind), unseen.counts().minus(kind)) else {
            return false;
        };
        let drawn = OpenHand { counts: &counts, melds: hand.melds(), unseen: &unseen, kuitan };
        let plain = OpenHand::away(&counts, hand.melds().len());
        drawn.nearest(table).max(plain) < away
    };
    Kind::ALL.into_iter().filter(|&kind| nearer(kind)).map(|kind| u32::from(unseen.counts()[kind])).sum()
}

/// As far as it matters: a hand that is farther does not win.
const FAR: i32 = 8;

struct OpenHand<'a> {
    counts: &'a Counts,
    melds: &'a [Meld],
    unseen: &'a Counts,
    /// Whether tanyao counts for open hands.
    kuitan: bool,
}

impl OpenHand<'_> {
    /// Shanten of the nearest win with a yaku, that of the hand itself left aside.
    fn nearest(&self, table: &Table) -> i32 {
        let values = Kind::ALL.into_iter().filter(|&kind| {
            kind.is_dragon() || kind == Kind::wind(table.round) || kind == Kind::wind(table.seat)
        });
        let suits = [Suit::Man, Suit::Pin, Suit::Sou];
        let ways = values
            .filter_map(|kind| self.triplet(kind))
            .chain(self.of_only(|kind| !kind.is_yaochu()).filter(|_| self.kuitan))
            .chain(
                suits
                    .into_iter()
                    .filter_map(|suit| self.of_only(|kind| kind.is_honour() || kind.suit() == suit)),
            )
            .chain(self.triplets())
            .chain(suits.into_iter().filter_map(|suit| self.straight(suit)))
            .chain(self.outside());
        ways.min().map_or(FAR, |nearest| nearest.min(FAR))
    }

    /// Shanten of these tiles beside so many groups.
    fn away(counts: &Counts, groups: usize) -> i32 {
        // of nothing: 3 tiles a group, 2 of a pair, less 1
        shanten_of(counts, groups).map_or(13 - 3 * groups as i32, |by| by.standard.get())
    }

    fn without(&self, leave_out: impl Fn(Kind) -> bool) -> Counts {
        let mut counts = *self.counts.as_array();
        for kind in Kind::ALL.into_iter().filter(|&kind| leave_out(kind)) {
            counts[kind.index()] = 0;
        }
        Counts::new(counts).expect("no more than there were")
    }

    /// With a triplet of this kind.
    fn triplet(&self, kind: Kind) -> Option<i32> {
        let is = |meld: &Meld| meld.kind() == kind;
        if self.melds.iter().any(is) || self.counts[kind] >= 3 {
            return Some(OpenHand::away(self.counts, self.melds.len()));
        }
        let missing = 3 - self.counts[kind];
        if self.unseen[kind] < missing || self.melds.len() == 4 {
            return None;
        }
        let rest = self.without(|other| other == kind);
        Some(i32::from(missing) + OpenHand::away(&rest, self.melds.len() + 1))
    }

    /// Of nothing but such kinds.
    fn of_only(&self, is: impl Fn(Kind) -> bool) -> Option<i32> {
        let fits = self.melds.iter().all(|meld| meld.kinds().all(|(kind, _)| is(kind)));
        fits.then(|| OpenHand::away(&self.without(|kind| !is(kind)), self.melds.len()))
    }

    /// Of triplets.
    fn triplets(&self) -> Option<i32> {
        let fits = self.melds.iter().all(|meld| !matches!(meld.group(), Group::Run(_)));
        let of = |least: usize| self.counts.iter().filter(|&(_, n)| n >= least).count() as i32;
        let triplets = self.melds.len() as i32 + of(3);
        let pairs = (of(2) - of(3)).min(5 - triplets);
        fits.then_some(8 - 2 * triplets - pairs)
    }

    /// With 123, 456 and 789 of a suit.
    fn straight(&self, suit: Suit) -> Option<i32> {
        let runs = [1, 4, 7].map(|low| Kind::of(suit, low).expect("a suit has nine"));
        let made = runs.map(|low| self.melds.iter().any(|meld| meld.group() == Group::Run(low)));
        let others = self.melds.len() - made.iter().filter(|&&made| made).count();
        if others > 1 {
            return None;
        }
        let mut rest = *self.counts.as_array();
        let mut missing = 0;
        for (low, _) in runs.into_iter().zip(made).filter(|&(_, made)| !made) {
            for kind in &mut rest[low.index()..low.index() + 3] {
                missing += i32::from(*kind == 0);
                *kind = kind.saturating_sub(1);
            }
        }
        let rest = Counts::new(rest).expect("no more than there were");
        Some(missing + OpenHand::away(&rest, 3 + others))
    }

    /// Chanta: a terminal or honour in every group, here of the three lowest and highest of a suit.
    fn outside(&self) -> Option<i32> {
        let fits = self.melds.iter().all(|meld| meld.kinds().any(|(kind, _)| kind.is_yaochu()));
        let inside = |kind: Kind| !kind.is_honour() && (4..=6).contains(&kind.number());
        fits.then(|| OpenHand::away(&self.without(inside), self.melds.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::Melds;
    use crate::score::Indicators;
    use crate::tile::Wind;

    fn away(concealed: &str, melds: &[&str]) -> (i32, i32) {
        away_by(concealed, melds, &Rules::TENHOU)
    }

    fn away_by(concealed: &str, melds: &[&str], rules: &Rules) -> (i32, i32) {
        let melds: Melds = melds.iter().map(|meld| meld.parse::<Meld>().unwrap()).collect();
        let (mut counts, tiles) = (Counts::EMPTY, crate::tile::notation::parse_tiles(concealed).unwrap());
        tiles.iter().for_each(|tile| counts.add(tile.kind()).unwrap());
        let hand = WaitingHand::new(counts, crate::tile::Reds::NONE, melds).unwrap();
        let unseen = Counts::new([4; 34]).unwrap();
        let table = Table { round: Wind::East, seat: Wind::South, dora: Indicators::NONE };
        (shanten(&hand).get(), with_yaku(&hand, &unseen, &table, rules))
    }

    #[test]
    fn a_closed_hand_has_riichi() {
        let (plain, yaku) = away("19m28p37s1234567z", &[]);
        assert_eq!(plain, yaku);
    }

    #[test]
    fn a_triplet_that_is_no_yaku_keeps_an_open_hand_from_winning() {
        // a pon of north in a hand of all three suits: tenpai, and far from any yaku
        let (plain, yaku) = away("123m456p7899s", &["z444-"]);
        assert_eq!(plain, 0);
        assert!(yaku >= 2, "{yaku}");
        // a pair of dragons beside it: two tiles from tenpai with a yaku less one exchange
        assert_eq!(away("123m456p78s55z", &["z444-"]), (0, 1));
        assert_eq!(away("123m456p55s55z", &["z444-"]), (0, 0));
        // a pon of dragons is one
        assert_eq!(away("123m456p7899s", &["z555-"]), (0, 0));
    }

    #[test]
    fn open_tanyao_is_no_yaku_where_the_rules_forbid_it() {
        let without = Rules { kuitan: false, ..Rules::TENHOU };
        let (plain, yaku) = away_by("234m456p6788s", &["p333-"], &without);
        assert_eq!(plain, 0);
        assert!(yaku >= 2, "{yaku}");
    }

    #[test]
    fn every_way_to_a_yaku_counts() {
        // tanyao, a flush, triplets, a straight, chanta
        assert_eq!(away("234m456p6788s", &["p333-"]), (0, 0));
        assert_eq!(away("123456m7899m", &["m222-"]), (0, 0));
        assert_eq!(away("222m44499p11s", &["z444-"]), (0, 0));
        assert_eq!(away("123m456m78m99p", &["z444-"]), (0, 0));
        assert_eq!(away("123m789p12s99s", &["z444-"]), (0, 0));
    }
}
