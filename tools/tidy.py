#!/usr/bin/env python3
"""Runs clang-tidy on every source file that is not known to be clean.

  tidy.py --build FOLDER [--junit FILE] [--jobs N] [--minutes N] [FILE...]

A file is known to be clean when its compile command, .clang-tidy, and the content of every file of ours that it includes
are what they were when clang-tidy last had nothing to say. What is known is kept in FOLDER/tidy-clean.json.

With --minutes it begins no further file after that time, and tells which it has not looked at. Files that were changed
last come first.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time

import junit

root = pathlib.Path(__file__).resolve().parent.parent
TIDY, CLANG = "clang-tidy-19", "clang++-19"


def digest(text):
    return hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()


def content(path, seen={}):
    """The digest of a file, read once in a run."""
    if path not in seen:
        try:
            seen[path] = digest(pathlib.Path(path).read_bytes())
        except OSError:
            seen[path] = "gone"
    return seen[path]


def compile_commands(build):
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["directory"], entry["file"]).resolve()
        ours = file.is_relative_to(root / "src") or file.is_relative_to(root / "benchmarks")
        # Tests are full of their framework's macros, which say more about it than about us.
        if ours and not file.name.endswith("_test.cpp"):
            yield file, entry


def our_includes(entry):
    """The files of ours that a translation unit is made of, itself among them."""
    words = shlex.split(entry["command"])
    words = words[next(i for i, w in enumerate(words) if w.endswith(CLANG)):]  # without ccache
    at = words.index("-o")
    listed = subprocess.run([*words[:at], *words[at + 2:], "-MM", "-MF", "-"], cwd=entry["directory"],
                            capture_output=True, text=True, check=True).stdout
    paths = listed.partition(":")[2].replace("\\\n", " ").split()
    paths = (os.path.realpath(os.path.join(entry["directory"], path)) for path in paths)
    return sorted({path for path in paths if path.startswith(str(root) + "/")})


def examine(build, file, entry):
    """What clang-tidy says (nothing: clean), and what the verdict rests on."""
    done = subprocess.run([TIDY, "--quiet", "-p", build, file], capture_output=True, text=True)
    if done.returncode != 0:
        return (done.stdout + done.stderr).strip() or f"{TIDY} failed", None
    return "", {path: content(path) for path in our_includes(entry)}


def by_last_change(files):
    """Their names, those of the latest commit first."""
    log = subprocess.run(["git", "log", "--format=", "--name-only", "--", "src", "benchmarks"], cwd=root,
                         capture_output=True, text=True).stdout
    age = {name: number for number, name in reversed(list(enumerate(log.split())))}
    return sorted(files, key=lambda file: age.get(file[0], -1))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--build", type=pathlib.Path, required=True)
    options.add_argument("--junit", metavar="FILE")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    options.add_argument("--minutes", type=float, default=0)
    options.add_argument("files", nargs="*", type=pathlib.Path)
    options = options.parse_args()

    memory = options.build / "tidy-clean.json"
    known = json.loads(memory.read_text()) if memory.exists() else {}
    rules = (root / ".clang-tidy").read_text() + subprocess.run([TIDY, "--version"], capture_output=True, text=True).stdout
    only = {file.resolve() for file in options.files}

    cases, waiting = [], []
    for file, entry in compile_commands(options.build):
        if only and file not in only:
            continue
        name = str(file.relative_to(root))
        terms = digest(rules + entry["command"])
        before = known.get(name)
        if before and before["terms"] == terms and all(content(path) == was for path, was in before["rests_on"].items()):
            cases.append((name, None))
        else:
            waiting.append((name, file, entry, terms))
    print(f"{len(cases)} files are known to be clean, {len(waiting)} to look at", flush=True)

    deadline = time.monotonic() + options.minutes * 60 if options.minutes else float("inf")

    def in_time(*what):
        return examine(*what) if time.monotonic() < deadline else None

    unseen = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = {pool.submit(in_time, options.build, file, entry): (name, terms)
                for name, file, entry, terms in by_last_change(waiting)}
        for number, done in enumerate(concurrent.futures.as_completed(work), 1):
            name, terms = work[done]
            if done.result() is None:
                unseen.append(name)
                continue
            said, rests_on = done.result()
            print(f"[{number}/{len(work)}] {name}", *([said] if said else []), sep="\n", flush=True)
            cases.append((name, said or None))
            known.pop(name, None)
            if not said:
                known[name] = {"terms": terms, "rests_on": rests_on}
                memory.write_text(json.dumps(known))
    if unseen:
        print(f"no time was left for {len(unseen)} files:", *sorted(unseen), sep="\n  ")
    if options.junit:
        junit.write(options.junit, "tidy", sorted(cases))
    sys.exit(any(problem for _, problem in cases))


if __name__ == "__main__":
    main()
