// The files of dist/: each has a name that pages and modules say ("menus.js") and a name with a mark of its content
// ("menus.0123456789ab.js"), under which a browser may keep it for ever. Where one file names another ("./menus.js" in a
// module, "../assets/site.css" in a page), the marked name is put in, so a mark covers all that a file leads to.
import { createHash } from "node:crypto";

const naming = /(["'])(\.\/|\.\.\/assets\/)([\w.-]+)\1/g;

const mark = (...contents) => {
    const hash = createHash("sha256");
    for (const content of contents) hash.update(content);
    return hash.digest("hex").slice(0, 12);
};

const marked = (name, with_mark) => name.replace(/\.[^.]+$/, (ending) => `.${with_mark}${ending}`);

export class Bundle {
    #files = new Map();
    #made = new Map();
    #onTheWay = new Set();

    // `theirs`: somebody else's, which names nothing of ours and is kept compressed alone.
    add(name, content, { theirs = false } = {}) {
        if (this.#files.has(name)) throw new Error(`two files are called ${name}`);
        this.#files.set(name, { content, theirs });
    }

    // Files that name each other, or that are named by a rule: one mark for all. `link` has the last word on each text, and
    // is given the function that marks a name.
    addSet(files, link = (text) => text) {
        const shared = mark(...[...files].flatMap(([name, text]) => [name, text]));
        for (const [name, text] of files) {
            const whole = marked(name, shared);
            this.add(name, text, { theirs: true });
            this.#made.set(name, { name: whole, content: Buffer.from(link(text, (other) => marked(other, shared))), theirs: true });
        }
        return shared;
    }

    // {name, content, theirs} with the marked name.
    made(name) {
        if (this.#made.has(name)) return this.#made.get(name);
        const file = this.#files.get(name);
        if (file === undefined) throw new Error(`there is no file ${name}`);
        if (this.#onTheWay.has(name)) throw new Error(`${name} leads to itself, so that it can have no mark`);
        this.#onTheWay.add(name);
        const content = file.theirs ? Buffer.from(file.content) : this.#linked(file.content);
        const result = { name: marked(name, mark(content)), content, theirs: file.theirs };
        this.#onTheWay.delete(name);
        this.#made.set(name, result);
        return result;
    }

    #linked(content) {
        if (typeof content !== "string") return content;
        const link = (whole, quote, before, name) =>
            this.#files.has(name) ? quote + before + this.made(name).name + quote : whole;
        return Buffer.from(content.replace(naming, link));
    }

    // [name, marked file] for each, in the order of the names.
    all() {
        return [...this.#files.keys()].sort().map((name) => [name, this.made(name)]);
    }
}
