"""The pages of folders and files, without a script."""
import html
import re
import urllib.parse

import pytest
import requests
from large_files import LargeFiles, pointer_to
from pulls import begun, put_file
from repositories import at, let_in
from visitor import Forms
from working_copy import Git, address

from client import PASSWORD


@pytest.fixture
def place(new_user):
    owner = new_user()
    return owner, begun(owner)


def page(repository, path="", ref="branch/main", section="src"):
    return f"/{repository['full_name']}/{section}/{ref}" + (f"/{path}" if path else "")


def row(browser, number):
    found = re.search(rf'<tr id="L{number}"[^>]*>.*?</tr>', browser.page)
    return found[0] if found else ""


@pytest.fixture
def push(server, tmp_path):
    """push(owner, repository, files) commits them with the real git; keys are paths."""

    def do(owner, repository, files, links=None):
        git = Git(tmp_path)
        git.done("clone", "-q", address(server, repository["full_name"], owner.name, PASSWORD), "copy")
        copy = git.inside("copy")
        for path, target in (links or {}).items():
            (copy.folder / path).symlink_to(target)
        copy.commit(files)
        copy.done("push", "-q", "origin", "HEAD")
        return copy

    return do


def test_a_file_has_numbered_lines(visitor, place):
    owner, repository = place
    put_file(owner, repository, "src/a.c", 'int a;\n"<b>{{x}}";\n\n')
    visitor.open(page(repository, "src/a.c"), expect=200)
    assert 'href="#L2"' in row(visitor, 2) and "&quot;&lt;b&gt;{{x}}&quot;;" in row(visitor, 2)
    assert row(visitor, 3) and not row(visitor, 4) and "3 lines" in visitor.page
    assert 'data-language="C"' in visitor.page
    commit = owner.get(f"{at(repository)}/branches/main").json()["commit"]["id"]
    assert f'rel="permalink" href="{page(repository, "src/a.c", f"commit/{commit}")}"' in visitor.page
    assert 'aria-current="page">' in visitor.page and f'href="{page(repository, "src")}"' in visitor.page
    assert "/_edit/" not in visitor.page


def test_lines_can_be_named(visitor, place):
    owner, repository = place
    put_file(owner, repository, "a.txt", "1\n2\n3\n4\n")
    visitor.open(page(repository, "a.txt") + "?lines=2-3", expect=200)
    assert [("chosen" in row(visitor, n)) for n in (1, 2, 3, 4)] == [False, True, True, False]
    visitor.open(page(repository, "a.txt") + "?line=2-3", expect=303)
    assert visitor.location.endswith("&lines=2-3#L2")
    visitor.open(page(repository, "a.txt") + "?line=nothing", expect=200)


def test_writers_can_change_a_file_of_a_branch(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "README.md"), expect=200)
    assert f"/{repository['full_name']}/_edit/main/README.md" in browser.page
    assert f"/{repository['full_name']}/_delete/main/README.md" in browser.page
    commit = owner.get(f"{at(repository)}/branches/main").json()["commit"]["id"]
    browser.open(page(repository, "README.md", f"commit/{commit}"), expect=200)
    assert "/_edit/" not in browser.page


def test_rendered_files_have_their_source(visitor, place):
    owner, repository = place
    put_file(owner, repository, "docs/a.md", "# Title\n\n[up](../README.md)\n\n<script>alert(1)</script>\n")
    visitor.open(page(repository, "docs/a.md"), expect=200)
    assert '<h1 id="user-content-title">' in visitor.page and "<script>alert" not in visitor.page
    assert f'{page(repository, "README.md")}"' in visitor.page
    visitor.open(page(repository, "docs/a.md") + "?display=source", expect=200)
    assert "# Title" in row(visitor, 1) and "user-content" not in visitor.page
    put_file(owner, repository, "t.csv", "a,b\n1,2\n")
    visitor.open(page(repository, "t.csv"), expect=200)
    assert "<td>1</td>" in visitor.page or "<td>1" in visitor.page
    put_file(owner, repository, "n.ipynb", '{"cells": [{"cell_type": "markdown", "source": ["# Notes\\n", "more"]},'
             ' {"cell_type": "code", "source": "print(1)", "outputs": [{"text": ["<b>1</b>\\n"]}]}], "metadata": {}}')
    visitor.open(page(repository, "n.ipynb"), expect=200)
    assert "user-content-notes" in visitor.page and "print(1)" in visitor.page and "&lt;b&gt;1" in visitor.page
    put_file(owner, repository, "d.mmd", "graph TD; a-->b\n")
    visitor.open(page(repository, "d.mmd"), expect=200)
    assert "<pre data-drawing" in visitor.page and "frame-src 'self'" in visitor.answer.headers["Content-Security-Policy"]


def test_what_is_no_text(visitor, place, push):
    owner, repository = place
    png = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489") + b"\0" * 20
    push(owner, repository, {"p.png": png, "b.bin": bytes(range(256)), "d.pdf": b"%PDF-1.4\n%\xe2\xe3\n", "e.txt": b"",
                             "latin.txt": "gr\xfcn\n".encode("latin-1"), "bidi.txt": "a‮b\n"})
    visitor.open(page(repository, "p.png"), expect=200)
    assert f'<img src="{page(repository, "p.png", section="raw")}"' in visitor.page
    visitor.open(page(repository, "b.bin"), expect=200)
    assert "This is no text" in visitor.page and not row(visitor, 1)
    visitor.open(page(repository, "d.pdf"), expect=200)
    assert f'<iframe src="{page(repository, "d.pdf", section="raw")}"' in visitor.page
    assert "frame-src 'self'" in visitor.answer.headers["Content-Security-Policy"]
    visitor.open(page(repository, "e.txt"), expect=200)
    assert "Empty file" in visitor.page
    visitor.open(page(repository, "latin.txt"), expect=200)
    assert "grün" in row(visitor, 1)
    visitor.open(page(repository, "bidi.txt"), expect=200)
    assert "change the order" in visitor.page


def test_links_submodules_and_odd_names(visitor, place, push):
    owner, repository = place
    copy = push(owner, repository, {"docs/ü &?#.txt": "odd\n", ".gitmodules": '[submodule "m"]\n\tpath = m\n\turl = ../other.git\n'},
                links={"link": "docs/ü &?#.txt", "out": "../../etc/passwd"})
    copy.done("update-index", "--add", "--cacheinfo", "160000,1234567890123456789012345678901234567890,m")
    copy.done("commit", "-q", "-m", "module")
    copy.done("push", "-q", "origin", "HEAD")
    visitor.open(page(repository), expect=200)
    assert f'href="/{owner.name}/other"' in visitor.page and "m @ 1234567890" in visitor.page
    visitor.open(page(repository, "docs"), expect=200)
    odd = re.search(r'href="([^"]*docs/[^"]*)"', visitor.page)[1]
    visitor.open(html.unescape(odd), expect=200)
    assert "odd" in row(visitor, 1)
    visitor.open(page(repository, "link"), expect=200)
    assert f'href="{odd}"' in visitor.page
    visitor.open(page(repository, "out"), expect=200)
    assert "../../etc/passwd" in visitor.page and "<a href" not in visitor.page.split("A symbolic link to")[1].split("</p>")[0]
    visitor.open(page(repository, "m"), expect=200)
    assert "A submodule" in visitor.page


def test_large_files_are_followed(visitor, place, push):
    owner, repository = place
    data = b"large words\n" * 3
    LargeFiles(owner, repository["full_name"]).put(data)
    push(owner, repository, {"here.txt": pointer_to(data), "gone.txt": pointer_to(b"elsewhere")})
    visitor.open(page(repository, "here.txt"), expect=200)
    assert "large words" in row(visitor, 3) and "LFS" in visitor.page
    assert page(repository, "here.txt", section="media") in visitor.page
    visitor.open(page(repository, "gone.txt"), expect=200)
    assert "only the pointer" in visitor.page


def test_a_long_file_begins_and_the_rest_follows(visitor, place, push):
    owner, repository = place
    push(owner, repository, {"long.txt": "".join(f"line {i} {'x' * 90}\n" for i in range(1, 15_001))})
    visitor.open(page(repository, "long.txt"), expect=200)
    assert row(visitor, 10_000) and not row(visitor, 10_001) and "all=true" in visitor.page
    visitor.open(page(repository, "long.txt") + "?display=source&all=true", expect=200)
    assert "line 15000" in row(visitor, 15_000) and "all=true" not in visitor.page.split("lines")[0]


def test_branches_tags_and_commits(visitor, place):
    owner, repository = place
    put_file(owner, repository, "a/b.txt", new_branch="feat/one")
    owner.post(f"{at(repository)}/tags", {"tag_name": "feat/one-tag", "target": "main"}, expect=201)
    owner.post(f"{at(repository)}/branches", {"new_branch_name": "same"}, expect=201)
    visitor.open(page(repository, "a/b.txt", "branch/feat/one"), expect=200)
    visitor.open(page(repository, "", "tag/feat/one-tag"), expect=200)
    commit = owner.get(f"{at(repository)}/branches/main").json()["commit"]["id"]
    visitor.open(page(repository, "README.md", f"commit/{commit}"), expect=200)
    visitor.open(page(repository, "README.md", f"commit/{commit[:8]}"), expect=303)
    assert visitor.location == page(repository, "README.md", f"commit/{commit}")
    visitor.open(f"/{repository['full_name']}/src/feat/one/a/b.txt", expect=303)
    assert visitor.location == page(repository, "a/b.txt", "branch/feat/one")


def test_the_tree_beside_a_file(visitor, place):
    owner, repository = place
    for path in ("docs/deep/x.md", "docs/y.md", "src/a.c", "src/b.c"):
        put_file(owner, repository, path)
    visitor.open(page(repository, "src/a.c"), expect=200)
    tree = visitor.page[visitor.page.index('id="tree"'):visitor.page.index("</nav>", visitor.page.index('id="tree"'))]
    assert ">b.c</span>" in tree and ">y.md</span>" not in tree and 'aria-label="Open the folder docs"' in tree
    opened = re.search(r'class="opens" href="([^"]*)"', tree)[1].replace("&amp;", "&")
    assert opened == page(repository, "src/a.c") + "?tree=docs"
    visitor.open(opened, expect=200)
    assert ">y.md</span>" in visitor.page and f'href="{page(repository, "docs/y.md")}"' in visitor.page and ">x.md</span>" not in visitor.page
    visitor.open(page(repository, "src/a.c", section="blame") + "?tree=docs/deep&tree=none&tree=../x", expect=200)
    assert ">x.md</span>" in visitor.page and f'href="{page(repository, "docs/y.md", section="blame")}"' in visitor.page


def test_long_lines_and_colors(visitor, place):
    owner, repository = place
    put_file(owner, repository, "a.c", "int a;\n")
    visitor.open(page(repository, "a.c"), expect=200)
    assert '<table class="code" id="lines"' in visitor.page and "highlight." in visitor.page
    assert f'href="{page(repository, "a.c")}?wrap=on"' in visitor.page
    visitor.open(page(repository, "a.c") + "?wrap=on", expect=200)
    assert '<table class="code wrap" id="lines"' in visitor.page and "wrap=off" in visitor.page
    visitor.open(page(repository, "a.c") + "?highlight=off", expect=200)
    assert "/highlight." not in visitor.page and "View with highlighting" in visitor.page and "data-language" not in visitor.page


def find_refs(browser, words):
    """What the field in the menu leads to."""
    form = next(form for form in Forms(browser.page).forms if form["action"].endswith("/-/refs"))
    browser.open(f"{form['action']}?{urllib.parse.urlencode({**form['fields'], 'q': words})}", expect=200)


def test_the_menu_of_branches_and_tags(visitor, place):
    owner, repository = place
    put_file(owner, repository, "a/b.txt")
    for name in ("feat/one", "Fix"):
        owner.post(f"{at(repository)}/branches", {"new_branch_name": name}, expect=201)
    for name in ("v1", "fix-1", "rel/<2>"):
        owner.post(f"{at(repository)}/tags", {"tag_name": name, "target": "main"}, expect=201)
    visitor.open(page(repository, "a/b.txt"), expect=200)
    assert "All 3 branches" in visitor.page and "All 3 tags" in visitor.page and 'placeholder="Find a branch or tag"' in visitor.page
    assert f'href="{page(repository, "a/b.txt", "branch/feat/one")}"' in visitor.page and f'href="{page(repository, "a/b.txt", "tag/v1")}"' in visitor.page
    find_refs(visitor, "FIX")
    assert f'href="{page(repository, "a/b.txt", "branch/Fix")}"' in visitor.page and f'href="{page(repository, "a/b.txt", "tag/fix-1")}"' in visitor.page
    assert "tag/v1" not in visitor.page and 'name="q" value="FIX"' in visitor.page
    visitor.open(page(repository, "a/b.txt", section="blame"), expect=200)
    find_refs(visitor, "rel")
    assert "/blame/tag/rel/%3C2%3E/a/b.txt" in visitor.page
    visitor.open(f"/{repository['full_name']}/-/refs?q=nothing-such&section=settings&path=../..", expect=200)
    assert "No branch or tag fits" in visitor.page
    # A tag that comes and goes is counted at once.
    owner.call("DELETE", f"{at(repository)}/tags/v1", expect=204)
    visitor.open(page(repository), expect=200)
    assert "All 2 tags" in visitor.page and "tag/v1" not in visitor.page


def test_what_is_not_there(visitor, place):
    owner, repository = place
    visitor.open(page(repository, "", "branch/gone"), expect=404)
    assert page(repository) in visitor.page and "no such branch" in visitor.page
    visitor.open(page(repository, "no/such.txt"), expect=404)
    assert "no such file" in visitor.page
    visitor.open(page(repository, ".git/config"), expect=404)
    visitor.open(page(repository, "", "tag/main"), expect=404)
    visitor.open(page(repository, "", "commit/" + "0" * 40), expect=404)


def test_a_hidden_repository_is_not_there(visitor, new_user, resident):
    owner, reader = new_user(), new_user()
    repository = begun(owner, private=True)
    for section in ("src", "blame", "raw", "media"):
        visitor.open(page(repository, "README.md", section=section))
        assert visitor.answer.status_code == 404, section
    visitor.open(page(repository, section="find"), expect=404)
    let_in(owner, repository, reader, "read")
    resident(reader.name).open(page(repository, "README.md"), expect=200)


def test_raw_is_sandboxed(place, server):
    owner, repository = place
    put_file(owner, repository, "x.svg", '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    for section in ("raw", "media"):
        answer = requests.get(server.url + page(repository, "x.svg", section=section), timeout=30)
        assert answer.status_code == 200 and "sandbox" in answer.headers["Content-Security-Policy"]


def test_files_are_found_by_letters(visitor, place):
    owner, repository = place
    for path in ("src/main.cpp", "src/other/domain.txt", "docs/Main.md"):
        put_file(owner, repository, path)
    visitor.open(page(repository, section="find") + "?q=main", expect=200)
    found = re.findall(r'<a class="title" href="[^"]*">([^<]*)</a>', visitor.page)
    assert found == ["docs/Main.md", "src/main.cpp", "src/other/domain.txt"]
    visitor.open(page(repository, section="find") + "?q=smc", expect=200)
    assert "src/main.cpp" in visitor.page and "docs/Main.md" not in visitor.page
    visitor.open(page(repository, section="find") + "?q=%3Cb%3E", expect=200)
    assert "No file fits" in visitor.page and 'value="&lt;b&gt;"' in visitor.page
