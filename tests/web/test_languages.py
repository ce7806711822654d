"""Pages in the reader's language: the account's choice, then the browser's."""
import requests
from visitor import Visitor

GERMAN = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}


def test_a_page_is_in_the_language_of_the_browser(visitor):
    answer = visitor.open("/user/login", headers=GERMAN)
    assert '<html lang="de"' in visitor.page and "Anmelden" in visitor.page and "Sign in" not in visitor.page
    assert answer.headers["Content-Language"] == "de"
    visitor.open("/user/login", headers={"Accept-Language": "tlh, en;q=0.1"})
    assert '<html lang="en"' in visitor.page and "Sign in" in visitor.page


def test_what_somebody_has_chosen_counts_more_than_the_browser(resident):
    ada = resident()
    ada.open("/user/settings", expect=200)
    ada.submit("/user/settings", {"language": "de"}, expect=303)
    ada.open("/user/settings", headers={"Accept-Language": "en"}, expect=200)
    assert '<html lang="de"' in ada.page and ada.notice == "Ihr Profil ist gespeichert."
    ada.submit("/user/settings", {"language": ""}, expect=303)
    ada.open("/user/settings", headers={"Accept-Language": "en"}, expect=200)
    assert '<html lang="en"' in ada.page and ada.notice == "Your profile is saved."


def test_nobody_gets_a_word_into_a_page_by_asking_for_a_language(visitor):
    visitor.open("/", headers={"Accept-Language": '"><script>alert(1)</script>, ' + "x," * 2000})
    assert "alert(1)" not in visitor.page and '<html lang="en"' in visitor.page


def test_the_site_says_which_languages_it_has(program):
    program.settings["i18n"] = {"LANGS": "de-DE"}
    program.write_config()
    browser = Visitor(program.start().url)
    browser.open("/", headers={"Accept-Language": "en"}, expect=200)
    assert '<html lang="de"' in browser.page


def test_the_api_speaks_english_to_everybody(server):
    in_german = requests.get(f"{server.url}/api/v1/user", headers=GERMAN, timeout=30)
    assert in_german.status_code == 401
    assert in_german.text == requests.get(f"{server.url}/api/v1/user", timeout=30).text
