// The licenses of what others have written and we send to browsers, or make with it what we send, in one text.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

// Each package, and all that it needs: what is bundled in one file came from there.
function withNeeds(modules, names) {
    const found = new Map();
    const waiting = [...names];
    while (waiting.length > 0) {
        const name = waiting.shift();
        const folder = join(modules, name);
        if (found.has(name) || !existsSync(join(folder, "package.json"))) continue;
        const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
        found.set(name, { folder, about });
        waiting.push(...Object.keys(about.dependencies ?? {}));
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

// Types have no words that anybody gets to see; the others are for building and for counting downloads.
const apart = (name) => name.startsWith("@types/") || name === "@scarf/scarf";

export function notices(modules, names) {
    const parts = [];
    for (const [name, { folder, about }] of withNeeds(modules, names)) {
        if (apart(name)) continue;
        const file = readdirSync(folder).sort().find((entry) => /^(licen[sc]e|copying)/i.test(entry));
        const text = file === undefined ? `License: ${about.license}` : readFileSync(join(folder, file), "utf8").trim();
        parts.push(`${name} ${about.version}\n${"=".repeat(name.length + about.version.length + 1)}\n\n${text}\n`);
    }
    return parts.join("\n\n");
}
