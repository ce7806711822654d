"""Asking people and teams for reviews."""
import pytest
from issues import timeline
from organizations import new_organization, new_team
from program import wait_until
from repositories import at, let_in, new_repository
from reviews import logins, new_pull, put_file, review, reviewed_by, reviews, states


def ask(who, pull, *people, expect=201, teams=()):
    return who.post(f"{pull}/requested_reviewers", {"reviewers": list(people), "team_reviewers": list(teams)}, expect=expect).json()


def asked(who, pull):
    return logins(who.get(pull).json()["requested_reviewers"])


def withdraw(who, pull, *people, expect=204, teams=()):
    who.call("DELETE", f"{pull}/requested_reviewers", {"reviewers": list(people), "team_reviewers": list(teams)}, expect=expect)


def unread(who):
    return [thread["subject"]["title"] for thread in who.get("/notifications").json()]


class TestRequests:
    def test_are_new_once_and_go_with_the_answer(self, ann, ben):
        _, pull = reviewed_by(ann, ben)
        [request] = ask(ann, pull, ben.name)
        assert (request["state"], request["official"], request["commit_id"]) == ("REQUEST_REVIEW", True, "")
        assert ask(ann, pull, f"{ben.name}@example.com", ben.name) == []
        review(ben, pull, "COMMENT", "hm")
        assert states(ann, pull) == ["COMMENT"] and asked(ann, pull) == [ben.name]

    def test_again_after_an_approval_takes_its_weight(self, ann, ben):
        _, pull = reviewed_by(ann, ben)
        review(ben, pull, "APPROVED")
        ask(ann, pull, ben.name)
        assert [(r["state"], r["official"]) for r in reviews(ann, pull)] == [("APPROVED", False), ("REQUEST_REVIEW", True)]
        withdraw(ann, pull, ben.name)
        assert [(r["state"], r["official"]) for r in reviews(ann, pull)] == [("APPROVED", True)]

    def test_of_those_who_cannot_be_asked(self, ann, ben, new_user):
        hidden = new_repository(ann, auto_init=True, default_branch="main", private=True)
        _, pull = new_pull(ann, repository=hidden)
        ask(ann, pull, ann.name, expect=422)
        ask(ann, pull, ben.name, expect=422)
        ask(ann, pull, new_organization(ann), expect=422)
        ask(ann, pull, "nobody-there", expect=404)
        ask(ann, pull, "nobody@nowhere.example", expect=404)
        assert ask(ann, pull, teams=["any"]) == []
        withdraw(ann, pull, "nobody-there", expect=404)
        withdraw(ann, pull, ann.name)

    def test_those_who_are_blocked_are_asked_no_more(self, ann, new_user):
        left = new_user()
        _, pull = reviewed_by(ann, left)
        ask(ann, pull, left.name)
        left.call("PUT", f"/user/blocks/{ann.name}", expect=204)
        ask(ann, pull, left.name, expect=422)
        ann.call("PUT", f"/user/blocks/{left.name}", expect=204)
        assert reviews(ann, pull) == []

    def test_are_made_by_posters_and_writers_and_declined_by_anybody(self, ann, ben, new_user):
        repository, pull = reviewed_by(ann, ben)
        stranger = new_user()
        ask(stranger, pull, ben.name, expect=422)
        ask(ben, pull, stranger.name)
        withdraw(new_user(), pull, stranger.name, expect=422)
        withdraw(stranger, pull, stranger.name)
        assert asked(ann, pull) == []
        events = [e for e in timeline(ann, pull.replace("/pulls/", "/issues/")) if e["type"] == "review_request"]
        assert [(e["user"]["login"], e["assignee"]["login"], e["removed_assignee"]) for e in events] == [
            (ben.name, stranger.name, False), (stranger.name, stranger.name, True)]

    def test_when_it_is_closed(self, ann, ben, new_user):
        repository, pull = reviewed_by(ann, ben)
        other = new_user()
        review(ben, pull, "COMMENT", "x")
        ann.call("PATCH", pull, {"state": "closed"})
        ask(ann, pull, ben.name, expect=403)
        assert len(ask(ann, pull, other.name)) == 1

    def test_with_a_new_pull_request(self, ann, ben):
        repository = new_repository(ann, auto_init=True, default_branch="main")
        _, pull = new_pull(ann, repository=repository, reviewers=[ben.name])
        assert asked(ann, pull) == [ben.name]
        put_file(ann, repository, "g.txt", "x\n", new_branch="other")
        for name, status in (("nobody-there", 404), (ann.name, 422)):
            ann.post(f"{at(repository)}/pulls", {"head": "other", "base": "main", "title": "t", "reviewers": [name]}, expect=status)
        assert len(ann.get(f"{at(repository)}/pulls").json()) == 1

    def test_are_heard_of(self, ann, new_user):
        ben = new_user()
        _, pull = reviewed_by(ann, ben, title="Please look")
        ben.call("DELETE", f"{pull.replace('/pulls/', '/issues/')}/subscriptions/{ben.name}", expect=None)
        ask(ann, pull, ben.name)
        wait_until(lambda: unread(ben) == ["Please look"], "ben is told, who did not want to hear of the rest")
        found = ben.get("/repos/issues/search?review_requested=true&type=pulls").json()
        assert [issue["title"] for issue in found] == ["Please look"]
        review(ben, pull)
        assert ben.get("/repos/issues/search?review_requested=true&type=pulls").json() == []

    def test_and_answers_and_pushes_are_heard_of(self, new_user):
        ann, ben = new_user(), new_user()
        repository, pull = reviewed_by(ann, ben, title="Please look")
        review(ben, pull, "COMMENT", "hm")
        wait_until(lambda: unread(ann) == ["Please look"], "ann hears of the review")
        wait_until(lambda: not ben.get("/notifications?status-types=unread").json(), "ben knows")
        put_file(ann, repository, "more.txt", "x\n", branch="feat")
        wait_until(lambda: unread(ben) == ["Please look"], "ben hears of the push")


class TestTeams:
    @pytest.fixture
    def org(self, ann):
        return new_organization(ann)

    @pytest.fixture
    def repository(self, ann, org):
        return ann.post(f"/orgs/{org}/repos", {"name": "r", "auto_init": True, "default_branch": "main"}, expect=201).json()

    def test_are_asked_until_a_member_judges(self, ann, ben, org, repository):
        team = new_team(ann, org, ben, name="kit", units_map={"repo.code": "write", "repo.pulls": "write"})
        ann.call("PUT", f"/teams/{team}/repos/{repository['full_name']}")
        _, pull = new_pull(ann, repository=repository)
        [request] = ask(ann, pull, teams=["Kit"])
        assert request["user"] is None and request["team"]["name"] == "kit" and request["official"] is False
        assert ask(ann, pull, teams=["kit"]) == []
        [shown] = ann.get(pull).json()["requested_reviewers_teams"]
        assert shown["organization"]["name"] == org
        review(ben, pull, "COMMENT", "hm")
        assert states(ann, pull) == ["REQUEST_REVIEW", "COMMENT"]
        review(ben, pull, "APPROVED")
        assert states(ann, pull) == ["COMMENT", "APPROVED"]
        assert ann.get(pull).json()["requested_reviewers_teams"] == []

    def test_count_where_a_rule_asks(self, ann, ben, org, repository):
        team = new_team(ann, org, ben, name="kit", units_map={"repo.code": "write", "repo.pulls": "write"})
        ann.call("PUT", f"/teams/{team}/repos/{repository['full_name']}")
        ann.post(f"{at(repository)}/branch_protections", {"rule_name": "main", "block_on_official_review_requests": True})
        _, pull = new_pull(ann, repository=repository)
        assert ask(ann, pull, teams=["kit"])[0]["official"]
        ann.post(f"{pull}/merge", {"do": "merge"}, expect=405)
        withdraw(ann, pull, teams=["kit"])
        ann.post(f"{pull}/merge", {"do": "merge"}, expect=200)

    def test_unknown_or_without_access(self, ann, org):
        hidden = ann.post(f"/orgs/{org}/repos", {"name": "h", "auto_init": True, "default_branch": "main", "private": True}).json()
        new_team(ann, org, name="outside")
        _, pull = new_pull(ann, repository=hidden)
        ask(ann, pull, teams=["none"], expect=404)
        ask(ann, pull, teams=["outside"], expect=422)
        withdraw(ann, pull, teams=["none"], expect=404)
