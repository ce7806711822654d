// Gathers what the program embeds. In dist/ what it serves: our own stylesheet, icons and modules from src/, and what they
// use of others; manifest.txt says under which name, with a mark of its content, each is there. Ours are there as they are
// and as NAME.gz; what others have made is large, and there as NAME.gz alone. The program sends these as they are and spends
// no time on compression. In data/ what it works with: license texts (licenses.js), the names of emoji, from the package
// gemoji (MIT), and the documentation (docs/), which is also there as a site of its own (site/). The same sources always give the
// same files.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { gemoji } from "gemoji";

import { licenses } from "./licenses.js";
import { Bundle } from "./steps/bundle.js";
import { docsFiles, guides } from "./steps/docs.js";
import { standalone } from "./steps/docs_site.js";
import { drawings, linkDrawings } from "./steps/drawings.js";
import { highlighting } from "./steps/highlighting.js";
import { notices } from "./steps/notices.js";
import { style } from "./steps/style.js";

const here = dirname(fileURLToPath(import.meta.url));
const src = join(here, "src");
const modules = join(here, "node_modules");
const dist = join(here, "dist");
const bundle = new Bundle();

// Ours. Lines that are only a comment stay at home.
for (const folder of ["modules", "drawing", "reference"])
    for (const name of readdirSync(join(src, folder)).sort()) {
        const text = readFileSync(join(src, folder, name), "utf8");
        bundle.add(name, name.endsWith(".js") ? text.replace(/^ *\/\/.*\n/gm, "") : text);
    }
for (const name of ["favicon.svg", "icons.svg"]) bundle.add(name, readFileSync(join(src, name)));
bundle.add("site.css", style(join(src, "style")));

const emoji = gemoji.flatMap(({ emoji: character, names }) => names.map((name) => [name, character])).sort();
bundle.add("emoji.json", JSON.stringify(Object.fromEntries(emoji)) + "\n");

// Theirs. The maps of Swagger UI stay behind, so the comments that name them would only make browsers ask for something that
// is not there.
for (const name of ["swagger-ui.css", "swagger-ui-bundle.js"]) {
    const text = readFileSync(join(modules, "swagger-ui-dist", name), "utf8");
    bundle.add(name, text.replace(/\n*(\/\*|\/\/)# sourceMappingURL=.*$/, "\n"), { theirs: true });
}
const { core, files, languages } = await highlighting(modules);
bundle.add("hljs.js", core, { theirs: true });
const shared = bundle.addSet(files);
// A worker says "./hljs-LANGUAGE.js" and puts the name in itself.
bundle.add("languages.js", `${languages}export const file = "./hljs-LANGUAGE.${shared}.js";\n`);
bundle.addSet(drawings(modules), linkDrawings);
bundle.add("licenses.txt", notices(modules, ["swagger-ui-dist", "gemoji", "@highlightjs/cdn-assets", "markdown-it", "mermaid"]));
const pages = guides(join(here, "..", "docs"));

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const manifest = [];
const totals = { ours: 0, theirs: 0 };
for (const [name, file] of bundle.all()) {
    const packed = gzipSync(file.content, { level: 9 });
    if (!file.theirs) writeFileSync(join(dist, file.name), file.content);
    writeFileSync(join(dist, `${file.name}.gz`), packed);
    manifest.push(`${name} ${file.name}\n`);
    totals[file.theirs ? "theirs" : "ours"] += packed.length;
    if (!/^(hljs|mermaid)-/.test(name))
        console.log(`web/dist/${name}`.padEnd(36), `${file.content.length} bytes, ${packed.length} compressed`);
}
writeFileSync(join(dist, "manifest.txt"), manifest.join(""));
console.log(`web/dist: ${manifest.length} files; compressed, ours have ${totals.ours} bytes, others' ${totals.theirs}`);

const data = join(here, "data");
rmSync(data, { recursive: true, force: true });
for (const folder of ["licenses", "docs", "site"]) mkdirSync(join(data, folder), { recursive: true });
for (const [name, text] of licenses(modules)) writeFileSync(join(data, "licenses", `${name}.txt`), text);
writeFileSync(join(data, "emoji.txt"), emoji.map(([name, character]) => `${name}\t${character}\n`).sort().join(""));
for (const [name, text] of docsFiles(pages)) writeFileSync(join(data, "docs", name), text);
for (const [name, text] of standalone(pages, "site.css")) writeFileSync(join(data, "site", name), text);
writeFileSync(join(data, "site", "site.css"), bundle.made("site.css").content);
console.log(`web/data: ${pages.length} pages of documentation`);
console.log(`web/data: ${readdirSync(join(data, "licenses")).length} licenses, ${emoji.length} names of emoji`);
