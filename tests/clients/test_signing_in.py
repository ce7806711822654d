"""Libraries that sign people in: discovery, the code flow with PKCE, userinfo, refresh, introspection, revocation."""
import pytest
import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken
from client import PASSWORD, Client
from consent import approve
from installed import from_npm, talking_to
from relying_party import REDIRECT, VERIFIER, RelyingParty
from visitor import Visitor


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_authlib(server, party, ann, method):
    found = requests.get(server.url + "/.well-known/openid-configuration", timeout=30).json()
    client = OAuth2Session(party.id, party.secret, scope="openid profile email", redirect_uri=REDIRECT,
                           token_endpoint_auth_method=method, code_challenge_method="S256")
    address, state = client.create_authorization_url(found["authorization_endpoint"], nonce="n-1", code_verifier=VERIFIER)
    answer = approve(ann, address.removeprefix(server.url))
    token = client.fetch_token(found["token_endpoint"], authorization_response=answer, state=state, code_verifier=VERIFIER)
    keys = JsonWebKey.import_key_set(requests.get(found["jwks_uri"], timeout=30).json())
    claims = jwt.decode(token["id_token"], keys, claims_cls=CodeIDToken, claims_options={
        "iss": {"essential": True, "value": found["issuer"]}, "aud": {"essential": True, "value": party.id}},
        claims_params={"nonce": "n-1", "client_id": party.id, "access_token": token["access_token"]})
    claims.validate()
    assert client.get(found["userinfo_endpoint"]).json()["sub"] == claims["sub"] == ann.id
    renewed = client.refresh_token(found["token_endpoint"], token["refresh_token"])
    assert client.get(server.url + "/api/v1/user").json()["login"] == ann.name
    assert client.introspect_token(found["introspection_endpoint"], renewed["access_token"]).json()["active"] is True
    assert client.revoke_token(found["revocation_endpoint"], renewed["access_token"]).status_code == 200
    assert client.get(server.url + "/api/v1/user").status_code == 401


@pytest.mark.parametrize("confidential", [True, False], ids=["with a secret", "without"])
@pytest.mark.parametrize("script", [
    pytest.param("openid_client.js", marks=from_npm("openid-client")),
    pytest.param("openid_client_5.js", marks=from_npm("openid-client-5")),
    pytest.param("oauth4webapi.js", marks=from_npm("oauth4webapi")),
])
def test_node(server, new_party, ann, tmp_path, script, confidential):
    party = new_party(confidential=confidential)
    with talking_to(script, tmp_path) as client:
        client.say(issuer=server.url, id=party.id, secret=party.secret if confidential else None, redirect=REDIRECT)
        client.say(answer=approve(ann, client.hear()["address"].removeprefix(server.url)))
        found = client.hear()
    assert found["claims"]["sub"] == found["userinfo"]["sub"] == found["renewed"]["sub"] == ann.id
    assert found["userinfo"]["preferred_username"] == ann.name
    assert found["introspected"] is (True if confidential else None)
    party.user(found["access_token"], expect=401)  # the client has revoked what it was renewed with


@from_npm("openid-client")
@pytest.mark.parametrize("kind", ["with a secret", "without", "registers itself"])
def test_node_pushes_its_request_and_has_its_tokens_bound(program, tmp_path, kind):
    """RFC 9126, RFC 9449 with nonces of the site, RFC 7591."""
    program.settings["oauth2"].update({"DPOP_NONCE": "true", "DYNAMIC_REGISTRATION": "loopback"})
    program.write_config()
    program.create_user("owner", PASSWORD)
    program.start()
    visitor = Visitor(program.url)
    visitor.sign_in("owner", PASSWORD)
    redirect = "http://127.0.0.1:7777/callback"
    party = RelyingParty(program.url, Client(program.url, basic=("owner", PASSWORD)), confidential=kind == "with a secret", redirects=[redirect])
    told = {"issuer": program.url, "redirect": redirect}
    if kind != "registers itself":
        told |= {"id": party.id, "secret": party.secret if party.confidential else None}
    with talking_to("openid_client_bound.js", tmp_path) as client:
        client.say(**told)
        address = client.hear()["address"]
        assert "request_uri=" in address and "scope=" not in address
        client.say(answer=approve(visitor, address.removeprefix(program.url)))
        found = client.hear()
    assert found["type"].lower() == "dpop" and found["user"]["login"] == found["userinfo"]["preferred_username"] == "owner"
    party.user(found["access_token"], expect=401)  # as a bearer token it is worth nothing
