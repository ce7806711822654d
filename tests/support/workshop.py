"""Repositories with workflows, and runners that do them."""
from program import wait_until
from pulls import begun, put_file
from repositories import at
from runner import Runner

FOLDER = ".cairn/workflows"
ONE_JOB = "on: push\njobs:\n  one:\n    runs-on: box\n    steps:\n      - run: echo hi\n"


def job(runs="box", **more):
    """A job as lines of YAML, to stand below `jobs:` and a key."""
    lines = [f"    {key.replace('_', '-')}: {value}\n" for key, value in {"runs_on": runs, **more}.items()]
    return "".join(lines) + "    steps:\n      - run: echo hi\n"


class Workshop:
    """A repository with one workflow: `on` and the jobs by their keys, each as job() gives it, or the whole file."""

    def __init__(self, url, owner, text=ONE_JOB, file="build.yml", folder=FOLDER, **more):
        self.url, self.owner, self.file = url, owner, file
        self.repository = begun(owner, **more)
        self.work = at(self.repository)
        self.at = f"{self.work}/actions"
        put_file(owner, self.repository, f"{folder}/{file}", text)

    def put(self, path, text="x\n", who=None, **more):
        return put_file(who or self.owner, self.repository, path, text, **more)

    def runs(self, count=None, query=""):
        """The runs, the newest first; with a count once there are so many."""
        def look():
            return self.owner.get(f"{self.at}/runs{query}").json()["workflow_runs"]
        return look() if count is None else wait_until(lambda: len(found := look()) >= count and found, f"{count} runs")

    def run(self, run_id):
        return self.owner.get(f"{self.at}/runs/{run_id}").json()

    def jobs(self, run_id, attempt=None):
        """Its jobs as {name: what became of them}."""
        where = f"{self.at}/runs/{run_id}" + (f"/attempts/{attempt}" if attempt else "")
        return {one["name"]: one.get("conclusion") or one["status"] for one in self.owner.get(f"{where}/jobs").json()["jobs"]}

    def runner(self, **more):
        token = self.owner.post(f"{self.at}/runners/registration-token").json()["token"]
        return Runner(self.url, token, **more)
