//! What is fitted: active features and what was true, in a fixed order.

/// Samples of a yes-or-no question.
#[derive(Default)]
pub struct Samples {
    /// Where each sample's features end.
    ends: Vec<u32>,
    active: Vec<u16>,
    labels: Vec<u8>,
    /// Log-odds that are there before any feature; for all samples or for none.
    offsets: Vec<f32>,
}

impl Samples {
    /// Adds one.
    pub fn push(&mut self, active: impl Iterator<Item = u32>, label: u8) {
        self.active.extend(active.map(|i| u16::try_from(i).expect("fewer than 65,536 features")));
        self.ends.push(u32::try_from(self.active.len()).expect("fewer than 4 billion features"));
        self.labels.push(label);
    }

    /// Adds one whose log-odds begin with an offset.
    pub fn push_beside(&mut self, offset: f64, active: impl Iterator<Item = u32>, label: u8) {
        self.push(active, label);
        self.offsets.push(offset as f32);
    }

    /// What the log-odds of a sample begin with.
    pub fn offset(&self, i: usize) -> f64 {
        self.offsets.get(i).copied().unwrap_or(0.0).into()
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// One sample: its features and its label.
    pub fn get(&self, i: usize) -> (&[u16], u8) {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        (&self.active[start..self.ends[i] as usize], self.labels[i])
    }

    /// Adds all of `later`.
    pub fn append(&mut self, mut later: Samples) {
        let shift = u32::try_from(self.active.len()).expect("fewer than 4 billion features");
        self.ends.extend(
            later.ends.iter().map(|end| end.checked_add(shift).expect("fewer than 4 billion features")),
        );
        self.active.append(&mut later.active);
        self.labels.append(&mut later.labels);
        self.offsets.append(&mut later.offsets);
    }

    /// The log-loss of the best constant answer.
    pub fn constant(&self) -> f64 {
        let labels = (0..=self.labels.iter().copied().max().unwrap_or(0)).map(|label| self.rate(label));
        labels.filter(|&rate| rate > 0.0).map(|rate| -rate * rate.ln()).sum()
    }

    /// The share of samples with this label.
    pub fn rate(&self, label: u8) -> f64 {
        self.labels.iter().filter(|&&l| l == label).count() as f64 / self.len().max(1) as f64
    }
}
