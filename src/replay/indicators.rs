//! When new dora indicators are turned: writers of mjai and of Mahjong Soul's records do not agree about it.

use crate::hand::Call;
use crate::round::Event;
use crate::rules::KanDora;

/// Puts each new indicator where the table turns it: where `kan_dora` turns it at once, and after a concealed kan, before the
/// replacement; after other kans before the next discard or kan. Some programs write it before the replacement, others after
/// the discard. What no kan explains stays where it is.
pub(super) fn settle(events: Vec<Event>, kan_dora: KanDora) -> Vec<Event> {
    let (mut waiting, mut kans) = (0, 0);
    for event in &events {
        match event {
            Event::Dora { .. } => waiting += 1,
            Event::Call { meld, .. } if meld.is_kan() => kans += 1,
            _ => {}
        }
    }
    if waiting == 0 || waiting > kans {
        return events;
    }
    let turned: Vec<Event> = events.iter().filter(|e| matches!(e, Event::Dora { .. })).cloned().collect();
    let mut turned = turned.into_iter();
    let mut settled = Vec::with_capacity(events.len());
    // indicators due before the next draw, and before the next discard
    let (mut soon, mut later) = (0, 0);
    for event in events {
        match &event {
            Event::Dora { .. } => continue,
            Event::Draw { .. } => settled.extend(turned.by_ref().take(std::mem::take(&mut soon))),
            // as a kan does
            Event::Kita { .. } => soon += std::mem::take(&mut later),
            Event::Discard { .. } | Event::Riichi { .. } => {
                settled.extend(turned.by_ref().take(std::mem::take(&mut later)));
            }
            Event::Win(_) | Event::Drawn { .. } => settled.extend(turned.by_ref()),
            _ => {}
        }
        if let Event::Call { meld, .. } = &event
            && meld.is_kan()
        {
            soon += std::mem::take(&mut later);
            if kan_dora == KanDora::AtOnce || meld.call() == Call::Ankan { soon += 1 } else { later += 1 }
        }
        settled.push(event);
    }
    settled
}
