"""POST /admin/users. The order of complaints: body (422), login source (422), password (400), name and e-mail (422)."""
import pytest


@pytest.fixture
def person(numbers=iter(range(10_000))):
    def make(**more):
        name = f"person-{next(numbers)}"
        return {"username": name, "email": f"{name}@example.com", "password": "secret-pass-1",
                "must_change_password": False, **more}

    return make


def test_answers_the_account_as_an_administrator_sees_it(admin, client, person):
    body = person(full_name="Ada L", visibility="limited", restricted=True, login_name="ada", created_at="2020-02-03T04:05:06Z")
    made = admin.post("/admin/users", body, expect=201).json()
    assert made["login"] == body["username"] and made["full_name"] == "Ada L" and made["visibility"] == "limited"
    assert made["restricted"] is True and made["login_name"] == "ada" and made["active"] is True
    assert made["created"] == "2020-02-03T04:05:06Z"
    assert client(basic=(body["email"].upper(), "secret-pass-1")).get("/user").json()["id"] == made["id"]


def test_an_address_keeps_its_spelling(admin, person):
    body = person(email="Spelled.Like.This@Example.com")
    assert admin.post("/admin/users", body, expect=201).json()["email"] == "spelled.like.this@example.com"
    assert admin.get(f"/users/{body['username']}").json()["email"] == "Spelled.Like.This@Example.com"


def test_is_for_administrators(admin, anonymous, new_user, new_token, person):
    ada = new_user()
    anonymous.refused("POST", "/admin/users", 401, person())
    ada.refused("POST", "/admin/users", 403, person())
    new_token(ada, "all").refused("POST", "/admin/users", 403, person())
    narrow = new_token(admin, "write:user", "read:admin").refused("POST", "/admin/users", 403, person())
    assert "write:admin" in narrow.json()["message"]
    new_token(admin, "write:admin").post("/admin/users", person(), expect=201)


def test_must_change_the_password_unless_said_otherwise(admin, client, person):
    body = person()
    del body["must_change_password"]
    admin.post("/admin/users", body, expect=201)
    client(basic=(body["username"], body["password"])).refused("GET", "/user", 403, keys=("message",))


@pytest.mark.parametrize("name", ["", "-start", ".start", "_start", "end-", "end.", "a--b", "a._b", "sp ace", "ünicode",
                                  "x" * 41, "user", "API", "ghost", "Swagger.v1.json", "admin.keys", "pic.png", "feed.rss"])
def test_a_name_that_cannot_be(admin, person, name):
    admin.refused("POST", "/admin/users", 422, person(username=name))


def test_a_name_of_forty(admin, person):
    admin.post("/admin/users", person(username="y" * 40), expect=201)


@pytest.mark.parametrize("email", ["", "plain", "@example.com", "a@", "-a@example.com", "a b@example.com", "a@b@example.com",
                                   "x" * 243 + "@example.com"])
def test_an_address_that_cannot_be(admin, person, email):
    admin.refused("POST", "/admin/users", 422, person(email=email))


@pytest.mark.parametrize("password, status", [("", 400), ("short12", 400), ("x" * 256, 422)])
def test_a_password_too_short_or_too_long(admin, person, password, status):
    admin.refused("POST", "/admin/users", status, person(password=password))


@pytest.mark.parametrize("more", [{"visibility": "secret"}, {"source_id": 4711}, {"full_name": "x" * 101}, {"email": 5}])
def test_other_values_that_cannot_be(admin, person, more):
    admin.refused("POST", "/admin/users", 422, person(**more))


def test_names_and_addresses_are_taken_in_any_case(admin, person):
    first = person()
    admin.post("/admin/users", first, expect=201)
    admin.refused("POST", "/admin/users", 422, person(username=first["username"].upper()))
    admin.refused("POST", "/admin/users", 422, person(email=first["email"].upper()))


def test_the_order_of_complaints(admin, person):
    admin.refused("POST", "/admin/users", 422, person(visibility="secret", password="short"))
    admin.refused("POST", "/admin/users", 422, person(source_id=4711, password="short"))
    admin.refused("POST", "/admin/users", 400, person(username="-bad-", password="short"))
