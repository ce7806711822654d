#!/usr/bin/env python3
"""Gathers the words that people read into web/languages: cairn.pot, and CODE.po for each language.

    tools/words.py            brings the files up to date: new words are added, those that are gone are dropped
    tools/words.py --check    says what is not up to date, and what is not translated yet (for tools/lint.py)

Words are marked: [[in templates]] (web/templates), and Phrase("in C++") (src), with Phrase("one", "many") and
[[{{n}} file||{{n}} files]] for numbers. docs/pages.md has the rules; pages/template/marked_words.cpp reads templates the
same way, and a unit test holds both against each other. Where git has left marks of a conflict in a file, the words of
both sides are taken: run the tool, and the conflict is resolved.
"""

import argparse
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ROOT / "web" / "languages"
# Other languages may lack words, which are English then; these may not.
COMPLETE = {"de"}

HEADER = """\
# The words of Cairn's pages and mails. tools/words.py writes this file.
msgid ""
msgstr ""
"Project-Id-Version: Cairn\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""

STRING = r'"(?:[^"\\]|\\.)*"'
LITERALS = rf"{STRING}(?:\s*{STRING})*"
PHRASE = re.compile(rf"\bPhrase\s*[({{]\s*({LITERALS})\s*(?:,\s*({LITERALS})\s*)?[)}}]")
PHRASE_VARIABLE = re.compile(rf"\bPhrase\s+\w+\(({LITERALS})\)")
# Between two words; git puts its marks there as well.
GAP = re.compile(r"\n\s*\n|^(?:<{7}|\|{7}|={7}|>{7}).*$", re.MULTILINE)
NEVER_CLOSES = ("<br", "<wbr", "<img", "<input", "<hr")


class Unreadable(Exception):
    """A mark that the tool cannot read."""


def unquoted(literals):
    return "".join(json.loads(part) for part in re.findall(STRING, literals))


def value_name(expression):
    return re.sub(r"\s+", "", expression.split("|")[0])


def brief_names(text):
    """The last part of each member's name, as long as that says which one it is."""
    names = {value_name(expression) for expression in re.findall(r"\{\{(.*?)\}\}", text)}
    last = [name.split(".")[-1] for name in names]
    return {name: name.split(".")[-1] if last.count(name.split(".")[-1]) == 1 else name for name in names}


def message(text, plain, names):
    """What translators see of the words of a template."""
    out, opened, number = [], [], 0
    at = 0
    while at < len(text):
        if text.startswith("{{", at):
            end = text.index("}}", at)
            out.append("{" + names[value_name(text[at + 2 : end])] + "}")
            at = end + 2
        elif text[at] == "<" and not plain:
            end = at
            quoted = False
            while text[end] != ">" or quoted:
                quoted ^= text[end] == '"'
                end += 1
            tag = text[at : end + 1]
            at = end + 1
            if tag.startswith("</"):
                out.append(f"</{opened.pop()}>")
                continue
            number += 1
            alone = tag.startswith(NEVER_CLOSES) or tag.endswith("/>")
            out.append(f"<{number}/>" if alone else f"<{number}>")
            if not alone:
                opened.append(number)
        else:
            out.append(text[at])
            at += 1
    return re.sub(r"\s+", " ", "".join(out)).strip()


def template_words(text):
    """Every mark of a template, as (one, many)."""
    for mark in re.finditer(r"\{#.*?#\}|\[\[(.*?)\]\]", text, re.DOTALL):
        if mark[1] is None:
            continue
        before = text[: mark.start()]
        plain = before.rfind("{%") > before.rfind("%}")
        forms = mark[1].split("||")
        names = brief_names(mark[1])
        yield tuple(message(form, plain, names) for form in forms) + ("",) * (2 - len(forms))


def source_words(text):
    for mark in PHRASE.finditer(text):
        yield unquoted(mark[1]), unquoted(mark[2]) if mark[2] else ""
    for mark in PHRASE_VARIABLE.finditer(text):
        yield unquoted(mark[1]), ""


def gather():
    """{msgid: (plural, [files])}, in the order of the files and of the words in them."""
    found = {}
    files = [(path, template_words) for path in sorted((ROOT / "web/templates").rglob("*.html"))]
    files += [
        (path, source_words)
        for path in sorted((ROOT / "src").rglob("*.[ch]pp"))
        if not path.name.endswith("_test.cpp") and path.name != "phrase.hpp"
    ]
    for path, words_of in files:
        name = path.relative_to(ROOT).as_posix()
        for one, many in words_of(path.read_text()):
            known = found.setdefault(one, [many, []])
            if known[0] != many:
                raise Unreadable(f'{name}: "{one}" is there with another plural: "{known[0]}" and "{many}"')
            if name not in known[1]:
                known[1].append(name)
    return found


def read_po(path):
    """The header's lines, and {msgid: (plural, [texts], fuzzy)}."""
    entries, header = {}, ""
    for block in GAP.split(path.read_text()):
        fuzzy = re.search(r"^#,.*fuzzy", block, re.MULTILINE) is not None
        fields = re.findall(rf"^(msgid|msgid_plural|msgstr(?:\[\d\])?)\s+({LITERALS})", block, re.MULTILINE)
        values = {key: unquoted(text) for key, text in fields}
        if "msgid" not in values:
            continue
        if not values["msgid"]:
            header = block
            continue
        texts = [text for key, text in values.items() if key.startswith("msgstr")]
        if any(texts) or values["msgid"] not in entries:
            entries[values["msgid"]] = (values.get("msgid_plural", ""), texts, fuzzy)
    return header, entries


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def written(header, found, translated, forms):
    """The text of a PO file."""
    blocks = [header.rstrip("\n")]
    for one, (many, files) in found.items():
        plural, texts, fuzzy = translated.get(one, ("", [], False))
        wanted = forms if many else 1
        if plural != many or len(texts) != wanted:
            texts = [""] * wanted
        lines = [f"#: {file}" for file in files]
        lines += ["#, fuzzy"] if fuzzy else []
        lines.append(f"msgid {quoted(one)}")
        if many:
            lines.append(f"msgid_plural {quoted(many)}")
            lines += [f"msgstr[{i}] {quoted(text)}" for i, text in enumerate(texts)]
        else:
            lines.append(f"msgstr {quoted(texts[0])}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def placeholders(text):
    return sorted(re.findall(r"\{[^}]*\}", text)), sorted(re.findall(r"</?\d+/?>", text))


def complaints(code, found, translated):
    for one, (many, _) in found.items():
        _, texts, fuzzy = translated.get(one, ("", [], False))
        if code in COMPLETE and (fuzzy or not texts or not all(texts)):
            yield f'{code}.po: "{one}" is not translated'
        for text in texts:
            # Words for a single thing may do without the number.
            fits = placeholders(text) == placeholders(one) or (many and placeholders(text) == placeholders(many))
            if text and not fits:
                yield f'{code}.po: "{text}" has other values or tags than "{one}"'


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--check", action="store_true", help="change nothing, and fail where something would change")
    check = arguments.parse_args().check
    try:
        found = gather()
    except Unreadable as error:
        sys.exit(f"words.py: {error}")
    problems = []
    files = {LANGUAGES / "cairn.pot": written(HEADER, found, {}, 2)}
    for path in sorted(LANGUAGES.glob("*.po")):
        header, translated = read_po(path)
        count = re.search(r"nplurals=(\d+)", header)
        files[path] = written(header, found, translated, int(count[1]) if count else 2)
        problems += complaints(path.stem, found, translated)
    for path, text in files.items():
        if not path.exists() or path.read_text() != text:
            if check:
                problems.append(f"{path.relative_to(ROOT)} is not up to date: run tools/words.py")
            else:
                path.write_text(text)
                print(path.relative_to(ROOT))
    for problem in problems:
        print(f"words.py: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
