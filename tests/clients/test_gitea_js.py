"""gitea-js, which was made from the API's document: a project's life. What it does and checks is in gitea_js.js."""
import base64

from installed import from_npm, run_script

pytestmark = from_npm("gitea-js")


def test_the_life_of_a_project(server, owner, new_user, tmp_path):
    did = run_script("gitea_js.js", tmp_path, url=server.url, token=owner.key, owner=owner.name, colleague=new_user().name,
                     hook="https://example.com/hook")
    # As others see it:
    tower = f"/repos/{owner.name}/tower"
    assert base64.b64decode(owner.get(f"{tower}/contents/docs/a%20b.md").json()["content"]) == b"two\n"
    assert owner.get(f"{tower}/pulls/{did['merged']}").json()["state"] == "closed"
    assert owner.get(f"{tower}/releases/{did['release']}").json()["assets"][0]["name"] == "tower.bin"
    assert [branch["name"] for branch in owner.get(f"{tower}/branches").json()] == ["main"]
