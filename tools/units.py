#!/usr/bin/env python3
"""Says which sources of a module are compiled together, so that the headers they share are read once.

    tools/units.py FILE...      prints a number for each file, in their order: files of one number make one unit

What a file keeps to itself (in an anonymous namespace) is seen by the others of its unit. So two files go together only
if neither says a word that is the other's own: no name collides, none is hidden, and each file means what it means alone.
"""
import re
import sys
from pathlib import Path

# A larger unit saves little more, and keeps one processor busy at the end while the others wait.
LINES = 2000

NOT_CODE = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/|#include', re.DOTALL)
OWN = re.compile(r"^namespace \{\n(.*?)^\} // namespace$|^static ([^\n]*)", re.DOTALL | re.MULTILINE)
# With the house's format, what begins in the first column is a declaration of the namespace itself.
DECLARED = re.compile(
    r"^(?:template[^\n]*\n)?(?!using namespace |using [\w:]+;|namespace |#)"
    r"(?:(?:struct|class|enum class|enum|using|concept) (\w+)|[\w:][^\n=;{(]*?[ &*](\w+)(?:\(|\[| =|\{|;))", re.MULTILINE)
# A member, and what is said with its namespace, is found there.
FREE_WORD = re.compile(r"(?<![\w.:])(?<!->)\w+")

# Many files have one, each for types of its own.
OVERLOADED = {"notes"}


class Source:
    def __init__(self, path):
        text = Path(path).read_text()
        self.lines = text.count("\n")
        self.words = set(FREE_WORD.findall(NOT_CODE.sub("", text)))
        inside = NOT_CODE.sub("", "\n".join("".join(groups) for groups in OWN.findall(text)))
        self.own = {name for names in DECLARED.findall(inside) for name in names if name} - OVERLOADED
        self.own |= set(re.findall(r"^#define (\w+)", text, re.MULTILINE))


class Unit:
    def __init__(self):
        self.lines, self.own, self.words = 0, set(), set()

    def takes(self, source):
        return self.lines + source.lines <= LINES and not self.own & source.words and not self.words & source.own

    def add(self, source):
        self.lines += source.lines
        self.own |= source.own
        self.words |= source.words


def main():
    units = []
    for source in map(Source, sys.argv[1:]):
        unit = next((unit for unit in units if unit.takes(source)), None)
        if unit is None:
            unit = Unit()
            units.append(unit)
        unit.add(source)
        print(units.index(unit))


main()
