"""A runner for tests: registers, fetches tasks, sends logs and results, leaves artifacts. It speaks JSON or protobuf."""
import struct
import time

import requests

RPC = "/api/actions/runner.v1.RunnerService/"
ARTIFACTS = "/twirp/github.actions.results.api.v1.ArtifactService/"

# What the messages are made of: for each number the name and the kind; a kind that is a dict is a message of its own.
RESULT = ["RESULT_UNSPECIFIED", "RESULT_SUCCESS", "RESULT_FAILURE", "RESULT_CANCELLED", "RESULT_SKIPPED"]
STEP = {1: ("id", int), 2: ("result", RESULT), 3: ("startedAt", "time"), 4: ("stoppedAt", "time"), 5: ("logIndex", int),
        6: ("logLength", int)}
STATE = {1: ("id", int), 2: ("result", RESULT), 3: ("startedAt", "time"), 4: ("stoppedAt", "time"), 5: ("steps", [STEP])}
RUNNER = {1: ("id", int), 2: ("uuid", str), 3: ("token", str), 4: ("name", str), 8: ("version", str), 9: ("labels", [str]),
          10: ("ephemeral", bool)}
NEED = {1: ("outputs", {"": str}), 2: ("result", RESULT)}
TASK = {1: ("id", int), 2: ("workflowPayload", bytes), 3: ("context", "struct"), 4: ("secrets", {"": str}),
        6: ("needs", {"": NEED}), 7: ("vars", {"": str})}
MESSAGES = {
    "Register": ({1: ("name", str), 2: ("token", str), 5: ("version", str), 6: ("labels", [str]), 7: ("ephemeral", bool)},
                 {1: ("runner", RUNNER)}),
    "Declare": ({1: ("version", str), 2: ("labels", [str])}, {1: ("runner", RUNNER)}),
    "FetchTask": ({1: ("tasksVersion", int)}, {1: ("task", TASK), 2: ("tasksVersion", int)}),
    "UpdateTask": ({1: ("state", STATE), 2: ("outputs", {"": str})}, {1: ("state", STATE), 2: ("sentOutputs", [str])}),
    "UpdateLog": ({1: ("taskId", int), 2: ("index", int), 3: ("rows", [{1: ("time", "time"), 2: ("content", str)}]),
                   4: ("noMore", bool)}, {1: ("ackIndex", int)}),
}


def varint(number):
    number &= (1 << 64) - 1
    out = b""
    while number >= 0x80:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def with_length(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def encode(schema, message):
    out = b""
    for number, (name, kind) in schema.items():
        if name not in message:
            continue
        value = message[name]
        if isinstance(kind, dict) and "" in kind:
            for key, item in value.items():
                out += with_length(number, encode({1: ("k", str), 2: ("v", kind[""])}, {"k": key, "v": item}))
            continue
        repeated = isinstance(kind, list) and kind is not RESULT
        for item in value if repeated else [value]:
            out += encode_one(number, kind[0] if repeated else kind, item)
    return out


def encode_one(number, kind, value):
    if kind is int or kind is bool:
        return varint(number << 3) + varint(int(value))
    if kind is RESULT:
        return varint(number << 3) + varint(RESULT.index(value))
    if kind == "time":
        seconds = int(time.mktime(time.strptime(value, "%Y-%m-%dT%H:%M:%SZ"))) - time.timezone
        return with_length(number, varint(8) + varint(seconds))
    if isinstance(kind, dict):
        return with_length(number, encode(kind, value))
    return with_length(number, value if kind is bytes else value.encode())


def fields(data):
    at = 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        key = number()
        if key & 7 == 0:
            yield key >> 3, number()
        elif key & 7 == 1:
            yield key >> 3, data[at:at + 8]
            at += 8
        else:
            size = number()
            yield key >> 3, data[at:at + size]
            at += size


def decode_struct(data):
    return {key.decode(): decode_value(value) for _, entry in fields(data) for key, value in [tuple(dict(fields(entry)).values())]}


def decode_value(data):
    (number, value), = fields(data)
    if number == 1:
        return None
    if number == 2:
        return struct.unpack("<d", value)[0]
    if number == 3:
        return value.decode()
    if number == 4:
        return bool(value)
    return decode_struct(value) if number == 5 else [decode_value(item) for _, item in fields(value)]


def decode(schema, data):
    message = {}
    for number, value in fields(data):
        if number not in schema:
            continue
        name, kind = schema[number]
        if isinstance(kind, dict) and "" in kind:
            entry = dict(fields(value))
            message.setdefault(name, {})[entry[1].decode()] = decode_one(kind[""], entry.get(2, b""))
        elif isinstance(kind, list) and kind is not RESULT:
            message.setdefault(name, []).append(decode_one(kind[0], value))
        else:
            message[name] = decode_one(kind, value)
    return message


def decode_one(kind, value):
    if kind is int or kind == "time":
        return value
    if kind is bool:
        return bool(value)
    if kind is RESULT:
        return RESULT[value]
    if kind == "struct":
        return decode_struct(value)
    return decode(kind, value) if isinstance(kind, dict) else value if kind is bytes else value.decode()


class Runner:
    """One that has registered: `Runner(server.url, token)`, with form="proto" for one that speaks protobuf."""

    def __init__(self, url, token, name="box", labels=("box",), ephemeral=False, form="json"):
        self.url, self.form, self.headers, self.session = url, form, {}, requests.Session()
        self.session.trust_env = False
        made = self.rpc("Register", {"name": name, "token": token, "version": "v1", "labels": list(labels),
                                     "ephemeral": ephemeral})["runner"]
        self.id, self.uuid, self.token = int(made["id"]), made["uuid"], made["token"]
        self.headers = {"x-runner-uuid": self.uuid, "x-runner-token": self.token}

    def send(self, method, body):
        if self.form == "json":
            return self.session.post(self.url + RPC + method, json=body, headers=self.headers, timeout=30)
        return self.session.post(self.url + RPC + method, data=encode(MESSAGES[method][0], body), timeout=30,
                                 headers={**self.headers, "Content-Type": "application/proto"})

    def rpc(self, method, body):
        answer = self.send(method, body)
        assert answer.status_code == 200, f"{method}: {answer.status_code} {answer.text}"
        assert answer.headers["Content-Type"] == f"application/{self.form}"
        return answer.json() if self.form == "json" else decode(MESSAGES[method][1], answer.content)

    def refused(self, method, body, status, code):
        answer = self.send(method, body)
        assert answer.status_code == status, answer.text
        assert answer.json()["code"] == code and answer.json()["message"]

    def fetch(self):
        return self.rpc("FetchTask", {"tasksVersion": 0}).get("task")

    def take(self, seconds=20):
        """The next task, which may take a moment to come."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if task := self.fetch():
                return task
            time.sleep(0.05)
        raise AssertionError("no task came")

    def log(self, task, *lines, index=0, no_more=True):
        rows = [{"time": f"2025-01-01T00:00:{i:02}Z", "content": line} for i, line in enumerate(lines)]
        return int(self.rpc("UpdateLog", {"taskId": int(task["id"]), "index": index, "rows": rows, "noMore": no_more})
                   .get("ackIndex", 0))

    def report(self, task, result="UNSPECIFIED", outputs=None, steps=()):
        state = {"id": int(task["id"]), "result": f"RESULT_{result}", "startedAt": "2025-01-01T00:00:00Z",
                 "steps": list(steps)}
        if result != "UNSPECIFIED":
            state["stoppedAt"] = "2025-01-01T00:00:05Z"
        return self.rpc("UpdateTask", {"state": state, "outputs": outputs or {}})

    def finish(self, task, result="SUCCESS", **more):
        return self.report(task, result, **more)


class Task:
    """What a task does by itself, with the tokens of its context."""

    def __init__(self, url, task):
        self.url, self.context = url, task["context"]
        self.session = requests.Session()
        self.session.trust_env = False

    def twirp(self, method, body, expect=200, token=None):
        answer = self.session.post(self.url + ARTIFACTS + method, timeout=30, json={
            "workflow_run_backend_id": self.context["run_id"], "workflow_job_run_backend_id": "1", **body},
            headers={"Authorization": "Bearer " + (token or self.context["gitea_runtime_token"])})
        assert answer.status_code == expect, f"{method}: {answer.status_code} {answer.text}"
        return answer.json()

    def begin(self, name, **more):
        return self.twirp("CreateArtifact", {"name": name, "version": 4, **more})["signedUploadUrl"]

    def put(self, address, data, expect=201):
        answer = self.session.put(address, data=data, timeout=30)
        assert answer.status_code == expect, answer.text

    def upload(self, name, data, **more):
        self.put(self.begin(name, **more), data)
        return int(self.twirp("FinalizeArtifact", {"name": name, "size": str(len(data))})["artifactId"])


class Pipeline:
    """The same by the older protocol: files one by one, in ranges of bytes."""

    def __init__(self, url, task, run=None):
        self.context = task["context"]
        self.root = f"{url}/api/actions_pipeline/_apis/pipelines/workflows/{run or self.context['run_id']}/artifacts"
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.headers["Authorization"] = "Bearer " + self.context["gitea_runtime_token"]

    def send(self, method, address, expect=200, **more):
        answer = self.session.request(method, address, timeout=30, **more)
        assert answer.status_code == expect, f"{method} {address}: {answer.status_code} {answer.text}"
        return answer

    def begin(self, name, expect=201, **more):
        answer = self.send("POST", self.root + "?api-version=6.0-preview", expect,
                           json={"Type": "actions_storage", "Name": name, **more})
        return answer.json().get("fileContainerResourceUrl")

    def put(self, container, path, data, span=None, expect=201, **headers):
        span = span or f"bytes 0-{len(data) - 1}/{len(data)}"
        return self.send("PUT", container, expect, params={"itemPath": path}, data=data,
                         headers={"Content-Range": span, "Content-Type": "application/octet-stream", **headers})

    def finish(self, name, size=0, expect=200):
        return self.send("PATCH", self.root, expect, params={"artifactName": name}, json={"Size": size}).json()

    def listed(self):
        return self.send("GET", self.root).json()

    def items(self, name):
        container, = [one["fileContainerResourceUrl"] for one in self.listed()["value"] if one["name"] == name]
        return self.send("GET", container, params={"itemPath": name}).json()["value"]

    def files(self, name):
        """{path: content}"""
        return {one["path"]: self.send("GET", one["contentLocation"]).content for one in self.items(name)}
