"""Requests that are signed with a registered SSH key (draft-cavage-http-signatures)."""
import base64
import hashlib
import time

import pytest
from client import Client
from program import wait_past
from signing import Signer, public_half, run, ssh_key

KINDS = ("rsa", "p256", "p384", "p521", "ed25519")


@pytest.fixture
def ada(new_user):
    return new_user()


@pytest.fixture
def key(ada, tmp_path):
    return Signer(tmp_path, "ed25519").register(ada)


def me(anonymous, headers, expect=200):
    answer = anonymous.get("/user", headers=headers, expect=expect)
    return answer.json().get("login")


class TestSigning:
    @pytest.mark.parametrize("kind", KINDS)
    def test_every_kind_of_key_signs_in(self, ada, anonymous, tmp_path, kind):
        key = Signer(tmp_path, kind).register(ada)
        assert me(anonymous, key.headers("GET", "/user")) == ada.name

    @pytest.mark.parametrize("kind", ["rsa", "p256"])
    def test_with_sha2_but_not_sha1(self, ada, anonymous, tmp_path, kind):
        key = Signer(tmp_path, kind).register(ada)
        assert me(anonymous, key.headers("GET", "/user", digest="sha512")) == ada.name
        me(anonymous, key.headers("GET", "/user", digest="sha1"), expect=401)

    def test_it_has_every_right_but_manages_no_tokens(self, ada, anonymous, key):
        path = "/user/keys"
        anonymous.get(path, headers=key.headers("GET", path), expect=200)
        path = f"/users/{ada.name}/tokens"
        anonymous.get(path, headers=key.headers("GET", path), expect=401)

    def test_the_key_remembers_its_use(self, ada, anonymous, key):
        before = key.registered["last_used_at"]
        wait_past(before)
        me(anonymous, key.headers("GET", "/user"))
        assert ada.get(f"/user/keys/{key.registered['id']}").json()["last_used_at"] > before

    def test_it_beats_a_password_and_yields_to_a_token(self, ada, new_user, new_token, key):
        bob = new_user()
        headers = key.headers("GET", "/user")
        assert bob.get("/user", headers=headers).json()["login"] == ada.name
        assert Client(bob.url, basic=(bob.name, "wrong")).get("/user", headers=headers).json()["login"] == ada.name
        assert new_token(bob, "read:user").get("/user", headers=headers).json()["login"] == bob.name

    def test_the_host_and_other_headers_can_be_covered(self, ada, anonymous, key):
        extra = {"Host": anonymous.url.removeprefix("http://"), "X-Extra": "yes"}
        headers = key.headers("GET", "/user", "(request-target) host x-extra date", extra)
        assert me(anonymous, headers) == ada.name
        me(anonymous, {**headers, "X-Extra": "no"}, expect=401)

    def test_a_removed_key_signs_no_more(self, ada, anonymous, key):
        headers = key.headers("GET", "/user")
        assert me(anonymous, headers) == ada.name
        ada.delete(f"/user/keys/{key.registered['id']}")
        me(anonymous, headers, expect=401)


class TestTimes:
    def test_a_signed_date_is_fresh(self, ada, anonymous, key):
        me(anonymous, key.headers("GET", "/user", extra={"Date": "Thu, 01 Jan 2015 00:00:00 GMT"}), expect=401)
        me(anonymous, key.headers("GET", "/user", extra={"Date": "today"}), expect=401)
        headers = key.headers("GET", "/user", "(request-target)")
        assert me(anonymous, {**headers, "Date": "Thu, 01 Jan 2015 00:00:00 GMT"}) == ada.name, "it is not signed"

    def test_created_and_expires(self, ada, anonymous, key):
        now = int(time.time())
        covered = "(request-target) (created) (expires)"
        assert me(anonymous, key.headers("GET", "/user", covered, created=now, expires=now + 60)) == ada.name
        assert me(anonymous, key.headers("GET", "/user", covered, created=now - 9000, expires=now + 60)) == ada.name
        me(anonymous, key.headers("GET", "/user", covered, created=now - 60, expires=now - 30), expect=401)
        me(anonymous, key.headers("GET", "/user", covered, created=now + 60, expires=now + 90), expect=401)
        me(anonymous, key.headers("GET", "/user", "date", created=now + 60), expect=401)


class TestBody:
    COVERED = "(request-target) date digest"

    def digest(self, algorithm, body):
        name = {"sha256": "SHA-256", "sha512": "SHA-512"}[algorithm]
        return f"{name}={base64.b64encode(hashlib.new(algorithm, body).digest()).decode()}"

    @pytest.mark.parametrize("algorithm", ["sha256", "sha512"])
    def test_a_signed_digest_fits(self, anonymous, key, tmp_path, algorithm):
        body = ('{"title": "other", "key": "%s"}' % public_half(ssh_key(tmp_path))).encode()
        headers = {**key.headers("POST", "/user/keys", self.COVERED, {"Digest": self.digest(algorithm, body)}),
                   "Content-Type": "application/json"}
        anonymous.post("/user/keys", headers=headers, data=body.replace(b"other", b"wrong"), expect=401)
        anonymous.post("/user/keys", headers=headers, data=body, expect=201)

    def test_a_digest_that_says_nothing_does_not_verify(self, anonymous, key):
        me(anonymous, key.headers("GET", "/user", self.COVERED, {"Digest": "MD5=1B2M2Y8AsgTpgAmY7PhCfg=="}), expect=401)
        me(anonymous, key.headers("GET", "/user", self.COVERED, {"Digest": self.digest("sha256", b"")}))


class TestRefused:
    """Nothing that a header says does worse than leave the caller anonymous."""

    def test_another_key_or_another_name_for_it(self, ada, anonymous, key, tmp_path):
        me(anonymous, Signer(tmp_path, "ed25519").headers("GET", "/user", key_id=key.fingerprint), expect=401)
        for key_id in (key.fingerprint.split(":")[1], ada.name, "SHA256:none", "x" * 5000, "\xe4"):
            me(anonymous, key.headers("GET", "/user", key_id=key_id), expect=401)

    def test_another_request(self, anonymous, key):
        headers = key.headers("GET", "/user")
        anonymous.get("/user/keys", headers=headers, expect=401)
        anonymous.get("/user?page=2", headers=headers, expect=401)
        anonymous.delete("/user/keys/1", headers=headers, expect=401)

    @pytest.mark.parametrize("header", [
        "garbage", "=", ",", '"', 'keyId="', 'keyId="x"', 'keyId="x",signature="AAAA"', 'keyId="x",signature="*"',
        'keyId="x",signature="AAAA",headers=""', 'keyId="x",signature="AAAA",created=x', "keyId=\xff,signature=\xff",
        'headers="' + " ".join(f"h{i}" for i in range(2000)) + '",keyId="x",signature="AAAA"',
    ])
    def test_malformed_headers(self, anonymous, header):
        headers = {"Signature": header.encode("latin-1")}
        me(anonymous, headers, expect=401)
        anonymous.get("/version", headers=headers, expect=200)
        me(anonymous, {**headers, "X-Ssh-Certificate": header.encode("latin-1")}, expect=401)

    def test_in_the_authorization_header(self, anonymous, key):
        headers = key.headers("GET", "/user")
        me(anonymous, {"Date": headers["Date"], "Authorization": "Signature " + headers["Signature"]}, expect=401)
        me(anonymous, {**headers, "Authorization": "Signature " + headers["Signature"]}, expect=401)


class TestCertificates:
    def certified(self, folder, key, authority, *options):
        """The certificate of a Signer's key, as a client sends it."""
        public = folder / "certified.pub"
        public.write_text(key.registered["key"] + "\n")
        run("ssh-keygen", "-q", "-s", authority, "-I", "someone", "-n", "someone", *options, public)
        return (folder / "certified-cert.pub").read_text().split()[1].rstrip("=")

    def test_without_a_trusted_authority_none_counts(self, anonymous, key, tmp_path):
        certificate = self.certified(tmp_path, key, ssh_key(tmp_path))
        me(anonymous, {**key.headers("GET", "/user"), "X-Ssh-Certificate": certificate}, expect=401)

    def test_of_somebody_whom_no_account_is_called_signs_in_nobody(self, program, tmp_path):
        authority = ssh_key(tmp_path)
        program.settings["server"]["SSH_TRUSTED_USER_CA_KEYS"] = f"{public_half(authority)}, {public_half(ssh_key(tmp_path, 'rsa', 3072))}"
        program.write_config()
        program.create_user("ada", "correct horse battery")
        program.start()
        ada = Client(program.url, basic=("ada", "correct horse battery"))
        key = Signer(tmp_path, "p256").register(ada)
        headers = key.headers("GET", "/user")
        assert me(Client(program.url), headers) == "ada"
        certificate = self.certified(tmp_path, key, authority)
        me(Client(program.url), {**headers, "X-Ssh-Certificate": certificate}, expect=401)

    def test_an_authority_that_is_no_key_stops_the_program_with_words(self, program):
        program.settings["server"]["SSH_TRUSTED_USER_CA_KEYS"] = "ssh-ed25519 AAAA"
        program.write_config()
        ended = program.run("serve", check=False)
        assert ended.returncode != 0 and "SSH_TRUSTED_USER_CA_KEYS" in ended.stdout + ended.stderr
