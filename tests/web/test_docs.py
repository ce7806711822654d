"""The documentation at /-/docs: each page, its navigation, its search, and where its links lead."""
import html
import json
import re
import urllib.parse

import pytest
import requests
from client import ADMIN, Client
from program import ROOT
from visitor import Visitor

PAGES = [page["name"] for page in json.loads((ROOT / "docs/guide/contents.json").read_text())]


def address(name):
    return "/-/docs" if name == "index" else f"/-/docs/{name}"


def text_of(page):
    return html.unescape(re.sub(r"<[^>]*>", "", page))


def article(page):
    return re.search(r'<article class="prose" lang="en">(.*?)</article>', page, re.S)[1]


def headings(page):
    return [text_of(title) for title in re.findall(r"<h1[^>]*>(.*?)</h1>", page)]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_its_title_and_leads_to_all_others(visitor, name):
    visitor.open(address(name), expect=200)
    navigation = re.search(r'<nav class="tabs" aria-label="Documentation">(.*?)</nav>', visitor.page, re.S)[1]
    entries = re.findall(r'<a href="([^"]*)"( aria-current="page")?>(?:<svg.*?</svg>)?([^<]+)</a>', navigation)
    assert [path for path, _, _ in entries] == [address(each) for each in PAGES]
    assert [html.unescape(title) for path, current, title in entries if current] == headings(visitor.page)
    assert f"<title>{headings(visitor.page)[0]} · Documentation" in visitor.page
    assert len(article(visitor.page)) > 500
    assert "<script" not in article(visitor.page) and " style=" not in article(visitor.page)


def test_the_footer_of_every_page_leads_there(visitor):
    visitor.open("/explore/repos", expect=200)
    assert '<a href="/-/docs">Documentation</a>' in visitor.page


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(server, visitor, name):
    """To a heading that is there, or to a page of the site."""
    visitor.open(address(name), expect=200)
    reader = Visitor(server.url)
    assert reader.sign_in(*ADMIN).status_code == 303
    found = {urllib.parse.urljoin(visitor.answer.url, html.unescape(link)) for link in re.findall(r'<a href="([^"]*)"', article(visitor.page))}
    ours = sorted(link for link in found if link.startswith(server.url))
    assert ours
    read = {}
    for link in ours:
        page, _, anchor = link.partition("#")
        if page not in read:
            path = page.removeprefix(server.url)
            # The way in is for those who are not in.
            read[page] = (visitor if path.startswith("/user/sign_up") else reader).open(path, expect=200).text
        assert not anchor or f'id="{html.escape(urllib.parse.unquote(anchor))}"' in read[page], link


def test_every_setting_is_there_with_its_default(visitor):
    visitor.open("/-/docs/settings", expect=200)
    example = (ROOT / "docs/app.example.ini").read_text()
    section, wanted = "top", []
    for line in example.splitlines():
        if found := re.fullmatch(r"\[(.+)\]", line):
            section = found[1]
        elif found := re.fullmatch(r";([\w-]+) =(?: (.*))?", line):
            wanted.append((f"{section}.{found[1].lower()}", found[1], found[2] or ""))
    assert len(wanted) > 350
    shown = re.findall(r'<dt id="([^"]*)"><a href="[^"]*"><code>([^<]*)</code></a>(?: <span class="soft">= <code>([^<]*)</code></span>)?</dt>', visitor.page)
    assert [(html.unescape(place), name, html.unescape(value)) for place, name, value in shown] == wanted


def test_a_page_is_sent_once_as_long_as_it_stays_the_same(visitor):
    tag = visitor.open("/-/docs/api", expect=200).headers["ETag"]
    visitor.open("/-/docs/api", headers={"If-None-Match": tag}, expect=304)
    head = visitor.request("HEAD", "/-/docs/api", expect=200)
    assert head.headers["ETag"] == tag and head.text == ""
    assert visitor.answer.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("path", ["/-/docs/absent", "/-/docs/api.html", "/-/docs/pages.txt", "/-/docs/API", "/-/docs/api/more", "/-/docs/..%2Findex"])
def test_there_is_nothing_else(visitor, path):
    visitor.open(path, headers={"Accept": "text/html"}, expect=404)
    assert "There is nothing here" in visitor.page


def test_the_first_page_has_one_address(visitor):
    assert visitor.open("/-/docs/index", expect=301).headers["Location"].endswith("/-/docs")


class TestSearch:
    def found(self, visitor, words):
        visitor.open(f"/-/docs?q={urllib.parse.quote(words)}", expect=200)
        listed = re.search(r'<ol class="plain docs-found">(.*?)</ol>', visitor.page, re.S)[1]
        return [html.unescape(path) for path in re.findall(r'<h2><a href="([^"]*)"', listed)]

    @pytest.mark.parametrize("words, first", [
        ("HTTP_PORT", "/-/docs/settings#server.http_port"), ("http_port", "/-/docs/settings#server.http_port"),
        ("API guide", "/-/docs/api"), ("recovery codes", None), ("give it back", "/-/docs/oauth2#give-it-back"),
        ("names taken", "/-/docs/moving-house#names-that-are-taken")])
    def test_what_has_all_words_is_found_titles_first(self, visitor, words, first):
        found = self.found(visitor, words)
        assert found if first is None else found[0] == first

    def test_what_nobody_wrote_is_not_found(self, visitor):
        assert self.found(visitor, "settings zzyzx") == []
        assert "Nothing fits" in visitor.page

    def test_words_are_shown_as_words(self, visitor):
        assert self.found(visitor, '"><script>alert(1)</script>') == []
        assert "<script>alert" not in visitor.page
        assert 'value="&quot;&gt;&lt;script&gt;' in visitor.page

    def test_a_long_one_is_cut_short_or_refused(self, visitor):
        assert visitor.open("/-/docs?q=" + "a" * 4000).status_code in (200, 422)

    def test_many_are_bounded(self, visitor):
        assert 20 < len(self.found(visitor, "the")) <= 50


def test_the_page_around_is_german_and_the_text_english(visitor):
    visitor.open("/-/docs/api", headers={"Accept-Language": "de"}, expect=200)
    assert '<html lang="de"' in visitor.page and "Auf dieser Seite" in visitor.page and "Dokumentation durchsuchen" in visitor.page
    assert '<h1 lang="en">API guide</h1>' in visitor.page


def test_a_site_below_a_path_leads_to_itself(program):
    program.settings["server"]["ROOT_URL"] = program.url + "/code/"
    program.write_config()
    program.start()
    answer = requests.get(program.url + "/-/docs", timeout=30)
    assert 'href="/code/-/docs/install"' in answer.text
    links = re.findall(r'<a href="([^"]*)"', article(answer.text))
    assert links and not [link for link in links if link.startswith("/")], "links of the text are relative"
    base = "https://code.example.org/code/-/docs"
    led = {urllib.parse.urljoin(base, link) for link in links}
    assert {f"{base}/install", "https://code.example.org/code/api/swagger"} <= led


def test_a_site_that_shows_nothing_to_strangers_shows_this_to_people_alone(program):
    program.settings["service"] = {"REQUIRE_SIGNIN_VIEW": "true"}
    program.write_config()
    program.create_user("ada", "a good one")
    program.start()
    stranger = Visitor(program.url)
    stranger.open("/-/docs/api", expect=303)
    assert stranger.location.startswith("/user/login")
    assert stranger.sign_in("ada", "a good one").status_code == 303
    stranger.open("/-/docs/api", expect=200)


def test_programs_get_it_as_well(server):
    """Without a browser, and without an account."""
    answer = Client(server.url).session.get(server.url + "/-/docs/errors", timeout=30)
    assert answer.status_code == 200 and answer.headers["Content-Type"] == "text/html; charset=utf-8"
