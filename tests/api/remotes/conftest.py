"""Two instances: `here`, which copies and mirrors, and `there`, which repositories are copied from."""
import pytest
from client import ADMIN, PASSWORD, Client
from program import Program


class Instance:
    def __init__(self, program):
        self.program, self.url = program, program.url
        self.admin = Client(self.url, basic=ADMIN)

    def person(self, name):
        self.admin.post("/admin/users", {"username": name, "email": f"{name}@example.com", "password": PASSWORD,
                                         "must_change_password": False}, expect=201)
        return Client(self.url, basic=(name, PASSWORD))


def instance(folder, database, settings):
    program = Program(folder, database, settings)
    program.create_user(*ADMIN, "--admin")
    return Instance(program.start())


@pytest.fixture(scope="module")
def there(tmp_path_factory, database):
    made = instance(tmp_path_factory.mktemp("there"), database, {"server": {"LFS_START_SERVER": "true"}})
    yield made
    made.program.close()


@pytest.fixture(scope="module")
def here(tmp_path_factory, database):
    made = instance(tmp_path_factory.mktemp("here"), database,
                    {"migrations": {"ALLOW_LOCALNETWORKS": "true", "BLOCKED_DOMAINS": "blocked.example.com, 127.9.9.9",
                                    "MAX_ATTEMPTS": "1", "RETRY_BACKOFF": "0s"},
                     "server": {"LFS_START_SERVER": "true"},
                     "cron.update_mirrors": {"SCHEDULE": "@every 1s"},
                     "mirror": {"MIN_INTERVAL": "1m"}})
    yield made
    made.program.close()


@pytest.fixture(scope="module")
def linked(tmp_path_factory, database, there):
    """One that takes the word of `there` on who wrote what."""
    made = instance(tmp_path_factory.mktemp("linked"), database, {"migrations": {
        "ALLOW_LOCALNETWORKS": "true", "MAX_ATTEMPTS": "1", "LINKED_SERVERS": there.url.split("://")[1]}})
    yield made
    made.program.close()


@pytest.fixture(scope="module")
def names():
    """names("ada") is another name in each call."""
    taken = {}

    def make(name):
        taken[name] = taken.get(name, 0) + 1
        return f"{name}-{taken[name]}"

    return make
