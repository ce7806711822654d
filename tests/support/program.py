"""The program under test: an instance with a folder and a database of its own, driven as an operator drives it."""
import contextlib
import datetime
import os
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import time

from fresh_database import PostgresDatabase, put_sqlite, write_settings

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = pathlib.Path(os.environ.get("CAIRN", ROOT / "build/cairn"))
os.environ.setdefault("CAIRN_ALLOW_ROOT", "1")  # machines that only test are often root's
PATIENCE = 30  # seconds; only ever used up by what is broken
STARTING = 4 * PATIENCE  # where a key may be made first, on a machine that has much else to do


def free_port():
    """Nobody's now, and none of those that the system hands to whoever connects somewhere: until the program listens, one of them
    could be taken."""
    while True:
        port = random.randrange(12000, 32000)
        with socket.socket() as s, contextlib.suppress(OSError):
            s.bind(("127.0.0.1", port))
            return port


def wait_until(condition, what, patience=PATIENCE):
    """Returns the first true value of `condition`."""
    deadline = time.monotonic() + patience
    while not (value := condition()):
        assert time.monotonic() < deadline, f"waited {patience} s for {what}"
        time.sleep(0.005)
    return value


def wait_past(moment, seconds=0):
    """The program tells times in whole seconds: waits until now is told as more than so many seconds after `moment`, which is
    a number of seconds or a time as the API writes it."""
    if isinstance(moment, str):
        moment = datetime.datetime.fromisoformat(moment.replace("Z", "+00:00")).timestamp()
    coarse = 0.02  # seconds that the program's clock, which is cheaper to read, may be behind ours
    wait_until(lambda: int(time.time() - coarse) > moment + seconds, f"the clock to be past {moment} by {seconds} s")


class Program:
    """One instance. `settings` is {section: {KEY: value}} on top of what every instance gets. Its database is as a first start
    leaves it; where `empty`, as before that."""

    def __init__(self, folder, database="sqlite", settings=None, empty=False):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.before = []  # a command that starts the program in other surroundings
        self.postgres = PostgresDatabase(None if empty else BINARY) if database == "postgres" else None
        if not self.postgres and not empty:
            put_sqlite(BINARY, self.folder / "cairn.db")
        self.config = self.folder / "app.ini"
        self.log = self.folder / "serve.log"
        self.settings = {
            "": {"WORK_PATH": self.folder},
            "server": {"HTTP_ADDR": "127.0.0.1", "HTTP_PORT": self.port, "DOMAIN": "127.0.0.1", "ROOT_URL": self.url + "/"},
            "database": self.postgres.settings() if self.postgres
            else {"DB_TYPE": "sqlite3", "PATH": self.folder / "cairn.db"},
            # Making a key takes a second: the first instance makes it for all.
            "oauth2": {"JWT_SIGNING_PRIVATE_KEY_FILE": BINARY.parent / "test-key" / "private.pem"},
        }
        if not os.environ.get("CAIRN_USUAL_PASSWORDS"):  # half the time of most tests would be hashing them
            self.settings["security"] = {"PASSWORD_HASH_ALGO": "argon2$1$64$1$32"}
        if os.environ.get("CAIRN_VERIFY") == "1":  # a cache that is wrong is a 500
            self.settings["cache"] = {"VERIFY": "true"}
        for section, keys in (settings or {}).items():
            self.settings.setdefault(section, {}).update(keys)
        self.write_config()

    def own_key(self):
        """A file of its own, still to be made, for the key that signs tokens; the one for RS256 beside it is everybody's."""
        shared, file = self.settings["oauth2"]["JWT_SIGNING_PRIVATE_KEY_FILE"], self.folder / "keys" / "key.pem"
        file.parent.mkdir(mode=0o700)
        if shared.exists():
            shutil.copy(shared, f"{file}.rs256")
        return file

    def write_config(self):
        write_settings(self.config, self.settings)

    def run(self, *arguments, check=True, environment=None, input=None):
        """Runs a command of the program to its end."""
        done = subprocess.run([BINARY, "--config", self.config, *map(str, arguments)], capture_output=True, text=True,
                              timeout=STARTING, env={**os.environ, **(environment or {})}, input=input)
        if check:
            assert done.returncode == 0, f"cairn {' '.join(map(str, arguments))}: {done.stdout}{done.stderr}"
        return done

    def create_user(self, name, password, *flags):
        self.run("admin", "user", "create", "--username", name, "--password", password, "--email",
                 f"{name}@example.com", "--must-change-password=false", *flags)

    def stored(self, kind):
        """The files that it has of a kind of storage. Folders may go while they are looked at, which walk() does not mind."""
        return [pathlib.Path(folder, name) for folder, _, names in os.walk(self.folder / "storage" / kind) for name in names]

    def sql(self, statement):
        """Asks or changes the database behind the program's back: for what only time would bring about, and what no address
        tells. The rows of a SELECT; every value as text."""
        if self.postgres:
            return self.postgres.rows(statement)
        with contextlib.closing(sqlite3.connect(self.folder / "cairn.db", timeout=PATIENCE)) as database, database:
            database.create_function("folded", 1, lambda text: text and text.lower(), deterministic=True)
            return [tuple("" if value is None else str(value) for value in row) for row in database.execute(statement)]

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([*self.before, BINARY, "--config", self.config, "serve"], stdout=log, stderr=log)
        wait_until(self.answers, "the server to answer", STARTING)
        return self

    def answers(self):
        assert self.process.poll() is None, f"the server ended: {self.log.read_text(errors='replace')[-4000:]}"
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as s:
                s.settimeout(PATIENCE)
                s.sendall(b"GET /api/healthz HTTP/1.0\r\n\r\n")
                return s.recv(12).endswith(b"200")
        except OSError:
            return False

    def stop(self):
        """Asks it to stop, and insists that it does so cleanly."""
        if self.process is None:
            return
        process, self.process = self.process, None
        process.send_signal(signal.SIGTERM)
        try:
            status = process.wait(timeout=PATIENCE)
        finally:
            process.kill()  # without effect on what has ended
        said = self.log.read_text(errors="replace")
        assert status == 0, f"the server ended with status {status}: {said[-4000:]}"
        assert "AddressSanitizer" not in said and "runtime error:" not in said, said[-8000:]

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process = None

    def close(self):
        try:
            self.stop()
        finally:
            if self.process is not None:
                self.kill()
            if self.postgres:
                self.postgres.drop()
