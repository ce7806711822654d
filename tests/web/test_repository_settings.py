"""The first page of a repository's settings, and the pages that ask before harm, without a script."""
import base64
import re

import pytest
from organizations import new_organization
from repositories import at, let_in, new_repository
from whole_form import send

PICTURE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


@pytest.fixture
def place(new_user, resident):
    owner = new_user()
    repository = new_repository(owner, description="Old words", auto_init=True)
    return owner, repository, f"/{repository['full_name']}/settings", resident(owner.name)


def shown(owner, repository):
    return owner.get(at(repository)).json()


def test_name_words_and_topics_are_saved(place):
    owner, repository, page, browser = place
    browser.open(page, expect=200)
    assert 'value="Old words"' in browser.page and 'aria-current="page"' in browser.page
    send(browser, "/settings", {"name": "better-name", "description": "<b>New</b> words", "website": "https://example.org", "topics": "One, two three", "template": "true"}, expect=303)
    new = f"/{owner.name}/better-name/settings"
    assert browser.location == new
    browser.follow()
    assert browser.notice == "The repository is saved." and "&lt;b&gt;New&lt;/b&gt; words" in browser.page and "<b>New" not in browser.page
    now = owner.get(f"/repos/{owner.name}/better-name").json()
    assert now["description"] == "<b>New</b> words" and now["website"] == "https://example.org" and now["template"]
    assert sorted(now["topics"]) == ["one", "three", "two"]
    # As it is shown, it can be sent back, and nothing has changed.
    send(browser, "/settings", expect=303)
    assert {**owner.get(f"/repos/{owner.name}/better-name").json(), "updated_at": ""} == {**now, "updated_at": ""}
    assert browser.open(page).status_code in (301, 302, 303, 307, 308), "the old address leads on"


def test_a_refused_form_changes_nothing_and_comes_back(place):
    owner, repository, page, browser = place
    other = new_repository(owner)
    before = shown(owner, repository)
    for changes in ({"name": other["name"]}, {"name": "not a name"}, {"name": ""}, {"topics": "fine, no/topic"}, {"topics": ",".join(f"t{i}" for i in range(30))}, {"description": "x" * 3000}):
        browser.open(page, expect=200)
        send(browser, "/settings", {"description": "Kept words", "topics": "kept", **changes}, expect=422)
        assert browser.problem and ("Kept words" in browser.page or "description" in changes) and 'aria-invalid="true"' in browser.page
        assert shown(owner, repository) == before
    browser.open(page, expect=200)
    send(browser, "/settings", {"website": 'javascript:alert(1)"><script>', "name": "no/no"}, expect=422)
    assert "<script>" not in browser.page.split("<main")[1].split("</main>")[0]


def test_parts_are_switched_and_what_is_not_shown_stays(place):
    owner, repository, page, browser = place
    browser.open(page, expect=200)
    before = shown(owner, repository)
    send(browser, "/units", expect=303)
    browser.follow()
    assert browser.notice == "The parts of the repository are saved."
    assert {**shown(owner, repository), "updated_at": ""} == {**before, "updated_at": ""}, "a form that is sent as it is changes nothing"
    send(browser, "/units", {"has_wiki": None, "has_projects": None, "enable_time_tracker": None, "projects_mode": "repo"}, expect=303)
    now = shown(owner, repository)
    assert not now["has_wiki"] and not now["has_projects"] and now["has_issues"] and now["has_releases"] and now["has_packages"] and now["has_actions"]
    assert not now["internal_tracker"]["enable_time_tracker"] and now["internal_tracker"]["enable_issue_dependencies"]
    browser.open(page, expect=200)
    send(browser, "/units", {"issues_elsewhere": "true", "external_tracker_url": "https://tracker.example.org", "external_tracker_format": "https://tracker.example.org/{index}",
                             "has_wiki": "true", "wiki_elsewhere": "true", "external_wiki_url": "https://wiki.example.org"}, expect=303)
    now = shown(owner, repository)
    assert now["external_tracker"]["external_tracker_url"] == "https://tracker.example.org" and now["external_wiki"]["external_wiki_url"] == "https://wiki.example.org"
    # Fields that are not sent say nothing.
    browser.post(page + "/units", {"has_releases": "false"}, expect=303)
    now = shown(owner, repository)
    assert not now["has_releases"] and now["has_issues"] and now["has_wiki"] and now["has_pull_requests"]


def test_addresses_of_trackers_are_refused_beside_their_fields(place):
    _, _, page, browser = place
    for changes, field in (({"issues_elsewhere": "true", "external_tracker_url": "ftp://x"}, "external_tracker_url"),
                           ({"issues_elsewhere": "true", "external_tracker_url": "https://x.org", "external_tracker_format": "https://x.org/{index"}, "external_tracker_format"),
                           ({"wiki_elsewhere": "true", "external_wiki_url": "nothing"}, "external_wiki_url")):
        browser.open(page, expect=200)
        send(browser, "/units", changes, expect=422)
        assert 'aria-invalid="true"' in re.search(rf'<input id="{field}"[^>]*>', browser.page)[0], field


def test_ways_to_merge_are_saved(place):
    owner, repository, page, browser = place
    browser.open(page, expect=200)
    before = shown(owner, repository)
    send(browser, "/merging", expect=303)
    assert {**shown(owner, repository), "updated_at": ""} == {**before, "updated_at": ""}
    browser.follow()
    assert browser.notice == "The ways to merge are saved."
    send(browser, "/merging", {"allow_rebase": None, "allow_squash_merge": "true", "default_merge_style": "squash", "default_delete_branch_after_merge": "true"}, expect=303)
    now = shown(owner, repository)
    assert not now["allow_rebase"] and now["allow_squash_merge"] and now["default_merge_style"] == "squash" and now["default_delete_branch_after_merge"]
    browser.open(page, expect=200)
    send(browser, "/merging", {"allow_merge_update": None, "allow_rebase_update": None}, expect=422)
    assert browser.problem
    browser.post(page + "/merging", {"default_merge_style": "nonsense"}, expect=422)
    # Without pull requests there is nothing to say, and saying it does not switch them on.
    send(browser.open(page) and browser, "/units", {"has_pull_requests": None}, expect=303)
    browser.open(page, expect=200)
    assert 'id="merging"' not in browser.page
    browser.post(page + "/merging", {"allow_rebase": "true"}, expect=303)
    assert not shown(owner, repository)["has_pull_requests"]


def test_a_picture_is_given_and_removed(place):
    owner, repository, page, browser = place
    browser.open(page, expect=200)
    assert "Remove picture" not in browser.page
    browser.post(page + "/avatar", files={"picture": ("p.png", PICTURE, "image/png")}, expect=303)
    browser.follow()
    assert browser.notice == "The picture is saved." and "/repo-avatars/" in browser.page and shown(owner, repository)["avatar_url"]
    browser.post(page + "/avatar", files={"picture": ("p.png", b"no picture", "image/png")}, expect=422)
    assert 'class="hint bad"' in browser.page
    browser.post(page + "/avatar", {}, expect=422)
    browser.open(page, expect=200)
    browser.submit("/avatar/delete", expect=303)
    browser.follow()
    assert browser.notice == "The picture is removed." and not shown(owner, repository)["avatar_url"]


ACTIONS = (("", {"name": "x"}), ("/units", {"has_wiki": "false"}), ("/merging", {"allow_rebase": "false"}), ("/avatar/delete", {}),
           ("/visibility", {"private": "true"}), ("/archive", {}), ("/unarchive", {}), ("/mirror", {}), ("/mirror/sync", {}), ("/push_mirrors", {}),
           ("/push_mirrors/sync", {}), ("/push_mirrors/delete?name=x", {}), ("/transfer", {}), ("/convert_mirror", {}), ("/convert_fork", {}), ("/delete", {}))
PAGES = ("", "/visibility", "/transfer", "/archive", "/convert_mirror", "/convert_fork", "/delete", "/push_mirrors/delete?name=x")


def test_only_those_who_keep_it_get_there(place, resident, new_user, visitor):
    owner, repository, page, browser = place
    writer, stranger = new_user(), resident()
    let_in(owner, repository, writer)
    writing = resident(writer.name)
    writing.open(f"/{repository['full_name']}", expect=200)
    assert "/settings" not in re.search(r'<nav aria-label="Repository">.*?</nav>', writing.page, re.S)[0]
    for path in PAGES:
        assert visitor.open(page + path).status_code == 303
        writing.open(page + path, expect=403)
        stranger.open(page + path, expect=403)
    for path, form in ACTIONS:
        name = {**form, "typed_name": repository["full_name"]}
        writing.post(page + path, name, expect=403)
        assert visitor.post(page + path, name).status_code in (303, 401, 403)
        browser.post(page + path, name, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    assert shown(owner, repository)["name"] == repository["name"]
    # Whoever administers it, and does not own it, is offered less.
    let_in(owner, repository, writer, "admin")
    writing.open(page, expect=200)
    assert "/settings/archive" in writing.page and "/settings/visibility" in writing.page
    for path in ("/transfer", "/delete", "/convert_fork", "/convert_mirror"):
        assert f"/settings{path}" not in writing.page
        writing.post(page + path, {"typed_name": repository["full_name"], "new_owner": writer.name}, expect=403)
    private = new_repository(owner, private=True)
    stranger.open(f"/{private['full_name']}/settings", expect=404)


def test_it_turns_private_and_public_by_its_name(place, visitor):
    owner, repository, page, browser = place
    browser.open(page + "/visibility", expect=200)
    assert "private?" in browser.page
    browser.submit("/visibility", {"typed_name": repository["name"]}, expect=422)
    assert browser.problem and not shown(owner, repository)["private"]
    browser.submit("/visibility", {"typed_name": repository["full_name"]}, expect=303)
    browser.follow()
    assert browser.notice == "The repository is private now." and shown(owner, repository)["private"]
    visitor.open(f"/{repository['full_name']}", expect=404)
    browser.open(page + "/visibility", expect=200)
    assert "public?" in browser.page
    browser.submit("/visibility", {"typed_name": repository["full_name"]}, expect=303)
    browser.follow()
    assert browser.notice == "The repository is public now." and not shown(owner, repository)["private"]


def test_a_fork_follows_its_base_and_can_be_made_its_own(place, new_user, resident):
    owner, repository, _, _ = place
    other = new_user()
    fork = other.post(f"{at(repository)}/forks", {}, expect=202).json()
    page, browser = f"/{fork['full_name']}/settings", resident(other.name)
    browser.open(page, expect=200)
    assert "/settings/visibility" not in browser.page and "/settings/convert_fork" in browser.page
    browser.open(page + "/visibility", expect=403)
    browser.post(page + "/visibility", {"private": "true", "typed_name": fork["full_name"]}, expect=403)
    browser.open(page + "/convert_fork", expect=200)
    assert repository["full_name"] in browser.page
    browser.submit("/convert_fork", {"typed_name": "wrong"}, expect=422)
    assert shown(owner, repository)["forks_count"] == 1
    browser.submit("/convert_fork", {"typed_name": fork["full_name"]}, expect=303)
    browser.follow()
    assert browser.notice == "The repository is no fork any more." and not shown(other, fork)["fork"] and shown(owner, repository)["forks_count"] == 0
    assert "/settings/visibility" in browser.page and "/settings/convert_fork" not in browser.page
    browser.post(page + "/convert_fork", {"typed_name": fork["full_name"]}, expect=422)


def test_it_is_archived_and_back(place):
    owner, repository, page, browser = place
    browser.open(page + "/archive", expect=200)
    assert not shown(owner, repository)["archived"]
    browser.submit("/archive", expect=303)
    browser.follow()
    assert browser.notice == "The repository is archived." and shown(owner, repository)["archived"] and "/settings/archive" not in browser.page
    browser.post(page + "/push_mirrors", {"remote_address": "https://example.org/x.git", "interval": "8h"}, expect=423)
    browser.open(page, expect=200)
    browser.submit("/unarchive", expect=303)
    browser.follow()
    assert browser.notice == "The repository can be changed again." and not shown(owner, repository)["archived"]


def test_it_is_offered_taken_back_and_given_away(place, new_user, resident):
    owner, repository, page, browser = place
    other = new_user()
    organization = new_organization(owner)
    browser.open(page + "/transfer", expect=200)
    browser.submit("/transfer", {"new_owner": "nobody-at-all", "typed_name": repository["full_name"]}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="new_owner"[^>]*>', browser.page)[0] and 'value="nobody-at-all"' in browser.page
    browser.submit("/transfer", {"new_owner": other.name, "typed_name": "x"}, expect=422)
    browser.submit("/transfer", {"new_owner": other.name, "typed_name": repository["full_name"]}, expect=303)
    browser.follow()
    assert "is offered" in browser.notice
    browser.open(page, expect=200)
    assert "Cancel transfer" in browser.page and "/settings/transfer" not in browser.page
    browser.post(page + "/transfer", {"new_owner": other.name, "typed_name": repository["full_name"]}, expect=409)
    browser.open(page, expect=200)
    browser.submit("/action/reject_transfer", expect=303)
    browser.open(page, expect=200)
    assert "/settings/transfer" in browser.page
    browser.post(page + "/transfer", {"new_owner": organization, "typed_name": repository["full_name"]}, expect=303)
    assert browser.location == f"/{organization}/{repository['name']}"
    browser.follow()
    assert browser.notice == "The repository has a new owner."
    # Another one is taken by whom it was offered to.
    second = new_repository(owner)
    browser.post(f"/{second['full_name']}/settings/transfer", {"new_owner": other.name, "typed_name": second["full_name"]}, expect=303)
    taking = resident(other.name)
    taking.open(f"/{second['full_name']}", expect=200)
    taking.submit("/action/accept_transfer", expect=303)
    assert other.get(f"/repos/{other.name}/{second['name']}").status_code == 200


def test_it_is_deleted_by_its_name(place):
    owner, repository, page, browser = place
    browser.open(page + "/delete", expect=200)
    assert "cannot be undone" in browser.page
    for typed in ("", repository["name"], repository["full_name"] + "x"):
        browser.submit("/delete", {"typed_name": typed}, expect=422)
        assert browser.problem
    assert owner.get(at(repository)).status_code == 200
    browser.submit("/delete", {"typed_name": repository["full_name"]}, expect=303)
    browser.follow()
    assert browser.notice == "The repository is deleted."
    owner.get(at(repository), expect=404)
    browser.open(page, expect=404)
