"""Pull requests that are pushed to refs/for/..., with the real git."""
import pytest
from program import wait_until
from pulls import begun, kinds, merge, propose, put_file
from repositories import at, let_in
from workshop import Workshop, job


@pytest.fixture
def ann(new_user):
    return new_user()


@pytest.fixture
def ben(new_user):
    return new_user()


@pytest.fixture
def repository(ann):
    return begun(ann)


@pytest.fixture
def work(git, url, repository, ben):
    git.done("clone", "-q", url(repository, ben), "copy")
    return git.inside("copy")


def test_a_reader_proposes_and_brings_more(ann, ben, repository, work):
    head = work.commit({"x.txt": "x"}, "from outside\n\nwith a body")
    work.done("push", "-q", "-o", "topic=idea", "origin", "HEAD:refs/for/main")
    shown = ann.get(f"{at(repository)}/pulls/1").json()
    assert (shown["title"], shown["body"], shown["user"]["login"]) == ("from outside", "with a body", ben.name)
    assert shown["head"]["ref"] == "refs/pull/1/head" and shown["head"]["sha"] == head and shown["mergeable"]
    assert shown["head"]["label"] == f"{ben.name}/idea"
    more = work.commit({"y.txt": "y"}, "more")
    work.done("push", "-q", "origin", "HEAD:refs/for/main/idea")
    shown = ann.get(f"{at(repository)}/pulls/1").json()
    assert shown["head"]["sha"] == more and shown["changed_files"] == 2 and shown["title"] == "from outside"
    assert kinds(ann, f"{at(repository)}/pulls/1") == ["pull_push"] and len(ann.get(f"{at(repository)}/pulls").json()) == 1
    merge(ann, f"{at(repository)}/pulls/1")


class TestWorkflows:
    @pytest.fixture
    def shop(self, server, ann):
        here = Workshop(server.url, ann, "on: pull_request\njobs:\n  one:\n" + job())
        ann.call("PUT", f"{here.at}/secrets/KEY", {"data": "s3cret"}, expect=201)
        return here

    @pytest.fixture
    def offered(self, git, url, ben, shop):
        def push():
            git.done("clone", "-q", url(shop.repository, ben), "copy")
            work = git.inside("copy")
            work.commit({"x.txt": "x"}, "an idea")
            work.done("push", "-q", "-o", "topic=idea", "origin", "HEAD:refs/for/main")
            return shop.runs(1)[0]
        return push

    def test_of_a_stranger_wait_and_get_neither_secrets_nor_a_token_that_writes(self, shop, offered, ann, client):
        run = offered()
        runner = shop.runner()
        assert run["status"] == "waiting" and runner.fetch() is None, "nobody has approved it"
        ann.post(f"{shop.at}/runs/{run['id']}/approve", expect=200)
        task = runner.take()
        assert "KEY" not in task["secrets"]
        client(token=task["context"]["token"]).call("POST", f"{shop.work}/issues", {"title": "x"}, expect=403)

    def test_of_those_who_could_have_pushed_a_branch_are_the_repositorys_own(self, shop, offered, ann, ben):
        let_in(ann, shop.repository, ben)
        assert offered()["status"] == "queued"
        assert shop.runner().take()["secrets"]["KEY"] == "s3cret"


def test_a_topic_stays_its_authors_when_the_name_is_somebody_elses(admin, ann, ben, repository, work, new_user):
    head = work.commit({"x.txt": "x"}, "one")
    work.done("push", "-q", "-o", "topic=idea", "origin", "HEAD:refs/for/main")
    admin.post(f"/admin/users/{ben.name}/rename", {"new_username": f"{ben.name}-before"}, expect=204)
    new_user(ben.name, email=f"{ben.name}-now@example.com")
    work.commit({"y.txt": "y"}, "two")
    assert "somebody else's" in work.fails("push", "-o", "topic=idea", "origin", "HEAD:refs/for/main")
    assert ann.get(f"{at(repository)}/pulls/1").json()["head"]["sha"] == head


def test_rewriting_has_to_be_meant(ann, repository, work):
    work.commit({"x.txt": "x"}, "one")
    work.done("push", "-q", "-o", "topic=idea", "-o", "title=A title", "-o", "description=words", "origin", "HEAD:refs/for/main")
    work.done("commit", "-q", "--amend", "-m", "another")
    assert "lose commits" in work.fails("push", "-o", "topic=idea", "origin", "HEAD:refs/for/main")
    work.done("push", "-q", "-o", "topic=idea", "-o", "force-push", "origin", "HEAD:refs/for/main")
    shown = ann.get(f"{at(repository)}/pulls/1").json()
    assert (shown["title"], shown["body"]) == ("A title", "words") and shown["head"]["sha"] == work.done("rev-parse", "HEAD")


def test_what_cannot_be_proposed_is_refused(ann, ben, repository, work):
    work.commit({"x.txt": "x"}, "one")
    assert "a branch for" in work.fails("push", "-o", "topic=idea", "origin", "HEAD:refs/for/none")
    assert "topic" in work.fails("push", "origin", "HEAD:refs/for/main")
    ann.call("PATCH", at(repository), {"has_pull_requests": False}, expect=200)
    assert "no pull requests" in work.fails("push", "-o", "topic=idea", "origin", "HEAD:refs/for/main")
    assert "refs/pull" in work.fails("push", "origin", "HEAD:refs/pull/1/head")


def test_the_head_of_a_pull_request_can_be_fetched(ann, repository, work, git, url):
    head = work.commit({"x.txt": "x"}, "one")
    work.done("push", "-q", "-o", "topic=idea", "origin", "HEAD:refs/for/main")
    assert head in git.done("ls-remote", url(repository), "refs/pull/*")
    work.done("fetch", "-q", "origin", "refs/pull/1/head")


def test_maintainers_push_to_the_branch_of_a_fork_if_they_are_let(ann, ben, repository, git, url):
    fork = ben.post(f"{at(repository)}/forks", {}, expect=202).json()
    put_file(ben, fork, "g.txt", new_branch="patch")
    pull = propose(ben, repository, f"{ben.name}:patch", allow_maintainer_edit=False)
    git.done("clone", "-q", "-b", "patch", url(fork, ann), "theirs")
    theirs = git.inside("theirs")
    head = theirs.commit({"more.txt": "more"}, "by the maintainer")
    assert "may not write" in theirs.fails("push", "origin", "patch")
    ben.call("PATCH", pull, {"allow_maintainer_edit": True}, expect=201)
    assert "may not write" in theirs.fails("push", "origin", "patch:main")
    assert "may not write" in theirs.fails("push", "origin", ":patch")
    theirs.done("push", "-q", "origin", "patch")
    assert ann.get(pull).json()["head"]["sha"] == head
    merge(ann, pull)
    theirs.commit({"late.txt": "late"}, "too late")
    assert "may not write" in theirs.fails("push", "origin", "patch")


def test_a_deleted_pull_request_leaves_no_reference(ann, repository, git, url):
    put_file(ann, repository, "feat.txt", new_branch="feat")
    pull = propose(ann, repository)
    here = url(repository, ann)
    assert git.done("ls-remote", here, "refs/pull/*")
    ann.delete(pull.replace("/pulls/", "/issues/"), expect=204)
    wait_until(lambda: not git.done("ls-remote", here, "refs/pull/*"), "the reference to go")
    ann.get(f"{at(repository)}/branches/feat")
