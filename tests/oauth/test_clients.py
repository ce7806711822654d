"""Clients that others have written: through discovery, sign-in, userinfo and refresh."""
import json
import os
import pathlib
import shutil
import subprocess

import pytest
import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken
from program import PATIENCE, wait_until
from relying_party import REDIRECT, VERIFIER

HERE = pathlib.Path(__file__).resolve().parent


def approve(visitor, address):
    """Does what the person does with an address that a client has opened for them; returns where that ends."""
    visitor.open(address)
    if visitor.answer.status_code == 200:
        visitor.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
    return visitor.location


class TestAuthlib:
    @pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
    def test_signs_somebody_in(self, server, party, ann, method):
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
        if method == "client_secret_basic":
            assert client.introspect_token(found["introspection_endpoint"], renewed["access_token"]).json()["active"] is True
        assert client.revoke_token(found["revocation_endpoint"], renewed["access_token"]).status_code == 200
        assert client.get(server.url + "/api/v1/user").status_code == 401


@pytest.mark.skipif(not (HERE / "node_modules" / "openid-client").exists(), reason="./test api installs openid-client")
class TestOpenidClient:
    @pytest.mark.parametrize("confidential", [True, False])
    def test_signs_somebody_in(self, server, new_party, ann, confidential):
        party = new_party(confidential=confidential)
        node = subprocess.Popen(["node", HERE / "openid_client.js"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            node.stdin.write(json.dumps({"issuer": server.url, "id": party.id, "secret": party.secret if confidential else None,
                                         "redirect": REDIRECT}) + "\n")
            node.stdin.flush()
            asked = json.loads(node.stdout.readline())
            answer = approve(ann, asked["address"].removeprefix(server.url))
            said, _ = node.communicate(json.dumps({"answer": answer}) + "\n", timeout=PATIENCE)
            found = json.loads(said)
        finally:
            node.kill()
        assert found["claims"]["sub"] == found["userinfo"]["sub"] == found["renewed"]["sub"] == ann.id
        assert found["userinfo"]["preferred_username"] == ann.name
        assert found["introspected"] is (True if confidential else None)
        party.user(found["access_token"], expect=401)  # the client has revoked it


@pytest.mark.skipif(shutil.which("git-credential-oauth") is None, reason="Debian has it from version 12 on")
class TestGitCredentialOauth:
    def test_git_clones_a_private_repository(self, server, ann, tmp_path):
        """git asks the helper, the helper opens a browser; here that is a script that writes down the address."""
        ann.api.post("/user/repos", {"name": "quiet", "private": True, "auto_init": True}, expect=201)
        written, browser = tmp_path / "address", tmp_path / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" > {written}.new && mv {written}.new {written}\n')
        browser.chmod(0o755)
        home = {**{name: value for name, value in os.environ.items() if not name.startswith("GIT_")}, "BROWSER": str(browser),
                "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "no_proxy": "127.0.0.1"}
        for name, value in (("credential.helper", "oauth"),
                            (f"credential.{server.url}.oauthClientId", "a4792ccc-144e-407e-86c9-5e7d8d9c3269"),
                            (f"credential.{server.url}.oauthScopes", "read:repository write:repository"),
                            (f"credential.{server.url}.oauthAuthURL", "/login/oauth/authorize"),
                            (f"credential.{server.url}.oauthTokenURL", "/login/oauth/access_token")):
            subprocess.run(["git", "config", "--global", name, value], env=home, check=True)
        git = subprocess.Popen(["git", "clone", f"{server.url}/{ann.name}/quiet.git", tmp_path / "quiet"], env=home,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            wait_until(lambda: written.exists() or git.poll() is not None, "git-credential-oauth to open the browser")
            assert written.exists(), git.communicate()[0]
            back = approve(ann, written.read_text().strip().removeprefix(server.url))
            assert back.startswith("http://127.0.0.1:")
            requests.get(back, timeout=30)
            said, _ = git.communicate(timeout=PATIENCE)
        finally:
            git.kill()
        assert git.returncode == 0, said
        assert (tmp_path / "quiet" / "README.md").exists()
