"""What people say about issues: comments, reactions, files, references to other issues."""
import pytest
from issues import kinds, new_issue, say, timeline
from repositories import at, let_in, new_repository


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture(scope="module")
def reader(new_user):
    return new_user()


@pytest.fixture
def repository(owner):
    return new_repository(owner)


@pytest.fixture
def issue(owner, repository):
    return new_issue(owner, repository)[0]


class TestComments:
    def test_are_made_changed_and_deleted(self, owner, reader, repository, issue, anonymous):
        made = say(reader, issue, "first")
        address = f"{at(repository)}/issues/comments/{made['id']}"
        assert made["user"]["email"].endswith("noreply.localhost") or "noreply" in made["user"]["email"]
        assert made["issue_url"] and not made["pull_request_url"] and made["html_url"].endswith(f"#issuecomment-{made['id']}")
        assert anonymous.get(address).json()["body"] == "first"
        assert reader.call("PATCH", address, {"body": "second"}, expect=200).json()["body"] == "second"
        assert owner.get(issue).json()["comments"] == 1
        assert owner.call("PATCH", f"{issue}/comments/{made['id']}", {"body": "third"}, expect=200).json()["body"] == "third"
        owner.delete(address, expect=204)
        owner.delete(address, expect=404)
        assert owner.get(issue).json()["comments"] == 0 and owner.get(f"{issue}/comments").json() == []

    def test_are_for_their_authors_and_for_writers_to_change(self, owner, reader, repository, issue, new_user):
        address = f"{at(repository)}/issues/comments/{say(owner, issue)['id']}"
        for method in ("PATCH", "DELETE"):
            assert reader.call(method, address, {"body": "x"}, expect=403).content == b""
        other = new_repository(owner)
        owner.get(address.replace(at(repository), at(other)), expect=404)

    def test_are_not_events(self, owner, repository, issue):
        owner.call("PATCH", issue, {"state": "closed"})
        event = f"{at(repository)}/issues/comments/{timeline(owner, issue)[0]['id']}"
        assert owner.get(event, expect=204).content == b""
        owner.call("PATCH", event, {"body": "x"}, expect=204)
        assert owner.call("DELETE", event, expect=400).content == b""

    def test_of_a_repository_have_pages_and_those_of_an_issue_have_none(self, owner, repository, issue):
        for n in range(3):
            say(owner, issue, f"comment {n}")
        listed = owner.get(f"{issue}/comments?limit=1&page=2")
        assert len(listed.json()) == 3 and listed.headers["X-Total-Count"] == "3"
        listed = owner.get(f"{at(repository)}/issues/comments?limit=2&page=2")
        assert [c["body"] for c in listed.json()] == ["comment 2"] and listed.headers["X-Total-Count"] == "3" and "Link" not in listed.headers
        owner.get(f"{issue}/comments?since=noon", expect=422)

    def test_of_the_blocked_are_refused(self, owner, new_user, repository, issue):
        person = new_user()
        address = f"{at(repository)}/issues/comments/{say(person, issue)['id']}"
        owner.call("PUT", f"/user/blocks/{person.name}", expect=204)
        person.post(f"{issue}/comments", {"body": "x"}, expect=403)
        person.post(f"{issue}/reactions", {"content": "+1"}, expect=403)
        person.post(f"{at(repository)}/issues", {"title": "x"}, expect=403)
        person.call("PATCH", address, {"body": "x"}, expect=403)
        person.delete(address, expect=204)

    def test_of_the_purged_go_with_them(self, owner, new_user, repository, issue, admin):
        person = new_user()
        say(person, issue, "goes")
        say(owner, issue, "stays")
        admin.delete(f"/admin/users/{person.name}?purge=true", expect=204)
        assert [comment["body"] for comment in owner.get(f"{issue}/comments").json()] == ["stays"]
        assert owner.get(issue).json()["comments"] == 1


class TestReactions:
    def test_are_given_once_and_taken_back(self, owner, reader, repository, issue):
        comment = f"{at(repository)}/issues/comments/{say(owner, issue)['id']}"
        for target, total in ((issue, "0"), (comment, None)):
            reactions = f"{target}/reactions"
            empty = owner.get(reactions)
            assert empty.json() is None and empty.headers.get("X-Total-Count") == total
            owner.post(reactions, {"content": "heart"}, expect=201)
            owner.post(reactions, {"content": "heart"}, expect=200)
            reader.post(reactions, {"content": "eyes"}, expect=201)
            assert [(r["user"]["login"], r["content"]) for r in owner.get(reactions).json()] == [(owner.name, "heart"), (reader.name, "eyes")]
            for content in ("HEART", ":+1:", "", None):
                owner.post(reactions, {"content": content}, expect=403)
            owner.call("DELETE", reactions, {"content": "eyes"}, expect=204)
            reader.call("DELETE", reactions, {"content": "eyes"}, expect=204)
            assert len(owner.get(reactions).json()) == 1


class TestReferences:
    def test_tell_the_issue_that_they_are_about(self, owner, repository, issue):
        source, _ = new_issue(owner, repository, "Source", body="Closes #1, see #1 and #99 and `#1`")
        comment = say(owner, source, "related to #1")
        entries = timeline(owner, issue)
        assert [(e["type"], e["ref_action"]) for e in entries] == [("issue_ref", "none"), ("comment_ref", "none")]
        assert entries[0]["ref_issue"]["number"] == 2 and entries[1]["ref_comment"]["id"] == comment["id"]
        owner.call("PATCH", source, {"body": "no more"})
        owner.call("PATCH", f"{at(repository)}/issues/comments/{comment['id']}", {"body": "nor here"})
        assert [e["ref_action"] for e in timeline(owner, issue)] == ["neutered", "neutered"]
        assert owner.get(issue).json()["state"] == "open"
        owner.call("PATCH", source, {"body": "again #1"})
        assert [e["ref_action"] for e in timeline(owner, issue)] == ["neutered", "neutered", "none"]

    def test_from_where_somebody_may_not_look_are_not_told(self, owner, reader, repository, issue):
        closed = new_repository(owner, private=True)
        secret, _ = new_issue(owner, closed, body=f"{repository['full_name']}#1")
        assert kinds(owner, issue) == ["issue_ref"] and kinds(reader, issue) == []
        new_issue(reader, repository, body=f"{closed['full_name']}#1")
        assert kinds(owner, secret) == []


class TestDependencies:
    def test_come_in_pages(self, owner, repository):
        one = new_issue(owner, repository, "Issue 1")[0]
        for n in (2, 3):
            new_issue(owner, repository, f"Issue {n}")
            owner.post(f"{one}/dependencies", {"owner": owner.name, "repo": repository["name"], "index": n}, expect=201)
        shown = owner.get(f"{one}/dependencies?limit=1")
        assert [i["number"] for i in shown.json()] == [3] and shown.headers["X-Total-Count"] == "2"
        assert 'page=2>; rel="next"' in shown.headers["Link"]

    def test_keep_an_issue_open(self, owner, repository):
        one, two = (new_issue(owner, repository, f"Issue {n}")[0] for n in (1, 2))
        meta = {"owner": owner.name, "repo": repository["name"]}
        owner.post(f"{one}/dependencies", {**meta, "index": 2}, expect=201)
        owner.call("PATCH", one, {"state": "closed"}, expect=412)
        for path, index in ((one, 2), (two, 1), (one, 1)):
            owner.post(f"{path}/dependencies", {**meta, "index": index}, expect=422)
        assert [i["number"] for i in owner.get(f"{one}/dependencies").json()] == [2]
        assert [i["number"] for i in owner.get(f"{two}/blocks").json()] == [1]
        owner.call("PATCH", two, {"state": "closed"}, expect=201)
        owner.call("PATCH", one, {"state": "closed"}, expect=201)
        owner.call("DELETE", f"{two}/blocks", {**meta, "index": 1}, expect=201)
        owner.call("DELETE", f"{one}/dependencies", {**meta, "index": 2}, expect=422)
        assert kinds(owner, one) == ["add_dependency", "close", "remove_dependency"]

    def test_hide_what_may_not_be_read(self, owner, reader, repository, issue):
        closed = new_repository(owner, private=True)
        secret, _ = new_issue(owner, closed, "Secret")
        owner.post(f"{issue}/dependencies", {"owner": owner.name, "repo": closed["name"], "index": 1}, expect=201)
        shown = reader.get(f"{issue}/dependencies")
        assert shown.headers["X-Total-Count"] == "1" and shown.json()[0]["number"] == 0 and "Secret" not in shown.text
        assert "Secret" not in reader.get(f"{issue}/timeline").text
        reader.post(f"{issue}/dependencies", {"owner": owner.name, "repo": repository["name"], "index": 1}, expect=404)


class TestFiles:
    def test_come_go_and_are_read_by_those_who_may(self, owner, reader, server, anonymous):
        closed = new_repository(owner, private=True)
        issue, _ = new_issue(owner, closed)
        made = owner.call("POST", f"{issue}/assets", files={"attachment": ("notes.txt", b"hello world")}, expect=201).json()
        assert (made["name"], made["size"]) == ("notes.txt", 11)
        assert owner.get(issue).json()["content_version"] == 1 and owner.get(issue).json()["assets"][0]["id"] == made["id"]
        assert owner.session.get(made["browser_download_url"]).content == b"hello world"
        for stranger in (reader, anonymous):
            assert stranger.session.get(made["browser_download_url"]).status_code == 404
        renamed = owner.call("PATCH", f"{issue}/assets/{made['id']}", {"name": "renamed.log"}, expect=201).json()
        assert renamed["name"] == "renamed.log"
        owner.call("PATCH", f"{issue}/assets/{made['id']}", {"name": "bad.exe"}, expect=422)
        owner.delete(f"{issue}/assets/{made['id']}", expect=204)
        owner.get(f"{issue}/assets/{made['id']}", expect=404)
        assert owner.session.get(made["browser_download_url"]).status_code == 404

    def test_of_comments_are_for_authors_who_may_write(self, owner, reader, repository, issue):
        mine = f"{at(repository)}/issues/comments/{say(reader, issue)['id']}/assets"
        file = {"attachment": ("n.txt", b"x")}
        reader.call("POST", mine, files=file, expect=403)
        owner.call("POST", mine, files=file, expect=201)
        owner.call("POST", mine, files={"attachment": ("n.exe", b"x")}, expect=422)
        owner.call("POST", mine, files={"other": ("n.txt", b"x")}, expect=400)
        let_in(owner, repository, reader)
        made = reader.call("POST", mine, files=file, expect=201).json()
        assert owner.get(f"{issue}/assets").json() == [] and len(owner.get(mine).json()) == 2
        assert owner.get(f"{issue}/assets/{made['id']}").json()["id"] == made["id"]


class TestSearch:
    def test_looks_where_the_caller_may_read(self, owner, reader, anonymous, new_user):
        somebody = new_user()
        one, two = new_repository(somebody), new_repository(somebody, private=True)
        new_issue(somebody, one, "Quokka smiles", assignees=[somebody.name])
        new_issue(somebody, one, "Closed quokka", closed=True)
        new_issue(reader, one, "Other", body=f"a quokka, @{somebody.name}")
        new_issue(somebody, two, "Private quokka")
        search = lambda who, query: who.get(f"/repos/issues/search?owner={somebody.name}&{query}")  # noqa: E731
        found = lambda who, query: [i["title"] for i in search(who, query).json()]  # noqa: E731
        assert found(somebody, "") == ["Private quokka", "Other", "Quokka smiles"]
        assert search(somebody, "limit=1").headers["X-Total-Count"] == "3"
        assert found(reader, "state=all") == found(anonymous, "state=all") == ["Other", "Closed quokka", "Quokka smiles"]
        assert search(reader, "state=all&limit=1").headers["X-Total-Count"] == "3"
        for query, expected in {"q=QUOKKA": ["Private quokka", "Other", "Quokka smiles"], "assigned=true": ["Quokka smiles"],
                                "mentioned=true": ["Other"], "created=true": ["Private quokka", "Quokka smiles"],
                                f"created_by={reader.name}": ["Other"], "type=pulls": [], "review_requested=true": [], "reviewed=true": [],
                                "q=quokka&state=closed": ["Closed quokka"], "labels=none": ["Private quokka", "Other", "Quokka smiles"]}.items():
            assert found(somebody, query) == expected, query
        for query, status in {"owner=nobody-at-all": 400, "team=x": 400, f"owner={somebody.name}&team=x": 400, "created_by=nobody-at-all": 404,
                              "since=bad": 422}.items():
            reader.get(f"/repos/issues/search?{query}", expect=status)

    @pytest.mark.parametrize("visibility", ("limited", "private"))
    def test_tells_nothing_of_people_who_are_hidden(self, owner, repository, reader, anonymous, new_user, visibility):
        shy, friend = new_user(visibility=visibility), new_user()
        closed = new_repository(shy)
        new_issue(shy, closed, "Numbat")
        new_issue(owner, repository, "About somebody", body=f"@{shy.name} and @{friend.name}")
        strangers = [anonymous] if visibility == "limited" else [anonymous, reader]
        listed = f"{at(repository)}/issues"
        for query in ("/repos/issues/search?owner=", "/repos/issues/search?created_by=", f"{listed}?created_by=",
                      f"{listed}?assigned_by=", f"{listed}?mentioned_by="):
            for stranger in strangers:
                status = 400 if query.endswith("search?owner=") else 404
                unknown = stranger.get(f"{query}nobody-at-all", expect=status)
                hidden = stranger.get(f"{query}{shy.name}", expect=status)
                assert hidden.json()["message"].replace(shy.name, "nobody-at-all") == unknown.json()["message"]
            shy.get(f"{query}{shy.name}", expect=200)
        shy.call("PUT", f"{at(closed)}/collaborators/{friend.name}", {"permission": "read"}, expect=204)
        assert [i["title"] for i in friend.get(f"/repos/issues/search?owner={shy.name}").json()] == ["Numbat"]
        new_issue(shy, repository, "Seen by all")
        for path in ("/repos/issues/search", listed):
            assert [i["title"] for i in anonymous.get(f"{path}?created_by={shy.name}").json()] == ["Seen by all"], "what is shown is no secret"


def test_feeds_tell_what_was_said_to_those_who_may_read_it(owner, repository, anonymous):
    number = owner.post(f"{at(repository)}/issues", {"title": "x"}, expect=201).json()["number"]
    made = [owner.post(f"{at(repository)}/issues/{number}/comments", {"body": word}, expect=201).json() for word in ("one", "two")]
    feed = f"{at(repository)}/activities/feeds"
    second, first, opened = anonymous.get(feed).json()[:3]
    assert [second["comment"]["body"], first["comment"]["body"], opened["comment"]] == ["two", "one", None]
    assert second["comment"]["html_url"] == made[1]["html_url"] and second["comment_id"] == made[1]["id"]
    owner.call("PATCH", at(repository), {"has_issues": False})
    assert [entry["comment"] for entry in anonymous.get(feed).json()[:3]] == [None, None, None]
