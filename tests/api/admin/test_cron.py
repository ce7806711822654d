"""/admin/cron: the tasks of upkeep, listed and run."""
import shutil

import pytest
from client import ADMIN, Client
from cron import TASKS, ran, task
from program import wait_until


def test_lists_them_with_their_schedules(admin):
    answer = admin.get("/admin/cron?limit=2", expect=200)
    assert answer.headers["X-Total-Count"] == "30" and "Link" not in answer.headers
    assert [each["name"] for each in answer.json()] == ["update_mirrors", "repo_health_check"]
    mirrors = answer.json()[0]
    assert set(mirrors) == {"name", "schedule", "next", "prev", "exec_times"}
    assert mirrors["schedule"] == "@every 10m" and mirrors["next"] > "2020"
    idle = task(admin, "gc_lfs")
    assert idle["schedule"] == "-" and idle["next"] == "0001-01-01T00:00:00Z"
    assert admin.get("/admin/cron?limit=50&page=2").json() == []


def test_runs_one_by_its_name(admin):
    before = task(admin, "delete_old_system_notices")["exec_times"]
    admin.post("/admin/cron/delete_old_system_notices", expect=204)
    after = task(admin, "delete_old_system_notices")
    assert after["exec_times"] == before + 1 and after["prev"] > "2020"


def test_is_for_administrators(admin, anonymous, new_user, new_token):
    admin.refused("POST", "/admin/cron/no_such_task", 404)
    for method, path in (("GET", "/admin/cron"), ("POST", "/admin/cron/gc_lfs")):
        anonymous.refused(method, path, 401)
        new_user().refused(method, path, 403)
    new_token(admin, "read:admin").get("/admin/cron", expect=200)
    new_token(admin, "read:admin").refused("POST", "/admin/cron/gc_lfs", 403)


@pytest.fixture
def own(program):
    program.create_user(*ADMIN, "--admin")
    return Client(program.start().url, basic=ADMIN)


def test_follows_app_ini(program):
    program.settings |= {"cron.gc_lfs": {"ENABLED": "true", "RUN_AT_START": "true", "SCHEDULE": "30 4 * * mon"},
                         "cron.update_mirrors": {"ENABLED": "false"}}
    program.write_config()
    program.create_user(*ADMIN, "--admin")
    admin = Client(program.start().url, basic=ADMIN)
    lfs = wait_until(lambda: (row := task(admin, "gc_lfs"))["exec_times"] == 1 and row, "a run at the start")
    assert lfs["schedule"] == "30 4 * * mon" and lfs["next"].endswith("T04:30:00Z")
    assert task(admin, "update_mirrors")["schedule"] == "-"


def test_refuses_a_schedule_that_is_none(program):
    program.settings |= {"cron.gc_lfs": {"SCHEDULE": "now and then"}}
    program.write_config()
    failed = program.run("config", "show", check=False)
    assert failed.returncode != 0 and "SCHEDULE" in failed.stderr


def test_counts_runs_beyond_a_restart(own, program):
    ran(own, "gc_lfs")
    before = task(own, "gc_lfs")["exec_times"]
    program.stop()
    program.start()
    assert task(own, "gc_lfs")["exec_times"] == before


def test_missing_repositories_are_made_anew_or_deleted(own, program):
    for name in ("there", "gone"):
        own.post("/user/repos", {"name": name}, expect=201)
    folders = [path for path in program.folder.rglob("*.git") if path.is_dir()]
    assert len(folders) == 2
    shutil.rmtree(folders[0])
    ran(own, "repo_health_check")
    ran(own, "reinit_missing_repos")
    assert folders[0].is_dir()
    shutil.rmtree(folders[0])
    ran(own, "delete_missing_repos")
    found = [own.session.get(f"{program.url}/api/v1/repos/root/{name}").status_code for name in ("there", "gone")]
    assert sorted(found) == [200, 404]


def test_nothing_is_deleted_when_the_disk_is_missing(own, program):
    for name in ("one", "two"):
        own.post("/user/repos", {"name": name}, expect=201)
    for path in [path for path in program.folder.rglob("*.git") if path.is_dir()]:
        shutil.rmtree(path)
    ran(own, "delete_missing_repos")
    for name in ("one", "two"):
        own.get(f"/repos/root/{name}", expect=200)
