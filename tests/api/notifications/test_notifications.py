"""Notifications: who hears of what, and how threads are listed and marked."""
import pytest
from client import ADMIN, Client
from organizations import new_organization, new_team
from program import wait_past, wait_until
from repositories import at, let_in, new_repository


def new_issue(client, where, title="Something", **more):
    return client.post(f"{where}/issues", {"title": title, **more}, expect=201).json()["number"]


def comment(client, where, number, body):
    return client.post(f"{where}/issues/{number}/comments", {"body": body}, expect=201).json()["id"]


def threads(client, query="?all=true"):
    return client.get(f"/notifications{query}").json()


def titles(client, query="?all=true"):
    return sorted(thread["subject"]["title"] for thread in threads(client, query))


def arrive(client, *wanted, query="?all=true"):
    wait_until(lambda: titles(client, query) == sorted(wanted), f"{wanted}, got {titles(client, query)}")
    return threads(client, query)


def told(client):
    """Once everybody has heard of all that has happened: no notice waits any longer."""
    root = Client(client.url, basic=ADMIN)
    wait_until(lambda: root.get("/admin/jobs?kind=notification").json() == [], "all to be told")


def heard(client):
    """What the client has heard of, once all that happened before was told."""
    told(client)
    return titles(client)


@pytest.fixture
def ann(new_user):
    return new_user()


@pytest.fixture
def ben(new_user):
    return new_user()


@pytest.fixture
def where(ann):
    return at(new_repository(ann))


class TestThreads:
    def test_a_thread_tells_what_happened_where(self, ann, ben, where):
        number = new_issue(ben, where)
        [thread] = arrive(ann, "Something")
        assert thread["unread"] and not thread["pinned"] and "permissions" not in thread["repository"]
        assert thread["subject"] == {"title": "Something", "url": f"{ann.url}/api/v1{where}/issues/{number}", "type": "Issue", "state": "open",
                                     "html_url": f"{ann.url}{where.removeprefix('/repos')}/issues/{number}", "latest_comment_url": "",
                                     "latest_comment_html_url": ""}
        assert ann.call("GET", thread["url"].removeprefix(ann.url)).json() == thread
        assert ann.get("/notifications/new").json() == {"new": 1}
        assert ann.get(f"{where}/notifications").json() == [thread]
        assert threads(ben) == []
        said = comment(ben, where, number, "more")
        wait_until(lambda: threads(ann)[0]["subject"]["latest_comment_url"].endswith(f"/issues/comments/{said}"), "the comment")
        ben.call("PATCH", f"{where}/issues/{number}", {"state": "closed"})
        wait_until(lambda: threads(ann)[0]["subject"]["state"] == "closed", "the state")

    def test_news_make_a_read_thread_unread_and_leave_a_pinned_one_pinned(self, ann, ben, where):
        number = new_issue(ben, where)
        [thread] = arrive(ann, "Something")
        path = f"/notifications/threads/{thread['id']}"
        assert ann.call("PATCH", path, expect=205).json() == {**thread, "unread": False}
        assert threads(ann, "") == []
        comment(ben, where, number, "news")
        arrive(ann, "Something", query="")
        ann.call("PATCH", f"{path}?to-status=pinned", expect=205)
        wait_past(thread["updated_at"])
        comment(ben, where, number, "more news")
        assert heard(ann) == ["Something"]
        latest = ann.get(path).json()
        assert latest["pinned"] and not latest["unread"] and latest["updated_at"] > thread["updated_at"]
        assert ann.call("PATCH", f"{path}?to-status=strange", expect=205).json()["pinned"] is False

    def test_belong_to_one_person(self, ann, ben, where, admin, anonymous):
        new_issue(ben, where)
        [thread] = arrive(ann, "Something")
        path = f"/notifications/threads/{thread['id']}"
        for method in ("GET", "PATCH"):
            ben.refused(method, path, 403)
            anonymous.refused(method, path, 401)
            ann.refused(method, "/notifications/threads/abc", 404)
            ann.refused(method, "/notifications/threads/99999999", 404)
        assert admin.get(path).json() == thread

    def test_are_filtered_by_status_subject_and_time(self, ann, ben, where):
        for title in ("unread", "read", "pinned"):
            new_issue(ben, where, title)
        ids = {thread["subject"]["title"]: thread["id"] for thread in arrive(ann, "unread", "read", "pinned")}
        for title in ("read", "pinned"):
            ann.call("PATCH", f"/notifications/threads/{ids[title]}?to-status={title}", expect=205)
        for query, wanted in {"": "pinned unread", "all=true": "pinned read unread", "status-types=READ": "read",
                              "status-types=read&status-types=pinned": "pinned read", "status-types=strange": "pinned read unread",
                              "all=true&status-types=read": "pinned read unread", "subject-type=Issue": "pinned unread", "subject-type=pull": "",
                              "subject-type=strange": "pinned unread", "since=2199-01-01T00:00:00Z": "", "before=2001-01-01T00:00:00Z": "",
                              "since=2001-01-01T00:00:00Z": "pinned unread"}.items():
            assert titles(ann, f"?{query}") == wanted.split(), query
            assert sorted(x["subject"]["title"] for x in ann.get(f"{where}/notifications?{query}").json()) == wanted.split(), query
        ann.refused("GET", "/notifications?since=noon", 422)
        page = ann.get("/notifications?all=true&limit=2")
        assert len(page.json()) == 2 and page.headers["X-Total-Count"] == "3" and 'rel="next"' in page.headers["Link"]

    def test_are_marked_at_once_everywhere_or_in_one_repository(self, ann, ben, where):
        other = at(new_repository(ann))
        new_issue(ben, where, "here")
        new_issue(ben, other, "there")
        arrive(ann, "here", "there")
        assert ann.call("PUT", "/notifications?last_read_at=2001-01-01T00:00:00Z", expect=205).json() == []
        [marked] = ann.call("PUT", f"{where}/notifications", expect=205).json()
        assert marked["subject"]["title"] == "here" and not marked["unread"]
        assert titles(ann, "") == ["there"]
        assert len(ann.call("PUT", "/notifications?all=true&to-status=pinned", expect=205).json()) == 2
        assert ann.call("PUT", "/notifications", expect=205).json() == []
        assert len(ann.call("PUT", "/notifications?status-types=pinned&to-status=unread&last_read_at=2199-01-01T00:00:00%2B01:00",
                            expect=205).json()) == 2
        ann.refused("PUT", "/notifications?last_read_at=noon", 400)

    def test_keep_silent_about_what_was_closed_and_go_with_the_issue(self, ann, ben, where):
        secret = new_repository(ann, private=True)
        let_in(ann, secret, ben, "read")
        new_issue(ann, at(secret), "Secret", body=f"@{ben.name}")
        arrive(ben, "Secret")
        ann.delete(f"{at(secret)}/collaborators/{ben.name}", expect=204)
        [thread] = threads(ben)
        assert thread["repository"] is None and thread["subject"] is None
        number = new_issue(ben, where, "Short-lived")
        arrive(ann, "Short-lived")
        ann.delete(f"{where}/issues/{number}", expect=204)
        assert threads(ann) == [] and ann.get("/notifications/new").json() == {"new": 0}

    def test_need_their_scope(self, ann, where, new_token):
        reading, others = new_token(ann, "read:notification"), new_token(ann, "write:repository", "write:issue")
        public = new_token(ann, "write:notification", "public-only")
        for path in ("/notifications", "/notifications/new", f"{where}/notifications"):
            reading.get(path)
            others.refused("GET", path, 403)
        reading.refused("PUT", "/notifications", 403)
        public.refused("GET", "/notifications", 403)
        public.get(f"{where}/notifications")


class TestWhoHears:
    def test_watchers_participants_and_assignees_but_never_who_did_it(self, ann, ben, where, new_user):
        commenter, assignee, stranger = (new_user() for _ in range(3))
        number = new_issue(ben, where)
        ann.call("PATCH", f"{where}/issues/{number}", {"assignees": [assignee.name]})
        told(ann)
        comment(commenter, where, number, "me too")
        arrive(ann, "Something")
        arrive(ben, "Something")
        arrive(assignee, "Something")
        assert threads(commenter) == []
        comment(ann, where, number, "thanks")
        arrive(commenter, "Something")
        assert heard(stranger) == []

    def test_assignees_hear_of_it_but_not_of_their_own_deed_nor_of_its_end(self, ann, ben, where):
        let_in(ann, ann.get(where).json(), ben)
        ben.delete(f"{where}/subscription")
        number = new_issue(ann, where)
        assert heard(ben) == []
        ben.call("PATCH", f"{where}/issues/{number}", {"assignees": [ben.name]})
        assert heard(ben) == []
        ann.call("PATCH", f"{where}/issues/{number}", {"assignees": []})
        assert heard(ben) == []
        ann.call("PATCH", f"{where}/issues/{number}", {"assignees": [ben.name]})
        assert heard(ben) == ["Something"]

    @pytest.mark.parametrize("text, hears", [("@{}", True), ("(@{})", True), ("hi @{}, look", True), ("@{}!", True), ("`@{}`", False),
                                             ("mail@{}", False), ("@{}x", False)])
    def test_who_is_mentioned(self, ann, ben, where, text, hears):
        new_issue(ann, where, "Mention", body=text.format(ben.name.upper()))
        assert heard(ben) == (["Mention"] if hears else [])

    def test_a_mention_needs_access_and_does_not_reach_who_blocked_the_writer(self, ann, ben, where, new_user):
        blocker = new_user()
        blocker.call("PUT", f"/user/blocks/{ann.name}", expect=204)
        secret = at(new_repository(ann, private=True))
        new_issue(ann, secret, "Secret", body=f"@{ben.name}")
        new_issue(ann, where, "Psst", body=f"@{blocker.name}")
        assert heard(ben) == []
        assert titles(blocker) == []

    def test_the_team_that_is_mentioned(self, ann, ben):
        org = new_organization(ann)
        repository = ann.post(f"/orgs/{org}/repos", {"name": "r"}, expect=201).json()
        team = new_team(ann, org, ben, name="Crew", permission="write", units=["repo.issues"])
        ann.call("PUT", f"/teams/{team}/repos/{org}/r", expect=204)
        ben.delete(f"{at(repository)}/subscription")
        new_issue(ann, at(repository), "For the crew", body=f"@{org}/crew please")
        arrive(ben, "For the crew")

    def test_not_who_unsubscribed_unless_they_are_meant_by_name(self, ann, ben, where):
        ben.call("PUT", f"{where}/subscription")
        number = new_issue(ann, where)
        arrive(ben, "Something")
        ben.call("DELETE", f"{where}/issues/{number}/subscriptions/{ben.name}")
        ben.call("PUT", "/notifications", expect=205)
        comment(ann, where, number, "silence")
        heard(ben)
        assert "Something" not in titles(ben, "")
        comment(ann, where, number, f"@{ben.name}")
        wait_until(lambda: "Something" in titles(ben, ""), "the mention")

    def test_who_subscribed_to_the_issue_alone(self, ann, ben, where):
        one, two = new_issue(ann, where, "one"), new_issue(ann, where, "two")
        ben.call("PUT", f"{where}/issues/{one}/subscriptions/{ben.name}")
        comment(ann, where, one, "hear me")
        comment(ann, where, two, "hear me not")
        assert heard(ben) == ["one"]

    def test_nobody_of_edits_marks_and_times(self, ann, ben, where):
        number = new_issue(ben, where)
        path = f"{where}/issues/{number}"
        label = ann.post(f"{where}/labels", {"name": "x", "color": "#fff"}, expect=201).json()["id"]
        ann.call("PATCH", path, {"title": "Renamed", "body": "changed"})
        ann.call("PUT", f"{path}/lock", {})
        ann.post(f"{path}/labels", {"labels": [label]})
        ann.post(f"{path}/reactions", {"content": "+1"})
        ann.post(f"{path}/times", {"time": 5})
        assert heard(ben) == []

    def test_of_a_repository_that_is_offered_those_who_may_take_it(self, ann, ben):
        offered = new_repository(ann)
        ann.post(f"{at(offered)}/transfer", {"new_owner": ben.name}, expect=201)
        [thread] = arrive(ben, offered["full_name"])
        assert thread["subject"]["type"] == "Repository" and thread["subject"]["url"] == f"/{offered['full_name']}"
        assert titles(ben, "?subject-type=repository") == [offered["full_name"]] and titles(ben, "?subject-type=issue") == []
