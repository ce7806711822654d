"""git-lfs: pushes large files, clones them, and locks one so that somebody else cannot push it."""
import os

from installed import from_debian
from repositories import let_in, new_repository
from secure_shell import Ssh
from signing import public_half, ssh_key
from working_copy import Git, address

pytestmark = from_debian("git-lfs", program="git-lfs")


def cloned(folder, server, repository, person):
    """A working copy of somebody's, with git-lfs as `git lfs install` sets it up, and a token for a password."""
    work = Git(folder / "work", HOME=str(folder), GIT_CONFIG_GLOBAL=str(folder / ".gitconfig"))
    work.done("lfs", "install", "--skip-repo")
    work.done("clone", "-q", address(server, repository["full_name"], person.name, person.key), ".")
    where = address(server, repository["full_name"])
    work.done("config", f"lfs.{where}/info/lfs.locksverify", "true")
    return work


def test_pushes_clones_and_locks(server, owner, new_user, new_token, tmp_path):
    colleague = new_user()
    colleague.key = new_token(colleague, "write:repository").made["sha1"]
    repository = new_repository(owner, private=True, default_branch="main")
    let_in(owner, repository, colleague)
    data = {f"{number}.bin": os.urandom(100_000 + number) for number in range(12)}

    work = cloned(tmp_path / "one", server, repository, owner)
    work.done("checkout", "-q", "-B", "main")
    work.done("lfs", "track", "--lockable", "*.bin")
    work.commit({".gitattributes": (work.folder / ".gitattributes").read_text(), **data})
    work.done("push", "-q", "origin", "main")
    stored = owner.get(f"/repos/{repository['full_name']}/raw/3.bin").content
    assert stored.startswith(b"version https://git-lfs") and len(stored) < 200

    other = cloned(tmp_path / "two", server, repository, colleague)
    assert {name: (other.folder / name).read_bytes() for name in data} == data
    assert other.done("lfs", "fsck") == "Git LFS fsck OK"

    work.done("lfs", "lock", "0.bin")
    assert "0.bin" in other.done("lfs", "locks")
    (other.folder / "0.bin").chmod(0o644)  # git-lfs makes lockable files read-only for whoever has no lock
    other.commit({"0.bin": b"mine"})
    assert "locked files" in other.fails("push", "origin", "main")
    assert owner.name in other.done("lfs", "locks")
    other.fails("lfs", "unlock", "0.bin")
    work.done("lfs", "unlock", "0.bin")
    other.done("push", "-q", "origin", "main")
    work.done("pull", "-q", "origin", "main")
    assert (work.folder / "0.bin").read_bytes() == b"mine"


def test_over_ssh(server, owner, tmp_path):
    """git-lfs asks over SSH where large files go and who it is, and then speaks HTTP."""
    key = ssh_key(tmp_path)
    owner.post("/user/keys", {"title": "key", "key": public_half(key)}, expect=201)
    repository = new_repository(owner, private=True, default_branch="main")
    shell = Ssh(tmp_path, server.ssh_port, key)
    work = shell.git("work")
    work.done("init", "-q", "-b", "main")
    work.done("lfs", "install", "--local")
    work.done("lfs", "track", "*.bin")
    work.commit({".gitattributes": (work.folder / ".gitattributes").read_text(), "a.bin": b"large" * 1000})
    work.done("push", "-q", shell.url(repository), "main")
    assert owner.get(f"/repos/{repository['full_name']}/media/a.bin").content == b"large" * 1000
