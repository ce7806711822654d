"""The way out of notifications by mail: one click, by a person or by a mail program, without signing in."""
import email.utils
import html.parser
import re

import pytest
import requests
from client import ADMIN, PASSWORD, Client
from mail_server import MailServer
from program import Program, wait_until
from repositories import at, let_in, new_repository
from visitor import Visitor

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def site(tmp_path, database):
    """A site that mails notifications, with ann, ben and cleo on it; `mails` is its mail server."""
    mails = MailServer(tmp_path)
    program = Program(tmp_path / "site", database, {"mailer": mails.settings(), "service": {"ENABLE_NOTIFY_MAIL": "true"}})
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


def way_out(mail):
    """The address in the header, which the text has as well."""
    address = re.fullmatch(r"<(https?://\S+)>", mail.message["List-Unsubscribe"]).group(1)
    assert address in mail.text() and address in mail.text("html")
    assert mail.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    return address


def opened(site, **more):
    """An issue of ben's in a repository of ann's, who gets the mail; the repository's API address and the way out."""
    where = at(new_repository(site.ann, **more))
    if more.get("private"):
        let_in(site.ann, site.ann.get(where).json(), site.ben)
    site.ben.post(f"{where}/issues", {"title": "first", "body": "words"}, expect=201)
    return where, way_out(site.mails.to("ann@example.com"))


def mails_to_ann(site):
    return len([mail for mail in site.mails.mails if mail.recipients == ["ann@example.com"]])


def say(site, where, text="more words"):
    """ben says something, and cleo, who hears of everything, has the mail: what ann should have is there by then."""
    before = len([m for m in site.mails.mails if m.recipients == ["cleo@example.com"]])
    site.cleo.call("PUT", f"{where}/subscription", expect=200)
    site.ben.post(f"{where}/issues/1/comments", {"body": text}, expect=201)
    wait_until(lambda: len([m for m in site.mails.mails if m.recipients == ["cleo@example.com"]]) > before, "the mail to cleo")


def test_a_mail_program_unsubscribes_by_one_post(site):
    where, address = opened(site)
    # As mail programs send it: no cookie, no sign of where it comes from, and none follows a redirect.
    answer = requests.post(address, data=ONE_CLICK, allow_redirects=False, timeout=30)
    assert answer.status_code == 200 and "Set-Cookie" not in answer.headers
    assert requests.post(address, data=ONE_CLICK, allow_redirects=False, timeout=30).status_code == 200, "twice is once"
    say(site, where)
    assert mails_to_ann(site) == 1
    say(site, where, "see here, @ann")
    wait_until(lambda: mails_to_ann(site) == 2, "the mail to ann, which another worker sends")
    assert site.mails.to("ann@example.com").message["X-Gitea-Reason"] == "mentioned"


@pytest.mark.parametrize("headers", [{"Origin": "https://mail.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_a_mail_program_in_a_browser_too(site, headers):
    _, address = opened(site)
    multipart = {"List-Unsubscribe": (None, "One-Click")}
    assert requests.post(address, files=multipart, headers=headers, allow_redirects=False, timeout=30).status_code == 200
    assert "You are unsubscribed" in requests.get(address, timeout=30).text


def test_a_person_is_asked_first_and_may_come_back(site):
    where, address = opened(site)
    browser = Visitor(site.url)
    assert "Unsubscribe?" in browser.open(address, expect=200).text and "first" in browser.page and "ann/" in browser.page
    assert requests.head(address, timeout=30).status_code == 200
    say(site, where)
    wait_until(lambda: mails_to_ann(site) == 2, "the second mail: looking at the page changes nothing")
    browser.submit(address.removeprefix(site.url), expect=303)
    assert "You are unsubscribed" in browser.follow().page
    say(site, where)
    assert mails_to_ann(site) == 2
    browser.submit(address.removeprefix(site.url), expect=303)
    assert "Unsubscribe?" in browser.follow().page
    say(site, where)
    wait_until(lambda: mails_to_ann(site) == 3, "the mail after coming back")


def shown(page):
    """A page without what differs each time."""
    return re.sub(r"Request \w+|[?]redirect_to=[^\"]*", "", page)


def test_nobody_else_can_make_one_and_nothing_is_told_by_what_does_not_hold(site):
    where, address = opened(site, private=True)
    path, token = address.rsplit("/", 1)
    text, signature = token.split(".")
    account, repository, issue = text.split("-")
    other = f"{int(account) + 1}-{repository}-{issue}.{signature}"
    unknown = shown(requests.get(f"{path}/nonsense", timeout=30).text)
    for wrong in (other, f"{text}.{signature[:-2]}AA", f"{text}.", text, f"{text}.{signature}x", "." + signature, "-", "%00", "9" * 500):
        answer = requests.get(f"{path}/{wrong}", timeout=30)
        assert answer.status_code == 404 and shown(answer.text) == unknown, wrong
        assert requests.post(f"{path}/{wrong}", data=ONE_CLICK, timeout=30).status_code == 404
    assert requests.get(address, timeout=30).status_code == 200
    # ben's own mail about the private issue, and then he is sent away.
    site.ann.post(f"{where}/issues/1/comments", {"body": "secret"}, expect=201)
    his = way_out(site.mails.to("ben@example.com"))
    site.ann.call("DELETE", f"{where}/collaborators/ben", expect=204)
    gone = requests.get(his, timeout=30)
    assert gone.status_code == 404 and "first" not in gone.text and "ann/" not in gone.text
    assert requests.post(his, data=ONE_CLICK, timeout=30).status_code == 404
    site.ann.call("DELETE", f"{where}/issues/1", expect=204)
    assert requests.get(address, timeout=30).status_code == 404


def test_a_mail_that_waits_is_not_sent_to_who_may_no_longer_read_it(site, database):
    where = at(new_repository(site.ann, private=True))
    let_in(site.ann, site.ann.get(where).json(), site.ben)
    site.ben.call("PUT", f"{where}/subscription", expect=200)
    site.mails.stop()  # nothing leaves now
    site.ann.post(f"{where}/issues", {"title": "secret"}, expect=201)
    admin = Client(site.url, basic=ADMIN)
    [waiting] = wait_until(lambda: admin.get("/admin/jobs?kind=mail&state=delayed").json(), "the mail to wait")
    site.ann.call("DELETE", f"{where}/collaborators/ben", expect=204)
    site.mails.start()
    admin.post(f"/admin/jobs/{waiting['id']}/retry", expect=202)
    wait_until(lambda: not admin.get("/admin/jobs?kind=mail").json(), "the mail to be thrown away")
    assert site.mails.mails == []


def test_releases_are_told_to_those_who_watch(site):
    where = at(new_repository(site.ann, "tool", auto_init=True))
    for watcher in (site.ben, site.ann):
        watcher.call("PUT", f"{where}/subscription", expect=200)
    site.ann.post(f"{where}/releases", {"tag_name": "v0", "draft": True, "name": "not yet"}, expect=201)
    site.ann.post(f"{where}/releases", {"tag_name": "v1/a b", "name": "One", "body": "What is new\nand more"}, expect=422)
    site.ann.post(f"{where}/releases", {"tag_name": "v1", "name": "One", "body": "What is new\nand more"}, expect=201)
    mail = site.mails.to("ben@example.com")
    assert mail.message["Subject"] == "[ann/tool] One (v1)" and f"{site.url}/ann/tool/releases/tag/v1" in mail.text()
    assert "ann has published a release" in mail.text() and "What is new\nand more" in mail.text().replace("\r\n", "\n")
    assert site.ben.get("/notifications").json() == [], "the site has no thread for a release"
    address = way_out(mail)
    assert "Stop watching?" in requests.get(address, timeout=30).text
    requests.post(address, data=ONE_CLICK, timeout=30)
    site.ben.get(f"{where}/subscription", expect=404)
    assert len(site.mails.mails) == 1


def test_whoever_is_assigned_at_the_opening_gets_one_mail(site):
    where = at(new_repository(site.ann))
    let_in(site.ann, site.ann.get(where).json(), site.ben)
    site.ben.call("PUT", f"{where}/subscription", expect=200)
    site.ann.post(f"{where}/issues", {"title": "for ben", "body": "@ben and @cleo", "assignees": ["ben"]}, expect=201)
    mail = site.mails.to("ben@example.com")
    assert mail.message["X-Gitea-Reason"] == "assigned"
    site.mails.to("cleo@example.com")
    assert [mail.recipients for mail in site.mails.mails if mail.recipients == ["ben@example.com"]] == [["ben@example.com"]]
    assert [thread["subject"]["title"] for thread in site.ben.get("/notifications").json()] == ["for ben"]


class Words(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.parts, self.hidden = [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.hidden = self.hidden or tag == "head"

    def handle_endtag(self, tag):
        self.hidden = self.hidden and tag != "head"

    def handle_data(self, data):
        if not self.hidden:
            self.parts.append(data)


def test_both_forms_say_the_same_and_link_to_the_comment(site):
    where, _ = opened(site)
    text = "a <b>word</b> & **more**\n\n- one\n- two: three\n"
    comment = site.ben.post(f"{where}/issues/1/comments", {"body": text}, expect=201).json()
    mail = wait_until(lambda: [m for m in site.mails.mails if "one" in m.text()], "the mail")[0]
    plain = mail.text().replace(":\r\n", "\r\n").replace(":\n", "\n").replace("-- ", "")
    assert " ".join(Words(mail.text("html")).parts).split() == plain.split()
    assert f"{comment['html_url']}\n" in mail.text().replace("\r\n", "\n") and comment["html_url"].endswith(f"#issuecomment-{comment['id']}")
    message = mail.message
    assert message["Precedence"] == "bulk" and message["Auto-Submitted"] == "auto-generated"
    assert message["X-Gitea-Repository-Path"] == where.removeprefix("/repos/") and message["X-Gitea-Sender"] == "ben"
    assert message["X-Gitea-Recipient"] == "ann" and message["X-Gitea-Issue-ID"] == "1"
    assert email.utils.parsedate_to_datetime(message["Date"]) is not None


def test_in_the_language_of_who_reads_it(site):
    site.ann.call("PATCH", "/user/settings", {"language": "de-DE"}, expect=200)
    where, address = opened(site)
    mail = site.mails.to("ann@example.com")
    assert "ben hat ein Issue eröffnet" in mail.text() and '<html lang="de"' in mail.text("html")
    assert "Abbestellen" in mail.text() and "Abbestellen" in mail.text("html")
    page = requests.get(address, headers={"Accept-Language": "de"}, timeout=30).text
    assert "abbestellen?" in page.lower() and "Unsubscribe" not in page


def test_own_doings_come_only_to_who_wants_them_and_not_after_leaving(site):
    where = at(new_repository(site.ann))
    site.ann.call("PATCH", "/user/settings", {}, expect=200)
    browser = Visitor(site.url)
    browser.sign_in("ann", PASSWORD)
    browser.post("/user/settings/notifications", {"email_notifications": "andyourown"}, expect=303)
    site.ann.post(f"{where}/issues", {"title": "mine"}, expect=201)
    mail = site.mails.to("ann@example.com")
    assert mail.message["X-Gitea-Reason"] == "your_activity"
    requests.post(way_out(mail), data=ONE_CLICK, timeout=30)
    site.cleo.call("PUT", f"{where}/subscription", expect=200)
    site.ann.post(f"{where}/issues/1/comments", {"body": "more"}, expect=201)
    site.mails.to("cleo@example.com")
    assert mails_to_ann(site) == 1


def test_no_title_makes_a_header(site):
    where = at(new_repository(site.ann))
    title = "a\r\nBcc: x@example.com\r\n\r\nb " + "ü" * 80
    site.ben.post(f"{where}/issues", {"title": title, "body": "\r\n.\r\nMAIL FROM:<x>\r\n"}, expect=201)
    mail = site.mails.to("ann@example.com")
    assert mail.message["Bcc"] is None and mail.recipients == ["ann@example.com"] and not mail.message.defects
    assert "Bcc: x@example.com" in mail.message["Subject"]
