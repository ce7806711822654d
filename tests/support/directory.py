"""A directory: OpenLDAP's own server with a few people, in a folder of its own, on free ports. And servers that only seem to be one."""
import contextlib
import shutil
import socket
import subprocess
import threading

from program import PATIENCE, free_port, wait_until

SLAPD, SLAPADD = (shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin") for name in ("slapd", "slapadd"))
BASE = "dc=example,dc=org"
SEARCHER = (f"cn=searcher,{BASE}", "search-for-people")
PASSWORD = "in-the-directory"

SETTINGS = """
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
allow bind_anon_dn
pidfile {folder}/slapd.pid
TLSCertificateFile {folder}/server.pem
TLSCertificateKeyFile {folder}/server.key
database mdb
suffix "{base}"
directory {folder}/db
maxsize 10485760
access to attrs=userPassword by anonymous auth by self =xw by * none
access to * by dn.exact="{searcher}" read by self read by * none
"""

ORGANIZATION = """
dn: {base}
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: {searcher}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: searcher
userPassword: {secret}

dn: ou=people,{base}
objectClass: organizationalUnit
ou: people

dn: ou=elsewhere,ou=people,{base}
objectClass: referral
objectClass: extensibleObject
ou: elsewhere
ref: ldap://127.0.0.1:9/ou=people,{base}
"""

PERSON = """
dn: uid={uid},ou=people,{base}
objectClass: inetOrgPerson
uid: {uid}
cn: {cn}
sn: {uid}
userPassword: {password}
"""


class Directory:
    """Running as long as its `with` block. Nobody but the searcher may look around in it."""

    def __init__(self, folder):
        self.folder = folder
        self.port, self.tls_port = free_port(), free_port()
        self.process = None
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "db").mkdir()
        self.config = folder / "slapd.conf"
        self.config.write_text(SETTINGS.format(folder=folder, base=BASE, searcher=SEARCHER[0]))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                        "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout",
                        folder / "server.key", "-out", folder / "server.pem"], check=True, capture_output=True)
        self.certificate = folder / "server.pem"
        self.add(ORGANIZATION.format(base=BASE, searcher=SEARCHER[0], secret=SEARCHER[1]))

    def add(self, ldif):
        """While it does not run."""
        subprocess.run([SLAPADD, "-f", self.config], input=ldif.encode(), check=True, capture_output=True)

    def add_person(self, uid, password=PASSWORD, cn="", **attributes):
        more = "".join(f"{name}: {value}\n" for name, values in attributes.items()
                       for value in (values if isinstance(values, list) else [values]))
        self.add(PERSON.format(uid=uid, base=BASE, cn=cn or uid.title(), password=password).rstrip() + "\n" + more + "\n")

    def start(self):
        self.process = subprocess.Popen([SLAPD, "-f", self.config, "-d", "0", "-h",
                                         f"ldap://127.0.0.1:{self.port}/ ldaps://127.0.0.1:{self.tls_port}/"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: listens(self.port) and listens(self.tls_port), "the directory to listen")
        return self

    def stop(self):
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE)
            self.process = None

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    def form(self, **changes):
        """What administrators say of it."""
        return {"kind": "ldap", "name": "the directory", "host": "127.0.0.1", "port": str(self.port), "security": "none",
                "bind_dn": SEARCHER[0], "secret": SEARCHER[1], "base": f"ou=people,{BASE}",
                "filter": "(&(objectClass=inetOrgPerson)(uid=%s))", "name_attribute": "uid", "mail_attribute": "mail",
                "full_name_attribute": "cn", "mail_confirmed": "true", "makes_accounts": "true", "active": "true", **changes}


def listens(port):
    with socket.socket() as s:
        s.settimeout(PATIENCE)
        return s.connect_ex(("127.0.0.1", port)) == 0


def ber(tag, content):
    """A value with its tag and its length, as X.690 writes it."""
    size = len(content)
    length = bytes([size]) if size < 128 else bytes([0x84]) + size.to_bytes(4, "big")
    return bytes([tag]) + length + content


def bind_answer(words=b"", code=0, number=1):
    return ber(0x30, ber(0x02, bytes([number])) + ber(0x61, ber(0x0A, bytes([code])) + ber(0x04, b"") + ber(0x04, words)))


@contextlib.contextmanager
def seeming_directory(answer):
    """A server that does with each connection what `answer` does, and counts them: `asked`."""

    class Seeming:
        asked = 0

    with socket.create_server(("127.0.0.1", 0)) as listener:
        seeming, ended, connections = Seeming(), threading.Event(), []
        seeming.port = listener.getsockname()[1]

        def work(connection):
            with contextlib.suppress(OSError), connection:
                answer(connection, ended)

        def accept():
            with contextlib.suppress(OSError):
                while not ended.is_set():
                    connection, _ = listener.accept()
                    seeming.asked += 1
                    connections.append(connection)
                    threading.Thread(target=work, args=(connection,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        try:
            yield seeming
        finally:
            ended.set()
            listener.shutdown(socket.SHUT_RDWR)
            for connection in connections:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
