"""Somebody else who uses the site while it is attacked, and what the attack costs."""
import threading
import time
from pathlib import Path

from wire import Wire

GET_VERSION = "GET /api/v1/version HTTP/1.1\nHost: 127.0.0.1\n\n"


def memory_of(program):
    """Bytes of the program's own (RssAnon): neither files that it maps nor code."""
    for line in Path(f"/proc/{program.process.pid}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("the system does not tell")


class Neighbor:
    """`with Neighbor(program) as neighbor:` asks for the version all the time; `p99` and `memory` say how it went."""

    def __init__(self, program):
        self.program, self.times, self.memory, self.over = program, [], 0, False
        self.thread = threading.Thread(target=self.ask)

    def ask(self):
        with Wire(self.program.port) as wire:
            while not self.over:
                begun = time.monotonic()
                wire.send(GET_VERSION)
                assert wire.read().status == 200
                self.times.append(time.monotonic() - begun)
                self.memory = max(self.memory, memory_of(self.program))
                time.sleep(0.005)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over = True
        self.thread.join()

    @property
    def p99(self):
        return sorted(self.times)[int(len(self.times) * 0.99)]

    def was_not_disturbed(self, most_memory):
        assert len(self.times) > 20
        assert self.p99 < 0.05, f"{self.p99 * 1000:.0f} ms for the version"
        assert self.memory < most_memory, f"{self.memory >> 20} MiB"
