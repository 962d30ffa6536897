//! Where the games of an input begin and end: whole records stand behind one another, in an array, or round by round.

use super::Format;
use super::outline::{Outline, objects};
use super::unpack::unmarked;
use std::{iter, ops::Range};

/// A game: its parts in the text, in order.
pub(super) type Parts = Vec<Range<usize>>;

/// The games of a text, at least one. Mahjong Soul's reader finds them itself.
pub(super) fn games(text: &[u8], format: Format) -> Vec<Parts> {
    let start = text.len() - unmarked(text).len();
    let begins = match format {
        Format::Mjlog => places(text, b"<mjloggm"),
        Format::Mjai => starts(text),
        Format::Tenhou6 => return merged(text, objects(text, start)),
        Format::Majiang => return objects(text, start).into_iter().map(|object| vec![object]).collect(),
        Format::MahjongSoul => Vec::new(),
    };
    let later = begins.get(1..).unwrap_or_default();
    let begins = [start].into_iter().chain(later.iter().copied());
    let ends = later.iter().copied().chain([text.len()]);
    begins.zip(ends).map(|(begin, end)| iter::once(begin..end).collect()).collect()
}

fn places(text: &[u8], word: &[u8]) -> Vec<usize> {
    let at = |(i, part): (usize, &[u8])| (part == word).then_some(i);
    text.windows(word.len()).enumerate().filter_map(at).collect()
}

/// The events `start_game`, as objects or as texts.
fn starts(text: &[u8]) -> Vec<usize> {
    const WORD: &[u8] = b"\"start_game";
    let begin = |at: usize| {
        let quoted = matches!(text.get(at + WORD.len()), Some(b'"' | b'\\'));
        let object = text[..at].iter().rposition(|&byte| byte == b'{').filter(|_| quoted)?;
        let is_text = object > 0 && text[object - 1] == b'"';
        Some(object - usize::from(is_text))
    };
    places(text, WORD).into_iter().filter_map(begin).collect()
}

/// Objects of tenhou.net/6 with one round each are one game where the players are the same and each round comes after the one
/// before: so viewers share rounds.
fn merged(text: &[u8], objects: Vec<Range<usize>>) -> Vec<Parts> {
    let mut games: Vec<Parts> = Vec::new();
    let mut last = None;
    for object in objects {
        let outline = Outline::of(&text[..object.end], object.start);
        let single = match (&outline.rounds[..], &outline.broken) {
            ([round], None) => {
                deal(&text[round.clone()]).zip(outline.key("name").map(|name| &text[name.clone()]))
            }
            _ => None,
        };
        let follows = match (&last, &single) {
            (Some((before, players)), Some((deal, same))) => players == same && before < deal,
            _ => false,
        };
        match games.last_mut().filter(|_| follows) {
            Some(game) => game.push(object),
            None => games.push(vec![object]),
        }
        last = single;
    }
    games
}

/// The number of a round, and its honba.
fn deal(round: &[u8]) -> Option<(u64, u64)> {
    let inside = round.strip_prefix(b"[")?;
    let head: Vec<i64> = serde_json::Deserializer::from_slice(inside).into_iter().next()?.ok()?;
    Some((u64::try_from(*head.first()?).ok()?, u64::try_from(*head.get(1)?).ok()?))
}
