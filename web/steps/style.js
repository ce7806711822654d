// Joins the stylesheet: each line of src/style/index.css that imports a file into a layer becomes that file, inside the layer.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const importing = /^@import "([^"]+)" layer\((\w+)\);$/gm;
const root = ":root {";

// Comments and most white space go. No rule of ours has a string with two blanks or a colon and a blank in it.
export function smaller(css) {
    return css
        .replace(/\/\*.*?\*\//gs, "")
        .replace(/\s+/g, " ")
        .replace(/ ?([{};]) ?/g, "$1")
        .replace(/([:,]) /g, "$1")
        .replace(/;}/g, "}")
        .trim();
}

// The dark values, twice: where the system is dark and nobody has chosen light, and where dark was chosen. A reader without a
// choice needs no attribute, and a chosen one needs no script.
export function dark(css) {
    if (css.split(root).length !== 2) throw new Error("tokens/dark.css is one rule for :root");
    const when = (selector) => css.replace(root, `${selector} {`);
    return `@media screen and (prefers-color-scheme: dark) { ${when(':root:not([data-theme="light"])')} }
        @media screen { ${when(':root[data-theme="dark"]')} }`;
}

export function style(folder) {
    const index = readFileSync(join(folder, "index.css"), "utf8");
    const layers = index.match(/^@layer [\w, ]+;$/m)[0];
    const files = [...index.matchAll(importing)].map(([, name, layer]) => {
        const css = readFileSync(join(folder, name), "utf8");
        return `@layer ${layer} { ${name === "tokens/dark.css" ? dark(css) : css} }`;
    });
    return smaller([layers, ...files].join("\n")) + "\n";
}
