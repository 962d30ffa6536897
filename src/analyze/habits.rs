//! What other players do on average: counted in 36,361 four-player games (222,801 rounds) of
//! Tenhou's top room, 3,446 hanchan and 32,915 tonpuu of 2018 to 2024.
//!
//! Written by `cargo run --release --bin validate_logs -- --habits`, not by hand; `-- --statistics`
//! prints the counts behind it and how the smoothing was chosen. Entry `turn - 1` of a table is for the
//! interval between a seat's own discard number `turn`, 1 to 18 (all later ones are counted with the
//! last), and its next discard or the end of the round. Rates by class: honours, 1 and 9, 2 and 8, 3 and
//! 7, 4 and 6, 5. A discard of another player in that interval is one trial; a rate is the share that hits
//! a kind over the share that blind discards from the tiles that the seat does not see would have.
#![allow(clippy::approx_constant)] // a rate of 0.318 is counted, not 1 / pi

use crate::search::{End, Offers, OthersTenpai, Rates, Standing, Step};
use crate::tile::Kind;

const TURNS: usize = 18;
type ByTurn = [[f64; 6]; TURNS];

/// Kinds that a seat does not wait for, while it is not in riichi, discarded by the player to the right,
/// across, and to the left: 28,321,567 trials. Turn and kind as they are, nothing smoothed.
const CALLABLE: [ByTurn; 3] = [
    [
        [2.852, 1.871, 0.324, 0.102, 0.109, 0.090],
        [2.663, 1.707, 0.600, 0.227, 0.204, 0.177],
        [2.392, 1.546, 0.833, 0.378, 0.318, 0.281],
        [2.051, 1.468, 0.985, 0.528, 0.437, 0.393],
        [1.756, 1.440, 1.053, 0.652, 0.539, 0.482],
        [1.579, 1.418, 1.073, 0.732, 0.610, 0.545],
        [1.504, 1.423, 1.057, 0.774, 0.649, 0.583],
        [1.489, 1.430, 1.044, 0.789, 0.668, 0.603],
        [1.521, 1.434, 1.043, 0.788, 0.669, 0.605],
        [1.567, 1.442, 1.033, 0.790, 0.669, 0.601],
        [1.610, 1.450, 1.031, 0.791, 0.666, 0.603],
        [1.674, 1.471, 1.029, 0.781, 0.667, 0.588],
        [1.720, 1.460, 1.033, 0.794, 0.663, 0.601],
        [1.786, 1.471, 1.035, 0.786, 0.663, 0.607],
        [1.839, 1.476, 1.031, 0.790, 0.675, 0.613],
        [1.914, 1.495, 1.035, 0.788, 0.672, 0.616],
        [2.062, 1.539, 1.020, 0.773, 0.661, 0.615],
        [2.118, 1.572, 1.034, 0.786, 0.667, 0.603],
    ],
    [
        [2.818, 1.842, 0.397, 0.129, 0.129, 0.108],
        [2.602, 1.669, 0.669, 0.265, 0.230, 0.202],
        [2.304, 1.527, 0.882, 0.417, 0.349, 0.310],
        [1.970, 1.461, 1.007, 0.563, 0.467, 0.414],
        [1.704, 1.437, 1.057, 0.676, 0.559, 0.500],
        [1.558, 1.418, 1.068, 0.745, 0.622, 0.557],
        [1.498, 1.423, 1.055, 0.778, 0.655, 0.590],
        [1.496, 1.436, 1.041, 0.787, 0.669, 0.606],
        [1.530, 1.437, 1.039, 0.786, 0.673, 0.604],
        [1.579, 1.447, 1.030, 0.791, 0.668, 0.599],
        [1.627, 1.449, 1.031, 0.789, 0.668, 0.600],
        [1.674, 1.468, 1.024, 0.794, 0.666, 0.599],
        [1.734, 1.471, 1.029, 0.786, 0.665, 0.609],
        [1.810, 1.466, 1.030, 0.788, 0.669, 0.602],
        [1.851, 1.472, 1.038, 0.791, 0.674, 0.619],
        [1.944, 1.511, 1.028, 0.790, 0.665, 0.613],
        [2.093, 1.541, 1.013, 0.778, 0.665, 0.614],
        [2.094, 1.593, 1.035, 0.789, 0.677, 0.603],
    ],
    [
        [2.803, 1.805, 0.463, 0.150, 0.143, 0.119],
        [2.547, 1.636, 0.730, 0.296, 0.251, 0.223],
        [2.216, 1.509, 0.930, 0.455, 0.376, 0.333],
        [1.881, 1.461, 1.032, 0.596, 0.492, 0.438],
        [1.653, 1.430, 1.063, 0.700, 0.581, 0.515],
        [1.527, 1.419, 1.066, 0.760, 0.635, 0.569],
        [1.490, 1.425, 1.049, 0.781, 0.664, 0.598],
        [1.502, 1.437, 1.038, 0.789, 0.668, 0.607],
        [1.538, 1.433, 1.038, 0.788, 0.676, 0.607],
        [1.589, 1.441, 1.029, 0.792, 0.670, 0.603],
        [1.640, 1.451, 1.030, 0.790, 0.669, 0.597],
        [1.685, 1.463, 1.025, 0.791, 0.669, 0.605],
        [1.748, 1.467, 1.030, 0.787, 0.664, 0.611],
        [1.816, 1.477, 1.027, 0.786, 0.671, 0.608],
        [1.884, 1.476, 1.038, 0.788, 0.670, 0.617],
        [1.990, 1.510, 1.024, 0.786, 0.666, 0.612],
        [2.136, 1.548, 1.019, 0.768, 0.668, 0.601],
        [2.062, 1.602, 1.044, 0.795, 0.680, 0.609],
    ],
];

/// Kinds that a seat behind a closed hand without riichi waits for, not furiten:
/// 573,349 discards, 21,380 of them on the wait. For each class the rate of a callable kind times
/// a factor whose logarithm is a quadratic in the turn (Poisson regression).
const WAITS_CLOSED: ByTurn = [
    [2.459, 1.829, 0.418, 0.124, 0.114, 0.133],
    [2.450, 1.697, 0.699, 0.260, 0.215, 0.247],
    [2.298, 1.572, 0.912, 0.418, 0.339, 0.370],
    [2.039, 1.515, 1.025, 0.565, 0.466, 0.484],
    [1.801, 1.483, 1.053, 0.677, 0.568, 0.564],
    [1.641, 1.451, 1.038, 0.739, 0.634, 0.607],
    [1.549, 1.430, 0.995, 0.757, 0.662, 0.620],
    [1.487, 1.405, 0.953, 0.748, 0.661, 0.610],
    [1.433, 1.360, 0.920, 0.722, 0.646, 0.584],
    [1.366, 1.313, 0.878, 0.697, 0.616, 0.553],
    [1.275, 1.256, 0.842, 0.663, 0.583, 0.525],
    [1.169, 1.202, 0.801, 0.626, 0.547, 0.496],
    [1.053, 1.126, 0.766, 0.589, 0.505, 0.477],
    [0.936, 1.051, 0.728, 0.547, 0.466, 0.448],
    [0.807, 0.973, 0.691, 0.509, 0.426, 0.429],
    [0.696, 0.909, 0.648, 0.466, 0.379, 0.400],
    [0.603, 0.847, 0.602, 0.417, 0.335, 0.371],
    [0.477, 0.786, 0.574, 0.385, 0.298, 0.343],
];

/// Kinds that a seat with an open hand waits for, not furiten:
/// 2,069,253 discards, 68,158 of them on the wait. For each class the rate of a callable kind times
/// a factor whose logarithm is a quadratic in the turn (Poisson regression).
const WAITS_OPEN: ByTurn = [
    [4.024, 2.087, 0.471, 0.156, 0.168, 0.128],
    [3.428, 1.808, 0.746, 0.300, 0.278, 0.227],
    [2.784, 1.575, 0.926, 0.443, 0.391, 0.324],
    [2.169, 1.435, 0.991, 0.557, 0.484, 0.407],
    [1.703, 1.337, 0.974, 0.624, 0.539, 0.457],
    [1.399, 1.254, 0.920, 0.642, 0.556, 0.476],
    [1.205, 1.192, 0.847, 0.626, 0.543, 0.471],
    [1.070, 1.136, 0.781, 0.593, 0.514, 0.452],
    [0.967, 1.074, 0.728, 0.554, 0.482, 0.423],
    [0.876, 1.019, 0.672, 0.521, 0.446, 0.394],
    [0.787, 0.965, 0.625, 0.488, 0.415, 0.369],
    [0.704, 0.919, 0.579, 0.457, 0.387, 0.344],
    [0.627, 0.862, 0.540, 0.430, 0.360, 0.329],
    [0.558, 0.812, 0.501, 0.403, 0.339, 0.308],
    [0.489, 0.763, 0.466, 0.381, 0.320, 0.295],
    [0.433, 0.729, 0.429, 0.358, 0.298, 0.277],
    [0.391, 0.698, 0.393, 0.332, 0.278, 0.259],
    [0.327, 0.670, 0.370, 0.320, 0.265, 0.242],
];

/// Kinds that a seat in riichi waits for, not furiten:
/// 1,955,653 discards, 38,002 of them on the wait. For each class the rate of a callable kind times
/// a factor whose logarithm is a quadratic in the turn (Poisson regression).
const WAITS_RIICHI: ByTurn = [
    [2.662, 0.681, 0.088, 0.025, 0.018, 0.011],
    [2.422, 0.646, 0.164, 0.059, 0.037, 0.026],
    [2.094, 0.610, 0.238, 0.105, 0.065, 0.048],
    [1.731, 0.598, 0.293, 0.156, 0.098, 0.076],
    [1.438, 0.594, 0.328, 0.203, 0.130, 0.105],
    [1.246, 0.589, 0.348, 0.239, 0.158, 0.132],
    [1.129, 0.586, 0.357, 0.262, 0.178, 0.154],
    [1.051, 0.579, 0.361, 0.275, 0.191, 0.170],
    [0.992, 0.563, 0.364, 0.279, 0.198, 0.179],
    [0.936, 0.545, 0.360, 0.281, 0.201, 0.183],
    [0.873, 0.521, 0.355, 0.277, 0.200, 0.184],
    [0.808, 0.497, 0.343, 0.269, 0.197, 0.180],
    [0.743, 0.463, 0.330, 0.258, 0.189, 0.177],
    [0.680, 0.428, 0.313, 0.242, 0.181, 0.166],
    [0.611, 0.392, 0.293, 0.226, 0.170, 0.156],
    [0.553, 0.362, 0.268, 0.206, 0.155, 0.140],
    [0.509, 0.332, 0.241, 0.182, 0.139, 0.123],
    [0.432, 0.302, 0.221, 0.164, 0.125, 0.105],
];

/// Others end the round while a seat is behind a closed hand without riichi, tenpai or not: how
/// often they would if it could not win by ron, its own draw being the last that happens, and the
/// points that it gets on average: what it pays for deal-ins and tsumo, honba included, its own riichi
/// stick apart. [not dealer, dealer]: 7,532,736 intervals, 329,477 ends, those after the last discard
/// included. Rates of fewer than 10 ends and means of fewer than 300 are those of the turns around.
const ENDS_CLOSED: [[End; TURNS]; 2] = [
    [
        end(0.00025, -1402.6),
        end(0.00124, -1410.1),
        end(0.00399, -1279.4),
        end(0.01006, -1363.7),
        end(0.02000, -1440.7),
        end(0.03368, -1455.5),
        end(0.05120, -1471.1),
        end(0.07097, -1488.7),
        end(0.08835, -1515.4),
        end(0.10684, -1529.0),
        end(0.12138, -1546.1),
        end(0.13386, -1541.5),
        end(0.14263, -1560.6),
        end(0.14675, -1597.3),
        end(0.15353, -1621.6),
        end(0.15092, -1715.1),
        end(0.13769, -1777.3),
        end(0.07505, -2197.6),
    ],
    [
        end(0.00006, -1649.3),
        end(0.00050, -1649.3),
        end(0.00197, -1630.4),
        end(0.00564, -1504.6),
        end(0.01356, -1553.6),
        end(0.02559, -1539.9),
        end(0.04051, -1651.4),
        end(0.06012, -1597.5),
        end(0.07741, -1696.2),
        end(0.09677, -1758.9),
        end(0.11566, -1713.6),
        end(0.12879, -1836.3),
        end(0.14090, -1891.2),
        end(0.14623, -1887.3),
        end(0.15486, -1994.4),
        end(0.15430, -1986.6),
        end(0.15081, -2121.8),
        end(0.10145, -2240.4),
    ],
];

/// The same after the seat's last discard only, by how many of the others draw once more, 0 to 3:
/// 55,211 intervals, 4,681 ends, nothing smoothed.
const LAST_CLOSED: [[End; 4]; 2] = [
    [end(0.01422, -7160.5), end(0.06702, -2434.2), end(0.10633, -2087.9), end(0.13983, -1832.9)],
    [end(0.01339, -6834.5), end(0.05373, -3080.3), end(0.12053, -2274.0), end(0.15668, -2132.4)],
];

/// Others end the round while a seat is with an open hand, tenpai or not: how
/// often they would if it could not win by ron, its own draw being the last that happens, and the
/// points that it gets on average: what it pays for deal-ins and tsumo, honba included, its own riichi
/// stick apart. [not dealer, dealer]: 2,297,815 intervals, 184,296 ends, those after the last discard
/// included. Rates of fewer than 10 ends and means of fewer than 300 are those of the turns around.
const ENDS_OPEN: [[End; TURNS]; 2] = [
    [
        end(0.00093, -1418.5),
        end(0.00124, -1418.5),
        end(0.00337, -1414.2),
        end(0.00918, -1531.4),
        end(0.01774, -1529.4),
        end(0.03265, -1684.3),
        end(0.04703, -1714.8),
        end(0.06434, -1810.6),
        end(0.08422, -1892.2),
        end(0.09942, -1965.8),
        end(0.11675, -2013.8),
        end(0.12829, -2045.5),
        end(0.13585, -2159.3),
        end(0.14436, -2091.9),
        end(0.15242, -2111.1),
        end(0.15199, -2195.3),
        end(0.15166, -2235.1),
        end(0.11216, -2657.4),
    ],
    [
        end(0.00175, -1686.7),
        end(0.00175, -1686.7),
        end(0.00235, -1686.7),
        end(0.00567, -1690.6),
        end(0.01296, -1749.1),
        end(0.02328, -1711.0),
        end(0.03826, -1707.7),
        end(0.05374, -1860.5),
        end(0.07375, -1958.6),
        end(0.09033, -2089.4),
        end(0.10500, -2143.6),
        end(0.12068, -2251.6),
        end(0.13153, -2243.0),
        end(0.14078, -2294.9),
        end(0.14371, -2385.7),
        end(0.14473, -2437.8),
        end(0.14564, -2438.4),
        end(0.11812, -2829.7),
    ],
];

/// The same after the seat's last discard only, by how many of the others draw once more, 0 to 3:
/// 55,660 intervals, 5,387 ends, nothing smoothed.
const LAST_OPEN: [[End; 4]; 2] = [
    [end(0.03221, -7945.3), end(0.07307, -3071.0), end(0.11851, -2567.5), end(0.15458, -2266.2)],
    [end(0.03327, -6210.8), end(0.07174, -3532.0), end(0.11434, -3000.4), end(0.15568, -2785.9)],
];

/// Others end the round while a seat is in riichi, from its discard on: how
/// often they would if it could not win by ron, its own draw being the last that happens, and the
/// points that it gets on average: what it pays for deal-ins and tsumo, honba included, its own riichi
/// stick apart. [not dealer, dealer]: 722,628 intervals, 55,500 ends, those after the last discard
/// included. Rates of fewer than 10 ends and means of fewer than 300 are those of the turns around.
const ENDS_RIICHI: [[End; TURNS]; 2] = [
    [
        end(0.00482, -2878.6),
        end(0.00482, -2878.6),
        end(0.00496, -2878.6),
        end(0.00691, -2887.6),
        end(0.01781, -2815.0),
        end(0.02755, -2777.5),
        end(0.04012, -2769.4),
        end(0.05455, -2679.0),
        end(0.06971, -2952.2),
        end(0.08210, -2810.4),
        end(0.09426, -2974.7),
        end(0.10156, -3007.4),
        end(0.10946, -3181.2),
        end(0.11111, -3212.0),
        end(0.11466, -3259.8),
        end(0.10644, -3320.2),
        end(0.10183, -3399.2),
        end(0.07275, -4428.4),
    ],
    [
        end(0.00290, -2575.9),
        end(0.00290, -2575.9),
        end(0.00297, -2575.9),
        end(0.00409, -2575.9),
        end(0.01285, -2575.9),
        end(0.01942, -2583.8),
        end(0.03102, -2617.4),
        end(0.04632, -2670.3),
        end(0.05791, -2719.1),
        end(0.07082, -2772.4),
        end(0.07942, -2868.5),
        end(0.08676, -3013.0),
        end(0.09510, -2939.8),
        end(0.09923, -3097.8),
        end(0.10287, -3155.6),
        end(0.09811, -3241.6),
        end(0.09595, -3258.8),
        end(0.07670, -3741.4),
    ],
];

/// The same after the seat's last discard only, by how many of the others draw once more, 0 to 3:
/// 25,773 intervals, 1,848 ends, nothing smoothed.
const LAST_RIICHI: [[End; 4]; 2] = [
    [end(0.04525, -8448.6), end(0.06270, -4571.1), end(0.08054, -3868.5), end(0.10135, -3268.9)],
    [end(0.04557, -7096.3), end(0.05445, -4525.7), end(0.07419, -3174.2), end(0.09322, -3570.7)],
];

/// Shares of exhaustive draws in which 0, 1, 2, 3 of the others are tenpai: 54,961 seats that are
/// tenpai themselves, 64,635 that are not.
pub(super) const OTHERS_TENPAI: OthersTenpai =
    OthersTenpai { tenpai: [0.1914, 0.4702, 0.2806, 0.0578], noten: [0.0323, 0.4884, 0.3998, 0.0795] };

/// What the others do between the seat's discard of a turn (1 to 18) and its next one.
pub(super) fn step(turn: usize, dealer: bool) -> Step {
    let at = turn.clamp(1, TURNS) - 1;
    let seat = usize::from(dealer);
    let standing = |waits: &ByTurn, ends: &[[End; TURNS]; 2]| Standing {
        ron: Offers::even(&rates(&waits[at])),
        ends: ends[seat][at],
    };
    Step {
        calls: Offers(CALLABLE.map(|other| Kind::ALL.map(|kind| rates(&other[at]).of(kind)))),
        closed: standing(&WAITS_CLOSED, &ENDS_CLOSED),
        open: standing(&WAITS_OPEN, &ENDS_OPEN),
        riichi: standing(&WAITS_RIICHI, &ENDS_RIICHI),
    }
}

/// What the others do after the seat's last discard, when 0 to 3 of them draw and discard once more.
pub(super) fn last_step(tail: usize, dealer: bool) -> Step {
    let mut step = step(TURNS, dealer);
    let [tail, seat] = [tail.min(3), usize::from(dealer)];
    step.closed.ends = LAST_CLOSED[seat][tail];
    step.open.ends = LAST_OPEN[seat][tail];
    step.riichi.ends = LAST_RIICHI[seat][tail];
    step
}

fn rates(row: &[f64; 6]) -> Rates {
    let [honour, number @ ..] = *row;
    Rates { honour, number }
}

const fn end(rate: f64, value: f64) -> End {
    End { rate, value }
}
