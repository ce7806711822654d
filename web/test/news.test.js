// Which entries of a timeline are new, and which are others than before.
import assert from "node:assert/strict";
import { test } from "node:test";

import { compare } from "../src/modules/news.js";

const item = (id, text = "") => ({ id, text });
const same = (one, other) => one.text === other.text;
const ids = (items) => items.map(({ id }) => id);

test("what is behind the last entry that both have is new", () => {
    const { added, changed } = compare([item("a"), item("b")], [item("a"), item("b"), item("c"), item("d")], same);
    assert.deepEqual(ids(added), ["c", "d"]);
    assert.deepEqual(changed, []);
});

test("what stands in a gap of ours is not new", () => {
    const { added } = compare([item("a"), item(""), item("d")], [item("a"), item("b"), item("c"), item("d"), item("e")], same);
    assert.deepEqual(ids(added), ["e"]);
});

test("what says something else takes the place of what was there", () => {
    const { added, changed } = compare([item("a", "one"), item("b")], [item("a", "two"), item("b")], same);
    assert.deepEqual(added, []);
    assert.deepEqual(ids(changed), ["a"]);
});

test("an entry without an id is never taken for another", () => {
    assert.deepEqual(compare([item("a"), item("", "1 more")], [item("a"), item("", "2 more")], same), { added: [], changed: [] });
});
