#!/usr/bin/env python3
"""Fails when a file of src/ includes a module, or gets a third-party header, that tools/layers.txt does not allow it."""
import fnmatch
import functools
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
source = root / "src"
INCLUDE = re.compile(r'^#include ([<"])([^>"]+)[>"]', re.M)


class Rules:
    def __init__(self, text):
        self.allowed = {}  # module: the modules that it may include
        self.homes = []  # (beginning of a third-party header, patterns of files, inner)
        for line in text.splitlines():
            words = line.split()
            if words and words[0] in ("home", "inner"):
                self.homes.append((words[1], words[2:], words[0] == "inner"))
            elif words and not line.startswith("#"):
                name, _, uses = line.partition(":")
                for use in set(uses.split()) - {"*"} - set(self.allowed):
                    sys.exit(f"layers.txt: {name} names {use} before it is declared")
                self.allowed[name] = set(self.allowed) if uses.strip() == "*" else set(uses.split())
        self.homes.sort(key=lambda home: -len(home[0]))  # the longest beginning speaks: boost/json before boost

    def home_of(self, header):
        return next((home for home in self.homes if re.match(re.escape(home[0]) + r"($|[/.])", header)), None)


@functools.cache
def includes(place):
    """(house headers, third-party headers) that a file names, and nothing for a file that is not there (generated)."""
    file = source / place
    found = INCLUDE.findall(file.read_text()) if file.exists() else []
    return [name for mark, name in found if mark == '"'], [name for mark, name in found if mark == "<"]


@functools.cache
def reached(place):
    """Third-party headers that come with a file's house headers: {header: the house header that names it}."""
    seen, waiting, got = set(), list(includes(place)[0]), {}
    while waiting:
        header = waiting.pop()
        if header not in seen:
            seen.add(header)
            house, foreign = includes(header)
            waiting += house
            got.update((name, header) for name in foreign)
    return got


def problems(place, rules):
    module = place.partition("/")[0]
    if module not in rules.allowed:
        yield f"{module} has no line in tools/layers.txt"
        return
    house, foreign = includes(place)
    for header in house:
        used = header.partition("/")[0]
        if used != module and used not in rules.allowed[module]:
            yield f"{module} may not include {header}"
    for header in foreign:
        home = rules.home_of(header)
        if home and not any(fnmatch.fnmatch(place, pattern) for pattern in home[1]):
            yield f"<{header}> is at home in {' '.join(home[1])} only"
    for header, through in sorted(reached(place).items()):
        home = rules.home_of(header)
        if home and home[2] and through.partition("/")[0] != module:
            yield f"<{header}> comes in through {through}"


def main():
    rules = Rules((root / "tools/layers.txt").read_text())
    found = []
    for file in sorted(source.rglob("*.[ch]pp")):
        place = str(file.relative_to(source))
        found += [f"src/{place}: {problem}" for problem in problems(place, rules)]
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
