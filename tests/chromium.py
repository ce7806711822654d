"""Chromium, driven through browser/driver.js. A Tab has Playwright's methods of a page: tab.goto(...), tab.fill(...), tab.click(...)."""
import itertools
import json
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent / "browser"


class Chromium:
    def __init__(self):
        self.process = subprocess.Popen(["node", HERE / "driver.js"], cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.numbers = itertools.count(1)

    def call(self, page, method, *args):
        self.process.stdin.write(json.dumps({"page": page, "method": method, "args": args}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "Chromium did not start or has ended; its words are above"
        reply = json.loads(line)
        assert "error" not in reply, f"{method}{args}: {reply['error']}"
        return reply["value"]

    def tab(self, url, **options):
        """A tab of a new profile; `options` are Playwright's of a context (colorScheme, viewport ...)."""
        name = f"tab-{next(self.numbers)}"
        self.call(name, "open", {"baseURL": url, **options})
        return Tab(self, name)

    def complaints(self):
        """What Chromium has written to its console as errors since the last question."""
        return self.call("", "complaints")

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)


class Tab:
    def __init__(self, browser, name):
        self.browser, self.name = browser, name

    def __getattr__(self, method):
        return lambda *args: self.browser.call(self.name, method, *args)

    def sign_in(self, name, password):
        self.goto("/user/login")
        self.fill("#user_name", name)
        self.fill("#password", password)
        self.click("main button[type=submit]")

    def path(self):
        return "/" + self.url().split("/", 3)[3]
