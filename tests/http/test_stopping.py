"""Asked to stop: whoever shares requests out is told before nobody is answered any more."""
import signal
import time

from client import Client
from program import Program, wait_until


def status(client, path):
    try:
        return client.session.get(client.url + path, timeout=10).status_code
    except OSError:
        return None


def test_it_says_so_and_answers_for_a_while(tmp_path):
    program = Program(tmp_path, settings={"server": {"DRAIN_TIME": "20s"}})
    try:
        client = Client(program.start().url)
        assert status(client, "/api/readyz") == 200
        asked = time.monotonic()
        program.process.send_signal(signal.SIGTERM)
        wait_until(lambda: status(client, "/api/readyz") == 503, "it to say that it wants nothing new")
        for path in ("/api/livez", "/api/healthz", "/api/v1/version"):
            assert status(client, path) == 200
        program.process.send_signal(signal.SIGTERM)  # who asks twice does not want to wait
        assert program.process.wait(timeout=15) == 0 and time.monotonic() - asked < 15
    finally:
        program.close()


def test_it_stops_at_once_where_nobody_is_to_be_told(tmp_path):
    program = Program(tmp_path)
    try:
        program.start()
        asked = time.monotonic()
        program.process.send_signal(signal.SIGTERM)
        assert program.process.wait(timeout=15) == 0 and time.monotonic() - asked < 5
    finally:
        program.close()
