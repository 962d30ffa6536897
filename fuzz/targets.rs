//! What the fuzzer calls; tests/fuzz_smoke.rs calls the same on stable Rust.

use nanikiru::api::{Hand, request_from_json};
use nanikiru::hand::notation::{HandTextError, RawHand};
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
                            seated.view(&question.hand).unseen(),
                            question.situation.unseen().counts()
                        );
                    }
                    let unseen = question.situation.unseen().total();
                    let owned = match &question.hand {
                        Hand::Drawn { hand, .. } => hand.owned(),
                        Hand::Waiting { hand, .. } => hand.owned(),
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
