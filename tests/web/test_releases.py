"""The pages of releases, without a script: what they show, to whom, and everything that can be done there."""
import re

import pytest
from pulls import begun, merge, new_pull, put_file, tip
from repositories import at, let_in, new_repository
from visitor import Forms

NOT_NOW = {"preview": "", "draft_notes": ""}


@pytest.fixture
def place(new_user):
    """An owner with a repository that has the branch main."""
    owner = new_user()
    return owner, begun(owner)


def page(repository, below=""):
    return f"/{repository['full_name']}/releases{below}"


def released(owner, repository, tag="v1", **more):
    return owner.post(f"{at(repository)}/releases", {"tag_name": tag, **more}, expect=201).json()


def releases(owner, repository):
    return {found["tag_name"]: found for found in owner.get(f"{at(repository)}/releases").json()}


def form_of(browser):
    return next(form for form in Forms(browser.page).forms if "tag_name" in form["fields"])


def submit(browser, values=None, **more):
    form = form_of(browser)
    return browser.request("POST", form["action"], {**form["fields"], **NOT_NOW, **(values or {})}, **more)


def test_everybody_who_reads_releases_sees_them(visitor, place):
    owner, repository = place
    one = released(owner, repository, "v1", name="One <b>", body="* **bold**\n<script>alert(1)</script>")
    put_file(owner, repository, "a.txt")
    put_file(owner, repository, "b.txt")
    released(owner, repository, "v2-rc1", prerelease=True)
    released(owner, repository, "v3", draft=True)
    visitor.open(page(repository), expect=200)
    assert "One &lt;b&gt;" in visitor.page and "<strong>bold</strong>" in visitor.page and "<script>alert" not in visitor.page
    assert visitor.page.count(">Latest<") == 1 and "Pre-release" in visitor.page and ">v3<" not in visitor.page
    assert "2 commits to main since" in visitor.page and "/archive/v1.zip" in visitor.page
    assert "/releases/new" not in visitor.page and "/releases/edit" not in visitor.page
    visitor.open(page(repository, "/tag/v1"), expect=200)
    assert re.search("<h1>One &lt;b&gt;</h1>", visitor.page) and one["html_url"].endswith("/releases/tag/v1")
    visitor.open(page(repository, "/tag/v3"), expect=404)
    visitor.open(page(repository, "/tag/none"), expect=404)


def test_hidden_repositories_have_none(visitor, resident, new_user):
    owner = new_user()
    repository = begun(owner, private=True)
    released(owner, repository)
    for below in ("", "/tag/v1"):
        visitor.open(page(repository, below), expect=404)
        resident().open(page(repository, below), expect=404)
        resident(owner.name).open(page(repository, below), expect=200)


def test_a_tag_without_a_release_leads_to_its_files(visitor, place):
    owner, repository = place
    owner.post(f"{at(repository)}/tags", {"tag_name": "rel/1"}, expect=201)
    visitor.open(page(repository, "/tag/rel/1"), expect=303)
    assert visitor.location == f"/{repository['full_name']}/src/tag/rel/1"


def test_no_releases(visitor, resident, place):
    owner, repository = place
    visitor.open(page(repository), expect=200)
    assert "No releases" in visitor.page and "/releases/new" not in visitor.page
    resident(owner.name).open(page(repository)).text.index("/releases/new")


def test_a_long_list_has_pages(visitor, place):
    owner, repository = place
    for n in range(12):
        released(owner, repository, f"v{n}")
    visitor.open(page(repository), expect=200)
    assert visitor.page.count('<article class="release">') == 10 and "1–10 of 12" in visitor.page
    visitor.open(page(repository, "?page=2"), expect=200)
    assert visitor.page.count('<article class="release">') == 2
    visitor.open(page(repository, "?page=9"), expect=200)


def test_long_notes_are_read_on_their_own_page(visitor, place):
    owner, repository = place
    released(owner, repository, body="word " * 20_000)
    visitor.open(page(repository), expect=200)
    assert "Read the notes" in visitor.page and "word word" not in visitor.page
    visitor.open(page(repository, "/tag/v1"), expect=200)
    assert "word word" in visitor.page


def test_a_new_release(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "/new?tag=rel/1.0"), expect=200)
    assert form_of(browser)["fields"]["tag_name"] == "rel/1.0"
    submit(browser, {"name": "One", "body": "line\r\nline", "draft": "false"}, expect=303)
    assert browser.location == page(repository, "/tag/rel/1.0")
    browser.follow()
    assert browser.notice == "The release is published." and ">One</h1>" in browser.page
    made = releases(owner, repository)["rel/1.0"]
    assert made["body"] == "line\nline" and not made["draft"] and not made["prerelease"]
    owner.get(f"{at(repository)}/tags/rel/1.0", expect=200)


def test_a_release_with_files_in_one_form(visitor, resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "/new"), expect=200)
    files = [("attachment", ("a b.zip", b"PK")), ("attachment", ("big.bin", b"\0" * (3 << 20)))]
    submit(browser, {"tag_name": "v1", "draft": "false"}, files=files, expect=303)
    assets = {asset["name"]: asset for asset in releases(owner, repository)["v1"]["assets"]}
    assert {name: asset["size"] for name, asset in assets.items()} == {"a b.zip": 2, "big.bin": 3 << 20}
    visitor.open(page(repository), expect=200)
    assert "big.bin" in visitor.page and "0 downloads" in visitor.page
    address = re.search(r'href="([^"]*/releases/download/v1/a%20b.zip)"', visitor.page)[1]
    assert visitor.open(address, expect=200).content == b"PK"
    visitor.open(page(repository), expect=200)
    assert "1 download<" in visitor.page


def test_a_preview_loses_nothing(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "/new"), expect=200)
    submit(browser, {"tag_name": "v1", "body": "**bold**", "name": "N", "preview": "text"},
           files=[("attachment", ("a.zip", b"PK"))], expect=200)
    assert "<strong>bold</strong>" in browser.page and 'id="preview"' in browser.page and not releases(owner, repository)
    fields = form_of(browser)["fields"]
    assert (fields["tag_name"], fields["body"], fields["name"]) == ("v1", "**bold**", "N") and "a.zip" in browser.page
    submit(browser, {"draft": "false"}, expect=303)
    assert [asset["name"] for asset in releases(owner, repository)["v1"]["assets"]] == ["a.zip"]


def test_notes_are_drafted_from_what_was_merged(resident, place):
    owner, repository = place
    released(owner, repository, "v1")
    _, pull = new_pull(owner, repository, branch="feat", title="Fly *higher*")
    merge(owner, pull)
    browser = resident(owner.name)
    browser.open(page(repository, "/new?tag=v2"), expect=200)
    submit(browser, {"body": "Mine.", "draft_notes": "true"}, expect=200)
    body = form_of(browser)["fields"]["body"]
    assert body.startswith("Mine.\n\n## What has changed\n\n- Fly *higher* (#1, @" + owner.name)
    assert "/compare/v1...v2" in body
    submit(browser, {"target_commitish": "nowhere", "draft_notes": "true"}, expect=422)


def test_notes_without_pull_requests_name_commits(resident, place):
    owner, repository = place
    put_file(owner, repository, "a.txt", message="Only a commit")
    browser = resident(owner.name)
    browser.open(page(repository, "/new"), expect=200)
    submit(browser, {"tag_name": "v1", "draft_notes": "true"}, expect=200)
    assert "- Only a commit (" in form_of(browser)["fields"]["body"]


def test_a_draft_is_published_later(visitor, resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "/new"), expect=200)
    submit(browser, {"tag_name": "v1", "draft": "true"}, expect=303)
    browser.follow()
    assert "The draft is saved" in browser.notice and ">Draft<" in browser.page
    visitor.open(page(repository), expect=200)
    assert "No releases" in visitor.page
    browser.open(page(repository, "/edit/v1"), expect=200)
    submit(browser, {"tag_name": "v1.0", "draft": "false", "body": "out"}, expect=303)
    assert browser.location == page(repository, "/tag/v1.0")
    visitor.open(page(repository, "/tag/v1.0"), expect=200)


def test_a_refused_release_comes_back_as_it_was(resident, place):
    owner, repository = place
    released(owner, repository, "v1")
    browser = resident(owner.name)
    browser.open(page(repository, "/new"), expect=200)
    for values, status, name in (({"tag_name": "v1"}, 409, "tag_name"), ({"tag_name": "a..b"}, 422, "tag_name"), ({"tag_name": ""}, 422, "tag_name"),
                                 ({"tag_name": "v2", "target_commitish": "nowhere"}, 422, "target_commitish")):
        submit(browser, {"name": "Kept", "body": "Kept, too", "prerelease": "true", "draft": "false", **values},
               files=[("attachment", ("kept.zip", b"PK"))], expect=status)
        fields = form_of(browser)["fields"]
        assert (fields["name"], fields["body"]) == ("Kept", "Kept, too") and "kept.zip" in browser.page and browser.problem
        assert 'aria-invalid="true"' in re.search(rf'<input id="{name}"[^>]*>', browser.page)[0]
    assert set(releases(owner, repository)) == {"v1"}


def test_a_release_is_edited(resident, place):
    owner, repository = place
    made = released(owner, repository, "v1", name="One", body="notes")
    for name in ("old.zip", "gone.zip"):
        owner.session.post(f"{owner.url}/api/v1{at(repository)}/releases/{made['id']}/assets?name={name}", data=b"PK", timeout=30,
                           headers={"Content-Type": "application/octet-stream"}).raise_for_status()
    assets = {asset["name"]: asset["id"] for asset in releases(owner, repository)["v1"]["assets"]}
    browser = resident(owner.name)
    browser.open(page(repository, "/edit/v1"), expect=200)
    fields = form_of(browser)["fields"]
    assert fields["name"] == "One" and fields["body"] == "notes" and fields[f"name-{assets['old.zip']}"] == "old.zip"
    submit(browser, {"name": "", "body": "", "prerelease": "true", f"name-{assets['old.zip']}": "new.zip", "remove": assets["gone.zip"]},
           files=[("attachment", ("more.zip", b"PKPK"))], expect=303)
    now = releases(owner, repository)["v1"]
    assert now["name"] == "" and now["body"] == "" and now["prerelease"], "what is emptied is empty"
    assert sorted(asset["name"] for asset in now["assets"]) == ["more.zip", "new.zip"]
    browser.open(page(repository, "/edit/v1"), expect=200)
    submit(browser, {f"name-{assets['old.zip']}": "x" * 256}, expect=422)
    assert "x" * 256 in browser.page
    submit(browser, {"tag_name": "v9", f"name-{assets['old.zip']}": ""}, expect=303)
    assert set(releases(owner, repository)) == {"v1"}, "a release that is out keeps its tag"


def test_a_release_is_deleted(resident, place):
    owner, repository = place
    released(owner, repository, "v1")
    released(owner, repository, "v2")
    browser = resident(owner.name)
    browser.open(page(repository, "/delete?tag=v1"), expect=200)
    assert "Delete release v1?" in browser.page and "v1" in releases(owner, repository)
    browser.submit("/releases/delete", expect=303)
    assert set(releases(owner, repository)) == {"v2"}
    owner.get(f"{at(repository)}/tags/v1", expect=200)
    browser.open(page(repository, "/delete?tag=v2"), expect=200)
    browser.submit("/releases/delete", {"delete_tag": "true"}, expect=303)
    browser.follow()
    assert browser.notice == "The release and its tag are deleted."
    owner.get(f"{at(repository)}/tags/v2", expect=404)


def test_a_protected_tag_keeps_its_release(resident, new_user, place):
    owner, repository = place
    released(owner, repository, "v1")
    person = new_user()
    let_in(owner, repository, person, "write")
    owner.post(f"{at(repository)}/tag_protections", {"name_pattern": "v*", "whitelist_usernames": [owner.name]}, expect=201)
    browser = resident(person.name)
    browser.open(page(repository, "/delete?tag=v1"), expect=200)
    assert "delete_tag" not in browser.page
    browser.post(page(repository, "/delete?tag=v1"), {"delete_tag": "true"}, expect=422)
    assert "v1" in releases(owner, repository)


@pytest.mark.parametrize("below", ["/new", "/edit/v1", "/delete?tag=v1", "/attachments"])
def test_whoever_may_not_write_changes_nothing(visitor, resident, new_user, place, below):
    owner, repository = place
    released(owner, repository, "v1", name="One")
    form = {"tag_name": "v2", "name": "Other"}
    visitor.post(page(repository, below), form)
    assert visitor.answer.status_code in (303, 401)
    reader = new_user()
    let_in(owner, repository, reader, "read")
    resident(reader.name).post(page(repository, below), form, expect=403)
    resident(owner.name).post(page(repository, below), form, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    assert {tag: found["name"] for tag, found in releases(owner, repository).items()} == {"v1": "One"}


def test_a_script_sends_files_while_one_writes(visitor, resident, new_user, place):
    owner, repository = place
    browser = resident(owner.name)
    sent = browser.request("POST", page(repository, "/attachments"), files={"file": ("shot.png", b"\x89PNG\r\n\x1a\n")}, expect=200).json()
    assert set(sent) == {"uuid"}
    browser.open(f"/attachments/{sent['uuid']}", expect=200)
    visitor.open(f"/attachments/{sent['uuid']}", expect=404)
    browser.open(page(repository, "/new"), expect=200)
    submit(browser, {"tag_name": "v1", "files": sent["uuid"], "draft": "false"}, expect=303)
    assert [asset["name"] for asset in releases(owner, repository)["v1"]["assets"]] == ["shot.png"]
    visitor.open(f"/attachments/{sent['uuid']}", expect=200)
    # It is that release's now, and nobody else's file can be taken.
    submit_to = resident(owner.name)
    submit_to.open(page(repository, "/new"), expect=200)
    submit(submit_to, {"tag_name": "v2", "files": sent["uuid"], "draft": "false"}, expect=303)
    assert releases(owner, repository)["v2"]["assets"] == []
    other = new_user()
    let_in(owner, repository, other, "write")
    theirs = resident(other.name).request("POST", page(repository, "/attachments"), files={"file": ("x.zip", b"PK")}, expect=200).json()
    submit_to.open(page(repository, "/new"), expect=200)
    submit(submit_to, {"tag_name": "v3", "files": theirs["uuid"], "draft": "false"}, expect=303)
    assert releases(owner, repository)["v3"]["assets"] == []


def test_files_for_issues_are_taken_from_whoever_may_write_some(visitor, resident, place):
    owner, repository = place
    address = f"/{repository['full_name']}/issues/attachments"
    file = {"file": ("shot.png", b"\x89PNG\r\n\x1a\n")}
    assert visitor.request("POST", address, files=file).status_code in (303, 401)
    assert "uuid" in resident().request("POST", address, files=file, expect=200).json()
    resident().request("POST", address, files={"file": ("x.exe", b"MZ")}, expect=422)
    resident().request("POST", address, files=file, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    resident(owner.name).request("POST", address, files=file, expect=423)


def test_too_many_files_wait_for_nobody(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "/new"), expect=200)
    submit(browser, {"tag_name": "v1"}, files=[("attachment", (f"f{n}", b"x")) for n in range(6)], expect=413)
    assert "at most 5 files" in browser.problem.lower() and not releases(owner, repository)


def test_an_empty_repository_has_nothing_to_release(resident, new_user):
    owner = new_user()
    repository = new_repository(owner)
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    browser.open(page(repository, "/new"), expect=200)
    assert "There is nothing to release" in browser.page and "<textarea" not in browser.page
    browser.post(page(repository, "/new"), {"tag_name": "v1"}, expect=422)


def test_the_latest_release_has_an_address(visitor, place):
    owner, repository = place
    visitor.open(page(repository, "/latest"), expect=404)
    released(owner, repository, "v1")
    visitor.open(page(repository, "/latest"), expect=302)
    assert visitor.location.endswith(page(repository, "/tag/v1")) and tip(owner, repository)
