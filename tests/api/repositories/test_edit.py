"""Changing repositories: names that lead on, units and their settings, privacy, who may."""
import pytest
from repositories import at, let_in, new_repository

MERGE_FLAGS = ("allow_merge_commits", "allow_rebase", "allow_rebase_explicit", "allow_squash_merge", "allow_fast_forward_only_merge",
               "allow_merge_update", "allow_rebase_update")


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture
def repository(owner):
    return new_repository(owner)


@pytest.fixture
def edit(owner, repository):
    return lambda expect=200, **body: owner.call("PATCH", at(repository), body, expect=expect).json()


class TestNames:
    def test_the_old_one_leads_to_the_new_one(self, owner, anonymous, repository, edit):
        old, new = at(repository), f"/repos/{owner.name}/moved-{repository['id']}"
        assert edit(name=new.rsplit("/", 1)[1])["name"] == new.rsplit("/", 1)[1]
        led = anonymous.get(old + "/stargazers?limit=1", expect=301)
        assert led.headers["Location"] == f"/api/v1{new}/stargazers?limit=1"
        assert owner.call("PATCH", old, {"description": "x"}, expect=301).headers["Location"] == "/api/v1" + new

    def test_another_case_leaves_nothing_behind(self, owner, repository, edit):
        assert edit(name=repository["name"].upper())["name"] == repository["name"].upper()
        owner.get(at(repository), expect=200)

    def test_whoever_takes_the_old_one_ends_the_redirect(self, owner, repository, edit):
        edit(name=f"gone-{repository['id']}")
        assert new_repository(owner, repository["name"])["id"] == owner.get(at(repository)).json()["id"]

    def test_a_name_of_before_can_be_had_back(self, owner, repository, edit):
        edit(name=f"back-{repository['id']}")
        owner.call("PATCH", f"/repos/{owner.name}/back-{repository['id']}", {"name": repository["name"]}, expect=200)
        owner.get(at(repository), expect=200)
        owner.get(f"/repos/{owner.name}/back-{repository['id']}", expect=301)

    @pytest.mark.parametrize("name", ["", "-", "x.git", "with space"])
    def test_that_cannot_be(self, edit, name):
        edit(422, name=name)

    def test_that_are_taken(self, owner, edit):
        edit(422, name=new_repository(owner)["name"].upper())

    def test_a_refusal_changes_nothing(self, owner, repository, edit):
        edit(422, description="changed", name="x.git")
        assert owner.get(at(repository)).json()["description"] == ""


class TestUnits:
    def test_go_off_and_on(self, edit):
        for unit in ("code", "issues", "wiki", "pull_requests", "projects", "releases", "packages", "actions"):
            assert not edit(**{f"has_{unit}": False})[f"has_{unit}"]
            assert edit(**{f"has_{unit}": True})[f"has_{unit}"]

    def test_a_tracker_elsewhere_and_back(self, edit):
        tracker = {"external_tracker_url": "https://t.example.com", "external_tracker_format": "https://t.example.com/{index}"}
        shown = edit(has_issues=True, external_tracker=tracker)
        assert shown["external_tracker"]["external_tracker_url"] == "https://t.example.com" and "internal_tracker" not in shown
        shown = edit(has_issues=True)
        assert "external_tracker" not in shown and all(shown["internal_tracker"].values())

    def test_a_tracker_alone_changes_nothing(self, edit):
        assert edit(internal_tracker={"enable_time_tracker": False})["internal_tracker"]["enable_time_tracker"]

    @pytest.mark.parametrize("body", [
        {"has_issues": True, "external_tracker": {"external_tracker_url": "not a url"}},
        {"has_issues": True, "external_tracker": {"external_tracker_url": "javascript:alert(1)"}},
        {"has_issues": True, "external_tracker": {"external_tracker_url": "https://t.example.com", "external_tracker_format": "https://t/{index"}},
        {"has_wiki": True, "external_wiki": {"external_wiki_url": "::"}},
        {"has_projects": True, "projects_mode": "none"},
        {"allow_merge_update": False, "allow_rebase_update": False},
        {"default_merge_style": "octopus"}, {"description": "d" * 2049}, {"website": "w" * 1025},
    ])
    def test_settings_that_cannot_be(self, edit, body):
        edit(422, **body)

    def test_merge_settings_switch_pull_requests_on_with_the_usual_ones(self, edit):
        edit(default_merge_style="squash", allow_merge_commits=False)
        off = edit(has_pull_requests=False)
        assert not any(off[flag] for flag in MERGE_FLAGS) and off["default_merge_style"] == "merge"
        on = edit(allow_squash_merge=False)
        assert on["has_pull_requests"] and not on["allow_squash_merge"] and on["allow_merge_commits"]

    def test_mirror_settings_of_what_is_no_mirror_do_nothing(self, edit):
        assert edit(mirror_interval="soon")["mirror_interval"] == ""


class TestPrivacy:
    def test_turning_private_ends_stars_and_watches(self, owner, repository, edit, new_user):
        fan = new_user()
        fan.call("PUT", f"/user/starred/{repository['full_name']}", expect=204)
        fan.call("PUT", at(repository) + "/subscription", expect=200)
        shown = edit(private=True)
        assert shown["private"] and shown["stars_count"] == shown["watchers_count"] == 0
        assert fan.get("/user/starred").headers["X-Total-Count"] == "0" and fan.get("/user/subscriptions").json() == []
        fan.get(at(repository), expect=404)
        assert edit(private=False)["stars_count"] == 0

    def test_a_fork_is_what_its_base_is(self, repository, edit, new_user):
        person = new_user()
        fork = person.post(at(repository) + "/forks", {}, expect=202).json()
        assert not person.call("PATCH", at(fork), {"private": True}).json()["private"]
        edit(private=True)
        assert person.get(at(fork)).json()["private"]

    def test_a_base_that_becomes_public_publishes_no_forks_of_others(self, repository, owner, edit, new_user, anonymous):
        edit(private=True)
        person, other = new_user(), new_user()
        for somebody in (person, other):
            owner.call("PUT", f"{at(repository)}/collaborators/{somebody.name}", {"permission": "read"}, expect=204)
        fork = person.post(at(repository) + "/forks", {}, expect=202).json()
        own = owner.post(at(repository) + "/forks", {"name": repository["name"] + "-too"}, expect=202).json()
        owner.call("PUT", f"{at(own)}/collaborators/{other.name}", {"permission": "read"}, expect=204)
        of_own = other.post(at(own) + "/forks", {}, expect=202).json()
        assert fork["private"] and own["private"] and of_own["private"]
        edit(private=False)
        assert not owner.get(at(own)).json()["private"], "forks of the same owner are what the base is"
        for theirs, whose in ((fork, person), (of_own, other)):
            assert whose.get(at(theirs)).json()["private"]
            anonymous.refused("GET", at(theirs), 404)
            owner.refused("GET", at(theirs), 404)
            assert whose.call("PATCH", at(theirs), {"private": True, "description": "still mine"}).json()["private"]
            assert not whose.call("PATCH", at(theirs), {"private": False}).json()["private"]
            anonymous.get(at(theirs), expect=200)
            assert not whose.call("PATCH", at(theirs), {"private": True}).json()["private"], "a public fork is what its base is"

    def test_archived_ones_can_still_be_changed(self, edit):
        assert edit(archived=True)["archived"]
        assert edit(description="while archived")["archived"]
        assert not edit(archived=False)["archived"]


class TestDefaultBranch:
    def test_of_an_empty_one_is_any(self, edit):
        assert edit(default_branch="anything")["default_branch"] == "anything"
        edit(422, default_branch="bad..name")

    def test_that_is_not_there_is_ignored(self, owner):
        made = new_repository(owner, auto_init=True)
        assert owner.call("PATCH", at(made), {"default_branch": "missing"}).json()["default_branch"] == "main"


class TestWhoMay:
    def test_those_who_administer(self, owner, admin, anonymous, new_user):
        made = new_repository(owner)
        writer, administrator, stranger = new_user(), new_user(), new_user()
        let_in(owner, made, writer, "write")
        let_in(owner, made, administrator, "admin")
        for allowed in (owner, administrator, admin):
            allowed.call("PATCH", at(made), {"description": allowed.name}, expect=200)
        for refused in (writer, stranger):
            refused.refused("PATCH", at(made), 403, {"description": "x"})
        anonymous.refused("PATCH", at(made), 401, {"description": "x"})
        administrator.refused("DELETE", at(made), 403)
        owner.call("PATCH", at(made), {"private": True})
        stranger.refused("PATCH", at(made), 404, {"description": "x"})
        anonymous.refused("DELETE", at(made), 404)
