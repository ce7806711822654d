"""The real git as a client: working copies, and what became of a command."""
import os
import re
import subprocess
import urllib.parse

ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "LC_ALL": "C",
    "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.com", "GIT_COMMITTER_NAME": "Ann",
    "GIT_COMMITTER_EMAIL": "ann@example.com", "no_proxy": "127.0.0.1",
}


class Git:
    """Runs git in a folder. `done(...)` must succeed and returns its output, `fails(...)` must not and returns its words."""

    def __init__(self, folder, **environment):
        self.folder = folder
        self.environment = {**ENVIRONMENT, **environment}
        folder.mkdir(parents=True, exist_ok=True)

    def run(self, *arguments, input=None, timeout=120):
        return subprocess.run(["git", *map(str, arguments)], cwd=self.folder, env=self.environment, capture_output=True,
                              input=input, timeout=timeout)

    def done(self, *arguments, **more):
        result = self.run(*arguments, **more)
        assert result.returncode == 0, f"git {arguments}: {result.stderr.decode(errors='replace')}"
        return result.stdout.decode(errors="replace").strip()

    def fails(self, *arguments, **more):
        result = self.run(*arguments, **more)
        assert result.returncode != 0, f"git {arguments} was done"
        return result.stderr.decode(errors="replace")

    def inside(self, name):
        return Git(self.folder / name, **{k: v for k, v in self.environment.items() if k not in ENVIRONMENT})

    def commit(self, files, message="change"):
        for path, content in files.items():
            file = self.folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        self.done("add", "-A")
        self.done("commit", "-q", "--allow-empty", "-m", message)
        return self.done("rev-parse", "HEAD")


def address(server, full_name, name=None, password=""):
    """Of a repository, with credentials if they are given."""
    who = f"{urllib.parse.quote(name, safe='')}:{urllib.parse.quote(password, safe='')}@" if name is not None else ""
    return server.url.replace("://", f"://{who}") + f"/{full_name}.git"


def status_in(words):
    """The status that git was answered with, as far as it tells."""
    if "Authentication failed" in words or "could not read Username" in words:
        return 401
    if "not found" in words:
        return 404
    found = re.search(r"returned error: (\d+)", words)
    return int(found[1]) if found else None
