"""The pages of one's own account."""
import re
import subprocess

import pytest
from client import PASSWORD, Client
from mail_server import MailServer
from program import Program
from signing import gpg  # noqa: F401
from visitor import Visitor

NEW = "brand-new-pass-9"
PAGES = ("/user/settings", "/user/settings/account", "/user/settings/applications", "/user/settings/keys")


@pytest.mark.parametrize("path", PAGES)
def test_nobody_sees_them_without_signing_in(visitor, path):
    visitor.open(path, expect=303)
    assert visitor.location == "/user/login?redirect_to=" + path.replace("/", "%2F")


@pytest.mark.parametrize("path", PAGES)
def test_each_names_itself_and_is_kept_by_no_cache(resident, path):
    ada = resident()
    ada.open(path, expect=200)
    assert re.search(rf'href="{path}" aria-current="page"', ada.page)
    assert ada.answer.headers["Cache-Control"] == "no-store"
    assert ada.page.count("<h1") == 1 and "<main" in ada.page


class TestProfile:
    def test_is_changed(self, resident):
        ada = resident()
        ada.open("/user/settings")
        ada.submit("/user/settings", {"full_name": "Ada <b>L.</b>", "website": "https://example.org", "location": "London",
                                      "description": "Numbers", "keep_email_private": "on", "visibility": "limited"}, expect=303)
        ada.follow()
        assert "Ada &lt;b&gt;L.&lt;/b&gt;" in ada.page and "saved" in ada.notice
        me = Client(ada.url, basic=(ada.name, PASSWORD)).get("/user").json()
        assert (me["full_name"], me["website"], me["location"], me["visibility"]) == ("Ada <b>L.</b>", "https://example.org", "London", "limited")

    @pytest.mark.parametrize("wrong", [{"website": "javascript:alert(1)"}, {"website": "https://a b"}])
    def test_has_no_website_that_is_none(self, resident, wrong):
        ada = resident()
        ada.post("/user/settings", wrong, expect=422)
        assert "https://" in ada.problem


class TestPassword:
    def test_is_changed_with_the_old_one_and_ends_other_sessions(self, resident):
        ada = resident()
        other = resident(ada.name)
        ada.open("/user/settings/account")
        for wrong, said in (({"old_password": "wrong"}, "not your password"), ({"retype": "other"}, "not the same")):
            ada.submit("/settings/account", {"old_password": PASSWORD, "password": NEW, "retype": NEW, **wrong}, expect=422)
            assert said in ada.problem
        other.open("/user/settings", expect=200)
        before = ada.cookie()
        ada.submit("/settings/account", {"old_password": PASSWORD, "password": NEW, "retype": NEW}, expect=303)
        assert ada.cookie() != before
        ada.follow()
        assert "changed" in ada.notice
        other.open("/user/settings", expect=303)
        Client(ada.url, basic=(ada.name, NEW)).get("/user", expect=200)


class TestEmails:
    def test_are_added_made_primary_and_removed(self, resident):
        ada = resident()
        ada.open("/user/settings/account")
        ada.submit("/account/email", {"email": f"{ada.name}@example.net"}, expect=303)
        ada.follow()
        number = re.search(r'email/primary"><input type="hidden" name="id" value="(\d+)"', ada.page).group(1)
        ada.post("/user/settings/account/email/primary", {"id": number}, expect=303)
        me = Client(ada.url, basic=(ada.name, PASSWORD)).get("/user").json()
        assert me["email"] == f"{ada.name}@example.net"
        ada.post("/user/settings/account/email/delete", {"id": number}, expect=422)
        assert "primary" in ada.problem
        ada.open("/user/settings/account")
        old = re.search(r'email/delete"><input type="hidden" name="id" value="(\d+)"', ada.page).group(1)
        ada.post("/user/settings/account/email/delete", {"id": old}, expect=303)
        ada.follow()
        assert f"{ada.name}@example.com" not in ada.page

    def test_belong_to_one_account(self, resident, new_user):
        ada = resident()
        for email, said in ((f"{new_user().name}@EXAMPLE.com", "used by an account"), ("nowhere", "not an e-mail address")):
            ada.post("/user/settings/account/email", {"email": email}, expect=422)
            assert said in ada.problem

    def test_of_others_are_out_of_reach(self, resident):
        ada, bob = resident(), resident()
        bob.post("/user/settings/account/email", {"email": f"{bob.name}@example.net"})
        bob.open("/user/settings/account")
        number = re.search(r'email/delete"><input type="hidden" name="id" value="(\d+)"', bob.page).group(1)
        for what in ("primary", "delete"):
            ada.post(f"/user/settings/account/email/{what}", {"id": number}, expect=422)
            assert "not found" in ada.problem
        bob.open("/user/settings/account")
        assert f"{bob.name}@example.net" in bob.page

    def test_are_confirmed_by_mail_where_that_is_wanted(self, tmp_path, database):
        mail = MailServer(tmp_path)
        site = Program(tmp_path / "site", database, {"service": {"REGISTER_EMAIL_CONFIRM": "true"}, "mailer": mail.settings()})
        try:
            site.create_user("ann", PASSWORD)
            site.start()
            ann = Visitor(site.url)
            ann.sign_in("ann", PASSWORD)
            ann.post("/user/settings/account/email", {"email": "ann@example.net"}, expect=303)
            ann.follow()
            assert "not confirmed" in ann.page and "email/primary" not in ann.page
            link = mail.to("ann@example.net").link()
            ann.open(link, expect=200)
            ann.submit("/user/activate_email", expect=303)
            ann.follow()
            assert "not confirmed" not in ann.page and "email/primary" in ann.page
        finally:
            site.close()
            mail.stop()


class TestTokens:
    def test_one_is_shown_once_works_as_far_as_chosen_and_is_deleted(self, resident):
        ada = resident()
        ada.open("/user/settings/applications")
        ada.submit("/settings/applications", {"name": "ci <1>", "user": "read", "repository": "write"}, expect=200)
        value = re.search(r'id="token-value">([0-9a-f]{40})<', ada.page).group(1)
        assert "ci &lt;1&gt;" in ada.page
        tool = Client(ada.url, token=value)
        assert tool.get("/user").json()["login"] == ada.name
        assert tool.get("/token").json()["scopes"] == ["write:repository", "read:user"]
        ada.open("/user/settings/applications")
        assert value not in ada.page and value[-8:] in ada.page
        ada.submit("/applications/delete", expect=303)
        ada.follow()
        assert "deleted" in ada.notice and "ci &lt;1&gt;" not in ada.page
        tool.get("/user", expect=401)

    def test_one_may_be_limited_to_what_is_public(self, resident):
        ada = resident()
        ada.post("/user/settings/applications", {"name": "x", "repository": "read", "public_only": "on"}, expect=200)
        value = re.search(r'id="token-value">([0-9a-f]{40})<', ada.page).group(1)
        assert Client(ada.url, token=value).get("/token").json()["scopes"] == ["public-only", "read:repository"]

    @pytest.mark.parametrize("wrong, said", [({"name": " "}, "name"), ({"repository": "none"}, "at least one"), ({"repository": "all"}, "at least one"),
                                             ({"name": "x" * 300}, "at most 255")])
    def test_what_is_missing_is_asked_for_and_the_rest_kept(self, resident, wrong, said):
        ada = resident()
        ada.post("/user/settings/applications", {"name": "mine", "repository": "write", **wrong}, expect=422)
        assert said in ada.problem and "token-value" not in ada.page
        if wrong.get("repository") is None:
            assert re.search(r'name="repository" value="write" checked', ada.page)

    def test_a_name_is_used_once(self, resident):
        ada = resident()
        for status, expected in ((200, ""), (422, "already")):
            ada.post("/user/settings/applications", {"name": "twice", "repository": "read"}, expect=status)
            assert expected in ada.problem

    def test_of_others_are_out_of_reach(self, resident, new_user, new_token):
        bob = new_user()
        token = new_token(bob, "read:user")
        resident().post("/user/settings/applications/delete", {"id": token.made["id"]}, expect=404)
        token.get("/user", expect=200)

    def test_only_administrators_are_offered_administration(self, resident, server):
        ada, root = resident(), Visitor(server.url)
        root.sign_in("root", "correct horse battery")
        for visitor, offered in ((ada, False), (root, True)):
            visitor.open("/user/settings/applications")
            assert ('name="admin"' in visitor.page) == offered


class TestKeys:
    @staticmethod
    def new_key(folder, comment=""):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", comment, "-f", folder / "key"], check=True)
        key = (folder / "key.pub").read_text()
        (folder / "key").unlink()
        return key

    def test_an_ssh_key_is_added_and_removed(self, resident, tmp_path):
        ada = resident()
        key = self.new_key(tmp_path, "ada@laptop")
        ada.open("/user/settings/keys")
        ada.submit("/keys/ssh", {"content": key}, expect=303)
        ada.follow()
        assert "added" in ada.notice and "<strong>ada@laptop</strong>" in ada.page and "SHA256:" in ada.page
        ada.submit("/keys/ssh", {"content": key}, expect=422)
        assert ada.problem
        ada.submit("/keys/ssh/delete", expect=303)
        ada.follow()
        assert "removed" in ada.notice and "SHA256:" not in ada.page

    def test_the_audit_trail_tells_of_both(self, resident, admin, tmp_path):
        ada = resident()
        ada.post("/user/settings/keys/ssh", {"title": "mine", "content": self.new_key(tmp_path)}, expect=303)
        ada.open("/user/settings/keys")
        ada.submit("/keys/ssh/delete", expect=303)
        told = admin.get("/admin/audit", params={"actor": ada.name}).json()
        assert [event["kind"] for event in told][:2] == ["key_removed", "key_added"]

    @pytest.mark.parametrize("content", ["", "no key", "ssh-ed25519 AAAA", "-----BEGIN OPENSSH PRIVATE KEY-----"])
    def test_what_is_no_public_key_is_refused(self, resident, content):
        ada = resident()
        ada.post("/user/settings/keys/ssh", {"title": "x", "content": content}, expect=422)
        assert ada.problem

    def test_keys_of_others_are_out_of_reach(self, resident, tmp_path):
        ada, bob = resident(), resident()
        bob.post("/user/settings/keys/ssh", {"title": "mine", "content": self.new_key(tmp_path)}, expect=303)
        bob.open("/user/settings/keys")
        number = re.search(r'ssh/delete"><input type="hidden" name="id" value="(\d+)"', bob.page).group(1)
        ada.post("/user/settings/keys/ssh/delete", {"id": number}, expect=404)
        ada.post("/user/settings/keys/gpg/delete", {"id": number}, expect=404)

    def test_a_principal_is_offered_where_certificates_count(self, resident):
        ada = resident()
        ada.open("/user/settings/keys")
        assert "/keys/principal" not in ada.page
        ada.post("/user/settings/keys/principal/delete", {"id": "1"}, expect=404)

    def test_a_principal_is_added_and_removed(self, program, tmp_path):
        program.settings["server"] |= {"SSH_TRUSTED_USER_CA_KEYS": self.new_key(tmp_path).strip(),
                                       "SSH_AUTHORIZED_PRINCIPALS_ALLOW": "username"}
        program.write_config()
        program.create_user("ann", PASSWORD)
        program.start()
        ann = Visitor(program.url)
        ann.sign_in("ann", PASSWORD)
        ann.open("/user/settings/keys")
        ann.submit("/keys/principal", {"name": "<b>root</b>"}, expect=422)
        assert "does not allow" in ann.problem and "&lt;b&gt;root&lt;/b&gt;" in ann.page
        ann.submit("/keys/principal", {"name": "ann"}, expect=303)
        ann.follow()
        assert "<strong>ann</strong>" in ann.page and "open your account" in ann.notice
        ann.submit("/keys/principal", {"name": "ann"}, expect=422)
        assert "already" in ann.problem
        ann.submit("/keys/principal/delete", expect=303)
        ann.follow()
        assert "<strong>ann</strong>" not in ann.page

    def test_an_openpgp_key_is_proved_later(self, resident, gpg):
        ada, bob = resident(), resident()
        key = gpg.new_key(f"{ada.name}@example.com")
        ada.post("/user/settings/keys/gpg", {"armored_public_key": gpg.public(key)}, expect=303)
        ada.open("/user/settings/keys")
        assert "/keys/gpg/verify" in ada.page
        ada.submit("/keys/gpg/verify", {"proof": "<b>no signature</b>"}, expect=422)
        assert ada.problem and "&lt;b&gt;no signature&lt;/b&gt;" in ada.page
        token = re.search(r'echo &quot;(\w+)&quot;|echo "(\w+)"', ada.page)
        signature = gpg.sign(key, (token[1] or token[2]) + "\n")
        bob.post("/user/settings/keys/gpg/verify", {"key_id": key[-16:], "proof": signature}, expect=422)
        assert bob.problem
        ada.submit("/keys/gpg/verify", {"proof": signature}, expect=303)
        ada.follow()
        assert "The key is verified" in ada.notice and "/keys/gpg/verify" not in ada.page

    def test_what_is_no_openpgp_key_is_refused(self, resident):
        ada = resident()
        ada.post("/user/settings/keys/gpg", {"armored_public_key": "<b>"}, expect=422)
        assert ada.problem and "&lt;b&gt;" in ada.page


class TestDeletion:
    def test_takes_the_password_and_ends_everything(self, resident):
        ada = resident()
        ada.open("/user/settings/account")
        assert 'href="/user/settings/account/delete"' in ada.page
        ada.open("/user/settings/account/delete", expect=200)
        ada.submit("/account/delete", {"password": "wrong"}, expect=422)
        assert "not your password" in ada.problem
        ada.submit("/account/delete", {"password": PASSWORD}, expect=303)
        ada.follow()
        assert "deleted" in ada.notice and "Sign in" in ada.page
        Client(ada.url, basic=(ada.name, PASSWORD)).get("/user", expect=401)

    def test_is_not_for_the_last_administrator(self, program):
        program.create_user("root", "correct horse battery", "--admin")
        program.start()
        root = Visitor(program.url)
        root.sign_in("root", "correct horse battery")
        root.post("/user/settings/account/delete", {"password": "correct horse battery"}, expect=422)
        assert "last administrator" in root.problem
        root.open("/user/settings", expect=200)
