"""Claims that an application wants by their names at the userinfo endpoint: OpenID Connect Core, 5.5."""
import pytest


def test_claims_by_their_names(party, ann):
    """OpenID Connect Core, 5.5: beside what the scopes bring, here and not in the id token, also after a refresh."""
    ann.api.call("PATCH", "/user/settings", {"website": "https://ann.example", "language": "de-DE"})
    wanted = '{"userinfo": {"website": {"essential": true}, "profile": null, "locale": null, "updated_at": null, "shoe_size": null}}'
    tokens = party.tokens(ann, scope="openid", claims=wanted)
    for one in (tokens, party.refresh(tokens["refresh_token"])):
        told = party.userinfo(one["access_token"])
        assert (told["website"], told["locale"]) == ("https://ann.example", "de-DE")
        assert told["profile"].endswith("/" + ann.name) and told["updated_at"] > 0 and "shoe_size" not in told
        assert "website" not in party.verify(one["id_token"])
    remembered = party.tokens(ann, scope="openid", claims='{"userinfo": {"website": null}}')
    told = party.userinfo(remembered["access_token"])
    assert told["website"] == "https://ann.example" and "locale" not in told, "each request wants its own"
    other = party.tokens(ann, scope="openid", claims='{"id_token": {"website": null}}')
    assert "website" not in party.userinfo(other["access_token"])


@pytest.mark.parametrize("name", ["email", "email_verified", "name", "website", "groups"])
def test_no_name_brings_anything_into_the_id_token(party, ann, name):
    """People approve scopes: what these do not bring, the id token does not tell."""
    tokens = party.tokens(ann, scope="openid", claims=f'{{"id_token": {{"{name}": {{"essential": true}}}}}}')
    for one in (tokens, party.refresh(tokens["refresh_token"])):
        assert name not in party.verify(one["id_token"])


@pytest.mark.parametrize("scope, told", [("openid read:user", {"website", "profile", "locale", "updated_at"}),
                                         ("openid public-only", {"website", "profile"}),
                                         ("openid read:user public-only", {"website", "profile"}),
                                         ("openid profile public-only", {"website", "profile", "locale", "updated_at"})])
def test_a_name_brings_no_more_than_the_approved_scopes_open(party, ann, scope, told):
    """The page that people approve speaks of scopes: a claim does not get around it."""
    ann.api.call("PATCH", "/user/settings", {"website": "https://ann.example", "language": "de-DE"})
    names = ("website", "profile", "locale", "updated_at")
    wanted = '{"userinfo": {' + ", ".join(f'"{name}": null' for name in names) + "}}"
    found = party.userinfo(party.tokens(ann, scope=scope, claims=wanted)["access_token"])
    assert {name for name in names if name in found} == told


def test_a_name_brings_nothing_of_who_is_not_shown_to_everybody(party, person):
    bob = person(visibility="private")
    bob.api.call("PATCH", "/user/settings", {"website": "https://bob.example"})
    wanted = '{"userinfo": {"website": null, "profile": null}}'
    found = party.userinfo(party.tokens(bob, scope="openid public-only", claims=wanted)["access_token"])
    assert "website" not in found and "profile" not in found


def test_names_add_no_address_and_no_groups(party, ann):
    ann.api.post("/orgs", {"username": f"quiet-{ann.name}", "visibility": "private"}, expect=201)
    asked = [party.tokens(ann, scope="openid public-only", **wish)["access_token"]
             for wish in ({}, {"claims": '{"userinfo": {"email": null, "email_verified": null, "groups": null}}'})]
    plain, by_name = map(party.userinfo, asked)
    assert plain == by_name and by_name["groups"] is None
