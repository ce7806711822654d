"""A provider of OpenID Connect that says whatever a test wants: for what none that is honest would say."""
import base64
import contextlib
import http.server
import json
import threading
import time
import urllib.parse

from authlib.jose import JsonWebKey, JsonWebToken


class SeemingProvider:
    """`claims` and `document` are changes of what an honest one would say (None: left out); `sign` makes the token. What it
    was asked is in `asked`: (method, path, headers, form)."""

    def __init__(self, address="127.0.0.1"):
        self.key = JsonWebKey.generate_key("EC", "P-256", {"kid": "one", "use": "sig", "alg": "ES256"}, is_private=True)
        self.claims, self.document, self.userinfo, self.answers, self.asked = {}, {}, {}, {}, []
        self.sign = lambda claims: JsonWebToken(["ES256"]).encode({"alg": "ES256", "kid": "one", "typ": "JWT"}, claims, self.key).decode()
        self.nonce = ""
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                self.answer("")

            def do_POST(self):
                self.answer(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())

            def answer(self, body):
                path = self.path.split("?")[0]
                provider.asked.append((self.command, path, dict(self.headers), dict(urllib.parse.parse_qsl(body))))
                status, text, headers = provider.answer(path)
                with contextlib.suppress(OSError):
                    self.send_response(status)
                    for name, value in {"Content-Type": "application/json", "Content-Length": str(len(text)), **headers}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(text)

        self.server = http.server.ThreadingHTTPServer((address, 0), Handler)
        self.url = f"http://{address}:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, path):
        if path in self.answers:
            return self.answers[path]
        made = {"/.well-known/openid-configuration": self.describe, "/keys": self.keys, "/token": self.token, "/userinfo": self.tell}.get(path)
        return (200, json.dumps(made()).encode(), {}) if made else (404, b"{}", {})

    def describe(self):
        return changed({"issuer": self.url, "authorization_endpoint": self.url + "/authorize", "token_endpoint": self.url + "/token",
                        "jwks_uri": self.url + "/keys", "userinfo_endpoint": self.url + "/userinfo"}, self.document)

    def keys(self):
        return {"keys": [self.key.as_dict(is_private=False)]}

    def token(self):
        now = int(time.time())
        claims = changed({"iss": self.url, "aud": "cairn", "sub": "subject-1", "nonce": self.nonce, "iat": now, "exp": now + 300},
                         self.claims)
        return {"access_token": "an-access-token", "token_type": "Bearer", "id_token": self.sign(claims)}

    def tell(self):
        return changed({"sub": "subject-1"}, self.userinfo)


def changed(honest, changes):
    return {name: value for name, value in {**honest, **changes}.items() if value is not None}


def unsigned(claims):
    """A token by the algorithm `none`."""
    parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()
             for part in ({"alg": "none", "kid": "one", "typ": "JWT"}, claims)]
    return ".".join([*parts, ""])
