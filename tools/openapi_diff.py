#!/usr/bin/env python3
"""Compares two Swagger 2.0 documents, operation by operation: does ours describe what the reference describes?

  openapi_diff.py OURS REFERENCE

Only operations that OURS has are compared: parameters (name, place, type, required), the body's and the answers' schemas
with references resolved (property names, types, formats, items), and the statuses of success. Words are not compared. OURS
may say more: a property, an optional parameter, an error status, an enum, a format or a `required` that the reference
leaves open, and the operations of ADDITIONS.
"""
import json
import sys

# The reference demands these and today's servers do not: neither do we.
NOT_DEMANDED = {("PATCH /admin/users/{username}: body", "source_id"), ("PATCH /teams/{id}: body", "name"),
                ("POST /repos/{owner}/{repo}/transfer: body", "new_owner"), ("POST /repos/{owner}/{repo}/contents: body", "files"),
                ("POST /repos/{owner}/{repo}/contents/{filepath}: body", "content"),
                ("PUT /repos/{owner}/{repo}/contents/{filepath}: body", "content"),
                ("POST /repos/{owner}/{repo}/diffpatch: body", "content"), ("GET /repos/{owner}/{repo}/file-contents", "body"),
                ("POST /repos/{owner}/{repo}/issues/{index}/assets", "attachment"),
                ("POST /repos/{owner}/{repo}/issues/comments/{id}/assets", "attachment"),
                ("POST /repos/{owner}/{repo}/issues/{index}/deadline: body", "due_date"), ("GET /topics/search", "q")}
# The reference does not tell of these and today's servers answer them: so do we.
NOT_DESCRIBED = {("GET", "/admin/users/{username}/orgs"), ("GET", "/repos/{owner}/{repo}/contents-ext"),
                 ("GET", "/repos/{owner}/{repo}/commits/{sha}")}
# The same for a status, or for the body of an answer.
OTHER_STATUS = {"POST /repos/{owner}/{repo}/diffpatch", "POST /repos/{owner}/{repo}/tags", "POST /packages/{owner}/{type}/{name}/-/unlink",
                "DELETE /repos/{owner}/{repo}/issues/{index}/blocks", "DELETE /repos/{owner}/{repo}/issues/{index}/dependencies"}
BODY_NOT_DESCRIBED = {"GET /repos/{owner}/{repo}/editorconfig/{filepath}: 200", "GET /repos/{owner}/{repo}/archive/{archive}: 200",
                      "PUT /repos/{owner}/{repo}/issues/{index}/subscriptions/{user}: 201",
                      "DELETE /repos/{owner}/{repo}/issues/{index}/subscriptions/{user}: 201"}

# Where the actions of a repository, of an organization, of oneself and of the site are.
ACTIONS = [f"{owner}/actions" for owner in ("/repos/{owner}/{repo}", "/orgs/{org}", "/user", "/admin")]
BODY_NOT_DESCRIBED |= {f"POST {actions}/runners/registration-token: 200" for actions in ACTIONS}
BODY_NOT_DESCRIBED |= {f"GET {ACTIONS[0]}/{logs}/logs: 200" for logs in ("jobs/{job_id}", "runs/{run}")}
BODY_NOT_DESCRIBED |= {f"PUT {actions}/secrets/{{secretname}}: 201" for actions in ACTIONS}

# The reference tells of a second status of success; our document tells of one for each operation.
SECOND_STATUS = {("DELETE /orgs/{org}/repos", "204"), ("PUT /repos/{owner}/{repo}/contents/{filepath}", "201"),
                 ("GET /repos/{owner}/{repo}/issues/comments/{id}", "204"), ("PATCH /repos/{owner}/{repo}/issues/comments/{id}", "204"),
                 ("PATCH /repos/{owner}/{repo}/issues/{index}/comments/{id}", "204"),
                 ("POST /repos/{owner}/{repo}/issues/comments/{id}/reactions", "200"),
                 ("POST /repos/{owner}/{repo}/issues/{index}/reactions", "200"),
                 ("PUT /repos/{owner}/{repo}/issues/{index}/subscriptions/{user}", "200"),
                 ("DELETE /repos/{owner}/{repo}/issues/{index}/subscriptions/{user}", "200")}
SECOND_STATUS |= {(f"PUT {actions}/secrets/{{secretname}}", "204") for actions in ACTIONS}
SECOND_STATUS |= {(f"{method} {actions}/variables/{{variablename}}", status) for actions in ACTIONS
                  for method, status in (("PUT", "201"), ("DELETE", "201"), ("DELETE", "200"))
                  if (actions, status) != ("/user/actions", "200")}
SECOND_STATUS.add((f"POST {ACTIONS[0]}/workflows/{{workflow_id}}/dispatches", "204"))
# What another room will show, and is null until it does.
NOT_YET_SHOWN = ("/activities/feeds: 200[].comment",)

# Operations of our own, which no other server has.
HOOKS = [f"{owner}/hooks/{{id}}/deliveries" for owner in ("/repos/{owner}/{repo}", "/orgs/{org}", "/user", "/admin")]
ADDITIONS = {("GET", "/admin/audit"), ("GET", "/admin/jobs"), ("POST", "/admin/jobs/{id}/retry"),
             ("GET", "/repos/{owner}/{repo}/migration"), ("DELETE", "/repos/{owner}/{repo}/migration"),
             ("POST", "/repos/{owner}/{repo}/mirror/convert"),
             ("GET", "/repos/{owner}/{repo}/public_access"), ("PUT", "/repos/{owner}/{repo}/public_access"),
             *(("POST", "/repos/{owner}/{repo}/" + what) for what in ("markdown", "markdown/raw", "markup")),
             *(("GET", path) for path in HOOKS), *(("GET", path + "/{delivery}") for path in HOOKS),
             *(("POST", path + "/{delivery}/redeliver") for path in HOOKS)}
METHODS = ("get", "put", "post", "delete", "patch", "head", "options")


class Document:
    def __init__(self, content):
        self.content = content

    def resolve(self, node):
        """Follows references; also through a named response."""
        while "$ref" in node:
            found = self.content
            for step in node["$ref"].removeprefix("#/").split("/"):
                found = found[step.replace("~1", "/").replace("~0", "~")]
            node = found
        return node

    def operations(self):
        for path, item in self.content["paths"].items():
            for method in METHODS:
                if method in item:
                    operation = item[method]
                    shared = item.get("parameters", [])
                    yield (method.upper(), path), {**operation, "parameters": shared + operation.get("parameters", [])}


def kind(schema):
    """Its type in words that can be compared: "integer int64"."""
    if "type" not in schema and ("properties" in schema or "additionalProperties" in schema):
        return "object"
    return " ".join(filter(None, (schema.get("type", "any"), schema.get("format"))))


class Comparison:
    def __init__(self, ours, reference):
        self.ours, self.reference = Document(ours), Document(reference)
        self.found = []

    def say(self, where, what):
        self.found.append(f"{where}: {what}")

    def operations(self):
        theirs = dict(self.reference.operations())
        for key, operation in self.ours.operations():
            where = " ".join(key)
            if key in ADDITIONS or key in NOT_DESCRIBED:
                continue
            if key not in theirs:
                self.say(where, "the reference has no such operation")
                continue
            self.parameters(where, operation["parameters"], theirs[key]["parameters"])
            self.answers(where, operation["responses"], theirs[key]["responses"])
            if operation.get("operationId") != theirs[key].get("operationId"):
                self.say(where, f"operationId is {operation.get('operationId')}, reference {theirs[key].get('operationId')}")

    def parameters(self, where, ours, theirs):
        ours = {(p["in"], p["name"] if p["in"] != "body" else "body"): p for p in map(self.ours.resolve, ours)}
        theirs = {(p["in"], p["name"] if p["in"] != "body" else "body"): p for p in map(self.reference.resolve, theirs)}
        for key in theirs.keys() - ours.keys():
            self.say(where, f"parameter {key[1]} in {key[0]} is missing")
        for key in ours.keys() - theirs.keys():
            if ours[key].get("required"):
                self.say(where, f"parameter {key[1]} in {key[0]} is required here and unknown to the reference")
        for key in ours.keys() & theirs.keys():
            own, other, place = ours[key], theirs[key], f"{where}: {key[1]}"
            if key[0] == "body":
                self.schemas(place, own["schema"], other["schema"], ())
                continue
            if own.get("required", False) != other.get("required", False) and (where, key[1]) not in NOT_DEMANDED:
                self.say(place, f"required is {own.get('required', False)}, reference {other.get('required', False)}")
            # Outside the body a parameter is its own schema; its `required` means something else than a schema's.
            self.schemas(place, {**own, "required": []}, {**other, "required": []}, ())

    def answers(self, where, ours, theirs):
        def successes(answers):
            return {status for status in answers if status.startswith("2")}

        more = {status for place, status in SECOND_STATUS if place == where}
        if successes(ours) | more != successes(theirs) and where not in OTHER_STATUS:
            self.say(where, f"success is {sorted(successes(ours))}, reference {sorted(successes(theirs))}")
        for status in successes(ours) & successes(theirs):
            own, other = self.ours.resolve(ours[status]), self.reference.resolve(theirs[status])
            if f"{where}: {status}" in BODY_NOT_DESCRIBED:
                continue
            if ("schema" in own) != ("schema" in other):
                self.say(f"{where}: {status}", f"has {'a' if 'schema' in own else 'no'} body, the reference differs")
            elif "schema" in own:
                self.schemas(f"{where}: {status}", own["schema"], other["schema"], ())

    def schemas(self, where, own, other, way):
        """`way`: the pairs under comparison, so that a type that contains itself ends."""
        pair = (own.get("$ref"), other.get("$ref"))
        if all(pair):
            if pair in way:
                return
            way = (*way, pair)
        own, other = self.ours.resolve(own), self.reference.resolve(other)
        if where.endswith(NOT_YET_SHOWN) and kind(own) == "any":
            return
        if kind(own) != kind(other) and own.get("type") != kind(other):
            self.say(where, f"type is {kind(own)}, reference {kind(other)}")
            return
        if "items" in other:
            self.schemas(f"{where}[]", own.get("items", {}), other["items"], way)
        if isinstance(other.get("additionalProperties"), dict):
            self.schemas(f"{where}{{}}", own.get("additionalProperties", {}), other["additionalProperties"], way)
        mine = own.get("properties", {})
        for name, schema in other.get("properties", {}).items():
            if name in mine:
                self.schemas(f"{where}.{name}", mine[name], schema, way)
            else:
                self.say(where, f"property {name} is missing")
        for name in set(other.get("required", [])) - set(own.get("required", [])):
            if (where, name) in NOT_DEMANDED:
                continue
            self.say(where, f"{name} is required in the reference")


def differences(ours, reference):
    """(lines that say what differs, how many operations were compared)."""
    comparison = Comparison(ours, reference)
    comparison.operations()
    return comparison.found, sum(1 for _ in comparison.ours.operations())


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    documents = []
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            documents.append(json.load(file))
    found, count = differences(*documents)
    print(*found, f"{count} operations compared, {len(found)} differences", sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
