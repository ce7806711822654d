// The entries of a gap, taken from another page.
import assert from "node:assert/strict";
import { test } from "node:test";

import { between } from "../src/modules/timeline.js";

const items = ["issue-1", "issuecomment-2", "event-3", "gap-3", "issuecomment-9"].map((id) => ({ id }));
const ids = (found) => found.map(({ id }) => id);

test("what stands between two entries", () => {
    assert.deepEqual(ids(between(items, "issuecomment-2", "issuecomment-9")), ["event-3", "gap-3"]);
    assert.deepEqual(ids(between(items, "event-3", undefined)), ["gap-3", "issuecomment-9"]);
    assert.deepEqual(ids(between(items, undefined, "event-3")), ["issue-1", "issuecomment-2"]);
    assert.deepEqual(ids(between(items, "gone-7", "gone-8")), ids(items), "what is gone leaves all of it");
});
