"""Every word of the line that lists of issues are asked for by, on the page of a repository."""
import pytest
from issue_lists import ask, counts, line, remarks, titles
from issues import new_issue, say
from projects import new_column, new_project, put
from pulls import begun, merge, propose, put_file
from repositories import at, let_in
from reviews import review


@pytest.fixture
def place(new_user, resident):
    """An owner, a repository, its list of issues, and a browser of the owner's."""
    owner = new_user()
    repository = begun(owner)
    return owner, repository, f"/{repository['full_name']}/issues", resident(owner.name)


def label(owner, repository, name, **more):
    return owner.post(f"{at(repository)}/labels", {"name": name, "color": "#b3412f", **more}, expect=201).json()["id"]


def test_states_and_kinds(place):
    owner, repository, page, browser = place
    new_issue(owner, repository, "open one")
    new_issue(owner, repository, "closed one", closed=True)
    issue, _ = new_issue(owner, repository, "pinned one")
    owner.post(f"{issue}/pin", expect=204)
    assert ask(browser, page, "is:open") == ["open one", "pinned one"] and counts(browser) == (2, 1)
    assert ask(browser, page, "is:closed") == ["closed one"] and counts(browser) == (2, 1)
    assert ask(browser, page, "") == ["closed one", "open one", "pinned one"]
    assert ask(browser, page, "is:pinned") == ["pinned one"] and counts(browser) == (1, 0)
    assert ask(browser, page, "-is:pinned -is:closed") == ["open one"]
    assert ask(browser, page, "is:open,closed") == ["closed one", "open one", "pinned one"]
    assert ask(browser, page, "is:open is:closed") == [] and ask(browser, page, "is:pull") == []


def test_labels(place):
    owner, repository, page, browser = place
    bug, docs, first = (label(owner, repository, name) for name in ("Bug", "docs", "good first issue"))
    new_issue(owner, repository, "both", labels=[bug, docs])
    new_issue(owner, repository, "bug alone", labels=[bug])
    new_issue(owner, repository, "easy", labels=[first])
    new_issue(owner, repository, "bare")
    assert ask(browser, page, "label:bug") == ["both", "bug alone"], "in any case"
    assert ask(browser, page, "label:bug label:docs") == ["both"]
    assert ask(browser, page, 'label:docs,"good first issue"') == ["both", "easy"]
    assert ask(browser, page, "-label:docs") == ["bare", "bug alone", "easy"]
    assert ask(browser, page, "-label:docs,bug") == ["bare", "easy"]
    assert ask(browser, page, "label:none") == ["bare"] and ask(browser, page, "-label:none label:bug") == ["both", "bug alone"]
    assert ask(browser, page, "label:none,docs") == ["bare", "both"]
    assert ask(browser, page, "label:nowhere") == [] and remarks(browser) == [("nowhere", "No label is called so.")]
    assert ask(browser, page, "-label:nowhere") == ["bare", "both", "bug alone", "easy"]
    assert ask(browser, page, 'label:"none"') == [] and line(browser) == 'label:"none"'


def test_milestones_and_projects(place):
    owner, repository, page, browser = place
    milestone = owner.post(f"{at(repository)}/milestones", {"title": "0.9 beta"}, expect=201).json()["id"]
    new_issue(owner, repository, "soon", milestone=milestone)
    _, planned = new_issue(owner, repository, "planned")
    project = new_project(owner, f"{at(repository)}/projects", "Road to 1.0")
    put(owner, project, new_column(owner, project), planned)
    assert ask(browser, page, 'milestone:"0.9 beta"') == ["soon"]
    assert ask(browser, page, "milestone:none") == ["planned"] and ask(browser, page, "-milestone:none") == ["soon"]
    assert ask(browser, page, 'project:"road to 1.0"') == ["planned"]
    assert ask(browser, page, "project:none") == ["soon"] and ask(browser, page, '-project:"Road to 1.0"') == ["soon"]
    ask(browser, page, "milestone:x project:y")
    assert [said for _, said in remarks(browser)] == ["No milestone is called so.", "No project is called so."]


def test_people(place, new_user, resident, visitor):
    owner, repository, page, browser = place
    helper = new_user()
    let_in(owner, repository, helper)
    new_issue(owner, repository, "mine to do", assignees=[owner.name])
    new_issue(helper, repository, f"from the helper, for @{owner.name}", assignees=[helper.name])
    new_issue(helper, repository, "for nobody")
    assert ask(browser, page, "author:me") == ["mine to do"]
    assert ask(browser, page, f"author:{helper.name}") == ["for nobody", f"from the helper, for @{owner.name}"]
    assert ask(browser, page, f"-author:{helper.name.upper()}") == ["mine to do"]
    assert len(ask(browser, page, f"author:me,{helper.name}")) == 3
    assert ask(browser, page, "assignee:none") == ["for nobody"] and ask(browser, page, "assignee:me") == ["mine to do"]
    assert ask(browser, page, f"-assignee:none -assignee:{owner.name}") == [f"from the helper, for @{owner.name}"]
    assert ask(browser, page, "mentions:me") == [f"from the helper, for @{owner.name}"]
    assert ask(resident(helper.name), page, "author:me") == ["for nobody", f"from the helper, for @{owner.name}"]
    assert ask(browser, page, "author:nobody-at-all") == [] and remarks(browser) == [("nobody-at-all", "Nobody is called so.")]
    assert ask(visitor, page, "assignee:me") == [] and remarks(visitor) == [("me", "Sign in to find what is yours.")]


def test_days_and_numbers(place):
    owner, repository, page, browser = place
    talked, _ = new_issue(owner, repository, "talked about", due_date="2031-05-05T12:00:00Z")
    new_issue(owner, repository, "later", due_date="2031-06-01T00:00:00Z")
    new_issue(owner, repository, "never due")
    for _ in range(3):
        say(owner, talked)
    assert ask(browser, page, "due:<2031-06-01") == ["talked about"] and ask(browser, page, "due:2031-05-05") == ["talked about"]
    assert ask(browser, page, "due:>2031-05-05") == ["later"] and ask(browser, page, "due:>=2031-05-05") == ["later", "talked about"]
    assert ask(browser, page, "due:<=2031-06-01") == ["later", "talked about"]
    assert ask(browser, page, "due:2031-05-06..2031-06-01") == ["later"]
    assert ask(browser, page, "due:none") == ["never due"] and ask(browser, page, "-due:none") == ["later", "talked about"]
    assert ask(browser, page, "comments:>2") == ["talked about"] and ask(browser, page, "comments:0") == ["later", "never due"]
    assert ask(browser, page, "comments:1..3") == ["talked about"] and ask(browser, page, "comments:<3") == ["later", "never due"]
    assert len(ask(browser, page, "created:>2020-01-01")) == 3 and ask(browser, page, "created:<2020-01-01") == []
    assert len(ask(browser, page, "updated:>2020-01-01")) == 3 and ask(browser, page, "updated:<2020-01-01") == []


def test_dependencies_that_cannot_be_read_are_not_told_of(place, new_user, resident):
    owner, repository, page, browser = place
    secret = begun(owner, private=True)
    _, hidden = new_issue(owner, secret, "hidden")
    waiting, _ = new_issue(owner, repository, "waits")
    new_issue(owner, repository, "free")
    owner.post(f"{waiting}/dependencies", {"owner": owner.name, "repo": secret["name"], "index": hidden["number"]}, expect=201)
    assert ask(browser, page, "depends:open") == ["waits"] and ask(browser, page, "-depends:open") == ["free"]
    other = resident()
    assert ask(other, page, "depends:open") == [] and ask(other, page, "-depends:open") == ["free", "waits"]
    owner.call("PATCH", f"{at(secret)}/issues/{hidden['number']}", {"state": "closed"}, expect=201)
    assert ask(browser, page, "depends:open") == [], "what happens elsewhere counts at once"


def test_boards_that_cannot_be_seen_are_not_told_of(place, new_user, resident, admin):
    owner, repository, page, browser = place
    friend = new_user()
    let_in(owner, repository, friend)
    _, issue = new_issue(owner, repository, "planned")
    project = new_project(owner, "/user/projects", "My plan")
    put(owner, project, new_column(owner, project), issue)
    admin.call("PATCH", f"/admin/users/{owner.name}", {"login_name": owner.name, "source_id": 0, "visibility": "private"}, expect=200)
    assert ask(browser, page, 'project:"My plan"') == ["planned"] and ask(browser, page, "project:none") == []
    other = resident(friend.name)
    assert ask(other, page, 'project:"My plan"') == [] and ask(other, page, "project:none") == ["planned"]


def test_words_and_numbers(place):
    owner, repository, page, browser = place
    first, made = new_issue(owner, repository, "It crashes", body="in the log of the server")
    new_issue(owner, repository, "Nothing happens")
    say(owner, first, "std::vector is to blame")
    assert ask(browser, page, "crashes") == ["It crashes"] and ask(browser, page, "crashes log") == ["It crashes"]
    assert ask(browser, page, '"the log of"') == ["It crashes"] and ask(browser, page, '"log the of"') == []
    assert ask(browser, page, "std::vector") == ["It crashes"] and ask(browser, page, "crashes happens") == []
    assert ask(browser, page, f"#{made['number']}") == ["It crashes"] and ask(browser, page, str(made["number"])) == ["It crashes"]
    assert ask(browser, page, f"-#{made['number']}") == ["Nothing happens"]
    assert len(ask(browser, page, f"#{made['number']} #{made['number'] + 1}")) == 2
    assert ask(browser, page, "is:open ''") == [], "words that nothing can have"


def test_orders(place):
    owner, repository, page, browser = place
    a, _ = new_issue(owner, repository, "a", due_date="2031-06-01T00:00:00Z")
    b, _ = new_issue(owner, repository, "b", due_date="2031-05-01T00:00:00Z")
    new_issue(owner, repository, "c")
    say(owner, a)
    owner.post(f"{b}/reactions", {"content": "heart"}, expect=201)

    def order(sort):
        browser.open(f"{page}?q=sort:{sort}", expect=200)
        return "".join(titles(browser))

    assert order("created") == "cba" and order("created-asc") == "abc"
    assert order("comments")[0] == "a" and order("comments-asc")[2] == "a"
    assert order("due") == "bac" and order("due-desc") == "abc"
    assert order("reactions")[0] == "b" and order("reactions-asc")[2] == "b"
    owner.call("DELETE", f"{b}/reactions", {"content": "heart"}, expect=204)
    assert order("reactions") == "cba"
    assert sorted(order("updated")) == ["a", "b", "c"] == sorted(order("updated-asc"))
    browser.open(f"{page}?q=", expect=200)
    assert "".join(titles(browser)) == "cba"


def test_what_is_not_understood_is_marked_and_the_rest_is_used(place):
    owner, repository, page, browser = place
    new_issue(owner, repository, "one")
    new_issue(owner, repository, "two", closed=True)
    assert ask(browser, page, "is:open colour:red due:soon") == ["one"]
    assert [word for word, _ in remarks(browser)] == ["colour:red", "due:soon"] and line(browser) == "is:open colour:red due:soon"
    assert 'aria-invalid="true" aria-describedby="remarks"' in browser.page
    assert ask(browser, page, 'is:open "<script>') == []
    assert "<script>&quot;" not in browser.page and line(browser) == "is:open <script>"
    assert ask(browser, page, "x" * 3000) == [] and "The line is too long" in browser.page
    assert ask(browser, page, "a " * 100) == [] and "That is more than is looked at." in browser.page


def test_reviews(new_user, resident):
    owner, writer = new_user(), new_user()
    repository = begun(owner)
    let_in(owner, repository, writer)
    pulls = {}
    for name in ("bare", "good", "bad", "asked", "wip"):
        put_file(owner, repository, f"{name}.txt", new_branch=name)
        pulls[name] = propose(owner, repository, name, title="WIP: wip" if name == "wip" else name)
    review(writer, pulls["good"], "APPROVED")
    review(writer, pulls["bad"], "APPROVED")
    review(writer, pulls["bad"], "REQUEST_CHANGES", body="no")
    owner.post(f"{pulls['asked']}/requested_reviewers", {"reviewers": [writer.name]}, expect=201)
    page, browser, other = f"/{repository['full_name']}/pulls", resident(owner.name), resident(writer.name)
    assert ask(browser, page, "review:approved") == ["good"] and ask(browser, page, "review:changes") == ["bad"]
    assert ask(browser, page, "review:required") == ["asked"] and ask(browser, page, "review:none") == ["WIP: wip", "asked", "bare"]
    assert ask(browser, page, "review:approved,changes") == ["bad", "good"] and ask(browser, page, "-review:none") == ["bad", "good"]
    assert ask(browser, page, "review:mine") == [] and ask(other, page, "review:mine") == ["asked"]
    assert ask(other, page, "reviewed-by:me") == ["bad", "good"]
    assert ask(browser, page, "is:draft") == ["WIP: wip"] and ask(browser, page, "-is:draft review:none") == ["asked", "bare"]
    merge(owner, pulls["good"])
    owner.call("PATCH", pulls["bare"], {"state": "closed"}, expect=201)
    assert ask(browser, page, "is:merged") == ["good"] and ask(browser, page, "is:closed") == ["bare", "good"]
    assert ask(browser, page, "is:closed -is:merged") == ["bare"]
    assert ask(browser, f"/{repository['full_name']}/issues", "review:none") == []


def test_parameters_of_other_servers_become_words(place, new_user):
    owner, repository, page, browser = place
    bug, docs = label(owner, repository, "bug"), label(owner, repository, "docs page")
    milestone = owner.post(f"{at(repository)}/milestones", {"title": "1.0"}, expect=201).json()["id"]
    new_issue(owner, repository, "one", labels=[bug], milestone=milestone, assignees=[owner.name])
    new_issue(owner, repository, "two", closed=True)
    user = owner.get("/user").json()["id"]

    def words(parameters):
        browser.open(f"{page}?{parameters}", expect=200)
        return line(browser)

    assert words("") == "is:open sort:updated" and words("state=closed") == "is:closed" and words("state=all") == ""
    assert words(f"labels={bug}") == "is:open label:bug" and titles(browser) == ["one"]
    assert words(f"labels={bug},-{docs}&state=all") == 'label:bug -label:"docs page"' and titles(browser) == ["one"]
    assert words("labels=0&state=all") == "label:none" and titles(browser) == ["two"]
    assert words("labels=bug") == "is:open label:bug"
    assert words(f"milestone={milestone}") == "is:open milestone:1.0" and words("milestone=-1&state=all") == "milestone:none"
    assert words(f"assignee={user}") == f"is:open assignee:{owner.name}" and words("assignee=-1") == "is:open assignee:none"
    assert words("assignee=(any)") == "is:open -assignee:none" and words(f"poster={owner.name}") == f"is:open author:{owner.name}"
    assert words("type=assigned&sort=leastupdate") == "is:open assignee:me sort:updated-asc"
    assert words("type=created_by&q=word") == "is:open word author:me" and words("sort=nonsense&state=all") == ""
    assert words("q=is:closed&state=open") == "is:closed", "what the line says comes first"
    assert words("assignee=999999999&state=all") == "" and words("milestone=999999&state=all") == ""
