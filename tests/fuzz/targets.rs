//! What the fuzzer calls; tests/fuzz_smoke.rs calls the same on stable Rust.

use nanikiru::api::{Position, request_from_json};
use nanikiru::hand::notation::{HandTextError, RawHand};
use nanikiru::replay::{LIMIT, open};
use nanikiru::review::decisions;
use nanikiru::tile::notation::{parse_tiles, to_mpsz};

/// Texts as tiles and as hands: read and round-tripped, or refused at a place in the text.
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match parse_tiles(text) {
        Ok(tiles) => assert_eq!(parse_tiles(&to_mpsz(tiles.iter().copied())), Ok(tiles)),
        Err(e) => assert_eq!(text[e.at], e.text),
    }
    match text.parse::<RawHand>() {
        Ok(raw) => {
            for meld in &raw.melds {
                assert_eq!(meld.to_string().parse(), Ok(*meld));
            }
            if let Ok(hand) = raw.drawn() {
                assert_eq!(hand.to_string().parse(), Ok(hand));
            }
            if let Ok(hand) = raw.waiting() {
                assert_eq!(hand.to_string().parse(), Ok(hand));
            }
        }
        Err(HandTextError::Tiles(e)) => assert_eq!(text[e.at], e.text),
        Err(HandTextError::Meld(e)) => assert_eq!(text[e.at], e.text),
        Err(HandTextError::Hand(e)) => panic!("a raw hand is not checked: {e}"),
    }
}

/// Texts as requests: checked and round-tripped, or refused with code and field.
pub fn request(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let error = match request_from_json(text) {
        Err(error) => error,
        Ok(request) => {
            let written = serde_json::to_string(&request).expect("requests are plain data");
            let again = request_from_json(&written).expect("what was accepted is accepted again");
            assert_eq!(serde_json::to_string(&again).expect("as above"), written);
            match request.check() {
                Err(error) => error,
                Ok(question) => {
                    if let Some(seated) = &question.seated {
                        assert_eq!(
                            seated.view(&question.position).unseen(),
                            question.situation.unseen().counts()
                        );
                    }
                    let unseen = question.situation.unseen().total();
                    let owned = match &question.position {
                        Position::Drawn { hand, .. } => hand.owned(),
                        Position::Waiting { hand, .. } => hand.owned(),
                    };
                    assert!(unseen + owned.total() <= 136);
                    return;
                }
            }
        }
    };
    assert!(!error.message.is_empty());
    if let Some(span) = error.span {
        let given = error.value.as_str().expect("only text has places");
        assert!(span.start <= span.end && span.end as usize <= given.encode_utf16().count());
    }
}

/// Bytes as game records: rounds, then at most one error that has its place, and decisions that agree with
/// the rounds.
pub fn record(data: &[u8]) {
    let mut reader = match open(data) {
        Ok(reader) => reader,
        Err(error) => {
            assert!(error.byte <= LIMIT && !error.problem.to_string().is_empty());
            return;
        }
    };
    let mut rounds = 0;
    while let Some(round) = reader.next() {
        match round {
            Ok(log) => {
                rounds += 1;
                let rules = reader.room().expect("known before the first round").rules;
                let mut last = 0;
                for decision in decisions(&log, &rules).map_while(Result::ok) {
                    assert!(last <= decision.events && decision.events < log.events.len());
                    last = decision.events;
                }
                assert!(log.claims.len() <= log.events.len());
            }
            Err(error) => {
                assert_eq!(error.rounds, rounds);
                assert!(error.line >= 1 && !error.problem.to_string().is_empty());
                assert!(reader.next().is_none(), "nothing comes after an error");
            }
        }
    }
}
