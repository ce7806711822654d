// From the HTML that highlight.js makes to colors by line: [[from, to, kind], ...] for each line of a text, in characters of
// that line. Only the seven kinds that help reading have a color (style/code/colors.css).
const kinds = new Set(["comment", "quote", "meta", "keyword", "literal", "selector-tag", "tag", "string", "regexp", "char",
    "number", "symbol", "title", "section", "name", "type", "built_in", "class", "attr", "attribute", "property", "variable"]);
const entities = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
const piece = /<span class="([^"]*)">|<\/span>|(&(?:amp|lt|gt|quot|#x27);)|([^<&]+)/g;

const kindOf = (names) => names.split(" ").map((name) => name.replace(/^hljs-/, "")).find((name) => kinds.has(name));

export function colors(html) {
    const lines = [[]];
    const open = [];
    let column = 0;
    const add = (text) => {
        const kind = open.findLast((one) => one !== undefined);
        text.split("\n").forEach((part, i) => {
            if (i > 0) {
                lines.push([]);
                column = 0;
            }
            if (part === "") return;
            const line = lines.at(-1);
            const last = line.at(-1);
            if (kind !== undefined) {
                if (last?.[2] === kind && last[1] === column) last[1] += part.length;
                else line.push([column, column + part.length, kind]);
            }
            column += part.length;
        });
    };
    for (const [whole, names, entity, text] of html.matchAll(piece)) {
        if (names !== undefined) open.push(kindOf(names));
        else if (whole === "</span>") open.pop();
        else add(entity === undefined ? text : entities[entity]);
    }
    return lines;
}
