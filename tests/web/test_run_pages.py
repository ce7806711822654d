"""The pages of runs, without a script: the list and its filters, a run, its jobs and what they have said, and all that can be done there."""
import io
import re
import urllib.parse
import zipfile

import pytest
import requests
from pulls import begun, put_file
from repositories import let_in
from runner import Task
from visitor import Forms
from workshop import Workshop, job

CHAIN = "name: build <b>\non:\n  push:\n  workflow_dispatch:\njobs:\n  a:\n" + job() + "  b:\n" + job(needs="a")
BROKEN = "on: push\njobs: nothing\n"


@pytest.fixture
def shop(server, new_user):
    return lambda text=None, **more: Workshop(server.url, new_user(), **({"text": text} if text else {}), **more)


def page(here, below=""):
    return f"/{here.repository['full_name']}/actions{below}"


def actions(browser):
    return [form["action"].split("/actions")[1] for form in Forms(browser.page).forms if form["method"] == "POST" and "/actions" in form["action"]]


def step(number, result="SUCCESS", first=0, lines=0, **more):
    return {"id": number, "result": f"RESULT_{result}", "startedAt": "2025-01-01T00:00:00Z", "stoppedAt": "2025-01-01T00:01:12Z",
            "logIndex": first, "logLength": lines, **more}


def done(here, *lines, result="SUCCESS", steps=None):
    """(the id of the run, of its job): the first job has said these lines and is over."""
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    if lines:
        runner.log(task, *lines)
    runner.finish(task, result, steps=steps if steps is not None else [step(0, result, 0, len(lines))])
    return run, here.owner.get(f"{here.at}/runs/{run}/jobs").json()["jobs"][0]["id"]


def test_the_list_shows_runs_to_everybody_who_reads(shop, visitor, resident, new_user):
    here = shop(CHAIN)
    run = here.runs(1)[0]
    visitor.open(page(here), expect=200)
    assert f'href="{page(here)}/runs/{run["id"]}"' in visitor.page
    assert "build &lt;b&gt; #1" in visitor.page and "<b>" not in visitor.page.split("<main")[1]
    assert 'aria-label="Waiting"' in visitor.page and f"by {here.owner.name}" in visitor.page
    assert actions(visitor) == [] and "Switch off" not in visitor.page
    assert f'href="{page(here)}" aria-current="page"' in visitor.page, "the tab of the repository"
    reader = new_user()
    resident(reader.name).open(page(here, "?workflow=build.yml"), expect=200)


def test_a_hidden_repository_has_none(shop, visitor, resident):
    here = shop(private=True)
    run = here.runs(1)[0]["id"]
    for address in ("", f"/runs/{run}"):
        visitor.open(page(here, address), expect=404)
        resident().open(page(here, address), expect=404)
        resident(here.owner.name).open(page(here, address), expect=200)


def test_the_list_can_be_narrowed(shop, visitor):
    here = shop()
    here.runs(1)
    put_file(here.owner, here.repository, "x.txt", "x\n", new_branch="other")
    here.runs(2)
    done(here)
    for query, count in (("", 2), ("?branch=other", 1), ("?branch=none", 0), ("?event=push", 2), ("?event=issues", 0), (f"?actor={here.owner.name}", 2),
                         ("?actor=nobody-at-all", 0), ("?workflow=build.yml", 2), ("?workflow=other.yml", 0), ("?status=success", 1), ("?status=queued", 1),
                         ("?status=failure", 0), ("?branch=main&status=success", 1)):
        visitor.open(page(here, query), expect=200)
        assert visitor.page.count('<a class="title"') == count, query
        if count == 0 and "workflow" not in query:
            assert "No run fits" in visitor.page and "Drop what need not be" in visitor.page
    visitor.open(page(here, "?branch=other"))
    assert '>All <span class="count">1</span>' in visitor.page and '>Waiting <span class="count">' in visitor.page
    visitor.open(page(here, "?status=nonsense"), expect=400)
    visitor.open(page(here, "?page=99"), expect=200)
    assert "Nothing is so far down the list" in visitor.page
    visitor.open(page(here, "?branch=%3Cb%3E&actor=%22%3E"), expect=200)
    assert "&lt;b&gt;" in visitor.page


def test_an_empty_list_shows_a_first_workflow(resident, visitor, new_user):
    owner = new_user()
    repository = begun(owner)
    address = f"/{repository['full_name']}/actions"
    browser = resident(owner.name)
    browser.open(address, expect=200)
    assert "No runs yet" in browser.page and "runs-on: ubuntu-latest" in browser.page
    visitor.open(address, expect=200)
    assert "No runs yet" in visitor.page and "runs-on" not in visitor.page


def test_a_broken_workflow_says_why(shop, visitor):
    here = shop()
    here.put(".cairn/workflows/broken.yml", BROKEN)
    visitor.open(page(here, "?workflow=broken.yml"), expect=200)
    assert "cannot be run" in visitor.page and "it has no jobs" in visitor.page
    visitor.open(page(here), expect=200)
    assert 'aria-label="Cannot be run"' in visitor.page


def test_a_run_shows_its_jobs_and_what_failed_first(shop, visitor):
    here = shop(CHAIN)
    run, first = done(here, "begin", "::error::it broke", result="FAILURE")
    visitor.open(page(here, f"/runs/{run}"), expect=200)
    assert "What waits for what" in visitor.page and "waits for a" in visitor.page
    assert '<span class="state failure">' in visitor.page and 'aria-label="Skipped"' in visitor.page
    assert f'/runs/{run}/jobs/{first}" aria-current="page"' in visitor.page
    assert 'id="step-1" open' in visitor.page, "the failed step is open"
    assert re.search(r'<li id="step-1:2" class="err">.*?<code>it broke</code>', visitor.page)
    assert "1:12" in visitor.page and actions(visitor) == []
    visitor.open(page(here, "/runs/999999"), expect=404)
    visitor.open(page(here, "/runs/none"), expect=404)
    visitor.open(page(here, f"/runs/{run}/jobs/999999"), expect=404)


def test_a_job_belongs_to_its_run_and_its_repository(shop, visitor):
    here, there = shop(), shop()
    run, mine = done(here, "hi")
    other, theirs = done(there, "hi")
    visitor.open(page(here, f"/runs/{run}/jobs/{mine}"), expect=200)
    visitor.open(page(here, f"/runs/{run}/jobs/{theirs}"), expect=404)
    visitor.open(page(here, f"/runs/{other}"), expect=404)
    visitor.open(page(here, f"/runs/{other}/jobs/{theirs}/logs"), expect=404)
    visitor.open(page(there, f"/runs/{other}/jobs/{theirs}/steps/1"), expect=200)
    visitor.open(page(there, f"/runs/{other}/jobs/{theirs}/steps/7"), expect=404)
    visitor.open(page(there, f"/runs/{other}/jobs/{theirs}/steps/%3Cb%3E"), expect=404)


def test_a_log_is_text_of_strangers(shop, visitor):
    here = shop()
    run, mine = done(here, "<script>alert(1)</script>", "\x1b[1;31mred\x1b[0m plain \x1b[2Kleft \x1b]8;;http://evil\x07link\x1b]8;;\x07",
                     "##[group]Fetch & go", "inside", "##[endgroup]", "[command]git fetch", "::warning file=a::careful")
    visitor.open(page(here, f"/runs/{run}/jobs/{mine}"), expect=200)
    assert "<script>alert" not in visitor.page and "&lt;script&gt;alert(1)&lt;/script&gt;" in visitor.page
    assert '<span class="c-red b">red</span> plain left link' in visitor.page and "evil" not in visitor.page and "\x1b" not in visitor.page
    assert re.search(r'class="fold"><details><summary><code>Fetch &amp; go</code></summary><ol><li id="step-1:4">', visitor.page)
    assert 'class="cmd"' in visitor.page and 'class="warn"' in visitor.page
    assert 'class="t"' not in visitor.page
    visitor.open(page(here, f"/runs/{run}/jobs/{mine}?times=true"), expect=200)
    assert '<span class="t">00:00:00</span>' in visitor.page


def test_what_is_said_before_and_after_the_steps(shop, visitor):
    here = shop()
    run, mine = done(here, "set", "up", "one", "two", "end", steps=[step(0, first=2, lines=2)])
    visitor.open(page(here, f"/runs/{run}/jobs/{mine}"), expect=200)
    assert [name for name in ("Set up job", "Complete job") if name in visitor.page] == ["Set up job", "Complete job"]
    assert [found in visitor.page for found in ('id="step-0:2"', 'id="step-1:1"', 'id="step-1:2"', 'id="step-2:1"')] == [True] * 4
    assert 'id="step-1:3"' not in visitor.page


def test_finding_lines(shop, visitor):
    here = shop()
    run, mine = done(here, "alpha", "Beta \x1b[31mNee\x1b[0mdle", "gamma <needle>")
    where = page(here, f"/runs/{run}/jobs/{mine}")
    visitor.open(where + "?q=needle", expect=200)
    assert "2 lines have “needle”" in visitor.page and 'href="#step-1:2"' in visitor.page
    assert visitor.page.count('class="chosen"') == 2 and 'id="step-1" open' in visitor.page
    visitor.open(where + "?q=%3Cneedle%3E", expect=200)
    assert "1 line has “&lt;needle&gt;”" in visitor.page
    visitor.open(where + "?q=nothing", expect=200)
    assert "No line has" in visitor.page
    visitor.open(where + "?q=" + "x" * 300, expect=422)


def test_a_long_step_shows_its_ends_and_leads_to_the_rest(shop, visitor):
    here = shop()
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    count = 6000
    for first in range(0, count, 1000):
        rows = [{"time": "2025-01-01T00:00:00Z", "content": f"row-{n + 1}."} for n in range(first, first + 1000)]
        runner.rpc("UpdateLog", {"taskId": int(task["id"]), "index": first, "rows": rows, "noMore": first + 1000 == count})
    runner.finish(task, steps=[step(0, first=0, lines=count)])
    mine = here.owner.get(f"{here.at}/runs/{run}/jobs").json()["jobs"][0]["id"]
    visitor.open(page(here, f"/runs/{run}/jobs/{mine}"), expect=200)
    assert "row-500." in visitor.page and "row-501." not in visitor.page and "row-1500." not in visitor.page
    assert "row-1501." in visitor.page and "row-6000." in visitor.page and "1,000 lines are left out here" in visitor.page
    rest = re.search(r'class="gap"><a href="([^"]*)"', visitor.page).group(1).replace("&amp;", "&")
    visitor.open(rest, expect=200)
    assert "row-501." in visitor.page and "row-1500." in visitor.page and "row-500." not in visitor.page and "row-1501." not in visitor.page
    visitor.open(page(here, f"/runs/{run}/jobs/{mine}/steps/1?from=-5&to=99999999"), expect=200)
    assert visitor.page.count('<li id="step-1:') == count


def test_a_long_line_is_cut_with_a_link(shop, visitor):
    here = shop()
    run, mine = done(here, "other-line", "ä" * 5000 + "END")
    visitor.open(page(here, f"/runs/{run}/jobs/{mine}"), expect=200)
    assert "END" not in visitor.page
    rest = re.search(r'href="([^"]*steps/1\?from=2[^"]*)"', visitor.page).group(1).replace("&amp;", "&")
    visitor.open(rest, expect=200)
    assert "ä" * 5000 + "END" in visitor.page and "other-line" not in visitor.page


def test_logs_can_be_downloaded(shop, visitor):
    here = shop()
    run, mine = done(here, "hello")
    answer = visitor.open(page(here, f"/runs/{run}/jobs/{mine}/logs"), expect=200)
    assert answer.headers["Content-Type"].startswith("text/plain") and "hello" in answer.text and "attachment" in answer.headers["Content-Disposition"]
    names = zipfile.ZipFile(io.BytesIO(visitor.open(page(here, f"/runs/{run}/logs"), expect=200).content)).namelist()
    assert len(names) == 1
    here.put("again.txt")
    other = here.runs(2)[0]["id"]
    visitor.open(page(here, f"/runs/{other}/logs"), expect=404)


def test_a_job_that_waits_says_for_what(shop, visitor, resident):
    here = shop(CHAIN)
    run = here.runs(1)[0]["id"]
    visitor.open(page(here, f"/runs/{run}"), expect=200)
    assert "No runner that works for this repository has that" in visitor.page and '<span class="tag">box</span>' in visitor.page
    here.runner(name="box-of-mine")
    visitor.open(page(here, f"/runs/{run}"), expect=200)
    assert "1 runner has that and is there" in visitor.page and "<code>box-of-mine</code>" not in visitor.page
    owner = resident(here.owner.name)
    owner.open(page(here, f"/runs/{run}"), expect=200)
    assert "<code>box-of-mine</code>" in owner.page, "who may change something here is told its name"


def test_running_again_and_cancelling(shop, resident, visitor, new_user):
    here = shop(CHAIN)
    run, first = done(here, "no", result="FAILURE")
    browser = resident(here.owner.name)
    where = page(here, f"/runs/{run}")
    browser.open(where, expect=200)
    assert {"/runs/%d/rerun" % run, "/runs/%d/rerun-failed" % run, f"/runs/{run}/jobs/{first}/rerun"} == set(actions(browser))
    browser.submit(f"{where}/rerun", expect=303)
    assert "has begun again" in browser.follow().notice
    assert actions(browser) == [f"/runs/{run}/cancel"] and "Attempt 2" in browser.page
    browser.post(f"{where}/rerun", expect=400)
    browser.open(where)
    browser.submit(f"{where}/cancel", expect=303)
    assert "The run is cancelled" in browser.follow().notice
    browser.post(f"{where}/cancel", expect=409)
    browser.post(f"{where}/rerun-failed", expect=303)
    browser.post(f"{where}/cancel", expect=303)
    browser.open(where)
    newest = re.search(rf"/runs/{run}/jobs/(\d+)/rerun", browser.page).group(1)
    browser.submit(f"/jobs/{newest}/rerun", expect=303)
    assert "The job has begun again" in browser.follow().notice and here.run(run)["run_attempt"] == 4
    visitor.open(f"{where}/attempts/1", expect=200)
    assert '<span class="state failure">' in visitor.page and f"/jobs/{first}" in visitor.page
    visitor.open(f"{where}/attempts/9", expect=404)
    visitor.post(f"{where}/cancel", expect=303)
    assert "/user/login" in visitor.location
    stranger = resident(new_user().name)
    for act in ("cancel", "rerun", "rerun-failed", "approve", "delete", f"jobs/{first}/rerun"):
        stranger.post(f"{where}/{act}", expect=403)
    stranger.open(f"{where}/delete", expect=403)
    browser.post(f"{where}/cancel", headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    assert here.run(run)["status"] != "completed"


def test_deleting_a_run(shop, resident):
    here = shop()
    run = here.runs(1)[0]["id"]
    browser = resident(here.owner.name)
    where = page(here, f"/runs/{run}")
    browser.open(f"{where}/delete", expect=200)
    assert "It is not over" in browser.page
    browser.post(f"{where}/delete", expect=400)
    done(here, "x")
    browser.open(where)
    assert f"{where}/delete" in browser.page
    browser.open(f"{where}/delete", expect=200)
    browser.submit(f"{where}/delete", expect=303)
    assert "The run is deleted" in browser.follow().notice
    browser.open(where, expect=404)


def test_nothing_begins_in_an_archived_repository(shop, resident):
    here = shop()
    run, _ = done(here, "x")
    here.owner.call("PATCH", here.work, {"archived": True}, expect=200)
    browser = resident(here.owner.name)
    browser.open(page(here, f"/runs/{run}"), expect=200)
    assert actions(browser) == []
    browser.post(page(here, f"/runs/{run}/rerun"), expect=423)
    browser.open(page(here, "/run?workflow=build.yml"), expect=423)


def test_artifacts(server, shop, resident, visitor, new_user):
    here = shop()
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("a.txt", "hi")
    artifact = Task(server.url, task).upload("out", data.getvalue())
    runner.finish(task)
    where = page(here, f"/runs/{run}")
    visitor.open(where, expect=200)
    assert f'{where}/artifacts/{artifact}"' in visitor.page and "/delete" not in visitor.page.split("<main")[1]
    visitor.open(f"{where}/artifacts/{artifact}", expect=303)
    assert requests.get(visitor.location, timeout=30).content == data.getvalue()
    visitor.open(f"{where}/artifacts/{artifact + 1000}", expect=404)
    resident(new_user().name).post(f"{where}/artifacts/{artifact}/delete", expect=403)
    browser = resident(here.owner.name)
    browser.open(f"{where}/artifacts/{artifact}/delete", expect=200)
    browser.submit(f"/artifacts/{artifact}/delete", expect=303)
    assert "The artifact is deleted" in browser.follow().notice
    browser.open(f"{where}/artifacts/{artifact}", expect=404)


def test_a_check_leads_to_the_job(shop, visitor):
    here = shop()
    run, mine = done(here, "x")
    status, = here.owner.get(f"{here.work}/commits/{here.run(run)['head_sha']}/status").json()["statuses"]
    visitor.open(status["target_url"], expect=200)
    assert f"/runs/{run}/jobs/{mine}" in status["target_url"] and 'id="job-h"' in visitor.page


def test_a_stranger_from_a_fork_waits_for_an_approval(server, shop, resident, new_user):
    here = shop("on: pull_request\njobs:\n  one:\n" + job())
    stranger = new_user()
    fork = stranger.post(f"{here.work}/forks", {}, expect=202).json()
    put_file(stranger, fork, "new.txt", "x\n", new_branch="mine")
    stranger.post(f"{here.work}/pulls", {"title": "Mine", "head": f"{stranger.name}:mine", "base": "main"}, expect=201)
    run = here.runs(1)[0]["id"]
    where = page(here, f"/runs/{run}")
    browser = resident(stranger.name)
    browser.open(where, expect=200)
    assert "Waits for an approval" in browser.page and actions(browser) == []
    browser.post(f"{where}/approve", expect=403)
    browser = resident(here.owner.name)
    browser.open(page(here), expect=200)
    assert 'aria-label="Waits for an approval"' in browser.page
    browser.open(where, expect=200)
    assert "pull request #1" in browser.page
    browser.submit(f"{where}/approve", expect=303)
    assert "approved" in browser.follow().notice and "Waits for an approval" not in browser.page


def test_whoever_writes_actions_may(shop, resident, new_user):
    here = shop()
    run = here.runs(1)[0]["id"]
    writer = new_user()
    let_in(here.owner, here.repository, writer)
    browser = resident(writer.name)
    browser.open(page(here, f"/runs/{run}"), expect=200)
    browser.submit(f"/runs/{run}/cancel", expect=303)
    assert here.run(run)["conclusion"] == "cancelled"


def open_answer(browser, address, headers=()):
    """An answer that stays open: a function that reads on until it has that."""
    answer = browser.session.get(urllib.parse.urljoin(browser.url, address), stream=True, timeout=30, headers=dict(headers))
    assert answer.status_code == 200, answer.text
    pieces = answer.iter_content(None)
    text = b""

    def until(wanted):
        nonlocal text
        while wanted not in text.decode(errors="replace"):
            text += next(pieces)
        return text.decode()
    return until, answer


def at_work(here):
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    runner.log(task, "first <b>", no_more=False)
    runner.report(task, steps=[{"id": 0, "startedAt": "2025-01-01T00:00:00Z", "logIndex": 0, "logLength": 1}])
    mine = here.owner.get(f"{here.at}/runs/{run}/jobs").json()["jobs"][0]["id"]
    return run, mine, runner, task


MOST = 2**63 - 1


@pytest.mark.parametrize(("first", "lines"), [(MOST, MOST), (-MOST, MOST), (0, -MOST), (1, MOST)])
def test_steps_that_claim_impossible_rows_are_shown_all_the_same(shop, visitor, first, lines):
    here = shop()
    run, job = done(here, "hello", steps=[step(0, "SUCCESS", first, lines)])
    visitor.open(page(here, f"/runs/{run}/jobs/{job}"), expect=200)
    assert "hello" in visitor.page


def test_a_log_is_followed_without_a_script(shop, visitor):
    here = shop()
    run, mine, runner, task = at_work(here)
    where = page(here, f"/runs/{run}/jobs/{mine}")
    visitor.open(where, expect=200)
    assert "The job is at work" in visitor.page and f"{where}/follow" in visitor.page and 'id="step-1:1"' in visitor.page
    visitor.open(where + "?follow=true", expect=303)
    assert visitor.location.endswith(f"{where}/follow")
    until, answer = open_answer(visitor, f"{where}/follow")
    assert "first &lt;b&gt;" in until("first &lt;b&gt;")
    runner.log(task, "second", index=1, no_more=False)
    assert 'id="step-1:2"' in until("second")
    runner.log(task, "third", index=2)
    runner.finish(task, steps=[step(0, first=0, lines=3)])
    text = until("</html>")
    assert "third" in text and text.count("second") == 1 and text.index("third") < text.index("Show the job")
    visitor.open(where + "/follow", expect=303)
    assert visitor.location.endswith(where), "what is over is not followed"


def test_a_log_is_told_as_events(shop, visitor):
    here = shop()
    run, mine, runner, task = at_work(here)
    where = page(here, f"/runs/{run}/jobs/{mine}")
    visitor.open(where, expect=200)
    live = re.search(r'data-live="([^"]*)"', visitor.page).group(1)
    assert live == f"{where}/live?from=1"
    until, answer = open_answer(visitor, live)
    assert answer.headers["Content-Type"] == "text/event-stream"
    runner.log(task, "second <i>", index=1, no_more=False)
    assert "event: add\nid: 2\ndata: " in until("second &lt;i&gt;")
    again, _ = open_answer(visitor, live, {"Last-Event-ID": "2"})
    runner.log(task, "third", index=2)
    runner.finish(task, steps=[step(0, first=0, lines=3)])
    assert "second" not in again("event: end") and "third" in again("event: end")
    until("event: end")
    visitor.open(page(here, f"/runs/{run + 1000}/jobs/{mine}/live"), expect=404)


def test_much_at_once_does_not_break_the_stream(shop, visitor):
    here = shop()
    run, mine, runner, task = at_work(here)
    # Each of these becomes many times as long as HTML: short lines, a line of colors, one of signs that are escaped.
    lines = ["x"] * 900 + ["".join(f"\x1b[3{n % 7 + 1}m\"" for n in range(700)), "\"" * 5000, "last-line"]
    until, answer = open_answer(visitor, page(here, f"/runs/{run}/jobs/{mine}/live?from=1"))
    rows = [{"time": "2025-01-01T00:00:00Z", "content": line} for line in lines]
    runner.rpc("UpdateLog", {"taskId": int(task["id"]), "index": 1, "rows": rows, "noMore": False})
    text = until("last-line")
    assert [int(row) for row in re.findall(r'<li id="step-1:(\d+)"', text)] == list(range(2, len(lines) + 2)), "each of them once"
    runner.log(task, index=1 + len(lines))
    runner.finish(task, steps=[step(0, first=0, lines=1 + len(lines))])
    until("event: end")


def test_the_end_of_a_log_comes_though_it_is_kept_already(shop, visitor):
    here = shop()
    run, mine, runner, task = at_work(here)
    until, answer = open_answer(visitor, page(here, f"/runs/{run}/jobs/{mine}/live?from=1"))
    rows = [{"time": "2025-01-01T00:00:00Z", "content": f"row-{n}."} for n in range(500)]
    runner.rpc("UpdateLog", {"taskId": int(task["id"]), "index": 1, "rows": rows, "noMore": True})
    runner.finish(task, steps=[step(0, first=0, lines=501)])
    text = until("event: end")
    assert all(f"row-{n}." in text for n in range(500)) and "left out" not in text


def test_a_name_of_a_step_is_no_event(shop, visitor):
    here = shop('on: push\njobs:\n  one:\n    runs-on: box\n    steps:\n      - name: "one\\r\\revent: end\\rdata: two"\n        run: x\n')
    run, mine, runner, task = at_work(here)
    until, answer = open_answer(visitor, page(here, f"/runs/{run}/jobs/{mine}/live?from=0"))
    events = until("first &lt;b&gt;")
    assert "\r" not in events and events.count("\nevent: ") == 1


def test_following_has_a_bound(shop, resident, new_user):
    here = shop()
    run, mine, runner, task = at_work(here)
    browser = resident(here.owner.name)
    opened = [open_answer(browser, page(here, f"/runs/{run}/jobs/{mine}/live?from=1")) for _ in range(8)]
    browser.open(page(here, f"/runs/{run}/jobs/{mine}/live"), expect=429)
    for _, answer in opened:
        answer.close()
    here.owner.post(f"{here.at}/runs/{run}/cancel", expect=200)


def test_how_far_a_run_is(shop, visitor):
    here = shop(CHAIN)
    run, mine, runner, task = at_work(here)
    visitor.open(page(here, f"/runs/{run}"), expect=200)
    assert f'data-from="{page(here)}/runs/{run}/progress' in visitor.page
    visitor.open(page(here, f"/runs/{run}/progress?job={mine}"), expect=200)
    assert 'id="run-head"' in visitor.page and 'id="run-jobs"' in visitor.page and "first" not in visitor.page
    runner.finish(task)
    visitor.open(page(here, f"/runs/{run}/progress?job=999999"), expect=200)
    here.owner.post(f"{here.at}/runs/{run}/cancel", expect=200)
    visitor.open(page(here, f"/runs/{run}/progress"), expect=200)
    assert "data-poll" not in visitor.page
