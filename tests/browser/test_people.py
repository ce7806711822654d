"""Profiles, organizations and one's own settings in a browser: how they look, and what they do with and without a script."""
import hashlib
import time

import pytest
from axe import faults
from client import PASSWORD, Client
from looks import FORMS, look
from organizations import new_organization, new_team
from pulls import begun, put_file
from repositories import at, new_repository

PROFILE = ("", "?tab=repositories", "?tab=stars", "?tab=activity", "?tab=followers", "?tab=following")
ORGANIZATION = ("members", "teams", "teams/new", "teams/quarry", "teams/quarry/repositories", "teams/quarry/edit", "teams/quarry/delete", "settings",
                "settings/rename", "settings/delete", "settings/blocked_users", "leave", "worktime", "worktime?by=members&range_from=2020-01-01&range_to=2020-01-02")
SETTINGS = ("", "/appearance", "/notifications", "/blocked_users", "/organization", "/repos", "/pins", "/account/delete", "/export")

INVITED = "0" * 64  # what the link of an invitation bears


@pytest.fixture(scope="module")
def known(site, person):
    """Somebody with a README, pins, followers and an organization with a team."""
    aiko, mirela = (Client(site.url, basic=(person(), PASSWORD)) for _ in range(2))
    aiko.call("PATCH", "/user/settings", {"full_name": "Aiko Tanabe", "description": "Storage and the slow parts of networks, at some length", "location": "Bergen",
                                          "website": "https://aiko.example.net/a/path/that/is/longer/than/the/card/is/wide"}, expect=200)
    repository = begun(aiko, name="fsync-zoo-with-a-name-that-is-longer-than-a-phone-is-wide", description="What disks do when you ask them to keep a promise")
    aiko.post(f"{at(repository)}/issues", {"title": "A drive that reorders"}, expect=201)
    put_file(aiko, new_repository(aiko, name=".profile"), "README.md", "# Hello\n\nI keep the spool.\n")
    aiko.call("PUT", f"/user/starred/{repository['full_name']}", expect=204)
    mirela.call("PUT", f"/user/following/{aiko.name}", expect=204)
    aiko.call("PUT", f"/user/following/{mirela.name}", expect=204)
    aiko.organization = new_organization(aiko, username=f"fjordworks-{aiko.name}", full_name="Fjordworks", description="Logs from many small machines")
    aiko.post(f"/orgs/{aiko.organization}/repos", {"name": "tern"}, expect=201)
    late = aiko.post(f"/repos/{aiko.organization}/tern/issues", {"title": "Late"}, expect=201).json()["number"]
    aiko.post(f"/repos/{aiko.organization}/tern/issues/{late}/times", {"time": 5400}, expect=200)
    team = new_team(aiko, aiko.organization, mirela, name="quarry", description="Breaks stone")
    aiko.call("PUT", f"/teams/{team}/repos/{aiko.organization}/tern", expect=204)
    number, now = aiko.get("/user").json()["id"], int(time.time())
    site.sql("INSERT INTO team_invitation (hash, team_id, inviter_id, email, lower_email, created_at, expires_at) VALUES"
             f" ('{hashlib.sha256(INVITED.encode()).hexdigest()}', {team}, {number}, 'niko@example.com', 'niko@example.com', {now}, {now + 3 * 86400})")
    aiko.repository, aiko.friend = repository, mirela
    return aiko


def name_of(path):
    return path.strip("/").replace("/", "-").replace("?", "-").replace("=", "-") or "first"


@pytest.mark.parametrize("form", FORMS)
def test_pages_for_everybody(chromium, site, known, form):
    tab = chromium.tab(site.url, **FORMS[form])
    for path in [f"/{known.name}{one}" for one in PROFILE] + [f"/{known.organization}", f"/org/{known.organization}/members", f"/org/invite/{INVITED}"]:
        tab.goto(path)
        look(tab, form, "people-" + name_of(path.replace(known.organization, "org").replace(known.name, "person")))
        assert faults(tab) == [], path


@pytest.mark.parametrize("form", FORMS)
def test_pages_for_oneself(chromium, site, known, form):
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(known.name, PASSWORD)
    paths = [f"/{known.name}", f"/{known.friend.name}", f"/{known.friend.name}/-/block", f"/{known.organization}", "/org/create", f"/org/invite/{INVITED}"]
    for path in paths + [f"/org/{known.organization}/{one}" for one in ORGANIZATION] + [f"/user/settings{one}" for one in SETTINGS]:
        tab.goto(path)
        look(tab, form, "people-own-" + name_of(path.replace(known.organization, "org").replace(known.name, "person").replace(known.friend.name, "friend")))
        assert faults(tab) == [], path


@pytest.mark.parametrize("script", [True, False])
def test_pins_and_looks_with_and_without_a_script(chromium, site, known, script):
    tab = chromium.tab(site.url, javaScriptEnabled=script)
    tab.sign_in(known.name, PASSWORD)
    tab.goto("/user/settings/pins")
    tab.click(f"input[name=repository][value='{known.repository['id']}']")
    tab.click("main button[type=submit]")
    tab.waitForSelector("main [role=status]")
    tab.goto("/user/settings/appearance")
    tab.selectOption("#density", "compact")
    tab.click("main button[type=submit]")
    tab.waitForSelector("html[data-density=compact]")
    tab.selectOption("#density", "")
    tab.click("main button[type=submit]")
    tab.waitForSelector("html:not([data-density])")
