// gitea-js: a project's life from the first file to its end. Whatever the client takes for an error ends the script.
import assert from "node:assert/strict";

import { hear, say } from "./conversation.js";
import { giteaApi } from "gitea-js";

const { url, token, owner, colleague, hook } = await hear();
const api = giteaApi(url, { token });
const base64 = (text) => Buffer.from(text).toString("base64");
const done = async (call) => {
    try {
        return (await call).data;
    } catch (answer) {
        throw answer instanceof Error ? answer : new Error(`${answer.status} ${answer.url} ${JSON.stringify(answer.error)}`);
    }
};

assert.equal((await done(api.user.userGetCurrent())).login, owner);

// A repository with files on two branches.
const made = await done(api.user.createCurrentUserRepo({ name: "tower", auto_init: true, default_branch: "main" }));
assert.equal(made.full_name, `${owner}/tower`);
const here = [owner, "tower"];
const file = await done(api.repos.repoCreateFile(...here, "docs/a b.md", { content: base64("one\n"), message: "Add" }));
const changed = await done(api.repos.repoUpdateFile(...here, "docs/a b.md", {
    content: base64("two\n"), sha: file.content.sha, message: "Change", new_branch: "topic",
}));
assert.notEqual(changed.content.sha, file.content.sha);
await done(api.repos.repoChangeFiles(...here, {
    branch: "topic", message: "Both", files: [
        { operation: "create", path: "x.txt", content: base64("x") },
        { operation: "create", path: "y.txt", content: base64("y") },
    ],
}));
const read = await done(api.repos.repoGetContents(...here, "docs/a b.md", { ref: "topic" }));
assert.equal(Buffer.from(read.content, "base64").toString(), "two\n");
assert.deepEqual((await done(api.repos.repoListBranches(...here))).map((branch) => branch.name).sort(), ["main", "topic"]);

// Issues with a label, a milestone, a comment; a list of several pages.
const label = await done(api.repos.issueCreateLabel(...here, { name: "kind/bug", color: "#ee0701" }));
const due = "2031-01-02T03:04:05Z";
const milestone = await done(api.repos.issueCreateMilestone(...here, { title: "1.0", due_on: due }));
for (let number = 1; number <= 5; ++number) {
    await done(api.repos.issueCreateIssue(...here, {
        title: `Issue ${number}`, labels: [label.id], milestone: milestone.id, assignees: [owner],
    }));
}
await done(api.repos.issueCreateComment(...here, 1, { body: "**Seen.**" }));
await done(api.repos.issueEditIssue(...here, 2, { state: "closed" }));
const pages = [];
for (let page = 1; ; ++page) {
    const answer = await api.repos.issueListIssues(...here, { state: "open", type: "issues", limit: 3, page });
    assert.equal(answer.headers.get("x-total-count"), "4");
    if (answer.data.length === 0) {
        break;
    }
    pages.push(answer.data.map((issue) => issue.number));
}
assert.deepEqual(pages, [[5, 4, 3], [1]]);

// A pull request: reviewed by a colleague's request, read as a patch, merged.
await done(api.repos.repoAddCollaborator(...here, colleague, { permission: "write" }));
const pull = await done(api.repos.repoCreatePullRequest(...here, { head: "topic", base: "main", title: "Topic" }));
// Unless it is told, the client says that this body is text/plain.
await done(api.repos.repoCreatePullReviewRequests(...here, pull.number, { reviewers: [colleague] }, { type: "application/json" }));
const review = await done(api.repos.repoCreatePullReview(...here, pull.number, {
    body: "Look", event: "COMMENT", comments: [{ path: "x.txt", body: "Why?", new_position: 1 }],
}));
assert.equal(review.comments_count, 1);
assert.equal((await done(api.repos.repoGetPullRequestFiles(...here, pull.number))).length, 3);
const patch = await done(api.repos.repoDownloadPullDiffOrPatch(...here, pull.number, "diff", {}, { format: "text" }));
assert.match(patch, /^\+two$/m);
await done(api.repos.repoMergePullRequest(...here, pull.number, { Do: "squash", delete_branch_after_merge: true }));
assert.equal((await done(api.repos.repoGetPullRequest(...here, pull.number))).merged, true);

// A release with a file.
const release = await done(api.repos.repoCreateRelease(...here, { tag_name: "v1.0", name: "One", body: "First" }));
const asset = await done(api.repos.repoCreateReleaseAttachment(
    ...here, release.id, { attachment: new Blob(["binary"]) }, { name: "tower.bin" },
));
assert.equal(await (await fetch(asset.browser_download_url)).text(), "binary");
assert.equal((await done(api.repos.repoGetLatestRelease(...here))).tag_name, "v1.0");

// A webhook.
await done(api.repos.repoCreateHook(...here, {
    type: "gitea", active: true, events: ["push"], config: { url: hook, content_type: "json" },
}));
assert.equal((await done(api.repos.repoListHooks(...here))).length, 1);

// An organization with a team.
const organization = await done(api.orgs.orgCreate({ username: `${owner}-guild` }));
const team = await done(api.orgs.orgCreateTeam(organization.username, {
    name: "masons", permission: "write", units: ["repo.code", "repo.issues"],
}));
await done(api.teams.orgAddTeamMember(team.id, colleague));
const shared = await done(api.orgs.createOrgRepo(organization.username, { name: "quarry" }));
await done(api.teams.orgAddTeamRepository(team.id, organization.username, shared.name));
assert.deepEqual((await done(api.teams.orgListTeamMembers(team.id))).map((member) => member.login), [colleague]);

// The end of it.
await done(api.repos.repoDelete(organization.username, "quarry"));
await done(api.orgs.orgDelete(organization.username));
const gone = await api.repos.repoGet(organization.username, "quarry").catch((answer) => answer);
assert.equal(gone.status, 404);
say({ merged: pull.number, release: release.id });
process.exit();
