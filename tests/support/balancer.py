"""HAProxy in front of several nodes, set up as docs/scaling.md says."""
import pathlib
import re
import subprocess

import requests
from program import free_port, wait_until

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Balancer:
    """Requests to `url` go to whichever node is ready."""

    def __init__(self, folder, nodes):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        documented = re.search(r"```haproxy\n(.*?)```", (ROOT / "docs/scaling.md").read_text(), re.S)[1]
        rest = "".join(line for line in documented.splitlines(keepends=True) if not line.startswith("    server "))
        servers = "".join(f"    server node{number} 127.0.0.1:{node.port}\n" for number, node in enumerate(nodes, 1))
        text = rest.replace("bind :80", f"bind 127.0.0.1:{self.port}") + servers
        file = folder / "haproxy.cfg"
        file.write_text(text)
        self.process = subprocess.Popen(["haproxy", "-q", "-f", file])
        wait_until(self.answers, "HAProxy to answer")

    def answers(self):
        assert self.process.poll() is None, "HAProxy has ended"
        try:
            return requests.get(f"{self.url}/api/readyz", timeout=5).status_code == 200
        except OSError:
            return False

    def close(self):
        self.process.terminate()
        self.process.wait()
