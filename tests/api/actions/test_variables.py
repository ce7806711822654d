"""Variables: like secrets, but they can be read."""
import pytest
from repositories import at, let_in, new_repository


def make(who, path, name, value="x", expect=201, **more):
    return who.post(f"{path}/variables/{name}", {"value": value, **more}, expect=expect)


class TestMaking:
    def test_shows_it_under_its_name_in_any_case(self, place):
        owner, path = place
        assert make(owner, path, "my_var", "one", description="d").content == b""
        variable = owner.get(f"{path}/variables/My_Var").json()
        assert set(variable) == {"owner_id", "repo_id", "name", "data", "description"}
        assert (variable["name"], variable["data"], variable["description"]) == ("MY_VAR", "one", "d")
        assert (variable["owner_id"] == 0) == path.startswith("/repos") and (variable["repo_id"] == 0) != path.startswith("/repos")

    def test_does_not_replace_one(self, place):
        owner, path = place
        make(owner, path, "V", "one")
        owner.refused("POST", f"{path}/variables/v", 409, {"value": "two"})
        assert owner.get(f"{path}/variables/V").json()["data"] == "one"

    def test_wants_a_value_and_a_good_name(self, place):
        owner, path = place
        owner.refused("POST", f"{path}/variables/V", 422, {})
        owner.refused("POST", f"{path}/variables/V", 400, {"value": "x" * 65537})
        for name in "1BAD", "GITEA_X", "github_x", "CI", "a-b":
            owner.refused("POST", f"{path}/variables/{name}", 400, {"value": "x"})

    def test_normalizes_line_ends(self, place):
        owner, path = place
        make(owner, path, "V", "a\r\nb\rc\n")
        assert owner.get(f"{path}/variables/V").json()["data"] == "a\nb\nc\n"


class TestChanging:
    def test_clears_a_description_that_is_not_given(self, place):
        owner, path = place
        make(owner, path, "V", description="d")
        owner.call("PUT", f"{path}/variables/v", {"value": "two"}, expect=204)
        variable = owner.get(f"{path}/variables/V").json()
        assert (variable["data"], variable["description"]) == ("two", "")

    def test_renames(self, place):
        owner, path = place
        make(owner, path, "OLD")
        make(owner, path, "TAKEN")
        owner.call("PUT", f"{path}/variables/OLD", {"name": "new", "value": "x", "description": "e"}, expect=204)
        assert owner.get(f"{path}/variables/NEW").json()["description"] == "e"
        owner.refused("GET", f"{path}/variables/OLD", 404)
        owner.refused("PUT", f"{path}/variables/NEW", 409, {"name": "taken", "value": "x"})
        owner.refused("PUT", f"{path}/variables/NEW", 400, {"name": "bad-name", "value": "x"})
        owner.refused("PUT", f"{path}/variables/NEW", 422, {"name": "X"})
        owner.refused("PUT", f"{path}/variables/NONE", 404, {"value": "x"})


def test_deleting_leaves_nothing(place):
    owner, path = place
    make(owner, path, "V")
    owner.delete(f"{path}/variables/v", expect=204)
    owner.refused("DELETE", f"{path}/variables/V", 404)
    owner.refused("GET", f"{path}/variables/V", 404)
    owner.refused("DELETE", f"{path}/variables/bad-name", 404)


def test_a_list_has_pages(place):
    owner, path = place
    for name in "CAB":
        make(owner, path, name)
    page = owner.get(f"{path}/variables?limit=2&page=2")
    assert [variable["name"] for variable in page.json()] == ["C"] and page.headers["X-Total-Count"] == "3"


def test_are_for_the_owner_alone(place, new_user, anonymous):
    owner, path = place
    make(owner, path, "V")
    stranger = new_user()
    anonymous.refused("GET", f"{path}/variables", 401)
    if path.startswith("/user"):
        assert stranger.get(f"{path}/variables").json() == []
    else:
        stranger.refused("GET", f"{path}/variables", 403)
        stranger.refused("DELETE", f"{path}/variables/V", 403)


@pytest.mark.parametrize("permission", ["read", "write", "admin"])
def test_are_closed_to_collaborators(new_user, permission):
    owner, friend = new_user(), new_user()
    repository = new_repository(owner)
    let_in(owner, repository, friend, permission)
    friend.refused("GET", f"{at(repository)}/actions/variables", 403)


def test_go_with_their_repository(new_user):
    owner = new_user()
    repository = new_repository(owner, "gone")
    make(owner, at(repository) + "/actions", "V")
    owner.delete(at(repository), expect=204)
    new_repository(owner, "gone")
    assert owner.get(f"{at(repository)}/actions/variables").json() == []
