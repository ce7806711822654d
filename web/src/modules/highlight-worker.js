// Colors text away from the page: gets {id, language, text}, answers {id, lines}, where lines is null for a language that
// nobody knows. A language is fetched when the first text in it comes.
import hljs from "./hljs.js";
import { file, names, parts } from "./languages.js";
import { colors } from "./tokens.js";

const loaded = new Map();

function load(name) {
    if (!loaded.has(name))
        loaded.set(name, import(new URL(file.replace("LANGUAGE", name), import.meta.url)).then((module) => hljs.registerLanguage(name, module.default)));
    return loaded.get(name);
}

addEventListener("message", async ({ data: { id, language, text } }) => {
    let lines = null;
    try {
        const name = names[language.toLowerCase()];
        if (name !== undefined) {
            await Promise.all([name, ...(parts[name] ?? [])].map(load));
            lines = colors(hljs.highlight(text, { language: name, ignoreIllegals: true }).value);
        }
    } catch {
        // It stays as it is.
    }
    postMessage({ id, lines });
});
