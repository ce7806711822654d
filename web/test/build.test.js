// How dist/ is made: marks, the stylesheet, sizes, licenses.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Bundle } from "../steps/bundle.js";
import { drawings, linkDrawings } from "../steps/drawings.js";
import { dark, smaller } from "../steps/style.js";

const web = fileURLToPath(new URL("..", import.meta.url));
const read = (...path) => readFileSync(join(web, ...path), "utf8");

function bundled(files) {
    const bundle = new Bundle();
    for (const [name, text] of Object.entries(files)) bundle.add(name, text);
    return Object.fromEntries(bundle.all().map(([name, file]) => [name, file]));
}

test("a mark changes with the file, and with what the file leads to", () => {
    const one = bundled({ "a.js": 'import "./b.js";', "b.js": "1", "c.html": '<script src="../assets/a.js">' });
    const other = bundled({ "a.js": 'import "./b.js";', "b.js": "2", "c.html": '<script src="../assets/a.js">' });
    for (const name of ["a.js", "b.js", "c.html"]) assert.notEqual(one[name].name, other[name].name);
    assert.equal(String(one["a.js"].content), `import "./${one["b.js"].name}";`);
    assert.equal(String(one["c.html"].content), `<script src="../assets/${one["a.js"].name}">`);
    assert.match(one["a.js"].name, /^a\.[0-9a-f]{12}\.js$/);
    assert.deepEqual(bundled({ "a.js": "1" }), bundled({ "a.js": "1" }));
});

test("files that lead to each other are refused", () => {
    assert.throws(() => bundled({ "a.js": '"./b.js"', "b.js": '"./a.js"' }), /leads to itself/);
});

test("a set has one mark for all", () => {
    const bundle = new Bundle();
    bundle.addSet(new Map([["m.js", 'import("./m-1.js")'], ["m-1.js", 'import "./m.js"']]), (text, marked) => text.replace(/m(-1)?\.js/, (name) => marked(name)));
    const [[, one], [, whole]] = bundle.all();
    assert.equal(one.name.split(".")[1], whole.name.split(".")[1]);
    assert.equal(String(whole.content), `import("./${one.name}")`);
});

test("dark is there for the system's choice and for the reader's", () => {
    const css = smaller(dark(":root {\n    --a: 1;\n}\n"));
    assert.equal(css, '@media screen and (prefers-color-scheme:dark){:root:not([data-theme="light"]){--a:1}}@media screen{:root[data-theme="dark"]{--a:1}}');
});

test("making the stylesheet smaller changes nothing that counts", () => {
    assert.equal(smaller("/* x */ a :hover , b {\n  margin: 0 -1px ;\n  content: \"✗ \";\n}\n"), 'a :hover ,b{margin:0 -1px;content:"✗ "}');
});

const styles = readdirSync(join(web, "src/style"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).flatMap((folder) =>
    readdirSync(join(web, "src/style", folder.name)).map((name) => `${folder.name}/${name}`));

test("every file of the stylesheet is in it once, in the layer of its folder", () => {
    const named = [...read("src/style/index.css").matchAll(/^@import "([^"]+)" layer\((\w+)\);$/gm)];
    assert.deepEqual(named.map(([, name]) => name).sort(), [...styles].sort());
    for (const [, name, layer] of named) assert.ok(name.startsWith(`${layer}/`), name);
});

test("colors are tokens, and each token that is used exists, in dark as well when it is a color", () => {
    const light = new Set([...read("src/style/tokens/light.css").matchAll(/^ +(--[\w-]+):/gm)].map(([, name]) => name));
    for (const [, name] of read("src/style/tokens/dark.css").matchAll(/^ +(--[\w-]+):/gm)) assert.ok(light.has(name), name);
    const dark = read("src/style/tokens/dark.css");
    for (const [, name] of read("src/style/tokens/light.css").matchAll(/^ +(--[\w-]+): (?:#|rgb|0 1px 2px rgb)/gm)) assert.ok(dark.includes(`${name}:`), name);
    // The log's ground is dark in light, too; of a label's words one is always readable; a folder is gray in both.
    const free = ["pages/log.css", "parts/labels.css", "pages/repository.css", "base/dialog.css"];
    for (const name of styles) {
        const css = read("src/style", name).replace(/\/\*.*?\*\//gs, "");
        for (const [, token] of css.matchAll(/var\((--[\w-]+)/g)) assert.ok(light.has(token), `${name}: ${token}`);
        if (!name.startsWith("tokens/") && !free.includes(name)) assert.doesNotMatch(css, /#[0-9a-f]{3,8}\b|rgb\(|!important/i, name);
    }
});

test("the parts of a drawing's program name only each other", () => {
    const files = drawings(join(web, "node_modules"));
    assert.ok(files.size > 50);
    for (const [name, text] of files) {
        const linked = linkDrawings(text, (other) => {
            assert.ok(files.has(other), `${name} names ${other}`);
            return "marked";
        });
        assert.doesNotMatch(linked, /import\("\.\/(?!marked)|from"\.\/(?!marked)/, name);
    }
});

// What npm run build has left.
const dist = join(web, "dist");
const manifest = existsSync(join(dist, "manifest.txt")) ? read("dist/manifest.txt").trim().split("\n").map((line) => line.split(" ")) : [];
const packedSize = (name) => readFileSync(join(dist, `${manifest.find(([one]) => one === name)[1]}.gz`)).length;

test("dist has what its manifest says, and what its files name", { skip: manifest.length === 0 }, () => {
    const all = new Set(manifest.map(([, marked]) => marked));
    for (const [name, marked] of manifest) {
        assert.ok(existsSync(join(dist, `${marked}.gz`)), name);
        if (!existsSync(join(dist, marked))) continue;
        for (const [, other] of read("dist", marked).matchAll(/["']\.\/([\w.-]+\.(?:js|json|html|css))["']/g))
            if (!other.includes("LANGUAGE")) assert.ok(all.has(other), `${name} names ${other}`);
    }
    assert.equal(readdirSync(dist).filter((file) => file.endsWith(".gz")).length, manifest.length);
});

// The scripts that a template names, with those of its layouts and all that they import.
function scriptsOf(template) {
    const text = read("templates", template);
    const layout = text.match(/\{% layout "([^"]+)" %\}/);
    const found = new Set(layout === null ? [] : scriptsOf(`layouts/${layout[1]}.html`));
    const add = (name) => {
        if (found.has(name)) return;
        found.add(name);
        for (const [, other] of read("src/modules", name).matchAll(/^import .*?"\.\/([\w-]+\.js)";$/gm)) add(other);
    };
    for (const [, name] of text.matchAll(/\{% asset "([^"]+\.js)" %\}/g)) if (existsSync(join(web, "src/modules", name))) add(name);
    return found;
}

test("the frame, the stylesheet and the scripts of each page are small", { skip: manifest.length === 0 }, () => {
    for (const name of readdirSync(join(web, "src/modules"))) assert.ok(packedSize(name) < 4096, `${name}: ${packedSize(name)}`);
    const frame = ["site.css", "icons.svg", "favicon.svg"];
    const templates = readdirSync(join(web, "templates")).flatMap((folder) => readdirSync(join(web, "templates", folder)).map((name) => `${folder}/${name}`));
    assert.ok(templates.length > 100);
    for (const template of templates) {
        const most = [...frame, ...scriptsOf(template)].reduce((sum, name) => sum + packedSize(name), 0);
        assert.ok(most < 48 * 1024, `${template}: ${most}`);
    }
    assert.ok(scriptsOf("layouts/issue.html").has("complete.js"), "what a script imports is counted");
});

test("every package whose words are sent has its license told", { skip: manifest.length === 0 }, () => {
    const told = read("dist", manifest.find(([name]) => name === "licenses.txt")[1]);
    for (const name of ["mermaid", "@highlightjs/cdn-assets", "gemoji", "swagger-ui-dist", "dompurify", "d3", "dagre-d3-es", "cytoscape", "katex"])
        assert.match(told, new RegExp(`^${name} \\d`, "m"));
});
