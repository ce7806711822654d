"""/swagger.v1.json and /openapi3.v1.json: whole in themselves, alike, and like the reference where that is at hand."""
import json
import sys

import pytest
from program import ROOT

sys.path.append(str(ROOT / "tools"))
import openapi_diff  # noqa: E402

REFERENCE = ROOT.parent / "shared/contract/swagger.json"
METHODS = {"get", "put", "post", "delete", "patch"}


@pytest.fixture(scope="module")
def swagger(anonymous):
    return anonymous.get("/swagger.v1.json").json()


@pytest.fixture(scope="module")
def openapi(anonymous):
    return anonymous.get("/openapi3.v1.json").json()


def operations(document):
    return {(method, path): operation for path, item in document["paths"].items()
            for method, operation in item.items() if method in METHODS}


def resolved(document, node):
    while "$ref" in node:
        reference, node = node["$ref"], document
        for step in reference.removeprefix("#/").split("/"):
            node = node[step]
    return node


def references(node):
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref":
                yield value
            else:
                yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def test_describes_what_the_reference_describes(swagger):
    if not REFERENCE.exists():
        pytest.skip("the reference document is not here")
    found, count = openapi_diff.differences(swagger, json.loads(REFERENCE.read_text()))
    assert count > 0 and not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("which", ["swagger", "openapi"])
class TestDocument:
    def test_leads_nowhere_but_into_itself(self, which, request):
        document = request.getfixturevalue(which)
        for reference in set(references(document)):
            node = document
            for step in reference.removeprefix("#/").split("/"):
                assert step in node, reference
                node = node[step]

    def test_says_what_each_operation_is(self, which, request):
        described = operations(request.getfixturevalue(which))
        ids = [operation["operationId"] for operation in described.values()]
        assert len(ids) == len(set(ids))
        for (method, path), operation in described.items():
            assert operation["summary"] and operation["tags"], path
            assert any(status.startswith("2") or status == "302" for status in operation["responses"]), path

    def test_declares_every_name_in_a_path(self, which, request):
        document = request.getfixturevalue(which)
        for (_, path), operation in operations(document).items():
            named = {part[1:-1] for part in path.split("/") if part.startswith("{")}
            parameters = [resolved(document, parameter) for parameter in operation.get("parameters", [])]
            declared = {parameter["name"] for parameter in parameters if parameter["in"] == "path"}
            assert named == declared, path


def test_both_have_the_same_operations(swagger, openapi):
    def ids(document):
        return {(method, path.removeprefix("/api/v1")): operation["operationId"]
                for (method, path), operation in operations(document).items()}

    assert ids(swagger) == ids(openapi)


def test_openapi_names_the_scope_that_each_operation_needs(openapi):
    text = json.dumps(operations(openapi)["get", next(p for p in openapi["paths"] if p.endswith("/user"))])
    assert "read:user" in text


def test_what_is_described_exists(swagger, anonymous):
    """Every documented address answers something else than the 404 and 405 of addresses that are not there."""
    for method, path in operations(swagger):
        filled = "/".join("root" if part.startswith("{") else part for part in path.split("/"))
        answer = anonymous.session.request(method, f"{anonymous.url}{swagger['basePath']}{filled}", timeout=30)
        assert answer.status_code != 405, path
        assert answer.status_code != 404 or answer.headers["Content-Type"].startswith("application/json"), path


class TestTheComparisonItself:
    """The tool above must be able to fail."""

    SMALL = {
        "paths": {"/a": {"get": {"operationId": "a", "parameters": [{"in": "query", "name": "q", "type": "string"}],
                                 "responses": {"200": {"schema": {"$ref": "#/definitions/A"}}}}}},
        "definitions": {"A": {"type": "object", "properties": {
            "id": {"type": "integer", "format": "int64"}, "self": {"$ref": "#/definitions/A"},
            "list": {"type": "array", "items": {"type": "string"}}}}},
    }

    def changed(self, change):
        document = json.loads(json.dumps(self.SMALL))
        change(document["paths"]["/a"]["get"], document["definitions"]["A"]["properties"])
        return openapi_diff.differences(document, self.SMALL)[0]

    def test_equal_documents_do_not_differ(self):
        assert openapi_diff.differences(self.SMALL, self.SMALL) == ([], 1)

    @pytest.mark.parametrize("change", [
        lambda op, properties: properties.pop("id"),
        lambda op, properties: properties["id"].update(format="int32"),
        lambda op, properties: properties["list"].update(items={"type": "integer"}),
        lambda op, properties: op["parameters"].clear(),
        lambda op, properties: op["parameters"][0].update(type="integer"),
        lambda op, properties: op["parameters"][0].update(required=True),
        lambda op, properties: op["responses"].update({"201": op["responses"].pop("200")}),
        lambda op, properties: op.update(operationId="b"),
    ])
    def test_each_difference_is_seen(self, change):
        assert len(self.changed(change)) == 1
