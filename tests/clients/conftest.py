import pytest
from consent import ann, new_party, party, person, public_party  # noqa: F401


@pytest.fixture
def owner(new_user, new_token):
    """A person, whose `key` is a token that may do everything, as most clients are given one."""
    somebody = new_user()
    somebody.key = new_token(somebody, "all").made["sha1"]
    return somebody
