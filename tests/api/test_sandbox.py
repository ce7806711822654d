"""[security] SANDBOX: what decodes is a process of its own that can do nothing, and git reaches its repository alone."""
import base64
import concurrent.futures
import ctypes
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import zlib

import pytest
from client import ADMIN, Client
from program import PATIENCE, wait_until


def png(side):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress((b"\0" * (3 * side + 1)) * side)) + chunk(b"IEND", b""))


PICTURE = {"image": base64.b64encode(png(8)).decode()}


@pytest.fixture
def root(program):
    program.create_user(*ADMIN, "--admin")
    program.start()
    return Client(program.url, basic=ADMIN)


def processes(program, codec):
    """The ids of the program's processes that do this."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            line = (entry / "cmdline").read_bytes().split(b"\0")
            parent = (entry / "stat").read_text().rsplit(")", 1)[1].split()[1]
        except OSError:
            continue
        if line[1:3] == [b"--codec", codec.encode()] and int(parent) == program.process.pid:
            found.append(int(entry.name))
    return found


def status(pid):
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


def test_pictures_are_decoded_by_a_process_that_can_do_nothing(program, root):
    assert not processes(program, "pictures"), "none before there is work"
    root.post("/user/avatar", PICTURE, expect=204)
    (pid,) = processes(program, "pictures")
    assert status(pid)["Seccomp"] == "2" and status(pid)["NoNewPrivs"] == "1"
    assert "libgd" not in pathlib.Path(f"/proc/{program.process.pid}/maps").read_text(), "the server has no part in it"
    root.post("/user/avatar", PICTURE, expect=204)
    assert processes(program, "pictures") == [pid], "it stays for the next one"


def killed_at_work(program, root, patience):
    """The answer to a picture whose decoder is killed so many seconds after it was asked to decode it."""
    (pid,) = processes(program, "pictures")
    os.kill(pid, signal.SIGSTOP)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        asked = pool.submit(root.session.post, f"{root.url}/api/v1/user/avatar", json=PICTURE, timeout=PATIENCE)
        concurrent.futures.wait([asked], patience)
        os.kill(pid, signal.SIGKILL)
        return asked.result()


def test_a_decoder_that_dies_is_a_refusal_and_there_is_another(program, root):
    root.post("/user/avatar", PICTURE, expect=204)
    (first,) = processes(program, "pictures")
    # Where the machine is busy, it may not have got its work by then: that it has cannot be seen from here.
    answers = (killed_at_work(program, root, patience) for patience in (0.3, 1, 3, 9))
    refused = next(answer for answer in answers if answer.status_code != 204)
    assert refused.status_code == 422 and refused.json()["message"]
    root.post("/user/avatar", PICTURE, expect=204)
    (second,) = processes(program, "pictures")
    assert second != first
    # One that dies while it waits is nobody's business.
    os.kill(second, signal.SIGKILL)
    wait_until(lambda: not os.path.exists(f"/proc/{second}") or "Z" in status(second)["State"], "its end")
    root.post("/user/avatar", PICTURE, expect=204)


def test_yaml_is_read_by_such_a_process(program, root):
    shown = root.post("/markdown", {"Text": "---\ntitle: [one, two]\n---\n# Text\n", "Mode": "gfm"})
    assert "<details>" in shown.text and "one" in shown.text
    (pid,) = processes(program, "yaml")
    assert status(pid)["Seccomp"] == "2"


def test_the_program_stops_with_all_of_them(program, root):
    root.post("/user/avatar", PICTURE, expect=204)
    (pid,) = processes(program, "pictures")
    program.stop()
    wait_until(lambda: not os.path.exists(f"/proc/{pid}"), "its end")


def test_a_server_that_is_killed_leaves_none_behind(program, root):
    root.post("/user/avatar", PICTURE, expect=204)
    (pid,) = processes(program, "pictures")
    program.kill()
    wait_until(lambda: not os.path.exists(f"/proc/{pid}") or "Z" in status(pid)["State"], "its end")


def has_landlock():
    return ctypes.CDLL(None).syscall(444, None, 0, 1) >= 2


@pytest.mark.parametrize("sandbox", ["true", "false"])
def test_git_reads_nothing_outside_of_its_repository(program, tmp_path, sandbox):
    if not has_landlock():
        pytest.skip("the kernel has no Landlock")
    program.settings["security"] = {"SANDBOX": sandbox}
    program.write_config()
    program.create_user(*ADMIN, "--admin")
    program.start()
    root = Client(program.url, basic=ADMIN)
    root.post("/user/repos", {"name": "r", "auto_init": True, "default_branch": "main"}, expect=201)
    clone = ["git", "clone", "-q", f"{program.url}/root/r.git"]
    subprocess.run([*clone, tmp_path / "before"], check=True)
    # Its objects are elsewhere, as if somebody had found a way to write that.
    (objects,) = program.folder.glob("**/objects/info")
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(objects.parent, elsewhere)
    for entry in objects.parent.iterdir():
        if entry.name not in ("info", "pack"):
            shutil.rmtree(entry)
    (objects / "alternates").write_text(f"{elsewhere}\n")
    after = subprocess.run([*clone, tmp_path / "after"], capture_output=True, text=True)
    assert (after.returncode == 0) == (sandbox == "false"), after.stderr
    if sandbox == "false":
        root.post("/user/avatar", PICTURE, expect=204)
        assert not processes(program, "pictures"), "all is done in the server"
        assert "SANDBOX is off" in program.log.read_text()
