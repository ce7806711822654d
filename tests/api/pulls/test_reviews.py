"""Reviews of pull requests: what can be said, by whom, and what becomes of it."""
import pytest
from issues import kinds, timeline
from organizations import new_organization, new_team
from program import wait_until
from repositories import at, let_in, new_repository
from reviews import change_file, logins, new_pull, put_file, remarks, review, reviewed_by, reviews, states


@pytest.fixture(scope="module")
def cy(new_user):
    return new_user()


@pytest.fixture
def pull(ann, ben):
    return reviewed_by(ann, ben)[1]


def issue_of(pull):
    return pull.replace("/pulls/", "/issues/")


class TestStates:
    @pytest.mark.parametrize("event, body, status", [
        ("APPROVED", "", 200), ("APPROVED", "fine", 200), ("REQUEST_CHANGES", "no", 200), ("REQUEST_CHANGES", " \n", 422),
        ("COMMENT", "hm", 200), ("COMMENT", "", 422), ("PENDING", "draft", 200), ("PENDING", "", 422), ("", "words", 200),
        ("nonsense", "words", 200), ("REQUEST_REVIEW", "words", 200), ("approved", "", 422)])
    def test_need_a_text_or_not(self, ben, pull, event, body, status):
        answer = review(ben, pull, event, body, expect=status)
        if status == 200:
            known = event if event in ("APPROVED", "REQUEST_CHANGES", "COMMENT") else "PENDING"
            assert (answer["state"], answer["body"]) == (known, body)

    def test_remarks_are_text_enough_for_a_comment_only(self, ben, pull):
        lines = [{"path": "f.txt", "body": "hm", "new_position": 1}]
        assert review(ben, pull, "COMMENT", comments=lines)["comments_count"] == 1
        review(ben, pull, "REQUEST_CHANGES", comments=lines, expect=422)
        review(ben, pull, "PENDING", comments=lines, expect=422)
        assert states(ben, pull) == ["COMMENT"]

    def test_nobody_judges_their_own(self, ann, pull):
        review(ann, pull, "APPROVED", expect=422)
        review(ann, pull, "REQUEST_CHANGES", "no", expect=422)
        assert review(ann, pull, "COMMENT", "by the way")["official"] is False

    def test_what_is_closed_is_only_talked_about(self, ann, ben, pull):
        ann.call("PATCH", pull, {"state": "closed"})
        review(ben, pull, "APPROVED", expect=422)
        review(ben, pull, "REQUEST_CHANGES", "late", expect=422)
        review(ben, pull, "COMMENT", "late")
        assert states(ann, pull) == ["COMMENT"]

    def test_strangers_may_and_do_not_count(self, ann, cy, pull):
        assert review(cy, pull)["official"] is False
        repository, hidden = new_pull(ann, repository=new_repository(ann, auto_init=True, default_branch="main", private=True))
        review(cy, hidden, expect=404)
        let_in(ann, repository, cy, "read")
        assert review(cy, hidden)["official"] is False

    def test_archived_locked_and_blocked(self, ann, ben, cy, new_user):
        repository, pull = reviewed_by(ann, ben)
        ann.call("PUT", f"{issue_of(pull)}/lock", {"lock_reason": "spam"})
        review(cy, pull, "COMMENT", "x", expect=403)
        review(ben, pull, "COMMENT", "x")
        ann.call("DELETE", f"{issue_of(pull)}/lock")
        blocked = new_user()
        ann.call("PUT", f"/user/blocks/{blocked.name}", expect=204)
        review(blocked, pull, "COMMENT", "x", expect=403)
        ann.call("PATCH", at(repository), {"archived": True})
        review(ben, pull, "COMMENT", "x", expect=423)
        assert len(reviews(ben, pull)) == 1

    def test_the_last_verdict_of_a_person_counts(self, ben, pull):
        for event in ("APPROVED", "REQUEST_CHANGES", "COMMENT"):
            review(ben, pull, event, "x")
        assert [(r["state"], r["official"], r["dismissed"]) for r in reviews(ben, pull)] == [
            ("APPROVED", False, True), ("REQUEST_CHANGES", True, False), ("COMMENT", False, False)]

    def test_are_in_the_timeline_and_counted(self, ann, ben, pull):
        made = review(ben, pull, "COMMENT", "hm", comments=[{"path": "f.txt", "body": "see", "new_position": 1}])
        assert kinds(ann, issue_of(pull))[-1] == "review"
        entry = timeline(ann, issue_of(pull))[-1]
        assert (entry["review_id"], entry["body"], entry["user"]["login"]) == (made["id"], "hm", ben.name)
        shown = ann.get(pull).json()
        assert (shown["review_comments"], shown["comments"]) == (1, 0)
        assert ann.get(f"{issue_of(pull)}/comments").json() == []
        feed = ben.get(f"/users/{ben.name}/activities/feeds").json()[0]
        assert (feed["op_type"], feed["content"].split("|")[1]) == ("comment_pull", "hm")

    def test_are_among_the_comments_from_the_next_one_on(self, ann, ben, pull):
        made = review(ben, pull, "COMMENT", "hm")
        assert ann.get(pull).json()["comments"] == 0
        said = ann.post(f"{issue_of(pull)}/comments", {"body": "well"}, expect=201).json()
        shown = ann.get(pull).json()
        assert (shown["comments"], shown["review_comments"]) == (2, 1)
        ann.delete(f"{issue_of(pull).rsplit('/', 1)[0]}/comments/{said['id']}", expect=204)
        assert ann.get(pull).json()["comments"] == 1
        ben.delete(f"{pull}/reviews/{made['id']}", expect=204)
        assert ann.get(pull).json()["comments"] == 0

    def test_mention_people_and_issues(self, ann, ben, cy):
        repository, pull = reviewed_by(ann, ben)
        number = ann.post(f"{at(repository)}/issues", {"title": "Other"}).json()["number"]
        review(ben, pull, "COMMENT", comments=[{"path": "f.txt", "body": f"see #{number}, @{cy.name}", "new_position": 1}])
        assert kinds(ann, f"{at(repository)}/issues/{number}") == ["comment_ref"]
        wait_until(lambda: cy.get("/notifications").json(), "cy hears of being mentioned")


class TestDrafts:
    def test_are_for_their_authors_and_site_admins(self, ann, ben, admin, anonymous, pull):
        draft = review(ben, pull, "PENDING", "draft", comments=[{"path": "f.txt", "body": "hm", "new_position": 1}])
        one = f"{pull}/reviews/{draft['id']}"
        remark = remarks(ben, pull, draft)[0]["id"]
        for who in (ann, anonymous):
            who.get(one, expect=404)
            who.get(f"{one}/comments", expect=404)
            listed = who.get(f"{pull}/reviews")
            assert listed.json() == [] and listed.headers["X-Total-Count"] == "1"
        ann.post(f"{pull}/comments/{remark}/replies", {"body": "x"}, expect=404)
        ann.post(f"{pull.rsplit('/', 1)[0]}/comments/{remark}/resolve", expect=404)
        ann.call("PATCH", f"{issue_of(pull).rsplit('/', 1)[0]}/comments/{remark}", {"body": "mine"}, expect=404)
        assert "review" not in kinds(ann, issue_of(pull)) and admin.get(one).json()["state"] == "PENDING"
        assert ann.get(pull).json()["requested_reviewers"] == []

    def test_are_not_found_by_their_words(self, ann, ben, pull):
        words = [{"path": "f.txt", "body": "unmistakable", "new_position": 1}]
        draft = review(ben, pull, "PENDING", "draft", comments=words)
        search = f"{issue_of(pull).rsplit('/', 1)[0]}?type=pulls&q=unmistakable"
        assert ann.get(search).json() == []
        ben.post(f"{pull}/reviews/{draft['id']}", {"event": "COMMENT"}, expect=200)
        assert len(ann.get(search).json()) == 1

    def test_take_up_what_follows_and_become_a_review(self, ben, pull):
        line = {"path": "f.txt", "body": "a", "new_position": 1}
        first = review(ben, pull, "PENDING", "x", comments=[line])
        again = review(ben, pull, "PENDING", "y", comments=[{**line, "body": "b", "new_position": 2}])
        assert (again["id"], again["body"], again["comments_count"]) == (first["id"], "y", 2)
        done = review(ben, pull, "APPROVED", "done")
        assert (done["id"], done["state"], done["comments_count"], done["official"]) == (first["id"], "APPROVED", 2, True)

    def test_are_submitted_once_by_their_author(self, ann, ben, admin, pull):
        one = f"{pull}/reviews/{review(ben, pull, 'PENDING', 'x')['id']}"
        ann.post(one, {"event": "APPROVED"}, expect=404)
        admin.post(one, {"event": "APPROVED"}, expect=404)
        ben.post(one, {"event": "PENDING", "body": "x"}, expect=422)
        ben.post(one, {"event": "REQUEST_CHANGES"}, expect=422)
        ben.post(one, {"event": "COMMENT"}, expect=422)
        assert ben.post(one, {"event": "APPROVED"}, expect=200).json()["body"] == ""
        ben.post(one, {"event": "COMMENT", "body": "again"}, expect=422)
        assert kinds(ann, issue_of(pull)).count("review") == 1


class TestDeletion:
    def test_is_for_authors_and_site_admins_and_takes_remarks_along(self, ann, ben, admin, pull):
        made = review(ben, pull, "COMMENT", "x", comments=[{"path": "f.txt", "body": "hm", "new_position": 1}])
        other = review(ben, pull, "APPROVED")
        remark = remarks(ben, pull, made)[0]["id"]
        ann.delete(f"{pull}/reviews/{made['id']}", expect=403)
        ben.delete(f"{pull}/reviews/{made['id']}", expect=204)
        ben.post(f"{pull}/comments/{remark}/replies", {"body": "x"}, expect=404)
        admin.delete(f"{pull}/reviews/{other['id']}", expect=204)
        assert reviews(ann, pull) == [] and "review_comments" not in ann.get(pull).json()
        assert "review" not in kinds(ann, issue_of(pull))

    def test_of_an_account_leaves_its_reviews(self, ann, admin, new_user):
        gone = new_user()
        _, pull = reviewed_by(ann, gone)
        review(gone, pull, "APPROVED", "fine")
        admin.delete(f"/admin/users/{gone.name}", expect=204)
        assert [(r["user"]["login"], r["body"]) for r in reviews(ann, pull)] == [("Ghost", "fine")]
        assert ann.get(pull).json()["requested_reviewers"] == []


class TestDismissal:
    def test_is_for_admins_and_verdicts(self, ann, ben, cy, pull):
        made, said = review(ben, pull, "APPROVED"), review(cy, pull, "COMMENT", "hm")
        ben.post(f"{pull}/reviews/{made['id']}/dismissals", {"message": "x"}, expect=403)
        ann.post(f"{pull}/reviews/{said['id']}/dismissals", {"message": "x"}, expect=403)
        for message in ("enough", "again"):
            shown = ann.post(f"{pull}/reviews/{made['id']}/dismissals", {"message": message}, expect=200).json()
            assert shown["dismissed"] and shown["official"]
        events = [e for e in timeline(ann, issue_of(pull)) if e["type"] == "dismiss_review"]
        assert [(e["body"], e["review_id"]) for e in events] == [("enough", made["id"])]
        assert logins(ann.get(pull).json()["requested_reviewers"]) == [cy.name]
        for _ in range(2):
            assert not ann.post(f"{pull}/reviews/{made['id']}/undismissals", expect=200).json()["dismissed"]
        ann.call("PATCH", pull, {"state": "closed"})
        for act in ("dismissals", "undismissals"):
            ann.post(f"{pull}/reviews/{made['id']}/{act}", {}, expect=403)

    def test_with_priors_takes_all_of_a_person(self, ann, ben, cy):
        _, pull = reviewed_by(ann, ben, cy)
        first = review(ben, pull, "REQUEST_CHANGES", "one")
        last = review(ben, pull, "REQUEST_CHANGES", "two")
        other = review(cy, pull, "APPROVED")
        ann.post(f"{pull}/reviews/{first['id']}/undismissals")
        ann.post(f"{pull}/reviews/{last['id']}/dismissals", {"message": "all", "priors": True})
        assert {r["id"]: r["dismissed"] for r in reviews(ann, pull)} == {first["id"]: True, last["id"]: True, other["id"]: False}


class TestStaleness:
    def test_comes_with_other_lines(self, ann, ben):
        repository, pull = reviewed_by(ann, ben)
        made = review(ben, pull, "APPROVED")
        put_file(ann, repository, "base.txt", "x\n")  # the base moves on; the pull request changes the same as before
        assert ann.get(pull).json()["mergeable"]
        assert not ann.get(f"{pull}/reviews/{made['id']}").json()["stale"]
        put_file(ann, repository, "more.txt", "x\n", branch="feat")
        ann.get(pull)
        assert ann.get(f"{pull}/reviews/{made['id']}").json()["stale"]
        assert not review(ben, pull, "APPROVED")["stale"]

    def test_is_there_from_the_start_for_what_is_old(self, ann, ben):
        repository, pull = reviewed_by(ann, ben)
        old = ann.get(pull).json()["head"]["sha"]
        put_file(ann, repository, "more.txt", "x\n", branch="feat")
        assert review(ben, pull, commit_id=old)["stale"]
        new = review(ben, pull)
        assert new["commit_id"] == ann.get(pull).json()["head"]["sha"] and not new["stale"]
        review(ben, pull, commit_id="1" * 40, expect=422)
        review(ben, pull, commit_id="zz", expect=422)

    def test_may_end_an_approval(self, ann, ben):
        repository, pull = reviewed_by(ann, ben)
        ann.post(f"{at(repository)}/branch_protections", {"rule_name": "main", "dismiss_stale_approvals": True})
        kept = review(ben, pull, "APPROVED")
        put_file(ann, repository, "more.txt", "x\n", branch="feat")
        ann.get(pull)
        assert ann.get(f"{pull}/reviews/{kept['id']}").json()["dismissed"]
        assert kinds(ann, issue_of(pull))[-1] == "dismiss_review"


class TestApprovals:
    def merge(self, who, pull, expect):
        return who.post(f"{pull}/merge", {"do": "merge"}, expect=expect)

    def protect(self, who, repository, **rule):
        who.post(f"{at(repository)}/branch_protections", {"rule_name": "main", **rule}, expect=201)

    def test_are_demanded_of_those_who_count(self, ann, ben, cy, new_user):
        repository, pull = reviewed_by(ann, ben, cy)
        self.protect(ann, repository, required_approvals=1, enable_approvals_whitelist=True,
                     approvals_whitelist_username=[cy.name])
        assert not review(ben, pull)["official"]
        self.merge(ann, pull, 405)
        assert review(cy, pull)["official"]
        self.merge(ann, pull, 200)

    def test_a_rejection_or_an_open_question_blocks(self, ann, ben):
        repository, pull = reviewed_by(ann, ben)
        self.protect(ann, repository, block_on_rejected_reviews=True, block_on_official_review_requests=True)
        ann.post(f"{pull}/requested_reviewers", {"reviewers": [ben.name]}, expect=201)
        self.merge(ann, pull, 405)
        review(ben, pull, "REQUEST_CHANGES", "no")
        self.merge(ann, pull, 405)
        review(ben, pull, "APPROVED")
        self.merge(ann, pull, 200)

    def test_those_who_are_gone_block_nothing(self, ann, admin, new_user):
        gone = new_user()
        repository, pull = reviewed_by(ann, gone)
        self.protect(ann, repository, block_on_official_review_requests=True)
        ann.post(f"{pull}/requested_reviewers", {"reviewers": [gone.name]}, expect=201)
        admin.delete(f"/admin/users/{gone.name}", expect=204)
        assert reviews(ann, pull) == []
        self.merge(ann, pull, 200)

    def test_are_weighed_anew_for_another_branch(self, ann, ben):
        repository, pull = reviewed_by(ann, ben)
        ann.post(f"{at(repository)}/branches", {"new_branch_name": "strict"}, expect=201)
        ann.post(f"{at(repository)}/branch_protections",
                 {"rule_name": "strict", "required_approvals": 1, "enable_approvals_whitelist": True}, expect=201)
        assert review(ben, pull)["official"]
        ann.call("PATCH", pull, {"base": "strict"}, expect=201)
        assert not reviews(ann, pull)[0]["official"]
        self.merge(ann, pull, 405)
        ann.call("PATCH", pull, {"base": "main"}, expect=201)
        assert reviews(ann, pull)[0]["official"]

    def test_let_a_merge_go_that_waits_for_them(self, ann, ben):
        repository, pull = reviewed_by(ann, ben)
        self.protect(ann, repository, required_approvals=1)
        ann.post(f"{pull}/merge", {"do": "merge", "merge_when_checks_succeed": True}, expect=201)
        ann.get(f"{pull}/merge", expect=404)
        review(ben, pull)
        wait_until(lambda: ann.get(pull).json()["merged"], "it is merged")

    def test_of_code_owners(self, ann, ben, cy):
        repository = new_repository(ann, auto_init=True, default_branch="main")
        put_file(ann, repository, "CODEOWNERS", f"src/.* @{ben.name}\n")
        let_in(ann, repository, cy)
        self.protect(ann, repository, block_on_codeowner_reviews=True)
        _, pull = new_pull(ann, repository=repository, path="src/a.txt")
        review(cy, pull)
        self.merge(ann, pull, 405)
        review(ben, pull)
        self.merge(ann, pull, 200)


class TestCodeOwners:
    def test_are_asked(self, ann, ben, cy, new_user):
        org = new_organization(ann)
        repository = ann.post(f"/orgs/{org}/repos", {"name": "r", "auto_init": True, "default_branch": "main"}).json()
        team = new_team(ann, org, cy, name="kit")
        ann.call("PUT", f"/teams/{team}/repos/{repository['full_name']}")
        put_file(ann, repository, ".gitea/CODEOWNERS",
                 f"# who is who\nsrc/.* @{ben.name} @{ann.name} @nobody-there\ndocs/.* @{org}/kit\n!src/.* @{org}/none\n")
        _, pull = new_pull(ann, repository=repository, path="src/a.txt")
        shown = ann.get(pull).json()
        assert (logins(shown["requested_reviewers"]), shown["requested_reviewers_teams"]) == ([ben.name], [])
        put_file(ann, repository, "docs/a.md", "x\n", branch="feat")
        wait_until(lambda: [t["name"] for t in ann.get(pull).json()["requested_reviewers_teams"]] == ["kit"], "the owners to be asked")
        ann.call("DELETE", f"{pull}/requested_reviewers", {"reviewers": [ben.name], "team_reviewers": ["kit"]}, expect=204)
        change_file(ann, repository, "src/a.txt", "other\n", "feat")
        assert ann.get(pull).json()["requested_reviewers"] == []  # who was asked once is not asked again

    def test_are_not_asked_about_drafts(self, ann, ben):
        repository = new_repository(ann, auto_init=True, default_branch="main")
        put_file(ann, repository, "docs/CODEOWNERS", f".* @{ben.name}\n")
        _, pull = new_pull(ann, repository=repository, title="WIP: a change")
        assert ann.get(pull).json()["requested_reviewers"] == []
        ann.call("PATCH", pull, {"title": "A change"})
        assert logins(ann.get(pull).json()["requested_reviewers"]) == [ben.name]
