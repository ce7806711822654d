"""Sites of Gitea or Forgejo that move in."""
import pytest
from old_site import OldSite, furnished


@pytest.fixture
def old(request, tmp_path):
    """A little of everything; in the database that on_each_engine of moving_house.py says."""
    site = furnished(tmp_path / "old", getattr(request, "param", "sqlite"))
    yield site
    site.close()


@pytest.fixture
def small(tmp_path):
    """One account and nothing else."""
    site = OldSite(tmp_path / "old", "sqlite")
    site.add_user(1, "Alice")
    yield site
    site.close()
