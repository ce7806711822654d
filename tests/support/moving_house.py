"""Moving a site in: `cairn import`, and what its report says."""
import contextlib
import json
import os
import sqlite3
import subprocess

import pytest

ENGINES = ["sqlite", pytest.param("postgres", marks=pytest.mark.skipif(not os.environ.get("CAIRN_TEST_POSTGRES"),
                                                                      reason="no PostgreSQL"))]
on_each_engine = pytest.mark.parametrize("old", ENGINES, indirect=True)


def import_from(program, old, *flags, check=True):
    return program.run("import", "--from-app-ini", old.config, *flags, check=check)


def report_of(program, old, *flags):
    report = json.loads(import_from(program, old, "--json", *flags).stdout)
    report["by_name"] = {kind["name"]: kind for kind in report["kinds"]}
    return report


def reasons(report, kind):
    return {loss["reason"]: loss for loss in report["by_name"][kind]["not_moved"]}


def rows(program, statement):
    """What the database here has, behind the program's back; every value as text."""
    if program.postgres:
        done = subprocess.run(["psql", "-qAt", "-F", "\t", "-d", program.postgres.name, "-c", statement], text=True,
                              env=program.postgres.environment, check=True, capture_output=True)
        return [tuple(line.split("\t")) for line in done.stdout.splitlines()]
    with contextlib.closing(sqlite3.connect(program.folder / "cairn.db")) as database:
        return [tuple(str(value) for value in row) for row in database.execute(statement)]
