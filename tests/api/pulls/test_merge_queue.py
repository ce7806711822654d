"""The merge queue of a branch: pull requests get in one after the other, each checked on top of those before it."""
import pytest
from merge_queues import QueueSite, enter, exits, is_merged, made, new_pulls, protect, report, wait_made, with_queue
from program import wait_until
from pulls import begun, kinds, log, merge, new_pull, put_file, tip
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
    return repository, new_pulls(owner, repository)


def parents(owner, repository, commit):
    return [one["sha"] for one in owner.get(f"{at(repository)}/git/commits/{commit}").json()["parents"]]


class TestThree:
    def test_get_in_as_exactly_what_was_checked(self, owner, place):
        repository, pulls = place
        base = tip(owner, repository)
        for pull in pulls:
            enter(owner, pull)
        commits = [wait_made(owner, repository, pull) for pull in pulls]
        for commit, before in zip(commits, [base, *commits]):
            assert parents(owner, repository, commit)[0] == before, "each stands on the one before it"
        assert tip(owner, repository) == base and not any(is_merged(owner, pull) for pull in pulls)
        for commit in reversed(commits):
            assert tip(owner, repository) == base, "nothing overtakes the first"
            report(owner, repository, commit)
        for pull, commit in zip(pulls, commits):
            wait_until(lambda: is_merged(owner, pull), "the merge")
            assert owner.get(pull).json()["merge_commit_sha"] == commit
        assert tip(owner, repository) == commits[-1]
        wait_until(lambda: not any(made(owner, repository, pull) for pull in pulls), "the end of the queue's branches")

    def test_of_which_one_fails(self, owner, place):
        repository, pulls = place
        for pull in pulls:
            enter(owner, pull, "squash")
        first, second, third = [wait_made(owner, repository, pull) for pull in pulls]
        report(owner, repository, second, "failure")
        report(owner, repository, first)
        wait_until(lambda: is_merged(owner, pulls[0]), "the first")
        wait_until(lambda: exits(owner, pulls[1])[-1:] == ["merge_queue:check_failed:ci"], "the second to leave")
        anew = wait_made(owner, repository, pulls[2], other_than=third)
        assert parents(owner, repository, anew) == [first], "it is made anew without the second"
        report(owner, repository, third)
        assert not is_merged(owner, pulls[2])
        report(owner, repository, anew)
        wait_until(lambda: is_merged(owner, pulls[2]), "the third")
        assert not is_merged(owner, pulls[1]) and owner.get(pulls[1]).json()["state"] == "open"
        assert {e["name"] for e in owner.get(f"{at(repository)}/contents").json()} == {"README.md", "f1.txt", "f3.txt"}
        assert not made(owner, repository, pulls[1])

    def test_of_which_one_clashes_with_another(self, owner):
        repository = with_queue(owner)
        pulls = [new_pull(owner, repository, branch, path="same.txt")[1] for branch in ("a",)]
        put_file(owner, repository, "same.txt", "other\n", new_branch="b")
        pulls.append(owner.post(f"{at(repository)}/pulls", {"head": "b", "base": "main", "title": "B"}, expect=201).json())
        clashing = f"{at(repository)}/pulls/{pulls.pop()['number']}"
        enter(owner, pulls[0])
        enter(owner, clashing)
        wait_until(lambda: exits(owner, clashing)[-1].startswith("merge_queue:conflict"), "the one that clashes to leave")
        report(owner, repository, wait_made(owner, repository, pulls[0]))
        wait_until(lambda: is_merged(owner, pulls[0]), "the merge")


class TestMeanwhile:
    def test_a_push_to_the_base_has_all_made_anew(self, owner, place):
        repository, pulls = place
        for pull in pulls[:2]:
            enter(owner, pull)
        old = [wait_made(owner, repository, pull) for pull in pulls[:2]]
        owner.call("PATCH", f"{at(repository)}/branch_protections/main", {"enable_push": True}, expect=200)
        pushed = put_file(owner, repository, "pushed.txt")
        new = [wait_made(owner, repository, pull, other_than=before) for pull, before in zip(pulls, old)]
        assert parents(owner, repository, new[0])[0] == pushed
        report(owner, repository, old[0])
        assert tip(owner, repository) == pushed
        for commit in new:
            report(owner, repository, commit)
        wait_until(lambda: is_merged(owner, pulls[1]), "both")
        assert tip(owner, repository) == new[1]

    def test_a_push_to_the_head_takes_it_out(self, owner, place):
        repository, pulls = place
        enter(owner, pulls[0])
        enter(owner, pulls[1])
        second = [wait_made(owner, repository, pull) for pull in pulls[:2]][1]
        put_file(owner, repository, "more.txt", branch="b1")
        wait_until(lambda: exits(owner, pulls[0])[-1] == "merge_queue:pushed", "it to leave")
        wait_made(owner, repository, pulls[1], other_than=second)

    def test_closing_retargeting_and_the_end_of_the_rule(self, owner, place):
        repository, pulls = place
        for pull in pulls:
            enter(owner, pull)
            wait_made(owner, repository, pull)
        owner.call("PATCH", pulls[0], {"state": "closed"}, expect=201)
        owner.post(f"{at(repository)}/branches", {"new_branch_name": "other"}, expect=201)
        owner.call("PATCH", pulls[1], {"base": "other"}, expect=201)
        assert exits(owner, pulls[1])[-1] == "merge_queue:retargeted"
        owner.call("PATCH", f"{at(repository)}/branch_protections/main", {"enable_merge_queue": False}, expect=200)
        wait_until(lambda: exits(owner, pulls[2])[-1] == "merge_queue:closed", "the last to leave")
        wait_until(lambda: not any(made(owner, repository, pull) for pull in pulls), "the end of the branches")

    def test_whoever_may_no_longer_merge_gets_nothing_in(self, site, owner, place):
        repository, pulls = place
        writer = site.new_user()
        let_in(owner, repository, writer)
        enter(writer, pulls[0])
        commit = wait_made(owner, repository, pulls[0])
        owner.call("DELETE", f"{at(repository)}/collaborators/{writer.name}", expect=204)
        report(owner, repository, commit)
        wait_until(lambda: exits(owner, pulls[0])[-1].startswith("merge_queue:refused:"), "it to leave")
        assert not is_merged(owner, pulls[0])


class TestInAndOut:
    def test_once_and_by_those_who_may(self, site, owner, place):
        repository, pulls = place
        stranger, writer = site.new_user(), site.new_user()
        let_in(owner, repository, writer)
        stranger.refused("POST", f"{pulls[0]}/merge", 405, {"do": "merge"})
        enter(writer, pulls[0], delete_branch_after_merge=True, merge_title_field="My words")
        owner.refused("POST", f"{pulls[0]}/merge", 409, {"do": "merge"})
        stranger.refused("DELETE", f"{pulls[0]}/merge", 403)
        writer.call("DELETE", f"{pulls[0]}/merge", expect=204)
        owner.refused("DELETE", f"{pulls[0]}/merge", 404)
        assert kinds(owner, pulls[0])[-2:] == ["pull_scheduled_merge", "pull_cancel_scheduled_merge"]
        assert exits(owner, pulls[0]) == ["merge_queue", "merge_queue:taken_out"]
        enter(writer, pulls[0], delete_branch_after_merge=True, merge_title_field="My words")
        report(owner, repository, wait_made(owner, repository, pulls[0]))
        wait_until(lambda: is_merged(owner, pulls[0]), "the merge")
        assert log(owner, repository)[0]["commit"]["message"] == "My words\n"
        assert owner.get(pulls[0]).json()["merged_by"]["login"] == writer.name
        wait_until(lambda: "b1" not in [b["name"] for b in owner.get(f"{at(repository)}/branches").json()], "the end of its branch")

    def test_what_the_rule_demands_of_people_is_demanded_before(self, site, owner, place):
        repository, pulls = place
        owner.call("PATCH", f"{at(repository)}/branch_protections/main", {"required_approvals": 1}, expect=200)
        owner.refused("POST", f"{pulls[0]}/merge", 405, {"do": "merge"})
        enter(owner, pulls[0], merge_when_checks_succeed=True)
        assert exits(owner, pulls[0]) == [""], "it waits to get into the queue"
        reviewer = site.new_user()
        let_in(owner, repository, reviewer)
        reviewer.post(f"{pulls[0]}/reviews", {"event": "APPROVED", "body": "good"}, expect=200)
        wait_until(lambda: exits(owner, pulls[0])[-1] == "merge_queue", "it to get in")

    def test_past_the_queue_by_who_may(self, owner, place):
        repository, pulls = place
        owner.refused("POST", f"{pulls[0]}/merge", 405, {"do": "manually-merged", "merge_commit_id": tip(owner, repository)})
        owner.call("PATCH", f"{at(repository)}/branch_protections/main", {"block_admin_merge_override": False}, expect=200)
        enter(owner, pulls[1])
        old = wait_made(owner, repository, pulls[1])
        merge(owner, pulls[0], force_merge=True)
        assert is_merged(owner, pulls[0])
        wait_made(owner, repository, pulls[1], other_than=old)

    def test_without_checks_it_is_only_in_turn(self, owner):
        repository = with_queue(owner, enable_status_check=False)
        pulls = new_pulls(owner, repository)
        for pull in pulls:
            enter(owner, pull, "rebase")
        for pull in pulls:
            wait_until(lambda: is_merged(owner, pull), "the merge")
        assert [c["commit"]["message"] for c in log(owner, repository)][:3] == [f"write f{n}.txt\n" for n in (3, 2, 1)]


class TestItsBranches:
    def test_are_nobody_else_s(self, owner, place):
        repository, pulls = place
        enter(owner, pulls[0])
        commit = wait_made(owner, repository, pulls[0])
        assert sorted(b["name"] for b in owner.get(f"{at(repository)}/branches").json()) == ["b1", "b2", "b3", "main"]
        owner.post(f"{at(repository)}/branches", {"new_branch_name": "cairn/queue/main/9", "old_ref_name": "main"}, expect=403)
        owner.post(f"{at(repository)}/contents/x.txt", {"content": "eA==", "branch": "main", "new_branch": "cairn/queue/x"}, expect=403)
        assert made(owner, repository, pulls[0]) == commit
        assert not any("cairn/queue" in entry["ref_name"] for entry in owner.get(f"{at(repository)}/activities/feeds").json())

    def test_start_workflows(self, owner):
        repository = begun(owner)
        put_file(owner, repository, ".gitea/workflows/ci.yml", "on:\n  push:\n    branches: ['cairn/queue/**']\njobs:\n  ci:\n    runs-on: x\n    steps:\n      - run: 'true'\n")
        protect(owner, repository, status_check_contexts=[])
        pull = new_pulls(owner, repository, 1)[0]
        enter(owner, pull)
        commit = wait_made(owner, repository, pull)
        runs = wait_until(lambda: owner.get(f"{at(repository)}/actions/runs").json()["workflow_runs"], "a run")
        assert runs[0]["head_sha"] == commit and not is_merged(owner, pull)


def test_the_rule_says_whether_there_is_one(site, owner, admin, new_user):
    repository = begun(owner)
    rule = protect(owner, repository, enable_merge_queue=False)
    assert rule["enable_merge_queue"] is False
    assert owner.call("PATCH", f"{at(repository)}/branch_protections/main", {"enable_merge_queue": True}, expect=200).json()["enable_merge_queue"] is True
    elsewhere = new_user()
    there = begun(elsewhere)
    assert "enable_merge_queue" not in protect(elsewhere, there), "a site without queues does not speak of them"
    pull = new_pulls(elsewhere, there, 1)[0]
    report(elsewhere, there, elsewhere.get(pull).json()["head"]["sha"])
    merge(elsewhere, pull)


def test_checks_that_never_come(tmp_path, database):
    queues = QueueSite(tmp_path / "data", database, MERGE_QUEUE_TIMEOUT="1")
    try:
        owner = queues.new_user()
        repository = with_queue(owner)
        pulls = new_pulls(owner, repository, 2)
        for pull in pulls:
            enter(owner, pull)
        second = [wait_made(owner, repository, pull) for pull in pulls][1]
        # Two hours later.
        queues.program.sql("UPDATE pull_queue SET checking_since = checking_since - 7200 WHERE id = (SELECT MIN(id) FROM pull_queue)")
        report(owner, repository, made(owner, repository, pulls[0]), "pending")
        wait_until(lambda: exits(owner, pulls[0])[-1].startswith("merge_queue:timed_out"), "it to leave")
        report(owner, repository, wait_made(owner, repository, pulls[1], other_than=second))
        wait_until(lambda: is_merged(owner, pulls[1]), "the other")
    finally:
        queues.program.close()
