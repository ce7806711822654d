"""What jobs say about places in files, on the page of their run."""
import html
import re

import pytest
from workshop import Workshop, job

TWO = "on: push\njobs:\n  lint:\n" + job() + "  test:\n" + job(runs="other")


@pytest.fixture
def shop(server, new_user):
    return lambda text=None: Workshop(server.url, new_user(), **({"text": text} if text else {}))


def step(number, first, lines, result="SUCCESS"):
    return {"id": number, "result": f"RESULT_{result}", "startedAt": "2025-01-01T00:00:00Z", "stoppedAt": "2025-01-01T00:01:12Z", "logIndex": first, "logLength": lines}


def said(here, *lines, result="SUCCESS", steps=()):
    """(the run's address, its job's id)"""
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    runner.log(task, *lines)
    runner.finish(task, result, steps=list(steps))
    return f"/{here.repository['full_name']}/actions/runs/{run}", here.owner.get(f"{here.at}/runs/{run}/jobs").json()["jobs"][0]["id"]


def annotations(page):
    """[(sign, words, places and links)] of the page."""
    found = re.search(r'<section class="panel annotations" id="annotations".*?</section>', page, re.S)
    rows = re.findall(r"<li>.*?</li>", found.group(0), re.S) if found else []
    return [(re.search(r'aria-label="([^"]*)"', row).group(1), html.unescape(re.sub(r"<[^>]*>", " ", row.split('<div class="meta">')[0])).split(),
             [link.replace("&amp;", "&") for link in re.findall(r'<a [^>]*href="([^"]*)"', row)]) for row in rows]


def test_they_are_listed_the_worst_first(shop, visitor):
    here = shop()
    where, job_id = said(here, "begin", "::notice::done <b>", "::warning file=./src/a b.c,line=3,endLine=5::unused", "::error file=src/main.c,line=7,title=Bounds::too%0Along", "::group::x",
                         result="FAILURE", steps=[step(0, 1, 4, "FAILURE")])
    sha = here.run(int(where.rsplit("/", 1)[1]))["head_sha"]
    visitor.open(where, expect=200)
    error, warning, note = annotations(visitor.page)
    source = f"/{here.repository['full_name']}/src/commit/{sha}/src"
    assert error[:2] == ("Error", ["Bounds", "too", "long"]) and error[2] == [f"{where}/jobs/{job_id}#step-1:3", f"{source}/main.c#L7"]
    assert warning[:2] == ("Warning", ["unused"]) and warning[2] == [f"{where}/jobs/{job_id}#step-1:2", f"{source}/a%20b.c#L3-L5"]
    assert note[:2] == ("Notice", ["done", "<b>"]) and note[2] == [f"{where}/jobs/{job_id}#step-1:1"]
    assert "src/a b.c, lines 3 to 5" in visitor.page and "src/main.c, line 7" in visitor.page
    visitor.open(error[2][0], expect=200)
    assert 'id="step-1:3" class="err"' in visitor.page


def test_a_path_that_leads_elsewhere_leads_nowhere(shop, visitor):
    here = shop()
    where, _ = said(here, "::error file=../../settings::a", "::error file=/etc/passwd,line=1::b", '::error file=x"><img,line=2::c', "::error file=javascript:alert(1)::d")
    visitor.open(where, expect=200)
    links = [[link for link in row[2] if "/jobs/" not in link] for row in annotations(visitor.page)]
    assert links[:2] == [[], []] and len(links) == 4
    assert links[2][0].endswith("/x%22%3E%3Cimg#L2") and links[3][0].startswith(f"/{here.repository['full_name']}/src/commit/")
    assert "<img,line" not in visitor.page and "/etc/passwd, line 1" in visitor.page


def test_each_job_has_its_own_and_the_run_has_all(shop, visitor):
    here = shop(TWO)
    run = here.runs(1)[0]["id"]
    for label in ("box", "other"):
        runner = here.runner(name=label, labels=(label,))
        task = runner.take()
        runner.log(task, f"::warning::of {label}")
        runner.finish(task, steps=[step(0, 0, 1)])
    jobs = {one["name"]: one["id"] for one in here.owner.get(f"{here.at}/runs/{run}/jobs").json()["jobs"]}
    where = f"/{here.repository['full_name']}/actions/runs/{run}"
    visitor.open(where, expect=200)
    assert [words for _, words, _ in annotations(visitor.page)] == [["of", "box"], ["of", "other"]]
    visitor.open(f"{where}/jobs/{jobs['test']}", expect=200)
    assert [words for _, words, _ in annotations(visitor.page)] == [["of", "other"]]


def test_they_come_while_the_job_runs_and_once(shop, visitor):
    here = shop()
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    where = f"/{here.repository['full_name']}/actions/runs/{run}"
    visitor.open(where, expect=200)
    assert annotations(visitor.page) == []
    runner.log(task, "a", "::error::first", no_more=False)
    runner.log(task, "a", "::error::first", "::error::second", no_more=False)
    visitor.open(where, expect=200)
    assert [words for _, words, _ in annotations(visitor.page)] == [["first"], ["second"]]
    runner.log(task, "::error::third", index=3)
    runner.finish(task, "FAILURE", steps=[step(0, 0, 4, "FAILURE")])
    visitor.open(where, expect=200)
    assert [row[2][0].rsplit("#", 1)[1] for row in annotations(visitor.page)] == ["step-1:2", "step-1:3", "step-1:4"]


def test_a_job_that_says_too_much_is_listened_to_for_a_while(shop, visitor):
    here = shop()
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    said_first = [f"::warning::w{n}" for n in range(40)] + [f"::notice::n{n}" for n in range(120)]
    for first, lines in ((0, said_first), (len(said_first), [f"::warning::v{n}" for n in range(40)] + ["::error::the cause"])):
        runner.rpc("UpdateLog", {"taskId": int(task["id"]), "index": first, "noMore": first > 0, "rows": [{"time": "2025-01-01T00:00:00Z", "content": line} for line in lines]})
    runner.finish(task)
    visitor.open(f"/{here.repository['full_name']}/actions/runs/{run}", expect=200)
    found = annotations(visitor.page)
    assert found[0][1] == ["the", "cause"] and [row[0] for row in found].count("Warning") == 50
    assert '<span class="count">101</span>' in visitor.page and "1 more is in the logs" in visitor.page and len(found) == 100


def test_a_line_in_the_part_that_is_left_out_is_shown_where_it_is(shop, visitor):
    here = shop()
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    count = 6000
    for first in range(0, count, 1000):
        rows = [{"time": "2025-01-01T00:00:00Z", "content": "::error::deep" if n == 700 else f"row-{n + 1}."} for n in range(first, first + 1000)]
        runner.rpc("UpdateLog", {"taskId": int(task["id"]), "index": first, "rows": rows, "noMore": first + 1000 == count})
    runner.finish(task, "FAILURE", steps=[step(0, 0, count, "FAILURE")])
    visitor.open(f"/{here.repository['full_name']}/actions/runs/{run}", expect=200)
    (_, _, links), = annotations(visitor.page)
    visitor.open(links[0], expect=200)
    assert f'id="{links[0].rsplit("#", 1)[1]}" class="err"' in visitor.page and "row-5999." not in visitor.page


def test_they_go_with_the_run(shop, resident, visitor, server):
    here = shop()
    where, _ = said(here, "::error::gone soon", result="FAILURE")
    browser = resident(here.owner.name)
    browser.open(f"{where}/delete", expect=200)
    browser.submit(f"{where}/delete", expect=303)
    visitor.open(where, expect=404)


def test_an_earlier_attempt_keeps_its_own(shop, resident, visitor):
    here = shop()
    where, _ = said(here, "::error::in the first", result="FAILURE")
    browser = resident(here.owner.name)
    browser.open(where, expect=200)
    browser.submit(f"{where}/rerun", expect=303)
    visitor.open(where, expect=200)
    assert annotations(visitor.page) == []
    visitor.open(f"{where}/attempts/1", expect=200)
    assert [words for _, words, _ in annotations(visitor.page)] == [["in", "the", "first"]]
