//! What each hand is worth: the recursion over single tiles, from the root on.

use super::figures::{Ending, Figures};
use super::hands::{Hand, NORTH, Scene, all_tiles, parts};
use super::searched::{Reach, searched};
use nanikiru::hand::Deck;
use nanikiru::rules::Kuikae;
use nanikiru::search::{Chance, Criterion, HandChance, Kans, Line, Payoffs, WinLines};
use nanikiru::tile::{Counts, KindSet, Tile};
use std::collections::HashMap;
use std::rc::Rc;

/// What the search is asked for.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    pub chance: &'a Chance,
    pub payoffs: &'a dyn Payoffs,
    pub n: usize,
    pub calls: usize,
    pub kans: Kans,
    pub fewer: usize,
    pub kita: usize,
    pub kuikae: Kuikae,
    pub objective: Criterion,
    pub first_turn: bool,
}

impl Model<'_> {
    /// Whether a kan has a replacement draw. Without that, as in the paper, no north is set aside.
    fn is_replaced(&self) -> bool {
        self.kans != Kans::Plain
    }
}

/// What one tile makes of a hand: the searched hands after a discard, and those after a kan or a north set aside.
struct Reply {
    tile: Tile,
    copies: f64,
    hands: Vec<usize>,
    kans: Vec<usize>,
}

/// A searched hand.
struct Node {
    closed: bool,
    /// Kans and norths set aside.
    replaced: usize,
    tenpai: bool,
    furiten: bool,
    /// Unseen winning tiles with their copies.
    wins: Vec<(Tile, f64, WinLines)>,
    draws: Vec<Reply>,
    /// Calls of the discards of right, across, left.
    offers: [Vec<Reply>; 3],
    /// Draws that make a concealed kan which riichi allows, or are a north.
    riichi_kans: Vec<(f64, usize)>,
}

/// Where a drawn tile comes from.
#[derive(Clone, Copy, PartialEq)]
enum Wall {
    Live,
    Replacement,
}

pub struct Oracle<'a> {
    scene: Scene,
    model: Model<'a>,
    pub hands: Vec<Hand>,
    ids: HashMap<Hand, usize>,
    nodes: Vec<Option<Rc<Node>>>,
    after: HashMap<(usize, usize), Figures>,
    replaced: HashMap<(usize, usize), Figures>,
    declared: HashMap<(usize, usize, bool, bool), Figures>,
}

impl<'a> Oracle<'a> {
    pub fn new(scene: Scene, model: Model<'a>, forbidden: KindSet) -> Oracle<'a> {
        let Model { n, calls, fewer, .. } = model;
        let set_aside = scene.deck != Deck::Four && model.is_replaced();
        let kita = if set_aside { model.kita } else { 0 };
        let reach = Reach { n, calls, kans: model.kans, fewer, kita };
        let hands: Vec<Hand> = searched(&scene, reach, forbidden).into_iter().collect();
        let ids = hands.iter().cloned().enumerate().map(|(id, hand)| (hand, id)).collect();
        let nodes = vec![None; hands.len()];
        let (after, replaced, declared) = Default::default();
        Oracle { scene, model, hands, ids, nodes, after, replaced, declared }
    }

    pub fn id(&self, hand: &Hand) -> usize {
        self.ids[hand]
    }

    fn searched(&self, hands: impl IntoIterator<Item = Hand>) -> Vec<usize> {
        hands.into_iter().filter_map(|hand| self.ids.get(&hand).copied()).collect()
    }

    fn node(&mut self, id: usize) -> Rc<Node> {
        if let Some(node) = &self.nodes[id] {
            return node.clone();
        }
        let (scene, hand, kans) = (&self.scene, &self.hands[id], self.model.kans);
        let copies = scene.copies(hand);
        let unseen: Vec<(Tile, f64)> = all_tiles()
            .map(|tile| (tile, copies[tile.index()]))
            .filter(|(_, copies)| *copies > 0.0)
            .collect();
        let waits = hand.waits();
        let new_kans = hand.kans() - scene.root.kans();
        let lines = |tile| {
            let left = Counts::new(scene.left(hand)).unwrap();
            self.model.payoffs.win(&hand.waiting(scene.deck), tile, &left, new_kans)
        };
        let wins = unseen.iter().filter(|(tile, _)| waits.contains(&parts(*tile).0));
        let draws = unseen.iter().map(|&(tile, copies)| {
            let drawn = hand.with(tile);
            let discards = drawn.discards(&[]).into_iter().map(|(_, hand)| hand);
            let mut kans = if kans == Kans::None { vec![] } else { drawn.own_kans() };
            kans.extend(drawn.set_aside());
            Reply { tile, copies, hands: self.searched(discards), kans: self.searched(kans) }
        });
        // three players call no chi
        let chi = scene.deck == Deck::Four;
        let offers = [false, false, chi].map(|from_left| {
            let replies = unseen.iter().map(|&(tile, copies)| {
                let calls = hand.calls(tile, from_left, self.model.kuikae);
                let discards = calls.iter().flat_map(|(called, forbidden)| called.discards(forbidden));
                let kan = hand.open_kan(tile).filter(|_| kans != Kans::None);
                let hands = self.searched(discards.map(|(_, hand)| hand));
                Reply { tile, copies, hands, kans: self.searched(kan) }
            });
            replies.collect()
        });
        let riichi_kans = unseen.iter().filter_map(|&(tile, copies)| {
            if !hand.is_closed() {
                return None;
            }
            let kan = hand.riichi_kan(tile).filter(|_| kans != Kans::None);
            // one that wins is won with
            let north = parts(tile).0 == NORTH && !waits.contains(&NORTH);
            let aside = hand.with(tile).set_aside().filter(|_| north);
            let to = [aside, kan].into_iter().flatten().find_map(|hand| self.ids.get(&hand))?;
            Some((copies, *to))
        });
        let node = Rc::new(Node {
            closed: hand.is_closed(),
            replaced: new_kans + usize::from(hand.kita),
            tenpai: !waits.is_empty(),
            furiten: scene.furiten(hand, &waits),
            wins: wins.map(|&(tile, copies)| (tile, copies, lines(tile))).collect(),
            draws: draws.collect(),
            offers,
            riichi_kans: riichi_kans.collect(),
        });
        self.nodes[id] = Some(node.clone());
        node
    }

    fn end(&self, ending: Ending, value: f64) -> Figures {
        Figures::end(ending, value, self.model.objective)
    }

    fn win(&self, line: &Line, more: usize) -> Figures {
        self.end(Ending::Win, line.values[more])
    }

    fn best(&self, choices: &[Figures]) -> Figures {
        Figures::best(choices, self.model.objective)
    }

    fn tiles_left(&self, node: &Node, j: usize) -> f64 {
        let replaced = if self.model.is_replaced() { node.replaced } else { 0 };
        let gone = j + replaced;
        assert!(self.scene.total > gone, "not enough tiles for this case");
        (self.scene.total - gone) as f64
    }

    /// Whether the own draw after `j` steps is the last tile of the wall.
    fn is_haitei(&self, j: usize) -> bool {
        self.model.chance.tail == 0 && j + 1 == self.model.chance.draws
    }

    /// Who discards after step `j`, first to last; the last discard of the round is marked.
    fn discarders(&self, j: usize) -> impl DoubleEndedIterator<Item = (usize, bool)> + use<> {
        let &Chance { draws, tail, .. } = self.model.chance;
        let players = if j == draws { tail } else { 3 };
        (0..players).map(move |player| (player, j == draws && player + 1 == tail))
    }

    /// Just discarded into a hand, `j` steps after the root.
    fn after(&mut self, id: usize, j: usize) -> Figures {
        if let Some(known) = self.after.get(&(id, j)) {
            return *known;
        }
        let choices: Vec<Figures> =
            [Some(self.dama(id, j)), self.riichi(id, j)].into_iter().flatten().collect();
        let figures = self.best(&choices);
        self.after.insert((id, j), figures);
        figures
    }

    pub fn dama(&mut self, id: usize, j: usize) -> Figures {
        let node = self.node(id);
        let step = &self.model.chance.steps[j];
        let ends = if node.closed { step.closed.ends.any() } else { step.open.ends.any() };
        let others = self.end(Ending::Others, ends.value);
        let on = self.offered(id, j, 3);
        let figures = Figures::NOTHING.plus(ends.rate, &others).plus(1.0 - ends.rate, &on);
        if node.tenpai { figures.tenpai() } else { figures }
    }

    /// Declaring riichi with the discard into this hand, where that is possible.
    pub fn riichi(&mut self, id: usize, j: usize) -> Option<Figures> {
        let node = self.node(id);
        let possible = node.closed && node.tenpai && j < self.model.chance.draws;
        let double = j == 0 && self.model.first_turn;
        let able = possible && self.model.payoffs.riichi_stick().is_some();
        able.then(|| self.in_riichi(id, j, true, double))
    }

    /// The last `discards` of the three others discard one after the other, and what follows.
    pub fn offered(&mut self, id: usize, j: usize, discards: usize) -> Figures {
        let node = self.node(id);
        let chance = self.model.chance;
        let step = &chance.steps[j];
        let standing: &HandChance = if node.closed { &step.closed } else { &step.open };
        let end = j == chance.draws;
        let mut now = match end {
            true => {
                let value = self.model.payoffs.exhaustive_draw(node.tenpai);
                self.end(Ending::Draw { tenpai: node.tenpai }, value)
            }
            false => self.draw(id, j, Wall::Live),
        };
        for (player, last) in self.discarders(j).filter(|(player, _)| player + discards >= 3).rev() {
            let mut offers = Vec::new();
            for reply in &node.offers[player] {
                let kind = parts(reply.tile).0;
                let mut choices = Vec::new();
                let ron = node.wins.iter().find(|win| win.0 == reply.tile && !node.furiten);
                let ron = ron.and_then(|(_, _, lines)| match lines.ron {
                    Some(line) => Some(self.win(&line, usize::from(last))),
                    None => lines.bare.last_ron.filter(|_| last).map(|line| self.win(&line, 0)),
                });
                let rate = if ron.is_some() { &standing.ron } else { &step.calls };
                choices.extend(ron);
                if !end {
                    choices.extend(reply.hands.iter().map(|&next| self.after(next, j + 1)));
                    choices.extend(self.kans(&reply.kans, j));
                }
                if !choices.is_empty() {
                    offers.push((reply.copies * rate.0[player][kind], self.best(&choices)));
                }
            }
            let wanted: f64 = offers.iter().map(|offer| offer.0).sum();
            let left = self.tiles_left(&node, j).max(wanted);
            let mut before = Figures::NOTHING.plus(1.0 - wanted / left, &now);
            for (weight, offer) in offers {
                before = before.plus(weight / left, &self.best(&[offer, now]));
            }
            now = before;
        }
        now
    }

    /// Having declared a kan in step `j`; none can be where there is no tile left to replace it.
    fn kans(&mut self, hands: &[usize], j: usize) -> Vec<Figures> {
        let possible = hands.iter().filter(|_| !self.is_haitei(j));
        let replacement = self.model.is_replaced();
        let ids: Vec<usize> = possible.copied().collect();
        ids.into_iter()
            .map(|id| if replacement { self.replace(id, j) } else { self.after(id, j + 1) })
            .collect()
    }

    /// The replacement draw of a hand that has just declared a kan.
    pub fn replace(&mut self, id: usize, j: usize) -> Figures {
        if let Some(known) = self.replaced.get(&(id, j)) {
            return *known;
        }
        let figures = self.draw(id, j, Wall::Replacement);
        self.replaced.insert((id, j), figures);
        figures
    }

    fn draw(&mut self, id: usize, j: usize, wall: Wall) -> Figures {
        let node = self.node(id);
        let stay = self.after(id, j + 1);
        let (mut wanted, mut indifferent) = (Vec::new(), vec![stay]);
        for reply in &node.draws {
            let mut choices = vec![stay];
            if let Some((_, _, lines)) = node.wins.iter().find(|win| win.0 == reply.tile) {
                let haitei = wall == Wall::Live && self.is_haitei(j);
                let rinshan = wall == Wall::Replacement;
                let bare = match wall {
                    Wall::Live => lines.bare.last_tsumo.filter(|_| haitei),
                    Wall::Replacement => lines.bare.rinshan,
                };
                choices.extend(match lines.tsumo {
                    Some(line) => Some(self.win(&line, usize::from(haitei || rinshan))),
                    None => bare.map(|line| self.win(&line, 0)),
                });
            }
            choices.extend(reply.hands.iter().map(|&next| self.after(next, j + 1)));
            choices.extend(self.kans(&reply.kans, j));
            let best = self.best(&choices);
            if best.utility > stay.utility {
                wanted.push((reply.copies, best));
            } else {
                indifferent.push(best);
            }
        }
        // those that gain most first, as long as tiles are left
        wanted.sort_by(|a, b| b.1.utility.total_cmp(&a.1.utility));
        let left = self.tiles_left(&node, j);
        let mut room = left;
        let mut now = Figures::NOTHING;
        for (copies, best) in wanted {
            let copies = copies.min(room);
            room -= copies;
            now = now.plus(copies / left, &best);
        }
        now.plus(room / left, &self.best(&indifferent))
    }

    /// Riichi has been declared; `first`: with the last discard.
    fn in_riichi(&mut self, id: usize, j: usize, first: bool, double: bool) -> Figures {
        if let Some(known) = self.declared.get(&(id, j, first, double)) {
            return *known;
        }
        let node = self.node(id);
        let (draws, step) = (self.model.chance.draws, &self.model.chance.steps[j]);
        let stick = self.model.payoffs.riichi_stick().unwrap();
        let extra = usize::from(first) + usize::from(double);
        let mut now = if j == draws {
            let value = self.model.payoffs.exhaustive_draw(true) + stick;
            self.end(Ending::Draw { tenpai: true }, value)
        } else {
            let more = extra + usize::from(self.is_haitei(j));
            self.riichi_draw(id, j, more, double)
        };
        let players = self.discarders(j).filter(|_| !node.furiten);
        for (player, last) in players.rev() {
            let weight = |tile: Tile, copies: f64| copies * step.riichi.ron.0[player][parts(tile).0];
            let wanted: f64 = node.wins.iter().map(|&(tile, copies, _)| weight(tile, copies)).sum();
            let left = self.tiles_left(&node, j).max(wanted);
            let mut before = Figures::NOTHING.plus(1.0 - wanted / left, &now);
            for (tile, copies, lines) in &node.wins {
                let ron = self.win(&lines.riichi.unwrap().ron, extra + usize::from(last));
                before = before.plus(weight(*tile, *copies) / left, &ron);
            }
            now = before;
        }
        let ends = step.riichi.ends.any();
        let others = self.end(Ending::Others, ends.value + stick);
        let figures = Figures::NOTHING.plus(ends.rate, &others).plus(1.0 - ends.rate, &now).tenpai();
        self.declared.insert((id, j, first, double), figures);
        figures
    }

    /// A draw under riichi: wins are taken, with `more` han; a kan can be declared.
    fn riichi_draw(&mut self, id: usize, j: usize, more: usize, double: bool) -> Figures {
        let node = self.node(id);
        let on = self.in_riichi(id, j + 1, false, double);
        let wins: f64 = node.wins.iter().map(|win| win.1).sum();
        let left = self.tiles_left(&node, j).max(wins);
        let mut rest = left - wins;
        let mut now = Figures::NOTHING;
        for (_, copies, lines) in &node.wins {
            now = now.plus(copies / left, &self.win(&lines.riichi.unwrap().tsumo, more));
        }
        let haitei = self.is_haitei(j);
        for &(copies, kan) in node.riichi_kans.iter().filter(|_| !haitei) {
            let copies = copies.min(rest);
            rest -= copies;
            let kan = match self.model.is_replaced() {
                // won with a replacement tile
                true => self.riichi_draw(kan, j, 1 + usize::from(double), double),
                false => self.in_riichi(kan, j + 1, false, double),
            };
            now = now.plus(copies / left, &self.best(&[on, kan]));
        }
        now.plus(rest / left, &on)
    }
}
