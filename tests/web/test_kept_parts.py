"""Parts of pages about code are kept in memory: whatever changes is seen at once, and nobody sees what is for others."""
import pytest
from pulls import begun, put_file
from repositories import at, let_in


@pytest.fixture
def place(new_user):
    owner = new_user()
    return owner, begun(owner)


def test_a_push_is_seen_at_once(visitor, place):
    owner, repository = place
    home = f"/{repository['full_name']}"
    file, tree = f"{home}/src/branch/main/src/a.c", f"{home}/src/branch/main/src"
    for number in range(3):
        put_file(owner, repository, "README.md", f"# Title {number}\n", message=f"readme {number}")
        put_file(owner, repository, "src/a.c", f"int a = {number};\n", message=f"source {number}")
        put_file(owner, repository, f"src/new-{number}.c", "int b;\n", message="another")
        for _ in range(2):
            visitor.open(home, expect=200)
            assert f"Title {number}" in visitor.page and f"readme {number}" in visitor.page
            visitor.open(tree, expect=200)
            assert f"source {number}" in visitor.page and f"new-{number}.c" in visitor.page
            visitor.open(file, expect=200)
            assert f"int a = {number};" in visitor.page and f"new-{number}.c" in visitor.page, "the tree beside it"


def test_addresses_follow_the_name(visitor, place):
    owner, repository = place
    put_file(owner, repository, "README.md", "[there](src/a.c)\n")
    put_file(owner, repository, "src/a.c", "int a;\n")
    visitor.open(f"/{repository['full_name']}", expect=200)
    owner.call("PATCH", at(repository), {"name": "renamed"}, expect=200)
    for path in ("", "/src/branch/main/src", "/src/branch/main/src/a.c"):
        visitor.open(f"/{owner.name}/renamed{path}", expect=200)
        assert f"/{owner.name}/renamed/src/branch/main/src/a.c" in visitor.page
        assert f"/{repository['full_name']}/src" not in visitor.page


def test_what_one_may_do_is_not_kept_for_another(visitor, resident, place):
    owner, repository = place
    put_file(owner, repository, "README.md", "# Hello\n")
    home, edit = f"/{repository['full_name']}", f"/{repository['full_name']}/_edit/main/README.md"
    commit = owner.get(f"{at(repository)}/branches/main").json()["commit"]["id"]
    browser = resident(owner.name)
    for _ in range(2):
        browser.open(home, expect=200)
        assert edit in browser.page
        visitor.open(home, expect=200)
        assert edit not in visitor.page
        browser.open(f"{home}/commit/{commit}", expect=200)
        assert "/issues/new?body=" in browser.page
        visitor.open(f"{home}/commit/{commit}", expect=200)
        assert "/issues/new?body=" not in visitor.page


def test_a_repository_that_is_hidden_now_shows_nothing(visitor, resident, place, new_user):
    owner, repository = place
    reader = new_user()
    put_file(owner, repository, "src/a.c", "int secret;\n")
    pages = [f"/{repository['full_name']}", f"/{repository['full_name']}/src/branch/main/src/a.c"]
    for page in pages:
        visitor.open(page, expect=200)
    owner.call("PATCH", at(repository), {"private": True}, expect=200)
    for page in pages:
        visitor.open(page, expect=404)
        assert "secret" not in visitor.page
    let_in(owner, repository, reader, "read")
    browser = resident(reader.name)
    browser.open(pages[1], expect=200)
    assert "int secret;" in browser.page


def test_a_commit_is_shown_in_the_language_and_the_style_of_who_looks(visitor, resident, place):
    owner, repository = place
    put_file(owner, repository, "a.txt", "one\n")
    put_file(owner, repository, "a.txt", "two\n")
    commit = owner.get(f"{at(repository)}/branches/main").json()["commit"]["id"]
    page = f"/{repository['full_name']}/commit/{commit}"
    visitor.open(page, expect=200)
    english = visitor.page
    visitor.session.headers["Accept-Language"] = "de"
    visitor.open(page, expect=200)
    assert visitor.page != english and 'lang="de"' in visitor.page
    visitor.open(page + "?style=split", expect=200)
    split = visitor.page
    visitor.open(page + "?style=unified", expect=200)
    assert visitor.page != split
