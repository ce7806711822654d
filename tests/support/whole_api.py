"""What every operation of the API that takes a body needs at least: the same things, made in a world of one's own."""
import base64
import itertools

from client import PASSWORD, Client
from signing import public_half, ssh_key

PICTURE = base64.b64encode(base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")).decode()
PATCH = """diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+hello
"""
WORKFLOW = "on: [workflow_dispatch]\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo a\n"


def in_base64(text):
    return base64.b64encode(text.encode()).decode()


class World:
    """A person with friends; whatever else there is gets names that are the same in every world."""

    numbers = itertools.count(1)

    def __init__(self, url, admin, folder):
        self.url, self.admin, self.folder = url, admin, folder
        self.name = f"world{next(World.numbers):05}"
        self.begin(0)
        self.me, self.friend = self.person(self.name), self.person(self.name + "friend")

    def person(self, name):
        self.admin.post("/admin/users", {"username": name, "email": f"{name}@example.com", "password": PASSWORD,
                                         "must_change_password": False}, expect=201)
        return Client(self.url, basic=(name, PASSWORD))

    def begin(self, chapter):
        """From here on things are named for the chapter, and counted anew."""
        self.chapter, self.made = chapter, itertools.count(1)

    def word(self):
        return f"{self.name}x{self.chapter}n{next(self.made)}"

    def repo(self, **more):
        name = f"r{self.chapter}n{next(self.made)}"
        self.me.post("/user/repos", {"name": name, "auto_init": True, "default_branch": "main", **more}, expect=201)
        return f"/repos/{self.name}/{name}"

    def org(self):
        name = self.word()
        self.me.post("/orgs", {"username": name}, expect=201)
        return name

    def org_repo(self):
        org = self.org()
        self.me.post(f"/orgs/{org}/repos", {"name": "r", "auto_init": True, "default_branch": "main"}, expect=201)
        return f"/repos/{org}/r"

    def of(self, path, body, who=None):
        """Makes something below `path`, and says where it is."""
        made = (who or self.me).post(path, body).json()
        return f"{path}/{made.get('number') or made['id']}"

    def issue(self, repo=None):
        return self.of(f"{repo or self.repo()}/issues", {"title": "t"})

    def comment(self):
        repo = self.repo()
        return f"{repo}/issues/comments/" + self.of(f"{self.issue(repo)}/comments", {"body": "b"}).rsplit("/", 1)[1]

    def file(self, repo, path, text, **more):
        return self.me.post(f"{repo}/contents/{path}", {"content": in_base64(text), **more}).json()["content"]["sha"]

    def branch(self, repo=None, name="feat"):
        repo = repo or self.repo()
        self.file(repo, f"{name}.txt", "one\ntwo\n", branch="main", new_branch=name)
        return repo

    def pull(self, repo=None):
        repo = self.branch(repo)
        return self.of(f"{repo}/pulls", {"head": "feat", "base": "main", "title": "t"})

    def mergeable_pull(self):
        pull = self.pull()
        for _ in range(600):
            if self.me.get(pull).json()["mergeable"]:
                return pull
        raise AssertionError("the pull request cannot be merged")

    def review(self, event="COMMENT", who=None, **more):
        pull = self.pull()
        made = (who or self.me).post(f"{pull}/reviews", {"event": event, "body": "b", **more}).json()
        return pull, made["id"]

    def remark(self):
        pull, review = self.review(comments=[{"path": "feat.txt", "new_position": 1, "body": "b"}])
        return pull, self.me.get(f"{pull}/reviews/{review}/comments").json()[0]["id"]

    def fork(self):
        repo = self.repo()
        self.friend.post(f"{repo}/forks", {}, expect=202)
        self.file(repo, "later.txt", "later")
        return repo.replace(f"/{self.name}/", f"/{self.friend.name}/")

    def project(self, where):
        return self.of(where, {"title": "p"})

    def column(self, where):
        project = self.project(where)
        return project, self.of(f"{project}/columns", {"title": "c"}).rsplit("/", 1)[1]

    def card(self, where, repo):
        """A project, a column and the id of an issue in it."""
        project, column = self.column(where)
        issue = self.me.get(self.issue(repo)).json()["id"]
        self.me.post(f"{project}/columns/{column}/issues/{issue}")
        return project, int(column), issue

    def key(self):
        return public_half(ssh_key(self.folder))

    def asset(self, where):
        answer = self.me.session.post(f"{self.url}/api/v1{where}/assets", files={"attachment": ("a.txt", b"a")}, timeout=30)
        return f"{where}/assets/{answer.json()['id']}"

    def runner(self, where):
        """The address of a runner; `where` is like /user."""
        token = self.me.post(f"{where}/actions/runners/registration-token").json()["token"]
        address = f"{self.url}/api/actions/runner.v1.RunnerService/Register"
        answer = self.me.session.post(address, json={"token": token, "name": "n", "labels": ["l"]}, timeout=30)
        return f"{where}/actions/runners/{answer.json()['runner']['id']}"


def hook(world):
    return {"type": "gitea", "config": {"url": f"{world.url}/nothing", "content_type": "json"}}


# The body that is enough, by the operation's id: world -> (path, body), or with whoever asks where that is not `me`.
CREATES = {
    "adminCreateHook": lambda w: ("/admin/hooks", hook(w), w.admin),
    "adminCreateUser": lambda w: ("/admin/users", {"username": (n := w.word()), "email": f"{n}@example.com", "password": PASSWORD}, w.admin),
    "adminAddUserBadges": lambda w: (f"/admin/users/{w.name}/badges", {"badge_slugs": ["no-such"]}, w.admin),
    "adminCreatePublicKey": lambda w: (f"/admin/users/{w.name}/keys", {"title": w.word(), "key": w.key()}, w.admin),
    "adminCreateOrg": lambda w: (f"/admin/users/{w.name}/orgs", {"username": w.word()}, w.admin),
    "adminRenameUser": lambda w: (f"/admin/users/{w.person(w.word()).name}/rename", {"new_username": w.word()}, w.admin),
    "adminCreateRepo": lambda w: (f"/admin/users/{w.name}/repos", {"name": "by-admin"}, w.admin),
    "renderMarkdown": lambda w: ("/markdown", {"Text": "*a*"}),
    "renderMarkup": lambda w: ("/markup", {"Text": "*a*"}),
    "repoRenderMarkdown": lambda w: (f"{w.repo()}/markdown", {"Text": "*a*"}),
    "repoRenderMarkup": lambda w: (f"{w.repo()}/markup", {"Text": "*a*"}),
    "createOrgRepoDeprecated": lambda w: (f"/org/{w.org()}/repos", {"name": "r"}),
    "orgCreate": lambda w: ("/orgs", {"username": w.word()}),
    "createOrgVariable": lambda w: (f"/orgs/{w.org()}/actions/variables/V", {"value": "v"}),
    "orgUpdateAvatar": lambda w: (f"/orgs/{w.org()}/avatar", {"image": PICTURE}),
    "orgCreateHook": lambda w: (f"/orgs/{w.org()}/hooks", hook(w)),
    "orgCreateLabel": lambda w: (f"/orgs/{w.org()}/labels", {"name": "n", "color": "#00aabb"}),
    "orgCreateProject": lambda w: (f"/orgs/{w.org()}/projects", {"title": "p"}),
    "orgCreateProjectColumn": lambda w: (f"{w.project(f'/orgs/{w.org()}/projects')}/columns", {"title": "c"}),
    "orgMoveProjectColumns": lambda w: moved_columns(w, f"/orgs/{w.org()}/projects"),
    "orgMoveProjectIssue": lambda w: moved_card(w, f"/orgs/{(r := w.org_repo()).split('/')[2]}/projects", r),
    "renameOrg": lambda w: (f"/orgs/{w.org()}/rename", {"new_name": w.word()}),
    "createOrgRepo": lambda w: (f"/orgs/{w.org()}/repos", {"name": "r"}),
    "orgCreateTeam": lambda w: (f"/orgs/{w.org()}/teams", {"name": "t", "permission": "read"}),
    "repoMigrate": lambda w: ("/repos/migrate", {"clone_addr": f"{w.url}/{w.repo().removeprefix('/repos/')}.git", "repo_name": "copy"}),
    "createRepoVariable": lambda w: (f"{w.repo()}/actions/variables/V", {"value": "v"}),
    "ActionsDispatchWorkflow": lambda w: dispatch(w),
    "repoUpdateAvatar": lambda w: (f"{w.repo()}/avatar", {"image": PICTURE}),
    "repoCreateBranchProtection": lambda w: (f"{w.repo()}/branch_protections", {"rule_name": "main"}),
    "repoUpdateBranchProtectionPriories": lambda w: (f"{w.repo()}/branch_protections/priority", {"ids": []}),
    "repoCreateBranch": lambda w: (f"{w.repo()}/branches", {"new_branch_name": "b"}),
    "repoChangeFiles": lambda w: (f"{w.repo()}/contents", {"files": [{"operation": "create", "path": "a", "content": in_base64("a")}]}),
    "repoCreateFile": lambda w: (f"{w.repo()}/contents/a.txt", {"content": in_base64("a")}),
    "repoApplyDiffPatch": lambda w: (f"{w.repo()}/diffpatch", {"content": PATCH}),
    "repoGetFileContentsPost": lambda w: (f"{w.repo()}/file-contents", {"files": ["README.md"]}),
    "createFork": lambda w: (f"{w.repo()}/forks", {}, w.friend),
    "repoCreateHook": lambda w: (f"{w.repo()}/hooks", hook(w)),
    "issueCreateIssue": lambda w: (f"{w.repo()}/issues", {"title": "t"}),
    "issuePostCommentReaction": lambda w: (f"{w.comment()}/reactions", {"content": "+1"}),
    "issueAddAssignees": lambda w: (f"{w.issue()}/assignees", {"assignees": [w.name]}),
    "issueCreateIssueBlocking": lambda w: depended(w, "blocks"),
    "issueCreateComment": lambda w: (f"{w.issue()}/comments", {"body": "b"}),
    "issueEditIssueDeadline": lambda w: (f"{w.issue()}/deadline", {}),
    "issueCreateIssueDependencies": lambda w: depended(w, "dependencies"),
    "issueAddLabel": lambda w: labelled(w),
    "issuePostIssueReaction": lambda w: (f"{w.issue()}/reactions", {"content": "heart"}),
    "issueAddTime": lambda w: (f"{w.issue()}/times", {"time": 60}),
    "repoCreateKey": lambda w: (f"{w.repo()}/keys", {"title": w.word(), "key": w.key()}),
    "issueCreateLabel": lambda w: (f"{w.repo()}/labels", {"name": "n", "color": "#00aabb"}),
    "repoMergeUpstream": lambda w: (f"{w.fork()}/merge-upstream", {"branch": "main"}, w.friend),
    "issueCreateMilestone": lambda w: (f"{w.repo()}/milestones", {"title": "m"}),
    "repoCreateProject": lambda w: (f"{w.repo()}/projects", {"title": "p"}),
    "repoCreateProjectColumn": lambda w: (f"{w.project(f'{w.repo()}/projects')}/columns", {"title": "c"}),
    "repoMoveProjectColumns": lambda w: moved_columns(w, f"{w.repo()}/projects"),
    "repoMoveProjectIssue": lambda w: moved_card(w, f"{(r := w.repo())}/projects", r),
    "repoCreatePullRequest": lambda w: (f"{w.branch()}/pulls", {"head": "feat", "base": "main", "title": "t"}),
    "repoCreatePullReviewCommentReply": lambda w: (f"{(m := w.remark())[0]}/comments/{m[1]}/replies", {"body": "b"}),
    "repoMergePullRequest": lambda w: (f"{w.mergeable_pull()}/merge", {"do": "merge"}),
    "repoCreatePullReviewRequests": lambda w: (f"{w.pull()}/requested_reviewers", {"reviewers": [w.friend.name]}),
    "repoCreatePullReview": lambda w: (f"{w.pull()}/reviews", {"event": "COMMENT", "body": "b"}),
    "repoSubmitPullReview": lambda w: (f"{(p := w.review('PENDING'))[0]}/reviews/{p[1]}", {"event": "COMMENT", "body": "b"}),
    "repoDismissPullReview": lambda w: (f"{(p := w.review('APPROVED', w.friend))[0]}/reviews/{p[1]}/dismissals", {"message": "m"}),
    "repoAddPushMirror": lambda w: (f"{w.repo()}/push_mirrors", {"remote_address": f"{w.url}/{w.name}/elsewhere.git", "interval": "8h"}),
    "repoCreateRelease": lambda w: (f"{w.repo()}/releases", {"tag_name": "v1"}),
    "repoCreateStatus": lambda w: (f"{(r := w.repo())}/statuses/{w.me.get(f'{r}/branches/main').json()['commit']['id']}", {"state": "success"}),
    "repoCreateTagProtection": lambda w: (f"{w.repo()}/tag_protections", {"name_pattern": "v*", "whitelist_usernames": [w.name]}),
    "repoCreateTag": lambda w: (f"{w.repo()}/tags", {"tag_name": "v1"}),
    "repoTransfer": lambda w: (f"{w.repo()}/transfer", {"new_owner": w.friend.name}),
    "repoCreateWikiPage": lambda w: (f"{w.repo()}/wiki/new", {"title": "t", "content_base64": in_base64("c")}),
    "generateRepo": lambda w: (f"{w.repo(template=True)}/generate", {"owner": w.name, "name": "made", "git_content": True}),
    "createUserVariable": lambda w: ("/user/actions/variables/V", {"value": "v"}),
    "userCreateOAuth2Application": lambda w: ("/user/applications/oauth2", {"name": "n", "redirect_uris": ["https://a.example.com/"]}),
    "userUpdateAvatar": lambda w: ("/user/avatar", {"image": PICTURE}),
    "userAddEmail": lambda w: ("/user/emails", {"emails": [f"{w.word()}@example.com"]}),
    "userCurrentPostGPGKey": lambda w: ("/user/gpg_keys", {"armored_public_key": "no key"}),
    "userCreateHook": lambda w: ("/user/hooks", hook(w)),
    "userCurrentPostKey": lambda w: ("/user/keys", {"title": w.word(), "key": w.key()}),
    "userCurrentCreateProject": lambda w: ("/user/projects", {"title": "p"}),
    "userCurrentCreateProjectColumn": lambda w: (f"{w.project('/user/projects')}/columns", {"title": "c"}),
    "userCurrentMoveProjectColumns": lambda w: moved_columns(w, "/user/projects"),
    "userCurrentMoveProjectIssue": lambda w: moved_card(w, "/user/projects", w.repo()),
    "createCurrentUserRepo": lambda w: ("/user/repos", {"name": "mine"}),
    "userCreateToken": lambda w: (f"/users/{w.name}/tokens", {"name": "n", "scopes": ["read:user"]}),
    "userVerifyGPGKey": lambda w: ("/user/gpg_key_verify", {"key_id": "00", "armored_signature": "none"}),
}


def dispatch(world):
    repo = world.repo()
    world.file(repo, ".gitea/workflows/a.yml", WORKFLOW)
    return f"{repo}/actions/workflows/a.yml/dispatches", {"ref": "main"}


def moved_columns(world, where):
    project, column = world.column(where)
    other = world.of(f"{project}/columns", {"title": "d"}).rsplit("/", 1)[1]
    every = [entry["id"] for entry in world.me.get(f"{project}/columns").json()]
    assert {int(column), int(other)} <= set(every)
    return f"{project}/columns/move", {"column_ids": every[::-1]}


def moved_card(world, where, repo):
    project, column, issue = world.card(where, repo)
    return f"{project}/issues/{issue}/move", {"column_id": column}


def depended(world, how):
    repo = world.repo()
    one, other = world.issue(repo), world.issue(repo)
    return f"{one}/{how}", {"owner": world.name, "repo": repo.rsplit("/", 1)[1], "index": int(other.rsplit("/", 1)[1])}


def labelled(world):
    repo = world.repo()
    label = int(world.of(f"{repo}/labels", {"name": "n", "color": "#00aabb"}).rsplit("/", 1)[1])
    return f"{world.issue(repo)}/labels", {"labels": [label]}


def edited_hook(world, where, who=None):
    return world.of(where, hook(world), who), {}, who or world.me


def with_label(world, where):
    return world.of(where, {"name": "n", "color": "#00aabb"}), {}


def with_column(world, where):
    project, column = world.column(where)
    return f"{project}/columns/{column}", {}


def with_runner(world, where):
    return world.runner(where), {"disabled": True}


def with_file(world, **more):
    repo = world.repo()
    return f"{repo}/contents/a.txt", {"sha": world.file(repo, "a.txt", "a"), **more}


def with_page(world):
    repo = world.repo()
    world.me.post(f"{repo}/wiki/new", {"title": "t", "content_base64": in_base64("c")})
    return f"{repo}/wiki/page/t", {"title": "t", "content_base64": in_base64("d")}


def with_rule(world):
    repo = world.repo()
    world.me.post(f"{repo}/branch_protections", {"rule_name": "main", "required_approvals": 2, "enable_push": True})
    return f"{repo}/branch_protections/main", {}


def with_branch(world, **body):
    repo = world.branch()
    return f"{repo}/branches/feat", {key: value(repo) for key, value in body.items()}


def undepended(world, how):
    path, body = depended(world, how)
    world.me.post(path, body)
    return path, body


def unreacted(world, where):
    world.me.post(f"{where}/reactions", {"content": "heart"})
    return f"{where}/reactions", {"content": "heart"}


def with_reviewer(world):
    pull = world.pull()
    world.me.post(f"{pull}/requested_reviewers", {"reviewers": [world.friend.name]})
    return f"{pull}/requested_reviewers", {"reviewers": [world.friend.name]}


def with_variable(world, where):
    world.me.post(f"{where}/actions/variables/W", {"value": "v"})
    return f"{where}/actions/variables/W", {"value": "w"}


def tip(world):
    return lambda repo: world.me.get(f"{repo}/branches/main").json()["commit"]["id"]


EDITS = {
    "adminEditHook": lambda w: edited_hook(w, "/admin/hooks", w.admin),
    "adminEditUser": lambda w: (f"/admin/users/{w.name}", {"source_id": 0, "login_name": w.name}, w.admin),
    "adminDeleteUserBadges": lambda w: (f"/admin/users/{w.name}/badges", {"badge_slugs": ["no-such"]}, w.admin),
    "orgEdit": lambda w: (f"/orgs/{w.org()}", {}),
    "updateOrgRunner": lambda w: with_runner(w, f"/orgs/{w.org()}"),
    "updateOrgSecret": lambda w: (f"/orgs/{w.org()}/actions/secrets/S", {"data": "d"}),
    "updateOrgVariable": lambda w: with_variable(w, f"/orgs/{w.org()}"),
    "orgEditHook": lambda w: edited_hook(w, f"/orgs/{w.org()}/hooks"),
    "orgEditLabel": lambda w: with_label(w, f"/orgs/{w.org()}/labels"),
    "orgEditProject": lambda w: (w.project(f"/orgs/{w.org()}/projects"), {}),
    "orgEditProjectColumn": lambda w: with_column(w, f"/orgs/{w.org()}/projects"),
    "repoEdit": lambda w: (w.repo(description="d"), {}),
    "updateRepoRunner": lambda w: with_runner(w, w.repo()),
    "updateRepoSecret": lambda w: (f"{w.repo()}/actions/secrets/S", {"data": "d"}),
    "updateRepoVariable": lambda w: with_variable(w, w.repo()),
    "repoEditBranchProtection": lambda w: with_rule(w),
    "repoUpdateBranch": lambda w: with_branch(w, new_commit_id=tip(w), force=lambda _: True),
    "repoRenameBranch": lambda w: with_branch(w, name=lambda _: "other"),
    "repoAddCollaborator": lambda w: (f"{w.repo()}/collaborators/{w.friend.name}", {}),
    "repoUpdateFile": lambda w: with_file(w, content=in_base64("b")),
    "repoDeleteFile": lambda w: with_file(w),
    "repoEditHook": lambda w: edited_hook(w, f"{w.repo()}/hooks"),
    "repoEditGitHook": lambda w: (f"{w.repo()}/hooks/git/update", {}, w.admin),
    "issueEditComment": lambda w: (w.comment(), {"body": "c"}),
    "issueEditIssueCommentAttachment": lambda w: (w.asset(w.comment()), {}),
    "issueDeleteCommentReaction": lambda w: unreacted(w, w.comment()),
    "issueEditIssue": lambda w: (w.issue(), {}),
    "issueEditIssueAttachment": lambda w: (w.asset(w.issue()), {}),
    "issueRemoveAssignees": lambda w: (f"{w.issue()}/assignees", {"assignees": [w.name]}),
    "issueRemoveIssueBlocking": lambda w: undepended(w, "blocks"),
    "issueEditCommentDeprecated": lambda w: (f"{(i := w.issue())}/comments/" + w.of(f"{i}/comments", {"body": "b"}).rsplit("/", 1)[1], {"body": "c"}),
    "issueRemoveIssueDependencies": lambda w: undepended(w, "dependencies"),
    "issueReplaceLabels": lambda w: labelled(w),
    "issueLockIssue": lambda w: (f"{w.issue()}/lock", {}),
    "issueDeleteIssueReaction": lambda w: unreacted(w, w.issue()),
    "issueEditLabel": lambda w: with_label(w, f"{w.repo()}/labels"),
    "issueEditMilestone": lambda w: (w.of(f"{w.repo()}/milestones", {"title": "m"}), {}),
    "repoEditProject": lambda w: (w.project(f"{w.repo()}/projects"), {}),
    "repoEditProjectColumn": lambda w: with_column(w, f"{w.repo()}/projects"),
    "repoEditPullRequest": lambda w: (w.pull(), {}),
    "repoDeletePullReviewRequests": lambda w: with_reviewer(w),
    "repoEditRelease": lambda w: (w.of(f"{w.repo()}/releases", {"tag_name": "v1", "body": "b"}), {}),
    "repoEditReleaseAttachment": lambda w: (w.asset(w.of(f"{w.repo()}/releases", {"tag_name": "v1"})), {}),
    "repoEditTagProtection": lambda w: (w.of(f"{w.repo()}/tag_protections", {"name_pattern": "v*", "whitelist_usernames": [w.name]}), {}),
    "repoUpdateTopics": lambda w: (f"{w.repo()}/topics", {"topics": ["a"]}),
    "repoSetPublicAccess": lambda w: (f"{w.repo()}/public_access", {"everyone": {"repo.wiki": "read"}}),
    "repoEditWikiPage": lambda w: with_page(w),
    "orgEditTeam": lambda w: (f"/teams/{w.me.post(f'/orgs/{w.org()}/teams', {'name': 't', 'permission': 'write'}).json()['id']}", {"name": "t"}),
    "updateUserRunner": lambda w: with_runner(w, "/user"),
    "updateAdminRunner": lambda w: (w.runner("/user").replace("/user/", "/admin/"), {"disabled": True}, w.admin),
    "updateUserSecret": lambda w: ("/user/actions/secrets/S", {"data": "d"}),
    "updateUserVariable": lambda w: with_variable(w, "/user"),
    "userUpdateOAuth2Application": lambda w: (w.of("/user/applications/oauth2", {"name": "n", "redirect_uris": ["https://a.example.com/"]}),
                                              {"name": "m", "redirect_uris": ["https://a.example.com/"]}),
    "userDeleteEmail": lambda w: removed_email(w),
    "userEditHook": lambda w: edited_hook(w, "/user/hooks"),
    "userCurrentEditProject": lambda w: (w.project("/user/projects"), {}),
    "userCurrentEditProjectColumn": lambda w: with_column(w, "/user/projects"),
    "updateUserSettings": lambda w: ("/user/settings", {}),
}


def removed_email(world):
    address = f"{world.word()}@example.com"
    world.me.post("/user/emails", {"emails": [address]})
    return "/user/emails", {"emails": [address]}


def ask(world, method, recipe, fill):
    """The answer to the least body that `fill` has added to: (status, body)."""
    path, body, *who = recipe(world)
    caller = who[0] if who else world.me
    answer = caller.session.request(method, f"{world.url}/api/v1{path}", json=fill(body), timeout=60, allow_redirects=False)
    return answer
