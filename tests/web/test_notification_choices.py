"""What somebody hears of, matter by matter: by mail and on the site, on the site, or not; and how that goes together with the choice of how much is mailed."""
import itertools
import re

import pytest
from client import ADMIN, PASSWORD, Client
from mail_server import MailServer
from notified import told
from organizations import new_organization, new_team
from program import Program, wait_until
from pulls import new_pull
from repositories import at, let_in, new_repository
from visitor import Visitor

ADDRESS = "/user/settings/notifications"


@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    """A site that mails notifications, however many; `person()` makes an account."""
    folder = tmp_path_factory.mktemp("choices")
    mails = MailServer(folder)
    program = Program(folder / "site", database, {"mailer": mails.settings(NOTIFICATIONS_PER_HOUR=0), "service": {
        "ENABLE_NOTIFY_MAIL": "true", "AUTO_WATCH_NEW_REPOS": "false"}})
    program.create_user(*ADMIN, "--admin")
    program.mails = mails
    program.start()
    program.root = Client(program.url, basic=ADMIN)
    numbers = itertools.count(1)

    def person():
        name = f"person-{next(numbers)}"
        program.root.post("/admin/users", {"username": name, "email": f"{name}@example.com", "password": PASSWORD, "must_change_password": False}, expect=201)
        return Client(program.url, basic=(name, PASSWORD))

    program.person = person
    yield program
    program.close()
    mails.stop()


@pytest.fixture
def ann(site):
    return site.person()


@pytest.fixture
def ben(site):
    return site.person()


def choose(site, person, **ways):
    browser = Visitor(site.url)
    assert browser.sign_in(person.name, PASSWORD).status_code == 303
    browser.open(ADDRESS, expect=200)
    browser.submit(ADDRESS, ways, expect=303)
    assert browser.follow().notice == "Your choice is saved."
    return browser


def heard(site, person):
    """(whether something new waits on the site, the reasons of the letters that came), which are forgotten then."""
    told(person)
    wait_until(lambda: site.root.get("/admin/jobs?kind=mail").json() == [], "all letters to be sent")
    threads = person.get("/notifications").json()
    person.call("PUT", "/notifications", expect=205)
    own = [mail for mail in site.mails.mails if mail.recipients == [f"{person.name}@example.com"]]
    site.mails.mails[:] = [mail for mail in site.mails.mails if mail not in own]
    return bool(threads), [mail.message["X-Gitea-Reason"] for mail in own]


def issue(who, repository, **more):
    return f"{at(repository)}/issues/{who.post(f'{at(repository)}/issues', {'title': 'Something', **more}, expect=201).json()['number']}"


# Each prepares what happened before, and returns what the matter is about.


def mention(ann, ben):
    repository = new_repository(ann)
    return lambda: issue(ann, repository, body=f"@{ben.name}, look")


def assignment(ann, ben):
    repository = new_repository(ann)
    let_in(ann, repository, ben)
    where = issue(ann, repository)
    return lambda: ann.call("PATCH", where, {"assignees": [ben.name]}, expect=201)


def request(ann, ben):
    repository, pull = new_pull(ann)
    let_in(ann, repository, ben)
    return lambda: ann.post(f"{pull}/requested_reviewers", {"reviewers": [ben.name]}, expect=201)


def own_issue(ann, ben):
    where = issue(ben, new_repository(ann))
    return lambda: ann.post(f"{where}/comments", {"body": "seen"}, expect=201)


def talk(ann, ben):
    where = issue(ann, new_repository(ann))
    ben.post(f"{where}/comments", {"body": "me too"}, expect=201)
    return lambda: ann.post(f"{where}/comments", {"body": "seen"}, expect=201)


def watched_issue(ann, ben):
    repository = new_repository(ann)
    ben.call("PUT", f"{at(repository)}/subscription", expect=200)
    return lambda: issue(ann, repository)


def watched_pull(ann, ben):
    repository = new_repository(ann, auto_init=True, default_branch="main")
    ben.call("PUT", f"{at(repository)}/subscription", expect=200)
    return lambda: new_pull(ann, repository)


def release(ann, ben):
    repository = new_repository(ann, auto_init=True)
    ben.call("PUT", f"{at(repository)}/subscription", expect=200)
    return lambda: ann.post(f"{at(repository)}/releases", {"tag_name": "v1"}, expect=201)


def offer(ann, ben):
    repository = new_repository(ann)
    return lambda: ann.post(f"{at(repository)}/transfer", {"new_owner": ben.name}, expect=201)


MATTERS = {"mentioned": (mention, "mentioned"), "assigned": (assignment, "assigned"), "review_requested": (request, "review_requested"),
           "author": (own_issue, "subscribed"), "participating": (talk, "subscribed"), "issues": (watched_issue, "subscribed"),
           "pulls": (watched_pull, "subscribed"), "releases": (release, "subscribed"), "offered": (offer, "offered")}


@pytest.mark.parametrize("matter", MATTERS)
def test_each_matter_has_its_ways(site, ann, ben, matter):
    happens, reason = MATTERS[matter]
    on_site = matter != "releases"
    for way in ("mail", "site", "none", "mail"):
        if way == "site" and not on_site:
            continue
        act = happens(ann, ben)
        heard(site, ben)
        choose(site, ben, **{matter: way})
        act()
        assert heard(site, ben) == (on_site and way != "none", [reason] if way == "mail" else []), way
    # All others are as they were.
    if matter != "issues":
        choose(site, ben, **{matter: "none"})
        watched_issue(ann, ben)()
        assert heard(site, ben) == (True, ["subscribed"])


@pytest.mark.parametrize("choice", ["enabled", "onmention", "disabled"])
@pytest.mark.parametrize("matter", MATTERS)
def test_how_much_is_mailed_keeps_its_meaning(site, ann, ben, matter, choice):
    happens, reason = MATTERS[matter]
    act = happens(ann, ben)
    heard(site, ben)
    choose(site, ben, email_notifications=choice, **{matter: "mail"})
    act()
    named = matter in ("mentioned", "assigned", "review_requested", "offered")
    mailed = choice == "enabled" or (choice == "onmention" and named)
    assert heard(site, ben) == (matter != "releases", [reason] if mailed else [])


def test_several_reasons_are_told_by_the_one_that_may_be(site, ann, ben):
    repository = new_repository(ann)
    ben.call("PUT", f"{at(repository)}/subscription", expect=200)
    act = lambda: issue(ann, repository, body=f"@{ben.name}")
    choose(site, ben, mentioned="none")
    act()
    assert heard(site, ben) == (True, ["subscribed"]), "as a watcher"
    choose(site, ben, mentioned="site")
    act()
    assert heard(site, ben) == (True, ["subscribed"])
    choose(site, ben, mentioned="site", email_notifications="onmention")
    act()
    assert heard(site, ben) == (True, []), "what may be mailed does not name them"
    choose(site, ben, mentioned="mail", issues="none", email_notifications="onmention")
    act()
    assert heard(site, ben) == (True, ["mentioned"])
    choose(site, ben, mentioned="none", issues="none")
    act()
    assert heard(site, ben) == (False, [])


def test_who_has_unsubscribed_is_not_mailed_as_a_watcher(site, ann, ben):
    repository = new_repository(ann)
    ben.call("PUT", f"{at(repository)}/subscription", expect=200)
    where = issue(ann, repository)
    ben.call("DELETE", f"{where}/subscriptions/{ben.name}", expect=201)
    heard(site, ben)
    choose(site, ben, mentioned="site")
    ann.post(f"{where}/comments", {"body": f"@{ben.name}"}, expect=201)
    assert heard(site, ben) == (True, [])
    choose(site, ben, mentioned="none")
    ann.post(f"{where}/comments", {"body": f"@{ben.name}, again"}, expect=201)
    assert heard(site, ben) == (False, [])


def test_a_mention_of_a_team_is_a_mention_and_its_request_a_request(site, ann, ben):
    organization = new_organization(ann, username=f"of-{ann.name}")
    team = new_team(ann, organization, ben, permission="write", name="crew", visibility="limited")
    repository = ann.post(f"/orgs/{organization}/repos", {"name": "work", "auto_init": True, "default_branch": "main"}, expect=201).json()
    ann.call("PUT", f"/teams/{team}/repos/{repository['full_name']}", expect=204)
    _, pull = new_pull(ann, repository)
    heard(site, ben)
    for way, expected in (("mail", (True, ["mentioned"])), ("site", (True, [])), ("none", (False, []))):
        choose(site, ben, mentioned=way)
        issue(ann, repository, body=f"@{organization}/crew, look")
        assert heard(site, ben) == expected, way
    choose(site, ben, mentioned="none", review_requested="mail")
    ann.post(f"{pull}/requested_reviewers", {"team_reviewers": ["crew"]}, expect=201)
    assert heard(site, ben) == (True, ["review_requested"])
    ann.call("DELETE", f"{pull}/requested_reviewers", {"team_reviewers": ["crew"]}, expect=204)
    heard(site, ben)
    choose(site, ben, review_requested="none")
    ann.post(f"{pull}/requested_reviewers", {"team_reviewers": ["crew"]}, expect=201)
    assert heard(site, ben) == (False, [])


def test_what_was_told_before_stays(site, ann, ben):
    repository = new_repository(ann)
    ben.call("PUT", f"{at(repository)}/subscription", expect=200)
    issue(ann, repository)
    told(ben)
    choose(site, ben, issues="none")
    assert len(ben.get("/notifications").json()) == 1


def test_what_one_does_oneself_is_another_matter(site, ann):
    repository = new_repository(ann)
    choose(site, ann, email_notifications="andyourown", issues="none", author="none")
    issue(ann, repository)
    assert heard(site, ann) == (False, ["your_activity"])


def test_the_page_says_what_there_is_and_keeps_what_was_sent(site, ben):
    browser = choose(site, ben, issues="site", pulls="none")
    checked = dict(re.findall(r'name="(\w+)" value="(\w+)"[^>]*checked', browser.page))
    assert checked == {**dict.fromkeys(MATTERS, "mail"), "issues": "site", "pulls": "none"}
    assert 'name="releases" value="site"' not in browser.page and "no mail, as chosen above" not in browser.page
    assert site.sql(f"SELECT matter, way FROM notification_choice c JOIN account a ON a.id = c.account_id WHERE a.lower_name = '{ben.name}' ORDER BY matter") == [
        ("issues", "site"), ("pulls", "none")]
    for wrong in ({"issues": "loudly"}, {"releases": "site"}, {"email_notifications": "strange"}):
        browser.submit(ADDRESS, {"mentioned": "site", **wrong}, expect=422)
        assert browser.problem and re.search(r'name="mentioned" value="site"[^>]*checked', browser.page), wrong
        browser.open(ADDRESS, expect=200)
        assert re.search(r'name="mentioned" value="mail"[^>]*checked', browser.page), wrong
    browser.submit(ADDRESS, {"email_notifications": "onmention"}, expect=303)
    browser.follow()
    assert browser.page.count("no mail, as chosen above") == 3, "author, participating and releases: the others name, or come on the site"
    # Who sends less changes less, as older forms did.
    browser.post(ADDRESS, {"email_notifications": "enabled"}, expect=303)
    browser.follow()
    assert re.search(r'name="pulls" value="none"[^>]*checked', browser.page) and '<option value="enabled" selected>' in browser.page
    browser.post(ADDRESS, {"pulls": "mail", "issues": "mail"}, expect=303)
    assert site.sql(f"SELECT matter FROM notification_choice c JOIN account a ON a.id = c.account_id WHERE a.lower_name = '{ben.name}'") == []


def test_nobody_chooses_for_others(site, ann, ben):
    stranger = Visitor(site.url)
    stranger.post(ADDRESS, {"issues": "none"}, expect=303)
    assert stranger.location.startswith("/user/login")
    browser = choose(site, ben, issues="none", account_id=str(ann.get("/user").json()["id"]), username=ann.name)
    browser.post(ADDRESS, {"pulls": "none"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    rows = site.sql(f"SELECT a.lower_name, c.matter FROM notification_choice c JOIN account a ON a.id = c.account_id WHERE a.lower_name IN ('{ann.name}', '{ben.name}')")
    assert rows == [(ben.name, "issues")]
    repository = new_repository(ben)
    ann.call("PUT", f"{at(repository)}/subscription", expect=200)
    issue(ben, repository)
    assert heard(site, ann) == (True, ["subscribed"])


def test_choices_go_with_the_account(site, ben):
    choose(site, ben, issues="none")
    number = ben.get("/user").json()["id"]
    site.root.call("DELETE", f"/admin/users/{ben.name}", expect=204)
    assert site.sql(f"SELECT matter FROM notification_choice WHERE account_id = {number}") == []


def test_the_way_out_of_a_letter_leads_to_the_page(site, ann, ben):
    watched_issue(ann, ben)()
    mail = site.mails.to(f"{ben.name}@example.com")
    visitor = Visitor(site.url)
    visitor.open(re.fullmatch(r"<https?://[^/]+(/\S+)>", mail.message["List-Unsubscribe"]).group(1), expect=200)
    assert f'href="{ADDRESS}"' in visitor.page
    heard(site, ben)


def test_a_site_without_mail_offers_the_rest(visitor, resident, new_user):
    person, other = new_user(), new_user()
    browser = resident(person.name)
    browser.open(ADDRESS, expect=200)
    assert "sends no notifications by mail" in browser.page and 'name="releases"' not in browser.page and "email_notifications" not in browser.page
    repository = new_repository(other)
    person.call("PUT", f"{at(repository)}/subscription", expect=200)
    browser.submit(ADDRESS, {"issues": "none"}, expect=303)
    issue(other, repository)
    told(person)
    assert person.get("/notifications").json() == []
    browser.follow()
    browser.submit(ADDRESS, {"issues": "mail"}, expect=303)
    issue(other, repository)
    told(person)
    assert len(person.get("/notifications").json()) == 1
