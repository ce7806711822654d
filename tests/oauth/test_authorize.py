"""The authorization endpoint: RFC 6749, 3.1 and 4.1; RFC 9700; OpenID Connect Core, 3.1.2."""
import json
import re

import pytest
from client import PASSWORD
from program import Program
from relying_party import PKCE, REDIRECT, RelyingParty, parameters, s256
from visitor import Visitor


def error_of(visitor):
    assert visitor.answer.status_code == 303, visitor.page[:500]
    return parameters(visitor.location)["error"]


class TestRedirects:
    @pytest.mark.parametrize("address", [REDIRECT + "/", REDIRECT.upper(), REDIRECT + "?a=1", REDIRECT + "#x", "https://evil.example/",
                                         "https://client.example.com.evil.example/callback", "", "javascript:alert(1)",
                                         "https://user@client.example.com/callback", "//client.example.com/callback"])
    def test_another_address_is_told_nothing(self, party, ann, address):
        party.ask(ann, redirect_uri=address)
        assert ann.answer.status_code == 400 and ann.location is None

    def test_two_addresses_are_none(self, party, ann):
        ann.open(party.address() + "&redirect_uri=https%3A%2F%2Fevil.example")
        assert ann.answer.status_code == 400 and ann.location is None

    @pytest.mark.parametrize("twice", ["client_id", "redirect_uri"])
    @pytest.mark.parametrize("other", ["state", "scope", "nonce", "registration"])
    def test_what_else_was_sent_twice_does_not_hide_that_they_are_none(self, party, ann, twice, other):
        """RFC 6749, 3.1 and 4.1.2.1."""
        again = {"client_id": party.id, "redirect_uri": party.redirect}[twice]
        given = party.address(scope="openid", nonce="n")
        for more in (f"{other}=x&{other}=y&{twice}={again}", f"{twice}={again}&{other}=x&{other}=y"):
            ann.open(f"{given}&{more}")
            assert ann.answer.status_code == 400 and ann.location is None
            assert "says twice" in ann.page

    @pytest.mark.parametrize("address, goes", [
        ("http://127.0.0.1:8123/cb", True), ("http://127.0.0.1/cb", True), ("http://[::1]:9/cb", True), ("http://127.1.2.3:1/cb", False),
        ("http://localhost:8123/cb", False), ("https://127.0.0.1:8123/cb", False), ("http://127.0.0.1:8123/other", False),
        ("http://127.0.0.1:x/cb", False), ("http://127.0.0.1:1@evil.example/cb", False)])
    def test_only_the_port_of_a_loopback_address_is_free(self, new_party, ann, address, goes):
        party = new_party(confidential=False, redirects=["http://127.0.0.1/cb", "http://[::1]/cb"])
        party.ask(ann, redirect_uri=address)
        assert ann.answer.status_code == (200 if goes else 400)

    def test_a_confidential_client_has_no_free_port(self, new_party, ann):
        new_party(redirects=["http://127.0.0.1/cb"]).ask(ann, redirect_uri="http://127.0.0.1:99/cb")
        assert ann.answer.status_code == 400

    def test_the_query_of_an_address_stays(self, new_party, ann):
        party = new_party(redirects=["https://client.example.com/cb?a=1&b=%20x"])
        answer = party.approve(ann)
        assert answer["a"] == "1" and answer["b"] == " x" and answer["code"]

    @pytest.mark.parametrize("query", ["x=100%&flag&y=%7E", "z=1&z=2&y=%7e+%20", "x=1;y=2", "x&&y", "x="])
    def test_the_query_of_an_address_stays_to_the_letter(self, new_party, ann, query):
        """RFC 6749, 3.1.2: the query component MUST be retained."""
        address = "https://h.example/cb?" + query
        party = new_party(redirects=[address])
        party.ask(ann, scope="openid", state="s")
        ann.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
        code = re.fullmatch(r"https://h\.example/cb\?code=(\w+)&iss=[^&]+&state=s&" + re.escape(query), ann.location).group(1)
        assert party.exchange(code)["access_token"]
        party.ask(ann, scope="openid", state="s", response_type="token")
        assert ann.location.startswith("https://h.example/cb?error=") and ann.location.endswith("&state=s&" + query)

    def test_an_address_has_no_code_of_its_own(self, new_party, ann):
        party = new_party(redirects=["https://h.example/cb?code=old&%73tate=old&keep=1"])
        answer = party.approve(ann, state="s")
        assert answer["code"].startswith("gta_") and answer["state"] == "s" and answer["keep"] == "1"

    def test_no_site_frames_the_pages_and_an_application_finds_its_popup_again(self, server, party, ann):
        """RFC 9700, 4.16; OpenID Connect Core, 3.1.2.1: display=popup."""
        stranger = Visitor(server.url)
        party.ask(stranger, scope="openid", display="popup")
        stranger.open(stranger.location, expect=200)
        party.ask(ann, scope="openid", display="popup")
        for page in (stranger.answer, ann.answer):
            assert page.headers["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
            assert "Cross-Origin-Opener-Policy" not in page.headers
        assert ann.open("/user/settings").headers["Cross-Origin-Opener-Policy"] == "same-origin"

    def test_an_address_cannot_write_into_the_policy(self, new_party, ann):
        party = new_party(redirects=["https://x; script-src *"])
        party.ask(ann)
        assert ann.answer.status_code == 200 and "script-src *" not in ann.answer.headers["Content-Security-Policy"]


class TestParameters:
    def test_what_is_no_text_is_told_to_the_person(self, party, ann):
        ann.open(party.address() + "&foo=%ff", expect=422)
        assert ann.answer.headers["Content-Type"].startswith("text/html")

    def test_none_is_sent_twice(self, party, ann):
        ann.open(party.address(scope="openid") + "&scope=profile")
        assert error_of(ann) == "invalid_request"

    @pytest.mark.parametrize("name, value, error", [
        ("response_type", "token", "unsupported_response_type"), ("response_type", "code id_token", "unsupported_response_type"),
        ("response_mode", "fragment", "invalid_request"), ("response_mode", "jwt", "invalid_request"),
        ("code_challenge_method", "S512", "invalid_request"), ("code_challenge", "short", "invalid_request"),
        ("code_challenge", "x" * 129, "invalid_request"), ("code_challenge", "ä" * 43, "invalid_request"),
        ("scope", 'open"id', "invalid_scope"), ("scope", "ä", "invalid_scope"), ("scope", "x" * 3000, "invalid_request"),
        ("prompt", "none login", "invalid_request"), ("max_age", "-1", "invalid_request"), ("max_age", "soon", "invalid_request"),
        ("claims", "no json", "invalid_request"), ("claims", "[]", "invalid_request"), ("claims", '{"id_token": 1}', "invalid_request"),
        ("claims", '{"userinfo": {"name": 1}}', "invalid_request"),
        ("request", "x", "request_not_supported"), ("request_uri", "x", "request_uri_not_supported"),
        ("registration", "x", "registration_not_supported")])
    def test_what_is_wrong_is_told_to_the_application(self, party, ann, name, value, error):
        party.ask(ann, **{"scope": "openid", "state": "kept", name: value})
        told = parameters(ann.location)
        assert (told["error"], told["state"]) == (error, "kept") and told["error_description"]

    def test_an_answer_tells_who_gives_it(self, party, ann):
        """RFC 9207."""
        assert party.metadata()["authorization_response_iss_parameter_supported"] is True
        assert party.approve(ann, scope="openid")["iss"] == party.url
        party.ask(ann, scope="openid", response_type="token")
        assert parameters(ann.location)["iss"] == party.url

    def test_an_answer_has_no_state_where_the_request_had_none(self, party, ann):
        """RFC 6749, 4.1.2 and 4.1.2.1."""
        assert set(party.approve(ann, scope="openid", state=None)) == {"code", "iss"}
        for state in (None, ""):
            party.ask(ann, scope="openid", state=state, response_type="token")
            assert set(parameters(ann.location)) == {"error", "error_description", "iss"}

    @pytest.mark.parametrize("claims", [{}, {"id_token": {}}, {"id_token": {"nonsense": None}}, {"userinfo": {"email": None}},
                                        {"id_token": {"acr": {"values": ["gold"]}}}])
    def test_claims_that_nobody_must_have_are_no_obstacle(self, party, ann, claims):
        assert "code" in party.approve(ann, scope="openid", claims=json.dumps(claims))

    def test_an_essential_class_of_authentication_that_is_not_known(self, party, ann):
        party.ask(ann, scope="openid", claims=json.dumps({"id_token": {"acr": {"essential": True, "values": ["gold"]}}}))
        assert error_of(ann) == "unmet_authentication_requirements"

    @pytest.mark.parametrize("given", [{"code_challenge": None}, {"code_challenge_method": None}, {"code_challenge": ""},
                                       {"code_challenge": None, "code_challenge_method": None}])
    def test_a_public_client_needs_a_challenge(self, public_party, ann, given):
        public_party.ask(ann, **given)
        assert error_of(ann) == "invalid_request"

    @pytest.mark.parametrize("client", [None, "", "00000000-0000-0000-0000-000000000000", "' OR 1=1", "\x00"])
    def test_an_unknown_client_is_told_to_the_person(self, party, ann, client):
        party.ask(ann, client_id=client)
        assert ann.answer.status_code in (400, 422) and ann.location is None


class TestConsent:
    def test_says_what_who_and_where(self, party, ann):
        party.ask(ann, scope="openid email read:repository write:issue")
        assert ann.answer.status_code == 200
        for words in ("See your e-mail address", "Read repositories that you can see", "Read and change issues", party.owner.name,
                      "https://client.example.com"):
            assert words in ann.page, words

    def test_a_denial_is_told_and_not_remembered(self, party, ann):
        for answer in ({"granted": "false"}, {"granted": ""}):
            party.ask(ann, state="no")
            ann.submit("/login/oauth/grant", answer, expect=303)
            assert parameters(ann.location).items() >= {"error": "access_denied", "state": "no"}.items()

    def test_an_approval_is_remembered_for_a_client_that_proves_who_it_is(self, party, ann):
        party.approve(ann, scope="openid")
        party.ask(ann, scope="openid")
        assert "code" in parameters(ann.location)

    def test_a_public_client_is_asked_about_each_time(self, public_party, ann):
        public_party.approve(ann)
        public_party.ask(ann)
        assert ann.answer.status_code == 200
        public_party.ask(ann, prompt="none")
        assert error_of(ann) == "consent_required"

    def test_prompt_consent_asks_again(self, party, ann):
        party.approve(ann, scope="openid")
        party.ask(ann, scope="openid", prompt="consent")
        assert ann.answer.status_code == 200

    def test_nothing_is_asked_with_prompt_none(self, party, ann):
        party.ask(ann, scope="openid", prompt="none")
        assert error_of(ann) == "consent_required"

    @pytest.mark.parametrize("field, value", [("client_id", "x"), ("state", "x"), ("redirect_uri", "https://evil.example"),
                                              ("scope", "all"), ("nonce", "x"), ("request", "x")])
    def test_the_form_must_be_the_answer_to_the_last_question(self, party, ann, field, value):
        party.ask(ann)
        ann.submit("/login/oauth/grant", {"granted": "true", field: value}, expect=400)

    @pytest.mark.parametrize("swapped", [{"scope": "all"}, {"nonce": "x"}, PKCE, {"response_mode": "form_post"},
                                         {"claims": '{"userinfo": {"website": null}}'}])
    def test_what_was_read_is_what_is_approved(self, party, ann, swapped):
        """The application opens another page while the person still reads the first."""
        read = {"scope": "openid read:user", "state": "s"}
        party.ask(ann, **read)
        form = dict(re.findall(r'name="(\w+)" value="([^"]*)"', ann.page)) | {"granted": "true"}
        party.ask(ann, **read | swapped)
        ann.post("/login/oauth/grant", form, expect=400)
        party.ask(ann, **read)
        ann.post("/login/oauth/grant", form, expect=303)
        assert party.exchange(parameters(ann.location)["code"])["scope"] == "openid read:user"

    def test_whoever_comes_back_too_late_is_told_to_begin_again(self, party, ann):
        ann.open("/login/oauth/grant", expect=400)
        assert "begin again" in ann.page

    def test_another_session_cannot_answer(self, party, ann, person):
        party.ask(ann)
        form = re.findall(r'name="(\w+)" value="([^"]*)"', ann.page)
        person().post("/login/oauth/grant", dict(form) | {"granted": "true"}, expect=400)

    def test_another_site_cannot_answer(self, party, ann):
        party.ask(ann)
        form = dict(re.findall(r'name="(\w+)" value="([^"]*)"', ann.page)) | {"granted": "true"}
        answer = ann.post("/login/oauth/grant", form, headers={"Sec-Fetch-Site": "cross-site"})
        assert answer.status_code == 403 and answer.headers["Content-Type"].startswith("text/plain")

    def test_whoever_is_not_signed_in_is_led_to_it(self, server, party):
        stranger = Visitor(server.url)
        stranger.post("/login/oauth/grant", {"granted": "true"}, expect=303)
        assert stranger.location == "/user/login?redirect_to=%2Flogin%2Foauth%2Fgrant"

    def test_each_scope_is_shown_by_its_own_name_beside_its_words(self, party, ann):
        party.ask(ann, scope="openid read:repository write:issue,public-only")
        for name, words in (("openid", "Know who you are"), ("read:repository", "Read repositories"),
                            ("write:issue", "Read and change issues"), ("public-only", "only as far as it is public")):
            assert re.search(rf"<li>[^<]*{words}[^<]* <code>{name}</code></li>", ann.page), name
        assert "everything" not in ann.page
        party.ask(ann, scope="openid read:nothing")
        assert re.search(r"<li>[^<]*Not known[^<]* <code>read:nothing</code></li>", ann.page)
        assert "Do everything that you can do here" in ann.page, "which is what such a request gets"

    def test_names_are_shown_as_text(self, new_party, ann):
        new_party(name="<script>alert(1)</script>").ask(ann, state='"><b>')
        assert "<script>alert" not in ann.page and "&lt;script&gt;" in ann.page and '"><b>' not in ann.page


class TestChangedScopes:
    def test_stop_until_the_person_approves_what_is_new_and_what_is_gone(self, party, ann):
        old = party.tokens(ann, scope="openid read:user")
        party.ask(ann, scope="openid write:repository")
        assert ann.answer.status_code == 200
        new, gone = ann.page.split("No longer")
        assert "Read and change repositories" in new and "your account" in gone
        assert "<code>write:repository</code>" in new and "<code>read:user</code>" in gone
        ann.submit("/login/oauth/grant", {"granted": "false"}, expect=303)
        party.ask(ann, scope="openid read:user")
        assert "code" in parameters(ann.location), "the old approval stays"
        tokens = party.tokens(ann, scope="openid write:repository")
        assert tokens["scope"] == "openid write:repository"
        party.user(old["access_token"], expect=401)
        assert party.refresh(old["refresh_token"], expect=400)["error"] == "invalid_grant", "what is gone lives on in no token"
        again = party.tokens(ann, scope="write:repository openid")
        for one in (tokens, again):
            assert party.introspect(one["access_token"])["active"] is True, "the same scopes in another order are no change"

    def test_prompt_none_tells_that_consent_is_needed(self, party, ann):
        party.approve(ann, scope="openid")
        party.ask(ann, scope="openid email", prompt="none")
        assert error_of(ann) == "consent_required"

    def test_the_order_does_not_count(self, party, ann):
        party.approve(ann, scope="openid email")
        party.ask(ann, scope="email  openid email")
        assert "code" in parameters(ann.location)

    def test_without_scopes_the_approved_ones_go_on(self, party, ann):
        party.approve(ann, scope="openid read:user")
        assert party.tokens(ann)["scope"] == "openid read:user"


class TestReauthentication:
    @pytest.mark.parametrize("wish", [{"prompt": "login"}, {"max_age": "0"}])
    def test_whoever_has_to_sign_in_anyway_does_it_once(self, server, party, new_user, wish):
        stranger, bob = Visitor(server.url), new_user().name
        party.ask(stranger, scope="openid", **wish)
        stranger.open(stranger.location, expect=200)
        stranger.submit("/user/login", {"user_name": bob, "password": PASSWORD}, expect=303)
        stranger.open(stranger.location, expect=200)
        stranger.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
        assert "code" in parameters(stranger.location)

    def test_max_age_0_asks_whoever_has_signed_in_just_now(self, party, ann):
        """OpenID Connect Core, 3.1.2.1: it means the same as prompt=login."""
        party.approve(ann, scope="openid")
        party.ask(ann, scope="openid", max_age="0")
        assert ann.location.startswith("/user/login?")
        party.ask(ann, scope="openid", max_age="0", prompt="none")
        assert error_of(ann) == "login_required"
        party.ask(ann, scope="openid", max_age="3600")
        assert "code" in parameters(ann.location)

    def test_going_back_and_forth_is_no_sign_in(self, party, ann):
        party.approve(ann, scope="openid")
        party.ask(ann, scope="openid", prompt="login")
        ann.open(ann.location, expect=200)
        back = re.search(r'name="redirect_to" value="([^"]*)"', ann.page).group(1).replace("&amp;", "&")
        ann.open(back, expect=303)
        assert ann.location.startswith("/user/login?")

    def test_a_client_cannot_make_the_mark(self, party, ann):
        party.approve(ann, scope="openid")
        for mark in ("1.1.x", "9999999999.0." + "A" * 43, "..", "x"):
            party.ask(ann, scope="openid", prompt="login", authenticated=mark)
            assert ann.location.startswith("/user/login?")

    def test_the_mark_of_one_request_is_none_for_another(self, party, ann):
        party.approve(ann, scope="openid")
        party.ask(ann, scope="openid", prompt="login", state="one")
        ann.open(ann.location, expect=200)
        ann.submit("/user/login", {"user_name": ann.name, "password": PASSWORD}, expect=303)
        mark = parameters(ann.location)["authenticated"]
        party.ask(ann, scope="openid", prompt="login", state="two", authenticated=mark)
        assert ann.location.startswith("/user/login?")
        party.ask(ann, scope="openid", prompt="login", state="one", authenticated=mark)
        assert ann.location.startswith(REDIRECT) or ann.location.startswith("/user/login?")

    def test_somebody_else_than_hinted_at(self, party, ann, person):
        other = person()
        hint = party.tokens(other, scope="openid")["id_token"]
        party.approve(ann, scope="openid")
        party.ask(ann, scope="openid", prompt="none", id_token_hint=hint)
        assert error_of(ann) == "login_required"
        party.ask(ann, scope="openid", id_token_hint=hint)
        ann.open(ann.location, expect=200)
        ann.submit("/user/login", {"user_name": ann.name, "password": PASSWORD}, expect=303)
        ann.open(ann.location, expect=303)
        assert error_of(ann) == "login_required"

    def test_whoever_must_change_the_password_is_not_signed_in_yet(self, party, ann, admin):
        party.approve(ann, scope="openid")
        admin.call("PATCH", f"/admin/users/{ann.name}", {"source_id": 0, "login_name": ann.name, "must_change_password": True})
        party.ask(ann, scope="openid", prompt="none")
        assert error_of(ann) == "login_required"
        party.ask(ann, scope="openid")
        assert ann.location.startswith("/user/settings/change_password?redirect_to=%2Flogin%2Foauth%2Fauthorize%3F")

    def test_a_subject_that_is_asked_for_by_claims(self, party, ann):
        party.approve(ann, scope="openid")
        for wanted, goes in (({"value": ann.id}, True), ({"value": "1"}, False), ({"values": ["1", ann.id]}, True),
                             ({"values": ["1"]}, False), ({"value": True}, False)):
            party.ask(ann, scope="openid", prompt="none", claims=json.dumps({"id_token": {"sub": wanted}}))
            assert ("code" in parameters(ann.location)) == goes, wanted


class TestSettings:
    def start(self, program, **oauth2):
        program.settings["oauth2"].update(oauth2)
        program.write_config()
        program.create_user("owner", PASSWORD)
        program.start()
        from client import Client
        visitor = Visitor(program.url)
        visitor.sign_in("owner", PASSWORD)
        return RelyingParty(program.url, Client(program.url, basic=("owner", PASSWORD))), visitor

    def test_changed_scopes_may_fail(self, program):
        party, visitor = self.start(program, SCOPE_CHANGE="fail")
        party.approve(visitor, scope="openid")
        party.ask(visitor, scope="openid email")
        assert error_of(visitor) == "access_denied"

    def test_changed_scopes_may_fail_also_when_the_page_was_open_already(self, program):
        party, visitor = self.start(program, SCOPE_CHANGE="fail")
        party.ask(visitor, scope="all")
        other = Visitor(program.url)
        other.sign_in("owner", PASSWORD)
        party.approve(other, scope="openid")
        visitor.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
        assert error_of(visitor) == "access_denied"

    def test_scopes_may_be_strict(self, program):
        party, visitor = self.start(program, STRICT_SCOPES="true")
        party.ask(visitor, scope="openid read:nothing")
        assert error_of(visitor) == "invalid_scope"
        assert "code" in party.approve(visitor, scope="openid profile email groups read:user,write:issue public-only")

    def test_the_issuer_may_be_left_out_of_the_redirect(self, program):
        party, visitor = self.start(program, ISSUER_IN_REDIRECT="false")
        assert party.metadata()["authorization_response_iss_parameter_supported"] is False
        assert "iss" not in party.approve(visitor)
        party.ask(visitor, response_type="token")
        assert "iss" not in parameters(visitor.location)

    def test_without_a_provider_there_is_nothing(self, program):
        program.settings["oauth2"]["ENABLED"] = "false"
        program.write_config()
        program.create_user("owner", PASSWORD)
        program.start()
        visitor = Visitor(program.url)
        for path in ("authorize", "keys", "userinfo", "logout"):
            visitor.open("/login/oauth/" + path, expect=403)
        for path in ("access_token", "introspect", "revoke", "grant"):
            visitor.post("/login/oauth/" + path, {}, expect=403)
        for path in ("authorize", "logout"):
            visitor.post("/login/oauth/" + path, {}, expect=403, headers={"Sec-Fetch-Site": "cross-site"})
        for path in ("openid-configuration", "oauth-authorization-server", "oauth-protected-resource"):
            visitor.open("/.well-known/" + path, expect=404)
        visitor.sign_in("owner", PASSWORD)
        visitor.open("/user/settings/applications", expect=200)
        assert "oauth2" not in visitor.page
