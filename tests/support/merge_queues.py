"""Merge queues for tests that need some: a site that has them, a branch whose rule asks for one, and those who check."""
from client import ADMIN, PASSWORD, Client
from program import Program, wait_until
from pulls import begun, propose, put_file
from repositories import at


class QueueSite:
    """An instance with merge queues."""

    def __init__(self, folder, database, **keys):
        self.program = Program(folder, database, settings={"repository.pull-request": {"MERGE_QUEUE": "true", **keys}})
        self.program.create_user(*ADMIN, "--admin")
        self.program.start()
        self.root, self.people = Client(self.program.url, basic=ADMIN), 0

    def new_user(self):
        self.people += 1
        name = f"person-{self.people}"
        self.root.post("/admin/users", {"username": name, "email": f"{name}@example.com", "password": PASSWORD,
                                        "must_change_password": False}, expect=201)
        return Client(self.program.url, basic=(name, PASSWORD))


def with_queue(owner, **rule):
    """A repository whose main branch has a queue, and wants the check `ci`."""
    repository = begun(owner)
    protect(owner, repository, **rule)
    return repository


def protect(owner, repository, **rule):
    return owner.post(f"{at(repository)}/branch_protections", {
        "rule_name": "main", "enable_merge_queue": True, "enable_status_check": True, "status_check_contexts": ["ci"],
        "block_admin_merge_override": True, **rule}, expect=201).json()


def new_pulls(owner, repository, count=3):
    """Pull requests of a file each."""
    pulls = []
    for number in range(1, count + 1):
        put_file(owner, repository, f"f{number}.txt", new_branch=f"b{number}")
        pulls.append(propose(owner, repository, f"b{number}", title=f"Change {number}"))
    return pulls


def enter(who, pull, style="merge", expect=201, **more):
    return who.post(f"{pull}/merge", {"do": style, **more}, expect=expect)


def made(who, repository, pull, base="main"):
    """The commit that the queue has made of a pull request; nothing if there is none."""
    answer = who.session.get(f"{who.url}/api/v1{at(repository)}/git/refs/heads/cairn/queue/{base}/{pull.rsplit('/', 1)[1]}", timeout=30)
    return answer.json()[0]["object"]["sha"] if answer.status_code == 200 else None


def wait_made(who, repository, pull, other_than=None):
    return wait_until(lambda: (sha := made(who, repository, pull)) != other_than and sha, f"the queue to make a commit of {pull}")


def report(who, repository, commit, state="success", context="ci"):
    who.post(f"{at(repository)}/statuses/{commit}", {"state": state, "context": context}, expect=201)


def is_merged(who, pull):
    return who.get(pull).json()["merged"]


def exits(who, pull):
    """What the timeline says of a queue."""
    entries = who.get(pull.replace("/pulls/", "/issues/") + "/timeline").json() or []
    return [entry["body"] for entry in entries if entry["type"] in ("pull_scheduled_merge", "pull_cancel_scheduled_merge")]
