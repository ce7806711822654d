"""What changes while a request is under way: approvals that are narrowed, applications that are deleted, people who sign out.

A request looks at the database several times before it writes. Here the change comes between the last look and the
writing: somebody else is writing when the request arrives, so that it waits, and finds what that one has left."""
import concurrent.futures
import sqlite3
import subprocess

import pytest
from client import PASSWORD
from program import wait_until
from psql import tool
from relying_party import parameters
from visitor import Visitor

WIDE, NARROW = "openid write:repository write:user", "openid read:user"

class SqliteChange:
    """Keeps all others from writing, then changes something."""

    # Seconds: as long as a request takes to get to where it waits, and longer. Nothing tells when somebody waits.
    HELD = 0.5

    def __init__(self, server):
        self.database = sqlite3.connect(server.folder / "cairn.db", timeout=30, isolation_level=None)
        self.database.execute("PRAGMA foreign_keys = ON")
        self.database.execute("BEGIN IMMEDIATE")

    def wait_for(self, request):
        concurrent.futures.wait([request], self.HELD)

    def make(self, statement):
        self.database.execute(statement)
        self.database.execute("COMMIT")
        self.database.close()


class PostgresChange:
    """Keeps all others from writing what is about applications, then changes it."""

    def __init__(self, server):
        self.postgres = server.postgres
        self.psql = self.start(stdin=subprocess.PIPE)
        self.psql.stdin.write("BEGIN ISOLATION LEVEL SERIALIZABLE;\n"
                              "LOCK TABLE oauth2_consent, oauth2_grant, oauth2_code IN EXCLUSIVE MODE;\n\\echo locked\n")
        self.psql.stdin.flush()
        assert self.psql.stdout.readline() == "locked\n"

    def start(self, *arguments, **more):
        return subprocess.Popen([tool("psql"), "-qAtX", "-v", "ON_ERROR_STOP=1", "-d", self.postgres.name, *arguments], text=True,
                                env=self.postgres.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)

    def somebody_waits(self):
        return self.start("-c", "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
                          ).communicate()[0].strip() != "0"

    def wait_for(self, request):
        wait_until(lambda: request.done() or self.somebody_waits(), "the request to wait")

    def make(self, statement):
        # The scan of the codes is what the program itself does before it changes an approval: without it the two changes
        # would not depend on each other.
        words = self.psql.communicate(f"DELETE FROM oauth2_code WHERE expires_at < 0; {statement}; COMMIT;")[1]
        # PostgreSQL may tell either of the two to begin anew; the program does so, and so do we.
        while words:
            assert "could not serialize access" in words or "deadlock detected" in words, words
            words = self.start("-c", f"BEGIN ISOLATION LEVEL SERIALIZABLE; {statement}; COMMIT").communicate()[1]


@pytest.fixture
def meanwhile(server):
    """meanwhile(request, statement) makes the request while the statement's change is under way."""

    def make(request, statement):
        change = (PostgresChange if server.postgres else SqliteChange)(server)
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            asked = pool.submit(request)
            change.wait_for(asked)
            change.make(statement)
            asked.result()

    return make


def narrowed(party):
    return f"UPDATE oauth2_grant SET scope = '{NARROW}' WHERE application_id = {party.made['id']}"


def revoked(party):
    return f"DELETE FROM oauth2_grant WHERE application_id = {party.made['id']}"


def deleted(party):
    return f"DELETE FROM oauth2_application WHERE id = {party.made['id']}"


def signed_out(visitor):
    return f"DELETE FROM session WHERE account_id = {visitor.id}"


class TestNarrowedApproval:
    def test_no_code_has_the_old_scopes(self, party, ann, meanwhile):
        party.approve(ann, scope=WIDE)
        meanwhile(lambda: party.ask(ann, scope=WIDE), narrowed(party))
        assert ann.answer.status_code == 200 and "asks for something else" in ann.page
        assert "Read and change repositories" in ann.page.split("New</h2>")[1]
        ann.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
        assert party.exchange(parameters(ann.location)["code"])["scope"] == WIDE, "the person has approved them again"

    def test_prompt_none_tells_that_consent_is_needed(self, party, ann, meanwhile):
        party.approve(ann, scope=WIDE)
        meanwhile(lambda: party.ask(ann, scope=WIDE, prompt="none"), narrowed(party))
        assert parameters(ann.location)["error"] == "consent_required"

    def test_without_scopes_what_is_approved_now_goes_on(self, party, ann, meanwhile):
        party.approve(ann, scope=WIDE)
        meanwhile(lambda: party.ask(ann), narrowed(party))
        assert party.exchange(parameters(ann.location)["code"])["scope"] == NARROW

    def test_a_code_with_other_scopes_than_the_approval_gives_nothing(self, server, party, ann):
        code = party.approve(ann, scope=WIDE)["code"]
        server.sql(narrowed(party))
        refused = party.exchange(code, expect=400)
        assert refused["error"] == "invalid_grant" and "other scopes" in refused["error_description"]

    def test_the_order_of_scopes_is_no_difference(self, server, party, ann):
        code = party.approve(ann, scope="openid email")["code"]
        server.sql(f"UPDATE oauth2_grant SET scope = 'email openid' WHERE application_id = {party.made['id']}")
        assert party.exchange(code)["access_token"]

    def test_people_who_narrow_it_and_applications_that_ask_all_at_once(self, server, party, ann):
        others = []
        for _ in range(4):
            others.append(Visitor(server.url))
            others[-1].sign_in(ann.name, PASSWORD)
        with concurrent.futures.ThreadPoolExecutor(len(others)) as pool:
            for _ in range(5):
                party.approve(ann, scope=WIDE)
                party.ask(ann, scope=NARROW)
                asked = [pool.submit(party.ask, other, scope=WIDE) for other in others]
                ann.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
                for answer in concurrent.futures.wait(asked).done:
                    if (visitor := answer.result()).answer.status_code == 303:
                        assert party.exchange(parameters(visitor.location)["code"], expect=400)["error"] == "invalid_grant"


class TestRevokedApproval:
    def test_the_person_is_asked_again(self, party, ann, meanwhile):
        party.approve(ann, scope="openid")
        meanwhile(lambda: party.ask(ann, scope="openid"), revoked(party))
        assert ann.answer.status_code == 200 and "Sign in to" in ann.page


class TestDeletedApplication:
    @pytest.mark.parametrize("approved", [True, False], ids=["approved", "new"])
    def test_is_not_known_when_it_asks(self, server, party, ann, meanwhile, approved):
        if approved:
            party.approve(ann, scope="openid")
        meanwhile(lambda: party.ask(ann, scope="openid"), deleted(party))
        if server.postgres and not approved and ann.answer.status_code == 200:
            # As if it had asked just before: PostgreSQL may tell them to have come in that order. Nothing comes of it.
            ann.submit("/login/oauth/grant", {"granted": "true"}, expect=400)
            return
        assert ann.answer.status_code == 400 and ann.location is None
        assert "It may have been deleted" in ann.page

    def test_hears_nothing_of_an_approval(self, party, ann, meanwhile):
        party.ask(ann, scope="openid")
        meanwhile(lambda: ann.submit("/login/oauth/grant", {"granted": "true"}), deleted(party))
        assert ann.answer.status_code == 400 and ann.location is None


class TestSignedOut:
    @pytest.mark.parametrize("approved", [True, False], ids=["approved", "new"])
    def test_is_led_to_sign_in_when_an_application_asks(self, party, ann, meanwhile, approved):
        if approved:
            party.approve(ann, scope="openid")
        meanwhile(lambda: party.ask(ann, scope="openid"), signed_out(ann))
        assert ann.answer.status_code == 303
        assert ann.location.startswith("/user/login?redirect_to=%2Flogin%2Foauth%2Fauthorize%3F")

    def test_is_nobody_for_prompt_none(self, party, ann, meanwhile):
        party.approve(ann, scope="openid")
        meanwhile(lambda: party.ask(ann, scope="openid", prompt="none"), signed_out(ann))
        assert parameters(ann.location)["error"] == "login_required"

    def test_approves_nothing(self, party, ann, meanwhile):
        party.ask(ann, scope="openid")
        meanwhile(lambda: ann.submit("/login/oauth/grant", {"granted": "true"}), signed_out(ann))
        assert ann.answer.status_code == 303 and ann.location == "/user/login?redirect_to=%2Flogin%2Foauth%2Fgrant"
        ann.sign_in(ann.name, PASSWORD)
        party.ask(ann, scope="openid")
        assert ann.answer.status_code == 200, "still to be approved"
