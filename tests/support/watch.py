"""What an attack costs: the memory of the program and of all that it has started, and how long a stranger waits meanwhile."""
import contextlib
import http.client
import pathlib
import threading
import time
import urllib.parse


def _own_memory(pid):
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").parent.parent.glob("*/children")
        found = [int(word) for file in children for word in file.read_text().split()]
    except OSError:
        return 0
    own = int(status.split("RssAnon:")[1].split()[0]) if "RssAnon:" in status else 0
    return own + sum(_own_memory(child) for child in found)


class Watch:
    def __init__(self, program):
        self.program, self.before = program, _own_memory(program.process.pid)
        self.most, self.waits, self.over = self.before, [], threading.Event()
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self._watch_memory, self._ask)]

    def _watch_memory(self):
        while not self.over.wait(0.01):
            self.most = max(self.most, _own_memory(self.program.process.pid))

    def _ask(self):
        place = urllib.parse.urlsplit(self.program.url)
        connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
        while not self.over.wait(0.005):
            begun = time.monotonic()
            connection.request("GET", "/api/v1/version")
            connection.getresponse().read()
            self.waits.append(time.monotonic() - begun)

    def slowest(self, share=0.99):
        return sorted(self.waits)[min(len(self.waits) - 1, int(len(self.waits) * share))] if self.waits else 0


@contextlib.contextmanager
def watching(program, memory, seconds, wait=0.05):
    """What is done inside takes at most `memory` MiB more than before and so many seconds, and 99 of 100 strangers wait less than
    `wait` seconds."""
    watch, begun = Watch(program), time.monotonic()
    for thread in watch.threads:
        thread.start()
    try:
        yield watch
    finally:
        took = time.monotonic() - begun
        watch.over.set()
        for thread in watch.threads:
            thread.join(70)
    grown = (watch.most - watch.before) / 1024
    told = f"{took:.1f} s, {grown:.0f} MiB, p99 {watch.slowest() * 1000:.1f} ms of {len(watch.waits)}"
    assert took < seconds and grown < memory and watch.slowest() < wait, told
