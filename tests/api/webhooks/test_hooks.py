"""Hooks of repositories, organizations, one's own, and the site: what they are set to, and who may do that."""
import itertools

import pytest
from repositories import at, let_in, new_repository

NUMBERS = itertools.count(1)
URL = "http://127.0.0.1:9/hook"


def option(**more):
    return {"type": "gitea", "config": {"url": URL, "content_type": "json"}, **more}


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture(scope="module")
def repository(owner):
    return new_repository(owner)


@pytest.fixture(scope="module")
def organization(owner):
    name = f"hooked-{next(NUMBERS)}"
    owner.post("/orgs", {"username": name}, expect=201)
    return name


@pytest.fixture(params=["repository", "organization", "own", "site"])
def place(request, owner, admin, repository, organization):
    """Who may have hooks there, and the path of the list."""
    return {"repository": (owner, at(repository) + "/hooks"), "organization": (owner, f"/orgs/{organization}/hooks"),
            "own": (owner, "/user/hooks"), "site": (admin, "/admin/hooks")}[request.param]


def test_a_hook_lives_and_dies(place):
    who, path = place
    made = who.post(path, option(name=" mine ", events=["create"], branch_filter="v{1,2}/**", active=True,
                                 authorization_header="Bearer abc",
                                 config={"url": URL, "content_type": "form", "secret": "hidden"}), expect=201).json()
    assert (made["name"], made["type"], made["events"], made["active"]) == ("mine", "gitea", ["create"], True)
    assert made["config"] == {"url": URL, "content_type": "form"} and made["authorization_header"] == ""
    assert who.get(f"{path}/{made['id']}").json() == made
    edited = who.call("PATCH", f"{path}/{made['id']}", {"config": {"url": URL + "2"}, "name": "yours"}, expect=200).json()
    assert edited["config"] == {"url": URL + "2", "content_type": "form"}
    assert (edited["name"], edited["active"]) == ("yours", True)
    assert (edited["events"], edited["branch_filter"]) == (["push"], "")
    who.delete(f"{path}/{made['id']}", expect=204)
    for method in ("GET", "DELETE", "PATCH"):
        who.refused(method, f"{path}/{made['id']}", 404)


def test_a_hook_is_found_only_where_it_belongs(owner, admin, repository, organization, new_user):
    made = owner.post(at(repository) + "/hooks", option(), expect=201).json()
    other = new_user()
    for who, path in ((owner, f"/orgs/{organization}/hooks"), (owner, "/user/hooks"), (admin, "/admin/hooks"),
                      (other, at(new_repository(other)) + "/hooks")):
        for method in ("GET", "PATCH", "DELETE"):
            who.refused(method, f"{path}/{made['id']}", 404)
    owner.get(f"{at(repository)}/hooks/{made['id']}")


@pytest.mark.parametrize("body, status", [
    (option(type="carrier-pigeon"), 422),
    ({"config": {"url": URL, "content_type": "json"}}, 422),
    ({"type": "gitea"}, 422),
    (option(config={"content_type": "json"}), 422),
    (option(config={"url": URL}), 422),
    (option(config={"url": URL, "content_type": "xml"}), 422),
    (option(config={"url": "nowhere", "content_type": "json"}), 422),
    (option(config={"url": "ftp://host/", "content_type": "json"}), 422),
    (option(config={"url": "http:///path", "content_type": "json"}), 422),
    (option(config={"url": "http://host/ \r\nX-Evil: 1", "content_type": "json"}), 422),
    *((option(config={"url": url, "content_type": "json"}), 422) for url in (
        "http://[::1", "http://:80/", "http://@/", "http://host:99999/", "http://host:abc/")),
    (option(type="slack"), 422),
    (option(type="slack", config={"url": URL, "content_type": "json", "channel": "#"}), 400),
    (option(branch_filter="[broken"), 422),
    (option(name="n" * 256), 422),
    (option(authorization_header="Bearer a\r\nX-Evil: 1"), 422),
])
def test_what_is_wrong_is_said(place, body, status):
    who, path = place
    who.refused("POST", path, status, body)


def test_slack_has_more_to_it(owner, repository):
    config = {"url": URL, "content_type": "json", "channel": "#general", "username": "bot", "icon_url": "i", "color": "c"}
    made = owner.post(at(repository) + "/hooks", option(type="slack", config=config), expect=201).json()
    assert made["config"] == config


@pytest.mark.parametrize("words, events", [
    (None, ["push"]), ([], ["push"]), (["PUSH", "unknown"], ["push"]),
    (["issues"], ["issue_assign", "issue_comment", "issue_label", "issue_milestone", "issues"]),
    (["issues_only"], ["issues"]), (["pull_request_only", "wiki"], ["pull_request", "wiki"]),
])
def test_words_stand_for_events(owner, repository, words, events):
    body = option() if words is None else option(events=words)
    assert sorted(owner.post(at(repository) + "/hooks", body, expect=201).json()["events"]) == events


def test_only_who_administers_a_place_has_its_hooks(owner, repository, organization, new_user, anonymous):
    writer, stranger = new_user(), new_user()
    let_in(owner, repository, writer, "write")
    for path, body in ((at(repository) + "/hooks", option()), (f"/orgs/{organization}/hooks", option()), ("/admin/hooks", option())):
        for who in (writer, stranger):
            who.refused("GET", path, 403)
            who.refused("POST", path, 403, body)
        anonymous.refused("GET", path, 401)
    anonymous.refused("GET", "/user/hooks", 401)


def test_a_public_only_token_has_nothing_to_do_with_own_hooks(owner, new_token):
    new_token(owner, "public-only", "all").refused("GET", "/user/hooks", 403)


def test_new_repositories_begin_with_the_default_hooks(admin, new_user):
    hook = admin.post("/admin/hooks", option(name="default", events=["wiki"], config={
        "url": URL, "content_type": "json", "is_system_webhook": "false"}), expect=201).json()
    everywhere = admin.post("/admin/hooks", option(name="system", config={
        "url": URL, "content_type": "json", "is_system_webhook": "true"}), expect=201).json()
    ids = {kind: [each["id"] for each in admin.get(f"/admin/hooks?type={kind}&limit=50").json()] for kind in ("system", "default", "all")}
    assert hook["id"] in ids["default"] and everywhere["id"] in ids["system"] and {hook["id"], everywhere["id"]} <= set(ids["all"])
    assert hook["id"] not in ids["system"] and everywhere["id"] not in ids["default"]
    admin.refused("POST", "/admin/hooks", 422, option(config={"url": URL, "content_type": "json", "is_system_webhook": "maybe"}))
    person = new_user()
    for place in ("/user/hooks", f"{at(new_repository(person))}/hooks"):
        person.refused("POST", place, 422, option(config={"url": URL, "content_type": "json", "is_system_webhook": "maybe"}))
        for word in ("", "T", "0", "true"):
            person.post(place, option(config={"url": URL, "content_type": "json", "is_system_webhook": word}), expect=201)
    who = new_user()
    repository = new_repository(who)
    for each in (hook, everywhere):
        admin.delete(f"/admin/hooks/{each['id']}", expect=204)
    assert [(each["name"], each["events"]) for each in who.get(at(repository) + "/hooks").json()] == [("default", ["wiki"])]


def test_the_server_runs_no_scripts(owner, admin, repository, anonymous):
    for method, path in (("GET", "/hooks/git"), ("GET", "/hooks/git/pre-receive"), ("PATCH", "/hooks/git/pre-receive"),
                         ("DELETE", "/hooks/git/pre-receive")):
        owner.refused(method, at(repository) + path, 403, {"content": "#!/bin/sh\n"} if method == "PATCH" else None)
        admin.refused(method, at(repository) + path, 403, {"content": "#!/bin/sh\n"} if method == "PATCH" else None)
        anonymous.refused(method, at(repository) + path, 401, {"content": "#!/bin/sh\n"} if method == "PATCH" else None)
