// From what highlight.js makes of a text to colors by line.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { colors } from "../src/modules/tokens.js";
import { highlighting } from "../steps/highlighting.js";

const modules = new URL("../node_modules", import.meta.url).pathname;

test("a comment of several lines colors each of them", () => {
    assert.deepEqual(colors('x <span class="hljs-comment">/* a\nb */</span> y\n'), [[[2, 6, "comment"]], [[0, 4, "comment"]], []]);
});

test("characters count as they are shown", () => {
    assert.deepEqual(colors('&lt;&amp;<span class="hljs-string">&quot;&#x27;</span>'), [[[2, 4, "string"]]]);
});

test("what has no color of its own has that of what it is in", () => {
    const html = '<span class="hljs-string">a<span class="hljs-subst">b</span>c</span><span class="hljs-title function_">d</span>';
    assert.deepEqual(colors(html), [[[0, 3, "string"], [3, 4, "title"]]]);
    assert.deepEqual(colors('<span class="hljs-punctuation">(</span>'), [[]]);
});

test("each kind that gets a class has a color in the stylesheet", () => {
    const css = readFileSync(new URL("../src/style/code/colors.css", import.meta.url), "utf8");
    const source = readFileSync(new URL("../src/modules/tokens.js", import.meta.url), "utf8");
    for (const [, kind] of source.slice(0, source.indexOf("entities")).matchAll(/"([a-z_-]+)"/g)) assert.match(css, new RegExp(`\\.hljs-${kind}\\b`), kind);
});

test("languages are found by their names, by those of the program and by those in fences", async () => {
    const { files, languages } = await highlighting(modules);
    const { names, parts } = await import(`data:text/javascript,${encodeURIComponent(languages)}`);
    for (const [name, file] of Object.entries({ rust: "rust", "c++": "cpp", c__: "cpp", "c#": "csharp", html: "xml", shell: "bash", toml: "ini", vue: "xml", dockerfile: "dockerfile" }))
        assert.equal(names[name], file, name);
    for (const name of new Set(Object.values(names))) assert.ok(files.has(`hljs-${name}.js`), name);
    assert.deepEqual(parts.xml, ["css", "javascript"]);
    for (const part of Object.values(parts).flat()) assert.ok(files.has(`hljs-${part}.js`), part);
});
