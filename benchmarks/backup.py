"""Measures a backup of a large site while people use it, and holds what is restored against what there was.

  benchmarks/backup.py [--postgres] [--repositories 1000] [--issues 100000]     PostgreSQL as for the tests

The site is made through the API. People go on reading and opening issues at a steady rate: how long they wait is measured without
a backup and during the first one, the next one, and a verification. Then the site is stopped, backed up once more, restored on SQLite and (where
CAIRN_TEST_POSTGRES names one) on PostgreSQL, and from there on the other one again; everything is compared, row by row, object by object.
"""
import argparse
import concurrent.futures
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tests" / "support"), str(HERE.parent / "tests")]

from backups import SETTINGS, back_up, compare, furnish  # noqa: E402
from client import PASSWORD, Client  # noqa: E402
from program import BINARY, Program  # noqa: E402

WANTED = 2.0  # times the p99 without a backup
RATE, PEOPLE = 120, 12  # requests in a second, of so many people


def at_once(threads, work, items):
    """work(client, item) by several people."""
    local = threading.local()

    def one(item):
        if not hasattr(local, "client"):
            local.client = Client(site.url, basic=("ann", PASSWORD))
        work(local.client, item)

    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(one, items):
            pass


def populate(repositories, issues):
    begun = time.monotonic()
    at_once(4, lambda who, n: who.post("/user/repos", {"name": f"r-{n}", "auto_init": True, "readme": "Default"}, expect=201),
            range(repositories))
    print(f"{repositories} repositories after {time.monotonic() - begun:.0f} s", flush=True)
    at_once(12, lambda who, n: who.post(f"/repos/ann/r-{n * 7919 % repositories}/issues",
                                        {"title": f"Issue {n}", "body": f"What number {n} is about. " * 8}, expect=201), range(issues))
    print(f"{issues} issues after {time.monotonic() - begun:.0f} s", flush=True)


class Load:
    """People at a steady rate: nobody waits for another before asking."""

    def __init__(self, repositories):
        self.repositories, self.stop, self.times, self.failed = repositories, threading.Event(), [], []
        self.threads = [threading.Thread(target=self.work, args=(number,)) for number in range(PEOPLE)]

    def work(self, number):
        who, step = Client(site.url, basic=("ann", PASSWORD)), 0
        due = time.monotonic() + number / RATE
        while not self.stop.is_set():
            if (pause := due - time.monotonic()) > 0:
                time.sleep(pause)
            begun = time.monotonic()
            name = f"/repos/ann/r-{(step * 31 + number * 17) % self.repositories}"
            try:
                if step % 4 == 0:
                    who.post(f"{name}/issues", {"title": f"during {number} {step}"}, expect=201)
                else:
                    who.get((f"{name}/issues?limit=20", name, f"{name}/contents/README.md")[step % 4 - 1])
            except Exception as error:
                self.failed.append(error)
            self.times.append((begun, time.monotonic() - begun))
            due = max(due + PEOPLE / RATE, time.monotonic() - 1)
            step += 1

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for thread in self.threads:
            thread.join()

    def during(self, begin, end):
        return sorted(took for begun, took in self.times if begin <= begun < end)


def tell(what, times):
    p99 = times[int(len(times) * 0.99)]
    print(f"{what:34} {len(times):6} requests, median {statistics.median(times) * 1000:6.1f} ms, p99 {p99 * 1000:6.1f} ms, "
          f"longest {times[-1] * 1000:6.1f} ms", flush=True)
    return p99


def peak_of(*arguments):
    """Runs a command, and says how long it took and how much memory it had."""
    begun = time.monotonic()
    process = subprocess.Popen([BINARY, "--config", site.config, *map(str, arguments)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, said
    return begun, time.monotonic(), usage.ru_maxrss / 1024, said.strip()


def restore_and_compare(folder, database, where, of):
    again = Program(folder, database, SETTINGS, empty=True)
    begun = time.monotonic()
    again.run("restore", where)
    print(f"restored on {database} in {time.monotonic() - begun:.0f} s; equal: {compare(of, again)}", flush=True)
    return again


def main():
    global site
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--postgres", action="store_true")
    options.add_argument("--repositories", type=int, default=1000)
    options.add_argument("--issues", type=int, default=100_000)
    options.add_argument("--seconds", type=int, default=30, help="of load without a backup")
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        site = Program(folder / "site", "postgres" if options.postgres else "sqlite", SETTINGS)
        site.create_user("ann", PASSWORD, "--admin")
        site.start()
        furnish(site, folder / "work")
        populate(options.repositories, options.issues)
        with Load(options.repositories) as load:
            time.sleep(5)
            begin = time.monotonic()
            time.sleep(options.seconds)
            quiet = tell("without a backup", load.during(begin, time.monotonic()))
            slower = []
            for what, arguments in (("during the first backup", ("backup", folder / "kept", "--secrets")),
                                    ("during the next one", ("backup", folder / "kept", "--secrets")),
                                    ("during a tar", ("backup", folder / "kept.tar", "--secrets")),
                                    ("while it is verified", ("backup", "verify", folder / "kept"))):
                begin, end, memory, said = peak_of(*arguments)
                print(f"  {end - begin:.1f} s, {memory:.0f} MiB; {said.splitlines()[0] if said else ''}")
                slower.append(tell(what, load.during(begin, end)) / quiet)
        assert not load.failed, load.failed[:3]
        print("p99 in times of that without a backup:", ", ".join(f"{share:.2f}" for share in slower))
        site.stop()
        back_up(site, folder / "kept", "--secrets")
        engines = ["sqlite", *(["postgres"] if os.environ.get("CAIRN_TEST_POSTGRES") else [])]
        for engine in engines:
            again = restore_and_compare(folder / f"on-{engine}", engine, folder / "kept", site)
            try:
                for other in engines:
                    back_up(again, folder / f"kept-{engine}-{other}.tar", "--secrets")
                    restore_and_compare(folder / f"{engine}-{other}", other, folder / f"kept-{engine}-{other}.tar", site).close()
            finally:
                again.close()
        site.close()
        if max(slower[:3]) > WANTED:
            sys.exit(f"a backup made people wait {max(slower[:3]):.1f} times as long; wanted: {WANTED}")


if __name__ == "__main__":
    main()
