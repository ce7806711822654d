"""The pages of notifications: what somebody should know of, why, and marking it; and what one follows."""
import html
import re

from issues import new_issue, say
from notified import told
from pulls import begun, new_pull
from repositories import at, let_in, new_repository


def rows(browser):
    """(title, why) of each row, in their order."""
    return [(html.unescape(title), html.unescape(re.sub("<[^>]*>", "", why)))
            for title, why in re.findall(r'<a class="title" href="[^"]*">([^<]*)</a>.*?<div class="meta">(.*?)</div>', browser.page)]


def titles(browser):
    return [title for title, _ in rows(browser)]


def places(browser):
    return re.findall(r'<h2><a class="quiet" href="[^"]*">([^<]*)</a></h2>', browser.page)


def unread(browser):
    """What the bell in the head says."""
    found = re.search(r'id="bell".*?aria-label="([^"]*)"', browser.page)[1]
    return int(found.split()[0]) if found[0].isdigit() else 0


def ids(browser):
    return re.findall(r'type="checkbox" name="notification_id" value="(\d+)"', browser.page)


def look(browser, path="/notifications"):
    browser.open(path, expect=200)
    return browser


def test_one_signs_in_first(visitor):
    for path in ("/notifications", "/notifications/watching", "/notifications/subscriptions"):
        visitor.open(path)
        assert visitor.answer.status_code == 303 and "/user/login" in visitor.location
    visitor.post("/notifications/purge")
    assert visitor.answer.status_code == 303 and "/user/login" in visitor.location


def test_nothing_is_unread(resident):
    browser = resident()
    assert "All read" in look(browser).page and unread(browser) == 0 and "Mark all as read" not in browser.page
    assert "Nothing is pinned" in look(browser, "/notifications?type=pinned").page
    assert "Nothing is read yet" in look(browser, "/notifications?type=read").page
    browser.open("/notifications?type=other")
    assert browser.answer.status_code in (400, 422)


def test_threads_are_told_by_repository_with_the_reason(new_user, resident):
    ann, ben = new_user(), new_user()
    first, second = new_repository(ann), new_repository(ben)
    new_issue(ben, first, "watched <b>")
    issue, _ = new_issue(ben, second, f"hello @{ann.name}")
    new_issue(ben, second, "to do", assignees=[ann.name])
    own, _ = new_issue(ann, second, "mine")
    say(ben, own, "answer")
    told(ann)
    browser = look(resident(ann.name))
    why = dict(rows(browser))
    assert f"You watch {first['full_name']}" in why["watched <b>"] and "You were mentioned" in why[f"hello @{ann.name}"]
    assert "It was assigned to you" in why["to do"] and "You opened it" in why["mine"]
    assert set(places(browser)) == {first["full_name"], second["full_name"]} and unread(browser) == 4
    assert 'href="/' + second["full_name"] + '/issues/3#issuecomment-' in browser.page
    assert "watched <b>" not in browser.page.replace("&lt;", "")
    # What comes later does not make it less of a reason, as long as it is unread; whoever has read it hears why anew.
    say(ben, issue, "more")
    told(ann)
    assert "You were mentioned" in dict(rows(look(browser)))[f"hello @{ann.name}"]


def test_a_review_is_asked_for(new_user, resident):
    ann, ben = new_user(), new_user()
    repository = begun(ann)
    let_in(ann, repository, ben)
    _, pull = new_pull(ann, repository=repository)
    ann.post(f"{pull}/requested_reviewers", {"reviewers": [ben.name]}, expect=201)
    told(ben)
    assert any("Your review is asked for" in why for _, why in rows(look(resident(ben.name))))


def test_marking(new_user, resident):
    ann, ben = new_user(), new_user()
    repository = new_repository(ann)
    for title in ("one", "two", "three", "four"):
        new_issue(ben, repository, title)
    told(ann)
    browser = look(resident(ann.name))
    chosen = dict(zip(titles(browser), ids(browser), strict=True))
    browser.post("/notifications/status", {"notification_id": [chosen["one"], chosen["two"]], "status": "read", "redirect_to": "/notifications?of=issue"}, expect=303)
    assert browser.location == "/notifications?of=issue" and set(titles(browser.follow())) == {"three", "four"} and unread(browser) == 2
    assert set(titles(look(browser, "/notifications?type=read"))) == {"one", "two"}
    browser.post("/notifications/status", {"notification_id": chosen["one"], "status": "pinned"}, expect=303)
    assert titles(look(browser, "/notifications?type=pinned")) == ["one"]
    browser.post("/notifications/status", {"notification_id": chosen["one"], "status": "unread"}, expect=303)
    assert set(titles(look(browser))) == {"one", "three", "four"}
    # A form without anything chosen comes back, with words.
    browser.post("/notifications/status", {"status": "read"}, expect=422)
    assert browser.problem
    browser.post("/notifications/status", {"notification_id": [str(n) for n in range(1, 300)], "status": "read"}, expect=422)
    browser.post("/notifications/status", {"notification_id": "x", "status": "read"}, expect=422)
    browser.post("/notifications/status", {"notification_id": chosen["one"], "status": "read", "redirect_to": "//evil.example"}, expect=303)
    assert browser.location == "/notifications"
    browser.post("/notifications/status", {"notification_id": chosen["three"]}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)


def test_nobody_marks_what_is_somebody_elses(new_user, resident):
    ann, ben = new_user(), new_user()
    new_issue(ben, new_repository(ann), "for ann")
    told(ann)
    mine = look(resident(ann.name))
    other = resident()
    other.post("/notifications/status", {"notification_id": ids(mine), "status": "read"}, expect=303)
    other.post("/notifications/purge", expect=303)
    assert titles(look(mine)) == ["for ann"]


def test_marking_all_leaves_what_came_later(new_user, resident):
    ann, ben = new_user(), new_user()
    first, second = new_repository(ann), new_repository(ann)
    for repository in (first, second):
        new_issue(ben, repository, repository["name"])
    told(ann)
    browser = look(resident(ann.name))
    until = int(re.search(r'name="until" value="(\d+)"', browser.page)[1])
    browser.post("/notifications/purge", {"repository": first["id"], "until": until}, expect=303)
    assert titles(look(browser)) == [second["name"]]
    browser.post("/notifications/purge", {"until": until - 3600}, expect=303)
    assert titles(look(browser)) == [second["name"]]
    browser.submit("/notifications/purge", expect=303)
    assert "All of these are read." in browser.follow().page and titles(browser) == [] and unread(browser) == 0


def test_kinds_and_pages(new_user, resident):
    ann, ben = new_user(), new_user()
    repository = new_repository(ann)
    for number in range(3):
        new_issue(ben, repository, f"issue {number}")
    told(ann)
    browser = resident(ann.name)
    assert len(titles(look(browser, "/notifications?of=issue"))) == 3 and titles(look(browser, "/notifications?of=pull")) == []
    assert titles(look(browser, "/notifications?limit=2&page=2")) == ["issue 0"] and "Newer" in browser.page
    assert "so far down" in look(browser, "/notifications?page=9").page


def test_opening_an_issue_reads_it(new_user, resident):
    ann, ben = new_user(), new_user()
    repository = new_repository(ann)
    _, issue = new_issue(ben, repository, "to be opened")
    _, other = new_issue(ben, repository, "not opened")
    told(ann)
    browser = look(resident(ann.name))
    assert unread(browser) == 2
    browser.open(f"/{repository['full_name']}/issues/{issue['number']}", expect=200)
    assert unread(browser) == 1 and titles(look(browser)) == ["not opened"]
    # What is pinned stays so.
    browser.post("/notifications/status", {"notification_id": ids(browser), "status": "pinned"}, expect=303)
    browser.open(f"/{repository['full_name']}/issues/{other['number']}", expect=200)
    assert titles(look(browser, "/notifications?type=pinned")) == ["not opened"]


def test_what_cannot_be_seen_any_more_has_no_name(new_user, resident):
    ann, ben = new_user(), new_user()
    repository = new_repository(ben, private=True)
    let_in(ben, repository, ann)
    new_issue(ben, repository, f"secret for @{ann.name}")
    told(ann)
    browser = look(resident(ann.name))
    assert titles(browser) == [f"secret for @{ann.name}"]
    ben.call("DELETE", f"{at(repository)}/collaborators/{ann.name}", expect=204)
    look(browser)
    assert "secret" not in browser.page and repository["name"] not in browser.page and unread(browser) == 1
    assert "you may not see it any more" in browser.page
    browser.submit("/notifications/status", expect=303)
    assert unread(browser.follow()) == 0


def test_what_one_watches(new_user, resident):
    ann, ben = new_user(), new_user()
    repository = new_repository(ben, description="a <thing>")
    browser = resident(ann.name)
    assert "You watch nothing" in look(browser, "/notifications/watching").page
    ann.call("PUT", f"{at(repository)}/subscription", expect=200)
    assert repository["name"] in look(browser, "/notifications/watching").page and "a &lt;thing&gt;" in browser.page
    browser.submit("/action/unwatch", expect=303)
    assert browser.location == "/notifications/watching" and "You watch nothing" in browser.follow().page


def test_what_one_is_subscribed_to(new_user, resident):
    ann, ben = new_user(), new_user()
    repository = new_repository(ben, private=True)
    let_in(ben, repository, ann)
    issue, _ = new_issue(ben, repository, "heard of")
    browser = resident(ann.name)
    assert "You are subscribed to nothing" in look(browser, "/notifications/subscriptions").page
    ann.call("PUT", f"{issue}/subscriptions/{ann.name}", expect=201)
    assert titles(look(browser, "/notifications/subscriptions")) == ["heard of"]
    ben.call("DELETE", f"{at(repository)}/collaborators/{ann.name}", expect=204)
    assert "heard of" not in look(browser, "/notifications/subscriptions").page
    let_in(ben, repository, ann)
    look(browser, "/notifications/subscriptions")
    browser.submit("/watch", expect=303)
    assert browser.location == "/notifications/subscriptions" and "You are subscribed to nothing" in browser.follow().page
