"""What is known of an issue beside its words, changed by forms without a script."""
import re

import pytest
from issues import new_issue
from projects import new_column, new_project
from repositories import at, let_in, new_repository


@pytest.fixture
def place(new_user):
    owner = new_user()
    repository = new_repository(owner)
    address, _ = new_issue(owner, repository, "Thing")
    return owner, repository, address


def page(repository, below="", number=1):
    return f"/{repository['full_name']}/issues/{number}{below}"


def label(owner, repository, name, **more):
    return owner.post(f"{at(repository)}/labels", {"name": name, "color": "#00aabb", **more}, expect=201).json()


def labels(owner, address):
    return [found["name"] for found in owner.get(f"{address}/labels").json()]


def side(browser):
    return browser.page[browser.page.index('<aside class="side"'):browser.page.index("</aside>")]


def test_labels_are_chosen(resident, place):
    owner, repository, address = place
    bug, docs = label(owner, repository, "bug"), label(owner, repository, "docs")
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert f'name="chosen" value="{bug["id"]}"' in side(browser)
    browser.post(page(repository, "/labels"), {"chosen": [bug["id"], docs["id"]]}, expect=303)
    assert labels(owner, address) == ["bug", "docs"]
    browser.open(page(repository, "/labels"), expect=200)
    assert browser.page.count("checked") == 2 and browser.page.count('name="before"') == 2
    browser.post(page(repository, "/labels"), {"chosen": [docs["id"]], "before": [bug["id"], docs["id"]]}, expect=303)
    assert labels(owner, address) == ["docs"]
    browser.follow()
    assert f'issues?labels={docs["id"]}' in side(browser)


def test_two_people_choose_labels_at_once(resident, place):
    owner, repository, address = place
    bug, docs = label(owner, repository, "bug"), label(owner, repository, "docs")
    browser = resident(owner.name)
    browser.open(page(repository, "/labels"), expect=200)
    owner.post(f"{address}/labels", {"labels": [docs["id"]]})
    browser.post(page(repository, "/labels"), {"chosen": [bug["id"]]}, expect=303)
    assert labels(owner, address) == ["bug", "docs"], "what somebody else has chosen meanwhile stays"


def test_one_label_of_a_scope(resident, place):
    owner, repository, address = place
    low, high = label(owner, repository, "prio/low", exclusive=True), label(owner, repository, "prio/high", exclusive=True)
    browser = resident(owner.name)
    browser.post(page(repository, "/labels"), {"chosen": [low["id"]]}, expect=303)
    browser.post(page(repository, "/labels"), {"chosen": [low["id"], high["id"]], "before": [low["id"]]}, expect=303)
    browser.follow()
    assert labels(owner, address) == ["prio/high"] and "the other is taken off" in browser.notice


def test_labels_are_found_by_their_names(resident, place):
    owner, repository, _ = place
    for n in range(40):
        label(owner, repository, f"many-{n:02}")
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert "All of them" in side(browser) and "many-39" not in side(browser)
    browser.open(page(repository, "/labels?q=MANY-3"), expect=200)
    assert "many-39" in browser.page and "many-29" not in browser.page


def test_assignees(resident, place, new_user):
    owner, repository, address = place
    friend, reader = new_user(), new_user()
    let_in(owner, repository, friend)
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert f'name="chosen" value="{friend.name}"' in side(browser)
    browser.post(page(repository, "/assignees"), {"chosen": [friend.name]}, expect=303)
    assert [one["login"] for one in owner.get(address).json()["assignees"]] == [friend.name]
    browser.post(page(repository, "/assignees"), {"chosen": [friend.name], "before": [friend.name], "other": reader.name}, expect=303)
    assert {one["login"] for one in owner.get(address).json()["assignees"]} == {friend.name, reader.name}
    browser.post(page(repository, "/assignees"), {"before": [friend.name]}, expect=303)
    assert [one["login"] for one in owner.get(address).json()["assignees"]] == [reader.name]
    browser.post(page(repository, "/assignees"), {"other": "nobody-at-all"}, expect=422)
    assert "nobody-at-all" in browser.page and browser.problem


def test_a_milestone(resident, place):
    owner, repository, address = place
    milestone = owner.post(f"{at(repository)}/milestones", {"title": "One"}, expect=201).json()
    browser = resident(owner.name)
    browser.post(page(repository, "/milestone"), {"chosen": [milestone["id"]], "before": ["0"]}, expect=303)
    browser.follow()
    assert owner.get(address).json()["milestone"]["title"] == "One" and "0 of 1 done" in side(browser)
    browser.post(page(repository, "/milestone"), {"chosen": ["0"], "before": [milestone["id"]]}, expect=303)
    assert owner.get(address).json()["milestone"] is None
    browser.post(page(repository, "/milestone"), {"chosen": ["999999"]}, expect=422)


def test_boards(resident, place):
    owner, repository, address = place
    board = new_project(owner, f"{at(repository)}/projects", "Plan")
    new_column(owner, board, "Todo")
    number = board.rsplit("/", 1)[1]
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert f'name="chosen" value="{number}"' in side(browser)
    browser.post(page(repository, "/projects"), {"chosen": [number]}, expect=303)
    browser.follow()
    assert "Plan</a>" in side(browser) and owner.get(address).json()["projects"][0]["title"] == "Plan"
    browser.post(page(repository, "/projects"), {"before": [number]}, expect=303)
    assert not owner.get(address).json()["projects"]


def test_a_due_date(resident, place):
    owner, repository, address = place
    browser = resident(owner.name)
    browser.post(page(repository, "/deadline"), {"date": "2001-02-03"}, expect=303)
    browser.follow()
    assert owner.get(address).json()["due_date"] == "2001-02-03T23:59:59Z" and "overdue" in side(browser)
    browser.post(page(repository, "/deadline"), {"date": "soon"}, expect=422)
    assert 'value="soon"' in browser.page and browser.problem
    browser.post(page(repository, "/deadline"), {"date": ""}, expect=303)
    assert owner.get(address).json()["due_date"] is None


def test_dependencies(resident, place, new_user):
    owner, repository, address = place
    new_issue(owner, repository, "Other")
    browser = resident(owner.name)
    browser.post(page(repository, "/dependency/add"), {"issue": "#2"}, expect=303)
    browser.follow()
    assert "#2 Other" in side(browser)
    browser.open(page(repository, number=2), expect=200)
    assert "Depend on this" in side(browser) and "#1 Thing" in side(browser)
    browser.post(page(repository, "/dependency/add"), {"issue": "#2"}, expect=422)
    assert 'value="#2"' in browser.page and "already" in browser.problem
    browser.post(page(repository, "/dependency/add"), {"issue": "#99"}, expect=422)
    browser.post(page(repository, "/dependency/add"), {"issue": "words"}, expect=422)
    browser.post(page(repository, "/dependency/delete"), {"index": 2, "blocks": "false"}, expect=303)
    assert not owner.get(f"{address}/dependencies").json()
    browser.post(page(repository, "/dependency/add"), {"issue": f"{repository['full_name']}#2", "blocks": "true"}, expect=303)
    assert owner.get(f"{address}/blocks").json()[0]["number"] == 2
    hidden = new_repository(new_user(), private=True)
    browser.post(page(repository, "/dependency/add"), {"issue": f"{hidden['full_name']}#1"}, expect=422)


def test_time(resident, place, new_user):
    owner, repository, address = place
    browser = resident(owner.name)
    browser.open(page(repository, "/times"), expect=200)
    browser.submit("/times/add", {"hours": "1", "minutes": "30"}, expect=303)
    browser.follow()
    assert browser.notice == "The time is added." and "1 h 30 min" in browser.page
    browser.open(page(repository), expect=200)
    assert "1 h 30 min" in side(browser)
    browser.post(page(repository, "/times/add"), {"hours": "x", "minutes": ""}, expect=422)
    assert 'value="x"' in browser.page
    browser.post(page(repository, "/times/add"), {"hours": "", "minutes": ""}, expect=422)
    time = owner.get(f"{address}/times").json()[0]["id"]
    other = resident()
    other.post(page(repository, "/times/delete"), {"id": time})
    assert owner.get(f"{address}/times").json(), "others' times are theirs"
    browser.post(page(repository, "/times/delete"), {"id": time}, expect=303)
    assert not owner.get(f"{address}/times").json()


def test_the_timer(resident, place):
    owner, repository, address = place
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    browser.submit("/stopwatch/start", expect=303)
    browser.follow()
    assert browser.notice == "The timer runs." and "Stop timer" in side(browser)
    assert owner.get("/user/stopwatches").json()[0]["issue_index"] == 1
    browser.submit("/stopwatch/stop", expect=303)
    assert not owner.get("/user/stopwatches").json() and len(owner.get(f"{address}/times").json()) == 1
    browser.post(page(repository, "/times/stopwatch/start"), expect=303)
    browser.post(page(repository, "/times/stopwatch/cancel"), expect=303)
    assert len(owner.get(f"{address}/times").json()) == 1
    resident().post(page(repository, "/times/stopwatch/start"), expect=403)


def test_a_stranger_is_offered_no_fact(resident, place):
    _, repository, _ = place
    browser = resident()
    browser.open(page(repository), expect=200)
    assert re.findall(r'action="[^"]*/(\w+)"', side(browser)) in (["watch"], ["add", "watch"])
    for below in ("/labels", "/assignees", "/milestone", "/projects", "/deadline", "/dependency/add", "/dependency/delete"):
        browser.post(page(repository, below), {"chosen": "1", "issue": "#1", "index": 1}, expect=403)


def test_people_and_issues_are_proposed(resident, place, new_user):
    owner, repository, _ = place
    friend = new_user()
    let_in(owner, repository, friend)
    browser = resident(owner.name)
    found = browser.open(f"/{repository['full_name']}/-/people?q={friend.name[:3]}", expect=200).json()
    assert friend.name in [one["login"] for one in found]
    assert browser.open(f"/{repository['full_name']}/-/issues?q=thi", expect=200).json() == [{"number": 1, "title": "Thing"}]
    assert browser.open(f"/{repository['full_name']}/-/issues?q=1", expect=200).json()[0]["number"] == 1
    hidden = new_repository(owner, private=True)
    new_issue(owner, hidden, "Secret")
    resident().open(f"/{hidden['full_name']}/-/issues?q=s", expect=404)
    resident().open(f"/{hidden['full_name']}/-/people?q=", expect=404)
