"""Bytes that are no text (NUL, broken UTF-8) are refused as what they are, wherever the provider reads something."""
import base64

import pytest

MACHINE_ENDPOINTS = ("access_token", "introspect", "revoke")
ASKED = {"grant_type": "refresh_token", "refresh_token": "x", "token": "x"}


class TestByBasic:
    """RFC 6749, 2.3.1 has both halves encoded, so that any byte can be sent."""

    @pytest.mark.parametrize("endpoint", MACHINE_ENDPOINTS)
    @pytest.mark.parametrize("name", [b"%00", b"%FF", b"\xff", b"a%00b", b"%ED%A0%80"])
    def test_is_no_clients_name(self, party, endpoint, name):
        self.refused(party, endpoint, name + b":y")

    @pytest.mark.parametrize("endpoint", MACHINE_ENDPOINTS)
    @pytest.mark.parametrize("secret", [b"%00", b"%FF", b"\xff"])
    def test_is_no_clients_secret(self, party, endpoint, secret):
        self.refused(party, endpoint, party.id.encode() + b":" + secret)
        self.refused(party, endpoint, party.id.encode() + b":" + party.secret.encode() + secret)

    def refused(self, party, endpoint, pair):
        header = {"Authorization": "Basic " + base64.b64encode(pair).decode()}
        answer = party.http("POST", "/login/oauth/" + endpoint, data=ASKED, headers=header)
        assert answer.status_code == 401, answer.text
        assert answer.headers["WWW-Authenticate"].startswith("Basic ")


class TestInTheBody:
    @pytest.mark.parametrize("endpoint, field", [
        *(("access_token", field) for field in ("client_id", "client_secret", "grant_type", "code", "code_verifier", "refresh_token")),
        *((endpoint, field) for endpoint in ("introspect", "revoke") for field in ("client_id", "client_secret", "token"))])
    def test_is_an_invalid_request(self, party, endpoint, field):
        form = {"headers": {"Content-Type": "application/x-www-form-urlencoded"}}
        for how in ({"data": f"{field}=%00", **form}, {"data": f"{field}=a%FF", **form}, {"json": {field: "a\0b"}},
                    {"data": b'{"' + field.encode() + b'": "\xff"}', "headers": {"Content-Type": "application/json"}}):
            answer = party.http("POST", "/login/oauth/" + endpoint, **how)
            assert answer.status_code == 400 and answer.json()["error"] == "invalid_request", (how, answer.text)


@pytest.mark.parametrize("path", ["authorize", "grant", "logout", "userinfo"])
@pytest.mark.parametrize("field", ["client_id", "redirect_uri", "scope", "state", "id_token_hint", "access_token", "token", "%00"])
def test_breaks_nothing_where_people_are_led(party, ann, path, field):
    for value in ("%00", "a%FF"):
        for answer in (ann.open(f"/login/oauth/{path}?{field}={value}"),
                       ann.post(f"/login/oauth/{path}", f"{field}={value}", headers={"Content-Type": "application/x-www-form-urlencoded"})):
            assert answer.status_code < 500, answer.text
