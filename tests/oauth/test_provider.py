"""Keys and their rotation, algorithms, metadata, CORS, signing out, and the applications that come with the site."""
import base64
import hashlib
import os
import pathlib
import re

import pytest
from client import PASSWORD, Client
from program import Program
from relying_party import REDIRECT, VERIFIER, PKCE, RelyingParty, parameters
from visitor import Visitor


def start(program, **settings):
    """A site of its own with somebody signed in and an application."""
    for section, keys in settings.items():
        program.settings.setdefault(section, {}).update(keys)
    program.write_config()
    program.create_user("owner", PASSWORD)
    program.start()
    visitor = Visitor(program.url)
    visitor.sign_in("owner", PASSWORD)
    return RelyingParty(program.url, Client(program.url, basic=("owner", PASSWORD))), visitor


class TestAlgorithms:
    @pytest.mark.parametrize("algorithm, kty", [("ES256", "EC"), ("ES384", "EC"), ("ES512", "EC"), ("EdDSA", "OKP"), ("RS512", "RSA")])
    def test_sign_with_a_key_that_is_published(self, program, algorithm, kty):
        key = program.own_key()
        if kty == "RSA":  # given by the operator, since making one takes long
            os.system(f"openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out {key} 2>/dev/null")
        party, visitor = start(program, oauth2={"JWT_SIGNING_ALGORITHM": algorithm, "JWT_SIGNING_PRIVATE_KEY_FILE": key})
        assert party.metadata()["id_token_signing_alg_values_supported"] == [algorithm, "RS256"]
        published = party.http("GET", "/login/oauth/keys").json()["keys"]
        assert [(k["kty"], k["alg"], k["use"]) for k in published] == [(kty, algorithm, "sig"), ("RSA", "RS256", "sig")]
        assert not any({"d", "p", "q", "k"} & set(key) for key in published), "no private half"
        tokens = party.tokens(visitor, scope="openid")
        for token in (tokens["id_token"], tokens["access_token"]):
            claims = party.verify(token)
            assert claims.header["alg"] == algorithm and claims.header["kid"] == published[0]["kid"]
        # OpenID Connect Core, 3.1.3.6: half of the hash that the algorithm uses.
        digest = hashlib.new("sha512" if algorithm == "EdDSA" else "sha" + algorithm[2:], tokens["access_token"].encode()).digest()
        half = base64.urlsafe_b64encode(digest[:len(digest) // 2]).rstrip(b"=").decode()
        assert party.verify(tokens["id_token"])["at_hash"] == half
        assert party.user(tokens["access_token"])["login"] == "owner"

    def test_hs256_signs_id_tokens_with_the_clients_secret(self, program):
        from authlib.jose import JsonWebToken, jwt
        party, visitor = start(program, oauth2={"JWT_SIGNING_ALGORITHM": "HS256"})
        shared, published = party.http("GET", "/login/oauth/keys").json()["keys"]
        assert shared == {"kty": "oct", "alg": "HS256", "use": "sig"} and published["alg"] == "RS256" and "d" not in published
        tokens = party.tokens(visitor, scope="openid")
        assert jwt.decode(tokens["id_token"], party.secret)["aud"] == [party.id]
        party.user(tokens["access_token"])
        # A public client's secret is nobody's proof: anybody could sign with it.
        public = RelyingParty(program.url, party.owner, confidential=False)
        given = public.exchange(public.approve(visitor, scope="openid")["code"], client_secret="guess")
        assert JsonWebToken(["RS256"]).decode(given["id_token"], published)["aud"] == [public.id]
        forged = jwt.encode({"alg": "HS256", "typ": "at+jwt"}, {"iss": program.url, "jti": "1.x", "exp": 9999999999}, party.secret).decode()
        party.user(forged, expect=401)

    def test_an_application_chooses_what_its_id_tokens_are_signed_with(self, program):
        """OpenID Connect Dynamic Client Registration 1.0, 2; Discovery 1.0, 3: RS256 is always to be had."""
        key = program.own_key()
        party, visitor = start(program, oauth2={"JWT_SIGNING_ALGORITHM": "ES256", "JWT_SIGNING_PRIVATE_KEY_FILE": key})
        address = f"/user/applications/oauth2/{party.made['id']}"
        body = {"name": "x", "redirect_uris": [REDIRECT], "confidential_client": True}

        def choose(algorithm, expect=200):
            made = party.owner.call("PATCH", address, {**body, "id_token_signed_response_alg": algorithm}, expect=expect).json()
            party.secret = made.get("client_secret", party.secret)
            return made

        assert "id_token_signed_response_alg" not in party.made
        assert party.verify(party.tokens(visitor, scope="openid")["id_token"]).header["alg"] == "ES256"
        assert choose("RS256")["id_token_signed_response_alg"] == "RS256"
        tokens = party.tokens(visitor, scope="openid")
        first = party.id_claims(tokens).header
        assert first["alg"] == "RS256"
        assert party.verify(tokens["access_token"]).header["alg"] == "ES256", "that is for us alone"
        assert "code" in parameters(party.ask(visitor, scope="openid", prompt="none", id_token_hint=tokens["id_token"]).location)
        assert choose("ES256")["id_token_signed_response_alg"] == "ES256"
        assert party.verify(party.refresh(tokens["refresh_token"])["id_token"]).header["alg"] == "ES256"
        for wrong in ("none", "HS256", "RS512", "rs256"):
            choose(wrong, expect=422)
        # The same on its page.
        page = f"/user/settings/applications/oauth2/{party.made['id']}"
        visitor.open(page, expect=200)
        assert '<option value="ES256" selected>' in visitor.page
        visitor.submit(page, {"redirect_uris": REDIRECT, "id_token_signed_response_alg": "RS256"}, expect=303)
        assert party.owner.get(address).json()["id_token_signed_response_alg"] == "RS256"
        second = program.run("admin", "oauth", "rotate-key", "--now")
        assert second.stdout.split()[0] == party.http("GET", "/login/oauth/keys").json()["keys"][0]["kid"]
        renewed = party.refresh(tokens["refresh_token"])
        assert party.verify(renewed["id_token"]).header["kid"] != first["kid"], "that of RS256 is a new one, too"

    @pytest.mark.parametrize("algorithm", ["HS256", "HS512"])
    def test_id_tokens_that_a_clients_secret_signs_are_known_again(self, program, algorithm):
        from authlib.jose import jwt
        party, visitor = start(program, oauth2={"JWT_SIGNING_ALGORITHM": algorithm})
        token = party.tokens(visitor, scope="openid")["id_token"]

        def ask(hint):
            return parameters(party.ask(visitor, scope="openid", prompt="none", id_token_hint=hint).location)

        def leave(hint, expect):
            visitor.open(f"/login/oauth/logout?id_token_hint={hint}&post_logout_redirect_uri={REDIRECT}", expect=expect)

        assert "code" in ask(token)
        leave(token, 200)
        # The client can sign what it likes: it says nothing in our name.
        claims = jwt.decode(token, party.secret)
        for changed in ({"sub": "4711"}, {"jti": "x"}, {"exp": claims["exp"] + 1}, {"aud": [party.id, "another"]}):
            forged = jwt.encode({"alg": algorithm, "typ": "JWT"}, {**claims, **changed}, party.secret).decode()
            assert ask(forged)["error"] == "login_required", changed
            leave(forged, 400)

    @pytest.mark.parametrize("content", ["", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
    def test_a_file_without_a_key_stops_the_start(self, program, content):
        key = program.folder / "key.pem"
        key.write_text(content)
        program.settings["oauth2"]["JWT_SIGNING_PRIVATE_KEY_FILE"] = key
        program.write_config()
        done = program.run("serve", check=False)
        assert done.returncode == 1 and "key.pem" in done.stderr

    def test_the_key_is_nobody_elses(self, program):
        key = program.own_key()
        start(program, oauth2={"JWT_SIGNING_ALGORITHM": "ES256", "JWT_SIGNING_PRIVATE_KEY_FILE": key})
        assert key.stat().st_mode & 0o077 == 0


class TestRotation:
    def kids(self, party):
        """Of the configured algorithm; that for RS256 beside it has its own."""
        return [key["kid"] for key in party.http("GET", "/login/oauth/keys").json()["keys"] if key["alg"] != "RS256"]

    def restart(self, program):
        program.stop()
        program.start()

    def test_a_key_is_published_before_it_signs_and_after(self, program):
        key = program.own_key()
        party, visitor = start(program, oauth2={"JWT_SIGNING_ALGORITHM": "ES256", "JWT_SIGNING_PRIVATE_KEY_FILE": key})
        old = party.tokens(visitor, scope="openid")
        first, = self.kids(party)
        second = program.run("admin", "oauth", "rotate-key").stdout.split()[0]
        assert program.run("admin", "oauth", "rotate-key").stdout.split()[0] == second, "one at a time"
        self.restart(program)
        assert self.kids(party) == [first, second]
        assert party.verify(party.tokens(visitor, scope="openid")["id_token"]).header["kid"] == first
        # A day later.
        waiting = pathlib.Path(str(key) + ".next")
        os.utime(waiting, (waiting.stat().st_atime, waiting.stat().st_mtime - 24 * 3600 - 1))
        self.restart(program)
        assert self.kids(party) == [second, first]
        assert party.verify(party.tokens(visitor, scope="openid")["id_token"]).header["kid"] == second
        assert party.user(old["access_token"])["login"] == "owner"
        # When no token that it signed can live any more.
        retired, = key.parent.glob("key.pem.old.*")
        os.utime(retired, (retired.stat().st_atime, retired.stat().st_mtime - 2 * 3600))
        self.restart(program)
        assert self.kids(party) == [second]
        party.user(old["access_token"], expect=401)
        party.refresh(old["refresh_token"])

    def test_at_once(self, program):
        key = program.own_key()
        party, visitor = start(program, oauth2={"JWT_SIGNING_ALGORITHM": "EdDSA", "JWT_SIGNING_PRIVATE_KEY_FILE": key})
        stolen = party.tokens(visitor, scope="openid")
        second = program.run("admin", "oauth", "rotate-key", "--now").stdout.split()[0]
        self.restart(program)
        assert self.kids(party) == [second]
        party.user(stolen["access_token"], expect=401)
        assert party.verify(party.refresh(stolen["refresh_token"])["id_token"]).header["kid"] == second

    def test_at_once_in_all_servers_that_run(self, program, tmp_path, database):
        """Somebody may have the old key, and goes on signing with it for as long as any server trusts it."""
        keys = {"JWT_SIGNING_ALGORITHM": "EdDSA", "JWT_SIGNING_PRIVATE_KEY_FILE": program.own_key()}
        party, visitor = start(program, oauth2=keys)
        stolen = party.tokens(visitor, scope="openid")
        party.user(stolen["access_token"])
        neighbor = Program(tmp_path / "neighbor", database, {"oauth2": keys})
        try:
            neighbor.start()
            second = program.run("admin", "oauth", "rotate-key", "--now").stdout.split()[0]
            party.user(stolen["access_token"], expect=401)
            assert self.kids(party) == [second]
            told = Visitor(neighbor.url).open("/login/oauth/keys", expect=200).json()["keys"]
            assert [key["kid"] for key in told if key["alg"] != "RS256"] == [second]
            renewed = party.refresh(stolen["refresh_token"])
            assert party.verify(renewed["id_token"]).header["kid"] == second
            party.user(renewed["access_token"])
        finally:
            neighbor.close()

    def test_there_is_none_of_a_shared_secret(self, program):
        program.settings["oauth2"]["JWT_SIGNING_ALGORITHM"] = "HS256"
        program.settings["oauth2"]["JWT_SIGNING_PRIVATE_KEY_FILE"] = program.own_key()
        program.write_config()
        done = program.run("admin", "oauth", "rotate-key")
        assert "RS256" in done.stdout and "JWT_SECRET" in done.stdout, "there is one beside it"


class TestMetadata:
    def test_of_the_authorization_server(self, party):
        """RFC 8414."""
        assert party.http("GET", "/.well-known/oauth-authorization-server").json() == party.metadata()

    def test_of_the_resource(self, party):
        """RFC 9728."""
        for path in ("", "/api/v1"):
            found = party.http("GET", "/.well-known/oauth-protected-resource" + path).json()
            assert found["resource"] == party.url + path and found["authorization_servers"] == [party.url]
            assert "read:repository" in found["scopes_supported"]
            assert found["bearer_methods_supported"] == ["header", "body", "query"]

    def test_of_the_resource_tells_what_works(self, program):
        party, visitor = start(program, security={"DISABLE_QUERY_AUTH_TOKEN": "true"})
        found = party.http("GET", "/.well-known/oauth-protected-resource").json()
        assert found["bearer_methods_supported"] == ["header", "body"]
        token = party.tokens(visitor, scope="openid")["access_token"]
        party.userinfo(token)
        party.userinfo(token, method="POST", headers={}, data={"access_token": token})
        party.userinfo(token, 401, headers={}, params={"access_token": token})
        party.userinfo(token, 401, method="POST", headers={}, params={"access_token": token})

    def test_of_a_site_below_a_path(self, program):
        """RFC 8414, 3.1 and RFC 9728, 3.1: the site's path comes behind the well-known one, and a proxy hands that on as it is.
        What it takes the path from reaches the addresses of a site without one."""
        program.settings["server"]["ROOT_URL"] = program.url + "/sub/"
        program.write_config()
        program.start()
        stranger, site = Visitor(program.url), program.url + "/sub"

        def told(path, expect=200):
            return stranger.open("/.well-known/" + path, expect=expect).json()

        for path in ("oauth-authorization-server/sub", "oauth-authorization-server", "openid-configuration"):
            assert told(path)["issuer"] == site and told(path)["token_endpoint"] == site + "/login/oauth/access_token", path
        for path, resource in (("/sub", site), ("", site), ("/sub/api/v1", site + "/api/v1"), ("/api/v1", site + "/api/v1")):
            assert told("oauth-protected-resource" + path)["resource"] == resource, path
        for path in ("oauth-authorization-server/other", "oauth-authorization-server/sub/api/v1", "oauth-authorization-server/subway",
                     "oauth-protected-resource/other", "oauth-protected-resource/sub/api", "oauth-protected-resource/sub/api/v1/user",
                     "openid-configuration/sub"):
            stranger.open("/.well-known/" + path, expect=404)

    def test_of_a_site_without_a_path_is_in_one_place(self, party):
        for path in ("oauth-authorization-server/sub", "oauth-protected-resource/sub", "oauth-protected-resource/sub/api/v1"):
            assert party.http("GET", "/.well-known/" + path).status_code == 404, path

    def test_pages_of_other_origins_may_use_the_machine_endpoints_alone(self, program):
        party, visitor = start(program, cors={"ENABLED": "true", "ALLOW_DOMAIN": "https://app.example"})
        origin = {"Origin": "https://app.example"}
        asked = origin | {"Access-Control-Request-Method": "POST"}
        for path in ("access_token", "userinfo", "keys", "introspect", "revoke"):
            answer = party.http("OPTIONS", "/login/oauth/" + path, headers=asked)
            assert answer.status_code == 204 and answer.headers["Access-Control-Allow-Origin"] == "https://app.example", path
        for path in ("/login/oauth/keys", "/.well-known/openid-configuration"):
            assert party.http("GET", path, headers=origin).headers["Access-Control-Allow-Origin"] == "https://app.example"
        for path in ("/login/oauth/authorize", "/login/oauth/logout", "/user/login"):
            assert "Access-Control-Allow-Origin" not in party.http("GET", path, headers=origin).headers, path
            assert party.http("OPTIONS", path, headers=asked).status_code == 405

    def test_cors_is_off_otherwise(self, party):
        answer = party.http("OPTIONS", "/login/oauth/access_token", headers={"Origin": "https://a.example", "Access-Control-Request-Method": "POST"})
        assert answer.status_code == 405 and not answer.content


class TestLogout:
    """OpenID Connect RP-Initiated Logout 1.0."""

    def test_asks_the_person_and_leads_back(self, party, ann):
        hint = party.tokens(ann, scope="openid")["id_token"]
        ann.open(f"/login/oauth/logout?id_token_hint={hint}&post_logout_redirect_uri={REDIRECT}&state=bye", expect=200)
        assert "Test application" in ann.page and "https://client.example.com" in ann.page
        ann.submit("/login/oauth/logout", {"confirmed": "true"}, expect=303)
        assert ann.location == REDIRECT + "?state=bye"
        ann.open("/user/settings", expect=303)

    def test_an_address_alone_signs_nobody_out(self, ann):
        ann.open("/login/oauth/logout?confirmed=true", expect=200)
        ann.open("/user/settings", expect=200)

    def test_another_sites_form_becomes_a_question(self, party, ann):
        ann.post("/login/oauth/logout", {"confirmed": "true", "client_id": party.id}, headers={"Sec-Fetch-Site": "cross-site"}, expect=303)
        ann.open(ann.location, expect=200)
        ann.open("/user/settings", expect=200)

    def test_leads_to_registered_addresses_alone(self, party, ann, new_party):
        other = new_party()
        hint = party.tokens(ann, scope="openid")["id_token"]
        for query in (f"client_id={party.id}&post_logout_redirect_uri=https://evil.example", f"post_logout_redirect_uri={REDIRECT}",
                      f"client_id=nobody&post_logout_redirect_uri={REDIRECT}", f"client_id={other.id}&id_token_hint={hint}"):
            ann.open("/login/oauth/logout?" + query, expect=400)
            assert "sign-out cannot go on" in ann.page and "sign-in" not in ann.page and "still signed in" in ann.page
        ann.open(f"/login/oauth/logout?client_id={party.id}&post_logout_redirect_uri=https://evil.example", expect=400)
        assert "Test application" in ann.page and "has not registered" in ann.page
        ann.open(f"/login/oauth/logout?client_id=nobody&post_logout_redirect_uri={REDIRECT}", expect=400)
        assert "is not registered" in ann.page

    def test_no_port_is_free(self, ann, new_party):
        native = new_party(confidential=False, redirects=("http://127.0.0.1/bye",))
        ann.open(f"/login/oauth/logout?client_id={native.id}&post_logout_redirect_uri=http://127.0.0.1/bye", expect=200)
        ann.open(f"/login/oauth/logout?client_id={native.id}&post_logout_redirect_uri=http://127.0.0.1:5000/bye", expect=400)

    def test_whoever_is_out_goes_on_at_once(self, server, party):
        stranger = Visitor(server.url)
        stranger.open(f"/login/oauth/logout?client_id={party.id}&post_logout_redirect_uri={REDIRECT}", expect=303)
        assert stranger.location == REDIRECT
        stranger.open("/login/oauth/logout", expect=200)


class TestDefaultApplications:
    OAUTH = "a4792ccc-144e-407e-86c9-5e7d8d9c3269"

    def test_are_there_from_the_start_and_go_with_the_setting(self, program):
        party, visitor = start(program)
        party.confidential, party.redirect, party.id = False, "http://127.0.0.1:4711/", self.OAUTH
        party.ask(visitor, redirect_uri="http://127.0.0.1:4711")
        assert visitor.answer.status_code == 200 and "It comes with this site" in visitor.page
        program.stop()
        program.settings["oauth2"]["DEFAULT_APPLICATIONS"] = "tea"
        program.write_config()
        program.start()
        party.ask(visitor, redirect_uri="http://127.0.0.1:4711")
        assert visitor.answer.status_code == 400
        party.id = "d57cb8c4-630c-4168-8324-ec79935e18d4"
        party.ask(visitor, redirect_uri="http://127.0.0.1:4711")
        assert visitor.answer.status_code == 200

    def test_an_unknown_one_stops_the_start(self, program):
        program.settings["oauth2"]["DEFAULT_APPLICATIONS"] = "tea, coffee"
        program.write_config()
        done = program.run("serve", check=False)
        assert done.returncode == 1 and "coffee" in done.stderr
