"""Keys and signatures as a person's own tools make them: the commands openssl, ssh-keygen and gpg."""
import base64
import email.utils
import hashlib
import os
import shutil
import subprocess
import tempfile

import pytest


def run(*command, input=None, **more):
    return subprocess.run(list(map(str, command)), check=True, input=input, capture_output=True, **more).stdout


def ssh_key(folder, kind="ed25519", bits=None, comment="me@laptop"):
    """A new key of ssh-keygen: the path of its private half; the public one is beside it."""
    path = folder / f"{kind}-{os.urandom(4).hex()}"
    run("ssh-keygen", "-q", "-t", kind, *(["-b", bits] if bits else []), "-N", "", "-C", comment, "-f", path)
    return path


def public_half(path):
    return path.with_name(path.name + ".pub").read_text().strip()


def fingerprint(line):
    digest = hashlib.sha256(base64.b64decode(line.split()[1])).digest()
    return "SHA256:" + base64.b64encode(digest).decode().rstrip("=")


class Signer:
    """A key of openssl that signs requests after draft-cavage. `kind` is rsa, p256, p384, p521 or ed25519."""

    def __init__(self, folder, kind):
        self.kind, self.private = kind, folder / f"{kind}-{os.urandom(4).hex()}.pem"
        how = {"rsa": ["RSA", "-pkeyopt", "rsa_keygen_bits:3072"], "ed25519": ["ED25519"]}.get(
            kind, ["EC", "-pkeyopt", f"ec_paramgen_curve:P-{kind[1:]}"])
        run("openssl", "genpkey", "-algorithm", *how, "-out", self.private)
        self.public = run("openssl", "pkey", "-in", self.private, "-pubout").decode()
        self.fingerprint = None

    def register(self, user, title="signer"):
        """In PEM, as openssl has it: the answer tells the fingerprint."""
        self.registered = user.post("/user/keys", {"title": title, "key": self.public}, expect=201).json()
        self.fingerprint = self.registered["fingerprint"]
        return self

    def sign(self, text, digest="sha256"):
        with tempfile.NamedTemporaryFile() as file:
            file.write(text.encode())
            file.flush()
            if self.kind == "ed25519":
                made = run("openssl", "pkeyutl", "-sign", "-inkey", self.private, "-rawin", "-in", file.name)
            else:
                made = run("openssl", "dgst", f"-{digest}", "-sign", self.private, file.name)
        return base64.b64encode(made).decode()

    def headers(self, method, path, covered="(request-target) date", extra=None, digest="sha256", key_id=None, **times):
        """The headers of a request to a path below /api/v1 that this key signs; `times` are created and expires."""
        headers = {"Date": email.utils.formatdate(usegmt=True), **(extra or {})}
        values = {"(request-target)": f"{method.lower()} /api/v1{path}",
                  **{f"({name})": value for name, value in times.items()},
                  **{name.lower(): value for name, value in headers.items()}}
        text = "\n".join(f"{name}: {values[name]}" for name in covered.split())
        parameters = [f'keyId="{key_id or self.fingerprint}"', 'algorithm="hs2019"', f'headers="{covered}"',
                      f'signature="{self.sign(text, digest)}"', *(f"{name}={value}" for name, value in times.items())]
        return {**headers, "Signature": ",".join(parameters)}


class Gpg:
    """GnuPG with a keyring of its own."""

    def __init__(self):
        # A socket's path has at most 107 characters, so not below pytest's folder.
        self.home = tempfile.mkdtemp(prefix="gpg-")
        self.environment = {**os.environ, "GNUPGHOME": self.home}

    def run(self, *arguments, input=None):
        return run("gpg", "--batch", "--no-tty", "--pinentry-mode", "loopback", "--passphrase", "", *arguments,
                   input=input, env=self.environment)

    def new_key(self, email, algorithm="future-default"):
        """Returns the fingerprint. The default is Ed25519 with a subkey for encryption."""
        said = self.run("--yes", "--status-fd", "1", "--quick-generate-key", f"Somebody <{email}>", algorithm, "default", "never")
        return next(line.split()[3] for line in said.decode().splitlines() if "KEY_CREATED" in line)

    def public(self, key):
        return self.run("--armor", "--export", key).decode()

    def sign(self, key, text):
        return self.run("--armor", "--local-user", key, "--detach-sign", input=text.encode()).decode()

    def close(self):
        subprocess.run(["gpgconf", "--kill", "all"], env=self.environment, check=False, capture_output=True)
        shutil.rmtree(self.home, ignore_errors=True)


@pytest.fixture
def gpg():
    made = Gpg()
    yield made
    made.close()
