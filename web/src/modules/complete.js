// Completes @people, #issues and :emoji: while one writes, in fields of an element that says where to ask:
// data-people="/explore/users?q=", data-issues="/o/r/issues?q=". These are pages like any other, whose rows say what they are
// (data-login and data-name, data-number and data-title); JSON in the API's form is understood as well. A list box below the
// caret; arrows move, Enter and Tab take, Escape closes.
import { each } from "./page.js";

// What is being written at the caret: {sign, query, from}, or null.
export function token(text, caret) {
    const found = text.slice(Math.max(0, caret - 60), caret).match(/(?:^|[\s([{>"'/])([@#:])([\w+.-]*)$/);
    if (found === null) return null;
    const [, sign, query] = found;
    if (sign === ":" && query.length < 2) return null;
    return { sign, query, from: caret - query.length - 1 };
}

let emoji;
const loadEmoji = () => (emoji ??= fetch(new URL("./emoji.json", import.meta.url)).then((answer) => answer.json()));

// Names that begin with it first, then those that have it inside; short ones before long ones.
export function bestNames(names, query, most = 6) {
    const low = query.toLowerCase();
    return names
        .filter((name) => name.includes(low))
        .sort((a, b) => Number(b.startsWith(low)) - Number(a.startsWith(low)) || a.length - b.length || (a < b ? -1 : 1))
        .slice(0, most);
}

async function fetchRows(address) {
    const answer = await fetch(address);
    if (!answer.ok) return [];
    if (answer.headers.get("Content-Type")?.includes("json")) {
        const rows = await answer.json();
        return Array.isArray(rows) ? rows : (rows.data ?? []);
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return [...page.querySelectorAll("[data-login], [data-number]")].map(({ dataset: { login, name, number, title } }) => ({ login, full_name: name, number, title }));
}

const asked = new Map();
function ask(address) {
    if (!asked.has(address)) {
        if (asked.size > 200) asked.clear();
        asked.set(address, fetchRows(address));
    }
    return asked.get(address);
}

// [{text, strong, soft}] for what is being written.
async function proposals({ sign, query }, field) {
    const from = (name) => field.closest(`[data-${name}]`)?.dataset[name];
    if (sign === ":") {
        const all = await loadEmoji();
        return bestNames(Object.keys(all), query).map((name) => ({ text: `:${name}: `, strong: all[name], soft: name }));
    }
    const address = from(sign === "@" ? "people" : "issues");
    if (address === undefined) return [];
    const rows = (await ask(address + encodeURIComponent(query))).slice(0, 6);
    if (sign === "@") return rows.map((one) => ({ text: `@${one.login} `, strong: one.login, soft: one.full_name ?? "" }));
    return rows.map((one) => ({ text: `#${one.number} `, strong: `#${one.number}`, soft: one.title }));
}

// Where the caret is, in the page: a copy of the text up to it is laid out as the field does, and measured.
function caretPlace(field, at) {
    const copy = document.createElement("div");
    const style = getComputedStyle(field);
    for (const name of ["font", "letterSpacing", "padding", "border", "boxSizing", "lineHeight", "tabSize"]) copy.style[name] = style[name];
    Object.assign(copy.style, { position: "absolute", visibility: "hidden", whiteSpace: "pre-wrap", overflowWrap: "break-word", width: `${field.offsetWidth}px` });
    copy.textContent = field.value.slice(0, at);
    const end = copy.appendChild(document.createElement("span"));
    end.textContent = ".";
    document.body.append(copy);
    const box = field.getBoundingClientRect();
    const place = { left: box.left + end.offsetLeft + scrollX, top: box.top + end.offsetTop + end.offsetHeight - field.scrollTop + scrollY };
    copy.remove();
    return place;
}

class ListBox {
    constructor(field) {
        this.field = field;
        this.list = document.createElement("ul");
        this.list.className = "complete";
        this.list.id = `complete-${field.id || field.name}`;
        this.list.setAttribute("role", "listbox");
        this.list.setAttribute("aria-label", field.labels?.[0]?.textContent.trim() ?? "");
        this.list.addEventListener("mousedown", (event) => {
            event.preventDefault(); // the field keeps the focus
            this.take([...this.list.children].indexOf(event.target.closest("li")));
        });
        field.setAttribute("aria-autocomplete", "list");
    }

    show(found, current) {
        this.found = found;
        this.current = current;
        if (found.length === 0) return this.close();
        this.list.replaceChildren(...found.map(({ strong, soft }, i) => {
            const item = document.createElement("li");
            item.id = `${this.list.id}-${i}`;
            item.setAttribute("role", "option");
            const [name, more] = [document.createElement("b"), document.createElement("span")];
            name.textContent = strong;
            more.textContent = soft;
            item.append(name, more);
            return item;
        }));
        const place = caretPlace(this.field, current.from);
        (this.field.closest("dialog") ?? document.body).append(this.list);
        const room = document.documentElement.clientWidth - this.list.offsetWidth - 8;
        this.list.style.left = `${Math.max(8, Math.min(place.left, room))}px`;
        this.list.style.top = `${place.top}px`;
        this.field.setAttribute("aria-controls", this.list.id);
        this.choose(0);
    }

    choose(i) {
        this.at = (i + this.found.length) % this.found.length;
        [...this.list.children].forEach((item, j) => item.setAttribute("aria-selected", String(j === this.at)));
        this.field.setAttribute("aria-activedescendant", `${this.list.id}-${this.at}`);
    }

    take(i) {
        if (i < 0) return;
        const { from } = this.current;
        this.field.setRangeText(this.found[i].text, from, this.field.selectionEnd, "end");
        this.close();
        this.field.dispatchEvent(new Event("input", { bubbles: true }));
    }

    close() {
        this.list.remove();
        this.field.removeAttribute("aria-activedescendant");
        this.field.removeAttribute("aria-controls");
    }
}

function watch(field) {
    const box = new ListBox(field);
    let turn = 0;
    field.addEventListener("input", async () => {
        const mine = (turn += 1);
        const current = field.selectionStart === field.selectionEnd ? token(field.value, field.selectionStart) : null;
        if (current === null) return box.close();
        await new Promise((done) => setTimeout(done, 120));
        if (mine !== turn) return;
        const found = await proposals(current, field).catch(() => []);
        if (mine === turn) box.show(found, current);
    });
    field.addEventListener("keydown", (event) => {
        if (!box.list.isConnected || event.isComposing) return;
        const does = { ArrowDown: () => box.choose(box.at + 1), ArrowUp: () => box.choose(box.at - 1), Enter: () => box.take(box.at), Tab: () => box.take(box.at), Escape: () => box.close() }[event.key];
        if (does === undefined || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        does();
    });
    field.addEventListener("blur", () => box.close());
}

if (globalThis.document !== undefined) each("form.write textarea, [data-people] textarea", watch);
