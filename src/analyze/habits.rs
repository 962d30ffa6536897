//! What other players do on average: counted in 36,361 four-player games (222,801 rounds) of
//! Tenhou's top room, 3,446 hanchan and 32,915 tonpuu of 2018 to 2024.
//!
//! Written by `cargo tools validate --habits`, not by hand; `--statistics`
//! prints the counts behind it and how the smoothing was chosen. Entry `turn - 1` of a table is for the
//! interval between a seat's own discard number `turn`, 1 to 18 (all later ones are counted with the
//! last), and its next discard or the end of the round. Rates by class: honours, 1 and 9, 2 and 8, 3 and
//! 7, 4 and 6, 5. A discard of another player in that interval is one trial; a rate is the share that hits
//! a kind over the share that blind discards from the tiles that the seat does not see would have.
#![allow(clippy::approx_constant)] // a rate of 0.318 is counted, not 1 / pi

use crate::search::{ChanceStep, End, Ends, HandChance, Offers, OthersTenpai, Rates, Risks};
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

/// How often others discard what a seat waits for, by how many of them are in riichi (0, 1, 2 and 3), relative
/// to how often they do at that turn: a seat with a closed hand, with an open one, in riichi.
const WAITS_BY_RIICHI: [[f64; 3]; 3] = [[1.022, 0.925, 1.038], [1.005, 0.965, 1.296], [0.912, 1.306, 2.006]];

/// Others end the round while a seat is behind a closed hand without riichi, tenpai or not: how
/// often they would if it could not win by ron, its own draw being the last that happens, and the
/// share and the mean points, honba included, its own riichi stick apart, of its deal-ins and of the
/// others' tsumo; the rest is rons among them. [not dealer, dealer]: 7,532,736 intervals, 329,477 ends, those
/// after the last discard included. Rates of fewer than 10 ends and the rest of fewer than 300 are those
/// of the turns around.
const ENDS_CLOSED: [[Ends; TURNS]; 2] = [
    [
        ends(0.00025, (0.1147, -6079.4), (0.2851, -2474.1)),
        ends(0.00124, (0.1170, -5643.3), (0.3043, -2463.7)),
        ends(0.00399, (0.1242, -4833.6), (0.3126, -2172.1)),
        ends(0.01006, (0.1372, -5011.9), (0.3194, -2116.8)),
        ends(0.02000, (0.1677, -4689.6), (0.3274, -1998.9)),
        ends(0.03368, (0.1646, -4605.7), (0.3459, -2016.1)),
        ends(0.05120, (0.1680, -4604.1), (0.3517, -1983.7)),
        ends(0.07097, (0.1632, -4590.2), (0.3730, -1982.5)),
        ends(0.08835, (0.1531, -4772.1), (0.3885, -2017.8)),
        ends(0.10684, (0.1508, -4792.9), (0.4017, -2006.5)),
        ends(0.12138, (0.1430, -4975.9), (0.4141, -2015.9)),
        ends(0.13386, (0.1289, -5017.6), (0.4384, -2039.0)),
        ends(0.14263, (0.1205, -5197.2), (0.4593, -2034.3)),
        ends(0.14675, (0.1167, -5279.1), (0.4673, -2099.6)),
        ends(0.15353, (0.1083, -5294.1), (0.4935, -2123.5)),
        ends(0.15092, (0.1019, -5768.5), (0.5176, -2178.0)),
        ends(0.13769, (0.0994, -5831.3), (0.5206, -2300.9)),
        ends(0.07505, (0.1985, -5895.0), (0.4604, -2231.6)),
    ],
    [
        ends(0.00006, (0.1305, -5694.1), (0.2610, -3471.3)),
        ends(0.00050, (0.1305, -5694.1), (0.2610, -3471.3)),
        ends(0.00197, (0.1421, -5322.8), (0.2768, -3156.8)),
        ends(0.00564, (0.1487, -4235.4), (0.3047, -2871.5)),
        ends(0.01356, (0.1616, -4424.6), (0.3017, -2780.5)),
        ends(0.02559, (0.1801, -3910.0), (0.3128, -2671.4)),
        ends(0.04051, (0.1793, -4055.7), (0.3328, -2777.6)),
        ends(0.06012, (0.1686, -3812.7), (0.3438, -2776.3)),
        ends(0.07741, (0.1782, -4047.5), (0.3580, -2723.2)),
        ends(0.09677, (0.1699, -3960.5), (0.3892, -2789.6)),
        ends(0.11566, (0.1546, -4088.6), (0.3873, -2792.7)),
        ends(0.12879, (0.1489, -4293.9), (0.4188, -2857.8)),
        ends(0.14090, (0.1418, -4352.6), (0.4358, -2923.0)),
        ends(0.14623, (0.1247, -4561.5), (0.4377, -3012.9)),
        ends(0.15486, (0.1237, -4281.7), (0.4783, -3062.0)),
        ends(0.15430, (0.1141, -4566.3), (0.4762, -3077.1)),
        ends(0.15081, (0.1074, -4766.8), (0.5089, -3163.0)),
        ends(0.10145, (0.1363, -4755.7), (0.4782, -3329.4)),
    ],
];

/// The same after the seat's last discard only, by how many of the others draw once more, 0 to 3:
/// 55,211 intervals, 4,681 ends, nothing smoothed.
const LAST_CLOSED: [[Ends; 4]; 2] = [
    [
        ends(0.01422, (1.0000, -7160.5), (0.0000, 0.0)),
        ends(0.06702, (0.2246, -5600.8), (0.4439, -2650.6)),
        ends(0.10633, (0.1131, -6159.5), (0.5354, -2598.2)),
        ends(0.13983, (0.0825, -5788.3), (0.5575, -2431.6)),
    ],
    [
        ends(0.01339, (1.0000, -6834.5), (0.0000, 0.0)),
        ends(0.05373, (0.1614, -4863.9), (0.5336, -4300.8)),
        ends(0.12053, (0.1351, -4769.2), (0.4623, -3525.3)),
        ends(0.15668, (0.0948, -4350.0), (0.5237, -3284.8)),
    ],
];

/// Others end the round while a seat is with an open hand, tenpai or not: how
/// often they would if it could not win by ron, its own draw being the last that happens, and the
/// share and the mean points, honba included, its own riichi stick apart, of its deal-ins and of the
/// others' tsumo; the rest is rons among them. [not dealer, dealer]: 2,297,815 intervals, 184,296 ends, those
/// after the last discard included. Rates of fewer than 10 ends and the rest of fewer than 300 are those
/// of the turns around.
const ENDS_OPEN: [[Ends; TURNS]; 2] = [
    [
        ends(0.00093, (0.1856, -4602.8), (0.2885, -1956.1)),
        ends(0.00124, (0.1856, -4602.8), (0.2885, -1956.1)),
        ends(0.00337, (0.1850, -4588.1), (0.2890, -1956.1)),
        ends(0.00918, (0.2026, -4608.0), (0.2957, -2022.4)),
        ends(0.01774, (0.2065, -4744.2), (0.2935, -1872.7)),
        ends(0.03265, (0.2302, -4648.2), (0.3166, -1940.4)),
        ends(0.04703, (0.2354, -4669.7), (0.3228, -1907.1)),
        ends(0.06434, (0.2380, -4870.5), (0.3448, -1890.0)),
        ends(0.08422, (0.2381, -5038.8), (0.3569, -1940.5)),
        ends(0.09942, (0.2504, -5077.5), (0.3693, -1880.4)),
        ends(0.11675, (0.2449, -5152.3), (0.3867, -1944.7)),
        ends(0.12829, (0.2434, -5235.7), (0.3941, -1956.6)),
        ends(0.13585, (0.2468, -5497.5), (0.4034, -1989.7)),
        ends(0.14436, (0.2352, -5239.3), (0.4221, -2036.8)),
        ends(0.15242, (0.2242, -5342.7), (0.4421, -2065.2)),
        ends(0.15199, (0.2153, -5700.1), (0.4553, -2126.4)),
        ends(0.15166, (0.2151, -5700.1), (0.4596, -2195.5)),
        ends(0.11216, (0.2930, -5925.2), (0.4248, -2168.3)),
    ],
    [
        ends(0.00175, (0.2389, -4357.2), (0.2471, -2613.3)),
        ends(0.00175, (0.2389, -4357.2), (0.2471, -2613.3)),
        ends(0.00235, (0.2389, -4357.2), (0.2471, -2613.3)),
        ends(0.00567, (0.2401, -4357.2), (0.2450, -2630.4)),
        ends(0.01296, (0.2442, -4253.3), (0.2605, -2727.7)),
        ends(0.02328, (0.2229, -4130.7), (0.3039, -2600.3)),
        ends(0.03826, (0.2336, -3871.4), (0.3021, -2659.7)),
        ends(0.05374, (0.2562, -4047.7), (0.3182, -2587.5)),
        ends(0.07375, (0.2739, -4077.3), (0.3325, -2531.1)),
        ends(0.09033, (0.2687, -4195.2), (0.3532, -2723.5)),
        ends(0.10500, (0.2786, -4247.9), (0.3555, -2700.8)),
        ends(0.12068, (0.2720, -4461.8), (0.3741, -2774.9)),
        ends(0.13153, (0.2621, -4397.2), (0.3851, -2832.1)),
        ends(0.14078, (0.2452, -4429.4), (0.4124, -2931.1)),
        ends(0.14371, (0.2446, -4704.1), (0.4210, -2933.8)),
        ends(0.14473, (0.2378, -4546.2), (0.4447, -3050.2)),
        ends(0.14564, (0.2186, -4722.8), (0.4557, -3085.4)),
        ends(0.11812, (0.2816, -5203.8), (0.4292, -3178.4)),
    ],
];

/// The same after the seat's last discard only, by how many of the others draw once more, 0 to 3:
/// 55,660 intervals, 5,387 ends, nothing smoothed.
const LAST_OPEN: [[Ends; 4]; 2] = [
    [
        ends(0.03221, (1.0000, -7945.3), (0.0000, 0.0)),
        ends(0.07307, (0.3720, -5628.4), (0.3541, -2759.7)),
        ends(0.11851, (0.2715, -5444.7), (0.4561, -2387.8)),
        ends(0.15458, (0.1970, -5701.5), (0.4872, -2345.6)),
    ],
    [
        ends(0.03327, (1.0000, -6210.8), (0.0000, 0.0)),
        ends(0.07174, (0.3790, -5513.3), (0.3790, -3806.0)),
        ends(0.11434, (0.3100, -4991.5), (0.4170, -3483.8)),
        ends(0.15568, (0.2132, -4962.1), (0.4960, -3483.7)),
    ],
];

/// Others end the round while a seat is in riichi, from its discard on: how
/// often they would if it could not win by ron, its own draw being the last that happens, and the
/// share and the mean points, honba included, its own riichi stick apart, of its deal-ins and of the
/// others' tsumo; the rest is rons among them. [not dealer, dealer]: 722,628 intervals, 55,500 ends, those
/// after the last discard included. Rates of fewer than 10 ends and the rest of fewer than 300 are those
/// of the turns around.
const ENDS_RIICHI: [[Ends; TURNS]; 2] = [
    [
        ends(0.00482, (0.3870, -6011.2), (0.3065, -1802.0)),
        ends(0.00482, (0.3870, -6011.2), (0.3065, -1802.0)),
        ends(0.00496, (0.3870, -6011.2), (0.3065, -1802.0)),
        ends(0.00691, (0.3882, -6011.2), (0.3075, -1802.0)),
        ends(0.01781, (0.3842, -5590.8), (0.3344, -1994.4)),
        ends(0.02755, (0.3812, -5397.6), (0.3488, -2064.6)),
        ends(0.04012, (0.3582, -5792.0), (0.3386, -2051.2)),
        ends(0.05455, (0.3985, -5190.3), (0.3260, -1872.9)),
        ends(0.06971, (0.4077, -5646.7), (0.3390, -1916.9)),
        ends(0.08210, (0.3839, -5571.2), (0.3451, -1946.2)),
        ends(0.09426, (0.4097, -5679.0), (0.3479, -1862.3)),
        ends(0.10156, (0.4019, -5794.6), (0.3591, -1889.9)),
        ends(0.10946, (0.4060, -5955.2), (0.3736, -2043.0)),
        ends(0.11111, (0.4100, -6016.7), (0.3664, -2033.2)),
        ends(0.11466, (0.4112, -6044.0), (0.3881, -1995.7)),
        ends(0.10644, (0.4081, -6011.9), (0.4019, -2156.4)),
        ends(0.10183, (0.4070, -6178.7), (0.4060, -2178.4)),
        ends(0.07275, (0.5574, -6918.7), (0.2851, -2004.9)),
    ],
    [
        ends(0.00290, (0.4023, -4179.9), (0.3289, -2718.3)),
        ends(0.00290, (0.4023, -4179.9), (0.3289, -2718.3)),
        ends(0.00297, (0.4023, -4179.9), (0.3289, -2718.3)),
        ends(0.00409, (0.4023, -4179.9), (0.3289, -2718.3)),
        ends(0.01285, (0.4023, -4179.9), (0.3289, -2718.3)),
        ends(0.01942, (0.4018, -4204.9), (0.3283, -2723.7)),
        ends(0.03102, (0.3889, -4278.3), (0.3527, -2704.1)),
        ends(0.04632, (0.3824, -4668.8), (0.3447, -2567.9)),
        ends(0.05791, (0.3978, -4589.6), (0.3546, -2519.7)),
        ends(0.07082, (0.3779, -4683.8), (0.3668, -2733.7)),
        ends(0.07942, (0.3795, -4875.2), (0.3537, -2879.3)),
        ends(0.08676, (0.4076, -4833.5), (0.3670, -2842.2)),
        ends(0.09510, (0.3919, -4911.3), (0.3728, -2722.5)),
        ends(0.09923, (0.3840, -5092.5), (0.3846, -2970.8)),
        ends(0.10287, (0.4168, -4980.8), (0.3826, -2822.3)),
        ends(0.09811, (0.3907, -5195.9), (0.4093, -2960.0)),
        ends(0.09595, (0.4093, -4975.3), (0.4093, -2986.9)),
        ends(0.07670, (0.4689, -5577.2), (0.3649, -3086.3)),
    ],
];

/// The same after the seat's last discard only, by how many of the others draw once more, 0 to 3:
/// 25,773 intervals, 1,848 ends, nothing smoothed.
const LAST_RIICHI: [[Ends; 4]; 2] = [
    [
        ends(0.04525, (1.0000, -8448.6), (0.0000, 0.0)),
        ends(0.06270, (0.6289, -6514.9), (0.1992, -2378.4)),
        ends(0.08054, (0.4636, -6465.1), (0.3693, -2359.1)),
        ends(0.10135, (0.3795, -6019.5), (0.4213, -2336.9)),
    ],
    [
        ends(0.04557, (1.0000, -7096.3), (0.0000, 0.0)),
        ends(0.05445, (0.5921, -5833.3), (0.2500, -4286.8)),
        ends(0.07419, (0.4340, -4534.8), (0.3711, -3250.8)),
        ends(0.09322, (0.3733, -5183.9), (0.5067, -3227.6)),
    ],
];

/// Shares of exhaustive draws in which 0, 1, 2, 3 of the others are tenpai: 54,961 seats that are
/// tenpai themselves, 64,635 that are not.
pub(super) const OTHERS_TENPAI: OthersTenpai =
    OthersTenpai { tenpai: [0.1914, 0.4702, 0.2806, 0.0578], noten: [0.0323, 0.4884, 0.3998, 0.0795] };

/// What the others do between the seat's discard of a turn (1 to 18) and its next one.
pub(super) fn step(turn: usize, dealer: bool) -> ChanceStep {
    let at = turn.clamp(1, TURNS) - 1;
    let seat = usize::from(dealer);
    let standing = |waits: &ByTurn, ends: &[[Ends; TURNS]; 2]| HandChance {
        ron: Offers::even(&rates(&waits[at])),
        ends: ends[seat][at],
    };
    ChanceStep {
        calls: Offers(CALLABLE.map(|other| Kind::ALL.map(|kind| rates(&other[at]).of(kind)))),
        closed: standing(&WAITS_CLOSED, &ENDS_CLOSED),
        open: standing(&WAITS_OPEN, &ENDS_OPEN),
        riichi: standing(&WAITS_RIICHI, &ENDS_RIICHI),
        risks: Risks::NONE,
        thrown: Risks::NONE,
    }
}

/// What the others do after the seat's last discard, when 0 to 3 of them draw and discard once more.
pub(super) fn last_step(tail: usize, dealer: bool) -> ChanceStep {
    let mut step = step(TURNS, dealer);
    let [tail, seat] = [tail.min(3), usize::from(dealer)];
    step.closed.ends = LAST_CLOSED[seat][tail];
    step.open.ends = LAST_OPEN[seat][tail];
    step.riichi.ends = LAST_RIICHI[seat][tail];
    step
}

/// What the waits of a step are multiplied with when so many others are in riichi now: closed, open, in riichi.
/// Where nobody is, somebody may be `ahead` steps later.
pub(super) fn by_riichi(riichi: usize, ahead: usize) -> [f64; 3] {
    let fades = if riichi == 0 { libm::pow(LASTS, ahead as f64) } else { 1.0 };
    WAITS_BY_RIICHI.map(|row| 1.0 + (row[riichi.min(2)] - 1.0) * fades)
}

/// Share of the rounds without a riichi in which there is still none one step later, about.
const LASTS: f64 = 0.85;

fn rates(row: &[f64; 6]) -> Rates {
    let [honour, number @ ..] = *row;
    Rates { honour, number }
}

/// A rate, and shares and points of own deal-ins and the others' tsumo.
const fn ends(rate: f64, deal_in: (f64, f64), tsumo: (f64, f64)) -> Ends {
    Ends {
        tsumo: End { rate: rate * tsumo.0, value: tsumo.1 },
        rest: End { rate: rate * (1.0 - deal_in.0 - tsumo.0), value: 0.0 },
        deal_in: End { rate: rate * deal_in.0, value: deal_in.1 },
    }
}
