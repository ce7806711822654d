"""A client of the API that says what it expects: `api.get("/user")` must succeed, `api.get("/user", expect=401)` must not."""
import requests

ADMIN = ("root", "correct horse battery")
PASSWORD = "pass-word-1"  # of every account that new_user() makes


class Client:
    """One caller: anonymous, with a password (`basic`), or with a token. Paths are below /api/v1 unless they are whole."""

    def __init__(self, url, basic=None, token=None, headers=None):
        self.url, self.name = url, basic[0] if basic else "token" if token else "anonymous"
        self.basic, self.token = basic, token
        self.session = requests.Session()
        self.session.trust_env = False  # neither a proxy nor ~/.netrc has a say here
        self.session.auth = (basic[0].encode(), basic[1].encode()) if basic else None
        self.session.headers.update({"Accept-Encoding": "identity", **(headers or {})})
        if token:
            self.session.headers["Authorization"] = f"token {token}"

    def call(self, method, path, json=None, expect=None, **more):
        address = self.url + path if path.startswith(("/api/", "/swagger", "/openapi", "/metrics", "/assets")) \
            else f"{self.url}/api/v1{path}"
        answer = self.session.request(method, address, json=json, timeout=30, allow_redirects=False, **more)
        if expect is None:
            assert answer.ok, f"{method} {path} as {self.name}: {answer.status_code} {answer.text}"
        else:
            assert answer.status_code == expect, f"{method} {path} as {self.name}: {answer.status_code} {answer.text}"
        return answer

    def get(self, path, **more):
        return self.call("GET", path, **more)

    def post(self, path, json=None, **more):
        return self.call("POST", path, json, **more)

    def delete(self, path, **more):
        return self.call("DELETE", path, **more)

    def refused(self, method, path, status, json=None, keys=("message", "url"), **more):
        """The call fails with that status and an error body of exactly these keys, with words in it."""
        answer = self.call(method, path, json, expect=status, **more)
        assert answer.headers["Content-Type"].startswith("application/json"), answer.headers
        body = answer.json()
        assert set(body) == set(keys), body
        assert body["message"].strip(), "an error has a message"
        if "url" in keys:
            assert body["url"] == self.url + "/api/swagger"
        return answer
