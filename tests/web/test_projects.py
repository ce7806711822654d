"""Projects of repositories, people and organizations: the lists, and keeping them. Without a script."""
import re

from boards import number
from issues import new_issue
from organizations import new_organization
from projects import new_column, new_project, put
from repositories import at, let_in, new_repository


def shown(browser):
    return re.findall(r'<a class="title" href="[^"]*">(.*?)</a>', browser.page)


def test_a_project_is_made_changed_closed_and_deleted(board_home):
    owner, where, base, _, browser = board_home
    browser.open(base, expect=200)
    assert "No projects" in browser.page and "New project" in browser.page
    browser.open(f"{base}/new", expect=200)
    browser.submit("/new", {"title": "Plan", "description": "**soon**", "template_type": "basic_kanban", "card_type": "text_only"}, expect=303)
    browser.follow()
    [made] = owner.get(where).json()
    assert browser.notice == "The project is created." and "<h1>Plan</h1>" in browser.page and "<strong>soon</strong>" in browser.page
    assert [column["title"] for column in owner.get(f"{where}/{made['id']}/columns").json()] == ["Backlog", "To Do", "In Progress", "Done"]
    board = f"{base}/{made['id']}"
    browser.open(f"{board}/edit", expect=200)
    assert 'value="Plan"' in browser.page and "**soon**</textarea>" in browser.page
    browser.submit("/edit", {"title": "Road", "description": "", "card_type": "images_and_text"}, expect=303)
    browser.follow()
    made = owner.get(f"{where}/{made['id']}").json()
    assert browser.notice == "The project is saved." and (made["title"], made["description"], made["card_type"]) == ("Road", "", "images_and_text")
    browser.submit("/close", expect=303)
    browser.follow()
    assert browser.notice == "The project is closed." and owner.get(f"{where}/{made['id']}").json()["state"] == "closed"
    assert "stay as they are" in browser.page and "Add issues" not in browser.page and "/columns/new" not in browser.page
    browser.open(base, expect=200)
    assert "0 open" in browser.page and "1 closed" in browser.page and shown(browser) == []
    browser.open(f"{base}?state=closed", expect=200)
    assert shown(browser) == ["Road"]
    browser.open(board, expect=200)
    browser.submit("/open", expect=303)
    assert owner.get(f"{where}/{made['id']}").json()["state"] == "open"
    browser.open(f"{board}/delete", expect=200)
    assert "0 open and 0 closed, stay" in browser.page
    browser.submit("/delete", expect=303)
    browser.follow()
    assert browser.notice == "The project is deleted." and owner.get(where).json() == []
    browser.open(board, expect=404)


def test_a_refused_project_comes_back_as_it_was(board_home):
    owner, where, base, _, browser = board_home
    browser.open(f"{base}/new", expect=200)
    browser.submit("/new", {"title": "  ", "description": "words", "template_type": "bug_triage"}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="title"[^>]*>', browser.page)[0] and "words</textarea>" in browser.page
    assert '<option value="bug_triage" selected>' in browser.page
    browser.submit("/new", {"title": "x" * 300}, expect=422)
    browser.submit("/new", {"title": "x", "template_type": "other"}, expect=422)
    assert owner.get(where).json() == []
    project = number(new_project(owner, where))
    browser.open(f"{base}/{project}/edit", expect=200)
    browser.submit("/edit", {"title": "", "description": "kept"}, expect=422)
    assert "kept</textarea>" in browser.page and owner.get(f"{where}/{project}").json()["title"] == "Plan"


def test_projects_are_found_sorted_and_counted(board_home):
    owner, where, base, repository, browser = board_home
    for title in ("banana", "Apple", "<b>cherry"):
        last = new_project(owner, where, title, description="<i>words")
    column = new_column(owner, last)
    put(owner, last, column, new_issue(owner, repository, "one")[1])
    put(owner, last, column, new_issue(owner, repository, "two", closed=True)[1])
    browser.open(base, expect=200)
    assert shown(browser) == ["&lt;b&gt;cherry", "Apple", "banana"] and "&lt;i&gt;words" in browser.page and "<i>words" not in browser.page
    assert "50% done" in browser.page and 'width="50"' in browser.page and "3 open" in browser.page and "0 closed" in browser.page
    assert re.search(r'aria-current="page"[^>]*>.*?Projects <span class="count">3</span>', browser.page), "the tab has the number of open ones"
    for sort, wanted in (("oldest", ["banana", "Apple", "&lt;b&gt;cherry"]), ("name", ["&lt;b&gt;cherry", "Apple", "banana"]), ("nonsense", ["&lt;b&gt;cherry", "Apple", "banana"])):
        browser.open(f"{base}?sort={sort}", expect=200)
        assert shown(browser) == wanted, sort
    browser.open(f"{base}?q=APP", expect=200)
    assert shown(browser) == ["Apple"] and "1 open" in browser.page
    browser.open(f"{base}?q=%25", expect=200)
    assert "No project fits" in browser.page
    browser.open(f"{base}?limit=2&page=2", expect=200)
    assert shown(browser) == ["banana"] and 'rel="prev"' in browser.page
    browser.open(f"{base}?page=9", expect=200)
    assert "Nothing is so far down the list" in browser.page


def test_who_may_not_keep_projects_cannot(board_home, resident, visitor):
    owner, where, base, _, browser = board_home
    project = number(new_project(owner, where, template_type="basic_kanban"))
    column = owner.get(f"{where}/{project}/columns").json()[1]["id"]
    other = resident()
    for reader in (other, visitor):
        reader.open(base, expect=200)
        assert "New project" not in reader.page and "/delete" not in reader.page and "/close" not in reader.page
        reader.open(f"{base}/{project}", expect=200)
        assert "<form method=\"post\" action=\"" + base not in reader.page and "/add" not in reader.page and "/columns/new" not in reader.page
    forms = [("new", {"title": "x"}), *((f"{project}/{below}", form) for below, form in (
        ("edit", {"title": "x"}), ("close", {}), ("open", {}), ("delete", {}), ("add", {"number": "#1"}), ("columns/new", {"title": "x"}), (f"columns/{column}/edit", {"title": "x"}),
        (f"columns/{column}/move", {"to": "left"}), (f"columns/{column}/default", {}), (f"columns/{column}/delete", {}), ("cards/1/move", {"place": "top"}), ("cards/1/remove", {})))]
    before = owner.get(f"{where}/{project}/columns").json()
    for below, form in forms:
        other.post(f"{base}/{below}", form)
        assert other.answer.status_code in (403, 404), below
        visitor.post(f"{base}/{below}", form)
        assert visitor.answer.status_code in (303, 401, 403, 404) and "/user/login" in (visitor.location or "/user/login"), below
        browser.post(f"{base}/{below}", form, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    assert owner.get(f"{where}/{project}/columns").json() == before and owner.get(f"{where}/{project}").json()["title"] == "Plan"
    for page in ("new", f"{project}/edit", f"{project}/delete", f"{project}/add", f"{project}/columns/new", f"{project}/columns/{column}/edit"):
        other.open(f"{base}/{page}")
        assert other.answer.status_code in (403, 404), page


def test_private_places_are_there_for_nobody_else(new_user, resident, visitor):
    owner = new_user()
    repository = new_repository(owner, private=True)
    project = number(new_project(owner, f"{at(repository)}/projects"))
    organization = new_organization(owner, visibility="private")
    theirs = number(new_project(owner, f"/orgs/{organization}/projects"))
    for reader in (resident(), visitor):
        for page in (f"/{repository['full_name']}/projects", f"/{repository['full_name']}/projects/{project}", f"/{organization}/-/projects", f"/{organization}/-/projects/{theirs}"):
            reader.open(page, expect=404)
    browser = resident(owner.name)
    browser.open(f"/{repository['full_name']}/projects/{project}", expect=200)
    browser.open(f"/{organization}/-/projects/{theirs}", expect=200)
    browser.open(f"/{organization}/-/projects/{project}", expect=404)
    browser.open(f"/{repository['full_name']}/projects/{theirs}", expect=404)


def test_what_is_switched_off_or_archived(new_user, resident, visitor):
    owner = new_user()
    repository = new_repository(owner)
    home = f"/{repository['full_name']}/projects"
    project = number(new_project(owner, f"{at(repository)}/projects", template_type="basic_kanban"))
    owner.call("PATCH", at(repository), {"has_projects": False}, expect=200)
    visitor.open(home, expect=403)
    visitor.open(f"/{repository['full_name']}", expect=200)
    assert "/projects" not in visitor.page
    owner.call("PATCH", at(repository), {"has_projects": True, "archived": True}, expect=200)
    browser = resident(owner.name)
    browser.open(f"{home}/{project}", expect=200)
    assert "Add issues" not in browser.page
    browser.post(f"{home}/new", {"title": "x"}, expect=423)
    browser.post(f"{home}/{project}/columns/new", {"title": "x"}, expect=423)


def test_who_writes_to_projects_keeps_them(new_user, resident):
    owner, helper = new_user(), new_user()
    repository = new_repository(owner)
    let_in(owner, repository, helper, "write")
    browser = resident(helper.name)
    browser.open(f"/{repository['full_name']}/projects/new", expect=200)
    browser.submit("/new", {"title": "Ours"}, expect=303)
    organization = new_organization(owner)
    team = owner.post(f"/orgs/{organization}/teams", {"name": "planners", "units_map": {"repo.projects": "write"}}, expect=201).json()
    owner.call("PUT", f"/teams/{team['id']}/members/{helper.name}", expect=204)
    browser.open(f"/{organization}/-/projects/new", expect=200)
    browser.submit("/new", {"title": "All of ours"}, expect=303)
    assert [found["title"] for found in owner.get(f"/orgs/{organization}/projects").json()] == ["All of ours"]
