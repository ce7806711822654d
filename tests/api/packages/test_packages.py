"""Generic packages: publishing, fetching, listing, deleting, linking, and who may do which."""
import base64
import hashlib
import itertools
import socket
import threading

import pytest
from client import ADMIN, PASSWORD, Client
from cron import ran
from one_time import protected
from organizations import new_organization, new_team
from program import wait_until
from repositories import new_repository

NUMBERS = itertools.count(1)


def address(owner, name, version, file=None):
    return f"/api/packages/{owner}/generic/{name}/{version}" + (f"/{file}" if file else "")


def put(who, owner, name="tool", version="1", file="data.bin", data=b"hello\n", expect=201):
    return who.call("PUT", address(owner, name, version, file), data=data, expect=expect)


def fetch(who, owner, name="tool", version="1", file="data.bin", expect=200, **more):
    return who.get(address(owner, name, version, file), expect=expect, **more)


def listed(who, owner, query=""):
    return [f"{p['name']} {p['version']}" for p in who.get(f"/packages/{owner}{query}").json()]


@pytest.fixture
def ann(new_user):
    return new_user()


@pytest.fixture
def bob(new_user):
    return new_user()


def test_what_was_published_can_be_fetched(ann, anonymous):
    data = bytes(range(256)) * 1000
    assert put(ann, ann.name, data=data).content == b""
    got = fetch(anonymous, ann.name)
    assert got.content == data and got.headers["Content-Type"] == "application/octet-stream"
    assert got.headers["X-Content-Type-Options"] == "nosniff" and "data.bin" in got.headers["Content-Disposition"]
    head = anonymous.call("HEAD", address(ann.name, "tool", "1", "data.bin"), expect=200)
    assert head.headers["Content-Length"] == str(len(data)) and head.content == b""
    part = fetch(anonymous, ann.name, expect=206, headers={"Range": "bytes=10-19"})
    assert part.content == data[10:20]
    fetch(anonymous, ann.name, expect=304, headers={"If-None-Match": got.headers["ETag"]})
    file, = ann.get(f"/packages/{ann.name}/generic/tool/1/files").json()
    assert set(file) == {"id", "size", "name", "md5", "sha1", "sha256", "sha512"} and file["size"] == len(data)
    for kind in ("md5", "sha1", "sha256", "sha512"):
        assert file[kind] == hashlib.new(kind, data).hexdigest()


def test_a_file_name_is_taken_once_and_more_files_join_the_version(ann):
    put(ann, ann.name)
    put(ann, ann.name, data=b"other", expect=409)
    put(ann, ann.name, file="DATA.bin", expect=409)
    put(ann, ann.name, file="second.txt", data=b"")
    assert [f["name"] for f in ann.get(f"/packages/{ann.name}/generic/tool/1/files").json()] == ["data.bin", "second.txt"]
    assert fetch(ann, ann.name).content == b"hello\n" and fetch(ann, ann.name, file="second.txt").content == b""


def test_names_are_compared_in_any_case_and_kept_as_they_came_first(ann):
    put(ann, ann.name, "Tool", "1.0-RC", "Data.bin")
    put(ann, ann.name, "TOOL", "1.0-rc", "more.bin")
    package = ann.get(f"/packages/{ann.name}/generic/tool/1.0-rc").json()
    assert (package["name"], package["version"]) == ("Tool", "1.0-RC")
    assert package["html_url"] == f"{ann.url}/{ann.name}/-/packages/generic/tool/1.0-rc"
    assert len(ann.get(f"/packages/{ann.name}/generic/tool/1.0-rc/files").json()) == 2
    fetch(ann, ann.name, "tool", "1.0-Rc", "DATA.BIN")


@pytest.mark.parametrize("name, version, file", [
    ("bad name", "1", "f"), ("-", "1", "f"), ("%2e%2e", "1", "f"), ("tool", "%201", "f"), ("tool", "1", "bad|file"),
    ("tool", "1", "%20f"), ("tool", "1", "a%2Fb"), ("t%C3%A4", "1", "f"), ("x" * 256, "1", "f"), ("tool", "v" * 256, "f")])
def test_names_that_do_not_fit_are_refused(ann, name, version, file):
    refused = put(ann, ann.name, name, version, file, expect=400)
    assert refused.headers["Content-Type"].startswith("text/plain") and refused.text.strip()
    assert listed(ann, ann.name) == []


def test_lists_are_of_versions_the_newest_first(ann):
    for name, version in (("tool", "2"), ("tool", "1"), ("Other", "1")):
        put(ann, ann.name, name, version)
    put(ann, ann.name, "tool", "2", "later.bin")
    assert listed(ann, ann.name) == ["Other 1", "tool 1", "tool 2"]
    assert listed(ann, ann.name, "?q=OTH") == ["Other 1"] and listed(ann, ann.name, "?q=%25") == []
    assert listed(ann, ann.name, "?type=generic&q=tool") == ["tool 1", "tool 2"]
    assert listed(ann, ann.name, "?type=npm") == [] and listed(ann, ann.name, "?type=nonsense") == []
    page = ann.get(f"/packages/{ann.name}?limit=2&page=2")
    assert len(page.json()) == 1 and page.headers["X-Total-Count"] == "3" and 'rel="prev"' in page.headers["Link"]
    versions = ann.get(f"/packages/{ann.name}/generic/TOOL").json()
    assert [v["version"] for v in versions] == ["1", "2"]
    assert ann.get(f"/packages/{ann.name}/generic/tool/-/latest").json()["version"] == "1"
    for path in ("generic/none", "npm/tool", "generic/none/-/latest", "generic/tool/3", "generic/tool/3/files"):
        ann.refused("GET", f"/packages/{ann.name}/{path}", 404)


def test_the_last_file_takes_its_version_along_and_the_last_version_its_package(ann):
    for version, file in (("1", "a"), ("1", "b"), ("2", "a"), ("3", "a")):
        put(ann, ann.name, "tool", version, file)
    ann.delete(address(ann.name, "tool", "1", "a"), expect=204)
    assert [f["name"] for f in ann.get(f"/packages/{ann.name}/generic/tool/1/files").json()] == ["b"]
    ann.delete(address(ann.name, "tool", "1", "none"), expect=404)
    ann.delete(address(ann.name, "tool", "1", "b"), expect=204)
    ann.refused("GET", f"/packages/{ann.name}/generic/tool/1", 404)
    ann.delete(address(ann.name, "tool", "2"), expect=204)
    ann.delete(f"/packages/{ann.name}/generic/tool/3", expect=204)
    ann.refused("GET", f"/packages/{ann.name}/generic/tool", 404)
    ann.refused("DELETE", f"/packages/{ann.name}/generic/tool", 404)
    put(ann, ann.name)
    ann.delete(f"/packages/{ann.name}/generic/tool", expect=204)
    fetch(ann, ann.name, expect=404)


def test_only_the_owner_and_administrators_change_a_persons_packages(ann, bob, admin, anonymous):
    for who in (bob, anonymous):
        refused = put(who, ann.name, expect=401)
        assert refused.headers["WWW-Authenticate"].startswith("Basic") and refused.headers["Content-Type"].startswith("text/plain")
    put(admin, ann.name)
    assert ann.get(f"/packages/{ann.name}/generic/tool/1").json()["creator"]["login"] == admin.name
    bob.delete(address(ann.name, "tool", "1"), expect=401)
    bob.refused("DELETE", f"/packages/{ann.name}/generic/tool/1", 403)
    bob.refused("DELETE", f"/packages/{ann.name}/generic/tool", 403)
    anonymous.refused("GET", f"/packages/{ann.name}", 401)
    anonymous.refused("GET", "/packages/nobody-at-all", 401)
    bob.refused("GET", "/packages/nobody-at-all", 404)
    assert bob.get(f"/packages/{ann.name}").json()


@pytest.mark.parametrize("visibility, for_others, for_strangers", [("public", 200, 200), ("limited", 200, 401), ("private", 401, 401)])
def test_who_reads_the_packages_of_an_owner(new_user, admin, bob, anonymous, visibility, for_others, for_strangers):
    owner = new_user(visibility=visibility)
    put(owner, owner.name)
    fetch(bob, owner.name, expect=for_others)
    fetch(anonymous, owner.name, expect=for_strangers)
    fetch(admin, owner.name)
    if for_others == 200:
        bob.get(f"/packages/{owner.name}")
    else:
        bob.refused("GET", f"/packages/{owner.name}", 403)


def test_teams_of_an_organization_write_its_packages(ann, bob, new_user, anonymous):
    organization = new_organization(ann, visibility="private")
    cid, dan, eve, outsider = (new_user() for _ in range(4))
    team = new_team(ann, organization, bob, permission="write", units_map={"repo.packages": "write"})
    new_team(ann, organization, cid, permission="write", units_map={"repo.code": "write"})
    new_team(ann, organization, dan, permission="write")
    new_team(ann, organization, eve, permission="read")
    put(ann, organization, version="1")
    put(bob, organization, version="2")
    put(cid, organization, version="3", expect=401)
    put(dan, organization, version="4")
    put(eve, organization, version="5", expect=401)
    for member in (ann, bob, cid, dan, eve):
        fetch(member, organization)
    fetch(outsider, organization, expect=401)
    fetch(anonymous, organization, expect=401)
    outsider.refused("GET", f"/packages/{organization}", 403)
    ann.call("PATCH", f"/teams/{team}", {"name": "readers", "units_map": {"repo.packages": "read"}}, expect=200)
    put(bob, organization, version="6", expect=401)
    bob.refused("DELETE", f"/packages/{organization}/generic/tool/1", 403)


def test_tokens_open_packages_as_far_as_their_scopes_go(ann, new_token):
    read, write, other = (new_token(ann, scope) for scope in ("read:package", "write:package", "write:repository"))
    for token in (read, other):
        assert "package" in put(token, ann.name, expect=401).text
    put(write, ann.name)
    fetch(read, ann.name)
    fetch(other, ann.name, expect=401)
    other.refused("GET", f"/packages/{ann.name}", 403)
    read.refused("DELETE", f"/packages/{ann.name}/generic/tool", 403)
    write.delete(f"/packages/{ann.name}/generic/tool", expect=204)


def test_a_token_for_what_is_public_does_not_open_packages_of_others(new_user, new_token):
    hidden = new_user(visibility="limited")
    put(hidden, hidden.name)
    token = new_token(hidden, "public-only", "write:package")
    fetch(token, hidden.name, expect=401)
    put(token, hidden.name, version="2", expect=401)
    token.refused("GET", f"/packages/{hidden.name}", 403)


def test_a_token_for_some_repositories_opens_the_packages_that_are_linked_to_them(ann, client):
    home, other = new_repository(ann), new_repository(ann)
    put(ann, ann.name, "linked")
    put(ann, ann.name, "elsewhere")
    put(ann, ann.name, "free")
    ann.post(f"/packages/{ann.name}/generic/linked/-/link/{home['name']}", expect=201)
    ann.post(f"/packages/{ann.name}/generic/elsewhere/-/link/{other['name']}", expect=201)
    made = ann.post(f"/users/{ann.name}/tokens", {"name": "narrow", "scopes": ["all"], "repositories": [home["full_name"]]},
                    expect=201).json()
    token = client(token=made["sha1"])
    assert listed(token, ann.name) == ["linked 1"]
    put(token, ann.name, "linked", "2")
    put(token, ann.name, "elsewhere", "2", expect=401)
    put(token, ann.name, "new", "1", expect=401)
    fetch(token, ann.name, "free", expect=404)
    token.refused("DELETE", f"/packages/{ann.name}/generic/free", 404)


def test_a_password_alone_does_not_open_packages_of_who_has_a_second_factor(ann):
    put(ann, ann.name)
    protected(ann.url, ann.name)
    assert put(ann, ann.name, version="2", expect=401).headers["WWW-Authenticate"].startswith("Basic")


def test_a_package_is_linked_to_a_repository_of_its_owner(ann, bob):
    public, hidden = new_repository(ann), new_repository(ann, private=True)
    foreign = new_repository(bob)
    put(ann, ann.name)
    at = f"/packages/{ann.name}/generic/tool"
    shown = lambda who: who.get(at + "/1").json()["repository"]
    for name in ("none", foreign["name"] if foreign["name"] not in (public["name"], hidden["name"]) else "none"):
        ann.refused("POST", f"{at}/-/link/{name}", 404)
    bob.refused("POST", f"{at}/-/link/{public['name']}", 403)
    ann.refused("POST", f"{at}/-/unlink", 400)
    ann.post(f"{at}/-/link/{hidden['name']}", expect=201)
    ann.refused("POST", f"{at}/-/link/{public['name']}", 400)
    assert shown(ann)["full_name"] == hidden["full_name"] and shown(bob) is None
    bob.refused("POST", f"{at}/-/unlink", 403)
    assert ann.post(f"{at}/-/unlink", expect=204).content == b""
    assert shown(ann) is None
    ann.post(f"{at}/-/link/{public['name']}", expect=201)
    assert shown(bob)["full_name"] == public["full_name"]
    ann.delete(f"/repos/{public['full_name']}", expect=204)
    assert shown(ann) is None
    ann.post(f"{at}/-/link/{hidden['name']}", expect=201)
    organization = new_organization(ann)
    ann.post(f"/repos/{hidden['full_name']}/transfer", {"new_owner": organization}, expect=202)
    assert shown(ann) is None, "it is another owner's now"


def test_linking_takes_the_right_to_write_on_both_sides(ann, bob):
    organization = new_organization(ann)
    repository = ann.post(f"/orgs/{organization}/repos", {"name": "home", "private": True}, expect=201).json()
    team = new_team(ann, organization, bob, permission="write", units_map={"repo.packages": "write"})
    put(bob, organization)
    at = f"/packages/{organization}/generic/tool/-"
    bob.refused("POST", f"{at}/link/home", 404)
    ann.call("PUT", f"/teams/{team}/repos/{repository['full_name']}", expect=204)
    bob.post(f"{at}/link/home", expect=201)
    bob.post(f"{at}/unlink", expect=204)


def test_an_owner_of_packages_cannot_be_deleted_but_purged(new_user, admin, ann):
    owner = new_user()
    put(owner, owner.name)
    admin.refused("DELETE", f"/admin/users/{owner.name}", 422)
    admin.delete(f"/admin/users/{owner.name}?purge=true", expect=204)
    organization = new_organization(ann)
    put(ann, organization)
    ann.delete(f"/orgs/{organization}", expect=422)
    ann.delete(f"/packages/{organization}/generic/tool", expect=204)
    ann.delete(f"/orgs/{organization}", expect=204)


def test_packages_follow_their_owners_name_and_outlive_their_publishers(new_user, admin, ann):
    publisher = new_user()
    organization = new_organization(ann)
    team = new_team(ann, organization, publisher, permission="write", units_map={"repo.packages": "write"})
    put(publisher, organization)
    ann.delete(f"/teams/{team}/members/{publisher.name}", expect=204)
    admin.delete(f"/admin/users/{publisher.name}", expect=204)
    assert ann.get(f"/packages/{organization}/generic/tool/1").json()["creator"]["id"] == -1
    ann.post(f"/orgs/{organization}/rename", {"new_name": organization + "-new"}, expect=204)
    fetch(ann, organization + "-new")
    moved = fetch(ann, organization, expect=307)
    assert moved.headers["Location"].endswith(address(organization + "-new", "tool", "1", "data.bin"))


def test_administrators_list_all_packages(ann, bob, admin):
    name = f"kit{next(NUMBERS)}"
    put(ann, ann.name, name)
    put(bob, bob.name, name)
    found = admin.get(f"/admin/packages?q={name.upper()}&type=generic&limit=1")
    assert found.json()[0]["owner"]["login"] == bob.name and found.headers["X-Total-Count"] == "2"
    assert admin.get(f"/admin/packages?q={name}&type=npm").json() == []
    ann.refused("GET", "/admin/packages", 403)


def test_many_publish_the_same_at_once_and_one_wins(ann):
    answers = []
    senders = [Client(ann.url, basic=(ann.name, PASSWORD)) for _ in range(6)]

    def send(who, number):
        answers.append(who.session.put(ann.url + address(ann.name, "tool", "1", "data.bin"), data=b"x" * 100_000).status_code)
        answers.append(who.session.put(ann.url + address(ann.name, "tool", "1", f"{number}.bin"), data=b"x" * 100_000).status_code)

    threads = [threading.Thread(target=send, args=pair) for pair in zip(senders, range(6))]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert sorted(answers) == [201] * 7 + [409] * 5, answers
    assert len(ann.get(f"/packages/{ann.name}/generic/tool/1/files").json()) == 7


def started(program, settings=None):
    """Its administrator."""
    program.settings["packages"] = settings or {}
    program.write_config()
    program.create_user(*ADMIN, "--admin")
    return Client(program.start().url, basic=ADMIN)


def test_equal_contents_are_stored_once_and_go_with_the_last_file(program):
    root = started(program)
    put(root, "root", "one")
    put(root, "root", "two")
    put(root, "root", "two", file="other.bin", data=b"other")

    def left():
        ran(root, "cleanup_packages")
        return len(program.stored("packages"))

    assert left() == 2  # the second copy goes
    root.delete("/packages/root/generic/one", expect=204)
    assert left() == 2 and fetch(root, "root", "two").content == b"hello\n"
    root.delete("/packages/root/generic/two", expect=204)
    assert left() == 0


def test_an_upload_that_is_broken_off_or_killed_leaves_nothing(program):
    root = started(program)
    who = base64.b64encode(":".join(ADMIN).encode()).decode()
    head = (f"PUT {address('root', 'tool', '1', 'data.bin')} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic {who}\r\n"
            "Content-Length: 1000000\r\n\r\n").encode()
    for end in (lambda: None, program.kill):
        with socket.create_connection(("127.0.0.1", program.port)) as client:
            client.sendall(head + b"x" * 500_000)
            wait_until(lambda: list((program.folder / "storage" / ".incoming").iterdir()), "the beginning of the upload")
            end()
        if program.process is None:
            root = Client(program.start().url, basic=ADMIN)
        assert listed(root, "root") == [] and program.stored("packages") == []
    put(root, "root", data=b"x" * 1_000_000)
    program.sql("UPDATE doomed_package_content SET since = 1")
    root.post("/admin/cron/cleanup_packages", expect=204)
    assert len(fetch(root, "root").content) == 1_000_000 and len(program.stored("packages")) == 1


def test_limits_are_held(program):
    root = started(program, {"LIMIT_SIZE_GENERIC": "1000", "LIMIT_TOTAL_OWNER_SIZE": "1500", "LIMIT_TOTAL_OWNER_COUNT": "3"})
    put(root, "root", data=b"x" * 1001, expect=413)
    put(root, "root", data=iter([b"x" * 600, b"x" * 401]), expect=413)
    put(root, "root", data=b"x" * 1000)
    put(root, "root", file="more.bin", data=b"x" * 501, expect=413)
    put(root, "root", version="2", file="more.bin", data=b"x" * 400)
    put(root, "root", version="3", data=b"y")
    put(root, "root", version="4", data=b"y", expect=413)
    assert listed(root, "root") == ["tool 3", "tool 2", "tool 1"]


def test_a_site_may_have_no_packages(program):
    root = started(program, {"ENABLED": "false"})
    put(root, "root", expect=404)
    root.refused("GET", "/packages/root", 404)
    root.refused("GET", "/admin/packages", 404)
