#!/usr/bin/env python3
"""Adds up the JUnit reports in a folder, names what failed, and ends with the line of totals.

  totals.py FOLDER

A folder that holds ctest.xml has a report of GTest beside it for each test program, which counts case by case. A program
that crashed has left no such report, and then counts as one failure.
"""
import collections
import pathlib
import sys
import xml.etree.ElementTree as xml


def cases(file):
    """(name, "passed" or "failed" or "skipped") of every case."""
    for case in xml.parse(file).iter("testcase"):
        name = ".".join(filter(None, (case.get("classname"), case.get("name"))))
        if case.find("failure") is not None or case.find("error") is not None:
            yield name, "failed"
        elif case.find("skipped") is not None or case.get("status") in ("notrun", "disabled", "run-skipped"):
            yield name, "skipped"
        else:
            yield name, "passed"


def outcomes(folder):
    for file in sorted(folder.rglob("*.xml")):
        where = str(file.relative_to(folder).with_suffix(""))
        if file.name != "ctest.xml":
            for name, outcome in cases(file):
                yield f"{where}: {name}", outcome
            continue
        for name, outcome in cases(file):
            report = file.with_name(f"cairn_{name.rpartition('.')[2]}_test.xml")
            told = report.exists() and (outcome != "failed" or any(o == "failed" for _, o in cases(report)))
            if not told:
                yield f"{where}: {name}", outcome


def main():
    folder = pathlib.Path(sys.argv[1])
    count = collections.Counter()
    for name, outcome in outcomes(folder):
        count[outcome] += 1
        if outcome == "failed":
            print(f"FAILED {name}")
    for empty in (d for d in folder.iterdir() if d.is_dir() and not any(d.rglob("*.xml"))):
        print(f"FAILED {empty.name}: it left no report")
        count["failed"] += 1
    if count["passed"] + count["failed"] == 0:
        print("No test matches.")
    skipped = f", {count['skipped']} skipped" if count["skipped"] else ""
    print(f"{count['passed']} passed, {count['failed']} failed{skipped}")
    sys.exit(count["failed"] > 0 or count["passed"] == 0)


if __name__ == "__main__":
    main()
