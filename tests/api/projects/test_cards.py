"""Issues and pull requests on boards."""
from issues import kinds, new_issue, timeline
from organizations import new_organization
from projects import cards, columns, counts, new_column, new_project, put
from repositories import at, let_in, new_repository


def boards_of(who, issue):
    return [project["title"] for project in who.get(issue).json()["projects"] or []]


def test_stand_in_their_order(ann, where, repository):
    project = new_project(ann, where)
    todo, done = new_column(ann, project), new_column(ann, project, "Done")
    a, b, c = (new_issue(ann, repository, title)[1] for title in "abc")
    for issue in (a, b, c, a):
        put(ann, project, todo, issue)
    assert cards(ann, project, todo) == ["b", "c", "a"]
    ann.post(f"{project}/issues/{a['id']}/move", {"column_id": todo, "sorting": -1}, expect=204)
    ann.post(f"{project}/issues/{b['id']}/move", {"column_id": done}, expect=204)
    put(ann, project, done, c)
    assert (cards(ann, project, todo), cards(ann, project, done)) == (["a"], ["b", "c"])
    page = ann.get(f"{project}/columns/{done}/issues?limit=1&page=2")
    assert [issue["title"] for issue in page.json()] == ["c"] and page.headers["X-Total-Count"] == "2"
    ann.refused("POST", f"{project}/issues/{a['id']}/move", 422, {"column_id": todo, "sorting": 2**63 - 1})


def test_are_taken_off_the_column_that_they_are_in(ann, where, repository):
    project = new_project(ann, where)
    todo, done = new_column(ann, project), new_column(ann, project, "Done")
    path, issue = new_issue(ann, repository)
    put(ann, project, todo, issue)
    ann.refused("DELETE", f"{project}/columns/{done}/issues/{issue['id']}", 404)
    ann.delete(f"{project}/columns/{todo}/issues/{issue['id']}", expect=204)
    ann.refused("DELETE", f"{project}/columns/{todo}/issues/{issue['id']}", 404)
    ann.refused("POST", f"{project}/issues/{issue['id']}/move", 422, {"column_id": todo})
    for wrong in ({}, {"column_id": new_column(ann, new_project(ann, where))}):
        put(ann, project, todo, issue)
        ann.refused("POST", f"{project}/issues/{issue['id']}/move", 422, wrong)


def test_tell_the_timeline_when_they_come_move_and_go(ann, where, repository):
    project = new_project(ann, where)
    number = int(project.rsplit("/", 1)[1])
    todo, done = new_column(ann, project), new_column(ann, project, "Done")
    path, issue = new_issue(ann, repository)
    put(ann, project, todo, issue)
    put(ann, project, todo, issue)
    ann.post(f"{project}/issues/{issue['id']}/move", {"column_id": todo, "sorting": 9}, expect=204)
    ann.post(f"{project}/issues/{issue['id']}/move", {"column_id": done}, expect=204)
    ann.delete(f"{project}/columns/{done}/issues/{issue['id']}", expect=204)
    told = [(entry["type"], entry["old_project_id"], entry["project_id"], entry["user"]["login"])
            for entry in timeline(ann, path)]
    assert told == [("project", 0, number, ann.name), ("project_board", 0, number, ann.name), ("project", number, 0, ann.name)]


def test_are_counted_open_and_closed(ann, where, repository):
    project = new_project(ann, where)
    column = new_column(ann, project)
    (first, a), (_, b) = new_issue(ann, repository), new_issue(ann, repository)
    for issue in (a, b):
        put(ann, project, column, issue)
    ann.call("PATCH", first, {"state": "closed"})
    assert counts(ann, project) == (2, 1, 1)
    [listed] = ann.get(where).json()
    assert (listed["num_issues"], listed["num_open_issues"], listed["num_closed_issues"]) == (2, 1, 1)
    ann.delete(first, expect=204)
    assert counts(ann, project) == (1, 1, 0) and len(cards(ann, project, column)) == 1


def test_an_issue_may_be_on_several_boards_and_shows_them(ann, where, repository):
    path, issue = new_issue(ann, repository)
    assert ann.get(path).json()["projects"] is None
    first, second = new_project(ann, where, "one"), new_project(ann, where, "two")
    for project in (second, first):
        put(ann, project, new_column(ann, project), issue)
    assert boards_of(ann, path) == ["one", "two"]
    [listed] = ann.get(f"{at(repository)}/issues").json()
    assert [project["title"] for project in listed["projects"]] == ["one", "two"]
    ann.delete(first, expect=204)
    assert boards_of(ann, path) == ["two"]


class TestOfRepositories:
    def test_are_of_that_repository(self, ann):
        repository, other = new_repository(ann), new_repository(ann)
        project = new_project(ann, f"{at(repository)}/projects")
        column, issue = new_column(ann, project), new_issue(ann, other)[1]
        put(ann, project, column, issue, expect=404)
        put(ann, project, column, {"id": 2**62}, expect=404)
        ann.refused("POST", f"{project}/issues/{issue['id']}/move", 404, {"column_id": column})

    def test_what_the_caller_may_not_read_is_neither_shown_nor_counted(self, ann, anonymous):
        repository = new_repository(ann)
        project = new_project(ann, f"{at(repository)}/projects")
        column = new_column(ann, project)
        put(ann, project, column, new_issue(ann, repository)[1])
        assert counts(anonymous, project) == (1, 1, 0)
        ann.call("PATCH", at(repository), {"has_issues": False})
        assert counts(anonymous, project) == (0, 0, 0) and cards(anonymous, project, column) == []

    def test_boards_are_shown_with_issues_to_who_reads_the_projects(self, ann, anonymous):
        repository = new_repository(ann)
        project = new_project(ann, f"{at(repository)}/projects")
        path, issue = new_issue(ann, repository)
        put(ann, project, new_column(ann, project), issue)
        assert boards_of(anonymous, path) == ["Plan"]
        ann.call("PATCH", at(repository), {"has_projects": False})
        assert boards_of(anonymous, path) == []


class TestOfAccounts:
    def test_are_of_the_owners_repositories_and_readable(self, ann, new_user):
        organization, bob = new_organization(ann), new_user()
        project = new_project(ann, f"/orgs/{organization}/projects")
        column = new_column(ann, project)
        put(ann, project, column, new_issue(ann, new_repository(ann))[1], expect=403)
        put(ann, project, column, new_issue(bob, new_repository(bob, private=True))[1], expect=404)
        archived = ann.post(f"/orgs/{organization}/repos", {"name": "old"}, expect=201).json()
        issue, other = new_issue(ann, archived)[1], new_issue(ann, archived)[1]
        put(ann, project, column, issue)
        ann.call("PATCH", at(archived), {"archived": True})
        put(ann, project, column, other, expect=423)
        ann.refused("DELETE", f"{project}/columns/{column}/issues/{issue['id']}", 423)
        ann.refused("POST", f"{project}/issues/{issue['id']}/move", 423, {"column_id": column})

    def test_are_seen_by_those_with_an_access_of_their_own_and_by_nobody_who_is_somebody_else(self, ann, new_user, anonymous):
        organization, friend, stranger = new_organization(ann), new_user(), new_user()
        open_one, hidden = (ann.post(f"/orgs/{organization}/repos", {"name": name, "private": name == "hidden"}, expect=201).json()
                            for name in ("open", "hidden"))
        project = new_project(ann, f"/orgs/{organization}/projects")
        column = new_column(ann, project)
        for repository in (open_one, hidden):
            put(ann, project, column, new_issue(ann, repository, repository["name"])[1])
        let_in(ann, hidden, friend, "read")
        for who, seen in ((ann, ["open", "hidden"]), (friend, ["hidden"]), (stranger, []), (anonymous, ["open"])):
            assert cards(who, project, column) == seen and counts(who, project)[0] == len(seen), who.name

    def test_leave_the_board_when_the_repository_gets_another_owner(self, ann):
        organization = new_organization(ann)
        repository = new_repository(ann)
        path, issue = new_issue(ann, repository)
        own, of_repository = new_project(ann, "/user/projects", "own"), new_project(ann, f"{at(repository)}/projects", "its")
        for project in (own, of_repository):
            put(ann, project, new_column(ann, project), issue)
        ann.post(f"{at(repository)}/transfer", {"new_owner": organization}, expect=202)
        assert boards_of(ann, f"/repos/{organization}/{repository['name']}/issues/1") == ["its"]
        assert counts(ann, own) == (0, 0, 0)


class TestNamedWithIssues:
    def test_a_new_issue_goes_into_the_default_column(self, ann, where, repository):
        project = new_project(ann, where, template_type="basic_kanban")
        bare = new_project(ann, where, "Bare")
        wanted = [int(address.rsplit("/", 1)[1]) for address in (project, bare)]
        path, issue = new_issue(ann, repository, projects=[*wanted, 2**62])
        assert [shown["id"] for shown in issue["projects"]] == wanted
        assert kinds(ann, path) == ["project", "project"] and columns(ann, bare) == ["Uncategorized"]
        backlog = ann.get(f"{project}/columns").json()[0]
        assert cards(ann, project, backlog["id"]) == ["Thing"]

    def test_an_edit_says_all_boards(self, ann, where, repository):
        first, second, closed = (int(new_project(ann, where).rsplit("/", 1)[1]) for _ in range(3))
        path, issue = new_issue(ann, repository, projects=[first, closed])
        ann.call("PATCH", f"{where}/{closed}", {"state": "closed"})
        edited = ann.call("PATCH", path, {"projects": [second, closed]}).json()
        assert [shown["id"] for shown in edited["projects"]] == [second, closed]
        assert [shown["id"] for shown in ann.call("PATCH", path, {"title": "x"}).json()["projects"]] == [second, closed]
        assert [shown["id"] for shown in ann.call("PATCH", path, {"projects": []}).json()["projects"]] == [closed]
        ann.refused("PATCH", path, 404, {"projects": [2**62]})

    def test_only_those_choose_who_may_write_there(self, ann, new_user):
        repository, writer, reader = new_repository(ann), new_user(), new_user()
        let_in(ann, repository, writer)
        of_repository = int(new_project(ann, f"{at(repository)}/projects").rsplit("/", 1)[1])
        own = int(new_project(ann, "/user/projects").rsplit("/", 1)[1])
        foreign = int(new_project(writer, "/user/projects").rsplit("/", 1)[1])
        for who, allowed in ((reader, None), (writer, [of_repository]), (ann, [of_repository, own])):
            made = new_issue(who, repository, projects=[of_repository, own, foreign])[1]
            assert (made["projects"] and [shown["id"] for shown in made["projects"]]) == allowed, who.name
        path, _ = new_issue(writer, repository)
        writer.refused("PATCH", path, 404, {"projects": [own]})
