"""Making repositories: names, first commits, whose they may be, and how many."""
import pytest
from organizations import new_organization, new_team
from repositories import at, new_repository


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


class TestNames:
    @pytest.mark.parametrize("name", ["a", "A.b_c-D", "_-.x", "n" * 100, "git", "x.gitx"])
    def test_that_can_be(self, owner, name):
        assert new_repository(owner, name)["name"] == name

    @pytest.mark.parametrize("name", ["", ".", "..", "-", "a..b", "a b", "a/b", "ünï", "n" * 101, "x.git", "x.WIKI", "x.Rss", "x.atom", "a\n"])
    def test_that_cannot_be(self, owner, name):
        owner.refused("POST", "/user/repos", 422, {"name": name})

    def test_are_unique_without_regard_to_case(self, owner):
        new_repository(owner, "Taken")
        owner.refused("POST", "/user/repos", 409, {"name": "tAKEN"})
        assert owner.get(f"/repos/{owner.name.upper()}/TAKEN").json()["name"] == "Taken"

    def test_are_free_again_after_a_deletion(self, owner):
        made = new_repository(owner, "again")
        owner.delete(at(made), expect=204)
        assert new_repository(owner, "Again")["id"] != made["id"]


class TestValues:
    @pytest.mark.parametrize("body", [
        {"description": "d" * 2049}, {"default_branch": "bad..name"}, {"default_branch": "d" * 101}, {"issue_labels": "No such set"},
        {"private": "yes"}, {"license": "l" * 101}, {"trust_model": "nobody"}, {"object_format_name": "md5"},
        {"auto_init": True, "license": "No-Such-License"}, {"auto_init": True, "gitignores": "C,Nothing"},
    ])
    def test_that_cannot_be(self, owner, body):
        owner.refused("POST", "/user/repos", 422, {"name": "unmade", **body})
        owner.get(f"/repos/{owner.name}/unmade", expect=404)

    def test_that_are_empty_are_absent(self, owner):
        made = new_repository(owner, trust_model="", object_format_name="", default_branch="", issue_labels="", license="", gitignores="")
        assert made["default_branch"] == "main" and made["object_format_name"] == "sha1"

    def test_a_readme_template_that_is_not_there(self, owner):
        owner.refused("POST", "/user/repos", 400, {"name": "odd", "auto_init": True, "readme": "Nope"})
        new_repository(owner, readme="Nope")

    def test_a_new_one_is_watched_and_empty(self, owner):
        made = new_repository(owner, description="Über", private=True, default_branch="trunk")
        assert made["empty"] and made["private"] and made["watchers_count"] == 1 and made["default_branch"] == "trunk"
        assert made["permissions"] == {"admin": True, "push": True, "pull": True}
        assert made["has_actions"] and not new_repository(owner, template=True)["has_actions"]

    def test_a_first_commit(self, owner):
        made = new_repository(owner, auto_init=True, gitignores="C,Go", license="MIT", default_branch="start")
        assert not made["empty"] and made["branch_count"] == 1 and made["default_branch"] == "start"
        assert made["licenses"] == ["MIT"] and made["size"] > 0
        assert owner.get(at(made) + "/licenses").json() == ["MIT"]


class TestOfAnOrganization:
    @pytest.fixture
    def organization(self, owner):
        return new_organization(owner)

    def test_is_made_by_owners_and_by_those_who_may(self, owner, organization, new_user):
        maker, member, stranger = new_user(), new_user(), new_user()
        new_team(owner, organization, maker, can_create_org_repo=True)
        new_team(owner, organization, member)
        assert owner.post(f"/orgs/{organization}/repos", {"name": "one"}, expect=201).json()["full_name"] == f"{organization}/one"
        owner.post(f"/org/{organization}/repos", {"name": "two"}, expect=201)
        made = maker.post(f"/orgs/{organization}/repos", {"name": "three", "private": True}, expect=201).json()
        assert made["permissions"]["admin"], "whoever makes it may administer it"
        assert [person["login"] for person in maker.get(at(made) + "/collaborators").json()] == [maker.name]
        for somebody in (member, stranger):
            somebody.refused("POST", f"/orgs/{organization}/repos", 403, {"name": "four"})

    def test_needs_an_organization(self, owner, anonymous, organization):
        owner.refused("POST", "/orgs/no-such/repos", 404, {"name": "x"})
        owner.refused("POST", f"/orgs/{owner.name}/repos", 404, {"name": "x"})
        anonymous.refused("POST", f"/orgs/{organization}/repos", 401, {"name": "x"})

    def test_is_watched_by_teams_that_have_all(self, owner, admin, organization, new_user):
        member = new_user()
        new_team(owner, organization, member, includes_all_repositories=True)
        made = admin.post(f"/orgs/{organization}/repos", {"name": "by-admin"}, expect=201).json()
        assert made["watchers_count"] == 3
        member.get(at(made) + "/subscription")


class TestLimits:
    def test_an_account_has_as_many_as_it_may(self, admin, new_user):
        person = new_user()
        admin.call("PATCH", f"/admin/users/{person.name}", {"source_id": 0, "login_name": person.name, "max_repo_creation": 1})
        new_repository(person)
        person.refused("POST", "/user/repos", 403, {"name": "second"})
        admin.post(f"/admin/users/{person.name}/repos", {"name": "gift"}, expect=201)

    def test_only_administrators_make_them_for_others(self, owner, new_user):
        owner.refused("POST", f"/admin/users/{new_user().name}/repos", 403, {"name": "gift"})

    def test_a_token_needs_both_scopes(self, owner, new_token):
        for scopes in (["write:user"], ["write:repository"], ["read:user", "read:repository"], ["public-only", "write:user", "write:repository"]):
            new_token(owner, *scopes).refused("POST", "/user/repos", 403, {"name": "x"})
        new_token(owner, "write:user", "write:repository").post("/user/repos", {"name": "by-token"}, expect=201)
