"""Signing in to applications: consent, denial, re-authorization, revocation, and the pages that manage applications."""
import http.server
import socket
import threading
import urllib.parse

import pytest
from client import ADMIN, PASSWORD, Client
from looks import FORMS, look
from relying_party import RelyingParty


class Callback:
    """The application's own site: it writes down what people come back with. `onward` is the host that it leads them on to."""

    def __init__(self, host="127.0.0.1", onward=None):
        came = self.came = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.answer(urllib.parse.urlsplit(self.path).query)

            def do_POST(self):
                self.answer(self.rfile.read(int(self.headers["Content-Length"])).decode(), posted="true")

            def answer(self, text, **more):
                if self.path.startswith("/callback"):
                    came.append(dict(urllib.parse.parse_qsl(text), **more))
                    if onward:
                        self.send_response(302)
                        self.send_header("Location", f"http://{onward}:{self.server.server_port}/home")
                        return self.end_headers()
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!DOCTYPE html><html lang=en><link rel=icon href=data:,><title>Paper</title><h1>Welcome to Paper</h1>")

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            address_family = socket.AF_INET6 if host == "[::1]" else socket.AF_INET

        # Chromium itself knows that every name in .localhost is the machine that it runs on.
        self.server = Server(("::1" if host == "[::1]" else "127.0.0.1", 0), Handler)
        self.address = f"http://{host}:{self.server.server_port}/callback"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture(scope="module")
def callback():
    made = Callback()
    yield made
    made.server.shutdown()


@pytest.fixture
def paper(site, person, callback):
    """An application called Paper, made by somebody else."""
    return RelyingParty(site.url, Client(site.url, basic=(person(), PASSWORD)), redirects=[callback.address], name="Paper")


def arrive(tab):
    tab.waitForSelector("text=Welcome to Paper")


def test_consent_is_asked_for_once_and_leads_to_the_application(tab, paper, person, callback):
    me = person()
    tab.goto(paper.address(scope="openid email read:repository"))
    assert tab.path().startswith("/user/login?")
    tab.fill("#user_name", me)
    tab.fill("#password", PASSWORD)
    tab.click("main button[type=submit]")
    assert tab.innerText("h1") == "Sign in to “Paper”?" or "Paper" in tab.innerText("h1")
    shown = tab.innerText("main")
    for words in ("See your e-mail address", "Read repositories that you can see", paper.owner.name, callback.address.rsplit("/", 1)[0]):
        assert words in shown, words
    tab.click("button[value=true]")
    arrive(tab)
    assert paper.exchange(callback.came[-1]["code"])["id_token"]
    tab.goto(paper.address(scope="openid email read:repository"))
    arrive(tab)
    # Whoever was signed out signs in and is at the application at once: the sign-in page's policy lets its form end there.
    tab.goto("/")
    tab.sign_out()
    tab.goto(paper.address(scope="openid email read:repository"))
    tab.fill("#user_name", me)
    tab.fill("#password", PASSWORD)
    tab.click("main button[type=submit]")
    arrive(tab)


@pytest.mark.parametrize("host, onward", [("auth.localhost", "app.localhost"), ("[::1]", None)])
def test_an_application_is_where_it_wants_and_leads_on_to_where_it_wants(tab, site, person, host, onward):
    """Browsers hold the redirects after a form to the policy of its page, the application's own among them."""
    callback = Callback(host, onward)
    party = RelyingParty(site.url, Client(site.url, basic=(person(), PASSWORD)), redirects=[callback.address], name="Paper")
    me = person()
    tab.sign_in(me, PASSWORD)
    tab.goto(party.address(scope="openid"))
    tab.click("button[value=true]")
    arrive(tab)
    assert tab.url().startswith(f"http://{onward or host}:")
    assert party.exchange(callback.came[-1]["code"])["id_token"]
    tab.goto(f"/login/oauth/logout?client_id={party.id}&post_logout_redirect_uri={callback.address}")
    tab.click("button[name=confirmed]")
    arrive(tab)
    tab.goto(party.address(scope="openid"))
    tab.fill("#user_name", me)
    tab.fill("#password", PASSWORD)
    tab.click("main button[type=submit]")
    arrive(tab)
    assert "code" in callback.came[-1]
    callback.server.shutdown()


def test_an_answer_is_posted_without_a_click(tab, paper, person, callback):
    """The page's policy lets our own script send the form, and the form go to the application."""
    tab.sign_in(person(), PASSWORD)
    tab.goto(paper.address(scope="openid", response_mode="form_post", state="posted here"))
    tab.click("button[value=true]")
    arrive(tab)
    came = callback.came[-1]
    assert came["posted"] == "true" and came["state"] == "posted here" and tab.url() == callback.address
    assert paper.exchange(came["code"])["id_token"]
    tab.goto(paper.address(scope="openid email", response_mode="form_post", prompt="none"))
    arrive(tab)
    assert callback.came[-1]["posted"] == "true" and callback.came[-1]["error"] == "consent_required"


def test_a_browser_without_scripts_has_a_button(chromium, site, paper, person, callback):
    tab = chromium.tab(site.url, javaScriptEnabled=False)
    tab.sign_in(person(), PASSWORD)
    tab.goto(paper.address(scope="openid", response_mode="form_post"))
    tab.click("button[value=true]")
    tab.click("form[data-form-post] button")
    arrive(tab)
    assert callback.came[-1]["posted"] == "true" and paper.exchange(callback.came[-1]["code"])


def test_a_denial_is_told_to_the_application(tab, paper, person, callback):
    tab.sign_in(person(), PASSWORD)
    tab.goto(paper.address(scope="openid"))
    tab.click("text=Do not approve")
    arrive(tab)
    assert callback.came[-1]["error"] == "access_denied"


def test_other_scopes_stop_until_they_are_approved(tab, paper, person, callback):
    tab.sign_in(person(), PASSWORD)
    tab.goto(paper.address(scope="openid read:user"))
    tab.click("button[value=true]")
    arrive(tab)
    tab.goto(paper.address(scope="openid write:issue"))
    assert "asks for something else" in tab.innerText("h1")
    assert "Read and change issues" in tab.innerText(".rights.added")
    assert "your account" in tab.innerText(".rights.removed")
    tab.click("text=Approve the change")
    arrive(tab)
    assert paper.exchange(callback.came[-1]["code"])["scope"] == "openid write:issue"


def test_an_application_wants_to_be_sure(tab, paper, person, callback):
    me = person()
    tab.sign_in(me, PASSWORD)
    tab.goto(paper.address(scope="openid"))
    tab.click("button[value=true]")
    arrive(tab)
    tab.goto(paper.address(scope="openid", prompt="login"))
    assert tab.innerText("h1") == "Sign in again" and tab.inputValue("#user_name") == me
    tab.fill("#password", PASSWORD)
    tab.click("main button[type=submit]")
    arrive(tab)


def test_what_was_approved_is_revoked(tab, paper, person, callback):
    tab.sign_in(person(), PASSWORD)
    tab.goto(paper.address(scope="openid"))
    tab.click("button[value=true]")
    arrive(tab)
    tokens = paper.exchange(callback.came[-1]["code"])
    tab.goto("/user/settings/applications")
    assert "Paper" in tab.innerText("#approved")
    tab.click("#approved button")
    assert tab.innerText("[role=status]") == "The application may no longer act for you."
    paper.user(tokens["access_token"], expect=401)


def test_signing_out_for_an_application(tab, paper, person, callback):
    tab.sign_in(person(), PASSWORD)
    tab.goto(f"/login/oauth/logout?client_id={paper.id}&post_logout_redirect_uri={callback.address}")
    assert "Paper" in tab.innerText("main")
    tab.click("button[name=confirmed]")
    arrive(tab)
    tab.goto("/user/settings")
    assert tab.path().startswith("/user/login?")


def register(tab, address, callback):
    tab.goto(address)
    tab.click("text=Register an application")
    tab.fill("#application-name", "Ink")
    tab.fill("#redirect-uris", callback.address)
    tab.click("text=Register the application")
    secret = tab.innerText("#client-secret")
    assert secret.startswith("gto_") and len(secret) == 56
    return secret


def test_an_organizations_application(tab, site, person, callback):
    me = person()
    Client(site.url, basic=(me, PASSWORD)).post("/orgs", {"username": f"org-of-{me}"}, expect=201)
    tab.sign_in(me, PASSWORD)
    secret = register(tab, f"/org/org-of-{me}/settings/applications", callback)
    tab.click("text=Make a new secret")
    assert tab.innerText("#client-secret") != secret
    tab.click("text=Delete the application")
    assert tab.innerText("[role=status]").startswith("The application is deleted.")


def test_the_sites_applications(tab, callback):
    tab.sign_in(*ADMIN)
    register(tab, "/-/admin/applications", callback)
    tab.click("text=All applications")
    shown = tab.innerText("main")
    assert "Ink" in shown and "git-credential-oauth" in shown and "locked" in shown


@pytest.mark.parametrize("form", FORMS)
def test_every_page_of_it_in_light_in_dark_and_on_a_phone(chromium, site, paper, person, callback, form):
    tab = chromium.tab(site.url, **FORMS[form])
    me = person()
    api = Client(site.url, basic=(me, PASSWORD))
    api.post("/orgs", {"username": f"org-of-{me}"}, expect=201)
    tab.sign_in(me, PASSWORD)
    tab.goto(paper.address(scope="openid profile email read:repository write:issue"))
    look(tab, form, "consent")
    tab.click("button[value=true]")
    arrive(tab)
    tab.goto(paper.address(scope="openid profile write:repository"))
    look(tab, form, "consent-changed")
    tab.goto(paper.address(redirect_uri="https://elsewhere.example/"))
    look(tab, form, "consent-refused")
    tab.goto(paper.address(scope="openid profile email read:repository write:issue", prompt="login"))
    look(tab, form, "login-again")
    tab.goto(f"/login/oauth/logout?client_id={paper.id}&post_logout_redirect_uri={callback.address}")
    look(tab, form, "logout")
    register(tab, "/user/settings/applications", callback)
    look(tab, form, "application-made")
    tab.goto("/user/settings/applications")
    tab.click("text=Register an application")
    look(tab, form, "own-applications")
    register(tab, f"/org/org-of-{me}/settings/applications", callback)
    tab.click("text=All applications")
    look(tab, form, "organization-applications")
    tab.sign_out()
    tab.sign_in(*ADMIN)
    tab.goto("/-/admin/applications")
    look(tab, form, "site-applications")
    chromium.complaints()
