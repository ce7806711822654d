"""Tables and notebooks in differences, without a script: as values and as cells, and back to their lines."""
import hashlib
import html
import json
import re

import pytest
from client import PASSWORD
from pulls import begun, put_file
from repositories import at, new_repository
from visitor import Forms
from working_copy import Git, address

TABLE = "name,age,town\n" + "".join(f"person {n},{n},Bonn\n" for n in range(1, 41))
CHANGED = TABLE.replace("person 20,20,Bonn", "person 20,21,<b>Köln</b>").replace("person 30,30,Bonn\n", "").replace("person 35,", "new one,7,Ulm\nperson 35,")


def cell(source, outputs=(), kind="code"):
    return {"cell_type": kind, "source": source, "outputs": list(outputs), "metadata": {}}


def notebook(*cells):
    return json.dumps({"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4}, indent=1) + "\n"


@pytest.fixture
def changed(server, tmp_path, new_user):
    """changed(before, after) pushes two commits and gives the repository's name and the address of the second's page."""

    def make(before, after):
        owner = new_user()
        repository = new_repository(owner, default_branch="main")
        git = Git(tmp_path / repository["name"])
        git.done("init", "-q", "-b", "main")
        git.commit(before, "before")
        git.done("tag", "before")
        sha = git.commit(after, "after")
        git.done("push", "-q", address(server, repository["full_name"], owner.name, PASSWORD), "main", "before")
        return repository["full_name"], f"/{repository['full_name']}/commit/{sha}"

    return make


def section(browser, path):
    identity = "diff-" + hashlib.sha1(path.encode()).hexdigest()
    return re.search(rf'<section class="diff-file[^"]*" id="{identity}".*?</section>', browser.page, re.S)[0]


def looks(section):
    """The ways to look at a file: their addresses, and which one it is."""
    switch = re.search(r'<span class="switch" role="group" aria-label="How to show.*?</span>', section, re.S)[0]
    found = re.findall(r'<a href="([^"]*)" rel="nofollow"( aria-current="true")?>([^<]*)</a>', switch)
    return {words: html.unescape(to) for to, _, words in found}, next(words for _, current, words in found if current)


def test_a_table_shows_what_has_changed(visitor, changed):
    name, page = changed({"a b.csv": TABLE, "other.csv": "x\n"}, {"a b.csv": CHANGED, "other.csv": "y\n"})
    visitor.open(page, expect=200)
    ways, current = looks(section(visitor, "a b.csv"))
    assert current == "Lines" and set(ways) == {"Lines", "Table"}
    visitor.open(ways["Table"], expect=200)
    shown = section(visitor, "a b.csv")
    assert looks(shown)[1] == "Table" and "class=\"diff values\"" in shown
    assert '<th class="v">town</th>' in shown, "the first row is always there"
    assert "<del>20</del> <ins>21</ins>" in shown and "<ins>&lt;b&gt;Köln&lt;/b&gt;</ins>" in shown
    assert '<td class="v del">person 30</td>' in shown and '<td class="v add">new one</td>' in shown
    assert ">person 25<" not in shown and "rows that have not changed" in shown
    assert looks(section(visitor, "other.csv"))[1] == "Lines", "each file is chosen for itself"
    # Both, and one of them back.
    visitor.open(looks(section(visitor, "other.csv"))[0]["Table"], expect=200)
    assert [looks(section(visitor, path))[1] for path in ("a b.csv", "other.csv")] == ["Table", "Table"]
    visitor.open(looks(section(visitor, "a b.csv"))[0]["Lines"], expect=200)
    assert [looks(section(visitor, path))[1] for path in ("a b.csv", "other.csv")] == ["Lines", "Table"]
    # The same between two names.
    visitor.open(f"/{name}/compare/before..main?rendered=a+b.csv&style=split", expect=200)
    assert "<del>20</del> <ins>21</ins>" in section(visitor, "a b.csv")


def test_columns_that_come(visitor, changed):
    wider = "\n".join(",".join([line.split(",")[0], "hidden" if n else "note", *line.split(",")[1:]]) for n, line in enumerate(TABLE.splitlines())) + "\n"
    _, page = changed({"a.tsv": TABLE.replace(",", "\t"), "b.csv": TABLE}, {"a.tsv": TABLE.replace(",", "\t") + "x\t1\tUlm\n", "b.csv": wider})
    visitor.open(page + "?rendered=b.csv&rendered=a.tsv", expect=200)
    shown = section(visitor, "b.csv")
    assert '<th class="v add">note</th>' in shown and shown.count('<td class="v add">hidden</td>') == 40 and "<del>" not in shown
    assert section(visitor, "a.tsv").count('class="v add"') == 3


def test_a_new_table_and_one_that_goes(visitor, changed):
    _, page = changed({"old.csv": "a,b\n1,2\n"}, {"new.csv": "a,b\n1,2\n3,4\n"})
    visitor.open(page + "?rendered=new.csv", expect=200)
    assert section(visitor, "new.csv").count('class="v add"') == 6


def test_what_is_too_much_stays_lines(visitor, changed):
    many = "a,b\n" + "".join(f"{n},x\n" for n in range(3000))
    long = "a,b\n" + "x" * 600_000 + ",1\n"
    _, page = changed({"long.csv": "a,b\n"}, {"many.csv": many, "wide.csv": "x," * 500 + "\n", "long.csv": long, "bad.ipynb": "{}\n", "deep.ipynb": "[" * 100_000, "big.ipynb": notebook(cell("x" * 2_200_000))})
    paths = ("many.csv", "wide.csv", "long.csv", "big.ipynb", "bad.ipynb", "deep.ipynb")
    visitor.open(page + "?" + "&".join(f"rendered={path}" for path in paths), expect=200)
    for path in paths:
        shown = section(visitor, path)
        assert "these are its lines" in shown and "<td class=\"c add\">" in shown, path
    assert "cannot be read as a notebook" in section(visitor, "bad.ipynb")
    assert "too large" in section(visitor, "many.csv")


def test_only_what_can_be_a_table_is_offered(visitor, changed):
    _, page = changed({}, {"a.txt": "a,b\n", "bin.csv": b"\0\1", "empty.csv": ""})
    visitor.open(page + "?rendered=a.txt&rendered=bin.csv&rendered=none", expect=200)
    assert "How to show a.txt" not in visitor.page and "How to show bin.csv" not in visitor.page
    assert "Not a text." in section(visitor, "bin.csv")


def test_a_notebook_shows_its_cells(visitor, changed):
    picture = {"output_type": "display_data", "data": {"image/png": "iVBORw0K", "text/html": ["<script>alert(1)</script>"]}}
    before = notebook(cell(["# Title\n"], kind="markdown"), cell(["import math\n", "x = 1\n"]), cell("kept()"), cell("last()"))
    after = notebook(cell(["# Title\n"], kind="markdown"), cell(["import math\n", "x = 2 < 3\n"], [picture]), cell("kept()"), cell("last()"), cell("more()"))
    _, page = changed({"n.ipynb": before}, {"n.ipynb": after})
    visitor.open(page, expect=200)
    assert "iVBORw0K" in visitor.page, "its lines have all of it"
    ways, current = looks(section(visitor, "n.ipynb"))
    assert current == "Lines"
    visitor.open(ways["Cells"], expect=200)
    shown = section(visitor, "n.ipynb")
    assert "Cell 2, code" in shown and "x = 2 &lt; 3" in re.sub("</?(ins|del)>", "", shown)
    assert "Output: image/png, text/html" in shown and "iVBORw0K" not in shown and "<script" not in shown
    assert "Cell 5, code <span class=\"tag good\">Added</span>" in shown and "kept()" not in shown
    assert "2 cells that have not changed" in shown


def test_in_a_pull_request_talk_stays_with_its_file(resident, new_user):
    owner = new_user()
    repository = begun(owner)
    put_file(owner, repository, "t.csv", "a,b\n1,2\n")
    owner.post(f"{at(repository)}/branches", {"new_branch_name": "feat"}, expect=201)
    put_file(owner, repository, "t.csv", "a,b\n1,3\n", branch="feat")
    pull = owner.post(f"{at(repository)}/pulls", {"title": "Three", "head": "feat", "base": "main"}, expect=201).json()
    owner.post(f"{at(repository)}/pulls/{pull['number']}/reviews",
               {"event": "COMMENT", "body": "Look", "comments": [{"path": "t.csv", "new_position": 2, "body": "Why three?"}]}, expect=200)
    browser = resident(owner.name)
    browser.open(f"/{repository['full_name']}/pulls/{pull['number']}/files", expect=200)
    lines = section(browser, "t.csv") if "</section>" in browser.page else ""
    assert "Why three?" in browser.page and looks(lines)[1] == "Lines"
    browser.open(looks(lines)[0]["Table"], expect=200)
    assert "<del>2</del> <ins>3</ins>" in browser.page and "Why three?" in browser.page
    assert any("/review/viewed" in form["action"] for form in Forms(browser.page).forms)
