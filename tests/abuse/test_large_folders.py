"""A folder with very many entries: whoever asks for files in it holds up nobody else."""
import concurrent.futures
import time

from client import ADMIN, Client
from neighbor import Neighbor, memory_of
from working_copy import Git, address

ENTRIES = 400_000


def test_raw_files_of_a_folder_of_many(program, tmp_path):
    program.create_user(*ADMIN, "--admin")
    program.start()
    admin = Client(program.url, basic=ADMIN)
    admin.post("/user/repos", {"name": "wide"}, expect=201)
    git = Git(tmp_path / "wide.git")
    git.done("init", "-q", "--bare")
    blob = git.done("hash-object", "-w", "--stdin", input=b"x")
    tree = git.done("mktree", input="".join(f"100644 blob {blob}\tf{number:07}\n" for number in range(ENTRIES)).encode())
    commit = git.done("commit-tree", tree, "-m", "wide")
    git.done("push", "-q", address(program, f"{ADMIN[0]}/wide", *ADMIN), f"{commit}:refs/heads/main")
    time.sleep(1)
    before = memory_of(program)

    def loop(number):
        somebody = Client(program.url)
        for turn in range(10):
            somebody.call("GET", f"/repos/{ADMIN[0]}/wide/raw/f{number * 10 + turn:07}", expect=200,
                          headers={"X-Forwarded-For": "192.0.2.1"})

    with Neighbor(program) as neighbor, concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(loop, range(8)))
    neighbor.was_not_disturbed(before + (1 << 30))
