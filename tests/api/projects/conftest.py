"""The three homes of projects, for tests that hold in each."""
import pytest
from organizations import new_organization
from repositories import at, new_repository


@pytest.fixture
def ann(new_user):
    return new_user()


@pytest.fixture(params=["repository", "organization", "individual"])
def home(request, ann):
    """(the type of projects there, the address below which they are, a repository whose issues can be put on them)"""
    if request.param == "organization":
        organization = new_organization(ann)
        repository = ann.post(f"/orgs/{organization}/repos", {"name": "work"}, expect=201).json()
        return request.param, f"/orgs/{organization}/projects", repository
    repository = new_repository(ann)
    return request.param, f"{at(repository)}/projects" if request.param == "repository" else "/user/projects", repository


@pytest.fixture
def where(home):
    return home[1]


@pytest.fixture
def repository(home):
    return home[2]
