// What the module of live events makes of what it hears.
import assert from "node:assert/strict";
import { test } from "node:test";

import { bellWords, tryAgain } from "../src/modules/live.js";

const words = { none: "Notifications", one: "one unread", many: "# unread" };

test("the bell says how many there are", () => {
    assert.equal(bellWords(0, words), "Notifications");
    assert.equal(bellWords(1, words), "one unread");
    assert.equal(bellWords(12, words), "12 unread");
});

test("a server that refuses is asked more and more seldom, and never given up", () => {
    assert.equal(tryAgain(0), 15);
    assert.equal(tryAgain(2), 60);
    assert.equal(tryAgain(50), 600);
});
