"""Several nodes on one PostgreSQL and one folder: what one has acknowledged, the next request finds on every other."""
import concurrent.futures
import itertools
import time

import pytest
from client import ADMIN, Client
from issues import new_issue
from listening import Listener
from nodes import Node
from program import Program, wait_until
from pulls import begun, put_file
from receiver import Receiver
from repositories import at, new_repository
from visitor import Visitor
from working_copy import Git, address

pytestmark = pytest.mark.usefixtures("nodes")


@pytest.fixture(scope="module")
def nodes(tmp_path_factory, database):
    if database != "postgres":
        pytest.skip("a site on SQLite is one node")
    first = Program(tmp_path_factory.mktemp("site"), database, settings={
        "webhook": {"ALLOWED_HOST_LIST": "loopback"}, "rate_limit": {"WINDOW": "1000s", "PER_ADDRESS": 1000}})
    first.create_user(*ADMIN, "--admin")
    all_nodes = [first, *(Node(first, number) for number in (2, 3))]
    for node in all_nodes:
        node.start()
    yield all_nodes
    for node in reversed(all_nodes):
        node.close()


@pytest.fixture(scope="module")
def roots(nodes):
    """The administrator at each node, by one token."""
    token = Client(nodes[0].url, basic=ADMIN).post("/users/root/tokens", {"name": "t", "scopes": ["all"]}).json()["sha1"]
    return [Client(node.url, token=token) for node in nodes]


def test_no_read_is_stale(roots):
    repository = new_repository(roots[0])
    issue, _ = new_issue(roots[0], repository, "one")
    for step, (writer, reader) in enumerate(itertools.islice(itertools.cycle(itertools.permutations(roots, 2)), 60)):
        writer.call("PATCH", issue, {"title": f"title {step}"}, expect=201)
        assert reader.get(issue).json()["title"] == f"title {step}"
        writer.call("PATCH", at(repository), {"description": f"words {step}"}, expect=200)
        assert reader.get(at(repository)).json()["description"] == f"words {step}"


def test_what_is_taken_away_is_gone_everywhere(nodes, roots):
    made = Client(nodes[1].url, basic=ADMIN).post("/users/root/tokens", {"name": "short", "scopes": ["all"]}).json()
    others = [Client(node.url, token=made["sha1"]) for node in nodes]
    for other in others:
        other.get("/user")
    Client(nodes[2].url, basic=ADMIN).call("DELETE", f"/users/root/tokens/{made['id']}", expect=204)
    for other in others:
        other.call("GET", "/user", expect=401)


def test_a_session_is_everybodys(nodes):
    browser = Visitor(nodes[0].url)
    browser.sign_in(*ADMIN)
    elsewhere = Visitor(nodes[1].url)
    elsewhere.session.cookies = browser.session.cookies
    elsewhere.open("/user/settings", expect=200)
    browser.open("/", expect=200)
    browser.submit("/user/logout", expect=303)
    assert elsewhere.open("/user/settings").status_code == 303


def test_who_looks_at_one_node_hears_of_what_happens_on_another(nodes, roots):
    repository = new_repository(roots[0])
    issue, made = new_issue(roots[0], repository, "one")
    browser = Visitor(nodes[1].url)
    browser.sign_in(*ADMIN)
    listener = Listener(browser, f"/{repository['full_name']}/issues/{made['number']}/news")
    states = [listener.next("thread")["state"]]
    for writer in (roots[0], roots[2], roots[1]):
        writer.post(f"{issue}/comments", {"body": "an answer"}, expect=201)
        states.append(listener.next("thread")["state"])
    assert len(set(states)) == 4
    listener.close()


def test_one_of_two_pushes_to_a_branch_wins(nodes, roots, tmp_path):
    repository = begun(roots[0])
    git = Git(tmp_path)
    works = []
    for number, node in enumerate(nodes):
        git.done("clone", "-q", address(node, repository["full_name"], *ADMIN), str(number))
        works.append(git.inside(str(number)))
    for round_ in range(5):
        for work in works:
            work.done("fetch", "-q", "origin")
            work.done("reset", "-q", "--hard", "origin/main")
            work.commit({"file": f"{round_} {work.folder}"})
        with concurrent.futures.ThreadPoolExecutor(len(works)) as pool:
            pushed = list(pool.map(lambda work: work.run("push", "-q", "origin", "HEAD:main").returncode, works))
        assert pushed.count(0) == 1, "each of them began at the same commit"
        head = works[pushed.index(0)].done("rev-parse", "HEAD")
        for root in roots:
            assert root.get(f"{at(repository)}/branches/main").json()["commit"]["id"] == head


def test_numbers_are_given_once(roots):
    repository = new_repository(roots[0])
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        made = list(pool.map(lambda number: new_issue(roots[number % 3], repository, f"issue {number}")[1]["number"], range(60)))
    assert sorted(made) == list(range(1, 61))


def test_each_delivery_is_made_once(roots):
    with Receiver() as receiver:
        repository = new_repository(roots[0])
        receiver.hook(roots[0], at(repository), "issues")
        for number in range(15):
            new_issue(roots[number % 3], repository, f"issue {number}")
        delivered = [receiver.next("issues", number=number).json["number"] for number in range(1, 16)]
        wait_until(lambda: roots[0].get("/admin/jobs?kind=webhook").json() == [], "all to be delivered")
        assert len(delivered) == 15 and not receiver.got


def test_a_commit_of_one_is_shown_by_all(roots):
    repository = begun(roots[0])
    for number in range(9):
        made = put_file(roots[number % 3], repository, f"f{number}.txt", branch="main")
        for root in roots:
            assert root.get(f"{at(repository)}/branches/main").json()["commit"]["id"] == made


def passing(ask, most):
    """How often it is answered before it is told to wait, by somebody who asks twenty times a second."""
    for passed in range(most):
        if ask() == 429:
            return passed
        time.sleep(0.05)
    return most


def test_requests_are_limited_for_all_nodes_together(nodes):
    def ask(node):
        return clients[node].session.get(f"{node.url}/api/v1/version", headers={"X-Forwarded-For": "192.0.2.7"}).status_code

    clients = {node: Client(node.url) for node in nodes}
    assert [ask(nodes[0]) for _ in range(1000)] == [200] * 1000
    assert 429 in [ask(nodes[0]) for _ in range(10)]
    for node in nodes[1:]:
        assert passing(lambda node=node: ask(node), 300) < 300, "it has used all of it elsewhere"
    stranger = Client(nodes[1].url, headers={"X-Forwarded-For": "192.0.2.8"})
    left = stranger.get("/version").headers["RateLimit"]
    assert left.startswith('"address";r=999;'), "who has used nothing has all of it"


def test_wrong_passwords_count_at_all_nodes(nodes):
    def guess(node, name, address):
        return Client(node.url, basic=(name, "guess"), headers={"X-Forwarded-For": address}).session.get(f"{node.url}/api/v1/user").status_code

    assert [guess(nodes[0], "somebody", "192.0.2.9") for _ in range(20)] == [401] * 20
    for node in nodes[1:]:
        assert passing(lambda node=node: guess(node, "somebody", "192.0.2.9"), 15) < 15
    assert guess(nodes[1], "somebody", "192.0.2.10") == 401
    assert guess(nodes[1], "somebody else", "192.0.2.9") == 401
