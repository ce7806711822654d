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
