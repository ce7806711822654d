"""A scope at a refresh (RFC 6749, 6): less than what was approved, and never more."""
import pytest
from client import Client


def test_narrows_the_access_token_and_nothing_else(party, ann):
    tokens = party.tokens(ann, scope="openid email write:user read:repository")
    less = party.refresh(tokens["refresh_token"], scope="openid read:user")
    assert less["scope"] == "openid read:user"
    api = Client(party.url, headers={"Authorization": "Bearer " + less["access_token"]})
    api.get("/user", expect=200)
    api.call("PATCH", "/user/settings", {"location": "here"}, expect=403)
    api.get("/user/repos", expect=403)
    assert "email" not in party.verify(less["id_token"])
    assert party.introspect(less["access_token"])["scope"] == "openid read:user"
    whole = party.refresh(less["refresh_token"])
    assert whole["scope"] == "openid email write:user read:repository"
    assert party.verify(whole["id_token"])["email"]
    party.user(tokens["access_token"])


def test_without_any_right_opens_nothing(party, ann):
    """Whoever names no right at all gets what the person has; whoever leaves out those that were approved does not."""
    tokens = party.tokens(ann, scope="openid read:user")
    less = party.refresh(tokens["refresh_token"], scope="openid")
    party.user(less["access_token"], expect=403)
    party.userinfo(less["access_token"], expect=403)


def test_keeps_what_limits_it(party, ann):
    tokens = party.tokens(ann, scope="public-only read:user read:repository")
    less = party.refresh(tokens["refresh_token"], scope="read:repository")
    assert set(less["scope"].split()) == {"public-only", "read:repository"}


@pytest.mark.parametrize("wider", ["openid write:user", "read:user read:issue", "email", "all", "read:nothing"])
def test_is_refused_when_it_is_wider(party, ann, wider):
    tokens = party.tokens(ann, scope="openid read:user")
    assert party.refresh(tokens["refresh_token"], expect=400, scope=wider)["error"] == "invalid_scope"


def test_that_is_too_wide_does_not_use_the_token_up(public_party, ann, run_sql):
    tokens = public_party.tokens(ann, scope="openid read:user")
    assert public_party.refresh(tokens["refresh_token"], expect=400, scope="all")["error"] == "invalid_scope"
    run_sql("UPDATE oauth2_family SET rotated_at = rotated_at - 31")
    public_party.refresh(tokens["refresh_token"], scope="read:user")
