"""Texts end at [limits] MAX_TEXT_BYTES, wherever somebody writes them; files do not."""
import base64

import pytest
from issues import new_issue
from repositories import at, new_repository

MOST = 1 << 20
LONG = "ä" * (MOST // 2) + "x"


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture(scope="module")
def repository(owner):
    return new_repository(owner, auto_init=True, default_branch="main")


def test_a_text_that_is_too_long_is_refused_with_its_name(owner, repository):
    issue, here = new_issue(owner, repository)[0], at(repository)
    for method, path, member, more in (
            ("POST", f"{here}/issues", "body", {"title": "x"}), ("PATCH", issue, "body", {}),
            ("POST", f"{issue}/comments", "body", {}), ("POST", f"{here}/milestones", "description", {"title": "x"}),
            ("POST", f"{here}/releases", "body", {"tag_name": "v1"}),
            ("PUT", f"{here}/contents/README.md", "message", {"content": ""}),
            ("POST", f"{here}/wiki/new", "message", {"title": "x", "content_base64": ""}),
            ("POST", "/user/repos", "readme", {"name": "long"}), ("PATCH", "/user/settings", "website", {}),
            ("POST", "/markdown", "Text", {})):
        said = owner.refused(method, path, 422, {**more, member: LONG}).json()["message"]
        assert said.startswith(f"[{member}]"), (path, said)


def test_one_within_the_limit_is_taken(owner, repository):
    issue = new_issue(owner, repository, body=LONG[1:])[0]
    assert len(owner.get(issue).json()["body"].encode()) == MOST - 1


def test_in_lists_and_forms_too(owner, repository):
    said = owner.refused("POST", f"{at(repository)}/contents", 422, {"files": [
        {"operation": "create", "path": "a", "content": ""}, {"operation": "create", "path": "b", "content": "", "sha": LONG}]}).json()["message"]
    assert said.startswith("[files.1.sha]")
    answer = owner.session.post(f"{owner.url}/api/v1{at(repository)}/issues", data={"title": "x", "body": LONG}, timeout=30)
    assert answer.status_code == 422 and "[body]" in answer.json()["message"]


def test_a_file_is_no_text(owner, repository):
    content = base64.b64encode(b"x" * (2 * MOST)).decode()
    owner.post(f"{at(repository)}/contents/large", {"content": content}, expect=201)
    owner.post(f"{at(repository)}/contents", {"files": [{"operation": "create", "path": "larger", "content": content}]}, expect=201)
    owner.post(f"{at(repository)}/wiki/new", {"title": "Large", "content_base64": content}, expect=201)


def test_titles_are_cut(owner, repository):
    issue = new_issue(owner, repository, "t" * 400)[0]
    assert len(owner.get(issue).json()["title"].encode()) <= 255
