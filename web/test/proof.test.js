// What a browser does so that whoever makes a thousand accounts pays for each.
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { test } from "node:test";

import { prove, zeros } from "../src/modules/proof.js";

test("zeros at the beginning are counted over the ends of bytes", () => {
    assert.equal(zeros(new Uint8Array([0x80])), 0);
    assert.equal(zeros(new Uint8Array([0x01, 0xff])), 7);
    assert.equal(zeros(new Uint8Array([0x00, 0x10])), 11);
    assert.equal(zeros(new Uint8Array([0, 0])), 16);
});

test("a proof has the zeros that were asked for", async () => {
    const proof = await prove("a challenge", 10, webcrypto.subtle);
    const digest = await webcrypto.subtle.digest("SHA-256", new TextEncoder().encode(`a challenge:${proof}`));
    assert.ok(zeros(new Uint8Array(digest)) >= 10);
});
