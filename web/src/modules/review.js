// Reviewing: the number's cell of a line offers a remark (section.diff-file[data-comment]: the address of the form), on
// several lines by dragging, with Shift, or with Shift and the arrow keys; form.viewed is sent at once and folds its file
// (key v); button[data-suggest] writes the lines to be changed; button[data-thread] and a[data-open="id of a menu"].
import { jump } from "./diff.js";
import { bind } from "./keys.js";
import { say, word } from "./page.js";

// A line by the id of its number: "diff-…R12".
export function parse(id) {
    const found = /^(diff-[0-9a-f]+)([LR])(\d+)$/.exec(id ?? "");
    return found && { section: found[1], side: found[2], line: Number(found[3]) };
}

// The lines from one to another, if they are on one side of one file; else the second alone.
export function span(from, to) {
    const together = from && from.section === to.section && from.side === to.side;
    return { ...to, first: together ? Math.min(from.line, to.line) : to.line, line: together ? Math.max(from.line, to.line) : to.line };
}

// A fence that no line of the text closes.
export function block(text) {
    const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
    const fence = "`".repeat(longest + 1);
    return `${fence}suggestion\n${text}${fence}\n`;
}

let from; // where a range begins
let offered;

// The side that is pointed at; where lines of both stand in one row, the new one.
function lineAt(target) {
    const row = target?.closest?.("section[data-comment] .diff tr");
    if (!row || !row.querySelector(":scope > .c")) return null;
    const split = row.closest("table").classList.contains("split2");
    const cells = [...row.cells];
    const at = cells.indexOf(target.closest("td"));
    const side = !split ? cells.slice(0, 2).reverse() : at >= 0 && at < 3 ? [cells[0]] : [cells[3], cells[0]];
    for (const cell of side) {
        const line = parse(cell?.querySelector("a[id]")?.id);
        if (line) return { ...line, cell };
    }
    return null;
}

function mark(range) {
    for (const row of document.querySelectorAll(".diff tr.chosen")) row.classList.remove("chosen");
    if (range === null || range.first === range.line) return;
    for (let n = range.first; n <= range.line; n++) document.getElementById(`${range.section}${range.side}${n}`)?.closest("tr").classList.add("chosen");
}

function offer(range, cell) {
    const id = `comment-${range.section}${range.side}${range.line}`;
    offered ??= Object.assign(document.createElement("a"), { className: "add-remark", textContent: "+" });
    offered.href = `${document.getElementById(range.section).dataset.comment}&side=${range.side === "L" ? "old" : "new"}&line=${range.line}${range.first < range.line ? `&first=${range.first}` : ""}`;
    offered.dataset.inline = id;
    offered.tabIndex = -1;
    offered.setAttribute("aria-label", document.getElementById("review-bar")?.dataset.comment ?? "Comment on this line");
    if (offered.parentElement !== cell) cell.prepend(offered);
    return offered;
}

function write(range) {
    const cell = document.getElementById(`${range.section}${range.side}${range.line}`)?.closest("td");
    if (!cell) return;
    mark(range);
    offer(range, cell).click();
}

async function view(form, box) {
    const sent = box.checked;
    const body = new URLSearchParams(new FormData(form));
    try {
        const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
        if (answer.type !== "opaqueredirect") throw new Error(answer.status);
    } catch {
        box.checked = !sent;
        return say(word("offline", "The server does not answer. Nothing was lost."));
    }
    const section = form.closest("section");
    section.classList.toggle("seen", sent);
    const fold = section.querySelector("details.folded");
    const button = section.querySelector(".diff-head > button[aria-expanded]");
    if (fold) fold.open = !sent;
    else if (button && (button.getAttribute("aria-expanded") === "true") === sent) button.click();
    const count = document.getElementById("viewed-count");
    if (!count) return;
    const number = count.querySelector(".soft span");
    number.textContent = Math.max(0, (Number.parseInt(number.textContent.replace(/\D/g, ""), 10) || 0) + (sent ? 1 : -1));
    count.querySelector(".fill").setAttribute("width", Math.floor((Number(number.textContent) * 100) / Number(count.dataset.of)));
}

function suggest(button) {
    const field = button.form.querySelector("textarea");
    const gap = field.value && !field.value.endsWith("\n") ? "\n" : "";
    field.setRangeText(gap + block(button.dataset.suggest), field.value.length, field.value.length, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
}

// The file that has the focus, else the one at the top of the window.
function current() {
    const held = document.activeElement?.closest?.("section.diff-file");
    return held ?? [...document.querySelectorAll("section.diff-file")].find((one) => one.getBoundingClientRect().bottom > 120);
}

function open(link, event) {
    const menu = document.getElementById(link.dataset.open);
    if (!menu) return;
    event.preventDefault();
    menu.open = true;
    menu.querySelector("textarea")?.focus();
}

function start() {
    document.addEventListener("pointerover", ({ target, buttons }) => {
        const line = lineAt(target);
        if (line === null) return;
        const range = span(buttons === 1 ? from : undefined, line);
        if (buttons === 1 && from) mark(range);
        else if (!target.closest(".add-remark")) offer(range, line.cell);
    });
    document.addEventListener("pointerdown", ({ target, button }) => {
        from = button === 0 && target.closest?.("td.n") ? (lineAt(target) ?? undefined) : undefined;
    });
    // A number is a link, which a browser would carry away.
    document.addEventListener("dragstart", (event) => event.target.closest?.("section[data-comment] td.n") && event.preventDefault());
    document.addEventListener("pointerup", ({ target }) => {
        const line = from && lineAt(target);
        if (line && line.line !== from.line) write(span(from, line));
        if (!line) mark(null);
    });
    document.addEventListener("click", (event) => {
        const target = event.target.closest?.("[data-suggest], [data-thread], [data-open], .diff .n a[id]");
        if (!target) return;
        if (target.dataset.suggest !== undefined) suggest(target);
        else if (target.dataset.thread !== undefined) jump(".thread", Number(target.dataset.thread), "summary, a");
        else if (target.dataset.open !== undefined) open(target, event);
        else if (event.shiftKey) {
            event.preventDefault();
            event.stopPropagation();
            write(span(parse(location.hash.slice(1)), { ...parse(target.id) }));
        }
    });
    document.addEventListener("focusin", ({ target }) => {
        const line = target.matches?.(".diff tr") ? lineAt(target) : null;
        if (line === null) return;
        const range = span(from, line);
        offer(range, line.cell);
        mark(range);
    });
    document.addEventListener("keydown", ({ key, shiftKey, target }) => {
        if (key !== "ArrowDown" && key !== "ArrowUp") return;
        from = shiftKey ? (from ?? lineAt(target) ?? undefined) : undefined;
    }, true);
    document.addEventListener("change", ({ target }) => {
        const form = target.closest?.("form.viewed");
        if (form) view(form, target);
    });
    bind("v", () => {
        const box = current()?.querySelector("form.viewed [type=checkbox]");
        box?.click();
        return box !== null && box !== undefined;
    });
}

if (globalThis.document !== undefined) start();
