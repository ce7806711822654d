"""Pull requests: opening, listing, changing them, what they are made of, and who may."""
import base64

import pytest
from organizations import new_organization, new_team
from program import wait_until
from pulls import kinds, log, merge, new_pull, propose, put_file, tip
from repositories import at, let_in


def fork_of(who, repository):
    return who.post(f"{at(repository)}/forks", {}, expect=202).json()


class TestOpening:
    def test_tells_what_it_changes_and_that_it_can_be_merged_at_once(self, owner, repository, anonymous):
        base = tip(owner, repository)
        head = put_file(owner, repository, "f.txt", "one\ntwo\n", new_branch="feat")
        made = owner.post(f"{at(repository)}/pulls", {"head": "feat", "base": "main", "title": " Add f "}, expect=201).json()
        assert made["mergeable"] and made["title"] == "Add f" and not made["draft"] and made["merge_base"] == base
        assert (made["additions"], made["deletions"], made["changed_files"]) == (2, 0, 1)
        assert made["head"]["sha"] == head and made["base"]["sha"] == base and made["head"]["ref"] == "feat"
        shown = anonymous.get(f"{at(repository)}/pulls/{made['number']}").json()
        assert shown["base"]["repo"]["open_pr_counter"] == 1 and shown["merge_commit_sha"] is None

    def test_of_the_same_branches_is_refused_while_one_is_open(self, owner, repository):
        _, pull = new_pull(owner, repository)
        owner.refused("POST", f"{at(repository)}/pulls", 409, {"head": "feat", "base": "main", "title": "again"})
        owner.call("PATCH", pull, {"state": "closed"}, expect=201)
        propose(owner, repository)
        # Nobody looks for an equal one then: both are open.
        assert owner.call("PATCH", pull, {"state": "open"}, expect=201).json()["state"] == "open"

    @pytest.mark.parametrize("head, base, status", [
        ("main", "main", 422), ("none", "main", 404), ("feat", "none", 404), ("nobody-at-all:feat", "main", 404),
        ("v1", "main", 422), ("feat", "v1", 422)])
    def test_needs_two_branches(self, owner, repository, head, base, status):
        commit = put_file(owner, repository, "f.txt", new_branch="feat")
        owner.post(f"{at(repository)}/tags", {"tag_name": "v1", "target": commit}, expect=201)
        owner.refused("POST", f"{at(repository)}/pulls", status, {"head": head, "base": base, "title": "t"})

    def test_from_a_branch_of_the_repository_is_for_those_who_were_let_in(self, owner, repository, new_user):
        reader = new_user()
        put_file(owner, repository, "f.txt", new_branch="feat")
        reader.refused("POST", f"{at(repository)}/pulls", 403, {"head": "feat", "base": "main", "title": "t"})
        let_in(owner, repository, reader, "read")
        propose(reader, repository)

    def test_from_a_fork_brings_its_commits(self, owner, repository, stranger, anonymous):
        fork = fork_of(stranger, repository)
        head = put_file(stranger, fork, "g.txt", new_branch="patch")
        pull = propose(stranger, repository, f"{stranger.name}:patch")
        shown = anonymous.get(pull).json()
        assert shown["head"]["repo"]["full_name"] == fork["full_name"] and shown["head"]["sha"] == head and shown["mergeable"]
        assert [c["sha"] for c in anonymous.get(f"{pull}/commits").json()] == [head]
        merge(owner, pull)
        assert log(owner, repository)[0]["commit"]["message"].startswith(f"Merge pull request 'A change' (#1) from {fork['full_name']}:patch")

    def test_outlives_the_fork_it_came_from(self, owner, repository, stranger):
        fork = fork_of(stranger, repository)
        put_file(stranger, fork, "g.txt", new_branch="patch")
        pull = propose(stranger, repository, f"{stranger.name}:patch")
        stranger.call("DELETE", at(fork), expect=204)
        shown = owner.get(pull).json()
        assert shown["state"] == "closed" and shown["head"]["repo"] is None and shown["head"]["repo_id"] == -1
        assert [f["filename"] for f in owner.get(f"{pull}/files").json()] == ["g.txt"]

    def test_ignores_what_only_writers_may_say(self, owner, repository, stranger):
        label = owner.post(f"{at(repository)}/labels", {"name": "bug", "color": "#ff0000"}, expect=201).json()["id"]
        put_file(stranger, fork_of(stranger, repository), "g.txt", new_branch="patch")
        pull = propose(stranger, repository, f"{stranger.name}:patch", labels=[label], assignees=[owner.name])
        shown = owner.get(pull).json()
        assert shown["labels"] == [] and shown["assignees"] == []


class TestLists:
    def test_filter_and_sort(self, owner, repository):
        label = owner.post(f"{at(repository)}/labels", {"name": "bug", "color": "#ff0000"}, expect=201).json()["id"]
        owner.post(f"{at(repository)}/branches", {"new_branch_name": "dev"}, expect=201)
        for n in (1, 2, 3):
            put_file(owner, repository, f"{n}.txt", new_branch=f"b{n}")
            propose(owner, repository, f"b{n}", base="dev" if n == 2 else "main", title=f"p{n}", labels=[label] if n == 3 else [])
        owner.call("PATCH", f"{at(repository)}/pulls/1", {"state": "closed"}, expect=201)
        owner.post(f"{at(repository)}/issues/2/comments", {"body": "words"}, expect=201)

        def titles(query):
            answer = owner.get(f"{at(repository)}/pulls?{query}")
            assert int(answer.headers["X-Total-Count"]) >= len(answer.json())
            return [pull["title"] for pull in answer.json()]

        assert titles("") == ["p3", "p2", "p1"] and titles("sort=oldest") == ["p1", "p2", "p3"]
        assert titles("state=open") == ["p3", "p2"] and titles("state=closed") == ["p1"]
        assert titles("base_branch=dev") == ["p2"] and titles(f"labels={label}&labels=9999") == ["p3"]
        assert titles("sort=mostcomment")[0] == "p2" and titles("sort=leastcomment")[-1] == "p2"
        assert titles("sort=recentclose")[0] == "p1" and titles(f"poster={owner.name}&limit=1&page=2") == ["p2"]
        owner.refused("GET", f"{at(repository)}/pulls?poster=nobody-at-all", 400)
        assert [i["number"] for i in owner.get(f"{at(repository)}/issues?type=pulls").json()] == [3, 2]

    def test_tell_no_figures(self, owner, repository):
        new_pull(owner, repository)
        listed = owner.get(f"{at(repository)}/pulls").json()[0]
        assert listed["mergeable"] and listed["assignees"] is None and "additions" not in listed

    def test_find_one_by_its_branches(self, owner, repository):
        put_file(owner, repository, "f.txt", new_branch="x/feat")
        pull = propose(owner, repository, "x/feat")
        assert owner.get(f"{at(repository)}/pulls/main/x/feat").json()["url"].endswith(pull.removeprefix("/repos"))
        owner.refused("GET", f"{at(repository)}/pulls/main/feat", 404)


class TestContents:
    def test_files_and_texts(self, owner, repository):
        body = "".join(f"line {n}\n" for n in range(20))
        for path, text in (("from.txt", body), ("gone.txt", "x\n"), ("old.txt", "1\n2\n")):
            put_file(owner, repository, path, text)
        shas = {path: owner.get(f"{at(repository)}/contents/{path}").json()["sha"] for path in ("from.txt", "gone.txt")}
        owner.post(f"{at(repository)}/contents", {"new_branch": "feat", "branch": "main", "message": "move", "files": [
            {"operation": "update", "path": "to.txt", "from_path": "from.txt", "sha": shas["from.txt"],
             "content": base64.b64encode(body.encode()).decode()},
            {"operation": "delete", "path": "gone.txt", "sha": shas["gone.txt"]}]}, expect=201)
        put_file(owner, repository, "old.txt", "1\n 2\n", branch="feat")
        pull = propose(owner, repository)
        files = {f["filename"]: f for f in owner.get(f"{pull}/files").json()}
        assert list(files) == ["gone.txt", "old.txt", "to.txt"]
        assert [files[f]["status"] for f in files] == ["deleted", "changed", "renamed"]
        assert files["to.txt"]["previous_filename"] == "from.txt" and files["old.txt"]["changes"] == 2
        page = owner.get(f"{pull}/files?skip-to=old.txt&limit=1")
        assert [f["filename"] for f in page.json()] == ["old.txt"] and page.headers["X-Total-Count"] == "3"
        ignoring = {f["filename"]: f["changes"] for f in owner.get(f"{pull}/files?whitespace=ignore-all").json()}
        assert ignoring["old.txt"] == 0
        diff = owner.get(f"{pull}.diff")
        assert diff.headers["Content-Type"].startswith("text/plain") and "rename to to.txt" in diff.text
        patch = owner.get(f"{pull}.patch").text
        assert patch.index("[PATCH 1/2] move") < patch.index("[PATCH 2/2] write old.txt")
        owner.refused("GET", f"{pull}.zip", 404)
        page = owner.session.get(owner.get(pull).json()["diff_url"], timeout=30)
        assert page.status_code == 200 and "rename to to.txt" in page.text

    def test_are_for_those_who_may_read_the_code(self, owner, new_user):
        member, org = new_user(), new_organization(owner)
        made = {"name": "r", "private": True, "auto_init": True, "default_branch": "main"}
        repository = owner.post(f"/orgs/{org}/repos", made, expect=201).json()
        team = new_team(owner, org, member, units_map={"repo.pulls": "write"})
        owner.call("PUT", f"/teams/{team}/repos/{repository['full_name']}", expect=204)
        _, pull = new_pull(owner, repository)
        for path in ("", ".diff", ".patch", "/files", "/commits", "/reviews"):
            member.refused("GET", pull + path, 403)
        member.refused("GET", f"{at(repository)}/pulls", 403)
        member.refused("POST", f"{at(repository)}/pulls", 404, {"head": "feat", "base": "main", "title": "x"})
        assert member.get(pull.replace("/pulls/", "/issues/")).json()["title"] == "A change"

    def test_are_closed_with_the_code(self, owner, repository, anonymous):
        _, pull = new_pull(owner, repository)
        page = owner.get(pull).json()["diff_url"]
        owner.call("PATCH", at(repository), {"has_code": False}, expect=200)
        anonymous.refused("GET", f"{pull}/files", 403)
        assert anonymous.session.get(page, timeout=30).status_code == 403
        assert "feat.txt" in owner.get(f"{pull}.diff").text

    def test_commits_of_one_second_are_in_their_order(self, owner, repository):
        commits = [put_file(owner, repository, "0.txt", new_branch="feat")]
        commits += [put_file(owner, repository, f"{n}.txt", branch="feat") for n in range(1, 6)]
        pull = propose(owner, repository)
        answer = owner.get(f"{pull}/commits")
        assert [c["sha"] for c in answer.json()] == commits[::-1] and answer.headers["X-HasMore"] == "false"
        assert [c["sha"] for c in owner.get(f"{pull}/commits?limit=4&page=2").json()] == commits[1::-1]


class TestEditing:
    def test_by_the_poster_or_a_writer(self, owner, repository, stranger):
        _, pull = new_pull(owner, repository)
        assert stranger.call("PATCH", pull, {"title": "x"}, expect=403).content == b""
        changed = owner.call("PATCH", pull, {"title": "WIP: later", "body": "words", "content_version": 0}, expect=201).json()
        assert changed["draft"] and not changed["mergeable"] and changed["content_version"] == 1
        owner.refused("PATCH", pull, 409, {"body": "old", "content_version": 0})
        issue = pull.replace("/pulls/", "/issues/")
        owner.call("PATCH", issue, {"title": "Now"}, expect=201)
        assert owner.get(pull).json()["mergeable"]

    def test_by_the_blocked_is_closing_and_nothing_else(self, owner, repository, new_user):
        person = new_user()
        put_file(person, fork_of(person, repository), "patch.txt", new_branch="patch")
        pull = propose(person, repository, f"{person.name}:patch")
        owner.call("PUT", f"/user/blocks/{person.name}", expect=204)
        for change in ({"title": "x"}, {"allow_maintainer_edit": True}, {"state": "closed", "body": "x"}):
            person.refused("PATCH", pull, 403, change)
        person.refused("POST", f"{pull}/requested_reviewers", 403, {"reviewers": [owner.name]})
        person.call("PATCH", pull, {"state": "closed"}, expect=201)
        person.refused("PATCH", pull, 403, {"state": "open"})

    def test_of_the_base(self, owner, repository):
        owner.post(f"{at(repository)}/branches", {"new_branch_name": "dev"}, expect=201)
        _, pull = new_pull(owner, repository)
        owner.refused("PATCH", pull, 404, {"base": "none"})
        changed = owner.call("PATCH", pull, {"base": "dev"}, expect=201).json()
        assert changed["base"]["ref"] == "dev" and changed["mergeable"] and "change_target_branch" in kinds(owner, pull)
        owner.refused("PATCH", pull, 422, {"base": "feat"})

    def test_by_a_client_that_sends_at_zero_what_it_was_not_told(self, owner, repository):
        stone = owner.post(f"{at(repository)}/milestones", {"title": "m"}, expect=201).json()["id"]
        _, pull = new_pull(owner, repository, milestone=stone, assignees=[owner.name])
        edited = owner.call("PATCH", pull, {
            "title": "", "body": "new", "base": "", "assignee": "", "assignees": None, "milestone": 0, "labels": None,
            "state": None, "due_date": None, "unset_due_date": None, "allow_maintainer_edit": None}, expect=201).json()
        assert (edited["title"], edited["body"], edited["base"]["ref"]) == ("A change", "new", "main")
        assert edited["milestone"]["id"] == stone and edited["assignee"]["login"] == owner.name
        # Who says nothing but that means it.
        assert owner.call("PATCH", pull, {"milestone": 0}, expect=201).json()["milestone"] is None
        assert owner.call("PATCH", pull, {"assignees": []}, expect=201).json()["assignee"] is None

    def test_of_the_state(self, owner, repository):
        _, pull = new_pull(owner, repository)
        assert owner.call("PATCH", pull, {"state": "closed"}, expect=201).json()["state"] == "closed"
        owner.refused("PATCH", pull, 412, {"state": "sideways"})
        assert owner.call("PATCH", pull, {"state": "open"}, expect=201).json()["state"] == "open"
        merge(owner, pull)
        owner.refused("PATCH", pull, 412, {"state": "open"})


class TestBranches:
    def test_a_push_to_the_head_shows_at_once(self, owner, repository):
        _, pull = new_pull(owner, repository)
        head = put_file(owner, repository, "more.txt", branch="feat")
        shown = owner.get(pull).json()
        assert shown["head"]["sha"] == head and shown["changed_files"] == 2 and shown["mergeable"]
        assert kinds(owner, pull) == ["pull_push"]

    def test_a_push_to_the_base_may_bring_a_conflict(self, owner, repository):
        put_file(owner, repository, "c.txt", "base\n")
        put_file(owner, repository, "c.txt", "feat\n", new_branch="feat")
        pull = propose(owner, repository)
        put_file(owner, repository, "c.txt", "main\n")
        assert not owner.get(pull).json()["mergeable"]
        owner.refused("POST", f"{pull}/merge", 405, {"do": "merge"})
        put_file(owner, repository, "c.txt", "base\n")
        assert owner.get(pull).json()["mergeable"]

    def test_lists_hear_of_a_push_without_anybody_looking(self, owner, repository):
        new_pull(owner, repository)
        put_file(owner, repository, "more.txt", branch="main")
        wait_until(lambda: owner.get(f"{at(repository)}/pulls").json()[0]["mergeable"], "the check")

    def test_without_its_head_it_is_closed_and_can_be_opened_again(self, owner, repository):
        _, pull = new_pull(owner, repository)
        owner.call("DELETE", f"{at(repository)}/branches/feat", expect=204)
        shown = owner.get(pull).json()
        assert shown["state"] == "closed" and shown["head"]["ref"] == "refs/pull/1/head"
        assert owner.call("PATCH", pull, {"state": "open"}, expect=201).json()["mergeable"]
        merge(owner, pull)

    def test_it_follows_a_branch_that_is_renamed(self, owner, repository):
        _, pull = new_pull(owner, repository)
        owner.call("PATCH", f"{at(repository)}/branches/feat", {"name": "better"}, expect=204)
        shown = owner.get(pull).json()
        assert shown["state"] == "open" and shown["head"]["ref"] == "better"

    def test_updating_the_head(self, owner, repository, stranger):
        _, pull = new_pull(owner, repository)
        put_file(owner, repository, "later.txt")
        assert stranger.post(f"{pull}/update", expect=403).content == b""
        owner.post(f"{pull}/update", expect=200)
        assert log(owner, repository, "feat")[0]["commit"]["message"] == "Merge branch 'main' into feat\n"
        owner.refused("POST", f"{pull}/update", 422)
        put_file(owner, repository, "later still.txt")
        owner.post(f"{pull}/update?style=rebase", expect=200)
        assert len(owner.get(f"{pull}/commits").json()) == 1

    def test_maintainers_may_update_a_fork_if_they_are_let(self, owner, repository, stranger):
        put_file(stranger, fork_of(stranger, repository), "g.txt", new_branch="patch")
        pull = propose(stranger, repository, f"{stranger.name}:patch", allow_maintainer_edit=False)
        put_file(owner, repository, "later.txt")
        owner.post(f"{pull}/update", expect=403)
        owner.refused("PATCH", pull, 403, {"allow_maintainer_edit": True})
        stranger.call("PATCH", pull, {"allow_maintainer_edit": True}, expect=201)
        owner.post(f"{pull}/update", expect=200)
        assert len(owner.get(f"{pull}/commits").json()) == 2
