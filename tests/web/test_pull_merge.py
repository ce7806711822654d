"""The merge box of a pull request, without a script: what it says, and what can be done there."""
import html
import re

import pytest
from pulls import begun, log, new_pull, propose, put_file, tip
from repositories import at, let_in
from reviews import review

STYLES = ("merge", "rebase", "rebase-merge", "squash", "fast-forward-only")


@pytest.fixture
def place(new_user):
    """An owner with a repository that allows every way, and a pull request of two commits."""
    owner = new_user()
    repository, pull = new_pull(owner)
    owner.call("PATCH", at(repository), {"allow_fast_forward_only_merge": True, "allow_manual_merge": True, "allow_rebase_explicit": True,
                                         "allow_rebase": True, "allow_squash_merge": True, "allow_merge_commits": True}, expect=200)
    put_file(owner, repository, "second.txt", branch="feat", message="A second commit")
    return owner, repository, pull


def page(repository, pull, below=""):
    return f"/{repository['full_name']}/pulls/{pull.rsplit('/', 1)[1]}{below}"


def words(browser):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", browser.page)))


def protect(owner, repository, **rule):
    owner.post(f"{at(repository)}/branch_protections", {"rule_name": "main", **rule}, expect=201)


@pytest.mark.parametrize("style", STYLES)
def test_every_way(resident, place, style):
    owner, repository, pull = place
    browser = resident(owner.name)
    browser.open(page(repository, pull, f"?way={style}"), expect=200)
    assert f'name="do" value="{style}"' in browser.page
    browser.submit("/merge", {} if style in ("rebase", "fast-forward-only") else {"merge_title_field": "My <own> words", "merge_message_field": "and more"}, expect=303)
    browser.follow()
    assert browser.notice == "The pull request is merged." and "Merged" in words(browser)
    messages = [entry["commit"]["message"] for entry in log(owner, repository)]
    if style in ("merge", "squash", "rebase-merge"):
        assert messages[0].startswith("My <own> words\n\nand more")
    else:
        assert messages[0].startswith("A second commit")
    assert f"/{repository['full_name']}/commit/" in browser.page and "Revert" in browser.page


def test_the_message_is_the_template_s(resident, place):
    owner, repository, pull = place
    put_file(owner, repository, ".gitea/default_merge_message/SQUASH_TEMPLATE.md", "Squashed: ${PullRequestTitle}\n\nBody of ${PullRequestReference}\n")
    browser = resident(owner.name)
    browser.open(page(repository, pull, "?way=squash"), expect=200)
    assert 'value="Squashed: A change"' in browser.page and "Body of #1" in browser.page
    browser.open(page(repository, pull, "?way=merge"), expect=200)
    assert "Merge pull request &#39;A change&#39; (#1) from feat into main" in browser.page or "Merge pull request 'A change' (#1) from feat into main" in html.unescape(browser.page)
    browser.open(page(repository, pull, "?way=nothing"), expect=200)
    assert 'name="do" value="merge"' in browser.page


def test_a_squash_lists_its_commits(resident, place):
    owner, repository, pull = place
    browser = resident(owner.name)
    browser.open(page(repository, pull, "?way=squash"), expect=200)
    assert "* write feat.txt\n* A second commit" in html.unescape(browser.page)


def test_marked_as_merged(resident, place):
    owner, repository, pull = place
    browser = resident(owner.name)
    browser.open(page(repository, pull, "?way=manually-merged"), expect=200)
    browser.submit("/merge", {"merge_commit_id": "0" * 40}, expect=409)
    assert browser.problem and "0" * 40 in browser.page, "what was written is there"
    browser.submit("/merge", {"merge_commit_id": tip(owner, repository)}, expect=303)
    browser.follow()
    assert browser.notice == "The pull request is merged."


def test_the_branch_goes_and_comes_back(resident, place):
    owner, repository, pull = place
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    browser.submit("/merge", {"delete_branch_after_merge": "true"}, expect=303)
    browser.follow()
    owner.get(f"{at(repository)}/branches/feat", expect=404)
    browser.submit("/branch/restore", expect=303)
    browser.follow()
    assert browser.notice == "The branch is there again."
    owner.get(f"{at(repository)}/branches/feat")
    browser.submit("/branch/delete", expect=303)
    browser.follow()
    assert browser.notice == "The branch is deleted."
    owner.get(f"{at(repository)}/branches/feat", expect=404)
    browser.post(page(repository, pull, "/branch/delete"), expect=422)


def test_the_branch_stays_if_the_box_is_empty(resident, place):
    owner, repository, pull = place
    owner.call("PATCH", at(repository), {"default_delete_branch_after_merge": True}, expect=200)
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    assert re.search(r'name="delete_branch_after_merge" value="true" checked', browser.page)
    browser.post(page(repository, pull, "/merge"), {"do": "merge", "delete_branch_after_merge": "false"}, expect=303)
    owner.get(f"{at(repository)}/branches/feat")


def test_conflicts_are_named(resident, place):
    owner, repository, pull = place
    put_file(owner, repository, "feat.txt", "another\n")
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    assert "Conflicts with main" in browser.page and "<code>feat.txt</code>" in browser.page
    browser.post(page(repository, pull, "/merge"), {"do": "merge", "merge_title_field": "My words"}, expect=409)
    assert browser.problem == "There are conflicts with main." and 'value="My words"' not in browser.page


@pytest.mark.parametrize("style", ("merge", "rebase"))
def test_updating(resident, place, style):
    owner, repository, pull = place
    put_file(owner, repository, "meanwhile.txt")
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    assert "main is 1 commit ahead" in words(browser)
    browser.post(page(repository, pull, "/update"), {"style": style}, expect=303)
    browser.follow()
    assert browser.notice == "The branch is updated." and "It has all that main has." in words(browser)
    browser.post(page(repository, pull, "/update"), {"style": style}, expect=422)
    assert browser.problem


def test_rules_in_words(resident, place, new_user):
    owner, repository, pull = place
    friend = new_user()
    let_in(owner, repository, friend)
    protect(owner, repository, required_approvals=1, enable_status_check=True, status_check_contexts=["build"])
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    said = words(browser)
    assert "0 approvals of 1" in said and "build must pass before this can be merged." in said and "Required" in said
    assert "The rule of main is not met" in said and "Merge when checks pass" in said and "Create merge commit anyway" in said
    theirs = resident(friend.name)
    theirs.open(page(repository, pull), expect=200)
    assert "Create merge commit anyway" not in theirs.page
    theirs.post(page(repository, pull, "/merge"), {"do": "merge", "merge_title_field": "My words", "force_merge": "true"}, expect=409)
    assert theirs.problem and 'value="My words"' in theirs.page, "nothing is lost"
    browser.submit("/merge", {"force_merge": "true", "merge_when_checks_succeed": "false"}, expect=303)
    browser.follow()
    assert browser.notice == "The pull request is merged."


def test_merged_when_checks_pass(resident, place):
    owner, repository, pull = place
    protect(owner, repository, enable_status_check=True, status_check_contexts=["build"])
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    browser.submit("/merge", {"merge_when_checks_succeed": "true", "force_merge": "false"}, expect=303)
    browser.follow()
    assert browser.notice == "The pull request will be merged when all checks pass."
    assert f"{owner.name} wants it so." in words(browser)
    browser.submit("/merge/cancel", expect=303)
    browser.follow()
    assert browser.notice == "The pull request is no longer merged by itself." and "wants it so" not in browser.page
    browser.post(page(repository, pull, "/merge/cancel"), expect=422)


def test_pushed_meanwhile(resident, place):
    owner, repository, pull = place
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    seen = browser.page
    put_file(owner, repository, "third.txt", branch="feat")
    head = re.search(r'name="head_commit_id" value="([0-9a-f]+)"', seen).group(1)
    browser.post(page(repository, pull, "/merge"), {"do": "merge", "head_commit_id": head, "merge_title_field": "Kept"}, expect=409)
    assert "The head is at" in browser.problem and 'value="Kept"' in browser.page


def test_only_those_who_may(resident, place):
    _, repository, pull = place
    stranger = resident()
    stranger.open(page(repository, pull), expect=200)
    assert "You cannot merge this" in stranger.page and 'id="merge-form"' not in stranger.page
    stranger.post(page(repository, pull, "/merge"), {"do": "merge"}, expect=409)
    for below in ("/update", "/branch/delete", "/branch/restore", "/draft"):
        assert stranger.post(page(repository, pull, below)).status_code in (403, 409)
    stranger.post(page(repository, pull, "/merge"), {"do": "merge"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)


def test_a_dependency(resident, place):
    from issues import new_issue
    owner, repository, pull = place
    _, issue = new_issue(owner, repository, "First")
    owner.post(f"{pull.replace('/pulls/', '/issues/')}/dependencies", {"index": issue["number"], "owner": owner.name, "repo": repository["name"]}, expect=201)
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    assert "It depends on issues that are open" in browser.page
    browser.post(page(repository, pull, "/merge"), {"do": "merge"}, expect=409)


def test_revert_leads_to_the_page_that_does_it(resident, place):
    owner, repository, pull = place
    browser = resident(owner.name)
    browser.open(page(repository, pull))
    browser.submit("/merge", expect=303)
    browser.follow()
    address = html.unescape(re.search(r'href="([^"]*/revert\?branch=main)"', browser.page).group(1))
    browser.open(address, expect=303)
    browser.follow()
    assert browser.answer.status_code == 200 and "revert" in browser.page.lower()


def test_approvals_before_the_last_push(resident, place, new_user):
    owner, repository, pull = place
    friend = new_user()
    let_in(owner, repository, friend)
    protect(owner, repository, required_approvals=1, ignore_stale_approvals=True)
    review(friend, pull, "APPROVED")
    put_file(owner, repository, "third.txt", branch="feat")
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    assert "0 approvals of 1" in words(browser) and "before the last push" in words(browser)


def test_a_branch_of_a_fork(resident, new_user):
    owner, contributor = new_user(), new_user()
    repository = begun(owner)
    fork = contributor.post(f"{at(repository)}/forks", {"name": "fork"}, expect=202).json()
    put_file(contributor, fork, "theirs.txt", new_branch="theirs")
    pull = propose(contributor, repository, f"{contributor.name}:theirs")
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    browser.submit("/merge", expect=303)
    browser.follow()
    assert browser.notice == "The pull request is merged."
