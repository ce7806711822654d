"""[tracing]: what requests and jobs take their time for is sent to a collector, step by step, and nothing else is."""
import contextlib
import http.server
import json
import re
import subprocess
import threading
import time

import pytest
from client import ADMIN, Client
from collector import Collector
from program import PATIENCE, Program, free_port, wait_until
from prometheus_client.parser import text_string_to_metric_families
from receiver import Receiver
from visitor import Visitor
from wire import Wire

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
CALLER = f"00-{TRACE}-{SPAN}"


@contextlib.contextmanager
def at_work(folder, database, settings):
    instance = Program(folder, database, settings)
    instance.create_user(*ADMIN, "--admin")
    try:
        yield instance.start()
    finally:
        instance.close()


@pytest.fixture(scope="module")
def collector():
    with Collector() as made:
        yield made


@pytest.fixture(scope="module")
def traced(tmp_path_factory, database, collector):
    settings = collector.settings(HEADERS="Authorization=Bearer%20let%2Cme%20in, X-Scope-OrgID=ours")
    settings["webhook"] = {"ALLOWED_HOST_LIST": "*"}
    with at_work(tmp_path_factory.mktemp("traced"), database, settings) as instance:
        yield instance


@pytest.fixture(scope="module")
def root(traced):
    token = Client(traced.url, basic=ADMIN).post("/users/root/tokens", {"name": "t", "scopes": ["all"]}).json()["sha1"]
    made = Client(traced.url, token=token)
    made.post("/user/repos", {"name": "r", "auto_init": True}, expect=201)
    return made


def figures(url):
    text = Client(url).session.get(f"{url}/metrics", timeout=30).text
    return {(sample.name, *sample.labels.values()): sample.value
            for family in text_string_to_metric_families(text) for sample in family.samples if "tracing" in sample.name}


def identified(id, **more):
    return {"headers": {"X-Request-Id": id, **more}}


def warnings(program):
    return [line for line in program.log.read_text().splitlines() if "traces could not be sent" in line]


def test_a_request_is_told_step_by_step(traced, root, collector):
    root.post("/repos/root/r/issues", {"title": "t"}, expect=201, **identified("steps"))
    tree = collector.request("steps")
    assert tree.root.name == "POST /api/v1/repos/{owner}/{repo}/issues" and tree.root.kind == "server"
    assert tree.root.parent == "" and not tree.root.failed and not tree.root.links
    size = tree.root.attributes.pop("http.response.body.size")
    assert size > 100
    assert tree.root.attributes == {
        "http.request.method": "POST", "http.route": "/api/v1/repos/{owner}/{repo}/issues", "http.response.status_code": 201,
        "url.scheme": "http", "server.address": "127.0.0.1", "server.port": traced.port, "cairn.request.id": "steps",
        "cairn.operation": "issueCreateIssue"}
    assert 0 < tree.root.end - tree.root.begin < PATIENCE * 1e9 and abs(tree.root.end / 1e9 - time.time()) < 2 * PATIENCE
    for name in ("authenticate", "guard", "handler"):
        step, = tree.named(name)
        assert step.kind == "internal" and tree.parent_of(step) is tree.root
    transaction = next(each for each in tree.named("transaction") if tree.parent_of(each).name == "handler")
    insert, = tree.named("INSERT issue")
    assert tree.parent_of(insert) is transaction and insert.kind == "client"
    system = "postgresql" if traced.postgres else "sqlite"
    assert transaction["db.system.name"] == insert["db.system.name"] == system
    assert insert["db.query.text"].startswith("INSERT INTO issue") and "$1" in insert["db.query.text"]
    assert insert["db.query.summary"] == "INSERT issue" and insert["db.operation.name"] == "INSERT"


def test_whose_it_is_is_said_once_for_all(traced, root, collector):
    root.get("/user", **identified("resource"))
    resource = collector.request("resource").root.resource
    assert resource["service.name"] == "cairn" and re.fullmatch("[0-9a-f-]{36}", resource["service.instance.id"])
    assert resource["service.version"] and resource["telemetry.sdk.language"] == "cpp"
    for path, headers in list(collector.heads):
        assert path == "/v1/traces" and headers["Content-Type"] == "application/json"
        assert headers["Authorization"] == "Bearer let,me in" and headers["X-Scope-OrgID"] == "ours"
        assert "traceparent" not in {name.lower() for name in headers}


def test_what_people_write_and_who_they_are_is_not_told(traced, root, collector):
    """The headers for the collector are no secret to it, so they are left out here."""
    private = Client(traced.url, token=root.token)
    private.post("/user/repos", {"name": "hidden-name", "private": True, "description": "hidden-words"}, expect=201)
    private.post("/repos/root/hidden-name/issues", {"title": "hidden-title", "body": "hidden-body"}, expect=201)
    private.get("/repos/root/hidden-name/issues?q=hidden-query", **identified("q"))
    Client(traced.url).get(f"/user?token={root.token}", headers={"User-Agent": "hidden-agent", "Cookie": "a=hidden-cookie"})
    Client(traced.url, basic=ADMIN).get("/user/repos?limit=1")
    Client(traced.url).get("/hidden-nowhere", expect=404)
    with Wire(traced.port) as wire:
        wire.send("HIDDEN /api/v1/version HTTP/1.1\nHost: hidden-host\nX-Request-Id: odd\n\n")
        assert wire.read().status == 405
    root.get("/user", **identified("last"))
    collector.request("last")
    assert collector.request("odd").root.name == "HTTP" and collector.request("odd").root["http.request.method"] == "_OTHER"
    told = collector.text()
    assert "hidden" not in told.lower() and root.token not in told and ADMIN[1] not in told
    assert "client.address" not in told and "Bearer" not in told


def test_addresses_that_nobody_has_have_no_name(traced, collector):
    Client(traced.url).get("/nobody/has/this", expect=404, **identified("nowhere"))
    span = collector.request("nowhere").root
    assert span.name == "GET" and "http.route" not in span.attributes and span["http.response.status_code"] == 404
    assert not span.failed, "whoever asks for what is not there has failed, and not the server"


def test_a_page_is_rendered(traced, collector):
    answer = Client(traced.url).session.get(f"{traced.url}/explore/repos", timeout=30, headers={"X-Request-Id": "page"})
    assert answer.ok
    tree = collector.request("page")
    assert tree.root.name == "GET /explore/repos" and tree.named("render")


def test_processes_of_git_are_told(traced, root, collector, tmp_path):
    subprocess.run(["git", "-c", "http.extraHeader=X-Request-Id: clone", "clone", "-q", f"{traced.url}/root/r.git", tmp_path / "r"], check=True)

    def packs(span):
        return span.name == "git upload-pack" and span.attributes.get("process.exit.code") == 0
    span = collector.find(packs, "the process that has packed")
    assert span["process.executable.name"] == "git" and span.kind == "internal" and not span.failed
    assert "root/r" not in collector.text().replace("{owner}/{repo}", "")


def test_files_in_the_storage_are_told(traced, root, collector):
    root.call("PUT", "/api/packages/root/generic/traced/1/file.bin", data=b"bytes", expect=201, **identified("put"))
    assert collector.request("put").named("put into storage")


def test_a_job_is_a_trace_of_its_own_and_goes_on_elsewhere(traced, root, collector):
    with Receiver() as receiver:
        receiver.hook(root, "/repos/root/r", "issues", path="/hidden-path")
        root.post("/repos/root/r/issues", {"title": "told"}, expect=201, **identified("cause"))
        delivery = wait_until(lambda: next(iter(receiver.got), None), "the hook to be told")
        cause = collector.request("cause")
        tree = collector.job("webhook", lambda span: span.links)
    assert tree.root.trace != cause.root.trace and tree.root.parent == "" and tree.root.kind == "consumer"
    assert tree.root.links == [(cause.root.trace, cause.root.id)]
    assert tree.root["cairn.job.attempt"] == 1 and not tree.root.failed
    call, = tree.named("POST")
    assert call.kind == "client" and call["http.response.status_code"] == 200
    assert call["server.address"] == "127.0.0.1" and call["server.port"] == int(receiver.url.rpartition(":")[2])
    assert delivery.headers["traceparent"] == f"00-{call.trace}-{call.id}-01"
    assert "hidden-path" not in collector.text()


def test_a_job_that_fails_has_failed(traced, root, collector):
    with Receiver(500) as receiver:
        root.post("/user/repos", {"name": "failing"}, expect=201)
        receiver.hook(root, "/repos/root/failing", "issues")
        root.post("/repos/root/failing/issues", {"title": "told"}, expect=201)
        tree = collector.job("webhook", lambda span: span.failed)
    call, = tree.named("POST")
    assert call.failed and call["http.response.status_code"] == 500 and call["error.type"] == "500"


def test_a_trace_goes_on_with_its_callers(traced, root, collector):
    root.get("/user", **identified("goes-on", traceparent=f"{CALLER}-01", tracestate="a=hidden-state"))
    span = collector.request("goes-on").root
    assert (span.trace, span.parent) == (TRACE, SPAN) and span.id != SPAN
    assert "hidden-state" not in collector.text()


def test_who_is_not_traced_is_not_traced_here(traced, root, collector):
    root.get("/user", **identified("not-traced", traceparent=f"{CALLER}-00"))
    root.get("/user", **identified("after-it"))
    collector.request("after-it")
    assert not [span for span in collector.spans() if span.attributes.get("cairn.request.id") == "not-traced"]


@pytest.mark.parametrize(("name", "headers"), [
    ("short", ["traceparent: 00-1-2-01"]),
    ("zeros", [f"traceparent: 00-{'0' * 32}-{SPAN}-01"]),
    ("no-span", [f"traceparent: 00-{TRACE}-{'0' * 16}-01"]),
    ("capitals", [f"traceparent: {CALLER.upper()}-01"]),
    ("version", [f"traceparent: ff{CALLER[2:]}-01"]),
    ("longer", [f"traceparent: {CALLER}-01-x"]),
    ("long", ["traceparent: " + "0" * 4000]),
    ("bytes", ["traceparent: \u00ff\u00fe"]),
    ("empty", ["traceparent:"]),
    ("twice", [f"traceparent: {CALLER}-00", f"traceparent: {CALLER}-01"]),
])
def test_a_traceparent_that_is_none_is_passed_over(traced, collector, name, headers):
    with Wire(traced.port) as wire:
        lines = "".join(f"{line}\r\n" for line in headers)
        wire.send(f"GET /api/v1/version HTTP/1.1\r\nHost: x\r\nX-Request-Id: bad-{name}\r\n{lines}\r\n".encode("latin-1"))
        assert wire.read().status == 200
    span = collector.request(f"bad-{name}").root
    assert span.parent == "" and span.trace != TRACE


def test_what_a_slow_request_has_waited_for(traced, root, collector):
    """A body that comes slowly is told of as that."""
    body = json.dumps({"title": "slow"})
    with Wire(traced.port) as wire:
        wire.send(f"POST /api/v1/repos/root/r/issues HTTP/1.1\nHost: x\nAuthorization: token {root.token}\nX-Request-Id: slowly\n"
                  f"Content-Type: application/json\nContent-Length: {len(body)}\n\n")
        begun = time.monotonic()
        wait_until(lambda: time.monotonic() > begun + 0.3, "a moment to pass")
        wire.send(body.encode())
        assert wire.read().status == 201
    receive, = collector.request("slowly").named("receive")
    assert receive.end - receive.begin >= 0.25e9


def test_the_lot_decides_for_a_part_of_them(tmp_path, database):
    with Collector() as collector, at_work(tmp_path, database, collector.settings(SAMPLE_RATIO="0.5")) as instance:
        anybody = Client(instance.url)
        for _ in range(400):
            anybody.get("/version")

        def versions():
            return [span for span in collector.spans() if span.attributes.get("http.route") == "/api/v1/version"]
        wait_until(lambda: len(versions()) > 120, "some of them")
        anybody.get("/version", headers={"traceparent": f"{CALLER}-01"})
        wait_until(lambda: any(span.trace == TRACE for span in versions()), "the last one")
        assert 120 < len(versions()) < 280
        assert len({span.trace for span in versions()}) == len(versions())


def test_strangers_have_only_so_many_traced(tmp_path, database):
    with Collector() as collector:
        settings = collector.settings(SAMPLE_RATIO="0", ASKED_PER_SECOND="3", CLIENT_ADDRESS="true")
        with at_work(tmp_path, database, settings) as instance:
            anybody = Client(instance.url)
            began = time.monotonic()
            for _ in range(300):
                anybody.get("/version", headers={"traceparent": f"{CALLER}-01"})
            seconds = time.monotonic() - began
            anybody.get("/version")
            instance.stop()  # sends what it has
        spans = [span for span in collector.spans() if span.kind == "server"]
        assert 3 <= len(spans) <= 3 * (seconds + 2)
        assert {span.trace for span in spans} == {TRACE}, "nobody else is traced"
        assert {span["client.address"] for span in spans} == {"127.0.0.1"}


@pytest.mark.parametrize("first", [(503, {"Retry-After": "1"}), (429, {}), 502, 504, None])
def test_a_collector_that_is_busy_is_asked_again(tmp_path, database, first):
    with Collector(lambda number: first if number == 1 else 200) as collector, at_work(tmp_path, database, collector.settings()) as instance:
        Client(instance.url).get("/version", **identified("again"))
        collector.request("again")
        assert collector.asked > 1 and not warnings(instance)
        assert len({span.id for span in collector.spans()}) == len(collector.spans()), "nothing is told twice"


@pytest.mark.parametrize("status", [400, 401, 500])
def test_what_is_refused_is_dropped_and_counted(tmp_path, database, status):
    settings = {"metrics": {"ENABLED": "true"}}
    with Collector(status) as collector, at_work(tmp_path, database, {**settings, **collector.settings(HEADERS="Authorization=hidden")}) as instance:
        Client(instance.url).get("/version")
        wait_until(lambda: figures(instance.url)["cairn_tracing_spans_dropped_total", "refused"] > 0, "it to be counted")
        line = wait_until(lambda: warnings(instance), "a line in the log")[0]
        assert str(status) in line and "hidden" not in instance.log.read_text()
        collector.answer = 200
        Client(instance.url).get("/version", **identified("better"))
        collector.request("better")
        wait_until(lambda: "traces are sent again" in instance.log.read_text(), "a line that it is well")
        assert figures(instance.url)["cairn_tracing_spans_sent_total",] > 0


def test_what_a_collector_takes_in_part_is_counted(tmp_path, database):
    answer = (200, {"body": b'{"partialSuccess": {"rejectedSpans": "2", "errorMessage": "too old"}}'})
    with Collector(lambda number: (answer[0], dict(answer[1]))) as collector, \
            at_work(tmp_path, database, {"metrics": {"ENABLED": "true"}, **collector.settings()}) as instance:
        Client(instance.url).get("/version")
        wait_until(lambda: figures(instance.url)["cairn_tracing_spans_dropped_total", "refused"] >= 2, "it to be counted")


def test_a_collector_that_hangs_holds_nobody_up_and_takes_no_memory(tmp_path, database):
    released = threading.Event()
    with Collector(lambda _: released.wait(60) and 200) as collector:
        settings = {"metrics": {"ENABLED": "true"}, **collector.settings(MAX_WAITING="1 MiB")}
        with at_work(tmp_path, database, settings) as instance:
            anybody = Client(instance.url)

            def dropped():
                for _ in range(50):
                    assert anybody.get("/repos/search?limit=1").elapsed.total_seconds() < 5
                return figures(instance.url)["cairn_tracing_spans_dropped_total", "waiting"]
            wait_until(dropped, "some to be dropped", 4 * PATIENCE)
            assert figures(instance.url)["cairn_tracing_waiting_bytes",] <= 1 << 20
            began = time.monotonic()
            instance.stop()
            assert time.monotonic() - began < 12, "nor does the end wait for it"
        released.set()


def test_a_collector_that_is_away_is_waited_for(tmp_path, database):
    port = free_port()
    settings = {"tracing": {"ENABLED": "true", "ENDPOINT": f"http://127.0.0.1:{port}/v1/traces", "SAMPLE_RATIO": "1"}}
    with at_work(tmp_path, database, settings) as instance:
        Client(instance.url).get("/version", **identified("away"))
        began = time.monotonic()
        instance.stop()
        assert time.monotonic() - began < 12
        assert warnings(instance), "what could not be sent is told"


def test_what_waits_is_sent_at_the_end(tmp_path, database):
    with Collector() as collector, at_work(tmp_path, database, collector.settings(SERVICE_NAME="ours")) as instance:
        Client(instance.url).get("/version", **identified("end"))
        instance.stop()
        assert [span.resource["service.name"] for span in collector.spans() if span.attributes.get("cairn.request.id") == "end"] == ["ours"]


class Bucket(http.server.BaseHTTPRequestHandler):
    """As much of S3 as one file needs."""
    protocol_version = "HTTP/1.1"
    files = {}

    def answer(self, status, body=b"", length=None):
        self.send_response(status)
        self.send_header("ETag", '"1"')
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def do_HEAD(self):
        found = self.files.get(self.path, b"" if self.path == "/hidden-bucket" else None)
        self.answer(404 if found is None else 200, length=len(found or b""))

    def do_PUT(self):
        self.files[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200)

    def log_message(self, *_):
        pass


def test_calls_to_a_server_of_files_are_told(tmp_path, database):
    with Collector() as collector, http.server.ThreadingHTTPServer(("127.0.0.1", 0), Bucket) as bucket:
        threading.Thread(target=bucket.serve_forever, daemon=True).start()
        port = bucket.server_address[1]
        storage = {"storage": {"STORAGE_TYPE": "minio", "MINIO_ENDPOINT": f"127.0.0.1:{port}", "MINIO_BUCKET": "hidden-bucket",
                               "MINIO_ACCESS_KEY_ID": "hidden-id", "MINIO_SECRET_ACCESS_KEY": "hidden-key"}}
        with at_work(tmp_path, database, {**storage, **collector.settings()}) as instance:
            Client(instance.url, basic=ADMIN).call("PUT", "/api/packages/root/generic/traced/1/file.bin", data=b"bytes", expect=201,
                                                   **identified("bucket"))
            tree = collector.request("bucket")
            put = next(span for span in tree.named("PUT"))
            assert tree.parent_of(put).name == "put into storage" and put.kind == "client"
            assert put["server.address"] == "127.0.0.1" and put["server.port"] == port and put["http.response.status_code"] == 200
            instance.stop()
            assert "hidden" not in collector.text()
        bucket.shutdown()


def test_its_settings_are_checked_and_its_headers_kept(program):
    secret = "Authorization=Basic very-secret-word"
    for key, value in {"SAMPLE_RATIO": "2", "ENDPOINT": "ftp://x/", "HEADERS": "very-secret-word", "MAX_WAITING": "1 KiB"}.items():
        program.settings["tracing"] = {"HEADERS": secret, key: value}
        program.write_config()
        failed = program.run("config", "show", check=False)
        assert failed.returncode != 0 and f"[tracing] {key}" in failed.stderr + failed.stdout
        assert "very-secret-word" not in failed.stderr + failed.stdout
    program.settings["tracing"] = {"HEADERS": secret}
    program.write_config()
    assert "very-secret-word" not in program.run("config", "show").stdout
    program.create_user(*ADMIN, "--admin")
    program.start()
    browser = Visitor(program.url)
    browser.sign_in(*ADMIN)
    browser.open("/-/admin/config?q=tracing", expect=200)
    assert "very-secret-word" not in browser.page and "set, not shown" in browser.page


def test_where_it_is_off_nothing_is_sent(tmp_path, database):
    with Collector() as collector:
        settings = collector.settings()
        settings["tracing"]["ENABLED"] = "false"
        with at_work(tmp_path, database, settings) as instance:
            Client(instance.url).get("/version", headers={"traceparent": f"{CALLER}-01"})
            instance.stop()
        assert collector.asked == 0
