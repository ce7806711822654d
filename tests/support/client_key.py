"""Keys of clients: what they sign with (RFC 9101), and what they prove that they have (RFC 9449)."""
import base64
import hashlib
import secrets
import time

from authlib.jose import JsonWebKey, JsonWebSignature
from authlib.common.encoding import to_bytes
import json

KINDS = {"ES256": ("EC", "P-256"), "ES384": ("EC", "P-384"), "ES512": ("EC", "P-521"), "RS256": ("RSA", 2048), "EdDSA": ("OKP", "Ed25519")}


def generate(algorithm, kid):
    """Authlib drops the zeros that a coordinate begins with, which RFC 7518, 6.2.1.2 forbids: such keys are not taken."""
    while True:
        key = JsonWebKey.generate_key(*KINDS[algorithm], is_private=True, options={"kid": kid} if kid else None)
        told = key.as_dict(is_private=False)
        if "y" not in told or len(told["x"]) == len(told["y"]) == {"P-256": 43, "P-384": 64, "P-521": 88}[told["crv"]]:
            return key


class ClientKey:
    def __init__(self, algorithm="ES256", kid=None):
        self.algorithm = algorithm
        self.key = generate(algorithm, kid)
        self.public = {name: value for name, value in self.key.as_dict(is_private=False).items() if name != "kid" or kid}
        self.private = self.key.as_dict(is_private=True)

    @property
    def jwks(self):
        return {"keys": [self.public]}

    @property
    def thumbprint(self):
        return self.key.thumbprint()

    def sign(self, header, claims):
        payload = claims if isinstance(claims, (str, bytes)) else json.dumps(claims)
        signed = JsonWebSignature(algorithms=list(KINDS)).serialize_compact({"alg": self.algorithm, **header}, to_bytes(payload), self.key)
        return signed.decode()

    # ---- RFC 9449

    def proof(self, method, url, token=None, header=None, **claims):
        """A claim or a header that is None is left out."""
        given = {"jti": secrets.token_urlsafe(16), "htm": method, "htu": url, "iat": int(time.time()), **claims}
        if token:
            given.setdefault("ath", base64.urlsafe_b64encode(hashlib.sha256(token.encode()).digest()).rstrip(b"=").decode())
        head = {"typ": "dpop+jwt", "jwk": self.public, **(header or {})}
        return self.sign({n: v for n, v in head.items() if v is not None}, {n: v for n, v in given.items() if v is not None})
