"""RFC 9126: authorization requests that the application hands over by itself."""
import concurrent.futures

import pytest
from client import PASSWORD
from pushed_request import PREFIX, code_of, open_pushed, push
from relying_party import PKCE, REDIRECT, VERIFIER, basic, parameters

@pytest.fixture(params=["confidential", "public"])
def any_party(request, new_party):
    return new_party(confidential=request.param == "confidential")


class TestThePushedRequest:
    def test_2_2_is_answered_by_a_request_uri(self, any_party):
        told = push(any_party, scope="openid")
        assert set(told) == {"request_uri", "expires_in"} and told["request_uri"].startswith(PREFIX)
        assert 5 <= told["expires_in"] <= 600
        assert push(any_party)["request_uri"] != told["request_uri"]

    def test_2_the_client_authenticates_itself_as_at_the_token_endpoint(self, party):
        push(party, headers=basic(party.id, party.secret), client_id=None)
        assert push(party, 401, headers=basic(party.id, "wrong"))["error"] == "invalid_client"
        refused = party.http("POST", "/login/oauth/par", data={**party.fields(), "client_secret": "wrong"})
        assert refused.status_code == 401 and refused.json()["error"] == "invalid_client"
        assert party.http("POST", "/login/oauth/par", data=party.fields()).status_code == 401
        assert party.http("POST", "/login/oauth/par", data={"state": "x"}).status_code == 401

    @pytest.mark.parametrize("wrong, error", [
        ({"request_uri": PREFIX + "x"}, "invalid_request"), ({"redirect_uri": "https://evil.example.com/"}, "invalid_request"),
        ({"redirect_uri": None}, "invalid_request"), ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": None}, "unsupported_response_type"), ({"scope": "\"x\""}, "invalid_scope"),
        ({"code_challenge": "short", "code_challenge_method": "S256"}, "invalid_request"), ({"prompt": "none login"}, "invalid_request"),
        ({"max_age": "x"}, "invalid_request"), ({"claims": "[]"}, "invalid_request"), ({"state": "x" * 9000}, "invalid_request"),
        ({"dpop_jkt": "x"}, "invalid_request"), ({"resource": "https://elsewhere.example.com"}, "invalid_target"),
        ({"response_mode": "fragment"}, "invalid_request"),
        ({"claims": '{"id_token": {"acr": {"essential": true, "value": "gold"}}}'}, "unmet_authentication_requirements"),
        ({"request": "x"}, "request_not_supported"), ({"registration": "{}"}, "registration_not_supported")])
    def test_2_1_is_checked_as_at_the_authorization_endpoint(self, party, wrong, error):
        assert push(party, 400, **wrong)["error"] == error

    def test_2_1_no_parameter_is_sent_twice(self, party):
        form = [*party.fields().items(), *party.client().items(), ("state", "again")]
        answer = party.http("POST", "/login/oauth/par", data=form)
        assert answer.status_code == 400 and answer.json()["error"] == "invalid_request"

    @pytest.mark.parametrize("how", [{"json": {"client_id": "x"}}, {"data": "client_id=%ff%fe", "headers": {"Content-Type": "application/x-www-form-urlencoded"}},
                                     {"data": b"\0" * 100}, {"data": {"client_id": "a\0b"}}, {"data": {"state": "x" * 70000}}])
    def test_of_anything_else_is_a_clear_refusal(self, party, how):
        answer = party.http("POST", "/login/oauth/par", **how)
        assert answer.status_code in (400, 401, 413) and answer.json()["error"]

    def test_a_get_is_none(self, party):
        assert party.http("GET", "/login/oauth/par").status_code == 405

    def test_a_public_client_leaves_nothing_behind(self, public_party, server, run_sql):
        for _ in range(3):
            push(public_party)
        assert run_sql(f"SELECT count(*) FROM oauth2_pushed_request r JOIN oauth2_application p ON p.id = r.application_id"
                       f" WHERE p.client_id = '{public_party.id}'") == 0
        assert push(public_party, 400, state="x" * 7000)["error"] == "invalid_request", "it travels in addresses"

    def test_2_3_one_client_has_so_many_and_no_more(self, party, run_sql):
        uri = push(party)["request_uri"]
        assert uri
        run_sql("INSERT INTO oauth2_pushed_request (hash, application_id, parameters, expires_at)"
                " WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
                f" SELECT 'full-{party.id}-' || i, {party.made['id']}, '[]', 9999999999 FROM n")
        assert push(party, 429)["error"] == "temporarily_unavailable"


class TestTheAuthorizationRequest:
    def test_4_is_what_was_pushed(self, any_party, ann):
        uri = push(any_party, scope="openid", state="pushed", nonce="n", **PKCE)["request_uri"]
        open_pushed(any_party, ann, uri)
        told = code_of(ann)
        assert told["state"] == "pushed"
        tokens = any_party.exchange(told["code"], code_verifier=VERIFIER)
        assert any_party.id_claims(tokens, nonce="n")["sub"] == ann.id

    def test_4_nothing_beside_it_counts(self, party, ann):
        uri = push(party, scope="openid", state="pushed")["request_uri"]
        open_pushed(party, ann, uri, state="beside", scope="openid write:admin", redirect_uri="https://evil.example.com/", prompt="none")
        assert "evil" not in ann.page and "administration" not in ann.page
        assert code_of(ann)["state"] == "pushed"

    def test_4_survives_signing_in(self, any_party, new_user, server):
        from visitor import Visitor
        browser, person = Visitor(server.url), new_user()
        uri = push(any_party, scope="openid", state="later")["request_uri"]
        open_pushed(any_party, browser, uri)
        assert browser.location.startswith("/user/login")
        browser.follow()
        browser.submit("/user/login", {"user_name": person.name, "password": PASSWORD})
        browser.follow()
        assert code_of(browser)["state"] == "later"

    def test_4_with_prompt_login_the_person_signs_in_again(self, any_party, ann):
        uri = push(any_party, scope="openid", prompt="login", state="again")["request_uri"]
        open_pushed(any_party, ann, uri)
        ann.follow()
        ann.submit("/user/login", {"user_name": ann.name, "password": PASSWORD})
        ann.follow()
        assert code_of(ann)["state"] == "again"

    def test_4_of_another_client_is_not_known(self, any_party, new_party, ann):
        uri = push(any_party)["request_uri"]
        answer = open_pushed(any_party, ann, uri, client_id=new_party().id)
        assert answer.status_code == 400 and "invalid_request_uri" in ann.page
        answer = open_pushed(any_party, ann, uri, client_id="")
        open_pushed(any_party, ann, uri)
        code_of(ann)

    @pytest.mark.parametrize("uri", [PREFIX, PREFIX + "x", PREFIX + "x.y", PREFIX + "." * 20000, PREFIX + "e30.e30", PREFIX + "%00"])
    def test_4_of_nobody_is_not_known(self, party, ann, uri):
        answer = open_pushed(party, ann, uri)
        assert answer.status_code in (400, 431) and "Location" not in answer.headers

    def test_7_3_is_good_once(self, any_party, ann, person):
        uri = push(any_party, scope="openid")["request_uri"]
        open_pushed(any_party, ann, uri)
        assert open_pushed(any_party, ann, uri).status_code == 200, "the person looks at the page again"
        code_of(ann)
        for browser in (ann, person()):
            assert open_pushed(any_party, browser, uri).status_code == 400 and "invalid_request_uri" in browser.page

    def test_7_3_a_page_that_one_person_reads_is_nobody_elses(self, any_party, ann, person):
        uri = push(any_party, scope="openid")["request_uri"]
        open_pushed(any_party, ann, uri)
        bob = person()
        assert open_pushed(any_party, bob, uri).status_code == 400
        code_of(ann)

    def test_7_3_a_refusal_uses_it_up_as_well(self, any_party, ann):
        uri = push(any_party, scope="openid")["request_uri"]
        open_pushed(any_party, ann, uri)
        ann.submit("/login/oauth/grant", {"granted": "false"})
        assert parameters(ann.location)["error"] == "access_denied"
        assert open_pushed(any_party, ann, uri).status_code == 400
        silent = push(any_party, scope="openid", prompt="none")["request_uri"]
        open_pushed(any_party, ann, silent)
        assert parameters(ann.location)["error"] == "consent_required"
        assert open_pushed(any_party, ann, silent).status_code == 400

    def test_7_3_of_many_at_once_one_gets_a_code(self, party, ann):
        party.approve(ann, scope="openid")
        uri = push(party, scope="openid")["request_uri"]
        address = party.address(**{**dict.fromkeys(party.fields()), "client_id": party.id, "request_uri": uri})
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda _: party.http("GET", address, cookies=ann.session.cookies), range(6)))
        codes = [a for a in answers if a.status_code == 303 and "code=" in a.headers["Location"]]
        assert len(codes) == 1, [(a.status_code, a.headers.get("Location")) for a in answers]

    def test_2_2_ends_with_time(self, party, ann, run_sql):
        uri = push(party)["request_uri"]
        run_sql(f"UPDATE oauth2_pushed_request SET expires_at = 1 WHERE application_id = {party.made['id']}")
        assert open_pushed(party, ann, uri).status_code == 400

    def test_an_application_that_is_gone_is_told_to_the_person(self, party, ann):
        uri = push(party)["request_uri"]
        party.owner.delete(f"/user/applications/oauth2/{party.made['id']}", expect=204)
        assert open_pushed(party, ann, uri).status_code == 400


class TestMetadata:
    def test_5_names_the_endpoint(self, party, server):
        told = party.metadata()
        assert told["pushed_authorization_request_endpoint"] == server.url + "/login/oauth/par"
        assert told["require_pushed_authorization_requests"] is False

    def test_6_a_client_may_push_always(self, new_party, ann):
        party = new_party(require_pushed_authorization_requests=True)
        assert party.made["require_pushed_authorization_requests"] is True
        party.ask(ann, scope="openid", state="s")
        assert parameters(ann.location).items() >= {"error": "invalid_request", "state": "s"}.items()
        open_pushed(party, ann, push(party, scope="openid")["request_uri"])
        code_of(ann)
        # A change by somebody who does not know the member leaves it alone.
        changed = party.owner.call("PATCH", f"/user/applications/oauth2/{party.made['id']}",
                                   {"name": "x", "redirect_uris": [REDIRECT], "confidential_client": True}).json()
        assert changed["require_pushed_authorization_requests"] is True
