"""Cloning under the name that the owner had before."""
from repositories import new_repository


def test_of_a_hidden_owner_leads_on_who_signs_in(admin, anonymous, server, new_user, begun, git, url):
    ann, ben = new_user(visibility="limited"), new_user()
    repository = new_repository(ann)
    begun.done("push", "-q", url(repository, ann), "main")
    new = ann.name + "-later"
    admin.post(f"/admin/users/{ann.name}/rename", {"new_username": new}, expect=204)
    answer = anonymous.session.get(f"{server.url}/{repository['full_name']}.git/info/refs?service=git-upload-pack",
                                   allow_redirects=False, timeout=30)
    assert answer.status_code == 401 and answer.headers["WWW-Authenticate"].startswith("Basic")
    assert new not in answer.text + str(answer.headers)
    git.done("clone", "-q", url(repository, ben), "copy")
    assert git.inside("copy").done("rev-parse", "HEAD") == begun.done("rev-parse", "HEAD")
