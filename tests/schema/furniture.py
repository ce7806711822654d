"""What Schemathesis is shown the API with: an administrator's token, and at least one of everything that a path can name."""
import base64

from client import ADMIN, PASSWORD, Client
from signing import public_half, ssh_key

WORKFLOW = "on: [workflow_dispatch]\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo a\n"


def in_base64(text):
    return base64.b64encode(text.encode()).decode()


def _people(root):
    for name in ("eve", "spare"):
        root.post("/admin/users", {"username": name, "email": f"{name}@example.com", "password": PASSWORD,
                                   "must_change_password": False}, expect=201)
    for name in ("works", "spareworks"):
        root.post("/orgs", {"username": name}, expect=201)
    team = root.post("/orgs/works/teams", {"name": "crew", "permission": "write", "units": ["repo.code"]}, expect=201).json()["id"]
    root.call("PUT", f"/teams/{team}/members/eve", expect=204)
    root.post("/orgs/works/repos", {"name": "shared", "auto_init": True}, expect=201)
    root.call("PUT", f"/teams/{team}/repos/works/shared", expect=204)
    root.call("PUT", "/user/following/eve", expect=204)
    return team


def _content(root):
    for name in ("one", "spare"):
        root.post("/user/repos", {"name": name, "auto_init": True, "default_branch": "main", "template": name == "one"}, expect=201)
    write = lambda path, text, **more: root.post(f"/repos/root/one/contents/{path}",
                                                 {"content": in_base64(text), "message": path, **more}, expect=201).json()
    write(".gitea/workflows/build.yaml", WORKFLOW)
    blob = write("docs/a b.txt", "one\ntwo\n")["content"]["sha"]
    commit = write("side.txt", "side\n", new_branch="side")["commit"]["sha"]
    root.post("/repos/root/one/wiki/new", {"title": "Home", "content_base64": in_base64("hello")}, expect=201)
    root.post(f"/repos/root/one/statuses/{commit}", {"state": "success", "context": "ci"}, expect=201)
    root.post("/repos/root/one/branch_protections", {"rule_name": "guarded"}, expect=201)
    root.call("PUT", "/repos/root/one/collaborators/eve", {"permission": "write"}, expect=204)
    root.call("PUT", "/repos/root/one/topics/stone", expect=204)
    root.call("PUT", "/repos/root/one/actions/secrets/SECRET", {"data": "x"}, expect=201)
    root.post("/repos/root/one/actions/variables/VARIABLE", {"value": "x"})
    root.post("/repos/root/one/actions/workflows/build.yaml/dispatches", {"ref": "main"})
    return blob, commit


def _talk(root):
    at = "/repos/root/one"
    ids = {}
    ids["label"] = root.post(f"{at}/labels", {"name": "bug", "color": "#ff0000"}, expect=201).json()["id"]
    ids["milestone"] = root.post(f"{at}/milestones", {"title": "m"}, expect=201).json()["id"]
    root.post(f"{at}/issues", {"title": "Stone", "body": "heavy", "labels": [ids["label"]], "milestone": ids["milestone"]}, expect=201)
    ids["comment"] = root.post(f"{at}/issues/1/comments", {"body": "yes"}, expect=201).json()["id"]
    root.post(f"{at}/issues/1/times", {"time": 60}, expect=200)
    root.post(f"{at}/pulls", {"head": "side", "base": "main", "title": "A change"}, expect=201)
    ids["review"] = root.post(f"{at}/pulls/2/reviews", {"event": "COMMENT", "body": "b", "comments": [
        {"path": "side.txt", "new_position": 1, "body": "b"}]}).json()["id"]
    ids["release"] = root.post(f"{at}/releases", {"tag_name": "v1", "name": "one"}, expect=201).json()["id"]
    ids["hook"] = root.post(f"{at}/hooks", {"type": "gitea", "config": {"url": "http://127.0.0.1:1/", "content_type": "json"}},
                            expect=201).json()["id"]
    return ids


def furnish(program, folder):
    """The token, and {name: values} of what paths may name."""
    program.create_user(*ADMIN, "--admin")
    program.start()
    root = Client(program.url, basic=ADMIN)
    team = _people(root)
    blob, commit = _content(root)
    ids = _talk(root)
    root.post("/user/keys", {"title": "k", "key": public_half(ssh_key(folder))}, expect=201)
    token = root.post("/users/root/tokens", {"name": "machine", "scopes": ["all"]}, expect=201).json()["sha1"]
    return token, {
        "owner": ["root"], "repo": ["one"], "org": ["works"], "username": ["eve", "root"], "user": ["eve"], "target": ["eve"],
        "assignee": ["eve"], "collaborator": ["eve"], "template_owner": ["root"], "template_repo": ["one"],
        "index": [1, 2], "id": sorted({1, team, *ids.values()}), "issue_id": [1], "branch": ["main", "side"], "tag": ["v1"],
        "sha": [commit, blob, "main"], "ref": ["main", "heads/main", commit], "base": ["main"], "head": ["side"],
        "basehead": ["main...side", "side"], "archive": ["main.zip", "main.tar.gz"], "filepath": ["README.md", "docs/a b.txt", "docs"],
        "pageName": ["Home"], "topic": ["stone", "sand"], "task": ["update_checker"], "team": ["crew"], "position": [1], "attempt": [1],
        "run": [1], "job_id": [1], "runner_id": [1], "artifact_id": [1], "column_id": [1], "attachment_id": [1],
        "delivery": [1], "secretname": ["SECRET"], "variablename": ["VARIABLE"], "workflow_id": ["build.yaml"],
        "name": ["MIT", "C", "Default", "guarded"], "token": ["machine-2"], "type": ["generic"], "version": ["1"], "repo_name": ["one"],
    }
