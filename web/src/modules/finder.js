// Finds while one types: <form data-find="paths"> is sent by GET after each pause, and the element with that id is taken from
// the answer. Arrow keys move through what fits, Enter opens it. A link with data-dialog="finding" brings such a page as a
// dialog; the address bar keeps the words where the form is the page's own. In a menu, the menu moves.
import "./dialogs.js";
import { asSent, load, put } from "./page.js";

const pause = 150; // milliseconds
let turn = 0;

// Which of `count` is next; from the field (-1) downwards to the first, upwards from there back to the field.
export const next = (count, at, key) => (key === "ArrowDown" ? Math.min(at + 1, count - 1) : Math.max(at - 1, -1));

async function find(form) {
    const mine = (turn += 1);
    await new Promise((done) => setTimeout(done, pause));
    if (mine !== turn) return;
    const { address } = asSent(form);
    try {
        const { page } = await load(address);
        const [old, fresh] = [document.getElementById(form.dataset.find), page.getElementById(form.dataset.find)];
        if (mine !== turn || old === null || fresh === null) return;
        put(old, fresh);
        if (form.closest("dialog, details.menu") === null) history.replaceState(null, "", address);
    } catch {
        // The form can still be sent.
    }
}

function move(event, form) {
    const links = [...(document.getElementById(form.dataset.find)?.querySelectorAll("a") ?? [])];
    if (links.length === 0) return;
    event.preventDefault();
    const at = next(links.length, links.indexOf(document.activeElement), event.key);
    (links[at] ?? form.querySelector("input[type=search], input:not([type])")).focus();
}

function start() {
    document.addEventListener("input", ({ target }) => {
        const form = target.closest?.("form[data-find]");
        if (form) find(form);
    });
    document.addEventListener("keydown", (event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        const form = [...document.querySelectorAll("form[data-find]")].find(
            (one) => one.contains(event.target) || document.getElementById(one.dataset.find)?.contains(event.target));
        if (form && form.closest("details.menu") === null && !event.target.matches("select, textarea")) move(event, form);
    });
    document.addEventListener("submit", (event) => {
        const form = event.target;
        if (form.dataset.find === undefined || form.closest("dialog, details.menu") === null) return;
        const first = document.getElementById(form.dataset.find)?.querySelector("a");
        if (!first) return;
        event.preventDefault();
        first.click();
    });
}

if (globalThis.document !== undefined) start();
