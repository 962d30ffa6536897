//! Where the parts of a record in JSON lie, by its brackets alone, so that a cut record still has its rounds.

use super::{PART, Problem};
use std::ops::Range;

/// The parts of a record, as ranges of its bytes.
#[derive(Default)]
pub(super) struct Outline {
    /// The values of the top-level keys.
    pub keys: Vec<(String, Range<usize>)>,
    /// Whether there is a `log`.
    pub has_log: bool,
    /// The elements of `log`.
    pub rounds: Vec<Range<usize>>,
    /// Where the record ends too early or is no JSON.
    pub broken: Option<(usize, Problem)>,
}

impl Outline {
    /// Looks over a text from here on: an object with `log`, or the rounds alone.
    pub fn of(text: &[u8], start: usize) -> Outline {
        let mut outline = Outline::default();
        let mut scanner = Scanner { text, at: start };
        let whole = match scanner.peek() {
            Ok(b'[') => outline.log(&mut scanner),
            _ => outline.object(&mut scanner),
        };
        let end = whole.and_then(|()| match scanner.peek() {
            Ok(_) => Err(scanner.wrong("nothing more")),
            Err(_) => Ok(()),
        });
        outline.broken = end.err();
        outline
    }

    /// One game in several parts: the keys of the first, the rounds of all.
    pub fn of_parts(text: &[u8], parts: &[Range<usize>]) -> Outline {
        let mut parts = parts.iter().map(|part| Outline::of(&text[..part.end], part.start));
        let mut whole = parts.next().unwrap_or_default();
        for part in parts {
            if whole.broken.is_some() {
                break;
            }
            whole.rounds.extend(part.rounds);
            whole.broken = part.broken;
        }
        whole
    }

    /// The text of a top-level value.
    pub fn key(&self, name: &str) -> Option<&Range<usize>> {
        self.keys.iter().find(|(key, _)| key == name).map(|(_, range)| range)
    }

    fn object(&mut self, scanner: &mut Scanner) -> Scan<()> {
        scanner.expect(b'{', "an object")?;
        if !scanner.next_is(b'}')? {
            loop {
                let key = scanner.string()?;
                scanner.expect(b':', "a colon")?;
                if key == "log" {
                    self.log(scanner)?;
                } else {
                    let value = scanner.value()?;
                    self.keys.push((key, value));
                }
                if !scanner.more(b'}')? {
                    break;
                }
            }
        }
        Ok(())
    }

    fn log(&mut self, scanner: &mut Scanner) -> Scan<()> {
        self.has_log = true;
        scanner.expect(b'[', "an array")?;
        if scanner.next_is(b']')? {
            return Ok(());
        }
        loop {
            let round = scanner.value()?;
            self.rounds.push(round);
            if !scanner.more(b']')? {
                return Ok(());
            }
        }
    }
}

/// The objects of a text, which can stand in an array or behind one another; the last one has what is none behind it.
pub(super) fn objects(text: &[u8], start: usize) -> Vec<Range<usize>> {
    let mut scanner = Scanner { text, at: start };
    let mut objects: Vec<Range<usize>> = Vec::new();
    loop {
        let rest = &text[scanner.at..];
        let between = |byte: &&u8| byte.is_ascii_whitespace() || b",[]".contains(byte);
        scanner.at += rest.iter().take_while(between).count();
        if text.get(scanner.at) != Some(&b'{') {
            break;
        }
        let begin = scanner.at;
        objects.push(scanner.value().unwrap_or(begin..text.len()));
        scanner.at = objects.last().map_or(text.len(), |object| object.end);
    }
    match objects.last_mut() {
        Some(last) if scanner.at < text.len() => last.end = text.len(),
        Some(_) => {}
        None => objects.push(start..text.len()),
    }
    objects
}

/// Reads a part of a text; an error is placed in the whole.
pub(super) fn parse<T: serde::de::DeserializeOwned>(
    text: &[u8],
    range: &Range<usize>,
) -> Result<T, (usize, Problem)> {
    let part = &text[range.clone()];
    if part.len() > PART {
        return Err((range.start, Problem::TooLong { what: "bytes", count: part.len() }));
    }
    serde_json::from_slice(part).map_err(|error| {
        let lines = part.split_inclusive(|&b| b == b'\n').take(error.line().saturating_sub(1));
        let before: usize = lines.map(<[u8]>::len).sum();
        let byte = range.start + (before + error.column().saturating_sub(1)).min(part.len());
        (byte, Problem::Json(error.to_string()))
    })
}

type Scan<T> = Result<T, (usize, Problem)>;

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn wrong(&self, expected: &str) -> (usize, Problem) {
        (self.at, Problem::Json(format!("{expected} is expected here")))
    }

    /// The next byte that is no space.
    fn peek(&mut self) -> Scan<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied().ok_or((self.at, Problem::Unfinished))
    }

    fn next_is(&mut self, byte: u8) -> Scan<bool> {
        let found = self.peek()? == byte;
        self.at += usize::from(found);
        Ok(found)
    }

    fn expect(&mut self, byte: u8, what: &str) -> Scan<()> {
        if self.next_is(byte)? { Ok(()) } else { Err(self.wrong(what)) }
    }

    /// Whether a comma follows, and not the end.
    fn more(&mut self, end: u8) -> Scan<bool> {
        if self.next_is(b',')? {
            return Ok(true);
        }
        if self.next_is(end)? { Ok(false) } else { Err(self.wrong("a comma or the end")) }
    }

    fn string(&mut self) -> Scan<String> {
        if self.peek()? != b'"' {
            return Err(self.wrong("a key"));
        }
        let start = self.at;
        self.quoted()?;
        serde_json::from_slice(&self.text[start..self.at])
            .map_err(|error| (start, Problem::Json(error.to_string())))
    }

    /// Over a string whose opening quote is next.
    fn quoted(&mut self) -> Scan<()> {
        self.at += 1;
        loop {
            match self.text.get(self.at) {
                None => return Err((self.text.len(), Problem::Unfinished)),
                Some(b'"') => break,
                Some(b'\\') => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        Ok(())
    }

    /// Over a value, by its brackets alone.
    fn value(&mut self) -> Scan<Range<usize>> {
        self.peek()?;
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            match self.text.get(self.at) {
                None => return Err((self.at, Problem::Unfinished)),
                Some(b'"') => {
                    self.quoted()?;
                    if depth == 0 {
                        break;
                    }
                    continue;
                }
                Some(b'[' | b'{') => depth += 1,
                Some(b']' | b'}' | b',') if depth == 0 => break,
                Some(b']' | b'}') => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        break;
                    }
                }
                Some(_) => {}
            }
            self.at += 1;
        }
        if self.at == start { Err(self.wrong("a value")) } else { Ok(start..self.at) }
    }
}
