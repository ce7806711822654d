"""One-time codes as an authenticator application makes them, and the way to turn them on by the pages."""
import base64
import hashlib
import hmac
import re
import struct
import time

from client import PASSWORD
from visitor import Visitor

ENROLMENT = "/user/settings/security/two_factor/enroll"


def totp(secret, shift=0):
    """The code for the current 30 seconds, or for `shift` steps from now."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    mac = hmac.new(key, struct.pack(">Q", int(time.time()) // 30 + shift), hashlib.sha1).digest()
    at = mac[-1] & 15
    return "%06d" % ((struct.unpack(">I", mac[at:at + 4])[0] & 0x7FFFFFFF) % 1000000)


def enrol(browser):
    """Turns codes on in a browser that is signed in; gives the secret and the recovery codes."""
    browser.open(ENROLMENT, expect=200)
    secret = re.search(r'alt="([A-Z2-7]{64})"', browser.page).group(1)
    browser.submit(ENROLMENT, {"passcode": totp(secret)}, expect=200)
    codes = re.findall(r"<code>([a-z2-7-]+)</code>", browser.page)
    assert len(codes) == 10
    return secret, codes


def protected(url, name):
    """Signs that account in, turns codes on; gives the browser, the secret and the recovery codes."""
    browser = Visitor(url)
    assert browser.sign_in(name, PASSWORD).status_code == 303
    return (browser, *enrol(browser))
