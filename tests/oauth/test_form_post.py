"""OAuth 2.0 Form Post Response Mode 1.0: the answer is posted to the application instead of standing in its address."""
import json
import re

import pytest
from pushed_request import open_pushed, push
from relying_party import REDIRECT, parameters
from visitor import Forms


def posted(visitor, action=REDIRECT):
    """The page's form for the application: what it will be sent."""
    assert visitor.answer.status_code == 200 and visitor.location is None
    form, = (form for form in Forms(visitor.page).forms if form["action"] == action)
    assert form["method"] == "POST"
    return form["fields"]


def test_a_code_is_posted(party, ann):
    party.ask(ann, scope="openid", response_mode="form_post", state="s", nonce="n")
    ann.submit("/login/oauth/grant", {"granted": "true"})
    fields = posted(ann)
    assert set(fields) == {"code", "state", "iss"} and fields["state"] == "s" and fields["iss"] == party.url
    assert party.id_claims(party.exchange(fields["code"]), "n")["sub"] == ann.id
    party.ask(ann, scope="openid", response_mode="form_post", state='"><b>&amp;')
    fields = posted(ann)
    assert party.exchange(fields["code"]) and fields["state"] == '"><b>&amp;', "also where nothing is asked"


def test_errors_are_posted_too(party, ann, stranger):
    for wrong in ({"prompt": "none"}, {"response_type": "token"}, {"scope": "ä"}, {"max_age": "soon"}, {"claims": "x"}):
        party.ask(ann, **{"scope": "openid", "response_mode": "form_post", "state": "s"} | wrong)
        fields = posted(ann)
        assert fields["error"] and fields["error_description"] and fields["state"] == "s" and fields["iss"] == party.url, wrong
    party.ask(ann, scope="openid", response_mode="form_post", state=None)
    ann.submit("/login/oauth/grant", {"granted": "false"})
    assert set(posted(ann)) == {"error", "error_description", "iss"} and posted(ann)["error"] == "access_denied"
    party.ask(stranger, scope="openid", response_mode="form_post", prompt="none")
    assert posted(stranger)["error"] == "login_required"


def test_the_answer_to_a_pushed_request_is_posted(party, ann):
    pushed = push(party, scope="openid", response_mode="form_post", state="s", nonce="n", acr_values="1")["request_uri"]
    open_pushed(party, ann, pushed, response_mode="query")  # beside a pushed request, nothing counts
    ann.submit("/login/oauth/grant", {"granted": "true"})
    fields = posted(ann)
    assert fields["state"] == "s" and fields["iss"] == party.url
    assert party.id_claims(party.exchange(fields["code"]), "n")["acr"] == "1"
    refused = push(party, scope="openid read:user", response_mode="form_post", prompt="none")["request_uri"]
    open_pushed(party, ann, refused)
    assert posted(ann)["error"] == "consent_required"
    open_pushed(party, ann, refused)
    assert ann.answer.status_code == 400, "any answer uses it up"


def test_the_page_needs_no_script_and_runs_none_but_ours(party, ann):
    party.ask(ann, scope="openid", response_mode="form_post", prompt="none")
    assert 'type="submit">' in ann.page, "a button for who has no scripts"
    policy = ann.answer.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy and "unsafe" not in policy and "form-action" not in policy
    assert ann.answer.headers["Cache-Control"] == "no-store" and ann.answer.headers["X-Frame-Options"] == "DENY"
    assert "<script>" not in ann.page
    scripts = re.findall(r'<script type="module" async src="(/assets/[^"]*)"></script>', ann.page)
    assert len(scripts) == ann.page.count("<script")
    script = ann.open(next(script for script in scripts if "form_post" in script), expect=200)
    assert "submit()" in script.text and script.headers["Content-Type"].startswith("text/javascript")


def test_the_query_of_an_address_stays(new_party, ann):
    address = "https://client.example.com/cb?a=1&b=%20x"
    party = new_party(redirects=[address])
    party.ask(ann, scope="openid", response_mode="form_post")
    ann.submit("/login/oauth/grant", {"granted": "true"})
    assert set(posted(ann, address)) == {"code", "state", "iss"}


def test_an_address_that_is_not_registered_gets_nothing(party, ann):
    party.ask(ann, scope="openid", response_mode="form_post", redirect_uri="https://evil.example/")
    assert ann.answer.status_code == 400 and "https://evil.example/" not in ann.page


def test_is_announced_and_the_query_can_be_named(party, ann):
    assert party.metadata()["response_modes_supported"] == ["query", "form_post"]
    assert party.approve(ann, scope="openid", response_mode="query")["code"]


def test_a_program_on_the_own_device_is_told_that_nothing_can_be_posted_to_it(program):
    from client import PASSWORD, Client
    from relying_party import PKCE, RelyingParty
    from visitor import Visitor
    program.settings["oauth2"]["CUSTOM_SCHEMES"] = "myapp"
    program.write_config()
    program.create_user("owner", PASSWORD)
    program.start()
    visitor = Visitor(program.url)
    visitor.sign_in("owner", PASSWORD)
    party = RelyingParty(program.url, Client(program.url, basic=("owner", PASSWORD)), confidential=False, redirects=["myapp://cb"])
    party.ask(visitor, response_mode="form_post", **PKCE)
    assert visitor.location.startswith("myapp://cb?") and parameters(visitor.location)["error"] == "invalid_request"


@pytest.mark.parametrize("claims", [{"id_token": {"acr": {"essential": True, "value": "gold"}}}])
def test_also_what_cannot_be_had(party, ann, claims):
    party.ask(ann, scope="openid", response_mode="form_post", claims=json.dumps(claims))
    assert posted(ann)["error"] == "unmet_authentication_requirements"
