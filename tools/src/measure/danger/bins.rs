//! Estimates beside what happened.

/// Steps of the logarithmic scale on which rates are counted for the AUC: 50 to a power of e, from e^-14 up.
const LEVELS: usize = 700;

/// The information of estimates of yes or no.
pub struct Sharpness {
    count: u64,
    yes: u64,
    loss: f64,
    rates: f64,
    levels: Vec<[u64; 2]>,
}

impl Default for Sharpness {
    fn default() -> Sharpness {
        Sharpness { count: 0, yes: 0, loss: 0.0, rates: 0.0, levels: vec![[0; 2]; LEVELS + 1] }
    }
}

impl Sharpness {
    /// One estimate with its outcome. Yes where the estimate was a safe no costs as much as 1e-6.
    pub fn add(&mut self, rate: f64, yes: bool) {
        self.count += 1;
        self.yes += u64::from(yes);
        self.rates += rate;
        let predicted = if yes { rate } else { 1.0 - rate };
        self.loss -= predicted.max(1e-6).ln();
        let odds = (rate.max(1e-6) / (1.0 - rate).max(1e-6)).ln();
        let level = ((odds + 14.0) * 25.0).clamp(0.0, LEVELS as f64) as usize;
        self.levels[level][usize::from(yes)] += 1;
    }

    pub fn append(&mut self, later: Sharpness) {
        self.count += later.count;
        self.yes += later.yes;
        self.loss += later.loss;
        self.rates += later.rates;
        for (a, b) in self.levels.iter_mut().zip(later.levels) {
            a[0] += b[0];
            a[1] += b[1];
        }
    }

    /// How often a yes had the higher rate of a yes and a no.
    pub fn auc(&self) -> f64 {
        let (mut below, mut sum) = (0.0, 0.0);
        for [no, yes] in &self.levels {
            sum += *yes as f64 * (below + *no as f64 / 2.0);
            below += *no as f64;
        }
        sum / (self.yes as f64 * (self.count - self.yes) as f64)
    }

    /// 1 less the log-loss over that of the constant rate.
    pub fn gain(&self) -> f64 {
        let (n, rate) = (self.count as f64, self.yes as f64 / self.count as f64);
        let constant = -(rate * rate.ln() + (1.0 - rate) * (1.0 - rate).ln());
        1.0 - self.loss / n / constant
    }

    /// Whether there were both yes and no.
    pub fn is_mixed(&self) -> bool {
        self.yes > 0 && self.yes < self.count
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// How often it was yes.
    pub fn rate(&self) -> f64 {
        self.yes as f64 / self.count.max(1) as f64
    }

    /// The mean estimate.
    pub fn estimated(&self) -> f64 {
        self.rates / self.count.max(1) as f64
    }
}

/// Discards by the estimated rate: 1-point bins.
pub struct Bins {
    bins: Vec<Bin>,
}

#[derive(Clone, Default)]
pub struct Bin {
    pub count: u64,
    pub yes: u64,
    pub rates: f64,
}

impl Default for Bins {
    fn default() -> Bins {
        Bins { bins: vec![Bin::default(); 101] }
    }
}

impl Bins {
    pub fn add(&mut self, rate: f64, yes: bool) {
        let bin = &mut self.bins[(rate * 100.0) as usize];
        bin.count += 1;
        bin.yes += u64::from(yes);
        bin.rates += rate;
    }

    pub fn append(&mut self, later: Bins) {
        for (a, b) in self.bins.iter_mut().zip(later.bins) {
            a.count += b.count;
            a.yes += b.yes;
            a.rates += b.rates;
        }
    }

    /// The bins that hold a share of all discards worth drawing, from 0 up.
    pub fn drawn(&self) -> impl Iterator<Item = &Bin> {
        self.bins.iter().take(25).filter(|bin| bin.count >= 50)
    }

    pub fn count(&self) -> u64 {
        self.bins.iter().map(|bin| bin.count).sum()
    }

    /// Expected calibration error: how far the estimates of a bin are from what happened, mean over the discards.
    pub fn error(&self) -> f64 {
        let off: f64 = self.bins.iter().map(|b| (b.rates - b.yes as f64).abs()).sum();
        off / self.count().max(1) as f64
    }
}
