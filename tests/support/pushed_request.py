"""Authorization requests that are pushed (RFC 9126), and what a person does with them."""
from relying_party import parameters

PREFIX = "urn:ietf:params:oauth:request_uri:"


def push(party, expect=201, headers=None, **more):
    form = {**party.fields(**more), **({} if headers else party.client())}
    answer = party.http("POST", "/login/oauth/par", data={n: v for n, v in form.items() if v is not None}, headers=headers)
    assert answer.status_code == expect, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.json()


def open_pushed(party, visitor, uri, client_id=None, **more):
    return visitor.open(party.address(**{**dict.fromkeys(party.fields()), "client_id": client_id or party.id, "request_uri": uri, **more}))


def code_of(visitor):
    if visitor.answer.status_code == 200:
        visitor.submit("/login/oauth/grant", {"granted": "true"})
    assert visitor.answer.status_code == 303, visitor.page
    return parameters(visitor.location)
