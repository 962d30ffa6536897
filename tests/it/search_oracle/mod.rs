//! The search against its definitions, written down as slowly and plainly as possible.
//!
//! The oracle shares no code with the search. `shape` takes tiles apart, `hands` knows what one tile
//! makes of a hand, `searched` lists winning hands group by group and takes every partial exchange
//! of every one of them (Kurita & Hoki, DAG, eq. 8 to 14), and `values` follows Algorithm 3 by recursion over
//! single draws, discards and calls. `case` compares; `cases` and `random` are
//! the positions.

mod case;
mod cases;
mod figures;
mod hands;
mod legality;
mod random;
mod searched;
mod shape;
mod values;
