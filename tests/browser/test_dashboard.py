"""The dashboard and the notifications in a browser: how they look, keys, and what is told while one looks."""
import pytest
from axe import faults
from client import PASSWORD, Client
from issues import new_issue, say
from looks import FORMS, look
from notified import told
from organizations import new_organization
from pulls import begun, new_pull, propose, put_file
from repositories import at, let_in

OPEN_MENUS = "document.querySelectorAll('main details.menu').forEach((menu) => { menu.open = true; })"
ONE = "#bell .count:text-is('1')"
UNREAD = "document.querySelector('#bell .count')?.textContent ?? '0'"


@pytest.fixture(scope="module")
def busy(site, person):
    """Somebody for whom much waits, and who hears of much."""
    mirela, aiko = (Client(site.url, basic=(person(), PASSWORD)) for _ in range(2))
    repository = begun(aiko, name="tern-with-a-name-that-is-longer-than-a-phone-is-wide")
    let_in(aiko, repository, mirela)
    mirela.call("PUT", f"{at(repository)}/subscription", expect=200)
    _, asked = new_pull(aiko, repository, branch="spool-ack", title="Keep a line until the far side has it on disk")
    aiko.post(f"{asked}/requested_reviewers", {"reviewers": [mirela.name]}, expect=201)
    put_file(mirela, repository, "stuck.txt", new_branch="stuck")
    stuck = propose(mirela, repository, "stuck", title="Readme: say what the spool costs")
    head = mirela.get(stuck).json()["head"]["sha"]
    aiko.post(f"{at(repository)}/statuses/{head}", {"state": "failure", "context": "lint"}, expect=201)
    new_issue(aiko, repository, "Docs: what happens to lines in flight when I stop the service?", assignees=[mirela.name], due_date="2031-01-01T00:00:00Z")
    far, _ = new_issue(aiko, repository, "Known far sides, and how they acknowledge")
    say(aiko, far, f"@{mirela.name}, does the depot send SYNC?")
    aiko.post(f"{at(repository)}/milestones", {"title": "0.9", "due_on": "2031-03-01T00:00:00Z"}, expect=201)
    for name in ("one", "two", "three"):
        put_file(aiko, repository, name, branch="main", message=f"{name}: pull the plug between write and rename")
    mirela.post(f"{far}/stopwatch/start", expect=201)
    mirela.organization = new_organization(mirela)
    told(mirela)
    mirela.friend, mirela.repository = aiko, repository
    return mirela


@pytest.mark.parametrize("form", FORMS)
def test_looks(chromium, site, busy, form):
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(busy.name, PASSWORD)
    for path in ("/", f"/org/{busy.organization}/dashboard", "/notifications", "/notifications?type=read", "/notifications/watching",
                 "/notifications/subscriptions"):
        tab.goto(path)
        look(tab, form, "dashboard" + path.replace("/", "-").replace("?", "-").rstrip("-"))
        assert faults(tab) == [], path
        tab.evaluate(OPEN_MENUS)
        assert faults(tab) == [], f"{path} with menus open"


@pytest.mark.parametrize("form", FORMS)
def test_looks_of_a_new_account(chromium, site, person, form):
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(person(), PASSWORD)
    for path in ("/", "/notifications"):
        tab.goto(path)
        look(tab, form, "dashboard-fresh" + path.replace("/", "-").rstrip("-"))
        assert faults(tab) == [], path


def test_keys_move_choose_and_mark(tab, site, person):
    ann, ben = (Client(site.url, basic=(person(), PASSWORD)) for _ in range(2))
    repository = begun(ann)
    for title in ("one", "two", "three"):
        new_issue(ben, repository, title)
    told(ann)
    tab.sign_in(ann.name, PASSWORD)
    tab.goto("/notifications")
    tab.keys("j", "e")
    tab.waitForSelector("#threads .rows > li:nth-child(2):last-child")
    assert tab.evaluate(UNREAD) == "2" and tab.path() == "/notifications"
    tab.keys("j", "x", "j", "x", "e")
    tab.waitForSelector("#threads .empty")
    assert tab.evaluate(UNREAD) == "0" and ann.get("/notifications").json() == []


def test_one_is_notified_while_one_looks(chromium, tab, site, person):
    ann, ben = (Client(site.url, basic=(person(), PASSWORD)) for _ in range(2))
    repository = begun(ann)
    tab.sign_in(ann.name, PASSWORD)
    tab.goto("/explore/repos")
    other = chromium.tab(site.url)  # another browser of the same person
    other.sign_in(ann.name, PASSWORD)
    other.goto("/notifications")
    new_issue(ben, repository, "news")
    for one in (tab, other):
        one.waitForSelector(ONE)
    assert other.evaluate("document.getElementById('bell').getAttribute('aria-label')") == "1 unread notification"
    other.waitForSelector("#threads-fresh:not([hidden])")
    # What is read in one is read in the other.
    other.goto(f"/{repository['full_name']}/issues/1")
    tab.waitForSelector("#bell:not(:has(.count))")
    # Who signs out hears nothing any more, and nobody has listened in vain.
    other.sign_out()
    new_issue(ben, repository, "more news")
    tab.waitForSelector(ONE)


def test_a_timer_is_stopped_elsewhere(tab, site, person):
    ann = Client(site.url, basic=(person(), PASSWORD))
    issue, _ = new_issue(ann, begun(ann))
    tab.sign_in(ann.name, PASSWORD)
    tab.goto("/")
    ann.post(f"{issue}/stopwatch/start", expect=201)
    tab.waitForSelector("#timer form")
    tab.waitForSelector("#running-timer summary")
    ann.post(f"{issue}/stopwatch/stop", expect=201)
    tab.waitForSelector("#timer[hidden]", {"state": "attached"})
    tab.waitForSelector("#running-timer[hidden]", {"state": "attached"})
