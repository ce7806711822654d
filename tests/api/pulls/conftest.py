"""People around pull requests, and a repository to make them in."""
import pytest
from pulls import begun


@pytest.fixture(scope="module")
def ann(new_user):
    return new_user()


@pytest.fixture(scope="module")
def ben(new_user):
    return new_user()


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture(scope="module")
def stranger(new_user):
    return new_user()


@pytest.fixture
def repository(owner):
    return begun(owner)
