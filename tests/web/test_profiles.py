"""Profiles of people without a script: the card, each tab, who sees what of it, following, blocking and pins."""
import re

import pytest
from organizations import new_organization
from pulls import begun, put_file
from repositories import at, new_repository

TABS = ("", "?tab=repositories", "?tab=stars", "?tab=activity", "?tab=followers", "?tab=following")


def titles(browser):
    return [re.sub(r"<[^>]*>", "", found) for found in re.findall(r'<a class="title"[^>]*>(.*?)</a>', browser.page, re.S)]


def test_a_stranger_sees_the_card_and_every_tab(visitor, new_user):
    person = new_user(full_name="Aiko <b>Tanabe</b>")
    person.call("PATCH", "/user/settings", {"description": "Slow & <i>steady</i>", "website": "https://aiko.example.net", "location": "Bergen"}, expect=200)
    for tab in TABS:
        visitor.open(f"/{person.name}{tab}", expect=200)
        assert "Aiko &lt;b&gt;Tanabe" in visitor.page and "Slow &amp; &lt;i&gt;steady" in visitor.page and "Bergen" in visitor.page
        assert 'href="https://aiko.example.net"' in visitor.page
        assert "/-/follow" not in visitor.page and "/-/block" not in visitor.page and f"{person.name}@example.com" not in visitor.page
        assert 'aria-current="page"' in visitor.page
    assert re.search(r"Nobody yet", visitor.page)


def test_an_unknown_tab_is_the_overview_and_unknown_people_are_not_there(visitor, new_user):
    person = new_user()
    visitor.open(f"/{person.name}?tab=nonsense", expect=200)
    assert "contributions in a year" in visitor.page
    visitor.open("/nobody-has-this-name", expect=404)
    visitor.open(f"/{person.name.upper()}", expect=200)
    visitor.open(f"/{person.name}?tab=activity&before=abc", expect=200)


def test_private_and_limited_accounts_are_seen_as_in_the_api(visitor, resident, new_user):
    hidden, limited = new_user(), new_user()
    browser = resident(hidden.name)
    browser.open("/user/settings", expect=200)
    browser.submit("/user/settings", {"visibility": "private"}, expect=303)
    browser.open(f"/{hidden.name}", expect=200)
    assert "Not public" in browser.page
    visitor.open(f"/{hidden.name}", expect=404)
    resident().open(f"/{hidden.name}", expect=404)
    other = resident(limited.name)
    other.open("/user/settings", expect=200)
    other.submit("/user/settings", {"visibility": "limited"}, expect=303)
    visitor.open(f"/{limited.name}", expect=404)
    resident().open(f"/{limited.name}", expect=200)


def test_repositories_are_searched_narrowed_and_sorted(visitor, resident, new_user):
    owner = new_user()
    anvil = new_repository(owner, name="anvil", description="beats iron <u>hot</u>")
    new_repository(owner, name="bellows", template=True)
    secret = new_repository(owner, name="secret", private=True)
    base = f"/{owner.name}?tab=repositories"
    visitor.open(base + "&sort=alphabetically", expect=200)
    assert titles(visitor) == [f"{owner.name}/anvil", f"{owner.name}/bellows"] and "hot&lt;/u&gt;" in visitor.page
    assert re.search(r'Repositories <span class="count">2<', visitor.page)
    visitor.open(base + "&q=iron", expect=200)
    assert titles(visitor) == [anvil["full_name"]]
    visitor.open(base + "&kind=template", expect=200)
    assert titles(visitor) == [f"{owner.name}/bellows"] and 'value="template" selected' in visitor.page
    visitor.open(base + "&q=nothing-like-it", expect=200)
    assert "No repository fits" in visitor.page and "Drop all filters" in visitor.page
    visitor.open(base + "&language=%22%3E%3Cscript%3E", expect=200)
    assert '"><script>' not in visitor.page
    visitor.open(base + "&page=99", expect=200)
    assert "Nothing is so far down the list" in visitor.page
    visitor.open(base + "&limit=1", expect=200)
    assert "1–1 of 2" in visitor.page
    own = resident(owner.name)
    own.open(base, expect=200)
    assert secret["full_name"] in titles(own)
    empty = resident()
    empty.open(f"/{empty.name}?tab=repositories", expect=200)
    assert "No repositories yet" in empty.page and 'href="/repo/create"' in empty.page


def test_stars_are_what_everybody_may_see(visitor, resident, new_user):
    owner, fan = new_user(), new_user()
    shown, hidden = new_repository(owner), new_repository(fan, private=True)
    for repository in (shown, hidden):
        fan.call("PUT", f"/user/starred/{repository['full_name']}", expect=204)
    visitor.open(f"/{fan.name}?tab=stars", expect=200)
    assert titles(visitor) == [shown["full_name"]] and re.search(r'Stars <span class="count">1<', visitor.page)
    browser = resident(fan.name)
    browser.open(f"/{fan.name}?tab=stars", expect=200)
    assert set(titles(browser)) == {shown["full_name"], hidden["full_name"]}
    browser.submit(f"/{shown['full_name']}/action/unstar", expect=303)
    assert browser.location == f"/{fan.name}?tab=stars"
    visitor.open(f"/{fan.name}?tab=stars", expect=200)
    assert "No stars" in visitor.page


def test_the_year_and_the_latest_are_what_the_reader_may_know(visitor, resident, new_user):
    person = new_user()
    repository = begun(person)
    secret = begun(person, name="secret", private=True)
    person.post(f"{at(repository)}/issues", {"title": "A <b>thing</b>"}, expect=201)
    person.post(f"{at(secret)}/issues", {"title": "Hidden thing"}, expect=201)

    def contributions(browser):
        browser.open(f"/{person.name}", expect=200)
        return int(re.search(r'<h2 id="year">([\d,]+) contribution', browser.page)[1])

    seen = contributions(visitor)
    assert seen > 0 and "A &lt;b&gt;thing" in visitor.page and "Hidden thing" not in visitor.page
    own = resident(person.name)
    assert contributions(own) > seen and "Hidden thing" in own.page
    person.post(f"{at(repository)}/issues", {"title": "One more"}, expect=201)
    assert contributions(visitor) == seen + 1, "what is kept follows"
    person.call("PATCH", at(repository), {"private": True}, expect=200)
    assert contributions(visitor) == 0, "and hides what was hidden"
    visitor.open(f"/{person.name}?tab=activity", expect=200)
    assert "Quiet" in visitor.page and "thing" not in visitor.words(r"<(main)[^>]*>(.*?)</main>").lower().replace("nothing", "")


def test_activity_has_older_pages(visitor, new_user):
    person = new_user()
    repository = begun(person)
    for number in range(35):
        person.post(f"{at(repository)}/issues", {"title": f"Thing {number}"}, expect=201)
    visitor.open(f"/{person.name}?tab=activity", expect=200)
    assert "Thing 34" in visitor.page and "Thing 0<" not in visitor.page
    assert 1 <= visitor.page.count('<h3 class="day">') <= 2, "by day, and midnight may have passed"
    visitor.open(re.search(r'href="([^"]*before=\d+)"', visitor.page)[1].replace("&amp;", "&"), expect=200)
    assert "Thing 34" not in visitor.page and "Newest" in visitor.page


def test_who_hides_what_they_do_is_quiet(visitor, resident, new_user):
    person = new_user()
    repository = begun(person)
    person.post(f"{at(repository)}/issues", {"title": "Noise"}, expect=201)
    browser = resident(person.name)
    browser.open("/user/settings", expect=200)
    browser.submit("/user/settings", {"hide_activity": "true"}, expect=303)
    for tab in ("", "?tab=activity"):
        visitor.open(f"/{person.name}{tab}", expect=200)
        assert "does not show what they do" in visitor.page and "Noise" not in visitor.page and "contributions in a year" not in visitor.page
        browser.open(f"/{person.name}{tab}", expect=200)
        assert "Noise" in browser.page


def test_the_readme_of_dot_profile_is_shown_to_who_may_read_it(visitor, resident, new_user):
    person = new_user()
    repository = new_repository(person, name=".profile")
    visitor.open(f"/{person.name}", expect=200)
    put_file(person, repository, "README.md", "# Hello from me\n\n<script>alert(1)</script>\n")
    visitor.open(f"/{person.name}", expect=200)
    assert "Hello from me" in visitor.page and "<script>alert" not in visitor.page
    person.call("PATCH", at(repository), {"private": True}, expect=200)
    visitor.open(f"/{person.name}", expect=200)
    assert "Hello from me" not in visitor.page
    own = resident(person.name)
    own.open(f"/{person.name}", expect=200)
    assert "Hello from me" in own.page


def test_following_from_the_card(resident, new_user):
    person = new_user()
    browser = resident()
    browser.open(f"/{person.name}?tab=followers", expect=200)
    assert "Nobody yet" in browser.page
    browser.submit(f"/{person.name}/-/follow", expect=303)
    browser.follow()
    assert browser.name in titles(browser) and "/-/unfollow" in browser.page
    browser.open(f"/{browser.name}?tab=following", expect=200)
    assert person.name in titles(browser)
    assert f"/{browser.name}/-/follow" not in browser.page, "nobody follows oneself"
    browser.open(f"/{person.name}", expect=200)
    browser.submit(f"/{person.name}/-/unfollow", expect=303)
    assert person.get("/user/followers").json() == []


def test_blocking_asks_first_and_cuts(resident, visitor, new_user):
    person = new_user()
    browser, blocked = resident(), resident(person.name)
    blocked.post(f"/{browser.name}/-/follow", expect=303)
    browser.open(f"/{person.name}/-/block", expect=200)
    assert f"Block {person.name}?" in browser.page
    browser.submit("/-/block", {"note": "x" * 300}, expect=422)
    assert "x" * 300 in browser.page and browser.problem
    browser.submit("/-/block", {"note": "rude"}, expect=303)
    browser.follow()
    assert "Blocked." in browser.notice and "/-/follow" not in browser.page and "/-/unblock" in browser.page
    blocked.open(f"/{browser.name}", expect=200)
    assert "/-/follow" not in blocked.page, "who is blocked is not offered to follow"
    blocked.post(f"/{browser.name}/-/follow", expect=403)
    browser.post(f"/{person.name}/-/block", {}, expect=422)
    browser.open(f"/{person.name}", expect=200)
    browser.submit("/-/unblock", expect=303)
    browser.follow()
    assert browser.notice == "No longer blocked." and "/-/follow" in browser.page
    assert visitor.open(f"/{person.name}/-/block").status_code == 303
    assert visitor.post(f"/{person.name}/-/block").status_code == 303
    resident().post(f"/{person.name}/-/block", headers={"Sec-Fetch-Site": "cross-site"}, expect=403)


def test_nobody_blocks_oneself_or_an_organization(resident, new_user):
    browser = resident()
    browser.open(f"/{browser.name}/-/block", expect=404)
    browser.post(f"/{browser.name}/-/block", {}, expect=404)
    organization = new_organization(new_user())
    browser.open(f"/{organization}/-/block", expect=404)
    browser.open("/nobody-has-this-name/-/block", expect=404)


def test_pins_are_chosen_and_seen_by_who_may(resident, visitor, new_user):
    person = new_user()
    shown, secret = new_repository(person, description="<b>pinned</b>"), new_repository(person, private=True)
    foreign = new_repository(new_user(), private=True)
    browser = resident(person.name)
    browser.open(f"/{person.name}", expect=200)
    assert "/user/settings/pins" in browser.page
    browser.open("/user/settings/pins", expect=200)
    assert shown["full_name"] in browser.page and foreign["full_name"] not in browser.page
    browser.post("/user/settings/pins", {"repository": [shown["id"], secret["id"]]}, expect=303)
    browser.follow()
    assert "Your choice is saved." == browser.notice and shown["full_name"] in browser.page and secret["full_name"] in browser.page
    visitor.open(f"/{person.name}", expect=200)
    assert "Pinned" in visitor.page and shown["full_name"] in visitor.page and secret["full_name"] not in visitor.page
    assert "&lt;b&gt;pinned" in visitor.page and "/user/settings/pins" not in visitor.page
    browser.post("/user/settings/pins", {"repository": [foreign["id"]]}, expect=422)
    assert foreign["full_name"] not in browser.page and browser.problem
    browser.post("/user/settings/pins", {"repository": [new_repository(person)["id"] for _ in range(7)]}, expect=422)
    assert browser.page.count("checked") == 7, "what was chosen is still chosen"
    browser.post("/user/settings/pins", {"repository": ["x"]}, expect=422)
    browser.post("/user/settings/pins", {}, expect=303)
    visitor.open(f"/{person.name}", expect=200)
    assert "Pinned" not in visitor.page
    assert visitor.open("/user/settings/pins").status_code == 303


@pytest.mark.parametrize("name", ["ghost"])
def test_accounts_without_a_row_do_no_harm(visitor, name):
    assert visitor.open(f"/{name}").status_code in (200, 404)


def test_keys_and_mail_on_the_card(resident, new_user):
    person = new_user()
    browser = resident()
    browser.open(f"/{person.name}", expect=200)
    hides = person.get("/user/settings").json()["hide_email"]
    assert (f"mailto:{person.name}@example.com" in browser.page) != hides
