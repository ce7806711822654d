"""Server-sent events: what changes while somebody looks, who may listen, and how that ends."""
import os
import re
import signal
import socket

from issues import new_issue
from listening import Listener
from notified import told
from program import wait_until
from pulls import new_pull, put_file
from repositories import new_repository


def test_who_listens_is_told_how_it_is_and_what_changes(new_user, resident):
    ann, ben = new_user(), new_user()
    repository = new_repository(ann)
    issue, _ = new_issue(ben, repository, "before")
    told(ann)
    listener = Listener(resident(ann.name))
    assert listener.status == 200 and "text/event-stream" in listener.head
    for header in ("X-Accel-Buffering: no", "Cache-Control: no-store, no-transform", "Connection: close"):
        assert header in listener.head
    assert listener.next("notification-count") == {"Count": 1} and listener.next("stopwatches") == []
    new_issue(ben, repository, "after")
    assert listener.next("notification-count") == {"Count": 2}
    ann.call("PUT", "/notifications", expect=205)
    assert listener.next("notification-count") == {"Count": 0}
    ann.post(f"{issue}/stopwatch/start", expect=201)
    assert listener.next("stopwatches")[0]["seconds"] >= 0
    ann.call("DELETE", f"{issue}/stopwatch/delete", expect=204)
    assert listener.next("stopwatches") == []
    listener.close()


def test_it_is_not_compressed(resident):
    listener = Listener(resident(), headers=["Accept-Encoding: gzip"])
    assert "Content-Encoding" not in listener.head and listener.next("notification-count") == {"Count": 0}
    listener.close()


def test_nobody_hears_of_others(new_user, resident):
    ann, ben = new_user(), new_user()
    mine, other = Listener(resident(ann.name)), Listener(resident(ben.name))
    assert mine.next("notification-count") == other.next("notification-count") == {"Count": 0}
    new_issue(ben, new_repository(ann), "for ann")
    assert mine.next("notification-count") == {"Count": 1}
    assert b"notification-count" not in other.text
    mine.close()
    other.close()


def test_only_pages_listen(visitor, new_user, new_token, server):
    assert Listener(visitor).status == 401
    token = new_token(new_user(), "all").made["sha1"]
    assert Listener(visitor, headers=[f"Authorization: token {token}"]).status in (401, 403)


def test_the_page_of_a_new_password_listens_too(admin, new_user, resident):
    person = new_user()
    browser = resident(person.name)
    admin.call("PATCH", f"/admin/users/{person.name}", {"login_name": person.name, "source_id": 0, "must_change_password": True}, expect=200)
    browser.open("/", expect=303)
    listener = Listener(browser)
    assert listener.status == 200 and listener.next("notification-count") == {"Count": 0}
    listener.close()


def threads(server):
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        return int(re.search(r"^Threads:\s+(\d+)", status.read(), re.M)[1])


def test_nobody_listens_in_too_many_places_and_it_costs_no_thread(resident, server):
    browser = resident()
    first = Listener(browser)
    first.next("stopwatches")
    before = threads(server)
    listeners = [first, *(Listener(browser) for _ in range(15))]
    for listener in listeners[1:]:
        assert listener.status == 200 and listener.next("stopwatches") == []
    assert threads(server) <= before
    assert Listener(browser).status == 429
    assert Listener(resident()).status == 200
    # Who goes, with a word or without one, makes room.
    listeners.pop().close()
    wait_until(lambda: Listener(browser).status == 200, "a place")
    for listener in listeners:
        listener.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        listener.close()
    again = wait_until(lambda: (lambda one: one if one.status == 200 else None)(Listener(browser)), "a place")
    again.close()


def test_it_ends_with_the_session(resident):
    browser = resident()
    listener = Listener(browser)
    listener.next("stopwatches")
    browser.open("/", expect=200)
    browser.submit("/user/logout", expect=303)
    assert b"event: logout" in listener.ends()
    assert Listener(browser).status == 401


def test_it_ends_with_a_session_that_is_ended_elsewhere(resident, new_user):
    person = new_user()
    here, there = resident(person.name), resident(person.name)
    listener = Listener(there)
    listener.next("stopwatches")
    here.open("/user/settings/security", expect=200)
    here.post("/user/settings/security/sessions/delete", expect=303)
    assert b"event: logout" in listener.ends()


def test_it_ends_when_the_program_stops(program):
    from visitor import Visitor
    from client import ADMIN

    program.create_user(*ADMIN, "--admin")
    program.start()
    browser = Visitor(program.url)
    browser.sign_in(*ADMIN)
    listener = Listener(browser)
    listener.next("stopwatches")
    os.kill(program.process.pid, signal.SIGTERM)
    assert listener.ends().endswith(b"0\r\n\r\n")
    wait_until(lambda: program.process.poll() is not None, "the program to end", patience=8)


def test_whoever_looks_at_an_issue_hears_of_what_is_new(new_user, resident):
    ann, ben = new_user(), new_user()
    repository = new_repository(ann)
    address, issue = new_issue(ben, repository, "a question")
    page = f"/{repository['full_name']}/issues/{issue['number']}"
    browser = resident(ann.name)
    browser.open(page, expect=200)
    state = re.search(rf'data-news="{page}/news" data-state="([^"]+)"', browser.page)[1]
    listener = Listener(browser, f"{page}/news")
    assert listener.status == 200 and listener.next("thread") == {"state": state}, "nothing has changed since"
    said = ben.post(f"{address}/comments", {"body": "an answer"}, expect=201).json()
    after = listener.next("thread")["state"]
    assert after != state
    browser.open(page)
    assert f'data-state="{after}"' in browser.page
    ann.post(f"{address}/comments", {"body": "and another"}, expect=201)
    assert listener.next("thread")["state"] != after
    ben.call("PATCH", f"/repos/{repository['full_name']}/issues/comments/{said['id']}", {"body": "a better answer"}, expect=200)
    listener.next("thread")
    listener.close()


def test_whoever_looks_at_a_pull_request_hears_of_checks_and_pushes(new_user, resident):
    ann = new_user()
    repository, pull = new_pull(ann)
    page = f"/{repository['full_name']}/pulls/{pull.rsplit('/', 1)[1]}"
    browser = resident(ann.name)
    browser.open(page, expect=200)
    listener = Listener(browser, f"{page}/news")
    states = [listener.next("thread")["state"]]
    head = ann.get(pull).json()["head"]["sha"]
    ann.post(f"/repos/{repository['full_name']}/statuses/{head}", {"state": "success", "context": "ci"}, expect=201)
    states.append(listener.next("thread")["state"])
    put_file(ann, repository, "more.txt", branch="feat")
    browser.open(page)  # whoever looks finds it out, where the job has not yet
    states.append(listener.next("thread")["state"])
    assert len(set(states)) == 3
    listener.close()


def test_only_who_reads_it_hears_of_it_and_only_on_pages(new_user, new_token, resident, visitor):
    ann, ben = new_user(), new_user()
    repository = new_repository(ann, private=True)
    new_issue(ann, repository, "secret")
    page = f"/{repository['full_name']}/issues/1/news"
    for browser in (resident(ben.name), visitor):
        assert browser.open(page).status_code in (303, 404)
    public = new_repository(ann)
    new_issue(ann, public, "open")
    assert visitor.open(f"/{public['full_name']}/issues/1/news").status_code == 403
    visitor.open(f"/{public['full_name']}/issues/1", expect=200)
    assert "data-news" not in visitor.page
