"""The files that a pull request changes, as its page shows them, without a script."""
import html
import re

import pytest
from pulls import begun, propose, put_file, tip
from repositories import at
from reviews import review


@pytest.fixture
def place(new_user):
    """An owner with a repository, and a pull request of two commits that changes two files."""
    owner = new_user()
    repository = begun(owner)
    put_file(owner, repository, "src/a.txt", "".join(f"line {i}\n" for i in range(1, 41)))
    put_file(owner, repository, "src/a.txt", "".join(f"line {i}\n" if i != 20 else "line twenty\n" for i in range(1, 41)), new_branch="feat")
    put_file(owner, repository, "b.txt", "one\ntwo\nthree\n", branch="feat")
    return owner, repository, propose(owner, repository)


def page(repository, below=""):
    return f"/{repository['full_name']}/pulls/1/files{below}"


def section(text, path):
    """The part of a page that is about one file."""
    found = re.search(rf'<section class="diff-file[^>]*>(?:(?!</section>).)*?<h2[^>]*><a [^>]*>(?:<span[^>]*>[^<]*</span> )?{re.escape(html.escape(path))}</a>.*?</section>', text, re.S)
    assert found, f"{path} is not on the page"
    return found[0]


def test_everything_is_there(visitor, place):
    _, repository, _ = place
    visitor.open(page(repository), expect=200)
    text = visitor.page
    assert text.count('<section class="diff-file') == 2
    assert text.index('id="review-bar"') < text.index('class="tree') < text.index('<section class="diff-file'), "the bar, the list, the files"
    assert "line <ins>twenty</ins>" in text and "Files changed" in text and "All commits" in text
    assert "Sign in to review" in text and "data-comment=\"/" not in text and 'name="viewed"' not in text, "strangers only look"
    assert "/pulls/1.diff" in text


def test_who_sees_it(visitor, resident, new_user, place):
    owner, repository, _ = place
    owner.call("PATCH", at(repository), {"private": True}, expect=200)
    visitor.open(page(repository), expect=404)
    resident(new_user().name).open(page(repository), expect=404)
    resident(owner.name).open(page(repository), expect=200)
    owner.post(f"{at(repository)}/issues", {"title": "No pull request"}, expect=201)
    resident(owner.name).open(f"/{repository['full_name']}/pulls/2/files", expect=303)
    resident(owner.name).open(f"/{repository['full_name']}/pulls/99/files", expect=404)


def test_split_and_white_space(visitor, place):
    _, repository, _ = place
    visitor.open(page(repository, "?style=split&whitespace=ignore-all&wrap=off"), expect=200)
    assert 'class="code diff split2 nowrap"' in visitor.page and visitor.page.count('colspan="6"') >= 1


def test_more_lines(visitor, place):
    _, repository, _ = place
    visitor.open(page(repository), expect=200)
    assert ">line 2<" not in visitor.page
    visitor.open(page(repository, "?expand=src%2Fa.txt%3A1-5"), expect=200)
    assert ">line 2<" in visitor.page and ">line 39<" not in visitor.page
    visitor.open(page(repository, "?expand=src%2Fa.txt%3Aall"), expect=200)
    assert ">line 39<" in visitor.page


def test_narrowed_and_one_at_a_time(visitor, place):
    _, repository, _ = place
    visitor.open(page(repository, "?files=src/"), expect=200)
    assert visitor.page.count('<section class="diff-file') == 1 and "Show all files" in visitor.page
    visitor.open(page(repository, "?path=three"), expect=200)
    assert visitor.page.count('<section class="diff-file') == 1
    visitor.open(page(repository, "?single=true&file=src%2Fa.txt"), expect=200)
    assert visitor.page.count('<section class="diff-file') == 1 and "file 2 of 2" in visitor.page
    visitor.open(page(repository, "?files=none/"), expect=200)
    assert "No changed file fits" in visitor.page


def test_chosen_commits(visitor, place):
    owner, repository, pull = place
    commits = [commit["sha"] for commit in owner.get(f"{pull}/commits").json()]
    visitor.open(page(repository, f"/{commits[0]}"), expect=200)
    assert visitor.page.count('<section class="diff-file') == 1 and ">three<" in visitor.page
    visitor.open(page(repository, f"/{commits[1]}..{commits[0]}"), expect=200)
    assert visitor.page.count('<section class="diff-file') == 1, "from the first, without it"
    visitor.open(page(repository, f"?first={commits[1]}&last={commits[0]}"), expect=303)
    assert visitor.location.endswith(f"..{commits[0]}")
    visitor.follow()
    assert visitor.page.count('<section class="diff-file') == 2, "both of them"
    for wrong in ("/0123456789", "/main..feat", "/%3Cb%3E", f"/{commits[0]}..", "?first=x&last=y"):
        visitor.open(page(repository, wrong), expect=404)


def test_since_the_last_review(resident, new_user, place):
    owner, repository, pull = place
    friend = new_user()
    browser = resident(friend.name)
    browser.open(page(repository), expect=200)
    assert "Since your last review" not in browser.page
    review(friend, pull, "COMMENT", "so far so good")
    seen = tip(owner, repository, "feat")
    browser.open(page(repository), expect=200)
    assert "Since your last review" not in browser.page, "nothing has come since"
    put_file(owner, repository, "c.txt", "later\n", branch="feat")
    browser.open(page(repository), expect=200)
    assert "Since your last review" in browser.page
    browser.open(page(repository, f"/{seen}..{tip(owner, repository, 'feat')}"), expect=200)
    assert browser.page.count('<section class="diff-file') == 1 and ">later<" in browser.page


def test_viewed_marks_hold_by_content(resident, new_user, place):
    owner, repository, _ = place
    browser = resident(new_user().name)
    browser.open(page(repository), expect=200)
    assert "<span>0</span> of 2 files viewed" in browser.page
    content = re.search(r'name="content" value="(\w+)"', section(browser.page, "src/a.txt"))[1]
    mark = f"/{repository['full_name']}/pulls/1/review/viewed"
    browser.post(mark, {"content": content, "viewed": "true", "back": page(repository, "?style=split"), "file": "diff-x"}, expect=303)
    assert browser.location == page(repository, "?style=split")
    browser.open(page(repository), expect=200)
    assert "<span>1</span> of 2 files viewed" in browser.page and "<details class=\"folded\">" in section(browser.page, "src/a.txt")
    assert "line <ins>twenty</ins>" in browser.page, "what is folded is there"
    put_file(owner, repository, "b.txt", "one\ntwo\nthree\nfour\n", branch="feat")
    browser.open(page(repository), expect=200)
    assert "<span>1</span> of 2 files viewed" in browser.page, "a push that does not change it leaves the mark"
    put_file(owner, repository, "src/a.txt", "other\n", branch="feat")
    browser.open(page(repository), expect=200)
    assert "<span>0</span> of 2 files viewed" in browser.page
    browser.post(mark, {"content": content}, expect=303)
    for wrong in ("", "zz", "-", "../../x", "a" * 5000):
        browser.post(mark, {"content": wrong, "viewed": "true"}, expect=422)
    resident(owner.name).open(page(repository), expect=200)


def test_viewed_marks_survive_a_rename(resident, new_user, place):
    owner, repository, _ = place
    browser = resident(new_user().name)
    browser.open(page(repository), expect=200)
    content = re.search(r'name="content" value="(\w+)"', section(browser.page, "b.txt"))[1]
    browser.post(f"/{repository['full_name']}/pulls/1/review/viewed", {"content": content, "viewed": "true"}, expect=303)
    sha = owner.get(f"{at(repository)}/contents/b.txt?ref=feat").json()["sha"]
    owner.call("PUT", f"{at(repository)}/contents/d.txt", {"from_path": "b.txt", "sha": sha, "branch": "feat", "content": "b25lCnR3bwp0aHJlZQo="}, expect=200)
    browser.open(page(repository), expect=200)
    assert "<span>1</span> of 2 files viewed" in browser.page and "diff-file seen" in section(browser.page, "d.txt")


def test_marks_are_for_those_who_are_signed_in(visitor, place):
    _, repository, _ = place
    visitor.post(f"/{repository['full_name']}/pulls/1/review/viewed", {"content": "a" * 40, "viewed": "true"})
    assert visitor.answer.status_code in (303, 401) and "/user/login" in (visitor.answer.headers.get("Location") or "/user/login")


def test_pushed_meanwhile(visitor, place):
    owner, repository, _ = place
    seen = tip(owner, repository, "feat")
    ask = f"/{repository['full_name']}/pulls/1/review/pushed?head={seen}"
    visitor.open(page(repository), expect=200)
    assert html.unescape(re.search(r'id="pushed"[^>]*data-from="([^"]+)"', visitor.page)[1]) == ask
    visitor.open(ask, expect=200)
    assert 'id="pushed" data-poll' in visitor.page and "See what is new" not in visitor.page
    put_file(owner, repository, "c.txt", "later\n", branch="feat")
    visitor.open(ask, expect=200)
    assert "See what is new" in visitor.page and f"/files/{seen}..{tip(owner, repository, 'feat')}" in visitor.page
    visitor.open(f"/{repository['full_name']}/pulls/1/review/pushed?head=%3Cbdo%3E", expect=200)
    assert "<bdo>" not in visitor.page


def test_names_that_look_like_markup(visitor, new_user):
    owner = new_user()
    repository = begun(owner)
    put_file(owner, repository, "%3Cimg%20src=x%3E.txt", "<script>alert(1)</script>\n", new_branch="feat")
    propose(owner, repository, title="<b>bold</b>")
    visitor.open(page(repository), expect=200)
    assert "<script>alert" not in visitor.page and "<img src=x>" not in visitor.page and "&lt;script&gt;" in visitor.page


def test_without_files(visitor, place):
    owner, repository, pull = place
    head = owner.get(pull).json()["head"]["sha"]
    visitor.open(page(repository, f"/{head}..{head}"), expect=200)
    assert "Changes no files" in visitor.page
