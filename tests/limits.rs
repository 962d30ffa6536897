//! What is larger than anything that makes sense is refused by name, before it costs memory.

// the other tests are one program, `tests/it`; this one has an allocator of its own
#[path = "it/random.rs"]
mod random;
#[path = "it/records/mod.rs"]
mod records;

use nanikiru::api::{
    ApiError, ErrorCode, GameLog, JudgeRequest, LogOptions, Report, Watch, analyze, judge_all, parse_log,
    parse_log_json, parse_log_with, request_from_json,
};
use nanikiru::replay::{LIMIT, MOST_ROUNDS, Room, tenhou6};
use nanikiru::rules::Rules;
use nanikiru::tile::BySeat;
use peak_alloc::PeakAlloc;
use records::{game, mjai, mjlog};
use serde_json::{Value, json};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const HAND: &str = "123m406p789s1122z5z";

fn refused(request: &Value) -> ApiError {
    let text = request.to_string();
    request_from_json(&text).and_then(|request| request.check().map(drop)).expect_err("a hand of 20 MB")
}

/// The most memory in use while something was done, in bytes, beside what was in use before.
fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let done = work();
    (done, MEMORY.peak_usage().saturating_sub(before))
}

// one test, for the peak is that of the whole process
#[test]
fn what_is_too_large_costs_no_memory() {
    texts_longer_than_any_are_refused();
    lists_longer_than_any_are_refused();
    a_record_goes_on_for_a_hundred_rounds_at_the_most();
    captures_of_fifty_megabytes_are_read();
    a_search_that_does_not_fit_says_so();
    decisions_judged_together_stay_in_the_memory_that_they_are_given();
}

fn texts_longer_than_any_are_refused() {
    let long = "1m".repeat(10 << 20);
    let cases = [
        (json!({ "hand": long }), "hand", ErrorCode::HandSize),
        (json!({"hand": {"tiles": long}}), "hand.tiles", ErrorCode::HandSize),
        (json!({"hand": {"tiles": HAND, "melds": ["m1111", long]}}), "hand.melds[1]", ErrorCode::HandSize),
        (
            json!({"hand": HAND, "context": {"visible": long}}),
            "context.visible",
            ErrorCode::RequestOutOfRange,
        ),
        (
            json!({"hand": HAND, "context": {"players": {"west": {"river": long}}}}),
            "context.players.west.river",
            ErrorCode::RequestOutOfRange,
        ),
        (json!({"hand": HAND, "context": {"rules": long}}), "context.rules", ErrorCode::RequestOutOfRange),
    ];
    for (request, field, code) in &cases {
        let text = request.to_string();
        let (error, bytes) = peak(|| request_from_json(&text).unwrap_err());
        assert_eq!((error.code, &error.field[..]), (*code, *field), "{}", error.message);
        assert!(error.message.contains("100000 are the most"), "{}", error.message);
        assert!(error.value.as_str().is_some_and(|text| text.starts_with("1m1m") && text.len() < 100));
        assert!(bytes < 1 << 20, "{bytes} bytes for {field}");
    }
    // what is as long as that is read
    let most = refused(&json!({ "hand": "1m".repeat(50_000) }));
    assert_eq!((most.code, &most.field[..]), (ErrorCode::HandSize, "hand"), "{}", most.message);
    assert!(most.message.contains("50000 tiles"), "{}", most.message);
    // a name is a text, too
    let mut named = json!({ "hand": HAND });
    named[&long] = json!(1);
    let text = named.to_string();
    let error = request_from_json(&text).unwrap_err();
    assert_eq!(error.code, ErrorCode::RequestUnknownField);
    assert!(error.message.len() < 1_000, "{} bytes", error.message.len());
    // and so is what is no JSON
    let error = request_from_json(&long).unwrap_err();
    assert_eq!(error.code, ErrorCode::RequestJson);
    assert!(error.value.as_str().is_some_and(|text| text.len() < 200_000));
}

fn lists_longer_than_any_are_refused() {
    let many = vec![1; 1_000_000];
    for request in [
        json!({"hand": {"tiles": HAND, "melds": many}}),
        json!({"hand": HAND, "context": {"scores": many}}),
        json!([many]),
    ] {
        let text = request.to_string();
        let (error, bytes) = peak(|| request_from_json(&text).unwrap_err());
        assert_eq!(error.code, ErrorCode::RequestType, "{}", error.message);
        assert!(error.message.contains("1000 entries"), "{}", error.message);
        assert!(bytes < 1 << 20, "{bytes} bytes");
    }
}

/// The rounds of a game over and over, as every format writes them.
fn repeated(times: usize) -> [Vec<u8>; 3] {
    let logs = game(5, 4, &Rules::TENHOU);
    let names = BySeat(["A", "B", "C", "D"].map(String::from));
    let many: Vec<_> = logs.iter().cycle().take(logs.len() * times).cloned().collect();
    [
        tenhou6::write(&Room::USUAL, Some(&names), &many),
        mjai::write(mjai::Style::Terse, &Room::USUAL, &names, &many),
        mjlog::write(&names, &many),
    ]
    .map(String::into_bytes)
}

fn a_record_goes_on_for_a_hundred_rounds_at_the_most() {
    for record in repeated(800) {
        let (answer, bytes) = peak(|| parse_log_json(&record).unwrap());
        assert!(bytes < 160 << 20, "{} MB for {} MB", bytes >> 20, record.len() >> 20);
        let game: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(game["rounds"].as_array().unwrap().len(), MOST_ROUNDS);
        assert_eq!(game["broken"]["code"], "log.too_large", "{}", game["broken"]);
        assert_eq!(game["broken"]["rounds"], MOST_ROUNDS);
        let message = game["broken"]["message"].as_str().unwrap();
        assert!(message.contains("more than 100 rounds"), "{message}");
    }
    for record in repeated(25) {
        let GameLog { rounds, broken, .. } = parse_log(&record).unwrap();
        assert_eq!((rounds.len(), broken), (MOST_ROUNDS, None));
    }
    // plain bytes as well as packed ones
    let large = [&b"<mjloggm ver=\"2.3\">"[..], &vec![b' '; LIMIT]].concat();
    assert_eq!(parse_log(&large).unwrap_err().code, ErrorCode::LogTooLarge);
}

/// A game among 50 MB of other messages of a browser, at its beginning, in its middle and at its end.
fn captures_of_fifty_megabytes_are_read() {
    let style = records::majsoul::Style { packed: true, zeros: false };
    let names = BySeat(["A", "B", "C", "D"].map(String::from));
    let games = [1, 2, 3].map(|seed| game(seed, 8, &Rules::MAHJONG_SOUL));
    let head = records::majsoul::head(&names, 2, records::majsoul::Message::default());
    let answers = games.each_ref().map(|logs| {
        let details = records::majsoul::details(logs, style);
        records::majsoul::frame(&records::majsoul::answer(&head, &details, style))
    });
    let mut random = random::Random(7);
    let mut frames: Vec<Vec<u8>> = (0..370)
        .map(|_| {
            let noise = (0..100_000).map(|_| random.below(256) as u8);
            [1u8, 10, 1, 46].into_iter().chain(noise).collect()
        })
        .collect();
    for (at, answer) in [370, 185, 0].into_iter().zip(answers) {
        frames.insert(at, answer);
    }
    let capture = records::majsoul::har(&frames, "secret");
    drop(frames);
    assert!(capture.len() > 49_000_000, "{} bytes", capture.len());
    for (i, logs) in games.iter().rev().enumerate() {
        let options = LogOptions { game: Some(i as u32), ..LogOptions::default() };
        let (game, bytes) = peak(|| parse_log_with(capture.as_bytes(), &options).unwrap());
        assert_eq!((game.games.len(), game.rounds.len(), game.broken), (3, logs.len(), None));
        let all = bytes + capture.len();
        assert!(all < 256 << 20, "{} MB", all >> 20);
    }
}

fn ask(hand: &str, exchanges: u32, memory_mb: u32) -> Result<Report, ApiError> {
    let request = json!({"hand": hand, "options": {"depth": exchanges, "memoryMb": memory_mb}});
    let progress = Default::default();
    let mut watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: usize::MAX };
    analyze(&request_from_json(&request.to_string())?, &mut watch)
}

fn a_search_that_does_not_fit_says_so() {
    // hands near and far from a win, with honours and without
    for (hand, exchanges) in [
        ("2346m4067p2478s55z", 6),
        ("2346m4067p2478s55z", 13),
        ("147m258p369s12345z", 13),
        ("22334455667788m", 13),
    ] {
        let (answer, bytes) = peak(|| ask(hand, exchanges, 64));
        let error = answer.expect_err("more hands than fit into 64 MiB");
        assert_eq!(error.code, ErrorCode::SearchTooLarge, "{error:?}");
        assert!(bytes < 64 << 20, "{} MB for {hand} with {exchanges} exchanges", bytes >> 20);
    }
}

fn decisions_judged_together_stay_in_the_memory_that_they_are_given() {
    let names = BySeat(["A", "B", "C", "D"].map(str::to_string));
    let text = mjai::write(mjai::Style::Terse, &Room::USUAL, &names, &game(8, 1, &Rules::TENHOU));
    let read = parse_log(text.as_bytes()).unwrap();
    let decisions: Vec<_> = read.rounds.iter().flat_map(|round| &round.decisions).take(48).collect();
    let progress = Default::default();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build().unwrap();
    let judged = |depth: &str, mib: usize| {
        let requests = decisions.iter().map(|decision| {
            let request = json!({
                "hand": decision.hand, "context": decision.context, "done": decision.done,
                "options": {"depth": depth},
            });
            Ok(serde_json::from_value::<JudgeRequest>(request).unwrap())
        });
        let requests: Vec<_> = requests.collect();
        let work = || {
            let watch = Watch { progress: &progress, report: None, clock: || 0.0, memory: mib << 20 };
            judge_all(requests, &watch)
        };
        let (judged, bytes) = peak(|| pool.install(work));
        assert!(judged.iter().all(Result::is_ok));
        assert!(bytes <= mib << 20, "{depth}: {bytes} bytes");
        bytes
    };
    // the room for one, for some, and for all threads
    let [one, some, all] = [16, 64, 256].map(|mib| judged("fast", mib));
    assert!(one < some.max(all), "{one}, {some}, {all}");
    judged("full", 256);
}
