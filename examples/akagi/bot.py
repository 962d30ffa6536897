"""A bot for hosts that load a folder with a `bot.py` and call `Bot().react(events)`, as Akagi and the mjai.app simulator do.

It starts `nanikiru mjai` once and passes on what it is told: an array of events in, one reply out, both as JSON text. What the
program says on stderr goes to the host's. It plays only where its host lets it play; many sites do not allow bots.

Needs Node 20 and, in this folder, `npm install nanikiru`; NANIKIRU_CLI names another `cli.js`, NANIKIRU_OPTIONS more options.
"""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

CLI = Path(__file__).parent / "node_modules" / "nanikiru" / "dist" / "cli.js"


class Bot:
    def __init__(self, player_id=None):
        cli = os.environ.get("NANIKIRU_CLI", str(CLI))
        seat = [] if player_id is None else ["--seat", str(player_id)]
        more = shlex.split(os.environ.get("NANIKIRU_OPTIONS", ""))
        self.process = subprocess.Popen(
            ["node", cli, "mjai", "--framing", "array", *seat, *more],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def react(self, events):
        """The reply to an array of events, given and answered as JSON text."""
        self.process.stdin.write(json.dumps(json.loads(events)) + "\n")
        self.process.stdin.flush()
        reply = self.process.stdout.readline()
        if not reply:
            raise RuntimeError("nanikiru has ended: what it said is on stderr")
        return reply.strip()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def main():
    """As a program: a line in, a line out, with the seat as an argument, which hosts without start_game's id give."""
    bot = Bot(int(sys.argv[1]) if len(sys.argv) > 1 else None)
    for line in sys.stdin:
        print(bot.react(line), flush=True)
    bot.close()


if __name__ == "__main__":
    main()
