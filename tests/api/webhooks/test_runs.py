"""What hooks are told of runs and their jobs."""
from program import wait_until
from receiver import Receiver
from workshop import Workshop, job


def test_runs_and_jobs_are_told_of(caller, ann):
    here = Workshop(caller.url, ann, "name: build\non: push\njobs:\n  one:\n" + job())
    here.owner.post(f"{here.at}/runs/{here.runs(1)[0]['id']}/cancel", expect=200)
    with Receiver() as box:
        box.hook(ann, here.work, "workflow_run", "workflow_job")
        box.hook(ann, here.work, "workflow_run", "workflow_job", type="slack", config={"channel": "#builds"}, path="/chat")
        here.put("again.txt")
        run = here.runs(2)[0]
        told = box.next("workflow_job", action="queued").json
        assert told["workflow_job"]["name"] == "one" and told["sender"]["login"] == ann.name
        assert box.next("workflow_run", action="requested").json["workflow_run"]["id"] == run["id"]
        runner = here.runner()
        task = runner.take()
        assert box.next("workflow_job", action="in_progress").json["workflow_job"]["runner_id"] == runner.id
        runner.finish(task)
        told = box.next("workflow_run", action="completed").json
        assert told["workflow_run"]["conclusion"] == "success" and told["workflow"]["name"] == "build"
        assert told["repository"]["full_name"] == here.repository["full_name"]
        assert box.next("workflow_job", action="completed").json["workflow_job"]["conclusion"] == "success"
        said = wait_until(lambda: [d for d in box.got if d.path == "/chat" and "completed" in d.text and "Workflow run" in d.text],
                          "the words for people")
        assert "Workflow run completed (success)" in said[0].json["text"]
        assert any("Job in progress" in d.json["text"] and "one in main" in d.json["text"] for d in box.got if d.path == "/chat")


def test_a_cancelled_run_is_told_of_at_once(caller, ann):
    here = Workshop(caller.url, ann, "name: build\non: [push]\njobs:\n  one:\n" + job())
    run = here.runs(1)[0]["id"]
    here.runner().take()
    with Receiver() as box:
        box.hook(ann, here.work, "workflow_run", "workflow_job")
        here.owner.post(f"{here.at}/runs/{run}/cancel", expect=200)
        assert box.next("workflow_job", action="completed").json["workflow_job"]["conclusion"] == "cancelled"
        assert box.next("workflow_run", action="completed").json["workflow_run"]["conclusion"] == "cancelled"
