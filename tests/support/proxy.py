"""A proxy for HTTP as companies have one: it resolves names by itself, and keeps what it was asked."""
import base64
import contextlib
import http.client
import http.server
import select
import socket
import threading
import urllib.parse


class Proxy:
    """`names` says where hosts are: {"git.example.com": ("127.0.0.1", 3000)}; a port of None is the one that was asked for.
    What it does not know, it does not reach. `asked` has the hosts, `seen` what it could read; `user` is who may ask."""

    def __init__(self, names, user=None):
        self.names, self.asked, self.seen = names, [], []
        self.expected = user and "Basic " + base64.b64encode(":".join(user).encode()).decode()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def place(self, host, port):
                outer.asked.append(host)
                outer.seen.append(f"{self.command} {self.path}")
                if outer.expected and self.headers.get("Proxy-Authorization") != outer.expected:
                    self.send_response(407)
                    self.send_header("Proxy-Authenticate", 'Basic realm="proxy"')
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return None
                if host not in outer.names:
                    self.send_error(502)
                    return None
                address, known = outer.names[host]
                return address, known or port

            def do_CONNECT(self):
                host, port = self.path.rsplit(":", 1)
                place = self.place(host, int(port))
                if not place:
                    return
                with socket.create_connection(place, timeout=30) as server:
                    self.send_response(200)
                    self.end_headers()
                    both = [self.connection, server]
                    while True:
                        for ready in select.select(both, [], [], 30)[0] or both:
                            data = ready.recv(65536)
                            if not data:
                                self.close_connection = True
                                return
                            both[1 - both.index(ready)].sendall(data)

            def pass_on(self):
                url = urllib.parse.urlsplit(self.path)
                length = self.headers.get("Content-Length")
                body = self.rfile.read(int(length)) if length else self.chunks() if "Transfer-Encoding" in self.headers else None
                place = self.place(url.hostname, url.port or 80)
                if not place:
                    return
                hop = {"proxy-authorization", "proxy-connection", "connection", "transfer-encoding", "content-length"}
                headers = {name: value for name, value in self.headers.items() if name.lower() not in hop}
                with contextlib.closing(http.client.HTTPConnection(*place, timeout=30)) as server:
                    server.request(self.command, url.path + ("?" + url.query if url.query else ""), body, headers)
                    answer = server.getresponse()
                    content = answer.read()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in hop:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PUT = pass_on

            def chunks(self):
                body = b""
                while size := int(self.rfile.readline(), 16):
                    body += self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
                return body

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://{user[0]}:{user[1]}@" if user else "http://"
        self.url += f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
