// The documentation: Markdown of docs/ as pieces of HTML, with what the program needs to lead through them. contents.json says
// which pages there are and in which order; a link to a page, or to a heading, that is not there ends the build.
//
// The HTML has neither script nor style of its own, because the pages' policy allows none. Every heading has an address. Code in
// several languages, one fence after the other, is shown one at a time.
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import MarkdownIt from "markdown-it";

import { escaped } from "./html.js";
import { settingsOf } from "./settings_page.js";

// What a reader calls the language of a fence.
const languages = { sh: "curl", python: "Python", javascript: "JavaScript", go: "Go" };

export const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");

// The words of a line, without what marks them.
const plain = (token) => (token.children ?? []).map(({ type, content }) => (type === "text" || type === "code_inline" ? content : type === "softbreak" ? " " : "")).join("");

// What is searched: sections, each with its heading and the words below it. Code is left out.
function sectionsOf(tokens, title) {
    const sections = [{ anchor: "", level: 1, title, words: [] }];
    tokens.forEach((token, at) => {
        if (token.type === "heading_open")
            sections.push({ anchor: token.attrGet("id"), level: Number(token.tag.slice(1)), title: plain(tokens[at + 1]), words: [] });
        else if (token.type === "inline" && tokens[at - 1].type !== "heading_open") sections.at(-1).words.push(plain(token));
    });
    return sections.map(({ words, ...section }) => ({ ...section, text: words.join(" ").replace(/\s+/g, " ").trim() }));
}

// The first heading is the page's title; it is shown by whoever shows the page.
function takeTitle(tokens, file) {
    if (tokens[0]?.type !== "heading_open" || tokens[0].tag !== "h1") throw new Error(`${file}: it does not begin with its title`);
    const [, title] = tokens.splice(0, 3);
    if (tokens.some((token) => token.tag === "h1")) throw new Error(`${file}: a page has one title`);
    return plain(title);
}

function giveAddresses(tokens, file) {
    const known = new Set();
    tokens.forEach((token, at) => {
        if (token.type !== "heading_open") return;
        const id = slug(plain(tokens[at + 1]));
        if (known.has(id)) throw new Error(`${file}: two headings have the address #${id}`);
        known.add(id);
        token.attrSet("id", id);
    });
}

function read(markdown, folder, { file, ini, ...about }) {
    const path = normalize(file);
    const tokens = markdown.parse(readFileSync(join(folder, path), "utf8"), {});
    const title = takeTitle(tokens, path);
    tokens.splice(0, tokens.length, ...withoutEmptyHeads(tokens));
    giveAddresses(tokens, path);
    const page = { ...about, file: path, title, tokens, sections: sectionsOf(tokens, title), tail: "" };
    if (ini !== undefined) {
        const settings = settingsOf(readFileSync(join(folder, ini), "utf8"), (text) => markdown.renderInline(text));
        page.sections.push(...settings.sections);
        page.tail = settings.html;
    }
    return page;
}

// Where a link of a page leads: to a page of the documentation, into the site, or elsewhere.
function targetOf(pages, page, href) {
    if (/^[a-z]+:/i.test(href)) return { elsewhere: href };
    if (href.startsWith("/")) return { site: href };
    const [path, anchor = ""] = href.split("#");
    const file = path === "" ? page.file : normalize(join(dirname(page.file), path));
    const found = pages.find((one) => one.file === file);
    if (found === undefined) throw new Error(`${page.file}: ${href} leads to no page of the documentation`);
    if (anchor !== "" && !found.sections.some((section) => section.anchor === anchor)) throw new Error(`${page.file}: ${href}: ${found.file} has no #${anchor}`);
    return { page: found.name, anchor };
}

function fence(token, open) {
    const language = token.info.trim().split(" ")[0];
    const code = `<pre tabindex="0"><code${language ? ` class="language-${escaped(language)}"` : ""}>${escaped(token.content)}</code></pre>\n`;
    if (open === undefined) return code;
    return `<details class="example"${open ? " open" : ""}><summary>${languages[language]}</summary>${code}</details>\n`;
}

// A table without a head has an empty one in Markdown, and a head may have an empty cell: neither is a heading of anything.
function withoutEmptyHeads(tokens) {
    const kept = [];
    for (let at = 0; at < tokens.length; at += 1) {
        const end = tokens[at].type === "thead_open" ? tokens.findIndex((token, behind) => behind > at && token.type === "thead_close") : at;
        const head = tokens.slice(at, end + 1);
        const isEmpty = end > at && head.every(({ type, content }) => type !== "inline" || content === "");
        if (!isEmpty) kept.push(...head);
        at = end;
    }
    kept.forEach((token, at) => {
        if (token.type === "inline" && token.content === "" && kept[at - 1].type === "th_open") kept[at - 1].tag = kept[at + 1].tag = "td";
    });
    return kept;
}

// Which fences stand in a row, in languages of which a reader wants one: by their place, whether they are open at first.
function rows(tokens) {
    const named = (token) => token?.type === "fence" && token.info.trim() in languages;
    const found = new Map();
    tokens.forEach((token, at) => {
        if (named(token) && (named(tokens[at - 1]) || named(tokens[at + 1]))) found.set(at, !named(tokens[at - 1]));
    });
    return found;
}

function rules(markdown) {
    const columns = (tokens, at) => tokens.slice(at, tokens.findIndex((token, behind) => behind > at && token.type === "tr_close")).filter(({ type }) => /^t[hd]_open$/.test(type)).length;
    Object.assign(markdown.renderer.rules, {
        fence: (tokens, at, options, env) => fence(tokens[at], env.rows.get(at)),
        code_block: (tokens, at) => fence(tokens[at]),
        table_open: (tokens, at) => `<div class="scroll${columns(tokens, at) > 3 ? " wide" : ""}" tabindex="0" role="group" aria-label="Table"><table>\n`,
        table_close: () => "</table></div>\n",
        heading_open: (tokens, at) => `<${tokens[at].tag} id="${escaped(tokens[at].attrGet("id"))}"><a href="#${escaped(tokens[at].attrGet("id"))}">`,
        heading_close: (tokens, at) => `</a></${tokens[at].tag}>\n`,
        link_open: (tokens, at, options, env) => {
            const address = env.address(env.page, targetOf(env.pages, env.page, tokens[at].attrGet("href")));
            env.tag = address === null ? "span" : "a";
            return address === null ? "<span>" : `<a href="${escaped(address)}">`;
        },
        link_close: (tokens, at, options, env) => `</${env.tag}>`,
    });
}

// Addresses where the program serves the pages: /-/docs and /-/docs/NAME. They are relative, because a site may have a path.
export function served(page, target) {
    if (target.elsewhere) return target.elsewhere;
    const isFirst = page.name === "index";
    if (target.site) return (isFirst ? ".." : "../..") + target.site;
    const anchor = target.anchor ? `#${target.anchor}` : "";
    if (target.page === page.name) return anchor || (isFirst ? "docs" : page.name);
    if (target.page === "index") return `../docs${anchor}`;
    return (isFirst ? "docs/" : "") + target.page + anchor;
}

// [{name, group, icon, title, sections, html(address)}], in the order of contents.json.
export function guides(folder) {
    const markdown = new MarkdownIt({ html: false });
    rules(markdown);
    const contents = JSON.parse(readFileSync(join(folder, "guide", "contents.json"), "utf8"));
    const pages = contents.map((about) => read(markdown, folder, about));
    const names = new Set(pages.map(({ name }) => name));
    if (names.size !== pages.length) throw new Error("contents.json: two pages have one name");
    const render = (page) => (address) => markdown.renderer.render(page.tokens, markdown.options, { pages, page, address, rows: rows(page.tokens) }) + page.tail;
    return pages.map((page) => ({ name: page.name, group: page.group, icon: page.icon, title: page.title, sections: page.sections, html: render(page) }));
}

const line = (...fields) => fields.map((field) => String(field).replace(/[\t\n]/g, " ")).join("\t") + "\n";

// What the program reads: name and content of each file.
export function docsFiles(pages) {
    const files = new Map(pages.map((page) => [`${page.name}.html`, page.html(served)]));
    files.set("pages.txt", pages.map(({ name, icon, group, title }) => line(name, icon, group, title)).join(""));
    files.set("sections.txt", pages.flatMap(({ name, sections }) => sections.map(({ anchor, level, title, text }) => line(name, anchor, level, title, text))).join(""));
    return files;
}
