"""What hooks are told of, and in which words."""
import base64

from client import PASSWORD
from program import wait_until
from receiver import Receiver
from visitor import Visitor
from working_copy import Git, address


def put_file(who, work, path, branch="main", **more):
    return who.post(f"{work}/contents/{path}", {"content": base64.b64encode(path.encode()).decode(), "branch": branch,
                                                "message": f"add {path}", **more}, expect=201).json()


def test_a_push_is_told_with_its_commits_and_files(ann, work):
    with Receiver() as box:
        box.hook(ann, work, "push")
        made = put_file(ann, work, "dir/a.txt")["commit"]["sha"]
        told = box.next("push").json
        assert [told["ref"], told["after"], told["total_commits"]] == ["refs/heads/main", made, 1]
        assert told["compare_url"].endswith(f"{ann.name}/work/compare/{told['before']}...{made}")
        [commit] = told["commits"]
        assert [commit["id"], commit["added"], commit["modified"], commit["removed"]] == [made, ["dir/a.txt"], [], []]
        assert commit["verification"] is None and commit["author"]["username"] == ann.name
        assert told["head_commit"] == commit
        assert told["repository"]["permissions"] == {"admin": True, "push": True, "pull": True}
        assert told["sender"]["email"].startswith(f"{told['sender']['id']}+{ann.name}@noreply.")


def test_a_new_branch_tells_what_the_default_branch_lacks_and_of_many_commits_the_newest_five(ann, work):
    for number in range(7):
        date = f"2031-01-01T00:00:0{number}Z"
        put_file(ann, work, f"{number}.txt", "topic" if number else "main", dates={"author": date, "committer": date},
                 **({} if number else {"new_branch": "topic"}))
    with Receiver() as box:
        box.hook(ann, work, "push", "create", "delete")
        ann.post(f"{work}/branches", {"new_branch_name": "other", "old_branch_name": "topic"}, expect=201)
        made = box.next("create").json
        assert [made["ref"], made["ref_type"]] == ["other", "branch"]
        told = box.next("push").json
        assert told["before"] == "0" * 40 and told["total_commits"] == 7
        assert [commit["message"].strip() for commit in told["commits"]] == [f"add {n}.txt" for n in (6, 5, 4, 3, 2)]
        main = ann.get(f"{work}/branches/main").json()["commit"]["id"]
        assert f"/compare/{main}..." in told["compare_url"]
        ann.delete(f"{work}/branches/other", expect=204)
        assert box.next("delete").json["ref"] == "other"
        assert not [d for d in box.got if d.event == "push"], "a deletion is no push"


def test_a_tag_is_told_as_made_pushed_and_deleted(ann, work):
    with Receiver() as box:
        box.hook(ann, work, "create", "delete", "push")
        ann.post(f"{work}/tags", {"tag_name": "v1", "message": "first"}, expect=201)
        assert box.next("create").json["ref_type"] == "tag"
        told = box.next("push").json
        assert told["ref"] == "refs/tags/v1" and told["commits"] == [] and "/compare/" + "0" * 40 in told["compare_url"]
        ann.delete(f"{work}/tags/v1", expect=204)
        assert box.next("delete").json["ref_type"] == "tag"


def test_of_a_push_every_reference_is_told(ann, work, caller, tmp_path):
    git, tags = Git(tmp_path), {f"v{number}" for number in range(60)}
    git.done("init", "-q", "-b", "main")
    head = git.commit({"a.txt": "A"})
    git.done("update-ref", "--stdin", input="".join(f"create refs/tags/{tag} {head}\n" for tag in tags).encode())
    with Receiver() as box:
        box.hook(ann, work, "create", "delete")
        git.done("push", "-q", "--tags", address(caller, f"{ann.name}/work", ann.name, PASSWORD))
        wait_until(lambda: len(box.got) >= len(tags), "every tag to be told")
        assert {told.json["ref"] for told in box.got} == tags and {told.json["sha"] for told in box.got} == {head}


def test_branch_filters_keep_out_what_does_not_fit(ann, work):
    with Receiver() as box:
        box.hook(ann, work, "push", path="/v", branch_filter="v*")
        box.hook(ann, work, "push", path="/whole", branch_filter="refs/heads/dev")
        box.hook(ann, work, "push", path="/all", branch_filter="**")
        for branch in ("v1", "dev", "a/b"):
            put_file(ann, work, f"{branch}.txt", "main", new_branch=branch)
        seen = {("/all", "refs/heads/v1"), ("/all", "refs/heads/dev"), ("/all", "refs/heads/a/b"), ("/v", "refs/heads/v1"),
                ("/whole", "refs/heads/dev")}
        got = [box.next("push") for _ in range(5)]
        assert {(d.path, d.json["ref"]) for d in got} == seen and not box.got


def test_issues_are_told_with_what_changed(ann, work):
    label = ann.post(f"{work}/labels", {"name": "bug", "color": "#ff0000"}, expect=201).json()["id"]
    stone = ann.post(f"{work}/milestones", {"title": "m"}, expect=201).json()["id"]
    with Receiver() as box:
        box.hook(ann, work, "issues")
        ann.post(f"{work}/issues", {"title": "one", "body": "text"}, expect=201)
        opened = box.next("issues", action="opened")
        assert opened.type == "issues" and opened.json["issue"]["title"] == "one" and "changes" not in opened.json
        for change, action, kind in (({"title": "two"}, "edited", "issues"), ({"state": "closed"}, "closed", "issues"),
                                     ({"state": "open"}, "reopened", "issues"),
                                     ({"assignees": [ann.name]}, "assigned", "issue_assign"),
                                     ({"assignees": []}, "unassigned", "issue_assign"),
                                     ({"milestone": stone}, "milestoned", "issue_milestone"),
                                     ({"milestone": 0}, "demilestoned", "issue_milestone")):
            ann.call("PATCH", f"{work}/issues/1", change)
            told = box.next("issues", action=action)
            assert told.type == kind, action
            if action == "edited":
                assert told.json["changes"] == {"title": {"from": "one"}, "added_labels": None, "removed_labels": None}
        ann.post(f"{work}/issues/1/labels", {"labels": [label]})
        assert box.next("issues", action="label_updated").type == "issue_label"
        ann.delete(f"{work}/issues/1/labels", expect=204)
        assert [each["name"] for each in box.next("issues", action="label_cleared").json["issue"]["labels"]] == ["bug"]
        ann.delete(f"{work}/issues/1", expect=204)
        assert box.next("issues", action="deleted").json["issue"]["title"] == "two"


def test_comments_releases_pages_statuses_and_forks_are_told(ann, work, chief):
    with Receiver() as box:
        box.hook(ann, work, "issue_comment", "release", "wiki", "status", "fork")
        ann.post(f"{work}/issues", {"title": "one"}, expect=201)
        said = ann.post(f"{work}/issues/1/comments", {"body": "said"}, expect=201).json()["id"]
        assert box.next("issue_comment", action="created").json["comment"]["body"] == "said"
        ann.call("PATCH", f"{work}/issues/comments/{said}", {"body": "changed"})
        assert box.next("issue_comment", action="edited").json["changes"]["body"] == {"from": "said"}
        ann.delete(f"{work}/issues/comments/{said}", expect=204)
        assert box.next("issue_comment", action="deleted").json["comment"]["id"] == said

        ann.post(f"{work}/releases", {"tag_name": "v1", "name": "One"}, expect=201)
        assert box.next("release", action="published").json["release"]["name"] == "One"

        ann.post(f"{work}/wiki/new", {"title": "Home", "content_base64": "QQ==", "message": "new page"}, expect=201)
        told = box.next("wiki", action="created").json
        assert [told["page"], told["comment"]] == ["Home", "new page"]

        sha = ann.get(f"{work}/branches/main").json()["commit"]["id"]
        ann.post(f"{work}/statuses/{sha}", {"state": "success", "context": "ci"}, expect=201)
        told = box.next("status").json
        assert [told["sha"], told["state"], told["commit"]["id"], told["commit"]["added"]] == [sha, "success", sha, ["README.md"]]

        chief.post(f"{work}/forks", {"name": f"fork-of-{ann.name}"}, expect=202)
        told = box.next("fork").json
        assert told["forkee"]["full_name"] == f"{ann.name}/work" and told["repository"]["parent"]["full_name"] == f"{ann.name}/work"


def test_owners_and_the_site_hear_of_all_their_repositories(ann, chief):
    with Receiver() as box:
        mine = box.hook(ann, "/user", "repository", "issues", path="/mine")
        everybodys = box.hook(chief, "/admin", "repository", path="/site", config={"is_system_webhook": "true"})
        ann.post("/user/repos", {"name": "new"}, expect=201)
        told = {d.path: d for d in (box.next("repository", action="created") for _ in range(2))}
        assert told["/mine"].headers["x-gitea-hook-installation-target-type"] == "user"
        assert told["/site"].headers["x-github-hook-installation-target-type"] == "system"
        ann.post(f"/repos/{ann.name}/new/issues", {"title": "x"}, expect=201)
        assert box.next("issues").path == "/mine"
        ann.delete(f"/repos/{ann.name}/new", expect=204)
        assert {box.next("repository", action="deleted").path for _ in range(2)} == {"/mine", "/site"}
        ann.delete(f"/user/hooks/{mine['id']}", expect=204)
        chief.delete(f"/admin/hooks/{everybodys['id']}", expect=204)


def test_whoever_hides_an_address_does_not_lose_it_to_hooks(ann, work):
    ann.call("PATCH", "/user/settings", {"hide_email": True})
    with Receiver() as box:
        box.hook(ann, work, "issues", "push")
        ann.post(f"{work}/issues", {"title": "one"}, expect=201)
        assert f"{ann.name}@example.com" not in box.next("issues").text


def test_pull_requests_are_told_from_the_first_commit_to_the_merge(ann, work):
    put_file(ann, work, "a.txt", "main", new_branch="topic")
    with Receiver() as box:
        box.hook(ann, work, "pull_request")
        ann.post(f"{work}/pulls", {"title": "p", "head": "topic", "base": "main"}, expect=201)
        told = box.next("pull_request", action="opened").json
        assert [told["number"], told["pull_request"]["head"]["ref"], told["requested_reviewer"], told["review"]] == [1, "topic", None, None]
        ann.call("PATCH", f"{work}/pulls/1", {"title": "q"})
        assert box.next("pull_request", action="edited").json["changes"]["title"] == {"from": "p"}
        after = put_file(ann, work, "b.txt", "topic")["commit"]["sha"]
        told = box.next("pull_request", action="synchronized")
        assert told.type == "pull_request_sync" and told.json["after"] == after != told.json["before"]
        ann.post(f"{work}/issues/1/comments", {"body": "said"}, expect=201)
        told = box.next("issue_comment", action="created")
        assert told.type == "pull_request_comment" and told.json["is_pull"] and told.json["pull_request"]["number"] == 1
        wait_until(lambda: ann.get(f"{work}/pulls/1").json()["mergeable"], "it to be mergeable")
        ann.post(f"{work}/pulls/1/merge", {"Do": "merge"})
        assert box.next("pull_request", action="closed").json["pull_request"]["merged"]


def test_packages_are_told_to_their_owner_and_to_the_repository_that_they_are_linked_to(ann, work):
    def put(owner, version, file="a.bin"):
        ann.call("PUT", f"/api/packages/{owner}/generic/tool/{version}/{file}", data=b"stone", expect=201)

    organization = f"{ann.name}-crew"
    ann.post("/orgs", {"username": organization}, expect=201)
    with Receiver() as of_owner, Receiver() as of_repository, Receiver() as of_crew, Receiver() as chat:
        of_owner.hook(ann, "/user", "package")
        of_repository.hook(ann, work, "package")
        of_crew.hook(ann, f"/orgs/{organization}", "package")
        chat.hook(ann, "/user", "package", type="slack", config={"channel": "#general", "username": "bot"})
        put(ann.name, "1")
        told = of_owner.next("package", action="created").json
        assert set(told) == {"action", "repository", "package", "organization", "sender"}
        assert told["repository"] is None and told["organization"] is None and told["sender"]["login"] == ann.name
        assert [told["package"][key] for key in ("type", "name", "version")] == ["generic", "tool", "1"]
        assert told["package"]["creator"]["login"] == ann.name
        text = wait_until(lambda: chat.got and chat.got.pop(), "the call").text
        assert "Package created" in text and "tool 1" in text and ann.name in text
        put(ann.name, "1", "b.bin")
        ann.post(f"/packages/{ann.name}/generic/tool/-/link/work", expect=201)
        put(ann.name, "2")
        assert of_repository.next("package", action="created").json["repository"]["full_name"] == f"{ann.name}/work"
        assert of_owner.next("package", action="created").json["package"]["version"] == "2", "one for each version"
        ann.delete(f"/packages/{ann.name}/generic/tool", expect=204)
        assert [of_owner.next("package", action="deleted").json["package"]["version"] for _ in range(2)] == ["1", "2"]
        put(organization, "1")
        told = of_crew.next("package", action="created").json
        assert told["organization"]["name"] == organization and told["package"]["owner"]["login"] == organization


def test_an_issue_that_moves_is_told_in_both_places(ann, caller, work):
    ann.post("/user/repos", {"name": "other"}, expect=201)
    other = f"/repos/{ann.name}/other"
    ann.post(f"{other}/issues", {"title": "first"}, expect=201)
    ann.post(f"{work}/issues", {"title": "Wandering"}, expect=201)
    browser = Visitor(caller.url)
    browser.sign_in(ann.name, PASSWORD)
    with Receiver() as box, Receiver() as other_box:
        box.hook(ann, work, "issues")
        other_box.hook(ann, other, "issues")
        browser.post(f"/{ann.name}/work/issues/1/move", {"repository": f"{ann.name}/other"}, expect=303)
        told = box.next("issues").json
        assert [told["action"], told["number"], told["repository"]["name"], told["issue"]["number"]] == ["transferred", 1, "work", 1]
        told = other_box.next("issues").json
        assert [told["action"], told["number"], told["repository"]["name"], told["issue"]["title"]] == ["opened", 2, "other", "Wandering"]
