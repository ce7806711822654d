// Differences: more lines around a change in place (links with data-expand), files folded, a form between the lines (links
// with data-inline="id of the form"), and keys: j k file, n p thread, arrows line, Enter comments, [ ] more lines.
import { bind } from "./keys.js";
import { load, put, say, word } from "./page.js";
import "./pictures.js";
import "./wrap.js";

const offline = () => say(word("offline", "The server does not answer. Nothing was lost."));
const sectionOf = (element) => element?.closest?.("section.diff-file");

// Runs what changes rows, and scrolls so that the line under the eye stays where it is.
function withoutMoving(anchor, change) {
    const top = (id) => document.getElementById(id)?.getBoundingClientRect().top;
    const before = anchor && top(anchor);
    change();
    const after = anchor && top(anchor);
    if (before !== undefined && after !== undefined) scrollBy(0, after - before);
}

// The line below a gap, which must not move when lines come above it: the id of its number.
const lineBelow = (gap) => {
    for (let row = gap.nextElementSibling; row !== null; row = row.nextElementSibling) {
        const id = row.querySelector(".n a[id]")?.id;
        if (id) return id;
    }
    return undefined;
};

async function expand(link) {
    const section = sectionOf(link);
    try {
        const { page } = await load(link.href);
        const fresh = page.getElementById(section.id)?.querySelector(".diff-wrap");
        if (!fresh) return location.assign(link.href);
        withoutMoving(lineBelow(link.closest("tr")), () => put(section.querySelector(".diff-wrap"), fresh));
    } catch {
        offline();
    }
}

function fold(button) {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    sectionOf(button).querySelector(".diff-wrap").hidden = !open;
    const sign = button.querySelector("use");
    sign?.setAttribute("href", sign.getAttribute("href").replace(/#i-.*/, open ? "#i-down" : "#i-right"));
}

function close(row, line) {
    const unsent = [...row.querySelectorAll("textarea")].some((field) => field.value !== field.defaultValue);
    row.hidden = true;
    if (unsent && !line.querySelector(".unsent")) {
        const sign = document.createElement("span");
        sign.className = "unsent";
        sign.textContent = ` ${word("unsent", "unsent")}`;
        line.querySelector("td.c:last-child")?.append(sign);
    }
    line.querySelector("a[data-inline]")?.focus();
}

// A form below its line. What was written in it is still there when it is opened again.
async function writeBelow(link) {
    const line = link.closest("tr");
    const there = line.nextElementSibling;
    if (there?.classList.contains("inline-form") && there.querySelector(`#${CSS.escape(link.dataset.inline)}`)) {
        there.hidden = false;
        there.querySelector("textarea")?.focus();
        return;
    }
    try {
        const { page } = await load(link.href);
        const form = page.getElementById(link.dataset.inline);
        if (form === null) return location.assign(link.href);
        const row = document.createElement("tr");
        row.className = "talk-row inline-form";
        const cell = row.insertCell();
        cell.colSpan = [...line.cells].reduce((sum, one) => sum + one.colSpan, 0);
        cell.append(document.adoptNode(form));
        line.after(row);
        row.addEventListener("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && close(row, line));
        row.dispatchEvent(new CustomEvent("cairn:fresh", { bubbles: true }));
        row.querySelector("textarea")?.focus();
    } catch {
        offline();
    }
}

// The element after or before what has the focus or, without one, what is at the top of the window.
export function neighbor(elements, focused, by) {
    const holding = elements.findIndex((element) => element.contains(focused));
    if (holding >= 0) return elements[holding + by];
    const below = elements.findIndex((element) => element.getBoundingClientRect().top > 60);
    if (by > 0) return elements[below];
    return elements[(below < 0 ? elements.length : below) - 1];
}

export function jump(selector, by, focusOn) {
    const all = [...document.querySelectorAll(selector)];
    if (all.length === 0) return false;
    const next = neighbor(all, document.activeElement, by);
    if (next === undefined) return true;
    for (let fold = next.closest("details:not([open])"); fold; fold = fold.closest("details:not([open])")) fold.open = true;
    next.scrollIntoView({ block: "start" });
    next.querySelector(focusOn)?.focus({ preventScroll: true });
    return true;
}

function arrow(event) {
    const row = event.target.closest?.(".diff tr");
    const section = sectionOf(event.target);
    const rows = section && [...section.querySelectorAll(".diff tr:has(> .c)")];
    if (!rows || rows.length === 0 || !(row === event.target || event.target.matches(".diff-head h2 a"))) return;
    const at = rows.indexOf(row);
    const next = rows[event.key === "ArrowDown" ? at + 1 : at - 1];
    event.preventDefault();
    if (next === undefined) return;
    next.tabIndex = -1;
    next.focus();
}

// Where these keys have another meaning on the page, it is that unless a file has the focus.
function more(last) {
    const elsewhere = document.querySelector('[data-key="["]') !== null;
    const section = sectionOf(document.activeElement) ?? (elsewhere ? null : document.querySelector("section.diff-file"));
    const gaps = [...(section?.querySelectorAll("a[data-expand]") ?? [])];
    if (gaps.length === 0) return false;
    gaps.at(last ? -1 : 0).click();
    return true;
}

// One file at a time: the next one is a page of its own.
function turnPage(direction) {
    const link = document.querySelector(`.diff-bar a[rel=${direction}]`);
    link?.click();
    return link !== null;
}

// An issue about a file (a link with data-ask) is about the line that the address names.
function askAbout(link) {
    const id = sectionOf(link).id;
    if (new RegExp(`^#${id}[LR]\\d+$`).test(location.hash)) link.href = link.href.replace(new RegExp(`${id}([LR]\\d+)?`), location.hash.slice(1));
}

function start() {
    document.addEventListener("click", ({ target }) => {
        const link = target.closest?.("a[data-ask]");
        if (link) askAbout(link);
    });
    document.addEventListener("click", (event) => {
        if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey) return;
        const target = event.target.closest?.("a[data-expand], a[data-inline], .diff-head button[aria-expanded]");
        if (!target) return;
        event.preventDefault();
        if (target.matches("button")) fold(target);
        else if (target.dataset.inline !== undefined) writeBelow(target);
        else expand(target);
    });
    document.addEventListener("keydown", (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "ArrowDown" || event.key === "ArrowUp") arrow(event);
        else if (event.key === "Enter" && event.target.matches?.(".diff tr")) event.target.querySelector("a[data-inline]")?.click();
    });
    bind("j", () => turnPage("next") || jump("section.diff-file", 1, "h2 a"));
    bind("k", () => turnPage("prev") || jump("section.diff-file", -1, "h2 a"));
    bind("n", () => jump(".thread", 1, "summary, a"));
    bind("p", () => jump(".thread", -1, "summary, a"));
    bind("[", () => more(false));
    bind("]", () => more(true));
}

if (globalThis.document !== undefined) start();
