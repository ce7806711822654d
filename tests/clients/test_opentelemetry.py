"""opentelemetry-proto: every message of a trace is one of the protocol, as its authors have generated it."""
import base64
import json

import pytest
from client import ADMIN, Client
from collector import Collector
from installed import from_pypi
from program import Program
from receiver import Receiver

pytestmark = from_pypi("opentelemetry-proto", "opentelemetry")


def as_protobuf_has_it(value):
    """Ids are in hexadecimal in the protocol's JSON, and in base64 in everybody else's."""
    if isinstance(value, list):
        return [as_protobuf_has_it(each) for each in value]
    if not isinstance(value, dict):
        return value
    ids = {"traceId", "spanId", "parentSpanId"}
    return {key: base64.b64encode(bytes.fromhex(each)).decode() if key in ids else as_protobuf_has_it(each) for key, each in value.items()}


@pytest.fixture
def told(tmp_path, database):
    """What is told of requests, jobs, files, git and a hook."""
    with Collector() as collector, Receiver() as receiver:
        program = Program(tmp_path, database, {"webhook": {"ALLOWED_HOST_LIST": "*"}, **collector.settings(CLIENT_ADDRESS="true")})
        try:
            program.create_user(*ADMIN, "--admin")
            program.start()
            root = Client(program.url, basic=ADMIN)
            root.post("/user/repos", {"name": "r", "auto_init": True}, expect=201)
            receiver.hook(root, "/repos/root/r", "issues")
            root.post("/repos/root/r/issues", {"title": "told"}, expect=201,
                      headers={"traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"})
            root.get("/nobody/has/this", expect=404)
            root.session.get(f"{program.url}/root/r.git/info/refs?service=git-upload-pack", timeout=30)
            collector.job("webhook")
            program.stop()
            yield [json.loads(body) for body in collector.bodies]
        finally:
            program.close()


def test_each_message_is_one_of_the_protocol(told):
    from google.protobuf.json_format import ParseDict
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
    from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
    spans = []
    for message in told:
        read = ParseDict(as_protobuf_has_it(message), ExportTraceServiceRequest())  # which knows each member, and its type
        assert ExportTraceServiceRequest.FromString(read.SerializeToString()) == read
        for part in read.resource_spans:
            assert "service.name" in {attribute.key for attribute in part.resource.attributes}
            for scoped in part.scope_spans:
                spans += scoped.spans
    assert {len(span.trace_id) for span in spans} == {16} and {len(span.span_id) for span in spans} == {8}
    assert {len(span.parent_span_id) for span in spans} == {0, 8}
    assert {Span.SPAN_KIND_SERVER, Span.SPAN_KIND_CLIENT, Span.SPAN_KIND_INTERNAL, Span.SPAN_KIND_CONSUMER} == {span.kind for span in spans}
    assert all(span.start_time_unix_nano <= span.end_time_unix_nano for span in spans)
    assert {span.status.code for span in spans} <= {Status.STATUS_CODE_UNSET, Status.STATUS_CODE_ERROR}
    job = next(span for span in spans if span.name == "job webhook")
    cause = next(span for span in spans if span.span_id == job.links[0].span_id)
    assert cause.trace_id.hex() == "4bf92f3577b34da6a3ce929d0e0e4736" and cause.name.startswith("POST ")
