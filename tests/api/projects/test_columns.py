"""The columns of boards."""
from projects import cards, columns, new_column, new_project, put
from issues import new_issue


def named(who, project):
    return {column["title"]: column for column in who.get(f"{project}/columns").json()}


def test_a_new_one_stands_behind_the_last(ann, where):
    project = new_project(ann, where)
    first = new_column(ann, project, "first")
    assert ann.get(f"{project}/columns/{first}").json()["sorting"] == 0
    ann.call("PATCH", f"{project}/columns/{first}", {"sorting": 5})
    second = new_column(ann, project, "second", color="#00ff7F")
    shown = ann.get(f"{project}/columns/{second}").json()
    assert shown["sorting"] == 6 and shown["color"] == "#00ff7F" and not shown["default"]
    assert "color" not in ann.call("PATCH", f"{project}/columns/{second}", {"color": ""}).json()
    ann.call("PATCH", f"{project}/columns/{first}", {"sorting": 127})
    third = new_column(ann, project, "third")
    assert ann.get(f"{project}/columns/{third}").json()["sorting"] == 127
    assert columns(ann, project) == ["second", "first", "third"]


def test_refuses_what_cannot_be(ann, where):
    project = new_project(ann, where)
    column = f"{project}/columns/{new_column(ann, project)}"
    for body in ({}, {"title": "  "}, {"title": "t", "color": "red"}, {"title": "t", "color": "#12345g"},
                 {"title": "t", "color": "#1234567"}):
        ann.refused("POST", f"{project}/columns", 422, body)
    for body in ({"title": ""}, {"color": "00ff7f"}, {"sorting": 128}, {"sorting": -129}):
        ann.refused("PATCH", column, 422, body)
    assert ann.call("PATCH", column, {"sorting": -128, "title": "ü" * 256}).json()["title"] == "ü" * 255


def test_there_are_at_most_twenty(ann, where):
    project = new_project(ann, where, template_type="basic_kanban")
    for i in range(16):
        new_column(ann, project, f"c{i}")
    ann.refused("POST", f"{project}/columns", 422, {"title": "one more"})


def test_a_new_order_names_every_column_once(ann, where):
    project = new_project(ann, where, template_type="basic_kanban")
    there = [column["id"] for column in ann.get(f"{project}/columns").json()]
    elsewhere = new_column(ann, new_project(ann, where))
    for wrong in ([], there[1:], [*there, there[0]], [*there[1:], there[1]], [*there, elsewhere], [*there[1:], elsewhere]):
        ann.refused("POST", f"{project}/columns/move", 422, {"column_ids": wrong})
    ann.post(f"{project}/columns/move", {"column_ids": there[::-1]}, expect=204)
    moved = ann.get(f"{project}/columns").json()
    assert [column["id"] for column in moved] == there[::-1]
    assert [column["sorting"] for column in moved] == [0, 1, 2, 3]


def test_one_is_the_default_and_cannot_be_deleted(ann, where):
    project = new_project(ann, where, template_type="basic_kanban")
    done = named(ann, project)["Done"]["id"]
    ann.post(f"{project}/columns/{done}/default", expect=204)
    assert [title for title, column in named(ann, project).items() if column["default"]] == ["Done"]
    ann.refused("DELETE", f"{project}/columns/{done}", 422)
    ann.refused("POST", f"{project}/columns/{2**62}/default", 404)


def test_what_a_deleted_one_held_goes_behind_what_the_default_one_holds(ann, where, repository):
    project = new_project(ann, where, template_type="basic_kanban")
    backlog, done = (named(ann, project)[title]["id"] for title in ("Backlog", "Done"))
    a, b, c, d = (new_issue(ann, repository, title)[1] for title in "abcd")
    for issue in (b, a):
        put(ann, project, backlog, issue)
    for issue in (c, d):
        put(ann, project, done, issue)
    ann.post(f"{project}/issues/{c['id']}/move", {"column_id": done, "sorting": 2**53}, expect=204)
    ann.delete(f"{project}/columns/{done}", expect=204)
    assert cards(ann, project, backlog) == ["b", "a", "d", "c"]


def test_the_default_one_is_made_where_it_is_needed(ann, where, repository):
    project = new_project(ann, where)
    column, issue = new_column(ann, project), new_issue(ann, repository, "kept")[1]
    put(ann, project, column, issue)
    ann.delete(f"{project}/columns/{column}", expect=204)
    [made] = ann.get(f"{project}/columns").json()
    assert made["default"] and cards(ann, project, made["id"]) == ["kept"]


def test_of_a_closed_project_nothing_changes(ann, where, repository):
    project = new_project(ann, where, template_type="basic_kanban")
    backlog, done = (named(ann, project)[title]["id"] for title in ("Backlog", "Done"))
    issue = new_issue(ann, repository)[1]
    put(ann, project, done, issue)
    ann.call("PATCH", project, {"state": "closed"})
    for method, path, body in (
            ("POST", "columns", {"title": "t"}), ("PATCH", f"columns/{done}", {"title": "t"}), ("DELETE", f"columns/{done}", None),
            ("POST", f"columns/{done}/default", None), ("POST", "columns/move", {"column_ids": [done]}),
            ("POST", f"columns/{backlog}/issues/{issue['id']}", None), ("DELETE", f"columns/{done}/issues/{issue['id']}", None),
            ("POST", f"issues/{issue['id']}/move", {"column_id": backlog})):
        ann.refused(method, f"{project}/{path}", 403, body)
    assert len(columns(ann, project)) == 4 and len(cards(ann, project, done)) == 1
    ann.call("PATCH", project, {"state": "open", "title": "again"})
    ann.delete(f"{project}/columns/{done}", expect=204)


def test_are_those_of_the_project_in_the_path(ann, where):
    project, other = new_project(ann, where), new_project(ann, where)
    column = new_column(ann, other)
    for method in ("GET", "DELETE", "PATCH"):
        ann.refused(method, f"{project}/columns/{column}", 404, {} if method == "PATCH" else None)
    ann.refused("GET", f"{project}/columns/{column}/issues", 404)
