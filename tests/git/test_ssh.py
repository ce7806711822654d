"""Git over the built-in SSH server, with the real ssh and git."""
import io
import json
import os
import shutil
import subprocess
import tarfile

import pytest
from large_files import LargeFiles
from program import wait_past
from repositories import at, let_in, new_repository
from secure_shell import memory_of
from working_copy import Git


def refusal(done):
    assert done.returncode != 0, done
    return done.stderr.decode()


@pytest.mark.parametrize("kind,bits", (("ed25519", None), ("ecdsa", 256), ("ecdsa", 521), ("rsa", 3072)))
def test_every_kind_of_key_clones_and_pushes(closed, ssh, kind, bits):
    ann, repository, work = closed
    mine = ssh(ann, kind=kind, bits=bits)
    mine.git().done("clone", "-q", mine.url(repository), "copy")
    copy = mine.git("copy")
    assert copy.done("rev-parse", "HEAD") == work.done("rev-parse", "HEAD")
    head = copy.commit({"large.bin": os.urandom(3_000_000), "b.txt": "B"})
    copy.done("push", "-q", "origin", "main", "main:other")
    assert ann.get(f"{at(repository)}/branches/other").json()["commit"]["id"] == head
    assert ann.get(f"{at(repository)}/activities/feeds").json()[0]["act_user"]["login"] == ann.name


@pytest.mark.parametrize("version", (0, 1, 2))
def test_every_version_of_the_protocol(closed, ssh, version):
    ann, repository, work = closed
    mine = ssh(ann)
    mine.git().done("-c", f"protocol.version={version}", "clone", "-q", "--depth", "1", mine.url(repository), "copy")
    assert mine.git("copy").done("rev-parse", "HEAD") == work.done("rev-parse", "HEAD")


def test_large_clone(closed, ssh, url):
    ann, repository, work = closed
    head = work.commit({f"{number}.bin": os.urandom(400_000) for number in range(50)})
    work.done("push", "-q", url(repository, ann), "main")
    mine = ssh(ann)
    mine.git().done("clone", "-q", mine.url(repository), "copy")
    assert mine.git("copy").done("rev-parse", "HEAD") == head
    assert mine.git("copy").done("fsck") == ""


def test_large_push_is_taken_as_fast_as_git_can(server, closed, ssh):
    ann, repository, work = closed
    mine = ssh(ann)
    head = work.commit({f"{number}.bin": os.urandom(5_000_000) for number in range(6)})
    before = memory_of(server)
    Git(work.folder, GIT_SSH_COMMAND=" ".join(mine.command)).done("push", "-q", mine.url(repository), "main")
    assert ann.get(f"{at(repository)}/branches/main").json()["commit"]["id"] == head
    assert memory_of(server) - before < 15


def test_use_of_a_key_is_noted(server, closed, ssh):
    ann, repository, _ = closed
    mine = ssh(ann)
    wait_past(mine.registered["created_at"])
    mine.git().done("ls-remote", mine.url(repository))
    shown = ann.get(f"/user/keys/{mine.registered['id']}").json()
    assert shown["last_used_at"] > shown["created_at"]


def test_keys_that_open_nothing(closed, ssh, new_user):
    ann, repository, _ = closed
    unknown = ssh()
    assert "Permission denied (publickey)" in unknown.git().fails("ls-remote", unknown.url(repository))
    eve = new_user()
    hers = ssh(eve)
    assert "Cairn: the repository" in hers.git().fails("ls-remote", hers.url(repository))
    assert hers.git().fails("ls-remote", hers.url("nobody/none")) == hers.git().fails("ls-remote", hers.url(repository))
    ann.call("PATCH", at(repository), {"private": False})
    hers.git().done("ls-remote", hers.url(repository))
    hers.git().done("clone", "-q", hers.url(repository), "copy")
    copy = hers.git("copy")
    copy.commit({"x": "x"})
    assert "[remote rejected]" in copy.fails("push", "origin", "main")


def test_deleted_key_and_prohibited_account(closed, ssh, admin, new_user):
    ann, repository, _ = closed
    mine = ssh(ann)
    mine.git().done("ls-remote", mine.url(repository))
    ann.delete(f"/user/keys/{mine.registered['id']}")
    assert "Permission denied" in mine.git().fails("ls-remote", mine.url(repository))
    again = ssh(ann)
    admin.call("PATCH", f"/admin/users/{ann.name}", {"prohibit_login": True, "source_id": 0, "login_name": ann.name})
    assert "may not sign in" in again.git().fails("ls-remote", again.url(repository))


def test_protected_branch_is_refused_in_words(closed, ssh):
    ann, repository, _ = closed
    ann.post(f"{at(repository)}/branch_protections", {"rule_name": "main", "enable_push": False}, expect=201)
    mine = ssh(ann)
    mine.git().done("clone", "-q", mine.url(repository), "copy")
    copy = mine.git("copy")
    copy.commit({"x": "x"})
    words = copy.fails("push", "origin", "main")
    assert "[remote rejected]" in words and "protected" in words
    copy.done("push", "-q", "origin", "main:free")


def test_archived_repository(closed, ssh):
    ann, repository, _ = closed
    mine = ssh(ann)
    mine.git().done("clone", "-q", mine.url(repository), "copy")
    ann.call("PATCH", at(repository), {"archived": True})
    copy = mine.git("copy")
    copy.commit({"x": "x"})
    assert "archived" in copy.fails("push", "origin", "main")


def test_code_that_is_switched_off_is_left_to_administrators(closed, ssh, new_user):
    ann, repository, _ = closed
    mine, reader, key = ssh(ann), ssh(new_user()), ssh()
    ann.post(f"{at(repository)}/keys", {"title": "r", "key": key.public, "read_only": True}, expect=201)
    ann.call("PATCH", at(repository), {"private": False, "has_code": False})
    mine.git().done("ls-remote", mine.url(repository))
    for other in (reader, key):
        assert "switched off" in other.git().fails("ls-remote", other.url(repository))


def test_deploy_keys(closed, ssh, new_user):
    ann, repository, _ = closed
    other = new_repository(ann, auto_init=True)
    reader, writer = ssh(), ssh()
    for name, key, read_only in (("r", reader, True), ("w", writer, False)):
        ann.post(f"{at(repository)}/keys", {"title": name, "key": key.public, "read_only": read_only}, expect=201)
    reader.git().done("clone", "-q", reader.url(repository), "copy")
    copy = reader.git("copy")
    head = copy.commit({"x": "x"})
    assert "may only read" in copy.fails("push", "origin", "main")
    assert "Cairn: the repository" in reader.git().fails("ls-remote", reader.url(other))
    writer.git("copy").done("push", "-q", writer.url(repository), "main")
    assert ann.get(f"{at(repository)}/branches/main").json()["commit"]["id"] == head
    ann.post(f"{at(repository)}/branch_protections", {"rule_name": "main", "enable_push": True}, expect=201)
    writer.git("copy").commit({"y": "y"})
    assert writer.git("copy").run("push", "-q", writer.url(repository), "main").returncode in (0, 1)


def test_renamed_repository_is_found(closed, ssh):
    ann, repository, work = closed
    mine = ssh(ann)
    ann.call("PATCH", at(repository), {"name": repository["name"] + "-new"})
    assert work.done("rev-parse", "HEAD") in mine.git().done("ls-remote", mine.url(repository))


def test_wiki(closed, ssh):
    ann, repository, _ = closed
    ann.post(f"{at(repository)}/wiki/new", {"title": "Home", "content_base64": "aGVsbG8="}, expect=201)
    mine = ssh(ann)
    mine.git().done("clone", "-q", mine.url(f"{repository['full_name']}.wiki"), "wiki")
    wiki = mine.git("wiki")
    wiki.commit({"More.md": "more"})
    wiki.done("push", "-q", "origin", "HEAD")
    assert len(ann.get(f"{at(repository)}/wiki/pages").json()) == 2


def test_archive(closed, ssh):
    ann, repository, _ = closed
    mine = ssh(ann)
    made = mine.git().run("archive", f"--remote={mine.url(repository)}", "--format=tar", "main")
    assert made.returncode == 0, made.stderr
    assert tarfile.open(fileobj=io.BytesIO(made.stdout)).getnames() == ["a.txt"]


def test_nothing_but_git(closed, ssh, server):
    ann, repository, _ = closed
    mine = ssh(ann)
    greeting = mine.run()
    assert ann.name in refusal(greeting) and greeting.returncode == 1
    for command in ("ls", "git-shell", "git-upload-pack", "git-upload-pack ../../etc", "git-upload-pack a b", "sh -c true",
                    f"git-upload-pack '{repository['full_name']}"):
        assert refusal(mine.run(command)).startswith("Cairn: "), command
    assert mine.run("-s", "sftp").returncode != 0
    # Neither a forwarded port nor another variable.
    forwarded = subprocess.run([*mine.command, "-W", f"127.0.0.1:{server.port}", "git@127.0.0.1"], input=b"GET / HTTP/1.0\r\n\r\n",
                               capture_output=True, timeout=60)
    assert forwarded.returncode != 0 and not forwarded.stdout
    password = subprocess.run([*mine.command[:3], "-p", str(server.ssh_port), "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no",
                               "-o", "UserKnownHostsFile=/dev/null", "-o", "PreferredAuthentications=password,keyboard-interactive,none",
                               "git@127.0.0.1"], capture_output=True, timeout=60)
    assert b"Permission denied (publickey)" in password.stderr


def test_several_commands_on_one_connection(closed, ssh, tmp_path):
    ann, repository, work = closed
    socket_path = f"/tmp/cairn-ssh-{os.getpid()}"
    mine = ssh(ann, "-o", f"ControlPath={socket_path}", "-o", "ControlMaster=auto", "-o", "ControlPersist=20")
    try:
        for name in ("one", "two", "three"):
            mine.git().done("clone", "-q", mine.url(repository), name)
        running = [subprocess.Popen(["git", "ls-remote", mine.url(repository)], env=mine.git().environment,
                                    stdout=subprocess.PIPE) for _ in range(5)]
        for process in running:
            assert work.done("rev-parse", "HEAD").encode() in process.communicate(timeout=60)[0]
    finally:
        subprocess.run([*mine.command, "-O", "exit", "git@127.0.0.1"], capture_output=True)


def test_lfs_over_ssh(closed, ssh, new_user, anonymous):
    ann, repository, _ = closed
    ben = new_user()
    let_in(ann, repository, ben, "read")
    mine, his, deploy = ssh(ann), ssh(ben), ssh()
    ann.post(f"{at(repository)}/keys", {"title": "d", "key": deploy.public, "read_only": False}, expect=201)
    name, data = repository["full_name"], os.urandom(1000)

    def ticket(person, operation):
        done = person.run("git-lfs-authenticate", f"{name}.git", operation)
        assert done.returncode == 0, done.stderr
        made = json.loads(done.stdout)
        assert made["href"] == f"{anonymous.url}/{name}.git/info/lfs" and made["expires_in"] > 0
        return LargeFiles(anonymous, name, made["header"]["Authorization"])

    reading, writing = ticket(mine, "download"), ticket(mine, "upload")
    reading.put(data, expect=401)
    writing.put(data)
    assert reading.get(data).content == data
    assert ticket(his, "download").get(data).content == data
    assert "may not write" in refusal(his.run("git-lfs-authenticate", f"{name}.git", "upload"))
    ticket(deploy, "upload").put(os.urandom(10))
    lock = writing.call("POST", "/locks", 201, json={"path": "a"}).json()["lock"]
    assert lock["owner"]["name"] == ann.name
    # For one repository, and for LFS alone; and only as long as its holder may.
    other = new_repository(ann, private=True)
    LargeFiles(anonymous, other["full_name"], writing.headers["Authorization"]).get(data, 401)
    forged = writing.headers["Authorization"][:-4] + "AAAA"
    LargeFiles(anonymous, name, forged).get(data, 401)
    anonymous.get(at(repository), headers={"Authorization": writing.headers["Authorization"]}, expect=404)
    ann.delete(f"{at(repository)}/collaborators/{ben.name}")
    assert "Cairn: the repository" in refusal(his.run("git-lfs-authenticate", f"{name}.git", "download"))


@pytest.mark.skipif(not shutil.which("git-lfs"), reason="git-lfs is not installed")
def test_the_real_lfs_client_over_ssh(closed, ssh):
    ann, repository, _ = closed
    mine = ssh(ann)
    mine.git().done("clone", "-q", mine.url(repository), "copy")
    copy = mine.git("copy")
    copy.done("lfs", "install", "--local")
    copy.done("lfs", "track", "*.bin")
    data = os.urandom(200_000)
    copy.commit({"x.bin": data})
    copy.done("push", "-q", "origin", "main")
    assert ann.get(f"{at(repository)}/media/x.bin").content == data
