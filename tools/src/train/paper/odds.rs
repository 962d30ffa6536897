//! How much less often one of several classes is chosen than its weight says.

/// Choices among classes: the classes' weights, and which one it was.
pub struct Choices<const N: usize> {
    rows: Vec<([f64; N], u8)>,
}

impl<const N: usize> Default for Choices<N> {
    fn default() -> Choices<N> {
        Choices { rows: Vec::new() }
    }
}

impl<const N: usize> Choices<N> {
    /// Adds a choice; one whose class had no weight counts nothing.
    pub fn push(&mut self, weights: [f64; N], chosen: usize) {
        if weights[chosen] > 0.0 {
            self.rows.push((weights, chosen as u8));
        }
    }

    /// Adds later ones.
    pub fn append(&mut self, mut later: Choices<N>) {
        self.rows.append(&mut later.rows);
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The factors, the last one being 1, under which the choices are likeliest.
    ///
    /// With factors a and weights w class i is chosen with a_i w_i / sum a w. Where the likelihood is
    /// greatest, each class is chosen as often as expected; that is iterated (minorisation: it rises in each
    /// step).
    pub fn factors(&self) -> [f64; N] {
        let mut factors = [1.0; N];
        let mut chosen = [0.0; N];
        self.rows.iter().for_each(|(_, class)| chosen[usize::from(*class)] += 1.0);
        for _ in 0..200 {
            let mut expected = [0.0; N];
            for (weights, _) in &self.rows {
                let sum: f64 = weights.iter().zip(&factors).map(|(w, a)| w * a).sum();
                expected.iter_mut().zip(weights).for_each(|(e, w)| *e += w / sum);
            }
            for ((factor, chosen), expected) in factors.iter_mut().zip(chosen).zip(expected) {
                *factor = if expected > 0.0 { chosen / expected } else { 1.0 };
            }
            let last = factors[N - 1];
            factors.iter_mut().for_each(|factor| *factor /= last);
        }
        factors
    }
}
