"""Lists of issues in a browser: filtered by menu and by line, several changed at once, keys; with a script and without; and how they look."""
import pytest
from axe import faults
from client import PASSWORD, Client
from issues import new_issue, say
from looks import FORMS, look
from organizations import new_organization
from pulls import begun, new_pull
from repositories import at
from reviews import review

OPEN_MENUS = "document.querySelectorAll('main details.menu').forEach((menu) => { menu.open = true; })"
LINE = ".query input"


def new_label(owner, repository, name, color="#b3412f", **more):
    return owner.post(f"{at(repository)}/labels", {"name": name, "color": color, **more}, expect=201).json()["id"]


@pytest.fixture
def listed(site, person):
    owner = Client(site.url, basic=(person(), PASSWORD))
    repository = begun(owner)
    bug = new_label(owner, repository, "bug")
    new_label(owner, repository, "good first issue", "#9cc5b4")
    for title, labels in (("One", [bug]), ("Two", []), ("Three", [])):
        new_issue(owner, repository, title, labels=labels)
    return owner, repository


@pytest.fixture(params=["with a script", "without"])
def tab(request, chromium, site, listed):
    chromium.complaints()
    tab = chromium.tab(site.url, viewport={"width": 1200, "height": 800}, javaScriptEnabled=request.param == "with a script")
    tab.scripted = request.param == "with a script"
    tab.sign_in(listed[0].name, PASSWORD)
    tab.goto(f"/{listed[1]['full_name']}/issues?q=is:open+sort:created")
    yield tab
    assert chromium.complaints() == [], "the console of a page has no errors"


def test_a_menu_writes_into_the_line(tab):
    tab.click(".list-head .phone-off summary:has-text('Label')")
    tab.click(".list-head .phone-off .sheet a:has-text('bug')")
    tab.waitForURL("**label*bug*")
    assert tab.inputValue(LINE) == "is:open label:bug sort:created"
    shown = tab.textContent(".rows")
    assert "One" in shown and "Two" not in shown
    # The line alone suffices, and what it does not say is not asked for.
    tab.fill(LINE, "is:open -label:bug")
    tab.press(LINE, "Enter")
    tab.waitForURL("**-label*")
    shown = tab.textContent(".rows")
    assert "Two" in shown and "Three" in shown and "One" not in shown


def test_several_are_labeled(tab, listed):
    owner, repository = listed
    if tab.scripted:
        assert not tab.isVisible("#bulk"), "there is nothing to change yet"
        tab.keys("j", "x", "j", "x")
    else:
        for number in (2, 3):
            tab.check(f".rows input[value='{number}']")
    assert tab.isVisible("#bulk")
    tab.click("#bulk summary:has-text('Label')")
    tab.click("#bulk label:has-text('good first issue')")
    tab.click("#bulk button:has-text('Add labels')")
    tab.waitForSelector("main .notice, [role=status]")
    labels = {number: [label["name"] for label in owner.get(f"{at(repository)}/issues/{number}").json()["labels"]] for number in (1, 2, 3)}
    assert labels == {1: ["bug"], 2: ["good first issue"], 3: ["good first issue"]}
    assert tab.inputValue(LINE) == "is:open sort:created", "one is where one was"


def test_several_are_closed(tab, listed):
    owner, repository = listed
    for number in (1, 2):
        tab.check(f".rows input[value='{number}']")
    tab.click("#bulk button:has-text('Close')")
    tab.waitForSelector("main .notice, [role=status]")
    assert [owner.get(f"{at(repository)}/issues/{number}").json()["state"] for number in (1, 2, 3)] == ["closed", "closed", "open"]


def test_keys(chromium, site, listed):
    owner, repository = listed
    tab = chromium.tab(site.url, viewport={"width": 1200, "height": 800})
    tab.sign_in(owner.name, PASSWORD)
    page = f"/{repository['full_name']}/issues"
    tab.goto(f"{page}?q=is:open+sort:created")
    focus = "document.activeElement.textContent"
    tab.keys("j")
    assert tab.evaluate(focus) == "Three"
    tab.keys("j")
    assert tab.evaluate(focus) == "Two"
    tab.keys("k")
    assert tab.evaluate(focus) == "Three"
    tab.keys("x")
    assert tab.isChecked(".rows input[value='3']") and tab.evaluate(focus) == "Three"
    tab.keys("x", "Enter")
    tab.waitForURL("**/issues/3")
    tab.goto(page)
    tab.keys("c")
    tab.waitForURL("**/issues/new**")


# Of a repository that has something of everything.
PAGES = ("/issues", "/issues?q=is:open+label:nothing+xyz", "/issues?q=wrong:word+is:closed", "/pulls", "/labels", "/milestones",
         "/milestones/new", "/milestone/1")
OWN = ("/issues?q=is:open", "/pulls?q=is:open", "/milestones")


@pytest.fixture(scope="module")
def furnished(site, person):
    owner = Client(site.url, basic=(person(), PASSWORD))
    other = Client(site.url, basic=(person(), PASSWORD))
    organization = new_organization(owner)
    owner.post(f"/orgs/{organization}/labels", {"name": "priority/high", "color": "#7d1f3d", "exclusive": True}, expect=201)
    repository = owner.post(f"/orgs/{organization}/repos", {"name": "tern", "auto_init": True, "default_branch": "main"}, expect=201).json()
    labels = [new_label(owner, repository, *one) for one in (("bug", "#b3412f"), ("delivery", "#2f6f8f"), ("enhancement", "#2d7a5f"),
                                                             ("a-label-without-any-blank-that-is-longer-than-a-phone-is-wide", "#d9c58a"))]
    labels.append(new_label(owner, repository, "area/spool", "#9cc5b4", exclusive=True, description="Where lines wait"))
    milestone = owner.post(f"{at(repository)}/milestones", {"title": "0.9", "due_on": "2020-01-01T00:00:00Z", "description": "Words"},
                           expect=201).json()["id"]
    address, _ = new_issue(other, repository, "Lines go missing when the disk is full and the far side is slow")
    owner.call("PATCH", address, {"milestone": milestone, "assignees": [owner.name], "due_date": "2020-01-01T00:00:00Z"}, expect=201)
    owner.call("PUT", f"{address}/labels", {"labels": labels}, expect=200)
    say(owner, address, "Really?")
    owner.post(f"{address}/pin", expect=204)
    new_issue(owner, repository, "Reload limits without a restart " + "x" * 90, body="- [x] one\n- [ ] two", labels=labels[2:3])
    new_issue(owner, repository, "Done", closed=True)
    _, pull = new_pull(owner, repository)
    review(other, pull, "COMMENT", body="Hm.")
    repository["owner_client"], repository["organization"], repository["first_milestone"] = owner, organization, milestone
    return repository


@pytest.mark.parametrize("form", FORMS)
def test_looks(chromium, site, furnished, form):
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(furnished["owner_client"].name, PASSWORD)
    home = f"/{furnished['full_name']}"
    pages = [home + path.replace("/milestone/1", f"/milestone/{furnished['first_milestone']}") for path in PAGES]
    pages += [*OWN, f"/org/{furnished['organization']}/issues", f"/org/{furnished['organization']}/settings/labels"]
    for number, path in enumerate(pages):
        tab.goto(path)
        name = f"lists-{number}-" + path.removeprefix(home).split("?")[0].strip("/").replace("/", "-")
        look(tab, form, name)
        assert faults(tab) == [], path
        tab.evaluate(OPEN_MENUS)
        look(tab, form, name + "-open")
        assert faults(tab) == [], path
