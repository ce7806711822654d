"""Copies and mirrors through a proxy."""
import base64

import pytest
from client import ADMIN, PASSWORD, Client
from large_files import LargeFiles, pointer_to
from program import wait_until
from proxy import Proxy

HOST = "git.example.com"


def source(there, name, **more):
    """Somebody with a repository, and its address as the proxy knows it, and as it is."""
    owner = there.person(name)
    owner.post("/user/repos", {"name": "src", "auto_init": True, "default_branch": "trunk", **more}, expect=201)
    return owner, f"http://{HOST}/{name}/src.git", f"{there.url}/{name}/src.git"


@pytest.fixture
def proxy(there):
    with Proxy({host: ("127.0.0.1", there.program.port) for host in (HOST, "localhost", "127.0.0.1", "intranet")},
               user=("us", "p4ss")) as made:
        yield made


@pytest.fixture
def behind(program, proxy):
    """behind(section={KEY: value}…) is an administrator of an instance that goes that way."""
    def start(**settings):
        program.settings["proxy"] = {"PROXY_ENABLED": "true", "PROXY_URL": proxy.url}
        program.settings["server"]["LFS_START_SERVER"] = "true"
        for section, keys in settings.items():
            program.settings.setdefault(section, {}).update(keys)
        program.write_config()
        program.create_user(*ADMIN, "--admin")
        return Client(program.start().url, basic=ADMIN)
    return start


def test_a_copy_comes_through_it_with_all_that_belongs_to_it(behind, proxy, there, names):
    owner, far, _ = source(there, names("origin"), private=True)
    at, data = f"/repos/{owner.name}/src", b"large" * 1000
    owner.post(at + "/issues", {"title": "through the proxy"}, expect=201)
    LargeFiles(owner, f"{owner.name}/src").put(data)
    owner.post(at + "/contents/large.bin", {"content": base64.b64encode(pointer_to(data).encode()).decode(), "message": "large"}, expect=201)
    admin = behind(migrations={"ALLOW_LOCALNETWORKS": "true"})  # where the other server says that its large files are
    admin.post("/repos/migrate", {"clone_addr": far, "repo_name": "copy", "service": "gitea", "issues": True, "lfs": True, "auth_username": owner.name,
                                  "auth_password": PASSWORD}, expect=201)
    assert set(proxy.asked) == {HOST, "127.0.0.1"}
    assert LargeFiles(admin, "root/copy").get(data).content == data
    assert [issue["title"] for issue in admin.get("/repos/root/copy/issues").json()] == ["through the proxy"]
    assert admin.get("/repos/root/copy").json()["default_branch"] == "trunk"
    assert "p4ss" not in admin.get("/repos/root/copy/migration").text


def test_mirrors_in_both_directions_go_through_it(behind, proxy, there, names):
    owner, far, _ = source(there, names("origin"))
    admin = behind()
    admin.post("/repos/migrate", {"clone_addr": far, "repo_name": "mir", "mirror": True}, expect=201)
    owner.post(f"/repos/{owner.name}/src/branches", {"new_branch_name": "later"}, expect=201)
    admin.post("/repos/root/mir/mirror-sync", expect=200)
    wait_until(lambda: "later" in {branch["name"] for branch in admin.get("/repos/root/mir/branches").json()}, "the mirror")

    owner.post("/user/repos", {"name": "dst"}, expect=201)
    admin.post("/user/repos", {"name": "mine", "auto_init": True}, expect=201)
    admin.post("/repos/root/mine/push_mirrors", {"remote_address": f"http://{HOST}/{owner.name}/dst.git", "interval": "8h",
                                                 "remote_username": owner.name, "remote_password": PASSWORD}, expect=200)
    admin.post("/repos/root/mine/push_mirrors-sync", expect=200)
    wait_until(lambda: not owner.get(f"/repos/{owner.name}/dst").json()["empty"], "the push")
    assert set(proxy.asked) == {HOST}


def test_what_only_the_proxy_can_reach_is_not_asked_for(behind, proxy, there, names):
    _, _, address = source(there, names("origin"))
    admin = behind()
    for host in ("127.0.0.1", "localhost", "intranet", "0x7f000001"):
        admin.refused("POST", "/repos/migrate", 422, {"clone_addr": address.replace("127.0.0.1", host), "repo_name": "x"})
    admin.refused("GET", "/repos/root/x", 404)
    assert proxy.asked == []


def test_blocked_names_are_not_asked_for(behind, proxy, there, names):
    _, far, _ = source(there, names("origin"))
    admin = behind(migrations={"BLOCKED_DOMAINS": "*.example.com"})
    admin.refused("POST", "/repos/migrate", 422, {"clone_addr": far, "repo_name": "x"})
    assert proxy.asked == []


def test_only_the_hosts_that_are_listed_go_through_it(behind, proxy, there, names):
    _, far, address = source(there, names("origin"))
    admin = behind(migrations={"ALLOW_LOCALNETWORKS": "true"}, proxy={"PROXY_HOSTS": "*.example.com"})
    admin.post("/repos/migrate", {"clone_addr": address, "repo_name": "near"}, expect=201)
    assert proxy.asked == []
    admin.post("/repos/migrate", {"clone_addr": far, "repo_name": "far"}, expect=201)
    assert set(proxy.asked) == {HOST}


def test_a_proxy_that_is_not_switched_on_is_not_used(behind, proxy, there, names):
    _, _, address = source(there, names("origin"))
    admin = behind(migrations={"ALLOW_LOCALNETWORKS": "true"}, proxy={"PROXY_ENABLED": "false"})
    admin.post("/repos/migrate", {"clone_addr": address, "repo_name": "near"}, expect=201)
    assert proxy.asked == []
