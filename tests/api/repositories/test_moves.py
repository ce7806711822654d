"""Repositories that become others: forks, transfers, topics, pictures, feeds."""
import base64
import struct
import zlib

import pytest
from organizations import new_organization, new_team
from repositories import at, full_names, let_in, new_repository


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture
def repository(owner):
    return new_repository(owner)


def png(width=2, height=2):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"\x10\x20\x30" * width for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class TestForks:
    def test_remember_their_base(self, owner, new_user):
        base = new_repository(owner, auto_init=True, description="the base")
        person = new_user()
        fork = person.post(at(base) + "/forks", {}, expect=202).json()
        assert fork["fork"] and fork["parent"]["id"] == base["id"] and fork["description"] == "the base"
        assert not fork["empty"] and fork["branch_count"] == 1 and fork["has_pull_requests"] and not fork["has_issues"]
        assert owner.get(at(base)).json()["forks_count"] == 1
        assert full_names(owner.get(at(base) + "/forks").json()) == [fork["full_name"]]
        owner.delete(at(base), expect=204)
        left = person.get(at(fork)).json()
        assert not left["fork"] and "parent" not in left

    def test_are_one_for_each_owner(self, owner, repository, new_user):
        person = new_user()
        person.post(at(repository) + "/forks", {"name": "mine"}, expect=202)
        person.refused("POST", at(repository) + "/forks", 409, {"name": "another"})
        owner.refused("POST", at(repository) + "/forks", 409, {})
        owner.post(at(repository) + "/forks", {"name": f"copy-{repository['id']}"}, expect=202)

    def test_of_what_is_private_are_private(self, owner, new_user):
        base = new_repository(owner, private=True)
        person, stranger = new_user(), new_user()
        person.refused("POST", at(base) + "/forks", 404, {})
        let_in(owner, base, person, "read")
        fork = person.post(at(base) + "/forks", {}, expect=202).json()
        assert fork["private"]
        stranger.get(at(fork), expect=404)
        assert owner.get(at(base) + "/forks").json() == []

    def test_of_what_became_private_still_name_their_base(self, owner, new_user):
        person, other = new_user(), new_user()
        base = new_repository(owner)
        fork = person.post(f"{at(base)}/forks", {}, expect=202).json()
        let_in(person, fork, other, "read")
        owner.call("PATCH", at(base), {"private": True})
        assert person.get(at(fork)).json()["parent"]["full_name"] == base["full_name"]
        assert "parent" not in other.get(at(fork)).json()
        person.refused("GET", at(base), 404)

    def test_tell_no_news_of_a_base_that_became_private(self, owner, new_user):
        person = new_user()
        base = new_repository(owner, description="the base")
        fork = person.post(f"{at(base)}/forks", {}, expect=202).json()
        owner.call("PATCH", at(base), {"private": True, "description": "secret", "website": "https://secret.example"}, expect=200)
        parent = person.get(at(fork)).json()["parent"]
        assert (parent["full_name"], parent["description"], parent["website"]) == (base["full_name"], "the base", "")
        assert person.get(f"/users/{person.name}/repos").json()[0]["parent"]["description"] == "the base"
        owner.call("PATCH", at(base), {"name": f"{base['name']}-secret"}, expect=200)
        assert "parent" not in person.get(at(fork)).json()

    def test_go_to_organizations_where_one_may_make_some(self, owner, repository, new_user):
        person, member = new_user(), new_user()
        organization = new_organization(person)
        new_team(person, organization, member)
        member.refused("POST", at(repository) + "/forks", 403, {"organization": organization})
        for unknown in ("no-such", owner.name):
            person.refused("POST", at(repository) + "/forks", 404, {"organization": unknown})
        assert person.post(at(repository) + "/forks", {"organization": organization}, expect=202).json()["owner"]["login"] == organization


class TestTransfers:
    def test_wait_for_the_new_owner(self, owner, new_user):
        made = new_repository(owner, private=True)
        person, stranger = new_user(), new_user()
        offered = owner.post(at(made) + "/transfer", {"new_owner": person.name}, expect=201).json()
        assert offered["repo_transfer"]["recipient"]["login"] == person.name and offered["owner"]["login"] == owner.name
        owner.refused("POST", at(made) + "/transfer", 409, {"new_owner": person.name})
        assert person.get(at(made)).json()["permissions"]["pull"], "who may accept it can look at it"
        assert owner.get(at(made) + "/collaborators").json() == []
        stranger.refused("POST", at(made) + "/transfer/accept", 404)
        taken = person.post(at(made) + "/transfer/accept", expect=202).json()
        assert taken["full_name"] == f"{person.name}/{made['name']}" and "repo_transfer" not in taken
        assert person.get(at(made), expect=301).headers["Location"] == "/api/v1" + at(taken)
        owner.get(at(taken), expect=404)
        stranger.refused("GET", at(made), 404)  # the old place tells only those where it leads who see the repository
        person.refused("POST", at(taken) + "/transfer/accept", 404)

    def test_can_be_refused(self, owner, new_user):
        made = new_repository(owner, private=True)
        person = new_user()
        owner.post(at(made) + "/transfer", {"new_owner": person.name}, expect=201)
        assert "repo_transfer" not in person.post(at(made) + "/transfer/reject", expect=200).json()
        person.get(at(made), expect=404)
        owner.refused("POST", at(made) + "/transfer/reject", 404)

    def test_to_what_is_ones_own_happen_at_once(self, owner, new_user):
        made = new_repository(owner)
        organization, other = new_organization(owner), new_organization(new_user())
        member = new_user()
        team = new_team(owner, organization, member)
        for teams, expect in (([999999], 422), ([new_team(owner, new_organization(owner))], 403)):
            owner.refused("POST", at(made) + "/transfer", expect, {"new_owner": organization, "team_ids": teams})
        owner.refused("POST", at(made) + "/transfer", 422, {"new_owner": member.name, "team_ids": [team]})
        moved = owner.post(at(made) + "/transfer", {"new_owner": organization, "team_ids": [team]}, expect=202).json()
        assert moved["owner"]["login"] == organization and moved["permissions"]["admin"]
        assert len(owner.get(at(moved) + "/teams").json()) == 2
        owner.post(at(moved) + "/transfer", {"new_owner": other}, expect=201)

    def test_are_the_owners_to_begin(self, owner, repository, anonymous, new_user):
        administrator, person = new_user(), new_user()
        let_in(owner, repository, administrator, "admin")
        administrator.refused("POST", at(repository) + "/transfer", 403, {"new_owner": administrator.name})
        anonymous.refused("POST", at(repository) + "/transfer", 401, {"new_owner": person.name})
        owner.refused("POST", at(repository) + "/transfer", 404, {"new_owner": "no-such"})
        new_repository(person, repository["name"])
        owner.refused("POST", at(repository) + "/transfer", 422, {"new_owner": person.name})


class TestTopics:
    def test_are_kept_in_normal_form(self, owner, repository):
        owner.call("PUT", at(repository) + "/topics", {"topics": ["one", "Two", " three ", "one"]}, expect=204)
        assert owner.get(at(repository) + "/topics").json() == {"topics": ["one", "three", "two"]}
        owner.call("PUT", at(repository) + "/topics/Four", expect=204)
        owner.delete(at(repository) + "/topics/one", expect=204)
        owner.refused("DELETE", at(repository) + "/topics/one", 404)
        assert owner.get(at(repository)).json()["topics"] == ["four", "three", "two"]

    def test_that_cannot_be(self, owner, repository):
        told = owner.call("PUT", at(repository) + "/topics", {"topics": ["-no", "x" * 36, "ok"]}, expect=422).json()
        assert told["invalidTopics"] == ["-no", "x" * 36] and told["message"]
        assert owner.call("PUT", at(repository) + "/topics/Bad_Topic!", expect=422).json()["invalidTopics"] == "bad_topic!"

    def test_are_at_most_25(self, owner, repository):
        assert owner.call("PUT", at(repository) + "/topics", {"topics": [f"t{i}" for i in range(26)]}, expect=422).json()["invalidTopics"] is None
        owner.call("PUT", at(repository) + "/topics", {"topics": [f"t{i:02}" for i in range(25)]}, expect=204)
        owner.call("PUT", at(repository) + "/topics/t00", expect=204)
        owner.call("PUT", at(repository) + "/topics/extra", expect=422)
        third = owner.get(at(repository) + "/topics?limit=10&page=3")
        assert third.json() == {"topics": [f"t{i}" for i in range(20, 25)]} and third.headers["X-Total-Count"] == "25"

    def test_are_found_with_how_many_have_them(self, owner, anonymous):
        for _ in range(2):
            owner.call("PUT", at(new_repository(owner)) + "/topics", {"topics": ["qz-shared"]}, expect=204)
        found = anonymous.get("/topics/search?q=QZ-sha").json()["topics"]
        assert [(topic["topic_name"], topic["repo_count"]) for topic in found] == [("qz-shared", 2)]
        for everything in ("/topics/search", "/topics/search?q="):
            assert int(anonymous.get(everything).headers["X-Total-Count"]) > 0

    def test_are_set_by_those_who_administer(self, owner, repository, anonymous, new_user):
        writer = new_user()
        let_in(owner, repository, writer)
        writer.refused("PUT", at(repository) + "/topics", 403, {"topics": []})
        writer.refused("PUT", at(repository) + "/topics/x", 403)
        anonymous.refused("PUT", at(repository) + "/topics/x", 403)
        anonymous.refused("PUT", at(repository) + "/topics", 401, {"topics": []})


class TestPictures:
    def test_come_and_go(self, owner, anonymous, repository):
        owner.post(at(repository) + "/avatar", {"image": base64.b64encode(png()).decode()}, expect=204)
        address = owner.get(at(repository)).json()["avatar_url"]
        shown = anonymous.session.get(address, timeout=30)
        assert shown.content == png() and shown.headers["Content-Type"] == "image/png"
        owner.delete(at(repository) + "/avatar", expect=204)
        assert owner.get(at(repository)).json()["avatar_url"] == ""
        assert anonymous.session.get(address, timeout=30).status_code == 404

    def test_that_are_none(self, owner, repository, anonymous):
        owner.refused("POST", at(repository) + "/avatar", 400, {"image": "@@@"})
        owner.refused("POST", at(repository) + "/avatar", 422, {})
        owner.refused("POST", at(repository) + "/avatar", 422, {"image": base64.b64encode(b"no picture").decode()})
        owner.refused("POST", at(repository) + "/avatar", 422, {"image": base64.b64encode(png(4097, 1)).decode()})
        anonymous.refused("POST", at(repository) + "/avatar", 403, {"image": "AA=="})


class TestFeeds:
    def test_of_a_person_have_what_they_did_and_watch(self, new_user, anonymous):
        person, friend = new_user(), new_user()
        open_, closed = new_repository(person), new_repository(person, private=True)
        watched = new_repository(friend)
        person.call("PUT", at(watched) + "/subscription", expect=200)
        path = f"/users/{person.name}/activities/feeds"
        ids = lambda answer: [entry["repo_id"] for entry in answer.json()]  # noqa: E731
        assert ids(person.get(path)) == [watched["id"], closed["id"], open_["id"]]
        assert ids(person.get(path + "?only-performed-by=true")) == [closed["id"], open_["id"]]
        assert ids(friend.get(path)) == [watched["id"], open_["id"]] == ids(anonymous.get(path))
        assert person.get(path + "?date=2001-01-01").json() == [] and len(person.get(path + "?date=never").json()) == 3
        entry = person.get(path).json()[1]
        assert entry["op_type"] == "create_repo" and entry["is_private"] and entry["act_user"]["login"] == person.name
        assert sum(point["contributions"] for point in person.get(f"/users/{person.name}/heatmap").json()) == 2
        assert sum(point["contributions"] for point in friend.get(f"/users/{person.name}/heatmap").json()) == 1

    def test_can_be_hidden(self, new_user, admin):
        person, stranger = new_user(), new_user()
        new_repository(person)
        person.call("PATCH", "/user/settings", {"hide_activity": True}, expect=200)
        for part in ("activities/feeds", "heatmap"):
            assert stranger.get(f"/users/{person.name}/{part}").json() == []
            assert len(person.get(f"/users/{person.name}/{part}").json()) == 1 == len(admin.get(f"/users/{person.name}/{part}").json())

    def test_of_organizations_teams_and_repositories(self, owner, new_user):
        organization, member, stranger = new_organization(owner), new_user(), new_user()
        made = [owner.post(f"/orgs/{organization}/repos", {"name": name, "private": name == "b"}, expect=201).json() for name in "ab"]
        team = new_team(owner, organization, member)
        owner.call("PUT", f"/teams/{team}/repos/{organization}/b", expect=204)
        kinds = lambda who, path: [entry["repo"]["name"] for entry in who.get(path).json()]  # noqa: E731
        assert kinds(owner, f"/orgs/{organization}/activities/feeds") == ["b", "a"]
        assert kinds(stranger, f"/orgs/{organization}/activities/feeds") == ["a"]
        assert kinds(member, f"/teams/{team}/activities/feeds") == ["b"]
        assert kinds(owner, at(made[0]) + "/activities/feeds") == ["a"]
        stranger.refused("GET", at(made[1]) + "/activities/feeds", 404)

    def test_tell_only_of_units_that_one_may_read(self, owner, new_user):
        organization, member = new_organization(owner), new_user()
        wanted = {"name": "closed", "private": True, "auto_init": True}
        closed = owner.post(f"/orgs/{organization}/repos", wanted, expect=201).json()
        owner.post(f"{at(closed)}/contents/a", {"content": "", "message": "a secret message"}, expect=201)
        owner.post(f"{at(closed)}/issues", {"title": "a secret title"}, expect=201)
        team = new_team(owner, organization, member, units_map={"repo.wiki": "read"})
        owner.call("PUT", f"/teams/{team}/repos/{closed['full_name']}", expect=204)
        kinds = lambda who, path: [entry["op_type"] for entry in who.get(path).json()]  # noqa: E731
        paths = (f"{at(closed)}/activities/feeds", f"/orgs/{organization}/activities/feeds", f"/teams/{team}/activities/feeds")
        for path in paths:
            assert kinds(owner, path)[:2] == ["create_issue", "commit_repo"]
            assert kinds(member, path) == ["create_repo"], path
        member.call("PUT", f"{at(closed)}/subscription", expect=200)
        assert kinds(member, f"/users/{member.name}/activities/feeds") == ["create_repo"]
        another = new_team(owner, organization, member, units_map={"repo.issues": "read"})
        owner.call("PUT", f"/teams/{another}/repos/{closed['full_name']}", expect=204)
        assert kinds(member, paths[0]) == ["create_issue", "create_repo"]


class TestTemplates:
    @pytest.fixture
    def template(self, owner):
        made = new_repository(owner, template=True, auto_init=True, description="of the template")
        owner.call("PUT", at(made) + "/topics", {"topics": ["alpha", "beta"]}, expect=204)
        owner.post(at(made) + "/avatar", {"image": base64.b64encode(png()).decode()}, expect=204)
        return made

    def test_give_what_was_asked_for(self, template, new_user):
        person = new_user()
        path = at(template) + "/generate"
        code = person.post(path, {"owner": person.name, "name": "code", "git_content": True, "default_branch": "dev"}, expect=201).json()
        assert not code["empty"] and code["default_branch"] == "dev" and code["branch_count"] == 1
        assert code["description"] == "" and code["topics"] == [] and not code["fork"] and not code["template"]
        rest = person.post(path, {"owner": person.name, "name": "rest", "topics": True, "avatar": True, "private": True,
                                  "description": "mine"}, expect=201).json()
        assert rest["empty"] and rest["private"] and rest["description"] == "mine"
        assert person.get(f"/repos/{person.name}/rest/topics").json()["topics"] == ["alpha", "beta"]
        assert rest["avatar_url"]
        person.refused("POST", path, 409, {"owner": person.name, "name": "CODE", "git_content": True})

    def test_that_cannot_be(self, owner, template, anonymous, new_user):
        person = new_user()
        path, wanted = at(template) + "/generate", {"owner": person.name, "name": "x", "git_content": True}
        person.refused("POST", at(new_repository(owner)) + "/generate", 422, wanted)
        person.refused("POST", path, 422, {"owner": person.name, "name": "x"})
        assert "no-such" in person.call("POST", path, {**wanted, "owner": "no-such"}, expect=404).json()["error"]
        person.refused("POST", path, 403, {**wanted, "owner": owner.name})
        person.refused("POST", path, 422, {**wanted, "name": "x.git"})
        person.refused("POST", path, 422, {"owner": person.name, "git_content": True})
        anonymous.refused("POST", path, 401, wanted)
        person.refused("POST", at(new_repository(owner, template=True, private=True)) + "/generate", 404, wanted)
