"""Projects of repositories, organizations and people: what they are, who sees them, who changes them."""
import pytest
from organizations import new_organization, new_team
from projects import new_column, new_project
from repositories import at, let_in, new_repository


def ids(answer):
    return [project["id"] for project in answer.json()]


def test_says_whose_it_is(ann, home, server):
    kind, where, repository = home
    made = ann.post(where, {"title": "  Plan  ", "description": "d"}, expect=201).json()
    assert made["title"] == "Plan" and made["type"] == kind and made["creator"]["login"] == ann.name
    assert made["creator_id"] == made["creator"]["id"] and made["state"] == "open" and "closed_at" not in made
    owner = repository["owner"]
    assert (made["repo_id"], made["owner_id"]) == ((repository["id"], 0) if kind == "repository" else (0, owner["id"]))
    below = repository["full_name"] if kind == "repository" else f"{owner['login']}/-"
    assert made["html_url"] == f"{server.url}/{below}/projects/{made['id']}"
    assert ann.get(f"{where}/{made['id']}").json() == made


def test_begins_with_the_columns_of_its_template(ann, where):
    for template, titles in (("none", []), ("", []), ("basic_kanban", ["Backlog", "To Do", "In Progress", "Done"]),
                             ("bug_triage", ["Backlog", "Needs Triage", "High Priority", "Low Priority", "Closed"])):
        project = new_project(ann, where, template_type=template)
        assert ann.get(project).json()["template_type"] == (template or "none")
        found = ann.get(f"{project}/columns").json()
        assert [column["title"] for column in found] == titles
        assert [column["default"] for column in found] == [title == "Backlog" for title in titles]
        assert all(column["sorting"] == 0 for column in found)


def test_refuses_what_it_does_not_know(ann, where):
    for body in ({}, {"title": ""}, {"title": " \t"}, {"title": "t", "template_type": "Kanban"},
                 {"title": "t", "card_type": "pictures"}):
        ann.refused("POST", where, 422, body)
    project = new_project(ann, where)
    for body in ({"title": ""}, {"title": "  "}, {"state": "all"}, {"card_type": "pictures"}):
        ann.refused("PATCH", project, 422, body)
    ann.refused("GET", f"{where}/{2**63 - 1}", 404)


def test_a_long_title_is_cut_between_characters(ann, where):
    assert ann.get(new_project(ann, where, "ü" * 300)).json()["title"] == "ü" * 255


def test_an_edit_changes_what_was_sent(ann, where):
    project = new_project(ann, where, description="d", card_type="images_and_text")
    edited = ann.call("PATCH", project, {"description": ""}).json()
    assert (edited["title"], edited["description"], edited["card_type"]) == ("Plan", "", "images_and_text")
    closed = ann.call("PATCH", project, {"state": "closed"}).json()
    assert closed["state"] == "closed" and closed["is_closed"] and closed["closed_at"]
    again = ann.call("PATCH", project, {"state": "closed", "title": "Done"}).json()
    assert again["closed_at"] == closed["closed_at"] and again["title"] == "Done"
    assert "closed_at" not in ann.call("PATCH", project, {"state": "open"}).json()


def test_are_listed_newest_first_by_state(ann, where):
    first, second, third = (int(new_project(ann, where).rsplit("/", 1)[1]) for _ in range(3))
    ann.call("PATCH", f"{where}/{second}", {"state": "closed"})
    assert ids(ann.get(where)) == ids(ann.get(f"{where}?state=whatever")) == [third, first]
    assert ids(ann.get(f"{where}?state=closed")) == [second]
    page = ann.get(f"{where}?state=all&limit=2&page=2")
    assert ids(page) == [first] and page.headers["X-Total-Count"] == "3" and 'rel="prev"' in page.headers["Link"]


def test_are_where_they_belong_and_nowhere_else(ann):
    repository, other = new_repository(ann), new_repository(ann)
    organization = new_organization(ann)
    homes = [f"{at(repository)}/projects", f"{at(other)}/projects", f"/orgs/{organization}/projects", "/user/projects"]
    for where in homes:
        project = new_project(ann, where).rsplit("/", 1)[1]
        for elsewhere in homes:
            if elsewhere != where:
                ann.refused("GET", f"{elsewhere}/{project}", 404)
                ann.refused("DELETE", f"{elsewhere}/{project}", 404)
        ann.delete(f"{where}/{project}", expect=204)
        ann.refused("GET", f"{where}/{project}", 404)


class TestOfRepositories:
    def test_readers_read_writers_write_and_nothing_of_an_archived_one_changes(self, ann, new_user, anonymous):
        repository = new_repository(ann)
        reader, writer = new_user(), new_user()
        let_in(ann, repository, reader, "read")
        let_in(ann, repository, writer)
        where = f"{at(repository)}/projects"
        project = new_project(writer, where)
        for who, status in ((reader, 403), (anonymous, 401)):
            who.get(project)
            who.refused("POST", where, status, {"title": "t"})
            who.refused("PATCH", project, status, {"title": "t"})
            who.refused("DELETE", project, status)
        ann.call("PATCH", at(repository), {"archived": True})
        reader.get(project)
        reader.refused("POST", where, 403, {"title": "t"})
        for method, path in (("POST", where), ("PATCH", project), ("DELETE", project), ("POST", f"{project}/columns")):
            writer.refused(method, path, 423, {"title": "t"})

    def test_where_they_are_switched_off_they_are_left_to_who_administers(self, ann, new_user):
        repository, writer = new_repository(ann), new_user()
        let_in(ann, repository, writer)
        where = f"{at(repository)}/projects"
        ann.call("PATCH", at(repository), {"has_projects": False})
        writer.refused("GET", where, 403)
        writer.refused("POST", where, 403, {"title": "t"})
        new_project(ann, where)

    def test_go_with_the_repository(self, ann, admin):
        repository = new_repository(ann)
        new_column(ann, new_project(ann, f"{at(repository)}/projects"))
        ann.delete(at(repository), expect=204)


class TestOfOrganizations:
    def test_teams_that_write_projects_change_them_and_for_others_there_is_nothing_to_change(self, ann, new_user, anonymous):
        organization = new_organization(ann)
        planner, reader, stranger = new_user(), new_user(), new_user()
        new_team(ann, organization, planner, permission="write", units_map={"repo.projects": "write"})
        new_team(ann, organization, reader, permission="write", units_map={"repo.projects": "read", "repo.code": "write"})
        where = f"/orgs/{organization}/projects"
        project = new_project(planner, where)
        for who, status in ((reader, 404), (stranger, 404), (anonymous, 401)):
            who.get(project)
            who.refused("POST", where, status, {"title": "t"})
            who.refused("PATCH", project, status, {"title": "t"})
            who.refused("POST", f"{project}/columns", status, {"title": "t"})
            who.refused("DELETE", project, status)

    def test_of_a_private_one_are_seen_by_its_members(self, ann, new_user, anonymous, admin):
        organization = new_organization(ann, visibility="private")
        member = new_user()
        new_team(ann, organization, member, units_map={"repo.code": "read"})
        project = new_project(ann, f"/orgs/{organization}/projects")
        member.get(project)
        new_user().refused("GET", project, 404)
        anonymous.refused("GET", project, 404)
        admin.call("PATCH", project, {"title": "by the site's administrator"})

    def test_go_with_the_organization(self, ann):
        organization = new_organization(ann)
        new_column(ann, new_project(ann, f"/orgs/{organization}/projects"))
        ann.delete(f"/orgs/{organization}", expect=204)


class TestOfPeople:
    def test_everybody_sees_them_and_only_they_change_them(self, ann, new_user, anonymous):
        project = new_project(ann, "/user/projects")
        number = int(project.rsplit("/", 1)[1])
        bob = new_user()
        for who in (bob, anonymous):
            assert ids(who.get(f"/users/{ann.name}/projects")) == [number]
        bob.refused("GET", project, 404)
        bob.refused("PATCH", project, 404, {"title": "t"})
        anonymous.refused("GET", project, 401)
        anonymous.refused("GET", "/users/none-such/projects", 404)

    def test_of_a_private_person_are_not_there_for_strangers(self, new_user, anonymous):
        ann = new_user(visibility="private")
        new_project(ann, "/user/projects")
        anonymous.refused("GET", f"/users/{ann.name}/projects", 404)
        assert len(ids(ann.get(f"/users/{ann.name}/projects"))) == 1

    def test_go_with_the_person_and_what_they_made_elsewhere_stays(self, ann, new_user, admin):
        organization, bob = new_organization(ann), new_user()
        new_team(ann, organization, bob, permission="write", units_map={"repo.projects": "write"})
        new_column(bob, new_project(bob, "/user/projects"))
        project = new_project(bob, f"/orgs/{organization}/projects")
        new_column(bob, project)
        admin.delete(f"/admin/users/{bob.name}?purge=true", expect=204)
        assert ann.get(project).json()["creator"]["login"] == "Ghost"
        assert ann.get(f"{project}/columns").json()[0]["creator"]["login"] == "Ghost"


@pytest.mark.parametrize("scopes, reads, writes", [
    (["read:issue"], {"repository"}, set()),
    (["write:issue"], {"repository"}, {"repository"}),
    (["write:issue", "read:user"], {"repository", "individual"}, {"repository"}),
    (["write:issue", "write:organization"], {"repository", "organization"}, {"repository", "organization"}),
    (["write:repository", "write:user", "write:organization"], set(), set()),
])
def test_tokens_need_the_scope_of_issues_and_that_of_the_home(ann, new_token, scopes, reads, writes):
    homes = {"repository": f"{at(new_repository(ann))}/projects", "organization": f"/orgs/{new_organization(ann)}/projects",
             "individual": "/user/projects"}
    token = new_token(ann, *scopes)
    for kind, where in homes.items():
        token.get(where, expect=200 if kind in reads else 403)
        token.post(where, {"title": "t"}, expect=201 if kind in writes else 403)
