// Sends a form without leaving the page: <form data-swap="star watch">. The answer is the page that would have come, of which
// the elements with these ids are taken. A refused form comes back as it is, with the messages beside its fields.
import { load, put, say, send, swap, word } from "./page.js";

// Something else came: a sign-in to go to, or an error, which has no address of its own to show it again.
function elsewhere(form, page, url) {
    if (url !== form.action) location.assign(url);
    else say(page.querySelector("h1")?.textContent.trim() || page.title);
}

async function submit(form, submitter) {
    const ids = form.dataset.swap.split(" ");
    form.setAttribute("aria-busy", "true");
    try {
        const { page, url, status } = await send(form, submitter);
        const notice = page.querySelector(".notice[role=status]")?.textContent.trim();
        const count = swap(page, status === 422 && form.id ? [form.id, ...ids] : ids);
        if (count === 0) return elsewhere(form, page, url);
        if (status === 422) document.querySelector("[aria-invalid=true]")?.focus();
        else if (notice) say(notice);
    } catch {
        say(word("offline", "The server does not answer. Nothing was lost."));
    } finally {
        form.removeAttribute("aria-busy");
    }
}

document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.dataset.swap === undefined || form.hasAttribute("aria-busy")) return;
    event.preventDefault();
    submit(form, event.submitter);
});

// A form of one choice needs no button where there is a script: <form data-at-once>.
document.addEventListener("change", ({ target }) => {
    if (target.form?.dataset.atOnce !== undefined) target.form.requestSubmit();
});

// A field that is looked at as one leaves it: <div id="name-field" data-check="owner name">. The form's own page is asked with
// the fields of these names, and says what is wrong with them.
document.addEventListener("change", async ({ target }) => {
    const part = target.closest?.("[id][data-check]");
    if (!part || !target.form || target.value === "") return;
    const address = new URL(target.form.action);
    for (const name of part.dataset.check.split(" ")) address.searchParams.set(name, target.form.elements[name]?.value ?? "");
    address.searchParams.set("check", "true");
    const asked = target.value;
    try {
        const fresh = (await load(address)).page.getElementById(part.id);
        if (fresh === null || target.value !== asked) return;
        for (const field of fresh.querySelectorAll("[autofocus]")) field.removeAttribute("autofocus");
        put(part, fresh);
    } catch {
        // It is looked at once more when the form is sent.
    }
});
