// The documentation as pages that stand alone, for a server of files: no script, the program's stylesheet, links from page to
// page. What leads into a running site is words here.
import { escaped } from "./html.js";

function address(page, { elsewhere, site, page: name, anchor }) {
    if (elsewhere) return elsewhere;
    if (site) return null;
    return (name === page.name ? "" : `${name}.html`) + (anchor ? `#${anchor}` : "") || `${name}.html`;
}

function navigation(pages, current) {
    const groups = new Map();
    for (const page of pages) groups.set(page.group, [...(groups.get(page.group) ?? []), page]);
    const entry = ({ name, title }) => `<li><a href="${name}.html"${name === current.name ? ' aria-current="page"' : ""}>${escaped(title)}</a></li>`;
    const group = ([title, list]) => `${title ? `<h2>${escaped(title)}</h2>` : ""}<ul>${list.map(entry).join("")}</ul>`;
    return `<nav class="tabs" aria-label="Documentation">${[...groups].map(group).join("")}</nav>`;
}

// Name and content of each file but the stylesheet.
export function standalone(pages, stylesheet) {
    return pages.map((page) => [`${page.name}.html`, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)} · Cairn</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<main id="content" class="page" tabindex="-1">
<div class="columns nav-left">
${navigation(pages, page)}
<div class="docs">
<h1>${escaped(page.title)}</h1>
<article class="prose">
${page.html(address)}</article>
</div>
</div>
</main>
</body>
</html>
`]);
}
