"""What hooks are told of pull requests beside their life from the first commit to the merge, and what becomes of the rest."""
import base64

import pytest
from client import PASSWORD, Client
from receiver import Receiver

PULL = {"action", "number", "pull_request", "requested_reviewer", "repository", "sender", "commit_id", "review"}
COMMENT = {"action", "issue", "comment", "repository", "sender", "is_pull"}


@pytest.fixture
def proposed(ann, work, chief, caller):
    """A pull request with its hook: who wrote it, who reviews it, the repository's path, what receives."""
    bob = f"bob-of-{ann.name}"
    chief.post("/admin/users", {"username": bob, "email": f"{bob}@example.com", "password": PASSWORD, "must_change_password": False}, expect=201)
    ann.call("PUT", f"{work}/collaborators/{bob}", {"permission": "write"}, expect=204)
    ann.post(f"{work}/contents/a.txt", {"content": "eA==", "branch": "main", "new_branch": "topic", "message": "a"}, expect=201)
    ann.post(f"{work}/pulls", {"title": "p", "head": "topic", "base": "main"}, expect=201)
    with Receiver() as box:
        box.hook(ann, work, "pull_request")
        yield ann, Client(caller.url, basic=(bob, PASSWORD)), work, box


def test_people_labels_and_milestones_of_a_pull_request(proposed):
    ann, bob, work, box = proposed
    label = ann.post(f"{work}/labels", {"name": "bug", "color": "#ff0000"}, expect=201).json()["id"]
    stone = ann.post(f"{work}/milestones", {"title": "m"}, expect=201).json()["id"]
    for change, action, kind in (({"assignees": [bob.name]}, "assigned", "pull_request_assign"),
                                 ({"assignees": []}, "unassigned", "pull_request_assign"),
                                 ({"milestone": stone}, "milestoned", "pull_request_milestone"),
                                 ({"milestone": 0}, "demilestoned", "pull_request_milestone"),
                                 ({"labels": [label]}, "label_updated", "pull_request_label"),
                                 ({"state": "closed"}, "closed", "pull_request"), ({"state": "open"}, "reopened", "pull_request")):
        ann.call("PATCH", f"{work}/pulls/1", change)
        told = box.next("pull_request", action=action)
        assert told.type == kind and PULL <= set(told.json) <= PULL | {"changes"}, action
        assert told.json["pull_request"]["number"] == told.json["number"] == 1 and told.json["review"] is None
        if action == "closed":
            assert told.json["pull_request"]["merged"] is False
    ann.delete(f"{work}/issues/1/labels", expect=204)
    assert box.next("pull_request", action="label_cleared").type == "pull_request_label"


def test_another_base_is_told_as_an_edit(proposed):
    ann, _, work, box = proposed
    ann.post(f"{work}/branches", {"new_branch_name": "next"}, expect=201)
    ann.call("PATCH", f"{work}/pulls/1", {"base": "next"})
    told = box.next("pull_request", action="edited")
    assert told.type == "pull_request" and set(told.json) == PULL | {"changes"}
    assert told.json["changes"] == {"ref": {"from": "main"}, "added_labels": None, "removed_labels": None}
    assert told.json["pull_request"]["base"]["ref"] == "next"


def test_reviews_are_asked_for_and_given(proposed):
    ann, bob, work, box = proposed
    ann.post(f"{work}/pulls/1/requested_reviewers", {"reviewers": [bob.name]}, expect=201)
    told = box.next("pull_request", action="review_requested")
    assert told.type == "pull_request_review_request" and told.json["requested_reviewer"]["login"] == bob.name
    ann.call("DELETE", f"{work}/pulls/1/requested_reviewers", {"reviewers": [bob.name]}, expect=204)
    told = box.next("pull_request", action="review_request_removed")
    assert told.type == "pull_request_review_request" and told.json["requested_reviewer"]["login"] == bob.name
    for event, word, kind in (("APPROVED", "pull_request_approved", "pull_request_review_approved"),
                              ("REQUEST_CHANGES", "pull_request_rejected", "pull_request_review_rejected"),
                              ("COMMENT", "pull_request_comment", "pull_request_review_comment")):
        bob.post(f"{work}/pulls/1/reviews", {"event": event, "body": f"words of {event}"}, expect=200)
        told = box.next(word, action="reviewed")
        assert told.type == kind and set(told.json) == PULL
        assert told.json["review"] == {"type": kind, "content": f"words of {event}"}
        assert told.json["sender"]["login"] == bob.name
        assert told.json["repository"]["permissions"] == {"admin": False, "push": False, "pull": True}


def test_comments_on_a_pull_request_change_and_go(proposed):
    ann, _, work, box = proposed
    said = ann.post(f"{work}/issues/1/comments", {"body": "said"}, expect=201).json()["id"]
    told = box.next("issue_comment", action="created")
    assert told.type == "pull_request_comment" and set(told.json) == COMMENT | {"pull_request"}
    ann.call("PATCH", f"{work}/issues/comments/{said}", {"body": "changed"})
    told = box.next("issue_comment", action="edited").json
    assert set(told) == COMMENT | {"pull_request", "changes"} and told["changes"]["body"] == {"from": "said"}
    ann.delete(f"{work}/issues/comments/{said}", expect=204)
    assert box.next("issue_comment", action="deleted").json["pull_request"]["number"] == 1


def test_releases_and_pages_change_and_go(ann, work):
    with Receiver() as box:
        box.hook(ann, work, "release", "wiki")
        made = ann.post(f"{work}/releases", {"tag_name": "v1", "name": "One"}, expect=201).json()["id"]
        assert set(box.next("release", action="published").json) == {"action", "release", "repository", "sender"}
        ann.call("PATCH", f"{work}/releases/{made}", {"name": "Two"})
        assert box.next("release", action="updated").json["release"]["name"] == "Two"
        ann.delete(f"{work}/releases/{made}", expect=204)
        assert box.next("release", action="deleted").json["release"]["id"] == made
        text = lambda words: base64.b64encode(words.encode()).decode()
        ann.post(f"{work}/wiki/new", {"title": "Home", "content_base64": text("one"), "message": "begin"}, expect=201)
        assert set(box.next("wiki", action="created").json) == {"action", "repository", "sender", "page", "comment"}
        ann.call("PATCH", f"{work}/wiki/page/Home", {"title": "Home", "content_base64": text("two"), "message": "more"})
        told = box.next("wiki", action="edited").json
        assert [told["page"], told["comment"]] == ["Home", "more"]
        ann.delete(f"{work}/wiki/page/Home", expect=204)
        assert box.next("wiki", action="deleted").json["page"] == "Home"


def test_the_members_of_the_other_payloads(ann, work, chief):
    with Receiver() as box:
        box.hook(ann, work, "create", "delete", "push", "fork", "issues_only", "status", "repository")
        ann.post(f"{work}/branches", {"new_branch_name": "side"}, expect=201)
        assert set(box.next("create").json) == {"sha", "ref", "ref_type", "repository", "sender"}
        assert set(box.next("push").json) == {"ref", "before", "after", "compare_url", "commits", "total_commits", "head_commit",
                                              "repository", "pusher", "sender"}
        ann.delete(f"{work}/branches/side", expect=204)
        told = box.next("delete").json
        assert set(told) == {"ref", "ref_type", "pusher_type", "repository", "sender"} and told["pusher_type"] == "user"
        ann.post(f"{work}/issues", {"title": "one"}, expect=201)
        assert set(box.next("issues", action="opened").json) == {"action", "number", "issue", "repository", "sender", "commit_id"}
        sha = ann.get(f"{work}/branches/main").json()["commit"]["id"]
        ann.post(f"{work}/statuses/{sha}", {"state": "pending", "context": "ci"}, expect=201)
        assert set(box.next("status").json) == {"commit", "context", "created_at", "description", "id", "repository", "sender", "sha",
                                                "state", "target_url", "updated_at"}
        chief.post(f"{work}/forks", {"name": f"fork-for-{ann.name}"}, expect=202)
        assert set(box.next("fork").json) == {"forkee", "repository", "sender"}
        # Stars and watches are nobody's business.
        chief.call("PUT", f"/user/starred/{work.removeprefix('/repos/')}", expect=204)
        chief.call("PUT", f"{work}/subscription")
        ann.post(f"{work}/issues", {"title": "two"}, expect=201)
        box.next("issues", action="opened", number=2)
        assert box.got == []
