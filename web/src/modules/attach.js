// Attaches files to what is written: chosen, dropped or pasted, they go to the address that the form says
// (data-attach="/o/r/issues/attachments", field "file", answer {"uuid": ...}) while one writes on. The text gets a link, the
// form the id.
import { each, word } from "./page.js";
import { line, sendWithProgress } from "./upload.js";

const picture = /^image\//;

// What stands in the text: a picture is shown, anything else is a link. Brackets in a name would end it.
export function linkTo(name, type, address) {
    const safe = name.replace(/[[\]\\]/g, "_");
    return `${picture.test(type) ? "!" : ""}[${safe}](${address})`;
}

async function attach(form, field, file) {
    const name = file.name || "file";
    const holder = linkTo(`${name} …`, file.type, "");
    field.setRangeText(`${holder}\n`, field.selectionStart, field.selectionEnd, "end");
    const shown = line(name);
    let list = form.querySelector("ul.uploads");
    if (list === null) {
        list = document.createElement("ul");
        list.className = "uploads";
        form.querySelector(".write-foot").before(list);
    }
    list.append(shown.element);
    const settle = (text) => {
        const at = field.value.indexOf(holder);
        if (at >= 0) field.setRangeText(text, at, at + holder.length, "preserve");
        field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    try {
        const body = new FormData();
        body.append("file", file, name);
        const request = await sendWithProgress(form.dataset.attach, body, shown.set, "application/json");
        if (request.status >= 400) throw new Error(String(request.status));
        const { uuid } = JSON.parse(request.responseText);
        const id = document.createElement("input");
        Object.assign(id, { type: "hidden", name: "files", value: uuid });
        form.append(id);
        settle(linkTo(name, file.type, `/attachments/${uuid}`));
        shown.element.remove();
    } catch (error) {
        settle("");
        shown.fail(word("refused", "The server did not take it ({status}).").replace("{status}", error.message));
    }
}

function start() {
    each("form.write[data-attach]", (form) => {
        const field = form.querySelector("textarea");
        const all = (files) => [...files].forEach((file) => attach(form, field, file));
        form.addEventListener("paste", (event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            all(event.clipboardData.files);
        });
        form.addEventListener("dragover", (event) => {
            event.preventDefault();
            form.classList.add("over");
        });
        form.addEventListener("dragleave", () => form.classList.remove("over"));
        form.addEventListener("drop", (event) => {
            event.preventDefault();
            form.classList.remove("over");
            all(event.dataTransfer.files);
        });
        form.addEventListener("change", ({ target }) => {
            if (!target.matches("input[type=file][data-attach-from]")) return;
            all(target.files);
            target.value = "";
        });
        form.addEventListener("click", ({ target }) => {
            if (target.closest("button[data-attach-button]")) form.querySelector("input[data-attach-from]")?.click();
        });
    });
}

if (globalThis.document !== undefined) start();
