"""The SSH server itself: strangers, many clients, its keys, certificates, and a system's sshd in its place."""
import array
import fcntl
import os
import pwd
import socket
import subprocess
import termios
import time

import pytest
from client import PASSWORD, Client
from program import free_port, wait_until
from repositories import at, new_repository
from secure_shell import Ssh, memory_of
from signing import public_half, run, ssh_key
from visitor import Visitor
from working_copy import Git


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
    browser = Visitor(program.url)
    browser.sign_in("ann", PASSWORD)
    browser.post("/user/settings/keys/principal", {"name": "ann"}, expect=303)

    def certified(by=authority, principal="ann", kind="ed25519", *more):
        key = ssh_key(tmp_path, kind, 3072 if kind == "rsa" else None)
        run("ssh-keygen", "-q", "-s", by, "-I", "test", "-n", principal, *more, key.with_name(key.name + ".pub"))
        return Ssh(tmp_path, port, key).git()

    for kind in ("ed25519", "ecdsa", "rsa"):
        certified(kind=kind).done("ls-remote", repository["ssh_url"])
    for wrong in (certified(by=ssh_key(tmp_path)), certified(principal="eve"), certified(authority, "ann", "ed25519", "-V", "-2d:-1d"),
                  certified(authority, "ann", "ed25519", "-O", "force-command=ls")):
        assert "Permission denied" in wrong.fails("ls-remote", repository["ssh_url"])


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


def test_fifty_clones_at_once(closed, ssh, url):
    ann, repository, work = closed
    work.commit({f"{number}.bin": os.urandom(20_000) for number in range(20)})
    work.done("push", "-q", url(repository, ann), "main")
    mine = ssh(ann)
    running = [subprocess.Popen(["git", "clone", "-q", "--bare", mine.url(repository), str(mine.folder / f"copy-{number}")],
                                env=mine.git().environment, stderr=subprocess.PIPE) for number in range(50)]
    for number, clone in enumerate(running):
        words = clone.communicate(timeout=120)[1]
        assert clone.returncode == 0, words
        assert mine.git(f"copy-{number}").done("rev-parse", "main") == work.done("rev-parse", "HEAD")


PIPE = 60_000  # bytes; what Linux lets a pipe hold, but for the last page


def unread(pipe):
    """How many bytes wait in it."""
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


def test_clients_that_do_not_read_cost_little(server, closed, ssh, url):
    ann, repository, work = closed
    head = work.commit({"large.bin": os.urandom(20_000_000)})  # one, so that git compares it with nothing and sends it at once
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
        wait_until(lambda: all(unread(client.stdout) >= PIPE for client in stuck), "them to have more than they can hold")
        assert memory_of(server) - before < 10 * 2
        mine.git().done("ls-remote", mine.url(repository))
        assert memory_of(server) - before < 10 * 2
    finally:
        for client in stuck:
            client.kill()
            client.wait()
