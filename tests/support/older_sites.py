"""Sites of older versions, as their backups: what such a site has, and whether it is still there after a newer version has
restored it. Each release adds the backup that it makes: CAIRN=/usr/bin/cairn python3 tests/support/older_sites.py FILE.tar.gz"""
import gzip
import pathlib
import sys
import tempfile

from backups import back_up, started
from client import PASSWORD, Client
from large_files import LargeFiles, oid_of, pointer_to
from program import wait_until
from working_copy import Git, address

BACKUPS = sorted((pathlib.Path(__file__).parent.parent / "cli/older").glob("*.tar.gz"))
LARGE = b"large\n" * 100
WORKFLOW = "on:\n  push:\n    branches: [main]\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n"


def furnish(site, folder):
    """A little of everything: people, teams, code, words about it, large files, packages, a wiki, a workflow."""
    ann = Client(site.url, basic=("ann", PASSWORD))
    site.create_user("ben", PASSWORD)
    ann.post("/orgs", {"username": "makers"}, expect=201)
    team = ann.post("/orgs/makers/teams", {"name": "writers", "permission": "write", "includes_all_repositories": True,
                                           "units": ["repo.code", "repo.issues", "repo.pulls", "repo.wiki", "repo.releases"]},
                    expect=201).json()
    ann.call("PUT", f"/teams/{team['id']}/members/ben", expect=204)
    ann.post("/orgs/makers/repos", {"name": "tool", "default_branch": "main"}, expect=201)
    git = Git(folder / "tool")
    git.done("init", "-q", "-b", "main")
    git.commit({"README.md": "# Tool\n", "large.bin": pointer_to(LARGE), ".gitattributes": "*.bin filter=lfs\n",
                ".gitea/workflows/build.yaml": WORKFLOW}, "the first")
    git.done("push", "-q", address(site, "makers/tool", "ann", PASSWORD), "main")
    LargeFiles(ann, "makers/tool").put(LARGE)
    tool = "/repos/makers/tool"
    label = ann.post(f"{tool}/labels", {"name": "bug", "color": "#ff0000"}, expect=201).json()
    milestone = ann.post(f"{tool}/milestones", {"title": "1.0"}, expect=201).json()
    ann.post(f"{tool}/issues", {"title": "It breaks", "body": "Wörter", "labels": [label["id"]], "milestone": milestone["id"],
                                "assignees": ["ben"]}, expect=201)
    ben = Client(site.url, basic=("ben", PASSWORD))
    ben.post(f"{tool}/issues/1/comments", {"body": "I see it, too"}, expect=201)
    git.done("checkout", "-q", "-b", "mended")
    git.commit({"mended.txt": "mended\n"}, "mend it")
    git.done("push", "-q", address(site, "makers/tool", "ben", PASSWORD), "mended")
    ben.post(f"{tool}/pulls", {"title": "Mend it", "body": "closes #1", "head": "mended", "base": "main"}, expect=201)
    ann.post(f"{tool}/pulls/2/reviews", {"event": "APPROVED", "body": "good"}, expect=200)
    ann.post(f"{tool}/releases", {"tag_name": "v1", "target_commitish": "main", "name": "One"}, expect=201)
    ann.post(f"{tool}/wiki/new", {"title": "Home", "content_base64": "aGVsbG8="}, expect=201)
    ann.post(f"{tool}/hooks", {"type": "gitea", "config": {"url": "http://127.0.0.1:9/", "content_type": "json"}, "events": ["push"],
                               "active": False}, expect=201)
    ann.call("PUT", "/user/starred/makers/tool", expect=204)
    asked = ann.session.put(f"{site.url}/api/packages/makers/generic/kit/1/data.bin", data=b"kept " * 100, timeout=30)
    assert asked.status_code == 201, asked.text
    wait_until(lambda: ann.get(f"{tool}/actions/runs").json()["total_count"] == 1, "the run")


def check(site, folder):
    """All of it is there, and goes on working."""
    ann, ben = (Client(site.url, basic=(name, PASSWORD)) for name in ("ann", "ben"))
    tool = "/repos/makers/tool"
    assert [team["name"] for team in ben.get("/user/teams").json()] == ["writers"]
    issue = ben.get(f"{tool}/issues/1").json()
    assert issue["title"] == "It breaks" and issue["body"] == "Wörter" and issue["labels"][0]["name"] == "bug"
    assert issue["milestone"]["title"] == "1.0" and issue["assignees"][0]["login"] == "ben" and issue["comments"] == 1
    assert [found["number"] for found in ben.get(f"{tool}/issues?q=breaks").json()] == [1]
    assert ann.get(f"{tool}/pulls/2/reviews").json()[0]["state"] == "APPROVED"
    assert ann.get(f"{tool}/releases/tags/v1").json()["name"] == "One"
    assert ann.get(f"{tool}/wiki/page/Home").json()["content_base64"] == "aGVsbG8="
    assert len(ann.get(f"{tool}/hooks").json()) == 1 and ann.get(tool).json()["stars_count"] == 1
    assert ann.get(f"{tool}/actions/runs").json()["workflow_runs"][0]["head_branch"] == "main"
    package = ann.session.get(f"{site.url}/api/packages/makers/generic/kit/1/data.bin", timeout=30)
    assert package.status_code == 200 and package.content == b"kept " * 100
    offered = LargeFiles(ben, "makers/tool").batch("download", (oid_of(LARGE), len(LARGE))).json()["objects"][0]
    assert "download" in offered["actions"], offered
    for page in ("/makers/tool", "/makers/tool/issues/1", "/makers/tool/pulls/2", "/makers/-/packages", "/makers/tool/actions"):
        assert ann.session.get(site.url + page, timeout=30).status_code == 200, page
    ben.post(f"{tool}/pulls/2/merge", {"do": "merge"}, expect=200)
    wait_until(lambda: ben.get(f"{tool}/issues/1").json()["state"] == "closed", "what a merge closes")
    copy = Git(folder / "copy")
    copy.done("-c", "filter.lfs.smudge=", "-c", "filter.lfs.required=false", "clone", "-q", address(site, "makers/tool", "ben", PASSWORD), "here")
    copy.inside("here").commit({"more.txt": "more"})
    copy.inside("here").done("push", "-q", "origin", "HEAD:main")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as work:
        one = started(pathlib.Path(work, "site"), "sqlite")
        try:
            furnish(one, pathlib.Path(work))
            back_up(one, pathlib.Path(work, "made.tar"))
            pathlib.Path(sys.argv[1]).write_bytes(gzip.compress(pathlib.Path(work, "made.tar").read_bytes(), mtime=0))
        finally:
            one.close()
