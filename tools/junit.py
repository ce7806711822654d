#!/usr/bin/env python3
"""Writes a report in JUnit's form, for the checks that do not have a test framework to do it.

  junit.py FILE NAME MESSAGE    one failed case
"""
import pathlib
import sys
import xml.etree.ElementTree as xml


def write(path, suite, cases):
    """`cases`: (name, what is wrong or None)."""
    failures = sum(1 for _, problem in cases if problem)
    root = xml.Element("testsuite", name=suite, tests=str(len(cases)), failures=str(failures), errors="0", skipped="0")
    for name, problem in cases:
        case = xml.SubElement(root, "testcase", classname=suite, name=name)
        if problem:
            xml.SubElement(case, "failure", message=problem.splitlines()[0][:200]).text = problem
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    xml.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


if __name__ == "__main__":
    write(sys.argv[1], sys.argv[2], [(sys.argv[2], sys.argv[3])])
