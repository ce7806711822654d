"""Cloning and fetching over HTTP with the real git."""
import gzip

import pytest
import requests
from client import ADMIN, PASSWORD
from working_copy import address, status_in
from repositories import at, let_in, new_repository


@pytest.fixture
def filled(new_user, begun, url):
    """An owner, a public repository with three commits and a tag, and the working copy that it was pushed from."""
    ann = new_user()
    repository = new_repository(ann)
    for number in range(2):
        begun.commit({f"{number}.txt": "x" * 1000}, f"commit {number}")
    begun.done("tag", "-a", "v1", "-m", "one")
    begun.done("push", "-q", url(repository, ann), "main", "v1")
    return ann, repository, begun


@pytest.mark.parametrize("version", (0, 1, 2))
def test_clone_in_every_version_of_the_protocol(filled, git, url, version):
    _, repository, work = filled
    git.done("-c", f"protocol.version={version}", "clone", "-q", url(repository), "copy")
    copy = git.inside("copy")
    assert copy.done("rev-parse", "HEAD") == work.done("rev-parse", "HEAD")
    assert copy.done("tag") == "v1"
    assert copy.done("fsck", "--strict") == ""


def test_names_in_any_case_and_without_git_at_the_end(filled, git, url):
    _, repository, _ = filled
    git.done("clone", "-q", url(repository["full_name"].upper()), "one")
    git.done("clone", "-q", url(repository).removesuffix(".git"), "two")


def test_empty_repository(new_user, git, url):
    ann = new_user()
    git.done("clone", "-q", url(new_repository(ann)), "copy")


def test_shallow_partial_and_single_branch(filled, git, url):
    _, repository, work = filled
    git.done("clone", "-q", "--depth", "1", url(repository), "shallow")
    shallow = git.inside("shallow")
    assert shallow.done("rev-list", "--count", "HEAD") == "1"
    shallow.done("fetch", "-q", "--deepen", "1")
    assert shallow.done("rev-list", "--count", "HEAD") == "2"
    shallow.done("fetch", "-q", "--unshallow")
    assert shallow.done("rev-list", "--count", "HEAD") == "3"
    git.done("clone", "-q", "--filter=blob:none", "--no-checkout", url(repository), "partial")
    partial = git.inside("partial")
    assert "\n?" in partial.done("rev-list", "--objects", "--all", "--missing=print")
    partial.done("checkout", "-q", "main")
    assert (partial.folder / "0.txt").read_text() == "x" * 1000
    # What no reference leads to is nobody's to take, in the version of the protocol that can be asked for it.
    old = work.done("rev-parse", "HEAD~1")
    assert git.fails("-c", "protocol.version=0", "fetch", url(repository), "1" * 40)
    git.done("init", "-q", "one")
    assert git.inside("one").run("-c", "protocol.version=0", "fetch", "-q", url(repository), old).returncode in (0, 1, 128)


def test_only_what_is_new_is_fetched(filled, git, url):
    ann, repository, work = filled
    git.done("clone", "-q", url(repository), "copy")
    head = work.commit({"later.txt": "later"})
    work.done("push", "-q", url(repository, ann), "main")
    copy = git.inside("copy")
    copy.done("pull", "-q")
    assert copy.done("rev-parse", "HEAD") == head


def test_long_requests_may_be_packed(filled, server, anonymous):
    _, repository, work = filled
    want = work.done("rev-parse", "HEAD")
    body = b"0011command=fetch" + b"0001" + b"0032want " + want.encode() + b"\n" + b"0009done\n" + b"0000"
    answer = anonymous.session.post(
        f"{server.url}/{repository['full_name']}.git/git-upload-pack", data=gzip.compress(body), timeout=30,
        headers={"Content-Type": "application/x-git-upload-pack-request", "Content-Encoding": "gzip", "Git-Protocol": "version=2"})
    assert answer.status_code == 200
    assert b"PACK" in answer.content


CUT_OFF = gzip.compress(b"0014command=ls-refs\n0000", mtime=0)[:-6]


@pytest.mark.parametrize("body", (b"", b"0000", CUT_OFF), ids=("empty", "plain", "cut off"))
@pytest.mark.parametrize("encoding", ("gzip", "x-gzip"))
def test_a_broken_packing_is_refused(filled, server, anonymous, body, encoding):
    _, repository, _ = filled
    answer = anonymous.session.post(
        f"{server.url}/{repository['full_name']}.git/git-upload-pack", data=body, timeout=30,
        headers={"Content-Type": "application/x-git-upload-pack-request", "Content-Encoding": encoding})
    assert answer.status_code == 400


def test_a_request_that_is_not_gits(filled, server, anonymous):
    _, repository, _ = filled
    base = f"{server.url}/{repository['full_name']}.git"
    assert anonymous.session.post(base + "/git-upload-pack", data=b"0000", timeout=30).status_code == 400
    assert anonymous.session.get(base + "/info/refs?service=git-daemon", timeout=30).status_code == 400
    broken = anonymous.session.post(base + "/git-upload-pack", data=b"garbage", timeout=30,
                                    headers={"Content-Type": "application/x-git-upload-pack-request"})
    assert broken.status_code == 200
    assert anonymous.session.get(f"{server.url}/api/healthz", timeout=30).status_code == 200


def test_clients_of_old_read_files(filled, git, server, anonymous):
    _, repository, work = filled
    base = f"{server.url}/{repository['full_name']}.git"
    assert anonymous.session.get(base + "/HEAD", timeout=30).text == "ref: refs/heads/main\n"
    refs = anonymous.session.get(base + "/info/refs", timeout=30)
    assert refs.headers["Content-Type"].startswith("text/plain")
    assert f"{work.done('rev-parse', 'HEAD')}\trefs/heads/main\n" in refs.text
    assert "\trefs/tags/v1^{}\n" in refs.text
    head = work.done("rev-parse", "HEAD")
    loose = anonymous.session.get(f"{base}/objects/{head[:2]}/{head[2:]}", timeout=30)
    packs = anonymous.session.get(f"{base}/objects/info/packs", timeout=30)
    assert packs.status_code == 200
    assert loose.status_code == 200 or "P pack-" in packs.text
    for path in ("objects/../config", "objects/info/../../config", "objects/pack/pack-x.pack", "config", "objects/ab/" + "0" * 38):
        assert anonymous.session.get(f"{base}/{path}", timeout=30).status_code == 404, path
    environment = git.inside("x")
    environment.environment["GIT_SMART_HTTP"] = "0"
    environment.done("clone", "-q", base, "dumb")
    assert environment.inside("dumb").done("rev-parse", "HEAD") == head


class TestWho:
    @pytest.fixture
    def private(self, new_user, begun, url):
        ann = new_user()
        repository = new_repository(ann, private=True)
        begun.done("push", "-q", url(repository, ann), "main")
        return ann, repository

    def test_private_repositories_are_nothing_to_strangers(self, private, new_user, git, url):
        ann, repository = private
        ben, cleo = new_user(), new_user()
        let_in(ann, repository, ben, "read")
        git.done("clone", "-q", url(repository, ann), "a")
        git.done("clone", "-q", url(repository, ben), "b")
        assert status_in(git.fails("clone", "-q", url(repository, cleo), "c")) == 404
        assert status_in(git.fails("clone", "-q", url(repository), "d")) == 401
        # Without credentials there is no telling it from one that does not exist.
        assert status_in(git.fails("clone", "-q", url(f"{ann.name}/none"), "e")) == 401
        assert status_in(git.fails("clone", "-q", url(f"{ann.name}/none", ann), "f")) == 404
        assert status_in(git.fails("clone", "-q", url("nobody-at-all/none"), "g")) == 404

    def test_every_kind_of_credentials(self, private, new_token, server, git):
        ann, repository = private
        name, secret = repository["full_name"], new_token(ann, "read:repository").token
        for number, who in enumerate(((ann.name, secret), ("whoever", secret), (secret, ""), (secret, "x-oauth-basic"),
                                      (f"{ann.name}@example.com", PASSWORD), ("x-access-token", secret))):
            git.done("clone", "-q", address(server, name, *who), f"copy-{number}")
        for number, scheme in enumerate(("token", "bearer")):
            git.done("-c", f"http.extraHeader=Authorization: {scheme} {secret}", "clone", "-q", address(server, name), f"h-{number}")
        assert status_in(git.fails("clone", "-q", address(server, name, ann.name, "wrong"), "x")) == 401
        assert status_in(git.fails("clone", "-q", address(server, name, ann.name, "0" * 40), "y")) == 401

    def test_scopes_are_held(self, private, new_token, server, git):
        ann, repository = private
        for scopes in (("read:user",), ("public-only", "read:repository"), ("write:issue",)):
            secret = new_token(ann, *scopes).token
            assert status_in(git.fails("clone", "-q", address(server, repository["full_name"], ann.name, secret), "x")) == 403

    def test_limited_owner(self, new_user, git, url):
        ann, ben = new_user(visibility="limited"), new_user()
        repository = new_repository(ann, auto_init=True)
        assert status_in(git.fails("clone", "-q", url(repository), "a")) == 401
        git.done("clone", "-q", url(repository, ben), "b")

    # Git says who it comes for only when it is asked, so whoever has not signed in is asked and not refused: else those
    # who administer the repository could not fetch from it either.
    def test_code_that_is_switched_off_is_left_to_administrators(self, filled, new_user, git, url, anonymous):
        ann, repository, _ = filled
        reader, boss = new_user(), new_user()
        ann.call("PUT", f"{at(repository)}/collaborators/{reader.name}", {"permission": "write"}, expect=204)
        ann.call("PUT", f"{at(repository)}/collaborators/{boss.name}", {"permission": "admin"}, expect=204)
        ann.call("PATCH", at(repository), {"has_code": False})
        git.done("clone", "-q", url(repository, ann), "a")
        git.done("clone", "-q", url(repository, boss), "b")
        assert status_in(git.fails("clone", "-q", url(repository, reader), "c")) == 403
        assert status_in(git.fails("clone", "-q", url(repository, new_user()), "d")) == 403
        assert status_in(git.fails("clone", "-q", url(repository), "e")) == 401
        git.inside("a").commit({"b": "b"})
        assert status_in(git.inside("a").fails("push", "-q", url(repository, reader), "main")) == 403


def test_renamed_repository(filled, git, server, url, anonymous):
    ann, repository, _ = filled
    ann.call("PATCH", at(repository), {"name": repository["name"] + "-2"})
    git.done("clone", "-q", url(repository), "copy")
    git.inside("copy").commit({"b": "b"})
    git.inside("copy").done("push", "-q", url(repository, ann), "main")
    answer = anonymous.session.get(f"{server.url}/{repository['full_name']}.git/info/refs?service=git-upload-pack",
                                   allow_redirects=False, timeout=30)
    assert answer.status_code == 301
    assert answer.headers["Location"] == f"/{repository['full_name']}-2/info/refs?service=git-upload-pack"


def test_wiki_is_there_once_it_was_pushed_to(filled, new_user, git, url, begun):
    ann, repository, work = filled
    ben = new_user()
    wiki = repository["full_name"] + ".wiki"
    assert status_in(git.fails("clone", "-q", url(wiki), "a")) == 404
    assert status_in(work.fails("push", "-q", url(wiki, ben), "main")) == 404
    work.done("push", "-q", url(wiki, ann), "main")
    git.done("clone", "-q", url(wiki), "b")
    assert (git.folder / "b/a.txt").read_text() == "A"
    ann.call("PATCH", at(repository), {"has_wiki": False})
    assert status_in(git.fails("clone", "-q", url(wiki), "c")) == 403
    ann.delete(at(repository), expect=204)


def test_credential_helpers_know_the_server_by_its_realm(closed, server, program):
    """Git Credential Manager and git-credential-oauth compare the whole header."""
    ann, repository, _ = closed
    lfs = {"headers": {"Accept": "application/vnd.git-lfs+json", "Content-Type": "application/vnd.git-lfs+json"}}
    for url in (server.url, program.url):
        if url == program.url:
            program.settings["git"] = {"AUTH_REALM": 'My "own" \\ forge'}
            program.settings["server"]["LFS_START_SERVER"] = "true"
            program.write_config()
            program.create_user(*ADMIN, "--admin")
            program.start()
        challenge = 'Basic realm="Gitea"' if url == server.url else 'Basic realm="My \\"own\\" \\\\ forge"'
        root = f"{url}/{repository['full_name'] if url == server.url else 'root/none'}.git"
        for answer in (requests.get(f"{root}/info/refs?service=git-upload-pack", timeout=30),
                       requests.get(f"{root}/info/refs?service=git-receive-pack", timeout=30),
                       requests.get(f"{root}/HEAD", timeout=30),
                       requests.post(f"{root}/info/lfs/objects/batch", timeout=30, data='{"operation": "upload", "objects": []}', **lfs),
                       requests.get(f"{root}/info/lfs/locks", timeout=30, **lfs)):
            assert answer.status_code == 401 and answer.headers["WWW-Authenticate"] == challenge, answer.url


def test_without_the_provider_no_helper_shall_open_a_browser(program):
    program.settings["oauth2"]["ENABLED"] = "false"
    program.write_config()
    program.create_user(*ADMIN, "--admin")
    answer = requests.get(f"{program.start().url}/root/none.git/info/refs?service=git-upload-pack", timeout=30)
    assert answer.status_code == 401 and answer.headers["WWW-Authenticate"] == 'Basic realm="Cairn"'
