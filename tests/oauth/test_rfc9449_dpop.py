"""RFC 9449: tokens that are bound to a key, and proofs that the key is there."""
import base64
import json
import time

import pytest
from client import PASSWORD, Client
from client_key import ClientKey
from pushed_request import code_of, open_pushed, push
from relying_party import REDIRECT, RelyingParty, parameters
from visitor import Visitor


class Holder:
    """A key that an application shows at every request."""

    def __init__(self, party, algorithm="ES256"):
        self.party, self.key, self.url = party, ClientKey(algorithm), party.url

    def token_proof(self, **how):
        return {"DPoP": self.key.proof("POST", self.url + "/login/oauth/access_token", **how)}

    def exchange(self, code, expect=200, **more):
        return self.party.exchange(code, expect, **{"headers": self.token_proof(), **more})

    def refresh(self, token, expect=200, **more):
        return self.party.refresh(token, expect, **{"headers": self.token_proof(), **more})

    def tokens(self, visitor, **more):
        return self.exchange(self.party.approve(visitor, **more)["code"])

    def call(self, token, path="/api/v1/user", method="GET", scheme="DPoP", headers=None, proof=None, **how):
        proof = proof or self.key.proof(method, self.url + path.split("?")[0], token, **how)
        return self.party.http(method, path, headers={"Authorization": f"{scheme} {token}", "DPoP": proof, **(headers or {})})


@pytest.fixture
def holder(party):
    return Holder(party)


@pytest.fixture
def public_holder(public_party):
    return Holder(public_party)


def challenge(answer, error):
    """7.1: what a resource says when it refuses."""
    assert answer.status_code == 401, answer.text
    header = answer.headers["WWW-Authenticate"]
    assert "DPoP " in header and f'error="{error}"' in header and 'algs="' in header and "ES256" in header, header
    return True


class TestTheTokenEndpoint:
    @pytest.mark.parametrize("algorithm", ["ES256", "EdDSA", "RS256"])
    def test_5_binds_what_it_gives(self, party, ann, algorithm):
        holder = Holder(party, algorithm)
        tokens = holder.tokens(ann, scope="openid")
        assert tokens["token_type"] == "DPoP"
        assert party.verify(tokens["access_token"])["cnf"] == {"jkt": holder.key.thumbprint}, "6.1"
        assert holder.call(tokens["access_token"]).json()["login"] == ann.name

    def test_5_without_a_proof_nothing_is_bound(self, party, ann):
        tokens = party.tokens(ann)
        assert tokens["token_type"] == "bearer" and "cnf" not in party.verify(tokens["access_token"])

    def test_5_refresh_tokens_of_public_clients_are_bound(self, public_holder, ann):
        tokens = public_holder.tokens(ann)
        other = Holder(public_holder.party)
        assert other.refresh(tokens["refresh_token"], 400)["error"] == "invalid_grant"
        assert public_holder.party.refresh(tokens["refresh_token"], 400)["error"] == "invalid_grant"
        again = public_holder.refresh(tokens["refresh_token"])
        assert again["token_type"] == "DPoP" and public_holder.call(again["access_token"]).status_code == 200

    def test_5_a_part_of_what_was_approved_is_bound_as_well(self, public_holder, ann, run_sql):
        """RFC 6749, 6, and RFC 8707, 2.2: less scope, and for less. A request for too much uses nothing up."""
        party = public_holder.party
        tokens = public_holder.tokens(ann, scope="openid write:user read:repository", resource=party.url + "/api/v1")
        for wider, error in (({"scope": "all"}, "invalid_scope"), ({"resource": party.url}, "invalid_target")):
            assert public_holder.refresh(tokens["refresh_token"], 400, **wider)["error"] == error
        run_sql("UPDATE oauth2_family SET rotated_at = rotated_at - 31")
        less = public_holder.refresh(tokens["refresh_token"], scope="read:user", resource=party.url + "/api/v1")
        assert less["token_type"] == "DPoP" and less["scope"] == "read:user"
        told = party.verify(less["access_token"])
        assert told["cnf"] == {"jkt": public_holder.key.thumbprint} and told["aud"] == party.url + "/api/v1" and told["scope"] == "read:user"
        assert public_holder.call(less["access_token"]).status_code == 200
        refused = public_holder.call(less["access_token"], "/api/v1/user/repos")
        assert refused.status_code == 403
        assert refused.headers["WWW-Authenticate"].startswith('DPoP realm="Cairn", error="insufficient_scope", scope="read:repository read:user", algs="')

    def test_5_confidential_clients_may_change_the_key(self, holder, ann):
        tokens = holder.tokens(ann)
        other = Holder(holder.party)
        again = other.refresh(tokens["refresh_token"])
        assert other.call(again["access_token"]).status_code == 200
        challenge(holder.call(again["access_token"]), "invalid_token")
        assert holder.party.refresh(tokens["refresh_token"])["token_type"] == "bearer"

    def test_5_2_a_client_may_want_bound_tokens_alone(self, new_party, ann):
        party = new_party(dpop_bound_access_tokens=True)
        code = party.approve(ann)["code"]
        assert party.exchange(code, 400)["error"] == "invalid_dpop_proof"
        assert Holder(party).exchange(code)["token_type"] == "DPoP"

    @pytest.mark.parametrize("wrong", [
        {"header": {"typ": "JWT"}}, {"header": {"typ": None}}, {"header": {"jwk": None}}, {"header": {"jwk": {}}}, {"header": {"jwk": "x"}},
        {"htm": "GET"}, {"htm": None}, {"htm": "post"}, {"htu": "https://elsewhere.example.com/"},
        {"htu": None}, {"htu": 1}, {"iat": None}, {"iat": "now"}, {"iat": 1}, {"iat": 9999999999}, {"jti": None}, {"jti": ""}, {"jti": "x" * 9000},
        {"jti": []}])
    def test_4_3_a_proof_that_is_none(self, holder, ann, wrong):
        code = holder.party.approve(ann)["code"]
        target = {"url": wrong.pop("htu")} if "htu" in wrong else {}
        method = wrong.pop("htm") if "htm" in wrong else "POST"
        proof = holder.key.proof(method, target.get("url", holder.url + "/login/oauth/access_token"), **wrong)
        assert holder.exchange(code, 400, headers={"DPoP": proof})["error"] == "invalid_dpop_proof"
        holder.exchange(code)  # which nothing has used up

    def test_4_3_signed_by_another_key(self, holder, ann):
        code = holder.party.approve(ann)["code"]
        other = ClientKey().public
        assert holder.exchange(code, 400, headers=holder.token_proof(header={"jwk": other}))["error"] == "invalid_dpop_proof"
        private = holder.token_proof(header={"jwk": holder.key.private})
        assert holder.exchange(code, 400, headers=private)["error"] == "invalid_dpop_proof"

    @pytest.mark.parametrize("proof", ["x", "", "..", "a.b.c", "e30.e30.e30", "\xe9", "." * 3000])
    def test_4_3_what_is_no_token(self, holder, ann, proof):
        code = holder.party.approve(ann)["code"]
        assert holder.exchange(code, 400, headers={"DPoP": proof.encode("latin-1")})["error"] == "invalid_dpop_proof"

    def test_4_3_none_and_secrets_are_no_algorithms(self, holder, ann):
        code = holder.party.approve(ann)["code"]
        head, body, signature = holder.token_proof()["DPoP"].split(".")
        for algorithm in ("none", "HS256", "ES384", "x"):
            changed = json.loads(base64.urlsafe_b64decode(head + "=="))
            changed["alg"] = algorithm
            encoded = base64.urlsafe_b64encode(json.dumps(changed).encode()).rstrip(b"=").decode()
            for end in (signature, ""):
                assert holder.exchange(code, 400, headers={"DPoP": f"{encoded}.{body}.{end}"})["error"] == "invalid_dpop_proof"

    def test_4_3_two_of_them(self, holder, ann):
        import http.client
        import urllib.parse
        code = holder.party.approve(ann)["code"]
        connection = http.client.HTTPConnection("127.0.0.1", urllib.parse.urlsplit(holder.url).port, timeout=30)
        body = urllib.parse.urlencode({"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT, **holder.party.client()})
        connection.putrequest("POST", "/login/oauth/access_token")
        for name, value in (("Content-Type", "application/x-www-form-urlencoded"), ("Content-Length", str(len(body))),
                            ("DPoP", holder.token_proof()["DPoP"]), ("DPoP", holder.token_proof()["DPoP"])):
            connection.putheader(name, value)
        connection.endheaders(body.encode())
        answer = connection.getresponse()
        assert answer.status == 400 and json.load(answer)["error"] == "invalid_dpop_proof"

    def test_11_1_a_proof_is_good_once(self, holder, ann):
        proof = holder.token_proof()
        tokens = holder.exchange(holder.party.approve(ann)["code"], headers=proof)
        assert holder.refresh(tokens["refresh_token"], 400, headers=proof)["error"] == "invalid_dpop_proof"
        holder.refresh(tokens["refresh_token"])

    def test_4_3_the_address_in_another_spelling(self, holder, ann):
        address = holder.url + "/login/oauth/access_token"
        for spelled in (address.replace("http://", "HTTP://"), address + "?x=1", address + "#x", address.replace("oauth", "%6Fauth")):
            tokens = holder.exchange(holder.party.approve(ann)["code"], headers={"DPoP": holder.key.proof("POST", spelled)})
            assert tokens["token_type"] == "DPoP"

    def test_11_1_clocks_differ_a_little(self, holder, ann):
        for seconds in (-200, 30):
            holder.exchange(holder.party.approve(ann)["code"], headers=holder.token_proof(iat=int(time.time()) + seconds))


class TestTheCode:
    """10: dpop_jkt."""

    def test_10_is_bound_to_the_key_that_was_announced(self, holder, ann):
        code = holder.party.approve(ann, dpop_jkt=holder.key.thumbprint)["code"]
        assert Holder(holder.party).exchange(code, 400)["error"] == "invalid_grant"
        assert holder.party.exchange(code, 400)["error"] == "invalid_grant"
        assert holder.exchange(code)["token_type"] == "DPoP"

    def test_10_what_is_no_thumbprint(self, holder, ann):
        holder.party.ask(ann, dpop_jkt="x")
        assert parameters(ann.location)["error"] == "invalid_request"

    def test_10_1_in_a_pushed_request(self, holder, ann):
        open_pushed(holder.party, ann, push(holder.party, dpop_jkt=holder.key.thumbprint)["request_uri"])
        code = code_of(ann)["code"]
        assert Holder(holder.party).exchange(code, 400)["error"] == "invalid_grant"
        holder.exchange(code)

    def test_10_1_a_proof_beside_a_pushed_request_says_the_same(self, holder, ann):
        party = holder.party

        def pushed(expect=201, **more):
            answer = party.http("POST", "/login/oauth/par", data={**party.fields(**more), **party.client()},
                                headers={"DPoP": holder.key.proof("POST", party.url + "/login/oauth/par")})
            assert answer.status_code == expect, answer.text
            return answer.json()
        open_pushed(party, ann, pushed()["request_uri"])
        code = code_of(ann)["code"]
        assert Holder(party).exchange(code, 400)["error"] == "invalid_grant"
        holder.exchange(code)
        pushed(dpop_jkt=holder.key.thumbprint)
        assert pushed(400, dpop_jkt=ClientKey().thumbprint)["error"] == "invalid_dpop_proof"


class TestResources:
    def test_7_2_a_bound_token_is_no_bearer_token(self, holder, ann):
        token = holder.tokens(ann)["access_token"]
        challenge(holder.call(token, scheme="Bearer"), "invalid_token")
        challenge(holder.call(token, scheme="token"), "invalid_token")
        for query in ("token", "access_token"):
            assert holder.party.http("GET", f"/api/v1/user?{query}={token}").status_code == 401
        form = holder.party.http("POST", "/login/oauth/userinfo", data={"access_token": token})
        assert form.status_code == 401

    def test_7_1_needs_a_proof_of_its_key(self, holder, ann):
        token = holder.tokens(ann)["access_token"]
        answer = holder.party.http("GET", "/api/v1/user", headers={"Authorization": f"DPoP {token}"})
        challenge(answer, "invalid_dpop_proof")
        challenge(Holder(holder.party).call(token), "invalid_token")
        challenge(holder.call(token, proof=holder.key.proof("GET", holder.url + "/api/v1/user")), "invalid_dpop_proof")
        challenge(holder.call(token, ath="x"), "invalid_dpop_proof")
        challenge(holder.call(token, proof=holder.key.proof("POST", holder.url + "/api/v1/user", token)), "invalid_dpop_proof")
        challenge(holder.call(token, proof=holder.key.proof("GET", holder.url + "/api/v1/repos/search", token)), "invalid_dpop_proof")

    def test_7_1_a_token_that_is_not_bound_is_none_for_dpop(self, holder, ann, new_token):
        challenge(holder.call(holder.party.tokens(ann)["access_token"]), "invalid_token")
        api_token = new_token(ann.api, "read:user").made["sha1"]
        assert holder.call(api_token).status_code == 401
        challenge(holder.call("nonsense"), "invalid_token")

    def test_11_1_a_proof_is_good_once(self, holder, ann):
        token = holder.tokens(ann)["access_token"]
        proof = holder.key.proof("GET", holder.url + "/api/v1/user", token)
        assert holder.call(token, proof=proof).status_code == 200
        challenge(holder.call(token, proof=proof), "invalid_dpop_proof")

    def test_the_query_is_no_part_of_the_address(self, holder, ann):
        token = holder.tokens(ann)["access_token"]
        assert holder.call(token, "/api/v1/repos/search?limit=1").status_code == 200
        assert holder.call(token, "/api/v1/user/repos", "POST", headers={"Content-Type": "application/json"}).status_code == 422

    def test_the_userinfo_endpoint(self, holder, ann):
        token = holder.tokens(ann, scope="openid read:user")["access_token"]
        answer = holder.call(token, "/login/oauth/userinfo")
        assert answer.status_code == 200 and answer.json()["sub"] == ann.id
        challenge(holder.call(token, "/login/oauth/userinfo", scheme="Bearer"), "invalid_token")

    def test_git_over_http(self, holder, ann):
        ann.api.post("/user/repos", {"name": "work", "private": True, "auto_init": True}, expect=201)
        token = holder.tokens(ann)["access_token"]
        refs = f"/{ann.name}/work.git/info/refs?service=git-upload-pack"
        assert holder.call(token, refs).status_code == 200
        assert holder.party.http("GET", refs, auth=("x", token)).status_code == 401, "as a password it is a bearer token"
        assert holder.party.http("GET", refs, auth=(token, "x-oauth-basic")).status_code == 401
        unbound = holder.party.tokens(ann)["access_token"]
        assert holder.party.http("GET", refs, auth=("x", unbound)).status_code == 200

    def test_a_revoked_token(self, holder, ann):
        token = holder.tokens(ann)["access_token"]
        holder.party.revoke(token)
        challenge(holder.call(token), "invalid_token")


def test_6_2_introspection_tells_the_key(holder, ann):
    tokens = holder.tokens(ann)
    told = holder.party.introspect(tokens["access_token"])
    assert told["token_type"] == "DPoP" and told["cnf"] == {"jkt": holder.key.thumbprint}
    assert "cnf" not in holder.party.introspect(holder.party.tokens(ann)["access_token"])


def test_5_1_metadata(party):
    assert "ES256" in party.metadata()["dpop_signing_alg_values_supported"]
    assert not {"none", "HS256"} & set(party.metadata()["dpop_signing_alg_values_supported"])
    assert "ES256" in party.http("GET", "/.well-known/oauth-protected-resource").json()["dpop_signing_alg_values_supported"]


class TestNonces:
    """8 and 9, where the site wants them."""

    @pytest.fixture
    def strict(self, program):
        program.settings["oauth2"]["DPOP_NONCE"] = "true"
        program.write_config()
        program.create_user("owner", PASSWORD)
        program.start()
        visitor = Visitor(program.url)
        visitor.sign_in("owner", PASSWORD)
        return Holder(RelyingParty(program.url, Client(program.url, basic=("owner", PASSWORD)))), visitor

    def test_8_the_client_is_told_which_one(self, strict):
        holder, visitor = strict
        party = holder.party
        code = party.approve(visitor)["code"]
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT, **party.client()}
        refused = party.http("POST", "/login/oauth/access_token", data=form, headers=holder.token_proof())
        assert refused.status_code == 400 and refused.json()["error"] == "use_dpop_nonce"
        wrong = party.http("POST", "/login/oauth/access_token", data=form, headers=holder.token_proof(nonce="x"))
        assert wrong.json()["error"] == "use_dpop_nonce"
        nonce = refused.headers["DPoP-Nonce"]
        taken = party.http("POST", "/login/oauth/access_token", data=form, headers=holder.token_proof(nonce=nonce))
        assert taken.status_code == 200 and taken.headers["DPoP-Nonce"], taken.text
        token = taken.json()["access_token"]
        answer = holder.call(token)
        assert challenge(answer, "use_dpop_nonce")
        assert holder.call(token, nonce=answer.headers["DPoP-Nonce"]).status_code == 200
        assert party.tokens(visitor)["token_type"] == "bearer", "who binds nothing needs none"
