"""A small site of fixed pages (browser/fixtures) with the files of web/dist, for what modules do in a browser.

Pages come with the policy of the program's own. In their text {asset:site.css} is the address of a file, {icon:copy} an icon,
and the first line says title and modules: <!-- Title: keys menus -->.
"""
import gzip
import http.server
import json
import pathlib
import re
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DIST = ROOT / "web/dist"
PAGES = ROOT / "tests/browser/fixtures"
POLICY = ("default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
          "frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'")
TYPES = {"html": "text/html; charset=utf-8", "css": "text/css", "js": "text/javascript", "json": "application/json", "svg": "image/svg+xml"}


def drawing_policy():
    """As the program has it."""
    source = (ROOT / "src/kit/pages/assets.cpp").read_text()
    return "".join(re.findall(r'"([^"]*)"', re.search(r"drawing_policy =(.*?);\n", source, re.S)[1]))


class FixtureSite:
    """`answers`: path -> function of (query, fields) that gives (status, text, type), or a path to go to. A text may be a list
    of pieces and events: the rest is sent when the event is set."""

    def __init__(self):
        self.manifest = dict(line.split(" ") for line in (DIST / "manifest.txt").read_text().splitlines())
        self.answers, self.asked = {}, []
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                site.answer(self, {})

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode(errors="replace")
                site.answer(self, {"": body, **{key: values[-1] for key, values in urllib.parse.parse_qs(body).items()}})

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()

    def address(self, name):
        return "/assets/" + self.manifest[name]

    def page(self, name):
        text = (PAGES / f"{name}.html").read_text()
        title, modules = re.match(r"<!-- (.*?):(.*?) -->", text).groups()
        scripts = "".join(f'<script type="module" async src="{{asset:{module}.js}}"></script>' for module in modules.split())
        frame = (PAGES / "frame.html").read_text()
        whole = frame.replace("{title}", title).replace("{scripts}", scripts).replace("{content}", text)
        whole = re.sub(r"\{icon:([\w-]+)\}", r'<svg class="icon" aria-hidden="true"><use href="{asset:icons.svg}#i-\1"/></svg>', whole)
        return re.sub(r"\{asset:([\w.-]+)\}", lambda found: self.address(found[1]), whole)

    def answer(self, handler, fields):
        path, _, query = handler.path.partition("?")
        query = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        self.asked.append((handler.command, handler.path))
        if path.startswith("/assets/"):
            return self.send_asset(handler, path.removeprefix("/assets/"))
        name = path.strip("/")
        if path in self.answers:
            answer = self.answers[path](query, fields)
        elif (PAGES / f"{name}.html").exists():
            answer = (200, self.page(name), TYPES["html"])
        else:
            answer = (404, "", TYPES["html"])
        if isinstance(answer, str):
            handler.send_response(303)
            handler.send_header("Location", answer)
            handler.send_header("Content-Length", "0")
            return handler.end_headers()
        status, text, kind = answer
        if isinstance(text, list):
            return self.send_slowly(handler, text)
        self.send(handler, status, text.encode(), {"Content-Type": kind, "Content-Security-Policy": POLICY})

    def send_asset(self, handler, name):
        name = self.manifest.get(name, name)
        packed = DIST / f"{name}.gz"
        if not packed.exists():
            return self.send(handler, 404, b"", {})
        headers = {"Content-Type": TYPES.get(name.rsplit(".", 1)[1], "text/plain"), "Access-Control-Allow-Origin": "*"}
        if name == self.manifest["drawing.html"]:
            headers["Content-Security-Policy"] = drawing_policy()
        self.send(handler, 200, gzip.decompress(packed.read_bytes()), headers)

    def send_slowly(self, handler, pieces):
        handler.send_response(200)
        for key, value in {"Content-Type": TYPES["html"], "Content-Security-Policy": POLICY, "Transfer-Encoding": "chunked"}.items():
            handler.send_header(key, value)
        handler.end_headers()
        for piece in [*pieces, ""]:
            if isinstance(piece, threading.Event):
                piece.wait(30)
            else:
                handler.wfile.write(f"{len(piece.encode()):x}\r\n{piece}\r\n".encode())

    def send(self, handler, status, body, headers):
        handler.send_response(status)
        for key, value in headers.items():
            handler.send_header(key, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)


def events(*pairs):
    """A finished stream of server-sent events."""
    return 200, "retry: 100000\n\n" + "".join(f"event: {name}\ndata: {data}\n\n" for name, data in pairs), "text/event-stream"


def as_json(value):
    return 200, json.dumps(value), "application/json"


def soon(question, seconds=20):
    """Waits until the question is answered with something."""
    until = time.monotonic() + seconds
    while not (found := question()):
        assert time.monotonic() < until, "it does not come"
        time.sleep(0.05)
    return found
