"""A client of Git LFS that speaks its API directly."""
import hashlib

LFS = "application/vnd.git-lfs+json"


def oid_of(data):
    return hashlib.sha256(data).hexdigest()


def pointer_to(data):
    return f"version https://git-lfs.github.com/spec/v1\noid sha256:{oid_of(data)}\nsize {len(data)}\n"


class LargeFiles:
    """The large files of a repository, as a person of client.py sees them; `expect` is the status."""

    def __init__(self, person, full_name, authorization=None):
        self.person, self.base = person, f"{person.url}/{full_name}.git/info/lfs"
        self.headers = {"Accept": LFS, **({"Authorization": authorization} if authorization else {})}

    def call(self, method, path, expect=200, headers=None, **more):
        answer = self.person.session.request(method, self.base + path, timeout=30, allow_redirects=False,
                                             headers={**self.headers, **(headers or {})}, **more)
        assert answer.status_code == expect, f"{method} {path} as {self.person.name}: {answer.status_code} {answer.text}"
        return answer

    def batch(self, operation, *objects, expect=200, **more):
        body = {"operation": operation, "transfers": ["basic"],
                "objects": [{"oid": o, "size": s} for o, s in objects], **more}
        return self.call("POST", "/objects/batch", expect, json=body)

    def asked(self, operation, data):
        """What is said of one object in a batch."""
        return self.batch(operation, (oid_of(data), len(data))).json()["objects"][0]

    def put(self, data, oid=None, size=None, expect=200):
        return self.call("PUT", f"/objects/{oid or oid_of(data)}/{len(data) if size is None else size}", expect, data=data)

    def get(self, data, expect=200, **headers):
        return self.call("GET", f"/objects/{oid_of(data)}", expect, headers)
