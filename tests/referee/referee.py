"""Games of four or three bots under RiichiEnv, whose legal actions are its own.

Each seat is a process of its own, of the command with the seat in the place of the word SEAT, that gets an array of events a
line and has to give one reply. A reply that RiichiEnv has no action for is illegal, one that never comes is missing: either
ends the run. One that comes after the limit is late: it is counted, and the game goes on. Prints what was counted as JSON; ends
with code 1 where anything was illegal, missing or late.

With --legal a reply lists the legal actions, and is illegal where RiichiEnv's are others; random ones are played.
"""

import argparse
import json
import os
import random
import select
import subprocess
import sys
import threading
import time

from riichienv import GameRule, HandEvaluator, HandEvaluator3P, RiichiEnv, calculate_shanten, calculate_shanten_3p

PROGRESS = 10_000
# how often random play takes what is rarely allowed, a game each: hands stay closed, or calls pile up
EAGER = [0.1, 0.5, 0.9]
# whole games with red fives, by how many play
MODES = {3: "3p-red-half", 4: "4p-red-half"}
EVALUATORS = {3: HandEvaluator3P, 4: HandEvaluator}
SHANTEN = {3: calculate_shanten_3p, 4: calculate_shanten}


class Missing(Exception):
    """No reply has come."""


class Bot:
    def __init__(self, command, seat, longest_s):
        self.process = subprocess.Popen(
            [str(seat) if word == "SEAT" else word for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.longest_s = longest_s
        self.read = b""

    def line(self):
        """The next line, read with a clock: a bot that hangs must not hang the referee."""
        out = self.process.stdout.fileno()
        end = time.monotonic() + self.longest_s
        while b"\n" not in self.read:
            ready, _, _ = select.select([out], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise Missing(f"nothing came in {self.longest_s} s")
            came = os.read(out, 65536)
            if not came:
                raise Missing("the bot has ended")
            self.read += came
        line, self.read = self.read.split(b"\n", 1)
        return line

    def reply(self, events):
        """The reply, undecoded, and how many seconds it took."""
        begin = time.monotonic()
        try:
            self.process.stdin.write(json.dumps(events).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise Missing("the bot has ended") from error
        line = self.line()
        return line, time.monotonic() - begin

    def end(self):
        """Whether it ends by itself, as a bot does whose host is gone."""
        try:
            self.process.stdin.close()
            return self.process.wait(timeout=self.longest_s) == 0
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self.process.kill()
            return False


class Run:
    """What all tables of a run share."""

    def __init__(self, options):
        self.options = options
        self.lock = threading.Lock()
        self.over = False
        self.failure = None
        # "begun" and "games" are whole games begun and ended
        self.counts = dict.fromkeys(["decisions", "rounds", "begun", "games", "illegal", "missing", "late"], 0)
        self.counts.update(slowest=0.0, start=0.0, replies={})

    def next_seed(self):
        """The seed of the next game; none where enough has been played."""
        with self.lock:
            if self.over:
                return None
            self.counts["begun"] += 1
            return self.options.seed + self.counts["begun"] - 1

    def fault(self, kind, **what):
        with self.lock:
            self.counts[kind] += 1
            self.over = self.over or kind != "late"
        print(json.dumps({kind: what}), file=sys.stderr, flush=True)

    def count(self, kind, seconds):
        with self.lock:
            counts = self.counts
            counts["decisions"] += 1
            counts["slowest"] = max(counts["slowest"], seconds)
            counts["replies"][kind] = counts["replies"].get(kind, 0) + 1
            self.over = self.over or (self.options.unit == "decisions" and counts["decisions"] >= self.options.number)
            if counts["decisions"] % PROGRESS == 0:
                print(json.dumps(counts), file=sys.stderr, flush=True)

    def rounds(self, number):
        with self.lock:
            self.counts["rounds"] += number
            self.over = self.over or (self.options.unit == "rounds" and self.counts["rounds"] >= self.options.number)


def action_of(observation, line):
    """The action of a reply and its type; no action where it is none of the legal ones, or no reply at all."""
    try:
        reply = json.loads(line)
        kind = reply["type"]
    except (ValueError, TypeError, KeyError):
        return None, None
    return observation.select_action_from_mjai(json.dumps(reply)), kind


def key(action):
    """What an action of mjai does, in words of its own."""
    kind = action["type"]
    pai = action.get("pai") if kind in ("dahai", "kakan") else None
    return kind, pai, *sorted(action.get("consumed", []))


def waits_for_none(observation, players):
    """Whether hand and melds hold every tile that a riichi would wait for. RiichiEnv looks at the hand alone and allows such a
    riichi; to nanikiru the hand is not tenpai (src/shape/waits.rs)."""
    melds = observation.melds[observation.player_id]
    held = [tile // 4 for tile in [*observation.hand, *(tile for meld in melds for tile in meld.tiles)]]
    hands = [[other for other in observation.hand if other != tile] for tile in observation.hand]
    waits = [wait for hand in hands for wait in EVALUATORS[players](hand, melds).get_waits()]
    return all(held.count(wait) == 4 for wait in waits)


def compared(observation, line, players):
    """The actions that both allow, and what only one of them does: everything where the reply is no list."""
    theirs = {key(json.loads(action.to_mjai())) for action in observation.legal_actions()}
    try:
        reply = json.loads(line)
        ours = {key(action) for action in reply["actions"]} or {("none", None)}
        unasked = {key(action) for action in reply["unasked"]}
    except (ValueError, TypeError, KeyError):
        ours, unasked = set(), set()
    differences = (theirs ^ ours) | unasked
    if ("reach", None) in theirs - ours and waits_for_none(observation, players):
        differences.remove(("reach", None))
    return theirs & ours, differences


def random_action(observation, players, keys, rng, eager):
    """An action of these: with this probability one that is rarely allowed, else mostly a discard that keeps the hand near
    tenpai."""
    actions = [(key(json.loads(action.to_mjai())), action) for action in observation.legal_actions()]
    actions = [(kind, action) for (kind, *rest), action in actions if (kind, *rest) in keys]
    plain = [action for kind, action in actions if kind in ("dahai", "none")]
    rare = [action for kind, action in actions if kind not in ("dahai", "none")]
    if rare and rng.random() < eager:
        return rng.choice(rare)
    if actions[0][0] != "dahai" or rng.random() < 0.1:
        return rng.choice(plain or rare)
    after = lambda action: SHANTEN[players]([tile for tile in observation.hand if tile != action.tile])
    return min(rng.sample(plain, len(plain)), key=after)


def game(run, bots, seed):
    limit = run.options.limit_ms / 1000
    players = run.options.players
    rng = random.Random(seed)
    env = RiichiEnv(game_mode=MODES[players], seed=seed, rule=GameRule.default_tenhou())
    observations = env.reset()
    while not env.done() and not run.over:
        chosen = {}
        for seat, observation in observations.items():
            events = [json.loads(event) for event in observation.new_events()]
            if seat == 0:
                run.rounds(sum(event["type"] == "end_kyoku" for event in events))
            where = {"game": seed, "seat": seat, "events": events}
            try:
                line, seconds = bots[seat].reply(events)
            except Missing as error:
                return run.fault("missing", why=str(error), **where)
            if run.options.legal:
                keys, differences = compared(observation, line, players)
                where["differences"] = [str(one) for one in differences]
                eager = EAGER[seed % len(EAGER)]
                action = None if differences else random_action(observation, players, keys, rng, eager)
                kind = action and key(json.loads(action.to_mjai()))[0]
            else:
                action, kind = action_of(observation, line)
            if action is None:
                legal = [one.to_mjai() for one in observation.legal_actions()]
                return run.fault("illegal", reply=line.decode(errors="replace"), legal=legal, **where)
            if seconds > limit:
                run.fault("late", reply=line.decode(), seconds=seconds, **where)
            run.count(kind, seconds)
            chosen[seat] = action
        observations = env.step(chosen)
    run.counts["games"] += env.done()


def table(run):
    """One game after the other, with the same bots."""
    options = run.options
    bots = [Bot(options.command, seat, options.longest_s) for seat in range(options.players)]
    # what a process needs to start is not the time of a decision
    for seat, bot in enumerate(bots):
        try:
            _, seconds = bot.reply([{"type": "start_game", "id": seat}])
            run.counts["start"] = max(run.counts["start"], seconds)
        except Missing as error:
            run.fault("missing", why=f"at the start: {error}", seat=seat)
    while (seed := run.next_seed()) is not None:
        game(run, bots, seed)
    # all of them, also where one does not
    if not all([bot.end() for bot in bots]) and not run.counts["missing"]:
        run.fault("missing", why="a bot has not ended by itself, or not with code 0")


def play(run):
    try:
        table(run)
    except BaseException as error:  # a table that is gone must not look like one that is done
        run.failure = error
        run.over = True


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--unit", choices=["decisions", "rounds"], required=True)
    options.add_argument("--number", type=int, required=True, help="how many of them")
    options.add_argument("--players", type=int, choices=list(MODES), default=4, help="at a table")
    options.add_argument("--legal", action="store_true", help="replies list the legal actions")
    options.add_argument("--seed", type=int, required=True, help="the first game's")
    options.add_argument("--at-once", type=int, required=True, help="so many games at a time")
    options.add_argument("--limit-ms", type=float, required=True, help="a reply after it is late")
    options.add_argument("--longest-s", type=float, default=60.0, help="a reply after it is missing")
    options.add_argument("command", nargs="+")
    run = Run(options.parse_args())
    begin = time.monotonic()
    tables = [threading.Thread(target=play, args=[run]) for _ in range(run.options.at_once)]
    for one in tables:
        one.start()
    for one in tables:
        one.join()
    if run.failure is not None:
        raise run.failure
    counts = run.counts
    print(json.dumps({**counts, "seconds": time.monotonic() - begin}))
    return 1 if counts["illegal"] or counts["missing"] or counts["late"] else 0


if __name__ == "__main__":
    sys.exit(main())
