"""Git LFS: its API. The real git-lfs is in tests/clients."""
import base64
import os

import pytest
from client import ADMIN, PASSWORD, Client
from large_files import LFS, LargeFiles, oid_of, pointer_to
from organizations import new_organization, new_team
from program import wait_until
from repositories import at, let_in, new_repository


@pytest.fixture
def place(new_user):
    """An owner, a private repository, and its large files."""
    ann = new_user()
    repository = new_repository(ann, private=True)
    return ann, repository, LargeFiles(ann, repository["full_name"])


def fresh(size=1000):
    return os.urandom(size)


def encoded(text):
    return base64.b64encode(text.encode()).decode()


def size_of(person, repository):
    return person.get(at(repository)).json()["size"]


def test_round_trip(place):
    ann, repository, files = place
    data = fresh(3_000_000)
    assert files.asked("download", data)["error"]["code"] == 404
    actions = files.asked("upload", data)["actions"]
    assert actions["upload"]["href"] == f"{files.base}/objects/{oid_of(data)}/{len(data)}"
    assert actions["upload"]["header"]["Authorization"].startswith("Basic ")
    assert files.put(data).headers["Content-Type"].startswith(LFS)
    files.call("POST", "/verify", json={"oid": oid_of(data), "size": len(data)})
    files.call("POST", "/verify", 404, json={"oid": oid_of(data), "size": 1})
    assert "actions" not in files.asked("upload", data)
    assert files.asked("download", data)["actions"]["download"]["href"] == f"{files.base}/objects/{oid_of(data)}"
    assert files.get(data).content == data
    assert size_of(ann, repository) >= 2900
    named = files.call("GET", f"/objects/{oid_of(data)}/Zm9vLmJpbg")
    assert named.content == data and "foo.bin" in named.headers["Content-Disposition"]


def test_parts(place):
    _, _, files = place
    data = fresh()
    files.put(data)
    part = files.get(data, 206, Range="bytes=10-19")
    assert part.content == data[10:20] and part.headers["Content-Range"] == "bytes 10-19/1000"
    assert files.get(data, 206, Range="bytes=990-").content == data[990:]
    assert files.get(data, 206, Range="bytes=-5").content == data[-5:]
    beyond = files.get(data, 416, Range="bytes=1000-")
    assert beyond.headers["Content-Type"].startswith(LFS) and beyond.json()["Message"]
    assert beyond.headers["Content-Range"] == "bytes */1000"
    assert files.get(data, 200, Range="bytes=1-2", **{"If-Range": '"other"'}).content == data


def test_content_must_be_what_its_name_says(place):
    _, _, files = place
    data = fresh()
    files.put(b"x" * 1000, oid=oid_of(data), expect=422)
    files.put(data, size=999, expect=422)
    files.put(data, size=1001, expect=422)
    # In pieces, without a length that would tell.
    files.call("PUT", f"/objects/{oid_of(data)}/1000", 422, data=iter([data, b"more"]))
    files.call("PUT", f"/objects/{oid_of(data)}/1000", 422, data=iter([data[:500]]))
    files.put(data, oid="abc", expect=422)
    files.get(data, 404)
    files.call("PUT", f"/objects/{oid_of(data)}/1000", data=iter([data[:500], data[500:]]))
    assert files.get(data).content == data
    files.put(b"", expect=200)
    assert files.get(b"").content == b""


def test_requests_that_make_no_sense(place):
    _, _, files = place
    data = fresh()
    files.batch("steal", (oid_of(data), 1), expect=400)
    files.call("POST", "/objects/batch", 400, data="{oops")
    files.call("POST", "/objects/batch", 415, {"Accept": "application/json"}, json={})
    files.batch("upload", (oid_of(data), 1), expect=409, hash_algo="sha512")
    assert files.batch("upload").json() == {"objects": None}
    for wrong in (("abc", 1), (oid_of(data), -1), (oid_of(data).upper(), 1)):
        assert files.batch("upload", wrong).json()["objects"][0]["error"]["code"] == 422
    files.put(data)
    assert files.batch("download", (oid_of(data), 7)).json()["objects"][0]["error"]["code"] == 422


def test_who_may(place, new_user, new_token, anonymous, client):
    ann, repository, files = place
    ben, eve, data = new_user(), new_user(), fresh()
    let_in(ann, repository, ben, "read")
    files.put(data)
    known = (oid_of(data), len(data))
    name = repository["full_name"]
    for person, operation in ((anonymous, "download"), (anonymous, "upload"), (eve, "download"), (ben, "upload")):
        refused = LargeFiles(person, name).batch(operation, known, expect=401)
        assert refused.headers["WWW-Authenticate"].startswith("Basic") and refused.json()["Message"]
    LargeFiles(ben, name).batch("download", known)
    LargeFiles(ben, name).put(fresh(), expect=401)
    LargeFiles(ann, f"{ann.name}/none").batch("download", known, expect=404)
    for scope, operation, status in (("write:repository", "upload", 200), ("read:repository", "upload", 403),
                                     ("read:repository", "download", 200), ("read:user", "download", 403)):
        token = new_token(ann, scope).made["sha1"]
        LargeFiles(client(basic=(ann.name, token)), name).batch(operation, known, expect=status)
        LargeFiles(anonymous, name, f"Bearer {token}").batch(operation, known, expect=401)
    public_only = LargeFiles(client(basic=(ann.name, new_token(ann, "public-only", "write:repository").made["sha1"])), name)
    for operation in ("download", "upload"):
        public_only.batch(operation, known, expect=403)
    ann.call("PATCH", at(repository), {"private": False})
    assert LargeFiles(anonymous, name).get(data).content == data
    assert "header" not in LargeFiles(anonymous, name).asked("download", data)["actions"]["download"]
    LargeFiles(anonymous, name).batch("upload", known, expect=401)
    public_only.batch("download", known)
    ann.call("PATCH", at(repository), {"archived": True})
    LargeFiles(ann, name).batch("upload", known, expect=403)
    assert LargeFiles(ann, name).get(data).content == data


def test_code_that_is_switched_off_is_left_to_administrators(place, new_user, anonymous):
    ann, repository, files = place
    ben, boss, data = new_user(), new_user(), fresh()
    files.put(data)
    known, name = (oid_of(data), len(data)), repository["full_name"]
    let_in(ann, repository, ben, "write")
    let_in(ann, repository, boss, "admin")
    ann.call("PATCH", at(repository), {"private": False, "has_code": False})
    for operation in ("download", "upload"):
        LargeFiles(ben, name).batch(operation, known, expect=403)
        LargeFiles(new_user(), name).batch(operation, known, expect=403)
        LargeFiles(anonymous, name).batch(operation, known, expect=401)
        for person in (ann, boss):
            LargeFiles(person, name).batch(operation, known)
    LargeFiles(ben, name).get(data, expect=403)
    assert LargeFiles(ann, name).get(data).content == data


def test_the_address_of_a_wiki_opens_no_more_than_that_of_the_code(new_user):
    ann, cid = new_user(), new_user()
    organization = new_organization(ann)
    name = ann.post(f"/orgs/{organization}/repos", {"name": "r", "private": True}, expect=201).json()["full_name"]
    new_team(ann, organization, cid, includes_all_repositories=True, units_map={"repo.issues": "read", "repo.wiki": "write"})
    files, data = LargeFiles(ann, name), fresh()
    known = (oid_of(data), len(data))
    files.put(data)
    lock = files.call("POST", "/locks", 201, json={"path": "a.bin"}).json()["lock"]
    for address in (name, name + ".wiki"):
        his = LargeFiles(cid, address)
        his.get(data, 401)
        his.put(fresh(), expect=401)
        for operation in ("download", "upload"):
            his.batch(operation, known, expect=401)
        his.call("GET", "/locks", 401)
        his.call("POST", "/locks", 401, json={"path": "b.bin"})
        his.call("POST", f"/locks/{lock['id']}/unlock", 401, json={"force": True})
    hers = LargeFiles(ann, name + ".wiki")
    assert hers.asked("download", data)["actions"]["download"]["href"] == f"{hers.base}/objects/{oid_of(data)}"
    assert hers.get(data).content == data
    ann.call("PATCH", f"/repos/{name}", {"has_wiki": False})
    hers.batch("download", known, expect=403)
    hers.get(data, 403)
    assert files.get(data).content == data


def test_content_is_nobodys_who_has_not_shown_it(new_user):
    ann, ben = new_user(), new_user()
    secret, shared = fresh(), fresh()
    hers = LargeFiles(ann, new_repository(ann, private=True)["full_name"])
    open_one = LargeFiles(ann, new_repository(ann)["full_name"])
    his = LargeFiles(ben, new_repository(ben)["full_name"])
    hers.put(secret)
    open_one.put(shared)
    # To know the name is not to have the content: it is asked for, and compared.
    assert "upload" in his.asked("upload", secret)["actions"]
    assert his.asked("download", secret)["error"]["code"] == 404
    his.put(b"y" * len(secret), oid=oid_of(secret), expect=422)
    his.get(secret, 404)
    his.put(secret)
    assert his.get(secret).content == secret
    # What can be read elsewhere is there at once.
    assert "actions" not in his.asked("upload", shared)
    assert his.get(shared).content == shared


def test_forks_share_and_the_last_one_frees(server, admin, new_user):
    ann, ben = new_user(), new_user()
    repository = new_repository(ann, auto_init=True)
    files, data = LargeFiles(ann, repository["full_name"]), fresh(200_000)
    files.put(data)
    fork = ben.post(f"{at(repository)}/forks", {}, expect=202).json()
    his = LargeFiles(ben, fork["full_name"])
    assert his.get(data).content == data and size_of(ben, fork) >= 195

    def kept():
        return [path for path in server.stored("lfs") if path.stat().st_size == len(data) and path.read_bytes() == data]

    def after_cleaning():  # whoever asks while it runs has to ask again
        admin.post("/admin/cron/remove_unused_lfs_objects", expect=204)
        return kept()

    assert len(kept()) == 1
    ann.delete(at(repository))
    after_cleaning()
    assert his.get(data).content == data
    ben.delete(at(fork))
    wait_until(lambda: not after_cleaning(), "the file to be gone")


def test_what_nothing_points_to_is_collected_after_a_while(program):
    program.settings["server"] |= {"LFS_START_SERVER": "true"}
    program.write_config()
    program.create_user(*ADMIN, "--admin")
    root = Client(program.start().url, basic=ADMIN)
    repository = new_repository(root, auto_init=True)
    files = LargeFiles(root, repository["full_name"])
    usual, odd, in_wiki, stray, asked_for, young = (fresh() for _ in range(6))
    for data in (usual, odd, in_wiki, stray, asked_for):
        files.put(data)
    root.post(f"{at(repository)}/contents/a.bin", {"content": encoded(pointer_to(usual)), "message": "m"}, expect=201)
    oddly = pointer_to(odd).replace("\noid", "\next-0-case sha256:" + "a" * 64 + "\noid")
    root.post(f"{at(repository)}/contents/b.bin", {"content": encoded(oddly), "message": "m"}, expect=201)
    root.post(f"{at(repository)}/wiki/new", {"title": "Home", "content_base64": encoded(pointer_to(in_wiki))}, expect=201)
    size = size_of(root, repository)
    program.sql("UPDATE lfs_object SET created_at = created_at - 8 * 86400")
    files.put(young)
    assert "actions" not in files.asked("upload", asked_for), "a push is about to point to it"
    root.post("/admin/cron/gc_lfs", expect=204)
    wait_until(lambda: "error" in files.asked("download", stray), "it to be collected")
    for data in (usual, odd, in_wiki, asked_for, young):
        assert files.get(data).content == data
    files.get(stray, 404)
    assert size_of(root, repository) <= size + 1
    wait_until(lambda: len(program.stored("lfs")) == 5, "its bytes to go")


def test_large_files_follow_commits_between_base_and_fork(new_user):
    ann, ben = new_user(), new_user()
    base = new_repository(ann, auto_init=True)
    fork = ben.post(f"{at(base)}/forks", {}, expect=202).json()
    later, secret = fresh(), fresh()
    LargeFiles(ann, base["full_name"]).put(later)
    LargeFiles(ann, new_repository(ann, private=True)["full_name"]).put(secret)
    his = LargeFiles(ben, fork["full_name"])
    his.get(later, 404)
    write(ann, base, "later.bin", pointer_to(later))
    ben.post(f"{at(fork)}/merge-upstream", {"branch": "main"})
    wait_until(lambda: "actions" in his.asked("download", later), "the object to come after its commit")
    assert his.get(later).content == later
    # A pointer alone opens nothing.
    write(ben, fork, "secret.bin", pointer_to(secret))
    write(ben, fork, "more.txt", "more")
    assert his.asked("download", secret)["error"]["code"] == 404


def write(person, repository, path, text):
    person.post(f"{at(repository)}/contents/{path}", {"message": path, "content": base64.b64encode(text.encode()).decode()}, expect=201)


def test_media_follows_pointers(place):
    ann, repository, files = place
    data = b"real content of the object"
    files.put(data)
    write(ann, repository, "big.bin", pointer_to(data))
    write(ann, repository, "lost.bin", pointer_to(b"never sent"))
    assert ann.get(f"{at(repository)}/raw/big.bin").text == pointer_to(data)
    media = ann.get(f"{at(repository)}/media/big.bin")
    assert media.content == data and media.headers["ETag"] == f'"{oid_of(data)}"'
    assert ann.get(f"{at(repository)}/media/big.bin", headers={"Range": "bytes=5-11"}, expect=206).text == "content"
    assert ann.get(f"{at(repository)}/media/lost.bin").text == pointer_to(b"never sent")


def test_locks(place, new_user, anonymous):
    ann, repository, files = place
    ben, cid = new_user(), new_user()
    let_in(ann, repository, ben, "write")
    let_in(ann, repository, cid, "read")
    his, name = LargeFiles(ben, repository["full_name"]), repository["full_name"]
    assert files.call("GET", "/locks").json() == {"locks": []}
    lock = files.call("POST", "/locks", 201, json={"path": "a.bin"}).json()["lock"]
    assert lock["path"] == "a.bin" and lock["owner"] == {"name": ann.name} and isinstance(lock["id"], str)
    taken = his.call("POST", "/locks", 409, json={"path": "./a.bin"}).json()
    assert taken["lock"] == lock and taken["message"]
    other = his.call("POST", "/locks", 201, json={"path": "b/b.bin"}).json()["lock"]
    for path in ("", "..", "../x", "/"):
        his.call("POST", "/locks", 422, json={"path": path})
    refused = LargeFiles(cid, name).call("POST", "/locks", 401, json={"path": "c.bin"})
    assert refused.headers["Content-Type"].startswith("application/json") and refused.json()["message"]
    LargeFiles(anonymous, name).call("GET", "/locks", 401)
    assert LargeFiles(cid, name).call("GET", "/locks").json()["locks"] == [lock, other]
    assert files.call("GET", "/locks?path=b/b.bin").json()["locks"] == [other]
    assert files.call("GET", f"/locks?id={lock['id']}").json()["locks"] == [lock]
    files.call("GET", "/locks?id=x", 400)
    first = files.call("GET", "/locks?limit=1").json()
    assert first["locks"] == [lock]
    assert files.call("GET", f"/locks?limit=1&cursor={first['next_cursor']}").json() == {"locks": [other]}
    assert his.call("POST", "/locks/verify", json={}).json() == {"ours": [other], "theirs": [lock]}
    his.call("POST", f"/locks/{lock['id']}/unlock", 403, json={})
    assert his.call("POST", f"/locks/{lock['id']}/unlock", json={"force": True}).json()["lock"] == lock
    his.call("POST", f"/locks/{lock['id']}/unlock", 404, json={})
    his.call("POST", f"/locks/{other['id']}/unlock", json={})


def test_limits_and_switch(program, new_user):
    program.settings["server"] |= {"LFS_START_SERVER": "true", "LFS_MAX_FILE_SIZE": "1 KiB", "LFS_MAX_BATCH_SIZE": 2,
                                   "LFS_LOCKS_PAGING_NUM": 1}
    program.write_config()
    program.create_user("ann", PASSWORD)
    program.start()
    ann = Client(program.url, basic=("ann", PASSWORD))
    files = LargeFiles(ann, new_repository(ann)["full_name"])
    large = fresh(2000)
    assert files.asked("upload", large)["error"]["code"] == 422
    files.put(large, expect=413)
    files.put(fresh(1024))
    files.batch("upload", *[(oid_of(fresh()), 1) for _ in range(3)], expect=413)
    for path in ("a", "b"):
        files.call("POST", "/locks", 201, json={"path": path})
    assert len(files.call("GET", "/locks?limit=50").json()["locks"]) == 1
    program.stop()
    program.settings["server"]["LFS_START_SERVER"] = "false"
    program.write_config()
    program.start()
    files.batch("download", (oid_of(large), 1), expect=404)
    assert ann.get("/settings/repository").json()["lfs_disabled"]
