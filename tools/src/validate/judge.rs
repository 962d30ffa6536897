//! Everything about a game that a record can get wrong: the flow of the game, what `round` judges, and
//! what needs shapes and scores: tenpai, furiten, complete hands, yaku, fu, limits, payments.

use arrayvec::ArrayVec;
use nanikiru::hand::{From, HandError, WaitingHand};
use nanikiru::placement::Places;
use nanikiru::replay::{
    ClaimedLimit, ClaimedYaku, Format, Outcome, Problem, ReadError, Room, RoundLog, WinClaim,
};
use nanikiru::review::circumstances;
use nanikiru::round::{
    Carry, DrawReason, Event, Illegal, Opening, Phase, Round, STICK, Source, WinEvent, last_wind,
};
use nanikiru::rules::{RiichiKans, Rules};
use nanikiru::score::{self, Pot, Score, Share, Value};
use nanikiru::shape::{shanten_among, waits};
use nanikiru::tile::{BySeat, Kind, KindSet, Players, Seat, Tile, Wind};
use nanikiru_tools::play::Watch;

/// What has been counted and found in a number of games.
#[derive(Default)]
pub struct Findings {
    /// Games.
    pub games: u64,
    /// Rounds that were begun.
    pub rounds: u64,
    /// Events that were legal.
    pub events: u64,
    /// Wins compared with their record.
    pub wins: u64,
    /// Those of them whose points the record has.
    pub claimed: u64,
    /// Records that are cut short: their whole rounds are judged.
    pub cut: Vec<Difference>,
    /// What does not agree.
    pub differences: Vec<Difference>,
    /// The wins, when somebody wants to score them again.
    pub scored: Vec<ScoredWin>,
}

/// Something that does not agree with the rules, or a record with our figures.
pub struct Difference {
    /// The game's file.
    pub game: String,
    /// The round, like `E1-0`; the end of the game has none.
    pub round: String,
    /// What, with both figures.
    pub what: String,
    /// Whether it is about the points of the whole table: those it began with, or uma and oka.
    pub table: bool,
}

/// A win of the records as `score` takes it, with its answer.
pub struct ScoredWin {
    /// The hand before the winning tile.
    pub hand: WaitingHand,
    /// The winning tile.
    pub tile: Tile,
    /// How it was won.
    pub win: score::Win,
    /// At which table.
    pub table: score::Table,
    /// The recorded points of the hand without honba and sticks.
    pub points: i32,
    /// Whether the winner dealt.
    pub dealer: bool,
}

impl Findings {
    /// Both together, `later` after `self`.
    pub fn merge(mut self, mut later: Findings) -> Findings {
        self.games += later.games;
        self.rounds += later.rounds;
        self.events += later.events;
        self.wins += later.wins;
        self.claimed += later.claimed;
        self.cut.append(&mut later.cut);
        self.differences.append(&mut later.differences);
        self.scored.append(&mut later.scored);
        self
    }
}

/// Looks on, and notes what is wrong.
pub struct Judge<'a> {
    game: &'a str,
    keep_wins: bool,
    findings: Findings,
    round: String,
    claims: std::vec::IntoIter<WinClaim>,
    /// The wind of the last planned rounds.
    last_wind: Wind,
    /// What the table plays by.
    rules: Rules,
    /// Whether the game has to end with the last round.
    game_over: bool,
    /// What a seat in riichi waits for.
    fixed: BySeat<KindSet>,
    /// The seat whose discard declares riichi.
    declaring: Option<Seat>,
    /// The seat whose concealed kan must not change its waits.
    konging: Option<Seat>,
}

impl<'a> Judge<'a> {
    /// A judge of one game.
    pub fn new(game: &'a str, keep_wins: bool) -> Judge<'a> {
        Judge {
            game,
            keep_wins,
            findings: Findings::default(),
            round: String::new(),
            claims: Vec::new().into_iter(),
            last_wind: Wind::South,
            rules: Rules::TENHOU,
            game_over: false,
            fixed: BySeat::default(),
            declaring: None,
            konging: None,
        }
    }

    /// What it has found.
    pub fn findings(mut self) -> Findings {
        self.findings.games = 1;
        self.findings
    }

    fn differ(&mut self, what: String) {
        let (game, round) = (self.game.to_string(), self.round.clone());
        self.findings.differences.push(Difference { game, round, what, table: false });
    }

    /// As `differ`, about the points of the table.
    fn differ_at_table(&mut self, what: String) {
        self.differ(what);
        self.findings.differences.iter_mut().last().into_iter().for_each(|last| last.table = true);
    }

    fn compare<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, recorded: T, ours: T) {
        if recorded != ours {
            self.differ(format!("{what}: recorded {recorded:?}, ours {ours:?}"));
        }
    }

    /// Nothing to compare where the record claims nothing.
    fn claimed<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, recorded: Option<T>, ours: T) {
        if let Some(recorded) = recorded {
            self.compare(what, recorded, ours);
        }
    }

    fn waits_of(&mut self, round: &Round, seat: Seat) -> KindSet {
        match round.waiting_hand(seat) {
            Ok(hand) => waits(&hand),
            Err(error) => {
                self.differ(format!("seat {}: {error}", seat.index()));
                KindSet::EMPTY
            }
        }
    }

    fn win(&mut self, round: &Round, win: &WinEvent) {
        let Some(claim) = self.claims.next() else {
            return self.differ("a win without a claim".to_string());
        };
        self.findings.wins += 1;
        self.findings.claimed += u64::from(claim.points.is_some());
        let table = round.table();
        let seat = win.seat;
        self.claimed("points before the win", claim.before, *table.scores());
        self.claimed("melds", claim.melds.as_deref(), table.player(seat).melds());
        self.claimed("indicators", claim.indicators.as_deref(), table.indicators());
        // a second winner's record names the honba, too, and is not paid for it
        self.claimed("honba and sticks", claim.table, (table.honba(), table.sticks()));
        let hand = match winning_hand(round, win) {
            Ok(hand) => hand,
            Err(error) => return self.differ(format!("the winner's hand: {error}")),
        };
        let recorded = claim.concealed.clone().map(|mut tiles| {
            tiles.sort();
            tiles
        });
        let mut ours = tiles(round, seat, win);
        ours.sort();
        self.claimed("winning tiles", recorded, ours);
        if let Source::Ron { .. } = win.source {
            self.furiten(round, seat, &hand);
        }
        let how = circumstances(round, win);
        let seen = match seen_table(round, seat) {
            Ok(table) => table,
            Err(error) => return self.differ(error.to_string()),
        };
        match score::score(&hand, win.tile, &how, &seen, table.rules()) {
            Ok(score) => self.compare_score(round, win, &claim, &score),
            Err(error) => self.differ(format!("no score: {error}")),
        }
        if let Some(points) = claim.points.filter(|_| self.keep_wins) {
            let dealer = seat == table.dealer();
            let points = points as i32;
            self.findings.scored.push(ScoredWin {
                hand,
                tile: win.tile,
                win: how,
                table: seen,
                points,
                dealer,
            });
        }
    }

    fn compare_score(&mut self, round: &Round, win: &WinEvent, claim: &WinClaim, score: &Score) {
        let table = round.table();
        let rules = table.rules();
        let mut ours = yaku_of(score, rules);
        match &claim.yaku {
            None => {}
            Some(ClaimedYaku::Han(recorded)) => {
                // ura-dora and red fives are listed with 0 han, too
                let recorded: Vec<_> = recorded.iter().copied().filter(|&(_, han)| han > 0).collect();
                let mut sorted = recorded;
                sorted.sort_unstable();
                ours.sort_unstable();
                self.compare("yaku and their han", sorted, ours);
                let fu = match score.value {
                    Value::Han { fu, .. } => Some(u32::from(fu)),
                    Value::Yakuman(_) => None,
                };
                if claim.fu.is_some() {
                    self.compare("fu", claim.fu, fu);
                }
            }
            Some(ClaimedYaku::Yakuman(recorded)) => {
                let mut sorted = recorded.clone();
                sorted.sort_unstable();
                let mut ours: Vec<u8> = ours.into_iter().map(|(yaku, _)| yaku).collect();
                ours.sort_unstable();
                self.compare("yakuman", sorted, ours);
            }
        }
        // Tenhou's records do not name the mangan to which 1,920 are rounded up
        let plain = Rules { kiriage: false, ..rules.clone() };
        if claim.limit != Some(score.value.limit(&plain).into()) {
            self.claimed("limit", claim.limit, ClaimedLimit::from(score.value.limit(rules)));
        }
        let dealer = win.seat == table.dealer();
        let tsumo = win.source == Source::Tsumo;
        let points = score::income(score.value, dealer, tsumo, rules, Pot::EMPTY);
        self.claimed("points of the hand", claim.points.map(i64::from), i64::from(points));
        // records that name no limit name nobody; the others do not where the liable player is the one who pays anyway
        if claim.limit.is_some() || claim.pao.is_some() {
            let liable = score.liable.iter().map(|l| l.from.seat(win.seat));
            let liable: Vec<Seat> = liable.filter(|&from| win.source != Source::Ron { from }).collect();
            self.compare("who is liable", claim.pao.as_slice(), liable.as_slice());
        }
        let source = match win.source {
            Source::Tsumo => Some(score::Source::Tsumo),
            Source::Ron { from } => From::of(from, win.seat).map(score::Source::Ron),
        };
        let Some(source) = source else {
            return self.differ("ron on the own tile".to_string());
        };
        let (honba, sticks) = pot(round);
        let pot = Pot { honba: honba as u16, sticks: sticks as u16 };
        let gains = score::payments(
            score,
            score::Payout { winner: win.seat, dealer: table.dealer(), source, pot },
            rules,
        );
        self.compare("payments", win.gains, gains);
    }

    fn exhausted(&mut self, round: &Round, shown: BySeat<bool>) {
        let players = round.table().rules().players;
        for seat in players.seats() {
            // Tenhou counts a wait for tenpai unless all four copies are concealed in the hand: ten of
            // these games have a draw with tenpai paid for a wait on tiles of the player's own melds
            let melds = round.table().player(seat).melds().len();
            let tenpai = shanten_among(players, &round.concealed(seat), melds);
            let tenpai = tenpai.is_ok_and(|by| by.least().is_tenpai());
            self.compare(&format!("tenpai of seat {}", seat.index()), shown[seat], tenpai);
        }
    }

    /// All three who did not discard can win on the tile.
    fn triple_ron(&mut self, round: &Round) {
        let (from, tile) = match round.table().phase() {
            Phase::Draw { offer: Some(offer), .. } => (offer.from, offer.tile),
            Phase::Kan { seat, robbable: Some(kan) } => (seat, kan.tile()),
            _ => return,
        };
        for seat in Seat::ALL.into_iter().filter(|&s| s != from) {
            let win = WinEvent {
                seat,
                source: Source::Ron { from },
                tile,
                ura: ArrayVec::new(),
                gains: BySeat::default(),
            };
            let hand = match winning_hand(round, &win) {
                Ok(hand) => hand,
                Err(error) => return self.differ(error.to_string()),
            };
            self.furiten(round, seat, &hand);
            let how = circumstances(round, &win);
            let scored = seen_table(round, seat).map_err(|error| error.to_string()).and_then(|seen| {
                score::score(&hand, tile, &how, &seen, round.table().rules())
                    .map_err(|error| error.to_string())
            });
            if let Err(error) = scored {
                self.differ(format!("triple ron on {tile}, but seat {}: {error}", seat.index()));
            }
        }
    }

    fn furiten(&mut self, round: &Round, seat: Seat, hand: &WaitingHand) {
        let waits = waits(hand);
        let furiten = round.table().player(seat).furiten();
        let furiten: Vec<Kind> = waits.iter().filter(|&kind| furiten.contains(kind)).collect();
        if !furiten.is_empty() {
            self.differ(format!("seat {} wins by ron while furiten by {furiten:?}", seat.index()));
        }
    }
}

impl Watch for Judge<'_> {
    fn wants(&self, _: Players) -> bool {
        true
    }

    fn begin(&mut self, room: Room, log: &RoundLog, carry: Option<&Carry>) {
        let opening = &log.raw.opening;
        if std::mem::take(&mut self.game_over) {
            self.differ("the game goes on after its end".to_string());
        }
        self.last_wind = last_wind(room.length);
        self.rules = room.rules;
        self.round = round_name(opening);
        self.findings.rounds += 1;
        self.claims = log.claims.clone().into_iter();
        (self.declaring, self.konging) = (None, None);
        let begins = Carry {
            dealer: opening.dealer,
            wind: opening.wind,
            honba: opening.honba,
            sticks: opening.sticks,
            scores: opening.scores,
        };
        if let Some(carry) = carry {
            self.compare("start of the round", &begins, carry);
        }
        let total = opening.scores.0.iter().sum::<i32>() + opening.sticks as i32 * STICK;
        let start = self.rules.players.count() as i32 * self.rules.start;
        if total != start {
            self.differ_at_table(format!("points on the table: recorded {total}, ours {start}"));
        }
    }

    fn before(&mut self, round: &Round, event: &Event) {
        match event {
            Event::Discard { seat, .. } => {
                let declared = matches!(round.table().phase(), Phase::Declared { .. });
                self.declaring = declared.then_some(*seat);
            }
            Event::Call { seat, .. } if round.table().player(*seat).riichi().is_some() => {
                self.konging = Some(*seat);
            }
            Event::Win(win) => self.win(round, win),
            Event::Drawn { how, gains } => match how {
                DrawReason::Exhausted { tenpai } => {
                    let players = round.table().rules().players;
                    self.exhausted(round, *tenpai);
                    self.compare("draw payments", *gains, score::draw_payments(*tenpai, players));
                }
                DrawReason::NagashiMangan { tenpai } => {
                    self.exhausted(round, *tenpai);
                    let nagashi = BySeat::from_fn(|seat| round.table().nagashi(seat));
                    let paid =
                        score::nagashi_payments(nagashi, round.table().dealer(), round.table().rules());
                    self.compare("nagashi payments", *gains, paid);
                }
                DrawReason::TripleRon => self.triple_ron(round),
                _ => {}
            },
            _ => {}
        }
    }

    fn after(&mut self, round: &Round, _: &Event) {
        self.findings.events += 1;
        if let Some(seat) = self.declaring.take() {
            self.fixed[seat] = self.waits_of(round, seat);
            if self.fixed[seat].is_empty() {
                self.differ(format!("seat {} declares riichi and is not tenpai", seat.index()));
            }
        }
        if let Some(seat) = self.konging.take() {
            let after = self.waits_of(round, seat);
            let kan = round.table().player(seat).melds().last().map(|meld| meld.kind());
            let own = |kind: &Kind| self.rules.riichi_kans == RiichiKans::OtherWaits && Some(*kind) == kan;
            let before: KindSet = self.fixed[seat].iter().filter(|kind| !own(kind)).collect();
            self.compare("waits after a kan in riichi", before, after);
        }
    }

    fn end(&mut self, round: &Round) {
        self.game_over = round.table().game_over(self.last_wind);
        if round.table().ending().is_none() {
            self.differ(format!("the record ends while {:?}", round.table().phase()));
        }
        if self.claims.next().is_some() {
            self.differ("a claim without a win".to_string());
        }
    }

    fn illegal(&mut self, illegal: Illegal) {
        self.differ(illegal.to_string());
    }

    fn unreadable(&mut self, error: ReadError) {
        match error.problem {
            Problem::Unfinished => {
                let (game, round) = (self.game.to_string(), format!("after {}", self.round));
                let what = error.to_string();
                self.findings.cut.push(Difference { game, round, what, table: false });
            }
            _ => self.differ(error.to_string()),
        }
    }

    fn outcome(&mut self, format: Format, outcome: Option<&Outcome>, carry: Option<&Carry>) {
        // the other formats are used for single rounds, too
        if format != Format::Mjlog && outcome.is_none() {
            return;
        }
        if !self.game_over {
            self.differ("the game ends before its time".to_string());
        }
        self.round = "end".to_string();
        let (Some(outcome), Some(carry)) = (outcome, carry) else {
            return self.differ("the game has no end".to_string());
        };
        // sticks left on the table go to the first place; of equal points the earlier seat is ahead
        let best = carry.scores.0.iter().max().copied();
        let first = self.rules.players.seats().find(|&s| Some(carry.scores[s]) == best);
        let left = carry.sticks as i32 * STICK;
        let ours = BySeat::from_fn(|s| carry.scores[s] + if Some(s) == first { left } else { 0 });
        self.compare("final points", outcome.points, ours);
        let standing = standing(&ours, &self.rules);
        // older records round to whole thousands, and the first place takes what that leaves
        let near =
            |s: Seat| (outcome.standing[s] - standing[s]).abs() < if Some(s) == first { 1.6 } else { 0.51 };
        if !self.rules.players.seats().all(near) {
            self.differ_at_table(format!("standing: recorded {:?}, ours {standing:?}", outcome.standing));
        }
    }
}

/// Thousands of points from the origin, with uma and oka.
fn standing(points: &BySeat<i32>, rules: &Rules) -> BySeat<f64> {
    let places = Places::at_the_end(points, rules.ties, rules.players);
    // what the first place takes, all have paid: where there is no oka, a result counts from the starting points
    let origin = rules.start + rules.oka / rules.players.count() as i32;
    BySeat::from_fn(|seat| (f64::from(points[seat] - origin) + places.points(seat, rules)) / 1000.0)
}

/// Honba and sticks for the next winner: only the first on one tile takes them.
fn pot(round: &Round) -> (u32, u32) {
    match round.table().phase() {
        Phase::Won { .. } => (0, 0),
        _ => (round.table().honba(), round.table().sticks()),
    }
}

/// The hand before the winning tile.
fn winning_hand(round: &Round, win: &WinEvent) -> Result<WaitingHand, HandError> {
    match win.source {
        Source::Ron { .. } => round.waiting_hand(win.seat),
        Source::Tsumo => {
            let drawn = round.drawn_hand(win.seat)?;
            drawn.discard(win.tile).ok_or(HandError::RedFive { tile: win.tile, count: 0 })
        }
    }
}

fn tiles(round: &Round, seat: Seat, win: &WinEvent) -> Vec<Tile> {
    let reds = round.reds(seat);
    let mut tiles = Vec::with_capacity(14);
    for (kind, n) in round.concealed(seat).iter() {
        let red = kind.is_five() && reds.contains(kind.suit());
        tiles.extend(Tile::red_five(kind.suit()).filter(|_| red));
        tiles.extend(std::iter::repeat_n(Tile::plain(kind), n - usize::from(red)));
    }
    if win.source != Source::Tsumo {
        tiles.push(win.tile);
    }
    tiles
}

fn seen_table(round: &Round, seat: Seat) -> Result<score::Table, score::IndicatorError> {
    let table = round.table();
    let kinds: Vec<Kind> = table.indicators().iter().map(|t| t.kind()).collect();
    let dora = score::Indicators::new(&kinds)?;
    Ok(score::Table { round: table.wind(), seat: table.seat_wind(seat), dora })
}

/// Yaku by Tenhou's numbers with their han; 52 to 54 are dora, ura-dora and red fives.
fn yaku_of(score: &Score, rules: &Rules) -> Vec<(u8, u8)> {
    let yaku = score.shares(rules).map(|(yaku, share)| match share {
        Share::Han(n) | Share::Yakuman(n) => (yaku.tenhou_id() as u8, n),
    });
    // a north set aside is written as a dora
    let dora = [(52, score.dora.dora + score.dora.kita), (53, score.dora.ura), (54, score.dora.red)];
    let dora = dora.into_iter().filter(|&(_, n)| n > 0 && matches!(score.value, Value::Han { .. }));
    yaku.chain(dora).collect()
}

/// `E1-0`: wind, number and honba of a round.
fn round_name(opening: &Opening) -> String {
    let wind = ["E", "S", "W", "N"][opening.wind.index()];
    format!("{wind}{}-{}", opening.dealer.index() + 1, opening.honba)
}
