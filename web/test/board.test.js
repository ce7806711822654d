// What a form says of a card, and what is said of it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { beside, filled } from "../src/modules/board.js";

test("a form says which card it is behind, or in front of where there is none", () => {
    assert.deepEqual(beside("7", "8"), { after: "7" });
    assert.deepEqual(beside(undefined, "8"), { before: "8" });
    assert.deepEqual(beside(undefined, undefined), {});
});

test("names in a sentence are filled in, and only those that there are", () => {
    assert.equal(filled("{card} is in {column}, {what}", { card: "#7", column: "a {card}" }), "#7 is in a {card}, {what}");
});
