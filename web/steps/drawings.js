// Mermaid (MIT) as it comes from npm: an entry and the parts that it asks for when a drawing needs them. They name each other,
// so they are one set.
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const importing = /((?:from|import)\s*\(?\s*)"(\.[^"]+\.mjs)"/g;
const entry = "mermaid.esm.min.mjs";

const named = (path) => (path === entry ? "mermaid.js" : `mermaid-${basename(path, ".mjs")}.js`);

// Name in dist/ and text of each. The text says the others' names, still without marks.
export function drawings(modules) {
    const root = join(modules, "mermaid", "dist");
    const files = new Map();
    const waiting = [entry];
    const seen = new Set(waiting);
    while (waiting.length > 0) {
        const path = waiting.pop();
        const text = readFileSync(join(root, path), "utf8").replace(/\n*\/\/# sourceMappingURL=.*$/, "\n");
        const link = (whole, before, other) => {
            const found = join(dirname(path), other);
            if (!seen.has(found)) {
                seen.add(found);
                waiting.push(found);
            }
            return `${before}"./${named(found)}"`;
        };
        files.set(named(path), text.replace(importing, link));
    }
    return new Map([...files].sort());
}

// Puts the marks in.
export const linkDrawings = (text, marked) =>
    text.replace(/"\.\/(mermaid[\w-]*\.js)"/g, (whole, name) => `"./${marked(name)}"`);
