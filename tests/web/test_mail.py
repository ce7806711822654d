"""Mail from the outbox to a mail server: every way in which it leaves, and what happens when it cannot."""
import sqlite3

import pytest
from client import ADMIN, Client
from mail_server import MailServer
from program import Program, wait_until

ANN = {"username": "ann", "email": "ann@example.com", "password": "pass-word-1", "send_notify": True, "must_change_password": False}


@pytest.fixture
def site(tmp_path, database):
    """site(mail_settings) starts a program that sends mail; its `api` is the administrator's client."""
    made = []

    def start(mailer, **sections):
        instance = Program(tmp_path / f"site-{len(made)}", database, {"mailer": mailer, **sections})
        made.append(instance)
        instance.create_user(*ADMIN, "--admin")
        instance.start()
        instance.api = Client(instance.url, basic=ADMIN)
        return instance

    yield start
    for instance in made:
        instance.close()


@pytest.fixture
def mail_server(tmp_path):
    made = []

    def start(**how):
        made.append(MailServer(tmp_path, **how))
        return made[-1]

    yield start
    for server in made:
        server.stop()


def test_an_account_made_by_an_administrator_is_told_if_that_is_wanted(site, mail_server):
    server = mail_server()
    program = site(server.settings(SUBJECT_PREFIX="[Git]", ENVELOPE_FROM="bounces@example.org"), **{"": {"APP_NAME": "Müller & Söhne"}})
    program.api.post("/admin/users", {**ANN, "username": "quiet", "email": "quiet@example.com", "send_notify": False})
    program.api.post("/admin/users", ANN)
    [mail] = server.wait()
    assert mail.sender == "bounces@example.org" and mail.recipients == ["ann@example.com"]
    assert mail.message["From"] == "Cairn <cairn@example.org>" and mail.message["To"] == "ann@example.com"
    assert mail.message["Subject"] == "[Git] Welcome to Müller & Söhne"
    assert mail.message["Auto-Submitted"] == "auto-generated" and mail.message["Message-ID"] and mail.message["Date"]
    assert mail.message.get_content_type() == "multipart/alternative"
    assert "ann" in mail.text() and "Müller & Söhne" in mail.text()
    assert "Müller &amp; Söhne" in mail.text("html")
    assert all(len(line) <= 78 for line in mail.raw.decode("ascii").split("\r\n"))


@pytest.mark.parametrize("how", [{"starttls": True}, {"implicit_tls": True}, {"user": ("me", "säcret")}, {"starttls": True, "user": ("me", "x")}])
def test_by_tls_and_with_a_password(site, mail_server, how):
    server = mail_server(**how)
    more = {"USER": how["user"][0], "PASSWD": how["user"][1]} if "user" in how else {}
    if "user" not in how or "starttls" in how:
        more["FORCE_TRUST_SERVER_CERT"] = "true"
    site(server.settings(**more)).api.post("/admin/users", ANN)
    assert server.wait()[0].recipients == ["ann@example.com"]
    assert ("STARTTLS" in server.commands) == ("starttls" in how)


def test_not_in_the_clear_where_tls_is_wanted_and_not_to_just_anybody(site, mail_server, database):
    plain, untrusted = mail_server(), mail_server(starttls=True)
    for server, protocol in ((plain, "smtp+starttls"), (untrusted, "smtp+starttls")):
        program = site(server.settings(PROTOCOL=protocol))
        program.api.post("/admin/users", ANN)
        wait_until(lambda: "will be tried again" in program.log.read_text(), "the first attempt to fail")
        assert not server.mails and not any(c.startswith("MAIL") for c in server.commands)


def test_by_sendmail_without_a_shell(site, tmp_path):
    script, taken = tmp_path / "sendmail", tmp_path / "taken"
    script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {taken}.arguments\ncat > {taken}.part\nmv {taken}.part {taken}\n')
    script.chmod(0o755)
    program = site({"ENABLED": "true", "PROTOCOL": "sendmail", "SENDMAIL_PATH": script, "SENDMAIL_ARGS": "-N  never",
                    "FROM": "cairn@example.org"})
    program.api.post("/admin/users", {**ANN, "email": "$(touch${IFS}x)@example.com"}, expect=422)
    program.api.post("/admin/users", {**ANN, "email": "a`b'c|d@example.com"}, expect=201)
    wait_until(taken.exists, "sendmail to be run")
    assert (tmp_path / "taken.arguments").read_text().splitlines() == ["-f", "cairn@example.org", "-i", "-N", "never", "--", "a`b'c|d@example.com"]
    assert b"To: a`b'c|d@example.com\r\n" in taken.read_bytes()


def jobs(program, state):
    return program.api.get(f"/admin/jobs?kind=mail&state={state}").json()


def test_a_mail_that_is_refused_for_now_is_tried_again_and_one_refused_for_good_is_not(site, mail_server, database):
    server = mail_server()
    server.refusals = ["550 nobody here"]
    program = site(server.settings())
    program.api.post("/admin/users", ANN)
    wait_until(lambda: jobs(program, "failed"), "the refusal to be noticed")
    server.refusals = ["451 come back later"]
    program.api.post("/admin/users", {**ANN, "username": "bea", "email": "bea@example.com"})
    wait_until(lambda: jobs(program, "delayed"), "the first attempt to fail")
    wait_until(lambda: "will be tried again" in program.log.read_text(), "the log to tell")
    [refused], [delayed] = jobs(program, "failed"), jobs(program, "delayed")
    assert refused["owner"] == "ann@example.com" and "550" in refused["last_error"]
    assert delayed["attempts"] == 1 and delayed["due_at"] > delayed["created_at"]
    if database == "sqlite":
        assert outgoing(program) == 1  # what the other one said is not kept
    program.api.post(f"/admin/jobs/{delayed['id']}/retry", expect=202)  # thirty seconds are too long to wait for
    program.api.post("/admin/users", {**ANN, "username": "cat", "email": "cat@example.com"})
    server.wait(2)
    assert sorted(m.recipients[0] for m in server.mails) == ["bea@example.com", "cat@example.com"]
    program.api.post(f"/admin/jobs/{refused['id']}/retry", expect=202)
    wait_until(lambda: ["not kept" in job["last_error"] for job in jobs(program, "failed")] == [True],
               "it to be given up again")


def test_what_was_not_sent_is_sent_after_a_crash(site, mail_server, database):
    server = mail_server()
    server.stop()
    program = site(server.settings())
    program.api.post("/admin/users", ANN)
    wait_until(lambda: "will be tried again" in program.log.read_text(), "the first attempt to fail")
    program.kill()
    if database == "sqlite":
        with sqlite3.connect(program.folder / "cairn.db", timeout=30) as db:
            db.execute("UPDATE job SET due_at = 0 WHERE state = 'delayed'")
        server.start()
        program.start()
        assert server.wait()[0].recipients == ["ann@example.com"]
        wait_until(lambda: outgoing(program) == 0, "it to be known as sent")
        assert len(server.mails) == 1


def outgoing(program):
    with sqlite3.connect(program.folder / "cairn.db", timeout=30) as db:
        return db.execute("SELECT count(*) FROM outgoing_mail").fetchone()[0]


def test_nothing_is_kept_where_there_is_no_mail(program, database):
    program.create_user(*ADMIN, "--admin")
    program.start()
    Client(program.url, basic=ADMIN).post("/admin/users", ANN, expect=201)
    if database == "sqlite":
        assert outgoing(program) == 0
