// A choice between parts of a page: <div class="switch" data-remember="clone"> with links to the ids of the parts. Without a
// script all of them are there, one below the other. The choice is remembered in the browser.
import { each } from "./page.js";

const kept = (name) => `cairn:choice:${name}`;

function pick(links, chosen) {
    for (const link of links) {
        if (link === chosen) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
        document.getElementById(link.hash.slice(1)).hidden = link !== chosen;
    }
}

each(".switch[data-remember]", (box) => {
    const links = [...box.querySelectorAll("a[href^='#']")].filter((link) => document.getElementById(link.hash.slice(1)));
    if (links.length === 0) return;
    const before = localStorage.getItem(kept(box.dataset.remember));
    pick(links, links.find((link) => link.hash === before) ?? links.find((link) => link.ariaCurrent) ?? links[0]);
    box.addEventListener("click", (event) => {
        const link = event.target.closest("a");
        if (!links.includes(link)) return;
        event.preventDefault();
        pick(links, link);
        localStorage.setItem(kept(box.dataset.remember), link.hash);
    });
});
