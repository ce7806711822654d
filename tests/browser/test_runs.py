"""Runs in a browser: a log that grows while one looks, with a script and without; workflows started by a form; and how the pages look."""
import pytest
from axe import faults
from client import PASSWORD, Client
from fixture_site import soon
from looks import FORMS, look
from workshop import Workshop, job

OPEN_ALL = "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
DEPLOY = """name: Deploy
on:
  push:
  workflow_dispatch:
    inputs:
      where: {description: Where to, type: choice, required: true, options: [here, there]}
      level: {type: number, default: 3}
      dry: {description: Only try, type: boolean}
jobs:
  build:
""" + job() + "  test:\n" + job(needs="build") + "  publish:\n" + job(needs="[build, test]")
LOG = ("set up", "\x1b[32mgreen\x1b[0m and \x1b[1;31mred\x1b[0m on \x1b[44mblue\x1b[0m", "##[group]Fetch", "inside of the group", "##[endgroup]", "[command]make test",
       "::warning file=src/spool.c,line=71::unused variable: first", "::notice::look", "::error file=src/a/rather/long/way/to/a/file/with/a/long/name.c,line=3,endLine=9,title=Out of bounds::it broke", "x" * 5000)


def step(number, result, first, lines):
    return {"id": number, "result": f"RESULT_{result}", "startedAt": "2025-01-01T00:00:00Z", "stoppedAt": "2025-01-01T00:01:12Z", "logIndex": first, "logLength": lines}


@pytest.fixture
def here(site, person):
    return Workshop(site.url, Client(site.url, basic=(person(), PASSWORD)), text=DEPLOY, file="deploy.yml")


def at_work(here):
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    runner.log(task, "first", no_more=False)
    runner.report(task, steps=[{"id": 0, "startedAt": "2025-01-01T00:00:00Z", "logIndex": 0, "logLength": 1}])
    mine = here.owner.get(f"{here.at}/runs/{run}/jobs").json()["jobs"][0]["id"]
    return f"/{here.repository['full_name']}/actions/runs/{run}", mine, runner, task


def test_a_log_grows_while_one_looks(chromium, site, here):
    chromium.complaints()
    base, mine, runner, task = at_work(here)
    tab = chromium.tab(site.url)
    tab.sign_in(here.owner.name, PASSWORD)
    tab.goto(f"{base}/jobs/{mine}")
    tab.waitForSelector("#step-1\\:1")
    runner.log(task, "second", index=1, no_more=False)
    tab.waitForSelector("#live li:has-text('second')")
    runner.log(task, "third", index=2)
    runner.finish(task, steps=[step(0, "SUCCESS", 0, 3)])
    tab.waitForSelector("#live li:has-text('third')")
    soon(lambda: tab.evaluate("document.querySelectorAll('#run-jobs .icon.good').length") == 1)
    assert tab.evaluate("[...document.querySelectorAll('.log li code')].map((one) => one.textContent)") == ["first", "second", "third"]
    assert chromium.complaints() == []


def test_a_log_grows_without_a_script(chromium, site, here):
    base, mine, runner, task = at_work(here)
    plain = chromium.tab(site.url, javaScriptEnabled=False)
    plain.sign_in(here.owner.name, PASSWORD)
    plain.goto(f"{base}/jobs/{mine}")
    plain.waitForSelector("text=Follow the log")
    assert plain.textContent("#step-1 code") == "first"
    here.owner.post(f"{here.at}/runs/{base.rsplit('/', 1)[1]}/cancel", expect=200)
    plain.goto(base)
    plain.click("summary:has-text('Run again')")
    plain.click("button:has-text('All jobs')")
    plain.waitForSelector("text=The run has begun again.")


@pytest.mark.parametrize("script", [True, False])
def test_an_annotation_leads_to_its_line(chromium, site, here, script):
    chromium.complaints()
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    runner.log(task, "begin", "::warning file=README.md,line=1::too short", "end")
    runner.finish(task, steps=[step(0, "SUCCESS", 0, 3)])
    tab = chromium.tab(site.url, javaScriptEnabled=script)
    tab.sign_in(here.owner.name, PASSWORD)
    tab.goto(f"/{here.repository['full_name']}/actions/runs/{run}")
    assert not tab.isVisible("#step-1\\:2"), "a step that went well is folded"
    tab.click("#annotations a:has-text('too short')")
    tab.waitForSelector("#step-1\\:2 code:has-text('too short')")
    tab.click("#annotations a:has-text('README.md, line 1')")
    tab.waitForSelector("h1:has-text('README.md'), .crumbs:has-text('README.md')")
    assert tab.path().endswith("/README.md#L1")
    assert chromium.complaints() == []


@pytest.mark.parametrize("script", [True, False])
def test_a_workflow_is_started_by_a_form(chromium, site, here, script):
    tab = chromium.tab(site.url, javaScriptEnabled=script)
    tab.sign_in(here.owner.name, PASSWORD)
    tab.goto(f"/{here.repository['full_name']}/actions?workflow=deploy.yml")
    tab.click("a:has-text('Run workflow')")
    tab.selectOption("select", "there")
    tab.click("button:has-text('Run workflow')")
    tab.waitForSelector("text=The workflow has begun.")
    tab.click("button:has-text('Cancel')")
    tab.waitForSelector("text=The run is cancelled.")


@pytest.mark.parametrize("script", [True, False])
def test_a_secret_is_made_and_deleted(chromium, site, person, script):
    tab = chromium.tab(site.url, javaScriptEnabled=script)
    tab.sign_in(person(), PASSWORD)
    tab.goto("/user/settings/actions/secrets")
    tab.fill("#name", "token")
    tab.fill("#secret", "hidden-value")
    tab.click("button:has-text('Create secret')")
    tab.waitForSelector("text=The secret is saved.")
    assert "hidden-value" not in tab.content()
    tab.click("a:has-text('Delete')")
    tab.click("button:has-text('Delete secret')")
    tab.waitForSelector("text=The secret is deleted.")


@pytest.fixture(scope="module")
def furnished(site, person):
    owner = Client(site.url, basic=(person("--admin"), PASSWORD))
    here = Workshop(site.url, owner, text=DEPLOY, file="deploy.yml")
    here.put(".cairn/workflows/broken.yml", "on: push\njobs: none\n")
    run = here.runs(1)[-1]["id"]
    runner = here.runner(name="pi-rack-2", labels=("box", "arm64"))
    task = runner.take()
    runner.log(task, *LOG)
    runner.finish(task, "FAILURE", steps=[step(0, "FAILURE", 1, len(LOG) - 1)])
    jobs = owner.get(f"{here.at}/runs/{run}/jobs").json()["jobs"]
    waits = Workshop(site.url, owner, text="on: push\njobs:\n  one:\n    runs-on: [windows-2022, large]\n    steps:\n      - run: echo hi\n")
    waits.runs(1)
    owner.call("PUT", f"{here.at}/secrets/DEPLOY_KEY", {"data": "x", "description": "for the server"}, expect=201)
    owner.post(f"{here.at}/variables/COLOR", {"value": "averylongvalue" * 20, "description": "of the house"}, expect=201)
    return {"owner": owner, "actions": f"/{here.repository['full_name']}/actions", "settings": f"/{here.repository['full_name']}/settings/actions", "run": run, "job": jobs[0]["id"],
            "runner": runner.id}


@pytest.mark.parametrize("form", FORMS)
def test_looks(chromium, site, furnished, form):
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(furnished["owner"].name, PASSWORD)
    actions, settings, run, job_id = (furnished[key] for key in ("actions", "settings", "run", "job"))
    addresses = {"runs": actions, "runs-of-workflow": f"{actions}?workflow=deploy.yml", "runs-broken": f"{actions}?workflow=broken.yml", "runs-none": f"{actions}?branch=none", "run": f"{actions}/runs/{run}",
                 "job-found": f"{actions}/runs/{run}/jobs/{job_id}?q=e&times=true", "step": f"{actions}/runs/{run}/jobs/{job_id}/steps/1", "run-delete": f"{actions}/runs/{run}/delete",
                 "dispatch": f"{actions}/run?workflow=deploy.yml", "actions-general": f"{settings}/general", "runners": f"{settings}/runners", "runner-delete": f"{settings}/runners/{furnished['runner']}/delete",
                 "secrets": f"{settings}/secrets", "secret": f"{settings}/secrets/DEPLOY_KEY", "variables": f"{settings}/variables", "variable": f"{settings}/variables/COLOR",
                 "own-runners": "/user/settings/actions/runners", "all-runners": "/-/admin/actions/runners", "site-variables": "/-/admin/actions/variables",
                 "git-hooks": f"{settings.removesuffix('/actions')}/hooks/git"}
    for name, address in addresses.items():
        tab.goto(address)
        look(tab, form, name)
        assert faults(tab) == [], address
        tab.evaluate(OPEN_ALL)
        look(tab, form, name + "-open")
        assert faults(tab) == [], address
