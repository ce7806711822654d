"""The token endpoint and what it gives: RFC 6749, 4.1.3, 5 and 6; RFC 7636; RFC 9068; RFC 9700; RFC 7009; RFC 7662; RFC 6750."""
import concurrent.futures

import pytest
from client import PASSWORD, Client
from relying_party import PKCE, REDIRECT, VERIFIER, RelyingParty, basic, parameters, s256


class TestClientAuthentication:
    @pytest.mark.parametrize("wrong", [{"client_secret": "wrong"}, {"client_secret": ""}, {"client_secret": None}, {"client_id": "nobody"},
                                       {"client_id": None, "client_secret": None}])
    def test_fails_with_401(self, party, ann, wrong):
        code = party.approve(ann)["code"]
        assert party.exchange(code, expect=401, **wrong)["error"] == "invalid_client"
        party.exchange(code)

    def test_by_basic_is_challenged_by_basic(self, party):
        answer = party.http("POST", "/login/oauth/access_token", data={"grant_type": "refresh_token", "refresh_token": "x"},
                            headers=basic(party.id, "wrong"))
        assert answer.status_code == 401 and answer.headers["WWW-Authenticate"].startswith("Basic ")

    def test_by_two_methods_that_differ(self, party, ann):
        code = party.approve(ann)["code"]
        told = party.exchange(code, expect=400, client_id="another", client_secret=None, headers=basic(party.id, party.secret))
        assert told["error"] == "invalid_request"

    def test_by_what_cannot_be_read(self, party):
        assert party.token(400, grant_type="refresh_token", refresh_token="x", headers={"Authorization": "Basic ***"})["error"] == "invalid_request"

    def test_by_a_token_is_none(self, party):
        answer = party.http("POST", "/login/oauth/access_token", data={"grant_type": "x"}, headers={"Authorization": "Bearer x"})
        assert answer.status_code == 401 and answer.headers["Content-Type"].startswith("text/plain")

    def test_a_good_token_beside_it_says_nothing(self, party, ann):
        tokens = party.tokens(ann)
        again = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
        by_body = {**again, "client_id": party.id, "client_secret": party.secret}
        for body, value, status in ((by_body, tokens["access_token"], 200), (by_body, tokens["refresh_token"], 401),
                                    (by_body, "f" * 40, 401), (again, tokens["access_token"], 400)):
            answer = party.http("POST", "/login/oauth/access_token", data=body, headers={"Authorization": f"Bearer {value}"})
            assert answer.status_code == status, (value, answer.text)

    def test_the_old_secret_ends_with_a_new_one(self, party, ann):
        tokens = party.tokens(ann)
        made = party.owner.call("PATCH", f"/user/applications/oauth2/{party.made['id']}",
                                {"name": "x", "redirect_uris": [REDIRECT], "confidential_client": True}).json()
        assert party.refresh(tokens["refresh_token"], expect=401)["error"] == "invalid_client"
        party.secret = made["client_secret"]
        party.refresh(tokens["refresh_token"])


class TestExchange:
    @pytest.mark.parametrize("wrong, error", [
        ({"code": "gta_" + "a" * 52}, "invalid_grant"), ({"code": ""}, "invalid_request"), ({"code": None}, "invalid_request"),
        ({"redirect_uri": None}, "invalid_grant"), ({"redirect_uri": REDIRECT + "/"}, "invalid_grant"),
        ({"grant_type": None}, "invalid_request"), ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "client_credentials"}, "unsupported_grant_type")])
    def test_refuses(self, party, ann, wrong, error):
        code = party.approve(ann)["code"]
        assert party.exchange(**{"code": code, "expect": 400, **wrong})["error"] == error
        party.exchange(code)

    def test_of_another_client(self, party, new_party, ann):
        code = party.approve(ann)["code"]
        assert new_party().exchange(code, expect=400)["error"] == "invalid_grant"
        party.exchange(code)

    def test_no_parameter_is_sent_twice(self, party, ann):
        code = party.approve(ann)["code"]
        answer = party.http("POST", "/login/oauth/access_token", data=[("code", code), ("code", code), ("grant_type", "authorization_code"),
                            ("redirect_uri", REDIRECT), *party.client().items()])
        assert answer.status_code == 400 and answer.json()["error"] == "invalid_request"

    @pytest.mark.parametrize("body", [{"grant_type": {"\"\\\u00e9": 1}}, {"grant_type": "\u00e9\"\\\n"}, {"code": ["\u2028"]}, ["x"]])
    def test_says_what_is_wrong_in_the_characters_that_the_standard_has(self, party, body):
        assert party.token(400, json=body)["error"] in ("invalid_request", "unsupported_grant_type")

    def test_takes_json(self, party, ann):
        code = party.approve(ann, scope="openid")["code"]
        assert party.token(json={"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT, **party.client()})["id_token"]

    def test_a_code_that_is_too_old(self, party, ann, run_sql):
        code = party.approve(ann)["code"]
        run_sql("UPDATE oauth2_code SET expires_at = 1 WHERE used = FALSE")
        assert party.exchange(code, expect=400)["error"] == "invalid_grant"

    def test_of_an_address_that_is_registered_no_longer(self, party, ann):
        code = party.approve(ann)["code"]
        changed = party.owner.call("PATCH", f"/user/applications/oauth2/{party.made['id']}", {
            "name": "x", "redirect_uris": ["https://client.example.com/elsewhere"], "confidential_client": True}).json()
        assert party.exchange(code, 400, client_secret=changed["client_secret"])["error"] == "invalid_grant"

    def test_of_a_client_that_has_become_public_meanwhile(self, party, ann):
        code = party.approve(ann)["code"]
        party.owner.call("PATCH", f"/user/applications/oauth2/{party.made['id']}", {
            "name": "x", "redirect_uris": [party.redirect], "confidential_client": False})
        assert party.exchange(code, 400, client_secret=None)["error"] == "invalid_grant"

    def test_of_two_at_once_one_wins_and_then_both_have_lost(self, party, ann):
        code = party.approve(ann)["code"]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda _: party.http("POST", "/login/oauth/access_token", data={
                "grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT, **party.client()}), range(4)))
        assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]
        given = next(answer for answer in answers if answer.status_code == 200).json()
        party.user(given["access_token"], expect=401)

    def test_the_account_must_be_able_to_sign_in(self, party, ann, admin):
        code = party.approve(ann)["code"]
        admin.call("PATCH", f"/admin/users/{ann.name}", {"source_id": 0, "login_name": ann.name, "prohibit_login": True})
        assert party.exchange(code, expect=400)["error"] == "invalid_grant"


class TestPkce:
    """RFC 7636."""

    @pytest.mark.parametrize("verifier", [None, "", "wrong", s256(VERIFIER), VERIFIER + "x", "x" * 43, "x" * 129, "short"])
    def test_a_verifier_that_does_not_fit(self, party, ann, verifier):
        code = party.approve(ann, **PKCE)["code"]
        assert party.exchange(code, expect=400, code_verifier=verifier)["error"] == "invalid_grant"
        party.exchange(code, code_verifier=VERIFIER)

    def test_plain(self, party, ann):
        code = party.approve(ann, code_challenge=VERIFIER, code_challenge_method="plain")["code"]
        assert party.exchange(code, expect=400, code_verifier=s256(VERIFIER))["error"] == "invalid_grant"
        party.exchange(code, code_verifier=VERIFIER)

    def test_plain_is_implied(self, party, ann):
        party.exchange(party.approve(ann, code_challenge=VERIFIER)["code"], code_verifier=VERIFIER)

    def test_is_not_taken_out_of_a_request_unnoticed(self, party, ann):
        """RFC 9700, 2.1.1: a verifier for a code without a challenge shows that somebody removed the challenge."""
        code = party.approve(ann, scope="openid")["code"]
        assert party.exchange(code, code_verifier=VERIFIER, expect=400)["error"] == "invalid_grant"
        party.exchange(code, code_verifier="no-verifier-at-all")

    def test_each_request_has_its_own(self, party, ann):
        party.approve(ann)
        code = party.approve(ann, **PKCE)["code"]
        assert party.exchange(code, expect=400)["error"] == "invalid_grant"

    def test_a_public_client_needs_no_secret(self, public_party, ann):
        tokens = public_party.tokens(ann, scope="openid")
        assert public_party.user(tokens["access_token"])["login"] == ann.name
        assert public_party.refresh(tokens["refresh_token"])["id_token"]


class TestAccessTokens:
    def test_are_what_rfc_9068_says(self, party, ann):
        tokens = party.tokens(ann, scope="openid read:user")
        claims = party.verify(tokens["access_token"])
        assert claims.header["typ"] == "at+jwt" and claims.header["alg"] == "RS256"
        assert claims["iss"] == party.url and claims["sub"] == ann.id and claims["client_id"] == party.id
        assert claims["scope"] == "openid read:user" and claims["exp"] - claims["iat"] == 3600 and claims["aud"] == party.url
        other = party.verify(party.refresh(tokens["refresh_token"])["access_token"])
        assert other["jti"] != claims["jti"]

    def test_open_the_api_from_everywhere(self, party, ann, server):
        token = party.tokens(ann, scope="read:user")["access_token"]
        for how in ({"headers": {"Authorization": f"Bearer {token}"}}, {"headers": {"Authorization": f"token {token}"}},
                    {"params": {"token": token}}, {"params": {"access_token": token}}, {"auth": (ann.name, token)},
                    {"auth": (token, "x-oauth-basic")}):
            assert party.http("GET", "/api/v1/user", **how).json()["login"] == ann.name
        ann_by_token = Client(server.url, headers={"Authorization": f"Bearer {token}"})
        ann_by_token.refused("PATCH", "/user/settings", 403, {"location": "here"})
        ann_by_token.refused("GET", f"/users/{ann.name}/tokens", 401)
        ann_by_token.refused("GET", "/token", 404)

    def test_other_tokens_open_nothing(self, party, ann):
        tokens = party.tokens(ann, scope="openid")
        head, body, signature = tokens["access_token"].split(".")
        for bad in (tokens["refresh_token"], tokens["id_token"], tokens["access_token"] + "x", f"{head}.{body}.", f"{head}.{body}",
                    f"{head}.{body}.{signature[:-4]}AAAA", f"{head}.{body[:-4]}AAAA.{signature}"):
            party.user(bad, expect=401)

    def test_end_with_what_they_hang_on(self, party, new_party, ann, person, admin):
        token = party.tokens(ann)["access_token"]
        party.owner.delete(f"/user/applications/oauth2/{party.made['id']}", expect=204)
        party.user(token, expect=401)
        other, bob = new_party(), person()
        token = other.tokens(bob)["access_token"]
        admin.delete(f"/admin/users/{bob.name}", expect=204)
        other.user(token, expect=401)

    def test_the_state_of_the_account_counts(self, party, ann, admin):
        tokens = party.tokens(ann, scope="openid")
        admin.call("PATCH", f"/admin/users/{ann.name}", {"source_id": 0, "login_name": ann.name, "prohibit_login": True})
        party.user(tokens["access_token"], expect=403)
        party.userinfo(tokens["access_token"], expect=401)
        assert party.refresh(tokens["refresh_token"], expect=400)["error"] == "invalid_grant"
        assert party.introspect(tokens["access_token"]) == {"active": False}


class TestScopes:
    @pytest.mark.parametrize("scope, reads, writes, repositories", [
        (None, 200, 200, 200), ("openid", 200, 200, 200), ("openid profile email groups", 200, 200, 200), ("all", 200, 200, 200),
        ("read:user", 200, 403, 403), ("openid write:user", 200, 200, 403), ("read:user,read:repository", 200, 403, 200),
        ("read:nothing", 200, 200, 200), ("read:user read:nothing", 200, 200, 200), ("openid public-only", 403, 403, 403),
        ("read:repository", 403, 403, 403)])
    def test_open_what_they_say(self, party, ann, server, scope, reads, writes, repositories):
        api = Client(server.url, headers={"Authorization": "Bearer " + party.tokens(ann, scope=scope)["access_token"]})
        api.get("/user", expect=reads)
        api.call("PATCH", "/user/settings", {"location": "here"}, expect=writes)
        api.get("/user/repos", expect=repositories)

    def test_are_told(self, party, ann):
        assert party.tokens(ann, scope="openid read:user")["scope"] == "openid read:user"

    def test_single_sign_on_tells_who_it_is_and_opens_nothing(self, party, ann):
        tokens = party.tokens(ann, scope="openid email groups public-only")
        assert party.userinfo(tokens["access_token"])["preferred_username"] == ann.name
        party.user(tokens["access_token"], expect=403)


class TestRefresh:
    def test_a_confidential_client_may_use_one_again(self, party, ann):
        tokens = party.tokens(ann, scope="openid")
        for _ in range(2):
            new = party.refresh(tokens["refresh_token"])
            assert party.user(new["access_token"])["login"] == ann.name
        assert party.user(tokens["access_token"])["login"] == ann.name

    @pytest.mark.parametrize("token, error", [("garbage", "invalid_grant"), ("", "invalid_request"), (None, "invalid_request"),
                                              ("gtr_1.0.1.x.y", "invalid_grant"), ("gtr_" + "9" * 300, "invalid_grant")])
    def test_refuses(self, party, token, error):
        assert party.refresh(token, expect=400)["error"] == error

    def test_only_refresh_tokens_refresh(self, party, ann):
        tokens = party.tokens(ann, scope="openid")
        for token in (tokens["access_token"], tokens["id_token"]):
            assert party.refresh(token, expect=400)["error"] == "invalid_grant"

    def test_a_public_clients_token_is_good_once_and_a_second_use_ends_the_family(self, public_party, ann, run_sql):
        """RFC 9700, 4.14.2."""
        first = public_party.tokens(ann)
        second = public_party.refresh(first["refresh_token"])
        run_sql("UPDATE oauth2_family SET rotated_at = rotated_at - 31")
        assert public_party.refresh(first["refresh_token"], expect=400)["error"] == "invalid_grant"
        assert public_party.refresh(second["refresh_token"], expect=400)["error"] == "invalid_grant"
        public_party.user(second["access_token"], expect=401)

    def test_two_at_the_same_time_both_get_an_answer(self, public_party, ann):
        first = public_party.tokens(ann)
        one, other = public_party.refresh(first["refresh_token"]), public_party.refresh(first["refresh_token"])
        third = public_party.refresh(other["refresh_token"])
        for tokens in (one, other, third):
            public_party.user(tokens["access_token"])

    def test_two_generations_back_is_no_parallel_use(self, public_party, ann):
        first = public_party.tokens(ann)
        second = public_party.refresh(first["refresh_token"])
        third = public_party.refresh(second["refresh_token"])
        assert public_party.refresh(first["refresh_token"], expect=400)["error"] == "invalid_grant"
        assert public_party.refresh(third["refresh_token"], expect=400)["error"] == "invalid_grant"

    def test_another_authorization_of_the_same_client_is_not_touched(self, public_party, ann, run_sql):
        first, other = public_party.tokens(ann), public_party.tokens(ann)
        second = public_party.refresh(first["refresh_token"])
        run_sql("UPDATE oauth2_family SET rotated_at = rotated_at - 31 WHERE generation > 0")
        public_party.refresh(first["refresh_token"], expect=400)
        public_party.user(second["access_token"], expect=401)
        public_party.refresh(other["refresh_token"])

    def test_confidential_clients_may_have_it_so_as_well(self, program):
        program.settings["oauth2"]["INVALIDATE_REFRESH_TOKENS"] = "true"
        program.write_config()
        program.create_user("owner", PASSWORD)
        program.start()
        from visitor import Visitor
        visitor = Visitor(program.url)
        visitor.sign_in("owner", PASSWORD)
        party = RelyingParty(program.url, Client(program.url, basic=("owner", PASSWORD)))
        first = party.tokens(visitor)
        third = party.refresh(party.refresh(first["refresh_token"])["refresh_token"])
        assert party.refresh(first["refresh_token"], expect=400)["error"] == "invalid_grant"
        party.user(third["access_token"], expect=401)


class TestRevocation:
    """RFC 7009."""

    @pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
    def test_ends_the_whole_authorization(self, party, ann, kind):
        tokens = party.tokens(ann, scope="openid")
        party.revoke(tokens[kind], token_type_hint=kind)
        party.user(tokens["access_token"], expect=401)
        assert party.refresh(tokens["refresh_token"], expect=400)["error"] == "invalid_grant"
        assert party.introspect(tokens["access_token"]) == {"active": False}
        party.revoke(tokens[kind])
        party.ask(ann, scope="openid")
        assert "code" in parameters(ann.location), "the approval stays"

    def test_of_what_is_no_token_is_no_error(self, party):
        party.revoke("garbage")

    @pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
    def test_is_refused_to_other_clients(self, party, new_party, ann, kind):
        """2.1: they are told so. What is over is over for everybody."""
        tokens, other = party.tokens(ann), new_party()
        assert other.revoke(tokens[kind], expect=400).json()["error"] == "invalid_grant"
        party.user(tokens["access_token"])
        party.refresh(tokens["refresh_token"])
        party.revoke(tokens[kind])
        other.revoke(tokens[kind])

    def test_needs_the_client_and_a_token(self, party, ann):
        token = party.tokens(ann)["access_token"]
        assert party.revoke(token, expect=401, client_secret="wrong").json()["error"] == "invalid_client"
        assert party.revoke("", expect=400).json()["error"] == "invalid_request"

    def test_by_a_public_client(self, public_party, ann):
        tokens = public_party.tokens(ann)
        public_party.revoke(tokens["refresh_token"])
        public_party.user(tokens["access_token"], expect=401)


class TestIntrospection:
    """RFC 7662."""

    def test_tells_an_application_about_its_own_tokens(self, party, ann):
        tokens = party.tokens(ann, scope="openid read:user")
        found = party.introspect(tokens["access_token"])
        assert found.pop("exp") - found.pop("iat") == 3600
        assert found == {"active": True, "scope": "openid read:user", "client_id": party.id, "username": ann.name, "token_type": "bearer",
                         "sub": ann.id, "aud": [party.id], "iss": party.url}

    def test_of_a_refresh_token_in_json(self, party, ann):
        tokens = party.tokens(ann)
        answer = party.http("POST", "/login/oauth/introspect", json={"token": tokens["refresh_token"], **party.client()})
        assert answer.json()["active"] is True and "token_type" not in answer.json()

    def test_of_a_refresh_token_that_is_used_up(self, public_party, ann):
        tokens = public_party.tokens(ann)
        public_party.refresh(tokens["refresh_token"])
        answer = public_party.http("POST", "/login/oauth/introspect", json={"token": tokens["refresh_token"]},
                                   headers=basic(public_party.id, public_party.secret))
        assert answer.json() == {"active": False}

    def test_tells_nothing_else(self, party, new_party, ann, new_token):
        tokens = party.tokens(ann, scope="openid")
        assert new_party().introspect(tokens["access_token"]) == {"active": False}
        assert party.introspect(new_token(ann.api, "all").made["sha1"]) == {"active": False}
        assert party.introspect(tokens["access_token"][:-4] + "AAAA") == {"active": False}
        for token in ("garbage", "", tokens["id_token"]):
            answer = party.http("POST", "/login/oauth/introspect", json={"token": token}, headers=basic(party.id, party.secret))
            assert answer.json() == {"active": False}

    @pytest.mark.parametrize("as_json", [False, True])
    def test_what_is_no_token_is_not_active_however_it_is_asked(self, party, ann, as_json):
        """2.2: no other answer, in a form as in JSON, by Basic as by the body."""
        tokens = party.tokens(ann, scope="openid")
        for token, active in (("garbage", False), ("", False), (tokens["id_token"], False), (tokens["refresh_token"], as_json),
                              (tokens["access_token"], True), ("gtr_1.0.1.x.y", False), ("a" * 40, False)):
            for credentials, headers in ((party.client(), {}), ({}, basic(party.id, party.secret))):
                body = {"token": token, **credentials}
                answer = party.http("POST", "/login/oauth/introspect", headers=headers, **({"json": body} if as_json else {"data": body}))
                assert answer.status_code == 200 and answer.json()["active"] is active
                assert active or answer.json() == {"active": False}

    def test_of_a_refresh_token_in_a_form_for_who_means_one(self, party, ann):
        """A resource server that takes whatever is active must not take it for an access token."""
        token = party.tokens(ann, scope="openid")["refresh_token"]
        for hint, active in ((None, False), ("access_token", False), ("refresh_token", True)):
            answer = party.http("POST", "/login/oauth/introspect", data={"token": token, "token_type_hint": hint, **party.client()})
            assert answer.json()["active"] is active

    @pytest.mark.parametrize("how", [{}, {"headers": basic("nobody", "x")}, {"headers": {"Authorization": "Bearer x"}}])
    def test_needs_the_client(self, party, how):
        """RFC 6749, 5.2: whoever fails is told so in JSON."""
        answer = party.http("POST", "/login/oauth/introspect", data={"token": "x"}, **how)
        assert answer.status_code == 401 and answer.headers["WWW-Authenticate"].startswith("Basic ")
        assert answer.json()["error"] == "invalid_client" and answer.json()["error_description"]

    def test_needs_the_right_secret_in_the_body_as_well(self, party, public_party):
        for credentials in ({"client_id": party.id, "client_secret": "wrong"}, {"client_id": party.id}, {"client_id": public_party.id}):
            answer = party.http("POST", "/login/oauth/introspect", data={"token": "x", **credentials})
            assert answer.status_code == 401 and answer.json()["error"] == "invalid_client"

    def test_a_public_client_shows_its_secret_here(self, public_party, ann):
        tokens = public_party.tokens(ann)
        assert public_party.introspect(tokens["access_token"])["active"] is True
        answer = public_party.http("POST", "/login/oauth/introspect", data={"token": tokens["access_token"]}, headers=basic(public_party.id, ""))
        assert answer.status_code == 401


    @pytest.mark.parametrize("endpoint", ["introspect", "revoke"])
    def test_no_parameter_is_sent_twice(self, party, ann, endpoint):
        token = party.tokens(ann)["access_token"]
        answer = party.http("POST", "/login/oauth/" + endpoint, data=[("token", "x"), ("token", token)],
                            headers=basic(party.id, party.secret))
        assert answer.status_code == 400 and answer.json()["error"] == "invalid_request"

    def test_of_an_account_that_opens_nothing_until_its_password_is_changed(self, party, ann, admin):
        tokens = party.tokens(ann, scope="openid")
        admin.call("PATCH", f"/admin/users/{ann.name}", {"source_id": 0, "login_name": ann.name, "must_change_password": True})
        assert party.introspect(tokens["access_token"]) == {"active": False}
        assert party.refresh(tokens["refresh_token"], 400)["error"] == "invalid_grant"


class TestUserInfo:
    def test_challenges_after_rfc_6750(self, party, ann):
        answer = party.http("GET", "/login/oauth/userinfo")
        assert answer.status_code == 401 and answer.headers["WWW-Authenticate"] == 'Bearer realm="Cairn"'
        answer = party.userinfo("garbage", expect=401)
        assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]
        answer = party.userinfo(party.tokens(ann, scope="openid read:repository")["access_token"], expect=403)
        assert 'error="insufficient_scope"' in answer.headers["WWW-Authenticate"]

    def test_neither_a_password_nor_a_session_will_do(self, party, ann):
        assert party.http("GET", "/login/oauth/userinfo", auth=(ann.name, PASSWORD)).status_code == 401
        ann.open("/login/oauth/userinfo", expect=401)

    def test_basic_is_not_read(self, party, ann):
        token = party.tokens(ann, scope="openid")["access_token"]
        party.userinfo(token, 401, headers=basic(ann.name, token))

    def test_nobody_acts_as_somebody_else(self, party, ann, person, admin):
        admin.call("PATCH", f"/admin/users/{ann.name}", {"source_id": 0, "login_name": ann.name, "admin": True})
        token = party.tokens(ann, scope="openid")["access_token"]
        party.userinfo(token, 403, headers={"Authorization": f"Bearer {token}", "Sudo": person().name})

    @pytest.mark.parametrize("scope, status", [("openid public-only", 200), ("public-only", 403), ("openid read:user", 200),
                                               ("openid read:repository", 403)])
    def test_is_opened_by_read_user_or_single_sign_on(self, party, ann, scope, status):
        party.userinfo(party.tokens(ann, scope=scope)["access_token"], status)

    def test_groups(self, party, ann):
        ann.api.post("/orgs", {"username": f"org-{ann.name}", "visibility": "private"}, expect=201)
        groups = [f"org-{ann.name}", f"org-{ann.name}:owners"]
        tokens = party.tokens(ann, scope="openid groups")
        assert party.id_claims(tokens)["groups"] == party.userinfo(tokens["access_token"])["groups"] == groups

    def test_groups_that_everybody_sees(self, party, ann):
        ann.api.post("/orgs", {"username": f"quiet-{ann.name}", "visibility": "private"}, expect=201)
        ann.api.post("/orgs", {"username": f"loud-{ann.name}"}, expect=201)
        ann.api.call("PUT", f"/orgs/loud-{ann.name}/public_members/{ann.name}", expect=204)
        tokens = party.tokens(ann, scope="openid groups public-only")
        groups = [f"loud-{ann.name}", f"loud-{ann.name}:owners"]
        assert party.id_claims(tokens)["groups"] == party.userinfo(tokens["access_token"])["groups"] == groups


class TestPackages:
    @pytest.mark.parametrize("scope, published, listed, fetched", [
        ("openid write:package", 201, 200, 200), ("openid read:package", 401, 200, 200), ("openid write:repository", 401, 403, 401)])
    def test_the_registry_holds_a_token_to_its_scopes(self, party, ann, scope, published, listed, fetched):
        place = f"/api/packages/{ann.name}/generic/tool/1"
        ann.api.call("PUT", place + "/there.bin", data=b"stone", expect=201)
        bearer = {"Authorization": "Bearer " + party.tokens(ann, scope=scope)["access_token"]}
        sent = party.http("PUT", place + "/new.bin", data=b"more", headers=bearer)
        assert sent.status_code == published and ("WWW-Authenticate" in sent.headers) == (published == 401)
        assert party.http("GET", place + "/there.bin", headers=bearer).status_code == fetched
        assert party.http("GET", f"/api/v1/packages/{ann.name}", headers=bearer).status_code == listed
