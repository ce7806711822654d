"""The instruments: a site to measure, wrk for load, /proc for memory, a clock for the start."""
import contextlib
import json
import os
import pathlib
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import uuid

from program import Program

HERE = pathlib.Path(__file__).resolve().parent


def populate(program, script):
    """Runs SQL that both engines understand, on the database of a program that does not run."""
    if program.postgres:
        subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", program.postgres.name], input=script + "\nANALYZE;", text=True,
                       check=True, env=program.postgres.environment, stdout=subprocess.DEVNULL)
        return
    with contextlib.closing(sqlite3.connect(program.folder / "cairn.db")) as database:
        database.create_function("folded", 1, lambda text: text and text.lower(), deterministic=True)  # the program has its own
        database.executescript(script)


@contextlib.contextmanager
def site(postgres, user, password, fill):
    """A program that runs, with one account and with what `fill` puts into it; that may start it, and stop it again."""
    with tempfile.TemporaryDirectory(prefix="cairn-bench-") as folder:
        program = Program(folder, "postgres" if postgres else "sqlite", {"log": {"LEVEL": "Warn"}})
        try:
            program.create_user(user, password)
            fill(program)
            if program.process is None:
                program.start()
            yield program
        finally:
            program.close()


def load(url, connections, seconds, method="GET", body=None, headers=None):
    """One round of wrk: requests per second, p50 and p99 in microseconds. Fails when the server did not do all it was asked."""
    environment = {**os.environ, "BENCH_METHOD": method,
                   "BENCH_HEADERS": "\n".join(f"{name}: {value}" for name, value in (headers or {}).items())}
    if body is not None:
        environment["BENCH_BODY"] = body.replace("{run}", uuid.uuid4().hex[:8])
    done = subprocess.run(["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "-s", HERE / "wrk.lua", url],
                          env=environment, capture_output=True, text=True)
    line = next((line for line in done.stdout.splitlines() if line.startswith("BENCH ")), None)
    if line is None:
        raise SystemExit(f"wrk {method} {url} failed: {done.stdout}{done.stderr}")
    result = json.loads(line.removeprefix("BENCH "))
    if result["refused"] or result["broken"] or not result["requests"]:
        raise SystemExit(f"{method} {url}: {result['refused']} of {result['requests']} requests were refused, "
                         f"{result['broken']} broke; a measurement of errors says nothing")
    return {"rate": result["requests"] / result["microseconds"] * 1e6, "p50": result["p50"], "p99": result["p99"]}


def memory(pid):
    """What the process has of its own, in MiB. Code and data mapped from files are the system's cache: it takes them back
    when it needs the room, and whoever reads them again finds them there."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) / 1024
    raise SystemExit("the process is gone")


class MemoryPeak:
    """The most that memory() was while the `with` lasted, as `mib`. The system keeps no such figure, so it is asked often."""

    def __init__(self, pid, every=0.01):
        self.pid, self.every, self.mib, self.over = pid, every, 0, threading.Event()
        self.thread = threading.Thread(target=self.look)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()

    def look(self):
        while True:
            self.mib = max(self.mib, memory(self.pid))
            if self.over.wait(self.every):
                return


def confine(pid, cores):
    """Has all its threads run on these alone."""
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), cores)


def processor_seconds(pid):
    """What it has spent of all cores' time, user and system."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def time_to_first_answer(command, port, path="/api/v1/version"):
    """Seconds from starting `command` to the first byte of a good answer, and the process."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as s:
                s.sendall(request)
                if s.recv(12).endswith(b"200"):
                    return time.perf_counter() - began, process
        except OSError:
            time.sleep(0.0005)
    raise SystemExit(f"{command[0]} ended with status {process.returncode}")


def stop(process):
    process.terminate()
    process.wait(timeout=30)
