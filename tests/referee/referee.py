"""Games of four bots under RiichiEnv, whose legal actions are its own.

Usage: referee.py decisions|rounds NUMBER SEED COMMAND [ARGUMENT ...]

Each seat is a process of its own, of the command with the seat as its last argument, that gets an array of events a line and
has to give one reply. Prints what was counted as JSON; a reply that RiichiEnv has no action for, or that does not come, ends
with code 1.
"""

import json
import subprocess
import sys
import time

from riichienv import GameRule, RiichiEnv

LONGEST_S = 60.0


class Bot:
    def __init__(self, command):
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.slowest = 0.0

    def reply(self, events):
        begin = time.monotonic()
        self.process.stdin.write(json.dumps(events) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        self.slowest = max(self.slowest, time.monotonic() - begin)
        if not line:
            raise SystemExit(f"no reply to {events}")
        return json.loads(line)

    def end(self):
        self.process.stdin.close()
        return self.process.wait(timeout=LONGEST_S)


def main():
    unit, wanted, seed, *command = sys.argv[1:]
    wanted, seed = int(wanted), int(seed)
    bots = [Bot([*command, str(seat)]) for seat in range(4)]
    counts = {"decisions": 0, "games": 0, "rounds": 0, "replies": {}}
    while counts[unit] < wanted:
        env = RiichiEnv(game_mode="4p-red-half", seed=seed + counts["games"], rule=GameRule.default_tenhou())
        observations = env.reset()
        while not env.done() and counts[unit] < wanted:
            chosen = {}
            for seat, observation in observations.items():
                events = [json.loads(event) for event in observation.new_events()]
                counts["rounds"] += sum(event["type"] == "end_kyoku" for event in events) if seat == 0 else 0
                reply = bots[seat].reply(events)
                action = observation.select_action_from_mjai(json.dumps(reply))
                if action is None:
                    legal = [one.to_mjai() for one in observation.legal_actions()]
                    print(json.dumps({"illegal": reply, "seat": seat, "events": events, "legal": legal}), file=sys.stderr)
                    return 1
                chosen[seat] = action
                counts["decisions"] += 1
                kind = reply["type"]
                counts["replies"][kind] = counts["replies"].get(kind, 0) + 1
            observations = env.step(chosen)
        counts["games"] += 1
    counts["slowest"] = max(bot.slowest for bot in bots)
    codes = [bot.end() for bot in bots]
    print(json.dumps(counts))
    return 0 if codes == [0, 0, 0, 0] else 1


if __name__ == "__main__":
    sys.exit(main())
