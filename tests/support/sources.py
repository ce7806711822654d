"""Repositories that others are copied from."""
import base64
import contextlib
import socket
import subprocess

from program import free_port, wait_until


def source(there, name, **more):
    """Somebody with a repository that has a file, a branch and a tag."""
    owner = there.person(name)
    owner.post("/user/repos", {"name": "src", "auto_init": True, "default_branch": "trunk", **more}, expect=201)
    owner.post(f"/repos/{name}/src/branches", {"new_branch_name": "side"}, expect=201)
    owner.post(f"/repos/{name}/src/tags", {"tag_name": "v1"}, expect=201)
    return owner, f"{there.url}/{name}/src.git"


def write(who, at, path, text, branch="trunk", **more):
    return who.post(f"{at}/contents/{path}", {"content": base64.b64encode(text.encode()).decode(), "message": f"write {path}",
                                              "branch": branch, **more}, expect=201).json()["commit"]["sha"]


@contextlib.contextmanager
def daemon(folder):
    """Git's own server, on 127.0.0.1 alone."""
    port = free_port()
    process = subprocess.Popen(["git", "daemon", "--export-all", "--reuseaddr", "--listen=127.0.0.1", f"--port={port}",
                                f"--base-path={folder}"], stderr=subprocess.DEVNULL)

    def listens():
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return True

    try:
        wait_until(listens, "the daemon")
        yield port
    finally:
        process.terminate()
        process.wait()
