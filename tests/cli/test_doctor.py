"""cairn doctor: nothing to say of a healthy site, and for each ill one what is wrong and what to do."""
import os
import shutil

import pytest
from client import ADMIN, Client


@pytest.fixture
def healthy(program):
    """As the first start leaves a site."""
    program.create_user(*ADMIN, "--admin")
    program.start()
    program.stop()
    os.chmod(program.config, 0o600)
    return program


def complaint(program):
    done = program.run("doctor", check=False)
    assert done.returncode != 0, done.stdout
    return done.stdout + done.stderr


def test_a_healthy_site(healthy):
    assert healthy.run("doctor").returncode == 0


def test_while_the_server_runs(healthy):
    healthy.start()
    assert healthy.run("doctor").returncode == 0


def test_a_config_that_others_can_read(healthy):
    os.chmod(healthy.config, 0o644)
    assert "chmod" in complaint(healthy)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_config_of_root_for_the_group_of_the_site(healthy):
    """As Debian's package has it: root:cairn 0640."""
    os.chmod(healthy.config, 0o640)
    os.chown(healthy.config, 0, os.getegid())
    assert healthy.run("doctor").returncode == 0
    for mode in (0o660, 0o644, 0o641):
        os.chmod(healthy.config, mode)
        assert "chmod" in complaint(healthy)
    os.chmod(healthy.config, 0o640)
    os.chown(healthy.config, 0, os.getegid() + 1)
    assert "chmod" in complaint(healthy), "another group"
    os.chown(healthy.config, 1, os.getegid())
    assert "chown root:" in complaint(healthy), "whose owner may change it, and is not this account"


def test_a_database_that_is_not_there(healthy):
    if healthy.postgres:
        healthy.settings["database"]["NAME"] = "cairn_none_of_that_name"
        healthy.write_config()
        os.chmod(healthy.config, 0o600)
        assert "cairn_none_of_that_name" in complaint(healthy)
    else:
        for file in healthy.folder.glob("cairn.db*"):
            file.unlink()
        assert "cairn.db" in complaint(healthy)


def test_a_damaged_database(healthy):
    if healthy.postgres:
        pytest.skip("PostgreSQL looks after its own files")
    database = healthy.folder / "cairn.db"
    size = database.stat().st_size
    with open(database, "r+b") as file:
        file.seek(4096)
        file.write(os.urandom(size - 4096))
    assert "database" in complaint(healthy)


def test_without_git(healthy):
    done = healthy.run("doctor", check=False, environment={"PATH": "/nonexistent"})
    assert done.returncode != 0 and "git" in done.stdout + done.stderr


class TestRepositories:
    @pytest.fixture
    def folder(self, healthy):
        """The one folder of a store in which there is one repository."""
        healthy.start()
        Client(healthy.url, basic=ADMIN).post("/user/repos", {"name": "kept", "auto_init": True}, expect=201)
        healthy.stop()
        (folder,) = healthy.folder.glob("repositories/??/??/*.git")
        return folder

    def test_a_folder_of_no_repository(self, healthy, folder):
        stray = folder.parents[2] / "ab" / "ab" / ("ab" * 16 + ".git")
        shutil.copytree(folder, stray)
        assert str(stray) in complaint(healthy)
        assert healthy.run("doctor", "--repair").returncode == 0
        assert not stray.exists() and folder.exists()
        (aside,) = folder.parents[2].glob(f".set-aside/*/ab/ab/{stray.name}")
        assert (aside / "HEAD").exists(), "nothing that somebody may want is deleted"

    def test_a_repository_without_its_folder(self, healthy, folder):
        shutil.rmtree(folder)
        assert "root/kept" in complaint(healthy)
        assert healthy.run("doctor", "--repair").returncode == 0
        assert healthy.run("doctor").returncode == 0 and (folder / "HEAD").exists()
