"""The conversation of a pull request, without a script: what it shows, to whom, and what can be said there."""
import html
import re

import pytest
from issues import new_issue
from pulls import begun, new_pull, propose, put_file
from repositories import at, let_in, new_repository
from reviews import review


@pytest.fixture
def place(new_user):
    """An owner with a repository and a pull request, which is an address of the API."""
    owner = new_user()
    return owner, *new_pull(owner)


def page(repository, pull, below=""):
    return f"/{repository['full_name']}/pulls/{pull.rsplit('/', 1)[1]}{below}"


def words(browser):
    """What the page says, without its tags."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", browser.page)))


def actions(browser):
    """Where the forms of the page's own content lead, below the pull request."""
    main = browser.page[browser.page.index("<main"):browser.page.index("</main>")]
    return {found.split("/pulls/")[-1].partition("/")[2] for found in re.findall(r'<form[^>]*method="post"[^>]*action="([^"]*)"', main)}


def test_everybody_who_reads_code_sees_it(visitor, place):
    owner, repository, pull = place
    visitor.open(page(repository, pull), expect=200)
    said = words(visitor)
    assert f"{owner.name} wants to merge 1 commit into main from feat" in said
    assert "A change" in said and "Open" in said and "No conflicts with main" in said and "You cannot merge this" in said
    assert not actions(visitor), "nobody is offered what he may not do"
    for tab in ("", "/commits", "/checks"):
        assert f'href="{page(repository, pull, tab)}"' in visitor.page
    assert "git fetch origin pull/1/head:feat" in said


def test_a_hidden_one_is_not_there(visitor, resident, new_user):
    owner = new_user()
    repository, pull = new_pull(owner, begun(owner, private=True))
    for below in ("", "?all=true", "/commits", "/checks", ".diff", ".patch"):
        assert visitor.open(page(repository, pull, below)).status_code == 404
        assert resident().open(page(repository, pull, below)).status_code == 404
        resident(owner.name).open(page(repository, pull, below), expect=200)
    resident(owner.name).open(f"/{repository['full_name']}/pulls/99", expect=404)


def test_issues_and_pull_requests_lead_to_each_other(visitor, place):
    owner, repository, pull = place
    _, issue = new_issue(owner, repository)
    visitor.open(f"/{repository['full_name']}/issues/1", expect=303)
    assert visitor.location == page(repository, pull)
    visitor.open(f"/{repository['full_name']}/pulls/{issue['number']}", expect=303)
    assert visitor.location == f"/{repository['full_name']}/issues/{issue['number']}"


def test_what_was_said_and_what_happened(resident, place, new_user):
    owner, repository, pull = place
    friend = new_user()
    let_in(owner, repository, friend)
    put_file(owner, repository, "more.txt", branch="feat", message="Say <more>")
    review(friend, pull, "REQUEST_CHANGES", "Not **yet**", comments=[{"path": "feat.txt", "body": "Why?", "new_position": 1}])
    review(friend, pull, "APPROVED")
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    said = words(browser)
    assert "pushed 1 commit" in said and "Say <more>" in said and "asked for changes" in said and "approved" in said
    assert "<strong>yet</strong>" in browser.page and "feat.txt, line 1" in said and "Why?" in said
    assert len(re.findall(r'id="talk-\d+"', browser.page)) == 1
    ids = re.findall(r' id="([^"]*)"', browser.page)
    assert len(ids) == len(set(ids)), "each id is there once"


def test_a_conversation_about_lines(resident, place, new_user):
    owner, repository, pull = place
    friend = new_user()
    let_in(owner, repository, friend)
    review(friend, pull, "COMMENT", "", comments=[{"path": "feat.txt", "body": "Why?", "new_position": 1}])
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    remark = re.search(r'id="talk-(\d+)"', browser.page).group(1)
    browser.submit(f"/comments/{remark}/replies", {"body": "Because"}, expect=303)
    browser.follow()
    assert "Because" in browser.page
    browser.submit(f"/comments/{remark}/replies", {"body": "  "}, expect=422)
    assert browser.problem == "An answer needs a text."
    browser.post(page(repository, pull, f"/comments/{remark}/resolve"), expect=303)
    browser.follow()
    assert f"{owner.name} resolved this conversation" in words(browser)
    browser.post(page(repository, pull, f"/comments/{remark}/unresolve"), expect=303)
    browser.follow()
    assert "resolved this conversation" not in words(browser)
    other = new_pull(owner, repository, "other")[1]
    browser.post(page(repository, other, f"/comments/{remark}/resolve"), expect=404)
    resident().post(page(repository, pull, f"/comments/{remark}/resolve"), expect=403)


def test_what_was_said_leads_to_where_it_is_changed(resident, place, new_user):
    owner, repository, pull = place
    review(owner, pull, "COMMENT", "- [ ] all of it", comments=[{"path": "feat.txt", "body": "- [ ] this line", "new_position": 1}])
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    ways = {html.unescape(way) for way in re.findall(r'href="([^"]*/comments/\d+/(?:edit|delete)[^"]*)"', browser.page)}
    assert len(ways) == 3, "the review's words are changed, the remark's are deleted, too"
    for way in ways:
        browser.open(way, expect=200)
    remark = next(way for way in ways if "/delete" in way)
    for tasks in set(re.findall(r'action="([^"]*/comments/\d+/tasks)"', browser.open(page(repository, pull), expect=200).text)):
        browser.open(page(repository, pull), expect=200)
        browser.submit(tasks, {"done": "1"}, expect=303)
    assert browser.follow().page.count("checked") >= 2
    browser.open(remark, expect=200)
    browser.submit("/delete", expect=303)
    assert browser.location == page(repository, pull)
    assert "this line" not in browser.follow().page


def test_commenting_closing_and_opening_again(resident, place):
    owner, repository, pull = place
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    browser.submit("/comments", {"body": "Some words", "state": "", "preview": ""}, expect=303)
    browser.follow()
    assert "Some words" in browser.page
    browser.post(page(repository, pull, "/comments"), {"body": "", "state": "closed"}, expect=303)
    browser.follow()
    assert browser.notice == "The pull request is closed." and "Closed without a merge" in browser.page
    browser.post(page(repository, pull, "/comments"), {"body": "Once more", "state": "open"}, expect=303)
    browser.follow()
    assert browser.notice == "The pull request is open again."
    browser.post(page(repository, pull, "/comments"), {"body": " "}, expect=422)
    assert browser.problem == "Write something first."
    browser.post(page(repository, pull, "/comments"), {"body": "words"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)


def test_title_and_base(resident, place):
    owner, repository, pull = place
    put_file(owner, repository, "next.txt", new_branch="next")
    browser = resident(owner.name)
    browser.open(page(repository, pull, "/edit"), expect=200)
    browser.submit("/edit", {"title": "Another <title>", "base": "next"}, expect=303)
    browser.follow()
    assert "Another &lt;title&gt;" in browser.page and "into next from feat" in words(browser)
    browser.open(page(repository, pull, "/edit"))
    browser.submit("/edit", {"title": "Kept", "base": "nowhere"}, expect=422)
    assert 'value="Kept"' in browser.page and 'value="nowhere"' in browser.page and browser.problem
    browser.submit("/edit", {"title": " "}, expect=422)
    assert browser.problem
    stranger = resident()
    stranger.open(page(repository, pull, "/edit"), expect=403)
    stranger.post(page(repository, pull, "/edit"), {"title": "Mine"}, expect=403)


def test_drafts(resident, place):
    owner, repository, pull = place
    browser = resident(owner.name)
    browser.open(page(repository, pull))
    browser.submit("/draft", expect=303)
    browser.follow()
    assert browser.notice == "The pull request is a draft." and "This is a draft" in browser.page and "merge" not in actions(browser)
    browser.submit("/ready", expect=303)
    browser.follow()
    assert browser.notice == "The pull request is ready for review." and "merge" in actions(browser)
    assert owner.get(pull).json()["title"] == "A change"


def test_reviewers(resident, place, new_user):
    owner, repository, pull = place
    friend, stranger = new_user(), new_user()
    let_in(owner, repository, friend)
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    browser.post(page(repository, pull, "/reviewers"), {"chosen": friend.name}, expect=303)
    browser.follow()
    assert f"{friend.name} is asked." in words(browser)
    theirs = resident(friend.name)
    theirs.open(page(repository, pull), expect=200)
    assert "Yours is asked for." in words(theirs)
    theirs.submit("/reviewers/decline", expect=303)
    theirs.follow()
    assert "Yours is asked for." not in words(theirs)
    browser.post(page(repository, pull, "/reviewers"), {"other": "nobody-at-all"}, expect=422)
    assert browser.problem and 'value="nobody-at-all"' in browser.page
    review(friend, pull, "APPROVED")
    browser.open(page(repository, pull))
    assert "1 approval" in words(browser) and f"{friend.name} approved" in words(browser)
    assert resident(stranger.name).post(page(repository, pull, "/reviewers"), {"chosen": friend.name}).status_code in (403, 422)


def test_maintainers_may_push(resident, new_user):
    owner, contributor = new_user(), new_user()
    repository = begun(owner)
    fork = contributor.post(f"{at(repository)}/forks", {"name": "fork"}, expect=202).json()
    put_file(contributor, fork, "theirs.txt", new_branch="theirs")
    pull = propose(contributor, repository, f"{contributor.name}:theirs")
    browser = resident(contributor.name)
    browser.open(page(repository, pull), expect=200)
    assert f"into main from {contributor.name}:theirs" in words(browser)
    browser.post(page(repository, pull, "/maintainers"), {"allow": "true"}, expect=303)
    assert contributor.get(pull).json()["allow_maintainer_edit"] is True
    assert resident(owner.name).post(page(repository, pull, "/maintainers"), {"allow": "false"}).status_code == 403
    contributor.call("DELETE", at(fork), expect=204)
    browser.open(page(repository, pull), expect=200)
    assert "theirs" in words(browser)


def test_a_stack(visitor, place):
    owner, repository, pull = place
    put_file(owner, repository, "upper.txt", branch="feat", new_branch="upper")
    upper = propose(owner, repository, "upper", base="feat", title="Upper")
    for each in (pull, upper):
        visitor.open(page(repository, each), expect=200)
        assert 'class="pull-stack"' in visitor.page and f'href="{page(repository, upper if each == pull else pull)}"' in visitor.page
    owner.post(f"{pull}/merge", {"do": "merge"}, expect=200)
    visitor.open(page(repository, upper), expect=200)
    assert 'class="pull-stack"' not in visitor.page and "into main from upper" in words(visitor), "it goes to where the lower one went"


def test_a_force_push_leads_to_what_changed(visitor, place, server, tmp_path):
    from client import PASSWORD
    from working_copy import Git, address
    owner, repository, pull = place
    git = Git(tmp_path)
    git.done("clone", "-q", address(server, repository["full_name"], owner.name, PASSWORD), "copy")
    copy = git.inside("copy")
    copy.done("checkout", "-q", "feat")
    copy.done("commit", "-q", "--amend", "-m", "anew")
    copy.done("push", "-q", "-f", "origin", "feat")
    visitor.open(page(repository, pull), expect=200)
    assert "force-pushed from" in words(visitor)
    found = re.search(r'href="(/[^"]*/compare/[0-9a-f]{40}\.\.[0-9a-f]{40})"', visitor.page).group(1)
    visitor.open(found, expect=200)


def test_commits_and_checks(visitor, place):
    owner, repository, pull = place
    sha = put_file(owner, repository, "second.txt", branch="feat", message="The second <one>\n\nMore words")
    owner.post(f"{at(repository)}/statuses/{sha}", {"state": "failure", "context": "build", "description": "It broke", "target_url": "https://ci.example.com/1"}, expect=201)
    owner.post(f"{at(repository)}/statuses/{sha}", {"state": "success", "context": "lint"}, expect=201)
    visitor.open(page(repository, pull, "/commits"), expect=200)
    assert "The second &lt;one&gt;" in visitor.page and "write feat.txt" in visitor.page and "Checks failed" in visitor.page
    visitor.open(page(repository, pull, f"/commits/{sha}"), expect=200)
    assert "More words" in visitor.page and visitor.page.count('<section class="diff-file"') == 1
    visitor.open(page(repository, pull, f"/commits/{'0' * 40}"), expect=404)
    visitor.open(page(repository, pull, "/commits/zz"), expect=404)
    visitor.open(page(repository, pull, "/commits?page=9"), expect=200)
    visitor.open(page(repository, pull, "/checks"), expect=200)
    assert "It broke" in visitor.page and 'href="https://ci.example.com/1"' in visitor.page and "1 failed" in words(visitor)
    visitor.open(page(repository, pull), expect=200)
    assert "1 of 2 checks passed, 1 failed" in words(visitor)


def test_no_checks(visitor, place):
    _, repository, pull = place
    visitor.open(page(repository, pull, "/checks"), expect=200)
    assert "No checks are set up" in visitor.page


def test_as_text(visitor, place):
    _, repository, pull = place
    assert visitor.open(page(repository, pull, ".diff"), expect=200).text.startswith("diff --git")
    assert visitor.open(page(repository, pull, ".patch"), expect=200).text.startswith("From ")


def test_an_archived_repository(resident, place):
    owner, repository, pull = place
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    assert not {one for one in actions(browser) if not one.endswith("/watch")}
    for below in ("/merge", "/draft", "/update", "/branch/delete", "/comments", "/edit", "/reviewers"):
        assert browser.post(page(repository, pull, below), {"do": "merge", "title": "x", "body": "x"}).status_code == 423


def test_what_it_closes(visitor, place):
    owner, repository, _ = place
    new_issue(owner, repository, "It breaks")
    put_file(owner, repository, "fix.txt", new_branch="fix")
    pull = propose(owner, repository, "fix", body="Closes #2")
    visitor.open(page(repository, pull), expect=200)
    assert "Closes when merged" in visitor.page and "#2 It breaks" in words(visitor)
