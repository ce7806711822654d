"""The page that says who wrote which line."""
import re

import pytest
from pulls import begun, put_file
from repositories import at


@pytest.fixture
def place(new_user):
    owner = new_user()
    return owner, begun(owner)


def page(repository, path, ref="branch/main"):
    return f"/{repository['full_name']}/blame/{ref}/{path}"


def blocks(browser):
    """(line, lines, subject) of each block."""
    return [(int(line), int(count), subject) for line, count, subject in re.findall(
        r'<tr id="L(\d+)" class="first"><td class="who" rowspan="(\d+)">.*?<a class="clip"[^>]*>(.*?)</a>', browser.page)]


def test_each_block_says_where_it_comes_from(visitor, place):
    owner, repository = place
    first = put_file(owner, repository, "a.txt", "one\ntwo\nthree\n", message="first <b>")
    second = put_file(owner, repository, "a.txt", "one\n2\nthree\n", message="second")
    visitor.open(page(repository, "a.txt"), expect=200)
    assert blocks(visitor) == [(1, 1, "first &lt;b&gt;"), (2, 1, "second"), (3, 1, "first &lt;b&gt;")]
    assert f"/commit/{second}" in visitor.page
    before = re.search(r'class="before" href="([^"]*)"', visitor.page)[1]
    assert before == page(repository, "a.txt", f"commit/{first}") + "#L2"
    visitor.open(before.split("#")[0], expect=200)
    assert blocks(visitor) == [(1, 3, "first &lt;b&gt;")] and 'class="before"' not in visitor.page


def test_commits_that_only_move_lines_are_passed_over(visitor, place):
    owner, repository = place
    put_file(owner, repository, "a.txt", "one\n", message="first")
    moved = put_file(owner, repository, "a.txt", "  one\n", message="format")
    put_file(owner, repository, ".git-blame-ignore-revs", f"# formatting\n{moved}\n")
    visitor.open(page(repository, "a.txt"), expect=200)
    assert blocks(visitor) == [(1, 1, "first")] and "1 commit that .git-blame-ignore-revs" in visitor.page
    visitor.open(page(repository, "a.txt") + "?bypass-blame-ignore=true", expect=200)
    assert blocks(visitor) == [(1, 1, "format")]


def test_the_age_of_lines_has_words(visitor, place):
    owner, repository = place
    put_file(owner, repository, "old.txt", "one\n", dates={"author": "2020-01-02T03:04:05Z", "committer": "2020-01-02T03:04:05Z"})
    visitor.open(page(repository, "old.txt"), expect=200)
    assert 'class="age a5" rowspan="1" title="Two years old or older"' in visitor.page
    put_file(owner, repository, "new.txt", "one\n")
    visitor.open(page(repository, "new.txt"), expect=200)
    assert 'title="Less than a week old"' in visitor.page


def test_a_line_to_go_to_and_the_way_to_change_it(visitor, resident, place):
    owner, repository = place
    put_file(owner, repository, "a.txt", "one\ntwo\n")
    visitor.open(page(repository, "a.txt") + "?line=2", expect=303)
    assert visitor.location == page(repository, "a.txt") + "#L2"
    visitor.open(page(repository, "a.txt"), expect=200)
    assert "2 lines" in visitor.page and "/_edit/" not in visitor.page
    browser = resident(owner.name)
    browser.open(page(repository, "a.txt"), expect=200)
    assert "/_edit/main/a.txt" in browser.page


def test_what_has_no_blame(visitor, place):
    owner, repository = place
    put_file(owner, repository, "d/a.txt")
    visitor.open(page(repository, "d"), expect=303)
    assert visitor.location.endswith("/src/branch/main/d")
    visitor.open(page(repository, "none.txt"), expect=404)
    put_file(owner, repository, "b.bin", "a\0b")
    visitor.open(page(repository, "b.bin"), expect=200)
    assert "There is no blame" in visitor.page
    owner.get(f"{at(repository)}")
