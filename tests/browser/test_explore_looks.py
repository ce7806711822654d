"""The site around code in light, in dark and on a phone, and what a script adds to it: see test_looks.py and axe.py."""
import pytest
from axe import faults
from client import PASSWORD, Client
from looks import FORMS, look
from pulls import begun, put_file
from repositories import at

OPEN = ("/", "/explore/repos", "/explore/repos?q=granite&topic=1", "/explore/repos?q=nothing-is-called-so", "/explore/users",
        "/explore/organizations", "/explore/code", "/explore/code?q=/(/", "/-/search?q=pebble", "/-/help/keys")
OWN = ("/explore/repos", "/explore/users", "/explore/code?q=pebble", "/repo/create", "/repo/migrate", "/-/search")
OF_REPOSITORY = ("/stars", "/watchers", "/forks", "/fork", "/search?q=pebble")


@pytest.fixture(scope="module")
def furnished(site, person):
    """A few repositories with topics, stars, a fork, and a word that can be found."""
    owner, fan = (Client(site.url, basic=(person(), PASSWORD)) for _ in range(2))
    repository = begun(owner, name="pebble-with-a-name-that-is-as-long-as-some-people-like-theirs",
                       description="Sorts pebbles by size, color and age, and tells where each of them was found, in words that go on")
    owner.call("PUT", f"{at(repository)}/topics", {"topics": ["granite", "a-topic-that-is-rather-long", "stones"]}, expect=204)
    put_file(owner, repository, "src/pebble.py", "def pebble(size, color):\n    return size * 2  # a comment that is longer than a phone is wide\n")
    begun(owner, name="template", template=True)
    fan.call("PUT", f"/user/starred/{repository['full_name']}", expect=204)
    fan.call("PUT", f"{at(repository)}/subscription", expect=200)
    fan.post(f"{at(repository)}/forks", {"name": "pebble"}, expect=202)
    owner.post("/orgs", {"username": "quarry", "full_name": "The Quarry"}, expect=201)
    repository["owner_client"] = owner
    return repository


def name_of(path):
    return path.strip("/").replace("/", "-").replace("?", "-").replace("=", "-") or "front"


@pytest.mark.parametrize("form", FORMS)
def test_pages_of_strangers(chromium, site, furnished, form):
    tab = chromium.tab(site.url, **FORMS[form])
    for path in OPEN:
        tab.goto(path)
        look(tab, form, "explore-" + name_of(path))
        assert faults(tab) == [], path


@pytest.mark.parametrize("form", FORMS)
def test_pages_of_people(chromium, site, furnished, form):
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(furnished["owner_client"].name, PASSWORD)
    for path in (*OWN, *(f"/{furnished['full_name']}{below}" for below in OF_REPOSITORY)):
        tab.goto(path)
        look(tab, form, "explore-own-" + name_of(path.replace(furnished["full_name"], "repository")))
        assert faults(tab) == [], path


def test_the_keys_come_as_a_dialog(chromium, site):
    tab = chromium.tab(site.url)
    tab.goto("/explore/repos")
    tab.click("footer a[href$='/-/help/keys']")
    tab.waitForSelector("dialog[open] kbd")
    assert tab.evaluate("location.pathname") == "/explore/repos"
