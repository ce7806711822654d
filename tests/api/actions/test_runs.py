"""Runs: how they go on, what people do with them, and what is left of them."""
import base64
import io
import zipfile

import pytest
from program import wait_until
from workshop import Workshop, job

CHAIN = "on: push\njobs:\n  a:\n" + job() + "  b:\n" + job(needs="a") + "  c:\n" + job(needs="[a, b]") \
    + "  d:\n" + job(needs="b", **{"if": "always()"})


@pytest.fixture
def shop(server, new_user):
    return lambda text=None, **more: Workshop(server.url, new_user(), **({"text": text} if text else {}), **more)


def test_jobs_wait_for_those_they_need(shop):
    here = shop(CHAIN)
    run = here.runs(1)[0]["id"]
    assert here.jobs(run) == {"a": "queued", "b": "waiting", "c": "waiting", "d": "waiting"}
    runner = here.runner()
    task = runner.take()
    assert runner.fetch() is None, "the others are not due"
    assert here.run(run)["status"] == "in_progress"
    runner.finish(task, outputs={"version": "7"})
    assert here.jobs(run) == {"a": "success", "b": "queued", "c": "waiting", "d": "waiting"}
    task = runner.take()
    assert task["needs"] == {"a": {"outputs": {"version": "7"}, "result": "RESULT_SUCCESS"}}
    runner.finish(task, "FAILURE")
    assert here.jobs(run) == {"a": "success", "b": "failure", "c": "skipped", "d": "queued"}
    task = runner.take()
    assert task["needs"]["b"]["result"] == "RESULT_FAILURE"
    runner.finish(task)
    assert [here.run(run)[key] for key in ("status", "conclusion")] == ["completed", "failure"]


def test_a_task_has_what_the_job_needs(shop):
    here = shop("name: build\non: push\njobs:\n  one:\n    strategy: {matrix: {v: [1, 2]}}\n" + job())
    owner = here.owner
    owner.call("PUT", f"{here.at}/secrets/KEY", {"data": "s3cret"}, expect=201)
    owner.post(f"{here.at}/variables/COLOR", {"value": "red"}, expect=201)
    run = here.runs(1)[0]
    task = here.runner().take()
    payload = base64.b64decode(task["workflowPayload"]).decode()
    assert payload.count("- 1") == 1 and "- 2" not in payload and "one (1)" in payload
    assert task["secrets"]["KEY"] == "s3cret" and task["vars"] == {"COLOR": "red"}
    context = task["context"]
    assert [context[key] for key in ("ref", "ref_name", "event_name", "repository", "actor", "job", "run_id", "run_number", "sha")] \
        == ["refs/heads/main", "main", "push", here.repository["full_name"], owner.name, "one", str(run["id"]), "1", run["head_sha"]]
    assert context["event"]["ref"] == "refs/heads/main" and context["event"]["commits"]
    assert task["secrets"]["GITHUB_TOKEN"] == context["token"] != ""


def test_a_runner_gets_what_it_is_made_for(shop):
    here = shop("on: push\njobs:\n  one:\n" + job("[Linux, ARM]"))
    here.runs(1)
    assert here.runner(labels=("linux",)).fetch() is None
    runner = here.runner(labels=("arm", "linux", "more"))
    assert runner.take()


def test_a_runner_of_somebody_else_gets_nothing(shop):
    here, there = shop(), shop()
    here.runs(1)
    stranger = there.runner()
    stranger.take()
    assert stranger.fetch() is None
    task = here.runner().take()
    stranger.refused("UpdateTask", {"state": {"id": task["id"], "result": "RESULT_SUCCESS"}}, 404, "not_found")
    stranger.refused("UpdateLog", {"taskId": task["id"], "index": 0, "rows": []}, 404, "not_found")


@pytest.mark.parametrize("how", ["cancel", "force-cancel"])
def test_cancelled_is_over_at_once(shop, how):
    here = shop(CHAIN)
    run = here.runs(1)[0]
    runner = here.runner()
    task = runner.take()
    runner.report(task, steps=[{"id": 0, "startedAt": "2025-01-01T00:00:00Z"}])
    runner.log(task, "begun", no_more=False)
    answer = here.owner.post(f"{here.at}/runs/{run['id']}/{how}", expect=200).json()
    assert (answer["status"], answer["conclusion"]) == ("completed", "cancelled")
    assert here.jobs(run["id"]) == {key: "cancelled" for key in "abcd"}
    job, = [one for one in here.owner.get(f"{here.at}/runs/{run['id']}/jobs").json()["jobs"] if one["name"] == "a"]
    assert [step["conclusion"] for step in job["steps"]] == ["cancelled"] and job["completed_at"] > "2025"
    statuses = here.owner.get(f"{here.work}/commits/{run['head_sha']}/status").json()["statuses"]
    assert all(one["status"] != "pending" for one in statuses), statuses
    here.owner.refused("POST", f"{here.at}/runs/{run['id']}/{how}", 409)
    here.owner.get(f"{here.at}/jobs/{job['id']}/logs")
    assert runner.fetch() is None, "nothing is left to do"


def test_what_is_said_after_the_end_changes_nothing(shop):
    here = shop(CHAIN)
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    here.owner.post(f"{here.at}/runs/{run}/cancel", expect=200)
    before = here.owner.get(f"{here.at}/runs/{run}/jobs").json()
    late = runner.report(task, outputs={"version": "7"}, steps=[{"id": 0, "result": "RESULT_SUCCESS"}])
    assert late["state"]["result"] == "RESULT_CANCELLED", "the runner hears of it"
    assert late["sentOutputs"] == ["version"], "and has nothing to send again"
    assert runner.log(task, "the last words") == 1, "they are kept"
    assert runner.finish(task)["state"]["result"] == "RESULT_CANCELLED"
    assert here.owner.get(f"{here.at}/runs/{run}/jobs").json() == before
    assert here.run(run)["conclusion"] == "cancelled"
    here.owner.post(f"{here.at}/runs/{run}/rerun", expect=201)
    again = runner.take()
    assert again["id"] != task["id"]
    runner.finish(task, "FAILURE")
    assert here.jobs(run)["a"] == "in_progress", "the second attempt has its own task"


def test_an_ephemeral_runner_goes_after_a_cancelled_task(shop):
    here = shop()
    run = here.runs(1)[0]["id"]
    runner = here.runner(ephemeral=True)
    task = runner.take()
    here.owner.post(f"{here.at}/runs/{run}/cancel", expect=200)
    here.owner.get(f"{here.at}/runners/{runner.id}")
    runner.finish(task, "CANCELLED")
    here.owner.refused("GET", f"{here.at}/runners/{runner.id}", 404)


def test_a_runner_that_vanished_leaves_what_was_asked_for(shop, server, admin):
    here = shop("on: push\njobs:\n  failed:\n" + job() + "  stopped:\n" + job())
    run = here.runs(1)[0]["id"]
    runner = here.runner(), here.runner(ephemeral=True)
    tasks = [one.take() for one in runner]
    # As an earlier release has left it: asked to stop, and waiting for the runner's word.
    job_id = here.owner.get(f"{here.at}/runs/{run}/jobs").json()["jobs"][1]["id"]
    server.sql(f"UPDATE action_task SET status = 'cancelling' WHERE id = {tasks[1]['id']}")
    server.sql(f"UPDATE action_job SET status = 'cancelling' WHERE id = {job_id}")
    for task in tasks:
        server.sql(f"UPDATE action_task SET updated_at = 1000 WHERE id = {task['id']}")
    server.sql(f"UPDATE action_runner SET seen_at = 1000 WHERE id = {runner[1].id}")
    admin.post("/admin/cron/stop_zombie_tasks", expect=204)
    wait_until(lambda: here.jobs(run) == {"failed": "failure", "stopped": "cancelled"}, "the end of lost tasks")
    assert here.run(run)["conclusion"] == "failure"
    wait_until(lambda: here.owner.get(f"{here.at}/runners").json()["total_count"] == 1, "the end of a spent runner")
    assert runner[0].report(tasks[0])["state"]["result"] == "RESULT_CANCELLED", "one that comes back is told to stop"


def test_failed_jobs_run_again_with_those_that_wait_for_them(shop):
    here = shop(CHAIN)
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    for result in "SUCCESS", "FAILURE", "SUCCESS":
        runner.finish(runner.take(), result)
    here.owner.post(f"{here.at}/runs/{run}/rerun-failed-jobs", expect=201)
    assert here.jobs(run) == {"a": "success", "b": "queued", "c": "waiting", "d": "waiting"}
    assert here.jobs(run, attempt=1) == {"a": "success", "b": "failure", "c": "skipped", "d": "success"}
    shown = here.run(run)
    assert shown["run_attempt"] == 2 and shown["previous_attempt_url"].endswith(f"/runs/{run}/attempts/1")
    here.owner.refused("POST", f"{here.at}/runs/{run}/rerun", 400)
    here.owner.refused("DELETE", f"{here.at}/runs/{run}", 400)


def test_a_log_is_acknowledged_and_never_kept_twice(shop):
    here = shop()
    run = here.runs(1)[0]["id"]
    number = here.owner.get(f"{here.at}/runs/{run}/jobs").json()["jobs"][0]["id"]
    here.owner.refused("GET", f"{here.at}/jobs/{number}/logs", 404)
    here.owner.refused("GET", f"{here.at}/runs/{run}/logs", 404)
    runner = here.runner()
    task = runner.take()
    assert runner.log(task, "one", "two", no_more=False) == 2
    assert runner.log(task, "one", "two", "three", no_more=False) == 3, "what is there already is not taken again"
    assert runner.log(task, "lost", index=9, no_more=False) == 3, "a gap is not closed"
    text = here.owner.get(f"{here.at}/jobs/{number}/logs").text
    assert [line.split(" ", 1)[1] for line in text.splitlines()] == ["one", "two", "three"]
    assert text.startswith("2025-01-01T00:00:00.0000000Z ")
    assert runner.log(task, "four\nand more", index=3) == 4
    runner.finish(task)
    kept = here.owner.get(f"{here.at}/jobs/{number}/logs")
    assert kept.text.splitlines()[3].endswith(" four and more") and kept.headers["Content-Type"].startswith("text/plain")
    archive = zipfile.ZipFile(io.BytesIO(here.owner.get(f"{here.at}/runs/{run}/logs").content))
    assert archive.testzip() is None and archive.namelist() == ["1_one.log"]
    assert archive.read("1_one.log").decode() == kept.text
    assert runner.log(task, "late", index=4) == 4, "it is closed"
    here.owner.delete(f"{here.at}/runs/{run}", expect=204)
    here.owner.refused("GET", f"{here.at}/jobs/{number}/logs", 404)


def test_steps_are_told_as_the_runner_tells_them(shop):
    here = shop("on: push\njobs:\n  one:\n    runs-on: box\n    steps:\n      - uses: a/checkout@v1\n      - name: Build it\n"
                "        run: make\n")
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    times = {"startedAt": "2025-01-01T00:00:00Z"}
    runner.report(task, steps=[{"id": 0, "result": "RESULT_SUCCESS", **times}, {"id": 1, **times}])
    shown = here.owner.get(f"{here.at}/runs/{run}/jobs").json()["jobs"][0]
    assert [(step["name"], step["status"], step.get("conclusion")) for step in shown["steps"]] \
        == [("Run a/checkout@v1", "completed", "success"), ("Build it", "in_progress", None)]
    assert shown["runner_id"] == runner.id and shown["runner_name"] == "box"
    tasks = here.owner.get(f"{here.at}/tasks").json()["workflow_runs"]
    assert [(one["id"], one["status"]) for one in tasks] == [(int(task["id"]), "running")]


def test_one_of_a_group_runs_at_a_time(shop):
    here = shop("on: [push, workflow_dispatch]\nconcurrency: one-${{ github.ref }}\njobs:\n  one:\n" + job())
    first = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    for _ in range(2):
        here.owner.post(f"{here.at}/workflows/build.yml/dispatches", {"ref": "main"}, expect=204)
    third, second = [run["id"] for run in here.runs() if run["id"] != first]
    assert here.run(second)["conclusion"] == "cancelled" and here.run(third)["status"] == "waiting"
    runner.finish(task)
    assert here.run(third)["status"] == "queued"


def test_a_new_one_of_a_group_may_cancel_the_old(shop):
    here = shop("on: [push, workflow_dispatch]\nconcurrency: {group: x, cancel-in-progress: \"${{ github.ref_name == 'main' }}\"}\n"
                "jobs:\n  one:\n" + job())
    first = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    here.owner.post(f"{here.at}/workflows/build.yml/dispatches", {"ref": "main"}, expect=204)
    assert here.run(first)["conclusion"] == "cancelled" and here.runs()[0]["status"] == "queued", "nobody is waited for"
    assert runner.take()["id"] != task["id"]


def test_one_of_a_group_of_jobs_runs_at_a_time(shop):
    here = shop("on: [push, workflow_dispatch]\njobs:\n  build:\n" + job() + "  deploy:\n"
                + job(runs="ship", needs="build", concurrency="deploy-${{ github.ref_name }}"))
    runner, ship = here.runner(), here.runner(labels=["ship"])
    ids = [here.runs(1)[0]["id"]]
    for _ in range(2):
        here.owner.post(f"{here.at}/workflows/build.yml/dispatches", {"ref": "main"}, expect=204)
        ids.append(here.runs()[0]["id"])
    for run in ids:
        runner.finish(runner.take())
        assert here.jobs(run)["build"] == "success", "builds do not wait for each other"
    assert [here.jobs(run)["deploy"] for run in ids] == ["queued", "cancelled", "waiting"], "whoever comes takes the place"
    deploys = ship.take()
    assert ship.fetch() is None
    ship.finish(deploys)
    assert [here.jobs(run)["deploy"] for run in ids] == ["success", "cancelled", "queued"]
    assert here.run(ids[1])["conclusion"] == "cancelled"
    ship.finish(ship.take())
    assert here.run(ids[2])["conclusion"] == "success"


def test_a_job_of_a_group_may_cancel_the_one_at_work(shop):
    here = shop("on: [push, workflow_dispatch]\njobs:\n  deploy:\n"
                + job(concurrency="{group: deploy, cancel-in-progress: true}") + "  after:\n" + job(needs="deploy"))
    first = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    here.owner.post(f"{here.at}/workflows/build.yml/dispatches", {"ref": "main"}, expect=204)
    assert here.jobs(first) == {"deploy": "cancelled", "after": "skipped"} and here.run(first)["status"] == "completed"
    assert here.jobs(here.runs()[0]["id"])["deploy"] == "queued"
    assert runner.report(task)["state"]["result"] == "RESULT_CANCELLED"


def test_a_cancelled_run_leaves_its_place_in_a_group_of_jobs(shop):
    here = shop("on: [push, workflow_dispatch]\njobs:\n  deploy:\n" + job(concurrency="deploy"))
    first = here.runs(1)[0]["id"]
    here.owner.post(f"{here.at}/workflows/build.yml/dispatches", {"ref": "main"}, expect=204)
    second = here.runs()[0]["id"]
    assert here.jobs(second) == {"deploy": "waiting"}
    here.owner.post(f"{here.at}/runs/{first}/cancel", expect=200)
    assert here.jobs(second) == {"deploy": "queued"}


def matrix(**strategy):
    lines = "".join(f"      {key.replace('_', '-')}: {value}\n" for key, value in strategy.items())
    return "on: push\njobs:\n  one:\n    strategy:\n" + lines + "      matrix:\n        n: [1, 2, 3]\n" + job()


def test_a_matrix_has_so_many_at_once_as_it_says(shop):
    here = shop(matrix(max_parallel=2))
    run = here.runs(1)[0]["id"]
    assert sorted(here.jobs(run).values()) == ["queued", "queued", "waiting"]
    runner = here.runner()
    tasks = [runner.take(), runner.take()]
    assert runner.fetch() is None
    runner.finish(tasks[1])
    runner.finish(runner.take())
    runner.finish(tasks[0])
    assert here.run(run)["conclusion"] == "success"


@pytest.mark.parametrize("says, rest", [({}, "cancelled"), ({"fail_fast": "false"}, None)])
def test_a_matrix_ends_with_its_first_failure_unless_it_says_otherwise(shop, says, rest):
    here = shop(matrix(**says))
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    first, second = runner.take(), runner.take()
    runner.finish(first, "FAILURE")
    assert here.jobs(run) == {"one (1)": "failure", "one (2)": rest or "in_progress", "one (3)": rest or "queued"}
    if rest:
        assert runner.report(second)["state"]["result"] == "RESULT_CANCELLED"
        assert here.run(run)["conclusion"] == "failure"


def test_jobs_tell_commits_how_they_are(shop):
    here = shop("name: build\non: push\njobs:\n  one:\n" + job())
    run = here.runs(1)[0]

    def status():
        found = here.owner.get(f"{here.work}/commits/{run['head_sha']}/status").json()
        return found["state"], [one["context"] for one in found["statuses"]]

    assert status() == ("pending", ["build / one (push)"])
    runner = here.runner()
    runner.finish(runner.take())
    assert status() == ("success", ["build / one (push)"])


def test_what_a_task_does_starts_nothing(shop, client):
    here = shop("on: [push, issues, workflow_dispatch]\njobs:\n  one:\n" + job())
    here.runs(1)
    runner = here.runner()
    token = runner.take()["context"]["token"]
    task = client(token=token)
    body = {"content": base64.b64encode(b"made\n").decode(), "branch": "main", "message": "made by a workflow"}
    task.post(f"{here.work}/contents/made.txt", body, expect=201)
    task.post(f"{here.work}/issues", {"title": "made by a workflow"}, expect=201)
    here.owner.post(f"{here.work}/issues", {"title": "made by hand"}, expect=201)
    # What happens is looked at in its order, so what the task did was looked at before this.
    assert [run["event"] for run in here.runs(2)] == ["issues", "push"]
    assert len(here.runs()) == 2


def test_an_ephemeral_runner_does_one_task(shop):
    here = shop("on: push\njobs:\n  one:\n" + job() + "  two:\n" + job())
    here.runs(1)
    runner = here.runner(ephemeral=True)
    task = runner.take()
    assert runner.fetch() is None
    runner.finish(task)
    runner.refused("FetchTask", {}, 401, "unauthenticated")


def test_a_deleted_repository_takes_its_runs_along(shop):
    here = shop()
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    runner.log(task, "one")
    here.owner.delete(here.work, expect=204)
    here.owner.refused("GET", f"{here.at}/runs/{run}", 404)
    wait_until(lambda: runner.send("FetchTask", {}).status_code == 401, "the runner to be gone")
