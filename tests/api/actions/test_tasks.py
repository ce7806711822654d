"""Tasks as runners see them: who gets which, what it carries, and how it ends. Runners speak JSON and protobuf alike."""
import base64

import pytest
import requests
from organizations import new_organization
from program import wait_until
from repositories import at, let_in, new_repository
from runner import Runner
from workflows import BUILD, new_run, new_runner, wait_for_runs, write

TWO_JOBS = """on: push
jobs:
  first:
    runs-on: box
    outputs:
      answer: ${{ steps.x.outputs.answer }}
    steps:
      - run: a
  second:
    needs: first
    runs-on: box
    steps:
      - run: b
"""


def payload(task):
    """The workflow of a task as text, from either form."""
    sent = task["workflowPayload"]
    return sent.decode() if isinstance(sent, bytes) else base64.b64decode(sent).decode()


def jobs_of(who, repository, run):
    return who.get(f"{at(repository)}/actions/runs/{run['id']}/jobs").json()["jobs"]


def status_of(who, repository, run):
    now = who.get(f"{at(repository)}/actions/runs/{run['id']}").json()
    return now["status"], now.get("conclusion")


class TestFetching:
    @pytest.mark.parametrize("form", ["json", "proto"])
    def test_brings_the_job_and_what_it_may_know(self, server, new_user, form):
        owner = new_user()
        repository = new_repository(owner, auto_init=True, default_branch="main")
        for path in at(repository), "/user":
            for name, value in ("BOTH", path[1]), (path[1].upper() + "_ONLY", "x"):
                owner.call("PUT", f"{path}/actions/secrets/{name}", {"data": value}, expect=201)
                owner.post(f"{path}/actions/variables/{name}", {"value": value}, expect=201)
        repository, run = new_run(owner, repository=repository)
        task = new_runner(server.url, owner, repository, form=form).take()
        for values in task["secrets"], task["vars"]:
            assert (values["BOTH"], values["R_ONLY"], values["U_ONLY"]) == ("r", "x", "x")
        assert task["secrets"]["GITHUB_TOKEN"] == task["context"]["token"]
        assert "echo hi" in payload(task) and "runs-on" in payload(task)
        context = task["context"]
        assert (context["repository"], context["event_name"], context["ref"], context["actor"], context["sha"]) == \
            (repository["full_name"], "push", "refs/heads/main", owner.name, run["head_sha"])
        assert context["run_id"] == str(run["id"]) and context["server_url"] == server.url
        assert context["event"]["ref"] == "refs/heads/main"

    def test_gives_each_job_once(self, server, new_user):
        owner = new_user()
        repository, _ = new_run(owner)
        one, two = (new_runner(server.url, owner, repository) for _ in "12")
        assert one.take() and two.fetch() is None and one.fetch() is None

    def test_wants_all_labels_in_any_case(self, server, new_user):
        owner = new_user()
        repository, _ = new_run(owner, BUILD.replace("runs-on: box", "runs-on: [Linux, arm]"))
        assert new_runner(server.url, owner, repository, labels=("linux",)).fetch() is None
        assert new_runner(server.url, owner, repository, labels=("ARM:docker://x", "linux:host", "more")).take()

    def test_gives_nothing_to_the_disabled(self, server, new_user):
        owner = new_user()
        repository, _ = new_run(owner)
        runner = new_runner(server.url, owner, repository)
        path = f"{at(repository)}/actions/runners/{runner.id}"
        owner.call("PATCH", path, {"disabled": True}, expect=200)
        assert runner.fetch() is None
        owner.call("PATCH", path, {"disabled": False}, expect=200)
        assert runner.take()

    def test_gives_nothing_of_others(self, server, new_user, admin):
        owner, other = new_user(), new_user()
        repository, _ = new_run(owner)
        elsewhere = new_repository(owner)
        organization = new_organization(owner)
        for who, path in (other, "/user"), (owner, at(elsewhere)), (owner, f"/orgs/{organization}"):
            token = who.post(f"{path}/actions/runners/registration-token").json()["token"]
            assert Runner(server.url, token).fetch() is None
        assert Runner(server.url, owner.post("/user/actions/runners/registration-token").json()["token"]).take()

    def test_by_a_runner_of_the_site_brings_anybodys(self, server, new_user, admin):
        owner = new_user()
        repository, run = new_run(owner, BUILD.replace("runs-on: box", "runs-on: the-sites"))
        runner = Runner(server.url, admin.post("/admin/actions/runners/registration-token").json()["token"], labels=("the-sites",))
        assert runner.take()["context"]["run_id"] == str(run["id"])
        admin.delete(f"/admin/actions/runners/{runner.id}", expect=204)


class TestEphemeralRunner:
    def test_is_gone_after_one_task(self, server, new_user):
        owner = new_user()
        repository, run = new_run(owner)
        write(owner, repository, "more.txt", "x\n")
        wait_for_runs(owner, repository, 2)
        runner = new_runner(server.url, owner, repository, ephemeral=True)
        task = runner.take()
        assert runner.fetch() is None, "it does one"
        runner.finish(task)
        runner.refused("FetchTask", {"tasksVersion": 0}, 401, "unauthenticated")
        owner.refused("GET", f"{at(repository)}/actions/runners/{runner.id}", 404)
        assert status_of(owner, repository, run) == ("completed", "success")


@pytest.mark.parametrize("form", ["json", "proto"])
class TestReporting:
    def test_makes_the_runner_busy_until_the_end(self, server, new_user, form):
        owner = new_user()
        repository, run = new_run(owner)
        runner = new_runner(server.url, owner, repository, form=form)
        task = runner.take()
        assert status_of(owner, repository, run) == ("in_progress", None)
        assert runner.report(task)["state"].get("result", "RESULT_UNSPECIFIED") == "RESULT_UNSPECIFIED"
        path = f"{at(repository)}/actions/runners/{runner.id}"
        assert owner.get(path).json()["busy"] is True
        runner.finish(task)
        assert owner.get(path).json()["busy"] is False
        assert status_of(owner, repository, run) == ("completed", "success")

    @pytest.mark.parametrize("result", ["SUCCESS", "FAILURE", "CANCELLED", "SKIPPED"])
    def test_ends_the_job_as_the_runner_says(self, server, new_user, form, result):
        owner = new_user()
        repository, run = new_run(owner)
        runner = new_runner(server.url, owner, repository, form=form)
        step = {"id": 0, "result": f"RESULT_{result}", "startedAt": "2025-01-01T00:00:00Z",
                "stoppedAt": "2025-01-01T00:00:01Z", "logIndex": 0, "logLength": 1}
        runner.finish(runner.take(), result, steps=[step])
        job, = jobs_of(owner, repository, run)
        assert (job["status"], job["conclusion"], job["runner_name"]) == ("completed", result.lower(), "box")
        assert job["steps"][0]["conclusion"] == result.lower()

    def test_keeps_the_log_by_rows(self, server, new_user, form):
        owner = new_user()
        repository, run = new_run(owner)
        runner = new_runner(server.url, owner, repository, form=form)
        task = runner.take()
        job = jobs_of(owner, repository, run)[0]["id"]
        log = f"{at(repository)}/actions/jobs/{job}/logs"
        owner.refused("GET", log, 404)
        assert runner.log(task, "one", "two", no_more=False) == 2
        assert runner.log(task, "two", "three", index=1, no_more=False) == 3, "what comes twice is kept once"
        assert runner.log(task, "far away", index=9, no_more=False) == 3, "there is no gap"
        assert runner.log(task, "ünïcode \x00 \u2028", index=3) == 4
        runner.finish(task)
        lines = owner.get(log).content.decode().split("\n")
        assert [line.split(" ", 1)[1] for line in lines[:3]] == ["one", "two", "three"]
        assert lines[0].startswith("2025-01-01T00:00:00") and "ünïcode" in lines[3]

    def test_hands_outputs_on_to_those_who_wait(self, server, new_user, form):
        owner = new_user()
        repository, run = new_run(owner, TWO_JOBS)
        runner = new_runner(server.url, owner, repository, form=form)
        first = runner.take()
        assert runner.fetch() is None, "the second waits"
        assert {job["name"]: job["status"] for job in jobs_of(owner, repository, run)} == {"first": "in_progress", "second": "waiting"}
        assert runner.report(first, outputs={"answer": "42"})["sentOutputs"] == ["answer"]
        runner.finish(first, outputs={"answer": "42"})
        second = runner.take()
        assert second["needs"]["first"] == {"outputs": {"answer": "42"}, "result": "RESULT_SUCCESS"}
        runner.finish(second)
        assert status_of(owner, repository, run) == ("completed", "success")

    def test_tells_a_runner_to_stop(self, server, new_user, form):
        owner = new_user()
        repository, run = new_run(owner)
        runner = new_runner(server.url, owner, repository, form=form)
        task = runner.take()
        owner.post(f"{at(repository)}/actions/runs/{run['id']}/cancel")
        assert status_of(owner, repository, run) == ("completed", "cancelled"), "it is not waited for"
        assert runner.report(task)["state"]["result"] == "RESULT_CANCELLED"
        runner.finish(task, "SUCCESS")
        assert status_of(owner, repository, run) == ("completed", "cancelled")

    def test_of_what_is_over_changes_nothing(self, server, new_user, form):
        owner = new_user()
        repository, run = new_run(owner)
        runner = new_runner(server.url, owner, repository, form=form)
        task = runner.take()
        runner.finish(task, "FAILURE")
        assert runner.finish(task, "SUCCESS")["state"]["result"] == "RESULT_FAILURE"
        assert status_of(owner, repository, run) == ("completed", "failure")

    def test_of_anothers_task_is_refused(self, server, new_user, form):
        owner = new_user()
        repository, run = new_run(owner)
        task = new_runner(server.url, owner, repository, form=form).take()
        other = new_runner(server.url, owner, repository, form=form)
        other.refused("UpdateTask", {"state": {"id": int(task["id"]), "result": "RESULT_SUCCESS"}}, 404, "not_found")
        other.refused("UpdateLog", {"taskId": int(task["id"]), "index": 0, "rows": [], "noMore": True}, 404, "not_found")
        other.refused("UpdateTask", {"state": {"id": 99999999, "result": "RESULT_SUCCESS"}}, 404, "not_found")
        assert status_of(owner, repository, run)[0] == "in_progress"


class TestNeeds:
    @pytest.mark.parametrize("result", ["FAILURE", "CANCELLED"])
    def test_are_skipped_after_a_failure(self, server, new_user, result):
        owner = new_user()
        repository, run = new_run(owner, TWO_JOBS)
        runner = new_runner(server.url, owner, repository)
        runner.finish(runner.take(), result)
        wait_until(lambda: status_of(owner, repository, run)[0] == "completed", "the end of the run")
        assert {job["name"]: job["conclusion"] for job in jobs_of(owner, repository, run)} == \
            {"first": result.lower(), "second": "skipped"}
        assert status_of(owner, repository, run)[1] == result.lower()
        assert runner.fetch() is None

    def test_run_after_a_failure_where_their_condition_says_so(self, server, new_user):
        owner = new_user()
        repository, run = new_run(owner, TWO_JOBS.replace("needs: first\n", "needs: first\n    if: always()\n"))
        runner = new_runner(server.url, owner, repository)
        runner.finish(runner.take(), "FAILURE")
        second = runner.take()
        assert second["needs"]["first"]["result"] == "RESULT_FAILURE"


class TestForceCancel:
    def test_ends_what_runs_at_once(self, server, new_user):
        owner = new_user()
        repository, run = new_run(owner)
        runner = new_runner(server.url, owner, repository)
        task = runner.take()
        owner.post(f"{at(repository)}/actions/runs/{run['id']}/force-cancel")
        assert status_of(owner, repository, run) == ("completed", "cancelled")
        assert runner.finish(task, "SUCCESS")["state"]["result"] == "RESULT_CANCELLED"
        token = requests.get(f"{server.url}/api/v1{at(repository)}", timeout=30,
                             headers={"Authorization": "token " + task["context"]["token"]})
        assert token.status_code == 401, "its token has ended with it"


def test_a_task_starts_nothing(server, new_user):
    """What a task pushes runs no workflow: otherwise one that pushes would run for ever."""
    owner = new_user()
    repository, _ = new_run(owner)
    runner = new_runner(server.url, owner, repository)
    task = runner.take()
    answer = requests.post(f"{server.url}/api/v1{at(repository)}/contents/by-task.txt", timeout=30,
                           json={"content": base64.b64encode(b"x").decode()},
                           headers={"Authorization": "token " + task["context"]["token"]})
    assert answer.status_code == 201
    write(owner, repository, "by-owner.txt", "x\n")
    runs = wait_for_runs(owner, repository, 2)
    assert len(runs) == 2


def test_a_collaborator_who_writes_may_run_and_one_who_reads_may_not(server, new_user):
    owner, writer, reader = new_user(), new_user(), new_user()
    repository, run = new_run(owner)
    let_in(owner, repository, writer, "write")
    let_in(owner, repository, reader, "read")
    path = f"{at(repository)}/actions/runs/{run['id']}"
    for action in "cancel", "force-cancel", "rerun", "rerun-failed-jobs", "approve":
        reader.refused("POST", f"{path}/{action}", 403)
    reader.refused("DELETE", path, 403)
    writer.post(f"{path}/cancel")
    writer.delete(path, expect=204)
