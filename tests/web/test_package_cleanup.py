"""The rule for old versions of packages: its page, what it would remove, and what it removes."""
import pytest
from cron import ran
from organizations import new_organization


def put(who, owner, name="tool", version="1"):
    who.call("PUT", f"/api/packages/{owner}/generic/{name}/{version}/data.bin", data=b"hello\n", expect=201)


def listed(who, owner):
    return sorted(f"{p['name']} {p['version']}" for p in who.get(f"/packages/{owner}").json())


@pytest.fixture(params=["person", "organization"])
def home(request, new_user):
    """(whoever may say the rule, the account that owns the packages, the page)"""
    person = new_user()
    if request.param == "person":
        return person, person.name, "/user/settings/packages"
    owner = new_organization(person)
    return person, owner, f"/org/{owner}/settings/packages"


def test_a_rule_is_looked_at_before_it_is_in_force(resident, admin, home):
    person, owner, page = home
    for name, version in (("tool", "1"), ("tool", "2"), ("tool", "3"), ("tool", "v-kept"), ("tool", "5"), ("other", "1")):
        put(person, owner, name, version)
    browser = resident(person.name)
    browser.open(page, expect=200)
    assert "would remove now" not in browser.page and 'value="5"' in browser.page
    browser.submit(page, {"keep_count": "1", "remove_days": "0", "keep_pattern": "v-*", "enabled": "false"}, expect=303)
    browser.follow()
    assert browser.notice == "The rule is saved." and "What the rule would remove now" in browser.page
    main = browser.page.split("<main")[1]
    assert all(f">tool {version}</a>" in main for version in "123") and "v-kept" not in main and ">tool 5</a>" not in main and "other" not in main
    assert "3 versions in all" in main and 'value="v-*"' in main
    ran(admin, "cleanup_packages")
    assert len(listed(person, owner)) == 6, "it is not in force"
    browser.submit(page, {"enabled": "true", "remove_pattern": "[12]"}, expect=303)
    browser.follow()
    assert "What the rule removes next" in browser.page and "2 versions in all" in browser.page
    ran(admin, "cleanup_packages")
    assert listed(person, owner) == ["other 1", "tool 3", "tool 5", "tool v-kept"]
    browser.submit(page + "/delete", expect=303)
    browser.follow()
    assert browser.notice == "The rule is deleted." and "removes next" not in browser.page
    browser.post(page + "/delete", expect=404)


def test_young_versions_stay(resident, home):
    person, owner, page = home
    put(person, owner)
    browser = resident(person.name)
    browser.open(page, expect=200)
    browser.submit(page, {"keep_count": "0", "remove_days": "1", "enabled": "false"}, expect=303)
    browser.follow()
    assert "Nothing." in browser.page


def test_refused_rules_come_back_as_they_were(resident, home):
    person, owner, page = home
    browser = resident(person.name)
    browser.open(page, expect=200)
    for wrong in ({"keep_count": "0", "remove_days": "0"}, {"keep_count": "-1"}, {"keep_count": "many"}, {"remove_days": "99999999"}, {"keep_pattern": "["}, {"remove_pattern": "{a"},
                  {"keep_pattern": "x" * 256}):
        browser.submit(page, {"keep_count": "1", "remove_days": "1", "keep_pattern": "", "remove_pattern": "", **wrong}, expect=422)
        assert browser.problem, wrong
        assert all(f'value="{value}"' in browser.page for value in wrong.values()), wrong
    browser.open(page, expect=200)
    assert "would remove now" not in browser.page


def test_only_owners_say_the_rule(visitor, resident, home, new_user):
    person, owner, page = home
    visitor.open(page)
    assert visitor.answer.status_code in (303, 401)
    visitor.post(page, {"keep_count": "1"})
    assert visitor.answer.status_code in (303, 401)
    if page.startswith("/org/"):
        stranger = resident()
        for answer in (stranger.open(page), stranger.post(page, {"keep_count": "1"}), stranger.post(page + "/delete")):
            assert answer.status_code in (403, 404)
    browser = resident(person.name)
    browser.post(page, {"keep_count": "1"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
