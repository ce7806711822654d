"""WWW-Authenticate of the API's refusals: RFC 6750, 3, RFC 9449, 7.1, and RFC 9728, 5.1."""
import pytest
import requests


@pytest.fixture
def ask(server):
    def send(path, method="GET", **more):
        session = requests.Session()
        session.trust_env = False
        return session.request(method, f"{server.url}/api/v1{path}", timeout=30, **more)

    return send


def bearer(token, scheme="Bearer"):
    return {"Authorization": f"{scheme} {token}"}


@pytest.mark.parametrize("how", [{"headers": bearer("garbage")}, {"headers": bearer("a" * 40, "token")}, {"params": {"token": "a" * 40}},
                                 {"params": {"access_token": "a" * 40}}])
@pytest.mark.parametrize("path", ["/user", "/version"])
def test_a_token_that_is_none(server, ask, how, path):
    answer = ask(path, **how)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == ('Bearer realm="Cairn", error="invalid_token", '
                                                  f'resource_metadata="{server.url}/.well-known/oauth-protected-resource/api/v1"')


@pytest.mark.parametrize("method, path, scope", [("GET", "/user", "read:user"), ("PATCH", "/user/settings", "write:user"),
                                                 ("GET", "/notifications", "read:notification"),
                                                 ("GET", "/admin/users", "read:admin")])
def test_a_token_that_lacks_a_scope_is_told_which(ask, new_user, new_token, method, path, scope):
    token = new_token(new_user(), "read:misc").made["sha1"]
    answer = ask(path, method, headers=bearer(token), json={} if method != "GET" else None)
    assert answer.status_code == 403
    assert answer.headers["WWW-Authenticate"] == f'Bearer realm="Cairn", error="insufficient_scope", scope="{scope}"'


def test_a_scope_is_not_told_where_none_would_help(ask, new_user, new_token):
    token = new_token(new_user(), "all").made["sha1"]
    answer = ask("/admin/users", headers=bearer(token))
    assert answer.status_code == 403
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="Cairn", error="insufficient_scope"'


def test_whoever_sends_nothing_is_told_what_to_send(server, ask):
    """RFC 6750, 3.1: without an error, since there is none yet."""
    answer = ask("/user")
    assert answer.status_code == 401 and answer.headers["WWW-Authenticate"].startswith('Bearer realm="Cairn", resource_metadata="')
    assert "error" not in answer.headers["WWW-Authenticate"]
    assert ', DPoP realm="Cairn", algs="' in answer.headers["WWW-Authenticate"], "RFC 9449, 7.1: both ways"


def test_what_is_no_token_for_dpop_is_challenged_for_it(ask, new_user, new_token):
    """RFC 9449, 7.1."""
    for token in ("garbage", new_token(new_user(), "all").made["sha1"]):
        answer = ask("/user", headers=bearer(token, "DPoP"))
        header = answer.headers["WWW-Authenticate"]
        assert answer.status_code == 401 and header.startswith('DPoP realm="Cairn", error="invalid_token"') and 'algs="' in header


def test_passwords_are_not_challenged(ask, new_user):
    """Browsers would ask the person for one."""
    answer = ask("/user", auth=(new_user().name, "wrong"))
    assert answer.status_code == 401 and "WWW-Authenticate" not in answer.headers


def test_what_is_found_or_not_there_has_no_challenge(ask, new_user, new_token):
    token = new_token(new_user(), "all").made["sha1"]
    for path, status in (("/user", 200), ("/repos/nobody/nothing", 404)):
        answer = ask(path, headers=bearer(token))
        assert answer.status_code == status and "WWW-Authenticate" not in answer.headers
