"""Time spent on issues, by hand and by the clock."""
import pytest
from repositories import at, let_in, new_repository


@pytest.fixture
def ann(new_user):
    return new_user()


@pytest.fixture
def repository(ann):
    return new_repository(ann)


@pytest.fixture
def issue(ann, repository):
    return f"{at(repository)}/issues/{ann.post(f'{at(repository)}/issues', {'title': 'Work'}, expect=201).json()['number']}"


def spent(answer):
    return [(entry["user_name"], entry["time"]) for entry in answer.json()]


def events(client, issue):
    return [(x["type"], x["body"]) for x in client.get(f"{issue}/timeline").json() or [] if "tracking" in x["type"] or "time" in x["type"]]


class TestByHand:
    def test_is_added_listed_and_deleted_and_each_is_told(self, ann, repository, issue):
        first = ann.post(f"{issue}/times", {"time": 90}, expect=200).json()
        assert first["issue"]["title"] == "Work" and first["issue_id"] == first["issue"]["id"]
        second = ann.post(f"{issue}/times", {"time": 7261, "created": "2020-01-02T03:04:05Z"}).json()
        assert second["created"] == "2020-01-02T03:04:05Z"
        for where in (f"{issue}/times", f"{at(repository)}/times", f"{at(repository)}/times/{ann.name}", "/user/times"):
            assert spent(ann.get(where)) == [(ann.name, 90), (ann.name, 7261)]
        assert spent(ann.get(f"{issue}/times?before=2021-01-01T00:00:00Z")) == []
        ann.delete(f"{issue}/times/{first['id']}", expect=204)
        ann.refused("DELETE", f"{issue}/times/{first['id']}", 404)
        ann.post(f"{issue}/times", {"time": -61})
        ann.delete(f"{issue}/times", expect=204)
        ann.refused("DELETE", f"{issue}/times", 404)
        assert ann.get(f"{issue}/times").json() == []
        assert events(ann, issue) == [("add_time_manual", "1 minute"), ("add_time_manual", "2 hours 1 minute"), ("delete_time_manual", "1 minute"),
                                      ("add_time_manual", "-1 minute"), ("delete_time_manual", "2 hours")]

    @pytest.mark.parametrize("body", [{}, {"time": 0}, {"time": "1"}, {"time": None}, {"time": 10**12}, {"time": 1, "created": "noon"}])
    def test_a_wrong_entry_is_refused(self, ann, issue, body):
        ann.refused("POST", f"{issue}/times", 422, body)

    def test_who_may_add(self, ann, repository, issue, new_user, anonymous):
        poster, writer, assignee, stranger = (new_user() for _ in range(4))
        let_in(ann, repository, writer)
        theirs = f"{at(repository)}/issues/{poster.post(f'{at(repository)}/issues', {'title': 'x'}, expect=201).json()['number']}"
        ann.call("PATCH", theirs, {"assignees": [assignee.name]})
        for person in (ann, poster, writer, assignee):
            person.post(f"{theirs}/times", {"time": 1})
        assert stranger.post(f"{theirs}/times", {"time": 1}, expect=403).content == b""
        anonymous.refused("POST", f"{theirs}/times", 401, {"time": 1})
        tracker = {"enable_time_tracker": True, "allow_only_contributors_to_track_time": False, "enable_issue_dependencies": True}
        ann.call("PATCH", at(repository), {"has_issues": True, "internal_tracker": tracker})
        stranger.post(f"{theirs}/times", {"time": 1})

    def test_who_sees_whose(self, ann, repository, issue, new_user, anonymous, admin):
        writer, reader = new_user(), new_user()
        let_in(ann, repository, writer)
        for person in (ann, writer):
            person.post(f"{issue}/times", {"time": 5})
        for where in (f"{issue}/times", f"{at(repository)}/times"):
            assert len(writer.get(where).json()) == len(admin.get(where).json()) == 2
            assert reader.get(where).json() == []
            assert spent(writer.get(f"{where}?user={ann.name}")) == [(ann.name, 5)]
            reader.refused("GET", f"{where}?user={ann.name}", 403)
            reader.refused("GET", f"{where}?user=nobody-at-all", 404)
            anonymous.refused("GET", where, 401)
        writer.refused("GET", f"{at(repository)}/times/{ann.name}", 403)
        assert spent(ann.get(f"{at(repository)}/times/{writer.name}")) == [(writer.name, 5)]

    def test_administrators_add_for_others_and_owners_and_site_administrators_delete(self, ann, repository, issue, new_user, admin):
        writer = new_user()
        let_in(ann, repository, writer)
        entry = ann.post(f"{issue}/times", {"time": 5, "user_name": writer.name}).json()
        assert entry["user_name"] == writer.name
        assert writer.post(f"{issue}/times", {"time": 6, "user_name": ann.name}).json()["user_name"] == writer.name
        ann.refused("POST", f"{issue}/times", 404, {"time": 7, "user_name": "nobody-at-all"})
        assert ann.delete(f"{issue}/times/{entry['id']}", expect=403).content == b""
        admin.delete(f"{issue}/times/{entry['id']}", expect=204)

    def test_what_is_in_a_repository_that_was_closed_is_not_shown(self, ann, new_user):
        worker = new_user()
        repository = new_repository(ann, private=True)
        let_in(ann, repository, worker)
        ann.post(f"{at(repository)}/issues", {"title": "x"}, expect=201)
        worker.post(f"{at(repository)}/issues/1/times", {"time": 5})
        assert spent(worker.get("/user/times")) == [(worker.name, 5)]
        ann.delete(f"{at(repository)}/collaborators/{worker.name}", expect=204)
        answer = worker.get("/user/times")
        assert answer.json() == [] and answer.headers["X-Total-Count"] == "1"

    def test_switched_off(self, ann, repository, issue):
        tracker = {"enable_time_tracker": False, "allow_only_contributors_to_track_time": True, "enable_issue_dependencies": True}
        ann.call("PATCH", at(repository), {"has_issues": True, "internal_tracker": tracker})
        ann.refused("GET", f"{issue}/times", 404)
        ann.refused("POST", f"{issue}/times", 400, {"time": 1})
        ann.refused("DELETE", f"{issue}/times", 400)
        ann.refused("GET", f"{at(repository)}/times", 400)
        assert ann.post(f"{issue}/stopwatch/start", expect=403).content == b""


class TestByTheClock:
    def test_starts_stops_and_is_forgotten(self, ann, issue):
        ann.refused("POST", f"{issue}/stopwatch/stop", 409)
        assert ann.post(f"{issue}/stopwatch/start", expect=201).content == b""
        ann.refused("POST", f"{issue}/stopwatch/start", 409)
        [watch] = ann.get("/user/stopwatches").json()
        assert watch["issue_title"] == "Work" and watch["repo_owner_name"] == ann.name and 0 <= watch["seconds"] < 60
        ann.delete(f"{issue}/stopwatch/delete", expect=204)
        ann.refused("DELETE", f"{issue}/stopwatch/delete", 409)
        ann.post(f"{issue}/stopwatch/start", expect=201)
        ann.post(f"{issue}/stopwatch/stop", expect=201)
        assert ann.get("/user/stopwatches").json() == []
        assert [kind for kind, _ in events(ann, issue)] == ["start_tracking", "cancel_tracking", "start_tracking", "stop_tracking"]
        assert len(ann.get(f"{issue}/times").json()) == 1

    def test_runs_on_one_issue_and_stops_when_that_is_closed(self, ann, repository, issue):
        other = f"{at(repository)}/issues/{ann.post(f'{at(repository)}/issues', {'title': 'Other'}, expect=201).json()['number']}"
        ann.post(f"{issue}/stopwatch/start", expect=201)
        ann.post(f"{other}/stopwatch/start", expect=201)
        assert [watch["issue_title"] for watch in ann.get("/user/stopwatches").json()] == ["Other"]
        assert len(ann.get(f"{issue}/times").json()) == 1
        ann.call("PATCH", other, {"state": "closed"})
        assert ann.get("/user/stopwatches").json() == [] and len(ann.get(f"{other}/times").json()) == 1

    def test_is_for_those_who_may_write(self, ann, repository, new_user, anonymous):
        poster = new_user()
        number = poster.post(f"{at(repository)}/issues", {"title": "x"}, expect=201).json()["number"]
        path = f"{at(repository)}/issues/{number}/stopwatch"
        for method, what in (("POST", "start"), ("POST", "stop"), ("DELETE", "delete")):
            assert poster.call(method, f"{path}/{what}", expect=403).content == b""
            anonymous.refused(method, f"{path}/{what}", 401)
            ann.refused(method, f"{at(repository)}/issues/99999/stopwatch/{what}", 404)
