"""Labels of repositories and organizations, and on issues."""
import pytest
from organizations import new_organization, new_team
from repositories import at, let_in, new_repository


def new_label(client, where, name, **more):
    return client.post(f"{where}/labels", {"name": name, "color": "#aabbcc", **more}, expect=201).json()


def new_issue(client, where, title="An issue", **more):
    return client.post(f"{where}/issues", {"title": title, **more}, expect=201).json()["number"]


def names(answer):
    return [label["name"] for label in answer.json()]


@pytest.fixture
def ann(new_user):
    return new_user()


@pytest.fixture
def where(ann):
    return at(new_repository(ann))


class TestOfARepository:
    @pytest.mark.parametrize("color, kept", [("#0aF", "00aaff"), ("0af", "00aaff"), (" #ABCDEF ", "abcdef"), ("123456", "123456")])
    def test_a_color_is_kept_as_six_digits(self, ann, where, color, kept):
        assert new_label(ann, where, "x", color=color)["color"] == kept

    @pytest.mark.parametrize("color", ["", "#", "red", "#12", "#1234", "#12345g", "##123456", "# 123"])
    def test_a_color_that_is_none_is_refused(self, ann, where, color):
        ann.refused("POST", f"{where}/labels", 422, {"name": "x", "color": color})
        label = new_label(ann, where, "y")
        ann.refused("PATCH", f"{where}/labels/{label['id']}", 422, {"color": color})

    def test_are_found_by_id_and_by_name_but_digits_are_an_id(self, ann, where):
        label = new_label(ann, where, "a label/with ünicode")
        new_label(ann, where, "999999")
        assert ann.get(f"{where}/labels/{label['id']}").json() == label
        assert ann.get(f"{where}/labels/a%20label%2Fwith%20%C3%BCnicode").json() == label
        ann.refused("GET", f"{where}/labels/999999", 404)
        ann.refused("GET", f"{where}/labels/{'9' * 30}", 404)

    def test_an_edit_keeps_what_it_does_not_name_but_brings_the_label_back(self, ann, where):
        label = new_label(ann, where, "x", description="d", exclusive=True, is_archived=True)
        assert label["is_archived"]
        edited = ann.call("PATCH", f"{where}/labels/{label['id']}", {"color": "#000"}).json()
        assert edited == {**label, "color": "000000", "is_archived": False}

    def test_keep_a_name(self, ann, where):
        for home in (where, f"/orgs/{new_organization(ann)}"):
            ann.refused("POST", f"{home}/labels", 422, {"name": "", "color": "#000"})
            label = new_label(ann, home, "x")
            ann.refused("PATCH", f"{home}/labels/{label['id']}", 422, {"name": "", "color": "#000"})
            assert names(ann.get(f"{home}/labels")) == ["x"]

    def test_are_listed_by_name_bytewise_and_by_how_many_issues_bear_them(self, ann, where):
        ids = {name: new_label(ann, where, name)["id"] for name in ("b", "A", "a", "_")}
        assert names(ann.get(f"{where}/labels")) == ["A", "_", "a", "b"]
        first, second = new_issue(ann, where, labels=[ids["b"], ids["_"]]), new_issue(ann, where, labels=[ids["b"]])
        assert names(ann.get(f"{where}/labels?sort=mostissues")) == ["b", "_", "A", "a"]
        ann.delete(f"{where}/issues/{second}", expect=204)
        ann.delete(f"{where}/issues/{first}/labels/{ids['b']}", expect=204)
        assert names(ann.get(f"{where}/labels?sort=leastissues")) == ["A", "a", "b", "_"]
        page = ann.get(f"{where}/labels?sort=reversealphabetically&limit=1&page=2")
        assert names(page) == ["a"] and page.headers["X-Total-Count"] == "4" and "Link" not in page.headers

    def test_are_kept_by_those_who_may_write_to_issues_or_pull_requests(self, ann, where, new_user, anonymous):
        reader, writer = new_user(), new_user()
        repository = ann.get(where).json()
        let_in(ann, repository, reader, "read")
        let_in(ann, repository, writer)
        body = {"name": "x", "color": "#fff"}
        anonymous.refused("POST", f"{where}/labels", 401, body)
        reader.refused("POST", f"{where}/labels", 403, body)
        label = writer.post(f"{where}/labels", body, expect=201).json()
        reader.refused("DELETE", f"{where}/labels/{label['id']}", 403)
        writer.delete(f"{where}/labels/{label['id']}", expect=204)
        writer.delete(f"{where}/labels/{label['id']}", expect=204)

    def test_of_another_repository_are_out_of_reach(self, ann, where):
        other = at(new_repository(ann))
        label = new_label(ann, other, "far")
        ann.refused("GET", f"{where}/labels/{label['id']}", 404)
        ann.refused("PATCH", f"{where}/labels/{label['id']}", 404, {"name": "mine"})
        ann.delete(f"{where}/labels/{label['id']}", expect=204)
        assert names(ann.get(f"{other}/labels")) == ["far"]

    def test_stay_when_issues_are_switched_off_or_the_repository_is_archived(self, ann, where):
        ann.call("PATCH", where, {"has_issues": False, "has_pull_requests": False})
        label = new_label(ann, where, "x")
        ann.call("PATCH", where, {"archived": True})
        assert names(ann.get(f"{where}/labels")) == ["x"]
        ann.delete(f"{where}/labels/{label['id']}", expect=204)

    def test_begin_with_a_set_or_those_of_the_template(self, ann):
        repository = new_repository(ann, issue_labels="Advanced", template=True)
        labels = ann.get(f"{at(repository)}/labels").json()
        assert len(labels) == 18 and [x for x in labels if x["name"] == "Priority/High"][0]["exclusive"]
        made = ann.post(f"{at(repository)}/generate", {"owner": ann.name, "name": "made", "labels": True}, expect=201).json()
        assert names(ann.get(f"{at(made)}/labels")) == [x["name"] for x in labels]
        ann.refused("POST", "/user/repos", 422, {"name": "none", "issue_labels": "Nosuch"})


class TestOfAnOrganization:
    def test_are_kept_by_its_owners(self, ann, new_user, anonymous):
        org, member = new_organization(ann), new_user()
        new_team(ann, org, member, permission="admin")
        label = new_label(ann, f"/orgs/{org}", "shared", is_archived=True)
        assert not label["is_archived"] and label["url"].endswith(f"/orgs/{org}/labels/{label['id']}")
        assert names(anonymous.get(f"/orgs/{org}/labels")) == ["shared"]
        anonymous.refused("GET", f"/orgs/{org}/labels/shared", 401)
        assert member.get(f"/orgs/{org}/labels/shared").json() == label
        member.refused("PATCH", f"/orgs/{org}/labels/{label['id']}", 403, {"name": "x"})
        assert ann.call("PATCH", f"/orgs/{org}/labels/{label['id']}", {"name": "x"}).json()["name"] == "x"

    def test_of_a_private_one_are_unknown_to_strangers(self, ann, new_user, anonymous):
        org = new_organization(ann, visibility="private")
        new_label(ann, f"/orgs/{org}", "secret")
        anonymous.refused("GET", f"/orgs/{org}/labels", 404)
        new_user().refused("GET", f"/orgs/{org}/labels", 404)

    def test_are_for_the_issues_of_its_repositories_and_stay_with_it(self, ann):
        org = new_organization(ann)
        repository = ann.post(f"/orgs/{org}/repos", {"name": "r"}, expect=201).json()
        shared, own = new_label(ann, f"/orgs/{org}", "same"), new_label(ann, at(repository), "same")
        number = new_issue(ann, at(repository))
        answer = ann.post(f"{at(repository)}/issues/{number}/labels", {"labels": ["same"]})
        assert sorted(x["id"] for x in answer.json()) == sorted([shared["id"], own["id"]])
        assert [x["id"] for x in ann.get(f"{at(repository)}/labels").json()] == [own["id"]]
        moved = ann.post(f"{at(repository)}/transfer", {"new_owner": ann.name}, expect=202).json()
        assert [x["id"] for x in ann.get(f"{at(moved)}/issues/{number}/labels").json()] == [own["id"]]
        assert [x["label"]["id"] for x in ann.get(f"{at(moved)}/issues/{number}/timeline").json()] == [own["id"]]


class TestOnAnIssue:
    @pytest.fixture
    def labels(self, ann, where):
        number = new_issue(ann, where)
        return f"{where}/issues/{number}/labels"

    def events(self, ann, labels):
        return [(x["label"]["name"], x["body"]) for x in ann.get(labels.replace("/labels", "/timeline")).json() or []]

    def test_are_added_replaced_taken_off_and_cleared_and_each_change_is_told(self, ann, where, labels):
        a, b, c = (new_label(ann, where, name)["id"] for name in "abc")
        assert names(ann.post(labels, {"labels": [b, a, a]})) == ["a", "b"]
        assert names(ann.post(labels, {"labels": ["a", "nosuch"]})) == ["a", "b"]
        assert names(ann.call("PUT", labels, {"labels": ["c", "b"]})) == ["b", "c"]
        ann.delete(f"{labels}/{c}", expect=204)
        ann.delete(f"{labels}/{c}", expect=204)
        ann.delete(labels, expect=204)
        assert ann.get(labels).json() == []
        assert self.events(ann, labels) == [("a", "1"), ("b", "1"), ("a", ""), ("c", "1"), ("c", ""), ("b", "")]

    @pytest.mark.parametrize("given, status", [([1, "a"], 400), ([True], 400), ([None], 400), ([1.5], 400), ([[1]], 400), ([{}], 400),
                                               ("a", 422), (7, 422), ({}, 422)])
    def test_are_told_by_ids_or_by_names(self, ann, labels, given, status):
        ann.refused("POST", labels, status, {"labels": given})
        ann.refused("PUT", labels, status, {"labels": given})

    def test_of_elsewhere_are_left_out(self, ann, where, labels):
        far = new_label(ann, at(new_repository(ann)), "far")["id"]
        ann.refused("POST", labels, 400, {"labels": [10**30]})
        assert ann.post(labels, {"labels": [far, 10**15, -1, 0]}).json() == []
        ann.refused("DELETE", f"{labels}/{far}", 404)

    def test_are_for_those_who_may_write(self, ann, labels, new_user, anonymous):
        reader = new_user()
        for method in ("POST", "PUT"):
            reader.refused(method, labels, 403, {"labels": []})
            anonymous.refused(method, labels, 401, {"labels": []})
        for path in (labels, f"{labels}/1"):
            assert reader.delete(path, expect=403).content == b""
            anonymous.refused("DELETE", path, 401)
        assert anonymous.get(labels).json() == []

    def test_exclusive_ones_push_out_those_of_their_scope(self, ann, where, labels):
        for name in ("size/s", "size/l", "size/odd", "a/b/one", "a/b/two", "a/one", "/x", "/y", "x/", "alone"):
            new_label(ann, where, name, exclusive=name != "size/odd")
        for name in ("size/s", "size/odd", "a/one", "a/b/one", "/x", "/y", "x/", "alone", "size/l", "a/b/two"):
            ann.post(labels, {"labels": [name]})
        assert names(ann.get(labels)) == ["/x", "/y", "a/b/two", "a/one", "alone", "size/l", "size/odd", "x/"]
        assert self.events(ann, labels)[-5:] == [("alone", "1"), ("size/s", ""), ("size/l", "1"), ("a/b/one", ""), ("a/b/two", "1")]

    def test_of_rivals_the_last_by_name_wins_but_an_issue_may_begin_with_both(self, ann, where, labels):
        ids = [new_label(ann, where, name, exclusive=True)["id"] for name in ("p/1", "p/3", "p/2")]
        assert names(ann.post(labels, {"labels": ids})) == ["p/3"]
        assert names(ann.call("PUT", labels, {"labels": ["p/2", "p/1"]})) == ["p/2"]
        number = new_issue(ann, where, labels=ids)
        assert names(ann.get(f"{where}/issues/{number}/labels")) == ["p/1", "p/2", "p/3"]

    def test_that_are_deleted_leave_the_issue_and_its_past(self, ann, where, labels):
        gone, kept = new_label(ann, where, "gone")["id"], new_label(ann, where, "kept")["id"]
        ann.post(labels, {"labels": [gone, kept]})
        ann.delete(f"{where}/labels/{gone}", expect=204)
        assert names(ann.get(labels)) == ["kept"]
        assert self.events(ann, labels) == [("kept", "1")]
