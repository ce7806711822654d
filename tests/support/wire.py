"""A connection on which a test says each byte itself."""
import re
import socket


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body


class Wire:
    def __init__(self, port, context=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        if context:
            self.socket = context.wrap_socket(self.socket)
        self.kept = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, text):
        self.socket.sendall(text if isinstance(text, bytes) else text.encode().replace(b"\n", b"\r\n"))

    def more(self):
        """False at the end of the stream; a reset is an end too."""
        try:
            got = self.socket.recv(65536)
        except ConnectionResetError:
            got = b""
        self.kept += got
        return bool(got)

    def take(self, count):
        while len(self.kept) < count:
            assert self.more(), f"the stream ended inside a body: {self.kept!r}"
        taken, self.kept = self.kept[:count], self.kept[count:]
        return taken

    def line(self):
        while b"\r\n" not in self.kept:
            assert self.more(), f"the stream ended inside a line: {self.kept!r}"
        line, _, self.kept = self.kept.partition(b"\r\n")
        return line.decode("latin-1")

    def read(self, head=False):
        """The next answer; `head`: to a HEAD request, so without a body."""
        version, status = self.line().split(" ")[:2]
        assert re.fullmatch(r"HTTP/1\.[01]", version)
        headers = {}
        while line := self.line():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        status, body = int(status), b""
        if head or status in (204, 304) or status < 200:
            pass
        elif headers.get("transfer-encoding") == "chunked":
            while size := int(self.line(), 16):
                body += self.take(size)
                assert self.line() == ""
            assert self.line() == ""
        elif "content-length" in headers:
            body = self.take(int(headers["content-length"]))
        else:
            while self.more():
                pass
            body, self.kept = self.kept, b""
        return Answer(status, headers, body)

    def ended(self):
        """Waits for the other side to close, and tells whether it said nothing more before that."""
        while self.more():
            pass
        return self.kept == b""
