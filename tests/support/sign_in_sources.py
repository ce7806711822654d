"""Sign-in sources, as an administrator makes them in a browser."""
import itertools
import re

from client import ADMIN
from program import Program
from visitor import Visitor
from whole_form import send


NUMBERS = itertools.count(1)


def new_site(folder, database, **settings):
    """A site of another name than the provider's, so that a browser keeps their cookies apart."""
    program = Program(folder, database, settings=settings)
    program.url = f"http://localhost:{program.port}"
    program.settings["server"].update({"DOMAIN": "localhost", "ROOT_URL": program.url + "/"})
    program.write_config()
    program.create_user(*ADMIN, "--admin")
    return program.start()


def provider_form(provider, client_id, secret, **changes):
    return {"kind": "openid", "name": f"provider {next(NUMBERS)}", "discovery_url": provider, "client_id": client_id, "secret": secret,
            "scopes": "openid profile email", "username_claim": "preferred_username", "makes_accounts": "true", "active": "true", **changes}


class Keeper(Visitor):
    """A browser in which the administrator of a site is signed in."""

    def __init__(self, url):
        super().__init__(url)
        assert self.sign_in(*ADMIN).status_code == 303

    def make(self, form, expect=303):
        """The number of the new source."""
        self.open(f"/-/admin/auths/new?kind={form['kind']}", expect=200)
        boxes = {"makes_accounts", "active", "skip_verify", "mail_confirmed", "second_step_there"}
        send(self, "/-/admin/auths/new", {name: None if name in boxes and value == "false" else value for name, value in form.items()},
             expect=expect)
        return int(self.location.rsplit("/", 1)[1]) if expect == 303 else None

    def change(self, number, expect=303, **changes):
        self.open(f"/-/admin/auths/{number}", expect=200)
        send(self, f"/-/admin/auths/{number}", {name: None if value == "false" else value for name, value in changes.items()}, expect=expect)

    def turn(self, number, on):
        self.post(f"/-/admin/auths/{number}/active", {"active": "true" if on else "false"}, expect=303)

    def try_out(self, number, **form):
        """[(good, words, detail)]"""
        self.post(f"/-/admin/auths/{number}/try", form, expect=200)
        rows = re.findall(r'<li><span class="what"><span class="(good|bad)">.*?<strong>(.*?)</strong>(?: <code>(.*?)</code>)?', self.page, re.S)
        return [(tone == "good", words, detail) for tone, words, detail in rows]
