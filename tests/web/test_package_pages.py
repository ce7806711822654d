"""The pages of packages, without a script: lists, versions, files, links to repositories, deleting; and who sees which."""
import hashlib
import html
import re

import pytest
from organizations import new_organization
from repositories import new_repository
from visitor import Forms


def put(who, owner, name="tool", version="1", file="data.bin", data=b"hello\n"):
    who.call("PUT", f"/api/packages/{owner}/generic/{name}/{version}/{file}", data=data, expect=201)


def listed(who, owner):
    return sorted(f"{p['name']} {p['version']}" for p in who.get(f"/packages/{owner}").json())


def page(owner, below=""):
    return f"/{owner}/-/packages{below}"


def posts(browser):
    return [form["action"] for form in Forms(browser.page).forms if form["method"] == "POST"]


@pytest.fixture(params=["person", "organization"])
def home(request, new_user):
    """(whoever may write the packages, the account that owns them)"""
    person = new_user()
    return person, (new_organization(person) if request.param == "organization" else person.name)


def test_an_empty_list_says_how_to_publish_to_those_who_may(visitor, resident, home):
    person, owner = home
    visitor.open(page(owner), expect=200)
    assert "No packages" in visitor.page and "--upload-file" not in visitor.page
    browser = resident(person.name)
    browser.open(page(owner), expect=200)
    assert f"/api/packages/{owner}/generic/NAME/VERSION/FILE" in browser.page
    browser.open(page(owner, "?q=x"), expect=200)
    assert "No package fits" in browser.page
    assert f'href="{page(owner)}" aria-current="page"' in browser.page


def test_a_list_has_each_package_once_the_newest_first(visitor, home):
    person, owner = home
    for name, version in (("tool", "1"), ("Other", "1"), ("tool", "2")):
        put(person, owner, name, version)
    visitor.open(page(owner), expect=200)
    titles = re.findall(r'class="title" href="([^"]*)"', visitor.page)
    assert titles == [page(owner, "/generic/tool/2"), page(owner, "/generic/Other/1")]
    assert f"2 published by {person.name}" in visitor.page
    visitor.open(page(owner, "?q=OTH&type=generic"), expect=200)
    assert ">Other</a>" in visitor.page and ">tool</a>" not in visitor.page
    visitor.open(page(owner, "?type=npm"), expect=200)
    assert "No package fits" in visitor.page
    visitor.open(page(owner, "?limit=1"), expect=200)
    assert ">tool</a>" in visitor.page and ">Other</a>" not in visitor.page and 'rel="next"' in visitor.page
    visitor.open(page(owner, "?page=99"), expect=200)
    assert "Nothing is so far down the list" in visitor.page


def test_a_version_with_its_files(visitor, home, server):
    person, owner = home
    data = b"some bytes"
    put(person, owner, "Tool", "1.0-RC", "a b.bin".replace(" ", "_"), data)
    put(person, owner, "Tool", "1.0-RC", "more.txt", b"x" * 2000)
    visitor.open(page(owner, "/generic/tool"), expect=303)
    visitor.follow()
    assert visitor.answer.status_code == 200 and "Tool 1.0-RC" in visitor.page and "2 files" in visitor.page
    assert hashlib.sha256(data).hexdigest() in visitor.page and hashlib.sha512(data).hexdigest() in visitor.page
    line = html.unescape(re.search(r"<code>(curl --location[^<]*a_b.bin)</code>", visitor.page)[1])
    assert visitor.open(line.split()[-1], expect=200).content == data
    visitor.open(page(owner, "/generic/TOOL/1.0-rc"), expect=200)
    address = re.search(r'class="title" href="([^"]*/files/\d+)"', visitor.page)[1]
    got = visitor.open(address, expect=200)
    assert got.content == data and "attachment" in got.headers["Content-Disposition"] and got.headers["X-Content-Type-Options"] == "nosniff"
    visitor.open(address.rsplit("/", 1)[0] + "/999999", expect=404)
    visitor.open(address.rsplit("/", 1)[0] + "/nonsense")
    assert visitor.answer.status_code in (404, 422)
    for absent in ("/generic/absent", "/generic/tool/9", "/npm/tool/1.0-rc", "/generic/absent/versions"):
        visitor.open(page(owner, absent), expect=404)


def test_the_versions_of_a_package(visitor, home):
    person, owner = home
    for version in ("1", "2", "3"):
        put(person, owner, version=version)
    visitor.open(page(owner, "/generic/tool/versions?limit=2"), expect=200)
    assert visitor.page.index(">3</a>") < visitor.page.index(">2</a>") and ">1</a>" not in visitor.page and 'rel="next"' in visitor.page
    visitor.open(page(owner, "/generic/tool/versions?page=9"), expect=200)
    assert "Nothing is so far down the list" in visitor.page
    visitor.open(page(owner, "/generic/tool/1"), expect=200)
    assert "All 3 versions" in visitor.page


def test_a_package_is_linked_to_a_repository(visitor, resident, new_user):
    person = new_user()
    repository = new_repository(person)
    put(person, person.name)
    browser = resident(person.name)
    browser.open(f"/{repository['full_name']}/packages", expect=200)
    assert "No packages" in browser.page and f'href="/{repository["full_name"]}/packages" aria-current="page"' in browser.page
    browser.open(page(person.name, "/generic/tool/1/settings"), expect=200)
    browser.submit("/settings", {"repository": "absent"}, expect=422)
    assert browser.problem and 'value="absent"' in browser.page
    browser.submit("/settings", {"repository": ""}, expect=422)
    browser.submit("/settings", {"repository": repository["name"]}, expect=303)
    browser.follow()
    assert browser.notice == "The package is linked to the repository." and repository["full_name"] in browser.page
    browser.post(page(person.name, "/generic/tool/1/settings"), {"repository": repository["name"]}, expect=422)
    for address in (f"/{repository['full_name']}/packages", page(person.name), page(person.name, "/generic/tool/1")):
        visitor.open(address, expect=200)
        assert "tool" in visitor.page and f'href="/{repository["full_name"]}"' in visitor.page
    browser.open(page(person.name, "/generic/tool/1/settings"), expect=200)
    browser.submit("/settings/unlink", expect=303)
    browser.follow()
    assert browser.notice == "The package is linked to no repository."
    browser.post(page(person.name, "/generic/tool/1/settings/unlink"), expect=422)
    visitor.open(f"/{repository['full_name']}/packages", expect=200)
    assert "No packages" in visitor.page


def test_a_version_and_a_package_are_deleted_by_typing_their_names(resident, home):
    person, owner = home
    for version in ("1", "2", "3"):
        put(person, owner, version=version)
    browser = resident(person.name)
    browser.open(page(owner, "/generic/tool/1/settings/delete"), expect=200)
    assert "Its 1 file is lost." in browser.page and len(listed(person, owner)) == 3, "looking deletes nothing"
    browser.submit("/settings/delete", {"name": "wrong"}, expect=422)
    assert browser.problem and 'value="wrong"' in browser.page
    browser.submit("/settings/delete", {"name": "1"}, expect=303)
    assert browser.location == page(owner, "/generic/tool/versions")
    browser.follow()
    assert browser.notice == "The version is deleted." and listed(person, owner) == ["tool 2", "tool 3"]
    browser.open(page(owner, "/generic/tool/2/settings/delete-package"), expect=200)
    assert "All 2 versions" in browser.page
    browser.submit("/settings/delete-package", {"name": ""}, expect=422)
    browser.submit("/settings/delete-package", {"name": "tool"}, expect=303)
    browser.follow()
    assert browser.notice == "The package is deleted." and listed(person, owner) == []
    put(person, owner, version="4")
    browser.open(page(owner, "/generic/tool/4/settings/delete"), expect=200)
    assert "the package goes with it" in browser.page
    browser.submit("/settings/delete", {"name": "4"}, expect=303)
    assert browser.location == page(owner)


def test_who_may_only_read_is_offered_nothing_and_refused(visitor, resident, home):
    person, owner = home
    put(person, owner)
    reader = resident()
    for browser in (visitor, reader):
        browser.open(page(owner, "/generic/tool/1"), expect=200)
        assert not [form for form in posts(browser) if "packages" in form] and "/settings\"" not in browser.page.split("<main")[1].split("</main")[0]
        for below in ("", "/delete", "/delete-package"):
            browser.open(page(owner, f"/generic/tool/1/settings{below}"))
            assert browser.answer.status_code in (303, 401, 403), below
        for below in ("", "/unlink", "/delete", "/delete-package"):
            browser.post(page(owner, f"/generic/tool/1/settings{below}"), {"name": "tool", "repository": "x"})
            assert browser.answer.status_code in (303, 401, 403), below
    writer = resident(person.name)
    writer.post(page(owner, "/generic/tool/1/settings/delete"), {"name": "1"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    assert listed(person, owner) == ["tool 1"]


def test_packages_of_a_hidden_owner_are_not_there(visitor, resident, new_user):
    person = new_user()
    owner = new_organization(person, visibility="private")
    put(person, owner)
    for browser in (visitor, resident()):
        for below in ("", "/generic/tool", "/generic/tool/1", "/generic/tool/versions", "/generic/tool/1/settings"):
            browser.open(page(owner, below), expect=404)
    browser = resident(person.name)
    browser.open(page(owner, "/generic/tool/1"), expect=200)
    assert "--user NAME:TOKEN" in browser.page
    browser.open(re.search(r'class="title" href="([^"]*/files/\d+)"', browser.page)[1], expect=200)
    visitor.open("/nobody-is-called-so/-/packages", expect=404)


def test_a_repository_without_the_unit_has_no_packages(visitor, new_user):
    person = new_user()
    repository = new_repository(person)
    person.call("PATCH", f"/repos/{repository['full_name']}", {"has_packages": False}, expect=200)
    visitor.open(f"/{repository['full_name']}/packages", expect=404)
    hidden = new_repository(person, private=True)
    visitor.open(f"/{hidden['full_name']}/packages", expect=404)


def test_what_nobody_would_send(visitor, new_user):
    person = new_user()
    put(person, person.name)
    for below in ("?q=%25_%5C", "?q=%3Cscript%3Ealert", "?type=%00", "?page=-1&limit=0", "?page=99999999999999999999", "/generic/%00", "/generic/%ff/1", "/..%2f/x/y",
                  "/generic/tool/1/files/-1", "/generic/tool/1/files/99999999999999999999", "?q=" + "x" * 3000):
        visitor.open(page(person.name, below))
        assert visitor.answer.status_code in (200, 303, 400, 404, 422), f"{below}: {visitor.answer.status_code}"
        assert "<script>alert" not in visitor.page
