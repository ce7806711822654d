// The tree beside a file (<nav id="tree" data-tree="/owner/name">). A folder that is closed has a link with data-folder to the
// same page with it open: here the tree is taken out of that page. Which folders are open, and how wide the tree is, is
// remembered in this browser.
import { each, load, put } from "./page.js";

const most = 12; // as many as the server opens

const named = (tree, what) => `cairn:tree:${what}:${tree.dataset.tree}`;
const recall = (key) => JSON.parse(localStorage.getItem(key) ?? "null");

function remember(key, value) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // Then it is only for now.
    }
}

// What is open after `folder` was opened (or closed: with all that is in it), the latest last.
export function withFolder(open, folder, is) {
    const others = open.filter((one) => one !== folder && (is || !one.startsWith(`${folder}/`)));
    return (is ? [...others, folder] : others).slice(-most);
}

// This page with these folders open.
export function addressOf(href, folders) {
    const url = new URL(href);
    url.searchParams.delete("tree");
    url.hash = "";
    for (const folder of folders) url.searchParams.append("tree", folder);
    return url.href;
}

const opened = (tree) => recall(named(tree, "open")) ?? [];

let filled = false;

async function show(folders) {
    try {
        const { page } = await load(addressOf(location.href, folders));
        const fresh = page.getElementById("tree");
        const old = document.getElementById("tree");
        if (fresh === null || old === null) return;
        const at = old.scrollTop;
        const now = put(old, fresh);
        now.scrollTop = at;
    } catch {
        // The link is still there.
    }
}

function begin(tree) {
    const width = recall(named(tree, "width"));
    if (width) tree.style.width = `${width}px`;
    let settled = false;
    new ResizeObserver(() => {
        if (settled && tree.style.width) remember(named(tree, "width"), Math.round(tree.getBoundingClientRect().width));
        settled = true;
    }).observe(tree);
    tree.addEventListener("click", (event) => {
        const link = event.target.closest("a.opens");
        if (link === null || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        const folders = withFolder(opened(tree), link.dataset.folder, true);
        remember(named(tree, "open"), folders);
        show(folders);
    });
    tree.addEventListener("click", ({ target }) => {
        const folder = target.closest("summary")?.parentElement;
        if (folder) remember(named(tree, "open"), withFolder(opened(tree), folder.dataset.folder, !folder.open));
    });
    // What the server has not opened yet.
    const closed = [...tree.querySelectorAll("a.opens")].map((link) => link.dataset.folder);
    const missing = opened(tree).some((folder) => closed.includes(folder));
    if (missing && !filled) show(opened(tree));
    filled = true;
}

if (globalThis.document !== undefined) each("#tree[data-tree]", begin);
