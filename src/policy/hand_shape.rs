//! Features of the shape of a hand after a discard.

use crate::hand::WaitingHand;
use crate::shape::{self, Widest};
use crate::tile::Kind;

/// Features of the shape of the hand after a discard.
#[derive(Clone, Copy, Default)]
pub(super) struct Shape {
    pub(super) shanten: i32,
    pub(super) ukeire: f32,
    /// Mean ukeire after the best discard, once a tile that helps has come.
    pub(super) next: f32,
    /// Of the tiles that help, the share after which it is six tiles or more.
    pub(super) good: f32,
    /// Tiles that do not help but widen the ukeire: by how many tiles a draw does on average.
    pub(super) wider: f32,
    /// Shanten of the standard form, and of seven pairs: 7 with melds.
    pub(super) standard: i32,
    pub(super) pairs: i32,
}

impl Shape {
    pub(super) fn new(discard: &shape::Discard, after: &WaitingHand, widest: &mut Widest) -> Shape {
        let forms = shape::shanten_by_form(after);
        let mut shape = Shape {
            shanten: discard.shanten.get(),
            ukeire: discard.ukeire.tiles as f32,
            standard: forms.standard.get(),
            pairs: forms.seven_pairs.map_or(7, |pairs| pairs.get()),
            ..Shape::default()
        };
        let (mut helps, mut total) = (0.0, 0.0);
        for kind in Kind::ALL {
            let n = f32::from(widest.unseen().counts()[kind]);
            let Ok(drawn) = after.draw(kind.into()) else { continue };
            if n == 0.0 {
                continue;
            }
            total += n;
            let helping = discard.ukeire.kinds.contains(kind);
            let best = widest.after_draw(&drawn, discard.shanten, helping) as f32;
            if helping {
                helps += n;
                shape.next += n * best;
                shape.good += n * f32::from(u8::from(best >= 6.0));
            } else {
                shape.wider += n * (best - shape.ukeire).max(0.0);
            }
        }
        if helps > 0.0 {
            shape.next /= helps;
            shape.good /= helps;
        }
        if total > 0.0 {
            shape.wider /= total;
        }
        shape
    }
}
