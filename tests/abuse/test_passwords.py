"""Many wrong passwords: strangers sign in meanwhile."""
import concurrent.futures
import time

from client import ADMIN, PASSWORD, Client
from neighbor import Neighbor, memory_of


def test_strangers_sign_in_while_somebody_guesses(program):
    program.create_user(*ADMIN, "--admin")
    program.start()
    admin = Client(program.url, basic=ADMIN)
    for number in range(6):
        admin.post("/admin/users", {"username": f"user{number}", "email": f"user{number}@example.com",
                                    "password": PASSWORD, "must_change_password": False}, expect=201)
    before = memory_of(program)

    def guess(number):
        guesser = Client(program.url, basic=(f"user{number % 3}", f"wrong {number}"))
        return guesser.session.get(f"{program.url}/api/v1/user", headers={"X-Forwarded-For": "192.0.2.1"}).status_code

    with Neighbor(program) as neighbor, concurrent.futures.ThreadPoolExecutor(24) as pool:
        guesses = [pool.submit(guess, number) for number in range(240)]
        time.sleep(0.2)
        waited = []
        for number in range(3, 6):
            begun = time.monotonic()
            Client(program.url, basic=(f"user{number}", PASSWORD)).call(
                "GET", "/user", expect=200, headers={"X-Forwarded-For": f"192.0.2.{number + 10}"})
            waited.append(time.monotonic() - begun)
        got = {each.result() for each in guesses}
    assert got <= {401, 429, 503}
    assert max(waited) < 2, waited
    neighbor.was_not_disturbed(before + (96 << 20))
