//! Estimates beside what happened.

/// Steps of the logarithmic scale on which rates are counted for the AUC: 50 to a power of e, from e^-14 up.
const LEVELS: usize = 700;

/// How much estimates of yes or no tell.
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
        let told = if yes { rate } else { 1.0 - rate };
        self.loss -= told.max(1e-6).ln();
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

    fn auc(&self) -> f64 {
        let (mut below, mut sum) = (0.0, 0.0);
        for [no, yes] in &self.levels {
            sum += *yes as f64 * (below + *no as f64 / 2.0);
            below += *no as f64;
        }
        sum / (self.yes as f64 * (self.count - self.yes) as f64)
    }

    pub fn print(&self, name: &str) {
        if self.yes == 0 || self.yes == self.count {
            return;
        }
        let (n, rate) = (self.count as f64, self.yes as f64 / self.count as f64);
        let constant = -(rate * rate.ln() + (1.0 - rate) * (1.0 - rate).ln());
        let loss = self.loss / n;
        println!(
            "  {name:18} {:9} rate {:.4} estimated {:.4} log-loss {loss:.5} constant {constant:.5} gain {:5.2} % AUC {:.4}",
            self.count,
            rate,
            self.rates / n,
            (1.0 - loss / constant) * 100.0,
            self.auc(),
        );
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

    pub fn print(&self) {
        let all: f64 = self.bins.iter().map(|b| b.count as f64).sum();
        let off: f64 = self.bins.iter().map(|b| (b.rates - b.yes as f64).abs()).sum();
        println!("  discards made: {all}, expected calibration error {:.3} points", off / all * 100.0);
        for (i, bin) in self.bins.iter().enumerate().take(25).filter(|(_, b)| b.count > 0) {
            let n = bin.count as f64;
            let rate = bin.yes as f64 / n;
            println!(
                "    {i:2} to {:2} %: {:8} discards, estimated {:6.3} %, dealt in {:6.3} % +- {:.3}, {:+.3}",
                i + 1,
                bin.count,
                bin.rates / n * 100.0,
                rate * 100.0,
                (rate * (1.0 - rate) / n).sqrt() * 100.0,
                (rate - bin.rates / n) * 100.0,
            );
        }
    }
}
