"""git-credential-oauth: git asks it, and it has the person sign in with a browser."""
import subprocess

import pytest
import requests
from consent import approve
from installed import from_debian, settings
from program import PATIENCE, wait_until

pytestmark = from_debian("git-credential-oauth", program="git-credential-oauth")
ITS_ID = "a4792ccc-144e-407e-86c9-5e7d8d9c3269"  # as which it is known to every server


@pytest.fixture
def home(server, tmp_path):
    """The person's settings; the browser is a script that writes down the address."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/new && mv {tmp_path}/new {tmp_path}/address\n')
    browser.chmod(0o755)
    environment = settings(tmp_path, BROWSER=str(browser))
    # Version 0.4 knows servers by settings only; later ones know this kind by the realm that it names.
    for name, value in (("credential.helper", "cache --socket=" + str(tmp_path / "socket" / "s")), ("credential.helper", "oauth"),
                        (f"credential.{server.url}.oauthClientId", ITS_ID),
                        (f"credential.{server.url}.oauthScopes", "read:repository write:repository"),
                        (f"credential.{server.url}.oauthAuthURL", "/login/oauth/authorize"),
                        (f"credential.{server.url}.oauthTokenURL", "/login/oauth/access_token")):
        subprocess.run(["git", "config", "--global", "--add", name, value], env=environment, check=True)
    yield environment
    subprocess.run(["git", "credential-cache", "--socket", tmp_path / "socket" / "s", "exit"], env=environment, check=True)


def git(environment, *words):
    return subprocess.Popen(["git", *map(str, words)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def ends_well(process):
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said


def test_clones_and_pushes_after_one_visit(server, ann, tmp_path, home):
    ann.api.post("/user/repos", {"name": "quiet", "private": True, "auto_init": True}, expect=201)
    written, clone = tmp_path / "address", tmp_path / "quiet"
    cloning = git(home, "clone", f"{server.url}/{ann.name}/quiet.git", clone)
    try:
        wait_until(lambda: written.exists() or cloning.poll() is not None, "git-credential-oauth to open the browser")
        assert written.exists(), cloning.communicate()[0]
        back = approve(ann, written.read_text().strip().removeprefix(server.url))
        assert back.startswith("http://127.0.0.1:")
        requests.get(back, timeout=PATIENCE)
        ends_well(cloning)
    finally:
        cloning.kill()
    assert (clone / "README.md").exists()
    # Pushing takes what was granted: nobody is asked again.
    written.unlink()
    ends_well(git(home, "-C", clone, "commit", "-q", "--allow-empty", "-m", "more"))
    ends_well(git(home, "-C", clone, "push", "-q"))
    assert not written.exists()
    assert ann.api.get(f"/repos/{ann.name}/quiet/commits").json()[0]["commit"]["message"].strip() == "more"
