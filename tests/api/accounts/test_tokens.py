"""/users/{username}/tokens and /token: made with a password, shown once, narrowed by scopes, taken back."""
import concurrent.futures
import datetime
import re

import pytest
from client import PASSWORD
from organizations import new_organization, new_team
from program import wait_past


def tokens_of(user):
    return f"/users/{user.name}/tokens"


class TestCreating:
    def test_shows_the_value_once(self, new_user):
        ada = new_user()
        made = ada.post(tokens_of(ada), {"name": "first", "scopes": ["read:user", "write:repository"]}, expect=201).json()
        assert set(made) >= {"id", "name", "sha1", "token_last_eight", "scopes", "created_at", "last_used_at"}
        assert re.fullmatch(r"[0-9a-f]{40}", made["sha1"])
        assert made["token_last_eight"] == made["sha1"][-8:]
        assert made["name"] == "first"
        listed, = ada.get(tokens_of(ada)).json()
        assert listed["sha1"] == ""
        assert {key: listed[key] for key in ("id", "name", "token_last_eight", "scopes")} \
            == {key: made[key] for key in ("id", "name", "token_last_eight", "scopes")}

    def test_the_value_is_not_in_the_database(self, new_user, new_token, server):
        value = new_token(new_user(), "all").token
        if server.postgres:
            pytest.skip("looks into SQLite's file")
        kept = b"".join(file.read_bytes() for file in server.folder.glob("cairn.db*"))
        assert value.encode() not in kept and bytes.fromhex(value) not in kept

    @pytest.mark.parametrize("asked, normal", [
        (["read:user", "write:repository"], ["write:repository", "read:user"]),
        (["write:user", "read:user"], ["write:user"]),
        (["read:issue", "public-only"], ["public-only", "read:issue"]),
        (["read:user,read:issue"], ["read:issue", "read:user"]),
        (["", "read:user"], ["read:user"]),
        (["all"], ["all"]),
        (["all", "read:user"], ["all"]),
    ])
    def test_scopes_come_back_in_normal_form(self, new_user, asked, normal):
        ada = new_user()
        assert ada.post(tokens_of(ada), {"name": "t", "scopes": asked}, expect=201).json()["scopes"] == normal

    @pytest.mark.parametrize("scopes", [["read:nothing"], ["sudo"], ["READ:USER"], ["read"], [":"], ["read:user", "bad"],
                                        ["read:user "], ["admin"], ["public_only"], [""], [","]])
    def test_an_unknown_scope_is_400(self, new_user, scopes):
        ada = new_user()
        ada.refused("POST", tokens_of(ada), 400, {"name": "t", "scopes": scopes})
        assert ada.get(tokens_of(ada)).json() == []

    def test_without_scopes_opens_only_what_needs_none(self, client, new_user):
        ada = new_user()
        for body in ({"name": "none"}, {"name": "empty", "scopes": []}):
            limited = client(token=ada.post(tokens_of(ada), body, expect=201).json()["sha1"])
            limited.get("/version", expect=200)
            limited.refused("GET", "/user", 403)

    def test_a_name_is_used_once_for_each_user_in_each_spelling(self, new_user, new_token):
        ada, bob = new_user(), new_user()
        new_token(ada, "all", name="dup")
        ada.refused("POST", tokens_of(ada), 400, {"name": "dup", "scopes": ["read:user"]})
        new_token(ada, "all", name="DUP")
        new_token(bob, "all", name="dup")

    @pytest.mark.parametrize("body", [{}, {"scopes": ["all"]}, {"name": "", "scopes": ["all"]}, {"name": 7},
                                      {"name": "t", "scopes": "read:user"}, {"name": "t", "scopes": [1]}, [], "t", None])
    def test_a_body_that_makes_no_sense_is_422(self, new_user, body):
        ada = new_user()
        ada.refused("POST", tokens_of(ada), 422, body)

    def test_a_form_will_do(self, new_user):
        ada = new_user()
        made = ada.post(tokens_of(ada), data={"name": "form", "scopes": "read:user"}, expect=201).json()
        assert made["name"] == "form" and made["scopes"] == ["read:user"]

    def test_keys_are_read_in_any_case_and_unknown_ones_ignored(self, new_user):
        ada = new_user()
        made = ada.post(tokens_of(ada), {"NAME": "shout", "Scopes": ["read:user"], "color": "red"}, expect=201).json()
        assert made["name"] == "shout" and made["scopes"] == ["read:user"]

    def test_names_beyond_ascii_come_back_as_sent(self, new_user):
        ada = new_user()
        name = "ключ \u2028 \"quoted\" \\ 🪨"
        assert ada.post(tokens_of(ada), {"name": name, "scopes": ["all"]}, expect=201).json()["name"] == name
        assert ada.get(tokens_of(ada)).json()[0]["name"] == name

    def test_at_once_from_many_sides(self, new_user):
        ada = new_user()
        with concurrent.futures.ThreadPoolExecutor(64) as pool:
            made = list(pool.map(lambda n: ada.post(tokens_of(ada), {"name": f"t{n}", "scopes": ["all"]}).json(), range(192)))
        assert len({token["sha1"] for token in made}) == len({token["id"] for token in made}) == 192
        assert ada.get(tokens_of(ada)).headers["X-Total-Count"] == "192"

    def test_the_same_name_at_once_succeeds_once(self, new_user):
        ada = new_user()
        body = {"name": "same", "scopes": ["all"]}
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: ada.session.post(f"{ada.url}/api/v1{tokens_of(ada)}", json=body), range(8)))
        assert sorted(answer.status_code for answer in answers) == [201] + [400] * 7


class TestWhoMay:
    """In this order: the user exists (404), is oneself or one is an administrator (403), by password (401), the body."""

    def test_nobody_s_tokens_are_404_for_everybody(self, anonymous, admin, new_user):
        for caller in (anonymous, new_user(), admin):
            caller.refused("GET", "/users/nobody-at-all/tokens", 404)
            caller.refused("POST", "/users/nobody-at-all/tokens", 404, {"name": "t"})

    def test_another_s_are_403_also_for_anonymous(self, anonymous, new_user, new_token):
        ada, bob = new_user(), new_user()
        mine = new_token(ada, "all", name="mine").made
        for caller in (anonymous, bob):
            caller.refused("GET", tokens_of(ada), 403)
            caller.refused("POST", tokens_of(ada), 403, {"name": "x", "scopes": ["all"]})
            caller.refused("DELETE", f"{tokens_of(ada)}/mine", 403)
        bob.refused("DELETE", f"{tokens_of(bob)}/{mine['id']}", 404)
        assert len(ada.get(tokens_of(ada)).json()) == 1

    def test_a_token_manages_no_tokens(self, client, new_user, new_token):
        ada = new_user()
        token = new_token(ada, "all", name="main")
        in_basic = client(basic=(ada.name, token.token))
        in_query = client()
        for caller, query in ((token, ""), (in_basic, ""), (in_query, f"?token={token.token}")):
            caller.refused("GET", tokens_of(ada) + query, 401)
            caller.refused("POST", tokens_of(ada) + query, 401, {"name": "n", "scopes": ["all"]})
            caller.refused("DELETE", f"{tokens_of(ada)}/main{query}", 401)

    def test_a_narrow_token_is_told_its_scope_first(self, new_user, new_token):
        ada = new_user()
        answer = new_token(ada, "read:user").refused("POST", tokens_of(ada), 403, {"name": "n"})
        assert "write:user" in answer.json()["message"]

    def test_an_administrator_may_for_everybody(self, admin, client, new_user):
        ada = new_user()
        made = admin.post(tokens_of(ada), {"name": "by-admin", "scopes": ["read:user"]}, expect=201).json()
        assert client(token=made["sha1"]).get("/user").json()["login"] == ada.name
        assert admin.get(tokens_of(ada)).json()[0]["name"] == "by-admin"
        admin.delete(f"{tokens_of(ada)}/by-admin", expect=204)
        assert ada.get(tokens_of(ada)).json() == []

    def test_the_name_in_the_path_is_read_in_any_case(self, new_user, new_token):
        ada = new_user()
        new_token(ada, "all")
        assert len(ada.get(f"/users/{ada.name.upper()}/tokens").json()) == 1


class TestListing:
    def test_is_newest_first_with_a_total_and_no_links(self, new_user, new_token):
        ada = new_user()
        for name in "abc":
            new_token(ada, "read:user", name=name)
        answer = ada.get(f"{tokens_of(ada)}?limit=2")
        assert [token["name"] for token in answer.json()] == ["c", "b"]
        assert answer.headers["X-Total-Count"] == "3" and "Link" not in answer.headers
        assert [token["name"] for token in ada.get(f"{tokens_of(ada)}?limit=2&page=2").json()] == ["a"]

    def test_knows_when_each_was_last_used(self, new_user, new_token):
        ada = new_user()
        used = new_token(ada, "read:user", name="used")
        used.get("/user")
        token, = ada.get(tokens_of(ada)).json()
        moment = datetime.datetime.fromisoformat(token["last_used_at"].replace("Z", "+00:00"))
        assert abs(datetime.datetime.now(datetime.timezone.utc) - moment) < datetime.timedelta(minutes=5)


class TestDeleting:
    def test_by_id_ends_it_at_once(self, new_user, new_token):
        ada = new_user()
        token = new_token(ada, "all")
        token.get("/user")
        answer = ada.delete(f"{tokens_of(ada)}/{token.made['id']}", expect=204)
        assert answer.content == b""
        token.refused("GET", "/user", 401)
        ada.refused("DELETE", f"{tokens_of(ada)}/{token.made['id']}", 404)

    def test_by_name(self, new_user, new_token):
        ada = new_user()
        new_token(ada, "all", name="a name/with a slash")
        ada.delete(f"{tokens_of(ada)}/a%20name%2Fwith%20a%20slash", expect=204)
        ada.refused("DELETE", f"{tokens_of(ada)}/a%20name%2Fwith%20a%20slash", 404)

    def test_what_reads_as_a_number_is_an_id_only(self, new_user, new_token):
        ada = new_user()
        for name in ("777777", "0x7fff", "0", "00"):
            new_token(ada, "all", name=name)
        ada.refused("DELETE", f"{tokens_of(ada)}/777777", 404)
        ada.refused("DELETE", f"{tokens_of(ada)}/0x7fff", 404)
        ada.delete(f"{tokens_of(ada)}/0", expect=204)
        ada.delete(f"{tokens_of(ada)}/00", expect=204)

    def test_an_id_can_be_written_in_hexadecimal(self, new_user, new_token):
        ada = new_user()
        ada.delete(f"{tokens_of(ada)}/{new_token(ada, 'all').made['id']:#x}", expect=204)

    @pytest.mark.parametrize("strange", ["99999999999999999999999999", "-1", "%F0%9F%AA%A8", "none"])
    def test_what_is_not_there_is_404(self, new_user, strange):
        ada = new_user()
        ada.refused("DELETE", f"{tokens_of(ada)}/{strange}", 404)


class TestTheTokenItself:
    def test_is_described_with_its_user(self, client, new_user, new_token):
        ada = new_user()
        token = new_token(ada, "read:user", "write:issue", name="current")
        for scheme in ("token", "bearer"):
            me = client(headers={"Authorization": f"{scheme} {token.token}"}).get("/token", expect=200).json()
            assert me["id"] == token.made["id"] and me["name"] == "current"
            assert me["scopes"] == ["write:issue", "read:user"]
            assert me["user"]["login"] == ada.name
            assert "sha1" not in me or me["sha1"] == ""

    def test_needs_no_scope(self, new_user, new_token):
        new_token(new_user(), "public-only", "read:misc").get("/token", expect=200)

    def test_is_only_what_came_in_the_header(self, anonymous, client, new_user, new_token):
        ada = new_user()
        value = new_token(ada, "all").token
        for method in ("GET", "DELETE"):
            anonymous.refused(method, "/token", 401)
            ada.refused(method, "/token", 404)
            anonymous.refused(method, f"/token?token={value}", 404)
            client(basic=(ada.name, value)).refused(method, "/token", 404)

    def test_can_take_itself_back(self, new_user, new_token):
        ada = new_user()
        token = new_token(ada, "read:user", name="gone")
        new_token(ada, "read:user", name="stays")
        token.delete("/token", expect=204)
        token.refused("GET", "/user", 401)
        token.refused("DELETE", "/token", 401)
        assert [left["name"] for left in ada.get(tokens_of(ada)).json()] == ["stays"]


def test_a_changed_password_keeps_tokens(client, new_user, new_token, server):
    ada = new_user()
    token = new_token(ada, "read:user")
    ada.get("/user")
    server.run("admin", "user", "change-password", "--username", ada.name, "--password", "another-one-2",
               "--must-change-password=false")
    token.get("/user", expect=200)
    client(basic=(ada.name, "another-one-2")).get("/user", expect=200)
    client(basic=(ada.name, PASSWORD)).refused("GET", "/user", 401)


class TestExpiring:
    def soon(self, seconds):
        moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ")

    def test_without_an_end_nothing_is_said_about_it(self, new_user, new_token):
        ada = new_user()
        assert "expires_at" not in new_token(ada, "all").made
        assert "expires_at" not in ada.get(tokens_of(ada)).json()[0]

    def test_ends_by_itself(self, new_user, client):
        ada = new_user()
        end = self.soon(2)
        made = ada.post(tokens_of(ada), {"name": "short", "scopes": ["all"], "expires_at": end}, expect=201).json()
        assert made["expires_at"] == end
        assert ada.get(tokens_of(ada)).json()[0]["expires_at"] == end
        limited = client(token=made["sha1"])
        limited.get("/user")
        wait_past(end)
        limited.refused("GET", "/user", 401)
        client(basic=("x", made["sha1"])).refused("GET", "/user", 401)
        limited.refused("GET", "/version", 401)

    @pytest.mark.parametrize("end", ["yesterday", "2001-01-01T00:00:00Z", 5])
    def test_an_end_that_makes_no_sense_is_422(self, new_user, end):
        ada = new_user()
        ada.refused("POST", tokens_of(ada), 422, {"name": "t", "scopes": ["all"], "expires_at": end})


class TestWhose:
    def test_an_account_that_was_renamed_is_found(self, admin, client, new_user):
        ada = new_user()
        old, new = tokens_of(ada), f"/users/{ada.name}-later/tokens"
        admin.post(f"/admin/users/{ada.name}/rename", {"new_username": f"{ada.name}-later"}, expect=204)
        renamed = client(basic=(f"{ada.name}-later", PASSWORD))
        for method, path in (("GET", ""), ("POST", ""), ("DELETE", "/t")):
            assert renamed.call(method, old + path, expect=307).headers["Location"] == f"/api/v1{new}{path}"

    def test_organizations_have_none(self, admin, new_user):
        path = f"/users/{new_organization(new_user())}/tokens"
        admin.refused("POST", path, 404, {"name": "t", "scopes": ["all"]})
        admin.refused("GET", path, 404)


class TestLimitedToRepositories:
    @pytest.fixture
    def ada(self, new_user):
        ada = new_user()
        for name, private in (("one", True), ("two", True), ("open", False)):
            ada.post("/user/repos", {"name": name, "private": private}, expect=201)
        return ada

    def limited(self, client, ada, *names, scopes=("all",)):
        made = ada.post(tokens_of(ada), {"name": "limited", "scopes": list(scopes),
                                         "repositories": [f"{ada.name}/{name}" for name in names]}, expect=201).json()
        return made, client(token=made["sha1"])

    def test_others_do_not_exist_for_it(self, client, ada):
        made, token = self.limited(client, ada, "ONE")
        assert made["repositories"] == [f"{ada.name}/one"]
        assert token.get(f"/repos/{ada.name}/one").json()["name"] == "one"
        for other in ("two", "open"):
            token.refused("GET", f"/repos/{ada.name}/{other}", 404)
            token.refused("PATCH", f"/repos/{ada.name}/{other}", 404, {"description": "x"})
        assert [found["name"] for found in token.get("/user/repos").json()] == ["one"]
        assert [found["name"] for found in token.get(f"/repos/search?uid={ada.get('/user').json()['id']}").json()["data"]] == ["one"]

    def test_is_shown_with_what_it_is_limited_to(self, client, ada):
        _, token = self.limited(client, ada, "two", "one")
        names = [f"{ada.name}/one", f"{ada.name}/two"]
        assert ada.get(tokens_of(ada)).json()[0]["repositories"] == names
        assert token.get("/token").json()["repositories"] == names
        ada.call("DELETE", f"/repos/{ada.name}/one", expect=204)
        ada.call("DELETE", f"/repos/{ada.name}/two", expect=204)
        assert ada.get(tokens_of(ada)).json()[0]["repositories"] == [], "it does not turn into one for all"
        token.refused("GET", f"/repos/{ada.name}/open", 404)

    def test_makes_no_repositories_and_no_homes_for_them(self, client, ada):
        """It would not see what it made, and could reach what is not on its list."""
        organization = new_organization(ada)
        ada.call("PATCH", f"/repos/{ada.name}/one", {"template": True})
        _, token = self.limited(client, ada, "one")
        one = f"/repos/{ada.name}/one"
        for path, body in (("/user/repos", {"name": "more"}), (f"/orgs/{organization}/repos", {"name": "more"}),
                           (f"/org/{organization}/repos", {"name": "more"}), (f"{one}/forks", {"organization": organization}),
                           (f"{one}/generate", {"owner": ada.name, "name": "more", "git_content": True}),
                           ("/repos/migrate", {"clone_addr": "http://127.0.0.1/x.git", "repo_name": "more"}),
                           ("/orgs", {"username": f"{organization}-2"})):
            said = token.refused("POST", path, 403, body).json()["message"]
            assert "limited to the repositories that it lists" in said, path
        assert len(ada.get("/user/repos").json()) == 3

    def test_gives_nothing_away_and_takes_nothing(self, client, ada, new_user):
        organization, bob = new_organization(ada), new_user()
        _, token = self.limited(client, ada, "one", "open")
        for recipient in (organization, bob.name):
            said = token.refused("POST", f"/repos/{ada.name}/one/transfer", 403, {"new_owner": recipient}).json()["message"]
            assert "limited to the repositories that it lists" in said
        assert ada.get(f"/repos/{ada.name}/one").json()["owner"]["login"] == ada.name
        ada.post(f"/repos/{ada.name}/open/transfer", {"new_owner": bob.name}, expect=201)
        made = bob.post(tokens_of(bob), {"name": "limited", "scopes": ["all"], "repositories": [f"{ada.name}/open"]}, expect=201).json()
        client(token=made["sha1"]).refused("POST", f"/repos/{ada.name}/open/transfer/accept", 403)
        bob.post(f"/repos/{ada.name}/open/transfer/accept", expect=202)

    def test_administers_nothing_beyond_its_list(self, client, admin, ada):
        made = admin.post(tokens_of(admin), {"name": f"limited-{ada.name}", "scopes": ["all"],
                                             "repositories": [f"{ada.name}/open"]}, expect=201).json()
        token = client(token=made["sha1"])
        for path, body in ((f"/admin/users/{ada.name}/repos", {"name": "more"}), (f"/admin/users/{ada.name}/orgs", {"username": "more-orgs"}),
                           (f"/admin/unadopted/{ada.name}/more", None), ("/admin/hooks", {"type": "cairn", "config": {}})):
            token.refused("POST", path, 403, body)
        token.refused("PATCH", f"/admin/users/{ada.name}", 403, {"password": "brand-new-pass-9"})
        token.refused("GET", "/admin/users", 403)

    def test_does_not_reach_all_of_an_account_at_once(self, client, ada):
        """Neither by deleting it nor by hearing of it."""
        organization = new_organization(ada)
        ada.post(f"/orgs/{organization}/repos", {"name": "kept"}, expect=201)
        hook = {"type": "cairn", "config": {"url": "http://127.0.0.1/", "content_type": "json"}}
        _, token = self.limited(client, ada, "one")
        token.refused("DELETE", f"/orgs/{organization}/repos", 403)
        for hooks in ("/user/hooks", f"/orgs/{organization}/hooks"):
            token.refused("POST", hooks, 403, hook)
            token.refused("GET", hooks, 403)
        token.post(f"/repos/{ada.name}/one/hooks", hook, expect=201)
        assert ada.get(f"/orgs/{organization}/repos").json()

    def test_changes_nothing_but_its_repositories(self, client, ada, new_user):
        """Otherwise it would let itself in by another way: a key, an address, a team."""
        organization, bob = new_organization(ada), new_user()
        team = new_team(ada, organization)
        _, token = self.limited(client, ada, "one")
        for method, path, body in (
                ("POST", "/user/keys", {"title": "way in", "key": "ssh-ed25519 AAAA"}),
                ("POST", "/user/emails", {"emails": ["a@example.org"]}),
                ("PATCH", "/user/settings", {"full_name": "x"}), ("POST", "/user/actions/runners/registration-token", None),
                ("POST", "/user/applications/oauth2", {"name": "a", "redirect_uris": ["https://example.org"]}),
                ("PUT", f"/teams/{team}/members/{bob.name}", None), ("PUT", f"/teams/{team}/repos/{organization}/x", None),
                ("PATCH", f"/orgs/{organization}", {"description": "x"}), ("DELETE", f"/orgs/{organization}", None),
                ("POST", f"/orgs/{organization}/rename", {"new_name": f"{organization}-2"}),
                ("PUT", f"/orgs/{organization}/actions/secrets/S", {"data": "x"}), ("PUT", "/notifications", None)):
            said = token.refused(method, path, 403, body).json()["message"]
            assert "limited to the repositories that it lists" in said, path
        token.call("PUT", f"/user/starred/{ada.name}/one", expect=204)
        token.refused("PUT", f"/user/starred/{ada.name}/two", 404)
        token.post("/markdown", {"Text": "*x*"}, expect=200)
        token.call("DELETE", "/token", expect=204)

    def test_is_not_told_how_many_others_there_are(self, client, ada):
        organization = new_organization(ada)
        ada.post(f"/orgs/{organization}/repos", {"name": "open"}, expect=201)
        _, token = self.limited(client, ada, "one")
        shown = token.get(f"/users/{ada.name}/repos")
        assert [found["name"] for found in shown.json()] == ["one"] and shown.headers["X-Total-Count"] == "1"
        shown = token.get(f"/orgs/{organization}/repos")
        assert shown.json() == [] and shown.headers["X-Total-Count"] == "0"

    def test_one_without_limits_does_not_speak_of_them(self, ada):
        assert "repositories" not in ada.post(tokens_of(ada), {"name": "free", "scopes": ["all"]}, expect=201).json()

    def test_what_one_does_not_see_cannot_be_named(self, new_user, ada):
        bob = new_user()
        for name in (f"{ada.name}/one", f"{ada.name}/none", "nobody-at-all/x", "x", "", "/"):
            bob.refused("POST", tokens_of(bob), 422, {"name": "t", "scopes": ["all"], "repositories": [name]})
        bob.refused("POST", tokens_of(bob), 422, {"name": "t", "repositories": []})
        bob.refused("POST", tokens_of(bob), 422, {"name": "t", "repositories": [f"{ada.name}/open"] * 101})
        bob.post(tokens_of(bob), {"name": "t", "repositories": [f"{ada.name}/open"]}, expect=201)
        assert bob.get(tokens_of(bob)).json()[0]["name"] == "t"
