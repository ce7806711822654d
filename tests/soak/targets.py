"""What the soak attacks: an account for the attackers with things in it that are small and have much in them, and repositories of the
people who only want to work."""
import os

from bombs import tree_bomb
from client import ADMIN, PASSWORD, Client
from working_copy import Git, address

WRITERS = 6  # people who only want to work
ENTRIES = 100_000  # in one folder


def _account(admin, url, name):
    admin.post("/admin/users", {"username": name, "email": f"{name}@example.com", "password": PASSWORD,
                                "must_change_password": False}, expect=201)
    somebody = Client(url, basic=(name, PASSWORD))
    return somebody, somebody.post(f"/users/{name}/tokens", {"name": "t", "scopes": ["all"]}, expect=201).json()["sha1"]


def _bomb(git):
    git.done("update-ref", "refs/heads/main", tree_bomb(git))


def _wide(git):
    blob = git.done("hash-object", "-w", "--stdin", input=b"x")
    tree = git.done("mktree", input="".join(f"100644 blob {blob}\tf{number:07}\n" for number in range(ENTRIES)).encode())
    git.done("update-ref", "refs/heads/main", git.done("commit-tree", "-m", "wide", tree))


def _large(git):
    """Two commits with files that have little in common, and noise that compresses badly."""
    lines = lambda step, count=50_000: b"".join(b"%d\n" % (number * 7 % step) for number in range(count))
    git.commit({"b.txt": lines(977) * 10, "noise": os.urandom(8 << 20), **{f"{i}.txt": lines(9973 + i) for i in range(20)}})
    git.commit({"b.txt": lines(983) * 10, **{f"{i}.txt": lines(9871 + i) for i in range(20)}})


def prepare(program, folder):
    """Starts the program and fills it; what the attackers and the writers must know, as JSON can hold it."""
    program.create_user(*ADMIN, "--admin")
    program.start()
    admin = Client(program.url, basic=ADMIN)
    mallory, token = _account(admin, program.url, "mallory")
    for name, fill in (("bomb", _bomb), ("wide", _wide), ("large", _large)):
        mallory.post("/user/repos", {"name": name}, expect=201)
        git = Git(folder / name)
        git.done("init", "-q", "-b", "main")
        fill(git)
        git.done("push", "-q", address(program, f"mallory/{name}", "mallory", PASSWORD), "main")
    mallory.post("/user/repos", {"name": "yard", "auto_init": True, "default_branch": "main"}, expect=201)
    writers = []
    for number in range(WRITERS):
        somebody, own = _account(admin, program.url, f"ann{number}")
        somebody.post("/user/repos", {"name": "work", "auto_init": True, "default_branch": "main"}, expect=201)
        somebody.post(f"/repos/ann{number}/work/issues", {"title": "the one with comments"}, expect=201)
        writers.append({"name": f"ann{number}", "token": own})
    return {"url": program.url, "port": program.port, "token": token, "writers": writers}
