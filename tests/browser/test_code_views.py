"""Looking at code with a script: folders that open beside a file, the menu that finds branches and tags, long lines, keys."""
import pytest
from client import PASSWORD, Client
from pulls import begun, put_file
from repositories import at


@pytest.fixture
def place(site, person):
    owner = Client(site.url, basic=(person(), PASSWORD))
    repository = begun(owner)
    for path in ("docs/y.md", "docs/deep/z.txt", "src/a.c"):
        put_file(owner, repository, path, "one\n" + "long " * 200 + "\n")
    return owner, repository


@pytest.fixture
def tab(chromium, site, place):
    chromium.complaints()
    tab = chromium.tab(site.url, viewport={"width": 1400, "height": 800})
    yield tab
    assert chromium.complaints() == [], "the console of a page has no errors"


def at_file(repository, path="src/a.c"):
    return f"/{repository['full_name']}/src/branch/main/{path}"


def test_a_folder_opens_in_place_and_is_remembered(tab, place):
    _, repository = place
    tab.goto(at_file(repository))
    tab.click("#tree a.opens[data-folder=docs]")
    tab.waitForSelector("#tree details[data-folder=docs][open]")
    assert tab.path().endswith("/src/a.c") and "y.md" in tab.textContent("#tree")
    tab.click("#tree a.opens[data-folder='docs/deep']")
    tab.waitForSelector("#tree details[data-folder='docs/deep'] >> text=z.txt")
    tab.goto(at_file(repository, "README.md"))
    tab.waitForSelector("#tree details[data-folder='docs/deep'] >> text=z.txt")
    tab.click("#tree details[data-folder=docs] > summary")
    tab.goto(at_file(repository))
    tab.waitForSelector("#tree a.opens[data-folder=docs]")


def test_the_menu_finds_branches_and_tags(tab, place):
    owner, repository = place
    owner.post(f"{at(repository)}/branches", {"new_branch_name": "feat/find-me"}, expect=201)
    for n in range(15):
        owner.post(f"{at(repository)}/tags", {"tag_name": f"v1.{n}"}, expect=201)
    tab.goto(at_file(repository))
    tab.keys("w")
    tab.fill("details.menu[open] input[name=q]", "v1.1")
    tab.waitForSelector("#refs:not(:has-text('main')) >> text=v1.14")
    assert "feat/find-me" not in tab.textContent("#refs")
    tab.fill("details.menu[open] input[name=q]", "find-me")
    tab.waitForSelector("#refs:not(:has-text('v1.14')) >> text=feat/find-me")
    tab.keys("Enter")
    tab.waitForURL("**/src/branch/feat/find-me/src/a.c")


def test_long_lines_wrap_in_place(tab, place):
    owner, repository = place
    tab.goto(at_file(repository))
    height = "document.getElementById('L2').getBoundingClientRect().height"
    before = tab.evaluate(height)
    tab.click("summary[aria-label=More]")
    tab.click(".sheet a[data-wrap]")
    assert tab.evaluate(height) > before * 1.5 and tab.evaluate("location.search") == "?wrap=on"
    tab.reload()
    assert tab.evaluate(height) > before * 1.5
    sha = owner.get(f"{at(repository)}/commits?limit=1").json()[0]["sha"]
    tab.goto(f"/{repository['full_name']}/commit/{sha}")
    wide = "document.querySelector('.diff-wrap').scrollWidth > document.querySelector('.diff-wrap').clientWidth"
    assert not tab.evaluate(wide)
    tab.click(".diff-bar summary[aria-label=View]")
    tab.click(".diff-bar a[data-wrap]")
    assert tab.evaluate(wide) and tab.evaluate("location.search") == "?wrap=off"


def test_keys_of_a_commit(tab, place):
    owner, repository = place
    shas = [one["sha"] for one in owner.get(f"{at(repository)}/commits?limit=3").json()]
    tab.goto(f"/{repository['full_name']}/commit/{shas[0]}")
    tab.keys("u")
    tab.waitForURL("**style=split")
    tab.keys("[")
    tab.waitForURL(f"**/commit/{shas[1]}")


def test_a_name_is_looked_at_as_one_leaves_it(tab, place):
    owner, repository = place
    tab.sign_in(owner.name, PASSWORD)
    tab.goto("/repo/create")
    tab.fill("#name", repository["name"])
    tab.keys("Tab")
    tab.waitForSelector("#name[aria-invalid=true]")
    tab.fill("#name", "a-free-name")
    tab.keys("Tab")
    tab.waitForSelector("#name:not([aria-invalid])")
    assert tab.inputValue("#name") == "a-free-name"
