"""Measures git over HTTP against git without a server between.

  benchmarks/transport.py [--commits 60000] [--files 4000] [--clones 20]     after ninja -C build cairn

A repository is made with fast-import and pushed; then it is cloned over HTTP and from the same folder by a local
upload-pack, in turn, and many times at once while the API is asked how it is. Creating repositories is held against
`git init --bare`. What is wanted: a clone costs at most 1.1 times, the server stays under 100 MiB of its own while 20 clone, the p99 of
the API meanwhile under 20 times that of an idle server, creating costs at most 3 times.
"""
import argparse
import concurrent.futures
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tests" / "support")]

from client import ADMIN, Client  # noqa: E402
from measure import MemoryPeak  # noqa: E402
from program import Program  # noqa: E402
from working_copy import ENVIRONMENT, Git, address  # noqa: E402


def stream(out, commits, files):
    """A history as fast-import reads it: each commit changes two files of text."""
    dice = random.Random(3)
    words = [f"{dice.getrandbits(40):x}" for _ in range(3000)]

    def data(text):
        out.write(b"data %d\n" % len(text) + text)

    def lines(count, length):
        return "".join(" ".join(dice.choices(words, k=length)) + "\n" for _ in range(count)).encode()

    for number in range(commits):
        out.write(b"commit refs/heads/main\nmark :%d\ncommitter Ann <ann@example.com> %d +0000\n" % (number + 1, 1_600_000_000 + number * 60))
        data(b"commit %d\n\n" % number + lines(1, 8))
        if number > 0:
            out.write(b"from :%d\n" % number)
        for change in range(2):
            file = number * 2 + change if number * 2 + change < files else dice.randrange(files)
            out.write(b"M 100644 inline d%d/s%d/f%d.c\n" % (file % 63, file % 7, file))
            data(lines(dice.randrange(3, 30), 10))


def seconds(act):
    begin = time.monotonic()
    act()
    return time.monotonic() - begin


def p99(times):
    return sorted(times)[int(len(times) * 0.99)] * 1000


class Asker(threading.Thread):
    """Asks the API the same thing again and again, and notes how long each answer took."""

    def __init__(self, client):
        super().__init__()
        self.client, self.times, self.enough = client, [], threading.Event()

    def run(self):
        while not self.enough.is_set():
            self.times.append(seconds(lambda: self.client.get("/repos/root/big")))
            time.sleep(0.005)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commits", type=int, default=60_000)
    parser.add_argument("--files", type=int, default=4_000)
    parser.add_argument("--clones", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cairn-transport-") as folder:
        root = pathlib.Path(folder)
        git = Git(root)
        git.done("init", "-q", "--bare", "-b", "main", "source.git")
        importer = subprocess.Popen(["git", "-C", root / "source.git", "fast-import", "--quiet"], stdin=subprocess.PIPE, env=ENVIRONMENT)
        stream(importer.stdin, options.commits, options.files)
        importer.stdin.close()
        assert importer.wait() == 0
        program = Program(root / "site")
        program.create_user(*ADMIN, "--admin")
        program.start()
        try:
            measure(program, git, options)
        finally:
            program.close()


def measure(program, git, options):
    admin = Client(program.url, basic=ADMIN)
    admin.post("/user/repos", {"name": "big"}, expect=201)
    url = address(program, "root/big")
    with MemoryPeak(program.process.pid) as memory:
        pushed = seconds(lambda: git.inside("source.git").done("push", "-q", address(program, "root/big", *ADMIN), "main", timeout=1800))
    print(f"push of {options.commits} commits       {pushed:8.2f} s, server {memory.mib:.0f} MiB")
    stored = next(path for path in (program.folder / "repositories").rglob("*.git") if path.is_dir())
    here, there = [], []
    for number in range(3):
        there.append(seconds(lambda: git.done("clone", "-q", "--bare", url, f"http-{number}", timeout=1800)))
        here.append(seconds(lambda: git.done("clone", "-q", "--bare", "--no-local", f"file://{stored}", f"file-{number}", timeout=1800)))
    ratio = statistics.median(there) / statistics.median(here)
    print(f"clone over HTTP / locally   {statistics.median(there):8.2f} / {statistics.median(here):.2f} s: {ratio:.2f} of 1.1")

    idle = Asker(admin)
    idle.start()
    time.sleep(3)
    idle.enough.set()
    idle.join()
    busy = Asker(Client(program.url, basic=ADMIN))
    busy.start()
    with MemoryPeak(program.process.pid) as memory, concurrent.futures.ThreadPoolExecutor(options.clones) as pool:
        took = seconds(lambda: list(pool.map(
            lambda number: git.done("clone", "-q", "--bare", "--depth", "2000", url, f"many-{number}", timeout=1800), range(options.clones))))
    busy.enough.set()
    busy.join()
    print(f"{options.clones} clones at once           {took:8.2f} s, server {memory.mib:.0f} of 100 MiB")
    print(f"p99 of the API idle / busy  {p99(idle.times):8.2f} / {p99(busy.times):.2f} ms: {p99(busy.times) / p99(idle.times):.1f} of 20")

    count = 50
    made = seconds(lambda: [admin.post("/user/repos", {"name": f"r{n}"}, expect=201) for n in range(count)]) / count
    begun = seconds(lambda: [git.done("init", "-q", "--bare", f"i{n}") for n in range(count)]) / count
    print(f"create / git init --bare    {made * 1000:8.2f} / {begun * 1000:.2f} ms: {made / begun:.2f} of 3")


if __name__ == "__main__":
    main()
