"""Pull requests for tests that need some."""
import base64

from repositories import at, new_repository


def put_file(who, repository, path, text="one\ntwo\n", branch="main", **more):
    """A commit that adds or changes a file; `new_branch` puts it on a branch of its own. Its id."""
    address = f"{at(repository)}/contents/{path}"
    body = {"content": base64.b64encode(text.encode()).decode(), "branch": branch, "message": f"write {path}", **more}
    found = who.session.get(f"{who.url}/api/v1{address}?ref={branch}", timeout=30)
    if found.status_code == 200:
        return who.call("PUT", address, {**body, "sha": found.json()["sha"]}, expect=200).json()["commit"]["sha"]
    return who.post(address, body, expect=201).json()["commit"]["sha"]


def begun(owner, **more):
    return new_repository(owner, auto_init=True, default_branch="main", **more)


def propose(who, repository, head="feat", base="main", title="A change", **more):
    """Opens a pull request; its address."""
    made = who.post(f"{at(repository)}/pulls", {"head": head, "base": base, "title": title, **more}, expect=201).json()
    return f"{at(repository)}/pulls/{made['number']}"


def new_pull(owner, repository=None, branch="feat", path=None, **more):
    """A pull request of one new file, and its repository."""
    repository = repository or begun(owner)
    put_file(owner, repository, path or f"{branch}.txt", new_branch=branch)
    return repository, propose(owner, repository, branch, **more)


def merge(who, pull, style="merge", expect=200, **more):
    return who.post(f"{pull}/merge", {"do": style, **more}, expect=expect)


def tip(who, repository, branch="main"):
    return who.get(f"{at(repository)}/branches/{branch}").json()["commit"]["id"]


def log(who, repository, branch="main"):
    return who.get(f"{at(repository)}/commits?sha={branch}&limit=50").json()


def kinds(who, pull):
    return [entry["type"] for entry in who.get(pull.replace("/pulls/", "/issues/") + "/timeline").json() or []]

