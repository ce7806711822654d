// What reviewing with a script is made of: which lines are meant, how a suggestion is fenced, how pictures are laid over each other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { look } from "../src/modules/pictures.js";
import { block, parse, span } from "../src/modules/review.js";

test("a line is known by the id of its number", () => {
    assert.deepEqual(parse("diff-0aR12"), { section: "diff-0a", side: "R", line: 12 });
    assert.equal(parse("diff-0a"), null);
    assert.equal(parse(undefined), null);
});

test("a range is on one side of one file", () => {
    const line = (side, number, section = "diff-a") => ({ section, side, line: number });
    assert.deepEqual(span(line("R", 9), line("R", 4)), { section: "diff-a", side: "R", first: 4, line: 9 });
    assert.deepEqual(span(line("L", 9), line("R", 4)), { section: "diff-a", side: "R", first: 4, line: 4 });
    assert.deepEqual(span(line("R", 9, "diff-b"), line("R", 4)), { section: "diff-a", side: "R", first: 4, line: 4 });
    assert.deepEqual(span(undefined, line("R", 4)), { section: "diff-a", side: "R", first: 4, line: 4 });
});

test("a suggestion is not closed by its own lines", () => {
    assert.equal(block("one\n"), "```suggestion\none\n```\n");
    assert.equal(block("```\ncode\n```\n"), "````suggestion\n```\ncode\n```\n````\n");
});

test("pictures are laid over each other", () => {
    assert.deepEqual(look("swipe", 30), { clipPath: "inset(0 0 0 70%)", opacity: "" });
    assert.deepEqual(look("onion", 30), { clipPath: "", opacity: "0.3" });
    assert.deepEqual(look("side", 30), { clipPath: "", opacity: "" });
});
