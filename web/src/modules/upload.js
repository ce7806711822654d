// Sends a form with files and shows how far it is: <form data-upload enctype="multipart/form-data">. It is the same form, to
// the same address; what is dropped upon it goes into its field of files. And for others: one file to an address.
import { each, put, say, word } from "./page.js";

const units = ["B", "KB", "MB", "GB"];

export function sizeOf(bytes) {
    let unit = 0;
    for (; bytes >= 1000 && unit + 1 < units.length; unit += 1) bytes /= 1000;
    return `${bytes >= 10 || unit === 0 ? Math.round(bytes) : bytes.toFixed(1)} ${units[unit]}`;
}

// fetch tells nothing while it sends. Resolves with the request when it has ended.
export function sendWithProgress(address, body, onProgress, accept = "text/html") {
    return new Promise((done, failed) => {
        const request = new XMLHttpRequest();
        request.open("POST", address);
        request.setRequestHeader("Accept", accept);
        request.upload.addEventListener("progress", (event) => event.lengthComputable && onProgress(event.loaded / event.total));
        request.addEventListener("load", () => done(request));
        for (const name of ["error", "abort", "timeout"]) request.addEventListener(name, () => failed(new Error(name)));
        request.send(body);
    });
}

// A line with a meter: {element, set(part), fail(words)}.
export function line(text) {
    const element = document.createElement("li");
    const [name, meter, share] = ["span", "progress", "span"].map((tag) => document.createElement(tag));
    name.className = "clip";
    name.textContent = text;
    meter.max = 1;
    meter.value = 0;
    meter.setAttribute("aria-label", text);
    share.className = "soft";
    element.append(name, meter, share);
    return {
        element,
        set(part) {
            meter.value = part;
            share.textContent = `${Math.floor(part * 100)} %`;
        },
        fail(words) {
            const hint = document.createElement("p");
            hint.className = "hint bad";
            hint.setAttribute("role", "alert");
            hint.textContent = words;
            element.append(hint);
        },
    };
}

function listOf(form) {
    const found = form.querySelector("ul.uploads");
    if (found !== null) return found;
    const list = document.createElement("ul");
    list.className = "uploads";
    form.append(list);
    return list;
}

// What the server says when it refuses or shows more: the form with its messages, or a page.
function refused(form, request) {
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    const fresh = form.id ? page.getElementById(form.id) : null;
    if (fresh !== null) put(form, fresh).querySelector("[aria-invalid=true]")?.focus();
    return fresh !== null;
}

async function submit(form, submitter) {
    const body = new FormData(form);
    if (submitter?.name) body.append(submitter.name, submitter.value);
    const files = [...body.values()].filter((value) => value instanceof File && value.size > 0);
    const shown = line(`${files.map((file) => file.name).join(", ")} (${sizeOf(files.reduce((sum, file) => sum + file.size, 0))})`);
    listOf(form).replaceChildren(shown.element);
    form.setAttribute("aria-busy", "true");
    if (submitter) submitter.disabled = true;
    try {
        const request = await sendWithProgress(form.action, body, shown.set);
        if (request.status < 400 && request.responseURL !== form.action) return location.assign(request.responseURL);
        if (!refused(form, request)) shown.fail(word("refused", "The server did not take it ({status}).").replace("{status}", request.status));
    } catch {
        shown.fail(word("offline", "The server does not answer. Nothing was lost."));
    }
    if (submitter) submitter.disabled = false;
    form.removeAttribute("aria-busy");
}

function start() {
    each("form[data-upload]", (form) => {
        const field = form.querySelector("input[type=file]");
        form.addEventListener("submit", (event) => {
            if (event.defaultPrevented || field.files.length === 0) return;
            event.preventDefault();
            if (!form.hasAttribute("aria-busy")) submit(form, event.submitter);
        });
        form.addEventListener("dragover", (event) => event.preventDefault());
        form.addEventListener("drop", (event) => {
            if (event.dataTransfer.files.length === 0 || form.dataset.attach !== undefined) return; // attach.js has them
            event.preventDefault();
            field.files = event.dataTransfer.files;
            field.dispatchEvent(new Event("change", { bubbles: true }));
            say([...field.files].map((file) => file.name).join(", "));
        });
    });
}

if (globalThis.document !== undefined) start();
