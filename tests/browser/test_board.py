"""A board with a script: cards by drag, by keys and by their menus, which also do without; and how its pages look."""
import pytest
from axe import faults
from client import PASSWORD, Client
from fixture_site import soon
from issues import new_issue
from looks import FORMS, look
from projects import cards, new_column, new_project, put
from pulls import begun, new_pull
from repositories import at

OPEN_MENUS = "document.querySelectorAll('main details.menu').forEach((menu) => { menu.open = true; })"
SHOWN = """[...document.querySelectorAll('#board [data-column]')].map((column) => [...column.querySelectorAll('.cards > li > a.title')].map((card) => card.textContent))"""


@pytest.fixture
def board(site, person):
    """(whoever owns it, its address in the API and in pages, ids of the columns Todo and Done, the cards a, b and c in the first)"""
    owner = Client(site.url, basic=(person(), PASSWORD))
    repository = begun(owner)
    project = new_project(owner, f"{at(repository)}/projects", "Road to 1.0")
    todo, done = new_column(owner, project, "Todo"), new_column(owner, project, "Done")
    made = {title: new_issue(owner, repository, title)[1]["id"] for title in "abc"}
    for issue in made.values():
        put(owner, project, todo, {"id": issue})
    return owner, project, f"/{repository['full_name']}/projects/{project.rsplit('/', 1)[1]}", (todo, done), made


@pytest.fixture
def tab(chromium, site, board):
    chromium.complaints()
    tab = chromium.tab(site.url, viewport={"width": 1200, "height": 800})
    tab.sign_in(board[0].name, PASSWORD)
    tab.goto(board[2])
    tab.waitForSelector("#board li[draggable=true]")
    yield tab
    assert chromium.complaints() == [], "the console of a page has no errors"


def said(tab):
    return tab.textContent("#moved")


def test_a_card_is_moved_by_keys(tab, board):
    owner, project, _, (todo, done), made = board
    name = tab.evaluate("document.querySelector('#board .top > span').textContent")
    tab.focus(f"#card-{made['a']}")
    tab.keys("ArrowDown")
    soon(lambda: cards(owner, project, todo) == ["b", "a", "c"])
    soon(lambda: said(tab) == f"{name} is in Todo, number 2 of 3")
    assert tab.evaluate("document.activeElement.id") == f"card-{made['a']}", "it keeps the focus"
    tab.keys("ArrowRight")
    soon(lambda: cards(owner, project, done) == ["a"] and said(tab) == f"{name} is in Done, number 1 of 1")
    assert tab.evaluate("document.activeElement.id") == f"card-{made['a']}"
    tab.keys("ArrowLeft", "ArrowDown", "ArrowDown")
    soon(lambda: cards(owner, project, todo) == ["b", "c", "a"])
    soon(lambda: tab.evaluate(SHOWN) == [["b", "c", "a"], []])
    tab.keys("ArrowDown", "ArrowLeft")
    assert cards(owner, project, todo) == ["b", "c", "a"], "there is nothing behind the end"
    soon(lambda: tab.textContent("#progress") == "0 of 3 done")


def test_a_card_is_moved_by_drag(tab, board):
    owner, project, _, (todo, done), made = board
    tab.dragAndDrop(f"#card-{made['a']} .top", f"section[data-column='{done}'] .column-head")
    soon(lambda: cards(owner, project, done) == ["a"])
    tab.dragAndDrop(f"#card-{made['c']} .top", f"#card-{made['b']} .top")
    soon(lambda: cards(owner, project, todo) == ["c", "b"])
    soon(lambda: tab.evaluate(SHOWN) == [["c", "b"], ["a"]])


def test_a_move_that_is_refused_is_taken_back(tab, board, chromium):
    owner, project, _, (todo, done), made = board
    owner.call("PATCH", project, {"state": "closed"}, expect=200)
    tab.focus(f"#card-{made['a']}")
    tab.keys("ArrowRight")
    tab.waitForSelector("text=The card could not be moved")
    assert tab.evaluate(SHOWN) == [["a", "b", "c"], []] and cards(owner, project, todo) == ["a", "b", "c"]
    assert all("403" in complaint for complaint in chromium.complaints())


def test_a_menu_moves_a_card_in_place(tab, board):
    owner, project, address, (todo, done), made = board
    tab.click(f"#card-{made['b']} summary")
    tab.click(f"#card-{made['b']} button:has-text('Move to Done')")
    soon(lambda: cards(owner, project, done) == ["b"])
    soon(lambda: tab.evaluate(SHOWN) == [["a", "c"], ["b"]])
    assert tab.evaluate("document.activeElement.matches('summary') && document.activeElement.closest('li').id") == f"card-{made['b']}"


def test_a_card_is_moved_without_a_script(chromium, site, board):
    owner, project, address, (todo, done), made = board
    plain = chromium.tab(site.url, javaScriptEnabled=False)
    plain.sign_in(owner.name, PASSWORD)
    plain.goto(address)
    plain.click(f"#card-{made['c']} summary")
    plain.click(f"#card-{made['c']} button:has-text('Move up')")
    plain.waitForSelector("text=The card is moved.")
    assert cards(owner, project, todo) == ["a", "c", "b"]
    plain.click(f"#card-{made['a']} summary")
    plain.click(f"#card-{made['a']} button:has-text('Move to Done')")
    plain.waitForSelector(f"section[data-column='{done}'] #card-{made['a']}")
    assert cards(owner, project, done) == ["a"]


@pytest.fixture(scope="module")
def furnished(site, person):
    """A board with all that cards can show."""
    owner = Client(site.url, basic=(person(), PASSWORD))
    repository = begun(owner)
    project = new_project(owner, f"{at(repository)}/projects", "Road to 1.0", description="What has to be **done** before the first release.")
    columns = [new_column(owner, project, title, color=color) for title, color in (("Backlog", ""), ("To do", "#2f6f8f"), ("In progress", "#c98a2b"), ("Done", "#2d7a5f"))]
    owner.call("POST", f"{project}/columns/{columns[0]}/default", expect=204)
    labels = [owner.post(f"{at(repository)}/labels", {"name": name, "color": color}, expect=201).json()["id"]
              for name, color in (("performance", "#c98a2b"), ("bug", "#b3412f"), ("enhancement", "#2d7a5f"), ("needs repro", "#e6d9c3"))]
    milestone = owner.post(f"{at(repository)}/milestones", {"title": "0.9"}, expect=201).json()["id"]
    for n, (title, column, given) in enumerate((("A segment per source makes thousands of small files", 0, [0]), ("Read from the systemd journal", 0, [2]), ("Windows: rename over an open file fails", 0, [1, 3]),
                                                ("Reload limits without a restart", 1, [2]), ("Lines go missing when the disk is full and the far side is slow", 2, [1]),
                                                ("averylongwordthatnobodyhaseverseeninatitleandthatmustnotstickoutofitscard", 2, []), ("TLS certificate is read once", 3, [1]))):
        _, issue = new_issue(owner, repository, title, labels=[labels[one] for one in given], closed=column == 3, **({"assignees": [owner.name]} if n % 2 else {}),
                             **({"milestone": milestone, "due_date": "2020-01-02T00:00:00Z"} if n == 4 else {}))
        put(owner, project, columns[column], issue)
    _, pull = new_pull(owner, repository, title="Keep a line until the far side has it on disk")
    put(owner, project, columns[2], owner.get(pull.replace("/pulls/", "/issues/")).json())
    new_issue(owner, repository, "Not on the board yet")
    new_project(owner, f"{at(repository)}/projects", "Later")
    own = new_project(owner, "/user/projects", "Mine", template_type="basic_kanban")
    return {"owner": owner, "home": f"/{repository['full_name']}/projects", "board": project.rsplit("/", 1)[1], "column": columns[2], "own": f"/{owner.name}/-/projects/{own.rsplit('/', 1)[1]}"}


@pytest.mark.parametrize("form", FORMS)
def test_looks(chromium, site, furnished, form):
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(furnished["owner"].name, PASSWORD)
    board, column = furnished["board"], furnished["column"]
    pages = {"projects": "", "project-new": "/new", "board": f"/{board}", "board-filter": f"/{board}?q=is%3Aopen+label%3Abug", "project-edit": f"/{board}/edit", "project-delete": f"/{board}/delete",
             "board-add": f"/{board}/add", "column": f"/{board}/columns/{column}", "column-new": f"/{board}/columns/new", "column-edit": f"/{board}/columns/{column}/edit",
             "column-delete": f"/{board}/columns/{column}/delete"}
    addresses = {name: furnished["home"] + below for name, below in pages.items()} | {"own-projects": furnished["own"].rsplit("/", 1)[0], "own-board": furnished["own"]}
    for name, address in addresses.items():
        tab.goto(address)
        look(tab, form, name)
        assert faults(tab) == [], address
        tab.evaluate(OPEN_MENUS)
        look(tab, form, name + "-open")
        assert faults(tab) == [], address
