"""A mail server for tests: real SMTP on a socket, with STARTTLS and sign-in where they are wanted. It keeps what it gets."""
import base64
import email
import email.policy
import re
import socketserver
import ssl
import subprocess
import threading

from program import free_port, wait_until


class Mail:
    """One mail as it arrived: the envelope, and the message as Python's own parser understands it."""

    def __init__(self, sender, recipients, raw):
        self.sender, self.recipients, self.raw = sender, recipients, raw
        self.message = email.message_from_bytes(raw, policy=email.policy.default)

    def text(self, subtype="plain"):
        return self.message.get_body((subtype,)).get_content()

    def link(self):
        """The first address of the text, without the site's own part."""
        return re.search(r"https?://[^/\s]+(/user/\S+)", self.text()).group(1)


class Session(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def setup(self):
        if self.server.owner.implicit_tls:
            self.request = self.server.owner.tls.wrap_socket(self.request, server_side=True)
        super().setup()

    def handle(self):
        owner, sender, recipients, secure, known = self.server.owner, "", [], False, False
        owner.connections += 1
        self.say("220 mail.test ESMTP")
        while line := self.rfile.readline(4096):
            words = line.decode("latin-1").strip()
            verb = words.split(" ")[0].upper()
            owner.commands.append(words)
            if verb in ("EHLO", "HELO"):
                offers = ["mail.test"]
                if owner.starttls and not secure:
                    offers.append("STARTTLS")
                if owner.user:
                    offers.append("AUTH PLAIN")
                for i, offer in enumerate(offers):
                    self.say(f"250{'-' if i < len(offers) - 1 else ' '}{offer}")
            elif verb == "STARTTLS" and owner.starttls:
                self.say("220 go on")
                self.request = owner.tls.wrap_socket(self.request, server_side=True)
                self.rfile, self.wfile = self.request.makefile("rb"), self.request.makefile("wb", buffering=0)
                secure = True
            elif verb == "AUTH":
                given = words.split(" ")[2] if len(words.split(" ")) > 2 else ""
                if not given:
                    self.say("334 ")
                    given = self.rfile.readline().decode().strip()
                known = base64.b64decode(given).split(b"\0")[1:] == [w.encode() for w in owner.user]
                self.say("235 welcome" if known else "535 wrong password")
            elif owner.user and not known and verb == "MAIL":
                self.say("530 sign in first")
            elif verb == "MAIL":
                sender = re.search("<(.*?)>", words).group(1)
                self.say("250 ok")
            elif verb == "RCPT":
                refusal = owner.refusals.pop(0) if owner.refusals else None
                recipients.append(re.search("<(.*?)>", words).group(1))
                self.say(refusal or "250 ok")
            elif verb == "DATA":
                self.say("354 go on")
                lines = []
                while (data := self.rfile.readline()) not in (b".\r\n", b""):
                    lines.append(data[1:] if data.startswith(b"..") else data)
                owner.mails.append(Mail(sender, recipients, b"".join(lines)))
                self.say("250 taken")
            elif verb == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 ok")


class Listener(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True

    def handle_error(self, request, client_address):
        """A client that goes away in the middle of a handshake is what some tests are about."""


class MailServer:
    """`refusals` are answers for the next recipients, instead of taking their mail."""

    def __init__(self, folder, starttls=False, implicit_tls=False, user=()):
        self.mails, self.commands, self.refusals, self.connections = [], [], [], 0
        self.starttls, self.implicit_tls, self.user = starttls, implicit_tls, user
        self.tls = self.make_tls(folder) if starttls or implicit_tls else None
        self.port = free_port()
        self.server = None
        self.start()

    def start(self):
        self.server = Listener(("127.0.0.1", self.port), Session)
        self.server.owner = self
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    @staticmethod
    def make_tls(folder):
        key, certificate = folder / "mail.key", folder / "mail.crt"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                        "-keyout", key, "-out", certificate], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        return context

    def settings(self, **more):
        """[mailer] for a program that sends its mail here."""
        protocol = "smtps" if self.implicit_tls else "smtp+starttls" if self.starttls else "smtp"
        return {"ENABLED": "true", "PROTOCOL": protocol, "SMTP_ADDR": "127.0.0.1", "SMTP_PORT": self.port,
                "FROM": "Cairn <cairn@example.org>", **more}

    def wait(self, count=1):
        """The mails, once there are so many."""
        wait_until(lambda: len(self.mails) >= count, f"{count} mails, got {len(self.mails)}")
        return self.mails

    def to(self, address):
        """The latest mail to that address, once there is one."""
        return wait_until(lambda: [m for m in self.mails if m.recipients == [address]], f"a mail to {address}")[-1]
