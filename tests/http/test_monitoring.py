"""What those who watch the site are given: figures that Prometheus understands, and a dashboard and alerts that ask for nothing else."""
import json
import pathlib
import re

import pytest
import yaml
from client import ADMIN, Client
from program import wait_until
from prometheus_client.parser import text_string_to_metric_families

MONITORING = pathlib.Path(__file__).resolve().parent.parent.parent / "packaging/monitoring"
SUFFIXES = ("", "_total", "_bucket", "_sum", "_count")


def families(server):
    text = Client(server.url).session.get(f"{server.url}/metrics", timeout=30).text
    found = list(text_string_to_metric_families(text))
    assert len({family.name for family in found}) == len(found), "each is told of once"
    return {family.name: family for family in found}


def value(server, family, name, **labels):
    samples = [each for each in families(server)[family].samples if each.name == name and labels.items() <= each.labels.items()]
    assert len(samples) == 1
    return samples[0].value


def expressions():
    dashboard = json.loads((MONITORING / "grafana.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], target["expr"]
    for group in yaml.safe_load((MONITORING / "prometheus-rules.yaml").read_text())["groups"]:
        for rule in group["rules"]:
            yield rule["alert"], rule["expr"]


@pytest.mark.parametrize(("where", "expression"), [pytest.param(*each, id=f"{number}-{each[0]}") for number, each in enumerate(expressions())])
def test_what_is_asked_for_is_there(server, where, expression):
    Client(server.url, basic=ADMIN).get("/user")
    known = families(server)
    names = set(re.findall(r"\b(?:cairn|process)_\w+", expression))
    assert names or expression.startswith("up{")
    for name in names:
        family = next((known[name.removesuffix(suffix)] for suffix in SUFFIXES if name.removesuffix(suffix) in known), None)
        assert family, name
        labels = {label for sample in family.samples for label in sample.labels}
        asked = set(re.findall(rf'{name}{{([^}}]*)}}', expression))
        for each in asked:
            assert set(re.findall(r"(\w+)[=!]~?\"", each)) <= labels | {"instance", "job"}, expression


def publish(client):
    client.call("PUT", f"/api/packages/{client.name}/generic/watched/1/file.bin", data=b"bytes", expect=201)


@pytest.mark.parametrize(("family", "labels", "act"), [
    ("cairn_database_writes", {}, lambda client: client.post("/user/repos", {"name": "watched"})),
    ("cairn_git_children_started", {"lane": "background"}, lambda client: client.post("/user/repos", {"name": "watched", "auto_init": True})),
    ("cairn_cache_requests", {"cache": "fragments", "found": "no"}, lambda client: client.get(f"/users/{client.name}/repos")),
    ("cairn_storage_operations", {"operation": "put"}, publish),
])
def test_they_count(server, new_user, family, labels, act):
    person = new_user()
    person.post("/user/repos", {"name": "first"})
    before = value(server, family, f"{family}_total", **labels)
    act(person)
    wait_until(lambda: value(server, family, f"{family}_total", **labels) > before, "it to be counted")
