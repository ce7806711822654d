"""The service as systemd starts it, with everything closed that its unit closes: a whole system in namespaces of its own."""
import re
import subprocess
from urllib.parse import quote

import pytest
from client import Client
from debian_machine import Booted, may_be_booted
from program import STARTING, free_port, wait_until

pytestmark = pytest.mark.skipif(not may_be_booted(), reason="only root can boot a machine, with debootstrap and control groups")
PASSWORD = "a good long one"


@pytest.fixture(scope="module")
def machine(package, tmp_path_factory):
    made = Booted(tmp_path_factory.mktemp("booted"))
    try:
        wait_until(lambda: made.run("systemctl", "is-system-running", check=False).stdout.strip() == "running", "systemd", STARTING)
        made.install(package)
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def url(machine):
    port = free_port()
    machine.run("sed", "-i", f"s/^HTTP_PORT = .*/HTTP_PORT = {port}/", "/etc/cairn/app.ini")
    machine.run("systemctl", "restart", "cairn")
    return f"http://127.0.0.1:{port}"


def answers(url):
    def ask():
        try:
            return Client(url).get("/api/healthz").json()["status"] == "pass"
        except OSError:
            return False
    wait_until(ask, "the service", STARTING)


def process(machine):
    return machine.run("systemctl", "show", "--property=MainPID", "--value", "cairn").stdout.strip()


def test_the_service_is_enabled_and_tells_how_to_begin(machine, url):
    assert machine.run("systemctl", "is-enabled", "cairn").stdout == "enabled\n"
    answers(url)
    assert re.search(r"/-/setup\?token=\w+", machine.run("journalctl", "--no-pager", "--unit=cairn").stdout)


def test_it_works_in_its_sandbox(machine, url, tmp_path):
    answers(url)
    machine.run("cairn", "admin", "user", "create", "--admin", "--username", "ada", "--password", PASSWORD, "--email",
                "ada@example.org", user="cairn")
    ada = Client(url, basic=("ada", PASSWORD))
    ada.post("/user/repos", {"name": "kept", "auto_init": True, "license": "MIT"}, expect=201)
    copy = tmp_path / "copy"
    git = ["git", "-C", copy, "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", "clone", "-q", url.replace("//", f"//ada:{quote(PASSWORD)}@") + "/ada/kept.git", copy], check=True)
    (copy / "more.md").write_text("# More\n")
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "More"], check=True)
    subprocess.run([*git, "push", "-q"], check=True)
    assert b"More" in ada.get("/repos/ada/kept/raw/more.md").content
    assert len(ada.get("/repos/ada/kept/archive/main.zip").content) > 100
    assert machine.run("cairn", "doctor", user="cairn").returncode == 0


def test_it_has_no_rights_and_writes_nowhere_else(machine, url):
    answers(url)
    status = machine.read(f"/proc/{process(machine)}/status")
    assert re.search(r"^CapEff:\s+0+$", status, re.M) and re.search(r"^NoNewPrivs:\s+1$", status, re.M)
    assert re.search(r"^Seccomp:\s+2$", status, re.M)
    # As it sees them. /run is the system's, in which nothing but locks can be made by whoever likes.
    mounts = [line.split() for line in machine.read(f"/proc/{process(machine)}/mounts").splitlines()]
    writable = {place for _, place, kind, options, *_ in mounts if "rw" in options.split(",")
                and not place.startswith(("/dev", "/proc", "/sys", "/run"))}
    assert writable <= {"/tmp", "/var/tmp", "/var/lib/cairn", "/var/log/cairn"}, writable


def test_its_logs_are_rotated(machine, url):
    machine.run("sed", "-i", r"s/^;MODE = file/MODE = file\nENABLE_ACCESS_LOG = true/", "/etc/cairn/app.ini")
    machine.run("systemctl", "restart", "cairn")
    answers(url)
    wait_until(lambda: "/api/healthz" in machine.read("/var/log/cairn/access.log"), "the log to be written")
    machine.run("logrotate", "--force", "/etc/logrotate.d/cairn")
    Client(url).get("/version")
    wait_until(lambda: "/api/v1/version" in machine.read("/var/log/cairn/access.log"), "the new file to be written to")
    assert "/api/healthz" in machine.read("/var/log/cairn/access.log.1")


def test_what_is_masked_is_not_started_by_an_installation(machine, url, package):
    """docs/upgrading.md, going back: the data are put in place before the older program sees them."""
    answers(url)
    machine.run("systemctl", "stop", "cairn")
    machine.run("systemctl", "mask", "--runtime", "cairn")
    machine.install(package, "--reinstall")
    assert process(machine) == "0"
    machine.run("systemctl", "unmask", "--runtime", "cairn")
    machine.run("systemctl", "start", "cairn")
    answers(url)


def test_it_is_gone_when_it_is_removed(machine, url):
    answers(url)
    machine.run("apt-get", "remove", "-y", "-qq", "cairn")
    with pytest.raises(OSError):
        Client(url).get("/api/healthz")
    assert machine.run("systemctl", "list-units", "--failed", "--no-legend").stdout.strip() == ""
