// What goes on while one looks. <ol id="log" data-live="/...">: server-sent events; "add" has HTML for the end of the element,
// "swap" a page's fragments that take the place of those with the same id, "end" is the last. <div id="progress" data-poll="2">:
// the page is asked for again every so many seconds and the element taken from it, until it comes without data-poll.
//
// <a id="bell" href="/notifications" data-events="user/events" data-unread="3">: for whoever is signed in, the site tells what
// changes by itself. One connection does for all tabs of a browser: the one that has the lock connects and tells the others.
// Where a browser has no locks (they need TLS), each tab connects for as long as it is looked at.
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

// What the bell says about so many.
export const bellWords = (count, { none, one, many }) => (count === 0 ? none : count === 1 ? one : many.replace("#", count));

function ring(count) {
    const bell = document.getElementById("bell");
    if (bell === null || Number(bell.dataset.unread) === count) return;
    const fresh = document.getElementById("threads-fresh");
    if (fresh !== null && count > Number(bell.dataset.unread)) fresh.hidden = false;
    bell.dataset.unread = count;
    bell.setAttribute("aria-label", bellWords(count, bell.dataset));
    let badge = bell.querySelector(".count");
    if (count === 0) return badge?.remove();
    if (badge === null) {
        badge = document.createElement("span");
        badge.className = "count";
        badge.setAttribute("aria-hidden", "true");
        bell.append(badge);
    }
    badge.textContent = count;
}

// A timer was started or stopped elsewhere: the page knows how it is shown.
async function time(running) {
    const bell = document.getElementById("bell");
    const since = running[0] ? String(Date.parse(running[0].created) / 1000) : "";
    if (bell === null || (bell.dataset.since ?? "") === since) return;
    bell.dataset.since = since;
    const { page } = await load(location.href);
    swap(page, ["running-timer", "timer"]);
}

// The events, and what is done with them in each tab.
const heard = { "notification-count": ({ Count }) => ring(Count), stopwatches: time };
const hear = (name, data) => heard[name]?.(data);

// Seconds until the next try, where the server has refused.
export const tryAgain = (failures) => Math.min(15 * 2 ** failures, 600);

// `over` is called when it ends for good: whoever was signed in is not any more.
function connect(address, tell, over) {
    let source;
    let failures = 0;
    let waiting;
    const open = () => {
        source = new EventSource(address);
        for (const name of Object.keys(heard))
            source.addEventListener(name, ({ data }) => {
                failures = 0;
                tell(name, JSON.parse(data));
            });
        source.addEventListener("logout", () => {
            source.close();
            over();
        });
        source.addEventListener("error", () => {
            if (source.readyState === EventSource.CLOSED) waiting = setTimeout(open, tryAgain(failures++) * 1000);
        });
    };
    open();
    return () => {
        clearTimeout(waiting);
        source.close();
    };
}

// One tab for all of them.
function shareEvents(address) {
    const channel = new BroadcastChannel("cairn-events");
    channel.addEventListener("message", ({ data: { name, data } }) => hear(name, data));
    const tell = (name, data) => {
        hear(name, data);
        channel.postMessage({ name, data });
    };
    let leave = () => {};
    const take = () => {
        const wish = new AbortController();
        leave = () => wish.abort();
        const lead = () => new Promise((done) => (leave = connectAndLeave(done)));
        const connectAndLeave = (done) => {
            const close = connect(address, tell, done);
            return () => {
                close();
                done();
            };
        };
        navigator.locks.request("cairn-events", { signal: wish.signal }, lead).catch(() => {});
    };
    take();
    addEventListener("pagehide", () => leave());
    addEventListener("pageshow", ({ persisted }) => persisted && take());
}

// Each tab that is looked at.
function haveEvents(address) {
    let close;
    let isOver = false;
    const look = () => {
        if (document.hidden || isOver) {
            close?.();
            close = undefined;
        } else close ??= connect(address, hear, () => (isOver = true));
    };
    look();
    document.addEventListener("visibilitychange", look);
    addEventListener("pagehide", () => close?.());
}

// Whoever only passes through the page does not connect.
function startEvents() {
    const bell = document.getElementById("bell");
    if (!bell?.dataset.events || globalThis.EventSource === undefined) return;
    const address = new URL(bell.dataset.events, bell.href).href;
    setTimeout(navigator.locks && globalThis.BroadcastChannel ? shareEvents : haveEvents, 1000, address);
}

function start() {
    startEvents();
    each("[data-live]", listen);
    each("[data-poll][id]", poll);
}

if (globalThis.document !== undefined) start();
