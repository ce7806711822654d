"""The pages of a repository's milestones, without a script."""
import re

import pytest
from issue_lists import ask, counts, line, titles
from issues import new_issue
from pulls import begun, new_pull
from repositories import at


@pytest.fixture
def place(new_user, resident):
    owner = new_user()
    repository = begun(owner)
    return owner, repository, f"/{repository['full_name']}", resident(owner.name)


def shown(browser):
    return re.findall(r'<a class="title" href="[^"]*">(.*?)</a>', browser.page)


def milestone(owner, repository, title, **more):
    return owner.post(f"{at(repository)}/milestones", {"title": title, **more}, expect=201).json()["id"]


def test_a_milestone_is_made_changed_closed_and_deleted(place):
    owner, repository, home, browser = place
    browser.open(f"{home}/milestones", expect=200)
    assert "No milestones" in browser.page and "New milestone" in browser.page
    browser.open(f"{home}/milestones/new", expect=200)
    browser.submit("/milestones/new", {"title": "1.0", "description": "**soon**, see #1", "due": "2031-05-06"}, expect=303)
    browser.follow()
    made = owner.get(f"{at(repository)}/milestones").json()[0]
    assert browser.notice == "The milestone is created." and made["due_on"] == "2031-05-06T23:59:59Z" and made["description"] == "**soon**, see #1"
    assert "<h1>1.0</h1>" in browser.page and "<strong>soon</strong>" in browser.page and "due 6 May 2031" in browser.page and "0% done" in browser.page
    page = f"{home}/milestones/{made['id']}"
    browser.submit("/close", expect=303)
    browser.follow()
    made = owner.get(f"{at(repository)}/milestones/{made['id']}").json()
    assert browser.notice == "The milestone is closed." and made["state"] == "closed" and made["due_on"] == "2031-05-06T23:59:59Z", "when it is due stays"
    browser.submit("/reopen", expect=303)
    assert owner.get(f"{at(repository)}/milestones/{made['id']}").json()["state"] == "open"
    browser.open(f"{page}/edit", expect=200)
    assert 'value="2031-05-06"' in browser.page and 'value="1.0"' in browser.page
    browser.submit("/edit", {"title": "1.1", "due": ""}, expect=303)
    made = owner.get(f"{at(repository)}/milestones/{made['id']}").json()
    assert made["title"] == "1.1" and made["due_on"] is None and made["description"] == "**soon**, see #1"
    _, issue = new_issue(owner, repository, "One", milestone=made["id"])
    browser.open(f"{page}/delete", expect=200)
    assert "1 open and 0 closed, stay without it" in browser.page
    browser.submit("/delete", expect=303)
    browser.follow()
    assert browser.notice == "The milestone is deleted." and owner.get(f"{at(repository)}/milestones").json() == []
    assert owner.get(f"{at(repository)}/issues/{issue['number']}").json()["milestone"] is None


def test_a_refused_milestone_comes_back_as_it_was(place):
    owner, repository, home, browser = place
    browser.open(f"{home}/milestones/new", expect=200)
    browser.submit("/milestones/new", {"title": "", "description": "words", "due": "2031-05-06"}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="title"[^>]*>', browser.page)[0] and "words</textarea>" in browser.page and 'value="2031-05-06"' in browser.page
    browser.submit("/milestones/new", {"title": "x", "due": "soon"}, expect=422)
    assert browser.problem == "Write a day as 2026-12-01." and 'value="soon"' in browser.page
    browser.submit("/milestones/new", {"title": "x" * 300}, expect=422)
    assert owner.get(f"{at(repository)}/milestones").json() == []


def test_what_belongs_to_a_milestone(place, visitor):
    owner, repository, home, _ = place
    here, there = milestone(owner, repository, "here"), milestone(owner, repository, "there")
    new_issue(owner, repository, "one", milestone=here)
    new_issue(owner, repository, "done", milestone=here, closed=True)
    new_issue(owner, repository, "other", milestone=there)
    _, pull = new_pull(owner, repository, title="pull")
    owner.call("PATCH", pull, {"milestone": here}, expect=201)
    visitor.open(f"{home}/milestone/{here}", expect=200)
    assert line(visitor) == "is:open sort:updated" and sorted(titles(visitor)) == ["one", "pull"] and counts(visitor) == (2, 1)
    assert "33% done" in visitor.page and 'width="33"' in visitor.page
    assert ask(visitor, f"{home}/milestone/{here}", "is:issue") == ["done", "one"] and ask(visitor, f"{home}/milestone/{here}", "is:pull") == ["pull"]
    assert ask(visitor, f"{home}/milestone/{here}", "milestone:there") == []
    visitor.open(f"{home}/milestone/999999", expect=404)


def test_milestones_are_found_and_sorted(place, visitor):
    owner, repository, home, _ = place
    milestone(owner, repository, "later", due_on="2032-01-01T00:00:00Z")
    milestone(owner, repository, "sooner", due_on="2031-01-01T00:00:00Z")
    done = milestone(owner, repository, "never")
    milestone(owner, repository, "past", due_on="2020-01-01T00:00:00Z", state="closed")
    new_issue(owner, repository, "x", milestone=done, closed=True)
    visitor.open(f"{home}/milestones", expect=200)
    assert shown(visitor) == ["sooner", "later", "never"] and "3 open" in visitor.page and "1 closed" in visitor.page
    assert "/edit" not in visitor.page and "New milestone" not in visitor.page
    for sort, wanted in (("furthest", ["later", "sooner", "never"]), ("furthestduedate", ["later", "sooner", "never"]), ("name", ["later", "never", "sooner"]),
                         ("done", ["never", "later", "sooner"]), ("newest", ["never", "sooner", "later"])):
        visitor.open(f"{home}/milestones?sort={sort}", expect=200)
        assert shown(visitor) == wanted, sort
    visitor.open(f"{home}/milestones?state=closed", expect=200)
    assert shown(visitor) == ["past"]
    visitor.open(f"{home}/milestones?q=SOON", expect=200)
    assert shown(visitor) == ["sooner"]
    visitor.open(f"{home}/milestones?q=nothing", expect=200)
    assert "No milestone fits" in visitor.page


def test_who_may_not_keep_milestones_cannot(place, resident, visitor):
    owner, repository, home, browser = place
    one = milestone(owner, repository, "<b>bold")
    other = resident()
    other.open(f"{home}/milestone/{one}", expect=200)
    assert "<b>bold" not in other.page and "&lt;b&gt;bold" in other.page and "/close" not in other.page
    for below, form in (("new", {"title": "x"}), (f"{one}/edit", {"title": "x"}), (f"{one}/close", {}), (f"{one}/reopen", {}), (f"{one}/delete", {})):
        other.post(f"{home}/milestones/{below}", form, expect=403)
        browser.post(f"{home}/milestones/{below}", form, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    other.open(f"{home}/milestones/new", expect=403)
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    browser.post(f"{home}/milestones/new", {"title": "x"}, expect=423)
    assert [found["title"] for found in owner.get(f"{at(repository)}/milestones").json()] == ["<b>bold"]
