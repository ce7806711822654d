"""A form as a browser sends it: boxes that are ticked, what is selected, and the hidden fields behind them, in their order."""
import html.parser


class Reader(html.parser.HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.forms, self.open, self.text, self.choice = [], None, None, None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        name = given.get("name")
        if tag == "form":
            self.open = (given.get("action", ""), [])
            self.forms.append(self.open)
        elif self.open is None:
            return
        elif tag == "input" and name and given.get("type") not in ("file", "submit"):
            if given.get("type") not in ("checkbox", "radio") or "checked" in given:
                self.open[1].append((name, given.get("value") or ""))
        elif tag == "textarea":
            self.text = [name, ""]
        elif tag == "select":
            self.choice = [name, None]
        elif tag == "option" and self.choice is not None and (self.choice[1] is None or "selected" in given):
            self.choice[1] = given.get("value") or ""

    def handle_data(self, data):
        if self.text is not None:
            self.text[1] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.open = None
        elif tag == "textarea" and self.text is not None:
            self.open[1].append((self.text[0], self.text[1].removeprefix("\n")))
            self.text = None
        elif tag == "select" and self.choice is not None:
            if self.choice[1] is not None:
                self.open[1].append(tuple(self.choice))
            self.choice = None


def whole_form(page, action):
    """(the whole action, its fields) of the form whose action ends like that."""
    for address, fields in Reader(page).forms:
        if address.split("?")[0].endswith(action):
            return address, fields
    raise AssertionError(f"no form for {action} on the page:\n{page}")


def send(browser, action, changes=None, without=(), **more):
    """Sends it, with other values: None unticks a box, a list is several values."""
    address, fields = whole_form(browser.page, action)
    changes = changes or {}
    sent = []
    for name, value in changes.items():
        if value is not None:
            sent += [(name, each) for each in (value if isinstance(value, list) else [value])]
    unticked = {name for name, value in changes.items() if value is None}
    for name, value in fields:
        if name in changes and name not in unticked or name in without:
            continue
        if name in unticked and value == "true":
            continue
        sent.append((name, value))
    return browser.post(address, sent, **more)
