"""An application that people sign in to, as RFC 6749 and OpenID Connect have it: it asks, exchanges, refreshes, verifies."""
import base64
import hashlib
import secrets
import urllib.parse

import requests
from authlib.jose import JsonWebKey, JsonWebToken

REDIRECT = "https://client.example.com/callback"
VERIFIER = "a-verifier-of-at-least-43-characters-0123456789"
ALGORITHMS = ["RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "EdDSA", "HS256", "HS384", "HS512"]


def s256(verifier):
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


PKCE = {"code_challenge": s256(VERIFIER), "code_challenge_method": "S256"}


def basic(name, password):
    pair = f"{urllib.parse.quote(name, safe='')}:{urllib.parse.quote(password, safe='')}"
    return {"Authorization": "Basic " + base64.b64encode(pair.encode()).decode()}


def parameters(address):
    """The query of an address; each parameter once."""
    found = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query, keep_blank_values=True)
    assert all(len(values) == 1 for values in found.values()), address
    return {name: values[0] for name, values in found.items()}


def sayable(description):
    """RFC 6749, 4.1.2.1 and 5.2: the characters that an error's description may have."""
    return description != "" and all(" " <= c <= "~" and c not in "\"\\" for c in description)


class RelyingParty:
    """Registered by `owner` (a Client). `url` is the provider's."""

    def __init__(self, url, owner, confidential=True, redirects=(REDIRECT,), skip=False, name="Test application", **metadata):
        self.url, self.confidential, self.redirect = url, confidential, redirects[0]
        self.owner = owner
        self.made = owner.post("/user/applications/oauth2", {
            "name": name, "redirect_uris": list(redirects), "confidential_client": confidential,
            "skip_secondary_authorization": skip, **metadata}, expect=201).json()
        self.id, self.secret = self.made["client_id"], self.made["client_secret"]

    def http(self, method, path, **more):
        session = requests.Session()
        session.trust_env = False
        return session.request(method, self.url + path, timeout=30, allow_redirects=False, **more)

    # ---- the front channel

    def fields(self, **more):
        """An authorization request; a parameter given as None is left out."""
        given = {"client_id": self.id, "redirect_uri": self.redirect, "response_type": "code", "state": secrets.token_hex(8),
                 **({} if self.confidential else PKCE), **more}
        return {name: value for name, value in given.items() if value is not None}

    def address(self, **more):
        return "/login/oauth/authorize?" + urllib.parse.urlencode(self.fields(**more))

    def ask(self, visitor, **more):
        """Sends the visitor to the provider; what the application then gets is in visitor.answer."""
        visitor.open(self.address(**more))
        return visitor

    def approve(self, visitor, **more):
        """The whole front channel: asks, has it approved where a page asks for it, and returns the answer's parameters."""
        self.ask(visitor, **more)
        if visitor.answer.status_code == 200:
            visitor.submit("/login/oauth/grant", {"granted": "true"})
        assert visitor.answer.status_code == 303, visitor.page
        assert visitor.location.startswith(more.get("redirect_uri", self.redirect).split("?")[0] + "?"), visitor.location
        return parameters(visitor.location)

    # ---- the back channel

    def client(self):
        return {"client_id": self.id, **({"client_secret": self.secret} if self.confidential else {})}

    def token(self, expect=200, headers=None, json=None, **form):
        body = {name: value for name, value in form.items() if value is not None}
        answer = self.http("POST", "/login/oauth/access_token", headers=headers, **({"json": json} if json else {"data": body}))
        assert answer.status_code == expect, answer.text
        assert answer.headers["Cache-Control"] == "no-store", "RFC 6749, 5.1"
        if expect in (400, 401) and answer.headers["Content-Type"].startswith("application/json"):
            assert set(answer.json()) == {"error", "error_description"} and sayable(answer.json()["error_description"]), answer.text
        return answer.json() if answer.headers["Content-Type"].startswith("application/json") else answer

    def exchange(self, code, expect=200, **more):
        proof = {} if self.confidential else {"code_verifier": VERIFIER}
        return self.token(expect, **{"grant_type": "authorization_code", "code": code, "redirect_uri": self.redirect,
                                     **self.client(), **proof, **more})

    def refresh(self, token, expect=200, **more):
        return self.token(expect, **{"grant_type": "refresh_token", "refresh_token": token, **self.client(), **more})

    def tokens(self, visitor, **more):
        """All of it: the token endpoint's answer."""
        return self.exchange(self.approve(visitor, **more)["code"], redirect_uri=more.get("redirect_uri", self.redirect))

    def introspect(self, token, expect=200, **more):
        answer = self.http("POST", "/login/oauth/introspect", data={"token": token}, headers=basic(self.id, self.secret), **more)
        assert answer.status_code == expect, answer.text
        return answer.json()

    def revoke(self, token, expect=200, **more):
        answer = self.http("POST", "/login/oauth/revoke", data={"token": token, **self.client(), **more})
        assert answer.status_code == expect, answer.text
        return answer

    def userinfo(self, token, expect=200, method="GET", **more):
        answer = self.http(method, "/login/oauth/userinfo", **({"headers": {"Authorization": f"Bearer {token}"}} | more))
        assert answer.status_code == expect, answer.text
        return answer.json() if expect == 200 else answer

    def user(self, token, expect=200):
        answer = self.http("GET", "/api/v1/user", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == expect, answer.text
        return answer.json()

    # ---- tokens

    def metadata(self):
        return self.http("GET", "/.well-known/openid-configuration").json()

    def keys(self):
        """Those with a public half: of a secret, the site tells no more than that there is one."""
        told = self.http("GET", "/login/oauth/keys").json()["keys"]
        return JsonWebKey.import_key_set({"keys": [key for key in told if key["kty"] != "oct"]})

    def verify(self, token):
        """The claims of a token that one of the provider's published keys has signed."""
        claims = JsonWebToken(ALGORITHMS).decode(token, self.keys())
        return claims

    def id_claims(self, answer, nonce=None):
        """OpenID Connect Core, 3.1.3.7: the checks that a client makes."""
        claims = self.verify(answer["id_token"])
        assert claims.header["alg"] == "RS256" and claims.header["kid"]
        assert claims["iss"] == self.metadata()["issuer"]
        assert claims["aud"] == [self.id]
        assert claims.get("azp", self.id) == self.id
        claims.validate()  # exp, iat
        assert claims.get("nonce") == nonce
        assert isinstance(claims["sub"], str) and 0 < len(claims["sub"]) <= 255
        digest = hashlib.sha256(answer["access_token"].encode()).digest()
        assert claims["at_hash"] == base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()
        return claims
