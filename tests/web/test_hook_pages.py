"""The pages of webhooks, of a repository, an organization, a person and of the site, without a script."""
import html
import re

import pytest
from client import ADMIN, PASSWORD, Client
from organizations import new_organization
from program import Program, wait_until
from pulls import begun
from receiver import Receiver
from repositories import at, new_repository
from visitor import Visitor
from whole_form import send


@pytest.fixture(params=["repository", "organization", "person", "site"])
def place(request, server, new_user, resident, admin):
    """(who keeps them, where the API has them, where their pages are, a browser)"""
    if request.param == "site":
        browser = Visitor(server.url)
        assert browser.sign_in(*ADMIN).status_code == 303
        return admin, "/admin/hooks", "/-/admin/hooks", browser
    owner = new_user()
    browser = resident(owner.name)
    if request.param == "organization":
        name = new_organization(owner)
        return owner, f"/orgs/{name}/hooks", f"/org/{name}/settings/hooks", browser
    if request.param == "person":
        return owner, "/user/hooks", "/user/settings/hooks", browser
    repository = new_repository(owner)
    return owner, f"{at(repository)}/hooks", f"/{repository['full_name']}/settings/hooks", browser


def main(browser):
    return browser.page.split("<main")[1].split("</main>")[0]


def test_a_hook_is_made_changed_and_deleted(place):
    owner, api, page, browser = place
    browser.open(page, expect=200)
    for kind in ("gitea", "slack", "discord", "telegram", "msteams", "feishu", "matrix", "wechatwork", "packagist", "dingtalk", "gogs"):
        assert f'{page}/{kind}/new"' in browser.page
    browser.open(page + "/gitea/new", expect=200)
    send(browser, "/gitea/new", {"url": "https://example.org/<i>hook", "secret": "very-secret", "authorization_header": "Bearer also-secret", "wish": "chosen",
                                 "events": ["issues_only", "release"], "branch_filter": "main", "content_type": "form"}, expect=303)
    address = browser.location
    hook = owner.get(f"{api}/{address.rsplit('/', 1)[1]}").json()
    assert address == f"{page}/{hook['id']}" and sorted(hook["events"]) == ["issues", "release"] and hook["active"]
    assert hook["config"] == {"url": "https://example.org/<i>hook", "content_type": "form"} and hook["branch_filter"] == "main" and hook["type"] == "gitea"
    browser.follow()
    assert browser.notice == "The webhook is created." and "very-secret" not in browser.page and "also-secret" not in browser.page
    assert "<i>hook" not in main(browser) and "Nothing was sent yet" in browser.page
    # As it is shown, it can be sent back, and nothing has changed.
    send(browser, f"/{hook['id']}", expect=303)
    browser.follow()
    assert browser.notice == "The webhook is saved." and {**owner.get(f"{api}/{hook['id']}").json(), "updated_at": ""} == {**hook, "updated_at": ""}
    assert "Forget the secret" in browser.page and "Forget the authorization header" in browser.page
    send(browser, f"/{hook['id']}", {"name": "Builder", "wish": "everything", "active": None, "no_secret": "true", "no_authorization_header": "true"}, expect=303)
    browser.follow()
    changed = owner.get(f"{api}/{hook['id']}").json()
    assert changed["name"] == "Builder" and not changed["active"] and len(changed["events"]) > 20
    assert "Switched off" in browser.page and "Forget the secret" not in browser.page and "Forget the authorization header" not in browser.page
    browser.open(page, expect=200)
    assert "Builder" in browser.page
    browser.open(f"{page}/{hook['id']}/delete", expect=200)
    assert owner.get(f"{api}/{hook['id']}").status_code == 200, "looking deletes nothing"
    browser.submit("/delete", expect=303)
    browser.follow()
    assert browser.notice == "The webhook is deleted."
    owner.get(f"{api}/{hook['id']}", expect=404)
    browser.open(f"{page}/{hook['id']}", expect=404)


def test_a_refused_hook_comes_back(place):
    owner, api, page, browser = place
    before = len(owner.get(api).json())
    for changes, field in (({"url": "ftp://x"}, "url"), ({"url": ""}, "url"), ({"url": "https://x.org", "branch_filter": "[a"}, "branch_filter"),
                           ({"url": "https://x.org", "authorization_header": "a\nb"}, "authorization_header")):
        browser.open(page + "/gitea/new", expect=200)
        send(browser, "/gitea/new", {"name": "Kept", "wish": "chosen", "events": ["wiki"], "secret": "very-secret", **changes}, expect=422)
        assert 'aria-invalid="true"' in re.search(rf'<input id="{field}"[^>]*>', browser.page)[0] and 'value="Kept"' in browser.page and "very-secret" not in browser.page
        assert re.search(r'value="wiki" checked', browser.page) and re.search(r'value="chosen" checked', browser.page)
    browser.open(page + "/gitea/new", expect=200)
    send(browser, "/gitea/new", {"url": "https://x.org", "wish": "chosen"}, without=("events",), expect=422)
    assert browser.problem
    browser.post(page + "/gitea/new", {"url": "https://x.org", "wish": "nonsense"}, expect=422)
    browser.open(page + "/nonsense/new", expect=404)
    browser.post(page + "/nonsense/new", {"url": "https://x.org"}, expect=404)
    assert len(owner.get(api).json()) == before
    browser.open(page + "/slack/new", expect=200)
    send(browser, "/slack/new", {"url": "https://x.org", "channel": "#"}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="channel"[^>]*>', browser.page)[0]
    send(browser, "/slack/new", {"url": "https://x.org", "channel": "#general", "username": "cairn"}, expect=303)
    hook = owner.get(f"{api}/{browser.location.rsplit('/', 1)[1]}").json()
    assert hook["type"] == "slack" and hook["config"]["channel"] == "#general" and hook["config"]["username"] == "cairn" and hook["events"] == ["push"]
    browser.open(page + "?page=99", expect=200)
    assert "Nothing is so far down the list" in browser.page


def test_a_header_that_nobody_is_shown_is_not_sent_elsewhere(place):
    owner, api, page, browser = place
    hook = owner.post(api, {"type": "gitea", "config": {"url": "https://example.org/a", "content_type": "json"}, "authorization_header": "Bearer also-secret"}, expect=201).json()["id"]

    def saved(changes, status):
        browser.open(f"{page}/{hook}", expect=200)
        send(browser, f"/{hook}", changes, expect=status)
        return owner.get(f"{api}/{hook}").json()["config"]["url"]

    assert saved({"url": "https://example.org/b"}, 303) == "https://example.org/b", "the same server"
    for other in ("https://example.com/b", "http://example.org/b", "https://example.org:8443/b", "https://example.org@example.com/b"):
        assert saved({"url": other}, 422) == "https://example.org/b"
        assert 'aria-invalid="true"' in re.search(r'<input id="authorization_header"[^>]*>', browser.page)[0] and f'value="{other}"' in browser.page
    assert saved({"url": "https://example.com/b", "authorization_header": "Bearer another"}, 303) == "https://example.com/b"
    assert saved({"url": "https://example.net/b", "no_authorization_header": "true"}, 303) == "https://example.net/b"
    assert saved({"url": "https://example.org/c"}, 303) == "https://example.org/c", "there is none to be sent"
    owner.delete(f"{api}/{hook}")


def test_every_kind_can_be_made(place):
    owner, api, page, browser = place
    for kind in ("gogs", "discord", "dingtalk", "telegram", "msteams", "feishu", "matrix", "wechatwork", "packagist", "cairn"):
        browser.open(f"{page}/{kind}/new", expect=200)
        send(browser, f"/{kind}/new", {"url": "https://example.org/x"}, expect=303)
        browser.follow()
        hook = owner.get(f"{api}/{re.search(r'/hooks/([0-9]+)/delete', browser.page)[1]}").json()
        assert hook["type"] == kind and hook["config"]["content_type"] == "json"
        owner.delete(f"{api}/{hook['id']}")


def test_system_and_default_hooks(server, admin, new_user):
    browser = Visitor(server.url)
    assert browser.sign_in(*ADMIN).status_code == 303
    page = "/-/admin/hooks"
    made = {}
    for system in ("true", "false"):
        browser.open(page + "/gitea/new", expect=200)
        send(browser, "/gitea/new", {"url": f"https://example.org/{system}", "system": system, "active": None}, expect=303)
        made[system] = int(browser.location.rsplit("/", 1)[1])
    browser.open(page, expect=200)
    assert "All repositories" in browser.page and "New repositories" in browser.page
    assert made["true"] in [hook["id"] for hook in admin.get("/admin/hooks?type=system&limit=50").json()]
    assert made["false"] in [hook["id"] for hook in admin.get("/admin/hooks?type=default&limit=50").json()]
    for id in made.values():
        browser.post(f"{page}/{id}/delete", expect=303)


@pytest.fixture
def caller(tmp_path, database):
    """An instance whose hooks may call this machine."""
    instance = Program(tmp_path / "data", database, {"webhook": {"ALLOWED_HOST_LIST": "loopback", "RETRY_DELAY": "1s"}})
    instance.create_user("ada", PASSWORD)
    yield instance.start()
    instance.close()


def test_deliveries_are_shown_and_sent_again(caller):
    owner, browser = Client(caller.url, basic=("ada", PASSWORD)), Visitor(caller.url)
    assert browser.sign_in("ada", PASSWORD).status_code == 303
    repository = begun(owner)
    page = f"/{repository['full_name']}/settings/hooks"
    with Receiver() as receiver:
        hook = receiver.hook(owner, at(repository), "push", config={"secret": "very-secret"}, authorization_header="Bearer also-secret")
        browser.open(f"{page}/{hook['id']}", expect=200)
        browser.submit("/test", expect=303)
        browser.follow()
        assert "test is on its way" in browser.notice
        first = receiver.next("push")
        assert first.signed_with("very-secret")

        def delivered():
            browser.open(f"{page}/{hook['id']}", expect=200)
            return len(re.findall(r'aria-label="Delivered"', browser.page))

        wait_until(lambda: delivered() == 1, "the delivery to be shown")
        assert first.uuid in browser.page and "Status 200" in browser.page
        delivery = re.search(r"/deliveries/([0-9]+)\"", browser.page)[1]
        browser.open(f"{page}/{hook['id']}/deliveries/{delivery}", expect=200)
        shown = html.unescape(browser.page)
        assert first.uuid in shown and '"ref"' in shown and receiver.url in shown and "taken" in shown
        assert "very-secret" not in shown and "also-secret" not in shown
        browser.submit("/redeliver", expect=303)
        browser.follow()
        assert browser.notice == "It is sent again in a moment."
        assert receiver.next("push").uuid == first.uuid
        wait_until(lambda: delivered() == 2, "the second one")
        assert "again" in browser.page
        # What is shown stays with its hook.
        other = receiver.hook(owner, at(repository), "push")
        browser.open(f"{page}/{other['id']}/deliveries/{delivery}", expect=404)
        browser.post(f"{page}/{other['id']}/deliveries/{delivery}/redeliver", expect=404)
        # The secrets stay when a form does not say them.
        browser.open(f"{page}/{hook['id']}", expect=200)
        send(browser, f"/{hook['id']}", {"name": "Named"}, expect=303)
        browser.post(f"{page}/{hook['id']}/test", expect=303)
        again = receiver.next("push")
        assert again.signed_with("very-secret") and again.headers["authorization"] == "Bearer also-secret"
        browser.open(f"{page}/{hook['id']}", expect=200)
        send(browser, f"/{hook['id']}", {"secret": "another", "no_authorization_header": "true"}, expect=303)
        browser.post(f"{page}/{hook['id']}/test", expect=303)
        again = receiver.next("push")
        assert again.signed_with("another") and "authorization" not in again.headers
        browser.open(f"{page}/{hook['id']}", expect=200)
        send(browser, f"/{hook['id']}", {"active": None}, expect=303)
        browser.follow()
        assert "Send again" not in browser.page
        browser.post(f"{page}/{hook['id']}/deliveries/{delivery}/redeliver", expect=422)
        browser.open(f"{page}/{hook['id']}?page=9", expect=200)
        assert "Nothing is so far down the list" in browser.page


def test_only_those_who_keep_them_get_there(place, new_user, resident, visitor):
    owner, api, page, browser = place
    hook = owner.post(api, {"type": "gitea", "config": {"url": "https://example.org", "content_type": "json"}}, expect=201).json()["id"]
    stranger = resident()
    own = page.startswith("/user/")
    for path in ("", "/gitea/new", f"/{hook}", f"/{hook}/delete", f"/{hook}/deliveries/1"):
        assert visitor.open(page + path).status_code == 303
        if not own:
            stranger.open(page + path, expect=403)
        elif path not in ("", "/gitea/new"):
            stranger.open(page + path, expect=404)
    for path in ("/gitea/new", f"/{hook}", f"/{hook}/delete", f"/{hook}/deliveries/1/redeliver"):
        if not (own and path == "/gitea/new"):
            stranger.post(page + path, {"url": "https://example.org"}, expect=404 if own else 403)
        browser.post(page + path, {"url": "https://example.org"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    # Not from the pages of something else of one's own either.
    mine = new_repository(new_user()) if owner.name == ADMIN[0] else new_repository(owner)
    other = resident(mine["owner"]["login"])
    other.open(f"/{mine['full_name']}/settings/hooks/{hook}", expect=404)
    other.post(f"/{mine['full_name']}/settings/hooks/{hook}/delete", expect=404)
    assert owner.get(f"{api}/{hook}").status_code == 200
    owner.delete(f"{api}/{hook}")


def test_git_runs_no_scripts_and_says_what_does_their_work(new_user, resident, visitor):
    owner = new_user()
    repository = new_repository(owner)
    address = f"/{repository['full_name']}/settings/hooks/git"
    browser = resident(owner.name)
    browser.open(address, expect=200)
    assert "Git runs no scripts here" in browser.page and f'href="/{repository["full_name"]}/settings/branches"' in browser.page
    assert f'href="/{repository["full_name"]}/settings/hooks"' in browser.page and "<form" not in main(browser)
    visitor.open(address, expect=303)
    resident().open(address, expect=403)
