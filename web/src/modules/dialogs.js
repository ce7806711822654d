// Dialogs: a link to a page that need not take the place of this one: <a data-dialog href="/-/help/keys">. The page's content
// comes in a dialog; without a script, and when anything goes wrong, the link leads there. Escape closes, the focus returns.
import { load, word } from "./page.js";

// A dialog has its heading among those of the page around it.
function lower(heading) {
    const second = document.createElement("h2");
    second.append(...heading.childNodes);
    heading.replaceWith(second);
    return second;
}

export function show(content, kind = "") {
    const dialog = document.createElement("dialog");
    dialog.className = kind;
    const close = document.createElement("button");
    close.type = "button";
    close.className = "button small bare only close";
    close.setAttribute("aria-label", word("close", "Close"));
    close.textContent = "×";
    close.addEventListener("click", () => dialog.close());
    dialog.append(...content.childNodes);
    const heading = dialog.querySelector("h1");
    if (heading !== null) {
        const second = lower(heading);
        second.id = "dialog-heading";
        dialog.setAttribute("aria-labelledby", second.id);
    }
    dialog.prepend(close);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // beside it
    document.body.append(dialog);
    dialog.showModal();
    (dialog.querySelector("[autofocus], input:not([type=hidden])") ?? close).focus();
    dialog.dispatchEvent(new CustomEvent("cairn:fresh", { bubbles: true }));
    return dialog;
}

export async function openPage(address, kind) {
    try {
        const { page, status } = await load(address);
        const content = page.querySelector("main");
        if (status !== 200 || content === null) throw new Error("it is another page");
        return show(document.adoptNode(content), kind);
    } catch {
        location.assign(address);
    }
}

function start() {
    document.addEventListener("click", (event) => {
        const link = event.target.closest?.("a[data-dialog]");
        if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        openPage(link.href, link.dataset.dialog);
    });
}

if (globalThis.document !== undefined) start();
