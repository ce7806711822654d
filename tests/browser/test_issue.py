"""One issue with a script: previews in place, tasks, facts as their menu closes, pictures that are pasted, long timelines; and how it looks."""
import sqlite3

import pytest
from axe import faults
from client import PASSWORD, Client
from issues import new_issue, say
from looks import FORMS, look
from projects import new_column, new_project, put
from pulls import begun, put_file
from repositories import at

PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PASTE = """async (field) => {
    const bytes = Uint8Array.from(atob("%s"), (c) => c.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], "shot.png", { type: "image/png" }));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}""" % PICTURE
FORM = "name: Bug\nabout: It broke\nbody:\n  - type: input\n    id: version\n    attributes: {label: Version}\n    validations: {required: true}\n"
OPEN_MENUS = "document.querySelectorAll('main details.menu').forEach((menu) => { menu.open = true; })"


@pytest.fixture
def writer(site, person):
    owner = Client(site.url, basic=(person(), PASSWORD))
    return owner, begun(owner)


@pytest.fixture
def tab(chromium, site, writer):
    chromium.complaints()
    tab = chromium.tab(site.url, viewport={"width": 1200, "height": 800})
    tab.sign_in(writer[0].name, PASSWORD)
    yield tab
    assert chromium.complaints() == [], "the console of a page has no errors"


def test_a_comment_with_a_pasted_picture(tab, writer):
    owner, repository = writer
    address, _ = new_issue(owner, repository)
    tab.goto(f"/{repository['full_name']}/issues/1")
    tab.keys("c")
    assert tab.evaluate("document.activeElement.id") == "body", "c leads into the field"
    tab.fill("#body", "look: ")
    tab.evaluate(f"({PASTE})(document.getElementById('body'))")
    tab.waitForSelector("input[name=files][type=hidden]", {"state": "attached"})
    assert "![shot.png](/attachments/" in tab.inputValue("#body")
    tab.click("button[name=preview]")
    tab.waitForSelector("#preview img")
    tab.click("button[data-write]")
    tab.keys("Control+Enter")
    tab.waitForSelector(".timeline li[id^=issuecomment-] img")
    said = owner.get(f"{address}/comments").json()[0]
    assert said["assets"][0]["name"] == "shot.png" and said["body"].startswith("look: ![shot.png](/attachments/")


def test_words_are_kept(tab, writer):
    owner, repository = writer
    new_issue(owner, repository)
    tab.goto(f"/{repository['full_name']}/issues/1")
    tab.fill("#body", "half a thought")
    tab.waitForTimeout(500)
    tab.reload()
    assert tab.inputValue("#body") == "half a thought"


def test_a_saved_reply_comes_to_where_the_cursor_is(tab, writer):
    owner, repository = writer
    new_issue(owner, repository)
    tab.goto("/user/settings/replies")
    tab.fill("#title", "Which version")
    tab.fill("#body", "Which version is it?")
    tab.click("main button.primary")
    tab.waitForSelector(".things li")
    tab.goto(f"/{repository['full_name']}/issues/1")
    tab.fill("#body", "Thanks. Bye.")
    tab.evaluate("document.getElementById('body').setSelectionRange(8, 8)")
    tab.click("#replies-menu > summary")
    tab.click("#replies-menu a[data-reply]")
    tab.waitForValue("document.getElementById('body').value === 'Thanks. Which version is it?Bye.'")
    assert tab.evaluate("document.activeElement.id") == "body" and tab.path() == f"/{repository['full_name']}/issues/1"
    assert not tab.evaluate("document.getElementById('replies-menu').open")


def test_words_come_back_after_an_expired_session(chromium, tab, writer):
    owner, repository = writer
    new_issue(owner, repository)
    tab.goto(f"/{repository['full_name']}/issues/1")
    tab.evaluate("fetch('/user/logout', { method: 'POST' })")
    tab.fill("#body", "written before it was over")
    tab.click("#reply-form button.primary")
    tab.waitForSelector("input[name=password]")
    tab.fill("input[name=user_name]", owner.name)
    tab.fill("input[name=password]", PASSWORD)
    tab.keys("Enter")
    tab.waitForURL("**/issues/1")
    tab.waitForSelector("#body")
    assert tab.inputValue("#body") == "written before it was over"
    chromium.complaints()  # whoever is signed out is told no events: the console may say so


def test_a_task_is_ticked_in_place(tab, writer):
    owner, repository = writer
    address, _ = new_issue(owner, repository, body="- [ ] one\n- [ ] two")
    tab.goto(f"/{repository['full_name']}/issues/1")
    tab.click("input[name=done][value='2']")
    tab.waitForSelector("input[name=done][value='2'][checked]")
    assert owner.get(address).json()["body"] == "- [ ] one\n- [x] two"
    assert tab.evaluate("performance.getEntriesByType('navigation')[0].type") == "navigate"


def test_facts_are_saved_as_their_menu_closes(tab, writer):
    owner, repository = writer
    address, _ = new_issue(owner, repository)
    label = owner.post(f"{at(repository)}/labels", {"name": "bug", "color": "#b3412f"}, expect=201).json()
    tab.goto(f"/{repository['full_name']}/issues/1")
    tab.fill("#body", "not sent yet")
    tab.click("#menu-labels > summary")
    tab.click(f"#menu-labels input[value='{label['id']}']")
    tab.keys("Escape")
    tab.waitForSelector("#facts .tags .label")
    tab.waitForSelector("#timeline .event .label")
    assert owner.get(address).json()["labels"][0]["name"] == "bug" and tab.inputValue("#body") == "not sent yet"
    tab.keys("a")
    assert tab.evaluate("document.getElementById('menu-assignees').open")


def test_names_are_completed(tab, writer):
    owner, repository = writer
    new_issue(owner, repository, "Find me")
    tab.goto(f"/{repository['full_name']}/issues/1")
    tab.focus("#body")
    tab.evaluate("document.execCommand('insertText', false, 'see #fin')")
    tab.waitForSelector("ul.complete li")
    tab.keys("Enter")
    assert tab.inputValue("#body") == "see #1 "
    tab.evaluate(f"document.execCommand('insertText', false, '@{owner.name[:4]}')")
    tab.waitForSelector("ul.complete li")
    tab.keys("Enter")
    assert "@person-" in tab.inputValue("#body")


def test_a_gap_is_filled_in_place(site, database, tab, writer):
    if database != "sqlite":
        pytest.skip("comments are put into the file")
    owner, repository = writer
    address, _ = new_issue(owner, repository)
    first = say(owner, address, "comment 0")
    with sqlite3.connect(site.folder / "cairn.db", timeout=30) as db:
        db.executemany("INSERT INTO comment (issue_id, repository_id, kind, poster_id, body, created_at, updated_at)"
                       " SELECT issue_id, repository_id, kind, poster_id, ?, created_at + ?, created_at + ? FROM comment WHERE id = ?",
                       [(f"comment {n}", n, n, first["id"]) for n in range(1, 150)])
    ids = [entry["id"] for entry in owner.get(f"{address}/comments").json()]
    tab.goto(f"/{repository['full_name']}/issues/1#issuecomment-{ids[60]}")
    tab.waitForSelector(f"#issuecomment-{ids[60]}")
    assert tab.evaluate("document.querySelectorAll('#timeline > .gap').length") == 2, "only those around it came"
    tab.goto(f"/{repository['full_name']}/issues/1")
    tab.click("a[data-gap]")
    tab.waitForSelector(f"#issuecomment-{ids[75]}")
    assert tab.evaluate("document.querySelectorAll('#timeline > li').length") == 151
    assert tab.evaluate("document.querySelectorAll('#timeline > .gap').length") == 0


def test_a_new_issue_from_a_form(tab, writer):
    owner, repository = writer
    put_file(owner, repository, ".gitea/ISSUE_TEMPLATE/bug.yaml", FORM)
    new_issue(owner, repository, "Lines go missing on disk")
    tab.goto(f"/{repository['full_name']}/issues/new")
    tab.click("text=Bug")
    tab.waitForSelector("#form-field-version")
    tab.fill("#title", "Lines missing from the disk")
    tab.waitForSelector("#alike a")
    tab.fill("#form-field-version", "7")
    tab.click("text=Create issue")
    tab.waitForURL("**/issues/2")
    assert owner.get(f"{at(repository)}/issues/2").json()["body"] == "### Version\n\n7\n"


@pytest.fixture(scope="module")
def furnished(site, person):
    """An issue with something of everything."""
    owner, friend = (Client(site.url, basic=(person(), PASSWORD)) for _ in range(2))
    repository = begun(owner, name="a-name-that-is-as-long-as-some-people-like-theirs")
    label = owner.post(f"{at(repository)}/labels", {"name": "priority/quite-a-long-name", "color": "#b3412f", "exclusive": True}, expect=201).json()
    milestone = owner.post(f"{at(repository)}/milestones", {"title": "0.9", "due_on": "2030-12-01T00:00:00Z"}, expect=201).json()
    put_file(owner, repository, ".gitea/ISSUE_TEMPLATE/bug.yaml", FORM)
    address, issue = new_issue(owner, repository, "Lines go missing when the disk is full and the far side is slow", labels=[label["id"]],
                               milestone=milestone["id"], assignees=[owner.name], due_date="2001-01-01T00:00:00Z",
                               body="We run it on `60` machines.\n\n```\n" + "a very long line " * 20 + "\n```\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|---|\n| 1 | 2 |")
    new_issue(owner, repository, "Another that waits, with a long title so that it has to be cut somewhere")
    board = new_project(owner, f"{at(repository)}/projects", "Road to 1.0")
    put(owner, board, new_column(owner, board, "In progress"), issue)
    owner.post(f"{address}/dependencies", {"index": 2}, expect=201)
    owner.post(f"{address}/times", {"time": 13200})
    owner.call("PATCH", address, {"body": "We run it on `60` machines.\n\n- [x] done\n- [ ] open", "title": "Lines go missing"}, expect=201)
    said = say(friend, address, "> quoted\n\nAn answer with @" + owner.name)
    owner.post(f"{address}/reactions", {"content": "heart"}, expect=201)
    repository["owner_client"], repository["comment"] = owner, said["id"]
    return repository


@pytest.mark.parametrize("form", FORMS)
def test_looks(chromium, site, furnished, form):
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(furnished["owner_client"].name, PASSWORD)
    below = [f"/issues/1{page}" for page in ("", "?all=true", "/edit", "/title", "/history", "/lock", "/move", "/delete", "/labels", "/assignees", "/milestone",
                                             "/projects", "/deadline", "/dependency", "/times")]
    below += [f"/comments/{furnished['comment']}{page}" for page in ("/edit", "/delete", "/history")]
    below += ["/issues/new/choose", "/issues/new?blank=true&title=Lines+missing", "/issues/new?template=bug.yaml"]
    for path in below:
        tab.goto(f"/{furnished['full_name']}{path}")
        name = "issue-" + path.split("?")[0].strip("/").replace("/", "-") + ("-form" if "template" in path else "")
        look(tab, form, name)
        assert faults(tab) == [], path
        tab.evaluate(OPEN_MENUS)
        look(tab, form, name + "-open")
        assert faults(tab) == [], path


def test_what_others_say_comes_by_itself_and_nothing_that_is_written_goes(tab, writer, site, person):
    owner, repository = writer
    address, _ = new_issue(owner, repository)
    tab.goto(f"/{repository['full_name']}/issues/1")
    tab.fill("#body", "half an answer")
    tab.waitForTimeout(1500)  # whoever only passes through does not connect
    other = Client(site.url, basic=(person(), PASSWORD))
    said = other.post(f"{address}/comments", {"body": "me *too*"}, expect=201).json()
    tab.waitForSelector(f"#issuecomment-{said['id']} em")
    assert tab.inputValue("#body") == "half an answer"
    other.call("PATCH", f"{at(repository)}/issues/comments/{said['id']}", {"body": "not me"}, expect=200)
    tab.waitForSelector(f"#issuecomment-{said['id']}:has-text('not me')")
    owner.call("PATCH", address, {"state": "closed"}, expect=201)
    tab.waitForSelector("#thread-head:has-text('Closed')")
    assert tab.evaluate("performance.getEntriesByType('navigation').length") == 1
