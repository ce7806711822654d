"""Random sequences of writes, with every list asked before and after each of them, while [cache] VERIFY compares whatever is kept
with what is there: a difference is a 500.

CAIRN_RANDOM_STEPS says how many writes (300), CAIRN_RANDOM_SEED which ones: a failure tells both."""
import base64
import collections
import http.client
import os
import random

import pytest
from client import ADMIN, PASSWORD, Client
from program import Program

STEPS = int(os.environ.get("CAIRN_RANDOM_STEPS", "300"))
SEED = int(os.environ.get("CAIRN_RANDOM_SEED", str(random.randrange(1 << 32))))
SPAN = 10  # so many writes are watched by the same person, at the same lists
WORDS = ("apple", "bread", "cedar", "delta", "ember")
EVERYTHING = ["repo.code", "repo.issues", "repo.pulls", "repo.releases", "repo.wiki"]


class World:
    """What there is to write to, as far as the test has seen."""

    def __init__(self, program, dice):
        self.program, self.dice, self.numbers = program, dice, iter(range(1, 1 << 30))
        self.root = Client(program.url, basic=ADMIN)
        self.people, self.tokens = [], {}
        for _ in range(4):
            self.add_person()
        self.root.name = ADMIN[0]
        self.tokens[ADMIN[0]] = self.signed_in(self.root)
        self.organizations = []
        for _ in range(2):
            self.organizations.append(self.name("org"))
            self.root.post("/orgs", {"username": self.organizations[-1]}, expect=201)
        self.repositories = []
        for owner in (*self.people[:2], *self.organizations):
            address = f"/admin/users/{owner}/repos" if owner in self.people else f"/orgs/{owner}/repos"
            made = self.root.post(address, {"name": self.name("repo"), "auto_init": True, "default_branch": "main"}, expect=201)
            self.repositories.append(made.json()["full_name"])
        for repository in self.repositories:
            for _ in range(2):
                self.root.post(f"/repos/{repository}/labels", {"name": self.name("label"), "color": "#00aabb"}, expect=201)
                self.root.post(f"/repos/{repository}/milestones", {"title": self.name("milestone")}, expect=201)
        self.look_around()

    def name(self, kind):
        return f"{kind}-{next(self.numbers)}"

    def signed_in(self, client):
        made = client.post(f"/users/{client.name}/tokens", {"name": self.name("token"), "scopes": ["all"]}, expect=201).json()
        token = Client(self.program.url, token=made["sha1"])
        token.name = client.name
        return token

    def add_person(self):
        name = self.name("person")
        self.root.post("/admin/users", {"username": name, "email": f"{name}@example.com", "password": PASSWORD,
                                        "must_change_password": False}, expect=201)
        self.people.append(name)
        self.tokens[name] = self.signed_in(Client(self.program.url, basic=(name, PASSWORD)))

    def look_around(self):
        """Chooses what the next writes are about, and learns what is there."""
        get = lambda path: self.root.get(path).json() or []  # noqa: E731
        self.people = [user["login"] for user in get("/users/search?limit=50")["data"] if user["login"] in self.tokens]
        self.people = [name for name in self.people if name != ADMIN[0]]
        while len(self.people) < 3:
            self.add_person()
        self.organizations = [organization["username"] for organization in get("/orgs?limit=50")]
        if not self.organizations:
            self.organizations = [self.name("org")]
            self.root.post("/orgs", {"username": self.organizations[0]}, expect=201)
        self.repositories = [found["full_name"] for found in get("/repos/search?limit=50")["data"]]
        self.person = self.dice.choice(self.people)
        self.other = self.dice.choice(self.people)
        self.organization = self.dice.choice(self.organizations)
        self.team = self.dice.choice(get(f"/orgs/{self.organization}/teams"))["id"]
        if not self.repositories:
            made = self.root.post(f"/orgs/{self.organization}/repos", {"name": self.name("repo"), "auto_init": True,
                                                                      "default_branch": "main"}, expect=201)
            self.repositories = [made.json()["full_name"]]
        self.choose(self.dice.choice(self.repositories))

    def choose(self, repository):
        self.repository = repository
        self.at = f"/repos/{repository}"
        here = lambda path: self.tolerant(f"{self.at}{path}")  # noqa: E731
        self.issues = [issue["number"] for issue in here("/issues?state=all&limit=20&type=issues")]
        self.pulls = [pull["number"] for pull in here("/pulls?limit=20")]
        self.labels = [(label["id"], label["name"]) for label in here("/labels")] or [(1, "none")]
        self.milestones = [(one["id"], one["title"]) for one in here("/milestones?state=all")] or [(1, "none")]
        self.comments = [comment["id"] for comment in here("/issues/comments")]
        self.label, self.milestone = self.dice.choice(self.labels), self.dice.choice(self.milestones)
        self.word = self.dice.choice(WORDS)
        if not self.pulls and self.dice.random() < 0.7:  # or there would be few to review and to merge
            method, path, body = new_pull(self)
            made = self.root.session.request(method, f"{self.program.url}/api/v1{path}", json=body, timeout=30)
            self.pulls = [made.json()["number"]] if made.status_code == 201 else []

    def tolerant(self, path):
        answer = self.root.session.get(f"{self.program.url}/api/v1{path}", timeout=30)
        return answer.json() or [] if answer.status_code == 200 else []

    # What recipes take.

    def issue(self):
        return f"{self.at}/issues/{self.dice.choice(self.issues + self.pulls or [1])}"

    def pull(self):
        return f"{self.at}/pulls/{self.dice.choice(self.pulls or [1])}"

    def comment(self):
        return f"{self.at}/issues/comments/{self.dice.choice(self.comments or [1])}"

    def a_label(self):
        return self.label[0] if self.dice.random() < 0.7 else self.dice.choice(self.labels)[0]

    def a_milestone(self):
        return self.milestone[0] if self.dice.random() < 0.7 else self.dice.choice(self.milestones)[0]

    def a_person(self):
        return self.person if self.dice.random() < 0.7 else self.dice.choice(self.people)

    def text(self):
        mention = f" @{self.a_person()}" if self.dice.random() < 0.3 else ""
        return f"{self.dice.choice(WORDS)} {self.dice.choice(WORDS)}{mention}"

    def coin(self):
        return self.dice.random() < 0.5

    def review(self, *states, dismissed=False):
        """One of that kind, if the repository has one: its address, and who has written it."""
        found = [(f"{self.at}/pulls/{pull}/reviews/{review['id']}", review["user"]["login"]) for pull in self.pulls
                 for review in self.tolerant(f"{self.at}/pulls/{pull}/reviews")
                 if review["user"] and review["dismissed"] == dismissed and (not states or review["state"] in states)]
        return self.dice.choice(found or [(f"{self.at}/pulls/1/reviews/1", ADMIN[0])])

    def branch(self):
        """Not main, which new pull requests begin from."""
        names = [branch["name"] for branch in self.tolerant(f"{self.at}/branches") if branch["name"] != "main"]
        return self.dice.choice(names or ["none"])

    def organization_label(self):
        found = self.tolerant(f"/orgs/{self.organization}/labels")
        return f"/orgs/{self.organization}/labels/{self.dice.choice(found)['id'] if found else 1}"


def submit(w, review, author):
    return "POST", review, {"body": w.text(), "event": "COMMENT"}, author


def new_pull(w):
    branch = w.name("branch")
    w.root.session.post(f"{w.program.url}/api/v1{w.at}/contents/{branch}.txt", timeout=30, json={
        "content": base64.b64encode(w.text().encode()).decode(), "message": "write", "branch": "main", "new_branch": branch})
    return "POST", f"{w.at}/pulls", {"head": branch, "base": "main", "title": w.text(), "labels": [w.a_label()],
                                     "milestone": w.a_milestone()}


# name: what is sent, as (method, path, body)
ISSUES = {
    "open": lambda w: ("POST", f"{w.at}/issues", {"title": w.text(), "body": w.text(), "labels": [w.a_label()],
                                                  "milestone": w.a_milestone(), "assignees": [w.a_person()]}),
    "open plainly": lambda w: ("POST", f"{w.at}/issues", {"title": w.text()}),
    "reword": lambda w: ("PATCH", w.issue(), {"title": w.text(), "body": w.text()}),
    "close or open": lambda w: ("PATCH", w.issue(), {"state": w.dice.choice(("open", "closed"))}),
    "set milestone": lambda w: ("PATCH", w.issue(), {"milestone": w.a_milestone() if w.coin() else 0}),
    "assign": lambda w: ("PATCH", w.issue(), {"assignees": [w.a_person()] if w.coin() else []}),
    "set deadline": lambda w: ("POST", f"{w.issue()}/deadline", {"due_date": "2030-01-01T00:00:00Z" if w.coin() else None}),
    "delete": lambda w: ("DELETE", w.issue(), None),
    "lock": lambda w: ("PUT", f"{w.issue()}/lock", {"lock_reason": "heated"}),
    "unlock": lambda w: ("DELETE", f"{w.issue()}/lock", None),
    "pin": lambda w: ("POST", f"{w.issue()}/pin", None),
    "unpin": lambda w: ("DELETE", f"{w.issue()}/pin", None),
    "subscribe": lambda w: ("PUT", f"{w.issue()}/subscriptions/{w.a_person()}", None),
    "unsubscribe": lambda w: ("DELETE", f"{w.issue()}/subscriptions/{w.a_person()}", None),
    "react": lambda w: ("POST", f"{w.issue()}/reactions", {"content": "heart"}),
    "track time": lambda w: ("POST", f"{w.issue()}/times", {"time": 60}),
    "depend": lambda w: ("POST", f"{w.issue()}/dependencies", {"owner": w.repository.split("/")[0], "index": w.dice.choice(
        w.issues or [1]), "repo": w.repository.split("/")[1]}),
    "comment": lambda w: ("POST", f"{w.issue()}/comments", {"body": w.text()}),
    "edit comment": lambda w: ("PATCH", w.comment(), {"body": w.text()}),
    "delete comment": lambda w: ("DELETE", w.comment(), None),
    "add label": lambda w: ("POST", f"{w.issue()}/labels", {"labels": [w.a_label()]}),
    "replace labels": lambda w: ("PUT", f"{w.issue()}/labels", {"labels": [w.a_label(), w.a_label()]}),
    "take label off": lambda w: ("DELETE", f"{w.issue()}/labels/{w.a_label()}", None),
    "clear labels": lambda w: ("DELETE", f"{w.issue()}/labels", None),
}
LABELS_AND_MILESTONES = {
    "new label": lambda w: ("POST", f"{w.at}/labels", {"name": w.name("label"), "color": "#123456"}),
    "edit label": lambda w: ("PATCH", f"{w.at}/labels/{w.a_label()}", {"name": w.name("label"), "description": w.text()}),
    "delete label": lambda w: ("DELETE", f"{w.at}/labels/{w.a_label()}", None),
    "new organization label": lambda w: ("POST", f"/orgs/{w.organization}/labels", {"name": w.name("label"), "color": "#123456"}),
    "edit organization label": lambda w: ("PATCH", w.organization_label(), {"description": w.text()}),
    "delete organization label": lambda w: ("DELETE", w.organization_label(), None),
    "new milestone": lambda w: ("POST", f"{w.at}/milestones", {"title": w.name("milestone")}),
    "edit milestone": lambda w: ("PATCH", f"{w.at}/milestones/{w.a_milestone()}", {
        "title": w.name("milestone"), "state": w.dice.choice(("open", "closed"))}),
    "delete milestone": lambda w: ("DELETE", f"{w.at}/milestones/{w.a_milestone()}", None),
}
PULLS = {
    "propose": new_pull,
    "edit pull": lambda w: ("PATCH", w.pull(), {"title": w.text(), "body": w.text()}),
    "close or open pull": lambda w: ("PATCH", w.pull(), {"state": w.dice.choice(("open", "closed"))}),
    "label pull": lambda w: ("PATCH", w.pull(), {"labels": [w.a_label()], "milestone": w.a_milestone()}),
    "merge": lambda w: ("POST", f"{w.pull()}/merge", {"Do": "merge"}),
    "review": lambda w: ("POST", f"{w.pull()}/reviews", {"body": w.text(), "event": w.dice.choice(
        ("APPROVED", "REQUEST_CHANGES", "COMMENT", "PENDING"))}),
    "verdict": lambda w: ("POST", f"{w.pull()}/reviews", {"body": w.text(), "event": w.dice.choice(
        ["APPROVED", "REQUEST_CHANGES"])}, w.dice.choice(w.people)),
    "submit review": lambda w: submit(w, *w.review("PENDING")),
    "dismiss review": lambda w: ("POST", f"{w.review('APPROVED', 'REQUEST_CHANGES')[0]}/dismissals", {"message": w.text()}),
    "undismiss review": lambda w: ("POST", f"{w.review(dismissed=True)[0]}/undismissals", None),
    "delete review": lambda w: ("DELETE", w.review()[0], None),
    "request review": lambda w: ("POST", f"{w.pull()}/requested_reviewers", {"reviewers": [w.a_person()]}),
    "withdraw request": lambda w: ("DELETE", f"{w.pull()}/requested_reviewers", {"reviewers": [w.a_person()]}),
    "rename branch": lambda w: ("PATCH", f"{w.at}/branches/{w.branch()}", {"name": w.name("branch")}),
}
PEOPLE = {
    "edit own profile": lambda w: ("PATCH", "/user/settings", {"full_name": w.text(), "hide_email": w.coin(),
                                                               "location": w.dice.choice(WORDS)}),
    "edit person": lambda w: ("PATCH", f"/admin/users/{w.a_person()}", {
        "login_name": "", "source_id": 0, "full_name": w.text(), "visibility": w.dice.choice(("public", "limited", "private")),
        "restricted": w.dice.random() < 0.2, "active": True}),
    "rename person": lambda w: ("POST", f"/admin/users/{w.other}/rename", {"new_username": w.other.upper() if w.other.islower()
                                                                            else w.other.lower()}),
    "follow": lambda w: ("PUT", f"/user/following/{w.a_person()}", None),
    "unfollow": lambda w: ("DELETE", f"/user/following/{w.a_person()}", None),
    "star": lambda w: ("PUT", f"/user/starred/{w.repository}", None),
    "unstar": lambda w: ("DELETE", f"/user/starred/{w.repository}", None),
    "watch": lambda w: ("PUT", f"{w.at}/subscription", None),
    "unwatch": lambda w: ("DELETE", f"{w.at}/subscription", None),
    "block": lambda w: ("PUT", f"/user/blocks/{w.a_person()}", None),
    "unblock": lambda w: ("DELETE", f"/user/blocks/{w.a_person()}", None),
    "delete person": lambda w: ("DELETE", f"/admin/users/{w.other}", None) if w.dice.random() < 0.2 else (
        "PATCH", "/user/settings", {"website": "https://example.com/"}),
}
TEAMS = {
    "new organization": lambda w: ("POST", "/orgs", {"username": w.name("org")}),
    "edit organization": lambda w: ("PATCH", f"/orgs/{w.organization}", {
        "full_name": w.text(), "visibility": w.dice.choice(("public", "limited", "private"))}),
    "delete organization": lambda w: ("DELETE", f"/orgs/{w.organization}", None),
    "new team": lambda w: ("POST", f"/orgs/{w.organization}/teams", {
        "name": w.name("team"), "permission": w.dice.choice(("read", "write", "admin")), "units": EVERYTHING,
        "includes_all_repositories": w.coin()}),
    "edit team": lambda w: ("PATCH", f"/teams/{w.team}", {
        "name": w.name("team"), "permission": w.dice.choice(("read", "write", "admin")), "units": EVERYTHING,
        "includes_all_repositories": w.coin()}),
    "delete team": lambda w: ("DELETE", f"/teams/{w.team}", None),
    "join team": lambda w: ("PUT", f"/teams/{w.team}/members/{w.a_person()}", None),
    "leave team": lambda w: ("DELETE", f"/teams/{w.team}/members/{w.a_person()}", None),
    "give team": lambda w: ("PUT", f"/teams/{w.team}/repos/{w.repository}", None),
    "take from team": lambda w: ("DELETE", f"/teams/{w.team}/repos/{w.repository}", None),
    "remove member": lambda w: ("DELETE", f"/orgs/{w.organization}/members/{w.a_person()}", None),
    "publicize": lambda w: ("PUT", f"/orgs/{w.organization}/public_members/{w.a_person()}", None),
    "conceal": lambda w: ("DELETE", f"/orgs/{w.organization}/public_members/{w.a_person()}", None),
}
REPOSITORIES = {
    "new repository": lambda w: ("POST", f"/orgs/{w.organization}/repos", {"name": w.name("repo"), "private": w.coin(),
                                                                           "auto_init": True, "default_branch": "main"}),
    "edit repository": lambda w: ("PATCH", w.at, {"description": w.text(), "template": w.coin(), "website": ""}),
    "hide or show repository": lambda w: ("PATCH", w.at, {"private": w.coin()}),
    "archive or not": lambda w: ("PATCH", w.at, {"archived": w.dice.random() < 0.2}),
    "switch units": lambda w: ("PATCH", w.at, {"has_issues": w.dice.random() < 0.8, "has_pull_requests": w.dice.random() < 0.8}),
    "set topics": lambda w: ("PUT", f"{w.at}/topics", {"topics": [w.dice.choice(WORDS), w.dice.choice(WORDS)]}),
    "add topic": lambda w: ("PUT", f"{w.at}/topics/{w.dice.choice(WORDS)}", None),
    "let in": lambda w: ("PUT", f"{w.at}/collaborators/{w.a_person()}", {"permission": w.dice.choice(("read", "write", "admin"))}),
    "let out": lambda w: ("DELETE", f"{w.at}/collaborators/{w.a_person()}", None),
    "fork": lambda w: ("POST", f"{w.at}/forks", {"organization": w.organization}),
    "transfer": lambda w: ("POST", f"{w.at}/transfer", {"new_owner": w.organization}),
    "delete repository": lambda w: ("DELETE", w.at, None) if w.dice.random() < 0.3 else (
        "PATCH", w.at, {"name": w.name("repo")}),
}
RECIPES = {**ISSUES, **LABELS_AND_MILESTONES, **PULLS, **PEOPLE, **TEAMS, **REPOSITORIES}


def lists(w):
    """Every list whose answers, ids, rows or fragments are kept, and others beside them."""
    label, name = w.label
    milestone, title = w.milestone
    issues = [f"?state=all&q={w.word}", f"?labels={name}", f"?labels={name}&state=all&created_by={w.person}", f"?milestones={title}",
              f"?state=all&milestones={title}&type=pulls", f"?assigned_by={w.person}", f"?mentioned_by={w.person}&state=all",
              "?since=2020-01-01T00:00:00Z&limit=2", "?state=all&limit=1&page=2", f"?q={w.word}&type=pulls", "?state=closed"]
    pulls = [f"?labels={label}", f"?milestone={milestone}", "?sort=mostcomment", "?sort=recentclose&state=closed",
             "?base_branch=main", f"?poster={w.person}", "?state=open&sort=recentupdate"]
    site = [f"?q={w.word}", f"?labels={name}", f"?milestones={title}&state=all", "?assigned=true", "?created=true&limit=1",
            "?mentioned=true", "?review_requested=true", "?reviewed=true&type=pulls", f"?owner={w.organization}&q={w.word}"]
    searches = ["", f"?q={w.word}", f"?q={w.word}&topic=true", f"?q={w.word}&includeDesc=true", "?mode=source", "?mode=fork",
                "?is_private=false&limit=2", "?archived=false&sort=created", "?template=true", "?sort=stars&order=desc"]
    return [
        *(f"{w.at}/issues{query}" for query in issues), *(f"{w.at}/pulls{query}" for query in pulls),
        *(f"/repos/issues/search{query}" for query in site), *(f"/repos/search{query}" for query in searches),
        w.at, w.issue(), f"{w.issue()}/comments", f"{w.at}/issues/comments", f"{w.at}/labels", f"{w.at}/milestones?state=all",
        f"{w.at}/stargazers", f"{w.at}/subscribers", f"{w.at}/notifications", "/notifications?all=true",
        "/users/search?q=", f"/users/search?q={w.word}", f"/users/search?q={w.person}", "/orgs", "/user/repos", "/user/orgs",
        "/user/teams", "/user/starred", "/user/subscriptions", "/user/followers", "/user/following",
        *(f"/users/{w.person}/{kind}" for kind in ("repos", "orgs", "starred", "subscriptions", "followers", "following")),
        *(f"/orgs/{w.organization}/{kind}" for kind in ("members", "public_members", "teams", "repos", "labels")),
        f"/teams/{w.team}/members", f"/teams/{w.team}/repos",
    ]


class Watcher:
    """Asks a hundred lists after each write: over one connection, and without what `requests` does for each."""

    def __init__(self, client):
        self.name, self.headers = client.name, {"Authorization": f"token {client.token}"} if client.token else {}
        self.connection = http.client.HTTPConnection(client.url.removeprefix("http://"), timeout=60)

    def ask(self, paths, story):
        for path in paths:
            self.connection.request("GET", f"/api/v1{path}", headers=self.headers)
            answer = self.connection.getresponse()
            answer.read()
            assert answer.status < 500, f"GET {path} as {self.name}: {answer.status} after {story()}"


@pytest.fixture
def verified(tmp_path, database):
    instance = Program(tmp_path / "data", database, {"cache": {"VERIFY": "true"}, "api": {"MAX_RESPONSE_ITEMS": 50}})
    instance.create_user(*ADMIN, "--admin")
    yield instance.start()
    instance.close()


def wrong_ones(program):
    return [line for line in program.log.read_text(errors="replace").splitlines() if "is wrong for" in line]


def test_no_list_is_older_than_what_was_written(verified):
    dice = random.Random(SEED)
    print(f"CAIRN_RANDOM_SEED={SEED} CAIRN_RANDOM_STEPS={STEPS}")
    world = World(verified, dice)
    happened = collections.Counter()
    done = []

    def story():
        return f"CAIRN_RANDOM_SEED={SEED} CAIRN_RANDOM_STEPS={len(done)}\n" + "\n".join(done[-SPAN:] + wrong_ones(verified))

    for step in range(STEPS):
        if step % SPAN == 0:
            world.look_around()
            watcher = Watcher(dice.choice([*world.tokens.values(), Client(verified.url)]))
            paths = lists(world)
            watcher.ask(paths, lambda: "looking around")
        name = dice.choice(list(RECIPES))
        # A recipe may say who does it.
        method, path, body, *who = RECIPES[name](world)
        anybody = ADMIN[0] if dice.random() < 0.7 else dice.choice(world.people)
        actor = world.tokens.get(who[0] if who else anybody, world.tokens[anybody])
        answer = actor.session.request(method, f"{verified.url}/api/v1{path}", json=body, timeout=60)
        done.append(f"{step}: {name} ({method} {path} as {actor.name}: {answer.status_code})")
        assert answer.status_code < 500, story()
        happened[name] += answer.ok
        watcher.ask(paths, story)
        watcher.ask(dice.sample(paths, 3), story)  # the answers themselves, as they were kept a moment ago
    assert not wrong_ones(verified), wrong_ones(verified)
    assert sum(happened.values()) > STEPS / 3, f"too little has happened: {happened}"
    if STEPS >= 5000:
        assert not [name for name in RECIPES if happened[name] == 0], "some recipes never succeed"
