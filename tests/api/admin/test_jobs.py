"""GET /admin/jobs and POST /admin/jobs/{id}/retry: what the server still has to do, and what it could not."""
import pytest
from client import ADMIN, Client
from program import Program, wait_until
from receiver import Receiver


@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    program = Program(tmp_path_factory.mktemp("jobs"), database, {
        "webhook": {"ALLOWED_HOST_LIST": "loopback", "RETRY_DELAY": "1h"}, "metrics": {"ENABLED": "true"}})
    program.create_user(*ADMIN, "--admin")
    yield program.start()
    program.close()


@pytest.fixture(scope="module")
def root(site):
    return Client(site.url, basic=ADMIN)


def jobs(root, query=""):
    return root.get(f"/admin/jobs?{query}").json()


def test_a_hook_that_does_not_answer_waits_in_order_until_it_is_tried_again(site, root):
    answers = [500]
    with Receiver(lambda delivery: answers[0]) as box:
        root.post("/user/repos", {"name": "hooked"}, expect=201)
        box.hook(root, "/repos/root/hooked", "issues")
        root.post("/repos/root/hooked/issues", {"title": "one"}, expect=201)
        wait_until(lambda: any(job["attempts"] for job in jobs(root, "kind=webhook&state=delayed")), "the first attempt to fail")
        root.post("/repos/root/hooked/issues", {"title": "two"}, expect=201)
        wait_until(lambda: len(jobs(root, "kind=webhook")) == 2, "the second to wait")
        [delayed] = wait_until(lambda: jobs(root, "kind=webhook&state=delayed"), "the first to wait as well")
        assert delayed["attempts"] == 1 and "500" in delayed["last_error"] and delayed["due_at"] > delayed["created_at"]
        assert "payload" not in delayed
        [behind] = jobs(root, "kind=webhook&state=waiting")
        assert behind["key"] == delayed["key"] and behind["attempts"] == 0
        assert len(box.got) == 1

        figures = Client(site.url).get("/metrics").text
        assert 'cairn_jobs{kind="webhook",state="waiting"} 2' in figures
        assert 'cairn_jobs_failed_total{kind="webhook"} 1' in figures
        assert 'cairn_jobs_oldest_age_seconds{kind="webhook"}' in figures

        answers[0] = 200
        again = root.post(f"/admin/jobs/{delayed['id']}/retry", expect=202).json()
        assert again["id"] == delayed["id"]
        wait_until(lambda: not jobs(root, "kind=webhook"), "both to be taken")
        assert [delivery.json["issue"]["title"] for delivery in box.got] == ["one", "one", "two"]
    root.post(f"/admin/jobs/{delayed['id']}/retry", expect=404)


def test_is_a_list_like_others(root):
    answer = root.get("/admin/jobs?limit=1")
    assert answer.headers["X-Total-Count"].isdigit()
    assert len(answer.json()) <= 1
    assert jobs(root, "kind=nothing-of-the-kind") == []
    root.get("/admin/jobs?state=lost", expect=422)


def test_is_for_administrators(site, root):
    root.post("/admin/users", {"username": "ann", "email": "ann@example.com", "password": "correct horse battery",
                               "must_change_password": False}, expect=201)
    ann = Client(site.url, basic=("ann", "correct horse battery"))
    ann.get("/admin/jobs", expect=403)
    ann.post("/admin/jobs/1/retry", expect=403)
    Client(site.url).get("/admin/jobs", expect=401)
    root.post("/admin/jobs/99999999/retry", expect=404)
