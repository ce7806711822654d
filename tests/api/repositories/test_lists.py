"""Lists of repositories and the search: what is found, by whom, in which order, and how many there are."""
import pytest
from organizations import new_organization, new_team
from repositories import at, full_names, let_in, new_repository


@pytest.fixture(scope="module")
def ada(new_user):
    return new_user()


@pytest.fixture(scope="module")
def bob(new_user):
    return new_user()


@pytest.fixture(scope="module")
def site(ada, bob, new_user):
    """Repositories whose names begin with zq-, and an organization's."""
    new_repository(ada, "zq-open", description="A Marmot lives here")
    new_repository(ada, "zq-closed", private=True)
    let_in(ada, {"full_name": f"{ada.name}/zq-closed"}, bob, "read")
    new_repository(bob, "zq-Tpl", template=True)
    ada.call("PUT", f"/repos/{ada.name}/zq-open/topics", {"topics": ["marsupial", "zq-topic"]}, expect=204)
    organization = new_organization(ada)
    ada.post(f"/orgs/{organization}/repos", {"name": "zq-org"}, expect=201)
    ada.post(f"/orgs/{organization}/repos", {"name": "zq-secret", "private": True}, expect=201)
    return organization


@pytest.fixture
def found(site):
    def search(who, **query):
        answer = who.get("/repos/search", params=query)
        data = answer.json()["data"]
        assert answer.json()["ok"] is True
        if "limit" not in query:
            assert answer.headers["X-Total-Count"] == str(len(data))
        return [repository["name"] for repository in data]

    return search


class TestSearch:
    def test_finds_pieces_of_names_and_topics(self, found, ada):
        assert found(ada, q="ZQ-OPEN") == ["zq-open"]
        assert found(ada, q="q-op") == ["zq-open"]
        assert found(ada, q="zq-top") == ["zq-open"], "a topic counts"
        assert found(ada, q="marmot") == [] and found(ada, q="marmot", includeDesc="true") == ["zq-open"]
        assert found(ada, q="zq-open,zq-closed") == ["zq-closed", "zq-open"]
        assert found(ada, q=f"{ada.name}/zq-o") == ["zq-open"]
        assert found(ada, q="no-such-thing") == []

    def test_finds_what_no_index_can_look_for(self, found, ada):
        assert "zq-open" in found(ada, q="zq") and "zq-open" in found(ada, q="-o")
        for odd in ("%", "_", "\\", "zq%open", "zq_open", "'", "\"", "zq-*"):
            assert "zq-open" not in found(ada, q=odd), odd

    def test_finds_whole_topics(self, found, ada):
        assert found(ada, q="marsupial", topic="true") == ["zq-open"]
        assert found(ada, q="marsup", topic="true") == [] and found(ada, q="zq-open", topic="true") == []

    def test_shows_everybody_what_they_may_see(self, found, ada, bob, admin, anonymous, new_user):
        everything = ["zq-closed", "zq-open", "zq-org", "zq-secret", "zq-Tpl"]
        assert found(ada, q="zq-") == everything == found(admin, q="zq-")
        assert found(bob, q="zq-") == ["zq-closed", "zq-open", "zq-org", "zq-Tpl"]
        assert found(new_user(), q="zq-") == ["zq-open", "zq-org", "zq-Tpl"] == found(anonymous, q="zq-")
        assert found(anonymous, q="zq-", private="true") == ["zq-open", "zq-org", "zq-Tpl"]
        assert found(anonymous, q="zq-", is_private="true") == []

    def test_filters(self, found, ada, bob, site):
        assert found(ada, q="zq-", private="false") == ["zq-open", "zq-org", "zq-Tpl"]
        assert found(ada, q="zq-", is_private="true") == ["zq-closed", "zq-secret"]
        assert found(ada, q="zq-", template="true") == ["zq-Tpl"]
        assert found(ada, q="zq-", archived="true") == [] == found(ada, q="zq-", mode="mirror") == found(ada, q="zq-", mode="fork")
        assert len(found(ada, q="zq-", mode="source")) == 5
        for wrong in ({"mode": "wrong"}, {"sort": "wrong"}, {"sort": "alpha", "order": "wrong"}):
            ada.get("/repos/search", params=wrong, expect=422)

    def test_of_an_account(self, found, ada, bob, anonymous, site):
        me, him = ada.get("/user").json()["id"], bob.get("/user").json()["id"]
        assert found(ada, uid=me, q="zq-") == ["zq-closed", "zq-open", "zq-org", "zq-secret"]
        assert found(ada, uid=me, q="zq-", exclusive="true") == ["zq-closed", "zq-open"]
        assert found(bob, uid=him, q="zq-", mode="collaborative") == ["zq-closed"]
        assert found(anonymous, uid=him) == ["zq-Tpl"]
        assert found(ada, uid=999999) == [] and len(found(ada, uid="abc", q="zq-")) == 5

    def test_of_stars_and_teams(self, found, ada, bob, site, new_user):
        member = new_user()
        team = new_team(ada, site, member)
        ada.call("PUT", f"/teams/{team}/repos/{site}/zq-secret", expect=204)
        member.call("PUT", f"/user/starred/{site}/zq-org", expect=204)
        assert found(member, team_id=team) == ["zq-secret"] and found(bob, team_id=team) == []
        assert found(bob, starredBy=member.get("/user").json()["id"]) == ["zq-org"]

    def test_sorts(self, found, ada, bob, site):
        by_id = ["zq-open", "zq-closed", "zq-Tpl", "zq-org", "zq-secret"]
        assert found(ada, q="zq-", sort="id") == by_id and found(ada, q="zq-", sort="id", order="desc") == by_id[::-1]
        assert found(ada, q="zq-", order="desc")[0] == "zq-closed", "an order without a sort does not count"
        owners = sorted([(ada.name, "zq-closed"), (ada.name, "zq-open"), (bob.name, "zq-tpl"), (site, "zq-org"), (site, "zq-secret")])
        assert [name.lower() for name in found(ada, q="zq-", sort="alpha")] == [name for _, name in owners]
        assert found(ada, q="zq-", priority_owner_id=bob.get("/user").json()["id"])[0] == "zq-Tpl"
        for sort in ("created", "updated", "size", "git_size", "lfs_size", "stars", "forks"):
            for order in ("asc", "desc"):
                assert len(found(ada, q="zq-", sort=sort, order=order)) == 5

    def test_pages(self, ada, site):
        first = ada.get("/repos/search?q=zq-&limit=2")
        assert first.headers["X-Total-Count"] == "5" and 'page=2&q=zq->; rel="next"' in first.headers["Link"]
        names = [repository["name"] for page in (1, 2, 3, 4) for repository in
                 ada.get(f"/repos/search?q=zq-&limit=2&page={page}").json()["data"]]
        assert names == ["zq-closed", "zq-open", "zq-org", "zq-secret", "zq-Tpl"]

    def test_a_token_for_what_is_public_finds_nothing_else(self, found, ada, new_token):
        token = new_token(ada, "public-only", "read:repository", "read:user")
        assert found(token, q="zq-") == ["zq-open", "zq-org", "zq-Tpl"]
        assert {repository["private"] for repository in token.get("/user/repos").json()} == {False}

    def test_follows_changes(self, found, ada):
        made = new_repository(ada, "xw-first")
        ada.call("PATCH", at(made), {"name": "xw-second", "description": "then a Wombat"}, expect=200)
        assert found(ada, q="xw-first") == [] and found(ada, q="wombat", includeDesc="true") == ["xw-second"]
        ada.delete(f"/repos/{ada.name}/xw-second", expect=204)
        assert found(ada, q="xw-second") == []


class TestLists:
    def test_own_and_shared(self, ada, bob, site, anonymous):
        assert full_names(bob.get("/user/repos").json()) == [f"{ada.name}/zq-closed", f"{bob.name}/zq-Tpl"]
        anonymous.refused("GET", "/user/repos", 401)

    def test_of_somebody(self, ada, bob, site, anonymous):
        assert full_names(bob.get(f"/users/{ada.name}/repos").json()) == [f"{ada.name}/zq-open", f"{ada.name}/zq-closed"]
        shown = anonymous.get(f"/users/{ada.name}/repos")
        assert full_names(shown.json()) == [f"{ada.name}/zq-open"] and shown.headers["X-Total-Count"] == "1"
        bob.refused("GET", "/users/no-such/repos", 404)

    def test_of_an_organization(self, ada, bob, site, anonymous):
        assert full_names(ada.get(f"/orgs/{site}/repos").json()) == [f"{site}/zq-org", f"{site}/zq-secret"]
        shown = bob.get(f"/orgs/{site}/repos?limit=1")
        assert full_names(shown.json()) == [f"{site}/zq-org"]
        assert shown.headers["X-Total-Count"] == "1" and "Link" not in shown.headers, "strangers are not told how many are hidden"

    @pytest.mark.parametrize("visibility, status", [("limited", 200), ("private", 404)])
    def test_of_an_organization_that_is_hidden(self, new_user, anonymous, visibility, status):
        owner, member, stranger = new_user(), new_user(), new_user()
        organization = new_organization(owner, visibility=visibility)
        owner.post(f"/orgs/{organization}/repos", {"name": "r"}, expect=201)
        new_team(owner, organization, member, permission="read", includes_all_repositories=True)
        assert full_names(member.get(f"/orgs/{organization}/repos").json()) == [f"{organization}/r"]
        assert anonymous.get(f"/orgs/{organization}/repos", expect=status).json() == [] or status == 404
        stranger.get(f"/orgs/{organization}/repos", expect=status)
        if status == 404:
            for person in (stranger, anonymous):
                unknown = person.get("/orgs/no-such-organization/repos", expect=404)
                assert person.get(f"/orgs/{organization}/repos", expect=404).json() == unknown.json()

    def test_the_end_of_all(self, new_user):
        owner, stranger = new_user(), new_user()
        organization = new_organization(owner)
        for name in ("a", "b"):
            owner.post(f"/orgs/{organization}/repos", {"name": name}, expect=201)
        stranger.refused("DELETE", f"/orgs/{organization}/repos", 403)
        owner.delete(f"/orgs/{organization}/repos", expect=202)
        assert owner.get(f"/orgs/{organization}/repos").json() == []
        owner.delete(f"/orgs/{organization}/repos", expect=204)


def test_case_makes_no_difference_in_any_script(new_user):
    owner = new_user()
    uid = owner.get("/user").json()["id"]
    repository = new_repository(owner, "scripts", description="Ein ÜBERBLICK über Жуков")
    for wanted in ("überblick", "ÜBERBLICK", "ЖУКОВ", "жу"):
        found = owner.get(f"/repos/search?q={wanted}&includeDesc=true&uid={uid}").json()["data"]
        assert full_names(found) == [repository["full_name"]], wanted
    where = at(repository)
    owner.post(f"{where}/milestones", {"title": "Größe"}, expect=201)
    assert [m["title"] for m in owner.get(f"{where}/milestones?name=GRÖ").json()] == ["Größe"]
    owner.post(f"{where}/contents/a", {"content": "", "new_branch": "Ärger"}, expect=201)
    assert [b["name"] for b in owner.get(f"{where}/branches?q=äRG").json()] == ["Ärger"]
    owner.post(f"{where}/releases", {"tag_name": "Édition"}, expect=201)
    assert [r["tag_name"] for r in owner.get(f"{where}/releases?tag_filter=éD").json()] == ["Édition"]
    owner.post(f"{where}/issues", {"title": "Ελλάς ЁЛКА"}, expect=201)
    for wanted in ("ёлка", "ЁЛКА"):
        assert [i["title"] for i in owner.get(f"{where}/issues?q={wanted}").json()] == ["Ελλάς ЁЛКА"]


PARTS = ("contents", "issues", "labels", "branches", "commits", "releases", "topics", "activities/feeds")


def test_a_restricted_account_reads_what_is_public_of_public_owners(new_user):
    owner, guest = new_user(), new_user(restricted=True)
    open_one, closed = new_repository(owner, auto_init=True), new_repository(owner, private=True)
    shown = guest.get(at(open_one)).json()
    assert shown["permissions"] == {"admin": False, "push": False, "pull": True}
    assert shown["owner"]["email"] == new_user().get(at(open_one)).json()["owner"]["email"]
    assert guest.get(f"/repos/search?q={open_one['name']}&uid={owner.get('/user').json()['id']}").json()["data"]
    guest.get(f"/repositories/{open_one['id']}", expect=200)
    guest.refused("GET", at(closed), 404)
    for part in PARTS:
        guest.get(f"{at(open_one)}/{part}", expect=200)


@pytest.mark.parametrize("visibility", ("limited", "private"))
def test_a_restricted_account_needs_to_be_let_in_below_hidden_owners(new_user, visibility):
    owner, guest = new_user(visibility=visibility), new_user(restricted=True)
    repository = new_repository(owner, auto_init=True)
    for part in PARTS:
        guest.refused("GET", f"{at(repository)}/{part}", 404)
    guest.refused("GET", f"/repositories/{repository['id']}", 404)
    owner.call("PUT", f"{at(repository)}/collaborators/{guest.name}", {"permission": "read"}, expect=204)
    guest.get(f"{at(repository)}/contents", expect=200)
