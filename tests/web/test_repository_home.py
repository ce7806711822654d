"""The home of a repository, without a script: what it shows, to whom, and what can be done there."""
import re
import time

import pytest
from client import ADMIN, Client
from pulls import begun, put_file
from repositories import at, let_in, new_repository
from visitor import Forms, Visitor
from working_copy import Git, address


@pytest.fixture
def place(new_user):
    owner = new_user()
    return owner, begun(owner, description="Words & <b>more</b>")


def home(repository):
    return f"/{repository['full_name']}"


def actions(browser):
    return [form["action"] for form in Forms(browser.page).forms if form["method"] == "POST"]


def test_everybody_sees_files_readme_and_what_it_is_about(visitor, place):
    owner, repository = place
    put_file(owner, repository, "README.md", "# Hello\n\n[there](src/a.c) ![pic](p.png)\n\n## Second part\n")
    put_file(owner, repository, "src/a.c", "int a;\n", message="write <it>")
    owner.call("PUT", f"{at(repository)}/topics", {"topics": ["tools"]}, expect=204)
    owner.post(f"{at(repository)}/releases", {"tag_name": "v1", "name": "One", "body": "* first words"}, expect=201)
    visitor.open(home(repository), expect=200)
    page = visitor.page
    assert "Words &amp; &lt;b&gt;more&lt;/b&gt;" in page and "<b>more" not in page
    assert f'href="{home(repository)}/src/branch/main/src"' in page and "write &lt;it&gt;" in page
    assert page.index(">src<") < page.index(">README.md<"), "folders come first"
    assert '<h1 id="user-content-hello">' in page and 'href="#user-content-second-part"' in page
    assert f'{home(repository)}/src/branch/main/src/a.c' in page and f"{home(repository)}/media/branch/main/p.png" in page
    assert f'href="{home(repository)}/releases/tag/v1"' in page and "first words" in page
    assert ">tools</a>" in page and 'property="og:title"' in page
    assert f"{home(repository)}.git</code>" in page and f"{home(repository)}/archive/main.zip" in page
    assert not actions(visitor) and "/_new/" not in page, "nobody is offered what he may not do"


def test_writers_can_add_files(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(home(repository), expect=200)
    assert f'{home(repository)}/_new/main' in browser.page and f'{home(repository)}/_edit/main/README.md' in browser.page
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    browser.open(home(repository), expect=200)
    assert "/_new/" not in browser.page and "Archived" in browser.page


def test_a_hidden_repository_is_not_there(visitor, new_user, resident):
    owner = new_user()
    repository = begun(owner, private=True)
    visitor.open(home(repository), expect=404)
    assert "/user/login?redirect_to=" in visitor.page
    resident().open(home(repository), expect=404)
    resident(owner.name).open(home(repository), expect=200)


def test_an_empty_repository_says_how_to_push(visitor, resident, new_user):
    owner = new_user()
    repository = new_repository(owner, default_branch="trunk")
    visitor.open(home(repository), expect=200)
    assert "git push" not in visitor.page and "This repository is empty" in visitor.page
    browser = resident(owner.name)
    browser.open(home(repository), expect=200)
    assert "git push -u origin trunk" in browser.page and f"{home(repository)}/_new/trunk" in browser.page


def test_the_address_for_git_leads_home_and_still_works(visitor, place, server, tmp_path):
    owner, repository = place
    visitor.open(home(repository) + ".git", expect=301)
    assert visitor.location == home(repository)
    Git(tmp_path).done("clone", "-q", address(server, repository["full_name"]), "copy")
    visitor.open(home(repository) + "?go-get=1", expect=200)
    assert 'name="go-import"' in visitor.page


def test_a_repository_whose_disk_is_away_keeps_its_frame(program):
    program.create_user(*ADMIN, "--admin")
    program.start()
    owner = Client(program.url, basic=ADMIN)
    repository = begun(owner, description="Words that stand")
    program.stop()
    for folder in [path for path in (program.folder / "repositories").rglob("*.git") if path.is_dir()]:
        folder.rename(folder.with_suffix(".away"))
    program.start()
    browser = Visitor(program.url)
    browser.open(home(repository), expect=503)
    assert "cannot be read at the moment" in browser.page and 'aria-label="Repository"' in browser.page


def test_who_was_renamed_is_found(visitor, place):
    owner, repository = place
    owner.call("PATCH", at(repository), {"name": "new-name-of-it"}, expect=200)
    visitor.open(home(repository), expect=301)
    assert visitor.location == f"/{owner.name}/new-name-of-it"
    visitor.open(home(repository) + "/src/branch/main/README.md", expect=301)
    assert visitor.location == f"/{owner.name}/new-name-of-it/src/branch/main/README.md"


def test_a_transfer_is_accepted_or_rejected(resident, new_user, place):
    owner, repository = place
    taker = new_user()
    owner.post(f"{at(repository)}/transfer", {"new_owner": taker.name}, expect=201)
    browser = resident(owner.name)
    browser.open(home(repository), expect=200)
    assert [action.rsplit("/", 1)[1] for action in actions(browser) if "transfer" in action] == ["reject_transfer"]
    browser.submit("/action/reject_transfer", expect=303)
    assert browser.location == home(repository)
    owner.post(f"{at(repository)}/transfer", {"new_owner": taker.name}, expect=201)
    resident().post(home(repository) + "/action/accept_transfer", expect=403)
    browser = resident(taker.name)
    browser.open(home(repository), expect=200)
    browser.submit("/action/accept_transfer", expect=303)
    assert browser.location == f"/{taker.name}/{repository['name']}"
    browser.follow()
    assert browser.answer.status_code == 200 and browser.notice == "The repository is yours now."


def test_a_fork_says_how_far_it_is_and_is_brought_up(resident, visitor, new_user, place):
    owner, repository = place
    other = new_user()
    fork = other.post(f"{at(repository)}/forks", {}, expect=202).json()
    visitor.open(home(fork), expect=200)
    assert "behind" not in visitor.page
    put_file(owner, repository, "new.txt")
    visitor.open(home(fork), expect=200)
    assert "1 commit behind" in visitor.page and not actions(visitor)
    browser = resident(other.name)
    browser.open(home(fork), expect=200)
    browser.submit("/branches/merge-upstream", expect=303)
    browser.follow()
    assert browser.notice == "The branch has what its base has." and ">new.txt<" in browser.page and "1 commit behind" not in browser.page
    resident().post(home(fork) + "/branches/merge-upstream", expect=403)


def test_code_that_is_off_is_not_shown(visitor, place):
    owner, repository = place
    owner.call("PATCH", at(repository), {"has_code": False}, expect=200)
    assert visitor.open(home(repository)).status_code in (303, 403)
    visitor.open(home(repository) + "/src/branch/main", expect=403)


def test_a_drawing_in_the_readme_may_have_a_frame(visitor, place):
    owner, repository = place
    visitor.open(home(repository), expect=200)
    assert "frame-src" not in visitor.answer.headers["Content-Security-Policy"]
    put_file(owner, repository, "README.md", "```mermaid\ngraph TD; a-->b\n```\n")
    visitor.open(home(repository), expect=200)
    assert "frame-src 'self'" in visitor.answer.headers["Content-Security-Policy"] and "drawings." in visitor.page


def test_languages_and_sizes(visitor, place):
    owner, repository = place
    put_file(owner, repository, "main.c", "int main(void) { return 0; }\n")
    for _ in range(100):
        visitor.open(home(repository), expect=200)
        if "100%" in re.sub(r"\.0%", "%", visitor.page):
            break
        time.sleep(0.1)
    assert re.search(r'<rect x="0.00" width="100.00" height="1" fill="#[0-9a-f]{6}"/>', visitor.page)


def test_readers_of_a_private_one_see_no_more_than_they_may(resident, new_user):
    owner, reader = new_user(), new_user()
    repository = begun(owner, private=True)
    let_in(owner, repository, reader, "read")
    browser = resident(reader.name)
    browser.open(home(repository), expect=200)
    assert "/_new/" in browser.page, "what they change goes to a fork"
    assert all("/action/" in action for action in actions(browser) if action.startswith(home(repository)))
