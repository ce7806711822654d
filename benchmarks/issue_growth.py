"""Measures whether lists and searches of issues stay as fast as they are when a repository has a hundred times as many.

  benchmarks/issue_growth.py [--postgres]     after ./bench or ninja -C build cairn bare; PostgreSQL as for the tests

A small repository has 1,000 issues, a large one 100,000, each half closed, with ten people, five labels, four milestones
and a comment each. Every answer costs at most twice on the large one what it costs on the small one.
"""
import argparse
import statistics
import sys

import requests

import growth  # which puts the folders of tests and benchmarks on the path
import measure
from client import Client
from run import PASSWORD, USER, bare_server

SIZES = {"small": 1_000, "large": 100_000}
WANTED_GROWTH, WANTED_SHARE = 2.0, 0.05
PAGE = f"/{USER}/r/issues?limit=50&q="
LIST, SEARCH = f"/api/v1/repos/{USER}/r/issues?limit=50", "/api/v1/repos/issues/search?limit=50"
PATHS = {
    "open": LIST, "closed": LIST + "&state=closed", "all": LIST + "&state=all", "issues": LIST + "&type=issues&state=all",
    "last page": LIST + "&page=8", "by label": LIST + "&labels=label-1", "by two labels": LIST + "&labels=label-1,label-2",
    "by milestone": LIST + "&milestones=milestone-1", "by poster": LIST + "&created_by=person-1", "by assignee": LIST + "&assigned_by=person-2",
    "by mention": LIST + "&mentioned_by=person-3", "since": LIST + "&since=2001-01-01T00:00:00Z", "before": LIST + "&before=2001-01-01T00:00:00Z",
    "since, few": LIST + "&since=2017-07-14T02:40:00Z", "by a word": LIST + "&q=word7", "by a word of all": LIST + "&q=everywhere",
    "by two words": LIST + "&q=word7+everywhere", "by a comment": LIST + "&q=remark3", "one issue": f"/api/v1/repos/{USER}/r/issues/500",
    "search": SEARCH, "search, closed": SEARCH + "&state=closed", "search, word": SEARCH + "&q=word7", "search, label": SEARCH + "&labels=label-1",
    "search, milestone": SEARCH + "&milestones=milestone-1", "search, poster": SEARCH + "&created_by=person-1", "search, assigned": SEARCH + "&assigned=true",
    "page": PAGE + "is:open+sort:updated",
    "page, four filters": PAGE + "is:open+label:label-1+author:person-1+assignee:person-0+milestone:milestone-1+sort:updated",
    "page, by a word": PAGE + "is:open+word7+-label:label-0+sort:comments",
    "search, since": SEARCH + "&since=2001-01-01T00:00:00Z", "search, owner": SEARCH + f"&owner={USER}",
}
# Both engines understand it. The caller is account 1, the repository the only one.
POPULATION = """
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
INSERT INTO account (id, kind, name, lower_name, avatar, created_at, updated_at)
SELECT 1000 + i, 'individual', 'person-' || i, 'person-' || i, 'a' || i, 0, 0 FROM n;
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4)
INSERT INTO label (id, repository_id, name, color, created_at, updated_at) SELECT 1 + i, r.id, 'label-' || i, 'aabbcc', 0, 0 FROM n, repository r;
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3)
INSERT INTO milestone (id, repository_id, title, created_at, updated_at)
SELECT 1 + i, r.id, 'milestone-' || i, 0, 0 FROM n, repository r;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {issues})
INSERT INTO issue (id, repository_id, number, is_pull, poster_id, title, body, closed, milestone_id, comment_count, created_at, updated_at)
SELECT i, r.id, i, FALSE, 1000 + i % 10, 'Issue word' || (i % 10), 'It happens everywhere, each time. Number ' || i, i % 2 = 0, 1 + i % 4, 1,
       1500000000 + i, 1500000000 + i * (100000000 / {issues}) FROM n, repository r;
INSERT INTO issue_label (issue_id, label_id) SELECT id, 1 + id % 5 FROM issue;
INSERT INTO issue_label (issue_id, label_id) SELECT id, 1 + (id + 1) % 5 FROM issue WHERE id % 3 = 0;
INSERT INTO issue_assignee (issue_id, account_id) SELECT id, 1000 + (id / 2) % 10 FROM issue;
INSERT INTO issue_assignee (issue_id, account_id) SELECT id, 1 FROM issue WHERE id % 7 = 0;
INSERT INTO issue_mention (issue_id, account_id) SELECT id, 1000 + (id / 3) % 10 FROM issue;
INSERT INTO comment (issue_id, repository_id, kind, poster_id, body, created_at, updated_at)
SELECT id, repository_id, 'comment', 1, 'A remark' || (id % 10) || ' on it', created_at, updated_at FROM issue;
UPDATE repository SET last_issue_number = {issues}, open_issues_count = {issues} / 2, closed_issues_count = {issues} / 2;
"""


def fill(program, size):
    program.start()
    Client(program.url, basic=(USER, PASSWORD)).post("/user/repos", {"name": "r"})
    program.stop()
    measure.populate(program, POPULATION.format(issues=SIZES[size]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", help="only rows with one of these words in their name")
    parser.add_argument("--postgres", action="store_true", help="keep the data in PostgreSQL")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=2, help="of each round")
    options = parser.parse_args()
    good = True
    with bare_server() as bare, growth.two_sites(options.postgres, fill) as (small, large):
        print(f"{'issues':26} {'small /s':>10} {'large /s':>10} {'growth':>7} {'of bare':>8}")
        for name, path in PATHS.items():
            if options.only and not any(word in name for word in options.only):
                continue
            for where in (small, large):  # what is remembered from then on is not measured
                requests.get(where.url + path, headers=where.by_token(), timeout=60).raise_for_status()
            rounds = []
            for _ in range(options.rounds):
                rates = [measure.load(where.url + path, 8, options.seconds, headers=where.by_token())["rate"] for where in (small, large)]
                rounds.append((*rates, measure.load(bare, 8, 1)["rate"]))
            costs = statistics.median(few / many for few, many, _ in rounds)
            share = statistics.median(many / most for _, many, most in rounds)
            good = good and costs <= WANTED_GROWTH and share >= WANTED_SHARE
            few, many, _ = (statistics.median(column) for column in zip(*rounds))
            print(f"{name:26} {few:10.0f} {many:10.0f} {costs:7.2f} {share:8.3f}", flush=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
