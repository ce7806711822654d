// What modules make of text: marks, lists, quotations, what is being written, links to files.
import assert from "node:assert/strict";
import { test } from "node:test";

import { linkTo } from "../src/modules/attach.js";
import { bestNames, token } from "../src/modules/complete.js";
import { keyOf, stillWanted } from "../src/modules/keep.js";
import { mark, nextItem, quoted } from "../src/modules/marks.js";
import { inserted } from "../src/modules/replies.js";

// The text after a change, with | around what is chosen then.
function after(value, { from, to, text, select: [a, b] }) {
    const out = value.slice(0, from) + text + value.slice(to);
    return `${out.slice(0, a)}|${out.slice(a, b)}|${out.slice(b)}`;
}
const marked = (name, before) => {
    const [a, b, c] = before.split("|");
    return after(a + b + c, mark(name, a + b + c, a.length, a.length + b.length));
};

test("a mark stands around what is chosen, and goes when it is there", () => {
    assert.equal(marked("bold", "one |two| three"), "one **|two|** three");
    assert.equal(marked("bold", "one **|two|** three"), "one |two| three");
    assert.equal(marked("italic", "||"), "_||_");
});

test("a saved reply takes the place of what is chosen, and one of several lines begins on its own", () => {
    assert.equal(after("one two", inserted("one two", 4, 7, "three")), "one three||");
    assert.equal(after("one", inserted("one", 3, 3, "a\nb")), "one\n\na\nb||");
    assert.equal(after("one\n", inserted("one\n", 4, 4, "a\nb")), "one\na\nb||");
});

test("a list is made of whole lines", () => {
    assert.equal(marked("list", "one\nt|wo\nthr|ee"), "one\n|- two\n- thr|ee");
    assert.equal(marked("quote", "|> one\n> two|"), "|one\ntwo|");
    assert.equal(marked("tasks", "|one|"), "|- [ ] one|");
});

test("several lines of code are a fence", () => {
    assert.equal(marked("code", "a |b| c"), "a `|b|` c");
    assert.equal(marked("code", "|b\nc|"), "```\n|b\nc|\n```");
});

test("what looks like an address becomes a link's address", () => {
    assert.equal(marked("link", "|https://example.org/|"), "[||](https://example.org/)");
    assert.equal(marked("link", "|words|"), "[words](|url|)");
    assert.equal(mark("no such mark", "", 0, 0), undefined);
});

test("a list goes on at Enter and ends with an empty item", () => {
    const enter = (value) => {
        const change = nextItem(value, value.length);
        return change && after(value, change);
    };
    assert.equal(enter("- one"), "- one\n- ||");
    assert.equal(enter("  9) one"), "  9) one\n  10) ||");
    assert.equal(enter("- [x] done"), "- [x] done\n- [ ] ||");
    assert.equal(enter("- one\n- "), "- one\n||");
    assert.equal(enter("words"), undefined);
});

test("a quotation has no blanks at the ends of its lines", () => assert.equal(quoted(" one\n\ntwo\n"), "> one\n>\n> two\n\n"));

test("only a sign at the beginning of a word asks for something", () => {
    assert.deepEqual(token("see @ai", 7), { sign: "@", query: "ai", from: 4 });
    assert.deepEqual(token("#", 1), { sign: "#", query: "", from: 0 });
    assert.deepEqual(token("(:smi", 5), { sign: ":", query: "smi", from: 1 });
    for (const text of ["mail@example", "a:b", ":s", "C#", "12:30", ""]) assert.equal(token(text, text.length), null, text);
    assert.equal(token("@ab cd", 6), null);
});

test("names that begin with it come first", () => {
    assert.deepEqual(bestNames(["broken_heart", "heart", "heart_eyes", "hear"], "heart"), ["heart", "heart_eyes", "broken_heart"]);
    assert.equal(bestNames(Array.from({ length: 50 }, (_, i) => `a${i}`), "a").length, 6);
});

test("a file's name cannot end its link", () => {
    assert.equal(linkTo("a](b.png", "image/png", "/x"), "![a_(b.png](/x)");
    assert.equal(linkTo("a.zip", "application/zip", "/x"), "[a.zip](/x)");
});

test("what was sent is not put back, unless a sign-in came instead of the answer", () => {
    const record = (more) => ({ text: "words", at: 1, ...more });
    assert.equal(stillWanted(record(), "", ""), true);
    assert.equal(stillWanted(record(), "words", ""), false);
    assert.equal(stillWanted(record({ sent: true }), "", "https://x/o/r/issues/1"), false);
    assert.equal(stillWanted(record({ sent: true }), "", "https://x/user/login?redirect_to=%2F"), true);
    assert.equal(stillWanted(null, "", ""), false);
    assert.notEqual(keyOf("https://x/a?b#c", "body"), keyOf("https://x/b", "body"));
});
