"""The pages of histories and graphs, without a script."""
import re

import pytest
from client import PASSWORD
from pulls import begun, merge, new_pull, put_file, tip
from repositories import at, new_repository
from working_copy import Git, address


@pytest.fixture
def place(new_user):
    """An owner with a repository that has the branch main."""
    owner = new_user()
    return owner, begun(owner)


def page(repository, below="/branch/main"):
    return f"/{repository['full_name']}/commits{below}"


def titles(browser):
    return re.findall(r'<a class="title"[^>]*>(.*?)</a>', browser.page)


def pushed(server, tmp_path, owner, repository):
    """A working copy, and a function that pushes it."""
    git = Git(tmp_path / "copy")
    git.done("init", "-q", "-b", "main")
    to = address(server, repository["full_name"], owner.name, PASSWORD)
    return git, lambda: git.done("push", "-q", to, "main")


def test_a_history_by_days(visitor, place):
    owner, repository = place
    sha = put_file(owner, repository, "a.txt", message="Write <b>a</b>\n\nAnd why.")
    owner.post(f"{at(repository)}/statuses/{sha}", {"state": "success", "context": "ci"}, expect=201)
    visitor.open(page(repository), expect=200)
    assert titles(visitor)[0] == "Write &lt;b&gt;a&lt;/b&gt;" and len(titles(visitor)) == 2
    assert '<h2 class="day">Today</h2>' in visitor.page and "And why." in visitor.page
    assert "Checks passed" in visitor.page
    for link in (f"/commit/{sha}", f"/src/commit/{sha}", "/graph"):
        assert f'href="/{repository["full_name"]}{link}"' in visitor.page
    visitor.open(page(repository, ""), expect=303)
    assert visitor.location.endswith("/commits/branch/main")


def test_a_hidden_repository_is_not_there(visitor, resident, new_user):
    owner = new_user()
    repository = begun(owner, private=True)
    for below in ("/commits", "/commits/branch/main", "/graph", "/activity", "/activity/contributors", "/compare/main...main",
                  f"/commit/{tip(owner, repository)}"):
        visitor.open(f"/{repository['full_name']}{below}", expect=404)
        resident().open(f"/{repository['full_name']}{below}", expect=404)


def test_names_with_slashes_tags_and_ids(visitor, place):
    owner, repository = place
    owner.post(f"{at(repository)}/branches", {"new_branch_name": "feat/one"}, expect=201)
    sha = put_file(owner, repository, "src/a.txt", branch="feat/one")
    owner.post(f"{at(repository)}/tags", {"tag_name": "v/1", "target": "feat/one"}, expect=201)
    for below in ("/branch/feat/one", "/tag/v/1", f"/commit/{sha}", "/branch/feat/one/src/a.txt", "/tag/v/1/src"):
        visitor.open(page(repository, below), expect=200)
        assert titles(visitor)[0] == "write src/a.txt", below
    visitor.open(page(repository, f"/commit/{sha[:8]}/src"), expect=303)
    assert visitor.location == page(repository, f"/commit/{sha}/src")
    for below in ("/branch/feat", "/branch/none", "/tag/v", "/commit/0123456", "/branch/main/none.txt", "/branch/main/.git/config"):
        visitor.open(page(repository, below), expect=404)


def test_pages(visitor, place):
    owner, repository = place
    for number in range(3):
        put_file(owner, repository, f"{number}.txt")
    visitor.open(page(repository) + "?limit=2", expect=200)
    assert titles(visitor) == ["write 2.txt", "write 1.txt"] and "1–2 of 4" in visitor.page
    visitor.open(page(repository) + "?limit=2&page=2", expect=200)
    assert titles(visitor)[0] == "write 0.txt" and "Newer" in visitor.page and ">Older" not in visitor.page
    visitor.open(page(repository) + "?limit=2&page=9", expect=200)
    assert not titles(visitor) and "There are none on this page." in visitor.page


def test_what_is_looked_for(visitor, place):
    owner, repository = place
    put_file(owner, repository, "src/a.txt", message="Mend the door")
    put_file(owner, repository, "b.txt", message="Paint the DOOR", author={"name": "Vera Blum", "email": "vera@example.org"})
    for query, found in {"door": ["Paint the DOOR", "Mend the door"], "the%20mend": ["Mend the door"], "author:vera": ["Paint the DOOR"],
                         "author:blum+door": ["Paint the DOOR"], "path:src": ["Mend the door"], "%22the+door%22": ["Paint the DOOR", "Mend the door"],
                         "until:2001-01-01": [], "since:2001-01-01+mend": ["Mend the door"], "window": []}.items():
        visitor.open(f"{page(repository)}?q={query}", expect=200)
        assert titles(visitor) == found, query
    assert 'value="window"' in visitor.page and "No commit fits" in visitor.page


def test_the_history_of_a_file_follows_its_renames(visitor, server, tmp_path, new_user):
    owner = new_user()
    repository = new_repository(owner, default_branch="main")
    git, push = pushed(server, tmp_path, owner, repository)
    git.commit({"old.txt": "one\ntwo\nthree\n"}, "make it")
    git.commit({"other.txt": "x"}, "something else")
    git.done("mv", "old.txt", "new.txt")
    git.commit({}, "rename it")
    git.commit({"new.txt": "one\ntwo\nthree\nfour\n"}, "change it")
    push()
    visitor.open(page(repository, "/branch/main/new.txt"), expect=200)
    assert titles(visitor) == ["change it", "rename it", "make it"]
    assert "then <code>old.txt</code>" in visitor.page and "/old.txt" in visitor.page


def test_an_empty_repository(visitor, new_user):
    owner = new_user()
    repository = new_repository(owner)
    for below in ("/commits", "/commits/branch/main", "/graph", "/activity", "/activity/contributors", "/activity/code-frequency"):
        visitor.open(f"/{repository['full_name']}{below}", expect=200)
    assert "Not enough history" in visitor.page


def test_a_graph(visitor, place):
    owner, repository = place
    _, pull = new_pull(owner, repository, branch="feat")
    merge(owner, pull)
    visitor.open(f"/{repository['full_name']}/graph", expect=200)
    assert visitor.page.count("<circle") == 3 and '<svg class="graph-lines"' in visitor.page
    rows = re.search(r'<ol class="graph-rows">(.*?)</ol>', visitor.page, re.S)[1]
    assert rows.count("<li>") == 3 and ">main</a>" in rows and ">feat</a>" in rows
    visitor.open(f"/{repository['full_name']}/graph?branch=feat", expect=200)
    assert visitor.page.count("<circle") == 2
    visitor.open(f"/{repository['full_name']}/graph?page=100000", expect=200)
    assert "does not go back that far" in visitor.page


def test_an_id_that_fits_several(visitor, server, tmp_path, new_user):
    owner = new_user()
    repository = new_repository(owner, default_branch="main")
    git, push = pushed(server, tmp_path, owner, repository)
    stream = "".join(f"commit refs/heads/main\ncommitter Ann <ann@example.com> {1_700_000_000 + n} +0000\ndata 4\nc{n:03}\n" for n in range(800))
    git.done("fast-import", "--quiet", input=stream.encode())
    push()
    ids = sorted(git.done("rev-list", "main").split())
    one, other = next((a, b) for a, b in zip(ids, ids[1:]) if a[:4] == b[:4])
    at_page = f"/{repository['full_name']}/commit/"
    visitor.open(at_page + one[:4], expect=200)
    assert f"{at_page}{one}" in visitor.page and f"{at_page}{other}" in visitor.page and "Choose one." in visitor.page
    visitor.open(at_page + one[:39], expect=200)
    assert "Choose one." not in visitor.page
