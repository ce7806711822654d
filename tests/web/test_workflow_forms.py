"""Starting a workflow with what it asks for, and switching one off, without a script."""
import re

import pytest
from repositories import let_in
from workshop import Workshop, job

ASKS = """name: deploy
on:
  workflow_dispatch:
    inputs:
      where:
        description: Where to <b>
        type: choice
        required: true
        options: [here, "<there>"]
      level:
        type: number
        default: 3
      dry:
        type: boolean
        default: true
      note:
        description: A note
        required: true
      env:
        type: environment
jobs:
  one:
""" + job()


@pytest.fixture
def here(server, new_user):
    return Workshop(server.url, new_user(), text=ASKS, file="deploy.yml")


def page(here, below=""):
    return f"/{here.repository['full_name']}/actions{below}"


def test_a_workflow_is_started_with_what_it_asks_for(here, resident):
    browser = resident(here.owner.name)
    browser.open(page(here, "?workflow=deploy.yml"), expect=200)
    assert "/actions/run?workflow=deploy.yml" in browser.page
    browser.open(page(here, "/run?workflow=deploy.yml"), expect=200)
    assert "Where to &lt;b&gt;" in browser.page and '<option value="&lt;there&gt;">' in browser.page
    assert re.search(r'name="inputs.level" value="3" type="number"', browser.page)
    assert re.search(r'type="checkbox"[^>]*name="inputs.dry" value="true" checked', browser.page)
    browser.post(page(here, "/run?workflow=deploy.yml"), {"ref": "main", "inputs.where": "<there>", "inputs.note": "n & m", "inputs.dry": "false"}, expect=303)
    assert "The workflow has begun" in browser.follow().notice
    run, = here.runs(1)
    assert run["event"] == "workflow_dispatch" and f"/runs/{run['id']}" in browser.page
    task = here.runner().take()
    assert task["context"]["event"]["inputs"] == {"where": "<there>", "level": "3", "dry": "false", "note": "n & m", "env": ""}


def test_what_does_not_fit_comes_back(here, resident):
    browser = resident(here.owner.name)
    where = page(here, "/run?workflow=deploy.yml")
    browser.post(where, {"ref": "main", "inputs.where": "nowhere", "inputs.note": "kept & safe"}, expect=422)
    assert "This is none of the options" in browser.page and 'value="kept &amp; safe"' in browser.page
    assert re.search(r'name="inputs.where" aria-invalid="true"', browser.page)
    browser.post(where, {"ref": "main", "inputs.where": "here", "inputs.note": ""}, expect=422)
    assert re.search(r'id="input-4-hint">.*?The workflow asks for it', browser.page)
    browser.post(where, {"ref": "gone", "inputs.where": "here", "inputs.note": "x"}, expect=422)
    assert browser.problem
    browser.post(where, {"inputs.where": "here"}, expect=422)
    browser.open(where + "&ref=gone", expect=200)
    assert "no longer" in browser.page or "branch or tag" in browser.page
    browser.post(where, {"ref": "main", "inputs.where": "here", "inputs.note": "x"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    assert here.runs() == []


def test_what_is_no_text_is_refused(here, resident):
    browser = resident(here.owner.name)
    where = page(here, "/run?workflow=deploy.yml")
    for nonsense in (b"%ff", b"a%00b"):
        browser.post(where, b"ref=main&inputs.where=here&inputs.level=4&inputs.note=" + nonsense, headers={"Content-Type": "application/x-www-form-urlencoded"}, expect=422)
        assert re.search(r'id="input-4-hint">.*?This is no text', browser.page) and 'name="inputs.level" value="4"' in browser.page
    assert here.runs() == []


def test_only_writers_start_and_switch(here, resident, visitor, new_user):
    stranger = resident(new_user().name)
    for browser, status in ((visitor, 303), (stranger, 403)):
        browser.open(page(here, "/run?workflow=deploy.yml"), expect=status)
        for act in ("run", "enable", "disable"):
            browser.post(page(here, f"/{act}?workflow=deploy.yml"), {"ref": "main"}, expect=status)
        browser.open(page(here, "?workflow=deploy.yml"), expect=200)
        assert "Run workflow" not in browser.page and "Switch off" not in browser.page
    writer = new_user()
    let_in(here.owner, here.repository, writer)
    browser = resident(writer.name)
    browser.open(page(here, "?workflow=deploy.yml"), expect=200)
    assert "Run workflow" in browser.page


def test_a_workflow_is_switched_off_and_on(here, resident):
    browser = resident(here.owner.name)
    browser.open(page(here, "?workflow=deploy.yml"), expect=200)
    browser.submit("/actions/disable", expect=303)
    assert "switched off" in browser.follow().notice and "Run workflow" not in browser.page and '<span class="tag">Off</span>' in browser.page
    browser.open(page(here, "/run?workflow=deploy.yml"), expect=403)
    browser.post(page(here, "/run?workflow=deploy.yml"), {"ref": "main", "inputs.where": "here", "inputs.note": "x"}, expect=403)
    browser.open(page(here, "?workflow=deploy.yml"))
    browser.submit("/actions/enable", expect=303)
    assert "switched on" in browser.follow().notice and "Run workflow" in browser.page
    browser.post(page(here, "/disable?workflow=none.yml"), expect=404)
    browser.open(page(here, "/run?workflow=none.yml"), expect=404)


def test_what_is_not_started_by_hand_is_not_offered(here, resident):
    here.put(".cairn/workflows/push.yml", "on: push\njobs:\n  one:\n" + job())
    browser = resident(here.owner.name)
    browser.open(page(here, "?workflow=push.yml"), expect=200)
    assert "Run workflow" not in browser.page
    browser.open(page(here, "/run?workflow=push.yml"), expect=404)


def test_a_badge_is_there_to_copy(here, resident, visitor):
    visitor.open(page(here, "?workflow=deploy.yml"), expect=200)
    assert "/actions/workflows/deploy.yml/badge.svg" in visitor.page and "[![deploy](" in visitor.page
    visitor.open(page(here, "/workflows/deploy.yml/badge.svg"), expect=200)


def test_the_file_of_a_workflow_is_a_link_away(here, visitor):
    here.owner.post(f"{here.work}/branches", {"new_branch_name": "next/one"}, expect=201)
    here.owner.call("PATCH", here.work, {"default_branch": "next/one"}, expect=200)
    visitor.open(page(here, "?workflow=deploy.yml"), expect=200)
    source = re.search(r'href="([^"]*/src/branch/[^"]*)"', visitor.page).group(1)
    assert source.endswith("/src/branch/next/one/.cairn/workflows/deploy.yml")
    visitor.open(source, expect=200)
