// Markdown's marks as functions of a text and what is chosen in it: each returns what to put where,
// {from, to, text, select: [from, to]}. A field that does it keeps its own undo.

const edit = (from, to, text, select) => ({ from, to, text, select });

// Around what is chosen, or away when it is there already.
function around(value, start, end, mark) {
    const chosen = value.slice(start, end);
    const length = mark.length;
    if (value.slice(start - length, start) === mark && value.slice(end, end + length) === mark)
        return edit(start - length, end + length, chosen, [start - length, end - length]);
    return edit(start, end, mark + chosen + mark, [start + length, end + length]);
}

// Before each line that is chosen, or away when all have it.
function before(value, start, end, mark) {
    const from = value.lastIndexOf("\n", start - 1) + 1;
    const lines = value.slice(from, end).split("\n");
    const all = lines.every((line) => line.startsWith(mark));
    const text = lines.map((line) => (all ? line.slice(mark.length) : mark + line)).join("\n");
    return edit(from, end, text, [from, from + text.length]);
}

function code(value, start, end) {
    const chosen = value.slice(start, end);
    if (!chosen.includes("\n")) return around(value, start, end, "`");
    const text = `\`\`\`\n${chosen}\n\`\`\``;
    return edit(start, end, text, [start + 4, start + 4 + chosen.length]);
}

function link(value, start, end) {
    const chosen = value.slice(start, end);
    if (/^https?:\/\/\S+$/.test(chosen)) return edit(start, end, `[](${chosen})`, [start + 1, start + 1]);
    const at = start + chosen.length + 3;
    return edit(start, end, `[${chosen}](url)`, [at, at + 3]);
}

const marks = {
    bold: (...at) => around(...at, "**"),
    italic: (...at) => around(...at, "_"),
    heading: (...at) => before(...at, "### "),
    quote: (...at) => before(...at, "> "),
    list: (...at) => before(...at, "- "),
    numbers: (...at) => before(...at, "1. "),
    tasks: (...at) => before(...at, "- [ ] "),
    code,
    link,
    suggest: (value, start, end) => {
        const chosen = value.slice(start, end);
        return edit(start, end, `\`\`\`suggestion\n${chosen}\n\`\`\`\n`, [start + 14, start + 14 + chosen.length]);
    },
};

export const mark = (name, value, start, end) => marks[name]?.(value, start, end);

// What Enter does in a list: the next item begins as this one; in an empty one the list ends. Undefined elsewhere.
export function nextItem(value, at) {
    const from = value.lastIndexOf("\n", at - 1) + 1;
    const line = value.slice(from, at);
    const item = line.match(/^(\s*)([-*+]|(\d+)([.)]))( \[[ xX]\])? /);
    if (item === null) return undefined;
    if (item[0] === line) return edit(from, at, "", [from, from]);
    const next = item[3] === undefined ? item[2] : `${Number(item[3]) + 1}${item[4]}`;
    const text = `\n${item[1]}${next}${item[5] === undefined ? "" : " [ ]"} `;
    return edit(at, at, text, [at + text.length, at + text.length]);
}

// A passage as a quotation, with room to answer below it.
export const quoted = (text) => `${text.trim().split("\n").map((line) => `> ${line}`.trimEnd()).join("\n")}\n\n`;

// Does it in a field, in a way that the field's undo knows.
export function apply(field, change) {
    if (change === undefined) return;
    field.focus();
    field.setSelectionRange(change.from, change.to);
    const done = change.text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, change.text);
    if (!done) field.setRangeText(change.text, change.from, change.to);
    field.setSelectionRange(...change.select);
    field.dispatchEvent(new Event("input", { bubbles: true }));
}
