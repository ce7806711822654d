"""Following: one's own and other people's lists, counters, what blocking does to it."""


def logins(answer):
    return [user["login"] for user in answer.json()], answer.headers["X-Total-Count"]


def counters(user):
    me = user.get("/user").json()
    return me["followers_count"], me["following_count"]


def test_following_counts_once_and_is_listed_in_its_order(new_user):
    ada, bob, cy = new_user(), new_user(), new_user()
    for whom in (cy, bob, cy):
        ada.call("PUT", f"/user/following/{whom.name}", expect=204)
    assert logins(ada.get("/user/following")) == ([cy.name, bob.name], "2")
    assert logins(ada.get(f"/users/{ada.name}/following?limit=1")) == ([cy.name], "2")
    assert logins(bob.get("/user/followers")) == logins(cy.get(f"/users/{bob.name}/followers")) == ([ada.name], "1")
    assert counters(ada) == (0, 2) and counters(bob) == (1, 0)
    ada.get(f"/user/following/{bob.name}", expect=204)
    cy.get(f"/users/{ada.name}/following/{bob.name.upper()}", expect=204)
    cy.refused("GET", f"/users/{bob.name}/following/{ada.name}", 404)
    for _ in range(2):
        ada.delete(f"/user/following/{bob.name}", expect=204)
    ada.refused("GET", f"/user/following/{bob.name}", 404)
    assert counters(ada) == (0, 1) and counters(bob) == (0, 0)


def test_oneself_is_followed_without_effect(new_user):
    ada = new_user()
    ada.call("PUT", f"/user/following/{ada.name}", expect=204)
    assert counters(ada) == (0, 0) and logins(ada.get("/user/following")) == ([], "0")


def test_nobody_and_strangers(anonymous, new_user, new_token):
    ada = new_user()
    for method in ("GET", "PUT", "DELETE"):
        ada.refused(method, "/user/following/no-such-person", 404)
        anonymous.refused(method, f"/user/following/{ada.name}", 401)
    new_token(ada, "read:user").refused("PUT", "/user/following/root", 403)
    ada.refused("GET", f"/users/{ada.name}/following/no-such-person", 404)


def test_lists_leave_out_whom_the_viewer_may_not_see(admin, new_user, new_token):
    ada, shy, limited, open_ = new_user(), new_user(visibility="private"), new_user(visibility="limited"), new_user()
    for fan in (shy, limited, open_):
        fan.call("PUT", f"/user/following/{ada.name}", expect=204)
    path = f"/users/{ada.name}/followers"
    assert logins(open_.get(path)) == ([limited.name, open_.name], "2")
    assert logins(admin.get(path)) == logins(ada.get("/user/followers")) == ([shy.name, limited.name, open_.name], "3")
    assert logins(new_user(restricted=True).get(path)) == ([open_.name], "1")
    assert logins(new_token(admin, "public-only", "read:user").get(path)) == ([open_.name], "1")


def test_asking_does_not_tell_of_a_hidden_account(admin, new_user):
    ada, shy, stranger = new_user(), new_user(), new_user()
    for fan in (ada, stranger):
        fan.call("PUT", f"/user/following/{shy.name}", expect=204)
    admin.call("PATCH", f"/admin/users/{shy.name}", {"login_name": shy.name, "source_id": 0, "visibility": "private"}, expect=200)
    path = f"/users/{ada.name}/following/{shy.name}"
    stranger.refused("GET", path, 404)
    admin.get(path, expect=204)
    stranger.delete(f"/user/following/{shy.name}", expect=204)
    stranger.refused("DELETE", f"/user/following/{shy.name}", 404)


def test_asking_for_oneself_does_not_tell_of_a_hidden_account(admin, new_user):
    shy, fan, stranger = new_user(), new_user(), new_user()
    fan.call("PUT", f"/user/following/{shy.name}", expect=204)
    admin.call("PATCH", f"/admin/users/{shy.name}", {"visibility": "private"}, expect=200)
    hidden, unknown = (stranger.refused("GET", f"/user/following/{name}", 404) for name in (shy.name.upper(), "no-such-person"))
    assert hidden.json() == unknown.json()
    fan.get(f"/user/following/{shy.name}", expect=204)


class TestBlocks:
    def test_end_following_both_ways_and_forbid_it(self, new_user):
        ada, bob = new_user(), new_user()
        ada.call("PUT", f"/user/following/{bob.name}", expect=204)
        bob.call("PUT", f"/user/following/{ada.name}", expect=204)
        ada.call("PUT", f"/user/blocks/{bob.name}?note=rude", expect=204)
        assert counters(ada) == counters(bob) == (0, 0)
        bob.refused("PUT", f"/user/following/{ada.name}", 403)
        ada.refused("PUT", f"/user/following/{bob.name}", 403)
        bob.get(f"/users/{ada.name}", expect=200)
        assert logins(ada.get("/user/blocks")) == ([bob.name], "1") and logins(bob.get("/user/blocks")) == ([], "0")
        ada.get(f"/user/blocks/{bob.name}", expect=204)
        assert bob.get(f"/user/blocks/{ada.name}", expect=404).text == ""
        ada.refused("PUT", f"/user/blocks/{bob.name}", 400)
        ada.delete(f"/user/blocks/{bob.name}", expect=204)
        ada.refused("DELETE", f"/user/blocks/{bob.name}", 400)
        bob.call("PUT", f"/user/following/{ada.name}", expect=204)

    def test_that_cannot_be(self, anonymous, new_user, new_token):
        ada = new_user()
        ada.refused("PUT", f"/user/blocks/{ada.name}", 400)
        for method in ("GET", "PUT", "DELETE"):
            ada.refused(method, "/user/blocks/no-such-person", 404)
            anonymous.refused(method, "/user/blocks/root", 401)
        new_token(ada, "read:user").refused("PUT", "/user/blocks/root", 403)
        new_token(ada, "public-only", "write:user").refused("GET", "/user/blocks", 403)
        ada.refused("PUT", "/user/blocks/root", 422, params={"note": "x" * 256})
