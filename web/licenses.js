// The license texts that Cairn offers for new repositories, from the package spdx-license-list (CC0-1.0), which takes
// them from the SPDX project. A text is kept word for word, except that its own notice gets our four marks
// ({{year}}, {{owner}}, {{email}}, {{repository}}), which the program fills in, and that long lines are broken.
import { readFileSync } from "node:fs";
import { join } from "node:path";

// What the notice of each license says where year and owner belong. The GNU licenses and others without a notice of
// their own stay as they are: their appendices tell how to apply them, and are not to be filled in.
const none = {};
const angle = { "<year>": "{{year}}", "<owner>": "{{owner}}" };
const notices = {
    "0BSD": { "YEAR by AUTHOR EMAIL": "{{year}} by {{owner}} <{{email}}>" },
    "AFL-3.0": none,
    "AGPL-3.0": none,
    "Apache-2.0": { "[yyyy]": "{{year}}", "[name of copyright owner]": "{{owner}}" },
    "Artistic-2.0": none,
    "BSD-2-Clause": angle,
    "BSD-2-Clause-Patent": { "<YEAR>": "{{year}}", "<COPYRIGHT HOLDERS>": "{{owner}}" },
    "BSD-3-Clause": angle,
    "BSD-3-Clause-Clear": { "[xxxx]-[xxxx]": "{{year}}", "[Owner Organization]": "{{owner}}" },
    "BSD-4-Clause": angle,
    "BSL-1.0": none,
    "BlueOak-1.0.0": none,
    "CC-BY-4.0": none,
    "CC-BY-NC-4.0": none,
    "CC-BY-ND-4.0": none,
    "CC-BY-SA-4.0": none,
    "CC0-1.0": none,
    "CDDL-1.0": none,
    "CDDL-1.1": none,
    "CECILL-2.1": none,
    "CERN-OHL-P-2.0": none,
    "CERN-OHL-S-2.0": none,
    "CERN-OHL-W-2.0": none,
    "ECL-2.0": { "[yyyy]": "{{year}}", "[name of copyright owner]": "{{owner}}" },
    "EPL-1.0": none,
    "EPL-2.0": none,
    "EUPL-1.2": none,
    "GFDL-1.3": none,
    "GPL-2.0": none,
    "GPL-3.0": none,
    ISC: {
        '2004-2010 by Internet Systems Consortium, Inc. ("ISC")\nCopyright (c) 1995-2003 by Internet Software Consortium':
            "{{year}} {{owner}} <{{email}}>",
        "ISC DISCLAIMS": "THE AUTHOR DISCLAIMS",
        "SHALL ISC BE": "SHALL THE AUTHOR BE",
    },
    "LGPL-2.0": none,
    "LGPL-2.1": none,
    "LGPL-3.0": none,
    "LPPL-1.3c": none,
    MIT: { "<year>": "{{year}}", "<copyright holders>": "{{owner}}" },
    "MIT-0": { "<YEAR>": "{{year}}", "<COPYRIGHT HOLDER>": "{{owner}}" },
    "MPL-1.1": none,
    "MPL-2.0": none,
    "MS-PL": none,
    "MS-RL": none,
    "MulanPSL-2.0": {
        "[Year]": "{{year}}",
        "[name of copyright holder]": "{{owner}}",
        "[Software Name]": "{{repository}}",
    },
    "ODC-By-1.0": none,
    "ODbL-1.0": none,
    "OFL-1.1": none,
    "OSL-3.0": none,
    "PDDL-1.0": none,
    "UPL-1.0": { "[year]": "{{year}}", "[copyright holders]": "{{owner}}" },
    Unlicense: none,
    WTFPL: none,
    Zlib: { "zlib License\n": "zlib License\n\nCopyright (c) {{year}} {{owner}}\n" },
};

function broken(line, width = 79) {
    const indent = line.match(/^\s*/)[0];
    const lines = [];
    let current = indent;
    for (const word of line.trim().split(/ +/)) {
        if (current.length > indent.length && current.length + 1 + word.length > width) {
            lines.push(current);
            current = indent;
        }
        current += current.length > indent.length ? ` ${word}` : word;
    }
    return [...lines, current].join("\n");
}

// Name and text of each license.
export function licenses(modules) {
    return Object.entries(notices).map(([key, notice]) => {
        let text = JSON.parse(readFileSync(join(modules, "spdx-license-list", "licenses", `${key}.json`))).licenseText;
        for (const [theirs, ours] of Object.entries(notice)) {
            if (!text.includes(theirs)) throw new Error(`${key} does not say ${theirs}`);
            text = text.replaceAll(theirs, ours);
        }
        const lines = text.trimEnd().split("\n");
        return [key, lines.map((line) => (line.length > 120 ? broken(line) : line.trimEnd())).join("\n") + "\n"];
    });
}
