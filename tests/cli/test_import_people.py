"""`cairn import`: what proves who people are, and how they look."""
import base64
import os
import struct
import zlib

import pytest
import requests
from client import Client
from moving_house import ENGINES, import_from, on_each_engine, reasons, report_of
from old_site import PASSWORD, TABLES, TOKEN, TOTP_SECRET, OldSite, sealed_totp
from one_time import totp
from signing import Gpg
from visitor import Visitor

UNREADABLE = base64.b64encode(b"some other way of keeping secrets").decode()


@pytest.fixture
def gpg():
    instance = Gpg()
    yield instance
    instance.close()


def png(shade):
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress((b"\x00" + bytes([shade]) * 6) * 2)) + chunk(b"IEND", b""))


@on_each_engine
def test_gpg_keys_come_with_their_subkeys(program, old, gpg):
    mine, strange = gpg.new_key("alice@example.com"), gpg.new_key("alice@example.com")
    short = lambda key: key[-16:]
    old.add("gpg_key", {"id": 1, "owner_id": 11, "key_id": short(mine), "verified": True, "can_sign": True},
            {"id": 2, "owner_id": 11, "key_id": "AAAABBBBCCCCDDDD", "primary_key_id": short(mine)},
            {"id": 3, "owner_id": 11, "key_id": short(strange)},
            {"id": 4, "owner_id": 99, "key_id": "1111222233334444"})
    old.add("gpg_key_import", {"key_id": short(mine), "content": gpg.public(mine)},
            {"key_id": short(strange), "content": "no key at all"})
    report = report_of(program, old)
    assert report["by_name"]["GPG keys"]["moved"] == 1
    assert sorted(name for loss in reasons(report, "GPG keys").values() for name in loss["examples"]) \
        == sorted([short(strange), "1111222233334444"])
    assert {"gpg_key", "gpg_key_import"}.isdisjoint(table["name"] for table in report["left_behind"])

    program.start()
    key, = Client(program.url, basic=("Alice", PASSWORD)).get("/user/gpg_keys").json()
    assert key["key_id"] == short(mine) and key["verified"] is True and key["can_sign"] is True
    assert [subkey["primary_key_id"] for subkey in key["subkeys"]] == [short(mine)]
    assert key["emails"] == [{"email": "alice@example.com", "verified": True}]


@on_each_engine
def test_pictures_come(program, old):
    old.script("UPDATE \"user\" SET avatar = 'alice-picture', use_custom_avatar = TRUE WHERE id = 11;"
               "UPDATE \"user\" SET avatar = 'lost', use_custom_avatar = TRUE WHERE id = 12;"
               "UPDATE \"user\" SET avatar = '../../app.ini', use_custom_avatar = TRUE WHERE id = 13;"
               "UPDATE \"user\" SET avatar = 'made-from-the-address', use_custom_avatar = FALSE WHERE id = 14;"
               "UPDATE repository SET avatar = '31-picture' WHERE id = 31; UPDATE repository SET avatar = 'text' WHERE id = 32")
    old.add_file("avatars", "alice-picture", png(10))
    old.add_file("repo-avatars", "31-picture", png(20))
    old.add_file("repo-avatars", "text", b"no picture")
    report = report_of(program, old)
    assert report["by_name"]["pictures of accounts"]["moved"] == 1
    assert report["by_name"]["pictures of repositories"]["moved"] == 1
    lost = reasons(report, "pictures of accounts")
    assert lost["its file is not there, or too large"]["examples"] == ["bob"]
    assert lost["its file has no plain name"]["examples"] == ["Acme"]
    assert [loss["examples"] for loss in reasons(report, "pictures of repositories").values()] == [["Things"]]

    program.start()
    alice = Client(program.url, basic=("Alice", PASSWORD))
    shown = lambda address: alice.session.get(address, timeout=30).content
    assert shown(alice.get("/user").json()["avatar_url"]) == png(10)
    assert shown(alice.get("/repos/Alice/Things").json()["avatar_url"]) == png(20)
    assert alice.get("/repos/bob/Things").json()["avatar_url"] == ""


def signs_in(program, name):
    """Whether the password alone opens the account, for the API and on the page."""
    by_api = requests.get(f"{program.url}/api/v1/user", auth=(name, PASSWORD), timeout=30).status_code == 200
    browser = Visitor(program.url)
    browser.open("/user/login")
    browser.post("/user/login", {"user_name": name, "password": PASSWORD})
    by_page = browser.open("/user/settings/security").status_code == 200
    assert by_api == by_page
    return by_api


@on_each_engine
def test_a_second_step_that_cannot_be_moved_is_asked_for_all_the_same(program, old):
    old.add("two_factor", {"id": 3, "uid": 11, "secret": UNREADABLE})
    report = report_of(program, old)
    reason, loss = next(item for item in reasons(report, "one-time codes").items() if "Alice" in item[1]["examples"])
    assert sorted(loss["examples"]) == ["Alice", "ldap"] and "reset-mfa" in reason

    program.start()
    assert not signs_in(program, "Alice")
    browser = Visitor(program.url)
    browser.open("/user/login")
    browser.post("/user/login", {"user_name": "Alice", "password": PASSWORD}, expect=200)
    assert "second step" in browser.page and "reset" in browser.page
    refusal = Client(program.url, basic=("Alice", PASSWORD), headers={"X-Gitea-OTP": "000000"}).get("/user", expect=401)
    assert "reset" in refusal.json()["message"]
    # Who has only the name learns nothing.
    assert "reset" not in Client(program.url, basic=("Alice", "wrong")).get("/user", expect=401).text
    assert Client(program.url, token=TOKEN).get("/user").json()["login"] == "Alice"

    assert "without a second step" in program.run("admin", "user", "reset-mfa", "--username", "Alice").stdout
    assert signs_in(program, "Alice")
    assert program.run("admin", "user", "reset-mfa", "--username", "Alice", check=False).returncode == 1
    assert not signs_in(program, "bob"), "nobody else's was reset"


def test_the_right_key_brings_a_second_step_back(program, old):
    key = old.config.read_text()
    old.config.write_text(key.replace("SECRET_KEY = ", "SECRET_KEY = not-"))
    report = report_of(program, old)
    assert report["by_name"]["one-time codes"]["moved"] == 0
    assert [sorted(loss["examples"]) for loss in reasons(report, "one-time codes").values()] == [["bob", "ldap"]]
    old.config.write_text(key)
    report = report_of(program, old)
    assert report["by_name"]["one-time codes"]["moved"] == 1
    assert [loss["examples"] for loss in reasons(report, "one-time codes").values()] == [["ldap"]]
    program.start()
    assert not signs_in(program, "bob")
    bob = Client(program.url, basic=("bob", PASSWORD), headers={"X-Gitea-OTP": totp(TOTP_SECRET)})
    assert bob.get("/user").json()["login"] == "bob"


@pytest.mark.parametrize("engine", ENGINES)
def test_secrets_that_are_kept_in_bytes_are_asked_for_too(program, tmp_path, engine):
    """As newer versions of Forgejo keep them, under a key of their own for each row."""
    old = OldSite(tmp_path / "old", engine, {**TABLES, "two_factor": "id:i uid:i secret:x scratch_salt:t created_unix:i updated_unix:i"})
    try:
        old.add_user(1, "Alice")
        old.add("two_factor", {"id": 1, "uid": 1, "secret": b"\x00\xff\xfe\x80" + os.urandom(60)})
        report = report_of(program, old)
        assert [loss["examples"] for loss in reasons(report, "one-time codes").values()] == [["Alice"]]
        program.start()
        assert not signs_in(program, "Alice")
    finally:
        old.close()


def test_security_keys_that_cannot_be_read_are_asked_for_too(program, small):
    small.add_user(2, "bob")
    small.add_user(3, "carol")
    small.add("webauthn_credential", {"id": 1, "name": "broken", "user_id": 1},
              {"id": 2, "name": "fine", "user_id": 2, "credential_id": b"\x00id", "public_key": b"\xa5key"})
    report = report_of(program, small)
    assert report["by_name"]["security keys"]["moved"] == 1
    assert [loss["examples"] for loss in reasons(report, "security keys").values()] == [["Alice: broken"]]
    program.start()
    assert [signs_in(program, name) for name in ("Alice", "bob", "carol")] == [False, False, True]
    browser = Visitor(program.url)
    browser.open("/user/login")
    browser.post("/user/login", {"user_name": "bob", "password": PASSWORD}, expect=303)
    browser.open("/user/two_factor")
    assert "Use a security key" in browser.page and "authenticator application" not in browser.page


def test_an_account_that_was_here_before_stays_as_it_is(program, small):
    program.create_user("alice", PASSWORD, "--admin")
    small.add("two_factor", {"id": 1, "uid": 1, "secret": UNREADABLE})
    report = report_of(program, small, "--same", "Alice")
    reason, = reasons(report, "one-time codes")
    assert "stays as it is" in reason
    program.start()
    assert signs_in(program, "alice")


def test_codes_that_are_on_are_not_replaced(program, small):
    small.add("two_factor", {"id": 1, "uid": 1, "secret": sealed_totp(TOTP_SECRET)})
    import_from(program, small)
    assert report_of(program, small)["by_name"]["one-time codes"]["moved"] == 1
    program.start()
    alice = Client(program.url, basic=("Alice", PASSWORD), headers={"X-Gitea-OTP": totp(TOTP_SECRET)})
    assert alice.get("/user").json()["login"] == "Alice"
