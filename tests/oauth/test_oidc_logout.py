"""OpenID Connect Back-Channel Logout 1.0 and Front-Channel Logout 1.0."""
import html
import http.server
import re
import threading
import time
import urllib.parse

import pytest
from client import ADMIN, PASSWORD, Client
from program import Program, wait_until
from relying_party import REDIRECT, RelyingParty, parameters
from visitor import Visitor

EVENT = "http://schemas.openid.net/event/backchannel-logout"


class Ear:
    """An application's address for logout tokens."""

    def __init__(self, *answers):
        self.heard, self.answers = [], list(answers)
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                status = outer.answers.pop(0) if outer.answers else 200
                outer.heard.append((self.path, self.headers["Content-Type"], urllib.parse.parse_qs(body), status))
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/out?tenant=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def token(self, index=0):
        wait_until(lambda: len(self.heard) > index, "a logout token", patience=60)
        path, kind, form, _ = self.heard[index]
        assert path == "/out?tenant=1" and kind == "application/x-www-form-urlencoded" and list(form) == ["logout_token"]
        return form["logout_token"][0]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    instance = Program(tmp_path_factory.mktemp("logout"), database, {"oauth2": {"BACKCHANNEL_LOGOUT_HOSTS": "loopback"}})
    instance.create_user(*ADMIN, "--admin")
    instance.create_user("owner", PASSWORD)
    yield instance.start()
    instance.close()


@pytest.fixture
def ear():
    ear = Ear()
    yield ear
    ear.close()


@pytest.fixture(scope="module")
def people(site):
    admin, made = Client(site.url, basic=ADMIN), []

    def make():
        name = f"person-{len(made)}"
        made.append(name)
        admin.post("/admin/users", {"username": name, "email": f"{name}@example.com", "password": PASSWORD, "must_change_password": False}, expect=201)
        visitor = Visitor(site.url)
        visitor.name = name
        visitor.sign_in(name, PASSWORD)
        return visitor

    make.admin = admin
    return make


def party_of(site, **metadata):
    return RelyingParty(site.url, Client(site.url, basic=("owner", PASSWORD)), **metadata)


def sign_out(visitor):
    visitor.post("/user/logout")


def change_password(visitor, admin):
    admin.call("PATCH", f"/admin/users/{visitor.name}", {"source_id": 0, "login_name": visitor.name, "password": PASSWORD + "2",
                                                         "must_change_password": False})


def delete_account(visitor, admin):
    admin.delete(f"/admin/users/{visitor.name}?purge=true", expect=204)


class TestBackChannel:
    def test_2_1_the_provider_says_that_it_can(self, party):
        told = party.metadata()
        assert told["backchannel_logout_supported"] is True and told["backchannel_logout_session_supported"] is True
        assert "sid" in told["claims_supported"]

    def test_2_4_the_logout_token(self, site, people, ear):
        party, visitor = party_of(site, backchannel_logout_uri=ear.url, backchannel_logout_session_required=True), people()
        told = party.id_claims(party.tokens(visitor, scope="openid"))
        assert told["sid"]
        sign_out(visitor)
        token = party.verify(ear.token())
        assert token.header["typ"] == "logout+jwt" and token.header["alg"] == "RS256"
        assert token["iss"] == party.metadata()["issuer"] and token["aud"] == party.id and token["sub"] == told["sub"]
        assert token["sid"] == told["sid"] and token["jti"] and token["events"] == {EVENT: {}} and "nonce" not in token
        assert abs(token["iat"] - time.time()) < 90 and 0 < token["exp"] - token["iat"] <= 120
        party.user(ear.token(), expect=401)

    @pytest.mark.parametrize("algorithm, chosen, told", [("ES256", "", "ES256"), ("ES256", "RS256", "RS256"), ("HS256", "RS256", "RS256")])
    def test_2_4_is_signed_as_id_tokens_are(self, program, ear, algorithm, chosen, told):
        program.settings["oauth2"].update({"BACKCHANNEL_LOGOUT_HOSTS": "loopback", "JWT_SIGNING_ALGORITHM": algorithm,
                                           "JWT_SIGNING_PRIVATE_KEY_FILE": program.own_key()})
        program.write_config()
        program.create_user("owner", PASSWORD)
        program.start()
        visitor = Visitor(program.url)
        visitor.sign_in("owner", PASSWORD)
        party = party_of(program, backchannel_logout_uri=ear.url, id_token_signed_response_alg=chosen)
        assert party.verify(party.tokens(visitor, scope="openid")["id_token"]).header["alg"] == told
        sign_out(visitor)
        assert party.verify(ear.token()).header["alg"] == told

    @pytest.mark.parametrize("way", ["sign_out", "rp_initiated", "other_session", "password", "deleted", "expired"])
    def test_2_5_however_the_session_ends(self, site, people, ear, way):
        party, visitor = party_of(site, backchannel_logout_uri=ear.url), people()
        sid = party.id_claims(party.tokens(visitor, scope="openid"))["sid"]
        if way == "sign_out":
            sign_out(visitor)
        elif way == "rp_initiated":
            visitor.open("/login/oauth/logout", expect=200)
            visitor.submit("/login/oauth/logout", {"confirmed": "true"})
        elif way == "other_session":
            other = Visitor(site.url)
            other.sign_in(visitor.name, PASSWORD)
            other.post("/user/settings/security/sessions/delete", expect=303)
        elif way == "password":
            change_password(visitor, people.admin)
        elif way == "deleted":
            delete_account(visitor, people.admin)
        else:
            site.sql(f"UPDATE session SET expires_at = 1 WHERE sid = '{sid}'")
            people()  # whoever signs in next sweeps it away
        assert party.verify(ear.token())["sid"] == sid
        assert len(ear.heard) == 1

    def test_one_session_of_several(self, site, people, ear):
        party, visitor = party_of(site, backchannel_logout_uri=ear.url), people()
        other = Visitor(site.url)
        other.sign_in(visitor.name, PASSWORD)
        first = party.id_claims(party.tokens(visitor, scope="openid"))["sid"]
        second = party.id_claims(party.tokens(other, scope="openid"))["sid"]
        assert first != second
        sign_out(other)
        assert party.verify(ear.token())["sid"] == second
        assert len(ear.heard) == 1

    def test_signing_in_again_is_no_end(self, site, people, ear):
        party, visitor = party_of(site, backchannel_logout_uri=ear.url), people()
        before = party.id_claims(party.tokens(visitor, scope="openid"))["sid"]
        visitor.open(party.address(scope="openid", prompt="login"))
        visitor.follow()
        visitor.submit("/user/login", {"user_name": visitor.name, "password": PASSWORD})
        visitor.open(urllib.parse.urljoin(site.url, visitor.location))
        assert party.id_claims(party.exchange(parameters(visitor.location)["code"]))["sid"] == before
        assert ear.heard == []
        sign_out(visitor)
        assert party.verify(ear.token())["sid"] == before and len(ear.heard) == 1

    def test_who_does_not_sign_on_hears_nothing(self, site, people, ear):
        quiet, visitor = party_of(site, backchannel_logout_uri=ear.url), people()
        quiet.tokens(visitor, scope="read:user")
        loud = party_of(site, backchannel_logout_uri=ear.url)
        loud.tokens(visitor, scope="openid")
        sign_out(visitor)
        assert loud.verify(ear.token())["aud"] == loud.id and len(ear.heard) == 1

    def test_2_8_is_tried_again_where_nobody_was_at_home(self, site, people):
        ear = Ear(503, 204)
        party, visitor = party_of(site, backchannel_logout_uri=ear.url), people()
        party.tokens(visitor, scope="openid")
        sign_out(visitor)
        first = ear.token()
        wait_until(lambda: site_sql_due(site), "it to wait again")
        assert party.verify(ear.token(1))["jti"] != party.verify(first)["jti"]
        ear.close()

    def test_2_8_is_not_tried_again_where_it_was_refused(self, site, people):
        ear = Ear(400)
        party, visitor = party_of(site, backchannel_logout_uri=ear.url), people()
        party.tokens(visitor, scope="openid")
        sign_out(visitor)
        ear.token()
        wait_until(lambda: given_up(site), "it to be given up")
        ear.close()

    def test_servers_that_may_not_be_called_are_not(self, server, new_user, person, ear):
        party = RelyingParty(server.url, new_user(), backchannel_logout_uri=ear.url)  # [oauth2] BACKCHANNEL_LOGOUT_HOSTS is external
        visitor = person()
        party.tokens(visitor, scope="openid")
        sign_out(visitor)
        wait_until(lambda: given_up(server), "it to be given up", patience=60)
        assert ear.heard == []

    @pytest.mark.parametrize("address", ["x", "ftp://x/", "https://x/#f", "https://user@x/", "/path", "https://", "javascript:alert(1)"])
    def test_2_2_what_is_no_address(self, new_user, address):
        for member in ("backchannel_logout_uri", "frontchannel_logout_uri"):
            answer = new_user().call("POST", "/user/applications/oauth2", {"name": "x", "redirect_uris": [REDIRECT], member: address},
                                     expect=400)
            assert member in answer.json()["message"]


def given_up(site):
    return site.sql("SELECT count(*) FROM oauth2_logout") == [("0",)]


def site_sql_due(site):
    """The time until the next attempt is not waited for."""
    site.sql("UPDATE job SET due_at = 0 WHERE kind = 'session_end' AND state = 'delayed'")
    return given_up(site)


class TestFrontChannel:
    def frames(self, visitor):
        return [html.unescape(src) for src in re.findall(r'<iframe[^>]* src="([^"]*)"', visitor.page)]

    def test_3_the_provider_says_that_it_can(self, party):
        told = party.metadata()
        assert told["frontchannel_logout_supported"] is True and told["frontchannel_logout_session_supported"] is True

    def test_2_the_page_opens_the_applications_addresses(self, new_party, ann):
        address = "https://client.example.com/out?tenant=1"
        party = new_party(frontchannel_logout_uri=address, frontchannel_logout_session_required=True)
        sid = party.id_claims(party.tokens(ann, scope="openid"))["sid"]
        sign_out(ann)
        assert ann.answer.status_code == 200
        frame, = self.frames(ann)
        assert frame.startswith("https://client.example.com/out?") and parameters(frame) == {
            "tenant": "1", "iss": party.metadata()["issuer"], "sid": sid}
        assert "frame-src" in ann.answer.headers["Content-Security-Policy"]
        assert ann.answer.headers["Refresh"].endswith("url=/")
        assert ann.open("/user/settings/applications").status_code == 303, "signed out"

    def test_2_and_then_leads_back_to_the_application(self, new_party, ann):
        party = new_party(frontchannel_logout_uri="https://client.example.com/out", post_logout_redirect_uris=["https://client.example.com/bye"])
        hint = party.tokens(ann, scope="openid")["id_token"]
        ann.open("/login/oauth/logout?" + urllib.parse.urlencode({
            "id_token_hint": hint, "post_logout_redirect_uri": "https://client.example.com/bye", "state": "s"}))
        ann.submit("/login/oauth/logout", {"confirmed": "true"})
        assert len(self.frames(ann)) == 1
        assert ann.answer.headers["Refresh"].endswith("url=https://client.example.com/bye?state=s")

    def test_without_such_applications_nothing_changes(self, party, ann):
        party.tokens(ann, scope="openid")
        sign_out(ann)
        assert ann.answer.status_code == 303 and ann.location == "/"

    def test_other_pages_have_no_frames(self, ann):
        ann.open("/user/settings/applications")
        assert "frame-src" not in ann.answer.headers["Content-Security-Policy"]


class TestSettingsPage:
    def test_keeps_all_of_it(self, ann):
        ann.open("/user/settings/applications", expect=200)
        ann.submit("/user/settings/applications/oauth2", {
            "name": "Paged", "redirect_uris": REDIRECT, "backchannel_logout_uri": "https://client.example.com/back",
            "frontchannel_logout_uri": "https://client.example.com/front", "frontchannel_logout_session_required": "on",
            "initiate_login_uri": "https://client.example.com/begin", "post_logout_redirect_uris": "https://client.example.com/bye",
            "dpop_bound_access_tokens": "on"}, expect=200)
        made = ann.api.get("/user/applications/oauth2").json()[0]
        assert made.items() >= {"backchannel_logout_uri": "https://client.example.com/back", "frontchannel_logout_session_required": True,
                                "initiate_login_uri": "https://client.example.com/begin", "dpop_bound_access_tokens": True,
                                "post_logout_redirect_uris": ["https://client.example.com/bye"]}.items()
        ann.open(f"/user/settings/applications/oauth2/{made['id']}", expect=200)
        assert "https://client.example.com/front" in ann.page
        ann.submit(f"/oauth2/{made['id']}", {"redirect_uris": REDIRECT, "frontchannel_logout_uri": ""}, expect=303)
        changed = ann.api.get("/user/applications/oauth2").json()[0]
        assert "frontchannel_logout_uri" not in changed and changed["backchannel_logout_uri"]

    def test_says_what_is_wrong(self, ann):
        ann.open("/user/settings/applications", expect=200)
        ann.submit("/user/settings/applications/oauth2", {"name": "x", "redirect_uris": REDIRECT, "jwks": "[1"}, expect=422)
        assert "jwks" in ann.problem.lower() or "jwks" in ann.page


class TestThirdPartyInitiatedLogin:
    """OpenID Connect Core, 4: the provider knows where a sign-in begins, and links to it."""

    def test_4_from_the_page_of_approved_applications(self, new_party, ann):
        party = new_party(initiate_login_uri="https://client.example.com/begin?x=1")
        assert party.made["initiate_login_uri"] == "https://client.example.com/begin?x=1"
        party.tokens(ann, scope="openid")
        ann.open("/user/settings/applications", expect=200)
        link = html.unescape(re.search(r'href="(https://client\.example\.com/begin[^"]*)"', ann.page).group(1))
        assert parameters(link) == {"x": "1", "iss": party.metadata()["issuer"], "login_hint": ann.name}

    @pytest.mark.parametrize("address", ["http://client.example.com/", "javascript:alert(1)", "https://x/#f"])
    def test_4_the_address_is_https(self, new_user, address):
        new_user().call("POST", "/user/applications/oauth2", {"name": "x", "redirect_uris": [REDIRECT], "initiate_login_uri": address},
                        expect=400)
