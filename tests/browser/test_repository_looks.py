"""Pages of a repository in light, in dark and on a phone, with their menus closed and open: see test_looks.py and axe.py.

Whoever writes such a page adds its address, and what it shows to `furnished`.
"""
import base64
import json

import pytest
from axe import faults
from client import PASSWORD, Client
from looks import FORMS, look
from pulls import begun, new_pull, put_file
from repositories import at

PAGES = ("", "/src/branch/main", "/src/branch/topic/a.txt", "/blame/branch/main/README.md", "/find/branch/main",
         "/branches", "/branches?q=nothing-is-called-so", "/branches/rename?branch=topic", "/branches/delete?branch=feat", "/tags",
         "/tags/delete?tag=v1.0", "/commits/branch/topic", "/commit/topic", "/commit/topic?style=split",
         "/commit/figures?rendered=figures.csv&rendered=notes.ipynb", "/compare/main...topic", "/compare", "/graph", "/activity", "/activity/contributors", "/activity/code-frequency", "/activity/recent-commits",
         "/-/refs?q=main", "/commit/topic?single=true&wrap=off", "/src/branch/topic/a.txt?wrap=on&tree=docs",
         "/_new/main", "/_edit/main/README.md", "/_edit/main/data.bin", "/_delete/main/README.md", "/_upload/main/docs",
         "/_diffpatch/main", "/_patches", "/_edit/kept/README.md", "/_cherrypick/topic/main", "/releases", "/releases/tag/v2.0", "/releases/new?tag=v1.0",
         "/releases/edit/v2.0", "/releases/delete?tag=v2.0")
RELEASE_NOTES = "## What is new\n\n* `tern status` shows how full the spool is\n* fixed: **the limit** is in bytes\n\n| a | table |\n|---|---|\n| 1 | 2 |"
FIGURES = "station,height in meters,what it is for,since\n" + "".join(f"station {n},{n * 17},it measures how high the water is and says so every hour,20{n}\n" for n in range(10, 30))
OPEN_MENUS = "document.querySelectorAll('main details.menu').forEach((menu) => { menu.open = true; })"


def notebook(limit, output):
    cells = [{"cell_type": "markdown", "source": ["# Tides"], "metadata": {}},
             {"cell_type": "code", "source": ["import tern\n", "\n", f"limit = {limit}\n", "tern.plot(limit)"], "outputs": [output], "metadata": {}}]
    return json.dumps({"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4})


def add_figures(owner, repository):
    """A branch whose last commit changes a table and a notebook."""
    owner.post(f"{at(repository)}/branches", {"new_branch_name": "figures"}, expect=201)
    for figures, notes in ((FIGURES, notebook(1, {"output_type": "stream", "name": "stdout", "text": ["1"]})),
                           (FIGURES.replace("340", "a very high place").replace("station 15,", "station 15b,").replace("station 25,425,", "new,,"),
                            notebook("[2, 3]", {"output_type": "display_data", "data": {"image/png": "", "text/plain": ""}}))):
        files = [{"operation": "upload", "path": path, "content": base64.b64encode(text.encode()).decode()} for path, text in (("figures.csv", figures), ("notes.ipynb", notes))]
        owner.post(f"{at(repository)}/contents", {"branch": "figures", "message": "Measure", "files": files}, expect=201)


@pytest.fixture(scope="module")
def furnished(site, person):
    """A repository with something of everything."""
    owner = Client(site.url, basic=(person(), PASSWORD))
    repository = begun(owner, name="a-name-that-is-as-long-as-some-people-like-theirs", description="Words about it")
    _, pull = new_pull(owner, repository)
    sha = owner.get(pull).json()["head"]["sha"]
    owner.post(f"{at(repository)}/statuses/{sha}", {"state": "failure", "context": "ci"}, expect=201)
    for name in ("topic", "kept", "gone", "feature/with-a-very-long-name-that-has-no-end-and-goes-on-and-on-and-on"):
        owner.post(f"{at(repository)}/branches", {"new_branch_name": name}, expect=201)
    put_file(owner, repository, "a.txt", branch="topic", message="A subject that says at length what the change is for, and why")
    owner.post(f"{at(repository)}/branch_protections", {"rule_name": "kept"}, expect=201)
    owner.delete(f"{at(repository)}/branches/gone", expect=204)
    add_figures(owner, repository)
    owner.post(f"{at(repository)}/tags", {"tag_name": "v1.0", "message": "The first"}, expect=201)
    release = owner.post(f"{at(repository)}/releases", {"tag_name": "v2.0", "name": "The second", "body": RELEASE_NOTES}, expect=201).json()
    owner.session.post(f"{owner.url}/api/v1{at(repository)}/releases/{release['id']}/assets?name=a-file-with-a-long-name-for-a-small-screen.tar.gz",
                       data=b"PK", timeout=30, headers={"Content-Type": "application/octet-stream"}).raise_for_status()
    owner.post(f"{at(repository)}/releases", {"tag_name": "v3.0-rc1", "prerelease": True}, expect=201)
    owner.post(f"{at(repository)}/releases", {"tag_name": "v3.0", "draft": True}, expect=201)
    owner.post(f"{at(repository)}/contents/data.bin", {"content": "AAEC"}, expect=201)
    repository["owner_client"] = owner
    return repository


@pytest.mark.parametrize("form", FORMS)
def test_pages_of_a_repository(chromium, site, furnished, form):
    tab = chromium.tab(site.url, **FORMS[form])
    tab.sign_in(furnished["owner_client"].name, PASSWORD)
    for path in PAGES:
        tab.goto(f"/{furnished['full_name']}{path}")
        look(tab, form, "repository-" + path.split("?")[0].strip("/").replace("/", "-"))
        assert faults(tab) == [], path
        tab.evaluate(OPEN_MENUS)
        look(tab, form, "repository-" + path.split("?")[0].strip("/").replace("/", "-") + "-open")
        assert faults(tab) == [], path
