"""/admin/users/{username}: an organization is no person."""
import pytest
from organizations import new_organization


@pytest.mark.parametrize("change", [{}, {"password": "long enough 1", "admin": True}, {"admin": False}, {"prohibit_login": True}])
def test_organizations_are_not_changed_as_if_they_were_people(admin, new_user, change):
    organization = new_organization(new_user())
    admin.refused("PATCH", f"/admin/users/{organization}", 422, change)
    admin.refused("POST", f"/admin/users/{organization}/rename", 422, {"new_username": organization + "-x"})
    assert admin.get(f"/users/{organization}").json()["is_admin"] is False


def test_organizations_are_given_repositories(admin, new_user):
    organization = new_organization(new_user())
    made = admin.post(f"/admin/users/{organization}/repos", {"name": "r"}, expect=201).json()
    assert made["full_name"] == f"{organization}/r"
