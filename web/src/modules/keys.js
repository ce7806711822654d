// Keys. A control says its own (data-key="g i"), and pressing it does what a click on the control does: every key has a
// control that can be seen. Off while a field has the focus, and by choice (<html data-keys="off">).
const wait = 1500; // milliseconds between the keys of a sequence

// Follows keys as they are pressed. `has` tells whether a sequence is one, or the beginning of one: "whole", "begin", "".
export class Sequence {
    #sofar = "";
    #at = 0;

    constructor(has) {
        this.has = has;
    }

    // The sequence that this key completes, or "".
    press(key, now) {
        const before = now - this.#at <= wait ? this.#sofar : "";
        const tries = before === "" ? [key] : [`${before} ${key}`, key];
        this.#at = now;
        for (const sequence of tries) {
            const found = this.has(sequence);
            if (found === "") continue;
            this.#sofar = found === "begin" ? sequence : "";
            return found === "whole" ? sequence : "";
        }
        this.#sofar = "";
        return "";
    }
}

const bound = new Map();

// For what needs more than a click: `run` is called, and returns false where it has nothing to do. Who comes later is asked
// first.
export const bind = (sequence, run) => bound.set(sequence, [run, ...(bound.get(sequence) ?? [])]);

const writing = (element) =>
    element.isContentEditable || element.matches?.("textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])");

const shown = (element) => element.checkVisibility?.() ?? true;

const controls = () => {
    const dialog = document.querySelector("dialog[open]");
    return [...(dialog ?? document).querySelectorAll("[data-key]")];
};

function has(sequence) {
    const all = [...bound.keys(), ...controls().map((control) => control.dataset.key)];
    if (all.includes(sequence)) return "whole";
    return all.some((other) => other.startsWith(`${sequence} `)) ? "begin" : "";
}

function use(control) {
    if (writing(control)) {
        control.focus();
        control.select?.();
        return;
    }
    if (control.matches("summary")) control.focus();
    control.click();
}

// What a sequence does, and whether it did anything. In a list, what is for the chosen rows comes first, and then what
// belongs to the row with the focus.
function run(sequence) {
    for (const handler of bound.get(sequence) ?? []) if (handler() !== false) return true;
    const fitting = controls().filter((control) => control.dataset.key === sequence);
    const row = document.activeElement?.closest("li, tr, section");
    const control = fitting.find((one) => one.closest(".bulk") && shown(one)) ?? fitting.find((one) => row?.contains(one)) ?? fitting.find(shown) ?? fitting.find((one) => one.matches("a, button"));
    if (control === undefined) return false;
    use(control);
    return true;
}

// Lists: to the next row or to the one before.
function move(by) {
    const rows = [...document.querySelectorAll(".rows > li")].filter((row) => row.querySelector("a") && shown(row));
    if (rows.length === 0) return false;
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[Math.min(Math.max(at < 0 && by < 0 ? rows.length - 1 : at + by, 0), rows.length - 1)];
    (next.querySelector("a.title") ?? next.querySelector("a")).focus();
    return true;
}

function choose() {
    const box = document.activeElement?.closest(".rows > li")?.querySelector("input[type=checkbox]");
    if (!box) return false;
    box.click();
    return true;
}

function start() {
    const sequence = new Sequence(has);
    document.addEventListener("keydown", (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
        if (document.documentElement.dataset.keys === "off" || writing(event.target)) return;
        const whole = sequence.press(event.key, event.timeStamp);
        if (whole !== "" && run(whole)) event.preventDefault();
    });
    bind("j", () => move(1));
    bind("k", () => move(-1));
    bind("x", choose);
}

if (globalThis.document !== undefined) start();
