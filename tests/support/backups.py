"""Sites that are backed up and made again: one with a little of everything, and two held against each other."""
import collections
import contextlib
import hashlib
import json
import os
import pathlib
import sqlite3
import subprocess

import pytest
from client import PASSWORD, Client
from large_files import LargeFiles
from program import Program
from working_copy import Git, address

ENGINES = ["sqlite", pytest.param("postgres", marks=pytest.mark.skipif(not os.environ.get("CAIRN_TEST_POSTGRES"),
                                                                      reason="no PostgreSQL"))]
SETTINGS = {"server": {"LFS_START_SERVER": "true"}}
PICTURE = ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
LARGE = os.urandom(200_000)

# What belongs to a database, and what begins by itself.
OF_THE_DATABASE = {"schema_migration", "code_search_engine", "files_hold", "last_backup"}


def started(folder, database, **more):
    """A site with an administrator."""
    site = Program(folder, database, SETTINGS, **more)
    site.create_user("ann", PASSWORD, "--admin")
    return site.start()


def furnish(site, folder, repositories=3):
    """People, repositories, and a little of everything that a site keeps."""
    ann = Client(site.url, basic=("ann", PASSWORD))
    ann.post("/user/avatar", {"image": PICTURE}, expect=204)
    ann.post("/orgs", {"username": "makers"}, expect=201)
    for number in range(repositories):
        name = f"repo-{number}"
        ann.post("/user/repos", {"name": name}, expect=201)
        git = Git(folder / name)
        git.done("init", "-q", "-b", "main")
        for step in range(3):
            git.commit({"a.txt": f"{number} {step}\n", f"dir/{step}.bin": os.urandom(3000)}, f"step {step}")
        git.done("push", "-q", address(site, f"ann/{name}", "ann", PASSWORD), "main", "main:other")
        issue = ann.post(f"/repos/ann/{name}/issues", {"title": f"Wörter\tund \\ {number}",
                                                       "body": f"Zeile\n\\N zwei {site.url}/ann/{name}"}, expect=201).json()
        ann.post(f"/repos/ann/{name}/issues/{issue['number']}/comments", {"body": "¡said!\r\n\v"}, expect=201)
    LargeFiles(ann, "ann/repo-0").put(LARGE)
    asked = ann.session.post(f"{site.url}/api/v1/repos/ann/repo-0/issues/1/assets", timeout=30,
                             files={"attachment": ("notes.txt", b"kept " * 1000)})
    assert asked.status_code == 201, asked.text
    asked = ann.session.put(f"{site.url}/api/packages/ann/generic/tool/1/data.bin", data=os.urandom(50_000), timeout=30)
    assert asked.status_code == 201, asked.text
    ann.post("/repos/ann/repo-0/wiki/new", {"title": "Home", "content_base64": "aGVsbG8="}, expect=201)
    ann.post("/repos/ann/repo-0/forks", {"organization": "makers"}, expect=202)
    return ann


def back_up(site, where, *flags, check=True):
    return site.run("backup", where, *flags, check=check)


def restored(folder, database, where, *flags):
    """A site made of the backup, which is not started."""
    site = Program(folder, database, SETTINGS, empty=True)
    try:
        site.run("restore", where, *flags)
    except BaseException:
        site.close()
        raise
    return site


def manifest_of(folder):
    """The lines of the latest backup of a folder."""
    name = (pathlib.Path(folder) / "latest").read_text().strip()
    return [json.loads(line) for line in (pathlib.Path(folder) / "manifests" / f"{name}.jsonl").read_text().split("\n") if line]


def rows_of(site):
    """{table: (columns, rows)} of the whole database, behind the program's back; every value as text."""
    if site.postgres:
        columns_of = collections.defaultdict(list)
        for table, column in site.sql("SELECT table_name, column_name FROM information_schema.columns JOIN pg_tables"
                                      " ON schemaname = table_schema AND tablename = table_name WHERE table_schema = 'public'"):
            columns_of[table].append(column)
        found = {}
        for table, columns in columns_of.items():
            columns.sort()
            # As JSON, in which NULL is not the empty text.
            chosen = ", ".join(f'CAST("{column}" AS TEXT)' for column in columns)
            found[table] = columns, [tuple(json.loads(row)) for row, in site.sql(f'SELECT json_build_array({chosen}) FROM "{table}"')]
        return {table: (columns, [tuple({"true": "1", "false": "0"}.get(value, value) for value in row) for row in rows])
                for table, (columns, rows) in found.items()}
    with contextlib.closing(sqlite3.connect(site.folder / "cairn.db")) as database:
        tables = [name for name, kind in database.execute("SELECT name, type FROM pragma_table_list WHERE schema = 'main'")
                  if kind == "table" and not name.startswith("sqlite_") and not name.endswith("_unindexed")]
        found = {}
        for table in tables:
            columns = sorted(column for column, in database.execute("SELECT name FROM pragma_table_info(?)", (table,)))
            chosen = ", ".join(f'CAST("{column}" AS TEXT)' for column in columns)
            found[table] = columns, [tuple({"true": "1", "false": "0"}.get(value, value) for value in row)
                                     for row in database.execute(f'SELECT {chosen} FROM "{table}"')]
        return found


def comparable(rows):
    return sorted(tuple("\0" if value is None else value for value in row) for row in rows)


def repositories_of(site):
    """{key: (HEAD, references, names of all objects)}, as git reads them, who finds nothing wrong with them."""
    found = {}
    for folder in sorted((site.folder / "repositories").glob("??/??/*.git")):
        git = ["git", "-c", "safe.directory=*", "-C", str(folder)]

        def ask(*arguments):
            return subprocess.run([*git, *arguments], capture_output=True, text=True, check=True).stdout

        ask("fsck", "--no-dangling", "--connectivity-only")
        found[folder.name] = ((folder / "HEAD").read_text(), ask("for-each-ref"),
                              sorted(ask("rev-list", "--objects", "--all").splitlines()))
    return found


def stored_in(site):
    root = site.folder / "storage"
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in root.rglob("*") if path.is_file() and ".incoming" not in path.parts}


def compare(one, two, without=()):
    """Two sites that nobody serves: everything that one has, the other has as well, and nothing else. What was compared."""
    left, right = rows_of(one), rows_of(two)
    assert left.keys() == right.keys()
    for table in left.keys() - OF_THE_DATABASE - set(without):
        assert left[table][0] == right[table][0], table
        assert comparable(left[table][1]) == comparable(right[table][1]), table
    repositories = repositories_of(one)
    assert repositories == repositories_of(two)
    stored = stored_in(one)
    assert stored == stored_in(two)
    return {"rows": sum(len(rows) for _, rows in left.values()), "repositories": len(repositories), "stored": len(stored),
            "objects": sum(len(objects) for _, _, objects in repositories.values())}
