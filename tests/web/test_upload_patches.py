"""A branch of patches from a file or a text, for a pull request, without a script."""
import base64
import re
import urllib.parse

import pytest
from pulls import begun, log, put_file
from repositories import at
from visitor import Forms
from working_copy import Git

DIFFERENCE = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"


@pytest.fixture
def place(new_user):
    """An owner with a repository that has a file a.txt on main."""
    owner = new_user()
    repository = begun(owner)
    put_file(owner, repository, "a.txt", "one\ntwo\n")
    return owner, repository


@pytest.fixture
def series(tmp_path):
    """The mails of two commits on top of a.txt, as git writes them."""
    git = Git(tmp_path / "series", GIT_AUTHOR_NAME="Jürgen Doe", GIT_AUTHOR_EMAIL="j@example.org", GIT_AUTHOR_DATE="2020-02-01T10:00:00+0200")
    git.done("init", "-q", "-b", "main")
    git.commit({"a.txt": "one\ntwo\n"}, "begin")
    git.commit({"a.txt": "one\nzwei\n", "dir/b.txt": "b\n"}, "Say zwei\n\nBecause — of this.")
    git.commit({"a.txt": "eins\nzwei\n", "bin.dat": bytes(range(256))}, "Say eins")

    def mails(*options):
        return git.done("format-patch", "--stdout", "--binary", *options, "HEAD~2") + "\n"

    return mails


def page(repository, query=""):
    return f"/{repository['full_name']}/_patches{query}"


def form_of(browser):
    return next(form for form in Forms(browser.page).forms if "new_branch" in form["fields"])


def submit(browser, values=None, **more):
    form = form_of(browser)
    return browser.request("POST", form["action"], {**form["fields"], **(values or {})}, **more)


def text_of(who, name, path, branch):
    found = who.get(f"/repos/{name}/contents/{path}?ref={branch}", expect=200).json()
    return base64.b64decode(found["content"])


def branches(who, repository):
    return {one["name"] for one in who.get(f"{at(repository)}/branches", expect=200).json()}


def test_a_series_becomes_a_branch_and_a_pull_request(resident, place, series):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(f"/{repository['full_name']}/compare", expect=200)
    assert f'href="{page(repository, "?base=main")}"' in browser.page
    browser.open(page(repository, "?base=main"), expect=200)
    assert form_of(browser)["fields"]["base"] == "main" and form_of(browser)["fields"]["new_branch"] == f"{owner.name}-patch-1"
    submit(browser, {"new_branch": "eins"}, files={"file": ("series.patch", series().encode())}, expect=303)
    assert browser.location == f"/{repository['full_name']}/compare/main...eins?expand=1"
    newest, older = log(owner, repository, "eins")[:2]
    assert [one["commit"]["message"] for one in (newest, older)] == ["Say eins\n", "Say zwei\n\nBecause — of this.\n"]
    for one in (newest, older):
        assert one["commit"]["author"]["name"] == "Jürgen Doe" and one["commit"]["author"]["email"] == "j@example.org"
        assert one["commit"]["author"]["date"].startswith("2020-02-01T10:00:00+02:00")
        assert one["commit"]["committer"]["name"] != "Jürgen Doe" and not one["commit"]["committer"]["date"].startswith("2020")
    assert text_of(owner, repository["full_name"], "a.txt", "eins") == b"eins\nzwei\n"
    assert text_of(owner, repository["full_name"], "bin.dat", "eins") == bytes(range(256))
    assert text_of(owner, repository["full_name"], "a.txt", "main") == b"one\ntwo\n"
    browser.open(browser.location, expect=200)
    assert "The patches are commits of a new branch now" in browser.page and "Say zwei" in browser.page
    form = next(form for form in Forms(browser.page).forms if "title" in form["fields"])
    browser.request("POST", form["action"], {**form["fields"], "preview": "", "title": "Eins, zwei"}, expect=303)
    assert len(owner.get(f"{at(repository)}/pulls/1/commits", expect=200).json()) == 2


def test_a_text_and_its_cover_letter(resident, place, series):
    owner, repository = place
    text = series("--cover-letter").replace("*** SUBJECT HERE ***", "Count in German").replace("*** BLURB HERE ***", "Up to two & more.")
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    submit(browser, {"content": text.replace("\n", "\r\n"), "new_branch": "german", "signoff": "true"}, expect=303)
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(browser.location).query)
    assert query["title"] == ["Count in German"] and query["body"] == ["Up to two & more."]
    browser.open(browser.location, expect=200)
    fields = next(form["fields"] for form in Forms(browser.page).forms if "title" in form["fields"])
    assert fields["title"] == "Count in German" and "Up to two & more." in str(fields)
    commits = log(owner, repository, "german")[:3]
    assert all("Signed-off-by: " in one["commit"]["message"] for one in commits[:2])
    assert "Signed-off-by: " not in commits[2]["commit"]["message"], "there are two patches"


def test_a_difference_alone_needs_a_message(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    submit(browser, {"content": DIFFERENCE.rstrip(), "new_branch": "two"}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="message"[^>]*>', browser.page)[0]
    assert form_of(browser)["fields"]["content"].replace("\r", "").strip() == DIFFERENCE.strip()
    submit(browser, {"message": "Say 2", "description": "Shorter."}, expect=303)
    made = log(owner, repository, "two")[0]["commit"]
    assert made["message"] == "Say 2\n\nShorter.\n" and made["author"]["email"] == made["committer"]["email"]
    browser.open(browser.location, expect=200)
    assert next(form["fields"] for form in Forms(browser.page).forms if "title" in form["fields"])["title"] == "Say 2"


def test_what_does_not_apply_comes_back_with_its_words(resident, place, series):
    owner, repository = place
    put_file(owner, repository, "a.txt", "one\nchanged\n")
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    mails = series()
    broken = mails.replace("-one\n+eins", "-other\n+eins").encode()
    owner.post(f"{at(repository)}/branches", {"new_branch_name": "old", "old_ref_name": log(owner, repository)[1]["sha"]}, expect=201)
    for base, number, content in (("main", 1, mails.encode()), ("old", 2, broken)):
        submit(browser, {"base": base, "new_branch": "broken"}, files={"file": ("x.patch", content)}, expect=422)
        problem = re.search(r'id="text-problem".*?</p>', browser.page, re.S)[0]
        assert f"atch {number} of 2" in problem and "a.txt" in problem
        assert "Say zwei" in form_of(browser)["fields"]["content"], "what was in the file can be mended"
        assert form_of(browser)["fields"]["base"] == base
    assert "broken" not in branches(owner, repository), "all or nothing"


def test_what_is_no_patch(resident, place, series):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    for content in ("", "words\n", "From 0123 Mon Sep 17 00:00:00 2001\nSubject: x\n\nnothing\n", series("--attach")):
        submit(browser, {"content": content, "message": "x", "new_branch": "none"}, expect=422)
        assert 'id="text-problem"' in browser.page
    for values, field in (({"base": "nowhere"}, "base"), ({"new_branch": "main"}, "new_branch"), ({"new_branch": "a b"}, "new_branch"), ({"new_branch": ""}, "new_branch")):
        submit(browser, {"content": DIFFERENCE, "message": "x", "base": "main", "new_branch": "none", **values}, expect=422)
        assert 'aria-invalid="true"' in re.search(rf'<input id="{field}"[^>]*>', browser.page)[0], values
    assert branches(owner, repository) == {"main"}


def new_file(path, mode="100644", text="x"):
    return f"diff --git a/{path} b/{path}\nnew file mode {mode}\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+{text}\n\\ No newline at end of file\n"


def test_hostile_patches_are_refused(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    bomb = "diff --git a/big b/big\nnew file mode 100644\nindex " + "0" * 40 + ".." + "1" * 40 + "\nGIT binary patch\nliteral 4000000000\nUcmZQzU|?VbVhBPo01(ds\n\nliteral 0\nHcmV?d00001\n\n"
    for content in (new_file("../evil"), new_file(".git/config"), new_file("a/.GIT/hooks/x"), new_file("/etc/evil"),
                    new_file("link", "120000", "/etc/passwd"), new_file("link", "120000", "../../x"), new_file("sub", "160000", "Subproject commit " + "1" * 40),
                    new_file("link", "120000", ".") + new_file("link/x"), bomb):
        answer = submit(browser, {"content": content, "message": "x", "new_branch": "hostile"})
        assert answer.status_code in (413, 422), content
        assert 'id="text-problem"' in browser.page and "fatal" not in re.search(r'id="text-problem".*?</p>', browser.page, re.S)[0]
    assert branches(owner, repository) == {"main"}
    many = "".join(f"From {'0' * 40} Mon Sep 17 00:00:00 2001\nFrom: a@b.c\nSubject: x\n\n---\n{DIFFERENCE}\n" for _ in range(102))
    submit(browser, {"content": many, "new_branch": "hostile"}, expect=422)
    assert "more than 100" in browser.page
    submit(browser, {"message": "x", "new_branch": "hostile"}, files={"file": ("x", b"+" * (65 << 20))}, expect=413)
    assert branches(owner, repository) == {"main"}


def test_words_that_look_like_markup(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    submit(browser, {"content": new_file("../</textarea><script>x"), "message": "<b>x", "new_branch": "m"}, expect=422)
    assert "<script>x" not in browser.page and "<b>x" not in browser.page
    browser.open(page(repository, "?base=%22%3E%3Cscript%3Ex"), expect=200)
    assert "<script>x" not in browser.page and form_of(browser)["fields"]["base"] == "main"


def test_a_protected_branch_stays_so(resident, place):
    owner, repository = place
    owner.post(f"{at(repository)}/branch_protections", {"rule_name": "release/*", "enable_push": False}, expect=201)
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    submit(browser, {"content": DIFFERENCE, "message": "x", "new_branch": "release/1"}, expect=403)
    assert branches(owner, repository) == {"main"}


def test_who_may_only_read_uses_a_fork(resident, visitor, new_user, place, series):
    owner, repository = place
    person = new_user()
    browser = resident(person.name)
    browser.post(page(repository), {"base": "main", "content": DIFFERENCE, "message": "x", "new_branch": "x"}, expect=403)
    browser.open(page(repository, "?base=main"), expect=200)
    assert "Fork it first" in browser.page
    browser.submit(f"/{repository['full_name']}/_fork/_patches", {}, expect=303)
    assert browser.location == page(repository, "?base=main")
    browser.open(browser.location, expect=200)
    fork = f"{person.name}/{repository['name']}"
    assert f'href="/{fork}"' in browser.page
    newest = put_file(owner, repository, "later.txt", "x\n")
    submit(browser, {"new_branch": "mine"}, files={"file": ("s.patch", series().encode())}, expect=303)
    assert browser.location == f"/{repository['full_name']}/compare/main...{fork}:mine?expand=1"
    assert text_of(person, fork, "a.txt", "mine") == b"eins\nzwei\n" and branches(owner, repository) == {"main"}
    assert [one["sha"] for one in log(person, {"full_name": fork, "owner": {"login": person.name}, "name": repository["name"]}, "mine")][2] == newest
    browser.open(browser.location, expect=200)
    assert "Say zwei" in browser.page
    # Strangers, and other sites.
    visitor.open(page(repository), expect=303)
    assert visitor.location.startswith("/user/login")
    visitor.open(f"/{repository['full_name']}/compare", expect=200)
    assert "_patches" not in visitor.page
    resident(owner.name).request("POST", page(repository), {"content": DIFFERENCE}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
