"""Databases for new instances. Migrating one from nothing takes longer than most tests: each worker does it once, and copies."""
import atexit
import functools
import os
import pathlib
import shutil
import subprocess
import tempfile
import urllib.parse
import uuid

from psql import Psql, tool


class PostgresServer:
    """The one that CAIRN_TEST_POSTGRES names."""

    def __init__(self):
        url = urllib.parse.urlsplit(os.environ["CAIRN_TEST_POSTGRES"])
        self.address, self.user, self.password = f"{url.hostname}:{url.port}", url.username, url.password
        self.environment = {**os.environ, "PGHOST": url.hostname, "PGPORT": str(url.port), "PGUSER": url.username,
                            "PGPASSWORD": url.password}

    def create(self, *options):
        name = f"cairn_{uuid.uuid4().hex[:12]}"
        subprocess.run([tool("createdb"), *options, name], env=self.environment, check=True)
        return name

    def drop(self, name):
        subprocess.run([tool("dropdb"), "--force", name], env=self.environment, check=True)

    def settings(self, name):
        return {"DB_TYPE": "postgres", "HOST": self.address, "NAME": name, "USER": self.user, "PASSWD": self.password}


class PostgresDatabase:
    """A database of its own, as a first start of this program leaves it; empty where none is named."""

    def __init__(self, started_by=None):
        self.server = PostgresServer()
        self.environment = self.server.environment
        # Files are copied in a fifth of the time that writing all of it to the log takes.
        self.name = self.server.create(*(["--strategy", "file_copy", "--template", _migrated_postgres(started_by)] if started_by else []))
        self.session = Psql(self.name, self.environment)

    def rows(self, statement):
        """The rows of a SELECT; every value as text."""
        return self.session.rows(statement)

    def drop(self):
        self.session.close()
        self.server.drop(self.name)

    def settings(self):
        return self.server.settings(self.name)


def put_sqlite(binary, file):
    """A database as a first start leaves it."""
    shutil.copy(_migrated_sqlite(binary), file)


def write_settings(file, settings):
    """`settings` is {section: {KEY: value}}."""
    lines = []
    for section, keys in settings.items():
        lines += [f"[{section}]"] if section else []
        lines += [f"{key} = {value}" for key, value in keys.items()] + [""]
    file.write_text("\n".join(lines))


def _migrate(binary, settings):
    with tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder, "app.ini")
        write_settings(config, {"": {"WORK_PATH": folder}, "database": settings})
        done = subprocess.run([binary, "--config", config, "admin", "user", "list"], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


@functools.cache
def _migrated_sqlite(binary):
    folder = tempfile.mkdtemp(prefix="cairn-migrated-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = pathlib.Path(folder, "cairn.db")
    _migrate(binary, {"DB_TYPE": "sqlite3", "PATH": file})
    return file


@functools.cache
def _migrated_postgres(binary):
    server = PostgresServer()
    name = server.create()
    atexit.register(server.drop, name)
    _migrate(binary, server.settings(name))
    return name
