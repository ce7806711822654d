"""Wiki pages: names, content, revisions, and who may read and write them."""
import base64
import concurrent.futures

import pytest
from repositories import at, let_in, new_repository


def b64(text):
    return base64.b64encode(text.encode()).decode()


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture
def wiki(owner):
    return at(new_repository(owner)) + "/wiki"


def new(who, wiki, title, text="text", expect=201, **more):
    return who.post(f"{wiki}/new", {"title": title, "content_base64": b64(text), **more}, expect=expect)


def test_a_page_from_its_first_to_its_last_day(owner, wiki):
    for path in ("pages", "page/Home", "revisions/Home"):
        owner.refused("GET", f"{wiki}/{path}", 404)
    page = new(owner, wiki, "Two Words", "one", message="start").json()
    assert page["sub_url"] == "Two-Words" and page["last_commit"]["message"] == "start\n"
    assert owner.get(f"{wiki}/page/Two%20Words").json()["content_base64"] == b64("one")
    owner.call("PATCH", f"{wiki}/page/Two-Words", {"title": "Two Words", "content_base64": b64("two")}, expect=200)
    moved = owner.call("PATCH", f"{wiki}/page/Two-Words", {"title": "a-b"}, expect=200).json()
    assert moved["sub_url"] == "a-b.-" and moved["content_base64"] == ""
    owner.refused("GET", f"{wiki}/page/Two-Words", 404)
    owner.delete(f"{wiki}/page/a-b.-", expect=204)
    owner.refused("DELETE", f"{wiki}/page/a-b.-", 404)
    assert owner.get(f"{wiki}/pages").json() == []


@pytest.mark.parametrize("title", ["with-dash", "100% Free", "a/b", "Ünï", "ends.md", "q?x=1&y", "C++ #1", "..", "a\\b", ".git", "%2e%2e"])
def test_any_title_leads_back_to_its_page(owner, wiki, title):
    made = new(owner, wiki, title, title).json()
    assert made["title"] == title or title == ".."
    assert owner.get(f"{wiki}/page/{made['sub_url']}").json()["content_base64"] == b64(title)
    assert [page["sub_url"] for page in owner.get(f"{wiki}/pages").json()] == [made["sub_url"]]


def test_what_cannot_be_written(owner, wiki):
    for title in ("_pages", "_new", "_edit", "raw"):
        new(owner, wiki, title, expect=400)
    for title in ("", "   "):
        new(owner, wiki, title, expect=422)
    new(owner, wiki, "Same")
    new(owner, wiki, "Same", expect=400)
    owner.post(f"{wiki}/new", {"title": "Bad", "content_base64": "***"}, expect=400)


def test_revisions_and_last_commits(owner, wiki):
    new(owner, wiki, "A", "1", message="a1")
    new(owner, wiki, "B", "1", message="b1")
    owner.call("PATCH", f"{wiki}/page/A", {"title": "A", "content_base64": b64("2"), "message": "a2"}, expect=200)
    answer = owner.get(f"{wiki}/revisions/A")
    assert [c["message"] for c in answer.json()["commits"]] == ["a2\n", "a1\n"]
    assert answer.json()["count"] == 2 and answer.headers["X-Total-Count"] == "2"
    assert [p["last_commit"]["message"] for p in owner.get(f"{wiki}/pages").json()] == ["a2\n", "b1\n"]
    new(owner, wiki, "_Sidebar", "side")
    assert owner.get(f"{wiki}/page/B").json()["sidebar"] == b64("side")


def test_pages_of_pages(owner, wiki):
    for name in "CABD":
        new(owner, wiki, name)
    page = owner.get(f"{wiki}/pages?limit=2&page=2")
    assert [p["title"] for p in page.json()] == ["C", "D"]
    assert page.headers["X-Total-Count"] == "4" and 'rel="prev"' in page.headers["Link"]
    assert len(owner.get(f"{wiki}/pages?limit=1").json()) == 4
    assert owner.get(f"{wiki}/pages?page=9223372036854775807").json() == []


def test_writers_at_once_lose_nothing(owner, wiki):
    new(owner, wiki, "Home")
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: new(owner, wiki, f"Page {number}"), range(24)))
    assert len(owner.get(f"{wiki}/pages?limit=50").json()) == 25


def test_who_may(owner, new_user, anonymous):
    repository = new_repository(owner)
    wiki, reader = at(repository) + "/wiki", new_user()
    new(owner, wiki, "Home")
    anonymous.get(f"{wiki}/page/Home", expect=200)
    new(anonymous, wiki, "X", expect=401)
    new(reader, wiki, "X", expect=403)
    let_in(owner, repository, reader)
    new(reader, wiki, "X")
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    new(owner, wiki, "Y", expect=423)
    owner.call("PATCH", at(repository), {"archived": False}, expect=200)
    owner.call("PATCH", at(repository), {"has_wiki": False}, expect=200)
    owner.refused("GET", f"{wiki}/pages", 404)
