"""semantic-release with @saithodev/semantic-release-gitea: what commits say becomes a version, a tag, and a release with files."""
import json

from installed import SCRIPTS, from_npm, run, settings
from repositories import at, new_repository
from working_copy import Git, address

pytestmark = from_npm("@saithodev/semantic-release-gitea")


def release(server, owner, work):
    """What a workflow does on the main branch."""
    environment = settings(work.folder.parent, GITEA_TOKEN=owner.key, GITEA_URL=server.url,
                           GIT_CREDENTIALS=f"{owner.name}:{owner.key}")
    program = SCRIPTS / "node_modules" / "semantic-release" / "bin" / "semantic-release.js"
    return run(["node", program, "--no-ci"], work.folder, environment)


def test_commits_become_releases(server, owner, tmp_path):
    repository = new_repository(owner, private=True, default_branch="main")
    remote = address(server, repository["full_name"])
    work = Git(tmp_path / "work")
    work.done("init", "-q", "-b", "main")
    work.done("remote", "add", "origin", address(server, repository["full_name"], owner.name, owner.key))
    modules = SCRIPTS / "node_modules"
    plugins = [str(modules / "@semantic-release" / "commit-analyzer"), str(modules / "@semantic-release" / "release-notes-generator"),
               [str(modules / "@saithodev" / "semantic-release-gitea"), {"assets": [{"path": "dist/*.txt"}]}]]
    work.commit({".releaserc.json": json.dumps({"branches": ["main"], "repositoryUrl": remote, "plugins": plugins}),
                 "dist/tower.txt": "high\n"}, "feat: a tower")
    work.done("push", "-q", "origin", "main")
    release(server, owner, work)
    first = owner.get(f"{at(repository)}/releases/latest").json()
    assert (first["tag_name"], first["draft"], first["prerelease"]) == ("v1.0.0", False, False)
    assert "a tower" in first["body"]
    assert [asset["name"] for asset in first["assets"]] == ["tower.txt"]
    assert owner.session.get(first["assets"][0]["browser_download_url"], timeout=30).text == "high\n"

    # Nothing new, nothing done; a fix is a patch.
    assert "no new version is released" in release(server, owner, work)
    work.commit({"dist/tower.txt": "higher\n"}, "fix: it is higher")
    work.done("push", "-q", "origin", "main")
    release(server, owner, work)
    found = owner.get(f"{at(repository)}/releases").json()
    assert [one["tag_name"] for one in found] == ["v1.0.1", "v1.0.0"]
    assert "it is higher" in found[0]["body"] and "a tower" not in found[0]["body"]
