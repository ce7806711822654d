#!/usr/bin/env python3
"""Fails when a file of src/ includes a module, declares what is of a module, or gets a third-party header that
tools/layers.txt does not allow it."""
import fnmatch
import functools
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
source = root / "src"
# Include roots (CMakeLists.txt has them as well): a header of kit/db is "db/database.hpp".
GROUPS = ("kit", "people", "forge", "automation", "transport", "moving", "operations")
INCLUDE = re.compile(r'^#include ([<"])([^>"]+)[>"]', re.M)
NAMESPACE = re.compile(r"^namespace cairn::(\w+)", re.M)  # a module's name is that of its namespace


class Rules:
    def __init__(self, text):
        self.allowed = {}  # module: the modules that it may include
        self.homes = []  # (beginning of a third-party header, patterns of files, inner)
        for line in text.splitlines():
            words = line.split()
            if words and words[0] in ("home", "inner"):
                self.homes.append((words[1], words[2:], words[0] == "inner"))
            elif words and not line.startswith("#"):
                folder, _, uses = line.partition(":")
                name = re.sub(rf"^({'|'.join(GROUPS)})/", "", folder)
                for use in set(uses.split()) - {"*"} - set(self.allowed):
                    sys.exit(f"layers.txt: {name} names {use} before it is declared")
                self.allowed[name] = set(self.allowed) if uses.strip() == "*" else set(uses.split())
        self.homes.sort(key=lambda home: -len(home[0]))  # the longest beginning speaks: boost/json before boost

    def module_of(self, place):
        """Of a file or header, named as an include names it: the longest one, so that pages/site is not taken for pages."""
        parts = place.split("/")
        return next((name for name in ("/".join(parts[:count]) for count in range(len(parts), 0, -1))
                     if name in self.allowed), None)

    def home_of(self, header):
        return next((home for home in self.homes if re.match(re.escape(home[0]) + r"($|[/.])", header)), None)


@functools.cache
def text_of(place):
    """Nothing for a file that is not there (generated)."""
    file = next((path for path in (source / group / place for group in ("", *GROUPS)) if path.exists()), None)
    return file.read_text() if file else ""


@functools.cache
def includes(place):
    """(house headers, third-party headers) that a file names."""
    found = INCLUDE.findall(text_of(place))
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
    module = rules.module_of(place)
    if not module:
        yield "its module has no line in tools/layers.txt"
        return
    house, foreign = includes(place)
    for header in house:
        used = rules.module_of(header)
        if used != module and used not in rules.allowed[module]:
            yield f"{module} may not include {header}"
    for name in sorted(set(NAMESPACE.findall(text_of(place))) & set(rules.allowed) - {module} - rules.allowed[module]):
        yield f"{module} may not declare what is of {name}"
    for header in foreign:
        home = rules.home_of(header)
        if home and not any(fnmatch.fnmatch(place, pattern) for pattern in home[1]):
            yield f"<{header}> is at home in {' '.join(home[1])} only"
    for header, through in sorted(reached(place).items()):
        home = rules.home_of(header)
        if home and home[2] and rules.module_of(through) != module:
            yield f"<{header}> comes in through {through}"


def main():
    rules = Rules((root / "tools/layers.txt").read_text())
    found = []
    for file in sorted(source.rglob("*.[ch]pp")):
        path = str(file.relative_to(source))
        place = path if path in rules.allowed else re.sub(rf"^({'|'.join(GROUPS)})/(?=[^/]+/)", "", path)
        found += [f"src/{path}: {problem}" for problem in problems(place, rules)]
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
