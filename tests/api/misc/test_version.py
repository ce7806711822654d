"""GET /version."""
import re

import pytest


def test_is_a_version_that_clients_can_compare(anonymous):
    answer = anonymous.get("/version", expect=200)
    assert answer.headers["Content-Type"].startswith("application/json")
    assert set(answer.json()) == {"version"}
    assert re.fullmatch(r"1\.28\.0\+cairn-\d+\.\d+\.\d+", answer.json()["version"])


def test_is_the_program_s_own(anonymous, server):
    own = anonymous.get("/version").json()["version"].rpartition("-")[2]
    assert own in server.run("version").stdout


@pytest.mark.parametrize("scopes", [[], ["read:misc"], ["public-only", "read:issue"]])
def test_any_token_will_do(new_user, new_token, scopes):
    new_token(new_user(), *scopes).get("/version", expect=200)


def test_a_wrong_credential_is_refused_even_here(client, new_user):
    client(token="0" * 40).refused("GET", "/version", 401)
    client(basic=(new_user().name, "not the password")).refused("GET", "/version", 401)
