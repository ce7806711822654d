"""Moving a site in: `cairn import`, and what its report says."""
import json
import os

import pytest

ENGINES = ["sqlite", pytest.param("postgres", marks=pytest.mark.skipif(not os.environ.get("CAIRN_TEST_POSTGRES"),
                                                                      reason="no PostgreSQL"))]
on_each_engine = pytest.mark.parametrize("old", ENGINES, indirect=True)


def import_from(program, old, *flags, check=True):
    return program.run("import", "--from-app-ini", old.config, *flags, check=check)


def report_of(program, old, *flags):
    report = json.loads(import_from(program, old, "--json", *flags).stdout)
    report["by_name"] = {kind["name"]: kind for kind in report["kinds"]}
    return report


def reasons(report, kind):
    return {loss["reason"]: loss for loss in report["by_name"][kind]["not_moved"]}
