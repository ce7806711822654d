"""`cairn backup`, `cairn backup verify` and `cairn restore`: what comes back is what there was, on either database."""
import os
import subprocess
import threading
import urllib.parse

import pytest
from backups import ENGINES, back_up, compare, furnish, manifest_of, restored, started, stored_in
from client import PASSWORD, Client
from cron import ran
from program import BINARY, Program, wait_until
from working_copy import Git, address


@pytest.fixture
def site(tmp_path, database):
    instance = started(tmp_path / "site", database)
    yield instance
    instance.close()


@pytest.fixture
def closing():
    """What a test makes more, and is closed with it."""
    made = []
    yield lambda one: made.append(one) or one
    for one in made:
        one.close()


@pytest.mark.parametrize("other", ENGINES)
@pytest.mark.parametrize("where", ["kept", "kept.tar"])
def test_what_comes_back_is_what_there_was(site, tmp_path, closing, other, where):
    furnish(site, tmp_path / "work")
    said = back_up(site, tmp_path / "while-it-runs", "--secrets").stderr
    assert "5 repositories" in said and "missing" not in said and "Secrets" not in said, said
    site.stop()  # from now on nobody does anything with it
    back_up(site, tmp_path / where, "--secrets")
    assert "is whole" in site.run("backup", "verify", tmp_path / where).stdout
    again = closing(restored(tmp_path / "again", other, tmp_path / where))
    compared = compare(site, again)
    assert compared["repositories"] == 5 and compared["stored"] >= 4 and compared["rows"] > 100, compared

    again.start()
    ann = Client(again.url, basic=("ann", PASSWORD))
    assert ann.get("/repos/ann/repo-1/issues/1").json()["title"] == "Wörter\tund \\ 1"
    found = ann.get("/repos/ann/repo-1/issues?q=zwei&state=all").json()
    assert [issue["number"] for issue in found] == [1]
    assert ann.get("/repos/search?q=repo-2").json()["data"][0]["full_name"] == "ann/repo-2"
    assert ann.post("/repos/ann/repo-1/issues", {"title": "new"}, expect=201).json()["number"] == 2
    copy = Git(tmp_path / "copy")
    copy.done("clone", "-q", address(again, "ann/repo-2", "ann", PASSWORD), "here")
    copy.inside("here").commit({"more.txt": "more"})
    copy.inside("here").done("push", "-q", "origin", "HEAD:main")
    again.stop()
    assert again.run("doctor").returncode == 0


def test_the_same_rows_are_the_same_bytes_on_both_databases(site, tmp_path, closing, database):
    other = "sqlite" if database == "postgres" else "postgres"
    if other == "postgres" and not os.environ.get("CAIRN_TEST_POSTGRES"):
        pytest.skip("no PostgreSQL")
    furnish(site, tmp_path / "work", repositories=1)
    site.stop()
    back_up(site, tmp_path / "one", "--secrets")
    again = closing(restored(tmp_path / "again", other, tmp_path / "one"))
    back_up(again, tmp_path / "two")
    tables = [{line["name"]: line for line in manifest_of(folder) if line.get("kind") == "table"}
              for folder in (tmp_path / "one", tmp_path / "two")]
    assert tables[0].keys() == tables[1].keys()
    for name, line in tables[0].items():
        assert line == tables[1][name]


def test_a_backup_while_people_work_has_everything_that_its_database_names(site, tmp_path, closing, database):
    furnish(site, tmp_path / "work")
    acknowledged, stop, failures = [], threading.Event(), []

    def write(number):
        try:
            me = Client(site.url, basic=("ann", PASSWORD))
            git = Git(tmp_path / "work" / f"repo-{number}")
            step = 0
            while not stop.is_set():
                step += 1
                title = f"{number}-{step}"
                me.post(f"/repos/ann/repo-{number}/issues", {"title": title}, expect=201)
                git.commit({"a.txt": title}, title)
                git.done("push", "-q", address(site, f"ann/repo-{number}", "ann", PASSWORD), "main")
                me.post("/user/repos", {"name": f"short-{title}", "auto_init": True}, expect=201)
                if step % 2:
                    me.delete(f"/repos/ann/short-{title}", expect=204)
                acknowledged.append(title)
        except BaseException as error:
            failures.append(error)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(3)]
    for writer in writers:
        writer.start()
    wait_until(lambda: len(acknowledged) > 6 or failures, "people to work")
    before = list(acknowledged)
    for number in range(3):
        said = back_up(site, tmp_path / f"kept-{number}", "--secrets").stderr
        assert "missing" not in said, said
    stop.set()
    for writer in writers:
        writer.join()
    assert not failures, failures
    again = closing(restored(tmp_path / "again", database, tmp_path / "kept-2"))
    again.start()
    me = Client(again.url, basic=("ann", PASSWORD))
    titles = {issue["title"] for number in range(3) for page in range(1, 20)
              for issue in me.get(f"/repos/ann/repo-{number}/issues?limit=50&page={page}&state=all").json()}
    assert set(before) <= titles
    for repository in me.get("/user/repos?limit=50").json():
        if not repository["empty"]:
            me.get(f"/repos/{repository['full_name']}/commits?limit=1")
    again.stop()
    again.run("doctor", "--repair")
    assert again.run("doctor").returncode == 0


def test_what_is_deleted_while_a_backup_reads_goes_afterwards(site, tmp_path):
    ann = furnish(site, tmp_path / "work", repositories=1)
    before = stored_in(site)
    folders = set((site.folder / "repositories").glob("??/??/*.git"))
    site.sql("INSERT INTO files_hold (until) VALUES (4000000000)")  # as one that runs has it
    attachment, = ann.get("/repos/ann/repo-0/issues/1/assets").json()
    ann.delete(f"/repos/ann/repo-0/issues/1/assets/{attachment['id']}", expect=204)
    ann.delete("/packages/ann/generic/tool/1", expect=204)
    ann.delete("/repos/makers/repo-0", expect=204)
    ann.delete("/repos/ann/repo-0", expect=204)
    tasks = ["cleanup_packages", "gc_lfs"]
    for name in tasks:
        ran(ann, name)
    assert stored_in(site) == before and set((site.folder / "repositories").glob("??/??/*.git")) == folders
    site.sql("DELETE FROM files_hold")
    for name in tasks:
        ran(ann, name)
    ann.post("/user/repos", {"name": "another"}, expect=201)
    ann.post("/repos/ann/another/issues", {"title": "another"}, expect=201)
    made = ann.call("POST", "/repos/ann/another/issues/1/assets", files={"attachment": ("a.txt", b"a")}, expect=201).json()
    ann.delete(f"/repos/ann/another/issues/1/assets/{made['id']}", expect=204)  # sweeps what waits
    assert all(name.startswith("avatars/") for name in stored_in(site)), stored_in(site)
    # The clean-up of every ten minutes has these.
    assert {storage for storage, in site.sql("SELECT storage FROM doomed_storage WHERE since = 0")} == {each.stem for each in folders}


def test_what_did_not_change_is_not_written_again(site, tmp_path, closing, database):
    ann = furnish(site, tmp_path / "work")
    back_up(site, tmp_path / "kept")
    parts = {path: path.stat().st_mtime_ns for path in (tmp_path / "kept/parts").rglob("*") if path.is_file()}
    ann.post("/repos/ann/repo-1/issues", {"title": "one more"}, expect=201)
    back_up(site, tmp_path / "kept")
    now = {path: path.stat().st_mtime_ns for path in (tmp_path / "kept/parts").rglob("*") if path.is_file()}
    assert all(now[path] == time for path, time in parts.items())
    stored = {line["sha256"] for line in manifest_of(tmp_path / "kept") if line.get("kind") in ("stored", "file", "bundle")}
    assert not stored & {path.name for path in now.keys() - parts.keys()}
    assert len(list((tmp_path / "kept/manifests").iterdir())) == 2
    # Elsewhere, only what is new; and both together are a whole.
    site.stop()
    back_up(site, tmp_path / "later.tar", "--since", tmp_path / "kept", "--secrets")
    assert (tmp_path / "later.tar").stat().st_size < sum(path.stat().st_size for path in now) / 2
    alone = site.run("backup", "verify", tmp_path / "later.tar", check=False)
    assert alone.returncode == 1 and "missing" in alone.stdout
    site.run("backup", "verify", tmp_path / "later.tar", "--since", tmp_path / "kept")
    again = closing(restored(tmp_path / "again", database, tmp_path / "later.tar", "--since", tmp_path / "kept"))
    compare(site, again)
    # The first one is still there.
    first = min((tmp_path / "kept/manifests").iterdir())
    site.run("backup", "verify", first)


def test_a_backup_that_was_killed_goes_on_where_it_was(site, tmp_path, closing, database):
    furnish(site, tmp_path / "work")
    process = subprocess.Popen([BINARY, "--config", site.config, "backup", tmp_path / "kept"], stderr=subprocess.DEVNULL)
    wait_until(lambda: any(path.is_file() for path in (tmp_path / "kept/parts").rglob("*")), "the first part")
    process.kill()
    assert process.wait() != 0, "it was too quick to be killed"
    refused = site.run("backup", "verify", tmp_path / "kept", check=False)
    assert refused.returncode == 1 and "come to its end" in refused.stderr
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "kept/parts").rglob("*") if path.is_file()}
    site.stop()
    back_up(site, tmp_path / "kept", "--secrets")
    assert all(path.stat().st_mtime_ns == time for path, time in before.items())
    compare(site, closing(restored(tmp_path / "again", database, tmp_path / "kept")))


def test_through_a_pipe(site, tmp_path, closing, database):
    furnish(site, tmp_path / "work", repositories=1)
    site.stop()
    stream = subprocess.run([BINARY, "--config", site.config, "backup", "-", "--secrets"], capture_output=True, check=True).stdout
    again = closing(Program(tmp_path / "again", database, empty=True))
    subprocess.run([BINARY, "--config", again.config, "restore", "-"], input=stream, capture_output=True, check=True)
    compare(site, again)
    # A tar is what every tar reads, and holds what a folder would.
    subprocess.run(["tar", "-x", "-C", tmp_path, "--one-top-level=out"], input=stream, check=True)
    assert "is whole" in site.run("backup", "verify", tmp_path / "out").stdout


def test_damage_is_found(site, tmp_path):
    furnish(site, tmp_path / "work", repositories=1)
    back_up(site, tmp_path / "kept")
    lines = manifest_of(tmp_path / "kept")
    issue = next(line for line in lines if line.get("name") == "issue")["parts"][0]["sha256"]
    attachment = next(line for line in lines if line.get("name", "").startswith("attachments/"))
    for name, change in ((issue, lambda text: text[:-2] + b"x\n"), (attachment["sha256"], lambda text: text[:-1])):
        part = tmp_path / "kept/parts" / name[:2] / name
        whole = part.read_bytes()
        part.write_bytes(change(whole))
        found = site.run("backup", "verify", tmp_path / "kept", check=False)
        assert found.returncode == 1 and name in found.stdout, found.stdout
        part.write_bytes(whole)
        site.run("backup", "verify", tmp_path / "kept")
    manifest, = (tmp_path / "kept/manifests").iterdir()
    whole = manifest.read_text()
    for damaged in (whole.replace('"name":"issue"', '"name":"isue"'), whole[:-10], "\n".join(whole.split("\n")[:-2]) + "\n"):
        manifest.write_text(damaged)
        assert site.run("backup", "verify", tmp_path / "kept", check=False).returncode == 1


def test_a_damaged_backup_becomes_no_site(site, tmp_path, closing, database):
    furnish(site, tmp_path / "work", repositories=1)
    back_up(site, tmp_path / "kept", "--secrets")
    name = next(line for line in manifest_of(tmp_path / "kept") if line.get("name") == "issue")["parts"][0]["sha256"]
    part = tmp_path / "kept/parts" / name[:2] / name
    whole = part.read_bytes()
    part.write_bytes(whole[:-2] + b"x\n")
    again = closing(Program(tmp_path / "again", database, empty=True))
    refused = again.run("restore", tmp_path / "kept", check=False)
    assert refused.returncode == 1 and "damaged" in refused.stderr
    assert "ann" not in again.run("admin", "user", "list").stdout
    part.write_bytes(whole)
    again.run("restore", tmp_path / "kept")  # and it goes on from there
    assert "ann" in again.run("admin", "user", "list").stdout


def test_only_an_empty_site_takes_a_backup(site, tmp_path):
    back_up(site, tmp_path / "kept", "--secrets")
    assert "stop it first" in site.run("restore", tmp_path / "kept", check=False).stderr
    site.stop()
    assert "has accounts already" in site.run("restore", tmp_path / "kept", check=False).stderr


def test_secrets_come_along_where_they_are_wanted(site, tmp_path, closing, database):
    said = back_up(site, tmp_path / "kept").stderr
    assert "SECRET_KEY" in said
    secret = next(line for line in site.config.read_text().splitlines() if line.startswith("SECRET_KEY")).split("=")[1].strip()
    kept = b"".join(path.read_bytes() for path in (tmp_path / "kept").rglob("*") if path.is_file())
    assert secret.encode() not in kept
    again = closing(Program(tmp_path / "again", database, empty=True))
    refused = again.run("restore", tmp_path / "kept", check=False)
    assert refused.returncode == 1 and "--new-secrets" in refused.stderr
    again.run("restore", tmp_path / "kept", "--new-secrets")
    other = closing(Program(tmp_path / "other", database, empty=True))
    back_up(site, tmp_path / "kept", "--secrets")
    other.run("restore", tmp_path / "kept")
    assert secret in other.config.read_text()


def test_under_another_address(site, tmp_path, closing, database):
    furnish(site, tmp_path / "work", repositories=1)
    site.stop()
    back_up(site, tmp_path / "kept", "--secrets")
    again = closing(Program(tmp_path / "again", database, empty=True))
    said = again.run("restore", tmp_path / "kept", "--url", f"http://localhost:{again.port}").stdout
    assert site.url in said
    again.start()
    issue = Client(again.url, basic=("ann", PASSWORD)).get("/repos/ann/repo-0/issues/1").json()
    assert issue["html_url"] == f"http://localhost:{again.port}/ann/repo-0/issues/1"
    assert f"http://localhost:{again.port}/ann/repo-0" in issue["body"] and site.url not in issue["body"]


@pytest.mark.skipif(not os.environ.get("CAIRN_TEST_S3"), reason="no S3 server: tools/s3.sh starts one")
def test_into_a_bucket(site, tmp_path, closing, database):
    furnish(site, tmp_path / "work", repositories=1)
    site.stop()
    server = urllib.parse.urlsplit(os.environ["CAIRN_TEST_S3"])
    environment = {"AWS_ENDPOINT_URL": f"{server.scheme}://{server.hostname}:{server.port}", "AWS_ACCESS_KEY_ID": server.username,
                   "AWS_SECRET_ACCESS_KEY": server.password}
    where = f"s3://{server.path.strip('/')}/backups/{site.port}"
    site.run("backup", where, "--secrets", environment=environment)
    assert " in 0 are new" in site.run("backup", where, "--secrets", environment=environment).stderr
    assert "is whole" in site.run("backup", "verify", where, environment=environment).stdout
    again = closing(Program(tmp_path / "again", database, empty=True))
    again.run("restore", where, environment=environment)
    compare(site, again)
