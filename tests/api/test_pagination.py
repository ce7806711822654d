"""Pages of a list: `page` and `limit` are read kindly, bounded, and never an error."""
import pytest
from client import ADMIN, Client


@pytest.fixture(scope="module")
def owner(new_user, new_token):
    """A user with 57 tokens, t57 the newest."""
    ada = new_user()
    for number in range(1, 58):
        new_token(ada, "read:user", name=f"t{number}")
    return ada


def names(owner, query):
    answer = owner.get(f"/users/{owner.name}/tokens{query}", expect=200)
    assert answer.headers["X-Total-Count"] == "57"
    return [token["name"] for token in answer.json()]


def newest(first, last):
    return [f"t{number}" for number in range(first, last - 1, -1)]


@pytest.mark.parametrize("query", ["", "?page=1", "?page=0", "?page=-3", "?page=one", "?page=", "?page=1.5", "?limit=0",
                                   "?limit=-1", "?limit=many", "?limit=", "?limit=30", "?per_page=5"])
def test_the_first_thirty_unless_said_otherwise(owner, query):
    assert names(owner, query) == newest(57, 28)


@pytest.mark.parametrize("query, first, last", [
    ("?limit=10", 57, 48),
    ("?limit=10&page=2", 47, 38),
    ("?page=2", 27, 1),
    ("?limit=1&page=57", 1, 1),
    ("?limit=50", 57, 8),
    ("?limit=51", 57, 8),
    ("?limit=1000000", 57, 8),
    ("?limit=1000000&page=2", 7, 1),
])
def test_the_page_that_was_asked_for(owner, query, first, last):
    assert names(owner, query) == newest(first, last)


@pytest.mark.parametrize("query", ["?page=3", "?limit=10&page=7", "?page=922337203685477580", "?limit=50&page=9223372036854775807"])
def test_after_the_last_page_there_is_nothing_and_no_error(owner, query):
    assert names(owner, query) == []


@pytest.mark.parametrize("query", ["?page=99999999999999999999999999", "?limit=99999999999999999999999999"])
def test_a_number_that_does_not_fit_is_no_error_either(owner, query):
    owner.get(f"/users/{owner.name}/tokens{query}", expect=200)


def test_the_bounds_are_the_site_s(program):
    program.settings["api"] = {"MAX_RESPONSE_ITEMS": 4, "DEFAULT_PAGING_NUM": 2}
    program.write_config()
    program.create_user(*ADMIN, "--admin")
    program.start()
    root = Client(program.url, basic=ADMIN)
    for number in range(6):
        root.post("/users/root/tokens", {"name": str(number), "scopes": ["all"]}, expect=201)
    assert len(root.get("/users/root/tokens").json()) == 2
    assert len(root.get("/users/root/tokens?limit=50").json()) == 4
