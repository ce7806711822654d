"""How much time was spent in the repositories of an organization, without a script."""
import csv
import datetime
import io
import re

import pytest
from organizations import new_organization, new_team
from repositories import let_in


@pytest.fixture
def works(new_user, resident):
    """(the owner, a helper, the organization's name, the owner's browser): 90 minutes in one repository, 30 in another."""
    owner, helper = new_user(), new_user()
    name = new_organization(owner)
    for repository, milestone, times in (("alpha", "1.0 <b>", ((owner, 3600), (helper, 1800))), ("beta", None, ((helper, 1800),))):
        made = owner.post(f"/orgs/{name}/repos", {"name": repository, "private": repository == "beta"}, expect=201).json()
        let_in(owner, made, helper, "write")
        at = f"/repos/{name}/{repository}"
        wanted = {"title": "Work"}
        if milestone:
            wanted["milestone"] = owner.post(f"{at}/milestones", {"title": milestone}, expect=201).json()["id"]
        issue = owner.post(f"{at}/issues", wanted, expect=201).json()["number"]
        for who, seconds in times:
            who.post(f"{at}/issues/{issue}/times", {"time": seconds}, expect=200)
    return owner, helper, name, resident(owner.name)


def lines(browser):
    """{what: how long}"""
    rows = re.findall(r'<tr><th scope="row">(.*?)</th><td class="num">(.*?)</td>', browser.page, re.S)
    return {" ".join(re.sub(r"<[^>]*>", " ", what).split()): time for what, time in rows}


def today(days=0):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)).strftime("%Y-%m-%d")


def test_time_is_summed_up(works):
    owner, helper, name, browser = works
    # A month may have begun a moment ago.
    span = f"range_from={today(-1)}&range_to={today(1)}"
    browser.open(f"/org/{name}/worktime?{span}", expect=200)
    assert lines(browser) == {"alpha": "1 h 30 min", "beta": "30 min"} and "2 h in all" in browser.page
    assert f'href="/org/{name}/worktime" aria-current="page"' in browser.page
    browser.open(f"/org/{name}/worktime?by=members&{span}", expect=200)
    assert lines(browser) == {owner.name: "1 h", helper.name: "1 h"}
    browser.open(f"/org/{name}/worktime?by=milestones&{span}", expect=200)
    assert lines(browser) == {"1.0 &lt;b&gt; alpha": "1 h 30 min", "In no milestone beta": "30 min"} and "<b>" not in browser.page.split("<main")[1].split("</main>")[0]
    browser.open(f"/org/{name}/worktime?by=members&limit=1&{span}", expect=200)
    assert len(lines(browser)) == 1 and "page=2" in browser.page
    browser.open(f"/org/{name}/worktime?page=9&{span}", expect=200)
    assert "Nothing is so far down the list" in browser.page


def test_only_the_chosen_days_count(works):
    owner, _, name, browser = works
    browser.open(f"/org/{name}/worktime?range_from=2020-01-01&range_to=2020-01-31", expect=200)
    assert "No time in that range" in browser.page and 'value="2020-01-01"' in browser.page
    browser.open(f"/org/{name}/worktime?range_from={today(1)}&range_to={today(2)}", expect=200)
    assert "No time in that range" in browser.page
    for wrong in ("yesterday", "2020-02-31", "%3Cb%3E"):
        browser.open(f"/org/{name}/worktime?range_from={wrong}", expect=422)
        assert "<b>" not in browser.page
    browser.open(f"/org/{name}/worktime?by=nothing", expect=422)


def test_time_that_was_taken_back_does_not_count(works):
    owner, _, name, browser = works
    owner.delete(f"/repos/{name}/alpha/issues/1/times", expect=204)
    browser.open(f"/org/{name}/worktime?range_from={today(-1)}&range_to={today(1)}", expect=200)
    assert lines(browser) == {"alpha": "30 min", "beta": "30 min"}


def test_it_is_taken_along(works):
    owner, helper, name, browser = works
    span = f"range_from={today(-1)}&range_to={today(1)}"
    browser.open(f"/org/{name}/worktime?by=milestones&{span}", expect=200)
    link = re.search(r'href="([^"]*/worktime/export[^"]*)"', browser.page).group(1).replace("&amp;", "&")
    answer = browser.open(link, expect=200)
    assert answer.headers["Content-Type"].startswith("text/csv") and "attachment" in answer.headers["Content-Disposition"]
    assert list(csv.reader(io.StringIO(answer.text))) == [["repository", "milestone", "seconds"], ["alpha", "1.0 <b>", "5400"], ["beta", "", "1800"]]
    members = list(csv.reader(io.StringIO(browser.open(f"/org/{name}/worktime/export?by=members&{span}", expect=200).text)))
    assert members[0] == ["member", "full_name", "seconds"] and {row[0]: row[2] for row in members[1:]} == {owner.name: "3600", helper.name: "3600"}
    browser.open(f"/org/{name}/worktime/export?range_to=x", expect=422)


def test_it_is_for_owners(works, visitor, resident, new_user):
    owner, helper, name, browser = works
    member = new_user()
    new_team(owner, name, member, name="quarry")
    for who, status in ((visitor, 303), (resident(), 403), (resident(member.name), 403), (resident(helper.name), 403)):
        for address in ("worktime", "worktime/export"):
            who.open(f"/org/{name}/{address}", expect=status)
    inside = resident(member.name)
    inside.open(f"/{name}", expect=200)
    assert "/worktime" not in inside.page
    browser.open(f"/{name}", expect=200)
    assert f'href="/org/{name}/worktime"' in browser.page


def test_other_organizations_have_their_own(works, new_user, resident):
    other = new_user()
    name = new_organization(other)
    browser = resident(other.name)
    browser.open(f"/org/{name}/worktime", expect=200)
    assert "No time in that range" in browser.page
