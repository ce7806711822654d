// Gathers in dist/ what the program embeds: our own pages from src/ and the parts of Swagger UI that they use, each
// as it is and as NAME.gz. The program sends either as it is and spends no time on compression.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

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

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const [name, content] of files) {
    const packed = gzipSync(content, { level: 9 });
    writeFileSync(join(dist, name), content);
    writeFileSync(join(dist, `${name}.gz`), packed);
    console.log(`web/dist/${name}`.padEnd(36), `${content.length} bytes, ${packed.length} compressed`);
}
