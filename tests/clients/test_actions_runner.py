"""What does the work of workflows elsewhere: a runner, where one is on the PATH (`forgejo-runner` or `act_runner`), and the
package that actions/upload-artifact@v3 and actions/download-artifact@v3 are made of.

A runner is to be had as a binary from its authors. It runs here in host mode, without containers: it registers, runs
steps, is cancelled in the midst, makes way for a newer run, and leaves an artifact."""
import json
import os
import pathlib
import shutil
import subprocess

import pytest
from program import BINARY, wait_until
from repositories import at
from runner import Pipeline
from workflows import new_run, new_runner, runs_of

ARTIFACT_PACKAGE = "@actions/artifact@1.1.3"
CLIENT = """
import {createRequire} from "node:module";
import fs from "node:fs";
const artifact = createRequire(process.argv[1] + "/")("@actions/artifact").create();
const [verb, name, folder, ...files] = process.argv.slice(2);
const result = verb === "upload"
    ? await artifact.uploadArtifact(name, files.map(file => `${folder}/${file}`), folder, {continueOnError: false, retentionDays: 5})
    : await artifact.downloadArtifact(name, folder, {createArtifactFolder: false});
fs.writeFileSync(process.env.ANSWER, JSON.stringify(result));
"""
WORKFLOW = """name: real
on: [push, workflow_dispatch]
concurrency: {group: real, cancel-in-progress: true}
jobs:
  one:
    runs-on: bare
    steps:
      - name: Speak
        run: |
          echo "hello from a $((20 + 22))"
          echo "answer=42" >> "$GITHUB_OUTPUT"
        id: speak
      - name: Leave something
        run: |
          curl -sSf -X POST -H "Authorization: Bearer $ACTIONS_RUNTIME_TOKEN" -H 'Content-Type: application/json' \
            -d '{"Type": "actions_storage", "Name": "left"}' \
            "${ACTIONS_RUNTIME_URL}_apis/pipelines/workflows/$GITHUB_RUN_ID/artifacts" > made.json
          container=$(sed 's/.*"fileContainerResourceUrl": *"\\([^"]*\\)".*/\\1/' made.json)
          printf 'it is here' | curl -sSf -X PUT -H "Authorization: Bearer $ACTIONS_RUNTIME_TOKEN" \
            -H 'Content-Range: bytes 0-9/10' --data-binary @- "$container?itemPath=left/a.txt"
          curl -sSf -X PATCH -H "Authorization: Bearer $ACTIONS_RUNTIME_TOKEN" -H 'Content-Type: application/json' \
            -d '{"Size": 10}' "${ACTIONS_RUNTIME_URL}_apis/pipelines/workflows/$GITHUB_RUN_ID/artifacts?artifactName=left"
      - name: Wait, if asked to
        if: github.event_name == 'workflow_dispatch'
        run: sleep 300
    outputs:
      answer: ${{ steps.speak.outputs.answer }}
  two:
    needs: one
    runs-on: bare
    steps:
      - run: test "${{ needs.one.outputs.answer }}" = 42
"""


@pytest.fixture(scope="session")
def artifact_package():
    """The folder whose node_modules have the package: this one, or one of the build's."""
    if not shutil.which("node") or not shutil.which("npm"):
        pytest.skip("there is no node or npm")
    here = pathlib.Path(__file__).parent
    folder = here if (here / "node_modules/@actions/artifact").exists() else BINARY.parent / "clients" / "artifact"
    if not (folder / "node_modules/@actions/artifact").exists():
        folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["npm", "install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, ARTIFACT_PACKAGE],
                              capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            pytest.skip(f"npm has no {ARTIFACT_PACKAGE} here: {done.stderr.strip()[-300:]}")
    return folder


def test_actions_artifact_1_uploads_and_downloads(artifact_package, server, new_user, tmp_path):
    owner = new_user()
    repository, run = new_run(owner)
    task = new_runner(server.url, owner, repository).take()
    (tmp_path / "client.mjs").write_text(CLIENT.replace("process.argv[1]", json.dumps(str(artifact_package))))

    def client(*arguments):
        done = subprocess.run(["node", tmp_path / "client.mjs", *map(str, arguments)], capture_output=True, text=True,
                              timeout=120, env={
                                  "PATH": os.environ["PATH"], "HOME": str(tmp_path), "RUNNER_TEMP": str(tmp_path),
                                  "ANSWER": str(tmp_path / "answer.json"), "GITHUB_WORKSPACE": str(tmp_path),
                                  "ACTIONS_RUNTIME_URL": server.url + "/api/actions_pipeline/",
                                  "ACTIONS_RUNTIME_TOKEN": task["context"]["gitea_runtime_token"],
                                  "GITHUB_RUN_ID": task["context"]["run_id"]})
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads((tmp_path / "answer.json").read_text())

    files = {"empty": b"", "small.txt": b"hello " * 100, "dense.bin": os.urandom(1000), "sub/a b.txt": b"x",
             "large.bin": os.urandom(20 << 20), "large.txt": b"line of text\n" * 200_000}
    for name, data in files.items():
        path = tmp_path / "from" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    sent = client("upload", "out", tmp_path / "from", *files)
    assert sent["artifactName"] == "out" and sent["failedItems"] == [] and len(sent["artifactItems"]) == len(files)
    listed, = owner.get(f"{at(repository)}/actions/runs/{run['id']}/artifacts").json()["artifacts"]
    assert (listed["name"], listed["size_in_bytes"]) == ("out", sum(map(len, files.values())))
    client("download", "out", tmp_path / "to")
    assert {name: (tmp_path / "to" / name).read_bytes() for name in files} == files
    assert set(Pipeline(server.url, task).files("out")) == {f"out/{name}" for name in files}


@pytest.fixture
def runner(server, new_user, tmp_path):
    """A real runner for one new repository: `start(repository)` begins it."""
    program = shutil.which("forgejo-runner") or shutil.which("act_runner")
    if program is None:
        pytest.skip("neither forgejo-runner nor act_runner is on the PATH")
    started = []

    def start(owner, repository):
        token = owner.post(f"{at(repository)}/actions/runners/registration-token").json()["token"]
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "NO_PROXY": "127.0.0.1"}
        subprocess.run([program, "register", "--no-interactive", "--instance", server.url, "--token", token, "--name", "real",
                        "--labels", "bare:host"], cwd=tmp_path, env=environment, check=True, timeout=60)
        started.append(subprocess.Popen([program, "daemon"], cwd=tmp_path, env=environment,
                                        stdout=open(tmp_path / "runner.log", "wb"), stderr=subprocess.STDOUT))

    yield start
    for process in started:
        process.terminate()
        process.wait(timeout=60)


def test_a_runner_works_is_cancelled_and_goes_on(runner, server, new_user):
    owner = new_user()
    repository, run = new_run(owner, WORKFLOW)
    runner(owner, repository)
    actions = f"{at(repository)}/actions"

    def state(run_id):
        return owner.get(f"{actions}/runs/{run_id}").json()

    wait_until(lambda: state(run["id"])["status"] == "completed", "the end of a run", patience=120)
    assert state(run["id"])["conclusion"] == "success"
    job = owner.get(f"{actions}/runs/{run['id']}/jobs").json()["jobs"][0]
    assert "hello from a 42" in owner.get(f"{actions}/jobs/{job['id']}/logs").text
    assert [one["name"] for one in owner.get(f"{actions}/runs/{run['id']}/artifacts").json()["artifacts"]] == ["left"]

    def dispatch():
        owner.post(f"{actions}/workflows/build.yml/dispatches", {"ref": "main"}, expect=204)
        newest = runs_of(owner, repository)[0]["id"]
        wait_until(lambda: state(newest)["status"] == "in_progress", "a runner at work", patience=60)
        return newest

    first = dispatch()
    owner.post(f"{actions}/runs/{first}/cancel", expect=200)
    assert state(first)["conclusion"] == "cancelled"
    second = dispatch()  # the runner has let go of the first one
    third = dispatch()
    assert state(second)["conclusion"] == "cancelled" and state(third)["status"] == "in_progress"
    owner.post(f"{actions}/runs/{third}/cancel", expect=200)
