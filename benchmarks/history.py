"""Measures whether reading a repository costs the same however long its history is.

  benchmarks/history.py     after ./bench or ninja -C build cairn bare

A short history has 600 commits, a long one 60,000; both have the same 40 files of 4 KiB and 20 folders. Each answer costs
at most 1.5 times on the long one what it costs on the short one, and is at least its share of what `bare` does.
"""
import argparse
import base64
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests" / "support")]

import measure  # noqa: E402
from client import Client  # noqa: E402
from run import PASSWORD, USER, bare_server, target_of  # noqa: E402

SIZES = {"short": 600, "long": 60_000}
BRANCHES = 30
WANTED_GROWTH = 1.5
PLAIN = "stat=false&files=false&verification=false"
# What is read, and its share of bare.
PATHS = {
    "GET contents/{file}": ("/api/v1/repos/{user}/{repo}/contents/folder-3/file-3.txt", 0.15),
    "GET raw/{file}": ("/api/v1/repos/{user}/{repo}/raw/folder-3/file-3.txt", 0.25),
    "GET contents": ("/api/v1/repos/{user}/{repo}/contents", None),
    "GET branches, 5 of 30": ("/api/v1/repos/{user}/{repo}/branches?limit=5", 0.2),
    "GET branches, 30": ("/api/v1/repos/{user}/{repo}/branches", None),
    "GET commits?limit=50": ("/api/v1/repos/{user}/{repo}/commits?limit=50&" + PLAIN, 0.03),
}


def history(commits):
    """A stream for git fast-import: every commit changes one of the files."""
    for number in range(commits):
        folder, text = number % 20, (f"{number}\n" * 4096)[:4096]
        name = f"folder-{folder}/file-{folder}.txt" if number % 40 < 20 else f"file-{folder}.txt"
        message = f"commit {number}\n"
        yield (f"commit refs/heads/main\nmark :{number + 1}\ncommitter Ann <ann@example.com> {1_600_000_000 + number * 60} +0000\n"
               f"data {len(message)}\n{message}")
        if number > 0:
            yield f"from :{number}\n"
        yield f"M 644 inline {name}\ndata {len(text)}\n{text}\n"


def fill(program, client, name, commits):
    client.post("/user/repos", {"name": name, "default_branch": "main"}, expect=201)
    folders = {path for path in (program.folder / "repositories").glob("*/*/*.git")}
    folder = max(folders, key=lambda path: path.stat().st_mtime)
    importer = subprocess.Popen(["git", "--git-dir", folder, "fast-import", "--quiet"], stdin=subprocess.PIPE, text=True)
    for piece in history(commits):
        importer.stdin.write(piece)
    importer.stdin.close()
    if importer.wait() != 0:
        raise SystemExit("git fast-import failed")
    client.post(f"/repos/{USER}/{name}/contents/last.txt", {"content": base64.b64encode(b"last\n").decode()}, expect=201)
    for number in range(BRANCHES - 1):
        client.post(f"/repos/{USER}/{name}/branches", {"new_branch_name": f"branch-{number}"}, expect=201)


def fill_all(program):
    program.start()
    for name, commits in SIZES.items():
        fill(program, Client(program.url, basic=(USER, PASSWORD)), name, commits)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true", help="keep the data in PostgreSQL")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=2, help="of each round")
    options = parser.parse_args()
    good = True
    with bare_server() as bare, measure.site(options.postgres, USER, PASSWORD, fill_all) as program:
        target = target_of(program.url, USER, PASSWORD)
        print(f"{'what':24} {'short /s':>10} {'long /s':>10} {'growth':>7} {'of bare':>8} {'wanted':>7}")
        for name, (path, wanted) in PATHS.items():
            urls = [target.url + path.format(user=USER, repo=repo) for repo in SIZES]
            for url in urls:  # what is remembered from then on is not measured
                Client(target.url, token=target.token).get(url.removeprefix(target.url))
            rounds = []
            for _ in range(options.rounds):
                rates = [measure.load(url, 8, options.seconds, headers=target.by_token())["rate"] for url in urls]
                rounds.append((*rates, measure.load(bare, 8, 1)["rate"]))
            growth = statistics.median(few / many for few, many, _ in rounds)
            share = statistics.median(many / most for _, many, most in rounds)
            good = good and growth <= WANTED_GROWTH and (wanted is None or share >= wanted)
            few, many, _ = (statistics.median(column) for column in zip(*rounds))
            print(f"{name:24} {few:10.0f} {many:10.0f} {growth:7.2f} {share:8.3f} {wanted or '':>7}", flush=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
