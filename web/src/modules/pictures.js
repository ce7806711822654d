// Pictures before and after a change (.diff-pictures with .went and .came): beside each other, one wiped over the other, or
// one through the other. The words are on the element: data-side, data-swipe, data-onion, data-share.
import { each } from "./page.js";

const ways = ["side", "swipe", "onion"];

// What a way shows of the new picture, by the share that was chosen (0 to 100): the styles of the picture that came.
export function look(way, share) {
    if (way === "swipe") return { clipPath: `inset(0 0 0 ${100 - share}%)`, opacity: "" };
    if (way === "onion") return { clipPath: "", opacity: String(share / 100) };
    return { clipPath: "", opacity: "" };
}

function offer(box) {
    const came = box.querySelector("img.came");
    if (!came || !box.querySelector("img.went")) return;
    const tools = document.createElement("div");
    tools.className = "picture-tools row";
    const group = document.createElement("span");
    group.className = "switch";
    group.setAttribute("role", "group");
    const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: 100, value: 50, hidden: true });
    slider.setAttribute("aria-label", box.dataset.share);
    const show = (way) => {
        box.classList.toggle("stacked", way !== "side");
        slider.hidden = way === "side";
        Object.assign(came.style, look(way, Number(slider.value)));
        for (const button of group.children) button.setAttribute("aria-pressed", String(button.dataset.way === way));
        box.dataset.way = way;
    };
    for (const way of ways) {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: box.dataset[way] });
        button.dataset.way = way;
        button.addEventListener("click", () => show(way));
        group.append(button);
    }
    slider.addEventListener("input", () => show(box.dataset.way));
    tools.append(group, slider);
    box.before(tools);
    show("side");
}

function start() {
    each(".diff-pictures[data-swipe]", offer);
}

if (globalThis.document !== undefined) start();
