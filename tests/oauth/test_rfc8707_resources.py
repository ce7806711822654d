"""RFC 8707: which servers a token is for."""
import pytest
from client import PASSWORD, Client
from pushed_request import code_of, open_pushed, push
from relying_party import RelyingParty, parameters
from visitor import Visitor

OTHER = "https://mcp.example.com/server"


@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    from program import Program
    instance = Program(tmp_path_factory.mktemp("resources"), database, {"oauth2": {"RESOURCES": OTHER}})
    instance.create_user("owner", PASSWORD)
    instance.start()
    visitor = Visitor(instance.url)
    visitor.sign_in("owner", PASSWORD)
    yield RelyingParty(instance.url, Client(instance.url, basic=("owner", PASSWORD))), visitor
    instance.close()


def tokens_for(party, visitor, *resources, expect=200, **exchange):
    address = party.address(scope="openid read:user read:repository") + "".join(f"&resource={r}" for r in resources)
    visitor.open(address)
    return party.exchange(code_of(visitor)["code"], expect, **exchange)


def api_of(party):
    return party.url + "/api/v1"


def audience(party, tokens):
    return party.verify(tokens["access_token"])["aud"]


def test_without_one_a_token_is_for_the_whole_site(party, ann):
    assert audience(party, party.tokens(ann)) == party.metadata()["issuer"]


def test_2_the_token_says_what_it_is_for(party, ann):
    tokens = tokens_for(party, ann, api_of(party))
    assert audience(party, tokens) == api_of(party)
    assert party.user(tokens["access_token"])["login"] == ann.name
    assert party.userinfo(tokens["access_token"])["sub"] == ann.id
    assert party.introspect(tokens["access_token"])["aud"] == [api_of(party)]
    assert audience(party, tokens_for(party, ann, api_of(party), party.url)) == [api_of(party), party.url]


def test_2_a_token_for_the_api_is_for_nothing_else(party, ann):
    ann.api.post("/user/repos", {"name": "aside", "private": True, "auto_init": True}, expect=201)
    refs = f"/{ann.name}/aside.git/info/refs?service=git-upload-pack"
    whole, part = tokens_for(party, ann)["access_token"], tokens_for(party, ann, api_of(party))["access_token"]
    assert party.http("GET", refs, headers={"Authorization": f"Bearer {whole}"}).status_code == 200
    assert party.http("GET", refs, headers={"Authorization": f"Bearer {part}"}).status_code == 401
    assert party.http("GET", refs, auth=("x", part)).status_code == 401


@pytest.mark.parametrize("resource", ["https://elsewhere.example.com", "/api/v1", "x", "urn:example:x", "https://", "http://127.0.0.1/%23#x",
                                      OTHER, "https://a%20https://b", "javascript:alert(1)", "http://" + "x" * 3000 + "/"])
def test_2_1_others_are_an_invalid_target(party, ann, resource):
    ann.open(party.address(scope="openid") + f"&resource={resource.replace('#', '%23')}")
    assert parameters(ann.location)["error"] == "invalid_target"
    assert push(party, 400, resource=resource)["error"] == "invalid_target"


def test_2_2_the_token_request_narrows(party, ann):
    both = tokens_for(party, ann, api_of(party), party.url + "/")
    assert audience(party, party.refresh(both["refresh_token"], resource=api_of(party))) == api_of(party)
    assert audience(party, party.refresh(both["refresh_token"])) == [api_of(party), party.url + "/"]
    one = tokens_for(party, ann, api_of(party))
    assert party.refresh(one["refresh_token"], 400, resource=party.url)["error"] == "invalid_target"
    assert party.refresh(one["refresh_token"], 400, resource="https://elsewhere.example.com")["error"] == "invalid_target"
    assert audience(party, tokens_for(party, ann, resource=api_of(party))) == api_of(party), "of the whole site a part"


def test_2_2_an_invalid_target_leaves_the_code_alone(party, ann):
    code = party.approve(ann)["code"]
    assert party.exchange(code, 400, resource="https://elsewhere.example.com")["error"] == "invalid_target"
    party.exchange(code)


@pytest.mark.parametrize("body", [1, {}, [1], ["a\0b"], "x"])
def test_2_2_json_that_names_none(party, ann, body):
    code = party.approve(ann)["code"]
    sent = {"grant_type": "authorization_code", "code": code, "redirect_uri": party.redirect, "resource": body, **party.client()}
    assert party.token(400, json=sent)["error"] == "invalid_target"
    assert audience(party, party.token(json={**sent, "resource": [api_of(party)]})) == api_of(party)


def test_in_a_pushed_request(party, ann):
    open_pushed(party, ann, push(party, scope="openid", resource=[api_of(party), party.url])["request_uri"])
    assert audience(party, party.exchange(code_of(ann)["code"])) == [api_of(party), party.url]


class TestOtherServers:
    """That the operator has named."""

    def test_get_tokens_that_open_nothing_here(self, site):
        party, visitor = site
        tokens = tokens_for(party, visitor, OTHER)
        assert audience(party, tokens) == OTHER
        party.user(tokens["access_token"], expect=401)
        assert party.introspect(tokens["access_token"])["active"] is True

    def test_are_shown_to_the_person(self, site):
        party, visitor = site
        visitor.open(party.address(scope="openid read:user read:repository", prompt="consent") + f"&resource={OTHER}")
        assert OTHER in visitor.page

    def test_were_approved_or_are_not_to_be_had(self, site):
        party, visitor = site
        tokens = party.tokens(visitor, scope="openid read:user read:repository")
        assert party.refresh(tokens["refresh_token"], 400, resource=OTHER)["error"] == "invalid_target"
        both = tokens_for(party, visitor, OTHER, party.url)
        assert audience(party, party.refresh(both["refresh_token"], resource=OTHER)) == OTHER
