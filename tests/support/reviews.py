"""Pull requests with something to review, for tests that need some."""
import base64

from repositories import at, let_in, new_repository


def put_file(who, repository, path, text, branch="main", **more):
    """A new file."""
    body = {"content": base64.b64encode(text.encode()).decode(), "branch": branch, **more}
    return who.post(f"{at(repository)}/contents/{path}", body, expect=201).json()


def change_file(who, repository, path, text, branch):
    address = f"{at(repository)}/contents/{path}"
    sha = who.get(f"{address}?ref={branch}").json()["sha"]
    body = {"content": base64.b64encode(text.encode()).decode(), "branch": branch, "sha": sha}
    return who.call("PUT", address, body, expect=200).json()


def new_pull(owner, text="one\ntwo\nthree\n", repository=None, path="f.txt", branch="feat", title="A change", **more):
    """Proposes a new file; the pull request's repository and its address."""
    repository = repository or new_repository(owner, auto_init=True, default_branch="main")
    put_file(owner, repository, path, text, new_branch=branch)
    made = owner.post(f"{at(repository)}/pulls", {"head": branch, "base": "main", "title": title, **more}, expect=201).json()
    return repository, f"{at(repository)}/pulls/{made['number']}"


def reviewed_by(owner, *writers, **more):
    """A new pull request of the owner's in a repository that the writers may write to."""
    repository, pull = new_pull(owner, **more)
    for writer in writers:
        let_in(owner, repository, writer)
    return repository, pull


def review(who, pull, event="APPROVED", body="", expect=200, **more):
    return who.post(f"{pull}/reviews", {"event": event, "body": body, **more}, expect=expect).json()


def reviews(who, pull):
    return who.get(f"{pull}/reviews").json()


def states(who, pull):
    return [entry["state"] for entry in reviews(who, pull)]


def remarks(who, pull, of):
    return who.get(f"{pull}/reviews/{of['id']}/comments").json()


def logins(people):
    return [person["login"] for person in people]
