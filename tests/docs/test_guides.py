"""The examples of the guides are run from top to bottom, in each language, and do what the guide says that they do."""
import base64
import re
import shutil

import pytest
import requests
from client import PASSWORD, Client
from consent import approve
from guides import NOT_RUN, PROGRAMS, blocks, console, follow, surroundings
from visitor import Visitor

ADA = ("ada", "a good one")
PLACEHOLDER = "https://code.example.org"


def ready(language):
    if language == "go" and not shutil.which("go"):
        pytest.skip("go is not installed")


@pytest.fixture
def site(program):
    """A site with the account of the examples."""
    program.create_user(*ADA)
    return program.start()


@pytest.fixture
def ada(site):
    return Client(site.url, basic=ADA)


@pytest.mark.parametrize("page", ["api", "oauth2", "first-hour", "install", "administration"])
def test_every_example_is_run_or_of_a_kind_that_cannot_be(page):
    languages = {language for _, language, _ in blocks(page)}
    assert languages and languages <= NOT_RUN | set(PROGRAMS)


@pytest.mark.parametrize("page", ["api", "oauth2"])
def test_what_is_shown_in_one_language_is_shown_in_all(page):
    shown = {}
    for heading, language, _ in blocks(page):
        shown.setdefault(heading, set()).add(language)
    in_several = {heading: languages - NOT_RUN for heading, languages in shown.items() if languages & {"python", "javascript", "go"}}
    assert len(in_several) >= 5
    assert {heading for heading, languages in in_several.items() if languages != set(PROGRAMS)} == set()


def replaced(language, url):
    return {PLACEHOLDER: url} if language == "sh" else {}


@pytest.mark.parametrize("language", PROGRAMS)
def test_the_api_guide(language, site, ada, tmp_path):
    ready(language)
    token = ada.post("/users/ada/tokens", {"name": "of the test", "scopes": ["write:user", "write:repository", "write:issue"]}, expect=201).json()["sha1"]
    said = follow("api", language, tmp_path, surroundings(site.url, tmp_path, CAIRN_TOKEN=token), replaced(language, site.url))

    assert "signed in as ada" in said
    assert "Hello\n" in said, "the file is read again"
    assert re.search(r"^304$", said, re.M), "nothing was new"
    if language == "sh":
        assert "there is no such repository" in said
        made = next(each for each in ada.get("/users/ada/tokens").json() if each["name"] == "guide")
        assert set(made["scopes"]) == {"write:user", "write:repository", "write:issue"}
    else:
        assert "404" in said
        assert "issues: 3" in said or "issues: First, Second, Third" in said

    issues = {issue["title"]: issue for issue in ada.get("/repos/ada/notes/issues?state=all&type=issues").json()}
    assert set(issues) == {"First", "Second", "Third"}
    assert [issue["state"] for _, issue in sorted(issues.items())] == ["closed", "open", "open"]
    assert {label["name"] for issue in issues.values() for label in issue["labels"]} == {"question"}
    assert [each["body"] for each in ada.get("/repos/ada/notes/issues/1/comments").json()] == ["That was easy."]
    pull = ada.get("/repos/ada/notes/pulls?state=closed").json()[0]
    assert pull["merged"] and pull["title"] == "Say it better"
    assert [branch["name"] for branch in ada.get("/repos/ada/notes/branches").json()] == ["main"]
    assert base64.b64decode(ada.get("/repos/ada/notes/contents/better.txt").json()["content"]) == b"Better\n"
    release = ada.get("/repos/ada/notes/releases/tags/v1").json()
    assert [asset["name"] for asset in release["assets"]] == ["notes.txt"]
    assert requests.get(release["assets"][0]["browser_download_url"], timeout=30).text == "all of it\n"


@pytest.mark.parametrize("language", PROGRAMS)
def test_the_oauth2_guide(language, site, ada, tmp_path):
    """The person, with a browser, does what an application asks for."""
    ready(language)
    ada.post("/user/repos", {"name": "notes"}, expect=201)
    application = ada.post("/user/applications/oauth2", {"name": "Test", "redirect_uris": ["http://127.0.0.1/callback"],
                                                         "confidential_client": False}, expect=201).json()
    browser = Visitor(site.url)
    assert browser.sign_in(*ADA).status_code == 303
    asked = []

    def on_line(line, process):
        if "/login/oauth/authorize?" not in line:
            return
        asked.append(line)
        location = approve(browser, line)
        assert location and location.startswith("http://127.0.0.1:"), browser.page
        if language == "sh":
            process.stdin.write(location + "\n")
            process.stdin.flush()
        else:
            assert "close this page" in requests.get(location, timeout=30).text

    environment = surroundings(site.url, tmp_path, CAIRN_CLIENT_ID=application["client_id"])
    said = follow("oauth2", language, tmp_path, environment, replaced(language, site.url), on_line)
    assert len(asked) == 1
    assert "signed in as ada" in said
    assert "notes" in said, "the API is read"
    assert "and now: 401" in said, "what was given back opens nothing"
    if language == "sh":
        assert '"error":"invalid_grant"' in said
        assert {each["name"] for each in ada.get("/user/applications/oauth2").json()} == {"Test", "Guide", "Server"}


def test_the_first_hour(empty_program, tmp_path):
    site = empty_program.start()
    folder = tmp_path / "work"
    folder.mkdir()
    path = f"{console(tmp_path, site.config)}:{surroundings(site.url, folder)['PATH']}"
    said = follow("first-hour", "sh", folder, surroundings(site.url, folder, PATH=path), {"127.0.0.1:3000": site.url.removeprefix("http://")})

    admin = Client(site.url, basic=("cairn", "a very good one"))
    assert {each["login"] for each in admin.get("/admin/users").json()} == {"cairn", "ada", "bob"}
    assert admin.get("/user").json()["is_admin"]
    assert Client(site.url, basic=("bob", "another good one")).get("/user").json()["login"] == "bob"
    ada = Client(site.url, basic=ADA)
    assert ada.get("/users/ada/tokens").json() == []
    assert ada.get("/repos/ada/hello/pulls/1").json()["merged"]
    assert base64.b64decode(ada.get("/repos/ada/hello/contents/README.md").json()["content"]) == b"# Hello\nBetter.\n"
    assert '"scopes":' in said
    assert (folder / "hello/again/README.md").exists() and (folder / "hello/main.zip").stat().st_size > 100
