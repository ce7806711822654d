"""Clients of typed languages send every member that they know, at its zero value where nothing was said. Each operation
that takes a body is asked with and without them: the operations and their members come from our own document, what is
needed at least from whole_api.py."""
import re

import pytest
from client import ADMIN, Client
from program import Program
from whole_api import CREATES, EDITS, World, ask, in_base64

ZERO_TIME = "0001-01-01T00:00:00Z"
DOCUMENTED = {"post": "creates", "put": "edits", "patch": "edits", "delete": "edits"}
# Where false is no default: what is not said is true, or what the repository says.
MEANT = {"must_change_password", "allow_maintainer_edit"}
# Lists that mean something when they are empty: one is null until it was sent, and a token that shall be limited to no
# repositories is refused rather than limited to nothing.
TOLD_APART = {"status_check_contexts", "repositories"}
# Answers that are files, or made anew each time.
VOLATILE = re.compile(r"[0-9a-f]{32,64}|\d{4}-\d\d-\d\dT[\d:]+(Z|[+-][\d:]+)|SHA256:[\w+/]+|[0-9a-f]{8}-[0-9a-f-]{27}|(?<=/)\d+\b|\b\d+(?=\+world)|(?<=issuecomment-|equestreview-)\d+")


@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    program = Program(tmp_path_factory.mktemp("zero"), database, {
        "migrations": {"ALLOW_LOCALNETWORKS": "true"}, "webhook": {"ALLOWED_HOST_LIST": "loopback"},
        "actions": {"ENABLED": "true"}, "security": {"DISABLE_GIT_HOOKS": "false"}})
    program.create_user(*ADMIN, "--admin")
    yield program.start()
    program.close()


@pytest.fixture(scope="module")
def worlds(site, tmp_path_factory):
    admin = Client(site.url, basic=ADMIN)
    folder = tmp_path_factory.mktemp("keys")
    return {name: World(site.url, admin, folder) for name in ("plain", "zeros", "nulls")}


@pytest.fixture(scope="module")
def document(site):
    return Client(site.url).get("/swagger.v1.json").json()


def operations(document, kind):
    """The method and the body's schema of each operation with a JSON object as body, by its id."""
    found = {}
    for path in document["paths"].values():
        for method, operation in path.items():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "body" and "$ref" in parameter["schema"] and DOCUMENTED[method] == kind:
                    found[operation["operationId"]] = (method.upper(), parameter["schema"])
    return found


def named(document, schema):
    return document["definitions"][schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema


def zero(document, schema):
    if schema.get("format") == "date-time":
        return ZERO_TIME
    whole = named(document, schema)
    if whole.get("type") == "object":
        return {name: zero(document, member) for name, member in whole.get("properties", {}).items()}
    return {"string": "", "integer": 0, "number": 0, "boolean": False, "array": []}.get(whole.get("type"))  # of any JSON: null


def none(_, schema):
    return ZERO_TIME if schema.get("format") == "date-time" else None


def hollow(document, schema):
    """As `none`, but objects are there and have nothing in them."""
    whole = named(document, schema)
    if "properties" not in whole:
        return none(document, schema)
    return {name: hollow(document, member) for name, member in whole["properties"].items()}


def filled(document, schema, value, nothing):
    """The value with all that it does not say."""
    whole = named(document, schema)
    if isinstance(value, list):
        return [filled(document, whole["items"], item, nothing) for item in value]
    if not isinstance(value, dict) or "properties" not in whole:
        return value
    return {name: filled(document, member, value[name], nothing) if name in value else nothing(document, member)
            for name, member in whole["properties"].items() if name in value or name not in MEANT | TOLD_APART}


def comparable(value, world):
    """An answer without what differs from world to world."""
    if isinstance(value, dict):
        return {key: comparable(item, world) for key, item in value.items()
                if not (key == "id" or key.endswith("_id") or key in ("fingerprint", "key", "sha1", "token_last_eight", "size", "sorting", "client_secret", "remote_name"))}
    if isinstance(value, list):
        return [comparable(item, world) for item in value]
    if isinstance(value, str):
        return VOLATILE.sub("?", value.replace(world.name, "world"))
    return value


def told(answer, world):
    body = answer.json() if "json" in answer.headers.get("Content-Type", "") and answer.content else len(answer.content)
    if not answer.ok:
        body = set(body) if isinstance(body, dict) else body
    return answer.status_code, comparable(body, world) if not isinstance(body, set) else body


def differences(one, other, at=""):
    if isinstance(one, dict) and isinstance(other, dict):
        return [found for key in sorted(set(one) | set(other))
                for found in differences(one.get(key, "nothing"), other.get(key, "nothing"), f"{at}.{key}")]
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)) and len(one) == len(other):
        return [found for index, pair in enumerate(zip(one, other)) for found in differences(*pair, f"{at}.{index}")]
    return [] if one == other else [f"{at}: {one!r}, {other!r}"]


def unwanted(operation):
    return {"userCurrentPostGPGKey", "userVerifyGPGKey", "adminAddUserBadges", "adminDeleteUserBadges", "repoEditGitHook"} & {operation}


@pytest.mark.parametrize("kind, recipes", [("creates", CREATES), ("edits", EDITS)])
def test_every_operation_with_a_body_is_here(document, kind, recipes):
    assert set(operations(document, kind)) == set(recipes)


@pytest.mark.parametrize("operation", CREATES)
def test_a_zero_value_is_like_none_where_something_is_made(document, worlds, operation):
    method, schema = operations(document, "creates")[operation]
    recipe = CREATES[operation]
    for world in worlds.values():
        world.begin(list(CREATES).index(operation))
    plain = told(ask(worlds["plain"], method, recipe, lambda body: body), worlds["plain"])
    assert plain[0] < 300 or unwanted(operation), plain
    for world, nothing in ((worlds["zeros"], zero), (worlds["nulls"], none)):
        given = told(ask(world, method, recipe, lambda body: filled(document, schema, body, nothing)), world)
        assert not differences(plain, given)


@pytest.mark.parametrize("operation", EDITS)
def test_null_and_the_zero_time_are_like_none_where_something_is_edited(document, worlds, operation):
    method, schema = operations(document, "edits")[operation]
    recipe = EDITS[operation]
    for world in worlds.values():
        world.begin(len(CREATES) + list(EDITS).index(operation))
    plain = told(ask(worlds["plain"], method, recipe, lambda body: body), worlds["plain"])
    assert plain[0] < 300 or unwanted(operation), plain
    for world, nothing in ((worlds["nulls"], none), (worlds["zeros"], hollow)):
        given = told(ask(world, method, recipe, lambda body: filled(document, schema, body, nothing)), world)
        assert not differences(plain, given)


class TestFilesOfTheGoSDK:
    """It sends everything with every verb."""

    EVERYTHING = {"message": "", "branch": "", "new_branch": "", "signoff": False, "author": {"name": "", "email": ""},
                  "committer": {"name": "", "email": ""}, "dates": {"author": ZERO_TIME, "committer": ZERO_TIME}}

    def test_write_change_and_delete(self, worlds):
        world = worlds["plain"]
        repo = world.repo()
        at = f"{repo}/contents/a.txt"
        made = world.me.post(at, {**self.EVERYTHING, "content": in_base64("a")}, expect=201).json()
        assert made["commit"]["author"]["name"] == world.name
        changed = world.me.call("PUT", at, {**self.EVERYTHING, "content": in_base64("b"), "sha": made["content"]["sha"], "from_path": ""},
                                expect=200).json()
        assert changed["commit"]["author"]["date"][:4] >= "2024"
        world.me.delete(at, json={**self.EVERYTHING, "sha": changed["content"]["sha"]}, expect=200)
        world.me.post(f"{repo}/contents", {**self.EVERYTHING, "files": [
            {"operation": "create", "path": "b.txt", "content": in_base64("b"), "sha": "", "from_path": ""}]}, expect=201)

    @pytest.mark.parametrize("written", ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00", "0001-01-01T00:00:00+00:00", "", None))
    def test_each_way_of_writing_no_date(self, worlds, written):
        world = worlds["plain"]
        repo = world.repo()
        made = world.me.post(f"{repo}/issues", {"title": "t", "due_date": written}, expect=201).json()
        assert made["due_date"] is None
        assert world.me.post(f"{repo}/milestones", {"title": "m", "due_on": written}, expect=201).json()["due_on"] is None

    def test_what_is_no_date_is_refused(self, worlds):
        world = worlds["plain"]
        repo = world.repo()
        world.me.refused("POST", f"{repo}/issues", 422, {"title": "t", "due_date": "soon"})
        world.me.refused("POST", f"{repo}/contents/a.txt", 422, {"content": "", "dates": {"author": "0001-01-02"}})


def test_what_is_said_in_an_edit_is_meant(worlds):
    world = worlds["plain"]
    repo = world.repo(description="d")
    issue = world.of(f"{repo}/issues", {"title": "t", "body": "b", "assignees": [world.name]})
    changed = world.me.call("PATCH", issue, {"body": "", "assignees": [], "due_date": ZERO_TIME}, expect=201).json()
    assert changed["body"] == "" and changed["assignees"] in ([], None) and changed["title"] == "t"
    changed = world.me.call("PATCH", repo, {"description": "", "has_wiki": False}, expect=200).json()
    assert changed["description"] == "" and changed["has_wiki"] is False


def test_a_deadline_stays_when_the_zero_time_is_sent(worlds):
    world = worlds["plain"]
    issue = world.of(f"{world.repo()}/issues", {"title": "t", "due_date": "2030-01-02T03:04:05Z"})
    assert world.me.call("PATCH", issue, {"due_date": ZERO_TIME}, expect=201).json()["due_date"] == "2030-01-02T03:04:05Z"
