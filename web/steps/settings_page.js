// Every setting, of docs/app.example.ini, which is made from the program's own table: sections with their keys, what they mean and
// what they are when nothing is said.
import { escaped } from "./html.js";

const rule = /^;{20,}$/;

// [{name, about, keys: [{name, value, about}]}]; the first one has no name.
export function readSettings(ini) {
    const sections = [{ name: "", about: "", keys: [] }];
    let words = [];
    // The file's own head ends with an empty line before the first key.
    for (const line of ini.split("\n")) {
        const section = line.match(/^\[(.+)\]$/);
        const key = line.match(/^;([\w-]+) =(?: (.*))?$/);
        if (section) sections.push({ name: section[1], about: words.join(" "), keys: [] });
        else if (key) sections.at(-1).keys.push({ name: key[1], value: key[2] ?? "", about: words.join(" ") });
        else if (line.startsWith("; ")) {
            words.push(line.slice(2));
            continue;
        } else if (line !== "" && line !== ";" && !rule.test(line)) throw new Error(`app.example.ini: this line is neither a section nor a key: ${line}`);
        words = [];
    }
    return sections;
}

const addressOf = (section, key = "") => [section.name || "top", key.toLowerCase()].filter((part) => part !== "").join(".");

function entry(section, { name, value, about }, inline) {
    const id = escaped(addressOf(section, name));
    const fallback = value === "" ? "" : ` <span class="soft">= <code>${escaped(value)}</code></span>`;
    return `<dt id="${id}"><a href="#${id}"><code>${escaped(name)}</code></a>${fallback}</dt><dd>${inline(about)}</dd>\n`;
}

// {html, sections}: the sections as a search finds them, one for each key.
export function settingsOf(ini, inline) {
    const html = [];
    const found = [];
    for (const section of readSettings(ini)) {
        const title = section.name ? `[${section.name}]` : "Before the first section";
        const id = escaped(addressOf(section));
        html.push(`<h2 id="${id}"><a href="#${id}">${escaped(title)}</a></h2>\n`);
        if (section.about) html.push(`<p>${inline(section.about)}</p>\n`);
        html.push(`<dl class="docs-settings">\n${section.keys.map((key) => entry(section, key, inline)).join("")}</dl>\n`);
        found.push({ anchor: addressOf(section), level: 2, title, text: section.about });
        for (const key of section.keys)
            found.push({ anchor: addressOf(section, key.name), level: 3, title: section.name ? `${title} ${key.name}` : key.name, text: key.about });
    }
    return { html: html.join(""), sections: found };
}
