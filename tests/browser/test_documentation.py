"""The documentation in a browser: how its pages look, with and without a script."""
import pytest
from axe import faults
from client import PASSWORD
from looks import FORMS, look

PAGES = ("", "/install", "/first-hour", "/moving-house", "/administration", "/settings", "/log", "/api", "/oauth2", "/errors", "?q=token", "?q=zzyzx")


def named(path):
    return "docs-" + (path.strip("/?").replace("=", "-") or "index")


@pytest.mark.parametrize("form", FORMS)
def test_every_page(chromium, site, form):
    chromium.complaints()
    tab = chromium.tab(site.url, **FORMS[form])
    for path in PAGES:
        tab.goto("/-/docs" + path)
        look(tab, form, named(path))
        assert faults(tab) == [], path
        tab.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
        look(tab, form, named(path) + "-open")
        assert faults(tab) == [], path
    assert chromium.complaints() == [], "the console of a page has no errors"


@pytest.mark.parametrize("script", [True, False])
def test_somebody_finds_a_setting(chromium, site, script):
    tab = chromium.tab(site.url, javaScriptEnabled=script, viewport={"width": 1200, "height": 800})
    tab.goto("/explore/repos")
    tab.click("footer a:has-text('Documentation')")
    tab.waitForURL("**/-/docs")
    tab.fill("input[aria-label='Search the documentation']", "HTTP_PORT")
    tab.click("main form[role=search] button")
    tab.waitForURL("**/-/docs?q=HTTP_PORT")
    tab.click(".docs-found li:first-child a")
    tab.waitForURL("**/-/docs/settings#server.http_port")
    top = tab.evaluate("document.getElementById('server.http_port').getBoundingClientRect().top")
    assert 0 <= top < 800, "the browser has gone there"


@pytest.mark.parametrize("script", [True, False])
def test_one_language_is_shown_and_the_others_are_opened(chromium, site, script):
    tab = chromium.tab(site.url, javaScriptEnabled=script, viewport={"width": 1200, "height": 800})
    tab.goto("/-/docs/api")
    example = "details.example:has(summary:text-is('{}'))"
    assert tab.evaluate("[...document.querySelectorAll('details.example')].slice(0, 4).map((each) => each.open)") == [True, False, False, False]
    tab.click(f"{example.format('Go')} summary >> nth=0")
    tab.waitForSelector("details.example[open] code.language-go >> nth=0")


def test_code_is_colored_and_nothing_complains(chromium, site, person):
    chromium.complaints()
    tab = chromium.tab(site.url, viewport={"width": 1200, "height": 800})
    tab.sign_in(person(), PASSWORD)
    tab.goto("/-/docs/install")
    tab.goto("/-/docs/api")
    tab.waitForSelector("code.language-sh [class^=hljs-]", {"timeout": 60_000})
    assert chromium.complaints() == []
