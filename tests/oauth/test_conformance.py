"""Each check of the OpenID Foundation's certification profiles Basic OP and Config OP, under the name of its module there."""
import json
import time

import pytest
from authlib.jose import jwt
from client import PASSWORD
from program import wait_past
from relying_party import PKCE, REDIRECT, VERIFIER, basic, parameters, sayable
from visitor import Visitor


def login_page(visitor):
    """The person was sent to sign in (again)."""
    assert visitor.answer.status_code == 303 and visitor.location.startswith("/user/login?"), visitor.location
    visitor.open(visitor.location, expect=200)
    return visitor


def sign_in_here(visitor, name):
    visitor.submit("/user/login", {"user_name": name, "password": PASSWORD}, expect=303)
    while visitor.answer.status_code == 303 and visitor.location.startswith("/"):
        visitor.open(visitor.location)
    if visitor.answer.status_code == 200:
        visitor.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
    return parameters(visitor.location)


class TestBasicOP:
    def test_server(self, party, ann):
        answer = party.approve(ann, scope="openid", nonce="n-1", state="s-1")
        assert set(answer) == {"code", "state", "iss"} and answer["state"] == "s-1"
        assert answer["iss"] == party.metadata()["issuer"], "RFC 9207"
        answer = party.http("POST", "/login/oauth/access_token", headers=basic(party.id, party.secret), data={
            "grant_type": "authorization_code", "code": answer["code"], "redirect_uri": REDIRECT})
        assert answer.status_code == 200 and answer.headers["Content-Type"].split(";")[0] == "application/json"
        assert answer.headers["Cache-Control"] == "no-store" and answer.headers["Pragma"] == "no-cache"
        tokens = answer.json()
        assert tokens["token_type"].lower() == "bearer" and tokens["expires_in"] > 0
        assert min(len(tokens["access_token"]), len(tokens["refresh_token"])) >= 22, "128 bits that nobody guesses"
        claims = party.id_claims(tokens, "n-1")
        assert abs(claims["iat"] - time.time()) < 60 and claims["exp"] - claims["iat"] == tokens["expires_in"]
        assert party.userinfo(tokens["access_token"])["sub"] == claims["sub"] == ann.id

    def test_response_type_missing(self, party, ann):
        party.ask(ann, scope="openid", response_type=None, state="s-2")
        told = parameters(ann.location)
        assert told["error"] in ("unsupported_response_type", "invalid_request") and told["state"] == "s-2"
        assert set(told) <= {"error", "error_description", "error_uri", "state", "iss"} and sayable(told["error_description"])

    def test_idtoken_signature(self, party, ann):
        tokens = party.tokens(ann, scope="openid")
        claims = party.id_claims(tokens)
        assert claims.header["kid"] in [key["kid"] for key in party.http("GET", "/login/oauth/keys").json()["keys"]]

    def test_idtoken_unsigned(self, party, ann):
        assert "none" not in party.metadata()["id_token_signing_alg_values_supported"]
        unsigned = jwt.encode({"alg": "HS256"}, {"iss": party.metadata()["issuer"], "sub": ann.id, "aud": [party.id]}, "x").decode()
        body = unsigned.split(".")[1]
        party.user(f"eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0.{body}.", expect=401)

    def test_userinfo_get(self, party, ann):
        tokens = party.tokens(ann, scope="openid")
        assert party.userinfo(tokens["access_token"])["sub"] == ann.id

    def test_userinfo_post_header(self, party, ann):
        tokens = party.tokens(ann, scope="openid")
        assert party.userinfo(tokens["access_token"], method="POST")["sub"] == ann.id

    def test_userinfo_post_body(self, party, ann):
        tokens = party.tokens(ann, scope="openid")
        assert party.userinfo(None, method="POST", headers={}, data={"access_token": tokens["access_token"]})["sub"] == ann.id

    def test_ensure_request_without_nonce_succeeds_for_code_flow(self, party, ann):
        assert "nonce" not in party.id_claims(party.tokens(ann, scope="openid"))

    def test_scope_profile(self, party, ann):
        tokens = party.tokens(ann, scope="openid profile")
        for told in (party.id_claims(tokens), party.userinfo(tokens["access_token"])):
            assert told["name"] == told["preferred_username"] == ann.name
            assert told["profile"].endswith("/" + ann.name) and told["picture"].startswith(party.url + "/avatars/")
            assert told["updated_at"] > 1_700_000_000 and told["locale"] == "en-US"

    def test_scope_email(self, party, ann):
        tokens = party.tokens(ann, scope="openid email")
        for told in (party.id_claims(tokens), party.userinfo(tokens["access_token"])):
            assert told["email"] == f"{ann.name}@example.com" and told["email_verified"] is True

    @pytest.mark.parametrize("scope", ["openid address", "openid phone", "openid profile email address phone"])
    def test_scope_address_phone_and_all(self, party, ann, scope):
        tokens = party.tokens(ann, scope=scope)
        assert party.userinfo(tokens["access_token"])["sub"] == party.id_claims(tokens)["sub"]

    def test_ensure_other_scope_order_succeeds(self, party, ann):
        assert party.id_claims(party.tokens(ann, scope="email openid"))["email"]

    @pytest.mark.parametrize("display", ["page", "popup"])
    def test_display_page_and_popup(self, party, ann, display):
        assert "code" in party.approve(ann, scope="openid", display=display)

    def test_prompt_login(self, party, ann):
        first = party.id_claims(party.tokens(ann, scope="openid"))
        wait_past(first["auth_time"])
        party.ask(ann, scope="openid", prompt="login", state="again")
        login_page(ann)
        answer = sign_in_here(ann, ann.name)
        assert answer["state"] == "again"
        second = party.id_claims(party.exchange(answer["code"]))
        assert second["sub"] == first["sub"] and second["auth_time"] > first["auth_time"]

    def test_prompt_none_not_logged_in(self, party, server):
        stranger = Visitor(server.url)
        party.ask(stranger, scope="openid", prompt="none", state="s")
        assert parameters(stranger.location).items() >= {"error": "login_required", "state": "s"}.items()
        assert stranger.location.startswith(REDIRECT)

    def test_prompt_none_logged_in(self, party, ann):
        first = party.id_claims(party.tokens(ann, scope="openid"))
        party.ask(ann, scope="openid", prompt="none")
        second = party.id_claims(party.exchange(parameters(ann.location)["code"]))
        assert (first["sub"], first["auth_time"]) == (second["sub"], second["auth_time"])

    def test_max_age_1(self, party, ann):
        first = party.id_claims(party.tokens(ann, scope="openid"))
        wait_past(first["auth_time"], 1)
        party.ask(ann, scope="openid", max_age="1")
        login_page(ann)
        second = party.id_claims(party.exchange(sign_in_here(ann, ann.name)["code"]))
        assert second["auth_time"] > first["auth_time"] and second["iat"] - second["auth_time"] < 5

    def test_max_age_10000(self, party, ann):
        first = party.id_claims(party.tokens(ann, scope="openid"))
        party.ask(ann, scope="openid", max_age="10000")
        second = party.id_claims(party.exchange(parameters(ann.location)["code"]))
        assert second["auth_time"] == first["auth_time"]

    def test_ensure_request_with_unknown_parameter_succeeds(self, party, ann):
        assert "code" in party.approve(ann, scope="openid", extra="foobar")

    def test_id_token_hint(self, party, ann):
        tokens = party.tokens(ann, scope="openid")
        party.ask(ann, scope="openid", prompt="none", id_token_hint=tokens["id_token"])
        assert party.id_claims(party.exchange(parameters(ann.location)["code"]))["sub"] == ann.id

    def test_login_hint(self, party, server, new_user):
        stranger = Visitor(server.url)
        bob = new_user().name
        party.ask(stranger, scope="openid", login_hint=bob)
        login_page(stranger)
        assert f'value="{bob}"' in stranger.page
        assert "code" in sign_in_here(stranger, bob)

    def test_ui_locales(self, party, ann):
        assert "code" in party.approve(ann, scope="openid", ui_locales="se")

    def test_claims_locales(self, party, ann):
        assert "code" in party.approve(ann, scope="openid", claims_locales="se")

    def test_ensure_request_with_acr_values_succeeds(self, party, ann):
        assert party.id_claims(party.tokens(ann, scope="openid", acr_values="1 2"))["acr"] == "1"

    def test_codereuse(self, party, ann):
        code = party.approve(ann, scope="openid")["code"]
        tokens = party.exchange(code)
        assert party.exchange(code, expect=400)["error"] == "invalid_grant"
        # RFC 6749, 4.1.2: and what the code gave is revoked.
        party.userinfo(tokens["access_token"], expect=401)
        party.user(tokens["access_token"], expect=401)
        assert party.refresh(tokens["refresh_token"], expect=400)["error"] == "invalid_grant"

    def test_codereuse_30seconds(self, party, ann):
        # That it is later makes no difference: a code stays known until it would have expired.
        code = party.approve(ann, scope="openid")["code"]
        tokens = party.exchange(code)
        party.userinfo(tokens["access_token"])
        assert party.exchange(code, expect=400)["error"] == "invalid_grant"
        party.userinfo(tokens["access_token"], expect=401)

    def test_ensure_registered_redirect_uri(self, party, ann):
        party.ask(ann, scope="openid", redirect_uri=REDIRECT + "/other")
        assert ann.answer.status_code == 400 and "not registered" in ann.page and ann.location is None

    def test_ensure_post_request_succeeds(self, party, ann):
        # As a page of the application has the browser send it: without the session's cookie.
        cookies = ann.session.cookies.copy()
        ann.session.cookies.clear()
        ann.post("/login/oauth/authorize", party.fields(scope="openid", state="p"),
                 headers={"Sec-Fetch-Site": "cross-site", "Origin": "https://client.example.com"}, expect=303)
        ann.session.cookies = cookies
        assert ann.location.startswith("/login/oauth/authorize?")
        ann.open(ann.location, expect=200)
        ann.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
        assert parameters(ann.location)["state"] == "p"
        assert party.id_claims(party.exchange(parameters(ann.location)["code"]))

    def test_server_client_secret_basic(self, party, ann):
        code = party.approve(ann, scope="openid")["code"]
        assert party.exchange(code, client_id=None, client_secret=None, headers=basic(party.id, party.secret))["id_token"]

    def test_server_client_secret_post(self, party, ann):
        code = party.approve(ann, scope="openid")["code"]
        assert party.exchange(code, client_id=party.id, client_secret=party.secret)["id_token"]

    def test_unsigned_request_object_is_rejected_as_unsupported(self, party, ann):
        assert "none" not in party.metadata()["request_object_signing_alg_values_supported"]
        party.ask(ann, scope="openid", request="eyJhbGciOiJub25lIn0.e30.", state="r")
        assert parameters(ann.location).items() >= {"error": "request_not_supported", "state": "r"}.items()

    def test_request_uri_is_rejected_as_unsupported(self, party, ann):
        assert party.metadata()["request_uri_parameter_supported"] is False
        party.ask(ann, scope="openid", request_uri="https://client.example.com/request.jwt")
        assert parameters(ann.location)["error"] == "request_uri_not_supported"

    def test_claims_essential(self, party, ann):
        wanted = {"userinfo": {"name": {"essential": True}}, "id_token": {"email": None, "auth_time": {"essential": True}}}
        tokens = party.tokens(ann, scope="openid", claims=json.dumps(wanted))
        assert party.userinfo(tokens["access_token"])["name"] == ann.name
        claims = party.id_claims(tokens)
        assert claims["auth_time"] and not {"email", "name"} & set(claims), "the id token tells what scopes bring"

    @pytest.mark.parametrize("address", [None, REDIRECT + "/other"])
    def test_ensure_request_object_with_redirect_uri(self, party, ann, address):
        # The redirect address of a request object counts for nothing: that of the request does.
        party.ask(ann, scope="openid", redirect_uri=address, request="eyJhbGciOiJub25lIn0.e30.")
        assert ann.answer.status_code == 400 and ann.location is None

    def test_refresh_token(self, party, new_party, ann):
        tokens = party.tokens(ann, scope="openid", nonce="n")
        first = party.id_claims(tokens, "n")
        renewed = party.refresh(tokens["refresh_token"])
        second = party.id_claims(renewed, "n")
        for claim in ("iss", "sub", "aud", "auth_time"):
            assert first[claim] == second[claim], claim
        assert second["iat"] >= first["iat"], "OpenID Connect Core, 12.2: when it was made, not the first"
        assert renewed["access_token"] != tokens["access_token"]
        party.userinfo(renewed["access_token"])
        assert new_party().refresh(renewed["refresh_token"], expect=400)["error"] == "invalid_grant"

    def test_ensure_request_with_valid_pkce_succeeds(self, party, ann):
        code = party.approve(ann, scope="openid", **PKCE)["code"]
        assert party.exchange(code, code_verifier=VERIFIER)["id_token"]


class TestConfigOP:
    def test_discovery_endpoint_verification(self, server, party):
        answer = party.http("GET", "/.well-known/openid-configuration")
        assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("application/json")
        found = answer.json()
        assert found["issuer"] == server.url
        for name in ("authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri", "introspection_endpoint",
                     "revocation_endpoint", "end_session_endpoint"):
            assert found[name].startswith(server.url + "/login/oauth/"), name
        assert found["response_types_supported"] == ["code"] and found["subject_types_supported"] == ["public"]
        assert found["grant_types_supported"] == ["authorization_code", "refresh_token"]
        assert found["id_token_signing_alg_values_supported"] == ["RS256"]
        assert "openid" in found["scopes_supported"] and "sub" in found["claims_supported"]
        assert found["claims_parameter_supported"] is True
        assert not any(name.endswith("_endpoint") and not address.startswith(server.url + "/") for name, address in found.items())
        assert {"client_secret_basic", "client_secret_post"} <= set(found["token_endpoint_auth_methods_supported"])
        assert all(values for values in found.values() if isinstance(values, list)), "Discovery, 3: no empty lists"
        keys = party.http("GET", found["jwks_uri"].removeprefix(server.url)).json()["keys"]
        assert all(set(key) == {"kty", "alg", "use", "kid", "n", "e"} for key in keys), "public halves and nothing else"
        assert len({key["kid"] for key in keys}) == len(keys)
