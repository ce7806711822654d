"""Chromium, driven through browser/driver.js. A Tab has Playwright's methods of a page: tab.goto(...), tab.fill(...), tab.click(...)."""
import contextlib
import itertools
import json
import os
import pathlib
import subprocess
import tempfile

import pytest

HERE = pathlib.Path(__file__).resolve().parent.parent / "browser"

# What pytest ends with where Chromium itself crashed: that says nothing about the pages yet, so ./test tries once more.
CRASHED = 70
# Where it was never there: the driver does not run on this Node, or there is no Chromium. Trying again does not help.
NOT_STARTED = 71


class Chromium:
    def __init__(self):
        self.words = tempfile.TemporaryFile()
        self.process = subprocess.Popen(["node", HERE / "driver.js"], cwd=HERE, env={**os.environ, "DEBUG": "pw:browser"},
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.words, text=True)
        self.numbers = itertools.count(1)
        self.open = []
        if not self.process.stdout.readline():
            pytest.exit(f"tests/browser/driver.js did not start Chromium, and said:\n{self.last_words()}", NOT_STARTED)

    def call(self, page, method, *args):
        try:
            self.process.stdin.write(json.dumps({"page": page, "method": method, "args": args}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            pytest.exit(f"Chromium crashed at {method}{args}, after these words:\n{self.last_words()}", CRASHED)
        reply = json.loads(line)
        assert "error" not in reply, f"{method}{args}: {reply['error']}"
        return reply["value"]

    def tab(self, url, **options):
        """A tab of a new profile; `options` are Playwright's of a context (colorScheme, viewport ...)."""
        name = f"tab-{next(self.numbers)}"
        self.call(name, "open", {"baseURL": url, **options})
        self.open.append(name)
        return Tab(self, name)

    def close_tabs(self, keep=0):
        """All but the first that are open."""
        for name in self.open[keep:]:
            self.call(name, "close")
        del self.open[keep:]

    def complaints(self):
        """What Chromium has written to its console as errors since the last question."""
        return self.call("", "complaints")

    def last_words(self):
        self.words.seek(0)
        return self.words.read()[-4000:].decode(errors="replace")

    def close(self):
        with contextlib.suppress(BrokenPipeError):
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

    def sign_out(self):
        """By the menu of the account, which the bar of the site has at its end."""
        self.click(".site-bar summary[aria-label^='You, ']")
        self.click(".site-bar form[action$='/user/logout'] button")
        self.waitForSelector(".site-bar a[href*='/user/login']")

    def keys(self, *keys):
        """Presses them, one after the other, wherever the focus is."""
        for key in keys:
            self.browser.call(self.name, "keyboard.press", key)

    def path(self):
        return "/" + self.url().split("/", 3)[3]
