#!/usr/bin/env python3
"""Puts the sources of a target together, so that the headers they share are read once, and templates instantiated once.

    tools/units.py FOLDER LIST      LIST has a line "TARGET FILE" for each source; writes FOLDER/TARGET_N.cpp, each of which
                                    includes some of the target's files, and prints a line "TARGET FOLDER/TARGET_N.cpp" for it

What a file keeps to itself (in an anonymous namespace) is seen by the others of its unit. So where another file of the
unit says the same word, it has another name there: a macro around the file, after all headers were read, gives it one. A
word for which that could mean something else keeps files apart: one that has a meaning in a header, that is said of a
member somewhere, or that is described, because what is described is known by its name.
"""
import re
import sys
from functools import cache
from pathlib import Path

# A larger unit saves little more, and keeps one processor busy at the end while the others wait.
LINES = 2000
SOURCES = Path(__file__).resolve().parent.parent / "src"

NOT_CODE = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/|#include[^\n]*', re.DOTALL)
OWN = re.compile(r"^namespace \{\n(.*?)^\} // namespace$|^static ([^\n]*)", re.DOTALL | re.MULTILINE)
# With the house's format, what begins in the first column is a declaration of the namespace itself.
DECLARED = re.compile(
    r"^(?:template[^\n]*\n)?(?!using namespace |using enum |using [\w:]+;|namespace |#)"
    r"(?:(?:struct|class|enum class|enum|using|concept) (\w+)|[\w:][^\n=;{(]*?[ &*](\w+)(?:\(|\[| =|\{|;))", re.MULTILINE)
DESCRIBED = re.compile(r"\bBOOST_DESCRIBE_\w+\(.*?\)\n", re.DOTALL)
# A member, and what is said with its namespace, is found there.
FREE_WORD = re.compile(r"(?<![\w.:])(?<!->)\w+")
OF_MEMBERS = re.compile(r"(?:\.|:|->)(\w+)|(\w+)(?=::)|(\w+)\([^;{]*\)[^;{]*\boverride\b")
ALIAS = re.compile(r"^namespace (\w+) = ", re.MULTILINE)
INCLUDE = re.compile(r"^#include [^\n]+$", re.MULTILINE)
BROUGHT = re.compile(r"^using ([\w:]+::(\w+));", re.MULTILINE)
# What is defined may be meant for a header that comes then; what an enumeration brings is not read here. But every table
# says the methods.
UNREAD = re.compile(r"^#define|^using enum (?!(?:api::)?Method;)", re.MULTILINE)
MACRO = re.compile(r"^#define (?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
OURS = re.compile(r'^#include "([^"]+)"', re.MULTILINE)

# Many files have one, each for types of its own.
OVERLOADED = {"notes"}


def declared(text):
    return {name for names in DECLARED.findall(text) for name in names if name}


@cache
def header(name):
    """Where `#include "name"` leads: each group of modules is an include root."""
    return next((path for root in (SOURCES, *SOURCES.iterdir()) if (path := root / name).is_file()), None)


@cache
def read_header(path):
    """What it declares, or says in a macro, and the headers that it includes."""
    text = path.read_text()
    said = set(re.findall(r"\w+", " ".join(MACRO.findall(text))))
    return declared(NOT_CODE.sub("", text)) | said, [found for name in OURS.findall(text) if (found := header(name))]


def headers_behind(names):
    """All headers that a file reads that includes these."""
    left = [path for name in names if (path := header(name))]
    found = set(left)
    while left:
        more = [path for path in read_header(left.pop())[1] if path not in found]
        found.update(more)
        left += more
    return found


def declared_in(headers):
    """A file's own may be one more of that, for other arguments."""
    return set().union(*(read_header(path)[0] for path in headers))


class Source:
    def __init__(self, path):
        text = path.read_text()
        self.path, self.lines, self.headers = path, text.count("\n"), INCLUDE.findall(text)
        code = NOT_CODE.sub("", text)
        self.brought = {name: whole for whole, name in BROUGHT.findall(code)}
        self.words = set(FREE_WORD.findall(code)) | self.brought.keys()
        inside = NOT_CODE.sub("", "\n".join("".join(groups) for groups in OWN.findall(text)))
        self.is_alone = UNREAD.search(text) is not None
        self.own = (declared(inside) | set(ALIAS.findall(text))) - OVERLOADED
        said = set().union(*map(FREE_WORD.findall, DESCRIBED.findall(code)))
        others = {word for words in OF_MEMBERS.findall(code) for word in words if word}
        self.behind = headers_behind(OURS.findall(text))
        self.may_be_renamed = self.own - said - others - declared_in(self.behind)

    def goes_with(self, other):
        return self.is_let_be_by(other) and other.is_let_be_by(self)

    # Of two files that mean different things by one word, each that has it as its own gets another name for it. What one
    # brings from elsewhere, the other must not have from another place.
    def is_let_be_by(self, other):
        met = self.brought.keys() & declared_in(other.behind - self.behind) if self.brought else set()
        return not met and (self.own & other.words) <= self.may_be_renamed \
            and all(other.brought.get(name, whole) == whole for name, whole in self.brought.items())


class Unit:
    def __init__(self, first):
        self.lines, self.sources = first.lines, [first]

    def takes(self, source):
        if self.lines + source.lines > LINES or source.is_alone or self.sources[0].is_alone:
            return False
        return all(source.goes_with(other) for other in self.sources)

    def add(self, source):
        self.lines += source.lines
        self.sources.append(source)

    def text(self):
        if len(self.sources) == 1:
            return f'#include "{self.sources[0].path}"\n'
        lines = [*dict.fromkeys(header for source in self.sources for header in source.headers), ""]
        stems = [source.path.stem for source in self.sources]
        for source in self.sources:
            others = set().union(*(other.words for other in self.sources if other is not source))
            renamed = sorted(source.own & others & source.may_be_renamed)
            place = source.path.stem if stems.count(source.path.stem) == 1 else "_".join(source.path.parts[-2:])
            place = re.sub(r"\W", "_", place)
            lines += [f"#define {name} {name}_in_{place}" for name in renamed]
            lines += [f'#include "{source.path}"']
            lines += [f"#undef {name}" for name in renamed]
        return "\n".join(lines) + "\n"


def together(paths):
    units = []
    for source in map(Source, paths):
        if unit := next((unit for unit in units if unit.takes(source)), None):
            unit.add(source)
        else:
            units.append(Unit(source))
    return units


def main():
    folder, targets = Path(sys.argv[1]), {}
    for line in Path(sys.argv[2]).read_text().splitlines():
        target, path = line.split(" ", 1)
        targets.setdefault(target, []).append(Path(path))
    folder.mkdir(parents=True, exist_ok=True)
    for target, paths in targets.items():
        for number, unit in enumerate(together(paths)):
            path, text = folder / f"{target}_{number}.cpp", unit.text()
            if not path.exists() or path.read_text() != text:  # or it would be compiled again
                path.write_text(text)
            print(target, path)


if __name__ == "__main__":
    main()
