"""Light or dark: as the account has chosen, else as the site, else as the system."""
import pytest
from visitor import Visitor


@pytest.mark.parametrize("theme, shown", [("cairn-dark", ' data-theme="dark"'), ("cairn-light", ' data-theme="light"'), ("cairn-auto", "")])
def test_a_page_is_as_its_reader_has_chosen(new_user, resident, theme, shown):
    person = new_user()
    person.call("PATCH", "/user/settings", {"theme": theme}, expect=200)
    browser = resident(person.name)
    browser.open("/user/settings", expect=200)
    assert f'<html lang="en"{shown}>' in browser.page


def test_the_site_decides_for_those_who_have_not_chosen(program):
    program.settings["ui"] = {"DEFAULT_THEME": "cairn-dark"}
    program.write_config()
    browser = Visitor(program.start().url)
    browser.open("/", expect=200)
    assert 'data-theme="dark"' in browser.page
