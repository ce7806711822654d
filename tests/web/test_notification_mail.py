"""Notifications by mail: who gets them, how they hang together, and that nobody drowns in them."""
import pytest
from client import ADMIN, PASSWORD, Client
from mail_server import MailServer
from program import Program, wait_until
from repositories import at, new_repository
from visitor import Visitor


@pytest.fixture
def site(tmp_path, database):
    """A site that mails notifications, with ann, ben and cleo on it; `mails` is its mail server."""
    mails = MailServer(tmp_path)
    program = Program(tmp_path / "site", database, {"mailer": mails.settings(NOTIFICATIONS_PER_HOUR=3), "service": {"ENABLE_NOTIFY_MAIL": "true"}})
    program.create_user(*ADMIN, "--admin")
    program.mails = mails
    for name in ("ann", "ben", "cleo"):
        program.create_user(name, PASSWORD)
    program.start()
    for name in ("ann", "ben", "cleo"):
        setattr(program, name, Client(program.url, basic=(name, PASSWORD)))
    yield program
    program.close()
    mails.stop()


def test_mails_of_an_issue_hang_together(site):
    where = at(new_repository(site.ann, "project"))
    site.ben.post(f"{where}/issues", {"title": "Grüße", "body": "Hello <b>all</b>"}, expect=201)
    first = site.mails.to("ann@example.com")
    assert first.message["Subject"] == "[ann/project] Grüße (#1)"
    assert "ben has opened an issue" in first.text() and "Hello <b>all</b>" in first.text() and "Hello &lt;b&gt;all" in first.text("html")
    assert f"{site.url}/ann/project/issues/1" in first.text()
    assert first.message["List-ID"] == "ann/project <project.ann.127.0.0.1>" and first.message["X-Gitea-Reason"] == "subscribed"
    assert "noreply" in first.message["Reply-To"] and first.message["In-Reply-To"] is None
    site.cleo.post(f"{where}/issues/1/comments", {"body": "I see it too, @ann"}, expect=201)
    wait_until(lambda: len(site.mails.mails) >= 3, "the mails of the comment")
    second = site.mails.to("ann@example.com")
    assert second.message["Subject"] == "Re: [ann/project] Grüße (#1)" and "I see it too" in second.text()
    assert second.message["In-Reply-To"] == second.message["References"] == first.message["Message-ID"] != second.message["Message-ID"]
    assert second.message["X-Gitea-Reason"] == "mentioned"
    assert site.mails.to("ben@example.com").message["In-Reply-To"] == first.message["Message-ID"]
    assert not [mail for mail in site.mails.mails if mail.recipients == ["cleo@example.com"]]


def test_after_so_many_in_an_hour_the_site_alone_tells(site):
    where = at(new_repository(site.ann))
    for number in range(5):
        site.ben.post(f"{where}/issues", {"title": f"issue {number}"}, expect=201)
    wait_until(lambda: len(site.ann.get("/notifications").json()) == 5, "the notifications")
    site.mails.wait(3)
    site.ann.post(f"{where}/issues/1/comments", {"body": "the last"}, expect=201)
    site.mails.to("ben@example.com")
    assert len([mail for mail in site.mails.mails if mail.recipients == ["ann@example.com"]]) == 3


def test_everybody_chooses_which_ones_come_by_mail(site):
    where = at(new_repository(site.ann))
    browser = Visitor(site.url)
    browser.sign_in("ann", PASSWORD)
    browser.open("/user/settings/notifications", expect=200)
    assert '<option value="enabled" selected>' in browser.page
    browser.submit("/settings/notifications", {"email_notifications": "onmention"}, expect=303)
    assert '<option value="onmention" selected>' in browser.follow().page
    browser.post("/user/settings/notifications", {"email_notifications": "strange"}, expect=422)
    site.ben.post(f"{where}/issues", {"title": "in passing"}, expect=201)
    site.ben.post(f"{where}/issues", {"title": "for ann", "body": "@ann"}, expect=201)
    assert "for ann" in site.mails.to("ann@example.com").message["Subject"]
    assert len(site.mails.mails) == 1
