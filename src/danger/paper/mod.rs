//! The estimator of Kurita & Hoki (deal-in), as the baseline that [`crate::danger`]'s own model is measured against.
//!
//! An opponent with 1 to 4 calls has a tenpai hand (5.1, 5.2), one in riichi has a wait (5.3), one with
//! neither has that wait as often as it is tenpai (5.4). Where the paper leaves something open:
//!
//! - the factors 0.2 of eq. 15 and 0.5 and 0.8 of eq. 29, set by hand there, are estimated from games: the
//!   first by the number of calls, the others by the form of the wait;
//! - hands without a yaku are among the tenpai hands, and nobody deals into them;
//! - red fives that nobody has seen are in a hand as often as any of the unseen fives;
//! - deal-ins to closed hands without riichi have a distribution of han of their own;
//! - concealed kans do not count as calls, and a closed hand with some of them waits like any other.

mod colour;
mod hands;
mod numbers;
mod parts;
mod prices;
pub mod riichi;
pub mod tenpai;
mod values;
mod waits;

pub use colour::Colour;
pub use prices::{CELLS, Price, Prices, YAKUMAN};
pub use waits::{ClosedWait, PLACES, WaitForm};

use super::model::{BUILTIN, LABEL};
use super::{Danger, Estimator, Risk, Threat};
use crate::params::{Format, Params, ParamsError, Section, layout_hash};
use crate::round::View;
use crate::rules::Length;
use crate::score;
use crate::tile::{BySeat, Kind, Reds, Seat, Suit, Tile};
use hands::{Dora, Hands, Holder, Holdings};
use numbers::{Numbers, Short};
use riichi::{Bill, ClosedPrices, RiichiWaits};
use std::sync::OnceLock;
use tenpai::Tenpai;
use values::Setting;

/// The section of the parameter file.
const SECTION: &str = "paper";
/// Changes with the meaning of the numbers.
const LAYOUT: &str = "paper 1: tenpai by calls and discards, bad forms, waits, bills";

/// The estimator with all that it learned.
#[derive(Clone, PartialEq, Debug)]
pub struct Paper {
    /// How likely opponents without riichi are tenpai.
    pub tenpai: Tenpai,
    /// Eq. 15 by 1 to 3 calls: hands whose waits are all bad, against good ones.
    pub bad: [f64; 3],
    /// What closed hands wait for.
    pub waits: RiichiWaits,
    /// What deal-ins to riichi cost.
    pub riichi: Bill,
    /// What deal-ins to closed hands without riichi cost.
    pub closed: Bill,
}

impl Paper {
    /// The estimator that the crate carries.
    pub fn builtin() -> &'static Paper {
        static PAPER: OnceLock<Paper> = OnceLock::new();
        PAPER.get_or_init(|| Params::carried(LABEL, BUILTIN, Paper::from_params))
    }

    /// Reads its section of a parameter file.
    ///
    /// # Errors
    /// When there is no such section, or one of another layout or length.
    pub fn from_params(params: &Params) -> Result<Paper, ParamsError> {
        let numbers = params.section(SECTION, layout_hash(LAYOUT))?;
        let mut rest = Numbers(numbers.iter());
        let length =
            |expected| ParamsError::Length { section: SECTION.into(), found: numbers.len(), expected };
        let paper = Paper::read(&mut rest).map_err(|Short| length(Paper::length()))?;
        if rest.0.len() == 0 { Ok(paper) } else { Err(length(numbers.len() - rest.0.len())) }
    }

    /// Its section of a parameter file, fitted on so many decisions.
    pub fn section(&self, samples: u64) -> Section {
        let mut numbers = Vec::new();
        self.tenpai.write(&mut numbers);
        numbers.extend(self.bad.map(|n| n as f32));
        self.waits.write(&mut numbers);
        self.riichi.write(&mut numbers);
        self.closed.write(&mut numbers);
        Section { name: SECTION.into(), layout: layout_hash(LAYOUT), format: Format::F32, numbers, samples }
    }

    fn read(numbers: &mut Numbers) -> Result<Paper, Short> {
        Ok(Paper {
            tenpai: Tenpai::read(numbers)?,
            bad: numbers.row()?,
            waits: RiichiWaits::read(numbers)?,
            riichi: Bill::read(numbers)?,
            closed: Bill::read(numbers)?,
        })
    }

    /// How many numbers there are.
    fn length() -> usize {
        let mut most = 0;
        let zeros = [0.0; 4096];
        let mut rest = Numbers(zeros.iter());
        if Paper::read(&mut rest).is_ok() {
            most = zeros.len() - rest.0.len();
        }
        most
    }

    /// What each kind costs when it is discarded to this opponent, and how likely the opponent is tenpai.
    pub fn prices(&self, view: &View, seat: Seat) -> (f64, Vec<Prices>) {
        self.opponent(&Scene::new(view), seat)
    }

    fn opponent(&self, scene: &Scene, seat: Seat) -> (f64, Vec<Prices>) {
        let (table, unseen) = (scene.view.table(), scene.view.unseen());
        let shown = &scene.dora.shown;
        let player = table.player(seat);
        if player.riichi().is_some() {
            return (1.0, ClosedPrices::new(&self.waits, &self.riichi).prices(table, seat, unseen, shown));
        }
        let colours = self.tenpai.rates(table, seat);
        let tenpai: f64 = colours.iter().sum();
        if player.is_closed() {
            let mut prices = ClosedPrices::new(&self.waits, &self.closed).prices(table, seat, unseen, shown);
            prices.iter_mut().for_each(|prices| prices.0.iter_mut().for_each(|p| *p *= tenpai));
            return (tenpai, prices);
        }
        (tenpai, self.caller(scene, seat, colours))
    }

    /// Eq. 18, and 11 with four melds.
    fn caller(&self, scene: &Scene, seat: Seat, colours: [f64; Colour::COUNT]) -> Vec<Prices> {
        let table = scene.view.table();
        let player = table.player(seat);
        let melds = player.melds();
        let setting = scene.setting(seat);
        let bad = self.bad.get(melds.len() - 1).copied().unwrap_or(1.0);
        let groups = groups(melds.len());
        let opponent = Holder::new(&setting, player.furiten(), bad);
        let hands = Hands::new(scene.holdings(), groups, &opponent, &scene.dora);
        let melded = scene.dora.of_melds(melds);
        let shares: [f64; Colour::COUNT] = if groups == 0 {
            // the seat waits for what it can win on, of any colour
            let wins: f64 = (0..Colour::COUNT).map(|colour| hands.winning(colour)).sum();
            colours.map(|_| if wins > 0.0 { 1.0 / wins } else { 0.0 })
        } else {
            std::array::from_fn(|c| if hands.total[c] > 0.0 { colours[c] / hands.total[c] } else { 0.0 })
        };
        let mut prices = vec![Prices::NONE; Kind::COUNT];
        for (kind, prices) in Kind::ALL.into_iter().zip(&mut prices) {
            for (colour, share) in shares.into_iter().enumerate().filter(|(_, share)| *share > 0.0) {
                for (cell, &sum) in
                    hands.prices(colour, kind).iter().enumerate().filter(|(_, sum)| **sum > 0.0)
                {
                    prices.0[Price::at(cell).plus(melded).cell()] += share * sum;
                }
            }
        }
        prices
    }
}

/// The factors of a caller's tenpai hands by colour, furiten ones left out: of hands with a good wait, and of
/// the others before eq. 15. `None` for opponents without calls and with four.
pub fn form_sums(view: &View, seat: Seat) -> Option<[(f64, f64); Colour::COUNT]> {
    let player = view.table().player(seat);
    let calls = player.melds().len();
    if player.is_closed() || calls == 4 {
        return None;
    }
    let scene = Scene::new(view);
    let setting = scene.setting(seat);
    let total = |bad: f64| {
        let opponent = Holder::new(&setting, player.furiten(), bad);
        Hands::new(scene.holdings(), groups(calls), &opponent, &scene.dora).total
    };
    let (good, all) = (total(0.0), total(1.0));
    Some(std::array::from_fn(|c| (good[c], all[c] - good[c])))
}

/// Groups beside the melds; with one meld a hand of eleven tiles takes the place of fourteen (5.2.4).
fn groups(calls: usize) -> usize {
    if calls == 1 { 2 } else { 4 - calls }
}

impl Estimator for Paper {
    fn danger(&self, view: &View, _: Length) -> Danger {
        let scene = Scene::new(view);
        let table = view.table();
        let threat = |seat: Seat| {
            let (tenpai, prices) = self.opponent(&scene, seat);
            let dealer = seat == table.dealer();
            let risk = |tile: Tile| -> Risk {
                prices[tile.kind().index()].risk(u8::from(tile.is_red()), dealer, table.rules())
            };
            let risks = (0..Tile::COUNT).filter_map(Tile::new).map(risk).collect();
            Threat { tenpai, risks }
        };
        let threats = BySeat::from_fn(|seat| (seat != view.seat()).then(|| threat(seat)));
        Danger { threats, multiple_ron: view.table().rules().multiple_ron }
    }
}

/// What all opponents of a view have in common.
struct Scene<'a> {
    view: &'a View<'a>,
    dora: Dora,
    holdings: std::cell::OnceCell<Holdings>,
}

impl<'a> Scene<'a> {
    fn new(view: &'a View<'a>) -> Scene<'a> {
        Scene { view, dora: Dora::of(view), holdings: std::cell::OnceCell::new() }
    }

    fn holdings(&self) -> &Holdings {
        self.holdings.get_or_init(|| Holdings::new(self.view.unseen(), &self.dora))
    }

    /// Where this seat would win. Dora are counted apart.
    fn setting(&self, seat: Seat) -> Setting<'a> {
        let table = self.view.table();
        let (round, wind) = (table.wind(), seat.wind(table.dealer()));
        Setting {
            melds: table.player(seat).melds(),
            table: score::Table { round, seat: wind, dora: score::Indicators::NONE },
            rules: table.rules(),
            last: table.tiles_left() == 0,
        }
    }
}

impl Dora {
    fn of(view: &View) -> Dora {
        let table = view.table();
        let rules = table.rules().red_fives.bits();
        let rivers = Seat::ALL.into_iter().flat_map(|seat| table.player(seat).river()).map(|tile| tile.tile);
        let open = rivers.chain(table.indicators().iter().copied()).filter(|tile| tile.is_red());
        let melds = Seat::ALL.into_iter().flat_map(|seat| table.player(seat).melds());
        let melded = melds.filter(|meld| meld.has_red()).map(|meld| meld.kind());
        let seen = open.map(Tile::kind).chain(melded).fold(view.reds(), |reds, kind| reds.with(kind.suit()));
        let exist = Suit::NUMBERS.into_iter().filter(|suit| rules >> suit.index() & 1 == 1);
        let reds = exist.filter(|&suit| !seen.contains(suit)).fold(Reds::NONE, Reds::with);
        Dora { shown: table.dora(), reds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Provenance;

    #[test]
    fn what_is_written_is_read() {
        let paper = Paper::builtin();
        let section = paper.section(7);
        assert_eq!(section.numbers.len(), Paper::length());
        let params = |section: Section| Params::new(LABEL, Provenance::default(), [section]);
        assert_eq!(Paper::from_params(&params(section.clone())).as_ref(), Ok(paper));
        let found = section.numbers.len();
        for change in [-1, 1] {
            let mut numbers = section.numbers.clone();
            numbers.resize(found.wrapping_add_signed(change), 0.0);
            let error = ParamsError::Length {
                section: SECTION.into(),
                found: found.wrapping_add_signed(change),
                expected: found,
            };
            assert_eq!(Paper::from_params(&params(Section { numbers, ..section.clone() })), Err(error));
        }
        let other = Section { layout: 1, ..section };
        assert!(matches!(Paper::from_params(&params(other)), Err(ParamsError::Layout { .. })));
    }

    #[test]
    fn the_papers_constants_were_estimated() {
        // 0.2 in eq. 15, and 0.5 and 0.8 in eq. 29, came out of the games near what the authors had set
        let paper = Paper::builtin();
        assert!(paper.bad.iter().all(|bad| (0.1..0.4).contains(bad)), "{:?}", paper.bad);
        let [one, two] = paper.waits.spare[WaitForm::TwoSided as usize];
        assert!((0.4..0.6).contains(&one) && (0.7..0.9).contains(&two), "{one} {two}");
        let bills = [&paper.riichi, &paper.closed].map(|bill| bill.han.iter().sum::<f64>());
        assert!(bills.iter().all(|sum| (sum - 1.0).abs() < 1e-6), "{bills:?}");
    }
}
