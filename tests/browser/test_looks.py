"""Every page in light, in dark and on a phone: nothing sticks out, text can be read, everything has a name.

With SCREENSHOTS=folder each is left there as a picture.
"""
import os

import pytest
from client import PASSWORD
from looks import FORMS, look

OPEN = ("/", "/user/login", "/user/sign_up", "/user/forgot_password", "/user/recover_account?code=0")
OWN = ("/", "/user/settings", "/user/settings/account", "/user/settings/applications", "/user/settings/keys")


def named(path):
    return path.split("?")[0].strip("/").replace("/", "-") or "home"


@pytest.mark.parametrize("form", FORMS)
def test_pages_of_strangers(chromium, site, form):
    tab = chromium.tab(site.url, **FORMS[form])
    for path in OPEN:
        tab.goto(path)
        look(tab, form, named(path))


@pytest.mark.parametrize("form", FORMS)
def test_pages_of_people(chromium, site, person, form):
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(person(), PASSWORD)
    tab.goto("/user/settings/account")
    tab.fill("#email", f"a-rather-long-address-of-somebody-{form}@mail.department.example.org")
    tab.click("text=Add the address")
    tab.goto("/user/settings/applications")
    for name in ("build server", "laptop"):
        tab.fill("#name", name)
        for scope in ("repository", "issue", "organization", "package", "user"):
            tab.check(f"[name={scope}][value=write]")
        tab.click("text=Make the token")
    if folder := os.environ.get("SCREENSHOTS"):
        tab.screenshot({"path": f"{folder}/token-made-{form}.png", "fullPage": True})
    for path in OWN:
        tab.goto(path)
        look(tab, form, "own-" + named(path))
