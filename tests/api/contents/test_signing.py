"""[repository.signing]: the commits that the site makes for people bear its own signature."""

import os
import subprocess

import pytest
from client import ADMIN, Client
from pulls import begun, merge, new_pull
from repositories import at


@pytest.fixture
def start(program):
    def started(**settings):
        program.settings["repository.signing"] = {"SIGNING_KEY": "signing.pem", **settings}
        program.write_config()
        program.create_user(*ADMIN, "--admin")
        program.start()
        return Client(program.url, basic=ADMIN)
    return started


def write(client, repository, path, **options):
    return client.post(f"{at(repository)}/contents/{path}", {"content": "MQ==", **options}, expect=201).json()


def verification(client, repository, ref="main"):
    return client.get(f"{at(repository)}/git/commits/{ref}").json()["commit"]["verification"]


@pytest.mark.parametrize("form", ("openpgp", "ssh"))
def test_others_can_verify_what_the_site_has_signed(start, form, tmp_path):
    admin = start(SIGNING_FORMAT=form)
    repository = begun(admin)
    made = write(admin, repository, "a")
    assert made["verification"]["verified"] and made["verification"]["signer"]["name"] == "Cairn"
    shown = verification(admin, repository, made["commit"]["sha"])
    assert shown == made["verification"]
    signature, payload = tmp_path / "signature", tmp_path / "payload"
    signature.write_text(shown["signature"] + "\n")
    payload.write_text(shown["payload"])
    if form == "ssh":
        (tmp_path / "signers").write_text("cairn " + admin.get("/signing-key.pub").text)
        subprocess.run(["ssh-keygen", "-Y", "verify", "-f", tmp_path / "signers", "-I", "cairn", "-n", "git", "-s", signature],
                       input=shown["payload"], text=True, check=True, capture_output=True)
        admin.refused("GET", "/signing-key.gpg", 404)
    else:
        home = {**os.environ, "GNUPGHOME": str(tmp_path)}
        tmp_path.chmod(0o700)
        subprocess.run(["gpg", "--batch", "--import"], input=admin.get(f"{at(repository)}/signing-key.gpg").text, text=True, env=home,
                       check=True, capture_output=True)
        checked = subprocess.run(["gpg", "--batch", "--verify", signature, payload], env=home, capture_output=True, text=True)
        assert checked.returncode == 0 and "Good signature" in checked.stderr, checked.stderr


def test_first_commits_and_merges_are_signed_as_well(start):
    admin = start()
    repository = begun(admin)
    assert verification(admin, repository)["verified"]
    for style in ("merge", "squash", "rebase-merge"):
        merge(admin, new_pull(admin, repository, branch=style)[1], style)
        assert verification(admin, repository)["verified"], style


def test_what_shall_not_be_signed_is_not(start):
    admin = start(INITIAL_COMMIT="never", CRUD_ACTIONS="parentsigned", MERGES="never")
    repository = begun(admin)
    assert verification(admin, repository)["reason"] == "gpg.error.not_signed_commit"
    assert not write(admin, repository, "a")["verification"]["verified"]


def test_a_key_of_the_person_may_be_what_it_takes(start):
    admin = start(CRUD_ACTIONS="pubkey, twofa")
    repository = begun(admin)
    assert not write(admin, repository, "a")["verification"]["verified"]


def test_a_condition_that_there_is_not_stops_the_start(program):
    program.settings["repository.signing"] = {"SIGNING_KEY": "signing.pem", "MERGES": "sometimes"}
    program.write_config()
    said = program.run("serve", check=False)
    assert said.returncode != 0 and "sometimes" in said.stderr + said.stdout
