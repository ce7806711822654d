"""The pages to look around, without a script: what they list, to whom, how it is narrowed, and the buttons in their rows."""
import re

import pytest
from organizations import new_organization
from pulls import begun
from repositories import at, new_repository


def titles(browser):
    """The names in the rows, in their order, without tags."""
    return [re.sub(r"<[^>]*>", "", found) for found in re.findall(r'<a class="title"[^>]*>(.*?)</a>', browser.page, re.S)]


def test_a_stranger_sees_what_is_public(visitor, resident, new_user):
    owner = new_user()
    shown = new_repository(owner, description="Sieves gravel & <b>sand</b>")
    hidden = new_repository(owner, private=True)
    visitor.open(f"/explore/repos?q={owner.name}/", expect=200)
    assert titles(visitor) == [shown["full_name"]] and "Sieves gravel &amp; &lt;b&gt;sand" in visitor.page
    assert "/action/star" not in visitor.page, "nobody is offered what he may not do"
    browser = resident(owner.name)
    browser.open(f"/explore/repos?q={owner.name}/&sort=name", expect=200)
    assert titles(browser) == sorted([shown["full_name"], hidden["full_name"]]) and "Private" in browser.page


def test_words_are_found_in_names_topics_and_descriptions_all_of_them(visitor, new_user):
    owner = new_user()
    mark = f"zq{owner.name.replace('-', '')}"
    one = new_repository(owner, name=f"{mark}-anvil", description="beats iron")
    two = new_repository(owner, name=f"{mark}-bellows", description="blows air, no iron")
    visitor.open(f"/explore/repos?q={mark}", expect=200)
    assert set(titles(visitor)) == {one["full_name"], two["full_name"]}
    visitor.open(f"/explore/repos?q={mark}+iron+beats", expect=200)
    assert titles(visitor) == [one["full_name"]]
    visitor.open(f"/explore/repos?q={mark}+nothing-has-this", expect=200)
    assert "No repository fits" in visitor.page and 'href="/explore/repos">' in visitor.page
    visitor.open("/explore/repos?q=%22%3E%3Cscript%3E", expect=200)
    assert '"><script>' not in visitor.page


def test_the_addresses_of_topics_that_links_elsewhere_have(visitor, new_user):
    owner = new_user()
    repository = new_repository(owner)
    other = new_repository(owner, description="gneiss")
    owner.call("PUT", f"{at(repository)}/topics", {"topics": ["gneiss", "schist"]}, expect=204)
    visitor.open("/explore/repos?q=Gneiss&topic=1", expect=200)
    assert titles(visitor) == [repository["full_name"]] and other["full_name"] not in visitor.page
    assert 'href="/explore/repos?q=schist&amp;topic=1"' in visitor.page
    visitor.open("/explore/repos?q=topic:schist+topic:gneiss", expect=200)
    assert titles(visitor) == [repository["full_name"]]


def test_kinds_and_languages_narrow_the_list(visitor, new_user):
    owner, other = new_user(), new_user()
    source = begun(owner, name="kinds", description=f"kind-of-{owner.name}")
    template = new_repository(owner, template=True, description=f"kind-of-{owner.name}")
    fork = other.post(f"{at(source)}/forks", {}, expect=202).json()
    ask = f"/explore/repos?q=kind-of-{owner.name}&sort=oldest"
    visitor.open(ask, expect=200)
    assert titles(visitor) == [source["full_name"], template["full_name"], fork["full_name"]]
    visitor.open(ask + "&kind=fork", expect=200)
    assert titles(visitor) == [fork["full_name"]] and 'value="fork" checked' in visitor.page
    visitor.open(ask + "&kind=template&kind=fork", expect=200)
    assert titles(visitor) == [template["full_name"], fork["full_name"]]
    visitor.open(ask + "&kind=none-such", expect=200)
    assert len(titles(visitor)) == 3
    visitor.open(ask + "&language=Klingon", expect=200)
    assert not titles(visitor) and re.search(r'name="language" value="Klingon" checked', visitor.page)
    dropped = re.search(r'<a href="([^"]*)"><svg[^>]*><use[^>]*></svg>Drop “Klingon”', visitor.page)[1].replace("&amp;", "&")
    visitor.open(dropped, expect=200)
    assert len(titles(visitor)) == 3


@pytest.mark.parametrize("sort", ["updated", "stars", "newest", "name", "forks", "recentupdate", "leastupdate", "oldest", "alphabetically",
                                  "reversealphabetically", "moststars", "feweststars", "mostforks", "fewestforks", "size", "reversesize", "nonsense"])
def test_every_order_that_addresses_know(visitor, sort):
    visitor.open(f"/explore/repos?sort={sort}", expect=200)


def test_what_has_the_most_stars_comes_first(visitor, new_user):
    owner, fan = new_user(), new_user()
    plain = new_repository(owner, description=f"starry-{owner.name}")
    loved = new_repository(owner, description=f"starry-{owner.name}")
    new_repository(owner, description=f"starry-{owner.name}")
    fan.call("PUT", f"/user/starred/{loved['full_name']}", expect=204)
    visitor.open(f"/explore/repos?q=starry-{owner.name}&sort=stars", expect=200)
    assert titles(visitor)[0] == loved["full_name"] and plain["full_name"] in titles(visitor)


def test_a_long_list_has_pages(visitor, new_user):
    owner = new_user()
    for _ in range(3):
        new_repository(owner, description=f"paged-{owner.name}")
    visitor.open(f"/explore/repos?q=paged-{owner.name}&limit=2", expect=200)
    assert len(titles(visitor)) == 2 and "1–2 of 3" in visitor.page
    visitor.open(re.search(r'rel="next" href="([^"]*)"', visitor.page)[1].replace("&amp;", "&"), expect=200)
    assert len(titles(visitor)) == 1
    visitor.open("/explore/repos?page=99999999999", expect=200)


def test_a_star_from_the_list_and_back(resident, new_user):
    repository = new_repository(new_user())
    browser = resident()
    address = f"/explore/repos?q={repository['full_name']}"
    browser.open(address, expect=200)
    browser.submit("/action/star", expect=303)
    assert browser.location == address
    browser.follow()
    assert "/action/unstar" in browser.page and "Take the star of" in browser.page


def test_people_are_found_and_followed(resident, visitor, new_user):
    person = new_user(full_name="Petra <i>Fels</i>")
    visitor.open(f"/explore/users?q={person.name}", expect=200)
    assert person.name in titles(visitor) and "Petra &lt;i&gt;Fels" in visitor.page and "/-/follow" not in visitor.page
    browser = resident()
    browser.open(f"/explore/users?q={person.name}", expect=200)
    browser.submit(f"/{person.name}/-/follow", expect=303)
    assert browser.location == f"/explore/users?q={person.name}"
    assert [found["login"] for found in person.get("/user/followers").json()] == [browser.name]
    browser.follow()
    browser.submit(f"/{person.name}/-/unfollow", expect=303)
    assert person.get("/user/followers").json() == []
    for sort in ("name", "newest", "oldest", "lastlogin"):
        browser.open(f"/explore/users?sort={sort}", expect=200)
    browser.open("/explore/users?q=nobody-is-called-like-this", expect=200)
    assert "Nobody fits" in browser.page


def test_following_is_for_those_who_are_signed_in_and_from_our_own_pages(visitor, resident, new_user):
    person = new_user()
    assert visitor.post(f"/{person.name}/-/follow").status_code == 303 and visitor.location == "/user/login"
    resident().post(f"/{person.name}/-/follow", headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    resident().post("/nobody-at-all/-/follow", expect=404)
    assert person.get("/user/followers").json() == []


def test_organizations_are_found(visitor, resident, new_user):
    owner = new_user()
    name = new_organization(owner, full_name="Quarry of the North")
    hidden = new_organization(owner, visibility="private")
    visitor.open("/explore/organizations?q=quarry+of+the", expect=200)
    assert name in titles(visitor)
    visitor.open("/explore/organizations", expect=200)
    assert hidden not in titles(visitor)
    visitor.open("/explore/organizations?q=%25", expect=200)
    assert name not in titles(visitor)
    for sort in ("newest", "oldest", "name"):
        resident().open(f"/explore/organizations?sort={sort}", expect=200)


def test_the_tabs_lead_to_each_other(visitor):
    visitor.open("/explore", expect=303)
    assert visitor.location == "/explore/repos"
    for page in ("repos", "users", "organizations", "code"):
        visitor.open(f"/explore/{page}", expect=200)
        for other in ("repos", "users", "organizations", "code"):
            assert f'href="/explore/{other}"' in visitor.page
        assert re.search(rf'href="/explore/{page}" aria-current="page"', visitor.page)


def test_a_stranger_sees_what_is_new_on_the_front_page(visitor, new_user):
    repository = new_repository(new_user())
    visitor.open("/", expect=200)
    assert titles(visitor)[0] == repository["full_name"] and 'property="og:title"' in visitor.page
