// Writes src/languages/languages.txt out of the npm package linguist-languages:
//     npm pack linguist-languages@9.5.0 && tar xf linguist-languages-*.tgz
//     node tools/languages.js package > src/languages/languages.txt
// Only what is programmed in, and markup, gets a line; where several languages claim an ending, one gets it.
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = join(resolve(process.argv[2]), "data");
const all = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith(".js")).sort())
    all.push((await import(pathToFileURL(join(folder, file)))).default);

// Whose an ending is that several languages claim, where "the one that names it first" would be wrong.
const chosen = {
    ".asm": "Assembly", ".bas": "Visual Basic 6.0", ".bat": "Batchfile", ".bf": "Brainfuck", ".cake": "CoffeeScript",
    ".cl": "Common Lisp", ".cls": "TeX", ".cmd": "Batchfile", ".cp": "C++", ".cs": "C#", ".d": "D", ".es": "JavaScript",
    ".f": "Fortran", ".for": "Fortran", ".fr": "Frege", ".frag": "GLSL", ".fs": "F#", ".gd": "GDScript", ".gs": "Genie",
    ".h": "C", ".hh": "C++", ".html": "HTML", ".i": "Assembly", ".inc": "PHP", ".j": "Objective-J", ".jsx": "JavaScript",
    ".l": "Common Lisp", ".lisp": "Common Lisp", ".ls": "LiveScript", ".lsp": "Common Lisp", ".m": "Objective-C",
    ".md": null, ".ml": "OCaml", ".mm": "Objective-C++", ".mod": "Modula-2", ".mojo": "Mojo", ".ms": "Assembly",
    ".n": "Nemerle", ".nl": null, ".p": "OpenEdge ABL", ".php": "PHP", ".pl": "Perl", ".pm": "Perl", ".pp": "Pascal",
    ".pro": "Prolog", ".properties": null, ".ps": "PostScript", ".q": "q", ".qs": "Q#", ".r": "R", ".rb": "Ruby",
    ".re": "Reason", ".rs": "Rust", ".s": "Assembly", ".sc": "Scala", ".scd": "SuperCollider", ".sh": "Shell",
    ".sql": "SQL", ".sol": "Solidity", ".st": "Smalltalk", ".stl": null, ".svx": null, ".t": "Perl", ".tex": "TeX",
    ".ts": "TypeScript", ".tsx": "TSX", ".tst": "GAP", ".txt": null, ".url": null, ".v": "Verilog",
    ".vba": "VBA", ".w": "CWeb", ".x": "RPC", ".xml": null, ".yaml": null, ".yml": null, ".cgi": "Perl", ".fcgi": "Perl",
    ".vb": "Visual Basic .NET", ".mo": "Modelica", ".mk": "Makefile", ".rpy": "Ren'Py", ".spec": "Python", ".json": null,
    ".g": "GAP", ".gml": "Game Maker Language", ".ecl": "ECL", ".e": "Eiffel", ".ch": "xBase", ".cj": "Cangjie",
    ".glsl": "GLSL", ".app": "Erlang", ".ado": "Stata", ".as": "ActionScript", ".b": "Limbo", ".rno": null, ".toc": "TeX",
    ".service": null, ".me": null, ".man": null, ".ncl": "NCL", ".mcfunction": "mcfunction", ".fun": "Standard ML",
};
for (let n = 1; n < 10; ++n) chosen[`.${n}`] = null;

const owners = new Map();
for (const language of all)
    (language.extensions ?? []).forEach((ending, place) => {
        const key = ending.toLowerCase();
        if (!owners.has(key)) owners.set(key, []);
        owners.get(key).push({ language, place });
    });
function owner(key) {
    if (key in chosen) return chosen[key];
    const claims = owners.get(key);
    return claims.toSorted((a, b) => a.place - b.place || a.language.name.localeCompare(b.language.name))[0].language.name;
}

console.log("# name, what it counts as, endings, whole names, programs of a first line; made by tools/languages.js");
const names = new Set();
for (const language of all.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!["programming", "markup"].includes(language.type)) continue;
    const endings = [...new Set((language.extensions ?? []).map((e) => e.toLowerCase()))].filter((e) => owner(e) === language.name);
    const whole = (language.filenames ?? []).filter((name) => !names.has(name));
    whole.forEach((name) => names.add(name));
    const row = [language.name, language.group ?? "", endings.join(" "), whole.join("|"), (language.interpreters ?? []).join(" ")];
    console.log(row.join(";"));
}
