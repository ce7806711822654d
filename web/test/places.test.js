// Where keys, arrows, drags and addresses lead.
import assert from "node:assert/strict";
import { test } from "node:test";

import { placeAt } from "../src/modules/board.js";
import { neighbor } from "../src/modules/diff.js";
import { next } from "../src/modules/finder.js";
import { Sequence } from "../src/modules/keys.js";
import { pause } from "../src/modules/live.js";
import { fits, step } from "../src/modules/menus.js";
import { extend, read, readTyped, write } from "../src/modules/range.js";
import { ago, exact } from "../src/modules/times.js";
import { addressOf, withFolder } from "../src/modules/tree.js";
import { sizeOf } from "../src/modules/upload.js";
import { choose } from "../src/modules/wrap.js";

const known = ["?", "g i", "g d", "j", "d"];
const has = (sequence) =>
    known.includes(sequence) ? "whole" : known.some((other) => other.startsWith(`${sequence} `)) ? "begin" : "";

test("keys follow each other, but not after a pause", () => {
    const sequence = new Sequence(has);
    assert.equal(sequence.press("g", 0), "");
    assert.equal(sequence.press("d", 100), "g d");
    assert.equal(sequence.press("g", 200), "");
    assert.equal(sequence.press("d", 5000), "d");
    assert.equal(sequence.press("g", 5100), "");
    assert.equal(sequence.press("j", 5200), "j", "a key that does not go on begins anew");
    assert.equal(sequence.press("q", 5300), "");
});

test("a range of lines is read from an address as people and others write it", () => {
    assert.deepEqual(read("#L42"), { first: 42, last: 42 });
    for (const hash of ["#L42-L48", "#L48-L42", "#L42-48", "#L42C3-L48C9"]) assert.deepEqual(read(hash), { first: 42, last: 48 }, hash);
    for (const hash of ["", "#L", "#L0", "#L1-", "#issuecomment-12", "#L1-L2-L3", "#x42"]) assert.equal(read(hash), null, hash);
    for (const text of ["42-45", " L42 - L45", "42 – 45", "#L42-L45"]) assert.deepEqual(readTyped(text), { first: 42, last: 45 }, text);
    assert.equal(readTyped("end"), null);
    assert.equal(write({ first: 3, last: 3 }), "#L3");
    assert.equal(write({ first: 3, last: 9 }), "#L3-L9");
});

test("a range grows from where it began", () => {
    assert.deepEqual(extend(null, 5), { first: 5, last: 5 });
    assert.deepEqual(extend({ first: 5, last: 9 }, 12), { first: 5, last: 12 });
    assert.deepEqual(extend({ first: 5, last: 9 }, 2), { first: 2, last: 5 });
});

test("arrows go around in a menu and stop in a list of what was found", () => {
    assert.equal(step(3, -1, "ArrowDown"), 0);
    assert.equal(step(3, 2, "ArrowDown"), 0);
    assert.equal(step(3, -1, "ArrowUp"), 2);
    assert.equal(step(3, 1, "End"), 2);
    assert.equal(next(3, -1, "ArrowDown"), 0);
    assert.equal(next(3, 2, "ArrowDown"), 2);
    assert.equal(next(3, 0, "ArrowUp"), -1);
});

test("a menu is narrowed by all words, in any order", () => {
    assert.equal(fits("release/0.8", "0.8 REL"), true);
    assert.equal(fits("release/0.8", "0.9"), false);
    assert.equal(fits("anything", ""), true);
});

test("a card is put before the first whose middle is below the pointer", () => {
    assert.equal(placeAt([10, 30, 50], 5), 0);
    assert.equal(placeAt([10, 30, 50], 40), 2);
    assert.equal(placeAt([10, 30, 50], 90), 3);
    assert.equal(placeAt([], 7), 0);
});

test("the next file comes after the one with the focus, or after the top of the window", () => {
    const file = (top, holds) => ({ contains: (one) => one === holds, getBoundingClientRect: () => ({ top }) });
    const files = [file(-500, "a"), file(-100, "b"), file(300, "c")];
    assert.equal(neighbor(files, "b", 1), files[2]);
    assert.equal(neighbor(files, "b", -1), files[0]);
    assert.equal(neighbor(files, "c", 1), undefined);
    assert.equal(neighbor(files, null, 1), files[2]);
    assert.equal(neighbor(files, null, -1), files[1]);
});

test("a question is repeated less often while nobody looks and after failures, but at least each minute", () => {
    assert.equal(pause(2, 0, false), 2);
    assert.equal(pause(2, 3, false), 16);
    assert.equal(pause(2, 0, true), 10);
    assert.equal(pause(2, 30, true), 60);
});

test("times are said in the language of the page", () => {
    const now = Date.UTC(2026, 10, 17, 12);
    assert.equal(ago(now - 90_000, now, "en"), "1 minute ago");
    assert.equal(ago(now - 86_400_000, now, "en"), "yesterday");
    assert.equal(ago(now - 5 * 86_400_000, now, "en"), "5 days ago");
    assert.equal(ago(now - 5 * 86_400_000, now, "de"), "vor 5 Tagen");
    assert.equal(ago(now + 3 * 86_400_000, now, "en"), "in 3 days");
    assert.equal(ago(now, now, "en"), "now");
    assert.match(exact(now, "en"), /2026/);
});

test("sizes are short", () => {
    assert.equal(sizeOf(0), "0 B");
    assert.equal(sizeOf(1500), "1.5 KB");
    assert.equal(sizeOf(42_400_000), "42 MB");
    assert.equal(sizeOf(3e12), "3000 GB");
});

test("folders that are open are remembered, the latest last", () => {
    assert.deepEqual(withFolder(["src"], "docs", true), ["src", "docs"]);
    assert.deepEqual(withFolder(["src", "docs"], "src", true), ["docs", "src"]);
    assert.deepEqual(withFolder(["src", "src/net", "srcs"], "src", false), ["srcs"]);
    assert.equal(withFolder(Array.from({ length: 20 }, (_, i) => `f${i}`), "x", true).length, 12);
    assert.equal(addressOf("http://x/a/b/src/branch/main/f?wrap=on&tree=old#L3", ["a b", "c&d"]), "http://x/a/b/src/branch/main/f?wrap=on&tree=a+b&tree=c%26d");
});

test("the address says whether long lines are wrapped", () => {
    assert.equal(choose("http://x/a?wrap=off&style=split#L1", true), "http://x/a?wrap=on&style=split#L1");
    assert.equal(choose("http://x/a", false), "http://x/a?wrap=off");
});
