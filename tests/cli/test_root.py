"""A site has an account of its own: nothing of it runs as root unless somebody says so."""
import os

import pytest

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can show it")
ALONE = {"CAIRN_ALLOW_ROOT": ""}


@pytest.mark.parametrize("command", [("serve",), ("doctor",), ("admin", "user", "list"), ("serv", "key-1"),
                                     ("import", "--from-app-ini", "/nowhere/app.ini")])
def test_root_is_refused(empty_program, command):
    done = empty_program.run(*command, check=False, environment=ALONE)
    assert done.returncode == 1 and "--allow-root" in done.stderr
    assert not (empty_program.folder / "cairn.db").exists(), "nothing was made that belongs to root"


@pytest.mark.parametrize("value", ["0", "true", "yes"])
def test_only_one_word_allows_it(program, value):
    assert program.run("admin", "user", "list", check=False, environment={"CAIRN_ALLOW_ROOT": value}).returncode == 1


def test_root_is_allowed_where_somebody_says_so(program):
    program.run("admin", "user", "list", environment={"CAIRN_ALLOW_ROOT": "1"})
    program.run("--allow-root", "admin", "user", "list", environment=ALONE)
    program.run("admin", "user", "list", "--allow-root", environment=ALONE)


def test_what_touches_no_site_may_be_asked_by_anybody(program):
    program.run("version", environment=ALONE)
    program.run("config", "show", environment=ALONE)
    program.run("config", "example", environment=ALONE)
