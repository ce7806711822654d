"""The parts of the pages in light, in dark, in a chosen color and on a phone: nothing sticks out, axe-core finds nothing."""
import pytest
from axe import faults
from fixture_site import FixtureSite
from looks import look

PAGES = ("parts", "list", "file", "diff", "write", "board", "upload")
FORMS = {"light": {"colorScheme": "light", "viewport": {"width": 1280, "height": 800}},
         "dark": {"colorScheme": "dark", "viewport": {"width": 1280, "height": 800}},
         "phone": {"colorScheme": "light", "viewport": {"width": 360, "height": 740}},
         "dark-phone": {"colorScheme": "dark", "viewport": {"width": 360, "height": 740}}}


@pytest.fixture(scope="module")
def fixed():
    site = FixtureSite()
    yield site
    site.close()


@pytest.mark.parametrize("form", FORMS)
def test_parts_look_right_and_can_be_used_by_everybody(chromium, fixed, form):
    chromium.complaints()
    tab = chromium.tab(fixed.url, **FORMS[form])
    for page in PAGES:
        tab.goto(f"/{page}")
        look(tab, form, f"fixture-{page}")
        assert (found := faults(tab)) == [], f"{page}: {found}"
        tab.evaluate("document.querySelector('#new-menu').open = true; document.querySelector('details.api').open = true")
        assert (found := faults(tab)) == [], f"{page} with a menu and the drawer open: {found}"
        assert tab.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


GROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(246, 245, 242)", "rgb(21, 25, 27)"


@pytest.mark.parametrize(("system", "choice", "ground"), [("light", "", LIGHT), ("dark", "", DARK), ("light", "dark", DARK), ("dark", "light", LIGHT)])
def test_a_chosen_color_wins_over_the_systems(chromium, fixed, system, choice, ground):
    tab = chromium.tab(fixed.url, colorScheme=system)
    tab.goto("/parts")
    if choice:
        tab.evaluate(f"document.documentElement.dataset.theme = '{choice}'")
    assert tab.evaluate(GROUND) == ground
    tab.emulateMedia({"media": "print"})
    assert tab.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ground').trim()") == "#f6f5f2", "paper is light"


def test_nothing_moves_for_those_who_ask_for_that(chromium, fixed):
    tab = chromium.tab(fixed.url, reducedMotion="reduce")
    tab.goto("/parts")
    assert tab.evaluate("getComputedStyle(document.querySelector('.button')).transitionDuration") == "0s"


def test_where_the_system_chooses_colors_changes_are_still_seen(chromium, fixed):
    tab = chromium.tab(fixed.url, forcedColors="active")
    tab.goto("/diff")
    assert "underline" in tab.evaluate("getComputedStyle(document.querySelector('ins')).textDecorationLine")
    assert "line-through" in tab.evaluate("getComputedStyle(document.querySelector('del')).textDecorationLine")
