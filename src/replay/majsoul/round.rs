//! One round: its records to events.

use super::super::indicators::settle;
use super::super::{ClaimedYaku, HouseRule, Problem, RoundLog, WinClaim, call};
use super::message::{Field, Message};
use crate::hand::{Call, From, Meld};
use crate::replay::Reading;
use crate::round::{DrawReason, Event, Manner, Opening, RawRound, Robbable, Source, WinEvent};
use crate::rules::Rules;
use crate::tile::{BySeat, Players, Seat, Tile, Wind};
use arrayvec::ArrayVec;

/// The records of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    NewRound,
    Deal,
    Discard,
    Claim,
    OwnKan,
    North,
    Win,
    Exhausted,
    BrokenOff,
}

/// Their names; RiichiEnv's lack `Record`.
const NAMES: [(&str, Kind); 9] = [
    ("RecordNewRound", Kind::NewRound),
    ("RecordDealTile", Kind::Deal),
    ("RecordDiscardTile", Kind::Discard),
    ("RecordChiPengGang", Kind::Claim),
    ("RecordAnGangAddGang", Kind::OwnKan),
    ("RecordBaBei", Kind::North),
    ("RecordHule", Kind::Win),
    ("RecordNoTile", Kind::Exhausted),
    ("RecordLiuJu", Kind::BrokenOff),
];

impl Kind {
    /// The record of this name, without its package.
    pub fn of(name: &str) -> Option<Kind> {
        let same = |known: &str| known == name || known.strip_prefix("Record") == Some(name);
        NAMES.iter().find(|(known, _)| same(known)).map(|&(_, kind)| kind)
    }

    /// What the game calls it.
    pub fn name(self) -> &'static str {
        NAMES[self as usize].0
    }
}

const SEAT: Field = Field(1, "seat");
const TILE: Field = Field(2, "tile");
const TYPE: Field = Field(2, "type");
const TILES: Field = Field(3, "tiles");
const LIQI: Field = Field(5, "liqi");
const DELTA_SCORES: Field = Field(3, "delta_scores");

/// More events than a round has: 70 draws with their discards, riichi, calls and indicators.
const MOST_EVENTS: usize = 300;

/// A round that is being read.
pub(super) struct OpenRound {
    log: RoundLog,
    /// The concealed tiles, by which a kan shows whether it has the red five.
    held: BySeat<Vec<Tile>>,
    /// Indicators so far.
    indicators: usize,
    /// The tile that can be won: the last drawn, discarded or added one, and whose it is.
    last: Option<(Seat, Tile)>,
    ended: bool,
}

/// The mode that begins a round with more than the usual game has; a record without a head does not say it elsewhere.
fn mode(record: &Message) -> Reading<Option<HouseRule>> {
    // the usual game names each seat here, with nothing that it shows
    let hands = record.messages(Field(17, "opens"))?;
    let opened = hands.iter().any(|hand| !hand.others(&[Field(1, "seat")]).is_empty());
    let says =
        |number, name| Ok(record.message(Field(number, name))?.is_some_and(|said| said.says_anything()));
    let modes = [
        (record.tiles(Field(16, "doras"))?.len() > 1, HouseRule::ManyDora),
        (opened, HouseRule::OpenStart),
        (says(18, "muyu")?, HouseRule::DragonEye),
        (record.flag(Field(21, "field_spell"))?, HouseRule::FieldSpells),
        (says(23, "yongchang")?, HouseRule::Chants),
    ];
    Ok(modes.into_iter().find(|&(played, _)| played).map(|(_, mode)| mode))
}

impl OpenRound {
    /// The round that begins; a game of three players has three scores.
    pub fn new(record: Message) -> Reading<OpenRound> {
        const SCORES: Field = Field(5, "scores");
        if let Some(mode) = mode(&record)? {
            return Err(Problem::HouseRule(mode));
        }
        const HANDS: [Field; 4] =
            [Field(7, "tiles0"), Field(8, "tiles1"), Field(9, "tiles2"), Field(10, "tiles3")];
        let three = record.numbers(SCORES)?.len() == Players::Three.count();
        let players = if three { Players::Three } else { Players::Four };
        let (wind, dealer) = (Field(1, "chang"), record.seat(Field(2, "ju"))?);
        let mut indicators = record.tiles(Field(16, "doras"))?;
        if indicators.is_empty() {
            indicators = record.tiles(Field(4, "dora"))?;
        }
        let opening = Opening {
            wind: *Wind::ALL.get(record.number::<usize>(wind)?).ok_or_else(|| record.wrong(wind))?,
            dealer,
            honba: record.number(Field(3, "ben"))?,
            sticks: record.number(Field(6, "liqibang"))?,
            scores: BySeat(record.points(SCORES)?.ok_or_else(|| record.missing(SCORES))?),
            indicator: *indicators.first().ok_or_else(|| record.missing(Field(16, "doras")))?,
        };
        let mut held = BySeat::<Vec<Tile>>::default();
        let mut hands = ArrayVec::new();
        let mut drawn = None;
        for (seat, field) in players.seats().zip(HANDS) {
            let mut tiles = record.tiles(field)?;
            held[seat] = tiles.clone();
            if seat == dealer {
                drawn = tiles.pop();
            }
            hands.push(<[Tile; 13]>::try_from(tiles).map_err(|_| record.wrong(field))?);
        }
        let log = RoundLog {
            raw: RawRound { opening, hands },
            events: Vec::with_capacity(160),
            claims: Vec::new(),
            absences: Vec::new(),
        };
        let mut open = OpenRound { log, held, indicators: 1, last: None, ended: false };
        if let Some(tile) = drawn {
            open.last = Some((dealer, tile));
            open.log.events.push(Event::Draw { seat: dealer, tile });
        }
        Ok(open)
    }

    /// How it began.
    pub fn raw(&self) -> &RawRound {
        &self.log.raw
    }

    /// Whether it is whole.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// The whole round, if it has ended.
    pub fn close(self, rules: &Rules) -> Option<RoundLog> {
        if !self.ended {
            return None;
        }
        let mut log = self.log;
        log.events = settle(log.events, rules.kan_dora);
        Some(log)
    }

    /// Takes a record in.
    pub fn record(&mut self, kind: Kind, record: Message) -> Reading<()> {
        if self.ended {
            return Err(Problem::Misplaced(kind.name().to_string()));
        }
        if self.log.events.len() >= MOST_EVENTS {
            return Err(Problem::TooLong { what: "events", count: MOST_EVENTS + 1 });
        }
        match kind {
            Kind::NewRound => Err(Problem::Misplaced(kind.name().to_string())),
            Kind::Deal => self.deal(record),
            Kind::Discard => self.discard(record),
            Kind::Claim => self.claim(record),
            Kind::OwnKan => self.own_kan(record),
            Kind::North => self.north(record),
            Kind::Win => self.win(record),
            Kind::Exhausted => self.exhausted(record),
            Kind::BrokenOff => self.broken_off(record),
        }
    }

    fn push(&mut self, event: Event) {
        self.log.events.push(event);
    }

    /// The stick of a riichi that nobody won on.
    fn accept(&mut self, record: Message) -> Reading<()> {
        if let Some(riichi) = record.message(LIQI)?
            && !riichi.flag(Field(4, "failed"))?
        {
            let seat = riichi.seat(SEAT)?;
            self.push(Event::RiichiAccepted { seat });
        }
        Ok(())
    }

    /// The list of indicators, which is left out where it is as before.
    fn turn(&mut self, record: Message, field: Field) -> Reading<()> {
        let all = record.tiles(field)?;
        for &indicator in all.iter().skip(self.indicators) {
            self.push(Event::Dora { indicator });
        }
        self.indicators = self.indicators.max(all.len());
        Ok(())
    }

    fn take(&mut self, seat: Seat, tile: Tile) {
        if let Some(at) = self.held[seat].iter().position(|&held| held == tile) {
            self.held[seat].swap_remove(at);
        }
    }

    fn deal(&mut self, record: Message) -> Reading<()> {
        self.accept(record)?;
        self.turn(record, Field(6, "doras"))?;
        let (seat, tile) = (record.seat(SEAT)?, record.tile(TILE)?);
        self.held[seat].push(tile);
        self.last = Some((seat, tile));
        self.push(Event::Draw { seat, tile });
        Ok(())
    }

    fn discard(&mut self, record: Message) -> Reading<()> {
        self.turn(record, Field(8, "doras"))?;
        let (seat, tile) = (record.seat(SEAT)?, record.tile(TILE)?);
        // the dealer's fourteenth tile comes with the hand, and its discard is never marked as drawn
        let opened = self.log.events == [Event::Draw { seat, tile }];
        let moqie = record.flag(Field(5, "moqie"))? || opened;
        let manner = if moqie { Manner::Tsumogiri } else { Manner::Tedashi };
        if record.flag(Field(3, "is_liqi"))? || record.flag(Field(9, "is_wliqi"))? {
            self.push(Event::Riichi { seat });
        }
        self.take(seat, tile);
        self.last = Some((seat, tile));
        self.push(Event::Discard { seat, tile, manner });
        Ok(())
    }

    /// The last of the tiles that come from another seat is the claimed one.
    fn claim(&mut self, record: Message) -> Reading<()> {
        self.accept(record)?;
        let (seat, tiles) = (record.seat(SEAT)?, record.tiles(TILES)?);
        let froms = record.numbers(Field(4, "froms"))?;
        let wrong = || record.wrong(Field(4, "froms"));
        let at = froms.iter().rposition(|&from| from != seat.index() as i64).ok_or_else(wrong)?;
        let from = usize::try_from(froms[at]).ok().and_then(Seat::new).and_then(|from| From::of(from, seat));
        let (from, &claimed) = (from.ok_or_else(wrong)?, tiles.get(at).ok_or_else(wrong)?);
        let called = match record.number::<u32>(TYPE)? {
            0 if from == From::Left => Call::Chi { claimed },
            1 => Call::Pon { from, claimed },
            2 => Call::Daiminkan { from, claimed },
            _ => return Err(record.wrong(TYPE)),
        };
        let mut own = tiles.clone();
        own.remove(at);
        own.into_iter().for_each(|tile| self.take(seat, tile));
        let meld = call::whole(called, &tiles).map_err(|_| record.wrong(TILES))?;
        self.push(Event::Call { seat, meld });
        Ok(())
    }

    /// A concealed or added kan, of which one tile is named.
    fn own_kan(&mut self, record: Message) -> Reading<()> {
        let (seat, tile) = (record.seat(SEAT)?, record.tile(TILES)?);
        let kind = tile.kind();
        let meld = match record.number::<u32>(TYPE)? {
            2 => {
                let last = self.log.events.iter().rev().find_map(|event| match event {
                    Event::Call { seat: who, meld } if *who == seat && meld.kind() == kind => Some(*meld),
                    _ => None,
                });
                let pon = last.and_then(|pon| match pon.call() {
                    Call::Pon { from, claimed } => Some((from, claimed, pon)),
                    _ => None,
                });
                let (from, claimed, pon) = pon.ok_or_else(|| record.wrong(TILES))?;
                self.take(seat, tile);
                let tiles: Vec<Tile> = pon.tiles().chain([tile]).collect();
                call::whole(Call::Kakan { from, claimed, added: tile }, &tiles)
            }
            3 => {
                let red = self.held[seat].iter().any(|held| held.kind() == kind && held.is_red());
                self.held[seat].retain(|held| held.kind() != kind);
                Meld::new(Call::Ankan, kind, red)
            }
            _ => return Err(record.wrong(TYPE)),
        };
        let meld = meld.map_err(|_| record.wrong(TILES))?;
        self.last = Some((seat, tile));
        self.push(Event::Call { seat, meld });
        self.turn(record, Field(6, "doras"))
    }

    fn north(&mut self, record: Message) -> Reading<()> {
        if self.players() == Players::Four {
            return Err(Problem::Misplaced(Kind::North.name().to_string()));
        }
        let (seat, tile) = (record.seat(SEAT)?, Robbable::Kita.tile());
        self.take(seat, tile);
        self.last = Some((seat, tile));
        self.push(Event::Kita { seat });
        self.turn(record, Field(6, "doras"))
    }

    fn players(&self) -> Players {
        if self.log.raw.hands.len() == Players::Three.count() { Players::Three } else { Players::Four }
    }

    fn win(&mut self, record: Message) -> Reading<()> {
        const HULES: Field = Field(1, "hules");
        let wins = record.messages(HULES)?;
        if wins.is_empty() || wins.len() > 3 {
            return Err(record.wrong(HULES));
        }
        let gains = BySeat(record.points(DELTA_SCORES)?.ok_or_else(|| record.missing(DELTA_SCORES))?);
        let (owner, _) = self.last.ok_or_else(|| Problem::Misplaced(Kind::Win.name().to_string()))?;
        let mut left = gains;
        let mut sticks: i32 = gains.0.iter().fold(0, |sum: i32, &gain| sum.saturating_add(gain));
        let (mut events, count) = (Vec::new(), wins.len());
        for (i, hule) in wins.into_iter().enumerate() {
            let seat = hule.seat(Field(4, "seat"))?;
            let tsumo = hule.flag(Field(5, "zimo"))?;
            let source = if tsumo { Source::Tsumo } else { Source::Ron { from: owner } };
            let tile = hule.tile(Field(3, "hu_tile"))?;
            let ura = hule.tiles(Field(9, "li_doras"))?;
            let ura = ura.as_slice().try_into().map_err(|_| hule.wrong(Field(9, "li_doras")))?;
            // the sticks go to the first; each winner has what the discarder loses by it
            let own = if i + 1 == count {
                left
            } else {
                let paid = gains[seat].saturating_sub(std::mem::take(&mut sticks));
                BySeat::from_fn(|who| match who {
                    _ if who == seat => gains[seat],
                    _ if who == owner => paid.saturating_neg(),
                    _ => 0,
                })
            };
            left = BySeat::from_fn(|who| left[who].saturating_sub(own[who]));
            self.log.claims.push(self.claim_of(hule, seat, tile, tsumo)?);
            events.push(Event::Win(WinEvent { seat, source, tile, ura, gains: own }));
        }
        self.log.events.extend(events);
        self.ended = true;
        Ok(())
    }

    /// What the record says about a win.
    fn claim_of(&self, hule: Message, seat: Seat, tile: Tile, tsumo: bool) -> Reading<WinClaim> {
        let points = |number, name| hule.number::<u32>(Field(number, name));
        let others = self.players().count() as u32 - 1;
        let (dealer_pays, others_pay) = (points(16, "point_zimo_qin")?, points(17, "point_zimo_xian")?);
        let points = match (tsumo, hule.flag(Field(6, "qinjia"))?) {
            (false, _) => points(15, "point_rong")?,
            (true, true) => others_pay.saturating_mul(others),
            (true, false) => others_pay.saturating_mul(others - 1).saturating_add(dealer_pays),
        };
        let mut concealed = hule.tiles(Field(1, "hand"))?;
        concealed.push(tile);
        let mut yaku = Vec::new();
        for fan in hule.messages(Field(12, "fans"))? {
            let opening = &self.log.raw.opening;
            let wind = self.players().wind(seat, opening.dealer);
            let id = tenhou_yaku(fan.number(Field(3, "id"))?, opening.wind, wind);
            yaku.push(id.map(|id| Ok((id, fan.number::<u8>(Field(2, "val"))?))).transpose()?);
        }
        let yaku: Option<Vec<(u8, u8)>> = yaku.into_iter().collect();
        let yakuman = hule.flag(Field(10, "yiman"))?;
        Ok(WinClaim {
            concealed: Some(concealed),
            indicators: Some(hule.tiles(Field(8, "doras"))?),
            fu: (!yakuman).then_some(hule.number(Field(13, "fu"))?),
            points: Some(points),
            yaku: yaku.map(|yaku| match yakuman {
                true => ClaimedYaku::Yakuman(yaku.into_iter().map(|(id, _)| id).collect()),
                false => ClaimedYaku::Han(yaku),
            }),
            ..WinClaim::default()
        })
    }

    fn exhausted(&mut self, record: Message) -> Reading<()> {
        let players = record.messages(Field(2, "players"))?;
        let mut tenpai = BySeat::default();
        for (seat, player) in self.players().seats().zip(players) {
            tenpai[seat] = player.flag(Field(3, "tingpai"))?;
        }
        let mut gains = BySeat([0i32; 4]);
        // one for each nagashi mangan; none where nobody pays
        for scores in record.messages(Field(3, "scores"))? {
            if let Some(more) = scores.points(DELTA_SCORES)? {
                gains = BySeat::from_fn(|seat| gains[seat].saturating_add(BySeat(more)[seat]));
            }
        }
        let how = match record.flag(Field(1, "liujumanguan"))? {
            true => DrawReason::NagashiMangan { tenpai },
            false => DrawReason::Exhausted { tenpai },
        };
        self.push(Event::Drawn { how, gains });
        self.ended = true;
        Ok(())
    }

    fn broken_off(&mut self, record: Message) -> Reading<()> {
        const TYPE: Field = Field(1, "type");
        self.accept(record)?;
        let how = match record.number::<u32>(TYPE)? {
            1 => DrawReason::NineTerminals { seat: record.seat(Field(3, "seat"))? },
            2 => DrawReason::FourWinds,
            3 => DrawReason::FourKans,
            4 => DrawReason::FourRiichi,
            5 => DrawReason::TripleRon,
            _ => return Err(record.wrong(TYPE)),
        };
        self.push(Event::Drawn { how, gains: BySeat::default() });
        self.ended = true;
        Ok(())
    }
}

/// Tenhou's number of a yaku; `None` for old yaku and kita.
fn tenhou_yaku(id: u32, round: Wind, seat: Wind) -> Option<u8> {
    /// From 1 on; 10 and 11 depend on the winds.
    const YAKU: [u8; 50] = [
        0, 1, 3, 4, 5, 6, 18, 19, 20, 10, 14, 8, 9, 7, 23, 24, 25, 21, 26, 27, 28, 29, 30, 31, 22, 33, 34,
        32, 35, 2, 52, 54, 53, NONE, 37, 38, 39, 40, 42, 43, 44, 47, 50, 51, 45, NONE, 46, 41, 48, 49,
    ];
    const NONE: u8 = u8::MAX;
    let number = *YAKU.get(usize::try_from(id).ok()?.checked_sub(1)?)?;
    let wind = match id {
        10 => seat as u8,
        11 => round as u8,
        _ => 0,
    };
    (number != NONE).then_some(number + wind)
}
