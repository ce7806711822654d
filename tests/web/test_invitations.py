"""Invitations to teams by mail: who may send them, what the link shows and does, and that they tell nobody who has which address."""
import hashlib
import re
import urllib.parse

import pytest
from client import ADMIN, PASSWORD, Client
from mail_server import MailServer
from program import Program, wait_until
from visitor import Visitor

TEAM = "/org/works/teams/quarry"


def begin(tmp_path, database, service=None, mail=True):
    mails = MailServer(tmp_path)
    program = Program(tmp_path / "site", database, {"service": service or {}, **({"mailer": mails.settings()} if mail else {})})
    program.create_user(*ADMIN, "--admin")
    program.mails = mails
    for name in ("ann", "ben", "cleo"):
        program.create_user(name, PASSWORD)
    program.start()
    for name in ("ann", "ben", "cleo"):
        setattr(program, name, Client(program.url, basic=(name, PASSWORD)))
    program.ann.post("/orgs", {"username": "works", "full_name": "The <b>works</b>", "visibility": "private"}, expect=201)
    program.team = program.ann.post("/orgs/works/teams", {"name": "quarry", "units_map": {"repo.code": "write", "repo.issues": "read"},
                                                          "can_create_org_repo": True}, expect=201).json()["id"]
    return program


def end(program):
    program.close()
    program.mails.stop()


@pytest.fixture
def site(tmp_path, database):
    """A site that sends mail, with ann, who owns the organization `works` with its team `quarry`, and ben and cleo, who do not."""
    program = begin(tmp_path, database)
    yield program
    end(program)


def browser_of(site, name=None):
    browser = Visitor(site.url)
    if name:
        assert browser.sign_in(name, PASSWORD).status_code == 303
    return browser


def invite(browser, address, expect=303):
    browser.open(TEAM, expect=200)
    browser.submit(f"{TEAM}/members", {"username": address}, expect=expect)
    return browser.follow()


def way_in(site, address, number=1):
    """The path of the link in the letter to that address: of the one with that number."""
    mails = wait_until(lambda: [m for m in site.mails.mails if m.recipients == [address]][number - 1:], f"letter {number} to {address}")
    link = re.search(r"https?://[^/\s]+(/org/invite/[0-9a-f]{64})", mails[0].text()).group(1)
    assert link in mails[0].text("html")
    return link


def members(site):
    return sorted(one["login"] for one in site.ann.get(f"/teams/{site.team}/members").json())


def test_an_invitation_is_mailed_listed_and_accepted_once(site):
    ann = invite(browser_of(site, "ann"), " ben@example.com ")
    assert ann.notice == "An invitation is on its way to that address."
    assert "Open invitations" in ann.page and "ben@example.com" in ann.page and members(site) == []
    link = way_in(site, "ben@example.com")
    mail = site.mails.to("ben@example.com")
    assert mail.message["Subject"] == "ann invites you to works"
    assert "team quarry of the organization works" in mail.text() and "within 3 days" in mail.text()
    assert link.rsplit("/", 1)[1] not in ann.page
    ben = browser_of(site, "ben")
    ben.open("/org/works/members", expect=404)
    ben.open(link, expect=200)
    page = re.sub(r"<[^>]*>", "", ben.page)
    assert "ann invites you to the team quarry of the organization works" in page and "You join as ben." in page
    assert "Code: writes" in page and "Issues: reads" in page and "Wiki: no access" in page and "May create repositories." in page
    assert "The &lt;b&gt;works" in ben.page
    assert members(site) == [], "to look at it changes nothing"
    ben.submit(link, expect=303)
    assert ben.location == TEAM
    assert ben.follow().notice == "You are in the team now." and members(site) == ["ben"]
    ben.open(link, expect=404)
    cleo = browser_of(site, "cleo")
    cleo.post(link, expect=404)
    assert members(site) == ["ben"]
    assert "Open invitations" not in ann.open(TEAM, expect=200).text
    site.ann.get("/orgs/works/public_members/ben", expect=404)


def test_the_answer_is_the_same_whether_or_not_an_account_has_the_address(site):
    ann = browser_of(site, "ann")
    pages = []
    for address in ("ben@example.com", "nobody@example.com"):
        invite(ann, address)
        way_in(site, address)
        pages.append(re.sub(r"\d+/end", "N/end", ann.page.replace(address, "ADDRESS")))
        ann.submit("/end", expect=303)
        assert ann.follow().notice.startswith("The invitation is called off")
    strip = lambda page: re.sub(r'(request|nonce|datetime)[^ ]*="[^"]*"', "", page[page.index("<main"):page.index("</main")])
    assert strip(pages[0]) == strip(pages[1])
    # Somebody who is in the team already gets one like everybody else, and is told so.
    site.ann.call("PUT", f"/teams/{site.team}/members/cleo", expect=204)
    assert invite(ann, "cleo@example.com").notice == "An invitation is on its way to that address."
    cleo = browser_of(site, "cleo")
    cleo.open(way_in(site, "cleo@example.com"), expect=200)
    assert "You are in this team already" in cleo.page and "Join the team" not in cleo.page


def test_strangers_sign_in_and_come_back(site):
    invite(browser_of(site, "ann"), "ben@example.com")
    link = way_in(site, "ben@example.com")
    visitor = browser_of(site)
    visitor.open(link, expect=200)
    assert "works" in visitor.page and "Join the team" not in visitor.page
    back = "?redirect_to=" + urllib.parse.quote(link, safe="")
    assert f'href="/user/login{back}"' in visitor.page and f'href="/user/sign_up{back}"' in visitor.page
    visitor.post(link, expect=303)
    assert visitor.location.startswith("/user/login") and members(site) == []
    visitor.open(f"/user/login{back}", expect=200)
    visitor.submit("/user/login", {"user_name": "ben", "password": PASSWORD}, expect=303)
    assert visitor.location == link
    visitor.follow()
    visitor.submit(link, expect=303)
    assert members(site) == ["ben"]


def test_newcomers_register_and_come_back(site):
    invite(browser_of(site, "ann"), "dora@example.com")
    link = way_in(site, "dora@example.com")
    visitor = browser_of(site)
    visitor.open(f"/user/sign_up?redirect_to={urllib.parse.quote(link, safe='')}", expect=200)
    visitor.submit("/user/sign_up", {"user_name": "dora", "email": "dora@example.com", "password": PASSWORD, "retype": PASSWORD}, expect=303)
    assert visitor.location == link
    visitor.follow()
    visitor.submit(link, expect=303)
    assert members(site) == ["dora"]


def test_closed_registration_stays_closed(tmp_path, database):
    site = begin(tmp_path, database, {"DISABLE_REGISTRATION": "true"})
    try:
        invite(browser_of(site, "ann"), "dora@example.com")
        link = way_in(site, "dora@example.com")
        visitor = browser_of(site)
        visitor.open(link, expect=200)
        assert "Only administrators make accounts here" in visitor.page and "/user/sign_up" not in visitor.page
        visitor.post(f"/user/sign_up?redirect_to={urllib.parse.quote(link, safe='')}",
                     {"user_name": "dora", "email": "dora@example.com", "password": PASSWORD, "retype": PASSWORD}, expect=403)
    finally:
        end(site)


def test_without_mail_nobody_is_invited(tmp_path, database):
    site = begin(tmp_path, database, mail=False)
    try:
        ann = browser_of(site, "ann")
        invite(ann, "ben@example.com", expect=422)
        assert "sends no mail" in ann.problem and 'value="ben@example.com"' in ann.page
        assert "so nobody can be invited by an address" in ann.open(TEAM).text
        invite(ann, "ben")
        assert members(site) == ["ben"]
    finally:
        end(site)


@pytest.mark.parametrize("wrong", ["a@b", "two words@example.com", "@", "ben@noreply.127.0.0.1", "x@y.z\r\nBcc: w@example.com", '"><b>@example.com', "a" * 250 + "@example.com"])
def test_what_is_no_address_is_said_beside_the_field(site, wrong):
    ann = browser_of(site, "ann")
    invite(ann, wrong, expect=422)
    assert ann.problem and 'id="username-hint"' in ann.page and "<b>@" not in ann.page
    assert site.mails.mails == []


def test_only_owners_invite_see_and_call_off(site):
    site.ann.call("PUT", f"/teams/{site.team}/members/ben", expect=204)
    ann, ben, stranger = browser_of(site, "ann"), browser_of(site, "ben"), browser_of(site, "cleo")
    invite(ann, "dora@example.com")
    action = re.search(r'action="([^"]*/invitations/\d+/end)"', ann.page).group(1)
    ben.open(TEAM, expect=200)
    assert "dora@example.com" not in ben.page and "/invitations/" not in ben.page
    for browser, status in ((ben, 403), (stranger, 404)):
        browser.post(f"{TEAM}/members", {"username": "x@example.com"}, expect=status)
        browser.post(action, expect=status)
    assert browser_of(site).post(action, expect=303).headers["Location"].startswith("/user/login")
    ann.post(action, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    # By the page of another team it cannot be called off.
    site.ann.post("/orgs/works/teams", {"name": "other", "permission": "read"}, expect=201)
    ann.post(action.replace("quarry", "other"), expect=404)
    link = way_in(site, "dora@example.com")
    assert stranger.open(link).status_code == 200
    ann.post(action, expect=303)
    stranger.open(link, expect=404)
    stranger.post(link, expect=404)
    ann.post(action, expect=404)


def test_a_second_one_takes_the_place_of_the_first(site):
    ann = browser_of(site, "ann")
    invite(ann, "ben@example.com")
    first = way_in(site, "ben@example.com")
    invite(ann, "BEN@example.com")
    assert len(re.findall(r"/invitations/\d+/end", ann.page)) == 1
    second = way_in(site, "BEN@example.com")
    ben = browser_of(site, "ben")
    ben.open(first, expect=404)
    ben.open(second, expect=200)


def test_it_ends_after_three_days_and_is_forgotten(site):
    ann = browser_of(site, "ann")
    invite(ann, "ben@example.com")
    link = way_in(site, "ben@example.com")
    token = link.rsplit("/", 1)[1]
    ben = browser_of(site, "ben")
    ben.open(link, expect=200)
    stored = hashlib.sha256(token.encode()).hexdigest()
    site.sql(f"UPDATE team_invitation SET created_at = created_at - 3 * 86400, expires_at = expires_at - 3 * 86400 + 60 WHERE hash = '{stored}'")
    ben.open(link, expect=200)
    site.sql(f"UPDATE team_invitation SET expires_at = expires_at - 60 WHERE hash = '{stored}'")
    ben.open(link, expect=404)
    ben.post(link, expect=404)
    assert "Open invitations" not in ann.open(TEAM, expect=200).text and members(site) == []
    invite(ann, "dora@example.com")
    Client(site.url, basic=ADMIN).post("/admin/cron/forget_expired", expect=204)
    wait_until(lambda: site.sql("SELECT email FROM team_invitation") == [("dora@example.com",)], "the old one to be forgotten")


def test_tokens_that_nobody_has_are_not_there(site):
    ben = browser_of(site, "ben")
    for token in ("0" * 64, "0" * 63, "members", "x" * 5000, "%00", "..%2f..", "'%20OR%201=1"):
        assert ben.open(f"/org/invite/{token}").status_code in (400, 404), token
        assert ben.post(f"/org/invite/{token}").status_code in (400, 404), token


def test_it_is_worth_what_its_inviter_may_do(site):
    ann = browser_of(site, "ann")
    owners = next(team["id"] for team in site.ann.get("/orgs/works/teams").json() if team["name"] == "Owners")
    site.ann.call("PUT", f"/teams/{owners}/members/cleo", expect=204)
    invite(browser_of(site, "cleo"), "ben@example.com")
    link = way_in(site, "ben@example.com")
    ben = browser_of(site, "ben")
    ben.open(link, expect=200)
    site.ann.call("DELETE", f"/teams/{owners}/members/cleo", expect=204)
    ben.open(link, expect=404)
    ben.post(link, expect=404)
    assert "ben@example.com" not in ann.open(TEAM, expect=200).text and members(site) == []


def test_whom_the_organization_has_blocked_it_does_not_let_in(site):
    invite(browser_of(site, "ann"), "ben@example.com")
    link = way_in(site, "ben@example.com")
    site.ann.call("PUT", "/orgs/works/blocks/ben", expect=204)
    ben = browser_of(site, "ben")
    ben.open(link, expect=200)
    ben.submit(link, expect=403)
    assert members(site) == []
    # It stays open for whoever else may use it.
    cleo = browser_of(site, "cleo")
    cleo.open(link, expect=200)
    cleo.submit(link, expect=303)
    assert members(site) == ["cleo"]


def test_a_restricted_account_joins_and_sees_what_the_team_has(site):
    site.sql("UPDATE account SET is_restricted = TRUE WHERE lower_name = 'ben'")
    invite(browser_of(site, "ann"), "ben@example.com")
    ben = browser_of(site, "ben")
    ben.open(way_in(site, "ben@example.com"), expect=200)
    ben.submit(way_in(site, "ben@example.com"), expect=303)
    ben.open(TEAM, expect=200)


def test_nobody_accepts_while_acting_as_somebody_else(site):
    invite(browser_of(site, "ann"), "ben@example.com")
    link = way_in(site, "ben@example.com")
    boss = Visitor(site.url)
    assert boss.sign_in(*ADMIN).status_code == 303
    boss.post(f"/-/admin/users/{site.ben.get('/user').json()['id']}/act", expect=303)
    boss.open(link, expect=200)
    boss.post(link, expect=403)
    assert members(site) == []


def test_a_team_that_is_gone_takes_its_invitations_along(site):
    invite(browser_of(site, "ann"), "ben@example.com")
    link = way_in(site, "ben@example.com")
    site.ann.call("DELETE", f"/teams/{site.team}", expect=204)
    browser_of(site, "ben").open(link, expect=404)


def test_letters_have_limits(site):
    ann = browser_of(site, "ann")
    for _ in range(3):
        invite(ann, "same@example.com")
    invite(ann, "Same@example.com", expect=422)
    assert "often enough" in ann.problem
    assert "same@example.com" in ann.open(TEAM, expect=200).text, "what was refused ends nothing"
    for number in range(17):
        invite(ann, f"x{number}@example.com")
    invite(ann, "one-more@example.com", expect=422)
    assert "within an hour" in ann.problem and 'value="one-more@example.com"' in ann.page
    # Neither another team nor the end of one gives more.
    site.ann.post("/orgs/works/teams", {"name": "other", "permission": "read"}, expect=201)
    ann.post("/org/works/teams/other/members", {"username": "one-more@example.com"}, expect=422)
    site.ann.call("DELETE", f"/teams/{site.team}", expect=204)
    ann.post("/org/works/teams/other/members", {"username": "one-more@example.com"}, expect=422)
    site.mails.wait(20)
    site.sql("UPDATE team_invitation SET created_at = created_at - 3601")
    ann.post("/org/works/teams/other/members", {"username": "one-more@example.com"}, expect=303)
    site.mails.to("one-more@example.com")


def test_an_organization_has_so_many_open_ones(site):
    ann = browser_of(site, "ann")
    invite(ann, "x@example.com")
    site.sql("INSERT INTO team_invitation (hash, team_id, inviter_id, email, lower_email, created_at, expires_at)"
             " WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)"
             " SELECT 'h' || i, team_id, inviter_id, 'e' || i, 'e' || i, created_at - 7200, expires_at FROM n, team_invitation WHERE email = 'x@example.com'")
    invite(ann, "y@example.com", expect=422)
    assert "too many open invitations" in ann.problem
    ann.open(TEAM, expect=200)
    ann.submit("/end", expect=303)
    invite(ann, "y@example.com")


def test_in_the_language_of_who_reads_it_and_both_forms_alike(site):
    site.ben.call("PATCH", "/user/settings", {"language": "de-DE"}, expect=200)
    ann = browser_of(site, "ann")
    invite(ann, "ben@example.com")
    way_in(site, "ben@example.com")
    mail = site.mails.to("ben@example.com")
    assert "lädt Sie" in mail.text() and '<html lang="de"' in mail.text("html") and "invites" not in mail.text()
    invite(ann, "dora@example.com")
    way_in(site, "dora@example.com")
    mail = site.mails.to("dora@example.com")
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", mail.text("html").split("</head>")[1]))
    for line in mail.text().replace("\r\n", "\n").split("\n\n")[:4]:
        assert re.sub(r"\s+", " ", line).strip().rstrip(":") in words, line
