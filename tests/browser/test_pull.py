"""Pull requests in a browser, with and without a script: opened, merged in every style, reverted, a conflict resolved; and how they look."""
import pytest
from axe import faults
from client import PASSWORD, Client
from looks import FORMS, look
from pulls import begun, log, propose, put_file
from repositories import at
from reviews import review

STYLES = ("merge", "squash", "rebase", "rebase-merge", "fast-forward-only")


@pytest.fixture
def writer(site, person):
    owner = Client(site.url, basic=(person(), PASSWORD))
    repository = begun(owner)
    owner.call("PATCH", at(repository), {"allow_fast_forward_only_merge": True, "allow_rebase_explicit": True}, expect=200)
    return owner, repository


@pytest.fixture(params=(True, False), ids=("script", "plain"))
def tab(request, chromium, site, writer):
    chromium.complaints()
    tab = chromium.tab(site.url, viewport={"width": 1200, "height": 800}, javaScriptEnabled=request.param)
    tab.sign_in(writer[0].name, PASSWORD)
    yield tab
    assert chromium.complaints() == [], "the console of a page has no errors"


def page(repository, pull, below=""):
    return f"/{repository['full_name']}/pulls/{pull.rsplit('/', 1)[1]}{below}"


def proposed(owner, repository, branch="feat"):
    put_file(owner, repository, f"{branch}.txt", new_branch=branch, message="Say more")
    return propose(owner, repository, branch)


def test_opening_one(tab, writer):
    owner, repository = writer
    put_file(owner, repository, "new.txt", new_branch="next", message="Say more\n\nBecause.")
    tab.goto(f"/{repository['full_name']}/pulls")
    tab.click("main .notice a.button")
    tab.click(".compare-answer a.button.primary")
    assert tab.inputValue("#title") == "Say more" and "Because." in tab.inputValue("#body")
    tab.fill("#title", "Another title")
    tab.click("button:has-text('Create pull request')")
    tab.waitForSelector("#merge-form")
    assert "Another title" in tab.innerText("h1")


@pytest.mark.parametrize("style", STYLES)
def test_every_way_to_merge(tab, writer, style):
    owner, repository = writer
    pull = proposed(owner, repository)
    tab.goto(page(repository, pull))
    tab.click("#merge-form details.menu summary")
    tab.click(f'#merge-form a[href*="way={style}"]')
    tab.waitForSelector(f'#merge-form input[name=do][value="{style}"]', {"state": "attached"})
    tab.click("#merge-form button.primary[type=submit]")
    tab.waitForSelector(".state.merged")
    assert owner.get(pull).json()["merged"] and log(owner, repository)[0]["commit"]["message"]


def test_reverting(tab, writer):
    owner, repository = writer
    pull = proposed(owner, repository)
    tab.goto(page(repository, pull))
    tab.click("#merge-form button.primary[type=submit]")
    tab.waitForSelector(".state.merged")
    tab.click("#merge a:has-text('Revert')")
    tab.click("main form button.primary[type=submit]")
    tab.waitForSelector(".notice")
    owner.get(f"{at(repository)}/contents/feat.txt?ref=main", expect=404)


def test_resolving_a_conflict(tab, writer):
    owner, repository = writer
    put_file(owner, repository, "a.txt", "one\n")
    put_file(owner, repository, "a.txt", "ours\n", new_branch="feat")
    put_file(owner, repository, "a.txt", "theirs\n")
    pull = propose(owner, repository)
    tab.goto(page(repository, pull))
    tab.click("#merge a:has-text('Resolve here')")
    assert "<<<<<<< feat" in tab.inputValue("textarea[name=text]")
    tab.fill("textarea[name=text]", "both\n")
    tab.click("#conflicts button.primary")
    tab.waitForSelector("#merge-form")
    assert owner.get(pull).json()["mergeable"]


@pytest.mark.parametrize("form", FORMS)
def test_looks(chromium, site, writer, person, form):
    owner, repository = writer
    friend = Client(site.url, basic=(person(), PASSWORD))
    owner.call("PUT", f"{at(repository)}/collaborators/{friend.name}", {"permission": "write"}, expect=204)
    pull = proposed(owner, repository)
    sha = put_file(owner, repository, "second.txt", branch="feat", message="A second commit")
    for context, state in (("build", "success"), ("test (arm64)", "pending"), ("lint", "failure")):
        owner.post(f"{at(repository)}/statuses/{sha}", {"state": state, "context": context, "target_url": "https://ci.example.com/"}, expect=201)
    review(friend, pull, "COMMENT", "Some words", comments=[{"path": "feat.txt", "body": "Why so?", "new_position": 1}])
    review(friend, pull, "APPROVED")
    put_file(owner, repository, "upper.txt", branch="feat", new_branch="upper")
    propose(owner, repository, "upper", base="feat", title="One above")
    put_file(owner, repository, "next.txt", new_branch="next")
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(owner.name, PASSWORD)
    for name, address in (("pull", page(repository, pull)), ("pull-commits", page(repository, pull, "/commits")),
                          ("pull-commit", page(repository, pull, f"/commits/{sha}")), ("pull-checks", page(repository, pull, "/checks")),
                          ("pull-edit", page(repository, pull, "/edit")), ("pull-reviewers", page(repository, pull, "/reviewers")),
                          ("pull-new", f"/{repository['full_name']}/compare/main...next?expand=1")):
        tab.goto(address)
        look(tab, form, name)
        assert faults(tab) == [], name
