"""What somebody sees who opens the site's address in a browser."""
from client import Client


def test_the_front_page_leads_to_the_reference(program):
    program.start()
    answer = Client(program.url).session.get(program.url + "/", allow_redirects=False, timeout=30)
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith("/api/swagger")
    assert Client(program.url).session.get(program.url + "/", timeout=30).headers["Content-Type"].startswith("text/html")
