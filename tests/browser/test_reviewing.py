"""Reviewing a pull request in a browser: drafts that survive, suggestions, verdicts, keys; with and without a script; and how it looks."""
import pytest
from axe import faults
from client import PASSWORD, Client
from looks import FORMS, look
from pulls import begun, propose, put_file
from repositories import at, let_in
from reviews import review, states

LINES = "".join(f"line {i}\n" for i in range(1, 31))
CHANGED = LINES.replace("line 10\n", "line ten\n")
OPEN_MENUS = "document.querySelectorAll('main details.menu').forEach((menu) => { menu.open = true; })"


@pytest.fixture
def place(site, person):
    """An owner, a reviewer who may write, and the owner's pull request."""
    owner, friend = (Client(site.url, basic=(person(), PASSWORD)) for _ in range(2))
    repository = begun(owner)
    let_in(owner, repository, friend)
    put_file(owner, repository, "src/a.txt", LINES)
    put_file(owner, repository, "src/a.txt", CHANGED, new_branch="feat")
    put_file(owner, repository, "b.txt", "one\ntwo\n", branch="feat")
    return owner, friend, repository, propose(owner, repository)


def files(place):
    return f"/{place[2]['full_name']}/pulls/1/files"


@pytest.fixture
def tab(chromium, site, place):
    chromium.complaints()
    tab = chromium.tab(site.url, viewport={"width": 1200, "height": 800})
    tab.sign_in(place[1].name, PASSWORD)
    yield tab
    assert chromium.complaints() == [], "the console of a page has no errors"


@pytest.fixture
def plain(chromium, site, place):
    """Without scripts."""
    tab = chromium.tab(site.url, javaScriptEnabled=False)
    tab.sign_in(place[1].name, PASSWORD)
    return tab


def line(tab, number):
    """The row of a line of the new src/a.txt, by its number's id."""
    return tab.evaluate(f"[...document.querySelectorAll('td.n a[id$=R{number}]')].find((a) => a.closest('section').textContent.includes('src/a.txt')).id")


def write_at(tab, number, words):
    tab.hover(f"#{line(tab, number)}")
    tab.click(".add-remark")
    tab.waitForSelector(".inline-form textarea")
    tab.fill(".inline-form textarea", words)


def test_a_draft_survives_a_reload_and_a_force_push(tab, place):
    owner, friend, repository, _ = place
    tab.goto(files(place))
    write_at(tab, 10, "why *ten*?")
    tab.click(".inline-form button.primary")
    tab.waitForSelector(".thread.draft .said em")
    assert "1 draft" in tab.innerText("#draft-bar"), "the page was not left"
    tab.reload()
    assert "why ten?" in tab.innerText(".thread.draft")
    # The branch is made anew without the line.
    owner.call("DELETE", f"{at(repository)}/branches/feat", expect=204)
    put_file(owner, repository, "src/a.txt", "all new\n", new_branch="feat")
    tab.reload()
    assert "why ten?" in tab.innerText(".thread.draft"), "no word is lost"
    assert states(friend, place[3]) == ["PENDING"]


def test_several_lines_are_dragged_over(tab, place):
    tab.goto(files(place))
    first, last = line(tab, 9), line(tab, 11)
    tab.hover(f"#{first}")
    getattr(tab, "mouse.down")()
    tab.hover(f"#{last}")
    getattr(tab, "mouse.up")()
    tab.waitForSelector(".inline-form textarea")
    assert "lines 9 to 11" in tab.innerText(".inline-form")
    tab.click(".inline-form [data-suggest]")
    assert tab.inputValue(".inline-form textarea") == "```suggestion\nline 9\nline ten\nline 11\n```\n"


def test_suggest_and_apply(tab, place):
    owner, friend, repository, _ = place
    tab.goto(files(place))
    write_at(tab, 10, "```suggestion\nline number ten\n```")
    tab.click(".inline-form button[name=send]")
    tab.waitForSelector(".suggestion ins")
    tab.click(".suggestion button[type=submit]")
    tab.waitForSelector("[role=status]")
    assert "line number ten" in friend.get(f"/repos/{repository['full_name']}/raw/src/a.txt?ref=feat").text


def test_approve(tab, place):
    tab.goto(files(place))
    tab.click("#review-menu > summary")
    tab.fill("#review-body", "fine")
    tab.click("#review-menu input[value=APPROVED]")
    tab.click("#review-menu button[type=submit]")
    tab.waitForSelector("main")
    assert states(place[1], place[3]) == ["APPROVED"]


def test_viewed_without_leaving(tab, place):
    tab.goto(files(place))
    tab.keys("v")
    tab.waitForSelector("section.diff-file.seen")
    assert "1 of 2 files viewed" in tab.innerText("#viewed-count")
    tab.reload()
    assert "1 of 2 files viewed" in tab.innerText("#viewed-count")


def test_keys(tab, place):
    review(place[0], place[3], "COMMENT", comments=[{"path": "src/a.txt", "body": "one", "new_position": 10}, {"path": "b.txt", "body": "two", "new_position": 1}])
    tab.goto(files(place))
    tab.keys("n")
    assert tab.evaluate("document.activeElement.closest('.thread') !== null")
    tab.keys("u")
    tab.waitForURL("**style=split**")
    tab.focus(".diff-head h2 a")
    tab.keys("ArrowDown")
    tab.keys("Enter")
    tab.waitForSelector(".inline-form textarea")


def test_without_a_script(plain, place):
    _, friend, _, pull = place
    plain.goto(files(place))
    plain.click("section.diff-file:last-of-type .menu > summary")
    plain.click("section.diff-file:last-of-type .menu a:has-text('Comment on a line')")
    plain.fill("input[name=line]", "10")
    plain.fill("textarea", "why *ten*?")
    plain.click("button.primary:has-text('Add draft')")
    assert "why ten?" in plain.innerText(".thread.draft")
    plain.click("#review-menu > summary")
    plain.click("#review-menu input[value=APPROVED]")
    plain.click("#review-menu button[type=submit]")
    assert states(friend, pull) == ["APPROVED"]


@pytest.mark.parametrize("form", FORMS)
def test_how_it_looks(chromium, site, place, form):
    owner, friend, _, pull = place
    review(friend, pull, "COMMENT", "hm", comments=[
        {"path": "src/a.txt", "body": "Remove it?\n\n```suggestion\nline number ten\n```", "new_position": 10}, {"path": "b.txt", "body": "two", "new_position": 1}])
    review(friend, pull, "PENDING", "x", comments=[{"path": "src/a.txt", "body": "Not sure.", "new_position": 11}])
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(friend.name, PASSWORD)
    for name, below in (("unified", "?style=unified"), ("split", "?style=split")):
        tab.goto(files(place) + below)
        tab.waitForTimeout(500)
        look(tab, form, f"pull-files-{name}")
        assert faults(tab) == []
        tab.evaluate(OPEN_MENUS)
        assert faults(tab) == []
    for name, below in (("review", "/review"), ("comment", "/review/comment?path=b.txt"), ("discard", "/review/discard")):
        tab.goto(f"{files(place).removesuffix('/files')}{below}")
        look(tab, form, f"pull-{name}")
        assert faults(tab) == []
