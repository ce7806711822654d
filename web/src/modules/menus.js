// Menus: <details class="menu">. They open and close without this; here one closes the others, Escape and a click elsewhere
// close it, and arrow keys move in it. And the tab that one is on is brought into view, where the stylesheet could not.
import { each } from "./page.js";

const open = () => [...document.querySelectorAll("details.menu[open]")];
const items = (menu) =>
    [...menu.querySelectorAll(".sheet :is(a[href], button, input:not([type=hidden]), select, textarea)")].filter(
        (item) => !item.disabled && (item.checkVisibility?.() ?? true));

// Where an arrow key leads: the first from nowhere, around at the ends.
export function step(count, at, key) {
    if (key === "Home") return 0;
    if (key === "End") return count - 1;
    if (key === "ArrowDown") return (at + 1) % count;
    return at <= 0 ? count - 1 : at - 1;
}

function close(menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
}

function arrow(event, menu) {
    const field = event.target.matches("textarea, select, input:not([type=checkbox], [type=radio])");
    if (field && (event.key === "Home" || event.key === "End" || event.target.matches("textarea, select"))) return;
    if (event.target.matches("input[type=radio]")) return;
    const all = items(menu);
    if (all.length === 0) return;
    event.preventDefault();
    all[step(all.length, all.indexOf(event.target), event.key)].focus();
}

// A field in a menu narrows what stands below it, before it is sent: <form data-narrows>.
export const fits = (text, words) => words.toLowerCase().split(/\s+/).every((part) => text.toLowerCase().includes(part));

function narrow(field) {
    for (const item of field.closest(".sheet").querySelectorAll("li")) item.hidden = !fits(item.textContent, field.value.trim());
}

function start() {
    document.addEventListener("toggle", ({ target }) => {
        if (!target.matches?.("details.menu")) return;
        if (target.open) {
            for (const other of open()) if (other !== target && !other.contains(target)) other.open = false;
            target.querySelector(".sheet [autofocus]")?.focus();
        } else {
            const form = target.querySelector("form[data-on-close]");
            if (form?.dataset.changed !== undefined) form.requestSubmit();
        }
    }, true);
    document.addEventListener("change", ({ target }) => {
        const form = target.closest("details.menu form[data-on-close]");
        if (form) form.dataset.changed = "";
    });
    document.addEventListener("click", ({ target }) => {
        for (const menu of open()) if (!menu.contains(target)) menu.open = false;
    });
    document.addEventListener("keydown", (event) => {
        const menu = event.target.closest?.("details.menu[open]") ?? (event.key === "Escape" ? open().at(-1) : undefined);
        if (!menu) return;
        if (event.key === "Escape") {
            event.preventDefault();
            close(menu);
        } else if (["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) arrow(event, menu);
    });
    document.addEventListener("input", ({ target }) => {
        if (target.closest("form[data-narrows]")) narrow(target);
    });
    if (!CSS.supports("scroll-initial-target", "nearest"))
        each(".tabbar [aria-current], .tabs [aria-current]", (tab) => {
            const strip = tab.closest(".tabbar, .tabs");
            if (strip.scrollWidth > strip.clientWidth) strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - strip.clientWidth / 3;
        });
}

if (globalThis.document !== undefined) start();
