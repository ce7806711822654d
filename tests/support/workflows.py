"""Repositories with workflows, for tests of what runs."""
import base64

from program import wait_until
from repositories import at, new_repository
from runner import Runner

BUILD = """name: build
on:
  push:
  workflow_dispatch:
jobs:
  one:
    runs-on: box
    steps:
      - run: echo hi
"""


def write(who, repository, path, text, **more):
    return who.post(f"{at(repository)}/contents/{path}", {"content": base64.b64encode(text.encode()).decode(), **more},
                    expect=201).json()


def runs_of(who, repository, query=""):
    return who.get(f"{at(repository)}/actions/runs{query}").json()["workflow_runs"]


def wait_for_runs(who, repository, count=1):
    """The runs, newest first, once there are that many."""
    wait_until(lambda: len(runs_of(who, repository)) >= count, f"{count} runs")
    return runs_of(who, repository)


def new_run(owner, text=BUILD, repository=None, **more):
    """(repository, run): a repository with one workflow, which was run by its push."""
    repository = repository or new_repository(owner, auto_init=True, default_branch="main", **more)
    write(owner, repository, ".gitea/workflows/build.yml", text)
    return repository, wait_for_runs(owner, repository)[0]


def new_runner(url, owner, repository, **more):
    token = owner.post(f"{at(repository)}/actions/runners/registration-token").json()["token"]
    return Runner(url, token, **more)
