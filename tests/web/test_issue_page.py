"""The page of an issue, without a script: what it shows, to whom, and what can be said there."""
import html
import re
import sqlite3

import pytest
from issues import new_issue, say
from projects import new_column, new_project, put
from pulls import begun, new_pull, put_file
from repositories import at, let_in, new_repository


@pytest.fixture
def place(new_user):
    """An owner with a repository."""
    owner = new_user()
    return owner, new_repository(owner)


def page(repository, number, below=""):
    return f"/{repository['full_name']}/issues/{number}{below}"


def words(browser):
    """What the page says, without its tags."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", browser.page)))


def actions(browser):
    """Where the forms of the page's own content lead, below the issue or the comment."""
    main = browser.page[browser.page.index("<main"):browser.page.index("</main>")]
    return {found.rsplit("/", 1)[1] for found in re.findall(r'<form[^>]*method="post"[^>]*action="([^"]*)"', main)}


def comment(browser, address, body="words", expect=303, **more):
    return browser.post(f"{address}/comments", {"body": body, **more}, expect=expect)


def test_everybody_who_reads_issues_sees_it(visitor, place):
    owner, repository = place
    _, issue = new_issue(owner, repository, "It <breaks> & more", body="Some **strong** words\n\n- [ ] task")
    said = say(owner, f"{at(repository)}/issues/1", "An `answer`")
    visitor.open(page(repository, 1), expect=200)
    assert "<h1>It &lt;breaks&gt; &amp; more <span" in visitor.page and "<strong>strong</strong>" in visitor.page
    assert f'id="issuecomment-{said["id"]}"' in visitor.page and "<code>answer</code>" in visitor.page
    assert f'<title>{html.escape(issue["title"])}, #1, {repository["full_name"]} ·' in visitor.page
    assert not actions(visitor), "nobody is offered what he may not do"
    assert "/user/login?redirect_to=" in visitor.page and 'type="checkbox" disabled' in visitor.page


def test_a_hidden_issue_is_not_there(visitor, resident, new_user):
    owner = new_user()
    repository = new_repository(owner, private=True)
    new_issue(owner, repository)
    for address in (page(repository, 1), page(repository, 1, "?all=true"), page(repository, 1, "/history")):
        visitor.open(address, expect=404)
        resident().open(address, expect=404)
        resident(owner.name).open(address, expect=200)
    resident(owner.name).open(page(repository, 99), expect=404)


def test_a_pull_request_is_elsewhere(visitor, new_user):
    owner = new_user()
    repository, pull = new_pull(owner)
    number = pull.rsplit("/", 1)[1]
    visitor.open(page(repository, number), expect=303)
    assert visitor.location == f"/{repository['full_name']}/pulls/{number}"
    visitor.open(page(repository, number, "?all=true"), expect=303)


def test_every_kind_of_event_is_told(resident, new_user):
    owner, friend = new_user(), new_user()
    repository = begun(owner)
    let_in(owner, repository, friend)
    address, issue = new_issue(owner, repository, "First")
    new_issue(owner, repository, "Second")
    label = owner.post(f"{at(repository)}/labels", {"name": "kind/bug", "color": "#b3412f", "exclusive": True}, expect=201).json()
    milestone = owner.post(f"{at(repository)}/milestones", {"title": "One <oh>"}, expect=201).json()
    owner.post(f"{address}/labels", {"labels": [label["id"]]})
    owner.call("PATCH", address, {"milestone": milestone["id"], "assignees": [friend.name]}, expect=201)
    friend.call("PATCH", address, {"title": "Changed", "ref": "main"}, expect=201)
    friend.call("PATCH", address, {"due_date": "2030-05-06T00:00:00Z"}, expect=201)
    friend.call("PATCH", address, {"due_date": "2030-05-07T00:00:00Z"}, expect=201)
    friend.call("PATCH", address, {"unset_due_date": True}, expect=201)
    friend.post(f"{address}/dependencies", {"index": 2}, expect=201)
    friend.call("DELETE", f"{address}/dependencies", {"index": 2}, expect=201)
    friend.post(f"{address}/times", {"time": 3700})
    friend.post(f"{address}/stopwatch/start", expect=201)
    friend.delete(f"{address}/stopwatch/delete", expect=204)
    board = new_project(owner, f"{at(repository)}/projects")
    put(owner, board, new_column(owner, board), issue)
    owner.call("PUT", f"{address}/lock", {"lock_reason": "too hot"}, expect=204)
    owner.delete(f"{address}/lock", expect=204)
    owner.post(f"{address}/pin", expect=204)
    owner.delete(f"{address}/pin", expect=204)
    put_file(owner, repository, "a.txt", message="Write it, see #1")
    new_issue(friend, repository, "Third, see #1")
    _, pull = new_pull(friend, repository, branch="fix", body="Closes #1")
    owner.call("PATCH", address, {"state": "closed"}, expect=201)
    owner.call("PATCH", address, {"state": "open"}, expect=201)
    browser = resident(owner.name)
    for _ in range(50):
        browser.open(page(repository, 1), expect=200)
        if "mentioned this in the commit" in browser.page:
            break
    text = words(browser)
    for line in ("added kind / bug", "the milestone One <oh>", f"assigned {friend.name}", "changed the title from First to Changed",
                 "said that this is about main", "set the due date 6 May 2030", "moved the due date from 6 May 2030 to 7 May 2030",
                 "removed the due date 7 May 2030", "added the dependency #2 Second", "removed the dependency #2 Second", "added 1 h 1 min",
                 "started the timer", "dropped its time", "put this on the board Plan", "locked the conversation: too hot",
                 "unlocked the conversation", "pinned this", "unpinned this", "mentioned this in the commit", "mentioned this in #3 Third",
                 "linked a pull request that will close this: #4", "closed this", "reopened this"):
        assert line in text, line
    for entry in owner.get(f"{address}/timeline").json():
        assert browser.page.count(f'id="event-{entry["id"]}"') == 1 and browser.page.count(f'id="issuecomment-{entry["id"]}"') == 1
    assert browser.page.count('class="event"') < len(owner.get(f"{address}/timeline").json()), "what came together is one line"


def test_where_somebody_may_not_look_nothing_is_told(visitor, place):
    owner, repository = place
    hidden = new_repository(owner, private=True)
    new_issue(owner, repository)
    new_issue(owner, hidden, "Secret plan", body=f"see {repository['full_name']}#1")
    board = new_project(owner, f"{at(hidden)}/projects", "Secret board")
    assert board
    visitor.open(page(repository, 1), expect=200)
    assert "Secret" not in visitor.page


def long_thread(server, database, owner, repository, count=150):
    """An issue with so many comments, and their ids."""
    address, issue = new_issue(owner, repository, "Long")
    first = say(owner, address, "comment 0")
    if database == "sqlite":
        with sqlite3.connect(server.folder / "cairn.db", timeout=30) as db:
            db.executemany("INSERT INTO comment (issue_id, repository_id, kind, poster_id, body, created_at, updated_at)"
                           " SELECT issue_id, repository_id, kind, poster_id, ?, created_at + ?, created_at + ? FROM comment WHERE id = ?",
                           [(f"comment {n}", n, n, first["id"]) for n in range(1, count)])
            db.execute("UPDATE issue SET comment_count = ? WHERE id = ?", (count, issue["id"]))
    else:
        for n in range(1, count):
            say(owner, address, f"comment {n}")
    return issue["number"], [entry["id"] for entry in owner.get(f"{address}/comments").json()]


def test_a_long_timeline_has_a_gap(server, database, visitor, place):
    owner, repository = place
    number, ids = long_thread(server, database, owner, repository)
    visitor.open(page(repository, number), expect=200)
    shown = [int(found) for found in re.findall(r'<li id="issuecomment-(\d+)"', visitor.page)]
    assert shown == ids[:10] + ids[-60:] and "Show 80 more entries" in visitor.page
    assert f'href="{page(repository, number, "?all=true")}#issuecomment-{ids[9]}"' in visitor.page
    visitor.open(page(repository, number, f"?comment={ids[50]}"), expect=200)
    shown = [int(found) for found in re.findall(r'<li id="issuecomment-(\d+)"', visitor.page)]
    assert shown == ids[:10] + ids[35:66] + ids[-60:] and visitor.page.count('class="gap"') == 2
    visitor.open(page(repository, number, "?all=true"), expect=200)
    assert [int(found) for found in re.findall(r'<li id="issuecomment-(\d+)"', visitor.page)] == ids
    assert "comment 149" in visitor.page and 'class="gap"' not in visitor.page
    visitor.open(f"/{repository['full_name']}/comments/{ids[50]}", expect=303)
    assert visitor.location == page(repository, number, f"?comment={ids[50]}#issuecomment-{ids[50]}")


def test_a_comment(resident, place):
    owner, repository = place
    new_issue(owner, repository)
    browser = resident()
    address = page(repository, 1)
    browser.open(address, expect=200)
    browser.submit("/comments", {"body": "First line\r\nsecond", "preview": "", "state": ""}, expect=303)
    said = owner.get(f"{at(repository)}/issues/1/comments").json()[0]
    assert said["body"] == "First line\nsecond" and browser.location == f"{address}#issuecomment-{said['id']}"
    browser.follow()
    assert "First line" in browser.page and 'state" value=' not in browser.page, "whoever did not open it does not close it"


def test_a_refused_comment_comes_back_as_it_was(resident, place):
    owner, repository = place
    new_issue(owner, repository)
    browser = resident()
    address = page(repository, 1)
    comment(browser, address, "   ", expect=422)
    assert browser.problem == "Write something first." and 'aria-invalid="true"' in browser.page
    owner.call("PUT", f"{at(repository)}/issues/1/lock", {"lock_reason": ""}, expect=204)
    comment(browser, address, "kept <words>", expect=403)
    assert "kept &lt;words&gt;" in browser.page or "locked" in words(browser)
    browser.open(address, expect=200)
    assert "This conversation is locked" in browser.page and "comments" not in actions(browser)
    owner_browser = resident(owner.name)
    comment(owner_browser, address, "Only we talk")


def test_a_preview_by_the_server(resident, place):
    owner, repository = place
    new_issue(owner, repository)
    browser = resident()
    comment(browser, page(repository, 1), "**bold** @" + owner.name, preview="text", expect=200)
    shown = browser.words(r'<(div) id="preview">(.*?)</\1>')
    assert shown == "bold @" + owner.name and f'href="http' not in shown
    assert "**bold**" in browser.page and not owner.get(f"{at(repository)}/issues/1/comments").json()


def test_closing_and_reopening_with_and_without_words(resident, place):
    owner, repository = place
    address, _ = new_issue(owner, repository)
    browser = resident(owner.name)
    comment(browser, page(repository, 1), "", state="closed")
    browser.follow()
    assert browser.notice == "The issue is closed." and owner.get(address).json()["state"] == "closed"
    assert "Reopen issue" in browser.page and not owner.get(f"{address}/comments").json()
    comment(browser, page(repository, 1), "again", state="open")
    assert owner.get(address).json()["state"] == "open" and owner.get(f"{address}/comments").json()[0]["body"] == "again"
    stranger = resident()
    comment(stranger, page(repository, 1), "", state="closed", expect=403)
    assert owner.get(address).json()["state"] == "open"


def test_what_waits_is_not_closed(resident, place):
    owner, repository = place
    address, _ = new_issue(owner, repository)
    new_issue(owner, repository, "Before")
    owner.post(f"{address}/dependencies", {"index": 2}, expect=201)
    browser = resident(owner.name)
    browser.open(page(repository, 1), expect=200)
    assert 'value="closed"' not in browser.page and "depends on open issues" in browser.page
    comment(browser, page(repository, 1), "kept", state="closed", expect=422)
    assert "kept" in browser.page and not owner.get(f"{address}/comments").json()


def test_a_quotation(resident, place):
    owner, repository = place
    address, _ = new_issue(owner, repository, body="The\n\ntext")
    said = say(owner, address, "An answer")
    browser = resident()
    browser.open(page(repository, 1, "?quote=issue"), expect=200)
    assert "&gt; The\n&gt;\n&gt; text\n" in browser.page
    browser.open(page(repository, 1, f"?quote={said['id']}"), expect=200)
    assert "&gt; An answer\n" in browser.page
    other, _ = new_issue(owner, new_repository(owner, private=True))
    hidden = say(owner, other, "secret")
    browser.open(page(repository, 1, f"?quote={hidden['id']}"), expect=200)
    assert "secret" not in browser.page


def test_reactions(resident, place):
    owner, repository = place
    address, _ = new_issue(owner, repository)
    said = say(owner, address)
    browser = resident()
    browser.post(page(repository, 1, "/reactions/react"), {"content": "heart"}, expect=303)
    browser.follow()
    assert 'aria-pressed="true" aria-label="Heart: 1"' in browser.page
    browser.post(page(repository, 1, "/reactions/unreact"), {"content": "heart"}, expect=303)
    browser.follow()
    assert "Heart: 1" not in browser.page
    mine = f"/{repository['full_name']}/comments/{said['id']}"
    browser.post(f"{mine}/reactions/react", {"content": "+1"}, expect=303)
    assert browser.location.endswith(f"#issuecomment-{said['id']}")
    assert owner.get(f"{at(repository)}/issues/comments/{said['id']}/reactions").json()[0]["content"] == "+1"
    browser.post(f"{mine}/reactions/react", {"content": "anything"}, expect=403)


def test_tasks_are_ticked_by_those_who_may_edit(resident, place):
    owner, repository = place
    address, _ = new_issue(owner, repository, body="- [ ] one\n- [x] two\n")
    browser = resident(owner.name)
    browser.open(page(repository, 1), expect=200)
    assert 'name="done" value="1" form="tasks-1"' in browser.page
    seen = re.search(r'name="seen" value="([^"]*)"', browser.page)[1]
    browser.post(page(repository, 1, "/tasks"), {"seen": seen, "done": ["1"]}, expect=303)
    assert owner.get(address).json()["body"] == "- [x] one\n- [ ] two\n"
    browser.post(page(repository, 1, "/tasks"), {"seen": seen, "done": ["1", "2"]}, expect=303)
    browser.follow()
    assert "changed the text meanwhile" in browser.notice and owner.get(address).json()["body"] == "- [x] one\n- [ ] two\n"
    stranger = resident()
    stranger.open(page(repository, 1), expect=200)
    assert 'name="done"' not in stranger.page
    stranger.post(page(repository, 1, "/tasks"), {"seen": seen}, expect=403)


def test_a_file_comes_with_the_form(resident, place):
    owner, repository = place
    address, _ = new_issue(owner, repository)
    browser = resident(owner.name)
    browser.post(page(repository, 1, "/comments"), {"body": "see"}, files={"attachment": ("notes.txt", b"some notes")}, expect=303)
    browser.follow()
    said = owner.get(f"{address}/comments").json()[0]
    assert said["assets"][0]["name"] == "notes.txt" and "notes.txt" in browser.page
    browser.post(page(repository, 1, "/comments"), {"body": ""}, files={"attachment": ("bad.exe", b"MZ")}, expect=422)
    assert browser.problem
    browser.post(page(repository, 1, "/comments"), {"body": "x", "preview": "text"}, files={"attachment": ("kept.txt", b"kept")}, expect=200)
    assert "kept.txt" in browser.page and 'name="files" value="' in browser.page, "a preview loses no file"
    said = owner.post(f"{address}/comments", {"body": f"![x](/attachments/{said['assets'][0]['uuid']})"}, expect=201).json()
    browser.open(page(repository, 1), expect=200)
    picture = re.search(r'<img src="([^"]*/attachments/[^"]*)"', browser.page)[1]
    assert browser.open(picture, expect=200).content == b"some notes", "a link to a file counts from the repository"


def test_an_archived_repository_changes_nothing(resident, place):
    owner, repository = place
    new_issue(owner, repository, body="- [ ] a")
    owner.call("PATCH", at(repository), {"archived": True})
    browser = resident(owner.name)
    browser.open(page(repository, 1), expect=200)
    assert actions(browser) <= {"watch"} and "archived" in browser.page
    for below in ("/comments", "/edit", "/title", "/labels", "/lock", "/pin", "/delete", "/deadline", "/tasks", "/reactions/react"):
        browser.post(page(repository, 1, below), {"body": "x", "title": "y"}, expect=423)


def test_those_who_are_blocked_are_told(resident, place, new_user):
    owner, repository = place
    new_issue(owner, repository)
    person = new_user()
    owner.call("PUT", f"/user/blocks/{person.name}", expect=204)
    browser = resident(person.name)
    browser.open(page(repository, 1), expect=200)
    assert "You are blocked" in browser.page and "comments" not in actions(browser)
    comment(browser, page(repository, 1), "words", expect=403)


def test_another_site_sends_nothing(resident, place):
    owner, repository = place
    new_issue(owner, repository)
    browser = resident(owner.name)
    for below in ("/comments", "/delete", "/lock", "/watch"):
        browser.post(page(repository, 1, below), {"body": "x"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)


def test_who_is_signed_out_comes_back(visitor, place):
    owner, repository = place
    new_issue(owner, repository)
    address = page(repository, 1)
    visitor.post(f"{address}/comments", {"body": "x"}, headers={"Referer": f"{visitor.url}{address}"}, expect=303)
    assert visitor.location == f"/user/login?redirect_to={address.replace('/', '%2F')}"
