"""What older versions have backed up, this one restores and brings up to date; what a newer one has backed up, it refuses."""
import gzip
import hashlib
import json

import pytest
from backups import back_up, restored, started
from older_sites import BACKUPS, check
from program import Program


@pytest.mark.parametrize("backup", BACKUPS, ids=lambda file: file.name.removesuffix(".tar.gz"))
def test_is_restored_and_brought_up_to_date(tmp_path, database, backup):
    (tmp_path / "backup.tar").write_bytes(gzip.decompress(backup.read_bytes()))
    site = restored(tmp_path / "site", database, tmp_path / "backup.tar", "--new-secrets")
    try:
        check(site.start(), tmp_path)
        site.stop()
        assert site.run("doctor").returncode == 0
    finally:
        site.close()


def change_header(folder, change):
    """Of the one backup there; what is said of the lines at the end still holds."""
    manifest, = (folder / "manifests").glob("*.jsonl")
    header, *lines, end = manifest.read_text().splitlines()
    header = json.loads(header)
    change(header)
    before = "".join(line + "\n" for line in [json.dumps(header), *lines])
    end = {**json.loads(end), "sha256": hashlib.sha256(before.encode()).hexdigest()}
    manifest.write_text(before + json.dumps(end) + "\n")


@pytest.mark.parametrize("newer", [lambda header: header["schema"].append({"number": 9999, "name": "what_nobody_knows_yet"}),
                                   lambda header: header.update(cairn_backup=2)], ids=["of the database", "of backups"])
def test_what_is_newer_is_refused_in_words(tmp_path, database, newer):
    site = started(tmp_path / "site", database)
    try:
        back_up(site, tmp_path / "backup")
    finally:
        site.close()
    change_header(tmp_path / "backup", newer)
    other = Program(tmp_path / "other", database, empty=True)
    try:
        refused = other.run("restore", tmp_path / "backup", check=False)
        assert refused.returncode != 0 and "newer" in refused.stderr, refused.stderr
    finally:
        other.close()
