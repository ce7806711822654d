// A long timeline in place: the link of a gap (a[data-gap] in #timeline > li.gap) brings the entries that it stands for, and
// an address of an entry in a gap brings those around it. Without this the link leads to the page that has all of them.
import { load, say, word } from "./page.js";

// What stands between two elements of another timeline, which are known by their ids; all of it where there is none.
export function between(items, before, after) {
    const ids = items.map((item) => item.id);
    const from = before === undefined ? 0 : ids.indexOf(before) + 1;
    const to = after === undefined || !ids.includes(after) ? items.length : ids.indexOf(after);
    return items.slice(from, to);
}

async function fill(gap, address) {
    gap.setAttribute("aria-busy", "true");
    try {
        const { page } = await load(address);
        const items = [...page.querySelectorAll("#timeline > li")];
        if (items.length === 0) return location.assign(address);
        const found = between(items, gap.previousElementSibling?.id, gap.nextElementSibling?.id);
        const fresh = found.filter((item) => item.classList.contains("gap") || document.getElementById(item.id) === null);
        gap.replaceWith(...fresh.map((item) => document.adoptNode(item)));
        document.getElementById("timeline").dispatchEvent(new CustomEvent("cairn:fresh", { bubbles: true }));
    } catch {
        gap.removeAttribute("aria-busy");
        say(word("offline", "The server does not answer. Nothing was lost."));
    }
}

// Where an address leads that is not on the page.
async function seek() {
    const found = location.hash.match(/^#(?:issuecomment|event)-(\d+)$/);
    const timeline = document.getElementById("timeline");
    if (found === null || timeline === null || document.getElementById(location.hash.slice(1)) !== null) return;
    const address = new URL(location.href);
    address.search = `?comment=${found[1]}`;
    address.hash = "";
    for (const gap of timeline.querySelectorAll(":scope > .gap")) await fill(gap, address);
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

function start() {
    document.addEventListener("click", (event) => {
        const link = event.target.closest?.("a[data-gap]");
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        const gap = link.closest("li");
        if (!gap.hasAttribute("aria-busy")) fill(gap, link.href);
    });
    addEventListener("hashchange", seek);
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", seek);
    else seek();
}

if (globalThis.document !== undefined) start();
