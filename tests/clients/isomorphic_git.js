// isomorphic-git, which is git written in JavaScript: clones, commits, pushes, merges what others did, deletes a branch.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

import { hear, say } from "./conversation.js";
import git from "isomorphic-git";
import http from "isomorphic-git/http/node";

const { url, name, token, folder } = await hear();
const author = { name: "Ann", email: "ann@example.com" };
const asked = [];
const onAuth = (address) => {
    asked.push(address);
    return { username: name, password: token };
};
const into = (dir) => ({ fs, http, dir, url, onAuth });
const commit = async (dir, file, text) => {
    fs.writeFileSync(path.join(dir, file), text);
    await git.add({ fs, dir, filepath: file });
    return git.commit({ fs, dir, message: `Change ${file}`, author });
};

const one = path.join(folder, "one");
const two = path.join(folder, "two");
await git.clone(into(one));
assert.ok(asked.length > 0, "a private repository asks for credentials");
await git.clone({ ...into(two), singleBranch: true, depth: 1 });
assert.equal((await git.log({ fs, dir: two })).length, 1);

await commit(one, "a.txt", "one\n");
const pushed = await git.push({ ...into(one), remote: "origin", ref: "main" });
assert.equal(pushed.ok, true);

// The other one is behind: refused, until it has taken what is there.
const second = await commit(two, "b.txt", "two\n");
await assert.rejects(git.push({ ...into(two), remote: "origin", ref: "main" }), { code: "PushRejectedError" });
await git.pull({ ...into(two), ref: "main", author });
assert.equal(fs.readFileSync(path.join(two, "a.txt"), "utf8"), "one\n");
assert.equal((await git.push({ ...into(two), remote: "origin", ref: "main" })).ok, true);

await git.branch({ fs, dir: two, ref: "topic", checkout: true });
const topic = await commit(two, "c.txt", "three\n");
await git.push({ ...into(two), remote: "origin", ref: "topic" });
await git.tag({ fs, dir: two, ref: "v1" });
await git.push({ ...into(two), remote: "origin", ref: "v1" });
await git.push({ ...into(two), remote: "origin", ref: "topic", delete: true });
const references = await git.listServerRefs({ http, url, onAuth, protocolVersion: 2 });
assert.deepEqual(references.map((reference) => reference.ref).sort(), ["HEAD", "refs/heads/main", "refs/tags/v1"]);
await assert.rejects(git.getRemoteInfo({ http, url: url.replace(/\.git$/, "-not.git"), onAuth }), /404|401/);
say({ main: await git.resolveRef({ fs, dir: two, ref: "main" }), topic, second });
process.exit();
