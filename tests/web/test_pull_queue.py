"""The merge queue of a branch, without a script: its page, and what the merge box of a pull request says of it."""
import html
import re

import pytest
from client import PASSWORD
from merge_queues import QueueSite, enter, exits, is_merged, new_pulls, report, wait_made, with_queue
from program import wait_until
from pulls import begun
from repositories import at, let_in
from visitor import Visitor


@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    queues = QueueSite(tmp_path_factory.mktemp("queues"), database)
    yield queues
    queues.program.close()


@pytest.fixture
def owner(site):
    return site.new_user()


@pytest.fixture
def place(owner):
    repository = with_queue(owner)
    return repository, new_pulls(owner, repository, 2)


@pytest.fixture
def browser(site):
    """browser(somebody) is one in which that person is signed in."""

    def make(who=None):
        made = Visitor(site.program.url)
        if who is not None:
            assert made.sign_in(who.name, PASSWORD).status_code == 303
        return made

    return make


def words(browser):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", browser.page)))


def page(repository, pull, below=""):
    return f"/{repository['full_name']}/pulls/{pull.rsplit('/', 1)[1]}{below}"


def queue(repository, below=""):
    return f"/{repository['full_name']}/pulls/queue{below}"


def test_in_by_the_button_and_out_again(browser, owner, place):
    repository, pulls = place
    tab = browser(owner)
    tab.open(page(repository, pulls[0]), expect=200)
    assert "Add to the merge queue" in words(tab) and "not met" not in words(tab), "checks are for the queue"
    tab.submit("/merge", {"merge_title_field": "My <words>"}, expect=303)
    tab.follow()
    assert tab.notice == "The pull request is in the merge queue."
    assert "Number 1 in the merge queue" in words(tab) and f"{owner.name} has put it there." in words(tab)
    assert 'id="merge-form"' not in tab.page and f'href="{queue(repository)}"' in tab.page
    assert "put this into the merge queue" in words(tab)
    tab.submit("/merge/cancel", {}, expect=303)
    tab.follow()
    assert tab.notice == "The pull request has left the merge queue." and "took this out of the merge queue" in words(tab)
    assert 'id="merge-form"' in tab.page


def test_the_page_has_positions_and_states(browser, owner, place):
    repository, pulls = place
    tab = browser(owner)
    tab.open(queue(repository), expect=200)
    assert "Nothing waits to be merged" in tab.page
    tab.open(f"/{repository['full_name']}/pulls", expect=200)
    assert queue(repository) not in tab.page
    for pull in pulls:
        enter(owner, pull)
    commits = [wait_made(owner, repository, pull) for pull in pulls]
    tab.open(f"/{repository['full_name']}/pulls", expect=200)
    assert f'href="{queue(repository)}"' in tab.page
    report(owner, repository, commits[1], "success")

    def told():
        tab.open(queue(repository), expect=200)
        return re.search(r"Change 1 Number 1 in the queue #1 Is being checked.*Change 2 Number 2 in the queue #2 Checks passed", words(tab))

    wait_until(told, "the page to tell the checks")
    assert f"/{repository['full_name']}/commit/{commits[0]}" in tab.page
    tab.open(queue(repository, "?limit=1&page=2"), expect=200)
    assert "Change 2 Number 2" in words(tab) and "Change 1 Number" not in words(tab)
    tab.open(queue(repository, "?page=99"), expect=200)
    assert "Change" not in words(tab)
    report(owner, repository, commits[0], "failure")
    wait_until(lambda: exits(owner, pulls[0])[-1] == "merge_queue:check_failed:ci", "it to leave")
    tab.open(page(repository, pulls[0]), expect=200)
    assert "had this in the merge queue, which it left: the check ci failed" in words(tab)


def test_who_is_offered_what(site, browser, owner, place):
    repository, pulls = place
    writer, stranger = site.new_user(), site.new_user()
    let_in(owner, repository, writer)
    enter(writer, pulls[0])
    for who, may in ((owner, True), (writer, True), (stranger, False), (None, False)):
        tab = browser(who)
        tab.open(queue(repository), expect=200)
        assert "Change 1" in tab.page and ("/merge/cancel" in tab.page) == may
        tab.open(page(repository, pulls[0]), expect=200)
        assert "Number 1 in the merge queue" in words(tab) and ("/merge/cancel" in tab.page) == may
    tab = browser(stranger)
    tab.post(page(repository, pulls[0], "/merge/cancel"), {"style": ""}, expect=403)
    tab.post(page(repository, pulls[1], "/merge"), {"do": "merge"}, expect=409)
    browser(owner).post(page(repository, pulls[0], "/merge/cancel"), {"style": ""}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    owner.call("PATCH", at(repository), {"private": True}, expect=200)
    browser(stranger).open(queue(repository), expect=404)


def test_the_second_time_is_refused(browser, owner, place):
    repository, pulls = place
    tab = browser(owner)
    tab.open(page(repository, pulls[0]), expect=200)
    enter(owner, pulls[0])
    tab.submit("/merge", {}, expect=409)
    assert "in the merge queue already" in words(tab)
    tab.open(page(repository, pulls[1]), expect=200)
    tab.post(page(repository, pulls[1], "/merge/cancel"), {"style": ""}, expect=422)


def test_past_the_queue_and_later(site, browser, owner, place):
    repository, pulls = place
    rule = f"{at(repository)}/branch_protections/main"
    owner.call("PATCH", rule, {"required_approvals": 1}, expect=200)
    tab = browser(owner)
    tab.open(page(repository, pulls[0]), expect=200)
    assert "Add to the merge queue when possible" in words(tab) and "anyway" not in words(tab)
    tab.submit("/merge", {}, expect=303)
    tab.follow()
    assert "Merged when checks pass" in words(tab)
    owner.call("PATCH", rule, {"required_approvals": 0, "block_admin_merge_override": False}, expect=200)
    tab.open(page(repository, pulls[1]), expect=200)
    assert "Add to the merge queue" in words(tab) and "Create merge commit anyway" in words(tab)
    tab.post(page(repository, pulls[1], "/merge"), {"do": "merge", "force_merge": "true"}, expect=303)
    assert is_merged(owner, pulls[1])


def test_names_that_look_like_markup(browser, owner):
    repository = with_queue(owner, status_check_contexts=["<b>ci</b>"])
    pull = new_pulls(owner, repository, 1)[0]
    owner.call("PATCH", pull, {"title": "<script>alert(1)</script>"}, expect=201)
    enter(owner, pull)
    commit = wait_made(owner, repository, pull)
    tab = browser(owner)
    tab.open(queue(repository), expect=200)
    assert "<script>alert" not in tab.page and "&lt;script&gt;alert" in tab.page
    report(owner, repository, commit, "failure", context="<b>ci</b>")
    wait_until(lambda: exits(owner, pull)[-1].startswith("merge_queue:check_failed"), "it to leave")
    tab.open(page(repository, pull), expect=200)
    assert "<b>ci</b>" not in tab.page and "&lt;b&gt;ci&lt;/b&gt;" in tab.page


def test_where_there_are_none(resident, new_user):
    owner = new_user()
    repository = begun(owner)
    resident(owner.name).open(queue(repository), expect=404)
