"""Signing in by a provider of OpenID Connect, which is another Cairn."""
import urllib.parse

import pytest
from client import ADMIN, PASSWORD, Client
from one_time import enrol, totp
from relying_party import RelyingParty, parameters
from sign_in_sources import NUMBERS, Keeper, new_site, provider_form as form
from visitor import Visitor

@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    program = new_site(tmp_path_factory.mktemp("site"), database)
    yield program
    program.close()


@pytest.fixture(scope="module")
def keeper(site):
    return Keeper(site.url)


@pytest.fixture(scope="module")
def root(site):
    return Client(site.url, basic=ADMIN)


class Source:
    """A source of `site` whose provider is the site that all tests share."""

    def __init__(self, site, keeper, server, owner, **changes):
        self.name = f"another site {next(NUMBERS)}"
        self.path = "/user/oauth2/" + urllib.parse.quote(self.name)
        self.party = RelyingParty(server.url, owner, redirects=[f"{site.url}{self.path}/callback"], skip=True)
        self.number = keeper.make(form(server.url, self.party.id, self.party.secret, **{"name": self.name, **changes}))


@pytest.fixture
def source(site, keeper, server, new_user):
    made = []

    def make(**changes):
        made.append(Source(site, keeper, server, new_user(), **changes))
        return made[-1]

    yield make
    for each in made:
        keeper.turn(each.number, on=False)


class Traveler(Visitor):
    """A browser of somebody who is signed in at the provider, and goes there and back."""

    def __init__(self, site, server, name=None, password=PASSWORD):
        super().__init__(site.url)
        self.name = name
        self.there = Visitor(server.url)
        self.there.session = self.session
        assert self.there.sign_in(name, password).status_code == 303

    def go(self, source, query=""):
        return go(self, self.there, source, query)


def go(browser, there, source, query=""):
    """To the provider and back, as far as the answer of the callback. `there` is the same browser at the provider."""
    browser.open(source.path + query, expect=303)
    there.open(browser.location)
    if there.answer.status_code == 200:
        there.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
    assert "/callback?" in there.location, there.location
    browser.open(there.location)
    return browser


@pytest.fixture
def traveler(site, server, new_user):
    def make(name=None, **more):
        account = new_user(name, **more)
        return Traveler(site, server, account.name)
    return make


class TestThereAndBack:
    def test_makes_an_account_and_knows_it_again(self, site, source, traveler, root):
        made = source()
        ann = traveler()
        assert made.name in ann.open("/user/login").text
        ann.go(made, "?redirect_to=%2Fuser%2Fsettings")
        assert ann.answer.status_code == 303 and ann.location == "/user/settings"
        ann.open("/user/settings", expect=200)
        shown = root.get(f"/users/{ann.name}").json()
        assert shown["source_id"] == made.number and shown["email"] == f"{ann.name}@example.com" and shown["active"]
        trail = root.get(f"/admin/audit?user={ann.name}").json()
        assert [entry["kind"] for entry in trail] == ["sign_in", "account_created"]
        assert trail[0]["details"] == {"methods": "fed", "source": made.name}
        again = Traveler(site, made.party, ann.name)
        assert again.go(made).location == "/"
        assert root.get(f"/users/{ann.name}").json()["id"] == shown["id"]

    def test_a_password_is_none_of_this_site(self, site, source, traveler, root):
        made = source()
        ann = traveler()
        ann.go(made)
        assert Visitor(site.url).sign_in(ann.name, PASSWORD).status_code == 200
        Client(site.url, basic=(ann.name, PASSWORD)).get("/user", expect=401)
        ann.open("/user/settings/account", expect=200)
        assert "has no password here" in ann.page and 'name="old_password"' not in ann.page
        ann.open("/user/settings/account/delete", expect=200)
        ann.submit("/account/delete", expect=303)
        root.get(f"/users/{ann.name}", expect=404)

    def test_whoever_has_not_shown_lately_who_it_is_does_not_delete_the_account(self, site, source, traveler):
        made = source()
        ann = traveler()
        ann.go(made)
        site.sql("UPDATE session SET authenticated_at = authenticated_at - 3600")
        ann.open("/user/settings/account/delete", expect=200)
        ann.submit("/account/delete", expect=422)
        assert "sign out and in again" in ann.problem.lower()

    def test_the_site_is_told_the_secret_alone_and_by_pkce(self, source, traveler):
        made = source()
        ann = traveler()
        ann.open(made.path, expect=303)
        asked = parameters(ann.location)
        assert asked["code_challenge_method"] == "S256" and len(asked["state"]) == 43 and len(asked["nonce"]) == 43
        assert asked["redirect_uri"] == ann.url + made.path + "/callback"
        kept = ann.set_cookie("cairn_passage")
        assert "HttpOnly" in kept and "SameSite=Lax" in kept
        assert asked["nonce"] not in kept and made.party.secret not in kept

    def test_a_name_or_an_address_that_is_taken_is_asked_about_and_not_taken_over(self, site, source, traveler, root):
        made = source()
        ann = traveler()
        root.post("/admin/users", {"username": ann.name, "email": "local@example.com", "password": "local-pass-1", "must_change_password": False})
        ann.go(made)
        assert ann.location == "/user/link_account"
        ann.open(ann.location, expect=200)
        ann.open("/user/settings", expect=303)
        ann.open("/user/link_account")
        ann.submit("/link_account/new", {"user_name": ann.name}, expect=422)
        assert "taken" in ann.problem
        ann.open("/user/link_account")
        ann.submit("/link_account/new", {"user_name": "n-" + ann.name}, expect=303)
        ann.open("/user/settings", expect=200)
        assert root.get(f"/users/n-{ann.name}").json()["source_id"] == made.number
        assert root.get(f"/users/{ann.name}").json()["source_id"] == 0
        ann.open("/user/link_account", expect=303)

    def test_an_account_is_linked_once_it_has_signed_in_itself(self, site, source, traveler, root):
        made = source()
        ann = traveler()
        root.post("/admin/users", {"username": ann.name, "email": f"{ann.name}@example.com", "password": "local-pass-1",
                                   "must_change_password": False})
        ann.go(made)
        ann.open("/user/link_account", expect=200)
        # Nobody has signed in yet: the form links nothing.
        ann.post("/user/link_account", expect=303)
        assert ann.location.startswith("/user/login")
        ann.open(ann.location)
        ann.submit("/user/login", {"user_name": ann.name, "password": "local-pass-1"}, expect=303)
        assert ann.location == "/user/link_account"
        ann.open(ann.location, expect=200)
        assert f"Link it to {ann.name}" in ann.page
        ann.submit("/user/link_account", expect=303)
        fresh = Traveler(site, made.party, ann.name)
        assert fresh.go(made).location == "/"
        assert root.get(f"/users/{ann.name}").json()["source_id"] == 0
        assert "identity_linked" in [entry["kind"] for entry in root.get(f"/admin/audit?user={ann.name}").json()]
        fresh.open("/user/settings/security", expect=200)
        assert made.name in fresh.page
        fresh.submit("/security/elsewhere/delete", expect=303)
        assert Traveler(site, made.party, ann.name).go(made).location == "/user/link_account"

    def test_one_of_somebody_else_is_not_linked(self, site, source, traveler, root):
        made = source()
        ann, bob = traveler(), traveler()
        ann.go(made)
        root.post("/admin/users", {"username": "l-" + bob.name, "email": "l@example.com", "password": "local-pass-1", "must_change_password": False})
        bob.sign_in("l-" + bob.name, "local-pass-1")
        bob.go(made)
        bob.open("/user/link_account", expect=200)
        # Meanwhile somebody else has made an account of it.
        other = Traveler(site, made.party, bob.name)
        assert other.go(made).location == "/"
        bob.submit("/user/link_account", expect=409)

    def test_a_source_that_makes_no_accounts_only_knows_its_own(self, source, traveler, root, site):
        made = source(makes_accounts="false")
        ann = traveler()
        assert ann.go(made).location == "/user/link_account"
        ann.open("/user/link_account", expect=200)
        assert "/link_account/new" not in ann.page
        ann.post("/user/link_account/new", {"user_name": "sneaky", "email": "sneaky@example.com"}, expect=403)
        subject = ann.session.get(made.party.url + "/api/v1/users/" + ann.name).json()["id"]
        root.post("/admin/users", {"username": "made-" + ann.name, "email": "made@example.com", "source_id": made.number,
                                   "login_name": str(subject)}, expect=201)
        assert ann.go(made).location == "/"
        ann.open("/user/settings", expect=200)

    def test_the_second_step_of_the_account_is_asked_for_unless_the_provider_does_that(self, site, source, traveler, keeper):
        made = source()
        ann = traveler()
        ann.go(made)
        secret, _ = enrol(ann)
        again = Traveler(site, made.party, ann.name)
        assert again.go(made).location == "/user/two_factor"
        again.open("/user/settings", expect=303)
        again.open("/user/two_factor", expect=200)
        again.submit("/user/two_factor", {"passcode": totp(secret)}, expect=303)
        again.open("/user/settings", expect=200)
        keeper.change(made.number, second_step_there="true")
        assert Traveler(site, made.party, ann.name).go(made).location == "/"

    def test_whoever_is_shut_out_stays_out_and_a_source_that_is_off_is_none(self, site, source, traveler, root, keeper):
        made = source()
        ann = traveler()
        ann.go(made)
        root.call("PATCH", f"/admin/users/{ann.name}", {"prohibit_login": True})
        assert ann.go(made).answer.status_code == 403 and "may not sign in" in ann.page
        root.call("PATCH", f"/admin/users/{ann.name}", {"prohibit_login": False})
        ann.go(made)
        keeper.turn(made.number, on=False)
        ann.open("/user/settings", expect=200)
        ann.open(made.path, expect=404)
        assert made.name not in Visitor(site.url).open("/user/login").text

    def test_showing_again_who_one_is_leads_to_the_provider_that_asks_again(self, site, source, traveler):
        made = source()
        ann = traveler()
        ann.open("/user/login?again=true")
        assert made.path + "?again=true" in ann.page
        ann.open(made.path + "?again=true", expect=303)
        asked = parameters(ann.location)
        assert asked["prompt"] == "login" and asked["max_age"] == "0"


class TestTryOut:
    def test_shows_what_the_provider_says_and_signs_nobody_in(self, site, source, server, new_user, keeper, root):
        made = source(active="false")
        steps = keeper.try_out(made.number)
        assert [good for good, _, _ in steps] == [True] * len(steps), steps
        assert server.url + "/login/oauth/authorize" in keeper.page
        person = new_user()
        there = Visitor(server.url)
        there.session = keeper.session
        there.sign_in(person.name, PASSWORD)
        go(keeper, there, made, "?try_out=true")
        assert keeper.answer.status_code == 200 and f"A new one: {person.name}" in keeper.page
        assert "preferred_username" in keeper.page and f"{person.name}@example.com" in keeper.page
        root.get(f"/users/{person.name}", expect=404)
        keeper.open("/-/admin", expect=200)

    def test_is_for_administrators(self, site, source, traveler):
        made = source(active="false")
        ann = traveler()
        ann.open(made.path + "?try_out=true", expect=404)


class TestPages:
    @pytest.mark.parametrize("member, value", [
        ("discovery_url", ""), ("discovery_url", "ftp://x"), ("discovery_url", "https://a@b"), ("discovery_url", "https://"), ("client_id", ""),
        ("scopes", "profile"), ("more_hosts", "a/b")])
    def test_what_makes_no_sense_comes_back_with_its_reason(self, keeper, member, value):
        keeper.make({**form("https://idp.example", "x", "y"), member: value}, expect=422)
        assert f'id="{member}-hint"' in keeper.page and keeper.problem

    def test_a_source_with_linked_accounts_is_not_deleted(self, source, traveler, keeper):
        made = source()
        traveler().go(made)
        keeper.open(f"/-/admin/auths/{made.number}/delete", expect=200)
        keeper.submit("/delete", {"name": made.name}, expect=422)
        assert keeper.problem.startswith("1 account ")

    def test_a_stranger_has_no_account_to_link(self, site):
        visitor = Visitor(site.url)
        visitor.open("/user/link_account", expect=303)
        assert visitor.location == "/user/login"
        visitor.post("/user/link_account/new", {"user_name": "x", "email": "x@example.com"}, expect=303)
        visitor.open("/user/oauth2/nobody-knows-it", expect=404)
