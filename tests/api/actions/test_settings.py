"""The section [actions] of app.ini."""
import pytest
from client import ADMIN, PASSWORD, Client
from program import wait_until
from repositories import at, new_repository
from workflows import BUILD, new_run, new_runner, runs_of, wait_for_runs, write


@pytest.fixture
def site(program):
    """site(KEY=value, ...): a client of somebody on a site with these settings."""

    def start(**settings):
        program.settings["actions"] = settings
        program.write_config()
        for name, password, *flags in (*ADMIN, "--admin"), ("ann", PASSWORD):
            program.create_user(name, password, *flags)
        return Client(program.start().url, basic=("ann", PASSWORD))

    return start


def test_runners_are_told_where_actions_are(site, program):
    ann = site(DEFAULT_ACTIONS_URL="https://code.example.org/", ARTIFACT_RETENTION_DAYS=7)
    repository, _ = new_run(ann)
    context = new_runner(program.url, ann, repository).take()["context"]
    assert context["gitea_default_actions_url"] == "https://code.example.org" and context["retention_days"] == "7"


def test_actions_can_come_from_the_site_itself(site, program):
    ann = site(DEFAULT_ACTIONS_URL="self")
    repository, _ = new_run(ann)
    assert new_runner(program.url, ann, repository).take()["context"]["gitea_default_actions_url"] == program.url


def test_an_address_that_is_none_is_refused(program):
    program.settings["actions"] = {"DEFAULT_ACTIONS_URL": "gitlab", "WORKFLOW_DIRS": "/etc"}
    program.write_config()
    said = program.run("config", "show", check=False)
    assert said.returncode != 0 and "DEFAULT_ACTIONS_URL" in said.stdout + said.stderr
    assert "WORKFLOW_DIRS" in said.stdout + said.stderr


def test_switched_off_nothing_starts_and_nothing_is_shown(site):
    ann = site(ENABLED="false")
    repository = new_repository(ann, auto_init=True, default_branch="main")
    assert repository["has_actions"] is False
    write(ann, repository, ".gitea/workflows/build.yml", BUILD)
    for path in "runs", "workflows", "artifacts":
        ann.refused("GET", f"{at(repository)}/actions/{path}", 404)


def test_words_in_a_message_and_folders_are_chosen(site):
    ann = site(SKIP_WORKFLOW_STRINGS="[not now]", WORKFLOW_DIRS=".ours/flows")
    repository = new_repository(ann, auto_init=True, default_branch="main")
    write(ann, repository, ".gitea/workflows/build.yml", BUILD)
    write(ann, repository, ".ours/flows/build.yml", BUILD, message="add it [not now]")
    write(ann, repository, "a.txt", "a", message="[skip ci] means nothing here")
    run, = wait_for_runs(ann, repository)
    assert run["display_title"] == "[skip ci] means nothing here" and "build.yml" in run["path"]
    assert [one["id"] for one in runs_of(ann, repository)] == [run["id"]]


def test_a_run_is_run_so_often_and_no_more(site, program):
    ann = site(MAX_RERUN_ATTEMPTS=2)
    repository, run = new_run(ann)
    runner = new_runner(program.url, ann, repository)
    address = f"{at(repository)}/actions/runs/{run['id']}/rerun"
    runner.finish(runner.take())
    ann.post(address, expect=201)
    runner.finish(runner.take())
    ann.refused("POST", address, 400)


@pytest.mark.parametrize("task, settings, end", [
    ("stop_zombie_tasks", {"ZOMBIE_TASK_TIMEOUT": "1s"}, "failure"),
    ("stop_endless_tasks", {"ENDLESS_TASK_TIMEOUT": "1s"}, "failure"),
    ("cancel_abandoned_jobs", {"ABANDONED_JOB_TIMEOUT": "1s"}, "cancelled"),
])
def test_what_takes_too_long_ends(site, program, task, settings, end):
    ann = site(**settings)
    admin = Client(program.url, basic=ADMIN)
    repository, run = new_run(ann)
    if end == "failure":
        new_runner(program.url, ann, repository).take()

    def ended():
        admin.post(f"/admin/cron/{task}", expect=204)
        return ann.get(f"{at(repository)}/actions/runs/{run['id']}").json().get("conclusion") == end
    wait_until(ended, f"a run that is over as {end}")


@pytest.mark.parametrize("how", ["none", "gzip", "zstd"])
def test_logs_are_kept_packed_or_not_and_for_so_long(site, program, how):
    ann = site(LOG_COMPRESSION=how, LOG_RETENTION_DAYS=1)
    admin = Client(program.url, basic=ADMIN)
    repository, run = new_run(ann)
    runner = new_runner(program.url, ann, repository)
    task = runner.take()
    rows = [f"line {i} {'x' * 200}" for i in range(60)]
    for first in range(0, 60, 20):
        runner.log(task, *rows[first:first + 20], index=first, no_more=first == 40)
    runner.finish(task)
    kept = program.folder / "storage" / "action_logs" / str(task["id"])
    assert (kept.read_bytes()[:2] == b"\x1f\x8b") == (how != "none")
    job = ann.get(f"{at(repository)}/actions/runs/{run['id']}/jobs").json()["jobs"][0]["id"]
    log = f"{at(repository)}/actions/jobs/{job}/logs"
    said = ann.get(log).text
    assert [line.split(" ", 1)[1] for line in said.splitlines()] == rows
    program.sql(f"UPDATE action_task SET stopped_at = stopped_at - 90000 WHERE id = {task['id']}")
    admin.post("/admin/cron/cleanup_actions", expect=204)
    wait_until(lambda: not kept.exists(), "the end of an old log")
    ann.refused("GET", log, 404)
