// Colors code after its text is there: files and differences (data-language on the table) and fences in prose
// (class="language-rust"). When it comes into view, in idle time, not above 512 KB or 10,000 lines. Only colors change, so no
// line moves.
import { each } from "./page.js";

const mostBytes = 512 * 1024;
const mostLines = 10_000;
const atOnce = 300; // lines in one piece of idle time

const idle = (run) => (globalThis.requestIdleCallback ?? ((f) => setTimeout(f, 1)))(run);

let worker;
let last = 0;
const waiting = new Map();

function ask(language, text) {
    if (worker === undefined) {
        worker = new Worker(new URL("./highlight-worker.js", import.meta.url), { type: "module" });
        worker.addEventListener("message", ({ data }) => {
            waiting.get(data.id)?.(data.lines);
            waiting.delete(data.id);
        });
    }
    const id = (last += 1);
    return new Promise((done) => {
        waiting.set(id, done);
        worker.postMessage({ id, language, text });
    });
}

// Puts spans around parts of a line's text, whatever elements (changed words) are inside it already.
export function paint(line, ranges) {
    if (ranges.length === 0) return;
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    let start = 0;
    for (const node of nodes) {
        const end = start + node.data.length;
        const pieces = document.createDocumentFragment();
        let at = start;
        for (const [from, to, kind] of ranges) {
            if (to <= start || from >= end) continue;
            const [a, b] = [Math.max(from, start), Math.min(to, end)];
            pieces.append(node.data.slice(at - start, a - start));
            const span = document.createElement("span");
            span.className = `hljs-${kind}`;
            span.textContent = node.data.slice(a - start, b - start);
            pieces.append(span);
            at = b;
        }
        if (at > start) {
            pieces.append(node.data.slice(at - start));
            node.replaceWith(pieces);
        }
        start = end;
    }
}

async function color(cells, language) {
    if (cells.length === 0 || cells.length > mostLines) return;
    const texts = cells.map((cell) => cell.textContent.replace(/\n$/, ""));
    const text = texts.join("\n");
    if (text.length > mostBytes) return;
    const lines = await ask(language, text);
    if (lines === null) return;
    const piece = (from) => {
        const to = Math.min(from + atOnce, cells.length);
        for (let i = from; i < to; i += 1) paint(cells[i], lines[i] ?? []);
        if (to < cells.length) idle(() => piece(to));
    };
    idle(() => piece(0));
}

// Of a difference the old text and the new one are colored apart: what is on both sides takes the new one's colors.
function sides(table) {
    const split = table.classList.contains("split2");
    const cells = [...table.querySelectorAll("td.c:not(.none)")];
    if (!split) return [cells.filter((cell) => !cell.classList.contains("del")), cells.filter((cell) => cell.classList.contains("del"))];
    const right = (cell) => cell.cellIndex > 2;
    return [cells.filter(right), cells.filter((cell) => !right(cell))];
}

function colorTable(table) {
    const parts = table.classList.contains("diff") ? sides(table) : [[...table.querySelectorAll("td.c")]];
    for (const cells of parts) color(cells, table.dataset.language);
}

// A fence is one text; its lines are its text nodes, put into one element each while they are colored.
async function colorFence(code) {
    const language = [...code.classList].find((name) => name.startsWith("language-")).slice("language-".length);
    const text = code.textContent;
    if (text.length > mostBytes || code.childElementCount > 0) return;
    const lines = await ask(language, text);
    if (lines === null) return;
    const ranges = [];
    let start = 0;
    text.split("\n").forEach((line, i) => {
        for (const [from, to, kind] of lines[i] ?? []) ranges.push([start + from, start + to, kind]);
        start += line.length + 1;
    });
    idle(() => paint(code, ranges));
}

function start() {
    if (new URLSearchParams(location.search).get("highlight") === "off") return;
    const seen = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) {
            if (!isIntersecting) continue;
            seen.unobserve(target);
            if (target.matches("table")) colorTable(target);
            else colorFence(target);
        }
    }, { rootMargin: "50%" });
    each("table.code[data-language]", (table) => seen.observe(table));
    each(".prose pre > code[class*=language-]:not(.language-text, .language-mermaid, .language-math)", (code) => seen.observe(code));
}

if (globalThis.document !== undefined) start();
