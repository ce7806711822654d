"""What people do first, in a real browser: it holds the pages to their policy, their forms to their rules and the cookies to theirs."""
from client import PASSWORD

NEW = "brand-new-pass-9"


def test_sign_in_and_out(tab, person):
    name = person()
    tab.goto("/user/settings")
    assert tab.path() == "/user/login?redirect_to=%2Fuser%2Fsettings"
    tab.fill("#user_name", name)
    tab.fill("#password", PASSWORD)
    tab.press("#password", "Enter")
    tab.waitForURL("**/user/settings")
    assert tab.getAttribute(".site-bar summary[aria-label^='You, ']", "aria-label") == f"You, {name}"
    tab.sign_out()
    tab.waitForURL("**/")
    assert tab.innerText("[role=status]") == "You are signed out."
    assert "Sign in" in tab.innerText("header")


def test_a_wrong_password_is_said_aloud_and_the_name_kept(tab, person):
    name = person()
    tab.sign_in(name, "wrong")
    assert tab.innerText("[role=alert]") == "The user name or the password is wrong."
    assert tab.inputValue("#user_name") == name and tab.inputValue("#password") == ""
    assert tab.evaluate("document.activeElement.id") == "password"


def test_the_whole_way_by_keyboard(tab):
    focused = "document.activeElement.id || document.activeElement.name || document.activeElement.textContent"
    tab.goto("/")
    tab.press("body", "Tab")
    assert tab.evaluate(focused) == "Skip to the content"
    tab.press(":focus", "Enter")
    tab.press(":focus", "Tab")
    assert tab.evaluate(focused) == "Sign in"
    tab.press(":focus", "Enter")
    tab.waitForURL("**/user/login")
    seen = [tab.evaluate(focused)]
    for _ in range(4):
        tab.press(":focus", "Tab")
        seen.append(tab.evaluate(focused))
    assert seen == ["user_name", "Forgot it?", "password", "remember", "Sign in"]


def refused(tab):
    """What Chromium says of a form that came back; the words for the person are on the page."""
    return [f"{tab.url()}: Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"]


def test_sign_up(tab):
    tab.goto("/")
    tab.click("main >> text=Create an account")
    tab.fill("#user_name", "grace")
    tab.fill("#email", "grace@example.com")
    tab.fill("#password", PASSWORD)
    tab.fill("#retype", PASSWORD + "x")
    tab.click("main button[type=submit]")
    assert tab.innerText("[role=alert]") == "The two passwords are not the same."
    assert tab.browser.complaints() == refused(tab)
    tab.fill("#password", PASSWORD)
    tab.fill("#retype", PASSWORD)
    tab.click("main button[type=submit]")
    assert tab.innerText("h1") == "Hello, grace"


def test_a_forgotten_password(tab, site, person):
    name = person()
    tab.goto("/user/login")
    tab.click("text=Forgot it?")
    tab.fill("#email", f"{name}@example.com")
    tab.click("main button[type=submit]")
    assert tab.innerText("h1") == "Check your mail"
    tab.goto(site.mail.to(f"{name}@example.com").link())
    tab.fill("#password", NEW)
    tab.fill("#retype", NEW)
    tab.click("main button[type=submit]")
    assert "new password is set" in tab.innerText("[role=status]")
    tab.sign_in(name, NEW)
    assert tab.innerText("h1") == f"Hello, {name}"


def test_a_password_that_must_be_changed(tab, site):
    site.run("admin", "user", "create", "--username", "fresh", "--password", PASSWORD, "--email", "fresh@example.com",
             "--must-change-password=true")
    tab.sign_in("fresh", PASSWORD)
    assert tab.path() == "/user/settings/change_password"
    tab.goto("/user/settings")
    assert tab.path() == "/user/settings/change_password"
    tab.fill("#password", NEW)
    tab.fill("#retype", NEW)
    tab.click("main button[type=submit]")
    assert tab.innerText("h1") == "Hello, fresh"


def test_make_and_delete_a_token(tab, person):
    tab.sign_in(person(), PASSWORD)
    tab.goto("/user/settings/applications")
    tab.fill("#name", "build server")
    tab.check("[name=repository][value=write]")
    tab.check("[name=user][value=read]")
    tab.click("text=Make the token")
    assert len(tab.innerText("#token-value")) == 40
    assert "write:repository" in tab.innerText(".things") and "read:user" in tab.innerText(".things")
    tab.click(".things button")
    assert "deleted" in tab.innerText("[role=status]")
    assert "You have none yet." in tab.innerText("main")
