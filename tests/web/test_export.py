"""Taking along all that the site knows of oneself: what is in the file, whose it is, and that it is made once at a time."""
import base64
import io
import json
import os
import subprocess
import zipfile

from organizations import new_organization
from pulls import begun
from program import wait_until
from repositories import at, new_repository


def taken(browser):
    browser.open("/user/settings/export", expect=200)
    browser.submit("/user/settings/export", expect=200)
    assert browser.answer.headers["Content-Type"] == "application/zip"
    assert browser.answer.headers["Content-Disposition"] == f"attachment; filename={browser.name}.zip"
    assert "no-store" in browser.answer.headers["Cache-Control"]
    return zipfile.ZipFile(io.BytesIO(browser.answer.content))


def test_everything_is_in_it_and_nothing_of_others(resident, new_user, tmp_path):
    person, other = new_user(), new_user()
    repository, foreign = begun(person, name="mine", private=True), begun(other, name="theirs")
    new_repository(person, name="empty")
    person.post(f"{at(repository)}/tags", {"tag_name": "v1"}, expect=201)
    person.post(f"{at(foreign)}/issues", {"title": "From me", "body": "with words"}, expect=201)
    other.post(f"{at(foreign)}/issues", {"title": "Not from me"}, expect=201)
    person.post(f"{at(foreign)}/issues/2/comments", {"body": "I said so"}, expect=201)
    person.call("PUT", f"/user/starred/{foreign['full_name']}", expect=204)
    person.call("PUT", f"/user/following/{other.name}", expect=204)
    organization = new_organization(person)
    archive = taken(resident(person.name))
    assert archive.testzip() is None

    def read(name):
        return json.loads(archive.read(name + ".json"))

    assert read("account")["name"] == person.name and "password" not in archive.read("account.json").decode()
    assert [one["title"] for one in read("issues")] == ["From me"] and read("issues")[0]["repository"] == foreign["full_name"]
    assert [one["body"] for one in read("comments")] == ["I said so"]
    assert read("stars") == [foreign["full_name"]] and read("following") == [other.name] and read("followers") == []
    assert read("organizations") == [organization] and read("emails")[0]["email"] == f"{person.name}@example.com"
    assert [one["name"] for one in read("repositories")] == ["mine", "empty"]
    assert [name for name in archive.namelist() if name.startswith("repositories/")] == ["repositories/mine.bundle"]
    (tmp_path / "mine.bundle").write_bytes(archive.read("repositories/mine.bundle"))
    subprocess.run(["git", "clone", "-q", "-b", "main", tmp_path / "mine.bundle", tmp_path / "clone"], check=True)
    tags = subprocess.run(["git", "-C", tmp_path / "clone", "tag"], check=True, stdout=subprocess.PIPE).stdout
    assert tags.split() == [b"v1"]


def test_what_is_closed_to_the_person_is_not_in_it(resident, new_user):
    person, other = new_user(), new_user()
    closed, still = begun(other, name="closed"), begun(other, name="open")
    for repository in (closed, still):
        person.post(f"{at(repository)}/issues", {"title": f"In {repository['name']}", "body": "x"}, expect=201)
        person.post(f"{at(repository)}/issues/1/comments", {"body": f"In {repository['name']}"}, expect=201)
        person.call("PUT", f"/user/starred/{repository['full_name']}", expect=204)
    other.call("PATCH", at(closed), {"private": True, "name": "secret-plans"}, expect=200)
    archive = taken(resident(person.name))
    assert all(b"secret-plans" not in archive.read(name) and b"In closed" not in archive.read(name) for name in archive.namelist())
    assert json.loads(archive.read("stars.json")) == [still["full_name"]]
    for name, member in (("issues", "title"), ("comments", "body")):
        assert [one[member] for one in json.loads(archive.read(f"{name}.json"))] == ["In open"]


def test_what_is_too_large_is_left_out_with_a_word(resident, new_user, server):
    person = new_user()
    begun(person, name="small"), begun(person, name="vast")
    browser = resident(person.name)

    def left_out():
        # What follows from the first push may measure it once more.
        server.sql("UPDATE repository SET git_size = 5000000000 WHERE name = 'vast'")
        archive = taken(browser)
        names = [name for name in archive.namelist() if name.startswith("repositories/")]
        return names == ["repositories/small.bundle", "repositories/vast.error.json"] and archive

    archive = wait_until(left_out, "the large one to be left out")
    assert "too large" in json.loads(archive.read("repositories/vast.error.json"))


def test_it_is_for_oneself_from_our_own_page(visitor, resident):
    assert visitor.open("/user/settings/export").status_code == 303
    assert visitor.post("/user/settings/export").status_code == 303
    resident().post("/user/settings/export", headers={"Sec-Fetch-Site": "cross-site"}, expect=403)


def test_one_at_a_time_for_a_person(resident, new_user):
    person = new_user()
    repository = begun(person)
    for name in range(6):
        content = base64.b64encode(os.urandom(3 << 20)).decode()
        person.post(f"{at(repository)}/contents/{name}.bin", {"content": content, "message": "large"}, expect=201)
    browser, again = resident(person.name), resident(person.name)
    slow = browser.session.post(f"{browser.url.rstrip('/')}/user/settings/export", headers={"Sec-Fetch-Site": "same-origin"}, stream=True, timeout=60)
    assert slow.status_code == 200
    again.post("/user/settings/export", expect=429)
    assert "already" in again.page
    resident().post("/user/settings/export", expect=200)
    for _ in slow.iter_content(1 << 20):
        pass
    again.post("/user/settings/export", expect=200)
