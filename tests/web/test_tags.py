"""The page of tags, without a script."""
import pytest
from pulls import begun
from repositories import at


@pytest.fixture
def place(new_user):
    owner = new_user()
    return owner, begun(owner)


def tag(owner, repository, name, **more):
    return owner.post(f"{at(repository)}/tags", {"tag_name": name, **more}, expect=201).json()


def page(repository, below=""):
    return f"/{repository['full_name']}/tags{below}"


def test_everybody_who_reads_the_code_sees_the_tags(visitor, place):
    owner, repository = place
    visitor.open(page(repository), expect=200)
    assert "No tags" in visitor.page
    tag(owner, repository, "v1.0")
    tag(owner, repository, "rel/2", message="Second words\n\nMore of them")
    visitor.open(page(repository), expect=200)
    assert f'href="/{repository["full_name"]}/src/tag/rel/2"' in visitor.page
    assert "Second words" in visitor.page and "More of them" not in visitor.page
    assert f'/{repository["full_name"]}/archive/v1.0.zip' in visitor.page
    assert "/tags/delete" not in visitor.page


def test_a_tag_leads_to_its_release(visitor, resident, place):
    owner, repository = place
    owner.post(f"{at(repository)}/releases", {"tag_name": "V3", "name": "Third"}, expect=201)
    visitor.open(page(repository), expect=200)
    assert "Release Third" in visitor.page
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert "/tags/delete" not in browser.page, "a release holds its tag"
    browser.post(page(repository, "/delete?tag=V3"), expect=409)


def test_a_draft_is_nobody_elses(visitor, place):
    owner, repository = place
    tag(owner, repository, "v1")
    owner.post(f"{at(repository)}/releases", {"tag_name": "v1", "name": "Planned", "draft": True}, expect=201)
    visitor.open(page(repository), expect=200)
    assert "Planned" not in visitor.page


def test_a_tag_is_deleted(resident, place):
    owner, repository = place
    tag(owner, repository, "rel/1")
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert "/tags/delete?tag=rel/1" in browser.page
    browser.open(page(repository, "/delete?tag=rel/1"), expect=200)
    assert owner.get(f"{at(repository)}/tags").json(), "looking deletes nothing"
    browser.submit("/tags/delete", expect=303)
    assert owner.get(f"{at(repository)}/tags").json() == []
    browser.follow()
    assert browser.notice == "The tag is deleted." and "No tags" in browser.page


def test_whoever_may_not_write_deletes_nothing(visitor, resident, place):
    owner, repository = place
    tag(owner, repository, "v1")
    assert visitor.post(page(repository, "/delete?tag=v1")).status_code == 303 and visitor.location == "/user/login"
    resident().post(page(repository, "/delete?tag=v1"), expect=403)
    resident().open(page(repository, "/delete?tag=v1"), expect=403)
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    resident(owner.name).post(page(repository, "/delete?tag=v1"), expect=423)
    assert len(owner.get(f"{at(repository)}/tags").json()) == 1


def test_an_empty_repository_has_none(visitor, new_user):
    owner = new_user()
    repository = owner.post("/user/repos", {"name": "empty"}, expect=201).json()
    visitor.open(page(repository), expect=200)
    assert "No tags" in visitor.page


def test_a_tag_that_is_not_there(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "/delete?tag=x"), expect=404)
    browser.post(page(repository, "/delete?tag=x"), expect=404)
