"""RFC 7591 and RFC 7592: programs that register themselves, and manage what they have registered."""
import concurrent.futures
import json

import pytest
from client import ADMIN, PASSWORD, Client
from client_key import ClientKey
from program import Program, wait_until
from relying_party import REDIRECT, RelyingParty, basic, parameters
from visitor import Visitor

LOOPBACK = "http://127.0.0.1/callback"
ENDPOINT = "/login/oauth/register"


class Site:
    def __init__(self, folder, database, mode):
        self.program = Program(folder, database, {"oauth2": {"DYNAMIC_REGISTRATION": mode}})
        self.program.create_user(*ADMIN, "--admin")
        self.program.create_user("owner", PASSWORD)
        self.program.start()
        self.url = self.program.url
        self.owner, self.admin = Client(self.url, basic=("owner", PASSWORD)), Client(self.url, basic=ADMIN)
        self.tokens = 0

    def token(self, *scopes):
        self.tokens += 1
        return self.owner.post("/users/owner/tokens", {"name": f"t{self.tokens}", "scopes": list(scopes)}, expect=201).json()["sha1"]

    def http(self, method, path, **more):
        return RelyingParty.http(self, method, path, **more)

    def register(self, expect=201, token=None, address=None, **metadata):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if address:
            headers["X-Forwarded-For"] = address
        answer = self.http("POST", ENDPOINT, json={"redirect_uris": [LOOPBACK], **metadata}, headers=headers)
        assert answer.status_code == expect, answer.text
        if expect != 404:
            assert answer.headers["Cache-Control"] == "no-store"
        return answer.json()

    def manage(self, made, method="GET", expect=200, token=None, **more):
        answer = self.http(method, f"{ENDPOINT}/{made['client_id']}", **more,
                           headers={"Authorization": f"Bearer {token or made['registration_access_token']}"})
        assert answer.status_code == expect, answer.text
        return answer.json() if answer.content else None

    def is_gone(self, made):
        return self.http("GET", f"{ENDPOINT}/{made['client_id']}",
                         headers={"Authorization": f"Bearer {made['registration_access_token']}"}).status_code == 401

    def person(self):
        visitor = Visitor(self.url)
        visitor.sign_in("owner", PASSWORD)
        return visitor

    def party(self, made):
        """The application that was registered, as a relying party."""
        party = RelyingParty.__new__(RelyingParty)
        party.url, party.id, party.secret = self.url, made["client_id"], made.get("client_secret")
        party.confidential, party.redirect = bool(party.secret), made["redirect_uris"][0]
        return party


@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    site = Site(tmp_path_factory.mktemp("loopback"), database, "loopback")
    yield site
    site.program.close()


@pytest.fixture(scope="module")
def closed(tmp_path_factory, database):
    site = Site(tmp_path_factory.mktemp("token"), database, "token")
    yield site
    site.program.close()


class TestWhoMayRegister:
    def test_nobody_unless_the_operator_says_so(self, party):
        assert "registration_endpoint" not in party.metadata()
        assert party.http("POST", ENDPOINT, json={"redirect_uris": [LOOPBACK]}).status_code == 404
        assert party.http("GET", ENDPOINT + "/x", headers={"Authorization": "Bearer x"}).status_code == 404

    def test_3_with_an_initial_access_token(self, closed):
        told = closed.http("GET", "/.well-known/openid-configuration").json()
        assert told["registration_endpoint"] == closed.url + ENDPOINT
        refused = closed.http("POST", ENDPOINT, json={"redirect_uris": [LOOPBACK]})
        assert refused.status_code == 401 and refused.headers["WWW-Authenticate"].startswith("Bearer")
        made = closed.register(token=closed.token("write:user"), redirect_uris=[REDIRECT], client_name="Mine")
        assert made["client_secret"] and made["client_secret_expires_at"] == 0
        assert [a["name"] for a in closed.owner.get("/user/applications/oauth2").json()] == ["Mine"], "it belongs to somebody"

    @pytest.mark.parametrize("scopes", [["read:user"], ["write:repository"], ["write:user", "public-only"]])
    def test_3_with_a_token_that_may_do_less(self, closed, scopes):
        answer = closed.http("POST", ENDPOINT, json={"redirect_uris": [LOOPBACK]}, headers={"Authorization": f"Bearer {closed.token(*scopes)}"})
        assert answer.status_code == 403 and answer.json()["error"] == "insufficient_scope"

    def test_3_with_a_token_for_some_repositories_alone(self, closed):
        name = closed.owner.post("/user/repos", {"name": "only-this"}, expect=201).json()["full_name"]
        limited = closed.owner.post("/users/owner/tokens", {"name": "limited", "scopes": ["all"], "repositories": [name]}, expect=201).json()
        assert closed.register(403, limited["sha1"])["error"] == "insufficient_scope"
        assert closed.register(token=closed.token("all"), client_name="From everywhere")["client_id"], "it is the limit that matters"

    @pytest.mark.parametrize("header", ["Bearer x", "Bearer " + "0" * 40, "Basic b3duZXI6eA==", "DPoP x"])
    def test_3_with_what_is_no_token(self, closed, header):
        answer = closed.http("POST", ENDPOINT, json={"redirect_uris": [LOOPBACK]}, headers={"Authorization": header})
        assert answer.status_code == 401 and answer.json()["error"] == "invalid_token"

    def test_3_a_password_is_none(self, site):
        answer = site.http("POST", ENDPOINT, json={"redirect_uris": [LOOPBACK]}, headers=basic("owner", PASSWORD))
        assert answer.status_code == 401

    def test_a_stranger_for_the_own_machine(self, site):
        made = site.register(client_name="A tool")
        assert "client_secret" not in made and made["token_endpoint_auth_method"] == "none"
        for addresses in (["http://localhost:7777/cb"], ["http://[::1]/cb"], ["http://127.0.0.1:5/x", LOOPBACK]):
            assert site.register(redirect_uris=addresses)["redirect_uris"] == addresses

    @pytest.mark.parametrize("metadata, error", [
        ({"redirect_uris": [REDIRECT]}, "invalid_redirect_uri"), ({"redirect_uris": [LOOPBACK, REDIRECT]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["http://127.0.0.1.evil.example.com/"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["evil://x"]}, "invalid_redirect_uri"), ({"redirect_uris": ["javascript:alert(1)"]}, "invalid_redirect_uri"),
        ({"token_endpoint_auth_method": "client_secret_basic"}, "invalid_client_metadata"),
        ({"backchannel_logout_uri": "http://169.254.169.254/"}, "invalid_client_metadata"),
        ({"frontchannel_logout_uri": REDIRECT}, "invalid_client_metadata"), ({"initiate_login_uri": REDIRECT}, "invalid_client_metadata")])
    def test_a_stranger_for_nothing_else(self, site, metadata, error):
        assert site.register(400, **metadata)["error"] == error


class TestWhatIsRegistered:
    def test_its_choice_of_an_algorithm_is_told(self, site):
        """OpenID Connect Dynamic Client Registration 1.0, 2."""
        made = site.register(id_token_signed_response_alg="RS256")
        assert site.manage(made)["id_token_signed_response_alg"] == "RS256"
        changed = site.manage(made, "PUT", json={"client_id": made["client_id"], "redirect_uris": [LOOPBACK]})
        assert "id_token_signed_response_alg" not in changed

    def test_3_2_1_is_told(self, site):
        key = ClientKey()
        made = site.register(token=site.token("write:user"), redirect_uris=[REDIRECT], client_name="Told", jwks=key.jwks, contacts=["a@example.com"],
                             client_uri="https://client.example.com", grant_types=["authorization_code", "refresh_token", "implicit"],
                             response_types=["code", "token"], token_endpoint_auth_method="client_secret_post", unknown={"x": [1]},
                             require_pushed_authorization_requests=True, backchannel_logout_uri="https://client.example.com/out")
        assert made["grant_types"] == ["authorization_code", "refresh_token"] and made["response_types"] == ["code"]
        assert made["token_endpoint_auth_method"] == "client_secret_post" and made["jwks"] == key.jwks
        assert made["client_name"] == "Told" and made["contacts"] == ["a@example.com"] and made["client_id_issued_at"] > 1e9
        assert made["require_pushed_authorization_requests"] is True and "unknown" not in made
        assert made["registration_client_uri"] == f"{site.url}{ENDPOINT}/{made['client_id']}"

    @pytest.mark.parametrize("metadata, error", [
        ({"redirect_uris": []}, "invalid_redirect_uri"), ({"redirect_uris": None}, "invalid_redirect_uri"), ({"redirect_uris": [""]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["https://x/#f"]}, "invalid_redirect_uri"), ({"redirect_uris": ["x"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["http://a\nb"]}, "invalid_redirect_uri"), ({"redirect_uris": [REDIRECT] * 33}, "invalid_redirect_uri"),
        ({"redirect_uris": "x"}, "invalid_client_metadata"), ({"redirect_uris": [1]}, "invalid_client_metadata"),
        ({"redirect_uris": [REDIRECT + "x" * 3000]}, "invalid_redirect_uri"), ({"redirect_uris": ["https://x/\0"]}, "invalid_client_metadata"),
        ({"grant_types": ["client_credentials"]}, "invalid_client_metadata"), ({"response_types": ["token"]}, "invalid_client_metadata"),
        ({"grant_types": 1}, "invalid_client_metadata"), ({"token_endpoint_auth_method": "private_key_jwt"}, "invalid_client_metadata"),
        ({"jwks_uri": "https://client.example.com/keys"}, "invalid_client_metadata"), ({"jwks": {"keys": [{"kty": "oct", "k": "x"}]}}, "invalid_client_metadata"),
        ({"subject_type": "pairwise"}, "invalid_client_metadata"), ({"id_token_signed_response_alg": "none"}, "invalid_client_metadata"),
        ({"client_name": "x" * 300}, "invalid_client_metadata"), ({"client_name": "a\0b"}, "invalid_client_metadata"),
        ({"client_name": {}}, "invalid_client_metadata"), ({"client_uri": "javascript:alert(1)"}, "invalid_client_metadata"),
        ({"backchannel_logout_uri": "https://x/#f"}, "invalid_client_metadata"), ({"contacts": ["x"] * 99}, "invalid_client_metadata"),
        ({"initiate_login_uri": "http://client.example.com/"}, "invalid_client_metadata"), ({"software_id": "x" * 9000}, "invalid_client_metadata")])
    def test_3_2_2_or_refused(self, site, metadata, error):
        token = site.token("write:user")
        assert site.register(400, token=token, **{"redirect_uris": [REDIRECT], **metadata})["error"] == error

    @pytest.mark.parametrize("body", [b"", b"[]", b"1", b"{", b"\xff", b"{\"redirect_uris\":[\"http://127.0.0.1/\"]" + b" " * 70000 + b"}"])
    def test_3_2_2_what_is_no_json(self, site, body):
        answer = site.http("POST", ENDPOINT, data=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 413) and answer.json()["error"]

    def test_never_without_asking_the_person(self, site):
        made = site.register(token=site.token("write:user"), redirect_uris=[REDIRECT], skip_secondary_authorization=True, locked=True, confidential=True)
        shown = next(a for a in site.owner.get("/user/applications/oauth2").json() if a["client_id"] == made["client_id"])
        assert shown["skip_secondary_authorization"] is False
        visitor = site.person()
        site.party(made).ask(visitor, scope="openid")
        assert visitor.answer.status_code == 200, "a page"

    def test_a_tool_signs_somebody_in(self, site):
        party, visitor = site.party(site.register(client_name="A tool")), site.person()
        address = "http://127.0.0.1:54321/callback"  # RFC 8252, 7.3: whatever port is free
        visitor.open(party.address(redirect_uri=address, scope="openid read:user"))
        assert "A tool" in visitor.page and "registered itself" in visitor.page
        assert "administrators of this site" not in visitor.page
        visitor.submit("/login/oauth/grant", {"granted": "true"})
        tokens = party.exchange(parameters(visitor.location)["code"], redirect_uri=address)
        assert party.user(tokens["access_token"])["login"] == "owner"
        visitor.open("/user/settings/applications", expect=200)
        assert "registered itself" in visitor.page

    def test_what_a_client_that_others_have_written_sends(self, site):
        """As the tools of the Model Context Protocol do."""
        made = site.register(client_name="Inspector", client_uri="https://example.com", scope="openid profile",
                             grant_types=["authorization_code", "refresh_token"], response_types=["code"],
                             token_endpoint_auth_method="none", redirect_uris=["http://localhost:6274/oauth/callback"])
        assert made["client_id"] and "scope" not in made


class TestBounds:
    def test_one_address_registers_so_many(self, tmp_path, database):
        site = Site(tmp_path / "own", database, "loopback")
        try:
            statuses = [site.http("POST", ENDPOINT, json={"redirect_uris": [LOOPBACK]}).status_code for _ in range(32)]
            assert statuses == [201] * 30 + [429] * 2
            site.register(token=site.token("write:user"))  # who is known is not held up
        finally:
            site.program.close()

    def test_there_are_so_many_and_no_more(self, tmp_path, database):
        site = Site(tmp_path / "own", database, "loopback")

        def fill(updated):
            site.program.sql("INSERT INTO oauth2_application (name, client_id, secret, redirect_uris, confidential, created_at, updated_at, dynamic)"
                             " WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
                             f" SELECT 'x', '{updated}-' || i, '', '[]', FALSE, 1, {updated}, TRUE FROM n")
        try:
            fill(9999999999)
            assert site.register(429)["error"]
            site.program.sql("UPDATE oauth2_application SET updated_at = 1 WHERE client_id = '9999999999-7'")
            site.register()  # takes the place of one that nobody has used
            assert site.register(429)["error"]
            visitor = Visitor(site.url)
            visitor.sign_in(*ADMIN)
            visitor.open("/-/admin/applications", expect=200)
            assert "10000 more" in visitor.page and "9999999999-9" not in visitor.page
        finally:
            site.program.close()

    def test_what_nobody_uses_goes(self, tmp_path, database):
        site = Site(tmp_path / "own", database, "loopback")
        try:
            visitor = site.person()
            used, unused, young = (site.register(client_name=name) for name in ("used", "unused", "young"))
            owned = site.register(token=site.token("write:user"), client_name="owned")
            by_hand = RelyingParty(site.url, site.owner)
            party = site.party(used)
            party.tokens(visitor)
            ids = ", ".join(f"'{c['client_id']}'" for c in (used, unused, owned))
            site.program.sql(f"UPDATE oauth2_application SET updated_at = 1 WHERE client_id IN ({ids}, '{by_hand.id}')")
            site.program.sql("UPDATE oauth2_grant SET updated_at = 1")
            site.admin.post("/admin/cron/forget_unused_applications", expect=204)
            for made in (unused, owned):
                wait_until(lambda made=made: site.is_gone(made), "it to be deleted")
            for made in (used, young):
                site.manage(made)
            assert [a["name"] for a in site.owner.get("/user/applications/oauth2").json()] == ["Test application"]
            site.program.sql("DELETE FROM oauth2_family")

            def is_forgotten():  # whoever asks while it runs has to ask again
                site.admin.post("/admin/cron/forget_unused_applications", expect=204)
                return site.is_gone(used)
            wait_until(is_forgotten, "it to be deleted")
        finally:
            site.program.close()


class TestManagement:
    """RFC 7592."""

    def test_2_1_reading(self, site):
        made = site.register(token=site.token("write:user"), redirect_uris=[REDIRECT], client_name="Read")
        told = site.manage(made)
        assert told["registration_access_token"] == made["registration_access_token"]
        assert {n: v for n, v in made.items() if n not in ("client_secret", "client_secret_expires_at")} == told

    def test_2_the_token_is_that_of_the_application(self, site):
        made, other = site.register(), site.register()
        for token in (other["registration_access_token"], "x", made["client_id"], site.token("write:user"), "\xe9".encode().decode("latin-1")):
            assert site.manage(made, expect=401, token=token)["error"] == "invalid_token"
        assert site.http("GET", f"{ENDPOINT}/{made['client_id']}").status_code == 401
        by_hand = RelyingParty(site.url, site.owner)
        assert site.http("GET", f"{ENDPOINT}/{by_hand.id}", headers={"Authorization": "Bearer "}).status_code == 401
        assert site.http("GET", f"{ENDPOINT}/nobody", headers={"Authorization": "Bearer x"}).status_code == 401

    def test_2_the_token_opens_nothing_else(self, site):
        made = site.register()
        assert site.http("GET", "/api/v1/user", headers={"Authorization": f"Bearer {made['registration_access_token']}"}).status_code == 401

    def test_it_is_kept_as_a_hash(self, site):
        made = site.register()
        if site.program.postgres is None:
            assert made["registration_access_token"].encode() not in b"".join(p.read_bytes() for p in site.program.folder.glob("cairn.db*"))

    def test_2_2_changing_replaces_all(self, site):
        made = site.register(token=site.token("write:user"), redirect_uris=[REDIRECT], contacts=["a@example.com"])
        told = site.manage(made, "PUT", json={"client_id": made["client_id"], "client_secret": made["client_secret"],
                                              "redirect_uris": [REDIRECT + "2"], "client_name": "Changed"})
        assert told["redirect_uris"] == [REDIRECT + "2"] and told["client_name"] == "Changed"
        assert "contacts" not in told and "client_secret" not in told
        visitor, party = site.person(), site.party({**told, "client_secret": made["client_secret"]})
        party.tokens(visitor)  # the secret is what it was

    @pytest.mark.parametrize("body", [{}, {"client_id": "x"}, {"client_secret": "wrong"}, {"redirect_uris": []},
                                      {"token_endpoint_auth_method": "client_secret_basic"}, {"redirect_uris": [REDIRECT]}, {"backchannel_logout_uri": REDIRECT}])
    def test_2_2_changing_has_the_same_limits(self, site, body):
        made = site.register()
        sent = {"client_id": made["client_id"], "redirect_uris": [LOOPBACK], **body} if body else {}
        assert site.manage(made, "PUT", 400, json=sent)["error"].startswith("invalid_")
        assert site.manage(made)["redirect_uris"] == [LOOPBACK]

    def test_2_2_a_client_gets_a_secret_when_it_needs_one(self, site):
        made = site.register(token=site.token("write:user"), token_endpoint_auth_method="none")
        told = site.manage(made, "PUT", json={"client_id": made["client_id"], "redirect_uris": [LOOPBACK]})
        assert told["client_secret"] and told["token_endpoint_auth_method"] == "client_secret_basic"

    def test_2_3_deleting(self, site):
        made = site.register()
        party, visitor = site.party(made), site.person()
        tokens = party.tokens(visitor)
        site.manage(made, "DELETE", 204)
        site.manage(made, expect=401)
        site.manage(made, "DELETE", 401)
        party.user(tokens["access_token"], expect=401)

    def test_in_the_audit_trail(self, site):
        made = site.register(token=site.token("write:user"), client_name="Audited")
        site.manage(made, "PUT", json={"client_id": made["client_id"], "redirect_uris": [LOOPBACK], "client_name": "Audited"})
        site.manage(made, "DELETE", 204)
        stranger = site.register(client_name="Strange")
        rows = site.admin.get("/admin/audit?limit=50").json()
        kinds = [row["kind"] for row in rows if made["client_id"] in json.dumps(row["details"])]
        assert kinds == ["application_deleted", "application_changed", "application_created"]
        assert [row["kind"] for row in rows if stranger["client_id"] in json.dumps(row["details"])] == ["application_created"]

    def test_of_many_at_once_each_gets_an_answer(self, site):
        made = site.register()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda i: site.http(
                "DELETE" if i % 3 == 0 else "PUT", f"{ENDPOINT}/{made['client_id']}",
                json={"client_id": made["client_id"], "redirect_uris": [LOOPBACK]},
                headers={"Authorization": f"Bearer {made['registration_access_token']}"}).status_code, range(12)))
        assert set(answers) <= {200, 204, 401}
