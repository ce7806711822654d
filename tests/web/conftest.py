import pytest
from client import PASSWORD
from organizations import new_organization
from repositories import at, new_repository
from visitor import Visitor


@pytest.fixture
def visitor(server):
    """A browser that is not signed in."""
    return Visitor(server.url)


@pytest.fixture
def resident(server, new_user):
    """resident() is a browser in which a new account is signed in; `name` is the account's."""

    def make(name=None):
        browser = Visitor(server.url)
        browser.name = (name or new_user().name)
        assert browser.sign_in(browser.name, PASSWORD).status_code == 303
        return browser

    return make


@pytest.fixture
def set_account(server):
    """set_account(name, is_active=False, ...) changes columns that the API has no operation for yet."""

    def change(name, **columns):
        words = ", ".join(f"{key} = {'TRUE' if value else 'FALSE'}" for key, value in columns.items())
        statement = f"UPDATE account SET {words} WHERE lower_name = '{name.lower()}'"
        server.sql(statement)

    return change


@pytest.fixture(params=["repository", "organization", "individual"])
def board_home(request, new_user, resident):
    """(whoever owns it, where the API has its projects, where their pages are, a repository whose issues can be put on them, a browser)"""
    owner = new_user()
    if request.param == "organization":
        name = new_organization(owner)
        repository = owner.post(f"/orgs/{name}/repos", {"name": "work"}, expect=201).json()
        return owner, f"/orgs/{name}/projects", f"/{name}/-/projects", repository, resident(owner.name)
    repository = new_repository(owner)
    if request.param == "repository":
        return owner, f"{at(repository)}/projects", f"/{repository['full_name']}/projects", repository, resident(owner.name)
    return owner, "/user/projects", f"/{owner.name}/-/projects", repository, resident(owner.name)
