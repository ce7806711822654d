"""A way to a server elsewhere that can be cut and mended."""
import contextlib
import socket
import struct
import threading


class Relay:
    """Passes on what comes to `port`. `cut`: connections are reset, and there are no new ones. `silence`: nothing is passed on any
    more, and nobody is told. `mend` ends both."""

    def __init__(self, host, port):
        self.server = (host, port)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        self.passing, self.refusing = threading.Event(), False
        self.passing.set()
        self.lock, self.open = threading.Lock(), set()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):  # closed
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self.connect, args=(client,), daemon=True).start()

    def connect(self, client):
        self.passing.wait()
        with contextlib.suppress(OSError):
            with self.lock:
                if self.refusing:
                    return self.reset(client)
                server = socket.create_connection(self.server)
                for end in (client, server):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.open |= {client, server}
            threading.Thread(target=self.pass_on, args=(client, server), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(server, client), daemon=True).start()

    def pass_on(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                self.passing.wait()
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)  # wakes who reads
            end.close()
        with self.lock:
            self.open -= {one, other}

    @staticmethod
    def reset(end):
        with contextlib.suppress(OSError):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            end.shutdown(socket.SHUT_RDWR)  # wakes who reads
        end.close()

    def cut(self):
        with self.lock:
            self.refusing = True
            ends, self.open = self.open, set()
        for end in ends:
            self.reset(end)

    def silence(self):
        self.passing.clear()

    def mend(self):
        self.refusing = False
        self.passing.set()

    def close(self):
        self.listener.close()
        self.cut()
        self.passing.set()
