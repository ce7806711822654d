"""A connection that listens to server-sent events."""
import json
import re
import socket


class Listener:
    """`next` is the next event of a name."""

    def __init__(self, browser, path="/user/events", headers=()):
        host, port = re.match(r"http://([^:/]+):(\d+)", browser.url).groups()
        self.socket = socket.create_connection((host, int(port)), timeout=30)
        cookie = "; ".join(f"{one.name}={one.value}" for one in browser.session.cookies)
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Accept: text/event-stream", f"Cookie: {cookie}", *headers]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.text = b""
        self.read_until(b"\r\n\r\n")
        head, self.text = self.text.split(b"\r\n\r\n", 1)
        self.head = head.decode()
        self.status = int(self.head.split()[1])

    def read_until(self, wanted):
        while wanted not in self.text:
            more = self.socket.recv(65536)
            assert more, f"it ended before {wanted}: {self.text}"
            self.text += more

    def next(self, name):
        mark = f"event: {name}\ndata: ".encode()
        self.read_until(mark)
        self.text = self.text.split(mark, 1)[1]
        self.read_until(b"\n\n")
        data, self.text = self.text.split(b"\n\n", 1)
        return json.loads(data)

    def ends(self):
        while more := self.socket.recv(65536):
            self.text += more
        return self.text

    def close(self):
        self.socket.close()
