//! Which meld an action of the analysis makes.

use nanikiru::analyze::Action;
use nanikiru::hand::{Call, Meld};
use nanikiru::tile::Tile;

/// The meld among those that are possible which an action makes; none when it makes none of them.
pub fn meld_of(action: &Action, possible: &[Meld]) -> Option<Meld> {
    let makes = |meld: &&Meld| match (*action, meld.call()) {
        (Action::Chi { own, .. }, Call::Chi { claimed })
        | (Action::Pon { own, .. }, Call::Pon { claimed, .. }) => {
            let mut theirs = [own[0], own[1], claimed];
            let mut tiles: Vec<Tile> = meld.tiles().collect();
            theirs.sort();
            tiles.sort();
            tiles == theirs
        }
        (Action::Ankan { kind }, Call::Ankan) => meld.kind() == kind,
        (Action::Kakan { tile }, Call::Kakan { added, .. }) => added == tile,
        (Action::Daiminkan, Call::Daiminkan { .. }) => true,
        _ => false,
    };
    possible.iter().find(makes).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_makes_the_meld_of_its_tiles() {
        let melds: Vec<Meld> = ["m3-40", "m34-5", "p055+", "p555+", "z1111", "s5555+"]
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        let tiles = |text: &str| {
            let tiles = nanikiru::tile::notation::parse_tiles(text).unwrap();
            [tiles[0], tiles[1]]
        };
        let discard: Tile = "9s".parse().unwrap();
        let made = |action| meld_of(&action, &melds).map(|meld| meld.to_string());
        assert_eq!(made(Action::Chi { own: tiles("40m"), discard }).as_deref(), Some("m3-40"));
        assert_eq!(made(Action::Chi { own: tiles("35m"), discard }).as_deref(), Some("m34-5"));
        assert_eq!(made(Action::Chi { own: tiles("45m"), discard }), None);
        assert_eq!(made(Action::Pon { own: tiles("05p"), discard }).as_deref(), Some("p055+"));
        assert_eq!(made(Action::Pon { own: tiles("55p"), discard }).as_deref(), Some("p555+"));
        assert_eq!(
            made(Action::Ankan { kind: "1z".parse::<Tile>().unwrap().kind() }).as_deref(),
            Some("z1111")
        );
        assert_eq!(made(Action::Ankan { kind: "2z".parse::<Tile>().unwrap().kind() }), None);
        assert_eq!(made(Action::Daiminkan).as_deref(), Some("s5555+"));
        assert_eq!(made(Action::Tsumo), None);
    }
}
