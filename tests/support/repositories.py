"""Repositories for tests that need some."""
import itertools

NUMBERS = itertools.count(1)


def new_repository(owner, name=None, **more):
    """Makes a repository of the owner's and returns it as the API shows it."""
    return owner.post("/user/repos", {"name": name or f"repo-{next(NUMBERS)}", **more}, expect=201).json()


def at(repository):
    return f"/repos/{repository['full_name']}"


def let_in(owner, repository, person, permission="write"):
    owner.call("PUT", f"{at(repository)}/collaborators/{person.name}", {"permission": permission}, expect=204)


def full_names(repositories):
    return [repository["full_name"] for repository in repositories]
