// A field for code: <textarea data-indent="4"> (blanks, "tab", or empty: as the lines above have it). Tab and Shift+Tab
// indent what is chosen, Enter goes on as far in as the line before. Escape lets the next Tab leave the field, as it does for
// those who never asked for this.
import { apply } from "./marks.js";
import { each } from "./page.js";

const edit = (from, to, text, select) => ({ from, to, text, select });

// A step of indentation: what the field says, else what the text's own lines begin with.
export function stepOf(indent, value) {
    if (indent === "tab") return "\t";
    if (/^[1-8]$/.test(indent)) return " ".repeat(Number(indent));
    if (/^\t/m.test(value)) return "\t";
    const found = value.match(/^ {2,8}(?=\S)/m);
    return found === null ? "    " : found[0];
}

// Tab: a step at the cursor, or before each line that is chosen.
export function deeper(value, start, end, step) {
    if (!value.slice(start, end).includes("\n")) return edit(start, end, step, [start + step.length, start + step.length]);
    const from = value.lastIndexOf("\n", start - 1) + 1;
    const text = value
        .slice(from, end)
        .split("\n")
        .map((line) => (line === "" ? line : step + line))
        .join("\n");
    return edit(from, end, text, [from, from + text.length]);
}

// Shift+Tab: a step less, as far as there is one.
export function shallower(value, start, end, step) {
    const from = value.lastIndexOf("\n", start - 1) + 1;
    const lines = value.slice(from, end).split("\n");
    const text = lines.map((line) => (line.startsWith(step) ? line.slice(step.length) : line.replace(/^[ \t]/, ""))).join("\n");
    if (start === end) {
        const at = Math.max(from, start - (end - from - text.length));
        return edit(from, end, text, [at, at]);
    }
    return edit(from, end, text, [from, from + text.length]);
}

// Enter: a new line that begins as this one. Undefined where it begins with nothing.
export function nextLine(value, at) {
    const from = value.lastIndexOf("\n", at - 1) + 1;
    const [blank] = value.slice(from, at).match(/^[ \t]*/);
    return blank === "" ? undefined : edit(at, at, `\n${blank}`, [at + 1 + blank.length, at + 1 + blank.length]);
}

function start() {
    each("textarea[data-indent]", (field) => {
        let leaving = false;
        field.addEventListener("blur", () => (leaving = false));
        field.addEventListener("keydown", (event) => {
            if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
            const { value, selectionStart: from, selectionEnd: to } = field;
            let change;
            if (event.key === "Escape") leaving = true;
            else if (event.key === "Tab" && !leaving) change = (event.shiftKey ? shallower : deeper)(value, from, to, stepOf(field.dataset.indent, value));
            else if (event.key === "Enter" && !event.shiftKey && from === to) change = nextLine(value, from);
            else if (event.key !== "Shift" && event.key !== "Tab") leaving = false;
            if (change === undefined) return;
            event.preventDefault();
            apply(field, change);
        });
    });
}

if (globalThis.document !== undefined) start();
