// Lines of a file: a click on a number chooses the line, with Shift the lines up to it; the address says which. Below
// <template id="range-menu"> the page has what can be done with them: links whose {lines} becomes "L42-L48", {first} "42" and
// {last} "48" and {quote} the lines themselves. The key y puts the address with the commit's id into the address bar (<link rel="permalink">).
import { copy } from "./copy.js";
import { bind } from "./keys.js";
import { each, say, word } from "./page.js";
import { extend, read, readTyped, write } from "./range.js";
import "./wrap.js";

let chosen = null;
let menu = null;

const row = (number) => document.getElementById(`L${number}`);
const permalink = () => document.querySelector("link[rel=permalink]")?.href;

const longestQuote = 50; // lines

// The lines as a block of code in a text.
function quote() {
    const lines = [];
    for (let number = chosen.first; number <= Math.min(chosen.last, chosen.first + longestQuote - 1); number += 1)
        lines.push(row(number)?.querySelector(".c")?.textContent ?? "");
    const fence = "`".repeat(Math.max(3, ...[...lines.join("\n").matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
    return `\n\n${fence}\n${lines.join("\n")}\n${fence}\n`;
}

function fill(text) {
    return text
        .replaceAll(/\{lines\}|%7Blines%7D/g, write(chosen).slice(1))
        .replaceAll(/\{first\}|%7Bfirst%7D/g, chosen.first)
        .replaceAll(/\{last\}|%7Blast%7D/g, chosen.last)
        .replaceAll(/\{quote\}|%7Bquote%7D/g, () => encodeURIComponent(quote()));
}

function showMenu() {
    menu?.remove();
    const [template, first] = [document.getElementById("range-menu"), chosen && row(chosen.first)];
    if (template === null || !first) return;
    menu = template.content.firstElementChild.cloneNode(true);
    menu.classList.add("range-menu");
    for (const link of menu.querySelectorAll("a[href]")) link.setAttribute("href", fill(link.getAttribute("href")));
    for (const button of menu.querySelectorAll("[data-copy]")) button.dataset.copy = new URL(fill(button.dataset.copy), location.href).href;
    first.closest(".code-wrap").append(menu);
    menu.style.top = `${first.offsetTop + first.closest("table").offsetTop}px`;
}

function mark(range) {
    for (const old of document.querySelectorAll(".code tr.chosen")) old.classList.remove("chosen");
    chosen = range;
    const last = range === null ? 0 : Math.min(range.last, range.first + 20_000);
    for (let number = range?.first ?? 1; number <= last; number += 1) row(number)?.classList.add("chosen");
    showMenu();
}

function go(range) {
    mark(range);
    history.replaceState(null, "", location.pathname + location.search + write(range));
}

// A range is no id, so the browser does not go there by itself.
function follow() {
    const range = read(location.hash);
    if (range === null) return;
    mark(range);
    if (range.first !== range.last) row(range.first)?.scrollIntoView({ block: "center" });
}

function keepForEver() {
    const address = permalink();
    if (!address) return false;
    history.replaceState(null, "", address + (chosen === null ? "" : write(chosen)));
    copy(location.href).then(() => say(word("linkCopied", "Link copied")), () => {});
    return true;
}

each("table.code:not(.diff)", (table) => {
    table.addEventListener("click", (event) => {
        const link = event.target.closest(".n a");
        const range = link === null ? null : read(link.hash);
        if (range === null || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        go(event.shiftKey ? extend(chosen, range.first) : range);
    });
    // Shift and a click would choose text.
    table.addEventListener("mousedown", (event) => event.shiftKey && event.target.closest(".n") && event.preventDefault());
});
document.addEventListener("submit", (event) => {
    const range = event.target.matches("form[data-go-to-line]") ? readTyped(event.target.elements.line.value) : null;
    if (range === null || row(range.first) === null) return;
    event.preventDefault();
    go(range);
    row(range.first).scrollIntoView({ block: "center" });
    event.target.closest("details.menu")?.removeAttribute("open");
});
addEventListener("hashchange", follow);
bind("y", keepForEver);
follow();
// The lines of a long file may still be on their way.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", follow);
