"""The real ssh as a client, with one key."""
import os
import subprocess

from working_copy import Git


class Ssh:
    """A person's ssh with one key: raw commands, and git that goes through it."""

    def __init__(self, folder, port, key, *options):
        self.folder, self.port = folder, port
        self.command = ["ssh", "-F", "/dev/null", "-i", str(key), "-p", str(port), "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes",
                        "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", *options]

    def run(self, *words, input=b"", **more):
        return subprocess.run([*self.command, "git@127.0.0.1", *words], input=input, capture_output=True, timeout=60, **more)

    def git(self, name="."):
        return Git(self.folder / name, GIT_SSH_COMMAND=" ".join(self.command))

    def url(self, repository):
        name = repository if isinstance(repository, str) else repository["full_name"]
        return f"ssh://git@127.0.0.1:{self.port}/{name}.git"


def memory_of(program):
    """What the server has of its own, in MiB: not what is mapped from files, which is the system's cache. The sanitizers
    keep what was given back, so with them there is nothing to compare."""
    if "ASAN_OPTIONS" in os.environ:
        return 0
    status = open(f"/proc/{program.process.pid}/status").read()
    return int(status.split("RssAnon:")[1].split()[0]) / 1024
