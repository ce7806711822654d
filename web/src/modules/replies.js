// Saved replies in place: <a data-reply="address of the page that has the text in its field"> in a form puts the text where the
// cursor is. Without a script the link opens the page with the text in the field.
import { apply } from "./marks.js";
import { load, say, word } from "./page.js";

// What to put where: a text of several lines begins on a line of its own.
export function inserted(value, start, end, text) {
    const before = start > 0 && value[start - 1] !== "\n" && text.includes("\n") ? "\n\n" : "";
    const put = before + text;
    return { from: start, to: end, text: put, select: [start + put.length, start + put.length] };
}

async function insert(link) {
    const field = link.closest("form").querySelector("textarea");
    const [start, end] = [field.selectionStart, field.selectionEnd];
    try {
        const { page, status } = await load(link.dataset.reply);
        const text = page.querySelector("main textarea[name=body]")?.value;
        if (status !== 200 || text === undefined) return location.assign(link.href);
        const menu = link.closest("details");
        if (menu !== null) menu.open = false;
        apply(field, inserted(field.value, start, end, text));
    } catch {
        say(word("offline", "The server does not answer. Nothing was lost."));
    }
}

function start() {
    document.addEventListener("click", (event) => {
        const link = event.target.closest?.("form a[data-reply]");
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        insert(link);
    });
}

if (globalThis.document !== undefined) start();
