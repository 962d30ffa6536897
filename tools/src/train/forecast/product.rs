//! Rates as products of factors, fitted so that each factor's groups add up to what was counted.

/// Groups of this many expected events count as much as what is known without them: the factor 1.
const PRIOR: f64 = 10.0;
const ROUNDS: usize = 30;

/// Expected events by the exposure alone, events, and places in K tables.
pub struct Trials<const K: usize> {
    sizes: [usize; K],
    places: Vec<[u8; K]>,
    exposure: Vec<f32>,
    events: Vec<f32>,
}

impl<const K: usize> Trials<K> {
    /// None yet.
    pub fn new(sizes: [usize; K]) -> Trials<K> {
        Trials { sizes, places: Vec::new(), exposure: Vec::new(), events: Vec::new() }
    }

    /// One more.
    pub fn add(&mut self, places: [usize; K], exposure: f64, events: f64) {
        self.places.push(places.map(|place| place as u8));
        self.exposure.push(exposure as f32);
        self.events.push(events as f32);
    }

    /// How many, and how many events.
    pub fn counts(&self) -> (u64, u64) {
        (self.places.len() as u64, self.events.iter().map(|&n| f64::from(n)).sum::<f64>().round() as u64)
    }

    /// The factors. The first table carries the level, and of the others every factor but those of rare
    /// groups makes its group's expected events equal to those counted (iterative proportional fitting).
    pub fn fit(&self) -> [Vec<f64>; K] {
        let mut tables = self.sizes.map(|size| vec![1.0; size]);
        let all: f64 = self.exposure.iter().map(|&n| f64::from(n)).sum();
        let level = self.events.iter().map(|&n| f64::from(n)).sum::<f64>() / all.max(1e-9);
        tables[0].iter_mut().for_each(|factor| *factor = level);
        for _ in 0..ROUNDS {
            for k in 0..K {
                let mut sums = vec![[0.0; 2]; self.sizes[k]];
                for ((places, &exposure), &events) in self.places.iter().zip(&self.exposure).zip(&self.events)
                {
                    let others = (0..K).filter(|&other| other != k);
                    let rest: f64 = others.map(|other| tables[other][usize::from(places[other])]).product();
                    let [expected, counted] = &mut sums[usize::from(places[k])];
                    *expected += f64::from(exposure) * rest;
                    *counted += f64::from(events);
                }
                let usual = if k == 0 { level } else { 1.0 };
                for (factor, [expected, counted]) in tables[k].iter_mut().zip(sums) {
                    *factor = (counted + PRIOR) / (expected + PRIOR / usual);
                }
            }
        }
        tables
    }
}
