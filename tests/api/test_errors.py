"""What a client gets for a request that makes no sense: a status and words, never a 500, never an empty message."""
import pytest

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("path", ["/nothing", "/users", "/versions", "/users/root/tokens/1/2", "/USER"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_unknown_path_is_404_in_plain_text(anonymous, path, method):
    answer = anonymous.call(method, path, expect=404)
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert answer.text.strip()


@pytest.mark.parametrize("path", ["/version/", "//version", "/version//"])
def test_slashes_too_many_do_not_count(anonymous, path):
    anonymous.get(path, expect=200)


@pytest.mark.parametrize("method, path, allowed", [
    ("POST", "/version", {"GET", "HEAD"}),
    ("PUT", "/user", {"GET", "HEAD"}),
    ("PATCH", "/users/root/tokens", {"GET", "HEAD", "POST"}),
    ("OPTIONS", "/version", {"GET", "HEAD"}),
    ("PROPFIND", "/version", {"GET", "HEAD"}),
])
def test_a_wrong_method_is_405_and_names_the_right_ones(anonymous, method, path, allowed):
    answer = anonymous.call(method, path, expect=405)
    assert answer.content == b""
    assert {word.strip() for word in answer.headers["Allow"].split(",")} >= allowed


class TestBody:
    @pytest.fixture
    def refuse(self, new_user):
        ada = new_user()
        return lambda body, status=422, headers=None: ada.refused(
            "POST", f"/users/{ada.name}/tokens", status, data=body, headers=JSON if headers is None else headers)

    @pytest.mark.parametrize("body", [b"{", b"", b"nonsense", b'{"name": "t"} and more', b"{'name': 't'}", b'{"name": "t",}',
                                      b'{"name": tru}', b'{"name": "\x01"}', b'"', b"[]", b"7", b"null", b"\xef\xbb\xbf"])
    def test_that_is_no_json_object(self, refuse, body):
        refuse(body)

    @pytest.mark.parametrize("body", [b'{"name": "\xff\xfe"}', b'{"name": "\xc0\x80"}', b'{"name": "\xed\xa0\x80"}'])
    def test_that_is_no_utf8(self, refuse, body):
        refuse(body)

    def test_with_half_a_surrogate(self, refuse):
        refuse(b'{"name": "\\ud800"}')

    def test_nested_beyond_reason(self, refuse):
        refuse(b'{"name": ' + b"[" * 100_000 + b"]" * 100_000 + b"}")
        refuse(b'{"other": ' + b'{"a":' * 50_000)

    @pytest.mark.parametrize("content_type", ["text/plain", "application/xml", "application/octet-stream"])
    def test_of_a_type_that_nobody_reads(self, refuse, content_type):
        refuse(b'{"name": "t"}', headers={"Content-Type": content_type})

    def test_a_wrong_type_names_the_member(self, refuse):
        assert "name" in refuse(b'{"name": {"deep": 1}}').json()["message"]
        assert "scopes" in refuse(b'{"name": "t", "scopes": 5}').json()["message"]

    def test_with_a_charset_is_json_all_the_same(self, new_user):
        ada = new_user()
        ada.post(f"/users/{ada.name}/tokens", data=b'{"name": "t"}', expect=201,
                 headers={"Content-Type": "application/json; charset=utf-8"})

    def test_too_large_is_413(self, new_user):
        ada = new_user()
        body = b'{"name": "' + b"x" * (9 << 20) + b'"}'
        answer = ada.call("POST", f"/users/{ada.name}/tokens", expect=413, data=body, headers=JSON)
        assert answer.json()["message"].strip()


@pytest.mark.parametrize("target", ["/users/%00/tokens", "/users/%ff/tokens", "/users/%2e%2e/tokens", "/users/%/tokens",
                                    "/users/%zz/tokens", "/user?%ff=%ff", "/user?sudo=%00", "/user?token=%00", "/users/" + "a" * 5000 + "/tokens"])
def test_strange_addresses_are_the_client_s_fault(admin, target):
    answer = admin.session.get(f"{admin.url}/api/v1{target}", timeout=30)
    assert answer.status_code in (200, 400, 401, 403, 404, 422), (target, answer.status_code, answer.text)


def test_every_error_can_be_traced(anonymous):
    for path, status in (("/user", 401), ("/nothing", 404)):
        assert anonymous.get(path, expect=status).headers["X-Request-Id"]
