"""Deleting, uploading and patching files in the browser, and picking and reverting commits, without a script."""
import base64
import re

import pytest
from pulls import begun, log, merge, new_pull, put_file, tip
from repositories import at
from visitor import Forms


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


def form_of(browser):
    return next(form for form in Forms(browser.page).forms if "choice" in form["fields"])


def submit(browser, values=None, **more):
    """Sends the form that commits, with these values."""
    form = form_of(browser)
    return browser.request("POST", form["action"], {**form["fields"], **(values or {})}, **more)


def test_a_file_is_deleted(resident, place):
    owner, repository = place
    put_file(owner, repository, "a b.txt")
    browser = resident(owner.name)
    browser.open(page(repository, "_delete", "main/a%20b.txt"), expect=200)
    assert "Delete a b.txt?" in browser.page
    text_of(owner, repository, "a b.txt")
    submit(browser, {"message": "It goes"}, expect=303)
    assert browser.location == f"/{repository['full_name']}/src/branch/main"
    owner.get(f"{at(repository)}/contents/a b.txt", expect=404)
    assert log(owner, repository)[0]["commit"]["message"] == "It goes\n"
    browser.open(page(repository, "_delete", "main/a%20b.txt"), expect=404)


def test_what_was_changed_meanwhile_is_not_deleted(resident, place):
    owner, repository = place
    put_file(owner, repository, "a.txt", "one\n")
    browser = resident(owner.name)
    browser.open(page(repository, "_delete", "main/a.txt"), expect=200)
    put_file(owner, repository, "a.txt", "two\n")
    submit(browser, {"message": "kept"}, expect=409)
    assert browser.problem and form_of(browser)["fields"]["message"] == "kept"
    assert text_of(owner, repository, "a.txt") == "two\n"
    submit(browser, expect=303)
    owner.get(f"{at(repository)}/contents/a.txt", expect=404)


def test_files_are_uploaded_in_one_commit(resident, place):
    owner, repository = place
    put_file(owner, repository, "docs/old.txt", "old\n")
    count = len(log(owner, repository))
    browser = resident(owner.name)
    browser.open(page(repository, "_upload", "main/docs"), expect=200)
    assert form_of(browser)["fields"]["path"] == "docs" and "data-upload" in browser.page
    files = [("files", ("old.txt", b"new\r\n")), ("files", ("bin \u00e9.dat", bytes(range(256)) * 100)), ("files", ("empty", b""))]
    submit(browser, {"message": "Three"}, files=files, expect=303)
    assert browser.location == f"/{repository['full_name']}/src/branch/main/docs"
    assert len(log(owner, repository)) == count + 1
    assert text_of(owner, repository, "docs/old.txt") == "new\r\n", "bytes are bytes"
    found = {entry["name"]: entry["size"] for entry in owner.get(f"{at(repository)}/contents/docs").json()}
    assert found == {"old.txt": 5, "bin \u00e9.dat": 25600, "empty": 0}


def test_an_upload_may_be_larger_than_other_forms(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "_upload"), expect=200)
    submit(browser, files=[("files", ("large.bin", b"\0" * (6 << 20)))], expect=303)
    assert owner.get(f"{at(repository)}/contents/large.bin").json()["size"] == 6 << 20


def test_an_upload_that_cannot_be_comes_back(resident, place):
    owner, repository = place
    before = tip(owner, repository)
    browser = resident(owner.name)
    browser.open(page(repository, "_upload"), expect=200)
    submit(browser, {"message": "kept"}, expect=422)
    assert "Choose at least one file" in browser.problem and form_of(browser)["fields"]["message"] == "kept"
    for name in (".git/config", "a/.git/b"):
        submit(browser, files=[("files", (name, b"x"))], expect=422)
    submit(browser, files=[("files", (f"f{n}", b"x")) for n in range(101)], expect=422)
    assert "At most 100 files" in browser.problem and tip(owner, repository) == before


def test_a_stranger_uploads_nothing(visitor, resident, place):
    owner, repository = place
    before = tip(owner, repository)
    files = [("files", ("a.txt", b"x"))]
    assert visitor.request("POST", page(repository, "_upload"), {}, files=files).status_code == 303
    resident().request("POST", page(repository, "_upload"), {"choice": "direct"}, files=files, expect=403)
    browser = resident(owner.name)
    browser.request("POST", page(repository, "_upload"), {}, files=files, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    assert tip(owner, repository) == before


PATCH = """diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -1,2 +1,2 @@
 one
-two
+2
"""


def test_a_patch_is_applied(resident, place):
    owner, repository = place
    put_file(owner, repository, "a.txt", "one\ntwo\n")
    browser = resident(owner.name)
    browser.open(page(repository, "_diffpatch"), expect=200)
    submit(browser, {"content": PATCH.replace("\n", "\r\n").rstrip(), "message": "Patch it", "choice": "new", "new_branch": "patched"}, expect=303)
    assert browser.location == f"/{repository['full_name']}/compare/main...patched"
    assert text_of(owner, repository, "a.txt", "patched") == "one\n2\n"


def test_a_patch_that_does_not_fit_comes_back(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "_diffpatch"), expect=200)
    submit(browser, {"content": PATCH, "message": "kept"}, expect=422)
    fields = form_of(browser)["fields"]
    assert fields["content"].replace("\r\n", "\n") == PATCH and fields["message"] == "kept"
    assert 'aria-invalid="true"' in re.search(r'<textarea[^>]*id="text"[^>]*>', browser.page)[0]
    submit(browser, {"content": ""}, expect=422)


def test_a_commit_is_picked(resident, place):
    owner, repository = place
    owner.post(f"{at(repository)}/branches", {"new_branch_name": "old/line"}, expect=201)
    sha = put_file(owner, repository, "fix.txt", "fixed\n", message="Fix it\n\nFor good.",
                   author={"name": "Vera", "email": "vera@example.org"})
    browser = resident(owner.name)
    browser.open(page(repository, "_cherrypick", f"{sha}/old/line"), expect=200)
    fields = form_of(browser)["fields"]
    assert fields["message"] == "Fix it" and f"(cherry picked from commit {sha})" in fields["description"]
    submit(browser, {"choice": "direct"}, expect=303)
    assert text_of(owner, repository, "fix.txt", "old/line") == "fixed\n"
    made = log(owner, repository, "old/line")[0]["commit"]
    assert made["author"]["name"] == "Vera" and made["committer"]["name"] != "Vera"
    browser.open(page(repository, "_cherrypick", f"{sha}/old/line"), expect=200)
    submit(browser, {"choice": "direct"}, expect=422)
    assert "Nothing would change" in browser.problem


def test_a_commit_is_reverted(resident, place):
    owner, repository = place
    put_file(owner, repository, "a.txt", "one\n")
    sha = put_file(owner, repository, "a.txt", "two\n", message="Worse")
    browser = resident(owner.name)
    browser.open(page(repository, "_cherrypick", f"{sha}/main?cherry-pick-type=revert"), expect=200)
    assert form_of(browser)["fields"]["message"] == 'Revert "Worse"'
    submit(browser, {"choice": "direct"}, expect=303)
    assert text_of(owner, repository, "a.txt") == "one\n"
    assert f"This reverts commit {sha}." in log(owner, repository)[0]["commit"]["message"]


def test_the_first_commit_is_reverted(resident, place):
    owner, repository = place
    first = log(owner, repository)[-1]["sha"]
    browser = resident(owner.name)
    put_file(owner, repository, "a.txt", "one\n")
    browser.open(page(repository, "_cherrypick", f"{first}/main?cherry-pick-type=revert"), expect=200)
    submit(browser, {"choice": "new", "new_branch": "back"}, expect=303)
    owner.get(f"{at(repository)}/contents/README.md?ref=back", expect=404)
    assert text_of(owner, repository, "a.txt", "back") == "one\n" and text_of(owner, repository, "README.md")
    # And once more on a branch of its own, where nothing is left.
    owner.post(f"{at(repository)}/branches", {"new_branch_name": "alone", "old_ref_name": first}, expect=201)
    browser.open(page(repository, "_cherrypick", f"{first}/alone?cherry-pick-type=revert"), expect=200)
    submit(browser, {"choice": "direct"}, expect=303)
    browser.open(f"/{repository['full_name']}/src/branch/alone", expect=200)
    assert "This folder is empty" in browser.page
    # Made once more where it is gone.
    browser.open(page(repository, "_cherrypick", f"{first}/alone"), expect=200)
    submit(browser, {"choice": "direct"}, expect=303)
    assert text_of(owner, repository, "README.md", "alone") == text_of(owner, repository, "README.md")


def test_a_merge_is_reverted_against_its_first_parent(resident, place):
    owner, repository = place
    _, pull = new_pull(owner, repository, branch="feat")
    merge(owner, pull)
    sha = tip(owner, repository)
    assert len(owner.get(f"{at(repository)}/git/commits/{sha}").json()["parents"]) == 2
    browser = resident(owner.name)
    browser.open(page(repository, "_cherrypick", f"{sha}/main?cherry-pick-type=revert"), expect=200)
    submit(browser, {"choice": "direct"}, expect=303)
    files = {one["filename"] for one in log(owner, repository)[0]["files"]}
    assert files and all(owner.session.get(f"{owner.url}/api/v1{at(repository)}/contents/{name}", timeout=30).status_code == 404 for name in files)


def test_conflicts_are_named(resident, place):
    owner, repository = place
    sha = put_file(owner, repository, "a.txt", "one\n")
    put_file(owner, repository, "a.txt", "two\n")
    before = tip(owner, repository)
    browser = resident(owner.name)
    browser.open(page(repository, "_cherrypick", f"{sha}/main?cherry-pick-type=revert"), expect=200)
    submit(browser, {"choice": "direct"}, expect=409)
    assert "conflicts in a.txt" in browser.problem and tip(owner, repository) == before


def test_only_commits_and_branches_that_are_there(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "_cherrypick", f"{'0' * 39}1/main"), expect=404)
    browser.open(page(repository, "_cherrypick", f"{tip(owner, repository)}/nowhere"), expect=404)
    stranger = resident()
    stranger.open(page(repository, "_cherrypick", f"{tip(owner, repository)}/main"), expect=200)
    assert "Fork it first" in stranger.page
    stranger.post(page(repository, "_cherrypick", f"{tip(owner, repository)}/main"), {"choice": "direct"}, expect=403)
