"""The package that ./test package has built."""
import subprocess

import pytest
from program import ROOT

FOLDER = ROOT / "build/package"


@pytest.fixture(scope="session")
def package():
    found = list(FOLDER.glob("cairn_*.deb"))
    assert len(found) == 1, "make it with ./run --package"
    return found[0]


@pytest.fixture(scope="session")
def version(package):
    return subprocess.run(["dpkg-deb", "--field", package, "Version"], capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture(scope="session")
def unpacked(package, tmp_path_factory):
    """Its files."""
    folder = tmp_path_factory.mktemp("unpacked")
    subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
    return folder
