// Gathers what the program embeds. In dist/ what it serves: our own pages from src/ and the parts of Swagger UI that
// they use, each as it is and as NAME.gz. The program sends either as it is and spends no time on compression.
// In data/ what it works with: license texts (licenses.js) and the names of emoji, from the package gemoji (MIT).
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { gemoji } from "gemoji";

import { licenses } from "./licenses.js";

const here = dirname(fileURLToPath(import.meta.url));
const swagger = join(here, "node_modules", "swagger-ui-dist");
const dist = join(here, "dist");

// Name in dist/, and the bytes. The maps of Swagger UI stay behind, so the comments that name them would only make browsers
// ask for something that is not there.
const files = new Map();
for (const name of readdirSync(join(here, "src"))) files.set(name, readFileSync(join(here, "src", name)));
for (const name of ["swagger-ui.css", "swagger-ui-bundle.js"]) {
    const text = readFileSync(join(swagger, name), "utf8");
    files.set(name, Buffer.from(text.replace(/\n*(\/\*|\/\/)# sourceMappingURL=.*$/, "\n")));
}
files.set("swagger-ui.license.txt", readFileSync(join(swagger, "LICENSE")));
files.set("gemoji.license.txt", readFileSync(join(here, "node_modules", "gemoji", "license")));

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const [name, content] of files) {
    const packed = gzipSync(content, { level: 9 });
    writeFileSync(join(dist, name), content);
    writeFileSync(join(dist, `${name}.gz`), packed);
    console.log(`web/dist/${name}`.padEnd(36), `${content.length} bytes, ${packed.length} compressed`);
}

const data = join(here, "data");
rmSync(data, { recursive: true, force: true });
mkdirSync(join(data, "licenses"), { recursive: true });
for (const [name, text] of licenses(join(here, "node_modules"))) writeFileSync(join(data, "licenses", `${name}.txt`), text);
const emoji = gemoji.flatMap(({ emoji: character, names }) => names.map((name) => `${name}\t${character}\n`));
writeFileSync(join(data, "emoji.txt"), emoji.sort().join(""));
console.log(`web/data: ${readdirSync(join(data, "licenses")).length} licenses, ${emoji.length} names of emoji`);
