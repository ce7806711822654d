// A board's cards by drag: each card has a form that moves it (data-move) with a button for every column; dropping a card does
// what that button does, with the place in the column as "sorting". Without a script, and by keyboard, the menu does.
import { each, say, send, swap, word } from "./page.js";

let dragged = null;

// Before which card of a column one is put down: the first whose middle is below the pointer.
export const placeAt = (middles, y) => {
    const i = middles.findIndex((middle) => y < middle);
    return i < 0 ? middles.length : i;
};

const cardsOf = (column) => [...column.querySelectorAll(".cards > li")].filter((card) => card !== dragged);
const middle = (card) => {
    const box = card.getBoundingClientRect();
    return box.top + box.height / 2;
};

async function move(card, column, place) {
    const form = card.querySelector("form[data-move]");
    const button = form?.querySelector(`button[value="${CSS.escape(column.dataset.column)}"]`);
    if (!button) return;
    const sorting = document.createElement("input");
    Object.assign(sorting, { type: "hidden", name: "sorting", value: place });
    form.append(sorting);
    const back = [card.parentElement, card.nextElementSibling];
    column.querySelector(".cards").insertBefore(card, cardsOf(column)[place] ?? null);
    try {
        const { page, status } = await send(form, button);
        if (status >= 400) throw new Error(String(status));
        swap(page, ["board"]);
    } catch {
        back[0].insertBefore(card, back[1]);
        say(word("notMoved", "The card could not be moved"));
    } finally {
        sorting.remove();
    }
}

function start() {
    document.addEventListener("dragstart", (event) => {
        const card = event.target.closest?.(".board .cards > li");
        if (!card || event.target.closest("details[open]")) return;
        dragged = card;
        event.dataTransfer.effectAllowed = "move";
    });
    document.addEventListener("dragover", (event) => {
        if (dragged && event.target.closest?.("[data-column]")) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
        const column = dragged && event.target.closest?.("[data-column]");
        if (!column) return;
        event.preventDefault();
        move(dragged, column, placeAt(cardsOf(column).map(middle), event.clientY));
        dragged = null;
    });
    document.addEventListener("dragend", () => (dragged = null));
    each(".board .cards > li:has(form[data-move])", (card) => (card.draggable = true));
}

if (globalThis.document !== undefined) start();
