//! How far a command is, on the standard error: a bar in a terminal, a line every ten seconds elsewhere.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time between two lines where there is no terminal.
const LINES: Duration = Duration::from_secs(10);

/// How far it is; the bar goes when this is dropped.
pub struct Progress {
    bar: ProgressBar,
    /// When the last line was printed; none where there are no lines.
    line: Option<Mutex<Instant>>,
}

impl Progress {
    /// So many steps will be done.
    pub fn of(steps: u64) -> Progress {
        let bar =
            styled(ProgressBar::new(steps), "{bar:30} {pos}/{len} {per_sec} [{elapsed}, {eta} left] {msg}");
        bar.enable_steady_tick(Duration::from_secs(1));
        let line = bar.is_hidden().then(|| Mutex::new(Instant::now()));
        Progress { bar, line }
    }

    /// Nobody knows how many games there will be; no lines are printed where there is no terminal.
    pub fn of_games() -> Progress {
        let bar = styled(ProgressBar::new_spinner(), "{spinner} {pos} games, {per_sec} [{elapsed}]");
        Progress { bar, line: None }
    }

    /// One more is done.
    pub fn step(&self) {
        self.step_and_say(String::new());
    }

    /// One more is done, and there is something to say about what is done so far.
    pub fn step_and_say(&self, message: String) {
        self.bar.inc(1);
        match &self.line {
            None => self.bar.set_message(message),
            Some(line) => {
                let mut line = line.lock().expect("a panic of a worker ends the program");
                if line.elapsed() >= LINES {
                    *line = Instant::now();
                    let (done, all) = (self.bar.position(), self.bar.length().unwrap_or_default());
                    let seconds = self.bar.elapsed().as_secs_f64();
                    eprintln!("{done} of {all}, {seconds:.0} s {message}");
                }
            }
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    bar.with_style(ProgressStyle::with_template(template).expect("the templates of this file are right"))
}
