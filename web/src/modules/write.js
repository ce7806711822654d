// Writing: <form class="write">. Buttons for Markdown's marks (data-mark="bold"), a preview in place (the button "preview",
// which without a script sends the form and gets the page with it), Ctrl+Enter, lists that go on, replies that quote. What is
// kept, completed and attached is in modules of its own.
import "./keep.js";
import "./complete.js";
import "./attach.js";
import "./replies.js";
import { bind } from "./keys.js";
import { apply, mark, nextItem, quoted } from "./marks.js";
import { each, say, send, word } from "./page.js";

const shortcuts = { b: "bold", i: "italic", e: "code", k: "link" };

async function preview(form, button) {
    const field = form.querySelector("textarea");
    try {
        const { page } = await send(form, button);
        const made = page.getElementById("preview");
        if (made === null) return form.submit();
        form.querySelector("#preview")?.remove();
        const shown = document.adoptNode(made);
        shown.classList.add("preview");
        field.before(shown);
        turn(form, true, button);
        shown.dispatchEvent(new CustomEvent("cairn:fresh", { bubbles: true }));
    } catch {
        say(word("offline", "The server does not answer. Nothing was lost."));
    }
}

// Between writing and a preview, of which there may be several; the box keeps its height.
function turn(form, toPreview, chosen) {
    const field = form.querySelector("textarea");
    const shown = form.querySelector(".preview");
    if (shown !== null) {
        if (toPreview) shown.style.minHeight = `${field.offsetHeight}px`;
        shown.hidden = !toPreview;
    }
    field.hidden = toPreview;
    for (const button of form.querySelectorAll(".write-tools .switch button"))
        button.setAttribute("aria-pressed", String(toPreview ? button === chosen : button.name !== "preview"));
    if (!toPreview) field.focus();
}

function press(event, form) {
    const field = event.target;
    if (event.isComposing || !field.matches("textarea")) return;
    const control = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && control) {
        event.preventDefault();
        form.requestSubmit(form.querySelector("button.primary"));
    } else if (field.dataset.indent !== undefined) {
        return; // code, which has marks of its own
    } else if (event.key === "Enter" && !event.shiftKey && !event.defaultPrevented) {
        const change = field.selectionStart === field.selectionEnd ? nextItem(field.value, field.selectionStart) : undefined;
        if (change === undefined) return;
        event.preventDefault();
        apply(field, change);
    } else if (control && !event.altKey && !event.shiftKey && shortcuts[event.key]) {
        event.preventDefault();
        apply(field, mark(shortcuts[event.key], field.value, field.selectionStart, field.selectionEnd));
    }
}

each("form.write", (form) => {
    form.addEventListener("keydown", (event) => press(event, form));
    form.addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (button === null) return;
        if (button.dataset.mark) {
            const field = form.querySelector("textarea");
            apply(field, mark(button.dataset.mark, field.value, field.selectionStart, field.selectionEnd));
        } else if (button.name === "preview") {
            event.preventDefault();
            preview(form, button);
        } else if (button.closest(".write-tools .switch")) turn(form, false);
    });
});

// Puts a passage into the last field of the page, for an answer.
function reply(text) {
    const field = [...document.querySelectorAll("form.write textarea")].at(-1);
    if (field === undefined || text.trim() === "") return false;
    const at = field.value.length;
    apply(field, { from: at, to: at, text: quoted(text), select: [at + quoted(text).length, at + quoted(text).length] });
    field.scrollIntoView({ block: "nearest" });
    return true;
}

document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-quote]");
    if (!link) return;
    const text = document.getElementById(link.dataset.quote)?.textContent ?? "";
    if (reply(text)) event.preventDefault();
});
bind("r", () => reply(String(getSelection())));
