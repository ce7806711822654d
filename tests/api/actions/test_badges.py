"""Badges: what became of a workflow, as a picture for a README."""
import xml.etree.ElementTree

import pytest
from repositories import let_in
from workshop import Workshop, job

NAMED = 'name: "Build <&> ship"\non: [push, workflow_dispatch]\njobs:\n  one:\n' + job()


@pytest.fixture
def shop(server, new_user):
    return lambda text=NAMED, **more: Workshop(server.url, new_user(), text, **more)


def badge(here, query="", file="build.yml", who=None, expect=200):
    address = f"{here.url}/{here.owner.name}/{here.repository['name']}/actions/workflows/{file}/badge.svg{query}"
    answer = (who or here.owner).session.get(address, timeout=30, allow_redirects=False)
    assert answer.status_code == expect, answer.text
    return answer


def title(answer):
    picture = xml.etree.ElementTree.fromstring(answer.text)
    return picture.find("{http://www.w3.org/2000/svg}title").text


def test_says_what_became_of_the_newest_run(shop):
    here = shop()
    here.runs(1)
    assert title(badge(here)) == "Build <&> ship: waiting"
    runner = here.runner()
    task = runner.take()
    answer = badge(here)
    assert title(answer) == "Build <&> ship: running"
    assert answer.headers["Content-Type"].startswith("image/svg+xml")
    assert "no-cache" in answer.headers["Cache-Control"] and "sandbox" in answer.headers["Content-Security-Policy"]
    runner.finish(task)
    assert title(badge(here)) == "Build <&> ship: success"
    assert badge(here).headers["ETag"] != answer.headers["ETag"]


def test_follows_branch_event_and_style(shop):
    here = shop()
    here.runs(1)
    runner = here.runner()
    runner.finish(runner.take(), "FAILURE")
    here.owner.post(f"{here.at}/workflows/build.yml/dispatches", {"ref": "main"}, expect=204)
    runner.finish(runner.take())
    assert title(badge(here, "?event=push")).endswith(": failure")
    assert title(badge(here, "?event=workflow_dispatch&branch=main")).endswith(": success")
    for query in "?branch=other", "?event=schedule", "?branch=a%0Ab":
        assert title(badge(here, query)) == "build: no status"
    assert badge(here, "?style=flat-square").text != badge(here).text == badge(here, "?style=nonsense").text


def test_a_workflow_that_nobody_knows_has_no_status(shop):
    here = shop()
    assert title(badge(here, file="other.yaml")) == "other: no status"
    narrow, wide = (int(xml.etree.ElementTree.fromstring(badge(here, file=f"{name}.yml").text).get("width"))
                    for name in ("a", "a" * 40))
    assert 60 < narrow < wide - 200
    assert title(badge(here, file="%3Cscript%3E.yml")) == "<script>: no status"
    here.runs(1)
    for file in ".cairn/workflows/build.yml", ".cairn%2Fworkflows%2Fbuild.yml":
        assert title(badge(here, file=file)) == "Build <&> ship: waiting"
    assert title(badge(here, file="elsewhere%2Fbuild.yml")) == "build: no status"


def test_is_for_those_who_read_actions(shop, new_user, anonymous):
    here = shop(private=True)
    friend = new_user()
    badge(here, who=anonymous, expect=404)
    badge(here, who=friend, expect=404)
    let_in(here.owner, here.repository, friend, "read")
    badge(here, who=friend)
    public = shop()
    badge(public, who=anonymous)
    public.owner.call("PATCH", public.work, {"has_actions": False})
    badge(public, who=anonymous, expect=404)
