//! A called or declared group of tiles.

use crate::tile::{Kind, KindSet, Seat, Tile};
use serde::{Deserialize, Serialize};

/// The player before (`left`, the one to chi from), opposite or after.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FromName"))]
#[serde(rename_all = "lowercase")]
pub enum From {
    /// The player before (kamicha), the only one to chi from.
    Left,
    /// The player opposite (toimen).
    Across,
    /// The player after (shimocha).
    Right,
}

impl From {
    /// All three, in the order of turns after the caller.
    pub const ALL: [From; 3] = [From::Right, From::Across, From::Left];

    /// The seat that this player has for the caller in `seat`.
    pub const fn seat(self, caller: Seat) -> Seat {
        caller.after(match self {
            From::Right => 1,
            From::Across => 2,
            From::Left => 3,
        })
    }

    /// As seen from the caller: left, across, right.
    pub const fn name(self) -> &'static str {
        match self {
            From::Left => "left",
            From::Across => "across",
            From::Right => "right",
        }
    }

    /// The order in which the others discard after the caller: 0 right, 1 across, 2 left.
    pub const fn place(self) -> usize {
        match self {
            From::Right => 0,
            From::Across => 1,
            From::Left => 2,
        }
    }

    /// Where the caller sees `other`; nobody claims from oneself.
    pub const fn of(other: Seat, caller: Seat) -> Option<From> {
        match (4 + other.index() - caller.index()) % 4 {
            1 => Some(From::Right),
            2 => Some(From::Across),
            3 => Some(From::Left),
            _ => None,
        }
    }
}

/// How a meld came to be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Call {
    /// A run completed with the left player's discard.
    Chi {
        /// The tile that was claimed.
        claimed: Tile,
    },
    /// A triplet completed with a discard.
    Pon {
        /// Whose discard.
        from: From,
        /// The tile that was claimed.
        claimed: Tile,
    },
    /// Four of the player's own tiles: the hand stays closed.
    Ankan,
    /// Four tiles, the last one claimed from a discard.
    Daiminkan {
        /// Whose discard.
        from: From,
        /// The tile that was claimed.
        claimed: Tile,
    },
    /// A pon to which the player added the fourth tile.
    Kakan {
        /// Whose discard the pon had claimed.
        from: From,
        /// The tile that the pon had claimed.
        claimed: Tile,
        /// The tile that was added.
        added: Tile,
    },
}

/// A set of tiles, as far as hands and scores care.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// Three consecutive kinds of one suit, named by the lowest.
    Run(Kind),
    /// Three tiles of one kind.
    Triplet(Kind),
    /// Four tiles of one kind.
    Quad(Kind),
}

/// A meld that can exist: its tiles fit its call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Meld {
    call: Call,
    group: Group,
    red: bool,
}

/// Why tiles are no meld.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MeldError {
    /// A chi is three consecutive kinds of one number suit.
    #[error("a chi needs a run of three in one number suit: none starts at {lowest}")]
    NoRun {
        /// The lowest kind given.
        lowest: Kind,
    },
    /// The claimed or added tile is no part of the group.
    #[error("{tile} is no part of this meld")]
    Foreign {
        /// The tile.
        tile: Tile,
    },
    /// Only fives are red, and a group has at most one red five.
    #[error("{kind} has no place for this red five")]
    NoRedFive {
        /// The kind of the group, or the lowest of the run.
        kind: Kind,
    },
}

impl Meld {
    /// A meld from its call, its group's kind (for a chi the lowest) and whether one of its tiles is a red five.
    pub fn new(call: Call, kind: Kind, red: bool) -> Result<Meld, MeldError> {
        let group = match call {
            Call::Chi { .. } if kind.is_honour() || kind.number() > 7 => {
                return Err(MeldError::NoRun { lowest: kind });
            }
            Call::Chi { .. } => Group::Run(kind),
            Call::Pon { .. } => Group::Triplet(kind),
            Call::Ankan | Call::Daiminkan { .. } | Call::Kakan { .. } => Group::Quad(kind),
        };
        let holds = |tile: Tile| match group {
            Group::Run(low) => {
                tile.kind().suit() == low.suit()
                    && (0..3).contains(&(tile.kind().index().wrapping_sub(low.index())))
            }
            Group::Triplet(k) | Group::Quad(k) => tile.kind() == k,
        };
        let named: &[Tile] = match &call {
            Call::Ankan => &[],
            Call::Chi { claimed } | Call::Pon { claimed, .. } | Call::Daiminkan { claimed, .. } => {
                &[*claimed]
            }
            Call::Kakan { claimed, added, .. } => &[*claimed, *added],
        };
        if let Some(&tile) = named.iter().find(|&&t| !holds(t)) {
            return Err(MeldError::Foreign { tile });
        }
        let place = group.kinds().any(|(k, _)| k.is_five());
        let red_named = named.iter().filter(|t| t.is_red()).count();
        // a run has one five: claimed plain, it leaves no place for the red one
        let plain_five =
            matches!(call, Call::Chi { claimed } if claimed.kind().is_five() && !claimed.is_red());
        if (red && (!place || plain_five)) || red_named > usize::from(red) {
            return Err(MeldError::NoRedFive { kind });
        }
        Ok(Meld { call, group, red })
    }

    /// How it came to be.
    pub const fn call(&self) -> Call {
        self.call
    }

    /// The discard that was claimed, and whose it was; none for a concealed kan.
    pub const fn claimed(&self) -> Option<(From, Tile)> {
        match self.call {
            Call::Chi { claimed } => Some((From::Left, claimed)),
            Call::Pon { from, claimed }
            | Call::Daiminkan { from, claimed }
            | Call::Kakan { from, claimed, .. } => Some((from, claimed)),
            Call::Ankan => None,
        }
    }

    /// The same meld with its tile claimed from elsewhere.
    pub fn with_source(&self, source: impl FnOnce(From) -> From) -> Meld {
        let call = match self.call {
            Call::Pon { from, claimed } => Call::Pon { from: source(from), claimed },
            Call::Daiminkan { from, claimed } => Call::Daiminkan { from: source(from), claimed },
            Call::Kakan { from, claimed, added } => Call::Kakan { from: source(from), claimed, added },
            call @ (Call::Chi { .. } | Call::Ankan) => call,
        };
        Meld { call, ..*self }
    }

    /// Its group.
    pub const fn group(&self) -> Group {
        self.group
    }

    /// Its kind; for a run the lowest.
    pub const fn kind(&self) -> Kind {
        self.group.kind()
    }

    /// Whether one of its tiles is a red five.
    pub const fn has_red(&self) -> bool {
        self.red
    }

    /// Whether it opens the hand: every call but a concealed kan.
    pub const fn is_open(&self) -> bool {
        !matches!(self.call, Call::Ankan)
    }

    /// Whether it is a kan of any sort.
    pub const fn is_kan(&self) -> bool {
        matches!(self.group, Group::Quad(_))
    }

    /// The kinds that swap-calling (kuikae) would discard right after the call: the claimed kind, and
    /// for a run the kind at its other end.
    pub fn kuikae(&self, claimed: Kind) -> KindSet {
        let low = self.kind();
        let other = match self.call {
            Call::Chi { .. } if claimed == low => Kind::of(low.suit(), low.number() + 3),
            Call::Chi { .. } if claimed.number() == low.number() + 2 => {
                Kind::of(low.suit(), low.number().wrapping_sub(1))
            }
            _ => None,
        };
        [Some(claimed), other].into_iter().flatten().collect()
    }

    /// Its kinds and how many of each: 3 tiles, 4 for a kan.
    pub fn kinds(&self) -> impl Iterator<Item = (Kind, usize)> + use<> {
        self.group.kinds()
    }

    /// Its tiles in the order of kinds, the red five before the plain ones.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        let red = Tile::red_five(self.kind().suit()).filter(|_| self.red);
        self.kinds().flat_map(|(kind, n)| (0..n).map(move |i| (kind, i))).map(move |(kind, i)| match red {
            Some(red) if i == 0 && kind == red.kind() => red,
            _ => Tile::plain(kind),
        })
    }
}

impl Group {
    /// Its kind; for a run the lowest.
    pub const fn kind(self) -> Kind {
        match self {
            Group::Run(k) | Group::Triplet(k) | Group::Quad(k) => k,
        }
    }

    /// Its kinds and how many of each.
    pub fn kinds(self) -> impl Iterator<Item = (Kind, usize)> {
        let (kind, kinds, each) = match self {
            Group::Run(k) => (k, 3, 1),
            Group::Triplet(k) => (k, 1, 3),
            Group::Quad(k) => (k, 1, 4),
        };
        Kind::ALL.into_iter().skip(kind.index()).take(kinds).map(move |k| (k, each))
    }
}
