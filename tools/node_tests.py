#!/usr/bin/env python3
"""Runs the tests of a folder with Node's own runner, file by file, and reports each test.

  node_tests.py [--junit FILE] FOLDER

Debian 12's Node speaks only TAP, so that is what is read.
"""
import argparse
import pathlib
import re
import subprocess
import sys

import junit

LINE = re.compile(r"^( *)(ok|not ok) \d+ - (.*?)( # SKIP.*)?$")


def run(path):
    """(name, what went wrong or None) of each test in a file."""
    done = subprocess.run(["node", "--test-reporter=tap", "--test", path], capture_output=True, text=True)
    lines = [found for found in map(LINE.match, done.stdout.splitlines()) if found]
    # Node 18 counts the file itself as a test around those in it, newer ones do not.
    deepest = max((len(found[1]) for found in lines), default=0)
    cases = [(f"{path.stem}: {found[3]}", None if found[2] == "ok" else done.stdout) for found in lines if len(found[1]) == deepest]
    if not cases or (done.returncode != 0 and all(problem is None for _, problem in cases)):
        cases.append((path.stem, done.stdout + done.stderr))
    return cases


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--junit", metavar="FILE")
    options.add_argument("folder", type=pathlib.Path)
    options = options.parse_args()
    cases = [case for path in sorted(options.folder.glob("*.test.js")) for case in run(path)]
    problems = [case for case in cases if case[1] is not None]
    for name, problem in problems:
        print(f"FAILED {name}\n{problem}")
    print(f"{len(cases) - len(problems)} of {len(cases)} tests of {options.folder} passed")
    if options.junit:
        junit.write(options.junit, str(options.folder), cases)
    sys.exit(bool(problems) or not cases)


if __name__ == "__main__":
    main()
