"""Searching: everything at once, and lines of code over the site and in one repository."""
import re

import pytest
from program import wait_until
from pulls import begun, put_file
from repositories import at, new_repository


def found_files(browser):
    """Their paths; over the site, what is found has the name of its repository before it."""
    return re.findall(r'<section class="panel found-code" aria-label="(?:[^":]*/[^":]*: )?([^"]*)"', browser.page)


def wait_for(browser, address, path):
    """Until the index has the file."""
    def there():
        browser.open(address, expect=200)
        return path in found_files(browser)
    wait_until(there, f"{path} is found at {address}")


@pytest.fixture
def place(new_user):
    owner = new_user()
    repository = begun(owner)
    mark = f"zq{owner.name.replace('-', '')}"
    put_file(owner, repository, "src/kiln.py", f"def {mark}(x):\n    return '<b>' + x\n\n# {mark} & more\n")
    put_file(owner, repository, "docs/a b.md", f"About {mark}\n")
    return owner, repository, mark


def test_lines_are_found_over_the_site(visitor, place):
    _, repository, mark = place
    wait_for(visitor, f"/explore/code?q={mark}", "docs/a b.md")  # which came last
    assert f"<mark>{mark}</mark>" in visitor.page and "&#39;&lt;b&gt;&#39;" in visitor.page and "<b>" not in visitor.page
    assert f'aria-label="{repository["full_name"]}: src/kiln.py"' in visitor.page, "another repository may have that path too"
    assert re.search(rf'href="/{repository["full_name"]}/src/commit/[0-9a-f]{{40}}/docs/a%20b\.md', visitor.page)
    assert re.search(rf'href="/{repository["full_name"]}/src/commit/[0-9a-f]{{40}}/src/kiln\.py#L1"', visitor.page)
    visitor.open(f"/explore/code?q={mark}+path:docs", expect=200)
    assert found_files(visitor) == ["docs/a b.md"]
    visitor.open(f"/explore/code?q={mark}&l=Python", expect=200)
    assert found_files(visitor) == ["src/kiln.py"]
    visitor.open(f"/explore/code?q=/{mark}%5C(x/", expect=200)
    assert found_files(visitor) == ["src/kiln.py"]


def test_code_of_a_hidden_repository_is_found_by_its_readers_alone(visitor, resident, place):
    owner, repository, mark = place
    browser = resident(owner.name)
    wait_for(browser, f"/explore/code?q={mark}", "src/kiln.py")
    owner.call("PATCH", at(repository), {"private": True}, expect=200)
    for other in (visitor, resident()):
        other.open(f"/explore/code?q={mark}", expect=200)
        assert "No line fits" in other.page and not found_files(other)
        other.open(f"/{repository['full_name']}/search?q={mark}", expect=404)
        other.open(f"/-/search?q={mark}", expect=200)
        assert not found_files(other) and repository["full_name"] not in other.page
    browser.open(f"/explore/code?q={mark}", expect=200)
    assert found_files(browser)


def test_lines_are_found_in_one_repository(visitor, place):
    owner, repository, mark = place
    other = begun(owner)
    put_file(owner, other, "else.py", f"{mark} = 1\n")
    wait_for(visitor, f"/{other['full_name']}/search?q={mark}", "else.py")
    wait_for(visitor, f"/{repository['full_name']}/search?q={mark}", "src/kiln.py")
    assert "else.py" not in found_files(visitor)


def test_what_cannot_be_searched_for_is_said_beside_the_field(visitor, place):
    _, repository, _ = place
    for page in ("/explore/code", f"/{repository['full_name']}/search"):
        visitor.open(f"{page}?q=/(/", expect=422)
        assert visitor.problem and 'value="/(/"' in visitor.page and 'aria-invalid="true"' in visitor.page
        visitor.open(page, expect=200)
        assert "language:rust" in visitor.page, "the hints say what can be typed"
        visitor.open(f"{page}?q=nothing-has-this-word-at-all", expect=200)
        assert "No line fits" in visitor.page
        visitor.open(f"{page}?q=" + "x" * 5000, expect=422)


def test_an_empty_repository_has_no_lines(visitor, new_user):
    repository = new_repository(new_user())
    visitor.open(f"/{repository['full_name']}/search?q=x", expect=200)
    assert "No line fits" in visitor.page


def test_the_best_of_each_kind(resident, visitor, place):
    owner, repository, mark = place
    new_repository(owner, name=f"{mark}-longer")
    exact = new_repository(owner, name=mark)
    issue = owner.post(f"{at(repository)}/issues", {"title": f"{mark} <breaks>"}, expect=201).json()
    wait_for(visitor, f"/-/search?q={mark}", "src/kiln.py")
    names = [re.sub(r"<[^>]*>", "", name) for name in re.findall(r'<a class="title"[^>]*>(.*?)</a>', visitor.page, re.S)]
    assert names[0] == exact["full_name"], "what is called exactly so comes first"
    assert f"/{repository['full_name']}/issues/{issue['number']}\"" in visitor.page and "&lt;breaks&gt;" in visitor.page
    assert f'href="/explore/repos?q={mark}"' in visitor.page and f'href="/explore/code?q={mark}"' in visitor.page
    browser = resident()
    browser.open(f"/-/search?q={owner.name}", expect=200)
    assert f'href="/{owner.name}"' in browser.page and 'id="people"' in browser.page


def test_nothing_and_too_much(visitor):
    visitor.open("/-/search", expect=200)
    assert "language:rust" in visitor.page
    visitor.open("/-/search?q=nothing-at-all-is-called-like-this", expect=200)
    assert "Nothing fits" in visitor.page
    visitor.open("/-/search?q=" + "y" * 3000, expect=422)
    visitor.open("/-/search?q=%00%ff", expect=422)
