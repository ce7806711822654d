"""Which references a push may bring, and that those which replace objects change nothing."""
import io
import tarfile

import pytest
from client import Client
from program import Program
from repositories import at, new_repository
from working_copy import Git, address

REFUSED = "this site takes no such reference"


def names(git, place):
    return {line.split("\t")[1] for line in git.done("ls-remote", place).splitlines()} - {"HEAD"}


@pytest.fixture
def ann(new_user):
    return new_user()


@pytest.fixture
def repository(ann):
    return new_repository(ann)


def with_replacement(work):
    """Another commit in place of the one at main, as `git replace` makes it."""
    good = work.done("rev-parse", "main")
    work.done("checkout", "-q", "-b", "evil")
    evil = work.commit({"a.txt": "evil", "large.bin": b"evil" * (2 << 20)}, "evil")
    work.done("checkout", "-q", "main")
    work.done("replace", good, evil)
    return good, evil


def test_mirroring_loses_only_replacements(ann, repository, begun, url, git):
    begun.commit({"a.txt": "good"})
    good, _ = with_replacement(begun)
    begun.done("update-ref", "refs/original/refs/heads/main", good)
    begun.done("update-ref", "refs/bugs/1", good)
    begun.done("update-ref", "refs/identities/1", good)
    begun.done("update-ref", "refs/notes/devtools/reviews", good)
    begun.done("update-ref", "refs/odd/thing", good)
    words = begun.fails("push", "--mirror", url(repository, ann))
    for name in (f"refs/replace/{good}", "refs/original/refs/heads/main", "refs/odd/thing"):
        line, = [line for line in words.splitlines() if name.removeprefix("refs/") in line]
        assert "! [remote rejected]" in line and REFUSED in line
    assert names(git, url(repository)) == {"refs/heads/main", "refs/heads/evil", "refs/bugs/1", "refs/identities/1",
                                           "refs/notes/devtools/reviews"}


def test_what_replaces_is_refused_over_ssh(ann, repository, begun, ssh, git, url):
    good, evil = with_replacement(begun)
    person = ssh(ann)
    words = person.git("work").fails("push", person.url(repository), f"{evil}:refs/replace/{good}")
    assert REFUSED in words and names(git, url(repository)) == set()


def test_a_replacement_from_before_changes_nothing(begun, program):
    """Neither what is shown nor what can be pushed; and it can be deleted."""
    program.create_user("root", "correct horse battery", "--admin")
    program.start()
    root = Client(program.url, basic=("root", "correct horse battery"))
    repository = new_repository(root)
    there = address(program, repository["full_name"], "root", "correct horse battery")
    begun.commit({"a.txt": "good", "large.bin": b"good" * (2 << 20)})
    good, evil = with_replacement(begun)
    begun.done("--no-replace-objects", "push", "-q", there, "main", "evil")
    bare = Git(next(path for path in (program.folder / "repositories").rglob("*.git") if path.is_dir()))
    bare.done("update-ref", f"refs/replace/{good}", evil)
    tree = begun.done("--no-replace-objects", "rev-parse", f"{good}^{{tree}}")
    bare.done("update-ref", f"refs/replace/{tree}", tree)  # one that leads to itself breaks whoever follows it
    archive = root.get(f"{at(repository)}/archive/main.tar.gz").content
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        member, = [name for name in files.getnames() if name.endswith("a.txt")]
        assert files.extractfile(member).read() == b"good"
    assert root.get(f"{at(repository)}/raw/large.bin").content == b"good" * (2 << 20)
    begun.done("--no-replace-objects", "commit", "-q", "--allow-empty", "-m", "more")
    begun.done("--no-replace-objects", "push", "-q", there, "main")
    begun.done("--no-replace-objects", "push", "-q", there, f":refs/replace/{good}", f":refs/replace/{tree}")
    assert "replace" not in bare.done("for-each-ref")


def test_the_names_are_a_setting(tmp_path, database, begun):
    program = Program(tmp_path / "data", database, {"git": {"RECEIVE_REFS": "refs/heads/, refs/odd/, refs/replace/"}})
    try:
        program.create_user("root", "correct horse battery", "--admin")
        program.start()
        root = Client(program.url, basic=("root", "correct horse battery"))
        repository = new_repository(root)
        there = address(program, repository["full_name"], "root", "correct horse battery")
        begun.done("push", "-q", there, "main", "main:refs/odd/x")
        assert REFUSED in begun.fails("push", there, "main:refs/notes/commits")
        assert REFUSED in begun.fails("push", there, f"main:refs/replace/{begun.done('rev-parse', 'main')}")
    finally:
        program.close()
