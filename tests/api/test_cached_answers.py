"""What is answered as before while nothing is written: they must never be older than what was acknowledged, and never
somebody else's."""
import concurrent.futures
import time

import pytest
from issues import new_issue, say
from organizations import new_organization, new_team
from program import wait_until
from pulls import new_pull
from repositories import at, new_repository


def logins(answer):
    return [user["login"] for user in answer.json()]


def asked_thrice(client, path):
    """The answer, which must be the same however often one asks."""
    first, *others = (client.get(path, expect=200) for _ in range(3))
    for other in others:
        assert other.content == first.content
        assert {name: value for name, value in other.headers.items() if name not in ("Date", "X-Request-Id")} == {
            name: value for name, value in first.headers.items() if name not in ("Date", "X-Request-Id")}
    return first


@pytest.fixture
def bearer(new_user, new_token):
    """Somebody by a token that may do everything: with it every engine knows in which state it was."""
    user = new_user()
    token = new_token(user, "all")
    token.name = user.name
    return token


def test_a_list_knows_what_was_just_written(bearer, new_user):
    other = new_user()
    organization = new_organization(bearer)
    path = f"/orgs/{organization}/members"
    assert logins(asked_thrice(bearer, path)) == [bearer.name]
    team = new_team(bearer, organization, other)
    assert sorted(logins(asked_thrice(bearer, path))) == sorted([bearer.name, other.name])
    bearer.delete(f"/teams/{team}/members/{other.name}", expect=204)
    bearer.delete(f"/orgs/{organization}/members/{other.name}", expect=204)
    assert logins(asked_thrice(bearer, path)) == [bearer.name]


def test_an_issue_and_its_repository_know_what_was_just_written(bearer, new_user, new_token):
    other = new_token(new_user(), "all")
    repository = new_repository(bearer, private=True)
    issue, _ = new_issue(bearer, repository)
    for path in (issue, at(repository), f"{issue}/comments"):
        asked_thrice(bearer, path)
        other.refused("GET", path, 404)
    said = say(bearer, issue)["id"]
    bearer.call("PATCH", issue, {"title": "Other words"}, expect=201)
    bearer.call("PATCH", at(repository), {"description": "Seen by all", "private": False}, expect=200)
    for who in (bearer, other):
        assert asked_thrice(who, issue).json()["title"] == "Other words"
        assert asked_thrice(who, at(repository)).json()["description"] == "Seen by all"
        assert [comment["id"] for comment in asked_thrice(who, f"{issue}/comments").json()] == [said]
    assert asked_thrice(bearer, at(repository)).json()["permissions"]["push"]
    assert not asked_thrice(other, at(repository)).json()["permissions"]["push"]


def test_notifications_know_what_was_just_written(bearer, new_user, new_token):
    other = new_token(new_user(), "all")
    repository = new_repository(bearer)
    assert asked_thrice(bearer, "/notifications").json() == []
    new_issue(other, repository, "Look here")
    wait_until(lambda: bearer.get("/notifications").json(), "the notification")
    (thread,) = asked_thrice(bearer, "/notifications").json()
    assert thread["subject"]["title"] == "Look here" and asked_thrice(other, "/notifications").json() == []
    bearer.call("PATCH", f"/notifications/threads/{thread['id']}", expect=205)
    assert asked_thrice(bearer, "/notifications").json() == []


def test_a_list_knows_what_another_process_has_written(server, bearer):
    organization = new_organization(bearer)
    assert [one["full_name"] for one in asked_thrice(bearer, "/user/orgs").json()] == [""]
    server.sql(f"UPDATE account SET full_name = 'By hand' WHERE lower_name = '{organization}'")
    assert [one["full_name"] for one in asked_thrice(bearer, "/user/orgs").json()] == ["By hand"]


def test_everybody_gets_their_own(bearer, new_user, new_token, anonymous):
    organization = new_organization(bearer, visibility="private")
    stranger = new_token(new_user(), "all")
    path = f"/users/{bearer.name}/orgs"
    assert [one["username"] for one in asked_thrice(bearer, path).json()] == [organization]
    assert asked_thrice(stranger, path).json() == []
    assert [one["username"] for one in asked_thrice(bearer, path).json()] == [organization]
    anonymous.refused("GET", path, 401)
    anonymous.refused("GET", f"/orgs/{organization}/public_members", 404)
    asked_thrice(bearer, f"/orgs/{organization}/public_members")
    anonymous.refused("GET", f"/orgs/{organization}/public_members", 404)


def test_a_token_gets_what_it_may_have(new_user, new_token):
    user = new_user()
    organization = new_organization(user, visibility="private")
    wide, narrow = new_token(user, "all"), new_token(user, "public-only", "read:organization")
    asked_thrice(wide, f"/orgs/{organization}/members")
    narrow.refused("GET", f"/orgs/{organization}/members", 403)
    new_token(user, "read:user").refused("GET", f"/orgs/{organization}/members", 403)


def test_what_ends_a_token_ends_its_answers(new_user, new_token):
    user = new_user()
    token = new_token(user, "read:organization", "read:user", name="to be ended")
    asked_thrice(token, "/user/orgs")
    user.delete(f"/users/{user.name}/tokens/to be ended", expect=204)
    token.refused("GET", "/user/orgs", 401)


def test_sudo_is_somebody_else(admin, new_token, bearer):
    root = new_token(admin, "all")
    organization = new_organization(bearer)
    assert organization not in [one["username"] for one in asked_thrice(root, "/user/orgs").json()]
    assert [one["username"] for one in asked_thrice(root, f"/user/orgs?sudo={bearer.name}").json()] == [organization]
    asked = [root.get("/user/orgs", headers={"Sudo": bearer.name}).json(), root.get("/user/orgs").json()]
    assert [one["username"] for one in asked[0]] == [organization] and organization not in [one["username"] for one in asked[1]]


def test_no_answer_is_kept_of_rights_that_have_ended_meanwhile(server, admin, new_user):
    """A password takes long to check: what its owner may do was read before, and is less when the answer is made."""
    secret = new_repository(new_user(), private=True)["name"]
    for _ in range(5):
        chief = new_user()
        server.sql(f"UPDATE account SET is_admin = TRUE WHERE lower_name = '{chief.name}'")
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            asked = pool.submit(chief.get, f"/repos/search?q={secret}")
            time.sleep(0.03)
            server.sql(f"UPDATE account SET is_admin = FALSE WHERE lower_name = '{chief.name}'")
            asked.result()
        assert chief.get(f"/repos/search?q={secret}").json()["data"] == []
    assert admin.get(f"/repos/search?q={secret}").json()["data"], "administrators see it"


def test_pages_and_words_are_questions_of_their_own(bearer):
    for _ in range(3):
        new_organization(bearer)
    first, second = asked_thrice(bearer, "/user/orgs?limit=2"), asked_thrice(bearer, "/user/orgs?limit=2&page=2")
    assert (len(first.json()), len(second.json())) == (2, 1)
    assert first.headers["X-Total-Count"] == second.headers["X-Total-Count"] == "3"
    assert first.headers["Link"] != second.headers["Link"]
    assert asked_thrice(bearer, "/users/search?q=no-such-person-at-all").json()["data"] == []
    found = asked_thrice(bearer, f"/users/search?q={bearer.name}@example.com").json()["data"]
    assert [user["login"] for user in found] == [bearer.name]


def test_no_answer_is_older_than_what_was_acknowledged(bearer, client):
    """Readers beside a writer: whoever asks after a write was answered finds it."""
    organization = new_organization(bearer, description="0")
    written, stop = 0, False

    def read():
        reader, late = client(token=bearer.token), 0
        while not stop:
            least = written
            late += int(reader.get("/user/orgs").json()[0]["description"]) < least
        return late

    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(read) for _ in range(3)]
        for number in range(1, 61):
            bearer.call("PATCH", f"/orgs/{organization}", {"description": str(number)}, expect=200)
            written = number
        stop = True
        assert [reader.result() for reader in readers] == [0, 0, 0]


def numbers(answer):
    return [one["number"] for one in answer.json()]


class TestListsOfPullRequests:
    """What their filters are about can go without anybody touching the pull request."""

    @pytest.fixture
    def pull(self, bearer):
        repository, pull = new_pull(bearer)
        return at(repository), pull.replace("/pulls/", "/issues/"), int(pull.rsplit("/", 1)[1])

    def test_know_that_a_label_was_deleted(self, bearer, pull):
        here, issue, number = pull
        label = bearer.post(f"{here}/labels", {"name": "odd", "color": "#00aabb"}, expect=201).json()["id"]
        bearer.post(f"{issue}/labels", {"labels": [label]}, expect=200)
        assert numbers(asked_thrice(bearer, f"{here}/pulls?labels={label}")) == [number]
        bearer.delete(f"{here}/labels/{label}", expect=204)
        assert numbers(asked_thrice(bearer, f"{here}/pulls?labels={label}")) == []

    def test_know_that_a_milestone_was_deleted(self, bearer, pull):
        here, issue, number = pull
        milestone = bearer.post(f"{here}/milestones", {"title": "some day"}, expect=201).json()["id"]
        bearer.call("PATCH", issue, {"milestone": milestone}, expect=201)
        assert numbers(asked_thrice(bearer, f"{here}/pulls?milestone={milestone}")) == [number]
        bearer.delete(f"{here}/milestones/{milestone}", expect=204)
        assert numbers(asked_thrice(bearer, f"{here}/pulls?milestone={milestone}")) == []

    def test_know_what_somebody_has_changed_in_the_database(self, server, bearer, pull):
        here, issue, number = pull
        path = f"{here}/pulls?sort=mostcomment&state=open"
        assert numbers(asked_thrice(bearer, path)) == [number]
        server.sql(f"UPDATE issue SET closed = TRUE WHERE id = {bearer.get(issue).json()['id']}")
        assert numbers(asked_thrice(bearer, path)) == []


def test_a_search_knows_whose_pull_requests_may_still_be_read(bearer, new_user, new_token):
    """That the issues of the same repository may be read makes no difference."""
    organization = new_organization(bearer)
    member = new_user()
    reader = new_token(member, "all")
    repository = bearer.post(f"/orgs/{organization}/repos", {"name": "half", "auto_init": True, "default_branch": "main",
                                                             "private": True}, expect=201).json()
    _, pull = new_pull(bearer, repository, title="zebra crossing")
    team = new_team(bearer, organization, member, permission="read", units=["repo.issues", "repo.pulls"],
                    includes_all_repositories=True)
    path = f"/repos/issues/search?q=zebra&owner={organization}"
    assert numbers(asked_thrice(reader, path)) == [int(pull.rsplit("/", 1)[1])]
    bearer.call("PATCH", f"/teams/{team}", {"name": "readers", "units": ["repo.issues"]}, expect=200)
    assert numbers(asked_thrice(reader, path)) == []
