"""Settings of a repository and webhooks in a browser: with a script and without, and how they look."""
import pytest
from axe import faults
from client import ADMIN, PASSWORD, Client
from looks import FORMS, look
from organizations import new_organization, new_team
from repositories import at, let_in

OPEN_ALL = "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"


@pytest.fixture(scope="module")
def furnished(site, person):
    owner = Client(site.url, basic=(person(), PASSWORD))
    friend = Client(site.url, basic=(person(), PASSWORD))
    organization = new_organization(owner)
    repository = owner.post(f"/orgs/{organization}/repos", {"name": "tern", "auto_init": True, "default_branch": "main", "description": "Ships logs"}, expect=201).json()
    new_team(owner, organization, name="builders", permission="write", includes_all_repositories=True)
    let_in(owner, repository, friend)
    for name in ("release/1", "release/2", "a-branch-without-any-blank-that-is-longer-than-a-phone-is-wide-and-then-some"):
        owner.post(f"{at(repository)}/branches", {"new_branch_name": name}, expect=201)
    owner.post(f"{at(repository)}/tags", {"tag_name": "v1"}, expect=201)
    for rule in ("main", "release/*", "**"):
        owner.post(f"{at(repository)}/branch_protections", {"rule_name": rule, "required_approvals": 1, "enable_status_check": True}, expect=201)
    owner.post(f"{at(repository)}/tag_protections", {"name_pattern": "v*", "whitelist_usernames": [owner.name]}, expect=201)
    owner.post(f"{at(repository)}/push_mirrors", {"remote_address": "https://example.org/x.git", "interval": "8h"}, expect=200)
    # Nobody is there who would take it.
    hook = owner.post(f"{at(repository)}/hooks", {"type": "gitea", "name": "A name that is rather long for a webhook, and then some", "active": True, "events": ["push", "issues"],
                                                  "config": {"url": "http://127.0.0.1:9/hook", "content_type": "json"}}, expect=201).json()
    owner.post(f"{at(repository)}/hooks/{hook['id']}/tests", expect=204)
    repository["hook"], repository["owner_client"], repository["organization"] = hook["id"], owner, organization
    return repository


@pytest.fixture(params=["with a script", "without"])
def tab(request, chromium, site, furnished):
    chromium.complaints()
    tab = chromium.tab(site.url, viewport={"width": 1200, "height": 800}, javaScriptEnabled=request.param == "with a script")
    tab.scripted = request.param == "with a script"
    tab.sign_in(furnished["owner_client"].name, PASSWORD)
    yield tab
    assert chromium.complaints() == [], "the console of a page has no errors"


def test_a_rule_shows_what_it_is_for(tab, furnished):
    page = f"/{furnished['full_name']}/settings/branches"
    tab.goto(page)
    tab.fill("#rule_name", "release/*2")
    tab.click("button:has-text('New rule')")
    tab.waitForURL("**/branches/new**")
    assert "release/2" in tab.textContent("#met") and "release/1" not in tab.textContent("#met")
    if tab.scripted:
        tab.fill("#rule_name", "release/*1")
        tab.press("#rule_name", "Tab")
        tab.waitForSelector("#met code:has-text('release/1')")
    tab.check("input[name=push][value=nobody]")
    tab.click("button:has-text('Create rule')")
    tab.waitForSelector("[role=status]")
    name = "release/*1" if tab.scripted else "release/*2"
    assert name in [rule["rule_name"] for rule in furnished["owner_client"].get(f"{at(furnished)}/branch_protections").json()]


def test_a_part_is_switched_off_and_on(tab, furnished):
    owner, page = furnished["owner_client"], f"/{furnished['full_name']}/settings"
    before = owner.get(at(furnished)).json()
    for wanted in (False, True):
        tab.goto(page)
        (tab.check if wanted else tab.uncheck)("input[name=has_packages][type=checkbox]")
        tab.click("button:has-text('Save parts')")
        tab.waitForSelector("[role=status]")
        now = owner.get(at(furnished)).json()
        assert now["has_packages"] == wanted and now["has_wiki"] == before["has_wiki"] and now["has_issues"] == before["has_issues"]


def test_a_hook_is_made(tab, furnished):
    tab.goto(f"/{furnished['full_name']}/settings/hooks")
    tab.click("main summary:has-text('New webhook')")
    tab.click("main .sheet a:has-text('Slack')")
    tab.waitForURL("**/slack/new")
    tab.fill("#url", "https://example.org/hook")
    tab.fill("#channel", "#general")
    tab.check("input[name=wish][value=chosen]")
    tab.check("input[name=events][value=release]")
    tab.click("button:has-text('Create webhook')")
    tab.waitForSelector("[role=status]")
    assert tab.isChecked("input[name=events][value=release]") and tab.inputValue("#channel") == "#general"


PAGES = ("", "/visibility", "/transfer", "/delete", "/branches", "/branches/new", "/branches/edit?rule_name=main", "/tags", "/collaboration", "/keys", "/lfs", "/hooks",
         "/hooks/gitea/new", "/hooks/{hook}", "/hooks/{hook}/deliveries/{delivery}")


@pytest.mark.parametrize("form", FORMS)
def test_looks(chromium, site, furnished, form):
    tab = chromium.tab(site.url, **FORMS[form])
    owner = furnished["owner_client"]
    tab.sign_in(owner.name, PASSWORD)
    delivery = owner.get(f"{at(furnished)}/hooks/{furnished['hook']}/deliveries").json()[0]["id"]
    home = f"/{furnished['full_name']}/settings"
    pages = [home + path.format(hook=furnished["hook"], delivery=delivery) for path in PAGES]
    pages += [f"/org/{furnished['organization']}/settings/hooks", "/user/settings/hooks", "/user/settings/hooks/slack/new"]
    for number, path in enumerate(pages):
        tab.goto(path)
        name = f"settings-{number}-" + path.removeprefix(home).split("?")[0].strip("/").replace("/", "-")
        look(tab, form, name)
        assert faults(tab) == [], path
        tab.evaluate(OPEN_ALL)
        assert faults(tab) == [], path


@pytest.mark.parametrize("form", FORMS)
def test_looks_of_the_site(chromium, site, form):
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(*ADMIN)
    for path in ("/-/admin/hooks", "/-/admin/hooks/gitea/new"):
        tab.goto(path)
        look(tab, form, path.strip("/").replace("/", "-"))
        assert faults(tab) == [], path
