// Keeps what is written until it was sent: a text field of a form with data-keep, by the page's address and the field's name,
// in this browser. A reload, a closed tab, an expired session lose nothing.
import { each } from "./page.js";

const before = "cairn:text:";
const months = 60 * 24 * 3600 * 1000;

export const keyOf = (address, field) => `${before}${new URL(address).pathname}#${field}`;

// Whether what was kept is to stand in the field: it was not sent, or sent and answered with a sign-in.
export const stillWanted = (record, shown, cameFrom) =>
    record !== null && record.text !== shown && record.text !== "" && (!record.sent || /\/user\/(login|two_factor)/.test(cameFrom));

function read(key) {
    try {
        return JSON.parse(localStorage.getItem(key));
    } catch {
        return null;
    }
}

const fields = (form) => [...form.querySelectorAll("textarea[name], input[type=text][name], input:not([type])[name]")];

// A browser's store is small; what nobody came back to for two months goes.
function tidy() {
    for (const key of Object.keys(localStorage))
        if (key.startsWith(before) && !(read(key)?.at > Date.now() - months)) localStorage.removeItem(key);
}

function keep(form) {
    const key = (field) => keyOf(location.href, form.dataset.keep + field.name);
    for (const field of fields(form)) {
        const record = read(key(field));
        if (stillWanted(record, field.value, document.referrer) && field.value === field.defaultValue) {
            field.value = record.text;
            field.dispatchEvent(new Event("input", { bubbles: true }));
        } else if (record?.sent) localStorage.removeItem(key(field));
    }
    let waiting;
    const write = (sent) => {
        clearTimeout(waiting);
        for (const field of fields(form)) {
            if (field.value === field.defaultValue) localStorage.removeItem(key(field));
            else localStorage.setItem(key(field), JSON.stringify({ text: field.value, at: Date.now(), sent }));
        }
    };
    form.addEventListener("input", () => {
        clearTimeout(waiting);
        waiting = setTimeout(() => write(false), 300);
    });
    form.addEventListener("submit", ({ submitter }) => write(submitter?.name !== "preview"));
    addEventListener("pagehide", () => waiting !== undefined && !read(key(fields(form)[0] ?? {}))?.sent && write(false));
}

function start() {
    tidy();
    each("form[data-keep]", keep);
}

if (globalThis.document !== undefined) start();
