"""What is in a merge queue and should not be any more, or has to wait: nothing of it stays in the way of the others."""
import time

import pytest
from merge_queues import QueueSite, enter, exits, is_merged, made, new_pulls, report, wait_made, with_queue
from program import wait_until
from repositories import at, let_in


@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    queues = QueueSite(tmp_path_factory.mktemp("queues"), database)
    yield queues
    queues.program.close()


@pytest.fixture
def owner(site):
    return site.new_user()


@pytest.fixture
def place(owner):
    repository = with_queue(owner)
    return repository, new_pulls(owner, repository, 2)


def both_made(owner, repository, pulls):
    for pull in pulls:
        enter(owner, pull)
    return [wait_made(owner, repository, pull) for pull in pulls]


def jobs(site, kind, repository):
    found = site.root.get(f"/admin/jobs?kind={kind}&limit=50").json()
    return [job for job in found if job["owner"] == str(repository["id"])]


def when(moment):
    return time.mktime(time.strptime(moment[:19], "%Y-%m-%dT%H:%M:%S")) - time.timezone


class TestWhoHasPutItThere:
    def test_may_not_sign_in_any_more(self, site, owner, place):
        repository, pulls = place
        writer = site.new_user()
        let_in(owner, repository, writer)
        enter(writer, pulls[0])
        commit = wait_made(owner, repository, pulls[0])
        site.root.call("PATCH", f"/admin/users/{writer.name}", {"prohibit_login": True}, expect=200)
        report(owner, repository, commit)
        wait_until(lambda: is_merged(owner, pulls[0]) or exits(owner, pulls[0])[-1].startswith("merge_queue:refused:"), "it to leave")
        assert not is_merged(owner, pulls[0])

    def test_has_scheduled_it_and_may_not_sign_in_any_more(self, site, owner, place):
        repository, pulls = place
        writer = site.new_user()
        let_in(owner, repository, writer)
        rule = f"{at(repository)}/branch_protections/main"
        owner.call("PATCH", rule, {"enable_merge_queue": False}, expect=200)
        for who, pull in zip((writer, owner), pulls):
            enter(who, pull, merge_when_checks_succeed=True)
        site.root.call("PATCH", f"/admin/users/{writer.name}", {"prohibit_login": True}, expect=200)
        for pull in pulls:
            report(owner, repository, owner.get(pull).json()["head"]["sha"])
        wait_until(lambda: is_merged(owner, pulls[1]), "the owner's own")
        wait_until(lambda: not site.root.get("/admin/jobs?kind=scheduled_merge").json(), "the other to be tried")
        assert not is_merged(owner, pulls[0])

    def test_is_gone(self, site, owner, place):
        repository, pulls = place
        writer = site.new_user()
        let_in(owner, repository, writer)
        enter(writer, pulls[0])
        enter(owner, pulls[1])
        behind = [wait_made(owner, repository, pull) for pull in pulls][1]
        site.root.call("DELETE", f"/admin/users/{writer.name}", expect=204)
        assert exits(owner, pulls[0])[-1].startswith("merge_queue:refused:")
        wait_made(owner, repository, pulls[1], other_than=behind)


class TestThePullRequest:
    def test_is_deleted(self, site, owner, place):
        repository, pulls = place
        behind = both_made(owner, repository, pulls)[1]
        site.root.call("DELETE", pulls[0].replace("/pulls/", "/issues/"), expect=204)
        wait_made(owner, repository, pulls[1], other_than=behind)

    def test_is_closed_and_its_row_was_written_later(self, site, owner, place):
        """As on two nodes: it is closed by one while another puts it there."""
        repository, pulls = place
        enter(owner, pulls[0])
        commit = wait_made(owner, repository, pulls[0])
        site.program.sql(f"UPDATE issue SET closed = TRUE WHERE repository_id = {repository['id']} AND number = {pulls[0].rsplit('/', 1)[1]}")
        report(owner, repository, commit, "pending")
        wait_until(lambda: not made(owner, repository, pulls[0]), "its branch to go")


def test_an_archived_repository_is_not_looked_at_all_the_time(site, owner, place):
    repository, pulls = place
    enter(owner, pulls[0])
    wait_made(owner, repository, pulls[0])
    before = wait_until(lambda: jobs(site, "merge_queue_clock", repository), "a later look")[0]
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    # A day later.
    site.program.sql(f"UPDATE pull_queue SET checking_since = checking_since - 86400 WHERE repository_id = {repository['id']}")
    site.root.post(f"/admin/jobs/{before['id']}/retry", expect=202)
    later = wait_until(lambda: [job for job in jobs(site, "merge_queue_clock", repository)
                                if job["id"] != before["id"] and job.get("due_at")], "the next look")[0]
    assert when(later["due_at"]) - when(later["created_at"]) > 60
    owner.call("PATCH", at(repository), {"archived": False}, expect=200)


def test_a_merge_past_the_queue_elsewhere_is_waited_for(site, owner, place):
    """Another node merges the first: the queue waits, and does not try all the time."""
    repository, pulls = place
    enter(owner, pulls[0])
    commit = wait_made(owner, repository, pulls[0])
    which = f"(SELECT id FROM issue WHERE repository_id = {repository['id']} AND number = {pulls[0].rsplit('/', 1)[1]})"
    site.program.sql("INSERT INTO pull_landing (issue_id, merger_id, base_branch, commit_sha, started_at)"
                     f" VALUES ({which}, 1, 'main', '{'1' * 40}', {int(time.time()) + 60})")
    report(owner, repository, commit)
    # Another look may be behind the one that waits: the report can come while the first is not over yet.
    wait_until(lambda: "delayed" in [job["state"] for job in jobs(site, "merge_queue", repository)], "the queue to wait")
    assert not is_merged(owner, pulls[0])
    site.program.sql(f"DELETE FROM pull_landing WHERE issue_id = {which}")
    wait_until(lambda: is_merged(owner, pulls[0]), "the merge")


def test_a_fork_has_none_of_its_branches(site, owner, place):
    repository, pulls = place
    both_made(owner, repository, pulls)
    other = site.new_user()
    fork = other.post(f"{at(repository)}/forks", {}, expect=202).json()
    assert made(other, fork, pulls[0]) is None
    assert sorted(b["name"] for b in other.get(f"{at(fork)}/branches").json()) == ["b1", "b2", "main"]
