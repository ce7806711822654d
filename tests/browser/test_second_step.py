"""One-time codes and security keys, in a real browser: with a key of software that Chromium believes to be plugged in."""
import pytest
from client import ADMIN, PASSWORD, Client
from looks import FORMS, look
from one_time import totp
from program import Program

SECURITY = "/user/settings/security"


@pytest.fixture(scope="module")
def local(tmp_path_factory, database):
    """Browsers want a name, not a number, for a site with security keys."""
    folder = tmp_path_factory.mktemp("local")
    instance = Program(folder, database)
    instance.url = f"http://localhost:{instance.port}"
    instance.settings["server"].update(DOMAIN="localhost", ROOT_URL=instance.url + "/")
    instance.write_config()
    instance.create_user(*ADMIN, "--admin")
    yield instance.start()
    instance.close()


@pytest.fixture
def resident(local, numbers=iter(range(1, 1000))):
    name = f"resident-{next(numbers)}"
    local.create_user(name, PASSWORD)
    return name


@pytest.fixture
def window(chromium, local):
    yield chromium.tab(local.url)
    assert chromium.complaints() == [], "the console of a page has no errors"


def turn_codes_on(tab):
    """Gives the secret."""
    tab.goto(SECURITY)
    tab.click("text=Turn on one-time codes")
    secret = tab.getAttribute("img.qr", "alt")
    # decode() waits for the picture, and is an error where there is none.
    assert tab.evaluate("(async (image) => { await image.decode(); return image.naturalWidth; })(document.querySelector('img.qr'))") > 0
    tab.fill("#passcode", totp(secret))
    tab.click("main button[type=submit]")
    assert tab.innerText("h1") == "Your recovery codes"
    return secret


def test_codes_are_turned_on_asked_for_and_turned_off(window, resident):
    window.sign_in(resident, PASSWORD)
    secret = turn_codes_on(window)
    recovery = window.innerText(".codes li:first-child code")
    window.click("text=I have kept them")
    window.sign_out()

    window.sign_in(resident, PASSWORD)
    window.waitForURL("**/user/two_factor")
    assert window.evaluate("document.activeElement.id") == "passcode"
    window.fill("#passcode", "000000")
    window.press("#passcode", "Enter")
    assert "wrong" in window.innerText("[role=alert]")
    window.fill("#passcode", totp(secret, 1))
    window.press("#passcode", "Enter")
    window.waitForURL("**/")
    window.sign_out()

    window.sign_in(resident, PASSWORD)
    window.fill("#passcode", recovery)
    window.press("#passcode", "Enter")
    window.goto(SECURITY)
    assert "You have 9 left" in window.innerText("main")
    window.click("text=Turn off")
    assert window.innerText("[role=status]") == "One-time codes are off."
    window.sign_out()
    window.sign_in(resident, PASSWORD)
    assert window.innerText("h1") == f"Hello, {resident}"


def test_a_security_key_is_added_used_and_removed(window, local, resident):
    window.addSecurityKey()
    window.sign_in(resident, PASSWORD)
    window.goto(SECURITY)
    window.click("text=Add a security key")
    window.fill("#name", "Blue stick")
    window.click("text=Add the key")
    window.waitForSelector(".codes")
    window.click("text=I have kept them")
    assert "Blue stick" in window.innerText(".things")
    Client(local.url, basic=(resident, PASSWORD)).refused("GET", "/user", 401)

    window.click("text=Add a security key")
    window.fill("#name", "The same again")
    window.click("text=Add the key")
    window.waitForSelector("form [role=alert]:not([hidden])")
    assert window.innerText("form [role=alert]") == "This key is added already."

    window.sign_out()
    for _ in range(2):
        window.sign_in(resident, PASSWORD)
        window.waitForURL("**/user/two_factor")
        window.click("text=Use a security key")
        window.waitForURL("**/")
        assert window.innerText("h1") == f"Hello, {resident}"
        window.sign_out()

    window.sign_in(resident, PASSWORD)
    window.click("text=Use a security key")
    window.waitForURL("**/")
    window.goto(SECURITY)
    window.click("text=Remove")
    assert window.innerText("[role=status]") == "The security key is removed."
    Client(local.url, basic=(resident, PASSWORD)).get("/user")


def test_another_key_does_not_let_in(chromium, local, resident):
    owner = chromium.tab(local.url)
    owner.addSecurityKey()
    owner.sign_in(resident, PASSWORD)
    owner.goto(SECURITY + "/keys/new")
    owner.fill("#name", "mine")
    owner.click("text=Add the key")
    owner.waitForSelector(".codes")
    thief = chromium.tab(local.url)
    thief.addSecurityKey()
    thief.sign_in(resident, PASSWORD)
    thief.waitForURL("**/user/two_factor")
    thief.click("text=Use a security key")
    thief.waitForSelector("form [role=alert]:not([hidden])")
    assert thief.path() == "/user/two_factor"
    chromium.complaints()


@pytest.mark.parametrize("form", FORMS)
def test_every_page_of_it_in_light_in_dark_and_on_a_phone(chromium, local, resident, form):
    tab = chromium.tab(local.url, **FORMS[form])
    tab.addSecurityKey()
    tab.sign_in(resident, PASSWORD)
    tab.goto(SECURITY)
    look(tab, form, "security-off")
    tab.goto(SECURITY + "/two_factor/enroll")
    look(tab, form, "enroll")
    turn_codes_on(tab)
    look(tab, form, "recovery-codes")
    tab.goto(SECURITY + "/keys/new")
    look(tab, form, "key-new")
    tab.fill("#name", "Blue stick")
    tab.click("text=Add the key")
    tab.waitForURL("**" + SECURITY)
    other = chromium.tab(local.url)
    other.sign_in(resident, PASSWORD)
    look(other, form, "second-step-plain")
    tab.goto(SECURITY)
    look(tab, form, "security-on")
    tab.sign_out()
    tab.sign_in(resident, PASSWORD)
    tab.waitForURL("**/user/two_factor")
    look(tab, form, "second-step")
