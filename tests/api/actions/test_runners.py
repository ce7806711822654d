"""Runners: how they come, who sees them, and how they are told from others."""
import pytest
import requests
from organizations import new_organization
from repositories import at, let_in, new_repository
from runner import RPC, Runner


def registration_token(who, path):
    return who.post(f"{path}/runners/registration-token", expect=200).json()["token"]


@pytest.fixture
def join(server):
    return lambda who, path, **more: Runner(server.url, registration_token(who, path), **more)


class TestRegistrationToken:
    def test_is_the_same_until_it_is_reset(self, place):
        owner, path = place
        token = registration_token(owner, path)
        assert len(token) == 40 and token == registration_token(owner, path)

    def test_is_for_the_owner_alone(self, new_user, anonymous, admin):
        owner, friend = new_user(), new_user()
        repository = new_repository(owner)
        let_in(owner, repository, friend, "admin")
        for path in at(repository), f"/orgs/{new_organization(owner)}", "/admin":
            friend.refused("POST", f"{path}/actions/runners/registration-token", 403)
            anonymous.refused("POST", f"{path}/actions/runners/registration-token", 401)
        assert registration_token(admin, "/admin/actions")


@pytest.mark.parametrize("form", ["json", "proto"])
class TestProtocol:
    def test_a_runner_registers_and_declares_itself(self, new_user, join, form):
        owner = new_user()
        runner = join(owner, "/user/actions", name="forge", labels=("ubuntu:docker://image", "box"), form=form)
        shown = owner.get(f"/user/actions/runners/{runner.id}").json()
        assert shown == {"id": runner.id, "name": "forge", "status": "online", "busy": False, "disabled": False,
                         "ephemeral": False, "labels": [{"id": 0, "name": "ubuntu", "type": "custom"},
                                                        {"id": 1, "name": "box", "type": "custom"}]}
        told = runner.rpc("Declare", {"version": "v2", "labels": ["arm:host"]})["runner"]
        assert told["labels"] == ["arm"] and told["version"] == "v2" and "token" not in told
        assert [label["name"] for label in owner.get(f"/user/actions/runners/{runner.id}").json()["labels"]] == ["arm"]

    def test_who_has_no_token_is_refused_in_connects_words(self, new_user, join, form):
        owner = new_user()
        runner = join(owner, "/user/actions", form=form)
        good = runner.headers
        for bad in {"x-runner-uuid": runner.uuid, "x-runner-token": "0" * 40}, {"x-runner-uuid": runner.uuid}, {}, \
                {"x-runner-uuid": "nobody", "x-runner-token": runner.token}:
            runner.headers = bad
            runner.refused("Declare", {"version": "v1", "labels": []}, 401, "unauthenticated")
        runner.headers = {}
        runner.refused("Register", {"name": "x", "token": "0" * 40}, 401, "unauthenticated")
        runner.refused("Register", {"name": "", "token": registration_token(owner, "/user/actions")}, 400, "invalid_argument")
        runner.headers = good
        runner.refused("Declare", {"version": "v1", "labels": ["x" * 256]}, 400, "invalid_argument")

    def test_a_runner_that_was_deleted_is_not_known_any_more(self, new_user, join, form):
        owner = new_user()
        runner = join(owner, "/user/actions", form=form)
        owner.delete(f"/user/actions/runners/{runner.id}", expect=204)
        runner.refused("Declare", {"version": "v1", "labels": []}, 401, "unauthenticated")


class TestMessages:
    def send(self, server, body, **headers):
        return requests.post(server.url + RPC + "Register", data=body, headers=headers, timeout=30)

    def test_come_in_no_other_form(self, server):
        assert self.send(server, b"a=b", **{"Content-Type": "application/x-www-form-urlencoded"}).status_code == 415
        assert self.send(server, b"{}").status_code == 415
        assert self.send(server, b"xx", **{"Content-Type": "application/json", "Content-Encoding": "gzip"}).status_code == 415

    @pytest.mark.parametrize("form, body", [("json", b"[]"), ("json", b"{"), ("json", b'{"name":1}'), ("json", b"\xff"),
                                            ("proto", b"\x08"), ("proto", b"\x0a\xff"), ("proto", b"\x0b")])
    def test_that_are_broken_are_refused(self, server, form, body):
        answer = self.send(server, body, **{"Content-Type": "application/" + form})
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_argument")

    def test_have_a_limit(self, server):
        answer = self.send(server, b" " * 200_000, **{"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (429, "resource_exhausted")

    def test_of_runners_may_be_larger(self, server, new_user, join):
        runner = join(new_user(), "/user/actions")
        answer = requests.post(server.url + RPC + "Declare", data=b" " * 200_000 + b"{}", timeout=30,
                               headers={**runner.headers, "Content-Type": "application/json"})
        assert answer.status_code == 200
        answer = requests.post(server.url + RPC + "Declare", data=b" " * (8 * 1024 * 1024 + 100_000), timeout=30,
                               headers={**runner.headers, "Content-Type": "application/json"})
        assert answer.status_code == 429

    def test_ping_is_answered(self, server):
        answer = requests.post(server.url + "/api/actions/ping.v1.PingService/Ping", json={"data": "me"}, timeout=30)
        assert "me" in answer.json()["data"]


class TestManaging:
    def test_switches_a_runner_off_and_on(self, place, join):
        owner, path = place
        runner = join(owner, path)
        answer = owner.call("PATCH", f"{path}/runners/{runner.id}", {"disabled": True}, expect=200)
        assert answer.json()["disabled"] is True
        listed = owner.get(f"{path}/runners?disabled=true").json()
        assert [one["id"] for one in listed["runners"]] == [runner.id] and listed["total_count"] == 1
        assert owner.get(f"{path}/runners?disabled=false").json() == {"runners": [], "total_count": 0}
        owner.refused("PATCH", f"{path}/runners/{runner.id}", 422, {})
        owner.call("PATCH", f"{path}/runners/{runner.id}", {"disabled": False}, expect=200)
        assert owner.get(f"{path}/runners").json()["total_count"] == 1

    def test_deletes_a_runner_once(self, place, join):
        owner, path = place
        runner = join(owner, path)
        owner.delete(f"{path}/runners/{runner.id}", expect=204)
        owner.refused("DELETE", f"{path}/runners/{runner.id}", 404)
        for unknown in runner.id, 99999999, "nonsense", 0, -1, 10**30:
            owner.refused("GET", f"{path}/runners/{unknown}", 404)
            owner.refused("PATCH", f"{path}/runners/{unknown}", 404, {"disabled": True})

    def test_lists_have_pages(self, new_user, join):
        owner = new_user()
        ids = [join(owner, "/user/actions").id for _ in range(3)]
        page = owner.get("/user/actions/runners?limit=2&page=2").json()
        assert [runner["id"] for runner in page["runners"]] == ids[2:] and page["total_count"] == 3


class TestLevels:
    def test_a_runner_is_seen_at_its_own_level_and_by_the_site(self, new_user, join, admin):
        owner = new_user()
        organization = new_organization(owner)
        one, two = (at(new_repository(owner)) + "/actions" for _ in "12")
        places = [one, two, f"/orgs/{organization}/actions", "/user/actions"]
        for place in places:
            runner = join(owner, place)
            for other in places:
                owner.get(f"{other}/runners/{runner.id}", expect=200 if other == place else 404)
                owner.call("PATCH", f"{other}/runners/{runner.id}", {"disabled": False}, expect=200 if other == place else 404)
                if other != place:
                    owner.refused("DELETE", f"{other}/runners/{runner.id}", 404)
            assert admin.get(f"/admin/actions/runners/{runner.id}").json()["id"] == runner.id

    def test_the_sites_runners_are_for_administrators(self, new_user, admin, anonymous, join):
        runner = join(admin, "/admin/actions", name="site-wide")
        stranger = new_user()
        for path in "/admin/actions/runners", f"/admin/actions/runners/{runner.id}":
            stranger.refused("GET", path, 403)
            anonymous.refused("GET", path, 401)
        stranger.refused("GET", f"/user/actions/runners/{runner.id}", 404)
        admin.delete(f"/admin/actions/runners/{runner.id}", expect=204)

    def test_runners_go_with_their_repository(self, new_user, join, admin):
        owner = new_user()
        repository = new_repository(owner)
        runner = join(owner, at(repository) + "/actions")
        owner.delete(at(repository), expect=204)
        admin.refused("GET", f"/admin/actions/runners/{runner.id}", 404)
        runner.refused("Declare", {"version": "v1", "labels": []}, 401, "unauthenticated")
