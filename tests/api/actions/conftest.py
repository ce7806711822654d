"""Where secrets, variables and runners are kept: of a repository, of an organization, of a person."""
import pytest
from organizations import new_organization
from repositories import at, new_repository


@pytest.fixture(params=["repository", "organization", "person"])
def place(request, new_user):
    """(owner, path below which their …/actions/… are)"""
    owner = new_user()
    if request.param == "repository":
        return owner, at(new_repository(owner)) + "/actions"
    if request.param == "organization":
        return owner, f"/orgs/{new_organization(owner)}/actions"
    return owner, "/user/actions"
