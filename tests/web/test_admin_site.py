"""The pages on which administrators look after the site: how it is, what it has, what it does, and how it is set."""
import csv
import io
import json
import re
import subprocess

import pytest
from client import ADMIN
from program import wait_until
from repositories import new_repository
from visitor import Visitor

PAGES = ["", "/config", "/config/settings", "/monitor/cron", "/monitor/cron/update_mirrors", "/monitor/queue", "/monitor/stats", "/audit", "/audit/export", "/notices", "/self_check", "/orgs", "/repos",
         "/repos/unadopted", "/repos/unadopted/delete?owner=a&name=b", "/packages", "/emails", "/auths", "/users", "/applications"]
ACTIONS = ["/config/settings", "/config/settings/reset", "/monitor/cron/update_mirrors/run", "/monitor/queue/1/retry", "/self_check", "/repos/unadopted/adopt", "/repos/unadopted/delete"]


@pytest.fixture
def chief(server):
    """A browser in which an administrator is signed in."""
    browser = Visitor(server.url)
    assert browser.sign_in(*ADMIN).status_code == 303
    return browser


def test_all_of_it_is_for_administrators(visitor, resident):
    browser = resident()
    for page in PAGES:
        visitor.open(f"/-/admin{page}", expect=303)
        browser.open(f"/-/admin{page}", expect=403)
    for action in ACTIONS:
        browser.post(f"/-/admin{action}", {"owner": "a", "name": "b"}, expect=403)
        visitor.post(f"/-/admin{action}", {"owner": "a", "name": "b"}, expect=303)


def test_every_link_beside_the_pages_leads_somewhere(chief):
    chief.open("/-/admin", expect=200)
    links = re.findall(r'href="(/-/admin[^"#]*)"', chief.page)
    assert len(set(links)) > 12
    for link in sorted(set(links)):
        chief.open(link.replace("&amp;", "&"), expect=200)


def test_the_overview_tells_how_the_site_is(chief, new_user):
    new_user()
    chief.open("/-/admin", expect=200)
    for words in ("Healthy", "People", "Repositories", "Memory", "Storage", "Work in hand", "Tasks", "Lately in the audit trail", "Cairn "):
        assert words in chief.page or (words == "Healthy" and "Needs a look" in chief.page), words
    chief.open("/-/admin/monitor/stats", expect=200)
    assert "Pull requests" in chief.page and "Access tokens" in chief.page
    chief.open("/-/admin/notices", expect=200)


def test_a_task_is_run_and_its_result_is_shown(chief, admin):
    chief.open("/-/admin/monitor/cron", expect=200)
    assert "Update mirrors" in chief.page
    runs = {task["name"]: task["exec_times"] for task in admin.get("/admin/cron?limit=50").json()}
    chief.submit("/monitor/cron/check_repo_stats/run", expect=303)
    chief.follow()
    assert chief.notice == "The task runs."
    wait_until(lambda: next(task["exec_times"] for task in admin.get("/admin/cron?limit=50").json() if task["name"] == "check_repo_stats")
               > runs["check_repo_stats"], "the task to run")

    def done():
        chief.open("/-/admin/monitor/cron", expect=200)
        return "Done" in re.search(r"Count anew what repositories have</a></th>.*?</tr>", chief.page, re.S)[0]

    wait_until(done, "the task to be done")
    chief.post("/-/admin/monitor/cron/nothing/run", expect=404)


def test_the_jobs(chief, server):
    chief.open("/-/admin/monitor/queue", expect=200)
    chief.open("/-/admin/monitor/queue?state=failed&kind=%3Cu%3E", expect=200)
    assert "<u>" not in chief.page and "Nothing waits" in chief.page
    server.sql("INSERT INTO job (kind, owner, key, payload, state, turn, due_at, leases, attempts, last_error, created_at)"
               " VALUES ('never_heard_of', 'x', '<i>key</i>', '', 'failed', 0, 0, 0, 3, 'it <i>broke</i>', 1700000000)")
    chief.open("/-/admin/monitor/queue?kind=never_heard_of", expect=200)
    assert "it &lt;i&gt;broke&lt;/i&gt;" in chief.page and "<i>key" not in chief.page and "3 attempts" in chief.page
    chief.open("/-/admin/notices", expect=200)
    assert "given up" in chief.page
    chief.open("/-/admin", expect=200)
    assert "Needs a look" in chief.page
    chief.open("/-/admin/monitor/queue?kind=never_heard_of", expect=200)
    chief.submit("/retry", expect=303)
    assert chief.follow().notice == "The job is tried again."
    server.sql("DELETE FROM job WHERE kind = 'never_heard_of'")
    chief.post("/-/admin/monitor/queue/999999999/retry", expect=404)
    chief.open("/-/admin/monitor/queue?page=99", expect=200)


def test_organizations(chief, new_user):
    person = new_user()
    name = f"org-of-{person.name}"
    person.post("/orgs", {"username": name, "full_name": "<b>Org</b>", "visibility": "private"}, expect=201)
    chief.open(f"/-/admin/orgs?q={name}", expect=200)
    assert f">{name}</a>" in chief.page and "1 member" in chief.page and "<b>Org" not in chief.page and "Private" in chief.page
    chief.open("/-/admin/orgs?q=nobody-is-called-so", expect=200)
    assert "No organization" in chief.page
    chief.open("/-/admin/orgs?sort=newest&page=999", expect=200)


def test_repositories(chief, new_user):
    person = new_user()
    repository, _ = new_repository(person, private=True), new_repository(person)
    chief.open(f"/-/admin/repos?q={repository['full_name']}", expect=200)
    assert f">{repository['full_name']}</a>" in chief.page
    for sort in ("newest", "updated", "size", "<b>"):
        chief.open(f"/-/admin/repos?sort={sort}&limit=1", expect=200)
        assert "Older" in chief.page
    chief.open("/-/admin/repos?q=100%25_nothing", expect=200)
    assert "No repository" in chief.page
    chief.open("/-/admin/packages?q=nothing", expect=200)
    assert "No package" in chief.page


def test_unknown_folders_are_taken_over_and_deleted(chief, new_user, server):
    person = new_user()
    chief.open(f"/-/admin/repos/unadopted?pattern={person.name}", expect=200)
    assert "Nothing unknown" in chief.page
    for name in ("kept", "thrown-away"):
        folder = server.folder / "repositories" / person.name / f"{name}.git"
        subprocess.run(["git", "init", "-q", "--bare", folder], check=True)
    chief.open(f"/-/admin/repos/unadopted?pattern={person.name}", expect=200)
    assert f"{person.name}/kept" in chief.page
    chief.post("/-/admin/repos/unadopted/adopt", {"owner": person.name, "name": "kept"}, expect=303)
    assert chief.follow().notice.startswith("The repository is taken over.")
    assert person.get(f"/repos/{person.name}/kept").json()["private"]
    chief.open(f"/-/admin/repos/unadopted/delete?owner={person.name}&name=thrown-away", expect=200)
    chief.submit("/unadopted/delete", expect=303)
    assert chief.follow().notice == "The folder is deleted."
    assert not (server.folder / "repositories" / person.name / "thrown-away.git").exists()
    chief.post("/-/admin/repos/unadopted/delete", {"owner": person.name, "name": "thrown-away"}, expect=404)
    chief.post("/-/admin/repos/unadopted/adopt", {"owner": "nobody-at-all", "name": "x"}, expect=404)
    chief.post("/-/admin/repos/unadopted/adopt", {"owner": person.name, "name": "../../x"})
    assert 400 <= chief.answer.status_code < 500
    chief.open("/-/admin/repos/unadopted?pattern=[", expect=None)
    assert chief.answer.status_code < 500


def test_the_settings_say_where_they_come_from(program):
    program.settings["mailer"] = {"PASSWD": "very-secret-word"}
    program.settings["proxy"] = {"PROXY_URL": "http://name:hidden-word@127.0.0.1:1/"}
    program.write_config()
    program.create_user(*ADMIN, "--admin")
    program.start()
    browser = Visitor(program.url)
    browser.sign_in(*ADMIN)
    browser.open("/-/admin/config", expect=200)
    assert "very-secret-word" not in browser.page and "hidden-word" not in browser.page
    assert "set, not shown" in browser.page and f"{program.config}:" in browser.page and "HTTP_PORT" in browser.page
    browser.open("/-/admin/config?changed=true&q=http_port", expect=200)
    assert f"<code>{program.port}</code>" in browser.page and "Default: <code>3000</code>" in browser.page and "APP_NAME" not in browser.page
    browser.open("/-/admin/config?q=%3Cu%3Enothing", expect=200)
    assert "No such setting" in browser.page and "<u>" not in browser.page
    browser.open("/-/admin/auths", expect=200)
    assert "This site" in browser.page


def test_the_self_check(program):
    program.create_user(*ADMIN, "--admin")
    program.start()
    browser = Visitor(program.url)
    browser.sign_in(*ADMIN)
    browser.open("/-/admin/self_check", expect=200)
    browser.submit("/self_check", expect=303)
    assert browser.location == "/-/admin/self_check"

    def over():
        browser.open("/-/admin/self_check", expect=200)
        return "Under way" not in browser.page

    wait_until(over, "the self-check to end")
    for what in ("settings", "data-folder", "database", "counts", "repositories", "stray-files", "mirrors", "git"):
        assert f"<strong>{what}</strong>" in browser.page


def test_the_trail_is_taken_along(chief, new_user, server):
    person = new_user()
    Visitor(server.url).sign_in(person.name, "=cmd|wrong,\"x\"")
    chief.open(f"/-/admin/audit?user={person.name}", expect=200)
    assert "As CSV" in chief.page and f"user={person.name}" in chief.page
    chief.open(f"/-/admin/audit/export?format=csv&user={person.name}", expect=200)
    rows = list(csv.DictReader(io.StringIO(chief.answer.text)))
    assert rows and {row["account"] for row in rows} == {person.name} and "account_created" in {row["kind"] for row in rows}
    assert "attachment" in chief.answer.headers["Content-Disposition"] and chief.answer.headers["Content-Type"].startswith("text/csv")
    chief.open(f"/-/admin/audit/export?format=jsonl&user={person.name}", expect=200)
    lines = [json.loads(line) for line in chief.answer.text.splitlines()]
    assert [line["id"] for line in lines] == [int(row["id"]) for row in rows]
    chief.open("/-/admin/audit/export?format=pdf", expect=422)
    chief.open("/-/admin/audit/export?since=never", expect=422)
    chief.open("/-/admin/audit?since=2001-01-01&before=2001-02-01", expect=200)
    assert "Nothing of that kind" in chief.page and 'value="2001-01-01"' in chief.page
    chief.open("/-/admin/audit?since=<b>", expect=422)


def test_what_would_be_a_formula_is_none(chief, server):
    stranger = Visitor(server.url)
    stranger.session.headers["User-Agent"] = "=1+1"
    stranger.sign_in("nobody-at-all", "wrong")
    chief.open("/-/admin/audit/export?format=csv&kind=sign_in_failed", expect=200)
    assert "'=1+1" in chief.answer.text


def test_the_overview_tells_of_the_last_backup(program, tmp_path):
    program.create_user(*ADMIN, "--admin")
    program.start()
    browser = Visitor(program.url)
    browser.sign_in(*ADMIN)
    browser.open("/-/admin", expect=200)
    assert re.search(r"<dt>Last backup</dt><dd><span[^>]*>none so far", browser.page)
    program.run("backup", tmp_path / "kept")
    browser.open("/-/admin", expect=200)
    assert re.search(r"<dt>Last backup</dt><dd><time ", browser.page)
    assert "0 of 0 there" in browser.page and "Jobs of workflows" in browser.page


def test_packages_with_their_size(chief, new_user):
    owner = new_user()
    owner.call("PUT", f"/api/packages/{owner.name}/generic/tool-of-{owner.name}/1.0/data.bin", data=b"x" * 2048, expect=201)
    owner.call("PUT", f"/api/packages/{owner.name}/generic/tool-of-{owner.name}/1.0/more.bin", data=b"y" * 2048, expect=201)
    chief.open(f"/-/admin/packages?q=tool-of-{owner.name}", expect=200)
    base = f"/{owner.name}/-/packages/generic/tool-of-{owner.name}/1.0"
    row = re.search(rf'<li>(?:(?!<li>).)*?href="{base}".*?</li>', chief.page, re.S).group(0)
    assert re.search(r"<span>4\.\d kB</span>|<span>4 K(i)?B</span>|<span>4\.\d KB</span>", row), row
    assert f'href="{base}/settings/delete"' in row
    chief.open(f"{base}/settings/delete", expect=200)


def test_how_a_task_went(chief, admin):
    address = "/-/admin/monitor/cron/check_repo_stats"
    chief.open("/-/admin/monitor/cron", expect=200)
    assert f'href="{address}"' in chief.page

    def rows():
        chief.open(address, expect=200)
        return chief.page.count('aria-label="Done"')

    before = rows()
    chief.submit("/check_repo_stats/run", expect=303)
    wait_until(lambda: rows() > before, "the run to be remembered")
    assert "Count anew what repositories have" in chief.page and "<code>@midnight</code>" in chief.page
    chief.open(f"{address}?page=99", expect=200)
    assert "Nothing is so far down the list" in chief.page
    chief.open("/-/admin/monitor/cron/no-such-task", expect=404)
    chief.open("/-/admin/monitor/cron/%3Cb%3E", expect=404)
