"""What is in the Debian package, and what it is made from."""
import gzip
import json
import re
import shutil
import subprocess

import pytest
from program import ROOT

DEBIAN = ROOT / "packaging/debian"


@pytest.mark.skipif(not shutil.which("lintian"), reason="lintian is not installed")
def test_lintian_has_nothing_to_say(package):
    changes = next(package.parent.glob("cairn_*.changes"))
    done = subprocess.run(["lintian", "--profile", "debian", "--allow-root", "--fail-on", "error,warning", changes],
                          capture_output=True, text=True)
    assert done.returncode == 0 and not done.stdout.strip(), done.stdout + done.stderr


def test_an_override_says_why():
    for file in DEBIAN.glob("*lintian-overrides"):
        before = ""
        for line in file.read_text().splitlines():
            assert line.startswith("#") or before.startswith("#"), f"{file.name}: {line}"
            before = line


def test_its_version_is_the_program_s(version):
    assert re.search(r"project\(cairn VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1] == version


def test_it_is_built_with_what_everybody_builds_with():
    """Build-Depends is the group `build` of tools/packages.txt."""
    wanted = {" | ".join(line.split()[1:]) for line in (ROOT / "tools/packages.txt").read_text().splitlines()
              if line.startswith("build ")}
    said = re.search(r"^Build-Depends:\n((?: .*\n)+)", (DEBIAN / "control").read_text(), re.M)[1]
    named = {line.strip(" ,") for line in said.splitlines()}
    assert named - {"debhelper-compat (= 13)", "po-debconf", "npm"} == wanted


def test_everything_embedded_has_its_license(unpacked):
    copyright = (DEBIAN / "copyright").read_text()
    for name in json.loads((ROOT / "web/package.json").read_text())["devDependencies"]:
        assert f"Files: web/node_modules/{name}/*" in copyright, name
    notices = gzip.open(unpacked / "usr/share/doc/cairn/licenses-of-pages.txt.gz", "rt").read()
    packages = re.findall(r"^(\S+) [\w.-]+\n=+\n", notices, re.M)
    assert {"mermaid", "swagger-ui-dist", "gemoji", "@highlightjs/cdn-assets", "d3-array", "dompurify"} <= set(packages)


class TestUnit:
    @pytest.fixture
    def unit(self, unpacked):
        return unpacked / "lib/systemd/system/cairn.service"

    def test_it_starts_what_is_installed(self, unit, unpacked):
        text = unit.read_text()
        assert text.startswith("[Unit]\n")
        assert "ExecStart=/usr/bin/cairn --config /etc/cairn/app.ini serve\n" in text
        assert {"StateDirectory=cairn", "LogsDirectory=cairn", "User=cairn"} <= set(text.splitlines())
        assert "/usr/local" not in text
        assert (unpacked / "usr/bin/cairn").stat().st_mode & 0o7777 == 0o755

    def test_it_is_closed_like_the_one_that_we_propose(self, unit):
        def sandbox(text):
            return {line for line in text.splitlines() if re.match(r"[A-Z]\w+=", line)
                    and not line.startswith(("ExecStart=", "Documentation=", "LogsDirectory"))}
        assert sandbox(unit.read_text()) == sandbox((ROOT / "docs/cairn.service").read_text())

    @pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
    def test_it_leaves_little_open(self, unit):
        done = subprocess.run(["systemd-analyze", "security", "--no-pager", "--offline=true", "--threshold=20", unit],
                              capture_output=True, text=True)
        if "Failed to" in done.stderr and "exposure" not in done.stdout:
            pytest.skip(done.stderr.strip().splitlines()[-1])
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr


@pytest.mark.skipif(not shutil.which("logrotate"), reason="logrotate is not installed")
def test_logrotate_understands_its_file(unpacked, tmp_path):
    text = (unpacked / "etc/logrotate.d/cairn").read_text()
    (tmp_path / "cairn").write_text(text.replace("    su cairn cairn\n", ""))
    done = subprocess.run(["logrotate", "--debug", "--state", tmp_path / "state", tmp_path / "cairn"], capture_output=True, text=True)
    assert done.returncode == 0 and "error" not in done.stderr, done.stderr


def test_the_settings_that_it_begins_with_are_understood(program, unpacked):
    """Without a warning, and with nothing but what is to be said: all else has the default of the version that is installed."""
    text = (unpacked / "usr/share/cairn/app.ini").read_text()
    program.config.write_text(re.sub(r"@\w+@", "A" * 43, text))
    done = program.run("config", "show")
    assert not done.stderr, done.stderr
    assert len(re.findall(r"^\w+ = ", text, re.M)) < 10
