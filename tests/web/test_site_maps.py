"""What robots, search engines and other servers ask for: robots.txt, maps, NodeInfo, WebFinger, security.txt, badges."""
import xml.etree.ElementTree as ElementTree

import pytest
from client import Client
from repositories import at, new_repository

SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def fetch(client, path, status=200, **more):
    answer = client.session.get(client.url + path, allow_redirects=False, timeout=30, **more)
    assert answer.status_code == status, f"{path} as {client.name}: {answer.status_code} {answer.text}"
    return answer


def addresses(client, path):
    root = ElementTree.fromstring(fetch(client, path).content)
    return [element.text for element in root.iter(SPACE + "loc")]


@pytest.fixture
def ann(new_user):
    return new_user()


class TestMaps:
    def test_they_lead_to_what_everybody_may_see(self, ann, anonymous):
        shown = new_repository(ann)
        hidden = new_repository(ann, private=True)
        maps = addresses(anonymous, "/sitemap.xml")
        assert f"{anonymous.url}/explore/repos/sitemap-1.xml" in maps
        assert f"{anonymous.url}/explore/users/sitemap-1.xml" in maps
        everything = [each for one in maps for each in addresses(anonymous, one.removeprefix(anonymous.url))]
        assert f"{anonymous.url}/{shown['full_name']}" in everything
        assert f"{anonymous.url}/{hidden['full_name']}" not in everything
        assert f"{anonymous.url}/{ann.name}" in everything

    def test_who_hides_is_not_on_them(self, ann, anonymous, admin):
        def on_maps():
            return [each for one in addresses(anonymous, "/sitemap.xml") for each in addresses(anonymous, one.removeprefix(anonymous.url))]
        shown = new_repository(ann)
        admin.call("PATCH", f"/admin/users/{ann.name}", {"source_id": 0, "login_name": ann.name, "visibility": "limited"})
        assert not [each for each in on_maps() if each.startswith(f"{anonymous.url}/{ann.name}")], shown

    @pytest.mark.parametrize("name", ["sitemap-0", "sitemap-999999", "sitemap--1", "sitemap-", "sitemap-x", "other", "sitemap-99999999999999999999"])
    def test_others_are_not_there(self, anonymous, name):
        for kind in ("repos", "users"):
            fetch(anonymous, f"/explore/{kind}/{name}.xml", 404)


class TestRobots:
    def test_they_are_told_what_to_leave_alone_and_where_the_map_is(self, anonymous):
        answer = fetch(anonymous, "/robots.txt")
        assert answer.headers["Content-Type"].startswith("text/plain")
        assert "Disallow: /api/\n" in answer.text
        assert f"Sitemap: {anonymous.url}/sitemap.xml\n" in answer.text

    def test_the_operator_has_the_last_word(self, program):
        program.start()
        public = program.folder / "public"
        public.mkdir(parents=True)
        (public / "robots.txt").write_text("User-agent: *\nDisallow: /mine\n")
        (public / ".well-known").mkdir()
        (public / ".well-known" / "security.txt").write_text("Contact: mailto:holes@example.com\n")
        anonymous = Client(program.url)
        assert fetch(anonymous, "/robots.txt").text == "User-agent: *\nDisallow: /mine\n"
        assert fetch(anonymous, "/.well-known/security.txt").text == "Contact: mailto:holes@example.com\n"


class TestNodeInfo:
    def test_it_is_found_by_its_links(self, anonymous):
        links = fetch(anonymous, "/.well-known/nodeinfo").json()["links"]
        assert [link["rel"] for link in links] == ["http://nodeinfo.diaspora.software/ns/schema/2.1"]
        answer = fetch(anonymous, links[0]["href"].removeprefix(anonymous.url))
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        info = answer.json()
        assert info["version"] == "2.1"
        assert info["software"]["name"] == "cairn"
        assert info["protocols"] == [] and info["metadata"] == {}
        assert info["services"] == {"inbound": [], "outbound": ["atom1.0", "rss2.0"]}
        assert info["usage"]["users"]["total"] >= 1
        assert isinstance(info["openRegistrations"], bool)


class TestWebFinger:
    def test_an_account_is_found_by_its_address(self, ann, anonymous):
        host = anonymous.url.split("://")[1]
        for resource in (f"acct:{ann.name}@{host}", f"acct:{ann.name.upper()}@{host}", f"{anonymous.url}/{ann.name}"):
            answer = fetch(anonymous, "/.well-known/webfinger", params={"resource": resource})
            assert answer.headers["Content-Type"].startswith("application/jrd+json")
            found = answer.json()
            assert found["subject"] == f"acct:{ann.name}@{host}"
            assert found["aliases"] == [f"{anonymous.url}/{ann.name}"]
            assert {link["rel"] for link in found["links"]} >= {"http://webfinger.net/rel/profile-page", "http://webfinger.net/rel/avatar"}

    def test_nobody_learns_who_is_hidden(self, ann, anonymous, admin):
        host = anonymous.url.split("://")[1]
        admin.call("PATCH", f"/admin/users/{ann.name}", {"source_id": 0, "login_name": ann.name, "visibility": "private"})
        fetch(anonymous, "/.well-known/webfinger", 404, params={"resource": f"acct:{ann.name}@{host}"})
        fetch(anonymous, "/.well-known/webfinger", 404, params={"resource": f"acct:nobody-at-all@{host}"})

    @pytest.mark.parametrize("resource", ["", "acct:", "acct:x", "acct:x@elsewhere.example", "mailto:x@y", "https://elsewhere.example/x"])
    def test_other_resources_are_refused(self, anonymous, resource):
        fetch(anonymous, "/.well-known/webfinger", 400, params={"resource": resource})


class TestReleaseBadge:
    def test_it_tells_the_latest_release(self, ann, anonymous):
        repository = new_repository(ann, auto_init=True)
        path = f"/{repository['full_name']}/badges/release.svg"
        answer = fetch(anonymous, path)
        assert answer.headers["Content-Type"].startswith("image/svg+xml")
        assert "release: none" in answer.text
        ann.post(at(repository) + "/releases", {"tag_name": "v1.<1>"}, expect=201)
        answer = fetch(anonymous, path)
        assert "release: v1.&lt;1&gt;" in answer.text and "<1>" not in answer.text
        ann.post(at(repository) + "/releases", {"tag_name": "v1.2"}, expect=201)
        assert "release: v1.2" in fetch(anonymous, path).text
        tag = fetch(anonymous, path).headers["ETag"]
        fetch(anonymous, path, 304, headers={"If-None-Match": tag})

    def test_nobody_learns_what_there_is(self, ann, anonymous):
        hidden = new_repository(ann, private=True)
        fetch(anonymous, f"/{hidden['full_name']}/badges/release.svg", 404)
