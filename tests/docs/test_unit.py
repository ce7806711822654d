"""docs/cairn.service: the unit that we propose leaves little open."""
import shutil
import subprocess

import pytest
from program import ROOT


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
def test_the_unit_leaves_little_open():
    done = subprocess.run(["systemd-analyze", "security", "--no-pager", "--offline=true", "--threshold=20", ROOT / "docs/cairn.service"],
                          capture_output=True, text=True)
    if "Failed to" in done.stderr and "exposure" not in done.stdout:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr


def test_the_unit_lets_the_program_confine_its_own_processes():
    """None of the groups of calls that systemd knows has these: without them [security] SANDBOX would be without effect."""
    lines = (ROOT / "docs/cairn.service").read_text().splitlines()
    allowed = {call for line in lines if line.startswith("SystemCallFilter=") and "~" not in line
               for call in line.partition("=")[2].split()}
    assert {"seccomp", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"} <= allowed
