"""/gitignore/templates, /licenses and /label/templates: what a new repository can begin with."""
import pytest


def test_gitignores_are_listed_by_name(anonymous):
    names = anonymous.get("/gitignore/templates", expect=200).json()
    assert names == sorted(names) and len(names) == len(set(names))
    assert {"C", "C++", "Go", "Java", "Node", "Python", "Rust"} <= set(names)


@pytest.mark.parametrize("name, address", [("Go", "Go"), ("C++", "C%2B%2B"), ("C++", "C++")])
def test_a_gitignore_has_its_text(anonymous, name, address):
    template = anonymous.get(f"/gitignore/templates/{address}", expect=200).json()
    assert set(template) == {"name", "source"} and template["name"] == name
    assert template["source"].endswith("\n")


def test_licenses_are_listed_with_their_addresses(anonymous, server):
    licenses = anonymous.get("/licenses", expect=200).json()
    assert [entry["key"] for entry in licenses] == sorted(entry["key"] for entry in licenses)
    for entry in licenses:
        assert entry == {"key": entry["key"], "name": entry["key"], "url": f"{server.url}/api/v1/licenses/{entry['key']}"}
    assert anonymous.get(licenses[0]["url"].removeprefix(server.url)).json()["key"] == licenses[0]["key"]


def test_a_license_has_its_text(anonymous):
    mit = anonymous.get("/licenses/MIT", expect=200).json()
    assert set(mit) == {"key", "name", "url", "implementation", "body"}
    assert "Permission is hereby granted" in mit["body"] and "{{owner}}" in mit["body"]


def test_label_sets_have_their_labels(anonymous):
    assert anonymous.get("/label/templates", expect=200).json() == ["Advanced", "Default"]
    labels = anonymous.get("/label/templates/Default", expect=200).json()
    assert len(labels) == 7
    assert {"name": "bug", "color": "ee0701", "exclusive": False}.items() <= labels[0].items()
    assert any(label["exclusive"] for label in anonymous.get("/label/templates/Advanced").json())


@pytest.mark.parametrize("path", [
    "/gitignore/templates/go", "/gitignore/templates/..%2F..%2Fapp.ini", "/gitignore/templates/Go.gitignore",
    "/licenses/mit", "/licenses/MIT.txt", "/licenses/..%2Fbuild.js", "/label/templates/default"])
def test_names_are_exact(anonymous, path):
    anonymous.refused("GET", path, 404)


def test_a_wrong_credential_is_refused_even_here(client):
    client(token="0" * 40).refused("GET", "/licenses", 401)
