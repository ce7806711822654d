// How the documentation is made of Markdown: addresses, links that are held against what is there, examples, settings, search.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { docsFiles, guides, served } from "../steps/docs.js";
import { standalone } from "../steps/docs_site.js";
import { readSettings } from "../steps/settings_page.js";

const docs = fileURLToPath(new URL("../../docs", import.meta.url));

// The pages of a folder with these files; contents.json lists them all.
function made(t, files) {
    const folder = mkdtempSync(join(tmpdir(), "docs-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const names = Object.keys(files);
    const contents = names.map((file) => ({ name: file.replace(/^.*\/|\.md$/g, ""), file, icon: "book", group: "" }));
    for (const [file, text] of Object.entries({ ...files, "guide/contents.json": JSON.stringify(contents) })) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), text);
    }
    return guides(folder);
}

const html = (pages, name) => pages.find((page) => page.name === name).html(served);

test("the title is taken away, and every heading is its own address", (t) => {
    const [page] = made(t, { "guide/a.md": "# The `title`\n\n## One & two\n\n### Three\n" });
    assert.equal(page.title, "The title");
    assert.equal(page.html(served), '<h2 id="one-two"><a href="#one-two">One &amp; two</a></h2>\n<h3 id="three"><a href="#three">Three</a></h3>\n');
});

test("a page without a title, with two, or with two headings of one address ends the build", (t) => {
    assert.throws(() => made(t, { "guide/a.md": "words\n" }), /does not begin with its title/);
    assert.throws(() => made(t, { "guide/a.md": "# A\n\n# B\n" }), /has one title/);
    assert.throws(() => made(t, { "guide/a.md": "# A\n\n## B\n\n## b!\n" }), /two headings/);
});

test("links lead to pages, to headings, into the site, and elsewhere", (t) => {
    const pages = made(t, {
        "guide/index.md": "# I\n\n[a](a.md#x-y) [s](/api/swagger) [b](../b.md)\n",
        "guide/a.md": "# A\n\n## X y\n\n[i](index.md) [b](../b.md) [x](#x-y) [s](/api/swagger) [e](https://example.org)\n",
        "b.md": "# B\n\n[a](guide/a.md)\n",
    });
    const led = (name) => [...html(pages, name).matchAll(/<p>.*<\/p>/g)].flatMap(([p]) => [...p.matchAll(/href="([^"]*)"/g)].map(([, href]) => href));
    assert.deepEqual(led("index"), ["docs/a#x-y", "../api/swagger", "docs/b"]);
    assert.deepEqual(led("a"), ["../docs", "b", "#x-y", "../../api/swagger", "https://example.org"]);
    // As a browser reads them where the program serves the pages.
    for (const [from, base] of [["index", "http://h/r/-/docs"], ["a", "http://h/r/-/docs/a"]])
        for (const href of led(from)) assert.match(new URL(href, base).href, /^http:\/\/h\/r\/(-\/docs(\/\w+)?(#x-y)?|api\/swagger)$|^https:\/\/example\.org\/$/);
});

test("a dead link ends the build", (t) => {
    for (const link of ["absent.md", "#absent", "a.md#absent", "../b.md"])
        assert.throws(() => html(made(t, { "guide/a.md": `# A\n\n## X\n\n[x](${link})\n` }), "a"), /leads to no page|has no #absent/, link);
});

test("markup in the text is text", (t) => {
    const page = html(made(t, { "guide/a.md": "# A\n\n<script>x</script> <b onclick=x>\n\n[x](javascript:alert)\n\n```sh\n<i>&\n```\n" }), "a");
    assert.doesNotMatch(page, /<script|<b |<i>|href="javascript/);
    assert.match(page, /&lt;i&gt;&amp;/);
});

test("what a table's head does not say is no heading", (t) => {
    const page = html(made(t, { "guide/a.md": "# A\n\n| | |\n|---|---|\n| x | y |\n\n| a | |\n|---|---|\n| x | y |\n" }), "a");
    assert.deepEqual([...page.matchAll(/<(?:thead|th|td)\b[^>]*>/g)].map(([tag]) => tag), ["<td>", "<td>", "<thead>", "<th>", "<td>", "<td>", "<td>"]);
});

test("a table scrolls by itself, a wide one sooner", (t) => {
    const page = html(made(t, { "guide/a.md": "# A\n\n| a | b | c |\n|---|---|---|\n| x | y | z |\n\n| a | b | c | d |\n|---|---|---|---|\n| 1 | 2 | 3 | 4 |\n" }), "a");
    assert.deepEqual([...page.matchAll(/<div class="(scroll[^"]*)" tabindex="0"/g)].map(([, name]) => name), ["scroll", "scroll wide"]);
});

test("code can be scrolled by keys, however it is written", (t) => {
    const page = html(made(t, { "guide/a.md": "# A\n\n    indented\n\n```\nfenced\n```\n" }), "a");
    assert.equal([...page.matchAll(/<pre tabindex="0"><code>/g)].length, 2);
});

test("fences in a row are shown one at a time, one alone as it is", (t) => {
    const page = html(made(t, { "guide/a.md": "# A\n\n```sh\na\n```\n```go\nb\n```\n\nwords\n\n```sh\nc\n```\n\n```json\nd\n```\n" }), "a");
    assert.deepEqual([...page.matchAll(/<details class="example"( open)?><summary>(\w+)/g)].map(([, open, name]) => [name, open !== undefined]), [["curl", true], ["Go", false]]);
    assert.equal([...page.matchAll(/<pre tabindex="0">/g)].length, 4);
});

test("what is searched is the words of sections, without code", (t) => {
    const [page] = made(t, { "guide/a.md": "# A\n\nfirst `word`\nnext\n\n## B\n\n| x | y |\n|---|---|\n| in a | table |\n\n```sh\ncode\n```\n" });
    assert.deepEqual(page.sections, [
        { anchor: "", level: 1, title: "A", text: "first word next" },
        { anchor: "b", level: 2, title: "B", text: "x y in a table" },
    ]);
    const files = docsFiles([{ ...page, icon: "i", group: "g" }]);
    assert.equal(files.get("pages.txt"), "a\ti\tg\tA\n");
    assert.equal(files.get("sections.txt"), "a\t\t1\tA\tfirst word next\na\tb\t2\tB\tx y in a table\n");
});

test("settings are read with their sections, defaults and words, and nothing is passed over", () => {
    assert.deepEqual(readSettings("; Head.\n;\n; More.\n\n; A name.\n;NAME = x = y\n\n;;;;;;;;;;;;;;;;;;;;;;;;\n; About\n; it.\n[s.t]\n\n; Long\n; words.\n;K-1 =\n"), [
        { name: "", about: "", keys: [{ name: "NAME", value: "x = y", about: "A name." }] },
        { name: "s.t", about: "About it.", keys: [{ name: "K-1", value: "", about: "Long words." }] },
    ]);
    assert.throws(() => readSettings("KEY = 1\n"), /neither a section nor a key/);
});

test("the pages that there are can be made, in the program and alone", () => {
    const pages = guides(docs);
    assert.equal(pages[0].name, "index");
    assert.ok(pages.find(({ name }) => name === "settings").sections.some(({ anchor }) => anchor === "server.http_port"));
    for (const [name, text] of [...docsFiles(pages), ...standalone(pages, "site.css")]) {
        assert.doesNotMatch(text, /<script|<style| style=| on\w+="/, name);
        if (name.endsWith(".html")) assert.ok(text.length > 500, name);
    }
});

test("pages that stand alone lead to files beside them, and not into a site", () => {
    const pages = guides(docs);
    const names = new Set(pages.map(({ name }) => `${name}.html`));
    for (const [name, text] of standalone(pages, "site.css"))
        for (const [, href] of text.matchAll(/<a[^>]* href="([^"]*)"/g))
            assert.ok(/^(#|https?:)/.test(href) || names.has(href.split("#")[0]), `${name}: ${href}`);
    assert.match(readFileSync(join(docs, "guide/index.md"), "utf8"), /\]\(\/api\/swagger\)/);
});
