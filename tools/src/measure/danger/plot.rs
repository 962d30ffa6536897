//! The calibration as a picture: estimated against observed deal-in rates.

use super::bins::Bins;
use std::fmt::Write;

/// The side of the square, and the space around it.
const SIDE: f64 = 480.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 20.0;
/// Per cent at the ends of both axes.
const MOST: f64 = 25.0;

/// One picture of several curves: a mark for each 1-point bin, with its standard error.
pub fn svg(curves: &[(&str, &Bins)]) -> String {
    let (width, height) = (LEFT + SIDE + 20.0, TOP + SIDE + 60.0);
    let x = |percent: f64| LEFT + percent / MOST * SIDE;
    let y = |percent: f64| TOP + SIDE - percent.min(MOST) / MOST * SIDE;
    let mut text = String::new();
    let mut line = |args: std::fmt::Arguments| writeln!(text, "{args}").expect("strings take everything");
    line(format_args!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13" role="img">"##
    ));
    line(format_args!("<title>Estimated and observed deal-in rates of discards</title>"));
    line(format_args!(r##"<rect width="{width}" height="{height}" fill="#fff"/>"##));
    for tick in (0..=5).map(|i| f64::from(i) * 5.0) {
        line(format_args!(
            r##"<path d="M{LEFT} {0:.1}H{1:.1}M{2:.1} {TOP}V{3:.1}" stroke="#ddd"/><text x="{4}" y="{5:.1}" text-anchor="end">{tick}</text><text x="{2:.1}" y="{6:.1}" text-anchor="middle">{tick}</text>"##,
            y(tick),
            LEFT + SIDE,
            x(tick),
            TOP + SIDE,
            LEFT - 8.0,
            y(tick) + 4.0,
            TOP + SIDE + 18.0,
        ));
    }
    line(format_args!(
        r##"<path d="M{} {}L{} {}" stroke="#888" stroke-dasharray="4 4"/>"##,
        x(0.0),
        y(0.0),
        x(MOST),
        y(MOST)
    ));
    for (i, (name, bins)) in curves.iter().enumerate() {
        let (colour, shape) = [("#0b61a4", "circle"), ("#b3480e", "square")][i % 2];
        let mark = |cx: f64, cy: f64| match shape {
            "circle" => format!(r##"<circle cx="{cx:.1}" cy="{cy:.1}" r="4" fill="{colour}"/>"##),
            _ => format!(
                r##"<rect x="{:.1}" y="{:.1}" width="8" height="8" fill="none" stroke="{colour}" stroke-width="1.5"/>"##,
                cx - 4.0,
                cy - 4.0
            ),
        };
        for bin in bins.drawn() {
            let n = bin.count as f64;
            let (estimated, rate) = (bin.rates / n, bin.yes as f64 / n);
            let error = (rate * (1.0 - rate) / n).sqrt();
            let (cx, cy) = (x(estimated * 100.0), y(rate * 100.0));
            let ends = [rate - error, rate + error].map(|r| y(r * 100.0));
            line(format_args!(
                r##"<path d="M{cx:.1} {:.1}V{:.1}" stroke="{colour}"/>{}"##,
                ends[0],
                ends[1],
                mark(cx, cy)
            ));
        }
        let at = TOP + 16.0 + 20.0 * i as f64;
        line(format_args!(
            r##"{}<text x="{}" y="{}">{name}</text>"##,
            mark(LEFT + 16.0, at),
            LEFT + 28.0,
            at + 4.0
        ));
    }
    line(format_args!(
        r##"<text x="{}" y="{}" text-anchor="middle">estimated deal-in rate, %</text>"##,
        LEFT + SIDE / 2.0,
        TOP + SIDE + 42.0
    ));
    line(format_args!(
        r##"<text transform="translate(18 {}) rotate(-90)" text-anchor="middle">discards that dealt in, %</text>"##,
        TOP + SIDE / 2.0
    ));
    line(format_args!("</svg>"));
    text
}
