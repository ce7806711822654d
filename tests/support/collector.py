"""A collector of OpenTelemetry's traces (OTLP over HTTP, in JSON): it keeps what it is sent, and answers as it is told to."""
import gzip
import http.server
import json
import re
import threading

from program import wait_until

KINDS = {1: "internal", 2: "server", 3: "client", 4: "producer", 5: "consumer"}


class Span:
    def __init__(self, raw, resource):
        self.raw, self.resource = raw, resource
        self.trace, self.id, self.parent = raw["traceId"], raw["spanId"], raw.get("parentSpanId", "")
        self.name, self.kind = raw["name"], KINDS[raw["kind"]]
        self.begin, self.end = int(raw["startTimeUnixNano"]), int(raw["endTimeUnixNano"])
        self.attributes = attributes_of(raw["attributes"])
        self.failed = raw.get("status", {}).get("code") == 2
        self.links = [(link["traceId"], link["spanId"]) for link in raw.get("links", [])]

    def __getitem__(self, key):
        return self.attributes[key]

    def __repr__(self):
        return f"<{self.kind} {self.name} {self.attributes}>"


def attributes_of(pairs):
    """Each key is there once, and its value is of one kind."""
    found = {}
    for pair in pairs:
        assert set(pair) == {"key", "value"} and pair["key"] not in found, pair
        (kind, value), = pair["value"].items()
        assert kind in ("stringValue", "intValue") and isinstance(value, str), pair
        found[pair["key"]] = int(value) if kind == "intValue" else value
    return found


def spans_of(message):
    """Those of a message, whose form is held against the protocol's."""
    assert set(message) == {"resourceSpans"}
    for part in message["resourceSpans"]:
        assert set(part) == {"resource", "scopeSpans"}
        resource = attributes_of(part["resource"]["attributes"])
        for scoped in part["scopeSpans"]:
            assert scoped["scope"]["name"] == "cairn" and scoped["scope"]["version"]
            for raw in scoped["spans"]:
                assert set(raw) <= {"traceId", "spanId", "parentSpanId", "name", "kind", "startTimeUnixNano", "endTimeUnixNano",
                                    "attributes", "links", "status"}, raw
                assert re.fullmatch("[0-9a-f]{32}", raw["traceId"]) and int(raw["traceId"], 16)
                for name in ("spanId", *(["parentSpanId"] if "parentSpanId" in raw else [])):
                    assert re.fullmatch("[0-9a-f]{16}", raw[name]) and int(raw[name], 16)
                assert re.fullmatch("[0-9]{19}", raw["startTimeUnixNano"]) and re.fullmatch("[0-9]{19}", raw["endTimeUnixNano"])
                yield Span(raw, resource)


class Collector:
    """`answer` is a status, or a function of the number of messages so far that returns a status, or a status and headers. It
    may take its time; None breaks the connection."""

    def __init__(self, answer=200):
        self.answer, self.bodies, self.heads, self.asked = answer, [], [], 0
        self.lock = threading.Lock()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                with outer.lock:
                    outer.asked += 1
                    number = outer.asked
                answer = outer.answer(number) if callable(outer.answer) else outer.answer
                if answer is None:
                    self.close_connection = True
                    return
                status, headers = answer if isinstance(answer, tuple) else (answer, {})
                told = headers.pop("body", b"{}")
                if status == 200:
                    with outer.lock:
                        outer.bodies.append(body)
                        outer.heads.append((self.path, dict(self.headers.items())))
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", "Content-Length": str(len(told)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(told)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.endpoint = f"http://127.0.0.1:{self.port}/v1/traces"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def settings(self, **more):
        return {"tracing": {"ENABLED": "true", "ENDPOINT": self.endpoint, "SAMPLE_RATIO": "1", **more}}

    def spans(self):
        with self.lock:
            bodies = list(self.bodies)
        return [span for body in bodies for span in spans_of(json.loads(body))]

    def text(self):
        with self.lock:
            return b"".join(self.bodies).decode()

    def find(self, condition, what):
        """The first span that fits, as soon as there is one."""
        return wait_until(lambda: next((span for span in self.spans() if condition(span)), None), what)

    def request(self, id):
        """The span of the request with that X-Request-Id, with all that is below it."""
        root = self.find(lambda span: span.attributes.get("cairn.request.id") == id, f"the trace of {id}")
        return Tree(root, [span for span in self.spans() if span.trace == root.trace and span is not root])

    def job(self, kind, condition=lambda span: True):
        root = self.find(lambda span: span.name == f"job {kind}" and condition(span), f"the trace of a job {kind}")
        return Tree(root, [span for span in self.spans() if span.trace == root.trace])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Tree:
    """A span and those below it, which are held to be whole: each has its parent, and lies within its time."""

    def __init__(self, root, spans):
        self.root = root
        known, self.below = {root.id: root}, []
        left = [span for span in spans if span.id != root.id]
        while grown := [span for span in left if span.parent in known]:
            known.update((span.id, span) for span in grown)
            self.below += grown
            left = [span for span in left if span.id not in known]
        for span in self.below:
            parent = known[span.parent]
            assert parent.begin <= span.begin <= span.end <= parent.end, (parent, span)
        self.known = known

    def named(self, name):
        found = [span for span in self.below if span.name == name]
        assert found, (name, [span.name for span in self.below])
        return found

    def parent_of(self, span):
        return self.known[span.parent]
