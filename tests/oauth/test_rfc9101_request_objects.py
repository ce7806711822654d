"""RFC 9101 (and OpenID Connect Core, 6): requests that the application has signed."""
import base64
import json
import time

import pytest
from client_key import ClientKey
from pushed_request import code_of, open_pushed, push
from relying_party import REDIRECT, parameters

TYPE = "oauth-authz-req+jwt"


@pytest.fixture(scope="module")
def key():
    return ClientKey(kid="one")


@pytest.fixture
def signer(new_party, key):
    party = new_party(jwks=key.jwks)

    def sign(by=key, header=None, **claims):
        given = {"iss": party.id, "aud": party.metadata()["issuer"], "exp": int(time.time()) + 300, "client_id": party.id,
                 "redirect_uri": REDIRECT, "response_type": "code", "scope": "openid", "state": "inside", **claims}
        head = {"typ": TYPE, "kid": "one", **(header or {})}
        return by.sign({n: v for n, v in head.items() if v is not None}, {n: v for n, v in given.items() if v is not None})

    party.sign = sign
    return party


def ask(party, visitor, token, **beside):
    """Only client_id and request, as section 5 has it, and what is given."""
    visitor.open(party.address(**{**dict.fromkeys(party.fields()), "client_id": party.id, "request": token, **beside}))
    return visitor


def error_of(party, visitor, token):
    """With an address beside it that is registered, the application is told."""
    ask(party, visitor, token, redirect_uri=REDIRECT, state="beside")
    told = parameters(visitor.location)
    assert told["state"] == "beside"
    return told["error"]


def test_5_the_object_is_the_request(signer, ann):
    ask(signer, ann, signer.sign(nonce="n", max_age=3600))
    told = code_of(ann)
    assert told["state"] == "inside"
    assert signer.id_claims(signer.exchange(told["code"]), nonce="n")["sub"] == ann.id


def test_6_3_nothing_beside_it_counts(signer, ann):
    ask(signer, ann, signer.sign(), scope="write:admin", state="beside", redirect_uri="https://evil.example.com/", nonce="x")
    assert "evil" not in ann.page and "administration" not in ann.page
    assert code_of(ann)["state"] == "inside"


@pytest.mark.parametrize("algorithm", ["RS256", "ES384", "EdDSA"])
def test_6_2_by_any_asymmetric_algorithm(new_party, ann, algorithm):
    key = ClientKey(algorithm)
    party = new_party(jwks=key.jwks)
    assert algorithm in party.metadata()["request_object_signing_alg_values_supported"]
    ask(party, ann, key.sign({}, {"client_id": party.id, "redirect_uri": REDIRECT, "response_type": "code", "state": "s"}))
    assert code_of(ann)["state"] == "s"


def test_6_2_by_another_key(signer, ann):
    assert error_of(signer, ann, signer.sign(by=ClientKey(kid="one"))) == "invalid_request_object"
    assert error_of(signer, ann, signer.sign(header={"kid": "two"})) == "invalid_request_object"


def test_6_2_without_a_signature(signer, ann):
    def encoded(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()
    claims = {"client_id": signer.id, "redirect_uri": REDIRECT, "response_type": "code"}
    assert error_of(signer, ann, f"{encoded({'alg': 'none'})}.{encoded(claims)}.") == "invalid_request_object"
    head, body, signature = signer.sign().split(".")
    assert error_of(signer, ann, f"{head}.{encoded(claims)}.{signature}") == "invalid_request_object"
    assert error_of(signer, ann, f"{head}.{body}.") == "invalid_request_object"


def test_6_2_with_the_public_key_as_a_secret(signer, ann, key):
    from authlib.jose import jwt
    forged = jwt.encode({"alg": "HS256", "kid": "one"}, {"client_id": signer.id, "redirect_uri": REDIRECT, "response_type": "code"},
                        json.dumps(key.public)).decode()
    assert error_of(signer, ann, forged) == "invalid_request_object"


@pytest.mark.parametrize("claims", [
    {"client_id": None}, {"client_id": "another"}, {"iss": "another"}, {"aud": "https://elsewhere.example.com"}, {"aud": []}, {"aud": 1},
    {"exp": 1}, {"exp": "soon"}, {"nbf": 9999999999}, {"iat": 9999999999}, {"request": "x"}, {"request_uri": "x"}, {"state": "a\0b"}])
def test_6_3_what_was_not_made_for_this(signer, ann, claims):
    assert error_of(signer, ann, signer.sign(**claims)) == "invalid_request_object"


def test_10_8_what_is_about_the_client_itself(signer, ann):
    assert error_of(signer, ann, signer.sign(sub=signer.id)) == "invalid_request_object"


@pytest.mark.parametrize("kind", ["at+jwt", "logout+jwt", "dpop+jwt", "secevent+jwt"])
def test_10_8_tokens_of_another_type(signer, ann, kind):
    assert error_of(signer, ann, signer.sign(header={"typ": kind})) == "invalid_request_object"


@pytest.mark.parametrize("kind", [None, "JWT"])
def test_4_tokens_that_name_no_type(signer, ann, kind):
    ask(signer, ann, signer.sign(header={"typ": kind}, aud=None, iss=None, exp=None))
    assert code_of(ann)["state"] == "inside"


@pytest.mark.parametrize("token", ["x", "..", "a.b.c", "a.b.c.d.e", "eyJ.eyJ.eyJ", "é", "%00", "." * 5000])
def test_what_is_no_token(signer, ann, token):
    assert error_of(signer, ann, token) == "invalid_request_object"


@pytest.mark.parametrize("payload", ["[]", "1", "\"x\"", "", "{", "{\"client_id\": {}}", "{\"exp\": 1e400}", "\xff"])
def test_what_holds_no_request(signer, ann, payload):
    assert error_of(signer, ann, signer.sign.__defaults__[0].sign({"typ": TYPE}, payload)) == "invalid_request_object"


def test_7_without_an_address_that_is_known_the_person_is_told(signer, ann):
    ask(signer, ann, "x")
    assert ann.answer.status_code == 400 and "invalid_request_object" in ann.page
    ask(signer, ann, signer.sign(redirect_uri="https://evil.example.com/"))
    assert ann.answer.status_code == 400 and ann.location is None


def test_openid_core_6_1_what_is_said_twice_is_the_same(signer, ann):
    ask(signer, ann, signer.sign(), response_type="token")
    assert parameters(ann.location).items() >= {"error": "invalid_request", "state": "inside"}.items()


def test_a_client_without_keys_sends_none(party, ann, key):
    token = key.sign({}, {"client_id": party.id, "redirect_uri": REDIRECT, "response_type": "code"})
    party.ask(ann, request=token)
    assert parameters(ann.location)["error"] == "request_not_supported"


def test_9126_3_an_object_may_be_pushed(signer, ann):
    uri = push(signer, **{**dict.fromkeys(signer.fields()), "client_id": signer.id, "request": signer.sign()})["request_uri"]
    open_pushed(signer, ann, uri)
    assert code_of(ann)["state"] == "inside"
    assert push(signer, 400, request=signer.sign(exp=1))["error"] == "invalid_request_object"
    assert push(signer, 400, request=signer.sign(redirect_uri="https://evil.example.com/"))["error"] == "invalid_request"


class TestWhatTheClientHasRegistered:
    def test_10_5_that_its_requests_are_signed(self, new_party, ann, key):
        party = new_party(jwks=key.jwks, require_signed_request_object=True)
        party.ask(ann)
        assert parameters(ann.location)["error"] == "invalid_request"
        assert push(party, 400)["error"] == "invalid_request"
        assert push(party, 400, signed_request="true")["error"] == "invalid_request", "which nobody else can say"
        token = key.sign({"typ": TYPE}, {"client_id": party.id, "redirect_uri": REDIRECT, "response_type": "code", "state": "s"})
        ask(party, ann, token)
        assert code_of(ann)["state"] == "s"
        open_pushed(party, ann, push(party, request=token)["request_uri"])
        assert code_of(ann)["state"] == "s"

    def test_10_5_the_algorithm(self, new_party, ann):
        key, other = ClientKey("ES256"), ClientKey("EdDSA")
        party = new_party(jwks={"keys": [key.public, other.public]}, request_object_signing_alg="EdDSA")
        claims = {"client_id": party.id, "redirect_uri": REDIRECT, "response_type": "code"}
        assert error_of(party, ann, key.sign({}, claims)) == "invalid_request_object"
        ask(party, ann, other.sign({}, claims))
        assert code_of(ann)["code"]

    @pytest.mark.parametrize("metadata", [
        {"jwks": []}, {"jwks": "x"}, {"jwks": {"keys": [1]}}, {"jwks": {"keys": [{"kty": "EC"}]}}, {"jwks": {"keys": "x"}},
        {"request_object_signing_alg": "none"}, {"request_object_signing_alg": "HS256"}, {"require_signed_request_object": True}])
    def test_what_makes_no_sense_is_refused(self, new_user, metadata):
        body = {"name": "x", "redirect_uris": [REDIRECT], "confidential_client": True, **metadata}
        answer = new_user().call("POST", "/user/applications/oauth2", body, expect=400)
        assert next(iter(metadata)) in answer.json()["message"], answer.text

    def test_private_halves_are_refused(self, new_user, key):
        body = {"name": "x", "redirect_uris": [REDIRECT], "jwks": {"keys": [key.private]}}
        answer = new_user().call("POST", "/user/applications/oauth2", body, expect=400)
        assert "private" in answer.json()["message"]

    def test_keys_can_be_taken_back(self, signer):
        body = {"name": "x", "redirect_uris": [REDIRECT], "confidential_client": True}
        address = f"/user/applications/oauth2/{signer.made['id']}"
        assert signer.owner.call("PATCH", address, body).json()["jwks"]
        assert "jwks" not in signer.owner.call("PATCH", address, {**body, "jwks": {"keys": []}}).json()
