"""Signing in by providers of OpenID Connect that say what no honest one would."""
import urllib.parse

import pytest
from authlib.jose import JsonWebKey, JsonWebToken
from client import ADMIN, Client
from relying_party import parameters
from seeming_provider import SeemingProvider, unsigned
from sign_in_sources import Keeper, new_site, provider_form as form
from visitor import Visitor


@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    program = new_site(tmp_path_factory.mktemp("site"), database)
    yield program
    program.close()


@pytest.fixture(scope="module")
def keeper(site):
    return Keeper(site.url)


@pytest.fixture(scope="module")
def root(site):
    return Client(site.url, basic=ADMIN)


@pytest.fixture
def seeming():
    provider = SeemingProvider()
    yield provider
    provider.close()


class Returning(Visitor):
    """A browser that a seeming provider sends back at once."""

    def __init__(self, site, provider, name):
        super().__init__(site.url)
        self.provider, self.path = provider, "/user/oauth2/" + urllib.parse.quote(name)

    def begin(self, query=""):
        self.open(self.path + query)
        if self.answer.status_code == 303:
            self.asked = parameters(self.location)
            self.provider.nonce = self.asked["nonce"]
        return self

    def back(self, **changes):
        sent = {"code": "a-code", "state": self.asked["state"], **changes}
        return self.open(self.path + "/callback?" + urllib.parse.urlencode({k: v for k, v in sent.items() if v is not None}))


@pytest.fixture
def returning(site, keeper, seeming):
    """returning() is a browser that has been sent to the seeming provider by a source of its own."""
    numbers = []

    def make(begin=True, **changes):
        wanted = form(seeming.url, "cairn", "a secret + more", **changes)
        numbers.append(keeper.make(wanted))
        browser = Returning(site, seeming, wanted["name"])
        browser.number = numbers[-1]
        return browser.begin() if begin else browser

    yield make
    for number in numbers:
        keeper.turn(number, on=False)


PERSON = {"preferred_username": "hostile", "email": "hostile@example.com", "email_verified": True}


class TestHostileProviders:
    def signed_in(self, browser):
        return browser.open("/user/settings").status_code == 200

    def test_an_honest_answer_is_taken(self, returning, seeming, root):
        seeming.claims = {**PERSON, "preferred_username": "honest", "email": "honest@example.com"}
        browser = returning()
        assert browser.back().status_code == 303 and self.signed_in(browser)
        method, path, headers, sent = next(asked for asked in seeming.asked if asked[1] == "/token")
        assert sent["grant_type"] == "authorization_code" and sent["code"] == "a-code" and len(sent["code_verifier"]) == 43
        assert "client_secret" not in sent and headers["Authorization"].startswith("Basic ")
        assert root.get("/users/honest").json()["login_name"] == "subject-1"

    def test_claims_may_come_from_the_userinfo_endpoint_if_they_are_about_the_same_person(self, returning, seeming, root):
        seeming.claims = {"sub": "by-userinfo"}
        seeming.userinfo = {"sub": "by-userinfo", "preferred_username": "told", "email": "told@example.com"}
        assert returning().back().headers["Location"] == "/"
        root.get("/users/told")
        seeming.claims = {"sub": "other"}
        seeming.userinfo["sub"] = "by-userinfo"
        browser = returning()
        assert browser.back().headers["Location"] == "/user/link_account"
        assert "told" not in browser.open("/user/link_account").text

    def test_the_secret_goes_in_the_form_where_the_provider_wants_that(self, returning, seeming):
        seeming.claims = {"sub": "posted", "preferred_username": "posted", "email": "posted@example.com"}
        seeming.document = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
        assert returning().back().status_code == 303
        sent = next(asked for asked in seeming.asked if asked[1] == "/token")
        assert sent[3]["client_secret"] == "a secret + more" and "Authorization" not in sent[2]

    @pytest.mark.parametrize("changes", [
        {"nonce": "another"}, {"nonce": None}, {"aud": "another"}, {"aud": ["cairn", "another"]}, {"azp": "another"},
        {"iss": "https://idp.example"}, {"exp": 1000}, {"exp": None}, {"iat": 1000}, {"sub": None}, {"sub": ""}])
    def test_a_token_that_is_not_right_lets_nobody_in(self, returning, seeming, root, changes):
        seeming.claims = {**PERSON, "sub": "hostile", **changes}
        browser = returning()
        assert browser.back().status_code == 403 and not self.signed_in(browser)
        root.get("/users/hostile", expect=404)

    def test_nor_does_one_without_the_providers_signature(self, returning, seeming, root):
        stranger = JsonWebKey.generate_key("EC", "P-256", {"kid": "one"}, is_private=True)
        public = seeming.key.as_dict(is_private=False)
        secret = JsonWebKey.import_key({"kty": "oct", "k": public["x"], "kid": "one"})
        seeming.claims = {**PERSON, "sub": "hostile"}
        for sign in (unsigned,
                     lambda claims: JsonWebToken(["ES256"]).encode({"alg": "ES256", "kid": "one"}, claims, stranger).decode(),
                     lambda claims: JsonWebToken(["ES256"]).encode({"alg": "ES256", "kid": "two"}, claims, stranger).decode(),
                     lambda claims: JsonWebToken(["HS256"]).encode({"alg": "HS256", "kid": "one"}, claims, secret).decode(),
                     lambda claims: "x.y.z", lambda claims: ""):
            seeming.sign = sign
            browser = returning()
            assert browser.back().status_code == 403 and not self.signed_in(browser)
        root.get("/users/hostile", expect=404)

    def test_a_state_of_another_browser_is_none(self, returning, site, seeming, root):
        seeming.claims = {**PERSON, "sub": "hostile"}
        browser = returning()
        other = Returning(site, seeming, "")
        other.path, other.asked = browser.path, browser.asked
        assert other.back().status_code == 400 and not self.signed_in(other)
        # Nor is another one of its own, the one of before, or none.
        first = browser.asked
        browser.begin()
        for state in (first["state"], "", None, browser.asked["state"][:-1]):
            assert browser.back(state=state).status_code == 400
            browser.begin()
        assert browser.back().status_code == 303
        assert browser.back().status_code == 400, "once"
        root.get("/users/hostile")

    def test_an_answer_for_another_source_is_none(self, returning, seeming):
        seeming.claims = {**PERSON, "sub": "crossed"}
        one, other = returning(), returning(begin=False)
        one.path = other.path
        assert one.back().status_code == 400

    def test_the_answer_says_who_gives_it(self, returning, seeming):
        seeming.claims = {**PERSON, "sub": "issuer"}
        browser = returning()
        assert browser.back(iss="https://idp.example").status_code == 403
        seeming.document = {"authorization_response_iss_parameter_supported": True}
        browser = returning()
        assert browser.back().status_code == 403

    def test_a_no_of_the_provider_is_told_as_one(self, returning):
        browser = returning()
        assert browser.back(code=None, error="access_denied<script>").status_code == 403
        assert "has not let you in" in browser.page and "<script>alert" not in browser.page and "access_denied" not in browser.page

    @pytest.mark.parametrize("document", [
        {"issuer": "https://idp.example"}, {"issuer": None}, {"authorization_endpoint": None}, {"authorization_endpoint": "javascript:alert(1)"},
        {"token_endpoint": "file:///etc/passwd"}, {"jwks_uri": None}])
    def test_a_description_that_is_not_right_sends_nobody_anywhere(self, returning, seeming, keeper, document):
        seeming.document = document
        browser = returning()
        assert browser.answer.status_code == 403
        assert [good for good, _, _ in keeper.try_out(browser.number)] == [False]

    def test_a_description_opens_no_other_machine(self, returning, seeming, keeper):
        """The administrator has chosen 127.0.0.1, and not what the provider names beside it."""
        with_other = SeemingProvider("127.0.0.2")
        try:
            seeming.document = {"jwks_uri": with_other.url + "/keys"}
            browser = returning()
            assert browser.answer.status_code in (403, 503) and with_other.asked == []
            steps = keeper.try_out(browser.number)
            assert not steps[0][0] and "does not connect" in steps[0][2]
            keeper.change(browser.number, more_hosts="127.0.0.2")
            assert keeper.try_out(browser.number)[0][0] and with_other.asked
        finally:
            with_other.close()

    @pytest.mark.parametrize("answer, status", [
        ((200, b"{" + b" " * (1 << 20) + b"}", {}), 403), ((200, b"no json", {}), 403), ((200, b"[]", {}), 403), ((500, b"", {}), 503),
        ((302, b"", {"Location": "http://127.0.0.1:9/"}), 503)])
    @pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/keys"])
    def test_answers_that_are_none_are_told(self, returning, seeming, path, answer, status):
        seeming.answers[path] = answer
        assert returning().answer.status_code == status

    def test_a_token_endpoint_that_refuses_or_floods_lets_nobody_in(self, returning, seeming):
        for answer in ((400, b'{"error":"invalid_grant"}', {}), (200, b"{}", {}), (200, b"x" * (1 << 20), {}),
                       (307, b"", {"Location": seeming.url + "/elsewhere"})):
            seeming.answers["/token"] = answer
            browser = returning()
            assert browser.back().status_code in (403, 503) and not self.signed_in(browser)
        assert "/elsewhere" not in [path for _, path, _, _ in seeming.asked]

    def test_a_name_that_is_none_here_becomes_one(self, returning, seeming, root):
        for number, (name, wanted) in enumerate([("Jörg Müller", "J-rg-M-ller"), ("../../admin", "admin"), ("a.b@corp", "a.b"),
                                                 ("<script>", "script"), ("x" * 100, "x" * 40)]):
            seeming.claims = {"sub": f"named-{number}", "preferred_username": name, "email": f"named-{number}@example.com"}
            assert returning().back().headers["Location"] == "/"
            root.get("/users/" + wanted)
        for name in ("api", "ÄÖ", ""):
            seeming.claims = {"sub": f"unnamed-{name}", "preferred_username": name, "email": None}
            assert returning().back().headers["Location"] == "/user/link_account"

    def test_a_confirmed_address_of_an_account_here_is_no_proof(self, returning, seeming, root):
        seeming.claims = {"sub": "thief", "preferred_username": "thief", "email": f"{ADMIN[0]}@example.com", "email_verified": True}
        browser = returning()
        assert browser.back().headers["Location"] == "/user/link_account" and not self.signed_in(browser)
        browser.open("/user/link_account")
        browser.submit("/link_account/new", {"email": f"{ADMIN[0]}@example.com"}, expect=422)
        assert "used by an account" in browser.problem

    def test_what_the_provider_says_of_the_address_is_respected(self, returning, seeming, site):
        for number, (said, kept) in enumerate([(True, True), ("true", True), (False, False), (None, False), ("yes", False)]):
            seeming.claims = {"sub": f"mailed-{number}", "preferred_username": f"mailed-{number}", "email": f"mailed-{number}@example.com",
                              "email_verified": said}
            assert returning().back().headers["Location"] == "/"
            verified = site.sql(f"SELECT verified FROM email_address WHERE email = 'mailed-{number}@example.com'")[0][0]
            assert (verified in ("1", "t", "True", "true")) == kept, said

    def test_one_that_must_show_again_who_it_is_is_held_to_it(self, returning, seeming):
        seeming.claims = {**PERSON, "sub": "again", "auth_time": 1000}
        browser = returning(begin=False).begin("?again=true")
        assert browser.back().status_code == 403
