"""Changing a file and writing a release with a script: previews without leaving the page, keys, files with progress."""
import pytest
from client import PASSWORD, Client
from pulls import begun, put_file
from repositories import at


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


def test_a_file_is_edited(tab, writer):
    owner, repository = writer
    put_file(owner, repository, "a.py", "if one:\n    two()\n")
    tab.goto(f"/{repository['full_name']}/_edit/main/a.py")
    tab.focus("#text")
    tab.evaluate("text.setSelectionRange(text.value.length - 1, text.value.length - 1)")
    tab.keys("Enter", "Tab")
    assert tab.inputValue("#text") == "if one:\n    two()\n        \n", "Enter and Tab go in"
    tab.keys("Escape", "Tab")
    assert tab.evaluate("document.activeElement.id") != "text", "nobody is held in the field"
    tab.fill("#text", "if one:\n    three()\n")
    tab.click("text=Changes")
    tab.waitForSelector("#preview .diff")
    assert "three()" in tab.textContent("#preview .add.c") and not tab.isVisible("#text")
    assert tab.getAttribute("button[value=change]", "aria-pressed") == "true"
    tab.click("button[data-write]")
    assert tab.isVisible("#text") and tab.inputValue("#text") == "if one:\n    three()\n"
    tab.reload()
    assert tab.inputValue("#text") == "if one:\n    three()\n", "a reload loses nothing"
    tab.click("text=Commit changes")
    tab.waitForURL("**/src/branch/main/a.py")
    tab.browser.complaints()  # how the file's own page is, others ask
    assert owner.get(f"{at(repository)}/raw/a.py").text == "if one:\n    three()\n"


def test_a_release_is_written(tab, writer, tmp_path):
    owner, repository = writer
    (tmp_path / "a.zip").write_bytes(b"PK")
    tab.goto(f"/{repository['full_name']}/releases/new?tag=v1")
    tab.fill("#body", "**bold**")
    tab.setInputFiles("#attachment", str(tmp_path / "a.zip"))
    tab.click("button[name=preview]")
    tab.waitForSelector("#preview strong")
    tab.click("button[data-write]")
    tab.click("text=Publish release")
    tab.waitForURL("**/releases/tag/v1")
    made = owner.get(f"{at(repository)}/releases/tags/v1").json()
    assert made["body"] == "**bold**" and [asset["name"] for asset in made["assets"]] == ["a.zip"]
