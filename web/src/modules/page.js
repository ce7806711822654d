// What modules share: words of the page, short messages, a page fetched and a part of it put in the place of ours. There is
// no second set of addresses and no template here: a module asks for the page that a link or a form leads to, and takes the
// element with the same id out of it.

// A word in the language of the page, which the layout has on its element "words" (data-copied="..."); English where it has
// none.
export const word = (name, english) => document.getElementById("words")?.dataset[name] ?? english;

let toast;
let going;

// What needs no answer, and is never the only sign.
export function say(text) {
    if (toast === undefined) {
        toast = document.createElement("p");
        toast.className = "toast";
        toast.setAttribute("role", "status");
        toast.hidden = true;
        document.body.append(toast);
    }
    toast.hidden = false;
    toast.textContent = text;
    clearTimeout(going);
    going = setTimeout(() => (toast.hidden = true), 4000);
}

// The page at an address: {page, url, status}. Throws where there is no answer, or where it comes from elsewhere.
export async function load(address, options = {}) {
    const answer = await fetch(address, { ...options, headers: { Accept: "text/html" } });
    if (new URL(answer.url).origin !== location.origin) throw new Error("the answer comes from elsewhere");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { page, url: answer.url, status: answer.status };
}

// The element that takes the place of `old`. What had the focus keeps it; other modules hear of it.
export function put(old, fresh) {
    const held = old.contains(document.activeElement) ? document.activeElement : null;
    const next = document.adoptNode(fresh);
    old.replaceWith(next);
    if (held !== null) {
        const same = held.id ? `#${CSS.escape(held.id)}` : held.name ? `[name="${CSS.escape(held.name)}"]` : null;
        const found = same === null ? null : next.matches(same) ? next : next.querySelector(same);
        (found ?? next.querySelector("a, button, input, textarea, summary"))?.focus();
    }
    next.dispatchEvent(new CustomEvent("cairn:fresh", { bubbles: true }));
    return next;
}

// Puts the elements with these ids out of another page in the place of ours. How many there were.
export function swap(page, ids) {
    let count = 0;
    for (const id of ids) {
        const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
        if (old === null || fresh === null) continue;
        put(old, fresh);
        count += 1;
    }
    return count;
}

// What a form would send, as fetch takes it: {address, options}.
export function asSent(form, submitter) {
    const data = new FormData(form);
    if (submitter?.name) data.append(submitter.name, submitter.value);
    // What is only looked at needs no files.
    if (submitter?.name === "preview") for (const [name, value] of [...data]) if (value instanceof File) data.delete(name);
    const address = new URL(submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", location.href);
    const method = (submitter?.getAttribute("formmethod") ?? form.getAttribute("method") ?? "get").toUpperCase();
    if (method === "GET") {
        address.search = new URLSearchParams(data);
        return { address, options: {} };
    }
    const body = form.enctype === "multipart/form-data" ? data : new URLSearchParams(data);
    return { address, options: { method, body } };
}

export const send = (form, submitter) => {
    const { address, options } = asSent(form, submitter);
    return load(address, options);
};

// Whether all of an element has come: a long page is read while it still arrives.
function whole(element) {
    if (document.readyState !== "loading") return true;
    for (let one = element; one !== null; one = one.parentElement) if (one.nextSibling !== null) return true;
    return false;
}

// Calls `run` once with each element of the page that fits, and with those that come later.
export function each(selector, run) {
    const seen = new WeakSet();
    const take = (element) => {
        if (seen.has(element) || !whole(element)) return;
        seen.add(element);
        run(element);
    };
    const look = (root) => {
        if (root.matches?.(selector)) take(root);
        root.querySelectorAll(selector).forEach(take);
    };
    look(document);
    document.addEventListener("cairn:fresh", ({ target }) => look(target));
    if (document.readyState !== "loading") return;
    const again = setInterval(() => look(document), 500);
    document.addEventListener("DOMContentLoaded", () => {
        clearInterval(again);
        look(document);
    });
}
