"""A browser without a window: keeps cookies, reads forms, sends them as browsers do."""
import html
import html.parser
import re
import urllib.parse

import requests


class Forms(html.parser.HTMLParser):
    """The forms of a page: action, method, and the fields with what they hold."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.open, self.text = [], None, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "form":
            self.open = {"action": given.get("action", ""), "method": given.get("method", "get").upper(), "fields": {}}
            self.forms.append(self.open)
        elif tag in ("input", "button") and self.open is not None and "name" in given:
            if given.get("type") in ("checkbox", "radio") and "checked" not in given:
                return
            if given.get("type") == "file":
                return
            self.open["fields"][given["name"]] = given.get("value") or ""
        elif tag == "textarea" and self.open is not None and "name" in given:
            self.text = given["name"]
            self.open["fields"][self.text] = ""

    def handle_data(self, data):
        if self.text is not None:
            self.open["fields"][self.text] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.open = None
        elif tag == "textarea" and self.text is not None:
            # A browser passes over the line's end behind the tag.
            self.open["fields"][self.text] = self.open["fields"][self.text].removeprefix("\n")
            self.text = None


class Visitor:
    """`open` and `send` return the answer, without following where it leads; `page` is the last page's text."""

    def __init__(self, url):
        self.url, self.answer = url, None
        self.session = requests.Session()
        self.session.trust_env = False

    def request(self, method, path, form=None, headers=None, expect=None, files=None):
        sent = {"Sec-Fetch-Site": "same-origin", **(headers or {})} if method != "GET" else (headers or {})
        self.answer = self.session.request(method, urllib.parse.urljoin(self.url, path), data=form, files=files, allow_redirects=False,
                                           timeout=30, headers={k: v for k, v in sent.items() if v is not None})
        if expect is not None:
            assert self.answer.status_code == expect, f"{method} {path}: {self.answer.status_code} {self.answer.text[:2000]}"
        return self.answer

    def open(self, path, **more):
        return self.request("GET", path, **more)

    def post(self, path, form=None, **more):
        return self.request("POST", path, form if form is not None else {}, **more)

    def submit(self, action, values=None, **more):
        """Fills in and sends the form of the current page whose action ends like that: one that does something before one that seeks."""
        for form in sorted(Forms(self.page).forms, key=lambda form: form["method"] != "POST"):
            if form["action"].split("?")[0].endswith(action):
                return self.request(form["method"], form["action"], {**form["fields"], **(values or {})}, **more)
        raise AssertionError(f"no form for {action} on the page:\n{self.page}")

    def follow(self):
        """Goes where the last answer leads."""
        while self.answer.status_code in (302, 303):
            self.open(self.answer.headers["Location"])
        return self

    def sign_in(self, name, password, **fields):
        self.open("/user/login", expect=200)
        return self.submit("/user/login", {"user_name": name, "password": password, **fields})

    @property
    def page(self):
        return self.answer.text

    @property
    def location(self):
        return self.answer.headers.get("Location")

    @property
    def problem(self):
        """What the page's alert says; empty when there is none."""
        return self.words(r'<(p|div)[^>]*role="alert"[^>]*>(.*?)</\1>') or self.words(r'<(p) class="hint bad"[^>]*>(.*?)</\1>')

    @property
    def notice(self):
        return self.words(r'<(p|div)[^>]*role="status"[^>]*>(.*?)</\1>')

    def words(self, pattern):
        """What an element says, without its tags; empty where it is not there."""
        for found in re.finditer(pattern, self.page, re.S):
            if text := html.unescape(re.sub(r"<[^>]*>", "", found.group(2))).strip():
                return text
        return ""

    def cookie(self, name="cairn_session"):
        return self.session.cookies.get(name)

    def set_cookie(self, name="cairn_session"):
        """The last answer's Set-Cookie header of that name; empty when there is none."""
        for header in self.answer.raw.headers.getlist("Set-Cookie"):
            if header.startswith(name + "="):
                return header
        return ""
