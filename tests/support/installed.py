"""Clients that others have written: whether they are installed, and how a script for Node is run that uses one."""
import contextlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys

import pytest
from program import PATIENCE, ROOT
from working_copy import ENVIRONMENT

SCRIPTS = ROOT / "tests" / "clients"
PACKAGES = ROOT / "build" / "clients-python"  # where ./test clients puts what is in requirements.txt
LONG = 4 * PATIENCE  # seconds for clients that do much at once

if str(PACKAGES) not in sys.path:
    sys.path.append(str(PACKAGES))  # at the end: what Debian has, the tests have from there


def from_npm(name, folder=SCRIPTS):
    there = (folder / "node_modules" / name / "package.json").exists()
    return pytest.mark.skipif(not there, reason=f"npm's {name} is not installed here; ./test clients installs it if it can")


def from_pypi(name, module):
    there = importlib.util.find_spec(module) is not None
    return pytest.mark.skipif(not there, reason=f"PyPI's {name} is not installed here; ./test clients installs it if it can")


def from_debian(package, program=None, module=None):
    there = shutil.which(program) if program else importlib.util.find_spec(module)
    return pytest.mark.skipif(not there, reason=f"Debian's {package} is not installed here")


def settings(folder, **more):
    """An environment in which nothing of this machine's has a say: its settings of git, of npm, its proxies, its home."""
    proxies = {"http_proxy", "https_proxy", "all_proxy"}
    kept = {name: value for name, value in ENVIRONMENT.items()
            if name.lower() not in proxies and not name.startswith(("npm_", "CI", "GITHUB_", "GITEA_", "FORGEJO_"))}
    return {**kept, "HOME": str(folder), "NO_PROXY": "127.0.0.1", "GIT_CONFIG_GLOBAL": str(folder / ".gitconfig"), **more}


class Conversation:
    """A script that reads lines of JSON and writes such: `say` sends one, `hear` waits for the next."""

    def __init__(self, script, folder):
        self.process = subprocess.Popen(["node", SCRIPTS / script], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, env=settings(folder))

    def say(self, **told):
        self.process.stdin.write(json.dumps(told) + "\n")
        self.process.stdin.flush()

    def hear(self):
        line = self.process.stdout.readline()
        assert line, self.process.communicate(timeout=PATIENCE)[1]
        return json.loads(line)


@contextlib.contextmanager
def talking_to(script, folder):
    talk = Conversation(script, folder)
    try:
        yield talk
    finally:
        talk.process.kill()
        talk.process.communicate()


def run(command, folder, environment=None, timeout=LONG):
    """Runs a program in a folder to its end, which must be a good one; returns all that it has said."""
    done = subprocess.run([os.fspath(word) for word in command], cwd=folder, env=environment or settings(folder), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout)
    assert done.returncode == 0, done.stdout[-12000:]
    return done.stdout


def run_script(script, home, **told):
    """Runs a script that is told something and answers once."""
    with talking_to(script, home) as talk:
        talk.say(**told)
        return talk.hear()
