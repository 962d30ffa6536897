//! The player to beat: shanten, then ukeire, always riichi, no calls but kita, no folding.

use nanikiru::hand::{DrawnHand, Unseen};
use nanikiru::review::{Choice, Turn};
use nanikiru::round::View;
use nanikiru::shape::{self, shanten};
use nanikiru::tile::{Counts, Kind, Reds, Tile};
use nanikiru_tools::player::{Act, Moment, Player, Thought};
use std::cmp::Reverse;

/// Keeps shanten least, then ukeire largest; declares riichi whenever it can; never calls and never folds;
/// wins whenever it can; throws in nine terminals and honours. Of equally good discards it keeps red fives
/// and dora, then what is nearer to the middle. Of three players, it sets a north aside whenever the hand needs it less than
/// the draw and the han: where shanten afterwards is no farther than after its best discard, and always in riichi.
pub struct Plain;

impl Player for Plain {
    fn act(&self, moment: &Moment, _: &mut Thought) -> Act {
        match moment.choice() {
            Choice::Turn(turn) if turn.tsumo => Act::Tsumo,
            Choice::Turn(turn) if turn.nine_terminals => Act::NineTerminals,
            Choice::Turn(turn) if spares_north(moment, turn) => Act::Kita,
            Choice::Turn(turn) => {
                let tile = discard(&moment.view(), &turn.discards);
                Act::Discard { tile, riichi: turn.riichi.contains(&tile) }
            }
            Choice::AfterCall { discards } => {
                Act::Discard { tile: discard(&moment.view(), discards), riichi: false }
            }
            Choice::Offer(claims) if claims.ron => Act::Ron,
            Choice::Offer(_) => Act::Pass,
        }
    }
}

/// Whether a north can be set aside that leaves the hand no farther than its best discard.
pub fn spares_north(moment: &Moment, turn: &Turn) -> bool {
    let nearest = |hand: DrawnHand| hand.kita().is_some_and(|after| shanten(&after) <= shanten(&hand));
    turn.kita && moment.drawn_hand().is_ok_and(nearest)
}

/// The discards of a seat that has 14 tiles.
pub fn shapes(view: &View) -> Vec<shape::Discard> {
    let melds = view.table().player(view.seat()).melds().iter().copied().collect();
    let hand = DrawnHand::of(view.table().deck(view.seat()), *view.concealed(), view.reds(), melds);
    let hand = hand.expect("a seat that discards holds 14 tiles");
    let seen = Counts::new(view.unseen().as_array().map(|left| 4 - left)).expect("at most four are seen");
    // which red fives are left does not change how many tiles are
    let unseen = Unseen::new(&seen, Reds::NONE).expect("no red five is claimed to be left");
    shape::discards(&hand, &unseen)
}

/// The best of these tiles, of which there is one at least.
pub fn discard(view: &View, among: &[Tile]) -> Tile {
    let [first, .., _] = among else { return among[0] };
    let (shapes, dora) = (shapes(view), view.table().dora());
    let worth = |shape: &&shape::Discard| {
        let kind = shape.tile.kind();
        (
            shape.shanten,
            Reverse(shape.ukeire.tiles),
            dora[kind.index()] + u8::from(shape.tile.is_red()),
            to_the_middle(kind),
            kind.index(),
        )
    };
    let best = shapes.iter().filter(|shape| among.contains(&shape.tile)).min_by_key(worth);
    best.map_or(*first, |shape| shape.tile)
}

/// 0 for honours, 1 for terminals, up to 5 for fives.
fn to_the_middle(kind: Kind) -> usize {
    if kind.is_honour() { 0 } else { kind.number().min(10 - kind.number()) }
}
