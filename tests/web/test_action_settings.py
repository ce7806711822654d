"""What workflows are given and who does them: the pages of secrets, variables and runners of repositories, organizations, people and the site."""
import re

import pytest
from client import ADMIN
from organizations import new_organization
from program import wait_until
from repositories import at, let_in, new_repository
from runner import Runner
from visitor import Visitor
from workshop import Workshop


@pytest.fixture(params=["repository", "organization", "person"])
def place(request, new_user, resident):
    """(owner, where the API has them, where the pages are, a browser of the owner's)"""
    owner = new_user()
    browser = resident(owner.name)
    if request.param == "repository":
        repository = new_repository(owner)
        return owner, f"{at(repository)}/actions", f"/{repository['full_name']}/settings/actions", browser
    if request.param == "organization":
        name = new_organization(owner)
        return owner, f"/orgs/{name}/actions", f"/org/{name}/settings/actions", browser
    return owner, "/user/actions", "/user/settings/actions", browser


def test_secrets_go_in_and_are_never_shown(place):
    owner, api, base, browser = place
    browser.open(f"{base}/secrets", expect=200)
    assert "There are none yet" in browser.page and 'aria-current="page"' in browser.page
    browser.submit(f"{base}/secrets", {"name": "key", "secret": "s3cr3t-value", "description": "for <b>"}, expect=303)
    assert "The secret is saved" in browser.follow().notice
    assert "<code>KEY</code>" in browser.page and "for &lt;b&gt;" in browser.page and "s3cr3t-value" not in browser.page
    browser.open(f"{base}/secrets/KEY", expect=200)
    assert "s3cr3t-value" not in browser.page and 'value="for &lt;b&gt;"' in browser.page
    browser.submit(f"{base}/secrets/KEY", {"secret": "other-value", "description": "d"}, expect=303)
    assert "new value" in browser.follow().notice and "other-value" not in browser.page
    browser.open(f"{base}/secrets/KEY/delete", expect=200)
    browser.submit(f"{base}/secrets/KEY/delete", expect=303)
    assert "The secret is deleted" in browser.follow().notice and "<code>KEY</code>" not in browser.page
    browser.open(f"{base}/secrets/KEY", expect=404)
    browser.post(f"{base}/secrets/KEY", {"secret": "x"}, expect=404)
    browser.post(f"{base}/secrets/KEY/delete", expect=404)


def test_refused_secrets(place):
    owner, api, base, browser = place
    for name, value in (("", "v"), ("a b", "v"), ("1a", "v"), ("GITHUB_X", "v"), ("ok", ""), ("ok", "x" * 70000)):
        browser.post(f"{base}/secrets", {"name": name, "secret": value, "description": "kept"}, expect=422)
        assert browser.problem and 'value="kept"' in browser.page, (name, value[:5])
        assert value == "" or value == "v" or value not in browser.page
    browser.post(f"{base}/secrets", {"name": "ok", "secret": "first"}, expect=303)
    browser.post(f"{base}/secrets", {"name": "OK", "secret": "hidden-again"}, expect=409)
    assert "There is a secret of this name" in browser.page and "hidden-again" not in browser.page
    browser.post(f"{base}/secrets/OK", {"secret": "x" * 70000, "description": "kept"}, expect=422)
    browser.post(f"{base}/secrets", {"name": "a", "secret": "b"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    browser.open(f"{base}/secrets?page=9", expect=200)
    assert "Nothing is so far down the list" in browser.page


def test_variables(place):
    owner, api, base, browser = place
    browser.open(f"{base}/variables", expect=200)
    assert "There are none yet" in browser.page
    browser.submit(f"{base}/variables", {"name": "color", "value": "<red>\nand more", "description": "d"}, expect=303)
    assert "The variable is saved" in browser.follow().notice and "&lt;red&gt;" in browser.page
    assert owner.get(f"{api}/variables/COLOR").json()["data"] == "<red>\nand more"
    browser.open(f"{base}/variables/COLOR", expect=200)
    assert "&lt;red&gt;\nand more</textarea>" in browser.page
    browser.submit(f"{base}/variables/COLOR", {"name": "shade", "value": "blue"}, expect=303)
    assert "The variable is changed" in browser.follow().notice
    assert owner.get(f"{api}/variables/SHADE").json()["data"] == "blue"
    browser.submit(f"{base}/variables", {"name": "shade", "value": "x", "description": "kept"}, expect=409)
    assert browser.problem and 'value="kept"' in browser.page
    for name, value in (("", "v"), ("a b", "v"), ("CI", "v"), ("ok", ""), ("ok", "x" * 70000)):
        browser.post(f"{base}/variables", {"name": name, "value": value, "description": "kept"}, expect=422)
        assert browser.problem and 'value="kept"' in browser.page
    browser.post(f"{base}/variables/SHADE", {"name": "a b", "value": "v"}, expect=422)
    browser.open(f"{base}/variables/SHADE/delete", expect=200)
    browser.submit(f"{base}/variables/SHADE/delete", expect=303)
    assert "The variable is deleted" in browser.follow().notice
    browser.open(f"{base}/variables/SHADE", expect=404)
    browser.post(f"{base}/variables/SHADE/delete", expect=404)


def register(server, owner, api, name="box"):
    return Runner(server.url, owner.post(f"{api}/runners/registration-token").json()["token"], name=name)


def test_runners(server, place):
    owner, api, base, browser = place
    browser.open(f"{base}/runners", expect=200)
    assert "No runners here" in browser.page
    token = owner.post(f"{api}/runners/registration-token").json()["token"]
    assert token not in browser.page
    browser.submit(f"{base}/runners/token", expect=200)
    assert token in browser.page and "act_runner register" in browser.page and "no-store" in browser.answer.headers["Cache-Control"]
    runner = register(server, owner, api, "box <b>")
    browser.open(f"{base}/runners", expect=200)
    assert "box &lt;b&gt;" in browser.page and 'aria-label="Ready"' in browser.page
    browser.submit(f"/runners/{runner.id}/disable", expect=303)
    assert "gets no more jobs" in browser.follow().notice and "Switched off" in browser.page
    assert owner.get(f"{api}/runners/{runner.id}").json()["disabled"]
    browser.submit(f"/runners/{runner.id}/enable", expect=303)
    assert "gets jobs again" in browser.follow().notice
    browser.open(f"{base}/runners/{runner.id}/delete", expect=200)
    browser.submit(f"/runners/{runner.id}/delete", expect=303)
    assert "The runner is deleted" in browser.follow().notice and "No runners here" in browser.page
    for act in ("disable", "enable", "delete"):
        browser.post(f"{base}/runners/{runner.id}/{act}", expect=404)


def test_they_are_nobody_elses(server, place, resident, visitor, new_user):
    owner, api, base, browser = place
    runner = register(server, owner, api)
    browser.post(f"{base}/secrets", {"name": "key", "secret": "v"}, expect=303)
    other = resident(new_user().name)
    mine = base.startswith("/user/")
    for address in ("/secrets", "/secrets/KEY", "/secrets/KEY/delete", "/variables", "/runners", f"/runners/{runner.id}/delete"):
        visitor.open(base + address, expect=303)
        assert "/user/login" in visitor.location
        other.open(base + address, expect=(404 if "KEY" in address or "delete" in address else 200) if mine else 403)
    for address in ("/secrets/KEY/delete", f"/runners/{runner.id}/delete", f"/runners/{runner.id}/disable"):
        other.post(base + address, expect=404 if mine else 403)
    if not mine:
        other.post(f"{base}/runners/token", expect=403)


def test_a_collaborator_who_administers_is_not_the_owner(resident, new_user):
    owner, helper = new_user(), new_user()
    repository = new_repository(owner)
    let_in(owner, repository, helper, "admin")
    browser = resident(helper.name)
    base = f"/{repository['full_name']}/settings/actions"
    browser.open(f"{base}/secrets", expect=403)
    browser.open(f"{base}/general", expect=200)
    assert "/settings/actions/secrets" not in browser.page


def test_workflows_are_switched_off_for_a_repository(resident, visitor, new_user):
    owner = new_user()
    repository = new_repository(owner, auto_init=True)
    browser = resident(owner.name)
    address = f"/{repository['full_name']}/settings/actions/general"
    browser.open(address, expect=200)
    assert ".cairn/workflows" in browser.page and 'name="has_actions" value="true" checked' in browser.page
    browser.post(address, {"has_actions": "false"}, expect=303)
    assert "The settings are saved" in browser.follow().notice
    assert owner.get(at(repository)).json()["has_actions"] is False
    assert visitor.open(f"/{repository['full_name']}/actions").status_code in (303, 403, 404)
    visitor.open(f"/{repository['full_name']}")
    assert f'href="/{repository["full_name"]}/actions"' not in visitor.page
    resident().post(address, {"has_actions": "true"}, expect=403)
    browser.post(address, {"has_actions": "true"}, expect=303)
    assert owner.get(at(repository)).json()["has_actions"] is True
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    browser.post(address, {"has_actions": "false"}, expect=423)


def test_the_site_sees_all_runners(server, visitor, resident, new_user):
    owner = new_user()
    repository = new_repository(owner)
    theirs = register(server, owner, f"{at(repository)}/actions", "theirs")
    base = "/-/admin/actions/runners"
    resident().open(base, expect=403)
    browser = visitor
    assert browser.sign_in(*ADMIN).status_code == 303
    for number in range(1, 20):
        browser.open(f"{base}?limit=50&page={number}", expect=200)
        if f"/runners/{theirs.id}/" in browser.page:
            break
    assert "theirs" in browser.page and f"of {repository['full_name']}" in browser.page
    browser.submit(f"{base}/token", expect=200)
    assert "act_runner register" in browser.page
    browser.post(f"{base}/{theirs.id}/disable", expect=303)
    browser.open(f"{base}/{theirs.id}/delete", expect=200)
    browser.post(f"{base}/{theirs.id}/delete", expect=303)
    owner.refused("GET", f"{at(repository)}/actions/runners/{theirs.id}", 404)


@pytest.fixture
def chief(server):
    browser = Visitor(server.url)
    assert browser.sign_in(*ADMIN).status_code == 303
    return browser


def test_variables_of_the_site(server, chief, new_user, resident, visitor):
    name = f"SITE_{new_user().name}".replace("-", "_").upper()
    base = "/-/admin/actions/variables"
    chief.open(base, expect=200)
    assert "of all repositories" in chief.page and f'href="{base}" aria-current="page"' in chief.page
    chief.submit(base, {"name": name, "value": "<site>", "description": "d"}, expect=303)
    assert "The variable is saved" in chief.follow().notice and "&lt;site&gt;" in chief.page
    chief.submit(base, {"name": name.lower(), "value": "x", "description": "kept"}, expect=409)
    assert chief.problem and 'value="kept"' in chief.page
    for wrong, value in (("", "v"), ("a b", "v"), ("CI", "v"), ("ok", "")):
        chief.post(base, {"name": wrong, "value": value, "description": "kept"}, expect=422)
        assert 'value="kept"' in chief.page

    owner = new_user()
    here = Workshop(server.url, owner)
    runner = here.runner()
    assert runner.take()["vars"][name] == "<site>", "every repository's workflows get it"
    owner.post(f"/user/actions/variables/{name}", {"value": "owner"}, expect=201)
    here.put("again.txt")
    assert runner.take()["vars"][name] == "owner", "the owner's comes before it"
    owner.post(f"{here.at}/variables/{name}", {"value": "repository"}, expect=201)
    here.put("once-more.txt")
    assert runner.take()["vars"][name] == "repository"

    other = resident(owner.name)
    for address in (base, f"{base}/{name}", f"{base}/{name}/delete"):
        visitor.open(address, expect=303)
        other.open(address, expect=403)
        other.post(address, {"name": "X", "value": "x"}, expect=403)
    other.open("/user/settings/actions/variables", expect=200)
    assert "&lt;site&gt;" not in other.page
    chief.post(base, {"name": "a", "value": "b"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    chief.open(f"{base}/{name}", expect=200)
    chief.submit(f"{base}/{name}", {"name": name + "_2", "value": "other"}, expect=303)
    assert "The variable is changed" in chief.follow().notice
    chief.open(f"{base}/{name}_2/delete", expect=200)
    chief.submit(f"{base}/{name}_2/delete", expect=303)
    assert "The variable is deleted" in chief.follow().notice
    chief.open(f"{base}/{name}_2", expect=404)
    assert owner.get(f"/user/actions/variables/{name}").json()["data"] == "owner", "that of the owner is another one"


def test_what_waits_is_shown_by_labels(server, chief, new_user, admin):
    owner = new_user()
    label = f"queue-{owner.name}".lower()
    here = Workshop(server.url, owner, text=f"on: push\njobs:\n  one:\n    runs-on: [{label}, big]\n    steps:\n      - run: echo hi\n")
    here.runs(1)
    here.put("again.txt")
    run = here.runs(2)[-1]["id"]

    def row():
        chief.open("/-/admin/actions/runners", expect=200)
        return re.search(rf'<li>(?:(?!<li>).)*?<span class="tag">{label}</span>.*?</li>', chief.page.split("What waits")[1], re.S)

    wait_until(lambda: (found := row()) and "2 jobs" in found.group(0), "both jobs to wait")
    waits = row().group(0)
    assert '<span class="tag">big</span>' in waits and "No runner of the site has that" in waits and 'aria-label="No runner"' in waits
    assert f'href="/{here.repository["full_name"]}/actions/runs/{run}/jobs/' in waits and f"{here.repository['full_name']}, one" in waits
    mine = here.runner(labels=(label, "big", "more"))
    assert "1 of an owner or a repository" in row().group(0)
    site = Runner(server.url, admin.post("/admin/actions/runners/registration-token").json()["token"], name=f"of-site-{owner.name}", labels=(label.upper(), "big"))
    assert "1 runner of the site has that and is there" in row().group(0)
    mine.finish(mine.take())
    site.finish(site.take())
    assert row() is None, "nothing of it waits"
    chief.post(f"/-/admin/actions/runners/{site.id}/delete", expect=303)


def test_others_do_not_see_what_waits(new_user, resident):
    browser = resident(new_user().name)
    browser.open("/user/settings/actions/runners", expect=200)
    assert "What waits" not in browser.page
