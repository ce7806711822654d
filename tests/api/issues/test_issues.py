"""Issues: opening, listing, changing and deleting them, and who may."""
import threading

import pytest
from issues import kinds, new_issue, say, timeline, titles
from repositories import at, let_in, new_repository


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture(scope="module")
def reader(new_user):
    return new_user()


@pytest.fixture
def repository(owner):
    return new_repository(owner)


class TestOpening:
    def test_shows_the_issue_with_all_its_members(self, owner, repository, anonymous):
        address, made = new_issue(owner, repository, "  First  ", body="text", ref="main", due_date="2031-02-03T04:05:06Z")
        assert made["title"] == "First" and made["number"] == 1 and made["state"] == "open" and made["content_version"] == 0
        assert made["due_date"] == "2031-02-03T04:05:06Z" and made["ref"] == "main" and made["assignees"] is None
        assert made["repository"]["full_name"] == repository["full_name"] and made["labels"] == [] and made["pull_request"] is None
        assert made["url"].endswith(address) and made["html_url"].endswith(f"{repository['full_name']}/issues/1")
        assert anonymous.get(address).json()["user"]["login"] == owner.name
        assert owner.get(at(repository)).json()["open_issues_count"] == 1

    @pytest.mark.parametrize("body", [{}, {"title": ""}, {"title": "  "}, {"title": 5}, {"title": "x", "due_date": "tomorrow"},
                                      {"title": "x", "assignees": ["nobody-at-all"]}])
    def test_refuses_what_makes_no_sense(self, owner, repository, body):
        owner.refused("POST", f"{at(repository)}/issues", 422, body)
        assert owner.get(f"{at(repository)}/issues?state=all").json() == []

    def test_cuts_a_long_title(self, owner, repository):
        _, made = new_issue(owner, repository, "ü" * 200)
        assert len(made["title"].encode()) <= 255 and made["title"].endswith("ü…")

    def test_drops_what_only_writers_may_say(self, owner, reader, repository):
        _, made = new_issue(reader, repository, assignees=[owner.name], due_date="2031-01-01T00:00:00Z", ref="main", milestone=1)
        assert made["assignees"] is None and made["due_date"] is None and made["ref"] == "main" and made["milestone"] is None

    def test_closed_leaves_an_event_and_counts_as_closed(self, owner, repository):
        address, made = new_issue(owner, repository, closed=True)
        assert made["state"] == "closed" and made["closed_at"] and kinds(owner, address) == ["close"]
        assert owner.get(at(repository)).json()["open_issues_count"] == 0

    def test_by_many_at_once_gives_every_number_once(self, owner, repository, server, client):
        creators, each, numbers = 16, 5, []

        def open_some():
            mine = client(basic=owner.basic)
            for n in range(each):
                numbers.append(mine.post(f"{at(repository)}/issues", {"title": f"one of many {n}"}, expect=201).json()["number"])

        threads = [threading.Thread(target=open_some) for _ in range(creators)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(numbers) == list(range(1, creators * each + 1))
        assert owner.get(f"{at(repository)}/issues?limit=1").headers["X-Total-Count"] == str(creators * each)

    def test_is_refused_where_the_repository_is_archived_or_has_no_issues(self, owner, repository):
        new_issue(owner, repository)
        owner.call("PATCH", at(repository), {"has_issues": False})
        owner.get(f"{at(repository)}/issues/1", expect=404)
        owner.post(f"{at(repository)}/issues", {"title": "x"}, expect=404)
        owner.call("PATCH", at(repository), {"has_issues": True, "archived": True})
        owner.get(f"{at(repository)}/issues/1")
        owner.post(f"{at(repository)}/issues", {"title": "x"}, expect=423)


class TestListing:
    def test_has_filters_for_state_people_time_and_words(self, owner, reader, repository):
        let_in(owner, repository, reader)
        first, made = new_issue(owner, repository, "Kettle boils", assignees=[reader.name])
        new_issue(reader, repository, "Toaster", body=f"the kettle is elsewhere, @{owner.name}")
        third, _ = new_issue(owner, repository, "Lamp")
        say(owner, third, "a zebra crossing")
        owner.call("PATCH", first, {"state": "closed"})
        issues = f"{at(repository)}/issues"
        for query, expected in {
                "": ["Lamp", "Toaster"], "state=closed": ["Kettle boils"], "state=all": ["Lamp", "Toaster", "Kettle boils"],
                "state=odd": ["Lamp", "Toaster"], f"state=all&created_by={reader.name.upper()}": ["Toaster"],
                f"state=all&assigned_by={reader.name}": ["Kettle boils"], f"mentioned_by={owner.name}": ["Toaster"],
                "state=all&q=KETTLE": ["Toaster", "Kettle boils"], "q=zebra": ["Lamp"], "q=zebra+lamp": ["Lamp"], "q=zebra+toaster": [],
                "q=3": ["Lamp"], "q=%22": [], "q=ket*": [], "since=2199-01-01T00:00:00Z": [], "before=2001-01-01T00:00:00Z": [],
                "state=all&limit=1&page=2": ["Toaster"], "page=9": [], "labels=none": ["Lamp", "Toaster"], "type=issues": ["Lamp", "Toaster"]}.items():
            answer = owner.get(f"{issues}?{query}")
            assert titles(answer) == expected, query
        assert owner.get(f"{issues}?state=all&limit=2").headers["X-Total-Count"] == "3"
        assert owner.get(f"{issues}?state=all&q=kettle&limit=1").headers["X-Total-Count"] == "2"
        assert owner.get(f"{at(repository)}/issues?type=pulls", expect=200).json() == []
        owner.refused("GET", f"{at(repository)}/pulls", 404)
        for query, status in {"created_by=nobody-at-all": 404, "since=yesterday": 422}.items():
            owner.get(f"{issues}?{query}", expect=status)

    def test_shows_private_ones_to_nobody_else(self, owner, reader, anonymous):
        closed = new_repository(owner, private=True)
        address, _ = new_issue(owner, closed)
        for stranger in (reader, anonymous):
            for method, path in (("GET", address), ("GET", f"{at(closed)}/issues"), ("PATCH", address), ("DELETE", address), ("POST", f"{address}/comments")):
                stranger.call(method, path, {"title": "x", "body": "y"} if method in ("PATCH", "POST") else None, expect=404)


class TestChanging:
    def test_leaves_its_traces(self, owner, repository):
        address, _ = new_issue(owner, repository, "Old", body="one")
        owner.call("PATCH", address, {"title": "New", "ref": "refs/heads/topic", "due_date": "2032-02-03T22:00:00+05:00"}, expect=201)
        changed = owner.call("PATCH", address, {"title": "", "body": "two", "state": "closed"}, expect=201).json()
        assert (changed["title"], changed["body"], changed["state"], changed["content_version"]) == ("New", "two", "closed", 1)
        assert changed["due_date"] == "2032-02-03T18:59:59Z"
        owner.call("PATCH", address, {"state": "closed", "unset_due_date": True}, expect=201)
        entries = timeline(owner, address)
        assert [e["type"] for e in entries] == ["change_title", "change_issue_ref", "added_deadline", "close", "removed_deadline"]
        assert (entries[0]["old_title"], entries[0]["new_title"], entries[1]["new_ref"]) == ("Old", "New", "topic")

    def test_refuses_what_makes_no_sense(self, owner, repository):
        address, _ = new_issue(owner, repository)
        for body, status in (({"state": "reopened"}, 412), ({"unset_due_date": False}, 400), ({"due_date": "soon"}, 422), ({"title": 7}, 422),
                             ({"assignees": ["nobody-at-all"]}, 422), ({"milestone": 999999}, 404)):
            owner.refused("PATCH", address, status, body)
        assert owner.get(address).json()["updated_at"] and kinds(owner, address) == []

    def test_of_a_text_that_somebody_else_has_changed_changes_nothing(self, owner, repository):
        address, _ = new_issue(owner, repository)
        owner.call("PATCH", address, {"body": "one", "content_version": 0}, expect=201)
        owner.refused("PATCH", address, 409, {"title": "lost", "body": "lost", "content_version": 0})
        assert owner.get(address).json()["body"] == "one" and owner.get(address).json()["title"] == "Thing"

    def test_is_for_the_poster_and_for_writers(self, owner, reader, repository, new_user):
        address, _ = new_issue(reader, repository)
        answer = new_user().call("PATCH", address, {"title": "x"}, expect=403)
        assert answer.content == b""
        changed = reader.call("PATCH", address, {"title": "Mine", "assignees": [owner.name], "due_date": "2031-01-01T00:00:00Z"}, expect=201).json()
        assert changed["title"] == "Mine" and changed["assignees"] is None and changed["due_date"] is None

    def test_by_the_blocked_is_closing_and_nothing_else(self, owner, repository, new_user):
        person = new_user()
        address, _ = new_issue(person, repository)
        owner.call("PUT", f"/user/blocks/{person.name}", expect=204)
        for change in ({"title": "x"}, {"body": "x"}, {"ref": "x"}, {"state": "closed", "body": "x"}):
            person.refused("PATCH", address, 403, change)
        person.refused("POST", f"{address}/assets", 403, files={"attachment": ("n.txt", b"x")})
        person.post(f"{address}/times", {"time": 5}, expect=403)
        person.call("PATCH", address, {"state": "closed"}, expect=201)
        person.refused("PATCH", address, 403, {"state": "open"})
        owner.delete(f"/user/blocks/{person.name}", expect=204)
        person.call("PATCH", address, {"state": "open", "title": "Mine"}, expect=201)


class TestAssignees:
    def test_are_replaced_added_and_removed(self, owner, reader, repository):
        address, _ = new_issue(owner, repository)
        names = lambda answer: sorted(person["login"] for person in answer.json()["assignees"] or [])  # noqa: E731
        assert names(owner.call("PATCH", address, {"assignees": [reader.name]})) == [reader.name]
        assert names(owner.call("PATCH", address, {"assignee": owner.name})) == [owner.name]
        both = sorted((owner.name, reader.name))
        assert names(owner.post(f"{address}/assignees", {"assignees": [reader.name]}, expect=201)) == both
        assert names(owner.call("DELETE", f"{address}/assignees", {"assignees": [owner.name]}, expect=200)) == [reader.name]
        assert kinds(owner, address) == ["assignees"] * 5
        reader.post(f"{address}/assignees", {"assignees": [reader.name]}, expect=403)
        owner.post(f"{address}/assignees", {"assignees": ["nobody-at-all"]}, expect=422)
        owner.get(f"{address}/assignees/{reader.name}", expect=204)


class TestLocksAndPins:
    def test_a_locked_issue_is_for_writers_to_talk_about(self, owner, reader, repository):
        address, _ = new_issue(reader, repository)
        reader.call("PUT", f"{address}/lock", {"lock_reason": "Spam"}, expect=403)
        for _ in range(2):
            owner.call("PUT", f"{address}/lock", {"lock_reason": "Spam"}, expect=204)
        reader.post(f"{address}/comments", {"body": "x"}, expect=403)
        reader.post(f"{address}/reactions", {"content": "+1"}, expect=403)
        say(owner, address)
        owner.delete(f"{address}/lock", expect=204)
        say(reader, address)
        assert kinds(owner, address) == ["lock", "comment", "unlock", "comment"]

    def test_pins_keep_their_order(self, owner, repository):
        addresses = [new_issue(owner, repository, f"Issue {n}")[0] for n in range(1, 5)]
        for address in addresses[:3]:
            owner.post(f"{address}/pin", expect=204)
        owner.refused("POST", f"{addresses[3]}/pin", 422)
        assert owner.get(f"{at(repository)}/new_pin_allowed").json() == {"issues": False, "pull_requests": True}
        pinned = lambda: titles(owner.get(f"{at(repository)}/issues/pinned"))  # noqa: E731
        for issue, place, expected in ((2, 1, [3, 1, 2]), (2, 3, [1, 2, 3]), (0, 2, [2, 1, 3]), (0, 99, [2, 3, 1]), (0, 0, [1, 2, 3])):
            owner.call("PATCH", f"{addresses[issue]}/pin/{place}", expect=204)
            assert pinned() == [f"Issue {n}" for n in expected]
        owner.delete(f"{addresses[0]}/pin", expect=204)
        owner.delete(f"{addresses[0]}/pin", expect=204)
        owner.delete(addresses[1], expect=204)
        assert pinned() == ["Issue 3"] and owner.get(addresses[0]).json()["pin_order"] == 0


class TestDeleting:
    def test_takes_everything_along_and_never_gives_the_number_again(self, owner, reader, repository):
        address, _ = new_issue(reader, repository)
        comment = say(reader, address)
        reader.call("DELETE", address, expect=403)
        owner.delete(address, expect=204)
        owner.delete(address, expect=404)
        owner.get(f"{at(repository)}/issues/comments/{comment['id']}", expect=404)
        assert owner.get(at(repository)).json()["open_issues_count"] == 0
        assert new_issue(owner, repository)[1]["number"] == 2

    def test_of_the_poster_leaves_the_issue_to_a_ghost(self, owner, repository, new_user, admin):
        person = new_user()
        address, _ = new_issue(person, repository)
        say(person, address, "was here")
        admin.delete(f"/admin/users/{person.name}", expect=204)
        assert owner.get(address).json()["user"]["login"] == "Ghost"
        assert owner.get(f"{address}/comments").json()[0]["user"]["login"] == "Ghost"


class TestSubscriptions:
    def test_follow_what_was_asked_for_then_the_watch_then_taking_part(self, owner, reader, repository):
        address, _ = new_issue(owner, repository)
        hears = lambda who: who.get(f"{address}/subscriptions/check").json()["subscribed"]  # noqa: E731
        assert hears(owner) and not hears(reader)
        say(reader, address)
        assert hears(reader)
        for status in (201, 200):
            reader.delete(f"{address}/subscriptions/{reader.name}", expect=status)
        assert not hears(reader)
        for status in (201, 200):
            reader.call("PUT", f"{address}/subscriptions/{reader.name}", expect=status)
        assert [person["login"] for person in owner.get(f"{address}/subscriptions").json()] == [reader.name]
        owner.call("PUT", f"{address}/subscriptions/{reader.name}", expect=403)
