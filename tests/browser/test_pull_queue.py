"""The merge queue in a browser, with and without a script: three are put there of which one fails; and how it looks."""
import pytest
from axe import faults
from client import PASSWORD
from looks import FORMS, look
from merge_queues import QueueSite, enter, exits, is_merged, new_pulls, report, wait_made, with_queue
from program import wait_until


@pytest.fixture(scope="module")
def queues(tmp_path_factory, database):
    site = QueueSite(tmp_path_factory.mktemp("queues"), database)
    yield site
    site.program.close()


@pytest.fixture
def place(queues):
    owner = queues.new_user()
    repository = with_queue(owner)
    return owner, repository, new_pulls(owner, repository)


def page(repository, pull):
    return f"/{repository['full_name']}/pulls/{pull.rsplit('/', 1)[1]}"


@pytest.mark.parametrize("script", (True, False), ids=("script", "plain"))
def test_three_of_which_one_fails(chromium, queues, place, script):
    owner, repository, pulls = place
    chromium.complaints()
    tab = chromium.tab(queues.program.url, viewport={"width": 1200, "height": 800}, javaScriptEnabled=script)
    tab.sign_in(owner.name, PASSWORD)
    for number, pull in enumerate(pulls, 1):
        tab.goto(page(repository, pull))
        tab.click("#merge-form button:has-text('Add to the merge queue')")
        tab.waitForSelector(f"#merge h3:has-text('Number {number} in the merge queue')")
    first, second, third = [wait_made(owner, repository, pull) for pull in pulls]
    tab.click("#merge a:has-text('Show the queue')")
    tab.waitForSelector("main .rows li:nth-child(3)")
    assert "Number 3 in the queue" in tab.innerText("main")
    report(owner, repository, first)
    report(owner, repository, second, "failure")
    wait_until(lambda: exits(owner, pulls[1])[-1].startswith("merge_queue:check_failed"), "the second to leave")
    report(owner, repository, wait_made(owner, repository, pulls[2], other_than=third))
    wait_until(lambda: is_merged(owner, pulls[0]) and is_merged(owner, pulls[2]), "the others")
    tab.goto(page(repository, pulls[1]))
    assert "the check ci failed" in tab.innerText("#timeline")
    tab.click("#merge-form button:has-text('Add to the merge queue')")
    tab.waitForSelector("#merge button:has-text('Leave the queue')")
    tab.click("#merge button:has-text('Leave the queue')")
    tab.waitForSelector("#merge-form")
    assert chromium.complaints() == [], "the console of a page has no errors"


@pytest.mark.parametrize("form", FORMS)
def test_looks(chromium, queues, place, form):
    owner, repository, pulls = place
    for pull in pulls:
        enter(owner, pull)
    commits = [wait_made(owner, repository, pull) for pull in pulls]
    report(owner, repository, commits[1])
    report(owner, repository, commits[2], "failure")
    tab = chromium.tab(queues.program.url, **FORMS[form])
    tab.sign_in(owner.name, PASSWORD)
    for name, address in (("pull-queue", f"/{repository['full_name']}/pulls/queue"), ("pull-queued", page(repository, pulls[1]))):
        tab.goto(address)
        look(tab, form, name)
        assert faults(tab) == [], name
