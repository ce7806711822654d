"""Whose signatures a repository trusts: what pages say of them, by its model and by the site's; the API says what it always did."""
import os
import re
import subprocess

import pytest
from client import ADMIN, PASSWORD, Client
from repositories import at, let_in, new_repository
from signing import public_half, ssh_key
from visitor import Visitor

TRUSTED, UNTRUSTED = "Signed", "Signed, not trusted"


def git(folder, *arguments):
    environment = {**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder), "GIT_TERMINAL_PROMPT": "0"}
    return subprocess.run(["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout.strip()


class Signed:
    """A repository with commits and a tag that `signer` has signed in the name of `committer`."""

    def __init__(self, server, owner, tmp_path):
        self.owner, self.tmp_path = owner, tmp_path
        self.repository = new_repository(owner, auto_init=True)
        tip = owner.get(f"{at(self.repository)}/branches/main").json()["commit"]["id"]
        self.folder = next(path for path in server.folder.glob("repositories/*/*/*.git") if self.has(path, tip))
        self.keys = {}

    @staticmethod
    def has(path, commit):
        return (path / "refs/heads/main").exists() and (path / "refs/heads/main").read_text().strip() == commit

    def key_of(self, person):
        if person.name not in self.keys:
            self.keys[person.name] = ssh_key(self.tmp_path)
            person.post("/user/keys", {"title": "signing", "key": public_half(self.keys[person.name])}, expect=201)
        return self.keys[person.name]

    def how(self, signer, committer):
        email = f"{committer.name}@example.com" if committer else "nobody@elsewhere.example"
        return ("-c", "gpg.format=ssh", "-c", f"user.signingkey={self.key_of(signer)}", "-c", "user.name=Any", "-c", f"user.email={email}")

    def commit(self, signer, committer):
        sha = git(self.folder, *self.how(signer, committer), "commit-tree", "-S", "-m", f"by {os.urandom(4).hex()}", "-p", "main", "main^{tree}")
        git(self.folder, "update-ref", "refs/heads/signed", sha)
        return sha

    def tag(self, name, signer, tagger):
        git(self.folder, *self.how(signer, tagger), "tag", "-s", "-m", "signed", name, "main")


@pytest.fixture
def place(server, new_user, tmp_path):
    return Signed(server, new_user(), tmp_path)


@pytest.fixture
def writer(place, new_user):
    person = new_user()
    let_in(place.owner, place.repository, person)
    return person


def choose(server, place, model, expect=303, name=None):
    browser = Visitor(server.url)
    assert browser.sign_in(*(name or (place.owner.name, PASSWORD))).status_code == 303
    browser.post(f"/{place.repository['full_name']}/settings/signatures", {"trust_model": model}, expect=expect)
    return browser


def said(server, place, sha):
    """What the page of the commit says of its signature, and what the list of commits does."""
    browser = Visitor(server.url)
    pages = [browser.open(f"/{place.repository['full_name']}/commit/{sha}", expect=200).text,
             next(row for row in re.findall(r"<li>.*?</li>", browser.open(f"/{place.repository['full_name']}/commits/commit/{sha}", expect=200).text, re.S)
                  if f'class="title" href="/{place.repository["full_name"]}/commit/{sha}"' in row)]
    found = []
    for page in pages:
        tags = re.findall(r'<span class="tag (?:good|wait)[^>]*>(.*?)</span>', page, re.S)
        found.append([re.sub(r"<[^>]*>", "", tag).strip() for tag in tags if "igned" in tag or "erified" in tag])
    assert found[0] == found[1], "both say the same"
    return found[0]


def verification(place, sha):
    return place.owner.get(f"{at(place.repository)}/git/commits/{sha}").json()["commit"]["verification"]


def test_of_whoever_may_write(server, place, writer, new_user):
    """The usual model: collaborator."""
    stranger = new_user()
    own, others = place.commit(writer, writer), place.commit(writer, place.owner)
    foreign, forged = place.commit(stranger, stranger), place.commit(stranger, place.owner)
    for model in ("collaborator", "default"):
        choose(server, place, model)
        assert said(server, place, own) == [TRUSTED]
        assert said(server, place, others) == [f"Signed by {writer.name}"]
        assert said(server, place, foreign) == [UNTRUSTED]
        assert said(server, place, forged) == [f"Signed by {stranger.name}, not trusted"]
    # Who only reads does not belong to it; who may write does.
    let_in(place.owner, place.repository, stranger, "read")
    assert said(server, place, foreign) == [UNTRUSTED]
    let_in(place.owner, place.repository, stranger, "write")
    assert said(server, place, foreign) == [TRUSTED]


def test_of_the_committer(server, place, writer, new_user):
    stranger = new_user()
    choose(server, place, "committer")
    assert said(server, place, place.commit(stranger, stranger)) == [TRUSTED]
    assert said(server, place, place.commit(writer, place.owner)) == [f"Signed by {writer.name}, not trusted"]
    assert said(server, place, place.commit(writer, None)) == [f"Signed by {writer.name}, not trusted"]


def test_of_the_committer_who_may_write(server, place, writer, new_user):
    stranger = new_user()
    choose(server, place, "collaboratorcommitter")
    assert said(server, place, place.commit(writer, writer)) == [TRUSTED]
    assert said(server, place, place.commit(stranger, stranger)) == [UNTRUSTED]
    assert said(server, place, place.commit(writer, place.owner)) == [f"Signed by {writer.name}, not trusted"]


def test_the_api_tells_of_the_committer_alone(server, place, writer, new_user):
    stranger = new_user()
    own, others, foreign = place.commit(writer, writer), place.commit(writer, place.owner), place.commit(stranger, stranger)
    for model in ("collaborator", "committer", "collaboratorcommitter"):
        choose(server, place, model)
        for sha, person in ((own, writer), (foreign, stranger)):
            shown = verification(place, sha)
            assert shown["verified"] and shown["signer"]["username"] == person.name
            assert set(shown) == {"verified", "reason", "signature", "signer", "payload"}
        shown = verification(place, others)
        assert not shown["verified"] and shown["signer"] is None and shown["reason"] == "gpg.error.no_gpg_keys_found"


def test_tags(server, place, writer, new_user):
    stranger = new_user()
    place.tag("ours", writer, writer)
    place.tag("theirs", stranger, stranger)
    git(place.folder, "tag", "plain", "main")
    choose(server, place, "collaborator")
    page = Visitor(server.url).open(f"/{place.repository['full_name']}/tags", expect=200).text
    rows = {name: row for row in re.findall(r"<li>.*?</li>", page, re.S) for name in ("ours", "theirs", "plain") if f"src/tag/{name}" in row}
    assert "</svg>Signed</span>" in rows["ours"] and "Signed, not trusted" in rows["theirs"] and "Signed" not in rows["plain"]


def test_a_changed_commit_is_trusted_by_nobody(server, place, writer):
    sha = place.commit(writer, writer)
    raw = git(place.folder, "cat-file", "commit", sha)
    changed = subprocess.run(["git", "hash-object", "-t", "commit", "-w", "--stdin"], cwd=place.folder, check=True, capture_output=True, text=True,
                             input=raw.replace("by ", "of ") + "\n").stdout.strip()
    git(place.folder, "update-ref", "refs/heads/signed", changed)
    browser = Visitor(server.url)
    assert "Signature not verified" in browser.open(f"/{place.repository['full_name']}/commit/{changed}", expect=200).text
    assert not verification(place, changed)["verified"]


def test_who_may_choose_and_what(server, place, writer):
    browser = choose(server, place, "everybody", expect=422)
    assert "Whose signatures of commits and tags are trusted" in browser.page and browser.problem
    choose(server, place, "committer").follow()
    browser = Visitor(server.url)
    browser.sign_in(writer.name, PASSWORD)
    browser.post(f"/{place.repository['full_name']}/settings/signatures", {"trust_model": "committer"}, expect=403)
    Visitor(server.url).post(f"/{place.repository['full_name']}/settings/signatures", {"trust_model": "committer"}, expect=303)


def test_the_site_may_have_another_model(program, tmp_path):
    program.settings["repository.signing"] = {"DEFAULT_TRUST_MODEL": "committer"}
    program.write_config()
    for name in (ADMIN[0], "carl"):
        program.create_user(name, ADMIN[1], *(["--admin"] if name == ADMIN[0] else []))
    program.start()
    place = Signed(program, Client(program.url, basic=ADMIN), tmp_path)
    stranger = Client(program.url, basic=("carl", ADMIN[1]))
    assert said(program, place, place.commit(stranger, stranger)) == [TRUSTED]
    choose(program, place, "collaborator", name=ADMIN)
    assert said(program, place, place.commit(stranger, stranger)) == [UNTRUSTED]
