"""A board: its columns and cards, and moving them. Without a script."""
import base64
import concurrent.futures
import html
import re
import urllib.parse

import pytest
from boards import buttons, card, column_id, columns, number, press
from issue_lists import remarks
from issues import kinds, new_issue
from organizations import new_organization
from projects import cards, new_column, new_project, put
from pulls import begun, new_pull
from repositories import at, let_in, new_repository

PICTURE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


@pytest.fixture
def board(board_home):
    """A board with the columns Todo and Done, and the cards a, b, c in the first: (owner, its address in the API, in pages, ids of columns, issues, browser)"""
    owner, where, base, repository, browser = board_home
    project = new_project(owner, where, "Road")
    todo, done = new_column(owner, project, "Todo"), new_column(owner, project, "Done", color="#aa0011")
    made = {title: new_issue(owner, repository, title)[1] for title in "abc"}
    for issue in made.values():
        put(owner, project, todo, issue)
    address = f"{base}/{number(project)}"
    browser.open(address, expect=200)
    return owner, project, address, (todo, done), made, browser


def test_cards_are_moved_by_their_menus(board):
    owner, project, address, (todo, done), made, browser = board
    assert columns(browser) == {"Todo": ["a", "b", "c"], "Done": []} and "0 of 3 done" in browser.page
    assert set(buttons(browser, "b")) == {"Move to Done", "Move up", "Move down", "Move to the top", "Move to the bottom"}
    assert set(buttons(browser, "a")) == {"Move to Done", "Move down", "Move to the bottom"}, "what leads nowhere is not offered"
    press(browser, "c", "Move up")
    assert browser.notice == "The card is moved." and columns(browser)["Todo"] == ["a", "c", "b"] == cards(owner, project, todo)
    for title, button, wanted in (("a", "Move down", ["c", "a", "b"]), ("b", "Move to the top", ["b", "c", "a"]), ("b", "Move to the bottom", ["c", "a", "b"])):
        press(browser, title, button)
        assert columns(browser)["Todo"] == wanted, button
    press(browser, "a", "Move to Done")
    assert columns(browser) == {"Todo": ["c", "b"], "Done": ["a"]}
    press(browser, "b", "Move to Done")
    press(browser, "b", "Move up")
    assert columns(browser) == {"Todo": ["c"], "Done": ["b", "a"]} and cards(owner, project, done) == ["b", "a"]
    assert [button for button in buttons(browser, "c") if button != "Move to Done"] == []


def test_moves_are_in_the_timeline_once_for_each_column(board_home):
    owner, where, base, repository, browser = board_home
    project = new_project(owner, where)
    todo, _ = new_column(owner, project, "Todo"), new_column(owner, project, "Done")
    path, issue = new_issue(owner, repository, "a")
    put(owner, project, todo, issue)
    put(owner, project, todo, new_issue(owner, repository, "b")[1])
    browser.open(f"{base}/{number(project)}", expect=200)
    press(browser, "a", "Move down")
    press(browser, "a", "Move to Done")
    assert kinds(owner, path) == ["project", "project_board"]


def test_a_card_goes_beside_the_one_that_was_meant(board):
    """Whatever others have done meanwhile, and whatever is not seen of the column."""
    owner, project, address, (todo, done), made, browser = board
    move = lambda title, form, **more: browser.post(f"{address}/cards/{made[title]['id']}/move", form, **{"expect": 303, **more})  # noqa: E731
    move("c", {"before": made["a"]["id"]})
    assert cards(owner, project, todo) == ["c", "a", "b"]
    owner.post(f"{project}/issues/{made['b']['id']}/move", {"column_id": done}, expect=204)
    move("c", {"after": made["b"]["id"]})
    assert cards(owner, project, todo) == ["a", "c"], "b is somewhere else by now: the end"
    move("c", {"column": done, "after": made["b"]["id"]})
    move("a", {"column": done, "before": made["c"]["id"]})
    assert cards(owner, project, done) == ["b", "a", "c"]
    move("a", {"before": made["a"]["id"]})
    assert sorted(cards(owner, project, done)) == ["a", "b", "c"]
    elsewhere = new_column(owner, new_project(owner, project.rsplit("/", 1)[0]))
    for form in ({"column": elsewhere}, {"column": 999999}, {"column": "x"}):
        move("a", form, expect=422)
    browser.post(f"{address}/cards/999999/move", {"place": "top"}, expect=422)
    assert browser.problem == "The issue was not found."
    browser.post(f"{address}/cards/{made['a']['id']}/remove", expect=303)
    move("a", {"place": "top"}, expect=422)
    assert browser.problem == "The issue is not on this board." and columns(browser)["Done"] == ["b", "c"], "the board is shown again"
    browser.post(f"{address}/cards/{made['a']['id']}/remove", expect=422)


def test_two_move_at_once_and_nothing_is_lost(new_user, resident):
    owner, other = new_user(), new_user()
    repository = new_repository(owner)
    let_in(owner, repository, other)
    project = new_project(owner, f"{at(repository)}/projects")
    todo, done = new_column(owner, project, "Todo"), new_column(owner, project, "Done")
    issues = [new_issue(owner, repository, f"i{n}")[1] for n in range(12)]
    for issue in issues:
        put(owner, project, todo, issue)
    address = f"/{repository['full_name']}/projects/{number(project)}"

    def shuffle(name, step):
        browser = resident(name)
        for n in range(24):
            moved, beside = issues[n * step % 12], issues[(n * step + 5) % 12]
            browser.post(f"{address}/cards/{moved['id']}/move", {"column": (todo, done)[n % 3 == 0], ("before", "after")[n % 2]: beside["id"]}, expect=303)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(shuffle, (owner.name, other.name), (5, 7)))
    both = cards(owner, project, todo) + cards(owner, project, done)
    assert sorted(both) == sorted(issue["title"] for issue in issues), "each card is in one place"
    # And the order that is left is one that the next move keeps.
    order = cards(owner, project, todo)
    browser = resident(owner.name)
    by_title = {issue["title"]: issue["id"] for issue in issues}
    browser.post(f"{address}/cards/{by_title[order[-1]]}/move", {"before": by_title[order[0]]}, expect=303)
    assert cards(owner, project, todo) == [order[-1], *order[:-1]]


def test_columns_are_made_changed_ordered_and_deleted(board):
    owner, project, address, (todo, done), made, browser = board
    titles = lambda: [column["title"] for column in owner.get(f"{project}/columns").json()]  # noqa: E731
    assert re.search(r'<circle[^>]*fill="#aa0011"', browser.page)
    browser.open(f"{address}/columns/new", expect=200)
    browser.submit("/columns/new", {"title": "", "colored": "true", "color": "#123456"}, expect=422)
    assert 'aria-invalid="true"' in browser.page and 'value="#123456"' in browser.page
    browser.submit("/columns/new", {"title": "<b>Next", "colored": "true", "color": "#123456"}, expect=303)
    browser.follow()
    assert browser.notice == "The column is created." and titles() == ["Todo", "Done", "<b>Next"] and "<b>Next" not in browser.page
    new = column_id(browser, "<b>Next")
    assert owner.get(f"{project}/columns/{new}").json()["color"] == "#123456"
    browser.open(f"{address}/columns/{new}/edit", expect=200)
    browser.submit("/edit", {"title": "Next", "colored": "false"}, expect=303)
    column = owner.get(f"{project}/columns/{new}").json()
    assert column["title"] == "Next" and "color" not in column
    browser.post(f"{address}/columns/{new}/move", {"to": "left"}, expect=303)
    assert titles() == ["Todo", "Next", "Done"] and browser.follow().notice == "The column is moved."
    browser.post(f"{address}/columns/{todo}/move", {"to": "right"}, expect=303)
    browser.post(f"{address}/columns/{new}/move", {"to": "left"}, expect=303)
    assert titles() == ["Next", "Todo", "Done"], "at the end nothing happens"
    browser.post(f"{address}/columns/{new}/move", {"to": "up"}, expect=422)
    browser.post(f"{address}/columns/{done}/default", expect=303)
    browser.open(f"{address}/columns/{done}/delete", expect=200)
    assert "This is the default column" in browser.page and "Delete column</button>" not in browser.page
    browser.post(f"{address}/columns/{done}/delete", expect=422)
    browser.open(f"{address}/columns/{todo}/delete", expect=200)
    assert "Its 3 cards go to the end of Done." in browser.page
    browser.submit("/delete", expect=303)
    browser.follow()
    assert browser.notice == "The column is deleted." and columns(browser) == {"Next": [], "Done": ["a", "b", "c"]}
    for page in ("edit", "delete"):
        browser.open(f"{address}/columns/{todo}/{page}", expect=404)


def test_a_board_has_so_many_columns_and_no_more(board_home):
    owner, where, base, _, browser = board_home
    project = new_project(owner, where)
    browser.open(f"{base}/{number(project)}", expect=200)
    assert "No columns yet" in browser.page and "/columns/new" in browser.page
    for n in range(20):
        new_column(owner, project, f"c{n}")
    browser.open(f"{base}/{number(project)}", expect=200)
    assert "/columns/new" not in browser.page and len(columns(browser)) == 20
    browser.post(f"{base}/{number(project)}/columns/new", {"title": "more"}, expect=422)
    assert browser.problem == "A project has at most 20 columns."


def test_a_closed_board_is_for_reading(board):
    owner, project, address, (todo, done), made, browser = board
    owner.call("PATCH", project, {"state": "closed"}, expect=200)
    browser.open(address, expect=200)
    assert columns(browser) == {"Todo": ["a", "b", "c"], "Done": []} and buttons(browser, "a") == {} and "data-move" not in browser.page
    for below, form in ((f"cards/{made['a']['id']}/move", {"column": done}), (f"cards/{made['a']['id']}/remove", {}), ("columns/new", {"title": "x"}),
                        (f"columns/{todo}/move", {"to": "right"}), ("add", {"number": "#1"})):
        browser.post(f"{address}/{below}", form, expect=403)
    assert cards(owner, project, todo) == ["a", "b", "c"]


def test_issues_are_put_on_a_board(board_home):
    owner, where, base, repository, browser = board_home
    project = new_project(owner, where)
    address = f"{base}/{number(project)}"
    issues = {title: new_issue(owner, repository, title)[1] for title in ("one", "two", "three", "<i>four")}
    new_issue(owner, repository, "gone", closed=True)
    full = f"{repository['full_name']}#"
    browser.open(f"{address}/add", expect=200)
    listed = lambda: sorted(html.unescape(title) for title in re.findall(r'<a class="title"[^>]*>(.*?)</a>', browser.page))  # noqa: E731
    assert listed() == ["<i>four", "one", "three", "two"] and "4 open" in browser.page and "1 closed" in browser.page
    browser.post(f"{address}/add", {"issue": [issues["one"]["id"], issues["two"]["id"]]}, expect=303)
    browser.follow()
    assert browser.notice == "What you have chosen is on the board." and columns(browser) == {"Uncategorized": ["one", "two"]}, "a column was made for them"
    done = new_column(owner, project, "Done")
    browser.open(f"{address}/add?column={done}&q=three", expect=200)
    assert listed() == ["three"] and f'<option value="{done}" selected>Done' in browser.page
    browser.submit("/add", {"number": f"{full}{issues['three']['number']}", "column": done}, expect=303)
    assert cards(owner, project, done) == ["three"]
    browser.open(f"{address}/add", expect=200)
    for wrong in (f"{full}99", "nobody/nothing#1", "words", ""):
        browser.submit("/add", {"number": wrong, "column": done}, expect=422)
        assert f'value="{wrong}"' in browser.page and f'<option value="{done}" selected>Done' in browser.page, wrong
    browser.submit("/add", {"number": f"{full}{issues['<i>four']['number']}", "column": "999"}, expect=422)
    if "/-/" not in base:
        browser.submit("/add", {"number": f"#{issues['<i>four']['number']}", "column": done}, expect=303)
        assert cards(owner, project, done) == ["three", "<i>four"]
        browser.open(f"{address}/add", expect=200)
        assert "Nothing else is open" in browser.page


def test_what_is_somebody_elses_is_not_put_on_a_board(board_home, new_user):
    owner, where, base, _, browser = board_home
    address = f"{base}/{number(new_project(owner, where))}"
    stranger = new_user()
    public, private = new_repository(stranger), new_repository(stranger, private=True)
    for repository in (public, private):
        _, issue = new_issue(stranger, repository, "theirs")
        browser.open(f"{address}/add", expect=200)
        browser.submit("/add", {"number": f"{repository['full_name']}#1"}, expect=422)
        assert browser.problem == "There is no such issue, or it cannot be put here."
        browser.post(f"{address}/add", {"issue": issue["id"]})
        assert browser.answer.status_code in (403, 422)
    browser.open(address, expect=200)
    assert "theirs" not in browser.page


def test_a_board_is_narrowed_by_a_line(board_home):
    owner, where, base, repository, browser = board_home
    project = new_project(owner, where)
    todo, done = new_column(owner, project, "Todo"), new_column(owner, project, "Done")
    label = owner.post(f"{at(repository)}/labels", {"name": "bug", "color": "#ff0000"}, expect=201).json()
    _, crash = new_issue(owner, repository, "crash", labels=[label["id"]], assignees=[owner.name])
    _, wish = new_issue(owner, repository, "wish")
    _, fixed = new_issue(owner, repository, "fixed", labels=[label["id"]], closed=True)
    new_issue(owner, repository, "elsewhere", labels=[label["id"]])
    for issue in (crash, wish, fixed):
        put(owner, project, todo, issue)
    address = f"{base}/{number(project)}"
    browser.open(address, expect=200)
    assert 'name="q"' not in browser.page.split('id="content"')[1] and "1 of 3 done" in browser.page
    browser.open(f"{address}?filter=true", expect=200)
    assert 'aria-label="Filter the cards" value=""' in browser.page
    for line, wanted in (("label:bug", ["crash", "fixed"]), ("is:open", ["crash", "wish"]), ("is:closed label:bug", ["fixed"]), ("assignee:me", ["crash"]), ("-label:bug", ["wish"]),
                         ("wish", ["wish"]), ("sort:created label:none", ["wish"]), ("label:bug is:pull", [])):
        browser.open(f"{address}?q={urllib.parse.quote(line)}", expect=200)
        assert columns(browser)["Todo"] == wanted, line
    assert "None fits" in browser.page
    browser.open(f"{address}?q=label%3Anothing", expect=200)
    assert [word for word, _ in remarks(browser)] == ["nothing"]
    browser.open(f"{address}?q=is%3Aopen", expect=200)
    assert "2 cards fit" in browser.page
    press(browser, "wish", "Move up")
    assert columns(browser)["Todo"] == ["wish", "crash"] and "q=is%3Aopen" in browser.answer.url, "the line stays"
    assert cards(owner, project, todo) == ["wish", "crash", "fixed"]


def test_what_a_card_shows(new_user, resident):
    owner = new_user()
    repository = begun(owner)
    project = new_project(owner, f"{at(repository)}/projects")
    column = new_column(owner, project)
    milestone = owner.post(f"{at(repository)}/milestones", {"title": "1.0"}, expect=201).json()["id"]
    label = owner.post(f"{at(repository)}/labels", {"name": "<u>hot", "color": "#ff0000"}, expect=201).json()["id"]
    _, issue = new_issue(owner, repository, "<b>bold", labels=[label], milestone=milestone, assignees=[owner.name], due_date="2020-02-03T00:00:00Z")
    _, path = new_pull(owner, repository, title="pull")
    pull = owner.get(path.replace("/pulls/", "/issues/")).json()
    put(owner, project, column, issue)
    put(owner, project, column, pull)
    browser = resident(owner.name)
    browser.open(f"/{repository['full_name']}/projects/{number(project)}", expect=200)
    shown = card(browser, "<b>bold")
    assert "Open issue" in shown and f"{repository['name']} #{issue['number']}" in shown and "&lt;u&gt;hot" in shown and "1.0" in shown
    assert "due 3 Feb 2020, overdue" in shown and f"Assigned to {owner.name}" in shown
    assert "Open pull request" in card(browser, "pull") and f"/{repository['full_name']}/pulls/{pull['number']}" in card(browser, "pull")


def test_cards_are_seen_by_those_who_may_read_them(new_user, resident, visitor):
    """As with the API: who is signed in sees on an account's board what they were let into by name, others what is public."""
    owner, member = new_user(), new_user()
    organization = new_organization(owner)
    public = owner.post(f"/orgs/{organization}/repos", {"name": "open"}, expect=201).json()
    private = owner.post(f"/orgs/{organization}/repos", {"name": "shut", "private": True}, expect=201).json()
    let_in(owner, private, member, "read")
    project = new_project(owner, f"/orgs/{organization}/projects")
    column = new_column(owner, project)
    for repository, title in ((public, "open"), (private, "shut")):
        put(owner, project, column, new_issue(owner, repository, title)[1])
    page = f"/{organization}/-/projects/{number(project)}"
    for reader, wanted in ((visitor, ["open"]), (resident(owner.name), ["open", "shut"]), (resident(member.name), ["shut"]), (resident(), [])):
        reader.open(page, expect=200)
        assert columns(reader)["Todo"] == wanted
        reader.open(f"{page}/columns/{column}", expect=200)
        assert re.findall(r'<a class="title"[^>]*>(.*?)</a>', reader.page) == wanted


def test_a_column_has_a_page_of_all_its_cards(new_user, resident):
    owner = new_user()
    repository = new_repository(owner)
    project = new_project(owner, f"{at(repository)}/projects")
    todo, done = new_column(owner, project, "Todo"), new_column(owner, project, "Done")
    for n in range(53):
        put(owner, project, todo, new_issue(owner, repository, f"i{n:02}")[1])
    browser = resident(owner.name)
    address = f"/{repository['full_name']}/projects/{number(project)}"
    browser.open(address, expect=200)
    assert columns(browser)["Todo"] == [f"i{n:02}" for n in range(50)] and "3 more" in browser.page and '<span class="count">53</span>' in browser.page
    assert "Move down" not in buttons(browser, "i49"), "the next card is not on the page"
    shown = lambda: re.findall(r'<a class="title"[^>]*>(.*?)</a>', browser.page)  # noqa: E731
    browser.open(f"{address}/columns/{todo}?limit=50&page=2", expect=200)
    assert shown() == ["i50", "i51", "i52"] and 'rel="prev"' in browser.page
    press(browser, "i52", "Move up")
    browser.open(f"{address}/columns/{todo}?limit=50&page=2", expect=200)
    assert shown() == ["i50", "i52", "i51"]
    press(browser, "i51", "Move to Done")
    assert f"/columns/{todo}" in browser.answer.url, "one is on the same page again"
    browser.open(f"{address}/columns/{todo}?q=i50", expect=200)
    assert shown() == ["i50"]
    browser.open(f"{address}/columns/{todo}?page=99", expect=200)
    assert "Nothing is so far down the list" in browser.page
    browser.open(f"{address}/columns/999999", expect=404)


def test_an_issue_says_where_it_is_and_is_moved_there(board):
    owner, project, address, (todo, done), made, browser = board
    browser.open(made["a"]["html_url"], expect=200)
    form = re.search(r'<form method="post" action="([^"]*/projects/\d+)"[^>]*>(.*?)</form>', browser.page, re.S)
    assert re.findall(r'value="(\d+)"', form[2]) == [str(todo), str(done)] and "Column of Road: Todo" in browser.page
    browser.post(form[1], {"column": done}, expect=303)
    browser.follow()
    assert "Column of Road: Done" in browser.page and cards(owner, project, done) == ["a"]
    browser.post(form[1], {"column": 999999}, expect=422)
    browser.post(form[1].rsplit("/", 1)[0] + "/999999", {"column": done}, expect=404)
    owner.call("PATCH", project, {"state": "closed"}, expect=200)
    browser.post(form[1], {"column": todo}, expect=404)
    browser.open(made["a"]["html_url"], expect=200)
    assert "Column of Road" not in browser.page and ">Done<" in browser.page


def test_a_board_of_pictures_shows_the_first_of_each_issue(new_user, resident):
    owner = new_user()
    repository = new_repository(owner)
    plain, pictures = (new_project(owner, f"{at(repository)}/projects", kind, card_type=kind) for kind in ("text_only", "images_and_text"))
    path, issue = new_issue(owner, repository, "seen")
    for name in ("notes.txt", "shot.PNG", "other.png"):
        owner.call("POST", f"{path}/assets", files={"attachment": (name, PICTURE if name != "notes.txt" else b"words")}, expect=201)
    browser = resident(owner.name)
    for project in (plain, pictures):
        put(owner, project, new_column(owner, project), issue)
        browser.open(f"/{repository['full_name']}/projects/{number(project)}", expect=200)
        assert re.findall(r'<img class="picture" src="[^"]*/attachments/[^"]*" alt="([^"]*)"', browser.page) == ([] if project == plain else ["shot.PNG"])


def test_what_is_archived_stays_where_it_is(new_user, resident):
    """On an account's board, whose repositories are archived each by itself."""
    owner = new_user()
    live, shut = new_repository(owner), new_repository(owner)
    project = new_project(owner, "/user/projects")
    column = new_column(owner, project)
    for repository in (live, shut):
        put(owner, project, column, new_issue(owner, repository, repository["name"])[1])
        new_issue(owner, repository, f"more of {repository['name']}")
    owner.call("PATCH", at(shut), {"archived": True}, expect=200)
    browser = resident(owner.name)
    address = f"/{owner.name}/-/projects/{number(project)}"
    browser.open(address, expect=200)
    assert "data-move" in card(browser, live["name"]) and "data-move" not in card(browser, shut["name"])
    stuck = re.search(r'data-card="(\d+)"', card(browser, shut["name"]))[1]
    browser.post(f"{address}/cards/{stuck}/move", {"place": "top"})
    assert browser.answer.status_code in (422, 423)
    browser.open(f"{address}/add", expect=200)
    assert f"more of {live['name']}" in browser.page and f"more of {shut['name']}" not in browser.page, "what cannot be put there is not offered"
    assert cards(owner, project, column) == [live["name"], shut["name"]]
