"""Changing what an issue and its comments say, without a script: both versions of two people, the history, deleting."""
import re

import pytest
from issues import new_issue, say
from repositories import at, let_in, new_repository


@pytest.fixture
def place(new_user):
    owner = new_user()
    repository = new_repository(owner)
    address, _ = new_issue(owner, repository, "Title", body="first words")
    return owner, repository, address


def page(repository, below=""):
    return f"/{repository['full_name']}/issues/1{below}"


def of_comment(repository, comment, below=""):
    return f"/{repository['full_name']}/comments/{comment['id']}{below}"


def seen(browser):
    return re.search(r'name="seen" value="([^"]*)"', browser.page)[1]


def test_the_title(resident, place):
    owner, repository, address = place
    browser = resident(owner.name)
    browser.open(page(repository, "/title"), expect=200)
    assert 'value="Title"' in browser.page
    browser.submit("/title", {"title": "  "}, expect=422)
    assert browser.problem
    browser.submit("/title", {"title": "Better <title>"}, expect=303)
    assert owner.get(address).json()["title"] == "Better <title>"
    browser.follow()
    assert browser.notice == "The title is changed."
    stranger = resident()
    stranger.open(page(repository, "/title"), expect=403)
    stranger.post(page(repository, "/title"), {"title": "x"}, expect=403)
    assert owner.get(address).json()["title"] == "Better <title>"


def test_the_text(resident, place):
    owner, repository, address = place
    browser = resident(owner.name)
    browser.open(page(repository, "/edit"), expect=200)
    assert "first words</textarea>" in browser.page
    browser.submit("/edit", {"body": "second\r\nwords", "preview": ""}, expect=303)
    assert owner.get(address).json()["body"] == "second\nwords"
    browser.follow()
    assert browser.notice == "The text is saved." and f'href="{page(repository, "/history")}"' in browser.page
    browser.open(page(repository, "/edit"), expect=200)
    browser.submit("/edit", {"body": "**x**"}, expect=200)
    assert browser.words(r'<(div) id="preview">(.*?)</\1>') == "x" and owner.get(address).json()["body"] == "second\nwords"
    for below in ("/edit", "/title"):
        resident().open(page(repository, below), expect=403)


def test_two_people_change_one_text_and_no_word_is_lost(resident, place, new_user):
    owner, repository, address = place
    friend = new_user()
    let_in(owner, repository, friend)
    one, other = resident(owner.name), resident(friend.name)
    one.open(page(repository, "/edit"), expect=200)
    other.open(page(repository, "/edit"), expect=200)
    other.submit("/edit", {"body": "theirs", "preview": ""}, expect=303)
    one.submit("/edit", {"body": "mine", "preview": ""}, expect=409)
    assert "mine</textarea>" in one.page and '<pre class="whole"' in one.page and "theirs</pre>" in one.page
    assert owner.get(address).json()["body"] == "theirs", "nothing is replaced without having been seen"
    one.submit("/edit", {"body": "mine and theirs", "preview": ""}, expect=303)
    assert owner.get(address).json()["body"] == "mine and theirs"
    one.open(page(repository, "/history"), expect=200)
    assert one.page.count(f">{friend.name}, ") == 1 and "mine and theirs" in one.page, "theirs is in the history"


def test_two_people_change_one_comment(resident, place, new_user):
    owner, repository, address = place
    friend = new_user()
    let_in(owner, repository, friend)
    said = say(owner, address, "began")
    one, other = resident(owner.name), resident(friend.name)
    one.open(of_comment(repository, said, "/edit"), expect=200)
    other.open(of_comment(repository, said, "/edit"), expect=200)
    other.submit("/edit", {"body": "theirs", "preview": ""}, expect=303)
    one.submit("/edit", {"body": "mine", "preview": ""}, expect=409)
    assert "mine</textarea>" in one.page and "theirs</pre>" in one.page
    old = seen(one)
    one.submit("/edit", {"body": "mine", "preview": ""}, expect=303)
    assert owner.get(f"{at(repository)}/issues/comments/{said['id']}").json()["body"] == "mine"
    other.post(of_comment(repository, said, "/edit"), {"body": "again", "seen": old}, expect=409)


def test_files_are_added_and_deleted(resident, place):
    owner, repository, address = place
    said = say(owner, address, "words")
    browser = resident(owner.name)
    browser.post(of_comment(repository, said, "/edit"), {"body": "words"}, files={"attachment": ("a.txt", b"a")}, expect=303)
    mine = owner.get(f"{address}/comments").json()[0]["assets"]
    assert [file["name"] for file in mine] == ["a.txt"]
    browser.open(of_comment(repository, said, "/edit"), expect=200)
    assert f'name="name-{mine[0]["id"]}" value="a.txt"' in browser.page
    rename = {"body": "words", f"name-{mine[0]['id']}": "<b>.txt"}
    browser.post(of_comment(repository, said, "/edit"), {**rename, f"name-{mine[0]['id']}": "x" * 256}, expect=422)
    browser.post(of_comment(repository, said, "/edit"), {**rename, f"name-{mine[0]['id']}": "virus.exe"}, expect=422)
    assert 'value="virus.exe"' in browser.page
    browser.post(of_comment(repository, said, "/edit"), rename, expect=303)
    assert [file["name"] for file in owner.get(f"{address}/comments").json()[0]["assets"]] == ["<b>.txt"]
    browser.post(of_comment(repository, said, "/edit"), {"body": "words", "remove": mine[0]["uuid"]}, expect=303)
    assert not owner.get(f"{address}/comments").json()[0]["assets"]
    other = resident()
    other.post(page(repository, "/comments"), {"body": "x"}, files={"attachment": ("b.txt", b"b")}, expect=303)
    theirs = owner.get(f"{address}/comments").json()[1]["assets"][0]
    browser.post(of_comment(repository, said, "/edit"), {"body": "words", "remove": theirs["uuid"]}, expect=303)
    assert owner.get(f"{address}/comments").json()[1]["assets"], "a file of another comment stays"


def test_a_comment_is_its_authors(resident, place, new_user):
    owner, repository, address = place
    author = new_user()
    said = say(author, address, "words of mine")
    stranger = resident()
    stranger.open(of_comment(repository, said, "/edit"), expect=403)
    stranger.post(of_comment(repository, said, "/edit"), {"body": "x"}, expect=403)
    stranger.open(of_comment(repository, said, "/delete"), expect=403)
    stranger.post(of_comment(repository, said, "/delete"), expect=403)
    stranger.open(page(repository), expect=200)
    assert f'{of_comment(repository, said, "/edit")}"' not in stranger.page
    browser = resident(author.name)
    browser.open(page(repository), expect=200)
    assert f'{of_comment(repository, said, "/edit")}"' in browser.page
    browser.open(of_comment(repository, said, "/edit"), expect=200)
    browser.submit("/edit", {"body": "better words", "preview": ""}, expect=303)
    assert browser.location.endswith(f"#issuecomment-{said['id']}")
    browser.open(of_comment(repository, said, "/delete"), expect=200)
    assert "better words" in browser.page
    browser.submit("/delete", expect=303)
    browser.follow()
    assert browser.notice == "The comment is deleted." and not owner.get(f"{address}/comments").json()


def test_the_history_of_a_comment(resident, place):
    owner, repository, address = place
    said = say(owner, address, "one")
    for words in ("two", "three"):
        owner.call("PATCH", f"{at(repository)}/issues/comments/{said['id']}", {"body": words})
    browser = resident()
    browser.open(of_comment(repository, said, "/history"), expect=200)
    versions = re.findall(r'\?version=(\d+)"', browser.page)
    assert len(versions) == 2 and 'class="c del">two' in browser.page and 'class="c add">three' in browser.page
    browser.open(of_comment(repository, said, f"/history?version={versions[1]}"), expect=200)
    assert 'class="c add">one' in browser.page and "As it began" in browser.page
    browser.open(of_comment(repository, said, f"/history/delete?version={versions[1]}"), expect=403)
    browser.post(of_comment(repository, said, f"/history/delete?version={versions[1]}"), expect=403)
    author = resident(owner.name)
    author.open(of_comment(repository, said, f"/history/delete?version={versions[1]}"), expect=200)
    author.submit("/history/delete", expect=303)
    author.follow()
    assert author.notice == "The words of that version are removed."
    author.open(of_comment(repository, said, f"/history?version={versions[1]}"), expect=200)
    assert ">one<" not in author.page and "were removed" in author.page
    author.open(of_comment(repository, said, "/history/delete?version=999999"), expect=404)


def test_many_changes_are_not_kept_forever(resident, place):
    owner, repository, address = place
    for n in range(55):
        owner.call("PATCH", address, {"body": f"version {n}"}, expect=201)
    browser = resident()
    browser.open(page(repository, "/history"), expect=200)
    assert len(set(re.findall(r"\?version=(\d+)", browser.page))) == 50


def test_deleting_an_issue_is_asked_for(resident, place, new_user):
    owner, repository, address = place
    say(owner, address)
    writer = new_user()
    let_in(owner, repository, writer)
    resident(writer.name).open(page(repository, "/delete"), expect=403)
    resident(writer.name).post(page(repository, "/delete"), expect=403)
    browser = resident(owner.name)
    browser.open(page(repository, "/delete"), expect=200)
    assert "Its 1 comment goes with it" in browser.page
    owner.get(address, expect=200)
    browser.submit("/delete", expect=303)
    assert browser.location == f"/{repository['full_name']}/issues"
    owner.get(address, expect=404)


def test_locking_and_pinning(resident, place, new_user):
    owner, repository, address = place
    browser = resident(owner.name)
    browser.open(page(repository, "/lock"), expect=200)
    browser.submit("/lock", {"lock_reason": "heated"}, expect=303)
    browser.follow()
    assert owner.get(address).json()["is_locked"] and "heated" in browser.page
    browser.submit("/unlock", expect=303)
    assert not owner.get(address).json()["is_locked"]
    browser.follow()
    browser.submit("/pin", expect=303)
    browser.follow()
    assert owner.get(address).json()["pin_order"] == 1 and "Unpin" in browser.page
    browser.submit("/unpin", expect=303)
    assert owner.get(address).json()["pin_order"] == 0
    writer = new_user()
    let_in(owner, repository, writer)
    other = resident(writer.name)
    other.open(page(repository), expect=200)
    assert 'action="' + page(repository, "/pin") not in other.page
    for below in ("/lock", "/unlock", "/pin", "/unpin"):
        other.post(page(repository, below), {"lock_reason": ""}, expect=403)


def test_a_subscription(resident, place, new_user):
    owner, repository, address = place
    person = new_user()
    browser = resident(person.name)
    browser.open(page(repository), expect=200)
    assert "Subscribe" in browser.page
    browser.submit("/issues/1/watch", expect=303)
    browser.follow()
    assert browser.notice == "You hear of this from now on." and "because you asked to" in browser.page
    assert person.get(f"{address}/subscriptions/check").json()["subscribed"]
    browser.submit("/issues/1/watch", expect=303)
    assert not person.get(f"{address}/subscriptions/check").json()["subscribed"]
