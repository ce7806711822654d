"""What starts workflows, and what does not."""
import contextlib

import pytest
from program import wait_until
from pulls import merge, propose, put_file
from repositories import at, let_in
from workshop import FOLDER, ONE_JOB, Workshop, job


@pytest.fixture
def shop(server, new_user):
    return lambda text=None, **more: Workshop(server.url, new_user(), **({"text": text} if text else {}), **more)


def events(here):
    return [run["event"] for run in here.runs()]


@pytest.mark.parametrize("folder", [".cairn/workflows", ".gitea/workflows", ".forgejo/workflows", ".github/workflows"])
def test_workflows_are_found_where_people_have_them(shop, folder):
    here = shop(folder=folder)
    here.runs(1)
    assert here.owner.get(f"{here.at}/workflows").json()["workflows"][0]["path"] == f"{folder}/build.yml"


def test_our_own_folder_goes_before_others(shop):
    here = shop()
    here.put(".github/workflows/other.yml", ONE_JOB)
    here.runs(2)
    assert [one["id"] for one in here.owner.get(f"{here.at}/workflows").json()["workflows"]] == ["build.yml"]


def test_filters_decide(shop):
    here = shop("on:\n  push:\n    branches: [main, 'release/**']\n    paths: ['src/**', '.cairn/**']\n  workflow_dispatch:\n"
                "jobs:\n  one:\n" + job())
    here.runs(1)
    here.put("README.txt")
    here.put("src/a.c")
    here.put("src/b.c", branch="main", new_branch="other")
    here.put("src/c.c", branch="main", new_branch="release/1/2")
    here.runs(3)  # the last of them starts one, and they are looked at in their order
    assert sorted(run["head_branch"] for run in here.runs()) == ["main", "main", "release/1/2"]


def test_a_commit_may_say_that_nothing_shall_run(shop):
    here = shop()
    here.runs(1)
    here.put("a.txt", message="Write it\n\n[skip ci]")
    here.put("b.txt")
    assert [run["display_title"] for run in here.runs(2)] == ["write b.txt", f"write {FOLDER}/build.yml"]


def test_a_broken_file_says_why(shop):
    here = shop()
    here.runs(1)
    sha = here.put(f"{FOLDER}/broken.yml", "on: push\njobs: {a: {runs-on: x, steps: [], needs: b}}\n")
    here.runs(2)
    statuses = here.owner.get(f"{here.work}/commits/{sha}/statuses").json()
    told = next(one for one in statuses if one["context"] == "broken.yml (push)")
    assert told["status"] == "failure" and "\"b\", which is no job" in told["description"]
    shown = here.owner.get(f"{here.at}/workflows/broken.yml").json()
    assert shown["name"] == "broken.yml" and shown["state"] == "active"


def test_tags_issues_comments_and_releases_start_them(shop):
    here = shop("on:\n  push:\n    tags: ['v*']\n  issues:\n    types: [opened, labeled]\n  issue_comment:\n  release:\n"
                "  create:\njobs:\n  one:\n" + job())
    owner = here.owner
    put_file(owner, here.repository, "x.txt")
    label = owner.post(f"{here.work}/labels", {"name": "bug", "color": "#ff0000"}, expect=201).json()["id"]
    owner.post(f"{here.work}/issues", {"title": "one"}, expect=201)
    owner.post(f"{here.work}/issues/1/labels", {"labels": [label]}, expect=200)
    owner.post(f"{here.work}/issues/1/comments", {"body": "two"}, expect=201)
    owner.call("PATCH", f"{here.work}/issues/1", {"state": "closed"}, expect=201)
    owner.post(f"{here.work}/releases", {"tag_name": "v1", "name": "One"}, expect=201)
    here.runs(6)
    assert sorted(events(here)) == ["create", "issue_comment", "issues", "issues", "push", "release"]
    tag = here.runs(query="?event=push")[0]
    assert tag["path"] == "build.yml@refs/tags/v1" and "head_branch" not in tag


def test_a_schedule_is_kept_and_runs_when_it_is_due(shop, admin, server):
    here = shop("on:\n  schedule:\n    - cron: '* * * * *'\n  push:\njobs:\n  one:\n" + job())
    here.runs(1)
    server.sql("UPDATE workflow_schedule SET due_at = 1")
    admin.post("/admin/cron/start_schedule_tasks", expect=204)
    here.runs(2)
    assert set(events(here)) == {"push", "schedule"}


class TestDispatch:
    TEXT = ("on:\n  workflow_dispatch:\n    inputs:\n      who:\n        default: you\n      kind:\n        type: choice\n"
            "        options: [a, b]\n      must:\n        required: true\nrun-name: for ${{ inputs.who }}\njobs:\n  one:\n" + job())

    def test_takes_inputs_and_their_defaults(self, shop):
        here = shop(self.TEXT)
        address = f"{here.at}/workflows/build.yml/dispatches"
        made = here.owner.post(address + "?return_run_details=true",
                               {"ref": "main", "inputs": {"must": "yes", "more": "dropped"}}, expect=200).json()
        assert here.run(made["workflow_run_id"])["display_title"] == "for you"
        assert here.runner().take()["context"]["event"]["inputs"] == {"who": "you", "kind": "a", "must": "yes"}
        here.owner.refused("POST", address, 422, {"ref": "main"})
        here.owner.refused("POST", address, 422, {"ref": "main", "inputs": {"must": "x", "kind": "c"}})
        here.owner.refused("POST", address, 404, {"ref": "refs/pull/1/head", "inputs": {"must": "x"}})

    def test_is_for_those_who_may_write(self, shop, new_user, anonymous):
        here = shop(self.TEXT)
        reader, writer = new_user(), new_user()
        let_in(here.owner, here.repository, writer, "write")
        address, body = f"{here.at}/workflows/build.yml/dispatches", {"ref": "main", "inputs": {"must": "x"}}
        reader.refused("POST", address, 403, body)
        anonymous.refused("POST", address, 401, body)
        writer.post(address, body, expect=204)

    def test_starts_nothing_in_an_archived_repository(self, shop, new_user):
        here = shop("on: [push, workflow_dispatch]\njobs:\n  one:\n" + job())
        run = here.runs(1)[0]["id"]
        runner = here.runner()
        runner.finish(runner.take())
        here.owner.call("PATCH", here.work, {"archived": True}, expect=200)
        reader = new_user()
        for path, body in (("workflows/build.yml/dispatches", {"ref": "main"}), (f"runs/{run}/rerun", None)):
            here.owner.refused("POST", f"{here.at}/{path}", 423, body)
            reader.refused("POST", f"{here.at}/{path}", 403, body)


class TestPullRequests:
    TEXT = "on: [pull_request, pull_request_target]\njobs:\n  one:\n" + job()

    def fork(self, here, person):
        person.post(f"{here.work}/forks", {}, expect=202)
        return {"full_name": f"{person.name}/{here.repository['name']}"}

    def offer(self, here, person, name="patch"):
        fork = self.fork(here, person) if name == "patch" else {"full_name": f"{person.name}/{here.repository['name']}"}
        put_file(person, fork, f"{name}.txt", branch="main", new_branch=name)
        return propose(person, here.repository, f"{person.name}:{name}")

    def test_of_people_with_rights_run_at_once(self, shop):
        here = shop(self.TEXT)
        here.put("f.txt", new_branch="feat")
        propose(here.owner, here.repository)
        runs = {run["event"]: run for run in here.runs(2)}
        assert {event: run["status"] for event, run in runs.items()} == {"pull_request": "queued", "pull_request_target": "queued"}
        assert runs["pull_request"]["path"] == "build.yml@refs/pull/1/head"
        assert runs["pull_request_target"]["path"] == "build.yml@refs/heads/main"
        here.put("f.txt", "more\n", branch="feat")
        here.runs(4)
        assert len(here.runs(query="?event=pull_request")) == 2, "and again with new commits"

    def test_of_outsiders_wait_and_get_no_secrets(self, shop, new_user):
        here = shop(self.TEXT)
        here.owner.call("PUT", f"{here.at}/secrets/KEY", {"data": "s3cret"}, expect=201)
        outsider = new_user()
        pull = self.offer(here, outsider)
        runs = {run["event"]: run for run in here.runs(2)}
        assert {event: run["status"] for event, run in runs.items()} == {"pull_request": "waiting", "pull_request_target": "queued"}
        runner = here.runner()
        trusted = runner.take()
        assert trusted["secrets"]["KEY"] == "s3cret" and trusted["context"]["event_name"] == "pull_request_target"
        runner.finish(trusted)
        assert runner.fetch() is None, "nobody has approved it"
        run = runs["pull_request"]["id"]
        outsider.refused("POST", f"{here.at}/runs/{run}/approve", 403)
        here.owner.post(f"{here.at}/runs/{run}/approve", expect=200)
        task = runner.take()
        assert "KEY" not in task["secrets"] and task["context"]["head_ref"] == "patch"
        runner.finish(task)
        here.owner.post(f"{here.at}/runs/{run}/approve", expect=200)
        merge(here.owner, pull)
        self.offer(here, outsider, "second")
        newest = here.runs(4)
        assert {one["status"] for one in newest[:2]} == {"queued"}, "who has had something merged is trusted"

    def test_a_token_from_a_fork_only_reads(self, shop, new_user, client):
        here = shop(self.TEXT)
        self.offer(here, new_user())
        run = next(run for run in here.runs(2) if run["event"] == "pull_request")["id"]
        here.owner.post(f"{here.at}/runs/{run}/approve", expect=200)
        runner = here.runner()
        tasks = [runner.take(), runner.take()]
        task = next(task for task in tasks if task["context"]["event_name"] == "pull_request")
        assert client(token=task["context"]["token"]).get(here.work).json()["full_name"] == here.repository["full_name"]
        client(token=task["context"]["token"]).call("POST", f"{here.work}/issues", {"title": "x"}, expect=403)


def test_a_disabled_workflow_starts_nothing(shop):
    here = shop("on: [push, workflow_dispatch]\njobs:\n  one:\n" + job())
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    runner.finish(runner.take())
    here.owner.call("PUT", f"{here.at}/workflows/build.yml/disable", expect=204)
    here.put("a.txt")
    here.owner.refused("POST", f"{here.at}/runs/{run}/rerun", 400)
    here.owner.refused("POST", f"{here.at}/workflows/build.yml/dispatches", 403, {"ref": "main"})
    here.owner.call("PUT", f"{here.at}/workflows/build.yml/enable", expect=204)
    here.put("b.txt")
    assert len(here.runs(2)) == 2, "what was pushed before is looked at before"


@pytest.fixture
def nothing_is_looked_at(server):
    """As on a server that has much to do: what happens in the repository is noted, and waits until the end."""

    @contextlib.contextmanager
    def hold(repository):
        much_later = "due_at + 1000000"

        def of_it(row=""):
            return f"kind = 'workflow_trigger' AND {row}key = '{repository}'"

        if server.postgres:
            server.sql(f"CREATE FUNCTION wait_{repository}() RETURNS trigger LANGUAGE plpgsql AS"
                       f" $$BEGIN NEW.due_at = NEW.{much_later}; RETURN NEW; END$$")
            server.sql(f"CREATE TRIGGER wait_{repository} BEFORE INSERT ON job FOR EACH ROW WHEN (NEW.{of_it('NEW.')})"
                       f" EXECUTE FUNCTION wait_{repository}()")
        else:
            server.sql(f"CREATE TRIGGER wait_{repository} AFTER INSERT ON job WHEN NEW.{of_it('NEW.')}"
                       f" BEGIN UPDATE job SET due_at = {much_later} WHERE id = NEW.id; END")
        try:
            yield
        finally:
            server.sql(f"DROP TRIGGER wait_{repository}" + (" ON job" if server.postgres else ""))
            server.sql(f"UPDATE job SET due_at = 1 WHERE {of_it()}")

    return hold


def test_what_happened_while_it_was_disabled_starts_nothing_later_either(shop, nothing_is_looked_at):
    here = shop("on: push\njobs:\n  one:\n" + job())
    here.put(f"{FOLDER}/other.yml", "on: push\njobs:\n  one:\n" + job())
    here.runs(3)
    with nothing_is_looked_at(here.repository["id"]):
        here.owner.call("PUT", f"{here.at}/workflows/build.yml/disable", expect=204)
        here.put("a.txt")
        here.owner.call("PUT", f"{here.at}/workflows/build.yml/enable", expect=204)
        here.put("b.txt")
        here.owner.call("PUT", f"{here.at}/workflows/other.yml/disable", expect=204)
    here.put("c.txt")
    wait_until(lambda: any(run["display_title"] == "write c.txt" for run in here.runs()), "the last")
    started = [(run["display_title"], run["path"].partition("@")[0]) for run in here.runs()]
    assert [one for one in started if FOLDER not in one[0]] == [("write c.txt", "build.yml"), ("write b.txt", "build.yml")]


def test_other_workflows_hear_of_runs(shop):
    here = shop("name: build\non: push\njobs:\n  one:\n" + job())
    here.put(f"{FOLDER}/after.yml", "on:\n  workflow_run:\n    workflows: [build]\n    types: [completed]\njobs:\n  two:\n" + job("none"))
    here.owner.post(f"{here.at}/runs/{here.runs(2)[0]['id']}/cancel", expect=200)
    assert here.runs(3)[0]["event"] == "workflow_run"


def test_lists_show_what_one_may_read(shop, new_user, anonymous, admin):
    here = shop(private=True)
    here.runs(1)
    stranger = new_user()
    stranger.refused("GET", f"{here.at}/runs", 404)
    anonymous.refused("GET", f"{here.at}/jobs", 404)
    assert stranger.get("/user/actions/runs").json() == {"workflow_runs": [], "total_count": 0}
    assert here.owner.get("/user/actions/runs").json()["total_count"] == 1
    here.owner.refused("GET", f"{here.at}/runs?actor=nobody-of-that-name", 404)
    here.owner.refused("GET", "/user/actions/jobs?status=odd", 400)
    assert admin.get(f"/admin/actions/runs?actor={here.owner.name}").json()["total_count"] == 1


def test_a_repository_made_from_a_template_has_its_workflows(shop, new_user):
    here = shop("on: issues\njobs:\n  one:\n" + job(), template=True)
    person = new_user()
    made = person.post(f"{here.work}/generate", {"owner": person.name, "name": "made", "git_content": True}, expect=201).json()
    person.post(f"{at(made)}/issues", {"title": "one"}, expect=201)
    wait_until(lambda: person.get(f"{at(made)}/actions/runs").json()["total_count"] == 1, "the run")
