// A board's cards by drag, and by arrow keys while a card has the focus. Each card has a form that moves it (data-move), with
// the buttons of its menu; what is done here is sent by the same form, with the column and the card beside which it is now:
//
//     <div id="board" data-moved="{card} is in {column}, number {place} of {count}"> <section data-column="3"> <ul class="cards">
//     <li id="card-7" data-card="7">…<form data-move>
//
// Several moves are sent one after the other; the board that comes back is shown when nothing is under way any more.
import { asSent, each, load, say, swap, word } from "./page.js";

let dragged = null;
let origin = null;
let sent = Promise.resolve();
let underWay = 0;
let left = 0; // how far the board is scrolled
let pressed = ""; // the card whose menu was used

// Before which card of a column one is put down: the first whose middle is below the pointer.
export const placeAt = (middles, y) => {
    const i = middles.findIndex((middle) => y < middle);
    return i < 0 ? middles.length : i;
};

// What a form has to say of a card between these two: the fields beside the column.
export const beside = (before, after) => (before ? { after: before } : after ? { before: after } : {});

// A sentence with its {names} filled in.
export const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

const middle = (card) => {
    const box = card.getBoundingClientRect();
    return box.top + box.height / 2;
};
const columnOf = (card) => card.closest("[data-column]");
const listOf = (column) => column.querySelector(".cards");
const spotOf = (card) => [card.parentElement, card.nextElementSibling];

function announce(id) {
    const [card, said] = [document.getElementById(id), document.getElementById("moved")];
    const pattern = document.getElementById("board")?.dataset.moved;
    if (!card || !said || !pattern) return;
    const column = columnOf(card);
    said.textContent = filled(pattern, {
        card: card.querySelector(".top > span").textContent.trim(),
        column: column.querySelector("h2").textContent,
        place: [...card.parentElement.children].indexOf(card) + 1,
        count: column.querySelector(".count").textContent,
    });
}

// The board as the server has it now.
function show(page, id) {
    const focused = document.activeElement?.id === id;
    swap(page, ["board", "progress"]);
    if (focused) document.getElementById(id)?.focus();
    announce(id);
}

// What the form would send with these fields as well.
function request(form, fields) {
    const added = Object.entries(fields).map(([name, value]) => {
        const field = document.createElement("input");
        Object.assign(field, { type: "hidden", name, value });
        form.append(field);
        return field;
    });
    const { address, options } = asSent(form);
    for (const field of added) field.remove();
    return () => load(address, options);
}

// The card stands where it shall be; the server hears of it.
function settle(card, back) {
    const fields = beside(card.previousElementSibling?.dataset.card, card.nextElementSibling?.dataset.card);
    const ask = request(card.querySelector("form[data-move]"), { ...fields, column: columnOf(card).dataset.column });
    underWay += 1;
    sent = sent.then(ask).then(({ page, status }) => {
        if (status >= 400) throw new Error(String(status));
        underWay -= 1;
        if (underWay === 0) show(page, card.id);
    }).catch(() => {
        underWay -= 1;
        if (back[0].isConnected) back[0].insertBefore(card, back[1]?.parentElement === back[0] ? back[1] : null);
        say(word("notMoved", "The card could not be moved"));
    });
}

function step(card, key) {
    const back = spotOf(card);
    const number = [...card.parentElement.children].indexOf(card);
    if (key === "ArrowUp") card.previousElementSibling?.before(card);
    else if (key === "ArrowDown") card.nextElementSibling?.after(card);
    else {
        const columns = [...document.querySelectorAll("#board [data-column]")];
        const to = columns[columns.indexOf(columnOf(card)) + (key === "ArrowLeft" ? -1 : 1)];
        if (to !== undefined) listOf(to).insertBefore(card, listOf(to).children[number] ?? null);
    }
    if (card.parentElement === back[0] && card.nextElementSibling === back[1]) return;
    card.focus();
    card.scrollIntoView({ block: "nearest", inline: "nearest" });
    settle(card, back);
}

function dragging() {
    document.addEventListener("dragstart", (event) => {
        const card = event.target.closest?.("#board .cards > li[draggable=true]");
        if (!card || event.target.closest("details[open]")) return;
        [dragged, origin] = [card, spotOf(card)];
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", card.querySelector("a.title")?.href ?? "");
        requestAnimationFrame(() => card.classList.add("dragged"));
    });
    document.addEventListener("dragover", (event) => {
        const column = dragged && event.target.closest?.("#board [data-column]");
        if (!column) return;
        event.preventDefault();
        const others = [...listOf(column).children].filter((card) => card !== dragged);
        const next = others[placeAt(others.map(middle), event.clientY)] ?? null;
        if (dragged.parentElement !== listOf(column) || dragged.nextElementSibling !== next) listOf(column).insertBefore(dragged, next);
    });
    document.addEventListener("drop", (event) => {
        if (!dragged || !event.target.closest?.("#board")) return;
        event.preventDefault();
        const [card, back] = [dragged, origin];
        card.classList.remove("dragged");
        dragged = null;
        if (card.parentElement !== back[0] || card.nextElementSibling !== back[1]) settle(card, back);
    });
    document.addEventListener("dragend", () => {
        if (!dragged) return;
        dragged.classList.remove("dragged");
        origin[0].insertBefore(dragged, origin[1]);
        dragged = null;
    });
}

// Another board is in the place of ours: it is scrolled as that was, and who has used a menu is at the card again.
function fresh(board) {
    board.scrollLeft = left;
    if (pressed === "") return;
    const id = pressed;
    pressed = "";
    (document.getElementById(id)?.querySelector("summary") ?? board).focus();
    announce(id);
}

function start() {
    dragging();
    document.addEventListener("scroll", ({ target }) => {
        if (target.id === "board") left = target.scrollLeft;
    }, true);
    document.addEventListener("submit", ({ target }) => (pressed = target.closest("#board .cards > li")?.id ?? ""), true);
    document.addEventListener("cairn:fresh", ({ target }) => {
        if (target.id === "board") fresh(target);
    });
    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
        if (!event.key.startsWith("Arrow") || !event.target.matches?.("#board .cards > li[draggable=true]")) return;
        event.preventDefault();
        step(event.target, event.key);
    });
    each("#board .cards > li:has(form[data-move])", (card) => {
        card.draggable = true;
        card.tabIndex = 0;
        card.setAttribute("aria-describedby", "board-help");
    });
}

if (globalThis.document !== undefined) start();
