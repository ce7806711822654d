"""What hooks are told of runs and their jobs."""
from receiver import Receiver
from workshop import Workshop, job


def test_runs_and_jobs_are_told_of(caller, ann):
    here = Workshop(caller.url, ann, "name: build\non: push\njobs:\n  one:\n" + job())
    here.owner.post(f"{here.at}/runs/{here.runs(1)[0]['id']}/cancel", expect=200)
    with Receiver() as box:
        box.hook(ann, here.work, "workflow_run", "workflow_job")
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
