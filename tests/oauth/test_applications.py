"""Applications: over the API, on the pages of people, organizations and the site, and what was approved."""
import re

import pytest
from client import ADMIN, PASSWORD
from relying_party import REDIRECT, RelyingParty, parameters
from visitor import Visitor

NEW = {"name": "Paper", "redirect_uris": REDIRECT, "confidential_client": "on"}


def secret_of(visitor):
    return re.search(r'id="client-secret">(gto_[a-z2-7]{52})<', visitor.page).group(1)


class TestApi:
    def test_is_made_listed_changed_and_deleted(self, new_user):
        dev = new_user()
        made = dev.post("/user/applications/oauth2", {"name": "one", "redirect_uris": [REDIRECT], "confidential_client": True}, expect=201).json()
        assert re.fullmatch(r"gto_[a-z2-7]{52}", made["client_secret"]) and re.fullmatch(r"[0-9a-f-]{36}", made["client_id"])
        second = dev.post("/user/applications/oauth2", {"name": "one", "redirect_uris": []}, expect=201).json()
        listed = dev.get("/user/applications/oauth2").json()
        assert [one["id"] for one in listed] == [second["id"], made["id"]] and {one["client_secret"] for one in listed} == {""}
        changed = dev.call("PATCH", f"/user/applications/oauth2/{made['id']}", {"name": "two", "redirect_uris": []}).json()
        assert changed["client_secret"] not in ("", made["client_secret"]) and changed["confidential_client"] is False
        dev.delete(f"/user/applications/oauth2/{made['id']}", expect=204)
        dev.refused("GET", f"/user/applications/oauth2/{made['id']}", 404)

    @pytest.mark.parametrize("address, status", [("https://a.example/cb", 201), ("http://a", 201), ("", 201), ("ftp://a.example", 400),
                                                 ("javascript:alert(1)", 400), ("a.example", 400), (" https://a.example", 400),
                                                 ("https://a.example:port", 400), ("https://a\r\nX: y", 400)])
    def test_redirect_addresses(self, new_user, address, status):
        new_user().post("/user/applications/oauth2", {"name": "x", "redirect_uris": [address]}, expect=status)

    def test_is_nobody_elses(self, new_user, admin):
        dev = new_user()
        made = dev.post("/user/applications/oauth2", {"name": "one", "redirect_uris": []}, expect=201).json()
        for other in (new_user(), admin):
            other.refused("GET", f"/user/applications/oauth2/{made['id']}", 404)
            other.refused("DELETE", f"/user/applications/oauth2/{made['id']}", 404)

    def test_scopes(self, new_user, new_token):
        dev = new_user()
        new_token(dev, "read:user").get("/user/applications/oauth2")
        new_token(dev, "read:user").refused("POST", "/user/applications/oauth2", 403, {"name": "x", "redirect_uris": []})
        new_token(dev, "read:user", "public-only").refused("GET", "/user/applications/oauth2", 403)


class TestPages:
    def holders(self, who, server, ann):
        """A browser of whoever manages, and the addresses of the list and of what is in it."""
        if who == "person":
            return ann, "/user/settings/applications", "/user/settings/applications/oauth2"
        if who == "organization":
            ann.api.post("/orgs", {"username": "org-of-" + ann.name}, expect=201)
            list_address = f"/org/org-of-{ann.name}/settings/applications"
            return ann, list_address, list_address + "/oauth2"
        root = Visitor(server.url)
        root.sign_in(*ADMIN)
        return root, "/-/admin/applications", "/-/admin/applications/oauth2"

    @pytest.mark.parametrize("who", ["person", "organization", "site"])
    def test_an_application_is_registered_changed_and_deleted(self, server, ann, person, party, who):
        visitor, list_address, base = self.holders(who, server, ann)
        visitor.open(list_address, expect=200)
        visitor.submit(base, {**NEW, "name": "Paper & <ink>"}, expect=200)
        secret = secret_of(visitor)
        assert "Paper &amp; &lt;ink&gt;" in visitor.page
        party.id, party.secret = re.search(r'id="client-id">([^<]+)<', visitor.page).group(1), secret
        bob = person()
        tokens = party.tokens(bob, scope="openid")
        visitor.open(list_address, expect=200)
        assert secret not in visitor.page
        address = re.search(rf'href="({base}/\d+)"', visitor.page).group(1)
        visitor.open(address, expect=200)
        assert secret not in visitor.page
        visitor.submit(address, {"name": "Ink", "redirect_uris": REDIRECT + "\r\nhttps://two.example/cb\r\n"}, expect=303)
        visitor.open(address, expect=200)
        assert "https://two.example/cb" in visitor.page and visitor.notice == "The application is saved."
        party.refresh(tokens["refresh_token"])
        visitor.submit(address + "/regenerate_secret", expect=200)
        assert party.refresh(tokens["refresh_token"], expect=401)["error"] == "invalid_client"
        party.secret = secret_of(visitor)
        party.refresh(tokens["refresh_token"])
        visitor.open(address, expect=200)
        visitor.submit(address + "/delete", expect=303)
        party.user(tokens["access_token"], expect=401)
        visitor.open(address, expect=404)

    @pytest.mark.parametrize("wrong", [{"name": " "}, {"name": "x" * 256}, {"redirect_uris": ""}, {"redirect_uris": "ftp://x"},
                                       {"redirect_uris": REDIRECT + "\njavascript:alert(1)"}])
    def test_a_mistake_is_told_and_costs_nothing(self, ann, wrong):
        ann.open("/user/settings/applications", expect=200)
        ann.submit("/applications/oauth2", {**NEW, **wrong}, expect=422)
        assert ann.problem and "client-secret" not in ann.page
        if "name" not in wrong:
            assert 'value="Paper"' in ann.page

    def test_are_managed_by_nobody_else(self, server, ann, person):
        visitor, _, base = self.holders("organization", server, ann)
        visitor.post(base, NEW, expect=200)
        own = visitor.post("/user/settings/applications/oauth2", NEW, expect=200)
        address = re.search(r'action="(/user/settings/applications/oauth2/\d+)"', own.text).group(1)
        bob = person()
        for path in (address, address.replace("/user", f"/org/org-of-{ann.name}"), "/-/admin/applications"):
            assert bob.open(path).status_code in (403, 404), path
        bob.open(base.removesuffix("/oauth2"), expect=403)
        bob.post(base, NEW, expect=403)
        bob.post(address + "/delete", expect=404)
        bob.post(address + "/regenerate_secret", expect=404)
        ann.open(address, expect=200)

    def test_those_that_come_with_the_site_are_locked(self, server, ann):
        root, list_address, base = self.holders("site", server, ann)
        root.open(list_address, expect=200)
        for name in ("git-credential-oauth", "Git Credential Manager", "tea"):
            assert name in root.page
        assert root.page.count('class="tag">locked<') == 3
        for number in range(1, 4):
            root.open(f"{base}/{number}", expect=403)
            root.post(f"{base}/{number}/delete", expect=403)

    def test_whoever_is_not_signed_in_is_led_to_it(self, visitor):
        for path in ("/user/settings/applications", "/-/admin/applications"):
            visitor.open(path, expect=303)
            assert visitor.location.startswith("/user/login")

    def test_forms_of_other_sites_do_nothing(self, ann):
        ann.post("/user/settings/applications/oauth2", NEW, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)


@pytest.fixture
def visitor(server):
    return Visitor(server.url)


class TestApproved:
    def test_is_listed_in_words_and_revoked(self, party, ann, person):
        tokens = party.tokens(ann, scope="openid email read:repository")
        ann.open("/user/settings/applications", expect=200)
        for words in ("Test application", party.owner.name, "See your e-mail address", "Read repositories that you can see"):
            assert words in ann.page, words
        address = re.search(r"/user/settings/applications/oauth2/\d+/revoke/\d+", ann.page).group(0)
        person().post(address, expect=404)
        party.user(tokens["access_token"], expect=403)
        ann.submit(address, expect=200)
        assert "may no longer act for you" in ann.page and "revoke" not in ann.page.lower().replace("what you revoke", "")
        party.user(tokens["access_token"], expect=401)
        assert party.refresh(tokens["refresh_token"], expect=400)["error"] == "invalid_grant"
        ann.post(address, expect=404)
        party.ask(ann, scope="openid email read:repository")
        assert ann.answer.status_code == 200, "the person is asked again"
