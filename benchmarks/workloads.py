"""What ./bench measures. To add a workload, add a declaration."""
import base64
import dataclasses


@dataclasses.dataclass(frozen=True)
class Target:
    """The server under test, and somebody who may use it."""

    url: str
    user: str
    password: str
    token: str
    client: str = ""  # id:secret of an OAuth2 application
    access_token: str = ""  # that it was given
    refresh_token: str = ""
    commit: str = ""  # of the repository with code

    def by_token(self):
        return {"Authorization": f"token {self.token}"}

    def by_password(self):
        return {"Authorization": "Basic " + base64.b64encode(f"{self.user}:{self.password}".encode()).decode()}

    def by_client(self):
        return {"Authorization": "Basic " + base64.b64encode(self.client.encode()).decode()}


@dataclasses.dataclass(frozen=True)
class Workload:
    name: str
    path: str  # {user} and {commit} are the target's
    credential: str = "none"  # or token, password, client
    method: str = "GET"
    body: str | None = None  # %d: a number that no other request has; {access_token} and {refresh_token} are the target's
    connections: tuple[int, ...] = (8, 64)
    wanted: float | None = None  # of what bare does in the same moment
    disturbed: bool = False  # somebody writes to another repository meanwhile, every 20 ms

    def disturbed_by_writes(self):
        return dataclasses.replace(self, name=f"{self.name}, disturbed", disturbed=True, connections=(8,), wanted=None)

    def headers(self, target):
        headers = {"none": dict, "token": target.by_token, "password": target.by_password,
                   "client": target.by_client}[self.credential]()
        return {**headers, **({"Content-Type": "application/json"} if self.body else {})}

    def sent(self, target):
        """The body, for this target."""
        return self.body and self.body.replace("{access_token}", target.access_token).replace("{refresh_token}", target.refresh_token)


WORKLOADS = [
    Workload("GET /version", "/api/v1/version", wanted=0.7),
    Workload("GET /user, token", "/api/v1/user", credential="token", wanted=0.5),
    Workload("GET /user, password", "/api/v1/user", credential="password", wanted=0.4),
    Workload("discovery", "/.well-known/openid-configuration", wanted=0.6),
    Workload("signing keys", "/login/oauth/keys", wanted=0.6),
    Workload("introspection", "/login/oauth/introspect", credential="client", method="POST", body='{"token": "{access_token}"}',
             wanted=0.25),
    Workload("GET 30 tokens", "/api/v1/users/{user}/tokens", credential="password"),
    Workload("GET a repository", "/api/v1/repos/{user}/bench", credential="token", wanted=0.3),
    Workload("GET 50 labels", "/api/v1/repos/{user}/news/labels?limit=50"),
    Workload("GET 30 notifications", "/api/v1/notifications", credential="token"),
    # Each is answered when it is on disk.
    Workload("POST a token", "/api/v1/users/{user}/tokens", credential="password", method="POST",
             body='{"name": "bench-{run}-%d", "scopes": ["read:user"]}', connections=(32,)),
    Workload("GET an issue", "/api/v1/repos/{user}/bench/issues/1", wanted=0.3),
    Workload("GET 50 issues", "/api/v1/repos/{user}/bench/issues?limit=50", wanted=0.05),
    # Pages are made anew for every request.
    Workload("page of a repository", "/{user}/code", wanted=0.1),
    Workload("page of a file", "/{user}/code/src/branch/main/src/file-1.c", wanted=0.1),
    Workload("page of a commit", "/{user}/code/commit/{commit}", wanted=0.1),
    Workload("page of all repositories", "/explore/repos", wanted=0.1),
    Workload("POST an issue", "/api/v1/repos/{user}/bench/issues", credential="token", method="POST",
             body='{"title": "Issue {run} %d", "body": "It happens every time."}', connections=(32,), wanted=0.05),
]
# What is kept in memory must also pay on a site that is written to.
DISTURBED = ("GET /user, token", "GET a repository", "GET 50 labels", "GET 30 notifications", "GET an issue", "GET 50 issues")
WORKLOADS += [workload.disturbed_by_writes() for workload in WORKLOADS if workload.name in DISTURBED]

# What a refresh is held against is not bare but the time that its two signatures take (an access token, an id token).
REFRESH = Workload("refresh", "/login/oauth/access_token", credential="client", method="POST",
                   body='{"grant_type": "refresh_token", "refresh_token": "{refresh_token}"}', connections=(8,))
