"""Measures whether lists stay as fast as they are when the site grows to a hundred times its size.

  benchmarks/growth.py [--postgres]     after ./bench or ninja -C build cairn bare; PostgreSQL as for the tests

A small site has 1,000 people, 100 organizations and 300 repositories, a large one 100,000, 10,000 and 10,000; in both an
organization has 50 members and the caller is in 50 organizations. Each answer costs at most 1.5 times on the large one what it costs on the small one.
"""
import argparse
import contextlib
import functools
import pathlib
import statistics
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests" / "support")]

import measure  # noqa: E402
from client import Client  # noqa: E402
from run import PASSWORD, USER, bare_server, target_of  # noqa: E402

SIZES = {"small": (1_000, 100, 300), "large": (100_000, 10_000, 10_000)}
MEMBERS = 50
WANTED_GROWTH, WANTED_SHARE = 1.5, 0.05
PATHS = {
    "GET /users/search": "/api/v1/users/search?q=person&limit=50",
    "GET /orgs/{org}/members": "/api/v1/orgs/org-7/members?limit=50",
    "GET /user/orgs": "/api/v1/user/orgs?limit=50",
    "GET /orgs": "/api/v1/orgs?limit=50",
    "GET /orgs/{org}": "/api/v1/orgs/org-7",
    "GET /repos/search": "/api/v1/repos/search?limit=50",
    "GET /repos/search, a word": "/api/v1/repos/search?q=tool-1&limit=50",
}
FIRST_PERSON, FIRST_ORGANIZATION = 1_000, 1_000_000  # their ids

# Both engines understand it. The caller is account 1.
POPULATION = """
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {people} - 1)
INSERT INTO account (id, kind, name, lower_name, full_name, email, avatar, created_at, updated_at)
SELECT {person} + i, 'individual', 'person-' || i, 'person-' || i, 'Person ' || i, 'person-' || i || '@example.com', 'a' || i, 0, 0 FROM n;

WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {organizations} - 1)
INSERT INTO account (id, kind, name, lower_name, full_name, avatar, created_at, updated_at)
SELECT {organization} + i, 'organization', 'org-' || i, 'org-' || i, 'Organization ' || i, 'o' || i, 0, 0 FROM n;

INSERT INTO team (id, organization_id, name, lower_name, permission, levels)
SELECT id, id, 'Owners', 'owners', 'owner', 0 FROM account WHERE kind = 'organization';

WITH RECURSIVE k (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM k WHERE i < {members} - 1)
INSERT INTO team_member (team_id, account_id)
SELECT t.id, CASE WHEN k.i = 0 AND t.id < {organization} + {members} THEN 1
             ELSE {person} + (t.id * 37 + k.i * ({people} / {members})) % {people} END FROM team t CROSS JOIN k;

INSERT INTO organization_member (organization_id, account_id) SELECT team_id, account_id FROM team_member;

WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {repositories} - 1)
INSERT INTO repository (owner_id, storage, name, lower_name, description, audience, units, default_branch, created_at, updated_at)
SELECT {person} + i % {people}, 'storage-' || i, 'tool-' || i, 'tool-' || i, 'What number ' || i || ' is good for', 0, 255, 'main', i, i FROM n;
ANALYZE;
"""


def fill(program, size):
    people, organizations, repositories = SIZES[size]
    measure.populate(program, POPULATION.format(people=people, organizations=organizations, members=MEMBERS, person=FIRST_PERSON,
                                                organization=FIRST_ORGANIZATION, repositories=repositories))


@contextlib.contextmanager
def two_sites(postgres, fill):
    """Targets: a site that fill(program, "small") has filled, and one that fill(program, "large") has."""
    with contextlib.ExitStack() as both:
        programs = [both.enter_context(measure.site(postgres, USER, PASSWORD, functools.partial(fill, size=size)))
                    for size in ("small", "large")]
        yield [target_of(program.url, USER, PASSWORD) for program in programs]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true", help="keep the data in PostgreSQL")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=2, help="of each round")
    options = parser.parse_args()
    good = True
    with bare_server() as bare, two_sites(options.postgres, fill) as (small, large):
        print(f"{'list':26} {'small /s':>10} {'large /s':>10} {'growth':>7} {'of bare':>8}")
        for name, path in PATHS.items():
            rounds = []
            for where in (small, large):  # what is remembered from then on is not measured
                Client(where.url, token=where.token).get(path)
            for _ in range(options.rounds):
                rates = [measure.load(where.url + path, 8, options.seconds, headers=where.by_token())["rate"] for where in (small, large)]
                rounds.append((*rates, measure.load(bare, 8, 1)["rate"]))
            growth = statistics.median(few / many for few, many, _ in rounds)
            share = statistics.median(many / most for _, many, most in rounds)
            good = good and growth <= WANTED_GROWTH and share >= WANTED_SHARE
            few, many, _ = (statistics.median(column) for column in zip(*rounds))
            print(f"{name:26} {few:10.0f} {many:10.0f} {growth:7.2f} {share:8.3f}", flush=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
