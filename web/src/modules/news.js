// What is new in a conversation comes by itself: <ol id="timeline" data-news="/…/news" data-state="…">. The site says that the
// state is another one; then the page is asked for once more, and what it has that ours has not is put at the end, and what
// has changed in the place of what was there. Nothing goes that somebody writes in, has opened or has selected.
import { load, put } from "./page.js";
import { tryAgain } from "./live.js";

// Parts of the page that follow the conversation.
const PARTS = ["thread-head", "merge", "facts"];

const isHeld = (element) =>
    element.contains(document.activeElement) ||
    element.querySelector("details.menu[open]") !== null ||
    [...element.querySelectorAll("textarea")].some((field) => field.value !== field.defaultValue) ||
    (!getSelection().isCollapsed && getSelection().containsNode(element, true));

// What the site has said in an element, without what other modules have made of it: times anew, colors, open menus.
function said(element) {
    const copy = element.cloneNode(true);
    for (const time of copy.querySelectorAll("time")) time.replaceWith(time.dateTime);
    for (const code of copy.querySelectorAll("code")) code.replaceChildren(code.textContent);
    for (const menu of copy.querySelectorAll("details")) menu.open = false;
    return copy.innerHTML;
}
const isSame = (one, other) => said(one) === said(other);

// Which entries of the fresh timeline ours does not have, and which are others than ours, by their ids. Those in a gap of
// ours are neither.
export function compare(ours, fresh, same = isSame) {
    const known = new Map(ours.map((item) => [item.id, item]));
    const last = fresh.findLastIndex((item) => known.has(item.id));
    return {
        added: fresh.slice(last + 1).filter((item) => item.id !== ""),
        changed: fresh.filter((item) => item.id !== "" && known.has(item.id) && !same(known.get(item.id), item)),
    };
}

function take(page) {
    const [timeline, fresh] = [document.getElementById("timeline"), page.getElementById("timeline")];
    if (timeline === null || fresh === null) return location.reload();
    const { added, changed } = compare([...timeline.children], [...fresh.children]);
    for (const item of changed) {
        const old = document.getElementById(item.id);
        if (!isHeld(old)) put(old, item);
    }
    timeline.append(...added.map((item) => document.adoptNode(item)));
    if (added.length > 0) timeline.dispatchEvent(new CustomEvent("cairn:fresh", { bubbles: true }));
    for (const id of PARTS) {
        const [old, now] = [document.getElementById(id), page.getElementById(id)];
        if (old !== null && now !== null && !isHeld(old) && !isSame(old, now)) put(old, now);
    }
    timeline.dataset.state = fresh.dataset.state;
}

// One connection for as long as the page is looked at: a browser has few.
function start(timeline) {
    let source;
    let failures = 0;
    let waiting;
    let isAsking = false;
    let wanted = "";

    const ask = async () => {
        if (isAsking) return;
        isAsking = true;
        try {
            while (wanted !== document.getElementById("timeline").dataset.state) {
                const before = wanted;
                const { page, status } = await load(location.href);
                if (status >= 400) return close();
                take(page);
                if (wanted === before) break; // it may have changed once more; the site will say so
            }
        } catch {
            // The next event, or the next look at the page, tries again.
        } finally {
            isAsking = false;
        }
    };
    const open = () => {
        source = new EventSource(timeline.dataset.news);
        source.addEventListener("thread", ({ data }) => {
            failures = 0;
            wanted = JSON.parse(data).state;
            ask();
        });
        source.addEventListener("logout", () => source.close());
        source.addEventListener("error", () => {
            if (source.readyState === EventSource.CLOSED) waiting = setTimeout(look, tryAgain(failures++) * 1000);
        });
    };
    const close = () => {
        clearTimeout(waiting);
        source?.close();
        source = undefined;
    };
    const look = () => {
        close();
        if (!document.hidden) open();
    };
    // Whoever only passes through the page does not connect.
    setTimeout(look, 1000);
    document.addEventListener("visibilitychange", look);
    addEventListener("pagehide", close);
    addEventListener("pageshow", ({ persisted }) => persisted && look());
}

if (globalThis.document !== undefined) {
    const timeline = document.querySelector("#timeline[data-news]");
    if (timeline !== null && globalThis.EventSource !== undefined) start(timeline);
}
