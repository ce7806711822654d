"""/user/avatar and /avatars/{hash}: what may be a picture, how it is served, the drawing for those who have none."""
import base64
import struct
import zlib

import pytest


def png(width=2, height=2, noise=b""):
    """A PNG; its pixels are black unless there is noise, which is appended as a chunk that nobody reads."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pixels = zlib.compress((b"\0" + b"\0" * (3 * width)) * height)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + (chunk(b"zzZz", noise) if noise else b"") + chunk(b"IDAT", pixels) + chunk(b"IEND", b""))


def size_of(bytes_):
    assert bytes_.startswith(b"\x89PNG")
    return struct.unpack(">II", bytes_[16:24])


def b64(bytes_):
    return base64.b64encode(bytes_).decode()


GIF = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"


@pytest.fixture
def picture(anonymous):
    def get(user, **more):
        return anonymous.session.get(user.get("/user").json()["avatar_url"], **more)

    return get


def test_everybody_has_a_drawing_from_the_start(new_user, picture):
    ada, bob = new_user(), new_user()
    drawn = picture(ada)
    assert drawn.status_code == 200 and drawn.headers["Content-Type"] == "image/png"
    assert drawn.headers["X-Content-Type-Options"] == "nosniff" and "sandbox" in drawn.headers["Content-Security-Policy"]
    assert picture(ada).content == drawn.content != picture(bob).content
    assert size_of(picture(ada, params={"size": 100}).content) == (128, 128)
    assert size_of(picture(ada, params={"size": 10**6}).content) == (512, 512)
    assert picture(ada, headers={"If-None-Match": drawn.headers["ETag"]}).status_code == 304


def test_an_upload_is_kept_as_it_is_and_has_an_address_of_its_own(new_user, picture, anonymous):
    ada = new_user()
    before = ada.get("/user").json()["avatar_url"]
    ada.post("/user/avatar", {"image": b64(png())}, expect=204)
    first = ada.get("/user").json()["avatar_url"]
    got = picture(ada)
    assert got.content == png() and got.headers["Content-Type"] == "image/png" and "immutable" in got.headers["Cache-Control"]
    ada.post("/user/avatar", {"image": b64(GIF)}, expect=204)
    assert picture(ada).headers["Content-Type"] == "image/gif" and picture(ada).content == GIF
    second = ada.get("/user").json()["avatar_url"]
    assert len({before, first, second}) == 3
    assert anonymous.session.get(first).status_code == anonymous.session.get(before).status_code == 404
    for _ in range(2):
        ada.delete("/user/avatar", expect=204)
    assert anonymous.session.get(second).status_code == 404
    assert picture(ada).status_code == 200 and ada.get("/user").json()["avatar_url"] not in (before, first, second)


def test_two_accounts_with_one_picture_do_not_share_it(new_user, picture):
    ada, bob = new_user(), new_user()
    for user in (ada, bob):
        user.post("/user/avatar", {"image": b64(png(3, 3))}, expect=204)
    ada.delete("/user/avatar")
    assert picture(bob).content == png(3, 3)


def test_a_large_one_is_cropped_and_scaled(new_user, picture):
    ada = new_user()
    ada.post("/user/avatar", {"image": b64(png(900, 700, noise=b"\x55" * 300_000))}, expect=204)
    assert size_of(picture(ada).content) == (512, 512)


def test_smaller_versions(new_user, picture):
    ada = new_user()
    ada.post("/user/avatar", {"image": b64(png(600, 400))}, expect=204)
    assert size_of(picture(ada).content) == (600, 400)
    for _ in range(2):
        assert size_of(picture(ada, params={"size": 65}).content) == (128, 128)
    assert size_of(picture(ada, params={"size": 512}).content) == (600, 400), "it is never made larger"
    assert size_of(picture(ada, params={"size": -1}).content) == (600, 400)


@pytest.mark.parametrize("image, status", [
    ("***", 400), ("data:image/png;base64," + b64(png()), 400), (b64(png()) + "\n", 400), ("", 422), (None, 422),
    (b64(b"plain text, no picture"), 422), (b64(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), 422),
    (b64(png(4097, 1)), 422), (b64(png(1, 4097)), 422), (b64(png(2, 2, noise=b"x" * 2**20)), 422),
    (b64(png(900, 700, noise=b"x" * 300_000)[:290_000]), 422),
    (b64(png()[:33]), 422), (b64(png(90, 70)[:60]), 422), (b64(GIF[:-6]), 422),
    (b64(b"\xFF\xD8\xFF\xC0\x00\x11\x08\x00\x02\x00\x02\x03......"), 422),
    (b64(b"RIFF....WEBPVP8X....\x10\x00\x00\x00\x01\x00\x00\x01\x00\x00"), 422)])
def test_what_cannot_be_a_picture(new_user, picture, image, status):
    ada = new_user()
    ada.refused("POST", "/user/avatar", status, {} if image is None else {"image": image})
    assert picture(ada).status_code == 200


def test_the_largest_that_may_be(new_user, picture):
    ada = new_user()
    ada.post("/user/avatar", {"image": b64(png(4096, 4096))}, expect=204)
    assert size_of(picture(ada).content) == (4096, 4096)


def test_scopes(anonymous, new_user, new_token):
    ada = new_user()
    anonymous.refused("POST", "/user/avatar", 401, {"image": b64(png())})
    anonymous.refused("DELETE", "/user/avatar", 401)
    new_token(ada, "read:user").refused("POST", "/user/avatar", 403, {"image": b64(png())})
    new_token(ada, "public-only", "write:user").refused("DELETE", "/user/avatar", 403)


@pytest.mark.parametrize("name", ["0" * 32, "x", "..%2f..%2fapp.ini", "A" * 32, "0" * 31, "0" * 32 + "-64"])
def test_other_names_are_no_pictures(server, anonymous, name):
    assert anonymous.session.get(f"{server.url}/avatars/{name}").status_code == 404


def test_goes_with_the_account(admin, anonymous, new_user):
    ada = new_user()
    ada.post("/user/avatar", {"image": b64(png())}, expect=204)
    address = ada.get("/user").json()["avatar_url"]
    admin.delete(f"/admin/users/{ada.name}", expect=204)
    assert anonymous.session.get(address).status_code == 404
