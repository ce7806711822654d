"""Measures the server under load, each figure beside one of `bare` taken in the same moment, because machines are noisy.

  ./bench                                       our own program, on SQLite
  ./bench --postgres                            the same on PostgreSQL
  ./bench --peer URL --user U --password P      the same workloads against another server (it gains some tokens)

A share is what the server does of what `bare` does: a Beast server of a few lines that answers a constant. Each is the
median over rounds; in every round the two are measured one after the other. What is disturbed is measured while
somebody writes to another repository every 20 ms.
"""
import argparse
import base64
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(ROOT / "tests" / "support")]

import measure  # noqa: E402
from client import Client  # noqa: E402
from program import BINARY, Program, free_port, wait_until  # noqa: E402
from relying_party import RelyingParty  # noqa: E402
from visitor import Visitor  # noqa: E402
from workloads import REFRESH, WORKLOADS, Target  # noqa: E402

BARE = ROOT / "build/benchmarks/bare"
USER, PASSWORD = "bench", "bench-password-1"
WANTED_MEMORY, WANTED_START = 10, 0.150  # MiB of its own, seconds
WANTED_REFRESH = 1.5  # times what its signatures take


def mark(good):
    return "-" if good is None else "ok" if good else "below"


@contextlib.contextmanager
def bare_server():
    port = free_port()
    process = subprocess.Popen([BARE, str(port), str(os.cpu_count())])
    try:
        wait_until(lambda: subprocess.run(["curl", "-sf", f"http://127.0.0.1:{port}/"], capture_output=True).returncode == 0,
                   "bare to answer")
        yield f"http://127.0.0.1:{port}/"
    finally:
        measure.stop(process)


def seed(url, users, tokens):
    """Some company for the account that is measured, so that indexes have something to do."""
    admin = Client(url, basic=(USER, PASSWORD))
    for number in range(users):
        admin.post("/admin/users", {"username": f"user-{number}", "email": f"user-{number}@example.com",
                                    "password": "some-password-1", "must_change_password": False})
    for number in range(tokens):
        admin.post(f"/users/{USER}/tokens", {"name": f"seed-{number}", "scopes": ["read:user"]})
    admin.post("/user/repos", {"name": "bench"})
    for number in range(60):
        admin.post(f"/repos/{USER}/bench/issues", {"title": f"Seed {number}", "body": "Some words.",
                                                       **({"assignees": [USER]} if number % 5 == 0 else {})})
    seed_news(url, admin)
    seed_code(admin)


def seed_code(admin):
    """A repository with files, a README and some history, for the pages about code."""
    admin.post("/user/repos", {"name": "code", "auto_init": True, "default_branch": "main", "description": "Something to look at"})
    readme = "# Code\n\nWhat it is, and how to **build** it.\n\n" + "".join(f"- [file {n}](src/file-{n}.c) does a part\n" for n in range(20))
    source = "".join(f"int function_{n}(int a) {{ return a + {n}; }}\n" for n in range(200))
    encoded = lambda text: base64.b64encode(text.encode()).decode()
    files = [{"operation": "create", "path": f"src/file-{n}.c", "content": encoded(source)} for n in range(30)]
    files += [{"operation": "create", "path": name, "content": encoded(readme)} for name in ("LICENSE", "NOTES.md", "docs/guide.md")]
    admin.post(f"/repos/{USER}/code/contents", {"branch": "main", "message": "Add all", "files": files})
    for number in range(20):
        admin.post(f"/repos/{USER}/code/contents/change-{number}.md", {"content": encoded(readme), "message": f"Change {number}"})


def seed_news(url, admin):
    """A repository with labels, and issues of others that the account has not read."""
    admin.post("/user/repos", {"name": "news"})
    for number in range(60):
        admin.post(f"/repos/{USER}/news/labels", {"name": f"area/{number}", "color": "#0052cc", "description": "What it is about"})
    admin.post("/admin/users", {"username": "teller", "email": "teller@example.com", "password": PASSWORD, "must_change_password": False})
    teller = Client(url, basic=("teller", PASSWORD))
    for number in range(60):
        teller.post(f"/repos/{USER}/news/issues", {"title": f"Something new {number}", "body": "It does not do what it should."})
    wait_until(lambda: admin.get("/notifications/new").json()["new"] == 60, "the news to arrive")


@contextlib.contextmanager
def own_server(options):
    """Our program on seeded data, and what its start and its idling cost."""
    with tempfile.TemporaryDirectory(prefix="cairn-bench-") as folder:
        program = Program(folder, "postgres" if options.postgres else "sqlite", {"log": {"LEVEL": "Warn"}})
        program.create_user(USER, PASSWORD, "--admin")
        program.start()
        seed(program.url, options.users, tokens=60)
        program.stop()
        command = [BINARY, "--config", program.config, "serve"]
        starts = []
        try:
            for _ in range(5):
                seconds, program.process = measure.time_to_first_answer(command, program.port)
                starts.append(seconds)
                idle = measure.memory(program.process.pid)
                if len(starts) < 5:
                    measure.stop(program.process)
            yield program.url, program.process.pid, {"start": statistics.median(starts), "idle": idle}
        finally:
            program.close()


def target_of(url, user, password):
    made = Client(url, basic=(user, password)).post(
        f"/users/{user}/tokens", {"name": f"bench-{os.getpid()}-{os.urandom(4).hex()}", "scopes": ["all"]}).json()
    visitor = Visitor(url)
    visitor.sign_in(user, password)
    party = RelyingParty(url, Client(url, basic=(user, password)), name="bench")
    tokens = party.tokens(visitor, scope="openid")
    branch = Client(url, basic=(user, password)).session.get(f"{url}/api/v1/repos/{user}/code/branches/main", timeout=30)
    commit = branch.json()["commit"]["id"] if branch.ok else ""
    return Target(url, user, password, made["sha1"], f"{party.id}:{party.secret}", tokens["access_token"], tokens["refresh_token"], commit)


@contextlib.contextmanager
def writes(target, every=0.020):
    """Somebody works in a repository of his own meanwhile."""
    client, over, failures = Client(target.url, token=target.token), threading.Event(), []
    name = f"work-{os.urandom(4).hex()}"
    client.post("/user/repos", {"name": name})
    issue = client.post(f"/repos/{target.user}/{name}/issues", {"title": "Something to do"}).json()["number"]

    def work():
        due = time.monotonic()
        while not over.wait(max(0.0, due - time.monotonic())):
            due += every
            try:
                client.call("PATCH", f"/repos/{target.user}/{name}/issues/{issue}", {"body": f"At {due}."})
            except AssertionError as refused:
                failures.append(refused)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    if failures:
        raise SystemExit(f"{len(failures)} of the writes failed, as {failures[0]}")


def run(workload, connections, target, bare, options):
    with writes(target) if workload.disturbed else contextlib.nullcontext():
        return run_rounds(workload, connections, target, bare, options)


def run_rounds(workload, connections, target, bare, options):
    url = target.url + workload.path.replace("{user}", target.user).replace("{commit}", target.commit)
    how = {"method": workload.method, "body": workload.sent(target), "headers": workload.headers(target)}
    rounds = []
    for _ in range(options.rounds):
        reference = measure.load(bare, connections, max(1, options.seconds // 2))
        rounds.append({**measure.load(url, connections, options.seconds, **how), "bare": reference["rate"]})
    middle = {key: statistics.median(r[key] for r in rounds) for key in ("rate", "p50", "p99", "bare")}
    share = statistics.median(r["rate"] / r["bare"] for r in rounds)
    good = None if workload.wanted is None else share >= workload.wanted
    return {"name": workload.name, "connections": connections, **middle, "share": share, "wanted": workload.wanted, "good": good}


@contextlib.contextmanager
def signing(algorithm, core, seconds):
    """Has OpenSSL sign on this core for as long as that; gives a function that tells how many seconds of the core's one signature took."""
    name = {"RS256": "rsa4096", "ES256": "ecdsap256"}[algorithm]
    command = ["taskset", "-c", str(core), "openssl", "speed", "-mr", "-seconds", str(seconds), name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:

        def signature_seconds():
            line = next(line for line in process.communicate()[0].splitlines() if line.startswith(("+F2:", "+F4:")))
            return 1 / float(line.split(":")[3])

        yield signature_seconds


def refresh_cost(algorithm, options):
    """How many times longer than its two signatures a refresh takes. Both are measured on the same core in the same moments: how fast
    that is depends on what the others do, which may share its caches and its clock."""
    *others, core = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory(prefix="cairn-bench-") as folder:
        program = Program(folder, "postgres" if options.postgres else "sqlite", {"log": {"LEVEL": "Warn"}, "oauth2": {
            "JWT_SIGNING_ALGORITHM": algorithm, "JWT_SIGNING_PRIVATE_KEY_FILE": f"{folder}/key.pem"}})
        program.create_user(USER, PASSWORD, "--admin")
        program.start()
        try:
            target = target_of(program.url, USER, PASSWORD)
            how = {"method": "POST", "body": REFRESH.sent(target), "headers": REFRESH.headers(target)}
            measure.confine(program.process.pid, {core})
            os.sched_setaffinity(0, others or {core})
            ratios = []
            for _ in range(options.rounds):
                with signing(algorithm, core, options.seconds) as signature_seconds:
                    before = measure.processor_seconds(program.process.pid)
                    done = measure.load(target.url + REFRESH.path, REFRESH.connections[0], options.seconds, **how)
                    spent = measure.processor_seconds(program.process.pid) - before
                    ratios.append(spent / (done["rate"] * options.seconds) / (2 * signature_seconds()))
            return statistics.median(ratios)
        finally:
            os.sched_setaffinity(0, {*others, core})
            program.close()


def show(row):
    wanted = f"{row['wanted']:.2f}" if row["wanted"] is not None else ""
    print(f"{row['name']:32} {row['connections']:5} {row['rate']:10.0f} {row['share']:8.3f} {wanted:>7} "
          f"{row['p50'] / 1000:9.2f} {row['p99'] / 1000:9.2f}  {mark(row['good'])}", flush=True)


def show_cost(name, value, wanted, unit):
    print(f"{name:22} {value:8.2f} {unit:4} wanted < {wanted:g} {unit}  {mark(value < wanted)}")


def main():
    parser = argparse.ArgumentParser(prog="./bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", help="only workloads with one of these words in their name")
    parser.add_argument("--postgres", action="store_true", help="keep the data in PostgreSQL")
    parser.add_argument("--peer", metavar="URL", help="measure this server instead")
    parser.add_argument("--user", help="the peer's account")
    parser.add_argument("--password")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=3, help="of each round")
    parser.add_argument("--users", type=int, default=50, help="accounts in the seeded data")
    parser.add_argument("--json", metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    if options.peer and not (options.user and options.password):
        parser.error("--peer needs --user and --password")
    workloads = [w for w in WORKLOADS if not options.only or any(word in w.name for word in options.only)]

    rows, costs = [], None
    with contextlib.ExitStack() as stack:
        bare = stack.enter_context(bare_server())
        if options.peer:
            target = target_of(options.peer.rstrip("/"), options.user, options.password)
        else:
            url, pid, costs = stack.enter_context(own_server(options))
            target = target_of(url, USER, PASSWORD)
        print(f"{'workload':32} {'conn.':>5} {'requests/s':>10} {'of bare':>8} {'wanted':>7} {'p50 ms':>9} {'p99 ms':>9}", flush=True)
        for workload in workloads:
            for connections in workload.connections:
                rows.append(run(workload, connections, target, bare, options))
                show(rows[-1])
        if costs and (not options.only or any(word in REFRESH.name for word in options.only)):
            for algorithm in ("RS256", "ES256"):
                costs[f"refresh {algorithm}"] = refresh_cost(algorithm, options)
        if costs:
            costs["loaded"] = measure.memory(pid)
            print()
            show_cost("start to first answer", costs["start"] * 1000, WANTED_START * 1000, "ms")
            show_cost("own memory when idle", costs["idle"], WANTED_MEMORY, "MiB")
            for name, value in costs.items():
                if name.startswith("refresh"):
                    show_cost(name, value, WANTED_REFRESH, "x its signatures")
            print(f"{'own memory after load':22} {costs['loaded']:8.1f} MiB")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"workloads": rows, "costs": costs}, indent=2) + "\n")
    good = all(row["good"] is not False for row in rows)
    if costs:
        good = good and costs["start"] < WANTED_START and costs["idle"] < WANTED_MEMORY
        good = good and all(value < WANTED_REFRESH for name, value in costs.items() if name.startswith("refresh"))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
