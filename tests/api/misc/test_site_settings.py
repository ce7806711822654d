"""/settings/*: what clients may know of app.ini; and the keys that the site signs with."""
import pytest
from client import Client


def test_tell_the_defaults(anonymous):
    assert anonymous.get("/settings/api", expect=200).json() == {
        "max_response_items": 50, "default_paging_num": 30, "default_git_trees_per_page": 1000,
        "default_max_blob_size": 10485760, "default_max_response_size": 104857600}
    assert anonymous.get("/settings/ui").json()["allowed_reactions"] == [
        "+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"]
    attachment = anonymous.get("/settings/attachment").json()
    assert attachment["enabled"] and ".png" in attachment.pop("allowed_types").split(",")
    assert attachment == {"enabled": True, "max_size": 100, "max_files": 5}
    assert not any(anonymous.get("/settings/repository").json().values())


def test_follow_app_ini(program):
    program.settings |= {"attachment": {"ENABLED": "false", "ALLOWED_TYPES": ".zip,text/plain"},
                         "repository": {"DISABLE_STARS": "true", "DISABLE_HTTP_GIT": "true"},
                         "mirror": {"ENABLED": "false"}, "ui": {"REACTIONS": "heart,eyes"}}
    program.write_config()
    visitor = Client(program.start().url)
    assert visitor.get("/settings/ui").json()["allowed_reactions"] == ["heart", "eyes"]
    assert visitor.get("/settings/attachment").json()["allowed_types"] == ".zip,text/plain"
    assert visitor.get("/settings/repository").json() == {
        "mirrors_disabled": True, "http_git_disabled": True, "migrations_disabled": False, "stars_disabled": True,
        "time_tracking_disabled": False, "lfs_disabled": True}


@pytest.mark.parametrize("kind", ["gpg", "pub"])
def test_no_key_is_shown_where_none_signs(anonymous, kind):
    anonymous.refused("GET", f"/signing-key.{kind}", 404)
