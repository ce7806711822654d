"""GET /users/search: a piece of the name, the full name or the address; exact totals, whatever changes."""
import pytest


def found(answer):
    body = answer.json()
    assert body["ok"] is True
    assert answer.headers["X-Total-Count"].isdigit()
    return [user["login"] for user in body["data"]], int(answer.headers["X-Total-Count"])


def search(caller, q="", **more):
    return found(caller.get("/users/search", params={"q": q, **more}))


@pytest.fixture
def word(numbers=iter(range(10_000))):
    """A word that only the test's own accounts have."""
    return f"qz{next(numbers)}w"


def test_looks_into_names_full_names_and_addresses(anonymous, new_user, word):
    a = new_user(f"{word}-a", full_name="Rex Zebrahorse")
    b = new_user(f"b-{word}", full_name=f"A {word.upper()} B")
    c = new_user(f"c-{word[:3]}-{word[3:]}", email=f"Someone.{word}@example.com")
    assert search(anonymous, word.upper()) == ([b.name, c.name, a.name], 3)
    assert search(a, f"{word}@example.com") == ([b.name, c.name], 2)
    assert search(a, "ZEBRAHORSE")[0] == [a.name]
    assert search(a, word + "-nothing") == ([], 0)


@pytest.mark.parametrize("q", ["%", "_", "\\", "%%%", "a%b", "\\%", "'", '"', "*", "( ", "a\nb", "NEAR", "ö", "x" * 300, "%" * 5000])
def test_nothing_in_the_text_is_special(anonymous, new_user, q):
    anonymous.get("/users/search", params={"q": q})
    new_user()
    assert search(anonymous, q) == ([], 0)


def test_an_underscore_is_itself(anonymous, new_user, word):
    a = new_user(f"{word}_x_y")
    new_user(f"{word}-x-y")
    assert search(anonymous, f"{word}_x_") == ([a.name], 1)
    assert search(anonymous, "_x_y") == ([a.name], 1)
    b = new_user(full_name=f"{word} 100% \\o/")
    assert search(anonymous, "100% \\o/") == ([b.name], 1)
    assert search(anonymous, "% \\")[0] == [b.name]


def test_short_texts_are_found_too_and_counted_exactly(anonymous, new_user):
    a = new_user(full_name="ŽŽ")
    b = new_user(full_name="x ŽŽ x")
    assert search(anonymous, "ŽŽ") == ([a.name, b.name], 2)
    assert search(anonymous, "Ž", limit=1) == ([a.name], 2)


def test_full_names_in_other_scripts(anonymous, new_user, word):
    a = new_user(full_name=f"Łukasz Ćwik {word}")
    assert search(anonymous, f"Ćwik {word}") == ([a.name], 1)


@pytest.mark.parametrize("written, wanted", [("Łukasz ĆWIK", "łukasz ćwik"), ("жуков", "ЖУКОВ"), ("ΟΔΥΣΣΕΥΣ", "οδυσσεύς"[:5]),
                                            ("Ödön", "öDÖN"), ("Zoë", "ë")])
def test_case_makes_no_difference_in_any_script(admin, anonymous, new_user, word, written, wanted):
    a = new_user(full_name=f"{written} {word}")
    assert a.name in search(anonymous, wanted, limit=50)[0]
    assert a.name in search(anonymous, wanted.swapcase(), limit=50)[0]
    assert a.name in [person["login"] for person in admin.get(f"/admin/users?q={wanted.upper()}&limit=50").json()]
    assert a.name in [entry["username"] for entry in admin.get(f"/admin/emails/search?q={wanted.upper()}&limit=50").json()]
    admin.call("PATCH", f"/admin/users/{a.name}", {"full_name": f"ÉMILE {word}"})
    assert a.name not in search(anonymous, wanted + " " + word)[0] and search(anonymous, f"émile {word}") == ([a.name], 1)


def test_hidden_addresses_are_found_by_who_may_read_them(admin, anonymous, new_user):
    ada, bob = new_user(), new_user()
    address = f"{ada.name}@example.com"
    assert search(bob, address) == search(anonymous, address) == ([ada.name], 1)
    ada.call("PATCH", "/user/settings", {"hide_email": True})
    assert search(bob, address) == search(anonymous, address) == ([], 0)
    assert search(ada, address) == search(admin, address) == ([ada.name], 1)


def test_visibility(admin, anonymous, new_user, new_token, word):
    public, limited, private = (new_user(f"{word}-{v}", visibility=v) for v in ("public", "limited", "private"))
    guest = new_user(f"{word}-guest", restricted=True)
    assert search(anonymous, word) == ([guest.name, public.name], 2)
    assert search(public, word) == ([guest.name, limited.name, public.name], 3)
    assert search(private, word) == ([guest.name, limited.name, private.name, public.name], 4)
    assert search(admin, word)[1] == 4
    assert search(guest, word) == ([guest.name], 1)
    private.call("PUT", f"/user/following/{public.name}", expect=204)
    assert private.name not in search(public, word)[0], "what a profile opens, a search does not find"
    assert search(new_token(limited, "public-only", "read:user"), word) == ([guest.name, public.name], 2)


def test_totals_follow_every_change(admin, anonymous, new_user, word):
    def total(caller=anonymous):
        return search(caller, word, limit=1)[1]

    assert total() == 0
    a, b = new_user(f"{word}-a"), new_user(f"{word}-b")
    assert total() == 2
    admin.call("PATCH", f"/admin/users/{a.name}", {"visibility": "limited"})
    assert total() == 1 and total(b) == 2
    admin.call("PATCH", f"/admin/users/{a.name}", {"visibility": "private"})
    assert total(b) == 1 and total(a) == 2
    b.call("PATCH", "/user/settings", {"full_name": f"{word} again"})
    admin.post(f"/admin/users/{b.name}/rename", {"new_username": f"other-{word[2:]}"}, expect=204)
    assert total() == 1
    admin.delete(f"/admin/users/other-{word[2:]}", expect=204)
    assert total() == 0 and total(admin) == 1


def test_many_changes_are_all_noticed(admin, anonymous, new_user, word):
    ada = new_user()
    for n in range(300):
        ada.call("PATCH", "/user/settings", {"full_name": word if n % 2 else ""})
        if n % 50 in (0, 1):
            assert search(anonymous, word)[1] == n % 2
    assert search(anonymous, word) == ([ada.name], 1)


def test_pages(anonymous, new_user, word):
    names = [new_user(f"{word}-{n}").name for n in range(5)]
    assert search(anonymous, word, limit=2) == (names[:2], 5)
    assert search(anonymous, word, limit=2, page=3) == (names[4:], 5)
    assert search(anonymous, word, limit=2, page=9) == ([], 5)
    assert 'rel="last"' in anonymous.get(f"/users/search?q={word}&limit=2").headers["Link"]


def test_without_text_everybody_is_counted(admin, anonymous, new_user):
    before = search(anonymous, limit=50)[1]
    new_user()
    new_user(visibility="private")
    assert search(anonymous, limit=1)[1] == before + 1
    everybody, page = [], 1
    while names := search(admin, limit=50, page=page)[0]:
        everybody += names
        page += 1
    assert everybody == sorted(everybody, key=str.lower) and len(everybody) == search(admin)[1]


class TestById:
    def test_finds_the_one_account(self, new_user):
        ada = new_user()
        number = ada.get("/user").json()["id"]
        assert search(ada, uid=number) == search(ada, ada.name, uid=number) == ([ada.name], 1)
        assert search(ada, "someone-else", uid=number) == search(ada, uid=99999999) == ([], 0)

    def test_follows_the_same_rules(self, anonymous, new_user):
        ada = new_user(visibility="private")
        number = ada.get("/user").json()["id"]
        assert search(ada, uid=number)[1] == 1
        assert search(anonymous, uid=number)[1] == search(new_user(), uid=number)[1] == 0

    @pytest.mark.parametrize("number, login", [(-1, "Ghost"), (-2, "cairn-actions")])
    def test_knows_the_accounts_without_a_row(self, admin, anonymous, number, login, server):
        for caller in (admin, anonymous):
            (user,) = caller.get("/users/search", params={"uid": number}).json()["data"]
            assert user["id"] == number and user["login"] == login and user["is_admin"] is user["active"] is False
            has_address = number == -2 or caller is anonymous
            assert user["email"] == (f"{number}+{login.lower()}@noreply.127.0.0.1" if has_address else "")
        picture = anonymous.session.get(user["avatar_url"])
        assert picture.status_code == 200 and picture.headers["Content-Type"] == "image/png"
