"""The administration in a browser: a person is looked after with and without a script, and how its pages look."""
import pytest
from axe import faults
from client import ADMIN, PASSWORD, Client
from fixture_site import soon
from looks import FORMS, look

PAGES = {"admin": "/-/admin", "admin-people": "/-/admin/users", "admin-new": "/-/admin/users/new", "admin-repos": "/-/admin/repos",
         "admin-emails": "/-/admin/emails", "admin-tasks": "/-/admin/monitor/cron", "admin-task": "/-/admin/monitor/cron/start_schedule_tasks", "admin-jobs": "/-/admin/monitor/queue",
         "admin-config": "/-/admin/config?changed=true", "admin-settings": "/-/admin/config/settings", "admin-audit": "/-/admin/audit?limit=5", "admin-check": "/-/admin/self_check",
         "admin-sources": "/-/admin/auths", "admin-orgs": "/-/admin/orgs", "admin-packages": "/-/admin/packages", "admin-hooks": "/-/admin/hooks",
         "admin-applications": "/-/admin/applications", "admin-notices": "/-/admin/notices", "admin-numbers": "/-/admin/monitor/stats",
         "admin-variables": "/-/admin/actions/variables", "admin-runners": "/-/admin/actions/runners"}


def id_of(site, name):
    return Client(site.url, basic=(name, PASSWORD)).get("/user").json()["id"]


@pytest.mark.parametrize("form", FORMS)
def test_how_the_administration_looks(chromium, site, person, form):
    chromium.complaints()
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(*ADMIN)
    somebody = id_of(site, person())
    for name, address in {**PAGES, "admin-person": f"/-/admin/users/{somebody}", "admin-delete": f"/-/admin/users/{somebody}/delete"}.items():
        tab.goto(address)
        look(tab, form, name)
        assert faults(tab) == [], address


@pytest.mark.parametrize("script", [True, False])
def test_acting_as_somebody_and_back(chromium, site, person, script):
    chromium.complaints()
    tab = chromium.tab(site.url, javaScriptEnabled=script)
    tab.sign_in(*ADMIN)
    name = person()
    tab.goto(f"/-/admin/users/{id_of(site, name)}")
    tab.click("text=Act as this person")
    tab.click("main button.danger")
    tab.waitForSelector(".acting")
    assert name in tab.textContent(".acting")
    tab.goto("/user/settings")
    tab.click(".acting button")
    tab.waitForSelector(".notice.good")
    assert "yourself" in tab.textContent(".notice.good")
    assert chromium.complaints() == []


@pytest.mark.parametrize("script", [True, False])
def test_a_task_runs(chromium, site, script):
    chromium.complaints()
    tab = chromium.tab(site.url, javaScriptEnabled=script)
    tab.sign_in(*ADMIN)
    tab.goto("/-/admin/monitor/cron")
    tab.click("button[aria-label='Run: Count anew what repositories have']")
    tab.waitForSelector(".notice.good")

    def done():
        if not script:
            tab.goto("/-/admin/monitor/cron")
        return "Done" in tab.textContent("tr:has(button[aria-label='Run: Count anew what repositories have'])")

    soon(done)
    assert chromium.complaints() == []


@pytest.mark.parametrize("script", [True, False])
def test_a_variable_of_the_site_is_made_and_deleted(chromium, site, script):
    chromium.complaints()
    tab = chromium.tab(site.url, javaScriptEnabled=script)
    tab.sign_in(*ADMIN)
    tab.goto("/-/admin/actions/variables")
    tab.fill("#name", "region")
    tab.fill("#value", "north")
    tab.click("button:has-text('Create variable')")
    tab.waitForSelector("text=The variable is saved.")
    tab.click("a:has-text('Delete')")
    tab.click("button:has-text('Delete variable')")
    tab.waitForSelector("text=The variable is deleted.")
    assert chromium.complaints() == []
