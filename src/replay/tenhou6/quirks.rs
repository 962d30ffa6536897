//! What converters write otherwise than the viewer, beside the tiles of `entry`.

use super::by_seat;
use crate::tile::BySeat;
use serde_json::{Value, json};

/// Points of all four, above which they are points and not hundreds of them: the usual sum is 100,000.
const HUNDREDS: i64 = 5_000;

/// Points, which some converters write in hundreds.
pub(super) fn points(points: BySeat<i32>) -> BySeat<i32> {
    let sum: i64 = points.0.iter().map(|&points| i64::from(points)).sum();
    let hundreds = (1..HUNDREDS).contains(&sum);
    BySeat::from_fn(|seat| if hundreds { points[seat].saturating_mul(100) } else { points[seat] })
}

/// The 17 elements of a round of 16: the points stand behind honba and sticks, and its end is an object with `agari`, and
/// with what it pays in `owari`; of an abortive draw there is none. `None` for any other round.
pub(super) fn usual(elements: &[Value]) -> Option<Vec<Value>> {
    const PARTS: usize = 14;
    let (head, rest) = elements.split_first()?;
    let (numbers, points) = head.as_array()?.split_at_checked(3)?;
    let (middle, end) = rest.split_at_checked(PARTS)?;
    let end = match end {
        _ if points.len() != 4 => return None,
        [] => &Value::Null,
        [end] => end,
        _ => return None,
    };
    let mut result = Vec::new();
    match end.get("agari").and_then(Value::as_array) {
        Some(wins) => {
            result.push(json!("和了"));
            let paid = end.get("owari").and_then(by_seat)?;
            for (i, win) in wins.iter().enumerate() {
                let (who, from) = (win.get("who")?, win.get("fromWho")?);
                // the points of all wins stand together
                let gains = if i == 0 { paid.0 } else { [0; 4] };
                result.push(json!(gains));
                result.push(json!([who, from, who]));
            }
        }
        // neither the reason nor the payments can be read of `owari`: both follow from the table
        None => result.push(json!("流局")),
    }
    let whole = [json!(numbers), json!(points)].into_iter().chain(middle.iter().cloned());
    Some(whole.chain([Value::Array(result)]).collect())
}
