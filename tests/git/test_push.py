"""Pushing over HTTP with the real git, and what follows."""
import concurrent.futures
import random

import pytest
from client import Client
from working_copy import address, status_in
from program import wait_until
from repositories import at, let_in, new_repository


@pytest.fixture
def ann(new_user):
    return new_user()


@pytest.fixture
def repository(ann):
    return new_repository(ann)


def shown(person, repository):
    return person.get(at(repository)).json()


def feed(person, repository):
    return [(entry["op_type"], entry["ref_name"]) for entry in person.get(f"{at(repository)}/activities/feeds").json()]


def test_first_push(ann, repository, begun, url):
    assert shown(ann, repository)["empty"]
    begun.commit({"noise": random.Random(2).randbytes(20 << 10)})
    begun.done("push", "-q", url(repository, ann), "main")
    now = shown(ann, repository)
    assert not now["empty"] and now["branch_count"] == 1 and now["default_branch"] == "main"
    assert now["updated_at"] >= repository["updated_at"]
    assert feed(ann, repository)[0] == ("commit_repo", "refs/heads/main")
    wait_until(lambda: shown(ann, repository)["size"] >= 20, "the size")


def test_first_push_decides_the_default_branch(ann, repository, begun, git, url):
    begun.done("push", "-q", url(repository, ann), "main:trunk", "main:other")
    assert shown(ann, repository)["default_branch"] in ("trunk", "other")
    git.done("clone", "-q", url(repository), "copy")
    assert git.inside("copy").done("rev-parse", "--abbrev-ref", "HEAD") == shown(ann, repository)["default_branch"]


def test_configured_default_branch_stays_if_it_comes(ann, repository, begun, url):
    begun.done("push", "-q", url(repository, ann), "main:another", "main")
    assert shown(ann, repository)["default_branch"] == "main"
    assert shown(ann, repository)["branch_count"] == 2


def test_branches_and_tags_come_and_go(ann, repository, begun, url):
    begun.done("tag", "v1")
    begun.done("push", "-q", url(repository, ann), "main", "main:feature/x", "v1")
    assert shown(ann, repository)["branch_count"] == 2
    begun.done("push", "-q", url(repository, ann), ":feature/x", ":refs/tags/v1")
    assert shown(ann, repository)["branch_count"] == 1
    kinds = [kind for kind, _ in feed(ann, repository)]
    assert sorted(kinds) == ["commit_repo", "commit_repo", "create_repo", "delete_branch", "delete_tag", "push_tag"]


def test_what_is_refused_says_why(ann, repository, begun, url):
    begun.done("push", "-q", url(repository, ann), "main")
    words = begun.fails("push", url(repository, ann), ":main", "main:refs/pull/1/head", "main:good")
    assert "remote rejected" in words and "default one and cannot be deleted" in words
    assert shown(ann, repository)["branch_count"] == 2, "the others were done"
    words = begun.fails("push", "--atomic", url(repository, ann), ":main", "main:better")
    assert "atomic" in words
    assert shown(ann, repository)["branch_count"] == 2


def test_forced_push(ann, repository, begun, url):
    begun.commit({"b": "b"})
    begun.done("push", "-q", url(repository, ann), "main")
    begun.done("reset", "-q", "--hard", "HEAD~1")
    begun.commit({"c": "c"})
    assert "rejected" in begun.fails("push", "-q", url(repository, ann), "main")
    begun.done("push", "-q", "-f", url(repository, ann), "main")


def test_a_new_branch_is_told_where_to_be_proposed(ann, repository, begun, url):
    begun.done("push", "-q", url(repository, ann), "main")
    begun.commit({"b": "b"})
    said = begun.run("push", url(repository, ann), "main:feature/x").stderr.decode()
    assert f"/{repository['full_name']}/compare/main...feature/x" in said


def test_who_may_push(ann, repository, new_user, new_token, server, begun, url):
    writer, reader, stranger = new_user(), new_user(), new_user()
    let_in(ann, repository, writer, "write")
    let_in(ann, repository, reader, "read")
    begun.done("push", "-q", url(repository, ann), "main")
    begun.done("push", "-q", url(repository, writer), "main:b1")
    begun.done("push", "-q", address(server, repository["full_name"], new_token(writer, "write:repository").token), "main:b2")
    for person in (reader, stranger):
        assert "remote rejected" in begun.fails("push", "-q", url(repository, person), "main:b3")
    name = repository["full_name"]
    assert status_in(begun.fails("push", "-q", url(repository), "main:b3")) == 401
    assert status_in(begun.fails("push", "-q", address(server, name, ann.name, "wrong"), "main:b3")) == 401
    assert status_in(begun.fails("push", "-q", address(server, name, ann.name, new_token(ann, "read:repository").token), "main:b3")) == 403
    assert shown(ann, repository)["branch_count"] == 3


def test_two_factor_needs_a_token(ann, repository, begun, url, server, new_token):
    token = new_token(ann, "write:repository").token
    begun.done("push", "-q", address(server, repository["full_name"], ann.name, token), "main")


def test_archived(ann, repository, begun, git, url):
    begun.done("push", "-q", url(repository, ann), "main")
    ann.call("PATCH", at(repository), {"archived": True})
    assert status_in(begun.fails("push", "-q", url(repository, ann), "main:x")) == 403
    git.done("clone", "-q", url(repository), "copy")


def test_where_nothing_is(ann, begun, url):
    assert status_in(begun.fails("push", "-q", url(f"{ann.name}/none", ann), "main")) == 403
    assert status_in(begun.fails("push", "-q", url("root/none", ann), "main")) == 403
    assert status_in(begun.fails("push", "-q", url("nobody-at-all/none", ann), "main")) == 404


def test_push_options_of_the_first_push(ann, repository, begun, url):
    options = ("-o", "repo.private=true", "-o", "repo.template=true")
    begun.done("push", "-q", *options, url(repository, ann), "main")
    now = shown(ann, repository)
    assert now["private"] and now["template"]
    begun.done("push", "-q", "-o", "repo.private=false", url(repository, ann), "main:later")
    assert shown(ann, repository)["private"]


def test_a_repository_is_made_private_without_a_value(ann, repository, begun, url):
    begun.done("push", "-q", "-o", "repo.private", "-o", "repo.template", url(repository, ann), "main")
    assert shown(ann, repository)["private"] and not shown(ann, repository)["template"]


def test_large_push(ann, repository, begun, git, url):
    begun.commit({"big.bin": random.Random(1).randbytes(20 << 20)})
    begun.done("push", "-q", url(repository, ann), "main")
    git.done("clone", "-q", url(repository), "copy")
    assert (git.folder / "copy/big.bin").read_bytes() == (begun.folder / "big.bin").read_bytes()


def test_many_references_at_once(ann, repository, begun, url):
    head = begun.done("rev-parse", "HEAD")
    begun.done("update-ref", "--stdin", input="".join(f"create refs/heads/b{n} {head}\n" for n in range(450)).encode())
    begun.done("push", "-q", "--all", url(repository, ann))
    assert shown(ann, repository)["branch_count"] == 451


def test_names_and_messages_of_any_bytes(ann, repository, begun, url):
    begun.done("commit", "-q", "--allow-empty", "-F", "-", input=b"caf\xe9 \xff\n")
    begun.done("push", "-q", url(repository, ann), "main")
    assert shown(ann, repository)["branch_count"] == 1
    begun.done("branch", "grün")
    begun.done("push", "-q", url(repository, ann), "grün")
    assert shown(ann, repository)["branch_count"] == 2
    head = begun.done("rev-parse", "HEAD")
    begun.run("update-ref", b"refs/heads/\xff\xfe".decode("utf-8", "surrogateescape"), head)
    if begun.run("rev-parse", b"refs/heads/\xff\xfe".decode("utf-8", "surrogateescape")).returncode == 0:
        assert "UTF-8" in begun.fails("push", "-q", "--all", url(repository, ann))


def test_a_broken_pack_changes_nothing(ann, repository, begun, server, url):
    begun.done("push", "-q", url(repository, ann), "main")
    line = b"0" * 40 + b" " + b"1" * 40 + b" refs/heads/bad\0report-status side-band-64k"
    body = b"%04x" % (len(line) + 4) + line + b"0000" + b"PACK but not really"
    answer = ann.session.post(f"{server.url}/{repository['full_name']}.git/git-receive-pack", data=body, timeout=30,
                              headers={"Content-Type": "application/x-git-receive-pack-request"})
    assert answer.status_code == 200 and b"ng refs/heads/bad" in answer.content
    assert shown(ann, repository)["branch_count"] == 1


def test_pushes_side_by_side_are_all_recorded(ann, repository, begun, url):
    begun.done("push", "-q", url(repository, ann), "main")
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda n: begun.done("push", "-q", url(repository, ann), f"main:p{n}"), range(12)))
    assert shown(ann, repository)["branch_count"] == 13


class TestPushToCreate:
    @pytest.fixture
    def generous(self, program):
        program.settings["repository"] = {"ENABLE_PUSH_CREATE_USER": "true", "ENABLE_PUSH_CREATE_ORG": "true"}
        program.write_config()
        program.create_user("ann", "pass-word-1")
        program.create_user("ben", "pass-word-1")
        return program.start()

    def test_makes_the_repository(self, generous, begun):
        ann = Client(generous.url, basic=("ann", "pass-word-1"))
        begun.done("push", "-q", address(generous, "ann/fresh", "ann", "pass-word-1"), "main")
        made = ann.get("/repos/ann/fresh").json()
        assert made["private"] and not made["empty"] and made["branch_count"] == 1
        assert status_in(begun.fails("push", "-q", address(generous, "ann/more", "ben", "pass-word-1"), "main")) == 403
        ann.post("/orgs", {"username": "club"}, expect=201)
        begun.done("push", "-q", address(generous, "club/fresh", "ann", "pass-word-1"), "main")
        assert status_in(begun.fails("push", "-q", address(generous, "club/more", "ben", "pass-word-1"), "main")) == 403

    def test_whoever_only_looks_makes_nothing(self, generous, begun):
        ann = Client(generous.url, basic=("ann", "pass-word-1"))
        assert ann.session.get(generous.url + "/ann/fresh.git/info/refs?service=git-receive-pack", timeout=30).status_code == 200
        ann.get("/repos/ann/fresh", expect=404)
