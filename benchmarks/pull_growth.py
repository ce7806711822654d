"""Measures whether pull requests stay as fast as they are when there are many of them, and when histories are long.

  benchmarks/pull_growth.py [--postgres]     after ./bench or ninja -C build cairn; PostgreSQL as for the tests

A page of the list costs at most 1.5 times with 3,000 open pull requests what it costs with 30. Merging one costs at most
twice in a repository of 60,000 commits what it costs in one of 600.
"""
import argparse
import base64
import statistics
import sys
import time

import growth  # noqa: F401  (puts the folders of tests and benchmarks on the path)
import history
import measure
from client import Client
from run import PASSWORD, USER, target_of

SIZES = {"few": 30, "many": 3_000}
WANTED_LIST, WANTED_MERGE = 1.5, 2.0
MERGES = 20
LIST = f"/api/v1/repos/{USER}/{{repo}}/pulls?limit=30"
PATHS = {"open": "&state=open", "all": "", "oldest": "&sort=oldest", "recently updated": "&sort=recentupdate",
         "most commented": "&sort=mostcomment", "by base": "&base_branch=main", "by poster": f"&poster={USER}"}
# Both engines understand it. Every pull request leads to the branch as it is.
POPULATION = """
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {pulls})
INSERT INTO issue (repository_id, number, is_pull, poster_id, title, body, comment_count, created_at, updated_at)
SELECT r.id, i, TRUE, r.owner_id, 'Change ' || i, 'Why and how', i % 7, 1500000000 + i, 1500000000 + i * 7
FROM n, repository r WHERE r.name = '{repo}';
INSERT INTO pull_request (issue_id, repository_id, head_repository_id, head_branch, base_branch, head_sha, base_sha, merge_base,
                          commit_count, changed_files, additions)
SELECT i.id, r.id, r.id, 'b' || i.number, 'main', b.commit_id, b.commit_id, b.commit_id, 1, 1, 1
FROM issue i JOIN repository r ON r.id = i.repository_id JOIN branch b ON b.repository_id = r.id AND b.name = 'main' WHERE r.name = '{repo}';
UPDATE repository SET last_issue_number = {pulls}, open_pulls_count = {pulls} WHERE name = '{repo}';
"""


def fill(program):
    history.fill_all(program)
    client = Client(program.url, basic=(USER, PASSWORD))
    for name in SIZES:
        client.post("/user/repos", {"name": name, "auto_init": True, "default_branch": "main"}, expect=201)
    program.stop()
    for name, pulls in SIZES.items():
        measure.populate(program, POPULATION.format(repo=name, pulls=pulls))


def measure_lists(target, options):
    good = True
    print(f"{'list':24} {'30 /s':>10} {'3,000 /s':>10} {'growth':>7}")
    for name, query in PATHS.items():
        urls = [target.url + LIST.format(repo=repo) + query for repo in SIZES]
        for url in urls:  # what is remembered from then on is not measured
            Client(target.url, token=target.token).get(url.removeprefix(target.url))
        rounds = [[measure.load(url, 8, options.seconds, headers=target.by_token())["rate"] for url in urls] for _ in range(options.rounds)]
        costs = statistics.median(few / many for few, many in rounds)
        good = good and costs <= WANTED_LIST
        few, many = (statistics.median(column) for column in zip(*rounds))
        print(f"{name:24} {few:10.0f} {many:10.0f} {costs:7.2f}", flush=True)
    return good


def seconds_of(client, path, body, status):
    begin = time.perf_counter()
    client.post(path, body, expect=status)
    return time.perf_counter() - begin


def measure_merges(target):
    """One after the other, in turns, so that both see the same machine."""
    client = Client(target.url, token=target.token)
    content = base64.b64encode(b"new\n").decode()
    good = True
    print(f"\n{'merging':24} {'600, ms':>10} {'60,000, ms':>10} {'growth':>7}")
    for style in ("merge", "squash", "rebase"):
        took = {repo: [] for repo in history.SIZES}
        for number in range(MERGES):
            for repo, times in took.items():
                at, name = f"/repos/{USER}/{repo}", f"{style}-{number}"
                client.post(f"{at}/contents/{name}.txt", {"content": content, "new_branch": name}, expect=201)
                pull = client.post(f"{at}/pulls", {"head": name, "base": "main", "title": name}, expect=201).json()
                client.post(f"{at}/contents/{name}-base.txt", {"content": content}, expect=201)
                times.append(seconds_of(client, f"{at}/pulls/{pull['number']}/merge", {"do": style}, 200))
        short, long = (statistics.median(times) * 1000 for times in took.values())
        good = good and long / short <= WANTED_MERGE
        print(f"{style:24} {short:10.1f} {long:10.1f} {long / short:7.2f}", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true", help="keep the data in PostgreSQL")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=2, help="of each round")
    options = parser.parse_args()
    with measure.site(options.postgres, USER, PASSWORD, fill) as program:
        target = target_of(program.url, USER, PASSWORD)
        lists = measure_lists(target, options)
        merges = measure_merges(target)
    sys.exit(0 if lists and merges else 1)


if __name__ == "__main__":
    main()
