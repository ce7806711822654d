"""The drawer at the foot of a page: each GET in it answers whoever reads the page."""
import html
import re
import shlex

import requests
from pulls import begun
from repositories import at


def calls(page):
    """(method, address) of each line in the drawer."""
    for line in re.findall(r'<div class="call"><code>(.*?)</code>', page):
        words = shlex.split(html.unescape(line))
        assert words[0] == "curl"
        method = words[words.index("-X") + 1] if "-X" in words else "POST" if "--json" in words else "GET"
        yield method, words[-1]


def follow(page, headers):
    followed = 0
    for method, address in calls(page):
        if method == "GET":
            answer = requests.get(address, headers=headers, timeout=30)
            assert answer.status_code == 200, f"{address}: {answer.status_code} {answer.text[:200]}"
            followed += 1
    return followed


# Whoever writes pages adds one of each kind.
OWN = ["/user/settings", "/user/settings/account", "/user/settings/keys", "/repo/create"]
# Of a repository with the branch main, the tag v1 and the release r1.
PAGES = ["", "/src/branch/main", "/src/branch/main/README.md", "/src/tag/v1", "/blame/branch/main/README.md", "/find/branch/main",
         "/branches", "/branches/rename?branch=main", "/branches/delete?branch=main", "/tags", "/tags/delete?tag=v1",
         "/commits/branch/main", "/commits/tag/v1", "/commit/main", "/compare", "/compare/v1...main", "/graph", "/activity", "/activity/yearly",
         "/activity/contributors", "/activity/code-frequency", "/activity/recent-commits",
         "/stars", "/watchers", "/forks", "/fork", "/search?q=x", "/-/refs",
         "/_new/main", "/_edit/main/README.md", "/_delete/main/README.md", "/_upload/main", "/_diffpatch/main", "/_cherrypick/main/main",
         "/releases", "/releases/tag/r1", "/releases/new", "/releases/edit/r1", "/releases/delete?tag=r1"]
# Of the site, for everybody.
SITE = ["/explore/repos?q=x&sort=stars", "/explore/repos?q=x&topic=1", "/explore/users?q=x", "/explore/organizations", "/-/search?q=x"]


def test_a_stranger_can_follow_every_call(visitor):
    visitor.open("/", expect=200)
    assert follow(visitor.page, {}) >= 1
    for address in SITE:
        visitor.open(address, expect=200)
        assert follow(visitor.page, {}) >= 1, address


def test_everybody_can_follow_every_call(resident, new_user, new_token):
    person = new_user()
    token = new_token(person, "all").made["sha1"]
    browser = resident(person.name)
    for address in OWN:
        browser.open(address, expect=200)
        assert follow(browser.page, {"Authorization": f"token {token}"}) >= 1, address


def test_everybody_can_follow_every_call_of_a_repository(resident, new_user, new_token):
    person = new_user()
    token = new_token(person, "all").made["sha1"]
    repository = begun(person)
    person.post(f"{at(repository)}/tags", {"tag_name": "v1"}, expect=201)
    person.post(f"{at(repository)}/releases", {"tag_name": "r1"}, expect=201)
    browser = resident(person.name)
    for address in PAGES:
        browser.open(f"/{repository['full_name']}{address}", expect=200)
        assert follow(browser.page, {"Authorization": f"token {token}"}) >= 1, address


def test_a_page_without_calls_has_no_drawer(visitor):
    visitor.open("/user/login", expect=200)
    assert '<details class="api">' not in visitor.page
