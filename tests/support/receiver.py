"""A server that webhooks call: it keeps what it gets, and answers as it is told to."""
import hashlib
import hmac
import http.server
import json
import threading
import urllib.parse

from program import wait_until


class Delivery:
    def __init__(self, method, path, headers, body):
        self.method, self.path, self.body = method, path, body
        self.headers = {name.lower(): value for name, value in headers.items()}
        is_form = self.headers.get("content-type") == "application/x-www-form-urlencoded"
        self.text = urllib.parse.parse_qs(body.decode())["payload"][0] if is_form else body.decode()
        self.json = json.loads(self.text)
        self.event = self.headers.get("x-cairn-event")
        self.type = self.headers.get("x-cairn-event-type")
        self.uuid = self.headers.get("x-cairn-delivery")

    def signed_with(self, secret):
        code = hmac.new(secret.encode(), self.text.encode(), hashlib.sha256).hexdigest()
        old = hmac.new(secret.encode(), self.text.encode(), hashlib.sha1).hexdigest()
        return [self.headers[name] for name in ("x-cairn-signature", "x-gitea-signature", "x-gogs-signature")] == [code] * 3 \
            and self.headers["x-hub-signature-256"] == "sha256=" + code and self.headers["x-hub-signature"] == "sha1=" + old


class Receiver:
    """`answer` is a status, or a function of the delivery that returns a status, or a status and headers. It may take its
    time, and None breaks the connection."""

    def __init__(self, answer=200):
        self.got, self.answer = [], answer
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                delivery = Delivery(self.command, self.path, self.headers, self.rfile.read(int(self.headers["Content-Length"])))
                outer.got.append(delivery)
                answer = outer.answer(delivery) if callable(outer.answer) else outer.answer
                if answer is None:
                    self.close_connection = True
                    return
                status, headers = answer if isinstance(answer, tuple) else (answer, {})
                self.send_response(status)
                for name, value in {"Content-Length": "5", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(b"taken")

            do_PUT = do_POST

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *_):
                pass  # whoever calls may be killed

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def hook(self, client, base, *events, path="/hook", type="gitea", config=None, **more):
        """A hook at `base` (/repos/ann/work, /orgs/acme, /user, /admin) that calls here."""
        config = {"url": self.url + path, "content_type": "json", **(config or {})}
        return client.post(f"{base}/hooks", {"type": type, "active": True, "events": list(events), "config": config, **more},
                           expect=201).json()

    def next(self, event, **members):
        """The first delivery of that event whose payload has these members; it is taken out of the pile."""
        def find():
            for delivery in self.got:
                if delivery.event == event and all(delivery.json.get(name) == value for name, value in members.items()):
                    self.got.remove(delivery)
                    return delivery
            return None
        return wait_until(find, f"{event} {members} to be delivered; there is {[(d.event, d.type) for d in self.got]}")
