"""What a search among accounts costs with many of them, against the same with few.

  python3 benchmarks/search.py [--postgres] [--few N] [--many N]

Accounts are written straight into the database. A figure is what the best tenth of single requests takes at most, in
milliseconds (machines are noisy); `fresh` is the first one after an account has changed, when all is searched again.
"""
import argparse
import contextlib
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / "support")]

from client import Client  # noqa: E402
from program import Program  # noqa: E402

USER, PASSWORD = "bench", "bench-password-1"
WORDS = {"everybody": "", "a letter": "e", "nearly everybody": "some body", "one in ten": "quarter 7", "at the end": "quarter 9",
         "a hundred": "person-0000", "an address": "person-000042@", "nobody": "nothing like that"}
WANTED = 1.5

# The same shares of the accounts are found however many there are. Those of "quarter 9" come last in the order of names.
SQLITE = """WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {count})
INSERT INTO account (kind, name, lower_name, full_name, email, avatar, created_at, updated_at)
SELECT 'individual', x, x, 'Some Body of quarter ' || CASE WHEN i * 10 >= {count} * 9 THEN 9 ELSE i % 9 END, x || '@example.com', x, 1, 1
FROM (SELECT i, 'person-' || printf('%06d', i) AS x FROM n);"""
POSTGRES = """INSERT INTO account (kind, name, lower_name, full_name, email, avatar, created_at, updated_at)
SELECT 'individual', x, x, 'Some Body of quarter ' || CASE WHEN i * 10 >= {count} * 9 THEN 9 ELSE i % 9 END, x || '@example.com', x, 1, 1
FROM (SELECT i, 'person-' || lpad(i::text, 6, '0') AS x FROM generate_series(0, {count} - 1) AS i) AS n; ANALYZE account;"""


@contextlib.contextmanager
def site(count, database):
    with tempfile.TemporaryDirectory() as folder:
        instance = Program(folder, database)
        try:
            instance.create_user(USER, PASSWORD, "--admin")
            if instance.postgres:
                subprocess.run(["psql", "-q", instance.postgres.name, "-c", POSTGRES.format(count=count)],
                               env=instance.postgres.environment, check=True)
            else:
                subprocess.run(["sqlite3", str(instance.folder / "cairn.db"), SQLITE.format(count=count)], check=True)
            yield Client(instance.start().url, basic=(USER, PASSWORD))
        finally:
            instance.close()


def timed(caller, word):
    begin = time.perf_counter()
    answer = caller.get("/users/search", params={"q": word, "limit": 50})
    return (time.perf_counter() - begin) * 1000, int(answer.headers["X-Total-Count"])


def measure(admin):
    token = admin.post(f"/users/{USER}/tokens", {"name": "search", "scopes": ["read:user"]}).json()["sha1"]
    caller = Client(admin.url, token=token)
    figures = {}
    for name, word in WORDS.items():
        fresh = []
        for n in range(5):
            admin.call("PATCH", "/user/settings", {"full_name": f"Bench {n}"})
            fresh.append(timed(caller, word)[0])
        times = [timed(caller, word) for _ in range(200)]
        figures[name] = statistics.quantiles((t for t, _ in times), n=10)[0], min(fresh), times[0][1]
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true", help="on the server that CAIRN_TEST_POSTGRES names")
    parser.add_argument("--few", type=int, default=1_000)
    parser.add_argument("--many", type=int, default=100_000)
    arguments = parser.parse_args()
    results = []
    for count in (arguments.few, arguments.many):
        with site(count, "postgres" if arguments.postgres else "sqlite") as admin:
            results.append(measure(admin))
    few, many = results
    print(f"{'search for':18} {'found':>7} {'ms':>7} {'fresh':>7}   {'found':>7} {'ms':>7} {'fresh':>7}   {'ratio':>5}")
    for name in WORDS:
        ratio = many[name][0] / few[name][0]
        print(f"{name:18} {few[name][2]:7} {few[name][0]:7.2f} {few[name][1]:7.2f}   {many[name][2]:7} {many[name][0]:7.2f} "
              f"{many[name][1]:7.2f}   {ratio:5.2f} {'' if ratio <= WANTED else '  above'}")


if __name__ == "__main__":
    main()
