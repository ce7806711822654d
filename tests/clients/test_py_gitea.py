"""py-gitea: what an administrator automates with it, people, organizations, teams and their repositories."""
import base64

import pytest
from client import ADMIN
from installed import from_pypi

pytestmark = from_pypi("py-gitea", "gitea")


@pytest.fixture
def gitea(server, admin, new_token):
    from gitea import Gitea
    assert admin.name == ADMIN[0]
    return Gitea(server.url, token_text=new_token(admin, "all").made["sha1"])


def encoded(text):
    return base64.b64encode(text.encode()).decode()


def test_people_organizations_and_teams(gitea, admin, new_user):
    from gitea import NotFoundException, Organization, Repository, User
    from gitea.apiobject import RepoUnits
    ann = gitea.create_user("pia", "pia@example.com", "pass-word-1", change_pw=False, send_notify=False)
    assert gitea.get_user().is_admin and gitea.get_user_by_name("pia") == ann
    assert User.request(gitea, "pia").emails == ["pia@example.com"]
    ann.full_name = "Pia"
    ann.commit("pia")
    assert User.request(gitea, "pia").full_name == "Pia"

    guild = gitea.create_org(ann, "pias-guild", "Builders")
    assert guild.get_members() == [ann] and [org.username for org in ann.get_orgs()] == ["pias-guild"]
    guild.create_repo("quarry", autoInit=True)
    repository = Repository.request(gitea, "pias-guild", "quarry")
    units = RepoUnits(code="write", pulls="write", issues="read")
    team = gitea.create_team(guild, "masons", permission="write", units_map=units)  # which sends `units`, too
    kept = admin.get(f"/teams/{team.id}").json()["units_map"]
    assert {unit: level for unit, level in kept.items() if level != "none"} == {
        "repo.code": "write", "repo.pulls": "write", "repo.issues": "read"}
    bob = User.request(gitea, new_user().name)
    team.add_user(bob)
    team.add_repo("pias-guild", repository)
    assert [member.login for member in team.get_members()] == [bob.login]
    assert [shared.name for shared in team.get_repos()] == ["quarry"]
    assert {person.login for person in repository.get_users_with_access()} >= {bob.login}
    assert [one.name for one in bob.get_teams()] == ["masons"]
    team.remove_team_member(bob.login)
    assert team.get_members() == []

    repository.transfer_ownership(ann)
    assert Repository.request(gitea, "pia", "quarry").owner.login == "pia"
    team.delete()
    guild.delete()
    with pytest.raises(NotFoundException):
        Organization.request(gitea, "pias-guild")
    Repository.request(gitea, "pia", "quarry").delete()
    ann.delete()
    assert gitea.get_user_by_name("pia") is None


def test_a_repository(gitea, new_user):
    from gitea import Issue, Repository, User
    owner = User.request(gitea, new_user().name)
    repository = gitea.create_repo(owner, "tower", description="High", default_branch="main")
    repository.create_file("a.txt", encoded("one"), {"message": "Add"})
    sha = next(entry.sha for entry in repository.get_git_content() if entry.name == "a.txt")
    repository.change_file("a.txt", sha, encoded("two"))
    entry = next(entry for entry in repository.get_git_content() if entry.name == "a.txt")
    assert base64.b64decode(repository.get_file_content(entry)) == b"two"
    branch = repository.get_branches()[0]
    assert repository.add_branch(branch, "topic").name == "topic"
    assert len(repository.get_commits()) == 3
    repository.delete_file("a.txt", entry.sha)

    for number in range(35):  # which is more than a page
        repository.create_issue(f"Issue {number}", [owner.login])
    first = Issue.request(gitea, owner.login, "tower", 1)
    first.state, first.title = Issue.CLOSED, "Done"
    first.commit()
    assert [issue.title for issue in repository.get_issues_state(Issue.CLOSED)] == ["Done"]
    assert len(repository.get_issues()) == 35
    assert repository.create_milestone("1.0", "First", "2031-01-02T03:04:05Z").title == "1.0"

    hook = repository.create_gitea_hook("https://example.com/hook", ["push"])
    assert [one["id"] for one in repository.list_hooks()] == [hook["id"]]
    repository.delete_hook(hook["id"])
    repository.add_topic("masonry")
    assert repository.get_topics() == ["masonry"]
    repository.del_topic("masonry")
    repository.description = "Higher"
    repository.has_wiki = False
    repository.commit()
    changed = Repository.request(gitea, owner.login, "tower")
    assert (changed.description, changed.has_wiki) == ("Higher", False)
    assert repository.get_user_permission(owner).permission == "owner"
    repository.delete()
