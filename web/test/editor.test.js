// A field for code: how far lines are in.
import assert from "node:assert/strict";
import { test } from "node:test";

import { deeper, nextLine, shallower, stepOf } from "../src/modules/editor.js";

// The text after a change, with | around what is chosen then.
function done(change, before, ...more) {
    const [a, b, c] = before.split("|");
    const value = a + b + c;
    const { from, to, text, select } = change(value, a.length, a.length + b.length, ...more);
    const out = value.slice(0, from) + text + value.slice(to);
    return `${out.slice(0, select[0])}|${out.slice(...select)}|${out.slice(select[1])}`;
}

test("a step is what the field says, or what the text has", () => {
    assert.equal(stepOf("tab", ""), "\t");
    assert.equal(stepOf("2", "\tone"), "  ");
    assert.equal(stepOf("", "if:\n\tone"), "\t");
    assert.equal(stepOf("", "if:\n  one\n    two"), "  ");
    assert.equal(stepOf("", "one"), "    ");
    assert.equal(stepOf("900", "one"), "    ");
});

test("Tab goes in, and Shift+Tab out", () => {
    assert.equal(done(deeper, "one||", "  "), "one  ||");
    assert.equal(done(deeper, "a\n|b\n\nc|\nd", "  "), "a\n|  b\n\n  c|\nd");
    assert.equal(done(shallower, "    a||", "  "), "  a||");
    assert.equal(done(shallower, "|\ta\n b\nc|", "  "), "|a\nb\nc|");
    assert.equal(done(shallower, "||a", "  "), "||a");
});

test("a new line begins as the one before", () => {
    assert.equal(nextLine("one", 3), undefined);
    assert.deepEqual(nextLine("  one", 5), { from: 5, to: 5, text: "\n  ", select: [8, 8] });
    assert.deepEqual(nextLine("a\n\tone", 6), { from: 6, to: 6, text: "\n\t", select: [8, 8] });
});
