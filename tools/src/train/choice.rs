//! One of several choices was made: what its log-weights cost, and how far each is off.

/// Makes log-weights the errors of their shares: each share, less 1 for the choice that was made. The cost, in nats, is
/// the log of the share that this choice does not have.
pub fn errors(odds: &mut [f64], made: usize) -> f64 {
    let most = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all: f64 = odds.iter().map(|odds| (odds - most).exp()).sum();
    let cost = most + all.ln() - odds[made];
    odds.iter_mut().for_each(|odds| *odds = (*odds - most).exp() / all);
    odds[made] -= 1.0;
    cost
}

/// The same in single precision, as nets have it; a share that is none costs as much as the least number.
pub fn errors_of_net(odds: &mut [f32], made: usize) -> f64 {
    let most = odds.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    odds.iter_mut().for_each(|odds| *odds = (*odds - most).exp());
    let all: f32 = odds.iter().sum();
    odds.iter_mut().for_each(|odds| *odds /= all);
    let cost = -f64::from(odds[made].max(f32::MIN_POSITIVE)).ln();
    odds[made] -= 1.0;
    cost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_how_the_cost_changes() {
        let odds = [0.3, -1.2, 2.0, 0.0];
        for made in 0..4 {
            let mut errors_here = odds;
            let cost = errors(&mut errors_here, made);
            for (i, error) in errors_here.into_iter().enumerate() {
                let mut more = odds;
                more[i] += 1e-6;
                let slope = (errors(&mut more, made) - cost) / 1e-6;
                assert!((slope - error).abs() < 1e-5, "{made} {i}: {slope} {error}");
            }
            let mut single = odds.map(|odds| odds as f32);
            assert!((errors_of_net(&mut single, made) - cost).abs() < 1e-6);
            for (single, error) in single.into_iter().zip(errors_here) {
                assert!((f64::from(single) - error).abs() < 1e-6);
            }
        }
        assert!(errors_of_net(&mut [0.0, 500.0], 0).is_finite());
    }
}
