"""Settings that administrators change while the site runs: what holds at once, what is fixed, what is refused, and who is told."""
import html
import json
import re
import threading

import pytest
from client import ADMIN, PASSWORD, Client
from nodes import Node
from program import Program, wait_until
from repositories import at, new_repository
from visitor import Visitor

PAGE = "/-/admin/config/settings"


@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    """A site of its own: others would not like what is changed here."""
    made = Program(tmp_path_factory.mktemp("site"), database)
    made.settings["service"] = {"ENABLE_USER_HEATMAP": "true"}
    made.settings["admin"] = {"FIXED_SETTINGS": "service.AUTO_WATCH_NEW_REPOS, other.ENABLE_FEED"}
    made.write_config()
    made.create_user(*ADMIN, "--admin")
    made.create_user("second", PASSWORD, "--admin")
    made.create_user("plain", PASSWORD)
    made.start()
    yield made
    made.stop()


def signed_in(site, name, password=PASSWORD):
    browser = Visitor(site.url)
    assert browser.sign_in(name, password).status_code == 303
    return browser


@pytest.fixture
def chief(site):
    yield signed_in(site, *ADMIN)
    # As it was, for whoever comes next.
    site.sql("DELETE FROM site_setting")
    signed_in(site, *ADMIN).post(PAGE, {"setting": "ui.ANNOUNCEMENT_FOR", "value": "everybody", "seen": "not that"}, expect=409)


def seen(browser, name):
    """What the page says the setting is."""
    browser.open(PAGE, expect=200)
    row = re.search(rf'id="{re.escape(name)}".*?</li>', browser.page, re.S)[0]
    return html.unescape(re.search(r'name="seen" value="([^"]*)"', row)[1]), row


def change(browser, name, value, expect=303, **more):
    browser.post(PAGE, {"setting": name, "value": value, "seen": more.get("seen", seen(browser, name)[0])}, expect=expect)
    return browser


def reset(browser, name, expect=303):
    browser.post(f"{PAGE}/reset", {"setting": name, "seen": seen(browser, name)[0]}, expect=expect)
    return browser


def test_it_is_for_administrators(site, chief):
    plain, stranger = signed_in(site, "plain"), Visitor(site.url)
    for path in (PAGE, f"{PAGE}/reset"):
        plain.post(path, {"setting": "service.DISABLE_REGISTRATION", "value": "true", "seen": "false"}, expect=403)
        stranger.post(path, {"setting": "service.DISABLE_REGISTRATION", "value": "true", "seen": "false"}, expect=303)
    plain.open(PAGE, expect=403)
    stranger.open(PAGE, expect=303)
    chief.post(PAGE, {"setting": "service.DISABLE_REGISTRATION", "value": "true", "seen": "false"},
               headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    assert seen(chief, "service.DISABLE_REGISTRATION")[0] == "false"


def test_who_may_register_changes_at_once_and_back(site, chief):
    stranger = Visitor(site.url)
    stranger.open("/user/sign_up", expect=200)
    stranger.open("/", expect=200)
    assert "/user/sign_up" in stranger.page
    chief.open(PAGE, expect=200)
    change(chief, "service.DISABLE_REGISTRATION", "true").follow()
    assert chief.notice == "The setting is changed, and holds from now on."
    value, row = seen(chief, "service.DISABLE_REGISTRATION")
    assert value == "true" and "Changed by root, " in row and "<code>false</code>" in row
    stranger.open("/", expect=200)
    assert "/user/sign_up" not in stranger.page
    stranger.post("/user/sign_up", {"user_name": "late", "email": "late@example.com", "password": PASSWORD, "retype": PASSWORD})
    Client(site.url).refused("GET", "/users/late", 404)
    assert stranger.open("/-/nodeinfo/2.1", expect=200).json()["openRegistrations"] is False
    chief.open("/-/admin/config?q=DISABLE_REGISTRATION", expect=200)
    assert "Changed by root, " in chief.page and f"{PAGE}#service.DISABLE_REGISTRATION" in chief.page
    reset(chief, "service.DISABLE_REGISTRATION").follow()
    assert chief.notice == "What the file says holds again."
    stranger.open("/user/sign_up", expect=200)
    stranger.open("/", expect=200)
    assert "/user/sign_up" in stranger.page


def test_who_may_look_changes_at_once(site, chief):
    stranger = Visitor(site.url)
    stranger.open("/explore/repos", expect=200)
    change(chief, "service.REQUIRE_SIGNIN_VIEW", "yes")
    assert seen(chief, "service.REQUIRE_SIGNIN_VIEW")[0] == "true", "as the file would be read"
    stranger.open("/explore/repos", expect=303)
    stranger.request("GET", "/api/v1/version")
    assert stranger.answer.status_code in (401, 403)
    reset(chief, "service.REQUIRE_SIGNIN_VIEW")
    stranger.open("/explore/repos", expect=200)


def test_what_new_repositories_and_accounts_begin_with(site, chief):
    admin = Client(site.url, basic=ADMIN)
    change(chief, "repository.DEFAULT_BRANCH", "trunk")
    assert new_repository(admin)["default_branch"] == "trunk"
    change(chief, "repository.FORCE_PRIVATE", "true")
    assert new_repository(admin, private=False)["private"] is True
    change(chief, "service.DEFAULT_USER_VISIBILITY", "limited")
    made = admin.post("/admin/users", {"username": "quiet", "email": "quiet@example.com", "password": PASSWORD}, expect=201).json()
    assert made["visibility"] == "limited"
    change(chief, "repository.MAX_CREATION_LIMIT", "0")
    Client(site.url, basic=("plain", PASSWORD)).refused("POST", "/user/repos", 403, {"name": "none"})


def test_the_theme_and_what_the_api_says_of_it(site, chief):
    anonymous = Client(site.url)
    assert anonymous.get("/settings/ui").json()["default_theme"] == "cairn-auto"
    change(chief, "ui.DEFAULT_THEME", "cairn-dark")
    assert anonymous.get("/settings/ui").json()["default_theme"] == "cairn-dark", "an answer that was kept is not given again"
    stranger = Visitor(site.url).open("/explore/repos", expect=200)
    assert 'data-theme="dark"' in stranger.text


def test_the_announcement_is_above_every_page(site, chief):
    words = "Down **tonight**: [why](https://status.example.org/)\n\n<script>alert(1)</script>"
    change(chief, "ui.ANNOUNCEMENT", words)
    stranger = Visitor(site.url)
    for page, status in (("/", 200), ("/explore/repos", 200), ("/user/login", 200), ("/nobody/here", 404)):
        stranger.open(page, expect=status)
        bar = re.search(r'<aside class="announcement".*?</aside>', stranger.page, re.S)[0]
        assert "<strong>tonight</strong>" in bar and 'href="https://status.example.org/"' in bar and "<script" not in bar
    assert seen(chief, "ui.ANNOUNCEMENT")[0] == words
    # What a browser sends of it has other ends of lines, and is the same.
    change(chief, "ui.ANNOUNCEMENT", words.replace("\n", "\r\n") + "\r\n", seen=words.replace("\n", "\r\n"))
    assert seen(chief, "ui.ANNOUNCEMENT")[0] == words
    change(chief, "ui.ANNOUNCEMENT_FOR", "signed_in")
    assert 'class="announcement"' not in stranger.open("/", expect=200).text
    assert "tonight" in chief.open("/-/admin", expect=200).text
    change(chief, "ui.ANNOUNCEMENT", "")
    assert 'class="announcement"' not in chief.open("/", expect=200).text


@pytest.mark.parametrize("name, value, words", [
    ("service.DISABLE_REGISTRATION", "perhaps", "true or false"),
    ("service.DISABLE_REGISTRATION", "", "true or false"),
    ("service.CAPTCHA_TYPE", "song", "work, image"),
    ("service.ALLOWED_USER_VISIBILITY_MODES", "public, nobody", "nobody"),
    ("service.EMAIL_DOMAIN_ALLOWLIST", "<b>@x", "domains"),
    ("repository.DEFAULT_BRANCH", "a b", "branch"),
    ("repository.MAX_CREATION_LIMIT", "many", "number"),
    ("server.LANDING_PAGE", "https://elsewhere.example", "home"),
    ("ui.ANNOUNCEMENT", "x" * 4097, "4096"),
])
def test_what_is_wrong_stands_beside_its_field(chief, name, value, words):
    before = seen(chief, name)[0]
    change(chief, name, value, expect=422)
    row = re.search(rf'id="{re.escape(name)}".*?</li>', chief.page, re.S)[0]
    assert re.search(r'class="hint bad"[^>]*>(.*?)</p>', row, re.S) and words in html.unescape(row)
    if "<select" not in row:
        assert value in html.unescape(row.split("</label>")[1]), "as it was sent"
    assert chief.page.count('class="hint bad"') == 1
    assert seen(chief, name)[0] == before


@pytest.mark.parametrize("name", ["security.SECRET_KEY", "server.HTTP_PORT", "service.AUTO_WATCH_NEW_REPOS", "other.ENABLE_FEED"])
def test_what_is_not_changed_here(chief, name):
    chief.post(PAGE, {"setting": name, "value": "false", "seen": "true"}, expect=403)
    chief.post(f"{PAGE}/reset", {"setting": name, "seen": "true"}, expect=403)


def test_names_that_there_are_not(chief):
    for name in ("no.SUCH", "", "service.", "<u>x", "."):
        chief.post(PAGE, {"setting": name, "value": "1", "seen": ""}, expect=422)
    assert "<u>" not in chief.page


def test_what_the_file_fixes_is_shown_as_that(chief):
    chief.open(PAGE, expect=200)
    row = re.search(r'id="other.ENABLE_FEED".*?</li>', chief.page, re.S)[0]
    assert "FIXED_SETTINGS" in row and "<form" not in row


def test_two_administrators_at_once(site, chief):
    other = signed_in(site, "second")
    before = seen(chief, "service.ENABLE_CAPTCHA")[0]
    chief.open(PAGE, expect=200)
    other.open(PAGE, expect=200)
    # Two settings: both hold.
    change(chief, "service.DEFAULT_KEEP_EMAIL_PRIVATE", "true", seen="false")
    change(other, "service.DEFAULT_USER_IS_RESTRICTED", "true", seen="false")
    assert seen(chief, "service.DEFAULT_KEEP_EMAIL_PRIVATE")[0] == seen(chief, "service.DEFAULT_USER_IS_RESTRICTED")[0] == "true"
    # The same one: whoever comes second is told what it is now.
    change(chief, "service.ENABLE_CAPTCHA", "true", seen=before)
    change(other, "service.ENABLE_CAPTCHA", "false", seen=before, expect=409)
    row = re.search(r'id="service.ENABLE_CAPTCHA".*?</li>', other.page, re.S)[0]
    assert "somebody else" in row.lower() and 'name="seen" value="true"' in row


def test_many_at_once_lose_nothing(site, chief):
    names = ["service.ENABLE_CAPTCHA", "service.DEFAULT_KEEP_EMAIL_PRIVATE", "service.DEFAULT_USER_IS_RESTRICTED",
             "service.DEFAULT_ORG_MEMBER_VISIBLE", "repository.DISABLE_STARS", "repository.DISABLE_MIGRATIONS"]
    browsers = [signed_in(site, *ADMIN) for _ in names]
    threads = [threading.Thread(target=change, args=(browser, name, "true"), kwargs={"seen": "false"})
               for browser, name in zip(browsers, names)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [seen(chief, name)[0] for name in names] == ["true"] * len(names)


def test_each_change_is_in_the_trail(site, chief):
    admin = Client(site.url, basic=ADMIN)
    change(chief, "repository.DEFAULT_BRANCH", "develop")
    reset(chief, "repository.DEFAULT_BRANCH")
    back, there = admin.get("/admin/audit", params={"kind": "setting_changed", "limit": 2}).json()
    details = [json.loads(event["details"]) if isinstance(event["details"], str) else event["details"] for event in (there, back)]
    assert details[0] == {"setting": "[repository] DEFAULT_BRANCH", "before": "main", "after": "develop", "back_to_file": False}
    assert details[1] == {"setting": "[repository] DEFAULT_BRANCH", "before": "develop", "after": "main", "back_to_file": True}
    assert there["actor"] == "root"
    chief.open("/-/admin/audit?kind=setting_changed", expect=200)
    assert "Setting changed" in chief.page and "develop" in chief.page


def test_config_show_and_the_next_start(site, chief):
    change(chief, "repository.DEFAULT_BRANCH", "trunk")
    change(chief, "ui.ANNOUNCEMENT", "two\nlines")
    shown = site.run("config", "show", environment={"CAIRN_ALLOW_ROOT": "1"}).stdout
    assert re.search(r"DEFAULT_BRANCH = trunk  ; database: root, \d{4}-\d\d-\d\d", shown) and "ANNOUNCEMENT = two lines  ;" in shown
    # The environment has the last word, and a value that is none does not hold.
    done = site.run("config", "show", environment={"CAIRN_ALLOW_ROOT": "1", "CAIRN__REPOSITORY__DEFAULT_BRANCH": "fixed"})
    assert "DEFAULT_BRANCH = fixed  ; environment:" in done.stdout and "does not hold" in done.stderr
    site.sql("INSERT INTO site_setting (section, name, value, changed_by, changed_at)"
             " VALUES ('service', 'CAPTCHA_TYPE', 'song', 'root', 1700000000)")
    site.stop()
    site.start()
    assert new_repository(Client(site.url, basic=ADMIN))["default_branch"] == "trunk"
    browser = signed_in(site, *ADMIN)
    browser.open(PAGE, expect=200)
    assert "Values that do not hold" in browser.page and "song" in browser.page
    done = site.run("doctor", "--only", "stored-settings", check=False)
    assert done.returncode == 1 and "CAPTCHA_TYPE" in done.stdout
    site.sql("DELETE FROM site_setting WHERE name = 'CAPTCHA_TYPE'")
    assert site.run("doctor", "--only", "stored-settings").returncode == 0


def test_a_site_before_its_first_start_has_none(program):
    shown = program.run("config", "show")
    assert "DEFAULT_BRANCH = main  ; default" in shown.stdout


def test_every_node_has_it(tmp_path, database):
    if database != "postgres":
        pytest.skip("a site on SQLite is one node")
    first = Program(tmp_path, database)
    first.create_user(*ADMIN, "--admin")
    nodes = [first, Node(first, 2)]
    try:
        for node in nodes:
            node.start()
        there = Visitor(nodes[1].url)
        there.open("/explore/repos", expect=200)
        browser = signed_in(nodes[0], *ADMIN)
        change(browser, "service.REQUIRE_SIGNIN_VIEW", "true")
        wait_until(lambda: there.open("/explore/repos").status_code == 303, "the other node to have heard of it")
        other = signed_in(nodes[1], *ADMIN)
        reset(other, "service.REQUIRE_SIGNIN_VIEW")
        wait_until(lambda: Visitor(nodes[0].url).open("/explore/repos").status_code == 200, "the first one to have heard of it")
    finally:
        for node in reversed(nodes):
            node.stop()
