"""Sign-in sources: the pages of administrators, and directories (LDAP) by which people sign in, against OpenLDAP's server."""
import ssl
import time

import pytest
from client import ADMIN, PASSWORD, Client
from directory import BASE, PASSWORD as THERE, SEARCHER, Directory, bind_answer, seeming_directory
from one_time import enrol
from program import Program
from sign_in_sources import Keeper
from visitor import Visitor


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    made = Directory(tmp_path_factory.mktemp("directory"))
    for uid in ("ann", "bob", "cleo", "dora", "emil", "gina", "hugo", "ida", "jo", "kim", "leo", "mona", "nils", "olga"):
        made.add_person(uid, mail=f"{uid}@corp.example", cn=f"{uid.title()} Ärmel")
    made.add_person("boss", mail="boss@corp.example", employeeType="admin")
    made.add_person("nomail")
    made.add_person("twin1", mail="twin@corp.example")
    made.add_person("twin2", mail="twin@corp.example")
    made.add_person("sales.team", mail="sales@corp.example")
    made.add_person("local", mail="other@corp.example")
    with made:
        yield made


@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    """An instance of its own: what is asked of directories is nothing for those who share one."""
    program = Program(tmp_path_factory.mktemp("site"), database, settings={"security": {
        "PASSWORD_HASH_ALGO": "argon2$1$64$1$32", "LOGIN_MAX_FAILURES": "1000", "LOGIN_MAX_FAILURES_PER_ADDRESS": "100000"}})
    program.create_user(*ADMIN, "--admin")
    program.start()
    yield program
    program.close()


@pytest.fixture(scope="module")
def keeper(site):
    return Keeper(site.url)


@pytest.fixture(scope="module")
def root(site):
    return Client(site.url, basic=ADMIN)


@pytest.fixture
def source(keeper, directory):
    """The directory as the only source that is on."""
    numbers = []

    def make(**changes):
        numbers.append(keeper.make(directory.form(**{"name": f"directory {time.monotonic_ns()}", **changes})))
        return numbers[-1]

    yield make
    for number in numbers:
        keeper.turn(number, on=False)


@pytest.fixture
def visitor(site):
    return Visitor(site.url)


def enters(visitor, name, password=THERE):
    """Whether it signs in by the form."""
    return visitor.sign_in(name, password).status_code == 303


class TestPages:
    def test_a_source_is_made_shown_changed_and_deleted(self, keeper, directory):
        number = keeper.make(directory.form(name="Made once", active="false"))
        keeper.follow()
        assert "The sign-in source is made" in keeper.notice
        assert 'value="Made once"' in keeper.page and SEARCHER[1] not in keeper.page
        keeper.open("/-/admin/auths", expect=200)
        assert "Made once" in keeper.page and "Directory (LDAP)" in keeper.page and "0 accounts" in keeper.page
        keeper.change(number, name="Renamed", filter="(uid=%s)")
        keeper.open(f"/-/admin/auths/{number}", expect=200)
        assert 'value="Renamed"' in keeper.page and "(uid=%s)" in keeper.page
        keeper.open(f"/-/admin/auths/{number}/delete", expect=200)
        keeper.submit("/delete", {"name": "Made once"}, expect=422)
        assert "not the name" in keeper.problem
        keeper.submit("/delete", {"name": "Renamed"}, expect=303)
        keeper.open(f"/-/admin/auths/{number}", expect=404)
        keeper.open("/-/admin/auths/nonsense", expect=404)

    @pytest.mark.parametrize("member, value", [
        ("name", ""), ("name", "a/b"), ("name", ".."), ("name", " x"), ("name", "x" * 61), ("host", ""), ("host", "a b"),
        ("host", "127.0.0.1 ldap://evil"), ("port", "65536"), ("port", "-1"), ("base", ""), ("filter", "(uid=ann)"), ("filter", "uid=%s"),
        ("filter", "(uid=%s"), ("admin_filter", "nonsense"), ("user_dn", "uid=ann"), ("name_attribute", "uid)"), ("mail_attribute", "a,b"),
        ("bind_dn", "a\nb")])
    def test_what_makes_no_sense_comes_back_filled_in_with_its_reason(self, keeper, directory, member, value):
        keeper.make(directory.form(**{"name": "Refused", member: value}), expect=422)
        assert keeper.problem and "ou=people" in keeper.page or member == "base"
        assert f'id="{member}-hint"' in keeper.page and 'aria-invalid="true"' in keeper.page

    def test_a_name_is_taken_in_any_case(self, keeper, directory):
        keeper.make(directory.form(name="Taken", active="false"))
        keeper.make(directory.form(name="tAKEN", active="false"), expect=422)
        assert "taken" in keeper.problem

    def test_only_administrators_get_there(self, site, root, visitor):
        root.post("/admin/users", {"username": "plain", "email": "plain@example.com", "password": PASSWORD, "must_change_password": False})
        visitor.open("/-/admin/auths", expect=303)
        visitor.sign_in("plain", PASSWORD)
        for path in ("/-/admin/auths", "/-/admin/auths/new", "/-/admin/auths/1", "/-/admin/auths/1/try"):
            visitor.open(path, expect=403)
        visitor.post("/-/admin/auths/1/try", {"name": "x", "password": "x"}, expect=403)

    def test_the_secret_is_sealed_stays_and_is_forgotten(self, site, keeper, directory):
        number = keeper.make(directory.form(name="Sealed", active="false"))

        def kept():
            return site.sql(f"SELECT secret FROM sign_in_source WHERE id = {number}")[0][0]

        first = kept()
        assert first and SEARCHER[1] not in first
        keeper.change(number, base=f"ou=elsewhere,{BASE}")
        assert kept() == first
        keeper.change(number, secret="another")
        assert kept() not in (first, "")
        keeper.change(number, forget_secret="true")
        assert kept() == ""

    def test_all_of_it_is_in_the_audit_trail(self, keeper, root, directory):
        number = keeper.make(directory.form(name="Watched", active="false"))
        keeper.change(number, filter="(uid=%s)")
        keeper.turn(number, on=True)
        keeper.turn(number, on=False)
        keeper.open(f"/-/admin/auths/{number}/delete")
        keeper.submit("/delete", {"name": "Watched"}, expect=303)
        told = [(entry["kind"], entry["details"].get("changed")) for entry in root.get("/admin/audit?limit=20").json()
                if entry["details"].get("source") == "Watched"]
        assert told == [("source_deleted", None), ("source_changed", ["active off"]), ("source_changed", ["active on"]),
                        ("source_changed", ["settings"]), ("source_created", None)]
        keeper.open("/-/admin/audit", expect=200)
        assert "Sign-in source deleted" in keeper.page


class TestSigningIn:
    def test_whoever_the_directory_knows_gets_an_account(self, site, source, root, visitor):
        number = source()
        assert enters(visitor, "ann")
        shown = root.get("/users/ann").json()
        assert (shown["full_name"], shown["email"], shown["source_id"], shown["login_name"]) == \
            ("Ann Ärmel", "ann@corp.example", number, "ann")
        assert shown["active"] and not shown["is_admin"]
        assert enters(Visitor(site.url), "ANN") and enters(Visitor(site.url), "ann@corp.example")
        assert root.get(f"/admin/users?source_id={number}").json()[0]["login"] == "ann"
        kinds = [entry["kind"] for entry in root.get("/admin/audit?user=ann").json()]
        assert "account_created" in kinds and "sign_in" in kinds

    def test_a_wrong_password_an_unknown_name_and_no_password_are_wrong(self, site, source, visitor, root):
        source()
        for name, password in (("bob", "wrong"), ("nobody", THERE), ("bob", THERE + " "), ("*", THERE), ("bo*", THERE), ("b\\6fb", THERE),
                               ("bob)(uid=*", THERE), ("*)(|(uid=*", THERE), ("bob\0", THERE), ("uid=bob", THERE)):
            answer = visitor.sign_in(name, password)
            assert answer.status_code in (200, 422), (name, password)
            assert visitor.cookie() is None
        root.get("/users/bob", expect=404)
        Client(site.url, basic=("bob", "")).get("/user", expect=401)
        assert enters(visitor, "bob")

    def test_an_empty_password_is_nobodys_even_where_the_directory_takes_it(self, site, source):
        """An unauthenticated bind (RFC 4513, 5.1.2) succeeds: nobody may take that for a proof."""
        source()
        assert enters(Visitor(site.url), "cleo")
        for client in (Client(site.url, basic=("cleo", "")), Client(site.url, basic=("dora", ""))):
            client.get("/user", expect=401)

    def test_two_entries_for_a_name_are_nobody(self, source, visitor):
        source(filter="(mail=%s)")
        assert not enters(visitor, "twin@corp.example")
        assert visitor.problem == "The user name or the password is wrong."

    def test_a_reference_to_another_server_is_passed_over_and_a_referral_is_no_answer(self, source, keeper, visitor):
        # The subtree has a reference to a server where nobody listens.
        source()
        assert enters(visitor, "dora")
        number = source(base=f"ou=elsewhere,ou=people,{BASE}")
        steps = keeper.try_out(number, name="dora", password=THERE)
        assert not steps[-1][0] and "eferral" in steps[-1][2]

    def test_the_dn_may_be_made_of_the_name(self, source, visitor, keeper):
        number = source(user_dn=f"uid=%s,ou=people,{BASE}", bind_dn="", secret="", base="", filter="(objectClass=inetOrgPerson)")
        assert enters(visitor, "emil")
        for name in (f"emil,ou=people,{BASE}", "emil+cn=x", "emil\\", "*"):
            steps = keeper.try_out(number, name=name, password=THERE)
            assert not steps[-1][0], steps
            assert "recognized" not in steps

    def test_a_filter_says_who_may_sign_in_and_who_administers_the_site(self, site, source, root, visitor):
        source(filter="(&(uid=%s)(employeeType=admin))", admin_filter="(employeeType=admin)")
        assert not enters(visitor, "gina")
        assert enters(visitor, "boss")
        assert root.get("/users/boss").json()["is_admin"]
        visitor.open("/-/admin", expect=200)

    def test_rights_follow_the_directory_at_each_sign_in(self, site, source, root, keeper):
        number = source(admin_filter="(uid=hugo)")
        assert enters(Visitor(site.url), "hugo") and root.get("/users/hugo").json()["is_admin"]
        keeper.change(number, admin_filter="(uid=somebody)")
        assert enters(Visitor(site.url), "hugo")
        assert not root.get("/users/hugo").json()["is_admin"]
        changed = [entry["details"].get("changed") for entry in root.get("/admin/audit?user=hugo&kind=account_changed").json()]
        assert changed == [["admin off"]]

    def test_a_local_account_is_not_the_directorys_of_that_name(self, site, source, root, visitor):
        root.post("/admin/users", {"username": "local", "email": "local@example.com", "password": PASSWORD, "must_change_password": False})
        source()
        assert not enters(visitor, "local")
        assert enters(visitor, "local", PASSWORD)
        assert root.get("/users/local").json()["source_id"] == 0

    def test_an_address_that_is_taken_is_no_account(self, source, root, visitor):
        root.post("/admin/users", {"username": "early", "email": "ida@corp.example", "password": PASSWORD, "must_change_password": False})
        source()
        assert not enters(visitor, "ida")
        assert "no account could be made" in visitor.problem and "ida@corp.example" in visitor.problem
        root.get("/users/ida", expect=404)

    def test_without_an_address_there_is_no_account(self, source, visitor, root):
        source()
        assert not enters(visitor, "nomail")
        assert "no account could be made" in visitor.problem
        root.get("/users/nomail", expect=404)

    def test_a_source_that_makes_no_accounts_knows_those_that_were_made_for_it(self, site, source, root, visitor):
        number = source(makes_accounts="false")
        assert not enters(visitor, "jo") and "Ask an administrator" in visitor.problem
        root.post("/admin/users", {"username": "joanna", "email": "jo@example.com", "source_id": number, "login_name": "jo"}, expect=201)
        assert enters(visitor, "jo")
        assert enters(Visitor(site.url), "joanna")
        assert Client(site.url, basic=("joanna", THERE)).get("/user").json()["login"] == "joanna"
        root.get("/users/jo", expect=404)

    def test_basic_authentication_and_the_api_ask_it_as_well(self, site, source, directory):
        source()
        kim = Client(site.url, basic=("kim", THERE))
        assert kim.get("/user").json()["login"] == "kim"
        Client(site.url, basic=("kim", "wrong")).get("/user", expect=401)
        # What was right is known for a while, as of other passwords: git asks three times for each fetch.
        directory.stop()
        try:
            assert kim.get("/user").json()["login"] == "kim"
            Client(site.url, basic=("kim", "other")).get("/user", expect=503)
        finally:
            directory.start()

    def test_one_that_is_off_knows_nobody_and_sessions_stay(self, site, source, keeper, visitor):
        number = source()
        assert enters(visitor, "leo")
        leo = Client(site.url, basic=("leo", THERE))
        leo.get("/user")
        keeper.turn(number, on=False)
        leo.get("/user", expect=401)
        assert not enters(Visitor(site.url), "leo") and not enters(Visitor(site.url), "mona")
        visitor.open("/user/settings", expect=200)
        keeper.turn(number, on=True)
        leo.get("/user")

    def test_whoever_is_shut_out_stays_out(self, site, source, root, visitor):
        source()
        assert enters(visitor, "mona")
        root.call("PATCH", "/admin/users/mona", {"prohibit_login": True})
        assert not enters(Visitor(site.url), "mona")
        Client(site.url, basic=("mona", THERE)).get("/user", expect=401)
        root.call("PATCH", "/admin/users/mona", {"prohibit_login": False, "active": False})
        assert not enters(Visitor(site.url), "mona")

    def test_the_second_step_is_asked_for(self, site, source, visitor):
        source()
        assert enters(visitor, "nils")
        enrol(visitor)
        other = Visitor(site.url)
        other.sign_in("nils", THERE)
        assert other.location == "/user/two_factor"
        other.open("/user/settings", expect=303)
        Client(site.url, basic=("nils", THERE)).get("/user", expect=401)

    def test_guessing_is_limited(self, tmp_path, database, directory):
        program = Program(tmp_path / "limited", database, settings={"security": {"LOGIN_MAX_FAILURES": "3"}})
        try:
            program.create_user(*ADMIN, "--admin")
            program.start()
            Keeper(program.url).make(directory.form())
            visitor = Visitor(program.url)
            for _ in range(3):
                assert not enters(visitor, "ann", "wrong")
            assert visitor.sign_in("ann", THERE).status_code == 429
        finally:
            program.close()


class TestPasswords:
    def test_are_not_chosen_here(self, site, source, root, visitor):
        source()
        assert enters(visitor, "olga")
        visitor.open("/user/settings/account", expect=200)
        assert 'name="old_password"' not in visitor.page and "its password is kept there" in visitor.page
        visitor.post("/user/settings/account", {"old_password": THERE, "password": "another-one-1", "retype": "another-one-1"}, expect=422)
        assert "no password here" in visitor.problem
        root.refused("PATCH", "/admin/users/olga", 422, {"password": "another-one-1"})
        done = site.run("admin", "user", "change-password", "--username", "olga", "--password", "another-one-1", check=False)
        assert done.returncode != 0 and "no password here" in done.stderr
        assert not enters(Visitor(site.url), "olga", "another-one-1") and enters(Visitor(site.url), "olga")

    def test_one_from_before_counts_no_more_until_the_account_comes_back(self, site, source, root, keeper):
        number = source()
        made = root.post("/admin/users", {"username": "mover", "email": "mover@example.com", "password": PASSWORD, "must_change_password": False})
        root.call("PATCH", "/admin/users/mover", {"source_id": number, "login_name": "gina"})
        assert not enters(Visitor(site.url), "mover", PASSWORD) and enters(Visitor(site.url), "mover")
        place = f"/-/admin/users/{made.json()['id']}/source"
        keeper.open(place, expect=200)
        keeper.submit("/source", {"source_id": "0", "login_name": ""}, expect=303)
        assert enters(Visitor(site.url), "mover", PASSWORD) and not enters(Visitor(site.url), "mover")
        keeper.open(place)
        keeper.submit("/source", {"source_id": "4711"}, expect=422)

    def test_deleting_the_own_account_takes_the_one_of_the_directory(self, site, source, root, visitor):
        source()
        assert enters(visitor, "sales.team")
        visitor.open("/user/settings/account/delete", expect=200)
        visitor.submit("/account/delete", {"password": "wrong"}, expect=422)
        visitor.submit("/account/delete", {"password": THERE}, expect=303)
        root.get("/users/sales.team", expect=404)


class TestApi:
    def test_a_source_has_to_be_there(self, root, source):
        number = source()
        wanted = {"username": "made-for", "email": "made-for@example.com", "login_name": "x"}
        root.refused("POST", "/admin/users", 422, {**wanted, "source_id": 4711})
        root.refused("POST", "/admin/users", 400, {**wanted})
        made = root.post("/admin/users", {**wanted, "source_id": number}, expect=201).json()
        assert (made["source_id"], made["login_name"]) == (number, "x")
        root.refused("PATCH", "/admin/users/made-for", 422, {"source_id": 4711})
        assert root.call("PATCH", "/admin/users/made-for", {"source_id": 0, "login_name": "y"}).json()["source_id"] == number

    def test_a_source_with_accounts_is_not_deleted(self, root, source, keeper):
        number = source(name="Has accounts")
        for name in ("held1", "held2"):
            root.post("/admin/users", {"username": name, "email": f"{name}@example.com", "source_id": number})
        keeper.open(f"/-/admin/auths/{number}/delete", expect=200)
        keeper.submit("/delete", {"name": "Has accounts"}, expect=422)
        assert keeper.problem.startswith("2 accounts")
        keeper.open("/-/admin/auths")
        assert "2 accounts" in keeper.page


class TestTryOut:
    def test_tells_each_step_and_signs_nobody_in(self, source, keeper, root):
        number = source(name="Tried", admin_filter="(uid=bob)")
        steps = keeper.try_out(number, name="twin1", password=THERE)
        assert [words for _, words, _ in steps] == [
            "Connected", "Not protected: nobody has looked at a certificate", "The account that searches is let in",
            "One entry fits, and may sign in", "The password is right", "The attributes are read",
            "The directory says who administers this site"]
        assert "twin@corp.example" in keeper.page and "A new one: twin1" in keeper.page and f"uid=twin1,ou=people,{BASE}" in keeper.page
        assert THERE not in keeper.page
        root.get("/users/twin1", expect=404)

    @pytest.mark.parametrize("changes, last", [
        ({"secret": "wrong"}, "The account that searches is not let in"),
        ({"port": "9"}, "Not connected"),
        ({"base": "ou=nowhere,dc=example,dc=org"}, "No entry fits that may sign in"),
        ({"filter": "(|(uid=%s)(&))"}, "No entry fits that may sign in"),
    ])
    def test_tells_what_is_wrong(self, source, keeper, changes, last):
        steps = keeper.try_out(source(**changes), name="twin1", password=THERE)
        assert steps[-1][:2] == (False, last)

    def test_tells_a_wrong_password(self, source, keeper):
        assert keeper.try_out(source(), name="twin1", password="wrong")[-1][:2] == (False, "The password is wrong")
        assert keeper.try_out(source(), name="twin1", password="")[-1][:2] == (False, "The password is wrong")


class TestProtection:
    @pytest.mark.parametrize("security", ["ldaps", "starttls"])
    def test_a_certificate_is_checked_unless_told_otherwise(self, source, keeper, directory, security):
        port = str(directory.tls_port if security == "ldaps" else directory.port)
        checked = keeper.try_out(source(security=security, port=port), name="twin1", password=THERE)
        assert checked[-1][:2] == (False, "Not connected"), checked
        taken = keeper.try_out(source(security=security, port=port, skip_verify="true"), name="twin1", password=THERE)
        assert (True, "The password is right") in [step[:2] for step in taken]
        assert not taken[1][0] and "TLS" in taken[1][2]

    @pytest.mark.parametrize("security", ["ldaps", "starttls"])
    def test_one_that_the_system_trusts_is_right(self, tmp_path, database, directory, security, monkeypatch):
        monkeypatch.setenv("SSL_CERT_FILE", str(directory.certificate))
        program = Program(tmp_path / "trusting", database)
        try:
            program.create_user(*ADMIN, "--admin")
            program.start()
            port = str(directory.tls_port if security == "ldaps" else directory.port)
            keeper = Keeper(program.url)
            number = keeper.make(directory.form(security=security, port=port))
            steps = keeper.try_out(number, name="ann", password=THERE)
            assert (True, "Encrypted, by a certificate that is right") in [step[:2] for step in steps]
            assert enters(Visitor(program.url), "ann")
        finally:
            program.close()


def hang(_, ended):
    ended.wait(60)


def drip(connection, ended):
    for byte in bind_answer(b"x" * 1000):
        if ended.wait(0.5):
            return
        connection.sendall(bytes([byte]))


def flood(connection, ended):
    connection.recv(4096)
    connection.sendall(bind_answer(b"x" * (1 << 20)))
    ended.wait(60)


def nonsense(connection, ended):
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 10)
    ended.wait(60)


class TestServersThatAreNone:
    @pytest.mark.parametrize("answer, seconds", [(hang, 15), (drip, 15), (flood, 5), (nonsense, 15)])
    def test_end_in_time_and_are_told(self, keeper, source, answer, seconds):
        with seeming_directory(answer) as seeming:
            begun = time.monotonic()
            steps = keeper.try_out(source(port=str(seeming.port), active="false"), name="ann", password=THERE)
            assert not steps[-1][0]
            assert time.monotonic() - begun < seconds

    def test_one_over_tls_that_does_not_shake_hands_ends_as_well(self, keeper, source):
        with seeming_directory(hang) as seeming:
            begun = time.monotonic()
            steps = keeper.try_out(source(port=str(seeming.port), security="ldaps", active="false"), name="ann", password=THERE)
            assert not steps[-1][0] and time.monotonic() - begun < 15

    def test_one_that_hangs_is_left_alone_and_others_sign_in_meanwhile(self, site, keeper, source, visitor):
        with seeming_directory(hang) as seeming:
            source(port=str(seeming.port))
            assert visitor.sign_in("somebody", "x").status_code == 503
            begun = time.monotonic()
            for _ in range(5):
                assert visitor.sign_in("somebody", "x").status_code == 503
            assert time.monotonic() - begun < 4 and seeming.asked == 1
            assert enters(Visitor(site.url), *ADMIN)

    def test_one_whose_certificate_nobody_knows_hears_no_password(self, keeper, source, directory):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(directory.certificate, directory.certificate.with_suffix(".key"))
        heard = []

        def listen(connection, ended):
            try:
                with context.wrap_socket(connection, server_side=True) as secured:
                    heard.append(secured.recv(4096))
            except OSError:
                pass

        with seeming_directory(listen) as seeming:
            direct = {"user_dn": f"uid=%s,ou=people,{BASE}", "port": str(seeming.port), "security": "ldaps", "active": "false"}
            keeper.try_out(source(**direct), name="ann", password=THERE)
            assert not any(THERE.encode() in words for words in heard)
            keeper.try_out(source(**direct, skip_verify="true"), name="ann", password=THERE)
            assert any(THERE.encode() in words for words in heard)
