"""Git over the built-in SSH server, with the real ssh and git."""
import contextlib
import io
import json
import os
import pwd
import shutil
import socket
import sqlite3
import subprocess
import tarfile
import time

import pytest
from client import PASSWORD, Client
from large_files import LargeFiles
from program import free_port, wait_until
from repositories import at, let_in, new_repository
from signing import public_half, run, ssh_key
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


@pytest.fixture
def ssh(server, tmp_path):
    """ssh(person) makes a key, registers it in the account if there is one, and returns an Ssh."""
    def make(person=None, *options, kind="ed25519", bits=None):
        key = ssh_key(tmp_path, kind, bits)
        made = Ssh(tmp_path, server.ssh_port, key, *options)
        made.public = public_half(key)
        made.key = key
        if person:
            made.registered = person.post("/user/keys", {"title": key.name, "key": made.public}, expect=201).json()
        return made
    return make


@pytest.fixture
def filled(new_user, begun, url):
    """An owner, a private repository with a commit, and the working copy that it was pushed from."""
    ann = new_user()
    repository = new_repository(ann, private=True)
    begun.done("push", "-q", url(repository, ann), "main")
    return ann, repository, begun


def memory_of(program):
    """What the server holds, in MiB."""
    status = open(f"/proc/{program.process.pid}/status").read()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def refusal(done):
    assert done.returncode != 0, done
    return done.stderr.decode()


@pytest.mark.parametrize("kind,bits", (("ed25519", None), ("ecdsa", 256), ("ecdsa", 521), ("rsa", 3072)))
def test_every_kind_of_key_clones_and_pushes(filled, ssh, kind, bits):
    ann, repository, work = filled
    mine = ssh(ann, kind=kind, bits=bits)
    mine.git().done("clone", "-q", mine.url(repository), "copy")
    copy = mine.git("copy")
    assert copy.done("rev-parse", "HEAD") == work.done("rev-parse", "HEAD")
    head = copy.commit({"large.bin": os.urandom(3_000_000), "b.txt": "B"})
    copy.done("push", "-q", "origin", "main", "main:other")
    assert ann.get(f"{at(repository)}/branches/other").json()["commit"]["id"] == head
    assert ann.get(f"{at(repository)}/activities/feeds").json()[0]["act_user"]["login"] == ann.name


@pytest.mark.parametrize("version", (0, 1, 2))
def test_every_version_of_the_protocol(filled, ssh, version):
    ann, repository, work = filled
    mine = ssh(ann)
    mine.git().done("-c", f"protocol.version={version}", "clone", "-q", "--depth", "1", mine.url(repository), "copy")
    assert mine.git("copy").done("rev-parse", "HEAD") == work.done("rev-parse", "HEAD")


def test_large_clone(filled, ssh, url):
    ann, repository, work = filled
    head = work.commit({f"{number}.bin": os.urandom(400_000) for number in range(50)})
    work.done("push", "-q", url(repository, ann), "main")
    mine = ssh(ann)
    mine.git().done("clone", "-q", mine.url(repository), "copy")
    assert mine.git("copy").done("rev-parse", "HEAD") == head
    assert mine.git("copy").done("fsck") == ""


def test_large_push_is_taken_as_fast_as_git_can(server, filled, ssh):
    ann, repository, work = filled
    mine = ssh(ann)
    head = work.commit({f"{number}.bin": os.urandom(5_000_000) for number in range(6)})
    before = memory_of(server)
    Git(work.folder, GIT_SSH_COMMAND=" ".join(mine.command)).done("push", "-q", mine.url(repository), "main")
    assert ann.get(f"{at(repository)}/branches/main").json()["commit"]["id"] == head
    assert memory_of(server) - before < 15


def test_use_of_a_key_is_noted(server, filled, ssh):
    ann, repository, _ = filled
    mine = ssh(ann)
    time.sleep(1.1)
    mine.git().done("ls-remote", mine.url(repository))
    shown = ann.get(f"/user/keys/{mine.registered['id']}").json()
    assert shown["last_used_at"] > shown["created_at"]


def test_keys_that_open_nothing(filled, ssh, new_user):
    ann, repository, _ = filled
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


def test_deleted_key_and_prohibited_account(filled, ssh, admin, new_user):
    ann, repository, _ = filled
    mine = ssh(ann)
    mine.git().done("ls-remote", mine.url(repository))
    ann.delete(f"/user/keys/{mine.registered['id']}")
    assert "Permission denied" in mine.git().fails("ls-remote", mine.url(repository))
    again = ssh(ann)
    admin.call("PATCH", f"/admin/users/{ann.name}", {"prohibit_login": True, "source_id": 0, "login_name": ann.name})
    assert "may not sign in" in again.git().fails("ls-remote", again.url(repository))


def test_protected_branch_is_refused_in_words(filled, ssh):
    ann, repository, _ = filled
    ann.post(f"{at(repository)}/branch_protections", {"rule_name": "main", "enable_push": False}, expect=201)
    mine = ssh(ann)
    mine.git().done("clone", "-q", mine.url(repository), "copy")
    copy = mine.git("copy")
    copy.commit({"x": "x"})
    words = copy.fails("push", "origin", "main")
    assert "[remote rejected]" in words and "protected" in words
    copy.done("push", "-q", "origin", "main:free")


def test_archived_repository(filled, ssh):
    ann, repository, _ = filled
    mine = ssh(ann)
    mine.git().done("clone", "-q", mine.url(repository), "copy")
    ann.call("PATCH", at(repository), {"archived": True})
    copy = mine.git("copy")
    copy.commit({"x": "x"})
    assert "archived" in copy.fails("push", "origin", "main")


def test_deploy_keys(filled, ssh, new_user):
    ann, repository, _ = filled
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


def test_renamed_repository_is_found(filled, ssh):
    ann, repository, work = filled
    mine = ssh(ann)
    ann.call("PATCH", at(repository), {"name": repository["name"] + "-new"})
    assert work.done("rev-parse", "HEAD") in mine.git().done("ls-remote", mine.url(repository))


def test_wiki(filled, ssh):
    ann, repository, _ = filled
    ann.post(f"{at(repository)}/wiki/new", {"title": "Home", "content_base64": "aGVsbG8="}, expect=201)
    mine = ssh(ann)
    mine.git().done("clone", "-q", mine.url(f"{repository['full_name']}.wiki"), "wiki")
    wiki = mine.git("wiki")
    wiki.commit({"More.md": "more"})
    wiki.done("push", "-q", "origin", "HEAD")
    assert len(ann.get(f"{at(repository)}/wiki/pages").json()) == 2


def test_archive(filled, ssh):
    ann, repository, _ = filled
    mine = ssh(ann)
    made = mine.git().run("archive", f"--remote={mine.url(repository)}", "--format=tar", "main")
    assert made.returncode == 0, made.stderr
    assert tarfile.open(fileobj=io.BytesIO(made.stdout)).getnames() == ["a.txt"]


def test_nothing_but_git(filled, ssh, server):
    ann, repository, _ = filled
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


def test_several_commands_on_one_connection(filled, ssh, tmp_path):
    ann, repository, work = filled
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


def test_lfs_over_ssh(filled, ssh, new_user, anonymous):
    ann, repository, _ = filled
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
def test_the_real_lfs_client_over_ssh(filled, ssh):
    ann, repository, _ = filled
    mine = ssh(ann)
    mine.git().done("clone", "-q", mine.url(repository), "copy")
    copy = mine.git("copy")
    copy.done("lfs", "install", "--local")
    copy.done("lfs", "track", "*.bin")
    data = os.urandom(200_000)
    copy.commit({"x.bin": data})
    copy.done("push", "-q", "origin", "main")
    assert ann.get(f"{at(repository)}/media/x.bin").content == data


def test_silent_clients_are_cut_off_and_stop_nobody(program, tmp_path):
    port = free_port()
    program.settings["server"] |= {"START_SSH_SERVER": "true", "SSH_LISTEN_HOST": "127.0.0.1", "SSH_PORT": port,
                                   "SSH_LOGIN_GRACE_TIME": 2, "SSH_MAX_UNAUTHENTICATED": 20}
    program.write_config()
    program.create_user("ann", PASSWORD)
    program.start()
    ann = Client(program.url, basic=("ann", PASSWORD))
    repository = new_repository(ann, auto_init=True)
    assert repository["ssh_url"] == f"ssh://git@127.0.0.1:{port}/{repository['full_name']}.git"
    key = ssh_key(tmp_path)
    ann.post("/user/keys", {"title": "k", "key": public_half(key)}, expect=201)
    mine = Ssh(tmp_path, port, key)
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(15)]
    # There is room for those who come: the address that has the most loses its oldest.
    for number in range(3):
        mine.git().done("clone", "-q", repository["ssh_url"], f"copy-{number}")
    more = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
    mine.git().done("ls-remote", repository["ssh_url"])
    for one in silent + more:
        one.settimeout(10)
        while one.recv(1000):
            pass  # until the server hangs up
    # What never was a client of SSH.
    with socket.create_connection(("127.0.0.1", port)) as rude:
        rude.sendall(os.urandom(100_000))
        rude.settimeout(10)
        try:
            while rude.recv(1000):
                pass
        except ConnectionError:
            pass
    mine.git().done("ls-remote", repository["ssh_url"])


def test_host_key_stays(program):
    port = free_port()
    program.settings["server"] |= {"START_SSH_SERVER": "true", "SSH_LISTEN_HOST": "127.0.0.1", "SSH_PORT": port}
    program.write_config()
    program.start()
    file = program.folder / "ssh" / "host_ed25519"
    assert file.stat().st_mode & 0o777 == 0o600
    first = run("ssh-keyscan", "-p", port, "127.0.0.1")
    assert b"ssh-ed25519" in first
    program.stop()
    program.start()
    assert run("ssh-keyscan", "-p", port, "127.0.0.1") == first


def test_stop_ends_commands_under_way(program, tmp_path):
    port = free_port()
    program.settings["server"] |= {"START_SSH_SERVER": "true", "SSH_LISTEN_HOST": "127.0.0.1", "SSH_PORT": port,
                                   "GRACEFUL_STOP_TIMEOUT": 1}
    program.write_config()
    program.create_user("ann", PASSWORD)
    program.start()
    ann = Client(program.url, basic=("ann", PASSWORD))
    repository = new_repository(ann, auto_init=True)
    key = ssh_key(tmp_path)
    ann.post("/user/keys", {"title": "k", "key": public_half(key)}, expect=201)
    waiting = subprocess.Popen([*Ssh(tmp_path, port, key).command, "git@127.0.0.1", f"git-upload-pack '{repository['full_name']}'"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert waiting.stdout.read(4)
    began = time.monotonic()
    program.stop()
    assert time.monotonic() - began < 10
    assert waiting.wait(timeout=10) != 0


def test_certificates(program, tmp_path):
    port, authority = free_port(), ssh_key(tmp_path)
    program.settings["server"] |= {"START_SSH_SERVER": "true", "SSH_LISTEN_HOST": "127.0.0.1", "SSH_PORT": port,
                                   "SSH_TRUSTED_USER_CA_KEYS": public_half(authority)}
    program.write_config()
    program.create_user("ann", PASSWORD)
    program.start()
    ann = Client(program.url, basic=("ann", PASSWORD))
    repository = new_repository(ann, private=True, auto_init=True)
    add_principal(program, "ann", "ann")

    def certified(by=authority, principal="ann", kind="ed25519", *more):
        key = ssh_key(tmp_path, kind, 3072 if kind == "rsa" else None)
        run("ssh-keygen", "-q", "-s", by, "-I", "test", "-n", principal, *more, key.with_name(key.name + ".pub"))
        return Ssh(tmp_path, port, key).git()

    for kind in ("ed25519", "ecdsa", "rsa"):
        certified(kind=kind).done("ls-remote", repository["ssh_url"])
    for wrong in (certified(by=ssh_key(tmp_path)), certified(principal="eve"), certified(authority, "ann", "ed25519", "-V", "-2d:-1d"),
                  certified(authority, "ann", "ed25519", "-O", "force-command=ls")):
        assert "Permission denied" in wrong.fails("ls-remote", repository["ssh_url"])


def add_principal(program, account, name):
    """No page and no operation offers it yet."""
    statement = (f"INSERT INTO ssh_principal (account_id, name, created_at)"
                 f" SELECT id, '{name}', 0 FROM account WHERE name = '{account}'")
    if program.postgres:
        run("psql", "-q", "-c", statement, program.postgres.name, env=program.postgres.environment)
    else:
        with contextlib.closing(sqlite3.connect(program.folder / "cairn.db")) as db, db:
            db.execute(statement)


@pytest.fixture
def elsewhere(program, tmp_path):
    """A site without an SSH server of its own: a person, a repository, a key, and the line that sshd gets for it."""
    program.create_user("ann", PASSWORD)
    program.start()
    ann = Client(program.url, basic=("ann", PASSWORD))
    repository = new_repository(ann, auto_init=True)
    key = ssh_key(tmp_path)
    number = ann.post("/user/keys", {"title": "k", "key": public_half(key)}, expect=201).json()["id"]
    kind, content = public_half(key).split()[:2]
    line = program.run("keys", "--username", "git", "--type", kind, "--content", content).stdout
    assert line.startswith('command="') and line.endswith(f" serv key-{number}\",restrict {kind} {content}\n")
    return ann, repository, key, line


def push_and_see(git, url, ann, repository):
    git.done("clone", "-q", url, "copy")
    copy = git.inside("copy")
    head = copy.commit({"x": "x"})
    copy.done("push", "-q", "origin", "main")
    assert ann.get(f"{at(repository)}/branches/main").json()["commit"]["id"] == head


def test_what_a_system_sshd_is_told(program, elsewhere, tmp_path):
    ann, repository, key, _ = elsewhere
    kind, content = public_half(key).split()[:2]
    assert program.run("keys", "--username", "other", "--type", kind, "--content", content).stdout == ""
    unknown = public_half(ssh_key(tmp_path)).split()
    assert program.run("keys", "--type", unknown[0], "--content", unknown[1]).stdout == ""


def test_what_a_system_sshd_runs(program, elsewhere, tmp_path):
    ann, repository, _, line = elsewhere
    command = line.split('"')[1]
    client = tmp_path / "ssh"
    client.write_text(f'#!/bin/sh\nfor last; do :; done\nSSH_ORIGINAL_COMMAND="$last" exec {command}\n')
    client.chmod(0o755)
    push_and_see(Git(tmp_path, GIT_SSH_COMMAND=str(client)), f"git@host:{repository['full_name']}.git", ann, repository)
    refused = subprocess.run([client, "ls"], capture_output=True, text=True)
    assert refused.returncode == 1 and refused.stderr == "Cairn: only git's own commands are known here\n"
    assert "no shell" in program.run("serv", "key-1", check=False).stderr
    assert "not registered" in program.run("serv", "key-99", check=False).stderr
    assert program.run("serv", "ann", check=False).returncode == 1


@pytest.mark.skipif(not os.access("/usr/sbin/sshd", os.X_OK) or os.geteuid() != 0, reason="it takes root and openssh-server")
def test_a_system_sshd_itself(elsewhere, tmp_path):
    ann, repository, key, line = elsewhere
    user, port, host = pwd.getpwuid(os.geteuid()).pw_name, free_port(), ssh_key(tmp_path)
    keys = tmp_path / "authorized_keys"
    keys.write_text(line)
    config = tmp_path / "sshd_config"
    config.write_text(f"ListenAddress 127.0.0.1\nPort {port}\nHostKey {host}\nPidFile none\nStrictModes no\nUsePAM no\n"
                      f"AuthorizedKeysFile {keys}\nAcceptEnv GIT_PROTOCOL\nPermitRootLogin yes\nPasswordAuthentication no\n")
    os.makedirs("/run/sshd", exist_ok=True)
    sshd = subprocess.Popen(["/usr/sbin/sshd", "-D", "-e", "-f", str(config)], stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0, "sshd")
        push_and_see(Ssh(tmp_path, port, key).git(), f"ssh://{user}@127.0.0.1:{port}/{repository['full_name']}.git", ann, repository)
    finally:
        sshd.terminate()
        sshd.wait(timeout=10)


def test_fifty_clones_at_once(filled, ssh, url):
    ann, repository, work = filled
    work.commit({f"{number}.bin": os.urandom(20_000) for number in range(20)})
    work.done("push", "-q", url(repository, ann), "main")
    mine = ssh(ann)
    running = [subprocess.Popen(["git", "clone", "-q", "--bare", mine.url(repository), str(mine.folder / f"copy-{number}")],
                                env=mine.git().environment, stderr=subprocess.PIPE) for number in range(50)]
    for number, clone in enumerate(running):
        words = clone.communicate(timeout=120)[1]
        assert clone.returncode == 0, words
        assert mine.git(f"copy-{number}").done("rev-parse", "main") == work.done("rev-parse", "HEAD")


def test_clients_that_do_not_read_cost_little(server, filled, ssh, url):
    ann, repository, work = filled
    head = work.commit({f"{number}.bin": os.urandom(1_000_000) for number in range(20)})
    work.done("push", "-q", url(repository, ann), "main")
    mine = ssh(ann)
    mine.git().done("ls-remote", mine.url(repository))
    before = memory_of(server)
    stuck = [subprocess.Popen([*mine.command, "git@127.0.0.1", f"git-upload-pack '{repository['full_name']}'"],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(10)]
    try:
        for client in stuck:
            assert client.stdout.read(4)
            client.stdin.write(f"0032want {head}\n00000009done\n".encode())
            client.stdin.flush()
        time.sleep(1)
        assert memory_of(server) - before < 10 * 2
        mine.git().done("ls-remote", mine.url(repository))
    finally:
        for client in stuck:
            client.kill()
            client.wait()
