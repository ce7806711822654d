"""Addresses beside the API that programs know by heart: Go's, those of keys, of the latest release, of a new password."""
import html.parser

import pytest
from client import Client
from repositories import at, new_repository
from signing import Gpg, gpg, public_half, ssh_key  # noqa: F401


def fetch(client, path, status=200, **more):
    answer = client.session.get(client.url + path, allow_redirects=False, timeout=30, **more)
    assert answer.status_code == status, f"{path} as {client.name}: {answer.status_code} {answer.text}"
    return answer


@pytest.fixture
def ann(new_user):
    return new_user()


class Metas(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "meta" and "name" in attributes:
            self.found[attributes["name"]] = attributes["content"]


class TestGo:
    def test_a_module_is_found_by_its_address_and_those_below(self, ann, anonymous):
        repository = new_repository(ann, default_branch="trunk")
        root = anonymous.url.split("://")[1] + "/" + repository["full_name"]
        web = f"{anonymous.url}/{repository['full_name']}"
        for below in ("", ".git", "/v2", "/a/b/c", "/"):
            answer = fetch(anonymous, f"/{repository['full_name']}{below}?go-get=1")
            assert answer.headers["Content-Type"].startswith("text/html")
            metas = Metas(answer.text).found
            assert metas["go-import"] == f"{root} git {web}.git"
            assert metas["go-source"] == f"{root} _ {web}/src/branch/trunk{{/dir}} {web}/src/branch/trunk{{/dir}}/{{file}}#L{{line}}"

    def test_nobody_learns_what_there_is(self, ann, new_user, anonymous):
        hidden = new_repository(ann, private=True, default_branch="secret-branch")
        for who in (anonymous, new_user()):
            there = fetch(who, f"/{hidden['full_name']}/x?go-get=1").text
            absent = fetch(who, f"/{ann.name}/absent/x?go-get=1").text
            nobody = fetch(who, "/nobody-at-all/absent/x?go-get=1").text
            assert there.replace(hidden["name"], "N").replace(ann.name, "O") == absent.replace("absent", "N").replace(ann.name, "O") \
                == nobody.replace("absent", "N").replace("nobody-at-all", "O")
        assert "secret-branch" in fetch(ann, f"/{hidden['full_name']}?go-get=1").text

    def test_a_token_without_the_scope_learns_nothing(self, ann, new_token):
        hidden = new_repository(ann, private=True, default_branch="secret-branch")
        assert "secret-branch" not in fetch(new_token(ann, "read:user"), f"/{hidden['full_name']}?go-get=1").text
        assert "secret-branch" in fetch(new_token(ann, "read:repository"), f"/{hidden['full_name']}?go-get=1").text

    @pytest.mark.parametrize("path", ["/api/v1/version?go-get=1", "/user/settings?go-get=1", "/a%22b/c?go-get=1", "/a/b%3Cc?go-get=1",
                                      "/a/..%2Fb?go-get=1", "/ann/tool.wiki?go-get=1"])
    def test_what_can_be_no_repository_is_none(self, anonymous, path):
        fetch(anonymous, path, 404)

    def test_other_requests_go_where_they_went(self, ann, anonymous):
        repository = new_repository(ann)
        fetch(anonymous, f"/{repository['full_name']}/nothing", 404)
        assert anonymous.session.post(f"{anonymous.url}/{repository['full_name']}/nothing?go-get=1").status_code == 404
        assert anonymous.session.post(f"{anonymous.url}/api/v1/nothing/at/all").status_code == 404


class TestKeys:
    def test_ssh_keys_one_on_each_line(self, ann, anonymous, tmp_path):
        assert fetch(anonymous, f"/{ann.name}.keys").text == ""
        lines = [public_half(ssh_key(tmp_path)) for _ in range(2)]
        for number, line in enumerate(lines):
            ann.post("/user/keys", {"title": f"k{number}", "key": line}, expect=201)
        answer = fetch(anonymous, f"/{ann.name.upper()}.keys")
        assert answer.headers["Content-Type"].startswith("text/plain")
        assert answer.text == "".join(" ".join(line.split()[:2]) + "\n" for line in lines)

    def test_openpgp_keys_can_be_imported(self, ann, anonymous, gpg):
        none = fetch(anonymous, f"/{ann.name}.gpg").text
        assert none.startswith("-----BEGIN PGP PUBLIC KEY BLOCK-----\nComment: ") and "\n=twTO\n" in none
        made = [gpg.new_key(f"{ann.name}@example.com") for _ in range(2)]
        for key in made:
            ann.post("/user/gpg_keys", {"armored_public_key": gpg.public(key)}, expect=201)
        other = Gpg()
        try:
            other.run("--import", input=fetch(anonymous, f"/{ann.name}.gpg").text.encode())
            listed = other.run("--list-keys", "--with-colons").decode()
        finally:
            other.close()
        assert all(key in listed for key in made) and f"{ann.name}@example.com" in listed and "\nsub:" in listed

    @pytest.mark.parametrize("ending", [".keys", ".gpg"])
    def test_who_may_not_be_seen_has_none(self, ann, anonymous, new_user, new_token, admin, ending):
        organization = ann.post("/orgs", {"username": f"org-of-{ann.name}"}, expect=201).json()["username"]
        for name in ("nobody-at-all", organization):
            fetch(anonymous, f"/{name}{ending}", 404)
        limited, private, other = new_user(visibility="limited"), new_user(visibility="private"), new_user()
        fetch(anonymous, f"/{limited.name}{ending}", 404)
        fetch(other, f"/{limited.name}{ending}")
        fetch(new_token(other, "read:user"), f"/{limited.name}{ending}")
        fetch(new_token(other, "read:repository"), f"/{ann.name}{ending}", 403)
        fetch(new_token(other, "public-only", "read:user"), f"/{limited.name}{ending}", 403)
        fetch(anonymous, f"/{private.name}{ending}", 404)
        fetch(other, f"/{private.name}{ending}", 404)
        fetch(private, f"/{private.name}{ending}")
        fetch(Client(ann.url, basic=(ann.name, "wrong")), f"/{ann.name}{ending}", 401)

    def test_an_old_name_leads_on(self, ann, anonymous, admin):
        old = ann.name
        admin.post(f"/admin/users/{old}/rename", {"new_username": f"{old}-now"}, expect=204)
        answer = fetch(anonymous, f"/{old}.keys", 307)
        assert answer.headers["Location"] == f"/{old}-now.keys"


class TestLatest:
    @pytest.fixture
    def released(self, ann):
        repository = new_repository(ann, auto_init=True)

        def make(tag, **more):
            made = ann.post(f"{at(repository)}/releases", {"tag_name": tag, **more}, expect=201).json()
            ann.post(f"{at(repository)}/releases/{made['id']}/assets?name=file.txt", files={"attachment": ("file.txt", tag)}, expect=201)
            return made

        return repository, make

    def test_the_latest_release_is_led_to(self, ann, anonymous, released):
        repository, make = released
        fetch(anonymous, f"/{repository['full_name']}/releases/latest", 404)
        make("v1/a")
        make("v2", prerelease=True)
        make("v3", draft=True)
        for who in (anonymous, ann):
            answer = fetch(who, f"/{repository['full_name']}/releases/latest", 302)
            assert answer.headers["Location"] == f"{anonymous.url}/{repository['full_name']}/releases/tag/v1/a"
            assert fetch(who, f"/{repository['full_name']}/releases/download/latest/file.txt").text == "v1/a"
        fetch(anonymous, f"/{repository['full_name']}/releases/download/latest/other.txt", 404)

    def test_a_tag_of_that_name_wins(self, ann, anonymous, released):
        repository, make = released
        make("v1")
        draft = make("latest", draft=True)
        assert fetch(anonymous, f"/{repository['full_name']}/releases/download/latest/file.txt").text == "v1"
        ann.call("PATCH", f"{at(repository)}/releases/{draft['id']}", {"draft": False}, expect=200)
        make("v2")
        assert fetch(anonymous, f"/{repository['full_name']}/releases/download/latest/file.txt").text == "latest"
        ann.delete(f"{at(repository)}/releases/{draft['id']}", expect=204)
        fetch(anonymous, f"/{repository['full_name']}/releases/download/latest/file.txt", 404)  # the tag is still there

    def test_of_a_hidden_repository_there_is_none(self, ann, anonymous, new_token):
        hidden = new_repository(ann, private=True, auto_init=True)
        ann.post(f"{at(hidden)}/releases", {"tag_name": "v1"}, expect=201)
        path = f"/{hidden['full_name']}/releases/latest"
        fetch(anonymous, path, 404)
        fetch(new_token(ann, "read:user"), path, 403)
        fetch(new_token(ann, "read:repository"), path, 302)


def test_managers_of_passwords_find_where_one_is_changed(anonymous):
    assert fetch(anonymous, "/.well-known/change-password", 303).headers["Location"] == "/user/settings/account"
    fetch(anonymous, "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200", 404)
