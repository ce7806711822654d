"""forgejo-api, which a generator made from the API's document and which reads every answer into the models that are there."""
import base64

import pytest
from installed import from_pypi

pytestmark = from_pypi("forgejo-api", "forgejo_api")


@pytest.fixture
def api(server, owner, tmp_path):
    """Its parts by name: api.repository, api.issue, api.organization, api.user."""
    import forgejo_api
    settings = forgejo_api.Configuration()
    settings.host = server.url + "/api/v1"
    settings.username, settings.password = owner.name, owner.key  # it always sends these, and a token in their place works
    settings.temp_folder_path = str(tmp_path)
    client = forgejo_api.ApiClient(settings)
    yield type("Parts", (), {"repository": forgejo_api.RepositoryApi(client), "issue": forgejo_api.IssueApi(client),
                             "organization": forgejo_api.OrganizationApi(client), "user": forgejo_api.UserApi(client),
                             "notification": forgejo_api.NotificationApi(client), "settings": forgejo_api.SettingsApi(client),
                             "miscellaneous": forgejo_api.MiscellaneousApi(client)})
    client.pool.close()


def encoded(text):
    return base64.b64encode(text.encode()).decode()


def test_a_repository_and_its_files(api, owner):
    import forgejo_api as models
    made = api.user.create_current_user_repo(body=models.CreateRepoOption(name="tower", auto_init=True, default_branch="main"))
    assert made.full_name == f"{owner.name}/tower" and made.created_at.year >= 2020
    here = (owner.name, "tower")
    file = api.repository.repo_create_file(*here, "a.txt", models.CreateFileOptions(content=encoded("one"), message="Add"))
    assert file.commit.message.strip() == "Add" and file.content.size == 3
    api.repository.repo_update_file(*here, "a.txt", models.UpdateFileOptions(content=encoded("two"), sha=file.content.sha))
    assert base64.b64decode(api.repository.repo_get_contents(*here, "a.txt").content) == b"two"
    assert len(api.repository.repo_get_all_commits(*here)) == 3
    assert len(api.repository.repo_get_all_commits(*here, limit=2, page=2)) == 1
    assert api.repository.repo_create_tag(*here, body=models.CreateTagOption(tag_name="v0")).name == "v0"
    hook = api.repository.repo_create_hook(*here, body=models.CreateHookOption(
        type="gitea", active=True, events=["push", "release"], config={"url": "https://example.com/h", "content_type": "json"}))
    assert sorted(hook.events) == ["push", "release"]
    api.repository.repo_edit_hook(*here, hook.id, body=models.EditHookOption(active=False))
    assert [one.active for one in api.repository.repo_list_hooks(*here)] == [False]
    api.repository.repo_delete(*here)
    with pytest.raises(models.rest.ApiException) as gone:
        api.repository.repo_get(*here)
    assert gone.value.status == 404


def test_issues_and_a_pull_request(api, owner):
    import forgejo_api as models
    here = (owner.name, "tower")
    api.user.create_current_user_repo(body=models.CreateRepoOption(name="tower", auto_init=True, default_branch="main"))
    label = api.issue.issue_create_label(*here, body=models.CreateLabelOption(name="bug", color="#ee0701"))
    milestone = api.issue.issue_create_milestone(*here, body=models.CreateMilestoneOption(title="1.0"))
    for number in range(1, 5):
        issue = api.issue.issue_create_issue(*here, body=models.CreateIssueOption(
            title=f"Issue {number}", labels=[label.id], milestone=milestone.id, assignees=[owner.name]))
        assert (issue.number, issue.labels[0].name, issue.milestone.title) == (number, "bug", "1.0")
    comment = api.issue.issue_create_comment(*here, 1, body=models.CreateIssueCommentOption(body="Seen"))
    assert comment.user.login == owner.name
    api.issue.issue_edit_issue(*here, 1, body=models.EditIssueOption(state="closed"))
    found, status, headers = api.issue.issue_list_issues_with_http_info(*here, state="open", limit=2, page=2)
    assert ([issue.number for issue in found], status, headers["X-Total-Count"]) == ([2], 200, "3")
    assert api.issue.issue_get_milestone(*here, milestone.id).closed_issues == 1

    api.repository.repo_create_file(*here, "a.txt", models.CreateFileOptions(content=encoded("one"), new_branch="topic"))
    pull = api.repository.repo_create_pull_request(*here, body=models.CreatePullRequestOption(
        head="topic", base="main", title="Topic", labels=[label.id]))
    assert (pull.state, pull.base.ref, pull.head.ref, pull.merged) == ("open", "main", "topic", False)
    review = api.repository.repo_create_pull_review(*here, pull.number, models.CreatePullReviewOptions(
        event="COMMENT", body="Look", comments=[models.CreatePullReviewComment(path="a.txt", body="Why?", new_position=1)]))
    assert len(api.repository.repo_get_pull_review_comments(*here, pull.number, review.id)) == 1
    assert "+one" in api.repository.repo_download_pull_diff_or_patch(*here, pull.number, "diff")
    api.repository.repo_merge_pull_request(*here, pull.number, body=models.MergePullRequestOption(do="rebase"))
    assert api.repository.repo_get_pull_request(*here, pull.number).merged


def test_a_release_with_a_file(api, owner, tmp_path):
    import forgejo_api as models
    here = (owner.name, "tower")
    api.user.create_current_user_repo(body=models.CreateRepoOption(name="tower", auto_init=True))
    release = api.repository.repo_create_release(*here, body=models.CreateReleaseOption(tag_name="v1", name="One", draft=True))
    assert release.draft
    (tmp_path / "tower.bin").write_bytes(b"binary\x00")
    asset = api.repository.repo_create_release_attachment(*here, release.id, str(tmp_path / "tower.bin"))
    assert (asset.name, asset.size) == ("tower.bin", 7)
    api.repository.repo_edit_release(*here, release.id, body=models.EditReleaseOption(draft=False))
    assert [one.tag_name for one in api.repository.repo_list_releases(*here)] == ["v1"]
    assert api.repository.repo_get_release_by_tag(*here, "v1").assets[0].uuid == asset.uuid
    api.repository.repo_delete_release(*here, release.id)


def test_an_organization_with_a_team(api, owner, new_user):
    import forgejo_api as models
    name, bob = f"{owner.name}-guild", new_user()
    api.organization.org_create(models.CreateOrgOption(username=name, visibility="private"))
    team = api.organization.org_create_team(name, body=models.CreateTeamOption(
        name="masons", permission="write", units=["repo.code", "repo.pulls"]))
    assert team.units_map == {"repo.code": "write", "repo.pulls": "write"}
    api.organization.org_add_team_member(team.id, bob.name)
    api.organization.create_org_repo(name, body=models.CreateRepoOption(name="quarry"))
    api.organization.org_add_team_repository(team.id, name, "quarry")
    assert [one.name for one in api.organization.org_list_team_repos(team.id)] == ["quarry"]
    assert {member.login for member in api.organization.org_list_members(name)} == {owner.name, bob.name}
    assert {one.name for one in api.organization.org_list_teams(name)} == {"Owners", "masons"}
    api.organization.org_delete_team(team.id)
    api.repository.repo_delete(name, "quarry")
    api.organization.org_delete(name)


def test_what_it_asks_about_the_server_and_oneself(api, owner):
    assert api.user.user_get_current().login == owner.name
    assert api.miscellaneous.get_version().version
    assert api.settings.get_general_api_settings().max_response_items > 0
    assert api.notification.notify_new_available()._new == 0
    assert [address.email for address in api.user.user_list_emails()] == [f"{owner.name}@example.com"]
    assert api.miscellaneous.render_markdown_raw("*x*").strip() == "<p><em>x</em></p>"
