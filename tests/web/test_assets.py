"""The files of the pages: each under a name with a mark of its content, packed for those who take that."""
import re

import pytest
import requests


@pytest.fixture
def asset(server):
    def get(name, encoding="gzip"):
        return requests.get(f"{server.url}/assets/{name}", headers={"Accept-Encoding": encoding}, timeout=30)

    return get


def marked(server, name):
    """As the reference's page says it."""
    page = requests.get(f"{server.url}/api/swagger", timeout=30).text
    stem, ending = name.rsplit(".", 1)
    return re.search(rf"/assets/({re.escape(stem)}\.[0-9a-f]{{12}}\.{ending})", page)[1]


def test_a_marked_name_is_for_ever_and_a_plain_one_is_not(server, asset):
    lasting = asset(marked(server, "swagger.css"))
    assert lasting.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert lasting.headers["Vary"] == "Accept-Encoding" and lasting.headers["X-Content-Type-Options"] == "nosniff"
    plain = asset("swagger.css")
    assert plain.content == lasting.content and "immutable" not in plain.headers["Cache-Control"]


@pytest.mark.parametrize("name", ["swagger.css", "swagger-ui.css", "hljs-rust.js", "icons.svg"])
def test_who_takes_nothing_packed_gets_it_whole(asset, name):
    packed, whole = asset(name), asset(name, "identity")
    assert packed.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in whole.headers
    assert packed.content == whole.content and len(whole.content) > 100
    assert packed.headers["ETag"] != whole.headers["ETag"]


def test_a_drawings_page_has_no_origin_and_reaches_nothing(asset):
    policy = asset("drawing.html").headers["Content-Security-Policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none'") and "allow-same-origin" not in policy and "connect-src" not in policy
    assert "Content-Security-Policy" not in asset("site.css").headers


@pytest.mark.parametrize("name", ["site.000000000000.css", "site.css.gz", "manifest.txt", "../manifest.txt", "", "nothing.js"])
def test_there_is_nothing_else(asset, name):
    assert asset(name).status_code == 404
