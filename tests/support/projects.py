"""Boards for tests that need some."""


def new_project(who, where, title="Plan", **more):
    """Makes a project below an address such as /user/projects and returns its own address."""
    return f"{where}/{who.post(where, {'title': title, **more}, expect=201).json()['id']}"


def new_column(who, project, title="Todo", **more):
    return who.post(f"{project}/columns", {"title": title, **more}, expect=201).json()["id"]


def columns(who, project):
    return [column["title"] for column in who.get(f"{project}/columns").json()]


def put(who, project, column, issue, **more):
    return who.post(f"{project}/columns/{column}/issues/{issue['id']}", **{"expect": 201, **more})


def cards(who, project, column):
    """The titles of the issues in a column."""
    return [issue["title"] for issue in who.get(f"{project}/columns/{column}/issues").json()]


def counts(who, project):
    shown = who.get(project).json()
    return shown["num_issues"], shown["num_open_issues"], shown["num_closed_issues"]
