"""isomorphic-git, with which editors in browsers and tools in Node do without git. What it does is in isomorphic_git.js."""
from installed import from_npm, run_script
from repositories import at, new_repository
from working_copy import address

pytestmark = from_npm("isomorphic-git")


def test_clones_pushes_and_pulls(server, owner, tmp_path):
    repository = new_repository(owner, private=True, auto_init=True, default_branch="main")
    did = run_script("isomorphic_git.js", tmp_path, url=address(server, repository["full_name"]), name=owner.name,
                     token=owner.key, folder=str(tmp_path))
    assert owner.get(f"{at(repository)}/branches/main").json()["commit"]["id"] == did["main"]
    assert owner.get(f"{at(repository)}/git/commits/{did['second']}").json()["files"][0]["filename"] == "b.txt"
    assert owner.get(f"{at(repository)}/tags/v1").json()["commit"]["sha"] == did["topic"]
    owner.get(f"{at(repository)}/branches/topic", expect=404)
