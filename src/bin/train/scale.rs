//! A straight line over log-odds: what is left of the fitted games' good luck.

/// Newton steps; the cost is convex, and the start near.
const STEPS: usize = 20;

/// The constant and the slope that make `logistic(constant + slope * odds)` most likely.
pub fn line(samples: &[(f64, bool)]) -> [f64; 2] {
    let [mut constant, mut slope] = [0.0, 1.0];
    for _ in 0..STEPS {
        let (mut g, mut h) = ([0.0; 2], [0.0; 3]);
        for &(odds, yes) in samples {
            let rate = 1.0 / (1.0 + (-constant - slope * odds).exp());
            let error = f64::from(u8::from(yes)) - rate;
            let weight = rate * (1.0 - rate);
            g[0] += error;
            g[1] += error * odds;
            h[0] += weight;
            h[1] += weight * odds;
            h[2] += weight * odds * odds;
        }
        let determinant = h[0] * h[2] - h[1] * h[1];
        if determinant <= 0.0 {
            break;
        }
        constant += (h[2] * g[0] - h[1] * g[1]) / determinant;
        slope += (h[0] * g[1] - h[1] * g[0]) / determinant;
    }
    [constant, slope]
}
