// Drawings: a fence "mermaid" in prose, or a file of that kind (<pre data-drawing>), becomes a picture in a frame that has no
// origin: what the text makes of the program that draws stays there. The text stays in the page, folded.
import { each, word } from "./page.js";

const mostBytes = 50_000;
const mostHigh = 4000;

function draw(pre) {
    const text = pre.textContent;
    if (text.length > mostBytes || text.trim() === "") return;
    const frame = document.createElement("iframe");
    frame.className = "drawing";
    frame.title = word("drawing", "Drawing");
    frame.sandbox = "allow-scripts";
    frame.height = pre.offsetHeight;
    frame.src = new URL("./drawing.html", import.meta.url);
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark"
        || (document.documentElement.dataset.theme === undefined && matchMedia("(prefers-color-scheme: dark)").matches);
    const hear = ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        if (data.ready) return frame.contentWindow.postMessage({ text, dark, language: document.documentElement.lang }, "*");
        removeEventListener("message", hear);
        if (data.failed !== undefined) return frame.remove(); // the text says more than a broken picture
        frame.height = Math.min(Math.max(Number(data.height) || 0, 40), mostHigh);
        fold(pre);
    };
    addEventListener("message", hear);
    pre.before(frame);
}

function fold(pre) {
    const details = document.createElement("details");
    details.className = "drawing-source";
    const summary = document.createElement("summary");
    summary.textContent = word("source", "Source");
    pre.replaceWith(details);
    details.append(summary, pre);
}

const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
        if (isIntersecting) {
            seen.unobserve(target);
            draw(target);
        }
}, { rootMargin: "50%" });
each("pre:has(> code.language-mermaid), pre[data-drawing]", (pre) => seen.observe(pre));
