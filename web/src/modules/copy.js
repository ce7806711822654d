// Copies: <button data-copy="text">, or <button data-copy> beside the code that it means, or data-copy-from="id" for what an
// element shows; of a file, its lines without their numbers.
import { say, word } from "./page.js";

// What a reader would copy by hand, without the numbers.
export function textOf(element) {
    const lines = element.querySelectorAll("tr > .c");
    if (lines.length > 0) return [...lines].map((line) => `${line.textContent.replace(/\n$/, "")}\n`).join("");
    return element.value ?? element.textContent;
}

function wanted(button) {
    if (button.dataset.copyFrom) return textOf(document.getElementById(button.dataset.copyFrom));
    if (button.dataset.copy) return button.dataset.copy;
    return textOf(button.parentElement.querySelector("code, input, pre"));
}

// The way for sites without TLS, where browsers have no other.
function copyBySelection(text) {
    const field = document.createElement("textarea");
    field.className = "unseen";
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (!done) throw new Error("nothing was copied");
}

export async function copy(text) {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copyBySelection(text);
}

// The button's sign turns into a check for a moment.
function show(button) {
    const sign = button.querySelector("use");
    const before = sign?.getAttribute("href");
    if (!before?.endsWith("#i-copy")) return;
    sign.setAttribute("href", before.replace(/#.*/, "#i-check"));
    setTimeout(() => sign.setAttribute("href", before), 2000);
}

function start() {
    document.addEventListener("click", async ({ target }) => {
        const button = target.closest?.("[data-copy], [data-copy-from]");
        if (!button) return;
        try {
            await copy(wanted(button));
            show(button);
            button.focus();
            say(button.dataset.said ?? word("copied", "Copied"));
        } catch {
            say(word("notCopied", "The browser did not let it be copied"));
        }
    });
}

if (globalThis.document !== undefined) start();
