"""New files and changed ones in the browser, without a script."""
import base64
import re

import pytest
from pulls import begun, log, put_file
from repositories import at, new_repository
from visitor import Forms

NO_PREVIEW = {"preview": ""}


@pytest.fixture
def place(new_user):
    """An owner with a repository that has the branch main."""
    owner = new_user()
    return owner, begun(owner)


def page(repository, what, below="main"):
    return f"/{repository['full_name']}/{what}/{below}"


def text_of(owner, repository, path, branch="main"):
    found = owner.get(f"{at(repository)}/contents/{path}?ref={branch}", expect=200).json()
    return base64.b64decode(found["content"]).decode()


def field(browser, name):
    return next(form["fields"][name] for form in Forms(browser.page).forms if name in form["fields"])


def submit(browser, values, **more):
    """Sends the form that commits, with these values."""
    form = next(form for form in Forms(browser.page).forms if "choice" in form["fields"])
    return browser.request("POST", form["action"], {**form["fields"], **NO_PREVIEW, **values}, **more)


def test_a_new_file(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "_new", "main/docs"), expect=200)
    assert field(browser, "path") == "docs/" and field(browser, "new_branch") == f"{owner.name}-patch-1"
    submit(browser, {"path": "docs/a b.md", "content": "# One\r\n\r\ntwo", "message": "Say it", "description": "more\r\nwords"}, expect=303)
    assert browser.location == f"/{repository['full_name']}/src/branch/main/docs/a%20b.md"
    assert text_of(owner, repository, "docs/a b.md") == "# One\n\ntwo"
    assert log(owner, repository)[0]["commit"]["message"] == "Say it\n\nmore\nwords\n"


def test_the_first_file_of_an_empty_repository(resident, new_user):
    owner = new_user()
    repository = new_repository(owner, default_branch="main")
    browser = resident(owner.name)
    browser.open(page(repository, "_new", "main/"), expect=200)
    assert 'value="new"' not in browser.page, "there is nothing that a new branch could begin at"
    submit(browser, {"path": "a.txt", "content": "one"}, expect=303)
    assert text_of(owner, repository, "a.txt") == "one"
    assert log(owner, repository)[0]["commit"]["message"] == "Add a.txt\n"


def test_a_changed_file_keeps_its_line_ends(resident, place):
    owner, repository = place
    put_file(owner, repository, "dos.txt", "one\r\ntwo\r\nthree")
    browser = resident(owner.name)
    browser.open(page(repository, "_edit", "main/dos.txt"), expect=200)
    submit(browser, {"content": "one\r\n2\r\nthree"}, expect=303)
    assert text_of(owner, repository, "dos.txt") == "one\r\n2\r\nthree"
    put_file(owner, repository, "unix.txt", "one\ntwo")
    browser.open(page(repository, "_edit", "main/unix.txt"), expect=200)
    submit(browser, {"content": "one\r\n2"}, expect=303)
    assert text_of(owner, repository, "unix.txt") == "one\n2"


def test_a_file_is_shown_as_it_is_whatever_it_begins_with(resident, place):
    owner, repository = place
    put_file(owner, repository, "odd.html", "\n\n</textarea><script>alert(1)</script>&amp;\n")
    browser = resident(owner.name)
    browser.open(page(repository, "_edit", "main/odd.html"), expect=200)
    assert "<script>alert" not in browser.page
    assert field(browser, "content") == "\n\n</textarea><script>alert(1)</script>&amp;\n"


def test_a_file_is_moved(resident, place):
    owner, repository = place
    put_file(owner, repository, "old.txt", "same\n")
    browser = resident(owner.name)
    browser.open(page(repository, "_edit", "main/old.txt"), expect=200)
    submit(browser, {"path": "folder/new.txt"}, expect=303)
    assert text_of(owner, repository, "folder/new.txt") == "same\n"
    owner.get(f"{at(repository)}/contents/old.txt", expect=404)


def test_the_text_and_the_change_are_seen_before_they_are_committed(resident, place):
    owner, repository = place
    put_file(owner, repository, "a.md", "one\ntwo\nthree\n")
    before = log(owner, repository)[0]["sha"]
    browser = resident(owner.name)
    browser.open(page(repository, "_edit", "main/a.md"), expect=200)
    submit(browser, {"content": "one\r\n**2**\r\nthree\r\n", "message": "My words", "preview": "text"}, expect=200)
    assert "<strong>2</strong>" in browser.page and 'id="preview"' in browser.page
    assert field(browser, "content") == "one\r\n**2**\r\nthree\r\n" and field(browser, "message") == "My words"
    submit(browser, {"preview": "change"}, expect=200)
    assert '<td class="c del">two</td>' in browser.page and '<td class="c add">**2**</td>' in browser.page
    assert '<td class="c">one</td>' in browser.page and "+1" in browser.page
    assert log(owner, repository)[0]["sha"] == before
    browser.open(page(repository, "_new", "main"), expect=200)
    submit(browser, {"path": "b.md", "content": "# New", "preview": "text"}, expect=200)
    assert re.search(r"<h1[^>]*>.*New.*</h1>", browser.page) and field(browser, "path") == "b.md"
    submit(browser, {"path": "b.c", "preview": "text"}, expect=200)
    assert "There is no preview" in browser.page


def test_a_new_branch_leads_to_a_comparison(resident, place):
    owner, repository = place
    put_file(owner, repository, "a.txt")
    browser = resident(owner.name)
    browser.open(page(repository, "_edit", "main/a.txt"), expect=200)
    submit(browser, {"content": "new", "choice": "new", "new_branch": "topic/one"}, expect=303)
    assert browser.location == f"/{repository['full_name']}/compare/main...topic/one"
    assert text_of(owner, repository, "a.txt", "topic/one") == "new" and text_of(owner, repository, "a.txt") == "one\ntwo\n"
    browser.open(page(repository, "_edit", "topic/one/a.txt"), expect=200)
    assert field(browser, "content") == "new", "a branch may have slashes"


def test_what_was_changed_meanwhile_is_not_lost(resident, place):
    owner, repository = place
    put_file(owner, repository, "a.txt", "one\n")
    browser = resident(owner.name)
    browser.open(page(repository, "_edit", "main/a.txt"), expect=200)
    put_file(owner, repository, "a.txt", "theirs\n")
    submit(browser, {"content": "mine\r\n", "message": "My words"}, expect=409)
    assert "Somebody has changed this file" in browser.problem
    assert field(browser, "content") == "mine\r\n" and field(browser, "message") == "My words"
    assert '<td class="c del">theirs</td>' in browser.page and '<td class="c add">mine</td>' in browser.page
    assert text_of(owner, repository, "a.txt") == "theirs\n"
    submit(browser, {}, expect=303)
    assert text_of(owner, repository, "a.txt") == "mine\n", "now it is known what it replaces"


def test_what_was_deleted_meanwhile_is_not_lost(resident, place):
    owner, repository = place
    put_file(owner, repository, "a.txt", "one\n")
    browser = resident(owner.name)
    browser.open(page(repository, "_edit", "main/a.txt"), expect=200)
    sha = owner.get(f"{at(repository)}/contents/a.txt").json()["sha"]
    owner.call("DELETE", f"{at(repository)}/contents/a.txt", {"sha": sha, "branch": "main"}, expect=200)
    submit(browser, {"content": "mine\r\n"}, expect=409)
    assert "Somebody has deleted this file" in browser.problem and field(browser, "content") == "mine\r\n"
    submit(browser, {}, expect=303)
    assert text_of(owner, repository, "a.txt") == "mine\n"


@pytest.mark.parametrize("path", ["", "..", ".git/config", "README.md", "README.md/below"])
def test_a_path_that_cannot_be_comes_back(resident, place, path):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "_new", "main"), expect=200)
    before = log(owner, repository)[0]["sha"]
    submit(browser, {"path": path, "content": "kept", "message": "m"}, expect=422)
    assert browser.problem
    assert field(browser, "content") == "kept" and log(owner, repository)[0]["sha"] == before


def test_a_branch_that_cannot_be_comes_back(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "_new", "main"), expect=200)
    owner.post(f"{at(repository)}/branches", {"new_branch_name": "taken"}, expect=201)
    for name in ("", "a..b", "taken"):
        submit(browser, {"path": "a.txt", "content": "kept", "choice": "new", "new_branch": name}, expect=422)
        assert 'aria-invalid="true"' in re.search(r'<input id="new_branch"[^>]*>', browser.page)[0]
        assert field(browser, "content") == "kept"


def test_a_protected_branch_is_left_to_new_ones(resident, place):
    owner, repository = place
    put_file(owner, repository, "a.txt", "one\n")
    owner.post(f"{at(repository)}/branch_protections", {"rule_name": "main", "enable_push": False}, expect=201)
    browser = resident(owner.name)
    browser.open(page(repository, "_edit", "main/a.txt"), expect=200)
    assert 'value="direct"' not in browser.page and "You may not commit to main" in browser.page
    submit(browser, {"content": "x", "choice": "direct"}, expect=403)
    assert field(browser, "content") == "x"
    submit(browser, {"content": "x", "choice": "new"}, expect=303)
    assert "/compare/main..." in browser.location and text_of(owner, repository, "a.txt") == "one\n"


def test_whoever_may_not_write_is_led_to_a_fork(visitor, resident, place):
    owner, repository = place
    put_file(owner, repository, "a.txt", "one\n")
    address = page(repository, "_edit", "main/a.txt")
    visitor.open(address, expect=303)
    assert visitor.location.startswith("/user/login?redirect_to=")
    stranger = resident()
    stranger.open(address, expect=200)
    assert "Fork it first" in stranger.page and "<textarea" not in stranger.page
    stranger.post(address, {"path": "a.txt", "content": "x", "sha": "0" * 40}, expect=403)
    assert text_of(owner, repository, "a.txt") == "one\n"


def test_hidden_and_archived_repositories(resident, new_user):
    owner = new_user()
    repository = begun(owner, private=True)
    for what in ("_new", "_upload", "_diffpatch"):
        resident().open(page(repository, what), expect=404)
    resident().open(page(repository, "_edit", "main/README.md"), expect=404)
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    resident(owner.name).post(page(repository, "_new"), {"path": "a", "content": "x"}, expect=423)


@pytest.mark.parametrize("content, words", [
    (b"\0\1\2", "not a text in UTF-8"), (b"caf\xe9", "not a text in UTF-8"),
    (b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"a" * 64 + b"\nsize 12\n", "kept by Git LFS"),
    (b"x" * (2 << 20), "can be edited here"),
])
def test_what_is_no_text_cannot_be_edited(resident, place, content, words):
    owner, repository = place
    owner.post(f"{at(repository)}/contents/file", {"content": base64.b64encode(content).decode()}, expect=201)
    browser = resident(owner.name)
    browser.open(page(repository, "_edit", "main/file"), expect=200)
    assert words in browser.page and "<textarea" not in browser.page
    sha = owner.get(f"{at(repository)}/contents/file").json()["sha"]
    browser.post(page(repository, "_edit", "main/file"), {"path": "file", "content": "x", "sha": sha}, expect=422)
    assert owner.get(f"{at(repository)}/contents/file").json()["sha"] == sha


def test_a_text_that_is_too_long_is_refused(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "_new"), expect=200)
    form = {"path": (None, "a.txt"), "content": (None, "x" * (1 << 20) + "y")}
    browser.request("POST", page(repository, "_new"), files=form, expect=413)
    assert "too long" in browser.problem
    form["content"] = (None, "é" * (1 << 19))
    browser.request("POST", page(repository, "_new"), files=form, expect=303)


def test_an_editorconfig_is_heeded(resident, place):
    owner, repository = place
    put_file(owner, repository, ".editorconfig", "root = true\n[*.py]\nindent_style = space\nindent_size = 4\n[Makefile]\nindent_style = tab\n")
    put_file(owner, repository, "a.py")
    put_file(owner, repository, "Makefile")
    browser = resident(owner.name)
    for path, indent in (("a.py", "4"), ("Makefile", "tab"), ("README.md", "")):
        browser.open(page(repository, "_edit", f"main/{path}"), expect=200)
        assert f'data-indent="{indent}"' in browser.page


def test_what_is_not_there(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    for below in ("main/nothing.txt", "nowhere/README.md", "main", "main/"):
        browser.open(page(repository, "_edit", below), expect=404)
    browser.open(page(repository, "_new", "nowhere"), expect=404)


def test_another_site_sends_no_forms(resident, place):
    owner, repository = place
    before = log(owner, repository)[0]["sha"]
    resident(owner.name).post(page(repository, "_new"), {"path": "a", "content": "x"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    assert log(owner, repository)[0]["sha"] == before
