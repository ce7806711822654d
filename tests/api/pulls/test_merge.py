"""Merging pull requests: every style, what it says, who may, what follows, and what happens to two at once."""
import base64
import concurrent.futures
import contextlib
import shutil

import pytest
from client import ADMIN, Client
from issues import new_issue, timeline
from program import wait_until
from pulls import kinds, log, merge, new_pull, propose, put_file, tip
from repositories import at, let_in


@pytest.fixture(scope="module")
def writer(new_user):
    return new_user()


def two_commits(owner, repository, **more):
    """A pull request of two commits whose base has moved on."""
    put_file(owner, repository, "1.txt", new_branch="feat")
    put_file(owner, repository, "2.txt", branch="feat")
    put_file(owner, repository, "base.txt")
    return propose(owner, repository, title="Two files", body="the body", **more)


def messages(owner, repository):
    return [commit["commit"]["message"] for commit in log(owner, repository)]


class TestStyles:
    @pytest.mark.parametrize("style, wanted, parents", [
        ("merge", ["Merge pull request 'Two files' (#1) from feat into main\n"], 2),
        ("rebase", ["write 2.txt\n", "write 1.txt\n", "write base.txt\n", "Initial commit\n"], 1),
        ("rebase-merge", ["Merge pull request 'Two files' (#1) from feat into main\n"], 2),
        ("squash", ["Two files (#1)\n", "write base.txt\n", "Initial commit\n"], 1)])
    def test_make_their_commits(self, owner, repository, style, wanted, parents):
        pull = two_commits(owner, repository)
        owner.refused("GET", f"{pull}/merge", 404)
        merge(owner, pull, style)
        owner.get(f"{pull}/merge", expect=204)
        done = log(owner, repository)
        assert [c["commit"]["message"] for c in done][:len(wanted)] == wanted and len(done[0]["parents"]) == parents
        shown = owner.get(pull).json()
        assert shown["merged"] and shown["state"] == "closed" and shown["merged_by"]["login"] == owner.name
        assert shown["merge_commit_sha"] == done[0]["sha"] == tip(owner, repository) and shown["changed_files"] == 2
        assert owner.get(f"{at(repository)}/commits/{done[0]['sha']}/pull").json()["number"] == 1
        assert len(owner.get(f"{pull}/commits").json()) == 2 and "merge_pull" in kinds(owner, pull)
        assert {e["name"] for e in owner.get(f"{at(repository)}/contents").json()} == {"1.txt", "2.txt", "README.md", "base.txt"}

    def test_fast_forward_moves_the_branch_or_does_nothing(self, owner, repository):
        head = put_file(owner, repository, "f.txt", new_branch="feat")
        pull = propose(owner, repository)
        late = propose(owner, repository, head="late") if put_file(owner, repository, "g.txt", new_branch="late") else None
        merge(owner, pull, "fast-forward-only")
        assert tip(owner, repository) == head == owner.get(pull).json()["merge_commit_sha"]
        owner.refused("POST", f"{late}/merge", 405, {"do": "fast-forward-only"})
        assert tip(owner, repository) == head

    def test_by_hand_names_a_commit_of_the_base(self, owner, repository):
        _, pull = new_pull(owner, repository)
        base = tip(owner, repository)
        owner.refused("POST", f"{pull}/merge", 405, {"do": "manually-merged", "merge_commit_id": base})
        owner.call("PATCH", at(repository), {"allow_manual_merge": True}, expect=200)
        for wrong in ("short", "1" * 40, owner.get(pull).json()["head"]["sha"]):
            owner.refused("POST", f"{pull}/merge", 409, {"do": "manually-merged", "merge_commit_id": wrong})
        merge(owner, pull, "manually-merged", merge_commit_id=base)
        assert owner.get(pull).json()["merge_commit_sha"] == base

    def test_that_are_switched_off_are_refused(self, owner, repository):
        owner.call("PATCH", at(repository), {"allow_merge_commits": False, "default_merge_style": "squash"}, expect=200)
        _, pull = new_pull(owner, repository)
        owner.refused("POST", f"{pull}/merge", 405, {"do": "merge"})
        owner.refused("POST", f"{pull}/merge", 422, {"do": "sideways"})
        owner.refused("POST", f"{pull}/merge", 422, {})
        merge(owner, pull, "squash")

    def test_a_pull_request_without_commits_can_be_merged(self, owner, repository):
        owner.post(f"{at(repository)}/branches", {"new_branch_name": "same"}, expect=201)
        pull = propose(owner, repository, "same")
        assert owner.get(pull).json()["changed_files"] == 0
        merge(owner, pull)
        assert owner.get(pull).json()["merged"]

    def test_a_rebase_drops_what_is_there_already(self, owner, repository):
        put_file(owner, repository, "1.txt", new_branch="feat")
        put_file(owner, repository, "2.txt", branch="feat")
        put_file(owner, repository, "1.txt")
        merge(owner, propose(owner, repository), "rebase")
        assert messages(owner, repository) == ["write 2.txt\n", "write 1.txt\n", "Initial commit\n"]


class TestMessages:
    def test_are_those_that_were_asked_for(self, owner, repository):
        _, pull = new_pull(owner, repository)
        merge(owner, pull, merge_title_field="  My title ", merge_message_field="why\nand how ")
        assert messages(owner, repository)[0] == "My title\n\nwhy\nand how\n"

    def test_name_the_author_of_what_another_squashes(self, owner, writer, repository):
        let_in(owner, repository, writer)
        put_file(writer, repository, "f.txt", new_branch="feat")
        merge(owner, propose(writer, repository), "squash")
        made = log(owner, repository)[0]
        assert made["commit"]["message"] == f"A change (#1)\n\nCo-authored-by: {writer.name} <{writer.name}@example.com>\n"
        assert made["author"]["login"] == writer.name and made["committer"]["login"] == owner.name

    @pytest.mark.parametrize("folder", (".cairn", ".gitea"))
    def test_come_from_a_file_of_the_default_branch(self, owner, repository, folder):
        put_file(owner, repository, f"{folder}/default_merge_message/SQUASH_TEMPLATE.md", "${PullRequestTitle} by ${PullRequestPosterName}\nmore")
        put_file(owner, repository, f"{folder}/default_merge_message/DEFAULT_TEMPLATE.md", "Take $HeadBranch into ${BaseBranch}")
        for style, wanted in (("squash", f"A change by {owner.name}\n"), ("merge", "Take merge into main\n")):
            _, pull = new_pull(owner, repository, style)
            merge(owner, pull, style)
            assert messages(owner, repository)[0] == wanted


def bring_back(away, folder):
    """What was under way meanwhile may have written to where nothing was."""
    def is_back():
        shutil.rmtree(folder, ignore_errors=True)
        with contextlib.suppress(OSError):
            away.rename(folder)
        return not away.exists()

    wait_until(is_back, "the repository to be back")


def test_what_git_could_not_tell_is_asked_again(program):
    """A base that moves while its repository cannot be read: nobody is told of a conflict for good."""
    program.create_user(*ADMIN, "--admin")
    root = Client(program.start().url, basic=ADMIN)
    repository, pull = new_pull(root)
    other = put_file(root, repository, "other.txt", new_branch="other")
    wait_until(lambda: root.get(pull).json()["mergeable"], "it to be compared")
    folder = next(path for path in (program.folder / "repositories").rglob("*.git") if path.is_dir())
    away = folder.rename(folder.with_suffix(".away"))
    program.sql(f"UPDATE branch SET commit_id = '{other}' WHERE name = 'main'")
    assert not root.get(pull).json()["mergeable"]
    root.refused("POST", f"{pull}/merge", 503, {"do": "merge"})
    bring_back(away, folder)
    assert root.get(pull).json()["mergeable"]
    merge(root, pull)


class TestChecks:
    def test_come_in_their_order(self, owner, writer, repository):
        _, pull = new_pull(owner, repository, title="WIP: soon")
        writer.refused("POST", f"{pull}/merge", 405, {"do": "merge"})
        owner.refused("POST", f"{pull}/merge", 405, {"do": "merge"})
        owner.call("PATCH", pull, {"title": "Now"}, expect=201)
        owner.refused("POST", f"{pull}/merge", 409, {"do": "merge", "head_commit_id": "1" * 40})
        owner.refused("POST", f"{at(repository)}/pulls/9/merge", 404, {"do": "merge"})
        owner.call("PATCH", pull, {"state": "closed"}, expect=201)
        owner.refused("POST", f"{pull}/merge", 404, {"do": "merge"})
        owner.call("PATCH", pull, {"state": "open"}, expect=201)
        merge(owner, pull, head_commit_id=owner.get(pull).json()["head"]["sha"])
        owner.refused("POST", f"{pull}/merge", 405, {"do": "merge"})

    def test_of_a_rule_can_be_overruled_by_those_who_may(self, owner, writer, repository):
        let_in(owner, repository, writer)
        _, pull = new_pull(owner, repository)
        owner.post(f"{at(repository)}/branch_protections", {"rule_name": "main", "enable_status_check": True,
                                                            "status_check_contexts": ["ci/*"]}, expect=201)
        owner.refused("POST", f"{pull}/merge", 405, {"do": "merge"})
        writer.refused("POST", f"{pull}/merge", 405, {"do": "merge", "force_merge": True})
        merge(owner, pull, force_merge=True)

    def test_of_dependencies(self, owner, repository):
        _, pull = new_pull(owner, repository)
        _, blocker = new_issue(owner, repository)
        owner.post(pull.replace("/pulls/", "/issues/") + "/dependencies",
                   {"index": blocker["number"], "owner": owner.name, "repo": repository["name"]}, expect=201)
        owner.refused("POST", f"{pull}/merge", 405, {"do": "merge"})

    def test_a_conflict_that_only_a_rebase_meets(self, owner, repository):
        put_file(owner, repository, "c.txt", "base\n")
        put_file(owner, repository, "c.txt", "one\n", new_branch="feat")
        put_file(owner, repository, "c.txt", "two\n", branch="feat")
        put_file(owner, repository, "c.txt", "two\n")
        pull = propose(owner, repository)
        assert owner.get(pull).json()["mergeable"]
        before = tip(owner, repository)
        owner.refused("POST", f"{pull}/merge", 409, {"do": "rebase"})
        assert tip(owner, repository) == before and not owner.get(pull).json()["merged"]
        merge(owner, pull)


class TestConsequences:
    def test_words_close_issues(self, owner, repository):
        for title in ("one", "two", "three"):
            new_issue(owner, repository, title)
        _, pull = new_pull(owner, repository, title="Fixes #2", body="This closes #1 and mentions #3.")
        merge(owner, pull)
        assert [owner.get(f"{at(repository)}/issues/{n}").json()["state"] for n in (1, 2, 3)] == ["closed", "closed", "open"]

    def test_the_branch_goes_and_what_was_based_on_it_follows(self, owner, repository):
        _, pull = new_pull(owner, repository)
        put_file(owner, repository, "next.txt", branch="feat", new_branch="next")
        following = propose(owner, repository, "next", base="feat")
        merge(owner, pull, delete_branch_after_merge=True)
        owner.refused("GET", f"{at(repository)}/branches/feat", 404)
        shown = owner.get(following).json()
        assert shown["state"] == "open" and shown["base"]["ref"] == "main" and shown["changed_files"] == 1
        assert owner.get(pull).json()["head"]["ref"] == "refs/pull/1/head" and "delete_branch" in kinds(owner, pull)
        event = next(entry for entry in timeline(owner, pull.replace("/pulls/", "/issues/")) if entry["type"] == "delete_branch")
        assert (event["old_ref"], event["new_ref"], event["old_title"]) == ("feat", "", "")

    def test_what_stands_on_it_goes_where_it_went(self, owner, repository):
        _, pull = new_pull(owner, repository)
        put_file(owner, repository, "next.txt", branch="feat", new_branch="next")
        following = propose(owner, repository, "next", base="feat")
        merge(owner, pull, delete_branch_after_merge=False)
        shown = owner.get(following).json()
        assert shown["state"] == "open" and shown["base"]["ref"] == "main" and shown["changed_files"] == 1
        assert "change_target_branch" in kinds(owner, following)
        owner.get(f"{at(repository)}/branches/feat")

    @pytest.mark.parametrize("kept", ["protected", "merged before", "a copy is open"])
    def test_what_goes_to_a_branch_for_its_own_sake_stays(self, owner, repository, kept):
        _, pull = new_pull(owner, repository)
        put_file(owner, repository, "next.txt", branch="feat", new_branch="next")
        if kept == "protected":
            owner.post(f"{at(repository)}/branch_protections", {"rule_name": "fea*"}, expect=201)
        if kept == "merged before":
            merge(owner, pull)
            put_file(owner, repository, "more.txt", branch="feat")
            pull = propose(owner, repository, "feat")
        following = propose(owner, repository, "next", base="feat")
        if kept == "a copy is open":
            propose(owner, repository, "next")
        merge(owner, pull)
        assert owner.get(following).json()["base"]["ref"] == "feat"

    def test_a_branch_stays_that_another_pull_request_needs(self, owner, repository):
        owner.post(f"{at(repository)}/branches", {"new_branch_name": "dev"}, expect=201)
        _, pull = new_pull(owner, repository)
        propose(owner, repository, base="dev")
        merge(owner, pull, delete_branch_after_merge=True)
        owner.get(f"{at(repository)}/branches/feat")

    def test_what_came_in_by_another_way_is_noticed(self, owner, repository):
        owner.call("PATCH", at(repository), {"allow_manual_merge": True, "autodetect_manual_merge": True}, expect=200)
        _, pull = new_pull(owner, repository)
        put_file(owner, repository, "more.txt", branch="feat", new_branch="both")
        merge(owner, propose(owner, repository, "both"))
        shown = owner.get(pull).json()
        assert shown["merged"] and shown["merge_commit_sha"] == tip(owner, repository)

    def test_counts_follow(self, owner, repository):
        _, pull = new_pull(owner, repository)
        merge(owner, pull)
        assert owner.get(at(repository)).json()["open_pr_counter"] == 0
        assert owner.get(f"{at(repository)}/issues?state=closed&type=pulls").json()[0]["pull_request"]["merged"]


class TestTwoAtOnce:
    def test_of_the_same_one_wins(self, owner, repository, client):
        _, pull = new_pull(owner, repository)
        with concurrent.futures.ThreadPoolExecutor(8) as crowd:
            answers = list(crowd.map(lambda _: client(basic=owner.basic).session.post(
                f"{owner.url}/api/v1{pull}/merge", json={"do": "merge"}, timeout=60).status_code, range(8)))
        assert sorted(answers) == [200] + [405] * 7
        assert len(log(owner, repository)) == 3 and kinds(owner, pull).count("merge_pull") == 1

    def test_of_several_into_one_branch_all_get_in(self, owner, repository, client):
        pulls = [new_pull(owner, repository, f"b{n}")[1] for n in range(6)]
        with concurrent.futures.ThreadPoolExecutor(6) as crowd:
            answers = list(crowd.map(lambda pull: client(basic=owner.basic).session.post(
                f"{owner.url}/api/v1{pull}/merge", json={"do": "squash"}, timeout=60).status_code, pulls))
        assert answers == [200] * 6
        assert {f"b{n}.txt" for n in range(6)} < {e["name"] for e in owner.get(f"{at(repository)}/contents").json()}
        shas = {owner.get(pull).json()["merge_commit_sha"] for pull in pulls}
        assert shas <= {commit["sha"] for commit in log(owner, repository)} and len(shas) == 6


class TestScheduled:
    @pytest.fixture
    def pull(self, owner, repository):
        owner.post(f"{at(repository)}/branch_protections", {"rule_name": "main", "enable_status_check": True,
                                                            "status_check_contexts": ["ci"]}, expect=201)
        return new_pull(owner, repository)[1]

    def test_waits_for_its_checks(self, owner, repository, pull):
        merge(owner, pull, "squash", expect=201, merge_when_checks_succeed=True, merge_title_field="Scheduled",
              delete_branch_after_merge=True)
        owner.refused("POST", f"{pull}/merge", 409, {"do": "merge", "merge_when_checks_succeed": True})
        owner.refused("GET", f"{pull}/merge", 404)
        head = owner.get(pull).json()["head"]["sha"]
        for state in ("pending", "success"):
            owner.post(f"{at(repository)}/statuses/{head}", {"state": state, "context": "ci"}, expect=201)
        wait_until(lambda: owner.get(pull).json()["merged"], "the merge")
        assert messages(owner, repository)[0] == "Scheduled\n"
        wait_until(lambda: "feat" not in [b["name"] for b in owner.get(f"{at(repository)}/branches").json()], "the end of the branch")

    def test_is_done_when_nothing_is_demanded_any_more(self, owner, repository, pull):
        merge(owner, pull, expect=201, merge_when_checks_succeed=True)
        owner.call("DELETE", f"{at(repository)}/branch_protections/main", expect=204)
        wait_until(lambda: owner.get(pull).json()["merged"], "the merge")

    def test_are_done_whenever_a_rule_goes(self, owner, repository, pull):
        """Also while a job looks whether they may be: either it sees that the rule is gone, or another one looks again."""
        pulls = [pull, *(new_pull(owner, repository, f"feat-{n}")[1] for n in range(12))]
        for one in pulls:
            merge(owner, one, expect=201, merge_when_checks_succeed=True)
        owner.call("DELETE", f"{at(repository)}/branch_protections/main", expect=204)
        for one in pulls:
            wait_until(lambda one=one: owner.get(one).json()["merged"], "the merge")

    def test_can_be_called_off(self, owner, writer, pull):
        owner.refused("DELETE", f"{pull}/merge", 404)
        merge(owner, pull, expect=201, merge_when_checks_succeed=True)
        writer.refused("DELETE", f"{pull}/merge", 403)
        owner.call("DELETE", f"{pull}/merge", expect=204)
        assert kinds(owner, pull)[-2:] == ["pull_scheduled_merge", "pull_cancel_scheduled_merge"]

    @pytest.mark.parametrize("what", ["push", "retarget"])
    def test_is_called_off_by_a_stranger_who_changes_what_would_be_merged(self, owner, stranger, repository, pull, what):
        """It runs with the rights of who has scheduled it, for what they saw."""
        fork = stranger.post(f"{at(repository)}/forks", {}, expect=202).json()
        put_file(stranger, fork, "theirs.txt", new_branch="theirs")
        put_file(owner, repository, "other.txt", new_branch="other")
        theirs = propose(stranger, repository, head=f"{stranger.name}:theirs")
        merge(owner, theirs, expect=201, merge_when_checks_succeed=True)
        if what == "push":
            put_file(stranger, fork, "worse.txt", branch="theirs")
        else:
            stranger.call("PATCH", theirs, {"base": "other"}, expect=201)
        wait_until(lambda: kinds(owner, theirs)[-1] == "pull_cancel_scheduled_merge", "it to be called off")
        head = owner.get(theirs).json()["head"]["sha"]
        owner.post(f"{at(repository)}/statuses/{head}", {"state": "success", "context": "ci"}, expect=201)
        owner.refused("DELETE", f"{theirs}/merge", 404)
        assert not owner.get(theirs).json()["merged"]

    def test_is_not_done_after_a_stranger_has_changed_it_while_it_was_looked_at(self, owner, stranger, repository, pull, client):
        """Nothing is demanded on the other branch: what is already being looked at would be merged there."""
        fork = stranger.post(f"{at(repository)}/forks", {}, expect=202).json()
        put_file(owner, repository, "other.txt", new_branch="other")
        theirs = []
        for n in range(16):
            put_file(stranger, fork, f"theirs-{n}.txt", new_branch=f"theirs-{n}")
            theirs.append(propose(stranger, repository, head=f"{stranger.name}:theirs-{n}"))

        def schedule_and_retarget(one):
            merge(client(basic=owner.basic), one, expect=201, merge_when_checks_succeed=True)
            client(basic=stranger.basic).call("PATCH", one, {"base": "other"}, expect=201)
        with concurrent.futures.ThreadPoolExecutor(4) as people:
            list(people.map(schedule_and_retarget, theirs))
        for one in theirs:
            wait_until(lambda one=one: owner.get(one).json()["mergeable"], "it to be compared")
            assert "merge_pull" not in kinds(owner, one) and kinds(owner, one)[-1] == "pull_cancel_scheduled_merge"
        assert [commit["commit"]["message"] for commit in log(owner, repository, "other")][0] == "write other.txt\n"

    def test_is_kept_by_whoever_may_merge(self, owner, writer, repository, pull):
        let_in(owner, repository, writer)
        merge(owner, pull, expect=201, merge_when_checks_succeed=True)
        head = put_file(writer, repository, "more.txt", branch="feat")
        wait_until(lambda: owner.get(pull).json()["head"]["sha"] == head, "the push to be seen")
        owner.post(f"{at(repository)}/statuses/{head}", {"state": "success", "context": "ci"}, expect=201)
        wait_until(lambda: owner.get(pull).json()["merged"], "the merge")

    def test_is_done_at_once_where_nothing_is_demanded(self, owner, repository):
        _, pull = new_pull(owner, repository)
        merge(owner, pull, expect=201, merge_when_checks_succeed=True)
        wait_until(lambda: owner.get(pull).json()["merged"], "the merge")


def test_a_template_is_never_a_way_to_read_other_files(owner, repository):
    content = base64.b64encode(b"../../README.md").decode()
    owner.post(f"{at(repository)}/contents/.cairn/default_merge_message/DEFAULT_TEMPLATE.md", {"content": content}, expect=201)
    _, pull = new_pull(owner, repository)
    merge(owner, pull)
    assert messages(owner, repository)[0] == "../../README.md\n"
