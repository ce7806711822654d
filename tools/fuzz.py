#!/usr/bin/env python3
"""Runs each fuzz target for a while, two at a time. A crash, a leak, a timeout is a failure, and the input is kept.

  fuzz.py [--seconds N] [--junit FILE] [TARGET...]

The targets are the programs in build-sanitize/tests/fuzz: those that are named (`fuzz.py --seconds 1800 pack`), or all. What they
learn is kept in build-sanitize/corpus, so that every run goes on where the last one stopped; tests/fuzz/corpus/TARGET, if there, is
where the first one starts.
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys

import junit

root = pathlib.Path(__file__).resolve().parent.parent
build = root / "build-sanitize"


def run(target, seconds):
    learned, found = build / "corpus" / target.name, build / "findings" / target.name
    seeds = root / "tests/fuzz/corpus" / target.name
    dictionary = root / "tests/fuzz" / f"{target.name}.dict"
    for folder in (learned, found):
        folder.mkdir(parents=True, exist_ok=True)
    command = [target, f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1",
               f"-artifact_prefix={found}/"]
    command += [f"-dict={dictionary}"] if dictionary.exists() else []
    command += [learned] + ([seeds] if seeds.exists() else [])
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=int, default=60)
    options.add_argument("--junit", metavar="FILE")
    options.add_argument("targets", nargs="*", metavar="TARGET")
    options = options.parse_args()
    targets = [path for path in sorted((build / "tests/fuzz").glob("*")) if path.is_file() and os.access(path, os.X_OK)]
    if options.targets:
        wanted = {name if name.startswith("fuzz_") else f"fuzz_{name}" for name in options.targets}
        targets = [target for target in targets if target.name in wanted]
    if not targets:
        sys.exit("there are no fuzz targets in build-sanitize/tests/fuzz")
    cases = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for target, (status, said) in zip(targets, pool.map(lambda target: run(target, options.seconds), targets)):
            units = next((line.split()[-1] for line in said.splitlines() if "number_of_executed_units" in line), "?")
            print(f"{'ok' if status == 0 else 'FAILED':6} {target.name}: {units} inputs in {options.seconds} s")
            if status != 0:
                print(said[-6000:])
            cases.append((target.name, said[-6000:] if status != 0 else None))
    if options.junit:
        junit.write(options.junit, "fuzz", cases)
    sys.exit(any(problem for _, problem in cases))


if __name__ == "__main__":
    main()
