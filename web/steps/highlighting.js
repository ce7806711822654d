// highlight.js (BSD-3-Clause) as it comes from npm: its core, a file for each language, and what our worker must know of them.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// What the program calls a language (src/kit/languages/languages.txt), where highlight.js has another name, or only a
// relative.
const otherNames = {
    "batchfile": "dos",
    "common lisp": "lisp",
    "desktop": "ini",
    "editorconfig": "ini",
    "emacs lisp": "lisp",
    "git config": "ini",
    "html+erb": "erb",
    "java properties": "properties",
    "jsonc": "json",
    "json with comments": "json",
    "meson": "python",
    "shell": "bash",
    "starlark": "python",
    "svelte": "xml",
    "systemd": "ini",
    "vim script": "vim",
    "vue": "xml",
};

// The languages whose words a language takes for its parts: a page has scripts and styles.
function partsOf(language) {
    const seen = new Set();
    const parts = new Set();
    const look = (mode) => {
        if (mode === null || typeof mode !== "object" || seen.has(mode)) return;
        seen.add(mode);
        if (mode.subLanguage !== undefined) for (const name of [mode.subLanguage].flat()) parts.add(name);
        for (const value of Object.values(mode)) look(value);
    };
    look(language);
    return [...parts].sort();
}

export async function highlighting(modules) {
    const folder = join(modules, "@highlightjs", "cdn-assets", "es");
    const core = readFileSync(join(folder, "core.min.js"), "utf8");
    const { default: hljs } = await import(pathToFileURL(join(folder, "core.min.js")));
    const files = new Map();
    const names = {};
    const parts = {};
    for (const file of readdirSync(join(folder, "languages")).filter((name) => name.endsWith(".min.js")).sort()) {
        const name = file.replace(".min.js", "");
        const { default: define } = await import(pathToFileURL(join(folder, "languages", file)));
        hljs.registerLanguage(name, define);
        const language = hljs.getLanguage(name);
        files.set(`hljs-${name}.js`, readFileSync(join(folder, "languages", file), "utf8"));
        for (const other of [name, language.name ?? name, ...(language.aliases ?? [])]) names[other.toLowerCase()] ??= name;
        const others = partsOf(language).filter((part) => part !== name);
        if (others.length > 0) parts[name] = others;
    }
    Object.assign(names, otherNames);
    // Markdown's fences say their language as a class, in which only some characters may stand (kit/markup/language_class).
    for (const name of Object.keys(names)) names[name.replace(/[^\w-]/g, "_")] ??= names[name];
    for (const name in parts) parts[name] = parts[name].map((part) => names[part]).filter((part) => part !== undefined);
    const table = (object) => JSON.stringify(Object.fromEntries(Object.entries(object).sort()));
    const languages = `export const names = ${table(names)};\nexport const parts = ${table(parts)};\n`;
    return { core, files, languages };
}
