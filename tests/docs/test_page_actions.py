"""docs/page-actions.md: for everything that the API changes there is a page that does the same, or a reason why there is none."""
import re

import pytest
from program import ROOT

WRITING = {"post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def listed():
    """{operation: the pages that do it, or the reason}"""
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", (ROOT / "docs/page-actions.md").read_text(), re.M)
    assert len(rows) == len(dict(rows)), "each operation has one line"
    return dict(rows)


@pytest.fixture(scope="module")
def writing(anonymous):
    paths = anonymous.get("/swagger.v1.json").json()["paths"]
    return {operation["operationId"] for item in paths.values() for method, operation in item.items() if method in WRITING}


def test_has_every_operation_that_writes_and_no_other(listed, writing):
    assert writing - set(listed) == set(), "without a page and without a reason"
    assert set(listed) - writing == set(), "no longer there"


def test_its_pages_take_forms(listed, anonymous):
    pages = {page for said in listed.values() for page in re.findall(r"`(/[^`]*)`", said)}
    assert len(pages) > 150
    # No page is asked for by this method: the answer is what its path is asked for by.
    answers = {page: anonymous.session.request("TRACE", anonymous.url + re.sub(r"\{\w+\*?\}", "1", page), timeout=30) for page in pages}
    assert {page: answer.headers.get("Allow", answer.status_code) for page, answer in answers.items()
            if "POST" not in answer.headers.get("Allow", "")} == {}


def test_a_reason_is_a_sentence(listed):
    for operation, said in listed.items():
        assert "`/" in said or re.fullmatch(r"[A-Z].{20,}\.", said), f"{operation}: {said}"
