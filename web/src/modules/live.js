// What goes on while one looks. <ol id="log" data-live="/...">: server-sent events; "add" has HTML for the end of the element,
// "swap" a page's fragments that take the place of those with the same id, "end" is the last. <div id="progress" data-poll="2">:
// the page is asked for again every so many seconds and the element taken from it, until it comes without data-poll.
import { each, load, put, swap } from "./page.js";

const parse = (html) => new DOMParser().parseFromString(html, "text/html");

// Whether the reader is at the end: only then is it followed, and nothing above the eye moves.
const atEnd = (slack = 80) => innerHeight + scrollY >= document.documentElement.scrollHeight - slack;

function listen(element) {
    const source = new EventSource(element.dataset.live);
    const follow = document.getElementById(element.dataset.follow ?? "");
    source.addEventListener("add", ({ data }) => {
        const stay = !atEnd();
        const fresh = [...parse(element.matches("tbody") ? `<table><tbody>${data}` : data).querySelectorAll(element.matches("tbody") ? "tr" : "body > *")];
        element.append(...fresh);
        if (!stay && !getSelection().toString()) scrollTo(0, document.documentElement.scrollHeight);
        if (follow) follow.hidden = !stay;
    });
    source.addEventListener("swap", ({ data }) => {
        const page = parse(data);
        swap(page, [...page.body.children].map((one) => one.id).filter(Boolean));
    });
    source.addEventListener("end", () => source.close());
    addEventListener("pagehide", () => source.close());
}

// Seconds until the next question: longer while nobody looks, and after a failure.
export const pause = (seconds, failures, hidden) => Math.min(seconds * 2 ** failures * (hidden ? 5 : 1), 60);

function poll(element) {
    let failures = 0;
    const again = () => setTimeout(ask, pause(Number(element.dataset.poll) || 2, failures, document.hidden) * 1000);
    const ask = async () => {
        if (!element.isConnected) return;
        try {
            const { page, url, status } = await load(element.dataset.from ?? location.href);
            const fresh = page.getElementById(element.id);
            // It is over, and the place is another now.
            if (fresh === null) return status < 400 ? location.assign(url) : location.reload();
            failures = 0;
            if (!fresh.isEqualNode(element)) return put(element, fresh); // which begins anew, if it is not over
        } catch {
            failures += 1;
        }
        again();
    };
    again();
}

function start() {
    each("[data-live]", listen);
    each("[data-poll][id]", poll);
}

if (globalThis.document !== undefined) start();
