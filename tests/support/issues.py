"""Issues for tests that need some."""
from repositories import at


def new_issue(who, repository, title="Thing", **more):
    """Opens an issue and returns its address and what the API shows of it."""
    made = who.post(f"{at(repository)}/issues", {"title": title, **more}, expect=201).json()
    return f"{at(repository)}/issues/{made['number']}", made


def say(who, issue, body="words"):
    return who.post(f"{issue}/comments", {"body": body}, expect=201).json()


def titles(answer):
    return [issue["title"] for issue in answer.json()]


def timeline(who, issue):
    return who.get(f"{issue}/timeline").json() or []


def kinds(who, issue):
    return [entry["type"] for entry in timeline(who, issue)]
