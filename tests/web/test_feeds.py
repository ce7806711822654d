"""RSS and Atom: what they tell, to whom, and that they are well formed whatever people write."""
import email.utils
import xml.etree.ElementTree as ElementTree

import pytest
from client import PASSWORD, Client
from repositories import at, let_in, new_repository
from visitor import Visitor

ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = "</title><script>alert(1)</script> & \"x\" \u00fc ]]>"


def fetch(client, path, status=200, **more):
    answer = client.session.get(client.url + path, allow_redirects=False, timeout=30, **more)
    assert answer.status_code == status, f"{path} as {client.name}: {answer.status_code} {answer.text}"
    return answer


def titles(client, path, **more):
    """Of the items; read strictly, and the same in both forms."""
    rss = fetch(client, path.replace("FORM", "rss"), **more)
    assert rss.headers["Content-Type"] == "application/rss+xml; charset=utf-8"
    channel = ElementTree.fromstring(rss.content).find("channel")
    assert all(channel.find(name) is not None for name in ("title", "link", "description", "lastBuildDate"))
    in_rss = []
    for item in channel.findall("item"):
        assert email.utils.parsedate_to_datetime(item.findtext("pubDate")) and item.findtext("guid")
        in_rss.append(item.findtext("title"))
    atom = fetch(client, path.replace("FORM", "atom"), **more)
    assert atom.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(atom.content)
    assert feed.tag == ATOM + "feed" and all(feed.find(ATOM + name) is not None for name in ("id", "title", "updated"))
    assert feed.find(f"{ATOM}link[@rel='self']").get("href") == client.url + path.replace("FORM", "atom")
    entries = feed.findall(ATOM + "entry")
    assert all(entry.findtext(ATOM + name) for entry in entries for name in ("id", "updated", "title"))
    assert len({entry.findtext(ATOM + "id") for entry in entries}) == len(entries)
    assert [entry.findtext(ATOM + "title") for entry in entries] == in_rss
    return in_rss


@pytest.fixture
def ann(new_user):
    return new_user()


@pytest.fixture
def repository(ann):
    return new_repository(ann, auto_init=True, default_branch="main")


def test_what_happened_in_a_repository(ann, anonymous, repository):
    name = repository["full_name"]
    ann.post(f"{at(repository)}/contents/a.txt", {"content": "eA==", "message": HOSTILE}, expect=201)
    issue = ann.post(f"{at(repository)}/issues", {"title": HOSTILE}, expect=201).json()
    ann.post(f"{at(repository)}/issues/{issue['number']}/comments", {"body": HOSTILE}, expect=201)
    found = titles(anonymous, f"/{name}.FORM")
    assert found[:2] == [f"{ann.name} commented on issue {name}#1", f"{ann.name} opened issue {name}#1"]
    assert f"{ann.name} created repository {name}" in found and f"{ann.name} pushed to main at {name}" in found
    text = fetch(anonymous, f"/{name}.rss").text
    assert "<script>" not in text and "alert(1)" in text
    assert titles(anonymous, f"/{ann.name}.FORM") == found


def test_releases_tags_branches_and_files(ann, anonymous, repository):
    name = repository["full_name"]
    ann.post(f"{at(repository)}/contents/docs/a.txt", {"content": "eA==", "message": HOSTILE + "\n\nmore"}, expect=201)
    ann.post(f"{at(repository)}/branches", {"new_branch_name": "topic/x"}, expect=201)
    ann.post(f"{at(repository)}/contents/b.txt", {"content": "eA==", "message": "on a branch", "branch": "topic/x"}, expect=201)
    ann.post(f"{at(repository)}/releases", {"tag_name": "v1", "name": HOSTILE, "body": "# big\n\n<script>alert(1)</script>"}, expect=201)
    ann.post(f"{at(repository)}/releases", {"tag_name": "v2", "draft": True}, expect=201)
    ann.post(f"{at(repository)}/tags", {"tag_name": "plain", "message": "a note"}, expect=201)
    assert titles(anonymous, f"/{name}/releases.FORM") == [HOSTILE]
    assert titles(ann, f"/{name}/releases.FORM") == [HOSTILE]  # drafts are nobody's news
    assert "<script" not in ElementTree.fromstring(fetch(anonymous, f"/{name}/releases.rss").content).findtext(
        "channel/item/{http://purl.org/rss/1.0/modules/content/}encoded")
    assert sorted(titles(anonymous, f"/{name}/tags.FORM")) == ["plain", "v1"]
    assert titles(anonymous, f"/{name}/FORM/branch/main") == [HOSTILE, "Initial commit"]
    assert titles(anonymous, f"/{name}/FORM/branch/topic/x") == ["on a branch", HOSTILE, "Initial commit"]
    assert titles(anonymous, f"/{name}/FORM/branch/topic/x/docs/a.txt") == [HOSTILE]
    assert titles(anonymous, f"/{name}/FORM/branch/main/docs") == [HOSTILE]
    for missing in ("branch/none", "branch/main/none", "branch/topic", "branch/main/.git/config"):
        fetch(anonymous, f"/{name}/rss/{missing}", 404)


def test_an_organization_s(ann, anonymous, new_token):
    organization = ann.post("/orgs", {"username": f"org-{ann.name}"}, expect=201).json()["username"]
    ann.post(f"/orgs/{organization}/repos", {"name": "r"}, expect=201)
    assert titles(anonymous, f"/{organization}.FORM") == [f"{ann.name} created repository {organization}/r"]
    fetch(new_token(ann, "read:user"), f"/{organization}.rss", 403)
    assert titles(new_token(ann, "read:user", "read:organization"), f"/{organization}.FORM")
    hidden = ann.post("/orgs", {"username": f"hidden-{ann.name}", "visibility": "private"}, expect=201).json()["username"]
    fetch(anonymous, f"/{hidden}.rss", 404)
    fetch(ann, f"/{hidden}.rss")


@pytest.mark.parametrize("path", [".rss", ".atom", "/releases.rss", "/tags.atom", "/rss/branch/main", "/atom/branch/main/README.md"])
def test_what_is_hidden_stays_so(ann, anonymous, new_user, new_token, path):
    hidden = new_repository(ann, private=True, auto_init=True, default_branch="main")
    address = f"/{hidden['full_name']}{path}"
    guest, stranger = new_user(), new_user()
    let_in(ann, hidden, guest, "read")
    for who in (anonymous, stranger, new_token(stranger, "all")):
        fetch(who, address, 404)
    for who in (ann, guest, new_token(guest, "read:repository")):
        fetch(who, address)
    fetch(new_token(guest, "read:user"), address, 403)
    fetch(new_token(guest, "read:issue"), address, 403)
    fetch(new_token(guest, "public-only", "read:repository"), address, 404)
    fetch(Client(ann.url, basic=(ann.name, "wrong")), address, 401)


def test_a_person_s_feed_has_what_the_reader_may_see(ann, anonymous, new_user, new_token):
    hidden = new_repository(ann, private=True, auto_init=True)
    guest = new_user()
    let_in(ann, hidden, guest, "read")
    assert titles(anonymous, f"/{ann.name}.FORM") == [] == titles(guest, f"/{ann.name}.FORM")
    assert titles(ann, f"/{ann.name}.FORM")
    assert titles(new_token(ann, "public-only", "read:user"), f"/{ann.name}.FORM") == []
    shy = new_user()
    new_repository(shy)
    assert titles(anonymous, f"/{shy.name}.FORM")
    shy.call("PATCH", "/user/settings", {"hide_activity": True}, expect=200)
    assert titles(anonymous, f"/{shy.name}.FORM") == []
    private = new_user(visibility="private")
    fetch(anonymous, f"/{private.name}.rss", 404)
    fetch(anonymous, "/nobody-at-all.atom", 404)


def test_a_signed_in_browser_sees_its_own(ann, server):
    hidden = new_repository(ann, private=True, auto_init=True)
    visitor = Visitor(server.url)
    visitor.sign_in(ann.name, PASSWORD)
    assert visitor.open(f"/{hidden['full_name']}.rss").status_code == 200


def test_readers_ask_again_for_little(ann, anonymous, repository):
    path = f"/{repository['full_name']}.rss"
    first = fetch(anonymous, path)
    assert fetch(anonymous, path).headers["ETag"] == first.headers["ETag"]
    assert fetch(anonymous, path, 304, headers={"If-None-Match": first.headers["ETag"]}).content == b""
    assert fetch(anonymous, path, 304, headers={"If-Modified-Since": first.headers["Last-Modified"]}).content == b""
    fetch(anonymous, path, 200, headers={"If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"})
    fetch(anonymous, path, 200, headers={"If-Modified-Since": "yesterday"})
    ann.post(f"{at(repository)}/issues", {"title": "news"}, expect=201)
    fetch(anonymous, path, 200, headers={"If-None-Match": first.headers["ETag"]})


def test_they_can_be_switched_off(program):
    program.settings["other"] = {"ENABLE_FEED": "false"}
    program.write_config()
    program.create_user("root", "correct horse battery", "--admin")
    root = Client(program.start().url, basic=("root", "correct horse battery"))
    repository = new_repository(root, auto_init=True, default_branch="main")
    for path in ("/root.rss", f"/{repository['full_name']}.rss", f"/{repository['full_name']}/rss/branch/main"):
        fetch(root, path, 404)
