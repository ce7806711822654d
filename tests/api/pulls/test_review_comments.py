"""Remarks on lines: where they are, answers, and conversations that are over."""
import pytest
from repositories import at, let_in, new_repository
from reviews import change_file, new_pull, put_file, remarks, review, reviewed_by


def places(who, pull, of):
    return [(r["position"], r["original_position"], r["original_commit_id"] != "") for r in remarks(who, pull, of)]


def on(line, body="hm", path="f.txt"):
    return {"path": path, "body": body, "new_position": line}


class TestLines:
    def test_have_the_hunk_up_to_them(self, ann, ben):
        repository = new_repository(ann, auto_init=True, default_branch="main")
        put_file(ann, repository, "f.txt", "".join(f"{n}\n" for n in range(1, 21)))
        ann.post(f"{at(repository)}/branches", {"new_branch_name": "feat"}, expect=201)
        change_file(ann, repository, "f.txt", "".join("X\n" if n == 10 else f"{n}\n" for n in range(1, 21)), "feat")
        made = ann.post(f"{at(repository)}/pulls", {"head": "feat", "base": "main", "title": "t"}).json()
        pull = f"{at(repository)}/pulls/{made['number']}"
        given = review(ben, pull, "COMMENT", comments=[
            on(10), {"path": "f.txt", "body": "o", "old_position": 10, "new_position": 3}, on(2), on(1, path="none.txt"), on(0)])
        shown = remarks(ann, pull, given)
        assert shown[0]["diff_hunk"] == "@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10\n+X"
        assert shown[1]["diff_hunk"] == "@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10"
        assert [r["diff_hunk"] for r in shown[2:]] == ["", "", ""]
        assert [(r["position"], r["original_position"]) for r in shown] == [(10, 0), (0, 10), (2, 0), (1, 0), (0, 0)]
        assert {r["commit_id"] for r in shown} == {made["head"]["sha"]} and {r["pull_request_review_id"] for r in shown} == {given["id"]}

    def test_move_with_the_file_and_go_with_the_line(self, ann, ben):
        repository, pull = reviewed_by(ann, ben)
        given = review(ben, pull, "COMMENT", comments=[on(1), on(2), on(3)])
        head = ann.get(pull).json()["head"]["sha"]
        change_file(ann, repository, "f.txt", "zero\none\n2\nthree\n", "feat")
        assert places(ann, pull, given) == [(2, 0, False), (0, 2, True), (4, 0, False)]
        gone = remarks(ann, pull, given)[1]
        assert (gone["commit_id"], gone["original_commit_id"], gone["diff_hunk"]) == (head, head, "@@ -0,0 +1,3 @@\n+one\n+two")
        change_file(ann, repository, "f.txt", "one\ntwo\nthree\n", "feat")
        assert places(ann, pull, given) == [(1, 0, False), (2, 0, False), (3, 0, False)]

    @pytest.mark.parametrize("line", [{"path": "", "body": "x", "new_position": 1}, {"path": "f", "body": "x", "new_position": -1},
                                      {"path": "f" * 5000, "body": "x", "new_position": 1}])
    def test_that_cannot_be(self, ann, ben, line):
        review(ben, reviewed_by(ann)[1], "COMMENT", comments=[line], expect=422)

    def test_strange_paths_are_only_not_found(self, ann, ben):
        pull = reviewed_by(ann)[1]
        given = review(ben, pull, "COMMENT", comments=[on(1, path=p) for p in ("../../etc/passwd", "/", "*", "f.txt/", "a//b", "\u00e4")])
        assert {r["diff_hunk"] for r in remarks(ann, pull, given)} == {""}


class TestReplies:
    def test_join_the_review_and_keep_the_line(self, ann, ben, stranger):
        _, pull = reviewed_by(ann, ben)
        given = review(ben, pull, "COMMENT", comments=[on(2)])
        first = remarks(ben, pull, given)[0]
        answer = stranger.post(f"{pull}/comments/{first['id']}/replies", {"body": "because"}, expect=201).json()
        for member in ("path", "position", "diff_hunk", "commit_id", "pull_request_review_id"):
            assert answer[member] == first[member]
        assert [r["body"] for r in remarks(ann, pull, given)] == ["hm", "because"]
        assert ann.get(f"{pull}/reviews/{given['id']}").json()["comments_count"] == 2
        assert len(ann.get(f"{pull}/reviews").json()) == 1

    def test_that_cannot_be(self, ann, ben):
        repository, pull = reviewed_by(ann, ben)
        _, other = new_pull(ann, repository=repository, branch="other", path="g.txt")
        remark = remarks(ben, pull, review(ben, pull, "COMMENT", comments=[on(2)]))[0]["id"]
        plain = ann.post(pull.replace("/pulls/", "/issues/") + "/comments", {"body": "plain"}).json()["id"]
        ann.post(f"{pull}/comments/{remark}/replies", {"body": " "}, expect=422)
        ann.post(f"{pull}/comments/{plain}/replies", {"body": "x"}, expect=400)
        ann.post(f"{other}/comments/{remark}/replies", {"body": "x"}, expect=404)
        ann.post(f"{pull}/comments/0/replies", {"body": "x"}, expect=404)


class TestResolving:
    def test_marks_the_beginning_of_the_conversation(self, ann, ben, stranger):
        repository, pull = reviewed_by(ann, ben)
        where = f"{at(repository)}/pulls/comments"
        given = review(stranger, pull, "COMMENT", comments=[on(2), on(3)])
        first, other = (r["id"] for r in remarks(ann, pull, given))
        answer = ann.post(f"{pull}/comments/{first}/replies", {"body": "done"}).json()["id"]
        stranger.post(f"{where}/{first}/resolve", expect=403)
        for _ in range(2):
            ben.post(f"{where}/{answer}/resolve", expect=204)
        resolvers = {r["id"]: r["resolver"] and r["resolver"]["login"] for r in remarks(ann, pull, given)}
        assert resolvers == {first: ben.name, other: None, answer: None}
        ann.post(f"{where}/{first}/unresolve", expect=204)
        assert not any(r["resolver"] for r in remarks(ann, pull, given))

    def test_is_for_posters_too_and_not_in_archives(self, ann, ben, new_user):
        repository = new_repository(ann, auto_init=True, default_branch="main", private=True)
        poster = new_user()
        let_in(ann, repository, poster, "read")
        put_file(ann, repository, "f.txt", "one\n", new_branch="feat")
        made = poster.post(f"{at(repository)}/pulls", {"head": "feat", "base": "main", "title": "t"}, expect=201).json()
        pull = f"{at(repository)}/pulls/{made['number']}"
        remark = remarks(ann, pull, review(ann, pull, "COMMENT", comments=[on(1)]))[0]["id"]
        poster.post(f"{at(repository)}/pulls/comments/{remark}/resolve", expect=204)
        ann.call("PATCH", at(repository), {"archived": True})
        poster.post(f"{at(repository)}/pulls/comments/{remark}/unresolve", expect=423)
