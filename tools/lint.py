#!/usr/bin/env python3
"""The rules of the house that a program can check.

  lint.py [--junit FILE]
"""
import argparse
import ast
import json
import os
import pathlib
import re
import subprocess
import sys

import junit

root = pathlib.Path(__file__).resolve().parent.parent
LONGEST = 500  # lines
VAGUE = re.compile(r"(^|_)(utils?|helpers?|common|manager|impl|misc)(_|\.)")
GENERATED = {"build", "node_modules", "dist", "data", "__pycache__", ".git", ".cache", ".pytest_cache"}


def files(*folders, ending=""):
    for start in folders:
        for folder, below, here in os.walk(root / start):
            below[:] = sorted(name for name in below if name not in GENERATED and not name.startswith("build-"))
            yield from (pathlib.Path(folder, name) for name in sorted(here) if f"/{name}".endswith(ending))


def named(path):
    return path.relative_to(root)


def scripts(interpreter):
    """Programs without an ending whose first line names that interpreter."""
    for path in (root / name for name in ("run", "test", "bench", ".ci/run", "tools/bare-machine")):
        if path.exists() and interpreter in path.read_text().partition("\n")[0]:
            yield path


CPP = (".cpp", ".hpp")


def output_of(*command):
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    return "" if done.returncode == 0 else (done.stdout + done.stderr).strip() or f"{command[0]} failed"


def cpp_format():
    sources = [str(named(f)) for f in files("src", "tests", "benchmarks", ending=CPP)]
    report = output_of("clang-format-19", "--dry-run", "--Werror", *sources)
    return sorted({line.split(":")[0] + ": run `make format`" for line in report.splitlines() if ": error:" in line})


def layers():
    return output_of(sys.executable, "tools/check_layers.py").splitlines()


def sizes():
    for path in files("src", "tests", "benchmarks", "tools", ".ci", "web", ending=(*CPP, ".py", ".sh", ".js", ".css")):
        lines = path.read_text().count("\n")
        if lines > LONGEST:
            yield f"{named(path)}: {lines} lines; a file has one subject and at most {LONGEST} lines"


def loose_ends():
    for path in files("src", ending=(*CPP, ".sql")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if re.search(r"(//|--|/\*).*\b(TODO|FIXME|XXX|HACK)\b", line):
                yield f"{named(path)}:{number}: {line.strip()}"


def headers():
    for path in files("src", ending=".hpp"):
        text = path.read_text()
        if "#pragma once" not in text:
            yield f"{named(path)}: no #pragma once"
        if path.name.startswith("test_"):
            continue  # what the tests of a module share
        for heavy in re.findall(r"^#include <(iostream|regex|filesystem)>", text, re.M):
            yield f"{named(path)}: <{heavy}> is too heavy for a header"


SQL = re.compile(r'"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH) ')


def pages_without_sql():
    """A page decodes, calls a use case and shows: the rule behind it is for the API as well."""
    for path in files("src", ending=".cpp"):
        place, text = str(named(path)), path.read_text()
        is_page = place.startswith(("src/pages/", "src/kit/pages/")) or '#include "pages/page.hpp"' in text
        if is_page and not place.endswith("_test.cpp"):
            for number, line in enumerate(text.splitlines(), 1):
                if SQL.search(line):
                    yield f"{place}:{number}: SQL in a page; give it a use case in its room"


# Each a step of a protocol with errors of its own, which nothing else calls.
STEPS = tuple(f"src/identity/{step}.cpp" for step in ("authorize", "consent", "registration", "revocation"))
WRITES = re.compile(r"\bdb(\(\))?\.write\(")


def handlers_without_sql():
    """A handler of the API calls what pages call as well: a file with an operation table has no rule in it."""
    for path in files("src", ending=".cpp"):
        place, text = str(named(path)), path.read_text()
        if not place.startswith(("src/app/", *STEPS)) and re.search(r"^constexpr Operation \w+\[\]", text, re.M):
            for number, line in enumerate(text.splitlines(), 1):
                if SQL.search(line) or WRITES.search(line):
                    yield f"{place}:{number}: a rule beside an operation table; give it a use case in its room"


def names():
    for path in files("src", ending=CPP):
        if VAGUE.search(path.name):
            yield f"{named(path)}: name it for what it is about"


def whitespace():
    endings = (*CPP, ".py", ".sh", ".md", ".txt", ".json", ".js", ".css", ".html", ".sql", ".ini")
    for path in files(".", ending=endings):
        text = path.read_text()
        if text and not text.endswith("\n"):
            yield f"{named(path)}: no newline at its end"
        for number, line in enumerate(text.splitlines(), 1):
            if line != line.rstrip() or "\t" in line:
                yield f"{named(path)}:{number}: a tab, or blanks at the end"


def python():
    for path in [*files("tests", "tools", "benchmarks", ending=".py"), *scripts("python")]:
        try:
            ast.parse(path.read_text(), str(path))
        except SyntaxError as error:
            yield f"{named(path)}:{error.lineno}: {error.msg}"


def shell():
    sources = [*files("tools", ending=".sh"), *files("packaging", ending=(".postinst", ".postrm", "/healthy")), *scripts("bash")]
    return output_of("shellcheck", "-x", *(str(named(path)) for path in sources)).splitlines()


def json_files():
    for path in [root / "CMakePresets.json", *files("web", ending=".json")]:
        try:
            json.loads(path.read_text())
        except ValueError as error:
            yield f"{named(path)}: {error}"
    for folder in ("web", "tests/browser", "tests/clients", "tests/clients/renovate"):
        if '"resolved"' in (root / folder / "package-lock.json").read_text():
            yield f"{folder}/package-lock.json: it names a registry; run npm in {folder}/, where .npmrc is"


def words():
    """What people read is marked, gathered, and in German complete."""
    return output_of(sys.executable, "tools/words.py", "--check").splitlines()


def links():
    for path in files(".", ending=".md"):
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", path.read_text()):
            if target.startswith("/") and path.is_relative_to(root / "docs/guide"):
                continue  # into the site that serves it: tests/web/test_docs.py follows these
            if not (path.parent / target).exists():
                yield f"{named(path)}: there is no {target}"


ICONS = re.compile(r'\{%\s*icon "([\w-]+)"|#i-([\w-]+)')


def icons():
    """An icon that the sprite does not have is an empty place in a page."""
    known = set(re.findall(r'<symbol id="i-([\w-]+)"', (root / "web/src/icons.svg").read_text()))
    for path in [*files("web/templates", "web/src/modules", "src/pages", "src/kit/pages")]:
        for found in ICONS.finditer(path.read_text()):
            if (name := found[1] or found[2]) not in known:
                yield f"{named(path)}: there is no icon {name}"


CHECKS = [cpp_format, layers, sizes, loose_ends, headers, pages_without_sql, handlers_without_sql, names, whitespace, python, shell, json_files, icons, words, links]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--junit", metavar="FILE")
    options = options.parse_args()
    cases = []
    for check in CHECKS:
        found = list(check())
        print(f"{'FAILED' if found else 'ok':6} {check.__name__}", *found, sep="\n       ")
        cases.append((check.__name__, "\n".join(found) or None))
    if options.junit:
        junit.write(options.junit, "lint", cases)
    sys.exit(any(problem for _, problem in cases))


if __name__ == "__main__":
    main()
