"""The dashboard: what waits for somebody, what happened, and what is theirs; of organizations and teams as well."""
import html
import re

from issues import new_issue, say
from notified import told
from organizations import new_organization, new_team
from program import wait_until
from pulls import begun, new_pull, propose, put_file
from repositories import at, let_in, new_repository


def words(text):
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", text)).split())


def waiting(browser):
    """The titles of what waits, by its kind."""
    found = {}
    for kind, rest in re.findall(r'<h3 class="todo-kind">(.*?)</h3>\s*<ul class="rows">(.*?)</ul>', browser.page, re.S):
        found[words(kind)] = [html.unescape(title) for title in re.findall(r'<a class="title" href="[^"]*">([^<]*)</a>', rest)]
    return found


def feed(browser):
    return [words(entry) for entry in re.findall(r'<div><p>(.*?)</p>', browser.page.split('<ol class="feed">')[-1].split("</ol>")[0])] if '<ol class="feed">' in browser.page else []


def mine(browser):
    return re.findall(r'<span class="clip">([^<]*)</span>', browser.page.split('<div id="mine">')[1].split("</div>")[0])


def look(browser, path="/"):
    browser.open(path, expect=200)
    return browser


def test_first_steps_of_a_new_account(new_user, resident):
    person = new_user()
    browser = look(resident(person.name))
    assert "First steps" in browser.page and 'href="/user/settings/keys"' in browser.page and 'href="/repo/create"' in browser.page
    assert "Nothing has happened yet" in browser.page and "Waiting for you" not in browser.page
    new_repository(person, name="first")
    look(browser)
    assert "First steps" not in browser.page and "Nothing waits for you." in browser.page and mine(browser) == [f"{person.name}/first"]


def test_what_waits_is_told_by_its_reason(new_user, resident):
    ann, ben = new_user(), new_user()
    repository = begun(ben, private=True)
    let_in(ben, repository, ann)
    new_issue(ben, repository, "later", assignees=[ann.name])
    new_issue(ben, repository, "due", assignees=[ann.name], due_date="2031-01-01T00:00:00Z")
    new_issue(ben, repository, f"hello @{ann.name}")
    _, asked = new_pull(ben, repository, branch="asked", title="to review")
    ben.post(f"{asked}/requested_reviewers", {"reviewers": [ann.name]}, expect=201)
    put_file(ann, repository, "stuck.txt", new_branch="stuck")
    stuck = propose(ann, repository, "stuck", title="stuck one")
    put_file(ann, repository, "fine.txt", new_branch="fine")
    propose(ann, repository, "fine", title="fine one")
    ben.post(f"{stuck}/reviews", {"event": "REQUEST_CHANGES", "body": "no"}, expect=200)
    told(ann)
    browser = look(resident(ann.name))
    assert waiting(browser) == {"Asked for your review": ["to review"], "Your pull requests that are stuck": ["stuck one"],
                                "Assigned to you": ["due", "later"], "Mentioned you": [f"hello @{ann.name}"]}
    assert "Changes are asked for" in browser.page and "due" in browser.page
    # A mention is done with one click; nobody else's dashboard tells of any of it.
    browser.submit("/notifications/status", expect=303)
    assert "Mentioned you" not in waiting(browser.follow())
    assert "to review" not in look(resident()).page
    ben.call("DELETE", f"{at(repository)}/collaborators/{ann.name}", expect=204)
    look(browser)
    assert waiting(browser) == {} and repository["name"] not in browser.page


def test_a_failed_check_makes_ones_own_stuck(new_user, resident):
    ann = new_user()
    repository, pull = new_pull(ann, title="checked")
    browser = look(resident(ann.name))
    assert waiting(browser) == {}
    sha = ann.get(pull).json()["head"]["sha"]
    ann.post(f"{at(repository)}/statuses/{sha}", {"state": "failure", "context": "lint"}, expect=201)
    assert waiting(look(browser)) == {"Your pull requests that are stuck": ["checked"]} and "Checks failed" in browser.page


def test_a_team_is_asked(new_user, resident):
    owner, member = new_user(), new_user()
    organization = new_organization(owner)
    team = new_team(owner, organization, member, name="crew", permission="write", units=["repo.code", "repo.pulls", "repo.issues"])
    repository = owner.post(f"/orgs/{organization}/repos", {"name": "shared", "auto_init": True, "default_branch": "main"}, expect=201).json()
    owner.call("PUT", f"/teams/{team}/repos/{repository['full_name']}", expect=204)
    _, pull = new_pull(owner, repository, title="for a team")
    owner.post(f"{pull}/requested_reviewers", {"team_reviewers": ["crew"]}, expect=201)
    browser = look(resident(member.name))
    assert waiting(browser) == {"Asked for your review": ["for a team"]}
    path = f"/org/{organization}/dashboard"
    assert waiting(look(browser, path)) == {"Asked for your review": ["for a team"]} and mine(browser) == [repository["full_name"]]
    assert waiting(look(browser, f"{path}/crew")) == {"Asked for your review": ["for a team"]}
    assert any("created" in entry for entry in feed(look(browser, path)))
    browser.open(f"{path}/nobody", expect=404)
    stranger = resident()
    stranger.open(path)
    assert stranger.answer.status_code in (403, 404)


def test_what_happened_is_told_once(new_user, resident):
    ann, ben = new_user(), new_user()
    repository = begun(ben)
    ann.call("PUT", f"{at(repository)}/subscription", expect=200)
    for name in ("a", "b", "c"):
        put_file(ben, repository, name)
    issue, _ = new_issue(ben, repository, "a <title>")
    say(ben, issue, "first words")
    say(ben, issue, "<i>second</i> words")
    browser = look(resident(ann.name))
    told_of = feed(browser)
    pushes = [entry for entry in told_of if "pushed to main" in entry]
    assert len(pushes) == 1 and pushes[0].startswith(f"{ben.name} pushed to main in {repository['full_name']}") and "3 commits" in pushes[0], told_of
    said = [entry for entry in told_of if "commented on" in entry]
    assert len(said) == 1 and "a <title>" in said[0] and "2 times" in said[0]
    assert "&lt;i&gt;second&lt;/i&gt; words" in browser.page and "<i>second" not in browser.page
    # What others do where one does not look is not told.
    assert feed(look(resident())) == []


def test_older_entries(new_user, resident):
    ann = new_user()
    repository = new_repository(ann)
    for number in range(25):
        new_issue(ann, repository, f"issue {number}")
    browser = look(resident(ann.name))
    first = feed(browser)
    assert len(first) == 20 and "issue 24" in first[0]
    older = html.unescape(re.search(r'href="(/\?before=\d+#feed)"', browser.page)[1])
    second = feed(look(browser, older))
    assert len(second) == 6 and "issue 4" in second[0] and "created" in second[-1] and "Newest" in browser.page


def test_what_is_private_is_told_to_those_who_may_read_it(new_user, resident):
    ann, ben = new_user(), new_user()
    repository = begun(ben, private=True)
    let_in(ben, repository, ann)
    ann.call("PUT", f"{at(repository)}/subscription", expect=200)
    new_issue(ben, repository, "secret")
    browser = look(resident(ann.name))
    assert any("secret" in entry for entry in feed(browser))
    ben.call("DELETE", f"{at(repository)}/collaborators/{ann.name}", expect=204)
    assert feed(look(browser)) == [] and "secret" not in browser.page


def test_finding_a_repository(new_user, resident):
    ann = new_user()
    for name in ("alpha", "beta"):
        new_repository(ann, name=name)
    browser = look(resident(ann.name))
    assert set(mine(browser)) == {f"{ann.name}/alpha", f"{ann.name}/beta"}
    assert mine(look(browser, "/?q=LPH")) == [f"{ann.name}/alpha"]
    assert mine(look(browser, "/?q=%25")) == [] and "No repository fits." in browser.page
    assert 'value="&quot;&gt;&lt;x"' in look(browser, "/?q=%22%3E%3Cx").page


def test_a_timer_runs_and_stops_where_one_is(new_user, resident):
    ann = new_user()
    repository = new_repository(ann)
    issue, _ = new_issue(ann, repository, "timed")
    browser = look(resident(ann.name))
    assert "stopwatch/stop" not in browser.page
    ann.post(f"{issue}/stopwatch/start", expect=201)
    assert f"{repository['full_name']} #1" in look(browser).page and "Running timer" in browser.page
    browser.submit("/times/stopwatch/stop", expect=303)
    assert browser.location == "/" and "stopwatch/stop" not in browser.follow().page
    assert ann.get(f"{issue}/times").json()


def test_a_timer_is_in_the_bar_of_every_page(new_user, resident):
    ann, ben = new_user(), new_user()
    repository = new_repository(ann, private=True)
    issue, _ = new_issue(ann, repository, "timed <here>")
    let_in(ann, repository, ben)
    ben.post(f"{issue}/stopwatch/start", expect=201)
    browser = look(resident(ben.name), "/explore/repos?q=x")
    assert "timed &lt;here&gt;" in browser.page
    browser.submit("/times/stopwatch/cancel", expect=303)
    assert browser.location == "/explore/repos?q=x" and "stopwatch/stop" not in browser.follow().page
    # What one may no longer read is not told.
    ben.post(f"{issue}/stopwatch/start", expect=201)
    ann.call("DELETE", f"{at(repository)}/collaborators/{ben.name}", expect=204)
    assert "timed" not in look(browser, "/explore/repos").page


def test_milestones_are_beside_it(new_user, resident):
    ann = new_user()
    repository = new_repository(ann)
    ann.post(f"{at(repository)}/milestones", {"title": "spring", "due_on": "2031-03-01T00:00:00Z"}, expect=201)
    browser = look(resident(ann.name))
    assert f"{repository['name']} spring" in browser.page


def test_hidden_accounts_do_not_break_it(new_user, resident):
    """Who has gone leaves what he did to the ghost."""
    ann, ben = new_user(), new_user()
    repository = new_repository(ann)
    new_issue(ben, repository, "left behind")
    told(ann)
    wait_until(lambda: ann.get("/notifications").json(), "to be told")
    look(resident(ann.name))
