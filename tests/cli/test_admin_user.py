"""cairn admin user …: what an operator does at the console, while the server runs or not."""
import re

import pytest
from client import ADMIN, Client

USER = ("admin", "user")


@pytest.fixture
def running(program):
    program.create_user(*ADMIN, "--admin")
    return program.start()


def signed_in(program, name, password, expect=200):
    return Client(program.url, basic=(name, password)).get("/user", expect=expect)


def test_what_it_makes_can_sign_in_at_once(running):
    running.run(*USER, "create", "--username", "ada", "--password", "secret-pass-1", "--email", "Ada@Example.com",
                "--must-change-password=false")
    me = signed_in(running, "ada", "secret-pass-1").json()
    assert me["login"] == "ada" and me["is_admin"] is False
    assert me["email"].lower() == "ada@example.com"


def test_an_administrator_and_a_random_password(running):
    said = running.run(*USER, "create", "--username", "boss", "--email", "boss@example.com", "--admin", "--random-password",
                       "--must-change-password=false").stdout
    password = re.search(r"'([^']{8,})'", said).group(1)
    assert signed_in(running, "boss", password).json()["is_admin"] is True


def test_the_first_account_need_not_change_its_password_others_must(program):
    for name in ("first", "second"):
        program.run(*USER, "create", "--username", name, "--password", "secret-pass-1", "--email", f"{name}@example.com")
    program.start()
    signed_in(program, "first", "secret-pass-1")
    signed_in(program, "second", "secret-pass-1", expect=403)


@pytest.mark.parametrize("flags", [
    ["--password", "secret-pass-1", "--email", "x@example.com"],
    ["--username", "x", "--email", "x@example.com"],
    ["--username", "x", "--password", "secret-pass-1"],
    ["--username", "x", "--password", "short", "--email", "x@example.com"],
    ["--username", "-x", "--password", "secret-pass-1", "--email", "x@example.com"],
    ["--username", "api", "--password", "secret-pass-1", "--email", "x@example.com"],
    ["--username", "x", "--password", "secret-pass-1", "--email", "plain"],
    ["--username", "x", "--password", "secret-pass-1", "--random-password", "--email", "x@example.com"],
    ["--username", "root", "--password", "secret-pass-1", "--email", "x@example.com"],
    ["--username", "ROOT", "--password", "secret-pass-1", "--email", "x@example.com"],
    ["--username", "x", "--password", "secret-pass-1", "--email", "ROOT@example.com"],
    ["--username", "x", "--password", "secret-pass-1", "--email", "x@example.com", "--no-such-flag"],
])
def test_what_cannot_be_made_is_said_and_leaves_nothing(program, flags):
    program.create_user(*ADMIN, "--admin")
    done = program.run(*USER, "create", *flags, check=False)
    assert done.returncode != 0 and done.stderr.strip()
    assert len(program.run(*USER, "list").stdout.strip().splitlines()) == 2


def test_list(running):
    running.create_user("ada", "secret-pass-1")
    everyone = running.run(*USER, "list").stdout
    assert "root" in everyone and "ada@example.com" in everyone
    admins = running.run(*USER, "list", "--admin").stdout
    assert "root" in admins and "ada" not in admins


def test_change_password(running):
    running.create_user("ada", "secret-pass-1")
    signed_in(running, "ada", "secret-pass-1")
    running.run(*USER, "change-password", "--username", "ada", "--password", "another-one-2", "--must-change-password=false")
    signed_in(running, "ada", "another-one-2")
    signed_in(running, "ada", "secret-pass-1", expect=401)
    assert running.run(*USER, "change-password", "--username", "ada", "--password", "short", check=False).returncode != 0
    assert running.run(*USER, "change-password", "--username", "no-one", "--password", "another-one-2",
                       check=False).returncode != 0
    signed_in(running, "ada", "another-one-2")


def test_delete(running):
    running.create_user("ada", "secret-pass-1")
    token = running.run(*USER, "generate-access-token", "--username", "ada", "--scopes", "all", "--raw").stdout.strip()
    Client(running.url, token=token).get("/user")
    running.run(*USER, "delete", "--username", "ada")
    signed_in(running, "ada", "secret-pass-1", expect=401)
    Client(running.url, token=token).get("/user", expect=401)
    assert running.run(*USER, "delete", "--username", "ada", check=False).returncode != 0
    running.create_user("ada", "secret-pass-1")


def test_the_last_administrator_stays(running):
    done = running.run(*USER, "delete", "--username", "root", check=False)
    assert done.returncode != 0 and done.stderr.strip()
    signed_in(running, *ADMIN)


def test_generate_access_token(running):
    made = running.run(*USER, "generate-access-token", "--username", "root", "--token-name", "ci",
                       "--scopes", "read:user,write:repository", "--raw").stdout.strip()
    assert re.fullmatch(r"[0-9a-f]{40}", made)
    me = Client(running.url, token=made).get("/token").json()
    assert me["name"] == "ci" and me["scopes"] == ["write:repository", "read:user"]
    again = running.run(*USER, "generate-access-token", "--username", "root", "--token-name", "ci", "--scopes", "all", check=False)
    assert again.returncode != 0
    unknown = running.run(*USER, "generate-access-token", "--username", "root", "--token-name", "x", "--scopes", "bad", check=False)
    assert unknown.returncode != 0 and "bad" in unknown.stderr


def test_must_change_password(running):
    running.create_user("ada", "secret-pass-1")
    running.run(*USER, "must-change-password", "ada")
    signed_in(running, "ada", "secret-pass-1", expect=403)
    running.run(*USER, "must-change-password", "--unset", "ada")
    signed_in(running, "ada", "secret-pass-1")
    running.run(*USER, "must-change-password", "--all", "--exclude", "root")
    signed_in(running, "ada", "secret-pass-1", expect=403)
    signed_in(running, *ADMIN)


@pytest.mark.parametrize("command", [[], ["serve"], ["web"], ["admin"], ["admin", "user"], ["admin", "user", "create"],
                                     ["admin", "user", "list"], ["doctor"], ["config"], ["config", "show"], ["version"]])
def test_help_everywhere(program, command):
    said = program.run(*command, "--help").stdout
    assert "Usage" in said or "usage" in said


@pytest.mark.parametrize("command", [[], ["nonsense"], ["admin", "nonsense"], ["serve", "--nonsense"], ["version", "extra"]])
def test_what_is_no_command_is_an_error(program, command):
    done = program.run(*command, check=False)
    assert done.returncode not in (0, -6, -11) and (done.stderr or done.stdout).strip()


def test_version(program):
    assert re.search(r"\b\d+\.\d+\.\d+\b", program.run("version").stdout)
