"""Renovate: finds that a dependency has a newer release, on this very server, and opens a pull request for it."""
import base64
import json
import platform

from installed import SCRIPTS, from_npm, run, settings
from repositories import at, new_repository

FOLDER = SCRIPTS / "renovate"
# It needs a newer Node than Debian's, which is beside it, as a package for each kind of machine.
NODE = "node-linux-" + {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
pytestmark = [from_npm("renovate", FOLDER), from_npm(NODE, FOLDER)]


def renovate(server, bot, folder, repository, **more):
    """One run."""
    node = FOLDER / "node_modules" / NODE / "bin" / "node"
    config = {"platform": "gitea", "endpoint": f"{server.url}/api/v1/", "token": bot.key, "gitAuthor": f"Bot <{bot.name}@example.com>",
              "repositories": [repository["full_name"]], "baseDir": str(folder / "renovate"), "minimumReleaseAge": None,
              "persistRepoData": False, "prHourlyLimit": 0, "onboardingConfig": {"extends": []}, **more}
    (folder / "config.json").write_text(json.dumps(config))
    environment = settings(folder, RENOVATE_CONFIG_FILE=str(folder / "config.json"), LOG_LEVEL="debug")
    return run([node, FOLDER / "node_modules" / "renovate" / "dist" / "renovate.js"], folder, environment)


def test_opens_a_pull_request_for_a_newer_release(server, owner, new_user, new_token, tmp_path):
    quarry = new_repository(owner, "quarry", auto_init=True, default_branch="main")
    for version in ("v1.0.0", "v1.1.0"):
        owner.post(f"{at(quarry)}/releases", {"tag_name": version, "name": version, "body": f"What is new in {version}."}, expect=201)
    tower = new_repository(owner, "tower", private=True, auto_init=True, default_branch="main")
    owner.post(f"{at(tower)}/contents/stones.txt", {"content": base64.b64encode(b"quarry v1.0.0\n").decode()}, expect=201)
    bot = new_user(full_name="The bot")
    bot.key = new_token(bot, "write:repository", "write:issue", "read:user", "read:organization", "read:misc").made["sha1"]
    owner.call("PUT", f"{at(tower)}/collaborators/{bot.name}", {"permission": "write"}, expect=204)

    # The first run asks whether it is welcome.
    said = renovate(server, bot, tmp_path, tower)
    pulls = owner.get(f"{at(tower)}/pulls").json()
    assert [pull["head"]["ref"] for pull in pulls] == ["renovate/configure"], said[-8000:]
    assert pulls[0]["user"]["login"] == bot.name
    rule = {"customType": "regex", "managerFilePatterns": ["/^stones\\.txt$/"], "matchStrings": ["quarry (?<currentValue>\\S+)"],
            "depNameTemplate": quarry["full_name"], "datasourceTemplate": "gitea-releases", "registryUrlTemplate": server.url}
    chosen = {"customManagers": [rule], "labels": ["dependencies"], "dependencyDashboard": True}
    file = owner.get(f"{at(tower)}/contents/renovate.json?ref=renovate/configure").json()
    owner.call("PUT", f"{at(tower)}/contents/renovate.json", {
        "content": base64.b64encode(json.dumps(chosen).encode()).decode(),
        "sha": file["sha"], "branch": "renovate/configure"})
    owner.post(f"{at(tower)}/labels", {"name": "dependencies", "color": "#00aabb"}, expect=201)
    owner.post(f"{at(tower)}/pulls/{pulls[0]['number']}/merge", {"Do": "squash"}, expect=200)

    # The second does its work.
    said = renovate(server, bot, tmp_path, tower)
    pulls = owner.get(f"{at(tower)}/pulls?state=open").json()
    assert len(pulls) == 1, said[-8000:]
    assert "v1.1.0" in pulls[0]["title"] and [label["name"] for label in pulls[0]["labels"]] == ["dependencies"]
    assert "What is new in v1.1.0." in pulls[0]["body"]
    proposed = owner.get(f"{at(tower)}/contents/stones.txt?ref={pulls[0]['head']['ref']}").json()
    assert base64.b64decode(proposed["content"]) == b"quarry v1.1.0\n"
    assert [issue["title"] for issue in owner.get(f"{at(tower)}/issues?type=issues").json()] == ["Dependency Dashboard"]
