"""From the package to a site and back, on a Debian 12 that has nothing: installed, upgraded, removed, purged.

There is no systemd in it, so the service is started as the unit says, by hand."""
import os
import re
import shlex
import subprocess
from urllib.parse import quote

import pytest
from client import Client
from debian_machine import Machine, may_be_made
from program import PATIENCE, STARTING, free_port, wait_until

pytestmark = pytest.mark.skipif(not may_be_made(), reason="only root can make a machine, with debootstrap")
PASSWORD = "a good long one"
SETTINGS = "/etc/cairn/app.ini"
DATA = "/var/lib/cairn"


@pytest.fixture(scope="module")
def older(package, tmp_path_factory):
    """The same with a lower version."""
    folder = tmp_path_factory.mktemp("older")
    subprocess.run(["dpkg-deb", "--raw-extract", package, folder / "tree"], check=True)
    control = folder / "tree/DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*", "Version: 0.0.9", control.read_text(), flags=re.M))
    made = folder / "cairn_0.0.9_amd64.deb"
    subprocess.run(["dpkg-deb", "-Znone", "--build", folder / "tree", made], check=True, stdout=subprocess.DEVNULL)
    return made


@pytest.fixture(scope="module")
def machine(package, tmp_path_factory):
    """With what the package depends on, which is not taken away with it."""
    made = Machine(tmp_path_factory.mktemp("machine"))
    try:
        needs = subprocess.run(["dpkg-deb", "--field", package, "Depends"], capture_output=True, text=True, check=True).stdout.strip()
        made.run("apt-get", "update", "-qq")
        made.run("apt-get", "satisfy", "-y", "-qq", "--no-install-recommends", needs)
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def bare(machine):
    return machine.state()


class Site:
    """What is installed, looked after as an operator would."""

    def __init__(self, machine):
        self.machine = machine
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None

    def cairn(self, *words, **more):
        return self.machine.run("cairn", *words, user="cairn", **more)

    def start(self):
        unit = self.machine.read("/lib/systemd/system/cairn.service")
        words = shlex.split(re.search(r"^ExecStart=(.*)$", unit, re.M)[1])
        self.process = subprocess.Popen(self.machine.command(*words, user="cairn", folder=DATA), stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)
        os.set_blocking(self.process.stdout.fileno(), False)
        client = Client(self.url)
        wait_until(lambda: self.answers(client), "the site", STARTING)
        return self

    def answers(self, client):
        assert self.process.poll() is None, self.process.stdout.read()
        try:
            return client.get("/api/healthz").json()["status"] == "pass"
        except OSError:
            return False

    def stop(self):
        if self.process and self.process.poll() is None:
            self.machine.run("sh", "-c", "for p in /proc/[0-9]*; do case $(readlink $p/exe) in /usr/bin/cairn*) kill ${p#/proc/};; esac; done")
            process, self.process = self.process, None
            assert process.wait(PATIENCE) == 0, process.stdout.read()


@pytest.fixture
def site(machine):
    made = Site(machine)
    yield made
    made.stop()


def purge(machine, answer=None):
    if answer is not None:
        machine.run("debconf-set-selections", input=f"cairn cairn/purge-data boolean {answer}\n")
    return machine.run("apt-get", "purge", "-y", "-qq", "cairn")


def secrets(machine, file=SETTINGS):
    found = re.findall(r"^(SECRET_KEY|JWT_SECRET) = (\S+)$", machine.read(file), re.M)
    assert len(found) == 2 and all("@" not in value and len(value) >= 43 for _, value in found), found
    return dict(found)


def nothing_is_left(machine, bare):
    assert machine.state() ^ bare == set()
    remembered = machine.run("sh", "-c", "ls /var/lib/dpkg/info/cairn.*; grep -l '^Name: cairn/' /var/cache/debconf/*.dat", check=False)
    assert not remembered.stdout, remembered.stdout


def test_installed_and_purged_it_leaves_nothing(machine, bare, package):
    machine.install(package)
    assert machine.run("stat", "-c", "%U:%G %a", SETTINGS).stdout == "root:cairn 640\n"
    assert machine.run("stat", "-c", "%U:%G %a", DATA).stdout == "cairn:cairn 700\n"
    secrets(machine)
    assert machine.run("getent", "passwd", "cairn").stdout.endswith(f":{DATA}:/usr/sbin/nologin\n")
    machine.run("test", "-L", "/etc/systemd/system/multi-user.target.wants/cairn.service")
    purge(machine)
    nothing_is_left(machine, bare)


def test_a_site_from_its_first_package_to_its_last(machine, bare, package, older, version, site, tmp_path):
    machine.install(older)
    machine.run("sed", "-i", f"s/^HTTP_PORT = .*/HTTP_PORT = {site.port}/", SETTINGS)
    edited = machine.read(SETTINGS)

    # It is found without being named, and commands and the service make one site.
    site.cairn("admin", "user", "create", "--admin", "--username", "ada", "--password", PASSWORD, "--email", "ada@example.org")
    site.start()
    ada = Client(site.url, basic=("ada", PASSWORD))
    ada.post("/user/repos", {"name": "kept"}, expect=201)
    copy = tmp_path / "copy"
    git = ["git", "-C", copy, "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", "init", "-q", "-b", "main", copy], check=True)
    (copy / "README.md").write_text("# Kept\n")
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "Begin"], check=True)
    subprocess.run([*git, "push", "-q", f"http://ada:{quote(PASSWORD)}@127.0.0.1:{site.port}/ada/kept.git", "main"], check=True)
    assert site.cairn("doctor").returncode == 0
    site.stop()

    def is_whole():
        site.start()
        again = tmp_path / f"again-{len(list(tmp_path.iterdir()))}"
        subprocess.run(["git", "clone", "-q", f"{site.url}/ada/kept.git", again], check=True)
        assert (again / "README.md").read_text() == "# Kept\n"
        assert ada.get("/user").json()["is_admin"]
        doctor = site.cairn("doctor", check=False)
        assert doctor.returncode == 0, doctor.stdout
        site.stop()

    # Upgraded: what the operator has written is not asked about and not touched.
    machine.install(package)
    assert machine.run("dpkg-query", "-W", "-f", "${Version}", "cairn").stdout == version
    assert machine.read(SETTINGS) == edited
    is_whole()

    # Removed: the site and its settings wait for the next one.
    machine.run("apt-get", "remove", "-y", "-qq", "cairn")
    assert not machine.exists("/usr/bin/cairn")
    assert machine.read(SETTINGS) == edited and machine.exists(f"{DATA}/cairn.db")
    machine.install(package)
    assert machine.read(SETTINGS) == edited
    is_whole()

    # Purged where nobody answers: the site stays, with what it takes to read it.
    said = purge(machine)
    assert "stays" in said.stdout + said.stderr
    assert not machine.exists("/etc/cairn") and not machine.exists("/var/log/cairn")
    assert machine.run("stat", "-c", "%U:%G %a", f"{DATA}/app.ini.purged").stdout == "cairn:cairn 600\n"
    machine.install(package)
    assert machine.read(SETTINGS) == edited and not machine.exists(f"{DATA}/app.ini.purged")
    is_whole()

    # Purged on purpose: nothing is left.
    purge(machine, "true")
    nothing_is_left(machine, bare)


def test_settings_that_the_operator_removed_stay_removed(machine, bare, package, older):
    machine.install(older)
    machine.run("rm", SETTINGS)
    machine.install(package)
    assert not machine.exists(SETTINGS)
    purge(machine)
    nothing_is_left(machine, bare)


def test_it_takes_up_a_site_that_was_set_up_by_hand(machine, bare, package, site):
    """As docs/cairn.service has it: the settings beside the data, and paths counted from there."""
    machine.run("useradd", "--system", "--home-dir", DATA, "--shell", "/usr/sbin/nologin", "--user-group", "cairn")
    machine.run("install", "-d", "-o", "cairn", "-g", "cairn", "-m", "0700", DATA)
    by_hand = f"[server]\nHTTP_PORT = {site.port}\n[security]\nSECRET_KEY = {'s' * 64}\n[oauth2]\nJWT_SECRET = {'A' * 43}\n"
    machine.run("tee", f"{DATA}/app.ini", input=by_hand)
    machine.install(package)
    assert machine.read(SETTINGS) == f"WORK_PATH = {DATA}\n{by_hand}"
    assert machine.read(f"{DATA}/app.ini") == by_hand, "the old unit may still be there, and needs it"
    site.start().stop()
    assert machine.exists(f"{DATA}/cairn.db")
    purge(machine, "true")
    nothing_is_left(machine, bare)


def test_data_on_another_disk(machine, bare, package):
    """A link leads there: what it leads to is the operator's, and stays when the site in it goes."""
    machine.run("mkdir", "/disk")
    machine.run("ln", "-s", "/disk", DATA)
    machine.run("sh", "-c", "touch /disk/cairn.db /disk/.hidden")
    machine.install(package)
    purge(machine, "true")
    assert machine.run("ls", "-A", "/disk").stdout == ""
    machine.run("rmdir", "/disk")
    nothing_is_left(machine, bare)


class TestWhileItIsInstalled:
    @pytest.fixture(scope="class", autouse=True)
    def installed(self, machine, bare, package):
        machine.install(package)
        yield
        purge(machine, "true")

    def test_others_do_not_read_its_secrets(self, machine):
        done = machine.run("cairn", "config", "show", user="nobody", check=False)
        assert done.returncode == 1 and SETTINGS in done.stderr

    def test_root_is_told_who_runs_it(self, machine):
        done = machine.run("cairn", "doctor", check=False)
        assert done.returncode == 1 and "sudo -u cairn" in done.stderr

    def test_settings_in_the_working_folder_come_first(self, machine):
        machine.run("install", "-d", "-o", "cairn", "/tmp/trial/data")
        machine.run("tee", "/tmp/trial/data/app.ini", input="APP_NAME = A trial\n")
        done = machine.run("cairn", "config", "show", user="cairn", folder="/tmp/trial")
        assert "A trial" in done.stdout
        machine.run("rm", "-r", "/tmp/trial")

    def test_a_folder_that_it_may_not_look_into_is_no_hindrance(self, machine):
        done = machine.run("cairn", "config", "show", user="cairn", folder="/root")
        assert DATA in done.stdout

    def test_the_manual_is_where_man_looks(self, machine):
        assert machine.exists("/usr/share/man/man1/cairn.1.gz") or machine.exists("/etc/dpkg/dpkg.cfg.d/docker")
