//! A parameter file: what was learned, from which games, and for which features.
//!
//! One line of JSON, the [`Header`], then the numbers of its sections one after the other, little-endian. They are not
//! packed: the WebAssembly file that has them is, on its way, and what is packed twice is no shorter.
//!
//! A section names the layout that its numbers were fitted for: a hash of what its reader computes. The
//! reader of a section says which layout it expects, so a file of other features is an error and never a guess.

use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// What the file of three players says that it is for.
pub const THREE: &str = "nanikiru three";

static OF_THREE: OnceLock<Params> = OnceLock::new();
static THREE_BYTES: &[u8] = include_bytes!("../data/three.params");

/// The version of the file's format.
const VERSION: u32 = 4;
/// No log-odds, no count and no share comes near it.
const ABSURD: f32 = 1e6;

/// What a file says about itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    label: String,
    version: u32,
    /// The CRC-32 of all that follows the header, hexadecimal.
    check: String,
    /// What it was learned from.
    pub provenance: Provenance,
    sections: Vec<Entry>,
}

/// The games that parameters were learned from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Which archives, and which part of them.
    pub corpus: String,
    /// The month of the first game, like `2018-11`.
    pub from: String,
    /// The month of the last game.
    pub to: String,
    /// How many games.
    pub games: u64,
    /// How many rounds.
    pub rounds: u64,
    /// How many decisions; 0 where none was looked at.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub decisions: u64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    /// Hexadecimal.
    layout: String,
    format: Format,
    scale: f32,
    len: usize,
    /// Samples it was fitted on.
    samples: u64,
}

/// How the numbers of a section are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// As they are.
    F32,
    /// As 16-bit integers times a scale.
    I16,
    /// As 8-bit integers times a scale.
    I8,
}

impl Format {
    const fn bytes(self) -> usize {
        match self {
            Format::F32 => 4,
            Format::I16 => 2,
            Format::I8 => 1,
        }
    }
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// A named list of numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// Its name, like `riichi waits`.
    pub name: String,
    /// A hash of what the numbers mean, made by their reader.
    pub layout: u64,
    /// How they are written.
    pub format: Format,
    /// The numbers.
    pub numbers: Vec<f32>,
    /// On how many samples they were fitted.
    pub samples: u64,
}

/// A whole file.
#[derive(Clone, PartialEq, Debug)]
pub struct Params {
    label: &'static str,
    /// What it was learned from.
    pub provenance: Provenance,
    sections: Vec<Section>,
}

/// Why bytes are no parameter file, or not the one that is needed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ParamsError {
    /// The first line is no header.
    #[error("no header of a parameter file: {0}")]
    Header(String),
    /// A file of something else.
    #[error("the label is {found:?}, not {expected:?}")]
    Label {
        /// What the file says that it is.
        found: String,
        /// What is needed.
        expected: &'static str,
    },
    /// A file of another version.
    #[error("version {0}: version {VERSION} is needed")]
    Version(u32),
    /// What follows the header is not what was written: cut, longer or changed.
    #[error("the numbers are damaged: their checksum is {found}, not {expected}")]
    Damaged {
        /// Of what follows the header.
        found: String,
        /// What the header says.
        expected: String,
    },
    /// The file is shorter than its header says.
    #[error("the file ends in section {section:?}: {found} of {needed} bytes are there")]
    Truncated {
        /// The section.
        section: String,
        /// Bytes that are there.
        found: usize,
        /// Bytes that its numbers take.
        needed: usize,
    },
    /// The file is longer than its header says.
    #[error("{0} bytes after the last section")]
    Trailing(usize),
    /// A number that cannot have been learned.
    #[error("{value} at {index} of section {section:?}")]
    Absurd {
        /// The section.
        section: String,
        /// Its place.
        index: usize,
        /// The number.
        value: f32,
    },
    /// A section that the file does not have.
    #[error("there is no section {0:?}")]
    Missing(String),
    /// The section was fitted for other features.
    #[error("section {section:?} is for features {found:016x}, not {expected:016x}")]
    Layout {
        /// The section.
        section: String,
        /// The hash in the file.
        found: u64,
        /// The hash that is needed.
        expected: u64,
    },
    /// The section has more or fewer numbers than its features.
    #[error("section {section:?} has {found} numbers, not {expected}")]
    Length {
        /// The section.
        section: String,
        /// How many it has.
        found: usize,
        /// How many are needed.
        expected: usize,
    },
}

impl Params {
    /// A file of these sections; a name that comes twice stands for the later one. The label says what the
    /// parameters are for, like `nanikiru danger`.
    pub fn new(
        label: &'static str,
        provenance: Provenance,
        sections: impl IntoIterator<Item = Section>,
    ) -> Params {
        let mut params = Params { label, provenance, sections: Vec::new() };
        sections.into_iter().for_each(|section| params.put(section));
        params
    }

    /// Adds a section, in the place of one of the same name if there is one.
    pub fn put(&mut self, section: Section) {
        match self.sections.iter_mut().find(|old| old.name == section.name) {
            Some(old) => *old = section,
            None => self.sections.push(section),
        }
    }

    /// Reads a file that has this label.
    ///
    /// # Errors
    /// When it is no such file, of another version, cut or damaged, or holds a number that cannot have been learned.
    pub fn read(label: &'static str, bytes: &[u8]) -> Result<Params, ParamsError> {
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let header = header(&bytes[..end], label)?;
        let mut rest = bytes.get(end + 1..).unwrap_or_default();
        let found = checksum(rest);
        if found != header.check {
            return Err(ParamsError::Damaged { found, expected: header.check });
        }
        let mut sections = Vec::with_capacity(header.sections.len());
        for entry in header.sections {
            sections.push(entry.read(&mut rest)?);
        }
        if rest.is_empty() {
            Ok(Params { label, provenance: header.provenance, sections })
        } else {
            Err(ParamsError::Trailing(rest.len()))
        }
    }

    /// The file's bytes. Numbers of integer formats are rounded; reading gives the rounded ones.
    pub fn write(&self) -> Vec<u8> {
        let entries: Vec<Entry> = self.sections.iter().map(Entry::of).collect();
        let mut numbers = Vec::new();
        for (section, entry) in self.sections.iter().zip(&entries) {
            for &number in &section.numbers {
                let whole = (number / entry.scale).round();
                match entry.format {
                    Format::F32 => numbers.extend(number.to_le_bytes()),
                    Format::I16 => numbers.extend((whole as i16).to_le_bytes()),
                    Format::I8 => numbers.extend((whole as i8).to_le_bytes()),
                }
            }
        }
        let header = Header {
            label: self.label.into(),
            version: VERSION,
            check: checksum(&numbers),
            provenance: self.provenance.clone(),
            sections: entries,
        };
        let mut bytes = serde_json::to_vec(&header).expect("strings and finite numbers");
        bytes.push(b'\n');
        bytes.extend(numbers);
        bytes
    }

    /// The numbers of a section.
    ///
    /// # Errors
    /// When there is no such section, or it is for other features.
    pub fn section(&self, name: &str, layout: u64) -> Result<&[f32], ParamsError> {
        let missing = || ParamsError::Missing(name.into());
        let section = self.sections.iter().find(|s| s.name == name).ok_or_else(missing)?;
        if section.layout != layout {
            return Err(ParamsError::Layout {
                section: name.into(),
                found: section.layout,
                expected: layout,
            });
        }
        Ok(&section.numbers)
    }

    /// The numbers of a section that has to have so many.
    ///
    /// # Errors
    /// As [`Params::section`], and when it has more or fewer.
    pub fn numbers(&self, name: &str, layout: u64, expected: usize) -> Result<&[f32], ParamsError> {
        let numbers = self.section(name, layout)?;
        if numbers.len() == expected {
            Ok(numbers)
        } else {
            Err(ParamsError::Length { section: name.into(), found: numbers.len(), expected })
        }
    }

    /// The decimals of a section that has to be one of these tables.
    ///
    /// # Errors
    /// As [`Params::numbers`].
    pub fn table<T: Table>(&self, name: &str, layout: u64) -> Result<T, ParamsError> {
        let mut numbers = self.numbers(name, layout, T::COUNT)?.iter().map(|&number| decimal(number));
        Ok(T::read(&mut || numbers.next().expect("as many as were asked for")))
    }

    /// What was fitted to games of three players, on top of what those of four say: corrections of several models.
    ///
    /// # Panics
    /// When it is no such file, which a test rules out.
    pub fn of_three() -> &'static Params {
        OF_THREE.get_or_init(|| {
            Params::read(THREE, THREE_BYTES).expect("a test reads the file that the crate carries")
        })
    }

    /// Has this file read in the place of the one that the crate carries: for the tools that fit and judge it.
    ///
    /// # Panics
    /// When one is read already: this comes before any model of three players is asked.
    #[doc(hidden)]
    pub fn read_as_of_three(self) {
        assert!(OF_THREE.set(self).is_ok(), "a file of three players is read already");
    }

    /// What the crate reads from the file of three players.
    ///
    /// # Panics
    /// When it is no such file, which a test of each reader rules out.
    pub fn carried_of_three<T>(read: impl FnOnce(&Params) -> Result<T, ParamsError>) -> T {
        read(Params::of_three()).expect("a test reads the file that the crate carries")
    }

    /// What the crate reads from a file that it carries; `read` is the reader of that file.
    ///
    /// # Panics
    /// When it is no such file, which a test of each reader rules out.
    pub fn carried<T>(
        label: &'static str,
        bytes: &[u8],
        read: impl FnOnce(&Params) -> Result<T, ParamsError>,
    ) -> T {
        let carried = Params::read(label, bytes).and_then(|params| read(&params));
        carried.expect("a test reads the file that the crate carries")
    }

    /// The sections in the order of the file.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }
}

/// Numbers in a fixed order: what a section of decimals is read as.
pub trait Table: Sized {
    /// How many numbers it has.
    const COUNT: usize;

    /// From the numbers in their order.
    fn read(next: &mut dyn FnMut() -> f64) -> Self;

    /// Adds the numbers in their order.
    fn write(&self, to: &mut Vec<f64>);

    /// A section of them.
    fn section(&self, name: &str, layout: u64, samples: u64) -> Section {
        let mut numbers = Vec::with_capacity(Self::COUNT);
        self.write(&mut numbers);
        let numbers = numbers.into_iter().map(|number| number as f32).collect();
        Section { name: name.into(), layout, format: Format::F32, numbers, samples }
    }
}

impl Table for f64 {
    const COUNT: usize = 1;

    fn read(next: &mut dyn FnMut() -> f64) -> f64 {
        next()
    }

    fn write(&self, to: &mut Vec<f64>) {
        to.push(*self);
    }
}

impl<T: Table, const N: usize> Table for [T; N] {
    const COUNT: usize = N * T::COUNT;

    fn read(next: &mut dyn FnMut() -> f64) -> [T; N] {
        std::array::from_fn(|_| T::read(next))
    }

    fn write(&self, to: &mut Vec<f64>) {
        self.iter().for_each(|part| part.write(to));
    }
}

/// Makes a struct of tables a table, in the order of these fields.
macro_rules! table {
    ($name:ident { $($field:ident: $part:ty),+ $(,)? }) => {
        impl $crate::params::Table for $name {
            const COUNT: usize = 0 $(+ <$part as $crate::params::Table>::COUNT)+;

            fn read(next: &mut dyn FnMut() -> f64) -> $name {
                $(let $field = <$part as $crate::params::Table>::read(next);)+
                $name { $($field),+ }
            }

            fn write(&self, to: &mut Vec<f64>) {
                $($crate::params::Table::write(&self.$field, to);)+
            }
        }
    };
}
pub(crate) use table;

/// The decimal of at most six digits that was rounded to this number: the shortest that is rounded to it.
fn decimal(number: f32) -> f64 {
    number.to_string().parse().expect("a number")
}

/// What every version of the file has.
#[derive(Deserialize)]
struct HeaderStart {
    label: String,
    version: u32,
}

/// The header of a file that has this label; another version may have another header.
fn header(line: &[u8], label: &'static str) -> Result<Header, ParamsError> {
    let header: Result<Header, _> = serde_json::from_slice(line);
    let known = match &header {
        Ok(header) => HeaderStart { label: header.label.clone(), version: header.version },
        Err(_) => serde_json::from_slice(line).map_err(|e| ParamsError::Header(e.to_string()))?,
    };
    if known.label != label {
        return Err(ParamsError::Label { found: known.label, expected: label });
    }
    if known.version != VERSION {
        return Err(ParamsError::Version(known.version));
    }
    header.map_err(|e| ParamsError::Header(e.to_string()))
}

impl Entry {
    fn of(section: &Section) -> Entry {
        let largest = section.numbers.iter().fold(0f32, |most, n| most.max(n.abs()));
        let steps = match section.format {
            Format::F32 => 0.0,
            Format::I16 => f32::from(i16::MAX),
            Format::I8 => f32::from(i8::MAX),
        };
        Entry {
            name: section.name.clone(),
            layout: format!("{:016x}", section.layout),
            format: section.format,
            scale: if steps > 0.0 && largest > 0.0 { largest / steps } else { 1.0 },
            len: section.numbers.len(),
            samples: section.samples,
        }
    }

    fn read(self, rest: &mut &[u8]) -> Result<Section, ParamsError> {
        let Entry { name, layout, format, scale, len, samples } = self;
        let bad = |what: &str| ParamsError::Header(format!("section {name:?}: {what}"));
        let layout = u64::from_str_radix(&layout, 16).map_err(|_| bad("the layout is no hash"))?;
        let needed = len.checked_mul(format.bytes()).ok_or_else(|| bad("the length is absurd"))?;
        let Some((numbers, after)) = rest.split_at_checked(needed) else {
            return Err(ParamsError::Truncated { section: name, found: rest.len(), needed });
        };
        *rest = after;
        let number = |bytes: &[u8]| match *bytes {
            [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
            [a, b] => f32::from(i16::from_le_bytes([a, b])) * scale,
            [a] => f32::from(a as i8) * scale,
            _ => unreachable!("formats have 4, 2 and 1 bytes"),
        };
        let numbers: Vec<f32> = numbers.chunks_exact(format.bytes()).map(number).collect();
        match numbers.iter().position(|n| n.is_nan() || n.abs() >= ABSURD) {
            None => Ok(Section { name, layout, format, numbers, samples }),
            Some(index) => Err(ParamsError::Absurd { value: numbers[index], section: name, index }),
        }
    }
}

fn checksum(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

/// A hash of a layout's description (FNV-1a).
pub fn layout_hash(description: &str) -> u64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    description.bytes().fold(START, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABEL: &str = "nanikiru test";

    fn file() -> Params {
        let section = |name: &str, format, numbers: &[f32]| Section {
            name: name.into(),
            layout: 7,
            format,
            numbers: numbers.to_vec(),
            samples: 3,
        };
        let sections = [
            section("plain", Format::F32, &[0.25, -1e5]),
            section("words", Format::I16, &[1.0, -2.0, 0.0]),
            section("bytes", Format::I8, &[127.0, -3.0]),
            section("none", Format::I8, &[]),
        ];
        Params::new(
            LABEL,
            Provenance { corpus: "a test".into(), games: 1, ..Provenance::default() },
            sections,
        )
    }

    #[test]
    fn what_is_written_is_read() {
        let read = Params::read(LABEL, &file().write()).unwrap();
        assert_eq!(read.provenance, file().provenance);
        assert_eq!(read.section("plain", 7), Ok(&[0.25, -1e5][..]));
        assert_eq!(read.section("bytes", 7), Ok(&[127.0, -3.0][..]));
        assert_eq!(read.section("none", 7), Ok(&[][..]));
        let words = read.section("words", 7).unwrap();
        words.iter().zip([1.0, -2.0, 0.0]).for_each(|(a, b)| assert!((a - b).abs() < 1e-4, "{a} {b}"));
        assert_eq!(read.write(), Params::read(LABEL, &read.write()).unwrap().write());
    }

    #[test]
    fn decimals_of_six_digits_are_read_as_they_were_written() {
        #[derive(PartialEq, Debug)]
        struct Two {
            one: [[f64; 2]; 2],
            other: f64,
        }
        table!(Two { one: [[f64; 2]; 2], other: f64 });
        let two = Two { one: [[0.1, -6079.4], [1.18755, 0.00078]], other: 123456.0 };
        let params = Params::new(LABEL, Provenance::default(), [two.section("two", 7, 3)]);
        let read = Params::read(LABEL, &params.write()).unwrap();
        assert_eq!(read.table::<Two>("two", 7), Ok(two));
        let length = ParamsError::Length { section: "two".into(), found: 5, expected: 4 };
        assert_eq!(read.table::<[f64; 4]>("two", 7), Err(length));
        for digits in (1..1_000_000).step_by(7) {
            for place in ["0.0", "0.", "", "1", "-"] {
                let text = if place == "1" { format!("{digits}0") } else { format!("{place}{digits}") };
                let number: f64 = text.parse().unwrap();
                assert_eq!(decimal(number as f32), number, "{text}");
            }
        }
    }

    #[test]
    fn another_file_is_refused_with_its_value() {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let read = |from: &str, to: &str| {
            let bytes = file().write();
            let end = bytes.iter().position(|&b| b == b'\n').unwrap();
            let mut changed = text(bytes[..end].to_vec()).replace(from, to).into_bytes();
            assert_ne!(changed, bytes[..end], "{from} is in the header");
            changed.extend(&bytes[end..]);
            Params::read(LABEL, &changed).unwrap_err()
        };
        assert_eq!(read(LABEL, "soup"), ParamsError::Label { found: "soup".into(), expected: LABEL });
        assert_eq!(read("\"version\":4", "\"version\":3"), ParamsError::Version(3));
        assert!(matches!(read("\"layout\":\"0", "\"layout\":\"x"), ParamsError::Header(_)));
        assert!(matches!(read("\"corpus\"", "\"corpse\""), ParamsError::Header(_)));
        let absurd = read("\"scale\":1.0,\"len\":2", "\"scale\":1e30,\"len\":2");
        assert!(matches!(absurd, ParamsError::Absurd { index: 0, .. }), "{absurd}");
        assert!(matches!(Params::read(LABEL, b""), Err(ParamsError::Header(_))));
        assert!(matches!(Params::read(LABEL, b"\xff\xfe\n"), Err(ParamsError::Header(_))));
    }

    #[test]
    fn a_file_has_the_length_that_it_says() {
        let bytes = file().write();
        let header = bytes.iter().position(|&b| b == b'\n').unwrap() + 1;
        let longer = [&bytes[..], b"xy"].concat();
        for other in (header..bytes.len()).map(|cut| &bytes[..cut]).chain([&longer[..]]) {
            let error = Params::read(LABEL, other).unwrap_err();
            assert!(matches!(error, ParamsError::Damaged { .. }), "{}: {error}", other.len());
        }
        let says = |from: &str, to: &str| {
            let text = std::str::from_utf8(&bytes[..header]).unwrap();
            assert!(text.contains(from), "{text}");
            Params::read(LABEL, &[text.replacen(from, to, 1).as_bytes(), &bytes[header..]].concat())
                .unwrap_err()
        };
        // 2 numbers of 4 bytes, 3 of 2, 2 of 1, none of 1
        let truncated = ParamsError::Truncated { section: "none".into(), found: 0, needed: 5 };
        assert_eq!(says("\"len\":0", "\"len\":5"), truncated);
        assert!(matches!(says("\"len\":3", "\"len\":2"), ParamsError::Trailing(_)));
        let huge = says("\"len\":0", "\"len\":18446744073709551615");
        assert!(matches!(huge, ParamsError::Truncated { found: 0, .. }), "{huge}");
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let bytes = file().write();
        let header = bytes.iter().position(|&b| b == b'\n').unwrap() + 1;
        for at in header..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            let error = Params::read(LABEL, &damaged).unwrap_err();
            assert!(matches!(error, ParamsError::Damaged { .. }), "{at}: {error}");
        }
    }

    #[test]
    fn a_section_is_asked_for_by_its_layout_and_length() {
        let params = file();
        assert_eq!(params.section("plane", 7), Err(ParamsError::Missing("plane".into())));
        let layout = ParamsError::Layout { section: "plain".into(), found: 7, expected: 8 };
        assert_eq!(params.section("plain", 8), Err(layout));
        let length = ParamsError::Length { section: "plain".into(), found: 2, expected: 3 };
        assert_eq!(params.numbers("plain", 7, 3), Err(length));
    }
}
