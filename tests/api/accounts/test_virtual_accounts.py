"""GET /users/search?uid=: the two accounts without a row are found by the same rules as others."""
import pytest


def search(caller, **query):
    answer = caller.get("/users/search", params=query)
    return [user["login"] for user in answer.json()["data"]], answer.headers["X-Total-Count"]


@pytest.mark.parametrize("query, found", [
    ({"uid": -1}, (["Ghost"], "1")), ({"uid": -1, "q": "hOs"}, (["Ghost"], "1")), ({"uid": -1, "q": "zzz"}, ([], "0")),
    ({"uid": -2, "q": "cairn act"}, (["cairn-actions"], "1")), ({"uid": -2, "q": "ghost"}, ([], "0")),
    ({"uid": -2, "page": 2}, ([], "1")), ({"uid": -1, "limit": 1}, (["Ghost"], "1")), ({"uid": -3}, ([], "0"))])
def test_the_text_and_the_page_count(admin, new_user, query, found):
    assert search(admin, **query) == search(new_user(), **query) == found
