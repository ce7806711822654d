"""Reading and writing files over the API."""
import base64
import concurrent.futures

import pytest
from repositories import at, let_in, new_repository


def b64(text):
    return base64.b64encode(text if isinstance(text, bytes) else text.encode()).decode()


def text_of(shown):
    return base64.b64decode(shown["content"]).decode()


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture
def repository(owner):
    return new_repository(owner, auto_init=True, default_branch="main")


def make(owner, repository, path, text, **more):
    return owner.post(f"{at(repository)}/contents/{path}", {"content": b64(text), **more}, expect=201).json()


class TestReading:
    def test_tells_a_file_with_its_content_and_last_commit(self, owner, repository, anonymous):
        first = make(owner, repository, "d/a.txt", "one\n", message="first")
        make(owner, repository, "b.txt", "two\n")
        shown = anonymous.get(f"{at(repository)}/contents/d/a.txt").json()
        assert shown["type"] == "file" and shown["mode"] == "100644" and shown["size"] == 4
        assert text_of(shown) == "one\n" and shown["last_commit_sha"] == first["commit"]["sha"]
        assert shown["url"].endswith("/contents/d/a.txt?ref=main") and shown["download_url"].endswith("/raw/branch/main/d/a.txt")

    def test_lists_folders_in_the_order_of_git(self, owner, repository):
        for path in ("a/x", "a.txt", "a0", "B"):
            make(owner, repository, path, path)
        listed = owner.get(f"{at(repository)}/contents").json()
        assert [entry["name"] for entry in listed] == ["B", "README.md", "a.txt", "a", "a0"]
        assert all(entry["content"] is None and entry["last_commit_sha"] for entry in listed)
        assert [entry["path"] for entry in owner.get(f"{at(repository)}/contents/a").json()] == ["a/x"]

    def test_each_entry_tells_the_commit_that_touched_it_last(self, owner, repository):
        made = {path: make(owner, repository, path, path)["commit"]["sha"] for path in ("a", "d/b", "d/e/c")}
        sha = owner.get(f"{at(repository)}/contents/d/b").json()["sha"]
        changed = owner.call("PUT", f"{at(repository)}/contents/d/b", {"content": b64("new"), "sha": sha}, expect=200).json()
        listed = {entry["name"]: entry["last_commit_sha"] for entry in owner.get(f"{at(repository)}/contents").json()}
        assert listed["a"] == made["a"] and listed["d"] == changed["commit"]["sha"]
        below = {entry["name"]: entry["last_commit_sha"] for entry in owner.get(f"{at(repository)}/contents/d").json()}
        assert below == {"b": changed["commit"]["sha"], "e": made["d/e/c"]}

    @pytest.mark.parametrize("path", ("none", "README.md/x", "a/../none"))
    def test_nothing_is_not_found(self, owner, repository, path):
        owner.refused("GET", f"{at(repository)}/contents/{path}", 404)

    def test_nothing_is_kept_under_git(self, owner, repository):
        owner.refused("GET", f"{at(repository)}/contents/x/.GIT", 400)

    def test_a_tag_wins_over_a_branch_and_only_whole_ids_are_commits(self, owner, repository):
        first = make(owner, repository, "a", "1")["commit"]["sha"]
        assert text_of(owner.get(f"{at(repository)}/contents/a?ref={first}").json()) == "1"
        owner.refused("GET", f"{at(repository)}/contents/a?ref={first[:10]}", 404)
        owner.refused("GET", f"{at(repository)}/contents/a?ref=HEAD", 404)
        assert text_of(owner.get(f"{at(repository)}/contents/a?ref=refs/heads/main").json()) == "1"

    def test_several_at_once_keep_their_order(self, owner, repository):
        make(owner, repository, "a", "1")
        shown = owner.post(f"{at(repository)}/file-contents", {"files": ["none", "a", "README.md", "../.git/x", "", "."]}, expect=200).json()
        assert [entry and entry["name"] for entry in shown] == [None, "a", "README.md", None, None, None]

    def test_a_private_repository_does_not_exist_for_strangers(self, owner, new_user, anonymous):
        hidden = new_repository(owner, auto_init=True, private=True)
        for who in (new_user(), anonymous):
            who.refused("GET", f"{at(hidden)}/contents/README.md", 404)
            who.refused("GET", f"{at(hidden)}/raw/README.md", 404)


class TestRaw:
    def test_gives_bytes_with_a_safe_type(self, owner, repository):
        make(owner, repository, "page.html", "<script>alert(1)</script>")
        make(owner, repository, "picture.svg", "<?xml version='1.0'?>\n<svg onload='alert(1)'/>")
        make(owner, repository, "bytes", bytes(range(256)))
        page = owner.get(f"{at(repository)}/raw/page.html")
        assert page.text == "<script>alert(1)</script>" and page.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert page.headers["X-Content-Type-Options"] == "nosniff" and "sandbox" in page.headers["Content-Security-Policy"]
        assert owner.get(f"{at(repository)}/raw/picture.svg").headers["Content-Type"] == "image/svg+xml"
        got = owner.get(f"{at(repository)}/raw/bytes")
        assert got.content == bytes(range(256)) and got.headers["Content-Type"] == "application/octet-stream"

    def test_gives_parts_and_knows_what_the_client_has(self, owner, repository):
        make(owner, repository, "a.txt", "0123456789")
        whole = owner.get(f"{at(repository)}/raw/a.txt")
        tag = whole.headers["ETag"]
        assert owner.get(f"{at(repository)}/raw/a.txt", headers={"If-None-Match": tag}, expect=304).content == b""
        part = owner.get(f"{at(repository)}/raw/a.txt", headers={"Range": "bytes=2-4"}, expect=206)
        assert part.text == "234" and part.headers["Content-Range"] == "bytes 2-4/10"
        assert owner.get(f"{at(repository)}/raw/a.txt", headers={"Range": "bytes=-3"}, expect=206).text == "789"
        owner.get(f"{at(repository)}/raw/a.txt", headers={"Range": "bytes=10-"}, expect=416)

    def test_large_files_are_sent_in_parts_too(self, owner, repository):
        large = b"".join(b"%08d\n" % number for number in range(600_000))
        make(owner, repository, "large.txt", large)
        assert owner.get(f"{at(repository)}/raw/large.txt").content == large
        part = owner.get(f"{at(repository)}/raw/large.txt", headers={"Range": "bytes=5000000-5000008"}, expect=206)
        assert part.content == large[5000000:5000009]
        assert owner.get(f"{at(repository)}/raw/large.txt").headers["Content-Type"].startswith("text/plain")

    def test_a_ref_may_stand_before_the_path(self, owner, repository):
        made = make(owner, repository, "d/a", "1")["commit"]["sha"]
        make(owner, repository, "d/a2", "2", new_branch="x/side")
        for path in ("d/a", "main/d/a", f"{made}/d/a", "HEAD/d/a", "d/a?ref=main", "d/a?ref=nowhere", "x/side/d/a"):
            assert owner.get(f"{at(repository)}/raw/{path}").text == "1", path
        assert owner.get(f"{at(repository)}/raw/d/a2?ref=x/side").text == "2"
        owner.refused("GET", f"{at(repository)}/raw/{'0' * 40}/d/a", 404)
        owner.refused("GET", f"{at(repository)}/raw/d", 404)

    def test_people_find_it_under_the_address_of_the_repository(self, owner, repository, anonymous, server):
        made = make(owner, repository, "d/a", "1", new_branch="x/side")["commit"]["sha"]
        name = repository["full_name"]
        for ref, status in (("branch/x/side", 200), (f"commit/{made}", 200), ("tag/x/side", 404), ("branch/none", 404)):
            answer = anonymous.session.get(f"{server.url}/{name}/raw/{ref}/d/a")
            assert answer.status_code == status and (status != 200 or answer.text == "1"), ref

    def test_a_token_needs_its_scope_there_too(self, owner, new_token, server):
        hidden = new_repository(owner, auto_init=True, private=True, default_branch="main")
        address = f"{server.url}/{hidden['full_name']}/raw/branch/main/README.md"
        assert new_token(owner, "read:repository").session.get(address).status_code == 200
        assert new_token(owner, "read:user").session.get(address).status_code == 403
        assert new_token(owner, "public-only", "read:repository").session.get(address).status_code == 404


class TestWriting:
    def test_an_update_needs_the_file_as_it_is(self, owner, repository):
        sha = make(owner, repository, "a", "1")["content"]["sha"]
        put = lambda status, **body: owner.call("PUT", f"{at(repository)}/contents/a", body, expect=status)
        put(422, content=b64("2"))
        put(422, content=b64("2"), sha="b" * 40)
        put(200, content=b64("2"), sha=sha)
        put(422, content=b64("3"), sha=sha)
        assert text_of(owner.get(f"{at(repository)}/contents/a").json()) == "2"

    def test_a_file_can_be_moved_while_it_is_changed(self, owner, repository):
        sha = make(owner, repository, "a", "1")["content"]["sha"]
        moved = owner.call("PUT", f"{at(repository)}/contents/d/b", {"content": b64("2"), "sha": sha, "from_path": "a"},
                           expect=200).json()
        assert moved["content"]["path"] == "d/b" and moved["commit"]["message"] == "Update d/b\n"
        owner.refused("GET", f"{at(repository)}/contents/a", 404)

    def test_many_files_change_together_or_not_at_all(self, owner, repository):
        make(owner, repository, "a", "1")
        before = [entry["sha"] for entry in owner.get(f"{at(repository)}/contents").json()]
        files = [{"operation": "create", "path": "n", "content": b64("n")}, {"operation": "delete", "path": "none"}]
        owner.refused("POST", f"{at(repository)}/contents", 404, {"files": files})
        assert [entry["sha"] for entry in owner.get(f"{at(repository)}/contents").json()] == before
        files[1] = {"operation": "rename", "path": "d/b", "from_path": "a", "content": "***"}
        done = owner.post(f"{at(repository)}/contents", {"files": files, "message": "both"}, expect=201).json()
        assert [file["path"] for file in done["files"]] == ["n", "d/b"] and done["commit"]["message"] == "both\n"
        owner.refused("POST", f"{at(repository)}/contents", 422, {"files": [{"operation": "burn", "path": "n"}]})
        same = {"operation": "rename", "path": "n", "from_path": "n", "content": b64("other")}
        done = owner.post(f"{at(repository)}/contents", {"files": [same]}, expect=201).json()
        assert done["files"][0]["sha"] == owner.get(f"{at(repository)}/contents/n").json()["sha"]
        assert text_of(owner.get(f"{at(repository)}/contents/n").json()) == "n"

    @pytest.mark.parametrize("path", (".git/config", "d/.Git/x", "README.md/below", "git~1", ".git%E2%80%8C/x",
                                      "d/" * 256 + "x"))
    def test_some_paths_cannot_be(self, owner, repository, path):
        owner.refused("POST", f"{at(repository)}/contents/{path}", 422, {"content": b64("x")})

    def test_a_new_branch_is_made_once(self, owner, repository):
        make(owner, repository, "a", "1", new_branch="side")
        owner.refused("GET", f"{at(repository)}/contents/a", 404)
        owner.refused("POST", f"{at(repository)}/contents/b", 422, {"content": "", "new_branch": "side"})
        make(owner, repository, "b", "1", new_branch="side", force_push=True)
        owner.refused("GET", f"{at(repository)}/contents/a?ref=side", 404)
        owner.refused("POST", f"{at(repository)}/contents/c", 404, {"content": "", "branch": "none"})
        owner.refused("POST", f"{at(repository)}/contents/c", 422, {"content": "", "new_branch": "a..b"})

    def test_the_first_commit_decides_the_default_branch(self, owner):
        empty = new_repository(owner)
        owner.refused("GET", f"{at(empty)}/contents", 404)
        make(owner, empty, "a", "1", branch="start")
        shown = owner.get(at(empty)).json()
        assert shown["default_branch"] == "start" and not shown["empty"]
        another = new_repository(owner)
        make(owner, another, "a", "1", branch="none", new_branch="first")
        assert owner.get(at(another)).json()["default_branch"] == "first"

    def test_people_and_dates_are_as_they_are_told(self, owner, repository):
        made = make(owner, repository, "a", "1", author={"name": "Ann", "email": "ann@example.net"}, signoff=True, message="x",
                    dates={"author": "2020-02-03T04:05:06Z", "committer": "2021-02-03T04:05:06+02:00"})["commit"]
        assert made["author"] == {"name": "Ann", "email": "ann@example.net", "date": "2020-02-03T04:05:06Z"}
        assert made["committer"]["date"] == "2021-02-03T02:05:06Z"
        assert made["message"] == "x\n\nSigned-off-by: Ann <ann@example.net>"
        # The answer is in UTC; the commit itself keeps the zone, wherever it is shown.
        where = at(repository)
        commit = owner.get(f"{where}/git/commits/{made['sha']}").json()
        assert commit["commit"]["committer"]["date"] == commit["created"] == "2021-02-03T04:05:06+02:00"
        assert commit["commit"]["author"]["date"] == owner.get(f"{where}/branches/main").json()["commit"]["timestamp"] == "2020-02-03T04:05:06Z"
        assert owner.get(f"{where}/contents").json()[-1]["last_committer_date"] == commit["created"]
        tag = owner.post(f"{where}/tags", {"tag_name": "zoned"}, expect=201).json()
        assert tag["commit"]["created"] == commit["created"]
        for bad in ({"author": {"name": "A <b>", "email": "a@b"}}, {"dates": {"author": "yesterday"}},
                    {"dates": {"author": "9999-12-31T00:00:00Z"}}, {"dates": {"committer": "1969-12-31T23:59:59Z"}}):
            owner.refused("POST", f"{at(repository)}/contents/b", 422, {"content": "", **bad})

    def test_who_may(self, owner, repository, new_user, new_token, anonymous):
        reader, writer = new_user(), new_user()
        let_in(owner, repository, reader, "read")
        let_in(owner, repository, writer, "write")
        body = {"content": b64("x")}
        anonymous.refused("POST", f"{at(repository)}/contents/a", 401, body)
        reader.refused("POST", f"{at(repository)}/contents/a", 403, body)
        new_user().refused("POST", f"{at(repository)}/contents/a", 403, body)
        new_token(writer, "read:repository").refused("POST", f"{at(repository)}/contents/a", 403, body)
        made = writer.post(f"{at(repository)}/contents/a", body, expect=201).json()
        assert made["commit"]["author"]["name"] == writer.name
        owner.call("PATCH", at(repository), {"archived": True})
        writer.refused("POST", f"{at(repository)}/contents/b", 423, body)

    def test_maintainers_may_where_a_pull_request_lets_them(self, owner, repository, new_user):
        person = new_user()
        fork = person.post(f"{at(repository)}/forks", {}, expect=202).json()
        make(person, fork, "a", "1", new_branch="feat")
        body = {"content": b64("x"), "branch": "feat"}
        can_push = lambda who, branch: who.get(f"{at(fork)}/branches/{branch}").json()["user_can_push"]  # noqa: E731
        owner.refused("POST", f"{at(fork)}/contents/m", 403, body)
        pull = person.post(f"{at(repository)}/pulls", {"head": f"{person.name}:feat", "base": "main", "title": "x",
                                                       "allow_maintainer_edit": True}, expect=201).json()["number"]
        assert can_push(owner, "feat") and not can_push(owner, "main") and not can_push(new_user(), "feat")
        assert {branch["name"]: branch["user_can_push"] for branch in owner.get(f"{at(fork)}/branches").json()} == {"feat": True, "main": False}
        make(owner, fork, "m", "x", branch="feat")
        patch = "--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+n\n"
        owner.post(f"{at(fork)}/diffpatch", {"content": patch, "branch": "feat"}, expect=201)
        owner.refused("POST", f"{at(fork)}/contents/n2", 403, {**body, "branch": "main"})
        owner.refused("POST", f"{at(fork)}/contents/n2", 403, {**body, "new_branch": "another"})
        new_user().refused("POST", f"{at(fork)}/contents/n2", 403, body)
        person.post(f"{at(fork)}/branch_protections", {"rule_name": "feat", "enable_push": False}, expect=201)
        owner.refused("POST", f"{at(fork)}/contents/n2", 403, body)
        person.delete(f"{at(fork)}/branch_protections/feat", expect=204)
        person.call("PATCH", f"{at(repository)}/pulls/{pull}", {"allow_maintainer_edit": False}, expect=201)
        owner.refused("POST", f"{at(fork)}/contents/n2", 403, body)
        assert not can_push(owner, "feat")

    def test_a_protected_branch_is_not_written_to(self, owner, repository, new_user):
        writer = new_user()
        let_in(owner, repository, writer, "write")
        owner.post(f"{at(repository)}/branch_protections", {"rule_name": "main", "enable_push": False}, expect=201)
        writer.refused("POST", f"{at(repository)}/contents/a", 403, {"content": b64("x")})
        writer.post(f"{at(repository)}/contents/a", {"content": b64("x"), "new_branch": "side"}, expect=201)

    def test_nothing_is_lost_when_many_write_at_once(self, owner, repository):
        paths = [f"d{number % 4}/f{number}" for number in range(32)]
        with concurrent.futures.ThreadPoolExecutor(32) as pool:
            made = list(pool.map(lambda path: make(owner, repository, path, path)["commit"]["sha"], paths))
        assert len(set(made)) == 32
        tree = owner.get(f"{at(repository)}/git/trees/main?recursive=true").json()["tree"]
        assert {entry["path"] for entry in tree if entry["type"] == "blob"} == {*paths, "README.md"}
        commits = owner.get(f"{at(repository)}/commits?limit=50&stat=false&files=false&verification=false")
        assert {commit["sha"] for commit in commits.json()} >= set(made) and commits.headers["X-Total-Count"] == "33"

    def test_one_of_many_wins_where_they_change_the_same_file(self, owner, repository):
        sha = make(owner, repository, "a", "0")["content"]["sha"]
        put = lambda n: owner.session.put(f"{owner.url}/api/v1{at(repository)}/contents/a", json={"content": b64(str(n)), "sha": sha})
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            statuses = [answer.status_code for answer in pool.map(put, range(1, 9))]
        assert sorted(statuses) == [200] + [422] * 7


class TestPatches:
    PATCH = "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1,2 @@\n one\n+two\n"

    def test_are_applied(self, owner, repository):
        make(owner, repository, "a.txt", "one\n")
        done = owner.post(f"{at(repository)}/diffpatch", {"content": self.PATCH}, expect=201).json()
        assert done["content"] is None and done["commit"]["message"] == "apply-patch\n"
        assert text_of(owner.get(f"{at(repository)}/contents/a.txt").json()) == "one\ntwo\n"

    @pytest.mark.parametrize("patch", ("", "nonsense", PATCH.replace(" one", " other"), PATCH.replace("a.txt", "../../a.txt"),
                                       PATCH.replace("a/a.txt", "a/.git/config").replace("b/a.txt", "b/.git/config")))
    def test_what_does_not_apply_changes_nothing(self, owner, repository, patch):
        made = make(owner, repository, "a.txt", "one\n")["commit"]["sha"]
        owner.refused("POST", f"{at(repository)}/diffpatch", 422, {"content": patch})
        assert owner.get(f"{at(repository)}/commits?limit=1").json()[0]["sha"] == made


def test_editorconfig_joins_the_sections_that_fit(owner, repository):
    owner.refused("GET", f"{at(repository)}/editorconfig/a.go", 404)
    make(owner, repository, ".editorconfig", "root = true\n[*]\nindent_style = space\nindent_size = 4\n[*.{go,mod}]\n"
                                             "indent_style = TAB\n[/d/**.py]\ncharset = latin1\nindent_size = unset\n")
    assert owner.get(f"{at(repository)}/editorconfig/x/a.go").json() == {"indent_style": "tab", "indent_size": "4"}
    assert owner.get(f"{at(repository)}/editorconfig/d/e/a.py").json() == {"indent_style": "space", "charset": "latin1"}
