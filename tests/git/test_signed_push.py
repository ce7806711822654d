"""git push --signed: certificates made with SSH and OpenPGP keys, over HTTP and SSH."""
import subprocess

import pytest
from client import ADMIN, Client
from program import wait_past, wait_until
from repositories import at, new_repository
from signing import gpg, public_half, ssh_key  # noqa: F401
from working_copy import Git


@pytest.fixture
def ann(new_user):
    return new_user()


def signing(work, **settings):
    for key, value in settings.items():
        work.done("config", key.replace("_", "."), value)


def with_ssh_key(work, key):
    signing(work, gpg_format="ssh", user_signingKey=key)


def push(work, *arguments, fails=False):
    result = work.run("push", *arguments)
    words = result.stderr.decode(errors="replace")
    assert (result.returncode != 0) == fails, words
    return words


def audited(admin, person):
    return admin.get("/admin/audit", params={"kind": "push_signed", "actor": person.name}).json()


@pytest.mark.parametrize("transport", ["http", "ssh"])
def test_a_push_signed_with_an_ssh_key(ann, admin, begun, url, ssh, tmp_path, transport):
    repository = new_repository(ann)
    work, to = begun, url(repository, ann)
    if transport == "ssh":
        shell = ssh(ann)
        work = Git(begun.folder, **{k: v for k, v in shell.git().environment.items() if k == "GIT_SSH_COMMAND"})
        to = shell.url(repository)
    key = ssh_key(tmp_path)
    registered = ann.post("/user/keys", {"title": "signing", "key": public_half(key)}, expect=201).json()
    with_ssh_key(work, key)
    words = push(work, "--signed", to, "main")
    assert "certificate is verified" in words and registered["fingerprint"] in words
    told = wait_until(lambda: audited(admin, ann), "the entry")[0]
    assert told["details"]["verified"] and told["details"]["key"] == registered["fingerprint"]
    assert told["details"]["repository"] == repository["full_name"] and "refs/heads/main" in told["details"]["certificate"]
    work.commit({"b": "b"})
    assert "certificate is verified" in push(work, "--signed=if-asked", "--atomic", to, "main", "main:other")
    assert "certificate" not in push(work, "--no-signed", to, "main:third")
    assert "certificate is verified" in push(work, "--signed", to, ":other")  # nothing but a deletion
    assert ann.get(f"{at(repository)}/branches/main").json()["commit"]["id"] == work.done("rev-parse", "main")


def test_a_push_signed_with_an_openpgp_key(ann, begun, url, gpg):
    repository = new_repository(ann)
    key = gpg.new_key(f"{ann.name}@example.com")
    ann.post("/user/gpg_keys", {"armored_public_key": gpg.public(key)}, expect=201)
    work = Git(begun.folder, GNUPGHOME=gpg.home)
    signing(work, gpg_format="openpgp", user_signingKey=key)
    words = push(work, "--signed", "-o", "topic=x", url(repository, ann), "main")
    assert "certificate is verified" in words and key[-16:] in words


def test_a_key_that_nobody_has_registered_verifies_nothing(ann, new_user, admin, begun, url, tmp_path):
    repository = new_repository(ann)
    key = ssh_key(tmp_path)
    with_ssh_key(begun, key)
    assert "not verified" in push(begun, "--signed", url(repository, ann), "main")
    new_user().post("/user/keys", {"title": "another's", "key": public_half(key)}, expect=201)
    assert "not verified" in push(begun, "--signed", url(repository, ann), "main:other")
    assert not any(entry["details"]["verified"] for entry in wait_until(lambda: audited(admin, ann), "the entries"))


def packet(text):
    data = text if isinstance(text, bytes) else text.encode()
    return f"{len(data) + 4:04x}".encode() + data


class Raw:
    """A signed push made by hand."""

    def __init__(self, ann, repository, key, folder):
        self.ann, self.address, self.key, self.folder = ann, f"{ann.url}/{repository['full_name']}.git", key, folder

    def nonce(self, address=None):
        answer = self.ann.session.get((address or self.address) + "/info/refs?service=git-receive-pack")
        return answer.text.split("push-cert=")[1].split()[0]

    def sign(self, payload):
        file = self.folder / "payload"
        file.write_text(payload)
        (self.folder / "payload.sig").unlink(missing_ok=True)
        subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-n", "git", "-f", self.key, file], check=True, capture_output=True)
        return (self.folder / "payload.sig").read_text()

    def payload(self, commands, nonce, options=()):
        head = ["certificate version 0.1", "pusher key 1700000000 +0000", f"pushee {self.address}", f"nonce {nonce}"]
        return "\n".join([*head, *(f"push-option {option}" for option in options), "", *commands, ""])

    def send(self, payload, signature, capabilities="report-status", options=None, before=b"", after=b""):
        lines = (payload + signature).splitlines(keepends=True)
        body = before + packet(f"push-cert\0{capabilities}\n".encode()) + b"".join(map(packet, lines)) + packet("push-cert-end\n") \
            + after + b"0000"
        if options is not None:
            body += b"".join(map(packet, options)) + b"0000"
        return self.ann.session.post(self.address + "/git-receive-pack", data=body,
                                     headers={"Content-Type": "application/x-git-receive-pack-request"})


@pytest.fixture
def raw(ann, begun, url, tmp_path):
    repository = new_repository(ann)
    begun.done("push", "-q", url(repository, ann), "main", "main:old")
    key = ssh_key(tmp_path)
    ann.post("/user/keys", {"title": "signing", "key": public_half(key)}, expect=201)
    made = Raw(ann, repository, key, tmp_path)
    made.repository, made.head = repository, begun.done("rev-parse", "main")
    made.deletion = f"{made.head} {'0' * 40} refs/heads/old"
    return made


def branches(raw):
    return sorted(branch["name"] for branch in raw.ann.get(f"{at(raw.repository)}/branches").json())


def test_what_is_signed_is_what_is_done(raw):
    payload = raw.payload([raw.deletion], raw.nonce())
    signature = raw.sign(payload)
    forged = payload.replace("refs/heads/old", "refs/heads/main")
    assert "ng refs/heads/main" in raw.send(forged, signature).text
    assert branches(raw) == ["main", "old"]
    assert "ok refs/heads/old" in raw.send(payload, signature).text
    assert branches(raw) == ["main"]


def test_a_certificate_is_for_one_place_and_one_time(raw):
    other = new_repository(raw.ann)
    elsewhere = raw.nonce(f"{raw.ann.url}/{other['full_name']}.git")
    stamp, mark = raw.nonce().split("-")
    for nonce in ("", "x", elsewhere, f"{int(stamp) + 1}-{mark}", f"{stamp}-{mark[:-1]}", "-", "9" * 40 + "-" + mark):
        payload = raw.payload([raw.deletion], nonce)
        assert "ng refs/heads/old" in raw.send(payload, raw.sign(payload)).text, nonce
    assert branches(raw) == ["main", "old"]


def test_options_are_part_of_it(raw):
    payload = raw.payload([raw.deletion], raw.nonce(), ["a=b"])
    signature = raw.sign(payload)
    for options in ([], ["a=c"], ["a=b", "c"]):
        assert "ng refs/heads/old" in raw.send(payload, signature, "report-status push-options", options).text
    assert "ok refs/heads/old" in raw.send(payload, signature, "report-status push-options", ["a=b"]).text


def test_what_is_no_certificate_is_refused(raw):
    payload = raw.payload([raw.deletion], raw.nonce())
    signature = raw.sign(payload)
    main = packet(f"{raw.head} {'0' * 40} refs/heads/main\0report-status")
    assert raw.send(payload, "").status_code == 400
    assert raw.send(payload.replace("0.1", "0.2"), signature).status_code == 400
    assert raw.send(payload.replace("\n\n", "\n"), signature).status_code == 400
    assert raw.send(payload, signature, before=main).status_code == 400
    assert raw.send(payload, signature, after=main).status_code == 400
    assert raw.send(payload.replace(raw.deletion, "nonsense"), signature).status_code == 400
    assert branches(raw) == ["main", "old"]


def test_an_old_certificate_is_worth_nothing(program, tmp_path):
    program.settings["git"] = {"PUSH_CERT_SLOP": "1s"}
    program.write_config()
    program.create_user(*ADMIN, "--admin")
    root = Client(program.start().url, basic=ADMIN)
    repository = new_repository(root, auto_init=True, default_branch="main")
    root.post(f"{at(repository)}/branches", {"new_branch_name": "old"}, expect=201)
    key = ssh_key(tmp_path)
    root.post("/user/keys", {"title": "signing", "key": public_half(key)}, expect=201)
    made = Raw(root, repository, key, tmp_path)
    head = root.get(f"{at(repository)}/branches/main").json()["commit"]["id"]
    nonce = made.nonce()
    payload = made.payload([f"{head} {'0' * 40} refs/heads/old"], nonce)
    signature = made.sign(payload)
    wait_past(int(nonce.split("-")[0]), 2)
    answer = made.send(payload, signature, "report-status side-band-64k")
    assert "not verified" in answer.text and "ok refs/heads/old" in answer.text


def test_sha256_repositories_are_refused_in_words(ann, git, url):
    git.done("init", "-q", "-b", "main", "--object-format=sha256", "modern")
    modern = git.inside("modern")
    modern.commit({"a": "a"})
    assert "hash algorithm" in push(modern, url(new_repository(ann, auto_init=True), ann), "main", fails=True)
    # Before an empty one the client itself stumbles, as it does before git's own receive-pack.
    assert "capabilities^{}" in push(modern, url(new_repository(ann), ann), "main", fails=True)
    refused = ann.refused("POST", "/user/repos", 422, {"name": "modern", "object_format_name": "sha256"})
    assert "libgit2" in refused.json()["message"]
    ann.refused("GET", f"/repos/{ann.name}/modern", 404)
    raw = ann.session.post(f"{ann.url}/{new_repository(ann)['full_name']}.git/git-receive-pack",
                           data=packet(f"{'0' * 64} {'1' * 64} refs/heads/x\0report-status object-format=sha256") + b"0000",
                           headers={"Content-Type": "application/x-git-receive-pack-request"})
    assert raw.status_code == 400 and "libgit2" in raw.text
