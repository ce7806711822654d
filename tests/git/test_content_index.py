"""What follows from a push to the default branch beside figures: its code can be found, and its statistics are counted."""
import pytest
from program import wait_until
from repositories import at, new_repository


@pytest.fixture
def ann(new_user):
    return new_user()


def indexed(server, repository):
    return server.sql(f"SELECT path, language FROM code_file WHERE repository_id = {repository['id']} ORDER BY path")


def commit_indexed(server, repository):
    return server.sql(f"SELECT commit_id FROM code_index WHERE repository_id = {repository['id']} AND pending = ''")


def test_code_follows_pushes_and_goes_with_the_repository(ann, admin, server, begun, url):
    repository = new_repository(ann)
    begun.commit({"src/main.go": "package main\n", "picture": b"\0\1\2"})
    begun.done("push", "-q", url(repository, ann), "main")
    head = begun.done("rev-parse", "HEAD")
    wait_until(lambda: commit_indexed(server, repository) == [(head,)], "the index")
    assert indexed(server, repository) == [("a.txt", ""), ("src/main.go", "Go")]
    begun.done("rm", "-q", "src/main.go")
    begun.commit({"b.py": "pass\n"})
    begun.done("push", "-q", url(repository, ann), "main")
    wait_until(lambda: indexed(server, repository) == [("a.txt", ""), ("b.py", "Python")], "the index of the second push")
    assert not [job for job in admin.get("/admin/jobs?kind=content_index&state=failed").json() if job["key"] == str(repository["id"])]
    ann.delete(at(repository), expect=204)
    wait_until(lambda: not indexed(server, repository) and not commit_indexed(server, repository), "the index to go")


def test_another_default_branch_is_another_index(ann, server, begun, url):
    repository = new_repository(ann)
    begun.done("push", "-q", url(repository, ann), "main")
    begun.done("checkout", "-q", "-b", "other")
    begun.commit({"other.txt": "x"})
    begun.done("push", "-q", url(repository, ann), "other")
    wait_until(lambda: indexed(server, repository) == [("a.txt", "")], "the index")
    ann.call("PATCH", at(repository), {"default_branch": "other"})
    wait_until(lambda: ("other.txt", "") in indexed(server, repository), "the index of the other branch")


def test_a_fork_has_what_its_base_has(ann, new_user, server, begun, url):
    repository = new_repository(ann)
    begun.done("push", "-q", url(repository, ann), "main")
    fork = new_user().post(at(repository) + "/forks", {}, expect=202).json()
    wait_until(lambda: indexed(server, fork) == [("a.txt", "")], "the index of the fork")


def test_statistics_follow_pushes(ann, server, begun, url):
    repository = new_repository(ann)
    begun.done("push", "-q", url(repository, ann), "main")

    def commits():
        return server.sql(f"SELECT commits FROM contributor_weeks WHERE repository_id = {repository['id']} AND email = ''")
    wait_until(lambda: commits() == [("1",)], "the statistics")
    begun.commit({"b.txt": "B"})
    begun.done("push", "-q", url(repository, ann), "main")
    wait_until(lambda: commits() == [("2",)], "the statistics of the second push")
