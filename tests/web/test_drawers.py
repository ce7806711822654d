"""The drawer at the foot of a page: each GET in it answers whoever reads the page."""
import html
import re
import shlex
import subprocess

import requests
from client import ADMIN, Client
from organizations import new_organization, new_team
from projects import new_project
from pulls import begun, new_pull, put_file
from repositories import at, let_in
from visitor import Visitor
from workshop import Workshop


def calls(page):
    """(method, address) of each line in the drawer."""
    for line in re.findall(r'<div class="call"><code>(.*?)</code>', page):
        words = shlex.split(html.unescape(line))
        assert words[0] == "curl"
        method = words[words.index("-X") + 1] if "-X" in words else "POST" if "--json" in words else "GET"
        yield method, words[-1]


def follow(page, headers):
    followed = 0
    for method, address in calls(page):
        if method == "GET":
            answer = requests.get(address, headers=headers, timeout=30)
            assert answer.status_code == 200, f"{address}: {answer.status_code} {answer.text[:200]}"
            followed += 1
    return followed


# Whoever writes pages adds one of each kind.
OWN = ["/", "/notifications", "/notifications?type=read", "/notifications/watching", "/user/settings", "/user/settings/account", "/user/settings/keys",
       "/user/settings/appearance", "/user/settings/blocked_users", "/user/settings/notifications", "/user/settings/organization", "/user/settings/repos",
       "/user/settings/pins", "/user/settings/export", "/user/settings/actions/runners", "/user/settings/actions/secrets", "/user/settings/actions/variables",
       "/user/settings/account/delete", "/repo/create", "/org/create"]
# Of a repository with the branch main, the tag v1, the release r1 and an issue.
PAGES = ["", "/src/branch/main", "/src/branch/main/README.md", "/src/tag/v1", "/blame/branch/main/README.md", "/find/branch/main",
         "/branches", "/branches/rename?branch=main", "/branches/delete?branch=main", "/tags", "/tags/delete?tag=v1",
         "/commits/branch/main", "/commits/tag/v1", "/commit/main", "/compare", "/compare/v1...main", "/graph", "/activity", "/activity/yearly",
         "/activity/contributors", "/activity/code-frequency", "/activity/recent-commits",
         "/stars", "/watchers", "/forks", "/fork", "/search?q=x", "/-/refs",
         "/_new/main", "/_edit/main/README.md", "/_delete/main/README.md", "/_upload/main", "/_diffpatch/main", "/_patches", "/_cherrypick/main/main",
         "/releases", "/releases/tag/r1", "/releases/new", "/releases/edit/r1", "/releases/delete?tag=r1",
         "/issues/1", "/issues/1?all=true", "/issues/1/edit", "/issues/1/title", "/issues/1/history", "/issues/1/lock", "/issues/1/move", "/issues/1/delete", "/issues/1/labels",
         "/issues/1/assignees", "/issues/1/milestone", "/issues/1/projects", "/issues/1/deadline", "/issues/1/dependency", "/issues/1/times",
         "/issues/new?blank=true", "/issues/new/alike?title=x", "/projects", "/projects/new",
         "/pulls/2", "/pulls/2?all=true", "/pulls/2/commits", "/pulls/2/checks", "/pulls/2/edit", "/pulls/2/reviewers",
         "/compare/main...next?expand=1",
         "/wiki", "/wiki/Home", "/wiki/Absent", "/wiki?action=_pages", "/wiki?action=_search&q=x", "/wiki?action=_new", "/wiki/Home?action=_edit", "/wiki/Home?action=_revision",
         "/wiki/Home?action=_compare&from={revision}", "/wiki/Home?action=_revert&to={revision}", "/wiki/Home?action=_delete", "/packages",
         "/actions", "/settings/actions/general", "/settings/actions/runners", "/settings/actions/secrets", "/settings/actions/variables"]
# Of an owner with a package.
PACKAGES = ["", "/generic/tool/1", "/generic/tool/versions", "/generic/tool/1/settings", "/generic/tool/1/settings/delete", "/generic/tool/1/settings/delete-package"]
# Of a repository with a label and a milestone, which an issue has.
LISTS = ["/issues", "/issues?q=is:closed label:bug author:me milestone:none thing sort:due", "/pulls", "/pulls?q=review:mine", "/labels",
         "/labels/{label}/edit", "/labels/{label}/delete", "/milestones", "/milestones/new", "/milestone/{milestone}",
         "/milestones/{milestone}/edit", "/milestones/{milestone}/delete"]
OWN_LISTS = ["/issues", "/issues?q=is:open mentions:me", "/pulls", "/pulls?q=reviewed-by:me", "/milestones"]
# Of a pull request with a draft.
PULL = ["/files", "/review", "/review/comment?path=feat.txt", "/review/discard", "/review/pushed?head=x"]
# Of a repository with the branch main, a rule for it and one for tags, a collaborator, a deploy key, a mirror elsewhere and a webhook.
SETTINGS = ["", "/visibility", "/transfer", "/archive", "/delete", "/convert_mirror", "/convert_fork", "/push_mirrors/delete?name={mirror}", "/branches", "/branches/new?rule_name=x",
            "/branches/edit?rule_name=main", "/branches/delete?rule_name=main", "/tags", "/tags/{rule}", "/tags/{rule}/delete", "/collaboration",
            "/collaboration/delete?collaborator={person}", "/keys", "/keys/{key}/delete", "/lfs", "/lfs/orphaned", "/public_access", "/hooks", "/hooks/git", "/hooks/slack/new", "/hooks/{hook}", "/hooks/{hook}/delete"]
# Of an account, for everybody; and of an organization with the team quarry, for its owner.
ACCOUNT = ["", "?tab=repositories", "?tab=stars", "?tab=activity", "?tab=followers", "?tab=following"]
ORGANIZATION = ["/members", "/members/{member}/remove", "/leave", "/teams", "/teams/new", "/teams/quarry", "/teams/quarry/members", "/teams/quarry/repositories",
                "/teams/quarry/edit", "/teams/quarry/delete", "/settings", "/settings/rename", "/settings/delete", "/settings/blocked_users", "/worktime"]
# Of the administration.
ADMINISTRATION = ["/-/admin", "/-/admin/users", "/-/admin/users?q=root", "/-/admin/orgs", "/-/admin/repos?q=x", "/-/admin/repos/unadopted", "/-/admin/packages",
                  "/-/admin/emails?q=x", "/-/admin/monitor/cron", "/-/admin/monitor/cron/update_mirrors", "/-/admin/monitor/queue?state=failed", "/-/admin/actions/runners", "/-/admin/audit", "/-/admin/notices", "/-/admin/config", "/-/admin/config/settings"]
# Of the site, for everybody.
SITE = ["/explore/repos?q=x&sort=stars", "/explore/repos?q=x&topic=1", "/explore/users?q=x", "/explore/organizations", "/-/search?q=x"]


def test_a_stranger_can_follow_every_call(visitor):
    visitor.open("/", expect=200)
    assert follow(visitor.page, {}) >= 1
    for address in SITE:
        visitor.open(address, expect=200)
        assert follow(visitor.page, {}) >= 1, address


def test_everybody_can_follow_every_call(resident, new_user, new_token):
    person = new_user()
    token = new_token(person, "all").made["sha1"]
    browser = resident(person.name)
    for address in OWN:
        browser.open(address, expect=200)
        assert follow(browser.page, {"Authorization": f"token {token}"}) >= 1, address


def test_everybody_can_follow_every_call_of_a_repository(resident, new_user, new_token):
    person = new_user()
    token = new_token(person, "all").made["sha1"]
    repository = begun(person)
    person.post(f"{at(repository)}/tags", {"tag_name": "v1"}, expect=201)
    person.post(f"{at(repository)}/releases", {"tag_name": "r1"}, expect=201)
    person.post(f"{at(repository)}/issues", {"title": "Thing"}, expect=201)
    new_pull(person, repository)
    put_file(person, repository, "next.txt", new_branch="next")
    page = person.post(f"{at(repository)}/wiki/new", {"title": "Home", "content_base64": "eA=="}, expect=201).json()
    browser = resident(person.name)
    for address in PAGES:
        address = address.replace("{revision}", page["last_commit"]["sha"])
        browser.open(f"/{repository['full_name']}{address}", expect=404 if "Absent" in address else 200)
        assert follow(browser.page, {"Authorization": f"token {token}"}) >= 1, address


def test_everybody_can_follow_every_call_of_packages(resident, new_user, new_token):
    person = new_user()
    token = new_token(person, "all").made["sha1"]
    person.call("PUT", f"/api/packages/{person.name}/generic/tool/1/data.bin", data=b"x", expect=201)
    browser = resident(person.name)
    for address in PACKAGES:
        browser.open(f"/{person.name}/-/packages{address}", expect=200)
        assert follow(browser.page, {"Authorization": f"token {token}"}) >= 1, address


def test_everybody_can_follow_every_call_of_lists_of_issues(resident, new_user, new_token):
    person = new_user()
    headers = {"Authorization": f"token {new_token(person, 'all').made['sha1']}"}
    repository = begun(person)
    label = person.post(f"{at(repository)}/labels", {"name": "bug", "color": "#aabbcc"}, expect=201).json()["id"]
    milestone = person.post(f"{at(repository)}/milestones", {"title": "1.0"}, expect=201).json()["id"]
    person.post(f"{at(repository)}/issues", {"title": "Thing", "labels": [label], "milestone": milestone}, expect=201)
    browser = resident(person.name)
    for address in [f"/{repository['full_name']}{one.format(label=label, milestone=milestone)}" for one in LISTS] + OWN_LISTS:
        browser.open(address, expect=200)
        assert follow(browser.page, headers) >= 1, address


def test_everybody_can_follow_every_call_of_a_board(board_home, visitor, new_token):
    person, where, base, repository, browser = board_home
    token = new_token(person, "all").made["sha1"]
    project = new_project(person, where, template_type="basic_kanban").rsplit("/", 1)[1]
    column = person.get(f"{where}/{project}/columns").json()[0]["id"]
    for address in ("", "/new", f"/{project}", f"/{project}?q=is:open", f"/{project}/add", f"/{project}/edit", f"/{project}/delete", f"/{project}/columns/{column}", f"/{project}/columns/new",
                    f"/{project}/columns/{column}/edit", f"/{project}/columns/{column}/delete"):
        browser.open(base + address, expect=200)
        assert follow(browser.page, {"Authorization": f"token {token}"}) >= 1, address
    for address in ("", f"/{project}", f"/{project}/columns/{column}"):
        visitor.open(base + address, expect=200)
        assert follow(visitor.page, {}) >= 1, address


def test_everybody_can_follow_every_call_of_a_pull_request(resident, new_user, new_token):
    person = new_user()
    token = new_token(person, "all").made["sha1"]
    repository, pull = new_pull(person)
    made = person.post(f"{pull}/reviews", {"body": "x", "comments": [{"path": "feat.txt", "body": "hm", "new_position": 1}]}, expect=200).json()
    remark = person.get(f"{pull}/reviews/{made['id']}/comments").json()[0]["id"]
    browser = resident(person.name)
    for address in [f"/pulls/1{one}" for one in PULL] + [f"/pulls/comments/{remark}/{one}" for one in ("edit", "delete")]:
        browser.open(f"/{repository['full_name']}{address}", expect=200)
        assert follow(browser.page, {"Authorization": f"token {token}"}) >= 1, address


def test_everybody_can_follow_every_call_of_settings(resident, new_user, new_token, tmp_path):
    person, friend = new_user(), new_user()
    token = new_token(person, "all").made["sha1"]
    repository = begun(person)
    let_in(person, repository, friend)
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "key"], check=True)
    person.post(f"{at(repository)}/branch_protections", {"rule_name": "main"}, expect=201)
    made = {"person": friend.name,
            "rule": person.post(f"{at(repository)}/tag_protections", {"name_pattern": "v*", "whitelist_usernames": [person.name]}, expect=201).json()["id"],
            "key": person.post(f"{at(repository)}/keys", {"title": "k", "key": (tmp_path / "key.pub").read_text()}, expect=201).json()["id"],
            "mirror": person.post(f"{at(repository)}/push_mirrors", {"remote_address": "https://example.org/x.git", "interval": "0"}, expect=200).json()["remote_name"],
            "hook": person.post(f"{at(repository)}/hooks", {"type": "gitea", "config": {"url": "https://example.org", "content_type": "json"}}, expect=201).json()["id"]}
    own = person.post("/user/hooks", {"type": "gitea", "config": {"url": "https://example.org", "content_type": "json"}}, expect=201).json()["id"]
    browser = resident(person.name)
    pages = [f"/{repository['full_name']}/settings{one.format(**made)}" for one in SETTINGS] + [f"/user/settings/hooks{one}" for one in ("", "/gitea/new", f"/{own}", f"/{own}/delete")]
    for address in pages:
        browser.open(address, expect=200)
        assert follow(browser.page, {"Authorization": f"token {token}"}) >= 1, address


def test_an_administrator_can_follow_every_call(server, new_token):
    root = Client(server.url, basic=ADMIN)
    token = new_token(root, "all").made["sha1"]
    browser = Visitor(server.url)
    browser.sign_in(*ADMIN)
    for address in ADMINISTRATION:
        browser.open(address, expect=200)
        assert follow(browser.page, {"Authorization": f"token {token}"}) >= 1, address


def test_everybody_can_follow_every_call_of_an_account(resident, visitor, new_user, new_token):
    person, member = new_user(), new_user()
    headers = {"Authorization": f"token {new_token(person, 'all').made['sha1']}"}
    name = new_organization(person)
    new_team(person, name, member, name="quarry")
    for address in [f"/{person.name}{tab}" for tab in ACCOUNT] + [f"/{name}", f"/org/{name}/members"]:
        visitor.open(address, expect=200)
        assert follow(visitor.page, {}) >= 1, address
    browser = resident(person.name)
    for address in [f"/{member.name}", f"/{member.name}/-/block", f"/{name}"] + [f"/org/{name}{one.format(member=member.name)}" for one in ORGANIZATION]:
        browser.open(address, expect=200)
        assert follow(browser.page, headers) >= 1, address


def test_a_page_without_calls_has_no_drawer(visitor):
    visitor.open("/user/login", expect=200)
    assert '<details class="api">' not in visitor.page


def test_everybody_can_follow_every_call_of_a_run(server, resident, visitor, new_user, new_token):
    person = new_user()
    headers = {"Authorization": f"token {new_token(person, 'all').made['sha1']}"}
    here = Workshop(server.url, person)
    run = here.runs(1)[0]["id"]
    runner = here.runner()
    task = runner.take()
    runner.log(task, "hi")
    runner.finish(task)
    job = person.get(f"{here.at}/runs/{run}/jobs").json()["jobs"][0]["id"]
    person.call("PUT", f"{here.at}/secrets/KEY", {"data": "x"}, expect=201)
    person.post(f"{here.at}/variables/COLOR", {"value": "red"}, expect=201)
    base, settings = f"/{here.repository['full_name']}/actions", f"/{here.repository['full_name']}/settings/actions"
    browser = resident(person.name)
    for address in (f"{base}?workflow=build.yml", f"{base}/runs/{run}", f"{base}/runs/{run}/progress", f"{base}/runs/{run}/jobs/{job}", f"{base}/runs/{run}/attempts/1",
                    f"{base}/runs/{run}/jobs/{job}/steps/0", f"{base}/runs/{run}/delete", f"{settings}/variables/COLOR", f"{settings}/variables/COLOR/delete"):
        browser.open(address, expect=200)
        assert follow(browser.page, headers) >= 1, address
    for address in (f"{base}/runs/{run}", f"{base}/runs/{run}/jobs/{job}"):
        visitor.open(address, expect=200)
        assert follow(visitor.page, {}) >= 1, address
