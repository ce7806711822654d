"""Milestones: what they are, how they are found, and what they count."""
import pytest
from repositories import at, let_in, new_repository


def new_milestone(client, where, title="v1", **more):
    return client.post(f"{where}/milestones", {"title": title, **more}, expect=201).json()


def titles(answer):
    return [milestone["title"] for milestone in answer.json()]


@pytest.fixture
def ann(new_user):
    return new_user()


@pytest.fixture
def where(ann):
    return at(new_repository(ann))


def test_the_due_date_keeps_its_time_at_first_and_is_the_end_of_the_written_day_later(ann, where):
    made = new_milestone(ann, where, due_on="2031-02-03T23:05:06-05:00")
    assert made["due_on"] == "2031-02-04T04:05:06Z"
    path = f"{where}/milestones/{made['id']}"
    assert ann.call("PATCH", path, {"due_on": "2031-02-03T23:05:06-05:00"}).json()["due_on"] == "2031-02-03T23:59:59Z"
    assert ann.call("PATCH", path, {"title": "v2"}).json()["due_on"] is None
    ann.refused("PATCH", path, 422, {"due_on": "2031-02-30T00:00:00Z"})
    ann.refused("POST", f"{where}/milestones", 422, {"due_on": "tomorrow"})


def test_the_state_is_closed_or_open_whatever_else_is_said(ann, where):
    made = new_milestone(ann, where, state="closed")
    assert made["state"] == "closed" and made["closed_at"]
    path = f"{where}/milestones/{made['id']}"
    assert ann.call("PATCH", path, {"description": "d"}).json()["state"] == "closed"
    assert ann.call("PATCH", path, {"state": "whatever"}).json()["closed_at"] is None
    assert new_milestone(ann, where, state="whatever")["state"] == "open"


def test_an_empty_title_changes_nothing_and_an_empty_description_empties_it(ann, where):
    made = new_milestone(ann, where, "keep", description="d")
    edited = ann.call("PATCH", f"{where}/milestones/keep", {"title": "", "description": ""}).json()
    assert edited["id"] == made["id"] and edited["title"] == "keep" and edited["description"] == ""


def test_is_found_by_id_and_else_by_title(ann, where):
    first = new_milestone(ann, where, "first")
    numbered = new_milestone(ann, where, str(first["id"] + 100000))
    assert ann.get(f"{where}/milestones/{first['id']}").json() == first
    assert ann.get(f"{where}/milestones/{numbered['title']}").json() == numbered
    new_milestone(ann, where, str(first["id"]))
    assert ann.get(f"{where}/milestones/{first['id']}").json()["title"] == "first"
    ann.refused("GET", f"{where}/milestones/FIRST", 404)
    other = at(new_repository(ann))
    ann.refused("DELETE", f"{other}/milestones/{first['id']}", 404)


def test_are_listed_by_date_and_found_by_a_part_of_the_title(ann, where):
    for title, more in (("late", {"due_on": "2032-01-01T00:00:00Z"}), ("Soon 100%", {"due_on": "2031-01-01T00:00:00Z"}), ("b", {}), ("a", {}),
                        ("done", {"state": "closed"})):
        new_milestone(ann, where, title, **more)
    assert titles(ann.get(f"{where}/milestones")) == ["a", "b", "Soon 100%", "late"]
    assert titles(ann.get(f"{where}/milestones?state=all")) == ["a", "b", "done", "Soon 100%", "late"]
    assert titles(ann.get(f"{where}/milestones?state=closed&name=ON")) == ["done"]
    assert titles(ann.get(f"{where}/milestones?name=0%25")) == ["Soon 100%"]
    assert titles(ann.get(f"{where}/milestones?name=_")) == []
    page = ann.get(f"{where}/milestones?limit=1&page=3")
    assert titles(page) == ["Soon 100%"] and page.headers["X-Total-Count"] == "4" and "Link" not in page.headers


def test_are_kept_by_those_who_may_write(ann, where, new_user, anonymous):
    reader, writer = new_user(), new_user()
    let_in(ann, ann.get(where).json(), reader, "read")
    let_in(ann, ann.get(where).json(), writer)
    anonymous.refused("POST", f"{where}/milestones", 401, {"title": "x"})
    reader.refused("POST", f"{where}/milestones", 403, {"title": "x"})
    new_milestone(writer, where)
    assert titles(anonymous.get(f"{where}/milestones")) == ["v1"]


def test_count_what_becomes_of_their_issues(ann, where):
    one, two = new_milestone(ann, where, "one")["id"], new_milestone(ann, where, "two")["id"]

    def counts():
        return [tuple(ann.get(f"{where}/milestones/{n}").json()[key] for key in ("open_issues", "closed_issues")) for n in (one, two)]

    numbers = [ann.post(f"{where}/issues", {"title": "x", "milestone": one}, expect=201).json()["number"] for _ in range(3)]
    assert counts() == [(3, 0), (0, 0)]
    first, second, third = (f"{where}/issues/{number}" for number in numbers)
    ann.call("PATCH", first, {"state": "closed"})
    assert counts() == [(2, 1), (0, 0)]
    ann.call("PATCH", first, {"milestone": two})
    ann.call("PATCH", second, {"milestone": two, "state": "closed"})
    assert counts() == [(1, 0), (0, 2)]
    ann.delete(first, expect=204)
    ann.call("PATCH", second, {"state": "open"})
    ann.call("PATCH", third, {"milestone": 0})
    assert counts() == [(0, 0), (1, 0)]
    ann.delete(f"{where}/milestones/{two}", expect=204)
    assert ann.get(second).json()["milestone"] is None
    event = [x for x in ann.get(f"{second}/timeline").json() if x["type"] == "milestone"][-1]
    assert event["old_milestone"]["title"] == "one"
