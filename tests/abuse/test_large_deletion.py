"""Deleting what is large: others write meanwhile."""
import contextlib
import threading
import time

import pytest
import requests
from repositories import at, new_repository

COMMENTS = 150_000


def fill(site, issue, repository):
    # On PostgreSQL without the triggers, which note a change for each: it takes a minute.
    site.sql(("SET session_replication_role = replica; " if site.postgres else "")
             + "INSERT INTO comment (issue_id, repository_id, kind, poster_id, body, created_at, updated_at)"
             f" WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {COMMENTS})"
             f" SELECT {issue['id']}, {repository['id']}, 'comment', {issue['user']['id']}, 'word number ' || i, i, i"
             " FROM n")


@pytest.mark.parametrize("part", ["", "/issues/1"])
def test_others_write_while_a_large_one_goes(site, mallory, part):
    large, small = new_repository(mallory), new_repository(mallory)
    issue = mallory.post(f"{at(large)}/issues", {"title": "long"}, expect=201).json()
    fill(site, issue, large)
    answered = []
    deletion = threading.Thread(target=lambda: answered.append(
        mallory.session.delete(f"{site.url}/api/v1{at(large)}{part}", timeout=300).status_code))
    deletion.start()
    waits, gone_at, begun = [], None, time.monotonic()
    while deletion.is_alive():
        asked = time.monotonic()
        mallory.post(f"{at(small)}/issues", {"title": "short"}, expect=201)
        waits.append(time.monotonic() - asked)
        if gone_at is None and mallory.session.get(f"{site.url}/api/v1{at(large)}{part}", timeout=60).status_code == 404:
            gone_at = time.monotonic() - begun
        time.sleep(0.01)
    deletion.join()
    assert answered == [204]
    assert max(waits, default=0) < 2, f"somebody waited {max(waits):.1f} s of {time.monotonic() - begun:.1f} s"
    assert part or gone_at is None or gone_at < 2
    mallory.get(at(large) + part, expect=404)
    if not part:
        assert large["name"] not in [found["name"] for found in mallory.get("/user/repos").json()]


def test_a_deletion_that_was_cut_short_is_finished(site, mallory):
    large = new_repository(mallory)
    issue = mallory.post(f"{at(large)}/issues", {"title": "long"}, expect=201).json()
    fill(site, issue, large)

    def ask():
        with contextlib.suppress(requests.ConnectionError):
            mallory.session.delete(f"{site.url}/api/v1{at(large)}", timeout=300)
    asking = threading.Thread(target=ask)
    try:
        asking.start()
        time.sleep(0.3)
    finally:
        site.process.kill()
        site.process.wait()
        asking.join()
    site.start()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        names = [found["name"] for found in mallory.get("/user/repos?limit=50").json()]
        if not any(name.startswith("deleted-") for name in names):
            break
        time.sleep(0.5)
    assert not any(name.startswith("deleted-") for name in names), names
