"""/markdown, /markdown/raw and /markup: what the program adds to the renderer, which has unit tests of its own."""
import pytest


@pytest.fixture(scope="module")
def ada(new_user):
    return new_user("markup-ada")


def rendered(user, text, mode="comment", path="/markdown", **more):
    answer = user.post(path, {"Text": text, "Mode": mode, "Context": "/ada/engine", **more}, expect=200)
    assert not text or answer.headers["Content-Type"] == "text/html;charset=utf-8"
    return answer.text.strip()


def test_renders_by_mode(ada, server):
    assert rendered(ada, "# A\nb\nc", "markdown") == "<h1>A</h1>\n<p>b\nc</p>"
    assert rendered(ada, "b\nc") == "<p>b<br>\nc</p>"
    assert rendered(ada, "[x](y)", "gfm") == f'<p><a href="{server.url}/ada/engine/src/y" rel="nofollow">x</a></p>'
    wiki = f'<p><a href="{server.url}/ada/engine/wiki/y" rel="nofollow">x</a></p>'
    assert rendered(ada, "[x](y)", "wiki") == rendered(ada, "[x](y)", "gfm", Wiki=True) == wiki
    assert rendered(ada, "") == ""


def test_renders_files_by_their_ending(ada, server):
    file = {"path": "/markup", "mode": "file"}
    assert rendered(ada, "[x](y)", FilePath="doc/a.md", **file) \
        == f'<p><a href="{server.url}/ada/engine/src/doc/y" rel="nofollow">x</a></p>'
    assert rendered(ada, "a,b", FilePath="x.csv", **file) == "<table><tr><th>1</th><th>a</th><th>b</th></tr></table>"


def test_takes_the_body_as_it_is(ada):
    answer = ada.call("POST", "/markdown/raw", data="*x* @markup-ada".encode(), headers={"Content-Type": "text/plain"})
    assert answer.text == "<p><em>x</em> @markup-ada</p>\n"


@pytest.mark.parametrize("path, body", [
    ("/markdown", {"Text": "x", "Mode": "nonsense"}), ("/markup", {"Text": "x", "Mode": "nonsense"}),
    ("/markup", {"Text": "x", "Mode": "file", "FilePath": "x.unknown"}), ("/markup", {"Text": "x", "Mode": "file"})])
def test_says_in_words_what_it_cannot_render(ada, path, body):
    answer = ada.post(path, body, expect=422)
    assert answer.headers["Content-Type"].startswith("text/plain") and answer.text.strip()


def test_mentions_lead_to_those_whom_the_reader_sees(ada, new_user, server):
    new_user("markup-kim", visibility="private")
    new_user("markup-lou", visibility="limited")
    link = '<a href="{0}/{1}" rel="nofollow">@{1}</a>'.format
    assert rendered(ada, "@markup-ada @markup-kim @markup-lou @markup-nobody") \
        == f"<p>{link(server.url, 'markup-ada')} @markup-kim {link(server.url, 'markup-lou')} @markup-nobody</p>"


def test_references_need_neither_repository_nor_issue(ada, server):
    assert rendered(ada, "see #7") \
        == f'<p>see <a href="{server.url}/ada/engine/issues/7" rel="nofollow" class="ref-issue">#7</a></p>'


def test_links_count_from_the_folder_that_the_context_names(ada, server):
    commit = f"/ada/engine/src/commit/{'0' * 40}"
    links = rendered(ada, "[root](/f.md) [up](../g.md)", "gfm", Context=f"{commit}/d/e")
    assert f'"{server.url}{commit}/f.md"' in links and f'"{server.url}{commit}/d/g.md"' in links


NESTED = "- " * 10000 + "@markup-ada" + "\n" * 10000


def test_refuses_what_would_take_too_long(ada):
    ada.refused("POST", "/markdown", 413, {"Text": NESTED})


def test_an_issue_may_have_a_text_that_is_too_much_to_be_rendered(ada):
    repository = ada.post("/user/repos", {"name": "too-much"}, expect=201).json()["full_name"]
    answer = ada.post(f"/repos/{repository}/issues", {"title": "x", "body": NESTED}, expect=201)
    assert answer.json()["body"] == NESTED


def test_refuses_what_is_too_long(ada):
    ada.refused("POST", "/markdown", 413, {"Text": "a" * (512 * 1024 + 1)})
    ada.refused("POST", "/markdown/raw", 413, data=b"a" * (512 * 1024 + 1))


def test_needs_a_sign_in_and_no_scope(ada, anonymous, new_token):
    for path in ("/markdown", "/markup"):
        anonymous.refused("POST", path, 401, {"Text": "x"})
    anonymous.refused("POST", "/markdown/raw", 401, data=b"x")
    new_token(ada).post("/markdown", {"Text": "x"}, expect=200)


class TestInRepository:
    @pytest.fixture(scope="class")
    def repository(self, ada):
        return ada.post("/user/repos", {"name": "engine", "private": True}, expect=201).json()["full_name"]

    def test_links_count_from_there(self, ada, repository, server):
        expected = f'<p><a href="{server.url}/{repository}/src/y" rel="nofollow">x</a></p>'
        at = f"/repos/{repository}"
        assert ada.post(f"{at}/markdown", {"Text": "[x](y)", "Mode": "gfm"}, expect=200).text.strip() == expected
        assert ada.post(f"{at}/markup", {"Text": "[x](y)", "Mode": "file", "FilePath": "a.md"}, expect=200).text.strip() == expected
        assert "<strong>x</strong>" in ada.call("POST", f"{at}/markdown/raw", data=b"**x**", expect=200).text

    def test_those_who_do_not_see_it_render_nothing_there(self, repository, new_user, new_token, ada, client):
        at = f"/repos/{repository}/markdown"
        new_user().refused("POST", at, 404, {"Text": "x"})
        client().refused("POST", at, 404, {"Text": "x"})
        new_token(ada, "read:repository").refused("POST", at, 403, {"Text": "x"})
        new_token(ada, "write:repository").post(at, {"Text": "x"}, expect=200)


def test_renders_org(ada, server):
    org = {"path": "/markup", "mode": "file", "FilePath": "doc/x.org"}
    assert rendered(ada, "* Title\ntext", **org) == '<h2 id="user-content-title">Title</h2>\n<p>text</p>'
    assert rendered(ada, "[[file:y.org][x]] /z/", **org) \
        == f'<p><a href="{server.url}/ada/engine/src/doc/y.org" rel="nofollow">x</a> <em>z</em></p>'
    assert rendered(ada, "#+BEGIN_EXPORT html\n<b>x</b>\n#+END_EXPORT\n[[javascript:x][a]] <b>", **org) \
        == "<p>a &lt;b&gt;</p>"
