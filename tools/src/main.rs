//! `nanikiru-tools`: what nanikiru is checked, measured and trained with. `--help` says what there is.
#![forbid(unsafe_code)]

mod arena;
mod measure;
mod playout;
mod print;
mod train;
mod validate;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use std::process::ExitCode;

/// What nanikiru is checked, measured and trained with
#[derive(Parser)]
#[command(name = "nanikiru-tools", version)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Validate(validate::Arguments),
    Measure(measure::Arguments),
    Train(train::Arguments),
    Arena(arena::Arguments),
    Playout(playout::Arguments),
    Print(print::Arguments),
    /// Prints completions for a shell
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// One search whose memory another process of this program wants to know
    #[command(hide = true)]
    Child,
}

fn main() -> ExitCode {
    let done = |done: Result<(), String>| done.map(|()| ExitCode::SUCCESS);
    let code = match Line::parse().command {
        Command::Validate(arguments) => validate::run(arguments),
        Command::Measure(arguments) => done(measure::run(&arguments)),
        Command::Train(arguments) => done(train::run(&arguments)),
        Command::Arena(arguments) => done(arena::run(arguments)),
        Command::Playout(arguments) => done(playout::run(arguments)),
        Command::Print(arguments) => done(print::run(&arguments)),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Line::command(), "nanikiru-tools", &mut std::io::stdout());
            Ok(ExitCode::SUCCESS)
        }
        Command::Child => done(measure::child()),
    };
    code.unwrap_or_else(|message| {
        eprintln!("nanikiru-tools: {message}");
        ExitCode::from(2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Line::command().debug_assert();
    }
}
